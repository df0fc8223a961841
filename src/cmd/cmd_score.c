/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The score: the counts of the code, of a function as it was loaded, before
 * the last step and now; or of two revisions side by side, with the cycles
 * they need on the launch.
 */
#include "prove.h"

#include "reconverge/counts.h"
#include "reconverge/metrics.h"

struct side {
	uint32_t rev;
	double count[CVG_NCOUNTS]; /* those of kind CVG_COUNTED_STATIC */
	bool ran;
	double warp_cycles; /* if it ran */
};

static bool is_shown(int count)
{
	return cvg_count_row((enum cvg_count)count)->kind == CVG_COUNTED_STATIC;
}

static bool count_side(struct cvg_call *c, struct side *side,
		       struct cvg_err *err)
{
	struct cvg_ana *ana = cvg_session_ana(c->s, side->rev, CVG_NONE);

	if (!ana)
		return cvg_fail(err, "@%s is not in P%u", cvg_call_fn(c)->name,
				side->rev);
	cvg_counts_of_code(ana, side->count);
	return true;
}

/* Runs that side, if a launch was said; a side that cannot be run has no
 * cycles, and the reason is told. */
static void run_side(struct cvg_call *c, struct side *side)
{
	struct cvg_run run;
	struct cvg_err err;
	struct vigil v;
	bool ok;

	if (!cvg_session_launch(c->s))
		return;
	cvg_vigil_begin(&v, c);
	ok = cvg_vigil_end(&v,
			   cvg_session_measure(c->s, side->rev, &run, &err));
	if (!ok) {
		cvg_str_addf(&c->out, "P%u was not run: %s\n", side->rev,
			     err.msg);
		return;
	}
	if (run.result->fault.kind != CVG_F_NONE) {
		cvg_prove_fault(c, &run);
		return;
	}
	side->ran = true;
	side->warp_cycles = cvg_metric_of(
		CVG_METRIC_WARP_CYCLES, &run.result->counts, run.program->warp);
}

/* ---- the table ------------------------------------------------------- */

/* One value a side; the change is from the first side to the last. */
static void draw_row(struct cvg_table *t, const struct cvg_quantity *what,
		     const double *value, uint32_t n)
{
	double from = value[0], to = value[n - 1];
	struct cvg_str percent = {0};

	cvg_table_cell(t, "%s", what->name);
	for (uint32_t k = 0; k < n; k++)
		cvg_table_cell(t, "%.0f", value[k]);
	if (to != from)
		cvg_table_cell(t, "%+.0f", to - from);
	else
		cvg_table_cell(t, "%s", "");
	if (from != 0)
		cvg_add_change(&percent, what->unit, from, to);
	cvg_table_cell(t, "%s", cvg_str_of(&percent));
	cvg_table_cell(t, "%s", what->help);
	cvg_table_row(t);
	cvg_str_done(&percent);
}

static void draw_sides(struct cvg_call *c, const struct side *side, uint32_t n)
{
	struct cvg_table t = {.cell = {0}};
	double value[3] = {0};

	cvg_table_cell(&t, "@%s", cvg_call_fn(c)->name);
	for (uint32_t k = 0; k < n; k++)
		cvg_table_cell(&t, "P%u", side[k].rev);
	cvg_table_cell(&t, "change");
	cvg_table_row(&t);
	for (int i = 0; i < CVG_NCOUNTS; i++) {
		for (uint32_t k = 0; k < n; k++)
			value[k] = side[k].count[i];
		if (is_shown(i))
			draw_row(&t, cvg_count_row((enum cvg_count)i), value,
				 n);
	}
	for (uint32_t k = 0; k < n; k++)
		value[k] = side[k].warp_cycles;
	if (side[0].ran && side[n - 1].ran)
		draw_row(&t, cvg_metric_row(CVG_METRIC_WARP_CYCLES), value, n);
	cvg_table_draw(&t, &c->out, n == 2 ? "lrrrrl" : "lrrrrrl");
}

static json_t *json_counts(const struct side *side)
{
	json_t *o = json_object();

	for (int i = 0; i < CVG_NCOUNTS; i++) {
		if (is_shown(i))
			json_object_set_new(
				o, cvg_count_row((enum cvg_count)i)->name,
				json_integer((json_int_t)side->count[i]));
	}
	return o;
}

static json_t *json_side(const struct side *side)
{
	json_t *o = json_pack("{s:o}", "revision", cvg_json_id('P', side->rev));

	json_object_update_new(o, json_counts(side));
	json_object_set_new(
		o, "warp_cycles",
		side->ran ? json_integer((json_int_t)side->warp_cycles)
			  : json_null());
	return o;
}

/* ---- the command ----------------------------------------------------- */

/* A function that a pipeline has made is not in the older revisions: all of
 * their counts are 0. */
static bool score_here(struct cvg_call *c)
{
	static const char *const names[] = {"loaded", "parent", "current"};
	uint32_t now = cvg_session_current(c->s);
	uint32_t parent = cvg_session_rev(c->s, now)->parent;
	struct side side[3] = {{.rev = 0}, {.rev = parent}, {.rev = now}};

	if (parent == CVG_NONE)
		side[1].rev = now;
	cvg_call_set(c, "function", cvg_json_text(cvg_call_fn(c)->name));
	for (uint32_t k = 0; k < 3; k++) {
		count_side(c, &side[k], NULL);
		cvg_call_set(c, names[k], json_counts(&side[k]));
	}
	draw_sides(c, side, 3);
	return true;
}

static bool score_beside(struct cvg_call *c, struct cvg_err *err)
{
	struct side side[2] = {{.rev = 0}, {.rev = cvg_session_current(c->s)}};

	for (uint32_t k = 0; k < c->nargs; k++) {
		if (!cvg_word_rev(c, &c->arg[k], &side[k].rev, err))
			return false;
	}
	for (uint32_t k = 0; k < 2; k++) {
		if (!count_side(c, &side[k], err))
			return false;
		run_side(c, &side[k]);
	}
	draw_sides(c, side, 2);
	cvg_call_set(c, "function", cvg_json_text(cvg_call_fn(c)->name));
	cvg_call_set(
		c, "revisions",
		json_pack("[o, o]", json_side(&side[0]), json_side(&side[1])));
	return true;
}

bool cvg_cmd_score(struct cvg_call *c, struct cvg_err *err)
{
	return c->nargs ? score_beside(c, err) : score_here(c);
}
