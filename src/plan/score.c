/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The counts by which revisions are compared. */
#include "reconverge/analysis.h"
#include "reconverge/cost.h"
#include "reconverge/graph.h"
#include "reconverge/score.h"

void cvg_score_of(struct cvg_ana *ana, struct cvg_score *out)
{
	const struct cvg_fn *fn = cvg_ana_fn(ana);
	uint32_t n[CVG_NOPS] = {0};

	for (uint32_t i = 0; i < fn->ninsts; i++)
		n[fn->insts[i].op]++;
	*out = (struct cvg_score){
		.blocks = fn->nblocks,
		.insts = fn->ninsts,
		.branches = n[CVG_OP_CONDBR] + n[CVG_OP_SWITCH],
		.divergent = cvg_ana_uniform(ana)->nbranches,
		.loads = n[CVG_OP_LOAD],
		.stores = n[CVG_OP_STORE],
		.selects = n[CVG_OP_SELECT],
		.phis = n[CVG_OP_PHI],
		.cycles = cvg_cost_fn(fn),
		.peak = cvg_ana_live(ana)->peak,
	};
}
