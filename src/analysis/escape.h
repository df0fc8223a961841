/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Which instructions use, outside a cycle, what is computed inside it. */
#ifndef RECONVERGE_ANALYSIS_ESCAPE_H
#define RECONVERGE_ANALYSIS_ESCAPE_H

#include "reconverge/analysis.h"

struct cvg_escapes {
	uint32_t *at;	/* [ncycles + 1] into user[] */
	uint32_t *user; /* instruction ids, one an operand, ascending */
};

void cvg_escapes_init(struct cvg_escapes *e, const struct cvg_fn *fn,
		      const struct cvg_cycles *cs);
void cvg_escapes_done(struct cvg_escapes *e);

#endif
