/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The line through the times of chains of four lengths, whose slope is the price of
 * a step. */
#include "calibrating.h"

#include <math.h>
#include <stdio.h>

/* The most by which a point may be off the line, as a part of what the longest
 * chain takes longer than the shortest. */
#define MOST_OFF 0.05

/* The least-squares line, and the steepest and flattest through two points. */
static struct cvg_figure slope_of(const struct cvg_points *points,
				  double *at_zero)
{
	struct cvg_figure slope = {0, INFINITY, -INFINITY};
	double x = 0, y = 0, xx = 0, xy = 0;

	for (uint32_t k = 0; k < CVG_STEP_LENGTHS; k++) {
		x += points->x[k] / CVG_STEP_LENGTHS;
		y += points->y[k].at / CVG_STEP_LENGTHS;
	}
	for (uint32_t k = 0; k < CVG_STEP_LENGTHS; k++) {
		xx += (points->x[k] - x) * (points->x[k] - x);
		xy += (points->x[k] - x) * (points->y[k].at - y);
		for (uint32_t l = 0; l < k; l++) {
			double of = (points->y[k].at - points->y[l].at) /
				    (points->x[k] - points->x[l]);

			slope.low = fmin(slope.low, of);
			slope.high = fmax(slope.high, of);
		}
	}
	slope.at = xy / xx;
	*at_zero = y - slope.at * x;
	return slope;
}

bool cvg_points_fit(const struct cvg_points *points, struct cvg_figure *price,
		    double *off, char *why, size_t n)
{
	const struct cvg_figure *first = &points->y[0],
				*last = &points->y[CVG_STEP_LENGTHS - 1];
	double zero, most = 0, noise = 0;

	*price = slope_of(points, &zero);
	for (uint32_t k = 0; k < CVG_STEP_LENGTHS; k++) {
		double is = zero + price->at * points->x[k];

		most = fmax(most, fabs(points->y[k].at - is));
		noise = fmax(noise, points->y[k].high - points->y[k].low);
	}
	*off = most / fmax(fabs(last->at - first->at), 1e-9);
	/* A step that takes no time has no slope to be off from. */
	if (most <= MOST_OFF * fabs(last->at - first->at) ||
	    most <= noise / 2 || most <= MOST_OFF * points->x[0])
		return true;
	snprintf(why, n,
		 "not linear: %.4g, %.4g, %.4g and %.4g cycles a round for "
		 "%.0f, %.0f, %.0f and %.0f steps",
		 points->y[0].at, points->y[1].at, points->y[2].at,
		 points->y[3].at, points->x[0], points->x[1], points->x[2],
		 points->x[3]);
	return false;
}
