/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The order in which LLVM lists the blocks of cycles. What LLVM's uniformity
 * analysis finds in irreducible cycles depends on this order, because exits are
 * listed in it; so where there are irreducible cycles, this file collects the
 * blocks of a cycle as LLVM does: backward from the header, with a stack,
 * predecessors in the order of LLVM's use lists (the one parsed last comes
 * first), and an inner cycle as a whole.
 */
#include "sync_order.h"

#include "reconverge/graph.h"

#include <stdlib.h>

struct item {
	uint32_t id; /* block or cycle */
	bool is_cycle;
	uint32_t next; /* in the list of the same cycle, CVG_NONE ends it */
};

struct items {
	struct item *at;
	size_t n, cap;
};

struct collecting {
	const struct cvg_fn *fn;
	const struct cvg_cycles *cs;
	bool count_unreachable; /* unreachable predecessors make an entry, as in
				   LLVM before 20 */
	uint32_t *start; /* [nblocks] preorder number from 1; 0: not reached */
	uint32_t *end;	 /* [nblocks] largest number in the subtree */
	uint32_t *preorder; /* [n] blocks */
	uint32_t n;
	bool *taken; /* [nblocks] the block is in the list of its own cycle */
	bool *whole; /* [cycles] the cycle is in the list of its parent */
	uint32_t *first,
		*last; /* [cycles] into items: header, then blocks and cycles */
	uint32_t *first_entry, *last_entry; /* [cycles] into items: entries */
	struct items items;
	struct cvg_u32s stack;
};

/* ---- depth-first search ------------------------------------------------- */

static void search(struct collecting *w)
{
	struct cvg_u32s open = {0};

	cvg_push(&w->stack, 0);
	while (w->stack.n) {
		uint32_t b = w->stack.at[w->stack.n - 1];

		if (w->start[b]) {
			w->stack.n--;
			if (open.n && open.at[open.n - 1] == b) {
				w->end[b] = w->n;
				open.n--;
			}
			continue;
		}
		w->preorder[w->n++] = b;
		w->start[b] = w->n;
		cvg_push(&open, b);
		cvg_foreach_succ (w->fn, b, to)
			if (!w->start[*to])
				cvg_push(&w->stack, *to);
	}
	free(open.at);
}

static bool is_below(const struct collecting *w, uint32_t h, uint32_t b)
{
	return w->start[h] <= w->start[b] && w->start[b] <= w->end[h];
}

/* ---- collecting --------------------------------------------------------- */

static void append(struct collecting *w, uint32_t *first, uint32_t *last,
		   uint32_t id, bool is_cycle)
{
	uint32_t k = (uint32_t)w->items.n;

	if (*first == CVG_NONE)
		*first = k;
	else
		w->items.at[*last].next = k;
	*last = k;
	cvg_push(&w->items, ((struct item){id, is_cycle, CVG_NONE}));
}

/* Push the predecessors of b that are in cycle c, that is, in the subtree of
 * its header; any other predecessor makes b an entry. */
static void look_back(struct collecting *w, uint32_t c, uint32_t b)
{
	const struct cvg_block *block = &w->fn->blocks[b];
	uint32_t h = w->cs->cycle[c].header;
	bool entry = false;

	for (uint32_t k = block->npreds; k-- > 0;) {
		uint32_t p = w->fn->preds[block->preds_at + k];

		if (w->start[p] && is_below(w, h, p))
			cvg_push(&w->stack, p);
		else if (w->start[p] || w->count_unreachable)
			entry = true;
	}
	if (entry && b != h)
		append(w, &w->first_entry[c], &w->last_entry[c], b, false);
}

/* Enter a cycle into the list of cycle c, and look back from its entries. */
static void take_cycle(struct collecting *w, uint32_t c, uint32_t inner)
{
	if (w->whole[inner])
		return;
	w->whole[inner] = true;
	append(w, &w->first[c], &w->last[c], inner, true);
	for (uint32_t k = w->first_entry[inner]; k != CVG_NONE;
	     k = w->items.at[k].next)
		look_back(w, c, w->items.at[k].id);
}

static void take_block(struct collecting *w, uint32_t c, uint32_t b)
{
	if (w->taken[b])
		return;
	w->taken[b] = true;
	append(w, &w->first[c], &w->last[c], b, false);
	look_back(w, c, b);
}

static void collect(struct collecting *w, uint32_t c)
{
	uint32_t h = w->cs->cycle[c].header;

	w->taken[h] = true;
	append(w, &w->first[c], &w->last[c], h, false);
	append(w, &w->first_entry[c], &w->last_entry[c], h, false);
	look_back(w, c, h);
	while (w->stack.n) {
		uint32_t b = w->stack.at[--w->stack.n];
		uint32_t in = w->cs->innermost[b];

		if (in == CVG_NONE)
			continue;
		if (in == c) {
			take_block(w, c, b);
			continue;
		}
		while (w->cs->cycle[in].parent != c &&
		       w->cs->cycle[in].parent != CVG_NONE)
			in = w->cs->cycle[in].parent;
		if (w->cs->cycle[in].parent == c)
			take_cycle(w, c, in);
	}
}

/* ---- the lists as one --------------------------------------------------- */

/* Write the blocks of cycle c to out[] from n on, inner cycles in their places.
 * Returns the new n. */
static uint32_t flatten(struct collecting *w, uint32_t c, uint32_t *out,
			uint32_t n)
{
	cvg_push(&w->stack, w->first[c]);
	while (w->stack.n) {
		uint32_t k = w->stack.at[--w->stack.n];
		struct item it;

		if (k == CVG_NONE)
			continue;
		it = w->items.at[k];
		cvg_push(&w->stack, it.next);
		if (it.is_cycle)
			cvg_push(&w->stack, w->first[it.id]);
		else
			out[n++] = it.id;
	}
	return n;
}

static uint32_t *row(uint32_t n)
{
	uint32_t *at = cvg_alloc((n + 1) * sizeof *at);

	for (uint32_t k = 0; k <= n; k++)
		at[k] = CVG_NONE;
	return at;
}

static void collecting_done(struct collecting *w)
{
	free(w->start);
	free(w->end);
	free(w->preorder);
	free(w->taken);
	free(w->whole);
	free(w->first);
	free(w->last);
	free(w->first_entry);
	free(w->last_entry);
	free(w->items.at);
	free(w->stack.at);
}

uint32_t *cvg_cycle_blocks(const struct cvg_fn *fn, const struct cvg_cycles *cs,
			   uint32_t *n)
{
	struct collecting w = {
		.fn = fn,
		.cs = cs,
		.count_unreachable = fn->llvm_major && fn->llvm_major < 20,
		.start = cvg_calloc(fn->nblocks + 1, sizeof *w.start),
		.end = cvg_calloc(fn->nblocks + 1, sizeof *w.end),
		.preorder = row(fn->nblocks),
		.taken = cvg_calloc(fn->nblocks + 1, sizeof *w.taken),
		.whole = cvg_calloc(cs->n + 1, sizeof *w.whole),
		.first = row(cs->n),
		.last = row(cs->n),
		.first_entry = row(cs->n),
		.last_entry = row(cs->n),
	};
	uint32_t *out = row(fn->nblocks);

	search(&w);
	for (uint32_t k = w.n; k-- > 0;) {
		uint32_t b = w.preorder[k], c = cs->innermost[b];

		if (c != CVG_NONE && cs->cycle[c].header == b)
			collect(&w, c);
	}
	*n = 0;
	for (uint32_t c = 0; c < cs->n; c = cs->cycle[c].last + 1)
		*n = flatten(&w, c, out, *n);
	collecting_done(&w);
	return out;
}
