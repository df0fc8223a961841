/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Operations on F32 and F64: the table lanes_fp.def. Also, for floats of every
 * kind, the operations that only change the sign bit.
 */
#include "sim/lanes/lanes_kit.h"

#include "reconverge/ucodes.h"

/* ---- sign bits, for all four kinds ------------------------------------ */

#define SIGNS(w)                                                           \
	CVG_LANES1(fneg_##w, cvg_row_u##w, cvg_row_u##w,                   \
		   x ^ (uint##w##_t)1 << ((w) - 1))                        \
	CVG_LANES1(fabs_##w, cvg_row_u##w, cvg_row_u##w,                   \
		   x &(uint##w##_t) ~((uint##w##_t)1 << ((w) - 1)))        \
	CVG_LANES2(copysign_##w, cvg_row_u##w, cvg_row_u##w, cvg_row_u##w, \
		   (x & (uint##w##_t) ~((uint##w##_t)1 << ((w) - 1))) |    \
			   (y & (uint##w##_t)1 << ((w) - 1)))              \
	CVG_FLAGGED(fneg_##w)                                              \
	CVG_FLAGGED(fabs_##w)                                              \
	CVG_FLAGGED(copysign_##w)
SIGNS(16)
SIGNS(32)
SIGNS(64)

/* [with flags][F16, BF16, F32, F64] */
#define BY_KIND(name)                                                     \
	{                                                                 \
		{name##_16, name##_16, name##_32, name##_64},             \
		{name##_16_flagged, name##_16_flagged, name##_32_flagged, \
		 name##_64_flagged},                                      \
	}
static cvg_lane_fn *const fnegs[2][4] = BY_KIND(fneg);
static cvg_lane_fn *const fabss[2][4] = BY_KIND(fabs);
static cvg_lane_fn *const copysigns[2][4] = BY_KIND(copysign);

/* ---- the table, for F32 and for F64 ----------------------------------- */

#define LESSER	(x == y ? BOTH(x, y) : x < y ? x : y)
#define GREATER (x == y ? EITHER(x, y) : x > y ? x : y)

#define FP1(code, e) CVG_LANES1(NAMED(code), RESULT, ROW, CANONICAL(e))
#define FP2(code, e) CVG_LANES2(NAMED(code), RESULT, ROW, ROW, CANONICAL(e))
#define MATH1(n, e)  FP1(n, e)
#define MATH2(n, e)  FP2(n, e)

#define F	       float
#define ROW	       cvg_row_f32
#define NAMED(code)    code##_f32
#define CANONICAL(e)   cvg_canonical32(e)
#define RESULT	       cvg_row_u32
#define SQRT(x)	       __builtin_sqrtf(x)
#define FLOOR(x)       __builtin_floorf(x)
#define CEIL(x)	       __builtin_ceilf(x)
#define TRUNC(x)       __builtin_truncf(x)
#define RINT(x)	       __builtin_rintf(x)
#define FABS(x)	       __builtin_fabsf(x)
#define COPYSIGN(x, y) __builtin_copysignf(x, y)
#define BOTH(x, y)     cvg_float32(cvg_bits32(x) | cvg_bits32(y))
#define EITHER(x, y)   cvg_float32(cvg_bits32(x) & cvg_bits32(y))
#define NOT_A_NUMBER   cvg_float32(CVG_NAN32)
#include "sim/lanes/lanes_fp.def"
#if defined(__FMA__) || defined(__FP_FAST_FMAF)
CVG_LANES3(FMA_f32, RESULT, ROW, CANONICAL(__builtin_fmaf(x, y, z)))
#else
CVG_LANES3(FMA_f32, RESULT, ROW, CANONICAL((float)cvg_fma_odd(x, y, z)))
#endif
CVG_LANES1(RSQRT_f32, RESULT, ROW, CANONICAL((float)(1 / __builtin_sqrt(x))))
#define FRACTION(x, floor_x, below_1) \
	((x) - (floor_x) >= (below_1) ? (below_1) : (x) - (floor_x))
CVG_LANES1(FRACT_f32, RESULT, ROW,
	   CANONICAL(FRACTION(x, FLOOR(x), 0x1.fffffep-1f)))

#undef F
#undef ROW
#undef NAMED
#undef CANONICAL
#undef RESULT
#undef SQRT
#undef FLOOR
#undef CEIL
#undef TRUNC
#undef RINT
#undef FABS
#undef COPYSIGN
#undef BOTH
#undef EITHER
#undef NOT_A_NUMBER
#define F	       double
#define ROW	       cvg_row_f64
#define NAMED(code)    code##_f64
#define CANONICAL(e)   cvg_canonical64(e)
#define RESULT	       cvg_row_u64
#define SQRT(x)	       __builtin_sqrt(x)
#define FLOOR(x)       __builtin_floor(x)
#define CEIL(x)	       __builtin_ceil(x)
#define TRUNC(x)       __builtin_trunc(x)
#define RINT(x)	       __builtin_rint(x)
#define FABS(x)	       __builtin_fabs(x)
#define COPYSIGN(x, y) __builtin_copysign(x, y)
#define BOTH(x, y)     cvg_float64(cvg_bits64(x) | cvg_bits64(y))
#define EITHER(x, y)   cvg_float64(cvg_bits64(x) & cvg_bits64(y))
#define NOT_A_NUMBER   cvg_float64(CVG_NAN64)
#include "sim/lanes/lanes_fp.def"
CVG_LANES3(FMA_f64, RESULT, ROW, CANONICAL(__builtin_fma(x, y, z)))
CVG_LANES1(RSQRT_f64, RESULT, ROW, CANONICAL(1 / __builtin_sqrt(x)))
CVG_LANES1(FRACT_f64, RESULT, ROW,
	   CANONICAL(FRACTION(x, FLOOR(x), 0x1.fffffffffffffp-1)))

#undef FP1
#undef FP2
#undef MATH1
#undef MATH2
#define FP1(code, e) CVG_FLAGGED(code##_f32) CVG_FLAGGED(code##_f64)
#define FP2(code, e) FP1(code, e)
#define MATH1(n, e)  FP1(n, e)
#define MATH2(n, e)  FP1(n, e)
#include "sim/lanes/lanes_fp.def"
FP1(FMA, )
FP1(RSQRT, )
FP1(FRACT, )

/* ---- the chooser ------------------------------------------------------ */

/* [with flags][F32, F64] */
#define FNS(name)                                         \
	{                                                 \
		{name##_f32, name##_f64},                 \
		{name##_f32_flagged, name##_f64_flagged}, \
	}
#undef FP1
#undef FP2
#undef MATH1
#undef MATH2
#define FP1(code, e) [CVG_U_##code] = FNS(code),
#define FP2(code, e) [CVG_U_##code] = FNS(code),
#define MATH1(n, e)
#define MATH2(n, e)
static cvg_lane_fn *const codes[CVG_NUCODES][2][2] = {
#include "sim/lanes/lanes_fp.def"
	[CVG_U_FMA] = FNS(FMA),
};
#undef FP1
#undef FP2
#undef MATH1
#undef MATH2
#define FP1(code, e)
#define FP2(code, e)
#define MATH1(n, e) [CVG_M_##n] = FNS(n),
#define MATH2(n, e) [CVG_M_##n] = FNS(n),
static cvg_lane_fn *const maths[CVG_NMATHS][2][2] = {
#include "sim/lanes/lanes_fp.def"
	[CVG_M_RSQRT] = FNS(RSQRT),
	[CVG_M_FRACT] = FNS(FRACT),
};

cvg_lane_fn *CVG_LEVEL(cvg_lanes_float)(const struct cvg_uop *u)
{
	const bool flagged =
		u->flags & (CVG_UF_NNAN | CVG_UF_NINF | CVG_UF_FTZ);
	const bool math = u->code == CVG_U_MATH1 || u->code == CVG_U_MATH2;
	const bool large = u->kind == CVG_K_F32 || u->kind == CVG_K_F64;
	const uint32_t at = u->kind - CVG_K_F16;

	if (u->kind < CVG_K_F16)
		return NULL;
	if (u->code == CVG_U_FNEG)
		return fnegs[flagged][at];
	if (u->code == CVG_U_FABS)
		return fabss[flagged][at];
	if (math && u->n == CVG_M_COPYSIGN)
		return copysigns[flagged][at];
	if (math && large && u->n < CVG_NMATHS)
		return maths[u->n][flagged][at - 2];
	return u->n || !large ? NULL : codes[u->code][flagged][at - 2];
}
