/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Plans of linearization: which unstructured regions a function has, the chain of
 * guarded units that each would become, what that saves and costs, or why the
 * region is refused. A plan is made from a snapshot without LLVM;
 * transforms/linearize.c carries it out.
 *
 * Anantpur, Govindarajan, "Taming Control Divergence in GPUs through Control
 * Flow Linearization", CC 2014, doi.org/10.1007/978-3-642-54807-9_8. Terms are
 * the paper's: unstructured edge (Definition 1), region bounded by D and P
 * (Definition 4), guard, guard value.
 *
 * Only blocks from which a return can be reached are linearized. Edges into code
 * that can only trap do not separate threads, and are left unchanged.
 */
#ifndef RECONVERGE_LINEAR_H
#define RECONVERGE_LINEAR_H

#include "reconverge/base.h"
#include "reconverge/refusal.h"

struct cvg_ana;
struct cvg_fn;
struct cvg_settings;

/*
 * In this file a block is an id of the snapshot, a place is the index of a unit
 * in its region, and a node is the index of a struct cvg_linnode of the region.
 * Two of these numbers have a special value:
 */
#define CVG_LIN_RETURNS CVG_NONE /* as cvg_linedge.slot: the block returns */
#define CVG_LIN_EXIT	CVG_NONE /* as a node: the region's exit */

/* One edge that leaves a unit for another one or for the region's exit. */
struct cvg_linedge {
	uint32_t block; /* source of the edge */
	uint32_t slot;	/* which successor of the block, or
			   CVG_LIN_RETURNS */
	uint32_t value; /* guard value: place of the unit that the edge leads
			   to; the number of units for the region's exit */
	uint32_t to;	/* node that it leads to in the new control flow, or
			   CVG_LIN_EXIT */
};

/*
 * A unit is guarded as a whole: one block, or several that form a structured
 * piece. Either a single block has all edges out of the unit, or all edges out
 * of it lead to the same place.
 */
struct cvg_linunit {
	uint32_t entry;	 /* block */
	uint32_t *block; /* entry first, reverse postorder */
	uint32_t nblocks;
	uint32_t edges_at, nedges; /* into cvg_linregion.edge */
	bool again; /* edges back to its own entry count as edges out of the
		       unit, because it is the header of a loop whose rounds
		       threads leave at different times */
};

/* A loop of the new control flow: units at places [first, end). */
struct cvg_linloop {
	uint32_t first, end; /* first is the place of the header's unit */
	uint32_t node;	     /* the first of its nodes */
	bool merged; /* the loops inside are merged into this one: their next
			round is a round of this loop, so that edges back may
			lead to other units than its header */
};

enum cvg_linkind {
	CVG_LIN_UNIT,  /* the unit itself runs */
	CVG_LIN_GUARD, /* a test whether any thread wants a unit */
	CVG_LIN_BACK,  /* a test whether a loop has another round */
};

/*
 * A node of the new control flow. Every edge leads to a later node, except the
 * edges back of loops. A guard or test holds if low <= guard value < high.
 */
struct cvg_linnode {
	enum cvg_linkind kind;
	uint32_t unit; /* place of the unit that runs or is guarded; of a test
			  for a loop, the place of the header's unit */
	uint32_t low, high; /* of a guard or test: the range of guard values,
			       the unit's place and the next one; wider where
			       the test has the same result, or for a merged
			       loop */
	uint32_t to[2]; /* of a guard or test: node to go to if it holds, and
			   if it does not, or CVG_LIN_EXIT */
	bool open; /* of a guard: all threads run the unit; after it, the guard
		      chooses between the unit's values and the old ones of
		      threads that did not want it. Guard and unit are one
		      block. */
};

struct cvg_linregion {
	uint32_t head;		  /* D: all edges into the region leave it */
	uint32_t exit;		  /* P, or CVG_NONE: the function's end */
	enum cvg_refusal refusal; /* CVG_REFUSE_NONE: it can be linearized */
	uint32_t culprit; /* instruction that is the reason, or CVG_NONE */
	uint32_t culprit_block; /* block that is the reason, or CVG_NONE */
	uint32_t *block;	/* its blocks that can reach a return, in
				   reverse postorder */
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
	uint32_t nsplits;      /* parts of blocks that would be split first */
	uint32_t divergent;    /* divergent branches, including that of D */
	uint32_t worst;	       /* most times that a warp may now run one block
				  for each time it comes to D */
	uint32_t worst_block;  /* that block, or CVG_NONE if worst is 1 */
	uint32_t new_blocks;   /* guards and tests with a block of their own */
	uint32_t nopen;	       /* units that all threads run */
	/* Cycles for each time that a warp comes to D: */
	int64_t saved;	 /* by running each block at most once, and merged loops
			    in fewer rounds */
	int64_t covered; /* of stalls, in which units of the other arm now run;
			    they are cycles of timing=scoreboard */
	int64_t price;	 /* of guards and tests */
	bool timed; /* timing=scoreboard: `saved` holds issue cycles and stalls,
		       and `covered` counts as saved */
	double times;  /* how often a warp comes to D: in the measured run, or
			  a guess for one call */
	bool measured; /* a profile saw D; else loops are guessed */
};

/* How far mode interleave reaches. */
enum cvg_reach {
	CVG_REACH_HEADS,  /* the blocks that begin arms are split */
	CVG_REACH_BLOCKS, /* all blocks of arms are split */
	CVG_REACH_ARMS, /* and regions are grown around all branches with loads
			     anywhere in their arms */
	CVG_NREACHES
};

struct cvg_linplan {
	struct cvg_arena arena; /* owns everything below but `fn` */
	const struct cvg_fn *fn;
	struct cvg_linregion *at; /* by D's place in reverse postorder */
	uint32_t n;
	uint32_t nunstructured; /* edges of the whole function */
	bool flags; /* tests may do without a guard value, where what they ask
		       is known on the edges; lin-opt=4 */
	enum cvg_reach reach; /* mode interleave */
	uint32_t *split; /* [nsplits] instructions, ascending: blocks would be
			    split in front of them, and what the plan says is
			    of the code then; its nodes and edges are no more
			    than counts */
	uint32_t nsplits;
	uint32_t *unit_of;   /* [nblocks] place of the block's unit, also of
				   code that only traps; CVG_NONE: in none */
	uint32_t *region_of; /* [nblocks] index into `at`, or CVG_NONE */
};

/* Plan the regions that the setting `linearize` asks for. The caller frees the plan,
 * before the snapshot. */
struct cvg_linplan *cvg_plan_linear(struct cvg_ana *ana,
				    const struct cvg_settings *settings);
/* The same, of code whose blocks were split already as far as a plan with that reach
 * says. */
struct cvg_linplan *cvg_plan_linear_split(struct cvg_ana *ana,
					  const struct cvg_settings *settings,
					  enum cvg_reach reach);

/*
 * Plan only the regions around the given edges, pairs (block, successor). They
 * are taken to be unstructured: a jump over blocks that other threads run first.
 */
struct cvg_linplan *cvg_plan_linear_edges(struct cvg_ana *ana,
					  const struct cvg_u32s *edges);
/* Cycles that linearizing saves, less those that it costs, each time that a warp
 * comes to D, by the timing that the plan was made for. */
int64_t cvg_linear_net(const struct cvg_linregion *region);
/* Append `before` and "covers 340 cycles of stalls", or what it would cover with
 * timing=scoreboard; nothing if there are no such stalls. */
void cvg_linear_add_covered(struct cvg_str *out,
			    const struct cvg_linregion *region,
			    const char *before);
/* Where the region's `times` is from: "profile" or "guessed". */
const char *cvg_linear_source(const struct cvg_linregion *region);
void cvg_linplan_free(struct cvg_linplan *take_plan);

/* Append the unstructured edges as pairs (block, successor), each once. */
void cvg_linear_unstructured(struct cvg_ana *ana, struct cvg_u32s *out);
/* Collect the unstructured edges as a set of places in fn->succs, with every
 * case of a switch that leads to the same block. Initialises *out; free it with
 * cvg_bits_done. */
void cvg_linear_marks(struct cvg_ana *ana, struct cvg_bits *out);

#endif
