/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Conversions between integers that are as wide as their kinds. An operand may
 * be narrower if the result does not depend on its width.
 */
#include "sim/lanes/lanes_kit.h"

#include "reconverge/ucodes.h"

/* ---- between integers of 8 to 64 bits --------------------------------- */

#define ZEXT(from, to)                                                        \
	CVG_LANES1(zext_##from##_##to, cvg_row_u##to, cvg_row_u##from, x)     \
	CVG_LANES1_BAD(nneg_##from##_##to, cvg_row_u##to, cvg_row_u##from, x, \
		       x >> ((from) - 1))                                     \
	CVG_LANES1(sext_##from##_##to, cvg_row_u##to, cvg_row_u##from,        \
		   (int##from##_t)x)
ZEXT(8, 16)
ZEXT(8, 32)
ZEXT(8, 64)
ZEXT(16, 32)
ZEXT(16, 64)
ZEXT(32, 64)

#define TRUNC(from, to)                                                        \
	CVG_LANES1(trunc_##from##_##to, cvg_row_u##to, cvg_row_u##from, x)     \
	CVG_LANES1_BAD(trunc_u_##from##_##to, cvg_row_u##to, cvg_row_u##from,  \
		       x, x >> (to))                                           \
	CVG_LANES1_BAD(trunc_s_##from##_##to, cvg_row_u##to, cvg_row_u##from,  \
		       x, (uint##from##_t)(int##to##_t)x ^ x)                  \
	CVG_LANES1_BAD(trunc_us_##from##_##to, cvg_row_u##to, cvg_row_u##from, \
		       x, x >> ((to) - 1))
TRUNC(16, 8)
TRUNC(32, 8)
TRUNC(32, 16)
TRUNC(64, 8)
TRUNC(64, 16)
TRUNC(64, 32)

/* ---- from and to one bit ---------------------------------------------- */

CVG_SPREAD(zext_1_8, cvg_row_u8, t[i])
CVG_SPREAD(zext_1_16, cvg_row_u16, t[i])
CVG_SPREAD(zext_1_32, cvg_row_u32, t[i])
CVG_SPREAD(zext_1_64, cvg_row_u64, t[i])
CVG_SPREAD(sext_1_8, cvg_row_u8, 0u - t[i])
CVG_SPREAD(sext_1_16, cvg_row_u16, 0u - t[i])
CVG_SPREAD(sext_1_32, cvg_row_u32, 0u - t[i])
CVG_SPREAD(sext_1_64, cvg_row_u64, UINT64_C(0) - t[i])

#define ZEXT_BIT_NNEG(to)                               \
	CVG_LANE_FN(nneg_1_##to)                        \
	{                                               \
		zext_1_##to(vd, va, vb, vc, u, lx);     \
		lx->poison |= *(const cvg_row_u64 *)va; \
	}
ZEXT_BIT_NNEG(8)
ZEXT_BIT_NNEG(16)
ZEXT_BIT_NNEG(32)
ZEXT_BIT_NNEG(64)

#define TO_BIT(name, ROW, e)                                               \
	CVG_LANE_FN(name)                                                  \
	{                                                                  \
		const ROW *restrict a = CVG_AT(va);                        \
		const size_t n = lx->nlanes;                               \
		uint64_t bits = 0;                                         \
                                                                           \
		CVG_UNUSED3(vb, vc, u);                                    \
		for (size_t at = 0; at < n; at += CVG_CHUNK) {             \
			uint8_t t[CVG_CHUNK] __attribute__((aligned(32))); \
                                                                           \
			for (size_t i = 0; i < CVG_CHUNK; i++) {           \
				const ROW x = a[at + i];                   \
				t[i] = (uint8_t)(e);                       \
			}                                                  \
			bits |= (uint64_t)cvg_pack(t) << at;               \
		}                                                          \
		*(cvg_row_u64 *)vd = bits;                                 \
	}
/* Truncation of x to one bit, and tests whether it changes the number: an
 * unsigned x must be 0 or 1, a signed x 0 or -1. */
#define TRUNC_BIT(w)                                               \
	TO_BIT(trunc_##w##_1, cvg_row_u##w, x & 1)                 \
	TO_BIT(lost_u_##w, cvg_row_u##w, x > 1)                    \
	TO_BIT(lost_s_##w, cvg_row_u##w, (uint##w##_t)(x + 1) > 1) \
	TO_BIT(lost_us_##w, cvg_row_u##w, x != 0)
TRUNC_BIT(8)
TRUNC_BIT(16)
TRUNC_BIT(32)
TRUNC_BIT(64)

#define TRUNC_BIT_CHECKED(kind, w)                           \
	CVG_LANE_FN(trunc_##kind##_##w##_1)                  \
	{                                                    \
		uint64_t lost;                               \
                                                             \
		lost_##kind##_##w(&lost, va, vb, vc, u, lx); \
		lx->poison |= lost;                          \
		trunc_##w##_1(vd, va, vb, vc, u, lx);        \
	}
TRUNC_BIT_CHECKED(u, 8)
TRUNC_BIT_CHECKED(u, 16)
TRUNC_BIT_CHECKED(u, 32)
TRUNC_BIT_CHECKED(u, 64)
TRUNC_BIT_CHECKED(s, 8)
TRUNC_BIT_CHECKED(s, 16)
TRUNC_BIT_CHECKED(s, 32)
TRUNC_BIT_CHECKED(s, 64)
TRUNC_BIT_CHECKED(us, 8)
TRUNC_BIT_CHECKED(us, 16)
TRUNC_BIT_CHECKED(us, 32)
TRUNC_BIT_CHECKED(us, 64)

/* ---- which one -------------------------------------------------------- */

/* Rows: from 1, 8, 16, 32 bits; columns: to 8, 16, 32, 64 bits. */
#define WIDEN(name)                                                  \
	{                                                            \
		{name##_1_8, name##_1_16, name##_1_32, name##_1_64}, \
		{NULL, name##_8_16, name##_8_32, name##_8_64},       \
		{NULL, NULL, name##_16_32, name##_16_64},            \
		{NULL, NULL, NULL, name##_32_64},                    \
	}
static cvg_lane_fn *const zexts[4][4] = WIDEN(zext);
static cvg_lane_fn *const nnegs[4][4] = WIDEN(nneg);
static cvg_lane_fn *const sexts[4][4] = WIDEN(sext);

/* Rows: from 8, 16, 32, 64 bits; columns: to 1, 8, 16, 32 bits. */
#define NARROW(name)                                                    \
	{                                                               \
		{name##_8_1},                                           \
		{name##_16_1, name##_16_8},                             \
		{name##_32_1, name##_32_8, name##_32_16},               \
		{name##_64_1, name##_64_8, name##_64_16, name##_64_32}, \
	}
static cvg_lane_fn *const truncs[4][4][4] = {NARROW(trunc), NARROW(trunc_u),
					     NARROW(trunc_s), NARROW(trunc_us)};

cvg_lane_fn *CVG_LEVEL(cvg_lanes_conv)(const struct cvg_uop *u)
{
	const uint32_t by = (u->flags & CVG_UF_NUW ? 1 : 0) +
			    (u->flags & CVG_UF_NSW ? 2 : 0);

	if (u->kind > CVG_K_I64 || u->kind2 > CVG_K_I64)
		return NULL;
	switch (u->code) {
	case CVG_U_ZEXT:
		if (u->kind >= u->kind2 || (u->width && u->flags & CVG_UF_NNEG))
			return NULL;
		return (u->flags & CVG_UF_NNEG
				? nnegs
				: zexts)[u->kind][u->kind2 - CVG_K_I8];
	case CVG_U_SEXT:
		if (u->kind >= u->kind2 || u->width || u->imm)
			return NULL;
		return sexts[u->kind][u->kind2 - CVG_K_I8];
	case CVG_U_TRUNC:
		if (u->kind <= u->kind2 || u->imm ||
		    (u->width && u->flags & CVG_UF_NSW))
			return NULL;
		return truncs[by][u->kind - CVG_K_I8][u->kind2];
	}
	return NULL;
}
