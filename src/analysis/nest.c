/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Nested sets of blocks: ids are a preorder of the nest, siblings are in the
 * order of their headers, and the blocks of a set are one row, in which the
 * rows of its inner sets are contained. Linear, except that crossings take a
 * factor log(depth).
 *
 * a -> h; h -> i; i ? x -> j k; j -> i; k ? x -> h e; e ret has the cycles 0
 * (header h) and, inside, 1 (header i). The row of 0 is h k i j; its last two
 * blocks are the row of 1.
 */
#include "nest.h"

#include "reconverge/graph.h"

#include <stdlib.h>

struct tree {
	uint32_t *first; /* [nblocks + 1] header of a header's first inner set;
			    at index nblocks: of the first outermost set */
	uint32_t *next;	 /* [nblocks] header of the next set in the same one */
	uint32_t *id;	 /* [nblocks] id of the header's set */
};

static void hang_headers(struct tree *t, uint32_t nblocks,
			 const struct cvg_bits *heads, const uint32_t *over)
{
	t->first = cvg_alloc((nblocks + 1) * sizeof *t->first);
	t->next = cvg_alloc(nblocks * sizeof *t->next);
	t->id = cvg_alloc(nblocks * sizeof *t->id);
	for (uint32_t b = 0; b <= nblocks; b++)
		t->first[b] = CVG_NONE;
	for (uint32_t b = nblocks; b-- > 0;) {
		uint32_t *first;

		if (!cvg_bits_has(heads, b))
			continue;
		first = &t->first[over[b] == CVG_NONE ? nblocks : over[b]];
		t->next[b] = *first;
		*first = b;
	}
}

/* Give out ids, headers, parents and depths, walking the tree in preorder. */
static void number_sets(struct cvg_nest *nest, struct tree *t, uint32_t nblocks,
			const uint32_t *over)
{
	uint32_t h = t->first[nblocks];

	while (h != CVG_NONE) {
		struct cvg_nestrow *row = &nest->row[nest->n];
		uint32_t up = over[h];

		t->id[h] = nest->n;
		row->header = h;
		row->last = nest->n++;
		row->parent = up == CVG_NONE ? CVG_NONE : t->id[up];
		row->depth =
			up == CVG_NONE ? 1 : nest->row[row->parent].depth + 1;
		if (t->first[h] != CVG_NONE) {
			h = t->first[h];
			continue;
		}
		while (t->next[h] == CVG_NONE && over[h] != CVG_NONE)
			h = over[h];
		h = t->next[h];
	}
}

/* Compute the sizes of rows from the inside out, then where each begins. */
static void place_rows(struct cvg_nest *nest)
{
	uint32_t *cursor = cvg_alloc((nest->n + 1) * sizeof *cursor);
	uint32_t top = 0;

	for (uint32_t c = nest->n; c-- > 0;) {
		struct cvg_nestrow *row = &nest->row[c];
		struct cvg_nestrow *up;

		row->nblocks += row->nown;
		if (row->parent == CVG_NONE)
			continue;
		up = &nest->row[row->parent];
		up->nblocks += row->nblocks;
		if (up->last < row->last)
			up->last = row->last;
	}
	for (uint32_t c = 0; c < nest->n; c++) {
		struct cvg_nestrow *row = &nest->row[c];
		uint32_t *at =
			row->parent == CVG_NONE ? &top : &cursor[row->parent];

		row->blocks_at = *at;
		*at += row->nblocks;
		cursor[c] = row->blocks_at + row->nown;
	}
	free(cursor);
}

static void place_blocks(struct cvg_nest *nest, uint32_t nblocks)
{
	uint32_t *cursor = cvg_alloc((nest->n + 1) * sizeof *cursor);

	for (uint32_t c = 0; c < nest->n; c++) {
		cursor[c] = nest->row[c].blocks_at;
		nest->blocks[cursor[c]++] = nest->row[c].header;
	}
	for (uint32_t b = 0; b < nblocks; b++) {
		uint32_t c = nest->innermost[b];

		if (c != CVG_NONE && nest->row[c].header != b)
			nest->blocks[cursor[c]++] = b;
	}
	free(cursor);
}

void cvg_nest_init(struct cvg_nest *nest, uint32_t nblocks,
		   const struct cvg_bits *heads, const uint32_t *over,
		   struct cvg_arena *arena)
{
	uint32_t n = cvg_bits_count(heads);
	uint32_t held = 0;
	struct tree t;

	nest->n = 0;
	nest->row = cvg_calloc(n + 1, sizeof *nest->row);
	nest->innermost = cvg_arena_array(arena, uint32_t, nblocks);
	hang_headers(&t, nblocks, heads, over);
	number_sets(nest, &t, nblocks, over);
	for (uint32_t b = 0; b < nblocks; b++) {
		uint32_t h = cvg_bits_has(heads, b) ? b : over[b];

		nest->innermost[b] = h == CVG_NONE ? CVG_NONE : t.id[h];
		if (h != CVG_NONE) {
			nest->row[t.id[h]].nown++;
			held++;
		}
	}
	free(t.first);
	free(t.next);
	free(t.id);
	place_rows(nest);
	nest->blocks = cvg_arena_array(arena, uint32_t, held);
	place_blocks(nest, nblocks);
}

void cvg_nest_done(struct cvg_nest *nest)
{
	free(nest->row);
	nest->row = NULL;
}

/* ---- crossings ------------------------------------------------------- */

struct crossings {
	const struct cvg_fn *fn;
	bool inward;		   /* see cvg_nest_crossings */
	const uint32_t *reachable; /* likewise */
	uint32_t *path; /* [depth] the sets around the block, outermost at 1 */
};

/* Is set `in` set c or inside it? CVG_NONE is in no set. */
static bool inside(const struct cvg_nest *nest, uint32_t c, uint32_t in)
{
	return in != CVG_NONE && c <= in && in <= nest->row[c].last;
}

/*
 * path[1 .. depth] are the sets around a block, outermost first. Returns the
 * depth of the outermost of them that does not contain set `in`.
 */
static uint32_t outermost_without(const struct cvg_nest *nest,
				  const uint32_t *path, uint32_t depth,
				  uint32_t in)
{
	uint32_t low = 1;
	uint32_t high = depth;

	while (low < high) {
		uint32_t mid = low + (high - low) / 2;

		if (inside(nest, path[mid], in))
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

/* The depth of the outermost set around block b that one of its edges crosses,
 * or CVG_NONE; c is the innermost set around b. */
static uint32_t crossing_depth(const struct cvg_nest *nest,
			       const struct crossings *x, uint32_t c,
			       uint32_t b)
{
	const struct cvg_block *block = &x->fn->blocks[b];
	const uint32_t *far = x->inward ? x->fn->preds + block->preds_at
					: x->fn->succs + block->succs_at;
	uint32_t n = x->inward ? block->npreds : block->nsuccs;
	uint32_t best = CVG_NONE;

	for (uint32_t e = 0; e < n; e++) {
		uint32_t in = nest->innermost[far[e]];
		uint32_t d;

		if (inside(nest, c, in))
			continue;
		if (x->reachable && x->reachable[far[e]] == CVG_NONE)
			continue;
		d = outermost_without(nest, x->path, nest->row[c].depth, in);
		if (d < best)
			best = d;
	}
	return best;
}

void cvg_nest_crossings(const struct cvg_nest *nest, const struct cvg_fn *fn,
			bool inward, const uint32_t *reachable, uint32_t *depth,
			uint32_t *count)
{
	struct crossings x = {fn, inward, reachable, NULL};

	x.path = cvg_alloc((nest->n + 1) * sizeof *x.path);
	for (uint32_t b = 0; b < fn->nblocks; b++)
		depth[b] = CVG_NONE;
	for (uint32_t c = 0; c < nest->n; c++) {
		const struct cvg_nestrow *row = &nest->row[c];

		x.path[row->depth] = c;
		for (uint32_t k = 0; k < row->nown; k++) {
			uint32_t b = nest->blocks[row->blocks_at + k];
			uint32_t d = crossing_depth(nest, &x, c, b);

			depth[b] = d;
			if (d == CVG_NONE)
				continue;
			/* Count the block for each set from c outward to depth
			 * d: the sums below add up inner sets. */
			count[c]++;
			if (d > 1)
				count[x.path[d - 1]]--;
		}
	}
	for (uint32_t c = nest->n; c-- > 0;) {
		if (nest->row[c].parent != CVG_NONE)
			count[nest->row[c].parent] += count[c];
	}
	free(x.path);
}
