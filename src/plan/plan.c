/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The plan: every divergent branch of a function with the pairs of subgraphs
 * worth melding there, or the reason why there are none.
 *
 * Example, that of arms.c: the true arm is {a, b} -> {d}, the false one {p, q}.
 * Each is matched with each: MP_S is 0.50 for {a, b} with {p, q}, and 0.49 for
 * {d} with {p, q}, where d would be placed at q. Pairs may not cross, so one is
 * chosen, the first. It is priced with its seams (net 368); a pair that gained
 * nothing would be dropped, and the seams of the others priced again.
 */
#include "gather.h"
#include "plan.h"

#include "reconverge/profile.h"
#include "reconverge/rejects.h"

#include <math.h>
#include <stdlib.h>

const struct cvg_mix *cvg_planner_mix(struct planner *planner, uint32_t block)
{
	struct cvg_mix *mix = &planner->mix[block];

	if (mix->latency == UINT64_MAX)
		cvg_mix_of(planner->fn, block, planner->arena, mix);
	return mix;
}

/* ---- one candidate --------------------------------------------------- */

/*
 * The share of warps in which both arms have threads: as measured; else, if
 * threads choose independently with the frequencies of !prof; else 1. A branch
 * that was never run is not melded, so its share does not count.
 */
static double share_of_both(const struct cvg_fn *fn,
			    const struct cvg_profile_block *measured,
			    uint32_t entry)
{
	const uint32_t *weight = fn->succ_weight + fn->blocks[entry].succs_at;
	double sum = (double)weight[0] + weight[1], chance;

	if (measured && measured->warps)
		return (double)measured->split / (double)measured->warps;
	if (sum == 0)
		return 1;
	chance = weight[0] / sum;
	return 1 - pow(chance, fn->warp) - pow(1 - chance, fn->warp);
}

/* Plan the branch or the switch. */
static void plan_branch(struct planner *planner,
			const struct cvg_profile_block *measured,
			struct cvg_candidate *candidate)
{
	const struct cvg_block *b = &planner->fn->blocks[candidate->entry];
	enum cvg_op op =
		cvg_block_terminator(planner->fn, candidate->entry)->op;

	if (op == CVG_OP_SWITCH && (!planner->joined || planner->drafted)) {
		cvg_plan_switch(planner, candidate);
		return;
	}
	if (op != CVG_OP_CONDBR) {
		candidate->refusal = op == CVG_OP_SWITCH ? CVG_REFUSE_SWITCH
							 : CVG_REFUSE_EXOTIC;
		return;
	}
	for (uint32_t arm = 0; arm < 2; arm++)
		candidate->start[arm] = planner->fn->succs[b->succs_at + arm];
	candidate->both =
		share_of_both(planner->fn, measured, candidate->entry);
	cvg_planner_pair(planner, candidate);
}

/* Find how often warps come to each block: as measured; of a block that is new since,
 * as guessed from the nearest dominator that was measured. Dominators come first in
 * the order. */
static void find_times(struct planner *planner)
{
	const struct cvg_profile *profile = planner->settings->profile;
	const struct cvg_order *order = cvg_ana_order(planner->ana);
	const struct cvg_dom *dom = cvg_ana_dom(planner->ana);
	const double *guess = planner->guess.runs;
	double *times = cvg_calloc(planner->fn->nblocks, sizeof *times);
	uint32_t *near; /* [nblocks] the nearest one that was measured */

	near = cvg_calloc(planner->fn->nblocks, sizeof *near);
	for (uint32_t i = 0; i < order->n; i++) {
		uint32_t b = order->block[i], up = dom->idom[b];
		const struct cvg_profile_block *at =
			cvg_profile_at(profile, planner->fn, b);

		near[b] = at && guess[b] > 0 ? b
			  : up != CVG_NONE   ? near[up]
					     : CVG_NONE;
		times[b] = guess[b];
		if (at)
			times[b] = (double)at->warps;
		else if (near[b] != CVG_NONE)
			times[b] = times[near[b]] * guess[b] / guess[near[b]];
	}
	free(near);
	planner->times = times;
}

void cvg_planner_candidate(struct planner *planner, uint32_t entry,
			   struct cvg_candidate *candidate)
{
	const struct cvg_inst *term = cvg_block_terminator(planner->fn, entry);
	const struct cvg_profile_block *measured =
		cvg_profile_at(planner->settings->profile, planner->fn, entry);

	*candidate =
		(struct cvg_candidate){.entry = entry,
				       .start = {CVG_NONE, CVG_NONE},
				       .place = planner->order->place[entry],
				       .exit = planner->postdom->idom[entry],
				       .region = CVG_NONE,
				       .culprit = CVG_NONE,
				       .culprit_block = CVG_NONE,
				       .measured = measured != NULL};
	candidate->condition =
		term->nops ? planner->fn->ops[term->ops_at] : CVG_NONE;
	candidate->warps = measured ? measured->warps : 0;
	candidate->times = planner->times[entry];
	plan_branch(planner, measured, candidate);
	if (candidate->refusal != CVG_REFUSE_NONE)
		return;
	if (cvg_is_rejected(planner->settings->rejects, CVG_REJECT_MELD,
			    planner->fn, entry))
		candidate->refusal = CVG_REFUSE_REJECTED;
	else if (measured && !measured->warps)
		candidate->refusal = CVG_REFUSE_UNREACHED;
}

/* ---- the whole function ---------------------------------------------- */

/* All that a candidate brings, over the run that was measured, or guessed. */
static double worth(const struct cvg_candidate *candidate)
{
	return (double)candidate->net * candidate->times;
}

static int by_net(const void *a, const void *b, void *context)
{
	const struct cvg_candidate *candidates = context;
	uint32_t i = *(const uint32_t *)a, j = *(const uint32_t *)b;
	bool i_melds = candidates[i].refusal == CVG_REFUSE_NONE;
	bool j_melds = candidates[j].refusal == CVG_REFUSE_NONE;

	if (i_melds != j_melds)
		return i_melds ? -1 : 1;
	if (i_melds && worth(&candidates[i]) != worth(&candidates[j]))
		return worth(&candidates[i]) > worth(&candidates[j]) ? -1 : 1;
	return (i > j) - (i < j);
}

void cvg_planner_init(struct planner *planner, struct cvg_plan *plan,
		      struct cvg_ana *ana, const struct cvg_settings *settings)
{
	const struct cvg_fn *fn = cvg_ana_fn(ana);

	*planner = (struct planner){.ana = ana,
				    .fn = fn,
				    .settings = settings,
				    .visits = (int64_t)fn->nblocks * 64 + 1024,
				    .arena = &plan->arena};
	cvg_guess_init(&planner->guess, ana);
	find_times(planner);
	planner->order = cvg_ana_order(ana);
	planner->postdom = cvg_ana_postdom(ana);
	planner->mix = cvg_calloc(fn->nblocks, sizeof *planner->mix);
	planner->mark = cvg_calloc(fn->nblocks, sizeof *planner->mark);
	cvg_spans_init(&planner->spans, ana);
	planner->twin = cvg_calloc(fn->nblocks, sizeof *planner->twin);
	planner->forced = cvg_calloc(fn->nblocks, sizeof *planner->forced);
	planner->flip = cvg_calloc(fn->nblocks, sizeof *planner->flip);
	planner->signature =
		cvg_calloc(fn->nblocks, sizeof *planner->signature);
	planner->signed_for =
		cvg_calloc(fn->nblocks, sizeof *planner->signed_for);
	planner->partner = cvg_calloc(fn->ninsts, sizeof *planner->partner);
	planner->apart = cvg_calloc(fn->ninsts, sizeof *planner->apart);
	planner->unasked = (struct cvg_unasked){
		.fn = fn, .dom = cvg_ana_dom(planner->ana)};
	planner->run = cvg_calloc(fn->ninsts, sizeof *planner->run);
	for (uint32_t b = 0; b < fn->nblocks; b++) {
		planner->mix[b].latency = UINT64_MAX;
		planner->nreturns +=
			cvg_block_terminator(fn, b)->op == CVG_OP_RET;
	}
}

void cvg_planner_done(struct planner *planner)
{
	cvg_guess_done(&planner->guess);
	free(planner->times);
	free(planner->mix);
	free(planner->mark);
	cvg_spans_done(&planner->spans);
	free(planner->twin);
	free(planner->forced);
	free(planner->flip);
	free(planner->signature);
	free(planner->signed_for);
	free(planner->partner);
	free(planner->apart);
	free(planner->run);
}

/* Note which of the refused branches all threads can do without. */
static void find_cheap(struct cvg_plan *plan, struct cvg_ana *ana,
		       const struct cvg_settings *settings)
{
	struct cvg_ifplan *ifs = cvg_plan_ifconvert(ana, settings, true);
	bool *cheap = cvg_calloc(plan->fn->nblocks, sizeof *cheap);

	for (uint32_t r = 0; r < ifs->n; r++)
		cheap[ifs->row[r].block] = true;
	for (uint32_t i = 0; i < plan->n; i++)
		plan->at[i].cheap = cheap[plan->at[i].entry] &&
				    plan->at[i].refusal != CVG_REFUSE_NONE;
	free(cheap);
	cvg_ifplan_free(ifs);
}

const char *cvg_candidate_step(const struct cvg_candidate *candidate)
{
	return candidate->cheap ? cvg_refusal_step(CVG_REFUSE_CHEAP)
				: cvg_refusal_step(candidate->refusal);
}

static struct cvg_plan *make_plan(struct cvg_ana *ana,
				  const struct cvg_settings *settings,
				  const struct cvg_u32s *lost,
				  const struct cvg_u32s *joined)
{
	const struct cvg_uniform *uniform = cvg_ana_uniform(ana);
	struct cvg_plan *plan = cvg_calloc(1, sizeof *plan);
	struct planner planner;

	plan->fn = cvg_ana_fn(ana);
	cvg_planner_init(&planner, plan, ana, settings);
	planner.lost = lost;
	planner.joined = joined;
	plan->at = cvg_arena_array(&plan->arena, struct cvg_candidate,
				   uniform->nbranches);
	for (uint32_t b = 0; b < plan->fn->nblocks; b++)
		if (cvg_bits_has(&uniform->divergent_term, b) &&
		    planner.order->place[b] != CVG_NONE)
			cvg_planner_candidate(&planner, b,
					      &plan->at[plan->n++]);
	if (!joined) {
		cvg_plan_gathered(plan, &planner);
		find_cheap(plan, ana, settings);
	}
	plan->by_profit = cvg_arena_array(&plan->arena, uint32_t, plan->n);
	for (uint32_t i = 0; i < plan->n; i++)
		plan->by_profit[i] = i;
	qsort_r(plan->by_profit, plan->n, sizeof *plan->by_profit, by_net,
		plan->at);
	cvg_planner_done(&planner);
	return plan;
}

struct cvg_plan *cvg_plan_meld(struct cvg_ana *ana,
			       const struct cvg_settings *settings)
{
	return make_plan(ana, settings, NULL, NULL);
}

struct cvg_plan *cvg_plan_meld_except(struct cvg_ana *ana,
				      const struct cvg_settings *settings,
				      const struct cvg_u32s *lost)
{
	return make_plan(ana, settings, lost, NULL);
}

struct cvg_plan *cvg_plan_meld_gathered(struct cvg_ana *ana,
					const struct cvg_settings *settings,
					const struct cvg_u32s *lost,
					const struct cvg_u32s *joined)
{
	return make_plan(ana, settings, lost, joined);
}

void cvg_plan_free(struct cvg_plan *take_plan)
{
	if (!take_plan)
		return;
	cvg_arena_done(&take_plan->arena);
	free(take_plan);
}

static int by_entry(const void *key, const void *member)
{
	uint32_t entry = *(const uint32_t *)key;
	const struct cvg_candidate *candidate = member;

	return (entry > candidate->entry) - (entry < candidate->entry);
}

const struct cvg_candidate *cvg_plan_at(const struct cvg_plan *plan,
					uint32_t entry)
{
	return plan->n ? bsearch(&entry, plan->at, plan->n, sizeof *plan->at,
				 by_entry)
		       : NULL;
}
