/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The loops of a region, by the places of their units, and the guard values
 * that leave a loop or go on with it.
 */
#ifndef CVG_PLAN_LINEAR_LOOPS_H
#define CVG_PLAN_LINEAR_LOOPS_H

#include "linear_values.h"

/* All are indices of the region's loops; CVG_NONE: there is none. */
struct loop_nest {
	const struct cvg_linregion *region;
	uint32_t *headed;	 /* [units] loop whose header the unit is */
	uint32_t *around;	 /* [units] innermost loop with the unit */
	uint32_t *outer;	 /* [loops] loop around it */
	struct cvg_u32s scratch; /* a list while a set is made of it */
};

void cvg_loop_nest_init(struct loop_nest *nest,
			const struct cvg_linregion *region);
void cvg_loop_nest_done(struct loop_nest *nest);

/* Place of the first unit of what holds the unit at `place`: the outermost loop
 * that begins at `first` or behind it, or else the unit. */
uint32_t cvg_loop_nest_start(const struct loop_nest *nest, uint32_t place,
			     uint32_t first);

/* Guard values that the unit sets, */
struct values cvg_values_of_unit(struct loop_nest *nest, uint32_t place);
/* that leave the loop for good, */
struct values cvg_values_of_loop(struct loop_nest *nest, uint32_t loop);
/* and that go on with the loop's next round; those that only go on with an
 * inner loop are left out. */
struct values cvg_values_back(struct loop_nest *nest, uint32_t loop);

#endif
