/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What a session keeps for the simulator. For the prove*.c of this folder and
 * for who makes and ends it.
 *
 * A kernel that is ready to run is kept for the next time, a few at most: the
 * least recently used goes first, never the one whose result can still be
 * asked for.
 */
#ifndef RECONVERGE_SESSION_PROVING_H
#define RECONVERGE_SESSION_PROVING_H

#include "reconverge/prove.h"
#include "reconverge/regroup.h"
#include "reconverge/rows.h"

#define MAX_READY 4

struct launched {
	uint32_t fid; /* into history.functions */
	struct cvg_launch launch;
	uint64_t serial; /* another one whenever the launch changes */
};

/* A kernel decoded and prepared, and what its last run counted. */
struct ready {
	uint32_t blob, fid; /* whose code: history.blobs, .functions; blob
			       CVG_NONE: of no revision */
	bool target_shifts; /* decoded so */
	struct cvg_program *program;
	struct cvg_sim *sim;
	uint64_t used; /* tick of the clock below */
	bool counted;
	uint64_t serial, seed; /* of the launch it was counted on */
	struct cvg_sim_result result;
};

/* What `simulate` left. */
struct left {
	struct ready *ready; /* NULL: nothing */
	uint32_t rev;
	uint64_t seed;
	struct cvg_image *image;
	struct cvg_launch launch; /* with that seed */
	struct cvg_image *before; /* what the run before left, if the launch
				     goes on from there */
};

struct profiled {
	uint32_t rev, fid;
	struct cvg_profile *profile;
};

/* The order that threads of a redirected kernel have from a revision on. */
struct redirected {
	uint32_t rev, fid, n;
	uint32_t *order; /* [n] */
};

/* Groups, and of what. */
struct grouped {
	uint32_t fid;
	uint64_t serial; /* of the launch */
	struct cvg_groups groups;
};

#define MAX_GROUPED 2

struct proving {
	cvg_vec(struct launched) launches;
	cvg_vec(char *) links;
	struct ready *ready[MAX_READY]; /* NULL: free */
	uint64_t clock, serial;
	struct left left;
	cvg_vec(struct profiled) profiles;
	cvg_vec(struct redirected) orders; /* later ones count first */
	cvg_vec(struct grouped) grouped;   /* MAX_GROUPED at most, the last
					      one behind */
	uint64_t ngrouped;		   /* since the beginning */
	bool (*tick)(void *context, double done);
	void *context;
};

struct history;
struct rev;

void cvg_proving_done(struct proving *p);

/* ---- prove.c --------------------------------------------------------- */

struct launched *cvg_proving_launched(const struct cvg_session *s);
/* The focus in that revision, ready to run; NULL only with an error. */
struct ready *cvg_proving_ready(struct cvg_session *s, uint32_t rev,
				struct cvg_err *err);
/* Decode a kernel of a module nobody else has, with the session's libraries;
 * `f` is its place. */
bool cvg_proving_decode(struct cvg_session *s, struct cvg_module *m,
			const char *name, struct cvg_program **out,
			struct cvg_err *err);

/* ---- prove_run.c ----------------------------------------------------- */

/* Guess what *l does not say for the kernel in focus, and try it. */
bool cvg_proving_complete(struct cvg_session *s, struct cvg_launch *l,
			  struct cvg_fault *left, struct cvg_err *err);

/* A part of a longer job, for who watches it. */
struct share {
	struct cvg_session *s;
	double from, to; /* of the whole, 0 .. 1 */
	bool stopped;
};

/* Run, fail if it was interrupted. */
bool cvg_proving_run(struct cvg_sim *sim, const struct cvg_launch *l,
		     struct cvg_image *image, struct cvg_sim_options *o,
		     struct share *share, struct cvg_sim_result *out,
		     struct cvg_err *err);
/* The result becomes the one the kernel is known by. */
/* Run the current revision for the counts of its nests, too. */
bool cvg_proving_nests(struct cvg_session *s, struct cvg_nestruns *nests,
		       struct cvg_run *out, struct cvg_err *err);
void cvg_proving_keep(struct ready *r, const struct cvg_sim_result *take,
		      uint64_t serial, uint64_t seed);
/* Write down what a run of that revision counted. */
void cvg_proving_note(struct cvg_session *s, uint32_t rev,
		      const struct ready *r);

/* ---- prove_vectors.c ------------------------------------------------- */

/* The launch, of so many threads that each has a number. */
const struct launched *cvg_proving_numbered(struct cvg_session *s,
					    struct cvg_err *err);
/* Latencies of a function's blocks, by the setting. */
void cvg_proving_price(const struct cvg_session *s, const struct cvg_fn *fn,
		       uint64_t *latency);
/* The order that the kernel in focus has in that revision, or NULL. */
const struct redirected *cvg_proving_order(const struct cvg_session *s,
					   uint32_t rev);

/* The memory of a launch for that revision's kernel, which may take an array
 * of redirection that the launch knows nothing of. `last`: what a run before
 * left, or NULL. */
bool cvg_proving_image(struct cvg_session *s, uint32_t rev,
		       const struct cvg_program *p, const struct cvg_launch *l,
		       const struct cvg_image *last, struct cvg_image **out,
		       struct cvg_err *err);

/* Run `image`, which it changes, for the vectors of its threads; `probes` may
 * be NULL. Fails if the run ends in a fault. */
bool cvg_proving_vectors(struct cvg_session *s, uint32_t rev, struct ready *r,
			 const struct cvg_launch *l, struct cvg_image *image,
			 const struct cvg_probes *probes,
			 struct cvg_bbvrun *out, struct cvg_err *err);

/* ---- prove_redirect.c ------------------------------------------------ */

/* What a run measured, before (0) or after (1). */
void cvg_proving_measured(const struct cvg_bbvrun *run,
			  struct cvg_regrouped *out, int at);

/* The kernel redirected, on trial. */
struct cvg_trial {
	uint64_t *latency; /* of the kernel's blocks, and those it calls */
	struct cvg_program *program; /* NULL: not wanted, or nothing changed */
};

/* Of what ran; by layout, the kernel as it is. cvg_trial_done, come what may.
 */
bool cvg_trial_init(struct cvg_trial *out, struct cvg_session *s,
		    const struct cvg_regroup_ask *ask,
		    const struct cvg_bbvrun *run, struct cvg_err *err);
void cvg_trial_done(struct cvg_trial *t);
/* Run it in that order; if it leaves what r's program left in `want`, or if
 * forced, make it a revision. */
bool cvg_trial_stand(struct cvg_session *s, const struct cvg_regroup_ask *ask,
		     struct cvg_trial *t, struct ready *r,
		     const struct cvg_launch *l, struct cvg_image *want,
		     struct cvg_regrouped *out, struct cvg_err *err);

/* ---- prove_layout.c -------------------------------------------------- */

/* Which parameters' rows move. */
struct cvg_layout_plan {
	struct cvg_row_launch launch;
	uint64_t *value; /* [n], as is `known`: the launch's */
	bool *known;
	struct cvg_row *row; /* [n] */
	bool *moves;	     /* [n] */
	uint32_t n;
};

/* For out->nthreads threads; tells in *out what moves and what is left. Those
 * that were asked for move, or it fails. cvg_layout_plan_done, come what may.
 */
bool cvg_layout_plan_init(struct cvg_layout_plan *x, struct cvg_session *s,
			  const struct cvg_regroup_ask *ask,
			  const struct cvg_program *p,
			  const struct cvg_launch *l,
			  const struct cvg_image *image,
			  struct cvg_regrouped *out, struct cvg_err *err);
void cvg_layout_plan_done(struct cvg_layout_plan *x);
/* Thread order[i]'s rows go to place i; or `back` again. */
void cvg_layout_move(const struct cvg_layout_plan *x, struct cvg_image *image,
		     const struct cvg_regrouped *r, bool back);

/* ---- prove_groups.c -------------------------------------------------- */

/* Keep them with what the run counted, which it loses. */
void cvg_proving_keep_groups(struct cvg_session *s,
			     const struct cvg_groups *take_groups,
			     struct cvg_bbvrun *run);
/* The groups kept last became that revision. */
void cvg_proving_groups_done(struct cvg_session *s, uint32_t rev);
void cvg_proving_drop_groups(struct proving *p);

/* ---- prove_profile.c ------------------------------------------------- */

/* The profile that counts for function fid in that revision, or NULL. */
const struct profiled *cvg_proving_profile(const struct cvg_session *s,
					   uint32_t rev, uint32_t fid);
/* The settings get the profile that counts for the focus now. */
void cvg_proving_apply(struct cvg_session *s);

#endif
