/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Dominance frontiers, summed up: what regions need of them, in linear space. */
#ifndef RECONVERGE_ANALYSIS_FRONTIER_H
#define RECONVERGE_ANALYSIS_FRONTIER_H

#include "ana.h"

/*
 * Edges that leave the part of the dominator tree below a block b (b in it),
 * edges to b itself not counted. All arrays [nblocks], by b.
 *
 * An edge stays below every block from some depth of the tree upward. Its
 * height is twice that depth, and one more if its target is a child of the
 * block there, not that block itself.
 */
struct cvg_frontier {
	uint32_t *any;		/* 1 if there is such an edge, else 0 */
	uint32_t *height;	/* the largest */
	uint32_t *low, *high;	/* targets: smallest and largest block id */
	uint32_t *first, *last; /* sources: smallest and largest preorder number
				  in the dominator tree */
};

/* Memory from `arena`. */
void cvg_frontier_init(struct cvg_frontier *f, struct cvg_ana *ana,
		       struct cvg_arena *arena);

#endif
