/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * How deep divergent branches are nested, and what has to be linearized so
 * that they are not nested deeper than asked (Anantpur, Govindarajan, CC 2014,
 * section 5.3).
 *
 * A divergent branch lasts from its block to where its ways meet; a loop that
 * is left at different times lasts as long as threads are in it, and the
 * branches that leave it are it. What lasts is a tree, walked along the
 * dominator tree: each block knows the innermost. A chain of guards is one
 * level, a loop of the chain another one around it; so what is nested too deep
 * becomes a chain at the last level allowed, or, if there are loops in it, at
 * the level before with all of them merged into one. With one level only and a
 * loop, two it is.
 *
 * A branch is one level: it leaves at most two entries on the stack. A switch
 * to more places counts as many as it leaves.
 *
 * Exact for structured flow; edges of Definition 1 bring regions of their own.
 */
#include "linear.h"

#include <stdlib.h>

/* Something that keeps threads apart for a while. */
struct nest {
	uint32_t block; /* of the branch; of a loop: its header */
	uint32_t loop;	/* cycle, or CVG_NONE: a branch */
	uint32_t up;	/* what it is nested in, or CVG_NONE; a smaller index */
	uint32_t level; /* with what it is nested in; an outermost branch: 1 */
	uint32_t below; /* deepest level in it, its own included */
	bool loops;	/* it is or holds a loop that a chain would hold */
	bool chosen;	/* it becomes a chain */
};

struct nester {
	struct liner *l;
	const struct cvg_uniform *uniform;
	uint32_t *inner; /* [nblocks] innermost around the block, or NONE */
	uint32_t
		*branch; /* [nblocks] that of the block's own branch, or NONE */
	bool *parts;	 /* [cycles] threads part in it, or leave it apart */
	cvg_vec(struct nest) nest;
};

static uint32_t level_of(const struct nester *x, uint32_t at)
{
	return at == CVG_NONE ? 0 : x->nest.at[at].level;
}

static int by_number(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return (x > y) - (x < y);
}

/* Half of the entries, rounded up, that a branch may leave on the stack. */
static uint32_t weight_of(const struct nester *x, uint32_t block)
{
	const struct linflow *w = &x->l->flow;
	struct cvg_u32s seen = {0};
	uint32_t n = 0;

	cvg_foreach_succ (w->fn, block, s)
		if (*s != w->joins[block])
			cvg_push(&seen, *s);
	if (seen.n)
		qsort(seen.at, seen.n, sizeof *seen.at, by_number);
	for (size_t k = 0; k < seen.n; k++)
		n += !k || seen.at[k] != seen.at[k - 1];
	free(seen.at);
	return n > 2 ? (n + 1) / 2 : 1;
}

static uint32_t open_nest(struct nester *x, uint32_t block, uint32_t loop,
			  uint32_t up)
{
	struct nest n = {.block = block, .loop = loop, .up = up};

	n.level = level_of(x, up) + weight_of(x, block);
	n.below = n.level;
	n.loops = loop != CVG_NONE;
	cvg_push(&x->nest, n);
	return (uint32_t)x->nest.n - 1;
}

static bool is_left_apart(const struct nester *x, uint32_t cycle)
{
	return cvg_bits_has(&x->uniform->divergent_exit, cycle);
}

/* A branch out of a loop left at different times is that loop. */
static bool leaves_loop(const struct nester *x, uint32_t b)
{
	const struct cvg_cycles *cs = x->l->flow.cycles;
	uint32_t c = cs->innermost[b];

	if (c == CVG_NONE || !is_left_apart(x, c))
		return false;
	cvg_foreach_succ (x->l->fn, b, s)
		if (x->l->flow.live[*s] && !cvg_cycle_has(cs, c, *s))
			return true;
	return false;
}

/* What lasted at the dominator and still does at b. */
static uint32_t lasting(const struct nester *x, uint32_t at, uint32_t b)
{
	const struct linflow *w = &x->l->flow;

	while (at != CVG_NONE) {
		const struct nest *n = &x->nest.at[at];
		bool lasts = n->loop == CVG_NONE
				     ? w->joins[n->block] != b
				     : cvg_cycle_has(w->cycles, n->loop, b);

		if (lasts)
			break;
		at = n->up;
	}
	return at;
}

static void visit(struct nester *x, uint32_t b)
{
	const struct linflow *w = &x->l->flow;
	uint32_t up = w->dom->idom[b], at = CVG_NONE;
	uint32_t c = w->cycles->innermost[b];

	if (up != CVG_NONE)
		at = x->branch[up] != CVG_NONE ? x->branch[up] : x->inner[up];
	at = lasting(x, at, b);
	if (c != CVG_NONE && w->cycles->cycle[c].header == b &&
	    is_left_apart(x, c))
		at = open_nest(x, b, c, at);
	x->inner[b] = at;
	if (!w->live[b] || !cvg_bits_has(&x->uniform->divergent_term, b))
		return;
	if (c != CVG_NONE)
		x->parts[c] = true;
	if (!leaves_loop(x, b))
		x->branch[b] = open_nest(x, b, CVG_NONE, at);
}

static void fold(struct nester *x)
{
	const struct cvg_cycles *cs = x->l->flow.cycles;

	for (uint32_t c = cs->n; c-- > 0;) {
		uint32_t up = cs->cycle[c].parent;
		uint32_t at = x->inner[cs->cycle[c].header];

		if (!x->parts[c])
			continue;
		if (up != CVG_NONE)
			x->parts[up] = true;
		if (at != CVG_NONE)
			x->nest.at[at].loops = true;
	}
	for (size_t k = x->nest.n; k-- > 0;) {
		const struct nest *n = &x->nest.at[k];
		struct nest *up;

		if (n->up == CVG_NONE)
			continue;
		up = &x->nest.at[n->up];
		if (n->below > up->below)
			up->below = n->below;
		up->loops |= n->loops;
	}
}

/* ---- what becomes a chain -------------------------------------------- */

static void choose(struct nester *x)
{
	uint32_t most = x->l->depth;

	for (size_t k = 0; k < x->nest.n; k++) {
		struct nest *n = &x->nest.at[k];

		uint32_t around = level_of(x, n->up);

		if (n->below <= most || n->level < most || around >= most)
			continue;
		if (n->loops && around + 2 > most && n->up != CVG_NONE)
			x->nest.at[n->up].chosen = true;
		else
			n->chosen = true;
	}
}

static void grow_chosen(struct nester *x, const struct nest *n)
{
	const struct linflow *w = &x->l->flow;
	uint32_t first = n->loop == CVG_NONE ? CVG_NONE : n->block;

	if (n->loop != CVG_NONE)
		cvg_foreach_pred (w->fn, n->block, p)
			if (w->live[*p] &&
			    cvg_cycle_has(w->cycles, n->loop, *p))
				cvg_linear_pair(x->l, n->block, *p);
	if (n->loop != CVG_NONE)
		return;
	cvg_foreach_succ (w->fn, n->block, s) {
		if (!w->live[*s] || *s == w->joins[n->block])
			continue;
		if (first == CVG_NONE)
			first = *s;
		cvg_linear_pair(x->l, first, *s);
	}
	if (first == CVG_NONE || w->joins[n->block] == CVG_NONE)
		return;
	/* One arm alone might meet before the branch does. */
	cvg_foreach_pred (w->fn, w->joins[n->block], p)
		if (w->live[*p] && *p != n->block &&
		    cvg_dominates(w->dom, n->block, *p))
			cvg_linear_pair(x->l, first, *p);
}

/* Is something around it, or it itself, a chain now? */
static void spread(struct nester *x)
{
	const struct cvg_cycles *cs = x->l->flow.cycles;

	for (size_t k = 0; k < x->nest.n; k++) {
		struct nest *n = &x->nest.at[k];

		if (n->chosen)
			grow_chosen(x, n);
		else if (n->up != CVG_NONE)
			n->chosen = x->nest.at[n->up].chosen;
	}
	for (uint32_t c = 0; c < cs->n; c++) {
		uint32_t up = cs->cycle[c].parent;
		uint32_t at = x->inner[cs->cycle[c].header];

		if (!x->parts[c] || up == CVG_NONE || !x->parts[up] ||
		    at == CVG_NONE || !x->nest.at[at].chosen)
			continue;
		at = x->inner[cs->cycle[up].header];
		if (at == CVG_NONE || !x->nest.at[at].chosen)
			continue;
		x->l->mix[c] = LIN_MERGED;
		if (x->l->mix[up] == LIN_APART)
			x->l->mix[up] = LIN_OUTER;
	}
}

void cvg_linear_nest(struct liner *l)
{
	const struct linflow *w = &l->flow;
	struct nester x = {.l = l, .uniform = cvg_ana_uniform(l->ana)};

	x.inner = cvg_alloc(l->fn->nblocks * sizeof *x.inner);
	x.branch = cvg_alloc(l->fn->nblocks * sizeof *x.branch);
	x.parts = cvg_calloc(w->cycles->n + 1, sizeof *x.parts);
	for (uint32_t b = 0; b < l->fn->nblocks; b++)
		x.inner[b] = x.branch[b] = CVG_NONE;
	for (uint32_t k = 0; k < w->order->n; k++)
		visit(&x, w->order->block[k]);
	fold(&x);
	choose(&x);
	spread(&x);
	l->level_at = x.inner; /* levels instead of what makes them */
	for (uint32_t b = 0; b < l->fn->nblocks; b++)
		l->level_at[b] = level_of(&x, x.inner[b]);
	free(x.branch);
	free(x.parts);
	free(x.nest.at);
}
