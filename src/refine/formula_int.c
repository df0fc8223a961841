/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Operations on integers. */
#include "formula_private.h"

#include "reconverge/ucodes.h"

#define ICMP_FIRST 32 /* LLVM's number of eq */

/* ---- words ----------------------------------------------------------- */

static uint32_t num(struct maker *m, uint64_t bits)
{
	return cvg_sym_const(m->syms, m->width, bits);
}

static uint32_t negated(struct maker *m, uint32_t x)
{
	return cvg_mk(m, CVG_Y_ADD, cvg_sym_not(m->syms, x), num(m, 1));
}

static void spoil_if(struct maker *m, uint32_t flag, uint32_t bad)
{
	if (m->uop->flags & flag)
		cvg_formula_spoil(m, bad);
}

static uint32_t differ(struct maker *m, uint32_t x, uint32_t y)
{
	return cvg_sym_not(m->syms, cvg_sym_eq(m->syms, x, y));
}

/* ---- sums and products ----------------------------------------------- */

/* Did x + y = r, or x - y = r, wrap as signed numbers? */
static uint32_t wraps(struct maker *m, uint32_t r, bool minus)
{
	uint32_t a = cvg_mk(m, CVG_Y_XOR, m->x, minus ? m->y : r);
	uint32_t b = cvg_mk(m, CVG_Y_XOR, minus ? m->x : m->y, r);

	return cvg_formula_negative(m, cvg_mk(m, CVG_Y_AND, a, b));
}

static uint32_t carries(struct maker *m, uint32_t r, bool minus)
{
	/* A sum is less than both operands: than the same, if they change places. */
	return minus ? cvg_mk(m, CVG_Y_ULT, m->x, m->y)
		     : cvg_mk(m, CVG_Y_ULT, r, m->x < m->y ? m->x : m->y);
}

static uint32_t sum(struct maker *m, bool minus)
{
	if (minus && m->x == m->y)
		return num(m, 0);
	return cvg_mk(m, CVG_Y_ADD, m->x, minus ? negated(m, m->y) : m->y);
}

static uint32_t add(struct maker *m, bool minus)
{
	uint32_t r = sum(m, minus);

	if (m->uop->flags & CVG_UF_NUW)
		cvg_formula_spoil(m, carries(m, r, minus));
	if (m->uop->flags & CVG_UF_NSW)
		cvg_formula_spoil(m, wraps(m, r, minus));
	return r;
}

static uint32_t saturated(struct maker *m, bool minus, bool sign)
{
	uint64_t top = UINT64_C(1) << (m->width - 1);
	uint32_t r = sum(m, minus), edge;

	if (!sign)
		return cvg_sym_if(m->syms, carries(m, r, minus),
				  num(m, minus ? 0 : UINT64_MAX), r);
	edge = cvg_sym_if(m->syms, cvg_formula_negative(m, m->x), num(m, top),
			  num(m, top - 1));
	return cvg_sym_if(m->syms, wraps(m, r, minus), edge, r);
}

/* The product of 2 width bits; CVG_NONE: that is too wide. */
static uint32_t whole_product(struct maker *m, bool sign)
{
	uint32_t w = 2 * m->width;

	if (w > 64)
		return CVG_NONE;
	return cvg_mk(m, CVG_Y_MUL, cvg_sym_resize(m->syms, m->x, w, sign),
		      cvg_sym_resize(m->syms, m->y, w, sign));
}

static uint32_t too_large(struct maker *m, bool sign)
{
	uint32_t whole = whole_product(m, sign), r;

	if (whole == CVG_NONE) {
		struct cvg_uop plain = {.code = CVG_U_MUL,
					.kind = m->uop->kind,
					.width = m->uop->width};
		struct maker like = *m;

		like.uop = &plain;
		return cvg_formula_unknown(&like, 1, sign ? 2 : 1);
	}
	r = cvg_sym_extract(m->syms, whole, 0, m->width);
	return differ(m, whole, cvg_sym_resize(m->syms, r, 2 * m->width, sign));
}

static uint32_t mul(struct maker *m)
{
	if (m->uop->flags & CVG_UF_NUW)
		cvg_formula_spoil(m, too_large(m, false));
	if (m->uop->flags & CVG_UF_NSW)
		cvg_formula_spoil(m, too_large(m, true));
	return cvg_mk(m, CVG_Y_MUL, m->x, m->y);
}

static uint32_t upper_product(struct maker *m, bool sign)
{
	uint32_t whole = whole_product(m, sign);

	if (whole == CVG_NONE)
		return cvg_formula_unknown(m, m->width, 0);
	return cvg_sym_extract(m->syms, whole, m->width, m->width);
}

/* ---- quotients and shifts -------------------------------------------- */

static uint32_t divide(struct maker *m, enum cvg_symop op, bool sign,
		       enum cvg_symop rest)
{
	uint64_t top = UINT64_C(1) << (m->width - 1);
	uint32_t r = cvg_mk(m, op, m->x, m->y), over;

	m->fault = cvg_sym_or(m->syms, m->fault,
			      cvg_sym_eq(m->syms, m->y, num(m, 0)));
	if (sign) {
		over = cvg_sym_and(
			m->syms, cvg_sym_eq(m->syms, m->x, num(m, top)),
			cvg_sym_eq(m->syms, m->y, num(m, UINT64_MAX)));
		m->fault = cvg_sym_or(m->syms, m->fault, over);
	}
	if (m->uop->flags & CVG_UF_EXACT)
		cvg_formula_spoil(
			m, differ(m, cvg_mk(m, rest, m->x, m->y), num(m, 0)));
	return r;
}

uint32_t cvg_formula_leaves(struct maker *m)
{
	return cvg_sym_not(m->syms,
			   cvg_mk(m, CVG_Y_ULT, m->y, num(m, m->width)));
}

static uint32_t shift(struct maker *m, enum cvg_symop op)
{
	uint32_t r = cvg_mk(m, op, m->x, m->y), back;

	cvg_formula_spoil(m, cvg_formula_leaves(m));
	if (op != CVG_Y_SHL) {
		back = cvg_mk(m, CVG_Y_SHL, r, m->y);
		spoil_if(m, CVG_UF_EXACT, differ(m, back, m->x));
		return r;
	}
	back = cvg_mk(m, CVG_Y_LSHR, r, m->y);
	spoil_if(m, CVG_UF_NUW, differ(m, back, m->x));
	back = cvg_mk(m, CVG_Y_ASHR, r, m->y);
	spoil_if(m, CVG_UF_NSW, differ(m, back, m->x));
	return r;
}

/* ---- the rest of the integers ---------------------------------------- */

static uint32_t smaller(struct maker *m, enum cvg_symop less, bool largest)
{
	uint32_t c = cvg_mk(m, less, m->x, m->y);

	return cvg_sym_if(m->syms, c, largest ? m->y : m->x,
			  largest ? m->x : m->y);
}

static uint32_t absolute(struct maker *m)
{
	uint64_t top = UINT64_C(1) << (m->width - 1);

	spoil_if(m, CVG_UF_ZERO_POISON, cvg_sym_eq(m->syms, m->x, num(m, top)));
	return cvg_sym_if(m->syms, cvg_formula_negative(m, m->x),
			  negated(m, m->x), m->x);
}

static uint32_t icmp(struct maker *m)
{
	uint32_t by = m->uop->n - ICMP_FIRST, r;
	enum cvg_symop less = by < 6 ? CVG_Y_ULT : CVG_Y_SLT;
	uint32_t kind = by < 2 ? by : (by - 2) % 4; /* gt, ge, lt, le */

	if (m->uop->flags & CVG_UF_SAMESIGN)
		cvg_formula_spoil(m, cvg_mk(m, CVG_Y_XOR,
					    cvg_formula_negative(m, m->x),
					    cvg_formula_negative(m, m->y)));
	if (by < 2) {
		r = cvg_sym_eq(m->syms, m->x, m->y);
		return by ? cvg_sym_not(m->syms, r) : r;
	}
	r = kind == 0 || kind == 3 ? cvg_mk(m, less, m->y, m->x)
				   : cvg_mk(m, less, m->x, m->y);
	return kind & 1 ? cvg_sym_not(m->syms, r) : r;
}

uint32_t cvg_formula_resized(struct maker *m)
{
	const struct cvg_uop *u = m->uop;
	uint32_t to = u->imm ? (uint32_t)u->imm : cvg_formula_bits(u->kind2);
	bool sign = u->code == CVG_U_SEXT;
	uint32_t r = cvg_sym_resize(m->syms, m->x, to, sign), back;

	if (u->code == CVG_U_TRUNC && m->width <= 64) {
		back = cvg_sym_resize(m->syms, r, m->width, false);
		spoil_if(m, CVG_UF_NUW, differ(m, back, m->x));
		back = cvg_sym_resize(m->syms, r, m->width, true);
		spoil_if(m, CVG_UF_NSW, differ(m, back, m->x));
	} else if (u->flags & CVG_UF_NNEG) {
		cvg_formula_spoil(m, cvg_formula_negative(m, m->x));
	}
	return r;
}

/* a + signed b * imm; z is not used. */
static uint32_t address(struct maker *m)
{
	const struct cvg_uop *u = m->uop;
	uint32_t w = cvg_formula_bits(u->kind);
	uint32_t by = u->width ? u->width : cvg_formula_bits(u->kind2);
	uint32_t b = cvg_sym_resize(m->syms, m->y, by, false);

	b = cvg_mk(m, CVG_Y_MUL, cvg_sym_resize(m->syms, b, w, true),
		   cvg_sym_const(m->syms, w, u->imm));
	return cvg_mk(m, CVG_Y_ADD, m->x, b);
}

/* ---- all ------------------------------------------------------------- */

uint32_t cvg_formula_int(struct maker *m)
{
	switch (m->uop->code) {
	case CVG_U_ADD:
	case CVG_U_SUB:
		return add(m, m->uop->code == CVG_U_SUB);
	case CVG_U_MUL:
		return mul(m);
	case CVG_U_UDIV:
		return divide(m, CVG_Y_UDIV, false, CVG_Y_UREM);
	case CVG_U_SDIV:
		return divide(m, CVG_Y_SDIV, true, CVG_Y_SREM);
	case CVG_U_UREM:
		return divide(m, CVG_Y_UREM, false, CVG_Y_UREM);
	case CVG_U_SREM:
		return divide(m, CVG_Y_SREM, true, CVG_Y_SREM);
	case CVG_U_SHL:
		return shift(m, CVG_Y_SHL);
	case CVG_U_LSHR:
		return shift(m, CVG_Y_LSHR);
	case CVG_U_ASHR:
		return shift(m, CVG_Y_ASHR);
	case CVG_U_AND:
		return cvg_mk(m, CVG_Y_AND, m->x, m->y);
	case CVG_U_OR:
		if (m->uop->flags & CVG_UF_DISJOINT)
			cvg_formula_spoil(
				m, differ(m, cvg_mk(m, CVG_Y_AND, m->x, m->y),
					  num(m, 0)));
		return cvg_mk(m, CVG_Y_OR, m->x, m->y);
	case CVG_U_XOR:
		return cvg_mk(m, CVG_Y_XOR, m->x, m->y);
	case CVG_U_UMIN:
		return smaller(m, CVG_Y_ULT, false);
	case CVG_U_UMAX:
		return smaller(m, CVG_Y_ULT, true);
	case CVG_U_SMIN:
		return smaller(m, CVG_Y_SLT, false);
	case CVG_U_SMAX:
		return smaller(m, CVG_Y_SLT, true);
	case CVG_U_UMULH:
	case CVG_U_SMULH:
		return upper_product(m, m->uop->code == CVG_U_SMULH);
	case CVG_U_UADD_SAT:
	case CVG_U_USUB_SAT:
		return saturated(m, m->uop->code == CVG_U_USUB_SAT, false);
	case CVG_U_SADD_SAT:
	case CVG_U_SSUB_SAT:
		return saturated(m, m->uop->code == CVG_U_SSUB_SAT, true);
	case CVG_U_UADD_OVERFLOW:
		return carries(m, sum(m, false), false);
	case CVG_U_USUB_OVERFLOW:
		return carries(m, sum(m, true), true);
	case CVG_U_SADD_OVERFLOW:
		return wraps(m, sum(m, false), false);
	case CVG_U_SSUB_OVERFLOW:
		return wraps(m, sum(m, true), true);
	case CVG_U_UMUL_OVERFLOW:
		return too_large(m, false);
	case CVG_U_SMUL_OVERFLOW:
		return too_large(m, true);
	case CVG_U_ABS:
		return absolute(m);
	case CVG_U_CTLZ:
	case CVG_U_CTTZ:
		spoil_if(m, CVG_UF_ZERO_POISON,
			 cvg_sym_eq(m->syms, m->x, num(m, 0)));
		return cvg_formula_unknown(m, m->width, 0);
	case CVG_U_ICMP:
		return icmp(m);
	case CVG_U_ADDR:
		return address(m);
	}
	return CVG_NONE;
}
