/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Cuts types into scalars, and maps LLVM's address spaces to memories. The
 * layout of a type is computed once.
 */
#include <stdlib.h>
#include <string.h>

#include <llvm-c/Target.h>

#include "decode_int.h"
#include "src/ir/typetext.h"
#include "reconverge/target.h"

/* The most scalars of a value: an instruction on it becomes as many
 * operations. */
#define MAX_SCALARS (UINT32_C(1) << 20)

struct scalars {
	struct cvg_scalar *at;
	size_t n;
	size_t cap;
};

char *cvg_dec_type_text(LLVMTypeRef type)
{
	return cvg_type_text(type);
}

/* ---- address spaces -------------------------------------------------- */

bool cvg_dec_space(struct cvg_decoder *decoder, uint32_t addrspace,
		   enum cvg_space *out)
{
	static const enum cvg_space space_of[CVG_NMEMORIES] = {
		[CVG_MEMORY_FLAT] = CVG_SPACE_FLAT,
		[CVG_MEMORY_GLOBAL] = CVG_SPACE_GLOBAL,
		[CVG_MEMORY_SHARED] = CVG_SPACE_SHARED,
		[CVG_MEMORY_CONST] = CVG_SPACE_GLOBAL,
		[CVG_MEMORY_PRIVATE] = CVG_SPACE_PRIVATE,
	};
	const struct cvg_target_space *space = cvg_target_space(
		cvg_target_info(decoder->module->target), addrspace);
	struct cvg_str name = {0};

	*out = CVG_SPACE_FLAT;
	if (space && !space->unsimulated) {
		*out = space_of[space->memory];
		return true;
	}
	cvg_str_addf(&name, "addrspace(%u)", addrspace);
	cvg_dec_uncovered(decoder, name.at,
			  "the simulator does not have this address space");
	cvg_str_done(&name);
	return false;
}

enum cvg_kind cvg_dec_pointer_kind(struct cvg_decoder *decoder,
				   uint32_t addrspace)
{
	return LLVMPointerSizeForAS(decoder->module->layout, addrspace) == 4
		       ? CVG_K_I32
		       : CVG_K_I64;
}

bool cvg_dec_sized(struct cvg_decoder *decoder, LLVMTypeRef type)
{
	uint32_t known = cvg_ptrmap_get(&decoder->in->sized, type);

	if (known == CVG_NONE) {
		known = cvg_type_sized(type);
		cvg_ptrmap_put(&decoder->in->sized, type, known);
	}
	return known;
}

/* ---- scalars --------------------------------------------------------- */

uint32_t cvg_dec_bits(struct cvg_scalar s)
{
	if (s.width)
		return s.width;
	return s.kind == CVG_K_BIT ? 1 : 8 * cvg_kind_bytes(s.kind);
}

struct cvg_scalar cvg_dec_plain(enum cvg_kind kind)
{
	return (struct cvg_scalar){.kind = (uint8_t)kind};
}

static bool integer_scalar(uint32_t bits, struct cvg_scalar *scalar)
{
	static const struct {
		uint32_t bits;
		enum cvg_kind kind;
	} kinds[] = {
		{1, CVG_K_BIT},	 {8, CVG_K_I8},	  {16, CVG_K_I16},
		{32, CVG_K_I32}, {64, CVG_K_I64}, {128, CVG_K_I128},
	};

	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
		if (bits > kinds[i].bits)
			continue;
		scalar->kind = (uint8_t)kinds[i].kind;
		scalar->width = bits == kinds[i].bits ? 0 : bits;
		return true;
	}
	return false;
}

static bool pointer_scalar(struct cvg_decoder *decoder, LLVMTypeRef type,
			   struct cvg_scalar *scalar)
{
	unsigned bytes;

	scalar->pointer = true;
	scalar->space = LLVMGetPointerAddressSpace(type);
	bytes = LLVMPointerSizeForAS(decoder->module->layout, scalar->space);
	scalar->kind = bytes == 4 ? CVG_K_I32 : CVG_K_I64;
	return bytes == 4 || bytes == 8;
}

/* The scalar of a type that is one; false: the type is not one scalar. */
static bool scalar_of(struct cvg_decoder *decoder, LLVMTypeRef type,
		      LLVMTypeKind kind, struct cvg_scalar *scalar)
{
	switch (kind) {
	case LLVMIntegerTypeKind:
		return integer_scalar(LLVMGetIntTypeWidth(type), scalar);
	case LLVMPointerTypeKind:
		return pointer_scalar(decoder, type, scalar);
	case LLVMHalfTypeKind:
		scalar->kind = CVG_K_F16;
		return true;
	case LLVMBFloatTypeKind:
		scalar->kind = CVG_K_BF16;
		return true;
	case LLVMFloatTypeKind:
		scalar->kind = CVG_K_F32;
		return true;
	case LLVMDoubleTypeKind:
		scalar->kind = CVG_K_F64;
		return true;
	default:
		return false;
	}
}

/* ---- layouts --------------------------------------------------------- */

/* Append the scalars of `part`, which lies `at` bytes behind the start. */
static bool add_part(struct cvg_decoder *decoder, struct scalars *list,
		     LLVMTypeRef part, uint64_t at)
{
	const struct cvg_layout *sub = cvg_dec_layout(decoder, part);

	if (!sub->ok || list->n + sub->n > MAX_SCALARS)
		return false;
	for (uint32_t k = 0; k < sub->n; k++) {
		struct cvg_scalar s = sub->at[k];

		s.at += at;
		cvg_push(list, s);
	}
	return true;
}

static bool add_struct(struct cvg_decoder *decoder, struct scalars *list,
		       LLVMTypeRef type)
{
	unsigned n = LLVMCountStructElementTypes(type);

	if (!cvg_dec_sized(decoder, type))
		return false;
	for (unsigned k = 0; k < n; k++)
		if (!add_part(decoder, list, LLVMStructGetTypeAtIndex(type, k),
			      LLVMOffsetOfElement(decoder->module->layout, type,
						  k)))
			return false;
	return true;
}

static bool add_array(struct cvg_decoder *decoder, struct scalars *list,
		      LLVMTypeRef type)
{
	LLVMTypeRef element = LLVMGetElementType(type);
	uint64_t n = LLVMGetArrayLength2(type);
	const struct cvg_layout *sub = cvg_dec_layout(decoder, element);

	if (!sub->ok || (sub->n && n > MAX_SCALARS / sub->n))
		return false;
	for (uint64_t k = 0; sub->n && k < n; k++)
		if (!add_part(decoder, list, element, k * sub->alloc))
			return false;
	return true;
}

/* A vector has no gaps in memory; its elements are packed bit after bit if they
 * are not whole bytes. */
static bool add_vector(struct cvg_decoder *decoder, struct scalars *list,
		       LLVMTypeRef type)
{
	LLVMTypeRef element = LLVMGetElementType(type);
	struct cvg_scalar s = {0};
	uint32_t n = LLVMGetVectorSize(type), bits;

	if (!scalar_of(decoder, element, LLVMGetTypeKind(element), &s) ||
	    n > MAX_SCALARS)
		return false;
	bits = cvg_dec_bits(s);
	s.packed = bits % 8 != 0;
	for (uint32_t k = 0; k < n; k++) {
		s.at = s.packed ? 0 : (uint64_t)k * (bits / 8);
		s.bit = s.packed ? k * bits : 0;
		cvg_push(list, s);
	}
	return true;
}

static bool add_type(struct cvg_decoder *decoder, struct scalars *list,
		     LLVMTypeRef type)
{
	LLVMTypeKind kind = LLVMGetTypeKind(type);
	struct cvg_scalar s = {0};

	switch (kind) {
	case LLVMVoidTypeKind:
	case LLVMMetadataTypeKind:
	case LLVMLabelTypeKind:
		return true;
	case LLVMStructTypeKind:
		return add_struct(decoder, list, type);
	case LLVMArrayTypeKind:
		return add_array(decoder, list, type);
	case LLVMVectorTypeKind:
		return add_vector(decoder, list, type);
	case LLVMTokenTypeKind: /* decode_token.c */
		s.kind = CVG_K_I64;
		cvg_push(list, s);
		cvg_push(list, s);
		return true;
	default:
		if (!scalar_of(decoder, type, kind, &s))
			return false;
		cvg_push(list, s);
		return true;
	}
}

static void measure(struct cvg_decoder *decoder, struct cvg_layout *layout,
		    LLVMTypeRef type)
{
	layout->uniform = true;
	for (uint32_t k = 1; k < layout->n; k++)
		if (layout->at[k].kind != layout->at[0].kind ||
		    layout->at[k].width != layout->at[0].width)
			layout->uniform = false;
	if (!layout->ok || LLVMGetTypeKind(type) == LLVMVoidTypeKind ||
	    !cvg_dec_sized(decoder, type))
		return;
	layout->store = LLVMStoreSizeOfType(decoder->module->layout, type);
	layout->alloc = LLVMABISizeOfType(decoder->module->layout, type);
	layout->align = LLVMABIAlignmentOfType(decoder->module->layout, type);
}

const struct cvg_layout *cvg_dec_layout(struct cvg_decoder *decoder,
					LLVMTypeRef type)
{
	uint32_t id = cvg_ptrmap_get(&decoder->in->layout_id, type);
	struct scalars list = {0};
	struct cvg_layout *layout;
	struct cvg_scalar *at;

	if (id != CVG_NONE)
		return decoder->in->layouts.at[id];
	layout = cvg_arena_alloc(&decoder->in->arena, 1, sizeof *layout);
	layout->ok = add_type(decoder, &list, type);
	layout->n = layout->ok ? (uint32_t)list.n : 0;
	at = cvg_arena_array(&decoder->in->arena, struct cvg_scalar, layout->n);
	if (layout->n)
		memcpy(at, list.at, layout->n * sizeof *at);
	free(list.at);
	layout->at = at;
	measure(decoder, layout, type);
	cvg_ptrmap_put(&decoder->in->layout_id, type,
		       (uint32_t)decoder->in->layouts.n);
	cvg_push(&decoder->in->layouts, layout);
	return layout;
}

const struct cvg_layout *cvg_dec_layout_of(struct cvg_decoder *decoder,
					   LLVMValueRef v)
{
	return cvg_dec_layout(decoder, LLVMTypeOf(v));
}

struct cvg_scalar cvg_dec_scalar(struct cvg_decoder *decoder, LLVMValueRef v,
				 uint32_t k)
{
	return cvg_dec_layout_of(decoder, v)->at[k];
}
