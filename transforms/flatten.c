/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * flatten: a nest of loops becomes one loop, so that a thread that has left an
 * inner loop gets new work while others still go round it (Bulavintsev,
 * "Flattening of Data-Dependent Nested Loops for Compile-Time Optimization of
 * GPU Programs", INJOIT 7(9), 2019,
 * injoit.org/index.php/j1/article/view/761, section III).
 *
 * The paper reduces a nest pair by pair; here all its loops are taken at once.
 * Every way out leads over the one latch too, because threads that left the
 * loop elsewhere would meet the others only behind it. src/plan/flat.c decides
 * which nests are flattened, by the paper's formula (1).
 *
 * Example (the paper's figure 5, tests/ir/flatten-queue.ll). The state, an i1,
 * says whether a thread runs B next, so that it bypasses A; tail is the paper's
 * A_e, flat.head A_h, A its A_w, flat.latch A_l:
 *
 *   before  entry           after  entry
 *             |                      |
 *             A <--.               flat.head <---.    state? B : A
 *             |    |                 | \         |
 *         .-> B    |                 |  A        |
 *         '---|    |                 | /         |
 *             |    |                 B           |    again? latch : tail
 *           tail --'                 | \         |
 *             |                      |  tail     |
 *            out                     | /         |
 *                                  flat.latch ---'    more? head : out
 *                                    |
 *                                   out
 *
 * `reconverge -b tests/ir/flatten-queue.ll -e flatten -e cfg` draws it. The
 * edges are told in flatten_edges.c, the phis in flatten_phis.c, other values
 * in flatten_values.c.
 */
#include "flatten.h"

#include "linearize.h"
#include "reconverge/analysis.h"
#include "reconverge/flat.h"
#include "reconverge/graph.h"
#include "reconverge/ir.h"
#include "reconverge/phase.h"
#include "reconverge/settings.h"

#include <assert.h>
#include <stdlib.h>

/* ---- one round ------------------------------------------------------- */

struct nests {
	struct flat_nest **at;
	size_t n;
	size_t cap;
};

/* The nests that are cut at once: none leads straight into another. */
struct round {
	const struct cvg_phase_in *in;
	struct flat_before before;
	struct cvg_ana *ana; /* of before.fn. Owned */
	struct nests nests;  /* cut so far. Owned */
};

/* Find the blocks from which a return can be reached. */
static void find_live(struct round *round)
{
	struct cvg_u32s stack = {0};

	round->before.live = cvg_calloc(round->before.fn->nblocks,
					sizeof *round->before.live);
	for (uint32_t b = 0; b < round->before.fn->nblocks; b++)
		if (cvg_block_terminator(round->before.fn, b)->op ==
		    CVG_OP_RET) {
			round->before.live[b] = true;
			cvg_push(&stack, b);
		}
	while (stack.n) {
		uint32_t b = stack.at[--stack.n];

		cvg_foreach_pred (round->before.fn, b, p) {
			if (!round->before.live[*p])
				cvg_push(&stack, *p);
			round->before.live[*p] = true;
		}
	}
	free(stack.at);
}

static void round_init(struct round *round)
{
	round->before.fn =
		cvg_module_snapshot(round->in->module, round->in->function, 0);
	round->ana = cvg_ana_again(round->in->ana, round->before.fn);
	round->before.loops = cvg_ana_loops(round->ana);
	cvg_live_ids_of(round->in->module, round->in->function,
			&round->before.ids);
	for (uint32_t b = 0; b < round->before.fn->nblocks; b++)
		cvg_ptrmap_put(&round->before.old_of,
			       round->before.ids.blocks[b], b);
	find_live(round);
}

static void nest_free(struct flat_nest *nest)
{
	for (size_t k = 0; k < nest->flow.pred.n; k++)
		free(nest->flow.pred.at[k].label);
	free(nest->loop);
	free(nest->flow.exit.at);
	free(nest->flow.edge.at);
	free(nest->flow.pred.at);
	free(nest->flow.outer.at);
	free(nest->var.at);
	cvg_ptrmap_done(&nest->flow.exit_of);
	LLVMDisposeBuilder(nest->builder);
	free(nest);
}

static void round_done(struct round *round)
{
	for (size_t k = 0; k < round->nests.n; k++)
		nest_free(round->nests.at[k]);
	free(round->nests.at);
	free(round->before.live);
	cvg_ptrmap_done(&round->before.old_of);
	cvg_live_ids_done(&round->before.ids);
	cvg_ana_free(round->ana);
	cvg_fn_free(round->before.fn);
}

/* ---- one nest -------------------------------------------------------- */

static struct flat_nest *nest_new(struct round *round, uint32_t loop)
{
	struct flat_nest *nest = cvg_calloc(1, sizeof *nest);
	const struct cvg_loop *lp = round->before.loops->loop;

	*nest = (struct flat_nest){.module = round->in->module,
				   .function_id = round->in->function,
				   .before = &round->before,
				   .first = loop,
				   .nloops = lp[loop].last - loop + 1};
	nest->builder = LLVMCreateBuilderInContext(nest->module->context);
	nest->function = cvg_live_function(nest->module, nest->function_id);
	nest->loop = cvg_calloc(nest->nloops, sizeof *nest->loop);
	for (uint32_t l = 0; l < nest->nloops; l++) {
		nest->loop[l].header =
			round->before.ids.blocks[lp[loop + l].header];
		nest->loop[l].last = lp[loop + l].last - loop;
		nest->loop[l].parent = l ? lp[loop + l].parent - loop : 0;
	}
	return nest;
}

/* Give a nest its new control flow; its values are not yet repaired. */
static void cut(struct round *round, uint32_t loop)
{
	struct flat_nest *nest = nest_new(round, loop);

	cvg_flat_connect(nest);
	cvg_flat_phis(nest);
	cvg_push(&round->nests, nest);
}

/* ---- values, once all nests are cut ---------------------------------- */

static void graph_init(struct flat_graph *graph, const struct cvg_phase_in *in)
{
	uint32_t n;

	*graph = (struct flat_graph){
		.fn = cvg_module_snapshot(in->module, in->function, 0)};
	n = graph->fn->nblocks;
	graph->ana = cvg_ana_again(in->ana, graph->fn);
	graph->order = cvg_ana_order(graph->ana);
	graph->dom = cvg_ana_dom(graph->ana);
	cvg_live_ids_of(in->module, in->function, &graph->ids);
	graph->top_of = cvg_alloc(n * sizeof *graph->top_of);
	graph->header_of = cvg_alloc(n * sizeof *graph->header_of);
	graph->exit_of = cvg_alloc(n * sizeof *graph->exit_of);
	graph->wanted = cvg_calloc(n, sizeof *graph->wanted);
	graph->version = cvg_calloc(n, sizeof *graph->version);
	for (uint32_t b = 0; b < n; b++) {
		graph->top_of[b] = graph->header_of[b] = graph->exit_of[b] =
			CVG_NONE;
		cvg_ptrmap_put(&graph->id_of, graph->ids.blocks[b], b);
	}
}

static void graph_done(struct flat_graph *graph)
{
	free(graph->top_of);
	free(graph->header_of);
	free(graph->exit_of);
	free(graph->wanted);
	free(graph->version);
	cvg_ptrmap_done(&graph->id_of);
	cvg_live_ids_done(&graph->ids);
	cvg_ana_free(graph->ana);
	cvg_fn_free(graph->fn);
}

/* Repair the values of all nests of the round. */
static void settle(struct round *round)
{
	struct flat_graph graph;

	graph_init(&graph, round->in);
	for (size_t k = 0; k < round->nests.n; k++) {
		cvg_flat_values(round->nests.at[k], &graph);
		cvg_flat_fold(round->nests.at[k], &graph);
	}
	graph_done(&graph);
}

/* ---- where threads meet in a round ----------------------------------- */

/*
 * Threads that bypass A_w meet those that come through it at the inner loop if
 * all of the latter go there. Where some of them go elsewhere, or an inner loop
 * stands in an arm or behind another one, the edges from the tests are
 * unstructured. Linearization makes the threads meet at guards, once for the
 * body of the new loop; the edges from the tests are appended to `out` for it,
 * as pairs of blocks.
 */
static void bypasses(const struct flat_nest *nest,
		     const struct cvg_ptrmap *id_of, struct cvg_u32s *out)
{
	/* Threads that never return meet no others. */
	if (!nest->before->live[nest->before->loops->loop[nest->first].header])
		return;
	for (uint32_t l = 1; l < nest->nloops; l++) {
		LLVMBasicBlockRef from = cvg_flat_test_of(nest, l);

		cvg_push(out, cvg_ptrmap_get(id_of, from));
		cvg_push(out, cvg_ptrmap_get(id_of, nest->loop[l].top));
	}
}

/* Is the region the body of a flattened loop, does a block of it run twice in
 * the worst case, and does it need a guard? */
static bool is_body(const struct round *round, const struct cvg_live_ids *ids,
		    const struct cvg_linregion *region)
{
	if (region->refusal != CVG_REFUSE_NONE || region->exit == CVG_NONE ||
	    region->worst < 2 || !region->new_blocks)
		return false;
	for (size_t k = 0; k < round->nests.n; k++)
		if (ids->blocks[region->head] == round->nests.at[k]->flow.head)
			return ids->blocks[region->exit] ==
			       round->nests.at[k]->flow.latch;
	return false;
}

/* Linearize the bodies of the flattened loops. */
static void meet(struct round *round)
{
	struct cvg_module *module = round->in->module;
	uint32_t f = round->in->function;
	struct cvg_fn *fn = cvg_module_snapshot(module, f, 0);
	struct cvg_ana *ana = cvg_ana_again(round->in->ana, fn);
	struct cvg_ptrmap id_of = {0};
	struct cvg_u32s edges = {0};
	struct cvg_live_ids ids;
	struct cvg_linplan *plan;

	cvg_live_ids_of(module, f, &ids);
	for (uint32_t b = 0; b < fn->nblocks; b++)
		cvg_ptrmap_put(&id_of, ids.blocks[b], b);
	for (size_t k = 0; k < round->nests.n; k++)
		bypasses(round->nests.at[k], &id_of, &edges);
	plan = cvg_plan_linear_edges(ana, &edges);
	for (uint32_t r = 0; r < plan->n; r++)
		if (is_body(round, &ids, &plan->at[r]))
			cvg_lin_region(module, f, &ids, plan, r, NULL);
	cvg_linplan_free(plan);
	free(edges.at);
	cvg_ptrmap_done(&id_of);
	cvg_live_ids_done(&ids);
	cvg_ana_free(ana);
	cvg_fn_free(fn);
}

/* ---- debug builds: is each nest one loop? ---------------------------- */

#ifdef CVG_DEBUG
static void check_done(const struct cvg_phase_in *in,
		       const struct cvg_u32s *heads)
{
	struct cvg_fn *fn = cvg_module_snapshot(in->module, in->function, 0);
	struct cvg_ana *ana = cvg_ana_new(fn);
	const struct cvg_loops *loops = cvg_ana_loops(ana);

	for (size_t k = 0; k < heads->n; k++) {
		uint32_t b = cvg_block_by_uid(fn, heads->at[k]);
		uint32_t l = loops->innermost[b];

		assert(l != CVG_NONE && loops->loop[l].header == b);
		assert(loops->loop[l].last == l);
		assert(loops->loop[l].nlatches == 1);
	}
	cvg_ana_free(ana);
	cvg_fn_free(fn);
}
#endif

/* ---- the phase ------------------------------------------------------- */

static void say(const struct cvg_phase_in *in, const struct cvg_flatnest *nest,
		struct cvg_phase_out *out)
{
	const struct cvg_loop *lp = &cvg_ana_loops(in->ana)->loop[nest->loop];

	cvg_str_addf(&out->report, "L%u at B%u: %u inner loop%s  ", nest->loop,
		     in->fn->blocks[lp->header].uid, nest->ninner,
		     nest->ninner == 1 ? "" : "s");
	cvg_flat_formula(&out->report, nest);
	cvg_str_addc(&out->report, '\n');
}

static void tell(const struct cvg_phase_in *in, const struct cvg_flatnest *nest,
		 struct cvg_phase_out *out)
{
	say(in, nest, out);
	out->count++;
	if (in->witness && in->witness->flat)
		in->witness->flat(in->witness->context, in->ana, nest);
}

/* The nest that the object names: that of a loop, or the innermost one around a
 * block or a region's entry. NULL: there is none, or it is refused. */
static const struct cvg_flatnest *meant(const struct cvg_phase_in *in,
					const struct cvg_flatplan *plan,
					struct cvg_err *err)
{
	const struct cvg_object *o = &in->object;
	const struct cvg_loops *loops = cvg_ana_loops(in->ana);
	const struct cvg_flatnest *nest;
	uint32_t b = o->id;

	if (o->kind == CVG_OBJ_REGION)
		b = cvg_ana_regions(in->ana)->region[o->id].entry;
	nest = cvg_flat_around(plan, loops, loops->innermost[b]);
	if (!nest) {
		cvg_fail(err, "no loop that contains a loop is there");
		return NULL;
	}
	if (nest->refusal != CVG_REFUSE_NONE) {
		cvg_fail(err, "L%u: %s", nest->loop,
			 cvg_refusal_text(nest->refusal));
		return NULL;
	}
	return nest;
}

/* A judge finds out whether a nest that may pay does. */
static bool is_wanted(const struct cvg_phase_in *in,
		      const struct cvg_flatnest *nest)
{
	return nest->chosen && (nest->pays || in->judge);
}

/* Append the stable numbers of the headers of the nests to flatten to `which`,
 * and report them. */
static bool choose(const struct cvg_phase_in *in, struct cvg_phase_out *out,
		   struct cvg_u32s *which, struct cvg_err *err)
{
	struct cvg_flatplan *plan = cvg_plan_flat(in->ana, in->settings);
	const struct cvg_loops *loops = cvg_ana_loops(in->ana);
	const struct cvg_flatnest *only = NULL;
	bool ok = true;

	if (in->object.kind != CVG_OBJ_NONE) {
		only = meant(in, plan, err);
		ok = only != NULL;
	}
	for (uint32_t k = 0; ok && k < plan->n; k++) {
		const struct cvg_flatnest *nest = &plan->at[k];

		if (only ? nest != only : !is_wanted(in, nest))
			continue;
		cvg_push(which,
			 in->fn->blocks[loops->loop[nest->loop].header].uid);
		tell(in, nest, out);
	}
	/* Why not: the numbers of what could be done. */
	for (uint32_t k = 0; ok && !which->n && k < plan->n; k++)
		if (plan->at[k].refusal == CVG_REFUSE_NONE)
			say(in, &plan->at[k], out);
	cvg_flatplan_free(plan);
	return ok;
}

/*
 * Does the nest of that loop lead straight into one that was cut before? Then
 * it waits for the next round, when the phis of that one have settled. `heads`
 * holds the new headers.
 */
static bool is_late(const struct round *round, const struct cvg_ptrmap *heads,
		    uint32_t loop)
{
	const struct cvg_loop *lp = &round->before.loops->loop[loop];

	for (uint32_t k = 0; k < lp->nblocks; k++) {
		uint32_t b = round->before.loops->blocks[lp->blocks_at + k];
		LLVMValueRef term = LLVMGetBasicBlockTerminator(
			round->before.ids.blocks[b]);

		for (unsigned i = 0; i < LLVMGetNumSuccessors(term); i++)
			if (cvg_ptrmap_get(heads, LLVMGetSuccessor(term, i)) !=
			    CVG_NONE)
				return true;
	}
	return false;
}

/* Flatten nests in the order of the code. `which` has the stable numbers of
 * their headers; those put off stay in it. Those of new headers are appended to
 * `heads`. */
static void do_round(const struct cvg_phase_in *in, struct cvg_u32s *which,
		     struct cvg_u32s *heads)
{
	struct round round = {.in = in};
	const struct cvg_order *order;
	struct cvg_ptrmap wanted = {0}, cuts = {0};

	round_init(&round);
	order = cvg_ana_order(round.ana);
	for (size_t k = 0; k < which->n; k++)
		cvg_ptrmap_put(&wanted,
			       round.before.ids.blocks[cvg_block_by_uid(
				       round.before.fn, which->at[k])],
			       1);
	which->n = 0;
	for (uint32_t k = 0; k < order->n; k++) {
		uint32_t b = order->block[k];

		if (cvg_ptrmap_get(&wanted, round.before.ids.blocks[b]) ==
		    CVG_NONE)
			continue;
		if (is_late(&round, &cuts, round.before.loops->innermost[b])) {
			cvg_push(which, round.before.fn->blocks[b].uid);
			continue;
		}
		cut(&round, round.before.loops->innermost[b]);
		cvg_ptrmap_put(&cuts,
			       round.nests.at[round.nests.n - 1]->flow.head, 1);
	}
	settle(&round);
	meet(&round);
	for (size_t k = 0; k < round.nests.n; k++)
		cvg_push(heads,
			 cvg_live_block_uid(in->module, in->function,
					    round.nests.at[k]->flow.head));
	cvg_ptrmap_done(&wanted);
	cvg_ptrmap_done(&cuts);
	round_done(&round);
}

static bool run(const struct cvg_phase_in *in, struct cvg_phase_out *out,
		struct cvg_err *err)
{
	struct cvg_u32s which = {0}, heads = {0};
	bool ok = choose(in, out, &which, err);

	while (ok && which.n)
		do_round(in, &which, &heads);
	out->changed = heads.n > 0;
#ifdef CVG_DEBUG
	check_done(in, &heads);
#endif
	free(which.at);
	free(heads.at);
	return ok;
}

/* Without nests there is nothing. What a nest gains may change with a profile. */
static bool is_idle(struct cvg_ana *ana, const struct cvg_settings *settings)
{
	struct cvg_flatplan *plan = cvg_plan_flat(ana, settings);
	bool none = plan->n == 0;

	cvg_flatplan_free(plan);
	return none;
}

const struct cvg_phase cvg_phase_flatten = {
	.name = "flatten",
	.nothing = "no nest of loops is worth flattening",
	.takes = CVG_TAKES_ANY,
	.reads = CVG_READS(IDLE_LANES) | CVG_READS(DECIDE) | CVG_READS(JUDGE) |
		 CVG_READS(STEPS),
	.idle = is_idle,
	.guesses = true,
	.needs = CVG_ANA_DOM | CVG_ANA_UNIFORM | CVG_ANA_LOOPS |
		 CVG_ANA_CYCLES | CVG_ANA_REGIONS,
	.keeps = CVG_ANA_NOTHING,
	.run = run,
};
