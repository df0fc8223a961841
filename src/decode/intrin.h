/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Decoding calls of functions without a body: intrinsics, and functions such as
 * malloc (intrin_calls.def). The intrinsics that are known are the rows of
 * three tables: intrin.def, intrin_amdgcn.def and intrin_nvvm.def. Each row
 * names one of the functions below, which decodes the call.
 */
#ifndef RECONVERGE_IR_INTRIN_H
#define RECONVERGE_IR_INTRIN_H

#include "decode.h"
#include "reconverge/relation.h"
#include "reconverge/ucodes.h"

struct cvg_intrin;

/* One call while it is decoded. */
struct cvg_in {
	struct cvg_decoder *decoder;
	LLVMValueRef call;
	const struct cvg_intrin *row;
	const char *name; /* without the suffix of overloaded types */
	const char *rest; /* the part that the row's '*' stands for */
	unsigned nargs;
	const struct cvg_layout *res; /* the layout of the result */
	uint32_t dst;		      /* its first slot, or CVG_NONE */
};

/* Emit the operations of a call. False: this variant, or a call with these
 * operands, cannot be simulated. */
typedef bool cvg_in_fn(struct cvg_in *in);

/* INTRIN(name, how, code, n, relation): the meaning of code and n depends on `how`;
 * mostly they are the operation and its `n`. */
struct cvg_intrin {
	const char *name; /* without "llvm.", "llvm.amdgcn.", "llvm.nvvm."; a
			     '*' at its end stands for any continuation */
	cvg_in_fn *how;
	uint16_t code, n;
	enum cvg_relation relation; /* to other threads */
};

/* A table; its rows are in the strcmp order of their names. */
struct cvg_intrin_table {
	const char *prefix; /* "llvm.amdgcn." */
	const struct cvg_intrin *rows;
	uint32_t n;
};

/* One table for each target, then the tables for all targets. */
#define CVG_NINTRIN_TABLES (CVG_NTARGETS + 2)
const struct cvg_intrin_table *cvg_intrin_table(uint32_t i);

/* The properties of a target that decoding needs. Each decode_<target>.c
 * defines one at its end. */
struct cvg_decode_target {
	struct cvg_intrin_table intrinsics; /* n is 0: the target has none */
	/* Hooks; NULL: the target has nothing of the kind. */

	/* Decode llvm.read_register of the register with this name; false: it
	 * cannot be simulated. */
	bool (*read_register)(struct cvg_in *in, const char *name, size_t n);
	/* Decode inline assembler; false: a part of it is not known. */
	bool (*assembler)(struct cvg_decoder *decoder, LLVMValueRef call);
	/* What n bytes of it have to do with other threads. */
	enum cvg_relation (*assembler_relation)(const char *text, size_t n);
	/* After a library was linked: define the constants that it uses and no
	 * file defines. Was a value defined so? */
	void (*define_constants)(struct cvg_module *module);
	bool (*is_default)(LLVMValueRef v);
};

const struct cvg_decode_target *cvg_decode_target(enum cvg_target target);

/* The row of a name without overloaded types; NULL: none. *rest is as in struct
 * cvg_in. */
const struct cvg_intrin *cvg_intrin_find(const char *name, const char **rest);

/* The number of operands of the operation of a row that cvg_in_map decodes. */
unsigned cvg_in_operands(const struct cvg_intrin *row);

/* ---- operands and results -------------------------------------------- */

static inline LLVMValueRef cvg_build_value(const struct cvg_in *in, unsigned i)
{
	return LLVMGetOperand(in->call, i);
}

/* Scalar k of argument i; an argument of one scalar stands for all. */
uint32_t cvg_build_arg(struct cvg_in *in, unsigned i, uint32_t k);
struct cvg_scalar cvg_build_type(struct cvg_in *in, unsigned i, uint32_t k);
/* The value of argument i, if it is a constant; else false. */
bool cvg_build_imm(struct cvg_in *in, unsigned i, uint64_t *out);
/* The n bytes of text of a metadata argument, such as "round.upward"; "" if it
 * has none. */
const char *cvg_build_text(struct cvg_in *in, unsigned i, unsigned *n);

static inline uint32_t cvg_build_int(struct cvg_in *in, enum cvg_kind kind,
				     uint64_t v)
{
	return cvg_dec_int(in->decoder, kind, v);
}

static inline uint32_t cvg_build_i32(struct cvg_in *in, uint64_t v)
{
	return cvg_dec_int(in->decoder, CVG_K_I32, v & UINT32_MAX);
}

/* A float constant of F16, F32 or F64. */
uint32_t cvg_build_float(struct cvg_in *in, enum cvg_kind kind, double v);

/* Make `ref` scalar k of the result. If the last operation has written it to a
 * temporary, that operation is changed to write the result's slot. */
void cvg_build_put(struct cvg_in *in, uint32_t k, uint32_t ref);

/* ---- operations with a temporary for their result --------------------- */

uint32_t cvg_build_op(struct cvg_in *in, enum cvg_ucode code,
		      enum cvg_kind kind, uint32_t a, uint32_t b, uint32_t c);

static inline uint32_t cvg_build_op1(struct cvg_in *in, enum cvg_ucode code,
				     enum cvg_kind kind, uint32_t a)
{
	return cvg_build_op(in, code, kind, a, CVG_NONE, CVG_NONE);
}

static inline uint32_t cvg_build_op2(struct cvg_in *in, enum cvg_ucode code,
				     enum cvg_kind kind, uint32_t a, uint32_t b)
{
	return cvg_build_op(in, code, kind, a, b, CVG_NONE);
}

/* An operation on a and the constant k. */
uint32_t cvg_build_opk(struct cvg_in *in, enum cvg_ucode code,
		       enum cvg_kind kind, uint32_t a, uint64_t k);
uint32_t cvg_build_icmp(struct cvg_in *in, LLVMIntPredicate p,
			enum cvg_kind kind, uint32_t a, uint32_t b);
uint32_t cvg_build_fcmp(struct cvg_in *in, LLVMRealPredicate p,
			enum cvg_kind kind, uint32_t a, uint32_t b);
uint32_t cvg_build_select(struct cvg_in *in, enum cvg_kind kind, uint32_t which,
			  uint32_t a, uint32_t b);
uint32_t cvg_build_math1(struct cvg_in *in, enum cvg_math m, enum cvg_kind kind,
			 uint32_t a);
uint32_t cvg_build_math2(struct cvg_in *in, enum cvg_math m, enum cvg_kind kind,
			 uint32_t a, uint32_t b);
/* A conversion between kinds: TRUNC, ZEXT, FPEXT ...; n is its rounding. */
uint32_t cvg_build_convert(struct cvg_in *in, enum cvg_ucode code,
			   enum cvg_kind from, enum cvg_kind to, uint32_t a,
			   uint16_t n);
/* The lowest b bits of a, sign-extended if `sign`, else zero-extended. With
 * `clamp`, a b of 32 or more means 32, else b counts modulo 32. */
uint32_t cvg_build_szext(struct cvg_in *in, uint32_t a, uint32_t b, bool sign,
			 bool clamp);
/* An integer of any size, cut or extended to kind `to`. */
uint32_t cvg_build_resize(struct cvg_in *in, struct cvg_scalar from,
			  enum cvg_kind to, uint32_t a, bool is_signed);
/* A bitwise function of three operands. Bit i of `table` is the result for the
 * bits i >> 2 & 1, i >> 1 & 1, i & 1 of is[0], is[1], is[2]. */
uint32_t cvg_build_truth(struct cvg_in *in, enum cvg_kind kind,
			 const uint32_t *is, uint64_t table);
uint32_t cvg_build_sreg(struct cvg_in *in, enum cvg_sreg s, enum cvg_kind kind);

/* ---- names of variants ------------------------------------------------- */

/* Take ".word" or "word" off the front of *rest if it is there. */
bool cvg_name_take(const char **rest, const char *word);

/* The variant of an instruction, as a name such as "rn.ftz.sat.f" tells it. */
struct cvg_variant {
	uint16_t rounding; /* as the n of FADD */
	bool ftz, sat, relu, satfinite;
	enum cvg_kind kind;
};

/* Read the variant at the end of a name; false: it is none. */
bool cvg_call_variant(const char *rest, struct cvg_variant *variant);

/* ---- the functions that rows name: intrin_map.c ------------------------ */

cvg_in_fn cvg_in_nothing; /* no operation at all */
cvg_in_fn cvg_in_token;	  /* decode_token.c */
cvg_in_fn cvg_in_nop;	  /* one that is counted */
cvg_in_fn cvg_in_fence;
cvg_in_fn cvg_in_move;	       /* the first argument */
cvg_in_fn cvg_in_constant;     /* the row's n, sign-extended from 16 bits */
cvg_in_fn cvg_in_map;	       /* the operation, scalar by scalar */
cvg_in_fn cvg_in_map_zero;     /* the same; the last argument is ZERO_POISON */
cvg_in_fn cvg_in_map_exponent; /* the same; b, of any width, becomes I32 */
cvg_in_fn cvg_in_strict;       /* constrained: an argument names the rounding */
cvg_in_fn cvg_in_convert;
cvg_in_fn cvg_in_round_to_int; /* lround and the like; n: rounding */
cvg_in_fn cvg_in_overflow;     /* n: the operation for the overflow bit */
cvg_in_fn cvg_in_compare;      /* n: is it signed */
cvg_in_fn cvg_in_fpclass;
cvg_in_fn cvg_in_frexp;
cvg_in_fn cvg_in_modf;
cvg_in_fn cvg_in_sincos;    /* n: the argument is in half turns */
cvg_in_fn cvg_in_half_bits; /* convert.to, from.fp16 */
cvg_in_fn cvg_in_sreg;	    /* n: enum cvg_sreg */
cvg_in_fn cvg_in_clock;
cvg_in_fn cvg_in_fault; /* n: enum cvg_faultkind */
cvg_in_fn cvg_in_assume;
cvg_in_fn cvg_in_is_constant;
cvg_in_fn cvg_in_objectsize;
cvg_in_fn cvg_in_ptrmask;
cvg_in_fn cvg_in_exit;
cvg_in_fn cvg_in_printed; /* output is dropped; the result is arbitrary */

/* ---- intrin_vector.c --------------------------------------------------- */

cvg_in_fn cvg_in_reduce;       /* n: enum cvg_math, for code MATH2 */
cvg_in_fn cvg_in_reduce_start; /* the first argument is the start */
cvg_in_fn cvg_in_insert;
cvg_in_fn cvg_in_extract;
cvg_in_fn cvg_in_reverse;
cvg_in_fn cvg_in_splice; /* n: the offset counts from the right */
cvg_in_fn cvg_in_interleave;
cvg_in_fn cvg_in_deinterleave; /* n: number of vectors */
cvg_in_fn cvg_in_step;
cvg_in_fn cvg_in_active_mask;
cvg_in_fn cvg_in_first_nonzero; /* the last argument is ZERO_POISON */

/* ---- intrin_memory.c --------------------------------------------------- */

cvg_in_fn cvg_in_copy; /* n: source and destination may overlap */
cvg_in_fn cvg_in_fill;
cvg_in_fn cvg_in_lifetime; /* n: begins, does not end */
cvg_in_fn cvg_in_masked_load;
cvg_in_fn cvg_in_masked_store;
cvg_in_fn cvg_in_gather;
cvg_in_fn cvg_in_scatter;
cvg_in_fn cvg_in_load;	 /* ldg, ldu: pointer, alignment */
cvg_in_fn cvg_in_atomic; /* n: enum cvg_rmw */
cvg_in_fn cvg_in_cmpxchg;
cvg_in_fn cvg_in_alloc;
cvg_in_fn cvg_in_free;
cvg_in_fn cvg_in_space_cast;
cvg_in_fn cvg_in_to_space; /* n: enum cvg_space; null if elsewhere */
cvg_in_fn cvg_in_is_space; /* n: enum cvg_space */
cvg_in_fn cvg_in_cp_async; /* n: bytes */

/* ---- intrin_warp.c: exchange between lanes, barriers -------------------- */

cvg_in_fn cvg_in_barrier;    /* n: 0 wait, 1 arrive, 2 wait only */
cvg_in_fn cvg_in_amd_signal; /* the same, by a number that must be -1 */
cvg_in_fn cvg_in_nv_barrier; /* number; code 1: and count */
cvg_in_fn cvg_in_nv_red;     /* number, (count), condition; n: 0 popc, 1 and,
				2 or */
cvg_in_fn cvg_in_ballot;
cvg_in_fn cvg_in_ballot_icmp; /* code: ICMP or FCMP */
cvg_in_fn cvg_in_inverse_ballot;
cvg_in_fn cvg_in_lane1; /* n: enum cvg_warpop, of any type; arguments a, b, c */
cvg_in_fn cvg_in_dpp;	/* n: the first argument is the old value */
cvg_in_fn cvg_in_dpp8;
cvg_in_fn cvg_in_swizzle;
cvg_in_fn cvg_in_permlane16;
cvg_in_fn cvg_in_permlane_swap; /* n: lanes of a row */
cvg_in_fn cvg_in_shuffle;	/* wave.shuffle */
cvg_in_fn cvg_in_wave_reduce;
cvg_in_fn cvg_in_whole_wave;
cvg_in_fn cvg_in_shfl; /* rest: "sync.up.i32p" */
cvg_in_fn cvg_in_vote; /* n: enum cvg_warpop; code 1: a mask of members first */
cvg_in_fn cvg_in_match;
cvg_in_fn cvg_in_redux;
cvg_in_fn cvg_in_elect;
cvg_in_fn cvg_in_warp_sync;

/* ---- intrin_amd.c ------------------------------------------------------ */

cvg_in_fn cvg_in_amd_class;
cvg_in_fn cvg_in_div_scale;
cvg_in_fn cvg_in_div_fixup;
cvg_in_fn cvg_in_div_fmas;
cvg_in_fn cvg_in_fmed3;
cvg_in_fn cvg_in_fma_legacy;
cvg_in_fn cvg_in_fmad_ftz;
cvg_in_fn cvg_in_pkrtz;
cvg_in_fn cvg_in_cvt_pk;     /* n: signed */
cvg_in_fn cvg_in_cvt_pknorm; /* n: signed */
cvg_in_fn cvg_in_cvt_off;
cvg_in_fn cvg_in_bfe; /* n: signed */
cvg_in_fn cvg_in_alignbyte;
cvg_in_fn cvg_in_lerp;
cvg_in_fn cvg_in_mul24;	  /* n: signed; code: MUL, UMULH, SMULH */
cvg_in_fn cvg_in_amd_sad; /* code: bits of a part; n: shift */
cvg_in_fn cvg_in_msad;
cvg_in_fn cvg_in_qsad;	/* n: masked */
cvg_in_fn cvg_in_dot;	/* code: bits of a part; n: signed */
cvg_in_fn cvg_in_sudot; /* code: bits of a part */
cvg_in_fn cvg_in_fdot2;
cvg_in_fn cvg_in_sffbh;
cvg_in_fn cvg_in_bitop3;
cvg_in_fn cvg_in_bitreplicate;
cvg_in_fn cvg_in_quads; /* n: one bit a quad */
cvg_in_fn cvg_in_cube;	/* n: 0 id, 1 ma, 2 sc, 3 tc */

/* ---- intrin_nv.c ------------------------------------------------------- */

cvg_in_fn cvg_in_nv_arith; /* "rn.ftz.f"; code */
cvg_in_fn cvg_in_nv_unary; /* approximations; n: enum cvg_math */
cvg_in_fn cvg_in_nv_sqrt;
cvg_in_fn cvg_in_nv_rcp;
cvg_in_fn cvg_in_nv_div;
cvg_in_fn cvg_in_nv_minmax; /* n: max */
cvg_in_fn cvg_in_nv_fabs;
cvg_in_fn cvg_in_nv_neg;
cvg_in_fn cvg_in_nv_to_int; /* n: signed */
cvg_in_fn cvg_in_nv_to_float;
cvg_in_fn cvg_in_nv_d2f;
cvg_in_fn cvg_in_nv_to_half;   /* n: kind of the parts, code: two of them */
cvg_in_fn cvg_in_nv_half_bits; /* code: kind from, n: kind to */
cvg_in_fn cvg_in_nv_saturate;
cvg_in_fn cvg_in_d2i_half; /* n: upper */
cvg_in_fn cvg_in_lohi;
cvg_in_fn cvg_in_swap_halves;
cvg_in_fn cvg_in_rotate;      /* code: FSHL, FSHR */
cvg_in_fn cvg_in_shift_clamp; /* the same */
cvg_in_fn cvg_in_nv_sad;      /* n: signed */
cvg_in_fn cvg_in_prmt;	      /* n: mode, the n of PERM */
cvg_in_fn cvg_in_flo;	      /* n: signed */
cvg_in_fn cvg_in_szext;	      /* code: signed; n: clamp */
cvg_in_fn cvg_in_fns;
cvg_in_fn cvg_in_idp; /* code: parts */
cvg_in_fn cvg_in_reflect;
cvg_in_fn cvg_in_sreg_sum; /* all shared memory */

/* ---- builtin_image.c ---------------------------------------------------- */

cvg_in_fn cvg_in_sampler;

/* ---- gcn.c -------------------------------------------------------------- */

/* Decode inline assembler for AMDGPU; false: it is not one known instruction. */
bool cvg_decode_gcn(struct cvg_decoder *decoder, LLVMValueRef call);
enum cvg_relation cvg_gcn_relation(const char *text, size_t n);

/* ---- ptx.c -------------------------------------------------------------- */

/* Decode inline assembler for NVPTX; false: a part of it is not known. */
bool cvg_decode_ptx(struct cvg_decoder *decoder, LLVMValueRef call);
/* What n bytes of PTX have to do with other threads. */
enum cvg_relation cvg_ptx_relation(const char *text, size_t n);

#endif
