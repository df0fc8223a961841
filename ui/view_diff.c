/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * How the revision shown differs from another one: as text, block by block, as
 * counts, as a graph. diff_text.c and diff_graph.c draw; this is the view.
 */
#include "ui/diff.h"
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
	struct state *v = state;

	cvg_diff_done(&v->diff);
	cvg_sheet_done(&v->sheet);
	cvg_diffgraph_free(v->graph);
}

/* ---- what is compared ------------------------------------------------ */

/* Brings the comparison up to date; false: there is nothing to compare. */
static bool compare(struct state *v, struct cvg_ui *ui)
{
	struct cvg_diff *d = &v->diff;
	uint32_t a = ui->against;

	if (!cvg_session_loaded(ui->session) || !ui->fn)
		return false;
	if (a == CVG_NONE)
		a = cvg_session_rev(ui->session, ui->rev)->parent;
	if (a == CVG_NONE)
		a = ui->rev;
	if (d->b == ui->fn && d->rev_a == a && d->rev_b == ui->rev)
		return d->a != NULL;
	cvg_diff_done(d);
	cvg_diffgraph_free(v->graph);
	v->graph = NULL;
	v->width = 0;
	*d = (struct cvg_diff){.rev_a = a, .rev_b = ui->rev, .b = ui->fn};
	d->a = cvg_session_fn(ui->session, a, CVG_NONE);
	d->ana_a = cvg_session_ana(ui->session, a, CVG_NONE);
	d->ana_b = ui->ana;
	if (d->a)
		cvg_fndiff_init(&d->blocks, d->a, d->b);
	return d->a != NULL;
}

static void update(struct cvg_ui *ui, void *state, unsigned changed)
{
	struct state *v = state;

	if (changed & (CVG_NEW_REV | CVG_NEW_TREE))
		compare(v, ui);
	if (changed & (CVG_NEW_RUN | CVG_NEW_SETTINGS))
		v->width = 0;
}

/* ---- drawing --------------------------------------------------------- */

/* The sheet's cursor to the block under the screen's. */
static void aim(struct state *v, const struct cvg_ui *ui)
{
	for (uint32_t i = 0; i < v->diff.blocks.nblocks; i++) {
		if (v->diff.blocks.blocks[i].b == ui->block &&
		    v->diff.blocks.blocks[i].kind != CVG_SAME)
			cvg_sheet_go(&v->sheet, i);
	}
}

static void write(struct state *v, struct cvg_ui *ui, uint32_t width)
{
	bool fresh = v->width == 0;

	cvg_sheet_begin(&v->sheet);
	v->sheet.pick = v->form == FORM_TEXT;
	v->width = width;
	if (v->form == FORM_COUNTS) {
		cvg_diff_counts(&v->sheet, ui, &v->diff, width);
	} else {
		cvg_diff_text(&v->sheet, ui, &v->diff, width);
		if (fresh)
			aim(v, ui);
	}
}

/* Why there is no difference to show. */
static void say_nothing(const struct cvg_ui *ui, const struct state *v,
			struct cvg_canvas *into)
{
	struct cvg_str text = {0};

	if (v->diff.rev_a != v->diff.rev_b)
		cvg_str_addf(&text, "P%u has no function @%s.", v->diff.rev_a,
			     ui->fn ? ui->fn->name : "");
	else if (ui->against == CVG_NONE)
		cvg_str_add(&text, "This is the loaded module: no revision "
				   "comes before it.");
	else
		cvg_str_addf(&text, "P%u is compared with itself.",
			     v->diff.rev_b);
	cvg_ui_words(into, 0, 0, (int32_t)into->height, into->width, text.at,
		     CVG_ROLE_DIM);
	cvg_str_done(&text);
}

static void draw_graph(struct state *v, struct cvg_ui *ui,
		       struct cvg_canvas *into, bool focused)
{
	if (v->graph_width != into->width) {
		cvg_diffgraph_free(v->graph);
		v->graph = NULL;
		v->graph_width = into->width;
	}
	if (!v->graph)
		v->graph = cvg_diffgraph_new(&v->diff, into->width);
	cvg_diffgraph_draw(v->graph, ui, into, focused);
}

static void draw(struct cvg_ui *ui, void *state, struct cvg_canvas *into,
		 bool focused)
{
	struct state *v = state;

	if (!compare(v, ui) || v->diff.rev_a == v->diff.rev_b) {
		say_nothing(ui, v, into);
		return;
	}
	if (v->form == FORM_GRAPH) {
		draw_graph(v, ui, into, focused);
		return;
	}
	if (v->width != into->width)
		write(v, ui, into->width);
	cvg_sheet_draw(ui, &v->sheet, into, focused);
}

/* ---- keys ------------------------------------------------------------ */

/* To the next (1) or last (-1) block that differs. */
static bool next_block(struct state *v, int by)
{
	const struct cvg_sheet *s = &v->sheet;
	uint32_t n = (uint32_t)s->lines.n, at = s->list.at;
	uint32_t here = cvg_sheet_key(s);

	for (uint32_t k = 0; k < n; k++) {
		at = (at + (by < 0 ? n - 1 : 1)) % n;
		if (s->lines.at[at].key != CVG_NONE &&
		    s->lines.at[at].key != here)
			return cvg_sheet_go(&v->sheet, s->lines.at[at].key);
	}
	return false;
}

/* The block under the sheet's cursor, if it still is there. */
static void go_block(struct cvg_ui *ui, const struct state *v)
{
	uint32_t key = cvg_sheet_key(&v->sheet);

	if (key >= v->diff.blocks.nblocks)
		return;
	if (v->diff.blocks.blocks[key].b == CVG_NONE)
		cvg_ui_say(ui, CVG_ROLE_TEXT, "P%u no longer has this block",
			   v->diff.rev_b);
	else
		cvg_ui_go_block(ui, v->diff.blocks.blocks[key].b);
}

static bool act(struct cvg_ui *ui, void *state, enum cvg_action action,
		uint32_t count)
{
	struct state *v = state;

	if (!compare(v, ui))
		return false;
	if (action == CVG_DO_DIFF_FORM) {
		v->form = (enum form)((v->form + 1) % NFORMS);
		v->width = 0;
		return true;
	}
	if (v->form == FORM_GRAPH)
		return v->graph &&
		       cvg_diffgraph_act(v->graph, ui, action, count);
	if (!ui->search.n &&
	    (action == CVG_DO_NEXT || action == CVG_DO_PREVIOUS))
		return next_block(v, action == CVG_DO_NEXT ? 1 : -1);
	if (v->form == FORM_TEXT && action == CVG_DO_PREVIEW) {
		go_block(ui, v);
		return true;
	}
	return cvg_sheet_act(&v->sheet, action);
}

static bool mouse(struct cvg_ui *ui, void *state, enum cvg_mouse what,
		  int32_t x, int32_t y)
{
	struct state *v = state;

	if (v->form == FORM_GRAPH)
		return v->graph &&
		       cvg_diffgraph_mouse(v->graph, ui, what, x, y);
	if (!cvg_sheet_mouse(&v->sheet, what, y))
		return false;
	if (v->form == FORM_TEXT && what == CVG_MOUSE_DOUBLE)
		go_block(ui, v);
	return true;
}

static void status(struct cvg_ui *ui, void *state, struct cvg_str *out)
{
	struct state *v = state;

	if (compare(v, ui) && v->diff.rev_a != v->diff.rev_b)
		cvg_str_addf(out, "P%u to P%u, %s", v->diff.rev_a,
			     v->diff.rev_b, form_names[v->form]);
}

static void hint(struct cvg_ui *ui, void *state, struct cvg_str *out)
{
	const struct state *v = state;

	(void)ui;
	cvg_str_addf(out, "%s as %s  ", cvg_action_key(CVG_DO_DIFF_FORM),
		     form_names[(v->form + 1) % NFORMS]);
	if (v->form == FORM_TEXT)
		cvg_str_addf(out, "%s next block  Enter go there  ",
			     cvg_action_key(CVG_DO_NEXT));
	cvg_str_addf(out, "%s %s other steps", cvg_action_key(CVG_DO_STEP_BACK),
		     cvg_action_key(CVG_DO_STEP_ON));
}

static bool find(struct cvg_ui *ui, void *state, int by)
{
	struct state *v = state;

	return v->form != FORM_GRAPH &&
	       cvg_sheet_find(&v->sheet, cvg_str_of(&ui->search), by);
}

/* Before and after, not what was picked in the timeline. */
static void opening(struct cvg_ui *ui, enum cvg_viewid from)
{
	(void)from;
	ui->against = CVG_NONE;
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
