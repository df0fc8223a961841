/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Which melds of a try that failed are to blame, for the phase darm. */
#ifndef CVG_BLAME_H
#define CVG_BLAME_H

#include "reconverge/base.h"

struct cvg_ana;
struct cvg_candidate;
struct cvg_fn;
struct cvg_plan;

struct delta {
	int64_t cycles, divergent;
};

/* The melds of a try, as the counts of the blocks that they changed tell them
 * apart. Melds whose blocks became one share a group. */
struct blame {
	struct cvg_u32s owner; /* by uid: index of a meld, or CVG_NONE */
	uint32_t *group;       /* [melds] a lower one of the group, or itself */
	struct delta *delta;   /* [melds] of the group's first */
};

/* Find the blame for the melds `which` of the plan; `elsewhere`: also for branches
 * of no meld that became divergent. `before`, `after`: analyses of the function
 * without and with them. The caller ends it with cvg_blame_done. */
void cvg_blame_find(struct blame *blame, const struct cvg_plan *plan,
		    const uint32_t *which, uint32_t n, bool elsewhere,
		    struct cvg_ana *before, struct cvg_ana *after);
void cvg_blame_done(struct blame *blame);

/* The first meld of the group that the meld is in. */
uint32_t cvg_blame_group(const struct blame *blame, uint32_t meld);

/* Did the meld's group make the counts no better? */
bool cvg_is_to_blame(const struct blame *blame, uint32_t meld);

/* Append what a meld that was undone tried: see cvg_plan_meld_except. */
void cvg_blame_note_lost(const struct cvg_fn *fn,
			 const struct cvg_candidate *candidate,
			 struct cvg_u32s *lost);

#endif
