/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What a run counted: the whole of it, by block, by branch. */
#include "reconverge/metrics.h"
#include "prove.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Runs, one or two, whose counts are shown side by side. The counts of one
 * do not outlive the other: they are taken at once. */
struct column {
	uint32_t rev;
	double value[CVG_NMETRICS];
	struct cvg_fault fault;
	bool timed;
};

static bool measure(struct cvg_call *c, uint32_t rev, struct cvg_run *run,
		    struct cvg_err *err)
{
	struct vigil v;

	cvg_vigil_begin(&v, c);
	return cvg_vigil_end(&v, cvg_session_measure(c->s, rev, run, err));
}

/* A run that ended in a fault has no counts to go by. */
static bool measured(struct cvg_call *c, uint32_t rev, struct cvg_run *run,
		     struct cvg_err *err)
{
	if (!measure(c, rev, run, err))
		return false;
	if (run->result->fault.kind != CVG_F_NONE)
		cvg_prove_fault(c, run);
	return true;
}

/* ---- the whole run --------------------------------------------------- */

static bool fill_column(struct cvg_call *c, uint32_t rev, struct column *col,
			struct cvg_err *err)
{
	struct cvg_run run;

	if (!measured(c, rev, &run, err))
		return false;
	col->rev = run.rev;
	col->fault = run.result->fault;
	col->timed = run.result->counts.timed;
	for (int m = 0; m < CVG_NMETRICS; m++)
		col->value[m] =
			cvg_metric_of((enum cvg_metric)m, &run.result->counts,
				      run.program->warp);
	return true;
}

/* One cell of what `text` holds; empties it. */
static void add_cell(struct cvg_table *t, struct cvg_str *text)
{
	cvg_table_cell(t, "%s", cvg_str_of(text));
	cvg_str_clear(text);
}

static bool is_idle(enum cvg_metric m, const struct column *col, uint32_t n)
{
	return col[0].value[m] == 0 && col[n - 1].value[m] == 0;
}

static void draw_columns(struct cvg_call *c, const struct column *col,
			 uint32_t n)
{
	struct cvg_table t = {.cell = {0}};
	struct cvg_str text = {0};

	cvg_table_cell(&t, "@%s", cvg_call_fn(c)->name);
	for (uint32_t i = 0; i < n; i++)
		cvg_table_cell(&t, "P%u", col[i].rev);
	if (n > 1)
		cvg_table_cell(&t, "change");
	cvg_table_row(&t);
	for (int i = 0; i < CVG_NMETRICS; i++) {
		enum cvg_metric m = (enum cvg_metric)i;
		const struct cvg_quantity *row = cvg_metric_row(m);

		if (is_idle(m, col, n))
			continue;
		cvg_table_cell(&t, "%s", row->name);
		for (uint32_t k = 0; k < n; k++) {
			cvg_add_quantity(&text, row->unit, col[k].value[m]);
			add_cell(&t, &text);
		}
		if (n > 1) {
			cvg_add_change(&text, row->unit, col[0].value[m],
				       col[1].value[m]);
			add_cell(&t, &text);
		}
		cvg_table_cell(&t, "%s", row->help);
		cvg_table_row(&t);
	}
	cvg_str_done(&text);
	cvg_table_draw(&t, &c->out, n > 1 ? "lrrrl" : "lrl");
}

static json_t *json_column(const struct column *col)
{
	json_t *o = json_object();
	struct cvg_str key = {0};

	json_object_set_new(o, "revision", cvg_json_id('P', col->rev));
	for (int i = 0; i < CVG_NMETRICS; i++) {
		const struct cvg_quantity *row =
			cvg_metric_row((enum cvg_metric)i);

		if (row->kind == CVG_COUNTED_SCOREBOARD && !col->timed)
			continue;
		cvg_str_clear(&key);
		cvg_add_key(&key, row->name);
		json_object_set_new(
			o, key.at,
			row->unit == CVG_UNIT_SHARE
				? json_real(col->value[i])
				: json_integer((json_int_t)col->value[i]));
	}
	cvg_str_done(&key);
	return o;
}

static bool whole(struct cvg_call *c, uint32_t from, struct cvg_err *err)
{
	uint32_t now = cvg_session_current(c->s), n = c->nargs - from;
	uint32_t rev[2] = {now, now}, ncols = n ? 2 : 1;
	struct column col[2];
	json_t *list;

	for (uint32_t i = 0; i < n; i++) {
		if (!cvg_word_rev(c, &c->arg[from + i], &rev[i], err))
			return false;
	}
	for (uint32_t i = 0; i < ncols; i++) {
		if (!fill_column(c, rev[i], &col[i], err))
			return false;
	}
	list = json_array();
	for (uint32_t i = 0; i < ncols; i++)
		json_array_append_new(list, json_column(&col[i]));
	if (!c->said_no)
		draw_columns(c, col, ncols);
	cvg_call_set(c, "function", cvg_json_text(cvg_call_fn(c)->name));
	cvg_call_set(c, "metrics", list);
	return true;
}

/* ---- by block -------------------------------------------------------- */

struct block_row {
	uint32_t fn, block;
	uint64_t cycles;
};

static int by_cycles(const void *a, const void *b)
{
	const struct block_row *x = a, *y = b;

	if (x->cycles != y->cycles)
		return x->cycles < y->cycles ? 1 : -1;
	if (x->fn != y->fn)
		return x->fn < y->fn ? -1 : 1;
	return (x->block > y->block) - (x->block < y->block);
}

/* All blocks of all functions, the most expensive first; the caller frees. */
static struct block_row *rows_of(const struct cvg_run *run, size_t *n)
{
	cvg_vec(struct block_row) rows = {0};

	for (uint32_t f = 0; f < run->program->nfns; f++) {
		const struct cvg_fn *fn = run->program->fns[f].fn;

		for (uint32_t b = 0; b < fn->nblocks; b++) {
			uint64_t warps =
				run->result->counts.fns[f].block_warps[b];
			struct block_row row = {f, b,
						warps * cvg_cost_block(fn, b)};

			cvg_push(&rows, row);
		}
	}
	if (rows.n)
		qsort(rows.at, rows.n, sizeof *rows.at, by_cycles);
	*n = rows.n;
	return rows.at;
}

/* Cycles that warps waited in a block. */
static uint64_t stalls_of(const struct cvg_run *run, const struct block_row *r)
{
	const struct cvg_block *b =
		&run->program->fns[r->fn].fn->blocks[r->block];
	uint64_t sum = 0;

	for (uint32_t i = 0; i < b->ninsts; i++)
		sum += run->result->counts.fns[r->fn].stalls[b->inst_at + i];
	return sum;
}

static json_t *json_block(const struct cvg_run *run, const struct block_row *r)
{
	const struct cvg_ufn *f = &run->program->fns[r->fn];
	const struct cvg_fn_counts *n = &run->result->counts.fns[r->fn];
	uint64_t warps = n->block_warps[r->block];
	double lanes = (double)warps * run->program->warp;
	json_t *o;

	o = json_pack(
		"{s:o, s:o, s:o, s:I, s:I, s:o, s:I}", "function",
		cvg_json_text(f->name), "block",
		cvg_json_id('B', f->fn->blocks[r->block].uid), "name",
		cvg_json_text(f->fn->blocks[r->block].name), "warps",
		(json_int_t)warps, "lanes",
		(json_int_t)n->block_lanes[r->block], "utilization",
		warps ? json_real((double)n->block_lanes[r->block] / lanes)
		      : json_null(),
		"cycles", (json_int_t)r->cycles);
	if (run->result->counts.timed)
		json_object_set_new(
			o, "stalls",
			json_integer((json_int_t)stalls_of(run, r)));
	return o;
}

static void add_block(struct cvg_call *c, struct cvg_table *t,
		      const struct cvg_run *run, const struct block_row *r)
{
	const struct cvg_ufn *f = &run->program->fns[r->fn];
	const struct cvg_fn_counts *n = &run->result->counts.fns[r->fn];
	uint64_t warps = n->block_warps[r->block];
	struct cvg_str name = {0}, used = {0}, part = {0};

	if (r->fn)
		cvg_str_addf(&name, "@%s ", f->name);
	cvg_text_clip(&name, f->fn->blocks[r->block].name, 24, &c->sh->look);
	cvg_add_share(&used, (double)n->block_lanes[r->block],
		      (double)warps * run->program->warp);
	cvg_add_share(&part, (double)r->cycles,
		      (double)run->result->counts.cycles);
	cvg_table_cell(t, "B%u", f->fn->blocks[r->block].uid);
	cvg_table_cell(t, "%s", cvg_str_of(&name));
	cvg_table_cell(t, "%llu", (unsigned long long)warps);
	cvg_table_cell(t, "%llu", (unsigned long long)n->block_lanes[r->block]);
	cvg_table_cell(t, "%s", used.at);
	cvg_table_cell(t, "%llu", (unsigned long long)r->cycles);
	cvg_table_cell(t, "%s", part.at);
	if (run->result->counts.timed)
		cvg_table_cell(t, "%llu",
			       (unsigned long long)stalls_of(run, r));
	cvg_table_row(t);
	cvg_str_done(&name);
	cvg_str_done(&used);
	cvg_str_done(&part);
}

static void head(struct cvg_table *t, const char *const *cell, size_t n)
{
	for (size_t i = 0; i < n; i++)
		cvg_table_cell(t, "%s", cell[i]);
	cvg_table_row(t);
}

static void show_blocks(struct cvg_call *c, const struct cvg_run *run)
{
	static const char *const cells[] = {"block", "",      "warps",
					    "lanes", "used",  "cycles",
					    "share", "stalls"};
	bool timed = run->result->counts.timed;
	struct cvg_table t = {.cell = {0}};
	json_t *list = json_array();
	size_t n, idle = 0;
	struct block_row *rows = rows_of(run, &n);

	head(&t, cells, sizeof cells / sizeof *cells - !timed);
	for (size_t i = 0; i < n; i++) {
		const struct cvg_fn_counts *k =
			&run->result->counts.fns[rows[i].fn];

		json_array_append_new(list, json_block(run, &rows[i]));
		if (k->block_warps[rows[i].block])
			add_block(c, &t, run, &rows[i]);
		else
			idle++;
	}
	cvg_table_draw(&t, &c->out, timed ? "llrrrrrr" : "llrrrrr");
	if (idle) {
		cvg_add_count(&c->out, idle, "block");
		cvg_str_add(&c->out, " never ran\n");
	}
	cvg_call_set(c, "blocks", list);
	free(rows);
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

static json_t *json_side(const struct cvg_fn *fn, const char *name,
			 uint32_t edge, const struct cvg_fn_counts *n)
{
	return json_pack("{s:s, s:o, s:I, s:I}", "side", name, "to",
			 cvg_json_id('B', fn->blocks[fn->succs[edge]].uid),
			 "warps", (json_int_t)n->edge_warps[edge], "lanes",
			 (json_int_t)n->edge_lanes[edge]);
}

static void add_branch(struct cvg_call *c, json_t *list,
		       const struct cvg_run *run, uint32_t f, uint32_t b)
{
	const struct cvg_fn *fn = run->program->fns[f].fn;
	const struct cvg_fn_counts *n = &run->result->counts.fns[f];
	const struct cvg_block *bl = &fn->blocks[b];
	const struct cvg_inst *term = cvg_block_terminator(fn, b);
	json_t *sides = json_array();
	char name[16];

	if (n->block_warps[b]) {
		if (f)
			cvg_str_addf(&c->out, "@%s ",
				     run->program->fns[f].name);
		cvg_str_addf(&c->out, "B%u %s: %llu warps, %llu split (",
			     bl->uid, fn->values[fn->ops[term->ops_at]].text,
			     (unsigned long long)n->block_warps[b],
			     (unsigned long long)n->split[b]);
		cvg_add_share(&c->out, (double)n->split[b],
			      (double)n->block_warps[b]);
		cvg_str_add(&c->out, ")\n");
	}
	for (uint32_t k = 0; k < bl->nsuccs; k++) {
		uint32_t edge = bl->succs_at + k;

		side_name(fn, b, k, name, sizeof name);
		json_array_append_new(sides, json_side(fn, name, edge, n));
		if (!n->block_warps[b])
			continue;
		cvg_str_addf(&c->out, "  %s -> B%u: %llu warps, %llu lanes (",
			     name, fn->blocks[fn->succs[edge]].uid,
			     (unsigned long long)n->edge_warps[edge],
			     (unsigned long long)n->edge_lanes[edge]);
		cvg_add_share(&c->out, (double)n->edge_lanes[edge],
			      (double)n->block_lanes[b]);
		cvg_str_add(&c->out, ")\n");
	}
	json_array_append_new(
		list, json_pack("{s:o, s:o, s:I, s:I, s:I, s:o}", "function",
				cvg_json_text(run->program->fns[f].name),
				"block", cvg_json_id('B', bl->uid), "warps",
				(json_int_t)n->block_warps[b], "lanes",
				(json_int_t)n->block_lanes[b], "split",
				(json_int_t)n->split[b], "sides", sides));
}

static void show_branches(struct cvg_call *c, const struct cvg_run *run)
{
	json_t *list = json_array();

	for (uint32_t f = 0; f < run->program->nfns; f++) {
		const struct cvg_fn *fn = run->program->fns[f].fn;

		for (uint32_t b = 0; b < fn->nblocks; b++) {
			if (fn->blocks[b].nsuccs > 1)
				add_branch(c, list, run, f, b);
		}
	}
	if (!c->out.n)
		cvg_str_add(&c->out, "no branch was run\n");
	cvg_call_set(c, "branches", list);
}

/* ---- the command ----------------------------------------------------- */

static bool one_rev(struct cvg_call *c,
		    void (*show)(struct cvg_call *c, const struct cvg_run *r),
		    struct cvg_err *err)
{
	uint32_t rev = cvg_session_current(c->s);
	struct cvg_run run;

	if (c->nargs > 2)
		return cvg_fail_word(err, &c->arg[2],
				     "metrics %s: one revision at a time",
				     c->arg[0].text);
	if ((c->nargs == 2 && !cvg_word_rev(c, &c->arg[1], &rev, err)) ||
	    !measured(c, rev, &run, err))
		return false;
	cvg_prove_who(c, &run);
	if (!c->said_no)
		show(c, &run);
	return true;
}

bool cvg_cmd_metrics(struct cvg_call *c, struct cvg_err *err)
{
	const char *what = c->nargs ? c->arg[0].text : "";

	if (!cvg_prove_launch(c, err))
		return false;
	if (!strcmp(what, "blocks"))
		return one_rev(c, show_blocks, err);
	if (!strcmp(what, "branches"))
		return one_rev(c, show_branches, err);
	if (c->nargs > 2)
		return cvg_fail_word(err, &c->arg[2],
				     "metrics: one revision or two");
	return whole(c, 0, err);
}
