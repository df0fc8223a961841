/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Regions, loops and blocks of a function as one tree in preorder, in the order
 * in which the code is read, with what is known of each node.
 */
#ifndef CVG_UI_REGTREE_H
#define CVG_UI_REGTREE_H

#include "ui/marks.h"

/*
 * A region, a loop, both at once if they have the same blocks, or a block.
 * Regions and loops of a single block are no nodes of their own.
 */
struct cvg_regnode {
	uint32_t region, loop; /* CVG_NONE: none. A block has neither, but for
				  a loop of that block alone */
	uint32_t block;	       /* entry, header, or the block itself */
	uint32_t parent;       /* node, or CVG_NONE */
	uint32_t depth;	       /* roots 0 */
	uint32_t end;	       /* the node after the last one inside it */
	bool leaf;	       /* a block */
	bool temporal; /* a loop that threads leave at different times */
	/* Sums over all blocks inside it: */
	uint32_t nblocks, ndivergent; /* branches */
	/* blocks with a convergent operation that only a part of a warp
	 * executes */
	uint32_t ntorn;
	/* cycles that choices in it save which can be taken together: a sum of
	 * cvg_choice.gain */
	double net;
};

struct cvg_regtree {
	struct cvg_regnode *at;
	uint32_t n;
	double net;	    /* the same of the whole function */
	uint32_t *of_block; /* [nblocks] its node */
};

void cvg_regtree_init(struct cvg_regtree *tree, struct cvg_ana *ana,
		      const struct cvg_marks *marks,
		      const struct cvg_choices *choices);
void cvg_regtree_done(struct cvg_regtree *tree);

#endif
