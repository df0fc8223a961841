/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Which of a kernel's inputs decide how often a thread runs each block: the
 * data flow behind the regression model of basic-block vectors (Liang, Satria,
 * Rupnow, Chen, IEEE TCAD 35(7), 2016, section IV-A).
 *
 * An input is a number that a thread loads from an address that is computed
 * from constants, arguments, thread ids and other inputs alone, and not in a
 * loop: each thread loads one value for it.
 */
#ifndef RECONVERGE_INFLUENCE_H
#define RECONVERGE_INFLUENCE_H

#include "reconverge/base.h"

struct cvg_ana;

#define CVG_MAX_INPUTS	 63
#define CVG_INPUT_THREAD (UINT64_C(1) << 63) /* the thread's own number */

struct cvg_influence {
	uint32_t ninputs;  /* at most CVG_MAX_INPUTS */
	uint32_t *input;   /* [ninputs] load instructions, ascending */
	uint32_t left_out; /* inputs beyond CVG_MAX_INPUTS */
	/* [nblocks] bit i: the block's count may depend on input[i];
	 * CVG_INPUT_THREAD: on the thread's number */
	uint64_t *of_block;
};

/* The caller frees the members with cvg_influence_done. */
void cvg_influence_init(struct cvg_influence *out, struct cvg_ana *ana);
void cvg_influence_done(struct cvg_influence *in);

#endif
