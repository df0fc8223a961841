/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Sheets: writing, moving, finding, drawing. */
#include "ui/sheet.h"

#include "reconverge/look.h"

#include <stdlib.h>
#include <string.h>

void cvg_sheet_done(struct cvg_sheet *s)
{
	cvg_str_done(&s->text);
	free(s->spans.at);
	free(s->lines.at);
	*s = (struct cvg_sheet){.pick = s->pick};
}

/* ---- writing --------------------------------------------------------- */

void cvg_sheet_begin(struct cvg_sheet *s)
{
	cvg_str_clear(&s->text);
	s->spans.n = s->lines.n = 0;
	s->line_at = 0;
	s->line_spans = s->line_width = 0;
}

void cvg_sheet_putn(struct cvg_sheet *s, enum cvg_role role, unsigned attr,
		    const char *text, size_t n)
{
	struct cvg_span span = {.at = (uint32_t)(s->text.n - s->line_at),
				.n = (uint32_t)n,
				.role = (uint8_t)role,
				.attr = (uint8_t)attr};

	if (!n)
		return;
	cvg_str_addn(&s->text, text, n);
	s->line_width += cvg_text_width(text, n);
	cvg_push(&s->spans, span);
}

CVG_PRINTF(5, 0)
static void put_list(struct cvg_sheet *s, uint32_t column, enum cvg_role role,
		     unsigned attr, const char *fmt, va_list ap)
{
	struct cvg_str text = {0};
	uint32_t width;

	cvg_str_vaddf(&text, fmt, ap);
	width = cvg_text_width(cvg_str_of(&text), text.n);
	if (column > width)
		cvg_sheet_pad(s, column - width);
	cvg_sheet_putn(s, role, attr, cvg_str_of(&text), text.n);
	cvg_str_done(&text);
}

void cvg_sheet_put(struct cvg_sheet *s, enum cvg_role role, unsigned attr,
		   const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	put_list(s, 0, role, attr, fmt, ap);
	va_end(ap);
}

void cvg_sheet_right(struct cvg_sheet *s, uint32_t column, enum cvg_role role,
		     unsigned attr, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	put_list(s, column, role, attr, fmt, ap);
	va_end(ap);
}

void cvg_sheet_pad(struct cvg_sheet *s, uint32_t column)
{
	while (s->line_width < column)
		cvg_sheet_putn(s, CVG_ROLE_TEXT, 0, " ", 1);
}

void cvg_sheet_end(struct cvg_sheet *s, uint32_t key)
{
	struct cvg_sheetline line = {
		.text_at = s->line_at,
		.text_n = (uint32_t)(s->text.n - s->line_at),
		.spans_at = s->line_spans,
		.nspans = (uint32_t)s->spans.n - s->line_spans,
		.key = key};

	cvg_push(&s->lines, line);
	s->line_at = s->text.n;
	s->line_spans = (uint32_t)s->spans.n;
	s->line_width = 0;
}

void cvg_sheet_wrap(struct cvg_sheet *s, enum cvg_role role, unsigned attr,
		    uint32_t width, uint32_t indent, const char *text)
{
	bool first = true;

	while (*(text += strspn(text, " \n"))) {
		size_t n = strcspn(text, " \n");
		uint32_t w = cvg_text_width(text, n);

		if (!first && s->line_width + 1 + w > width) {
			cvg_sheet_end(s, CVG_NONE);
			cvg_sheet_pad(s, indent);
		} else if (!first) {
			cvg_sheet_putn(s, role, attr, " ", 1);
		}
		cvg_sheet_putn(s, role, attr, text, n);
		text += n;
		first = false;
	}
	cvg_sheet_end(s, CVG_NONE);
}

/* ---- where one is ---------------------------------------------------- */

uint32_t cvg_sheet_key(const struct cvg_sheet *s)
{
	return s->list.at < s->lines.n ? s->lines.at[s->list.at].key : CVG_NONE;
}

bool cvg_sheet_go(struct cvg_sheet *s, uint32_t key)
{
	cvg_list_size(&s->list, (uint32_t)s->lines.n);
	for (size_t i = 0; i < s->lines.n; i++) {
		if (s->lines.at[i].key != key)
			continue;
		if (s->pick)
			cvg_list_go(&s->list, (uint32_t)i);
		else
			cvg_list_top(&s->list, (uint32_t)i);
		return true;
	}
	return false;
}

static uint32_t last_top(const struct cvg_sheet *s)
{
	uint32_t n = (uint32_t)s->lines.n;

	return n > s->list.height ? n - s->list.height : 0;
}

void cvg_sheet_status(const struct cvg_sheet *s, struct cvg_str *out)
{
	if (s->pick)
		cvg_list_status(&s->list, out);
	else if (last_top(s))
		cvg_str_addf(
			out, "%u%%",
			(unsigned)(100 * (uint64_t)s->list.top / last_top(s)));
}

/* ---- moving ---------------------------------------------------------- */

/* Scroll a sheet that has no cursor. */
static bool scroll(struct cvg_sheet *s, int64_t by)
{
	int64_t top = (int64_t)s->list.top + by;

	if (top > (int64_t)last_top(s))
		top = (int64_t)last_top(s);
	cvg_list_top(&s->list, top < 0 ? 0 : (uint32_t)top);
	s->away = s->list.top != last_top(s);
	return true;
}

static bool act_plain(struct cvg_sheet *s, enum cvg_action action)
{
	int64_t page = s->list.height > 2 ? (int64_t)s->list.height - 1 : 1;

	switch (cvg_action_number(action)) {
	case CVG_DO_UP:
	case CVG_DO_PAN_UP:
		return scroll(s, -1);
	case CVG_DO_DOWN:
	case CVG_DO_PAN_DOWN:
		return scroll(s, 1);
	case CVG_DO_PAGE_UP:
		return scroll(s, -page);
	case CVG_DO_PAGE_DOWN:
		return scroll(s, page);
	case CVG_DO_TOP:
		return scroll(s, -(int64_t)s->lines.n);
	case CVG_DO_BOTTOM:
		return scroll(s, (int64_t)s->lines.n);
	case CVG_DO_PAN_LEFT:
	case CVG_DO_PAN_RIGHT:
		return cvg_list_act(&s->list, action);
	default:
		return false;
	}
}

/* Up and down pass over lines that stand for nothing, if another line follows
 * that does. */
static bool act_pick(struct cvg_sheet *s, enum cvg_action action)
{
	uint32_t from = s->list.at, at;

	if (!cvg_list_act(&s->list, action))
		return false;
	if (action != CVG_DO_UP && action != CVG_DO_DOWN)
		return true;
	while (cvg_sheet_key(s) == CVG_NONE) {
		at = s->list.at;
		cvg_list_act(&s->list, action);
		if (s->list.at == at) {
			cvg_list_go(&s->list, from);
			break;
		}
	}
	return true;
}

bool cvg_sheet_act(struct cvg_sheet *s, enum cvg_action action)
{
	cvg_list_size(&s->list, (uint32_t)s->lines.n);
	if (action == CVG_DO_LEFT)
		action = CVG_DO_PAN_LEFT;
	if (action == CVG_DO_RIGHT)
		action = CVG_DO_PAN_RIGHT;
	return s->pick ? act_pick(s, action) : act_plain(s, action);
}

bool cvg_sheet_mouse(struct cvg_sheet *s, enum cvg_mouse what, int32_t y)
{
	bool wheel = what == CVG_MOUSE_WHEEL_UP || what == CVG_MOUSE_WHEEL_DOWN;

	cvg_list_size(&s->list, (uint32_t)s->lines.n);
	if (!s->pick && !wheel)
		return false;
	if (!cvg_list_mouse(&s->list, what, y))
		return false;
	s->away = s->list.top != last_top(s);
	return true;
}

/* ---- finding --------------------------------------------------------- */

/* The first byte at or after `from` at which `text` stands in the line; the
 * line's length if it does not. */
static uint32_t place_in(const struct cvg_sheet *s,
			 const struct cvg_sheetline *l, const char *text,
			 uint32_t from)
{
	size_t n = strlen(text);
	struct cvg_str piece = {0};
	bool has = false;

	while (from + n <= l->text_n && !has) {
		cvg_str_clear(&piece);
		cvg_str_addn(&piece, s->text.at + l->text_at + from, n);
		has = cvg_text_has(cvg_str_of(&piece), text);
		from += !has;
	}
	cvg_str_done(&piece);
	return has ? from : l->text_n;
}

struct wanted {
	const struct cvg_sheet *s;
	const char *text;
};

static bool has_text(void *ctx, uint32_t line)
{
	const struct wanted *w = ctx;
	const struct cvg_sheetline *l = &w->s->lines.at[line];
	struct cvg_str whole = {0};
	bool has;

	cvg_str_addn(&whole, w->s->text.at + l->text_at, l->text_n);
	has = cvg_text_has(cvg_str_of(&whole), w->text);
	cvg_str_done(&whole);
	return has;
}

bool cvg_sheet_find(struct cvg_sheet *s, const char *text, int by)
{
	struct wanted w = {s, text};

	cvg_list_size(&s->list, (uint32_t)s->lines.n);
	if (!*text || !s->lines.n || !cvg_list_find(&s->list, by, has_text, &w))
		return false;
	s->away = true;
	if (!s->pick)
		cvg_list_top(&s->list, s->list.at);
	return true;
}

/* ---- drawing --------------------------------------------------------- */

static void draw_span(const struct cvg_sheet *s, const struct cvg_sheetline *l,
		      const struct cvg_span *span, struct cvg_canvas *into,
		      int32_t *x, int32_t y)
{
	struct cvg_str piece = {0};

	cvg_str_addn(&piece, s->text.at + l->text_at + span->at, span->n);
	*x += (int32_t)cvg_canvas_text(into, *x, y, INT32_MAX / 4,
				       cvg_str_of(&piece),
				       (enum cvg_role)span->role, span->attr);
	cvg_str_done(&piece);
}

static void mark_matches(const struct cvg_sheet *s,
			 const struct cvg_sheetline *l, const char *search,
			 struct cvg_canvas *into, int32_t y)
{
	const char *text = s->text.at + l->text_at;
	uint32_t n = (uint32_t)strlen(search), at = 0;

	while ((at = place_in(s, l, search, at)) < l->text_n) {
		int32_t x = (int32_t)cvg_text_width(text, at) -
			    (int32_t)s->list.left;

		cvg_canvas_tint(into, x, y, cvg_text_width(text + at, n), 1,
				CVG_NROLES, CVG_CELL_UNDERLINE | CVG_CELL_BOLD);
		at += n;
	}
}

static void draw_line(const struct cvg_ui *ui, const struct cvg_sheet *s,
		      const struct cvg_sheetline *l, struct cvg_canvas *into,
		      int32_t y)
{
	int32_t x = -(int32_t)s->list.left;

	for (uint32_t k = 0; k < l->nspans; k++)
		draw_span(s, l, &s->spans.at[l->spans_at + k], into, &x, y);
	if (ui->search.n)
		mark_matches(s, l, ui->search.at, into, y);
}

void cvg_sheet_draw(const struct cvg_ui *ui, struct cvg_sheet *s,
		    struct cvg_canvas *into, bool focused)
{
	uint32_t x = s->pick && into->width > 1;
	struct cvg_canvas text =
		cvg_canvas_part(into, x, 0, into->width - x, into->height);

	cvg_list_size(&s->list, (uint32_t)s->lines.n);
	if (s->tail && !s->away)
		cvg_list_top(&s->list, s->list.n);
	cvg_list_fit(&s->list, into->height);
	for (uint32_t row = 0; row < into->height; row++) {
		uint32_t i = s->list.top + row;

		if (i >= s->lines.n)
			break;
		draw_line(ui, s, &s->lines.at[i], &text, (int32_t)row);
		if (s->pick && i == s->list.at)
			cvg_list_cursor(ui, into, (int32_t)row, focused);
	}
	cvg_list_bar(ui, &s->list, into, 0);
}
