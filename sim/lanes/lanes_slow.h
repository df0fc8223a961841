/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Shared by the slow lane functions: access to single elements of rows, and
 * floats split into sign, exponent and mantissa. Slow functions take one active
 * lane after the other and are right for every kind and width.
 */
#ifndef CVG_SIM_LANES_SLOW_H
#define CVG_SIM_LANES_SLOW_H

#include "sim/lanes/lanes_levels.h"

#include <string.h>

/* The number whose lowest `bits` (1 to 128) bits are ones. */
static inline cvg_u128 cvg_lanes_ones(uint32_t bits)
{
	return ~(cvg_u128)0 >> (128 - bits);
}

/* An element of a row, zero-extended. The host must be little endian. */
static inline cvg_u128 cvg_lane_get(uint32_t kind, const void *row,
				    uint32_t lane)
{
	const uint32_t size = cvg_kind_bytes((enum cvg_kind)kind);
	const uint8_t *at = (const uint8_t *)row + (size_t)lane * size;
	uint64_t word[2] = {0, 0};

	if (kind == CVG_K_BIT) {
		memcpy(word, row, 8);
		return word[0] >> lane & 1;
	}
	if (size == 16)
		memcpy(word, at, 16);
	else if (size == 8)
		memcpy(word, at, 8);
	else if (size == 4)
		memcpy(word, at, 4);
	else
		memcpy(word, at, size == 2 ? 2 : 1);
	return (cvg_u128)word[1] << 64 | word[0];
}

static inline void cvg_lane_set(uint32_t kind, void *row, uint32_t lane,
				cvg_u128 value)
{
	const uint32_t size = cvg_kind_bytes((enum cvg_kind)kind);
	uint8_t *at = (uint8_t *)row + (size_t)lane * size;
	uint64_t word[2] = {(uint64_t)value, (uint64_t)(value >> 64)};
	uint64_t bits;

	if (kind == CVG_K_BIT) {
		memcpy(&bits, row, 8);
		bits &= ~(UINT64_C(1) << lane);
		bits |= (word[0] & 1) << lane;
		memcpy(row, &bits, 8);
	} else if (size == 16) {
		memcpy(at, word, 16);
	} else if (size == 8) {
		memcpy(at, word, 8);
	} else if (size == 4) {
		memcpy(at, word, 4);
	} else {
		memcpy(at, word, size == 2 ? 2 : 1);
	}
}

/* Set a whole row to zeros, the value that inactive lanes keep. */
static inline void cvg_lane_clear(uint32_t kind, void *row, uint32_t nlanes)
{
	memset(row, 0, cvg_kind_row((enum cvg_kind)kind, nlanes));
}

/* ---- floats taken apart (lanes_soft.c) -------------------------------- */

/*
 * A float split into its parts: mant * 2^exp, of either sign, or a NaN or an
 * infinity. If `more` is set, the value is larger by less than 2^exp: bits
 * below the mantissa were dropped.
 */
struct cvg_soft {
	bool negative, nan, inf, more;
	int32_t exp;
	cvg_u128 mant;
};

/* How to round; the numbers are those of `n` of a float operation. */
enum cvg_rounding {
	CVG_ROUND_NEAREST, /* ties to even */
	CVG_ROUND_ZERO,
	CVG_ROUND_DOWN,
	CVG_ROUND_UP,
};

/* Split a float of the kind, given as bits. */
struct cvg_soft cvg_soft_of(uint32_t kind, uint64_t bits);

/* Round to a float of the kind and return its bits; every NaN becomes the one
 * quiet NaN. */
uint64_t cvg_soft_round(uint32_t kind, struct cvg_soft s,
			enum cvg_rounding how);

/* Round to an integer and return its magnitude. False: the magnitude has more
 * than 128 bits, or the float is a NaN or an infinity. */
bool cvg_soft_integer(struct cvg_soft s, enum cvg_rounding how,
		      cvg_u128 *magnitude);

/* lanes_special.c. Function n (enum cvg_math) of x; the number of the kind
 * that follows a in the direction of b; the n-th root of x, where n is an
 * integer. */
double cvg_lane_special(uint32_t n, double x);
double cvg_lane_next(double a, double b, uint32_t kind);
double cvg_lane_root(double x, double n);

#endif
