/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What the files of if-conversion share while a plan is made. */
#ifndef CVG_PLAN_IFCONVERT_H
#define CVG_PLAN_IFCONVERT_H

#include "reconverge/plan.h"

struct cvg_cycles;
struct cvg_dom;

struct cvg_iffinder {
	const struct cvg_fn *fn;
	const struct cvg_dom *dom;
	const struct cvg_dom *postdom;	 /* NULL: look for switches of which all
					  threads run all ways only */
	const struct cvg_cycles *cycles; /* NULL if postdom is */
	bool wide; /* also halves, and loads from other addresses */
	const struct cvg_settings *settings;
	bool *taken; /* [nblocks] a conversion changes or removes the block;
			NULL: none does */
	uint32_t *instead; /* of the plan */
	uint32_t *mark;	   /* [nblocks] see behind.h; NULL: no convergent
			      operation was asked for yet */
	uint32_t stamp;	   /* of the last blocks that were marked */
	int64_t budget;	   /* blocks behind questions that may be looked at */
	bool convergent;   /* the function has a convergent operation */
	cvg_vec(struct cvg_ifconvert) rows;
};

/* Can all threads that come to `block` run the code of `arm`, to which no other
 * block leads? */
bool cvg_if_is_arm(const struct cvg_iffinder *finder, uint32_t block,
		   uint32_t arm);
/* May threads go on together that come to `other` from the block over several ways? */
bool cvg_if_may_meet(struct cvg_iffinder *finder, uint32_t block,
		     uint32_t other);
/* Cycles of the block without its terminator. */
uint64_t cvg_if_work(const struct cvg_fn *fn, uint32_t block);

/* ---- ifswitch.c ------------------------------------------------------- */

/* Fill in the row, which has the block, if that ends in a switch of which all threads
 * can run all ways, or those of some ways can meet early. Its ways are the caller's
 * then. */
bool cvg_if_switch(struct cvg_iffinder *finder, struct cvg_ifconvert *row);

#endif
