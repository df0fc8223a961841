/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The state of decoding, shared by the files that turn LLVM's instructions
 * (decode*.c) and calls of intrinsics (intrin*.c) into operations.
 *
 * There are two passes. The first finds all functions and variables that the
 * kernel reaches, and gives the functions their numbers in the program and the
 * variables their addresses. The second decodes function by function, block by
 * block; the bits of every constant, addresses included, are known then.
 *
 * The function that decodes an instruction asks for the refs of its operands'
 * scalars (cvg_dec_ref) and appends operations (cvg_dec_emit) that write to the
 * slots of the result (cvg_dec_dst) or to temporaries (cvg_dec_temp). All slots
 * that one instruction uses are distinct, so a result may be written before the
 * last operand is read. Temporaries are free again after the instruction.
 *
 * Example: `%s = add <2 x i32> %a, %b`, with %a in slots 0 and 1 and %b in
 * slots 2 and 3, gets slots 4 and 5 and two operations of code ADD and kind
 * I32: slot 4 is that of slots 0 and 2, slot 5 that of slots 1 and 3.
 *
 * An instruction that cannot be simulated is put on a list (cvg_dec_uncovered),
 * and decoding goes on with any operation in its place: the program is
 * discarded in the end.
 */
#ifndef RECONVERGE_IR_DECODE_H
#define RECONVERGE_IR_DECODE_H

#include "src/ir/live.h"
#include "src/ir/number.h"
#include "reconverge/program.h"
#include "reconverge/ucodes.h"

/* ---- types ----------------------------------------------------------- */

/* One scalar of a value. */
struct cvg_scalar {
	uint8_t kind; /* enum cvg_kind */
	bool pointer;
	uint32_t space; /* LLVM's address space of a pointer, else 0 */
	uint32_t width; /* bits of an integer that is narrower than its kind,
			   else 0: as in cvg_uop */
	uint64_t at;	/* its place in memory: bytes from the value's start; if
			   `packed`, the place of the vector */
	uint32_t bit;	/* if `packed`: its place in the vector, in bits */
	bool packed;	/* an element of a vector whose elements are not whole
			   bytes */
};

struct cvg_layout {
	const struct cvg_scalar *at; /* [n] in slot and memory order */
	uint32_t n;	/* 0: void, token, metadata, label, empty struct */
	bool ok;	/* false: a type that no slot can hold */
	bool uniform;	/* all scalars are of at[0]'s kind and width */
	uint64_t store; /* bytes that a store writes */
	uint64_t alloc; /* bytes from one array element to the next */
	uint32_t align; /* alignment by the data layout, in bytes */
};

/* ---- the decoder ----------------------------------------------------- */

struct cvg_uops {
	struct cvg_uop *at;
	size_t n;
	size_t cap;
};

/* Something that cannot be simulated: see cvg_dec_uncovered. */
struct cvg_gap {
	char *name;	/* owned */
	char *why;	/* owned */
	char *where;	/* owned: first place, "@f: %x", or "" */
	uint32_t count; /* number of places */
};

struct cvg_dec_fn;    /* decode_int.h: a function that is reached */
struct cvg_dec_inner; /* decode_int.h: state private to decode*.c */

struct cvg_decoder {
	struct cvg_module *module;
	struct cvg_program *program;	 /* under construction */
	struct cvg_ufn *ufn;		 /* the function decoded now */
	const struct cvg_fn *fn;	 /* its snapshot */
	const struct cvg_numbering *num; /* its handles by snapshot id */
	LLVMValueRef inst;		 /* the instruction decoded now */
	uint32_t inst_id;		 /* its id, which its uops get */
	uint32_t vows_of, vows, noundef; /* an instruction's id, its vows */
	uint32_t block;			 /* its block */
	struct cvg_uops uops;		 /* the operations of f so far */
	struct cvg_u32s lists;		 /* the lists of f so far */
	bool shared_null_ones; /* null of shared and private pointers, as
					an addrspacecast makes it, is all ones
					(AMDGPU), not 0 */
	bool ftz32, ftz;       /* f flushes denormals of F32; of other kinds */
	struct cvg_dec_inner *in;
};

/* ---- operands and results -------------------------------------------- */

/* How a type is cut into scalars; borrowed, lives as long as the decoder. */
const struct cvg_layout *cvg_dec_layout(struct cvg_decoder *decoder,
					LLVMTypeRef type);
/* The layout of the type of v; and scalar k of it. */
const struct cvg_layout *cvg_dec_layout_of(struct cvg_decoder *decoder,
					   LLVMValueRef v);
struct cvg_scalar cvg_dec_scalar(struct cvg_decoder *decoder, LLVMValueRef v,
				 uint32_t k);

/* Ref of scalar k of any value: argument, instruction or constant. */
uint32_t cvg_dec_ref(struct cvg_decoder *decoder, LLVMValueRef v, uint32_t k);
/* The first slot of the result of decoder->inst; scalar k is in slot + k.
 * CVG_NONE if it has no result. Every scalar of the result must be written. */
uint32_t cvg_dec_dst(struct cvg_decoder *decoder);
/* A slot that lives until the end of decoder->inst. */
uint32_t cvg_dec_temp(struct cvg_decoder *decoder, enum cvg_kind kind);
/* n consecutive temporaries, for the results of REBITS. */
uint32_t cvg_dec_temps(struct cvg_decoder *decoder, enum cvg_kind kind,
		       uint32_t n);

/* Refs of constants. The number is cut to the kind's size. */
uint32_t cvg_dec_int(struct cvg_decoder *decoder, enum cvg_kind kind,
		     uint64_t lo);
uint32_t cvg_dec_const(struct cvg_decoder *decoder, struct cvg_const c);
uint32_t cvg_dec_poison(struct cvg_decoder *decoder, enum cvg_kind kind);
uint32_t cvg_dec_undef(struct cvg_decoder *decoder, enum cvg_kind kind);

/* The constant that a ref stands for; NULL: the ref is a slot. */
const struct cvg_const *cvg_dec_const_of(const struct cvg_decoder *decoder,
					 uint32_t ref);
/* The value of an operand that is an integer constant of at most 64 bits,
 * neither undef nor poison, zero-extended: for operands that must be
 * immediate. */
bool cvg_dec_immediate(struct cvg_decoder *decoder, LLVMValueRef v,
		       uint64_t *out);

/* ---- operations ------------------------------------------------------ */

/*
 * Append an operation whose dst, a, b, c are CVG_NONE and whose other members
 * are 0. The pointer is valid until the next operation is appended.
 * CVG_UF_MERGE is set at the end of the instruction, where it is needed.
 */
struct cvg_uop *cvg_dec_emit(struct cvg_decoder *decoder, enum cvg_ucode code,
			     enum cvg_kind kind);
/* Append a fence: enum cvg_ordering bits, 0 of what only takes time. */
void cvg_dec_fence(struct cvg_decoder *decoder, unsigned order,
		   enum cvg_scope scope);
/* As cvg_dec_emit with operands (CVG_NONE: none) and the width of `type`. The caller
 * may set flags, n and imm. */
struct cvg_uop *cvg_dec_op(struct cvg_decoder *decoder, enum cvg_ucode code,
			   struct cvg_scalar type, uint32_t dst, uint32_t a,
			   uint32_t b, uint32_t c);
/* The scalar type of a kind that is as wide as the kind. */
struct cvg_scalar cvg_dec_plain(enum cvg_kind kind);

/* The flags of a float operation or call: NNAN, NINF; FTZ by the function's
 * denormal mode for the kind. Sets decoder->p->fast_math if there are fast-math
 * flags. */
uint16_t cvg_dec_float_flags(struct cvg_decoder *decoder, LLVMValueRef inst,
			     enum cvg_kind kind);

/* Append a ref to the function's lists. A list begins at the value that
 * decoder->lists.n had before its first ref was appended. */
void cvg_dec_list(struct cvg_decoder *decoder, uint32_t ref);

/* ---- memory ---------------------------------------------------------- */

/* The memory that an LLVM address space is in. False: it is not simulated, and
 * a gap was noted. */
bool cvg_dec_space(struct cvg_decoder *decoder, uint32_t addrspace,
		   enum cvg_space *out);
/* Kind of the pointers of an LLVM address space: I32 or I64. */
enum cvg_kind cvg_dec_pointer_kind(struct cvg_decoder *decoder,
				   uint32_t addrspace);

/*
 * Load or store all scalars of `type` at `address`, a ref of a pointer of
 * `addrspace`: a load writes the slots dst + k, a store reads the refs from[k].
 * Odd sizes and bit-packed vectors are cut into accesses that the simulator
 * has; the first has the size of all (CVG_UF_FIRST). `flags`: VOLATILE, ATOMIC.
 */
void cvg_dec_load(struct cvg_decoder *decoder, LLVMTypeRef type, uint32_t dst,
		  uint32_t address, uint32_t addrspace, uint32_t align,
		  uint16_t flags);
void cvg_dec_store(struct cvg_decoder *decoder, LLVMTypeRef type,
		   const uint32_t *from, uint32_t address, uint32_t addrspace,
		   uint32_t align, uint16_t flags);

/* dst = the pointer a of LLVM address space `from`, cast to space `to`. */
void cvg_dec_space_cast(struct cvg_decoder *decoder, uint32_t dst, uint32_t to,
			uint32_t a, uint32_t from);

/* ---- gaps ------------------------------------------------------------ */

/*
 * Note a gap: decoder->inst cannot be simulated. `name` is what a user would
 * search for ("llvm.amdgcn.image.load.2d", "@foo", "va_arg"), `why` the reason
 * in a few words ("no body; link a library that has it"). Each pair of name and
 * reason is listed once, with its first place and the number of places.
 */
void cvg_dec_uncovered(struct cvg_decoder *decoder, const char *name,
		       const char *why);

/* ---- intrin.c -------------------------------------------------------- */

/*
 * Decode a call of a function without a body: an intrinsic, or a function that
 * device libraries leave to the driver (vprintf, malloc ...). False: the name
 * is unknown, and nothing was emitted. If the name is known but the call cannot
 * be simulated, a gap is noted and true returned. Argument k is
 * LLVMGetOperand(call, k).
 */
bool cvg_decode_intrinsic(struct cvg_decoder *decoder, LLVMValueRef call,
			  const char *name);

/* Decode a call of a function that device libraries define (builtin.c); the result
 * means what that of cvg_decode_intrinsic means. */
bool cvg_decode_builtin(struct cvg_decoder *decoder, LLVMValueRef call,
			const char *name);
/* Is it a function of images? Libraries ask the texture unit, which is not
 * simulated, so that what they define is not used. */
bool cvg_builtin_replaces(LLVMValueRef fn);

#endif
