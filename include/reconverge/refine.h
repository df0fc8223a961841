/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Does the code of one thread do, for all inputs, what other code does? refine.c
 * says how this is proved, and what is assumed.
 */
#ifndef RECONVERGE_REFINE_H
#define RECONVERGE_REFINE_H

#include "reconverge/base.h"

struct cvg_program;

struct cvg_refine_ask {
	const struct cvg_program *program[2]; /* old, new */
	uint32_t fn[2];			      /* the function in each */
	const char *solver;		      /* path of reconverge-z3 */
	uint32_t seconds, megabytes;	      /* limits */
	const struct cvg_ticker *ticker;
};

struct cvg_refined {
	bool proved;
	struct cvg_str why; /* not proved: what stood in the way */
	uint32_t states;    /* pairs of places at which paths were cut */
	uint32_t paths;
	uint32_t questions; /* for the solver */
};

/* Has a function of one text on both sides the same operations and promises?
 * Metadata and attributes may differ, which the text leaves out. */
bool cvg_refine_same(const struct cvg_refine_ask *ask);
/* False only if the solver could not be started or the user stopped it. Free *out
 * with cvg_refined_done in any case. */
bool cvg_refine(const struct cvg_refine_ask *ask, struct cvg_refined *out,
		struct cvg_err *err);
void cvg_refined_done(struct cvg_refined *refined);

#endif
