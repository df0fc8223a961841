/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What a run counted: the whole of it, by block, by branch. */
#include "reconverge/cxxname.h"
#include "reconverge/graph.h"
#include "reconverge/look.h"
#include "reconverge/metrics.h"
#include "reconverge/plot.h"
#include "reconverge/program.h"
#include "reconverge/quantity.h"
#include "reconverge/session.h"
#include "reconverge/sim.h"
#include "reconverge/table.h"
#include "prove.h"

#include <stdio.h>
#include <string.h>

/* Runs, one or two, whose counts are shown side by side. The counts of one
 * do not outlive the other: they are taken at once. */
struct column {
	uint32_t rev;
	double value[CVG_NMETRICS];
	struct cvg_fault fault;
	bool counted[CVG_NMETRICS];
};

/* A run that ended in a fault has no counts to go by. */
static bool measured(struct cvg_call *call, uint32_t rev, struct cvg_run *run,
		     struct cvg_err *err)
{
	if (!cvg_session_measure(call->session, rev, run, err))
		return false;
	if (run->result->fault.kind != CVG_F_NONE)
		cvg_prove_fault(call, run);
	return true;
}

/* ---- the whole run --------------------------------------------------- */

static bool fill_column(struct cvg_call *call, uint32_t rev, struct column *col,
			struct cvg_err *err)
{
	struct cvg_run run;

	if (!measured(call, rev, &run, err))
		return false;
	col->rev = run.rev;
	col->fault = run.result->fault;
	for (int i = 0; i < CVG_NMETRICS; i++) {
		enum cvg_metric m = (enum cvg_metric)i;

		col->counted[m] = !cvg_metric_lacks(m, &run.result->counts);
		col->value[m] = cvg_metric_of(m, &run.result->counts,
					      run.program->warp);
	}
	return true;
}

/* Text leaves out what is 0 on all sides, JSON what a run did not measure. */
static void fill_table(struct cvg_table *t, const struct cvg_besides *sides,
		       const struct column *col, bool json)
{
	cvg_besides_init(t, sides);
	for (int i = 0; i < CVG_NMETRICS; i++) {
		enum cvg_metric m = (enum cvg_metric)i;
		double value[] = {col[0].value[i], col[sides->n - 1].value[i]};

		if (json ? col[0].counted[m] && col[sides->n - 1].counted[m]
			 : value[0] != 0 || value[1] != 0)
			cvg_besides_add(t, cvg_metric_row(m), value,
					cvg_metric_more_is_better(m));
	}
}

static void tell_columns(struct cvg_call *call, const struct column *col,
			 uint32_t n)
{
	struct cvg_besides sides = {.rev = {col[0].rev, col[n - 1].rev},
				    .n = n};
	const struct cvg_fn *fn = cvg_call_fn(call);
	struct cvg_str corner = {0};
	struct cvg_table t;

	cvg_cxx_add(&corner, fn->name);
	cvg_tell_spot(&corner, NULL, " at ", fn, fn->spot);
	sides.corner = corner.at;
	fill_table(&t, &sides, col, call->json != NULL);
	if (!call->said_no)
		cvg_table_text(&t, &call->out);
	if (call->plot)
		cvg_plot_besides(call->plot, &t);
	cvg_call_set(call, "function", cvg_json_text(fn->name));
	cvg_tell_spot(NULL, call->json, "", fn, fn->spot);
	cvg_call_set(call, "metrics", cvg_besides_json_all(&t, &sides));
	cvg_call_set(call, "kinds", cvg_besides_json_kinds(&t));
	cvg_table_done(&t);
	cvg_str_done(&corner);
}

static bool whole(struct cvg_call *call, uint32_t from, struct cvg_err *err)
{
	uint32_t now = cvg_session_current(call->session),
		 n = call->nargs - from;
	uint32_t rev[2] = {now, now}, ncols = n ? 2 : 1;
	struct column col[2];

	for (uint32_t i = 0; i < n; i++) {
		if (!cvg_word_rev(call, &call->arg[from + i], &rev[i], err))
			return false;
	}
	for (uint32_t i = 0; i < ncols; i++) {
		if (!fill_column(call, rev[i], &col[i], err))
			return false;
	}
	tell_columns(call, col, ncols);
	return true;
}

/* ---- by block -------------------------------------------------------- */

struct block_line {
	const char *label; /* the name cut, with the function before */
	struct cvg_blockrun run;
	json_t *place;
};

static const struct cvg_column block_columns[] = {
	{CVG_COLUMN_OF("function", struct block_line, run.function),
	 .use = CVG_COLUMN_JSON},
	{CVG_COLUMN_OF("block", struct block_line, run.uid), .letter = 'B'},
	{CVG_COLUMN_OF("name", struct block_line, run.name),
	 .use = CVG_COLUMN_JSON},
	{CVG_COLUMN(struct block_line, label), .title = "",
	 .use = CVG_COLUMN_SHOWN},
	{CVG_COLUMN_OF("source", struct block_line, run.source),
	 .use = CVG_COLUMN_SHOWN},
	{CVG_COLUMN(struct block_line, place), .use = CVG_COLUMN_JSON},
	{CVG_COLUMN_OF("warps", struct block_line, run.warps)},
	{CVG_COLUMN_OF("lanes", struct block_line, run.lanes)},
	{CVG_COLUMN_OF("utilization", struct block_line, run.utilization),
	 .title = "used", .unit = CVG_UNIT_SHARE},
	{CVG_COLUMN_OF("cycles", struct block_line, run.cycles)},
	{CVG_COLUMN_OF("share", struct block_line, run.share),
	 .unit = CVG_UNIT_SHARE, .use = CVG_COLUMN_SHOWN},
	{CVG_COLUMN_OF("stalls", struct block_line, run.stalls)},
	{CVG_COLUMN_OF("machine_cycles", struct block_line, run.machine),
	 .title = "machine"},
};

static void add_block(struct cvg_call *call, struct cvg_table *t,
		      const struct cvg_program *program,
		      const struct cvg_blockrun *run)
{
	const struct cvg_fn *fn = program->fns[run->fn].fn;
	struct cvg_str label = {0};

	if (run->fn) {
		cvg_cxx_add(&label, run->function);
		cvg_str_addc(&label, ' ');
	}
	cvg_text_clip(&label, run->name, 24, &call->sh->look);
	cvg_table_add(t, &(struct block_line){
				 .label = cvg_str_of(&label),
				 .run = *run,
				 .place = cvg_json_spot(
					 fn, cvg_block_spot(fn, run->block))});
	cvg_str_done(&label);
}

static void plot_blocks(struct cvg_plot *plot, const struct cvg_table *t,
			uint32_t rev)
{
	static const struct {
		const char *key, *what;
		enum cvg_unit unit;
	} shown[] = {{"cycles", "cycles", CVG_UNIT_CYCLES},
		     {"utilization", "lanes used", CVG_UNIT_SHARE}};
	char name[16];

	snprintf(name, sizeof name, "P%u", rev);
	for (size_t i = 0; i < sizeof shown / sizeof *shown; i++) {
		struct cvg_plot_panel *panel = cvg_plot_begin(
			plot,
			&(struct cvg_plot_panel){.what = shown[i].what,
						 .unit = shown[i].unit,
						 .kind = CVG_COUNTED_SIMULATED,
						 .series = {name},
						 .nseries = 1});

		cvg_plot_column(plot, panel, t, 4, shown[i].key);
	}
}

/* JSON has all blocks, text those that ran. */
static void show_blocks(struct cvg_call *call, const struct cvg_run *run)
{
	struct cvg_blockruns blocks;
	struct cvg_table t;
	uint32_t idle = 0;

	cvg_blockruns_init(&blocks, run);
	CVG_TABLE_INIT(&t, struct block_line, block_columns);
	if (!run->result->counts.timed)
		cvg_table_hide(&t, "stalls");
	if (!cvg_program_has_spots(run->program)) {
		cvg_table_hide(&t, "source");
		cvg_table_hide(&t, "place");
	}
	if (!run->result->counts.machine.priced)
		cvg_table_hide(&t, "machine_cycles");
	for (size_t i = 0; i < blocks.n; i++) {
		idle += !blocks.at[i].warps;
		if (blocks.at[i].warps || call->json)
			add_block(call, &t, run->program, &blocks.at[i]);
	}
	if (call->plot)
		plot_blocks(call->plot, &t, run->rev);
	cvg_call_table(call, "blocks", &t);
	cvg_call_cycles(call, "cycles", CVG_COUNTED_SIMULATED);
	if (run->result->counts.timed)
		cvg_call_cycles(call, "stalls", CVG_COUNTED_SCOREBOARD);
	if (run->result->counts.machine.priced)
		cvg_call_cycles(call, "machine_cycles", CVG_COUNTED_MACHINE);
	if (idle)
		TELL(call, "{} block(s) never ran\n", CVG_V(idle));
	cvg_blockruns_done(&blocks);
}

/* ---- by branch ------------------------------------------------------- */

/* "T" and "F" of a two-way branch, the number of any other's edge. */
static void side_name(const struct cvg_fn *fn, uint32_t b, uint32_t k,
		      char *buf, size_t n)
{
	if (fn->blocks[b].nsuccs == 2 &&
	    cvg_block_terminator(fn, b)->op == CVG_OP_CONDBR)
		snprintf(buf, n, "%c", "TF"[k]);
	else
		snprintf(buf, n, "%u", k);
}

static void tell_side(struct cvg_str *out, json_t *list,
		      const struct cvg_fn *fn, uint32_t b, uint32_t k,
		      const struct cvg_fn_counts *counts)
{
	uint32_t edge = fn->blocks[b].succs_at + k;
	char name[16];

	side_name(fn, b, k, name, sizeof name);
	CVG_TELL(out, cvg_json_item(list),
		 "  {side} -> {to:B}: {warps} warps, {lanes} lanes ({:%})\n",
		 CVG_V(name), CVG_V(fn->blocks[fn->succs[edge]].uid),
		 CVG_V(counts->edge_warps[edge]),
		 CVG_V(counts->edge_lanes[edge]),
		 CVG_V(cvg_share_of((double)counts->edge_lanes[edge],
				    (double)counts->block_lanes[b])));
}

/* JSON has all branches, text those that ran. */
static void add_branch(struct cvg_call *call, json_t *list,
		       const struct cvg_run *run, uint32_t f, uint32_t b)
{
	const struct cvg_fn *fn = run->program->fns[f].fn;
	const struct cvg_fn_counts *counts = &run->result->counts.fns[f];
	const struct cvg_inst *term = cvg_block_terminator(fn, b);
	json_t *o = cvg_json_item(list), *sides = cvg_json_list(o, "sides");
	struct cvg_str text = {0};

	CVG_TELL(f ? &text : NULL, o, "{function:@} ",
		 CVG_V(run->program->fns[f].name));
	CVG_TELL(&text, o, "{block:B}", CVG_V(fn->blocks[b].uid));
	cvg_tell_spot(&text, o, " at ", fn, cvg_block_spot(fn, b));
	CVG_TELL(&text, o, " {}: {warps} warps, {-lanes}{split} split ({:%})\n",
		 CVG_V(fn->values[fn->ops[term->ops_at]].text),
		 CVG_V(counts->block_warps[b]), CVG_V(counts->block_lanes[b]),
		 CVG_V(counts->split[b]),
		 CVG_V(cvg_share_of((double)counts->split[b],
				    (double)counts->block_warps[b])));
	for (uint32_t k = 0; k < fn->blocks[b].nsuccs; k++)
		tell_side(&text, sides, fn, b, k, counts);
	if (counts->block_warps[b])
		cvg_str_add(&call->out, text.at);
	cvg_str_done(&text);
}

static void show_branches(struct cvg_call *call, const struct cvg_run *run)
{
	json_t *list = cvg_json_list(call->json, "branches");

	for (uint32_t f = 0; f < run->program->nfns; f++) {
		const struct cvg_fn *fn = run->program->fns[f].fn;

		for (uint32_t b = 0; b < fn->nblocks; b++) {
			if (fn->blocks[b].nsuccs > 1)
				add_branch(call, list, run, f, b);
		}
	}
	if (!call->out.n)
		cvg_str_add(&call->out, "no branch was run\n");
}

/* ---- the command ----------------------------------------------------- */

static bool one_rev(struct cvg_call *call,
		    void (*show)(struct cvg_call *call,
				 const struct cvg_run *r),
		    struct cvg_err *err)
{
	uint32_t rev = cvg_session_current(call->session);
	struct cvg_run run;

	if (call->nargs > 2)
		return cvg_fail_word(err, &call->arg[2],
				     "metrics %s takes one revision at most",
				     call->arg[0].text);
	if ((call->nargs == 2 &&
	     !cvg_word_rev(call, &call->arg[1], &rev, err)) ||
	    !measured(call, rev, &run, err))
		return false;
	cvg_tell_run(NULL, call->json, &run);
	if (!call->said_no)
		show(call, &run);
	return true;
}

bool cvg_cmd_metrics(struct cvg_call *call, struct cvg_err *err)
{
	const char *what = call->nargs ? call->arg[0].text : "";

	if (!cvg_prove_launch(call, err))
		return false;
	if (!strcmp(what, "blocks"))
		return one_rev(call, show_blocks, err);
	if (!strcmp(what, "branches"))
		return one_rev(call, show_branches, err);
	if (call->nargs > 2)
		return cvg_fail_word(err, &call->arg[2],
				     "metrics takes two revisions at most");
	return whole(call, 0, err);
}
