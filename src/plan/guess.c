/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* How often blocks run, guessed: see guess.h. */
#include "guess.h"

#include <stdlib.h>

#define STAYS	31.0   /* times as likely as leaving */
#define ENDLESS 4096.0 /* rounds of what is never left; LLVM's figure */

/*
 * One cycle at a time, those inside first, the function last: its level. Nodes
 * of a level are its own blocks and the cycles right in it; without the edges
 * to the header they have an order. Every edge is of one level, that of the
 * innermost cycle that holds both its ends.
 */
struct levels {
	const struct cvg_fn *fn;
	const struct cvg_cycles *cs;
	const struct cvg_order *order;
	double *share;	/* [edges] of the block's runs */
	uint32_t *from; /* [edges] block */
	uint32_t *at;	/* [cycles + 2] into edge[]; the function's last */
	uint32_t *edge; /* by level */
	/* Nodes: blocks, then cycles. */
	double *mass;		 /* in one round of the level it is a node of */
	uint32_t *waits, *first; /* edges into it to come; out of it */
	uint32_t *next;		 /* [edges] */
	/* Cycles whose level is done hang from the one around it. */
	uint32_t *up;	/* [cycles] CVG_NONE: not yet */
	double *factor; /* [cycles] its rounds in one round of `up` */
	double *rounds; /* [cycles] */
	struct cvg_u32s ready;
};

static double at_most(double x, double most)
{
	return x < most ? x : most;
}

/* ---- shares of edges ------------------------------------------------- */

static bool *find_live(const struct cvg_fn *fn)
{
	bool *live = cvg_calloc(fn->nblocks, sizeof *live);
	struct cvg_u32s queue = {0};

	for (uint32_t b = 0; b < fn->nblocks; b++)
		if (cvg_block_terminator(fn, b)->op == CVG_OP_RET) {
			live[b] = true;
			cvg_push(&queue, b);
		}
	for (size_t i = 0; i < queue.n; i++)
		cvg_foreach_pred (fn, queue.at[i], p)
			if (!live[*p]) {
				live[*p] = true;
				cvg_push(&queue, *p);
			}
	free(queue.at);
	return live;
}

static double weight_of(const struct levels *w, const bool *live, uint32_t b,
			uint32_t edge, bool any)
{
	uint32_t to = w->fn->succs[edge], c = w->cs->innermost[b];

	if (any && !live[to])
		return 0;
	return c == CVG_NONE || cvg_cycle_has(w->cs, c, to) ? STAYS : 1;
}

static void share_out(struct levels *w, const bool *live, uint32_t b)
{
	const struct cvg_block *block = &w->fn->blocks[b];
	double told = 0, sum = 0;
	bool any = false;

	for (uint32_t k = 0; k < block->nsuccs; k++) {
		uint32_t e = block->succs_at + k;

		w->from[e] = b;
		told += w->fn->succ_weight[e];
		any |= live[w->fn->succs[e]];
	}
	for (uint32_t k = 0; k < block->nsuccs; k++) {
		uint32_t e = block->succs_at + k;

		w->share[e] = told > 0 ? w->fn->succ_weight[e]
				       : weight_of(w, live, b, e, any);
		sum += w->share[e];
	}
	for (uint32_t k = 0; k < block->nsuccs; k++)
		w->share[block->succs_at + k] /= sum;
}

/* ---- levels ---------------------------------------------------------- */

/* The innermost cycle with both; the number of cycles: none. */
static uint32_t level_of(const struct levels *w, uint32_t from, uint32_t to)
{
	uint32_t c = w->cs->innermost[to];

	while (c != CVG_NONE && !cvg_cycle_has(w->cs, c, from))
		c = w->cs->cycle[c].parent;
	return c == CVG_NONE ? w->cs->n : c;
}

static bool runs(const struct levels *w, uint32_t b)
{
	return w->order->place[b] != CVG_NONE;
}

static void sort_edges(struct levels *w)
{
	uint32_t n = cvg_fn_nedges(w->fn);
	uint32_t *level = cvg_alloc((n + 1) * sizeof *level);

	for (uint32_t e = 0; e < n; e++) {
		level[e] = CVG_NONE;
		if (!runs(w, w->from[e]))
			continue;
		level[e] = level_of(w, w->from[e], w->fn->succs[e]);
		w->at[level[e] + 1]++;
	}
	for (uint32_t c = 0; c <= w->cs->n; c++)
		w->at[c + 1] += w->at[c];
	for (uint32_t e = n; e-- > 0;)
		if (level[e] != CVG_NONE)
			w->edge[--w->at[level[e] + 1]] = e;
	/* Each row's end was counted down to its start. */
	for (uint32_t c = 0; c <= w->cs->n; c++)
		w->at[c] = w->at[c + 1];
	w->at[w->cs->n + 1] = w->at[w->cs->n];
	for (uint32_t e = 0; e < n; e++)
		w->at[w->cs->n + 1] += level[e] == w->cs->n;
	free(level);
}

/* The cycle right in the level at hand that holds cycle c; its rounds in one
 * of that cycle are multiplied into *times. */
static uint32_t top_of(struct levels *w, uint32_t c, double *times)
{
	while (w->up[c] != CVG_NONE) {
		uint32_t up = w->up[c];

		if (w->up[up] != CVG_NONE) {
			w->factor[c] = at_most(w->factor[c] * w->factor[up],
					       CVG_GUESS_MOST);
			w->up[c] = w->up[up];
		}
		*times = at_most(*times * w->factor[c], CVG_GUESS_MOST);
		c = w->up[c];
	}
	return c;
}

static uint32_t node_of(struct levels *w, uint32_t level, uint32_t b,
			double *times)
{
	uint32_t c = w->cs->innermost[b];

	if ((c == CVG_NONE ? w->cs->n : c) == level)
		return b;
	return w->fn->nblocks + top_of(w, c, times);
}

/* What goes over the edge in a round of the level, whose node it leaves. */
static double mass_over(struct levels *w, uint32_t node, uint32_t e)
{
	uint32_t b = w->from[e], c = node - w->fn->nblocks;
	double times = 1;

	if (node < w->fn->nblocks)
		return w->mass[b] * w->share[e];
	if (w->mass[b] <= 0 || w->mass[node] <= 0)
		return 0;
	top_of(w, w->cs->innermost[b], &times);
	times *= w->mass[b] * w->share[e] * w->rounds[c];
	/* Who comes in goes out once. */
	return at_most(times, 1) * w->mass[node];
}

static void link_edges(struct levels *w, uint32_t level, uint32_t header)
{
	for (uint32_t k = w->at[level]; k < w->at[level + 1]; k++) {
		uint32_t e = w->edge[k];
		double times = 1;
		uint32_t from = node_of(w, level, w->from[e], &times);

		w->next[e] = w->first[from];
		w->first[from] = e;
		if (w->fn->succs[e] != header)
			w->waits[node_of(w, level, w->fn->succs[e], &times)]++;
	}
}

/* One round, from its header; what comes back to it. */
static double do_level(struct levels *w, uint32_t level, uint32_t header)
{
	double back = 0;

	link_edges(w, level, header);
	w->mass[header] = 1;
	w->ready.n = 0;
	cvg_push(&w->ready, header);
	while (w->ready.n) {
		uint32_t node = w->ready.at[--w->ready.n];

		for (uint32_t e = w->first[node]; e != CVG_NONE;
		     e = w->next[e]) {
			uint32_t to = w->fn->succs[e], into;
			double times = 1, over = mass_over(w, node, e);

			if (to == header) {
				back += over;
				continue;
			}
			into = node_of(w, level, to, &times);
			w->mass[into] += over;
			if (!--w->waits[into])
				cvg_push(&w->ready, into);
		}
	}
	return back;
}

static void do_cycles(struct levels *w)
{
	uint32_t nblocks = w->fn->nblocks, last = w->cs->n;

	for (uint32_t c = w->cs->n; c-- > 0;) {
		double back = do_level(w, c, w->cs->cycle[c].header);

		w->rounds[c] =
			back < 1 - 1 / ENDLESS ? 1 / (1 - back) : ENDLESS;
		/* The cycles right in it: their ids follow. */
		for (uint32_t k = c + 1; k <= w->cs->cycle[c].last;
		     k = w->cs->cycle[k].last + 1) {
			w->up[k] = c;
			w->factor[k] =
				at_most(w->mass[nblocks + k] * w->rounds[k],
					CVG_GUESS_MOST);
		}
	}
	do_level(w, last, 0);
}

/* ---- from rounds to runs --------------------------------------------- */

static void multiply(const struct levels *w, struct cvg_guess *g)
{
	double *in = cvg_calloc(w->cs->n + 1, sizeof *in); /* of a cycle */

	for (uint32_t c = 0; c < w->cs->n; c++) {
		uint32_t up = w->cs->cycle[c].parent;

		in[c] = w->mass[w->fn->nblocks + c] * w->rounds[c];
		if (up != CVG_NONE)
			in[c] *= in[up];
		in[c] = at_most(in[c], CVG_GUESS_MOST);
		g->rounds[c] = w->rounds[c];
	}
	for (uint32_t b = 0; b < w->fn->nblocks; b++) {
		uint32_t c = w->cs->innermost[b];

		g->runs[b] = w->mass[b] * (c == CVG_NONE ? 1 : in[c]);
	}
	free(in);
}

void cvg_guess_init(struct cvg_guess *g, struct cvg_ana *ana)
{
	const struct cvg_fn *fn = cvg_ana_fn(ana);
	struct levels w = {.fn = fn,
			   .cs = cvg_ana_cycles(ana),
			   .order = cvg_ana_order(ana)};
	size_t edges = (size_t)cvg_fn_nedges(fn) + 1, ncycles = w.cs->n + 2;
	size_t nodes = (size_t)fn->nblocks + w.cs->n + 1;
	bool *live = find_live(fn);

	w.share = cvg_calloc(edges, sizeof *w.share);
	w.from = cvg_calloc(edges, sizeof *w.from);
	w.at = cvg_calloc(ncycles + 1, sizeof *w.at);
	w.edge = cvg_calloc(edges, sizeof *w.edge);
	w.next = cvg_calloc(edges, sizeof *w.next);
	w.mass = cvg_calloc(nodes, sizeof *w.mass);
	w.waits = cvg_calloc(nodes, sizeof *w.waits);
	w.first = cvg_alloc(nodes * sizeof *w.first);
	w.up = cvg_alloc(ncycles * sizeof *w.up);
	w.factor = cvg_calloc(ncycles, sizeof *w.factor);
	w.rounds = cvg_calloc(ncycles, sizeof *w.rounds);
	for (size_t k = 0; k < nodes; k++)
		w.first[k] = CVG_NONE;
	for (size_t k = 0; k < ncycles; k++)
		w.up[k] = CVG_NONE;
	for (uint32_t b = 0; b < fn->nblocks; b++)
		share_out(&w, live, b);
	sort_edges(&w);
	do_cycles(&w);
	g->runs = cvg_calloc(fn->nblocks, sizeof *g->runs);
	g->rounds = cvg_calloc(w.cs->n + 1, sizeof *g->rounds);
	multiply(&w, g);
	free(live);
	free(w.share);
	free(w.from);
	free(w.at);
	free(w.edge);
	free(w.next);
	free(w.mass);
	free(w.waits);
	free(w.first);
	free(w.up);
	free(w.factor);
	free(w.rounds);
	free(w.ready.at);
}

void cvg_guess_done(struct cvg_guess *g)
{
	free(g->runs);
	free(g->rounds);
}

double cvg_guess_nested(const struct cvg_guess *g, const struct cvg_cycles *cs,
			uint32_t b, uint32_t d)
{
	uint32_t c = cs->innermost[b];
	double times = 1;

	for (; c != CVG_NONE && !cvg_cycle_has(cs, c, d);
	     c = cs->cycle[c].parent)
		times = at_most(times * g->rounds[c], CVG_GUESS_MOST);
	return times;
}
