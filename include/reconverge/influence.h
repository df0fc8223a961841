/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Which of a kernel's inputs decide how often a thread runs each block: the
 * data flow behind the regression model of basic-block vectors (Liang, Satria,
 * Rupnow, Chen, IEEE TCAD 35(7), 2016, section IV-A).
 *
 * An input is a number that a thread loads and that stays the same for it,
 * whenever it looks: the address is computed from constants, arguments, thread
 * ids and other inputs alone, not in a loop.
 */
#ifndef RECONVERGE_INFLUENCE_H
#define RECONVERGE_INFLUENCE_H

#include "reconverge/analysis.h"

#define CVG_MAX_INPUTS	 63
#define CVG_INPUT_THREAD (UINT64_C(1) << 63) /* the thread's own number */

struct cvg_influence {
	uint32_t ninputs; /* the first CVG_MAX_INPUTS of them */
	uint32_t *input;  /* [ninputs] load instructions, ascending */
	uint32_t left_out;
	/* [nblocks] bit i: input[i] has a say; CVG_INPUT_THREAD */
	uint64_t *of_block;
};

void cvg_influence_init(struct cvg_influence *out, struct cvg_ana *ana);
void cvg_influence_done(struct cvg_influence *in);

#endif
