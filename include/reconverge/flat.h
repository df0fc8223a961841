/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Flattening as a plan: which nests of loops could become one loop each, what
 * that brings by formula (1), or why it is refused. Pure C over a snapshot;
 * transforms/flatten.c carries it out.
 *
 * Bulavintsev, "Flattening of Data-Dependent Nested Loops for Compile-Time
 * Optimization of GPU Programs", INJOIT 7(9), 2019,
 * injoit.org/index.php/j1/article/view/761. Terms are the paper's: outer loop
 * A, inner loop B, T_a, T_b, n, N.
 *
 * A nest is a loop and all loops in it, of any depth: afterwards they are one.
 * T_b is then the price of one round of an inner loop, the mean over all
 * rounds of all of them.
 *
 * Formula (1), n / N > T_a / (T_a + T_b), leaves out what flattening adds to
 * each round, and supposes that A's part runs in every round. Both are mended:
 * the first is counted (T_o), and where a profile saw the threads' rounds, so
 * that each is known to the round it would be in, the second is, too; before
 * and after are then what the nest's cycles are and would be. Without such a
 * profile, A's part runs in each round as the formula has it:
 * N T_b against (N - n) (T_b + T_a + T_o).
 */
#ifndef RECONVERGE_FLAT_H
#define RECONVERGE_FLAT_H

#include "reconverge/base.h"
#include "reconverge/refusal.h"

struct cvg_ana;
struct cvg_fn;
struct cvg_loops;
struct cvg_settings;

enum cvg_flatidle {
	CVG_FLAT_GUESS,	  /* nothing is known: half of the lanes */
	CVG_FLAT_SET,	  /* the setting idle-lanes says so */
	CVG_FLAT_MEASURED /* by a simulation */
};

struct cvg_flatnest {
	uint32_t loop;	     /* A, a loop id; its inner loops are the ids from
				there to its last */
	uint32_t ninner;     /* loops in it */
	uint32_t ndivergent; /* of them left by threads at different times */
	enum cvg_refusal refusal;
	uint32_t culprit;	  /* instruction that is the reason, or NONE */
	uint32_t culprit_block;	  /* block that is, or CVG_NONE */
	double ta, tb;		  /* cycles */
	double idle;		  /* n */
	double lanes;		  /* N */
	enum cvg_flatidle source; /* of n */
	double net; /* cycles a round: n T_b - (N - n) T_a, over N */
	bool above; /* n / N > T_a / (T_a + T_b) */
	/* What formula (1) leaves out. */
	double to;	      /* cycles that flattening adds to each round */
	double less;	      /* and takes from each round of A */
	double before, after; /* cycles; of a run, or of N threads' rounds */
	bool counted;	      /* rounds were seen, not estimated */
	bool pays;	      /* before > after */
	double gain;	      /* of all rounds, measured or estimated */
	bool chosen;	      /* by profit: no nest around it or in it is */
};

struct cvg_flatplan {
	struct cvg_arena arena;
	const struct cvg_fn *fn;
	struct cvg_flatnest *at; /* ascending by loop */
	uint32_t n;
};

/* Owned by the caller; lives no longer than the snapshot. */
struct cvg_flatplan *cvg_plan_flat(struct cvg_ana *ana,
				   const struct cvg_settings *settings);
void cvg_flatplan_free(struct cvg_flatplan *take_plan);

/* Formula (1) with its numbers and what it says. */
void cvg_flat_formula(struct cvg_str *out, const struct cvg_flatnest *t);
const char *cvg_flat_source(enum cvg_flatidle source);

/* The nest of that loop, or else the innermost one around it; NULL. */
const struct cvg_flatnest *cvg_flat_around(const struct cvg_flatplan *plan,
					   const struct cvg_loops *loops,
					   uint32_t loop);

#endif
