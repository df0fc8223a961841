/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Elements of vectors and aggregates. Because each scalar has a slot of its
 * own, taking or replacing elements is a move. A variable index is compared
 * with the number of each element.
 */
#include "decode_int.h"

/* ---- vectors --------------------------------------------------------- */

/* The index, if it is a constant; else false. */
static bool known_index(struct cvg_decoder *decoder, uint32_t ref,
			uint64_t *index)
{
	const struct cvg_const *c = cvg_dec_const_of(decoder, ref);

	if (!c || c->poison || c->undef)
		return false;
	*index = c->hi ? UINT64_MAX : c->lo;
	return true;
}

/* The number of elements, of n, that an index of this type can name. */
static uint32_t reach_of(struct cvg_scalar index, uint32_t n)
{
	uint32_t bits = cvg_dec_bits(index);

	return bits < 31 && n > UINT32_C(1) << bits ? UINT32_C(1) << bits : n;
}

/* Temporary BIT: is the index k? */
static uint32_t is_place(struct cvg_decoder *decoder, struct cvg_scalar type,
			 uint32_t index, uint32_t k, unsigned predicate)
{
	uint32_t bit = cvg_dec_temp(decoder, CVG_K_BIT);
	struct cvg_uop *uop =
		cvg_dec_op(decoder, CVG_U_ICMP, type, bit, index,
			   cvg_dec_int(decoder, type.kind, k), CVG_NONE);

	uop->n = (uint16_t)predicate;
	return bit;
}

static void extract_unknown(struct cvg_decoder *decoder, LLVMValueRef v,
			    struct cvg_scalar type, uint32_t index)
{
	const struct cvg_layout *layout = cvg_dec_layout_of(decoder, v);
	enum cvg_kind kind = layout->at[0].kind;
	uint32_t n = reach_of(type, layout->n), dst = cvg_dec_dst(decoder);
	uint32_t so_far = cvg_dec_poison(decoder, kind);
	uint32_t other[2] = {CVG_NONE, CVG_NONE};

	for (uint32_t k = 0; k < n; k++) {
		uint32_t bit = is_place(decoder, type, index, k, LLVMIntEQ);
		uint32_t to = dst;

		if (k + 1 < n) {
			if (other[k & 1] == CVG_NONE)
				other[k & 1] = cvg_dec_temp(decoder, kind);
			to = other[k & 1];
		}
		cvg_dec_op(decoder, CVG_U_SELECT, cvg_dec_plain(kind), to, bit,
			   cvg_dec_ref(decoder, v, k), so_far);
		so_far = to;
	}
}

void cvg_dec_extract_element(struct cvg_decoder *decoder)
{
	LLVMValueRef v = LLVMGetOperand(decoder->inst, 0);
	LLVMValueRef i = LLVMGetOperand(decoder->inst, 1);
	const struct cvg_layout *layout = cvg_dec_layout_of(decoder, v);
	uint32_t index = cvg_dec_ref(decoder, i, 0);
	uint64_t k;

	if (!known_index(decoder, index, &k)) {
		extract_unknown(decoder, v, cvg_dec_scalar(decoder, i, 0),
				index);
		return;
	}
	cvg_dec_move(decoder, layout->at[0].kind, cvg_dec_dst(decoder),
		     k < layout->n
			     ? cvg_dec_ref(decoder, v, (uint32_t)k)
			     : cvg_dec_poison(decoder, layout->at[0].kind));
}

static void insert_unknown(struct cvg_decoder *decoder, LLVMValueRef v,
			   LLVMValueRef e, struct cvg_scalar type,
			   uint32_t index)
{
	const struct cvg_layout *layout = cvg_dec_layout_of(decoder, v);
	struct cvg_scalar plain = cvg_dec_plain(layout->at[0].kind);
	uint32_t n = reach_of(type, layout->n), dst = cvg_dec_dst(decoder);
	uint32_t last = cvg_dec_bits(type) < 31
				? (UINT32_C(1) << cvg_dec_bits(type)) - 1
				: UINT32_MAX;
	bool always = last < layout->n; /* every index is in range */
	uint32_t in =
		always ? CVG_NONE
		       : is_place(decoder, type, index, layout->n, LLVMIntULT);

	for (uint32_t k = 0; k < layout->n; k++) {
		uint32_t old = cvg_dec_ref(decoder, v, k);
		uint32_t bit, to;

		if (k >= n) { /* no index names it, but it may be poison */
			bit = is_place(decoder, type, index, 0, LLVMIntUGE);
			cvg_dec_op(decoder, CVG_U_SELECT, plain, dst + k, bit,
				   old, old);
			continue;
		}
		bit = is_place(decoder, type, index, k, LLVMIntEQ);
		to = always ? dst + k : cvg_dec_temp(decoder, plain.kind);
		cvg_dec_op(decoder, CVG_U_SELECT, plain, to, bit,
			   cvg_dec_ref(decoder, e, 0), old);
		if (!always)
			cvg_dec_op(decoder, CVG_U_SELECT, plain, dst + k, in,
				   to, cvg_dec_poison(decoder, plain.kind));
	}
}

void cvg_dec_insert_element(struct cvg_decoder *decoder)
{
	LLVMValueRef v = LLVMGetOperand(decoder->inst, 0);
	LLVMValueRef e = LLVMGetOperand(decoder->inst, 1);
	LLVMValueRef i = LLVMGetOperand(decoder->inst, 2);
	const struct cvg_layout *layout = cvg_dec_layout_of(decoder, v);
	uint32_t index = cvg_dec_ref(decoder, i, 0), dst = cvg_dec_dst(decoder);
	uint64_t at;

	if (!known_index(decoder, index, &at)) {
		insert_unknown(decoder, v, e, cvg_dec_scalar(decoder, i, 0),
			       index);
		return;
	}
	for (uint32_t k = 0; k < layout->n; k++) {
		uint32_t from = k == at ? cvg_dec_ref(decoder, e, 0)
					: cvg_dec_ref(decoder, v, k);

		if (at >= layout->n)
			from = cvg_dec_poison(decoder, layout->at[k].kind);
		cvg_dec_move(decoder, layout->at[k].kind, dst + k, from);
	}
}

void cvg_dec_shuffle(struct cvg_decoder *decoder)
{
	LLVMValueRef a = LLVMGetOperand(decoder->inst, 0);
	LLVMValueRef b = LLVMGetOperand(decoder->inst, 1);
	const struct cvg_layout *layout =
		cvg_dec_layout_of(decoder, decoder->inst);
	uint32_t n = cvg_dec_layout_of(decoder, a)->n,
		 dst = cvg_dec_dst(decoder);

	for (uint32_t k = 0; k < layout->n; k++) {
		int from = LLVMGetMaskValue(decoder->inst, k);
		uint32_t ref;

		if (from == LLVMGetUndefMaskElem())
			ref = cvg_dec_poison(decoder, layout->at[k].kind);
		else if ((uint32_t)from < n)
			ref = cvg_dec_ref(decoder, a, (uint32_t)from);
		else
			ref = cvg_dec_ref(decoder, b, (uint32_t)from - n);
		cvg_dec_move(decoder, layout->at[k].kind, dst + k, ref);
	}
}

/* ---- aggregates ------------------------------------------------------ */

/* The number of scalars before member `index` of *type, which becomes the type
 * of the member. */
static uint32_t skip_to(struct cvg_decoder *decoder, LLVMTypeRef *type,
			unsigned index)
{
	uint32_t n = 0;

	if (LLVMGetTypeKind(*type) == LLVMArrayTypeKind) {
		*type = LLVMGetElementType(*type);
		return index * cvg_dec_layout(decoder, *type)->n;
	}
	for (unsigned k = 0; k < index; k++)
		n += cvg_dec_layout(decoder, LLVMStructGetTypeAtIndex(*type, k))
			     ->n;
	*type = LLVMStructGetTypeAtIndex(*type, index);
	return n;
}

/* The first scalar that the indices of decoder->inst name in an aggregate. */
static uint32_t member_at(struct cvg_decoder *decoder, LLVMTypeRef type)
{
	unsigned n = LLVMGetNumIndices(decoder->inst);
	const unsigned *index = LLVMGetIndices(decoder->inst);
	uint32_t at = 0;

	for (unsigned k = 0; k < n; k++)
		at += skip_to(decoder, &type, index[k]);
	return at;
}

void cvg_dec_extract_value(struct cvg_decoder *decoder)
{
	LLVMValueRef a = LLVMGetOperand(decoder->inst, 0);
	const struct cvg_layout *layout =
		cvg_dec_layout_of(decoder, decoder->inst);
	uint32_t at = member_at(decoder, LLVMTypeOf(a)),
		 dst = cvg_dec_dst(decoder);

	for (uint32_t k = 0; k < layout->n; k++)
		cvg_dec_move(decoder, layout->at[k].kind, dst + k,
			     cvg_dec_ref(decoder, a, at + k));
}

void cvg_dec_insert_value(struct cvg_decoder *decoder)
{
	LLVMValueRef a = LLVMGetOperand(decoder->inst, 0);
	LLVMValueRef e = LLVMGetOperand(decoder->inst, 1);
	const struct cvg_layout *layout =
		cvg_dec_layout_of(decoder, decoder->inst);
	uint32_t n = cvg_dec_layout_of(decoder, e)->n,
		 dst = cvg_dec_dst(decoder);
	uint32_t at = member_at(decoder, LLVMTypeOf(decoder->inst));

	for (uint32_t k = 0; k < layout->n; k++)
		cvg_dec_move(decoder, layout->at[k].kind, dst + k,
			     k >= at && k - at < n
				     ? cvg_dec_ref(decoder, e, k - at)
				     : cvg_dec_ref(decoder, a, k));
}
