/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The steps of a layout, one file each, and what they hand on:
 *
 *	rank.c   which edges lead back, in which row each node stands, and an
 *	         order of all nodes and edges from left to right
 *	guide.c  the same as someone else has found it
 *	unit.c   what takes a column: nodes, and bars, which are edges where
 *	         they pass rows; who is beside whom
 *	column.c columns
 *	port.c   where edges leave and enter their boxes
 *	gap.c    horizontal runs in the gaps between rows
 *	route.c  lines, points, wires
 *
 * Gap g is above row g; gap `nrows` is below the last.
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
	uint32_t id; /* node, edge, target */
};

/* What stands in columns: units 0 .. n - 1 are the nodes, then the bars. */
struct unit {
	uint32_t top, bottom; /* rows */
	uint32_t half;	      /* columns on each side of its middle */
	uint32_t to;	      /* of a bar: the node it leads to */
	uint32_t at;	      /* place in the order from left to right */
	int32_t x;	      /* middle: odd; of a bar: the column of its line,
				 even if it leads back */
	bool back;
	bool heavy;
};

/* Two units that the lines of one gap connect. */
struct link {
	uint32_t upper, lower;
	bool crossed; /* a bar passes between them */
};

/* Two units beside each other in some row. */
struct pair {
	uint32_t left, right;
	int32_t apart; /* least distance of their middles */
};

/* A line that reaches a group from above or below its gap. */
struct pin {
	int32_t x;
	uint32_t id; /* edge whose port it is, or bar that ends here */
	uint32_t level;
	bool is_edge;
	bool heavy;
};

/*
 * What meets in one gap on the way to a box: pins, and the spine, on which all
 * go on. Those left of the spine run to it on one level, those right of it on
 * one, which is the same but if something comes straight down as well: four
 * lines never meet in a cell.
 */
struct group {
	uint32_t gap;
	uint32_t unit; /* the box, or the bar they join */
	int32_t spine;
	int32_t x0, x1;		 /* with all pins */
	uint32_t pins_at, npins; /* by x */
	uint32_t left, right;	 /* levels, NO_LEVEL: nothing there */
	bool straight;		 /* a line on the spine above the levels */
	bool turns;		 /* joins a bar that leads upward */
	bool last;		 /* must be below all others */
};

struct work {
	const struct cvg_flow *flow;
	uint32_t *from; /* [nedges] */
	bool *back;	/* [nedges] */
	uint32_t *rank; /* [n] */
	uint32_t nrows;
	struct item *item; /* from left to right */
	uint32_t nitems;

	struct unit *unit;
	uint32_t nunits;
	uint32_t *bar;	    /* [nedges] unit, CVG_NONE: none */
	uint32_t *back_bar; /* [n] of the edges that lead back here, CVG_NONE */
	uint32_t *order;    /* [nunits] from left to right */
	uint32_t norder;
	uint32_t *start_at; /* [nrows + 1] into start[]: units whose top row
				it is, from left to right */
	uint32_t *start;
	uint32_t *end_at; /* the same for their bottom rows */
	uint32_t *end;
	struct link *link;
	uint32_t nlinks;
	uint32_t *up_at, *up;	  /* [nunits + 1] links to what is above a
				     unit, from left to right */
	uint32_t *down_at, *down; /* and below */
	cvg_vec(struct pair) pair;

	uint32_t *width; /* [n] odd, wide enough for the ports */
	int32_t *entry;	 /* [n] column */
	int32_t *port;	 /* [nedges] column */

	struct pin *pin;
	uint32_t npins;
	struct group *group; /* by gap */
	uint32_t ngroups;
	uint32_t *joins; /* [nedges] group at the end of an edge's first line */
	uint32_t *edge_level; /* [nedges] of the run that the edge joins by */
	uint32_t *bar_group;  /* [nunits] of the box that a bar reaches */
	uint32_t *bar_level;  /* [nunits] of the run there */
	uint32_t *gap_levels; /* [nrows + 1] tracks */
	bool *gap_label;      /* [nrows + 1] a line for labels on top */
	int32_t *gap_y;	      /* [nrows + 1] its first line */
};

#define NO_LEVEL UINT32_MAX /* no run: straight on */

void cvg_lay_rank(struct work *w);
void cvg_lay_guided(struct work *w);
void cvg_lay_units(struct work *w);
void cvg_lay_columns(struct work *w);
void cvg_lay_ports(struct work *w);
void cvg_lay_gaps(struct work *w);
void cvg_lay_routes(struct work *w, struct cvg_layout *l);
void cvg_lay_index(struct cvg_layout *l);

/* [n + 1] rows of a table from the number of entries in each, in place:
 * at[i] becomes where row i begins. Returns the sum. */
uint32_t cvg_lay_starts(uint32_t *at, uint32_t n);

#endif
