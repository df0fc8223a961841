/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Functions that take one more argument. */
#ifndef RECONVERGE_IR_PARAM_H
#define RECONVERGE_IR_PARAM_H

#include "live.h"

/*
 * Function f gets another parameter, the last. A function's type cannot be
 * changed, so another one takes its place: same name, attributes, metadata,
 * blocks and numbers, but it stands last in the module, and handles of the
 * function and of its parameters are stale; those of blocks and instructions
 * are not. Nobody may call it. Returns the new parameter.
 */
LLVMValueRef cvg_function_add_param(struct cvg_module *m, uint32_t f,
				    LLVMTypeRef type, const char *name);

/*
 * A copy of each of the functions `from`, which stay, with another parameter
 * of that type, the last; it is named as the parameter is, and the copies as
 * the functions are, "." and that name. They are the module's own (internal),
 * stand last in it, and have no debug information. What they call is what the
 * functions call: to lead calls to the copies is the caller's.
 */
void cvg_functions_twin(struct cvg_module *m, const LLVMValueRef *from,
			size_t n, LLVMTypeRef type, const char *name,
			LLVMValueRef *twins);

/* A call in the place of `call`, of `callee`, with another argument, the
 * last. `call` is erased; returns the new one. */
LLVMValueRef cvg_call_add_arg(struct cvg_module *m, LLVMValueRef call,
			      LLVMValueRef callee, LLVMValueRef arg);

#endif
