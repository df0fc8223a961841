/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Where a phase did something: each place is a part that the judge can try alone. */
#include "judge_parts.h"

#include "reconverge/analysis.h"
#include "reconverge/flat.h"
#include "reconverge/fuse.h"
#include "reconverge/graph.h"
#include "reconverge/linear.h"
#include "reconverge/phases.h"
#include "reconverge/plan.h"
#include "reconverge/tails.h"

static void note_meld(void *context, struct cvg_ana *ana,
		      const struct cvg_plan *plan, uint32_t i)
{
	struct parts *parts = context;

	(void)ana;
	cvg_push(&parts->uids, plan->fn->blocks[plan->at[i].entry].uid);
}

/* What is done at the same block goes together. */
static void note_once(struct parts *parts, uint32_t uid)
{
	for (size_t k = 0; k < parts->uids.n; k++)
		if (parts->uids.at[k] == uid)
			return;
	cvg_push(&parts->uids, uid);
}

static void note_linear(void *context, const struct cvg_linplan *plan,
			uint32_t i)
{
	note_once(context, plan->fn->blocks[plan->at[i].head].uid);
}

static void note_flat(void *context, struct cvg_ana *ana,
		      const struct cvg_flatnest *nest)
{
	struct parts *parts = context;
	const struct cvg_loops *loops = cvg_ana_loops(ana);

	cvg_push(&parts->uids,
		 cvg_ana_fn(ana)->blocks[loops->loop[nest->loop].header].uid);
}

static void note_fuse(void *context, const struct cvg_fuseplan *plan,
		      uint32_t i)
{
	struct parts *parts = context;

	cvg_push(&parts->uids, plan->fn->blocks[plan->at[i].part[0].block].uid);
}

static void note_ifconvert(void *context, const struct cvg_ifplan *plan,
			   uint32_t i)
{
	struct parts *parts = context;

	cvg_push(&parts->uids, plan->fn->blocks[plan->row[i].block].uid);
}

static void note_guard(void *context, const struct cvg_fn *fn,
		       const struct cvg_guardplan *plan, uint32_t i)
{
	note_once(context, fn->blocks[plan->run[i].block].uid);
}

static void note_tail(void *context, const struct cvg_fn *fn,
		      const struct cvg_tailplan *plan, uint32_t i)
{
	note_once(context, fn->blocks[plan->row[i].entry].uid);
}

struct cvg_witness cvg_judge_witness(const struct cvg_phase *phase,
				     struct parts *parts)
{
	return (struct cvg_witness){
		.context = parts,
		/* Fusing melds too. */
		.meld = phase == &cvg_phase_fuse ? NULL : note_meld,
		.linear = note_linear,
		.flat = note_flat,
		.fuse = note_fuse,
		.ifconvert = note_ifconvert,
		.guard = note_guard,
		.tail = note_tail};
}
