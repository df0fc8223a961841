/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Calibration: the prices of the cost table, measured on a device.
 *
 * Each class has four kernels, whose loops hold chains of two to five times as
 * many steps. The price of a step is the slope of the least-squares line through
 * the four medians, so that the launch, the loop and the memory cancel; what the
 * step does besides (the index of a load, say) was measured by an earlier row and
 * is taken off. Times become cycles by the clock that the driver tells. The
 * bounds of a price are the steepest and the flattest line through two of the
 * points. A class whose points are not on a line keeps the price of costs.def: a
 * compiler has made something else of its chain, or the cache has.
 *
 * Example: 0.530, 0.658, 0.787 and 0.915 ms for 8, 12, 16 and 20 additions a
 * round, 16384 rounds, at 1000 MHz: 32.3, 40.2, 48.0 and 55.8 cycles a round, and
 * 1.96 cycles an addition.
 */
#include "calibrating.h"
#include "measuring.h"

#include "reconverge/calibrate.h"
#include "reconverge/cost.h"
#include "reconverge/graph.h"
#include "reconverge/ir.h"
#include "reconverge/target.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define VALUE_BYTES  (4 * CVG_STEP_LANES * 8)
#define RESULT_BYTES (8 * CVG_STEP_LANES * 8)
#define NBUFFERS     5
#define ARGS	     (NBUFFERS * 8 + 4)

/* ---- code ---------------------------------------------------------------- */

static void choose(struct cvg_calibrator *c)
{
	bool amd = c->machine.target == CVG_AMDGPU;

	for (uint32_t i = 0; i < CVG_NSTEPS; i++) {
		const struct cvg_step *step = &cvg_steps[i];

		c->step[i].at = CVG_NONE;
		c->step[i].chosen = step->on == CVG_STEP_ANY ||
				    (step->on == CVG_STEP_AMD) == amd;
		if (c->step[i].chosen && step->start != CVG_START_SAME)
			c->chosen[c->nchosen++] = i;
	}
}

/* What the driver gets first. */
static const struct cvg_str *code_of(const struct cvg_loadable *code)
{
	return code->code.n ? &code->code : &code->portable;
}

static bool keep(const struct cvg_calibrator *c, const char *ir,
		 const struct cvg_loadable *made, struct cvg_err *err)
{
	const struct cvg_str *code = code_of(made);
	struct cvg_str path = {0};
	bool ok;

	if (!c->ask->keep)
		return true;
	cvg_str_addf(&path, "%s/calibrate%zu.ll", c->ask->keep, c->images.n);
	ok = cvg_file_write(path.at, ir, strlen(ir), err);
	path.n = 0;
	cvg_str_addf(&path, "%s/calibrate%zu.%s", c->ask->keep, c->images.n,
		     made->suffix);
	ok = ok && cvg_file_write(path.at, code->at, code->n, err);
	cvg_str_done(&path);
	return ok;
}

/* Compile the steps chosen[from] to chosen[to - 1]. */
static bool compile(struct cvg_calibrator *c, uint32_t from, uint32_t to,
		    struct cvg_err *err)
{
	const struct cvg_step *of[CVG_NSTEPS];
	const struct cvg_target_options target = {.cpu = c->out->device.code};
	const struct cvg_loading how = {
		.machine = !c->ask->portable,
		.driver = c->out->device.driver,
		.seconds = (unsigned)cvg_set_int(&c->session->settings,
						 CVG_SET_TIME_LIMIT)};
	struct cvg_step_image image = {.from = from, .to = to};
	struct cvg_module *module = NULL;
	struct cvg_str ir = {0};
	bool ok;

	for (uint32_t i = from; i < to; i++)
		of[i - from] = &cvg_steps[c->chosen[i]];
	cvg_steps_module(&ir, of, to - from, &c->machine);
	ok = cvg_module_read("a micro-kernel", ir.at, ir.n, &target, &module,
			     err) &&
	     cvg_module_loadable(module, &how, &image.code, err) &&
	     keep(c, ir.at, &image.code, err);
	cvg_module_free(module);
	cvg_str_done(&ir);
	if (ok)
		cvg_push(&c->images, image);
	else
		cvg_loadable_done(&image.code);
	return ok;
}

/* Compile these steps: all of them together, or else by halves, so that a step
 * that the code generator does not take is left out alone. */
static void compile_all(struct cvg_calibrator *c, uint32_t from, uint32_t to)
{
	struct cvg_err err = {0};
	uint32_t middle = from + (to - from) / 2;

	if (from == to || !cvg_tick(cvg_session_ticking(c->session), -1) ||
	    compile(c, from, to, &err))
		return;
	if (to - from > 1) {
		compile_all(c, from, middle);
		compile_all(c, middle, to);
		return;
	}
	snprintf(c->step[c->chosen[from]].why,
		 sizeof c->step[c->chosen[from]].why,
		 "it cannot be compiled: %.200s", err.msg);
}

/* ---- the job --------------------------------------------------------------- */

static double default_price(const struct cvg_calibrator *c, const char *name)
{
	uint32_t kind = cvg_cost_kind_named(name);

	return kind == CVG_NONE ? 100
				: cvg_cost_default(c->machine.target,
						   c->out->device.cpu, kind);
}

/* So many rounds that the longest chain takes about the cycles that a run shall
 * take. */
static uint32_t trips_of(const struct cvg_calibrator *c,
			 const struct cvg_step *step)
{
	double price = default_price(c, step->name) + 4;
	double work = c->ask->work ? (double)c->ask->work : CVG_CALIBRATE_WORK;
	double trips =
		work / price / cvg_step_length(step, CVG_STEP_LENGTHS - 1);

	return trips < 2 ? 2 : trips > 1e9 ? 1000000000 : (uint32_t)trips;
}

static void fill_memory(struct cvg_calibrator *c)
{
	c->values = cvg_calloc(CVG_NSTEPS, VALUE_BYTES);
	c->next = cvg_calloc(CVG_STEP_WORDS, sizeof *c->next);
	c->next8 = cvg_calloc(CVG_STEP_WORDS, sizeof *c->next8);
	c->zeros = cvg_calloc(RESULT_BYTES, 1);
	c->buffers = cvg_calloc(CVG_NSTEPS * NBUFFERS, sizeof *c->buffers);
	c->args = cvg_calloc(CVG_NSTEPS, ARGS);
	for (uint32_t i = 0; i < CVG_STEP_WORDS; i++)
		c->next8[i] = c->next[i] =
			(i + c->machine.warp) % CVG_STEP_WORDS;
	for (uint32_t i = 0; i < NBUFFERS; i++)
		c->addresses[i] = (struct cvg_gpu_address){
			.in = CVG_NONE, .at = (uint64_t)8 * i, .buffer = i};
}

/* Add the four kernels of a step to the job. */
static void add_codes(struct cvg_calibrator *c,
		      const struct cvg_step_image *image, uint32_t s)
{
	struct cvg_measured_step *made = &c->step[s];
	struct cvg_gpu_buffer *buffers = c->buffers + (size_t)s * NBUFFERS;
	uint8_t *args = c->args + (size_t)s * ARGS;

	cvg_steps_values(&cvg_steps[s], c->values + (size_t)s * VALUE_BYTES);
	buffers[0] = (struct cvg_gpu_buffer){.data = c->values +
						     (size_t)s * VALUE_BYTES,
					     .bytes = VALUE_BYTES,
					     .constant = true};
	buffers[1] = (struct cvg_gpu_buffer){.data = (const uint8_t *)c->next,
					     .bytes = CVG_STEP_WORDS *
						      sizeof *c->next,
					     .constant = true};
	buffers[2] = (struct cvg_gpu_buffer){.data = (const uint8_t *)c->next8,
					     .bytes = CVG_STEP_WORDS *
						      sizeof *c->next8,
					     .constant = true};
	buffers[3] = (struct cvg_gpu_buffer){.data = c->zeros,
					     .bytes = RESULT_BYTES};
	buffers[4] = buffers[3];
	made->trips = trips_of(c, &cvg_steps[s]);
	memcpy(args + NBUFFERS * 8, &made->trips, sizeof made->trips);
	made->at = (uint32_t)c->codes.n;
	for (uint32_t k = 0; k < CVG_STEP_LENGTHS; k++) {
		struct cvg_str name = {0};
		struct cvg_gpu_code code = {
			.image = code_of(&image->code)->at,
			.portable = image->code.code.n ? image->code.portable.at
						       : NULL,
			.buffers = buffers,
			.addresses = c->addresses,
			.args = args,
			.nbuffers = NBUFFERS,
			.naddresses = NBUFFERS,
			.nargs = ARGS,
			.grid = {1, 1, 1},
			.block = {c->machine.warp, 1, 1},
			.reads_only = true};

		cvg_str_addf(&name, "%s_%u", cvg_steps[s].name, k);
		cvg_push(&c->names, cvg_str_take(&name));
		code.kernel = c->names.at[c->names.n - 1];
		cvg_push(&c->codes, code);
	}
}

static bool run(struct cvg_calibrator *c, struct cvg_gpu_results *results,
		struct cvg_err *err)
{
	const struct cvg_calibrate_ask *ask = c->ask;
	struct cvg_gpu_job job = {
		.api = c->out->device.api,
		.ordinal = ask->ordinal,
		.reps = c->out->reps,
		.warmups = ask->warmups ? ask->warmups : CVG_CALIBRATE_WARMUPS,
		.limit = ask->limit > 0 ? ask->limit : CVG_CALIBRATE_LIMIT,
		.ticker = cvg_session_ticking(c->session),
	};

	for (size_t i = 0; i < c->images.n; i++)
		for (uint32_t k = c->images.at[i].from; k < c->images.at[i].to;
		     k++)
			add_codes(c, &c->images.at[i], c->chosen[k]);
	job.codes = c->codes.at;
	job.n = (uint32_t)c->codes.n;
	if (job.n)
		return cvg_gpu_run(&job, results, err);
	return cvg_fail(err, "no micro-kernel could be compiled: %s",
			c->step[c->chosen[0]].why);
}

/* ---- the answer -------------------------------------------------------------- */

static void answer(struct cvg_calibrator *c)
{
	struct cvg_calibration *out = c->out;

	out->n = cvg_cost_nkinds();
	out->at = cvg_calloc(out->n, sizeof *out->at);
	for (uint32_t kind = 0; kind < out->n; kind++) {
		struct cvg_calibrated *at = &out->at[kind];
		const char *name = cvg_cost_kind_name(kind);
		const struct cvg_measured_step *made =
			cvg_calibrator_step(c, name, strlen(name));
		struct cvg_cost_price *price = &out->costs->at[kind];

		at->kind = kind;
		at->was = price->cycles;
		at->off = made ? made->off : NAN;
		if (made && made->known)
			*price = (struct cvg_cost_price){
				.cycles = made->price.at,
				.low = made->price.low,
				.high = made->price.high,
				.whole = (uint32_t)(made->price.at + 0.5),
				.measured = true};
		else
			snprintf(at->why, sizeof at->why, "%s",
				 made ? made->why
				      : "no chain of it can be made");
	}
	out->kernels = (uint32_t)c->codes.n;
}

/* Was anything measured? */
static bool any(const struct cvg_calibrator *c, struct cvg_err *err)
{
	for (uint32_t i = 0; i < CVG_NSTEPS; i++)
		if (c->step[i].known)
			return true;
	return cvg_fail(err, "nothing could be measured: %s",
			c->step[c->chosen[0]].why);
}

static bool begin(struct cvg_calibrator *c, struct cvg_err *err)
{
	struct cvg_gpu_device *device = &c->out->device;
	const struct cvg_fn *fn =
		cvg_session_fn(c->session, CVG_NONE, CVG_NONE);

	if (!cvg_measure_probe(c->session, c->ask->ordinal, device, err))
		return false;
	c->clock = c->ask->clock > 0 ? c->ask->clock : device->clock;
	if (c->clock <= 0)
		return cvg_fail(err, "the driver does not say the device's "
				     "clock: say clock=MHZ");
	c->machine.target = fn->target;
	c->machine.warp =
		fn->target == CVG_AMDGPU && strncmp(device->cpu, "gfx1", 4) != 0
			? 64
			: 32;
	c->out->costs = cvg_costs_new(fn->target, device->cpu);
	c->out->costs->device = cvg_strdup(device->name);
	c->out->costs->clock = c->clock;
	return true;
}

static void calibrator_done(struct cvg_calibrator *c)
{
	for (size_t i = 0; i < c->images.n; i++)
		cvg_loadable_done(&c->images.at[i].code);
	for (size_t i = 0; i < c->names.n; i++)
		free(c->names.at[i]);
	free(c->images.at);
	free(c->codes.at);
	free(c->names.at);
	free(c->values);
	free(c->next);
	free(c->next8);
	free(c->zeros);
	free(c->buffers);
	free(c->args);
	free(c);
}

bool cvg_session_calibrate(struct cvg_session *session,
			   const struct cvg_calibrate_ask *ask,
			   struct cvg_calibration *out, struct cvg_err *err)
{
	struct cvg_calibrator *c = cvg_calloc(1, sizeof *c);
	struct cvg_gpu_results results;
	bool ok;

	*out = (struct cvg_calibration){.reps = ask->reps ? ask->reps
							  : CVG_CALIBRATE_REPS};
	c->session = session;
	c->ask = ask;
	c->out = out;
	ok = begin(c, err);
	if (ok) {
		choose(c);
		fill_memory(c);
		compile_all(c, 0, c->nchosen);
		ok = run(c, &results, err);
	}
	if (ok) {
		cvg_calibrator_judge(c, &results);
		cvg_gpu_results_done(&results);
		ok = any(c, err);
	}
	if (ok)
		answer(c);
	else
		cvg_calibration_done(out);
	calibrator_done(c);
	return ok;
}

void cvg_calibration_done(struct cvg_calibration *calibration)
{
	cvg_costs_free(calibration->costs);
	free(calibration->at);
	*calibration = (struct cvg_calibration){0};
}
