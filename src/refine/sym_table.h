/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What sym.c and sym_make.c share. */
#ifndef RECONVERGE_REFINE_SYM_TABLE_H
#define RECONVERGE_REFINE_SYM_TABLE_H

#include "sym.h"

/* The number of that formula, as it is. */
uint32_t cvg_sym_intern(struct cvg_syms *syms, const struct cvg_sym *want);
/* The formula with other operands, simplified. */
uint32_t cvg_sym_remake(struct cvg_syms *syms, const struct cvg_sym *like,
			const uint32_t arg[3]);

#endif
