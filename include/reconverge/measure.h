/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Measuring on a GPU: revisions of the kernel in focus run on its launch, in
 * turns, and are timed. What they leave in memory is compared with what the
 * simulator leaves, and with what the first of them leaves.
 */
#ifndef RECONVERGE_MEASURE_H
#define RECONVERGE_MEASURE_H

#include "reconverge/gpu.h"

struct cvg_session;

/* How the memory that a run left compares with another. */
enum cvg_leaves {
	CVG_LEAVES_UNKNOWN, /* it did not run, or not there */
	CVG_LEAVES_SAME,
	CVG_LEAVES_NEAR, /* floats agree within the bounds of cvg_image_compare */
	CVG_LEAVES_OTHER
};

/* "same", "near", "differs", or NULL */
const char *cvg_leaves_name(enum cvg_leaves leaves);

/* One revision that was measured. */
struct cvg_measured {
	uint32_t rev;
	bool ran;			  /* if not, only `why` is known */
	char why[256];			  /* one line */
	struct cvg_spread us;		  /* microseconds of a run */
	struct cvg_ratio ratio;		  /* to the first revision that ran */
	enum cvg_leaves simulator, first; /* compared with the simulator's
					      memory, and with that of the first */
	char difference[256]; /* the first element that differs, or "" */
	const char *code;     /* "ptx", "cubin", "hsaco" */
};

/* What is asked; zeros stand for the defaults. */
struct cvg_measure_ask {
	const uint32_t *revs; /* [n] the first is what the others are compared
				 with */
	uint32_t n;
	uint32_t reps, warmups; /* default: 30, 3 */
	uint32_t scale;		/* how many times as large the launch is */
	uint32_t ordinal;	/* of the device */
	double limit;		/* seconds a run may take; default: 10 */
	bool portable;		/* PTX even if ptxas is installed */
	const char *keep; /* a folder for the code that the driver gets, and the
			     LLVM assembly it is made from; or NULL */
};

struct cvg_measure {
	struct cvg_gpu_device device;
	char *launch;	  /* the launch, scaled, as words */
	uint64_t threads; /* of the launch */
	uint32_t reps, scale;
	bool one_order; /* what the kernel computes may depend on the order of
			      its threads */
	struct cvg_measured *at; /* [n] in the order that was asked */
	uint32_t n;
};

#define CVG_MEASURE_REPS    30
#define CVG_MEASURE_WARMUPS 3
#define CVG_MEASURE_LIMIT   10.0

/*
 * Measure, and keep the results with the revisions (struct cvg_proof). False: there
 * is no device, the launch cannot be simulated, or no revision ran; `err` tells.
 * Free *out with cvg_measure_done if this succeeds.
 */
bool cvg_session_on_gpu(struct cvg_session *session,
			const struct cvg_measure_ask *ask,
			struct cvg_measure *out, struct cvg_err *err);
void cvg_measure_done(struct cvg_measure *measure);

/* Is the second revision faster than the first beyond the noise of the runs, and
 * are its results the same? */
bool cvg_measured_pays(const struct cvg_measured *measured);

#endif
