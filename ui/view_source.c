/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The source: the files that debug info names, and beside every line the blocks
 * that were made from it and whether they diverge. Of a file that cannot be
 * read, the numbers of the lines are shown.
 */
#include "ui/list.h"
#include "ui/marks.h"

#include "reconverge/analysis.h"
#include "reconverge/graph.h"
#include "reconverge/look.h"
#include "reconverge/session.h"
#include "reconverge/settings.h"
#include "reconverge/source.h"

#include <stdlib.h>
#include <string.h>

#define LABELS	   13 /* columns for the names of blocks, in a wide pane, */
#define SHORT	   6  /* and in another one */
#define MAX_LABELS 3
#define WIDE	   48 /* columns of a wide pane */
#define LABEL_FROM 30 /* columns of the pane from which labels are shown */

/* A file: a line for its name, then its lines, then an empty one. */
struct part {
	uint32_t file;
	uint32_t at;   /* the list's line of its name */
	size_t use_at; /* the index of its first use */
	struct cvg_srcfile text;
	uint32_t nlines; /* of text; else different lines named */
	uint32_t indent; /* blanks before each line from the first to the last
			    that is named */
	bool whole;	 /* all of its lines are shown, not only the named */
};

struct source {
	struct cvg_list list;
	struct cvg_marks marks;
	struct cvg_srcuses uses;
	cvg_vec(struct part) parts;
	bool any; /* the setting `sources` when the files were read */
};

/* A line of the list: of a file, its line's number, or 0 (the name). */
struct place {
	const struct part *part; /* NULL: an empty line */
	uint32_t line;
};

/* ---- lines ----------------------------------------------------------- */

static void drop(struct source *v)
{
	for (size_t i = 0; i < v->parts.n; i++)
		cvg_srcfile_done(&v->parts.at[i].text);
	v->parts.n = 0;
	cvg_srcuses_done(&v->uses);
}

static void done(void *state)
{
	struct source *v = state;

	drop(v);
	cvg_marks_done(&v->marks);
	free(v->parts.at);
}

/* Different lines that a file's uses name, from `at` on. */
static uint32_t named_lines(const struct source *v, size_t at)
{
	uint32_t n = 0;

	for (size_t i = at; i < v->uses.n; i++) {
		if (v->uses.at[i].file != v->uses.at[at].file)
			break;
		n += i == at || v->uses.at[i].line != v->uses.at[i - 1].line;
	}
	return n;
}

static bool reads_any(struct cvg_ui *ui)
{
	return cvg_set_int(cvg_session_settings(ui->session),
			   CVG_SET_SOURCES) == CVG_SOURCES_ANY;
}

static void make(struct source *v, struct cvg_ui *ui)
{
	uint32_t n = 0;

	drop(v);
	v->any = reads_any(ui);
	cvg_marks_update(&v->marks, ui);
	cvg_srcuses_init(&v->uses, ui->fn);
	for (size_t i = 0; i < v->uses.n; i++) {
		struct part p = {
			.file = v->uses.at[i].file, .use_at = i, .at = n};

		if (i && v->uses.at[i - 1].file == p.file)
			continue;
		p.whole =
			cvg_srcfile_open(&p.text, cvg_session_path(ui->session),
					 ui->fn->files[p.file], v->any);
		p.nlines = p.whole ? cvg_srcfile_nlines(&p.text)
				   : named_lines(v, i);
		p.indent = cvg_srcfile_indent(&p.text, &v->uses, i);
		cvg_push(&v->parts, p);
		n += p.nlines + 2;
	}
	cvg_list_size(&v->list, n ? n - 1 : 0);
}

/* The nth different line that the part's uses name, from 1. */
static uint32_t nth_named(const struct source *v, const struct part *p,
			  uint32_t n)
{
	size_t i = p->use_at;

	while (n > 1) {
		i++;
		n -= v->uses.at[i].line != v->uses.at[i - 1].line;
	}
	return v->uses.at[i].line;
}

static struct place place_of(const struct source *v, uint32_t line)
{
	size_t low = 0, high = v->parts.n;
	const struct part *p;

	while (high - low > 1) {
		size_t mid = low + (high - low) / 2;

		if (v->parts.at[mid].at <= line)
			low = mid;
		else
			high = mid;
	}
	p = &v->parts.at[low];
	line -= p->at;
	if (!line)
		return (struct place){p, 0};
	if (line > p->nlines)
		return (struct place){NULL, 0};
	return (struct place){p, p->whole ? line : nth_named(v, p, line)};
}

/* The list's line of a use. */
static uint32_t line_of_use(const struct source *v, const struct cvg_srcuse *u)
{
	uint32_t k = 0;
	const struct part *p = v->parts.at;

	while (p->file != u->file)
		p++;
	if (p->whole)
		return p->at + (u->line <= p->nlines ? u->line : 0);
	for (size_t i = p->use_at; i < v->uses.n; i++) {
		k += i == p->use_at ||
		     v->uses.at[i].line != v->uses.at[i - 1].line;
		if (v->uses.at[i].line == u->line)
			break;
	}
	return p->at + k;
}

/* The uses of a line: *n of them from the index returned. */
static size_t uses_of(const struct source *v, struct place p, size_t *n)
{
	size_t at, end;

	*n = 0;
	if (!p.part || !p.line)
		return 0;
	at = end = cvg_srcuses_find(&v->uses, p.part->file, p.line);
	while (end < v->uses.n && v->uses.at[end].file == p.part->file &&
	       v->uses.at[end].line == p.line)
		end++;
	*n = end - at;
	return at;
}

/* ---- in step with the selection -------------------------------------- */

/* The instruction selected, or the first of the block, that has a line. */
static void follow(struct source *v, const struct cvg_ui *ui)
{
	const struct cvg_fn *fn = ui->fn;
	const struct cvg_block *block = &fn->blocks[ui->block];
	uint32_t i = ui->inst == CVG_NONE ? block->inst_at : ui->inst;

	for (; i < block->inst_at + block->ninsts; i++) {
		const struct cvg_spot *at = cvg_spot_at(fn, fn->insts[i].spot);

		if (!at)
			continue;
		cvg_list_go(
			&v->list,
			line_of_use(v, &(struct cvg_srcuse){.file = at->file,
							    .line = at->line}));
		return;
	}
}

static void update(struct cvg_ui *ui, void *state, unsigned changed)
{
	struct source *v = state;
	bool made = v->marks.fn != ui->fn || v->any != reads_any(ui);

	if (made)
		make(v, ui);
	if (v->uses.n &&
	    (made || changed & (CVG_NEW_BLOCK | CVG_NEW_INST | CVG_NEW_REV)))
		follow(v, ui);
}

/* The next use on the cursor's line after the block selected (by: 1), the
 * one before (-1), or the first one (0). */
static bool select_use(struct source *v, struct cvg_ui *ui, int by)
{
	size_t n, at, k = 0;

	at = uses_of(v, place_of(v, v->list.at), &n);
	if (!n)
		return false;
	while (by && k < n && v->uses.at[at + k].block != ui->block)
		k++;
	if (k == n)
		k = 0;
	else if (by)
		k = by > 0 ? (k + 1) % n : (k + n - 1) % n;
	cvg_ui_go_inst(ui, v->uses.at[at + k].inst);
	return true;
}

/* ---- drawing --------------------------------------------------------- */

static void draw_name(const struct cvg_ui *ui, struct cvg_canvas *into,
		      int32_t y, const struct part *p)
{
	uint32_t x = 1;

	x += cvg_canvas_text(into, (int32_t)x, y, into->width,
			     ui->fn->files[p->file], CVG_ROLE_TITLE, 0);
	if (p->text.why) {
		uint32_t need = (uint32_t)strlen(p->text.why) + 4;

		/* the reason is worth more than the end of a long name */
		if (x + need > into->width && into->width > need)
			x = into->width - need;
		cvg_canvas_printf(into, (int32_t)x, y, into->width,
				  CVG_ROLE_ALERT, 0, "  (%s)", p->text.why);
	}
}

/* The branch made from the line diverges; or all of it is under one. */
static struct cvg_mark mark_of(struct cvg_ui *ui, const struct source *v,
			       size_t at, size_t n)
{
	struct cvg_mark m = {" ", CVG_ROLE_TEXT};
	bool under = n > 0;

	for (size_t i = at; i < at + n; i++) {
		const struct cvg_srcuse *u = &v->uses.at[i];

		if (cvg_srcuse_splits(u, ui->ana))
			return cvg_mark_branch(ui, u->block);
		under &= cvg_bits_has(&v->marks.under, u->block);
	}
	if (under)
		m = (struct cvg_mark){cvg_ui_glyphs(ui)->under,
				      CVG_ROLE_DIVERGENT};
	return m;
}

/* The names of the blocks made from a line. */
static void draw_labels(const struct cvg_ui *ui, const struct source *v,
			struct cvg_canvas *into, int32_t x, int32_t y,
			size_t at, size_t n)
{
	size_t most = into->width < WIDE ? 1 : MAX_LABELS;
	uint32_t width = into->width < WIDE ? SHORT : LABELS;
	struct cvg_str s = {0};
	bool here = false;

	for (size_t i = 0; i < n; i++) {
		uint32_t b = v->uses.at[at + i].block;

		here |= b == ui->block;
		if (i < most)
			cvg_str_addf(&s, "%sB%u", i ? "," : "",
				     ui->fn->blocks[b].uid);
	}
	if (n > most)
		cvg_str_addf(&s, "+%zu", n - most);
	cvg_canvas_text(into, x, y, width - 1, cvg_str_of(&s),
			here ? CVG_ROLE_TITLE : CVG_ROLE_NAME, 0);
	cvg_str_done(&s);
}

/* Is the line linked with the cursor of another pane? */
static bool is_linked(const struct cvg_ui *ui, struct place p)
{
	const struct cvg_spot *at;

	if (ui->inst == CVG_NONE)
		return false;
	at = cvg_spot_at(ui->fn, ui->fn->insts[ui->inst].spot);
	return at && at->line == p.line && at->file == p.part->file;
}

static void draw_line(struct cvg_ui *ui, const struct source *v,
		      struct cvg_canvas *into, int32_t y, struct place p)
{
	uint32_t number = into->width < WIDE ? 4 : 6, x = 1 + number + 2;
	struct cvg_str text = {0};
	size_t n, at = uses_of(v, p, &n), indent;
	struct cvg_mark m = mark_of(ui, v, at, n);
	uint32_t left;

	cvg_canvas_printf(into, 1, y, number, CVG_ROLE_DIM, 0, "%*u",
			  into->width < WIDE ? 4 : 5, p.line);
	cvg_canvas_text(into, 1 + (int32_t)number, y, 1, m.glyph, m.role, 0);
	if (into->width >= LABEL_FROM) {
		draw_labels(ui, v, into, (int32_t)x, y, at, n);
		x += into->width < WIDE ? SHORT : LABELS;
	}
	cvg_srcfile_line(&p.part->text, p.line, &text);
	indent = strspn(cvg_str_of(&text), " ");
	left = v->list.left +
	       (indent < p.part->indent ? (uint32_t)indent : p.part->indent);
	cvg_canvas_text(into, (int32_t)x, y, into->width,
			cvg_text_cut(cvg_str_of(&text), &left),
			n ? CVG_ROLE_TEXT : CVG_ROLE_DIM, 0);
	if (is_linked(ui, p))
		cvg_canvas_tint(into, (int32_t)x, y, into->width, 1, CVG_NROLES,
				CVG_CELL_UNDERLINE);
	cvg_str_done(&text);
}

static void draw_nothing(const struct cvg_ui *ui, struct cvg_canvas *into)
{
	cvg_canvas_printf(into, 1, 1, into->width, CVG_ROLE_TEXT, 0,
			  "@%s has no source lines.", ui->fn->name);
	cvg_canvas_text(into, 1, 2, into->width,
			"Compile it with -g to see them here.", CVG_ROLE_DIM,
			0);
}

static void draw(struct cvg_ui *ui, void *state, struct cvg_canvas *into,
		 bool focused)
{
	struct source *v = state;
	struct cvg_canvas text;

	if (v->marks.fn != ui->fn)
		return;
	if (!v->uses.n) {
		draw_nothing(ui, into);
		return;
	}
	cvg_list_fit(&v->list, into->height);
	text = cvg_list_text(&v->list, into);
	for (uint32_t k = 0; k < into->height; k++) {
		uint32_t line = v->list.top + k;
		struct place p;

		if (line >= v->list.n)
			break;
		p = place_of(v, line);
		if (p.part && p.line)
			draw_line(ui, v, &text, (int32_t)k, p);
		else if (p.part)
			draw_name(ui, &text, (int32_t)k, p.part);
		if (line == v->list.at)
			cvg_list_cursor(ui, into, (int32_t)k, focused);
	}
	cvg_list_bar(ui, &v->list, into, 0);
}

/* ---- what can be done ------------------------------------------------ */

static bool act(struct cvg_ui *ui, void *state, enum cvg_action action,
		uint32_t count)
{
	struct source *v = state;
	uint32_t was = v->list.at;

	(void)count;
	if (!v->uses.n)
		return false;
	if (action == CVG_DO_LEFT || action == CVG_DO_RIGHT)
		return select_use(v, ui, action == CVG_DO_LEFT ? -1 : 1);
	if (!cvg_list_act(&v->list, action))
		return false;
	if (v->list.at != was)
		select_use(v, ui, 0);
	return true;
}

static bool mouse(struct cvg_ui *ui, void *state, enum cvg_mouse what,
		  int32_t x, int32_t y)
{
	struct source *v = state;
	uint32_t was = v->list.at;

	(void)x;
	if (!v->uses.n || !cvg_list_mouse(&v->list, what, y))
		return false;
	if (v->list.at != was)
		select_use(v, ui, 0);
	return true;
}

struct search {
	const struct source *view;
	const struct cvg_ui *ui;
};

static bool line_has(void *ctx, uint32_t line)
{
	const struct search *search = ctx;
	struct place p = place_of(search->view, line);
	struct cvg_str text = {0};
	bool has;

	if (!p.part)
		return false;
	if (p.line)
		cvg_srcfile_line(&p.part->text, p.line, &text);
	else
		cvg_str_add(&text, search->ui->fn->files[p.part->file]);
	has = cvg_text_has(cvg_str_of(&text), search->ui->search.at);
	cvg_str_done(&text);
	return has;
}

static bool find(struct cvg_ui *ui, void *state, int by)
{
	struct source *v = state;
	struct search s = {.view = v, .ui = ui};

	if (!ui->search.n || !v->uses.n ||
	    !cvg_list_find(&v->list, by, line_has, &s))
		return false;
	select_use(v, ui, 0);
	return true;
}

static void status(struct cvg_ui *ui, void *state, struct cvg_str *out)
{
	const struct source *v = state;
	struct place p;

	if (!v->uses.n || v->marks.fn != ui->fn)
		return;
	p = place_of(v, v->list.at);
	if (p.part && p.line)
		cvg_str_addf(out, "%s:%u", ui->fn->files[p.part->file], p.line);
}

static void hint(struct cvg_ui *ui, void *state, struct cvg_str *out)
{
	const struct source *v = state;
	size_t n;

	if (!v->uses.n || v->marks.fn != ui->fn)
		return;
	uses_of(v, place_of(v, v->list.at), &n);
	cvg_str_add(out, n > 1 ? "l next block of it  i IR" : "i IR  / search");
}

static const struct cvg_viewkey keys[] = {
	{CVG_DO_LEFT, "go to the previous block that was made from this line"},
	{CVG_DO_RIGHT, "go to the next block that was made from this line"},
	{0},
};

const struct cvg_view cvg_view_source = {
	.about = "the source lines, if the module has debug info, with the "
		 "blocks made from each line",
	.keys = keys,
	.size = sizeof(struct source),
	.done = done,
	.update = update,
	.draw = draw,
	.act = act,
	.mouse = mouse,
	.status = status,
	.hint = hint,
	.find = find,
};
