/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A run that keeps the vectors of threads and the inputs that decide them. */
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

bool cvg_session_inputs(struct cvg_session *session, uint32_t rev,
			struct cvg_inputrun *out, struct cvg_err *err)
{
	struct ready *ready = cvg_proving_ready(session, rev, err);
	const struct launched *l = ready ? cvg_proving_launched(session) : NULL;
	struct cvg_image *image;
	const struct cvg_vectors_ask vectors = {.probes = &out->probes};
	struct cvg_ana *ana;
	uint32_t fn;
	bool ok;

	*out = (struct cvg_inputrun){.probes = {.n = 0}};
	if (!l)
		return ready ? cvg_fail(err,
					"the kernel has no launch: set one "
					"with 'launch'")
			     : false;
	if (cvg_launch_threads(&l->launch) > UINT32_MAX)
		return cvg_fail(err, "the launch has more than 4294967295 "
				     "threads, the limit here");
	if (!cvg_proving_image(session, rev, ready->program, &l->launch,
			       session->proving.left.image, &image, err))
		return false;
	fn = behind_wrappers(ready->program);
	ana = cvg_session_ana(
		session, rev,
		fn ? cvg_session_function_named(
			     session, ready->program->fns[fn].fn->name)
		   : CVG_NONE);
	out->fn = cvg_ana_fn(ana);
	cvg_influence_init(&out->influence, ana);
	probes_init(&out->probes, &out->influence,
		    cvg_launch_threads(&l->launch));
	out->probes.fn = fn;
	ok = cvg_proving_vectors(session, rev, ready, &l->launch, image,
				 &vectors, &out->run, err);
	cvg_image_free(image);
	if (!ok)
		cvg_inputrun_done(out);
	return ok;
}
