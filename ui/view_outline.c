/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The outline: the selected function as a tree of regions, loops and blocks,
 * each with its marks, its divergent branches and what could be gained in it;
 * below it the other functions of the module. Nodes that diverge are open,
 * uniform ones are folded.
 */
#include "ui/outline.h"

#include "reconverge/analysis.h"
#include "reconverge/cmd.h"
#include "reconverge/graph.h"
#include "reconverge/look.h"
#include "reconverge/session.h"

#include <stdio.h>
#include <string.h>

/* columns of the pane from which all columns on the right are shown */
#define WIDE 36

static void follow(struct cvg_outline *v, const struct cvg_ui *ui)
{
	const struct cvg_regnode *now = cvg_outline_node(v, v->list.at);

	if (now && now->block == ui->block)
		return;
	cvg_list_go(&v->list, cvg_outline_find(v, v->tree.of_block[ui->block]));
}

static void update(struct cvg_ui *ui, void *state, unsigned changed)
{
	struct cvg_outline *v = state;
	bool made = v->marks.fn != ui->fn;

	if (!ui->busy && (made || changed & (CVG_NEW_REV | CVG_NEW_SETTINGS |
					     CVG_NEW_RUN | CVG_NEW_TREE)))
		cvg_outline_make(v, ui);
	if (v->marks.fn == ui->fn && (made || changed & CVG_NEW_BLOCK))
		follow(v, ui);
}

static void done(void *state)
{
	cvg_outline_done(state);
}

/* ---- drawing --------------------------------------------------------- */

/* A count of at most `most`, else in thousands, millions ... */
static const char *short_count(char buf[8], uint64_t n, uint64_t most)
{
	static const char letters[] = " kMGT";
	uint32_t k = 0;

	for (; n > (k ? 999 : most) && k + 2 < sizeof letters; k++)
		n /= 1000;
	if (k)
		snprintf(buf, 8, "%u%c", (unsigned)(n % 1000), letters[k]);
	else
		snprintf(buf, 8, "%u", (unsigned)(n % 10000));
	return buf;
}

/* The columns on the right: blocks, divergent branches, what can be gained.
 * Returns how many columns are left of them. */
static uint32_t draw_counts(struct cvg_ui *ui, struct cvg_canvas *into,
			    int32_t y, uint32_t nblocks, uint32_t ndivergent,
			    int64_t net)
{
	uint32_t width = into->width;
	uint32_t x = width > 1 ? width - 1 : 0; /* the bar's */
	char buf[16] = "+";

	if (width < 16)
		return x;
	x -= 5;
	short_count(buf + 1, (uint64_t)net, 9999);
	if (net)
		cvg_canvas_printf(into, (int32_t)x, y, 5, CVG_ROLE_GOOD, 0,
				  "%5s", buf);
	x -= 4;
	if (ndivergent)
		cvg_canvas_printf(into, (int32_t)x, y, 4, CVG_ROLE_DIVERGENT, 0,
				  "%3s%s", short_count(buf, ndivergent, 999),
				  cvg_ui_glyphs(ui)->divergent);
	if (width < WIDE)
		return x;
	x -= 6;
	if (nblocks)
		cvg_canvas_printf(into, (int32_t)x, y, 6, CVG_ROLE_DIM, 0,
				  "%5u", nblocks);
	return x;
}

static const char *fold_glyph(const struct cvg_ui *ui, bool open)
{
	if (ui->ascii)
		return open ? "-" : "+";
	return open ? "\u25be" : "\u25b8";
}

static struct cvg_mark mark_of(struct cvg_ui *ui, const struct cvg_outline *v,
			       const struct cvg_regnode *x)
{
	const struct cvg_glyphs *g = cvg_ui_glyphs(ui);

	if (x->temporal)
		return (struct cvg_mark){g->temporal, CVG_ROLE_DIVERGENT};
	if (cvg_bits_has(&cvg_ana_uniform(ui->ana)->divergent_term, x->block))
		return cvg_mark_branch(ui, x->block);
	if (cvg_bits_has(&v->marks.under, x->block))
		return (struct cvg_mark){g->under, CVG_ROLE_DIVERGENT};
	return cvg_mark_branch(ui, x->block);
}

/* "R3 L1 B4", "B5 if.then"; `named`: with the name of the block. */
static void add_label(struct cvg_str *out, const struct cvg_fn *fn,
		      const struct cvg_regnode *x, bool named)
{
	cvg_str_clear(out);
	if (x->region != CVG_NONE)
		cvg_str_addf(out, "R%u ", x->region);
	if (x->loop != CVG_NONE)
		cvg_str_addf(out, "L%u ", x->loop);
	cvg_str_addf(out, "B%u", fn->blocks[x->block].uid);
	if (named)
		cvg_str_addf(out, " %s", fn->blocks[x->block].name);
}

static void draw_node(struct cvg_ui *ui, struct cvg_outline *v,
		      struct cvg_canvas *into, int32_t y,
		      const struct cvg_regnode *x)
{
	uint32_t step = into->width >= WIDE ? 2 : 1;
	uint32_t deepest = into->width / 3;
	uint32_t at = 1 + (x->depth + 1) * step, end;
	struct cvg_mark m = mark_of(ui, v, x);
	struct cvg_str label = {0};

	end = into->width > 1 ? into->width - 1 : 0; /* the bar's */
	if (!x->leaf || into->width >= WIDE)
		end = draw_counts(ui, into, y, x->leaf ? 0 : x->nblocks,
				  x->leaf ? 0 : x->ndivergent, x->net);
	if (at > deepest)
		at = deepest;
	if (!x->leaf)
		cvg_canvas_text(into, (int32_t)at, y, 1,
				fold_glyph(ui, cvg_outline_is_open(v, x)),
				CVG_ROLE_DIM, 0);
	cvg_canvas_text(into, (int32_t)at + 1, y, 1, m.glyph, m.role, 0);
	at += 2;
	if (x->ntorn && (x->leaf || !cvg_outline_is_open(v, x)))
		at += cvg_canvas_text(into, (int32_t)at, y, 1, "!",
				      CVG_ROLE_ALERT, 0);
	add_label(&label, ui->fn, x, x->leaf || !cvg_outline_is_open(v, x));
	if (!x->leaf && cvg_outline_is_open(v, x) && at < end &&
	    cvg_text_width(label.at, label.n) > end - at)
		*strrchr(label.at, ' ') = '\0'; /* its first line says where */
	if (at < end)
		cvg_ui_text(ui, into, (int32_t)at, y, end - at, label.at,
			    x->leaf ? CVG_ROLE_TEXT : CVG_ROLE_NAME, 0);
	cvg_str_done(&label);
}

static int64_t net_of_all(const struct cvg_outline *v)
{
	int64_t net = 0;

	for (uint32_t i = 0; i < v->tree.n; i = v->tree.at[i].end)
		net += v->tree.at[i].net;
	return net;
}

static void draw_function(struct cvg_ui *ui, struct cvg_outline *v,
			  struct cvg_canvas *into, int32_t y, uint32_t f)
{
	bool focus = f == cvg_session_function(ui->session);
	const struct cvg_outline_fn *s = cvg_outline_fn(v, ui, f);
	uint32_t ndivergent = s->ndivergent, nblocks = s->nblocks, end;
	struct cvg_str name = {0};

	if (focus) {
		ndivergent = cvg_ana_uniform(ui->ana)->nbranches;
		nblocks = ui->fn->nblocks;
	}
	end = draw_counts(ui, into, y, nblocks, ndivergent,
			  focus ? net_of_all(v) : 0);
	cvg_canvas_text(into, 1, y, 1, fold_glyph(ui, focus && !v->closed),
			CVG_ROLE_DIM, 0);
	cvg_str_addf(&name, "@%s", cvg_session_function_name(ui->session, f));
	if (end > 3)
		cvg_ui_text(ui, into, 3, y, end - 3, name.at,
			    focus ? CVG_ROLE_TITLE : CVG_ROLE_TEXT,
			    s->kind == CVG_FN_DEVICE ? CVG_CELL_DIM : 0);
	cvg_str_done(&name);
}

static void draw(struct cvg_ui *ui, void *state, struct cvg_canvas *into,
		 bool focused)
{
	struct cvg_outline *v = state;

	if (v->marks.fn != ui->fn)
		return;
	v->looked = 0;
	cvg_list_fit(&v->list, into->height);
	for (uint32_t k = 0; k < into->height; k++) {
		uint32_t at = v->list.top + k;

		if (at >= v->lines.n)
			break;
		if (v->lines.at[at].kind == CVG_OUT_NODE)
			draw_node(ui, v, into, (int32_t)k,
				  cvg_outline_node(v, at));
		else
			draw_function(ui, v, into, (int32_t)k,
				      v->lines.at[at].id);
		if (at == v->list.at)
			cvg_list_cursor(ui, into, (int32_t)k, focused);
	}
	cvg_list_bar(ui, &v->list, into, 0);
}

/* ---- what can be done ------------------------------------------------ */

static void select_line(struct cvg_outline *v, struct cvg_ui *ui)
{
	const struct cvg_regnode *x = cvg_outline_node(v, v->list.at);

	if (x)
		cvg_ui_go_block(ui, x->block);
}

static void go_line(struct cvg_outline *v, struct cvg_ui *ui, uint32_t line)
{
	cvg_list_go(&v->list, line);
	select_line(v, ui);
}

static bool focus_function(struct cvg_outline *v, struct cvg_ui *ui)
{
	struct cvg_str line = {0}, name = {0};
	uint32_t f = v->lines.at[v->list.at].id;

	cvg_str_addf(&name, "@%s", cvg_session_function_name(ui->session, f));
	cvg_str_add(&line, "function ");
	cvg_quote(&line, name.at);
	v->closed = false;
	cvg_ui_command(ui, line.at);
	cvg_str_done(&line);
	cvg_str_done(&name);
	return true;
}

/* Open or fold the node. False: there is nothing to open or to fold. */
static bool fold(struct cvg_outline *v, struct cvg_ui *ui, bool open)
{
	const struct cvg_regnode *x = cvg_outline_node(v, v->list.at);

	if (!x && v->list.at)
		return false;
	if (!x) {
		if (v->closed != open)
			return false;
		v->closed = !open;
	} else {
		if (x->leaf || cvg_outline_is_open(v, x) == open)
			return false;
		cvg_outline_open(v, x, open);
	}
	cvg_outline_lines(v, ui);
	return true;
}

static bool toggle(struct cvg_outline *v, struct cvg_ui *ui)
{
	const struct cvg_regnode *x = cvg_outline_node(v, v->list.at);

	/* a block: fold the node around it */
	if (x && x->leaf && x->parent != CVG_NONE) {
		go_line(v, ui, cvg_outline_find(v, x->parent));
		x = cvg_outline_node(v, v->list.at);
	}
	return fold(v, ui, x ? !cvg_outline_is_open(v, x) : v->closed);
}

static bool leave(struct cvg_outline *v, struct cvg_ui *ui)
{
	const struct cvg_regnode *x = cvg_outline_node(v, v->list.at);

	if (fold(v, ui, false))
		return true;
	if (x)
		go_line(v, ui,
			x->parent == CVG_NONE ? 0
					      : cvg_outline_find(v, x->parent));
	return true;
}

static bool enter(struct cvg_outline *v, struct cvg_ui *ui)
{
	const struct cvg_regnode *x = cvg_outline_node(v, v->list.at);

	if (!x && v->list.at)
		return focus_function(v, ui);
	if (!fold(v, ui, true) && (!x || !x->leaf))
		go_line(v, ui, v->list.at + 1);
	return true;
}

static bool fold_depth(struct cvg_outline *v, struct cvg_ui *ui, uint32_t count)
{
	v->folds.n = 0;
	v->depth = count + 1;
	cvg_outline_lines(v, ui);
	follow(v, ui);
	return true;
}

static bool act(struct cvg_ui *ui, void *state, enum cvg_action action,
		uint32_t count)
{
	struct cvg_outline *v = state;
	const struct cvg_regnode *x = cvg_outline_node(v, v->list.at);

	switch (cvg_action_number(action)) {
	case CVG_DO_LEFT:
		return leave(v, ui);
	case CVG_DO_RIGHT:
		return enter(v, ui);
	case CVG_DO_FOLD:
		return toggle(v, ui);
	case CVG_DO_FOLD_DEPTH:
		return fold_depth(v, ui, count);
	case CVG_DO_PREVIEW:
		if (!x && v->list.at)
			return focus_function(v, ui);
		return ui->choice == CVG_NONE && toggle(v, ui);
	default:
		break;
	}
	if (!cvg_list_act(&v->list, action))
		return false;
	select_line(v, ui);
	return true;
}

static bool mouse(struct cvg_ui *ui, void *state, enum cvg_mouse what,
		  int32_t x, int32_t y)
{
	struct cvg_outline *v = state;

	(void)x;
	if (!cvg_list_mouse(&v->list, what, y))
		return false;
	if (what == CVG_MOUSE_DOUBLE)
		return v->list.at && !cvg_outline_node(v, v->list.at)
			       ? focus_function(v, ui)
			       : toggle(v, ui);
	if (what == CVG_MOUSE_CLICK)
		select_line(v, ui);
	return true;
}

/* ---- searching ------------------------------------------------------- */

/* Search the nodes, then the functions; nodes inside folded ones are found
 * too. */
static bool item_has(struct cvg_outline *v, struct cvg_ui *ui, uint32_t item)
{
	struct cvg_str label = {0};
	bool has;

	if (item < v->tree.n)
		add_label(&label, ui->fn, &v->tree.at[item], true);
	else
		cvg_str_addf(&label, "@%s",
			     cvg_session_function_name(ui->session,
						       item - v->tree.n));
	has = cvg_text_has(label.at, ui->search.at);
	cvg_str_done(&label);
	return has;
}

static void show_item(struct cvg_outline *v, struct cvg_ui *ui, uint32_t item)
{
	if (item < v->tree.n) {
		uint32_t up = v->tree.at[item].parent;

		for (; up != CVG_NONE; up = v->tree.at[up].parent)
			cvg_outline_open(v, &v->tree.at[up], true);
		v->closed = false;
		cvg_outline_lines(v, ui);
		go_line(v, ui, cvg_outline_find(v, item));
		return;
	}
	for (uint32_t i = 0; i < v->lines.n; i++)
		if (v->lines.at[i].kind == CVG_OUT_FUNCTION &&
		    v->lines.at[i].id == item - v->tree.n)
			go_line(v, ui, i);
}

static bool find(struct cvg_ui *ui, void *state, int by)
{
	struct cvg_outline *v = state;
	uint32_t n = v->tree.n + cvg_session_nfunctions(ui->session);
	struct cvg_outline_line l = v->lines.at[v->list.at];
	uint32_t at = l.kind == CVG_OUT_NODE ? l.id : v->tree.n + l.id;

	if (!ui->search.n)
		return false;
	for (uint32_t k = 0; k < n; k++) {
		at = by > 0 ? (at + 1) % n : (at + n - 1) % n;
		if (item_has(v, ui, at)) {
			show_item(v, ui, at);
			return true;
		}
	}
	return false;
}

/* ---- what it says ---------------------------------------------------- */

static void status(struct cvg_ui *ui, void *state, struct cvg_str *out)
{
	uint32_t n = cvg_session_nfunctions(ui->session);

	(void)state;
	if (n > 1)
		cvg_str_addf(out, "%u of %u",
			     cvg_session_function(ui->session) + 1, n);
}

static void hint(struct cvg_ui *ui, void *state, struct cvg_str *out)
{
	struct cvg_outline *v = state;
	const struct cvg_regnode *x = cvg_outline_node(v, v->list.at);

	if (!x) {
		cvg_str_add(out, v->list.at ? "Enter look at it" : "z fold");
		return;
	}
	if (cvg_bits_has(&cvg_ana_uniform(ui->ana)->divergent_term, x->block))
		cvg_str_add(out, "w why  ");
	if (ui->choice != CVG_NONE)
		cvg_str_add(out, "Enter preview  a apply  ");
	cvg_str_add(out, "z fold");
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
		 "selected function, with how much of each diverges and what "
		 "could be gained. Uniform parts are folded",
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
