/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Extremes of dominance frontiers. The frontiers themselves can be quadratic;
 * their extremes are not.
 *
 * An edge leaves the subtree of the dominator tree below a block exactly if the
 * block is on the edge's way: the path up the tree from the edge's source to
 * the immediate dominator of its target (or to the target, if the path meets it
 * first), without the path's end. To give every block the largest value of the
 * edges whose ways it is on, walk the ways in the order of descending values
 * and write only to blocks not yet written; written blocks are skipped with
 * path compression, so that all walks together take almost linear time.
 *
 * In a ? x -> b c; b -> d; c -> d; d ret the way of b -> d is b alone, that of
 * c -> d is c: both end at a, the immediate dominator of d.
 */
#include "frontier.h"

#include "reconverge/graph.h"

#include <stdlib.h>
#include <string.h>

/* The edges with a way of at least one block. */
struct edges {
	uint32_t n;
	uint32_t *from; /* block ids */
	uint32_t *to;
	uint32_t *depth;  /* of the way's end, which is not on the way */
	uint32_t *height; /* see struct cvg_frontier */
	uint32_t *source; /* preorder number of from */
};

struct painter {
	const struct cvg_dom *dom;
	const struct edges *edges;
	uint32_t nblocks;
	uint32_t *skip;	 /* [nblocks] towards the next block not yet written */
	uint32_t *order; /* [edges] the edges sorted by some key */
	uint32_t *count; /* scratch memory of sorting */
};

static void add_edge(struct edges *e, const struct cvg_dom *dom, uint32_t from,
		     uint32_t to)
{
	bool back = cvg_dominates(dom, to, from);
	uint32_t end = back ? to : dom->idom[to];

	if (end == from)
		return;
	e->from[e->n] = from;
	e->to[e->n] = to;
	e->depth[e->n] = dom->depth[end];
	e->height[e->n] = 2 * dom->depth[end] + !back;
	e->source[e->n] = dom->in[from];
	e->n++;
}

static void edges_init(struct edges *e, struct cvg_ana *ana,
		       struct cvg_arena *arena)
{
	const struct cvg_fn *fn = ana->fn;
	uint32_t n = cvg_fn_nedges(fn);

	e->n = 0;
	e->from = cvg_arena_array(arena, uint32_t, n);
	e->to = cvg_arena_array(arena, uint32_t, n);
	e->depth = cvg_arena_array(arena, uint32_t, n);
	e->height = cvg_arena_array(arena, uint32_t, n);
	e->source = cvg_arena_array(arena, uint32_t, n);
	for (uint32_t i = 0; i < ana->dfs.n; i++) {
		uint32_t b = ana->dfs.block[i];

		cvg_foreach_succ (fn, b, s)
			add_edge(e, &ana->dom, b, *s);
	}
}

/* Sort order[] by ascending key; keys are below `limit`. */
static void sort_edges(struct painter *p, const uint32_t *key, uint32_t limit)
{
	uint32_t n = p->edges->n;

	memset(p->count, 0, (limit + 1) * sizeof *p->count);
	for (uint32_t i = 0; i < n; i++)
		p->count[key[i] + 1]++;
	for (uint32_t k = 0; k < limit; k++)
		p->count[k + 1] += p->count[k];
	for (uint32_t i = 0; i < n; i++)
		p->order[p->count[key[i]]++] = i;
}

/* The next block from b upward that is not yet written. */
static uint32_t unwritten(struct painter *p, uint32_t b)
{
	while (p->skip[b] != b) {
		p->skip[b] = p->skip[p->skip[b]];
		b = p->skip[b];
	}
	return b;
}

/* For each block, write to out[] the smallest, or the largest, key of the edges
 * whose ways it is on. order[] is sorted by the key. */
static void paint(struct painter *p, const uint32_t *key, bool largest,
		  uint32_t *out)
{
	const struct edges *e = p->edges;

	for (uint32_t b = 0; b < p->nblocks; b++)
		p->skip[b] = b;
	for (uint32_t k = 0; k < e->n; k++) {
		uint32_t i = p->order[largest ? e->n - 1 - k : k];
		uint32_t b = unwritten(p, e->from[i]);

		while (p->dom->depth[b] > e->depth[i]) {
			out[b] = key[i];
			p->skip[b] = p->dom->idom[b];
			b = unwritten(p, p->dom->idom[b]);
		}
	}
}

void cvg_frontier_init(struct cvg_frontier *f, struct cvg_ana *ana,
		       struct cvg_arena *arena)
{
	uint32_t n = ana->fn->nblocks;
	uint32_t limit = 2 * n + 4; /* above every height, id and number */
	struct edges e;
	struct painter p = {.dom = cvg_ana_dom(ana), .edges = &e};

	edges_init(&e, ana, arena);
	p.nblocks = n;
	p.skip = cvg_alloc(n * sizeof *p.skip);
	p.order = cvg_alloc(e.n * sizeof *p.order);
	p.count = cvg_alloc((limit + 1) * sizeof *p.count);
	f->any = cvg_arena_array(arena, uint32_t, n);
	f->height = cvg_arena_array(arena, uint32_t, n);
	f->low = cvg_arena_array(arena, uint32_t, n);
	f->high = cvg_arena_array(arena, uint32_t, n);
	f->first = cvg_arena_array(arena, uint32_t, n);
	f->last = cvg_arena_array(arena, uint32_t, n);
	sort_edges(&p, e.height, limit);
	paint(&p, e.height, true, f->height);
	sort_edges(&p, e.to, n);
	paint(&p, e.to, false, f->low);
	paint(&p, e.to, true, f->high);
	sort_edges(&p, e.source, n);
	paint(&p, e.source, false, f->first);
	paint(&p, e.source, true, f->last);
	/* Heights are at least 2: the entry is at depth 1. */
	for (uint32_t b = 0; b < n; b++)
		f->any[b] = f->height[b] != 0;
	free(p.skip);
	free(p.order);
	free(p.count);
}
