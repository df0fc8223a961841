/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * How often blocks run, guessed where no profile says it. The weights are LLVM's
 * (BranchProbabilityInfo.cpp: LBH_TAKEN_WEIGHT 124, LBH_NONTAKEN_WEIGHT 4): a
 * branch is 31 times as likely to stay in its innermost loop as to leave it, is
 * never taken to where the program can only trap, and takes all other ways
 * equally often; !prof overrides this. So a loop with one exit has 32 rounds.
 * The step from branches to blocks is that of Wu, Larus, "Static Branch
 * Frequency and Program Profile Analysis", MICRO-27, 1994, and of LLVM's
 * BlockFrequencyInfo: inner loops first, each then one node of the loop around
 * it.
 *
 * Different here: cycles take the place of loops, so that irreducible ones count
 * too, as if entered at their header. LLVM's heuristics for comparisons with
 * zero, of pointers and of floats are left out.
 */
#ifndef CVG_PLAN_GUESS_H
#define CVG_PLAN_GUESS_H

#include "reconverge/analysis.h"

#define CVG_GUESS_MOST 1e18 /* no number below exceeds this */

struct cvg_guess {
	double *runs;	/* [nblocks] times a thread runs the block in one run of
			   the function; 0: unreachable */
	double *rounds; /* [cycles] its rounds each time it is entered */
};

/* Near-linear in blocks and edges; not recursive. */
void cvg_guess_init(struct cvg_guess *g, struct cvg_ana *ana);
void cvg_guess_done(struct cvg_guess *g);

/* The product of the rounds of all cycles that hold block b but not block d: how
 * often b runs for each time that d does, if b always runs in them. */
double cvg_guess_nested(const struct cvg_guess *g, const struct cvg_cycles *cs,
			uint32_t b, uint32_t d);

/*
 * How often a warp runs each block in one run of the function, if every divergent
 * branch with two arms sends threads both ways, and one that only skips an arm does so
 * with the chance `skip`. [nblocks], for the caller to free.
 */
double *cvg_guess_warps(struct cvg_ana *ana, double skip);

#endif
