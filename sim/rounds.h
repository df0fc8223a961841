/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Rounds of nests as one loop each: what the machine calls while it runs. */
#ifndef CVG_SIM_ROUNDS_H
#define CVG_SIM_ROUNDS_H

#include "sim/machine.h"

/* Which nests a block of the kernel is in; made once for a run. */
struct cvg_roundplan {
	const struct cvg_loops *loops;
	struct cvg_nestruns *out;
	uint32_t *at; /* [nblocks + 1] into place[] */
	struct cvg_roundplace {
		uint32_t nest;
		uint32_t row; /* the block's, of the nest's */
	} *place;
};

/* Of one warp. */
struct cvg_rounds;

/* NULL if there is no nest to follow. */
struct cvg_roundplan *cvg_roundplan_new(uint32_t nblocks,
					struct cvg_nestruns *out);
void cvg_roundplan_free(struct cvg_roundplan *take_p);
struct cvg_rounds *cvg_rounds_new(const struct cvg_roundplan *p);
void cvg_rounds_free(struct cvg_rounds *take_r);
/* Lanes of the kernel take an edge; then they enter a block. */
void cvg_rounds_edge(struct cvg_warp *w, uint32_t from, uint32_t to,
		     uint64_t mask);
void cvg_rounds_enter(struct cvg_warp *w, uint32_t block);
/* The warp has ended: add what it did, forget it. */
void cvg_rounds_end(struct cvg_rounds *r);

#endif
