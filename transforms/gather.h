/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Gathering the ways out of arms, and what is planned then. */
#ifndef CVG_GATHER_H
#define CVG_GATHER_H

#include "reconverge/base.h"

struct cvg_ana;
struct cvg_fn;
struct cvg_phase_in;
struct cvg_plan;

/* Candidates of a plan whose code is ready for melding. */
struct cvg_ready {
	struct cvg_ana *ana;
	const struct cvg_plan *plan;
	struct cvg_u32s which; /* indices into plan->at */
	/* If arms were gathered, what is not the caller's; else NULL. */
	struct cvg_fn *own_fn;
	struct cvg_ana *own_ana;
	struct cvg_plan *own_plan;
};

/*
 * Gather what the candidates `which` of the plan need gathered, and make the plan
 * of the changed code; without need, what is ready is what was given. `lost`:
 * see cvg_plan_meld_except. The caller ends it with cvg_ready_done.
 */
void cvg_gather(const struct cvg_phase_in *in, struct cvg_ana *ana,
		const struct cvg_plan *plan, const uint32_t *which, uint32_t n,
		const struct cvg_u32s *lost, struct cvg_ready *out);
void cvg_ready_done(struct cvg_ready *ready);

#endif
