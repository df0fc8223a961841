/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Inline assembler for NVPTX: straight lines of the instructions that device
 * libraries and kernels write by hand. ptx.c reads them, ptx_ops.c and
 * ptx_move.c know what they do. What is not known makes the whole asm a gap.
 */
#ifndef RECONVERGE_IR_PTX_H
#define RECONVERGE_IR_PTX_H

#include "intrin.h"

#define PTX_PARTS    8 /* of "mad.lo.cc.u32" */
#define PTX_LIST     8 /* of "{r0, r1}" */
#define PTX_OPERANDS 6

/* A run of the template's bytes. */
struct ptx_word {
	const char *at;
	size_t n;
};

/* A register, declared or an operand of the asm, and what it holds now. */
struct ptx_reg {
	struct ptx_word name;
	enum cvg_kind kind;
	uint32_t ref; /* CVG_NONE: nothing yet */
};

enum ptx_form { PTX_REG, PTX_NUMBER, PTX_SPECIAL, PTX_LISTED, PTX_ADDRESS };

struct ptx_operand {
	enum ptx_form form;
	uint32_t reg;	      /* REG, ADDRESS; of LISTED see list */
	uint64_t number;      /* NUMBER; ADDRESS: added */
	struct ptx_word name; /* SPECIAL */
	uint32_t list[PTX_LIST], nlist;
};

/* One instruction. */
struct ptx_line {
	struct ptx_word part[PTX_PARTS];
	uint32_t nparts;
	struct ptx_operand op[PTX_OPERANDS];
	uint32_t nops;
};

struct ptx {
	struct cvg_in in;
	cvg_vec(struct ptx_reg) regs; /* operands of the asm first */
	uint32_t carry;		      /* ref of a BIT, or CVG_NONE */
};

/* What "u32" says. */
struct ptx_type {
	enum cvg_kind kind;
	bool sign, real;
};

bool cvg_ptx_is(struct ptx_word w, const char *text);
/* Is that among the parts behind the first? */
bool cvg_ptx_has(const struct ptx_line *l, const char *text);
/* The type the k-th part from the end names. */
bool cvg_ptx_type_of(const struct ptx_line *l, uint32_t k,
		     struct ptx_type *out);
/* Operand i as a ref of that type; false: not known, or not set. */
bool cvg_ptx_use(struct ptx *p, const struct ptx_line *l, uint32_t i,
		 struct ptx_type t, uint32_t *out);
/* Operand i becomes `ref`. */
bool cvg_ptx_set(struct ptx *p, const struct ptx_line *l, uint32_t i,
		 uint32_t ref);

/* Each: false if the instruction is not one of these. */
bool cvg_ptx_integer(struct ptx *p, const struct ptx_line *l);
bool cvg_ptx_float(struct ptx *p, const struct ptx_line *l);
bool cvg_ptx_move(struct ptx *p, const struct ptx_line *l);
bool cvg_ptx_memory(struct ptx *p, const struct ptx_line *l);

#endif
