/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * A canvas: a picture made of character cells. Everything that is drawn as text
 * is drawn on a canvas: the graph of `cfg`, exports, and every pane of the
 * screen, which hands its canvas to the terminal. No code here knows terminals.
 *
 * A canvas is a window onto a larger plane: coordinates are the plane's, its
 * upper left cell is (left, top), and what falls outside is clipped, so that a
 * part of a huge picture costs no more than the part.
 *
 * A cell stores lines as directions and weights, not as characters: where two
 * lines meet in a cell they join, and the character is chosen when the cell is
 * shown, in the character set of the terminal or file.
 */
#ifndef RECONVERGE_CANVAS_H
#define RECONVERGE_CANVAS_H

#include "reconverge/base.h"

enum cvg_role {
#define ROLE(id, name, dark, light, basic, attr, help) CVG_ROLE_##id,
#include "reconverge/roles.def"
#undef ROLE
	CVG_NROLES
};

enum cvg_cellattr {
	CVG_CELL_BOLD = 1 << 0,
	CVG_CELL_DIM = 1 << 1,
	CVG_CELL_REVERSE = 1 << 2,
	CVG_CELL_UNDERLINE = 1 << 3,
};

/* How heavy a line is. */
enum cvg_weight {
	CVG_LINE_NONE,
	CVG_LINE_SINGLE,
	CVG_LINE_DOUBLE, /* divergent */
	CVG_LINE_DOTTED, /* a frame around the region under the cursor */
};

/* Directions a line leaves a cell in, for cvg_canvas_join. */
enum cvg_dir { CVG_UP, CVG_RIGHT, CVG_DOWN, CVG_LEFT };

#define CVG_CELL_TAIL UINT32_MAX /* right half of a wide character */

struct cvg_cell {
	uint32_t ch;  /* Unicode; 0: blank; CVG_CELL_TAIL */
	uint8_t line; /* enum cvg_weight, 2 bits a direction, CVG_UP lowest;
			  if not 0, it is shown and ch is not */
	uint8_t role; /* enum cvg_role */
	uint8_t attr; /* enum cvg_cellattr, added to the role's own */
};

struct cvg_canvas {
	int32_t left, top; /* of the plane: the canvas's upper left cell */
	uint32_t width, height;
	uint32_t stride;	/* cells from a row to the next */
	struct cvg_cell *cell;	/* of the upper left cell */
	struct cvg_cell *owned; /* to free; NULL: part of another canvas */
	/* Text that goes over the right edge has a mark in the last column. */
	bool marks_cuts;
};

/* Make a blank canvas. Free it with cvg_canvas_done. */
void cvg_canvas_init(struct cvg_canvas *canvas, uint32_t width,
		     uint32_t height);
void cvg_canvas_done(struct cvg_canvas *canvas);
void cvg_canvas_clear(struct cvg_canvas *canvas);

/*
 * The part of `of` at column x, row y (counted from its upper left cell, not
 * of the plane), cut to what `of` has; its plane starts at (0, 0). Borrows the
 * cells of `of`.
 */
struct cvg_canvas cvg_canvas_part(const struct cvg_canvas *of, uint32_t x,
				  uint32_t y, uint32_t width, uint32_t height);

/* The cell at (x, y) of the plane, or NULL if it is outside. */
static inline struct cvg_cell *cvg_canvas_at(const struct cvg_canvas *c,
					     int32_t x, int32_t y)
{
	uint32_t dx = (uint32_t)x - (uint32_t)c->left;
	uint32_t dy = (uint32_t)y - (uint32_t)c->top;

	return dx < c->width && dy < c->height
		       ? &c->cell[(size_t)dy * c->stride + dx]
		       : NULL;
}

/*
 * Write UTF-8 in at most `width` columns, cut at the right without a mark;
 * control characters and bytes that are no UTF-8 become '?', tabs a space.
 * Never leaves half a wide character behind. Returns the columns taken.
 */
uint32_t cvg_canvas_text(struct cvg_canvas *canvas, int32_t x, int32_t y,
			 uint32_t width, const char *utf8, enum cvg_role role,
			 unsigned attr);
uint32_t cvg_canvas_printf(struct cvg_canvas *canvas, int32_t x, int32_t y,
			   uint32_t width, enum cvg_role role, unsigned attr,
			   const char *fmt, ...) CVG_PRINTF(7, 8);
/* Write one character. */
void cvg_canvas_put(struct cvg_canvas *canvas, int32_t x, int32_t y,
		    uint32_t ch, enum cvg_role role, unsigned attr);

/* Make a rectangle blank, with that role and those attributes. */
void cvg_canvas_fill(struct cvg_canvas *canvas, int32_t x, int32_t y,
		     uint32_t w, uint32_t h, enum cvg_role role, unsigned attr);
/* Give what stands in a rectangle another role (CVG_NROLES: keep) and add
 * attributes. */
void cvg_canvas_tint(struct cvg_canvas *canvas, int32_t x, int32_t y,
		     uint32_t w, uint32_t h, enum cvg_role role, unsigned attr);

/* Draw a line from (x0, y0) to (x1, y1), both ends included, where x0 == x1 or
 * y0 == y1. The line joins what its ends touch and crosses everything else. */
void cvg_canvas_line(struct cvg_canvas *canvas, int32_t x0, int32_t y0,
		     int32_t x1, int32_t y1, enum cvg_weight weight,
		     enum cvg_role role);
/* Draw half a line: from the middle of a cell to one of its sides. */
void cvg_canvas_join(struct cvg_canvas *canvas, int32_t x, int32_t y,
		     enum cvg_dir dir, enum cvg_weight weight,
		     enum cvg_role role);
/* Draw the outline of a box, at least 2 cells wide and high. What is inside
 * stays. */
void cvg_canvas_box(struct cvg_canvas *canvas, int32_t x, int32_t y, uint32_t w,
		    uint32_t h, enum cvg_weight weight, enum cvg_role role);

/* Write to `buf` what the cell shows: UTF-8 of at most 4 bytes and a NUL. With
 * `ascii`, other characters become similar ones (- | + = H # . :) or '?'. */
void cvg_cell_glyph(const struct cvg_cell *cell, bool ascii, char buf[8]);

/* Append the canvas as lines without blanks at their ends; `color`: with the
 * escape sequences of the roles in 256 colours. */
void cvg_canvas_print(struct cvg_str *out, const struct cvg_canvas *canvas,
		      bool ascii, bool color);

/* A role's row of roles.def. */
struct cvg_roleinfo {
	const char *name;
	int dark, light, basic; /* colours: see roles.def */
	unsigned attr;		/* enum cvg_cellattr */
	const char *help;	/* what it marks */
};
const struct cvg_roleinfo *cvg_role(enum cvg_role role);

#endif
