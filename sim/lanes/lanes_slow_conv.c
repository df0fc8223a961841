/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Conversions between integers of any width and floats, with any rounding, one
 * active lane after the other.
 */
#include "sim/lanes/lanes_slow.h"

#include "reconverge/ucodes.h"

static bool is_float(uint32_t kind)
{
	return kind >= CVG_K_F16;
}

static cvg_u128 sign_extended(cvg_u128 x, uint32_t w)
{
	return x >> (w - 1) & 1 ? x | ~cvg_lanes_ones(w) : x;
}

static cvg_u128 integer(const struct cvg_uop *u, cvg_u128 x, bool *bad)
{
	const uint32_t w = cvg_lanes_bits(u->kind, u->width);
	const uint32_t to = cvg_lanes_bits(u->kind2, (uint32_t)u->imm);
	const cvg_u128 ones = cvg_lanes_ones(to);
	const cvg_u128 r =
		(u->code == CVG_U_SEXT ? sign_extended(x, w) : x) & ones;

	*bad = u->code == CVG_U_ZEXT && u->flags & CVG_UF_NNEG &&
	       x >> (w - 1) & 1;
	if (u->code != CVG_U_TRUNC)
		return r;
	*bad = (u->flags & CVG_UF_NUW && r != x) ||
	       (u->flags & CVG_UF_NSW &&
		sign_extended(r, to) != sign_extended(x, w));
	return r;
}

static cvg_u128 float_of(const struct cvg_uop *u, cvg_u128 x, bool *bad)
{
	const uint32_t w = cvg_lanes_bits(u->kind, u->width);
	const bool top = x >> (w - 1) & 1;
	struct cvg_soft s = {.mant = x};

	*bad = u->code == CVG_U_UITOFP && u->flags & CVG_UF_NNEG && top;
	if (u->code == CVG_U_SITOFP && top) {
		s.negative = true;
		s.mant = 0 - sign_extended(x, w);
	}
	return cvg_soft_round(u->kind2, s, (enum cvg_rounding)u->n);
}

/* A float as an integer. A number that does not fit becomes the nearest one
 * that does, a NaN becomes 0; *bad is set then unless the conversion
 * saturates. */
static cvg_u128 integer_of(const struct cvg_uop *u, cvg_u128 x, bool *bad)
{
	static const enum cvg_rounding first[] = {CVG_ROUND_ZERO,
						  CVG_ROUND_NEAREST,
						  CVG_ROUND_DOWN, CVG_ROUND_UP};
	const uint32_t w = cvg_lanes_bits(u->kind2, (uint32_t)u->imm);
	const bool is_signed =
		u->code == CVG_U_FPTOSI || u->code == CVG_U_FPTOSI_SAT;
	const bool sat =
		u->code == CVG_U_FPTOUI_SAT || u->code == CVG_U_FPTOSI_SAT;
	const struct cvg_soft s = cvg_soft_of(u->kind, (uint64_t)x);
	const cvg_u128 ones = cvg_lanes_ones(w);
	cvg_u128 most = is_signed ? ones >> 1 : ones, mag;

	if (s.negative)
		most = is_signed ? most + 1 : 0;
	if (!cvg_soft_integer(s, first[sat ? u->n : 0], &mag) || mag > most) {
		*bad = !sat;
		mag = s.nan ? 0 : most;
	}
	return (s.negative ? 0 - mag : mag) & ones;
}

static cvg_u128 one_lane(const struct cvg_uop *u, cvg_u128 x, bool *bad)
{
	if (is_float(u->kind2) && is_float(u->kind))
		return cvg_soft_round(u->kind2,
				      cvg_soft_of(u->kind, (uint64_t)x),
				      (enum cvg_rounding)u->n);
	if (is_float(u->kind2))
		return float_of(u, x, bad);
	return is_float(u->kind) ? integer_of(u, x, bad) : integer(u, x, bad);
}

static void convert(void *d, const void *a, const void *b, const void *c,
		    const struct cvg_uop *u, struct cvg_lx *lx)
{
	(void)b;
	(void)c;
	cvg_lane_clear(u->kind2, d, lx->nlanes);
	for (uint32_t i = 0; i < lx->nlanes; i++) {
		bool bad = false;
		cvg_u128 x;

		if (!(lx->active >> i & 1))
			continue;
		x = cvg_lane_get(u->kind, a, i);
		cvg_lane_set(u->kind2, d, i, one_lane(u, x, &bad));
		lx->poison |= (uint64_t)bad << i;
	}
}

static void convert_flagged(void *d, const void *a, const void *b,
			    const void *c, const struct cvg_uop *u,
			    struct cvg_lx *lx)
{
	cvg_lanes_flagged_base(d, a, b, c, u, lx, convert);
}

cvg_lane_fn *cvg_lanes_slow_conv(const struct cvg_uop *u)
{
	const bool flagged =
		u->flags & (CVG_UF_NNAN | CVG_UF_NINF | CVG_UF_FTZ);
	const bool from = is_float(u->kind), to = is_float(u->kind2);

	if (u->kind >= CVG_NKINDS || u->kind2 >= CVG_NKINDS || u->n > 3)
		return NULL;
	switch (u->code) {
	case CVG_U_TRUNC:
	case CVG_U_ZEXT:
	case CVG_U_SEXT:
		return !from && !to ? convert : NULL;
	case CVG_U_UITOFP:
	case CVG_U_SITOFP:
		return !from && to ? convert : NULL;
	case CVG_U_FPTOUI:
	case CVG_U_FPTOSI:
	case CVG_U_FPTOUI_SAT:
	case CVG_U_FPTOSI_SAT:
		return from && !to ? convert : NULL;
	case CVG_U_FPTRUNC:
	case CVG_U_FPEXT:
		if (!from || !to)
			return NULL;
		return flagged ? convert_flagged : convert;
	}
	return NULL;
}
