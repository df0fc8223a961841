/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The values for which a switch leads to an arm. */
#ifndef CVG_PLAN_CASES_H
#define CVG_PLAN_CASES_H

#include "reconverge/plan.h"

struct cvg_values {
	const uint64_t *at; /* ascending */
	uint32_t n;
	bool open; /* the default leads there, too */
};

/* Find the test of fewest instructions for two arms, of which the default leads
 * to one at most. */
void cvg_casetest_find(const struct cvg_values set[2],
		       struct cvg_casetest *out);

#endif
