/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Deciding: which nests of loops could be flattened, and what it would bring. */
#include "call.h"

#include "reconverge/analysis.h"
#include "reconverge/choices.h"
#include "reconverge/flat.h"
#include "reconverge/graph.h"
#include "reconverge/look.h"
#include "reconverge/session.h"

#include <stdlib.h>

static void tell_nest(struct cvg_call *call, json_t *list,
		      const struct cvg_flatnest *nest,
		      const struct cvg_settings *settings)
{
	const struct cvg_fn *fn = cvg_call_fn(call);
	const struct cvg_loops *ls = cvg_ana_loops(cvg_call_ana(call));
	bool ok = nest->refusal == CVG_REFUSE_NONE;
	json_t *o = cvg_json_item(list);

	CVG_TELL(&call->out, o, "  {loop:L} {header:B}", CVG_V(nest->loop),
		 CVG_V(fn->blocks[ls->loop[nest->loop].header].uid));
	cvg_tell_spot(&call->out, o, "  ", fn,
		      cvg_block_spot(fn, ls->loop[nest->loop].header));
	CVG_TELL(&call->out, o,
		 "  {inner} inner loop(s)  {-divergent}{-flattenable}{}",
		 CVG_V(nest->ninner), CVG_V(nest->ndivergent), CVG_V(ok),
		 CVG_V(ok ? "flatten  " : "refused: "));
	if (ok) {
		cvg_flat_formula(&call->out, nest);
		json_object_update_new(o, cvg_json_flat(nest));
	} else {
		cvg_add_refusal(&call->out, fn, nest->refusal,
				nest->culprit_block, nest->culprit,
				&call->sh->look);
		cvg_json_refusal(o, fn, nest->refusal, nest->culprit_block,
				 nest->culprit);
	}
	cvg_str_addc(&call->out, '\n');
	cvg_tell_tried(call, o, "flatten", ls->loop[nest->loop].header,
		       settings);
}

void cvg_tell_nests(struct cvg_call *call, const struct cvg_settings *settings)
{
	struct cvg_flatplan *plan = cvg_plan_flat(cvg_call_ana(call), settings);
	const struct cvg_loops *ls = cvg_ana_loops(cvg_call_ana(call));
	json_t *list = cvg_json_list(call->json, "nests");
	struct cvg_rank *ranks = cvg_calloc(plan->n + 1, sizeof *ranks);
	uint32_t good = 0;

	for (uint32_t k = 0; k < plan->n; k++) {
		const struct cvg_flatnest *nest = &plan->at[k];

		ranks[k] = (struct cvg_rank){
			cvg_can_be(nest->refusal),
			cvg_tried_gain(call, "flatten",
				       ls->loop[nest->loop].header, settings,
				       settings->profile ? nest->gain
							 : nest->net),
			k};
		good += nest->refusal == CVG_REFUSE_NONE;
	}
	cvg_sort_ranks(ranks, plan->n, settings);
	for (uint32_t k = 0; k < plan->n; k++)
		tell_nest(call, list, &plan->at[ranks[k].at], settings);
	free(ranks);
	if (plan->n)
		TELL(call, "{} of {} nests of loops in {:@} can be flattened\n",
		     CVG_V(good), CVG_V(plan->n),
		     CVG_V(cvg_call_fn(call)->name));
	cvg_flatplan_free(plan);
}
