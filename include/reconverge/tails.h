/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Plans of tail merging: which blocks that jump to the same place end in the same
 * instructions. A plan is made from a snapshot without LLVM;
 * transforms/tailmerge.c carries it out.
 */
#ifndef RECONVERGE_TAILS_H
#define RECONVERGE_TAILS_H

#include "reconverge/base.h"
#include "reconverge/refusal.h"

struct cvg_ana;

/* Two blocks whose threads a divergent branch parts, and which jump to the same
 * block. Blocks, instructions and values are ids of the snapshot. */
struct cvg_tail {
	uint32_t block[2];
	uint32_t join;	/* where both jump */
	uint32_t entry; /* ends in the branch */
	uint32_t
		ninsts; /* the last so many of each before its jump are alike */
	uint32_t nphis; /* operands that a phi must bring */
	bool meets; /* the threads of both meet at the block that is made; else
		       a warp runs it once for each */
	int64_t saved; /* cycles of the instructions that run once then */
	int64_t added; /* cycles of the phis and of a jump */
	enum cvg_refusal refusal; /* CVG_REFUSE_NONE: the tails can be merged */
};

struct cvg_tailplan {
	struct cvg_tail *row; /* by join; of one join's blocks the two that have
				 most in common. No two have a block in common */
	uint32_t n;
};

/* The caller frees the plan, before the snapshot. */
struct cvg_tailplan *cvg_plan_tails(struct cvg_ana *ana);
void cvg_tailplan_free(struct cvg_tailplan *take_plan);

#endif
