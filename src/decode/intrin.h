/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Calls that have a meaning of their own, as intrin*.c decode them. What is
 * known is in three tables (intrin.def, intrin_amdgcn.def, intrin_nvvm.def);
 * a row names the function below that decodes it.
 */
#ifndef RECONVERGE_IR_INTRIN_H
#define RECONVERGE_IR_INTRIN_H

#include "decode.h"

struct cvg_intrin;

/* One call while it is decoded. */
struct cvg_in {
	struct cvg_decoder *d;
	LLVMValueRef call;
	const struct cvg_intrin *row;
	const char *name; /* without the suffix of overloaded types */
	const char *rest; /* of a row that ends with '*': what stands there */
	unsigned nargs;
	const struct cvg_layout *res;
	uint32_t dst;
};

/* False: this variant, or these operands, cannot be simulated. */
typedef bool cvg_in_fn(struct cvg_in *in);

/* INTRIN(name, how, code, n): the last two are what `how` makes of them,
 * mostly the operation and its `n`. */
struct cvg_intrin {
	const char *name; /* without "llvm.", "llvm.amdgcn.", "llvm.nvvm."; at
			     its end '*': any that begins so */
	cvg_in_fn *how;
	uint16_t code, n;
};

/* Rows by the strcmp order of their names. */
struct cvg_intrin_table {
	const char *prefix; /* "llvm.amdgcn." */
	const struct cvg_intrin *rows;
	uint32_t n;
};

/* One of each target, then those that are for all. */
#define CVG_NINTRIN_TABLES (CVG_NTARGETS + 2)
const struct cvg_intrin_table *cvg_intrin_table(uint32_t i);

/* What decoding has to know of a target; its decode_<target>.c ends in one. */
struct cvg_decode_target {
	struct cvg_intrin_table intrinsics; /* n is 0: it has none */
	/* Hooks that are NULL: nothing of the kind is known. */

	/* llvm.read_register of the register of that name; false: it cannot be
	 * simulated. */
	bool (*read_register)(struct cvg_in *in, const char *name, size_t n);
	/* Inline assembler; false: something in it is not known. */
	bool (*assembler)(struct cvg_decoder *d, LLVMValueRef call);
	/* After a library was linked: define the constants that it asks for,
	 * and is a value one so defined? */
	void (*define_constants)(struct cvg_module *m);
	bool (*is_default)(LLVMValueRef v);
};

const struct cvg_decode_target *cvg_decode_target(enum cvg_target target);

/* The row of a base name, NULL: none. *rest as in struct cvg_in. */
const struct cvg_intrin *cvg_intrin_find(const char *name, const char **rest);

/* Operands of the operation of a row that maps. */
unsigned cvg_in_operands(const struct cvg_intrin *row);

/* ---- operands and results -------------------------------------------- */

static inline LLVMValueRef cvg_build_value(const struct cvg_in *in, unsigned i)
{
	return LLVMGetOperand(in->call, i);
}

/* Scalar k of argument i; an argument of one scalar stands for all. */
uint32_t cvg_build_arg(struct cvg_in *in, unsigned i, uint32_t k);
struct cvg_scalar cvg_build_type(struct cvg_in *in, unsigned i, uint32_t k);
/* The constant argument i; false: it is none. */
bool cvg_build_imm(struct cvg_in *in, unsigned i, uint64_t *out);
/* Text of a metadata argument: "round.upward"; "" if it has none. */
const char *cvg_build_text(struct cvg_in *in, unsigned i, unsigned *n);

static inline uint32_t cvg_build_int(struct cvg_in *in, enum cvg_kind kind,
				     uint64_t v)
{
	return cvg_dec_int(in->d, kind, v);
}

static inline uint32_t cvg_build_i32(struct cvg_in *in, uint64_t v)
{
	return cvg_dec_int(in->d, CVG_K_I32, v & UINT32_MAX);
}

/* A float constant of F16, F32 or F64. */
uint32_t cvg_build_float(struct cvg_in *in, enum cvg_kind kind, double v);

/* Result scalar k is `ref`. If the last operation made it, that one writes
 * the result itself. */
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

/* The same with a number behind it. */
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
/* From kind to kind: TRUNC, ZEXT, FPEXT ...; n: rounding. */
uint32_t cvg_build_convert(struct cvg_in *in, enum cvg_ucode code,
			   enum cvg_kind from, enum cvg_kind to, uint32_t a,
			   uint16_t n);
/* An integer of whatever size, as `to`: cut or extended. */
uint32_t cvg_build_resize(struct cvg_in *in, struct cvg_scalar from,
			  enum cvg_kind to, uint32_t a, bool is_signed);
/* Bit by bit: where the three stand in the truth table of 8 bits. */
uint32_t cvg_build_truth(struct cvg_in *in, enum cvg_kind kind,
			 const uint32_t *is, uint64_t table);
uint32_t cvg_build_sreg(struct cvg_in *in, enum cvg_sreg s, enum cvg_kind kind);

/* ---- names of variants ------------------------------------------------- */

/* Take ".word" or "word" off the front of *rest if it is there. */
bool cvg_name_take(const char **rest, const char *word);

/* "rn.ftz.sat.f" and the like. */
struct cvg_variant {
	uint16_t rounding; /* as the n of FADD */
	bool ftz, sat, relu, satfinite;
	enum cvg_kind kind;
};

/* False: something else stands there. */
bool cvg_call_variant(const char *rest, struct cvg_variant *v);

/* ---- who decodes: intrin_map.c ----------------------------------------- */

cvg_in_fn cvg_in_nothing;      /* no operation at all */
cvg_in_fn cvg_in_nop;	       /* one that is counted */
cvg_in_fn cvg_in_move;	       /* the first argument */
cvg_in_fn cvg_in_constant;     /* the row's n, sign-extended from 16 bits */
cvg_in_fn cvg_in_map;	       /* the operation, scalar by scalar */
cvg_in_fn cvg_in_map_zero;     /* the same; the last argument is ZERO_POISON */
cvg_in_fn cvg_in_map_exponent; /* the same; b is any integer: as I32 */
cvg_in_fn cvg_in_strict;       /* constrained: rounding as it says */
cvg_in_fn cvg_in_convert;
cvg_in_fn cvg_in_round_to_int; /* lround and its like; n: rounding */
cvg_in_fn cvg_in_overflow;     /* n: the operation that tells */
cvg_in_fn cvg_in_compare;      /* n: is it signed */
cvg_in_fn cvg_in_fpclass;
cvg_in_fn cvg_in_frexp;
cvg_in_fn cvg_in_modf;
cvg_in_fn cvg_in_sincos;    /* n: of x turns in half */
cvg_in_fn cvg_in_half_bits; /* convert.to, from.fp16 */
cvg_in_fn cvg_in_sreg;	    /* n: which */
cvg_in_fn cvg_in_clock;
cvg_in_fn cvg_in_fault; /* n: which */
cvg_in_fn cvg_in_assume;
cvg_in_fn cvg_in_is_constant;
cvg_in_fn cvg_in_objectsize;
cvg_in_fn cvg_in_ptrmask;
cvg_in_fn cvg_in_exit;
cvg_in_fn cvg_in_printed; /* nobody reads it; the result is anything */

/* ---- intrin_vector.c --------------------------------------------------- */

cvg_in_fn cvg_in_reduce;       /* n: of MATH2 */
cvg_in_fn cvg_in_reduce_start; /* the first argument is the start */
cvg_in_fn cvg_in_insert;
cvg_in_fn cvg_in_extract;
cvg_in_fn cvg_in_reverse;
cvg_in_fn cvg_in_splice; /* n: right */
cvg_in_fn cvg_in_interleave;
cvg_in_fn cvg_in_deinterleave; /* n: of how many */
cvg_in_fn cvg_in_step;
cvg_in_fn cvg_in_active_mask;

/* ---- intrin_memory.c --------------------------------------------------- */

cvg_in_fn cvg_in_copy; /* n: may overlap */
cvg_in_fn cvg_in_fill;
cvg_in_fn cvg_in_lifetime; /* n: begins */
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

/* ---- intrin_warp.c: what lanes tell each other, barriers ---------------- */

cvg_in_fn cvg_in_barrier;    /* n: 0 wait, 1 arrive, 2 wait only */
cvg_in_fn cvg_in_amd_signal; /* the same, by a number that must be -1 */
cvg_in_fn cvg_in_nv_barrier; /* number; code 1: and count */
cvg_in_fn cvg_in_nv_red;     /* number, (count), what; n: of the operation */
cvg_in_fn cvg_in_ballot;
cvg_in_fn cvg_in_ballot_icmp; /* code: ICMP or FCMP */
cvg_in_fn cvg_in_inverse_ballot;
cvg_in_fn cvg_in_lane1; /* n: of WARP, of any type; arguments a, b, c */
cvg_in_fn cvg_in_dpp;	/* n: is there an old value */
cvg_in_fn cvg_in_dpp8;
cvg_in_fn cvg_in_swizzle;
cvg_in_fn cvg_in_permlane16;
cvg_in_fn cvg_in_permlane_swap; /* n: lanes of a row */
cvg_in_fn cvg_in_shuffle;	/* wave.shuffle */
cvg_in_fn cvg_in_wave_reduce;
cvg_in_fn cvg_in_whole_wave;
cvg_in_fn cvg_in_shfl; /* rest: "sync.up.i32p" */
cvg_in_fn cvg_in_vote; /* n: of WARP; code 1: with members */
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
cvg_in_fn cvg_in_prmt;	      /* n: of PERM */
cvg_in_fn cvg_in_flo;	      /* n: signed */
cvg_in_fn cvg_in_szext;	      /* code: signed; n: clamp */
cvg_in_fn cvg_in_fns;
cvg_in_fn cvg_in_idp; /* code: parts */
cvg_in_fn cvg_in_reflect;
cvg_in_fn cvg_in_sreg_sum; /* all shared memory */

/* ---- ptx.c -------------------------------------------------------------- */

/* Inline assembler for NVPTX; false: something in it is not known. */
bool cvg_decode_ptx(struct cvg_decoder *d, LLVMValueRef call);

#endif
