/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What melding a region does to blocks, so that regions which leave each other's
 * blocks as they are can be melded in one step. */
#ifndef CVG_MELD_CLAIMS_H
#define CVG_MELD_CLAIMS_H

#include "reconverge/base.h"

struct cvg_candidate;

/*
 * What melding a candidate does to a block of the snapshot. A block that stands
 * in an arm between two pairs, or between a pair and E or X, is left as it is,
 * and so another region in such blocks can be melded in the same step.
 */
enum cvg_claim_kind {
	CVG_CLAIM_REPLACED =
		1,	      /* deleted, or read by the ids of its contents */
	CVG_CLAIM_JOINED = 2, /* the same, and the edges to it from the subgraph
			       before it are gathered: the block where they
			       meet takes its place as the X of a region there */
	CVG_CLAIM_CHANGED = 4, /* its terminator, or its phis */
	CVG_CLAIM_EXIT = 8,    /* X: its phis */
};

struct cvg_claim {
	uint32_t block;
	enum cvg_claim_kind kind;
};

struct cvg_claims {
	struct cvg_claim *at;
	size_t n, cap;
};

/* List what melding the candidate does. */
void cvg_claims_of(const struct cvg_candidate *candidate,
		   struct cvg_claims *out);

#endif
