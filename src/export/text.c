/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Marks, widths and tables in text, and JSON strings of any bytes. */
#include "reconverge/look.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct cvg_glyphs glyph_sets[] = {
	[CVG_ASCII] =
		{
			.divergent = "#",
			.uniform = "o",
			.temporal = "~",
			.under = ":",
			.rail_first = ",",
			.rail_mid = "|",
			.rail_last = "`",
			.rail_only = "-",
			.tree_bar = "|  ",
			.tree_mid = "|- ",
			.tree_last = "`- ",
			.more = ">",
			.back = "^",
			.unstructured = "@",
		},
	[CVG_UNICODE] =
		{
			.divergent = "\u25c6",
			.uniform = "\u25c7",
			.temporal = "\u25c8",
			.under = "\u2551",
			.rail_first = "\u250c",
			.rail_mid = "\u2502",
			.rail_last = "\u2514",
			.rail_only = "\u2576",
			.tree_bar = "\u2502  ",
			.tree_mid = "\u251c\u2500 ",
			.tree_last = "\u2514\u2500 ",
			.more = "\u2026",
			.back = "\u2191",
			.unstructured = "\u25ce",
		},
};

const struct cvg_glyphs *cvg_glyphs_of(enum cvg_charset set)
{
	return &glyph_sets[set];
}

/* ---- widths ---------------------------------------------------------- */

uint32_t cvg_text_width(const char *s, size_t n)
{
	uint32_t width = 0, point;

	for (size_t i = 0; i < n;) {
		i += cvg_utf8_decode(s + i, n - i, &point);
		width += cvg_utf8_width(point);
	}
	return width;
}

/* Append one character; '?' for one that would move a terminal's cursor. */
static void add_char(struct cvg_str *out, const char *s, size_t len,
		     uint32_t point)
{
	if (point < 0x20 || (point >= 0x7F && point < 0xA0))
		cvg_str_addc(out, '?');
	else
		cvg_str_addn(out, s, len);
}

void cvg_text_clip(struct cvg_str *out, const char *s, uint32_t width,
		   const struct cvg_look *look)
{
	size_t n = strlen(s);
	bool fits = cvg_text_width(s, n) <= width;
	uint32_t used = fits ? 0 : 1, point;

	for (size_t i = 0, len; i < n; i += len) {
		len = cvg_utf8_decode(s + i, n - i, &point);
		used += cvg_utf8_width(point);
		if (used > width)
			break;
		add_char(out, s + i, len, point);
	}
	if (!fits && width)
		cvg_str_add(out, look->glyphs->more);
}

void cvg_text_pad(struct cvg_str *out, const char *s, uint32_t width)
{
	uint32_t used = cvg_text_width(s, strlen(s));

	cvg_str_add(out, s);
	for (; used < width; used++)
		cvg_str_addc(out, ' ');
}

void cvg_text_mark(struct cvg_str *out, const struct cvg_look *look,
		   const char *glyph)
{
	const char *color = NULL;

	if (!strcmp(glyph, look->glyphs->divergent))
		color = "\033[1;33m";
	else if (!strcmp(glyph, look->glyphs->temporal))
		color = "\033[33m";
	if (!look->color || !color)
		cvg_str_add(out, glyph);
	else
		cvg_str_addf(out, "%s%s\033[0m", color, glyph);
}

/* ---- breaking lines -------------------------------------------------- */

/* The bytes of the line that stand before its text: its indentation, or a name
 * and the blanks behind it. */
static size_t hang(const char *s, size_t n)
{
	size_t at = strspn(s, " ");

	for (size_t i = at; i + 2 < n && s[i] != '#'; i++)
		if (s[i] == ' ' && s[i + 1] == ' ')
			return i + strspn(s + i, " ");
	return at;
}

/* The bytes of the first n of s that fit, up to a blank if there is one. */
static size_t line_end(const char *s, size_t n, uint32_t room)
{
	size_t end = 0;

	if (cvg_text_width(s, n) <= room)
		return n;
	for (size_t i = 1; i < n; i++) {
		if (s[i] != ' ')
			continue;
		if (end && cvg_text_width(s, i) > room)
			break;
		end = i;
	}
	return end ? end : n;
}

static void wrap_line(struct cvg_str *out, const char *s, size_t n,
		      uint32_t width)
{
	size_t lead = hang(s, n), end;
	uint32_t indent = cvg_text_width(s, lead), room;

	if (indent > width / 2)
		lead = indent = (uint32_t)strspn(s, " ");
	cvg_str_addn(out, s, lead);
	room = width > indent ? width - indent : 1;
	for (s += lead, n -= lead;; s += end, n -= end) {
		size_t blanks = strspn(s, " ");

		s += blanks < n ? blanks : n;
		n -= blanks < n ? blanks : n;
		end = line_end(s, n, room);
		cvg_str_addn(out, s, end);
		cvg_str_addc(out, '\n');
		if (end == n)
			return;
		for (uint32_t i = 0; i < indent; i++)
			cvg_str_addc(out, ' ');
	}
}

void cvg_text_wrap(struct cvg_str *out, const char *s, uint32_t width)
{
	while (*s) {
		size_t n = strcspn(s, "\n");

		wrap_line(out, s, n, width);
		s += n + (s[n] == '\n');
	}
}

/* ---- tables ---------------------------------------------------------- */

void cvg_grid_cell(struct cvg_grid *t, const char *fmt, ...)
{
	struct cvg_str s = {0};
	va_list ap;

	va_start(ap, fmt);
	cvg_str_vaddf(&s, fmt, ap);
	va_end(ap);
	cvg_push(&t->cell, cvg_arena_strdup(&t->arena, cvg_str_of(&s)));
	cvg_str_done(&s);
}

void cvg_grid_row(struct cvg_grid *t)
{
	cvg_push(&t->cell, NULL);
}

/* The columns of a cell on a terminal; escape sequences take none. */
static uint32_t cell_width(const char *s)
{
	uint32_t width = 0;

	while (*s) {
		const char *escape = strchr(s, '\033');
		size_t n = escape ? (size_t)(escape - s) : strlen(s);

		width += cvg_text_width(s, n);
		s += n;
		if (*s)
			s = strchr(s, 'm') ? strchr(s, 'm') + 1 : s + strlen(s);
	}
	return width;
}

static void trim_end(struct cvg_str *out, size_t from)
{
	while (out->n > from && out->at[out->n - 1] == ' ')
		out->at[--out->n] = '\0';
}

void cvg_grid_draw(struct cvg_grid *t, struct cvg_str *out, const char *align)
{
	size_t ncols = strlen(align), col = 0, start = out->n;
	uint32_t *width = cvg_calloc(ncols, sizeof *width);

	for (size_t i = 0; i < t->cell.n; i++) {
		const char *s = t->cell.at[i];

		if (s && col < ncols && cell_width(s) > width[col])
			width[col] = cell_width(s);
		col = s ? col + 1 : 0;
	}
	col = 0;
	for (size_t i = 0; i < t->cell.n; i++) {
		const char *s = t->cell.at[i];
		uint32_t room;

		if (!s) {
			trim_end(out, start);
			cvg_str_addc(out, '\n');
			start = out->n;
			col = 0;
			continue;
		}
		if (col > 0)
			cvg_str_add(out, "  ");
		room = col < ncols ? width[col] - cell_width(s) : 0;
		if (col < ncols && align[col] == 'r')
			cvg_text_pad(out, "", room);
		cvg_str_add(out, s);
		if (col < ncols && align[col] == 'l')
			cvg_text_pad(out, "", room);
		col++;
	}
	free(width);
	free(t->cell.at);
	cvg_arena_done(&t->arena);
	*t = (struct cvg_grid){.cell = {0}};
}

/* ---- JSON ------------------------------------------------------------ */

json_t *cvg_json_text(const char *s)
{
	struct cvg_str clean = {0};
	size_t n = strlen(s);
	json_t *value;
	uint32_t point;

	for (size_t i = 0; i < n;) {
		size_t len = cvg_utf8_decode(s + i, n - i, &point);

		if (point == UINT32_MAX)
			cvg_str_add(&clean, "\xEF\xBF\xBD");
		else
			cvg_str_addn(&clean, s + i, len);
		i += len;
	}
	value = json_stringn(cvg_str_of(&clean), clean.n);
	cvg_str_done(&clean);
	if (!value)
		cvg_die("out of memory");
	return value;
}

void cvg_json_print(struct cvg_str *out, const json_t *value, size_t flags)
{
	char *text = json_dumps(value, flags);
	size_t n;

	if (!text)
		cvg_die("out of memory");
	n = strlen(text);
	for (size_t i = 0, len; i < n; i += len) {
		uint32_t point;

		len = cvg_utf8_decode(text + i, n - i, &point);
		if (point >= ' ' && !cvg_utf8_visible(point))
			cvg_str_addf(out, "\\u%04x", point);
		else
			cvg_str_addn(out, text + i, len);
	}
	cvg_str_addc(out, '\n');
	free(text);
}

json_t *cvg_json_id(char letter, uint32_t id)
{
	if (id == CVG_NONE)
		return json_null();
	return json_sprintf("%c%u", letter, id);
}
