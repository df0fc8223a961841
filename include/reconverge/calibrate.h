/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Calibration: what a device takes for each class of the cost table, measured by
 * micro-kernels that this program makes, compiles and runs there.
 */
#ifndef RECONVERGE_CALIBRATE_H
#define RECONVERGE_CALIBRATE_H

#include "reconverge/gpu.h"

struct cvg_costs;
struct cvg_session;

/* What is asked; zeros stand for the defaults. */
struct cvg_calibrate_ask {
	uint32_t reps, warmups; /* default: 20, 3 */
	uint32_t ordinal;	/* of the device */
	uint64_t work; /* cycles that a run takes about; default: a million */
	double clock;  /* MHz; 0: as the driver says */
	double limit;  /* seconds a run may take; default: 10 */
	bool portable; /* PTX even if ptxas is installed */
	const char *keep; /* a folder for the code that the driver gets, and the
			     LLVM assembly it is made from; or NULL */
};

#define CVG_CALIBRATE_REPS    20
#define CVG_CALIBRATE_WARMUPS 3
#define CVG_CALIBRATE_WORK    1000000
#define CVG_CALIBRATE_LIMIT   10.0

/* A class of the cost table. */
struct cvg_calibrated {
	uint32_t kind; /* as of cvg_cost_kind_name */
	char why[256]; /* it has not been measured; "": it has */
	double was;    /* cycles in costs.def for that processor */
	double off;    /* how far a point is off the line, as a part of what
			   the longest chain adds to the shortest; NAN: the
			   class has no chain of its own */
};

struct cvg_calibration {
	struct cvg_gpu_device device;
	struct cvg_costs *costs;   /* without file and date */
	struct cvg_calibrated *at; /* [n] by kind */
	uint32_t n, kernels, reps;
};

/*
 * Calibrate the device that runs code of the module's target. A class whose
 * kernels cannot be compiled, fail, or take times that are not linear in the
 * number of its operations keeps the price of costs.def. False: there is no
 * device, or nothing could be measured; `err` tells. Free *out with
 * cvg_calibration_done if this succeeds.
 */
bool cvg_session_calibrate(struct cvg_session *session,
			   const struct cvg_calibrate_ask *ask,
			   struct cvg_calibration *out, struct cvg_err *err);
void cvg_calibration_done(struct cvg_calibration *calibration);

#endif
