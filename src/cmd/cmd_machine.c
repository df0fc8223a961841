/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The machine's view of a revision: the instructions that LLVM's code generator
 * makes of each block, by class, and the registers and memory that they need;
 * or those of two revisions side by side.
 */
#include "prove.h"

#include "reconverge/graph.h"
#include "reconverge/ir.h"
#include "reconverge/look.h"
#include "reconverge/mcode.h"
#include "reconverge/quantity.h"
#include "reconverge/session.h"
#include "reconverge/table.h"

#include <math.h>

/* ---- the blocks -------------------------------------------------------- */

struct line {
	uint32_t block; /* stable number; CVG_NONE: no block */
	const char *name;
	uint32_t ir; /* instructions */
	struct cvg_mcounts counts;
};

static const struct cvg_column line_columns[] = {
	{CVG_COLUMN(struct line, block), .letter = 'B'},
	{CVG_COLUMN(struct line, name)},
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
};
#define NCOLUMNS (sizeof line_columns / sizeof *line_columns)

static struct line line_of_block(const struct cvg_fn *fn,
				 const struct cvg_mcode *mcode, uint32_t b)
{
	return (struct line){.block = fn->blocks[b].uid,
			     .name = fn->blocks[b].name,
			     .ir = fn->blocks[b].ninsts,
			     .counts = mcode->block[b]};
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

static void tell_blocks(struct cvg_call *call, const struct cvg_fn *fn,
			const struct cvg_mcode *mcode)
{
	struct line rest = {
		.block = CVG_NONE, .name = "(no block)", .counts = mcode->rest};
	struct line total = {.block = CVG_NONE,
			     .name = "(all)",
			     .ir = fn->ninsts,
			     .counts = mcode->total};
	struct cvg_table t;

	CVG_TABLE_INIT(&t, struct line, line_columns);
	for (uint32_t b = 0; b < fn->nblocks; b++) {
		struct line line = line_of_block(fn, mcode, b);

		cvg_table_add(&t, &line);
	}
	if (call->json) {
		cvg_call_set(
			call, "rest",
			cvg_record_json(line_columns + 3, NCOLUMNS - 3, &rest));
		cvg_call_set(call, "total",
			     cvg_record_json(line_columns + 2, NCOLUMNS - 2,
					     &total));
	} else {
		cvg_table_add(&t, &rest);
		cvg_table_add(&t, &total);
		hide_empty(&t, mcode);
	}
	cvg_call_table(call, "blocks", &t);
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

static void tell_needs(struct cvg_call *call, const struct cvg_mcode *mcode)
{
	struct cvg_table t;

	CVG_TABLE_INIT(&t, struct need, need_columns);
	for (int i = 0; i < CVG_NMSIZES; i++) {
		const struct cvg_quantity *row =
			cvg_msize_row((enum cvg_msize)i);

		if (isnan(mcode->size[i]))
			continue;
		cvg_table_add(&t, &(struct need){
					  .name = row->name,
					  .amount = {.number = mcode->size[i],
						     .unit = row->unit},
					  .unit = cvg_unit_name(row->unit),
					  .kind = cvg_countkind_name(row->kind),
					  .help = row->help,
				  });
	}
	cvg_str_addc(&call->out, '\n');
	cvg_call_table(call, "sizes", &t);
	if (mcode->remark)
		TELL(call, "virtual registers only: {remark}\n",
		     CVG_V(mcode->remark));
}

/* ---- the command ------------------------------------------------------- */

/* The machine code of a revision, which takes long only if it hangs. */
static const struct cvg_mcode *mcode_of(struct cvg_call *call, uint32_t rev,
					struct cvg_err *err)
{
	const struct cvg_mcode *mcode;
	struct vigil v;

	cvg_vigil_begin(&v, call);
	mcode = cvg_session_mcode(call->session, rev, err);
	cvg_vigil_end(&v, mcode != NULL);
	return mcode;
}

static void tell_heading(struct cvg_call *call, const struct cvg_fn *fn,
			 uint32_t rev)
{
	TELL(call, "@{function} in {revision:P} for {cpu}, by LLVM {llvm}\n",
	     CVG_V(fn->name), CVG_V(rev), CVG_V(cvg_session_cpu(call->session)),
	     CVG_V(cvg_llvm_version()));
}

static bool tell_one(struct cvg_call *call, uint32_t rev, struct cvg_err *err)
{
	const struct cvg_mcode *mcode = mcode_of(call, rev, err);
	const struct cvg_fn *fn;

	if (!mcode)
		return false;
	fn = cvg_session_fn(call->session, rev, CVG_NONE);
	tell_heading(call, fn, rev);
	tell_blocks(call, fn, mcode);
	tell_needs(call, mcode);
	return true;
}

static void add_beside(struct cvg_table *t, const struct cvg_quantity *row,
		       double before, double after, bool more_is_better)
{
	const double value[] = {before, after};

	if (before != 0 || after != 0)
		cvg_besides_add(t, row, value, more_is_better);
}

static bool tell_two(struct cvg_call *call, const uint32_t rev[2],
		     struct cvg_err *err)
{
	const struct cvg_mcode *a = mcode_of(call, rev[0], err);
	const struct cvg_mcode *b = a ? mcode_of(call, rev[1], err) : NULL;
	struct cvg_besides sides = {.corner = "machine",
				    .rev = {rev[0], rev[1]},
				    .n = 2,
				    .plain = true};
	struct cvg_table t;

	if (!b)
		return false;
	cvg_besides_init(&t, &sides);
	add_beside(&t, cvg_minsts_row(), a->total.n, b->total.n, false);
	for (int c = 0; c < CVG_NMCLASSES; c++)
		add_beside(&t, cvg_mclass_row((enum cvg_mclass)c),
			   a->total.of[c], b->total.of[c], false);
	for (int i = 0; i < CVG_NMSIZES; i++)
		if (!isnan(a->size[i]) || !isnan(b->size[i]))
			add_beside(&t, cvg_msize_row((enum cvg_msize)i),
				   a->size[i], b->size[i],
				   i == CVG_MSIZE_OCCUPANCY);
	TELL(call, "@{function} for {cpu}, by LLVM {llvm}\n",
	     CVG_V(cvg_call_fn(call)->name),
	     CVG_V(cvg_session_cpu(call->session)), CVG_V(cvg_llvm_version()));
	cvg_table_text(&t, &call->out);
	cvg_call_set(call, "revisions", cvg_besides_json_all(&t, &sides));
	cvg_table_done(&t);
	return true;
}

bool cvg_cmd_machine(struct cvg_call *call, struct cvg_err *err)
{
	uint32_t rev[2] = {cvg_session_current(call->session), CVG_NONE};

	for (uint32_t k = 0; k < call->nargs; k++)
		if (!cvg_word_rev(call, &call->arg[k], &rev[k], err))
			return false;
	return call->nargs == 2 ? tell_two(call, rev, err)
				: tell_one(call, rev[0], err);
}
