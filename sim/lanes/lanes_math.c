/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Sines, exponentials and logarithms of F32, in loops that the compiler makes
 * vectors of. The results are those of libm's functions of double, rounded to
 * float, bit for bit, so that they do not depend on the level.
 *
 * A polynomial gives the value y with a relative error below NEAR. If
 * y (1 - NEAR) and y (1 + NEAR) are rounded to the same float, so is libm's
 * double, which lies between them. If not, which is so for about one number in
 * 10^5, or if the number is outside of the polynomial's range, where y is a NaN,
 * libm is asked (cvg_lanes_by_libm).
 *
 * A. Ziv, "Fast evaluation of elementary mathematical functions with correctly
 * rounded last bit", ACM TOMS 17(3), 1991, doi.org/10.1145/114697.116813.
 *
 * Example: for exp(1), y is between 2.7182818284584 and 2.7182818284597. Both
 * are rounded to 0x1.5bf0a8p+1.
 */
#include "sim/lanes/lanes_kit.h"

#include "reconverge/ucodes.h"

#define NEAR	   0x1p-42
#define NO_NUMBER  __builtin_nan("")
#define LN2	   0x1.62e42fefa39efp-1
#define LN2_HIGH   0x1.62e42feep-1 /* times an exponent: exact */
#define LN2_LOW	   0x1.a39ef35793c76p-33
#define LN10	   0x1.26bb1bbb55516p+1
#define LOG2_E	   0x1.71547652b82fep+0
#define LOG2_10	   0x1.a934f0979a371p+1
#define LOG10_2	   0x1.34413509f79ffp-2
#define LOG10_E	   0x1.bcb7b1526e50ep-2
#define QUARTER	   0x1.45f306dc9c883p-1 /* 2 / pi */
#define PI_2_HIGH  0x1.921fb544p+0	/* times 20 bits: exact */
#define PI_2_LOW   0x1.0b4611a626331p-34
#define MOST_ANGLE 0x1p19
#define LEAST_REST 0x1p-20 /* smaller ones have too few correct digits */

/* x + WHOLE has x, rounded to an integer, in its last bits. */
#define WHOLE 0x1.8p52

/* ---- exponentials ----------------------------------------------------- */

/* e^r 2^k, for |r| <= ln 2 / 2 and k in the last bits of `whole`: the series of
 * the exponential function up to the 11th power. */
CVG_INLINE double exp_near(double r, double whole)
{
	const double scale =
		cvg_float64((cvg_bits64(whole) + UINT64_C(1023)) << 52);
	double p = 1.0 / 39916800;

	p = p * r + 1.0 / 3628800;
	p = p * r + 1.0 / 362880;
	p = p * r + 1.0 / 40320;
	p = p * r + 1.0 / 5040;
	p = p * r + 1.0 / 720;
	p = p * r + 1.0 / 120;
	p = p * r + 1.0 / 24;
	p = p * r + 1.0 / 6;
	p = p * r + 0.5;
	p = p * r + 1;
	p = p * r + 1;
	return p * scale;
}

/* Beyond `most`, the float is infinite or 0. A NaN stays one. */
CVG_INLINE double within(double x, double most)
{
	x = x > most ? most : x;
	return x < -most ? -most : x;
}

CVG_INLINE double exp_of(double any)
{
	const double x = within(any, 700), whole = x * LOG2_E + WHOLE;
	const double k = whole - WHOLE;

	return exp_near((x - k * LN2_HIGH) - k * LN2_LOW, whole);
}

CVG_INLINE double exp2_of(double any)
{
	const double x = within(any, 1000), whole = x + WHOLE;

	return exp_near((x - (whole - WHOLE)) * LN2, whole);
}

CVG_INLINE double exp10_of(double any)
{
	const double x = within(any, 300), whole = x * LOG2_10 + WHOLE;
	const double k = whole - WHOLE;

	return exp_near((x * LN10 - k * LN2_HIGH) - k * LN2_LOW, whole);
}

/* ---- logarithms ------------------------------------------------------- */

/* exponent * octave + ln(m) * unit, for x = m 2^exponent and m from sqrt(1/2) to
 * sqrt(2): ln(m) = 2 artanh(s), s = (m - 1) / (m + 1), up to the 17th power. */
CVG_INLINE double log_with(double x, double octave, double unit)
{
	const uint64_t sqrt_half = UINT64_C(0x3fe6a09e667f3bcd);
	const uint64_t bits = cvg_bits64(x), from = bits - sqrt_half;
	const uint64_t exponent = (from + (UINT64_C(1) << 63)) >> 52;
	const double m = cvg_float64(bits - (from & ~UINT64_C(0) << 52));
	const double e = cvg_float64(exponent | UINT64_C(0x4330000000000000)) -
			 (0x1p52 + 2048);
	const double s = (m - 1) / (m + 1), z = s * s;
	double p = 2.0 / 17;

	p = p * z + 2.0 / 15;
	p = p * z + 2.0 / 13;
	p = p * z + 2.0 / 11;
	p = p * z + 2.0 / 9;
	p = p * z + 2.0 / 7;
	p = p * z + 2.0 / 5;
	p = p * z + 2.0 / 3;
	p = p * z + 2;
	p = e * octave + p * s * unit;
	return x > 0 && x < __builtin_inf() ? p : NO_NUMBER;
}

/* ---- sines ------------------------------------------------------------ */

/* The series up to the 13th and the 14th power, for |r| <= pi / 4. */
CVG_INLINE double sin_near(double r)
{
	const double z = r * r;
	double p = 1.0 / 6227020800;

	p = p * z - 1.0 / 39916800;
	p = p * z + 1.0 / 362880;
	p = p * z - 1.0 / 5040;
	p = p * z + 1.0 / 120;
	p = p * z - 1.0 / 6;
	return r * (p * z + 1); /* the sine of -0 is -0 */
}

CVG_INLINE double cos_near(double r)
{
	const double z = r * r;
	double p = -1.0 / 87178291200;

	p = p * z + 1.0 / 479001600;
	p = p * z - 1.0 / 3628800;
	p = p * z + 1.0 / 40320;
	p = p * z - 1.0 / 720;
	p = p * z + 1.0 / 24;
	p = p * z - 0.5;
	return p * z + 1;
}

/* sin(x + quarters * pi / 2) */
CVG_INLINE double sin_of(double x, uint64_t quarters)
{
	const double whole = x * QUARTER + WHOLE, k = whole - WHOLE;
	const double r = (x - k * PI_2_HIGH) - k * PI_2_LOW;
	const double size = __builtin_fabs(r), sine = sin_near(r);
	const uint64_t q = cvg_bits64(whole) + quarters;
	const double y = q & 1 ? cos_near(r) : sine;
	const double signed_y = cvg_float64(cvg_bits64(y) ^ (q & 2) << 62);

	if (!(__builtin_fabs(x) < MOST_ANGLE))
		return NO_NUMBER;
	return k != 0 && size < LEAST_REST ? NO_NUMBER : signed_y;
}

/* ---- rows ------------------------------------------------------------- */

/* Round y to floats, and return the lanes in which that may be wrong. */
CVG_INLINE uint32_t rounded(cvg_row_u32 *restrict d, const double *y)
{
	uint8_t t[CVG_CHUNK] __attribute__((aligned(32)));

	for (size_t i = 0; i < CVG_CHUNK; i++) {
		const float low = (float)(y[i] * (1 - NEAR));
		const float high = (float)(y[i] * (1 + NEAR));

		d[i] = cvg_bits32(low);
		t[i] = !(low == high);
	}
	return cvg_pack(t);
}

/* Define the function of n: e, an expression of x. */
#define MATH(n, e)                                                         \
	CVG_LANE_FN(n)                                                     \
	{                                                                  \
		cvg_row_u32 *restrict d = CVG_AT(vd);                      \
		const cvg_row_f32 *restrict a = CVG_AT(va);                \
		uint64_t unsure = 0;                                       \
                                                                           \
		CVG_UNUSED3(vb, vc, u);                                    \
		for (size_t at = 0; at < lx->nlanes; at += CVG_CHUNK) {    \
			double y[CVG_CHUNK] __attribute__((aligned(64)));  \
                                                                           \
			for (size_t i = 0; i < CVG_CHUNK; i++) {           \
				const double x = (double)a[at + i];        \
				y[i] = (e);                                \
			}                                                  \
			unsure |= (uint64_t)rounded(d + at, y) << at;      \
		}                                                          \
		if (unsure & lx->active)                                   \
			cvg_lanes_by_libm(vd, va, u, unsure & lx->active); \
	}                                                                  \
	CVG_FLAGGED(n)

MATH(SIN, sin_of(x, 0))
MATH(COS, sin_of(x, 1))
MATH(EXP, exp_of(x))
MATH(EXP2, exp2_of(x))
MATH(EXP10, exp10_of(x))
MATH(LOG, log_with(x, LN2, 1))
MATH(LOG2, log_with(x, 1, LOG2_E))
MATH(LOG10, log_with(x, LOG10_2, LOG10_E))

/* [with flags] */
#define FNS(n) [CVG_M_##n] = {n, n##_flagged}
static cvg_lane_fn *const fns[CVG_NMATHS][2] = {
	FNS(SIN),   FNS(COS), FNS(EXP),	 FNS(EXP2),
	FNS(EXP10), FNS(LOG), FNS(LOG2), FNS(LOG10),
};

cvg_lane_fn *CVG_LEVEL(cvg_lanes_math)(const struct cvg_uop *u)
{
	const bool flagged =
		u->flags & (CVG_UF_NNAN | CVG_UF_NINF | CVG_UF_FTZ);

	if (u->code != CVG_U_MATH1 || u->kind != CVG_K_F32)
		return NULL;
	return fns[u->n][flagged];
}
