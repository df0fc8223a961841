/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Gathering the ways out of arms, before any code changes: which can be, what
 * the code would be then, and what melding would do there. */
#ifndef CVG_PLAN_GATHER_H
#define CVG_PLAN_GATHER_H

#include "reconverge/plan.h"

struct planner;

/* ---- gather.c -------------------------------------------------------- */

/* Find the ways out of the candidate's arms. False: they cannot be gathered, and
 * the candidate may have a better reason for its refusal now. *budget: blocks
 * that may still be visited. */
bool cvg_gather_find(struct planner *planner, struct cvg_candidate *candidate,
		     int64_t *budget, struct cvg_gather *out);
/* The number of a target, which may be an end, among those of the gather. */
uint32_t cvg_gather_target(const struct cvg_gather *gather, uint32_t target);
/* The cycles of shared blocks that a warp would run once in place of twice. */
int64_t cvg_gather_saves(struct planner *planner,
			 const struct cvg_candidate *candidate,
			 const struct cvg_gather *gather, int64_t *budget);

/* The first instruction for which it matters which threads run it together when
 * they come from `entry`, in the blocks that are reached from those n without
 * passing the exit; CVG_NONE:
 * there is none, or *budget is spent. */
uint32_t cvg_together_behind(struct planner *planner, uint32_t entry,
			     const uint32_t *from, uint32_t n, uint32_t exit,
			     int64_t *budget);
/* Refuse the candidate for that instruction. */
void cvg_refuse_inst(const struct cvg_fn *fn, struct cvg_candidate *candidate,
		     uint32_t culprit);

/* ---- draft.c --------------------------------------------------------- */

/* A function as it would be with its arms' ways out gathered. Blocks keep their
 * ids; new ones follow. */
struct cvg_draft {
	struct cvg_fn *fn;
	uint32_t *head; /* [gathers] block where all ways meet */
	uint32_t *old;	/* [fn->ninsts] instruction of the function as it is,
			      or CVG_NONE */
	int64_t *price; /* [gathers] cycles of what is added, less those of
			      what goes */
};

/* Make the draft for gathers that have no block in common. */
void cvg_draft_make(const struct cvg_fn *fn,
		    const struct cvg_gather *const *gather, uint32_t n,
		    struct cvg_draft *out);
void cvg_draft_done(struct cvg_draft *draft);

/* ---- gathered.c ------------------------------------------------------ */

/* Plan the candidates again whose arms could be gathered. */
void cvg_plan_gathered(struct cvg_plan *plan, struct planner *planner);

#endif
