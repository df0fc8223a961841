/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * flatten: a nest of loops becomes one loop, so that a thread that has left an
 * inner loop gets new work while others still go round it (Bulavintsev,
 * "Flattening of Data-Dependent Nested Loops for Compile-Time Optimization of
 * GPU Programs", INJOIT 7(9), 2019,
 * injoit.org/index.php/j1/article/view/761, section III).
 *
 * All loops of a nest at once instead of one after the other, and every way
 * out over the one latch: a loop that is left elsewhere would let its threads
 * meet only behind it. src/plan/flat.c says which nests, and what formula (1)
 * says of them.
 */
#include "flatten.h"

#include "linearize.h"
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

/* Nests to do, by the stable numbers of their headers. */
struct round {
	const struct cvg_phase_in *in;
	struct cvg_fn *fn;
	struct cvg_ana *ana;
	const struct cvg_loops *loops;
	struct cvg_live_ids ids;
	struct cvg_ptrmap old_of;
	bool *live;
	struct nests nests;
};

static void find_live(struct round *x)
{
	struct cvg_u32s stack = {0};

	x->live = cvg_calloc(x->fn->nblocks, sizeof *x->live);
	for (uint32_t b = 0; b < x->fn->nblocks; b++)
		if (cvg_block_terminator(x->fn, b)->op == CVG_OP_RET) {
			x->live[b] = true;
			cvg_push(&stack, b);
		}
	while (stack.n) {
		uint32_t b = stack.at[--stack.n];

		cvg_foreach_pred (x->fn, b, p) {
			if (!x->live[*p])
				cvg_push(&stack, *p);
			x->live[*p] = true;
		}
	}
	free(stack.at);
}

static void round_init(struct round *x)
{
	x->fn = cvg_module_snapshot(x->in->module, x->in->function, 0);
	x->ana = cvg_ana_new(x->fn);
	x->loops = cvg_ana_loops(x->ana);
	cvg_live_ids_of(x->in->module, x->in->function, &x->ids);
	for (uint32_t b = 0; b < x->fn->nblocks; b++)
		cvg_ptrmap_put(&x->old_of, x->ids.blocks[b], b);
	find_live(x);
}

static void nest_free(struct flat_nest *take_z)
{
	for (size_t k = 0; k < take_z->pred.n; k++)
		free(take_z->pred.at[k].label);
	free(take_z->loop);
	free(take_z->exit.at);
	free(take_z->edge.at);
	free(take_z->pred.at);
	free(take_z->outer.at);
	free(take_z->var.at);
	cvg_ptrmap_done(&take_z->exit_of);
	LLVMDisposeBuilder(take_z->b);
	free(take_z);
}

static void round_done(struct round *x)
{
	for (size_t k = 0; k < x->nests.n; k++)
		nest_free(x->nests.at[k]);
	free(x->nests.at);
	free(x->live);
	cvg_ptrmap_done(&x->old_of);
	cvg_live_ids_done(&x->ids);
	cvg_ana_free(x->ana);
	cvg_fn_free(x->fn);
}

/* ---- one nest -------------------------------------------------------- */

static struct flat_nest *nest_new(struct round *x, uint32_t loop)
{
	struct flat_nest *z = cvg_calloc(1, sizeof *z);
	const struct cvg_loop *lp = x->loops->loop;

	*z = (struct flat_nest){.m = x->in->module,
				.f = x->in->function,
				.fn = x->fn,
				.loops = x->loops,
				.ids = &x->ids,
				.old_of = &x->old_of,
				.live = x->live,
				.first = loop,
				.nloops = lp[loop].last - loop + 1};
	z->b = LLVMCreateBuilderInContext(z->m->context);
	z->function = cvg_live_function(z->m, z->f);
	z->loop = cvg_calloc(z->nloops, sizeof *z->loop);
	for (uint32_t l = 0; l < z->nloops; l++) {
		z->loop[l].header = x->ids.blocks[lp[loop + l].header];
		z->loop[l].last = lp[loop + l].last - loop;
		z->loop[l].parent = l ? lp[loop + l].parent - loop : 0;
	}
	return z;
}

static void cut(struct round *x, uint32_t loop)
{
	struct flat_nest *z = nest_new(x, loop);

	cvg_flat_connect(z);
	cvg_flat_phis(z);
	cvg_push(&x->nests, z);
}

/* ---- values, once all nests are cut ---------------------------------- */

static void graph_init(struct flat_graph *g, const struct cvg_phase_in *in)
{
	uint32_t n;

	*g = (struct flat_graph){
		.fn = cvg_module_snapshot(in->module, in->function, 0)};
	n = g->fn->nblocks;
	g->ana = cvg_ana_new(g->fn);
	g->order = cvg_ana_order(g->ana);
	g->dom = cvg_ana_dom(g->ana);
	cvg_live_ids_of(in->module, in->function, &g->ids);
	g->top_of = cvg_alloc(n * sizeof *g->top_of);
	g->header_of = cvg_alloc(n * sizeof *g->header_of);
	g->exit_of = cvg_alloc(n * sizeof *g->exit_of);
	g->wanted = cvg_calloc(n, sizeof *g->wanted);
	g->version = cvg_calloc(n, sizeof *g->version);
	for (uint32_t b = 0; b < n; b++) {
		g->top_of[b] = g->header_of[b] = g->exit_of[b] = CVG_NONE;
		cvg_ptrmap_put(&g->id_of, g->ids.blocks[b], b);
	}
}

static void graph_done(struct flat_graph *g)
{
	free(g->top_of);
	free(g->header_of);
	free(g->exit_of);
	free(g->wanted);
	free(g->version);
	cvg_ptrmap_done(&g->id_of);
	cvg_live_ids_done(&g->ids);
	cvg_ana_free(g->ana);
	cvg_fn_free(g->fn);
}

static void settle(struct round *x)
{
	struct flat_graph g;

	graph_init(&g, x->in);
	for (size_t k = 0; k < x->nests.n; k++) {
		cvg_flat_values(x->nests.at[k], &g);
		cvg_flat_fold(x->nests.at[k], &g);
	}
	graph_done(&g);
}

/* ---- where threads meet in a round ----------------------------------- */

/*
 * Threads that bypass A_w meet those that come through it at the inner loop if
 * all of these go there. Where some go elsewhere, or an inner loop stands in an
 * arm or behind another one, guards in a chain make them meet: what
 * linearization is for, so it does it, once for the body of the new loop.
 */
static void bypasses(const struct flat_nest *z, const struct cvg_ptrmap *id_of,
		     struct cvg_u32s *out)
{
	/* Who never returns meets nobody. */
	if (!z->live[z->loops->loop[z->first].header])
		return;
	for (uint32_t l = 1; l < z->nloops; l++) {
		LLVMBasicBlockRef from = z->loop[z->loop[l].parent].top;

		cvg_push(out, cvg_ptrmap_get(id_of, from));
		cvg_push(out, cvg_ptrmap_get(id_of, z->loop[l].top));
	}
}

/* Is it the body of a flattened loop, and worth it? */
static bool is_body(const struct round *x, const struct cvg_live_ids *ids,
		    const struct cvg_linregion *r)
{
	if (r->refusal != CVG_REFUSE_NONE || r->exit == CVG_NONE ||
	    r->worst < 2 || !r->new_blocks)
		return false;
	for (size_t k = 0; k < x->nests.n; k++)
		if (ids->blocks[r->head] == x->nests.at[k]->head)
			return ids->blocks[r->exit] == x->nests.at[k]->latch;
	return false;
}

static void meet(struct round *x)
{
	struct cvg_module *m = x->in->module;
	uint32_t f = x->in->function;
	struct cvg_fn *fn = cvg_module_snapshot(m, f, 0);
	struct cvg_ana *ana = cvg_ana_new(fn);
	struct cvg_ptrmap id_of = {0};
	struct cvg_u32s edges = {0};
	struct cvg_live_ids ids;
	struct cvg_linplan *plan;

	cvg_live_ids_of(m, f, &ids);
	for (uint32_t b = 0; b < fn->nblocks; b++)
		cvg_ptrmap_put(&id_of, ids.blocks[b], b);
	for (size_t k = 0; k < x->nests.n; k++)
		bypasses(x->nests.at[k], &id_of, &edges);
	plan = cvg_plan_linear_edges(ana, &edges);
	for (uint32_t r = 0; r < plan->n; r++)
		if (is_body(x, &ids, &plan->at[r]))
			cvg_lin_region(m, f, &ids, plan, r, NULL);
	cvg_linplan_free(plan);
	free(edges.at);
	cvg_ptrmap_done(&id_of);
	cvg_live_ids_done(&ids);
	cvg_ana_free(ana);
	cvg_fn_free(fn);
}

/* ---- debug builds: is it one loop? ----------------------------------- */

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

static void say(const struct cvg_phase_in *in, const struct cvg_flatnest *t,
		struct cvg_phase_out *out)
{
	const struct cvg_loop *lp = &cvg_ana_loops(in->ana)->loop[t->loop];

	cvg_str_addf(&out->report, "L%u at B%u: %u inner loop%s  ", t->loop,
		     in->fn->blocks[lp->header].uid, t->ninner,
		     t->ninner == 1 ? "" : "s");
	cvg_flat_formula(&out->report, t);
	cvg_str_addc(&out->report, '\n');
	out->count++;
	if (in->witness && in->witness->flat)
		in->witness->flat(in->witness->context, in->ana, t);
}

/* The nest meant by name: that of a loop, or the innermost around a block. */
static const struct cvg_flatnest *meant(const struct cvg_phase_in *in,
					const struct cvg_flatplan *plan,
					struct cvg_err *err)
{
	const struct cvg_object *o = &in->object;
	const struct cvg_loops *loops = cvg_ana_loops(in->ana);
	const struct cvg_flatnest *t;
	uint32_t b = o->id;

	if (o->kind == CVG_OBJ_REGION)
		b = cvg_ana_regions(in->ana)->region[o->id].entry;
	t = cvg_flat_around(plan, loops, loops->innermost[b]);
	if (!t) {
		cvg_fail(err, "no loop with a loop in it is there");
		return NULL;
	}
	if (t->refusal != CVG_REFUSE_NONE) {
		cvg_fail(err, "L%u: %s", t->loop, cvg_refusal_text(t->refusal));
		return NULL;
	}
	return t;
}

/* The headers' numbers of what is to be done. */
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
		const struct cvg_flatnest *t = &plan->at[k];

		if (only ? t != only : !t->chosen)
			continue;
		cvg_push(which,
			 in->fn->blocks[loops->loop[t->loop].header].uid);
		say(in, t, out);
	}
	cvg_flatplan_free(plan);
	return ok;
}

/*
 * Does it lead straight into a nest cut before it? Then it is its turn when
 * that one's phis have settled.
 */
static bool is_late(const struct round *x, const struct cvg_ptrmap *heads,
		    uint32_t loop)
{
	const struct cvg_loop *lp = &x->loops->loop[loop];

	for (uint32_t k = 0; k < lp->nblocks; k++) {
		uint32_t b = x->loops->blocks[lp->blocks_at + k];
		LLVMValueRef term =
			LLVMGetBasicBlockTerminator(x->ids.blocks[b]);

		for (unsigned i = 0; i < LLVMGetNumSuccessors(term); i++)
			if (cvg_ptrmap_get(heads, LLVMGetSuccessor(term, i)) !=
			    CVG_NONE)
				return true;
	}
	return false;
}

/* In the code's order; what is put off stays in `which`. */
static void do_round(const struct cvg_phase_in *in, struct cvg_u32s *which,
		     struct cvg_u32s *heads)
{
	struct round x = {.in = in};
	const struct cvg_order *order;
	struct cvg_ptrmap wanted = {0}, cuts = {0};

	round_init(&x);
	order = cvg_ana_order(x.ana);
	for (size_t k = 0; k < which->n; k++)
		cvg_ptrmap_put(
			&wanted,
			x.ids.blocks[cvg_block_by_uid(x.fn, which->at[k])], 1);
	which->n = 0;
	for (uint32_t k = 0; k < order->n; k++) {
		uint32_t b = order->block[k];

		if (cvg_ptrmap_get(&wanted, x.ids.blocks[b]) == CVG_NONE)
			continue;
		if (is_late(&x, &cuts, x.loops->innermost[b])) {
			cvg_push(which, x.fn->blocks[b].uid);
			continue;
		}
		cut(&x, x.loops->innermost[b]);
		cvg_ptrmap_put(&cuts, x.nests.at[x.nests.n - 1]->head, 1);
	}
	settle(&x);
	meet(&x);
	for (size_t k = 0; k < x.nests.n; k++)
		cvg_push(heads, cvg_live_block_uid(in->module, in->function,
						   x.nests.at[k]->head));
	cvg_ptrmap_done(&wanted);
	cvg_ptrmap_done(&cuts);
	round_done(&x);
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

static bool preview(const struct cvg_phase_in *in, struct cvg_phase_out *out,
		    struct cvg_err *err)
{
	struct cvg_u32s which = {0};
	bool ok = choose(in, out, &which, err);

	free(which.at);
	return ok;
}

const struct cvg_phase cvg_phase_flatten = {
	.name = "flatten",
	.title = "turn a nest of loops into one loop",
	.nothing = "no nest of loops is worth flattening",
	.takes = CVG_TAKES_ANY,
	.reads = CVG_READS(IDLE_LANES),
	.needs = CVG_ANA_DOM | CVG_ANA_UNIFORM | CVG_ANA_LOOPS |
		 CVG_ANA_CYCLES | CVG_ANA_REGIONS,
	.keeps = CVG_ANA_NOTHING,
	.preview = preview,
	.run = run,
};
