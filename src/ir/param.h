/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Adds a parameter to functions, or to copies of functions. */
#ifndef RECONVERGE_IR_PARAM_H
#define RECONVERGE_IR_PARAM_H

#include "live.h"

/*
 * May function f get another parameter? Fails if anything but metadata and
 * llvm.used has its address: a caller, a table or an alias would still take it
 * for a function of the old type.
 */
bool cvg_function_can_grow(const struct cvg_module *module, uint32_t f,
			   struct cvg_err *err);

/*
 * Give function f another parameter, as the last. LLVM cannot change the type
 * of a function, so a new function replaces it: with the same name, attributes,
 * metadata, blocks and block numbers, but last in the module. Handles of the
 * function and of its parameters become invalid, those of blocks and
 * instructions stay valid. cvg_function_can_grow must hold. Returns the new
 * parameter.
 */
LLVMValueRef cvg_function_add_param(struct cvg_module *module, uint32_t f,
				    LLVMTypeRef type, const char *name);

/*
 * Copy each of the functions `from`, and give the copy another parameter of
 * that type, as the last. The parameter is called `name`; a copy is called
 * after its function, "." and `name`. The copies have internal linkage, stand
 * last in the module and have no debug information. They call the same
 * functions as the originals: the caller must redirect calls to the copies
 * itself.
 */
void cvg_functions_twin(struct cvg_module *module, const LLVMValueRef *from,
			size_t n, LLVMTypeRef type, const char *name,
			LLVMValueRef *twins);

/* Replace `call` by a call of `callee` with another argument, as the last.
 * Erases `call` and returns the new one. */
LLVMValueRef cvg_call_add_arg(struct cvg_module *module, LLVMValueRef call,
			      LLVMValueRef callee, LLVMValueRef arg);

#endif
