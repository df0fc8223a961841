/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What is guarded as one unit (Anantpur, Govindarajan, CC 2014, Algorithm 3).
 *
 * A unit is an outermost single-entry single-exit region without unstructured
 * edges, or else a block; units that only follow each other are joined. The
 * order is linear_order.c's. Near-linear.
 */
#include "linear_units.h"

#include <assert.h>
#include <stdlib.h>

/* ---- structured pieces ----------------------------------------------- */

/* The innermost region that holds both. */
static uint32_t common_region(const struct cvg_regions *rs, uint32_t a,
			      uint32_t b)
{
	while (a != b) {
		if (rs->region[a].depth >= rs->region[b].depth)
			a = rs->region[a].parent;
		else
			b = rs->region[b].parent;
	}
	return a;
}

/* Must a piece not hold this block together with others? */
static bool stands_alone(const struct packer *p, uint32_t b)
{
	const struct cvg_cycles *cs = p->w->cycles;
	uint32_t c = cs->innermost[b];

	switch (p->l->mode) {
	case CVG_LINEARIZE_INTERLEAVE: /* but loops stay whole */
		return c == CVG_NONE || !packer_has(p, cs->cycle[c].header);
	case CVG_LINEARIZE_DEPTH:
		return cvg_bits_has(&cvg_ana_uniform(p->l->ana)->divergent_term,
				    b);
	default:
		return false;
	}
}

/* What no piece may hold: [regions] it is true of. */
static void mark_bad(struct packer *p, const struct cvg_regions *rs, bool *bad)
{
	for (size_t i = 0; i < p->l->broken.n; i++)
		bad[rs->innermost[p->l->broken.at[i].from]] = true;
	for (uint32_t k = 0; k < p->r->nblocks; k++) {
		uint32_t b = p->r->block[k], at = rs->innermost[b];

		bad[at] |= stands_alone(p, b);
		cvg_foreach_succ (p->w->fn, b, s)
			if (liner_cuts(p->l, b, *s))
				bad[common_region(rs, at, rs->innermost[*s])] =
					true;
	}
}

/* [regions] those that lie in this one and hold nothing bad. */
static bool *structured_regions(struct packer *p, const struct cvg_regions *rs)
{
	bool *good = cvg_calloc(rs->n, sizeof *good);
	uint32_t *in = cvg_calloc(rs->n, sizeof *in);
	uint32_t *all = cvg_calloc(rs->n, sizeof *all);
	bool *bad = cvg_calloc(rs->n, sizeof *bad);

	for (uint32_t b = 0; b < p->l->fn->nblocks; b++)
		if (rs->innermost[b] != CVG_NONE) {
			all[rs->innermost[b]]++;
			in[rs->innermost[b]] += packer_has(p, b);
		}
	mark_bad(p, rs, bad);
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
	bool joins = !p->l->whole && p->l->mode != CVG_LINEARIZE_INTERLEAVE;
	uint32_t *target = cvg_alloc(n * sizeof *target); /* n: several */
	uint32_t *source = cvg_alloc(n * sizeof *source);

	for (uint32_t i = 0; i < n; i++)
		target[i] = source[i] = CVG_NONE;
	for (uint32_t k = 0; k < p->r->nblocks; k++) {
		uint32_t b = p->r->block[k], i = p->of[b];
		bool returns = p->w->fn->blocks[b].nsuccs == 0;

		cvg_foreach_succ (p->w->fn, b, s) {
			uint32_t j = packer_has(p, *s) ? p->of[*s] : n;

			if (!p->w->live[*s] ||
			    (i == j && !liner_cuts(p->l, b, *s)))
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
		if (packer_has(p, *s))
			source[p->of[*s]] = n;
	for (uint32_t i = 0; i < n && joins; i++) {
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
		if (packer_has(p, s)) {
			if (!head && p->of[s] == p->of[b] &&
			    !liner_cuts(p->l, b, s))
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

/* Does a loop that is merged with others begin there? */
static bool is_mixed(const struct packer *p, uint32_t b)
{
	uint32_t c = p->w->cycles->innermost[b];

	return c != CVG_NONE && p->w->cycles->cycle[c].header == b &&
	       p->l->mix[c] != LIN_APART;
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
		r->unit[u].again = is_mixed(p, r->unit[u].entry);
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

static void keep_loops(struct packer *p)
{
	struct cvg_linregion *r = p->r;

	r->nloops = (uint32_t)p->loop.n;
	r->loop = cvg_arena_array(&p->l->plan->arena, struct cvg_linloop,
				  r->nloops);
	for (uint32_t k = 0; k < r->nloops; k++)
		r->loop[k] = p->loop.at[k];
	free(p->loop.at);
}

void linear_units(struct liner *l, uint32_t region)
{
	struct packer p = {.l = l,
			   .w = &l->flow,
			   .r = &l->plan->at[region],
			   .region = region,
			   .of = l->unit_of};

	make_pieces(&p);
	join_pieces(&p);
	name_rows(&p);
	linear_order(&p);
	make_units(&p);
	keep_loops(&p);
	free(p.piece.at);
	free(p.order.at);
}
