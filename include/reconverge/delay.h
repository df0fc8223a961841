/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Plans of delaying: which side of a divergent branch in a loop the threads that want it
 * wait for, while the others go on to the next rounds. A plan is made from a snapshot
 * without LLVM; transforms/delay.c carries it out. The method is told in
 * src/plan/delay.c.
 */
#ifndef RECONVERGE_DELAY_H
#define RECONVERGE_DELAY_H

#include "reconverge/base.h"
#include "reconverge/refusal.h"

struct cvg_ana;
struct cvg_settings;

#define CVG_DELAY_MOST 4 /* rounds that are copied */

/* A divergent branch of a loop. Blocks and instructions are ids of the snapshot. */
struct cvg_delay {
	uint32_t block;	 /* D, which ends in the branch */
	uint32_t loop;	 /* the innermost one around it */
	uint32_t header; /* of the loop */
	uint32_t wait;	 /* successor of the branch that threads wait for */
	uint32_t light;	 /* the other one */
	uint32_t *way;	 /* [nway] blocks from `light` to the header */
	uint32_t nway;
	uint32_t *top; /* [ntop] blocks from the header to D, these two among
			  them */
	uint32_t ntop;
	uint32_t rounds; /* that the other threads go on, at most */
	enum cvg_refusal refusal;
	uint32_t culprit; /* instruction that is the reason, or CVG_NONE */
	bool measured;	  /* a profile has counts of D and of `wait` */
	double times;	  /* how often warps came to D */
	double net;	  /* cycles over the whole run, if measured */
};

struct cvg_delayplan {
	struct cvg_arena arena; /* owns the lists of blocks */
	struct cvg_delay *row;	/* by block. Owned */
	uint32_t n;
};

/* The caller frees the plan, before the snapshot. */
struct cvg_delayplan *cvg_plan_delays(struct cvg_ana *ana,
				      const struct cvg_settings *settings);
/* Can it be done on demand? What is not known to pay can. */
bool cvg_delay_is_possible(const struct cvg_delay *row);
void cvg_delayplan_free(struct cvg_delayplan *take_plan);

#endif
