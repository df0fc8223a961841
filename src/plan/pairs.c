/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The pairs of subgraphs of two arms that are worth melding. The example is that
 * of plan.c.
 */
#include "plan.h"

#include "reconverge/align.h"
#include "reconverge/analysis.h"

#include <math.h>
#include <stdlib.h>

/* MP_S as an integer score for the alignment of subgraphs. */
#define MP_SCALE 1000000

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
			cell->terms = pair.terms;
			cell->state = CVG_PAIR_POSSIBLE;
			if (pair.mp_s < threshold)
				cell->refusal = CVG_REFUSE_THRESHOLD;
		}
		if (cell->refusal != CVG_REFUSE_NONE)
			cell->state = CVG_PAIR_IMPOSSIBLE;
	}
}

/* Where both arms have threads. */
static int64_t gain_of(const struct cvg_meldpair *pair)
{
	return pair->saved - (pair->branches < 0 ? pair->branches : 0);
}

/* For every warp. */
static int64_t loss_of(const struct cvg_meldpair *pair)
{
	return pair->selects + (pair->branches > 0 ? pair->branches : 0);
}

/* What is saved counts only where both arms have threads. */
static void price_net(const struct cvg_candidate *candidate,
		      struct cvg_meldpair *pair)
{
	pair->net = (int64_t)floor((double)gain_of(pair) * candidate->both) -
		    loss_of(pair);
}

double cvg_candidate_even(const struct cvg_candidate *candidate)
{
	int64_t gain = 0, loss = 0;

	for (uint32_t i = 0; i < candidate->npairs; i++) {
		gain += gain_of(&candidate->pair[i]);
		loss += loss_of(&candidate->pair[i]);
	}
	return gain > 0 ? (double)loss / (double)gain : 1;
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

/* Match the subgraphs that were picked once more, to keep how. */
static void settle_pair(struct planner *planner,
			struct cvg_candidate *candidate,
			const uint32_t picked[2], struct cvg_meldpair *pair)
{
	cvg_match_pair(planner, candidate, picked[0], picked[1], pair);
	if (pair->replica < 0 || !cvg_replica_settle(planner, candidate, pair))
		return;
	cvg_measure_pair(planner, pair);
	cell_of(candidate, pair)->mp_s = pair->mp_s;
	cell_of(candidate, pair)->terms = pair->terms;
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
		settle_pair(planner, candidate, &choice.picked.at[2 * i],
			    &candidate->pair[i]);
	free(choice.picked.at);
	price_all(planner, candidate);
	drop_losers(planner, candidate);
	for (uint32_t i = 0; i < candidate->npairs; i++)
		cell_of(candidate, &candidate->pair[i])->state =
			CVG_PAIR_CHOSEN;
}

int cvg_refusal_nearness(enum cvg_refusal refusal)
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

		if (cvg_refusal_nearness(candidate->cell[i].refusal) <=
		    cvg_refusal_nearness(candidate->refusal))
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

void cvg_planner_pair(struct planner *planner, struct cvg_candidate *candidate)
{
	cvg_arms_find(planner, candidate);
	candidate->region =
		region_of(planner->ana, candidate->entry, candidate->exit);
	if (candidate->refusal != CVG_REFUSE_NONE)
		return;
	fill_cells(planner, candidate);
	choose_pairs(planner, candidate);
	if (candidate->npairs == 0)
		explain_refusal(candidate);
}
