/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Graphs on character cells. A flow is an abstract graph of boxes; its layout
 * says where each box stands and along which cells each edge runs:
 *
 *  - rows by longest path over forward edges, whole loops above what follows
 *    them; nothing is permuted to save crossings, so the same graph gives the
 *    same picture and a change moves only what it must;
 *  - edges leave at the bottom of a box, the first left of the second, and
 *    enter at the top; an edge that leads back goes up at the left of its
 *    loop; runs are horizontal in the gaps between rows and vertical else;
 *  - two edges lie upon each other only on their way to the same box. Where
 *    lines of different targets meet, they cross.
 *
 * Near-linear in boxes and edges, however long the edges are.
 */
#ifndef RECONVERGE_LAYOUT_H
#define RECONVERGE_LAYOUT_H

#include "reconverge/canvas.h"

/* ---- what is laid out ------------------------------------------------ */

struct cvg_flow_edge {
	uint32_t to;	/* the node it leads to */
	uint32_t label; /* columns of the text beside its start; one column
			   stands in the frame, more need a line below it */
	bool heavy;	/* drawn double */
};

struct cvg_flow_node {
	uint32_t edges_at, nedges; /* into edge[], from left to right */
	uint32_t width, height;	   /* of the box with its frame, at least 3
				      and 1; a layout may make it wider */
};

/*
 * Rows and an order from left to right that were found elsewhere. Edges that do
 * not lead to a later row lead back.
 */
struct cvg_guide {
	uint32_t *row;	/* [n] any numbers, the smaller the higher */
	double *x;	/* [n] no NAN */
	double *edge_x; /* [nedges] where an edge passes rows; no NAN */
};

/* Node 0 is the entry. What cannot be reached from it stands below. */
struct cvg_flow {
	uint32_t n;	 /* nodes */
	uint32_t nedges; /* rows of nodes follow each other without gaps */
	const struct cvg_flow_node *node; /* [n] */
	const struct cvg_flow_edge *edge; /* [nedges] */
	const struct cvg_guide *guide;	  /* NULL: rows and order are our own */
};

/* Make a guide of zeros for the flow. Free it with cvg_guide_done. */
void cvg_guide_init(struct cvg_guide *g, const struct cvg_flow *flow);
void cvg_guide_done(struct cvg_guide *g);

/* ---- where everything is --------------------------------------------- */

struct cvg_layout_place {
	int32_t x, y;		/* the box's upper left cell */
	uint32_t width, height; /* with its frame */
	uint32_t row;		/* from 0 at the top */
	int32_t entry; /* column of the cell in its top line where edges enter;
			  the middle if none does */
	bool entered;  /* some edge leads to it */
};

struct cvg_point {
	int32_t x, y; /* column and line */
};

/* An edge: from the cell below its box to the cell above its target. */
struct cvg_route {
	uint32_t at, n; /* into point[]; corners, and both ends */
	int32_t port;	/* column in the bottom line of its box */
	bool back;	/* leads upward */
};

/* A straight line that is drawn; no two wires have a cell in common but where
 * they cross or meet on the way to the same box. */
struct cvg_wire {
	int32_t x0, y0, x1, y1; /* x0 <= x1, y0 <= y1 */
	uint32_t to;		/* the box it leads to */
	bool heavy;		/* drawn double */
	bool back;		/* leads upward */
};

struct cvg_layout_row {
	int32_t y;	    /* of its boxes' top lines */
	uint32_t height;    /* of its tallest box */
	uint32_t at, nodes; /* into order[], from left to right */
};

struct cvg_layout {
	struct cvg_arena arena; /* owns everything below */
	uint32_t n, nedges, nrows, npoints, nwires;
	uint32_t width, height; /* of the plane, which starts at (0, 0) */
	struct cvg_layout_place *place; /* [n] */
	struct cvg_route *route;	/* [nedges] */
	struct cvg_point *point;	/* [npoints] */
	struct cvg_layout_row *row;	/* [nrows] */
	uint32_t *order;       /* [n] nodes by row, then from left to right */
	struct cvg_wire *wire; /* horizontal ones by y, then by x; then the
				  vertical ones */
	uint32_t nacross;      /* horizontal wires */
	/* The vertical wires as a tree over bands of lines: node k holds
	 * band[band_at[k] .. band_at[k + 1]), sorted by x. */
	uint32_t nbands, *band_at, *band;
};

struct cvg_layout *cvg_layout_new(const struct cvg_flow *flow);
void cvg_layout_free(struct cvg_layout *take_layout);

/* ---- looking up ------------------------------------------------------ */

/* The box at a cell, CVG_NONE if there is none. */
uint32_t cvg_layout_at(const struct cvg_layout *layout, int32_t x, int32_t y);
/* The nearest box in that direction; CVG_NONE: there is none. */
uint32_t cvg_layout_near(const struct cvg_layout *layout, uint32_t node,
			 enum cvg_dir dir);
/* Does any edge lead to the box? */
static inline bool cvg_layout_entered(const struct cvg_layout *layout,
				      uint32_t node)
{
	return layout->place[node].entered;
}

/* cvg_layout_visit calls `wire` for each wire that touches the window, and then
 * `box` for each box, in no certain order; NULL: do not call. */
struct cvg_window {
	int32_t x0, y0, x1, y1; /* x1 and y1 are outside the window */
};
void cvg_layout_visit(const struct cvg_layout *layout,
		      const struct cvg_window *w,
		      void (*wire)(void *, const struct cvg_wire *),
		      void (*box)(void *, uint32_t), void *data);

#endif
