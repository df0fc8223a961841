/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Convergent operations behind a place where threads would come together. */
#ifndef CVG_PLAN_BEHIND_H
#define CVG_PLAN_BEHIND_H

#include "reconverge/base.h"

struct cvg_dom;
struct cvg_fn;

struct cvg_behind {
	const struct cvg_fn *fn;
	const struct cvg_dom *dom;
	uint32_t *mark;	 /* [nblocks] blocks that were seen have the stamp */
	uint32_t stamp;	 /* that no block has yet */
	int64_t *budget; /* blocks that may still be looked at */
};

/* Append the blocks that are reached from the target of a gathering without passing
 * `exit`. */
void cvg_behind_reach(const struct cvg_behind *behind, uint32_t from,
		      uint32_t exit, struct cvg_u32s *found);
/* The first instruction that threads which come from `entry` reach from one of the n
 * blocks without passing `exit`, and for which it matters who comes there together;
 * or CVG_NONE. If the budget is used up then, there may be one. */
uint32_t cvg_behind_together(const struct cvg_behind *behind, uint32_t entry,
			     const uint32_t *from, uint32_t n, uint32_t exit);

#endif
