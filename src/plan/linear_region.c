/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Minimal unstructured regions (Anantpur, Govindarajan, CC 2014, Definition 4
 * and Algorithm 2).
 *
 * The paper iterates over sets of dominated and reachable blocks, for each
 * unstructured edge anew. Here a region grows block by block: a block brings
 * its predecessors but D and its successors but P; D and P move up their trees
 * until they strictly dominate and post-dominate all of it, and are then in it
 * themselves. A region that meets an older one takes it over whole, so that a
 * block is looked at once: near-linear for all edges together. What is left
 * are the outermost regions, which never touch.
 */
#include "linear.h"

#include <stdlib.h>

enum reason { SEED, PRED, SUCC };

struct waiting {
	uint32_t block;
	enum reason reason;
};

struct grown {
	uint32_t head, exit;
	uint32_t heir; /* region that took this one over, or CVG_NONE */
};

struct grower {
	struct liner *l;
	const struct linflow *w;
	uint32_t *owner; /* [nblocks] region, follow the heirs; or CVG_NONE */
	cvg_vec(struct grown) region;
	cvg_vec(struct waiting) queue;
};

static uint32_t heir_of(struct grower *g, uint32_t r)
{
	uint32_t root = r;

	if (r == CVG_NONE)
		return r;
	while (g->region.at[root].heir != CVG_NONE)
		root = g->region.at[root].heir;
	while (r != root) {
		uint32_t next = g->region.at[r].heir;

		g->region.at[r].heir = root;
		r = next;
	}
	return root;
}

static void enqueue(struct grower *g, uint32_t block, enum reason reason)
{
	struct waiting x = {block, reason};

	if (block != CVG_NONE)
		cvg_push(&g->queue, x);
}

/* D goes up until it strictly dominates b, P alike. */
static void stretch(struct grower *g, uint32_t r, uint32_t b)
{
	struct grown *it = &g->region.at[r];

	while (it->head == b || !cvg_dominates(g->w->dom, it->head, b)) {
		enqueue(g, it->head, PRED);
		it->head = g->w->dom->idom[it->head];
	}
	while (it->exit != CVG_NONE &&
	       (it->exit == b ||
		!cvg_linflow_postdominates(g->w, it->exit, b))) {
		enqueue(g, it->exit, SUCC);
		it->exit = g->w->joins[it->exit];
	}
}

static void take_over(struct grower *g, uint32_t r, uint32_t old)
{
	struct grown o = g->region.at[old];
	struct grown *it = &g->region.at[r];

	g->region.at[old].heir = r;
	while (it->head != o.head &&
	       !cvg_dominates(g->w->dom, it->head, o.head)) {
		enqueue(g, it->head, PRED);
		it->head = g->w->dom->idom[it->head];
	}
	while (it->exit != o.exit && it->exit != CVG_NONE &&
	       (o.exit == CVG_NONE ||
		!cvg_linflow_postdominates(g->w, it->exit, o.exit))) {
		enqueue(g, it->exit, SUCC);
		it->exit = g->w->joins[it->exit];
	}
	if (it->head != o.head)
		enqueue(g, o.head, PRED);
	if (it->exit != o.exit)
		enqueue(g, o.exit, SUCC);
}

static void take_block(struct grower *g, uint32_t r, uint32_t b)
{
	uint32_t old = heir_of(g, g->owner[b]);

	if (old == r)
		return;
	if (old != CVG_NONE) {
		take_over(g, r, old);
		return;
	}
	g->owner[b] = r;
	stretch(g, r, b);
	cvg_foreach_pred (g->w->fn, b, p)
		if (g->w->live[*p] && *p != g->region.at[r].head)
			enqueue(g, *p, PRED);
	cvg_foreach_succ (g->w->fn, b, s)
		if (g->w->live[*s] && *s != g->region.at[r].exit)
			enqueue(g, *s, SUCC);
}

/* What waits in the queue becomes one region. */
static void grow(struct grower *g)
{
	uint32_t first = g->queue.at[0].block;
	uint32_t r = (uint32_t)g->region.n;
	struct grown it = {.head = g->w->dom->idom[first],
			   .exit = g->w->joins[first],
			   .heir = CVG_NONE};

	cvg_push(&g->region, it);
	for (size_t i = 0; i < g->queue.n; i++) {
		struct waiting x = g->queue.at[i];

		/* D and P may have come up to it meanwhile. */
		if (x.reason == PRED && x.block == g->region.at[r].head)
			continue;
		if (x.reason == SUCC && x.block == g->region.at[r].exit)
			continue;
		take_block(g, r, x.block);
	}
	g->queue.n = 0;
}

static bool is_settled(struct grower *g)
{
	uint32_t r = heir_of(g, g->owner[g->queue.at[0].block]);

	for (size_t i = 0; i < g->queue.n; i++)
		if (r == CVG_NONE ||
		    heir_of(g, g->owner[g->queue.at[i].block]) != r)
			return false;
	return true;
}

static void enqueue_ends(struct grower *g, const struct linedge *e)
{
	const struct linflow *w = g->w;

	/* Out of a loop: where it leads to may be P. Into one: where it comes
	 * from may be D. */
	if (e->loop == CVG_NONE || e->enters ||
	    !cvg_linflow_postdominates(w, e->to, e->from))
		enqueue(g, e->to, SEED);
	if (e->loop != CVG_NONE || !cvg_dominates(w->dom, e->from, e->to))
		enqueue(g, e->from, SEED);
	if (e->loop != CVG_NONE)
		enqueue(g, w->cycles->cycle[e->loop].header, SEED);
}

static void grow_from(struct grower *g, const struct linedge *e)
{
	g->queue.n = 0;
	if (e->pair) {
		enqueue(g, e->from, SEED);
		enqueue(g, e->to, SEED);
	} else {
		enqueue_ends(g, e);
	}
	if (!is_settled(g))
		grow(g);
	g->queue.n = 0;
}

/* ---- the regions, in order ------------------------------------------- */

static int by_head(const void *a, const void *b, void *ctx)
{
	const struct liner *l = ctx;
	const struct cvg_linregion *x = a, *y = b;
	uint32_t p = l->flow.order->place[x->head];
	uint32_t q = l->flow.order->place[y->head];

	/* Regions may share D, never a block. */
	if (p == q) {
		p = l->flow.order->place[x->block[0]];
		q = l->flow.order->place[y->block[0]];
	}
	return (p > q) - (p < q);
}

static void collect(struct grower *g)
{
	struct cvg_linplan *plan = g->l->plan;
	const struct cvg_order *order = g->w->order;
	uint32_t *size = cvg_calloc(g->region.n + 1, sizeof *size);
	uint32_t *index = cvg_calloc(g->region.n + 1, sizeof *index);

	for (uint32_t k = 0; k < order->n; k++)
		if (g->owner[order->block[k]] != CVG_NONE)
			size[heir_of(g, g->owner[order->block[k]])]++;
	plan->at = cvg_arena_array(&plan->arena, struct cvg_linregion,
				   g->region.n);
	for (uint32_t r = 0; r < g->region.n; r++) {
		struct cvg_linregion *to = &plan->at[plan->n];

		if (!size[r])
			continue;
		index[r] = plan->n++;
		to->head = g->region.at[r].head;
		to->exit = g->region.at[r].exit;
		to->block = cvg_arena_array(&plan->arena, uint32_t, size[r]);
	}
	for (uint32_t k = 0; k < order->n; k++) {
		uint32_t b = order->block[k];
		struct cvg_linregion *to;

		if (g->owner[b] == CVG_NONE)
			continue;
		to = &plan->at[index[heir_of(g, g->owner[b])]];
		to->block[to->nblocks++] = b;
	}
	free(size);
	free(index);
	qsort_r(plan->at, plan->n, sizeof *plan->at, by_head, g->l);
	for (uint32_t r = 0; r < plan->n; r++)
		for (uint32_t k = 0; k < plan->at[r].nblocks; k++)
			plan->region_of[plan->at[r].block[k]] = r;
}

void cvg_linear_regions(struct liner *l)
{
	struct grower g = {.l = l, .w = &l->flow};

	g.owner = cvg_alloc(l->fn->nblocks * sizeof *g.owner);
	for (uint32_t b = 0; b < l->fn->nblocks; b++)
		g.owner[b] = CVG_NONE;
	for (size_t i = 0; i < l->edges.n; i++)
		grow_from(&g, &l->edges.at[i]);
	collect(&g);
	free(g.owner);
	free(g.region.at);
	free(g.queue.at);
}
