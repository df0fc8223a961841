/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Basic-block vectors: how often each thread runs each block; what a launch
 * costs by them, and in which order its threads would cost least.
 *
 * Liang, Satria, Rupnow, Chen, "An Accurate GPU Performance Model for
 * Effective Control Flow Divergence Optimization", IEEE TCAD 35(7), 2016,
 * doi.org/10.1109/TCAD.2015.2501303. Equation and algorithm numbers are the
 * paper's.
 *
 * Blocks are those of all functions of a program, one function after the
 * other. Threads are numbered as they lie in the grid: block by block, x
 * fastest.
 */
#ifndef RECONVERGE_BBV_H
#define RECONVERGE_BBV_H

#include "reconverge/base.h"

/* ---- vectors --------------------------------------------------------- */

/*
 * The vectors of a launch. Threads that did the same share one, so that a
 * million threads of a few hundred kinds need little more than a number each.
 * Kinds are numbered as their first threads come.
 */
struct cvg_bbvs {
	uint32_t nblocks; /* counts of a vector */
	uint32_t nthreads;
	uint32_t nkinds;
	uint32_t *kind;	 /* [nthreads] */
	uint32_t *count; /* [nkinds * nblocks]; stops at UINT32_MAX */
	uint32_t *many;	 /* [nkinds] threads of it */
};

static inline const uint32_t *cvg_bbv(const struct cvg_bbvs *v, uint32_t kind)
{
	return v->count + (size_t)kind * v->nblocks;
}

/* All threads, not yet known: each must be set once, in any order. */
struct cvg_bbvmaker;
struct cvg_bbvmaker *cvg_bbvmaker_new(uint32_t nthreads, uint32_t nblocks);
void cvg_bbvmaker_set(struct cvg_bbvmaker *m, uint32_t thread,
		      const uint32_t *count);
struct cvg_bbvs *cvg_bbvmaker_finish(struct cvg_bbvmaker *take_m);
void cvg_bbvmaker_free(struct cvg_bbvmaker *take_m);
void cvg_bbvs_free(struct cvg_bbvs *take_v);

/* ---- what a launch costs --------------------------------------------- */

/* The machine it would run on. */
struct cvg_gpu {
	uint32_t warp;	    /* threads */
	uint32_t sms;	    /* multiprocessors, compute units */
	uint32_t occupancy; /* thread blocks one of them runs at once */
	bool fixed;	    /* block i goes to machine i mod sms, beforehand */
};

struct cvg_bbvcost {
	uint64_t warps;
	uint64_t divergent_warps; /* whose threads' vectors differ */
	double weighted;	  /* (2)-(5): cycles */
	double scheduled;	  /* blocks given out, as machines get free */
};

/*
 * Of threads in that order: thread order[i] stands at place i (NULL: as they
 * are), in blocks of `block` threads. `latency` is a cycle count a block of
 * code; of a vector's length.
 */
void cvg_bbv_cost(const struct cvg_bbvs *v, const uint32_t *order,
		  const uint64_t *latency, uint32_t block,
		  const struct cvg_gpu *gpu, struct cvg_bbvcost *out);

/*
 * When the last of n thread blocks ends that need so many cycles each: dynamic
 * round robin. A machine takes `occupancy` blocks at once, which share it
 * evenly, and the next in line as soon as one has ended. Fixed: static round
 * robin, a machine ends when its own blocks have.
 */
double cvg_gpu_schedule(const struct cvg_gpu *gpu, const uint64_t *cycles,
			uint64_t n);

/* ---- regrouping ------------------------------------------------------ */

enum cvg_grouping {
	CVG_GROUP_SORTING,    /* lexicographic order (V-A) */
	CVG_GROUP_GREEDY,     /* Algorithm 1 */
	CVG_GROUP_GREEDY_MAX, /* Algorithm 2 */
	CVG_NGROUPINGS
};

const char *cvg_grouping_name(enum cvg_grouping g);
/* CVG_NGROUPINGS if there is none of that name. */
enum cvg_grouping cvg_grouping_by_name(const char *name);

/*
 * The order in which that algorithm would have the threads: order[i] is the
 * thread that moves to place i; every `groupsize` of them are a group. The
 * caller frees it.
 */
uint32_t *cvg_regroup(const struct cvg_bbvs *v, const uint64_t *latency,
		      enum cvg_grouping how, uint32_t groupsize);

#endif
