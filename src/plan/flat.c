/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Flattening, the plan: see include/reconverge/flat.h. */
#include "flat.h"
#include "refuse.h"

#include <stdlib.h>

/* Why a loop cannot be flattened, the loops in it included. */
struct fault {
	enum cvg_refusal refusal;
	uint32_t inst, block;
};

struct flattener {
	struct cvg_ana *ana;
	const struct cvg_fn *fn;
	const struct cvg_settings *settings;
	const struct cvg_loops *loops;
	const struct cvg_cycles *cycles;
	struct cvg_flatplan *plan;
	struct flatkids kids;
	/* [loops] */
	struct fault *fault;
	struct flatcost *cost;	 /* of the loop alone */
	struct flatcost *sum;	 /* with the loops in it */
	uint32_t *ndivergent;	 /* it and the loops in it */
	uint32_t *nest;		 /* place in plan->at, or CVG_NONE */
	uint32_t *bad_cycles;	 /* [cycles + 1] irreducible ones before it */
	bool convergent;	 /* anything is */
	uint32_t *convergent_at; /* [nblocks] such an instruction, or NONE */
	uint32_t *stamp;	 /* [nblocks] the walk that saw it last */
	uint32_t now;
};

/* ---- what is refused ------------------------------------------------- */

static bool blame(struct fault *f, enum cvg_refusal why, uint32_t block,
		  uint32_t inst)
{
	*f = (struct fault){why, inst, block};
	return false;
}

/* Edges into it can be led elsewhere; none comes of a block that never runs. */
static bool preds_are_plain(const struct flattener *z, struct fault *f,
			    uint32_t b)
{
	const struct cvg_order *order = cvg_ana_order(z->ana);

	cvg_foreach_pred (z->fn, b, p) {
		enum cvg_op op = cvg_block_terminator(z->fn, *p)->op;

		if (order->place[*p] == CVG_NONE)
			return blame(f, CVG_REFUSE_UNREACHABLE, *p, CVG_NONE);
		if (op != CVG_OP_BR && op != CVG_OP_CONDBR &&
		    op != CVG_OP_SWITCH)
			return blame(f, CVG_REFUSE_EXOTIC, *p,
				     cvg_block_last(z->fn, *p));
	}
	return true;
}

static bool block_is_plain(const struct flattener *z, struct fault *f,
			   uint32_t b)
{
	const struct cvg_block *block = &z->fn->blocks[b];

	for (uint32_t i = 0; i < block->ninsts; i++) {
		uint32_t inst = block->inst_at + i;
		enum cvg_refusal why = cvg_inst_refusal(
			&z->fn->insts[inst], CVG_REFUSE_FLAT_CONVERGENT);

		if (why != CVG_REFUSE_NONE)
			return blame(f, why, b, inst);
	}
	return preds_are_plain(z, f, b);
}

/* The cycle of that header, or CVG_NONE. */
static uint32_t cycle_of(const struct flattener *z, uint32_t header)
{
	uint32_t c = z->cycles->innermost[header];

	while (c != CVG_NONE && z->cycles->cycle[c].header != header)
		c = z->cycles->cycle[c].parent;
	return c;
}

/* All cycles in the loop are loops: it is reducible. */
static bool is_reducible(const struct flattener *z, uint32_t l)
{
	const struct cvg_loop *lp = &z->loops->loop[l];
	uint32_t c = cycle_of(z, lp->header), last;

	if (c == CVG_NONE)
		return false;
	last = z->cycles->cycle[c].last;
	return last - c == lp->last - l &&
	       z->bad_cycles[last + 1] == z->bad_cycles[c];
}

static void count_bad_cycles(struct flattener *z)
{
	for (uint32_t c = 0; c < z->cycles->n; c++)
		z->bad_cycles[c + 1] =
			z->bad_cycles[c] + !z->cycles->cycle[c].reducible;
}

static void find_faults(struct flattener *z)
{
	const struct cvg_order *order = cvg_ana_order(z->ana);

	for (uint32_t k = 0; k < order->n; k++) {
		uint32_t b = order->block[k], l = z->loops->innermost[b];

		if (l != CVG_NONE && z->fault[l].refusal == CVG_REFUSE_NONE)
			block_is_plain(z, &z->fault[l], b);
	}
}

/*
 * Ways out to several places: afterwards threads that left in different rounds
 * are together on them, which a convergent operation there would notice.
 */
struct ways {
	const struct flattener *z;
	struct cvg_u32s queue;
	uint32_t join; /* where all ways out meet, or CVG_NONE */
	uint32_t nexits;
};

static void visit(struct ways *w, uint32_t b)
{
	if (b == w->join || w->z->stamp[b] == w->z->now)
		return;
	w->z->stamp[b] = w->z->now;
	cvg_push(&w->queue, b);
}

static void find_ways_out(struct ways *w, uint32_t l)
{
	const struct flattener *z = w->z;
	const struct cvg_loop *lp = &z->loops->loop[l];
	uint32_t one = CVG_NONE;

	for (uint32_t k = 0; k < lp->nblocks; k++) {
		uint32_t b = z->loops->blocks[lp->blocks_at + k];

		if (!cvg_loop_leaves(z->loops, l, b))
			continue;
		cvg_foreach_succ (z->fn, b, s) {
			if (cvg_loop_has(z->loops, l, *s) || *s == one)
				continue;
			w->join = one == CVG_NONE
					  ? *s
					  : cvg_dom_common(
						    cvg_ana_postdom(z->ana),
						    w->join, *s);
			one = *s;
			w->nexits++;
			cvg_push(&w->queue, *s);
		}
	}
}

static bool leaves_plainly(struct flattener *z, uint32_t l, struct fault *f)
{
	struct ways w = {.z = z, .join = CVG_NONE};
	bool ok = true;
	size_t n;

	if (!z->convergent)
		return true;
	z->now++;
	find_ways_out(&w, l);
	n = w.queue.n;
	for (size_t k = 0; k < n; k++) /* the first ones, each once */
		visit(&w, w.queue.at[k]);
	for (size_t k = n; ok && w.nexits > 1 && k < w.queue.n; k++) {
		uint32_t b = w.queue.at[k];

		if (z->convergent_at[b] != CVG_NONE)
			ok = blame(f, CVG_REFUSE_FLAT_CONVERGENT, b,
				   z->convergent_at[b]);
		cvg_foreach_succ (z->fn, b, s)
			visit(&w, *s);
	}
	free(w.queue.at);
	return ok;
}

static void find_convergent(struct flattener *z)
{
	for (uint32_t b = 0; b < z->fn->nblocks; b++) {
		const struct cvg_block *block = &z->fn->blocks[b];

		z->convergent_at[b] = CVG_NONE;
		for (uint32_t i = 0; i < block->ninsts; i++)
			if (z->fn->insts[block->inst_at + i].flags &
			    CVG_I_CONVERGENT)
				z->convergent_at[b] = block->inst_at + i;
		z->convergent |= z->convergent_at[b] != CVG_NONE;
	}
}

/* ---- sums, from inner to outer --------------------------------------- */

static bool is_divergent(const struct flattener *z, uint32_t l)
{
	uint32_t c = cycle_of(z, z->loops->loop[l].header);

	return c != CVG_NONE &&
	       cvg_bits_has(&cvg_ana_uniform(z->ana)->divergent_exit, c);
}

static void sum_up(struct flattener *z)
{
	for (uint32_t l = z->loops->n; l-- > 0;) {
		uint32_t up = z->loops->loop[l].parent;

		z->ndivergent[l] += is_divergent(z, l);
		z->sum[l].own += z->cost[l].own;
		z->sum[l].runs += z->cost[l].runs;
		z->sum[l].lanes += z->cost[l].lanes;
		if (up == CVG_NONE)
			continue;
		z->ndivergent[up] += z->ndivergent[l];
		z->sum[up].own += z->sum[l].own;
		z->sum[up].runs += z->sum[l].runs;
		z->sum[up].lanes += z->sum[l].lanes;
		if (z->fault[l].refusal != CVG_REFUSE_NONE &&
		    z->fault[up].refusal == CVG_REFUSE_NONE)
			z->fault[up] = z->fault[l];
	}
}

/* ---- formula (1) ----------------------------------------------------- */

/* n: set; or the lanes that A has and its inner loops have not. */
static void idle_of(const struct flattener *z, struct cvg_flatnest *t)
{
	const struct flatcost *a = &z->cost[t->loop];
	const struct flatcost *all = &z->sum[t->loop];
	double set = cvg_set_real(z->settings, CVG_SET_IDLE_LANES);
	double outer, inner;

	t->lanes = z->fn->warp;
	t->source = CVG_FLAT_GUESS;
	t->idle = t->lanes / 2;
	if (set >= 0) {
		t->source = CVG_FLAT_SET;
		t->idle = set < t->lanes ? set : t->lanes;
		return;
	}
	if (a->lanes <= 0 || all->lanes - a->lanes <= 0)
		return;
	outer = a->lanes / a->runs;
	inner = (all->lanes - a->lanes) / (all->runs - a->runs);
	t->source = CVG_FLAT_MEASURED;
	t->idle = inner < outer ? t->lanes * (1 - inner / outer) : 0;
}

static void price(const struct flattener *z, struct cvg_flatnest *t)
{
	const struct flatcost *a = &z->cost[t->loop];
	double runs = z->sum[t->loop].runs - a->runs;
	double share;

	t->ta = a->runs > 0 ? a->own / a->runs : 0;
	t->tb = runs > 0 ? (z->sum[t->loop].own - a->own) / runs : 0;
	idle_of(z, t);
	share = t->idle / t->lanes;
	t->net = share * t->tb - (1 - share) * t->ta;
	t->above = t->net > 0;
}

/* ---- beyond formula (1) ---------------------------------------------- */

#define MOST_AROUND 8 /* loops; what the nests in them add is not counted */

/*
 * Cycles of the run, and those of the one loop, from the rounds in which its
 * threads would run each block. False: no profile saw them.
 */
static bool count_rounds(const struct flattener *z, struct cvg_flatnest *t)
{
	const struct cvg_profile *p = z->settings->profile;
	const struct cvg_loop *lp = &z->loops->loop[t->loop];
	uint64_t rounds = cvg_profile_round(p, z->fn, lp->header, CVG_NONE);

	if (t->source != CVG_FLAT_MEASURED || rounds == UINT64_MAX)
		return false;
	t->before = 0;
	t->after = (double)rounds * t->to;
	for (uint32_t k = 0; k < lp->nblocks; k++) {
		uint32_t b = z->loops->blocks[lp->blocks_at + k];
		uint64_t runs = cvg_profile_round(p, z->fn, lp->header, b);
		const struct cvg_profile_block *now =
			cvg_profile_at(p, z->fn, b);
		double cost = (double)cvg_cost_block(z->fn, b);

		if (!now || runs == UINT64_MAX)
			return false;
		t->before += (double)now->warps * cost;
		t->after += (double)runs * cost;
		if (b == lp->header)
			t->after -= (double)runs * t->less;
	}
	return true;
}

static void refine(const struct flattener *z, struct cvg_flatnest *t)
{
	double runs = z->sum[t->loop].runs - z->cost[t->loop].runs;
	double working = t->lanes - t->idle < 1 ? 1 : t->lanes - t->idle;

	if (z->loops->loop[t->loop].depth <= MOST_AROUND) {
		struct flatadded added =
			cvg_flat_added(z->ana, &z->kids, t->loop);

		t->to = added.round;
		t->less = added.outer;
	}
	t->counted = count_rounds(z, t);
	t->gain = t->before - t->after;
	if (!t->counted) {
		t->before = t->lanes * t->tb;
		t->after = working * (t->tb + t->ta + t->to - t->less);
		t->gain = (t->before - t->after) / t->lanes * runs;
	}
	t->pays = t->before > t->after;
}

static void judge(struct flattener *z, struct cvg_flatnest *t)
{
	const struct cvg_loop *lp = &z->loops->loop[t->loop];
	struct fault *f = &z->fault[t->loop];

	t->culprit = t->culprit_block = CVG_NONE;
	t->ninner = lp->last - t->loop;
	t->ndivergent = z->ndivergent[t->loop] - is_divergent(z, t->loop);
	price(z, t);
	if (!is_reducible(z, t->loop)) {
		t->refusal = CVG_REFUSE_IRREDUCIBLE;
		t->culprit_block = lp->header;
	} else if (f->refusal != CVG_REFUSE_NONE ||
		   (t->ndivergent && !leaves_plainly(z, t->loop, f))) {
		t->refusal = f->refusal;
		t->culprit = f->inst;
		t->culprit_block = f->block;
	} else if (!t->ndivergent) {
		t->refusal = CVG_REFUSE_FLAT_UNIFORM;
	}
	if (t->refusal == CVG_REFUSE_NONE)
		refine(z, t);
}

/* ---- which are chosen ------------------------------------------------ */

/* The best of a loop: its nest, or the best of the loops in it together. */
static void choose(struct flattener *z)
{
	double *best = cvg_calloc(z->loops->n + 1, sizeof *best);

	for (uint32_t l = z->loops->n; l-- > 0;) {
		uint32_t up = z->loops->loop[l].parent, k = z->nest[l];
		struct cvg_flatnest *t = k == CVG_NONE ? NULL : &z->plan->at[k];

		if (t && t->refusal == CVG_REFUSE_NONE && t->pays &&
		    t->gain >= best[l]) {
			best[l] = t->gain;
			t->chosen = true;
		}
		if (up != CVG_NONE)
			best[up] += best[l];
	}
	for (uint32_t k = 0; k < z->plan->n; k++) {
		uint32_t last = z->loops->loop[z->plan->at[k].loop].last;

		if (!z->plan->at[k].chosen)
			continue;
		while (k + 1 < z->plan->n && z->plan->at[k + 1].loop <= last)
			z->plan->at[++k].chosen = false;
	}
	free(best);
}

static void make_nests(struct flattener *z)
{
	struct cvg_flatplan *plan = z->plan;

	plan->at =
		cvg_arena_array(&plan->arena, struct cvg_flatnest, z->loops->n);
	for (uint32_t l = 0; l < z->loops->n; l++) {
		z->nest[l] = CVG_NONE;
		if (z->loops->loop[l].last == l)
			continue;
		z->nest[l] = plan->n;
		plan->at[plan->n].loop = l;
		judge(z, &plan->at[plan->n++]);
	}
}

struct cvg_flatplan *cvg_plan_flat(struct cvg_ana *ana,
				   const struct cvg_settings *settings)
{
	struct cvg_flatplan *plan = cvg_calloc(1, sizeof *plan);
	struct flattener z = {.ana = ana,
			      .fn = cvg_ana_fn(ana),
			      .settings = settings,
			      .loops = cvg_ana_loops(ana),
			      .cycles = cvg_ana_cycles(ana),
			      .plan = plan};
	size_t n = z.loops->n + 1;

	plan->fn = z.fn;
	z.fault = cvg_calloc(n, sizeof *z.fault);
	z.cost = cvg_calloc(n, sizeof *z.cost);
	z.sum = cvg_calloc(n, sizeof *z.sum);
	z.ndivergent = cvg_calloc(n, sizeof *z.ndivergent);
	z.nest = cvg_calloc(n, sizeof *z.nest);
	z.bad_cycles = cvg_calloc(z.cycles->n + 1, sizeof *z.bad_cycles);
	z.convergent_at = cvg_calloc(z.fn->nblocks, sizeof *z.stamp);
	z.stamp = cvg_calloc(z.fn->nblocks, sizeof *z.stamp);
	cvg_flat_kids_init(&z.kids, ana);
	find_convergent(&z);
	count_bad_cycles(&z);
	find_faults(&z);
	cvg_flat_costs(ana, settings, z.cost);
	sum_up(&z);
	make_nests(&z);
	choose(&z);
	cvg_flat_kids_done(&z.kids);
	free(z.fault);
	free(z.cost);
	free(z.sum);
	free(z.ndivergent);
	free(z.nest);
	free(z.bad_cycles);
	free(z.convergent_at);
	free(z.stamp);
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
	}
	return "";
}

void cvg_flat_formula(struct cvg_str *out, const struct cvg_flatnest *t)
{
	double work = t->ta + t->tb;

	cvg_str_addf(out,
		     "n/N %.3g of %g %s = %.3f %s Ta/(Ta+Tb) %.4g of %.4g = "
		     "%.3f  net %+.4g  To %.4g, %s %.2fx  %s",
		     t->idle, t->lanes, cvg_flat_source(t->source),
		     t->idle / t->lanes, t->above ? ">" : "<=", t->ta, work,
		     work > 0 ? t->ta / work : 0, t->net, t->to - t->less,
		     t->counted ? "counted" : "estimated", t->before / t->after,
		     t->pays ? "pays" : "does not pay");
}
