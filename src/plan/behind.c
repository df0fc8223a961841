/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Where a step would let threads go on together that came one after the other, no
 * convergent operation may stand before the place at which they would have met: it
 * would be run by other threads at a time. One with a token from before the threads
 * parted has the same threads either way (refuse.c).
 */
#include "behind.h"
#include "gather.h"
#include "refuse.h"

#include "reconverge/graph.h"

#include <stdlib.h>

void cvg_behind_reach(const struct cvg_behind *behind, uint32_t from,
		      uint32_t exit, struct cvg_u32s *found)
{
	size_t next = found->n;

	if (from >= CVG_GATHER_RETURN || from == exit ||
	    behind->mark[from] == behind->stamp)
		return;
	behind->mark[from] = behind->stamp;
	cvg_push(found, from);
	for (; next < found->n && (*behind->budget)-- > 0; next++)
		cvg_foreach_succ (behind->fn, found->at[next], succ) {
			if (*succ == exit ||
			    behind->mark[*succ] == behind->stamp)
				continue;
			behind->mark[*succ] = behind->stamp;
			cvg_push(found, *succ);
		}
}

/* The first instruction of the blocks for which it matters over which way threads
 * come to it from `entry` together, or CVG_NONE. */
static uint32_t together(const struct cvg_behind *behind, uint32_t entry,
			 const struct cvg_u32s *blocks)
{
	const struct cvg_fn *fn = behind->fn;

	for (size_t i = 0; i < blocks->n; i++) {
		const struct cvg_block *b = &fn->blocks[blocks->at[i]];

		for (uint32_t k = b->inst_at; k < b->inst_at + b->ninsts; k++)
			if (fn->insts[k].flags &
				    (CVG_I_CONVERGENT | CVG_I_TOKEN) &&
			    !cvg_meets_by_token(fn, behind->dom, k, entry))
				return k;
	}
	return CVG_NONE;
}

uint32_t cvg_behind_together(const struct cvg_behind *behind, uint32_t entry,
			     const uint32_t *from, uint32_t n, uint32_t exit)
{
	struct cvg_u32s found = {0};
	uint32_t culprit;

	for (uint32_t k = 0; k < n; k++)
		cvg_behind_reach(behind, from[k], exit, &found);
	culprit = together(behind, entry, &found);
	free(found.at);
	return culprit;
}
