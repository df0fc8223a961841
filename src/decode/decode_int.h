/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What the files of the decoder (decode*.c) share among themselves only. */
#ifndef RECONVERGE_IR_DECODE_INT_H
#define RECONVERGE_IR_DECODE_INT_H

#include "decode.h"
#include "src/ir/facts.h"
#include "reconverge/analysis.h"

/* Values of up to so many equal scalars share slots as a whole. */
#define CVG_DEC_RUN 64

/* Shared variables are so far apart at least. */
#define CVG_DEC_RED_ZONE 16

/* Functions without a body have numbers from here up. */
#define CVG_DEC_BODILESS UINT32_C(0x1000000)

/* A function that the kernel reaches; its number is its place. */
struct cvg_dec_fn {
	LLVMValueRef value;
	uint32_t index; /* in the module */
	struct cvg_fn *fn;
	struct cvg_ana *ana;
	struct cvg_numbering num;
	bool address_taken;
};

/* What an argument passed by value is copied to, before its call. */
struct cvg_dec_copy {
	uint32_t inst;
	uint32_t arg;
	uint32_t slot; /* private pointer */
	uint64_t bytes;
};

struct cvg_dec_temp {
	uint32_t slot, n;
};

struct cvg_dec_inner {
	cvg_vec(struct cvg_dec_fn) fns;
	struct cvg_ptrmap fn_id;     /* LLVM function -> number */
	struct cvg_ptrmap module_fn; /* LLVM function -> place in the module */
	cvg_vec(LLVMValueRef) globals; /* parallel to p->globals */
	struct cvg_ptrmap global_id;
	cvg_vec(LLVMValueRef) bodiless;
	struct cvg_ptrmap bodiless_id;
	struct cvg_ptrmap layout_id;
	struct cvg_ptrmap sized; /* type -> cvg_type_sized */
	cvg_vec(struct cvg_layout *) layouts;
	struct cvg_arena arena; /* layouts */
	cvg_vec(struct cvg_const) consts;
	uint32_t *const_slot; /* hash table: index + 1 */
	uint32_t const_mask;
	cvg_vec(struct cvg_gap) gaps;

	/* of the function decoded now */
	struct cvg_dec_fn *fn;
	uint32_t *slot_at;  /* [nargs + ninsts] first slot or CVG_NONE */
	uint32_t *last_use; /* [ninsts] of a value that stays in its block;
				 CVG_NONE: of one that leaves it */
	uint32_t *const_at; /* [nvalues] into const_refs or CVG_NONE */
	struct cvg_u32s const_refs;
	struct cvg_ptrmap const_more; /* constants the numbering has not */
	cvg_vec(uint8_t) slot_kind;
	struct cvg_u32s run[CVG_NKINDS][CVG_DEC_RUN + 1]; /* free, by length */
	cvg_vec(struct cvg_dec_temp) temps;
	uint8_t *once; /* [nblocks] entered once while it is active */
	uint32_t spare[CVG_NKINDS]; /* for cycles of phi moves, or CVG_NONE */
	cvg_vec(struct cvg_dec_copy) copies;
	uint32_t next_copy;
};

/* ---- decode_reach.c -------------------------------------------------- */

/* All that function f of the module reaches gets its number. */
void cvg_dec_reach(struct cvg_decoder *d, uint32_t f);
/* The function a call names, through aliases and casts of pointers; NULL: it
 * is not known before the call, or of another type than the call is. */
LLVMValueRef cvg_dec_callee(LLVMValueRef call);

/* ---- decode_const.c -------------------------------------------------- */

/* The scalars of a constant; false: not possible, the gap is noted. */
bool cvg_dec_eval(struct cvg_decoder *d, LLVMValueRef v, struct cvg_const *out);
/* c as a number with sign. */
int64_t cvg_dec_signed(struct cvg_const c, uint32_t width);

/* ---- decode_expr.c --------------------------------------------------- */

/* The same for a constant expression. `depth` of nesting. */
bool cvg_dec_eval_expr(struct cvg_decoder *d, LLVMValueRef v,
		       struct cvg_const *out, uint32_t depth);
bool cvg_dec_eval_at(struct cvg_decoder *d, LLVMValueRef v,
		     struct cvg_const *out, uint32_t depth);

/* ---- decode_global.c ------------------------------------------------- */

void cvg_dec_globals_place(struct cvg_decoder *d);
void cvg_dec_globals_fill(struct cvg_decoder *d);

/* ---- decode_slot.c --------------------------------------------------- */

void cvg_dec_slots_init(struct cvg_decoder *d);
void cvg_dec_slots_done(struct cvg_decoder *d);
/* A slot of its own, never shared. */
uint32_t cvg_dec_slot(struct cvg_decoder *d, enum cvg_kind kind);
/* d->inst begins: its result gets slots. */
void cvg_dec_inst_begin(struct cvg_decoder *d);
/* It is decoded, from uop `from` on: flags, temporaries, dead operands. */
void cvg_dec_inst_end(struct cvg_decoder *d, size_t from);

/* ---- decode_gap.c ---------------------------------------------------- */

/* All gaps, a line each; false. There is at least one. */
bool cvg_dec_complain(struct cvg_decoder *d, struct cvg_str *uncovered,
		      struct cvg_err *err);

/* ---- decode_block.c -------------------------------------------------- */

/* False, and a gap: a type that cannot be in slots. */
bool cvg_dec_type_ok(struct cvg_decoder *d, LLVMTypeRef type);
/* All blocks of the function; the edges' moves are not made yet. */
void cvg_dec_blocks(struct cvg_decoder *d);

/* ---- the parts of decoding ------------------------------------------- */

void cvg_dec_params(struct cvg_decoder *d); /* decode_param.c */
/* What the memory that v points to is used for. decode_uses.c */
void cvg_dec_uses(struct cvg_decoder *d, LLVMValueRef v, struct cvg_param *p);
void cvg_dec_edges(struct cvg_decoder *d);		  /* decode_phi.c */
void cvg_dec_arith(struct cvg_decoder *d, LLVMOpcode op); /* decode_inst.c */
void cvg_dec_convert(struct cvg_decoder *d, LLVMOpcode op);
void cvg_dec_icmp(struct cvg_decoder *d);
void cvg_dec_fcmp(struct cvg_decoder *d);
void cvg_dec_select(struct cvg_decoder *d);
void cvg_dec_freeze(struct cvg_decoder *d);
void cvg_dec_extract_element(struct cvg_decoder *d); /* decode_vec.c */
void cvg_dec_insert_element(struct cvg_decoder *d);
void cvg_dec_shuffle(struct cvg_decoder *d);
void cvg_dec_extract_value(struct cvg_decoder *d);
void cvg_dec_insert_value(struct cvg_decoder *d);
void cvg_dec_alloca(struct cvg_decoder *d); /* decode_mem.c */
void cvg_dec_load_inst(struct cvg_decoder *d);

/* ---- decode_promise.c ------------------------------------------------ */

/* Does d->inst, a load, promise anything of its value? */
bool cvg_dec_promises(struct cvg_decoder *d);
/* Its result from the scalars that were read, the promises kept. */
void cvg_dec_promised(struct cvg_decoder *d, const uint32_t *from);

void cvg_dec_store_inst(struct cvg_decoder *d);
void cvg_dec_rmw(struct cvg_decoder *d); /* decode_atomic.c */
void cvg_dec_cmpxchg(struct cvg_decoder *d);
void cvg_dec_gep(struct cvg_decoder *d);  /* decode_gep.c */
void cvg_dec_call(struct cvg_decoder *d); /* decode_call.c */
/* Memory for what the function's calls pass by value. */
void cvg_dec_copies(struct cvg_decoder *d);
void cvg_dec_asm(struct cvg_decoder *d); /* decode_asm.c */

/* dst = a, both of that kind. */
void cvg_dec_move(struct cvg_decoder *d, enum cvg_kind kind, uint32_t dst,
		  uint32_t a);
/* An integer as one of another size. */
void cvg_dec_resize(struct cvg_decoder *d, uint32_t dst, struct cvg_scalar to,
		    uint32_t a, struct cvg_scalar from, bool is_signed);
/* The bits of n scalars as m others: n * width of `from` = m * that of `to`. */
void cvg_dec_rebits(struct cvg_decoder *d, struct cvg_scalar to, uint32_t dst,
		    uint32_t m, struct cvg_scalar from, const uint32_t *a,
		    uint32_t n);
/* Bits of a scalar. */
uint32_t cvg_dec_bits(struct cvg_scalar s);
/* LLVM's type as text; the caller frees it. */
char *cvg_dec_type_text(LLVMTypeRef type);

/* A step of a GEP: its index counts so many bytes. */
struct cvg_dec_step {
	LLVMValueRef index; /* NULL: bytes alone */
	uint64_t bytes;
};

struct cvg_dec_steps {
	struct cvg_dec_step *at;
	size_t n;
	size_t cap;
};

/* cvg_type_sized, asked once a type. */
bool cvg_dec_sized(struct cvg_decoder *d, LLVMTypeRef type);

/* The steps of a GEP, instruction or constant; the caller frees. The
 * source type must be sized. */
struct cvg_dec_steps cvg_dec_gep_steps(struct cvg_decoder *d, LLVMValueRef gep);

#endif
