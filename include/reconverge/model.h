/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The regression model of basic-block vectors: it predicts how often a thread runs
 * a block from the inputs that the thread loads (equation (1) of the paper that
 * bbv.h names).
 *
 *	count of block b = constant + sum of weight * input + weight * thread
 *
 * The sum is over the inputs on which b's count depends (influence.h). The model
 * is fitted by least squares to the threads of one thread block. Its error over
 * all other threads tells how well it predicts.
 */
#ifndef RECONVERGE_MODEL_H
#define RECONVERGE_MODEL_H

#include "reconverge/bbv.h"
#include "reconverge/sim.h"

/* The model of one block. */
struct cvg_modelrow {
	uint64_t inputs; /* set of the inputs on which its count depends, as
			    of_block in influence.h */
	double constant; /* summand of every thread */
	double thread;	 /* weight of the thread's number */
	double *weight;	 /* [ninputs] 0 for inputs not in `inputs` */
	double error;	 /* mean square error over the tested threads */
	double mean;	 /* mean count over the same threads */
};

struct cvg_model {
	uint32_t at; /* place of the function's first block in the vectors */
	uint32_t nblocks, ninputs; /* of the function */
	struct cvg_modelrow *row;  /* [nblocks] */
};

/* A model with all weights 0; free it with cvg_model_free. */
struct cvg_model *cvg_model_new(uint32_t nblocks, uint32_t ninputs);
void cvg_model_free(struct cvg_model *take_model);

/* Is LAPACK there, which fits models? */
bool cvg_model_can_fit(struct cvg_err *err);
/*
 * Fit the model to threads [first, first + n). `p` has the values that the threads
 * loaded (0 for an input that a thread did not load), `v` their vectors, whose
 * m->nblocks counts from m->at on are those of the function's blocks. `of_block` is that of
 * struct cvg_influence.
 */
void cvg_model_fit(struct cvg_model *m, const uint64_t *of_block,
		   const struct cvg_bbvs *vectors, const struct cvg_probes *p,
		   uint32_t first, uint32_t n);

/* Set each row's error and mean from all threads except [first, first + n);
 * with n 0, from all threads. */
void cvg_model_test(struct cvg_model *m, const struct cvg_bbvs *vectors,
		    const struct cvg_probes *p, uint32_t first, uint32_t n);

/* The vectors that the model predicts for all threads, with rounded counts. The
 * model covers one function: the blocks of the others keep their counts in
 * `vectors`. The caller frees the result with cvg_bbvs_free. */
struct cvg_bbvs *cvg_model_vectors(const struct cvg_model *m,
				   const struct cvg_bbvs *vectors,
				   const struct cvg_probes *p);
/* The same before the threads have run: vectors of nblocks counts, of which those
 * of other functions are 0. */
struct cvg_bbvs *cvg_model_foretell(const struct cvg_model *m,
				    uint32_t nthreads, uint32_t nblocks,
				    const struct cvg_probes *p);
/* The mean of its rows' errors. */
double cvg_model_error(const struct cvg_model *m);

#endif
