/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The machine code of the function, beside its IR: what the code generator made
 * of each instruction. The generator runs when no key comes while the view is in
 * sight, never to draw.
 */
#include "ui/list.h"
#include "ui/marks.h"
#include "ui/screen.h"
#include "reconverge/graph.h"
#include "reconverge/mcode.h"
#include "reconverge/session.h"

#include <stdlib.h>
#include <string.h>

#define ASK_MS	  80	/* without a key before the generator runs */
#define ASK_INSTS 20000 /* of a larger function it runs when asked for */
#define INDENT	  5	/* of an instruction */

/* A line of the list: the heading of a block's code, or an instruction. */
struct row {
	uint32_t block; /* CVG_NONE: the generator added the code */
	uint32_t line;	/* of mcode->lines; CVG_NONE: a heading */
};

struct code {
	struct cvg_list list;
	const struct cvg_fn *fn;       /* asked last; NULL: never asked */
	const struct cvg_mcode *mcode; /* of fn; NULL: see `why` */
	struct cvg_str why;	       /* there is no code */
	cvg_vec(struct row) rows;
};

static void done(void *state)
{
	struct code *v = state;

	cvg_str_done(&v->why);
	free(v->rows.at);
}

static bool is_asked(const struct code *v, const struct cvg_ui *ui)
{
	return ui->fn && v->fn == ui->fn;
}

static bool has_code(const struct code *v, const struct cvg_ui *ui)
{
	return is_asked(v, ui) && v->mcode && v->rows.n;
}

static const struct cvg_mline *line_at(const struct code *v, uint32_t row)
{
	uint32_t line = v->rows.at[row].line;

	return line == CVG_NONE ? NULL : &v->mcode->lines.at[line];
}

/* ---- asking ---------------------------------------------------------- */

static void make_rows(struct code *v)
{
	uint32_t block = CVG_NONE;

	v->rows.n = 0;
	for (uint32_t i = 0; i < v->mcode->lines.n; i++) {
		uint32_t in = v->mcode->lines.at[i].block;
		struct row row = {.block = in, .line = CVG_NONE};

		if (!i || in != block)
			cvg_push(&v->rows, row);
		row.line = i;
		cvg_push(&v->rows, row);
		block = in;
	}
	cvg_list_size(&v->list, (uint32_t)v->rows.n);
}

/* Put the cursor on the first line that was made from the instruction, or on
 * the heading of the block. */
static void follow(struct code *v, const struct cvg_ui *ui)
{
	const struct row *here =
		v->list.at < v->rows.n ? &v->rows.at[v->list.at] : NULL;
	const struct cvg_mline *line = here ? line_at(v, v->list.at) : NULL;

	if (here && here->block == ui->block &&
	    (ui->inst == CVG_NONE || (line && line->inst == ui->inst)))
		return;
	for (uint32_t i = 0; ui->inst != CVG_NONE && i < v->rows.n; i++) {
		line = line_at(v, i);
		if (line && line->inst == ui->inst) {
			cvg_list_go(&v->list, i);
			return;
		}
	}
	for (uint32_t i = 0; i < v->rows.n; i++)
		if (v->rows.at[i].block == ui->block) {
			cvg_list_top(&v->list, i);
			return;
		}
}

static void ask(struct cvg_ui *ui, struct code *v)
{
	struct cvg_str line = {0};
	struct cvg_err err;

	v->fn = ui->fn;
	v->mcode = NULL;
	v->rows.n = 0;
	cvg_str_clear(&v->why);
	cvg_str_addf(&line, "machine P%u", ui->rev);
	if (cvg_ui_ask(ui, line.at, &v->why)) {
		cvg_str_clear(&v->why);
		v->mcode = cvg_session_mcode_named(ui->session, ui->rev, &err);
		if (v->mcode && v->mcode->text.n)
			make_rows(v);
		else if (v->mcode && v->mcode->unnamed)
			cvg_str_addf(&v->why,
				     "The machine code has no text: %s. Its "
				     "counts stand in the view machine.",
				     v->mcode->unnamed);
	}
	follow(v, ui);
	cvg_str_done(&line);
}

static int patience(struct cvg_ui *ui, void *state)
{
	return is_asked(state, ui) || ui->fn->ninsts > ASK_INSTS ? -1 : ASK_MS;
}

static void beat(struct cvg_ui *ui, void *state)
{
	ask(ui, state);
}

static void update(struct cvg_ui *ui, void *state, unsigned changed)
{
	struct code *v = state;

	if (changed & (CVG_NEW_REV | CVG_NEW_BLOCK | CVG_NEW_INST) &&
	    has_code(v, ui))
		follow(v, ui);
}

/* ---- drawing --------------------------------------------------------- */

static void draw_heading(const struct cvg_ui *ui, struct cvg_canvas *into,
			 int32_t y, uint32_t b)
{
	uint32_t x = 1;

	if (b == CVG_NONE) {
		cvg_canvas_text(into, 1, y, into->width,
				"added by the code generator", CVG_ROLE_COMMENT,
				0);
		return;
	}
	x += cvg_canvas_printf(into, (int32_t)x, y, into->width, CVG_ROLE_TITLE,
			       0, "B%u", ui->fn->blocks[b].uid);
	cvg_canvas_printf(into, (int32_t)x, y, into->width, CVG_ROLE_NAME, 0,
			  " %s:", ui->fn->blocks[b].name);
}

static void draw_line(struct cvg_ui *ui, const struct code *v,
		      struct cvg_canvas *into, int32_t y,
		      const struct cvg_mline *line)
{
	const char *text = v->mcode->text.at + line->at;
	uint32_t left = v->list.left, width = into->width - INDENT;
	size_t name = strcspn(text, " ");

	cvg_canvas_text(
		into, INDENT, y, width, cvg_text_cut(text, &left),
		line->inst == CVG_NONE ? CVG_ROLE_COMMENT : CVG_ROLE_TEXT, 0);
	if (name > v->list.left)
		cvg_canvas_tint(into, INDENT, y, (uint32_t)name - v->list.left,
				1, CVG_ROLE_KEYWORD, 0);
	if (line->inst != CVG_NONE && cvg_ui_linked(ui, line->inst))
		cvg_mark_linked(ui, into, 2, y, width);
}

static void draw(struct cvg_ui *ui, void *state, struct cvg_canvas *into,
		 bool focused)
{
	struct code *v = state;
	struct cvg_canvas text;

	if (!is_asked(v, ui)) {
		cvg_ui_line(ui, into, 0, CVG_ROLE_DIM,
			    ui->fn->ninsts > ASK_INSTS
				    ? "Not asked yet: {Enter} generates it."
				    : "The code generator is asked.");
		return;
	}
	if (!has_code(v, ui)) {
		cvg_ui_words(into, 1, 0, (int32_t)into->height,
			     into->width > 3 ? into->width - 2 : 1,
			     cvg_str_of(&v->why), CVG_ROLE_DIM);
		return;
	}
	cvg_list_fit(&v->list, into->height);
	text = cvg_list_text(&v->list, into);
	for (uint32_t k = 0; k < into->height && into->width > INDENT; k++) {
		uint32_t at = v->list.top + k;

		if (at >= v->rows.n)
			break;
		if (v->rows.at[at].line == CVG_NONE)
			draw_heading(ui, &text, (int32_t)k,
				     v->rows.at[at].block);
		else
			draw_line(ui, v, &text, (int32_t)k, line_at(v, at));
		if (at == v->list.at)
			cvg_list_cursor(ui, into, (int32_t)k, focused);
	}
	cvg_list_bar(ui, &v->list, into, 0);
}

/* ---- what can be done ------------------------------------------------ */

/* Select what the line under the cursor was made from. */
static void select_line(struct cvg_ui *ui, struct code *v)
{
	const struct cvg_mline *line = line_at(v, v->list.at);

	if (line && line->inst != CVG_NONE)
		cvg_ui_go_inst(ui, line->inst);
	else if (v->rows.at[v->list.at].block != CVG_NONE)
		cvg_ui_go_block(ui, v->rows.at[v->list.at].block);
}

static bool act(struct cvg_ui *ui, void *state, enum cvg_action action,
		uint32_t count)
{
	struct code *v = state;
	uint32_t was = v->list.at;

	(void)count;
	if (!is_asked(v, ui)) {
		if (action == CVG_DO_PREVIEW && !ui->busy)
			ask(ui, v);
		return action == CVG_DO_PREVIEW;
	}
	if (!has_code(v, ui))
		return false;
	if (action == CVG_DO_LEFT)
		action = CVG_DO_PAN_LEFT;
	else if (action == CVG_DO_RIGHT)
		action = CVG_DO_PAN_RIGHT;
	if (!cvg_list_act(&v->list, action))
		return false;
	if (v->list.at != was)
		select_line(ui, v);
	return true;
}

static bool mouse(struct cvg_ui *ui, void *state, enum cvg_mouse what,
		  int32_t x, int32_t y)
{
	struct code *v = state;
	uint32_t was = v->list.at;

	(void)x;
	if (!has_code(v, ui) || !cvg_list_mouse(&v->list, what, y))
		return false;
	if (v->list.at != was)
		select_line(ui, v);
	return true;
}

static void status(struct cvg_ui *ui, void *state, struct cvg_str *out)
{
	const struct code *v = state;

	if (has_code(v, ui))
		cvg_str_addf(out, "%s P%u, %zu instructions", ui->fn->cpu,
			     ui->rev, (size_t)v->mcode->lines.n);
}

static void hint(struct cvg_ui *ui, void *state, struct cvg_str *out)
{
	const struct code *v = state;

	cvg_str_add(out, has_code(v, ui) ? "h l move sideways  / search  I "
					   "counts"
					 : "Enter generate the machine code");
}

struct search {
	const struct code *view;
	const struct cvg_ui *ui;
};

static bool row_has(void *ctx, uint32_t row)
{
	const struct search *search = ctx;
	const struct code *v = search->view;
	const struct cvg_mline *line = line_at(v, row);
	uint32_t b = v->rows.at[row].block;
	struct cvg_str label = {0};
	bool has;

	if (line)
		return cvg_text_has(v->mcode->text.at + line->at,
				    search->ui->search.at);
	if (b == CVG_NONE)
		return false;
	cvg_str_addf(&label, "B%u %s:", search->ui->fn->blocks[b].uid,
		     search->ui->fn->blocks[b].name);
	has = cvg_text_has(label.at, search->ui->search.at);
	cvg_str_done(&label);
	return has;
}

static bool find(struct cvg_ui *ui, void *state, int by)
{
	struct code *v = state;
	struct search s = {.view = v, .ui = ui};

	if (!ui->search.n || !has_code(v, ui) ||
	    !cvg_list_find(&v->list, by, row_has, &s))
		return false;
	select_line(ui, v);
	return true;
}

static const struct cvg_viewkey keys[] = {
	{CVG_DO_PREVIEW, "generate the machine code of a large function"},
	{CVG_DO_LEFT, "scroll sideways, as H and L do"},
	{0},
};

const struct cvg_view cvg_view_code = {
	.about = "the machine code, with the instruction of the IR that each "
		 "line was made from",
	.keys = keys,
	.size = sizeof(struct code),
	.done = done,
	.update = update,
	.draw = draw,
	.act = act,
	.mouse = mouse,
	.status = status,
	.hint = hint,
	.find = find,
	.patience = patience,
	.beat = beat,
};
