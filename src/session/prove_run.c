/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Proving: runs on a launch, and the facts about a revision that they give. */
#include "inside.h"

#include "reconverge/faults.h"
#include "reconverge/graph.h"
#include "reconverge/metrics.h"
#include "reconverge/program.h"

#include <stdlib.h>
#include <string.h>

/* ---- one run --------------------------------------------------------- */

/* The tick function of a simulated run; its context is a struct share. */
static bool share_tick(void *context, double done)
{
	struct share *share = context;
	struct proving *proving = &share->session->proving;

	if (proving->tick &&
	    !proving->tick(proving->context,
			   share->from + done * (share->to - share->from)))
		share->stopped = true;
	return !share->stopped;
}

bool cvg_proving_run(struct cvg_sim *sim, const struct cvg_launch *launch,
		     struct cvg_image *image, struct cvg_sim_options *options,
		     struct share *share, struct cvg_sim_result *out,
		     struct cvg_err *err)
{
	options->seed = launch->seed;
	options->tick = share_tick;
	options->context = share;
	/* A run that is short does not ask; there may be many. */
	if (!share_tick(share, 0))
		return cvg_fail_interrupted(err);
	if (!cvg_sim_run(sim, launch, image, options, out, err))
		return false;
	if (!out->stopped)
		return true;
	cvg_sim_result_done(out);
	return cvg_fail_interrupted(err);
}

struct cvg_sim_options cvg_proving_options(const struct cvg_session *session)
{
	return (struct cvg_sim_options){
		.max_steps = (uint64_t)cvg_set_real(&session->settings,
						    CVG_SET_OPERATIONS),
		.workers = (uint32_t)cvg_set_int(&session->settings,
						 CVG_SET_WORKERS),
		.timed = cvg_set_int(&session->settings, CVG_SET_TIMING) ==
			 CVG_TIMING_SCOREBOARD,
	};
}

bool cvg_launch_goes_on(const struct cvg_launch *launch)
{
	for (uint32_t i = 0; i < launch->nargs; i++) {
		if (launch->args[i].gen == CVG_GEN_LAST)
			return true;
	}
	return false;
}

/* ---- facts about a revision ------------------------------------------ */

struct rev *cvg_proving_prove(struct cvg_session *session, uint32_t rev)
{
	struct rev *of = cvg_history_rev(session->history, rev);
	const char *function =
		session->history->functions.at[session->history->focus].name;

	if (of->proof.function && strcmp(of->proof.function, function) != 0)
		of->proof = (struct cvg_proof){.measured = false};
	of->proof.function = function;
	return of;
}

void cvg_proving_note(struct cvg_session *session, uint32_t rev,
		      const struct ready *ready)
{
	const struct cvg_counts *counts = &ready->result.counts;
	struct rev *of;

	if (ready->result.fault.kind != CVG_F_NONE)
		return;
	of = cvg_proving_prove(session, rev);
	of->proof.measured = true;
	of->proof.launch = ready->serial;
	of->proof.seed = ready->seed;
	of->proof.timed = counts->timed;
	of->proof.machine = counts->machine.priced;
	if (!of->metric)
		of->metric = cvg_calloc(CVG_NMETRICS, sizeof *of->metric);
	for (int m = 0; m < CVG_NMETRICS; m++)
		of->metric[m] = cvg_metric_of((enum cvg_metric)m, counts,
					      ready->program->warp);
	of->proof.metric = of->metric;
}

const struct cvg_proof *cvg_session_proof(const struct cvg_session *session,
					  uint32_t rev)
{
	return &cvg_history_rev(session->history, rev)->proof;
}

void cvg_proving_keep(struct ready *ready, const struct cvg_sim_result *take,
		      uint64_t serial, uint64_t seed)
{
	if (ready->counted)
		cvg_sim_result_done(&ready->result);
	ready->counted = true;
	ready->result = *take;
	ready->serial = serial;
	ready->seed = seed;
}

static void fill_run(const struct cvg_session *session, uint32_t rev,
		     const struct ready *ready, struct cvg_run *out)
{
	const struct left *left = &session->proving.left;

	*out = (struct cvg_run){
		.rev = cvg_history_rev(session->history, rev)->pub.id,
		.function = session->history->functions.at[ready->fid].name,
		.program = ready->program,
		.launch = cvg_session_launch(session),
		.result = &ready->result,
		.seed = ready->seed,
	};
	if (left->ready == ready && ready->seed == left->seed &&
	    left->rev == out->rev)
		out->image = left->image;
	out->witnessed =
		cvg_proving_witnessed(session, rev, ready->serial, ready->seed);
	if (out->witnessed)
		out->dependence =
			cvg_history_rev(session->history, rev)->dependence;
}

/* ---- simulate and measure -------------------------------------------- */

/* Keep the memory and the launch of the run as the last result. */
static void keep_left(struct cvg_session *session, struct ready *ready,
		      uint32_t rev, struct cvg_launch *take_launch,
		      struct cvg_image *take_image)
{
	struct left *left = &session->proving.left;
	struct cvg_image *before = NULL;

	if (left->ready && cvg_launch_goes_on(take_launch)) {
		before = left->image;
		left->image = NULL;
	}
	cvg_image_free(left->image);
	cvg_image_free(left->before);
	if (left->ready)
		cvg_launch_done(&left->launch);
	*left = (struct left){
		.ready = ready,
		.rev = cvg_history_rev(session->history, rev)->pub.id,
		.seed = take_launch->seed,
		.image = take_image,
		.launch = *take_launch,
		.before = before,
	};
}

static bool no_launch(struct cvg_err *err)
{
	return cvg_fail(err, "the kernel has no launch: set one with 'launch'");
}

/* Keep with the revision whether threads depend on each other; a run that did
 * not end well proves nothing. */
static void note_depend(struct cvg_session *session, uint32_t rev,
			const struct ready *ready, const struct launched *l,
			const struct cvg_depend *depend)
{
	struct cvg_place where = {
		.rev = cvg_history_rev(session->history, rev)->pub.id,
		.program = ready->program,
		.launch = &l->launch};
	struct cvg_str text = {0};

	if (depend->found)
		cvg_proving_depend_text(session, &text, &where, depend);
	if (depend->found || ready->result.fault.kind == CVG_F_NONE)
		cvg_proving_witness(session, rev, l->serial, ready->seed, 1,
				    cvg_str_of(&text));
	cvg_str_done(&text);
}

bool cvg_session_simulate(struct cvg_session *session,
			  const struct cvg_run_ask *ask, struct cvg_run *out,
			  struct cvg_err *err)
{
	const struct launched *l = cvg_proving_launched(session);
	struct cvg_sim_options o = cvg_proving_options(session);
	struct share share = {.session = session, .to = 1};
	struct ready *ready = cvg_proving_ready(session, ask->rev, err);
	struct cvg_depend depend = {.found = false};
	struct cvg_sim_result result;
	struct cvg_launch launch;
	struct cvg_image *image;

	if (!ready || !(l || no_launch(err)))
		return false;
	o.races = ask->races ? CVG_RACES_STOP : CVG_RACES_IGNORE;
	o.depend = cvg_proving_wants_witness(ready->program) ? &depend : NULL;
	o.trace = ask->trace;
	if (ask->steps)
		o.max_steps = ask->steps;
	if (ask->workers)
		o.workers = ask->workers;
	cvg_launch_copy(&launch, &l->launch);
	if (ask->seed)
		launch.seed = ask->seed;
	if (!cvg_proving_image(session, ask->rev, ready->program, &launch,
			       session->proving.left.image, &image, err))
		goto failed;
	if (!cvg_proving_run(ready->sim, &launch, image, &o, &share, &result,
			     err)) {
		cvg_image_free(image);
		goto failed;
	}
	cvg_proving_keep(ready, &result, l->serial, launch.seed);
	keep_left(session, ready, ask->rev, &launch, image);
	cvg_proving_note(session, ask->rev, ready);
	if (o.depend)
		note_depend(session, ask->rev, ready, l, &depend);
	fill_run(session, ask->rev, ready, out);
	return true;
failed:
	cvg_launch_done(&launch);
	return false;
}

/* The memory with which a run of the launch begins: the one of the kept run, if
 * that was on the same launch, so that revisions are comparable; else the one
 * that the kept run left. */
static const struct cvg_image *start_of(const struct cvg_session *session,
					const struct launched *l)
{
	const struct left *left = &session->proving.left;
	const struct ready *ready = left->ready;

	if (ready && ready->fid == l->fid && ready->serial == l->serial)
		return left->before;
	return left->image;
}

static bool has_nests(const struct cvg_program *program,
		      const struct cvg_nestruns *nests)
{
	uint32_t n = 0;

	for (uint32_t f = 0; nests && f < program->nfns; f++)
		n += nests[f].n + nests[f].nifs;
	return n != 0;
}

/* How many operations each warp may run so that all of them run `insts` at most. */
static uint64_t share_of(uint64_t insts, const struct cvg_program *program,
			 const struct cvg_launch *launch)
{
	uint64_t warps = cvg_launch_threads(launch) / program->warp + 1;

	return insts / warps + 1;
}

/* Run only for the counts; the last result stays. `most_insts`: of all warps; 0: any
 * number. */
static bool count(struct cvg_session *session, uint32_t rev,
		  struct cvg_trace *trace, struct cvg_nestruns *nests,
		  uint64_t most_insts, struct cvg_run *out, struct cvg_err *err)
{
	const struct launched *l = cvg_proving_launched(session);
	struct cvg_sim_options o = cvg_proving_options(session);
	struct share share = {.session = session, .to = 1};
	struct ready *ready = cvg_proving_ready(session, rev, err);
	struct cvg_sim_result result;
	struct cvg_image *image;
	bool ok, cut;

	if (!ready || !(l || no_launch(err)))
		return false;
	o.trace = trace;
	o.nests = has_nests(ready->program, nests) ? nests : NULL;
	cut = most_insts && !o.max_steps;
	if (cut)
		o.max_steps = share_of(most_insts, ready->program, &l->launch);
	if (trace || o.nests || !ready->counted || ready->serial != l->serial ||
	    ready->seed != l->launch.seed ||
	    (o.timed && !ready->result.counts.timed)) {
		if (!cvg_proving_image(session, rev, ready->program, &l->launch,
				       start_of(session, l), &image, err))
			return false;
		ok = cvg_proving_run(ready->sim, &l->launch, image, &o, &share,
				     &result, err);
		cvg_image_free(image);
		if (!ok)
			return false;
		if (cut && result.fault.kind == CVG_F_ENDLESS) {
			cvg_sim_result_done(&result);
			return cvg_fail(err,
					"it may take more than %.9g million "
					"instructions of warps",
					(double)most_insts / 1e6);
		}
		cvg_proving_keep(ready, &result, l->serial, l->launch.seed);
	}
	cvg_proving_note(session, rev, ready);
	fill_run(session, rev, ready, out);
	return true;
}

bool cvg_session_measure(struct cvg_session *session, uint32_t rev,
			 struct cvg_run *out, struct cvg_err *err)
{
	return count(session, rev, NULL, NULL, 0, out, err);
}

bool cvg_session_trace(struct cvg_session *session, uint32_t rev,
		       struct cvg_trace *trace, struct cvg_run *out,
		       struct cvg_err *err)
{
	return count(session, rev, trace, NULL, 0, out, err);
}

bool cvg_proving_sample(struct cvg_session *session, struct ready *ready,
			const struct cvg_launch *launch, uint64_t most_steps,
			struct sample *out, struct cvg_err *err)
{
	struct cvg_sim_options o = cvg_proving_options(session);
	struct share share = {.session = session};
	struct cvg_image *image;
	bool ok;

	if (!cvg_proving_image(session, CVG_NONE, ready->program, launch,
			       session->proving.left.image, &image, err))
		return false;
	*out = (struct sample){
		.nfns = ready->program->nfns,
		.nests = cvg_proving_nests_new(session, ready->program)};
	cvg_launch_copy(&out->launch, launch);
	o.timed = false;
	o.max_steps = most_steps;
	o.nests = has_nests(ready->program, out->nests) ? out->nests : NULL;
	ok = cvg_proving_run(ready->sim, launch, image, &o, &share,
			     &out->result, err);
	out->cost = cvg_image_cost(image);
	cvg_image_free(image);
	if (!ok) {
		cvg_proving_nests_free(out->nests, out->nfns);
		cvg_launch_done(&out->launch);
	}
	return ok;
}

void cvg_sample_done(struct sample *sample)
{
	cvg_proving_nests_free(sample->nests, sample->nfns);
	cvg_sim_result_done(&sample->result);
	cvg_launch_done(&sample->launch);
}

bool cvg_proving_nests(struct cvg_session *session, struct cvg_nestruns *nests,
		       uint64_t most_insts, struct cvg_run *out,
		       struct cvg_err *err)
{
	return count(session, CVG_NONE, NULL, nests, most_insts, out, err);
}

bool cvg_session_counted(const struct cvg_session *session, uint32_t rev,
			 struct cvg_run *out)
{
	const struct launched *l = cvg_proving_launched(session);
	const struct rev *of = cvg_history_rev(session->history, rev);

	for (uint32_t i = 0; l && i < MAX_READY; i++) {
		const struct ready *ready = session->proving.ready[i];

		if (!ready || ready->rev != of->pub.id ||
		    ready->fid != l->fid || !ready->counted ||
		    ready->serial != l->serial)
			continue;
		fill_run(session, rev, ready, out);
		return true;
	}
	return false;
}

bool cvg_session_last_run(struct cvg_session *session, struct cvg_run *out)
{
	const struct left *left = &session->proving.left;

	if (!left->ready || left->ready->fid != cvg_proving_kernel(session))
		return false;
	fill_run(session, left->rev, left->ready, out);
	out->image = left->image;
	out->launch = &left->launch;
	return true;
}

bool cvg_session_image(struct cvg_session *session, struct cvg_image **out,
		       struct cvg_err *err)
{
	const struct launched *l = cvg_proving_launched(session);
	const struct ready *ready = cvg_proving_ready(session, CVG_NONE, err);

	if (!ready || !(l || no_launch(err)))
		return false;
	return cvg_proving_image(session, CVG_NONE, ready->program, &l->launch,
				 session->proving.left.image, out, err);
}
