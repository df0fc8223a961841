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

#include "reconverge/align.h"
#include "reconverge/profile.h"
#include "reconverge/rejects.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* MP_S as an integer score for the alignment of subgraphs. */
#define MP_SCALE 1000000

const struct cvg_mix *cvg_planner_mix(struct planner *planner, uint32_t block)
{
	struct cvg_mix *mix = &planner->mix[block];

	if (mix->latency == UINT64_MAX)
		cvg_mix_of(planner->fn, block, planner->arena, mix);
	return mix;
}

/* ---- choosing pairs -------------------------------------------------- */

struct choice {
	const struct cvg_candidate *candidate;
	struct cvg_u32s picked; /* pairs of indices into the chains, true arm
				   first; in program order */
};

static void cell_scores(void *context, uint32_t t,
			const struct cvg_align_row *row)
{
	const struct choice *choice = context;
	const struct cvg_paircell *cell =
		choice->candidate->cell +
		(size_t)t * choice->candidate->nchain[1];

	for (uint32_t f = row->from; f < row->to; f++)
		if (cell[f].state != CVG_PAIR_IMPOSSIBLE)
			row->score[(f - row->from) * row->stride] =
				(int32_t)(cell[f].mp_s * MP_SCALE);
}

/* DARM, Definition 7: the order-preserving pairing with the best sum. */
static void pick_by_alignment(struct choice *choice)
{
	struct cvg_align_problem problem = {
		.n = choice->candidate->nchain[0],
		.m = choice->candidate->nchain[1],
		.score = cell_scores,
		.largest = MP_SCALE,
		.ctx = choice,
	};
	struct cvg_alignment alignment;

	cvg_align(&problem, CVG_ALIGN_SW, &alignment);
	for (uint32_t i = 0; i < alignment.n; i++)
		if (alignment.pair[i].a != CVG_NONE &&
		    alignment.pair[i].b != CVG_NONE) {
			cvg_push(&choice->picked, alignment.pair[i].a);
			cvg_push(&choice->picked, alignment.pair[i].b);
		}
	cvg_alignment_done(&alignment);
}

/*
 * CFM: the one best pair; of equals the one that dominates most of what
 * remains, that is, the earliest.
 */
static void pick_greedily(struct choice *choice)
{
	double best = -1;
	uint32_t best_t = 0, best_f = 0;

	for (uint32_t t = 0; t < choice->candidate->nchain[0]; t++)
		for (uint32_t f = 0; f < choice->candidate->nchain[1]; f++) {
			const struct cvg_paircell *cell =
				&choice->candidate->cell
					 [t * choice->candidate->nchain[1] + f];

			if (cell->state == CVG_PAIR_IMPOSSIBLE ||
			    cell->mp_s < best ||
			    (cell->mp_s == best && t + f >= best_t + best_f))
				continue;
			best = cell->mp_s;
			best_t = t;
			best_f = f;
		}
	if (best < 0)
		return;
	cvg_push(&choice->picked, best_t);
	cvg_push(&choice->picked, best_f);
}

/* ---- one candidate --------------------------------------------------- */

/* Match every subgraph of the true arm with every one of the false arm. */
static void fill_cells(struct planner *planner, struct cvg_candidate *candidate)
{
	double threshold = cvg_set_real(planner->settings, CVG_SET_THRESHOLD);
	uint32_t n = candidate->nchain[0] * candidate->nchain[1];

	candidate->cell =
		cvg_arena_array(planner->arena, struct cvg_paircell, n);
	for (uint32_t i = 0; i < n; i++) {
		struct cvg_paircell *cell = &candidate->cell[i];
		struct cvg_meldpair pair;

		cell->refusal = cvg_match_pair(planner, candidate,
					       i / candidate->nchain[1],
					       i % candidate->nchain[1], &pair);
		if (cell->refusal == CVG_REFUSE_NONE) {
			cell->mp_s = pair.mp_s;
			cell->state = CVG_PAIR_POSSIBLE;
			if (pair.mp_s < threshold)
				cell->refusal = CVG_REFUSE_THRESHOLD;
		}
		if (cell->refusal != CVG_REFUSE_NONE)
			cell->state = CVG_PAIR_IMPOSSIBLE;
	}
}

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

/* What is saved counts only where both arms have threads. */
static void price_net(const struct cvg_candidate *candidate,
		      struct cvg_meldpair *pair)
{
	int64_t gain = pair->saved - (pair->branches < 0 ? pair->branches : 0);
	int64_t loss = pair->branches > 0 ? pair->branches : 0;

	pair->net = (int64_t)floor((double)gain * candidate->both) - loss -
		    pair->selects;
}

/* Price every pair with its seams; both depend on which pairs there are. */
static void price_all(struct planner *planner, struct cvg_candidate *candidate)
{
	uint32_t first[2] = {0, 0};

	candidate->net = 0;
	for (uint32_t i = 0; i < candidate->npairs; i++) {
		struct cvg_meldpair *pair = &candidate->pair[i];

		cvg_price_pair(planner, candidate, pair);
		cvg_price_seams(planner, candidate, pair, first);
		first[0] = pair->sub[0] + 1;
		first[1] = pair->sub[1] + 1;
	}
	cvg_price_end(planner, candidate);
	for (uint32_t i = 0; i < candidate->npairs; i++) {
		price_net(candidate, &candidate->pair[i]);
		candidate->net += candidate->pair[i].net;
	}
}

static struct cvg_paircell *cell_of(const struct cvg_candidate *candidate,
				    const struct cvg_meldpair *pair)
{
	return &candidate->cell[pair->sub[0] * candidate->nchain[1] +
				pair->sub[1]];
}

static bool joins_branches(const struct planner *planner,
			   const struct cvg_candidate *candidate)
{
	uint32_t uid = planner->fn->blocks[candidate->entry].uid;

	for (size_t i = 0; planner->joined && i < planner->joined->n; i++)
		if (planner->joined->at[i] == uid)
			return true;
	return false;
}

/* Drop pairs that gain nothing; the seams of the others change with that. */
static void drop_losers(struct planner *planner,
			struct cvg_candidate *candidate)
{
	uint32_t before;

	do {
		uint32_t kept = 0;

		before = candidate->npairs;
		for (uint32_t i = 0; i < before; i++) {
			struct cvg_meldpair *pair = &candidate->pair[i];

			if (pair->net > 0 &&
			    (pair->aligned > 0 ||
			     joins_branches(planner, candidate))) {
				candidate->pair[kept++] = *pair;
				continue;
			}
			cell_of(candidate, pair)->refusal =
				pair->aligned ? CVG_REFUSE_PROFIT
					      : CVG_REFUSE_NOTHING_ALIGNS;
		}
		candidate->npairs = kept;
		if (kept != before)
			price_all(planner, candidate);
	} while (candidate->npairs != before);
}

static void choose_pairs(struct planner *planner,
			 struct cvg_candidate *candidate)
{
	struct choice choice = {.candidate = candidate};

	if (cvg_set_int(planner->settings, CVG_SET_PAIRING) ==
		    CVG_PAIRING_GREEDY ||
	    cvg_set_int(planner->settings, CVG_SET_MODE) == CVG_MODE_CFM)
		pick_greedily(&choice);
	else
		pick_by_alignment(&choice);
	candidate->npairs = (uint32_t)(choice.picked.n / 2);
	candidate->pair = cvg_arena_array(planner->arena, struct cvg_meldpair,
					  candidate->npairs);
	for (uint32_t i = 0; i < candidate->npairs; i++)
		cvg_match_pair(planner, candidate, choice.picked.at[2 * i],
			       choice.picked.at[2 * i + 1],
			       &candidate->pair[i]);
	free(choice.picked.at);
	price_all(planner, candidate);
	drop_losers(planner, candidate);
	for (uint32_t i = 0; i < candidate->npairs; i++)
		cell_of(candidate, &candidate->pair[i])->state =
			CVG_PAIR_CHOSEN;
}

/* How near a pair refused for that reason came to being melded: the nearest
 * tells the user most. */
static int nearness(enum cvg_refusal refusal)
{
	static const int beyond_any[CVG_NREFUSALS] = {
		[CVG_REFUSE_PROFIT] = 4,	 [CVG_REFUSE_LOST] = 4,
		[CVG_REFUSE_NOTHING_ALIGNS] = 3, [CVG_REFUSE_THRESHOLD] = 2,
		[CVG_REFUSE_CONVERGENT] = 1,
	};

	return refusal == CVG_REFUSE_NONE ? 0 : 1 + beyond_any[refusal];
}

static void explain_refusal(struct cvg_candidate *candidate)
{
	uint32_t n = candidate->nchain[0] * candidate->nchain[1];

	candidate->refusal = n ? CVG_REFUSE_NONE : CVG_REFUSE_NOTHING_ALIGNS;
	for (uint32_t i = 0; i < n; i++) {
		const struct cvg_subgraph *subgraph =
			&candidate->chain[0][i / candidate->nchain[1]];

		if (nearness(candidate->cell[i].refusal) <=
		    nearness(candidate->refusal))
			continue;
		candidate->refusal = candidate->cell[i].refusal;
		if (subgraph->refusal != candidate->refusal)
			subgraph =
				&candidate->chain[1][i % candidate->nchain[1]];
		candidate->culprit = subgraph->refusal == candidate->refusal
					     ? subgraph->culprit
					     : CVG_NONE;
		candidate->culprit_block = subgraph->entry;
	}
	/* Each pair is possible, and none was chosen. */
	if (candidate->refusal == CVG_REFUSE_NONE)
		candidate->refusal = CVG_REFUSE_PROFIT;
}

static uint32_t region_of(struct cvg_ana *ana, uint32_t entry, uint32_t exit)
{
	const struct cvg_regions *tree = cvg_ana_regions(ana);

	/* Regions that start at the entry are inside of all others around it. */
	for (uint32_t r = tree->innermost[entry];
	     r != CVG_NONE && tree->region[r].entry == entry;
	     r = tree->region[r].parent)
		if (tree->region[r].exit == exit)
			return r;
	return CVG_NONE;
}

void cvg_planner_candidate(struct planner *planner, uint32_t entry,
			   struct cvg_candidate *candidate)
{
	const struct cvg_inst *term = cvg_block_terminator(planner->fn, entry);
	const struct cvg_profile_block *measured =
		cvg_profile_at(planner->settings->profile, planner->fn, entry);

	*candidate =
		(struct cvg_candidate){.entry = entry,
				       .place = planner->order->place[entry],
				       .exit = CVG_NONE,
				       .region = CVG_NONE,
				       .culprit = CVG_NONE,
				       .culprit_block = CVG_NONE,
				       .measured = measured != NULL};
	candidate->condition =
		term->nops ? planner->fn->ops[term->ops_at] : CVG_NONE;
	if (term->op != CVG_OP_CONDBR) {
		candidate->refusal = CVG_REFUSE_SWITCH;
		candidate->exit = planner->postdom->idom[entry];
		return;
	}
	candidate->both = share_of_both(planner->fn, measured, entry);
	candidate->warps = measured ? measured->warps : 0;
	candidate->times = measured ? (double)candidate->warps
				    : planner->guess.runs[entry];
	cvg_arms_find(planner, candidate);
	candidate->region = region_of(planner->ana, entry, candidate->exit);
	if (candidate->refusal != CVG_REFUSE_NONE)
		return;
	fill_cells(planner, candidate);
	choose_pairs(planner, candidate);
	if (candidate->npairs == 0)
		explain_refusal(candidate);
	else if (cvg_is_rejected(planner->settings->rejects, CVG_REJECT_MELD,
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
				    .arena = &plan->arena};
	cvg_guess_init(&planner->guess, ana);
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
	for (uint32_t b = 0; b < fn->nblocks; b++)
		planner->mix[b].latency = UINT64_MAX;
}

void cvg_planner_done(struct planner *planner)
{
	cvg_guess_done(&planner->guess);
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
	if (!joined)
		cvg_plan_gathered(plan, &planner);
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
