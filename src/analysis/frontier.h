/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The extremes of dominance frontiers that regions.c needs, in linear space. */
#ifndef RECONVERGE_ANALYSIS_FRONTIER_H
#define RECONVERGE_ANALYSIS_FRONTIER_H

#include "ana.h"

/*
 * For each block b: facts of the edges that leave the subtree of the dominator
 * tree below b (b included); edges to b itself are not counted. All arrays are
 * [nblocks], by b.
 *
 * An edge's height is twice the depth of the deepest block whose subtree it
 * does not leave, and one more if the edge's target is a child of that block,
 * not the block itself.
 */
struct cvg_frontier {
	uint32_t *any;		/* 1 if there is such an edge, else 0 */
	uint32_t *height;	/* largest height; 0 if there is none */
	uint32_t *low, *high;	/* targets: smallest and largest block id */
	uint32_t *first, *last; /* sources: smallest and largest preorder number
				  in the dominator tree */
};

/* Memory from `arena`. */
void cvg_frontier_init(struct cvg_frontier *f, struct cvg_ana *ana,
		       struct cvg_arena *arena);

#endif
