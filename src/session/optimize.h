/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What the files of the search for the best order of steps share. */
#ifndef RECONVERGE_SESSION_OPTIMIZE_H
#define RECONVERGE_SESSION_OPTIMIZE_H

#include "judge.h"

#include "reconverge/optimize.h"

#define CVG_OPTIMIZE_DEPTH 8 /* steps in a row */
#define CVG_OPTIMIZE_WIDTH 4 /* codes of a level that are gone on from */

/* ---- moves (optimize_moves.c) ------------------------------------------ */

struct move {
	uint32_t row;	/* of moves.def */
	uint32_t block; /* of a placed one: the number of the branch's block;
			   else CVG_NONE */
};

struct moves {
	struct move *at;
	size_t n, cap;
};

/* The moves for the current revision whose verbs are among those of `with` (NULL:
 * all); runs[nruns]: how often warps ran its blocks. */
void cvg_moves_at(struct cvg_session *session, const char *with,
		  const double *runs, uint32_t nruns, struct moves *out);
/* What LLVM's code generators do to every function, as moves, if it is among the steps
 * of `with`. */
void cvg_moves_anyway(const char *with, struct moves *out);
/* The move that is tried at once on what a move made: LLVM's passes behind a phase,
 * since they make fast code of it, and melding behind passes, which may have made two
 * arms alike. False: it is not among the steps of `with`. */
bool cvg_move_next(struct move move, const char *with, struct move *out);
/* Append what the move does, in short: "linearize B3 mode=loops". */
void cvg_move_name(struct move move, struct cvg_str *out);
/* Make the move on the current revision, as cvg_session_act. */
bool cvg_move_make(struct cvg_session *session, struct move move,
		   struct cvg_act *out, struct cvg_err *err);

/* ---- the search (optimize.c) ------------------------------------------- */

/* By what faster code loses. */
enum loss {
	LOSS_UNKNOWN, /* on no launch; the machine was not asked */
	LOSS_NONE,
	LOSS_LAUNCH, /* one launch is slower */
	LOSS_MACHINE /* the machine's code is worse */
};

/* A code that was seen. */
struct state {
	struct move move[CVG_OPTIMIZE_DEPTH]; /* that lead to it */
	uint32_t n;
	uint32_t code; /* which of the search's codes it is */
	double cycles;
	double seconds; /* that its steps took */
	enum loss loss;
	bool expanded; /* all moves were tried on it */
};

struct search {
	struct cvg_session *session;
	const struct cvg_optimize_ask *ask;
	struct cvg_optimized *out;
	struct judge judge; /* first, stands: each launch before all steps */
	uint32_t root;	    /* the revision */
	double *root_runs;  /* of its blocks, by warps; NULL: not known */
	uint32_t root_nruns;
	cvg_vec(struct state) states; /* [0] is the root */
	cvg_vec(uint64_t) seen;	      /* hashes */
	/* codes as they are found, for who watches, and their hashes */
	cvg_vec(struct cvg_optimize_code) codes;
	cvg_vec(uint64_t) code_hash;
	struct extent before
		[CVG_OPTIMIZE_DEPTH]; /* each step on the way to a state */
	uint32_t depth;		      /* steps from the root to where it is */
	uint32_t running; /* tries of workers that were not taken over yet */
	double best;	  /* cycles of the fastest code so far */
	double started;	  /* seconds */
	/* Seconds that something took: llc for the root (0: not asked), the runs of
	 * the root. */
	double to_code, to_run;
	bool blind;		  /* the machine's code is not made in time */
	struct cvg_ticker ticker; /* the session's, asked whether to go on */
	bool stopped;		  /* the user interrupted */
	bool ending;		  /* what was found is checked */
	bool hasty;		  /* the user interrupted while it ended */
	double until; /* then: seconds at which a check is cut short; 0: never */
	bool given_up; /* nothing is kept */
};

/* May the search go on? If not, it says why it ends. */
bool cvg_search_goes_on(struct search *search);
/* The share of the time that is spent. */
double cvg_search_spent(const struct search *search);
/* The seconds that are left; INFINITY: the time has no end. */
double cvg_search_left(const struct search *search);
/* The seconds that it takes to measure and check a state, as far as is known. */
double cvg_search_to_settle(const struct search *search,
			    const struct state *state);
/* Until when, in seconds, a check may go on; and whether it was cut short. */
double cvg_search_until(const struct search *search);
bool cvg_search_was_cut(struct search *search);
/* Make a move. False: it changes nothing, or fails. */
bool cvg_search_step(struct search *search, struct move move);
void cvg_search_step_back(struct search *search);
/* Go from the root to a state. False: it is left at the root. */
bool cvg_search_goto(struct search *search, const struct state *state);
/* The same, without the steps that change nothing there. */
void cvg_search_follow(struct search *search, struct state *state);
void cvg_search_back(struct search *search); /* to the root */
/* Is code with that hash new? It is not the next time. */
bool cvg_search_is_new(struct search *search, uint64_t hash);
/* The figure of the current revision by the objective, in cycles; INFINITY: it has
 * none. */
double cvg_search_figure(struct search *search, struct cvg_err *err);
/* The states from `first` on: what loses by nothing before all else, then what has
 * fewer cycles. Ends with NULL; the caller frees the list. */
struct state **cvg_search_sorted(struct search *search, size_t first);

/* ---- for who watches (optimize_codes.c) ---------------------------------- */

/* A worker found code with that hash by n moves from code `from`. Returns which one
 * it is; another worker may have found it before. */
uint32_t cvg_search_note_code(struct search *search,
			      const struct cvg_optimize_code *code,
			      uint64_t hash, const struct move *move,
			      uint32_t n);
/* Tell who watches how far the search is. False: nothing is to be kept. */
bool cvg_search_tell(struct search *search);
void cvg_search_free_codes(struct search *search);

/* ---- workers (optimize_workers.c) --------------------------------------- */

/* Try all moves on the n chosen states. */
void cvg_search_expand(struct search *search, const size_t *chosen, size_t n);

/* ---- on a GPU (optimize_gpu.c) ------------------------------------------ */

/* Is there a device, if the objective asks for one? */
bool cvg_search_device(struct search *search, struct cvg_err *err);
/* The ratio of the time of the current revision to that of the root; out->measured
 * and out->device tell it. INFINITY: *why got why it is not taken. */
double cvg_search_on_gpu(struct search *search, struct cvg_str *why);

/* ---- what stands (optimize_stand.c) ------------------------------------- */

/* The machine's code of a revision, made in the share of the time that is left; NULL: it
 * is not. */
const struct cvg_mcode *cvg_search_code(struct search *search, uint32_t rev,
					double share);
/* Is the machine's code of the current revision, which was measured last, worse than
 * the root's? Virtual code, as PTX is, says nothing. */
bool cvg_search_machine_loses(struct search *search, struct cvg_str *why);
/* Go to the best state that stands; it stays at the root if there is none, or, and this
 * returns false, if nothing is to be kept. */
bool cvg_search_settle(struct search *search);

#endif
