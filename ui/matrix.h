/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The matrix view's state, and how its two tables are drawn. */
#ifndef CVG_UI_MATRIX_H
#define CVG_UI_MATRIX_H

#include "ui/alignment.h"

struct cvg_matrix_pane {
	struct cvg_alignment_view alignment;
	uint32_t inst;	    /* ui->inst at the last update */
	uint32_t top, left; /* first pooled row and column in sight, from 1 */
	/* Sizes of the parts as last drawn, to find what is under the mouse. */
	uint32_t head_width, head_height, nrows, ncols;
	int32_t body; /* columns of a cell */
};

/* Both keep in the state where the parts were drawn. */
void cvg_matrix_draw_subgraphs(struct cvg_ui *ui, struct cvg_matrix_pane *view,
			       struct cvg_canvas *into);
void cvg_matrix_draw_insts(struct cvg_ui *ui, struct cvg_matrix_pane *view,
			   struct cvg_canvas *into);

/* Describe the cell under the cursor: whether the pair of subgraphs was chosen;
 * the three candidates for the score of two instructions, those taken with a
 * star. */
void cvg_matrix_say_subgraphs(const struct cvg_matrix_pane *view,
			      struct cvg_str *out);
void cvg_matrix_say_scores(const struct cvg_alignment_view *alignment,
			   struct cvg_str *out);

/* The heat for a share of the best score, 0 to 1. */
enum cvg_role cvg_matrix_heat(double share);
/* Move *first so that `at` is among the `n` of `all` that are in sight from
 * *first on. They are counted from 1. */
void cvg_matrix_keep_in_sight(uint32_t *first, uint32_t at, uint32_t n,
			      uint32_t all);
/* Mark the head of the cursor's row or column. */
void cvg_matrix_mark_head(const struct cvg_ui *ui, struct cvg_canvas *into,
			  int32_t x, int32_t y, bool row);

/* The first row or column of the matrix that a pooled one stands for. */
uint32_t cvg_matrix_unpooled(const struct cvg_alignment_view *alignment,
			     uint32_t p);

#endif
