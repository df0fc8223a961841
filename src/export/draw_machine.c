/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The machine's view of a revision: the instructions that LLVM's code generator
 * makes of each block, by class, and the registers and memory that they need.
 */
#include "dot.h"

#include "reconverge/export.h"
#include "reconverge/graph.h"
#include "reconverge/ir.h"
#include "reconverge/look.h"
#include "reconverge/mcode.h"
#include "reconverge/quantity.h"
#include "reconverge/session.h"
#include "reconverge/table.h"

#include <jansson.h>
#include <math.h>

/* ---- the blocks -------------------------------------------------------- */

struct line {
	uint32_t block; /* stable number; CVG_NONE: no block */
	const char *name;
	const char *source; /* "kernel.cu:22", or empty */
	json_t *place;
	uint32_t ir; /* instructions */
	struct cvg_mcounts counts;
	uint64_t cycles;
};

static const struct cvg_column line_columns[] = {
	{CVG_COLUMN(struct line, block), .letter = 'B'},
	{CVG_COLUMN(struct line, name)},
	{CVG_COLUMN(struct line, source), .use = CVG_COLUMN_SHOWN},
	{CVG_COLUMN(struct line, place), .use = CVG_COLUMN_JSON},
	{CVG_COLUMN(struct line, ir), .title = "IR", .unit = CVG_UNIT_INSTS},
	{CVG_COLUMN_OF("instructions", struct line, counts.n),
	 .title = "machine", .unit = CVG_UNIT_INSTS},
#define CLASS(id, name_, help)                                          \
	{.key = name_,                                                  \
	 .source = {.at = offsetof(struct line, counts.of[CVG_M_##id]), \
		    .type = CVG_MEMBER_U32},                            \
	 .unit = CVG_UNIT_INSTS},
#include "reconverge/mcode.def"
	{CVG_COLUMN_OF("added", struct line, counts.added),
	 .unit = CVG_UNIT_INSTS},
	{CVG_COLUMN_OF("waits", struct line, counts.waits), .title = "waiting",
	 .unit = CVG_UNIT_CYCLES},
	{CVG_COLUMN(struct line, cycles), .unit = CVG_UNIT_CYCLES},
};
#define NCOLUMNS (sizeof line_columns / sizeof *line_columns)
#define ALL	 4 /* the first column of what is counted in all blocks */
#define REST	 5 /* the first of what is counted outside of blocks */

static void add_block(struct cvg_table *t, const struct cvg_fn *fn,
		      const struct cvg_mcode *mcode, uint32_t b)
{
	uint32_t spot = cvg_block_spot(fn, b);
	struct cvg_str source = {0};

	cvg_spot_add(&source, "", fn, spot);
	cvg_table_add(t, &(struct line){.block = fn->blocks[b].uid,
					.name = fn->blocks[b].name,
					.source = cvg_str_of(&source),
					.place = cvg_json_spot(fn, spot),
					.ir = fn->blocks[b].ninsts,
					.counts = mcode->block[b],
					.cycles = cvg_mcounts_cycles(
						&mcode->block[b])});
	cvg_str_done(&source);
}

/* Text has no columns of classes of which there is no instruction. */
static void hide_empty(struct cvg_table *t, const struct cvg_mcode *mcode)
{
	for (int c = 0; c < CVG_NMCLASSES; c++)
		if (!mcode->total.of[c])
			cvg_table_hide(
				t, cvg_mclass_row((enum cvg_mclass)c)->name);
	if (!mcode->total.added)
		cvg_table_hide(t, "added");
}

static void add_blocks(struct cvg_table *t, const struct cvg_fn *fn,
		       const struct cvg_mcode *mcode)
{
	CVG_TABLE_INIT(t, struct line, line_columns);
	if (!fn->nspots) {
		cvg_table_hide(t, "source");
		cvg_table_hide(t, "place");
	}
	for (uint32_t b = 0; b < fn->nblocks; b++)
		add_block(t, fn, mcode, b);
}

static struct line line_of_rest(const struct cvg_mcode *mcode)
{
	return (struct line){.block = CVG_NONE,
			     .name = "(no block)",
			     .source = "",
			     .counts = mcode->rest};
}

static struct line line_of_all(const struct cvg_fn *fn,
			       const struct cvg_mcode *mcode)
{
	return (struct line){.block = CVG_NONE,
			     .name = "(all)",
			     .source = "",
			     .ir = fn->ninsts,
			     .counts = mcode->total,
			     .cycles = cvg_mcounts_cycles(&mcode->total)};
}

/* The blocks, then the rest, then all, as a reader wants them. */
static void fill_blocks(struct cvg_table *t, const struct cvg_fn *fn,
			const struct cvg_mcode *mcode)
{
	struct line rest = line_of_rest(mcode), all = line_of_all(fn, mcode);

	add_blocks(t, fn, mcode);
	cvg_table_add(t, &rest);
	cvg_table_add(t, &all);
	hide_empty(t, mcode);
}

static void json_blocks(json_t *into, const struct cvg_fn *fn,
			const struct cvg_mcode *mcode)
{
	struct line rest = line_of_rest(mcode), all = line_of_all(fn, mcode);
	struct cvg_table t;

	add_blocks(&t, fn, mcode);
	json_object_set_new(into, "blocks", cvg_table_json(&t));
	json_object_set_new(
		into, "rest",
		cvg_record_json(line_columns + REST, NCOLUMNS - REST, &rest));
	json_object_set_new(
		into, "total",
		cvg_record_json(line_columns + ALL, NCOLUMNS - ALL, &all));
	cvg_table_done(&t);
}

/* ---- what the code needs ----------------------------------------------- */

struct need {
	const char *name;
	struct cvg_amount amount;
	const char *unit, *kind, *help;
};

static const struct cvg_column need_columns[] = {
	{CVG_COLUMN(struct need, name)},
	{CVG_COLUMN(struct need, amount)},
	{CVG_COLUMN(struct need, unit)},
	{CVG_COLUMN(struct need, kind)},
	{CVG_COLUMN_OF("what", struct need, help)},
};

static void fill_needs(struct cvg_table *t, const struct cvg_mcode *mcode)
{
	CVG_TABLE_INIT(t, struct need, need_columns);
	for (int i = 0; i < CVG_NMSIZES; i++) {
		const struct cvg_quantity *row =
			cvg_msize_row((enum cvg_msize)i);

		if (isnan(mcode->size[i]))
			continue;
		cvg_table_add(t, &(struct need){
					 .name = row->name,
					 .amount = {.number = mcode->size[i],
						    .unit = row->unit},
					 .unit = cvg_unit_name(row->unit),
					 .kind = cvg_countkind_name(row->kind),
					 .help = row->help,
				 });
	}
}

/* ---- text and JSON ----------------------------------------------------- */

static void tell_tables(struct cvg_str *out, json_t *into,
			const struct cvg_fn *fn, const struct cvg_mcode *mcode)
{
	struct cvg_table blocks, needs;

	fill_blocks(&blocks, fn, mcode);
	fill_needs(&needs, mcode);
	cvg_table_text(&blocks, out);
	cvg_str_addc(out, '\n');
	cvg_table_text(&needs, out);
	if (into) {
		json_blocks(into, fn, mcode);
		json_object_set_new(into, "sizes", cvg_table_json(&needs));
	}
	cvg_table_done(&blocks);
	cvg_table_done(&needs);
}

bool cvg_tell_machine(struct cvg_str *out, json_t *into,
		      struct cvg_session *session, uint32_t rev,
		      struct cvg_err *err)
{
	const struct cvg_mcode *mcode =
		cvg_session_mcode_named(session, rev, err);
	const struct cvg_fn *fn;

	if (!mcode)
		return false;
	fn = cvg_session_fn(session, rev, CVG_NONE);
	CVG_TELL(out, into,
		 "{function:@} in {revision:P} for {cpu}, by LLVM {llvm}\n",
		 CVG_V(fn->name), CVG_V(rev), CVG_V(cvg_session_cpu(session)),
		 CVG_V(cvg_llvm_version()));
	tell_tables(out, into, fn, mcode);
	CVG_TELL(out, into, "{-outside}", CVG_V(mcode->outside));
	if (mcode->outside)
		cvg_str_add(out, "registers of its own code alone: functions "
				 "that it calls may need more\n");
	if (mcode->unnamed)
		CVG_TELL(out, into, "classes are not known: {unnamed}\n",
			 CVG_V((const char *)mcode->unnamed));
	if (mcode->cpu)
		CVG_TELL(out, into,
			 "made by ptxas for {made_for}, the oldest whose code "
			 "can be read in place of {}\n",
			 CVG_V((const char *)mcode->cpu),
			 CVG_V(cvg_session_cpu(session)));
	if (mcode->remark)
		CVG_TELL(out, into, "virtual registers only: {remark}\n",
			 CVG_V((const char *)mcode->remark));
	return true;
}

/* ---- DOT --------------------------------------------------------------- */

static void dot_cell(struct cvg_str *out, const struct cvg_column *column,
		     const char *text)
{
	cvg_str_addf(out, "<td align=\"%s\">",
		     cvg_column_is_right(column) ? "right" : "left");
	cvg_dot_text(out, *text ? text : " ");
	cvg_str_add(out, "</td>");
}

static void dot_row(struct cvg_str *out, const struct cvg_table *t, size_t row)
{
	struct cvg_str cell = {0};

	cvg_str_add(out, "<tr>");
	for (uint32_t c = 0; c < t->ncolumns; c++) {
		if (!cvg_column_is_shown(&t->column[c]))
			continue;
		cvg_str_clear(&cell);
		if (row == 0)
			cvg_str_add(&cell, cvg_column_title(&t->column[c]));
		else
			cvg_table_cell(&cell, t, row - 1, c);
		dot_cell(out, &t->column[c], cvg_str_of(&cell));
	}
	cvg_str_add(out, "</tr>");
	cvg_str_done(&cell);
}

/* A node that is a table. */
static void dot_table(struct cvg_str *out, const char *node,
		      const struct cvg_table *t)
{
	cvg_str_addf(out,
		     "\t%s [shape=plain, label=<<table border=\"0\" "
		     "cellborder=\"1\" cellspacing=\"0\">",
		     node);
	for (size_t row = 0; row <= t->row.n; row++)
		dot_row(out, t, row);
	cvg_str_add(out, "</table>>];\n");
}

bool cvg_dot_machine(struct cvg_str *out, const struct cvg_dot_ask *ask,
		     struct cvg_err *err)
{
	struct cvg_session *session = ask->session;
	const struct cvg_mcode *mcode =
		cvg_session_mcode_named(session, ask->rev, err);
	struct cvg_dot_head head = {
		.session = session,
		.rev = ask->rev,
		.since = CVG_NONE,
		.picture = "machine",
		.remark = "machine code: instructions by block and class, and "
			  "what they need",
		.function = true,
		.caption = ask->caption};
	struct cvg_table blocks, needs;
	struct cvg_str remark = {0};

	if (!mcode)
		return false;
	if (mcode->remark)
		cvg_str_addf(&remark, "%s; virtual registers only: %s",
			     head.remark, mcode->remark);
	else if (mcode->unnamed)
		cvg_str_addf(&remark, "%s; classes are not known: %s",
			     head.remark, mcode->unnamed);
	if (remark.n)
		head.remark = remark.at;
	fill_blocks(&blocks, cvg_session_fn(session, ask->rev, CVG_NONE),
		    mcode);
	fill_needs(&needs, mcode);
	cvg_dot_open(out, &head);
	dot_table(out, "blocks", &blocks);
	dot_table(out, "sizes", &needs);
	cvg_str_add(out, "\tblocks -> sizes [style=invis];\n}\n");
	cvg_str_done(&remark);
	cvg_table_done(&blocks);
	cvg_table_done(&needs);
	return true;
}
