/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Guessing what a launch does not say: trials of a guess, with several seeds. */
#include "inside.h"

#include "reconverge/faults.h"
#include "reconverge/program.h"

#define TRIAL_STEPS 50000 /* of a warp; a trial need not run to its end */
#define TRIAL_INSTS UINT64_C(300000) /* of warps; then no more seeds */

struct trial {
	struct cvg_session *session;
	struct ready *ready;
};

/* Try one seed; adds to *insts the instructions that warps ran, and what making the
 * memory costs. */
static bool try_seed(const struct trial *t, const struct cvg_launch *launch,
		     bool races, struct cvg_fault *out, uint64_t *insts,
		     struct cvg_err *err)
{
	struct cvg_sim_options o = cvg_proving_options(t->session);
	struct share share = {.session = t->session};
	struct cvg_sim_result result;
	struct cvg_image *image;
	bool ok;

	o.max_steps = TRIAL_STEPS;
	o.timed = false;
	o.races = races ? CVG_RACES_STOP : CVG_RACES_IGNORE;
	if (!cvg_proving_image(t->session, CVG_NONE, t->ready->program, launch,
			       t->session->proving.left.image, &image, err))
		return false;
	ok = cvg_proving_run(t->ready->sim, launch, image, &o, &share, &result,
			     err);
	*insts += cvg_image_cost(image);
	cvg_image_free(image);
	if (!ok)
		return false;
	*out = result.fault;
	*insts += result.counts.insts;
	cvg_sim_result_done(&result);
	return true;
}

/* Other data may lead to a fault that those of the first seed do not: try the
 * seeds that a check would run. */
static bool try_launch(void *context, const struct cvg_launch *launch,
		       bool races, struct cvg_fault *out, struct cvg_err *err)
{
	const struct trial *t = context;
	uint64_t seeds =
		(uint64_t)cvg_set_int(&t->session->settings, CVG_SET_SEEDS);
	struct cvg_launch with = *launch;
	uint64_t insts = 0;

	out->kind = CVG_F_NONE;
	for (; with.seed - launch->seed < seeds && insts < TRIAL_INSTS &&
	       out->kind == CVG_F_NONE;
	     with.seed++) {
		if (!try_seed(t, &with, races, out, &insts, err))
			return false;
	}
	return true;
}

/* A guessed array of redirection would be no order of the threads. Without one,
 * each run gets the order of the revision. */
static void drop_guessed_array(const struct cvg_program *program,
			       struct cvg_launch *launch)
{
	uint32_t array = cvg_proving_array(program);

	for (uint32_t i = 0; array != CVG_NONE && i < launch->nargs; i++) {
		if (!launch->args[i].guessed ||
		    cvg_launch_param(program, launch->args[i].name) != array)
			continue;
		cvg_launch_drop(launch, i);
		return;
	}
}

bool cvg_proving_complete(struct cvg_session *session,
			  struct cvg_launch *launch, struct cvg_fault *left,
			  struct cvg_err *err)
{
	struct trial t = {.session = session};

	t.ready = cvg_proving_ready(session, CVG_NONE, err);
	if (!t.ready || !cvg_launch_complete(t.ready->program, launch,
					     try_launch, &t, left, err))
		return false;
	drop_guessed_array(t.ready->program, launch);
	return true;
}

bool cvg_session_need_launch(struct cvg_session *session, bool *guessed,
			     struct cvg_fault *left, struct cvg_err *err)
{
	struct cvg_launch launch;

	*guessed = !cvg_proving_launched(session);
	if (!*guessed)
		return true;
	cvg_launch_init(&launch);
	return cvg_session_set_launch(session, &launch, left, err);
}
