/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Integer operations of 8, 16, 32 and 64 bits with flags that make the result
 * poison if it wraps or loses bits: the table lanes_checked.def, and products.
 */
#include "sim/lanes/lanes_kit.h"

/* The carry of x + y = r and the borrow of x - y = r, in the top bit. */
#define ADD_CARRY  (((x & y) | ((x | y) & (T)~r)) & TOP)
#define SUB_BORROW ((((T)~x & y) | ((T) ~(x ^ y) & r)) & TOP)
#define SH	   (y & (BITS - 1))
#define FAR	   (y & (T) ~(T)(BITS - 1))

#define CHECKED1(name, code, flags, e, bad) \
	CVG_LANES1_BAD(CVG_JOIN(name, BITS), ROW, ROW, e, bad)
#define CHECKED2(name, code, flags, e, bad) \
	CVG_LANES2_BAD(CVG_JOIN(name, BITS), ROW, ROW, ROW, e, bad)

/* Is the product x * y = r too large for an unsigned, for a signed number? */
#define UMUL_LOST ((T)((W)((W)x * y) >> BITS))
#define SMUL_LOST ((SW)(S)r != (SW)((SW)(S)x * (S)y))
#define PRODUCTS                                                 \
	CHECKED2(MUL_U, MUL, CVG_UF_NUW, (U)x *y, UMUL_LOST)     \
	CHECKED2(MUL_S, MUL, CVG_UF_NSW, (U)x *y, SMUL_LOST)     \
	CHECKED2(MUL_US, MUL, CVG_UF_NUW | CVG_UF_NSW, (U)x * y, \
		 UMUL_LOST | SMUL_LOST)

#define BITS 8
#include "sim/lanes/lanes_width.h"
#include "sim/lanes/lanes_checked.def"
PRODUCTS
#undef BITS
#define BITS 16
#include "sim/lanes/lanes_width.h"
#include "sim/lanes/lanes_checked.def"
PRODUCTS
#undef BITS
#define BITS 32
#include "sim/lanes/lanes_width.h"
#include "sim/lanes/lanes_checked.def"
PRODUCTS
#undef BITS
#define BITS 64
#include "sim/lanes/lanes_width.h"

#include "reconverge/ucodes.h"
#include "sim/lanes/lanes_checked.def"

/* The lanes whose 64-bit product breaks a promise of `flags`. */
static __attribute__((noinline)) uint64_t lost_products(const cvg_row_u64 *a,
							const cvg_row_u64 *b,
							uint32_t n,
							uint32_t flags)
{
	uint64_t bits = 0;

	for (uint32_t i = 0; i < n; i++) {
		bool lost = false;
		uint64_t u;
		int64_t s;

		if (flags & CVG_UF_NUW)
			lost |= __builtin_mul_overflow(a[i], b[i], &u);
		if (flags & CVG_UF_NSW)
			lost |= __builtin_mul_overflow((int64_t)a[i],
						       (int64_t)b[i], &s);
		bits |= (uint64_t)lost << i;
	}
	return bits;
}

/*
 * The factors of nearly all 64-bit products fit into 32 bits, and then the
 * product fits. `small` is 0 if x and y are so small; lost_products is called
 * only if it is not 0 for some lane.
 */
#define PRODUCT_64(name, small)                                         \
	CVG_LANE_FN(name)                                               \
	{                                                               \
		cvg_row_u64 *restrict d = CVG_AT(vd);                   \
		const cvg_row_u64 *restrict a = CVG_AT(va);             \
		const cvg_row_u64 *restrict b = CVG_AT(vb);             \
		const uint32_t n = lx->nlanes;                          \
		uint64_t any = 0;                                       \
                                                                        \
		(void)vc;                                               \
		for (size_t at = 0; at < n; at += CVG_CHUNK)            \
			for (size_t i = 0; i < CVG_CHUNK; i++) {        \
				const uint64_t x = a[at + i];           \
				const uint64_t y = b[at + i];           \
                                                                        \
				d[at + i] = x * y;                      \
				any |= (small);                         \
			}                                               \
		if (any)                                                \
			lx->poison |= lost_products(a, b, n, u->flags); \
	}
#define HALF_RANGE (UINT64_C(1) << 31)
PRODUCT_64(MUL_U_64, (x | y) >> 32)
PRODUCT_64(MUL_S_64, ((x + HALF_RANGE) | (y + HALF_RANGE)) >> 32)
PRODUCT_64(MUL_US_64, (x | y) >> 31)
#undef BITS

#undef CHECKED1
#undef CHECKED2
#define CHECKED1(name, code, flags, e, bad) \
	{CVG_U_##code, flags, {name##_8, name##_16, name##_32, name##_64}},
#define CHECKED2(name, code, flags, e, bad) CHECKED1(name, code, flags, e, bad)

static const struct {
	uint16_t code, flags;
	cvg_lane_fn *widths[4];
} table[] = {
#include "sim/lanes/lanes_checked.def"
	PRODUCTS};

cvg_lane_fn *CVG_LEVEL(cvg_lanes_checked)(const struct cvg_uop *u)
{
	const uint32_t checked = CVG_UF_NUW | CVG_UF_NSW | CVG_UF_EXACT |
				 CVG_UF_DISJOINT | CVG_UF_ZERO_POISON;

	if (u->kind < CVG_K_I8 || u->kind > CVG_K_I64 || u->width)
		return NULL;
	for (uint32_t i = 0; i < sizeof table / sizeof table[0]; i++)
		if (table[i].code == u->code &&
		    table[i].flags == (u->flags & checked))
			return table[i].widths[u->kind - CVG_K_I8];
	return NULL;
}
