/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Inline assembler for NVPTX: straight-line code of the instructions that
 * device libraries and kernels write by hand. ptx.c reads them; ptx_ops.c,
 * ptx_bits.c, ptx_move.c and ptx_warp.c decode them. The words that are known are
 * the rows of ptx.def. One unknown word makes the whole asm a gap.
 */
#ifndef RECONVERGE_IR_PTX_H
#define RECONVERGE_IR_PTX_H

#include "intrin.h"

#define PTX_PARTS    8 /* most parts of a name: "mad.lo.cc.u32" has 4 */
#define PTX_LIST     8 /* most registers of a list: "{r0, r1}" has 2 */
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
	uint32_t ref; /* of its value; CVG_NONE: it has none yet */
};

enum ptx_form { PTX_REG, PTX_NUMBER, PTX_SPECIAL, PTX_LISTED, PTX_ADDRESS };

struct ptx_operand {
	enum ptx_form form;
	uint32_t reg;			/* of REG, ADDRESS: index in regs */
	uint64_t number;		/* of NUMBER; of ADDRESS: the offset */
	struct ptx_word name;		/* of SPECIAL: "%tid.x" */
	uint32_t list[PTX_LIST], nlist; /* of LISTED: indices in regs */
	bool negated;			/* of REG: "!p" */
	bool paired;			/* of REG: "r0|p", and p is */
	uint32_t second;		/* this index in regs */
};

/* One instruction. */
struct ptx_line {
	struct ptx_word part[PTX_PARTS];
	uint32_t nparts;
	struct ptx_operand op[PTX_OPERANDS];
	uint32_t nops;
	bool guarded, guard_not; /* "@p", "@!p": threads without p skip it */
	uint32_t guard;		 /* index of p in regs */
};

struct ptx {
	struct cvg_in in;
	cvg_vec(struct ptx_reg) regs; /* first the operands of the asm */
	uint32_t carry;		      /* the carry flag: ref of a BIT, or
					 CVG_NONE: not set */
};

/* The type that a part such as "u32" names. */
struct ptx_type {
	enum cvg_kind kind;
	bool sign, real; /* signed integer; float */
};

/* A template while it is read. */
struct ptx_reader {
	const char *at, *end;
};

/* A row INSTRUCTION of ptx.def. */
struct ptx_instruction {
	const char *name;
	bool (*how)(struct ptx *p, const struct ptx_line *l);
	enum cvg_relation relation;
};

/* How an instruction comes to memory. */
struct ptx_access {
	enum cvg_space space;
	enum cvg_scope scope;
	unsigned order;
	uint16_t flags;
};

/* A row SPECIAL. */
struct ptx_special {
	const char *name;
	enum cvg_sreg reg;
	enum cvg_kind kind;
	enum cvg_relation relation;
};

/* ---- ptx_read.c -------------------------------------------------------- */

/* Skip blanks and comments; if `braces`, also the braces of blocks. */
void cvg_ptx_skip(struct ptx_reader *r, bool braces);
/* Take a number: "12", "0x1f", "-1", or a float by its bits: "0f3F800000"
 * (float), "0d..." (double). */
bool cvg_ptx_int(struct ptx_word w, bool minus, uint64_t *out);
/* Read one line; false: it cannot be read. A declaration leaves it without
 * parts. */
bool cvg_ptx_read(struct ptx *p, struct ptx_reader *r, struct ptx_line *l);
bool cvg_ptx_is(struct ptx_word w, const char *text);
/* Is the text one of the parts of the name behind the first? */
bool cvg_ptx_has(const struct ptx_line *l, const char *text);
/* The type that the k-th part from the end names; false: it names none. */
bool cvg_ptx_type_of(const struct ptx_line *l, uint32_t k,
		     struct ptx_type *out);

/* ---- ptx_words.c ------------------------------------------------------- */

/* The row of a line's instruction, and what its words have to do with other
 * threads. NULL: the instruction is not known. */
const struct ptx_instruction *cvg_ptx_known(const struct ptx_line *l,
					    enum cvg_relation *out);
/* The row of a special register, or NULL. */
const struct ptx_special *cvg_ptx_special(struct ptx_word name);

/* ---- ptx.c ------------------------------------------------------------- */

/* The ref of operand i as a value of type t; false: the operand is unknown, or
 * its register has no value. */
bool cvg_ptx_use(struct ptx *p, const struct ptx_line *l, uint32_t i,
		 struct ptx_type t, uint32_t *out);
/* Set operand i, a register, to `ref`. */
bool cvg_ptx_set(struct ptx *p, const struct ptx_line *l, uint32_t i,
		 uint32_t ref);

/* Decode an instruction of a class; false: it is not one that is known. */
bool cvg_ptx_number(struct ptx *p, const struct ptx_line *l);
bool cvg_ptx_move(struct ptx *p, const struct ptx_line *l);
bool cvg_ptx_memory(struct ptx *p, const struct ptx_line *l);
bool cvg_ptx_nothing(struct ptx *p, const struct ptx_line *l);
bool cvg_ptx_fence(struct ptx *p, const struct ptx_line *l);
bool cvg_ptx_end(struct ptx *p, const struct ptx_line *l); /* trap, exit */
bool cvg_ptx_warp(struct ptx *p, const struct ptx_line *l);
bool cvg_ptx_barrier(struct ptx *p, const struct ptx_line *l);
bool cvg_ptx_atomic(struct ptx *p, const struct ptx_line *l);

/* ---- ptx_ops.c, ptx_bits.c --------------------------------------------- */

/* The refs of the n (up to three) operands behind the result, all of type t. */
bool cvg_ptx_use_all(struct ptx *p, const struct ptx_line *l, uint32_t n,
		     struct ptx_type t, uint32_t *ref);
/* Decode a shift or an instruction on fields of bits. */
bool cvg_ptx_bits(struct ptx *p, const struct ptx_line *l, struct ptx_type t);

/* ---- ptx_move.c -------------------------------------------------------- */

/* How the line comes to the memory at operand i, an address, and the ref of that.
 * False: the address is none. */
bool cvg_ptx_access(struct ptx *p, const struct ptx_line *l, uint32_t i,
		    struct ptx_access *out, uint32_t *address);

#endif
