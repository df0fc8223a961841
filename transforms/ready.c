/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Makes the code ready for melding, and plans that anew. */
#include "gather.h"

#include "reconverge/analysis.h"
#include "reconverge/graph.h"
#include "reconverge/ir.h"
#include "reconverge/phase.h"
#include "reconverge/plan.h"
#include "src/ir/live.h"

#include <stdlib.h>

/* The candidate of the block with that number, if it can be melded as it is, even
 * where a profile did not reach; or CVG_NONE. */
static uint32_t meldable_at(const struct cvg_plan *plan, uint32_t uid)
{
	uint32_t block = cvg_block_by_uid(plan->fn, uid);
	const struct cvg_candidate *candidate =
		block == CVG_NONE ? NULL : cvg_plan_at(plan, block);

	return candidate &&
			       (candidate->refusal == CVG_REFUSE_NONE ||
				candidate->refusal == CVG_REFUSE_UNREACHED) &&
			       !candidate->gather
		       ? (uint32_t)(candidate - plan->at)
		       : CVG_NONE;
}

/* The stable number of a candidate's E. */
static uint32_t uid_at(const struct cvg_plan *plan, uint32_t candidate)
{
	return plan->fn->blocks[plan->at[candidate].entry].uid;
}

/* Find again what was to be melded, by the blocks that end in its branches. */
static void find_again(struct cvg_ready *ready, const struct cvg_u32s *uids)
{
	for (size_t i = 0; i < uids->n; i++) {
		uint32_t now = meldable_at(ready->plan, uids->at[i]);

		if (now != CVG_NONE)
			cvg_push(&ready->which, now);
	}
}

static bool needs_change(const struct cvg_candidate *candidate)
{
	return candidate->gather || candidate->nparts;
}

/* Change the code as the candidates need it. Appends to `uids` the blocks that
 * end in the branches to be melded. */
static void prepare(const struct cvg_phase_in *in, struct cvg_ana *ana,
		    const struct cvg_plan *plan, const uint32_t *which,
		    uint32_t n, struct cvg_u32s *uids)
{
	struct cvg_live_ids ids;
	const struct cvg_order *order = cvg_ana_order(ana);

	cvg_live_ids_list(in->module, in->function, &ids);
	for (uint32_t i = 0; i < n; i++) {
		const struct cvg_candidate *candidate = &plan->at[which[i]];

		if (candidate->gather)
			cvg_ways_gather(in->module, in->function, plan->fn,
					order, &ids, candidate->gather);
		if (candidate->nparts)
			cvg_cases_split(in->module, in->function, plan->fn,
					&ids, candidate, uids);
		else
			cvg_push(uids, uid_at(plan, which[i]));
	}
	cvg_live_ids_done(&ids);
}

void cvg_gather(const struct cvg_phase_in *in, struct cvg_ana *ana,
		const struct cvg_plan *plan, const uint32_t *which, uint32_t n,
		const struct cvg_u32s *lost, struct cvg_ready *out)
{
	struct cvg_u32s joined = {0}, uids = {0};
	bool any = false;

	*out = (struct cvg_ready){.ana = ana, .plan = plan};
	for (uint32_t i = 0; i < n; i++)
		any |= needs_change(&plan->at[which[i]]);
	for (uint32_t i = 0; !any && i < n; i++)
		cvg_push(&out->which, which[i]);
	if (!any)
		return;
	prepare(in, ana, plan, which, n, &uids);
	out->own_fn = cvg_module_snapshot(in->module, in->function, in->snap);
	out->own_ana = cvg_ana_again(ana, out->own_fn);
	for (uint32_t i = 0; i < n; i++)
		if (plan->at[which[i]].gather &&
		    plan->at[which[i]].gather->joins)
			cvg_push(&joined, uid_at(plan, which[i]));
	out->own_plan = cvg_plan_meld_gathered(out->own_ana, in->settings, lost,
					       &joined);
	out->ana = out->own_ana;
	out->plan = out->own_plan;
	find_again(out, &uids);
	free(joined.at);
	free(uids.at);
}

void cvg_ready_done(struct cvg_ready *ready)
{
	free(ready->which.at);
	cvg_plan_free(ready->own_plan);
	cvg_ana_free(ready->own_ana);
	cvg_fn_free(ready->own_fn);
}
