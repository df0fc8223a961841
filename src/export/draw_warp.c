/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The steps of one warp as a strip of text and as JSON. */
#include "draw.h"

#include "reconverge/export.h"
#include "reconverge/graph.h"
#include "reconverge/look.h"
#include "reconverge/program.h"
#include "reconverge/prove.h"

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

static void draw_lane(struct cvg_str *out, const struct cvg_trace *t,
		      uint32_t lane, uint32_t per, const char *const *shade)
{
	cvg_str_addf(out, "%*u ", LEFT - 1, lane);
	for (size_t k = 0; k < t->steps.n; k += per) {
		size_t end = k + per < t->steps.n ? k + per : t->steps.n;
		uint32_t n = 0;

		for (size_t i = k; i < end; i++)
			n += t->steps.at[i].mask >> lane & 1;
		cvg_str_add(out, shade[level(n, (uint32_t)(end - k))]);
	}
	cvg_str_addc(out, '\n');
}

void cvg_draw_warp(struct cvg_str *out, const struct cvg_run *run,
		   const struct cvg_trace *t, const struct cvg_look *look)
{
	uint32_t room = look->width > LEFT + 20 ? look->width - LEFT : 20;
	uint32_t per = (uint32_t)((t->steps.n + room - 1) / room);
	bool ascii = look->glyphs == cvg_glyphs_of(CVG_ASCII);
	char label[16];

	per = per ? per : 1;
	cvg_str_addf(out, "warp %u of block %llu: %llu step%s", t->warp,
		     (unsigned long long)t->block, (unsigned long long)t->total,
		     t->total == 1 ? "" : "s");
	cvg_str_addf(out, per > 1 ? ", %u a column\n" : "\n", per);
	for (uint32_t lane = 0; t->steps.n && lane < run->program->warp; lane++)
		draw_lane(out, t, lane, per,
			  shades[ascii ? CVG_ASCII : CVG_UNICODE]);
	for (size_t i = 0; i < t->steps.n; i++) {
		const struct cvg_trace_step *st = &t->steps.at[i];
		const struct cvg_ufn *ufn = &run->program->fns[st->fn];

		cvg_block_label(ufn->fn, st->block, label, sizeof label);
		cvg_str_addf(out, "%*llu %2d lanes  %s%s%s%s %s\n", LEFT - 1,
			     (unsigned long long)(t->from + i),
			     __builtin_popcountll(st->mask), st->fn ? "@" : "",
			     st->fn ? ufn->name : "", st->fn ? " " : "", label,
			     ufn->fn->blocks[st->block].name);
	}
}

/* ---- JSON ------------------------------------------------------------ */

/* Lanes as hexadecimal digits, the highest lane first. */
static json_t *json_lanes(const struct cvg_run *run, uint64_t mask)
{
	char buf[17];

	snprintf(buf, sizeof buf, "%0*llx", (int)(run->program->warp / 4),
		 (unsigned long long)mask);
	return json_string(buf);
}

/* "B12", or null for no block. */
static json_t *json_place(const struct cvg_run *run, uint32_t fn,
			  uint32_t block)
{
	return cvg_json_block(run->program->fns[fn].fn, block);
}

static json_t *json_stack(const struct cvg_run *run, const struct cvg_trace *t,
			  const struct cvg_trace_step *st)
{
	json_t *list = json_array();

	for (uint32_t k = 0; k < st->depth; k++) {
		const struct cvg_trace_entry *e =
			&t->entries.at[st->stack_at + k];

		json_array_append_new(
			list,
			json_pack(
				"{s:o, s:o, s:o, s:o}", "lanes",
				json_lanes(run, e->mask), "at",
				json_place(run, e->fn, e->block), "until",
				json_place(run, e->fn, e->reconv), "function",
				cvg_json_text(run->program->fns[e->fn].name)));
	}
	return list;
}

static json_t *json_step(const struct cvg_run *run, const struct cvg_trace *t,
			 const struct cvg_trace_step *st)
{
	json_t *o = json_pack("{s:I, s:i, s:o, s:o, s:o}", "cycle",
			      (json_int_t)st->cycles, "depth", (int)st->depth,
			      "lanes", json_lanes(run, st->mask), "block",
			      json_place(run, st->fn, st->block), "function",
			      cvg_json_text(run->program->fns[st->fn].name));

	if (!t->stacks)
		return o;
	json_object_set_new(o, "active",
			    json_integer(__builtin_popcountll(st->mask)));
	json_object_set_new(o, "stack",
			    st->stack_at == SIZE_MAX ? json_null()
						     : json_stack(run, t, st));
	return o;
}

json_t *cvg_json_trace(const struct cvg_run *run, const struct cvg_trace *t)
{
	json_t *steps = json_array();

	for (size_t i = 0; i < t->steps.n; i++)
		json_array_append_new(steps,
				      json_step(run, t, &t->steps.at[i]));
	return steps;
}

void cvg_json_warp(json_t *into, const struct cvg_run *run,
		   const struct cvg_trace *t)
{
	json_object_set_new(into, "function", cvg_json_text(run->function));
	json_object_set_new(into, "warp", json_integer(t->warp));
	json_object_set_new(into, "block", json_integer((json_int_t)t->block));
	json_object_set_new(into, "lanes", json_integer(run->program->warp));
	json_object_set_new(into, "from", json_integer((json_int_t)t->from));
	json_object_set_new(into, "steps", json_integer((json_int_t)t->total));
	json_object_set_new(into, "trace", cvg_json_trace(run, t));
}
