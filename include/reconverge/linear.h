/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Linearization as a plan: which unstructured regions there are, into what
 * chain of guarded units each would be turned, what that brings, or why it is
 * refused. Pure C over a snapshot; transforms/linearize.c carries it out.
 *
 * Anantpur, Govindarajan, "Taming Control Divergence in GPUs through Control
 * Flow Linearization", CC 2014, doi.org/10.1007/978-3-642-54807-9_8. Terms are
 * the paper's: unstructured edge (Definition 1), region bounded by D and P
 * (Definition 4), guard, guard value.
 *
 * Only blocks that can reach a return count: ways into code that only traps
 * keep no threads apart and stay as they are.
 */
#ifndef RECONVERGE_LINEAR_H
#define RECONVERGE_LINEAR_H

#include "reconverge/base.h"
#include "reconverge/refusal.h"

struct cvg_ana;
struct cvg_fn;
struct cvg_settings;

/*
 * Numbers: a block is an id of the snapshot; a place is the index of a unit in
 * its region's order; a node is the index of a cvg_linnode of the region. Two
 * of them may say something else:
 */
#define CVG_LIN_RETURNS CVG_NONE /* as cvg_linedge.slot: the block returns */
#define CVG_LIN_EXIT	CVG_NONE /* as a node: the region's exit */

/* One edge that leaves a unit for another one or for the region's exit. */
struct cvg_linedge {
	uint32_t block; /* that the edge leaves */
	uint32_t slot;	/* which successor of the block, or
			   CVG_LIN_RETURNS */
	uint32_t value; /* guard value: place of the unit that the edge leads
			   to; the number of units for the region's exit */
	uint32_t to;	/* node that it leads to afterwards, or CVG_LIN_EXIT */
};

/*
 * What is guarded as a whole: one block, or a structured piece of several.
 * Either one block only has edges out of the unit, or all edges out of it lead
 * to the same place.
 */
struct cvg_linunit {
	uint32_t entry;	 /* block */
	uint32_t *block; /* entry first, reverse postorder */
	uint32_t nblocks;
	uint32_t edges_at, nedges; /* into cvg_linregion.edge */
	bool again; /* edges back to its own entry are edges out of the unit:
		       it heads a loop that threads run apart */
};

/* A loop of the new control flow: units at places [first, end). */
struct cvg_linloop {
	uint32_t first, end; /* first is the place of the header's unit */
	uint32_t node;	     /* the first of its nodes */
	bool merged; /* loops inside go on in the next round of this one:
			edges back lead to other units than the header, too */
};

enum cvg_linkind {
	CVG_LIN_UNIT,  /* the unit itself runs */
	CVG_LIN_GUARD, /* tests for a unit */
	CVG_LIN_BACK,  /* tests whether a loop goes on */
};

/*
 * A step of the new control flow, in its order: every edge leads forward but
 * those of loops. A guard or test holds if low <= guard value < high.
 */
struct cvg_linnode {
	enum cvg_linkind kind;
	uint32_t unit; /* place of the unit that runs or is guarded; of a test
			  for a loop: of the header's unit */
	uint32_t low, high; /* guard, test: of guard values; from the unit's
			       place to the next one, wider where that tells
			       the same, or for a merged loop */
	uint32_t to[2];	    /* guard, test: node to go to if it holds, and if it
			   does not, or CVG_LIN_EXIT */
	bool merged; /* guard, test: it has no block of its own, but stands
			   at the end of the block with the edges into it */
	bool open;   /* guard: all threads run the unit, and behind it the
			   guard chooses between its values and those of the
			   threads that did not want it; both are one block */
};

struct cvg_linregion {
	uint32_t head; /* D: all edges into the region leave it */
	uint32_t exit; /* P, or CVG_NONE: the function's end */
	enum cvg_refusal refusal;
	uint32_t culprit;	/* instruction that is the reason, or NONE */
	uint32_t culprit_block; /* block that is the reason, or CVG_NONE */
	uint32_t *block;	/* all live blocks of it, reverse postorder */
	uint32_t nblocks;
	uint32_t *dead; /* blocks that only lead to traps and belong to one of
			   its units */
	uint32_t ndead;
	struct cvg_linunit *unit; /* [nunits + 1] by place; the last is D */
	uint32_t nunits;
	struct cvg_linedge *edge; /* by unit, those of D last */
	uint32_t nedges;
	struct cvg_linnode *node; /* in the order of the new control flow */
	uint32_t nnodes;
	struct cvg_linloop *loop; /* ascending by first, outer before inner */
	uint32_t nloops;
	uint32_t unstructured; /* edges of Definition 1 */
	uint32_t retreating;   /* edges back to a unit already passed */
	uint32_t divergent;    /* divergent branches, that of D too */
	uint32_t worst;	       /* most times that a warp may now run one block
				  for each time it comes to D */
	uint32_t worst_block;  /* that block, or CVG_NONE if worst is 1 */
	uint32_t new_blocks;   /* guards and tests with a block of their own */
	uint32_t nopen;	       /* units that all threads run */
	uint32_t new_insts;    /* estimated */
	int64_t saved; /* cycles of blocks run more than once, for each time
			  that a warp comes to D */
	int64_t price; /* cycles of guards and tests, likewise */
	double times;  /* that a warp comes to D: in the run that was measured,
			  or in one call as guessed */
	bool measured; /* a profile saw D; else loops are guessed */
};

struct cvg_linplan {
	struct cvg_arena arena;
	const struct cvg_fn *fn;
	struct cvg_linregion *at; /* by D's place in reverse postorder */
	uint32_t n;
	uint32_t nunstructured; /* edges of the whole function */
	uint32_t *unit_of;	/* [nblocks] place of the block's unit, also of
				   code that only traps; CVG_NONE: in none */
	uint32_t *region_of;	/* [nblocks] index into `at`, or CVG_NONE */
};

/* Owned by the caller; lives no longer than the snapshot. */
struct cvg_linplan *cvg_plan_linear(struct cvg_ana *ana,
				    const struct cvg_settings *settings);

/*
 * The regions around these edges only, pairs (block, successor), which are
 * taken to be unstructured: a jump over what others run first.
 */
struct cvg_linplan *cvg_plan_linear_edges(struct cvg_ana *ana,
					  const struct cvg_u32s *edges);
/* What its numbers go by: "profile" or "guessed". */
const char *cvg_linear_source(const struct cvg_linregion *r);
void cvg_linplan_free(struct cvg_linplan *take_plan);

/* The unstructured edges, as pairs (block, successor); each once. */
void cvg_linear_unstructured(struct cvg_ana *ana, struct cvg_u32s *out);
/* The same as a set of places in succs[]: every case of a switch that leads
 * there. Free with cvg_bits_done. */
void cvg_linear_marks(struct cvg_ana *ana, struct cvg_bits *out);

#endif
