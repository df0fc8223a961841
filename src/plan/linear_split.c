/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Blocks that load and use what they loaded, for branch interleaving (Anantpur,
 * Govindarajan, CC 2014, section 5.1, at its end): such a block is split where it
 * first uses the load, so that a unit of another arm can stand between. The parts of a
 * block are split likewise, into MOST_PARTS parts at most. No block of a loop inside
 * an arm is split, as loops stay whole.
 *
 * What that would bring is planned on a draft of the function; the code is split by
 * transforms/linearize_split.c, and the plan is then made again. A plan on the draft
 * is given back with the blocks that the function has, so that a block stands for
 * all of its parts. Splits whose parts come one after the other in the plan are taken
 * back, and the plan is made without them.
 *
 * More splits and larger regions let more arms take turns, and need more guards.
 * Each reach is planned, and the best of the plans is taken.
 *
 * Example: the parts of B2 and B5 come in the order B2, B5, B2', B5'.
 *
 *	B2: x = load p		B2:  x = load p	     B5:  w = load q
 *	    y = x + 1		B2': y = x + 1	     B5': z = w * 3
 *	B5: w = load q
 *	    z = w * 3
 */
#include "draft.h"
#include "linear.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum {
	MOST_PARTS = 8, /* of a block */
	MOST_DRAFTS =
		8, /* until splits that bring nothing are left as they are */
};

/* ---- where -------------------------------------------------------------- */

/* Does the instruction use a load of its block, from the instruction `first` on? */
static bool waits(const struct cvg_fn *fn, uint32_t inst, uint32_t first)
{
	const struct cvg_inst *it = &fn->insts[inst];

	for (uint32_t k = it->ops_at; k < it->ops_at + it->nops; k++) {
		uint32_t from = cvg_value_inst(fn, fn->ops[k]);

		if (from != CVG_NONE && from >= first && from < inst &&
		    fn->insts[from].op == CVG_OP_LOAD)
			return true;
	}
	return false;
}

static void split_block(const struct cvg_fn *fn, uint32_t b,
			struct cvg_u32s *out)
{
	const struct cvg_block *block = &fn->blocks[b];
	uint32_t first = block->inst_at, end = first + block->ninsts, parts = 1;

	for (uint32_t i = first + block->nphis; i < end; i++)
		if (parts < MOST_PARTS && waits(fn, i, first)) {
			cvg_push(out, i);
			first = i;
			parts++;
		}
}

static int by_number(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return (x > y) - (x < y);
}

/* Fill in the instructions, ascending, in front of which blocks are split. */
static void find_splits(struct cvg_ana *ana, enum cvg_reach reach,
			struct cvg_u32s *out)
{
	struct linflow flow;
	uint32_t *arms_of;

	cvg_linflow_init(&flow, ana);
	arms_of = cvg_linear_arms(&flow, ana);
	for (uint32_t b = 0; b < flow.fn->nblocks; b++)
		if (cvg_linear_in_arm(&flow, arms_of, b) &&
		    (reach != CVG_REACH_HEADS ||
		     flow.dom->idom[b] == arms_of[b]))
			split_block(flow.fn, b, out);
	if (out->n)
		qsort(out->at, out->n, sizeof *out->at, by_number);
	free(arms_of);
	cvg_linflow_done(&flow);
}

/* ---- the draft ------------------------------------------------------------ */

struct splitter {
	const struct cvg_fn *fn;
	const struct cvg_u32s *splits;
	struct drafter drafter;
	struct cvg_draft draft;
	uint32_t *last; /* [nblocks] the last part of the block */
	uint32_t *of;	/* [blocks of the draft] the block that it is part of */
};

static void copy_inst(struct splitter *splitter, uint32_t inst)
{
	const struct cvg_fn *fn = splitter->fn;
	const struct cvg_inst *old = &fn->insts[inst];

	cvg_draft_inst_head(&splitter->drafter, inst);
	for (uint32_t k = old->ops_at; k < old->ops_at + old->nops; k++) {
		uint32_t from = fn->incoming[k];

		cvg_draft_op(&splitter->drafter, fn->ops[k],
			     from == CVG_NONE ? from : splitter->last[from]);
	}
}

/* Append a part of the block, from an instruction to before the place of a split, or
 * to the block's end. */
static void add_part(struct splitter *splitter, uint32_t b, uint32_t first,
		     size_t split)
{
	const struct cvg_fn *fn = splitter->fn;
	struct cvg_block block = fn->blocks[b];
	uint32_t end = block.inst_at + block.ninsts;
	bool goes_on = split < splitter->splits->n &&
		       splitter->splits->at[split] < end;

	if (first != block.inst_at) {
		block.uid = splitter->drafter.uid++;
		block.name = "";
	}
	cvg_draft_begin(&splitter->drafter, block);
	for (uint32_t i = first;
	     i < (goes_on ? splitter->splits->at[split] : end); i++)
		copy_inst(splitter, i);
	if (goes_on) {
		cvg_draft_inst(&splitter->drafter, CVG_OP_BR,
			       splitter->drafter.nothing, CVG_NONE);
		cvg_draft_succ(&splitter->drafter,
			       fn->nblocks + (uint32_t)split, CVG_NONE, 0);
	}
	for (uint32_t k = block.succs_at;
	     !goes_on && k < block.succs_at + block.nsuccs; k++)
		cvg_draft_succ(&splitter->drafter, fn->succs[k],
			       fn->succ_case[k], fn->succ_weight[k]);
	cvg_draft_end(&splitter->drafter);
}

/* The part that begins at a split is a block of that number behind the others. */
static void make_draft(struct splitter *splitter)
{
	const struct cvg_fn *fn = splitter->fn;
	const struct cvg_u32s *splits = splitter->splits;
	uint32_t branch = fn->insts[splits->at[0]].block;
	size_t next = 0;

	/* What leads to an arm is a branch. */
	cvg_foreach_pred (fn, branch, pred)
		branch = *pred;
	cvg_drafter_init(&splitter->drafter, fn, &splitter->draft, branch);
	splitter->last = cvg_alloc(fn->nblocks * sizeof *splitter->last);
	splitter->of =
		cvg_alloc((fn->nblocks + splits->n) * sizeof *splitter->of);
	for (uint32_t b = 0; b < fn->nblocks; b++)
		splitter->last[b] = splitter->of[b] = b;
	for (size_t k = 0; k < splits->n; k++) {
		uint32_t b = fn->insts[splits->at[k]].block;

		splitter->last[b] = fn->nblocks + (uint32_t)k;
		splitter->of[fn->nblocks + k] = b;
	}
	for (uint32_t b = 0; b < fn->nblocks; b++) {
		while (next < splits->n &&
		       fn->insts[splits->at[next]].block < b)
			next++;
		add_part(splitter, b, fn->blocks[b].inst_at, next);
	}
	for (size_t k = 0; k < splits->n; k++)
		add_part(splitter, fn->insts[splits->at[k]].block,
			 splits->at[k], k + 1);
	cvg_drafter_finish(&splitter->drafter);
	cvg_drafter_done(&splitter->drafter);
#ifdef CVG_DEBUG
	assert(cvg_fn_check(splitter->draft.fn, &(struct cvg_err){0}));
#endif
}

/* ---- the plan ------------------------------------------------------------- */

static void name_block(const struct splitter *splitter, uint32_t *block)
{
	if (*block != CVG_NONE)
		*block = splitter->of[*block];
}

/* Keep each block once; a part stands behind the first part of its block. */
static void name_blocks(const struct splitter *splitter, uint32_t *block,
			uint32_t *n)
{
	uint32_t kept = 0;

	for (uint32_t i = 0; i < *n; i++)
		if (block[i] < splitter->fn->nblocks)
			block[kept++] = block[i];
	*n = kept;
}

static void name_region(const struct splitter *splitter,
			struct cvg_linregion *region)
{
	const uint32_t *old = splitter->draft.old;

	for (uint32_t i = 0; i < region->nblocks; i++)
		region->nsplits += region->block[i] >= splitter->fn->nblocks;
	name_blocks(splitter, region->block, &region->nblocks);
	name_blocks(splitter, region->dead, &region->ndead);
	name_block(splitter, &region->head);
	name_block(splitter, &region->exit);
	name_block(splitter, &region->worst_block);
	name_block(splitter, &region->culprit_block);
	if (region->culprit != CVG_NONE)
		region->culprit = old[region->culprit];
	for (uint32_t k = 0; k < region->nedges; k++)
		name_block(splitter, &region->edge[k].block);
	for (uint32_t u = 0; u < region->nunits; u++) {
		name_block(splitter, &region->unit[u].entry);
		for (uint32_t i = 0; i < region->unit[u].nblocks; i++)
			name_block(splitter, &region->unit[u].block[i]);
	}
}

/* Of the splits, keep those whose parts have something between them in the plan on the
 * draft. Returns whether all were kept. */
static bool keep_useful(const struct splitter *splitter,
			const struct cvg_linplan *plan, struct cvg_u32s *splits)
{
	size_t n = splits->n;

	splits->n = 0;
	for (uint32_t k = 0; k < n; k++) {
		uint32_t part = splitter->fn->nblocks + k;
		uint32_t block = splitter->of[part];
		uint32_t before =
			k && splitter->of[part - 1] == block ? part - 1 : block;

		if (plan->region_of[part] != CVG_NONE &&
		    plan->unit_of[part] != plan->unit_of[before] + 1)
			splits->at[splits->n++] = splits->at[k];
	}
	return splits->n == n;
}

/* Give the plan back in terms of the function. */
static void name_plan(const struct splitter *splitter, struct cvg_linplan *plan)
{
	const struct cvg_u32s *splits = splitter->splits;

	plan->fn = splitter->fn;
	for (uint32_t r = 0; r < plan->n; r++)
		name_region(splitter, &plan->at[r]);
	plan->split = cvg_arena_array(&plan->arena, uint32_t, splits->n);
	memcpy(plan->split, splits->at, splits->n * sizeof *splits->at);
	plan->nsplits = (uint32_t)splits->n;
}

/* Plan a draft with those splits. Returns NULL if it showed that not all of them are of
 * use, and leaves those that are. */
static struct cvg_linplan *plan_draft(struct cvg_ana *ana,
				      const struct cvg_settings *settings,
				      enum cvg_reach reach,
				      struct cvg_u32s *splits, bool last)
{
	struct splitter splitter = {.fn = cvg_ana_fn(ana), .splits = splits};
	struct cvg_linplan *plan;
	struct cvg_ana *again;

	make_draft(&splitter);
	again = cvg_ana_again(ana, splitter.draft.fn);
	plan = cvg_plan_linear_split(again, settings, reach);
	if (last || keep_useful(&splitter, plan, splits)) {
		name_plan(&splitter, plan);
	} else {
		cvg_linplan_free(plan);
		plan = NULL;
	}
	cvg_ana_free(again);
	cvg_draft_done(&splitter.draft);
	free(splitter.last);
	free(splitter.of);
	return plan;
}

static struct cvg_linplan *plan_reach(struct cvg_ana *ana,
				      const struct cvg_settings *settings,
				      enum cvg_reach reach)
{
	struct cvg_u32s splits = {0};
	struct cvg_linplan *plan = NULL;

	find_splits(ana, reach, &splits);
	for (int k = 1; splits.n && !plan; k++)
		plan = plan_draft(ana, settings, reach, &splits,
				  k == MOST_DRAFTS);
	free(splits.at);
	return plan ? plan : cvg_plan_linear_split(ana, settings, reach);
}

/* Cycles of stalls that are covered in all, less what that costs. */
static double worth(const struct cvg_linplan *plan)
{
	double sum = 0;

	for (uint32_t r = 0; r < plan->n; r++) {
		const struct cvg_linregion *region = &plan->at[r];

		if (region->refusal == CVG_REFUSE_NONE)
			sum += region->times *
			       (double)(region->saved + region->covered -
					region->price);
	}
	return sum;
}

struct cvg_linplan *cvg_linear_split_plan(struct cvg_ana *ana,
					  const struct cvg_settings *settings)
{
	struct cvg_linplan *best = plan_reach(ana, settings, CVG_REACH_HEADS);

	for (int k = CVG_REACH_BLOCKS; k < CVG_NREACHES; k++) {
		struct cvg_linplan *plan =
			plan_reach(ana, settings, (enum cvg_reach)k);
		bool better = worth(plan) > worth(best);

		cvg_linplan_free(better ? best : plan);
		if (better)
			best = plan;
	}
	return best;
}
