/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Sets of guard values: sorted arrays whose least member is taken away most,
 * so that they begin at an index.
 */
#ifndef CVG_PLAN_LINEAR_VALUES_H
#define CVG_PLAN_LINEAR_VALUES_H

#include "linear.h"

/* Guard values that can arrive, ascending. */
struct values {
	uint32_t *at;	  /* owned */
	uint32_t from, n; /* [from, n) are in it */
	uint32_t cap;	  /* of `at` */
};

static inline uint32_t values_n(const struct values *v)
{
	return v->n - v->from;
}

static inline bool values_only(const struct values *v, uint32_t x)
{
	return values_n(v) == 1 && v->at[v->from] == x;
}

void cvg_values_done(struct values *v);
/* The least of at least x, or `none`. */
uint32_t cvg_values_next(const struct values *v, uint32_t x, uint32_t none);
/* Are there any, and all in [low, high)? */
bool cvg_values_within(const struct values *v, uint32_t low, uint32_t high);
/* Those of [low, high) into *out, out of v. */
void cvg_values_split(struct values *v, uint32_t low, uint32_t high,
		      struct values *out);
/* A test of n for some of the values that arrive: if it is one, for that one;
 * else as open as the others allow, which is cheaper. */
void cvg_values_test(struct cvg_linnode *n, const struct values *matching,
		     const struct values *others);
/* Both into a; b is empty afterwards. */
void cvg_values_join(struct values *a, struct values *b);
/* What is in the list, each once; the list is empty afterwards. */
struct values cvg_values_of_list(struct cvg_u32s *list);

#endif
