/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What the files of src/plan share while one plan is made. */
#ifndef CVG_PLAN_PRIVATE_H
#define CVG_PLAN_PRIVATE_H

#include "guess.h"
#include "reconverge/plan.h"

struct planner {
	struct cvg_ana *ana;
	const struct cvg_fn *fn;
	const struct cvg_settings *settings;
	const struct cvg_order *order;
	const struct cvg_dom *dom;
	const struct cvg_dom *postdom;
	const struct cvg_u32s *lost;
	struct cvg_guess guess;
	struct cvg_arena *arena; /* the plan's: everything that stays */
	struct cvg_mix *mix;	 /* [nblocks], latency UINT64_MAX: not made */
	uint32_t *mark;		 /* [nblocks] stamps, see planner_stamp */
	uint32_t *twin;		 /* [nblocks] partner while a pair is matched */
	uint32_t *partner;	 /* [ninsts] partner while a pair is priced */
	uint32_t *forced;	 /* [nblocks] while a replica is placed */
	bool *flip;		 /* [nblocks] branch met crosswise */
	uint32_t *run;		 /* [ninsts] stamps of the gap run looked at */
	uint64_t *signature;	 /* [nblocks] of the structure around a block */
	uint32_t stamp;
};

/* A stamp no block carries yet. */
static inline uint32_t planner_stamp(struct planner *p)
{
	return ++p->stamp;
}

const struct cvg_mix *cvg_planner_mix(struct planner *p, uint32_t block);

/* Does the subgraph consist of one block that just goes on? */
bool cvg_subgraph_is_plain(const struct planner *p,
			   const struct cvg_subgraph *s);

/* Fill exit, arms and chains of c, or its refusal. */
void cvg_arms_find(struct planner *p, struct cvg_candidate *c);

/*
 * Decide whether two subgraphs of c correspond (Definition 6) and how their
 * blocks pair up; fills sub, replica, bp (without columns) and mp_s.
 */
enum cvg_refusal cvg_match_pair(struct planner *p,
				const struct cvg_candidate *c, uint32_t t,
				uint32_t f, struct cvg_meldpair *out);

/* Align the blocks of a matched pair and price what is inside it. */
void cvg_price_pair(struct planner *p, const struct cvg_candidate *c,
		    struct cvg_meldpair *mp);

/* ---- seams.c --------------------------------------------------------- */

/*
 * Add what depends on the neighbours: the branch before, the branch or the
 * selects after. `first`: index of the first subgraph not yet melded, by arm.
 */
void cvg_price_seams(struct planner *p, const struct cvg_candidate *c,
		     struct cvg_meldpair *mp, const uint32_t first[2]);

/* Whether what is left behind the last pair is run for both sides. */
void cvg_price_end(struct planner *p, struct cvg_candidate *c);

/* ---- price.c --------------------------------------------------------- */

/* Two subgraphs whose operands are being compared. */
struct sides {
	struct planner *p;
	uint32_t stamp[2]; /* blocks of the two subgraphs */
	bool settled;	   /* partner[] holds the final alignment */
	bool exclusive;	   /* only one side ever comes here */
	bool guard_all;
	const uint32_t *body[2]; /* instruction ids being aligned */
};

/* Are these one value, or will they be once the sides are melded? */
bool cvg_operands_meet(const struct sides *s, uint32_t t, uint32_t f);
/* Stamp the blocks of a pair's two subgraphs. */
void cvg_sides_stamp(struct sides *s, const struct cvg_candidate *c,
		     const struct cvg_meldpair *mp);
/* Note who was aligned with whom, in both directions. */
void cvg_sides_settle(struct sides *s, const struct cvg_meldpair *mp);

#endif
