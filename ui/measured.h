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

/* One run of one revision. */
struct cvg_measured {
	uint32_t rev;
	uint64_t launch, seed; /* as in struct cvg_proof */
	char *function;
	double value[CVG_NMETRICS];
	struct cvg_blockruns blocks;
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
