/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The search for the best order of steps: the phases with their modes, and the
 * passes of LLVM that help them or undo what stands in their way (moves.def).
 */
#ifndef RECONVERGE_OPTIMIZE_H
#define RECONVERGE_OPTIMIZE_H

#include "reconverge/gpu.h"
#include "reconverge/prove.h"
#include "reconverge/session.h"

/* What is to be least. */
enum cvg_objective {
	CVG_OBJECTIVE_SIMULATED, /* cycles by the prices of the table */
	CVG_OBJECTIVE_MACHINE, /* cycles by the prices of the machine's code */
	CVG_OBJECTIVE_MEASURED /* the same; a GPU chooses among what is found */
};

/* A code that a search has found. */
struct cvg_optimize_code {
	uint32_t
		from; /* the code that it was made from, which stands before it;
			  of the first: CVG_NONE */
	char *step;   /* what made it, in short; of the first: NULL */
	double cycles;
	const char *loses; /* why it will not be proposed, in a few words; NULL:
			      nothing is known against it */
};

/* How far a search is. */
struct cvg_optimize_sight {
	uint32_t tries, ncodes;
	double was, best; /* cycles at the beginning; of the fastest so far */
	enum cvg_countkind kind; /* of all cycles */
	/* [ncodes]; more come, but none goes, and `loses` may become known */
	const struct cvg_optimize_code *code;
	bool ending; /* what was found is checked */
};

struct cvg_optimize_ask {
	/* Is told now and then, if not NULL. False: the user has had enough of the
	 * checks, too, and nothing is kept. */
	bool (*watch)(void *context, const struct cvg_optimize_sight *sight);
	void *context;
	enum cvg_objective objective;
	uint32_t tries; /* steps that are tried at most */
	double seconds; /* time for that; 0: any */
	uint32_t seeds; /* of the check of what is found */
	/* of CVG_OBJECTIVE_MEASURED, as of struct cvg_measure_ask */
	uint32_t device, scale;
	bool portable;
	const char *keep;
	const char *with; /* names of phases, and `pass`, between commas, which
			     alone are tried; NULL: all */
};

/* A step of what was found. */
struct cvg_optimize_step {
	uint32_t rev;
	const char *command; /* the revision's */
	double cycles;	     /* after it */
};

struct cvg_optimized {
	cvg_vec(struct cvg_optimize_step) steps; /* none: nothing is better */
	struct cvg_judged judged; /* from the function with what LLVM's code
				      generators do anyway */
	double as_is;		  /* cycles of the function without that */
	uint32_t tries;		  /* that were made */
	uint32_t nstates;	  /* different codes that were seen */
	const char *ended;	  /* why the search ended, as a clause */
	bool blind; /* the machine's code was not made in time: the cost table
		       alone has judged */
	enum cvg_answer answer;	   /* of the check of the result */
	uint32_t seeds;		   /* of it */
	struct cvg_ratio measured; /* of CVG_OBJECTIVE_MEASURED, if there are
				      steps: the time of the code to that of the
				      code before all steps */
	char device[128];	   /* that measured it; "": none */
	struct cvg_str
		left; /* lines: what was faster, and why it was not taken */
};

/* Fails if one of the names in a list as `with` is none. */
bool cvg_optimize_knows(const char *with, struct cvg_err *err);

/*
 * Search from the current revision, and make the steps that were found: each is a
 * revision then, and can be done again by its command. The launches are those of
 * the profile in force, which is made if there is none. What is found was checked
 * against the current revision and loses on none of the launches; unless judge=table,
 * llc's code of it has no more cycles and needs no more private memory, and if fewer
 * warps run at once, its cycles fall by a greater part than these. The result does not
 * depend on time, unless that ends the search. An interrupted search keeps the best so
 * far. False: nothing can be run, or nothing was to be kept.
 * Free *out with cvg_optimized_done in any case.
 */
bool cvg_session_optimize(struct cvg_session *session,
			  const struct cvg_optimize_ask *ask,
			  struct cvg_optimized *out, struct cvg_err *err);
/* The steps on the way from the loaded code to a revision, each with the cycles after
 * it, on the launches of the profile; only `steps` and `judged` of *out are set. Free
 * it in any case. */
bool cvg_session_steps(struct cvg_session *session, uint32_t rev,
		       struct cvg_optimized *out, struct cvg_err *err);
void cvg_optimized_done(struct cvg_optimized *optimized);

#endif
