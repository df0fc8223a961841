/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Flattening, the plan: see include/reconverge/flat.h.
 *
 * Example on amdgcn: the inner loop k goes round until a thread's own number is
 * reached, in an outer loop of h and l. Nothing was measured.
 *
 *	e		h costs 20, l 36, k 40: T_a = 56, T_b = 40. Half of
 *	|		N = 64 lanes are taken to be idle, n = 32.
 *	h<--+
 *	|   |		Formula (1): 32 / 64 > 56 / 96 is false, a round loses
 *	k-+ |		8 cycles: (32 * 40 - 32 * 56) / 64.
 *	|\| |
 *	|   |		With about 76 that flattening adds to a round and the
 *	l---+		4 that it takes from one of A (flat_added.c): 64 * 40 =
 *	|		2560 cycles before, 32 * (40 + 56 + 76 - 4) = 5376
 *	x		after. It does not pay.
 */
#include "flat.h"

#include "reconverge/analysis.h"
#include "reconverge/cost.h"
#include "reconverge/graph.h"
#include "reconverge/profile.h"
#include "reconverge/rejects.h"
#include "reconverge/settings.h"

#include <stdlib.h>

struct flattener {
	struct cvg_ana *ana;
	const struct cvg_fn *fn;
	const struct cvg_settings *settings;
	const struct cvg_loops *loops;
	struct cvg_flatplan *plan;
	struct flatfaults faults;
	struct flatcost *cost; /* [loops] of the loop's own blocks */
	struct flatcost *sum;  /* [loops] with the loops in it */
	uint32_t *ndivergent;  /* [loops] of it and the loops in it, those that
				  threads leave at different times */
	uint32_t *nest;	       /* [loops] index into plan->at, or CVG_NONE */
};

/* ---- sums, from inner to outer --------------------------------------- */

static bool is_divergent(const struct flattener *flattener, uint32_t loop)
{
	uint32_t cycle = cvg_flat_cycle_of(flattener->faults.cycles,
					   flattener->loops->loop[loop].header);

	return cycle != CVG_NONE &&
	       cvg_bits_has(&cvg_ana_uniform(flattener->ana)->divergent_exit,
			    cycle);
}

static void sum_up(struct flattener *flattener)
{
	for (uint32_t loop = flattener->loops->n; loop-- > 0;) {
		uint32_t outer = flattener->loops->loop[loop].parent;

		flattener->ndivergent[loop] += is_divergent(flattener, loop);
		flattener->sum[loop].own += flattener->cost[loop].own;
		flattener->sum[loop].runs += flattener->cost[loop].runs;
		flattener->sum[loop].lanes += flattener->cost[loop].lanes;
		if (outer == CVG_NONE)
			continue;
		flattener->ndivergent[outer] += flattener->ndivergent[loop];
		flattener->sum[outer].own += flattener->sum[loop].own;
		flattener->sum[outer].runs += flattener->sum[loop].runs;
		flattener->sum[outer].lanes += flattener->sum[loop].lanes;
	}
}

/* ---- formula (1) ----------------------------------------------------- */

/* Is there a profile with the nest? */
static bool is_profiled(const struct flattener *flattener,
			const struct cvg_flatnest *nest)
{
	return cvg_profile_at(flattener->settings->profile, flattener->fn,
			      flattener->loops->loop[nest->loop].header);
}

/* Find n: as set, or the lanes that are active in A and not in its inner loops,
 * or a guess. */
static void idle_of(const struct flattener *flattener,
		    struct cvg_flatnest *nest)
{
	const struct flatcost *a = &flattener->cost[nest->loop];
	const struct flatcost *with_inner = &flattener->sum[nest->loop];
	double set = cvg_set_real(flattener->settings, CVG_SET_IDLE_LANES);
	double outer, inner;

	nest->lanes = flattener->fn->warp;
	nest->source = CVG_FLAT_GUESS;
	nest->idle = nest->lanes / 2;
	if (set >= 0) {
		nest->source = CVG_FLAT_SET;
		nest->idle = set < nest->lanes ? set : nest->lanes;
		return;
	}
	if (a->lanes <= 0 || with_inner->lanes - a->lanes <= 0) {
		if (is_profiled(flattener, nest)) {
			nest->source = CVG_FLAT_UNREACHED;
			nest->idle = 0;
		}
		return;
	}
	outer = a->lanes / a->runs;
	inner = (with_inner->lanes - a->lanes) / (with_inner->runs - a->runs);
	nest->source = CVG_FLAT_MEASURED;
	nest->idle = inner < outer ? nest->lanes * (1 - inner / outer) : 0;
}

static void price(const struct flattener *flattener, struct cvg_flatnest *nest)
{
	const struct flatcost *a = &flattener->cost[nest->loop];
	double runs = flattener->sum[nest->loop].runs - a->runs;
	double share;

	nest->ta = a->runs > 0 ? a->own / a->runs : 0;
	nest->tb =
		runs > 0 ? (flattener->sum[nest->loop].own - a->own) / runs : 0;
	idle_of(flattener, nest);
	share = nest->idle / nest->lanes;
	nest->net = share * nest->tb - (1 - share) * nest->ta;
	nest->above = nest->net > 0;
}

/* ---- beyond formula (1) ---------------------------------------------- */

/* The estimate may be wrong by so much: where runs decide, a nest is tried that would
 * have at least this share of the speed. Of 29 nests of samples and of open kernels that
 * could be run both ways, the 16 that were left out all got slower, by 2.7 to 178 %. */
#define MAY_PAY 0.75

#define MOST_AROUND \
	8 /* loops around a nest; deeper, what it adds is not counted */

/*
 * Fill in the cycles of the nest and those of the one loop, from the rounds in
 * which its threads would run each block. False if no profile saw the rounds.
 */
static bool count_rounds(const struct flattener *flattener,
			 struct cvg_flatnest *nest)
{
	const struct cvg_profile *profile = flattener->settings->profile;
	const struct cvg_loop *it = &flattener->loops->loop[nest->loop];
	uint64_t rounds =
		cvg_profile_round(profile, flattener->fn, it->header, CVG_NONE);

	if (nest->source != CVG_FLAT_MEASURED || rounds == UINT64_MAX)
		return false;
	nest->before = 0;
	nest->after = (double)rounds * nest->to;
	for (uint32_t k = 0; k < it->nblocks; k++) {
		uint32_t b = flattener->loops->blocks[it->blocks_at + k];
		uint64_t runs = cvg_profile_round(profile, flattener->fn,
						  it->header, b);
		const struct cvg_profile_block *now =
			cvg_profile_at(profile, flattener->fn, b);
		double cost = (double)cvg_cost_block(flattener->fn, b);

		if (!now || runs == UINT64_MAX)
			return false;
		nest->before += (double)now->warps * cost;
		nest->after += (double)runs * cost;
		if (b == it->header)
			nest->after -= (double)runs * nest->less;
	}
	return true;
}

/* Fill in what formula (1) leaves out. */
static void refine(const struct flattener *flattener, struct cvg_flatnest *nest)
{
	double runs = flattener->sum[nest->loop].runs -
		      flattener->cost[nest->loop].runs;
	double working =
		nest->lanes - nest->idle < 1 ? 1 : nest->lanes - nest->idle;

	if (flattener->loops->loop[nest->loop].depth <= MOST_AROUND) {
		struct flatadded added =
			cvg_flat_added(flattener->ana, nest->loop);

		nest->to = added.round;
		nest->less = added.outer;
	}
	if (nest->source == CVG_FLAT_UNREACHED)
		return; /* nothing runs, and nothing is gained */
	nest->counted = count_rounds(flattener, nest);
	nest->gain = nest->before - nest->after;
	if (!nest->counted) {
		nest->before = nest->lanes * nest->tb;
		nest->after =
			working * (nest->tb + nest->ta + nest->to - nest->less);
		nest->gain = (nest->before - nest->after) / nest->lanes * runs;
	}
	nest->pays = nest->before > nest->after;
	nest->may_pay = nest->before > MAY_PAY * nest->after;
}

static void judge(struct flattener *flattener, struct cvg_flatnest *nest)
{
	const struct cvg_loop *it = &flattener->loops->loop[nest->loop];
	struct flatfaults *faults = &flattener->faults;
	const struct flatfault *fault = &faults->of[nest->loop];

	nest->culprit = nest->culprit_block = CVG_NONE;
	nest->ninner = it->last - nest->loop;
	nest->ndivergent = flattener->ndivergent[nest->loop] -
			   is_divergent(flattener, nest->loop);
	price(flattener, nest);
	if (!cvg_flat_is_reducible(faults, nest->loop)) {
		nest->refusal = CVG_REFUSE_IRREDUCIBLE;
		nest->culprit_block = it->header;
	} else if (fault->refusal != CVG_REFUSE_NONE ||
		   (nest->ndivergent &&
		    !cvg_flat_leaves_plainly(faults, nest->loop))) {
		nest->refusal = fault->refusal;
		nest->culprit = fault->inst;
		nest->culprit_block = fault->block;
	} else if (!nest->ndivergent) {
		nest->refusal = CVG_REFUSE_FLAT_UNIFORM;
	}
	if (nest->refusal == CVG_REFUSE_NONE)
		refine(flattener, nest);
	if (nest->refusal == CVG_REFUSE_NONE &&
	    cvg_is_rejected(flattener->settings->rejects, CVG_REJECT_FLATTEN,
			    flattener->fn, it->header))
		nest->refusal = CVG_REFUSE_REJECTED;
}

/* ---- which are chosen ------------------------------------------------ */

/* What is best of a loop. */
struct best {
	double gain;
	bool found; /* a nest is chosen there */
};

/* Choose for each loop its nest, or the best of the loops in it together,
 * whichever gains more; where there is none, one that may gain. */
static void choose(struct flattener *flattener)
{
	struct best *best = cvg_calloc(flattener->loops->n + 1, sizeof *best);

	for (uint32_t loop = flattener->loops->n; loop-- > 0;) {
		uint32_t outer = flattener->loops->loop[loop].parent,
			 k = flattener->nest[loop];
		struct cvg_flatnest *nest =
			k == CVG_NONE ? NULL : &flattener->plan->at[k];

		if (nest && nest->refusal == CVG_REFUSE_NONE && nest->may_pay &&
		    (!best[loop].found || nest->gain >= best[loop].gain)) {
			best[loop] = (struct best){nest->gain, true};
			nest->chosen = true;
		}
		if (outer == CVG_NONE || !best[loop].found)
			continue;
		best[outer].gain += best[loop].gain;
		best[outer].found = true;
	}
	for (uint32_t k = 0; k < flattener->plan->n; k++) {
		uint32_t last =
			flattener->loops->loop[flattener->plan->at[k].loop]
				.last;

		if (!flattener->plan->at[k].chosen)
			continue;
		while (k + 1 < flattener->plan->n &&
		       flattener->plan->at[k + 1].loop <= last)
			flattener->plan->at[++k].chosen = false;
	}
	free(best);
}

static void make_nests(struct flattener *flattener)
{
	struct cvg_flatplan *plan = flattener->plan;

	plan->at = cvg_arena_array(&plan->arena, struct cvg_flatnest,
				   flattener->loops->n);
	for (uint32_t loop = 0; loop < flattener->loops->n; loop++) {
		flattener->nest[loop] = CVG_NONE;
		if (flattener->loops->loop[loop].last == loop)
			continue;
		flattener->nest[loop] = plan->n;
		plan->at[plan->n].loop = loop;
		judge(flattener, &plan->at[plan->n++]);
	}
}

struct cvg_flatplan *cvg_plan_flat(struct cvg_ana *ana,
				   const struct cvg_settings *settings)
{
	struct cvg_flatplan *plan = cvg_calloc(1, sizeof *plan);
	struct flattener flattener = {.ana = ana,
				      .fn = cvg_ana_fn(ana),
				      .settings = settings,
				      .loops = cvg_ana_loops(ana),
				      .plan = plan};
	size_t n = flattener.loops->n + 1;

	plan->fn = flattener.fn;
	flattener.cost = cvg_calloc(n, sizeof *flattener.cost);
	flattener.sum = cvg_calloc(n, sizeof *flattener.sum);
	flattener.ndivergent = cvg_calloc(n, sizeof *flattener.ndivergent);
	flattener.nest = cvg_calloc(n, sizeof *flattener.nest);
	cvg_flat_faults_init(&flattener.faults, ana);
	cvg_flat_costs(ana, settings, flattener.cost);
	sum_up(&flattener);
	make_nests(&flattener);
	choose(&flattener);
	cvg_flat_faults_done(&flattener.faults);
	free(flattener.cost);
	free(flattener.sum);
	free(flattener.ndivergent);
	free(flattener.nest);
	return plan;
}

void cvg_flatplan_free(struct cvg_flatplan *take_plan)
{
	if (!take_plan)
		return;
	cvg_arena_done(&take_plan->arena);
	free(take_plan);
}

const struct cvg_flatnest *cvg_flat_around(const struct cvg_flatplan *plan,
					   const struct cvg_loops *loops,
					   uint32_t loop)
{
	const struct cvg_flatnest *found = NULL;

	/* Ids are a preorder: the last one that holds it is the innermost. */
	for (uint32_t k = 0; loop != CVG_NONE && k < plan->n; k++)
		if (plan->at[k].loop <= loop &&
		    loop <= loops->loop[plan->at[k].loop].last)
			found = &plan->at[k];
	return found;
}

/* ---- telling --------------------------------------------------------- */

const char *cvg_flat_source(enum cvg_flatidle source)
{
	switch (source) {
	case CVG_FLAT_GUESS:
		return "guessed";
	case CVG_FLAT_SET:
		return "set";
	case CVG_FLAT_MEASURED:
		return "measured";
	case CVG_FLAT_UNREACHED:
		return "never reached";
	}
	return "";
}

void cvg_flat_formula(struct cvg_str *out, const struct cvg_flatnest *nest)
{
	double work = nest->ta + nest->tb;

	if (nest->source == CVG_FLAT_UNREACHED) {
		cvg_str_add(out, "inner loops never reached: does not pay");
		return;
	}
	cvg_str_addf(
		out,
		"n/N %.3g of %g %s = %.3f %s Ta/(Ta+Tb) %.4g of %.4g = "
		"%.3f  net %+.4g cycles  To %.4g, %s %.2fx  %s",
		nest->idle, nest->lanes, cvg_flat_source(nest->source),
		nest->idle / nest->lanes, nest->above ? ">" : "<=", nest->ta,
		work, work > 0 ? nest->ta / work : 0, nest->net,
		nest->to - nest->less, nest->counted ? "counted" : "estimated",
		nest->before / nest->after,
		nest->pays ? "pays" : "does not pay");
}
