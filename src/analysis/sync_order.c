/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The exits of cycles, and the order in which labels are handed on. Linear,
 * except that an edge that leaves k cycles takes time k.
 *
 * a -> h; h -> i; i ? x -> j k; j -> i; k ? x -> h e; e ret has the cycles h i
 * j k and, in it, i j. The outer one has the exit e, the inner one k. The
 * postorder is e, h k i j, a: read backward, j comes before its header i, and
 * i and k come before their header h.
 */
#include "sync_order.h"

#include "reconverge/graph.h"

#include <stdlib.h>

/* ---- exits -------------------------------------------------------------- */

struct exit_edge {
	uint32_t cycle, to;
};

struct exit_edges {
	struct exit_edge *at;
	size_t n, cap;
};

static void collect_exits(struct exit_edges *e, const struct cvg_fn *fn,
			  const struct cvg_cycles *cs, uint32_t b)
{
	cvg_foreach_succ (fn, b, to) {
		for (uint32_t c = cs->innermost[b];
		     c != CVG_NONE && !cvg_cycle_has(cs, c, *to);
		     c = cs->cycle[c].parent)
			cvg_push(e, ((struct exit_edge){c, *to}));
	}
}

/* Sort the edges by cycle, stably, into x->at and x->block. */
static void sort_exits(struct cvg_exits *x, const struct exit_edges *e,
		       uint32_t ncycles)
{
	uint32_t *next = cvg_calloc(ncycles + 1, sizeof *next);

	for (size_t k = 0; k < e->n; k++)
		x->at[e->at[k].cycle + 1]++;
	for (uint32_t c = 0; c < ncycles; c++) {
		x->at[c + 1] += x->at[c];
		next[c] = x->at[c];
	}
	for (size_t k = 0; k < e->n; k++)
		x->block[next[e->at[k].cycle]++] = e->at[k].to;
	free(next);
}

static void drop_repeated(struct cvg_exits *x, uint32_t ncycles,
			  uint32_t nblocks)
{
	uint32_t *seen = cvg_calloc(nblocks, sizeof *seen);
	uint32_t n = 0;

	for (uint32_t c = 0; c < ncycles; c++) {
		uint32_t k = x->at[c], end = x->at[c + 1];

		x->at[c] = n;
		for (; k < end; k++) {
			if (seen[x->block[k]] == c + 1)
				continue;
			seen[x->block[k]] = c + 1;
			x->block[n++] = x->block[k];
		}
	}
	x->at[ncycles] = n;
	free(seen);
}

void cvg_exits_init(struct cvg_exits *x, const struct cvg_fn *fn,
		    const struct cvg_cycles *cs, const uint32_t *inside,
		    uint32_t n)
{
	struct exit_edges e = {0};

	x->at = cvg_calloc(cs->n + 1, sizeof *x->at);
	for (uint32_t k = 0; k < n; k++)
		collect_exits(&e, fn, cs, inside[k]);
	x->block = cvg_alloc((e.n + 1) * sizeof *x->block);
	sort_exits(x, &e, cs->n);
	drop_repeated(x, cs->n, fn->nblocks);
	free(e.at);
}

void cvg_exits_done(struct cvg_exits *x)
{
	free(x->at);
	free(x->block);
}

/* ---- order -------------------------------------------------------------- */

/* The cycle being ordered, and where its part of the stack begins. */
struct frame {
	uint32_t cycle; /* CVG_NONE: the function */
	size_t base;
};

struct frames {
	struct frame *at;
	size_t n, cap;
};

struct ordering {
	struct cvg_sync_order *order;
	const struct cvg_fn *fn;
	const struct cvg_cycles *cs;
	const struct cvg_exits *exits;
	struct frames frames;
	struct cvg_u32s stack; /* blocks that have no place yet */
};

static void append(struct cvg_sync_order *o, uint32_t b)
{
	o->place[b] = o->n;
	o->block[o->n++] = b;
}

/* Push those of n blocks that are in the cycle and have no place yet. */
static bool push_open(struct ordering *w, uint32_t cycle, const uint32_t *block,
		      uint32_t n)
{
	bool pushed = false;

	for (uint32_t k = 0; k < n; k++) {
		if (w->order->place[block[k]] != CVG_NONE ||
		    (cycle != CVG_NONE &&
		     !cvg_cycle_has(w->cs, cycle, block[k])))
			continue;
		cvg_push(&w->stack, block[k]);
		pushed = true;
	}
	return pushed;
}

/* All that follows cycle c has its place: place its header, and push what
 * follows the header inside the cycle. */
static void enter_cycle(struct ordering *w, uint32_t c)
{
	uint32_t h = w->cs->cycle[c].header;
	const struct cvg_block *header = &w->fn->blocks[h];

	append(w->order, h);
	if (w->cs->cycle[c].reducible)
		w->order->header_of[h] = c;
	cvg_push(&w->frames, ((struct frame){c, w->stack.n}));
	push_open(w, c, w->fn->succs + header->succs_at, header->nsuccs);
}

/* The cycle directly inside `cycle` that holds b, or CVG_NONE. */
static uint32_t cycle_inside(const struct cvg_cycles *cs, uint32_t cycle,
			     uint32_t b)
{
	uint32_t c = cs->innermost[b];

	if (c == cycle)
		return CVG_NONE;
	while (cs->cycle[c].parent != cycle)
		c = cs->cycle[c].parent;
	return c;
}

/* Place the block on top of the stack, or push first what follows it. */
static void order_top(struct ordering *w, uint32_t cycle)
{
	uint32_t b = w->stack.at[w->stack.n - 1];
	const struct cvg_block *block = &w->fn->blocks[b];
	const uint32_t *after = w->fn->succs + block->succs_at;
	uint32_t n = block->nsuccs, inner;

	if (w->order->place[b] != CVG_NONE) {
		w->stack.n--;
		return;
	}
	inner = cycle_inside(w->cs, cycle, b);
	if (inner != CVG_NONE)
		after = cvg_exits_of(w->exits, inner, &n);
	if (push_open(w, cycle, after, n))
		return;
	w->stack.n--;
	if (inner != CVG_NONE)
		enter_cycle(w, inner);
	else
		append(w->order, b);
}

void cvg_sync_order_init(struct cvg_sync_order *o, const struct cvg_fn *fn,
			 const struct cvg_cycles *cs,
			 const struct cvg_exits *exits)
{
	struct ordering w = {.order = o, .fn = fn, .cs = cs, .exits = exits};

	o->n = 0;
	o->block = cvg_alloc((fn->nblocks + 1) * sizeof *o->block);
	o->place = cvg_alloc((fn->nblocks + 1) * sizeof *o->place);
	o->header_of = cvg_alloc((fn->nblocks + 1) * sizeof *o->header_of);
	for (uint32_t b = 0; b < fn->nblocks; b++)
		o->place[b] = o->header_of[b] = CVG_NONE;
	cvg_push(&w.frames, ((struct frame){CVG_NONE, 0}));
	cvg_push(&w.stack, 0);
	while (w.frames.n) {
		struct frame top = w.frames.at[w.frames.n - 1];

		if (w.stack.n > top.base)
			order_top(&w, top.cycle);
		else
			w.frames.n--;
	}
	free(w.frames.at);
	free(w.stack.at);
}

void cvg_sync_order_done(struct cvg_sync_order *o)
{
	free(o->block);
	free(o->place);
	free(o->header_of);
}
