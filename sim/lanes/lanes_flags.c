/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Float operations with flags. FTZ: subnormal operands and results become zero.
 * NNAN, NINF: the promises that no operand or result is a NaN, an infinity; a
 * lane where a promise is broken becomes poison.
 */
#include "sim/lanes/lanes_kit.h"

#include "reconverge/ucodes.h"

/* ---- by type ---------------------------------------------------------- */

/*
 * For one type of float, whose exponent bits are `exponent`: flush_ makes
 * subnormal numbers zero; special_ says whether a row has a NaN or an infinity
 * in any lane; broken_ returns the lanes that have one which is not allowed.
 */
#define SPECIALS(name, ROW, T, exponent)                                      \
	static void flush_##name(void *to, const void *from, size_t n)        \
	{                                                                     \
		ROW *d = CVG_AT(to);                                          \
		const ROW *a = CVG_AT(from);                                  \
                                                                              \
		for (size_t at = 0; at < n; at += CVG_CHUNK)                  \
			for (size_t i = at; i < at + CVG_CHUNK; i++) {        \
				const T x = a[i];                             \
				d[i] = x & (exponent)                         \
					       ? x                            \
					       : x & (T) ~((T) - 1 >> 1);     \
			}                                                     \
	}                                                                     \
                                                                              \
	static bool special_##name(const void *row, size_t n)                 \
	{                                                                     \
		const ROW *restrict a = CVG_AT(row);                          \
		T any = 0;                                                    \
                                                                              \
		for (size_t at = 0; at < n; at += CVG_CHUNK)                  \
			for (size_t i = 0; i < CVG_CHUNK; i++)                \
				any |= (a[at + i] & (exponent)) == (exponent) \
					       ? (T) - 1                      \
					       : 0;                           \
		return any;                                                   \
	}                                                                     \
                                                                              \
	static uint64_t broken_##name(const void *row, size_t n, bool nans,   \
				      bool infs)                              \
	{                                                                     \
		const ROW *a = CVG_AT(row);                                   \
		uint64_t bits = 0;                                            \
                                                                              \
		for (size_t i = 0; i < n; i++) {                              \
			const T mag = a[i] & ((T) - 1 >> 1);                  \
			const bool bad = (nans && mag > (exponent)) ||        \
					 (infs && mag == (exponent));         \
			bits |= (uint64_t)bad << i;                           \
		}                                                             \
		return bits;                                                  \
	}
SPECIALS(f16, cvg_row_u16, uint16_t, 0x7c00)
SPECIALS(bf16, cvg_row_u16, uint16_t, 0x7f80)
SPECIALS(f32, cvg_row_u32, uint32_t, 0x7f800000)
SPECIALS(f64, cvg_row_u64, uint64_t, UINT64_C(0x7ff0000000000000))

static const struct {
	void (*flush)(void *to, const void *from, size_t n);
	bool (*special)(const void *row, size_t n);
	uint64_t (*broken)(const void *row, size_t n, bool nans, bool infs);
} types[] = {
	{flush_f16, special_f16, broken_f16},
	{flush_bf16, special_bf16, broken_bf16},
	{flush_f32, special_f32, broken_f32},
	{flush_f64, special_f64, broken_f64},
};

/* ---- around an operation ---------------------------------------------- */

/* The number of operands that are floats of u->kind. */
static uint32_t float_operands(const struct cvg_uop *u)
{
	switch (u->code) {
	case CVG_U_FMA:
		return 3;
	case CVG_U_FADD:
	case CVG_U_FSUB:
	case CVG_U_FMUL:
	case CVG_U_FDIV:
	case CVG_U_MATH2:
	case CVG_U_FCMP:
		return 2;
	}
	return 1;
}

/* The kind of the result; CVG_NKINDS if it is not a float. */
static uint32_t float_result(const struct cvg_uop *u)
{
	switch (u->code) {
	case CVG_U_FCMP:
	case CVG_U_FREXP_EXP:
		return CVG_NKINDS;
	case CVG_U_FPTRUNC:
	case CVG_U_FPEXT:
		return u->kind2;
	}
	return u->kind;
}

/* Does a finite result imply that all operands were finite? */
static bool result_tells(const struct cvg_uop *u)
{
	return u->code == CVG_U_FADD || u->code == CVG_U_FSUB ||
	       u->code == CVG_U_FMUL || u->code == CVG_U_FMA;
}

/* Make the lanes poison in which the row breaks a promise. */
static void check(const struct cvg_uop *u, const void *row, uint32_t kind,
		  struct cvg_lx *lx)
{
	const uint32_t at = kind - CVG_K_F16;

	if (types[at].special(row, lx->nlanes))
		lx->poison |= types[at].broken(row, lx->nlanes,
					       u->flags & CVG_UF_NNAN,
					       u->flags & CVG_UF_NINF);
}

/* Check the operands and the result d of an operation. */
static void check_all(const struct cvg_uop *u, const void *d,
		      const void *const operand[3], struct cvg_lx *lx)
{
	const uint32_t n = float_operands(u), result = float_result(u);
	const uint32_t nlanes = lx->nlanes;

	if (result_tells(u) && !types[result - CVG_K_F16].special(d, nlanes))
		return;
	for (uint32_t i = 0; i < n; i++)
		check(u, operand[i], u->kind, lx);
	if (result < CVG_NKINDS)
		check(u, d, result, lx);
}

void CVG_LEVEL(cvg_lanes_flagged)(void *vd, const void *va, const void *vb,
				  const void *vc, const struct cvg_uop *u,
				  struct cvg_lx *lx, cvg_lane_fn *plain)
{
	uint64_t flushed[3][64] __attribute__((aligned(64)));
	const void *operand[3] = {va, vb, vc};
	const uint32_t n = float_operands(u), result = float_result(u);

	for (uint32_t i = 0; i < n && u->flags & CVG_UF_FTZ; i++) {
		types[u->kind - CVG_K_F16].flush(flushed[i], operand[i],
						 lx->nlanes);
		operand[i] = flushed[i];
	}
	plain(vd, operand[0], operand[1], operand[2], u, lx);
	if (u->flags & CVG_UF_FTZ && result < CVG_NKINDS)
		types[result - CVG_K_F16].flush(vd, vd, lx->nlanes);
	if (u->flags & (CVG_UF_NNAN | CVG_UF_NINF))
		check_all(u, vd, operand, lx);
}
