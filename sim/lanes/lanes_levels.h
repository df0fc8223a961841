/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Groups of lane functions, and the levels of the processor that they are
 * compiled for.
 *
 * Each fast group has a chooser, cvg_lanes_GROUP_LEVEL, for every level that
 * the build knows. A chooser returns the function for an operation, or NULL if
 * its group has none. The slow groups are compiled once and are right for every
 * width and kind, so a fast group may leave out rare cases.
 */
#ifndef CVG_SIM_LANES_LEVELS_H
#define CVG_SIM_LANES_LEVELS_H

#include "sim/lanes/lanes.h"

enum cvg_lanes_level {
	CVG_LANES_BASE, /* the processor that the build is configured for */
	CVG_LANES_V3,	/* x86-64-v3: AVX2, FMA, F16C */
	CVG_LANES_V4,	/* x86-64-v4: AVX-512 F, BW, CD, DQ, VL */
	CVG_NLANES_LEVELS
};

/* Is the level built in, and does this processor have it? */
bool cvg_lanes_level_ok(enum cvg_lanes_level level);

/* cvg_lane_fn_of for one level, for tests and measurements. */
cvg_lane_fn *cvg_lane_fn_at(enum cvg_lanes_level level,
			    const struct cvg_uop *u);

__extension__ typedef unsigned __int128 cvg_u128;
__extension__ typedef __int128 cvg_i128;

typedef cvg_lane_fn *cvg_lanes_chooser(const struct cvg_uop *u);

#define CVG_LANES_GROUPS(level)                                          \
	cvg_lanes_chooser cvg_lanes_move_##level, cvg_lanes_int_##level, \
		cvg_lanes_checked_##level, cvg_lanes_bits_##level,       \
		cvg_lanes_div_##level, cvg_lanes_cmp_##level,            \
		cvg_lanes_conv_##level, cvg_lanes_fpconv_##level,        \
		cvg_lanes_float_##level, cvg_lanes_half_##level,         \
		cvg_lanes_math_##level

/*
 * Shared by the fast groups: `widen` and `narrow` convert rows of F16 or BF16
 * to floats and back; `flagged` executes a float operation that has flags NNAN,
 * NINF or FTZ, calling the function of the operation without flags.
 */
#define CVG_LANES_SHARED(level)                                        \
	void cvg_lanes_widen_##level(float *to, const void *row,       \
				     uint32_t kind, uint32_t nlanes);  \
	void cvg_lanes_narrow_##level(void *row, const float *from,    \
				      uint32_t kind, uint32_t nlanes); \
	void cvg_lanes_flagged_##level(void *dst, const void *a,       \
				       const void *b, const void *c,   \
				       const struct cvg_uop *u,        \
				       struct cvg_lx *lx, cvg_lane_fn *plain)

CVG_LANES_GROUPS(base);
CVG_LANES_GROUPS(v3);
CVG_LANES_GROUPS(v4);
CVG_LANES_SHARED(base);
CVG_LANES_SHARED(v3);
CVG_LANES_SHARED(v4);

cvg_lanes_chooser cvg_lanes_slow_int, cvg_lanes_slow_conv, cvg_lanes_rebits,
	cvg_lanes_round, cvg_lanes_libm, cvg_lanes_preop;

/* lanes_libm.c: a function of CVG_U_MATH1 of F32, by libm, in these lanes. */
void cvg_lanes_by_libm(void *d, const void *a, const struct cvg_uop *u,
		       uint64_t lanes);

/*
 * Set the fault of a division, if an active lane divided by 0 (lanes `zero`),
 * by a poison or undefined divisor, or the least number by -1 (lanes `wraps`).
 * The fault is that of the lowest such lane. A poison or undefined dividend is
 * no fault: it only makes the quotient poison or undefined.
 */
void cvg_lanes_blame(struct cvg_lx *lx, uint64_t zero, uint64_t wraps);

/*
 * `and` and `or` with a constant are how a program writes a bit field into
 * memory that was never written. Their result counts as defined although the
 * other operand is undefined, unless the constant itself is undefined.
 */
static inline void cvg_lanes_bit_field(struct cvg_lx *lx)
{
	if (lx->const_b)
		lx->undef = lx->db.undef;
	else if (lx->const_a)
		lx->undef = lx->da.undef;
}

/* The bits that an undefined value has in a lane at an instruction: the same in
 * every run with the same seed. */
static inline uint64_t cvg_lanes_garbage(uint64_t seed, uint32_t lane,
					 uint32_t inst)
{
	uint64_t z = seed + UINT64_C(0x9e3779b97f4a7c15) *
				    (((uint64_t)inst << 6 | lane) + 1);

	z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
	return z ^ z >> 31;
}

/* The number of bits of an integer: `width`, or its kind's if `width` is 0. */
static inline uint32_t cvg_lanes_bits(uint32_t kind, uint32_t width)
{
	if (width)
		return width;
	return kind == CVG_K_BIT ? 1 : 8 * cvg_kind_bytes((enum cvg_kind)kind);
}

#endif
