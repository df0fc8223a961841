/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Sheets: writing, moving, finding, drawing. */
#include "ui/sheet.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#define WHEEL	3 /* lines a turn */
#define SIDEWAY 8 /* columns a step */

void cvg_sheet_done(struct cvg_sheet *s)
{
	cvg_str_done(&s->text);
	free(s->spans.at);
	free(s->lines.at);
	*s = (struct cvg_sheet){.rows = 0};
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
	return s->cursor < s->lines.n ? s->lines.at[s->cursor].key : CVG_NONE;
}

void cvg_sheet_line(struct cvg_sheet *s, uint32_t line)
{
	s->cursor = line;
	s->held = false;
	if (!s->pick)
		s->top = line;
}

bool cvg_sheet_go(struct cvg_sheet *s, uint32_t key)
{
	for (size_t i = 0; i < s->lines.n; i++) {
		if (s->lines.at[i].key != key)
			continue;
		cvg_sheet_line(s, (uint32_t)i);
		return true;
	}
	return false;
}

/* The last line that may be at the top. */
static uint32_t last_top(const struct cvg_sheet *s)
{
	return s->lines.n > s->rows ? (uint32_t)s->lines.n - s->rows : 0;
}

void cvg_sheet_status(const struct cvg_sheet *s, struct cvg_str *out)
{
	if (s->pick && s->lines.n)
		cvg_str_addf(out, "%u of %zu", s->cursor + 1, s->lines.n);
	else if (s->lines.n > s->rows)
		cvg_str_addf(out, "%u%%",
			     (unsigned)(100 * (uint64_t)s->top / last_top(s)));
}

/* ---- moving ---------------------------------------------------------- */

static uint32_t moved(uint32_t at, int64_t by, size_t n)
{
	int64_t to = (int64_t)at + by;

	if (to >= (int64_t)n)
		to = (int64_t)n - 1;
	return to < 0 ? 0 : (uint32_t)to;
}

static void scroll(struct cvg_sheet *s, int64_t by)
{
	s->top = moved(s->top, by, (size_t)last_top(s) + 1);
	s->tail = s->tail && s->top == last_top(s);
	s->held = true;
}

static void move(struct cvg_sheet *s, int64_t by)
{
	if (!s->pick) {
		scroll(s, by);
		return;
	}
	s->cursor = moved(s->cursor, by, s->lines.n);
	s->held = false;
}

/* Lines that stand for nothing are not rested on, if there are others. */
static void step(struct cvg_sheet *s, int by)
{
	uint32_t from = s->cursor;

	move(s, by);
	while (s->pick && cvg_sheet_key(s) == CVG_NONE) {
		uint32_t at = s->cursor;

		move(s, by);
		if (s->cursor == at) {
			s->cursor = from;
			return;
		}
	}
}

bool cvg_sheet_act(struct cvg_sheet *s, enum cvg_action action)
{
	int64_t page = s->rows > 1 ? s->rows - 1 : 1;

	if (action == CVG_DO_UP)
		step(s, -1);
	else if (action == CVG_DO_DOWN)
		step(s, 1);
	else if (action == CVG_DO_PAGE_UP)
		move(s, -page);
	else if (action == CVG_DO_PAGE_DOWN)
		move(s, page);
	else if (action == CVG_DO_TOP)
		move(s, -(int64_t)s->lines.n);
	else if (action == CVG_DO_BOTTOM)
		move(s, (int64_t)s->lines.n);
	else if (action == CVG_DO_PAN_UP)
		scroll(s, -1);
	else if (action == CVG_DO_PAN_DOWN)
		scroll(s, 1);
	else if (action == CVG_DO_LEFT || action == CVG_DO_PAN_LEFT)
		s->left -= s->left < SIDEWAY ? s->left : SIDEWAY;
	else if (action == CVG_DO_RIGHT || action == CVG_DO_PAN_RIGHT)
		s->left += SIDEWAY;
	else
		return false;
	return true;
}

bool cvg_sheet_mouse(struct cvg_sheet *s, enum cvg_mouse what, int32_t y)
{
	if (what == CVG_MOUSE_WHEEL_UP || what == CVG_MOUSE_WHEEL_DOWN) {
		scroll(s, what == CVG_MOUSE_WHEEL_UP ? -WHEEL : WHEEL);
		return true;
	}
	if (!s->pick || y < 0 || s->top + (uint32_t)y >= s->lines.n)
		return false;
	s->cursor = s->top + (uint32_t)y;
	return true;
}

/* ---- finding --------------------------------------------------------- */

static bool has_capital(const char *text)
{
	while (*text && !isupper((unsigned char)*text))
		text++;
	return *text;
}

static bool same(const char *a, const char *b, size_t n, bool exact)
{
	for (size_t i = 0; i < n; i++) {
		unsigned char c = (unsigned char)a[i];

		if ((exact ? c : tolower(c)) != (unsigned char)b[i])
			return false;
	}
	return true;
}

/* Where `text` is in the line at or after `from`; its length: nowhere. */
static uint32_t place_in(const struct cvg_sheet *s,
			 const struct cvg_sheetline *l, const char *text,
			 uint32_t from)
{
	size_t n = strlen(text);
	bool exact = has_capital(text);

	for (; from + n <= l->text_n; from++) {
		if (same(s->text.at + l->text_at + from, text, n, exact))
			return from;
	}
	return l->text_n;
}

bool cvg_sheet_find(struct cvg_sheet *s, const char *text, int by)
{
	size_t n = s->lines.n, from = s->pick ? s->cursor : s->top;

	if (!*text)
		return false;
	for (size_t k = 1; k <= n; k++) {
		size_t i = by < 0 ? (from + n - k) % n : (from + k) % n;
		const struct cvg_sheetline *l = &s->lines.at[i];

		if (place_in(s, l, text, 0) == l->text_n)
			continue;
		s->tail = false;
		cvg_sheet_line(s, (uint32_t)i);
		return true;
	}
	return false;
}

/* ---- drawing --------------------------------------------------------- */

/* Nothing beyond the end; the cursor is seen unless scrolled away from. */
static void settle(struct cvg_sheet *s, uint32_t rows)
{
	s->rows = rows;
	if (s->cursor >= s->lines.n)
		s->cursor = s->lines.n ? (uint32_t)s->lines.n - 1 : 0;
	if (s->pick && !s->held && s->cursor < s->top)
		s->top = s->cursor;
	if (s->pick && !s->held && s->cursor >= s->top + rows)
		s->top = s->cursor - rows + 1;
	if (s->top > last_top(s) || s->tail)
		s->top = last_top(s);
}

static void draw_span(const struct cvg_sheet *s, const struct cvg_sheetline *l,
		      const struct cvg_span *span, struct cvg_canvas *into,
		      int32_t *x, int32_t y)
{
	struct cvg_str piece = {0};

	cvg_str_addn(&piece, s->text.at + l->text_at + span->at, span->n);
	*x += (int32_t)cvg_canvas_text(into, *x, y, UINT32_MAX / 4,
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
		int32_t x =
			(int32_t)cvg_text_width(text, at) - (int32_t)s->left;

		cvg_canvas_tint(into, x, y, cvg_text_width(text + at, n), 1,
				CVG_NROLES, CVG_CELL_UNDERLINE | CVG_CELL_BOLD);
		at += n;
	}
}

void cvg_sheet_draw(struct cvg_sheet *s, struct cvg_canvas *into, bool focused,
		    const char *search)
{
	settle(s, into->height);
	for (uint32_t row = 0; row < into->height; row++) {
		uint32_t i = s->top + row;
		const struct cvg_sheetline *l;
		int32_t x = -(int32_t)s->left;

		if (i >= s->lines.n)
			return;
		l = &s->lines.at[i];
		for (uint32_t k = 0; k < l->nspans; k++)
			draw_span(s, l, &s->spans.at[l->spans_at + k], into, &x,
				  (int32_t)row);
		if (search && *search)
			mark_matches(s, l, search, into, (int32_t)row);
		if (focused && s->pick && i == s->cursor)
			cvg_canvas_tint(into, 0, (int32_t)row, into->width, 1,
					CVG_NROLES, CVG_CELL_REVERSE);
	}
}
