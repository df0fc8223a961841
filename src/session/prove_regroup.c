/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Regrouping: runs the kernel for the vectors of its threads, finds an order of
 * the threads from them, and estimates and simulates the gain of the order.
 */
#include "inside.h"

#include "reconverge/bbv.h"
#include "reconverge/graph.h"
#include "reconverge/program.h"
#include "reconverge/regroup.h"
#include "transforms/redirect.h"

#include <stdlib.h>
#include <string.h>

/* ---- whether threads may be exchanged ---------------------------------- */

/* Along a dimension that the kernel does not ask for, the launch must have
 * extent 1. */
static bool flat_enough(const struct cvg_reach *r,
			const struct cvg_launch *launch, struct cvg_err *err)
{
	const char *kernel = r->at[0].fn->name;
	uint32_t dims = cvg_redirect_dims(r);

	if (!dims)
		return cvg_fail(err,
				"@%s never reads the number of its thread, so "
				"all threads do the same",
				kernel);
	for (uint32_t d = dims; d < 3; d++) {
		if (launch->grid[d] == 1 && launch->block[d] == 1)
			continue;
		return cvg_fail(err,
				"@%s never reads the thread's number along %c, "
				"but the launch has more than one thread there",
				kernel, (int)("xyz"[d]));
	}
	return true;
}

static bool may_change(struct cvg_session *session,
		       const struct cvg_regroup_ask *ask,
		       const struct cvg_launch *launch, struct cvg_err *err)
{
	const struct cvg_fn *fn = cvg_session_fn(session, CVG_NONE, CVG_NONE);
	struct rev *rev = cvg_history_rev(session->history, CVG_NONE);
	struct cvg_module *module =
		cvg_history_module(session->history, rev, err);
	struct cvg_reach reach;
	bool ok;

	if (!module)
		return false;
	cvg_reach_init(&reach, module,
		       cvg_history_place(session->history, rev,
					 session->history->focus),
		       fn);
	ok = cvg_redirect_refuse(&reach, ask->force, err) &&
	     (ask->by == CVG_BY_LAYOUT || flat_enough(&reach, launch, err));
	cvg_reach_done(&reach);
	return ok;
}

/* ---- by layout --------------------------------------------------------- */

static bool known_data(const struct cvg_regroup_ask *ask,
		       const struct cvg_program *program, struct cvg_err *err)
{
	for (uint32_t i = 0; i < ask->ndata; i++) {
		if (cvg_launch_param(program, ask->data[i]) == CVG_NONE)
			return cvg_fail(
				err,
				"data=%s: the kernel has no such parameter",
				ask->data[i]);
	}
	return true;
}

/* Run on the moved rows, move the results back, and compare with `want`. */
static bool run_moved(struct cvg_session *session,
		      const struct cvg_layout_plan *plan, struct ready *ready,
		      const struct cvg_launch *launch,
		      const struct cvg_image *want, struct cvg_regrouped *out,
		      struct cvg_err *err)
{
	const struct cvg_vectors_ask timed = {.timed = true};
	struct cvg_bbvrun after;
	struct cvg_image *image;
	bool ok;

	if (!cvg_proving_image(session, CVG_NONE, ready->program, launch,
			       session->proving.left.image, &image, err))
		return false;
	cvg_layout_move(plan, image, out, false);
	ok = cvg_proving_vectors(session, CVG_NONE, ready, launch, image,
				 &timed, &after, err);
	if (ok) {
		out->measured = true;
		cvg_proving_measured(&after, out, 1);
		cvg_bbvrun_done(&after);
		cvg_layout_move(plan, image, out, true);
		cvg_image_compare(ready->program, want, image, false,
				  &out->difference);
		out->same = !out->difference.found;
	}
	cvg_image_free(image);
	return ok;
}

/* How far other warps hide the waits of one is not known before the launch runs
 * with others beside it, so neither end may lose: none is hidden, and all are.
 * The paper's metrics leave memory out (section IV-B), and fail where it is what
 * the kernel waits for (section VII-D). */
bool cvg_regrouped_gains(const struct cvg_regrouped *regrouped)
{
	return !regrouped->measured ||
	       (regrouped->scoreboard[1] < regrouped->scoreboard[0] &&
		regrouped->crowded[1] <= regrouped->crowded[0]);
}

/* ---- what predicted vectors lose --------------------------------------- */

static void begin_loss(const struct cvg_bbvrun *run,
		       const struct cvg_regroup_ask *ask,
		       struct cvg_regrouped *out)
{
	cvg_model_test(ask->model, run->bbvs, &ask->foreseen->probes, 0, 0);
	out->loss = (struct cvg_loss){
		.error = cvg_model_error(ask->model),
		.nkinds = run->bbvs->nkinds,
		.order = cvg_regroup(run->bbvs, run->latency, ask->how,
				     out->groupsize),
	};
}

/* The result as it would be in the order of the true vectors: a view, not to be
 * freed. */
static struct cvg_regrouped in_true_order(const struct cvg_regrouped *out)
{
	struct cvg_regrouped truth = *out;

	truth.order = out->loss.order;
	return truth;
}

static void end_loss(const struct cvg_regrouped *truth,
		     struct cvg_regrouped *out)
{
	out->loss.measured = truth->measured;
	out->loss.warp_cycles = truth->warp_cycles[1];
	out->loss.scoreboard = truth->scoreboard[1];
	out->loss.crowded = truth->crowded[1];
}

/* ---- regrouping -------------------------------------------------------- */

/* Do the estimates say that the order is worth a run? Where all thread blocks begin at
 * once, scheduled cycles are those of the slowest block, whatever the others gain. If
 * the number of blocks was guessed, the cycles of all of them count, as on a launch that
 * fills the machine. */
static bool promises(const struct cvg_bbvrun *run, bool guessed,
		     const struct cvg_regrouped *out)
{
	const struct cvg_bbvcost *before = &out->estimate[0],
				 *after = &out->estimate[1];
	uint64_t room = (uint64_t)run->gpu.sms * run->gpu.occupancy;

	return after->scheduled < before->scheduled ||
	       (guessed && run->nblocks <= room &&
		after->weighted < before->weighted);
}

static void estimate(const struct cvg_bbvrun *run,
		     const struct cvg_regroup_ask *ask, bool guessed,
		     const uint64_t *after, struct cvg_regrouped *out)
{
	struct cvg_bbvs *foretold =
		ask->model ? cvg_model_foretell(ask->model, run->bbvs->nthreads,
						run->bbvs->nblocks,
						&ask->foreseen->probes)
			   : NULL;
	const struct cvg_bbvs *vectors = foretold ? foretold : run->bbvs;

	out->foretold = foretold;
	for (int i = 0; i < 2; i++) {
		size_t bytes = vectors->nblocks * sizeof(*after);

		out->latency[i] = cvg_alloc(bytes + 1);
		memcpy(out->latency[i], i ? after : run->latency, bytes);
	}
	out->groupsize = ask->groupsize ? ask->groupsize : run->gpu.warp;
	out->nthreads = vectors->nthreads;
	out->nkinds = vectors->nkinds;
	out->ngroups =
		(vectors->nthreads + out->groupsize - 1) / out->groupsize;
	out->order =
		cvg_regroup(vectors, run->latency, ask->how, out->groupsize);
	cvg_bbv_cost(vectors, NULL, run->latency, run->block, &run->gpu,
		     &out->estimate[0]);
	cvg_bbv_cost(vectors, out->order, after, run->block, &run->gpu,
		     &out->estimate[1]);
	cvg_proving_measured(run, out, 0);
	out->pays = promises(run, guessed, out);
	if (foretold)
		begin_loss(run, ask, out);
	cvg_bbvs_free(foretold);
}

/*
 * The vectors are those of the threads as they run now. If the kernel is
 * redirected already, translate the new order to the threads as they were
 * before any redirection.
 */
static void through_old_order(const struct cvg_session *session,
			      struct cvg_regrouped *out)
{
	const struct redirected *d = cvg_proving_order(session, CVG_NONE);

	if (!d || d->n != out->nthreads)
		return;
	for (uint32_t i = 0; i < out->nthreads; i++)
		out->order[i] = d->order[out->order[i]];
}

/* Keep the groups and vectors, to be shown. */
static void keep_groups(struct cvg_session *session,
			const struct cvg_regroup_ask *ask,
			struct cvg_bbvrun *run,
			const struct cvg_regrouped *regrouped)
{
	struct cvg_groups g = {
		.before = session->history->current,
		.after = CVG_NONE,
		.how = ask->how,
		.groupsize = regrouped->groupsize,
		.order = cvg_alloc(((size_t)regrouped->nthreads + 1) *
				   sizeof(*g.order)),
	};

	memcpy(g.order, regrouped->order,
	       (size_t)regrouped->nthreads * sizeof(*g.order));
	cvg_proving_keep_groups(session, &g, run);
}

/* `start`: the memory as it is before the kernel runs. */
static bool have_layout(struct cvg_session *session,
			const struct cvg_regroup_ask *ask, struct ready *ready,
			const struct cvg_launch *launch,
			const struct cvg_image *start, struct cvg_image *want,
			struct cvg_regrouped *out, struct cvg_err *err)
{
	struct cvg_layout_plan plan;
	bool ok = cvg_layout_plan_init(&plan, session, ask, ready->program,
				       launch, start, out, err);

	if (ok && out->moved.n && out->foretold) {
		struct cvg_regrouped truth = in_true_order(out);

		ok = run_moved(session, &plan, ready, launch, want, &truth,
			       err);
		end_loss(&truth, out);
	}
	if (ok && out->moved.n && (out->pays || ask->force)) {
		ok = run_moved(session, &plan, ready, launch, want, out, err);
		out->pays =
			out->pays && (!out->same || cvg_regrouped_gains(out));
		out->done = ok && !ask->look && (out->pays || ask->force);
	}
	cvg_layout_plan_done(&plan);
	return ok;
}

static bool have_it(struct cvg_session *session,
		    const struct cvg_regroup_ask *ask, struct ready *ready,
		    const struct cvg_launch *launch, struct cvg_trial *trial,
		    const struct cvg_image *start, struct cvg_image *want,
		    struct cvg_regrouped *out, struct cvg_err *err)
{
	bool ok;

	if (ask->by == CVG_BY_REDIRECT && out->foretold) {
		struct cvg_regrouped truth = in_true_order(out);
		struct cvg_err unmeasured;

		cvg_trial_run(session, trial, ready, launch, want, &truth,
			      &unmeasured);
		end_loss(&truth, out);
	}
	if (ask->by == CVG_BY_LAYOUT) {
		ok = have_layout(session, ask, ready, launch, start, want, out,
				 err);
	} else if (!out->pays && !ask->force) {
		return true;
	} else {
		through_old_order(session, out);
		ok = cvg_trial_stand(session, ask, trial, ready, launch, want,
				     out, err);
	}
	if (out->done)
		cvg_proving_groups_done(session, session->history->current);
	return ok;
}

/* Tell how threads depend on each other if they do, and refuse unless forced. */
static bool independent(struct cvg_session *session,
			const struct cvg_regroup_ask *ask,
			const struct ready *ready,
			const struct cvg_launch *launch,
			const struct cvg_depend *depend,
			struct cvg_regrouped *out, struct cvg_err *err)
{
	struct cvg_place where = {.rev = session->history->current,
				  .program = ready->program,
				  .launch = launch};

	if (!depend->found)
		return true;
	cvg_proving_depend_text(session, &out->dependence, &where, depend);
	return ask->force ||
	       cvg_fail(err, "threads of @%s cannot change places: %s",
			ready->program->fns[0].name, out->dependence.at);
}

static bool run_and_order(struct cvg_session *session,
			  const struct cvg_regroup_ask *ask,
			  struct ready *ready, const struct cvg_launch *launch,
			  struct cvg_image *image, struct cvg_regrouped *out,
			  struct cvg_err *err)
{
	struct cvg_image *start = cvg_image_copy(image);
	struct cvg_bbvrun run;
	struct cvg_depend depend = {.found = false};
	const struct cvg_vectors_ask vectors = {.depend = &depend,
						.timed = true};
	struct cvg_trial trial = {.program = NULL};
	bool ok;

	if (!cvg_proving_vectors(session, CVG_NONE, ready, launch, image,
				 &vectors, &run, err)) {
		cvg_image_free(start);
		return false;
	}
	ok = independent(session, ask, ready, launch, &depend, out, err) &&
	     cvg_trial_init(&trial, session, ask, &run, err);
	if (ok) {
		estimate(&run, ask, !launch->said_grid, trial.latency, out);
		keep_groups(session, ask, &run, out);
		ok = have_it(session, ask, ready, launch, &trial, start, image,
			     out, err);
	}
	cvg_trial_done(&trial);
	cvg_bbvrun_done(&run);
	cvg_image_free(start);
	return ok;
}

bool cvg_session_regroup(struct cvg_session *session,
			 const struct cvg_regroup_ask *ask,
			 struct cvg_regrouped *out, struct cvg_err *err)
{
	struct ready *ready = cvg_proving_ready(session, CVG_NONE, err);
	const struct launched *l =
		ready ? cvg_proving_regrouped(session, ready, err) : NULL;
	struct cvg_image *image;
	bool ok;

	*out = (struct cvg_regrouped){.order = NULL};
	if (!l)
		return false;
	if (ask->groupsize % ready->program->warp)
		return cvg_fail(
			err,
			"groupsize=%u: not a multiple of the warp's %u threads",
			ask->groupsize, ready->program->warp);
	if (!known_data(ask, ready->program, err) ||
	    !may_change(session, ask, &l->launch, err) ||
	    !cvg_proving_image(session, CVG_NONE, ready->program, &l->launch,
			       session->proving.left.image, &image, err))
		return false;
	out->act.rev = session->history->current;
	ok = run_and_order(session, ask, ready, &l->launch, image, out, err);
	cvg_image_free(image);
	if (!ok)
		cvg_regrouped_done(out);
	return ok;
}

void cvg_regrouped_done(struct cvg_regrouped *regrouped)
{
	free(regrouped->order);
	free(regrouped->loss.order);
	free(regrouped->latency[0]);
	free(regrouped->latency[1]);
	cvg_str_done(&regrouped->moved);
	cvg_str_done(&regrouped->dependence);
	for (size_t i = 0; i < regrouped->left.n; i++) {
		free(regrouped->left.at[i].name);
		free(regrouped->left.at[i].why);
	}
	free(regrouped->left.at);
	cvg_str_done(&regrouped->act.report);
	*regrouped = (struct cvg_regrouped){.order = NULL};
}
