/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * A chain of guarded units while it is made (linear_chain.c): the nodes so far,
 * and what flows on from the last of them.
 *
 * Example, figure 1 of linear_chain.c: at the start D's edges flow, with the
 * values {0, 1}. Splitting them at [0, 1) makes a guard, "now" becomes {0}
 * where it holds and the rest is {1}. Running the unit B2, which 0 leads to,
 * turns "now" into the unit's own edges with {1, 3}; joined with the rest that
 * is {1, 3} again, with the guard's other way out beside the edges of B2.
 */
#ifndef CVG_PLAN_LINEAR_STRAND_H
#define CVG_PLAN_LINEAR_STRAND_H

#include "linear_ends.h"
#include "linear_loops.h"

/* What arrives at a point of the chain. */
struct flow {
	struct values values; /* guard values that threads can have there */
	struct end_list ends; /* what will lead there */
};

struct strand {
	struct lin_planner *planner;
	struct cvg_linregion *region;
	int level; /* setting lin-opt, 0 to 4 */
	struct loop_nest nest;
	struct loose_ends ends;
	struct linnodes nodes;
	struct flow now; /* what arrives behind the last node */
};

/* A test whether a guard value is in [low, high). */
struct test {
	enum cvg_linkind kind;
	uint32_t low, high;
	bool may_merge; /* it needs no block of its own */
	bool last;	/* nothing follows in the list that it stands in */
	uint32_t holds; /* node to go to if it holds; CVG_NONE: the next node
			   that is made */
};

/* What leaves D flows. */
void cvg_strand_init(struct strand *strand, struct lin_planner *planner,
		     struct cvg_linregion *region);
void cvg_strand_done(struct strand *strand);

/* The unit runs; what flows on are the values that it sets. */
void cvg_strand_run(struct strand *strand, uint32_t place);
/* All that flows leads to that node, or to CVG_LIN_EXIT. */
void cvg_strand_lead(struct strand *strand, uint32_t node);
/* What flows is joined by `flow`, which becomes empty. */
void cvg_strand_join(struct strand *strand, struct flow *flow);
/* Could a test of what flows stand at the end of a block that exists? `last`:
 * as in struct test. */
bool cvg_strand_can_merge(const struct strand *strand, bool last);
/* Split what flows: what the test holds for flows on, *other is the rest. */
void cvg_strand_split(struct strand *strand, const struct test *test,
		      struct flow *other);

#endif
