/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What the slow lane functions share: single elements of rows, and floats taken
 * apart. They go lane by lane, the active ones only, and are made to be right
 * for every kind and width.
 */
#ifndef CVG_SIM_LANES_SLOW_H
#define CVG_SIM_LANES_SLOW_H

#include "sim/lanes/lanes_levels.h"

#include <string.h>

/* All ones in the lowest `bits` (1 to 128). */
static inline cvg_u128 cvg_lanes_ones(uint32_t bits)
{
	return ~(cvg_u128)0 >> (128 - bits);
}

/* An element of a row, zero-extended. Little endian; elsewhere the bytes of
 * words would go to the other end. */
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

/* A row of zeros: what the lanes get that are not active. */
static inline void cvg_lane_clear(uint32_t kind, void *row, uint32_t nlanes)
{
	memset(row, 0, cvg_kind_row((enum cvg_kind)kind, nlanes));
}

/* ---- floats taken apart (lanes_soft.c) -------------------------------- */

/* mant times 2 to exp, and less than a unit more if `more`. */
struct cvg_soft {
	bool negative, nan, inf, more;
	int32_t exp;
	cvg_u128 mant;
};

/* How to round: the `n` of a float operation. */
enum cvg_rounding {
	CVG_ROUND_NEAREST, /* ties to even */
	CVG_ROUND_ZERO,
	CVG_ROUND_DOWN,
	CVG_ROUND_UP,
};

struct cvg_soft cvg_soft_of(uint32_t kind, uint64_t bits);

/* The bits of a float of that kind; a NaN is the quiet one. */
uint64_t cvg_soft_round(uint32_t kind, struct cvg_soft s,
			enum cvg_rounding how);

/* The integer, cut off or rounded; false: its magnitude has more than 128
 * bits (or it is a NaN or infinity). */
bool cvg_soft_integer(struct cvg_soft s, enum cvg_rounding how,
		      cvg_u128 *magnitude);

/* lanes_special.c: functions of one operand that few call; the next
 * number of a kind from a towards b; the n-th root of x, n a whole number. */
double cvg_lane_special(uint32_t n, double x);
double cvg_lane_next(double a, double b, uint32_t kind);
double cvg_lane_root(double x, double n);

#endif
