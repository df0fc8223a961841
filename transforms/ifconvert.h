/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* If-conversion, for the phases that include it. */
#ifndef CVG_IFCONVERT_H
#define CVG_IFCONVERT_H

#include "reconverge/plan.h"

struct cvg_module;

/* Carry out the rows of a plan (of block `only`, unless that is CVG_NONE), which
 * was made for the module as it stands. Returns their number. */
uint32_t cvg_ifconvert(struct cvg_module *module, uint32_t function_id,
		       const struct cvg_ifplan *plan, uint32_t only);
/* Append a line for each of these rows; the snapshot is the plan's. */
void cvg_ifconvert_report(const struct cvg_fn *fn,
			  const struct cvg_ifplan *plan, uint32_t only,
			  struct cvg_str *report);

#endif
