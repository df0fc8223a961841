/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Melding, for the phases that include it. */
#ifndef CVG_MELD_H
#define CVG_MELD_H

#include "reconverge/plan.h"
#include "reconverge/settings.h"

struct cvg_ana;
struct cvg_module;
struct cvg_phase_in;

/* The block that the user named, or the entry of the region; CVG_NONE: no
 * object was named. */
uint32_t cvg_named_entry(const struct cvg_phase_in *in);

/* Candidates that can be melded in one go: none changes a block that another
 * melds, the first in the order named wins. Those for which the code must
 * be changed first (cvg_gather) are chosen only if there are no others. Appends indices
 * into plan->at. */
void cvg_meld_choose(const struct cvg_plan *plan, enum cvg_order_by order,
		     struct cvg_u32s *out);

/* Meld those candidates; the analyses and the plan's snapshot are of the module
 * as it stands. */
void cvg_meld_all(struct cvg_module *module, uint32_t f, struct cvg_ana *ana,
		  const struct cvg_plan *plan, const uint32_t *which, size_t n);

/* One line a pair: what melds with what, and the price. */
void cvg_meld_report(const struct cvg_plan *plan,
		     const struct cvg_candidate *candidate,
		     struct cvg_str *out);
/* One line, if the candidate's arms must be gathered first, or are arms of a
 * switch. */
void cvg_gather_report(const struct cvg_plan *plan,
		       const struct cvg_candidate *candidate,
		       struct cvg_str *out);

#endif
