/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Cycles: Havlak's nest of strongly connected parts, as LLVM defines it, in
 * the almost linear form of Ramalingam, "Identifying Loops in Almost Linear
 * Time", TOPLAS 21 (1999), doi.org/10.1145/316686.316687.
 *
 * The cycle with header h consists of the blocks in the subtree of h in a
 * depth-first tree that reach h inside that subtree. Headers are tried from
 * the last in preorder to the first; the blocks of a cycle that is found are
 * merged into its header (`merged`), so that an outer cycle meets them as one
 * block. A cross edge, between different branches of the tree, can belong to
 * no cycle below the deepest block above both its ends: it waits (`waiting`)
 * until that block is tried, and is then entered (`into`) at the header into
 * which its target has been merged by then. An edge down the tree is ignored:
 * the path of the tree between its ends reaches the same blocks.
 *
 *	a ? x -> b c; b -> c; c ? x -> b d; d ret
 *
 * is a cycle of b and c that can be entered at either: irreducible, with two
 * entries. Its header is c, which the search meets before b.
 *
 * The search visits the last successor first, because LLVM's does, and the
 * choice of headers in irreducible cycles follows from it.
 */
#include "nest.h"

#include "reconverge/graph.h"

#include <stdlib.h>

struct edge {
	uint32_t from, to; /* preorder numbers */
	uint32_t next;	   /* in the list it is in, CVG_NONE ends it */
};

/* Arrays are [n], by preorder number, unless they say otherwise. */
struct work {
	const struct cvg_fn *fn;
	uint32_t n;
	uint32_t *number; /* [nblocks] preorder number; CVG_NONE: unreachable */
	uint32_t *block;  /* block id */
	uint32_t *parent; /* in the depth-first tree */
	uint32_t *end;	  /* largest number in the subtree */
	uint32_t *
		above; /* an ancestor, by path compression from the parent up */
	uint32_t *merged;  /* towards the header it is merged into; itself: it
			      is not merged */
	uint32_t *over;	   /* header of the cycle around it, or CVG_NONE */
	uint32_t *waiting; /* first of the edges that wait for this block */
	uint32_t *into;	   /* first cross edge into a block merged here */
	struct edge *edge;
	uint32_t nedges;
	uint32_t *stack; /* blocks of a cycle whose predecessors are not
			    taken yet */
};

static uint32_t discover(struct work *work, uint32_t b, uint32_t parent)
{
	uint32_t v = work->n++;

	work->number[b] = v;
	work->block[v] = b;
	work->parent[v] = parent;
	work->end[v] = v;
	return v;
}

/* Depth first, last successor first. left[v]: edges not yet followed. */
static void search(struct work *work, uint32_t *left)
{
	uint32_t v = discover(work, 0, 0);

	left[v] = work->fn->blocks[0].nsuccs;
	for (;;) {
		const struct cvg_block *block =
			&work->fn->blocks[work->block[v]];
		uint32_t to;

		if (!left[v]) {
			work->end[v] = work->n - 1;
			if (!v)
				return;
			v = work->parent[v];
			continue;
		}
		to = work->fn->succs[block->succs_at + --left[v]];
		if (work->number[to] == CVG_NONE) {
			v = discover(work, to, v);
			left[v] = work->fn->blocks[to].nsuccs;
		}
	}
}

static uint32_t header_of(struct work *work, uint32_t v)
{
	while (work->merged[v] != v) {
		work->merged[v] = work->merged[work->merged[v]];
		v = work->merged[v];
	}
	return v;
}

/* The nearest block above v, or v, whose number is not above `limit`. */
static uint32_t ancestor_up_to(struct work *work, uint32_t v, uint32_t limit)
{
	while (v > limit) {
		uint32_t a = work->above[v];

		if (a > limit)
			work->above[v] = work->above[a];
		v = a;
	}
	return v;
}

/* Take v, or the header it is merged into, into the cycle of h. Returns the new
 * depth of the stack. */
static uint32_t take(struct work *work, uint32_t h, uint32_t v, uint32_t depth)
{
	v = header_of(work, v);
	if (v == h)
		return depth;
	work->merged[v] = h;
	work->over[v] = h;
	work->stack[depth++] = v;
	return depth;
}

/* Sort the edges into h: a back edge starts a cycle, a cross edge waits. */
static uint32_t look_at_preds(struct work *work, uint32_t h,
			      struct cvg_bits *heads)
{
	uint32_t depth = 0;

	cvg_foreach_pred (work->fn, work->block[h], p) {
		uint32_t from = work->number[*p];
		uint32_t meet;

		if (from == CVG_NONE || from < h)
			continue;
		if (from <= work->end[h]) {
			cvg_bits_add(heads, work->block[h]);
			depth = take(work, h, from, depth);
			continue;
		}
		meet = ancestor_up_to(work, from, h);
		work->edge[work->nedges] =
			(struct edge){from, h, work->waiting[meet]};
		work->waiting[meet] = work->nedges++;
	}
	return depth;
}

/* Enter the edges that waited for h where their targets are merged by now. */
static void wake_edges(struct work *work, uint32_t h)
{
	uint32_t e = work->waiting[h];

	while (e != CVG_NONE) {
		struct edge *edge = &work->edge[e];
		uint32_t to = header_of(work, edge->to);
		uint32_t next = edge->next;

		edge->next = work->into[to];
		work->into[to] = e;
		e = next;
	}
}

/* Take all that reaches the blocks on the stack without passing h. */
static void collect(struct work *work, uint32_t h, uint32_t depth)
{
	while (depth) {
		uint32_t v = work->stack[--depth];

		depth = take(work, h, work->parent[v], depth);
		for (uint32_t e = work->into[v]; e != CVG_NONE;
		     e = work->edge[e].next)
			depth = take(work, h, work->edge[e].from, depth);
	}
}

static void find_cycles(struct work *work, struct cvg_bits *heads)
{
	for (uint32_t h = work->n; h-- > 0;) {
		uint32_t depth;

		wake_edges(work, h);
		depth = look_at_preds(work, h, heads);
		collect(work, h, depth);
	}
}

/* ---- memory ---------------------------------------------------------- */

/* An array of n numbers, all `fill`. */
static uint32_t *row(struct cvg_arena *scratch, uint32_t n, uint32_t fill)
{
	uint32_t *at = cvg_arena_array(scratch, uint32_t, n);

	for (uint32_t i = 0; i < n; i++)
		at[i] = fill;
	return at;
}

static void work_init(struct work *work, const struct cvg_fn *fn,
		      struct cvg_arena *scratch)
{
	uint32_t n = fn->nblocks;

	*work = (struct work){.fn = fn};
	work->number = row(scratch, n, CVG_NONE);
	work->block = cvg_arena_array(scratch, uint32_t, n);
	work->parent = cvg_arena_array(scratch, uint32_t, n);
	work->end = cvg_arena_array(scratch, uint32_t, n);
	work->above = cvg_arena_array(scratch, uint32_t, n);
	work->merged = cvg_arena_array(scratch, uint32_t, n);
	work->stack = cvg_arena_array(scratch, uint32_t, n);
	work->over = row(scratch, n, CVG_NONE);
	work->waiting = row(scratch, n, CVG_NONE);
	work->into = row(scratch, n, CVG_NONE);
	work->edge = cvg_arena_array(scratch, struct edge, cvg_fn_nedges(fn));
	search(work, work->stack);
	for (uint32_t v = 0; v < work->n; v++) {
		work->above[v] = work->parent[v];
		work->merged[v] = v;
	}
}

/* `over` translated from preorder numbers to block ids. */
static uint32_t *over_by_block(const struct work *work,
			       struct cvg_arena *scratch)
{
	uint32_t *over = row(scratch, work->fn->nblocks, CVG_NONE);

	for (uint32_t v = 0; v < work->n; v++) {
		if (work->over[v] != CVG_NONE)
			over[work->block[v]] = work->block[work->over[v]];
	}
	return over;
}

/*
 * LLVM up to 19 counts an edge from an unreachable block into a cycle as an
 * entry; later versions ignore it.
 */
static bool counts_unreachable(const struct cvg_fn *fn)
{
	return fn->llvm_major && fn->llvm_major < 20;
}

static void fill(struct cvg_ana *ana, const struct cvg_nest *nest,
		 const uint32_t *number, struct cvg_arena *scratch)
{
	struct cvg_cycles *cs = &ana->cycles;
	uint32_t *entries = cvg_arena_array(scratch, uint32_t, nest->n);

	cs->n = nest->n;
	cs->blocks = nest->blocks;
	cs->innermost = nest->innermost;
	cs->entry_depth =
		cvg_arena_array(&ana->arena, uint32_t, ana->fn->nblocks);
	cs->cycle = cvg_arena_array(&ana->arena, struct cvg_cycle, nest->n);
	cvg_nest_crossings(nest, ana->fn, true,
			   counts_unreachable(ana->fn) ? NULL : number,
			   cs->entry_depth, entries);
	for (uint32_t c = 0; c < nest->n; c++) {
		const struct cvg_nestrow *r = &nest->row[c];

		cs->cycle[c] = (struct cvg_cycle){
			.header = r->header,
			.parent = r->parent,
			.last = r->last,
			.depth = r->depth,
			.nentries = entries[c],
			.blocks_at = r->blocks_at,
			.nblocks = r->nblocks,
			.reducible = entries[c] == 1,
		};
	}
}

void cvg_cycles_compute(struct cvg_ana *ana)
{
	struct cvg_arena scratch = {0};
	struct cvg_bits heads;
	struct cvg_nest nest;
	struct work w;

	work_init(&w, ana->fn, &scratch);
	cvg_bits_init(&heads, ana->fn->nblocks);
	find_cycles(&w, &heads);
	cvg_nest_init(&nest, ana->fn->nblocks, &heads,
		      over_by_block(&w, &scratch), &ana->arena);
	fill(ana, &nest, w.number, &scratch);
	cvg_nest_done(&nest);
	cvg_bits_done(&heads);
	cvg_arena_done(&scratch);
}
