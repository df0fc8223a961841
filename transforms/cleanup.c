/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * cleanup: what melding leaves behind (DARM, "RunPostOptimizations" and
 * "SimplifyFunction"), written here and not left to LLVM's passes so that it
 * is deterministic, never speculates, and touches nothing it cannot improve.
 *
 * Rounds of: branches that decide nothing, unreachable blocks, phis and
 * selects that choose between equals, dead code, empty blocks, straight
 * lines. Each round is linear; they end when one changes nothing.
 */
#include "cleanup.h"
#include "cleaner.h"

#include "reconverge/phase.h"

#include <stdlib.h>

/* ---- branches -------------------------------------------------------- */

/* Replace a terminator by a jump to `to`, keeping one edge there. */
static void jump_instead(struct cleaner *c, LLVMBasicBlockRef block,
			 LLVMBasicBlockRef to)
{
	LLVMValueRef term = LLVMGetBasicBlockTerminator(block);
	LLVMBuilderRef b = LLVMCreateBuilderInContext(c->m->context);
	bool kept = false;

	for (unsigned k = 0; k < LLVMGetNumSuccessors(term); k++) {
		LLVMBasicBlockRef s = LLVMGetSuccessor(term, k);

		if (s == to && !kept)
			kept = true;
		else
			cvg_phis_drop_edge(s, block);
	}
	LLVMPositionBuilderBefore(b, term);
	LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(term));
	cvg_branch_set_loop(LLVMBuildBr(b, to), cvg_branch_loop(term));
	LLVMInstructionEraseFromParent(term);
	LLVMDisposeBuilder(b);
	c->done++;
}

static bool is_conditional(LLVMValueRef term)
{
	return LLVMGetInstructionOpcode(term) == LLVMBr &&
	       LLVMIsConditional(term);
}

static void fold_branch(struct cleaner *c, LLVMBasicBlockRef block)
{
	LLVMValueRef term = LLVMGetBasicBlockTerminator(block), cond;
	LLVMBasicBlockRef t, f;

	if (!is_conditional(term))
		return;
	t = LLVMGetSuccessor(term, 0);
	f = LLVMGetSuccessor(term, 1);
	cond = LLVMGetCondition(term);
	if (t == f) {
		jump_instead(c, block, t);
	} else if (LLVMIsAConstantInt(cond)) {
		jump_instead(c, block, LLVMConstIntGetZExtValue(cond) ? t : f);
	} else if (cvg_cleaner_negated(cond)) {
		cvg_branch_invert(term, cvg_cleaner_negated(cond));
		c->done++;
	}
}

/* ---- reachability ---------------------------------------------------- */

static void drop_unreachable(struct cleaner *c)
{
	struct cvg_blockrefs live = {0}, dead = {0};
	struct cvg_ptrmap seen = {0};
	LLVMBasicBlockRef b = LLVMGetEntryBasicBlock(c->function);

	cvg_ptrmap_put(&seen, b, 1);
	cvg_push(&live, b);
	for (size_t i = 0; i < live.n; i++) {
		LLVMValueRef term = LLVMGetBasicBlockTerminator(live.at[i]);

		for (unsigned k = 0; k < LLVMGetNumSuccessors(term); k++) {
			b = LLVMGetSuccessor(term, k);
			if (cvg_ptrmap_get(&seen, b) != CVG_NONE)
				continue;
			cvg_ptrmap_put(&seen, b, 1);
			cvg_push(&live, b);
		}
	}
	for (b = LLVMGetFirstBasicBlock(c->function); b;
	     b = LLVMGetNextBasicBlock(b))
		if (cvg_ptrmap_get(&seen, b) == CVG_NONE)
			cvg_push(&dead, b);
	for (size_t i = 0; i < dead.n; i++) {
		LLVMValueRef term = LLVMGetBasicBlockTerminator(dead.at[i]);

		for (unsigned k = 0; k < LLVMGetNumSuccessors(term); k++)
			cvg_phis_drop_edge(LLVMGetSuccessor(term, k),
					   dead.at[i]);
	}
	cvg_blocks_erase(c->m, c->f, dead.at, dead.n);
	c->done += (uint32_t)dead.n;
	cvg_ptrmap_done(&seen);
	free(live.at);
	free(dead.at);
}

/* ---- the phase ------------------------------------------------------- */

uint32_t cvg_cleanup(struct cvg_module *m, uint32_t f)
{
	struct cleaner c = {
		.m = m, .f = f, .function = cvg_live_function(m, f)};
	uint32_t before;

	do {
		LLVMBasicBlockRef b;

		before = c.done;
		for (b = LLVMGetFirstBasicBlock(c.function); b;
		     b = LLVMGetNextBasicBlock(b))
			fold_branch(&c, b);
		drop_unreachable(&c);
		for (b = LLVMGetFirstBasicBlock(c.function); b;
		     b = LLVMGetNextBasicBlock(b))
			cvg_cleaner_fold_values(&c, b);
		cvg_cleaner_drop_dead(&c);
		cvg_cleaner_tidy_blocks(&c);
	} while (c.done != before);
	return c.done;
}

static bool run(const struct cvg_phase_in *in, struct cvg_phase_out *out,
		struct cvg_err *err)
{
	(void)err;
	out->count = cvg_cleanup(in->module, in->function);
	out->changed = out->count > 0;
	if (out->changed)
		cvg_str_addf(&out->report, "%u simplification%s\n", out->count,
			     out->count == 1 ? "" : "s");
	return true;
}

const struct cvg_phase cvg_phase_cleanup = {
	.name = "cleanup",
	.title = "remove what melding leaves behind",
	.nothing = "nothing to clean up",
	.needs = CVG_ANA_NOTHING,
	.keeps = CVG_ANA_NOTHING,
	.run = run,
};
