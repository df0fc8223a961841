/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Dominators: Lengauer, Tarjan, "A Fast Algorithm for Finding Dominators in a
 * Flowgraph", TOPLAS 1 (1979), doi.org/10.1145/357062.357071, the simple
 * version with path compression. Georgiadis et al., "Finding Dominators in
 * Practice", doi.org/10.1007/978-3-540-30140-0_60, find it and the hybrid
 * Semi-NCA the fastest on real graphs; unlike the latter it stays O(m log n)
 * on every graph.
 *
 * Names: semi, label and ancestor are the paper's arrays. Nodes are preorder
 * numbers, so "above" means "smaller". The sweep goes from the largest to the
 * smallest; a node counts as linked as soon as the sweep has passed it, so
 * that the paper's LINK is no work. A node whose semidominator is its tree
 * parent needs no bucket: the parent is its immediate dominator.
 *
 *	a ? x -> b c; b -> d; c ? x -> d e; d -> e; e ret
 *
 * has the preorder a b d e c. d is entered from b and c, e from d and c; the
 * semidominator of both is a, since from a the path over c avoids all between,
 * and a is the immediate dominator of b, c, d and e.
 */
#include "dom.h"

#include "reconverge/graph.h"

#include <stdlib.h>

struct node {
	uint32_t semi;	   /* semidominator as found so far */
	uint32_t label;	   /* node of least semi between here and ancestor */
	uint32_t ancestor; /* starts as the tree parent, compressed upward */
	uint32_t bucket;   /* first node whose semidominator this is, or 0 */
};

struct solver {
	const struct cvg_domgraph *graph;
	struct node *node;
	uint32_t *next;	 /* in the bucket a node is in; 0 ends it */
	uint32_t *stack; /* nodes on the path that eval compresses */
};

/*
 * EVAL: the node with the smallest semi on the path of the forest from v up to
 * its root, the root left out. Only nodes from `linked` on are linked to their
 * ancestors, so the root is the first ancestor smaller than `linked`.
 */
static uint32_t eval(struct solver *s, uint32_t v, uint32_t linked)
{
	struct node *node = s->node;
	uint32_t depth = 0;
	uint32_t top;

	if (node[v].ancestor < linked)
		return node[v].label;
	for (top = v; node[top].ancestor >= linked; top = node[top].ancestor)
		s->stack[depth++] = top;
	while (depth) {
		uint32_t x = s->stack[--depth];
		uint32_t best = node[top].label;

		node[x].ancestor = node[top].ancestor;
		if (node[best].semi < node[node[x].label].semi)
			node[x].label = best;
		top = x;
	}
	return node[v].label;
}

/* Lower the semidominator of w by the edge from block `from`. */
static inline void look_at_edge(struct solver *s, uint32_t w, uint32_t from)
{
	uint32_t v = s->graph->number[from];
	uint32_t semi;

	if (v == CVG_NONE)
		return;
	semi = v <= w ? v : s->node[eval(s, v, w + 1)].semi;
	if (semi < s->node[w].semi)
		s->node[w].semi = semi;
}

/* The semidominator of w, by all edges into it. */
static void find_semi(struct solver *s, uint32_t w)
{
	const struct cvg_fn *fn = s->graph->fn;
	uint32_t b = s->graph->block[w];

	s->node[w].semi = s->graph->parent[w];
	if (s->graph->backward) {
		cvg_foreach_succ (fn, b, p)
			look_at_edge(s, w, *p);
	} else {
		cvg_foreach_pred (fn, b, p)
			look_at_edge(s, w, *p);
	}
}

/*
 * For each v whose semidominator is w: let u be the node of least semi between
 * w and v. The immediate dominator of v is w if semi(u) is not smaller, else
 * that of u, which cvg_dom_solve fills in at the end.
 */
static void empty_bucket(struct solver *s, uint32_t w, uint32_t *idom)
{
	for (uint32_t v = s->node[w].bucket; v; v = s->next[v]) {
		uint32_t u = eval(s, v, w + 1);

		idom[v] = s->node[u].semi < w ? u : w;
	}
}

void cvg_dom_solve(const struct cvg_domgraph *g, uint32_t *idom)
{
	struct solver s = {.graph = g};

	s.node = cvg_alloc(g->n * sizeof *s.node);
	s.next = cvg_alloc(g->n * sizeof *s.next);
	s.stack = cvg_alloc(g->n * sizeof *s.stack);
	for (uint32_t w = 0; w < g->n; w++)
		s.node[w] = (struct node){w, w, g->parent[w], 0};
	for (uint32_t w = g->n - 1; w > 0; w--) {
		uint32_t semi;

		empty_bucket(&s, w, idom);
		find_semi(&s, w);
		semi = s.node[w].semi;
		idom[w] = semi;
		if (semi != g->parent[w]) {
			s.next[w] = s.node[semi].bucket;
			s.node[semi].bucket = w;
		}
	}
	idom[0] = 0;
	for (uint32_t w = 1; w < g->n; w++) {
		if (idom[w] != s.node[w].semi)
			idom[w] = idom[idom[w]];
	}
	free(s.node);
	free(s.next);
	free(s.stack);
}

/* ---- the tree -------------------------------------------------------- */

/* The row of kids_at for node i: that of its block, or that of the roots. */
static uint32_t row_of(const struct cvg_domgraph *g, uint32_t i)
{
	return g->block[i] == CVG_NONE ? g->fn->nblocks : g->block[i];
}

/* The row that lists node i; the entry of the forward tree is a root. */
static uint32_t row_above(const struct cvg_domgraph *g, const uint32_t *idom,
			  uint32_t i)
{
	return i == 0 ? g->fn->nblocks : row_of(g, idom[i]);
}

/* List the children in the preorder of the depth-first search, as LLVM does. */
static void fill_kids(struct cvg_dom *d, struct cvg_arena *arena,
		      const struct cvg_domgraph *g, const uint32_t *idom)
{
	uint32_t nblocks = g->fn->nblocks;
	uint32_t first = g->backward ? 1 : 0;

	/* Fill two rows ahead: counting, summing and placing then leave
	   kids_at[r] at the start of row r. */
	uint32_t *at = cvg_arena_array(arena, uint32_t, nblocks + 3);

	for (uint32_t i = first; i < g->n; i++)
		at[row_above(g, idom, i) + 2]++;
	for (uint32_t r = 2; r < nblocks + 3; r++)
		at[r] += at[r - 1];
	d->kids_at = at;
	d->kids = cvg_arena_array(arena, uint32_t, g->n);
	for (uint32_t i = first; i < g->n; i++)
		d->kids[at[row_above(g, idom, i) + 1]++] = g->block[i];
}

/* Number the dominator tree in preorder, from the sizes of its subtrees; in[]
 * and size[] are by node number. */
static void number_tree(const struct cvg_domgraph *g, const uint32_t *idom,
			uint32_t *in, uint32_t *size)
{
	uint32_t *next = cvg_alloc(g->n * sizeof *next);

	for (uint32_t i = 0; i < g->n; i++)
		size[i] = 1;
	for (uint32_t i = g->n - 1; i > 0; i--)
		size[idom[i]] += size[i];
	in[0] = 0;
	next[0] = 1;
	for (uint32_t i = 1; i < g->n; i++) {
		in[i] = next[idom[i]];
		next[idom[i]] += size[i];
		next[i] = in[i] + 1;
	}
	free(next);
}

void cvg_dom_fill(struct cvg_dom *d, struct cvg_arena *arena,
		  const struct cvg_domgraph *g, const uint32_t *idom)
{
	uint32_t nblocks = g->fn->nblocks;
	uint32_t *in = cvg_alloc(g->n * sizeof *in);
	uint32_t *size = cvg_alloc(g->n * sizeof *size);

	d->idom = cvg_arena_array(arena, uint32_t, nblocks);
	d->depth = cvg_arena_array(arena, uint32_t, nblocks);
	d->in = cvg_arena_array(arena, uint32_t, nblocks);
	d->out = cvg_arena_array(arena, uint32_t, nblocks);
	for (uint32_t b = 0; b < nblocks; b++)
		d->idom[b] = CVG_NONE;
	number_tree(g, idom, in, size);
	for (uint32_t i = g->backward ? 1 : 0; i < g->n; i++) {
		uint32_t b = g->block[i];
		uint32_t above = i ? g->block[idom[i]] : CVG_NONE;

		d->idom[b] = above;
		d->depth[b] = above == CVG_NONE ? 1 : d->depth[above] + 1;
		d->in[b] = in[i];
		d->out[b] = in[i] + size[i] - 1;
	}
	fill_kids(d, arena, g, idom);
	free(in);
	free(size);
}

void cvg_dom_compute(struct cvg_ana *ana)
{
	struct cvg_domgraph g = {.fn = ana->fn};
	uint32_t *idom;

	cvg_ana_need(ana, CVG_ANA_ORDER);
	g.n = ana->dfs.n;
	g.block = ana->dfs.block;
	g.parent = ana->dfs.parent;
	g.number = ana->dfs.number;
	idom = cvg_alloc(g.n * sizeof *idom);
	cvg_dom_solve(&g, idom);
	cvg_dom_fill(&ana->dom, &ana->arena, &g, idom);
	free(idom);
}

uint32_t cvg_dom_common(const struct cvg_dom *d, uint32_t a, uint32_t b)
{
	while (a != b) {
		if (a == CVG_NONE || b == CVG_NONE)
			return CVG_NONE;
		if (d->depth[a] >= d->depth[b])
			a = d->idom[a];
		else
			b = d->idom[b];
	}
	return a;
}
