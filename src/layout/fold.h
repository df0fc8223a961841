/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* How many blocks, instructions and so on each region of a function has. */
#ifndef CVG_LAYOUT_FOLD_H
#define CVG_LAYOUT_FOLD_H

#include "reconverge/base.h"

struct cvg_ana;

struct cvg_region_count {
	uint32_t own, kids;	/* blocks of no inner region; inner regions */
	uint32_t blocks, insts; /* inner regions included */
	uint32_t divergent;	/* divergent branches, likewise */
	bool sync;		/* some instruction is convergent */
};

struct cvg_region_counts {
	struct cvg_region_count *of; /* [regions] */
};

void cvg_region_counts_init(struct cvg_region_counts *rc, struct cvg_ana *ana);
void cvg_region_counts_done(struct cvg_region_counts *rc);

#endif
