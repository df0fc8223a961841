/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What is done before arms are melded: their ways out are gathered, arms of a
 * switch get a branch of their own; and what is planned then. */
#ifndef CVG_GATHER_H
#define CVG_GATHER_H

#include "reconverge/base.h"

struct cvg_ana;
struct cvg_candidate;
struct cvg_fn;
struct cvg_gather;
struct cvg_live_ids;
struct cvg_module;
struct cvg_order;
struct cvg_phase_in;
struct cvg_plan;

/* Candidates of a plan whose code is ready for melding. */
struct cvg_ready {
	struct cvg_ana *ana;
	const struct cvg_plan *plan;
	struct cvg_u32s which; /* indices into plan->at */
	/* If the code was changed, what is not the caller's; else NULL. */
	struct cvg_fn *own_fn;
	struct cvg_ana *own_ana;
	struct cvg_plan *own_plan;
};

/*
 * Gather what the candidates `which` of the plan need gathered, bring together
 * the arms of their switches, and make the plan of the changed code; without
 * need, what is ready is what was given. `lost`: see cvg_plan_meld_except. The
 * caller ends it with cvg_ready_done.
 */
void cvg_gather(const struct cvg_phase_in *in, struct cvg_ana *ana,
		const struct cvg_plan *plan, const uint32_t *which, uint32_t n,
		const struct cvg_u32s *lost, struct cvg_ready *out);
void cvg_ready_done(struct cvg_ready *ready);

/* ---- gather.c --------------------------------------------------------- */

/* Gather the ways out of arms. */
void cvg_ways_gather(struct cvg_module *module, uint32_t f,
		     const struct cvg_fn *fn, const struct cvg_order *order,
		     const struct cvg_live_ids *ids,
		     const struct cvg_gather *gather);

/* ---- cases.c ---------------------------------------------------------- */

/* Make the branches of the parts of a switch. Appends the uids of their blocks. */
void cvg_cases_split(struct cvg_module *module, uint32_t f,
		     const struct cvg_fn *fn, const struct cvg_live_ids *ids,
		     const struct cvg_candidate *candidate,
		     struct cvg_u32s *made);

#endif
