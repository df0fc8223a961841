/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * How commands, exports and the screen write text and JSON: glyphs, columns,
 * grids, names of blocks.
 *
 * Each function appends to the caller's string, or makes a JSON value that the
 * caller owns (json_decref).
 */
#ifndef RECONVERGE_LOOK_H
#define RECONVERGE_LOOK_H

#include "reconverge/base.h"

struct cvg_fn;
struct json_t;

struct cvg_glyphs {
	const char *divergent; /* a branch that splits warps */
	const char *uniform;   /* a branch all threads take alike */
	const char *temporal; /* a loop that threads leave at different times */
	const char *under;    /* a block that runs under a divergent branch */
	/* a region's rail beside its blocks: first, between, last, only one */
	const char *rail_first, *rail_mid, *rail_last, *rail_only;
	const char *tree_bar, *tree_mid, *tree_last; /* 3 columns each */
	const char *more;	  /* text was cut here; 1 column */
	const char *back;	  /* an edge that leads backwards */
	const char *unstructured; /* an edge of LIN's Definition 1 */
};

enum cvg_charset { CVG_ASCII, CVG_UNICODE };

const struct cvg_glyphs *cvg_glyphs_of(enum cvg_charset set);

/* How to draw text. Every function below only borrows it. */
struct cvg_look {
	const struct cvg_glyphs *glyphs;
	bool color;	/* escape sequences around the marks */
	uint32_t width; /* columns to aim for */
};

/* Columns of a UTF-8 text on a terminal; a byte that is not UTF-8 counts as
 * one. */
uint32_t cvg_text_width(const char *s, size_t n);
/* Append s cut to `width` columns, with glyphs->more as the last if cut. */
void cvg_text_clip(struct cvg_str *out, const char *s, uint32_t width,
		   const struct cvg_look *look);
/* Append s, and spaces up to `width` columns. */
void cvg_text_pad(struct cvg_str *out, const char *s, uint32_t width);
/* Append the lines of s, the long ones broken at blanks to at most `width`
 * columns. A line goes on below its text: behind its indentation or, where
 * two blanks divide it into a name and a text, below the text. */
void cvg_text_wrap(struct cvg_str *out, const char *s, uint32_t width);
/* Append the mark of a block's terminator: divergent, uniform, or a space. */
void cvg_text_mark(struct cvg_str *out, const struct cvg_look *look,
		   const char *glyph);

/* Texts in rows and columns; each column is as wide as its widest cell. A
 * cvg_table is drawn as text with it. */
struct cvg_grid {
	struct cvg_arena arena;
	cvg_vec(const char *) cell; /* NULL ends a row */
};

void cvg_grid_cell(struct cvg_grid *t, const char *fmt, ...) CVG_PRINTF(2, 3);
void cvg_grid_row(struct cvg_grid *t); /* end of the row */
/* `align` has one letter a column, l or r; rows may be shorter. Empties t. */
void cvg_grid_draw(struct cvg_grid *t, struct cvg_str *out, const char *align);

/* The stable number of a block, such as "B12"; "return" for CVG_NONE. Borrowed
 * from `buf`. */
const char *cvg_block_label(const struct cvg_fn *fn, uint32_t b, char *buf,
			    size_t n);

/* A JSON string of any bytes; bytes that are not UTF-8 become U+FFFD. */
struct json_t *cvg_json_text(const char *s);
/* Append the value and a newline, printed with the flags of json_dumps. DEL and
 * U+0080 to U+009F, which JSON allows in strings, are escaped. */
void cvg_json_print(struct cvg_str *out, const struct json_t *value,
		    size_t flags);
/* "B12", "R3", "P4"; null for CVG_NONE. */
struct json_t *cvg_json_id(char letter, uint32_t id);
/* The stable number of a block of the function, as "B12"; null for CVG_NONE. */
struct json_t *cvg_json_block(const struct cvg_fn *fn, uint32_t b);
struct json_t *cvg_json_blocks(const struct cvg_fn *fn, const uint32_t *b,
			       uint32_t n);
/* The stable numbers that a block was made from. */
struct json_t *cvg_json_origins(const struct cvg_fn *fn, uint32_t b);
/* A place in the source as an object; NULL if it is unknown. */
struct json_t *cvg_json_spot(const struct cvg_fn *fn, uint32_t spot);
/* Tell the place in the source, if it is known: append it behind `before`, and give
 * the object the member "place". `out` and `into` may be NULL. */
void cvg_tell_spot(struct cvg_str *out, struct json_t *into, const char *before,
		   const struct cvg_fn *fn, uint32_t spot);

#endif
