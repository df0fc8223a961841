/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The flow graph as uniform_sync.c hands labels along it. */
#ifndef RECONVERGE_ANALYSIS_SYNC_ORDER_H
#define RECONVERGE_ANALYSIS_SYNC_ORDER_H

#include "reconverge/analysis.h"

/* For each cycle, its exits: the blocks outside it with an edge from it, each
 * listed once. */
struct cvg_exits {
	uint32_t *at;	 /* [ncycles + 1] into block[] */
	uint32_t *block; /* exits, by cycle */
};

/* inside[] are the n blocks that are in cycles. Exits are listed in the order
 * of the blocks that the edges leave. */
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
 * A label that arrives at a block is handed on, without meeting another one, to
 * all blocks that the block dominates and that can be reached inside its
 * innermost cycle. From there it arrives at the blocks to[]: those outside the
 * dominator subtree, and those in it by which the cycle is left. This does not
 * hold if the block dominates the branch asked about or a cycle is irreducible.
 */
enum { CVG_LEAP = 6 };

struct cvg_leap {
	uint32_t n; /* CVG_NONE: there are more than CVG_LEAP */
	uint32_t to[CVG_LEAP];
};

/* [nblocks] by block; the caller frees it. Linear, except that an edge that
 * leaves k cycles takes time k. */
struct cvg_leap *cvg_leaps(const struct cvg_fn *fn, const struct cvg_cycles *cs,
			   const struct cvg_dom *dom);

#endif
