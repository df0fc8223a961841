/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Proving, the part of a session around the simulator: launches, runs and
 * what they counted, checks of one revision against another, profiles.
 *
 * All of it is of the function in focus, and is lost when another module is
 * loaded. What runs, "the kernel in focus", is that function, or the only kernel
 * that calls it, directly or through others. A launch belongs to a kernel and
 * outlives revisions; what was counted and proved belongs to a revision.
 */
#ifndef RECONVERGE_PROVE_H
#define RECONVERGE_PROVE_H

#include "reconverge/profile.h"
#include "reconverge/sim.h"

struct cvg_fn;
struct cvg_session;

/* ---- long runs ------------------------------------------------------- */

/*
 * Set the function that runs call now and then with the share that is done; it
 * returns false to end the run, whose call is then interrupted. NULL:
 * none. It stays until it is set again.
 */
void cvg_session_ticker(struct cvg_session *session,
			bool (*tick)(void *context, double done),
			void *context);
/* The function that cvg_session_ticker set, for other work that takes long.
 * Borrowed. */
const struct cvg_ticker *cvg_session_ticking(const struct cvg_session *session);

/* ---- programs -------------------------------------------------------- */

/*
 * Read a device library from now on with every module that is simulated. The
 * module that is written stays as it is. Fails as cvg_module_link does.
 */
bool cvg_session_link(struct cvg_session *session, const char *path,
		      struct cvg_err *err);
uint32_t cvg_session_nlinks(const struct cvg_session *session);
const char *cvg_session_link_at(const struct cvg_session *session, uint32_t i);

/* The program of the kernel in focus, of a revision (CVG_NONE: the current
 * one). If the kernel cannot be simulated, the error names what is not covered.
 * Borrowed until the next call of this header. */
const struct cvg_program *cvg_session_program(struct cvg_session *session,
					      uint32_t rev,
					      struct cvg_err *err);

/* Append to *uncovered a line for each name that keeps function f of the
 * current revision from being simulated. False with an error if f is no kernel
 * or cannot be read. */
bool cvg_session_covered(struct cvg_session *session, uint32_t f,
			 struct cvg_str *uncovered, struct cvg_err *err);

/* ---- launches -------------------------------------------------------- */

/* Focus on that kernel, unless it runs for the function in focus already, or
 * `name` is NULL. */
bool cvg_session_focus_kernel(struct cvg_session *session, const char *name,
			      struct cvg_err *err);
/* The launch of the kernel in focus, borrowed; NULL: it has none so far. */
const struct cvg_launch *cvg_session_launch(const struct cvg_session *session);
/* Set the launch of the kernel in focus, or of the kernel that it names, which
 * then comes into focus. Takes over what *take_launch holds, also if it fails. What
 * the launch does not say is guessed and tried on the current revision; *left
 * says how the try ended. */
bool cvg_session_set_launch(struct cvg_session *session,
			    struct cvg_launch *take_launch,
			    struct cvg_fault *left, struct cvg_err *err);
/* If the kernel in focus has no launch, guess one and try it on the current
 * revision; *guessed says whether that was done, *left how the try ended. */
bool cvg_session_need_launch(struct cvg_session *session, bool *guessed,
			     struct cvg_fault *left, struct cvg_err *err);

/* ---- places ---------------------------------------------------------- */

/* A thread at an instruction of a program. */
struct cvg_place {
	uint32_t rev; /* the program's revision; CVG_NONE: it is of a file */
	const struct cvg_fn *text; /* of a file: the function with its text, or
				      NULL */
	const struct cvg_program *program;
	const struct cvg_launch *launch; /* decides the dimensions to name */
	const uint32_t *block, *thread;	 /* [3] each */
	uint32_t fn, inst;		 /* as in struct cvg_fault */
};

/* "block 3 thread 17", "block 3,0 thread 1,2" */
void cvg_place_thread(struct cvg_str *out, const struct cvg_place *at);
/* "B12: %x = load i32, ptr %p, align 4", with the function's name if that is not
 * the kernel. */
void cvg_place_inst(struct cvg_session *session, struct cvg_str *out,
		    const struct cvg_place *at);
/* Append `before` and the line of the source, "k.cl:42"; nothing if the line is
 * not known. */
void cvg_place_line(struct cvg_str *out, const char *before,
		    const struct cvg_place *at);
/* The stable number of the block, as in B12; CVG_NONE: not known. */
uint32_t cvg_place_block(const struct cvg_place *at);

/* ---- runs ------------------------------------------------------------ */

/* How to run a kernel, and what to look for. */
struct cvg_run_ask {
	uint32_t rev;		 /* CVG_NONE: the current revision */
	uint64_t seed;		 /* 0: the launch's */
	uint64_t steps;		 /* 0: as the setting says */
	uint32_t workers;	 /* 0: as the setting says */
	bool races;		 /* look for data races */
	struct cvg_trace *trace; /* the warp to follow, or NULL */
};

/* One run. Borrowed until the next call of this header. */
struct cvg_run {
	uint32_t rev;	      /* that was run */
	const char *function; /* the kernel */
	const struct cvg_program *program;
	const struct cvg_launch *launch;
	const struct cvg_sim_result *result;
	const struct cvg_image *image; /* memory that it left; NULL: not kept */
	uint64_t seed;		       /* that the run had */
	bool witnessed;		/* of a redirected kernel that ran to its end */
	const char *dependence; /* as in struct cvg_proof */
};

/* What a run did in one block. */
struct cvg_blockrun {
	uint32_t fn;		     /* number in the program; 0: the kernel */
	uint32_t block;		     /* of the function's snapshot */
	uint32_t uid;		     /* its stable number */
	const char *function, *name; /* name: of the block */
	const char *source;	     /* where it stands; "": unknown */
	uint64_t warps;		     /* times that a warp entered it */
	uint64_t lanes;		     /* active lanes then, summed */
	uint64_t split;		     /* times its branch split a warp */
	uint64_t cycles;	     /* by the cost table */
	uint64_t stalls;	     /* of a timed run */
	uint64_t machine;	     /* cycles by the machine's code */
	double utilization; /* of the lanes of those warps; NAN: it never ran */
	double share;	    /* of the cycles of the run */
};

/* All blocks of all functions, most cycles first. Outlives the run. */
struct cvg_blockruns {
	struct cvg_arena arena;	 /* names */
	struct cvg_blockrun *at; /* [n] */
	size_t n, cap;
};

void cvg_blockruns_init(struct cvg_blockruns *all, const struct cvg_run *run);
void cvg_blockruns_done(struct cvg_blockruns *all);

/* Append the fault as one line, "access out of bounds: 4 bytes at ...: block 3
 * thread 17, B12: %x = ..., k.cl:42". */
void cvg_fault_tell(struct cvg_session *session, struct cvg_str *out,
		    const struct cvg_place *at, const struct cvg_fault *fault);

/* Run the kernel in focus on its launch; the memory that it leaves is kept. */
bool cvg_session_simulate(struct cvg_session *session,
			  const struct cvg_run_ask *ask, struct cvg_run *out,
			  struct cvg_err *err);
/* The counts of a run by cvg_session_simulate. If that revision ran on the
 * launch before, nothing is run. The memory that is kept stays. */
bool cvg_session_measure(struct cvg_session *session, uint32_t rev,
			 struct cvg_run *out, struct cvg_err *err);
/* Run and follow one warp of the launch; the memory that is kept stays. */
bool cvg_session_trace(struct cvg_session *session, uint32_t rev,
		       struct cvg_trace *trace, struct cvg_run *out,
		       struct cvg_err *err);
/* The counts of that revision's last run on the launch, without a run; false:
 * they are not kept any more. */
bool cvg_session_counted(const struct cvg_session *session, uint32_t rev,
			 struct cvg_run *out);
/* The run that cvg_session_simulate kept for the kernel in focus; false: none so
 * far. */
bool cvg_session_last_run(struct cvg_session *session, struct cvg_run *out);
/* The memory that the current launch starts the current revision on; the caller
 * frees it. */
bool cvg_session_image(struct cvg_session *session, struct cvg_image **out,
		       struct cvg_err *err);

/* ---- checks ---------------------------------------------------------- */

/* One side of a check: a revision, or the module in a file. */
struct cvg_check_side {
	uint32_t rev;
	const char *path; /* not NULL: that file */
};

/* The answer of a check. */
enum cvg_answer {
	CVG_ANSWER_SAME,
	CVG_ANSWER_PART, /* the same, as far as was tested */
	CVG_ANSWER_DIFFERS,
	CVG_ANSWER_VOID, /* no answer, because `a` itself fails or races */
	CVG_NANSWERS
};

/* "same", "part", "differs", "void" */
const char *cvg_answer_name(enum cvg_answer a);

struct cvg_check {
	/* asked */
	struct cvg_check_side a, b;	 /* b must do what a does */
	uint32_t seeds;			 /* how many, from the launch's on */
	const struct cvg_launch *launch; /* instead of that of the kernel in
					    focus, for this check; or NULL */
	/* found */
	enum cvg_answer answer;
	uint32_t done;	   /* seeds that were run, the last one included */
	uint32_t launches; /* that were compared; more than seeds if guessed */
	uint64_t threads;  /* of one run */
	uint64_t bytes;	   /* of buffers, compared for one seed */
	bool loose;	   /* floats need not agree bit for bit */
	bool clock;	   /* the kernel reads clocks or the like */
	bool one_order;	   /* what `a` computes depends on the order of its
				threads: only one order was compared */
	bool frozen;	   /* what `a` computes depends on what it freezes
				undefined values to */
	bool by_tokens;	   /* they differ, but `a` makes tokens by anchors:
				LLVM leaves open which threads make one
				together */
	uint32_t void_seeds; /* seeds with which `a` itself is at fault */
	uint64_t void_seed;  /* the first of those */
	struct cvg_fault void_fault; /* how `a` ended with void_seed */
	bool void_overflow;	     /* that may be of signed overflow: `a` has
			       arithmetic that is marked nsw */
	uint64_t seed;		     /* the seed with which the sides differ */
	bool by_race; /* they differ because threads of `b` race */
	struct cvg_difference difference; /* with `seed` */
	struct cvg_fault fault[2];	  /* how a and b ended */
	struct cvg_watch who[2]; /* the threads of a and b that wrote the
				      element that differs */
	uint32_t untested;	 /* reasons for which an answer is only part: */
	uint32_t unrun[2]; /* changed blocks of a, of b, that never ran, ... */
	/* Texts of one line, or empty; [0] is about a, [1] about b. */
	struct cvg_str text;	  /* the difference */
	struct cvg_str void_text; /* why there is no answer */
	struct cvg_str fault_text[2], who_text[2];
	/* For sides whose kernels are redirected: how threads depend on each
	 * other, and the first seed with which they do. */
	bool witnessed[2]; /* was a dependence looked for? */
	struct cvg_str depend_text[2];
	uint64_t depend_seed[2];
	struct cvg_str race_text[2];  /* of a: the first race there is; of b: a
					new one */
	struct cvg_str weaker_text;   /* orderings that b has weaker than a */
	struct cvg_str unrun_text[2]; /* changed blocks that never ran */
	struct cvg_str untaken_text[2]; /* their edges that no thread took */
	struct cvg_str launch_text; /* the launch with which they differ, if it
				       is not that of the kernel in focus */
};

/* Run the kernel in focus of both sides with each seed and compare. False only if
 * a side could not be run. Free with cvg_check_done in any case. */
bool cvg_session_check(struct cvg_session *session, struct cvg_check *check,
		       struct cvg_err *err);
void cvg_check_done(struct cvg_check *check);

/* ---- proofs ---------------------------------------------------------- */

enum cvg_proven {
	CVG_PROVEN_NONE, /* nobody asked */
	CVG_PROVEN_PROVED,
	CVG_PROVEN_REFUTED, /* a launch shows a difference */
	CVG_PROVEN_UNKNOWN,
	CVG_NPROVENS
};

/* "none", "proved", "refuted", "unknown" */
const char *cvg_proven_name(enum cvg_proven proven);

/* A launch made of values with which, as the solver says, two codes differ. */
struct cvg_replay {
	struct cvg_launch *launch;     /* owned */
	bool looped, guesses, differs; /* as in struct cvg_inputs */
};

#define CVG_PROVE_MEBIBYTES 2048 /* that the solver may use */

struct cvg_prove {
	/* asked */
	struct cvg_check_side a, b; /* b must do what a does */
	uint32_t seconds;	    /* of processor time, for each function */
	bool replays;		    /* make launches of what the solver says */
	/* found */
	enum cvg_proven proven;
	struct cvg_str why; /* what stood in the way of a proof */
	/* Of a redirected kernel that is proved: what has to be so. Else NULL. */
	const char *condition;
	uint32_t functions;	   /* that differ and were gone through */
	uint32_t states;	   /* pairs of places at which paths were cut */
	uint32_t paths, questions; /* that were tried; for the solver */
	/* If `replays`: what stood in the way does not where nothing that the
	 * code is given or reads is poison or undef. */
	bool defined;
	cvg_vec(struct cvg_replay) replay; /* to be run; likeliest first */
};

/* Prove that the kernel in focus of b does for all inputs what that of a does.
 * Never finds `refuted`: a check does, on one of the launches or on another. False
 * only if nothing could be tried. Free with cvg_prove_done in any case. */
bool cvg_session_prove(struct cvg_session *session, struct cvg_prove *prove,
		       struct cvg_err *err);
/* Is there a solver? The setting `prove` needs one. */
bool cvg_session_can_prove(struct cvg_err *err);
/* Store the answer in the revision b, unless b is a file. */
void cvg_session_note_proof(struct cvg_session *session,
			    const struct cvg_prove *prove);
void cvg_prove_done(struct cvg_prove *prove);

/* ---- what is known of a revision ------------------------------------- */

enum cvg_verdict { CVG_UNCHECKED, CVG_AGREES, CVG_DIFFERS };

/* What was measured of a revision on a GPU (measure.h). */
struct cvg_on_gpu {
	double min, median;		     /* microseconds of a run */
	double ratio, ratio_low, ratio_high; /* to revision `against`; NAN: not
						 known */
	uint32_t against; /* CVG_NONE: others are compared with it */
	uint32_t reps, scale;
	uint64_t launch; /* equal numbers stand for equal launches */
	bool differs;	 /* its results are others */
	char device[128], cpu[32];
};

/* What runs and checks have found out about a revision. */
struct cvg_proof {
	const char *function;  /* the kernel; NULL: nothing is known */
	bool measured;	       /* if so, `launch` to `machine`: */
	uint64_t launch, seed; /* equal numbers stand for equal launches */
	const double *metric;  /* [CVG_NMETRICS] what the run counted */
	bool timed;   /* are those of CVG_COUNTED_SCOREBOARD known, too? */
	bool machine; /* and those of CVG_COUNTED_MACHINE? */
	enum cvg_verdict checked; /* if not CVG_UNCHECKED, those below: */
	enum cvg_answer answer;
	uint32_t seeds;	     /* of the check that agreed */
	uint32_t untested;   /* as in struct cvg_check */
	uint32_t against;    /* the other side's revision; CVG_NONE: a file */
	uint64_t first_seed; /* of the check; the others follow it */
	uint64_t check_threads, check_bytes; /* of one run of the check */
	bool loose, clock;		     /* as in struct cvg_check */
	const char *difference;		     /* one line, or NULL; borrowed */
	enum cvg_proven proven; /* if not CVG_PROVEN_NONE, those below: */
	uint32_t proven_from;	/* the older side; CVG_NONE: a file */
	const char *obstacle;  /* what stood in the way of a proof, one line, or
				 NULL; borrowed */
	const char *condition; /* as in struct cvg_prove */
	bool witnessed; /* of a redirected kernel: was it looked whether its
			   threads depend on each other? if so: */
	uint64_t witness_launch, witness_seed; /* as above; the first seed */
	uint32_t witness_seeds; /* seeds with which that was looked for */
	const char *dependence; /* how they do, one line, borrowed; NULL: they
				   do not through global memory */
	bool on_gpu;		/* was it measured? if so: */
	struct cvg_on_gpu gpu;
};

const struct cvg_proof *cvg_session_proof(const struct cvg_session *session,
					  uint32_t rev);

/* ---- profiles -------------------------------------------------------- */

/* What a profile was made of. */
struct cvg_profiling {
	struct cvg_run run; /* on the launch of the kernel in focus */
	uint32_t launches;  /* whose counts were kept: none of them failed */
	uint64_t warps;	    /* of all launches that the profile is of, as are
			       the next two: */
	uint64_t branches;  /* times that a warp came to a branch */
	uint64_t split;	    /* times that the branch split the warp */
};

/*
 * Run the current revision and keep what the run counts of every function. If the
 * launch is guessed, also run on others that reach blocks or split warps where the
 * guess does not; the counts are summed. Phases then use the counts in place of
 * guesses, in this revision and in all that are made of it. `add`: add the counts
 * to those that the revision has.
 */
bool cvg_session_profile(struct cvg_session *session, bool add,
			 struct cvg_profiling *out, struct cvg_err *err);
/* Launch i of those whose counts the profile in force of the function in focus
 * has, in the order in which they ran; NULL: there are no more. Borrowed until the
 * next profile. */
const struct cvg_launch *cvg_session_profile_launch(
	const struct cvg_session *session, uint32_t i);
/* What the profile in force shows of a function of the current revision. False:
 * there is no profile of the function. */
bool cvg_session_profile_extent(const struct cvg_session *session, uint32_t f,
				struct cvg_profile_extent *out);
/* How many calls of function f of the current revision its module has. */
uint32_t cvg_session_call_sites(struct cvg_session *session, uint32_t f);
/* Forget all profiles. Returns how many there were. */
uint32_t cvg_session_unprofile(struct cvg_session *session);
/* The revision whose profile the function in focus goes by now, or CVG_NONE. */
uint32_t cvg_session_profiled(const struct cvg_session *session);

#endif
