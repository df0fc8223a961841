/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The function's IR: every block with its number and marks, every instruction
 * in colour. A block takes a line for its label, one an instruction, and an
 * empty one, in the order of the text; so the place of every line is known
 * without a table of them, and only those in sight are ever made.
 */
#include "ui/list.h"
#include "ui/marks.h"
#include "ui/syntax.h"
#include "reconverge/analysis.h"
#include "reconverge/choices.h"
#include "reconverge/cmd.h"
#include "reconverge/graph.h"
#include "reconverge/notes.h"
#include "reconverge/session.h"

#include <string.h>

#define INDENT	    2  /* of an instruction, after the marks */
#define SOURCE	    6  /* columns of the source's line numbers */
#define SOURCE_FROM 56 /* columns of the pane from which they are shown */
#define MAX_PREDS   6  /* predecessors named beside a label */

struct ir {
	struct cvg_list list;
	struct cvg_marks marks;
	uint32_t lit; /* ui->lit[0] at the last update */
};

/* ---- lines ----------------------------------------------------------- */

static uint32_t line_of_block(const struct cvg_fn *fn, uint32_t b)
{
	return fn->blocks[b].inst_at + 2 * b;
}

static uint32_t line_of_inst(const struct cvg_fn *fn, uint32_t i)
{
	return i + 2 * fn->insts[i].block + 1;
}

static uint32_t line_count(const struct cvg_fn *fn)
{
	return fn->ninsts + 2 * fn->nblocks - 1;
}

/* What stands in a line: a block's label (inst is CVG_NONE), an instruction,
 * or nothing (both are). */
struct place {
	uint32_t block, inst;
};

static struct place place_of(const struct cvg_fn *fn, uint32_t line)
{
	uint32_t low = 0, high = fn->nblocks, k;

	while (high - low > 1) {
		uint32_t mid = low + (high - low) / 2;

		if (line_of_block(fn, mid) <= line)
			low = mid;
		else
			high = mid;
	}
	k = line - line_of_block(fn, low);
	if (!k)
		return (struct place){low, CVG_NONE};
	if (k <= fn->blocks[low].ninsts)
		return (struct place){low, fn->blocks[low].inst_at + k - 1};
	return (struct place){CVG_NONE, CVG_NONE};
}

/* ---- in step with the selection -------------------------------------- */

static uint32_t selected_line(const struct cvg_ui *ui)
{
	if (ui->inst != CVG_NONE)
		return line_of_inst(ui->fn, ui->inst);
	return line_of_block(ui->fn, ui->block);
}

/* A block is shown from its label on, unless all of it is in sight anyway. */
static void follow(struct ir *v, const struct cvg_ui *ui)
{
	uint32_t line = selected_line(ui);
	uint32_t end = line_of_block(ui->fn, ui->block) +
		       ui->fn->blocks[ui->block].ninsts;

	if (line == v->list.at)
		return;
	if (ui->inst != CVG_NONE ||
	    (line >= v->list.top && end < v->list.top + v->list.height))
		cvg_list_go(&v->list, line);
	else
		cvg_list_top(&v->list, line);
}

/* Bring the instruction that the matrix points to into sight; the cursor
 * stays. */
static void show_lit(struct ir *v, const struct cvg_ui *ui)
{
	uint32_t line;

	if (ui->lit[0] == v->lit)
		return;
	v->lit = ui->lit[0];
	if (v->lit >= ui->fn->ninsts)
		return;
	line = line_of_inst(ui->fn, v->lit);
	if (line >= v->list.top && line < v->list.top + v->list.height)
		return;
	v->list.top = line > v->list.height / 3 ? line - v->list.height / 3 : 0;
	v->list.loose = true;
}

static void update(struct cvg_ui *ui, void *state, unsigned changed)
{
	struct ir *v = state;

	if (v->marks.fn != ui->fn) {
		cvg_marks_update(&v->marks, ui);
		cvg_list_size(&v->list, line_count(ui->fn));
		cvg_list_top(&v->list, selected_line(ui));
	}
	if (changed & (CVG_NEW_REV | CVG_NEW_BLOCK | CVG_NEW_INST))
		follow(v, ui);
	show_lit(v, ui);
}

/* Select what stands in the cursor's line. */
static void select_line(struct ir *v, struct cvg_ui *ui)
{
	struct place p = place_of(ui->fn, v->list.at);

	if (p.inst != CVG_NONE)
		cvg_ui_go_inst(ui, p.inst);
	else if (p.block != CVG_NONE)
		cvg_ui_go_block(ui, p.block);
}

/* ---- drawing --------------------------------------------------------- */

static const char *lit_name(const struct cvg_ui *ui)
{
	const char *name =
		ui->value == CVG_NONE ? NULL : ui->fn->values[ui->value].text;

	return name && *name ? name : NULL;
}

static bool in_choice(struct cvg_ui *ui, uint32_t block)
{
	const struct cvg_choices *all;

	if (ui->choice == CVG_NONE)
		return false;
	all = cvg_ui_choices(ui);
	if (ui->choice >= all->n)
		return false;
	for (uint32_t i = 0; i < all->at[ui->choice].nblocks; i++)
		if (all->at[ui->choice].blocks[i] == block)
			return true;
	return false;
}

static void add_preds(struct cvg_str *out, const struct cvg_fn *fn, uint32_t b)
{
	const struct cvg_block *bl = &fn->blocks[b];

	if (bl->npreds)
		cvg_str_add(out, "  ; from");
	for (uint32_t k = 0; k < bl->npreds && k < MAX_PREDS; k++)
		cvg_str_addf(out, " B%u",
			     fn->blocks[fn->preds[bl->preds_at + k]].uid);
	if (bl->npreds > MAX_PREDS)
		cvg_str_addf(out, " +%u", bl->npreds - MAX_PREDS);
	if (bl->norigins)
		cvg_str_add(out, bl->npreds ? ", made of" : "  ; made of");
	for (uint32_t k = 0; k < bl->norigins && k < MAX_PREDS; k++)
		cvg_str_addf(out, " B%u", fn->origins[bl->origins_at + k]);
}

static void draw_label(struct cvg_ui *ui, struct ir *v, struct cvg_canvas *into,
		       int32_t y, uint32_t b)
{
	const struct cvg_block *bl = &ui->fn->blocks[b];
	bool chosen = in_choice(ui, b);
	const struct cvg_note *note =
		cvg_session_note_of(ui->session, ui->fn, b);
	struct cvg_str from = {0};
	uint32_t x = 3;

	if (cvg_bits_has(&v->marks.under, b))
		cvg_canvas_text(into, 1, y, 1, cvg_ui_glyphs(ui)->under,
				CVG_ROLE_DIVERGENT, 0);
	if (chosen)
		cvg_canvas_text(into, 2, y, 1, "+", CVG_ROLE_ADDED, 0);
	x += cvg_canvas_printf(into, (int32_t)x, y, into->width,
			       chosen ? CVG_ROLE_ADDED : CVG_ROLE_TITLE, 0,
			       "B%u", bl->uid);
	x += cvg_canvas_printf(into, (int32_t)x, y, into->width, CVG_ROLE_NAME,
			       0, " %s:", bl->name);
	if (note)
		x += cvg_canvas_printf(into, (int32_t)x, y, into->width,
				       CVG_ROLE_TITLE, 0, " N %s", note->text);
	add_preds(&from, ui->fn, b);
	cvg_canvas_text(into, (int32_t)x, y, into->width, cvg_str_of(&from),
			CVG_ROLE_COMMENT, 0);
	cvg_str_done(&from);
}

static void draw_inst(struct cvg_ui *ui, struct ir *v, struct cvg_canvas *into,
		      int32_t y, uint32_t i)
{
	const struct cvg_inst *in = &ui->fn->insts[i];
	struct cvg_mark m = cvg_mark_inst(ui, &v->marks, i);
	bool lit = i == ui->lit[0] || i == ui->lit[1];
	uint32_t x = 2 + 1 + INDENT;

	cvg_canvas_text(into, 1, y, 1, m.glyph, m.role, 0);
	if (lit)
		cvg_canvas_text(into, 2, y, 1, "+", CVG_ROLE_ADDED, 0);
	else if (cvg_bits_has(&v->marks.under, in->block))
		cvg_canvas_text(into, 2, y, 1, cvg_ui_glyphs(ui)->under,
				CVG_ROLE_DIM, 0);
	if (v->marks.lines && into->width >= SOURCE_FROM) {
		const struct cvg_spot *at = cvg_spot_at(ui->fn, in->spot);

		if (at)
			cvg_canvas_printf(into, 3, y, SOURCE, CVG_ROLE_DIM, 0,
					  "%5u", at->line);
		x += SOURCE;
	}
	if (x >= into->width)
		return;
	cvg_ir_draw(into, (int32_t)x, y, into->width - x, v->list.left,
		    cvg_inst_text(&ui->fn->insts[i]), lit_name(ui));
	if (lit)
		cvg_canvas_tint(into, (int32_t)x, y, into->width, 1,
				CVG_ROLE_ADDED, CVG_CELL_BOLD);
	if (i != ui->inst && cvg_ui_linked(ui, i))
		cvg_mark_linked(ui, into, (int32_t)x - 1, y, into->width);
}

static void draw(struct cvg_ui *ui, void *state, struct cvg_canvas *into,
		 bool focused)
{
	struct ir *v = state;
	struct cvg_canvas text;

	cvg_list_fit(&v->list, into->height);
	text = cvg_list_text(&v->list, into);
	for (uint32_t k = 0; k < into->height; k++) {
		uint32_t line = v->list.top + k;
		struct place p;

		if (line >= v->list.n)
			break;
		p = place_of(ui->fn, line);
		if (p.inst != CVG_NONE)
			draw_inst(ui, v, &text, (int32_t)k, p.inst);
		else if (p.block != CVG_NONE)
			draw_label(ui, v, &text, (int32_t)k, p.block);
		if (line == v->list.at)
			cvg_list_cursor(ui, into, (int32_t)k, focused);
	}
	cvg_list_bar(ui, &v->list, into, 0);
}

/* ---- what can be done ------------------------------------------------ */

/* What can be highlighted in the line under the cursor: 0 the result, then
 * the operands. CVG_NONE: nothing that has a name. */
static uint32_t value_at(const struct cvg_ui *ui, uint32_t k)
{
	const struct cvg_fn *fn = ui->fn;
	const struct cvg_inst *in = &fn->insts[ui->inst];
	uint32_t v;

	if (!k)
		return fn->types[in->type].kind == CVG_TYPE_VOID
			       ? CVG_NONE
			       : cvg_inst_value(fn, ui->inst);
	v = cvg_op_of(fn, ui->inst, k - 1);
	return v < fn->nargs + fn->ninsts ? v : CVG_NONE;
}

/* Highlight the value after the one highlighted now; after the last one,
 * none. */
static uint32_t next_value(const struct cvg_ui *ui)
{
	uint32_t n = ui->fn->insts[ui->inst].nops + 1, k = 0;

	while (k < n && value_at(ui, k) != ui->value)
		k++;
	if (ui->value == CVG_NONE || k == n) /* lit elsewhere: begin here */
		k = 0;
	for (; k < n; k++)
		if (value_at(ui, k) != CVG_NONE && value_at(ui, k) != ui->value)
			return value_at(ui, k);
	return CVG_NONE;
}

static bool light(struct cvg_ui *ui)
{
	const struct cvg_fn *fn = ui->fn;
	uint32_t v;

	if (ui->inst == CVG_NONE)
		return false;
	v = next_value(ui);
	cvg_ui_light_value(ui, v);
	if (v != CVG_NONE) {
		uint32_t n = fn->value_users_at[v + 1] - fn->value_users_at[v];

		cvg_ui_say(ui, CVG_ROLE_TEXT, "%s: %u use%s",
			   fn->values[v].text, n, n == 1 ? "" : "s");
	}
	return true;
}

/* The operand to explain when the user asks why a store, or another instruction
 * without a result, is divergent. CVG_NONE: the instruction has a result or is
 * a branch, or no operand is divergent. */
static uint32_t divergent_operand(const struct cvg_ui *ui)
{
	const struct cvg_fn *fn = ui->fn;
	const struct cvg_uniform *uniform = cvg_ana_uniform(ui->ana);
	const struct cvg_inst *in;

	if (ui->inst == CVG_NONE || ui->inst == cvg_block_last(fn, ui->block))
		return CVG_NONE;
	in = &fn->insts[ui->inst];
	if (fn->types[in->type].kind != CVG_TYPE_VOID)
		return CVG_NONE;
	for (uint32_t k = 0; k < in->nops; k++) {
		uint32_t v = cvg_op_of(fn, ui->inst, k);

		if (v < fn->nargs + fn->ninsts &&
		    cvg_bits_has(&uniform->divergent, v))
			return v;
	}
	return CVG_NONE;
}

static bool why(struct cvg_ui *ui)
{
	uint32_t v = divergent_operand(ui);

	if (v != CVG_NONE)
		cvg_ui_why(ui, v);
	return v != CVG_NONE;
}

/* If the cursor is on the empty line between two blocks, move it on. */
static void skip_blank(struct ir *v, const struct cvg_ui *ui, bool up)
{
	if (place_of(ui->fn, v->list.at).block == CVG_NONE)
		cvg_list_go(&v->list, up ? v->list.at - 1 : v->list.at + 1);
}

static bool act(struct cvg_ui *ui, void *state, enum cvg_action action,
		uint32_t count)
{
	struct ir *v = state;
	uint32_t was = v->list.at;

	(void)count;
	switch (cvg_action_number(action)) {
	case CVG_DO_LEFT:
		action = CVG_DO_PAN_LEFT;
		break;
	case CVG_DO_RIGHT:
		action = CVG_DO_PAN_RIGHT;
		break;
	case CVG_DO_LIGHT:
		return light(ui);
	case CVG_DO_WHY:
		return why(ui);
	default:
		break;
	}
	if (!cvg_list_act(&v->list, action))
		return false;
	if (v->list.at != was) {
		skip_blank(v, ui, v->list.at < was);
		select_line(v, ui);
	}
	return true;
}

static bool mouse(struct cvg_ui *ui, void *state, enum cvg_mouse what,
		  int32_t x, int32_t y)
{
	struct ir *v = state;
	uint32_t was = v->list.at;

	(void)x;
	if (!cvg_list_mouse(&v->list, what, y))
		return false;
	skip_blank(v, ui, false);
	if (v->list.at != was)
		select_line(v, ui);
	if (what == CVG_MOUSE_DOUBLE)
		light(ui);
	return true;
}

struct search {
	const struct cvg_ui *ui;
};

static bool line_has(void *ctx, uint32_t line)
{
	const struct cvg_ui *ui = ((struct search *)ctx)->ui;
	struct place p = place_of(ui->fn, line);
	struct cvg_str label = {0};
	bool has;

	if (p.inst != CVG_NONE)
		return cvg_text_has(cvg_inst_text(&ui->fn->insts[p.inst]),
				    ui->search.at);
	if (p.block == CVG_NONE)
		return false;
	cvg_str_addf(&label, "B%u %s:", ui->fn->blocks[p.block].uid,
		     ui->fn->blocks[p.block].name);
	has = cvg_text_has(label.at, ui->search.at);
	cvg_str_done(&label);
	return has;
}

static bool find(struct cvg_ui *ui, void *state, int by)
{
	struct ir *v = state;
	struct search s = {.ui = ui};

	if (!ui->search.n || !cvg_list_find(&v->list, by, line_has, &s))
		return false;
	select_line(v, ui);
	return true;
}

static void status(struct cvg_ui *ui, void *state, struct cvg_str *out)
{
	const struct cvg_fn *fn = ui->fn;
	uint32_t v;

	(void)state;
	cvg_str_addf(out, "B%u", fn->blocks[ui->block].uid);
	if (ui->inst == CVG_NONE)
		return;
	cvg_str_addf(out, " %u of %u",
		     ui->inst - fn->blocks[ui->block].inst_at + 1,
		     fn->blocks[ui->block].ninsts);
	v = cvg_inst_value(fn, ui->inst);
	if (fn->types[fn->insts[ui->inst].type].kind != CVG_TYPE_VOID)
		cvg_str_addf(
			out, "  %s %s, %s",
			fn->types[fn->insts[ui->inst].type].text,
			fn->values[v].text,
			cvg_bits_has(&cvg_ana_uniform(ui->ana)->divergent, v)
				? "divergent"
				: "uniform");
}

static void hint(struct cvg_ui *ui, void *state, struct cvg_str *out)
{
	(void)state;
	cvg_str_add(out, ui->inst == CVG_NONE ? "/ search"
					      : "* highlight  / search");
}

static void done(void *state)
{
	cvg_marks_done(&((struct ir *)state)->marks);
}

static const struct cvg_viewkey keys[] = {
	{CVG_DO_LIGHT, "highlight the result, then each operand, then nothing"},
	{CVG_DO_LEFT, "scroll sideways, as H and L do"},
	{0},
};

const struct cvg_view cvg_view_ir = {
	.about = "the instructions; those whose value differs between the "
		 "threads of a warp are marked",
	.keys = keys,
	.size = sizeof(struct ir),
	.done = done,
	.update = update,
	.draw = draw,
	.act = act,
	.mouse = mouse,
	.status = status,
	.hint = hint,
	.find = find,
};
