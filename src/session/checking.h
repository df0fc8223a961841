/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A check while it runs: what prove_check.c and prove_orders.c share. */
#ifndef RECONVERGE_SESSION_CHECKING_H
#define RECONVERGE_SESSION_CHECKING_H

#include "inside.h"

#include "reconverge/program.h"

#define CVG_NSTRENGTHS 16 /* rows of the strengths in prove_orders.c */

/* One side, ready to run: of a revision, or `owned` by this check. */
struct side {
	const struct cvg_program *program;
	struct cvg_sim *sim;
	struct ready *ready;
	struct cvg_program *owned; /* of a module that is no revision */
	struct cvg_fn *text;	   /* the kernel's snapshot in that module */
	/* Of the last run: */
	struct cvg_image *image;
	struct cvg_fault fault;
	struct cvg_race *races; /* [nraces] */
	uint32_t nraces;
	struct cvg_racing *racing;
	/* Of all runs: what threads have ordered. */
	uint64_t strength[CVG_NSTRENGTHS];
};

struct checker {
	struct cvg_session *s;
	struct cvg_check *c;
	struct side side[2];
	const struct launched *l;
	struct cvg_launch launch; /* with the seed that is run */
	struct cvg_sim_options options;
	struct share share;
	bool looked; /* is it known whether the order of threads matters? */
};

/* ---- prove_side.c ---------------------------------------------------- */

/* Load what was asked for; free *out with cvg_checking_done, also after a
 * failure. */
bool cvg_checking_side(struct cvg_session *s, const struct cvg_check_side *ask,
		       struct side *out, struct cvg_err *err);
void cvg_checking_done(struct side *side);
/* Have both kernels the same parameters? */
bool cvg_checking_comparable(const struct checker *checker,
			     struct cvg_err *err);
/* Free what a run left there. */
void cvg_checking_forget(struct side *to);

/* ---- prove_check.c --------------------------------------------------- */

/* Run side i with the seed: *to gets what the run leaves, and what it had is
 * freed. */
bool cvg_checking_run(struct checker *checker, int i, struct side *to,
		      struct cvg_err *err);
struct cvg_place cvg_checking_place(const struct checker *checker, int i,
				    uint32_t fn, uint32_t inst,
				    const uint32_t *block,
				    const uint32_t *thread);

/* ---- prove_orders.c -------------------------------------------------- */

/* The order in which threads run with a seed; never 0. */
uint64_t cvg_checking_order(uint64_t seed);
/* Does what `a` computes depend on the order of its threads? Sets *depends, and
 * the answer to void if its threads race. */
bool cvg_checking_depends(struct checker *checker, bool *depends,
			  struct cvg_err *err);
/* Does b race where a does not, so that b's result may be another one? Sets
 * by_race and the text. */
bool cvg_checking_races(struct checker *checker, struct cvg_err *err);
/* Note what a run of the side has ordered. */
void cvg_checking_strength(struct side *side, const struct cvg_counts *counts);
/* Does b order less than a? Adds what. */
void cvg_checking_weaker(struct checker *checker);

#endif
