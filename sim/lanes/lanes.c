/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Chooses the lane function of an operation: from the fast groups, compiled for
 * the highest level that this processor has, else from the slow groups.
 */
#include "sim/lanes/lanes_levels.h"

/* The choosers in the order in which they are asked: the first answer that is
 * not NULL counts. */
#define FAST(level)                                               \
	cvg_lanes_move_##level, cvg_lanes_int_##level,            \
		cvg_lanes_checked_##level, cvg_lanes_cmp_##level, \
		cvg_lanes_float_##level, cvg_lanes_conv_##level,  \
		cvg_lanes_fpconv_##level, cvg_lanes_div_##level,  \
		cvg_lanes_half_##level, cvg_lanes_bits_##level,   \
		cvg_lanes_math_##level

#define SLOW                                                       \
	cvg_lanes_slow_int, cvg_lanes_slow_conv, cvg_lanes_rebits, \
		cvg_lanes_round, cvg_lanes_libm, cvg_lanes_preop

static cvg_lanes_chooser *const levels[][17] = {
	[CVG_LANES_BASE] = {FAST(base), SLOW},
#if defined(CVG_LANES_HAVE_V3)
	[CVG_LANES_V3] = {FAST(v3), SLOW},
#endif
#if defined(CVG_LANES_HAVE_V4)
	[CVG_LANES_V4] = {FAST(v4), SLOW},
#endif
};

bool cvg_lanes_level_ok(enum cvg_lanes_level level)
{
	switch (level) {
	case CVG_LANES_BASE:
		return true;
#if defined(CVG_LANES_HAVE_V3)
	case CVG_LANES_V3:
		return __builtin_cpu_supports("x86-64-v3");
#else
	case CVG_LANES_V3:
#endif
#if defined(CVG_LANES_HAVE_V4)
	case CVG_LANES_V4:
		return __builtin_cpu_supports("x86-64-v4");
#else
	case CVG_LANES_V4:
#endif
	case CVG_NLANES_LEVELS:
		break;
	}
	return false;
}

cvg_lane_fn *cvg_lane_fn_at(enum cvg_lanes_level level, const struct cvg_uop *u)
{
	for (uint32_t i = 0; i < sizeof levels[0] / sizeof levels[0][0]; i++) {
		cvg_lanes_chooser *chooser = levels[level][i];
		cvg_lane_fn *fn = chooser ? chooser(u) : NULL;

		if (fn)
			return fn;
	}
	return NULL;
}

cvg_lane_fn *cvg_lane_fn_of(const struct cvg_uop *u)
{
	if (cvg_lanes_level_ok(CVG_LANES_V4))
		return cvg_lane_fn_at(CVG_LANES_V4, u);
	if (cvg_lanes_level_ok(CVG_LANES_V3))
		return cvg_lane_fn_at(CVG_LANES_V3, u);
	return cvg_lane_fn_at(CVG_LANES_BASE, u);
}
