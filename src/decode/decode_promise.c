/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The promises that a load's metadata make of its value (LLVM Language
 * Reference, "load"). A value that breaks !range, !nonnull or !align is poison;
 * if it is poison or undefined and there is !noundef, the behaviour is
 * undefined, a fault. So a check finds a transformed kernel that applies the
 * promise of one arm's load to both arms, although its bytes are right.
 */
#include "decode_int.h"

#include "reconverge/faults.h"

#include <stdlib.h>
#include <string.h>

struct promises {
	LLVMValueRef range, nonnull, align, noundef; /* NULL: no promise */
};

static LLVMValueRef promise(struct cvg_decoder *decoder, const char *name)
{
	unsigned kind = LLVMGetMDKindIDInContext(decoder->module->context, name,
						 (unsigned)strlen(name));

	return LLVMGetMetadata(decoder->inst, kind);
}

static struct promises promises_of(struct cvg_decoder *decoder)
{
	struct promises p = {0};

	if (!LLVMHasMetadata(decoder->inst))
		return p;
	p.range = promise(decoder, "range");
	p.nonnull = promise(decoder, "nonnull");
	p.align = promise(decoder, "align");
	p.noundef = promise(decoder, "noundef");
	return p;
}

bool cvg_dec_promises(struct cvg_decoder *decoder)
{
	struct promises p = promises_of(decoder);

	return p.range || p.nonnull || p.align || p.noundef;
}

/* ---- conditions ------------------------------------------------------ */

enum { EQ = 32, NE = 33, ULT = 36 }; /* LLVM's predicates */

static uint32_t compare(struct cvg_decoder *decoder, struct cvg_scalar type,
			uint32_t predicate, uint32_t a, uint32_t b)
{
	uint32_t bit = cvg_dec_temp(decoder, CVG_K_BIT);

	cvg_dec_op(decoder, CVG_U_ICMP, type, bit, a, b, CVG_NONE)->n =
		(uint16_t)predicate;
	return bit;
}

static uint32_t both(struct cvg_decoder *decoder, enum cvg_ucode code,
		     uint32_t a, uint32_t b)
{
	uint32_t bit;

	if (a == CVG_NONE)
		return b;
	bit = cvg_dec_temp(decoder, CVG_K_BIT);
	cvg_dec_op(decoder, code, cvg_dec_plain(CVG_K_BIT), bit, a, b,
		   CVG_NONE);
	return bit;
}

/* Is v in [lo, hi), which may wrap around? It is if v - lo < hi - lo,
 * unsigned. */
static uint32_t in_range(struct cvg_decoder *decoder, struct cvg_scalar type,
			 uint32_t v, uint64_t lo, uint64_t hi)
{
	enum cvg_kind kind = (enum cvg_kind)type.kind;
	uint32_t bits = type.width ? type.width : cvg_kind_bytes(kind) * 8;
	uint64_t span = hi - lo;
	uint32_t off = cvg_dec_temp(decoder, kind);

	if (bits < 64)
		span &= (UINT64_C(1) << bits) - 1;
	cvg_dec_op(decoder, CVG_U_SUB, type, off, v,
		   cvg_dec_int(decoder, kind, lo), CVG_NONE);
	return compare(decoder, type, ULT, off,
		       cvg_dec_int(decoder, kind, span));
}

/* Is v in one of the ranges of a !range node? CVG_NONE: its integers have too
 * many bits. */
static uint32_t in_ranges(struct cvg_decoder *decoder, struct cvg_scalar type,
			  uint32_t v, LLVMValueRef node)
{
	unsigned n = (unsigned)LLVMGetMDNodeNumOperands(node);
	LLVMValueRef *at = cvg_calloc(n + 1, sizeof(*at));
	uint32_t any = CVG_NONE;

	LLVMGetMDNodeOperands(node, at);
	for (unsigned i = 0; i + 1 < n; i += 2) {
		uint64_t lo = LLVMConstIntGetZExtValue(at[i]);
		uint64_t hi = LLVMConstIntGetZExtValue(at[i + 1]);

		any = both(decoder, CVG_U_OR, any,
			   in_range(decoder, type, v, lo, hi));
	}
	free(at);
	return any;
}

static uint32_t aligned(struct cvg_decoder *decoder, struct cvg_scalar type,
			uint32_t v, LLVMValueRef node)
{
	enum cvg_kind kind = (enum cvg_kind)type.kind;
	uint32_t low = cvg_dec_temp(decoder, kind);
	LLVMValueRef n;

	LLVMGetMDNodeOperands(node, &n);
	cvg_dec_op(decoder, CVG_U_AND, type, low, v,
		   cvg_dec_int(decoder, kind, LLVMConstIntGetZExtValue(n) - 1),
		   CVG_NONE);
	return compare(decoder, type, EQ, low, cvg_dec_int(decoder, kind, 0));
}

/* ---- promises of one load -------------------------------------------- */

static bool is_narrow_int(struct cvg_scalar type)
{
	return type.kind >= CVG_K_I8 && type.kind <= CVG_K_I64 && !type.pointer;
}

/* Does scalar v keep all promises? CVG_NONE: there is none. */
static uint32_t kept(struct cvg_decoder *decoder, const struct promises *p,
		     struct cvg_scalar type, uint32_t v)
{
	uint32_t ok = CVG_NONE;

	if (p->range && is_narrow_int(type))
		ok = in_ranges(decoder, type, v, p->range);
	if (p->nonnull && type.pointer)
		ok = both(decoder, CVG_U_AND, ok,
			  compare(decoder, type, NE, v,
				  cvg_dec_int(decoder, (enum cvg_kind)type.kind,
					      0)));
	if (p->align && type.pointer)
		ok = both(decoder, CVG_U_AND, ok,
			  aligned(decoder, type, v, p->align));
	return ok;
}

/* Emit a fault if v is poison or undefined: v == v is poison or undefined
 * then. */
static void must_be_defined(struct cvg_decoder *decoder, struct cvg_scalar type,
			    uint32_t v)
{
	struct cvg_scalar bits = type;
	uint32_t sure = cvg_dec_temp(decoder, CVG_K_BIT);
	struct cvg_uop *uop;

	if (type.kind >= CVG_K_F16)
		bits = cvg_dec_plain(type.kind == CVG_K_F64   ? CVG_K_I64
				     : type.kind == CVG_K_F32 ? CVG_K_I32
							      : CVG_K_I16);
	cvg_dec_op(decoder, CVG_U_ICMP, bits, sure, v, v, CVG_NONE)->n = EQ;
	uop = cvg_dec_emit(decoder, CVG_U_FAULT, CVG_K_BIT);
	uop->n = CVG_F_POISON_OPERAND;
	uop->a = sure;
	uop->imm = 1;
}

void cvg_dec_promised(struct cvg_decoder *decoder, const uint32_t *from)
{
	const struct cvg_layout *layout =
		cvg_dec_layout_of(decoder, decoder->inst);
	struct promises p = promises_of(decoder);
	uint32_t dst = cvg_dec_dst(decoder);

	for (uint32_t k = 0; k < layout->n; k++) {
		enum cvg_kind kind = (enum cvg_kind)layout->at[k].kind;
		uint32_t ok = kept(decoder, &p, layout->at[k], from[k]);

		if (ok == CVG_NONE)
			cvg_dec_op(decoder, CVG_U_MOV, layout->at[k], dst + k,
				   from[k], CVG_NONE, CVG_NONE);
		else
			cvg_dec_op(decoder, CVG_U_SELECT, layout->at[k],
				   dst + k, ok, from[k],
				   cvg_dec_poison(decoder, kind));
		if (p.noundef)
			must_be_defined(decoder, layout->at[k], dst + k);
	}
}
