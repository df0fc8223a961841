/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Comparisons of integers and of floats, and tests of the class of a float.
 */
#include "sim/lanes/lanes_kit.h"

#define ICMP_FIRST 32 /* LLVM's number of eq */
#define NICMPS	   10
#define NFCMPS	   16

/* ---- integers --------------------------------------------------------- */

#define ICMP(name, number, e) \
	CVG_LANES2_BIT(CVG_JOIN(icmp_##name, BITS), ROW, e)
#define FCMP(name, number, e)

#define BITS 8
#include "sim/lanes/lanes_width.h"
#include "sim/lanes/lanes_cmp.def"
#undef BITS
#define BITS 16
#include "sim/lanes/lanes_width.h"
#include "sim/lanes/lanes_cmp.def"
#undef BITS
#define BITS 32
#include "sim/lanes/lanes_width.h"
#include "sim/lanes/lanes_cmp.def"
#undef BITS
#define BITS 64
#include "sim/lanes/lanes_width.h"

#include "reconverge/ucodes.h"
#include "sim/lanes/lanes_cmp.def"
#undef BITS
#undef ICMP

#define ICMP(name, number, e)                                         \
	[(number) - ICMP_FIRST] = {icmp_##name##_8, icmp_##name##_16, \
				   icmp_##name##_32, icmp_##name##_64},
static cvg_lane_fn *const icmps[NICMPS][4] = {
#include "sim/lanes/lanes_cmp.def"
};
#undef ICMP
#undef FCMP

/* icmp samesign: poison where the signs of the operands differ. */
CVG_LANES2_BIT(signs_8, cvg_row_u8, (x ^ y) >> 7)
CVG_LANES2_BIT(signs_16, cvg_row_u16, (x ^ y) >> 15)
CVG_LANES2_BIT(signs_32, cvg_row_u32, (x ^ y) >> 31)
CVG_LANES2_BIT(signs_64, cvg_row_u64, (x ^ y) >> 63)
static cvg_lane_fn *const signs[4] = {signs_8, signs_16, signs_32, signs_64};

CVG_LANE_FN(icmp_samesign)
{
	const uint32_t at = u->kind - CVG_K_I8;
	uint64_t differ;

	signs[at](&differ, va, vb, vc, u, lx);
	lx->poison |= differ;
	icmps[u->n - ICMP_FIRST][at](vd, va, vb, vc, u, lx);
}

/* Comparisons of one-bit numbers, in the order of LLVM's predicates. A set bit
 * is 1 as an unsigned and -1 as a signed number. */
CVG_LANE_FN(icmp_bit)
{
	const uint64_t x = *(const cvg_row_u64 *)va;
	const uint64_t y = *(const cvg_row_u64 *)vb;
	const uint64_t above[NICMPS] = {
		~(x ^ y), x ^ y,  x & ~y, x | ~y, ~x & y,
		~x | y,	  ~x & y, ~x | y, x & ~y, x | ~y,
	};

	(void)vc;
	*(cvg_row_u64 *)vd = above[u->n - ICMP_FIRST];
	if (u->flags & CVG_UF_SAMESIGN)
		lx->poison |= x ^ y;
}

static cvg_lane_fn *icmp_fn(const struct cvg_uop *u)
{
	const uint32_t by = (uint32_t)u->n - ICMP_FIRST;

	if (by >= NICMPS || u->kind > CVG_K_I64)
		return NULL;
	if (u->kind == CVG_K_BIT)
		return icmp_bit;
	if (u->width && (by > 5 || u->flags & CVG_UF_SAMESIGN))
		return NULL;
	if (u->flags & CVG_UF_SAMESIGN)
		return icmp_samesign;
	return icmps[by][u->kind - CVG_K_I8];
}

/* ---- floats ----------------------------------------------------------- */

#define ICMP(name, number, e)
#define FCMP(name, number, e)                             \
	CVG_LANES2_BIT(fcmp_##name##_f32, cvg_row_f32, e) \
	CVG_LANES2_BIT(fcmp_##name##_f64, cvg_row_f64, e)
#include "sim/lanes/lanes_cmp.def"
#undef FCMP

#define CONSTANT(name, bits)                 \
	CVG_LANE_FN(name)                    \
	{                                    \
		CVG_UNUSED3(va, vb, vc);     \
		CVG_UNUSED3(vb, u, lx);      \
		*(cvg_row_u64 *)vd = (bits); \
	}
CONSTANT(fcmp_false, 0)
CONSTANT(fcmp_true, UINT64_MAX)

#define FCMP(name, number, e) [number] = {fcmp_##name##_f32, fcmp_##name##_f64},
static cvg_lane_fn *const fcmps[NFCMPS][2] = {
	[0] = {fcmp_false, fcmp_false},
#include "sim/lanes/lanes_cmp.def"
	[15] = {fcmp_true, fcmp_true},
};
#undef FCMP
#undef ICMP

/* F16 and BF16 are compared as F32, which holds each of their values
 * exactly. */
CVG_LANE_FN(fcmp_half)
{
	float x[64] __attribute__((aligned(32)));
	float y[64] __attribute__((aligned(32)));

	CVG_LEVEL(cvg_lanes_widen)(x, va, u->kind, lx->nlanes);
	CVG_LEVEL(cvg_lanes_widen)(y, vb, u->kind, lx->nlanes);
	fcmps[u->n][0](vd, x, y, vc, u, lx);
}

CVG_LANE_FN(fcmp_flagged)
{
	struct cvg_uop plain = *u;

	plain.flags = 0;
	CVG_LEVEL(cvg_lanes_flagged)
	(vd, va, vb, vc, u, lx, CVG_LEVEL(cvg_lanes_cmp)(&plain));
}

static cvg_lane_fn *fcmp_fn(const struct cvg_uop *u)
{
	if (u->n >= NFCMPS || u->kind < CVG_K_F16)
		return NULL;
	if (u->flags & (CVG_UF_NNAN | CVG_UF_NINF | CVG_UF_FTZ))
		return fcmp_flagged;
	switch (u->kind) {
	case CVG_K_F16:
	case CVG_K_BF16:
		return fcmp_half;
	case CVG_K_F32:
		return fcmps[u->n][0];
	case CVG_K_F64:
		return fcmps[u->n][1];
	}
	return NULL;
}

/* ---- classes ---------------------------------------------------------- */

/*
 * The class of the float whose bits are x, as a bit of llvm.is.fpclass's mask.
 * Bit 0 is a signaling NaN, bit 1 a quiet NaN; bits 2 to 5 are negative
 * infinity, normal, subnormal and zero; bits 6 to 9 are positive zero,
 * subnormal, normal and infinity. `inf` has the bits of infinity, `quiet` the
 * bit that makes a NaN quiet.
 */
#define CLASS(x, inf, quiet)                             \
	(((x) & ((inf) | ((inf) - 1))) > (inf)           \
		 ? ((x) & (quiet) ? 2 : 1)               \
		 : ((x) & ~((inf) | ((inf) - 1))         \
			    ? SIDE(x, inf, 4, 8, 16, 32) \
			    : SIDE(x, inf, 512, 256, 128, 64)))
#define SIDE(x, inf, i, n, s, z)      \
	(((x) & (inf)) == (inf) ? (i) \
	 : ((x) & (inf))	? (n) \
	 : ((x) & ((inf) - 1))	? (s) \
				: (z))

#define FCLASS(name, ROW, inf, quiet)                                      \
	CVG_LANE_FN(name)                                                  \
	{                                                                  \
		const ROW *restrict a = CVG_AT(va);                        \
		const uint32_t want = (uint32_t)u->imm;                    \
		const size_t n = lx->nlanes;                               \
		uint64_t bits = 0;                                         \
                                                                           \
		CVG_UNUSED3(vb, vc, lx);                                   \
		for (size_t at = 0; at < n; at += CVG_CHUNK) {             \
			uint8_t t[CVG_CHUNK] __attribute__((aligned(32))); \
                                                                           \
			for (size_t i = 0; i < CVG_CHUNK; i++)             \
				t[i] = (CLASS(a[at + i], inf, quiet) &     \
					want) != 0;                        \
			bits |= (uint64_t)cvg_pack(t) << at;               \
		}                                                          \
		*(cvg_row_u64 *)vd = bits;                                 \
	}
FCLASS(fclass_f16, cvg_row_u16, 0x7c00, 0x0200)
FCLASS(fclass_bf16, cvg_row_u16, 0x7f80, 0x0040)
FCLASS(fclass_f32, cvg_row_u32, UINT32_C(0x7f800000), UINT32_C(0x00400000))
FCLASS(fclass_f64, cvg_row_u64, UINT64_C(0x7ff0000000000000),
       UINT64_C(0x0008000000000000))

static cvg_lane_fn *fclass_fn(const struct cvg_uop *u)
{
	switch (u->kind) {
	case CVG_K_F16:
		return fclass_f16;
	case CVG_K_BF16:
		return fclass_bf16;
	case CVG_K_F32:
		return fclass_f32;
	case CVG_K_F64:
		return fclass_f64;
	}
	return NULL;
}

cvg_lane_fn *CVG_LEVEL(cvg_lanes_cmp)(const struct cvg_uop *u)
{
	switch (u->code) {
	case CVG_U_ICMP:
		return icmp_fn(u);
	case CVG_U_FCMP:
		return fcmp_fn(u);
	case CVG_U_FCLASS:
		return fclass_fn(u);
	}
	return NULL;
}
