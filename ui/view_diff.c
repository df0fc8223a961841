/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * How the revision shown differs from another one: as text, block by block, as
 * counts, as a graph. diff_text.c and diff_graph.c draw; this is the view.
 */
#include "ui/diff.h"
#include "ui/screen.h"
#include "ui/keys.h"
#include "ui/marks.h"
#include "reconverge/graph.h"
#include "reconverge/session.h"

#include <string.h>

enum form { FORM_TEXT, FORM_GRAPH, FORM_COUNTS, NFORMS };

static const char *const form_names[NFORMS] = {
	[FORM_TEXT] = "text", [FORM_GRAPH] = "graph", [FORM_COUNTS] = "counts"};

struct state {
	struct cvg_diff diff;
	struct cvg_sheet sheet;
	struct cvg_diffgraph *graph; /* made when first asked for ... */
	uint32_t graph_width;	     /* ... for a pane of that width */
	enum form form;
	uint32_t width; /* the sheet was written for; 0: not yet */
};

static void done(void *state)
{
	struct state *view = state;

	cvg_diff_done(&view->diff);
	cvg_sheet_done(&view->sheet);
	cvg_diffgraph_free(view->graph);
}

/* ---- what is compared ------------------------------------------------ */

/* Brings the comparison up to date; false: there is nothing to compare. */
static bool compare(struct state *view, struct cvg_ui *ui)
{
	struct cvg_diff *diff = &view->diff;
	uint32_t a = ui->against;

	if (!cvg_session_loaded(ui->session) || !ui->fn)
		return false;
	if (a == CVG_NONE)
		a = cvg_session_rev(ui->session, ui->rev)->parent;
	if (a == CVG_NONE)
		a = ui->rev;
	if (diff->b == ui->fn && diff->rev_a == a && diff->rev_b == ui->rev)
		return diff->a != NULL;
	cvg_diff_done(diff);
	cvg_diffgraph_free(view->graph);
	view->graph = NULL;
	view->width = 0;
	*diff = (struct cvg_diff){.rev_a = a, .rev_b = ui->rev, .b = ui->fn};
	diff->a = cvg_session_fn(ui->session, a, CVG_NONE);
	diff->ana_a = cvg_session_ana(ui->session, a, CVG_NONE);
	diff->ana_b = ui->ana;
	if (diff->a)
		cvg_fndiff_init(&diff->blocks, diff->a, diff->b);
	return diff->a != NULL;
}

static void update(struct cvg_ui *ui, void *state, unsigned changed)
{
	struct state *view = state;

	if (changed & (CVG_NEW_REV | CVG_NEW_TREE))
		compare(view, ui);
	if (changed & (CVG_NEW_RUN | CVG_NEW_SETTINGS))
		view->width = 0;
}

/* ---- drawing --------------------------------------------------------- */

/* The sheet's cursor to the block under the screen's. */
static void aim(struct state *view, const struct cvg_ui *ui)
{
	for (uint32_t i = 0; i < view->diff.blocks.nblocks; i++) {
		if (view->diff.blocks.blocks[i].b == ui->block &&
		    view->diff.blocks.blocks[i].kind != CVG_SAME)
			cvg_sheet_go(&view->sheet, i);
	}
}

static void write(struct state *view, struct cvg_ui *ui, uint32_t width)
{
	bool fresh = view->width == 0;

	cvg_sheet_begin(&view->sheet);
	view->sheet.pick = view->form == FORM_TEXT;
	view->width = width;
	if (view->form == FORM_COUNTS) {
		cvg_diff_counts(&view->sheet, ui, &view->diff, width);
	} else {
		cvg_diff_text(&view->sheet, ui, &view->diff, width);
		if (fresh)
			aim(view, ui);
	}
}

/* Why there is no difference to show. */
static void say_nothing(const struct cvg_ui *ui, const struct state *view,
			struct cvg_canvas *into)
{
	struct cvg_str text = {0};

	if (view->diff.rev_a != view->diff.rev_b)
		cvg_str_addf(&text, "P%u has no function @%s.",
			     view->diff.rev_a, ui->fn ? ui->fn->name : "");
	else if (ui->against == CVG_NONE)
		cvg_str_add(&text, "This is the loaded module: no revision "
				   "comes before it.");
	else
		cvg_str_addf(&text, "P%u is compared with itself.",
			     view->diff.rev_b);
	cvg_ui_words(into, 0, 0, (int32_t)into->height, into->width, text.at,
		     CVG_ROLE_DIM);
	cvg_str_done(&text);
}

static void draw_graph(struct state *view, struct cvg_ui *ui,
		       struct cvg_canvas *into, bool focused)
{
	if (view->graph_width != into->width) {
		cvg_diffgraph_free(view->graph);
		view->graph = NULL;
		view->graph_width = into->width;
	}
	if (!view->graph)
		view->graph = cvg_diffgraph_new(&view->diff, into->width);
	cvg_diffgraph_draw(view->graph, ui, into, focused);
}

static void draw(struct cvg_ui *ui, void *state, struct cvg_canvas *into,
		 bool focused)
{
	struct state *view = state;

	if (!compare(view, ui) || view->diff.rev_a == view->diff.rev_b) {
		say_nothing(ui, view, into);
		return;
	}
	if (view->form == FORM_GRAPH) {
		draw_graph(view, ui, into, focused);
		return;
	}
	if (view->width != into->width)
		write(view, ui, into->width);
	cvg_sheet_draw(ui, &view->sheet, into, focused);
}

/* ---- keys ------------------------------------------------------------ */

/* To the next (1) or last (-1) block that differs. */
static bool next_block(struct state *view, int by)
{
	const struct cvg_sheet *sheet = &view->sheet;
	uint32_t n = (uint32_t)sheet->lines.n, at = sheet->list.at;
	uint32_t here = cvg_sheet_key(sheet);

	for (uint32_t k = 0; k < n; k++) {
		at = (at + (by < 0 ? n - 1 : 1)) % n;
		if (sheet->lines.at[at].key != CVG_NONE &&
		    sheet->lines.at[at].key != here)
			return cvg_sheet_go(&view->sheet,
					    sheet->lines.at[at].key);
	}
	return false;
}

/* The block under the sheet's cursor, if it still is there. */
static bool go_block(struct cvg_ui *ui, const struct state *view)
{
	uint32_t key = cvg_sheet_key(&view->sheet);
	uint32_t block = key < view->diff.blocks.nblocks
				 ? view->diff.blocks.blocks[key].b
				 : CVG_NONE;

	if (block == CVG_NONE)
		cvg_ui_say(ui, CVG_ROLE_TEXT, "P%u does not have this block",
			   view->diff.rev_b);
	else
		cvg_ui_go_block(ui, block);
	return block != CVG_NONE;
}

static bool act(struct cvg_ui *ui, void *state, enum cvg_action action,
		uint32_t count)
{
	struct state *view = state;

	if (!compare(view, ui))
		return false;
	if (action == CVG_DO_DIFF_FORM) {
		view->form = (enum form)((view->form + 1) % NFORMS);
		view->width = 0;
		return true;
	}
	if (view->form == FORM_GRAPH)
		return view->graph &&
		       cvg_diffgraph_act(view->graph, ui, action, count);
	if (!ui->search.n &&
	    (action == CVG_DO_NEXT || action == CVG_DO_PREVIOUS))
		return next_block(view, action == CVG_DO_NEXT ? 1 : -1);
	if (view->form == FORM_TEXT && cvg_acts_on_row(action))
		return !go_block(ui, view) || action == CVG_DO_PREVIEW;
	return cvg_sheet_act(&view->sheet, action);
}

static bool mouse(struct cvg_ui *ui, void *state, enum cvg_mouse what,
		  int32_t x, int32_t y)
{
	struct state *view = state;

	if (view->form == FORM_GRAPH)
		return view->graph &&
		       cvg_diffgraph_mouse(view->graph, ui, what, x, y);
	if (!cvg_sheet_mouse(&view->sheet, what, y))
		return false;
	if (view->form == FORM_TEXT && what == CVG_MOUSE_DOUBLE)
		go_block(ui, view);
	return true;
}

static void status(struct cvg_ui *ui, void *state, struct cvg_str *out)
{
	struct state *view = state;

	if (compare(view, ui) && view->diff.rev_a != view->diff.rev_b)
		cvg_str_addf(out, "P%u to P%u, %s", view->diff.rev_a,
			     view->diff.rev_b, form_names[view->form]);
}

static void hint(struct cvg_ui *ui, void *state, struct cvg_str *out)
{
	const struct state *view = state;

	(void)ui;
	if (view->diff.rev_a == view->diff.rev_b) {
		cvg_str_addf(out, "%s %s other steps",
			     cvg_action_key(CVG_DO_STEP_BACK),
			     cvg_action_key(CVG_DO_STEP_ON));
		return;
	}
	cvg_str_addf(out, "%s as %s  ", cvg_action_key(CVG_DO_DIFF_FORM),
		     form_names[(view->form + 1) % NFORMS]);
	if (view->form == FORM_TEXT)
		cvg_str_addf(out, "%s next block  Enter go there  ",
			     cvg_action_key(CVG_DO_NEXT));
	cvg_str_addf(out, "%s %s other steps", cvg_action_key(CVG_DO_STEP_BACK),
		     cvg_action_key(CVG_DO_STEP_ON));
}

static bool find(struct cvg_ui *ui, void *state, int by)
{
	struct state *view = state;

	return view->form != FORM_GRAPH &&
	       cvg_sheet_find(&view->sheet, cvg_str_of(&ui->search), by);
}

/* Before and after, not what was picked in the timeline. */
static void opening(struct cvg_ui *ui, enum cvg_viewid from)
{
	(void)from;
	ui->against = CVG_NONE;
}

void cvg_diff_open(struct cvg_ui *ui, uint32_t from, uint32_t to)
{
	struct state *view = cvg_view_state(ui, CVG_VIEW_diff);

	cvg_ui_look_at(ui, to);
	if (!view || ui->rev != to)
		return;
	ui->against = from;
	view->form = FORM_GRAPH;
	view->width = 0;
	cvg_ui_show(ui, CVG_VIEW_diff);
}

static const struct cvg_viewkey keys[] = {
	{CVG_DO_DIFF_FORM,
	 "show the difference as a graph, as text or as counts"},
	{CVG_DO_NEXT, "go to the next block that differs"},
	{CVG_DO_PREVIOUS, "go to the previous block that differs"},
	{CVG_DO_PREVIEW, "go to the block under the cursor"},
	{0},
};

const struct cvg_view cvg_view_diff = {
	.about = "what one revision changed, as one graph of both, as text, or "
		 "as counts",
	.keys = keys,
	.size = sizeof(struct state),
	.done = done,
	.update = update,
	.draw = draw,
	.act = act,
	.mouse = mouse,
	.opening = opening,
	.status = status,
	.hint = hint,
	.find = find,
};
