/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Floats: moves, signs, comparisons and the promises of flags are exact on the
 * bits; arithmetic is an unknown function of the operands, which come in one order
 * where the operation commutes.
 */
#include "formula_private.h"

#include "reconverge/ucodes.h"

/* The bits of infinity of the formats, which are those of the exponent. */
static uint64_t infinity_of(uint32_t kind)
{
	switch (kind) {
	case CVG_K_F16:
		return 0x7c00;
	case CVG_K_BF16:
		return 0x7f80;
	case CVG_K_F32:
		return 0x7f800000;
	}
	return UINT64_C(0x7ff0000000000000);
}

static uint32_t num(struct maker *m, uint32_t kind, uint64_t bits)
{
	return cvg_sym_const(m->syms, cvg_formula_bits(kind), bits);
}

static uint64_t top_of(uint32_t kind)
{
	return UINT64_C(1) << (cvg_formula_bits(kind) - 1);
}

static uint32_t magnitude(struct maker *m, uint32_t kind, uint32_t x)
{
	return cvg_mk(m, CVG_Y_AND, x, num(m, kind, top_of(kind) - 1));
}

static uint32_t is_nan(struct maker *m, uint32_t kind, uint32_t x)
{
	return cvg_mk(m, CVG_Y_ULT, num(m, kind, infinity_of(kind)),
		      magnitude(m, kind, x));
}

static uint32_t is_zero(struct maker *m, uint32_t kind, uint32_t x)
{
	return cvg_sym_eq(m->syms, magnitude(m, kind, x), num(m, kind, 0));
}

/* With flag FTZ, a subnormal number is zero. */
static uint32_t flushed(struct maker *m, uint32_t kind, uint32_t x)
{
	uint32_t e = cvg_mk(m, CVG_Y_AND, x, num(m, kind, infinity_of(kind)));
	uint32_t sign = cvg_mk(m, CVG_Y_AND, x, num(m, kind, top_of(kind)));

	if (!(m->uop->flags & CVG_UF_FTZ))
		return x;
	return cvg_sym_if(m->syms, cvg_sym_eq(m->syms, e, num(m, kind, 0)),
			  sign, x);
}

/* Poison where x breaks a promise of the flags. */
static void keep_promise(struct maker *m, uint32_t kind, uint32_t x)
{
	uint32_t inf = num(m, kind, infinity_of(kind));

	if (m->uop->flags & CVG_UF_NNAN)
		m->bad = cvg_sym_or(m->syms, m->bad, is_nan(m, kind, x));
	if (m->uop->flags & CVG_UF_NINF)
		m->bad = cvg_sym_or(
			m->syms, m->bad,
			cvg_sym_eq(m->syms, magnitude(m, kind, x), inf));
}

/* ---- comparisons ----------------------------------------------------- */

/* x < y, neither a NaN. */
static uint32_t less(struct maker *m, uint32_t x, uint32_t y)
{
	uint32_t k = m->uop->kind, zero = num(m, k, 0);
	uint32_t nx = cvg_mk(m, CVG_Y_SLT, x, zero);
	uint32_t ny = cvg_mk(m, CVG_Y_SLT, y, zero);
	uint32_t mx = magnitude(m, k, x), my = magnitude(m, k, y);
	uint32_t zeros =
		cvg_sym_and(m->syms, is_zero(m, k, x), is_zero(m, k, y));
	uint32_t both = cvg_mk(m, CVG_Y_ULT, my, mx);
	uint32_t none = cvg_mk(m, CVG_Y_ULT, mx, my);
	uint32_t no = cvg_sym_const(m->syms, 1, 0);

	return cvg_sym_if(
		m->syms, nx,
		cvg_sym_if(m->syms, ny, both, cvg_sym_not(m->syms, zeros)),
		cvg_sym_if(m->syms, ny, no, none));
}

static uint32_t fcmp(struct maker *m)
{
	uint32_t k = m->uop->kind, by = m->uop->n;
	uint32_t x = flushed(m, k, m->x), y = flushed(m, k, m->y);
	uint32_t nan = cvg_sym_or(m->syms, is_nan(m, k, x), is_nan(m, k, y));
	uint32_t r = cvg_sym_const(m->syms, 1, 0), eq;

	keep_promise(m, k, x);
	keep_promise(m, k, y);
	eq = cvg_sym_or(
		m->syms, cvg_sym_eq(m->syms, x, y),
		cvg_sym_and(m->syms, is_zero(m, k, x), is_zero(m, k, y)));
	if (by & 1)
		r = eq;
	if (by & 2)
		r = cvg_sym_or(m->syms, r, less(m, y, x));
	if (by & 4)
		r = cvg_sym_or(m->syms, r, less(m, x, y));
	r = cvg_sym_and(m->syms, r, cvg_sym_not(m->syms, nan));
	return by & 8 ? cvg_sym_or(m->syms, r, nan) : r;
}

/* ---- arithmetic ------------------------------------------------------ */

static bool has_flags(const struct cvg_uop *u)
{
	return u->flags & (CVG_UF_NNAN | CVG_UF_NINF);
}

/* An unknown function of the operands, with the promises of the flags. */
static uint32_t arithmetic(struct maker *m, uint32_t operands, uint32_t kind)
{
	const uint32_t in[3] = {m->x, m->y, m->z};
	uint32_t r;

	r = cvg_formula_unknown(m, cvg_formula_bits(kind), 0);
	for (uint32_t i = 0; i < operands && has_flags(m->uop); i++)
		keep_promise(m, m->uop->kind, flushed(m, m->uop->kind, in[i]));
	if (has_flags(m->uop))
		keep_promise(m, kind, r);
	return r;
}

uint32_t cvg_formula_float(struct maker *m)
{
	const struct cvg_uop *u = m->uop;
	uint32_t k = u->kind;

	switch (u->code) {
	case CVG_U_FNEG:
		return cvg_mk(m, CVG_Y_XOR, m->x, num(m, k, top_of(k)));
	case CVG_U_FABS:
		return magnitude(m, k, m->x);
	case CVG_U_FCMP:
		return fcmp(m);
	case CVG_U_FADD:
	case CVG_U_FSUB:
	case CVG_U_FMUL:
	case CVG_U_FDIV:
	case CVG_U_MATH2:
		return arithmetic(m, 2, k);
	case CVG_U_FMA:
		return arithmetic(m, 3, k);
	case CVG_U_MATH1:
		return arithmetic(m, 1, k);
	case CVG_U_FPTRUNC:
	case CVG_U_FPEXT:
		return arithmetic(m, 1, u->kind2);
	}
	return CVG_NONE;
}
