/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What is guarded as one unit, and in which order (Anantpur, Govindarajan, CC
 * 2014, Algorithm 3 and section 3.2).
 *
 * A unit is an outermost single-entry single-exit region without unstructured
 * edges, or else a block; units that only follow each other are joined. The
 * order is reverse postorder, loop by loop: inside a loop, what is nested in
 * it counts as one node, so that every loop's units stand together with the
 * header first. Then the only retreating edges are those to headers, loops
 * nest, and no destination of a back edge has to be moved. An irreducible loop
 * is ordered from the entry its cycle is named by. Near-linear.
 */
#include "linear.h"

#include <assert.h>
#include <stdlib.h>

struct piece {
	uint32_t entry;
	uint32_t next; /* piece joined to this one's end, or CVG_NONE */
	bool joined;   /* this one is joined to another's end */
	uint32_t loop; /* innermost cycle with a block outside it, or NONE */
	uint32_t place;
};

struct pair {
	uint32_t from, to;
};

struct packer {
	struct liner *l;
	const struct linflow *w;
	struct cvg_linregion *r;
	uint32_t region;
	cvg_vec(struct piece) piece;
	uint32_t *of; /* [nblocks] piece of a block; borrowed from the liner */
	/* The order: nodes are pieces, then cycles. */
	cvg_vec(struct pair) flow;
	uint32_t *flow_at; /* [nodes + 1] into flow, by from */
	struct cvg_u32s order;
};

static bool is_inside(const struct packer *p, uint32_t b)
{
	return b != CVG_NONE && p->l->plan->region_of[b] == p->region;
}

/* ---- structured pieces ----------------------------------------------- */

/* [regions] those that lie in this one and hold no unstructured edge. */
static bool *structured_regions(struct packer *p, const struct cvg_regions *rs)
{
	bool *good = cvg_calloc(rs->n, sizeof *good);
	uint32_t *in = cvg_calloc(rs->n, sizeof *in);
	uint32_t *all = cvg_calloc(rs->n, sizeof *all);
	bool *bad = cvg_calloc(rs->n, sizeof *bad);

	for (uint32_t b = 0; b < p->l->fn->nblocks; b++)
		if (rs->innermost[b] != CVG_NONE) {
			all[rs->innermost[b]]++;
			in[rs->innermost[b]] += is_inside(p, b);
		}
	for (size_t i = 0; i < p->l->broken.n; i++)
		bad[rs->innermost[p->l->broken.at[i].from]] = true;
	for (uint32_t k = rs->n; k-- > 1;) {
		uint32_t up = rs->region[k].parent;

		good[k] = in[k] == all[k] && !bad[k];
		in[up] += in[k];
		all[up] += all[k];
		bad[up] |= bad[k];
	}
	free(in);
	free(all);
	free(bad);
	return good;
}

static void make_pieces(struct packer *p)
{
	const struct cvg_regions *rs = cvg_ana_regions(p->l->ana);
	bool *good = structured_regions(p, rs);
	uint32_t *piece_of = cvg_alloc(rs->n * sizeof *piece_of);

	/* Parents come first: an outer piece takes its inner ones along. */
	for (uint32_t k = 0; k < rs->n; k++) {
		uint32_t up = rs->region[k].parent;

		piece_of[k] = up == CVG_NONE ? CVG_NONE : piece_of[up];
		if (piece_of[k] != CVG_NONE || !good[k] || p->l->whole)
			continue;
		piece_of[k] = (uint32_t)p->piece.n;
		cvg_push(&p->piece,
			 ((struct piece){.entry = rs->region[k].entry,
					 .next = CVG_NONE}));
	}
	for (uint32_t k = 0; k < p->r->nblocks; k++) {
		uint32_t b = p->r->block[k];
		uint32_t in = piece_of[rs->innermost[b]];

		if (in == CVG_NONE) {
			in = (uint32_t)p->piece.n;
			cvg_push(&p->piece, ((struct piece){.entry = b,
							    .next = CVG_NONE}));
		}
		p->of[b] = in;
	}
	free(good);
	free(piece_of);
}

/* Pieces that only follow each other. */
static void join_pieces(struct packer *p)
{
	uint32_t n = (uint32_t)p->piece.n;
	uint32_t *target = cvg_alloc(n * sizeof *target); /* n: several */
	uint32_t *source = cvg_alloc(n * sizeof *source);

	for (uint32_t i = 0; i < n; i++)
		target[i] = source[i] = CVG_NONE;
	for (uint32_t k = 0; k < p->r->nblocks; k++) {
		uint32_t b = p->r->block[k], i = p->of[b];
		bool returns = p->w->fn->blocks[b].nsuccs == 0;

		cvg_foreach_succ (p->w->fn, b, s) {
			uint32_t j = is_inside(p, *s) ? p->of[*s] : n;

			if (!p->w->live[*s] || i == j)
				continue;
			target[i] =
				target[i] == CVG_NONE || target[i] == j ? j : n;
			if (j < n)
				source[j] =
					source[j] == CVG_NONE || source[j] == i
						? i
						: n;
		}
		if (returns)
			target[i] = n;
	}
	cvg_foreach_succ (p->w->fn, p->r->head, s)
		if (is_inside(p, *s))
			source[p->of[*s]] = n;
	for (uint32_t i = 0; i < n && !p->l->whole; i++) {
		uint32_t j = target[i];

		if (j == CVG_NONE || j == n || source[j] != i)
			continue;
		p->piece.at[i].next = j;
		p->piece.at[j].joined = true;
	}
	free(target);
	free(source);
}

/* The first piece of a row stands for all of it. */
static void name_rows(struct packer *p)
{
	uint32_t n = (uint32_t)p->piece.n;
	uint32_t *first = cvg_alloc(n * sizeof *first);

	for (uint32_t i = 0; i < n; i++)
		first[i] = i;
	for (uint32_t i = 0; i < n; i++)
		for (uint32_t j = i; !p->piece.at[i].joined;) {
			first[j] = i;
			j = p->piece.at[j].next;
			if (j == CVG_NONE)
				break;
		}
	for (uint32_t k = 0; k < p->r->nblocks; k++)
		p->of[p->r->block[k]] = first[p->of[p->r->block[k]]];
	free(first);
}

/* ---- loops ----------------------------------------------------------- */

/* Innermost cycle of the region that goes beyond the piece. */
static void find_loops(struct packer *p)
{
	const struct cvg_cycles *cs = p->w->cycles;
	uint32_t *in = cvg_calloc(cs->n + 1, sizeof *in);

	for (uint32_t k = 0; k < p->r->nblocks; k++)
		p->piece.at[p->of[p->r->block[k]]].loop = CVG_NONE;
	/* Blocks of one piece are not together in the order: count a cycle's
	 * blocks that are of the same piece as its header. */
	for (uint32_t k = 0; k < p->r->nblocks; k++) {
		uint32_t b = p->r->block[k];

		for (uint32_t c = cs->innermost[b];
		     c != CVG_NONE && is_inside(p, cs->cycle[c].header);
		     c = cs->cycle[c].parent)
			in[c] += p->of[b] == p->of[cs->cycle[c].header];
	}
	for (uint32_t k = 0; k < p->r->nblocks; k++) {
		uint32_t b = p->r->block[k];
		struct piece *it = &p->piece.at[p->of[b]];
		uint32_t c = cs->innermost[b];

		if (it->entry != b)
			continue;
		while (c != CVG_NONE && is_inside(p, cs->cycle[c].header) &&
		       in[c] == cs->cycle[c].nblocks &&
		       p->of[cs->cycle[c].header] == p->of[b])
			c = cs->cycle[c].parent;
		if (c != CVG_NONE && is_inside(p, cs->cycle[c].header))
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

	return up != CVG_NONE && is_inside(p, cs->cycle[up].header) ? up
								    : CVG_NONE;
}

/* An edge between pieces, at the level where it is one between nodes. */
static void add_flow(struct packer *p, uint32_t from, uint32_t to)
{
	uint32_t n = (uint32_t)p->piece.n;
	struct pair e = {from, to};
	uint32_t a = from == CVG_NONE ? CVG_NONE : p->piece.at[from].loop;
	uint32_t b = p->piece.at[to].loop;

	if (from == CVG_NONE)
		e.from = n + p->w->cycles->n;
	while (a != b) {
		if (depth_of(p, a) >= depth_of(p, b) && a != CVG_NONE) {
			e.from = n + a;
			a = around(p, a);
		} else {
			e.to = n + b;
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
	uint32_t nodes = (uint32_t)p->piece.n + p->w->cycles->n + 1, at = 0;

	for (uint32_t k = 0; k < p->r->nblocks; k++) {
		uint32_t b = p->r->block[k];

		cvg_foreach_succ (p->w->fn, b, s)
			if (is_inside(p, *s) && p->of[*s] != p->of[b])
				add_flow(p, p->of[b], p->of[*s]);
	}
	cvg_foreach_succ (p->w->fn, p->r->head, s)
		if (is_inside(p, *s))
			add_flow(p, CVG_NONE, p->of[*s]);
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
static void place_all(struct packer *p, struct linloops *loops)
{
	const struct cvg_cycles *cs = p->w->cycles;
	uint32_t n = (uint32_t)p->piece.n, root = n + cs->n;
	bool *seen = cvg_calloc(root + 1, sizeof *seen);
	uint32_t *open = cvg_calloc(cs->n + 1, sizeof *open); /* loop + 1 */
	struct cvg_u32s list = {0};

	postorder(p, root, seen, &list);
	list.n--; /* the root itself, last in postorder */
	while (list.n) {
		uint32_t v = list.at[--list.n];

		if (v < n) {
			p->piece.at[v].place = (uint32_t)p->order.n;
			cvg_push(&p->order, v);
		} else if (open[v - n]) {
			loops->at[open[v - n] - 1].end = (uint32_t)p->order.n;
		} else {
			struct linloop it = {(uint32_t)p->order.n, 0};

			cvg_push(loops, it);
			open[v - n] = (uint32_t)loops->n;
			cvg_push(&list, v);
			postorder(p, p->of[cs->cycle[v - n].header], seen,
				  &list);
		}
	}
	free(seen);
	free(open);
	free(list.at);
}

/* ---- units ----------------------------------------------------------- */

static void add_edges(struct packer *p, uint32_t b)
{
	const struct cvg_block *block = &p->w->fn->blocks[b];
	struct cvg_linregion *r = p->r;
	bool head = b == r->head;

	for (uint32_t k = 0; k < block->nsuccs; k++) {
		uint32_t s = p->w->fn->succs[block->succs_at + k];
		struct cvg_linedge e = {.block = b, .slot = k, .to = CVG_NONE};

		if (!p->w->live[s])
			continue;
		e.value = r->nunits;
		if (is_inside(p, s)) {
			if (!head && p->of[s] == p->of[b])
				continue; /* inside the unit */
			e.value = p->piece.at[p->of[s]].place;
		} else if (head) {
			continue; /* D's other ways are left alone */
		}
		r->edge[r->nedges++] = e;
	}
	if (!block->nsuccs)
		r->edge[r->nedges++] =
			(struct cvg_linedge){b, CVG_NONE, r->nunits, CVG_NONE};
}

static void make_units(struct packer *p)
{
	struct cvg_arena *arena = &p->l->plan->arena;
	struct cvg_linregion *r = p->r;
	uint32_t *at = cvg_calloc(p->order.n + 1, sizeof *at);
	uint32_t nedges = p->w->fn->blocks[r->head].nsuccs, sum = 0;
	uint32_t *blocks = cvg_arena_array(arena, uint32_t, r->nblocks);

	r->nunits = (uint32_t)p->order.n;
	r->unit = cvg_arena_array(arena, struct cvg_linunit, r->nunits + 1);
	for (uint32_t k = 0; k < r->nblocks; k++) {
		uint32_t b = r->block[k], s = p->w->fn->blocks[b].nsuccs;

		nedges += s ? s : 1;
		r->unit[p->piece.at[p->of[b]].place].nblocks++;
	}
	for (uint32_t u = 0; u < r->nunits; u++) {
		r->unit[u].entry = p->piece.at[p->order.at[u]].entry;
		r->unit[u].block = blocks + sum;
		sum += r->unit[u].nblocks;
		at[u] = 0;
	}
	for (uint32_t k = 0; k < r->nblocks; k++) {
		uint32_t b = r->block[k];
		uint32_t u = p->piece.at[p->of[b]].place;

		r->unit[u].block[at[u]++] = b;
		p->l->plan->unit_of[b] = u;
	}
	r->edge = cvg_arena_array(arena, struct cvg_linedge, nedges);
	for (uint32_t u = 0; u <= r->nunits; u++) {
		struct cvg_linunit *it = &r->unit[u];

		it->edges_at = r->nedges;
		if (u == r->nunits) {
			it->entry = r->head;
			it->block = &r->head;
			it->nblocks = 1;
		}
		for (uint32_t k = 0; k < it->nblocks; k++)
			add_edges(p, it->block[k]);
		it->nedges = r->nedges - it->edges_at;
	}
	free(at);
}

void linear_units(struct liner *l, uint32_t region, struct linloops *loops)
{
	struct packer p = {.l = l,
			   .w = &l->flow,
			   .r = &l->plan->at[region],
			   .region = region,
			   .of = l->unit_of};

	make_pieces(&p);
	join_pieces(&p);
	name_rows(&p);
	find_loops(&p);
	find_flow(&p);
	place_all(&p, loops);
	make_units(&p);
	free(p.piece.at);
	free(p.flow.at);
	free(p.flow_at);
	free(p.order.at);
}
