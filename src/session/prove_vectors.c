/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Runs that keep the vector of every thread, and the memory images for kernels
 * whose threads are redirected.
 */
#include "inside.h"

#include "reconverge/bbv.h"
#include "reconverge/cost.h"
#include "reconverge/faults.h"
#include "reconverge/graph.h"
#include "reconverge/mcode.h"
#include "reconverge/program.h"
#include "reconverge/regroup.h"
#include "reconverge/target.h"
#include "transforms/redirect.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- a run for vectors ------------------------------------------------ */

static struct cvg_gpu gpu_of(const struct cvg_session *session,
			     const struct cvg_program *program)
{
	int sms = cvg_set_int(&session->settings, CVG_SET_SMS);

	return (struct cvg_gpu){
		.warp = program->warp,
		.sms = sms ? (uint32_t)sms
			   : cvg_target_info(program->fns[0].fn->target)->units,
		.occupancy = (uint32_t)cvg_set_int(&session->settings,
						   CVG_SET_OCCUPANCY),
		.fixed = cvg_set_int(&session->settings, CVG_SET_SCHEDULING) ==
			 CVG_SCHEDULING_STATIC,
	};
}

void cvg_proving_price(const struct cvg_session *session,
		       const struct cvg_fn *fn, uint64_t *latency)
{
	bool paper = cvg_set_int(&session->settings, CVG_SET_LATENCIES) ==
		     CVG_LATENCIES_GTX480;

	for (uint32_t b = 0; b < fn->nblocks; b++)
		latency[b] = paper ? cvg_cost_gtx480_block(fn, b)
				   : cvg_cost_block(fn, b);
}

void cvg_bbvrun_done(struct cvg_bbvrun *run)
{
	cvg_bbvs_free(run->bbvs);
	free(run->fn_at);
	free(run->latency);
	free(run->cycles);
	*run = (struct cvg_bbvrun){.bbvs = NULL};
}

void cvg_proving_bbvrun(struct cvg_bbvrun *out,
			const struct cvg_session *session,
			const struct ready *ready,
			const struct cvg_launch *launch)
{
	uint32_t nfns = ready->program->nfns;

	*out = (struct cvg_bbvrun){
		.program = ready->program,
		.nblocks = (uint64_t)launch->grid[0] * launch->grid[1] *
			   launch->grid[2],
		.block = launch->block[0] * launch->block[1] * launch->block[2],
		.gpu = gpu_of(session, ready->program),
	};
	out->fn_at = cvg_calloc((size_t)nfns + 1, sizeof(*out->fn_at));
	cvg_sim_blocks(ready->sim, out->fn_at);
	out->latency =
		cvg_calloc((size_t)out->fn_at[nfns] + 1, sizeof(*out->latency));
	for (uint32_t f = 0; f < nfns; f++)
		cvg_proving_price(session, ready->program->fns[f].fn,
				  out->latency + out->fn_at[f]);
	out->cycles = cvg_calloc(out->nblocks, sizeof(*out->cycles));
}

/* A warp that waits leaves its multiprocessor to others, but the lines that it
 * asks for pass through the same share of the L2 cache as theirs. */
static double crowded(const struct cvg_program *program,
		      const struct cvg_counts *counts)
{
	const struct cvg_mchip *chip = cvg_mchip_of(program->fns[0].fn);
	double issue = (double)(counts->timed_cycles - counts->stalls);
	double bytes = (double)counts->transactions[CVG_MEM_GLOBAL] *
		       cvg_target_info(program->target)->line;

	return fmax(issue / chip->simds, bytes / chip->l2);
}

static void take_counts(struct cvg_bbvrun *out, const struct cvg_counts *counts)
{
	out->crowded = crowded(out->program, counts);
	out->accesses = counts->memory_insts[CVG_MEM_GLOBAL];
	out->total = counts->cycles;
	out->scoreboard = counts->timed_cycles;
	out->divergent_branches = counts->divergent_branches;
	out->divergent_warps = counts->divergent_warps;
	out->transactions = counts->transactions[CVG_MEM_GLOBAL];
}

static bool fail_fault(struct cvg_session *session, uint32_t rev,
		       const struct ready *ready,
		       const struct cvg_launch *launch,
		       const struct cvg_fault *fault, struct cvg_err *err)
{
	struct cvg_place at = {
		.rev = ready->rev == CVG_NONE
			       ? CVG_NONE
			       : cvg_history_rev(session->history, rev)->pub.id,
		.program = ready->program,
		.launch = launch,
		.block = fault->block,
		.thread = fault->thread,
		.fn = fault->fn,
		.inst = fault->inst};
	struct cvg_str text = {0};

	cvg_fault_tell(session, &text, &at, fault);
	cvg_fail(err, "the simulated run failed: %s", text.at);
	cvg_str_done(&text);
	return false;
}

bool cvg_proving_vectors(struct cvg_session *session, uint32_t rev,
			 struct ready *ready, const struct cvg_launch *launch,
			 struct cvg_image *image,
			 const struct cvg_vectors_ask *ask,
			 struct cvg_bbvrun *out, struct cvg_err *err)
{
	struct cvg_sim_options o = {
		.max_steps = (uint64_t)cvg_set_real(&session->settings,
						    CVG_SET_OPERATIONS),
		.timed = cvg_set_int(&session->settings, CVG_SET_TIMING) ==
			 CVG_TIMING_SCOREBOARD,
	};
	struct share share = {.session = session, .to = 1};
	struct cvg_sim_result result;
	bool ran, ok;

	cvg_proving_bbvrun(out, session, ready, launch);
	o.bbv = cvg_bbvmaker_new((uint32_t)(out->nblocks * out->block),
				 out->fn_at[ready->program->nfns]);
	out->timed = o.timed;
	*(o.timed ? &o.block_timed : &o.block_cycles) = out->cycles;
	o.timed |= ask->timed;
	o.probes = ask->probes;
	o.depend = ask->depend;
	ran = cvg_proving_run(ready->sim, launch, image, &o, &share, &result,
			      err);
	ok = ran &&
	     (result.fault.kind == CVG_F_NONE ||
	      fail_fault(session, rev, ready, launch, &result.fault, err));
	if (ok) {
		take_counts(out, &result.counts);
		out->bbvs = cvg_bbvmaker_finish(o.bbv);
	} else {
		cvg_bbvmaker_free(o.bbv);
		cvg_bbvrun_done(out);
	}
	if (ran)
		cvg_sim_result_done(&result);
	return ok;
}

const struct launched *cvg_proving_numbered(struct cvg_session *session,
					    struct cvg_err *err)
{
	const struct launched *l = cvg_proving_launched(session);

	if (!l) {
		cvg_fail(err,
			 "the kernel has no launch: set one with 'launch'");
		return NULL;
	}
	if (cvg_launch_threads(&l->launch) <= UINT32_MAX)
		return l;
	cvg_fail(err,
		 "the launch has more than 4294967295 threads, the limit here");
	return NULL;
}

bool cvg_session_bbv(struct cvg_session *session, uint32_t rev,
		     struct cvg_bbvrun *out, struct cvg_err *err)
{
	struct ready *ready = cvg_proving_ready(session, rev, err);
	const struct launched *l =
		ready ? cvg_proving_numbered(session, err) : NULL;
	const struct cvg_vectors_ask ask = {.timed = false};
	struct cvg_image *image;
	bool ok;

	if (!l || !cvg_proving_image(session, rev, ready->program, &l->launch,
				     session->proving.left.image, &image, err))
		return false;
	ok = cvg_proving_vectors(session, rev, ready, &l->launch, image, &ask,
				 out, err);
	cvg_image_free(image);
	return ok;
}

/* ---- images of redirected kernels -------------------------------------- */

const struct redirected *cvg_proving_order(const struct cvg_session *session,
					   uint32_t rev)
{
	uint32_t id = cvg_history_rev(session->history, rev)->pub.id;
	uint32_t fid = cvg_proving_kernel(session);

	while (id != CVG_NONE && session->proving.orders.n) {
		const struct rev *revision =
			cvg_history_rev(session->history, id);

		for (size_t i = session->proving.orders.n; i-- > 0;) {
			const struct redirected *d =
				&session->proving.orders.at[i];

			if (d->rev == revision->pub.id && d->fid == fid)
				return d;
		}
		id = revision->pub.parent;
	}
	return NULL;
}

uint32_t cvg_proving_array(const struct cvg_program *program)
{
	return cvg_redirect_done(program->fns[0].fn)
		       ? program->fns[0].nparams - 1
		       : CVG_NONE;
}

/* Adapt the launch to the program. If the program is redirected and the launch
 * has no array, add one that maps each thread to itself, and set *added; if the
 * program is not redirected, remove the launch's array. */
static bool fit_launch(const struct cvg_program *program,
		       struct cvg_launch *launch, bool *added,
		       struct cvg_err *err)
{
	uint32_t at = cvg_proving_array(program);
	char word[80];

	*added = false;
	if (at != CVG_NONE && cvg_launch_arg_of(launch, program, at))
		return true;
	if (at != CVG_NONE) {
		snprintf(word, sizeof word, CVG_REDIRECT "=u32[%llu]:iota",
			 (unsigned long long)cvg_launch_threads(launch));
		*added = true;
		return cvg_launch_word(launch, program, word, err);
	}
	if (cvg_launch_param(program, CVG_REDIRECT) != CVG_NONE)
		return true; /* a parameter of its own */
	for (uint32_t i = 0; i < launch->nargs; i++) {
		if (strcmp(launch->args[i].name, CVG_REDIRECT) != 0)
			continue;
		cvg_launch_drop(launch, i);
		break;
	}
	return true;
}

bool cvg_proving_image(struct cvg_session *session, uint32_t rev,
		       const struct cvg_program *program,
		       const struct cvg_launch *launch,
		       const struct cvg_image *last, struct cvg_image **out,
		       struct cvg_err *err)
{
	const struct redirected *d = cvg_proving_order(session, rev);
	struct cvg_launch fitted;
	bool added, ok;

	cvg_launch_copy(&fitted, launch);
	ok = fit_launch(program, &fitted, &added, err) &&
	     cvg_image_next(program, &fitted, last, out, err);
	if (ok && added && d && d->n == cvg_launch_threads(launch)) {
		struct cvg_buffer *buffer =
			cvg_image_arg(*out, cvg_proving_array(program));

		memcpy(buffer->data, d->order,
		       (size_t)d->n * sizeof(*d->order));
	}
	cvg_launch_done(&fitted);
	return ok;
}
