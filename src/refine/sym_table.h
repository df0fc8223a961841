/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What sym.c, sym_make.c and sym_list.c share. */
#ifndef RECONVERGE_REFINE_SYM_TABLE_H
#define RECONVERGE_REFINE_SYM_TABLE_H

#include "sym.h"

/* The number of that formula, as it is. */
uint32_t cvg_sym_intern(struct cvg_syms *syms, const struct cvg_sym *want);
/* The formula as it is, of up to three operands and a number. */
uint32_t cvg_sym_plain(struct cvg_syms *syms, enum cvg_symop op, uint32_t width,
		       uint64_t imm, const uint32_t arg[3]);
/* A function of a list of arguments. */
uint32_t cvg_sym_applied(struct cvg_syms *syms, uint32_t width, uint64_t key,
			 uint32_t list);
/* SET of two lists. */
uint32_t cvg_sym_set_of(struct cvg_syms *syms, uint32_t width, uint64_t key,
			uint32_t values, uint32_t sets,
			enum cvg_neutral neutral);
/* The formula with other operands, simplified. */
uint32_t cvg_sym_remake(struct cvg_syms *syms, const struct cvg_sym *like,
			const uint32_t arg[3]);

#endif
