/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Mathematical functions: libm's functions of double, one active lane after the
 * other; the results are rounded to the kind. lanes_math.c has faster ones for
 * F32.
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

/* The numbers of the active lanes. */
static void widen(double *to, uint32_t kind, const void *row,
		  const struct cvg_lx *lx)
{
	float small[64];

	if (kind == CVG_K_F32) {
		memcpy(small, row, lx->nlanes * sizeof(float));
		for (uint32_t i = 0; i < lx->nlanes; i++)
			to[i] = (double)small[i];
		return;
	}
	for (uint64_t rest = lx->active; rest; rest &= rest - 1) {
		const uint32_t i = (uint32_t)__builtin_ctzll(rest);

		to[i] = get(kind, row, i);
	}
}

/* Round the numbers of all lanes to the kind. Every NaN becomes the one quiet
 * NaN. */
static void narrow(uint32_t kind, void *row, const double *from,
		   uint32_t nlanes)
{
	float small[64];

	if (kind == CVG_K_F32) {
		for (uint32_t i = 0; i < nlanes; i++)
			small[i] = from[i] == from[i] ? (float)from[i] : NAN;
		memcpy(row, small, nlanes * sizeof(float));
		return;
	}
	for (uint32_t i = 0; i < nlanes; i++)
		cvg_lane_set(kind, row, i,
			     cvg_soft_round(kind,
					    cvg_soft_of(CVG_K_F64,
							cvg_bits64(from[i])),
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

/* Functions of one operand that need no more than the number. */
static double (*const plain[CVG_M_POW])(double) = {
	[CVG_M_SIN] = sin,     [CVG_M_COS] = cos,
	[CVG_M_TAN] = tan,     [CVG_M_ASIN] = asin,
	[CVG_M_ACOS] = acos,   [CVG_M_ATAN] = atan,
	[CVG_M_SINH] = sinh,   [CVG_M_COSH] = cosh,
	[CVG_M_TANH] = tanh,   [CVG_M_EXP] = exp,
	[CVG_M_EXP2] = exp2,   [CVG_M_LOG] = log,
	[CVG_M_LOG2] = log2,   [CVG_M_LOG10] = log10,
	[CVG_M_ASINH] = asinh, [CVG_M_ACOSH] = acosh,
	[CVG_M_ATANH] = atanh, [CVG_M_EXPM1] = expm1,
	[CVG_M_LOG1P] = log1p, [CVG_M_LOGB] = logb,
	[CVG_M_CBRT] = cbrt,   [CVG_M_FREXP_MANT] = frexp_mantissa,
};

/* The other functions of one operand. */
static double math1(uint32_t n, double x, uint32_t kind)
{
	switch (n) {
	case CVG_M_EXP10:
		return pow(10, x);
	case CVG_M_RSQRT:
		return 1 / sqrt(x);
	case CVG_M_FRACT:
		return fract(x, kind);
	case CVG_M_SIN_TURNS:
		return sin_turns(x, 0);
	case CVG_M_COS_TURNS:
		return sin_turns(x, 1);
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

/* The function of u, by lane, of the numbers x; b is the row of operand b. */
static void each_lane(const struct cvg_uop *u, double *to, const double *x,
		      const void *b, const struct cvg_lx *lx)
{
	double (*const fn)(double) =
		u->code == CVG_U_MATH1 ? plain[u->n] : NULL;
	double y[64];

	if (u->code == CVG_U_MATH2)
		widen(y, u->kind, b, lx);
	for (uint64_t rest = lx->active; rest; rest &= rest - 1) {
		const uint32_t i = (uint32_t)__builtin_ctzll(rest);

		if (fn)
			to[i] = fn(x[i]);
		else if (u->code == CVG_U_MATH1)
			to[i] = math1(u->n, x[i], u->kind);
		else if (u->code == CVG_U_MATH2)
			to[i] = math2(u->n, x[i], y[i], u->kind);
		else if (u->code == CVG_U_LDEXP)
			to[i] = scaled(x[i],
				       (int32_t)cvg_lane_get(CVG_K_I32, b, i));
		else
			to[i] = powi(x[i],
				     (int32_t)cvg_lane_get(CVG_K_I32, b, i));
	}
}

static void math(void *d, const void *a, const void *b, const void *c,
		 const struct cvg_uop *u, struct cvg_lx *lx)
{
	double x[64], result[64] = {0};

	(void)c;
	widen(x, u->kind, a, lx);
	each_lane(u, result, x, b, lx);
	narrow(u->kind, d, result, lx->nlanes);
}

void cvg_lanes_by_libm(void *d, const void *a, const struct cvg_uop *u,
		       uint64_t lanes)
{
	for (; lanes; lanes &= lanes - 1) {
		const uint32_t i = (uint32_t)__builtin_ctzll(lanes);
		const double x = get(CVG_K_F32, a, i);
		const double y = plain[u->n] ? plain[u->n](x)
					     : math1(u->n, x, CVG_K_F32);
		const float small = y == y ? (float)y : NAN;

		memcpy((uint8_t *)d + i * sizeof small, &small, sizeof small);
	}
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
