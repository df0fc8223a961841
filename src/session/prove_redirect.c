/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Redirection is tried before it is done: the blocks of the redirected kernel
 * are priced, and it is run with the new order of threads. Only if it leaves
 * the same memory as the original kernel does it become a revision.
 */
#include "inside.h"

#include "reconverge/bbv.h"
#include "reconverge/graph.h"
#include "reconverge/ir.h"
#include "reconverge/phases.h"
#include "reconverge/program.h"
#include "transforms/redirect.h"

#include <stdlib.h>
#include <string.h>

void cvg_proving_measured(const struct cvg_bbvrun *run,
			  struct cvg_regrouped *out, int at)
{
	out->sms = run->gpu.sms;
	out->timed = run->timed;
	out->makespan[at] =
		cvg_gpu_schedule(&run->gpu, run->cycles, run->nblocks);
	out->warp_cycles[at] = run->total;
	out->scoreboard[at] = run->scoreboard;
	out->crowded[at] = run->crowded;
	out->accesses[at] = run->accesses;
	out->divergent_branches[at] = run->divergent_branches;
	out->divergent_warps[at] = run->divergent_warps;
	out->transactions[at] = run->transactions;
}

static const struct cvg_phase *phase_of(const struct cvg_regroup_ask *ask)
{
	return ask->force ? &cvg_phase_redirect_forced
			  : &cvg_phase_redirect_tried;
}

/* ---- trying ------------------------------------------------------------ */

struct trying {
	struct cvg_session *session;
	const struct cvg_bbvrun *run;
	struct cvg_trial *trial;
	bool ok;
	struct cvg_err *err;
};

/* The place of a function's twin (its copy with the array), else of the
 * function itself, else CVG_NONE. */
static uint32_t twin_of(struct cvg_module *module, const char *name)
{
	struct cvg_str twin = {0};
	uint32_t found = CVG_NONE;

	cvg_str_addf(&twin, "%s." CVG_REDIRECTED, name);
	for (uint32_t f = 0; f < cvg_module_nfunctions(module); f++) {
		const char *is = cvg_module_function_name(module, f);

		if (!strcmp(is, twin.at) ||
		    (found == CVG_NONE && !strcmp(is, name)))
			found = f;
	}
	cvg_str_done(&twin);
	return found;
}

/* Keep what is needed of the redirected module, which is dropped afterwards. */
static void look_at(void *context, struct cvg_module *module)
{
	struct trying *trying = context;
	const struct cvg_program *program = trying->run->program;

	for (uint32_t f = 0; f < program->nfns; f++) {
		uint32_t at = twin_of(module, program->fns[f].name);
		struct cvg_fn *fn;

		if (at == CVG_NONE) /* a function of a library */
			continue;
		fn = cvg_module_snapshot(module, at, 0);
		if (fn->nblocks == program->fns[f].fn->nblocks)
			cvg_proving_price(trying->session, fn,
					  trying->trial->latency +
						  trying->run->fn_at[f]);
		cvg_fn_free(fn);
	}
	trying->ok = cvg_proving_decode(trying->session, module,
					program->fns[0].name,
					&trying->trial->program, trying->err);
}

bool cvg_trial_init(struct cvg_trial *out, struct cvg_session *session,
		    const struct cvg_regroup_ask *ask,
		    const struct cvg_bbvrun *run, struct cvg_err *err)
{
	size_t n = run->fn_at[run->program->nfns];
	struct trying x = {session, run, out, true, err};

	*out = (struct cvg_trial){.program = NULL};
	out->latency = cvg_alloc((n + 1) * sizeof(*run->latency));
	memcpy(out->latency, run->latency, n * sizeof(*run->latency));
	if (ask->by == CVG_BY_LAYOUT)
		return true;
	return cvg_runner_try(session, phase_of(ask), look_at, &x, err) && x.ok;
}

void cvg_trial_done(struct cvg_trial *t)
{
	cvg_program_free(t->program);
	free(t->latency);
	*t = (struct cvg_trial){.program = NULL};
}

/* ---- running it -------------------------------------------------------- */

/* Give both images the same array of redirection, so that it does not count as
 * a difference. */
static void same_array(const struct cvg_program *was, struct cvg_image *a,
		       const struct cvg_program *is, const struct cvg_image *b)
{
	const struct cvg_buffer *from = cvg_image_arg(b, cvg_proving_array(is));
	uint32_t param = cvg_proving_array(was);

	if (param != CVG_NONE)
		memcpy(cvg_image_arg(a, param)->data, from->data, from->bytes);
}

/* Write the order into the array, unless the launch gives its contents. */
static void set_order(const struct cvg_program *program,
		      const struct cvg_launch *launch, struct cvg_image *image,
		      const struct cvg_regrouped *regrouped)
{
	uint32_t param = cvg_proving_array(program);

	if (cvg_launch_arg_of(launch, program, param))
		return;
	memcpy(cvg_image_arg(image, param)->data, regrouped->order,
	       (size_t)regrouped->nthreads * sizeof(*regrouped->order));
}

static bool run_on(struct cvg_session *session, struct ready *ready,
		   const struct cvg_program *was,
		   const struct cvg_launch *launch, struct cvg_image *want,
		   struct cvg_regrouped *out, struct cvg_err *err)
{
	const struct cvg_vectors_ask timed = {.timed = true};
	struct cvg_bbvrun after;
	struct cvg_image *image;
	bool ok;

	if (!cvg_proving_image(session, CVG_NONE, ready->program, launch,
			       session->proving.left.image, &image, err))
		return false;
	set_order(ready->program, launch, image, out);
	ok = cvg_proving_vectors(session, CVG_NONE, ready, launch, image,
				 &timed, &after, err);
	if (ok) {
		out->measured = true;
		cvg_proving_measured(&after, out, 1);
		cvg_bbvrun_done(&after);
		same_array(was, want, ready->program, image);
		cvg_image_compare(was, want, image, false, &out->difference);
		out->same = !out->difference.found;
	}
	cvg_image_free(image);
	return ok;
}

/* Run the redirected kernel: the kernel itself if it is redirected already. */
bool cvg_trial_run(struct cvg_session *session, struct cvg_trial *t,
		   struct ready *ready, const struct cvg_launch *launch,
		   struct cvg_image *want, struct cvg_regrouped *out,
		   struct cvg_err *err)
{
	struct ready redirected = {.rev = CVG_NONE, .program = t->program};
	bool ok;

	if (!t->program)
		return run_on(session, ready, ready->program, launch, want, out,
			      err);
	redirected.sim = cvg_sim_new(t->program);
	ok = run_on(session, &redirected, ready->program, launch, want, out,
		    err);
	cvg_sim_free(redirected.sim);
	return ok || cvg_fail_in(err, "after the exchange of threads");
}

/* ---- doing it ---------------------------------------------------------- */

static void note_order(struct cvg_session *session,
		       const struct cvg_regrouped *regrouped)
{
	struct redirected d = {
		.rev = session->history->current,
		.fid = cvg_proving_kernel(session),
		.n = regrouped->nthreads,
		.order = cvg_alloc((size_t)regrouped->nthreads *
				   sizeof(*d.order)),
	};

	memcpy(d.order, regrouped->order,
	       (size_t)regrouped->nthreads * sizeof(*d.order));
	cvg_push(&session->proving.orders, d);
	session->proving.serial++;
	cvg_proving_launched(session)->serial = session->proving.serial;
}

static void add_change(struct cvg_str *out, const char *what, double a,
		       double b)
{
	cvg_str_addf(out, "%s: %.0f -> %.0f", what, a, b);
	if (a > 0)
		cvg_str_addf(out, " (%+.1f%%)", 100 * (b - a) / a);
	cvg_str_addc(out, '\n');
}

/* Add the expected gain to the report of the step. */
static void note_worth(struct cvg_session *session,
		       const struct cvg_regroup_ask *ask,
		       const struct cvg_regrouped *regrouped)
{
	struct rev *rev = cvg_history_rev(session->history, regrouped->act.rev);
	struct cvg_str text = {0};

	cvg_str_addf(&text, "%s%s: %u threads of %u kinds in %u groups of %u\n",
		     rev->report, cvg_grouping_name(ask->how),
		     regrouped->nthreads, regrouped->nkinds, regrouped->ngroups,
		     regrouped->groupsize);
	add_change(&text, "BBV-weighted, cycles",
		   regrouped->estimate[0].weighted,
		   regrouped->estimate[1].weighted);
	add_change(&text, "BBV-weighted-scheduled, cycles",
		   regrouped->estimate[0].scheduled,
		   regrouped->estimate[1].scheduled);
	if (regrouped->measured) {
		add_change(&text, "makespan, cycles", regrouped->makespan[0],
			   regrouped->makespan[1]);
		add_change(&text, "cycles of all warps",
			   (double)regrouped->warp_cycles[0],
			   (double)regrouped->warp_cycles[1]);
		add_change(&text, "cycles of all warps by the scoreboard",
			   (double)regrouped->scoreboard[0],
			   (double)regrouped->scoreboard[1]);
		add_change(&text, "cycles if all waits are hidden",
			   regrouped->crowded[0], regrouped->crowded[1]);
		add_change(&text, "divergent warps",
			   (double)regrouped->divergent_warps[0],
			   (double)regrouped->divergent_warps[1]);
		add_change(&text, "global transactions",
			   (double)regrouped->transactions[0],
			   (double)regrouped->transactions[1]);
	}
	free(rev->report);
	rev->report = cvg_str_take(&text);
	rev->pub.report = rev->report;
}

static bool fail_differs(const struct cvg_program *program,
			 const struct cvg_regrouped *regrouped,
			 struct cvg_err *err)
{
	struct cvg_str s = {0};

	cvg_difference_print(&s, &regrouped->difference);
	cvg_fail(err,
		 "threads of @%s cannot change places: the result would "
		 "differ: %s",
		 program->fns[0].name, s.at);
	cvg_str_done(&s);
	return false;
}

bool cvg_trial_stand(struct cvg_session *session,
		     const struct cvg_regroup_ask *ask, struct cvg_trial *t,
		     struct ready *ready, const struct cvg_launch *launch,
		     struct cvg_image *want, struct cvg_regrouped *out,
		     struct cvg_err *err)
{
	struct cvg_object all = {.kind = CVG_OBJ_NONE};

	if (!cvg_trial_run(session, t, ready, launch, want, out,
			   &out->unmeasured) &&
	    !ask->force) {
		*err = out->unmeasured;
		return false;
	}
	if (!ask->force && !out->same)
		return fail_differs(ready->program, out, err);
	out->pays = out->pays && cvg_regrouped_gains(out);
	if (ask->look || (!out->pays && !ask->force))
		return true;
	if (!cvg_session_act(session, phase_of(ask), all, NULL, ask->command,
			     &out->act, err))
		return false;
	out->done = true;
	note_order(session, out);
	cvg_proving_witness(session, CVG_NONE,
			    cvg_proving_launched(session)->serial, launch->seed,
			    1, cvg_str_of(&out->dependence));
	if (out->act.changed)
		note_worth(session, ask, out);
	return true;
}
