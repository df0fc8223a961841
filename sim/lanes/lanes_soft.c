/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Floats by integer arithmetic: split into sign, exponent and mantissa, rounded
 * to any kind in any direction, or to an integer.
 *
 * Example: F32 0x40490fdb is split into mant = 0xc90fdb, exp = -22; rounded to
 * F16, to nearest, the result is 0x4248, that is 3.140625.
 */
#include "sim/lanes/lanes_slow.h"

/* A kind of float. */
struct format {
	uint32_t precision; /* bits of the mantissa, with the leading one */
	uint32_t bits;	    /* of the whole number */
	int32_t least;	    /* the least number is 2^least */
};

static struct format format_of(uint32_t kind)
{
	static const struct format formats[] = {
		{11, 16, -24}, {8, 16, -133}, {24, 32, -149}, {53, 64, -1074}};

	return formats[kind - CVG_K_F16];
}

static uint64_t infinity_of(struct format f)
{
	const uint32_t at = f.precision - 1;

	return (UINT64_C(1) << (f.bits - 1)) - (UINT64_C(1) << at);
}

struct cvg_soft cvg_soft_of(uint32_t kind, uint64_t bits)
{
	const struct format f = format_of(kind);
	const uint64_t hidden = UINT64_C(1) << (f.precision - 1);
	const uint64_t mag = bits & ((UINT64_C(1) << (f.bits - 1)) - 1);
	const int32_t e = (int32_t)(mag >> (f.precision - 1));
	struct cvg_soft s = {.negative = bits >> (f.bits - 1) & 1};

	s.nan = mag > infinity_of(f);
	s.inf = mag == infinity_of(f);
	s.exp = f.least + (e ? e - 1 : 0);
	s.mant = (mag & (hidden - 1)) | (e ? hidden : 0);
	return s;
}

/* The number of bits of x without leading zeros. */
static int32_t length(cvg_u128 x)
{
	const uint64_t hi = (uint64_t)(x >> 64), lo = (uint64_t)x;

	if (hi)
		return 128 - __builtin_clzll(hi);
	return lo ? 64 - __builtin_clzll(lo) : 0;
}

/* s.mant / 2^by, rounded to an integer; by is 0 or more. */
static cvg_u128 shifted(struct cvg_soft s, int32_t by, enum cvg_rounding how)
{
	const cvg_u128 one = 1;
	const cvg_u128 kept = by < 128 ? s.mant >> by : 0;
	const cvg_u128 rest = by < 128 ? s.mant & ((one << by) - 1) : s.mant;
	const cvg_u128 half = by >= 1 && by <= 128 ? one << (by - 1) : 0;
	const bool lost = rest || s.more;
	bool up = false;

	switch (how) {
	case CVG_ROUND_NEAREST: /* if by > 128, mant is less than half */
		up = half &&
		     (rest > half || (rest == half && (s.more || (kept & 1))));
		break;
	case CVG_ROUND_ZERO:
		break;
	case CVG_ROUND_DOWN:
		up = lost && s.negative;
		break;
	case CVG_ROUND_UP:
		up = lost && !s.negative;
		break;
	}
	return kept + up;
}

/* The result if a number is too large: infinity, or the largest number if the
 * rounding is toward zero. */
static uint64_t overflow(struct format f, bool negative, enum cvg_rounding how)
{
	const bool inwards = how == CVG_ROUND_ZERO ||
			     how == (negative ? CVG_ROUND_UP : CVG_ROUND_DOWN);

	return infinity_of(f) - inwards;
}

uint64_t cvg_soft_round(uint32_t kind, struct cvg_soft s, enum cvg_rounding how)
{
	const struct format f = format_of(kind);
	const uint64_t sign = (uint64_t)s.negative << (f.bits - 1);
	const uint64_t hidden = UINT64_C(1) << (f.precision - 1);
	int32_t last = s.exp + length(s.mant) - (int32_t)f.precision;
	uint64_t kept, bits;

	if (s.nan)
		return infinity_of(f) | hidden >> 1;
	if (s.inf)
		return infinity_of(f) | sign;
	if (last < f.least)
		last = f.least;
	kept = s.exp >= last ? (uint64_t)(s.mant << (s.exp - last))
			     : (uint64_t)shifted(s, last - s.exp, how);
	/* a carry into the next power of two moves the exponent by itself */
	bits = kept;
	if (kept >= hidden)
		bits += (uint64_t)(last - f.least) << (f.precision - 1);
	if (bits >= infinity_of(f))
		bits = overflow(f, s.negative, how);
	return bits | sign;
}

bool cvg_soft_integer(struct cvg_soft s, enum cvg_rounding how,
		      cvg_u128 *magnitude)
{
	if (s.nan || s.inf)
		return false;
	if (s.exp < 0) {
		*magnitude = shifted(s, -s.exp, how);
		return true;
	}
	if (s.exp + length(s.mant) > 128)
		return false;
	*magnitude = s.mant ? s.mant << s.exp : 0;
	return true;
}
