/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * fuse: makes one branch of two one-armed ifs that follow each other, and melds
 * their arms. src/plan/fuse.c says what is done and why.
 *
 * Example (tests/ir/fuse.ll), before the arms A and B1 are melded:
 *
 *   before  E: br i1 %p, label %A, label %J
 *           A: br label %J
 *           J: %v = phi i32 [ %a, %A ], [ %u, %E ]
 *              br i1 %q, label %B, label %X
 *           B: br label %X
 *           X: %x = phi i32 [ %b, %B ], [ %v, %J ]
 *   after   E: %0 = select i1 %p, i1 true, i1 %q
 *              br i1 %0, label %D, label %J
 *           D: br i1 %p, label %A, label %B1
 *           A: br label %J
 *           B1: br label %J
 *           J: %v = phi i32 [ %a, %A ], [ %u, %E ], [ %u, %B1 ]
 *              %1 = phi i32 [ %a, %A ], [ %u, %E ], [ %b1, %B1 ]
 *              %2 = select i1 %p, i1 %q, i1 false
 *              br i1 %2, label %B, label %X
 *           B: br label %X
 *           X: %x = phi i32 [ %b, %B ], [ %1, %J ]
 *
 * If no thread wants both arms, B goes, and J leads to X. The poison of %q does
 * not reach %0 for threads that want A, nor %2 for those that do not.
 */
#include "fuse.h"
#include "meld.h"

#include "reconverge/analysis.h"
#include "reconverge/fuse.h"
#include "reconverge/graph.h"
#include "reconverge/ir.h"
#include "reconverge/phase.h"
#include "reconverge/settings.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- all of them --------------------------------------------------------------------------- */

/* Fuse those of the plan; *at gets the stable numbers of the blocks whose arms are
 * to be melded. */
static void fuse_all(const struct cvg_phase_in *in,
		     const struct cvg_fuseplan *plan,
		     const struct cvg_u32s *which, struct cvg_u32s *at)
{
	struct cvg_live_ids ids;
	LLVMBuilderRef builder =
		LLVMCreateBuilderInContext(in->module->context);

	cvg_live_ids_list(in->module, in->function, &ids);
	for (size_t i = 0; i < which->n; i++) {
		struct fusing fusing = {
			.module = in->module,
			.function_id = in->function,
			.fn = plan->fn,
			.ids = &ids,
			.fuse = &plan->at[which->at[i]],
			.builder = builder,
			.loc = cvg_loc_none(
				cvg_live_function(in->module, in->function)),
		};

		cvg_push(at, cvg_fusing_carry_out(&fusing));
	}
	LLVMDisposeBuilder(builder);
	cvg_live_ids_done(&ids);
}

/* Meld the arms of those branches. */
static void meld_all(const struct cvg_phase_in *in, struct cvg_phase_out *out,
		     const struct cvg_u32s *at)
{
	static const struct cvg_u32s none;
	struct cvg_fn *fn =
		cvg_module_snapshot(in->module, in->function, in->snap);
	struct cvg_ana *ana = cvg_ana_again(in->ana, fn);
	struct cvg_plan *plan =
		cvg_plan_meld_gathered(ana, in->settings, NULL, &none);
	struct cvg_u32s which = {0};

	for (size_t i = 0; i < at->n; i++) {
		const struct cvg_candidate *found =
			cvg_plan_at(plan, cvg_block_by_uid(fn, at->at[i]));

		if (!found || found->refusal != CVG_REFUSE_NONE)
			continue;
		cvg_push(&which, (uint32_t)(found - plan->at));
		cvg_meld_report(plan, found, &out->report);
		if (in->witness && in->witness->meld)
			in->witness->meld(in->witness->context, ana, plan,
					  which.at[which.n - 1]);
	}
	cvg_meld_all(in->module, in->function, ana, plan, which.at, which.n);
	free(which.at);
	cvg_plan_free(plan);
	cvg_ana_free(ana);
	cvg_fn_free(fn);
}

/* ---- the phase ----------------------------------------------------------------------------- */

static void report(const struct cvg_fuseplan *plan, const struct cvg_fuse *fuse,
		   struct cvg_str *out)
{
	const struct cvg_block *b = plan->fn->blocks;

	cvg_str_addf(out,
		     "B%u: fuses its if with that of B%u, %s, net %" PRId64
		     " cycles %s\n",
		     b[fuse->part[0].block].uid, b[fuse->part[1].block].uid,
		     fuse->apart ? "no thread wants both"
				 : "with a second round for threads that want "
				   "both",
		     fuse->net, cvg_countkind_name(cvg_fuse_kind(fuse)));
}

/* Are all blocks of the fuse free? Then it takes them. */
static bool take_blocks(const struct cvg_fuse *fuse, struct cvg_bits *taken)
{
	for (int take = 0; take < 2; take++)
		for (int k = 0; k < 2; k++) {
			const struct cvg_fuse_if *part = &fuse->part[k];

			if (!take && cvg_bits_has(taken, part->block))
				return false;
			if (take)
				cvg_bits_add(taken, part->block);
			for (uint32_t i = 0; i < part->narm; i++)
				if (take)
					cvg_bits_add(taken, part->arm[i]);
				else if (cvg_bits_has(taken, part->arm[i]))
					return false;
		}
	return true;
}

static int by_worth(const void *a, const void *b, void *context)
{
	const struct cvg_fuse *at = context;
	uint32_t i = *(const uint32_t *)a, j = *(const uint32_t *)b;
	double x = (double)at[i].net * at[i].times;
	double y = (double)at[j].net * at[j].times;

	if (x != y)
		return x > y ? -1 : 1;
	return (i > j) - (i < j);
}

/* Can it be fused on demand? What is not known to pay can. */
static bool is_possible(const struct cvg_fuse *fuse)
{
	return fuse->refusal == CVG_REFUSE_NONE ||
	       fuse->refusal == CVG_REFUSE_UNREACHED ||
	       fuse->refusal == CVG_REFUSE_FUSE_UNKNOWN ||
	       fuse->refusal == CVG_REFUSE_FUSE_PROFIT;
}

/* The most profitable first, of those that share no block. */
static void choose_all(const struct cvg_phase_in *in,
		       const struct cvg_fuseplan *plan, struct cvg_u32s *out)
{
	bool always =
		cvg_set_int(in->settings, CVG_SET_FUSE_WHEN) == CVG_FUSE_ALWAYS;
	struct cvg_u32s good = {0};
	struct cvg_bits taken;

	cvg_bits_init(&taken, plan->fn->nblocks);
	for (uint32_t i = 0; i < plan->n; i++)
		if (always ? is_possible(&plan->at[i])
			   : plan->at[i].refusal == CVG_REFUSE_NONE)
			cvg_push(&good, i);
	if (good.n)
		qsort_r(good.at, good.n, sizeof *good.at, by_worth, plan->at);
	for (size_t i = 0; i < good.n; i++)
		if (take_blocks(&plan->at[good.at[i]], &taken))
			cvg_push(out, good.at[i]);
	cvg_bits_done(&taken);
	free(good.at);
}

static bool choose(const struct cvg_phase_in *in,
		   const struct cvg_fuseplan *plan, struct cvg_u32s *out,
		   struct cvg_err *err)
{
	uint32_t entry = cvg_named_entry(in);
	const struct cvg_fuse *fuse;

	if (entry == CVG_NONE) {
		choose_all(in, plan, out);
		return true;
	}
	fuse = cvg_fuse_at(plan, entry);
	if (!fuse)
		return cvg_fail(err,
				"B%u does not end in a one-armed if that "
				"another one follows at once",
				in->fn->blocks[entry].uid);
	if (!is_possible(fuse))
		return cvg_fail(err, "B%u: %s", in->fn->blocks[entry].uid,
				cvg_refusal_text(fuse->refusal));
	cvg_push(out, (uint32_t)(fuse - plan->at));
	return true;
}

static bool run(const struct cvg_phase_in *in, struct cvg_phase_out *out,
		struct cvg_err *err)
{
	struct cvg_fuseplan *plan = cvg_plan_fuse(in->ana, in->settings);
	struct cvg_u32s which = {0}, at = {0};
	bool ok = choose(in, plan, &which, err);

	for (size_t i = 0; i < which.n; i++) {
		report(plan, &plan->at[which.at[i]], &out->report);
		if (in->witness && in->witness->fuse)
			in->witness->fuse(in->witness->context, plan,
					  which.at[i]);
	}
	out->count = (uint32_t)which.n;
	out->changed = which.n > 0;
	if (which.n) {
		fuse_all(in, plan, &which, &at);
		meld_all(in, out, &at);
	}
	free(which.at);
	free(at.at);
	cvg_fuseplan_free(plan);
	return ok;
}

static const struct cvg_phase_key keys[] = {
	{"when", CVG_SET_FUSE_WHEN},
	{NULL, CVG_NSETTINGS},
};

/* Branches that split no warp are left alone. */
static bool is_idle(struct cvg_ana *ana, const struct cvg_settings *settings)
{
	(void)settings;
	return !cvg_ana_uniform(ana)->nbranches;
}

const struct cvg_phase cvg_phase_fuse = {
	.name = "fuse",
	.nothing = "no two ifs are worth fusing",
	.takes = CVG_TAKES_ANY,
	.idle = is_idle,
	.reads = CVG_READS(THRESHOLD) | CVG_READS(MODE) | CVG_READS(PAIRING) |
		 CVG_READS(ALIGN) | CVG_READS(FUSE_WHEN) | CVG_READS(DECIDE) |
		 CVG_READS(JUDGE) | CVG_READS(STEPS),
	.keys = keys,
	.needs = CVG_ANA_DOM | CVG_ANA_POSTDOM | CVG_ANA_UNIFORM |
		 CVG_ANA_REGIONS,
	.keeps = CVG_ANA_NOTHING,
	.run = run,
};
