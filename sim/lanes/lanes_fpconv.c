/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Conversions between integers and floats, and between floats, rounded to
 * nearest even. The integers are as wide as their kinds.
 */
#include "sim/lanes/lanes_kit.h"

#include "reconverge/ucodes.h"

/* ---- integers to floats ----------------------------------------------- */

/* To F32 and F64, by the host's conversion: u, s: of an unsigned, a signed
 * integer; n: of an unsigned one with NNEG. */
#define TO_FLOAT(w, to)                                                    \
	CVG_LANES1(u##w##_##to, cvg_row_##to, cvg_row_u##w, x)             \
	CVG_LANES1(s##w##_##to, cvg_row_##to, cvg_row_u##w, (int##w##_t)x) \
	CVG_LANES1_BAD(n##w##_##to, cvg_row_##to, cvg_row_u##w, x,         \
		       x >> ((w) - 1))
TO_FLOAT(8, f32)
TO_FLOAT(16, f32)
TO_FLOAT(32, f32)
TO_FLOAT(64, f32)
TO_FLOAT(8, f64)
TO_FLOAT(16, f64)
TO_FLOAT(32, f64)
TO_FLOAT(64, f64)

/*
 * To F16 and BF16 by way of a float that is exact or rounded to odd. A 64-bit
 * integer is converted to double first; where the double is inexact, it is far
 * above the largest F16, so F16 is right, but it may be a BF16: the slow
 * functions convert 64-bit integers to BF16.
 */
#define TO_SMALL(name, w, T)                                              \
	CVG_LANE_FN(name)                                                 \
	{                                                                 \
		float f[64] __attribute__((aligned(32)));                 \
		const cvg_row_u##w *a = CVG_AT(va);                       \
		const size_t n = lx->nlanes;                              \
                                                                          \
		CVG_UNUSED3(vb, vc, u);                                   \
		for (size_t at = 0; at < n; at += CVG_CHUNK)              \
			for (size_t i = at; i < at + CVG_CHUNK; i++)      \
				f[i] = cvg_float_odd((double)(T)a[i]);    \
		CVG_LEVEL(cvg_lanes_narrow)(vd, f, u->kind2, lx->nlanes); \
	}
TO_SMALL(u8_small, 8, uint8_t)
TO_SMALL(u16_small, 16, uint16_t)
TO_SMALL(u32_small, 32, uint32_t)
TO_SMALL(u64_small, 64, uint64_t)
TO_SMALL(s8_small, 8, int8_t)
TO_SMALL(s16_small, 16, int16_t)
TO_SMALL(s32_small, 32, int32_t)
TO_SMALL(s64_small, 64, int64_t)

/* From one bit: d[i] is 0, or `one` where the bit is set. */
#define BIT_TO(name, ROW, one) CVG_SPREAD(name, ROW, t[i] ? (one) : 0)
BIT_TO(u1_f16, cvg_row_u16, 0x3c00)
BIT_TO(u1_bf16, cvg_row_u16, 0x3f80)
BIT_TO(u1_f32, cvg_row_f32, 1)
BIT_TO(u1_f64, cvg_row_f64, 1)
BIT_TO(s1_f16, cvg_row_u16, 0xbc00)
BIT_TO(s1_bf16, cvg_row_u16, 0xbf80)
BIT_TO(s1_f32, cvg_row_f32, -1)
BIT_TO(s1_f64, cvg_row_f64, -1)

/* Rows: from BIT, I8, I16, I32, I64; columns: to F16, BF16, F32, F64. */
#define FROM_INT(p)                                               \
	{                                                         \
		{p##1_f16, p##1_bf16, p##1_f32, p##1_f64},        \
		{p##8_small, p##8_small, p##8_f32, p##8_f64},     \
		{p##16_small, p##16_small, p##16_f32, p##16_f64}, \
		{p##32_small, p##32_small, p##32_f32, p##32_f64}, \
		{p##64_small, NULL, p##64_f32, p##64_f64},        \
	}
static cvg_lane_fn *const uitofps[5][4] = FROM_INT(u);
static cvg_lane_fn *const sitofps[5][4] = FROM_INT(s);
static cvg_lane_fn *const nnegs[5][4] = {
	{NULL},
	{NULL, NULL, n8_f32, n8_f64},
	{NULL, NULL, n16_f32, n16_f64},
	{NULL, NULL, n32_f32, n32_f64},
	{NULL, NULL, n64_f32, n64_f64},
};

static cvg_lane_fn *from_int(const struct cvg_uop *u)
{
	const uint32_t to = u->kind2 - CVG_K_F16;
	const bool nneg = u->flags & CVG_UF_NNEG;

	if (u->kind > CVG_K_I64 || u->kind2 < CVG_K_F16 || u->n)
		return NULL;
	if (u->width && (nneg || u->code == CVG_U_SITOFP))
		return NULL;
	if (u->code == CVG_U_SITOFP)
		return sitofps[u->kind][to];
	return (nneg ? nnegs : uitofps)[u->kind][to];
}

/* ---- floats to integers ----------------------------------------------- */

/*
 * From F to integers of type T, which go from `least` to `most`. x fits if
 * lo < x < hi, where lo is the largest float that is cut off to least - 1. If x
 * does not fit, the plain conversion is 0 and poison, and the saturating one
 * (_sat) is `least`, `most`, or 0 for a NaN.
 */
#define FP_TO(name, F, D, T, lo, hi, least, most)                             \
	static __attribute__((noinline)) uint64_t name##_bad(                 \
		const cvg_row_##F *restrict a, size_t n)                      \
	{                                                                     \
		uint64_t bits = 0;                                            \
                                                                              \
		for (size_t i = 0; i < n; i++)                                \
			bits |= (uint64_t)!(a[i] > (lo) && a[i] < (hi)) << i; \
		return bits;                                                  \
	}                                                                     \
                                                                              \
	CVG_LANE_FN(name)                                                     \
	{                                                                     \
		cvg_row_##D *restrict d = CVG_AT(vd);                         \
		const cvg_row_##F *restrict a = CVG_AT(va);                   \
		const size_t n = lx->nlanes;                                  \
		uint32_t any = 0;                                             \
                                                                              \
		CVG_UNUSED3(vb, vc, u);                                       \
		for (size_t at = 0; at < n; at += CVG_CHUNK)                  \
			for (size_t i = 0; i < CVG_CHUNK; i++) {              \
				const cvg_row_##F x = a[at + i];              \
				const bool fits = (x > (lo)) & (x < (hi));    \
                                                                              \
				d[at + i] = (cvg_row_##D)(T)(fits ? x : 0);   \
				any |= !fits;                                 \
			}                                                     \
		if (any)                                                      \
			lx->poison |= name##_bad(a, n);                       \
	}                                                                     \
                                                                              \
	CVG_LANE_FN(name##_sat)                                               \
	{                                                                     \
		cvg_row_##D *restrict d = CVG_AT(vd);                         \
		const cvg_row_##F *restrict a = CVG_AT(va);                   \
		const size_t n = lx->nlanes;                                  \
                                                                              \
		CVG_UNUSED3(vb, vc, u);                                       \
		for (size_t at = 0; at < n; at += CVG_CHUNK)                  \
			for (size_t i = 0; i < CVG_CHUNK; i++) {              \
				const cvg_row_##F x = a[at + i];              \
				const bool low = x <= (lo);                   \
				const bool high = x >= (hi);                  \
				const bool fits = (x > (lo)) & (x < (hi));    \
				const T r = (T)(fits ? x : 0);                \
                                                                              \
				d[at + i] = (cvg_row_##D)(low	 ? (least)    \
							  : high ? (most)     \
								 : r);        \
			}                                                     \
	}
FP_TO(f32_s8, f32, u8, int8_t, -129.0f, 0x1p7f, INT8_MIN, INT8_MAX)
FP_TO(f32_s16, f32, u16, int16_t, -32769.0f, 0x1p15f, INT16_MIN, INT16_MAX)
FP_TO(f32_s32, f32, u32, int32_t, -0x1.000002p31f, 0x1p31f, INT32_MIN,
      INT32_MAX)
FP_TO(f32_s64, f32, u64, int64_t, -0x1.000002p63f, 0x1p63f, INT64_MIN,
      INT64_MAX)
FP_TO(f32_u8, f32, u8, uint8_t, -1.0f, 0x1p8f, 0, UINT8_MAX)
FP_TO(f32_u16, f32, u16, uint16_t, -1.0f, 0x1p16f, 0, UINT16_MAX)
FP_TO(f32_u32, f32, u32, uint32_t, -1.0f, 0x1p32f, 0, UINT32_MAX)
FP_TO(f32_u64, f32, u64, uint64_t, -1.0f, 0x1p64f, 0, UINT64_MAX)
FP_TO(f64_s8, f64, u8, int8_t, -129.0, 0x1p7, INT8_MIN, INT8_MAX)
FP_TO(f64_s16, f64, u16, int16_t, -32769.0, 0x1p15, INT16_MIN, INT16_MAX)
FP_TO(f64_s32, f64, u32, int32_t, -2147483649.0, 0x1p31, INT32_MIN, INT32_MAX)
FP_TO(f64_s64, f64, u64, int64_t, -0x1.0000000000001p63, 0x1p63, INT64_MIN,
      INT64_MAX)
FP_TO(f64_u8, f64, u8, uint8_t, -1.0, 0x1p8, 0, UINT8_MAX)
FP_TO(f64_u16, f64, u16, uint16_t, -1.0, 0x1p16, 0, UINT16_MAX)
FP_TO(f64_u32, f64, u32, uint32_t, -1.0, 0x1p32, 0, UINT32_MAX)
FP_TO(f64_u64, f64, u64, uint64_t, -1.0, 0x1p64, 0, UINT64_MAX)

/* [signed][saturating][F32, F64][I8 .. I64] */
#define TO_INT(s, sat)                                                \
	{                                                             \
		{f32_##s##8##sat, f32_##s##16##sat, f32_##s##32##sat, \
		 f32_##s##64##sat},                                   \
		{f64_##s##8##sat, f64_##s##16##sat, f64_##s##32##sat, \
		 f64_##s##64##sat},                                   \
	}
static cvg_lane_fn *const to_ints[2][2][2][4] = {
	{TO_INT(u, ), TO_INT(u, _sat)}, {TO_INT(s, ), TO_INT(s, _sat)}};

static cvg_lane_fn *to_int_fn(const struct cvg_uop *u)
{
	const bool is_signed =
		u->code == CVG_U_FPTOSI || u->code == CVG_U_FPTOSI_SAT;
	const bool sat =
		u->code == CVG_U_FPTOUI_SAT || u->code == CVG_U_FPTOSI_SAT;

	return to_ints[is_signed][sat][u->kind == CVG_K_F64]
		      [u->kind2 - CVG_K_I8];
}

CVG_LANE_FN(small_to_int)
{
	float f[64] __attribute__((aligned(32)));

	CVG_LEVEL(cvg_lanes_widen)(f, va, u->kind, lx->nlanes);
	to_int_fn(u)(vd, f, vb, vc, u, lx);
}

/* Round to an integral float before the conversion: how = 1 to nearest even, 2
 * down, 3 up. */
#define ROUND_FIRST(F, T, rint, floor, ceil)                                   \
	static void round_##F(T *to, const void *from, uint32_t how, size_t n) \
	{                                                                      \
		const cvg_row_##F *a = CVG_AT(from);                           \
                                                                               \
		for (size_t i = 0; i < n && how == 1; i++)                     \
			to[i] = rint(a[i]);                                    \
		for (size_t i = 0; i < n && how == 2; i++)                     \
			to[i] = floor(a[i]);                                   \
		for (size_t i = 0; i < n && how == 3; i++)                     \
			to[i] = ceil(a[i]);                                    \
	}
ROUND_FIRST(f32, float, __builtin_rintf, __builtin_floorf, __builtin_ceilf)
ROUND_FIRST(f64, double, __builtin_rint, __builtin_floor, __builtin_ceil)

CVG_LANE_FN(rounded_to_int)
{
	float small[64] __attribute__((aligned(32)));
	double large[64] __attribute__((aligned(32)));

	if (u->kind == CVG_K_F64) {
		round_f64(large, va, u->n, lx->nlanes);
		to_int_fn(u)(vd, large, vb, vc, u, lx);
		return;
	}
	if (u->kind == CVG_K_F32) {
		round_f32(small, va, u->n, lx->nlanes);
	} else {
		CVG_LEVEL(cvg_lanes_widen)(small, va, u->kind, lx->nlanes);
		round_f32(small, small, u->n, lx->nlanes);
	}
	to_int_fn(u)(vd, small, vb, vc, u, lx);
}

static cvg_lane_fn *to_int(const struct cvg_uop *u)
{
	const bool sat =
		u->code == CVG_U_FPTOUI_SAT || u->code == CVG_U_FPTOSI_SAT;

	if (u->kind < CVG_K_F16 || u->kind2 < CVG_K_I8 ||
	    u->kind2 > CVG_K_I64 || u->imm || u->n > 3)
		return NULL;
	if (sat && u->n)
		return rounded_to_int;
	return u->kind < CVG_K_F32 ? small_to_int : to_int_fn(u);
}

/* ---- floats to floats ------------------------------------------------- */

CVG_LANES1(f32_f64, cvg_row_u64, cvg_row_f32, cvg_canonical64((double)x))
CVG_LANES1(f64_f32, cvg_row_u32, cvg_row_f64, cvg_canonical32((float)x))
CVG_LANES1(canonical, cvg_row_u32, cvg_row_f32, cvg_canonical32(x))

CVG_LANE_FN(small_f32)
{
	float f[64] __attribute__((aligned(32)));

	CVG_LEVEL(cvg_lanes_widen)(f, va, u->kind, lx->nlanes);
	canonical(vd, f, vb, vc, u, lx);
}

CVG_LANE_FN(small_f64)
{
	float f[64] __attribute__((aligned(32)));

	CVG_LEVEL(cvg_lanes_widen)(f, va, u->kind, lx->nlanes);
	f32_f64(vd, f, vb, vc, u, lx);
}

CVG_LANE_FN(f32_small)
{
	CVG_UNUSED3(vb, vc, u);
	CVG_LEVEL(cvg_lanes_narrow)(vd, va, u->kind2, lx->nlanes);
}

CVG_LANE_FN(f64_small)
{
	float f[64] __attribute__((aligned(32)));
	const cvg_row_f64 *a = CVG_AT(va);

	CVG_UNUSED3(vb, vc, u);
	for (size_t at = 0; at < lx->nlanes; at += CVG_CHUNK)
		for (size_t i = at; i < at + CVG_CHUNK; i++)
			f[i] = cvg_float_odd(a[i]);
	CVG_LEVEL(cvg_lanes_narrow)(vd, f, u->kind2, lx->nlanes);
}

CVG_FLAGGED(f32_f64)
CVG_FLAGGED(f64_f32)
CVG_FLAGGED(small_f32)
CVG_FLAGGED(small_f64)
CVG_FLAGGED(f32_small)
CVG_FLAGGED(f64_small)

static cvg_lane_fn *float_to_float(const struct cvg_uop *u)
{
	const bool flagged =
		u->flags & (CVG_UF_NNAN | CVG_UF_NINF | CVG_UF_FTZ);

	if (u->kind < CVG_K_F16 || u->kind2 < CVG_K_F16 || u->n)
		return NULL;
	if (u->code == CVG_U_FPEXT && u->kind2 == CVG_K_F64) {
		if (u->kind == CVG_K_F32)
			return flagged ? f32_f64_flagged : f32_f64;
		if (u->kind < CVG_K_F32)
			return flagged ? small_f64_flagged : small_f64;
	}
	if (u->code == CVG_U_FPEXT && u->kind2 == CVG_K_F32 &&
	    u->kind < CVG_K_F32)
		return flagged ? small_f32_flagged : small_f32;
	if (u->code == CVG_U_FPTRUNC && u->kind == CVG_K_F64) {
		if (u->kind2 == CVG_K_F32)
			return flagged ? f64_f32_flagged : f64_f32;
		if (u->kind2 < CVG_K_F32)
			return flagged ? f64_small_flagged : f64_small;
	}
	if (u->code == CVG_U_FPTRUNC && u->kind == CVG_K_F32 &&
	    u->kind2 < CVG_K_F32)
		return flagged ? f32_small_flagged : f32_small;
	return NULL;
}

cvg_lane_fn *CVG_LEVEL(cvg_lanes_fpconv)(const struct cvg_uop *u)
{
	switch (u->code) {
	case CVG_U_UITOFP:
	case CVG_U_SITOFP:
		return from_int(u);
	case CVG_U_FPTOUI:
	case CVG_U_FPTOSI:
	case CVG_U_FPTOUI_SAT:
	case CVG_U_FPTOSI_SAT:
		return to_int(u);
	case CVG_U_FPTRUNC:
	case CVG_U_FPEXT:
		return float_to_float(u);
	}
	return NULL;
}
