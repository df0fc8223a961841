/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What the files of the search for the best order of steps share. */
#ifndef RECONVERGE_SESSION_OPTIMIZE_H
#define RECONVERGE_SESSION_OPTIMIZE_H

#include "judge.h"

#include "reconverge/optimize.h"

#define CVG_OPTIMIZE_DEPTH 8 /* steps in a row */

/* The moves are numbered as moves.def has them. */
uint32_t cvg_nmoves(void);
/* Is the move's verb among those of cvg_optimize_ask.with? */
bool cvg_move_is_wanted(uint32_t move, const char *with);
/* Make the move on the current revision, as cvg_session_act. */
bool cvg_move_make(struct cvg_session *session, uint32_t move,
		   struct cvg_act *out, struct cvg_err *err);

/* ---- the search (optimize.c) ------------------------------------------- */

/* A code that was seen. */
struct state {
	uint32_t move[CVG_OPTIMIZE_DEPTH], n; /* that lead to it */
	double cycles;
	struct cvg_str loses; /* on which launch; empty: on none */
	bool expanded;	      /* all moves were tried on it */
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
	struct extent before
		[CVG_OPTIMIZE_DEPTH]; /* each step on the way to a state */
	uint32_t depth;		      /* steps from the root to where it is */
	double started;		      /* seconds */
	struct cvg_ticker ticker; /* the session's, asked whether to go on */
	bool stopped;		  /* the user interrupted */
};

/* Go from the root to a state. False: it is left at the root. */
bool cvg_search_goto(struct search *search, const struct state *state);
/* The same, without the steps that change nothing there. */
void cvg_search_follow(struct search *search, struct state *state);
void cvg_search_back(struct search *search); /* to the root */
/* The cycles of the current revision; INFINITY: it cannot be run. */
double cvg_search_measure(struct search *search, struct cvg_err *err);
/* The states from `first` on: what loses by nothing before all else, then what has
 * fewer cycles. Ends with NULL; the caller frees the list. */
const struct state **cvg_search_sorted(const struct search *search,
				       size_t first);

/* ---- what stands (optimize_stand.c) ------------------------------------- */

/* Measure the current revision for *state, and find out by what it loses. */
void cvg_search_judge(struct search *search, struct state *state);
/* Go to the best state that stands; it stays at the root if there is none. */
void cvg_search_settle(struct search *search);

#endif
