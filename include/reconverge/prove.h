/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Proving, the part of a session around the simulator: launches, runs and
 * what they counted, checks of one revision against another, profiles.
 *
 * All of it is of the function in focus, which must be a kernel, and is lost
 * when another module is loaded. A launch belongs to a kernel and outlives
 * revisions; what was counted and proved belongs to a revision.
 */
#ifndef RECONVERGE_PROVE_H
#define RECONVERGE_PROVE_H

#include "reconverge/metrics.h"
#include "reconverge/session.h"
#include "reconverge/sim.h"

/* ---- long runs ------------------------------------------------------- */

/*
 * Whom to tell how far a run is, and ask whether to go on: tick returns false
 * to end it. The call that was running then fails, and says "interrupted".
 * Until it is set again; NULL: nobody.
 */
void cvg_session_ticker(struct cvg_session *s,
			bool (*tick)(void *context, double done),
			void *context);
/* Who is told now, for others that take long. Borrowed. */
const struct cvg_ticker *cvg_session_ticking(const struct cvg_session *s);

/* ---- programs -------------------------------------------------------- */

/*
 * Read a device library from now on with every module that is simulated. The
 * module that is written stays as it is. Fails as cvg_module_link does.
 */
bool cvg_session_link(struct cvg_session *s, const char *path,
		      struct cvg_err *err);
uint32_t cvg_session_nlinks(const struct cvg_session *s);
const char *cvg_session_link_at(const struct cvg_session *s, uint32_t i);

/*
 * The kernel in focus as the simulator sees it, of a revision (CVG_NONE: the
 * current one). Fails with what cannot be simulated, by name. Borrowed until
 * the next call of this header.
 */
const struct cvg_program *cvg_session_program(struct cvg_session *s,
					      uint32_t rev,
					      struct cvg_err *err);

/* Can function f of the current revision be simulated? False with an error
 * if it is no kernel or cannot be read; else one name a line of what is not
 * covered, nothing if all is. */
bool cvg_session_covered(struct cvg_session *s, uint32_t f,
			 struct cvg_str *uncovered, struct cvg_err *err);

/* ---- launches -------------------------------------------------------- */

/* Of the kernel in focus; NULL: none was said so far. */
const struct cvg_launch *cvg_session_launch(const struct cvg_session *s);
/* Takes over what *take_l holds, also if it fails. One that names a kernel
 * selects it. What it does not say is guessed and tried on the current
 * revision; *left says how the try ended. */
bool cvg_session_set_launch(struct cvg_session *s, struct cvg_launch *take_l,
			    struct cvg_fault *left, struct cvg_err *err);
/* If there is none, guess one, and try it on the current revision; *guessed
 * says whether it did, *left how the try ended. */
bool cvg_session_need_launch(struct cvg_session *s, bool *guessed,
			     struct cvg_fault *left, struct cvg_err *err);

/* ---- places ---------------------------------------------------------- */

/* A thread at an instruction of a program. */
struct cvg_place {
	uint32_t rev; /* that the program was made of; CVG_NONE: of a file */
	const struct cvg_fn *text; /* then, the kernel with its text, or NULL */
	const struct cvg_program *program;
	const struct cvg_launch *launch; /* how many dimensions matter */
	const uint32_t *block, *thread;	 /* [3] each */
	uint32_t fn, inst;		 /* as in struct cvg_fault */
};

/* "block 3 thread 17", "block 3,0 thread 1,2" */
void cvg_place_thread(struct cvg_str *out, const struct cvg_place *at);
/* "B12: %x = load i32, ptr %p, align 4", and in which function if that is
 * not the kernel. */
void cvg_place_inst(struct cvg_session *s, struct cvg_str *out,
		    const struct cvg_place *at);
/* The source's "k.cl:42" after `before`; nothing if it is not known. */
void cvg_place_line(struct cvg_str *out, const char *before,
		    const struct cvg_place *at);
/* Number of the block, as in B12; CVG_NONE: not known. */
uint32_t cvg_place_block(const struct cvg_place *at);

/* ---- runs ------------------------------------------------------------ */

struct cvg_run_ask {
	uint32_t rev;	  /* CVG_NONE: the current one */
	uint64_t seed;	  /* 0: the launch's */
	uint64_t steps;	  /* 0: the setting's */
	uint32_t workers; /* 0: the setting's */
	bool races;
	struct cvg_trace *trace; /* or NULL */
};

/* One run. Borrowed until the next call of this header. */
struct cvg_run {
	uint32_t rev;
	const char *function;
	const struct cvg_program *program;
	const struct cvg_launch *launch;
	const struct cvg_sim_result *result;
	const struct cvg_image *image; /* what it left; NULL if not kept */
	uint64_t seed;
};

/* "access out of bounds: 4 bytes at ...: block 3 thread 17, B12: %x = ...,
 * k.cl:42", one line. */
void cvg_fault_tell(struct cvg_session *s, struct cvg_str *out,
		    const struct cvg_place *at, const struct cvg_fault *f);

/* Run the kernel in focus on its launch; what it leaves is kept. */
bool cvg_session_simulate(struct cvg_session *s, const struct cvg_run_ask *ask,
			  struct cvg_run *out, struct cvg_err *err);
/* The same counts without another run if that revision ran on that launch
 * already; what is kept in memory stays. */
bool cvg_session_measure(struct cvg_session *s, uint32_t rev,
			 struct cvg_run *out, struct cvg_err *err);
/* A run that follows one warp of the launch; what is kept in memory stays. */
bool cvg_session_trace(struct cvg_session *s, uint32_t rev, struct cvg_trace *t,
		       struct cvg_run *out, struct cvg_err *err);
/* The counts that revision's last run on the launch left, if they are still
 * kept; nothing is run. */
bool cvg_session_counted(const struct cvg_session *s, uint32_t rev,
			 struct cvg_run *out);
/* What simulate kept for the kernel in focus; false: nothing so far. */
bool cvg_session_last_run(struct cvg_session *s, struct cvg_run *out);
/* What the current launch starts the current revision on; the caller frees
 * it. */
bool cvg_session_image(struct cvg_session *s, struct cvg_image **out,
		       struct cvg_err *err);

/* ---- checks ---------------------------------------------------------- */

/* What is run: a revision, or the module in a file. */
struct cvg_check_side {
	uint32_t rev;
	const char *path; /* not NULL: that file */
};

struct cvg_check {
	/* asked */
	struct cvg_check_side a, b; /* a is what must be kept */
	uint32_t seeds;
	/* found */
	uint32_t done;	     /* seeds that were run, the last one included */
	uint64_t threads;    /* of one run */
	uint64_t bytes;	     /* of buffers, compared for one seed */
	bool loose;	     /* floats need not agree bit for bit */
	bool clock;	     /* the kernel reads clocks or the like */
	uint32_t void_seeds; /* seeds with which `a` itself is at fault, so that
			       there is no answer */
	uint64_t void_seed;  /* the first of those */
	struct cvg_fault void_fault;
	bool differs;
	uint64_t seed; /* with which they differ */
	struct cvg_difference difference;
	struct cvg_fault fault[2]; /* how they ended */
	struct cvg_watch who[2];   /* who wrote the element */
	/* told, each one line or nothing; 0 is a, 1 is b */
	struct cvg_str text;	  /* the difference */
	struct cvg_str void_text; /* void_fault */
	struct cvg_str fault_text[2], who_text[2];
};

/* The kernel in focus on both sides, with seeds from the launch's on. False
 * only if they could not be run. */
bool cvg_session_check(struct cvg_session *s, struct cvg_check *c,
		       struct cvg_err *err);
void cvg_check_done(struct cvg_check *c);

/* ---- what is known of a revision ------------------------------------- */

enum cvg_verdict { CVG_UNCHECKED, CVG_AGREES, CVG_DIFFERS };

struct cvg_proof {
	const char *function; /* that all this is about; NULL: nothing known */
	bool measured;
	uint64_t launch, seed; /* what it was measured on: equal numbers, equal
				 launches */
	double metric[CVG_NMETRICS]; /* what it counted */
	bool timed; /* those of CVG_COUNTED_SCOREBOARD are known, too */
	enum cvg_verdict checked;
	uint32_t seeds;	  /* of that check, which agreed */
	uint32_t against; /* revision; CVG_NONE: a file */
	uint64_t first_seed, check_threads, check_bytes; /* of one run */
	bool loose, clock;	/* as in struct cvg_check */
	const char *difference; /* one line, or NULL; borrowed */
};

const struct cvg_proof *cvg_session_proof(const struct cvg_session *s,
					  uint32_t rev);

/* ---- profiles -------------------------------------------------------- */

/* Measure the current revision and let the phases go by it, here and in what
 * is made of it. */
bool cvg_session_profile(struct cvg_session *s, struct cvg_run *out,
			 struct cvg_err *err);
/* Forget all profiles; how many there were. */
uint32_t cvg_session_unprofile(struct cvg_session *s);
/* The revision whose profile counts for the focus now, or CVG_NONE. */
uint32_t cvg_session_profiled(const struct cvg_session *s);

#endif
