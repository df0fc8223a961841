/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Loose ends of the chain: edges and ways out of nodes whose target is not
 * known yet, in lists that join in constant time. All lists of a chain are
 * threaded through one array.
 */
#ifndef CVG_PLAN_LINEAR_ENDS_H
#define CVG_PLAN_LINEAR_ENDS_H

#include "linear.h"

enum end_kind {
	END_EDGE, /* an edge of a unit */
	END_WAY,  /* a way out of a guard or test */
};

struct loose_end {
	enum end_kind kind;
	uint32_t edge;	    /* END_EDGE: index into the region's edges */
	uint32_t node;	    /* END_WAY: index of the guard or test */
	uint32_t holds_not; /* END_WAY: index into its `to` */
	uint32_t next;	    /* in the list, index + 1; 0: the last */
};

/* All that a chain ever had. */
struct loose_ends {
	struct loose_end *at;
	size_t n;
	size_t cap;
	struct cvg_linregion *region; /* whose edges they are */
};

struct linnodes {
	struct cvg_linnode *at;
	size_t n;
	size_t cap;
};

/* A list of loose ends. */
struct end_list {
	uint32_t first, last; /* index + 1 into the array; 0: the list is
				 empty */
	uint32_t block;	      /* all are edges of that block; CVG_NONE: they are
			   not, or there are none */
	bool part;	      /* that block has more ways on than these */
};

#define CVG_NO_ENDS ((struct end_list){.block = CVG_NONE})

/* All edges of the unit at that place. */
struct end_list cvg_ends_of_unit(struct loose_ends *ends, uint32_t place);
/* One way out of a node: 0 where its test holds, 1 where it does not. */
struct end_list cvg_ends_of_node(struct loose_ends *ends, uint32_t node,
				 uint32_t holds_not);
/* Move all of `from` to `into`. */
void cvg_ends_join(struct loose_ends *ends, struct end_list *into,
		   struct end_list *from);
/* All of the list lead to that node, CVG_LIN_EXIT: out of the region. */
void cvg_ends_lead(struct loose_ends *ends, struct linnodes *nodes,
		   struct end_list *list, uint32_t to);
/* Those with a value in [low, high) lead to that node, the others stay loose.
 * All must be edges. */
void cvg_ends_lead_some(struct loose_ends *ends, struct end_list *list,
			uint32_t low, uint32_t high, uint32_t to);

#endif
