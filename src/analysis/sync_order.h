/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What labels are pushed along: uniform_sync.c's view of the flow graph. */
#ifndef RECONVERGE_ANALYSIS_SYNC_ORDER_H
#define RECONVERGE_ANALYSIS_SYNC_ORDER_H

#include "reconverge/analysis.h"

/* Blocks outside a cycle with an edge from it, each once a cycle. */
struct cvg_exits {
	uint32_t *at; /* [ncycles + 1] into block[] */
	uint32_t *block;
};

/* `inside` are the n blocks in cycles; exits come in their order. */
void cvg_exits_init(struct cvg_exits *x, const struct cvg_fn *fn,
		    const struct cvg_cycles *cs, const uint32_t *inside,
		    uint32_t n);
void cvg_exits_done(struct cvg_exits *x);

static inline const uint32_t *cvg_exits_of(const struct cvg_exits *x,
					   uint32_t c, uint32_t *n)
{
	*n = x->at[c + 1] - x->at[c];
	return x->block + x->at[c];
}

/*
 * The *n blocks in cycles in the order LLVM lists them: outermost cycle after
 * outermost cycle. The caller frees it.
 */
uint32_t *cvg_cycle_blocks(const struct cvg_fn *fn, const struct cvg_cycles *cs,
			   uint32_t *n);

/*
 * A postorder of the graph in which each cycle is one node whose successors
 * are its exits, and inside which the cycle's header is left out: the cycle's
 * blocks stand together, its header first. Going through it backward, each
 * block comes after its predecessors but for headers, which come last in
 * their cycle.
 */
struct cvg_sync_order {
	uint32_t *block;     /* [n] reachable blocks */
	uint32_t *place;     /* [nblocks] in block[], CVG_NONE: unreachable */
	uint32_t *header_of; /* [nblocks] the reducible cycle whose header the
				block is, or CVG_NONE */
	uint32_t n;
};

void cvg_sync_order_init(struct cvg_sync_order *o, const struct cvg_fn *fn,
			 const struct cvg_cycles *cs,
			 const struct cvg_exits *exits);
void cvg_sync_order_done(struct cvg_sync_order *o);

/*
 * A label that arrives at a block arrives at all that it dominates on ways
 * inside its innermost cycle, and then at these: blocks outside the dominator
 * subtree, and blocks in it where the ways leave the cycle. Does not hold if
 * the block dominates the branch asked about, nor among irreducible cycles.
 */
enum { CVG_LEAP = 6 };

struct cvg_leap {
	uint32_t n; /* CVG_NONE: they are more than fit here */
	uint32_t to[CVG_LEAP];
};

/* [nblocks] The caller frees it. Linear but for exits out of many cycles. */
struct cvg_leap *cvg_leaps(const struct cvg_fn *fn, const struct cvg_cycles *cs,
			   const struct cvg_dom *dom);

#endif
