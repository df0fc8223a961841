/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Mathematical functions that few kernels call, in double. lanes_libm.c rounds
 * the results to the kind. */
#include "sim/lanes/lanes_slow.h"

#include <math.h>

/* ---- one operand ------------------------------------------------------- */

/*
 * The x with erf(x) = y, or erfc(x) = y if `rest`. Four steps of Halley's
 * method from Winitzki's approximation (S. Winitzki, "A handy approximation for
 * the error function and its inverse", 2008), whose error is below 0.3 percent.
 */
static double erf_at(double y, bool rest)
{
	const double half_root_pi = 0.88622692545275801365, a = 0.147;
	const double pi = 3.14159265358979323846;
	const double small = rest ? y * (2 - y) : (1 - y) * (1 + y);
	const double l = log(small), b = 2 / (pi * a) + l / 2;
	double x = sqrt(sqrt(b * b - l / a) - b), off;

	if (rest ? y > 1 : y < 0)
		x = -x;
	for (uint32_t i = 0; i < 4; i++) {
		off = rest ? y - erfc(x) : erf(x) - y;
		off *= half_root_pi * exp(x * x);
		x -= off / (1 + x * off);
	}
	return x;
}

static double erf_inverse(double y)
{
	if (!(fabs(y) < 1))
		return fabs(y) == 1 ? y * (double)INFINITY : (double)NAN;
	/* 1 - y is exact near 1 */
	if (y > 0.5)
		return erf_at(1 - y, true);
	return y < -0.5 ? -erf_at(1 + y, true) : y == 0 ? y : erf_at(y, false);
}

static double erfc_inverse(double y)
{
	if (y == 0)
		return (double)INFINITY;
	if (y == 2)
		return -(double)INFINITY;
	if (!(y > 0 && y < 2))
		return (double)NAN;
	if (y < 0x1p-1022)
		return erf_at(0x1p-1022, true);
	return y > 0.5 && y < 1.5 ? erf_inverse(1 - y) : erf_at(y, true);
}

double cvg_lane_special(uint32_t n, double x)
{
	int sign;

	switch (n) {
	case CVG_M_ERF:
		return erf(x);
	case CVG_M_ERFC:
		return erfc(x);
	case CVG_M_ERFINV:
		return erf_inverse(x);
	case CVG_M_ERFCINV:
		return erfc_inverse(x);
	case CVG_M_LGAMMA:
		return lgamma_r(x, &sign);
	case CVG_M_TGAMMA:
		return tgamma(x);
	case CVG_M_J0:
		return j0(x);
	case CVG_M_J1:
		return j1(x);
	case CVG_M_Y0:
		return y0(x);
	}
	return y1(x);
}

/* ---- two operands ------------------------------------------------------ */

/* The formats F16, BF16 and F32: bits of the mantissa behind the point, the least
 * and the largest positive number. */
static const struct {
	int bits;
	double least, most;
} ranges[] = {
	{10, 0x1p-24, 0x1.ffcp15},
	{7, 0x1p-133, 0x1.fep127},
	{23, 0x1p-149, 0x1.fffffep127},
};

double cvg_lane_next(double x, double y, uint32_t kind)
{
	bool away = y > x ? x > 0 : x < 0;
	double step;
	int e;

	if (kind == CVG_K_F64 || x != x || y != y || x == y)
		return nextafter(x, y);
	kind -= CVG_K_F16;
	if (x == 0)
		return copysign(ranges[kind].least, y);
	if (isinf(x))
		return copysign(ranges[kind].most, x);
	/* below a power of two the numbers are twice as dense */
	step = ldexp(1, ((fabs(frexp(x, &e)) == 0.5 && !away) ? e - 1 : e) - 1 -
				ranges[kind].bits);
	step = fmax(step, ranges[kind].least);
	return copysign(y > x ? x + step : x - step, x);
}

double cvg_lane_root(double x, double n)
{
	const bool odd = fmod(n, 2) != 0;
	double r;

	if (n == 0 || x != x || (x < 0 && !odd))
		return (double)NAN;
	r = (double)powl(fabsl((long double)x), 1 / (long double)n);
	return odd ? copysign(r, x) : r;
}
