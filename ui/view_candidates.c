/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What could be done, best net profit first, then what is refused and why.
 * Below the list all that is known of the one under the cursor.
 */
#include "ui/keys.h"
#include "ui/list.h"
#include "ui/marks.h"
#include "ui/screen.h"
#include "reconverge/choices.h"
#include "reconverge/graph.h"
#include "reconverge/quantity.h"
#include "reconverge/session.h"
#include "reconverge/settings.h"

#include <stdio.h>
#include <stdlib.h>

#define ACT	   10u /* columns */
#define OBJECT	   6u
#define NAME	   13u /* of an object with its block: "R12 (B34)" */
#define PLACE	   15u
#define NUMBER	   7u
#define BAR	   16 /* at most */
#define DETAIL	   5  /* lines below the list */
#define DETAIL_MIN 12 /* lines of the pane, for that */

struct candidates {
	struct cvg_list list;
	const struct cvg_choices *all; /* borrowed until the next update */
	struct cvg_u32s row; /* which choice stands in each row, as the setting
				`sort` has it; those above the divider first */
	uint32_t ngood;	     /* those that are not refused */
	double most;	     /* the best gain */
};

/* Which columns there is room for. */
struct columns {
	bool place, parts, act;
	bool names;	   /* objects with their first blocks */
	uint32_t object;   /* columns of an object */
	uint32_t net, bar; /* where they begin; bar: CVG_NONE none */
	uint32_t width;
};

/* ---- lines ----------------------------------------------------------- */

/* One line more between what can be done and what is refused. */
static bool has_divider(const struct candidates *v)
{
	return v->ngood < v->all->n;
}

/* The line of a choice. */
static uint32_t line_of(const struct candidates *v, uint32_t choice)
{
	uint32_t row = 0;

	while (v->row.at[row] != choice)
		row++;
	return row + (row >= v->ngood);
}

/* The choice in a line; CVG_NONE: it is the divider. */
static uint32_t choice_in(const struct candidates *v, uint32_t line)
{
	uint32_t row = line - (line > v->ngood);

	return line == v->ngood || row >= v->row.n ? CVG_NONE : v->row.at[row];
}

/* The choice under the cursor, which keys mean; CVG_NONE: there is none. */
static uint32_t here(const struct candidates *v)
{
	return v->all && v->all->n ? choice_in(v, v->list.at) : CVG_NONE;
}

static void count(struct candidates *v)
{
	v->ngood = 0;
	v->most = 1;
	for (uint32_t i = 0; i < v->all->n; i++) {
		v->ngood += cvg_choice_can(&v->all->at[i]);
		if (v->all->at[i].gain > v->most)
			v->most = v->all->at[i].gain;
	}
	cvg_list_size(&v->list, v->all->n + has_divider(v));
}

static enum cvg_sort sort_of(const struct cvg_ui *ui)
{
	return (enum cvg_sort)cvg_set_int(cvg_session_settings(ui->session),
					  CVG_SET_SORT);
}

static void update(struct cvg_ui *ui, void *state, unsigned changed)
{
	struct candidates *v = state;

	(void)changed;
	v->all = cvg_ui_choices(ui);
	cvg_choices_sorted(v->all, sort_of(ui), &v->row);
	count(v);
	if (ui->choice < v->all->n && choice_in(v, v->list.at) != ui->choice)
		cvg_list_go(&v->list, line_of(v, ui->choice));
	else if (choice_in(v, v->list.at) == CVG_NONE && v->list.n > 1)
		cvg_list_go(&v->list, v->list.at + 1);
}

static void done(void *state)
{
	free(((struct candidates *)state)->row.at);
}

/* ---- what was rejected ----------------------------------------------- */

/* Do the keys go to this list, and not to a view that passes one on? */
static bool has_keys(const struct cvg_ui *ui)
{
	return !ui->screen ||
	       ui->screen->front[ui->screen->focus] == CVG_VIEW_candidates;
}

/* Reject that candidate, or take that back, by a command. */
static bool reject(struct candidates *v, struct cvg_ui *ui, uint32_t at)
{
	const struct cvg_choice *choice;
	char line[64];

	if (at >= v->all->n) {
		cvg_ui_nothing_to_do(ui);
		return true;
	}
	choice = &v->all->at[at];
	if (!choice->command && !choice->rejected) {
		cvg_ui_say(ui, CVG_ROLE_TEXT, "%s %s is refused already: %s",
			   choice->act, choice->object, choice->reason);
		return true;
	}
	snprintf(line, sizeof line, "%s %s B%u",
		 choice->rejected ? "unreject" : "reject", choice->act,
		 ui->fn->blocks[choice->block].uid);
	cvg_ui_command(ui, line);
	return true;
}

/* ---- drawing --------------------------------------------------------- */

static struct columns columns_for(uint32_t width)
{
	struct columns columns = {.act = width >= 24,
				  .place = width >= 56,
				  .parts = width >= 72,
				  .names = width >= 36 && width < 56,
				  .width = width,
				  .bar = CVG_NONE};

	columns.object = columns.names ? NAME : OBJECT;
	columns.net = 2 + (columns.act ? ACT : 0) + columns.object +
		      (columns.place ? PLACE : 0) +
		      (columns.parts ? 3 * NUMBER : 0);
	if (width > columns.net + NUMBER + 4)
		columns.bar = columns.net + NUMBER + 1;
	return columns;
}

static void draw_number(struct cvg_canvas *into, uint32_t x, int32_t y,
			enum cvg_role role, double n, bool sign)
{
	struct cvg_str number = {0};

	cvg_str_add(&number, sign && n > 0 ? "+" : "");
	cvg_add_scaled(&number, n, 99999);
	cvg_canvas_printf(into, (int32_t)x, y, NUMBER, role, 0, "%*s",
			  (int)NUMBER, number.at);
	cvg_str_done(&number);
}

/* The letter of the kind of what is listed stands in the head. */
static void draw_head(struct cvg_canvas *into, const struct columns *columns,
		      enum cvg_countkind kind)
{
	uint32_t x = 2 + (columns->act ? ACT : 0) + columns->object +
		     (columns->place ? PLACE : 0);
	static const char *const parts[] = {"  saved", " select", " branch"};

	cvg_canvas_text(into, 2, 0, columns->width, columns->act ? "what" : "",
			CVG_ROLE_DIM, 0);
	if (columns->place)
		cvg_canvas_text(into, 2 + ACT + OBJECT, 0, PLACE, "at",
				CVG_ROLE_DIM, 0);
	for (uint32_t k = 0; columns->parts && k < 3; k++, x += NUMBER)
		cvg_canvas_text(into, (int32_t)x, 0, NUMBER, parts[k],
				CVG_ROLE_DIM, 0);
	cvg_canvas_printf(into, (int32_t)columns->net, 0, NUMBER, CVG_ROLE_DIM,
			  0, "  net %c", cvg_countkind_letter(kind));
}

/* Act, object, place: what every line begins with. Returns where it ends. */
static uint32_t draw_what(const struct cvg_ui *ui, struct cvg_canvas *into,
			  int32_t y, const struct columns *columns,
			  const struct cvg_choice *choice, enum cvg_role role)
{
	const struct cvg_block *block = &ui->fn->blocks[choice->block];
	struct cvg_str place = {0};
	uint32_t at = 2;

	if (columns->act) {
		cvg_canvas_text(into, (int32_t)at, y, ACT - 1, choice->act,
				role, 0);
		at += ACT;
	}
	cvg_canvas_text(into, (int32_t)at, y, columns->object - 1,
			columns->names ? choice->name : choice->object,
			role == CVG_ROLE_TEXT ? CVG_ROLE_NAME : role, 0);
	at += columns->object;
	if (columns->place) {
		cvg_str_addf(&place, "B%u %s", block->uid, block->name);
		cvg_ui_text(ui, into, (int32_t)at, y, PLACE - 1, place.at, role,
			    0);
		cvg_str_done(&place);
		at += PLACE;
	}
	return at;
}

static void draw_choice(struct cvg_ui *ui, const struct candidates *v,
			struct cvg_canvas *into, int32_t y,
			const struct columns *columns,
			const struct cvg_choice *choice)
{
	bool rejected = choice->rejected;
	enum cvg_role role = rejected	       ? CVG_ROLE_REMOVED
			     : choice->command ? CVG_ROLE_TEXT
					       : CVG_ROLE_DIM;
	uint32_t at = draw_what(ui, into, y, columns, choice, role);
	uint32_t bar;

	if (rejected)
		cvg_canvas_text(into, 1, y, 1, "-", role, 0);
	if (!choice->command && !rejected) {
		cvg_ui_text(ui, into, (int32_t)at, y, columns->width - 1,
			    choice->reason, role, 0);
		return;
	}
	if (columns->parts) {
		draw_number(into, at, y, role, (double)choice->saved, false);
		draw_number(into, at + NUMBER, y, role, (double)choice->selects,
			    false);
		draw_number(into, at + 2 * NUMBER, y, role,
			    (double)choice->branches, true);
	}
	draw_number(into, columns->net, y,
		    rejected || choice->gain <= 0 ? role : CVG_ROLE_GOOD,
		    choice->gain, true);
	if (columns->bar == CVG_NONE || choice->gain <= 0)
		return;
	bar = columns->width - columns->bar - 1;
	cvg_ui_bar(ui, into, (int32_t)columns->bar, y, bar > BAR ? BAR : bar,
		   choice->gain / v->most, rejected ? role : CVG_ROLE_GOOD);
}

/* Draw the line between what can be done and what is refused, with the settings
 * that decide it. */
static void draw_divider(struct cvg_ui *ui, struct cvg_canvas *into, int32_t y)
{
	const struct cvg_settings *s = cvg_session_settings(ui->session);
	char threshold[32], mode[32];

	cvg_settings_text(s, CVG_SET_THRESHOLD, threshold, sizeof threshold);
	cvg_settings_text(s, CVG_SET_MODE, mode, sizeof mode);
	cvg_canvas_line(into, 2, y, (int32_t)into->width - 2, y,
			CVG_LINE_SINGLE, CVG_ROLE_DIM);
	cvg_canvas_printf(into, 4, y, into->width > 6 ? into->width - 6 : 0,
			  CVG_ROLE_DIM, 0, " refused (threshold %s, mode %s) ",
			  threshold, mode);
}

static void draw_detail(struct cvg_ui *ui, const struct candidates *v,
			struct cvg_canvas *into)
{
	uint32_t at = choice_in(v, v->list.at);
	int32_t end = (int32_t)into->height, y = end - DETAIL;
	uint32_t width = into->width > 4 ? into->width - 4 : 1;
	const struct cvg_choice *choice;
	const struct cvg_block *block;

	cvg_canvas_line(into, -1, y, (int32_t)into->width, y, CVG_LINE_SINGLE,
			CVG_ROLE_DIM);
	if (at >= v->all->n)
		return;
	choice = &v->all->at[at];
	block = &ui->fn->blocks[choice->block];
	cvg_canvas_printf(into, 2, y + 1, width, CVG_ROLE_TITLE, 0,
			  "%s %s: B%u %s, %u blocks", choice->act,
			  choice->object, block->uid, block->name,
			  choice->nblocks);
	y += 2;
	if (choice->reason)
		y = cvg_ui_words(into, 2, y, end, width, choice->reason,
				 CVG_ROLE_ALERT);
	if (choice->detail)
		cvg_ui_words(into, 2, y, end, width, choice->detail,
			     CVG_ROLE_TEXT);
}

static void draw(struct cvg_ui *ui, void *state, struct cvg_canvas *into,
		 bool focused)
{
	struct candidates *v = state;
	struct columns columns = columns_for(into->width);
	uint32_t head = into->height > 2;
	uint32_t below = into->height >= DETAIL_MIN ? DETAIL : 0;

	if (!v->all || !v->all->n) {
		cvg_ui_draw_no_choices(ui, into);
		return;
	}
	if (head)
		draw_head(into, &columns, cvg_ui_gain_kind(ui));
	cvg_list_fit(&v->list, into->height - head - below);
	for (uint32_t k = 0; k < v->list.height; k++) {
		uint32_t line = v->list.top + k;
		int32_t y = (int32_t)(head + k);

		if (line >= v->list.n)
			break;
		if (choice_in(v, line) == CVG_NONE)
			draw_divider(ui, into, y);
		else
			draw_choice(ui, v, into, y, &columns,
				    &v->all->at[choice_in(v, line)]);
		if (line == v->list.at)
			cvg_list_cursor(ui, into, y, focused);
	}
	cvg_list_bar(ui, &v->list, into, (int32_t)head);
	if (below)
		draw_detail(ui, v, into);
}

/* ---- what can be done ------------------------------------------------ */

static void select_line(struct candidates *v, struct cvg_ui *ui, bool up)
{
	if (choice_in(v, v->list.at) == CVG_NONE)
		cvg_list_go(&v->list,
			    up && v->list.at ? v->list.at - 1 : v->list.at + 1);
	cvg_ui_go_choice(ui, choice_in(v, v->list.at));
}

/* Sort by the next of the values of the setting. */
static void sort_next(struct cvg_ui *ui)
{
	struct cvg_settings next = *cvg_session_settings(ui->session);
	char word[16], line[32];

	next.value[CVG_SET_SORT] = (sort_of(ui) + 1) % CVG_NSORTS;
	cvg_settings_text(&next, CVG_SET_SORT, word, sizeof word);
	snprintf(line, sizeof line, "set sort=%s", word);
	cvg_ui_command(ui, line);
}

static bool act(struct cvg_ui *ui, void *state, enum cvg_action action,
		uint32_t n)
{
	struct candidates *v = state;
	uint32_t was = v->list.at;

	(void)n;
	if (!v->all || !v->all->n)
		return false;
	if (action == CVG_DO_REJECT)
		return reject(v, ui, has_keys(ui) ? here(v) : ui->choice);
	if (action == CVG_DO_SORT) {
		sort_next(ui);
		return true;
	}
	if (cvg_acts_on_row(action)) {
		cvg_ui_go_choice(ui, here(v));
		return false;
	}
	if (!cvg_list_act(&v->list, action))
		return false;
	if (v->list.at != was)
		select_line(v, ui, v->list.at < was);
	return true;
}

static bool mouse(struct cvg_ui *ui, void *state, enum cvg_mouse what,
		  int32_t x, int32_t y)
{
	struct candidates *v = state;

	(void)x;
	if (!v->all || !v->all->n || !cvg_list_mouse(&v->list, what, y - 1))
		return false;
	if (what == CVG_MOUSE_CLICK || what == CVG_MOUSE_DOUBLE)
		select_line(v, ui, false);
	if (what == CVG_MOUSE_DOUBLE)
		cvg_ui_show(ui, CVG_VIEW_matrix);
	return true;
}

struct search {
	const struct candidates *view;
	const struct cvg_ui *ui;
};

static bool line_has(void *ctx, uint32_t line)
{
	const struct search *search = ctx;
	uint32_t at = choice_in(search->view, line);
	const struct cvg_choice *choice;
	struct cvg_str text = {0};
	bool has;

	if (at == CVG_NONE)
		return false;
	choice = &search->view->all->at[at];
	cvg_str_addf(&text, "%s %s B%u %s %s", choice->act, choice->object,
		     search->ui->fn->blocks[choice->block].uid,
		     search->ui->fn->blocks[choice->block].name,
		     choice->reason ? choice->reason : choice->detail);
	has = cvg_text_has(text.at, search->ui->search.at);
	cvg_str_done(&text);
	return has;
}

static bool find(struct cvg_ui *ui, void *state, int by)
{
	struct candidates *v = state;
	struct search s = {.view = v, .ui = ui};

	if (!ui->search.n || !v->all ||
	    !cvg_list_find(&v->list, by, line_has, &s))
		return false;
	select_line(v, ui, false);
	return true;
}

static void status(struct cvg_ui *ui, void *state, struct cvg_str *out)
{
	const struct candidates *v = state;
	uint32_t pay = 0, rejected = 0;

	if (!v->all)
		return;
	for (uint32_t i = 0; i < v->ngood; i++) {
		pay += v->all->at[i].command && v->all->at[i].net > 0;
		rejected += v->all->at[i].rejected;
	}
	cvg_str_addf(out, "%u of %u pay", pay, v->all->n);
	if (rejected)
		cvg_str_addf(out, ", %u rejected", rejected);
	if (v->ngood)
		cvg_str_addf(out, " (%s)",
			     cvg_countkind_name(cvg_ui_gain_kind(ui)));
}

static void hint(struct cvg_ui *ui, void *state, struct cvg_str *out)
{
	const struct candidates *v = state;
	const struct cvg_choice *choice;

	(void)ui;
	if (here(v) == CVG_NONE)
		return;
	choice = &v->all->at[here(v)];
	if (choice->command)
		cvg_str_addf(out, "Enter preview %s  a %s  r reject  ",
			     choice->command,
			     choice->net < 0 ? "do it, although it costs"
					     : "do it");
	else if (choice->rejected)
		cvg_str_add(out, "r unreject  ");
	cvg_str_add(out, strcmp(choice->act, "meld") ? "S sort"
						     : "S sort  x matrix");
}

static const struct cvg_viewkey keys[] = {
	{CVG_DO_SORT,
	 "sort by gain, by place in the program, or by kind of step"},
	{CVG_DO_REJECT, "reject the candidate, or take the rejection back"},
	{0},
};

const struct cvg_view cvg_view_candidates = {
	.about = "the steps that could be done, the best first, and those that "
		 "are refused, with the reason",
	.keys = keys,
	.size = sizeof(struct candidates),
	.done = done,
	.update = update,
	.draw = draw,
	.act = act,
	.mouse = mouse,
	.status = status,
	.hint = hint,
	.find = find,
};
