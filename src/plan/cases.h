/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Where a switch leads for which values. */
#ifndef CVG_PLAN_CASES_H
#define CVG_PLAN_CASES_H

#include "reconverge/plan.h"

struct cvg_fn;

struct cvg_values {
	const uint64_t *at; /* ascending */
	uint32_t n;
	bool open; /* the default leads there, too */
};

/* All edges of a switch to one block. */
struct cvg_way {
	uint32_t to;
	struct cvg_values values;
	uint32_t edges;
	uint64_t weight; /* by !prof */
};

struct cvg_ways {
	struct cvg_way *at; /* by the id of the block */
	uint32_t n;
	uint32_t edges;
	uint64_t weight; /* of all; 0: not known */
	uint64_t *value; /* of all edges */
};

/* Find the ways of the switch that ends the block; false: its values have more
 * than 64 bits. End it with cvg_ways_done in any case. */
bool cvg_ways_find(const struct cvg_fn *fn, uint32_t block,
		   struct cvg_ways *out);
void cvg_ways_done(struct cvg_ways *ways);

/* Find the test of fewest instructions for two ways, of which the default leads
 * to one at most. */
void cvg_casetest_find(const struct cvg_values set[2],
		       struct cvg_casetest *out);

#endif
