/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Unmatched subgraphs that are single blocks of harmless instructions: run
 * for both sides where a branch around them would cost more. What a gap is
 * between instructions, this is between subgraphs.
 */
#include "melder.h"

#include <stdlib.h>

/* Move the instructions of a plain block to the end of the branch block. */
static void hoist(struct melder *w, LLVMBasicBlockRef block)
{
	LLVMValueRef inst, term = LLVMGetBasicBlockTerminator(block);

	while ((inst = LLVMGetFirstInstruction(block)) != term) {
		LLVMPositionBuilderBefore(
			w->b, LLVMGetBasicBlockTerminator(w->branch));
		cvg_inst_move(w->m, inst, w->b);
		cvg_inst_weaken(inst);
	}
}

static LLVMBasicBlockRef block_of(const struct melder *w, int arm, uint32_t k)
{
	return w->ids->blocks[w->c->chain[arm][k].entry];
}

void cvg_melder_speculate(struct melder *w, const uint32_t to[2])
{
	for (int arm = 0; arm < 2; arm++) {
		for (uint32_t k = w->first[arm]; k < to[arm]; k++) {
			hoist(w, block_of(w, arm, k));
			cvg_block_elide(w->m, w->f, block_of(w, arm, k));
		}
		w->first[arm] = to[arm];
	}
}

/*
 * Hoist what is left of an arm. Its last block stays, empty: X's phis have
 * their entry from there, or from `branch` if nothing was left.
 */
static LLVMBasicBlockRef hoist_rest(struct melder *w, int arm)
{
	uint32_t n = w->c->nchain[arm];

	for (uint32_t k = w->first[arm]; k < n; k++) {
		hoist(w, block_of(w, arm, k));
		if (k + 1 < n)
			cvg_block_elide(w->m, w->f, block_of(w, arm, k));
	}
	return w->first[arm] < n ? block_of(w, arm, n - 1) : w->branch;
}

/* One entry from `branch` for the two that X's phi has from the arms. */
static LLVMValueRef close_phi(struct melder *w, LLVMValueRef phi,
			      const LLVMBasicBlockRef from[2])
{
	struct cvg_incomings all = {0};
	struct cvg_incoming one = {NULL, w->branch};
	LLVMValueRef t = cvg_phi_value(phi, from[0]);
	LLVMValueRef f = cvg_phi_value(phi, from[1]);
	size_t kept = 0;

	one.value = cvg_melder_pick_in(w, w->branch, t, f);
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

void cvg_melder_close(struct melder *w)
{
	LLVMBasicBlockRef exit = w->ids->blocks[w->c->exit], from[2];
	LLVMValueRef phi, term;

	for (int arm = 0; arm < 2; arm++)
		from[arm] = hoist_rest(w, arm);
	for (phi = LLVMGetFirstInstruction(exit); cvg_inst_is_phi(phi);
	     phi = LLVMGetNextInstruction(phi))
		phi = close_phi(w, phi, from);
	term = LLVMGetBasicBlockTerminator(w->branch);
	LLVMPositionBuilderBefore(w->b, term);
	LLVMSetCurrentDebugLocation2(w->b, w->loc);
	LLVMBuildBr(w->b, exit);
	LLVMInstructionEraseFromParent(term);
	for (int arm = 0; arm < 2; arm++)
		if (from[arm] != w->branch)
			cvg_blocks_erase(w->m, w->f, &from[arm], 1);
}
