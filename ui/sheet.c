/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Sheets: writing, moving, finding, drawing. */
#include "ui/sheet.h"

#include "reconverge/look.h"

#include <stdlib.h>
#include <string.h>

void cvg_sheet_done(struct cvg_sheet *sheet)
{
	cvg_str_done(&sheet->text);
	free(sheet->spans.at);
	free(sheet->lines.at);
	*sheet = (struct cvg_sheet){.pick = sheet->pick};
}

/* ---- writing --------------------------------------------------------- */

void cvg_sheet_begin(struct cvg_sheet *sheet)
{
	cvg_str_clear(&sheet->text);
	sheet->spans.n = sheet->lines.n = 0;
	sheet->line_at = 0;
	sheet->line_spans = sheet->line_width = 0;
}

void cvg_sheet_putn(struct cvg_sheet *sheet, enum cvg_role role, unsigned attr,
		    const char *text, size_t n)
{
	struct cvg_span span = {
		.at = (uint32_t)(sheet->text.n - sheet->line_at),
		.n = (uint32_t)n,
		.role = (uint8_t)role,
		.attr = (uint8_t)attr};

	if (!n)
		return;
	cvg_str_addn(&sheet->text, text, n);
	sheet->line_width += cvg_text_width(text, n);
	cvg_push(&sheet->spans, span);
}

CVG_PRINTF(5, 0)
static void put_list(struct cvg_sheet *sheet, uint32_t column,
		     enum cvg_role role, unsigned attr, const char *fmt,
		     va_list ap)
{
	struct cvg_str text = {0};
	uint32_t width;

	cvg_str_vaddf(&text, fmt, ap);
	width = cvg_text_width(cvg_str_of(&text), text.n);
	if (column > width)
		cvg_sheet_pad(sheet, column - width);
	cvg_sheet_putn(sheet, role, attr, cvg_str_of(&text), text.n);
	cvg_str_done(&text);
}

void cvg_sheet_put(struct cvg_sheet *sheet, enum cvg_role role, unsigned attr,
		   const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	put_list(sheet, 0, role, attr, fmt, ap);
	va_end(ap);
}

void cvg_sheet_right(struct cvg_sheet *sheet, uint32_t column,
		     enum cvg_role role, unsigned attr, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	put_list(sheet, column, role, attr, fmt, ap);
	va_end(ap);
}

void cvg_sheet_pad(struct cvg_sheet *sheet, uint32_t column)
{
	while (sheet->line_width < column)
		cvg_sheet_putn(sheet, CVG_ROLE_TEXT, 0, " ", 1);
}

void cvg_sheet_end(struct cvg_sheet *sheet, uint32_t key)
{
	struct cvg_sheetline line = {
		.text_at = sheet->line_at,
		.text_n = (uint32_t)(sheet->text.n - sheet->line_at),
		.spans_at = sheet->line_spans,
		.nspans = (uint32_t)sheet->spans.n - sheet->line_spans,
		.key = key};

	cvg_push(&sheet->lines, line);
	sheet->line_at = sheet->text.n;
	sheet->line_spans = (uint32_t)sheet->spans.n;
	sheet->line_width = 0;
}

void cvg_sheet_wrap(struct cvg_sheet *sheet, enum cvg_role role, unsigned attr,
		    uint32_t width, uint32_t indent, const char *text)
{
	bool first = true;

	while (*(text += strspn(text, " \n"))) {
		size_t n = strcspn(text, " \n");
		uint32_t w = cvg_text_width(text, n);

		if (!first && sheet->line_width + 1 + w > width) {
			cvg_sheet_end(sheet, CVG_NONE);
			cvg_sheet_pad(sheet, indent);
		} else if (!first) {
			cvg_sheet_putn(sheet, role, attr, " ", 1);
		}
		cvg_sheet_putn(sheet, role, attr, text, n);
		text += n;
		first = false;
	}
	cvg_sheet_end(sheet, CVG_NONE);
}

/* ---- where one is ---------------------------------------------------- */

uint32_t cvg_sheet_key(const struct cvg_sheet *sheet)
{
	return sheet->list.at < sheet->lines.n
		       ? sheet->lines.at[sheet->list.at].key
		       : CVG_NONE;
}

bool cvg_sheet_go(struct cvg_sheet *sheet, uint32_t key)
{
	cvg_list_size(&sheet->list, (uint32_t)sheet->lines.n);
	for (size_t i = 0; i < sheet->lines.n; i++) {
		if (sheet->lines.at[i].key != key)
			continue;
		if (sheet->pick)
			cvg_list_go(&sheet->list, (uint32_t)i);
		else
			cvg_list_top(&sheet->list, (uint32_t)i);
		return true;
	}
	return false;
}

static uint32_t last_top(const struct cvg_sheet *sheet)
{
	uint32_t n = (uint32_t)sheet->lines.n;

	return n > sheet->list.height ? n - sheet->list.height : 0;
}

/* ---- moving ---------------------------------------------------------- */

/* Scroll a sheet that has no cursor. */
static bool scroll(struct cvg_sheet *sheet, int64_t by)
{
	int64_t top = (int64_t)sheet->list.top + by;

	if (top > (int64_t)last_top(sheet))
		top = (int64_t)last_top(sheet);
	cvg_list_top(&sheet->list, top < 0 ? 0 : (uint32_t)top);
	sheet->away = sheet->list.top != last_top(sheet);
	return true;
}

static bool act_plain(struct cvg_sheet *sheet, enum cvg_action action)
{
	int64_t page =
		sheet->list.height > 2 ? (int64_t)sheet->list.height - 1 : 1;

	switch (cvg_action_number(action)) {
	case CVG_DO_UP:
	case CVG_DO_PAN_UP:
		return scroll(sheet, -1);
	case CVG_DO_DOWN:
	case CVG_DO_PAN_DOWN:
		return scroll(sheet, 1);
	case CVG_DO_PAGE_UP:
		return scroll(sheet, -page);
	case CVG_DO_PAGE_DOWN:
		return scroll(sheet, page);
	case CVG_DO_TOP:
		return scroll(sheet, -(int64_t)sheet->lines.n);
	case CVG_DO_BOTTOM:
		return scroll(sheet, (int64_t)sheet->lines.n);
	case CVG_DO_PAN_LEFT:
	case CVG_DO_PAN_RIGHT:
		return cvg_list_act(&sheet->list, action);
	default:
		return false;
	}
}

/* Up and down pass over lines that stand for nothing, if another line follows
 * that does. */
static bool act_pick(struct cvg_sheet *sheet, enum cvg_action action)
{
	uint32_t from = sheet->list.at, at;

	if (!cvg_list_act(&sheet->list, action))
		return false;
	if (action != CVG_DO_UP && action != CVG_DO_DOWN)
		return true;
	while (cvg_sheet_key(sheet) == CVG_NONE) {
		at = sheet->list.at;
		cvg_list_act(&sheet->list, action);
		if (sheet->list.at == at) {
			cvg_list_go(&sheet->list, from);
			break;
		}
	}
	return true;
}

bool cvg_sheet_act(struct cvg_sheet *sheet, enum cvg_action action)
{
	cvg_list_size(&sheet->list, (uint32_t)sheet->lines.n);
	if (action == CVG_DO_LEFT)
		action = CVG_DO_PAN_LEFT;
	if (action == CVG_DO_RIGHT)
		action = CVG_DO_PAN_RIGHT;
	return sheet->pick ? act_pick(sheet, action) : act_plain(sheet, action);
}

bool cvg_sheet_mouse(struct cvg_sheet *sheet, enum cvg_mouse what, int32_t y)
{
	bool wheel = what == CVG_MOUSE_WHEEL_UP || what == CVG_MOUSE_WHEEL_DOWN;

	cvg_list_size(&sheet->list, (uint32_t)sheet->lines.n);
	if (!sheet->pick && !wheel)
		return false;
	if (!cvg_list_mouse(&sheet->list, what, y))
		return false;
	sheet->away = sheet->list.top != last_top(sheet);
	return true;
}

/* ---- finding --------------------------------------------------------- */

/* The first byte at or after `from` at which `text` stands in the line; the
 * line's length if it does not. */
static uint32_t place_in(const struct cvg_sheet *sheet,
			 const struct cvg_sheetline *l, const char *text,
			 uint32_t from)
{
	size_t n = strlen(text);
	struct cvg_str piece = {0};
	bool has = false;

	while (from + n <= l->text_n && !has) {
		cvg_str_clear(&piece);
		cvg_str_addn(&piece, sheet->text.at + l->text_at + from, n);
		has = cvg_text_has(cvg_str_of(&piece), text);
		from += !has;
	}
	cvg_str_done(&piece);
	return has ? from : l->text_n;
}

struct wanted {
	const struct cvg_sheet *sheet;
	const char *text;
};

static bool has_text(void *ctx, uint32_t line)
{
	const struct wanted *w = ctx;
	const struct cvg_sheetline *l = &w->sheet->lines.at[line];
	struct cvg_str whole = {0};
	bool has;

	cvg_str_addn(&whole, w->sheet->text.at + l->text_at, l->text_n);
	has = cvg_text_has(cvg_str_of(&whole), w->text);
	cvg_str_done(&whole);
	return has;
}

bool cvg_sheet_find(struct cvg_sheet *sheet, const char *text, int by)
{
	struct wanted w = {sheet, text};

	cvg_list_size(&sheet->list, (uint32_t)sheet->lines.n);
	if (!*text || !sheet->lines.n ||
	    !cvg_list_find(&sheet->list, by, has_text, &w))
		return false;
	sheet->away = true;
	if (!sheet->pick)
		cvg_list_top(&sheet->list, sheet->list.at);
	return true;
}

/* ---- as functions of a view ------------------------------------------ */

bool cvg_sheet_view_act(struct cvg_ui *ui, void *state, enum cvg_action action,
			uint32_t count)
{
	(void)ui;
	(void)count;
	return cvg_sheet_act(state, action);
}

bool cvg_sheet_view_mouse(struct cvg_ui *ui, void *state, enum cvg_mouse what,
			  int32_t x, int32_t y)
{
	(void)ui;
	(void)x;
	return cvg_sheet_mouse(state, what, y);
}

void cvg_sheet_view_status(struct cvg_ui *ui, void *state, struct cvg_str *out)
{
	const struct cvg_sheet *sheet = state;

	(void)ui;
	if (sheet->pick)
		cvg_list_status(&sheet->list, out);
	else if (last_top(sheet))
		cvg_str_addf(out, "%u%%",
			     (unsigned)(100 * (uint64_t)sheet->list.top /
					last_top(sheet)));
}

bool cvg_sheet_view_find(struct cvg_ui *ui, void *state, int by)
{
	return cvg_sheet_find(state, cvg_str_of(&ui->search), by);
}

/* ---- drawing --------------------------------------------------------- */

static void draw_span(const struct cvg_sheet *sheet,
		      const struct cvg_sheetline *l,
		      const struct cvg_span *span, struct cvg_canvas *into,
		      int32_t *x, int32_t y)
{
	struct cvg_str piece = {0};

	cvg_str_addn(&piece, sheet->text.at + l->text_at + span->at, span->n);
	*x += (int32_t)cvg_canvas_text(into, *x, y, INT32_MAX / 4,
				       cvg_str_of(&piece),
				       (enum cvg_role)span->role, span->attr);
	cvg_str_done(&piece);
}

static void mark_matches(const struct cvg_sheet *sheet,
			 const struct cvg_sheetline *l, const char *search,
			 struct cvg_canvas *into, int32_t y)
{
	const char *text = sheet->text.at + l->text_at;
	uint32_t n = (uint32_t)strlen(search), at = 0;

	while ((at = place_in(sheet, l, search, at)) < l->text_n) {
		int32_t x = (int32_t)cvg_text_width(text, at) -
			    (int32_t)sheet->list.left;

		cvg_canvas_tint(into, x, y, cvg_text_width(text + at, n), 1,
				CVG_NROLES, CVG_CELL_UNDERLINE | CVG_CELL_BOLD);
		at += n;
	}
}

static void draw_line(const struct cvg_ui *ui, const struct cvg_sheet *sheet,
		      const struct cvg_sheetline *l, struct cvg_canvas *into,
		      int32_t y)
{
	int32_t x = -(int32_t)sheet->list.left;

	for (uint32_t k = 0; k < l->nspans; k++)
		draw_span(sheet, l, &sheet->spans.at[l->spans_at + k], into, &x,
			  y);
	if (ui->search.n)
		mark_matches(sheet, l, ui->search.at, into, y);
}

void cvg_sheet_draw(const struct cvg_ui *ui, struct cvg_sheet *sheet,
		    struct cvg_canvas *into, bool focused)
{
	uint32_t x = sheet->pick && into->width > 1;
	struct cvg_canvas text;

	cvg_list_size(&sheet->list, (uint32_t)sheet->lines.n);
	if (sheet->tail && !sheet->away)
		cvg_list_top(&sheet->list, sheet->list.n);
	cvg_list_fit(&sheet->list, into->height);
	text = cvg_list_text(&sheet->list, into);
	text = cvg_canvas_part(&text, x, 0, text.width - x, text.height);
	text.marks_cuts = true;
	for (uint32_t row = 0; row < into->height; row++) {
		uint32_t i = sheet->list.top + row;

		if (i >= sheet->lines.n)
			break;
		draw_line(ui, sheet, &sheet->lines.at[i], &text, (int32_t)row);
		if (sheet->pick && i == sheet->list.at)
			cvg_list_cursor(ui, into, (int32_t)row, focused);
	}
	cvg_list_bar(ui, &sheet->list, into, 0);
}
