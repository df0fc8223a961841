/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Cells of a canvas onto the terminal: glyphs, roles as colours, attributes. */
#include "ui/tui.h"

#include <curses.h>
#include <math.h>
#include <string.h>

/* ---- colours --------------------------------------------------------- */

static bool is_heat(uint32_t role)
{
	return role >= CVG_ROLE_HEAT0 && role <= CVG_ROLE_HEAT4;
}

#define BLACK 16 /* of the cube of 256 colours, which themes do not change */
#define WHITE 231

/* One of three parts of a colour, 0 to 255, as light, by sRGB. */
static double light_of(int part)
{
	double c = part / 255.0;

	return c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4);
}

/* The luminance, 0 to 1, of one of the 256 colours that all terminals agree on:
 * the cube and the greys. */
static double luminance(int color)
{
	static const int level[] = {0, 95, 135, 175, 215, 255};
	int at = color - BLACK;
	int grey = 8 + (color - 232) * 10;

	if (color >= 232)
		return light_of(grey);
	return 0.2126 * light_of(level[at / 36]) +
	       0.7152 * light_of(level[at / 6 % 6]) +
	       0.0722 * light_of(level[at % 6]);
}

int cvg_paint_ink(int ground)
{
	double there = luminance(ground) + 0.05;

	return there / (luminance(BLACK) + 0.05) >
			       (luminance(WHITE) + 0.05) / there
		       ? BLACK
		       : WHITE;
}

static int color_of(const struct cvg_paint *p, uint32_t role)
{
	const struct cvg_roleinfo *info = cvg_role((enum cvg_role)role);

	if (!p->many)
		return info->basic;
	return p->light ? info->light : info->dark;
}

/* Heat is shown by the background, every other role by the foreground. */
static void init_role(const struct cvg_paint *p, uint32_t role, int none)
{
	int color = color_of(p, role);

	if (color < 0)
		init_pair((short)(role + 1), (short)none, (short)none);
	else if (!is_heat(role))
		init_pair((short)(role + 1), (short)color, (short)none);
	else if (p->many)
		init_pair((short)(role + 1), (short)cvg_paint_ink(color),
			  (short)color);
	else
		init_pair((short)(role + 1),
			  color == COLOR_BLUE ? COLOR_WHITE : COLOR_BLACK,
			  (short)color);
}

void cvg_paint_init(struct cvg_paint *p, bool color, bool light)
{
	int none = -1;

	*p = (struct cvg_paint){.light = light};
	if (!color || !has_colors() || start_color() == ERR || COLORS < 8 ||
	    COLOR_PAIRS <= CVG_NROLES)
		return;
	p->color = true;
	p->many = COLORS >= 256;
	if (use_default_colors() == ERR)
		none = light ? COLOR_WHITE : COLOR_BLACK;
	for (uint32_t r = 0; r < CVG_NROLES; r++)
		init_role(p, r, none);
}

/* ---- cells ----------------------------------------------------------- */

static attr_t attrs_of(const struct cvg_paint *p, const struct cvg_cell *cell)
{
	unsigned own = cvg_role((enum cvg_role)cell->role)->attr;
	attr_t attrs = A_NORMAL;

	/* A role with a dim colour needs no dim attribute as well. */
	if (p->color && p->many && color_of(p, cell->role) >= 0)
		own &= ~(unsigned)CVG_CELL_DIM;
	own ^= cell->attr & CVG_CELL_REVERSE;
	own |= cell->attr & ~(unsigned)CVG_CELL_REVERSE;
	/* Many terminals show bold black as grey. */
	if (p->color && is_heat(cell->role))
		own &= ~(unsigned)CVG_CELL_BOLD;
	if (own & CVG_CELL_BOLD)
		attrs |= A_BOLD;
	if (own & CVG_CELL_DIM)
		attrs |= A_DIM;
	if (own & CVG_CELL_REVERSE)
		attrs |= A_REVERSE;
	if (own & CVG_CELL_UNDERLINE)
		attrs |= A_UNDERLINE;
	return attrs;
}

static void put_cell(const struct cvg_paint *p, const struct cvg_cell *cell,
		     int x, int y, bool ascii)
{
	char utf8[8];
	wchar_t wide[2] = {L' ', L'\0'};
	uint32_t point;
	cchar_t out;

	cvg_cell_glyph(cell, ascii, utf8);
	cvg_utf8_decode(utf8, strlen(utf8) + 1, &point);
	if (point >= ' ' && point != UINT32_MAX)
		wide[0] = (wchar_t)point;
	setcchar(&out, wide, attrs_of(p, cell),
		 p->color ? (short)(cell->role + 1) : 0, NULL);
	mvadd_wch(y, x, &out);
}

static void put_row(const struct cvg_paint *p, const struct cvg_cell *row,
		    uint32_t width, int y, bool ascii)
{
	for (uint32_t x = 0; x < width; x++)
		if (row[x].line || row[x].ch != CVG_CELL_TAIL)
			put_cell(p, &row[x], (int)x, y, ascii);
}

static bool same_size(const struct cvg_canvas *a, const struct cvg_canvas *b)
{
	return a->width == b->width && a->height == b->height;
}

void cvg_paint_canvas(const struct cvg_paint *p,
		      const struct cvg_canvas *canvas, struct cvg_canvas *shown,
		      bool all, bool ascii)
{
	if (!same_size(canvas, shown)) {
		cvg_canvas_done(shown);
		cvg_canvas_init(shown, canvas->width, canvas->height);
		all = true;
	}
	for (uint32_t y = 0; y < canvas->height && y < (uint32_t)LINES; y++) {
		const struct cvg_cell *row =
			canvas->cell + (size_t)y * canvas->stride;
		struct cvg_cell *was = shown->cell + (size_t)y * shown->stride;

		if (!all && !memcmp(row, was, canvas->width * sizeof *row))
			continue;
		memcpy(was, row, canvas->width * sizeof *row);
		put_row(p, row, canvas->width, (int)y, ascii);
	}
}
