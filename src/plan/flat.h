/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What the files src/plan/flat*.c share while one plan is made. */
#ifndef CVG_PLAN_FLAT_PRIVATE_H
#define CVG_PLAN_FLAT_PRIVATE_H

#include "reconverge/flat.h"

/* Of a loop: what its own blocks cost, those of no loop in it. */
struct flatcost {
	double own;   /* cycles of all its rounds */
	double runs;  /* of its header, in warps */
	double lanes; /* active then, summed; 0: not measured */
};

/* [loops] by id. */
void flat_costs(struct cvg_ana *ana, const struct cvg_settings *settings,
		struct flatcost *out);

#endif
