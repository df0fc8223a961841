/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Inside the lane functions: who offers them.
 *
 * Each group of operations has a chooser, cvg_lanes_GROUP_LEVEL, for every
 * level of the processor that the build knows, and returns NULL for what is not
 * its own. The slow groups are there once; what they do is right for every
 * width and kind, so a fast group may leave out whatever is rare.
 */
#ifndef CVG_SIM_LANES_LEVELS_H
#define CVG_SIM_LANES_LEVELS_H

#include "sim/lanes/lanes.h"

enum cvg_lanes_level {
	CVG_LANES_BASE, /* what the compiler was told to make code for */
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
		cvg_lanes_float_##level, cvg_lanes_half_##level

/*
 * What the groups share: F16 or BF16 rows to floats and back; a float operation
 * with flags NNAN, NINF, FTZ around the function that does it without.
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

/*
 * After a division: the fault, if an active lane divided by 0 (`zero`), by what
 * is in doubt, or the least number by -1 (`wraps`). The fault is that of the
 * lowest such lane. A dividend in doubt only makes the result doubtful.
 */
void cvg_lanes_blame(struct cvg_lx *lx, uint64_t zero, uint64_t wraps);

/*
 * And with a constant, or with one, is how a bit field is written into memory
 * that was never written: what was undefined counts as defined, unless the
 * constant is undefined itself.
 */
static inline void cvg_lanes_bit_field(struct cvg_lx *lx)
{
	if (lx->const_b)
		lx->undef = lx->db.undef;
	else if (lx->const_a)
		lx->undef = lx->da.undef;
}

/* The run's garbage of a lane at an instruction: the same in every run with
 * that seed. */
static inline uint64_t cvg_lanes_garbage(uint64_t seed, uint32_t lane,
					 uint32_t inst)
{
	uint64_t z = seed + UINT64_C(0x9e3779b97f4a7c15) *
				    (((uint64_t)inst << 6 | lane) + 1);

	z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
	return z ^ z >> 31;
}

/* Bits of an integer kind, or of the narrower integer `width` says. */
static inline uint32_t cvg_lanes_bits(uint32_t kind, uint32_t width)
{
	if (width)
		return width;
	return kind == CVG_K_BIT ? 1 : 8 * cvg_kind_bytes((enum cvg_kind)kind);
}

#endif
