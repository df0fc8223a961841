/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The data that a session keeps for the simulator. For the prove*.c of this
 * folder, and for the functions that make and free a session.
 *
 * A few kernels that are ready to run are kept. The least recently used one is
 * dropped first, but never the one whose result is `left`.
 */
#ifndef RECONVERGE_SESSION_PROVING_H
#define RECONVERGE_SESSION_PROVING_H

#include "reconverge/launch.h"
#include "reconverge/prove.h"
#include "reconverge/regroup.h"
#include "reconverge/rows.h"
#include "reconverge/session.h"
#include "reconverge/settings.h"
#include "reconverge/sim.h"

struct cvg_module;

#define MAX_READY 4

struct launched {
	uint32_t fid; /* into history.functions */
	struct cvg_launch launch;
	uint64_t serial; /* changes whenever the launch changes */
};

/* A kernel, decoded and prepared, and the counts of its last run. */
struct ready {
	uint32_t rev, fid;  /* its code: the revision, or CVG_NONE: of none;
			       and the number in history.functions */
	bool target_shifts; /* decoded with cvg_module_target_shifts */
	bool wraps;	    /* decoded with cvg_module_wraps */
	bool machine; /* its functions have prices of the machine's code */
	struct cvg_program *program;
	struct cvg_sim *sim;
	uint64_t used; /* tick of the clock below */
	bool counted;
	uint64_t serial, seed; /* of the launch of that run */
	struct cvg_sim_result result;
};

/* The result of `simulate`. */
struct left {
	struct ready *ready; /* NULL: nothing */
	uint32_t rev;
	uint64_t seed;
	struct cvg_image *image;
	struct cvg_launch launch; /* with the seed of the run */
	struct cvg_image *before; /* memory after the run before, if the
				     launch continues from that */
};

/* The profile of a function. */
struct profiled {
	uint32_t rev, fid;
	uint32_t kernel; /* that ran: a number in history.functions */
	uint64_t ninsts; /* of that, and of all that it calls */
	struct cvg_profile *profile;
	uint32_t earlier; /* of the same function, or CVG_NONE */
};

/* A launch whose counts the profiles of that revision and kernel have. */
struct profiled_launch {
	uint32_t rev, kernel;
	struct cvg_launch launch;
	uint64_t warps, branches, split; /* as in struct cvg_profiling */
	uint32_t earlier;		 /* of the same kernel, or CVG_NONE */
};

/* Why no profile could be made that nobody asked for. */
struct unprofiled {
	uint32_t rev, kernel; /* kernel: a number in history.functions */
	uint64_t serial;      /* of the launch; 0: none could be guessed */
	size_t nlinks;	      /* libraries */
	double setting[CVG_NSETTINGS];
	struct cvg_err why;
};

/* The order that threads of a redirected kernel have from a revision on. */
struct redirected {
	uint32_t rev, fid, n;
	uint32_t *order; /* [n] */
};

/* Groups of threads, and the launch and kernel that they belong to. */
struct grouped {
	uint32_t fid;
	uint64_t serial; /* of the launch */
	struct cvg_groups groups;
};

#define MAX_GROUPED 2

/* What was told of a step at a block, and all that it depends on. */
struct told {
	uint32_t rev, fid, block;
	const struct cvg_phase *phase;
	uint64_t serial; /* of the launch; 0: there was none */
	size_t nlinks;	 /* libraries */
	const struct cvg_rejects *rejects;
	double setting[CVG_NSETTINGS]; /* 0: it does not read that one */
	struct cvg_tried tried;
};

/* The cycles of each launch, in the order of the profile; n is 0: not measured. */
struct each {
	double *at;
	size_t n, cap;
};

/* What the judge measured last before a step, and all that it depends on but the
 * profile. */
struct known {
	bool kept;
	uint32_t rev, fid, kernel;
	uint64_t hash;	 /* of the revision's code */
	uint64_t serial; /* of the launch */
	size_t nlinks;	 /* libraries */
	double setting[CVG_NSETTINGS];
	double cycles;
	struct each last;
	double *runs; /* [nruns] of blocks; NULL: not counted */
	uint32_t nruns;
	uint64_t insts, filled, decoded, longest; /* as in struct judge */
	enum cvg_countkind kind;
	bool guessed;
};

struct proving {
	cvg_vec(struct launched) launches;
	cvg_vec(char *) links;
	/* places in the lists by numbers of functions (prove_listed.c) */
	struct cvg_u32s launch_of, profile_of, profiled_of, unprofiled_of;
	struct ready *ready[MAX_READY]; /* NULL: free */
	uint64_t clock, serial;
	struct left left;
	cvg_vec(struct profiled) profiles;
	cvg_vec(struct profiled_launch) profiled;
	struct {
		uint32_t rev;
		uint64_t serial; /* of the launch; 0: none was made */
	} own_profile; /* the last that was made without being asked for */
	cvg_vec(struct told) told; /* under the profiles as they are now */
	struct known known;	   /* likewise (judge_known.c) */
	cvg_vec(struct unprofiled) unprofiled; /* one for each kernel */
	cvg_vec(struct redirected) orders;     /* later ones replace earlier */
	cvg_vec(struct grouped) grouped; /* MAX_GROUPED at most, the newest
					      last */
	uint64_t ngrouped;		 /* number ever added */
	bool (*tick)(void *context, double done);
	void *context;
};

struct history;
struct rev;

void cvg_proving_done(struct proving *proving);
/* Forget what the judge measured before a step. */
void cvg_known_drop(struct proving *proving);
/* Does the launch begin with what the run before it left in memory? */
bool cvg_launch_goes_on(const struct cvg_launch *launch);

/* ---- prove_listed.c --------------------------------------------------- */

/* The place that a list by numbers of functions notes; CVG_NONE: none. */
uint32_t cvg_listed_of(const struct cvg_u32s *list, uint32_t fid);
void cvg_listed_note(struct cvg_u32s *list, uint32_t fid, uint32_t place);
void cvg_listed_drop(struct cvg_u32s *list);

/* ---- prove.c --------------------------------------------------------- */

/* The number in history.functions of what runs for the function in focus: the
 * function itself, the only kernel of the current revision that calls it, or of several
 * the one that its profile is from. */
uint32_t cvg_proving_kernel(const struct cvg_session *session);
/* The launch of that kernel; NULL: it has none. */
struct launched *cvg_proving_launched(const struct cvg_session *session);
/* What runs for the function in focus, as of that revision, ready to run;
 * borrowed. NULL: `err` tells why it cannot be run. */
struct ready *cvg_proving_ready(struct cvg_session *session, uint32_t rev,
				struct cvg_err *err);
/* Decode what runs for the function in focus from the module in which a phase
 * works. The caller frees *out with cvg_program_free. */
bool cvg_proving_decode_work(struct cvg_session *session,
			     struct cvg_program **out, struct cvg_err *err);
/* Drop all that is ready to run, and what `simulate` left. */
void cvg_proving_drop_ready(struct proving *proving);
/* Drop what was made from that revision. */
void cvg_proving_forget(struct proving *proving, uint32_t rev);
/* Link the session's libraries into a module that belongs to the caller. */
bool cvg_proving_link(const struct cvg_session *session,
		      struct cvg_module *module, struct cvg_err *err);
/* The same, and
 * decode its kernel `name`. The caller frees *out with cvg_program_free. */
bool cvg_proving_decode(struct cvg_session *session, struct cvg_module *module,
			const char *name, struct cvg_program **out,
			struct cvg_err *err);

/* ---- prove_prices.c --------------------------------------------------- */

/* Are runs priced by the machine's code as well? */
bool cvg_proving_by_machine(const struct cvg_session *session);
/* If so, give the functions of the program, which was decoded from the module,
 * the prices of their blocks. */
bool cvg_proving_add_prices(struct cvg_session *session,
			    struct cvg_module *module,
			    struct cvg_program *program, struct cvg_err *err);

/* ---- prove_guess.c --------------------------------------------------- */

/* Guess what *l lacks for the kernel in focus, and try the launch. */
bool cvg_proving_complete(struct cvg_session *session,
			  struct cvg_launch *launch, struct cvg_fault *left,
			  struct cvg_err *err);

/* ---- prove_run.c ----------------------------------------------------- */

/* A part of a longer job, to report its progress. */
struct share {
	struct cvg_session *session;
	double from, to; /* progress at its begin and end, 0 .. 1 */
	bool stopped;
};

/* The simulator's options from the settings. */
struct cvg_sim_options cvg_proving_options(const struct cvg_session *session);
/* Run; fails if the user interrupted the run. */
bool cvg_proving_run(struct cvg_sim *sim, const struct cvg_launch *launch,
		     struct cvg_image *image, struct cvg_sim_options *options,
		     struct share *share, struct cvg_sim_result *out,
		     struct cvg_err *err);
/* Run the current revision, and count the nests of loops of each function of its
 * program as well. Fails if all warps may run more than `most_insts` instructions;
 * 0: any number. */
bool cvg_proving_nests(struct cvg_session *session, struct cvg_nestruns *nests,
		       uint64_t most_insts, struct cvg_run *out,
		       struct cvg_err *err);

/* What a run of a kernel counted on a launch, which need not be the kernel's. */
struct sample {
	struct cvg_launch launch;
	struct cvg_sim_result result;
	uint64_t cost; /* of its memory, in instructions of warps */
	uint32_t nfns; /* functions of the program */
	struct cvg_nestruns *nests; /* [nfns] */
};

/* Run the current revision's kernel, of which a warp may run `most_steps`
 * operations, and leave no trace of it. Free *out with cvg_sample_done if this
 * succeeds. */
bool cvg_proving_sample(struct cvg_session *session, struct ready *ready,
			const struct cvg_launch *launch, uint64_t most_steps,
			struct sample *out, struct cvg_err *err);
void cvg_sample_done(struct sample *sample);
/* Make the result the one that the kernel keeps. */
void cvg_proving_keep(struct ready *ready, const struct cvg_sim_result *take,
		      uint64_t serial, uint64_t seed);
/* The revision, of which something about the function in focus is proved; what
 * was proved of another function is dropped. */
struct rev *cvg_proving_prove(struct cvg_session *session, uint32_t rev);
/* Store the counts of a run in that revision. */
void cvg_proving_note(struct cvg_session *session, uint32_t rev,
		      const struct ready *ready);

/* ---- prove_vectors.c ------------------------------------------------- */

/* The launch; NULL with `err` if there is none, or it has more threads than
 * 32-bit numbers. */
const struct launched *cvg_proving_numbered(struct cvg_session *session,
					    struct cvg_err *err);
/* The latencies of a function's blocks in cycles, as the settings choose. */
void cvg_proving_price(const struct cvg_session *session,
		       const struct cvg_fn *fn, uint64_t *latency);
/* The order of the threads of the kernel in focus in that revision; NULL: it is
 * not redirected. */
const struct redirected *cvg_proving_order(const struct cvg_session *session,
					   uint32_t rev);

/* The parameter that takes the array of a redirected kernel, or CVG_NONE. */
uint32_t cvg_proving_array(const struct cvg_program *program);

/* The memory of a launch for that revision's kernel, with the array of
 * redirection if the kernel takes one and the launch has none. `last`: the
 * memory after an earlier run, or NULL. */
bool cvg_proving_image(struct cvg_session *session, uint32_t rev,
		       const struct cvg_program *program,
		       const struct cvg_launch *launch,
		       const struct cvg_image *last, struct cvg_image **out,
		       struct cvg_err *err);

/* Prepare for the vectors of a run: all of *out but what the run counts. Free with
 * cvg_bbvrun_done. */
void cvg_proving_bbvrun(struct cvg_bbvrun *out,
			const struct cvg_session *session,
			const struct ready *ready,
			const struct cvg_launch *launch);

/* What is asked of such a run. */
struct cvg_vectors_ask {
	const struct cvg_probes *probes; /* or NULL */
	struct cvg_depend *depend;	 /* or NULL */
	bool timed; /* also by the scoreboard, whatever the settings say */
};

/* Run the kernel on `image`, which is changed, and keep the vectors of its
 * threads. Fails if the run ends in a fault. */
bool cvg_proving_vectors(struct cvg_session *session, uint32_t rev,
			 struct ready *ready, const struct cvg_launch *launch,
			 struct cvg_image *image,
			 const struct cvg_vectors_ask *ask,
			 struct cvg_bbvrun *out, struct cvg_err *err);

/* ---- prove_profile.c, for counts that come from elsewhere ------------- */

/* Keep the profiles of all functions of the program that belong to the current
 * revision, in place of earlier ones, or added to them. nests: [nfns] */
void cvg_proving_keep_all(struct cvg_session *session,
			  const struct cvg_program *program,
			  const struct cvg_counts *counts,
			  const struct cvg_nestruns *nests, bool add);
/* Drop all plans and what trials told, since they depend on the profile in
 * force. */
void cvg_proving_drop_plans(struct cvg_session *session);
/* Counts of another revision are not added to. */
bool cvg_proving_may_add(const struct cvg_session *session,
			 struct cvg_err *err);

/* ---- prove_model.c --------------------------------------------------- */

/* The launch that regrouping works on, of the kernel in focus. NULL with `err`:
 * there is none, or a function of the kernel is in focus. */
const struct launched *cvg_proving_regrouped(struct cvg_session *session,
					     const struct ready *ready,
					     struct cvg_err *err);

/* ---- prove_redirect.c ------------------------------------------------ */

/* Copy the measurements of a run to place `at` of *out: 0 is before regrouping,
 * 1 after. */
void cvg_proving_measured(const struct cvg_bbvrun *run,
			  struct cvg_regrouped *out, int at);

/* Did the run get shorter, with all that its accesses to memory cost? True if
 * there was none. */
bool cvg_regrouped_gains(const struct cvg_regrouped *regrouped);

/* The redirected kernel while it is tried. */
struct cvg_trial {
	uint64_t *latency; /* of the blocks of the kernel and its callees */
	struct cvg_program *program; /* NULL: not asked for or not changed */
};

/* Prepare to try the kernel that ran: redirected, or by layout unchanged. Free
 * with cvg_trial_done, also after a failure. */
bool cvg_trial_init(struct cvg_trial *out, struct cvg_session *session,
		    const struct cvg_regroup_ask *ask,
		    const struct cvg_bbvrun *run, struct cvg_err *err);
void cvg_trial_done(struct cvg_trial *t);
/* Run the trial in the order of *out, and compare the memory with `want`. */
bool cvg_trial_run(struct cvg_session *session, struct cvg_trial *t,
		   struct ready *ready, const struct cvg_launch *launch,
		   struct cvg_image *want, struct cvg_regrouped *out,
		   struct cvg_err *err);
/* Run the trial in the order of *out. If its memory equals `want`, which r's
 * program left, or if ask->force, make it a revision. */
bool cvg_trial_stand(struct cvg_session *session,
		     const struct cvg_regroup_ask *ask, struct cvg_trial *t,
		     struct ready *ready, const struct cvg_launch *launch,
		     struct cvg_image *want, struct cvg_regrouped *out,
		     struct cvg_err *err);

/* ---- prove_layout.c -------------------------------------------------- */

/* The parameters whose rows move. */
struct cvg_layout_plan {
	struct cvg_row_launch launch;
	uint64_t *value;     /* [n] values of the parameters in the launch */
	bool *known;	     /* [n] the launch gives the value */
	struct cvg_row *row; /* [n] rows of the parameter's buffer */
	bool *moves;	     /* [n] the rows move */
	uint32_t n;	     /* parameters of the kernel */
};

/* Note in *plan, which has `n`, the facts of the launch that rows follow from. */
void cvg_layout_launch(struct cvg_layout_plan *plan,
		       struct cvg_session *session,
		       const struct cvg_program *program,
		       const struct cvg_launch *launch,
		       const struct cvg_image *image);
/* Find the parameters whose rows move, for out->nthreads threads, and name in
 * *out those that move and those that stay. Fails if a parameter that `ask`
 * names cannot move. Free with cvg_layout_plan_done, also after a failure. */
bool cvg_layout_plan_init(struct cvg_layout_plan *plan,
			  struct cvg_session *session,
			  const struct cvg_regroup_ask *ask,
			  const struct cvg_program *program,
			  const struct cvg_launch *launch,
			  const struct cvg_image *image,
			  struct cvg_regrouped *out, struct cvg_err *err);
void cvg_layout_plan_done(struct cvg_layout_plan *plan);
/* Move the rows of thread order[i] to place i, or with `back` the other way. */
void cvg_layout_move(const struct cvg_layout_plan *plan,
		     struct cvg_image *image,
		     const struct cvg_regrouped *regrouped, bool back);

/* ---- prove_depend.c -------------------------------------------------- */

/* Append "block 0 thread 1 reads out[0], which block 0 thread 0 wrote (B0: ...)".
 * `where`: the revision or file, the program and the launch. */
void cvg_proving_depend_text(struct cvg_session *session, struct cvg_str *out,
			     const struct cvg_place *where,
			     const struct cvg_depend *depend);
/* Is the program's kernel redirected, so that it must be known that its threads
 * do not depend on each other? */
bool cvg_proving_wants_witness(const struct cvg_program *program);
/* Is this known of the revision, for the launch of that number with that seed? */
bool cvg_proving_witnessed(const struct cvg_session *session, uint32_t rev,
			   uint64_t serial, uint64_t seed);
/* Note it, for `seeds` seeds from `seed` on. `dependence`: how threads depend on
 * each other; NULL or "": they do not. */
void cvg_proving_witness(struct cvg_session *session, uint32_t rev,
			 uint64_t serial, uint64_t seed, uint32_t seeds,
			 const char *dependence);

/* ---- prove_groups.c -------------------------------------------------- */

/* Keep the groups with the vectors of the run, which are moved out of it. */
void cvg_proving_keep_groups(struct cvg_session *session,
			     const struct cvg_groups *take_groups,
			     struct cvg_bbvrun *run);
/* Note that the groups kept last were made into that revision. */
void cvg_proving_groups_done(struct cvg_session *session, uint32_t rev);
void cvg_proving_drop_groups(struct proving *proving);

/* ---- prove_vary.c ---------------------------------------------------- */

/* Launches made from a guessed one; free with cvg_varied_done. */
struct varied {
	const struct cvg_launch *guess;	      /* borrowed */
	const struct cvg_program *program[2]; /* compare their values with
						   these programs' bounds; may
						   be the same */
	struct cvg_variety *variety;	      /* NULL: not made so far */
	cvg_vec(struct cvg_launch) good;      /* that showed something new */
};

/* Is anything guessed that may be another value? */
bool cvg_varied_may(const struct varied *v);
/* Make *launch, whose seed stays, the guess with numbers that are no multiple of a
 * block; the guess with a number that the programs compare with, the k-th of them,
 * or false; or a random change of the guess or of a good one. */
void cvg_varied_trim(const struct varied *v, struct cvg_launch *launch);
bool cvg_varied_bound(struct varied *v, struct cvg_launch *launch, uint32_t k);
void cvg_varied_change(struct varied *v, struct cvg_launch *launch,
		       uint64_t random);
/* The launch showed something new: make others from it. */
void cvg_varied_learn(struct varied *v, const struct cvg_launch *launch);
void cvg_varied_done(struct varied *v);

/* ---- prove_search.c -------------------------------------------------- */

struct samples {
	struct sample *at;
	size_t n, cap;
};

/* If the kernel's launch is guessed, look for others that show more of the program
 * than `guess`, which ran on that launch: at most three, in the order of what they
 * show. Free *out with cvg_samples_done, also after a failure. */
bool cvg_proving_search(struct cvg_session *session, struct ready *ready,
			const struct cvg_sim_result *guess, struct samples *out,
			struct cvg_err *err);
void cvg_samples_done(struct samples *samples);

/* ---- prove_profile.c ------------------------------------------------- */

/* As cvg_session_profile; fails if all warps may run more than `most_insts`
 * instructions; 0: any number. */
bool cvg_proving_measure(struct cvg_session *session, bool add,
			 uint64_t most_insts, struct cvg_profiling *out,
			 struct cvg_err *err);
/* Rows for the nests of loops of each function of the current revision's program;
 * free them with cvg_proving_nests_free. */
struct cvg_nestruns *cvg_proving_nests_new(struct cvg_session *session,
					   const struct cvg_program *program);
void cvg_proving_nests_free(struct cvg_nestruns *take_nests, uint32_t nfns);

/* The profile in force for function fid in that revision, or NULL. */
const struct profiled *cvg_proving_profile(const struct cvg_session *session,
					   uint32_t rev, uint32_t fid);
/* Drop all profiles, and the launches that they are of. */
void cvg_proving_drop_profiles(struct proving *proving);
/* Give the settings the profile in force for the function in focus. */
void cvg_proving_apply(struct cvg_session *session);

#endif
