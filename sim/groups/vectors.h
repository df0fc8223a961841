/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Basic-block vectors of a run: what the machine calls while it runs. */
#ifndef CVG_SIM_VECTORS_H
#define CVG_SIM_VECTORS_H

#include "sim/machine.h"

/* Counters of one warp's lanes, for basic-block vectors. */
struct cvg_bbvrows {
	uint32_t *fn_at;  /* [functions + 1] first block of each */
	uint32_t nblocks; /* of all */
	uint32_t *count;  /* [nblocks * CVG_MAX_LANES] */
	uint32_t *column; /* [nblocks] one lane's, on its way out */
};

struct cvg_bbvrows *cvg_bbvrows_new(const struct cvg_sim *s);
void cvg_bbvrows_free(struct cvg_bbvrows *take_r);
/* The active lanes enter that block of the function that runs. */
void cvg_bbv_enter(struct cvg_warp *w, uint32_t block);
/* The kernel has loaded something: does a probe want it? */
void cvg_probe(struct cvg_warp *w, const struct cvg_bound *op);
/* The warp has ended: its lanes' vectors, and empty counters. */
void cvg_bbv_end(struct cvg_warp *w, struct cvg_bbvmaker *into);

#endif
