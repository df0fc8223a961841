/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Evaluates constant expressions to bits. The result is poison if an operand
 * is, and undef if an operand is.
 */
#include <stdlib.h>
#include <string.h>

#include "src/ir/compat.h"
#include "decode_int.h"

/* ---- numbers --------------------------------------------------------- */

/* The scalars of operand k, which the caller frees; NULL: it cannot be
 * evaluated. */
static struct cvg_const *operand(struct cvg_decoder *decoder, LLVMValueRef v,
				 unsigned k, uint32_t depth)
{
	LLVMValueRef op = LLVMGetOperand(v, k);
	uint32_t n = cvg_dec_layout_of(decoder, op)->n;
	struct cvg_const *c = cvg_calloc(n ? n : 1, sizeof *c);

	if (cvg_dec_eval_at(decoder, op, c, depth + 1))
		return c;
	free(c);
	return NULL;
}

static void cut(struct cvg_const *c, struct cvg_scalar type)
{
	uint32_t bits = cvg_dec_bits(type);

	c->kind = type.kind;
	if (c->poison || c->undef)
		c->lo = c->hi = 0;
	if (bits < 128)
		c->hi &= bits > 64 ? (UINT64_C(1) << (bits - 64)) - 1 : 0;
	if (bits < 64)
		c->lo &= (UINT64_C(1) << bits) - 1;
}

static void join_doubt(struct cvg_const *c, struct cvg_const b)
{
	c->poison |= b.poison;
	c->undef = (c->undef | b.undef) && !c->poison;
}

/* ---- casts ----------------------------------------------------------- */

static uint64_t aperture(enum cvg_space space)
{
	return space == CVG_SPACE_SHARED ? CVG_APERTURE_SHARED
					 : CVG_APERTURE_PRIVATE;
}

static bool has_aperture(enum cvg_space space)
{
	return space == CVG_SPACE_SHARED || space == CVG_SPACE_PRIVATE;
}

/* The null pointer of shared or private memory, whose pointers have this
 * kind. */
static uint64_t small_null(const struct cvg_decoder *decoder, uint32_t kind)
{
	if (!decoder->shared_null_ones)
		return 0;
	return kind == CVG_K_I32 ? UINT32_MAX : UINT64_MAX;
}

static bool space_cast(struct cvg_decoder *decoder, struct cvg_const *c,
		       struct cvg_scalar from, struct cvg_scalar to)
{
	enum cvg_space a, b;

	if (!cvg_dec_space(decoder, from.space, &a) ||
	    !cvg_dec_space(decoder, to.space, &b))
		return false;
	if (has_aperture(a) && !has_aperture(b))
		c->lo = c->lo == small_null(decoder, from.kind)
				? 0
				: c->lo + aperture(a);
	else if (has_aperture(b) && !has_aperture(a))
		c->lo = c->lo == 0 ? small_null(decoder, to.kind)
				   : c->lo - aperture(b);
	return true;
}

static bool cast_one(struct cvg_decoder *decoder, LLVMOpcode op,
		     struct cvg_const *c, struct cvg_scalar from,
		     struct cvg_scalar to)
{
	switch ((unsigned)op) {
	case LLVMTrunc:
	case LLVMZExt:
	case LLVMPtrToInt:
	case CVG_LLVM_PTRTOADDR:
	case LLVMIntToPtr:
		break;
	case LLVMSExt:
		if (cvg_dec_bits(from) > 64)
			return false;
		c->lo = (uint64_t)cvg_dec_signed(*c, cvg_dec_bits(from));
		c->hi = (int64_t)c->lo < 0 ? UINT64_MAX : 0;
		break;
	case LLVMAddrSpaceCast:
		if (!space_cast(decoder, c, from, to))
			return false;
		break;
	default:
		return false;
	}
	cut(c, to);
	return true;
}

/* Bit i of an array of scalars of `bits` bits each, counted through all of
 * them. */
static uint64_t bit_of(const struct cvg_const *c, uint32_t bits, uint32_t i)
{
	const struct cvg_const *of = &c[i / bits];
	uint32_t k = i % bits;

	return (k < 64 ? of->lo >> k : of->hi >> (k - 64)) & 1;
}

static void rebits(const struct cvg_layout *from, const struct cvg_const *a,
		   const struct cvg_layout *to, struct cvg_const *out)
{
	uint32_t old = cvg_dec_bits(from->at[0]);
	uint32_t bits = cvg_dec_bits(to->at[0]);

	for (uint32_t i = 0; i < to->n * bits && i / old < from->n; i++) {
		struct cvg_const *c = &out[i / bits];
		uint32_t k = i % bits;

		join_doubt(c, a[i / old]);
		if (k < 64)
			c->lo |= bit_of(a, old, i) << k;
		else
			c->hi |= bit_of(a, old, i) << (k - 64);
	}
	for (uint32_t k = 0; k < to->n; k++)
		cut(&out[k], to->at[k]);
}

static bool cast(struct cvg_decoder *decoder, LLVMValueRef v, LLVMOpcode op,
		 struct cvg_const *out, uint32_t depth)
{
	const struct cvg_layout *to = cvg_dec_layout_of(decoder, v);
	const struct cvg_layout *from =
		cvg_dec_layout_of(decoder, LLVMGetOperand(v, 0));
	struct cvg_const *a = operand(decoder, v, 0, depth);
	bool ok = a != NULL;

	if (ok && op == LLVMBitCast) {
		rebits(from, a, to, out);
	} else {
		for (uint32_t k = 0; ok && k < to->n; k++) {
			out[k] = a[k];
			ok = cast_one(decoder, op, &out[k], from->at[k],
				      to->at[k]);
		}
	}
	free(a);
	return ok;
}

/* ---- arithmetic ------------------------------------------------------ */

static bool shift_ok(struct cvg_const *c, uint64_t by, uint32_t bits)
{
	if (by < bits)
		return true;
	c->poison = true;
	return false;
}

/* c = c op b, for integers of at most 64 bits. False: it cannot be
 * evaluated. */
static bool binary_one(LLVMOpcode op, struct cvg_const *c, struct cvg_const b,
		       struct cvg_scalar type)
{
	uint32_t bits = cvg_dec_bits(type);

	if (bits > 64)
		return false;
	join_doubt(c, b);
	switch ((unsigned)op) {
	case LLVMAdd:
		c->lo += b.lo;
		break;
	case LLVMSub:
		c->lo -= b.lo;
		break;
	case LLVMMul:
		c->lo *= b.lo;
		break;
	case LLVMXor:
		c->lo ^= b.lo;
		break;
	case LLVMAnd:
		c->lo &= b.lo;
		break;
	case LLVMOr:
		c->lo |= b.lo;
		break;
	case LLVMShl:
		if (shift_ok(c, b.lo, bits))
			c->lo <<= b.lo;
		break;
	case LLVMLShr:
		if (shift_ok(c, b.lo, bits))
			c->lo >>= b.lo;
		break;
	case LLVMAShr:
		if (shift_ok(c, b.lo, bits))
			c->lo = (uint64_t)(cvg_dec_signed(*c, bits) >> b.lo);
		break;
	default:
		return false;
	}
	cut(c, type);
	return true;
}

static bool binary(struct cvg_decoder *decoder, LLVMValueRef v, LLVMOpcode op,
		   struct cvg_const *out, uint32_t depth)
{
	const struct cvg_layout *layout = cvg_dec_layout_of(decoder, v);
	struct cvg_const *a = operand(decoder, v, 0, depth);
	struct cvg_const *b = operand(decoder, v, 1, depth);
	bool ok = a && b;

	for (uint32_t k = 0; ok && k < layout->n; k++) {
		out[k] = a[k];
		ok = binary_one(op, &out[k], b[k], layout->at[k]);
	}
	free(a);
	free(b);
	return ok;
}

/* ---- addresses ------------------------------------------------------- */

/* out += index * bytes for each scalar; an index of one scalar is for all. */
static bool add_step(struct cvg_decoder *decoder,
		     const struct cvg_layout *layout, struct cvg_dec_step step,
		     struct cvg_const *out, uint32_t depth)
{
	const struct cvg_layout *il;
	struct cvg_const *i;
	bool ok;

	if (!step.index) {
		for (uint32_t k = 0; k < layout->n; k++)
			out[k].lo += step.bytes;
		return true;
	}
	il = cvg_dec_layout_of(decoder, step.index);
	if (!il->ok || il->n == 0)
		return false;
	i = cvg_calloc(il->n, sizeof *i);
	ok = cvg_dec_eval_at(decoder, step.index, i, depth + 1);
	for (uint32_t k = 0; ok && k < layout->n; k++) {
		uint32_t from = il->n == 1 ? 0 : k;

		join_doubt(&out[k], i[from]);
		out[k].lo += step.bytes * (uint64_t)cvg_dec_signed(
						  i[from], il->at[from].width);
	}
	free(i);
	return ok;
}

static bool gep(struct cvg_decoder *decoder, LLVMValueRef v,
		struct cvg_const *out, uint32_t depth)
{
	const struct cvg_layout *layout = cvg_dec_layout_of(decoder, v);
	uint32_t nbase = cvg_dec_layout_of(decoder, LLVMGetOperand(v, 0))->n;
	struct cvg_const *base;
	struct cvg_dec_steps steps;
	bool ok;

	if (!cvg_dec_sized(decoder, LLVMGetGEPSourceElementType(v)))
		return false;
	base = operand(decoder, v, 0, depth);
	steps = cvg_dec_gep_steps(decoder, v);
	ok = base != NULL;
	for (uint32_t k = 0; ok && k < layout->n; k++)
		out[k] = base[nbase == 1 ? 0 : k];
	for (size_t i = 0; ok && i < steps.n; i++)
		ok = add_step(decoder, layout, steps.at[i], out, depth);
	for (uint32_t k = 0; k < layout->n; k++)
		cut(&out[k], layout->at[k]);
	free(base);
	free(steps.at);
	return ok;
}

/* ---- vectors --------------------------------------------------------- */

static bool extract(struct cvg_decoder *decoder, LLVMValueRef v,
		    struct cvg_const *out, uint32_t depth)
{
	uint32_t n = cvg_dec_layout_of(decoder, LLVMGetOperand(v, 0))->n;
	struct cvg_const *a = operand(decoder, v, 0, depth);
	struct cvg_const *i = operand(decoder, v, 1, depth);
	bool ok = a && i;

	if (ok && !i->poison && !i->undef && i->lo < n)
		*out = a[i->lo];
	else
		out->poison = true;
	free(a);
	free(i);
	return ok;
}

static bool insert(struct cvg_decoder *decoder, LLVMValueRef v,
		   struct cvg_const *out, uint32_t depth)
{
	uint32_t n = cvg_dec_layout_of(decoder, v)->n;
	struct cvg_const *a = operand(decoder, v, 0, depth);
	struct cvg_const *e = operand(decoder, v, 1, depth);
	struct cvg_const *i = operand(decoder, v, 2, depth);
	bool ok = a && e && i;

	if (ok) {
		bool in = !i->poison && !i->undef && i->lo < n;

		for (uint32_t k = 0; k < n; k++) {
			out[k] = in && i->lo == k ? *e : a[k];
			if (!in)
				out[k] = (struct cvg_const){.kind = a[k].kind,
							    .poison = true};
		}
	}
	free(a);
	free(e);
	free(i);
	return ok;
}

static bool shuffle(struct cvg_decoder *decoder, LLVMValueRef v,
		    struct cvg_const *out, uint32_t depth)
{
	uint32_t n = cvg_dec_layout_of(decoder, LLVMGetOperand(v, 0))->n;
	struct cvg_const *a = operand(decoder, v, 0, depth);
	struct cvg_const *b = operand(decoder, v, 1, depth);
	bool ok = a && b;

	for (unsigned k = 0; ok && k < LLVMGetNumMaskElements(v); k++) {
		int from = LLVMGetMaskValue(v, k);

		if (from == LLVMGetUndefMaskElem())
			out[k].poison = true;
		else
			out[k] = (uint32_t)from < n ? a[from]
						    : b[(uint32_t)from - n];
	}
	free(a);
	free(b);
	return ok;
}

bool cvg_dec_eval_expr(struct cvg_decoder *decoder, LLVMValueRef v,
		       struct cvg_const *out, uint32_t depth)
{
	LLVMOpcode op = LLVMGetConstOpcode(v);

	switch ((unsigned)op) {
	case LLVMGetElementPtr:
		return gep(decoder, v, out, depth);
	case LLVMExtractElement:
		return extract(decoder, v, out, depth);
	case LLVMInsertElement:
		return insert(decoder, v, out, depth);
	case LLVMShuffleVector:
		return shuffle(decoder, v, out, depth);
	case LLVMTrunc:
	case LLVMZExt:
	case LLVMSExt:
	case LLVMPtrToInt:
	case CVG_LLVM_PTRTOADDR:
	case LLVMIntToPtr:
	case LLVMBitCast:
	case LLVMAddrSpaceCast:
		return cast(decoder, v, op, out, depth);
	default:
		return LLVMGetNumOperands(v) == 2 &&
		       binary(decoder, v, op, out, depth);
	}
}
