/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Shared by the three algorithms of regrouping, which deal with kinds instead
 * of threads: threads with equal vectors are interchangeable, and one step
 * moves as many of a kind as fit.
 */
#ifndef CVG_SIM_REGROUP_H
#define CVG_SIM_REGROUP_H

#include "reconverge/bbv.h"

/* If there are at most CVG_EXACT_KINDS kinds, all pairs are compared. If there
 * are more, greedy compares a group with CVG_NEAR_GROUPS groups on each side in
 * the order of latencies, and greedy-max with the CVG_DEAREST_KINDS kinds of
 * greatest latency that are left. */
#define CVG_EXACT_KINDS	  4096
#define CVG_NEAR_GROUPS	  32
#define CVG_DEAREST_KINDS 1024

/* `many` threads of one kind. */
struct cvg_lot {
	uint32_t kind, many;
};

struct cvg_lots {
	struct cvg_lot *at;
	size_t n, cap;
};

struct cvg_regrouping {
	const struct cvg_bbvs *vectors;
	const uint64_t *latency; /* [nblocks] cycles of each block of code */
	uint32_t groupsize;	 /* threads */
	uint64_t *cost;		 /* [nkinds] latency of one thread (11) */
	struct cvg_lots out;	 /* the result: all threads, in new order */
};

/* All kinds by falling latency, then by number. The caller frees the array. */
uint32_t *cvg_regroup_by_cost(const struct cvg_regrouping *r);

/*
 * The gain (10) of joining two groups, whose least counts are min1 and min2 and
 * greatest counts max1 and max2: the sum over all blocks of latency * (2 * min
 * - max), where min and max are those of the joined group. It is negative if
 * the groups do too different things.
 */
int64_t cvg_regroup_gain(const struct cvg_regrouping *r, const uint32_t *min1,
			 const uint32_t *max1, const uint32_t *min2,
			 const uint32_t *max2);

void cvg_regroup_greedy(struct cvg_regrouping *r);

#endif
