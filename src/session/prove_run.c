/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Proving: runs on a launch, and the facts about a revision that they give. */
#include "inside.h"

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
	struct proving *p = &share->s->proving;

	if (p->tick && !p->tick(p->context,
				share->from + done * (share->to - share->from)))
		share->stopped = true;
	return !share->stopped;
}

bool cvg_proving_run(struct cvg_sim *sim, const struct cvg_launch *l,
		     struct cvg_image *image, struct cvg_sim_options *o,
		     struct share *share, struct cvg_sim_result *out,
		     struct cvg_err *err)
{
	o->seed = l->seed;
	o->tick = share_tick;
	o->context = share;
	if (!cvg_sim_run(sim, l, image, o, out, err))
		return false;
	if (!out->stopped)
		return true;
	cvg_sim_result_done(out);
	return cvg_fail(err, "interrupted");
}

/* The simulator's options from the settings. */
static struct cvg_sim_options options_of(const struct cvg_session *s)
{
	return (struct cvg_sim_options){
		.max_steps =
			(uint64_t)cvg_set_real(&s->settings, CVG_SET_STEPS),
		.workers = (uint32_t)cvg_set_int(&s->settings, CVG_SET_WORKERS),
		.timed = cvg_set_int(&s->settings, CVG_SET_TIMING) ==
			 CVG_TIMING_SCOREBOARD,
	};
}

static bool goes_on(const struct cvg_launch *l)
{
	for (uint32_t i = 0; i < l->nargs; i++) {
		if (l->args[i].gen == CVG_GEN_LAST)
			return true;
	}
	return false;
}

/* ---- facts about a revision ------------------------------------------ */

void cvg_proving_note(struct cvg_session *s, uint32_t rev,
		      const struct ready *r)
{
	struct rev *of = cvg_history_rev(s->h, rev);
	const struct cvg_counts *c = &r->result.counts;
	const struct cvg_fn *fn = r->program->fns[0].fn;

	if (r->result.fault.kind != CVG_F_NONE)
		return;
	if (of->proof.function && strcmp(of->proof.function, fn->name) != 0)
		of->proof = (struct cvg_proof){.measured = false};
	of->proof.function = s->h->functions.at[r->fid].name;
	of->proof.measured = true;
	of->proof.launch = r->serial;
	of->proof.seed = r->seed;
	of->proof.timed = c->timed;
	if (!of->metric)
		of->metric = cvg_calloc(CVG_NMETRICS, sizeof *of->metric);
	for (int m = 0; m < CVG_NMETRICS; m++)
		of->metric[m] =
			cvg_metric_of((enum cvg_metric)m, c, r->program->warp);
	of->proof.metric = of->metric;
}

const struct cvg_proof *cvg_session_proof(const struct cvg_session *s,
					  uint32_t rev)
{
	return &cvg_history_rev(s->h, rev)->proof;
}

void cvg_proving_keep(struct ready *r, const struct cvg_sim_result *take,
		      uint64_t serial, uint64_t seed)
{
	if (r->counted)
		cvg_sim_result_done(&r->result);
	r->counted = true;
	r->result = *take;
	r->serial = serial;
	r->seed = seed;
}

static void fill_run(const struct cvg_session *s, uint32_t rev,
		     const struct ready *r, struct cvg_run *out)
{
	const struct left *left = &s->proving.left;

	*out = (struct cvg_run){
		.rev = cvg_history_rev(s->h, rev)->pub.id,
		.function = s->h->functions.at[r->fid].name,
		.program = r->program,
		.launch = cvg_session_launch(s),
		.result = &r->result,
		.seed = r->seed,
	};
	if (left->ready == r && r->seed == left->seed && left->rev == out->rev)
		out->image = left->image;
	out->witnessed = cvg_proving_witnessed(s, rev, r->serial, r->seed);
	if (out->witnessed)
		out->dependence = cvg_history_rev(s->h, rev)->dependence;
}

/* ---- simulate and measure -------------------------------------------- */

/* Keep the memory and the launch of the run as the last result. */
static void keep_left(struct cvg_session *s, struct ready *r, uint32_t rev,
		      struct cvg_launch *take_l, struct cvg_image *take_image)
{
	struct left *left = &s->proving.left;
	struct cvg_image *before = NULL;

	if (left->ready && goes_on(take_l)) {
		before = left->image;
		left->image = NULL;
	}
	cvg_image_free(left->image);
	cvg_image_free(left->before);
	if (left->ready)
		cvg_launch_done(&left->launch);
	*left = (struct left){
		.ready = r,
		.rev = cvg_history_rev(s->h, rev)->pub.id,
		.seed = take_l->seed,
		.image = take_image,
		.launch = *take_l,
		.before = before,
	};
}

static bool no_launch(struct cvg_err *err)
{
	return cvg_fail(err, "the kernel has no launch: set one with 'launch'");
}

/* Keep with the revision whether threads depend on each other; a run that did
 * not end well proves nothing. */
static void note_depend(struct cvg_session *s, uint32_t rev,
			const struct ready *r, const struct launched *l,
			const struct cvg_depend *depend)
{
	struct cvg_place where = {.rev = cvg_history_rev(s->h, rev)->pub.id,
				  .program = r->program,
				  .launch = &l->launch};
	struct cvg_str text = {0};

	if (depend->found)
		cvg_proving_depend_text(s, &text, &where, depend);
	if (depend->found || r->result.fault.kind == CVG_F_NONE)
		cvg_proving_witness(s, rev, l->serial, r->seed, 1,
				    cvg_str_of(&text));
	cvg_str_done(&text);
}

bool cvg_session_simulate(struct cvg_session *s, const struct cvg_run_ask *ask,
			  struct cvg_run *out, struct cvg_err *err)
{
	const struct launched *l = cvg_proving_launched(s);
	struct cvg_sim_options o = options_of(s);
	struct share share = {.s = s, .to = 1};
	struct ready *r = cvg_proving_ready(s, ask->rev, err);
	struct cvg_depend depend = {.found = false};
	struct cvg_sim_result result;
	struct cvg_launch launch;
	struct cvg_image *image;

	if (!r || !(l || no_launch(err)))
		return false;
	o.races = ask->races ? CVG_RACES_STOP : CVG_RACES_IGNORE;
	o.depend = cvg_proving_wants_witness(r->program) ? &depend : NULL;
	o.trace = ask->trace;
	if (ask->steps)
		o.max_steps = ask->steps;
	if (ask->workers)
		o.workers = ask->workers;
	cvg_launch_copy(&launch, &l->launch);
	if (ask->seed)
		launch.seed = ask->seed;
	if (!cvg_proving_image(s, ask->rev, r->program, &launch,
			       s->proving.left.image, &image, err))
		goto failed;
	if (!cvg_proving_run(r->sim, &launch, image, &o, &share, &result,
			     err)) {
		cvg_image_free(image);
		goto failed;
	}
	cvg_proving_keep(r, &result, l->serial, launch.seed);
	keep_left(s, r, ask->rev, &launch, image);
	cvg_proving_note(s, ask->rev, r);
	if (o.depend)
		note_depend(s, ask->rev, r, l, &depend);
	fill_run(s, ask->rev, r, out);
	return true;
failed:
	cvg_launch_done(&launch);
	return false;
}

/* The memory with which a run of the launch begins: the one of the kept run, if
 * that was on the same launch, so that revisions are comparable; else the one
 * that the kept run left. */
static const struct cvg_image *start_of(const struct cvg_session *s,
					const struct launched *l)
{
	const struct left *left = &s->proving.left;
	const struct ready *r = left->ready;

	if (r && r->fid == l->fid && r->serial == l->serial)
		return left->before;
	return left->image;
}

/* Run only for the counts; the last result stays. */
static bool count(struct cvg_session *s, uint32_t rev, struct cvg_trace *trace,
		  struct cvg_nestruns *nests, struct cvg_run *out,
		  struct cvg_err *err)
{
	const struct launched *l = cvg_proving_launched(s);
	struct cvg_sim_options o = options_of(s);
	struct share share = {.s = s, .to = 1};
	struct ready *r = cvg_proving_ready(s, rev, err);
	struct cvg_sim_result result;
	struct cvg_image *image;
	bool ok;

	if (!r || !(l || no_launch(err)))
		return false;
	o.trace = trace;
	o.nests = nests && nests->n ? nests : NULL;
	if (trace || o.nests || !r->counted || r->serial != l->serial ||
	    r->seed != l->launch.seed || (o.timed && !r->result.counts.timed)) {
		if (!cvg_proving_image(s, rev, r->program, &l->launch,
				       start_of(s, l), &image, err))
			return false;
		ok = cvg_proving_run(r->sim, &l->launch, image, &o, &share,
				     &result, err);
		cvg_image_free(image);
		if (!ok)
			return false;
		cvg_proving_keep(r, &result, l->serial, l->launch.seed);
	}
	cvg_proving_note(s, rev, r);
	fill_run(s, rev, r, out);
	return true;
}

bool cvg_session_measure(struct cvg_session *s, uint32_t rev,
			 struct cvg_run *out, struct cvg_err *err)
{
	return count(s, rev, NULL, NULL, out, err);
}

bool cvg_session_trace(struct cvg_session *s, uint32_t rev, struct cvg_trace *t,
		       struct cvg_run *out, struct cvg_err *err)
{
	return count(s, rev, t, NULL, out, err);
}

bool cvg_proving_nests(struct cvg_session *s, struct cvg_nestruns *nests,
		       struct cvg_run *out, struct cvg_err *err)
{
	return count(s, CVG_NONE, NULL, nests, out, err);
}

bool cvg_session_counted(const struct cvg_session *s, uint32_t rev,
			 struct cvg_run *out)
{
	const struct launched *l = cvg_proving_launched(s);
	const struct rev *of = cvg_history_rev(s->h, rev);

	for (uint32_t i = 0; l && i < MAX_READY; i++) {
		const struct ready *r = s->proving.ready[i];

		if (!r || r->blob != of->blob || r->fid != s->h->focus ||
		    !r->counted || r->serial != l->serial)
			continue;
		fill_run(s, rev, r, out);
		return true;
	}
	return false;
}

bool cvg_session_last_run(struct cvg_session *s, struct cvg_run *out)
{
	const struct left *left = &s->proving.left;

	if (!left->ready || left->ready->fid != s->h->focus)
		return false;
	fill_run(s, left->rev, left->ready, out);
	out->image = left->image;
	out->launch = &left->launch;
	return true;
}

bool cvg_session_image(struct cvg_session *s, struct cvg_image **out,
		       struct cvg_err *err)
{
	const struct launched *l = cvg_proving_launched(s);
	const struct ready *r = cvg_proving_ready(s, CVG_NONE, err);

	if (!r || !(l || no_launch(err)))
		return false;
	return cvg_proving_image(s, CVG_NONE, r->program, &l->launch,
				 s->proving.left.image, out, err);
}

/* ---- guessing a launch ----------------------------------------------- */

#define TRIAL_STEPS 200000 /* of a warp; a trial need not run to its end */
#define TRIAL_INSTS UINT64_C(5000000) /* of warps; then no more seeds */

struct trial {
	struct cvg_session *s;
	struct ready *ready;
};

/* Try one seed; adds to *insts the instructions that warps ran. */
static bool try_seed(const struct trial *t, const struct cvg_launch *l,
		     struct cvg_fault *out, uint64_t *insts,
		     struct cvg_err *err)
{
	struct cvg_sim_options o = options_of(t->s);
	struct share share = {.s = t->s};
	struct cvg_sim_result result;
	struct cvg_image *image;
	bool ok;

	o.max_steps = TRIAL_STEPS;
	o.timed = false;
	if (!cvg_proving_image(t->s, CVG_NONE, t->ready->program, l,
			       t->s->proving.left.image, &image, err))
		return false;
	ok = cvg_proving_run(t->ready->sim, l, image, &o, &share, &result, err);
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
static bool try_launch(void *context, const struct cvg_launch *l,
		       struct cvg_fault *out, struct cvg_err *err)
{
	const struct trial *t = context;
	uint64_t seeds = (uint64_t)cvg_set_int(&t->s->settings, CVG_SET_SEEDS);
	struct cvg_launch with = *l;
	uint64_t insts = 0;

	out->kind = CVG_F_NONE;
	for (; with.seed - l->seed < seeds && insts < TRIAL_INSTS &&
	       out->kind == CVG_F_NONE;
	     with.seed++) {
		if (!try_seed(t, &with, out, &insts, err))
			return false;
	}
	return true;
}

/* A guessed array of redirection would be no order of the threads. Without one,
 * each run gets the order of the revision. */
static void drop_guessed_array(const struct cvg_program *p,
			       struct cvg_launch *l)
{
	uint32_t array = cvg_proving_array(p);

	for (uint32_t i = 0; array != CVG_NONE && i < l->nargs; i++) {
		if (!l->args[i].guessed ||
		    cvg_launch_param(p, l->args[i].name) != array)
			continue;
		cvg_launch_drop(l, i);
		return;
	}
}

bool cvg_proving_complete(struct cvg_session *s, struct cvg_launch *l,
			  struct cvg_fault *left, struct cvg_err *err)
{
	struct trial t = {.s = s};

	t.ready = cvg_proving_ready(s, CVG_NONE, err);
	if (!t.ready || !cvg_launch_complete(t.ready->program, l, try_launch,
					     &t, left, err))
		return false;
	drop_guessed_array(t.ready->program, l);
	return true;
}

bool cvg_session_need_launch(struct cvg_session *s, bool *guessed,
			     struct cvg_fault *left, struct cvg_err *err)
{
	struct cvg_launch launch;

	*guessed = !cvg_proving_launched(s);
	if (!*guessed)
		return true;
	cvg_launch_init(&launch);
	return cvg_session_set_launch(s, &launch, left, err);
}
