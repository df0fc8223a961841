/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The state and the functions that are private to decode*.c. */
#ifndef RECONVERGE_IR_DECODE_INT_H
#define RECONVERGE_IR_DECODE_INT_H

#include "decode.h"
#include "src/ir/facts.h"

/* Slots that were used are kept for reuse in runs of up to so many of a
 * kind. */
#define CVG_DEC_RUN 64

/* The bytes between two shared variables, at least. */
#define CVG_DEC_RED_ZONE 16

/* The number of the first function without a body. */
#define CVG_DEC_BODILESS UINT32_C(0x1000000)

/* A function that the kernel reaches. Its index in the array is its number in
 * the program; the kernel is 0. */
struct cvg_dec_fn {
	LLVMValueRef value;
	uint32_t index;	   /* its number in the module */
	struct cvg_fn *fn; /* its snapshot; owned until it is decoded */
	struct cvg_ana *ana;
	struct cvg_numbering num; /* LLVM's handles by snapshot id */
	bool address_taken;
};

/* The memory to which an argument passed by value is copied before the call. */
struct cvg_dec_copy {
	uint32_t inst; /* the call */
	uint32_t arg;
	uint32_t slot; /* it has the private pointer to the memory */
	uint64_t bytes;
};

/* n temporaries from `slot` on. */
struct cvg_dec_temp {
	uint32_t slot, n;
};

struct cvg_dec_inner {
	cvg_vec(struct cvg_dec_fn) fns;
	struct cvg_ptrmap fn_id;	/* LLVM function -> number */
	cvg_vec(LLVMValueRef) globals;	/* in the order of p->globals */
	struct cvg_ptrmap global_id;	/* LLVM variable -> index in globals */
	cvg_vec(LLVMValueRef) bodiless; /* functions without a body */
	struct cvg_ptrmap bodiless_id;	/* LLVM function -> index in bodiless */
	struct cvg_ptrmap layout_id;	/* LLVM type -> index in layouts */
	struct cvg_ptrmap sized;	/* LLVM type -> cvg_type_sized */
	cvg_vec(struct cvg_layout *) layouts;
	struct cvg_arena arena;		  /* owns the layouts */
	cvg_vec(struct cvg_const) consts; /* of the program, each once */
	uint32_t *const_slot;		  /* hash table: index in consts + 1 */
	uint32_t const_mask;		  /* size of the hash table - 1 */
	cvg_vec(struct cvg_gap) gaps;
	struct cvg_u32s scopes; /* [LLVM's number] enum cvg_scope or CVG_NONE */

	/* of the function that is decoded now */
	struct cvg_dec_fn *fn;
	uint32_t *slot_at;  /* [nargs + ninsts] first slot or CVG_NONE */
	uint32_t *last_use; /* [ninsts] instruction with the last use, if the
				 value stays in its block; else CVG_NONE */
	uint32_t *const_at; /* [nvalues] into const_refs or CVG_NONE */
	struct cvg_u32s const_refs;   /* the refs of constants' scalars */
	struct cvg_ptrmap const_more; /* constants without a snapshot id */
	cvg_vec(uint8_t) slot_kind;   /* [slots] enum cvg_kind */
	struct cvg_u32s run[CVG_NKINDS][CVG_DEC_RUN + 1]; /* first slots of free
							     runs, by length */
	cvg_vec(struct cvg_dec_temp) temps; /* of the instruction */
	uint8_t *once; /* [nblocks] a warp runs it once: decode_slot.c */
	uint32_t spare[CVG_NKINDS]; /* slot to break cycles of phi moves, or
				       CVG_NONE */
	cvg_vec(struct cvg_dec_copy) copies; /* in the order of the calls */
	uint32_t next_copy;		     /* the first one not used yet */
};

/* ---- decode_reach.c -------------------------------------------------- */

/* Find and number all functions and variables that function f of the module
 * reaches. */
void cvg_dec_reach(struct cvg_decoder *decoder, uint32_t f);
/* The function that a call names, through aliases and casts of pointers; NULL:
 * it is only known at run time, or its type differs from the call's. */
LLVMValueRef cvg_dec_callee(LLVMValueRef call);

/* ---- decode_const.c -------------------------------------------------- */

/* The scalars of a constant; false: not possible, the gap is noted. */
bool cvg_dec_eval(struct cvg_decoder *decoder, LLVMValueRef v,
		  struct cvg_const *out);
/* The constant c of `width` bits as a signed number. */
int64_t cvg_dec_signed(struct cvg_const c, uint32_t width);

/* ---- decode_expr.c --------------------------------------------------- */

/* The scalars of a constant expression, or of any constant, that is nested `depth`
 * deep in the one that was asked for; false: not possible, the gap is noted. */
bool cvg_dec_eval_expr(struct cvg_decoder *decoder, LLVMValueRef v,
		       struct cvg_const *out, uint32_t depth);
bool cvg_dec_eval_at(struct cvg_decoder *decoder, LLVMValueRef v,
		     struct cvg_const *out, uint32_t depth);

/* ---- decode_global.c ------------------------------------------------- */

void cvg_dec_globals_place(struct cvg_decoder *decoder);
void cvg_dec_globals_fill(struct cvg_decoder *decoder);

/* ---- decode_slot.c --------------------------------------------------- */

void cvg_dec_slots_init(struct cvg_decoder *decoder);
void cvg_dec_slots_done(struct cvg_decoder *decoder);
/* A slot that is never reused. */
uint32_t cvg_dec_slot(struct cvg_decoder *decoder, enum cvg_kind kind);
/* Before decoder->inst is decoded: give its result slots. */
void cvg_dec_inst_begin(struct cvg_decoder *decoder);
/* After decoder->inst was decoded into the uops from `from` on: set
 * CVG_UF_MERGE, free the temporaries and the operands that are not used any
 * more. */
void cvg_dec_inst_end(struct cvg_decoder *decoder, size_t from);

/* ---- decode_gap.c ---------------------------------------------------- */

/* Write all gaps, of which there is at least one, into *uncovered, a line each,
 * and an error. Returns false. */
bool cvg_dec_complain(struct cvg_decoder *decoder, struct cvg_str *uncovered,
		      struct cvg_err *err);

/* ---- decode_block.c -------------------------------------------------- */

/* Can values of the type be in slots? If not, a gap is noted. */
bool cvg_dec_type_ok(struct cvg_decoder *decoder, LLVMTypeRef type);
/* Decode all blocks of the function, without the moves of its edges. */
void cvg_dec_blocks(struct cvg_decoder *decoder);

/* ---- decode_token.c -------------------------------------------------- */

/* Does an instruction make a convergence token? Does a token say which threads run
 * it together? */
bool cvg_dec_makes_token(const struct cvg_fn *fn, uint32_t inst);
bool cvg_dec_meets(const struct cvg_fn *fn, uint32_t inst);
/* Before the operations of decoder->inst, which meets. */
void cvg_dec_meet(struct cvg_decoder *decoder);
/* At the start of the function: no heart of a loop has made a token yet. */
void cvg_dec_tokens(struct cvg_decoder *decoder);

/* ---- the parts of decoding ------------------------------------------- */

void cvg_dec_params(struct cvg_decoder *decoder); /* decode_param.c */
/* Find how the memory that v points to is used. decode_uses.c */
void cvg_dec_uses(struct cvg_decoder *decoder, LLVMValueRef v,
		  struct cvg_param *param);
void cvg_dec_edges(struct cvg_decoder *decoder); /* decode_phi.c */
void cvg_dec_arith(struct cvg_decoder *decoder,
		   LLVMOpcode op); /* decode_inst.c */
void cvg_dec_convert(struct cvg_decoder *decoder, LLVMOpcode op);
void cvg_dec_icmp(struct cvg_decoder *decoder);
void cvg_dec_fcmp(struct cvg_decoder *decoder);
void cvg_dec_select(struct cvg_decoder *decoder);
void cvg_dec_freeze(struct cvg_decoder *decoder);
void cvg_dec_extract_element(struct cvg_decoder *decoder); /* decode_vec.c */
void cvg_dec_insert_element(struct cvg_decoder *decoder);
void cvg_dec_shuffle(struct cvg_decoder *decoder);
void cvg_dec_extract_value(struct cvg_decoder *decoder);
void cvg_dec_insert_value(struct cvg_decoder *decoder);
void cvg_dec_alloca(struct cvg_decoder *decoder); /* decode_mem.c */
void cvg_dec_load_inst(struct cvg_decoder *decoder);

/* ---- decode_promise.c ------------------------------------------------ */

/* Does decoder->inst, a load, have metadata that promises something of its
 * value? */
bool cvg_dec_promises(struct cvg_decoder *decoder);
/* Make its result from the scalars that were read: scalars that break a promise
 * become poison. */
void cvg_dec_promised(struct cvg_decoder *decoder, const uint32_t *from);

void cvg_dec_store_inst(struct cvg_decoder *decoder);
void cvg_dec_rmw(struct cvg_decoder *decoder); /* decode_atomic.c */
/* decode_vows.c: of an instruction, and of the function decoded now. */
uint32_t cvg_dec_vows(LLVMValueRef inst, uint32_t *noundef);
void cvg_dec_fn_vows(struct cvg_decoder *decoder, LLVMValueRef fn);
void cvg_dec_cmpxchg(struct cvg_decoder *decoder);
void cvg_dec_gep(struct cvg_decoder *decoder);	/* decode_gep.c */
void cvg_dec_call(struct cvg_decoder *decoder); /* decode_call.c */
/* Allocate the memory for arguments that the function's calls pass by value. */
void cvg_dec_copies(struct cvg_decoder *decoder);
void cvg_dec_asm(struct cvg_decoder *decoder); /* decode_asm.c */

/* dst = a; both have the kind. */
void cvg_dec_move(struct cvg_decoder *decoder, enum cvg_kind kind, uint32_t dst,
		  uint32_t a);
/* dst = the integer a, cut or extended to the type `to`. */
void cvg_dec_resize(struct cvg_decoder *decoder, uint32_t dst,
		    struct cvg_scalar to, uint32_t a, struct cvg_scalar from,
		    bool is_signed);
/* Cut the bits of n scalars of type `from` into m scalars of type `to`; they
 * have as many bits together. */
void cvg_dec_rebits(struct cvg_decoder *decoder, struct cvg_scalar to,
		    uint32_t dst, uint32_t m, struct cvg_scalar from,
		    const uint32_t *a, uint32_t n);
/* The number of bits of a scalar. */
uint32_t cvg_dec_bits(struct cvg_scalar s);
/* LLVM's type as text; the caller frees it. */
char *cvg_dec_type_text(LLVMTypeRef type);

/* A step of a getelementptr: index * bytes is added to the address. */
struct cvg_dec_step {
	LLVMValueRef index; /* NULL: add `bytes` itself */
	uint64_t bytes;
};

struct cvg_dec_steps {
	struct cvg_dec_step *at;
	size_t n;
	size_t cap;
};

/* cvg_type_sized, computed once for each type. */
bool cvg_dec_sized(struct cvg_decoder *decoder, LLVMTypeRef type);

/* The steps of a getelementptr, instruction or constant expression. The caller
 * frees them. The source type must have a size. */
struct cvg_dec_steps cvg_dec_gep_steps(struct cvg_decoder *decoder,
				       LLVMValueRef gep);

#endif
