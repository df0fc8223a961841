/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Statistics of times (src/gpu/rank.c), by hand. */
#include "unit.h"

#include "reconverge/gpu.h"

#include <math.h>

/* The worked example of rank.c: nine ratios, too few runs for an interval. */
static void ratio_of_three(void **state)
{
	const double a[] = {10, 11, 12}, b[] = {24, 20, 22};
	struct cvg_ratio ratio;

	(void)state;
	cvg_ratio_of(a, 3, b, 3, &ratio);
	assert_float_equal(ratio.at, 2, 1e-12);
	assert_true(isnan(ratio.low) && isnan(ratio.high));
}

/* Five runs each: 25 ratios, 12.5 - 1.96 sqrt(25 * 11 / 12) = 3.1, so that the
 * interval goes from the third ratio to the third from the end. */
static void interval_of_five(void **state)
{
	const double a[] = {1, 1, 1, 1, 1}, b[] = {5, 1, 4, 2, 3};
	struct cvg_ratio ratio;

	(void)state;
	cvg_ratio_of(a, 5, b, 5, &ratio);
	assert_float_equal(ratio.at, 3, 1e-12);
	assert_float_equal(ratio.low, 1, 1e-12);
	assert_float_equal(ratio.high, 5, 1e-12);
}

/* One run that was disturbed does not move the estimate by much. */
static void one_outlier(void **state)
{
	double a[20], b[20];
	struct cvg_ratio ratio;

	(void)state;
	for (int i = 0; i < 20; i++) {
		a[i] = 100 + i % 5;
		b[i] = 90 + i % 5;
	}
	b[7] = 10000;
	cvg_ratio_of(a, 20, b, 20, &ratio);
	assert_true(ratio.at > 0.88 && ratio.at < 0.92);
	assert_true(ratio.low > 0.85 && ratio.high < 0.95);
	assert_true(ratio.low < ratio.at && ratio.at < ratio.high);
}

/* A clock that is too coarse: no ratio to a time of 0. */
static void times_of_nothing(void **state)
{
	const double a[] = {0, 0}, b[] = {1, 1};
	struct cvg_ratio ratio;

	(void)state;
	cvg_ratio_of(a, 2, b, 2, &ratio);
	assert_true(isnan(ratio.at) && isnan(ratio.low));
	cvg_ratio_of(a, 0, b, 0, &ratio);
	assert_true(isnan(ratio.at));
}

static void quartiles(void **state)
{
	double values[] = {4, 1, 3, 2, 5};
	struct cvg_spread spread;

	(void)state;
	cvg_spread_of(values, 5, &spread);
	assert_float_equal(spread.min, 1, 0);
	assert_float_equal(spread.low, 2, 0);
	assert_float_equal(spread.median, 3, 0);
	assert_float_equal(spread.high, 4, 0);
	cvg_spread_of(values, 4, &spread);
	assert_float_equal(spread.median, 2.5, 0);
	cvg_spread_of(values, 1, &spread);
	assert_float_equal(spread.high, 1, 0);
	cvg_spread_of(values, 0, &spread);
	assert_true(isnan(spread.min));
}

UNIT_TESTS(rank_test)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(ratio_of_three),
		cmocka_unit_test(interval_of_five),
		cmocka_unit_test(one_outlier),
		cmocka_unit_test(times_of_nothing),
		cmocka_unit_test(quartiles),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
