/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The order of units (Anantpur, Govindarajan, CC 2014, section 3.2): reverse
 * postorder, loop by loop. Inside a loop, what is nested in it counts as one
 * node, so that every loop's units stand together with the header first. Then
 * the only retreating edges are those to headers, loops nest, and no
 * destination of a back edge has to be moved. An irreducible loop is ordered
 * from the entry its cycle is named by. Near-linear. Mode interleave orders
 * what is outside loops anew.
 */
#include "linear_units.h"

#include <stdlib.h>

/* ---- loops ----------------------------------------------------------- */

static int by_number(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return (x > y) - (x < y);
}

/* Cycles of the region, and their numbers in it. */
static void number_cycles(struct packer *p)
{
	const struct cvg_cycles *cs = p->w->cycles;
	uint32_t *local = p->l->cycle_at;

	for (uint32_t k = 0; k < p->r->nblocks; k++)
		for (uint32_t c = cs->innermost[p->r->block[k]];
		     c != CVG_NONE && packer_has(p, cs->cycle[c].header) &&
		     local[c] == CVG_NONE;
		     c = cs->cycle[c].parent) {
			local[c] = 0;
			cvg_push(&p->cycle, c);
		}
	if (p->cycle.n)
		qsort(p->cycle.at, p->cycle.n, sizeof *p->cycle.at, by_number);
	for (size_t i = 0; i < p->cycle.n; i++)
		local[p->cycle.at[i]] = (uint32_t)i;
}

static void forget_cycles(struct packer *p)
{
	for (size_t i = 0; i < p->cycle.n; i++)
		p->l->cycle_at[p->cycle.at[i]] = CVG_NONE;
	free(p->cycle.at);
}

/* Innermost cycle of the region that goes beyond the piece. */
static void find_loops(struct packer *p)
{
	const struct cvg_cycles *cs = p->w->cycles;
	const uint32_t *local = p->l->cycle_at;
	uint32_t *in = cvg_calloc(p->cycle.n + 1, sizeof *in);

	for (uint32_t k = 0; k < p->r->nblocks; k++)
		p->piece.at[p->of[p->r->block[k]]].loop = CVG_NONE;
	/* Blocks of one piece are not together in the order: count a cycle's
	 * blocks that are of the same piece as its header. */
	for (uint32_t k = 0; k < p->r->nblocks; k++) {
		uint32_t b = p->r->block[k];

		for (uint32_t c = cs->innermost[b];
		     c != CVG_NONE && packer_has(p, cs->cycle[c].header);
		     c = cs->cycle[c].parent)
			in[local[c]] += p->of[b] == p->of[cs->cycle[c].header];
	}
	for (uint32_t k = 0; k < p->r->nblocks; k++) {
		uint32_t b = p->r->block[k];
		struct piece *it = &p->piece.at[p->of[b]];
		uint32_t c = cs->innermost[b];

		if (it->entry != b)
			continue;
		while (c != CVG_NONE && packer_has(p, cs->cycle[c].header) &&
		       in[local[c]] == cs->cycle[c].nblocks &&
		       p->of[cs->cycle[c].header] == p->of[b])
			c = cs->cycle[c].parent;
		if (c != CVG_NONE && packer_has(p, cs->cycle[c].header))
			it->loop = c;
	}
	free(in);
}

/* ---- order ----------------------------------------------------------- */

static uint32_t depth_of(const struct packer *p, uint32_t loop)
{
	return loop == CVG_NONE ? 0 : p->w->cycles->cycle[loop].depth;
}

/* The cycle around this one in the region, or CVG_NONE. */
static uint32_t around(const struct packer *p, uint32_t loop)
{
	const struct cvg_cycles *cs = p->w->cycles;
	uint32_t up = cs->cycle[loop].parent;

	return up != CVG_NONE && packer_has(p, cs->cycle[up].header) ? up
								     : CVG_NONE;
}

/* An edge between pieces, at the level where it is one between nodes. */
static void add_flow(struct packer *p, uint32_t from, uint32_t to)
{
	const uint32_t *local = p->l->cycle_at;
	uint32_t n = (uint32_t)p->piece.n;
	struct pair e = {from, to};
	uint32_t a = from == CVG_NONE ? CVG_NONE : p->piece.at[from].loop;
	uint32_t b = p->piece.at[to].loop;

	if (from == CVG_NONE)
		e.from = n + (uint32_t)p->cycle.n;
	while (a != b) {
		if (depth_of(p, a) >= depth_of(p, b) && a != CVG_NONE) {
			e.from = n + local[a];
			a = around(p, a);
		} else {
			e.to = n + local[b];
			b = around(p, b);
		}
	}
	if (a != CVG_NONE && p->of[p->w->cycles->cycle[a].header] == to)
		return; /* back to the header */
	if (e.from != e.to)
		cvg_push(&p->flow, e);
}

static int by_from(const void *a, const void *b)
{
	const struct pair *x = a, *y = b;

	if (x->from != y->from)
		return x->from < y->from ? -1 : 1;
	return (x->to > y->to) - (x->to < y->to);
}

static void find_flow(struct packer *p)
{
	uint32_t nodes = (uint32_t)(p->piece.n + p->cycle.n) + 1, at = 0;

	for (uint32_t k = 0; k < p->r->nblocks; k++) {
		uint32_t b = p->r->block[k];

		cvg_foreach_succ (p->w->fn, b, s)
			if (packer_has(p, *s) && p->of[*s] != p->of[b])
				add_flow(p, p->of[b], p->of[*s]);
	}
	for (uint32_t k = 0; k < packer_nentries(p); k++)
		add_flow(p, CVG_NONE, p->of[packer_entry(p, k)]);
	if (p->flow.n)
		qsort(p->flow.at, p->flow.n, sizeof *p->flow.at, by_from);
	p->flow_at = cvg_calloc(nodes + 1, sizeof *p->flow_at);
	for (uint32_t v = 0; v <= nodes; v++) {
		while (at < p->flow.n && p->flow.at[at].from < v)
			at++;
		p->flow_at[v] = at;
	}
}

struct visit {
	uint32_t node;
	uint32_t next; /* edge to look at */
};

/* Postorder of one level from `start`, later pieces first, appended. */
static void postorder(struct packer *p, uint32_t start, bool *seen,
		      struct cvg_u32s *out)
{
	cvg_vec(struct visit) stack = {0};

	seen[start] = true;
	cvg_push(&stack, ((struct visit){start, p->flow_at[start + 1]}));
	while (stack.n) {
		struct visit *v = &stack.at[stack.n - 1];
		uint32_t to;

		if (v->next == p->flow_at[v->node]) {
			cvg_push(out, v->node);
			stack.n--;
			continue;
		}
		to = p->flow.at[--v->next].to;
		if (seen[to])
			continue;
		seen[to] = true;
		cvg_push(&stack, ((struct visit){to, p->flow_at[to + 1]}));
	}
	free(stack.at);
}

/* Nodes are taken off the list's end: pieces are placed, cycles opened. */
static void place_all(struct packer *p)
{
	const struct cvg_cycles *cs = p->w->cycles;
	uint32_t n = (uint32_t)p->piece.n, root = n + (uint32_t)p->cycle.n;
	bool *seen = cvg_calloc(root + 1, sizeof *seen);
	uint32_t *open = cvg_calloc(root, sizeof *open); /* loop + 1 */
	struct cvg_u32s list = {0};

	postorder(p, root, seen, &list);
	if (p->l->mode == CVG_LINEARIZE_INTERLEAVE)
		cvg_linear_schedule(p, list.at, (uint32_t)list.n);
	list.n--; /* the root itself, last in postorder */
	while (list.n) {
		uint32_t v = list.at[--list.n];

		if (v < n) {
			p->piece.at[v].place = (uint32_t)p->order.n;
			cvg_push(&p->order, v);
		} else if (open[v - n]) {
			p->loop.at[open[v - n] - 1].end = (uint32_t)p->order.n;
		} else {
			uint32_t c = p->cycle.at[v - n];
			struct cvg_linloop it = {
				.first = (uint32_t)p->order.n,
				.merged = p->l->mix[c] == LIN_OUTER,
			};

			if (p->l->mix[c] != LIN_MERGED) {
				cvg_push(&p->loop, it);
				open[v - n] = (uint32_t)p->loop.n;
				cvg_push(&list, v);
			}
			postorder(p, p->of[cs->cycle[c].header], seen, &list);
		}
	}
	free(seen);
	free(open);
	free(list.at);
}

void cvg_linear_order(struct packer *p)
{
	number_cycles(p);
	find_loops(p);
	find_flow(p);
	place_all(p);
	forget_cycles(p);
	free(p->flow.at);
	free(p->flow_at);
}
