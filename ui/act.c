/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What actions do that no view took for itself: the same in every pane. An
 * action that changes the session does so by a command line alone.
 */
#include "ui/hints.h"
#include "ui/pace.h"
#include "ui/overlay.h"
#include "ui/screen.h"
#include "ui/steps.h"
#include "reconverge/analysis.h"
#include "reconverge/choices.h"
#include "reconverge/graph.h"
#include "reconverge/notes.h"
#include "reconverge/session.h"

#include <stdio.h>
#include <string.h>

/* ---- along the graph ------------------------------------------------- */

static void go(struct cvg_ui *ui, uint32_t block, const char *none)
{
	if (block == CVG_NONE)
		cvg_ui_say(ui, CVG_ROLE_TEXT, "%s", none);
	else
		cvg_ui_go_block(ui, block);
}

/* Go along the nth edge of the block, counted from 1. */
static void follow_edge(struct cvg_ui *ui, uint32_t nth)
{
	const struct cvg_block *block = &ui->fn->blocks[ui->block];

	go(ui,
	   nth >= 1 && nth <= block->nsuccs
		   ? ui->fn->succs[block->succs_at + nth - 1]
		   : CVG_NONE,
	   "this block has no such edge");
}

static void go_pred(struct cvg_ui *ui)
{
	const struct cvg_block *block = &ui->fn->blocks[ui->block];

	go(ui, block->npreds ? ui->fn->preds[block->preds_at] : CVG_NONE,
	   "no block leads to this one");
}

/* Go to the next block after this one that has no successor. */
static void go_exit(struct cvg_ui *ui)
{
	uint32_t n = ui->fn->nblocks;

	for (uint32_t i = 1; i <= n; i++) {
		uint32_t b = (ui->block + i) % n;

		if (!ui->fn->blocks[b].nsuccs) {
			go(ui, b, "");
			return;
		}
	}
	go(ui, CVG_NONE, "this function has no exit");
}

static bool act_graph(struct cvg_ui *ui, enum cvg_action a, uint32_t count)
{
	uint32_t b = ui->block;

	switch (cvg_action_number(a)) {
	case CVG_DO_TRUE:
		follow_edge(ui, 1);
		return true;
	case CVG_DO_FALSE:
		follow_edge(ui, 2);
		return true;
	case CVG_DO_NTH:
		follow_edge(ui, count);
		return true;
	case CVG_DO_PRED:
		go_pred(ui);
		return true;
	case CVG_DO_IDOM:
		go(ui, cvg_ana_dom(ui->ana)->idom[b],
		   "no other block dominates this one");
		return true;
	case CVG_DO_IPDOM:
		go(ui, cvg_ana_postdom(ui->ana)->idom[b],
		   "the paths from here meet only at the end of the function");
		return true;
	case CVG_DO_ENTRY:
		go(ui, 0, "");
		return true;
	case CVG_DO_EXIT:
		go_exit(ui);
		return true;
	case CVG_DO_BACK:
	case CVG_DO_FORWARD:
		if (!cvg_ui_go_back(ui, a == CVG_DO_BACK ? -1 : 1))
			go(ui, CVG_NONE, "there is no such place");
		return true;
	default:
		return false;
	}
}

/* ---- panes ----------------------------------------------------------- */

static bool view_acts(struct cvg_ui *ui, enum cvg_viewid id, enum cvg_action a,
		      uint32_t count)
{
	const struct cvg_view *view = cvg_view_of(id);
	void *state = view->act ? cvg_view_state(ui, id) : NULL;

	return state && ui->fn && view->act(ui, state, a, count);
}

/* The key that opened a view closes it too, where closing is possible. False:
 * the view was closed. */
static bool show_or_hide(struct cvg_ui *ui, enum cvg_viewid id)
{
	struct cvg_screen *scr = ui->screen;
	struct cvg_pane *pane = cvg_pane_focused(scr);
	enum cvg_viewid from = pane ? pane->view : CVG_NVIEWS;
	bool alone = cvg_view_info(id)->traits & CVG_ALONE;

	if (from == id && cvg_pane_close(scr))
		return false;
	if (cvg_view_of(id)->opening)
		cvg_view_of(id)->opening(ui, from);
	if (pane && (alone || cvg_view_info(from)->traits & CVG_ALONE))
		scr->full = alone && scr->form != CVG_FORM_NARROW;
	cvg_ui_show(ui, id);
	return true;
}

static void play(struct cvg_ui *ui)
{
	if (show_or_hide(ui, CVG_VIEW_warp))
		view_acts(ui, CVG_VIEW_warp, CVG_DO_PLAY, 0);
}

static void cancel(struct cvg_ui *ui)
{
	if (ui->value != CVG_NONE) {
		cvg_ui_light_value(ui, CVG_NONE);
	} else if (ui->search.n) {
		cvg_str_clear(&ui->search);
		ui->changed |= CVG_NEW_SEARCH;
	} else {
		cvg_pane_close(ui->screen);
	}
}

static void leave(struct cvg_ui *ui)
{
	struct cvg_screen *scr = ui->screen;

	if (cvg_session_unwritten(ui->session) && !ui->sh->writes &&
	    scr->sure != CVG_DO_CLOSE) {
		scr->sure = CVG_DO_CLOSE;
		cvg_ui_tell(ui, CVG_ROLE_ALERT,
			    "P%u has not been written: {W} writes it, {q} "
			    "again leaves and keeps the journal",
			    cvg_session_current(ui->session));
		return;
	}
	ui->leave = true;
}

/* Close what lies on top; from another pane, return to the one that all others
 * lie beside; there, with nothing to close, leave. */
static void close_top(struct cvg_ui *ui)
{
	struct cvg_screen *scr = ui->screen;
	enum cvg_slot home = cvg_panes_home(scr);

	if (cvg_pane_close(scr))
		return;
	if (scr->npanes && scr->focus != home)
		scr->focus = home;
	else
		leave(ui);
}

static bool act_screen(struct cvg_ui *ui, enum cvg_action a)
{
	struct cvg_screen *scr = ui->screen;

	switch (cvg_action_number(a)) {
	case CVG_DO_NEXT_PANE:
	case CVG_DO_PREV_PANE:
		cvg_panes_cycle(scr, a == CVG_DO_NEXT_PANE ? 1 : -1);
		return true;
	case CVG_DO_FULL:
		scr->full = !scr->full;
		cvg_panes_place(scr);
		return true;
	case CVG_DO_GROW:
	case CVG_DO_SHRINK:
		if (!cvg_panes_grow(scr, a == CVG_DO_GROW ? 1 : -1))
			cvg_ui_say(ui, CVG_ROLE_TEXT,
				   "this pane is alone and has its size");
		return true;
	case CVG_DO_REDRAW:
		if (scr->term)
			scr->term->redraw(scr->term);
		return true;
	case CVG_DO_PROMPT:
		cvg_prompt_open(ui, CVG_ASK_COMMAND, "");
		return true;
	case CVG_DO_SEARCH:
		cvg_prompt_open(ui, CVG_ASK_SEARCH, "");
		return true;
	case CVG_DO_GOTO:
	case CVG_DO_PALETTE:
		cvg_palette_open(ui, a == CVG_DO_GOTO);
		return true;
	case CVG_DO_CANCEL:
		cancel(ui);
		return true;
	case CVG_DO_CLOSE:
		close_top(ui);
		return true;
	case CVG_DO_LEAVE:
		ui->leave = true;
		return true;
	default:
		return false;
	}
}

/* ---- searching ------------------------------------------------------- */

/* A view that cannot search has the graph searched, whose cursor it follows. */
static bool find(struct cvg_ui *ui, enum cvg_viewid id, int by)
{
	const struct cvg_view *view;
	void *state;

	if (!cvg_view_of(id)->find)
		id = CVG_VIEW_graph;
	view = cvg_view_of(id);
	state = cvg_view_state(ui, id);
	return state && view->find(ui, state, by);
}

static void search(struct cvg_ui *ui, int by)
{
	struct cvg_pane *pane = cvg_pane_focused(ui->screen);

	if (!ui->search.n)
		cvg_ui_tell(ui, CVG_ROLE_TEXT,
			    "there is nothing to search for yet: press {/}");
	else if (!pane || !find(ui, pane->view, by))
		cvg_ui_say(ui, CVG_ROLE_TEXT, "'%.200s' was not found",
			   ui->search.at);
}

/* ---- the way of an action -------------------------------------------- */

/* Actions that another view does when the one with the keys does not. */
static const struct {
	enum cvg_action action;
	enum cvg_viewid view;
} stand_ins[] = {
	{CVG_DO_REJECT, CVG_VIEW_candidates},
	{CVG_DO_SORT, CVG_VIEW_candidates},
	{CVG_DO_DIFF_FORM, CVG_VIEW_diff},
	{CVG_DO_PACE, CVG_VIEW_warp},
	{CVG_DO_LIGHT, CVG_VIEW_ir},
	{CVG_DO_PAN_LEFT, CVG_VIEW_graph},
	{CVG_DO_PAN_DOWN, CVG_VIEW_graph},
	{CVG_DO_PAN_UP, CVG_VIEW_graph},
	{CVG_DO_PAN_RIGHT, CVG_VIEW_graph},
	{CVG_DO_CENTER, CVG_VIEW_graph},
	{CVG_DO_ZOOM_IN, CVG_VIEW_graph},
	{CVG_DO_ZOOM_OUT, CVG_VIEW_graph},
	{CVG_DO_ZOOM_RESET, CVG_VIEW_graph},
	{CVG_DO_FOLD, CVG_VIEW_graph},
	{CVG_DO_FOLD_DEPTH, CVG_VIEW_graph},
	{CVG_DO_MINIMAP, CVG_VIEW_graph},
};

static bool in_sight(const struct cvg_ui *ui, enum cvg_viewid view)
{
	for (uint32_t i = 0; i < ui->screen->npanes; i++)
		if (ui->screen->pane[i].view == view)
			return true;
	return false;
}

static void act_elsewhere(struct cvg_ui *ui, enum cvg_action action,
			  uint32_t count)
{
	bool done = false;

	if (action == CVG_DO_DIFF_FORM && !in_sight(ui, CVG_VIEW_diff)) {
		cvg_ui_tell(ui, CVG_ROLE_TEXT,
			    "{V} shows the difference in another form: {v} "
			    "opens it");
		return;
	}
	for (size_t i = 0; i < sizeof stand_ins / sizeof *stand_ins; i++)
		if (stand_ins[i].action == action)
			done |= view_acts(ui, stand_ins[i].view, action, count);
	if (action == CVG_DO_LIGHT && !done)
		cvg_ui_tell(ui, CVG_ROLE_TEXT,
			    "{*} highlights values of the instruction under "
			    "the cursor: choose one in the IR, {i}");
}

static void break_here(struct cvg_ui *ui)
{
	uint32_t uid = ui->fn->blocks[ui->block].uid;

	if (cvg_break_toggle(ui, ui->block))
		cvg_ui_tell(ui, CVG_ROLE_TEXT,
			    "a warp that is played ({p}, {Space}) stops at B%u",
			    uid);
	else
		cvg_ui_say(ui, CVG_ROLE_TEXT, "no breakpoint at B%u any more",
			   uid);
}

static void next_overlay(struct cvg_ui *ui)
{
	ui->overlay = (ui->overlay + 1) % CVG_NOVERLAYS;
	ui->changed |= CVG_NEW_OVERLAY;
	cvg_ui_tell(ui, CVG_ROLE_TEXT, "%s",
		    cvg_overlay_title(ui, ui->overlay));
}

/* Type a comment on the block under the cursor. */
static void comment(struct cvg_ui *ui)
{
	const struct cvg_note *note =
		cvg_session_note_of(ui->session, ui->fn, ui->block);
	struct cvg_str line = {0};
	uint32_t uid = ui->fn->blocks[ui->block].uid;

	if (ui->rev != cvg_session_current(ui->session)) {
		cvg_ui_tell(ui, CVG_ROLE_TEXT,
			    "this revision is not the current one: {P} makes "
			    "it so");
		return;
	}
	cvg_str_addf(&line, "note B%u %s", uid, note ? note->text : "");
	cvg_prompt_open(ui, CVG_ASK_COMMAND, line.at);
	cvg_str_done(&line);
}

static void next_comment(struct cvg_ui *ui)
{
	uint32_t n = ui->fn->nblocks, b = ui->block;

	for (uint32_t i = 0; cvg_session_nnotes(ui->session) && i < n; i++) {
		b = b + 1 < n ? b + 1 : 0;
		if (!cvg_session_note_of(ui->session, ui->fn, b))
			continue;
		cvg_ui_go_block(ui, b);
		return;
	}
	cvg_ui_tell(ui, CVG_ROLE_TEXT,
		    "no block has a comment: {;} writes one");
}

static void act_shared(struct cvg_ui *ui, enum cvg_action a, uint32_t count)
{
	enum cvg_viewid view = cvg_view_opened_by(a);

	if (act_screen(ui, a) || !ui->fn)
		return;
	if (act_graph(ui, a, count) || cvg_screen_do(ui, a))
		return;
	if (a == CVG_DO_BREAK) {
		break_here(ui);
		return;
	}
	if (view != CVG_NVIEWS)
		show_or_hide(ui, view);
	else if (a == CVG_DO_PLAY)
		play(ui);
	else if (a == CVG_DO_NOTE)
		comment(ui);
	else if (a == CVG_DO_NEXT_NOTE)
		next_comment(ui);
	else if (a == CVG_DO_OVERLAY)
		next_overlay(ui);
	else if (a == CVG_DO_NEXT || a == CVG_DO_PREVIOUS)
		search(ui, a == CVG_DO_NEXT ? 1 : -1);
	else
		act_elsewhere(ui, a, count);
}

void cvg_screen_act(struct cvg_ui *ui, enum cvg_action a, uint32_t count)
{
	struct cvg_screen *scr = ui->screen;
	struct cvg_pane *pane = cvg_pane_focused(scr);

	if (a == CVG_DO_PACE && !cvg_ui_playing(ui) &&
	    !(pane && pane->view == CVG_VIEW_warp))
		a = CVG_DO_PREVIEW;
	if (a != scr->sure)
		scr->sure = CVG_NACTIONS;
	ui->walking = a == CVG_DO_UP || a == CVG_DO_DOWN || a == CVG_DO_LEFT ||
		      a == CVG_DO_RIGHT;
	if (!pane || !view_acts(ui, pane->view, a, count))
		act_shared(ui, a, count);
	ui->walking = false;
}

/* ---- hints ----------------------------------------------------------- */

/* Add those entries of `more` whose keys `out` does not have yet. */
static void add_hints(struct cvg_str *out, const char *more)
{
	while (*more) {
		const char *gap = strstr(more, "  ");
		size_t n = gap ? (size_t)(gap - more) : strlen(more);
		size_t key = strcspn(more, " ");
		struct cvg_str entry = {0};

		cvg_str_add(&entry, "  ");
		cvg_str_addn(&entry, more, key + 1 < n ? key + 1 : n);
		if (!out->n || (strncmp(out->at, entry.at + 2, entry.n - 2) &&
				!strstr(out->at, entry.at))) {
			cvg_str_add(out, out->n ? "  " : "");
			cvg_str_addn(out, more, n);
		}
		cvg_str_done(&entry);
		more += n;
		more += strspn(more, " ");
	}
}

void cvg_screen_hints(struct cvg_ui *ui, struct cvg_str *out)
{
	struct cvg_pane *pane = cvg_pane_focused(ui->screen);
	const struct cvg_view *view = cvg_view_of(pane->view);
	struct cvg_str own = {0}, next = {0};

	if (ui->busy)
		return;
	if (ui->screen->preview.graph) {
		cvg_str_add(out, "Enter accept  Esc back  H L move  J K move");
		return;
	}
	if (!(cvg_view_info(pane->view)->traits & CVG_LEADS))
		cvg_ui_hints_here(ui, out);
	if (view->hint)
		view->hint(ui, ui->screen->state[pane->view], &own);
	cvg_ui_hints_next(ui, &next);
	add_hints(out, cvg_str_of(&own));
	add_hints(out, cvg_str_of(&next));
	cvg_str_done(&own);
	cvg_str_done(&next);
}
