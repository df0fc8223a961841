/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * A function as a picture: its blocks, or the regions that are folded, as
 * boxes of a layout, with their texts and marks. A chart is made once for a
 * revision, a folding and a zoom; drawing it costs what the window shows.
 *
 *	struct cvg_chart *c = cvg_chart_new(&(struct cvg_chart_in){
 *		.ana = ana, .folded = &folded, .zoom = CVG_ZOOM_SUMMARY});
 *	canvas.left = ...; canvas.top = ...;   (the window)
 *	cvg_chart_draw(c, &canvas, &look);
 *
 * A chart borrows the analyses and owns all else.
 */
#ifndef RECONVERGE_CHART_H
#define RECONVERGE_CHART_H

#include "reconverge/folding.h"
#include "reconverge/layout.h"
#include "reconverge/marks.h"

/* ---- charts ---------------------------------------------------------- */

struct cvg_chart_in {
	struct cvg_ana *ana;	       /* of the function; borrowed */
	const struct cvg_bits *folded; /* folded regions; NULL: none */
	enum cvg_zoom zoom;	       /* how much a box shows */
	uint32_t width; /* most columns of a box; 0: what suits the zoom */
	/* The cycles that steps inside each region would save together; 0: none. */
	const double *gain; /* [regions] or NULL */
	/* The text at edge k of a block; NULL: T, F, the case. */
	const char *(*label)(void *data, uint32_t block, uint32_t k);
	void *data; /* for `label` */
	/* Make a guide for the layout, which the chart frees; false: there is
	 * none. NULL: the layout finds rows and order itself. */
	bool (*guide)(void *guiding, const struct cvg_flow *flow,
		      struct cvg_guide *out);
	void *guiding; /* for `guide` */
};

struct cvg_chart_node {
	uint32_t block;		  /* of a folded region: its entry */
	uint32_t region;	  /* the folded region, else CVG_NONE */
	uint32_t nblocks, ninsts; /* that it shows */
	uint32_t ndivergent;	  /* branches that split warps */
	uint32_t mark;	   /* a character: divergent, uniform, temporal; 0 */
	bool under;	   /* runs under divergence */
	bool sync;	   /* holds something convergent */
	bool irreducible;  /* entry of an irreducible cycle */
	uint32_t nlines;   /* of text in the box */
	const char **line; /* NULL of a whole block: its instructions */
};

struct cvg_chart_edge {
	uint32_t block, k; /* the first edge of the function it stands for */
	const char *label; /* "" if there is none */
	bool unstructured; /* Definition 1 of linearization */
};

struct cvg_chart {
	struct cvg_arena arena; /* owns everything below but `ana` */
	struct cvg_ana *ana;
	enum cvg_zoom zoom;
	uint32_t n, nedges;	     /* nodes and edges, as in `flow` */
	struct cvg_chart_node *node; /* [n] */
	struct cvg_chart_edge *edge; /* [nedges] */
	struct cvg_flow flow;	     /* boxes and edges as laid out */
	struct cvg_layout *layout;   /* where they are */
	uint32_t *node_of;	     /* [nblocks] node that shows the block */
};

struct cvg_chart *cvg_chart_new(const struct cvg_chart_in *in);
void cvg_chart_free(struct cvg_chart *take_chart);

/* The most detailed zoom, not above `most`, at which the chart is at most
 * `width` columns wide; if there is none, CVG_ZOOM_DOTS. */
enum cvg_zoom cvg_chart_fit(const struct cvg_chart_in *in, uint32_t width,
			    enum cvg_zoom most);

/* ---- drawing --------------------------------------------------------- */

struct cvg_chart_look {
	uint32_t selected;   /* node under the cursor, or CVG_NONE */
	uint32_t frame;	     /* region with a dotted frame, or CVG_NONE */
	uint32_t taken_from; /* if `taken`: the edge from this node to */
	uint32_t taken_to;   /* that one is drawn as taken */
	bool taken;
	const uint8_t *role;	 /* [n] enum cvg_role of what an overlay says
				   of a node, CVG_NROLES: nothing; or NULL */
	const char *const *note; /* [n] text of an overlay in a box's lower
				   right corner, NULL: none; or NULL */
	/* Draw an instruction in a box of CVG_ZOOM_FULL; NULL: plain text. */
	void (*inst)(void *data, struct cvg_canvas *into, int32_t x, int32_t y,
		     uint32_t width, uint32_t inst);
	void *data;
};

/* Draw the part of the chart in the canvas's window, onto a blank canvas. */
void cvg_chart_draw(const struct cvg_chart *chart, struct cvg_canvas *into,
		    const struct cvg_chart_look *look);

/* Draw a column for each region around the node, the innermost at the right, as
 * many as the canvas has columns: a line along the rows of the region, with its
 * id at the top, one character in each line. The rows of the canvas's window
 * are those of the chart. */
void cvg_chart_rails(const struct cvg_chart *chart, struct cvg_canvas *into,
		     uint32_t node);

/* Shrink the size of a minimap, in cells, to that of what it shows. */
void cvg_chart_map_size(const struct cvg_chart *chart, uint32_t *width,
			uint32_t *height);
/* Draw the whole chart in braille dots, as large as fits the canvas and at
 * most in its own size; the part that is seen is reversed. */
void cvg_chart_minimap(const struct cvg_chart *chart, struct cvg_canvas *into,
		       const struct cvg_window *seen);

#endif
