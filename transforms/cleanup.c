/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * cleanup: what melding leaves behind (DARM, "RunPostOptimizations" and
 * "SimplifyFunction"), written here and not left to LLVM's passes so that it
 * is deterministic, never speculates, and touches nothing it cannot improve.
 *
 * A round folds branches that decide nothing, drops unreachable blocks, folds
 * phis and selects that choose between equals (cleanup_values.c), drops dead
 * code (cleanup_dead.c), and tidies empty blocks and straight lines
 * (cleanup_blocks.c). Each round is linear; they end when one changes nothing.
 *
 * Example (tests/ir/definition6-case1.ll, what `meld` left and what `cleanup`
 * makes of it; the phis and the select chose between equals; t.f.pre, t.f and
 * x had one predecessor each and were the only successor of it):
 *
 *   before  entry:     %c = icmp slt i32 %tid, %n
 *                      br label %t.f.pre
 *           t.f.pre:   br label %t.f
 *           ...
 *           t.f.post:  %1 = phi i32 [ %a01, %t.f ], [ %a13, %t1.f1 ]
 *                      %2 = phi i32 [ %a01, %t.f ], [ %a13, %t1.f1 ]
 *                      %3 = select i1 %c, i32 %1, i32 %2
 *                      br label %x
 *           x:         %r = phi i32 [ %3, %t.f.post ]
 *                      store i32 %r, ptr addrspace(1) %p
 *   after   entry:     %c = icmp slt i32 %tid, %n
 *                      ...
 *           t.f.post:  %1 = phi i32 [ %a01, %entry ], [ %a13, %t1.f1 ]
 *                      store i32 %1, ptr addrspace(1) %p
 */
#include "cleanup.h"
#include "cleaner.h"

#include "reconverge/analysis.h"
#include "reconverge/phase.h"

#include <stdlib.h>

/* ---- branches -------------------------------------------------------- */

/* Replace a terminator by a jump to `to`, and keep one edge there. */
static void jump_instead(struct cleaner *cleaner, LLVMBasicBlockRef block,
			 LLVMBasicBlockRef to)
{
	LLVMValueRef term = LLVMGetBasicBlockTerminator(block);
	LLVMBuilderRef b = LLVMCreateBuilderInContext(cleaner->module->context);
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
	cleaner->nchanges++;
}

static bool is_conditional(LLVMValueRef term)
{
	return LLVMGetInstructionOpcode(term) == LLVMBr &&
	       LLVMIsConditional(term);
}

/* Make a jump of a branch that has one way to go; turn one on "not c" round. */
static void fold_branch(struct cleaner *cleaner, LLVMBasicBlockRef block)
{
	LLVMValueRef term = LLVMGetBasicBlockTerminator(block), cond;
	LLVMBasicBlockRef t, f;

	if (!is_conditional(term))
		return;
	t = LLVMGetSuccessor(term, 0);
	f = LLVMGetSuccessor(term, 1);
	cond = LLVMGetCondition(term);
	if (t == f) {
		jump_instead(cleaner, block, t);
	} else if (LLVMIsAConstantInt(cond)) {
		jump_instead(cleaner, block,
			     LLVMConstIntGetZExtValue(cond) ? t : f);
	} else if (cvg_cleaner_negated(cond)) {
		cvg_branch_invert(term, cvg_cleaner_negated(cond));
		cleaner->nchanges++;
	}
}

/* ---- reachability ---------------------------------------------------- */

/* Erase the blocks that no path from the entry reaches. */
static void drop_unreachable(struct cleaner *cleaner)
{
	struct cvg_blockrefs live = {0}, dead = {0};
	struct cvg_ptrmap seen = {0};
	LLVMBasicBlockRef b = LLVMGetEntryBasicBlock(cleaner->function);

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
	for (b = LLVMGetFirstBasicBlock(cleaner->function); b;
	     b = LLVMGetNextBasicBlock(b))
		if (cvg_ptrmap_get(&seen, b) == CVG_NONE)
			cvg_push(&dead, b);
	for (size_t i = 0; i < dead.n; i++) {
		LLVMValueRef term = LLVMGetBasicBlockTerminator(dead.at[i]);

		for (unsigned k = 0; k < LLVMGetNumSuccessors(term); k++)
			cvg_phis_drop_edge(LLVMGetSuccessor(term, k),
					   dead.at[i]);
	}
	cvg_blocks_erase(cleaner->module, cleaner->function_id, dead.at,
			 dead.n);
	cleaner->nchanges += (uint32_t)dead.n;
	cvg_ptrmap_done(&seen);
	free(live.at);
	free(dead.at);
}

/* ---- the phase ------------------------------------------------------- */

uint32_t cvg_cleanup(struct cvg_module *module, uint32_t function_id)
{
	struct cleaner cleaner = {
		.module = module,
		.function_id = function_id,
		.function = cvg_live_function(module, function_id)};
	uint32_t before, searched = CVG_NONE;

	do {
		LLVMBasicBlockRef b;

		before = cleaner.nchanges;
		for (b = LLVMGetFirstBasicBlock(cleaner.function); b;
		     b = LLVMGetNextBasicBlock(b))
			fold_branch(&cleaner, b);
		drop_unreachable(&cleaner);
		for (b = LLVMGetFirstBasicBlock(cleaner.function); b;
		     b = LLVMGetNextBasicBlock(b))
			cvg_cleaner_fold_values(&cleaner, b);
		/* Nothing has died if nothing was changed since. */
		if (cleaner.nchanges != searched)
			cvg_cleaner_drop_dead(&cleaner);
		searched = cleaner.nchanges;
		cvg_cleaner_tidy_blocks(&cleaner);
	} while (cleaner.nchanges != before);
	return cleaner.nchanges;
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
	.nothing = "nothing to clean up",
	.needs = CVG_ANA_NOTHING,
	.keeps = CVG_ANA_NOTHING,
	.run = run,
};
