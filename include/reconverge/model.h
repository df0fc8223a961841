/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The regression model of basic-block vectors: how often a thread runs a block
 * as a sum of weighted inputs (bbv.h names the paper; its equation (1)).
 *
 *	count of block b = constant + sum of weight * input + weight * thread
 *
 * over the inputs that have a say in b. Fitted by least squares to the threads
 * of one thread block, and good for the others, or not: that is what the error
 * is for.
 */
#ifndef RECONVERGE_MODEL_H
#define RECONVERGE_MODEL_H

#include "reconverge/bbv.h"
#include "reconverge/sim.h"

/* Of one block of the kernel. */
struct cvg_modelrow {
	uint64_t inputs; /* who has a say, as in influence.h */
	double constant, thread;
	double *weight; /* [ninputs] 0 for those without a say */
	double error;	/* mean square, over the threads it was tested on */
	double mean;	/* count, over those */
};

struct cvg_model {
	uint32_t nblocks, ninputs;
	struct cvg_modelrow *row; /* [nblocks] */
};

/* Nothing known yet. */
struct cvg_model *cvg_model_new(uint32_t nblocks, uint32_t ninputs);
void cvg_model_free(struct cvg_model *take_m);

/*
 * Fit to threads [first, first + n): what they loaded is in `p`, their vectors
 * are v's, whose first `nblocks` counts are the kernel's. A thread that never
 * loaded an input has 0 there.
 */
void cvg_model_fit(struct cvg_model *m, const uint64_t *of_block,
		   const struct cvg_bbvs *v, const struct cvg_probes *p,
		   uint32_t first, uint32_t n);

/* Set each row's error and mean by all threads but [first, first + n); with
 * n 0, by all. */
void cvg_model_test(struct cvg_model *m, const struct cvg_bbvs *v,
		    const struct cvg_probes *p, uint32_t first, uint32_t n);

/* The vectors it predicts for all threads, counts rounded; blocks of other
 * functions, which it knows nothing of, as in v. */
struct cvg_bbvs *cvg_model_vectors(const struct cvg_model *m,
				   const struct cvg_bbvs *v,
				   const struct cvg_probes *p);

#endif
