/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The score: the counts of the code, of a function as it was loaded, before
 * the last step and now; or of two revisions side by side, with the cycles
 * they need on the launch.
 */
#include "prove.h"

#include "reconverge/counts.h"
#include "reconverge/cxxname.h"
#include "reconverge/faults.h"
#include "reconverge/graph.h"
#include "reconverge/look.h"
#include "reconverge/metrics.h"
#include "reconverge/program.h"
#include "reconverge/quantity.h"
#include "reconverge/session.h"
#include "reconverge/table.h"

#include <math.h>

/* The cycles of a run, by all the ways that there are of counting them. */
static const enum cvg_metric runs[] = {CVG_METRIC_WARP_CYCLES,
				       CVG_METRIC_SCOREBOARD_CYCLES,
				       CVG_METRIC_MACHINE_CYCLES};
enum { NRUNS = sizeof runs / sizeof *runs };

struct side {
	uint32_t rev;
	double count[CVG_NCOUNTS]; /* those of kind CVG_COUNTED_STATIC */
	double cycles[NRUNS];	   /* of `runs`; NAN: not counted */
	const char *word;	   /* what the revision is, or NULL */
};

static bool count_side(struct cvg_call *call, struct side *side,
		       struct cvg_err *err)
{
	struct cvg_ana *ana =
		cvg_session_ana(call->session, side->rev, CVG_NONE);

	if (!ana)
		return cvg_fail(err, "no function @%s in P%u",
				cvg_call_fn(call)->name, side->rev);
	cvg_counts_of_code(ana, side->count);
	return true;
}

/* Runs that side, if a launch was said; a side that cannot be run has no
 * cycles, and the reason is told. */
static void run_side(struct cvg_call *call, struct side *side)
{
	struct cvg_run run;
	struct cvg_err err;
	bool ok;

	for (uint32_t i = 0; i < NRUNS; i++)
		side->cycles[i] = NAN;
	if (!cvg_session_launch(call->session))
		return;
	ok = cvg_session_measure(call->session, side->rev, &run, &err);
	if (!ok) {
		cvg_str_addf(&call->out, "P%u was not run: %s\n", side->rev,
			     err.msg);
		return;
	}
	if (run.result->fault.kind != CVG_F_NONE) {
		cvg_prove_fault(call, &run);
		return;
	}
	for (uint32_t i = 0; i < NRUNS; i++)
		if (!cvg_metric_lacks(runs[i], &run.result->counts))
			side->cycles[i] =
				cvg_metric_of(runs[i], &run.result->counts,
					      run.program->warp);
}

/* ---- the table ------------------------------------------------------- */

/* All counts of the code; the caller ends the table. */
static void fill_table(struct cvg_call *call, struct cvg_table *t,
		       struct cvg_besides *sides, const struct side *side,
		       uint32_t n)
{
	const struct cvg_fn *fn = cvg_call_fn(call);
	struct cvg_str corner = {0};

	cvg_cxx_add(&corner, fn->name);
	cvg_tell_spot(&corner, NULL, " at ", fn, fn->spot);
	*sides = (struct cvg_besides){
		.corner = corner.at, .n = n, .plain = true};
	for (uint32_t k = 0; k < n; k++) {
		sides->rev[k] = side[k].rev;
		sides->word[k] = side[k].word;
	}
	cvg_besides_init(t, sides);
	cvg_str_done(&corner);
	for (int i = 0; i < CVG_NCOUNTS; i++) {
		const struct cvg_quantity *row =
			cvg_count_row((enum cvg_count)i);
		double value[CVG_MOST_SIDES] = {0};

		for (uint32_t k = 0; k < n; k++)
			value[k] = side[k].count[i];
		if (row->kind == CVG_COUNTED_STATIC)
			cvg_besides_add(t, row, value, false);
	}
}

/* The function, and where it is. */
static void tell_function(struct cvg_call *call)
{
	const struct cvg_fn *fn = cvg_call_fn(call);

	cvg_call_set(call, "function", cvg_json_text(fn->name));
	cvg_tell_spot(NULL, call->json, "", fn, fn->spot);
}

/* The cycles of the launch, in text only if both sides ran. */
static void add_cycles(struct cvg_call *call, struct cvg_table *t,
		       const struct side side[2])
{
	for (uint32_t i = 0; i < NRUNS; i++) {
		double cycles[] = {side[0].cycles[i], side[1].cycles[i]};
		bool known = !isnan(cycles[0]) && !isnan(cycles[1]);

		if (known || (call->json && runs[i] == CVG_METRIC_WARP_CYCLES))
			cvg_besides_add(t, cvg_metric_row(runs[i]), cycles,
					false);
	}
}

/* ---- the command ----------------------------------------------------- */

/* A function that a pipeline has made is not in the older revisions: all of
 * their counts are 0. */
static bool score_here(struct cvg_call *call)
{
	static const char *const names[] = {"loaded", "parent", "current"};
	uint32_t now = cvg_session_current(call->session);
	uint32_t parent = cvg_session_rev(call->session, now)->parent;
	struct side side[3] = {{.rev = 0, .word = "loaded"},
			       {.rev = parent, .word = "before"},
			       {.rev = now, .word = "now"}};
	struct cvg_besides sides;
	struct cvg_table t;

	if (parent == CVG_NONE)
		side[1].rev = now;
	tell_function(call);
	for (uint32_t k = 0; k < 3; k++)
		count_side(call, &side[k], NULL);
	fill_table(call, &t, &sides, side, 3);
	for (uint32_t k = 0; k < 3; k++)
		cvg_call_set(call, names[k], cvg_besides_json(&t, k));
	cvg_call_set(call, "kinds", cvg_besides_json_kinds(&t));
	cvg_table_text(&t, &call->out);
	cvg_table_done(&t);
	return true;
}

static bool score_beside(struct cvg_call *call, struct cvg_err *err)
{
	struct side side[2] = {{.rev = 0},
			       {.rev = cvg_session_current(call->session)}};
	struct cvg_besides sides;
	struct cvg_table t;

	for (uint32_t k = 0; k < call->nargs; k++) {
		if (!cvg_word_rev(call, &call->arg[k], &side[k].rev, err))
			return false;
	}
	for (uint32_t k = 0; k < 2; k++) {
		if (!count_side(call, &side[k], err))
			return false;
		run_side(call, &side[k]);
	}
	fill_table(call, &t, &sides, side, 2);
	add_cycles(call, &t, side);
	cvg_table_text(&t, &call->out);
	tell_function(call);
	cvg_call_set(call, "revisions", cvg_besides_json_all(&t, &sides));
	cvg_call_set(call, "kinds", cvg_besides_json_kinds(&t));
	cvg_table_done(&t);
	return true;
}

bool cvg_cmd_score(struct cvg_call *call, struct cvg_err *err)
{
	return call->nargs ? score_beside(call, err) : score_here(call);
}
