/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * A program while it is decoded: shared by the files that turn LLVM's
 * instructions (decode*.c) and intrinsic calls (intrin*.c) into operations.
 *
 * Two passes. The first finds what the kernel reaches: functions (they get
 * their numbers in the program), variables (they get their addresses). The
 * second decodes function by function, block by block, so every constant is
 * known as bits when it is met.
 *
 * Whoever decodes an instruction asks for the refs of its operands' scalars
 * (cvg_dec_ref), writes to its result's slots (cvg_dec_dst) or to temporaries
 * (cvg_dec_temp), one cvg_dec_emit an operation. All slots that one
 * instruction touches are distinct, so results may be written before the
 * last operand is read; temporaries die with the instruction.
 *
 * What cannot be simulated is put on a list (cvg_dec_uncovered) and decoding
 * goes on, with anything at all in its place: the program is thrown away in
 * the end.
 */
#ifndef RECONVERGE_IR_DECODE_H
#define RECONVERGE_IR_DECODE_H

#include "src/ir/live.h"
#include "src/ir/number.h"
#include "reconverge/program.h"

/* ---- types ----------------------------------------------------------- */

/* One scalar of a value. */
struct cvg_scalar {
	uint8_t kind; /* enum cvg_kind */
	bool pointer;
	uint32_t space; /* LLVM's address space of a pointer, else 0 */
	uint32_t width; /* bits of an integer of another width than its kind's,
			   else 0: as in cvg_uop */
	uint64_t at;	/* bytes from the value's start in memory; of a member
			   of a bit-packed vector: of that vector */
	uint32_t bit;	/* where a member begins, in bits from there */
	bool packed;	/* member of a vector whose elements are not whole
			   bytes */
};

struct cvg_layout {
	const struct cvg_scalar *at; /* [n] in slot and memory order */
	uint32_t n;	/* 0: void, token, metadata, label, empty struct */
	bool ok;	/* false: a type that no slot can hold */
	bool uniform;	/* all scalars are of at[0]'s kind and width */
	uint64_t store; /* bytes in memory that a store writes */
	uint64_t alloc; /* bytes from one to the next in an array */
	uint32_t align; /* what the data layout asks for */
};

/* ---- the decoder ----------------------------------------------------- */

struct cvg_uops {
	struct cvg_uop *at;
	size_t n;
	size_t cap;
};

/* Something that cannot be simulated. */
struct cvg_gap {
	char *name;  /* owned */
	char *why;   /* owned */
	char *where; /* owned: first place, "@f: %x", or "" */
	uint32_t count;
};

struct cvg_dec_fn;    /* decode_int.h: a function that is reached */
struct cvg_dec_inner; /* decode_int.h: what only decode*.c touches */

struct cvg_decoder {
	struct cvg_module *m;
	struct cvg_program *p;		 /* under construction */
	struct cvg_ufn *f;		 /* the function decoded now */
	const struct cvg_fn *fn;	 /* its snapshot */
	const struct cvg_numbering *num; /* its handles by snapshot id */
	LLVMValueRef inst;		 /* the instruction decoded now */
	uint32_t inst_id;		 /* its id: every uop gets it */
	uint32_t block;			 /* its block */
	struct cvg_uops uops;		 /* of f, in the making */
	struct cvg_u32s lists;		 /* of f, in the making */
	bool shared_null_ones; /* null of shared and private pointers, as
					an addrspacecast makes it, is all ones
					(AMDGPU), not 0 */
	bool ftz32, ftz;       /* f flushes denormals of F32; of others */
	struct cvg_dec_inner *in;
};

/* ---- operands and results -------------------------------------------- */

/* How a type is cut into scalars; borrowed, lives as long as the decoder. */
const struct cvg_layout *cvg_dec_layout(struct cvg_decoder *d,
					LLVMTypeRef type);
/* The same of the type of v; and its scalar k alone. */
const struct cvg_layout *cvg_dec_layout_of(struct cvg_decoder *d,
					   LLVMValueRef v);
struct cvg_scalar cvg_dec_scalar(struct cvg_decoder *d, LLVMValueRef v,
				 uint32_t k);

/* Ref of scalar k of any value: argument, instruction or constant. */
uint32_t cvg_dec_ref(struct cvg_decoder *d, LLVMValueRef v, uint32_t k);
/* First slot of the result of d->inst; scalar k is in slot + k. CVG_NONE if
 * it has none. Whatever may be used later must be written there. */
uint32_t cvg_dec_dst(struct cvg_decoder *d);
/* A slot that lives until the end of d->inst. */
uint32_t cvg_dec_temp(struct cvg_decoder *d, enum cvg_kind kind);
/* n consecutive ones, for results of REBITS. */
uint32_t cvg_dec_temps(struct cvg_decoder *d, enum cvg_kind kind, uint32_t n);

/* Refs of constants. The number is cut to the kind's size. */
uint32_t cvg_dec_int(struct cvg_decoder *d, enum cvg_kind kind, uint64_t lo);
uint32_t cvg_dec_const(struct cvg_decoder *d, struct cvg_const c);
uint32_t cvg_dec_poison(struct cvg_decoder *d, enum cvg_kind kind);
uint32_t cvg_dec_undef(struct cvg_decoder *d, enum cvg_kind kind);

/* The constant a ref stands for, NULL: it is a slot. */
const struct cvg_const *cvg_dec_const_of(const struct cvg_decoder *d,
					 uint32_t ref);
/* An integer constant (of at most 64 bits, neither undef nor poison) among the
 * operands, zero-extended: what immarg operands are read with. */
bool cvg_dec_immediate(struct cvg_decoder *d, LLVMValueRef v, uint64_t *out);

/* ---- operations ------------------------------------------------------ */

/*
 * Append an operation: dst, a, b, c are CVG_NONE, the rest 0. The pointer is
 * good until the next one is appended. CVG_UF_MERGE is set afterwards where it
 * is needed.
 */
struct cvg_uop *cvg_dec_emit(struct cvg_decoder *d, enum cvg_ucode code,
			     enum cvg_kind kind);
/* With operands (CVG_NONE: none) and width; flags, n, imm can be added. */
struct cvg_uop *cvg_dec_op(struct cvg_decoder *d, enum cvg_ucode code,
			   struct cvg_scalar type, uint32_t dst, uint32_t a,
			   uint32_t b, uint32_t c);
/* A plain scalar type for it: no width. */
struct cvg_scalar cvg_dec_plain(enum cvg_kind kind);

/* Flags of a float operation or call: NNAN, NINF; FTZ by the function's
 * denormal mode for that kind. Notes p->fast_math. */
uint16_t cvg_dec_float_flags(struct cvg_decoder *d, LLVMValueRef inst,
			     enum cvg_kind kind);

/* Append to the function's lists; the place of the first is d->lists.n
 * before. */
void cvg_dec_list(struct cvg_decoder *d, uint32_t ref);

/* ---- memory ---------------------------------------------------------- */

/* Which memory LLVM's address space is. False: one that is not simulated
 * (the gap is noted). */
bool cvg_dec_space(struct cvg_decoder *d, uint32_t addrspace,
		   enum cvg_space *out);
/* Kind of the pointers of an LLVM address space: I32 or I64. */
enum cvg_kind cvg_dec_pointer_kind(struct cvg_decoder *d, uint32_t addrspace);

/*
 * Load or store all scalars of `type` at `address` (a ref, a pointer of
 * `addrspace`) + imm: the slots dst + k, the refs from[k]. Pieces, packing
 * and the first access's count are taken care of. `flags`: VOLATILE, ATOMIC.
 */
void cvg_dec_load(struct cvg_decoder *d, LLVMTypeRef type, uint32_t dst,
		  uint32_t address, uint32_t addrspace, uint32_t align,
		  uint16_t flags);
void cvg_dec_store(struct cvg_decoder *d, LLVMTypeRef type,
		   const uint32_t *from, uint32_t address, uint32_t addrspace,
		   uint32_t align, uint16_t flags);

/* A pointer of one LLVM address space as one of another: dst = cast of a. */
void cvg_dec_space_cast(struct cvg_decoder *d, uint32_t dst, uint32_t to,
			uint32_t a, uint32_t from);

/* ---- gaps ------------------------------------------------------------ */

/*
 * d->inst cannot be simulated: `name` as a person would look for it
 * ("llvm.amdgcn.image.load.2d", "@foo", "va_arg"), `why` in a few words, not a
 * sentence ("no body; link a library that has it"). Each pair is listed once,
 * with how often and where first.
 */
void cvg_dec_uncovered(struct cvg_decoder *d, const char *name,
		       const char *why);

/* ---- intrin.c -------------------------------------------------------- */

/*
 * Decode a call of a function without a body: llvm.* and what device
 * libraries leave to the driver (vprintf, malloc ...). False: the name is
 * unknown, nothing was emitted. A call that is known but cannot be simulated
 * notes a gap and returns true. Arguments: LLVMGetOperand(call, k).
 */
bool cvg_decode_intrinsic(struct cvg_decoder *d, LLVMValueRef call,
			  const char *name);

/* The same of functions that device libraries have: builtin.c. */
bool cvg_decode_builtin(struct cvg_decoder *d, LLVMValueRef call,
			const char *name);

#endif
