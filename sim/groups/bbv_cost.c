/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The cost of a launch by its basic-block vectors, in cycles. bbv.h names the
 * paper. A warp runs each block as often as the thread of the warp that runs it
 * most (2); the cycles of a thread block are the sum over its warps (3), (4);
 * those of the launch are that sum over all thread blocks, divided by the
 * number of multiprocessors (5), or the time when the last thread block ends if
 * each is given to the multiprocessor that is free first (section IV-B2).
 *
 * The paper does not say how thread blocks on one multiprocessor share it. (4)
 * adds up the warps of a thread block, as if one warp issued at a time;
 * likewise, thread blocks that run at the same time here get equal shares of
 * it.
 *
 * Example: two blocks of code of latency 10 and 100; warps of 2 threads, thread
 * blocks of 4. The vectors (1,0) (1,0) | (1,4) (1,2) | (3,1) (3,2) make warps
 * of 10, 410 and 230 cycles, so thread blocks of 420 and 230. On two
 * multiprocessors (5) gives 325 cycles, and the last thread block ends after
 * 420.
 */
#include "reconverge/bbv.h"

#include <stdlib.h>
#include <string.h>

/* ---- scheduling thread blocks ---------------------------------------- */

/* A multiprocessor and the thread blocks that run on it. Its clock counts the
 * cycles that each of them has got, so it is slower than real time by the
 * number of thread blocks. */
struct sm {
	double clock;
	double since; /* real time at which `clock` was updated */
	double *ends; /* [occupancy] clock at which each thread block ends */
	uint32_t n;   /* thread blocks running */
	double next;  /* real time at which the first of them ends */
};

static void look_ahead(struct sm *sm)
{
	double first = 0;

	for (uint32_t i = 0; i < sm->n; i++) {
		if (!i || sm->ends[i] < first)
			first = sm->ends[i];
	}
	sm->next = sm->since + (first - sm->clock) * sm->n;
}

static void forward_to(struct sm *sm, double now)
{
	if (sm->n)
		sm->clock += (now - sm->since) / sm->n;
	sm->since = now;
}

static void give(struct sm *sm, double now, uint64_t cycles)
{
	forward_to(sm, now);
	sm->ends[sm->n++] = sm->clock + (double)cycles;
	look_ahead(sm);
}

/* Remove the thread block that ends first; `now` is the time when it ends. */
static void take_first(struct sm *sm, double now)
{
	uint32_t first = 0;

	forward_to(sm, now);
	for (uint32_t i = 1; i < sm->n; i++) {
		if (sm->ends[i] < sm->ends[first])
			first = i;
	}
	sm->clock = sm->ends[first];
	sm->ends[first] = sm->ends[--sm->n];
	look_ahead(sm);
}

/* A heap of the busy multiprocessors, least `next` first; of equal ones that
 * with the lower number, so that the order does not depend on the heap. */
struct heap {
	struct sm *sm; /* [sms] all multiprocessors */
	uint32_t *at;  /* [n] indices into sm, in heap order */
	uint32_t n;
};

static bool sooner(const struct heap *h, uint32_t i, uint32_t j)
{
	double a = h->sm[h->at[i]].next, b = h->sm[h->at[j]].next;

	return a < b || (!(b < a) && h->at[i] < h->at[j]);
}

static void swap(struct heap *h, uint32_t i, uint32_t j)
{
	uint32_t x = h->at[i];

	h->at[i] = h->at[j];
	h->at[j] = x;
}

static void sift_down(struct heap *h, uint32_t i)
{
	for (;;) {
		uint32_t kid = 2 * i + 1, best = i;

		if (kid < h->n && sooner(h, kid, best))
			best = kid;
		if (kid + 1 < h->n && sooner(h, kid + 1, best))
			best = kid + 1;
		if (best == i)
			return;
		swap(h, i, best);
		i = best;
	}
}

/* Give out the first thread blocks, one to each multiprocessor in turn, until
 * all are full. Returns how many were given out. */
static uint64_t fill(struct sm *sm, const struct cvg_gpu *gpu,
		     const uint64_t *cycles, uint64_t n)
{
	uint64_t room = (uint64_t)gpu->sms * gpu->occupancy;
	uint64_t given = n < room ? n : room;

	for (uint64_t i = 0; i < given; i++)
		give(&sm[i % gpu->sms], 0, cycles[i]);
	return given;
}

/* Run until all n thread blocks have ended, giving out those from `at` on.
 * Returns the time of the end. */
static double run_down(struct heap *h, const uint64_t *cycles, uint64_t at,
		       uint64_t n)
{
	double now = 0;

	while (h->n) {
		struct sm *sm = &h->sm[h->at[0]];

		now = sm->next;
		take_first(sm, now);
		if (at < n)
			give(sm, now, cycles[at++]);
		if (!sm->n)
			h->at[0] = h->at[--h->n];
		sift_down(h, 0);
	}
	return now;
}

/* Static round robin (Fig. 4): the launch ends when the multiprocessor with the
 * most cycles does. */
static double schedule_fixed(const struct cvg_gpu *gpu, const uint64_t *cycles,
			     uint64_t n)
{
	uint64_t *sum = cvg_calloc(gpu->sms, sizeof(*sum)), most = 0;

	for (uint64_t i = 0; i < n; i++)
		sum[i % gpu->sms] += cycles[i];
	for (uint32_t i = 0; i < gpu->sms; i++)
		most = sum[i] > most ? sum[i] : most;
	free(sum);
	return (double)most;
}

static double schedule_dynamic(const struct cvg_gpu *gpu,
			       const uint64_t *cycles, uint64_t n)
{
	struct sm *sm = cvg_calloc(gpu->sms, sizeof(*sm));
	double *ends =
		cvg_calloc((size_t)gpu->sms * gpu->occupancy, sizeof(*ends));
	struct heap h = {.sm = sm};
	uint64_t given;
	double end;

	h.at = cvg_calloc(gpu->sms, sizeof(*h.at));
	for (uint32_t i = 0; i < gpu->sms; i++)
		sm[i].ends = ends + (size_t)i * gpu->occupancy;
	given = fill(sm, gpu, cycles, n);
	for (uint32_t i = 0; i < gpu->sms; i++) {
		if (sm[i].n)
			h.at[h.n++] = i;
	}
	for (uint32_t i = h.n; i-- > 0;)
		sift_down(&h, i);
	end = run_down(&h, cycles, given, n);
	free(h.at);
	free(ends);
	free(sm);
	return end;
}

double cvg_gpu_schedule(const struct cvg_gpu *gpu, const uint64_t *cycles,
			uint64_t n)
{
	return gpu->fixed ? schedule_fixed(gpu, cycles, n)
			  : schedule_dynamic(gpu, cycles, n);
}

/* ---- warps and blocks ------------------------------------------------- */

/* The cycles of a warp of n threads of the given kinds. *divergent: do their
 * vectors differ? `most` is scratch space of nblocks counts. */
static uint64_t warp_cost(const struct cvg_bbvs *vectors, const uint32_t *kind,
			  uint32_t n, const uint64_t *latency, uint32_t *most,
			  bool *divergent)
{
	uint64_t cycles = 0;

	memcpy(most, cvg_bbv(vectors, kind[0]),
	       vectors->nblocks * sizeof(*most));
	*divergent = false;
	for (uint32_t t = 1; t < n; t++) {
		const uint32_t *row = cvg_bbv(vectors, kind[t]);

		if (kind[t] == kind[t - 1])
			continue;
		*divergent = true;
		for (uint32_t b = 0; b < vectors->nblocks; b++)
			most[b] = row[b] > most[b] ? row[b] : most[b];
	}
	for (uint32_t b = 0; b < vectors->nblocks; b++)
		cycles += latency[b] * most[b];
	return cycles;
}

/* The cycles of a thread block of n threads; counts its warps in *out. */
static uint64_t block_cost(const struct cvg_bbvs *vectors, const uint32_t *kind,
			   uint32_t n, const uint64_t *latency, uint32_t warp,
			   uint32_t *most, struct cvg_bbvcost *out)
{
	uint64_t cycles = 0;

	for (uint32_t t = 0; t < n; t += warp) {
		uint32_t lanes = n - t < warp ? n - t : warp;
		bool divergent;

		cycles += warp_cost(vectors, kind + t, lanes, latency, most,
				    &divergent);
		out->warps++;
		out->divergent_warps += divergent;
	}
	return cycles;
}

void cvg_bbv_cost(const struct cvg_bbvs *vectors, const uint32_t *order,
		  const uint64_t *latency, uint32_t block,
		  const struct cvg_gpu *gpu, struct cvg_bbvcost *out)
{
	uint32_t nblocks = (vectors->nthreads + block - 1) / block;
	uint64_t *cycles = cvg_calloc((size_t)nblocks + 1, sizeof(*cycles));
	uint32_t *kind = cvg_alloc(((size_t)block + 1) * sizeof(*kind));
	uint32_t *most =
		cvg_alloc(((size_t)vectors->nblocks + 1) * sizeof(*most));

	memset(out, 0, sizeof(*out));
	for (uint32_t b = 0; b < nblocks; b++) {
		uint32_t from = b * block, left = vectors->nthreads - from;
		uint32_t n = left < block ? left : block;

		for (uint32_t t = 0; t < n; t++)
			kind[t] = vectors->kind[order ? order[from + t]
						      : from + t];
		cycles[b] = block_cost(vectors, kind, n, latency, gpu->warp,
				       most, out);
		out->weighted += (double)cycles[b];
	}
	out->weighted /= gpu->sms;
	out->scheduled = cvg_gpu_schedule(gpu, cycles, nblocks);
	free(cycles);
	free(kind);
	free(most);
}
