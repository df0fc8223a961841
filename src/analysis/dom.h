/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The dominator algorithm, for dominators and post-dominators. */
#ifndef RECONVERGE_ANALYSIS_DOM_H
#define RECONVERGE_ANALYSIS_DOM_H

#include "ana.h"

/*
 * A flow graph as the dominator algorithm sees it: nodes numbered in the
 * preorder of a depth-first search, 0 the root. Backward, 0 is the virtual
 * exit, whose block is CVG_NONE, and edges run from successor to predecessor.
 */
struct cvg_domgraph {
	const struct cvg_fn *fn;
	bool backward;
	uint32_t n;		/* nodes */
	const uint32_t *block;	/* [n] block of a node */
	const uint32_t *parent; /* [n] in the depth-first tree */
	const uint32_t *number; /* [nblocks] node of a block, or CVG_NONE */
};

/* Immediate dominators by node number; idom[0] is 0. */
void cvg_dom_solve(const struct cvg_domgraph *g, uint32_t *idom);

/* Fill all of `d` from the immediate dominators; its memory is in `arena`. */
void cvg_dom_fill(struct cvg_dom *d, struct cvg_arena *arena,
		  const struct cvg_domgraph *g, const uint32_t *idom);

#endif
