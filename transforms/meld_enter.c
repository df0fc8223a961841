/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Where a melded pair meets what stands before it: both arms are led into `pre`,
 * with phis for those values of the arms that are used behind it (DARM IV-F,
 * "PreProcess").
 *
 * Of the blocks before a pair, only those that dominate it are looked at, for no
 * value of another is used behind them. So a pair costs what its own blocks
 * cost, however many branches they enclose.
 *
 * Example (tests/ir/ssa-repair-before.ll; t2 is melded with f, and t and t1
 * stand before t2 in the true arm):
 *
 *   before  entry:     br i1 %c, label %t, label %f
 *           t:         %a1 = mul i32 %a0, 3
 *                      br i1 %d, label %t1, label %t2
 *           t1:        br label %t2
 *           t2:        %a2 = udiv i32 %u, %a1
 *                      %a = udiv i32 %a2, 11
 *                      br label %x
 *           f:         %b2 = udiv i32 %u, %tid
 *                      %b = udiv i32 %b2, 11
 *                      br label %x
 *           x:         %r = phi i32 [ %a, %t2 ], [ %b, %f ]
 *   after   entry:     br i1 %c, label %t, label %t2.f.pre
 *           t:         %a1 = mul i32 %a0, 3
 *                      br i1 %d, label %t1, label %0
 *           t1:        br label %0
 *           0:         br label %t2.f.pre
 *           t2.f.pre:  %2 = phi i32 [ %a1, %0 ], [ %tid, %entry ]
 *                      br label %t2.f
 *           t2.f:      %a21 = udiv i32 %u, %2
 *                      %a3 = udiv i32 %a21, 11
 *                      br label %t2.f.post
 *           t2.f.post: br label %x
 *           x:         %r = phi i32 [ %a3, %t2.f.post ]
 *
 * Block 0 gathers the two edges into t2. How post leads on is in meld_leave.c.
 */
#include "melder.h"

#include "reconverge/analysis.h"
#include "reconverge/graph.h"

#include <stdlib.h>

/* Blocks that a melder has passed in an arm: those of the subgraphs behind the
 * last melded pair and before the pair at hand. */
struct passed {
	const struct melder *melder;
	int arm;
};

/* The block's id in the snapshot, or CVG_NONE if it was made since. */
static uint32_t id_of(const struct melder *melder, LLVMBasicBlockRef block)
{
	uint32_t uid =
		cvg_live_block_uid(melder->module, melder->function_id, block);

	return uid < melder->of_uid->n ? melder->of_uid->at[uid] : CVG_NONE;
}

/* The entry of a subgraph dominates the rest of the arm. */
static bool has_passed(const struct passed *passed, uint32_t b)
{
	const struct melder *melder = passed->melder;
	const struct cvg_subgraph *first =
		&melder->candidate
			 ->chain[passed->arm][melder->first[passed->arm]];

	return b != CVG_NONE && cvg_dominates(melder->dom, first->entry, b) &&
	       !cvg_dominates(melder->dom, melder->sub[passed->arm]->entry, b);
}

static int by_place(const void *a, const void *b, void *context)
{
	const struct melder *melder = context;
	uint32_t x = melder->order->place[*(const uint32_t *)a];
	uint32_t y = melder->order->place[*(const uint32_t *)b];

	return (x > y) - (x < y);
}

/* Append the old blocks of the arm that have an edge to `to`: the branch block,
 * or passed ones in reverse postorder. */
static void blocks_before(struct melder *melder, int arm, LLVMBasicBlockRef to,
			  struct cvg_blockrefs *out)
{
	const struct passed passed = {melder, arm};
	LLVMUseRef use = LLVMGetFirstUse(LLVMBasicBlockAsValue(to));
	struct cvg_u32s found = {0};

	if (melder->pair->sub[arm] == melder->first[arm]) {
		cvg_push(out, melder->branch);
		return;
	}
	for (; use; use = LLVMGetNextUse(use)) {
		LLVMValueRef user = LLVMGetUser(use);
		uint32_t b;

		if (!LLVMIsATerminatorInst(user))
			continue;
		b = id_of(melder, LLVMGetInstructionParent(user));
		if (has_passed(&passed, b))
			cvg_push(&found, b);
	}
	qsort_r(found.at, found.n, sizeof *found.at, by_place, melder);
	for (size_t k = 0; k < found.n; k++)
		if (!k || found.at[k] != found.at[k - 1])
			cvg_push(out, melder->ids->blocks[found.at[k]]);
	free(found.at);
}

/* The one block of the arm with an edge into the subgraph; edges that are
 * several are gathered first (simplification, Def. 4). */
static LLVMBasicBlockRef single_way_in(struct melder *melder, int arm)
{
	LLVMBasicBlockRef entry = melder->ids->blocks[melder->sub[arm]->entry],
			  from;
	struct cvg_blockrefs outs = {0};

	blocks_before(melder, arm, entry, &outs);
	from = outs.at[0];
	if (outs.n > 1 || cvg_edges_between(from, entry) > 1) {
		from = cvg_block_gather(entry, outs.at, outs.n, "");
		cvg_live_block_origin(melder->module, melder->function_id, from,
				      NULL, 0);
	}
	free(outs.at);
	return from;
}

/* Append the passed blocks that dominate the subgraph, in this order, and the
 * block that gathers edges. */
static void blocks_passed(const struct melder *melder, int arm,
			  struct cvg_blockrefs *out)
{
	uint32_t b = melder->sub[arm]->entry, first;
	struct cvg_u32s found = {0};

	if (melder->pair->sub[arm] == melder->first[arm])
		return;
	first = melder->candidate->chain[arm][melder->first[arm]].entry;
	do {
		b = melder->dom->idom[b];
		/* A block without a body may be gone: see meld_candidate. */
		if (melder->fn->blocks[b].ninsts > 1)
			cvg_push(&found, b);
	} while (b != first);
	while (found.n)
		cvg_push(out, melder->ids->blocks[found.at[--found.n]]);
	if (!out->n || out->at[out->n - 1] != melder->out[arm])
		cvg_push(out, melder->out[arm]);
	free(found.at);
}

static bool is_passed(const void *context, LLVMBasicBlockRef block)
{
	const struct passed *passed = context;

	return block == passed->melder->out[passed->arm] ||
	       has_passed(passed, id_of(passed->melder, block));
}

/* Let uses behind `pre` of values of the arm before have them by a phi in
 * pre. */
static void repair_values(struct melder *melder, int arm)
{
	const struct passed passed = {melder, arm};
	const struct cvg_blockset inside = {is_passed, &passed};
	struct cvg_blockrefs blocks = {0};

	blocks_passed(melder, arm, &blocks);
	for (size_t k = 0; k < blocks.n; k++) {
		LLVMValueRef i = LLVMGetFirstInstruction(blocks.at[k]);

		for (; i; i = LLVMGetNextInstruction(i)) {
			LLVMValueRef v[2];

			if (!cvg_used_outside(i, &inside))
				continue;
			v[arm] = i;
			v[!arm] = LLVMGetPoison(LLVMTypeOf(i));
			cvg_replace_uses_outside(
				i,
				cvg_melder_join_phi(melder, MELDER_PRE, v[0],
						    v[1]),
				&inside);
		}
	}
	free(blocks.at);
}

/* Lead both sides to pre. */
static void lead_in(struct melder *melder)
{
	LLVMValueRef term = LLVMGetBasicBlockTerminator(melder->branch);

	if (melder->out[0] != melder->out[1]) {
		for (int arm = 0; arm < 2; arm++)
			cvg_redirect(
				melder->out[arm],
				melder->ids->blocks[melder->sub[arm]->entry],
				melder->pre);
		return;
	}
	LLVMInstructionEraseFromParent(term);
	LLVMPositionBuilderAtEnd(melder->builder, melder->branch);
	LLVMSetCurrentDebugLocation2(melder->builder, melder->loc);
	LLVMBuildBr(melder->builder, melder->pre);
}

void cvg_melder_enter(struct melder *melder)
{
	uint32_t join;

	for (int arm = 0; arm < 2; arm++)
		melder->out[arm] = single_way_in(melder, arm);
	melder->pre = cvg_melder_block(
		melder, "pre", melder->ids->blocks[melder->sub[0]->entry],
		melder->ids->blocks[melder->sub[1]->entry]);
	LLVMPositionBuilderAtEnd(melder->builder, melder->pre);
	join = cvg_melder_join(melder, melder->pre);
	for (int arm = 0; arm < 2; arm++)
		cvg_push(&melder->joins.at[join].preds[arm], melder->out[arm]);
	lead_in(melder);
	if (melder->out[0] == melder->out[1])
		return;
	LLVMPositionBuilderAtEnd(melder->builder, melder->pre);
	repair_values(melder, 0);
	repair_values(melder, 1);
}
