/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Arms of a divergent switch that are melded. DARM speaks of branches with two
 * sides. Here two arms of the switch that are alike get a branch of their own:
 * the switch leads to a new block N for the cases of both, where a test
 * (casetest.c) branches to one or the other. N and the block where the two
 * arms meet are a region of Definition 5, and the arms are melded as any others.
 * For the switch, N and what is behind it is one arm then, which the next round
 * brings together with another one. So the arms are melded pairwise, bottom up,
 * and the switch stays a switch as far as that does not pay.
 *
 * Nothing is changed to find that out. The two arms are planned as if E ended in
 * the test, because what is in front of N is what is in front of E.
 *
 * If what was melded does not stand, the next round tries the best pair alone,
 * without those that did not stand.
 *
 * To stay near-linear, an arm is planned only with the NEAR ones after it in an
 * order in which arms that are alike are neighbours. Of all these pairs those
 * that bring most are taken.
 *
 * Example: case 1: a = x * 3; case 2: b = x * 5; default: c = load p.
 *
 *	        e                     e
 *	     /  |  \                /   \
 *	    a   b   c	           N     c     N: value == 1
 *	     \  |  /             /   \   |
 *	        x               a     b  |
 *	                         \   /   |
 *	                           x ----+
 *
 * Arms that return, or share a block with others before those meet, are planned in
 * a draft where their ways out are gathered (gather.c).
 *
 * Refused are two arms that meet before all arms do if a convergent operation
 * stands between: threads of both would run it together, which did not before.
 */
#include "cases.h"
#include "gather.h"
#include "ifconvert.h"
#include "plan.h"

#include "reconverge/analysis.h"
#include "reconverge/profile.h"

#include <math.h>
#include <stdlib.h>

#define NEAR  4
#define TRIES 4 /* that may fail before the switch is left alone */

/* Blocks that only one arm has, and what makes it like others. */
struct case_arm {
	uint32_t start, place; /* its first block, and where that stands */
	uint32_t nblocks;
	uint64_t latency; /* cycles of its first block */
	uint64_t shapes;  /* of the instructions there, in any order */
	struct cvg_values values;
	double share; /* of the warps at E of which threads go there */
};

/* Two arms that could be melded. */
struct case_pair {
	struct cvg_candidate candidate;
	uint32_t arm[2];
	double worth; /* cycles for each warp at E */
};

struct switching {
	struct planner *planner;
	struct cvg_candidate *candidate; /* E */
	const struct cvg_profile_block *measured;
	struct cvg_ways ways;
	cvg_vec(struct edge)
		edges; /* by the place where they lead, then value */
	cvg_vec(struct case_arm) arms;
	cvg_vec(struct case_pair) pairs;
	uint32_t exit, culprit; /* the last place asked for, and the answer */
};

/* ---- arms ------------------------------------------------------------- */

/* Is the block entered from E only, but for edges back to it? */
static bool is_own(const struct switching *switching, uint32_t start)
{
	const struct planner *planner = switching->planner;
	const struct cvg_dom *dom = planner->unasked.dom;
	uint32_t entry = switching->candidate->entry;

	if (dom->idom[start] != entry || !planner->postdom->depth[start])
		return false;
	cvg_foreach_pred (planner->fn, start, pred)
		if (*pred != entry && dom->depth[*pred] &&
		    !cvg_dominates(dom, start, *pred))
			return false;
	return true;
}

/* The share of the warps at E of which threads take the way. */
static double share_of(const struct switching *switching,
		       const struct cvg_way *way)
{
	const struct planner *planner = switching->planner;
	const struct cvg_profile_block *measured = cvg_profile_at(
		planner->settings->profile, planner->fn, way->to);
	double chance = (double)way->edges / switching->ways.edges;

	if (switching->measured && switching->measured->warps && measured)
		return fmin(1, (double)measured->warps /
				       (double)switching->measured->warps);
	if (switching->ways.weight)
		chance = (double)way->weight / (double)switching->ways.weight;
	return 1 - pow(1 - chance, planner->fn->warp);
}

static void describe(const struct switching *switching, struct case_arm *arm)
{
	const struct cvg_fn *fn = switching->planner->fn;
	const struct cvg_dom *dom = switching->planner->unasked.dom;
	const struct cvg_block *b = &fn->blocks[arm->start];

	arm->place = switching->planner->order->place[arm->start];
	arm->nblocks = dom->out[arm->start] - dom->in[arm->start] + 1;
	arm->latency = cvg_cost_block(fn, arm->start);
	for (uint32_t i = b->inst_at; i < b->inst_at + b->ninsts; i++) {
		uint64_t hash = fn->insts[i].shape + UINT64_C(1);

		hash *= UINT64_C(0xbf58476d1ce4e5b9);
		arm->shapes += hash ^ hash >> 32;
	}
}

static int by_likeness(const void *a, const void *b)
{
	const struct case_arm *x = a, *y = b;

	if (x->nblocks != y->nblocks)
		return x->nblocks < y->nblocks ? -1 : 1;
	if (x->latency != y->latency)
		return x->latency < y->latency ? -1 : 1;
	if (x->shapes != y->shapes)
		return x->shapes < y->shapes ? -1 : 1;
	return (x->place > y->place) - (x->place < y->place);
}

static void find_arms(struct switching *switching)
{
	for (uint32_t i = 0; i < switching->ways.n; i++) {
		const struct cvg_way *way = &switching->ways.at[i];
		struct case_arm arm = {.start = way->to, .values = way->values};

		if (!is_own(switching, way->to))
			continue;
		arm.share = share_of(switching, way);
		describe(switching, &arm);
		cvg_push(&switching->arms, arm);
	}
	if (switching->arms.n)
		qsort(switching->arms.at, switching->arms.n,
		      sizeof *switching->arms.at, by_likeness);
}

/* ---- pairs ------------------------------------------------------------ */

/* May threads of both arms go on together where the two meet? Refuses the
 * candidate if not. */
static bool may_meet(struct switching *switching,
		     struct cvg_candidate *candidate)
{
	struct planner *planner = switching->planner;
	uint32_t join = cvg_ana_joins(planner->ana)[candidate->entry];

	if (candidate->exit == join)
		return true;
	if (candidate->exit != switching->exit) {
		switching->exit = candidate->exit;
		switching->culprit = cvg_together_behind(
			planner, candidate->entry, &candidate->exit, 1, join,
			&planner->visits);
	}
	if (switching->culprit != CVG_NONE)
		cvg_refuse_inst(planner->fn, candidate, switching->culprit);
	else if (planner->visits <= 0)
		candidate->refusal = CVG_REFUSE_CONVERGENT;
	return candidate->refusal == CVG_REFUSE_NONE;
}

/* The test and the branch on it come. */
static void price_test(const struct switching *switching,
		       struct cvg_candidate *candidate)
{
	const struct cvg_fn *fn = switching->planner->fn;
	int64_t price =
		(int64_t)cvg_cost_branch(fn) +
		(int64_t)candidate->test.insts *
			cvg_cost_select(fn,
					fn->values[candidate->condition].type);

	candidate->pair[0].branches += price;
	candidate->pair[0].net -= price;
	candidate->net -= price;
	if (candidate->net > 0)
		return;
	candidate->refusal = CVG_REFUSE_PROFIT;
	candidate->npairs = 0;
}

/* Note why the nearest pair is refused. */
static void note_refusal(struct switching *switching,
			 const struct cvg_candidate *candidate)
{
	struct cvg_candidate *of = switching->candidate;

	if (cvg_refusal_nearness(candidate->refusal) <=
		    cvg_refusal_nearness(of->refusal) &&
	    of->refusal != CVG_REFUSE_SWITCH)
		return;
	of->refusal = candidate->refusal;
	of->culprit = candidate->culprit;
	of->culprit_block = candidate->culprit_block;
}

static void plan_two(struct switching *switching, uint32_t i, uint32_t j)
{
	const struct case_arm *arms = switching->arms.at;
	bool swapped = arms[i].start > arms[j].start;
	struct case_pair pair = {.candidate = *switching->candidate,
				 .arm = {swapped ? j : i, swapped ? i : j}};
	struct cvg_candidate *candidate = &pair.candidate;
	const struct cvg_values values[2] = {arms[pair.arm[0]].values,
					     arms[pair.arm[1]].values};
	double both = arms[i].share * arms[j].share;

	if (switching->measured && switching->measured->warps)
		both = fmin(both, (double)switching->measured->split /
					  (double)switching->measured->warps);
	candidate->reach = arms[i].share + arms[j].share - both;
	candidate->both = candidate->reach > 0 ? both / candidate->reach : 0;
	candidate->refusal = CVG_REFUSE_NONE;
	candidate->culprit = candidate->culprit_block = CVG_NONE;
	for (int arm = 0; arm < 2; arm++)
		candidate->start[arm] = arms[pair.arm[arm]].start;
	candidate->exit =
		cvg_dom_common(switching->planner->postdom, candidate->start[0],
			       candidate->start[1]);
	cvg_casetest_find(values, &candidate->test);
	cvg_planner_pair(switching->planner, candidate);
	if (candidate->refusal == CVG_REFUSE_NONE &&
	    may_meet(switching, candidate))
		price_test(switching, candidate);
	pair.worth = (double)candidate->net * candidate->reach;
	if (candidate->refusal == CVG_REFUSE_NONE)
		cvg_push(&switching->pairs, pair);
	else
		note_refusal(switching, candidate);
}

/* ---- choosing --------------------------------------------------------- */

static int by_worth(const void *a, const void *b)
{
	const struct case_pair *x = a, *y = b;

	if (x->worth != y->worth)
		return x->worth > y->worth ? -1 : 1;
	if (x->candidate.start[0] != y->candidate.start[0])
		return x->candidate.start[0] < y->candidate.start[0] ? -1 : 1;
	return x->candidate.start[1] < y->candidate.start[1] ? -1 : 1;
}

/* How often parts of the switch were melded, and that was undone. */
static uint32_t times_lost(const struct switching *switching)
{
	const struct planner *planner = switching->planner;
	uint32_t uid = planner->fn->blocks[switching->candidate->entry].uid;
	uint32_t times = 0;

	for (size_t i = 0; planner->lost && i + 2 < planner->lost->n; i += 3)
		times += planner->lost->at[i] == uid;
	return times;
}

/* Take the best pairs of which no arm is in two, but `most` at most. */
static void choose(struct switching *switching, uint32_t most)
{
	struct cvg_candidate *candidate = switching->candidate;
	bool *taken = cvg_calloc(switching->arms.n, sizeof *taken);
	struct cvg_candidate *part =
		cvg_arena_array(switching->planner->arena, struct cvg_candidate,
				switching->pairs.n);
	double net = 0;
	uint32_t n = 0;

	qsort(switching->pairs.at, switching->pairs.n,
	      sizeof *switching->pairs.at, by_worth);
	for (size_t i = 0; i < switching->pairs.n && n < most; i++) {
		const struct case_pair *pair = &switching->pairs.at[i];

		if (taken[pair->arm[0]] || taken[pair->arm[1]])
			continue;
		taken[pair->arm[0]] = taken[pair->arm[1]] = true;
		part[n++] = pair->candidate;
		net += pair->worth;
	}
	*candidate = part[0];
	candidate->part = part;
	candidate->nparts = n;
	candidate->net = (int64_t)net;
	free(taken);
}

/* Can all threads run the arms for less than the switch costs? */
static bool is_cheap(const struct planner *planner, uint32_t entry)
{
	struct cvg_iffinder finder = {.fn = planner->fn,
				      .dom = planner->unasked.dom,
				      .settings = planner->settings};
	struct cvg_ifconvert row = {.block = entry};
	bool is = cvg_if_switch(&finder, &row);

	free(row.way);
	return is;
}

static void refuse_cheap(struct cvg_candidate *candidate)
{
	candidate->refusal = CVG_REFUSE_CHEAP;
	candidate->culprit = candidate->culprit_block = CVG_NONE;
}

void cvg_plan_switch(struct planner *planner, struct cvg_candidate *candidate)
{
	struct switching switching = {
		.planner = planner,
		.candidate = candidate,
		.measured = cvg_profile_at(planner->settings->profile,
					   planner->fn, candidate->entry),
		.exit = CVG_NONE,
		.culprit = CVG_NONE,
	};
	uint32_t lost = times_lost(&switching);

	candidate->refusal = CVG_REFUSE_SWITCH;
	if (cvg_ways_find(planner->fn, candidate->entry, &switching.ways))
		find_arms(&switching);
	if (lost > TRIES) {
		candidate->refusal = CVG_REFUSE_LOST;
		switching.arms.n = 0;
	}
	for (uint32_t i = 0; i < switching.arms.n; i++)
		for (uint32_t j = i + 1; j <= i + NEAR && j < switching.arms.n;
		     j++)
			plan_two(&switching, i, j);
	if (switching.pairs.n)
		choose(&switching, lost ? 1 : (uint32_t)switching.pairs.n);
	else if (candidate->refusal != CVG_REFUSE_LOST &&
		 is_cheap(planner, candidate->entry))
		refuse_cheap(candidate);
	cvg_ways_done(&switching.ways);
	free(switching.arms.at);
	free(switching.pairs.at);
}

/* ---- what is said of it ------------------------------------------------ */

#define SAID 4 /* pairs that are named */

void cvg_add_parts(struct cvg_str *out, const struct cvg_fn *fn,
		   const struct cvg_candidate *candidate)
{
	uint32_t n = candidate->nparts;

	for (uint32_t p = 0; p < n && p < SAID; p++) {
		const uint32_t *start = candidate->part[p].start;

		if (p)
			cvg_str_add(out, p + 1 < n ? ", " : " and ");
		cvg_str_addf(out, "B%u with B%u", fn->blocks[start[0]].uid,
			     fn->blocks[start[1]].uid);
	}
	if (n > SAID)
		cvg_str_addf(out, " and %u more", n - SAID);
}
