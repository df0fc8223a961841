/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The forms in which a difference is shown. */
#ifndef CVG_UI_DIFF_H
#define CVG_UI_DIFF_H

#include "ui/sheet.h"
#include "reconverge/diff.h"

/* Two revisions of the function shown. */
struct cvg_diff {
	uint32_t rev_a, rev_b;
	/* b is the function shown; a is NULL if the older revision does not
	 * have it */
	const struct cvg_fn *a, *b;
	struct cvg_ana *ana_a, *ana_b;
	struct cvg_fndiff blocks; /* of a and b */
};

void cvg_diff_done(struct cvg_diff *diff);

/* Write the difference into a sheet. Each line about a block stands for its
 * index in d->blocks. */
void cvg_diff_text(struct cvg_sheet *sheet, const struct cvg_ui *ui,
		   const struct cvg_diff *diff, uint32_t width);
/* Write one line for each count. */
void cvg_diff_counts(struct cvg_sheet *sheet, const struct cvg_ui *ui,
		     const struct cvg_diff *diff, uint32_t width);

/* Both graphs in one picture, in which what stayed keeps its place. */
struct cvg_diffgraph;

/* For a pane of that width. */
struct cvg_diffgraph *cvg_diffgraph_new(const struct cvg_diff *diff,
					uint32_t width);
void cvg_diffgraph_free(struct cvg_diffgraph *take_graph);
void cvg_diffgraph_draw(struct cvg_diffgraph *graph, struct cvg_ui *ui,
			struct cvg_canvas *into, bool focused);
bool cvg_diffgraph_act(struct cvg_diffgraph *graph, struct cvg_ui *ui,
		       enum cvg_action action, uint32_t count);
bool cvg_diffgraph_mouse(struct cvg_diffgraph *graph, struct cvg_ui *ui,
			 enum cvg_mouse what, int32_t x, int32_t y);

/* Open the view of differences: two revisions, as one graph. */
void cvg_diff_open(struct cvg_ui *ui, uint32_t from, uint32_t to);

#endif
