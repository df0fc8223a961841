/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Plans for arms whose ways out must be gathered first: each candidate that was
 * refused for its arms is planned again on a draft of the function, in which
 * they are gathered (gather.c, draft.c). What is found there is written in
 * terms of the function as it is.
 *
 * A draft serves many candidates that have no block in common. Those that have,
 * because one stands in an arm of another, wait for the next draft; there are
 * at most DRAFTS of them, so that the time stays linear.
 *
 * Example (that of gather.c): e is refused, "the arms share a block before they
 * meet (s)". In the draft its arms are a and b, which meet at J; the compares
 * align. Added are a phi and the branch at J, but s is run once in place of
 * twice: the difference is added to the net of the pair.
 */
#include "gather.h"
#include "plan.h"

#include "reconverge/align.h"
#include "reconverge/analysis.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define DRAFTS 4
/* Blocks that may be visited while ways out are searched, for each block of the
 * function. */
#define VISITS 64

struct gathering {
	struct planner *planner; /* of the function as it is */
	struct cvg_plan *plan;
	int64_t budget;
	struct cvg_u32s waiting; /* candidates */
	/* Of the draft at hand: */
	struct cvg_u32s which; /* candidates, one for each gather */
	cvg_vec(const struct cvg_gather *) gather;
	bool *taken; /* [nblocks] the draft changes its instructions */
	bool *met;   /* [nblocks] the draft changes its phis */
	struct cvg_draft draft;
};

/* ---- which ---------------------------------------------------------------- */

/* Was the gather tried, and taken back? Of a switch, cases.c looks for that. */
static bool was_lost(const struct planner *planner, uint32_t entry)
{
	uint32_t uid = planner->fn->blocks[entry].uid;

	for (size_t i = 0; planner->lost && i + 2 < planner->lost->n; i += 3)
		if (planner->lost->at[i] == uid &&
		    planner->lost->at[i + 1] == uid)
			return true;
	return false;
}

static bool is_switch(const struct planner *planner,
		      const struct cvg_candidate *candidate)
{
	return cvg_block_terminator(planner->fn, candidate->entry)->op ==
	       CVG_OP_SWITCH;
}

static bool is_two_way(const struct planner *planner,
		       const struct cvg_candidate *candidate)
{
	return cvg_block_terminator(planner->fn, candidate->entry)->op ==
	       CVG_OP_CONDBR;
}

static bool is_refused_for_its_arms(const struct planner *planner,
				    const struct cvg_candidate *candidate)
{
	/* Of a switch, the reason is that of one pair of its arms. */
	if (is_switch(planner, candidate))
		return candidate->refusal != CVG_REFUSE_NONE &&
		       candidate->refusal != CVG_REFUSE_CHEAP &&
		       candidate->refusal != CVG_REFUSE_LOST &&
		       candidate->refusal != CVG_REFUSE_REJECTED &&
		       candidate->refusal != CVG_REFUSE_UNREACHED;
	return is_two_way(planner, candidate) &&
	       (candidate->refusal == CVG_REFUSE_SHARED ||
		candidate->refusal == CVG_REFUSE_NO_EXIT ||
		candidate->refusal == CVG_REFUSE_NO_RETURN ||
		candidate->refusal == CVG_REFUSE_REENTRY ||
		candidate->refusal == CVG_REFUSE_SIDE_ENTRY);
}

/* Can the draft hold this gather besides the others? */
static bool fits(const struct gathering *gathering,
		 const struct cvg_gather *gather)
{
	if (gathering->taken[gather->entry])
		return false;
	for (uint32_t i = 0; i < gather->nblocks; i++)
		if (gathering->taken[gather->block[i]] ||
		    gathering->met[gather->block[i]])
			return false;
	for (uint32_t k = 0; k < gather->ntargets; k++)
		if (gather->target[k] < CVG_GATHER_RETURN &&
		    gathering->taken[gather->target[k]])
			return false;
	return true;
}

static void take(struct gathering *gathering, uint32_t candidate,
		 const struct cvg_gather *gather)
{
	gathering->taken[gather->entry] = true;
	for (uint32_t i = 0; i < gather->nblocks; i++)
		gathering->taken[gather->block[i]] = true;
	for (uint32_t k = 0; k < gather->ntargets; k++)
		if (gather->target[k] < CVG_GATHER_RETURN)
			gathering->met[gather->target[k]] = true;
	cvg_push(&gathering->which, candidate);
	cvg_push(&gathering->gather, gather);
}

/* Choose the gathers of the next draft; the others wait. */
static void choose(struct gathering *gathering)
{
	const struct cvg_gather *gather;
	size_t kept = 0;

	gathering->which.n = gathering->gather.n = 0;
	memset(gathering->taken, 0, gathering->planner->fn->nblocks);
	memset(gathering->met, 0, gathering->planner->fn->nblocks);
	for (size_t i = 0; i < gathering->waiting.n; i++) {
		uint32_t c = gathering->waiting.at[i];

		gather = gathering->plan->at[c].gather;
		if (fits(gathering, gather))
			take(gathering, c, gather);
		else
			gathering->waiting.at[kept++] = c;
	}
	gathering->waiting.n = kept;
}

/* ---- from the draft to the function ---------------------------------------- */

static uint32_t *keep_blocks(const struct gathering *gathering,
			     const uint32_t *block, uint32_t *n)
{
	uint32_t *at = cvg_arena_array(&gathering->plan->arena, uint32_t, *n);
	uint32_t kept = 0;

	for (uint32_t i = 0; i < *n; i++)
		if (block[i] < gathering->planner->fn->nblocks)
			at[kept++] = block[i];
	*n = kept;
	return at;
}

static uint32_t old_inst(const struct gathering *gathering, uint32_t inst)
{
	return inst == CVG_NONE ? CVG_NONE : gathering->draft.old[inst];
}

/* Columns of which nothing is in the function go. */
static void translate_columns(const struct gathering *gathering,
			      struct cvg_blockpair *bp)
{
	uint32_t kept = 0;

	for (uint32_t i = 0; i < bp->ncolumns; i++) {
		struct cvg_align_pair column = bp->column[i];

		column.a = old_inst(gathering, column.a);
		column.b = old_inst(gathering, column.b);
		if (column.a == CVG_NONE && column.b == CVG_NONE)
			continue;
		bp->guarded[kept] = bp->guarded[i];
		bp->column[kept++] = column;
	}
	bp->ncolumns = kept;
}

static void translate_subgraph(const struct gathering *gathering,
			       const struct cvg_candidate *candidate,
			       struct cvg_subgraph *subgraph)
{
	uint32_t n = gathering->planner->fn->nblocks;

	subgraph->block =
		keep_blocks(gathering, subgraph->block, &subgraph->nblocks);
	subgraph->culprit = old_inst(gathering, subgraph->culprit);
	if (subgraph->next >= n)
		subgraph->next = candidate->exit;
	if (subgraph->joint >= n)
		subgraph->joint = CVG_NONE;
}

static void translate(const struct gathering *gathering,
		      struct cvg_candidate *candidate)
{
	candidate->hollow =
		keep_blocks(gathering, candidate->hollow, &candidate->nhollow);
	for (int arm = 0; arm < 2; arm++) {
		candidate->arm[arm] = keep_blocks(
			gathering, candidate->arm[arm], &candidate->narm[arm]);
		for (uint32_t i = 0; i < candidate->nchain[arm]; i++)
			translate_subgraph(gathering, candidate,
					   &candidate->chain[arm][i]);
	}
	for (uint32_t i = 0; i < candidate->npairs; i++)
		for (uint32_t k = 0; k < candidate->pair[i].nbp; k++)
			translate_columns(gathering, &candidate->pair[i].bp[k]);
	candidate->culprit = old_inst(gathering, candidate->culprit);
	if (candidate->culprit_block != CVG_NONE &&
	    candidate->culprit_block >= gathering->planner->fn->nblocks)
		candidate->culprit_block = candidate->entry;
}

/* Fill in what is as before in what the draft's candidate found. */
static void translate_found(const struct gathering *gathering,
			    const struct cvg_candidate *candidate,
			    struct cvg_candidate *found)
{
	found->entry = candidate->entry;
	found->place = candidate->place;
	found->exit = candidate->exit;
	found->condition = candidate->condition;
	found->region = candidate->region;
	found->warps = candidate->warps;
	found->times = candidate->times;
	translate(gathering, found);
}

/* The parts of a switch; the first one is what the switch itself shows. */
static void translate_parts(const struct gathering *gathering,
			    const struct cvg_candidate *candidate,
			    struct cvg_candidate *found)
{
	struct cvg_candidate *part = cvg_arena_array(
		&gathering->plan->arena, struct cvg_candidate, found->nparts);
	struct cvg_candidate first;

	for (uint32_t p = 0; p < found->nparts; p++) {
		part[p] = found->part[p];
		translate_found(gathering, candidate, &part[p]);
	}
	first = part[0];
	first.refusal = found->refusal;
	first.net = found->net;
	first.part = part;
	first.nparts = found->nparts;
	*found = first;
}

/* Take over what the draft's candidate found; `price`: of the gathering. */
static void adopt(const struct gathering *gathering,
		  struct cvg_candidate *candidate, struct cvg_candidate *found,
		  int64_t price)
{
	found->gather = candidate->gather;
	if (found->nparts)
		translate_parts(gathering, candidate, found);
	else
		translate_found(gathering, candidate, found);
	found->gather = candidate->gather;
	*candidate = *found;
	if (candidate->npairs) {
		candidate->pair[0].branches += price;
		candidate->pair[0].net -= price;
		candidate->net -= price;
	}
	if (candidate->refusal == CVG_REFUSE_NONE && candidate->net <= 0) {
		candidate->refusal = CVG_REFUSE_PROFIT;
		candidate->npairs = candidate->nparts = 0;
	}
}

/* ---- on the draft ----------------------------------------------------------- */

/* No pair of the switch's arms is melded: the nearest refusal tells most. */
static void adopt_refusal(const struct gathering *gathering,
			  struct cvg_candidate *candidate,
			  const struct cvg_candidate *found)
{
	uint32_t n = gathering->planner->fn->nblocks;

	if (found->refusal == CVG_REFUSE_CHEAP ||
	    cvg_refusal_nearness(found->refusal) <=
		    cvg_refusal_nearness(candidate->refusal))
		return;
	candidate->refusal = found->refusal;
	candidate->culprit = old_inst(gathering, found->culprit);
	candidate->culprit_block =
		found->culprit_block < n ? found->culprit_block : CVG_NONE;
}

static void plan_one(const struct gathering *gathering, struct planner *planner,
		     uint32_t g)
{
	struct cvg_candidate *candidate =
		&gathering->plan->at[gathering->which.at[g]];
	const struct cvg_gather *gather = candidate->gather;
	int64_t budget = INT64_MAX / 2, price = gathering->draft.price[g];
	struct cvg_candidate found;

	cvg_planner_candidate(planner, candidate->entry, &found);
	if (found.nparts)
		candidate->both = found.both * found.reach;
	price -= cvg_gather_saves(gathering->planner, candidate, gather,
				  &budget);
	if (found.nchain[0] && found.nchain[1])
		adopt(gathering, candidate, &found, price);
	else if (is_switch(gathering->planner, candidate))
		adopt_refusal(gathering, candidate, &found);
}

static void plan_draft(struct gathering *gathering)
{
	const struct planner *outer = gathering->planner;
	struct cvg_u32s joined = {0};
	struct cvg_ana *ana;
	struct planner planner;

	cvg_draft_make(outer->fn, gathering->gather.at,
		       (uint32_t)gathering->gather.n, &gathering->draft);
#ifdef CVG_DEBUG
	assert(cvg_fn_check(gathering->draft.fn, &(struct cvg_err){0}));
#endif
	ana = cvg_ana_again(outer->ana, gathering->draft.fn);
	cvg_planner_init(&planner, gathering->plan, ana, outer->settings);
	planner.lost = outer->lost;
	for (size_t g = 0; g < gathering->gather.n; g++)
		if (gathering->gather.at[g]->joins)
			cvg_push(
				&joined,
				outer->fn
					->blocks[gathering->gather.at[g]->entry]
					.uid);
	planner.joined = &joined;
	planner.drafted = true;
	for (uint32_t g = 0; g < gathering->gather.n; g++)
		plan_one(gathering, &planner, g);
	cvg_planner_done(&planner);
	free(joined.at);
	cvg_ana_free(ana);
	cvg_draft_done(&gathering->draft);
}

/* ---- all ------------------------------------------------------------------- */

/* But for paths that trap, is one arm empty? Then say so. */
static void look_for_else(const struct gathering *gathering,
			  struct cvg_candidate *candidate)
{
	const struct planner *planner = gathering->planner;
	uint32_t join = cvg_ana_joins(planner->ana)[candidate->entry];

	if (candidate->exit != CVG_NONE || join == CVG_NONE ||
	    !is_two_way(planner, candidate))
		return;
	cvg_foreach_succ (planner->fn, candidate->entry, succ)
		if (*succ == join) {
			candidate->refusal = CVG_REFUSE_NO_ELSE;
			candidate->culprit = CVG_NONE;
			candidate->culprit_block = join;
		}
}

static void find_gathers(struct gathering *gathering)
{
	for (uint32_t i = 0; i < gathering->plan->n; i++) {
		struct cvg_candidate *candidate = &gathering->plan->at[i];
		struct cvg_gather found, *made;

		if (!is_refused_for_its_arms(gathering->planner, candidate) ||
		    (is_two_way(gathering->planner, candidate) &&
		     was_lost(gathering->planner, candidate->entry)) ||
		    !cvg_gather_find(gathering->planner, candidate,
				     &gathering->budget, &found))
			continue;
		if (is_two_way(gathering->planner, candidate) &&
		    (!found.arm[1] || found.arm[1] == found.nblocks)) {
			candidate->refusal = CVG_REFUSE_NONE_OWN;
			continue;
		}
		made = cvg_arena_array(&gathering->plan->arena,
				       struct cvg_gather, 1);
		*made = found;
		candidate->gather = made;
		cvg_push(&gathering->waiting, i);
	}
}

void cvg_plan_gathered(struct cvg_plan *plan, struct planner *planner)
{
	uint32_t n = planner->fn->nblocks;
	struct gathering gathering = {.planner = planner,
				      .plan = plan,
				      .budget = (int64_t)n * VISITS + 1024,
				      .taken = cvg_calloc(n, sizeof(bool)),
				      .met = cvg_calloc(n, sizeof(bool))};

	find_gathers(&gathering);
	for (int k = 0; k < DRAFTS && gathering.waiting.n; k++) {
		choose(&gathering);
		plan_draft(&gathering);
	}
	for (uint32_t i = 0; i < plan->n; i++) {
		if (plan->at[i].refusal == CVG_REFUSE_NONE ||
		    plan->at[i].refusal == CVG_REFUSE_UNREACHED)
			continue;
		plan->at[i].gather = NULL;
		look_for_else(&gathering, &plan->at[i]);
	}
	free(gathering.waiting.at);
	free(gathering.which.at);
	free(gathering.gather.at);
	free(gathering.taken);
	free(gathering.met);
}
