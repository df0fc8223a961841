/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Open guards: a unit that is cheap and harmless is run by all threads. Guard
 * and unit are one block then, and the one edge out of it brings what the unit
 * made to threads that wanted it, and what they had before to the others: a
 * select takes the guard's place. Its condition is whether the guard holds,
 * which is known only when all edges are there; until then a placeholder
 * stands for it. What the unit says of its values, such as that a loaded pointer
 * is dereferenceable, is true for threads that wanted it only, and is removed.
 * This goes beyond the paper.
 *
 * Example (tests/ir/linearize-open.ll, @cheap: some threads come to s, all to
 * x1):
 *
 *   guarded  guard: %1 = phi i32 [ %x, %m ], [ %t, %e ]
 *                   br i1 %2, label %s, label %x1
 *            s:     %w = xor i32 %1, 3
 *            x1:    %r = phi i32 [ %w, %s ], [ %1, %guard ]
 *   open     s:     %0 = phi i32 [ %x, %m ], [ %t, %e ]
 *                   %lin.now = phi i1 [ %c2, %m ], [ true, %e ]
 *                   %w = xor i32 %0, 3
 *            x1:    %1 = select i1 %lin.now, i32 %w, i32 %0
 */
#include "linearize.h"

void cvg_lin_ask(struct linearizer *lin, uint32_t node)
{
	LLVMTypeRef bit = LLVMInt1TypeInContext(lin->module->context);
	LLVMBasicBlockRef unit = lin->flow.block[node];
	LLVMValueRef end = LLVMGetBasicBlockTerminator(unit);
	LLVMValueRef at = LLVMGetFirstInstruction(unit);

	while (cvg_inst_is_phi(at))
		at = LLVMGetNextInstruction(at);
	LLVMPositionBuilderBefore(lin->builder, at);
	for (; at != end; at = LLVMGetNextInstruction(at))
		cvg_inst_weaken(at);
	LLVMSetCurrentDebugLocation2(lin->builder, cvg_loc_none(lin->function));
	lin->flow.asked[node] =
		LLVMBuildFreeze(lin->builder, LLVMGetUndef(bit), "");
}

/* `wanted` and `other` NULL: the variable keeps the value that it already has
 * at the edge's target, so there is nothing to choose. */
LLVMValueRef cvg_lin_either(struct linearizer *lin, const struct lin_in *past,
			    LLVMValueRef wanted, LLVMValueRef other)
{
	if (wanted == other || !other || LLVMIsPoison(other))
		return wanted;
	if (!wanted || LLVMIsPoison(wanted))
		return other;
	LLVMPositionBuilderBefore(lin->builder,
				  LLVMGetBasicBlockTerminator(past->from));
	LLVMSetCurrentDebugLocation2(lin->builder, cvg_loc_none(lin->function));
	return LLVMBuildSelect(lin->builder, lin->flow.asked[past->node],
			       wanted, other, "");
}

void cvg_lin_answer(struct linearizer *lin, LLVMValueRef const *test)
{
	for (uint32_t k = 0; k < lin->region->nnodes; k++) {
		if (!lin->flow.asked[k])
			continue;
		LLVMReplaceAllUsesWith(lin->flow.asked[k], test[k]);
		LLVMInstructionEraseFromParent(lin->flow.asked[k]);
		lin->flow.asked[k] = test[k];
	}
}
