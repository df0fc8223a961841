/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What the files src/plan/flat*.c share while one plan is made. */
#ifndef CVG_PLAN_FLAT_PRIVATE_H
#define CVG_PLAN_FLAT_PRIVATE_H

#include "reconverge/flat.h"

/* Of a loop: what its own blocks cost, those of no loop in it. */
struct flatcost {
	double own;   /* cycles of all its rounds */
	double runs;  /* of its header, in warps */
	double lanes; /* active then, summed; 0: not measured */
};

/* What flattening adds: to each round, and to each of A's rounds less. */
struct flatadded {
	double round;
	double outer;
};

/* Of each loop, the loops right in it, by the place of their headers. */
struct flatkids {
	uint32_t *at; /* [loops + 1] into loop[] */
	uint32_t *loop;
};

void cvg_flat_kids_init(struct flatkids *k, struct cvg_ana *ana);
void cvg_flat_kids_done(struct flatkids *k);
/* Of the nest of that loop. Linear in it. */
struct flatadded cvg_flat_added(struct cvg_ana *ana,
				const struct flatkids *kids, uint32_t loop);

/* [loops] by id. */
void cvg_flat_costs(struct cvg_ana *ana, const struct cvg_settings *settings,
		    struct flatcost *out);

#endif
