/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Sets of guard values: sorted arrays. The least members are taken out most
 * often, so an array begins at an index that moves up instead of its members
 * moving down. {0, 3, 4} split at [0, 1) becomes {3, 4} without a move.
 */
#ifndef CVG_PLAN_LINEAR_VALUES_H
#define CVG_PLAN_LINEAR_VALUES_H

#include "linear.h"

struct values {
	uint32_t *at;	    /* ascending, each once; owned */
	uint32_t from, end; /* at[from .. end) are in the set */
	uint32_t cap;	    /* of `at` */
};

static inline uint32_t values_n(const struct values *values)
{
	return values->end - values->from;
}

/* Is `value` the only one? */
static inline bool values_only(const struct values *values, uint32_t value)
{
	return values_n(values) == 1 && values->at[values->from] == value;
}

void cvg_values_done(struct values *values);
/* The least value that is at least `low`, or `none`. */
uint32_t cvg_values_next(const struct values *values, uint32_t low,
			 uint32_t none);
/* Are there any, and are all in [low, high)? */
bool cvg_values_within(const struct values *values, uint32_t low,
		       uint32_t high);
/* Move those in [low, high) to *out, which is overwritten. */
void cvg_values_split(struct values *values, uint32_t low, uint32_t high,
		      struct values *out);
/* Move all of `from` to `into`. */
void cvg_values_join(struct values *into, struct values *from);
/* The set of what is in the list, which is emptied. */
struct values cvg_values_of_list(struct cvg_u32s *list);
/* Set what a guard or test compares with, so that it holds for `matching` and
 * not for `others`: one value if there is just one, else as open a range as the
 * others allow, because that is cheaper. */
void cvg_values_test(struct cvg_linnode *node, const struct values *matching,
		     const struct values *others);

#endif
