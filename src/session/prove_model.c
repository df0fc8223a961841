/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Runs that keep the vectors of threads and the inputs that decide them, and the
 * inputs of a launch before it runs: section VI-B of the paper that bbv.h names
 * feeds those into a model that was fitted offline, so that the threads of each new
 * launch can be regrouped without running it.
 */
#include "inside.h"

#include "reconverge/analysis.h"
#include "reconverge/graph.h"
#include "reconverge/influence.h"
#include "reconverge/program.h"
#include "reconverge/regroup.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void probes_init(struct cvg_probes *p, const struct cvg_influence *in,
			uint64_t threads)
{
	size_t n = (size_t)threads * in->ninputs;

	*p = (struct cvg_probes){
		.n = in->ninputs,
		.inst = in->input,
		.value = cvg_alloc((n + 1) * sizeof(*p->value)),
	};
	for (size_t i = 0; i < n; i++)
		p->value[i] = NAN;
}

void cvg_inputrun_done(struct cvg_inputrun *r)
{
	cvg_bbvrun_done(&r->run);
	cvg_influence_done(&r->influence);
	free(r->probes.value);
	free(r->place);
	free(r->arg);
	*r = (struct cvg_inputrun){.probes = {.n = 0}};
}

/* The index in the program of the only function that a kernel of one block calls;
 * of the kernel itself if it does not call one, or several. */
static uint32_t body_of(const struct cvg_program *p, uint32_t at)
{
	const struct cvg_fn *fn = p->fns[at].fn;
	uint32_t body = at;

	for (uint32_t i = 0; fn->nblocks == 1 && i < fn->ninsts; i++) {
		const char *name = cvg_inst_callee(fn, i);

		for (uint32_t f = 0; name && f < p->nfns; f++) {
			if (f == body || strcmp(p->fns[f].fn->name, name) != 0)
				continue;
			if (body != at)
				return at;
			body = f;
		}
	}
	return body;
}

/* The function with the body of the kernel, behind wrappers that only call it. */
static uint32_t behind_wrappers(const struct cvg_program *p)
{
	uint32_t at = 0;

	for (uint32_t i = 0; i < p->nfns; i++)
		at = body_of(p, at);
	return at;
}

/* The function that the model is of, its inputs, and room for their values. */
static void take_inputs(struct cvg_session *session, uint32_t rev,
			const struct ready *ready, uint64_t threads,
			struct cvg_inputrun *out)
{
	uint32_t fn = behind_wrappers(ready->program);
	struct cvg_ana *ana = cvg_session_ana(
		session, rev,
		fn ? cvg_session_function_named(
			     session, ready->program->fns[fn].fn->name)
		   : CVG_NONE);

	out->fn = cvg_ana_fn(ana);
	cvg_influence_init(&out->influence, ana);
	probes_init(&out->probes, &out->influence, threads);
	out->probes.fn = fn;
}

static bool run_for_inputs(struct cvg_session *session, uint32_t rev,
			   struct ready *ready, const struct cvg_launch *launch,
			   const struct cvg_probes *probes,
			   struct cvg_bbvrun *out, struct cvg_err *err)
{
	const struct cvg_vectors_ask vectors = {.probes = probes};
	struct cvg_image *image;
	bool ok;

	if (!cvg_proving_image(session, rev, ready->program, launch,
			       session->proving.left.image, &image, err))
		return false;
	ok = cvg_proving_vectors(session, rev, ready, launch, image, &vectors,
				 out, err);
	cvg_image_free(image);
	return ok;
}

bool cvg_session_inputs(struct cvg_session *session, uint32_t rev,
			struct cvg_inputrun *out, struct cvg_err *err)
{
	struct ready *ready = cvg_proving_ready(session, rev, err);
	const struct launched *l =
		ready ? cvg_proving_numbered(session, err) : NULL;

	*out = (struct cvg_inputrun){.probes = {.n = 0}};
	if (!l)
		return false;
	take_inputs(session, rev, ready, cvg_launch_threads(&l->launch), out);
	if (run_for_inputs(session, rev, ready, &l->launch, &out->probes,
			   &out->run, err))
		return true;
	cvg_inputrun_done(out);
	return false;
}

/* ---- before the launch runs -------------------------------------------- */

/* A loaded value as a number, as the simulator's probes have it. */
static double number_at(const uint8_t *at, const struct cvg_type *type)
{
	uint64_t bits = 0;

	for (uint32_t i = 0; i < (type->bits + 7) / 8; i++)
		bits |= (uint64_t)at[i] << 8 * i;
	if (type->kind == CVG_TYPE_INT)
		return (double)(bits & UINT64_MAX >> (64 - type->bits));
	if (type->bits == 16)
		return cvg_elem_to_double(strcmp(type->text, "bfloat")
						  ? CVG_ELEM_F16
						  : CVG_ELEM_BF16,
					  bits);
	return cvg_elem_to_double(
		type->bits == 32 ? CVG_ELEM_F32 : CVG_ELEM_F64, bits);
}

/* A thread whose place is outside of the buffer, or was never written, does not
 * load: its value stays NaN. */
static void read_input(struct cvg_inputrun *out, uint32_t k,
		       const struct cvg_row_launch *launch,
		       const struct cvg_buffer *buffer)
{
	const struct cvg_row *row = &out->place[k];
	const struct cvg_type *type =
		&out->fn->types[out->fn->insts[out->influence.input[k]].type];
	uint64_t each = (uint64_t)(row->high - row->low);
	uint64_t threads = out->run.nblocks * out->run.block;

	for (uint64_t t = 0; buffer && buffer->data && t < threads; t++) {
		int64_t at = cvg_row_at(row, launch, t);
		bool there = at >= 0 && each <= buffer->bytes &&
			     (uint64_t)at <= buffer->bytes - each;

		for (uint64_t i = 0; there && buffer->undefined && i < each;
		     i++)
			there = !buffer->undefined[(uint64_t)at + i];
		if (there)
			out->probes.value[t * out->probes.n + k] =
				number_at(buffer->data + at, type);
	}
}

/* Does any block's count depend on input k? */
static bool decides(const struct cvg_inputrun *in, uint32_t k)
{
	uint64_t any = 0;

	for (uint32_t b = 0; b < in->fn->nblocks; b++)
		any |= in->influence.of_block[b];
	return any >> k & 1;
}

static bool refuse_input(const struct cvg_inputrun *in, uint32_t k,
			 struct cvg_err *err)
{
	const struct cvg_fn *fn = in->fn;
	const struct cvg_inst *load = &fn->insts[in->influence.input[k]];

	return cvg_fail(
		err,
		"the model cannot be asked before @%.300s runs: what it loads "
		"in B%u is no input that is known then, because %s: %.200s",
		fn->name, fn->blocks[load->block].uid, in->place[k].why,
		cvg_inst_text(load));
}

/* Would a launch with more thread blocks find its inputs in the same places? */
static bool any_blocks(struct cvg_session *session,
		       const struct cvg_row_launch *launch,
		       const struct cvg_inputrun *in)
{
	struct cvg_row_launch more = *launch;
	uint32_t n = in->influence.ninputs;
	struct cvg_row *place = cvg_calloc((size_t)n + 1, sizeof(*place));
	uint32_t *arg = cvg_calloc((size_t)n + 1, sizeof(*arg));
	bool same = launch->size[1][1] == 1 && launch->size[1][2] == 1;

	more.size[1][0]++;
	cvg_rows_loads(cvg_session_ana(session, CVG_NONE, CVG_NONE), &more,
		       in->fn->name, in->influence.input, n, place, arg);
	for (uint32_t k = 0; k < n; k++)
		same = same && !place[k].why == !in->place[k].why &&
		       arg[k] == in->arg[k] &&
		       place[k].low == in->place[k].low &&
		       !memcmp(place[k].step, in->place[k].step,
			       sizeof place[k].step);
	free(place);
	free(arg);
	return same;
}

static bool read_inputs(struct cvg_session *session, struct ready *ready,
			const struct cvg_launch *launch,
			const struct cvg_image *image, struct cvg_inputrun *out,
			struct cvg_err *err)
{
	struct cvg_layout_plan plan = {.n = ready->program->fns[0].nparams};
	uint32_t n = out->influence.ninputs;
	bool ok = true;

	cvg_layout_launch(&plan, session, ready->program, launch, image);
	memcpy(out->size, plan.launch.size, sizeof out->size);
	out->place = cvg_calloc((size_t)n + 1, sizeof(*out->place));
	out->arg = cvg_calloc((size_t)n + 1, sizeof(*out->arg));
	cvg_rows_loads(cvg_session_ana(session, CVG_NONE, CVG_NONE),
		       &plan.launch, out->fn->name, out->influence.input, n,
		       out->place, out->arg);
	out->any_blocks = any_blocks(session, &plan.launch, out);
	for (uint32_t k = 0; ok && k < n; k++) {
		if (!decides(out, k))
			continue;
		ok = !out->place[k].why || refuse_input(out, k, err);
		if (ok)
			read_input(out, k, &plan.launch,
				   cvg_image_arg(image, out->arg[k]));
	}
	cvg_layout_plan_done(&plan);
	return ok;
}

static bool foresee(struct cvg_session *session, struct ready *ready,
		    const struct cvg_launch *launch, struct cvg_inputrun *out,
		    struct cvg_err *err)
{
	struct cvg_image *image;
	bool ok;

	*out = (struct cvg_inputrun){.probes = {.n = 0}};
	if (!cvg_proving_image(session, CVG_NONE, ready->program, launch,
			       session->proving.left.image, &image, err))
		return false;
	cvg_proving_bbvrun(&out->run, session, ready, launch);
	take_inputs(session, CVG_NONE, ready, cvg_launch_threads(launch), out);
	ok = read_inputs(session, ready, launch, image, out, err);
	cvg_image_free(image);
	if (!ok)
		cvg_inputrun_done(out);
	return ok;
}

const struct launched *cvg_proving_regrouped(struct cvg_session *session,
					     const struct ready *ready,
					     struct cvg_err *err)
{
	const struct launched *l = cvg_proving_numbered(session, err);

	if (!l || l->fid == session->history->focus)
		return l;
	cvg_fail(err,
		 "threads are exchanged in their kernel: "
		 "'function @%.300s' goes there",
		 ready->program->fns[0].name);
	return NULL;
}

bool cvg_session_foresee(struct cvg_session *session, struct cvg_inputrun *out,
			 struct cvg_err *err)
{
	struct ready *ready = cvg_proving_ready(session, CVG_NONE, err);
	const struct launched *l =
		ready ? cvg_proving_regrouped(session, ready, err) : NULL;

	return l && foresee(session, ready, &l->launch, out, err);
}

/* The values that were foreseen for the training, too, and not those that threads
 * loaded: the model is asked with their like. */
bool cvg_session_train(struct cvg_session *session, uint64_t seed,
		       struct cvg_model *m, struct cvg_err *err)
{
	struct ready *ready = cvg_proving_ready(session, CVG_NONE, err);
	const struct launched *l =
		ready ? cvg_proving_regrouped(session, ready, err) : NULL;
	struct cvg_launch launch;
	struct cvg_inputrun in;
	struct cvg_bbvrun run;
	bool ok;

	if (!l)
		return false;
	cvg_launch_copy(&launch, &l->launch);
	launch.seed = seed;
	ok = cvg_model_can_fit(err) &&
	     foresee(session, ready, &launch, &in, err);
	if (ok) {
		ok = run_for_inputs(session, CVG_NONE, ready, &launch, NULL,
				    &run, err);
		if (ok) {
			cvg_model_fit(m, in.influence.of_block, run.bbvs,
				      &in.probes, 0, run.block);
			cvg_bbvrun_done(&run);
		}
		cvg_inputrun_done(&in);
	}
	cvg_launch_done(&launch);
	return ok || cvg_fail_in(err, "while the model is trained");
}
