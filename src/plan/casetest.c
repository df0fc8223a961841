/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The test that tells the threads of two arms of a switch apart. Only threads of
 * the two come to it, so it need not tell other values from theirs. Where the
 * default leads to one of the arms, the other one's values are tested.
 *
 * Example: one arm has the cases 2 and 3, the other 7. "value < 7" is one compare.
 * If the other one has 1 and 7, "value - 2 < 2" are two instructions. If the arms
 * have 1, 4 and 2, 7, a bit of the mask 0b001001 at value - 1 tells.
 */
#include "cases.h"

/* Is a value of the set from `low` to `high`? */
static bool has_between(const struct cvg_values *set, uint64_t low,
			uint64_t high)
{
	for (uint32_t i = 0; i < set->n; i++)
		if (set->at[i] >= low && set->at[i] <= high)
			return true;
	return false;
}

static bool find_range(const struct cvg_values *tested,
		       const struct cvg_values *other, struct cvg_casetest *out)
{
	uint64_t low = tested->at[0], high = tested->at[tested->n - 1];

	if (tested->n > 1 && !other->open && !has_between(other, 0, high))
		low = 0;
	else if (high - low != tested->n - 1 &&
		 (other->open || has_between(other, low, high)))
		return false;
	out->kind = CVG_CASETEST_RANGE;
	out->low = low;
	out->count = high - low + 1;
	out->insts = low && out->count != 1 ? 2 : 1;
	return out->count != 0;
}

static bool find_mask(const struct cvg_values *tested,
		      const struct cvg_values *other, struct cvg_casetest *out)
{
	uint64_t low = tested->at[0], high = tested->at[tested->n - 1];

	if (other->open)
		return false;
	if (other->at[0] < low)
		low = other->at[0];
	if (other->at[other->n - 1] > high)
		high = other->at[other->n - 1];
	if (high - low >= 64)
		return false;
	if (high < 32)
		low = 0;
	out->kind = CVG_CASETEST_MASK;
	out->low = low;
	out->width = high - low < 32 ? 32 : 64;
	out->insts = (low != 0) + 3;
	for (uint32_t i = 0; i < tested->n; i++)
		out->mask |= UINT64_C(1) << (tested->at[i] - low);
	return true;
}

/* The test of the values of one arm; false: the default leads to it. */
static bool find_test(const struct cvg_values *tested,
		      const struct cvg_values *other, struct cvg_casetest *out)
{
	if (tested->open)
		return false;
	if (find_range(tested, other, out))
		return true;
	if (tested->n > 2 && find_mask(tested, other, out))
		return true;
	out->kind = CVG_CASETEST_EACH;
	out->insts = 2 * tested->n - 1;
	return true;
}

void cvg_casetest_find(const struct cvg_values set[2], struct cvg_casetest *out)
{
	bool found = false;

	for (int arm = 0; arm < 2; arm++) {
		struct cvg_casetest test = {.arm = (uint32_t)arm};

		if (!find_test(&set[arm], &set[!arm], &test))
			continue;
		if (!found || test.insts < out->insts)
			*out = test;
		found = true;
	}
}
