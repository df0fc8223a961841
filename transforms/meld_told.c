/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What melding says of the pairs that it melds. */
#include "meld.h"

#include "reconverge/graph.h"
#include "reconverge/plan.h"
#include "reconverge/quantity.h"

#include <inttypes.h>

void cvg_meld_report(const struct cvg_plan *plan,
		     const struct cvg_candidate *candidate, struct cvg_str *out)
{
	const struct cvg_block *b = plan->fn->blocks;

	for (uint32_t k = 0; k < candidate->npairs; k++) {
		const struct cvg_meldpair *mp = &candidate->pair[k];
		const struct cvg_subgraph *t = &candidate->chain[0][mp->sub[0]];
		const struct cvg_subgraph *f = &candidate->chain[1][mp->sub[1]];

		cvg_str_addf(out,
			     "B%u: melds B%u%s with B%u%s%s, "
			     "%u aligned, MP_S %.2f, saved %" PRId64
			     ", selects %" PRId64 ", branches cost %" PRId64
			     " %s, net %" PRId64 " cycles %s\n",
			     b[candidate->entry].uid, b[t->entry].uid,
			     t->nblocks > 1 ? ".." : "", b[f->entry].uid,
			     f->nblocks > 1 ? ".." : "",
			     mp->replica >= 0 ? " (replicated)" : "",
			     mp->aligned, mp->mp_s, mp->saved, mp->selects,
			     mp->branches < 0 ? -mp->branches : mp->branches,
			     mp->branches > 0 ? "more" : "less", mp->net,
			     cvg_countkind_name(cvg_candidate_kind(candidate)));
	}
}

/* "B7", "the return" or "a trap". */
static void add_target(const struct cvg_fn *fn, uint32_t target,
		       struct cvg_str *out)
{
	if (target == CVG_GATHER_RETURN)
		cvg_str_add(out, "the return");
	else if (target == CVG_GATHER_TRAP)
		cvg_str_add(out, "a trap");
	else
		cvg_str_addf(out, "B%u", fn->blocks[target].uid);
}

/* The pairs are melded by plans of their own, which do not know that their tests
 * were not there before. */
static void report_parts(const struct cvg_plan *plan,
			 const struct cvg_candidate *candidate,
			 struct cvg_str *out)
{
	cvg_str_addf(out, "B%u: brings arms of the switch together: ",
		     plan->fn->blocks[candidate->entry].uid);
	cvg_add_parts(out, plan->fn, candidate);
	cvg_str_addf(out, ", net %" PRId64 " cycles %s with the tests\n",
		     candidate->net,
		     cvg_countkind_name(cvg_candidate_kind(candidate)));
}

static void report_gather(const struct cvg_plan *plan,
			  const struct cvg_candidate *candidate,
			  struct cvg_str *out)
{
	const struct cvg_gather *gather = candidate->gather;

	if (!gather)
		return;
	cvg_str_addf(out, "B%u: gathers the ways from its arms to ",
		     plan->fn->blocks[candidate->entry].uid);
	for (uint32_t k = 0; k < gather->ntargets; k++) {
		if (k)
			cvg_str_add(out,
				    k + 1 < gather->ntargets ? ", " : " and ");
		add_target(plan->fn, gather->target[k], out);
	}
	cvg_str_add(out, " in one block\n");
}

void cvg_gather_report(const struct cvg_plan *plan,
		       const struct cvg_candidate *candidate,
		       struct cvg_str *out)
{
	report_gather(plan, candidate, out);
	if (candidate->nparts)
		report_parts(plan, candidate, out);
}
