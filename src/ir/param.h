/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A function that takes one more argument. */
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

#endif
