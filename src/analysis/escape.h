/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* For each cycle, the instructions outside it that use a value of the cycle. */
#ifndef RECONVERGE_ANALYSIS_ESCAPE_H
#define RECONVERGE_ANALYSIS_ESCAPE_H

#include "reconverge/analysis.h"

struct cvg_escapes {
	uint32_t *at;	/* [ncycles + 1] into user[] */
	uint32_t *user; /* instruction ids, one for each operand, ascending */
};

void cvg_escapes_init(struct cvg_escapes *e, const struct cvg_fn *fn,
		      const struct cvg_cycles *cs);
void cvg_escapes_done(struct cvg_escapes *e);

#endif
