/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What an operation of the simulator's table (uops.def) computes, as a formula. */
#ifndef RECONVERGE_REFINE_FORMULA_H
#define RECONVERGE_REFINE_FORMULA_H

#include "sym.h"

#include "reconverge/program.h"

/* A scalar: its bits, as wide as the kind of its slot, and whether it is poison
 * or undef. */
struct cvg_scalar {
	uint32_t v, p, u;
};

/* An operation, its operands, and what it does to one thread. */
struct cvg_formula {
	const struct cvg_uop *uop;
	struct cvg_scalar in[3];
	bool constant[3]; /* is that operand a constant of the program? */
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

#endif
