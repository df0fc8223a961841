/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The marks of divergence, the same in every view. */
#ifndef CVG_UI_MARKS_H
#define CVG_UI_MARKS_H

#include "ui/view.h"

/* What is asked of every block of one function again and again. */
struct cvg_marks {
	const struct cvg_fn *fn; /* they are of; NULL: of none yet */
	struct cvg_bits under;	 /* runs under a divergent branch */
	bool lines;		 /* some instruction has a source line */
};

/* Of the function shown; costs nothing if they are already. */
void cvg_marks_update(struct cvg_marks *m, struct cvg_ui *ui);
void cvg_marks_done(struct cvg_marks *m);

const struct cvg_glyphs *cvg_ui_glyphs(const struct cvg_ui *ui);

/* As cvg_canvas_text, but never beyond the canvas, and what does not fit ends
 * in the glyph that says so. */
uint32_t cvg_ui_text(const struct cvg_ui *ui, struct cvg_canvas *into,
		     int32_t x, int32_t y, uint32_t width, const char *text,
		     enum cvg_role role, unsigned attr);

/* Words in lines of at most `width` columns, from row y down to before `end`.
 * Returns the row after the last. */
int32_t cvg_ui_words(struct cvg_canvas *into, int32_t x, int32_t y, int32_t end,
		     uint32_t width, const char *text, enum cvg_role role);

/* A mark one column wide, and how to show it. */
struct cvg_mark {
	const char *glyph; /* " ": nothing to say */
	enum cvg_role role;
};

/* Of a block's branch: divergent, left at different times, uniform. */
struct cvg_mark cvg_mark_branch(struct cvg_ui *ui, uint32_t block);
/* The convergent operation here is met by part of a warp only. */
bool cvg_mark_torn(const struct cvg_marks *m, uint32_t inst);
/* Of an instruction: its branch's, torn, or differs between threads. */
struct cvg_mark cvg_mark_inst(struct cvg_ui *ui, const struct cvg_marks *m,
			      uint32_t inst);

#endif
