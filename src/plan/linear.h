/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What the files src/plan/linear*.c share while one plan is made. The order of
 * work is the paper's: blocks that are split first (linear_split.c), seeds
 * (linear_modes.c, linear_edges.c, linear_joins.c, linear_nest.c),
 * regions around them (linear_region.c), units of each region and their order
 * (linear_units.h), the chain of guards (linear_chain.c), what it saves and
 * costs (linear_price.c, linear_runs.c, linear_merged.c, linear_stalls.c), and
 * whether the region may be linearized (linear_judge.c).
 *
 * Numbers that could be confused have names or types of their own:
 *
 *	block	      id in the snapshot
 *	place	      of a unit in its region's order; also the guard value that
 *		      leads to it
 *	cycle	      id in the function's analysis of cycles
 *	region_cycle  number among the cycles of one region (linear_units.h)
 *	loop	      index of a cvg_linloop, a loop of the new control flow
 *	node	      index of a cvg_linnode, a step of the new control flow
 */
#ifndef CVG_PLAN_LINEAR_PRIVATE_H
#define CVG_PLAN_LINEAR_PRIVATE_H

#include "guess.h"
#include "reconverge/linear.h"
#include "reconverge/settings.h"

/* ---- the graph ------------------------------------------------------- */

/*
 * The function without the blocks that only lead to traps. In what is left,
 * the tree of post-dominators is the one by which the machine joins threads.
 */
struct linflow {
	const struct cvg_fn *fn;
	const struct cvg_order *order;
	const struct cvg_dom *dom;
	const struct cvg_cycles *cycles;
	const uint32_t *joins; /* [nblocks] immediate post-dominator; CVG_NONE:
				  the function's end */
	bool *live;	       /* [nblocks] a return can be reached from it */
	uint32_t *join_first;  /* [nblocks] preorder in the tree of joins */
	uint32_t *join_last;   /* [nblocks] largest preorder below the block */
	uint32_t *cycle_low;   /* [cycles] smallest join_first of its blocks */
	uint32_t *cycle_high;  /* [cycles] largest join_first of its blocks */
	struct cvg_bits split; /* [nblocks] joins that run once for each way
				  to them: see linear_joins.c */
};

void cvg_linflow_init(struct linflow *flow, struct cvg_ana *ana);
void cvg_linflow_done(struct linflow *flow);
/* Fill in flow->split; the rest must be known. */
void cvg_linear_joins(struct linflow *flow, struct cvg_ana *ana);

/* Does `post` post-dominate `block`, or is it that block? Both must be live;
 * CVG_NONE as `post` is the function's end and post-dominates every block. */
bool cvg_linflow_postdominates(const struct linflow *flow, uint32_t post,
			       uint32_t block);

/* ---- seeds ----------------------------------------------------------- */

enum seed_kind {
	SEED_EDGE, /* an edge, which is or is taken to be unstructured */
	SEED_PAIR, /* two blocks that one region must hold */
};

/* What a region is grown from. */
struct seed {
	enum seed_kind kind;
	uint32_t from, to;   /* blocks */
	uint32_t left_cycle; /* outermost cycle that the edge leaves while other
				threads may still go round; CVG_NONE: none */
	bool enters; /* the edge enters an irreducible cycle from outside */
	bool joins;  /* only the fourth rule holds for the edge */
};

struct seeds {
	struct seed *at;
	size_t n;
	size_t cap;
};

/* The unstructured edges, ascending by source and successor; several edges
 * between the same two blocks count once. */
void cvg_linear_edges(const struct linflow *flow, struct seeds *out);

/* What becomes of a cycle of the function. */
enum cycle_fate {
	CYCLE_APART,  /* it stays a loop of its own */
	CYCLE_OUTER,  /* cycles inside are merged into it */
	CYCLE_MERGED, /* it is merged into the cycle around it */
};

/* ---- the planner ----------------------------------------------------- */

/* What the settings ask for. */
struct lin_wishes {
	enum cvg_linearize mode;
	int level;	/* setting lin-opt, 0 to 4: see linear_chain.c */
	uint32_t depth; /* mode depth: nested divergent branches that may stay;
			   CVG_NONE in other modes */
};

/* How often a block runs for each time a warp comes to D: see linear_runs.c. */
struct block_runs {
	uint32_t times; /* ways to the block that are not joined by then; 0:
			   the block is not in the region at hand */
	uint32_t each;	/* how many of these, beyond one, stay apart in every
			  round of the loops that the block is in */
	double once; /* runs more because of ways that part before such a loop
			  and join in it */
};

/* A result that instructions wait for. */
struct lin_result {
	uint64_t ready; /* cycle from D */
	double runs;	/* of the block that computes it */
};

struct lin_planner {
	struct cvg_ana *ana;
	const struct cvg_settings *settings;
	struct linflow flow;
	struct lin_wishes wishes;
	struct cvg_linplan *plan;   /* the result; the caller of the plan owns
				      it */
	struct seeds seeds;	    /* that regions are grown from */
	struct seeds unstructured;  /* see linear_edges.c */
	enum cycle_fate *fate;	    /* [cycles] */
	uint32_t *levels_around;    /* [nblocks] levels of divergence around the
				      block; NULL but in mode depth */
	struct unit_scratch *units; /* see linear_units.h */
	struct {
		uint32_t head; /* the last D whose ways were counted */
		uint32_t ways; /* its edges to live blocks; 0: none was */
	} counted;
	struct cvg_guess guess;
	double *merged; /* [cycles] rounds of a merged loop each time that it is
			   entered, as guessed: see linear_merged.c */
	struct block_runs *runs;   /* [nblocks] for the region being priced; all
				    zero between regions */
	bool timed;		   /* cycles are those of timing=scoreboard */
	struct lin_result *result; /* [ninsts] see linear_stalls.c; all zero
				      between regions */
	uint64_t *time; /* [nblocks] issue cycles and stalls of the block, for
			   the region being priced */
};

/* Is every branch linearized, structured or not? */
static inline bool planner_takes_all(const struct lin_planner *planner)
{
	return planner->wishes.mode == CVG_LINEARIZE_ALL;
}

/* Is this an edge back to the header of a cycle whose rounds mix with those of
 * another cycle? Then it must be an edge between units. */
static inline bool planner_cuts(const struct lin_planner *planner,
				uint32_t from, uint32_t to)
{
	const struct cvg_cycles *cycles = planner->flow.cycles;
	uint32_t cycle = cycles->innermost[to];

	return cycle != CVG_NONE && cycles->cycle[cycle].header == to &&
	       planner->fate[cycle] != CYCLE_APART &&
	       cvg_cycle_has(cycles, cycle, from);
}

/* Fill in planner->seeds, unstructured and fate by the mode. */
void cvg_linear_modes(struct lin_planner *planner);
/* One region must hold both blocks. */
void cvg_linear_pair(struct lin_planner *planner, uint32_t a, uint32_t b);
/* Mode depth: add what is nested too deep; fills in fate, levels_around. */
void cvg_linear_nest(struct lin_planner *planner);

/* ---- mode interleave (linear_arms.c, linear_split.c) ------------------ */

/* [nblocks] for each block the innermost branch whose arms hold it, or CVG_NONE. The
 * branch is divergent and has several arms of its own before its ways meet; of a
 * switch, some ways may lead to where they meet. The caller frees the array. */
uint32_t *cvg_linear_arms(const struct linflow *flow, struct cvg_ana *ana);
/* Is the block in an arm, and in no loop inside it? */
bool cvg_linear_in_arm(const struct linflow *flow, const uint32_t *arms_of,
		       uint32_t block);
/* One region must hold the arms of a branch, if they can take turns. */
void cvg_linear_interleaved(struct lin_planner *planner);

/* The plan of the mode, with blocks split where that lets arms take turns. */
struct cvg_linplan *cvg_linear_split_plan(struct cvg_ana *ana,
					  const struct cvg_settings *settings);

/* ---- the steps -------------------------------------------------------- */

/* Algorithm 2: make plan->at, with head, exit, block and nblocks. */
void cvg_linear_regions(struct lin_planner *planner);

/* Algorithm 3: the units of a region, in order, with their edges and values;
 * its loops, outer before inner. */
void cvg_linear_units(struct lin_planner *planner, uint32_t region);
void cvg_linear_units_init(struct lin_planner *planner);
void cvg_linear_units_done(struct lin_planner *planner);

/* Algorithm 1 with O1 to O4: the nodes, and the node each edge leads to. */
void cvg_linear_chain(struct lin_planner *planner,
		      struct cvg_linregion *region);

/* May all threads run the unit at that place, and is that no dearer than to
 * lead those past it that do not want it? */
bool cvg_linear_may_open(const struct lin_planner *planner,
			 const struct cvg_linregion *region, uint32_t place);
/* Cycles of the unit for threads that do not want it, and of the selects. */
double cvg_linear_open_price(const struct lin_planner *planner,
			     const struct cvg_linregion *region,
			     uint32_t place);

/* What linearizing the region saves and costs. */
void cvg_linear_price(struct lin_planner *planner,
		      struct cvg_linregion *region);

/* Price of a guard or test for each time it is come to. */
double cvg_linear_node_price(const struct lin_planner *planner,
			     const struct cvg_linregion *region,
			     const struct cvg_linnode *node);

/* Fill in planner->time for the region's blocks. Returns the cycles of stalls
 * that the new order covers each time that a warp comes to D. */
double cvg_linear_stalls(struct lin_planner *planner,
			 const struct cvg_linregion *region);

/* Which regions are refused, and why. Their units must be known. */
void cvg_linear_judge(struct lin_planner *planner);

/* ---- runs (linear_runs.c) -------------------------------------------- */

/* Fill in planner->runs for the region's blocks, and the region's times,
 * measured, worst and worst_block. */
void cvg_linear_runs(struct lin_planner *planner, struct cvg_linregion *region);
void cvg_linear_runs_done(struct lin_planner *planner,
			  const struct cvg_linregion *region);
/* Between the two, for each time a warp comes to D: runs of the block that
 * linearizing saves, */
double cvg_linear_saved(const struct lin_planner *planner,
			const struct cvg_linregion *region, uint32_t block);
/* and runs of it that stay. */
double cvg_linear_rounds(const struct lin_planner *planner,
			 const struct cvg_linregion *region, uint32_t block);

/* ---- merged loops (linear_merged.c) ---------------------------------- */

void cvg_linear_merged_init(struct lin_planner *planner);
/* Runs of a block of merged loops once they are merged, each time that a warp
 * comes to D; NAN: it is in none, or not known. */
double cvg_linear_merged_runs(const struct lin_planner *planner,
			      const struct cvg_linregion *region,
			      uint32_t block);
/* Rounds of the loop that the cycle and those merged into it become, likewise. */
double cvg_linear_merged_rounds(const struct lin_planner *planner,
				const struct cvg_linregion *region,
				uint32_t cycle);
/* Cycles of the phis that a round of that loop adds, about. */
double cvg_linear_merged_carried(const struct lin_planner *planner,
				 uint32_t cycle);

#endif
