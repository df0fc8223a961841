/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Deciding: which one-armed ifs could be fused, and what it would bring. */
#include "call.h"

#include "reconverge/choices.h"
#include "reconverge/fuse.h"
#include "reconverge/graph.h"
#include "reconverge/look.h"
#include "reconverge/session.h"

#include <stdlib.h>

static void tell_fuse(struct cvg_call *call, json_t *list,
		      const struct cvg_fuse *fuse,
		      const struct cvg_settings *settings)
{
	const struct cvg_fn *fn = cvg_call_fn(call);
	bool ok = fuse->refusal == CVG_REFUSE_NONE;
	json_t *o = cvg_json_item(list);

	CVG_TELL(&call->out, o, "  {entry:B}, {next:B}",
		 CVG_V(fn->blocks[fuse->part[0].block].uid),
		 CVG_V(fn->blocks[fuse->part[1].block].uid));
	cvg_tell_spot(&call->out, o, "  ", fn,
		      cvg_block_spot(fn, fuse->part[0].block));
	CVG_TELL(&call->out, o, "  one-armed ifs  {-exit}{-fusable}{}",
		 CVG_V(cvg_json_block(fn, fuse->exit)), CVG_V(ok),
		 CVG_V(ok ? "fuse  " : "refused: "));
	if (fuse->pairs)
		json_object_update_new(o, cvg_json_fuse(fuse));
	if (ok) {
		cvg_add_fuse(&call->out, fuse);
	} else {
		cvg_add_refusal(&call->out, fn, fuse->refusal,
				fuse->culprit_block, fuse->culprit,
				&call->sh->look);
		cvg_json_refusal(o, fn, fuse->refusal, fuse->culprit_block,
				 fuse->culprit);
	}
	cvg_str_addc(&call->out, '\n');
	cvg_tell_tried(call, o, "fuse", fuse->part[0].block, settings);
}

void cvg_tell_ifs(struct cvg_call *call, const struct cvg_settings *settings)
{
	struct cvg_fuseplan *plan = cvg_plan_fuse(cvg_call_ana(call), settings);
	json_t *list = cvg_json_list(call->json, "ifs");
	struct cvg_rank *ranks = cvg_calloc(plan->n + 1, sizeof *ranks);
	uint32_t good = 0;

	for (uint32_t k = 0; k < plan->n; k++) {
		const struct cvg_fuse *fuse = &plan->at[k];
		double net = (double)fuse->net;

		ranks[k] = (struct cvg_rank){
			cvg_can_be(fuse->refusal),
			cvg_tried_gain(
				call, "fuse", fuse->part[0].block, settings,
				settings->profile ? net * fuse->times : net),
			k};
		good += fuse->refusal == CVG_REFUSE_NONE;
	}
	cvg_sort_ranks(ranks, plan->n, settings);
	for (uint32_t k = 0; k < plan->n; k++)
		tell_fuse(call, list, &plan->at[ranks[k].at], settings);
	free(ranks);
	if (plan->n)
		TELL(call,
		     "{} of {} pairs of one-armed ifs in {:@} can be fused\n",
		     CVG_V(good), CVG_V(plan->n),
		     CVG_V(cvg_call_fn(call)->name));
	cvg_fuseplan_free(plan);
}
