/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Basic-block vectors: for each thread, how often it runs each block of code. From
 * them follow the cost of a launch and the order of its threads that costs least.
 *
 * Liang, Satria, Rupnow, Chen, "An Accurate GPU Performance Model for
 * Effective Control Flow Divergence Optimization", IEEE TCAD 35(7), 2016,
 * doi.org/10.1109/TCAD.2015.2501303. Equation and algorithm numbers are the
 * paper's.
 *
 * The blocks are those of all functions of a program, one function after the
 * other. Threads are numbered as in the grid: one thread block after the other,
 * and inside a thread block x first, then y, then z.
 */
#ifndef RECONVERGE_BBV_H
#define RECONVERGE_BBV_H

#include "reconverge/base.h"

/* ---- vectors --------------------------------------------------------- */

/*
 * The vectors of a launch. Threads with equal vectors are of one kind and share
 * one vector, so that a million threads of a few hundred kinds need little more
 * than a number for each thread. Kinds are numbered in the order of their first
 * threads.
 */
struct cvg_bbvs {
	uint32_t nblocks; /* blocks of code: the counts of a vector */
	uint32_t nthreads;
	uint32_t nkinds;
	uint32_t *kind;	 /* [nthreads] the thread's kind */
	uint32_t *count; /* [nkinds * nblocks] runs of a block by a thread;
			    stops at UINT32_MAX */
	uint32_t *many;	 /* [nkinds] the number of threads of the kind */
};

/* The vector of a kind, vectors->nblocks counts; borrowed from it. */
static inline const uint32_t *cvg_bbv(const struct cvg_bbvs *vectors,
				      uint32_t kind)
{
	return vectors->count + (size_t)kind * vectors->nblocks;
}

/* Collects the vectors of all threads. Set each thread once, in any order, then
 * call cvg_bbvmaker_finish, which frees the maker; the caller frees the result
 * with cvg_bbvs_free. */
struct cvg_bbvmaker;
struct cvg_bbvmaker *cvg_bbvmaker_new(uint32_t nthreads, uint32_t nblocks);
void cvg_bbvmaker_set(struct cvg_bbvmaker *maker, uint32_t thread,
		      const uint32_t *count);
struct cvg_bbvs *cvg_bbvmaker_finish(struct cvg_bbvmaker *take_maker);
void cvg_bbvmaker_free(struct cvg_bbvmaker *take_maker);
void cvg_bbvs_free(struct cvg_bbvs *take_vectors);

/* ---- what a launch costs --------------------------------------------- */

/* The machine on which the launch would run. */
struct cvg_gpu {
	uint32_t warp;	    /* threads of a warp */
	uint32_t sms;	    /* multiprocessors, compute units */
	uint32_t occupancy; /* thread blocks that one of them runs at once */
	bool fixed;	    /* block i goes to multiprocessor i mod sms; if not,
			       to the one that is free first */
};

struct cvg_bbvcost {
	uint64_t warps;		  /* of the launch */
	uint64_t divergent_warps; /* warps with threads of several kinds */
	double weighted;	  /* cycles by equations (2) to (5) */
	double scheduled;	  /* cycles until the last block has ended, as
				     cvg_gpu_schedule gives out blocks */
};

/*
 * The cost of a launch whose threads stand in a new order: thread order[i] at
 * place i, or each thread at its own place if `order` is NULL. `block` is the
 * number of threads of a thread block. latency[b], [vectors->nblocks], is the
 * cycles that one run of block b of the code takes.
 */
void cvg_bbv_cost(const struct cvg_bbvs *vectors, const uint32_t *order,
		  const uint64_t *latency, uint32_t block,
		  const struct cvg_gpu *gpu, struct cvg_bbvcost *out);

/*
 * The cycle in which the last of n thread blocks ends, of which block i needs
 * cycles[i].
 *
 * Dynamic round robin: a multiprocessor runs `occupancy` blocks at once, which
 * share it evenly, and takes the next in line as soon as one has ended. If
 * gpu->fixed, static round robin: each multiprocessor runs only its own blocks.
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
 * The order that the algorithm gives the threads, [vectors->nthreads]: order[i]
 * is the thread that moves to place i, and each `groupsize` places are a group.
 * The caller frees it.
 */
uint32_t *cvg_regroup(const struct cvg_bbvs *vectors, const uint64_t *latency,
		      enum cvg_grouping how, uint32_t groupsize);

#endif
