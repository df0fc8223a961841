/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The counts by which revisions are compared. */
#ifndef RECONVERGE_SCORE_H
#define RECONVERGE_SCORE_H

#include "reconverge/base.h"

struct cvg_ana;

/* What is counted in one function of a revision. */
struct cvg_score {
	uint32_t blocks, insts, branches, divergent; /* conditional branches */
	uint32_t loads, stores, selects, phis;
	uint64_t cycles; /* sum of the latencies of all instructions */
	uint32_t peak;	 /* most bits alive at once in a lane */
};

void cvg_score_of(struct cvg_ana *ana, struct cvg_score *out);

#endif
