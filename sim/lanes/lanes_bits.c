/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Operations on bits: arithmetic of one-bit numbers, 64 lanes in one word; and
 * counting, reversing and permuting the bits and bytes of wider integers.
 */
#include "sim/lanes/lanes_kit.h"

#include "reconverge/ucodes.h"

/* ---- numbers of one bit ----------------------------------------------- */

#define BIT2(name, e)                                        \
	CVG_LANE_FN(name)                                    \
	{                                                    \
		const uint64_t x = *(const cvg_row_u64 *)va; \
		const uint64_t y = *(const cvg_row_u64 *)vb; \
                                                             \
		CVG_UNUSED3(vc, u, lx);                      \
		*(cvg_row_u64 *)vd = (e);                    \
	}
BIT2(bit_xor, x ^ y)
BIT2(bit_and, x &y)
BIT2(bit_or, x | y)

CVG_LANE_FN(bit_disjoint)
{
	bit_or(vd, va, vb, vc, u, lx);
	lx->poison |= *(const cvg_row_u64 *)va & *(const cvg_row_u64 *)vb;
}

/* The result of an `and` is defined if one operand is a defined 0, whatever the
 * other is; the result of an `or`, if one operand is a defined 1. */
CVG_LANE_FN(bit_and_undef)
{
	const uint64_t x = *(const cvg_row_u64 *)va;
	const uint64_t y = *(const cvg_row_u64 *)vb;

	bit_and(vd, va, vb, vc, u, lx);
	lx->undef &= ~(~x & ~lx->da.undef) & ~(~y & ~lx->db.undef);
}

CVG_LANE_FN(bit_or_undef)
{
	const uint64_t x = *(const cvg_row_u64 *)va;
	const uint64_t y = *(const cvg_row_u64 *)vb;

	bit_or(vd, va, vb, vc, u, lx);
	lx->undef &= ~(x & ~lx->da.undef) & ~(y & ~lx->db.undef);
}

/* The function for one-bit numbers. Modulo 2, sums and differences are
 * exclusive or; as a signed number, 1 is -1. */
static cvg_lane_fn *bit_fn(const struct cvg_uop *u)
{
	const bool plain = !(u->flags & (CVG_UF_NUW | CVG_UF_NSW));

	switch (u->code) {
	case CVG_U_AND:
		return bit_and_undef;
	case CVG_U_OR:
		return u->flags & CVG_UF_DISJOINT ? bit_disjoint : bit_or_undef;
	case CVG_U_XOR:
		return bit_xor;
	case CVG_U_ADD:
	case CVG_U_SUB:
		return plain ? bit_xor : NULL;
	case CVG_U_MUL:
		return plain ? bit_and : NULL;
	case CVG_U_UMIN:
	case CVG_U_SMAX:
		return bit_and;
	case CVG_U_UMAX:
	case CVG_U_SMIN:
		return bit_or;
	}
	return NULL;
}

/* ---- counting and turning --------------------------------------------- */

/* The number of ones of x: counted in pairs of bits, nibbles and bytes; the
 * product then sums all bytes in its top byte. */
CVG_INLINE uint64_t ones_64(uint64_t x)
{
	x -= x >> 1 & UINT64_C(0x5555555555555555);
	x = (x & UINT64_C(0x3333333333333333)) +
	    (x >> 2 & UINT64_C(0x3333333333333333));
	x = (x + (x >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f);
	x += x >> 8;
	x += x >> 16;
	x += x >> 32;
	return x & 127;
}

CVG_INLINE uint32_t ones_32(uint32_t x)
{
	x -= x >> 1 & 0x55555555;
	x = (x & 0x33333333) + (x >> 2 & 0x33333333);
	x = (x + (x >> 4)) & 0x0f0f0f0f;
	x += x >> 8;
	x += x >> 16;
	return x & 63;
}

/* x with all bits set below its highest one. */
CVG_INLINE uint64_t smear_64(uint64_t x)
{
	x |= x >> 1;
	x |= x >> 2;
	x |= x >> 4;
	x |= x >> 8;
	x |= x >> 16;
	return x | x >> 32;
}

CVG_INLINE uint32_t smear_32(uint32_t x)
{
	x |= x >> 1;
	x |= x >> 2;
	x |= x >> 4;
	x |= x >> 8;
	return x | x >> 16;
}

CVG_INLINE uint64_t swap_64(uint64_t x)
{
	x = (x & UINT64_C(0x00ff00ff00ff00ff)) << 8 |
	    (x >> 8 & UINT64_C(0x00ff00ff00ff00ff));
	x = (x & UINT64_C(0x0000ffff0000ffff)) << 16 |
	    (x >> 16 & UINT64_C(0x0000ffff0000ffff));
	return x << 32 | x >> 32;
}

CVG_INLINE uint32_t swap_32(uint32_t x)
{
	x = (x & 0x00ff00ff) << 8 | (x >> 8 & 0x00ff00ff);
	return x << 16 | x >> 16;
}

/* x with the bits of each byte reversed. */
CVG_INLINE uint64_t turn_64(uint64_t x)
{
	x = (x & UINT64_C(0x5555555555555555)) << 1 |
	    (x >> 1 & UINT64_C(0x5555555555555555));
	x = (x & UINT64_C(0x3333333333333333)) << 2 |
	    (x >> 2 & UINT64_C(0x3333333333333333));
	return (x & UINT64_C(0x0f0f0f0f0f0f0f0f)) << 4 |
	       (x >> 4 & UINT64_C(0x0f0f0f0f0f0f0f0f));
}

CVG_INLINE uint32_t turn_32(uint32_t x)
{
	x = (x & 0x55555555) << 1 | (x >> 1 & 0x55555555);
	x = (x & 0x33333333) << 2 | (x >> 2 & 0x33333333);
	return (x & 0x0f0f0f0f) << 4 | (x >> 4 & 0x0f0f0f0f);
}

/* Leading zeros are the zeros left when all bits below the highest one are set;
 * trailing zeros are the ones of ~x & (x - 1). */
#define COUNTS(w, R, C, ones, smear)                                           \
	CVG_LANES1(ctpop_##w, R, R, ones(x))                                   \
	CVG_LANES1(ctlz_##w, R, R, (w) - ones(smear(x)))                       \
	CVG_LANES1(cttz_##w, R, R, ones((R)((R) ~(C)x & (R)((C)x - 1))))       \
	CVG_LANES1_BAD(ctlz_z_##w, R, R, (w) - ones(smear(x)), x == 0)         \
	CVG_LANES1_BAD(cttz_z_##w, R, R, ones((R)((R) ~(C)x & (R)((C)x - 1))), \
		       x == 0)
COUNTS(8, cvg_row_u8, uint32_t, ones_32, smear_32)
COUNTS(16, cvg_row_u16, uint32_t, ones_32, smear_32)
COUNTS(32, cvg_row_u32, uint32_t, ones_32, smear_32)
COUNTS(64, cvg_row_u64, uint64_t, ones_64, smear_64)

CVG_LANES1(bswap_8, cvg_row_u8, cvg_row_u8, x)
CVG_LANES1(bswap_16, cvg_row_u16, cvg_row_u16, x << 8 | x >> 8)
CVG_LANES1(bswap_32, cvg_row_u32, cvg_row_u32, swap_32(x))
CVG_LANES1(bswap_64, cvg_row_u64, cvg_row_u64, swap_64(x))
CVG_LANES1(reverse_8, cvg_row_u8, cvg_row_u8, turn_32(x))
CVG_LANES1(reverse_16, cvg_row_u16, cvg_row_u16, swap_32(turn_32(x)) >> 16)
CVG_LANES1(reverse_32, cvg_row_u32, cvg_row_u32, swap_32(turn_32(x)))
CVG_LANES1(reverse_64, cvg_row_u64, cvg_row_u64, swap_64(turn_64(x)))

#define WIDTHS(name) {name##_8, name##_16, name##_32, name##_64}
static cvg_lane_fn *const ctpops[4] = WIDTHS(ctpop);
static cvg_lane_fn *const ctlzs[2][4] = {WIDTHS(ctlz), WIDTHS(ctlz_z)};
static cvg_lane_fn *const cttzs[2][4] = {WIDTHS(cttz), WIDTHS(cttz_z)};
static cvg_lane_fn *const bswaps[4] = WIDTHS(bswap);
static cvg_lane_fn *const reverses[4] = WIDTHS(reverse);

/* ---- permuting bytes -------------------------------------------------- */

/* The selectors of PTX's prmt in its modes f4e, b4e, rc8, ecl, ecr and rc16
 * ("prmt" in the PTX ISA): four nibbles, one for each byte of the result. The
 * lowest two bits of c choose among the four of a mode. */
static const uint16_t prmt_modes[7][4] = {
	{0, 0, 0, 0}, /* no mode: c itself has the selectors */
	{0x3210, 0x4321, 0x5432, 0x6543},
	{0x5670, 0x6701, 0x7012, 0x0123},
	{0x0000, 0x1111, 0x2222, 0x3333},
	{0x3210, 0x3211, 0x3222, 0x3333},
	{0x0000, 0x1110, 0x2210, 0x3210},
	{0x1010, 0x3232, 0x1010, 0x3232},
};

/* Byte `selector & 7` of `from`; if bit 3 is set, eight copies of the byte's
 * sign bit. */
static uint32_t prmt_byte(uint64_t from, uint32_t selector)
{
	uint32_t byte = (uint32_t)(from >> 8 * (selector & 7)) & 0xff;

	if (selector & 8)
		return byte & 0x80 ? 0xff : 0;
	return byte;
}

CVG_LANE_FN(perm)
{
	const cvg_row_u32 *a = va, *b = vb, *c = vc;
	cvg_row_u32 *d = vd;

	for (uint32_t i = 0; i < lx->nlanes; i++) {
		uint64_t from = (uint64_t)b[i] << 32 | a[i];
		uint32_t sel = u->n ? prmt_modes[u->n][c[i] & 3] : c[i];
		uint32_t r = 0;

		for (uint32_t k = 0; k < 4; k++)
			r |= prmt_byte(from, sel >> 4 * k & 15) << 8 * k;
		d[i] = r;
	}
}

/* A byte of V_PERM_B32 of the RDNA and GCN ISA. Selectors 0 to 7 choose a byte
 * of `from`; 8 to 11 the sign of byte 1, 3, 5 or 7; 12 is zero; larger ones are
 * 0xff. */
static uint32_t perm_amd_byte(uint64_t from, uint32_t selector)
{
	if (selector > 12)
		return 0xff;
	if (selector == 12)
		return 0;
	if (selector > 7)
		return prmt_byte(from, 8 | ((selector - 8) * 2 + 1));
	return prmt_byte(from, selector);
}

CVG_LANE_FN(perm_amd)
{
	const cvg_row_u32 *a = va, *b = vb, *c = vc;
	cvg_row_u32 *d = vd;

	(void)u;
	for (uint32_t i = 0; i < lx->nlanes; i++) {
		uint64_t from = (uint64_t)a[i] << 32 | b[i];
		uint32_t r = 0;

		for (uint32_t k = 0; k < 4; k++)
			r |= perm_amd_byte(from, c[i] >> 8 * k & 0xff) << 8 * k;
		d[i] = r;
	}
}

cvg_lane_fn *CVG_LEVEL(cvg_lanes_bits)(const struct cvg_uop *u)
{
	const bool zero = u->flags & CVG_UF_ZERO_POISON;
	uint32_t at = u->kind - CVG_K_I8;

	if (u->kind == CVG_K_BIT)
		return bit_fn(u);
	if (u->kind > CVG_K_I64)
		return NULL;
	if (u->code == CVG_U_CTPOP)
		return ctpops[at];
	if (u->width)
		return NULL;
	switch (u->code) {
	case CVG_U_CTLZ:
		return ctlzs[zero][at];
	case CVG_U_CTTZ:
		return cttzs[zero][at];
	case CVG_U_BSWAP:
		return bswaps[at];
	case CVG_U_BITREVERSE:
		return reverses[at];
	case CVG_U_PERM:
		return u->kind == CVG_K_I32 && u->n < 7 ? perm : NULL;
	case CVG_U_PERM_AMD:
		return u->kind == CVG_K_I32 ? perm_amd : NULL;
	}
	return NULL;
}
