/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What the files of src/plan share while one plan is made. */
#ifndef CVG_PLAN_PRIVATE_H
#define CVG_PLAN_PRIVATE_H

#include "guess.h"
#include "reconverge/cost.h"
#include "reconverge/graph.h"
#include "reconverge/plan.h"
#include "reconverge/settings.h"
#include "spans.h"
#include "unasked.h"

/*
 * The making of one plan. Arrays of marks and of partners are scratch: a step
 * sets what it will read of them, and leaves the rest as it is.
 */
struct planner {
	struct cvg_ana *ana;
	const struct cvg_fn *fn;
	const struct cvg_settings *settings;
	const struct cvg_order *order;
	const struct cvg_dom *postdom;
	const struct cvg_u32s *lost; /* pairs not to be tried, three uids each;
					NULL: none */
	const struct cvg_u32s *joined; /* uids of entries whose pairs count even
					  if only branches become one; NULL:
					  none */
	bool drafted; /* `fn` is a draft, whose switches are planned although
			 `joined` is there */
	struct cvg_guess guess;
	double *times;		 /* [nblocks] how often warps come there */
	uint32_t nreturns;	 /* blocks that end the function */
	struct cvg_arena *arena; /* the plan's: everything that stays */
	struct cvg_mix *mix;	 /* [nblocks] latency UINT64_MAX: not made */
	int64_t visits; /* blocks behind arms of switches that may still be
			   visited */
	uint32_t stamp; /* the last one given out */
	uint32_t *mark; /* [nblocks] stamps, see planner_stamp */
	/* While arms are found and pairs matched: */
	struct cvg_spans spans;
	uint64_t *signature;  /* [nblocks] hash of the structure around it */
	uint32_t *signed_for; /* [nblocks] of the first block of a subgraph: the
				 entry of the candidate for which its blocks were
				 signed, plus 1; 0: they were not */
	uint32_t *twin;	      /* [nblocks] block of the other subgraph, or the
				one before it on a path */
	bool *flip;	      /* [nblocks] its branch met the other crosswise */
	uint32_t *forced;     /* [nblocks] see cvg_blockpair.forced */
	/* While a pair is priced: */
	uint32_t *partner; /* [ninsts] instruction that it was aligned with, or
			      CVG_NONE */
	uint32_t *run;	   /* [ninsts] stamp of the run of gaps it is in */
	bool *apart;	   /* [ninsts] see cvg_unasked */
	struct cvg_unasked unasked; /* by threads of the other arm */
};

/* A stamp no block carries yet. */
static inline uint32_t planner_stamp(struct planner *planner)
{
	return ++planner->stamp;
}

void cvg_planner_init(struct planner *planner, struct cvg_plan *plan,
		      struct cvg_ana *ana, const struct cvg_settings *settings);
void cvg_planner_done(struct planner *planner);

/* Plan the divergent branch that ends the block. */
void cvg_planner_candidate(struct planner *planner, uint32_t entry,
			   struct cvg_candidate *candidate);

/* The same for two blocks of which E leads to each, its `start`. */
void cvg_planner_pair(struct planner *planner, struct cvg_candidate *candidate);

/* How near a pair refused for that reason came to being melded: the nearest
 * tells the user most. */
int cvg_refusal_nearness(enum cvg_refusal refusal);

/* ---- cases.c --------------------------------------------------------- */

/* Choose the pairs of a switch's arms that are melded, or refuse it. */
void cvg_plan_switch(struct planner *planner, struct cvg_candidate *candidate);

const struct cvg_mix *cvg_planner_mix(struct planner *planner, uint32_t block);

/* Does the subgraph consist of one block that just goes on? */
bool cvg_subgraph_is_plain(const struct planner *planner,
			   const struct cvg_subgraph *subgraph);

/* Fill in the exit, arms and chains of the candidate, or its refusal. */
void cvg_arms_find(struct planner *planner, struct cvg_candidate *candidate);

/* Sign the blocks of a subgraph, which have that mark, unless they were signed
 * for this candidate. */
void cvg_subgraph_sign(struct planner *planner,
		       const struct cvg_candidate *candidate,
		       const struct cvg_subgraph *subgraph, uint32_t stamp);

/* Mark the blocks of the subgraph, and forget their twins. */
void cvg_stamp_inside(struct planner *planner,
		      const struct cvg_subgraph *subgraph, uint32_t stamp);

/* Place the single block `one`, of that arm, in a copy of `many`. */
enum cvg_refusal cvg_match_replica(struct planner *planner, int arm,
				   const struct cvg_subgraph *one,
				   const struct cvg_subgraph *many,
				   struct cvg_meldpair *out);

/* Move the single block of a matched replica to the place where melding brings
 * most. False: it stays, and nothing else of the pair is changed. */
bool cvg_replica_settle(struct planner *planner,
			const struct cvg_candidate *candidate,
			struct cvg_meldpair *pair);

/* Fill in mp_s of a matched pair, and mp_b of each of its pairs of blocks. */
void cvg_measure_pair(struct planner *planner, struct cvg_meldpair *pair);

/*
 * Decide whether two subgraphs of a candidate correspond (Definition 6) and how their
 * blocks pair up; fills sub, replica, bp (without columns) and mp_s.
 */
enum cvg_refusal cvg_match_pair(struct planner *planner,
				const struct cvg_candidate *candidate,
				uint32_t t, uint32_t f,
				struct cvg_meldpair *out);

/* Align the blocks of a matched pair and price what is inside it. */
void cvg_price_pair(struct planner *planner,
		    const struct cvg_candidate *candidate,
		    struct cvg_meldpair *pair);

/* ---- seams.c --------------------------------------------------------- */

/*
 * Add what depends on the neighbours: the branch before, the branch or the
 * selects after. `first`: index of the first subgraph not yet melded, by arm.
 */
void cvg_price_seams(struct planner *planner,
		     const struct cvg_candidate *candidate,
		     struct cvg_meldpair *pair, const uint32_t first[2]);

/* Whether what is left behind the last pair is run for both sides. */
void cvg_price_end(struct planner *planner, struct cvg_candidate *candidate);

/* ---- scalar.c -------------------------------------------------------- */

/* Does the load run once for a warp, because its address is uniform? */
bool cvg_loads_once(const struct planner *planner, uint32_t inst);
/* Will the load that two such loads become no longer run once, because threads
 * of the two arms want other addresses? */
bool cvg_loads_apart(const struct planner *planner, uint32_t inst_t,
		     uint32_t inst_f);

/* ---- price.c --------------------------------------------------------- */

/* Two subgraphs whose operands are being compared. */
struct sides {
	struct planner *planner;
	uint32_t stamp[2]; /* by arm: mark of the subgraph's blocks */
	bool settled;	   /* planner->partner holds the final alignment */
	/* Of the pair of blocks being aligned or priced: */
	bool exclusive;		 /* threads of one arm only come here */
	const uint32_t *body[2]; /* by arm: instruction ids, in order */
};

/* Are these values, of the true arm and of the false one, the same, or will
 * they be once the sides are melded? */
bool cvg_operands_meet(const struct sides *sides, uint32_t t, uint32_t f);
/* Cycles saved when two instructions of one shape become one, less those of the
 * selects between their operands. */
int32_t cvg_price_insts(const struct sides *sides, uint32_t inst_t,
			uint32_t inst_f);
/* May the instruction run for the other side, too, unguarded? */
bool cvg_may_stay(const struct sides *sides, uint32_t inst);
/* Stamp the blocks of a pair's two subgraphs. */
void cvg_sides_stamp(struct sides *sides, const struct cvg_candidate *candidate,
		     const struct cvg_meldpair *pair);
/* Note which instructions were aligned, in both directions. */
void cvg_sides_settle(struct sides *sides, const struct cvg_meldpair *pair);

/* The instructions of a block but phis and terminator, in *out; returns their
 * number. CVG_NONE as block has none. */
uint32_t cvg_body_of(const struct planner *planner, uint32_t block,
		     uint32_t **out, struct cvg_arena *arena);

/* ---- pose.c ---------------------------------------------------------- */

/* Make the problem of aligning the bodies of the sides, of n[0] and n[1]
 * instructions. `arena` owns what *out points to but `sides`. */
void cvg_pose(struct sides *sides, const uint32_t n[2], struct cvg_arena *arena,
	      struct cvg_align_problem *out);

#endif
