/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What could be done, best net profit first, then what is refused and why, and in
 * the last line the branches that never have anything to meld. Below the list all
 * that is known of the one under the cursor.
 */
#include "ui/candidates.h"

#include "ui/keys.h"
#include "ui/screen.h"
#include "reconverge/graph.h"
#include "reconverge/session.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- lines ----------------------------------------------------------- */

/* The line of a choice; that of the folded ones, which comes last, if it is one of
 * them. */
static uint32_t line_of(const struct candidates *v, uint32_t choice)
{
	uint32_t row = 0;

	while (row < v->row.n && v->row.at[row] != choice)
		row++;
	return row + (row >= v->ngood);
}

/* The choice under the cursor, which keys mean; CVG_NONE: there is none. */
static uint32_t here(const struct candidates *v)
{
	return v->all && v->all->n ? cvg_candidates_in(v, v->list.at)
				   : CVG_NONE;
}

static void count(struct candidates *v)
{
	v->ngood = 0;
	v->most = 1;
	for (uint32_t i = 0; i < v->all->n; i++) {
		double gain = cvg_choice_brings(&v->all->at[i], NULL);

		v->ngood += cvg_choice_can(&v->all->at[i]);
		if (cvg_choice_can(&v->all->at[i]) && gain > v->most)
			v->most = gain;
	}
	/* One line more between what can be done and what is refused. */
	cvg_list_size(&v->list, (uint32_t)v->row.n + (v->ngood < v->all->n) +
					(v->folded.n != 0));
}

static bool folds(const struct cvg_ui *ui)
{
	return cvg_set_int(cvg_session_settings(ui->session), CVG_SET_FOLD) ==
	       CVG_FOLD_YES;
}

/* Take the rows of those bare branches out of the list, and tell them in words. */
static void fold(struct candidates *v, const struct cvg_ui *ui,
		 enum cvg_bare bare)
{
	struct cvg_u32s blocks = {0};
	size_t n = 0;

	for (size_t i = 0; i < v->row.n; i++) {
		const struct cvg_choice *choice = &v->all->at[v->row.at[i]];

		if (choice->bare == bare)
			cvg_push(&blocks, choice->block);
		else
			v->row.at[n++] = v->row.at[i];
	}
	v->row.n = n;
	cvg_add_bare(&v->folded, ui->fn, bare, &blocks);
	free(blocks.at);
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
	cvg_str_clear(&v->folded);
	if (folds(ui)) {
		fold(v, ui, CVG_BARE_GUARD);
		fold(v, ui, CVG_BARE_EXIT);
	}
	count(v);
	if (ui->choice < v->all->n &&
	    cvg_candidates_in(v, v->list.at) != ui->choice)
		cvg_list_go(&v->list, line_of(v, ui->choice));
	else if (v->list.at == v->ngood && v->list.n > 1)
		cvg_list_go(&v->list, v->list.at + 1);
}

static void done(void *state)
{
	struct candidates *v = state;

	free(v->row.at);
	cvg_str_done(&v->folded);
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

/* ---- what can be done ------------------------------------------------ */

static void select_line(struct candidates *v, struct cvg_ui *ui, bool up)
{
	if (v->list.at == v->ngood)
		cvg_list_go(&v->list,
			    up && v->list.at ? v->list.at - 1 : v->list.at + 1);
	cvg_ui_go_choice(ui, cvg_candidates_in(v, v->list.at));
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

/* List the branches that never have anything to meld, or fold them into a line. */
static void fold_or_not(struct cvg_ui *ui)
{
	cvg_ui_command(ui, folds(ui) ? "set fold=no" : "set fold=yes");
}

static bool act(struct cvg_ui *ui, void *state, enum cvg_action action,
		uint32_t n)
{
	struct candidates *v = state;
	uint32_t was = v->list.at;

	(void)n;
	if (!v->all || !v->all->n)
		return false;
	if (action == CVG_DO_REJECT) {
		if (has_keys(ui))
			cvg_ui_go_choice(ui, here(v));
		return reject(v, ui, ui->choice);
	}
	if (action == CVG_DO_SORT) {
		sort_next(ui);
		return true;
	}
	if (action == CVG_DO_FOLD || (action == CVG_DO_PREVIEW &&
				      cvg_candidates_folded(v, v->list.at))) {
		fold_or_not(ui);
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
	uint32_t at = cvg_candidates_in(search->view, line);
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
	uint32_t pay = 0, tried = 0, rejected = 0;

	if (!v->all)
		return;
	for (uint32_t i = 0; i < v->ngood; i++) {
		pay += cvg_choice_pays(&v->all->at[i]);
		tried += v->all->at[i].tried != NULL;
		rejected += v->all->at[i].rejected;
	}
	cvg_str_addf(out, "%u of %u pay", pay, v->all->n);
	if (rejected)
		cvg_str_addf(out, ", %u rejected", rejected);
	if (v->ngood)
		cvg_str_addf(out, ", %u tried%s", tried,
			     cvg_ui_can_try(ui) ? "..." : "");
}

static void hint(struct cvg_ui *ui, void *state, struct cvg_str *out)
{
	const struct candidates *v = state;
	const struct cvg_choice *choice;

	(void)ui;
	if (v->all && cvg_candidates_folded(v, v->list.at))
		cvg_str_add(out, "Enter list them  ");
	if (here(v) == CVG_NONE)
		return;
	choice = &v->all->at[here(v)];
	if (choice->command)
		cvg_str_addf(out, "Enter preview %s  a %s  r reject  ",
			     choice->command,
			     cvg_choice_brings(choice, NULL) < 0
				     ? "do it, although it costs"
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
	{CVG_DO_FOLD, "list the branches that never have anything to meld, or "
		      "fold them into a line"},
	{0},
};

const struct cvg_view cvg_view_candidates = {
	.about = "the steps that could be done, the best first, and those that "
		 "are refused, with the reason",
	.keys = keys,
	.size = sizeof(struct candidates),
	.done = done,
	.update = update,
	.draw = cvg_candidates_draw,
	.act = act,
	.mouse = mouse,
	.status = status,
	.hint = hint,
	.find = find,
};
