/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The order in which LLVM lists the blocks of cycles. What LLVM's uniformity
 * analysis finds in irreducible cycles depends on this order, because exits are
 * listed in it; so where there are irreducible cycles, this file collects the
 * blocks of a cycle as LLVM does: backward from the header, with a stack,
 * predecessors in the order of LLVM's use lists (the one parsed last comes
 * first), and an inner cycle as a whole.
 *
 * a -> h; h -> i; i ? x -> j k; j -> i; k ? x -> h e; e ret: backward from h
 * is k, whose predecessor is i, the header of an inner cycle: that cycle, i j,
 * follows as a whole. The order is h k i j.
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

static void search(struct collecting *collecting)
{
	struct cvg_u32s open = {0};

	cvg_push(&collecting->stack, 0);
	while (collecting->stack.n) {
		uint32_t b = collecting->stack.at[collecting->stack.n - 1];

		if (collecting->start[b]) {
			collecting->stack.n--;
			if (open.n && open.at[open.n - 1] == b) {
				collecting->end[b] = collecting->n;
				open.n--;
			}
			continue;
		}
		collecting->preorder[collecting->n++] = b;
		collecting->start[b] = collecting->n;
		cvg_push(&open, b);
		cvg_foreach_succ (collecting->fn, b, to)
			if (!collecting->start[*to])
				cvg_push(&collecting->stack, *to);
	}
	free(open.at);
}

static bool is_below(const struct collecting *collecting, uint32_t h,
		     uint32_t b)
{
	return collecting->start[h] <= collecting->start[b] &&
	       collecting->start[b] <= collecting->end[h];
}

/* ---- collecting --------------------------------------------------------- */

static void append(struct collecting *collecting, uint32_t *first,
		   uint32_t *last, uint32_t id, bool is_cycle)
{
	uint32_t k = (uint32_t)collecting->items.n;

	if (*first == CVG_NONE)
		*first = k;
	else
		collecting->items.at[*last].next = k;
	*last = k;
	cvg_push(&collecting->items, ((struct item){id, is_cycle, CVG_NONE}));
}

/* Push the predecessors of b that are in cycle c, that is, in the subtree of
 * its header; any other predecessor makes b an entry. */
static void look_back(struct collecting *collecting, uint32_t c, uint32_t b)
{
	const struct cvg_block *block = &collecting->fn->blocks[b];
	uint32_t h = collecting->cs->cycle[c].header;
	bool entry = false;

	for (uint32_t k = block->npreds; k-- > 0;) {
		uint32_t p = collecting->fn->preds[block->preds_at + k];

		if (collecting->start[p] && is_below(collecting, h, p))
			cvg_push(&collecting->stack, p);
		else if (collecting->start[p] || collecting->count_unreachable)
			entry = true;
	}
	if (entry && b != h)
		append(collecting, &collecting->first_entry[c],
		       &collecting->last_entry[c], b, false);
}

/* Enter a cycle into the list of cycle c, and look back from its entries. */
static void take_cycle(struct collecting *collecting, uint32_t c,
		       uint32_t inner)
{
	if (collecting->whole[inner])
		return;
	collecting->whole[inner] = true;
	append(collecting, &collecting->first[c], &collecting->last[c], inner,
	       true);
	for (uint32_t k = collecting->first_entry[inner]; k != CVG_NONE;
	     k = collecting->items.at[k].next)
		look_back(collecting, c, collecting->items.at[k].id);
}

static void take_block(struct collecting *collecting, uint32_t c, uint32_t b)
{
	if (collecting->taken[b])
		return;
	collecting->taken[b] = true;
	append(collecting, &collecting->first[c], &collecting->last[c], b,
	       false);
	look_back(collecting, c, b);
}

static void collect(struct collecting *collecting, uint32_t c)
{
	uint32_t h = collecting->cs->cycle[c].header;

	collecting->taken[h] = true;
	append(collecting, &collecting->first[c], &collecting->last[c], h,
	       false);
	append(collecting, &collecting->first_entry[c],
	       &collecting->last_entry[c], h, false);
	look_back(collecting, c, h);
	while (collecting->stack.n) {
		uint32_t b = collecting->stack.at[--collecting->stack.n];
		uint32_t in = collecting->cs->innermost[b];

		if (in == CVG_NONE)
			continue;
		if (in == c) {
			take_block(collecting, c, b);
			continue;
		}
		while (collecting->cs->cycle[in].parent != c &&
		       collecting->cs->cycle[in].parent != CVG_NONE)
			in = collecting->cs->cycle[in].parent;
		if (collecting->cs->cycle[in].parent == c)
			take_cycle(collecting, c, in);
	}
}

/* ---- the lists as one --------------------------------------------------- */

/* Write the blocks of cycle c to out[] from n on, inner cycles in their places.
 * Returns the new n. */
static uint32_t flatten(struct collecting *collecting, uint32_t c,
			uint32_t *out, uint32_t n)
{
	cvg_push(&collecting->stack, collecting->first[c]);
	while (collecting->stack.n) {
		uint32_t k = collecting->stack.at[--collecting->stack.n];
		struct item it;

		if (k == CVG_NONE)
			continue;
		it = collecting->items.at[k];
		cvg_push(&collecting->stack, it.next);
		if (it.is_cycle)
			cvg_push(&collecting->stack, collecting->first[it.id]);
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

static void collecting_done(struct collecting *collecting)
{
	free(collecting->start);
	free(collecting->end);
	free(collecting->preorder);
	free(collecting->taken);
	free(collecting->whole);
	free(collecting->first);
	free(collecting->last);
	free(collecting->first_entry);
	free(collecting->last_entry);
	free(collecting->items.at);
	free(collecting->stack.at);
}

uint32_t *cvg_cycle_blocks(const struct cvg_fn *fn, const struct cvg_cycles *cs,
			   uint32_t *n)
{
	struct collecting collecting = {
		.fn = fn,
		.cs = cs,
		.count_unreachable = fn->llvm_major && fn->llvm_major < 20,
		.start = cvg_calloc(fn->nblocks + 1, sizeof *collecting.start),
		.end = cvg_calloc(fn->nblocks + 1, sizeof *collecting.end),
		.preorder = row(fn->nblocks),
		.taken = cvg_calloc(fn->nblocks + 1, sizeof *collecting.taken),
		.whole = cvg_calloc(cs->n + 1, sizeof *collecting.whole),
		.first = row(cs->n),
		.last = row(cs->n),
		.first_entry = row(cs->n),
		.last_entry = row(cs->n),
	};
	uint32_t *out = row(fn->nblocks);

	search(&collecting);
	for (uint32_t k = collecting.n; k-- > 0;) {
		uint32_t b = collecting.preorder[k], c = cs->innermost[b];

		if (c != CVG_NONE && cs->cycle[c].header == b)
			collect(&collecting, c);
	}
	*n = 0;
	for (uint32_t c = 0; c < cs->n; c = cs->cycle[c].last + 1)
		*n = flatten(&collecting, c, out, *n);
	collecting_done(&collecting);
	return out;
}
