/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Which calls are convergent: their effect depends on which threads run them
 * together. */
#ifndef RECONVERGE_IR_CONVERGENT_H
#define RECONVERGE_IR_CONVERGENT_H

#include "live.h"

/* True if the call, invoke or callbr is convergent, or may be. */
bool cvg_call_convergent(const struct cvg_module *module, LLVMValueRef call);

/* True if the call is marked as convergent, whatever is known of its callee.
 * Such a call may at least wait for other threads. */
bool cvg_call_marked(const struct cvg_module *module, LLVMValueRef call);

/* True if the name of a function without a body is in the tables of known
 * functions that are no intrinsics ("printf", "__nvvm_reflect"). Code
 * generators may ask for constant arguments of these. */
bool cvg_known_call(LLVMValueRef fn);

/* True if the call has no operand bundle but a convergence token that is made in
 * the entry block, and so is there wherever the call may stand. */
bool cvg_bundles_plain(LLVMValueRef call);

/* Forget what was found of functions with a body. To be called before facts
 * are asked for after code of the module has changed. */
void cvg_convergent_forget(struct cvg_module *module);

#endif
