/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * delay: threads that come to the expensive side of a branch in a loop wait there while the
 * others go on for some rounds, which are copied. src/plan/delay.c says which and why.
 * The copies alone change nothing of what a thread runs; the linearizer then joins the
 * threads of all copies in front of the expensive side, and what is cheap in the loop then is
 * run by all threads.
 *
 * Example (tests/ir/delay.ll), one round, before it is linearized:
 *
 *   before  h: %i = phi i32 [ 0, %e ], [ %j, %l ]
 *              br i1 %c, label %dear, label %l
 *           l: %j = add i32 %i, 1
 *              br i1 %d, label %h, label %x
 *   after   h: %i = phi i32 [ 0, %e ], [ %j, %l ]
 *              br i1 %c, label %dear, label %l1
 *           l1: %j1 = add i32 %i, 1
 *              br i1 %d1, label %h1, label %x
 *           h1: br i1 %c1, label %dear, label %l
 */
#include "delay.h"
#include "ifconvert.h"
#include "meld.h"

#include "reconverge/analysis.h"
#include "reconverge/delay.h"
#include "reconverge/graph.h"
#include "reconverge/ir.h"
#include "reconverge/phase.h"
#include "reconverge/phases.h"
#include "reconverge/plan.h"
#include "reconverge/settings.h"

#include <inttypes.h>
#include <stdlib.h>

/* ---- which ------------------------------------------------------------------ */

static bool in_one_loop(const struct cvg_loops *loops,
			const struct cvg_delay *a, const struct cvg_delay *b)
{
	return cvg_loop_has(loops, a->loop, b->header) ||
	       cvg_loop_has(loops, b->loop, a->header);
}

static bool is_worth(const struct cvg_phase_in *in, const struct cvg_delay *row)
{
	return cvg_set_int(in->settings, CVG_SET_DELAY_WHEN) == CVG_DELAY_ALWAYS
		       ? cvg_delay_is_possible(row)
		       : row->refusal == CVG_REFUSE_NONE;
}

/* Of each nest of loops the branch that gains most, and of equals the first. */
static void choose_all(const struct cvg_phase_in *in,
		       const struct cvg_delayplan *plan, struct cvg_u32s *out)
{
	const struct cvg_loops *loops = cvg_ana_loops(in->ana);

	for (uint32_t i = 0; i < plan->n; i++) {
		const struct cvg_delay *row = &plan->row[i];
		bool best = is_worth(in, row);

		for (uint32_t k = 0; k < plan->n && best; k++) {
			const struct cvg_delay *other = &plan->row[k];

			best = k == i || !is_worth(in, other) ||
			       !in_one_loop(loops, row, other) ||
			       row->net > other->net ||
			       (row->net >= other->net && i < k);
		}
		if (best)
			cvg_push(out, i);
	}
}

static bool choose(const struct cvg_phase_in *in,
		   const struct cvg_delayplan *plan, struct cvg_u32s *out,
		   struct cvg_err *err)
{
	uint32_t entry = cvg_named_entry(in), i = 0;

	if (entry == CVG_NONE) {
		choose_all(in, plan, out);
		return true;
	}
	while (i < plan->n && plan->row[i].block != entry)
		i++;
	if (i == plan->n)
		return cvg_fail(err,
				"B%u does not end in a divergent branch in a "
				"loop of which one side leads to the next "
				"round",
				in->fn->blocks[entry].uid);
	if (!cvg_delay_is_possible(&plan->row[i]))
		return cvg_fail(err, "B%u: %s", in->fn->blocks[entry].uid,
				cvg_refusal_text(plan->row[i].refusal));
	cvg_push(out, i);
	return true;
}

/* ---- one --------------------------------------------------------------------- */

static void copy_rounds(const struct cvg_phase_in *in,
			const struct cvg_delay *row)
{
	struct cvg_live_ids ids;
	struct delaying delaying = {
		.module = in->module,
		.function_id = in->function,
		.ids = &ids,
		.row = row,
		.builder = LLVMCreateBuilderInContext(in->module->context),
	};

	cvg_live_ids_list(in->module, in->function, &ids);
	cvg_delaying_copy(&delaying);
	cvg_delaying_values(&delaying);
	cvg_live_ids_done(&ids);
	LLVMDisposeBuilder(delaying.builder);
	cvg_ptrmap_done(&delaying.block_of);
	cvg_ptrmap_done(&delaying.value_of);
	free(delaying.block);
	free(delaying.value.at);
}

/* Let the threads of all copies of the block with that stable number meet. */
static bool join(const struct cvg_phase_in *in, uint32_t uid,
		 struct cvg_phase_out *out, struct cvg_err *err)
{
	struct cvg_fn *fn =
		cvg_module_snapshot(in->module, in->function, in->snap);
	struct cvg_phase_in again = *in;
	bool ok;

	again.fn = fn;
	again.ana = cvg_ana_again(in->ana, fn);
	again.object =
		(struct cvg_object){CVG_OBJ_BLOCK, cvg_block_by_uid(fn, uid)};
	again.judge = NULL;
	ok = cvg_phase_linearize.run(&again, out, err);
	cvg_ana_free(again.ana);
	cvg_fn_free(fn);
	return ok;
}

/* Of the plan, leave what lies in the loop with that header. */
static void keep_in_loop(const struct cvg_loops *loops, uint32_t header,
			 struct cvg_ifplan *plan)
{
	uint32_t loop = loops->innermost[header], n = 0;

	for (uint32_t i = 0; i < plan->n; i++)
		if (loop != CVG_NONE &&
		    cvg_loop_has(loops, loop, plan->row[i].block))
			plan->row[n++] = plan->row[i];
		else
			free(plan->row[i].way);
	plan->n = n;
}

/* Let all threads run what is cheap in the loop now: the copies have more branches. */
static void convert(const struct cvg_phase_in *in, uint32_t header,
		    struct cvg_phase_out *out)
{
	struct cvg_fn *fn =
		cvg_module_snapshot(in->module, in->function, in->snap);
	struct cvg_ana *ana = cvg_ana_again(in->ana, fn);
	struct cvg_ifplan *plan = cvg_plan_ifconvert(ana, in->settings, true);

	keep_in_loop(cvg_ana_loops(ana), cvg_block_by_uid(fn, header), plan);
	if (plan->n) {
		cvg_ifconvert_report(fn, plan, CVG_NONE, &out->report);
		cvg_ifconvert(in->module, in->function, plan, CVG_NONE);
	}
	cvg_ifplan_free(plan);
	cvg_ana_free(ana);
	cvg_fn_free(fn);
}

static void report(const struct cvg_fn *fn, const struct cvg_delay *row,
		   struct cvg_str *out)
{
	cvg_str_addf(out,
		     "B%u: threads wait before B%u while others go on, at "
		     "most %u round%s",
		     fn->blocks[row->block].uid, fn->blocks[row->wait].uid,
		     row->rounds, row->rounds == 1 ? "" : "s");
	if (row->measured)
		cvg_str_addf(out, ", net %" PRId64 " cycles profiled",
			     (int64_t)row->net);
	cvg_str_addc(out, '\n');
}

static void report_refused(const struct cvg_fn *fn, const struct cvg_delay *row,
			   struct cvg_str *out)
{
	cvg_str_addf(out, "B%u: left alone: %s\n", fn->blocks[row->block].uid,
		     cvg_refusal_text(row->refusal));
}

/* ---- the phase ----------------------------------------------------------------- */

static const struct cvg_delay *row_of(const struct cvg_delayplan *plan,
				      uint32_t block)
{
	for (uint32_t i = 0; i < plan->n; i++)
		if (plan->row[i].block == block)
			return &plan->row[i];
	return NULL;
}

/* Let threads wait at the branch of the block with that stable number, as planned on the
 * code as it is now. */
static bool carry_out(const struct cvg_phase_in *in, uint32_t uid,
		      struct cvg_phase_out *out, struct cvg_err *err)
{
	struct cvg_fn *fn =
		cvg_module_snapshot(in->module, in->function, in->snap);
	struct cvg_ana *ana = cvg_ana_again(in->ana, fn);
	struct cvg_delayplan *plan = cvg_plan_delays(ana, in->settings);
	const struct cvg_delay *row = row_of(plan, cvg_block_by_uid(fn, uid));
	bool ok = true;

	if (row) {
		report(fn, row, &out->report);
		copy_rounds(in, row);
		ok = join(in, uid, out, err);
		if (ok)
			convert(in, fn->blocks[row->header].uid, out);
	}
	cvg_delayplan_free(plan);
	cvg_ana_free(ana);
	cvg_fn_free(fn);
	return ok;
}

/* The same, and where the threads cannot be joined, tell why and leave the code as it
 * is. False: it cannot be left so. */
static bool try_out(const struct cvg_phase_in *in, uint32_t uid,
		    struct cvg_phase_out *out, struct cvg_err *err)
{
	struct cvg_backup *before = cvg_backup_take(in->module, in->function);
	struct cvg_phase_out made = {.changed = false};
	bool ok = carry_out(in, uid, &made, err);

	if (ok) {
		cvg_str_add(&out->report, cvg_str_of(&made.report));
		out->count++;
	} else {
		cvg_str_addf(&out->report, "B%u: left alone: %s\n", uid,
			     err->msg);
		ok = cvg_backup_restore(in->module, before, err);
	}
	cvg_str_done(&made.report);
	cvg_backup_free(before);
	return ok;
}

static bool run(const struct cvg_phase_in *in, struct cvg_phase_out *out,
		struct cvg_err *err)
{
	struct cvg_delayplan *plan = cvg_plan_delays(in->ana, in->settings);
	bool named = in->object.kind != CVG_OBJ_NONE;
	struct cvg_u32s which = {0};
	bool ok = choose(in, plan, &which, err);

	for (uint32_t i = 0; !named && i < plan->n; i++)
		if (!is_worth(in, &plan->row[i]))
			report_refused(in->fn, &plan->row[i], &out->report);
	for (size_t i = 0; ok && i < which.n; i++) {
		uint32_t uid = in->fn->blocks[plan->row[which.at[i]].block].uid;

		ok = named ? carry_out(in, uid, out, err)
			   : try_out(in, uid, out, err);
	}
	if (named)
		out->count = (uint32_t)which.n;
	out->changed = out->count > 0;
	free(which.at);
	cvg_delayplan_free(plan);
	return ok;
}

static const struct cvg_phase_key keys[] = {
	{"rounds", CVG_SET_DELAY_ROUNDS},
	{"when", CVG_SET_DELAY_WHEN},
	{NULL, CVG_NSETTINGS},
};

/* Without a divergent branch in a loop nothing waits, and what any branch would bring is
 * known from runs alone. */
static bool is_idle(struct cvg_ana *ana, const struct cvg_settings *settings)
{
	(void)settings;
	return !cvg_ana_uniform(ana)->nbranches || !cvg_ana_loops(ana)->n;
}

const struct cvg_phase cvg_phase_delay = {
	.name = "delay",
	.nothing = "no threads are to wait for others",
	.takes = CVG_TAKES_ANY,
	.idle = is_idle,
	.reads = CVG_READS(DELAY_ROUNDS) | CVG_READS(DELAY_WHEN) |
		 CVG_READS(SKIP) | CVG_READS(DECIDE) | CVG_READS(JUDGE) |
		 CVG_READS(STEPS),
	.keys = keys,
	.needs = CVG_ANA_DOM | CVG_ANA_POSTDOM | CVG_ANA_UNIFORM |
		 CVG_ANA_REGIONS | CVG_ANA_CYCLES | CVG_ANA_LOOPS,
	.keeps = CVG_ANA_NOTHING,
	.run = run,
};
