/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Regrouping inside: what the three algorithms share.
 *
 * They deal in kinds, not threads: threads with equal vectors are exchanged
 * for each other freely, and one step moves as many of a kind as fit.
 */
#ifndef CVG_SIM_REGROUP_H
#define CVG_SIM_REGROUP_H

#include "reconverge/bbv.h"

/* Up to so many kinds, every one is compared with every other. Beyond, a group
 * looks at so many on each side in the order of latencies (greedy), or at so
 * many of the dearest that are left (greedy-max). */
#define CVG_EXACT_KINDS	  4096
#define CVG_NEAR_GROUPS	  32
#define CVG_DEAREST_KINDS 1024

/* Some threads of one kind. */
struct cvg_lot {
	uint32_t kind, many;
};

struct cvg_lots {
	struct cvg_lot *at;
	size_t n, cap;
};

struct cvg_regrouping {
	const struct cvg_bbvs *v;
	const uint64_t *latency; /* of a block of code */
	uint32_t groupsize;
	uint64_t *cost;	     /* [nkinds] latency of such a thread (11) */
	struct cvg_lots out; /* in their new order */
};

/* Kinds by falling latency, of equals as they came. The caller frees it. */
uint32_t *cvg_regroup_by_cost(const struct cvg_regrouping *r);

/*
 * Sum over blocks of latency * (2 * min - max), of two vectors of minima and
 * two of maxima together: (10). Negative if they hinder each other.
 */
int64_t cvg_regroup_gain(const struct cvg_regrouping *r, const uint32_t *min1,
			 const uint32_t *max1, const uint32_t *min2,
			 const uint32_t *max2);

void cvg_regroup_sorting(struct cvg_regrouping *r);
void cvg_regroup_greedy(struct cvg_regrouping *r);
void cvg_regroup_greedy_max(struct cvg_regrouping *r);

#endif
