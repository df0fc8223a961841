/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* How often a flattened nest would run each block: what the machine calls while
 * a kernel runs. The method is told in rounds.c. */
#ifndef CVG_SIM_ROUNDS_H
#define CVG_SIM_ROUNDS_H

#include "sim/machine.h"

/* Which nests each block of a function is in; made once for a run. */
struct cvg_roundfn {
	const struct cvg_loops *loops; /* borrowed */
	struct cvg_nestruns *out;      /* the caller's; results are added */
	uint32_t *at; /* [nblocks + 1] where a block's places begin in place[];
			NULL: the function has no nest */
	struct cvg_roundplace {
		uint32_t nest; /* into out->at[] */
		uint32_t row;  /* which of the nest's blocks this one is */
	} *place;
};

struct cvg_roundplan {
	uint32_t nfns;		/* of the program */
	struct cvg_roundfn *of; /* [nfns] */
};

/* The clocks of one warp. */
struct cvg_rounds;

/* NULL if there is no nest to follow. `out`, with the nests of each function of
 * the program, or NULL, must outlive the plan. */
struct cvg_roundplan *cvg_roundplan_new(const struct cvg_program *program,
					struct cvg_nestruns *out);
void cvg_roundplan_free(struct cvg_roundplan *take_p);
struct cvg_rounds *cvg_rounds_new(const struct cvg_roundplan *p);
void cvg_rounds_free(struct cvg_rounds *take_r);
/* The lanes in `mask` take an edge of the running function; then the warp's
 * active lanes enter a block. */
void cvg_rounds_edge(struct cvg_warp *warp, uint32_t from, uint32_t to,
		     uint64_t mask);
void cvg_rounds_enter(struct cvg_warp *warp, uint32_t block);
/* The warp has ended: add its counts to the plan's `out` and reset it. */
void cvg_rounds_end(struct cvg_rounds *r);

#endif
