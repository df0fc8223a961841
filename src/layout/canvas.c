/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Canvases: cells, clipping, text, and lines that join where they meet. */
#include "reconverge/canvas.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct cvg_roleinfo roles[] = {
#define ROLE(id, name, dark, light, basic, attr, help) \
	[CVG_ROLE_##id] = {name, dark, light, basic, attr, help},
#include "reconverge/roles.def"
#undef ROLE
};

const struct cvg_roleinfo *cvg_role(enum cvg_role role)
{
	return &roles[role];
}

/* ---- canvases -------------------------------------------------------- */

void cvg_canvas_init(struct cvg_canvas *c, uint32_t width, uint32_t height)
{
	*c = (struct cvg_canvas){
		.width = width, .height = height, .stride = width};
	c->owned = cvg_calloc((size_t)width * height + 1, sizeof *c->owned);
	c->cell = c->owned;
}

void cvg_canvas_done(struct cvg_canvas *c)
{
	free(c->owned);
	*c = (struct cvg_canvas){0};
}

void cvg_canvas_clear(struct cvg_canvas *c)
{
	cvg_canvas_fill(c, c->left, c->top, c->width, c->height, CVG_ROLE_TEXT,
			0);
}

struct cvg_canvas cvg_canvas_part(const struct cvg_canvas *of, uint32_t x,
				  uint32_t y, uint32_t width, uint32_t height)
{
	struct cvg_canvas c = {.stride = of->stride,
			       .cell = of->cell,
			       .marks_cuts = of->marks_cuts};

	if (x >= of->width || y >= of->height)
		return c;
	c.width = width < of->width - x ? width : of->width - x;
	c.height = height < of->height - y ? height : of->height - y;
	c.cell = of->cell + (size_t)y * of->stride + x;
	return c;
}

/* The part of a rectangle inside the canvas: x0 <= x < x1, y0 <= y < y1. */
struct clip {
	int32_t x0, y0, x1, y1;
};

static int32_t bound(int64_t v, int32_t low, uint32_t size)
{
	int64_t high = (int64_t)low + size;

	return (int32_t)(v < low ? low : v > high ? high : v);
}

static struct clip clip(const struct cvg_canvas *c, int32_t x, int32_t y,
			uint32_t w, uint32_t h)
{
	return (struct clip){
		.x0 = bound(x, c->left, c->width),
		.y0 = bound(y, c->top, c->height),
		.x1 = bound((int64_t)x + w, c->left, c->width),
		.y1 = bound((int64_t)y + h, c->top, c->height),
	};
}

/* The cell is about to change: blank the other half of a wide character. */
static void split_wide(const struct cvg_canvas *c, int32_t x, int32_t y)
{
	struct cvg_cell *cell = cvg_canvas_at(c, x, y);
	struct cvg_cell *other;

	if (cell && cell->ch == CVG_CELL_TAIL) {
		other = cvg_canvas_at(c, x - 1, y);
		cell->ch = 0;
		if (other)
			other->ch = 0;
	}
	other = cvg_canvas_at(c, x + 1, y);
	if (other && other->ch == CVG_CELL_TAIL)
		other->ch = 0;
}

/* ---- rectangles ------------------------------------------------------ */

void cvg_canvas_fill(struct cvg_canvas *c, int32_t x, int32_t y, uint32_t w,
		     uint32_t h, enum cvg_role role, unsigned attr)
{
	struct clip k = clip(c, x, y, w, h);

	for (y = k.y0; y < k.y1; y++) {
		if (k.x0 < k.x1) {
			split_wide(c, k.x0, y);
			split_wide(c, k.x1 - 1, y);
		}
		for (x = k.x0; x < k.x1; x++)
			*cvg_canvas_at(c, x, y) = (struct cvg_cell){
				.role = (uint8_t)role, .attr = (uint8_t)attr};
	}
}

void cvg_canvas_tint(struct cvg_canvas *c, int32_t x, int32_t y, uint32_t w,
		     uint32_t h, enum cvg_role role, unsigned attr)
{
	struct clip k = clip(c, x, y, w, h);

	for (y = k.y0; y < k.y1; y++)
		for (x = k.x0; x < k.x1; x++) {
			struct cvg_cell *cell = cvg_canvas_at(c, x, y);

			if (role != CVG_NROLES)
				cell->role = (uint8_t)role;
			cell->attr |= (uint8_t)attr;
		}
}

/* ---- text ------------------------------------------------------------ */

static void set_char(struct cvg_canvas *c, int32_t x, int32_t y, uint32_t ch,
		     enum cvg_role role, unsigned attr)
{
	struct cvg_cell *cell = cvg_canvas_at(c, x, y);

	if (!cell)
		return;
	split_wide(c, x, y);
	*cell = (struct cvg_cell){
		.ch = ch, .role = (uint8_t)role, .attr = (uint8_t)attr};
}

/* Replace a character that would move a terminal's cursor by '?'. */
static uint32_t harmless(uint32_t ch)
{
	if (ch == '\t')
		return ' ';
	if (ch < 0x20 || (ch >= 0x7F && ch < 0xA0) || ch > 0x10FFFF)
		return '?';
	return ch;
}

void cvg_canvas_put(struct cvg_canvas *c, int32_t x, int32_t y, uint32_t ch,
		    enum cvg_role role, unsigned attr)
{
	ch = harmless(ch);
	if (cvg_utf8_width(ch) < 2) {
		set_char(c, x, y, ch, role, attr);
		return;
	}
	/* Half of it would be outside. */
	if (!cvg_canvas_at(c, x, y) || !cvg_canvas_at(c, x + 1, y)) {
		set_char(c, x, y, '?', role, attr);
		set_char(c, x + 1, y, '?', role, attr);
		return;
	}
	set_char(c, x + 1, y, 0, role, attr);
	set_char(c, x, y, ch, role, attr);
	cvg_canvas_at(c, x + 1, y)->ch = CVG_CELL_TAIL;
}

/* Mark text whose next character would begin at column x, if that is beyond the
 * edge. */
static void mark_cut(struct cvg_canvas *c, int64_t x, uint32_t columns,
		     int32_t y, const char *rest)
{
	int64_t end = (int64_t)c->left + c->width;

	if (c->marks_cuts && x + columns > end && rest[strspn(rest, " ")])
		set_char(c, (int32_t)end - 1, y, 0x2026, CVG_ROLE_DIM, 0);
}

uint32_t cvg_canvas_text(struct cvg_canvas *c, int32_t x, int32_t y,
			 uint32_t width, const char *utf8, enum cvg_role role,
			 unsigned attr)
{
	uint32_t used = 0, point;
	size_t n = strlen(utf8), at = 0;

	while (at < n) {
		size_t bytes = cvg_utf8_decode(utf8 + at, n - at, &point);
		uint32_t columns;

		point = harmless(point);
		columns = cvg_utf8_width(point);
		if (columns > width - used ||
		    (c->marks_cuts && x + (int64_t)used + columns >
					      (int64_t)c->left + c->width)) {
			mark_cut(c, x + (int64_t)used, columns, y, utf8 + at);
			break;
		}
		at += bytes;
		if (!columns) /* a combining character: left out */
			continue;
		cvg_canvas_put(c, x + (int32_t)used, y, point, role, attr);
		used += columns;
	}
	return used;
}

uint32_t cvg_canvas_printf(struct cvg_canvas *c, int32_t x, int32_t y,
			   uint32_t width, enum cvg_role role, unsigned attr,
			   const char *fmt, ...)
{
	struct cvg_str s = {0};
	va_list ap;
	uint32_t used;

	va_start(ap, fmt);
	cvg_str_vaddf(&s, fmt, ap);
	va_end(ap);
	used = cvg_canvas_text(c, x, y, width, cvg_str_of(&s), role, attr);
	cvg_str_done(&s);
	return used;
}

/* ---- lines ----------------------------------------------------------- */

/* The order of weights: a line is not replaced by a lighter one. */
static unsigned heft(unsigned weight)
{
	static const unsigned order[] = {
		[CVG_LINE_NONE] = 0,
		[CVG_LINE_DOTTED] = 1,
		[CVG_LINE_SINGLE] = 2,
		[CVG_LINE_DOUBLE] = 3,
	};

	return order[weight];
}

static unsigned heaviest(uint8_t line)
{
	unsigned most = 0;

	for (unsigned d = 0; d < 4; d++)
		if (heft(line >> (2 * d) & 3) > most)
			most = heft(line >> (2 * d) & 3);
	return most;
}

void cvg_canvas_join(struct cvg_canvas *c, int32_t x, int32_t y,
		     enum cvg_dir dir, enum cvg_weight weight,
		     enum cvg_role role)
{
	struct cvg_cell *cell = cvg_canvas_at(c, x, y);
	unsigned at = 2 * dir;

	if (!cell || weight == CVG_LINE_NONE)
		return;
	split_wide(c, x, y);
	cell->ch = 0;
	if (heft(weight) >= heaviest(cell->line))
		cell->role = (uint8_t)role;
	if (heft(weight) > heft(cell->line >> at & 3))
		cell->line = (uint8_t)((cell->line & ~(3u << at)) |
				       (unsigned)weight << at);
}

void cvg_canvas_line(struct cvg_canvas *c, int32_t x0, int32_t y0, int32_t x1,
		     int32_t y1, enum cvg_weight weight, enum cvg_role role)
{
	bool across = y0 == y1;
	int32_t a = across ? (x0 < x1 ? x0 : x1) : (y0 < y1 ? y0 : y1);
	int32_t b = across ? (x0 < x1 ? x1 : x0) : (y0 < y1 ? y1 : y0);
	int32_t low = across ? c->left : c->top;
	int64_t high = (int64_t)low + (across ? c->width : c->height) - 1;

	for (int64_t i = a > low ? a : low; i <= b && i <= high; i++) {
		int32_t x = across ? (int32_t)i : x0;
		int32_t y = across ? y0 : (int32_t)i;

		if (i > a)
			cvg_canvas_join(c, x, y, across ? CVG_LEFT : CVG_UP,
					weight, role);
		if (i < b)
			cvg_canvas_join(c, x, y, across ? CVG_RIGHT : CVG_DOWN,
					weight, role);
	}
}

void cvg_canvas_box(struct cvg_canvas *c, int32_t x, int32_t y, uint32_t w,
		    uint32_t h, enum cvg_weight weight, enum cvg_role role)
{
	int32_t right = x + (int32_t)w - 1, bottom = y + (int32_t)h - 1;

	cvg_canvas_line(c, x, y, right, y, weight, role);
	cvg_canvas_line(c, x, bottom, right, bottom, weight, role);
	cvg_canvas_line(c, x, y, x, bottom, weight, role);
	cvg_canvas_line(c, right, y, right, bottom, weight, role);
}
