/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Constants: the program's table, which has each constant once, and the
 * conversion of LLVM's constants to bits. Every variable and function has its
 * address before this is called, so that the bits of every constant are known.
 */
#include <stdlib.h>
#include <string.h>

#include "decode_int.h"

/* A constant that is nested deeper is not evaluated: it is a gap. */
#define MAX_DEPTH 200

/* ---- the table ------------------------------------------------------- */

static uint32_t hash(struct cvg_const c)
{
	uint64_t h = c.lo * UINT64_C(0x9e3779b97f4a7c15);

	h ^= c.hi * UINT64_C(0xbf58476d1ce4e5b9);
	h ^= (uint64_t)c.kind << 2 | (uint64_t)c.poison << 1 | c.undef;
	h *= UINT64_C(0x94d049bb133111eb);
	return (uint32_t)(h >> 32);
}

static bool same(struct cvg_const a, struct cvg_const b)
{
	return a.kind == b.kind && a.poison == b.poison && a.undef == b.undef &&
	       a.lo == b.lo && a.hi == b.hi;
}

/* The place of c in the hash table, or the free place where it belongs. */
static uint32_t place_of(const struct cvg_dec_inner *in, struct cvg_const c)
{
	uint32_t at = hash(c) & in->const_mask;

	while (in->const_slot[at] &&
	       !same(in->consts.at[in->const_slot[at] - 1], c))
		at = (at + 1) & in->const_mask;
	return at;
}

static void grow(struct cvg_dec_inner *in)
{
	uint32_t cap = in->const_slot ? (in->const_mask + 1) * 2 : 256;

	free(in->const_slot);
	in->const_slot = cvg_calloc(cap, sizeof *in->const_slot);
	in->const_mask = cap - 1;
	for (uint32_t i = 0; i < in->consts.n; i++)
		in->const_slot[place_of(in, in->consts.at[i])] = i + 1;
}

uint32_t cvg_dec_const(struct cvg_decoder *decoder, struct cvg_const c)
{
	struct cvg_dec_inner *in = decoder->in;
	uint32_t at;

	if (!in->const_slot || in->consts.n > in->const_mask / 2)
		grow(in);
	at = place_of(in, c);
	if (!in->const_slot[at]) {
		cvg_push(&in->consts, c);
		in->const_slot[at] = (uint32_t)in->consts.n;
	}
	return CVG_REF_CONST | (in->const_slot[at] - 1);
}

uint32_t cvg_dec_int(struct cvg_decoder *decoder, enum cvg_kind kind,
		     uint64_t lo)
{
	uint32_t bits = cvg_dec_bits(cvg_dec_plain(kind));

	if (bits < 64)
		lo &= (UINT64_C(1) << bits) - 1;
	return cvg_dec_const(decoder,
			     (struct cvg_const){.kind = kind, .lo = lo});
}

uint32_t cvg_dec_poison(struct cvg_decoder *decoder, enum cvg_kind kind)
{
	return cvg_dec_const(decoder,
			     (struct cvg_const){.kind = kind, .poison = true});
}

uint32_t cvg_dec_undef(struct cvg_decoder *decoder, enum cvg_kind kind)
{
	return cvg_dec_const(decoder,
			     (struct cvg_const){.kind = kind, .undef = true});
}

const struct cvg_const *cvg_dec_const_of(const struct cvg_decoder *decoder,
					 uint32_t ref)
{
	if (ref == CVG_NONE || !(ref & CVG_REF_CONST))
		return NULL;
	return &decoder->in->consts.at[ref & ~CVG_REF_CONST];
}

int64_t cvg_dec_signed(struct cvg_const c, uint32_t width)
{
	uint32_t bits = width ? width : cvg_dec_bits(cvg_dec_plain(c.kind));

	if (bits >= 64)
		return (int64_t)c.lo;
	return (int64_t)(c.lo << (64 - bits)) >> (64 - bits);
}

bool cvg_dec_immediate(struct cvg_decoder *decoder, LLVMValueRef v,
		       uint64_t *out)
{
	const struct cvg_layout *layout = cvg_dec_layout_of(decoder, v);
	const struct cvg_const *c;

	*out = 0;
	if (!LLVMIsConstant(v) || !layout->ok || layout->n != 1)
		return false;
	c = cvg_dec_const_of(decoder, cvg_dec_ref(decoder, v, 0));
	if (!c || c->poison || c->undef || c->hi)
		return false;
	*out = c->lo;
	return true;
}

/* ---- numbers --------------------------------------------------------- */

/* *hi:*lo = *hi:*lo * 10 + digit */
static void push_digit(uint64_t *lo, uint64_t *hi, unsigned digit)
{
	uint64_t low = (*lo & UINT32_MAX) * 10 + digit;
	uint64_t mid = (*lo >> 32) * 10 + (low >> 32);

	*hi = *hi * 10 + (mid >> 32);
	*lo = mid << 32 | (low & UINT32_MAX);
}

/* The value of an integer of more than 64 bits: LLVM-C only gives it as text,
 * such as "i128 -5". */
static void wide_integer(LLVMValueRef v, uint32_t bits, struct cvg_const *c)
{
	char *text = LLVMPrintValueToString(v), *p = strchr(text, ' ');
	bool minus = p && p[1] == '-';

	for (p = p ? p + 1 + minus : text; *p >= '0' && *p <= '9'; p++)
		push_digit(&c->lo, &c->hi, (unsigned)(*p - '0'));
	if (minus) {
		c->lo = ~c->lo + 1;
		c->hi = ~c->hi + (c->lo == 0);
	}
	if (bits < 128)
		c->hi &= (UINT64_C(1) << (bits - 64)) - 1;
	LLVMDisposeMessage(text);
}

static void integer(LLVMValueRef v, uint32_t bits, struct cvg_const *c)
{
	if (bits <= 64)
		c->lo = LLVMConstIntGetZExtValue(v);
	else
		wide_integer(v, bits, c);
}

/* The bits of a float: the constant is cast to an integer, which LLVM folds. */
static bool float_bits(LLVMValueRef v, uint32_t bits, struct cvg_const *c)
{
	LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(v));
	LLVMValueRef cast =
		LLVMConstBitCast(v, LLVMIntTypeInContext(context, bits));

	if (!LLVMIsAConstantInt(cast))
		return false;
	c->lo = LLVMConstIntGetZExtValue(cast);
	return true;
}

/* A number, or a vector whose elements are all the same number. */
static bool number(struct cvg_decoder *decoder, LLVMValueRef v,
		   struct cvg_const *out)
{
	const struct cvg_layout *layout = cvg_dec_layout_of(decoder, v);
	uint32_t bits = cvg_dec_bits(layout->at[0]);

	if (LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMVectorTypeKind)
		return false;
	if (LLVMIsAConstantFP(v))
		return float_bits(v, bits, out);
	integer(v, bits, out);
	return true;
}

/* ---- addresses ------------------------------------------------------- */

static bool function_address(struct cvg_decoder *decoder, LLVMValueRef v,
			     struct cvg_const *c)
{
	uint32_t id = cvg_ptrmap_get(&decoder->in->fn_id, v);

	if (id == CVG_NONE) {
		id = cvg_ptrmap_get(&decoder->in->bodiless_id, v);
		if (id == CVG_NONE)
			return false;
		id += CVG_DEC_BODILESS;
	}
	c->lo = CVG_FUNCTION_BASE + 16 * (uint64_t)id;
	return true;
}

static bool global_address(struct cvg_decoder *decoder, LLVMValueRef v,
			   struct cvg_const *c)
{
	uint32_t id = cvg_ptrmap_get(&decoder->in->global_id, v);

	if (id == CVG_NONE)
		return false;
	c->lo = decoder->program->globals[id].address;
	return true;
}

/* The address of a block: its number in its function, counted from 1. */
static bool block_address(struct cvg_decoder *decoder, LLVMValueRef v,
			  struct cvg_const *c)
{
	LLVMBasicBlockRef block = LLVMGetBlockAddressBasicBlock(v);
	uint32_t f = cvg_ptrmap_get(&decoder->in->fn_id,
				    LLVMGetBlockAddressFunction(v));
	uint32_t id;

	if (f == CVG_NONE) { /* never called: nothing can jump there */
		c->lo = 0;
		return true;
	}
	id = cvg_ptrmap_get(&decoder->in->fns.at[f].num.block_id, block);
	c->lo = (uint64_t)id + 1;
	return id != CVG_NONE;
}

/* ---- all constants --------------------------------------------------- */

static uint64_t count_elements(LLVMTypeRef type)
{
	switch (LLVMGetTypeKind(type)) {
	case LLVMStructTypeKind:
		return LLVMCountStructElementTypes(type);
	case LLVMArrayTypeKind:
		return LLVMGetArrayLength2(type);
	case LLVMVectorTypeKind:
		return LLVMGetVectorSize(type);
	default:
		return 0;
	}
}

static bool aggregate(struct cvg_decoder *decoder, LLVMValueRef v,
		      struct cvg_const *out, uint32_t depth)
{
	uint64_t n = count_elements(LLVMTypeOf(v));

	for (uint64_t k = 0; k < n; k++) {
		LLVMValueRef e = LLVMGetAggregateElement(v, (unsigned)k);

		if (!e || !cvg_dec_eval_at(decoder, e, out, depth + 1))
			return false;
		out += cvg_dec_layout_of(decoder, e)->n;
	}
	return n > 0;
}

static bool address(struct cvg_decoder *decoder, LLVMValueRef v,
		    struct cvg_const *out, uint32_t depth)
{
	if (LLVMIsAFunction(v))
		return function_address(decoder, v, out);
	if (LLVMIsAGlobalVariable(v))
		return global_address(decoder, v, out);
	if (LLVMIsAGlobalAlias(v))
		return cvg_dec_eval_at(decoder, LLVMAliasGetAliasee(v), out,
				       depth + 1);
	return false;
}

static bool eval_kind(struct cvg_decoder *decoder, LLVMValueRef v,
		      struct cvg_const *out, uint32_t depth)
{
	if (LLVMIsAConstantInt(v) || LLVMIsAConstantFP(v)) {
		if (number(decoder, v, out))
			return true;
		return aggregate(decoder, v, out, depth);
	}
	if (LLVMIsAGlobalValue(v))
		return address(decoder, v, out, depth);
	if (LLVMIsABlockAddress(v))
		return block_address(decoder, v, out);
	if (LLVMIsAConstantExpr(v))
		return cvg_dec_eval_expr(decoder, v, out, depth);
	return aggregate(decoder, v, out, depth);
}

bool cvg_dec_eval_at(struct cvg_decoder *decoder, LLVMValueRef v,
		     struct cvg_const *out, uint32_t depth)
{
	const struct cvg_layout *layout = cvg_dec_layout_of(decoder, v);
	bool undef = LLVMIsUndef(v), poison = LLVMIsPoison(v);

	if (!layout->ok || depth > MAX_DEPTH)
		return false;
	for (uint32_t k = 0; k < layout->n; k++)
		out[k] = (struct cvg_const){.kind = layout->at[k].kind,
					    .poison = poison,
					    .undef = undef && !poison};
	if (undef || layout->n == 0 || LLVMIsNull(v))
		return true;
	return eval_kind(decoder, v, out, depth);
}

/* Append a constant to a message: one line, shortened if it is long. */
static void name_constant(struct cvg_str *name, LLVMValueRef v)
{
	size_t n;
	char *text;

	if (LLVMIsAGlobalValue(v)) {
		const char *is = LLVMGetValueName2(v, &n);

		cvg_str_addc(name, '@');
		cvg_str_addname(name, is, n);
		return;
	}
	text = LLVMPrintValueToString(v);
	n = strcspn(text, "\n");
	cvg_str_addn(name, text, n > 80 ? 80 : n);
	LLVMDisposeMessage(text);
}

bool cvg_dec_eval(struct cvg_decoder *decoder, LLVMValueRef v,
		  struct cvg_const *out)
{
	struct cvg_str name = {0};

	if (cvg_dec_eval_at(decoder, v, out, 0))
		return true;
	name_constant(&name, v);
	cvg_dec_uncovered(decoder, name.at,
			  "the simulator has no value for this constant");
	cvg_str_done(&name);
	return false;
}
