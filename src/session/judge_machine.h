/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What the machine's code says of a step. */
#ifndef RECONVERGE_SESSION_JUDGE_MACHINE_H
#define RECONVERGE_SESSION_JUDGE_MACHINE_H

#include "inside.h"

struct cvg_mcode;

/* One state of the code of the function in focus. */
struct version {
	struct cvg_fn *own; /* fn, if it is not a revision's */
	const struct cvg_fn *fn;
	struct cvg_ana *ana;
	struct cvg_mcode **kept; /* of the code that a revision has, which owns
				    all but the rest: where its machine code
				    is; NULL: what a phase made */
	double *runs; /* [blocks of fn] of all warps, as simulated; NULL: not */
	struct cvg_str question; /* to the code generator, until it is asked */
	uint64_t cost; /* of the question, in instructions, until it counts */
	struct cvg_mcode *mcode; /* NULL: not asked */
};

struct machine {
	struct cvg_session *session;
	const struct cvg_phase_in *in;
	bool active;
	bool ptxas;	      /* PTX goes on to ptxas */
	struct cvg_err blind; /* why it says nothing; empty: it can */
	struct version was;   /* the code that stands */
	struct version is;    /* the code that was looked at last */
	uint64_t coded;	      /* instructions so far */
	uint64_t ran;	      /* what runs took so far: see cvg_session_ran */
	bool tired;	      /* it was asked for more than it may code */
};

/* Why the machine's code is not asked what it says of the phase, in a few words; NULL:
 * it is. */
const char *cvg_machine_unasked(const struct cvg_phase *phase,
				const struct cvg_phase_in *in);
/* Prepare to judge what a phase makes of `in`, whose module has the code that
 * stands. Free with cvg_machine_done. */
void cvg_machine_begin(struct machine *out, struct cvg_session *session,
		       const struct cvg_phase_in *in);
void cvg_machine_done(struct machine *machine);
/* The code that stands ran, or that which is to be looked at: `take_runs` says how
 * often warps ran its blocks. */
void cvg_machine_ran(struct version *version, double *take_runs);
/*
 * Compare the code that the module has now with that which stands. True: it costs
 * more, or it cannot be said; *out says which. `take_runs`: how often warps ran its
 * n blocks, or NULL.
 */
bool cvg_machine_look(struct machine *machine, double *take_runs, uint32_t n,
		      struct cvg_mchange *out);
/*
 * Fill waves and scratch of a change that has cycles. A step must not take registers so
 * that fewer warps run at once. That ptxas takes more of them to unroll a loop, which is
 * its choice, counts only where the cycles do not make up for it.
 */
void cvg_mchange_sizes(struct cvg_mchange *change,
		       const struct cvg_mcode *const mcode[2]);
/* Fewer warps at once hide fewer of each other's waits. Where the cycles of all warps
 * fall by a greater part than these, the work takes less time even so. */
bool cvg_mchange_makes_up(const struct cvg_mchange *change,
			  const double waves[2]);
/* What was looked at stands now. */
void cvg_machine_keep(struct machine *machine);
#endif
