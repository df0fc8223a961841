/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Basic-block vectors of a run: the functions that the machine calls while it
 * runs. */
#ifndef CVG_SIM_VECTORS_H
#define CVG_SIM_VECTORS_H

#include "sim/machine.h"

/* The counters of one warp. Blocks are numbered through all functions of the
 * program, one function after the other. */
struct cvg_bbvrows {
	uint32_t *fn_at;  /* [functions + 1] number of its first block */
	uint32_t nblocks; /* of all functions */
	uint32_t *count;  /* [nblocks * CVG_MAX_LANES] block by block */
	uint32_t *column; /* [nblocks] scratch: one lane's vector */
};

struct cvg_bbvrows *cvg_bbvrows_new(const struct cvg_sim *sim);
void cvg_bbvrows_free(struct cvg_bbvrows *take_r);
/* Count that the active lanes enter a block of the function that runs. */
void cvg_bbv_enter(struct cvg_warp *warp, uint32_t block);
/* After a load of the kernel: if a probe watches it, store the first value that
 * each active thread has loaded. */
void cvg_probe(struct cvg_warp *warp, const struct cvg_bound *op);
/* After the end of a warp: store its threads' vectors and clear the
 * counters. */
void cvg_bbv_end(struct cvg_warp *warp, struct cvg_bbvmaker *into);

#endif
