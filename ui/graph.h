/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The graph of the function shown: what is folded, what the overlay says. */
#ifndef CVG_UI_GRAPH_H
#define CVG_UI_GRAPH_H

#include "reconverge/chart.h"
#include "reconverge/export.h"
#include "reconverge/graph.h"
#include "ui/overlay.h"

#define CVG_GRAPH_BOXES 40 /* a graph of more opens folded */

struct cvg_graph {
	const struct cvg_fn *fn; /* the chart is of; NULL: of none yet */
	struct cvg_str name;	 /* of that function */
	struct cvg_chart *chart;
	struct cvg_bits folded; /* regions */
	/* What was folded by entry and exit, so that it stays so. */
	cvg_vec(uint64_t) kept; /* sorted */
	enum cvg_zoom zoom;
	struct cvg_overlay_cell *overlay; /* [nblocks] of the function */
	uint8_t *role;			  /* [nodes] for the chart's look */
	const char **note;		  /* [nodes] */
	struct cvg_guiding guiding;	  /* by set layout= */
	int layout;			  /* as it was set when it was made */
};

/* The chart of the function shown, in a pane that wide; nothing if it is
 * already. */
void cvg_graph_make(struct cvg_graph *graph, struct cvg_ui *ui, uint32_t width);
/* Make it anew: folding or zoom changed. */
void cvg_graph_again(struct cvg_graph *graph, struct cvg_ui *ui);
/* The overlay changed. */
void cvg_graph_overlay(struct cvg_graph *graph, struct cvg_ui *ui);
/* The innermost region of several nodes around the cursor, or CVG_NONE. */
uint32_t cvg_graph_frame(const struct cvg_graph *graph, struct cvg_ui *ui);
/* The edge `at` of a window of that size so that it stays inside a picture of size
 * `of`; a smaller picture is centred. */
int32_t cvg_window_settle(int32_t at, uint32_t size, uint32_t of);
/* The edge `from` of the window after the least move that brings [at, at + size)
 * and a margin into sight. */
int32_t cvg_window_reach(int32_t from, uint32_t window, int32_t at,
			 uint32_t size, int32_t margin);

/* Append two blanks, the regions around the cursor, the outermost first, and its
 * block. */
void cvg_graph_crumbs(struct cvg_ui *ui, struct cvg_str *out);
/* Draw the minimap over the chart that was drawn on the canvas, where it covers
 * no box; *at becomes its place. False: there is no such place, or all of the
 * chart is seen. */
bool cvg_graph_map(const struct cvg_chart *chart, struct cvg_canvas *into,
		   struct cvg_window *at);
void cvg_graph_done(struct cvg_graph *graph);

/* Does the block's name or one of its instructions hold that text? */
bool cvg_block_holds(const struct cvg_fn *fn, uint32_t block, const char *text);

#endif
