/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The history: the tree of revisions with what every step changed. In a pane
 * one or two lines high it is a strip instead: the way from the loaded module
 * to where redo leads.
 */
#include "reconverge/cxxname.h"
#include "reconverge/export.h"
#include "reconverge/graph.h"
#include "reconverge/look.h"
#include "reconverge/metrics.h"
#include "reconverge/prove.h"
#include "reconverge/session.h"
#include "ui/marks.h"
#include "ui/sheet.h"
#include "ui/steps.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Columns right of the commands, from the narrowest pane that has them. */
#define WITH_NET      18
#define WITH_CHECK    24
#define KIND_FROM     30 /* from here on the title names the kind of cycles */
#define WITH_BRANCHES 34
#define WITH_RUN      52

/* A step of the strip, to find out what was clicked on. */
struct stop {
	uint32_t rev;
	uint32_t from, to; /* columns of the line, to is the first after it */
};

struct state {
	struct cvg_sheet sheet;
	bool stale;
	uint32_t width, height; /* the lines were made for */
	uint32_t current, shown;
	cvg_vec(struct stop) stops;
};
CVG_SHEET_IS_FIRST(struct state);

static void done(void *state)
{
	struct state *view = state;

	cvg_sheet_done(&view->sheet);
	free(view->stops.at);
}

static bool is_strip(const struct state *view)
{
	return view->height <= 2;
}

/* ---- what is said of a step ------------------------------------------ */

static const char *node(const struct cvg_ui *ui, uint32_t rev)
{
	if (rev == cvg_session_current(ui->session))
		return ui->ascii ? "*" : "\u25cf";
	if (rev == ui->rev)
		return ui->ascii ? "@" : "\u25c9";
	return ui->ascii ? "o" : "\u25cb";
}

static enum cvg_role role_of(struct cvg_ui *ui, uint32_t rev)
{
	if (rev == ui->rev)
		return CVG_ROLE_TITLE;
	return cvg_step_changed(ui, rev) ? CVG_ROLE_TEXT : CVG_ROLE_DIM;
}

static bool elsewhere(const struct cvg_ui *ui, const struct cvg_rev *rev)
{
	return rev->parent != CVG_NONE && ui->fn &&
	       strcmp(rev->function_name, ui->fn->name) != 0;
}

/* ---- the tree -------------------------------------------------------- */

static void put_tree(struct cvg_sheet *sheet, const struct cvg_ui *ui,
		     const struct cvg_revrow *row)
{
	for (uint32_t i = 1; i <= row->depth; i++) {
		bool fork = i == row->depth && row->branch;

		if (ui->ascii)
			cvg_sheet_put(sheet, CVG_ROLE_DIM, 0,
				      fork ? "|-" : "| ");
		else
			cvg_sheet_put(sheet, CVG_ROLE_DIM, 0, "%s",
				      fork ? "\u251c\u2500" : "\u2502 ");
	}
}

/* The command that made the revision, in at most `room` columns. */
static void put_command(struct cvg_sheet *sheet, struct cvg_ui *ui,
			const struct cvg_rev *rev, uint32_t room)
{
	struct cvg_look look = {.glyphs = cvg_ui_glyphs(ui)};
	struct cvg_str text = {0}, cut = {0};

	if (rev->same_as != CVG_NONE)
		cvg_str_addf(&text, "= P%u ", rev->same_as);
	cvg_str_add(&text, rev->command);
	if (elsewhere(ui, rev)) {
		cvg_str_addc(&text, ' ');
		cvg_cxx_add(&text, rev->function_name);
	}
	if (rev->mark)
		cvg_str_addf(&text, " mark:%s", rev->mark);
	cvg_text_clip(&cut, cvg_str_of(&text), room, &look);
	cvg_sheet_put(sheet, role_of(ui, rev->id), 0, "%s", cvg_str_of(&cut));
	cvg_str_done(&text);
	cvg_str_done(&cut);
}

static void put_row(struct cvg_sheet *sheet, struct cvg_ui *ui,
		    const struct cvg_revrow *row, uint32_t width)
{
	const struct cvg_rev *rev = cvg_session_rev(ui->session, row->rev);
	uint32_t check = width >= WITH_CHECK ? 3 : 0;
	uint32_t branches = width >= WITH_BRANCHES ? 6 : 0;
	uint32_t run = width >= WITH_RUN ? 14 : 0;
	uint32_t net = width >= WITH_NET ? 7 : 0, at;
	struct cvg_revtold told;

	cvg_rev_told(ui->session, row->rev, &told);
	at = width - check - branches - run - net;
	put_tree(sheet, ui, row);
	cvg_sheet_put(sheet, role_of(ui, row->rev), 0, "%s P%-2u ",
		      node(ui, row->rev), row->rev);
	put_command(sheet, ui, rev,
		    at > sheet->line_width ? at - sheet->line_width : 0);
	if (net)
		cvg_step_put_net(sheet, rev, &told, at += net);
	if (branches)
		cvg_step_put_branches(sheet, ui, rev, &told, at += branches);
	if (run)
		cvg_step_put_run(sheet, told.proof, at += run);
	if (check)
		cvg_step_put_check(sheet, ui, told.proof, at + check);
	cvg_sheet_end(sheet, row->rev);
}

static void write_tree(struct state *view, struct cvg_ui *ui)
{
	struct cvg_revrow *rows = cvg_rev_rows(ui->session);
	uint32_t width = view->width > 3 ? view->width - 2 : 1;

	for (uint32_t i = 0; i < cvg_session_nrevs(ui->session); i++)
		put_row(&view->sheet, ui, &rows[i], width);
	free(rows);
}

/* ---- the strip ------------------------------------------------------- */

/* Between two stops: the way that was gone, the way that redo would go, a
 * place where others branch off. */
static const char *joint(const struct cvg_ui *ui, uint32_t rev, bool undone)
{
	bool forks = cvg_step_nkids(ui->session, rev) > 1;

	if (ui->ascii)
		return forks ? "+" : undone ? "." : "-";
	return forks ? "\u252c" : undone ? "\u2504" : "\u2500";
}

/* What the step changed; of the revision shown with the unit, which the numbers
 * of the others have as well. */
static void put_change(struct cvg_sheet *sheet, const struct cvg_rev *rev,
		       const struct cvg_revtold *told, bool shown)
{
	int64_t net = cvg_step_net(told);

	if (shown && rev->parent == CVG_NONE && told->there)
		cvg_sheet_put(sheet, CVG_ROLE_DIM, 0, " %llu",
			      (unsigned long long)told->score.cycles);
	else if (net || (shown && told->there))
		cvg_sheet_put(sheet, cvg_step_role(net), 0, " %+lld",
			      (long long)net);
	if (shown && told->there)
		cvg_sheet_put(sheet, CVG_ROLE_DIM, 0, " static cycles");
}

static void put_label(struct cvg_sheet *sheet, struct cvg_ui *ui,
		      const struct cvg_rev *rev, bool whole)
{
	int n = whole ? (int)strlen(rev->command)
		      : (int)strcspn(rev->command, " ");
	unsigned attr = rev->id == ui->rev ? CVG_CELL_REVERSE : 0;
	const char *verdict;
	enum cvg_role role;
	struct cvg_revtold told;

	cvg_rev_told(ui->session, rev->id, &told);
	if (rev->mark && !whole)
		cvg_sheet_put(sheet, role_of(ui, rev->id), attr, "%s",
			      rev->mark);
	else
		cvg_sheet_put(sheet, role_of(ui, rev->id), attr, "%.*s", n,
			      rev->command);
	put_change(sheet, rev, &told, rev->id == ui->rev);
	verdict = cvg_step_verdict(ui, told.proof, &role);
	if (*verdict)
		cvg_sheet_put(sheet, role, 0, " %s", verdict);
}

/* The way over the revision shown; with whole commands or only their verbs.
 * Returns how wide it is. */
static uint32_t put_strip(struct state *view, struct cvg_ui *ui, bool whole)
{
	struct cvg_u32s way = {0};
	uint32_t now = cvg_session_current(ui->session), width;
	bool undone = false;

	view->stops.n = 0;
	cvg_ui_way(ui, &way);
	for (uint32_t i = 0; i < way.n; i++) {
		const struct cvg_rev *rev =
			cvg_session_rev(ui->session, way.at[i]);
		struct stop stop = {.rev = rev->id};

		if (i)
			cvg_sheet_put(&view->sheet, CVG_ROLE_DIM, 0, "%s",
				      joint(ui, way.at[i - 1], undone));
		stop.from = view->sheet.line_width;
		if (rev->id == now)
			cvg_sheet_put(&view->sheet, CVG_ROLE_TITLE, 0, "%s",
				      ui->ascii ? ">" : "\u25b6");
		put_label(&view->sheet, ui, rev, whole);
		stop.to = view->sheet.line_width;
		cvg_push(&view->stops, stop);
		undone |= rev->id == now;
	}
	width = view->sheet.line_width;
	cvg_sheet_end(&view->sheet, CVG_NONE);
	free(way.at);
	return width;
}

/* Scroll so that the revision shown stands in sight, with some of the way
 * after it. */
static void aim_strip(struct state *view, uint32_t wide)
{
	uint32_t left = 0;

	for (size_t i = 0; i < view->stops.n && wide > view->width; i++) {
		const struct stop *stop = &view->stops.at[i];
		uint32_t end = stop->to + view->width / 4;

		if (stop->rev != view->shown || end <= view->width)
			continue;
		left = end - view->width;
		left = left < stop->from ? left : stop->from;
	}
	if (wide > view->width && left > wide - view->width)
		left = wide - view->width;
	view->sheet.list.left = left;
}

/* The second line: the revision shown in a sentence. */
static void put_sentence(struct cvg_sheet *sheet, struct cvg_ui *ui)
{
	const struct cvg_rev *rev = cvg_session_rev(ui->session, ui->rev);
	const struct cvg_proof *proof;
	struct cvg_revtold told;

	cvg_rev_told(ui->session, ui->rev, &told);
	proof = told.proof;
	cvg_sheet_put(sheet, CVG_ROLE_DIM, 0, "P%u %s", rev->id, rev->command);
	if (told.there)
		cvg_sheet_put(sheet, CVG_ROLE_DIM, 0,
			      ": %llu static cycles, %u divergent, %u blocks",
			      (unsigned long long)told.score.cycles,
			      told.score.divergent, told.score.blocks);
	if (rev->same_as != CVG_NONE)
		cvg_sheet_put(sheet, CVG_ROLE_DIM, 0, ", the same as P%u",
			      rev->same_as);
	if (proof->measured)
		cvg_sheet_put(sheet, CVG_ROLE_DIM, 0,
			      ", ran for %.0f simulated cycles",
			      proof->metric[CVG_METRIC_WARP_CYCLES]);
	if (proof->checked == CVG_AGREES)
		cvg_sheet_put(sheet, CVG_ROLE_GOOD, 0, ", checked");
	if (proof->checked == CVG_DIFFERS)
		cvg_sheet_put(sheet, CVG_ROLE_ALERT, 0, ", DIFFERS");
	if (proof->proven == CVG_PROVEN_PROVED)
		cvg_sheet_put(sheet, CVG_ROLE_GOOD, 0, ", proved%s",
			      proof->condition ? " up to the order of threads"
					       : "");
	if (proof->proven == CVG_PROVEN_REFUTED)
		cvg_sheet_put(sheet, CVG_ROLE_ALERT, 0, ", REFUTED");
	if (proof->proven == CVG_PROVEN_UNKNOWN)
		cvg_sheet_put(sheet, CVG_ROLE_DIM, 0, ", not proved");
	cvg_sheet_end(sheet, CVG_NONE);
}

static void write_strip(struct state *view, struct cvg_ui *ui)
{
	uint32_t wide = put_strip(view, ui, true);

	if (wide > view->width) {
		cvg_sheet_begin(&view->sheet);
		wide = put_strip(view, ui, false);
	}
	aim_strip(view, wide);
	if (view->height > 1 && view->sheet.list.left == 0)
		put_sentence(&view->sheet, ui);
}

/* ---- the view -------------------------------------------------------- */

static void update(struct cvg_ui *ui, void *state, unsigned changed)
{
	struct state *view = state;

	(void)ui;
	view->stale |=
		(changed & (CVG_NEW_REV | CVG_NEW_TREE | CVG_NEW_RUN)) != 0;
}

/* The cursor follows what is shown. */
static void write(struct state *view, struct cvg_ui *ui)
{
	bool strip = is_strip(view);

	cvg_sheet_begin(&view->sheet);
	view->sheet.pick = !strip;
	if (strip)
		write_strip(view, ui);
	else
		write_tree(view, ui);
	if (!strip && view->shown != ui->rev)
		cvg_sheet_go(&view->sheet, ui->rev);
	view->stale = false;
}

static void draw(struct cvg_ui *ui, void *state, struct cvg_canvas *into,
		 bool focused)
{
	struct state *view = state;

	if (!cvg_session_loaded(ui->session))
		return;
	if (view->stale || view->width != into->width ||
	    view->height != into->height || view->shown != ui->rev ||
	    view->current != cvg_session_current(ui->session)) {
		view->width = into->width;
		view->height = into->height;
		view->current = cvg_session_current(ui->session);
		write(view, ui);
		view->shown = ui->rev;
	}
	cvg_sheet_draw(ui, &view->sheet, into, focused);
}

/* The revision that keys mean. */
static uint32_t chosen(const struct cvg_ui *ui, const struct state *view)
{
	uint32_t key = is_strip(view) ? ui->rev : cvg_sheet_key(&view->sheet);

	return key == CVG_NONE ? ui->rev : key;
}

/* Show how the revision shown differs from the one under the cursor; if that
 * is the same one, from its parent. */
static void compare(struct cvg_ui *ui, uint32_t rev)
{
	ui->against = rev == ui->rev ? CVG_NONE : rev;
	cvg_ui_show(ui, CVG_VIEW_diff);
}

static bool act(struct cvg_ui *ui, void *state, enum cvg_action action,
		uint32_t count)
{
	struct state *view = state;
	bool back = action == CVG_DO_UP || action == CVG_DO_LEFT;
	bool on = action == CVG_DO_DOWN || action == CVG_DO_RIGHT;

	(void)count;
	if (!cvg_session_loaded(ui->session))
		return false;
	if (action == CVG_DO_PREVIEW)
		cvg_ui_look_at(ui, chosen(ui, view));
	else if (action == CVG_DO_GO_REV)
		cvg_ui_go_rev(ui, chosen(ui, view));
	else if (!is_strip(view) && cvg_ui_no_step(ui, action, "a revision"))
		return true;
	else if (action == CVG_DO_SHOW_diff)
		compare(ui, chosen(ui, view));
	else if (is_strip(view) && (back || on))
		cvg_ui_step(ui, back ? -1 : 1, false);
	else if (is_strip(view))
		return false;
	else
		return cvg_sheet_act(&view->sheet, action);
	return true;
}

static bool mouse(struct cvg_ui *ui, void *state, enum cvg_mouse what,
		  int32_t x, int32_t y)
{
	struct state *view = state;
	uint32_t at = (uint32_t)x + view->sheet.list.left;

	if (!is_strip(view)) {
		if (!cvg_sheet_mouse(&view->sheet, what, y))
			return false;
		if (what == CVG_MOUSE_CLICK)
			cvg_ui_look_at(ui, chosen(ui, view));
		if (what == CVG_MOUSE_DOUBLE)
			cvg_ui_go_rev(ui, chosen(ui, view));
		return true;
	}
	if (what == CVG_MOUSE_WHEEL_UP || what == CVG_MOUSE_WHEEL_DOWN)
		return cvg_ui_step(ui, what == CVG_MOUSE_WHEEL_UP ? -1 : 1,
				   false);
	for (size_t i = 0; i < view->stops.n && y == 0; i++) {
		if (at < view->stops.at[i].from || at >= view->stops.at[i].to)
			continue;
		if (what == CVG_MOUSE_DOUBLE)
			cvg_ui_go_rev(ui, view->stops.at[i].rev);
		else
			cvg_ui_look_at(ui, view->stops.at[i].rev);
		return true;
	}
	return false;
}

static void status(struct cvg_ui *ui, void *state, struct cvg_str *out)
{
	uint32_t now = cvg_session_current(ui->session);

	const struct state *view = state;

	if (!cvg_session_loaded(ui->session))
		return;
	cvg_str_addf(out, "P%u", now);
	if (ui->rev != now)
		cvg_str_addf(out, ", looking at P%u", ui->rev);
	if (!is_strip(view) && view->width >= KIND_FROM)
		cvg_str_addf(out, "  %s cycles",
			     cvg_countkind_name(CVG_COUNTED_STATIC));
	else if (!is_strip(view))
		cvg_str_addf(out, "  cycles %c",
			     cvg_countkind_letter(CVG_COUNTED_STATIC));
}

static void hint(struct cvg_ui *ui, void *state, struct cvg_str *out)
{
	const struct state *view = state;
	uint32_t rev = chosen(ui, view);

	if (rev != ui->rev)
		cvg_str_addf(out, "Enter look at P%u  v compare with it  ",
			     rev);
	else
		cvg_str_add(out, "v compare with before  ");
	if (rev != cvg_session_current(ui->session))
		cvg_str_addf(out, "P make P%u current", rev);
}

static const struct cvg_viewkey keys[] = {
	{CVG_DO_PREVIEW, "look at the revision under the cursor"},
	{CVG_DO_GO_REV,
	 "make that revision the current one; the next step starts from it"},
	{CVG_DO_SHOW_diff,
	 "compare the revision shown with the one under the cursor"},
	{0},
};

const struct cvg_view cvg_view_timeline = {
	.about = "the tree of revisions, with the cycles of the code (s: "
		 "static) "
		 "and the divergent branches that each of them changed",
	.keys = keys,
	.size = sizeof(struct state),
	.done = done,
	.update = update,
	.draw = draw,
	.act = act,
	.mouse = mouse,
	.status = status,
	.hint = hint,
	.find = cvg_sheet_view_find,
};
