/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What an operation of the simulator's table (uops.def) computes, as a formula. */
#ifndef RECONVERGE_REFINE_FORMULA_H
#define RECONVERGE_REFINE_FORMULA_H

#include "sym.h"

#include "reconverge/program.h"

/* A scalar: its bits, as wide as the kind of its slot; whether it is poison; and,
 * of 64 bits, the number of the set of values that it may have, each time it is
 * used another one (formula_set.c). */
struct cvg_scalar {
	uint32_t v, p, set;
};

enum {
	CVG_SET_ALONE, /* v */
	CVG_SET_ANY,   /* all values: undef */
};

uint32_t cvg_set_alone(struct cvg_syms *syms);
/* Is it the set of that number? */
uint32_t cvg_set_is(struct cvg_syms *syms, uint32_t set, uint64_t number);
/* May the scalar be anything but v? */
uint32_t cvg_scalar_doubt(struct cvg_syms *syms, struct cvg_scalar s);

/* An operation, its operands, and what it does to one thread. */
struct cvg_formula {
	const struct cvg_uop *uop;
	struct cvg_scalar in[3];
	/* found: */
	struct cvg_scalar out;
	uint32_t fault; /* is the thread at fault? */
};

/* Fill `out` and `fault`. False: the operation is none that computes its result
 * from its operands alone. */
bool cvg_formula_of(struct cvg_syms *syms, struct cvg_formula *f);
/* The bits of a kind in a slot. */
uint32_t cvg_formula_bits(uint32_t kind);
/* A number for an unknown function that stands for what the operation does; equal
 * for equal operations. Flags that only make poison do not count. */
uint64_t cvg_formula_key(const struct cvg_uop *uop, uint32_t part);

/* What holds, or a number, for some choice of operands that are undef: an unknown
 * function of the n operands and of a number; 0 where none is undef. */
uint32_t cvg_formula_choices(struct cvg_syms *syms, uint32_t width,
			     uint64_t key, const struct cvg_scalar *in,
			     uint32_t n, uint64_t imm);

#endif
