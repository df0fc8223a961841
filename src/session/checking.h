/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A check while it runs: what prove_check.c and prove_orders.c share. */
#ifndef RECONVERGE_SESSION_CHECKING_H
#define RECONVERGE_SESSION_CHECKING_H

#include "inside.h"

#include "reconverge/program.h"

/* How many threads came to each block, or took each edge, of all functions of a
 * program. Those of function f begin at fn_at[f]. */
struct tally {
	uint32_t *fn_at; /* [functions + 1] */
	uint64_t *now;	 /* in the last run */
	uint64_t *sum;	 /* in all runs that were compared */
};

/* One side, ready to run. Its program is that of a revision, or `owned` by this
 * check. */
struct side {
	const struct cvg_program *program;
	struct cvg_sim *sim;
	struct ready *ready;	   /* of a revision, borrowed; else NULL */
	struct cvg_program *owned; /* of a module that is no revision; NULL:
				      the program is that of `ready` */
	struct cvg_fn **text;	   /* [functions of the program] of a module
				      that is no revision: snapshots */
	/* What the last run left. */
	struct cvg_image *image; /* owned */
	struct cvg_fault fault;
	struct cvg_race *races; /* [nraces] */
	uint32_t nraces;
	struct cvg_racing *racing;
	struct tally blocks, edges;
	bool *changed; /* by block, as in `blocks`: it differs from the other
			  side, and can be run */
};

struct checker {
	struct cvg_session *session;
	struct cvg_check *check;
	struct side side[2]; /* the original, the transformed kernel */
	const struct launched *launched;
	struct cvg_launch launch; /* with the seed that is run */
	struct cvg_sim_options options;
	struct share share;
	bool looked;	/* is it known whether the order of threads matters? */
	uint32_t tried; /* launches so far */
	bool endless;	/* the original did not end on the guess */
	uint64_t insts; /* of all warps in all runs */
	uint64_t last_insts; /* in the last run */
	uint64_t steps[2];   /* that a warp of each side may run; 0: as usual */
	/* The next two are used only if the launch was guessed. */
	struct varied varied;
	bool other; /* the launch is not the guess */
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
/* The snapshot with text of function fn of side i's program; NULL: it has none.
 * Borrowed. */
const struct cvg_fn *cvg_checking_text(const struct checker *k, int i,
				       uint32_t fn);

/* ---- prove_check.c --------------------------------------------------- */

/* Run side i with the seed: *to gets what the run leaves, and what it had is
 * freed. */
bool cvg_checking_run(struct checker *checker, int i, struct side *to,
		      struct cvg_err *err);
struct cvg_place cvg_checking_place(const struct checker *checker, int i,
				    uint32_t fn, uint32_t inst,
				    const uint32_t *block,
				    const uint32_t *thread);

/* ---- prove_explain.c ------------------------------------------------- */

/* The original is at fault with the seed: note it. */
void cvg_checking_void(struct checker *k);
/* Fill the texts of a difference; finds the threads that wrote the element. */
bool cvg_checking_explain(struct checker *k, struct cvg_err *err);

/* ---- prove_orders.c -------------------------------------------------- */

/* The order in which threads run with a seed; never 0. */
uint64_t cvg_checking_order(uint64_t seed);
/* Does what `a` computes depend on the order of its threads? Sets *depends, and
 * the answer to void if its threads race. */
bool cvg_checking_depends(struct checker *checker, bool *depends,
			  struct cvg_err *err);
/* Does what `a` computes depend on what undefined values are frozen to? Then it may be
 * anything, *chooses becomes true and the answer void. */
bool cvg_checking_chooses(struct checker *checker, bool *chooses,
			  struct cvg_err *err);
/* Does b race where a does not, so that b's result may be another one? Sets
 * by_race and the text. */
bool cvg_checking_races(struct checker *k, struct cvg_err *err);

/* ---- prove_cover.c --------------------------------------------------- */

/* Make the arrays of the side by block and by edge; free them. */
void cvg_checking_number(struct side *side);
void cvg_checking_unnumber(struct side *side);
/* Mark the blocks in which the code of the sides differs. */
void cvg_checking_compare_code(struct checker *k);
/* Keep which blocks the last run entered, and which edges it took. */
void cvg_checking_count(struct side *side, const struct cvg_counts *counts);
/* The last run was compared: add it to all runs. Did it enter a block that none
 * had entered? */
bool cvg_checking_add(struct side *side);
/* Does a changed block lead to a block that no run entered? */
bool cvg_checking_missed_edge(const struct side *side);
/* How many changed blocks did no run enter? */
uint32_t cvg_checking_unrun(const struct side *side);
/* Note what was not tested. */
void cvg_checking_gaps(struct checker *k);

/* ---- prove_vary.c ---------------------------------------------------- */

/* Is the launch guessed, so that others may be tried in its place? */
bool cvg_checking_varies(const struct checker *k);
/* Set k->launch for its seed: the launch itself, or attempt n of another. */
void cvg_checking_vary(struct checker *k, uint32_t attempt);
/* The launch showed something new: make others from it. */
void cvg_checking_learn(struct checker *k);

/* ---- prove_replay.c -------------------------------------------------- */

struct cvg_refined;

/* Make launches of what the solver said of the kernel, in p->replay. False: the user
 * stopped it. */
bool cvg_replays_make(struct cvg_session *session, struct cvg_prove *prove,
		      const struct side side[2],
		      const struct cvg_refined *refined, struct cvg_err *err);

#endif
