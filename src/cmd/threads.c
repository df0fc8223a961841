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

static struct priced *price_kinds(const struct cvg_groups *groups)
{
	const struct cvg_bbvs *vectors = groups->bbvs;
	struct priced *p = cvg_calloc((size_t)vectors->nkinds + 1, sizeof(*p));

	for (uint32_t k = 0; k < vectors->nkinds; k++) {
		const uint32_t *row = cvg_bbv(vectors, k);

		p[k].kind = k;
		for (uint32_t b = 0; b < vectors->nblocks; b++)
			p[k].cycles += groups->latency[b] * row[b];
	}
	qsort(p, vectors->nkinds, sizeof(*p), dearer);
	return p;
}

static void give(struct cvg_threads *threads, const struct priced *p,
		 uint32_t at)
{
	struct cvg_letter *l = &threads->letter[at];

	threads->of_kind[p->kind] = (uint8_t)at;
	if (!l->kinds)
		l->most = p->cycles;
	l->least = p->cycles;
	l->kinds++;
	l->threads += threads->groups->bbvs->many[p->kind];
}

/* Letters that nobody got are left out. */
static void close_up(struct cvg_threads *threads)
{
	uint8_t now[CVG_LETTERS] = {0};

	threads->nletters = 0;
	for (uint32_t i = 0; i < CVG_LETTERS; i++) {
		if (!threads->letter[i].kinds)
			continue;
		now[i] = (uint8_t)threads->nletters;
		threads->letter[threads->nletters++] = threads->letter[i];
	}
	for (uint32_t k = 0; k < threads->groups->bbvs->nkinds; k++)
		threads->of_kind[k] = now[threads->of_kind[k]];
}

static void give_letters(struct cvg_threads *threads)
{
	const struct cvg_bbvs *vectors = threads->groups->bbvs;
	struct priced *p = price_kinds(threads->groups);
	uint64_t before = 0;

	for (uint32_t i = 0; i < vectors->nkinds; i++) {
		uint64_t share = before * CVG_LETTERS / vectors->nthreads;

		give(threads, &p[i],
		     vectors->nkinds > CVG_LETTERS ? (uint32_t)share : i);
		before += vectors->many[p[i].kind];
	}
	free(p);
	close_up(threads);
}

/* ---- warps ------------------------------------------------------------- */

/* Where a warp's threads begin; *n of them. */
static uint64_t place_of(const struct cvg_threads *threads, uint64_t warp,
			 uint32_t *n)
{
	const struct cvg_groups *groups = threads->groups;
	uint64_t block = warp / threads->nwarps;
	uint32_t lane = (uint32_t)(warp % threads->nwarps) * groups->warp;

	*n = groups->block - lane < groups->warp ? groups->block - lane
						 : groups->warp;
	return block * groups->block + lane;
}

static uint32_t kind_at(const struct cvg_threads *threads, bool after,
			uint64_t place)
{
	return threads->groups->bbvs
		->kind[after ? threads->groups->order[place] : place];
}

/* Into `most`, of as many counts as a vector; returns the kinds. */
static uint32_t widest(const struct cvg_threads *threads, bool after,
		       uint64_t warp, uint32_t *most)
{
	uint32_t kind[64], nkinds = 0, n,
			   nblocks = threads->groups->bbvs->nblocks;
	uint64_t first = place_of(threads, warp, &n);

	memset(most, 0, nblocks * sizeof(*most));
	for (uint32_t i = 0; i < n; i++) {
		uint32_t k = kind_at(threads, after, first + i), seen = 0;
		const uint32_t *row = cvg_bbv(threads->groups->bbvs, k);

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

static struct cvg_warplook look_at(const struct cvg_threads *threads,
				   bool after, uint64_t warp, uint32_t *most)
{
	struct cvg_warplook look = {.kinds =
					    widest(threads, after, warp, most)};

	for (uint32_t b = 0; b < threads->groups->bbvs->nblocks; b++)
		look.cycles += threads->groups->latency[b] * most[b];
	return look;
}

struct cvg_warplook cvg_threads_warp(const struct cvg_threads *threads,
				     bool after, uint64_t warp)
{
	uint32_t *most = cvg_calloc((size_t)threads->groups->bbvs->nblocks + 1,
				    sizeof(*most));
	struct cvg_warplook look = look_at(threads, after, warp, most);

	free(most);
	return look;
}

static void sum_up(struct cvg_threads *threads, bool after)
{
	uint32_t *most = cvg_calloc((size_t)threads->groups->bbvs->nblocks + 1,
				    sizeof(*most));

	for (uint64_t w = 0; w < threads->warps; w++) {
		struct cvg_warplook look = look_at(threads, after, w, most);

		threads->sum[after].diverge += look.kinds > 1;
		threads->sum[after].cycles += look.cycles;
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

void cvg_threads_init(struct cvg_threads *threads,
		      const struct cvg_groups *groups)
{
	uint32_t nblocks = groups->bbvs->nthreads / groups->block;

	*threads = (struct cvg_threads){.groups = groups};
	threads->of_kind = cvg_calloc((size_t)groups->bbvs->nkinds + 1, 1);
	threads->nwarps = (groups->block + groups->warp - 1) / groups->warp;
	threads->warps = (uint64_t)nblocks * threads->nwarps;
	give_letters(threads);
	sum_up(threads, false);
	if (groups->order)
		sum_up(threads, true);
}

void cvg_threads_done(struct cvg_threads *threads)
{
	free(threads->of_kind);
	*threads = (struct cvg_threads){.groups = NULL};
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

void cvg_warpsum_print(struct cvg_str *out, const struct cvg_threads *threads,
		       bool after)
{
	cvg_str_addf(out, "%llu of %llu warps diverge, %llu cycles",
		     (unsigned long long)threads->sum[after].diverge,
		     (unsigned long long)threads->warps,
		     (unsigned long long)threads->sum[after].cycles);
}
