/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Decodes arithmetic, conversions, comparisons and selects, scalar by
 * scalar. */
#include <stdlib.h>

#include "src/ir/compat.h"
#include "decode_int.h"
#include "intrin.h"

#include "reconverge/target.h"

void cvg_dec_move(struct cvg_decoder *decoder, enum cvg_kind kind, uint32_t dst,
		  uint32_t a)
{
	cvg_dec_op(decoder, CVG_U_MOV, cvg_dec_plain(kind), dst, a, CVG_NONE,
		   CVG_NONE);
}

/* ---- arithmetic ------------------------------------------------------ */

static const uint8_t code_of[] = {
	[LLVMFNeg] = CVG_U_FNEG,  [LLVMAdd] = CVG_U_ADD,
	[LLVMFAdd] = CVG_U_FADD,  [LLVMSub] = CVG_U_SUB,
	[LLVMFSub] = CVG_U_FSUB,  [LLVMMul] = CVG_U_MUL,
	[LLVMFMul] = CVG_U_FMUL,  [LLVMUDiv] = CVG_U_UDIV,
	[LLVMSDiv] = CVG_U_SDIV,  [LLVMFDiv] = CVG_U_FDIV,
	[LLVMURem] = CVG_U_UREM,  [LLVMSRem] = CVG_U_SREM,
	[LLVMFRem] = CVG_U_MATH2, [LLVMShl] = CVG_U_SHL,
	[LLVMLShr] = CVG_U_LSHR,  [LLVMAShr] = CVG_U_ASHR,
	[LLVMAnd] = CVG_U_AND,	  [LLVMOr] = CVG_U_OR,
	[LLVMXor] = CVG_U_XOR,
};

static uint16_t arith_flags(struct cvg_decoder *decoder, LLVMOpcode op,
			    enum cvg_kind kind)
{
	uint16_t flags = 0;

	switch (op) {
	case LLVMAdd:
	case LLVMSub:
	case LLVMMul:
	case LLVMShl:
	case LLVMTrunc:
		if (LLVMGetNUW(decoder->inst))
			flags |= CVG_UF_NUW;
		if (LLVMGetNSW(decoder->inst) && !decoder->module->wraps)
			flags |= CVG_UF_NSW;
		return flags;
	case LLVMUDiv:
	case LLVMSDiv:
	case LLVMLShr:
	case LLVMAShr:
		return LLVMGetExact(decoder->inst) ? CVG_UF_EXACT : 0;
	case LLVMOr:
		return LLVMGetIsDisjoint(decoder->inst) ? CVG_UF_DISJOINT : 0;
	case LLVMZExt:
	case LLVMUIToFP:
		return LLVMGetNNeg(decoder->inst) ? CVG_UF_NNEG : 0;
	default:
		return cvg_dec_float_flags(decoder, decoder->inst, kind);
	}
}

/* ---- shifts ------------------------------------------------------------ */

static bool is_target_shift(const struct cvg_decoder *decoder, LLVMOpcode op,
			    struct cvg_scalar type)
{
	if (op != LLVMShl && op != LLVMLShr && op != LLVMAShr)
		return false;
	if (!decoder->module->target_shifts || type.kind > CVG_K_I64)
		return false;
	return cvg_target_info(decoder->module->target)->shift_clamps ||
	       (type.kind >= CVG_K_I32 && !type.width);
}

/*
 * A shift as the target's instruction executes it. By "The PTX ISA", shl and
 * shr, the amount is a 32-bit number, and a greater amount than the width
 * counts as the width. By the ISAs of AMD, V_LSHLREV_B32 and similar
 * instructions, only the lowest 5 or 6 bits of the amount count.
 */
static struct cvg_uop *target_shift(struct cvg_decoder *decoder, LLVMOpcode op,
				    struct cvg_scalar type, uint32_t dst,
				    uint32_t a, uint32_t by)
{
	struct cvg_in in = {.decoder = decoder};
	enum cvg_kind kind = (enum cvg_kind)type.kind;
	uint32_t last = cvg_build_int(&in, kind, cvg_dec_bits(type) - 1), far,
		 to;
	bool clamps = cvg_target_info(decoder->module->target)->shift_clamps;

	if (clamps && kind == CVG_K_I64)
		by = cvg_build_opk(&in, CVG_U_AND, kind, by, UINT32_MAX);
	if (clamps && op != LLVMAShr) {
		/* if no bit is left, shift 0 instead, by a legal amount */
		far = cvg_build_icmp(&in, LLVMIntUGT, kind, by, last);
		to = cvg_dec_temp(decoder, kind);
		cvg_dec_op(decoder, CVG_U_SELECT, cvg_dec_plain(kind), to, far,
			   cvg_build_int(&in, kind, 0), a);
		a = to;
	}
	by = cvg_build_op2(&in, clamps ? CVG_U_UMIN : CVG_U_AND, kind, by,
			   last);
	return cvg_dec_op(decoder, code_of[op], type, dst, a, by, CVG_NONE);
}

void cvg_dec_arith(struct cvg_decoder *decoder, LLVMOpcode op)
{
	const struct cvg_layout *layout =
		cvg_dec_layout_of(decoder, decoder->inst);
	uint32_t dst = cvg_dec_dst(decoder);
	LLVMValueRef a = LLVMGetOperand(decoder->inst, 0);
	LLVMValueRef b =
		op == LLVMFNeg ? NULL : LLVMGetOperand(decoder->inst, 1);
	uint16_t flags = arith_flags(decoder, op, layout->at[0].kind);

	for (uint32_t k = 0; k < layout->n; k++) {
		uint32_t x = cvg_dec_ref(decoder, a, k);
		uint32_t y = b ? cvg_dec_ref(decoder, b, k) : CVG_NONE;
		struct cvg_uop *uop =
			is_target_shift(decoder, op, layout->at[k])
				? target_shift(decoder, op, layout->at[k],
					       dst + k, x, y)
				: cvg_dec_op(decoder, code_of[op],
					     layout->at[k], dst + k, x, y,
					     CVG_NONE);

		uop->flags |= flags;
		if (op == LLVMFRem)
			uop->n = CVG_M_FMOD;
	}
}

/* ---- conversions ----------------------------------------------------- */

void cvg_dec_resize(struct cvg_decoder *decoder, uint32_t dst,
		    struct cvg_scalar to, uint32_t a, struct cvg_scalar from,
		    bool is_signed)
{
	uint32_t old = cvg_dec_bits(from), bits = cvg_dec_bits(to);
	enum cvg_ucode code = is_signed ? CVG_U_SEXT : CVG_U_ZEXT;
	struct cvg_uop *uop;

	if (old == bits) {
		cvg_dec_move(decoder, to.kind, dst, a);
		return;
	}
	uop = cvg_dec_op(decoder, bits < old ? CVG_U_TRUNC : code, from, dst, a,
			 CVG_NONE, CVG_NONE);
	uop->kind2 = to.kind;
	uop->imm = to.width;
}

void cvg_dec_rebits(struct cvg_decoder *decoder, struct cvg_scalar to,
		    uint32_t dst, uint32_t m, struct cvg_scalar from,
		    const uint32_t *a, uint32_t n)
{
	size_t at = decoder->lists.n;
	struct cvg_uop *uop;

	cvg_dec_list(decoder, n);
	for (uint32_t k = 0; k < n; k++)
		cvg_dec_list(decoder, a[k]);
	cvg_dec_list(decoder, m);
	uop = cvg_dec_op(decoder, CVG_U_REBITS, from, dst, CVG_NONE, CVG_NONE,
			 CVG_NONE);
	uop->imm = at;
	uop->kind2 = to.kind;
	uop->n = (uint16_t)to.width;
}

/* A cast that keeps the bits: it cuts them into other scalars, or only changes
 * their type. */
static void bitcast(struct cvg_decoder *decoder)
{
	LLVMValueRef a = LLVMGetOperand(decoder->inst, 0);
	const struct cvg_layout *to = cvg_dec_layout_of(decoder, decoder->inst);
	const struct cvg_layout *from = cvg_dec_layout_of(decoder, a);
	uint32_t *refs, dst = cvg_dec_dst(decoder);

	if (from->n == to->n) {
		for (uint32_t k = 0; k < to->n; k++)
			cvg_dec_move(decoder, to->at[k].kind, dst + k,
				     cvg_dec_ref(decoder, a, k));
		return;
	}
	refs = cvg_calloc(from->n + 1, sizeof *refs);
	for (uint32_t k = 0; k < from->n; k++)
		refs[k] = cvg_dec_ref(decoder, a, k);
	cvg_dec_rebits(decoder, to->at[0], dst, to->n, from->at[0], refs,
		       from->n);
	free(refs);
}

static enum cvg_ucode convert_code(LLVMOpcode op)
{
	switch (op) {
	case LLVMTrunc:
		return CVG_U_TRUNC;
	case LLVMZExt:
		return CVG_U_ZEXT;
	case LLVMSExt:
		return CVG_U_SEXT;
	case LLVMFPToUI:
		return CVG_U_FPTOUI;
	case LLVMFPToSI:
		return CVG_U_FPTOSI;
	case LLVMUIToFP:
		return CVG_U_UITOFP;
	case LLVMSIToFP:
		return CVG_U_SITOFP;
	case LLVMFPTrunc:
		return CVG_U_FPTRUNC;
	default:
		return CVG_U_FPEXT;
	}
}

static void convert_one(struct cvg_decoder *decoder, LLVMOpcode op,
			uint32_t dst, struct cvg_scalar to, uint32_t a,
			struct cvg_scalar from)
{
	struct cvg_uop *uop;

	switch ((unsigned)op) {
	case LLVMPtrToInt:
	case CVG_LLVM_PTRTOADDR:
	case LLVMIntToPtr:
		cvg_dec_resize(decoder, dst, to, a, from, false);
		return;
	case LLVMAddrSpaceCast:
		cvg_dec_space_cast(decoder, dst, to.space, a, from.space);
		return;
	default:
		uop = cvg_dec_op(decoder, convert_code(op), from, dst, a,
				 CVG_NONE, CVG_NONE);
		uop->flags |= arith_flags(decoder, op, from.kind) &
			      (UINT16_MAX & ~CVG_UF_FTZ);
		uop->kind2 = to.kind;
		uop->imm = to.width;
	}
}

void cvg_dec_convert(struct cvg_decoder *decoder, LLVMOpcode op)
{
	LLVMValueRef a = LLVMGetOperand(decoder->inst, 0);
	const struct cvg_layout *to = cvg_dec_layout_of(decoder, decoder->inst);
	const struct cvg_layout *from = cvg_dec_layout_of(decoder, a);
	uint32_t dst = cvg_dec_dst(decoder);

	if (op == LLVMBitCast) {
		bitcast(decoder);
		return;
	}
	for (uint32_t k = 0; k < to->n; k++)
		convert_one(decoder, op, dst + k, to->at[k],
			    cvg_dec_ref(decoder, a, k), from->at[k]);
}

void cvg_dec_space_cast(struct cvg_decoder *decoder, uint32_t dst, uint32_t to,
			uint32_t a, uint32_t from)
{
	enum cvg_kind kind = cvg_dec_pointer_kind(decoder, from);
	enum cvg_kind kind2 = cvg_dec_pointer_kind(decoder, to);
	enum cvg_space s, t;
	struct cvg_uop *uop;

	if (!cvg_dec_space(decoder, from, &s) ||
	    !cvg_dec_space(decoder, to, &t))
		return;
	if (kind == kind2 &&
	    (s == t || (s <= CVG_SPACE_GLOBAL && t <= CVG_SPACE_GLOBAL))) {
		cvg_dec_move(decoder, kind, dst, a);
		return;
	}
	uop = cvg_dec_op(decoder, CVG_U_SPACECAST, cvg_dec_plain(kind), dst, a,
			 CVG_NONE, CVG_NONE);
	uop->n = (uint16_t)s;
	uop->kind2 = (uint8_t)kind2;
	uop->imm = t;
	if (decoder->shared_null_ones)
		uop->flags |= CVG_UF_SIGNED;
}

/* ---- comparing, choosing --------------------------------------------- */

static void compare(struct cvg_decoder *decoder, enum cvg_ucode code,
		    unsigned predicate, uint16_t flags)
{
	LLVMValueRef a = LLVMGetOperand(decoder->inst, 0);
	LLVMValueRef b = LLVMGetOperand(decoder->inst, 1);
	const struct cvg_layout *layout = cvg_dec_layout_of(decoder, a);
	uint32_t dst = cvg_dec_dst(decoder);

	for (uint32_t k = 0; k < layout->n; k++) {
		struct cvg_uop *uop =
			cvg_dec_op(decoder, code, layout->at[k], dst + k,
				   cvg_dec_ref(decoder, a, k),
				   cvg_dec_ref(decoder, b, k), CVG_NONE);

		uop->n = (uint16_t)predicate;
		uop->flags |= flags;
	}
}

void cvg_dec_icmp(struct cvg_decoder *decoder)
{
	compare(decoder, CVG_U_ICMP, LLVMGetICmpPredicate(decoder->inst),
		cvg_llvm_samesign(decoder->inst) ? CVG_UF_SAMESIGN : 0);
}

void cvg_dec_fcmp(struct cvg_decoder *decoder)
{
	struct cvg_scalar s =
		cvg_dec_scalar(decoder, LLVMGetOperand(decoder->inst, 0), 0);

	compare(decoder, CVG_U_FCMP, LLVMGetFCmpPredicate(decoder->inst),
		cvg_dec_float_flags(decoder, decoder->inst, s.kind));
}

void cvg_dec_select(struct cvg_decoder *decoder)
{
	LLVMValueRef c = LLVMGetOperand(decoder->inst, 0);
	LLVMValueRef a = LLVMGetOperand(decoder->inst, 1);
	LLVMValueRef b = LLVMGetOperand(decoder->inst, 2);
	const struct cvg_layout *layout =
		cvg_dec_layout_of(decoder, decoder->inst);
	bool each = cvg_dec_layout_of(decoder, c)->n == layout->n;
	uint32_t dst = cvg_dec_dst(decoder);

	for (uint32_t k = 0; k < layout->n; k++)
		cvg_dec_op(decoder, CVG_U_SELECT,
			   cvg_dec_plain(layout->at[k].kind), dst + k,
			   cvg_dec_ref(decoder, c, each ? k : 0),
			   cvg_dec_ref(decoder, a, k),
			   cvg_dec_ref(decoder, b, k));
}

void cvg_dec_freeze(struct cvg_decoder *decoder)
{
	LLVMValueRef a = LLVMGetOperand(decoder->inst, 0);
	const struct cvg_layout *layout =
		cvg_dec_layout_of(decoder, decoder->inst);
	uint32_t dst = cvg_dec_dst(decoder);

	for (uint32_t k = 0; k < layout->n; k++)
		cvg_dec_op(decoder, CVG_U_FREEZE, layout->at[k], dst + k,
			   cvg_dec_ref(decoder, a, k), CVG_NONE, CVG_NONE);
}
