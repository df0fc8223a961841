/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * linearize: unstructured regions become chains of guarded units, without a
 * copy of any block (Anantpur, Govindarajan, "Taming Control Divergence in
 * GPUs through Control Flow Linearization", CC 2014,
 * doi.org/10.1007/978-3-642-54807-9_8, Algorithm 1). src/plan/linear*.c
 * decides what is guarded, in which order, and which tests are left out; here
 * it is carried out, region by region (linearize_region.c): the edges
 * (linearize_edges.c), then what values are where
 * (linearize_values.c). The paper's guard variable is a chain of phis.
 *
 * Regions whose D lies in another are done one after the other, on a plan made
 * anew.
 *
 * Example (the paper's figures 1 and 4, tests/ir/linearize-short-circuit.ll):
 * "if ((a || b) && c) S1 else S2" has three unstructured edges, and a warp may
 * run B5 three times. Between D = B1 and P = B6 it becomes the
 * chain B2, B3, B4, B5, of which B3 and B5 need a guard:
 *
 *      B1                      B1
 *      | \                     | \
 *      |  B2                   |  B2
 *      | / |                   | /
 *      B3  |                   guard (past? B5's guard : B3)
 *      | \ |                   | \
 *      B4  B5                  |  B3
 *       \ /                    |  | \
 *        B6                    |  | B4
 *                              | / /
 *                              guard (now? B5 : B6)
 *                              | \
 *                              |  B5
 *                              | /
 *                              B6
 *
 * `reconverge -b tests/ir/linearize-short-circuit.ll -e linearize -e cfg` draws
 * it. The edges are told in linearize_edges.c, the values in
 * linearize_values.c.
 */
#include "linearize.h"

#include "cleaner.h"
#include "reconverge/analysis.h"
#include "reconverge/graph.h"
#include "reconverge/ir.h"
#include "reconverge/phase.h"
#include "reconverge/settings.h"

#include <assert.h>
#include <stdlib.h>

/* ---- the phase ------------------------------------------------------- */

/* A region by what outlives a plan. */
struct name {
	uint32_t head, first; /* stable numbers of D and of its first block */
};

/* One plan and what is done by it; the lists of regions pass to the next. */
struct round {
	const struct cvg_phase_in *in;
	struct cvg_settings settings; /* for plans */
	struct cvg_phase_out *out;
	const struct cvg_fn *fn;	/* of this round */
	const struct cvg_linplan *plan; /* of this round */
	cvg_vec(struct name) left;	/* put off to the next round */
	cvg_vec(struct name) wanted;	/* what the last round put off */
	struct cvg_ptrmap ends; /* blocks with other edges out than before */
	struct cvg_u32s done;	/* debug builds: blocks of regions, by uid */
	enum cvg_reach reach;	/* of the plan by which blocks were split */
	bool first;		/* all regions are wanted that the user means */
};

static bool is_wanted(const struct round *round,
		      const struct cvg_linregion *region)
{
	struct name n = {round->fn->blocks[region->head].uid,
			 round->fn->blocks[region->block[0]].uid};

	for (size_t k = 0; k < round->wanted.n; k++)
		if (round->wanted.at[k].head == n.head &&
		    round->wanted.at[k].first == n.first)
			return true;
	return round->first;
}

/* The object asked for, if any: D, or a block inside. */
static bool is_meant(const struct cvg_phase_in *in,
		     const struct cvg_linplan *plan, uint32_t region)
{
	const struct cvg_object *o = &in->object;
	uint32_t b = o->id;

	if (o->kind == CVG_OBJ_NONE)
		return true;
	if (o->kind == CVG_OBJ_REGION)
		b = cvg_ana_regions(in->ana)->region[o->id].entry;
	return plan->at[region].head == b || plan->region_of[b] == region;
}

/* If all regions meant by name are refused, that may not be silent. */
static bool blame(const struct cvg_phase_in *in, const struct cvg_linplan *plan,
		  struct cvg_err *err)
{
	const struct cvg_linregion *refused = NULL;

	if (in->object.kind == CVG_OBJ_NONE)
		return true;
	for (uint32_t k = 0; k < plan->n; k++) {
		if (!is_meant(in, plan, k))
			continue;
		if (plan->at[k].refusal == CVG_REFUSE_NONE)
			return true;
		if (!refused)
			refused = &plan->at[k];
	}
	if (!refused)
		return cvg_fail(err, "there is no region to linearize");
	return cvg_fail(err, "B%u: %s", in->fn->blocks[refused->head].uid,
			cvg_refusal_text(refused->refusal));
}

static void put_off(struct round *round, const struct cvg_u32s *regions)
{
	for (size_t i = 0; i < regions->n; i++) {
		const struct cvg_linregion *region =
			&round->plan->at[regions->at[i]];
		struct name n = {round->fn->blocks[region->head].uid,
				 round->fn->blocks[region->block[0]].uid};

		cvg_push(&round->left, n);
	}
}

struct turn {
	uint32_t turn; /* how many regions of the same D come before it */
	uint32_t region;
};

static int by_turn(const void *a, const void *b)
{
	const struct turn *one = a, *other = b;

	if (one->turn != other->turn)
		return one->turn < other->turn ? -1 : 1;
	return (one->region > other->region) - (one->region < other->region);
}

/* Append the regions: first the second one of each D, then the third, ... */
static void by_turns(const struct round *round, const struct cvg_u32s *regions,
		     struct cvg_u32s *which)
{
	uint32_t *n = cvg_calloc(round->fn->nblocks, sizeof *n); /* of a D */
	struct turn *turn = cvg_alloc((regions->n + 1) * sizeof *turn);

	for (size_t i = 0; i < regions->n; i++) {
		turn[i].region = regions->at[i];
		turn[i].turn = n[round->plan->at[regions->at[i]].head]++;
	}
	qsort(turn, regions->n, sizeof *turn, by_turn);
	for (size_t i = 0; i < regions->n; i++)
		cvg_push(which, turn[i].region);
	free(n);
	free(turn);
}

/* May the region be done, whatever becomes of the others? */
static bool is_one(const struct round *round, uint32_t region)
{
	const struct cvg_linregion *linear = &round->plan->at[region];

	return linear->refusal == CVG_REFUSE_NONE && is_wanted(round, linear) &&
	       (!round->first || is_meant(round->in, round->plan, region));
}

/* Does the region's D lie in one that is done, or another's D in it? */
static bool is_mixed(const struct round *round, uint32_t region,
		     const bool *head, const bool *taken)
{
	const struct cvg_linregion *linear = &round->plan->at[region];
	uint32_t in = round->plan->region_of[linear->head];

	if (in != CVG_NONE && taken[in])
		return true;
	for (uint32_t i = 0; i < linear->nblocks; i++)
		if (head[linear->block[i]])
			return true;
	return false;
}

/*
 * Regions of this round: none lies around the D of another. Those that share a
 * D have nothing else in common and are done on one plan, the first of each D
 * first; but where others wait for the next round, they wait with them.
 */
static void choose(struct round *round, struct cvg_u32s *which)
{
	const struct cvg_linplan *plan = round->plan;
	bool *head = cvg_calloc(round->fn->nblocks, sizeof *head);
	bool *taken = cvg_calloc(plan->n + 1, sizeof *taken);
	bool *waits = cvg_calloc(plan->n + 1, sizeof *waits);
	struct cvg_u32s more = {0};
	bool mixed = false;

	for (uint32_t k = 0; k < plan->n; k++) {
		uint32_t d = plan->at[k].head, in = plan->region_of[d];

		if (!is_one(round, k))
			continue;
		mixed |= in != CVG_NONE && waits[in];
		if (is_mixed(round, k, head, taken)) {
			mixed = true;
		} else if (!head[d]) {
			taken[k] = head[d] = true;
			cvg_push(which, k);
			continue;
		}
		waits[k] = true;
		cvg_push(&more, k);
	}
	if (mixed)
		put_off(round, &more);
	else
		by_turns(round, &more, which);
	free(more.at);
	free(head);
	free(taken);
	free(waits);
}

static void carry_out(struct round *round, const struct cvg_u32s *which)
{
	struct cvg_live_ids ids;

	cvg_live_ids_of(round->in->module, round->in->function, &ids);
	for (size_t k = 0; k < which->n; k++)
		cvg_lin_region(round->in->module, round->in->function, &ids,
			       round->plan, which->at[k], &round->ends);
	cvg_live_ids_done(&ids);
}

static void say(struct round *round, uint32_t region)
{
	const struct cvg_witness *w = round->in->witness;

	cvg_lin_report(round->fn, &round->plan->at[region],
		       &round->out->report);
	round->out->count++;
	if (w && w->linear)
		w->linear(w->context, round->plan, region);
}

/* Blocks that only follow each other now, as far as this made them do so; once
 * all is done, because regions are known by their blocks. */
static void join_lines(struct round *round)
{
	struct cvg_module *module = round->in->module;
	uint32_t f = round->in->function;
	LLVMBasicBlockRef b =
		LLVMGetFirstBasicBlock(cvg_live_function(module, f));

	if (cvg_set_int(round->in->settings, CVG_SET_LIN_OPT) < 4)
		return;
	for (; b; b = LLVMGetNextBasicBlock(b))
		if (cvg_ptrmap_get(&round->ends, b) != CVG_NONE)
			cvg_cleanup_line(module, f, b);
}

/* ---- debug builds: is it structured now? ----------------------------- */

#ifdef CVG_DEBUG
static void note_done(struct round *round, const struct cvg_u32s *which)
{
	for (size_t k = 0; k < which->n; k++) {
		const struct cvg_linregion *region =
			&round->plan->at[which->at[k]];

		for (uint32_t i = 0; i < region->nblocks; i++)
			cvg_push(&round->done,
				 round->fn->blocks[region->block[i]].uid);
	}
}

static int by_number(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return (x > y) - (x < y);
}

/* No unstructured edge between blocks of the regions and new ones. Between two
 * older ones of the same unit there may be one: a branch there can diverge by a
 * value that now comes out of a guard. */
static void check_done(const struct round *round)
{
	struct cvg_fn *fn =
		cvg_module_snapshot(round->in->module, round->in->function, 0);
	struct cvg_ana *ana = cvg_ana_again(round->in->ana, fn);
	bool *mine = cvg_calloc(fn->nblocks, sizeof *mine);
	struct cvg_u32s edges = {0};
	uint32_t top = 0; /* new ones have larger numbers */

	for (uint32_t b = 0; b < round->in->fn->nblocks; b++)
		if (round->in->fn->blocks[b].uid > top)
			top = round->in->fn->blocks[b].uid;
	for (uint32_t b = 0; b < fn->nblocks; b++)
		mine[b] = fn->blocks[b].uid > top;
	if (round->done.n)
		qsort(round->done.at, round->done.n, sizeof *round->done.at,
		      by_number);
	for (uint32_t b = 0; b < fn->nblocks; b++)
		mine[b] |= round->done.n &&
			   bsearch(&fn->blocks[b].uid, round->done.at,
				   round->done.n, sizeof *round->done.at,
				   by_number);
	cvg_linear_unstructured(ana, &edges);
	for (size_t k = 0; k < edges.n; k += 2) {
		uint32_t from = edges.at[k], to = edges.at[k + 1];

		assert(!mine[from] || !mine[to] ||
		       (fn->blocks[from].uid <= top &&
			fn->blocks[to].uid <= top));
	}
	free(edges.at);
	free(mine);
	cvg_ana_free(ana);
	cvg_fn_free(fn);
}
#endif

/* Split the blocks of regions that are meant, where the plan says so. */
static void split_blocks(const struct cvg_phase_in *in,
			 const struct cvg_linplan *plan,
			 struct cvg_phase_out *out, struct cvg_linparts *parts)
{
	bool *wanted = cvg_calloc(in->fn->nblocks, sizeof *wanted);

	for (uint32_t k = 0; k < plan->nsplits; k++) {
		uint32_t block = in->fn->insts[plan->split[k]].block;
		uint32_t region = plan->region_of[block];

		if (wanted[block] || region == CVG_NONE ||
		    plan->at[region].refusal != CVG_REFUSE_NONE ||
		    !is_meant(in, plan, region))
			continue;
		wanted[block] = true;
		cvg_str_addf(&out->report,
			     "B%u: split where it uses what it loads\n",
			     in->fn->blocks[block].uid);
	}
	cvg_lin_split(in->module, in->function, plan, wanted, parts);
	free(wanted);
}

/* One round on the code as it is; more are needed while some are left. */
static void do_round(struct round *round)
{
	struct cvg_fn *fn = cvg_module_snapshot(
		round->in->module, round->in->function, round->in->snap);
	struct cvg_ana *ana = cvg_ana_again(round->in->ana, fn);
	struct cvg_linplan *plan =
		cvg_plan_linear_split(ana, &round->settings, round->reach);
	struct cvg_u32s which = {0};

	round->fn = fn;
	round->plan = plan;
	round->left.n = 0;
	choose(round, &which);
	for (size_t k = 0; k < which.n; k++)
		say(round, which.at[k]);
#ifdef CVG_DEBUG
	note_done(round, &which);
#endif
	carry_out(round, &which);
	free(which.at);
	cvg_linplan_free(plan);
	cvg_ana_free(ana);
	cvg_fn_free(fn);
}

/* What is meant by name is done in any case. Else the judge decides, of all that can
 * be linearized; without one, static counts do. */
static struct cvg_settings planning(const struct cvg_phase_in *in)
{
	struct cvg_settings out = *in->settings;

	if (in->object.kind != CVG_OBJ_NONE)
		out.value[CVG_SET_LIN_WHEN] = CVG_LIN_ALWAYS;
	else if (!in->judge)
		out.value[CVG_SET_DECIDE] = CVG_DECIDE_STATIC;
	return out;
}

static bool run(const struct cvg_phase_in *in, struct cvg_phase_out *out,
		struct cvg_err *err)
{
	struct round round = {
		.in = in, .settings = planning(in), .out = out, .first = true};
	struct cvg_linplan *plan = cvg_plan_linear(in->ana, &round.settings);
	bool ok = blame(in, plan, err);
	struct cvg_linparts parts = {0};
	size_t before = SIZE_MAX;

	round.reach = plan->reach;
	if (ok)
		split_blocks(in, plan, out, &parts);
	if (ok && in->object.kind == CVG_OBJ_NONE)
		cvg_lin_tell_left_alone(in, plan, &out->report);
	cvg_linplan_free(plan);
	while (ok) {
		do_round(&round);
		if (!round.left.n || round.left.n >= before)
			break;
		before = round.left.n;
		round.first = false;
		round.wanted.n = 0;
		for (size_t k = 0; k < round.left.n; k++)
			cvg_push(&round.wanted, round.left.at[k]);
	}
	out->changed = out->count > 0;
	if (!out->changed)
		cvg_lin_unsplit(in->module, in->function, &parts);
	join_lines(&round);
#ifdef CVG_DEBUG
	if (ok)
		check_done(&round);
#endif
	cvg_ptrmap_done(&round.ends);
	free(round.done.at);
	free(round.left.at);
	free(round.wanted.at);
	free(parts.at);
	return ok;
}

/* Without regions there is nothing, whatever a profile says of their worth. */
static bool is_idle(struct cvg_ana *ana, const struct cvg_settings *settings)
{
	struct cvg_linplan *plan = cvg_plan_linear(ana, settings);
	bool none = plan->n == 0;

	cvg_linplan_free(plan);
	return none;
}

static const struct cvg_phase_key keys[] = {
	{"mode", CVG_SET_LINEARIZE}, {"depth", CVG_SET_LIN_DEPTH},
	{"opt", CVG_SET_LIN_OPT},    {"when", CVG_SET_LIN_WHEN},
	{NULL, CVG_NSETTINGS},
};

const struct cvg_phase cvg_phase_linearize = {
	.name = "linearize",
	.nothing = "no region is linearized",
	.takes = CVG_TAKES_ANY,
	.reads = CVG_READS(LINEARIZE) | CVG_READS(LIN_DEPTH) |
		 CVG_READS(LIN_OPT) | CVG_READS(LIN_WHEN) | CVG_READS(SKIP) |
		 CVG_READS(DECIDE) | CVG_READS(JUDGE) | CVG_READS(STEPS) |
		 CVG_READS(TIMING),
	.keys = keys,
	.idle = is_idle,
	.needs = CVG_ANA_DOM | CVG_ANA_POSTDOM | CVG_ANA_UNIFORM |
		 CVG_ANA_REGIONS | CVG_ANA_CYCLES,
	.keeps = CVG_ANA_NOTHING,
	.guesses = true,
	.run = run,
};
