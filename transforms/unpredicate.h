/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Unpredication, for the phases that include it. */
#ifndef CVG_UNPREDICATE_H
#define CVG_UNPREDICATE_H

#include "reconverge/plan.h"

struct cvg_module;

/*
 * Place guards around the chosen runs of `plan` (of block `only`, unless that
 * is CVG_NONE). The snapshot `fn` is of the module as it stands. Returns the
 * number of runs guarded.
 */
uint32_t cvg_unpredicate(struct cvg_module *module, uint32_t function_id,
			 const struct cvg_fn *fn,
			 const struct cvg_guardplan *plan, uint32_t only);

#endif
