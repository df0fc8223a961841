/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What runs counted, kept for the screen: the session keeps the counts of a
 * few revisions only, and may be busy.
 */
#ifndef CVG_UI_MEASURED_H
#define CVG_UI_MEASURED_H

#include "reconverge/prove.h"
#include "reconverge/metrics.h"
#include "ui/view.h"

struct cvg_measured_block {
	uint32_t fn;	/* of the program; 0: the kernel */
	uint32_t block; /* of its snapshot */
	uint32_t uid;
	char *name;
	uint64_t warps, lanes, cycles;
	uint64_t split; /* times its branch split a warp */
	bool branch;	/* it has one */
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
/* Take over what the session has of that revision. Not while ui->busy. */
void cvg_measureds_take(struct cvg_measureds *all, struct cvg_ui *ui,
			uint32_t rev);
/* Of the function shown, as last measured; NULL: it was not. */
const struct cvg_measured *cvg_measureds_of(const struct cvg_measureds *all,
					    const struct cvg_ui *ui,
					    uint32_t rev);

#endif
