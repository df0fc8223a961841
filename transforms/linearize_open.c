/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Open guards: all threads run the unit, and its one edge brings what the unit
 * makes to those that wanted it, what they had to the others. Where a select
 * needs the answer before the guards are asked, a placeholder stands for it.
 */
#include "linearize.h"

void cvg_lin_ask(struct linearizer *z, uint32_t node)
{
	LLVMTypeRef bit = LLVMInt1TypeInContext(z->m->context);
	LLVMValueRef at = LLVMGetFirstInstruction(z->block[node]);

	while (cvg_inst_is_phi(at))
		at = LLVMGetNextInstruction(at);
	LLVMPositionBuilderBefore(z->b, at);
	LLVMSetCurrentDebugLocation2(z->b, cvg_loc_none(z->function));
	z->asked[node] = LLVMBuildFreeze(z->b, LLVMGetUndef(bit), "");
}

/* NULL: what it is where the edge leads to, already. */
LLVMValueRef cvg_lin_either(struct linearizer *z, const struct lin_in *past,
			    LLVMValueRef wanted, LLVMValueRef other)
{
	if (wanted == other || !other || LLVMIsPoison(other))
		return wanted;
	if (!wanted || LLVMIsPoison(wanted))
		return other;
	LLVMPositionBuilderBefore(z->b,
				  LLVMGetBasicBlockTerminator(past->from));
	LLVMSetCurrentDebugLocation2(z->b, cvg_loc_none(z->function));
	return LLVMBuildSelect(z->b, z->asked[past->node], wanted, other, "");
}

void cvg_lin_answer(struct linearizer *z, LLVMValueRef const *test)
{
	for (uint32_t k = 0; k < z->r->nnodes; k++) {
		if (!z->asked[k])
			continue;
		LLVMReplaceAllUsesWith(z->asked[k], test[k]);
		LLVMInstructionEraseFromParent(z->asked[k]);
		z->asked[k] = test[k];
	}
}
