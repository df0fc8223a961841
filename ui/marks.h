/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The marks of divergence, the same in every view. */
#ifndef CVG_UI_MARKS_H
#define CVG_UI_MARKS_H

#include "ui/view.h"

/* Facts about every block of one function that drawing needs again and
 * again. */
struct cvg_marks {
	/* the function that the facts are of; NULL: none yet */
	const struct cvg_fn *fn;
	struct cvg_bits under; /* runs under a divergent branch */
	bool lines;	       /* some instruction has a source line */
};

/* Make the facts for the function shown; costs nothing if they are there. */
void cvg_marks_update(struct cvg_marks *m, struct cvg_ui *ui);
void cvg_marks_done(struct cvg_marks *m);

const struct cvg_glyphs *cvg_ui_glyphs(const struct cvg_ui *ui);

/* As cvg_canvas_text, but never beyond the canvas; a text that does not fit is
 * cut and ends in the glyph for that. */
uint32_t cvg_ui_text(const struct cvg_ui *ui, struct cvg_canvas *into,
		     int32_t x, int32_t y, uint32_t width, const char *text,
		     enum cvg_role role, unsigned attr);

/* Draw words in lines of at most `width` columns, from row y to before row
 * `end`. Returns the row after the last line. */
int32_t cvg_ui_words(struct cvg_canvas *into, int32_t x, int32_t y, int32_t end,
		     uint32_t width, const char *text, enum cvg_role role);

/* Draw a bar of at most `width` columns for a share of 0 to 1, in eighths of a
 * column, or in whole '#'. */
void cvg_ui_bar(const struct cvg_ui *ui, struct cvg_canvas *into, int32_t x,
		int32_t y, uint32_t width, double share, enum cvg_role role);

/* A mark one column wide, and how to show it. */
struct cvg_mark {
	const char *glyph; /* " ": nothing to say */
	enum cvg_role role;
};

/* The mark of the branch that ends a block: divergent, a loop that is left at
 * different times, or uniform. */
struct cvg_mark cvg_mark_branch(struct cvg_ui *ui, uint32_t block);
/* The mark of an instruction: that of its branch, torn, or that its value
 * differs between threads. */
struct cvg_mark cvg_mark_inst(struct cvg_ui *ui, const struct cvg_marks *m,
			      uint32_t inst);

/*
 * The cursor of one pane in the others: is the instruction the one under the
 * cursor, or made from the same line of the source? Mark a line of `width`
 * columns that is, from column x on.
 */
bool cvg_ui_linked(const struct cvg_ui *ui, uint32_t inst);
void cvg_mark_linked(const struct cvg_ui *ui, struct cvg_canvas *into,
		     int32_t x, int32_t y, uint32_t width);

#endif
