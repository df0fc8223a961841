/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Why something diverges, as a walk: the chain of causes of a value or a branch,
 * the branches that decide whether its block runs, and its uses. Each line leads
 * on to what it names, and back.
 */
#include "ui/screen.h"
#include "ui/sheet.h"
#include "reconverge/analysis.h"
#include "reconverge/graph.h"
#include "reconverge/session.h"

#include <stdlib.h>

#define MAX_USES 40 /* shown */

/* What is explained: a value, or if that is CVG_NONE a block. */
struct subject {
	uint32_t value, block;
};

struct causes {
	struct cvg_sheet sheet;
	const struct cvg_fn *fn; /* of the subject; NULL: there is none */
	struct subject now;
	cvg_vec(struct subject) past; /* that the walk came from */
	enum cvg_viewid before;	      /* shown in this pane before */
	enum cvg_slot focus;	      /* that had the keys before */
	bool open;		      /* the pane was open before */
};
CVG_SHEET_IS_FIRST(struct causes);

static void done(void *state)
{
	struct causes *v = state;

	cvg_sheet_done(&v->sheet);
	free(v->past.at);
}

/* ---- the text -------------------------------------------------------- */

static const char *label_of(const struct cvg_fn *fn, uint32_t value)
{
	uint32_t i = cvg_value_inst(fn, value);
	const char *text = fn->values[value].text;

	return text && *text   ? text
	       : i == CVG_NONE ? "?"
			       : cvg_inst_text(&fn->insts[i]);
}

/* A heading, which stands for nothing. */
static void put_heading(struct cvg_sheet *sheet, const char *text)
{
	cvg_sheet_end(sheet, CVG_NONE);
	cvg_sheet_pad(sheet, 1);
	cvg_sheet_put(sheet, CVG_ROLE_TITLE, 0, "%s", text);
	cvg_sheet_end(sheet, CVG_NONE);
}

/* Two lines that stand for a value: its instruction, and what is said of it. */
static void put_value(struct cvg_sheet *sheet, const struct cvg_fn *fn,
		      uint32_t value, enum cvg_role role, const char *what)
{
	uint32_t i = cvg_value_inst(fn, value);

	cvg_sheet_pad(sheet, 2);
	cvg_sheet_put(sheet, CVG_ROLE_TEXT, 0, "%s",
		      i == CVG_NONE ? label_of(fn, value)
				    : cvg_inst_text(&fn->insts[i]));
	cvg_sheet_end(sheet, value);
	cvg_sheet_pad(sheet, 4);
	if (i != CVG_NONE)
		cvg_sheet_put(sheet, CVG_ROLE_NAME, 0, "B%u",
			      fn->blocks[fn->insts[i].block].uid);
	cvg_sheet_put(sheet, role, 0, "%s%s", i == CVG_NONE ? "" : "  ", what);
	cvg_sheet_end(sheet, value);
}

/* The calls that pass a uniform value for an argument. */
static void put_calls(struct cvg_ui *ui, struct cvg_sheet *sheet)
{
	struct cvg_callsites calls = {0};

	cvg_session_calls(ui->session, &calls);
	for (size_t i = 0; i < calls.n; i++) {
		cvg_sheet_pad(sheet, 2);
		cvg_sheet_put(sheet, CVG_ROLE_DIM, 0, "called by @%s in B%u",
			      calls.at[i].function, calls.at[i].block);
		cvg_sheet_end(sheet, CVG_NONE);
	}
	free(calls.at);
}

static void put_chain(struct cvg_ui *ui, struct cvg_sheet *sheet,
		      uint32_t value)
{
	const struct cvg_uniform *uniform = cvg_ana_uniform(ui->ana);
	struct cvg_why *steps;
	uint32_t n;

	cvg_uniform_why(ui->ana, value, &steps, &n);
	put_heading(sheet, n ? "It diverges, by" : "It is uniform");
	if (uniform->cause[value] == CVG_CAUSE_PASSED) {
		put_value(sheet, ui->fn, value, CVG_ROLE_DIM,
			  cvg_cause_text(CVG_CAUSE_PASSED));
		put_calls(ui, sheet);
	} else if (!n) {
		put_value(sheet, ui->fn, value, CVG_ROLE_DIM,
			  "the same in all threads of a warp");
	}
	for (uint32_t i = 0; i < n; i++) {
		uint32_t v = steps[i].value;
		const char *what = cvg_cause_text(steps[i].cause);

		if (v == CVG_NONE) {
			v = cvg_inst_value(
				ui->fn, cvg_block_last(ui->fn, steps[i].block));
			what = "splits the warp";
		}
		put_value(sheet, ui->fn, v, CVG_ROLE_DIVERGENT, what);
	}
	free(steps);
}

/* The branches that decide whether a block runs. */
static void put_controls(struct cvg_ui *ui, struct cvg_sheet *sheet, uint32_t b)
{
	const struct cvg_uniform *uniform = cvg_ana_uniform(ui->ana);
	struct cvg_u32s by = {0};
	struct cvg_str title = {0};

	cvg_controls(ui->ana, b, &by);
	cvg_str_addf(&title, "B%u runs %s", ui->fn->blocks[b].uid,
		     by.n ? "if these branches lead to it"
			  : "whenever the function does");
	put_heading(sheet, title.at);
	for (size_t i = 0; i < by.n; i++) {
		bool splits = cvg_bits_has(&uniform->divergent_term, by.at[i]);

		put_value(sheet, ui->fn,
			  cvg_inst_value(ui->fn,
					 cvg_block_last(ui->fn, by.at[i])),
			  splits ? CVG_ROLE_DIVERGENT : CVG_ROLE_DIM,
			  splits ? "splits the warp"
				 : "uniform: the warp goes one way");
	}
	cvg_str_done(&title);
	free(by.at);
}

static void put_uses(struct cvg_ui *ui, struct cvg_sheet *sheet, uint32_t value)
{
	const struct cvg_fn *fn = ui->fn;
	uint32_t at = fn->value_users_at[value];
	uint32_t end = fn->value_users_at[value + 1];
	struct cvg_str title = {0};

	if (at == end)
		return;
	cvg_str_addf(&title, "It has %u use%s", end - at,
		     end - at == 1 ? "" : "s");
	put_heading(sheet, title.at);
	for (uint32_t i = at; i < end && i < at + MAX_USES; i++) {
		uint32_t user = fn->users[i];

		cvg_sheet_pad(sheet, 2);
		cvg_sheet_put(sheet, CVG_ROLE_NAME, 0, "B%-3u ",
			      fn->blocks[fn->insts[user].block].uid);
		cvg_sheet_put(sheet, CVG_ROLE_TEXT, 0, "%s",
			      cvg_inst_text(&fn->insts[user]));
		cvg_sheet_end(sheet, cvg_inst_value(fn, user));
	}
	cvg_str_done(&title);
}

/* The value that a block's branch goes by, or CVG_NONE. */
static uint32_t condition_of(const struct cvg_fn *fn, uint32_t b)
{
	const struct cvg_inst *last = cvg_block_terminator(fn, b);

	return fn->blocks[b].nsuccs > 1 && last->nops ? fn->ops[last->ops_at]
						      : CVG_NONE;
}

static void write_block(struct cvg_ui *ui, struct causes *v)
{
	uint32_t b = v->now.block, value = condition_of(ui->fn, b);

	cvg_sheet_pad(&v->sheet, 1);
	cvg_sheet_put(&v->sheet, CVG_ROLE_TITLE, 0, "B%u %s",
		      ui->fn->blocks[b].uid, ui->fn->blocks[b].name);
	cvg_sheet_put(&v->sheet, CVG_ROLE_TEXT, 0, "%s%s",
		      value == CVG_NONE ? " has no branch" : " branches on ",
		      value == CVG_NONE ? "" : label_of(ui->fn, value));
	cvg_sheet_end(&v->sheet, CVG_NONE);
	if (value != CVG_NONE && value < ui->fn->nargs + ui->fn->ninsts)
		put_chain(ui, &v->sheet, value);
	put_controls(ui, &v->sheet, b);
}

static void write_value(struct cvg_ui *ui, struct causes *v)
{
	uint32_t inst = cvg_value_inst(ui->fn, v->now.value);

	cvg_sheet_pad(&v->sheet, 1);
	cvg_sheet_put(&v->sheet, CVG_ROLE_TITLE, 0, "%s",
		      label_of(ui->fn, v->now.value));
	cvg_sheet_end(&v->sheet, CVG_NONE);
	put_chain(ui, &v->sheet, v->now.value);
	put_uses(ui, &v->sheet, v->now.value);
	if (inst != CVG_NONE)
		put_controls(ui, &v->sheet, ui->fn->insts[inst].block);
}

/* Put the cursor on the first line that leads on to something else. */
static void go_first(struct causes *v)
{
	for (uint32_t i = 0; i < v->sheet.lines.n; i++) {
		uint32_t key = v->sheet.lines.at[i].key;

		if (key == CVG_NONE || key == v->now.value)
			continue;
		cvg_list_go(&v->sheet.list, i);
		return;
	}
}

static void write(struct cvg_ui *ui, struct causes *v)
{
	v->fn = ui->fn;
	cvg_sheet_begin(&v->sheet);
	v->sheet.pick = true;
	if (v->now.value == CVG_NONE)
		write_block(ui, v);
	else
		write_value(ui, v);
	cvg_list_size(&v->sheet.list, (uint32_t)v->sheet.lines.n);
	cvg_list_top(&v->sheet.list, 0);
	go_first(v);
}

/* ---- the walk -------------------------------------------------------- */

/* A terminator stands for its block. */
static struct subject subject_of(const struct cvg_fn *fn, uint32_t value)
{
	uint32_t inst = cvg_value_inst(fn, value);
	uint32_t b = inst == CVG_NONE ? CVG_NONE : fn->insts[inst].block;

	return b != CVG_NONE && inst == cvg_block_last(fn, b)
		       ? (struct subject){CVG_NONE, b}
		       : (struct subject){value, b};
}

/* Bring the graph's cursor to the subject. */
static void select_it(struct cvg_ui *ui, struct subject s)
{
	uint32_t inst = s.value == CVG_NONE ? CVG_NONE
					    : cvg_value_inst(ui->fn, s.value);

	if (inst != CVG_NONE)
		cvg_ui_go_inst(ui, inst);
	else if (s.block != CVG_NONE)
		cvg_ui_go_block(ui, s.block);
}

static void go_on(struct cvg_ui *ui, struct causes *v)
{
	uint32_t value = cvg_sheet_key(&v->sheet);

	if (value == CVG_NONE || value == v->now.value)
		return;
	cvg_push(&v->past, v->now);
	v->now = subject_of(ui->fn, value);
	select_it(ui, v->now);
	write(ui, v);
}

static void go_back(struct cvg_ui *ui, struct causes *v)
{
	if (!v->past.n) {
		cvg_ui_say(ui, CVG_ROLE_TEXT, "the walk began here");
		return;
	}
	v->now = v->past.at[--v->past.n];
	select_it(ui, v->now);
	write(ui, v);
}

void cvg_ui_why(struct cvg_ui *ui, uint32_t value)
{
	struct causes *v = cvg_view_state(ui, CVG_VIEW_causes);
	struct cvg_screen *scr = ui->screen;

	if (!v)
		return;
	if (scr->front[CVG_SLOT_SIDE] != CVG_VIEW_causes) {
		v->before = scr->front[CVG_SLOT_SIDE];
		v->focus = scr->focus;
		v->open = scr->open;
	}
	v->past.n = 0;
	v->now = value == CVG_NONE ? (struct subject){CVG_NONE, ui->block}
				   : subject_of(ui->fn, value);
	write(ui, v);
	cvg_ui_show(ui, CVG_VIEW_causes);
}

/* Show what the pane showed before. */
static bool close(struct cvg_ui *ui, const struct causes *v)
{
	struct cvg_screen *scr = ui->screen;

	if (scr->front[CVG_SLOT_SIDE] != CVG_VIEW_causes || scr->full)
		return false;
	scr->front[CVG_SLOT_SIDE] = v->before;
	scr->focus = v->focus;
	scr->open = v->open;
	cvg_panes_place(scr);
	return true;
}

/* ---- as a view ------------------------------------------------------- */

static void update(struct cvg_ui *ui, void *state, unsigned changed)
{
	struct causes *v = state;

	if (v->fn == ui->fn && !(changed & CVG_NEW_SETTINGS))
		return;
	v->past.n = 0;
	v->now = (struct subject){CVG_NONE, ui->block};
	write(ui, v);
}

static void draw(struct cvg_ui *ui, void *state, struct cvg_canvas *into,
		 bool focused)
{
	struct causes *v = state;

	cvg_sheet_draw(ui, &v->sheet, into, focused);
}

static bool act(struct cvg_ui *ui, void *state, enum cvg_action action,
		uint32_t count)
{
	struct causes *v = state;

	(void)count;
	switch (cvg_action_number(action)) {
	case CVG_DO_PREVIEW:
	case CVG_DO_RIGHT:
	case CVG_DO_WHY:
		go_on(ui, v);
		return true;
	case CVG_DO_LEFT:
	case CVG_DO_BACK:
		go_back(ui, v);
		return true;
	case CVG_DO_CANCEL:
	case CVG_DO_CLOSE:
		return close(ui, v);
	default:
		return cvg_sheet_act(&v->sheet, action);
	}
}

static bool mouse(struct cvg_ui *ui, void *state, enum cvg_mouse what,
		  int32_t x, int32_t y)
{
	struct causes *v = state;

	(void)x;
	if (!cvg_sheet_mouse(&v->sheet, what, y))
		return false;
	if (what == CVG_MOUSE_DOUBLE)
		go_on(ui, v);
	return true;
}

static void status(struct cvg_ui *ui, void *state, struct cvg_str *out)
{
	const struct causes *v = state;

	if (v->fn != ui->fn)
		return;
	if (v->now.value == CVG_NONE)
		cvg_str_addf(out, "B%u", ui->fn->blocks[v->now.block].uid);
	else
		cvg_str_addf(out, "%.20s", label_of(ui->fn, v->now.value));
	if (v->past.n)
		cvg_str_addf(out, ", %zu from the start", (size_t)v->past.n);
}

static void hint(struct cvg_ui *ui, void *state, struct cvg_str *out)
{
	const struct causes *v = state;

	(void)ui;
	cvg_str_addf(out, "Enter follow  %sEsc close",
		     v->past.n ? "( back  " : "");
}

static const struct cvg_viewkey keys[] = {
	{CVG_DO_PREVIEW, "go to the definition of what the line names, and "
			 "explain that"},
	{CVG_DO_BACK, "return to what was explained before"},
	{CVG_DO_LEFT, "the same"},
	{0},
};

const struct cvg_view cvg_view_causes = {
	.about = "why a value, a branch or a block diverges: the chain of "
		 "causes, the branches that decide whether a block runs, and "
		 "the uses of a value",
	.keys = keys,
	.size = sizeof(struct causes),
	.done = done,
	.update = update,
	.draw = draw,
	.act = act,
	.mouse = mouse,
	.status = status,
	.hint = hint,
	.find = cvg_sheet_view_find,
};
