/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Kinds of threads by how long they take, and letters for them. */
#include "threads.h"

#include "reconverge/bbv.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* ---- letters ----------------------------------------------------------- */

struct priced {
	uint32_t kind;
	uint64_t cycles; /* (11) */
};

static int dearer(const void *pa, const void *pb)
{
	const struct priced *a = pa, *b = pb;

	if (a->cycles != b->cycles)
		return a->cycles < b->cycles ? 1 : -1;
	return a->kind < b->kind ? -1 : a->kind > b->kind;
}

static struct priced *price_kinds(const struct cvg_groups *g)
{
	const struct cvg_bbvs *v = g->bbvs;
	struct priced *p = cvg_calloc((size_t)v->nkinds + 1, sizeof(*p));

	for (uint32_t k = 0; k < v->nkinds; k++) {
		const uint32_t *row = cvg_bbv(v, k);

		p[k].kind = k;
		for (uint32_t b = 0; b < v->nblocks; b++)
			p[k].cycles += g->latency[b] * row[b];
	}
	qsort(p, v->nkinds, sizeof(*p), dearer);
	return p;
}

static void give(struct cvg_threads *t, const struct priced *p, uint32_t at)
{
	struct cvg_letter *l = &t->letter[at];

	t->of_kind[p->kind] = (uint8_t)at;
	if (!l->kinds)
		l->most = p->cycles;
	l->least = p->cycles;
	l->kinds++;
	l->threads += t->g->bbvs->many[p->kind];
}

/* Letters that nobody got are left out. */
static void close_up(struct cvg_threads *t)
{
	uint8_t now[CVG_LETTERS] = {0};

	t->nletters = 0;
	for (uint32_t i = 0; i < CVG_LETTERS; i++) {
		if (!t->letter[i].kinds)
			continue;
		now[i] = (uint8_t)t->nletters;
		t->letter[t->nletters++] = t->letter[i];
	}
	for (uint32_t k = 0; k < t->g->bbvs->nkinds; k++)
		t->of_kind[k] = now[t->of_kind[k]];
}

static void give_letters(struct cvg_threads *t)
{
	const struct cvg_bbvs *v = t->g->bbvs;
	struct priced *p = price_kinds(t->g);
	uint64_t before = 0;

	for (uint32_t i = 0; i < v->nkinds; i++) {
		uint64_t share = before * CVG_LETTERS / v->nthreads;

		give(t, &p[i], v->nkinds > CVG_LETTERS ? (uint32_t)share : i);
		before += v->many[p[i].kind];
	}
	free(p);
	close_up(t);
}

/* ---- warps ------------------------------------------------------------- */

/* Where a warp's threads begin; *n of them. */
static uint64_t place_of(const struct cvg_threads *t, uint64_t warp,
			 uint32_t *n)
{
	const struct cvg_groups *g = t->g;
	uint64_t block = warp / t->nwarps;
	uint32_t lane = (uint32_t)(warp % t->nwarps) * g->warp;

	*n = g->block - lane < g->warp ? g->block - lane : g->warp;
	return block * g->block + lane;
}

static uint32_t kind_at(const struct cvg_threads *t, bool after, uint64_t place)
{
	return t->g->bbvs->kind[after ? t->g->order[place] : place];
}

/* Into `most`, of as many counts as a vector; returns the kinds. */
static uint32_t widest(const struct cvg_threads *t, bool after, uint64_t warp,
		       uint32_t *most)
{
	uint32_t kind[64], nkinds = 0, n, nblocks = t->g->bbvs->nblocks;
	uint64_t first = place_of(t, warp, &n);

	memset(most, 0, nblocks * sizeof(*most));
	for (uint32_t i = 0; i < n; i++) {
		uint32_t k = kind_at(t, after, first + i), seen = 0;
		const uint32_t *row = cvg_bbv(t->g->bbvs, k);

		while (seen < nkinds && kind[seen] != k)
			seen++;
		if (seen < nkinds)
			continue;
		kind[nkinds++] = k;
		for (uint32_t b = 0; b < nblocks; b++)
			most[b] = row[b] > most[b] ? row[b] : most[b];
	}
	return nkinds;
}

static struct cvg_warplook look_at(const struct cvg_threads *t, bool after,
				   uint64_t warp, uint32_t *most)
{
	struct cvg_warplook look = {.kinds = widest(t, after, warp, most)};

	for (uint32_t b = 0; b < t->g->bbvs->nblocks; b++)
		look.cycles += t->g->latency[b] * most[b];
	return look;
}

struct cvg_warplook cvg_threads_warp(const struct cvg_threads *t, bool after,
				     uint64_t warp)
{
	uint32_t *most =
		cvg_calloc((size_t)t->g->bbvs->nblocks + 1, sizeof(*most));
	struct cvg_warplook look = look_at(t, after, warp, most);

	free(most);
	return look;
}

static void sum_up(struct cvg_threads *t, bool after)
{
	uint32_t *most =
		cvg_calloc((size_t)t->g->bbvs->nblocks + 1, sizeof(*most));

	for (uint64_t w = 0; w < t->warps; w++) {
		struct cvg_warplook look = look_at(t, after, w, most);

		t->sum[after].diverge += look.kinds > 1;
		t->sum[after].cycles += look.cycles;
	}
	free(most);
}

char cvg_threads_cell(const struct cvg_threads *t, bool after, uint64_t warp,
		      uint32_t lane, uint32_t n)
{
	uint32_t threads, best = CVG_LETTERS;
	uint64_t first = place_of(t, warp, &threads);
	bool mixed = false;

	for (uint32_t i = lane; i < lane + n && i < threads; i++) {
		uint32_t at = t->of_kind[kind_at(t, after, first + i)];

		mixed |= best != CVG_LETTERS && at != best;
		best = at < best ? at : best;
	}
	if (best == CVG_LETTERS)
		return ' ';
	return (char)((mixed ? 'a' : 'A') + (int)best);
}

void cvg_threads_init(struct cvg_threads *t, const struct cvg_groups *g)
{
	uint32_t nblocks = g->bbvs->nthreads / g->block;

	*t = (struct cvg_threads){.g = g};
	t->of_kind = cvg_calloc((size_t)g->bbvs->nkinds + 1, 1);
	t->nwarps = (g->block + g->warp - 1) / g->warp;
	t->warps = (uint64_t)nblocks * t->nwarps;
	give_letters(t);
	sum_up(t, false);
	if (g->order)
		sum_up(t, true);
}

void cvg_threads_done(struct cvg_threads *t)
{
	free(t->of_kind);
	*t = (struct cvg_threads){.g = NULL};
}

/* ---- words ------------------------------------------------------------- */

void cvg_letter_print(struct cvg_str *out, const struct cvg_letter *l)
{
	cvg_str_addf(out, "%u thread%s", l->threads,
		     l->threads == 1 ? "" : "s");
	if (l->kinds > 1)
		cvg_str_addf(out, " of %u kinds", l->kinds);
	cvg_str_addf(out, ", %llu", (unsigned long long)l->least);
	if (l->most != l->least)
		cvg_str_addf(out, " to %llu", (unsigned long long)l->most);
	cvg_str_add(out, " cycles");
}

void cvg_warpsum_print(struct cvg_str *out, const struct cvg_threads *t,
		       bool after)
{
	cvg_str_addf(out, "%llu of %llu warps diverge, %llu cycles",
		     (unsigned long long)t->sum[after].diverge,
		     (unsigned long long)t->warps,
		     (unsigned long long)t->sum[after].cycles);
}
