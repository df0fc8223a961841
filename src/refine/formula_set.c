/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What undef makes of a result. Each use of an undef value is another choice, so
 * that a result has a set of values: of `and undef, 1` these are 0 and 1. A scalar
 * holds the number of its set: 0 if it is its value alone, 1 if it is all values,
 * another one for any other set. Its value `v` is always one of the set, namely the
 * one for the values of the operands, and it is poison if one of the set is.
 *
 * The set of a result is a function of the operation and of values and sets of its
 * operands (SET in syms.def), of which nothing is known but that it is 0 where those
 * of all operands are. So a set is proved to be the same where the same operation
 * is applied to the same operands; flags that only make poison do not count. Only
 * some operations are known to keep all values. linear.c says where sets do not
 * matter.
 */
#include "formula_private.h"

#include "reconverge/ucodes.h"

uint32_t cvg_set_alone(struct cvg_syms *syms)
{
	return cvg_sym_const(syms, 64, CVG_SET_ALONE);
}

uint32_t cvg_set_is(struct cvg_syms *syms, uint32_t set, uint64_t number)
{
	return cvg_sym_eq(syms, set, cvg_sym_const(syms, 64, number));
}

uint32_t cvg_scalar_doubt(struct cvg_syms *syms, struct cvg_scalar s)
{
	return cvg_sym_or(
		syms, s.p,
		cvg_sym_not(syms, cvg_set_is(syms, s.set, CVG_SET_ALONE)));
}

uint32_t cvg_formula_choices(struct cvg_syms *syms, uint32_t width,
			     uint64_t key, const struct cvg_scalar *in,
			     uint32_t n, uint64_t imm)
{
	uint32_t values[4], sets[3];
	bool alone = true;

	for (uint32_t i = 0; i < n; i++) {
		values[i] = in[i].v;
		sets[i] = in[i].set;
		alone = alone && cvg_sym_is(syms, sets[i], CVG_SET_ALONE);
	}
	if (alone)
		return cvg_sym_const(syms, width, 0);
	values[n] = cvg_sym_const(syms, 64, imm);
	return cvg_sym_set(syms, width, key, values, n + 1, sets, n,
			   CVG_NEUTRAL_NONE);
}

/* ---- sets ------------------------------------------------------------- */

static void swap(struct cvg_scalar in[3])
{
	struct cvg_scalar t = in[0];

	in[0] = in[1];
	in[1] = t;
}

/* Comparisons that are true where others are false have the same set, and so have
 * those of exchanged operands. */
static void normalize(struct cvg_uop *u, struct cvg_scalar in[3])
{
	uint32_t by = u->n;

	if (u->code == CVG_U_ICMP && by > 33) {
		uint32_t kind = (by - 34) % 4; /* gt, ge, lt, le */

		if (kind == 0 || kind == 3)
			swap(in);
		u->n = by < 38 ? 36 : 40;
	} else if (u->code == CVG_U_ICMP) {
		u->n = 32;
	} else if (u->code == CVG_U_FCMP) {
		by = by & 8 ? by ^ 15 : by;
		if ((by & 6) == 2) {
			swap(in);
			by ^= 6;
		}
		u->n = (uint16_t)by;
	}
}

/* Of numbers that are as wide as their slots. */
static enum cvg_neutral neutral_of(const struct cvg_uop *u)
{
	if (u->width || u->kind >= CVG_K_F16)
		return CVG_NEUTRAL_NONE;
	switch (u->code) {
	case CVG_U_ADD:
	case CVG_U_SUB:
	case CVG_U_OR:
	case CVG_U_XOR:
	case CVG_U_SHL:
	case CVG_U_LSHR:
	case CVG_U_ASHR:
		return CVG_NEUTRAL_ZERO;
	case CVG_U_MUL:
	case CVG_U_UDIV:
		return CVG_NEUTRAL_ONE;
	case CVG_U_AND:
		return CVG_NEUTRAL_ONES;
	}
	return CVG_NEUTRAL_NONE;
}

/* Of operations on integers. */
static bool commutes(const struct cvg_uop *u)
{
	return u->code == CVG_U_ADD || u->code == CVG_U_AND ||
	       u->code == CVG_U_OR || u->code == CVG_U_XOR ||
	       (u->code == CVG_U_ICMP && u->n == 32);
}

/* Some set that only the operation and its operands decide. */
static uint32_t some(struct cvg_syms *syms, const struct cvg_formula *f,
		     uint32_t n)
{
	struct cvg_uop u = *f->uop;
	struct cvg_scalar in[3] = {f->in[0], f->in[1], f->in[2]};
	uint32_t values[4], sets[3];
	uint64_t key;

	normalize(&u, in);
	key = cvg_formula_key(&u, 3);
	if (commutes(&u))
		key |= CVG_SYM_COMMUTES;
	for (uint32_t i = 0; i < n; i++) {
		values[i] = in[i].v;
		sets[i] = in[i].set;
	}
	values[n] = cvg_sym_const(syms, 64, u.imm);
	return cvg_sym_set(syms, 64, key, values, n + 1, sets, n,
			   neutral_of(&u));
}

/* All values if one operand, or each (`both`), has all; else some set. */
static uint32_t all_or_some(struct cvg_syms *syms, const struct cvg_formula *f,
			    uint32_t n, bool both)
{
	uint32_t is = cvg_sym_const(syms, 1, both), one;

	for (uint32_t i = 0; i < n; i++) {
		one = cvg_set_is(syms, f->in[i].set, CVG_SET_ANY);
		is = both ? cvg_sym_and(syms, is, one)
			  : cvg_sym_or(syms, is, one);
	}
	return cvg_sym_if(syms, is, cvg_sym_const(syms, 64, CVG_SET_ANY),
			  some(syms, f, n));
}

/* Of truth values: operand i alone decides where it is 0 (of OR: 1), else the other
 * one does. */
static uint32_t of_truths(struct cvg_syms *syms, const struct cvg_formula *f)
{
	uint32_t set = all_or_some(syms, f, 2, true);

	for (uint32_t i = 0; i < 2; i++) {
		uint32_t c = f->in[i].v, other = f->in[1 - i].set;

		if (f->uop->code == CVG_U_OR)
			c = cvg_sym_not(syms, c);
		set = cvg_sym_if(
			syms, cvg_set_is(syms, f->in[i].set, CVG_SET_ALONE),
			cvg_sym_if(syms, c, other, cvg_set_alone(syms)), set);
	}
	return set;
}

static uint32_t of_select(struct cvg_syms *syms, const struct cvg_formula *f)
{
	const struct cvg_scalar *in = f->in;
	uint32_t pick = cvg_sym_if(syms, in[0].v, in[1].set, in[2].set);

	if (in[1].v == in[2].v && in[1].set == in[2].set)
		return in[1].set; /* whichever is chosen */
	return cvg_sym_if(syms, cvg_set_is(syms, in[0].set, CVG_SET_ALONE),
			  pick, some(syms, f, 3));
}

uint32_t cvg_formula_set(struct cvg_syms *syms, const struct cvg_formula *f,
			 uint32_t n)
{
	const struct cvg_uop *u = f->uop;
	bool truth = u->kind == CVG_K_BIT;

	switch (u->code) {
	case CVG_U_MOV:
		return f->in[0].set;
	case CVG_U_SELECT:
		return of_select(syms, f);
	case CVG_U_XOR:
		if (truth && cvg_sym_is_const(syms, f->in[1].v) &&
		    cvg_sym_is(syms, f->in[1].set, CVG_SET_ALONE))
			return f->in[0].set;
		return all_or_some(syms, f, n, false);
	case CVG_U_ADD:
	case CVG_U_SUB:
	case CVG_U_TRUNC:
	case CVG_U_FNEG:
		return all_or_some(syms, f, n, false);
	case CVG_U_AND:
	case CVG_U_OR:
		return truth ? of_truths(syms, f)
			     : all_or_some(syms, f, n, true);
	case CVG_U_ICMP:
		return u->n < 34 ? all_or_some(syms, f, n, false)
				 : some(syms, f, n);
	}
	return some(syms, f, n);
}

/* ---- poison ----------------------------------------------------------- */

#define PART_FLAG  0x200 /* of keys, beside those in walk.c */
#define PART_SHIFT 0x300
#define PART_FAULT 0x400

static bool is_shift(uint32_t code)
{
	return code == CVG_U_SHL || code == CVG_U_LSHR || code == CVG_U_ASHR ||
	       code == CVG_U_USHL_SAT || code == CVG_U_SSHL_SAT;
}

uint32_t cvg_formula_chosen_poison(struct cvg_syms *syms,
				   const struct cvg_formula *f, uint32_t n)
{
	const uint32_t flags = CVG_UF_NUW | CVG_UF_NSW | CVG_UF_EXACT |
			       CVG_UF_DISJOINT | CVG_UF_NNEG | CVG_UF_SAMESIGN |
			       CVG_UF_ZERO_POISON | CVG_UF_NNAN | CVG_UF_NINF;
	uint32_t rest = f->uop->flags & flags, is = cvg_sym_const(syms, 1, 0);
	uint64_t either = commutes(f->uop) ? CVG_SYM_COMMUTES : 0;

	if (f->uop->code == CVG_U_FPTOUI || f->uop->code == CVG_U_FPTOSI)
		rest |= 1 << 16;
	if (is_shift(f->uop->code)) /* only the number of bits matters */
		is = cvg_formula_choices(syms, 1,
					 cvg_formula_key(f->uop, PART_SHIFT),
					 &f->in[1], 1, 0);
	for (uint32_t i = 0; rest >> i; i++) {
		if (rest >> i & 1)
			is = cvg_sym_or(
				syms, is,
				cvg_formula_choices(
					syms, 1,
					cvg_formula_key(f->uop, PART_FLAG + i) |
						either,
					f->in, n, f->uop->imm));
	}
	return is;
}

static uint32_t width_of(const struct cvg_uop *u)
{
	return u->width ? u->width : cvg_formula_bits(u->kind);
}

uint32_t cvg_formula_chosen_fault(struct cvg_syms *syms,
				  const struct cvg_formula *f)
{
	uint32_t code = f->uop->code;
	bool sign = code == CVG_U_SDIV || code == CVG_U_SREM;
	struct cvg_scalar y = f->in[1];
	uint32_t some = cvg_formula_choices(
		syms, 1, cvg_formula_key(f->uop, PART_FAULT), f->in, 2, 0);
	uint32_t less = cvg_sym_const(syms, cvg_sym_at(syms, y.v)->width,
				      UINT64_MAX >> (64 - width_of(f->uop)));
	uint32_t one = cvg_sym_and(syms, cvg_sym_const(syms, 1, sign),
				   cvg_sym_eq(syms, y.v, less));

	/* A divisor that is known is at fault for a choice of the dividend only if
	 * it is -1. */
	some = cvg_sym_or(syms, some, cvg_set_is(syms, y.set, CVG_SET_ANY));
	return cvg_sym_and(
		syms, some,
		cvg_sym_or(syms, one,
			   cvg_sym_not(syms, cvg_set_is(syms, y.set,
							CVG_SET_ALONE))));
}
