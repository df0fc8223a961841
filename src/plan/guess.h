/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * How often blocks run, where no profile says so. The weights are LLVM's
 * (BranchProbabilityInfo.cpp: LBH_TAKEN_WEIGHT 124, LBH_NONTAKEN_WEIGHT 4): a
 * branch stays in its innermost loop 31 times as likely as it leaves it, goes
 * nowhere that only traps, and takes other ways alike; !prof comes first. So a
 * loop left at one place goes round 32 times. From shares of edges to blocks as
 * Wu, Larus, "Static Branch Frequency and Program Profile Analysis", MICRO-27,
 * 1994, and LLVM's BlockFrequencyInfo do: loops inside first, each then one
 * node of the loop around it.
 *
 * Ours: cycles take the place of loops, so that irreducible ones count, too,
 * as entered at their header. LLVM's heuristics for comparisons with zero, of
 * pointers and of floats are left out.
 */
#ifndef CVG_PLAN_GUESS_H
#define CVG_PLAN_GUESS_H

#include "reconverge/analysis.h"

#define CVG_GUESS_MOST 1e18 /* of any number below */

struct cvg_guess {
	double *runs; /* [nblocks] of a thread, for one call; 0: unreachable */
	double *rounds; /* [cycles] of it, for each time it is entered */
};

/* Near-linear in blocks and edges; not recursive. */
void cvg_guess_init(struct cvg_guess *g, struct cvg_ana *ana);
void cvg_guess_done(struct cvg_guess *g);

/* Rounds of the cycles around block b that block d is not in, multiplied. */
double cvg_guess_nested(const struct cvg_guess *g, const struct cvg_cycles *cs,
			uint32_t b, uint32_t d);

#endif
