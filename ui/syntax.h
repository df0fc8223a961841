/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A line of LLVM IR, taken apart into words of one colour each. */
#ifndef CVG_UI_SYNTAX_H
#define CVG_UI_SYNTAX_H

#include "reconverge/canvas.h"

struct cvg_irword {
	const char *at; /* into the line */
	size_t n;	/* bytes */
	enum cvg_role role;
};

/* The word (or blanks between) that begins at `line`; false: at its end. */
bool cvg_ir_word(const char *line, struct cvg_irword *out);

/*
 * Draw a line of IR at (x, y) in at most `width` columns; the first `left`
 * columns are cut away. Words equal to `lit` (NULL: none) are underlined and
 * bold. Returns the columns taken.
 */
uint32_t cvg_ir_draw(struct cvg_canvas *into, int32_t x, int32_t y,
		     uint32_t width, uint32_t left, const char *line,
		     const char *lit);

#endif
