/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What formula.c and formula_float.c share. */
#ifndef RECONVERGE_REFINE_FORMULA_PRIVATE_H
#define RECONVERGE_REFINE_FORMULA_PRIVATE_H

#include "formula.h"

/* While a formula is made: bits of operands are `width` wide, and so is the
 * result unless its maker says otherwise. */
struct maker {
	struct cvg_syms *syms;
	const struct cvg_uop *uop;
	uint32_t width; /* of the operands */
	uint32_t x, y, z;
	uint32_t bad;	/* the result is poison */
	uint32_t fault; /* as in struct cvg_formula */
};

static inline uint32_t cvg_mk(struct maker *m, enum cvg_symop op, uint32_t a,
			      uint32_t b)
{
	return cvg_sym_make(m->syms, op, a, b, CVG_NONE);
}

static inline void cvg_formula_spoil(struct maker *m, uint32_t bad)
{
	m->bad = cvg_sym_or(m->syms, m->bad, bad);
}

/* Is the number, of `width` bits, negative? */
static inline uint32_t cvg_formula_negative(struct maker *m, uint32_t x)
{
	return cvg_mk(m, CVG_Y_SLT, x, cvg_sym_const(m->syms, m->width, 0));
}

/* An unknown function of the operands; `part` tells several of one operation
 * apart. */
uint32_t cvg_formula_unknown(struct maker *m, uint32_t width, uint32_t part);
/* Is y a shift by all bits or more? */
uint32_t cvg_formula_leaves(struct maker *m);
/* The result of an operation on integers of at most 64 bits; CVG_NONE: it is
 * none. */
uint32_t cvg_formula_int(struct maker *m);
/* TRUNC, ZEXT, SEXT. */
uint32_t cvg_formula_resized(struct maker *m);
/* The result of an operation on floats; CVG_NONE: it is none. */
uint32_t cvg_formula_float(struct maker *m);

/* ---- formula_set.c ---- */

/* The set of the result. */
uint32_t cvg_formula_set(struct cvg_syms *syms, const struct cvg_formula *f,
			 uint32_t n);
/* Is the result poison for some choice of undef operands? */
uint32_t cvg_formula_chosen_poison(struct cvg_syms *syms,
				   const struct cvg_formula *f, uint32_t n);
/* Is a division at fault for some choice? */
uint32_t cvg_formula_chosen_fault(struct cvg_syms *syms,
				  const struct cvg_formula *f);

#endif
