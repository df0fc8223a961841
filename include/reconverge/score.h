/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The counts by which revisions are compared. */
#ifndef RECONVERGE_SCORE_H
#define RECONVERGE_SCORE_H

#include "reconverge/base.h"

struct cvg_ana;

struct cvg_score {
	uint32_t blocks, insts, branches, divergent; /* conditional branches */
	uint32_t loads, stores, selects, phis;
	uint64_t cycles; /* instructions weighted by the cost table */
	uint32_t peak;	 /* bits alive at once, a lane */
};

void cvg_score_of(struct cvg_ana *ana, struct cvg_score *out);

#endif
