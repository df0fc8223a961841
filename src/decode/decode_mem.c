/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Loads, stores and allocas. A value is accessed scalar by scalar. Two sorts of
 * values are accessed byte by byte, because their form in memory differs from
 * that in slots: integers whose number of bytes is no power of two, and vectors
 * whose elements are not whole bytes, which are packed bit after bit.
 */
#include <stdlib.h>

#include "decode_int.h"

struct access {
	uint32_t address; /* ref of the pointer */
	enum cvg_space space;
	uint32_t align; /* bytes */
	uint16_t flags; /* CVG_UF_VOLATILE, CVG_UF_ATOMIC */
	uint64_t bytes; /* of all accesses of the instruction */
	bool first;	/* the next access is the instruction's first */
};

static uint16_t log2_of(uint64_t align, uint64_t at)
{
	uint16_t n = 0;

	while (align >> (n + 1) && (at >> n & 1) == 0)
		n++;
	return n;
}

/* Emit one access of the instruction, `at` bytes behind the address: a store of
 * `ref`, or a load to dst if `ref` is CVG_NONE. */
static void access_one(struct cvg_decoder *decoder, struct access *access,
		       enum cvg_kind kind, uint64_t at, uint32_t dst,
		       uint32_t ref)
{
	struct cvg_uop *uop = cvg_dec_op(
		decoder, dst == CVG_NONE ? CVG_U_STORE : CVG_U_LOAD,
		cvg_dec_plain(kind), dst, access->address, ref, CVG_NONE);

	uop->kind2 = (uint8_t)access->space;
	uop->imm = at;
	uop->n = log2_of(access->align, at);
	uop->flags |= access->flags;
	if (access->first) {
		uop->flags |= CVG_UF_FIRST;
		uop->c = access->bytes > UINT32_MAX ? UINT32_MAX
						    : (uint32_t)access->bytes;
	}
	access->first = false;
}

static bool access_init(struct cvg_decoder *decoder, struct access *access,
			LLVMTypeRef type, uint32_t address, uint32_t addrspace,
			uint32_t align, uint16_t flags)
{
	*access = (struct access){.address = address,
				  .align = align,
				  .flags = flags,
				  .first = true};
	access->bytes = cvg_dec_layout(decoder, type)->store;
	if (align == 0)
		access->align = cvg_dec_layout(decoder, type)->align;
	return cvg_dec_space(decoder, addrspace, &access->space);
}

/* The number of bytes of an integer in memory. */
static uint32_t store_bytes(struct cvg_scalar s)
{
	return (cvg_dec_bits(s) + 7) / 8;
}

/* The number of elements of the packed vector that begins at layout->at[k]. */
static uint32_t packed_run(const struct cvg_layout *layout, uint32_t k)
{
	uint32_t n = 1;

	while (k + n < layout->n && layout->at[k + n].packed &&
	       layout->at[k + n].bit)
		n++;
	return n;
}

/* ---- loads ----------------------------------------------------------- */

/* Load n bytes from `at` on into temporaries; the caller frees their refs. */
static uint32_t *load_bytes(struct cvg_decoder *decoder, struct access *access,
			    uint64_t at, uint32_t n)
{
	uint32_t *refs = cvg_calloc(n + 1, sizeof *refs);

	for (uint32_t k = 0; k < n; k++) {
		refs[k] = cvg_dec_temp(decoder, CVG_K_I8);
		access_one(decoder, access, CVG_K_I8, at + k, refs[k],
			   CVG_NONE);
	}
	return refs;
}

static void load_odd(struct cvg_decoder *decoder, struct access *access,
		     struct cvg_scalar s, uint32_t dst)
{
	uint32_t n = store_bytes(s);
	struct cvg_scalar whole = cvg_dec_plain(s.kind);
	uint32_t all = cvg_dec_temp(decoder, s.kind);

	if (n == cvg_kind_bytes(s.kind)) {
		access_one(decoder, access, s.kind, s.at, all, CVG_NONE);
	} else {
		uint32_t *refs = load_bytes(decoder, access, s.at, n);

		whole.width = 8 * n;
		cvg_dec_rebits(decoder, whole,
			       whole.width == s.width ? dst : all, 1,
			       cvg_dec_plain(CVG_K_I8), refs, n);
		free(refs);
		if (whole.width == s.width)
			return;
	}
	cvg_dec_resize(decoder, dst, s, all, whole, false);
}

/* Load the n elements of a packed vector. */
static void load_packed(struct cvg_decoder *decoder, struct access *access,
			const struct cvg_scalar *scalar, uint32_t n,
			uint32_t dst)
{
	uint32_t nbits = n * cvg_dec_bits(*scalar), nbytes = (nbits + 7) / 8;
	uint32_t *bytes = load_bytes(decoder, access, scalar->at, nbytes);
	uint32_t bits = cvg_dec_temps(decoder, CVG_K_BIT, 8 * nbytes);
	uint32_t *refs = cvg_calloc(nbits + 1, sizeof *refs);

	cvg_dec_rebits(decoder, cvg_dec_plain(CVG_K_BIT), bits, 8 * nbytes,
		       cvg_dec_plain(CVG_K_I8), bytes, nbytes);
	for (uint32_t k = 0; k < nbits; k++)
		refs[k] = bits + k;
	if (scalar->kind == CVG_K_BIT)
		for (uint32_t k = 0; k < n; k++)
			cvg_dec_move(decoder, CVG_K_BIT, dst + k, refs[k]);
	else
		cvg_dec_rebits(decoder, *scalar, dst, n,
			       cvg_dec_plain(CVG_K_BIT), refs, nbits);
	free(bytes);
	free(refs);
}

void cvg_dec_load(struct cvg_decoder *decoder, LLVMTypeRef type, uint32_t dst,
		  uint32_t address, uint32_t addrspace, uint32_t align,
		  uint16_t flags)
{
	const struct cvg_layout *layout = cvg_dec_layout(decoder, type);
	struct access m;
	uint32_t n;

	if (!access_init(decoder, &m, type, address, addrspace, align, flags))
		return;
	for (uint32_t k = 0; k < layout->n; k += n) {
		const struct cvg_scalar *scalar = &layout->at[k];

		n = scalar->packed ? packed_run(layout, k) : 1;
		if (scalar->packed)
			load_packed(decoder, &m, scalar, n, dst + k);
		else if (scalar->width)
			load_odd(decoder, &m, *scalar, dst + k);
		else
			access_one(decoder, &m, scalar->kind, scalar->at,
				   dst + k, CVG_NONE);
	}
}

/* ---- stores ---------------------------------------------------------- */

static void store_bytes_of(struct cvg_decoder *decoder, struct access *access,
			   uint64_t at, uint32_t from, uint32_t n)
{
	for (uint32_t k = 0; k < n; k++)
		access_one(decoder, access, CVG_K_I8, at + k, CVG_NONE,
			   from + k);
}

static void store_odd(struct cvg_decoder *decoder, struct access *access,
		      struct cvg_scalar s, uint32_t ref)
{
	uint32_t n = store_bytes(s), bytes;
	struct cvg_scalar whole = cvg_dec_plain(s.kind);

	if (n == cvg_kind_bytes(s.kind)) { /* zero-extended in its slot */
		access_one(decoder, access, s.kind, s.at, CVG_NONE, ref);
		return;
	}
	whole.width = 8 * n;
	bytes = cvg_dec_temps(decoder, CVG_K_I8, n);
	cvg_dec_rebits(decoder, cvg_dec_plain(CVG_K_I8), bytes, n, whole, &ref,
		       1);
	store_bytes_of(decoder, access, s.at, bytes, n);
}

static void store_packed(struct cvg_decoder *decoder, struct access *access,
			 const struct cvg_scalar *scalar, uint32_t n,
			 const uint32_t *from)
{
	uint32_t nbits = n * cvg_dec_bits(*scalar), nbytes = (nbits + 7) / 8;
	uint32_t bits = cvg_dec_temps(decoder, CVG_K_BIT, nbits);
	uint32_t bytes = cvg_dec_temps(decoder, CVG_K_I8, nbytes);
	uint32_t *refs = cvg_calloc(8 * nbytes + 1, sizeof *refs);

	if (scalar->kind != CVG_K_BIT)
		cvg_dec_rebits(decoder, cvg_dec_plain(CVG_K_BIT), bits, nbits,
			       *scalar, from, n);
	for (uint32_t k = 0; k < 8 * nbytes; k++) {
		refs[k] =
			scalar->kind == CVG_K_BIT && k < n ? from[k] : bits + k;
		if (k >= nbits)
			refs[k] = cvg_dec_int(decoder, CVG_K_BIT, 0);
	}
	cvg_dec_rebits(decoder, cvg_dec_plain(CVG_K_I8), bytes, nbytes,
		       cvg_dec_plain(CVG_K_BIT), refs, 8 * nbytes);
	store_bytes_of(decoder, access, scalar->at, bytes, nbytes);
	free(refs);
}

void cvg_dec_store(struct cvg_decoder *decoder, LLVMTypeRef type,
		   const uint32_t *from, uint32_t address, uint32_t addrspace,
		   uint32_t align, uint16_t flags)
{
	const struct cvg_layout *layout = cvg_dec_layout(decoder, type);
	struct access m;
	uint32_t n;

	if (!access_init(decoder, &m, type, address, addrspace, align, flags))
		return;
	for (uint32_t k = 0; k < layout->n; k += n) {
		const struct cvg_scalar *scalar = &layout->at[k];

		n = scalar->packed ? packed_run(layout, k) : 1;
		if (scalar->packed)
			store_packed(decoder, &m, scalar, n, from + k);
		else if (scalar->width)
			store_odd(decoder, &m, *scalar, from[k]);
		else
			access_one(decoder, &m, scalar->kind, scalar->at,
				   CVG_NONE, from[k]);
	}
}

/* ---- instructions ---------------------------------------------------- */

static uint16_t memory_flags(LLVMValueRef inst)
{
	uint16_t flags = 0;

	if (LLVMGetVolatile(inst))
		flags |= CVG_UF_VOLATILE;
	if (LLVMGetOrdering(inst) != LLVMAtomicOrderingNotAtomic)
		flags |= CVG_UF_ATOMIC;
	return flags;
}

/* Load into temporaries, and make the result from them as the promises want. */
static void load_promised(struct cvg_decoder *decoder, uint32_t address,
			  uint32_t space)
{
	const struct cvg_layout *layout =
		cvg_dec_layout_of(decoder, decoder->inst);
	uint32_t *from = cvg_calloc(layout->n + 1, sizeof *from);
	uint32_t first;

	if (!layout->uniform || !layout->n) { /* temporaries are of one kind */
		free(from);
		cvg_dec_load(decoder, LLVMTypeOf(decoder->inst),
			     cvg_dec_dst(decoder), address, space,
			     LLVMGetAlignment(decoder->inst),
			     memory_flags(decoder->inst));
		return;
	}
	first = cvg_dec_temps(decoder, (enum cvg_kind)layout->at[0].kind,
			      layout->n);
	for (uint32_t k = 0; k < layout->n; k++)
		from[k] = first + k;
	cvg_dec_load(decoder, LLVMTypeOf(decoder->inst), first, address, space,
		     LLVMGetAlignment(decoder->inst),
		     memory_flags(decoder->inst));
	cvg_dec_promised(decoder, from);
	free(from);
}

void cvg_dec_load_inst(struct cvg_decoder *decoder)
{
	LLVMValueRef p = LLVMGetOperand(decoder->inst, 0);
	uint32_t address = cvg_dec_ref(decoder, p, 0);
	uint32_t space = LLVMGetPointerAddressSpace(LLVMTypeOf(p));

	if (cvg_dec_promises(decoder))
		load_promised(decoder, address, space);
	else
		cvg_dec_load(decoder, LLVMTypeOf(decoder->inst),
			     cvg_dec_dst(decoder), address, space,
			     LLVMGetAlignment(decoder->inst),
			     memory_flags(decoder->inst));
}

void cvg_dec_store_inst(struct cvg_decoder *decoder)
{
	LLVMValueRef v = LLVMGetOperand(decoder->inst, 0);
	LLVMValueRef p = LLVMGetOperand(decoder->inst, 1);
	uint32_t n = cvg_dec_layout_of(decoder, v)->n;
	uint32_t *refs = cvg_calloc(n + 1, sizeof *refs);

	for (uint32_t k = 0; k < n; k++)
		refs[k] = cvg_dec_ref(decoder, v, k);
	cvg_dec_store(decoder, LLVMTypeOf(v), refs, cvg_dec_ref(decoder, p, 0),
		      LLVMGetPointerAddressSpace(LLVMTypeOf(p)),
		      LLVMGetAlignment(decoder->inst),
		      memory_flags(decoder->inst));
	free(refs);
}

/* The number of elements of an alloca: a ref; CVG_NONE if it is constant, in
 * *times. */
static uint32_t alloca_count(struct cvg_decoder *decoder, uint64_t *times)
{
	LLVMValueRef n = LLVMGetOperand(decoder->inst, 0);
	struct cvg_scalar s = cvg_dec_scalar(decoder, n, 0);
	uint32_t wide;

	if (cvg_dec_immediate(decoder, n, times))
		return CVG_NONE;
	*times = 1; /* of what the operand counts */
	if (s.kind == CVG_K_I64 && !s.width)
		return cvg_dec_ref(decoder, n, 0);
	wide = cvg_dec_temp(decoder, CVG_K_I64);
	cvg_dec_resize(decoder, wide, cvg_dec_plain(CVG_K_I64),
		       cvg_dec_ref(decoder, n, 0), s, false);
	return wide;
}

/* If the result is a generic pointer (NVPTX), memory is allocated with a
 * private pointer, which is then cast. */
void cvg_dec_alloca(struct cvg_decoder *decoder)
{
	const struct cvg_layout *layout =
		cvg_dec_layout_of(decoder, decoder->inst);
	LLVMTypeRef type = LLVMGetAllocatedType(decoder->inst);
	uint32_t dst = cvg_dec_dst(decoder), to = dst, count;
	enum cvg_kind kind =
		decoder->program->private64 ? CVG_K_I64 : CVG_K_I32;
	enum cvg_space space;
	struct cvg_uop *uop;
	uint64_t times;

	if (!cvg_dec_space(decoder, layout->at[0].space, &space))
		return;
	if (!cvg_dec_sized(decoder, type) ||
	    (space != CVG_SPACE_FLAT && space != CVG_SPACE_PRIVATE)) {
		cvg_dec_uncovered(
			decoder, "alloca",
			"the memory is not private or has no known size");
		return;
	}
	if (space == CVG_SPACE_FLAT)
		to = cvg_dec_temp(decoder, kind);
	count = alloca_count(decoder, &times);
	uop = cvg_dec_op(decoder, CVG_U_ALLOCA, cvg_dec_plain(kind), to, count,
			 CVG_NONE, CVG_NONE);
	uop->imm = LLVMABISizeOfType(decoder->module->layout, type) * times;
	uop->n = log2_of(LLVMGetAlignment(decoder->inst), 0);
	if (space == CVG_SPACE_PRIVATE)
		return;
	uop = cvg_dec_op(decoder, CVG_U_SPACECAST, cvg_dec_plain(kind), dst, to,
			 CVG_NONE, CVG_NONE);
	uop->n = CVG_SPACE_PRIVATE;
	uop->kind2 = layout->at[0].kind;
	uop->imm = CVG_SPACE_FLAT;
	if (decoder->shared_null_ones)
		uop->flags |= CVG_UF_SIGNED;
}
