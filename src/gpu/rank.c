/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What many runs say: order statistics, which one slow run does not change.
 *
 * The ratio of two kinds of runs is the median of the ratios of all pairs of runs
 * (J. L. Hodges, E. L. Lehmann: Estimates of Location Based on Rank Tests, Annals
 * of Mathematical Statistics 34, 1963, https://doi.org/10.1214/aoms/1177704172).
 * Its interval are the ratios at the ranks between which the test of Wilcoxon,
 * Mann and Whitney does not refuse it, by the normal approximation: of the n m
 * ratios in order, those at n m / 2 +- 1.96 sqrt(n m (n + m + 1) / 12). No
 * distribution of times is assumed, and nothing is random.
 *
 *	times 10 11 12 of a, 20 22 24 of b: ratios 1.67 1.82 1.83 2.00 2.00 2.00
 *	2.18 2.20 2.40, the estimate is 2.00; 3 runs of each are too few for an
 *	interval, because its first rank, 4.5 - 4.49, is below 1
 */
#include "reconverge/gpu.h"

#include <math.h>
#include <stdlib.h>

#define NORMAL_95 1.959963984540054

static int ascending(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

/* The value below which that part of the sorted values is, between the two
 * nearest ones. */
static double quantile(const double *sorted, size_t n, double part)
{
	double at = part * (double)(n - 1);
	size_t i = (size_t)at;

	if (i + 1 >= n)
		return sorted[n - 1];
	return sorted[i] + (at - (double)i) * (sorted[i + 1] - sorted[i]);
}

void cvg_spread_of(double *values, uint32_t n, struct cvg_spread *out)
{
	*out = (struct cvg_spread){n, NAN, NAN, NAN, NAN};
	if (!n)
		return;
	qsort(values, n, sizeof *values, ascending);
	out->min = values[0];
	out->low = quantile(values, n, 0.25);
	out->median = quantile(values, n, 0.5);
	out->high = quantile(values, n, 0.75);
}

void cvg_ratio_of(const double *a, uint32_t na, const double *b, uint32_t nb,
		  struct cvg_ratio *out)
{
	double *ratio = cvg_calloc((size_t)na * nb + 1, sizeof *ratio);
	double rank;
	size_t n = 0;

	*out = (struct cvg_ratio){NAN, NAN, NAN};
	for (uint32_t i = 0; i < na; i++) {
		for (uint32_t j = 0; j < nb && a[i] > 0; j++)
			ratio[n++] = b[j] / a[i];
	}
	qsort(ratio, n, sizeof *ratio, ascending);
	rank = (double)n / 2 -
	       NORMAL_95 * sqrt((double)n * ((double)na + nb + 1) / 12);
	if (n)
		out->at = quantile(ratio, n, 0.5);
	if (rank >= 1) {
		out->low = ratio[(size_t)rank - 1];
		out->high = ratio[n - (size_t)rank];
	}
	free(ratio);
}
