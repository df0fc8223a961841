/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Floats of the four kinds as whole numbers of 2^-2400, exactly, and rounded
 * again: what the tests of float operations compare with. Values come as
 * doubles, which hold all four kinds.
 */
#ifndef LANES_REF_H
#define LANES_REF_H

#define BIG_LIMBS 144
#define REF_UNIT  2400
#include "tests/unit/big_kit.h"
#include "tests/unit/lanes_kit.h"

#include <math.h>

__extension__ typedef __float128 f128;

enum ref_mode { REF_NEAREST, REF_ZERO, REF_DOWN, REF_UP };

/* Bits of the mantissa with the leading one, of all, and the exponent of the
 * least subnormal number. */
struct ref_format {
	uint32_t precision, bits;
	int32_t least;
};

static inline struct ref_format ref_format_of(uint32_t kind)
{
	switch (kind) {
	case CVG_K_F16:
		return (struct ref_format){11, 16, -24};
	case CVG_K_BF16:
		return (struct ref_format){8, 16, -133};
	case CVG_K_F32:
		return (struct ref_format){24, 32, -149};
	}
	return (struct ref_format){53, 64, -1074};
}

static inline uint64_t ref_sign(uint32_t kind)
{
	return UINT64_C(1) << (ref_format_of(kind).bits - 1);
}

static inline uint64_t ref_infinity(uint32_t kind)
{
	const struct ref_format f = ref_format_of(kind);

	return ref_sign(kind) - (UINT64_C(1) << (f.precision - 1));
}

static inline uint64_t ref_nan(uint32_t kind)
{
	return ref_infinity(kind) |
	       UINT64_C(1) << (ref_format_of(kind).precision - 2);
}

static inline bool ref_is_nan(uint32_t kind, uint64_t bits)
{
	return (bits & (ref_sign(kind) - 1)) > ref_infinity(kind);
}

/* The value of a float's bits. */
static inline double ref_value(uint32_t kind, uint64_t bits)
{
	const struct ref_format f = ref_format_of(kind);
	const uint64_t mag = bits & (ref_sign(kind) - 1);
	const uint64_t field = mag >> (f.precision - 1);
	const uint64_t hidden = UINT64_C(1) << (f.precision - 1);
	double r;

	if (mag >= ref_infinity(kind))
		r = mag > ref_infinity(kind) ? NAN : INFINITY;
	else if (!field)
		r = ldexp((double)mag, f.least);
	else
		r = ldexp((double)((mag & (hidden - 1)) + hidden),
			  f.least + (int32_t)field - 1);
	return bits & ref_sign(kind) ? -r : r;
}

/* mant times 2 to exp. */
static inline struct big ref_scaled(u128 mant, int32_t exp, bool negative)
{
	const struct big m = big_of(mant, negative);

	assert(exp >= -REF_UNIT);
	return big_up(&m, (uint32_t)(exp + REF_UNIT));
}

/* A finite double. */
static inline struct big ref_big(double x)
{
	int exp;
	const double m = frexp(fabs(x), &exp);

	return ref_scaled((u128)ldexp(m, 53), exp - 53, signbit(x));
}

/* A finite number of 113 bits, not subnormal. */
static inline struct big ref_big_128(f128 x)
{
	uint64_t w[2];
	u128 mant;

	memcpy(w, &x, sizeof w);
	mant = (u128)((w[1] & ((UINT64_C(1) << 48) - 1)) | UINT64_C(1) << 48)
		       << 64 |
	       w[0];
	if (x == 0)
		return big_of(0, false);
	return ref_scaled(mant, (int32_t)(w[1] >> 48 & 0x7fff) - 16383 - 112,
			  x < 0);
}

/* An exact number as a float: bits. `minus`: the sign if it is 0. */
static inline uint64_t ref_round(uint32_t kind, const struct big *x, bool minus,
				 enum ref_mode how)
{
	const struct ref_format f = ref_format_of(kind);
	const int32_t top = (int32_t)big_bits(x) - 1;
	int32_t last = top - (int32_t)f.precision + 1;
	uint64_t kept = 0, sign;
	bool half, rest, up;

	sign = x->negative || (top < 0 && minus) ? ref_sign(kind) : 0;
	if (top < 0)
		return sign;
	if (last < f.least + REF_UNIT)
		last = f.least + REF_UNIT;
	for (int32_t i = top; i >= last; i--)
		kept = kept << 1 | big_bit(x, (uint32_t)i);
	half = big_bit(x, (uint32_t)last - 1);
	rest = big_any_below(x, (uint32_t)last - 1);
	up = how == REF_NEAREST ? half && (rest || kept & 1)
	     : how == REF_UP	? (half || rest) && !sign
	     : how == REF_DOWN	? (half || rest) && sign
				: false;
	kept += up;
	if (kept >> (f.precision - 1))
		kept += (uint64_t)(last - REF_UNIT - f.least)
			<< (f.precision - 1);
	if (kept < ref_infinity(kind))
		return kept | sign;
	up = how == REF_NEAREST || (how == REF_UP && !sign) ||
	     (how == REF_DOWN && sign);
	return (up ? ref_infinity(kind) : ref_infinity(kind) - 1) | sign;
}

/* A double as a float. */
static inline uint64_t ref_of_double(uint32_t kind, double x, enum ref_mode how)
{
	struct big b;

	if (isnan(x))
		return ref_nan(kind);
	if (isinf(x))
		return ref_infinity(kind) | (x < 0 ? ref_sign(kind) : 0);
	b = ref_big(x);
	return ref_round(kind, &b, signbit(x), how);
}

/* ---- values to try ---------------------------------------------------- */

/* Bits of a float: special ones, any, and such whose sums, products and
 * quotients come to lie between two floats. */
static inline uint64_t ref_edge(uint32_t kind)
{
	const struct ref_format f = ref_format_of(kind);
	const uint64_t one = (ref_infinity(kind) >> f.precision)
			     << (f.precision - 1);
	const uint64_t ulp = UINT64_C(1) << (f.precision - 1);
	const uint64_t special[] = {0,
				    1,
				    2,
				    ulp - 1,
				    ulp,
				    ulp + 1,
				    one,
				    one - 1,
				    one + 1,
				    one + ulp,
				    one - ulp,
				    ref_infinity(kind) - 1,
				    ref_infinity(kind),
				    ref_infinity(kind) + 1,
				    ref_nan(kind),
				    ref_nan(kind) + 5,
				    one + ulp / 2,
				    one - ulp / 2,
				    one + (f.precision - 1) * ulp,
				    one + f.precision * ulp};
	const uint64_t r = kit_random(), any = kit_random();
	const uint64_t sign = r >> 63 ? ref_sign(kind) : 0;
	const uint64_t near = one + ((r >> 16) % 16) * ulp - 8 * ulp;

	switch (r % 8) {
	case 0:
	case 1:
		return special[(r >> 8) % (sizeof special / 8)] | sign;
	case 2: /* few bits, near 1 */
		return (near + (ulp >> (r >> 24) % f.precision)) | sign;
	case 3:
		return (near + ulp - (ulp >> (r >> 24) % f.precision)) | sign;
	case 4: /* near 1 */
		return (near + (any & (ulp - 1))) | sign;
	case 5: /* near the least */
		return (any & (4 * ulp - 1)) | sign;
	}
	return any & (ref_sign(kind) | (ref_sign(kind) - 1));
}

#endif
