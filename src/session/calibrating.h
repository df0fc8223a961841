/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What the files of calibration share. */
#ifndef RECONVERGE_SESSION_CALIBRATING_H
#define RECONVERGE_SESSION_CALIBRATING_H

#include "reconverge/calibrate.h"
#include "reconverge/ir.h"
#include "reconverge/words.h"

struct cvg_session;

/* The number of operations of a step that is not the same for all warps. */
enum { CVG_TIMES_LINES = -1, CVG_TIMES_PASSES = -2 };

enum cvg_step_start {
	CVG_START_LOADED,
	CVG_START_LANE,
	CVG_START_APART,
	CVG_START_UNIFORM,
	CVG_START_SAME
};

/* A row of calibrate.def. */
struct cvg_step {
	const char *name;
	enum { CVG_STEP_ANY, CVG_STEP_NV, CVG_STEP_AMD } on;
	const char *type;
	enum cvg_step_start start;
	uint32_t chains, unit;
	int times;
	const char *less, *text[2];
};

#define CVG_STEP_LENGTHS 4 /* chains that each class is measured with */

/* The steps of the chain number i, 0 to CVG_STEP_LENGTHS - 1. */
static inline uint32_t cvg_step_length(const struct cvg_step *step, uint32_t i)
{
	return step->unit * (i + 2);
}

/* Words of each memory that chains go through. */
#define CVG_STEP_WORDS 4096
/* Words of private memory, and of constant memory. */
#define CVG_STEP_OWN 256

struct cvg_machine_kind {
	enum cvg_target target;
	uint32_t warp;
};

/*
 * Append a module with the kernels of those rows, four each: @NAME_0 to @NAME_3.
 * Their parameters: what is loaded, %mem, %mem8, where results go, and the rounds
 * of the loop.
 */
void cvg_steps_module(struct cvg_str *out, const struct cvg_step *const *steps,
		      uint32_t n, const struct cvg_machine_kind *machine);

/* Fill the memory that a row loads its values from, 4 * 64 elements of its type:
 * %a, %b, %start, %big. */
#define CVG_STEP_LANES 64
void cvg_steps_values(const struct cvg_step *step, uint8_t *out);

/* ---- calibrate_line.c -------------------------------------------------- */

/* A number with bounds, in cycles. */
struct cvg_figure {
	double at, low, high;
};

/* The points of a step: cycles of a round by the number of steps; the medians, and
 * the quartiles. */
struct cvg_points {
	double x[CVG_STEP_LENGTHS];
	struct cvg_figure y[CVG_STEP_LENGTHS];
};

/*
 * The slope of the least-squares line; its bounds are the flattest and the steepest
 * line through two of the points. *off: the most by which a point is off the line,
 * as a part of what the last point is above the first. False: the points are on no
 * line, as the n bytes at `why` say.
 */
bool cvg_points_fit(const struct cvg_points *points, struct cvg_figure *price,
		    double *off, char *why, size_t n);

/* ---- calibrate_price.c ------------------------------------------------- */

enum {
#define STEP(id, on, type, start, chains, unit, times, less, even, odd) \
	CVG_STEP_##id##_##on,
#include "calibrate.def"
	CVG_NSTEPS
};

/* All rows. */
extern const struct cvg_step cvg_steps[CVG_NSTEPS];

/* What became of a step. */
struct cvg_measured_step {
	bool chosen; /* it is for the device */
	bool known;  /* if so, price; if not, why */
	struct cvg_figure price;
	double off;
	char why[256];
	uint32_t at; /* its first kernel in the job; CVG_NONE: no code */
	uint32_t trips;
};

/* Code of several steps. */
struct cvg_step_image {
	struct cvg_loadable code;
	uint32_t from, to; /* of the steps that are in it, among the chosen */
};

struct cvg_calibrator {
	struct cvg_session *session;
	const struct cvg_calibrate_ask *ask;
	struct cvg_calibration *out;
	struct cvg_machine_kind machine;
	double clock; /* MHz */
	struct cvg_measured_step step[CVG_NSTEPS];
	uint32_t chosen[CVG_NSTEPS], nchosen; /* steps that have kernels */
	cvg_vec(struct cvg_step_image) images;
	cvg_vec(struct cvg_gpu_code) codes;
	cvg_vec(char *) names;		/* of their kernels */
	uint8_t *values;		/* [CVG_NSTEPS] of VALUE_BYTES */
	uint32_t *next;			/* [CVG_STEP_WORDS] */
	uint64_t *next8;		/* [CVG_STEP_WORDS] */
	uint8_t *zeros;			/* RESULT_BYTES */
	struct cvg_gpu_buffer *buffers; /* [CVG_NSTEPS] of NBUFFERS */
	struct cvg_gpu_address addresses[5];
	uint8_t *args; /* [CVG_NSTEPS] of ARGS */
};

/* The step of that name that is for the device, or NULL. */
const struct cvg_measured_step *cvg_calibrator_step(
	const struct cvg_calibrator *c, const char *name, size_t n);
/* Price all steps by what the runs took. */
void cvg_calibrator_judge(struct cvg_calibrator *c,
			  const struct cvg_gpu_results *results);

#endif
