/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The counts by which revisions are compared. */
#include "reconverge/plan.h"

#include <string.h>

void cvg_score_of(struct cvg_ana *ana, struct cvg_score *out)
{
	const struct cvg_fn *fn = cvg_ana_fn(ana);

	memset(out, 0, sizeof *out);
	out->blocks = fn->nblocks;
	out->insts = fn->ninsts;
	for (uint32_t i = 0; i < fn->ninsts; i++)
		switch (fn->insts[i].op) {
		case CVG_OP_CONDBR:
		case CVG_OP_SWITCH:
			out->branches++;
			break;
		case CVG_OP_LOAD:
			out->loads++;
			break;
		case CVG_OP_STORE:
			out->stores++;
			break;
		case CVG_OP_SELECT:
			out->selects++;
			break;
		case CVG_OP_PHI:
			out->phis++;
			break;
		default:
			break;
		}
	out->divergent = cvg_ana_uniform(ana)->nbranches;
	out->cycles = cvg_cost_fn(fn);
	out->peak = cvg_ana_live(ana)->peak;
}
