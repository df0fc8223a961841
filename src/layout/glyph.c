/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The character that a cell shows, and whole canvases as lines of text. */
#include "reconverge/canvas.h"

#include <stdio.h>
#include <string.h>

/* Box drawing characters by the directions in which lines leave the cell (up 1,
 * right 2, down 4, left 8, added up), for four cases: all lines single; only
 * horizontal ones double; only vertical ones double; all double. */
static const char *const box_glyphs[4][16] = {
	{" ", "\u2575", "\u2576", "\u2514", "\u2577", "\u2502", "\u250c",
	 "\u251c", "\u2574", "\u2518", "\u2500", "\u2534", "\u2510", "\u2524",
	 "\u252c", "\u253c"},
	{" ", "\u2575", "\u2550", "\u2558", "\u2577", "\u2502", "\u2552",
	 "\u255e", "\u2550", "\u255b", "\u2550", "\u2567", "\u2555", "\u2561",
	 "\u2564", "\u256a"},
	{" ", "\u2551", "\u2576", "\u2559", "\u2551", "\u2551", "\u2553",
	 "\u255f", "\u2574", "\u255c", "\u2500", "\u2568", "\u2556", "\u2562",
	 "\u2565", "\u256b"},
	{" ", "\u2551", "\u2550", "\u255a", "\u2551", "\u2551", "\u2554",
	 "\u2560", "\u2550", "\u255d", "\u2550", "\u2569", "\u2557", "\u2563",
	 "\u2566", "\u256c"},
};

static unsigned weight_of(uint8_t line, enum cvg_dir dir)
{
	return line >> (2 * dir) & 3;
}

static bool has_weight(uint8_t line, enum cvg_dir a, enum cvg_dir b,
		       enum cvg_weight w)
{
	return weight_of(line, a) == w || weight_of(line, b) == w;
}

static const char *line_glyph(uint8_t line, bool ascii)
{
	bool hd = has_weight(line, CVG_LEFT, CVG_RIGHT, CVG_LINE_DOUBLE);
	bool vd = has_weight(line, CVG_UP, CVG_DOWN, CVG_LINE_DOUBLE);
	unsigned mask = 0;

	for (unsigned d = 0; d < 4; d++)
		if (weight_of(line, d))
			mask |= 1u << d;
	if (mask && !(mask & 5)) {
		if (!hd &&
		    has_weight(line, CVG_LEFT, CVG_RIGHT, CVG_LINE_DOTTED))
			return ascii ? "." : "\u2504";
		return !ascii ? box_glyphs[hd][mask] : hd ? "=" : "-";
	}
	if (mask && !(mask & 10)) {
		if (!vd && has_weight(line, CVG_UP, CVG_DOWN, CVG_LINE_DOTTED))
			return ascii ? ":" : "\u2506";
		return !ascii ? box_glyphs[2 * vd][mask] : vd ? "H" : "|";
	}
	return ascii ? "+" : box_glyphs[hd + 2 * vd][mask];
}

/* Code points from `first` to `last` show in ASCII as `as`. */
static const struct {
	uint32_t first, last;
	char as;
} plain[] = {
	{0xA0, 0xA0, ' '},	{0xB1, 0xB1, '+'},     {0xB7, 0xB7, '.'},
	{0xD7, 0xD7, 'x'},	{0x3A3, 0x3A3, 'S'},   {0x2010, 0x2015, '-'},
	{0x2018, 0x2019, '\''}, {0x201C, 0x201D, '"'}, {0x2022, 0x2022, '*'},
	{0x2026, 0x2026, '>'},	{0x2190, 0x2190, '<'}, {0x2191, 0x2191, '^'},
	{0x2192, 0x2192, '>'},	{0x2193, 0x2193, 'v'}, {0x21D0, 0x21D0, '<'},
	{0x21D1, 0x21D1, '^'},	{0x21D2, 0x21D2, '>'}, {0x21D3, 0x21D3, 'v'},
	{0x2208, 0x2208, 'e'},	{0x2212, 0x2212, '-'}, {0x2228, 0x2228, 'v'},
	{0x2260, 0x2260, '!'},	{0x2264, 0x2264, '<'}, {0x2265, 0x2265, '>'},
	{0x2500, 0x2500, '-'},	{0x2502, 0x2502, '|'}, {0x2504, 0x2504, '.'},
	{0x2506, 0x2506, ':'},	{0x250A, 0x250A, ':'}, {0x250C, 0x254B, '+'},
	{0x2550, 0x2550, '='},	{0x2551, 0x2551, 'H'}, {0x2552, 0x2570, '+'},
	{0x2574, 0x2574, '-'},	{0x2576, 0x2576, '-'}, {0x2575, 0x2577, '|'},
	{0x2580, 0x2590, '#'},	{0x2591, 0x2591, '.'}, {0x2592, 0x2592, ':'},
	{0x2593, 0x2593, '*'},	{0x2594, 0x259F, '#'}, {0x25A0, 0x25A0, '#'},
	{0x25A1, 0x25A1, 'o'},	{0x25AA, 0x25AA, '*'}, {0x25B2, 0x25B5, '^'},
	{0x25B6, 0x25BB, '>'},	{0x25BC, 0x25BF, 'v'}, {0x25C0, 0x25C5, '<'},
	{0x25C6, 0x25C6, '#'},	{0x25C7, 0x25C7, 'o'}, {0x25C8, 0x25C8, '~'},
	{0x25CB, 0x25CB, 'o'},	{0x25CE, 0x25CE, '@'}, {0x25CF, 0x25CF, '*'},
	{0x2713, 0x2714, '+'},	{0x2717, 0x2718, 'x'}, {0x2800, 0x2800, ' '},
	{0x2801, 0x28FF, '.'},
};

static char plain_of(uint32_t ch)
{
	for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
		if (ch >= plain[i].first && ch <= plain[i].last)
			return plain[i].as;
	return '?';
}

void cvg_cell_glyph(const struct cvg_cell *cell, bool ascii, char buf[8])
{
	memset(buf, 0, 8);
	if (cell->line) {
		strcpy(buf, line_glyph(cell->line, ascii));
	} else if (cell->ch == CVG_CELL_TAIL) {
		/* The right half of a character that ASCII shows as one '?'. */
		if (ascii)
			buf[0] = '?';
	} else if (!cell->ch) {
		buf[0] = ' ';
	} else if (ascii) {
		buf[0] = cell->ch < 0x7F ? (char)cell->ch : plain_of(cell->ch);
	} else {
		cvg_utf8_encode(buf, cell->ch);
	}
}

/* ---- whole canvases -------------------------------------------------- */

/* The attributes a cell has in the end. */
static unsigned attr_of(const struct cvg_cell *cell)
{
	return cell->attr | cvg_role(cell->role)->attr;
}

/* Roles of heat colour the background; text on them is black or white. */
static bool is_heat(unsigned role)
{
	return role >= CVG_ROLE_HEAT0 && role <= CVG_ROLE_HEAT4;
}

static bool blank(const struct cvg_cell *cell, bool color)
{
	unsigned seen = CVG_CELL_REVERSE | CVG_CELL_UNDERLINE;

	return !cell->line && (!cell->ch || cell->ch == ' ') &&
	       !(color && (attr_of(cell) & seen || is_heat(cell->role)));
}

static void add_style(struct cvg_str *out, const struct cvg_cell *cell)
{
	int color = cvg_role(cell->role)->dark;
	unsigned attr = attr_of(cell);

	cvg_str_add(out, "\033[0");
	if (attr & CVG_CELL_BOLD)
		cvg_str_add(out, ";1");
	if (attr & CVG_CELL_DIM)
		cvg_str_add(out, ";2");
	if (attr & CVG_CELL_UNDERLINE)
		cvg_str_add(out, ";4");
	if (attr & CVG_CELL_REVERSE)
		cvg_str_add(out, ";7");
	if (is_heat(cell->role))
		cvg_str_addf(out, ";38;5;%d;48;5;%d",
			     cell->role >= CVG_ROLE_HEAT3 ? 16 : 231, color);
	else if (color >= 0)
		cvg_str_addf(out, ";38;5;%d", color);
	cvg_str_addc(out, 'm');
}

static bool plain_style(const struct cvg_cell *cell)
{
	return !attr_of(cell) && cvg_role(cell->role)->dark < 0;
}

static bool same_style(const struct cvg_cell *a, const struct cvg_cell *b)
{
	return attr_of(a) == attr_of(b) &&
	       is_heat(a->role) == is_heat(b->role) &&
	       cvg_role(a->role)->dark == cvg_role(b->role)->dark;
}

static void print_row(struct cvg_str *out, const struct cvg_cell *row,
		      uint32_t n, bool ascii, bool color)
{
	static const struct cvg_cell none = {0};
	const struct cvg_cell *style = &none;
	char buf[8];

	while (n && blank(&row[n - 1], color))
		n--;
	for (uint32_t x = 0; x < n; x++) {
		if (color && !same_style(style, &row[x])) {
			add_style(out, &row[x]);
			style = &row[x];
		}
		cvg_cell_glyph(&row[x], ascii, buf);
		cvg_str_add(out, buf);
	}
	if (!plain_style(style))
		cvg_str_add(out, "\033[0m");
	cvg_str_addc(out, '\n');
}

void cvg_canvas_print(struct cvg_str *out, const struct cvg_canvas *c,
		      bool ascii, bool color)
{
	for (uint32_t y = 0; y < c->height; y++)
		print_row(out, c->cell + (size_t)y * c->stride, c->width, ascii,
			  color);
}
