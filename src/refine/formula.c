/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The meaning of each operation that computes a scalar from scalars, as the lane
 * functions of the simulator have it, with poison; undef is in formula_set.c, and here
 * operands have the value that they may have. Operations that are
 * hard to reason about are unknown functions of their operands: two sides agree
 * where they apply the same one to the same operands. tests/unit/refine_test.c
 * compares every formula with the lane function.
 */
#include "formula_private.h"

#include "reconverge/ucodes.h"

uint32_t cvg_formula_bits(uint32_t kind)
{
	return kind == CVG_K_BIT ? 1 : 8 * cvg_kind_bytes((enum cvg_kind)kind);
}

/* Of the operations that may be unknown functions. */
static bool commutes(const struct cvg_uop *u)
{
	return u->code == CVG_U_FADD || u->code == CVG_U_FMUL ||
	       u->code == CVG_U_FMA || u->code == CVG_U_MUL ||
	       u->code == CVG_U_UMULH || u->code == CVG_U_SMULH ||
	       u->code == CVG_U_UMUL_OVERFLOW || u->code == CVG_U_SMUL_OVERFLOW;
}

uint64_t cvg_formula_key(const struct cvg_uop *u, uint32_t part)
{
	bool ftz = u->flags & CVG_UF_FTZ, is_signed = u->flags & CVG_UF_SIGNED;

	return (commutes(u) ? CVG_SYM_COMMUTES : 0) | (uint64_t)u->code |
	       (uint64_t)u->kind << 10 | (uint64_t)u->kind2 << 14 |
	       (uint64_t)ftz << 18 | (uint64_t)is_signed << 19 |
	       (uint64_t)u->n << 20 | (uint64_t)(u->width & 255) << 36 |
	       (uint64_t)part << 44;
}

/* What the code takes as result, a, b and c, as uops.def writes it. */
static const char *takes(uint32_t code)
{
	static const char *const all[CVG_NUCODES] = {
#define UOP(id, text, nops, takes, what) [CVG_U_##id] = takes,
#include "reconverge/uops.def"
#undef UOP
	};

	return all[code];
}

uint32_t cvg_formula_unknown(struct maker *m, uint32_t width, uint32_t part)
{
	uint32_t arg[4], n = 0;
	const uint32_t all[3] = {m->x, m->y, m->z};

	for (int i = 0; i < 3; i++) {
		if (all[i] != CVG_NONE)
			arg[n++] = all[i];
	}
	arg[n++] = cvg_sym_const(m->syms, 64, m->uop->imm);
	return cvg_sym_apply(m->syms, width, cvg_formula_key(m->uop, part), arg,
			     n);
}

/* ---- results ---------------------------------------------------------- */

/* The kind of the result. */
static uint32_t result_kind(const struct cvg_uop *u)
{
	switch (takes(u->code)[0]) {
	case 'b':
		return CVG_K_BIT;
	case '2':
		return u->kind2;
	case 'i':
		return CVG_K_I32;
	case 'l':
		return CVG_K_I64;
	}
	return u->kind;
}

/* The bits of a result that is narrower than its kind. */
static uint32_t result_bits(const struct cvg_uop *u)
{
	bool to = u->code == CVG_U_FPTOUI || u->code == CVG_U_FPTOSI ||
		  u->code == CVG_U_FPTOUI_SAT || u->code == CVG_U_FPTOSI_SAT;

	if (to && u->imm)
		return (uint32_t)u->imm;
	if (takes(u->code)[0] == 'k' && u->width && u->code != CVG_U_ADDR)
		return u->width;
	return cvg_formula_bits(result_kind(u));
}

static uint32_t value_of(struct maker *m)
{
	const struct cvg_uop *u = m->uop;
	bool narrow = m->width <= 64;
	uint32_t r = CVG_NONE;

	switch (u->code) {
	case CVG_U_MOV:
		return m->x;
	case CVG_U_SELECT:
		return cvg_sym_if(m->syms, m->x, m->y, m->z);
	case CVG_U_TRUNC:
	case CVG_U_ZEXT:
	case CVG_U_SEXT:
		if (narrow)
			return cvg_formula_resized(m);
		break;
	case CVG_U_FPTOUI:
	case CVG_U_FPTOSI:
		cvg_formula_spoil(m, cvg_formula_unknown(m, 1, 1));
		break;
	case CVG_U_USHL_SAT:
	case CVG_U_SSHL_SAT:
		if (narrow)
			cvg_formula_spoil(m, cvg_formula_leaves(m));
		break;
	case CVG_U_UITOFP:
		if (u->flags & CVG_UF_NNEG && narrow)
			cvg_formula_spoil(m, cvg_formula_negative(m, m->x));
		break;
	}
	if (narrow && u->kind < CVG_K_F16)
		r = cvg_formula_int(m);
	if (r == CVG_NONE && u->kind >= CVG_K_F16)
		r = cvg_formula_float(m);
	if (r != CVG_NONE)
		return r;
	/* Flags of what is not known here: poison as far as is known. */
	if (!narrow && u->flags & (CVG_UF_NUW | CVG_UF_NSW | CVG_UF_EXACT |
				   CVG_UF_DISJOINT | CVG_UF_NNEG))
		return CVG_NONE;
	return cvg_formula_unknown(m, result_bits(u), 0);
}

/* Does the operation compute its result from its operands alone? */
static bool is_plain(const struct cvg_uop *u)
{
	if (u->code == CVG_U_FREEZE || u->code == CVG_U_REBITS)
		return false;
	return u->code <= CVG_U_CLAMP01 || u->code == CVG_U_ADDR ||
	       u->code == CVG_U_SPACECAST || u->code == CVG_U_IS_SPACE;
}

/* The poison of the operands, as far as it passes on. */
static uint32_t passed_on(struct cvg_syms *syms, const struct cvg_formula *f,
			  uint32_t n)
{
	uint32_t r = cvg_sym_const(syms, 1, 0);
	const struct cvg_scalar *in = f->in;

	if (f->uop->code == CVG_U_SELECT) {
		r = cvg_sym_if(syms, in[0].v, in[1].p, in[2].p);
		r = cvg_sym_if(syms, cvg_set_is(syms, in[0].set, CVG_SET_ALONE),
			       r, cvg_sym_or(syms, in[1].p, in[2].p));
		return cvg_sym_or(syms, in[0].p, r);
	}
	for (uint32_t i = 0; i < n; i++)
		r = cvg_sym_or(syms, r, in[i].p);
	return r;
}

bool cvg_formula_of(struct cvg_syms *syms, struct cvg_formula *f)
{
	const struct cvg_uop *u = f->uop;
	const char *pattern = takes(u->code);
	uint32_t bits[3] = {CVG_NONE, CVG_NONE, CVG_NONE}, n = 0;
	uint32_t no = cvg_sym_const(syms, 1, 0), value;
	struct maker m = {.syms = syms, .uop = u, .bad = no, .fault = no};

	if (!is_plain(u))
		return false;
	m.width = u->width && u->code != CVG_U_ADDR ? u->width
						    : cvg_formula_bits(u->kind);
	while (n < 3 && pattern[n + 1] != '-') {
		bits[n] = f->in[n].v;
		if (pattern[n + 1] == 'k' && u->width && u->code != CVG_U_ADDR)
			bits[n] = cvg_sym_resize(syms, bits[n], m.width, false);
		n++;
	}
	m.x = bits[0];
	m.y = bits[1];
	m.z = bits[2];
	value = value_of(&m);
	if (value == CVG_NONE)
		return false;
	f->out.v = cvg_sym_resize(syms, value, cvg_formula_bits(result_kind(u)),
				  false);
	f->out.p = cvg_sym_or(syms, passed_on(syms, f, n), m.bad);
	f->out.p = cvg_sym_or(syms, f->out.p,
			      cvg_formula_chosen_poison(syms, f, n));
	f->out.set = cvg_formula_set(syms, f, n);
	f->fault = m.fault;
	if (u->code >= CVG_U_UDIV && u->code <= CVG_U_SREM) {
		f->fault = cvg_sym_or(syms, f->fault, f->in[1].p);
		f->fault = cvg_sym_or(syms, f->fault,
				      cvg_formula_chosen_fault(syms, f));
	}
	return true;
}
