/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Copies, freeze, undefined values (garbage), and select.
 */
#include "sim/lanes/lanes_kit.h"

#include "reconverge/ucodes.h"

static uint32_t row_bytes(const struct cvg_uop *u, const struct cvg_lx *lx)
{
	return cvg_kind_row((enum cvg_kind)u->kind, lx->nlanes);
}

CVG_LANE_FN(mov)
{
	CVG_UNUSED3(vb, vc, u);
	memcpy(vd, va, row_bytes(u, lx));
}

#define COPY(name, ROW) CVG_LANES1(name, ROW, ROW, x)
COPY(mov_8, cvg_row_u8)
COPY(mov_16, cvg_row_u16)
COPY(mov_32, cvg_row_u32)
COPY(mov_64, cvg_row_u64)

CVG_LANE_FN(mov_bit)
{
	CVG_UNUSED3(vb, vc, u);
	(void)lx;
	*(cvg_row_u64 *)vd = *(const cvg_row_u64 *)va;
}

/* ---- garbage ---------------------------------------------------------- */

/* Write the lowest `bits` of `garbage` to one lane's element d; a number of
 * more than 64 bits repeats them. */
static void spoil_lane(uint8_t *d, uint64_t garbage, uint32_t bits)
{
	for (uint32_t at = 0; at < bits; at += 8) {
		uint32_t left = bits - at < 8 ? bits - at : 8;

		d[at / 8] =
			(uint8_t)((garbage >> at % 64) & ((1u << left) - 1));
	}
}

/* Write garbage to the lanes of the result; those of kind BIT must be 0. */
static void spoil(void *vd, const struct cvg_uop *u, const struct cvg_lx *lx,
		  uint64_t lanes)
{
	const uint32_t size = cvg_kind_bytes((enum cvg_kind)u->kind);
	const uint32_t bits = cvg_lanes_bits(u->kind, u->width);

	for (uint32_t i = 0; i < lx->nlanes; i++) {
		uint64_t garbage = cvg_lanes_garbage(lx->seed, i, u->inst);

		if (!(lanes >> i & 1))
			continue;
		if (u->kind == CVG_K_BIT)
			*(cvg_row_u64 *)vd ^= (garbage & 1) << i;
		else
			spoil_lane((uint8_t *)vd + (size_t)i * size, garbage,
				   bits);
	}
}

CVG_LANE_FN(freeze)
{
	const uint64_t doubt = (lx->poison | lx->undef) & lx->active;

	CVG_UNUSED3(vb, vc, u);
	memcpy(vd, va, row_bytes(u, lx));
	if (doubt && u->kind == CVG_K_BIT)
		*(cvg_row_u64 *)vd &= ~doubt;
	if (doubt)
		spoil(vd, u, lx, doubt);
	lx->poison = lx->undef = 0;
}

CVG_LANE_FN(clobber)
{
	CVG_UNUSED3(va, vb, vc);
	if (u->kind == CVG_K_BIT)
		*(cvg_row_u64 *)vd = 0;
	spoil(vd, u, lx, lx->active);
	lx->poison = lx->undef = 0;
}

/* ---- choosing --------------------------------------------------------- */

/* The result has the doubtful lanes of the condition and of the operand that
 * the condition chooses. */
static void select_doubt(struct cvg_lx *lx, uint64_t cond)
{
	lx->poison = lx->da.poison | (cond & lx->db.poison) |
		     (~cond & lx->dc.poison);
	lx->undef =
		lx->da.undef | (cond & lx->db.undef) | (~cond & lx->dc.undef);
}

/* An undefined or poison condition chooses by the bit that its row has. */
#define SELECT(name, ROW)                                                  \
	CVG_LANE_FN(name)                                                  \
	{                                                                  \
		ROW *restrict d = CVG_AT(vd);                              \
		const ROW *restrict b = CVG_AT(vb);                        \
		const ROW *restrict c = CVG_AT(vc);                        \
		const uint64_t cond = *(const cvg_row_u64 *)va;            \
		const size_t n = lx->nlanes;                               \
                                                                           \
		(void)u;                                                   \
		if (lx->poison | lx->undef)                                \
			select_doubt(lx, cond);                            \
		for (size_t at = 0; at < n; at += CVG_CHUNK) {             \
			uint8_t t[CVG_CHUNK] __attribute__((aligned(32))); \
                                                                           \
			cvg_unpack(t, cond >> at);                         \
			for (size_t i = 0; i < CVG_CHUNK; i++) {           \
				const ROW x = b[at + i];                   \
				const ROW y = c[at + i];                   \
				const ROW m = (ROW)(0u - (uint64_t)t[i]);  \
				d[at + i] = (ROW)(y ^ ((x ^ y) & m));      \
			}                                                  \
		}                                                          \
	}
SELECT(select_8, cvg_row_u8)
SELECT(select_16, cvg_row_u16)
SELECT(select_32, cvg_row_u32)
SELECT(select_64, cvg_row_u64)

CVG_LANE_FN(select_128)
{
	const uint64_t cond = *(const cvg_row_u64 *)va;

	(void)u;
	select_doubt(lx, cond);
	for (uint32_t i = 0; i < lx->nlanes; i++)
		memcpy((uint8_t *)vd + (size_t)16 * i,
		       (const uint8_t *)(cond >> i & 1 ? vb : vc) +
			       (size_t)16 * i,
		       16);
}

CVG_LANE_FN(select_bit)
{
	const uint64_t cond = *(const cvg_row_u64 *)va;

	(void)u;
	select_doubt(lx, cond);
	*(cvg_row_u64 *)vd = (cond & *(const cvg_row_u64 *)vb) |
			     (~cond & *(const cvg_row_u64 *)vc);
}

/* By kind. */
static cvg_lane_fn *const movs[CVG_NKINDS] = {
	[CVG_K_BIT] = mov_bit, [CVG_K_I8] = mov_8,    [CVG_K_I16] = mov_16,
	[CVG_K_I32] = mov_32,  [CVG_K_I64] = mov_64,  [CVG_K_I128] = mov,
	[CVG_K_F16] = mov_16,  [CVG_K_BF16] = mov_16, [CVG_K_F32] = mov_32,
	[CVG_K_F64] = mov_64,
};

static cvg_lane_fn *const selects[CVG_NKINDS] = {
	[CVG_K_BIT] = select_bit, [CVG_K_I8] = select_8,
	[CVG_K_I16] = select_16,  [CVG_K_I32] = select_32,
	[CVG_K_I64] = select_64,  [CVG_K_I128] = select_128,
	[CVG_K_F16] = select_16,  [CVG_K_BF16] = select_16,
	[CVG_K_F32] = select_32,  [CVG_K_F64] = select_64,
};

cvg_lane_fn *CVG_LEVEL(cvg_lanes_move)(const struct cvg_uop *u)
{
	switch (u->code) {
	case CVG_U_MOV:
		return movs[u->kind];
	case CVG_U_SELECT:
		return selects[u->kind];
	case CVG_U_FREEZE:
		return freeze;
	case CVG_U_CLOBBER:
		return clobber;
	}
	return NULL;
}
