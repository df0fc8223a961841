/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The steps of a layout, one file each, in the order in which they run, and the
 * data they hand on:
 *
 *	rank.c   which edges lead back, in which row each node stands, and an
 *	         order of all nodes and edges from left to right
 *	guide.c  the same from rows and an order found elsewhere (cvg_guide)
 *	unit.c   the units that take columns: nodes, and bars, which are the
 *	         parts of edges that pass rows; which units are neighbours
 *	column.c the column of every unit
 *	port.c   the columns where edges leave and enter their boxes
 *	gap.c    the levels of horizontal runs in the gaps between rows
 *	route.c  the lines of rows and gaps, corners of edges, wires
 *
 * Gap g is above row g; gap `nrows` is below the last row.
 *
 * A ? x -> C B; B -> C; C ret is drawn so:
 *
 *	┌─────────┐
 *	│ B0 ◇    │	row 0: node A
 *	└─T┬────┬F┘
 *	   │    │	gap 1
 *	   │  ┌─▼───┐
 *	   │  │ B2  │	row 1: the bar of edge A -> C, and node B
 *	   │  └┬────┘
 *	   └─┬─┘	gap 2: a group of two pins; its spine leads to C
 *	  ┌──▼──┐
 *	  │ B1  │	row 2: node C
 *	  └─────┘
 */
#ifndef CVG_LAYOUT_PRIVATE_H
#define CVG_LAYOUT_PRIVATE_H

#include "reconverge/layout.h"

enum item_kind {
	ITEM_NODE,
	ITEM_EDGE, /* a forward edge */
	ITEM_BACK, /* all edges that lead back to a node */
};

struct item {
	enum item_kind kind;
	uint32_t id; /* the node, the edge, or the target of edges back */
};

/* A node or a bar: units 0 .. n - 1 are the nodes, the rest bars. */
struct unit {
	uint32_t top, bottom; /* first and last row it covers */
	uint32_t half;	      /* columns on each side of its middle */
	uint32_t to;	      /* node that a bar leads to; of a node: itself */
	uint32_t at;	      /* place in the order from left to right */
	int32_t x;	      /* column of the middle, or of a bar's line: even
				 for a bar that leads back, else odd */
	bool back;	      /* a bar of edges that lead back */
	bool heavy;	      /* a bar of an edge that is drawn double */
};

/* Two units that the lines of one gap connect. */
struct link {
	uint32_t upper, lower;
	bool crossed; /* the link's line crosses a bar that passes its gap */
};

/* Two units beside each other in some row. */
struct pair {
	uint32_t left, right;
	int32_t apart; /* least distance of their middles, in columns */
};

/* A line that reaches a group from above or below its gap. */
struct pin {
	int32_t x;
	uint32_t id;	/* edge whose port it is, or bar that ends here */
	uint32_t level; /* of the run it joins; NO_LEVEL: it is on the spine */
	bool is_edge;	/* `id` is an edge */
	bool heavy;
};

/*
 * The lines that meet in one gap on the way to a box: pins, and the spine, the
 * column in which all go on. The pins left of the spine run to it on one level,
 * those right of it on one level. Both levels are the same unless a line comes
 * straight down the spine as well, because four lines must not meet in a cell.
 */
struct group {
	uint32_t gap;
	uint32_t unit;		 /* the box, or the bar they join */
	int32_t spine;		 /* column */
	int32_t x0, x1;		 /* columns from the first to the last line */
	uint32_t pins_at, npins; /* into work.pin, by x */
	uint32_t left, right; /* level of each side; NO_LEVEL: no pin there */
	bool straight;	      /* a line on the spine above the levels */
	bool turns;	      /* joins a bar that leads upward */
	bool last;	      /* its runs must be below all others */
};

struct work {
	const struct cvg_flow *flow;
	uint32_t *from; /* [nedges] node that the edge leaves */
	bool *back;	/* [nedges] the edge leads back, to no later row */
	uint32_t *rank; /* [n] row */
	uint32_t nrows;
	struct item *item; /* from left to right */
	uint32_t nitems;

	struct unit *unit;
	uint32_t nunits;
	uint32_t *bar;	    /* [nedges] unit; CVG_NONE: the edge has no bar */
	uint32_t *back_bar; /* [n] bar of the edges that lead back to the node,
			       or CVG_NONE */
	uint32_t *order;    /* [nunits] from left to right */
	uint32_t norder;
	uint32_t *start_at; /* [nrows + 1] into start[]: units whose top row
				it is, from left to right */
	uint32_t *start;
	uint32_t *end_at; /* the same for their bottom rows */
	uint32_t *end;
	struct link *link;
	uint32_t nlinks;
	uint32_t *up_at, *up;	   /* [nunits + 1] links to what is above a
				     unit, from left to right */
	uint32_t *down_at, *down;  /* the same for what is below it */
	cvg_vec(struct pair) pair; /* all neighbours */

	uint32_t *width; /* [n] odd, wide enough for the ports */
	int32_t *entry;	 /* [n] column where edges enter the box */
	int32_t *port;	 /* [nedges] column where the edge leaves its box */

	struct pin *pin;
	uint32_t npins;
	struct group *group; /* by gap */
	uint32_t ngroups;
	uint32_t *joins; /* [nedges] group at the end of an edge's first line */
	uint32_t *edge_level; /* [nedges] of the run that the edge joins by */
	uint32_t *bar_group;  /* [nunits] of the box that a bar reaches */
	uint32_t *bar_level;  /* [nunits] of the run there */
	uint32_t *gap_levels; /* [nrows + 1] number of levels */
	bool *gap_label;      /* [nrows + 1] it begins with a line for labels */
	int32_t *gap_y;	      /* [nrows + 1] its first line */
};

#define NO_LEVEL UINT32_MAX /* no run: straight on */

void cvg_lay_rank(struct work *work);
void cvg_lay_guided(struct work *work);
void cvg_lay_units(struct work *work);
void cvg_lay_columns(struct work *work);
void cvg_lay_ports(struct work *work);
void cvg_lay_gaps(struct work *work);
void cvg_lay_routes(struct work *work, struct cvg_layout *layout);
void cvg_lay_index(struct cvg_layout *layout);

/* at[n + 1]: on entry at[i] is the number of entries in row i of a table; on
 * return, where row i begins. at[n] becomes their sum, which is returned. */
uint32_t cvg_lay_starts(uint32_t *at, uint32_t n);

#endif
