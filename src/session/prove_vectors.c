/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Runs that keep the vector of every thread, and the memory images for kernels
 * whose threads are redirected.
 */
#include "inside.h"

#include "reconverge/bbv.h"
#include "reconverge/cost.h"
#include "reconverge/graph.h"
#include "reconverge/program.h"
#include "reconverge/regroup.h"
#include "reconverge/target.h"
#include "transforms/redirect.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- a run for vectors ------------------------------------------------ */

static struct cvg_gpu gpu_of(const struct cvg_session *s,
			     const struct cvg_program *p)
{
	int sms = cvg_set_int(&s->settings, CVG_SET_SMS);

	return (struct cvg_gpu){
		.warp = p->warp,
		.sms = sms ? (uint32_t)sms
			   : cvg_target_info(p->fns[0].fn->target)->units,
		.occupancy =
			(uint32_t)cvg_set_int(&s->settings, CVG_SET_OCCUPANCY),
		.fixed = cvg_set_int(&s->settings, CVG_SET_SCHEDULING) ==
			 CVG_SCHEDULING_STATIC,
	};
}

void cvg_proving_price(const struct cvg_session *s, const struct cvg_fn *fn,
		       uint64_t *latency)
{
	bool paper = cvg_set_int(&s->settings, CVG_SET_LATENCIES) ==
		     CVG_LATENCIES_GTX480;

	for (uint32_t b = 0; b < fn->nblocks; b++)
		latency[b] = paper ? cvg_cost_gtx480_block(fn, b)
				   : cvg_cost_block(fn, b);
}

void cvg_bbvrun_done(struct cvg_bbvrun *r)
{
	cvg_bbvs_free(r->bbvs);
	free(r->fn_at);
	free(r->latency);
	free(r->cycles);
	*r = (struct cvg_bbvrun){.bbvs = NULL};
}

static void bbvrun_init(struct cvg_bbvrun *out, const struct cvg_session *s,
			const struct ready *r, const struct cvg_launch *l)
{
	uint32_t nfns = r->program->nfns;

	*out = (struct cvg_bbvrun){
		.program = r->program,
		.nblocks = (uint64_t)l->grid[0] * l->grid[1] * l->grid[2],
		.block = l->block[0] * l->block[1] * l->block[2],
		.gpu = gpu_of(s, r->program),
	};
	out->fn_at = cvg_calloc((size_t)nfns + 1, sizeof(*out->fn_at));
	cvg_sim_blocks(r->sim, out->fn_at);
	out->latency =
		cvg_calloc((size_t)out->fn_at[nfns] + 1, sizeof(*out->latency));
	for (uint32_t f = 0; f < nfns; f++)
		cvg_proving_price(s, r->program->fns[f].fn,
				  out->latency + out->fn_at[f]);
	out->cycles = cvg_calloc(out->nblocks, sizeof(*out->cycles));
}

static void take_counts(struct cvg_bbvrun *out, const struct cvg_counts *c)
{
	out->total = c->cycles;
	out->scoreboard = c->timed_cycles;
	out->divergent_branches = c->divergent_branches;
	out->divergent_warps = c->divergent_warps;
	out->transactions = c->transactions[CVG_MEM_GLOBAL];
}

static bool fail_fault(struct cvg_session *s, uint32_t rev,
		       const struct ready *r, const struct cvg_launch *l,
		       const struct cvg_fault *f, struct cvg_err *err)
{
	struct cvg_place at = {
		.rev = r->blob == CVG_NONE ? CVG_NONE
					   : cvg_history_rev(s->h, rev)->pub.id,
		.program = r->program,
		.launch = l,
		.block = f->block,
		.thread = f->thread,
		.fn = f->fn,
		.inst = f->inst};
	struct cvg_str text = {0};

	cvg_fault_tell(s, &text, &at, f);
	cvg_fail(err, "the simulated run failed: %s", text.at);
	cvg_str_done(&text);
	return false;
}

bool cvg_proving_vectors(struct cvg_session *s, uint32_t rev, struct ready *r,
			 const struct cvg_launch *l, struct cvg_image *image,
			 const struct cvg_vectors_ask *ask,
			 struct cvg_bbvrun *out, struct cvg_err *err)
{
	struct cvg_sim_options o = {
		.max_steps =
			(uint64_t)cvg_set_real(&s->settings, CVG_SET_STEPS),
		.timed = cvg_set_int(&s->settings, CVG_SET_TIMING) ==
			 CVG_TIMING_SCOREBOARD,
	};
	struct share share = {.s = s, .to = 1};
	struct cvg_sim_result result;
	bool ran, ok;

	bbvrun_init(out, s, r, l);
	o.bbv = cvg_bbvmaker_new((uint32_t)(out->nblocks * out->block),
				 out->fn_at[r->program->nfns]);
	out->timed = o.timed;
	*(o.timed ? &o.block_timed : &o.block_cycles) = out->cycles;
	o.timed |= ask->timed;
	o.probes = ask->probes;
	o.depend = ask->depend;
	ran = cvg_proving_run(r->sim, l, image, &o, &share, &result, err);
	ok = ran && (result.fault.kind == CVG_F_NONE ||
		     fail_fault(s, rev, r, l, &result.fault, err));
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

const struct launched *cvg_proving_numbered(struct cvg_session *s,
					    struct cvg_err *err)
{
	const struct launched *l = cvg_proving_launched(s);

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

bool cvg_session_bbv(struct cvg_session *s, uint32_t rev,
		     struct cvg_bbvrun *out, struct cvg_err *err)
{
	struct ready *r = cvg_proving_ready(s, rev, err);
	const struct launched *l = r ? cvg_proving_numbered(s, err) : NULL;
	const struct cvg_vectors_ask ask = {.timed = false};
	struct cvg_image *image;
	bool ok;

	if (!l || !cvg_proving_image(s, rev, r->program, &l->launch,
				     s->proving.left.image, &image, err))
		return false;
	ok = cvg_proving_vectors(s, rev, r, &l->launch, image, &ask, out, err);
	cvg_image_free(image);
	return ok;
}

/* ---- images of redirected kernels -------------------------------------- */

const struct redirected *cvg_proving_order(const struct cvg_session *s,
					   uint32_t rev)
{
	uint32_t id = cvg_history_rev(s->h, rev)->pub.id;

	while (id != CVG_NONE) {
		const struct rev *r = cvg_history_rev(s->h, id);

		for (size_t i = s->proving.orders.n; i-- > 0;) {
			const struct redirected *d = &s->proving.orders.at[i];

			if (d->rev == r->pub.id && d->fid == s->h->focus)
				return d;
		}
		id = r->pub.parent;
	}
	return NULL;
}

uint32_t cvg_proving_array(const struct cvg_program *p)
{
	return cvg_redirect_done(p->fns[0].fn) ? p->fns[0].nparams - 1
					       : CVG_NONE;
}

/* Adapt the launch to the program. If the program is redirected and the launch
 * has no array, add one that maps each thread to itself, and set *added; if the
 * program is not redirected, remove the launch's array. */
static bool fit_launch(const struct cvg_program *p, struct cvg_launch *l,
		       bool *added, struct cvg_err *err)
{
	uint32_t at = cvg_proving_array(p);
	char word[80];

	*added = false;
	if (at != CVG_NONE && cvg_launch_arg_of(l, p, at))
		return true;
	if (at != CVG_NONE) {
		snprintf(word, sizeof word, CVG_REDIRECT "=u32[%llu]:iota",
			 (unsigned long long)cvg_launch_threads(l));
		*added = true;
		return cvg_launch_word(l, p, word, err);
	}
	if (cvg_launch_param(p, CVG_REDIRECT) != CVG_NONE)
		return true; /* a parameter of its own */
	for (uint32_t i = 0; i < l->nargs; i++) {
		if (strcmp(l->args[i].name, CVG_REDIRECT) != 0)
			continue;
		cvg_launch_drop(l, i);
		break;
	}
	return true;
}

bool cvg_proving_image(struct cvg_session *s, uint32_t rev,
		       const struct cvg_program *p, const struct cvg_launch *l,
		       const struct cvg_image *last, struct cvg_image **out,
		       struct cvg_err *err)
{
	const struct redirected *d = cvg_proving_order(s, rev);
	struct cvg_launch fitted;
	bool added, ok;

	cvg_launch_copy(&fitted, l);
	ok = fit_launch(p, &fitted, &added, err) &&
	     cvg_image_next(p, &fitted, last, out, err);
	if (ok && added && d && d->n == cvg_launch_threads(l)) {
		struct cvg_buffer *b =
			cvg_image_arg(*out, cvg_proving_array(p));

		memcpy(b->data, d->order, (size_t)d->n * sizeof(*d->order));
	}
	cvg_launch_done(&fitted);
	return ok;
}
