/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Division and remainder of integers of 8, 16, 32 and 64 bits. A divisor of 0
 * is replaced by 1, so that the host does not trap; afterwards a fault is set
 * if a lane with such a divisor, or with an overflow, is active.
 */
#include "sim/lanes/lanes_kit.h"

/* ---- lanes that would trap ---------------------------------------------- */

CVG_LANES2_BIT(zeros_8, cvg_row_u8, y == 0)
CVG_LANES2_BIT(zeros_16, cvg_row_u16, y == 0)
CVG_LANES2_BIT(zeros_32, cvg_row_u32, y == 0)
CVG_LANES2_BIT(zeros_64, cvg_row_u64, y == 0)
CVG_LANES2_BIT(wraps_8, cvg_row_u8, (x == 0x80) & (y == 0xff))
CVG_LANES2_BIT(wraps_16, cvg_row_u16, (x == 0x8000) & (y == 0xffff))
CVG_LANES2_BIT(wraps_32, cvg_row_u32, (x == 0x80000000) & (y == UINT32_MAX))
CVG_LANES2_BIT(wraps_64, cvg_row_u64,
	       (x == (uint64_t)INT64_MIN) & (y == UINT64_MAX))

/* ---- one lane --------------------------------------------------------- */

/*
 * The unsigned quotient of x by y, which is not 0: divided as floats, which
 * hold x and y exactly, and cut off. Rounding cannot lift the quotient to the
 * next integer: an inexact quotient is at least 1/y below that integer, and the
 * rounding error of a quotient of x < 2^24 is at most 2^-24 x/y, less than 1/y.
 * Example: 255 / 16 = 15.9375, which is exact as a float, and is cut off to 15.
 */
CVG_INLINE uint32_t quotient_8(uint32_t x, uint32_t y)
{
	return (uint32_t)(int32_t)((float)(int32_t)x / (float)(int32_t)y);
}
#define quotient_16 quotient_8

/* The same by doubles, for x < 2^32. An integer below 2^52 is the low bits of
 * the double that is 2^52 larger: this converts in both directions. */
CVG_INLINE uint32_t quotient_32(uint32_t x, uint32_t y)
{
	const uint64_t at = UINT64_C(0x4330000000000000);
	const double n = cvg_float64(at | x) - 0x1p52;
	const double d = cvg_float64(at | y) - 0x1p52;
	const double q = n / d, near = q + 0x1p52 - 0x1p52;
	const double low = near > q ? near - 1 : near;

	return (uint32_t)cvg_bits64(low + 0x1p52);
}

CVG_INLINE uint64_t quotient_64(uint64_t x, uint64_t y)
{
	return (x | y) >> 32 ? x / y : (uint32_t)x / (uint32_t)y;
}

/* |x|, as an unsigned number. */
#define MAGNITUDE(x)   ((T)((x) & TOP ? (U)0 - (x) : (x)))
#define SAFE	       (y ? y : 1)
#define QUOTIENT(x, y) ((T)CVG_JOIN(quotient, BITS)(x, y))
/* All ones if the signs of x and y differ, else 0. (q ^ DIFFER) - DIFFER
 * negates q exactly then, because -q is ~q + 1. */
#define DIFFER ((T)(0 - (U)((T)(x ^ y) >> (BITS - 1))))
#define SQUOTIENT \
	((T)((U)(QUOTIENT(MAGNITUDE(x), MAGNITUDE(SAFE)) ^ DIFFER) - DIFFER))

/* The least number by -1 does not trap here: the quotient of the magnitudes is
 * the least number again, the remainder 0. */
#define DIVISIONS                                                            \
	CVG_LANES2(CVG_JOIN(quot_u, BITS), ROW, ROW, ROW, QUOTIENT(x, SAFE)) \
	CVG_LANES2(CVG_JOIN(quot_s, BITS), ROW, ROW, ROW, SQUOTIENT)         \
	CVG_LANES2(CVG_JOIN(rem_u, BITS), ROW, ROW, ROW,                     \
		   (U)x - (U)QUOTIENT(x, SAFE) * SAFE)                       \
	CVG_LANES2(CVG_JOIN(rem_s, BITS), ROW, ROW, ROW,                     \
		   (U)x - (U)SQUOTIENT * SAFE)                               \
	CVG_LANES2_BIT(CVG_JOIN(inexact_u, BITS), ROW,                       \
		       (T)((U)x - (U)QUOTIENT(x, SAFE) * SAFE) != 0)         \
	CVG_LANES2_BIT(CVG_JOIN(inexact_s, BITS), ROW,                       \
		       (T)((U)x - (U)SQUOTIENT * SAFE) != 0)

#define BITS 8
#include "sim/lanes/lanes_width.h"
DIVISIONS
#undef BITS
#define BITS 16
#include "sim/lanes/lanes_width.h"
DIVISIONS
#undef BITS
#define BITS 32
#include "sim/lanes/lanes_width.h"
DIVISIONS
#undef BITS
#define BITS 64
#include "sim/lanes/lanes_width.h"

#include "reconverge/ucodes.h"
DIVISIONS
#undef BITS

/* ---- whole operations ------------------------------------------------- */

#define WIDTHS(name) {name##_8, name##_16, name##_32, name##_64}
static cvg_lane_fn *const zeros[4] = WIDTHS(zeros);
static cvg_lane_fn *const wraps[4] = WIDTHS(wraps);
static cvg_lane_fn *const inexact[2][4] = {WIDTHS(inexact_u),
					   WIDTHS(inexact_s)};

static bool is_signed(const struct cvg_uop *u)
{
	return u->code == CVG_U_SDIV || u->code == CVG_U_SREM;
}

/* After the quotients are computed: set the fault, and make lanes poison that
 * break the promise of EXACT. */
static void divided(const void *a, const void *b, const struct cvg_uop *u,
		    struct cvg_lx *lx)
{
	const uint32_t at = u->kind - CVG_K_I8;
	uint64_t zero, over = 0, lost = 0;

	zeros[at](&zero, b, b, NULL, u, lx);
	if (is_signed(u))
		wraps[at](&over, a, b, NULL, u, lx);
	if (zero | over | lx->db.poison | lx->db.undef)
		cvg_lanes_blame(lx, zero, over);
	if (u->flags & CVG_UF_EXACT)
		inexact[is_signed(u)][at](&lost, a, b, NULL, u, lx);
	lx->poison |= lost;
}

#define TOGETHER(name, bits)                          \
	CVG_LANE_FN(name##_whole_##bits)              \
	{                                             \
		name##_##bits(vd, va, vb, vc, u, lx); \
		divided(va, vb, u, lx);               \
	}
#define ALL_WIDTHS(name)   \
	TOGETHER(name, 8)  \
	TOGETHER(name, 16) \
	TOGETHER(name, 32) \
	TOGETHER(name, 64)
ALL_WIDTHS(quot_u)
ALL_WIDTHS(quot_s)
ALL_WIDTHS(rem_u)
ALL_WIDTHS(rem_s)
static cvg_lane_fn *const udivs[4] = WIDTHS(quot_u_whole);
static cvg_lane_fn *const sdivs[4] = WIDTHS(quot_s_whole);
static cvg_lane_fn *const urems[4] = WIDTHS(rem_u_whole);
static cvg_lane_fn *const srems[4] = WIDTHS(rem_s_whole);

cvg_lane_fn *CVG_LEVEL(cvg_lanes_div)(const struct cvg_uop *u)
{
	if (u->kind < CVG_K_I8 || u->kind > CVG_K_I64 || u->width)
		return NULL;
	switch (u->code) {
	case CVG_U_UDIV:
		return udivs[u->kind - CVG_K_I8];
	case CVG_U_SDIV:
		return sdivs[u->kind - CVG_K_I8];
	case CVG_U_UREM:
		return urems[u->kind - CVG_K_I8];
	case CVG_U_SREM:
		return srems[u->kind - CVG_K_I8];
	}
	return NULL;
}
