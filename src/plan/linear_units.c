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

static int by_number(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return (x > y) - (x < y);
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

static void note(struct packer *p, uint32_t region)
{
	struct linparts *parts = &p->l->parts;

	if (parts->in[region] || parts->bad[region])
		return;
	cvg_push(&parts->touched, region);
}

static void mark_bad(struct packer *p, uint32_t region)
{
	note(p, region);
	p->l->parts.bad[region] = true;
}

/* What no piece may hold, beside the edges of Definition 1. */
static void find_bad(struct packer *p, const struct cvg_regions *rs)
{
	for (uint32_t k = 0; k < p->r->nblocks; k++) {
		uint32_t b = p->r->block[k], at = rs->innermost[b];

		if (stands_alone(p, b))
			mark_bad(p, at);
		cvg_foreach_succ (p->w->fn, b, s)
			if (liner_cuts(p->l, b, *s))
				mark_bad(p, common_region(rs, at,
							  rs->innermost[*s]));
	}
}

/* Count blocks of this region in those of the region tree; what is in it whole
 * counts for its parent. Those are listed, parents first. */
static void find_whole(struct packer *p, const struct cvg_regions *rs,
		       struct cvg_u32s *whole)
{
	struct linparts *parts = &p->l->parts;

	for (uint32_t k = 0; k < p->r->nblocks; k++) {
		uint32_t at = rs->innermost[p->r->block[k]], n = 1;

		while (at) { /* the root is the function */
			note(p, at);
			parts->in[at] += n;
			if (parts->in[at] < parts->all[at])
				break;
			cvg_push(whole, at);
			n = parts->all[at];
			at = rs->region[at].parent;
		}
	}
	if (whole->n)
		qsort(whole->at, whole->n, sizeof *whole->at, by_number);
}

/* An outer piece takes its inner ones along. */
static void make_pieces(struct packer *p)
{
	const struct cvg_regions *rs = cvg_ana_regions(p->l->ana);
	struct linparts *parts = &p->l->parts;
	struct cvg_u32s whole = {0};

	find_bad(p, rs);
	find_whole(p, rs, &whole);
	for (size_t i = whole.n; i-- > 0;) {
		uint32_t k = whole.at[i];

		parts->bad[k] |= parts->broken[k];
		if (parts->bad[k])
			mark_bad(p, rs->region[k].parent);
	}
	for (size_t i = 0; i < whole.n && !p->l->whole; i++) {
		uint32_t k = whole.at[i], up = rs->region[k].parent;

		parts->piece[k] = parts->piece[up];
		if (parts->piece[k] != CVG_NONE || parts->bad[k])
			continue;
		parts->piece[k] = (uint32_t)p->piece.n;
		cvg_push(&p->piece,
			 ((struct piece){.entry = rs->region[k].entry,
					 .next = CVG_NONE}));
	}
	for (uint32_t k = 0; k < p->r->nblocks; k++) {
		uint32_t b = p->r->block[k];
		uint32_t in = parts->piece[rs->innermost[b]];

		if (in == CVG_NONE) {
			in = (uint32_t)p->piece.n;
			cvg_push(&p->piece, ((struct piece){.entry = b,
							    .next = CVG_NONE}));
		}
		p->of[b] = in;
	}
	for (size_t i = 0; i < parts->touched.n; i++) {
		uint32_t k = parts->touched.at[i];

		parts->in[k] = 0;
		parts->bad[k] = false;
		parts->piece[k] = CVG_NONE;
	}
	parts->touched.n = 0;
	free(whole.at);
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
	for (uint32_t k = 0; k < packer_nentries(p); k++)
		source[p->of[packer_entry(p, k)]] = n;
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

static void add_entries(struct packer *p)
{
	struct cvg_linregion *r = p->r;
	const struct linentries *in = &p->l->entries;

	for (uint32_t k = 0; k < packer_nentries(p); k++)
		r->edge[r->nedges++] = (struct cvg_linedge){
			.block = r->head,
			.slot = in->slot[in->at[p->region] + k],
			.value = p->piece.at[p->of[packer_entry(p, k)]].place,
			.to = CVG_NONE};
}

static void add_edges(struct packer *p, uint32_t b)
{
	const struct cvg_block *block = &p->w->fn->blocks[b];
	struct cvg_linregion *r = p->r;

	for (uint32_t k = 0; k < block->nsuccs; k++) {
		uint32_t s = p->w->fn->succs[block->succs_at + k];
		struct cvg_linedge e = {.block = b, .slot = k, .to = CVG_NONE};

		if (!p->w->live[s])
			continue;
		e.value = r->nunits;
		if (packer_has(p, s)) {
			if (p->of[s] == p->of[b] && !liner_cuts(p->l, b, s))
				continue; /* inside the unit */
			e.value = p->piece.at[p->of[s]].place;
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
	uint32_t nedges = packer_nentries(p), sum = 0;
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
		for (uint32_t k = 0; k < it->nblocks; k++)
			add_edges(p, it->block[k]);
		if (u == r->nunits) {
			it->entry = r->head;
			it->block = &r->head;
			it->nblocks = 1;
			add_entries(p);
		}
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

/* Edges of D into its regions, by region. */
static void find_entries(struct liner *l, bool count)
{
	struct linentries *in = &l->entries;
	bool *done = cvg_calloc(l->fn->nblocks, sizeof *done);

	for (uint32_t r = 0; r < l->plan->n; r++) {
		uint32_t head = l->plan->at[r].head;
		const struct cvg_block *block = &l->fn->blocks[head];

		for (uint32_t k = 0; k < block->nsuccs && !done[head]; k++) {
			uint32_t s = l->fn->succs[block->succs_at + k];
			uint32_t to = l->plan->region_of[s];

			if (to == CVG_NONE || l->plan->at[to].head != head)
				continue;
			if (!count)
				in->slot[in->at[to] + in->n[to]] = k;
			in->n[to]++;
		}
		done[head] = true;
	}
	free(done);
}

static void entries_init(struct liner *l)
{
	struct linentries *in = &l->entries;
	uint32_t sum = 0;

	in->n = cvg_calloc(l->plan->n + 1, sizeof *in->n);
	in->at = cvg_calloc(l->plan->n + 1, sizeof *in->at);
	find_entries(l, true);
	for (uint32_t r = 0; r < l->plan->n; r++) {
		in->at[r] = sum;
		sum += in->n[r];
		in->n[r] = 0;
	}
	in->slot = cvg_alloc((sum + 1) * sizeof *in->slot);
	find_entries(l, false);
}

void cvg_linear_parts_init(struct liner *l)
{
	const struct cvg_regions *rs = cvg_ana_regions(l->ana);
	struct linparts *parts = &l->parts;

	parts->all = cvg_calloc(rs->n, sizeof *parts->all);
	parts->in = cvg_calloc(rs->n, sizeof *parts->in);
	parts->bad = cvg_calloc(rs->n, sizeof *parts->bad);
	parts->broken = cvg_calloc(rs->n, sizeof *parts->broken);
	parts->piece = cvg_alloc(rs->n * sizeof *parts->piece);
	for (uint32_t k = 0; k < rs->n; k++)
		parts->piece[k] = CVG_NONE;
	for (uint32_t b = 0; b < l->fn->nblocks; b++)
		if (rs->innermost[b] != CVG_NONE)
			parts->all[rs->innermost[b]]++;
	for (uint32_t k = rs->n; k-- > 1;)
		parts->all[rs->region[k].parent] += parts->all[k];
	for (size_t i = 0; i < l->broken.n; i++)
		parts->broken[rs->innermost[l->broken.at[i].from]] = true;
	entries_init(l);
}

void cvg_linear_parts_done(struct liner *l)
{
	free(l->parts.all);
	free(l->parts.in);
	free(l->parts.bad);
	free(l->parts.broken);
	free(l->parts.piece);
	free(l->parts.touched.at);
	free(l->entries.n);
	free(l->entries.at);
	free(l->entries.slot);
}

void cvg_linear_units(struct liner *l, uint32_t region)
{
	struct packer p = {.l = l,
			   .w = &l->flow,
			   .r = &l->plan->at[region],
			   .region = region,
			   .of = l->unit_of};

	make_pieces(&p);
	join_pieces(&p);
	name_rows(&p);
	cvg_linear_order(&p);
	make_units(&p);
	keep_loops(&p);
	free(p.piece.at);
	free(p.order.at);
}
