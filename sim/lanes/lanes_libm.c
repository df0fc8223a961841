/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Mathematical functions: libm's functions of double, the result rounded to the
 * kind; one active lane after the other.
 */
#include "sim/lanes/lanes_slow.h"

#include "reconverge/ucodes.h"

#include <math.h>

/* ---- elements --------------------------------------------------------- */

static double get(uint32_t kind, const void *row, uint32_t lane)
{
	uint64_t bits = (uint64_t)cvg_lane_get(kind, row, lane);
	float small;

	if (kind == CVG_K_F32) {
		memcpy(&small, (const float *)row + lane, sizeof small);
		return (double)small;
	}
	/* a signaling NaN becomes a quiet one */
	return cvg_float64(cvg_soft_round(CVG_K_F64, cvg_soft_of(kind, bits),
					  CVG_ROUND_NEAREST));
}

static void put(uint32_t kind, void *row, uint32_t lane, double f)
{
	const float small = (float)f;

	if (kind == CVG_K_F32 && f == f) {
		memcpy((float *)row + lane, &small, sizeof small);
		return;
	}
	cvg_lane_set(kind, row, lane,
		     cvg_soft_round(kind, cvg_soft_of(CVG_K_F64, cvg_bits64(f)),
				    CVG_ROUND_NEAREST));
}

/* ---- functions -------------------------------------------------------- */

/* The sine of x turns plus `quarters` quarter turns. The difference of x and
 * the nearest quarter turn is exact, so the results 0, 1 and -1 are exact
 * too. */
static double sin_turns(double x, int32_t quarters)
{
	const double pi = 3.14159265358979323846;
	double part = x - rint(x), rest;
	int32_t q;

	if (!(fabs(part) <= 0.5))
		return part; /* NaN, of infinity too */
	q = (int32_t)rint(4 * part);
	rest = 2 * pi * (part - 0.25 * q);
	switch ((q + quarters) & 3) {
	case 0:
		return sin(rest);
	case 1:
		return cos(rest);
	case 2:
		return -sin(rest);
	}
	return -cos(rest);
}

/* x - floor(x), at most the largest number of the kind below 1. */
static double fract(double x, uint32_t kind)
{
	static const double below_1[] = {0x1.ffcp-1, 0x1.fep-1, 0x1.fffffep-1,
					 0x1.fffffffffffffp-1};

	return x - floor(x) >= below_1[kind - CVG_K_F16]
		       ? below_1[kind - CVG_K_F16]
		       : x - floor(x);
}

static double frexp_mantissa(double x)
{
	int exp;

	return isfinite(x) ? frexp(x, &exp) : x;
}

static double math1(uint32_t n, double x, uint32_t kind)
{
	switch (n) {
	case CVG_M_SIN:
		return sin(x);
	case CVG_M_COS:
		return cos(x);
	case CVG_M_TAN:
		return tan(x);
	case CVG_M_ASIN:
		return asin(x);
	case CVG_M_ACOS:
		return acos(x);
	case CVG_M_ATAN:
		return atan(x);
	case CVG_M_SINH:
		return sinh(x);
	case CVG_M_COSH:
		return cosh(x);
	case CVG_M_TANH:
		return tanh(x);
	case CVG_M_EXP:
		return exp(x);
	case CVG_M_EXP2:
		return exp2(x);
	case CVG_M_EXP10:
		return pow(10, x);
	case CVG_M_LOG:
		return log(x);
	case CVG_M_LOG2:
		return log2(x);
	case CVG_M_LOG10:
		return log10(x);
	case CVG_M_RSQRT:
		return 1 / sqrt(x);
	case CVG_M_FRACT:
		return fract(x, kind);
	case CVG_M_ASINH:
		return asinh(x);
	case CVG_M_ACOSH:
		return acosh(x);
	case CVG_M_ATANH:
		return atanh(x);
	case CVG_M_EXPM1:
		return expm1(x);
	case CVG_M_LOG1P:
		return log1p(x);
	case CVG_M_LOGB:
		return logb(x);
	case CVG_M_CBRT:
		return cbrt(x);
	case CVG_M_SIN_TURNS:
		return sin_turns(x, 0);
	case CVG_M_COS_TURNS:
		return sin_turns(x, 1);
	case CVG_M_FREXP_MANT:
		return frexp_mantissa(x);
	}
	return cvg_lane_special(n, x);
}

static double math2(uint32_t n, double x, double y, uint32_t kind)
{
	switch (n) {
	case CVG_M_POW:
		return pow(x, y);
	case CVG_M_ATAN2:
		return atan2(x, y);
	case CVG_M_HYPOT:
		return hypot(x, y);
	case CVG_M_REMAINDER:
		return remainder(x, y);
	case CVG_M_NEXTAFTER:
		return cvg_lane_next(x, y, kind);
	case CVG_M_ROOTN:
		return cvg_lane_root(x, y);
	}
	return fmod(x, y);
}

/* x to the n, by squaring, in the order in which compilers' run-time libraries
 * multiply. */
static double powi(double x, int32_t n)
{
	uint32_t left = n < 0 ? 0u - (uint32_t)n : (uint32_t)n;
	double r = 1;

	for (; left; left >>= 1) {
		if (left & 1)
			r *= x;
		x *= x;
	}
	return n < 0 ? 1 / r : r;
}

/* x times 2 to the n. The double is exact unless the kind is F64, for which
 * ldexp rounds. */
static double scaled(double x, int32_t n)
{
	if (n > 4000)
		n = 4000;
	if (n < -4000)
		n = -4000;
	return ldexp(x, n);
}

/* ---- rows ------------------------------------------------------------- */

static double one_lane(const struct cvg_uop *u, const void *a, const void *b,
		       uint32_t i)
{
	const double x = get(u->kind, a, i);

	switch (u->code) {
	case CVG_U_MATH1:
		return math1(u->n, x, u->kind);
	case CVG_U_MATH2:
		return math2(u->n, x, get(u->kind, b, i), u->kind);
	case CVG_U_LDEXP:
		return scaled(x, (int32_t)cvg_lane_get(CVG_K_I32, b, i));
	}
	return powi(x, (int32_t)cvg_lane_get(CVG_K_I32, b, i));
}

static void math(void *d, const void *a, const void *b, const void *c,
		 const struct cvg_uop *u, struct cvg_lx *lx)
{
	(void)c;
	cvg_lane_clear(u->kind, d, lx->nlanes);
	for (uint32_t i = 0; i < lx->nlanes; i++)
		if (lx->active >> i & 1)
			put(u->kind, d, i, one_lane(u, a, b, i));
}

static void frexp_exp(void *d, const void *a, const void *b, const void *c,
		      const struct cvg_uop *u, struct cvg_lx *lx)
{
	(void)b;
	(void)c;
	cvg_lane_clear(u->kind2, d, lx->nlanes);
	for (uint32_t i = 0; i < lx->nlanes; i++) {
		const double x = get(u->kind, a, i);
		int exp = 0;

		if (isfinite(x))
			frexp(x, &exp);
		cvg_lane_set(u->kind2, d, i, (cvg_u128)(cvg_i128)exp);
	}
}

static void flagged(void *d, const void *a, const void *b, const void *c,
		    const struct cvg_uop *u, struct cvg_lx *lx)
{
	cvg_lanes_flagged_base(d, a, b, c, u, lx,
			       u->code == CVG_U_FREXP_EXP ? frexp_exp : math);
}

static bool calls_libm(const struct cvg_uop *u)
{
	if (u->code == CVG_U_MATH1)
		return u->n < CVG_M_POW;
	if (u->code == CVG_U_MATH2)
		return u->n >= CVG_M_POW && u->n <= CVG_M_ROOTN;
	return u->code == CVG_U_LDEXP || u->code == CVG_U_POWI;
}

static bool takes_exponent(const struct cvg_uop *u)
{
	return u->code == CVG_U_FREXP_EXP &&
	       (u->kind2 == CVG_K_I32 || u->kind2 == CVG_K_I16);
}

cvg_lane_fn *cvg_lanes_libm(const struct cvg_uop *u)
{
	const bool flags = u->flags & (CVG_UF_NNAN | CVG_UF_NINF | CVG_UF_FTZ);

	if (u->kind < CVG_K_F16 || (!calls_libm(u) && !takes_exponent(u)))
		return NULL;
	if (flags)
		return flagged;
	return takes_exponent(u) ? frexp_exp : math;
}
