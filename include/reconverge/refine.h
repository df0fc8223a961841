/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Does the code of one thread do, for all inputs, what other code does? refine.c
 * says how this is proved, and what is assumed.
 */
#ifndef RECONVERGE_REFINE_H
#define RECONVERGE_REFINE_H

#include "reconverge/program.h"

struct cvg_refine_ask {
	const struct cvg_program *program[2]; /* old, new */
	uint32_t fn[2];			      /* the function in each */
	const char *solver;		      /* path of reconverge-z3 */
	uint32_t seconds, megabytes; /* limits: of processor time; of memory */
	bool models; /* look for inputs for which no proof is found */
	/* The new code is redirected: its kernel's last parameter is an array that
	 * has a number of a thread for each thread (turn.c), and so have functions
	 * that end with this; NULL: it is not. */
	const char *turned;
	const struct cvg_ticker *ticker;
};

/* Bytes in the buffer of a parameter that a thread comes to. */
struct cvg_input_place {
	uint32_t param;
	uint64_t offset;
	uint32_t bytes; /* at most 8 */
	bool read;	/* it reads them, as they are at the begin: */
	uint64_t bits;	/* little endian */
};

/* Inputs for which, as the solver says, one thread of the new code may do something
 * else. They are true of formulas; a run has to show whether they are of the code. */
struct cvg_inputs {
	uint64_t *scalar; /* [nscalars] low 64 bits of the parameters' slots,
			     one parameter after the other */
	uint32_t nscalars;
	bool known[CVG_NSREGS];	  /* special registers that the code reads */
	uint64_t reg[CVG_NSREGS]; /* what the thread finds in them */
	cvg_vec(struct cvg_input_place) places;
	bool looped;  /* the path begins behind a cut, in a state that need not
			be reached */
	bool differs; /* that is said; else only that the thread comes to where
			 no proof was found */
	bool guesses; /* operations that the solver does not compute have the
			 results that suit it */
};

struct cvg_refined {
	bool proved;
	struct cvg_str why; /* not proved: what stood in the way */
	uint32_t states;    /* pairs of places at which paths were cut */
	uint32_t paths;
	uint32_t questions;		   /* for the solver */
	cvg_vec(struct cvg_inputs) models; /* if asked for, likeliest first */
	bool shown;   /* one of them is for what was not shown */
	bool defined; /* if asked for models: it is proved where nothing that
			 the code is given or reads is poison or undef */
};

/* Is a function of that name what redirection makes of the older one? */
bool cvg_refine_is_twin(const char *turned, const char *old, const char *twin);
/* Has a function of one text on both sides the same operations and promises?
 * Metadata and attributes may differ, which the text leaves out. */
bool cvg_refine_same(const struct cvg_refine_ask *ask);
/* False only if the solver could not be started or the user stopped it. Free *out
 * with cvg_refined_done in any case. */
bool cvg_refine(const struct cvg_refine_ask *ask, struct cvg_refined *out,
		struct cvg_err *err);
void cvg_refined_done(struct cvg_refined *refined);

#endif
