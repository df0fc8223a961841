/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The score: the counts of a function as loaded, before and now; or those of
 * two revisions side by side, whoever made them, with what they need when
 * they run.
 */
#include "counts.h"
#include "metrics.h"
#include "prove.h"

#include <stdlib.h>

/* ---- loaded, before, now --------------------------------------------- */

struct field {
	const char *name;
	uint64_t value[3]; /* loaded, parent, now */
	const char *what;
};

static void score_of_rev(struct cvg_call *c, uint32_t rev,
			 struct cvg_score *out)
{
	struct cvg_ana *ana = cvg_session_ana(c->s, rev, CVG_NONE);

	*out = (struct cvg_score){.blocks = 0};
	if (ana)
		cvg_score_of(ana, out);
}

static void add_change(struct cvg_table *t, uint64_t from, uint64_t to)
{
	struct cvg_str s = {0};

	cvg_add_signed(&s, (int64_t)(to - from));
	cvg_table_cell(t, "%s", to == from ? "" : s.at);
	cvg_str_done(&s);
}

static void draw_score(struct cvg_call *c, const struct cvg_score sc[3],
		       uint32_t parent, uint32_t now)
{
#define FIELD(member, text)                                               \
	{                                                                 \
		#member, {sc[0].member, sc[1].member, sc[2].member}, text \
	}
	const struct field fields[] = {
		FIELD(cycles, "instructions by the cost table"),
		FIELD(divergent, "conditional branches that split warps"),
		FIELD(branches, "conditional branches"),
		FIELD(blocks, ""),
		FIELD(insts, "instructions"),
		FIELD(loads, ""),
		FIELD(stores, ""),
		FIELD(selects, ""),
		FIELD(phis, ""),
		FIELD(peak, "bits alive at once in a lane"),
	};
#undef FIELD
	struct cvg_table t = {.cell = {0}};

	cvg_table_cell(&t, "@%s", cvg_call_fn(c)->name);
	cvg_table_cell(&t, "P0");
	cvg_table_cell(&t, "P%u", parent);
	cvg_table_cell(&t, "P%u", now);
	cvg_table_cell(&t, "change");
	cvg_table_row(&t);
	for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
		const struct field *f = &fields[i];

		cvg_table_cell(&t, "%s", f->name);
		for (uint32_t k = 0; k < 3; k++)
			cvg_table_cell(&t, "%llu",
				       (unsigned long long)f->value[k]);
		add_change(&t, f->value[0], f->value[2]);
		cvg_table_cell(&t, "%s", f->what);
		cvg_table_row(&t);
	}
	cvg_table_draw(&t, &c->out, "lrrrrl");
}

static bool score_here(struct cvg_call *c)
{
	uint32_t now = cvg_session_current(c->s);
	uint32_t parent = cvg_session_rev(c->s, now)->parent;
	struct cvg_score sc[3];

	if (parent == CVG_NONE)
		parent = now;
	score_of_rev(c, 0, &sc[0]);
	score_of_rev(c, parent, &sc[1]);
	score_of_rev(c, now, &sc[2]);
	draw_score(c, sc, parent, now);
	cvg_call_set(c, "function", cvg_json_text(cvg_call_fn(c)->name));
	cvg_call_set(c, "loaded", cvg_json_score(&sc[0]));
	cvg_call_set(c, "parent", cvg_json_score(&sc[1]));
	cvg_call_set(c, "current", cvg_json_score(&sc[2]));
	return true;
}

/* ---- two revisions --------------------------------------------------- */

struct side_count {
	enum count id;
	const char *help;
};

static const struct side_count side_counts[] = {
	{COUNT_BLOCKS, ""},
	{COUNT_INSTS, "instructions"},
	{COUNT_SELECTS, ""},
	{COUNT_PHIS, ""},
	{COUNT_DIVERGENT, "conditional branches that split warps"},
	{COUNT_UNSTRUCTURED, "edges that keep threads apart"},
	{COUNT_REGISTERS, "of 32 bits, alive at once in a lane"},
	{COUNT_CYCLES, "instructions by the cost table"},
};

#define NSIDE_COUNTS (sizeof side_counts / sizeof *side_counts)

struct side {
	uint32_t rev;
	double value[NSIDE_COUNTS];
	bool ran;
	double warp_cycles; /* if so */
};

static bool count_side(struct cvg_call *c, struct side *side,
		       struct cvg_err *err)
{
	struct cvg_ana *ana = cvg_session_ana(c->s, side->rev, CVG_NONE);

	if (!ana)
		return cvg_fail(err, "@%s is not in P%u", cvg_call_fn(c)->name,
				side->rev);
	for (size_t i = 0; i < NSIDE_COUNTS; i++)
		side->value[i] = cvg_count_in_rev(ana, side_counts[i].id);
	return true;
}

/* Runs that side, if a launch was said; what could not be run has no cycles,
 * and why is told. */
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
		METRIC_WARP_CYCLES, &run.result->counts, run.program->warp);
}

static void draw_pair(struct cvg_table *t, const char *name, double from,
		      double to, const char *help)
{
	cvg_table_cell(t, "%s", name);
	cvg_table_cell(t, "%.0f", from);
	cvg_table_cell(t, "%.0f", to);
	if (to != from)
		cvg_table_cell(t, "%+.0f", to - from);
	else
		cvg_table_cell(t, "%s", "");
	if (from != 0 && to != from)
		cvg_table_cell(t, "%+.1f%%", 100 * (to / from - 1));
	else
		cvg_table_cell(t, "%s", "");
	cvg_table_cell(t, "%s", help);
	cvg_table_row(t);
}

static void draw_sides(struct cvg_call *c, const struct side side[2])
{
	struct cvg_table t = {.cell = {0}};

	cvg_table_cell(&t, "@%s", cvg_call_fn(c)->name);
	cvg_table_cell(&t, "P%u", side[0].rev);
	cvg_table_cell(&t, "P%u", side[1].rev);
	cvg_table_cell(&t, "change");
	cvg_table_row(&t);
	for (size_t i = 0; i < NSIDE_COUNTS; i++)
		draw_pair(&t, cvg_count_name(side_counts[i].id),
			  side[0].value[i], side[1].value[i],
			  side_counts[i].help);
	if (side[0].ran && side[1].ran)
		draw_pair(&t, cvg_metric_name(METRIC_WARP_CYCLES),
			  side[0].warp_cycles, side[1].warp_cycles,
			  "cycles of all warps on the launch");
	cvg_table_draw(&t, &c->out, "lrrrrl");
}

static json_t *json_side(const struct side *side)
{
	json_t *o = json_object();

	json_object_set_new(o, "revision", cvg_json_id('P', side->rev));
	for (size_t i = 0; i < NSIDE_COUNTS; i++)
		json_object_set_new(o, cvg_count_name(side_counts[i].id),
				    json_integer((json_int_t)side->value[i]));
	json_object_set_new(
		o, "warp_cycles",
		side->ran ? json_integer((json_int_t)side->warp_cycles)
			  : json_null());
	return o;
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
	draw_sides(c, side);
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
