/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * getelementptr. The constant parts of the offset are added up here; only the
 * variable indices become operations.
 */
#include <stdlib.h>

#include <llvm-c/Target.h>

#include "decode_int.h"

/* ---- steps ----------------------------------------------------------- */

/* The index of a struct's member: a constant, or a vector of equal
 * constants. */
static unsigned struct_index(LLVMValueRef v)
{
	if (LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMVectorTypeKind &&
	    !LLVMIsNull(v))
		v = LLVMGetAggregateElement(v, 0);
	return LLVMIsNull(v) ? 0 : (unsigned)LLVMConstIntGetZExtValue(v);
}

struct cvg_dec_steps cvg_dec_gep_steps(struct cvg_decoder *decoder,
				       LLVMValueRef gep)
{
	LLVMTypeRef type = LLVMGetGEPSourceElementType(gep);
	struct cvg_dec_steps steps = {0};
	int n = LLVMGetNumOperands(gep);

	for (int k = 1; k < n; k++) {
		struct cvg_dec_step s = {
			.index = LLVMGetOperand(gep, (unsigned)k)};

		if (k > 1 && LLVMGetTypeKind(type) == LLVMStructTypeKind) {
			unsigned i = struct_index(s.index);

			s.index = NULL;
			s.bytes = LLVMOffsetOfElement(decoder->module->layout,
						      type, i);
			type = LLVMStructGetTypeAtIndex(type, i);
		} else {
			if (k > 1)
				type = LLVMGetElementType(type);
			s.bytes = LLVMABISizeOfType(decoder->module->layout,
						    type);
		}
		cvg_push(&steps, s);
	}
	return steps;
}

/* ---- the instruction ------------------------------------------------- */

/* A variable index. */
struct term {
	uint32_t ref;
	struct cvg_scalar type;
	uint64_t bytes; /* by which it is multiplied */
};

struct terms {
	struct term *at;
	size_t n;
	size_t cap;
	uint64_t known; /* bytes: the constant part of the offset */
};

/* The term with an index that an addition takes: I32, I64, or extended to
 * I64. */
static struct term plain_term(struct cvg_decoder *decoder, struct term t)
{
	struct cvg_scalar to = cvg_dec_plain(CVG_K_I64);
	uint32_t wide;

	if (!t.type.width &&
	    (t.type.kind == CVG_K_I32 || t.type.kind == CVG_K_I64))
		return t;
	wide = cvg_dec_temp(decoder, CVG_K_I64);
	cvg_dec_resize(decoder, wide, to, t.ref, t.type, true);
	t.ref = wide;
	t.type = to;
	return t;
}

static void add_term(struct cvg_decoder *decoder, struct terms *terms,
		     struct cvg_dec_step s, uint32_t k)
{
	const struct cvg_layout *layout;
	const struct cvg_const *c;
	struct term t = {.bytes = s.bytes};

	if (!s.index) {
		terms->known += s.bytes;
		return;
	}
	layout = cvg_dec_layout_of(decoder, s.index);
	k = layout->n == 1 ? 0 : k;
	t.ref = cvg_dec_ref(decoder, s.index, k);
	t.type = layout->at[k];
	c = cvg_dec_const_of(decoder, t.ref);
	if (c && !c->poison && !c->undef)
		terms->known +=
			s.bytes * (uint64_t)cvg_dec_signed(*c, t.type.width);
	else
		cvg_push(terms, plain_term(decoder, t));
}

/* dst = base + all terms. */
static void add_up(struct cvg_decoder *decoder, struct cvg_scalar type,
		   uint32_t dst, uint32_t base, struct terms *terms)
{
	struct term known = {.type = cvg_dec_plain(CVG_K_I64), .bytes = 1};

	if (terms->known) {
		known.ref = cvg_dec_int(decoder, CVG_K_I64, terms->known);
		cvg_push(terms, known);
	}
	if (terms->n == 0)
		cvg_dec_move(decoder, type.kind, dst, base);
	for (size_t i = 0; i < terms->n; i++) {
		const struct term *t = &terms->at[i];
		uint32_t to = i + 1 == terms->n
				      ? dst
				      : cvg_dec_temp(decoder, type.kind);
		struct cvg_uop *uop = cvg_dec_op(decoder, CVG_U_ADDR,
						 cvg_dec_plain(type.kind), to,
						 base, t->ref, CVG_NONE);

		uop->kind2 = t->type.kind;
		uop->imm = t->bytes;
		base = to;
	}
}

void cvg_dec_gep(struct cvg_decoder *decoder)
{
	const struct cvg_layout *layout =
		cvg_dec_layout_of(decoder, decoder->inst);
	LLVMValueRef base = LLVMGetOperand(decoder->inst, 0);
	struct cvg_dec_steps steps;
	bool each = cvg_dec_layout_of(decoder, base)->n > 1;
	uint32_t dst = cvg_dec_dst(decoder);

	if (!cvg_dec_sized(decoder,
			   LLVMGetGEPSourceElementType(decoder->inst))) {
		cvg_dec_uncovered(decoder, "getelementptr",
				  "the type has no known size");
		return;
	}
	steps = cvg_dec_gep_steps(decoder, decoder->inst);
	for (uint32_t k = 0; k < layout->n; k++) {
		struct terms terms = {0};

		for (size_t i = 0; i < steps.n; i++)
			add_term(decoder, &terms, steps.at[i], k);
		add_up(decoder, layout->at[k], dst + k,
		       cvg_dec_ref(decoder, base, each ? k : 0), &terms);
		free(terms.at);
	}
	free(steps.at);
}
