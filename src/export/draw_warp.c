/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The steps of one warp as a strip of text, as a table and as JSON. */
#include "draw.h"

#include "reconverge/cxxname.h"
#include "reconverge/export.h"
#include "reconverge/graph.h"
#include "reconverge/look.h"
#include "reconverge/program.h"
#include "reconverge/prove.h"
#include "reconverge/table.h"

#include <stdio.h>
#include <string.h>

#define LEFT 8 /* columns for a lane's number */

/* ---- text ------------------------------------------------------------ */

static const char *const shades[2][5] = {
	[CVG_ASCII] = {" ", ".", ":", "*", "#"},
	[CVG_UNICODE] = {" ", "\u2591", "\u2592", "\u2593", "\u2588"},
};

static uint32_t level(uint32_t part, uint32_t whole)
{
	if (!part || part == whole)
		return part ? 4 : 0;
	return 1 + part * 3 / whole;
}

static void draw_lane(struct cvg_str *out, const struct cvg_trace *trace,
		      uint32_t lane, uint32_t per, const char *const *shade)
{
	cvg_str_addf(out, "%*u ", LEFT - 1, lane);
	for (size_t k = 0; k < trace->steps.n; k += per) {
		size_t end =
			k + per < trace->steps.n ? k + per : trace->steps.n;
		uint32_t n = 0;

		for (size_t i = k; i < end; i++)
			n += (uint32_t)(trace->steps.at[i].mask >> lane) & 1;
		cvg_str_add(out, shade[level(n, (uint32_t)(end - k))]);
	}
	cvg_str_addc(out, '\n');
}

/* A picture of lanes over time, and under it the steps as its legend, without
 * cycles and masks: not the table of steps, which has them. */
void cvg_draw_warp(struct cvg_str *out, const struct cvg_run *run,
		   const struct cvg_trace *trace, const struct cvg_look *look)
{
	uint32_t room = look->width > LEFT + 20 ? look->width - LEFT : 20;
	uint32_t per = (uint32_t)((trace->steps.n + room - 1) / room);
	bool ascii = look->glyphs == cvg_glyphs_of(CVG_ASCII);
	char label[16];

	per = per ? per : 1;
	cvg_str_addf(out, "warp %u of block %llu: %llu step%s", trace->warp,
		     (unsigned long long)trace->block,
		     (unsigned long long)trace->total,
		     trace->total == 1 ? "" : "s");
	cvg_str_addf(out, per > 1 ? ", %u a column\n" : "\n", per);
	for (uint32_t lane = 0; trace->steps.n && lane < run->program->warp;
	     lane++)
		draw_lane(out, trace, lane, per,
			  shades[ascii ? CVG_ASCII : CVG_UNICODE]);
	for (size_t i = 0; i < trace->steps.n; i++) {
		const struct cvg_trace_step *st = &trace->steps.at[i];
		const struct cvg_ufn *ufn = &run->program->fns[st->fn];

		cvg_block_label(ufn->fn, st->block, label, sizeof label);
		cvg_str_addf(out, "%*llu %2d lanes  ", LEFT - 1,
			     (unsigned long long)(trace->from + i),
			     __builtin_popcountll(st->mask));
		if (st->fn) {
			cvg_cxx_add(out, ufn->name);
			cvg_str_addc(out, ' ');
		}
		cvg_str_addf(out, "%s %s\n", label,
			     ufn->fn->blocks[st->block].name);
	}
}

/* ---- the steps as a table -------------------------------------------- */

struct step_line {
	uint64_t step, cycle;
	uint32_t depth, active, block;
	const char *lanes, *name, *function, *at, *source;
	json_t *place, *stack;
};

/* `at`: the function with its '@', where it is not the kernel. */
static const struct cvg_column step_columns[] = {
	{CVG_COLUMN(struct step_line, step), .use = CVG_COLUMN_SHOWN},
	{CVG_COLUMN(struct step_line, cycle), .unit = CVG_UNIT_CYCLES},
	{CVG_COLUMN(struct step_line, depth)},
	{CVG_COLUMN(struct step_line, active)},
	{CVG_COLUMN(struct step_line, lanes)},
	{CVG_COLUMN(struct step_line, block), .letter = 'B'},
	{CVG_COLUMN(struct step_line, name), .title = "",
	 .use = CVG_COLUMN_SHOWN},
	{CVG_COLUMN(struct step_line, function), .use = CVG_COLUMN_JSON},
	{CVG_COLUMN(struct step_line, at), .title = "",
	 .use = CVG_COLUMN_SHOWN},
	{CVG_COLUMN(struct step_line, source), .use = CVG_COLUMN_SHOWN},
	{CVG_COLUMN(struct step_line, place), .use = CVG_COLUMN_JSON},
	{CVG_COLUMN(struct step_line, stack), .use = CVG_COLUMN_JSON},
};

/* Lanes as hexadecimal digits, the highest lane first. */
static const char *lanes_text(const struct cvg_run *run, uint64_t mask,
			      char buf[17])
{
	snprintf(buf, 17, "%0*llx", (int)(run->program->warp / 4),
		 (unsigned long long)mask);
	return buf;
}

/* "B12", or null for no block. */
static json_t *json_place(const struct cvg_run *run, uint32_t fn,
			  uint32_t block)
{
	return cvg_json_block(run->program->fns[fn].fn, block);
}

static json_t *json_stack(const struct cvg_run *run,
			  const struct cvg_trace *trace,
			  const struct cvg_trace_step *st)
{
	json_t *list = json_array();
	char lanes[17];

	for (uint32_t k = 0; k < st->depth; k++) {
		const struct cvg_trace_entry *e =
			&trace->entries.at[st->stack_at + k];

		CVG_TELL(NULL, cvg_json_item(list),
			 "{lanes}{at}{until}{function}",
			 CVG_V(lanes_text(run, e->mask, lanes)),
			 CVG_V(json_place(run, e->fn, e->block)),
			 CVG_V(json_place(run, e->fn, e->reconv)),
			 CVG_V(run->program->fns[e->fn].name));
	}
	return list;
}

static void add_step(struct cvg_table *table, const struct cvg_run *run,
		     const struct cvg_trace *trace, size_t i, bool stack)
{
	const struct cvg_trace_step *st = &trace->steps.at[i];
	const struct cvg_ufn *fn = &run->program->fns[st->fn];
	const struct cvg_block *bl = &fn->fn->blocks[st->block];
	uint32_t spot = cvg_block_spot(fn->fn, st->block);
	struct cvg_str at = {0}, source = {0};
	char lanes[17];

	cvg_spot_add(&source, "", fn->fn, spot);
	if (st->fn)
		cvg_cxx_add(&at, fn->name);
	cvg_table_add(
		table,
		&(struct step_line){
			.step = trace->from + i,
			.cycle = st->cycles,
			.depth = st->depth,
			.active = (uint32_t)__builtin_popcountll(st->mask),
			.lanes = lanes_text(run, st->mask, lanes),
			.block = bl->uid,
			.name = bl->name,
			.function = fn->name,
			.at = at.at,
			.source = cvg_str_of(&source),
			.place = cvg_json_spot(fn->fn, spot),
			.stack = stack && st->stack_at != SIZE_MAX
					 ? json_stack(run, trace, st)
					 : NULL,
		});
	cvg_str_done(&at);
	cvg_str_done(&source);
}

void cvg_trace_table(struct cvg_table *out, const struct cvg_run *run,
		     const struct cvg_trace *trace, bool json)
{
	CVG_TABLE_INIT(out, struct step_line, step_columns);
	if (!trace->stacks) {
		cvg_table_hide(out, "step");
		cvg_table_hide(out, "active");
		cvg_table_hide(out, "stack");
	}
	if (!cvg_program_has_spots(run->program)) {
		cvg_table_hide(out, "source");
		cvg_table_hide(out, "place");
	}
	for (size_t i = 0; i < trace->steps.n; i++)
		add_step(out, run, trace, i, json && trace->stacks);
}

void cvg_json_warp(json_t *into, const struct cvg_run *run,
		   const struct cvg_trace *trace)
{
	struct cvg_table table;

	cvg_trace_table(&table, run, trace, true);
	CVG_TELL(NULL, into,
		 "{function}{warp}{block}{lanes}{from}{steps}{trace}",
		 CVG_V(run->function), CVG_V(trace->warp), CVG_V(trace->block),
		 CVG_V(run->program->warp), CVG_V(trace->from),
		 CVG_V(trace->total), CVG_V(cvg_table_json(&table)));
	cvg_table_done(&table);
}
