/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Unmatched subgraphs that are single blocks of harmless instructions: all
 * threads run them where a branch around them would cost more, as they do
 * unmatched instructions in a melded block (meld_blocks.c).
 *
 * Example (tests/ir/meld-gap-block.ll; the region from t is melded with that
 * from f1, and f is left over):
 *
 *   before  entry: br i1 %c, label %t, label %f
 *           t:     %a = xor i32 %tid, 5
 *                  ...
 *           f:     %b = add i32 %n, 3
 *                  br label %f1
 *           f1:    %bc = icmp slt i32 %b, %u
 *                  ...
 *   after   entry:    %b = add i32 %n, 3
 *                     br label %t.f1.pre
 *           t.f1.pre: br label %t.f1
 *           t.f1:     %a1 = xor i32 %tid, 5
 *                     %0 = select i1 %c, i32 %a1, i32 %b
 *                     ...
 */
#include "melder.h"

#include <stdlib.h>

/* Move the instructions of a plain block to the end of the branch block. */
static void hoist(struct melder *melder, LLVMBasicBlockRef block)
{
	LLVMValueRef inst, term = LLVMGetBasicBlockTerminator(block);

	while ((inst = LLVMGetFirstInstruction(block)) != term) {
		LLVMPositionBuilderBefore(
			melder->builder,
			LLVMGetBasicBlockTerminator(melder->branch));
		cvg_inst_move(melder->module, inst, melder->builder);
		cvg_inst_weaken(inst);
	}
}

static LLVMBasicBlockRef block_of(const struct melder *melder, int arm,
				  uint32_t k)
{
	return melder->ids->blocks[melder->candidate->chain[arm][k].entry];
}

void cvg_melder_speculate(struct melder *melder, const uint32_t to[2])
{
	for (int arm = 0; arm < 2; arm++) {
		for (uint32_t k = melder->first[arm]; k < to[arm]; k++) {
			hoist(melder, block_of(melder, arm, k));
			cvg_block_elide(melder->module, melder->function_id,
					block_of(melder, arm, k));
		}
		melder->first[arm] = to[arm];
	}
}

/*
 * Hoist what is left of an arm. Its last block stays, empty: X's phis have
 * their entry from there, or from `branch` if nothing was left.
 */
static LLVMBasicBlockRef hoist_rest(struct melder *melder, int arm)
{
	uint32_t n = melder->candidate->nchain[arm];

	for (uint32_t k = melder->first[arm]; k < n; k++) {
		hoist(melder, block_of(melder, arm, k));
		if (k + 1 < n)
			cvg_block_elide(melder->module, melder->function_id,
					block_of(melder, arm, k));
	}
	return melder->first[arm] < n ? block_of(melder, arm, n - 1)
				      : melder->branch;
}

/* One entry from `branch` for the two that X's phi has from the arms. */
static LLVMValueRef close_phi(struct melder *melder, LLVMValueRef phi,
			      const LLVMBasicBlockRef from[2])
{
	struct cvg_incomings all = {0};
	struct cvg_incoming one = {NULL, melder->branch};
	LLVMValueRef t = cvg_phi_value(phi, from[0]);
	LLVMValueRef f = cvg_phi_value(phi, from[1]);
	size_t kept = 0;

	one.value = cvg_melder_pick_in(melder, melder->branch, t, f);
	cvg_phi_read(phi, &all);
	for (size_t i = 0; i < all.n; i++)
		if (all.at[i].block != from[0] && all.at[i].block != from[1])
			all.at[kept++] = all.at[i];
	all.n = kept;
	cvg_push(&all, one);
	phi = cvg_phi_rebuild(phi, all.at, all.n);
	free(all.at);
	return phi;
}

void cvg_melder_close(struct melder *melder)
{
	LLVMBasicBlockRef exit = melder->ids->blocks[melder->candidate->exit],
			  from[2];
	LLVMValueRef phi, term;

	for (int arm = 0; arm < 2; arm++)
		from[arm] = hoist_rest(melder, arm);
	for (phi = LLVMGetFirstInstruction(exit); cvg_inst_is_phi(phi);
	     phi = LLVMGetNextInstruction(phi))
		phi = close_phi(melder, phi, from);
	term = LLVMGetBasicBlockTerminator(melder->branch);
	LLVMPositionBuilderBefore(melder->builder, term);
	LLVMSetCurrentDebugLocation2(melder->builder, melder->loc);
	LLVMBuildBr(melder->builder, exit);
	LLVMInstructionEraseFromParent(term);
	for (int arm = 0; arm < 2; arm++)
		if (from[arm] != melder->branch)
			cvg_blocks_erase(melder->module, melder->function_id,
					 &from[arm], 1);
}
