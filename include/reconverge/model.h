/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The regression model of basic-block vectors: how often a thread runs a block
 * as a sum of weighted inputs (bbv.h names the paper; its equation (1)).
 *
 *	count of block b = constant + sum of weight * input + weight * thread
 *
 * over the inputs on which b's count depends (influence.h). It is fitted by
 * least squares to the threads of one thread block; its error over the other
 * threads tells how well it predicts them.
 */
#ifndef RECONVERGE_MODEL_H
#define RECONVERGE_MODEL_H

#include "reconverge/bbv.h"
#include "reconverge/sim.h"

/* The model of one block of the kernel. */
struct cvg_modelrow {
	uint64_t inputs; /* the inputs its count depends on: influence.h's
			    of_block */
	double constant; /* summand of every thread */
	double thread;	 /* weight of the thread's number */
	double *weight;	 /* [ninputs] 0 for inputs not in `inputs` */
	double error;	 /* mean square, over the threads of the test */
	double mean;	 /* mean count, over the same threads */
};

struct cvg_model {
	uint32_t nblocks, ninputs;
	struct cvg_modelrow *row; /* [nblocks] */
};

/* A model with all weights 0; free it with cvg_model_free. */
struct cvg_model *cvg_model_new(uint32_t nblocks, uint32_t ninputs);
void cvg_model_free(struct cvg_model *take_m);

/*
 * Fit the model to threads [first, first + n). `p` has the values of the inputs
 * that they loaded (0 for an input that a thread did not load), `v` their
 * vectors, whose first `nblocks` counts are those of the kernel's blocks.
 * `of_block` is the one of struct cvg_influence.
 */
void cvg_model_fit(struct cvg_model *m, const uint64_t *of_block,
		   const struct cvg_bbvs *v, const struct cvg_probes *p,
		   uint32_t first, uint32_t n);

/* Set each row's error and mean from all threads except [first, first + n);
 * with n 0, from all threads. */
void cvg_model_test(struct cvg_model *m, const struct cvg_bbvs *v,
		    const struct cvg_probes *p, uint32_t first, uint32_t n);

/* The vectors that the model predicts for all threads, with rounded counts;
 * blocks of functions other than the kernel, which it does not model, have
 * their counts in v. */
struct cvg_bbvs *cvg_model_vectors(const struct cvg_model *m,
				   const struct cvg_bbvs *v,
				   const struct cvg_probes *p);

#endif
