/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The rows of calibrate.def, and their prices: the slope of each, less what its
 * step does besides. */
#include "calibrating.h"

#include "reconverge/target.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const struct cvg_step cvg_steps[CVG_NSTEPS] = {
#define ANY    CVG_STEP_ANY
#define NV     CVG_STEP_NV
#define AMD    CVG_STEP_AMD
#define LINES  CVG_TIMES_LINES
#define PASSES CVG_TIMES_PASSES
#define STEP(id, targets, of, from, n, u, count, besides, even, odds) \
	{.name = #id,                                                 \
	 .on = targets,                                               \
	 .type = of,                                                  \
	 .start = CVG_START_##from,                                   \
	 .chains = n,                                                 \
	 .unit = u,                                                   \
	 .times = count,                                              \
	 .less = besides,                                             \
	 .text = {even, odds}},
#include "calibrate.def"
};

static bool read_points(struct cvg_calibrator *c,
			struct cvg_measured_step *made,
			const struct cvg_step *step,
			const struct cvg_gpu_results *results,
			struct cvg_points *out)
{
	double scale = 1000 * c->clock / made->trips; /* cycles of a round for
							 each millisecond */

	for (uint32_t k = 0; k < CVG_STEP_LENGTHS; k++) {
		const struct cvg_gpu_result *result =
			&results->at[made->at + k];
		struct cvg_spread spread;

		if (!result->ran) {
			snprintf(made->why, sizeof made->why, "%s",
				 result->why);
			return false;
		}
		cvg_spread_of(result->ms, c->out->reps, &spread);
		out->x[k] = cvg_step_length(step, k);
		out->y[k] = (struct cvg_figure){spread.median * scale,
						spread.low * scale,
						spread.high * scale};
	}
	return true;
}

/* ---- what steps do besides --------------------------------------------------- */

const struct cvg_measured_step *cvg_calibrator_step(
	const struct cvg_calibrator *c, const char *name, size_t n)
{
	for (uint32_t i = 0; i < CVG_NSTEPS; i++)
		if (c->step[i].chosen && strlen(cvg_steps[i].name) == n &&
		    !strncmp(cvg_steps[i].name, name, n))
			return &c->step[i];
	return NULL;
}

/* Take off what the step does besides: "2*SELECT ADD32". */
static bool take_off(const struct cvg_calibrator *c,
		     const struct cvg_step *step,
		     struct cvg_measured_step *made)
{
	for (const char *at = step->less; *at; at += strspn(at, " ")) {
		size_t n = strcspn(at, " ");
		const char *star = memchr(at, '*', n);
		const char *name = star ? star + 1 : at;
		double times = star ? strtod(at, NULL) : 1;
		const struct cvg_measured_step *of =
			cvg_calibrator_step(c, name, n - (size_t)(name - at));
		bool adds = times < 0;

		if (!of || !of->known) {
			snprintf(made->why, sizeof made->why,
				 "%.*s is not known, which a step does as well",
				 (int)(n - (size_t)(name - at)), name);
			return false;
		}
		made->price.at -= times * of->price.at;
		made->price.low -=
			times * (adds ? of->price.low : of->price.high);
		made->price.high -=
			times * (adds ? of->price.high : of->price.low);
		at += n;
	}
	return true;
}

/* How many operations of the class a step has. */
static double times_of(const struct cvg_calibrator *c,
		       const struct cvg_step *step)
{
	uint32_t warp = c->machine.warp;

	if (step->times == CVG_TIMES_LINES)
		return warp -
		       warp * 4.0 / cvg_target_info(c->machine.target)->line;
	if (step->times == CVG_TIMES_PASSES)
		return warp - warp / 32.0;
	return step->times;
}

/* Prices below 0 are noise around 0, unless they are far below. */
#define MOST_BELOW 0.5 /* cycles */

static bool settle(const struct cvg_calibrator *c, const struct cvg_step *step,
		   struct cvg_measured_step *made)
{
	double times = times_of(c, step);
	struct cvg_figure *price = &made->price;

	if (!take_off(c, step, made))
		return false;
	price->at /= times;
	price->low /= times;
	price->high /= times;
	if (price->at < -MOST_BELOW) {
		snprintf(made->why, sizeof made->why,
			 "a step takes %.3g cycles less than what it does "
			 "besides",
			 -price->at);
		return false;
	}
	price->at = fmax(price->at, 0);
	price->low = fmax(fmin(price->low, price->at), 0);
	price->high = fmax(price->high, price->at);
	return true;
}

/* No chain takes no time. A step that does more is judged by what is left. */
#define LEAST_STEP 0.05 /* cycles */

static bool is_there(const struct cvg_step *step,
		     struct cvg_measured_step *made)
{
	if (*step->less || made->price.at > LEAST_STEP)
		return true;
	snprintf(made->why, sizeof made->why,
		 "its chain takes no time: a compiler has removed it");
	return false;
}

void cvg_calibrator_judge(struct cvg_calibrator *c,
			  const struct cvg_gpu_results *results)
{
	for (uint32_t i = 0; i < CVG_NSTEPS; i++) {
		struct cvg_measured_step *made = &c->step[i];
		struct cvg_points points;

		made->off = NAN;
		if (!made->chosen)
			continue;
		if (cvg_steps[i].start == CVG_START_SAME)
			made->known = settle(c, &cvg_steps[i], made);
		else if (made->at != CVG_NONE)
			made->known = read_points(c, made, &cvg_steps[i],
						  results, &points) &&
				      cvg_points_fit(&points, &made->price,
						     &made->off, made->why,
						     sizeof made->why) &&
				      is_there(&cvg_steps[i], made) &&
				      settle(c, &cvg_steps[i], made);
	}
}
