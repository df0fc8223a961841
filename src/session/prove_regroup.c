/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Regrouping: a run for the vectors, an order out of them, and what the order
 * brings, as estimated and as simulated.
 */
#include "inside.h"

#include "reconverge/regroup.h"
#include "transforms/redirect.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- a run for vectors ------------------------------------------------ */

/* Compute units of a gfx906, multiprocessors of a V100. */
static const uint32_t usual_sms[] = {[CVG_AMDGPU] = 60, [CVG_NVPTX] = 80};

static struct cvg_gpu gpu_of(const struct cvg_session *s,
			     const struct cvg_program *p)
{
	int sms = cvg_set_int(&s->settings, CVG_SET_SMS);

	return (struct cvg_gpu){
		.warp = p->warp,
		.sms = sms ? (uint32_t)sms : usual_sms[p->fns[0].fn->target],
		.occupancy =
			(uint32_t)cvg_set_int(&s->settings, CVG_SET_OCCUPANCY),
	};
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
	cvg_sim_latencies(r->sim, out->latency);
	out->cycles = cvg_calloc(out->nblocks, sizeof(*out->cycles));
}

static void take_counts(struct cvg_bbvrun *out, const struct cvg_counts *c)
{
	out->total = c->timed ? c->timed_cycles : c->cycles;
	out->divergent_branches = c->divergent_branches;
	out->divergent_warps = c->divergent_warps;
	out->transactions = c->transactions[CVG_MEM_GLOBAL];
}

static bool fail_fault(struct cvg_session *s, uint32_t rev,
		       const struct ready *r, const struct cvg_launch *l,
		       const struct cvg_fault *f, struct cvg_err *err)
{
	struct cvg_place at = {.rev = cvg_history_rev(s->h, rev)->pub.id,
			       .program = r->program,
			       .launch = l,
			       .block = f->block,
			       .thread = f->thread,
			       .fn = f->fn,
			       .inst = f->inst};
	struct cvg_str text = {0};

	cvg_fault_tell(s, &text, &at, f);
	cvg_fail(err, "the run did not end well: %s", text.at);
	cvg_str_done(&text);
	return false;
}

bool cvg_proving_vectors(struct cvg_session *s, uint32_t rev, struct ready *r,
			 const struct cvg_launch *l, struct cvg_image *image,
			 const struct cvg_probes *probes,
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
	bool ok;

	bbvrun_init(out, s, r, l);
	o.bbv = cvg_bbvmaker_new((uint32_t)(out->nblocks * out->block),
				 out->fn_at[r->program->nfns]);
	o.block_cycles = out->cycles;
	o.probes = probes;
	ok = cvg_proving_run(r->sim, l, image, &o, &share, &result, err);
	if (ok && result.fault.kind != CVG_F_NONE)
		ok = fail_fault(s, rev, r, l, &result.fault, err);
	if (ok) {
		take_counts(out, &result.counts);
		out->bbvs = cvg_bbvmaker_finish(o.bbv);
		cvg_sim_result_done(&result);
		return true;
	}
	cvg_bbvmaker_free(o.bbv);
	cvg_bbvrun_done(out);
	return false;
}

static const struct launched *launch_of(struct cvg_session *s,
					struct cvg_err *err)
{
	const struct launched *l = cvg_proving_launched(s);

	if (!l) {
		cvg_fail(err, "there is no launch");
		return NULL;
	}
	if (cvg_launch_threads(&l->launch) <= UINT32_MAX)
		return l;
	cvg_fail(err, "more threads than can be numbered");
	return NULL;
}

bool cvg_session_bbv(struct cvg_session *s, uint32_t rev,
		     struct cvg_bbvrun *out, struct cvg_err *err)
{
	struct ready *r = cvg_proving_ready(s, rev, err);
	const struct launched *l = r ? launch_of(s, err) : NULL;
	struct cvg_image *image;
	bool ok;

	if (!l || !cvg_proving_image(s, rev, r->program, &l->launch,
				     s->proving.left.image, &image, err))
		return false;
	ok = cvg_proving_vectors(s, rev, r, &l->launch, image, NULL, out, err);
	cvg_image_free(image);
	return ok;
}

/* ---- images of redirected kernels -------------------------------------- */

/* The order that the kernel in focus has in that revision, or NULL. */
static const struct redirected *order_in(const struct cvg_session *s,
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

/* The launch as that program takes it: one of P0 knows no array, one of a
 * redirected kernel has at first its own place in it for each thread. */
static bool fit_launch(const struct cvg_program *p, struct cvg_launch *l,
		       bool *added, struct cvg_err *err)
{
	uint32_t at = cvg_launch_param(p, CVG_REDIRECT);
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
	const struct redirected *d = order_in(s, rev);
	struct cvg_launch fitted;
	bool added, ok;

	cvg_launch_copy(&fitted, l);
	ok = fit_launch(p, &fitted, &added, err) &&
	     cvg_image_next(p, &fitted, last, out, err);
	if (ok && added && d && d->n == cvg_launch_threads(l)) {
		struct cvg_buffer *b =
			cvg_image_arg(*out, cvg_launch_param(p, CVG_REDIRECT));

		memcpy(b->data, d->order, (size_t)d->n * sizeof(*d->order));
	}
	cvg_launch_done(&fitted);
	return ok;
}

/* ---- by redirection ---------------------------------------------------- */

static void note_order(struct cvg_session *s, const struct cvg_regrouped *r)
{
	struct redirected d = {
		.rev = s->h->current,
		.fid = s->h->focus,
		.n = r->nthreads,
		.order = cvg_alloc((size_t)r->nthreads * sizeof(*d.order)),
	};

	memcpy(d.order, r->order, (size_t)r->nthreads * sizeof(*d.order));
	cvg_push(&s->proving.orders, d);
	s->proving.serial++;
	cvg_proving_launched(s)->serial = s->proving.serial;
}

/* The launch must be flat where the kernel does not look. */
static bool flat_enough(const struct cvg_fn *fn, const struct cvg_launch *l,
			struct cvg_err *err)
{
	for (uint32_t d = cvg_redirect_dims(fn); d < 3; d++) {
		if (l->grid[d] == 1 && l->block[d] == 1)
			continue;
		return cvg_fail(err,
				"@%s does not ask for its place along %c, but "
				"the launch has several",
				fn->name, (int)("xyz"[d]));
	}
	return true;
}

static bool redirect_now(struct cvg_session *s,
			 const struct cvg_regroup_ask *ask,
			 struct cvg_regrouped *out, struct cvg_err *err)
{
	const struct cvg_fn *fn = cvg_session_fn(s, CVG_NONE, CVG_NONE);
	struct cvg_object all = {.kind = CVG_OBJ_NONE};
	struct cvg_bbvrun after;

	if (!cvg_redirect_done(fn) &&
	    (!cvg_redirect_refuse(fn, err) ||
	     !flat_enough(fn, &cvg_proving_launched(s)->launch, err)))
		return false;
	if (!cvg_session_act(s, &cvg_phase_redirect, all, ask->command,
			     &out->act, err))
		return false;
	if (!out->act.changed && !cvg_redirect_done(fn))
		return cvg_fail(err,
				"@%s does not ask for its thread: all do "
				"the same",
				fn->name);
	note_order(s, out);
	/* The step is done, and journalled as done, measured or not. */
	if (!cvg_session_bbv(s, CVG_NONE, &after, &out->unmeasured))
		return true;
	out->measured = true;
	out->simulated[1] =
		cvg_gpu_schedule(&after.gpu, after.cycles, after.nblocks);
	out->total[1] = after.total;
	out->divergent_branches[1] = after.divergent_branches;
	out->divergent_warps[1] = after.divergent_warps;
	out->transactions[1] = after.transactions;
	cvg_bbvrun_done(&after);
	return true;
}

/* ---- by layout --------------------------------------------------------- */

/* Bytes a thread has in a buffer; 0: it does not lie by thread. */
static uint32_t bytes_a_thread(const struct cvg_buffer *b, uint32_t nthreads)
{
	if (!b || !b->data || b->constant || !b->bytes || b->bytes % nthreads)
		return 0;
	return (uint32_t)(b->bytes / nthreads);
}

static bool is_asked(const struct cvg_regroup_ask *ask,
		     const struct cvg_program *p, uint32_t param)
{
	for (uint32_t i = 0; i < ask->ndata; i++) {
		if (cvg_launch_param(p, ask->data[i]) == param)
			return true;
	}
	return !ask->ndata;
}

/* Thread order[i]'s bytes go to place i; or `back` again. */
static void move_rows(uint8_t *rows, uint32_t bytes, const uint32_t *order,
		      uint32_t n, bool back)
{
	uint8_t *was = cvg_alloc((size_t)bytes * n + 1);

	memcpy(was, rows, (size_t)bytes * n);
	for (uint32_t i = 0; i < n; i++) {
		uint32_t to = back ? order[i] : i, from = back ? i : order[i];

		memcpy(rows + (size_t)to * bytes, was + (size_t)from * bytes,
		       bytes);
	}
	free(was);
}

/* All that is asked for and lies by thread; its names go to *moved. */
static void move_data(const struct cvg_regroup_ask *ask,
		      const struct cvg_program *p, struct cvg_image *image,
		      const struct cvg_regrouped *r, bool back,
		      struct cvg_str *moved)
{
	for (uint32_t i = 0; i < p->fns[0].nparams; i++) {
		struct cvg_buffer *b = cvg_image_arg(image, i);
		uint32_t bytes = bytes_a_thread(b, r->nthreads);
		if (!bytes || b->arg != (int32_t)i || !is_asked(ask, p, i))
			continue;
		move_rows(b->data, bytes, r->order, r->nthreads, back);
		if (b->undefined)
			move_rows(b->undefined, bytes, r->order, r->nthreads,
				  back);
		if (moved)
			cvg_str_addf(moved, "%s%s", moved->n ? ", " : "",
				     p->fns[0].params[i].name);
	}
}

static bool known_data(const struct cvg_regroup_ask *ask,
		       const struct cvg_program *p, struct cvg_err *err)
{
	for (uint32_t i = 0; i < ask->ndata; i++) {
		if (cvg_launch_param(p, ask->data[i]) == CVG_NONE)
			return cvg_fail(err, "the kernel has no parameter '%s'",
					ask->data[i]);
	}
	return true;
}

/* Run on moved data, move back what came of it, compare with `want`. */
static bool run_moved(struct cvg_session *s, const struct cvg_regroup_ask *ask,
		      struct ready *r, const struct cvg_launch *l,
		      const struct cvg_image *want, struct cvg_regrouped *out,
		      struct cvg_err *err)
{
	struct cvg_bbvrun after;
	struct cvg_image *image;
	bool ok;

	if (!cvg_proving_image(s, CVG_NONE, r->program, l,
			       s->proving.left.image, &image, err))
		return false;
	move_data(ask, r->program, image, out, false, &out->moved);
	ok = cvg_proving_vectors(s, CVG_NONE, r, l, image, NULL, &after, err);
	if (ok) {
		out->measured = true;
		out->simulated[1] = cvg_gpu_schedule(&after.gpu, after.cycles,
						     after.nblocks);
		out->total[1] = after.total;
		out->divergent_branches[1] = after.divergent_branches;
		out->divergent_warps[1] = after.divergent_warps;
		out->transactions[1] = after.transactions;
		cvg_bbvrun_done(&after);
		move_data(ask, r->program, image, out, true, NULL);
		cvg_image_compare(r->program, want, image, false,
				  &out->difference);
		out->same = !out->difference.found;
	}
	cvg_image_free(image);
	return ok;
}

/* ---- the whole --------------------------------------------------------- */

static void estimate(const struct cvg_bbvrun *run,
		     const struct cvg_regroup_ask *ask,
		     struct cvg_regrouped *out)
{
	const struct cvg_bbvs *v = run->bbvs;

	out->groupsize = ask->groupsize ? ask->groupsize : run->gpu.warp;
	out->nthreads = v->nthreads;
	out->nkinds = v->nkinds;
	out->ngroups = (v->nthreads + out->groupsize - 1) / out->groupsize;
	out->order = cvg_regroup(v, run->latency, ask->how, out->groupsize);
	cvg_bbv_cost(v, NULL, run->latency, run->block, &run->gpu,
		     &out->estimate[0]);
	cvg_bbv_cost(v, out->order, run->latency, run->block, &run->gpu,
		     &out->estimate[1]);
	out->simulated[0] =
		cvg_gpu_schedule(&run->gpu, run->cycles, run->nblocks);
	out->total[0] = run->total;
	out->divergent_branches[0] = run->divergent_branches;
	out->divergent_warps[0] = run->divergent_warps;
	out->transactions[0] = run->transactions;
}

/*
 * Vectors are counted from 0 of what the threads do now: of a kernel that is
 * redirected already, the new order is of the threads as they were at first.
 */
static void through_old_order(const struct cvg_session *s,
			      struct cvg_regrouped *out)
{
	const struct redirected *d = order_in(s, CVG_NONE);

	if (!d || d->n != out->nthreads)
		return;
	for (uint32_t i = 0; i < out->nthreads; i++)
		out->order[i] = d->order[out->order[i]];
}

static bool have_it(struct cvg_session *s, const struct cvg_regroup_ask *ask,
		    struct ready *r, const struct cvg_launch *l,
		    const struct cvg_image *want, struct cvg_regrouped *out,
		    struct cvg_err *err)
{
	if (ask->by == CVG_BY_LAYOUT)
		return cvg_redirect_refuse(r->program->fns[0].fn, err) &&
		       run_moved(s, ask, r, l, want, out, err);
	through_old_order(s, out);
	return redirect_now(s, ask, out, err);
}

bool cvg_session_regroup(struct cvg_session *s,
			 const struct cvg_regroup_ask *ask,
			 struct cvg_regrouped *out, struct cvg_err *err)
{
	struct ready *r = cvg_proving_ready(s, CVG_NONE, err);
	const struct launched *l = r ? launch_of(s, err) : NULL;
	struct cvg_bbvrun run;
	struct cvg_image *image;
	bool ok;

	*out = (struct cvg_regrouped){.order = NULL};
	if (!l)
		return false;
	if (ask->groupsize % r->program->warp)
		return cvg_fail(err, "groups must be a multiple of %u threads",
				r->program->warp);
	if (!known_data(ask, r->program, err) ||
	    !cvg_proving_image(s, CVG_NONE, r->program, &l->launch,
			       s->proving.left.image, &image, err))
		return false;
	ok = cvg_proving_vectors(s, CVG_NONE, r, &l->launch, image, NULL, &run,
				 err);
	if (ok) {
		estimate(&run, ask, out);
		cvg_bbvrun_done(&run);
		ok = have_it(s, ask, r, &l->launch, image, out, err);
	}
	cvg_image_free(image);
	if (!ok)
		cvg_regrouped_done(out);
	return ok;
}

void cvg_regrouped_done(struct cvg_regrouped *r)
{
	free(r->order);
	cvg_str_done(&r->moved);
	cvg_str_done(&r->act.report);
	*r = (struct cvg_regrouped){.order = NULL};
}
