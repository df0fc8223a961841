/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The matrix view's state, and how its two tables are drawn. */
#ifndef CVG_UI_MATRIX_H
#define CVG_UI_MATRIX_H

#include "ui/alignment.h"

struct cvg_matrix_pane {
	struct cvg_alignment_view a;
	uint32_t top, left; /* first pooled row and column in sight, from 1 */
	/* Where what was last drawn: for the mouse. */
	uint32_t head_width, head_height, nrows, ncols;
	int32_t body; /* columns of a cell */
};

/* Both remember in the state where what is. */
void cvg_matrix_draw_subgraphs(struct cvg_ui *ui, struct cvg_matrix_pane *v,
			       struct cvg_canvas *into);
void cvg_matrix_draw_insts(struct cvg_ui *ui, struct cvg_matrix_pane *v,
			   struct cvg_canvas *into);

/* Of the cell under the cursor: what became of the pair; the three candidates
 * of the score, the taken ones with a star. */
void cvg_matrix_say_subgraphs(const struct cvg_matrix_pane *v,
			      struct cvg_str *out);
void cvg_matrix_say_scores(const struct cvg_alignment_view *a,
			   struct cvg_str *out);

/* A share of the best, 0 to 1, as one of five heats. */
enum cvg_role cvg_matrix_heat(double share);
/* Keep `at` within the `n` of `all` in sight from *first; all from 1. */
void cvg_matrix_keep_in_sight(uint32_t *first, uint32_t at, uint32_t n,
			      uint32_t all);
/* The mark of the cursor's row or column in its head. */
void cvg_matrix_mark_head(const struct cvg_ui *ui, struct cvg_canvas *into,
			  int32_t x, int32_t y, bool row);

/* The first row or column of the matrix that a pooled one stands for. */
uint32_t cvg_matrix_unpooled(const struct cvg_alignment_view *a, uint32_t p);

#endif
