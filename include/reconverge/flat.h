/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Plans of flattening: which nests of loops could become one loop each, what that
 * gains by formula (1), or why a nest is refused. A plan is made from a snapshot
 * without LLVM; transforms/flatten.c carries it out.
 *
 * Bulavintsev, "Flattening of Data-Dependent Nested Loops for Compile-Time
 * Optimization of GPU Programs", INJOIT 7(9), 2019,
 * injoit.org/index.php/j1/article/view/761. Terms are the paper's: outer loop
 * A, inner loop B, T_a, T_b, n, N.
 *
 * A nest is a loop and all loops inside it, at any depth, which become one loop.
 * With several inner loops, T_b is the mean price of one round over all rounds
 * of all of them. n is the number of lanes of a warp that are idle in the inner
 * loops, N the number of lanes of a warp.
 *
 * Formula (1), n / N > T_a / (T_a + T_b), neglects the cycles T_o that flattening
 * adds to each round, and assumes that the outer loop's part runs in every
 * round. The plan counts T_o. If a profile has the rounds of the threads, it also
 * knows which parts each round of the flattened loop would run: `before` and
 * `after` are then the cycles of the nest and of the flattened loop in that run.
 * Without such a profile the second assumption stays, and N T_b is compared with
 * (N - n) (T_b + T_a + T_o).
 */
#ifndef RECONVERGE_FLAT_H
#define RECONVERGE_FLAT_H

#include "reconverge/base.h"
#include "reconverge/refusal.h"

struct cvg_ana;
struct cvg_fn;
struct cvg_loops;
struct cvg_settings;

/* Where n is from. */
enum cvg_flatidle {
	CVG_FLAT_GUESS,	    /* a guess: half of the lanes */
	CVG_FLAT_SET,	    /* the value of the setting idle-lanes */
	CVG_FLAT_MEASURED,  /* measured by a simulation */
	CVG_FLAT_UNREACHED, /* 0: the simulation never came to the inner loops */
};

struct cvg_flatnest {
	uint32_t loop;	     /* A, a loop id; its inner loops are the ids from
				there to its last */
	uint32_t ninner;     /* loops inside A */
	uint32_t ndivergent; /* those that threads leave at different times */
	enum cvg_refusal refusal; /* CVG_REFUSE_NONE: it can be flattened */
	uint32_t culprit; /* instruction that is the reason, or CVG_NONE */
	uint32_t culprit_block;	  /* block that is the reason, or CVG_NONE */
	double ta, tb;		  /* T_a, T_b: cycles of one round */
	double idle;		  /* n: idle lanes of a warp */
	double lanes;		  /* N: lanes of a warp */
	enum cvg_flatidle source; /* of n */
	double net; /* cycles for each round: (n T_b - (N - n) T_a) / N */
	bool above; /* formula (1) holds */
	/* What formula (1) neglects. */
	double to;   /* T_o: cycles that flattening adds to each round */
	double less; /* cycles that it removes from each round of A */
	double before, after; /* cycles of the measured run, or of one round
				 of each of N threads */
	bool counted;	      /* the rounds were measured, not estimated */
	bool pays;	      /* before > after */
	bool may_pay;	      /* the same, or nearly */
	double gain;	      /* cycles of all rounds, measured or estimated */
	bool chosen;	      /* it may pay, and no nest around it or inside it
				 was chosen */
};

struct cvg_flatplan {
	struct cvg_arena arena;
	const struct cvg_fn *fn;
	struct cvg_flatnest *at; /* ascending by loop */
	uint32_t n;
};

/* Plan all nests. The caller frees the plan, before the snapshot. */
struct cvg_flatplan *cvg_plan_flat(struct cvg_ana *ana,
				   const struct cvg_settings *settings);
void cvg_flatplan_free(struct cvg_flatplan *take_plan);

/* Append formula (1) with the numbers of the nest and its result. */
void cvg_flat_formula(struct cvg_str *out, const struct cvg_flatnest *nest);
const char *cvg_flat_source(enum cvg_flatidle source);

/* The nest whose outer loop is that loop, or else the innermost nest around it;
 * NULL if there is none. */
const struct cvg_flatnest *cvg_flat_around(const struct cvg_flatplan *plan,
					   const struct cvg_loops *loops,
					   uint32_t loop);

#endif
