/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Measures revisions on a GPU: makes each ready, simulates the first one on the
 * same memory, runs them all, and compares times and what they left.
 */
#include "measuring.h"

#include "reconverge/faults.h"
#include "reconverge/graph.h"
#include "reconverge/program.h"
#include "reconverge/target.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PROBE_SECONDS 120

const char *cvg_leaves_name(enum cvg_leaves leaves)
{
	switch (leaves) {
	case CVG_LEAVES_SAME:
		return "same";
	case CVG_LEAVES_NEAR:
		return "near";
	case CVG_LEAVES_OTHER:
		return "differs";
	case CVG_LEAVES_UNKNOWN:
		break;
	}
	return NULL;
}

bool cvg_measured_pays(const struct cvg_measured *measured)
{
	return measured->ran && measured->ratio.high < 1 &&
	       measured->simulator != CVG_LEAVES_OTHER &&
	       measured->first != CVG_LEAVES_OTHER;
}

/* ---- what is measured ------------------------------------------------ */

struct measuring {
	struct cvg_session *session;
	const struct cvg_measure_ask *ask;
	struct cvg_measure *out;
	struct cvg_launch launch;    /* scaled */
	struct cvg_subject *subject; /* [n] */
	struct cvg_image *simulated; /* what the simulator left */
	struct cvg_image *first;     /* what the first that ran left; or NULL */
	struct cvg_gpu_results results;
	uint32_t *of; /* [n] the place of each in the results, or CVG_NONE */
};

/* ---- simulating ------------------------------------------------------ */

/* Run the first revision on the simulator. A launch on which it fails there would
 * prove nothing on a device, and might end the device's context. */
static bool simulate(struct measuring *m, struct cvg_err *err)
{
	struct cvg_session *session = m->session;
	struct ready *ready = cvg_proving_ready(session, m->ask->revs[0], err);
	struct cvg_sim_options options = cvg_proving_options(session);
	struct share share = {.session = session, .from = 0, .to = 1};
	struct cvg_sim_result result;
	enum cvg_faultkind end;

	options.timed = false;
	if (!ready ||
	    !cvg_proving_image(session, m->ask->revs[0], ready->program,
			       &m->launch, session->proving.left.image,
			       &m->simulated, err) ||
	    !cvg_proving_run(ready->sim, &m->launch, m->simulated, &options,
			     &share, &result, err))
		return false;
	m->out->threads = result.counts.threads;
	m->out->one_order = cvg_sim_tells_order(ready->sim);
	end = result.fault.kind;
	cvg_sim_result_done(&result);
	if (end == CVG_F_NONE)
		return true;
	return cvg_fail(err,
			"on this launch P%u ends on the simulator with a fault "
			"(%s), so that it is not run on the device",
			m->ask->revs[0], cvg_fault_text(end));
}

/* ---- comparing ------------------------------------------------------- */

static enum cvg_leaves compare(const struct cvg_program *program,
			       const struct cvg_image *want,
			       const struct cvg_image *is,
			       struct cvg_measured *measured, const char *with)
{
	struct cvg_difference difference;
	struct cvg_str text = {0};

	cvg_image_compare(program, want, is, false, &difference);
	if (!difference.found)
		return CVG_LEAVES_SAME;
	cvg_image_compare(program, want, is, true, &difference);
	if (!difference.found)
		return CVG_LEAVES_NEAR;
	if (!measured->difference[0]) {
		cvg_difference_print(&text, &difference);
		snprintf(measured->difference, sizeof measured->difference,
			 "unlike %s: %.200s", with, text.at);
		cvg_str_done(&text);
	}
	return CVG_LEAVES_OTHER;
}

/* The simulator's memory with the contents that the first revision left: what it
 * leaves undefined, others may leave as they like. */
static struct cvg_image *as_left(const struct cvg_image *simulated,
				 const struct cvg_image *left)
{
	struct cvg_image *image = cvg_image_copy(simulated);

	for (uint32_t i = 0; i < image->nbuffers && i < left->nbuffers; i++) {
		struct cvg_buffer *to = &image->buffers[i];

		if (to->arg == -2 || !to->data)
			continue;
		if (left->buffers[i].bytes == to->bytes)
			memcpy(to->data, left->buffers[i].data, to->bytes);
		to->arg = left->buffers[i].arg;
	}
	return image;
}

static void compare_left(struct measuring *m, uint32_t i,
			 const struct cvg_program *program)
{
	struct cvg_measured *measured = &m->out->at[i];
	struct cvg_image *left =
		cvg_subject_left(&m->subject[i], &m->results.at[m->of[i]]);
	char first[16];

	measured->simulator =
		compare(program, m->simulated, left, measured, "the simulator");
	if (m->first) {
		snprintf(first, sizeof first, "P%u", m->out->at[0].rev);
		measured->first =
			compare(program, m->first, left, measured, first);
	} else if (i == 0) {
		m->first = as_left(m->simulated, left);
	}
	cvg_image_free(left);
}

/* ---- times ----------------------------------------------------------- */

static void add_times(struct measuring *m, uint32_t i)
{
	struct cvg_measured *measured = &m->out->at[i];
	const struct cvg_gpu_result *result = &m->results.at[m->of[i]];
	uint32_t n = m->out->reps;
	double *us = cvg_calloc(n + 1, sizeof *us);

	for (uint32_t k = 0; k < n; k++)
		us[k] = result->ms[k] * 1000;
	cvg_spread_of(us, n, &measured->us);
	free(us);
	if (i > 0 && m->out->at[0].ran)
		cvg_ratio_of(m->results.at[m->of[0]].ms, n, result->ms, n,
			     &measured->ratio);
}

static void note(const struct measuring *m, uint32_t i)
{
	const struct cvg_measured *measured = &m->out->at[i];
	struct rev *of = cvg_proving_prove(m->session, measured->rev);
	struct cvg_on_gpu *gpu = &of->proof.gpu;

	of->proof.on_gpu = measured->ran;
	if (!measured->ran)
		return;
	*gpu = (struct cvg_on_gpu){
		.min = measured->us.min,
		.median = measured->us.median,
		.ratio = measured->ratio.at,
		.ratio_low = measured->ratio.low,
		.ratio_high = measured->ratio.high,
		.against = i ? m->out->at[0].rev : CVG_NONE,
		.reps = m->out->reps,
		.scale = m->out->scale,
		.launch = cvg_proving_launched(m->session)->serial,
		.differs = measured->simulator == CVG_LEAVES_OTHER ||
			   measured->first == CVG_LEAVES_OTHER,
	};
	snprintf(gpu->device, sizeof gpu->device, "%s", m->out->device.name);
	snprintf(gpu->cpu, sizeof gpu->cpu, "%s", m->out->device.cpu);
}

static bool judge(struct measuring *m, struct cvg_err *err)
{
	struct ready *ready =
		cvg_proving_ready(m->session, m->ask->revs[0], err);

	if (!ready)
		return false;
	for (uint32_t i = 0; i < m->out->n; i++) {
		struct cvg_measured *measured = &m->out->at[i];

		if (m->of[i] != CVG_NONE) {
			const struct cvg_gpu_result *result =
				&m->results.at[m->of[i]];

			measured->ran = result->ran;
			if (result->portable)
				measured->code = "ptx";
			snprintf(measured->why, sizeof measured->why, "%s",
				 result->why);
		}
		if (measured->ran) {
			add_times(m, i);
			compare_left(m, i, ready->program);
		}
		note(m, i);
	}
	return true;
}

/* ---- running --------------------------------------------------------- */

static bool run(struct measuring *m, struct cvg_err *err)
{
	const struct cvg_measure_ask *ask = m->ask;
	struct cvg_gpu_code *codes = cvg_calloc(m->out->n + 1, sizeof *codes);
	struct cvg_gpu_job job = {
		.api = m->out->device.api,
		.ordinal = ask->ordinal,
		.codes = codes,
		.reps = m->out->reps,
		.warmups = ask->warmups ? ask->warmups : CVG_MEASURE_WARMUPS,
		.limit = ask->limit > 0 ? ask->limit : CVG_MEASURE_LIMIT,
		.ticker = cvg_session_ticking(m->session),
	};
	bool ok;

	for (uint32_t i = 0; i < m->out->n; i++) {
		m->of[i] = m->subject[i].ready ? job.n : CVG_NONE;
		if (m->subject[i].ready)
			codes[job.n++] =
				cvg_subject_code(&m->subject[i], &m->launch);
		else
			snprintf(m->out->at[i].why, sizeof m->out->at[i].why,
				 "%.250s", m->subject[i].why.msg);
	}
	ok = cvg_gpu_run(&job, &m->results, err);
	free(codes);
	return ok;
}

static void make_ready(struct measuring *m)
{
	for (uint32_t i = 0; i < m->out->n; i++) {
		cvg_subject_init(&m->subject[i], m->session, m->ask,
				 &m->out->device, m->ask->revs[i], &m->launch);
		m->out->at[i].rev = m->ask->revs[i];
		m->out->at[i].code = m->subject[i].code.suffix;
		m->out->at[i].ratio = (struct cvg_ratio){NAN, NAN, NAN};
	}
}

static bool measure(struct measuring *m, struct cvg_err *err)
{
	bool ok;

	if (!simulate(m, err))
		return false;
	make_ready(m);
	if (!run(m, err))
		return false;
	ok = judge(m, err);
	cvg_gpu_results_done(&m->results);
	return ok;
}

/* The driver that runs code of the module's target. */
static enum cvg_gpu_api api_of(struct cvg_session *session)
{
	const struct cvg_fn *fn = cvg_session_fn(session, CVG_NONE, CVG_NONE);

	return cvg_target_info(fn->target)->no_object ? CVG_GPU_CUDA
						      : CVG_GPU_HIP;
}

/* Is it the device's processor with what that has alone: "sm_90a" for "sm_90"? */
static bool is_variant(const char *cpu, const char *device)
{
	size_t n = strlen(device);

	return !strncmp(cpu, device, n) && (cpu[n] == 'a' || cpu[n] == 'f') &&
	       !cpu[n + 1];
}

bool cvg_measure_probe(struct cvg_session *session, uint32_t ordinal,
		       struct cvg_gpu_device *out, struct cvg_err *err)
{
	const struct cvg_fn *fn = cvg_session_fn(session, CVG_NONE, CVG_NONE);
	const char *cpu;

	if (!cvg_gpu_probe(api_of(session), ordinal, PROBE_SECONDS,
			   cvg_session_ticking(session), out, err))
		return false;
	cpu = is_variant(fn->cpu, out->cpu) ? fn->cpu : out->cpu;
	return cvg_cpu_for_device(fn->target, cpu, out->code, sizeof out->code,
				  err);
}

static bool scaled_launch(struct measuring *m, struct cvg_err *err)
{
	const struct cvg_launch *launch = cvg_session_launch(m->session);
	struct cvg_str text = {0};

	if (!launch)
		return cvg_fail(err, "the kernel has no launch");
	cvg_launch_copy(&m->launch, launch);
	if ((uint64_t)launch->grid[0] * m->out->scale > INT32_MAX) {
		cvg_launch_done(&m->launch);
		return cvg_fail(err,
				"scale=%u: a grid has at most 2147483647 "
				"blocks in its first dimension",
				m->out->scale);
	}
	if (m->out->scale > 1)
		cvg_measure_scale(&m->launch, m->out->scale);
	cvg_launch_text(&text, &m->launch);
	m->out->launch = cvg_str_take(&text);
	return true;
}

bool cvg_session_on_gpu(struct cvg_session *session,
			const struct cvg_measure_ask *ask,
			struct cvg_measure *out, struct cvg_err *err)
{
	struct measuring m = {.session = session, .ask = ask, .out = out};
	bool ok;

	*out = (struct cvg_measure){
		.n = ask->n,
		.reps = ask->reps ? ask->reps : CVG_MEASURE_REPS,
		.scale = ask->scale ? ask->scale : 1,
	};
	if (!cvg_measure_probe(session, ask->ordinal, &out->device, err) ||
	    !scaled_launch(&m, err))
		return false;
	out->at = cvg_calloc(out->n + 1, sizeof *out->at);
	m.subject = cvg_calloc(out->n + 1, sizeof *m.subject);
	m.of = cvg_calloc(out->n + 1, sizeof *m.of);
	ok = measure(&m, err);
	for (uint32_t i = 0; i < out->n; i++)
		cvg_subject_done(&m.subject[i]);
	cvg_image_free(m.simulated);
	cvg_image_free(m.first);
	cvg_launch_done(&m.launch);
	free(m.subject);
	free(m.of);
	if (!ok)
		cvg_measure_done(out);
	return ok;
}

void cvg_measure_done(struct cvg_measure *measure)
{
	free(measure->launch);
	free(measure->at);
}
