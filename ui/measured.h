/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The counts of runs, copied for the screen: the session keeps those of a few
 * revisions only, and cannot be asked while a command runs.
 */
#ifndef CVG_UI_MEASURED_H
#define CVG_UI_MEASURED_H

#include "reconverge/prove.h"
#include "reconverge/metrics.h"
#include "ui/view.h"

struct cvg_measured_block {
	/* the function's number in the program; 0: the kernel */
	uint32_t fn;
	uint32_t block; /* of its snapshot */
	uint32_t uid;
	char *name;
	uint64_t warps, lanes, cycles;
	uint64_t split; /* times its branch split a warp */
	bool branch;	/* it ends in a branch */
};

/* One run of one revision. */
struct cvg_measured {
	uint32_t rev;
	uint64_t launch, seed; /* as in struct cvg_proof */
	char *function;
	uint32_t warp;
	double value[CVG_NMETRICS];
	uint64_t cycles;		  /* of all blocks */
	struct cvg_measured_block *block; /* most cycles first */
	uint32_t nblocks;
};

struct cvg_measureds {
	struct cvg_measured **at;
	size_t n, cap;
};

void cvg_measureds_done(struct cvg_measureds *all);
/* Copy what the session has counted for that revision. Must not be called while
 * ui->busy. */
void cvg_measureds_take(struct cvg_measureds *all, struct cvg_ui *ui,
			uint32_t rev);
/* The last run of the function shown in that revision; NULL: there is none. */
const struct cvg_measured *cvg_measureds_of(const struct cvg_measureds *all,
					    const struct cvg_ui *ui,
					    uint32_t rev);

#endif
