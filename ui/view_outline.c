/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The outline: the selected function as a tree of regions, loops and blocks,
 * each with its marks, its divergent branches and what could be gained in it;
 * below it the other functions of the module. Nodes that diverge are open,
 * uniform ones are folded.
 */
#include "ui/hints.h"
#include "ui/outline.h"

#include "reconverge/analysis.h"
#include "reconverge/cmd.h"
#include "reconverge/cxxname.h"
#include "reconverge/graph.h"
#include "reconverge/look.h"
#include "reconverge/quantity.h"
#include "reconverge/session.h"

#include <stdio.h>
#include <string.h>

/* columns of the pane from which all columns on the right are shown */
#define WIDE	  36
#define KIND_FROM 30 /* columns from which the title names the kind */

static void follow(struct cvg_outline *outline, const struct cvg_ui *ui)
{
	const struct cvg_regnode *now =
		cvg_outline_node(outline, outline->list.at);

	if (now && now->block == ui->block)
		return;
	cvg_list_go(
		&outline->list,
		cvg_outline_find(outline, outline->tree.of_block[ui->block]));
}

static void update(struct cvg_ui *ui, void *state, unsigned changed)
{
	struct cvg_outline *outline = state;
	bool made = outline->marks.fn != ui->fn;

	if (!ui->busy && (made || changed & (CVG_NEW_REV | CVG_NEW_SETTINGS |
					     CVG_NEW_RUN | CVG_NEW_TREE)))
		cvg_outline_make(outline, ui);
	if (outline->marks.fn == ui->fn && (made || changed & CVG_NEW_BLOCK))
		follow(outline, ui);
}

static void done(void *state)
{
	cvg_outline_done(state);
}

/* ---- drawing --------------------------------------------------------- */

/* The columns on the right: blocks, divergent branches, what can be gained.
 * Returns how many columns are left of those that are not blank. */
static uint32_t draw_counts(struct cvg_ui *ui, struct cvg_canvas *into,
			    int32_t y, uint32_t nblocks, uint32_t ndivergent,
			    double net)
{
	uint32_t width = into->width;
	uint32_t x = width > 1 ? width - 1 : 0; /* the bar's */
	uint32_t left = x;
	struct cvg_str gain = {0}, branches = {0};

	if (width < 16)
		return x;
	x -= 5;
	cvg_str_addc(&gain, '+');
	cvg_add_scaled(&gain, net, 9999);
	if (net > 0) {
		cvg_canvas_printf(into, (int32_t)x, y, 5, CVG_ROLE_GOOD, 0,
				  "%5s", gain.at);
		left = x;
	}
	x -= 4;
	cvg_add_scaled(&branches, ndivergent, 999);
	if (ndivergent) {
		cvg_canvas_printf(into, (int32_t)x, y, 4, CVG_ROLE_DIVERGENT, 0,
				  "%3s%s", branches.at,
				  cvg_ui_glyphs(ui)->divergent);
		left = x;
	}
	cvg_str_done(&gain);
	cvg_str_done(&branches);
	if (width < WIDE)
		return left;
	x -= 6;
	if (nblocks) {
		cvg_canvas_printf(into, (int32_t)x, y, 6, CVG_ROLE_DIM, 0,
				  "%5u", nblocks);
		left = x;
	}
	return left;
}

static const char *fold_glyph(const struct cvg_ui *ui, bool open)
{
	if (ui->ascii)
		return open ? "-" : "+";
	return open ? "\u25be" : "\u25b8";
}

static struct cvg_mark mark_of(struct cvg_ui *ui,
			       const struct cvg_outline *outline,
			       const struct cvg_regnode *node)
{
	const struct cvg_glyphs *glyphs = cvg_ui_glyphs(ui);

	if (node->temporal)
		return (struct cvg_mark){glyphs->temporal, CVG_ROLE_DIVERGENT};
	if (cvg_bits_has(&cvg_ana_uniform(ui->ana)->divergent_term,
			 node->block))
		return cvg_mark_branch(ui, node->block);
	if (cvg_bits_has(&outline->marks.under, node->block))
		return (struct cvg_mark){glyphs->under, CVG_ROLE_DIVERGENT};
	return cvg_mark_branch(ui, node->block);
}

/* "R3 L1 B4", "B5 if.then"; `named`: with the name of the block. */
static void add_label(struct cvg_str *out, const struct cvg_fn *fn,
		      const struct cvg_regnode *node, bool named)
{
	cvg_str_clear(out);
	if (node->region != CVG_NONE)
		cvg_str_addf(out, "R%u ", node->region);
	if (node->loop != CVG_NONE)
		cvg_str_addf(out, "L%u ", node->loop);
	cvg_str_addf(out, "B%u", fn->blocks[node->block].uid);
	if (named)
		cvg_str_addf(out, " %s", fn->blocks[node->block].name);
}

static void draw_node(struct cvg_ui *ui, struct cvg_outline *outline,
		      struct cvg_canvas *into, int32_t y,
		      const struct cvg_regnode *node)
{
	uint32_t step = into->width >= WIDE ? 2 : 1;
	uint32_t deepest = into->width / 3;
	uint32_t at = 1 + (node->depth + 1) * step, end;
	struct cvg_mark m = mark_of(ui, outline, node);
	struct cvg_str label = {0};

	end = into->width > 1 ? into->width - 1 : 0; /* the bar's */
	if (!node->leaf || into->width >= WIDE)
		end = draw_counts(ui, into, y, node->leaf ? 0 : node->nblocks,
				  node->leaf ? 0 : node->ndivergent, node->net);
	if (at > deepest)
		at = deepest;
	if (!node->leaf)
		cvg_canvas_text(
			into, (int32_t)at, y, 1,
			fold_glyph(ui, cvg_outline_is_open(outline, node)),
			CVG_ROLE_DIM, 0);
	cvg_canvas_text(into, (int32_t)at + 1, y, 1, m.glyph, m.role, 0);
	at += 2;
	if (node->ntorn && (node->leaf || !cvg_outline_is_open(outline, node)))
		at += cvg_canvas_text(into, (int32_t)at, y, 1, "!",
				      CVG_ROLE_ALERT, 0);
	add_label(&label, ui->fn, node,
		  node->leaf || !cvg_outline_is_open(outline, node));
	if (!node->leaf && cvg_outline_is_open(outline, node) && at < end &&
	    cvg_text_width(label.at, label.n) > end - at)
		*strrchr(label.at, ' ') = '\0'; /* its first line says where */
	if (at < end)
		cvg_ui_text(ui, into, (int32_t)at, y, end - at, label.at,
			    node->leaf ? CVG_ROLE_TEXT : CVG_ROLE_NAME, 0);
	cvg_str_done(&label);
}

static void draw_function(struct cvg_ui *ui, struct cvg_outline *outline,
			  struct cvg_canvas *into, int32_t y, uint32_t f)
{
	bool focus = f == cvg_session_function(ui->session);
	const struct cvg_outline_fn *s = cvg_outline_fn(outline, ui, f);
	uint32_t ndivergent = s->ndivergent, nblocks = s->nblocks, end;
	struct cvg_str name = {0};

	if (focus) {
		ndivergent = cvg_ana_uniform(ui->ana)->nbranches;
		nblocks = ui->fn->nblocks;
	}
	end = draw_counts(ui, into, y, nblocks, ndivergent,
			  focus ? outline->tree.net : 0);
	cvg_canvas_text(into, 1, y, 1,
			fold_glyph(ui, focus && !outline->closed), CVG_ROLE_DIM,
			0);
	cvg_cxx_add(&name, cvg_session_function_name(ui->session, f));
	if (end > 3)
		cvg_ui_text(ui, into, 3, y, end - 3, name.at,
			    focus ? CVG_ROLE_TITLE : CVG_ROLE_TEXT,
			    s->kind == CVG_FN_DEVICE ? CVG_CELL_DIM : 0);
	cvg_str_done(&name);
}

static void draw(struct cvg_ui *ui, void *state, struct cvg_canvas *into,
		 bool focused)
{
	struct cvg_outline *outline = state;

	if (outline->marks.fn != ui->fn)
		return;
	outline->looked = 0;
	outline->width = into->width;
	cvg_list_fit(&outline->list, into->height);
	for (uint32_t k = 0; k < into->height; k++) {
		uint32_t at = outline->list.top + k;

		if (at >= outline->lines.n)
			break;
		if (outline->lines.at[at].kind == CVG_OUT_NODE)
			draw_node(ui, outline, into, (int32_t)k,
				  cvg_outline_node(outline, at));
		else
			draw_function(ui, outline, into, (int32_t)k,
				      outline->lines.at[at].id);
		if (at == outline->list.at)
			cvg_list_cursor(ui, into, (int32_t)k, focused);
	}
	cvg_list_bar(ui, &outline->list, into, 0);
}

/* ---- what can be done ------------------------------------------------ */

static void select_line(struct cvg_outline *outline, struct cvg_ui *ui)
{
	const struct cvg_regnode *node =
		cvg_outline_node(outline, outline->list.at);

	if (node)
		cvg_ui_go_block(ui, node->block);
}

static void go_line(struct cvg_outline *outline, struct cvg_ui *ui,
		    uint32_t line)
{
	cvg_list_go(&outline->list, line);
	select_line(outline, ui);
}

static bool focus_function(struct cvg_outline *outline, struct cvg_ui *ui)
{
	outline->closed = false;
	cvg_ui_go_function(ui, outline->lines.at[outline->list.at].id);
	return true;
}

/* Open or fold the node. False: there is nothing to open or to fold. */
static bool fold(struct cvg_outline *outline, struct cvg_ui *ui, bool open)
{
	const struct cvg_regnode *node =
		cvg_outline_node(outline, outline->list.at);

	if (!node && outline->list.at)
		return false;
	if (node ? node->leaf || cvg_outline_is_open(outline, node) == open
		 : outline->closed != open)
		return false;
	if (node)
		cvg_outline_open(outline, node, open);
	else
		outline->closed = !open;
	cvg_outline_lines(outline, ui);
	return true;
}

static bool toggle(struct cvg_outline *outline, struct cvg_ui *ui)
{
	const struct cvg_regnode *node =
		cvg_outline_node(outline, outline->list.at);

	/* a block: fold the node around it */
	if (node && node->leaf && node->parent != CVG_NONE) {
		go_line(outline, ui, cvg_outline_find(outline, node->parent));
		node = cvg_outline_node(outline, outline->list.at);
	}
	return fold(outline, ui,
		    node ? !cvg_outline_is_open(outline, node)
			 : outline->closed);
}

static bool leave(struct cvg_outline *outline, struct cvg_ui *ui)
{
	const struct cvg_regnode *node =
		cvg_outline_node(outline, outline->list.at);

	if (fold(outline, ui, false))
		return true;
	if (node)
		go_line(outline, ui,
			node->parent == CVG_NONE
				? 0
				: cvg_outline_find(outline, node->parent));
	return true;
}

static bool enter(struct cvg_outline *outline, struct cvg_ui *ui)
{
	const struct cvg_regnode *node =
		cvg_outline_node(outline, outline->list.at);

	if (!node && outline->list.at)
		return focus_function(outline, ui);
	if (!fold(outline, ui, true) && (!node || !node->leaf))
		go_line(outline, ui, outline->list.at + 1);
	return true;
}

static bool fold_depth(struct cvg_outline *outline, struct cvg_ui *ui,
		       uint32_t count)
{
	outline->folds.n = 0;
	outline->depth = count + 1;
	cvg_outline_lines(outline, ui);
	follow(outline, ui);
	return true;
}

static bool act(struct cvg_ui *ui, void *state, enum cvg_action action,
		uint32_t count)
{
	struct cvg_outline *outline = state;
	const struct cvg_regnode *node =
		cvg_outline_node(outline, outline->list.at);

	switch (cvg_action_number(action)) {
	case CVG_DO_LEFT:
		return leave(outline, ui);
	case CVG_DO_RIGHT:
		return enter(outline, ui);
	case CVG_DO_FOLD:
		return toggle(outline, ui);
	case CVG_DO_FOLD_DEPTH:
		return fold_depth(outline, ui, count);
	case CVG_DO_PREVIEW:
		if (!node && outline->list.at)
			return focus_function(outline, ui);
		return ui->choice == CVG_NONE && ui->body == CVG_NONE &&
		       toggle(outline, ui);
	default:
		break;
	}
	if (!node && cvg_ui_no_step(ui, action, "a function"))
		return true;
	if (!cvg_list_act(&outline->list, action))
		return false;
	select_line(outline, ui);
	return true;
}

static bool mouse(struct cvg_ui *ui, void *state, enum cvg_mouse what,
		  int32_t x, int32_t y)
{
	struct cvg_outline *outline = state;

	(void)x;
	if (!cvg_list_mouse(&outline->list, what, y))
		return false;
	if (what == CVG_MOUSE_DOUBLE)
		return outline->list.at && !cvg_outline_node(outline,
							     outline->list.at)
			       ? focus_function(outline, ui)
			       : toggle(outline, ui);
	if (what == CVG_MOUSE_CLICK)
		select_line(outline, ui);
	return true;
}

/* ---- searching ------------------------------------------------------- */

/* A function is found by its name in the module and by that in the source. */
static void add_both_names(struct cvg_str *out, const char *name)
{
	cvg_cxx_add(out, name);
	cvg_str_addf(out, " %s", name);
}

/* Search the nodes, then the functions; nodes inside folded ones are found
 * too. */
static bool item_has(struct cvg_outline *outline, struct cvg_ui *ui,
		     uint32_t item)
{
	struct cvg_str label = {0};
	bool has;

	if (item < outline->tree.n)
		add_label(&label, ui->fn, &outline->tree.at[item], true);
	else
		add_both_names(&label,
			       cvg_session_function_name(
				       ui->session, item - outline->tree.n));
	has = cvg_text_has(label.at, ui->search.at);
	cvg_str_done(&label);
	return has;
}

static void show_item(struct cvg_outline *outline, struct cvg_ui *ui,
		      uint32_t item)
{
	if (item < outline->tree.n) {
		uint32_t up = outline->tree.at[item].parent;

		for (; up != CVG_NONE; up = outline->tree.at[up].parent)
			cvg_outline_open(outline, &outline->tree.at[up], true);
		outline->closed = false;
		cvg_outline_lines(outline, ui);
		go_line(outline, ui, cvg_outline_find(outline, item));
		return;
	}
	for (uint32_t i = 0; i < outline->lines.n; i++)
		if (outline->lines.at[i].kind == CVG_OUT_FUNCTION &&
		    outline->lines.at[i].id == item - outline->tree.n)
			go_line(outline, ui, i);
}

static bool find(struct cvg_ui *ui, void *state, int by)
{
	struct cvg_outline *outline = state;
	uint32_t n = outline->tree.n + cvg_session_nfunctions(ui->session);
	struct cvg_outline_line l = outline->lines.at[outline->list.at];
	uint32_t at = l.kind == CVG_OUT_NODE ? l.id : outline->tree.n + l.id;

	if (!ui->search.n)
		return false;
	for (uint32_t k = 0; k < n; k++) {
		at = by > 0 ? (at + 1) % n : (at + n - 1) % n;
		if (item_has(outline, ui, at)) {
			show_item(outline, ui, at);
			return true;
		}
	}
	return false;
}

/* ---- what it says ---------------------------------------------------- */

static void status(struct cvg_ui *ui, void *state, struct cvg_str *out)
{
	const struct cvg_outline *outline = state;
	uint32_t n = cvg_session_nfunctions(ui->session);

	if (n > 1)
		cvg_str_addf(out, "%u of %u",
			     cvg_session_function(ui->session) + 1, n);
	if (outline->tree.net > 0 && outline->width >= KIND_FROM)
		cvg_str_addf(out, "%s+%s cycles", n > 1 ? "  " : "",
			     cvg_countkind_name(cvg_ui_gain_kind(ui)));
	else if (outline->tree.net > 0)
		cvg_str_addf(out, "%s+cycles %c", n > 1 ? "  " : "",
			     cvg_countkind_letter(cvg_ui_gain_kind(ui)));
}

static void hint(struct cvg_ui *ui, void *state, struct cvg_str *out)
{
	struct cvg_outline *outline = state;
	const struct cvg_regnode *node =
		cvg_outline_node(outline, outline->list.at);

	if (!node && outline->list.at) {
		cvg_str_add(out, "Enter look at it");
		return;
	}
	if (!node && ui->body == CVG_NONE) {
		cvg_str_add(out, "z fold");
		return;
	}
	cvg_ui_hints_here(ui, out);
	cvg_str_add(out, out->n ? "  z fold" : "z fold");
}

static const struct cvg_viewkey keys[] = {
	{CVG_DO_LEFT,
	 "fold the node under the cursor, or go to the node around it"},
	{CVG_DO_RIGHT, "open the node under the cursor, or go into it"},
	{CVG_DO_PREVIEW, "show the function under the cursor; on another node, "
			 "preview the step"},
	{0},
};

const struct cvg_view cvg_view_outline = {
	.about = "the functions, and the regions, loops and blocks of the "
		 "selected function, with how much of each diverges and the "
		 "net cycles that the candidates in it would save, of those "
		 "that can be taken together: of nested ones, the better "
		 "(g: guessed, p: profiled). "
		 "Uniform parts are folded",
	.keys = keys,
	.size = sizeof(struct cvg_outline),
	.done = done,
	.update = update,
	.draw = draw,
	.act = act,
	.mouse = mouse,
	.status = status,
	.hint = hint,
	.find = find,
};
