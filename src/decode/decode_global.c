/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The variables of the module that the kernel reaches. A variable in global or
 * constant memory has a granule of addresses of its own. Those in shared memory
 * lie one after the other in the block's memory, with a red zone after each,
 * and those without a size (dynamic shared memory) behind all others. Addresses
 * are given out before functions are decoded; initial values are written
 * afterwards.
 */
#include <stdlib.h>
#include <string.h>

#include "src/ir/compat.h"
#include "decode_int.h"

/* The address of the first shared variable if address 0 is the null pointer.
 * 128 bytes are one word in each of 32 banks, so variables lie in the same
 * banks as if they began at 0. */
#define FIRST_SHARED 128

/* ---- places ---------------------------------------------------------- */

static uint64_t round_up(uint64_t n, uint64_t align)
{
	return (n + align - 1) / align * align;
}

static void gap(struct cvg_decoder *decoder, LLVMValueRef v, const char *why)
{
	struct cvg_str name = {0};
	size_t n;
	const char *text = LLVMGetValueName2(v, &n);

	cvg_str_addc(&name, '@');
	cvg_str_addname(&name, text, n);
	cvg_dec_uncovered(decoder, name.at, why);
	cvg_str_done(&name);
}

static void describe(struct cvg_decoder *decoder, LLVMValueRef v,
		     struct cvg_global *global)
{
	LLVMTypeRef type = LLVMGlobalGetValueType(v);
	size_t n;
	const char *name = LLVMGetValueName2(v, &n);
	uint32_t abi;

	global->name = cvg_arena_name(&decoder->program->arena, name, n);
	global->constant = LLVMIsGlobalConstant(v);
	global->align = LLVMGetAlignment(v);
	global->space = CVG_SPACE_GLOBAL;
	if (!cvg_type_sized(type)) {
		gap(decoder, v, "the variable has no known size");
		return;
	}
	abi = LLVMABIAlignmentOfType(decoder->module->layout, type);
	if (global->align < abi)
		global->align = abi;
	global->bytes = LLVMABISizeOfType(decoder->module->layout, type);
	if (!cvg_dec_space(decoder, LLVMGetPointerAddressSpace(LLVMTypeOf(v)),
			   &global->space))
		return;
	if (global->space == CVG_SPACE_FLAT)
		global->space = CVG_SPACE_GLOBAL;
	if (global->space == CVG_SPACE_PRIVATE)
		gap(decoder, v,
		    "variables in private memory are not simulated");
	global->dynamic =
		global->space == CVG_SPACE_SHARED && global->bytes == 0;
}

/* Does the launch give the kernel shared memory, on a target where the null
 * pointer of shared memory is 0? Then that memory must not begin at 0. */
static bool takes_shared(struct cvg_decoder *decoder)
{
	LLVMValueRef kernel = decoder->in->fns.at[0].value;

	for (unsigned i = 0; i < LLVMCountParams(kernel); i++) {
		LLVMTypeRef t = LLVMTypeOf(LLVMGetParam(kernel, i));

		if (LLVMGetTypeKind(t) == LLVMPointerTypeKind &&
		    LLVMGetPointerAddressSpace(t) == 3)
			return !decoder->shared_null_ones;
	}
	return false;
}

/* The alignment of a shared variable. Code may promise more of an address inside it
 * than the variable has, as headers do that keep an object in an array of words. A
 * device looks only at what the access needs; where it puts the variable is open,
 * so that one that is large begins where such a promise is kept. */
static uint64_t align_of(const struct cvg_global *global)
{
	return global->bytes >= FIRST_SHARED && global->align < FIRST_SHARED
		       ? FIRST_SHARED
		       : global->align;
}

static void place_shared(struct cvg_decoder *decoder)
{
	struct cvg_program *program = decoder->program;
	uint64_t end = decoder->shared_null_ones ? 0 : FIRST_SHARED;
	uint32_t dynamic = 16;
	bool any = takes_shared(decoder);

	for (uint32_t i = 0; i < program->nglobals; i++) {
		struct cvg_global *global = &program->globals[i];

		if (global->space != CVG_SPACE_SHARED)
			continue;
		any = true;
		if (global->dynamic) {
			dynamic = global->align > dynamic ? global->align
							  : dynamic;
			continue;
		}
		global->address = round_up(end, align_of(global));
		end = global->address + global->bytes + CVG_DEC_RED_ZONE;
		if (end > UINT32_MAX) {
			gap(decoder, decoder->in->globals.at[i],
			    "there is more shared memory than can be "
			    "addressed");
			end = 0;
		}
	}
	program->dynamic_align = dynamic;
	program->static_shared = any ? (uint32_t)round_up(end, dynamic) : 0;
	for (uint32_t i = 0; i < program->nglobals; i++)
		if (program->globals[i].dynamic)
			program->globals[i].address = program->static_shared;
}

void cvg_dec_globals_place(struct cvg_decoder *decoder)
{
	struct cvg_program *program = decoder->program;
	uint64_t granule = CVG_GLOBAL_FIRST_GRANULE;

	program->nglobals = (uint32_t)decoder->in->globals.n;
	program->globals = cvg_arena_array(&program->arena, struct cvg_global,
					   program->nglobals);
	for (uint32_t i = 0; i < program->nglobals; i++) {
		struct cvg_global *global = &program->globals[i];

		describe(decoder, decoder->in->globals.at[i], global);
		if (global->space != CVG_SPACE_SHARED)
			global->address = granule++ << CVG_GRANULE_BITS;
		if (global->bytes > UINT32_MAX)
			gap(decoder, decoder->in->globals.at[i],
			    "the variable is larger than 4 GiB");
	}
	if (granule >= CVG_FUNCTION_BASE >> CVG_GRANULE_BITS)
		gap(decoder, decoder->in->globals.at[program->nglobals - 1],
		    "there are too many variables");
	place_shared(decoder);
}

/* ---- contents -------------------------------------------------------- */

/* A constant that is still to be written. */
struct part {
	LLVMValueRef v;
	uint64_t at; /* bytes from the start of the variable */
};

struct parts {
	struct part *at;
	size_t n;
	size_t cap;
};

static void set_undefined(struct cvg_decoder *decoder,
			  struct cvg_global *global, uint64_t at, uint64_t n)
{
	if (!global->defined) {
		global->defined = cvg_arena_alloc(&decoder->program->arena,
						  global->bytes, 1);
		memset(global->defined, 1, global->bytes);
	}
	memset(global->defined + at, 0, n);
}

/* Write the lowest n bits of a constant to bits [bit, bit + n) of memory. */
static void put_bits(uint8_t *at, uint32_t bit, uint32_t n,
		     const struct cvg_const *c)
{
	for (uint32_t k = 0; k < n; k++) {
		uint64_t word = k < 64 ? c->lo >> k : c->hi >> (k - 64);
		uint32_t to = bit + k;

		at[to / 8] |= (uint8_t)((word & 1) << to % 8);
	}
}

/* Write a value scalar by scalar. */
static void put_scalars(struct cvg_decoder *decoder, struct cvg_global *global,
			LLVMValueRef v, uint64_t at)
{
	const struct cvg_layout *layout = cvg_dec_layout_of(decoder, v);
	struct cvg_const *c = cvg_calloc(layout->n ? layout->n : 1, sizeof *c);
	bool ok = cvg_dec_eval(decoder, v, c);

	for (uint32_t k = 0; ok && k < layout->n; k++) {
		uint32_t bits = cvg_dec_bits(layout->at[k]);
		uint64_t to = at + layout->at[k].at;

		if (c[k].poison || c[k].undef)
			set_undefined(decoder, global,
				      to + layout->at[k].bit / 8,
				      (layout->at[k].bit % 8 + bits + 7) / 8);
		else
			put_bits(global->init + to, layout->at[k].bit, bits,
				 &c[k]);
	}
	free(c);
}

/* Copy an array of numbers as LLVM stores it, which is much faster for large
 * tables. False: it is not such an array. */
static bool put_raw(struct cvg_global *global, LLVMValueRef v, uint64_t at,
		    uint64_t bytes)
{
#if LLVM_VERSION_MAJOR >= 22
	size_t n;
	const char *data;

	if (!LLVMIsAConstantDataSequential(v))
		return false;
	data = LLVMGetRawDataValues(v, &n);
	if (n != bytes)
		return false;
	memcpy(global->init + at, data, n);
	return true;
#else
	(void)global;
	(void)v;
	(void)at;
	(void)bytes;
	return false;
#endif
}

/* Put the members of a struct or an array on the list of work. */
static void push_members(struct cvg_decoder *decoder, struct parts *work,
			 struct part p)
{
	LLVMTypeRef type = LLVMTypeOf(p.v);
	bool is_struct = LLVMGetTypeKind(type) == LLVMStructTypeKind;
	uint64_t n = is_struct ? LLVMCountStructElementTypes(type)
			       : LLVMGetArrayLength2(type);
	uint64_t stride = is_struct || n == 0
				  ? 0
				  : LLVMABISizeOfType(decoder->module->layout,
						      LLVMGetElementType(type));

	for (uint64_t k = 0; k < n; k++) {
		uint64_t off =
			is_struct ? LLVMOffsetOfElement(decoder->module->layout,
							type, (unsigned)k)
				  : k * stride;
		struct part m = {LLVMGetAggregateElement(p.v, (unsigned)k),
				 p.at + off};

		if (m.v)
			cvg_push(work, m);
	}
}

static void put_part(struct cvg_decoder *decoder, struct cvg_global *global,
		     struct parts *work, struct part p)
{
	LLVMTypeRef type = LLVMTypeOf(p.v);
	LLVMTypeKind kind = LLVMGetTypeKind(type);
	uint64_t bytes = LLVMStoreSizeOfType(decoder->module->layout, type);

	if (LLVMIsUndef(p.v)) {
		set_undefined(decoder, global, p.at, bytes);
		return;
	}
	if (LLVMIsNull(p.v) || put_raw(global, p.v, p.at, bytes))
		return;
	if ((kind == LLVMStructTypeKind || kind == LLVMArrayTypeKind) &&
	    !LLVMIsAConstantExpr(p.v))
		push_members(decoder, work, p);
	else
		put_scalars(decoder, global, p.v, p.at);
}

static void fill(struct cvg_decoder *decoder, struct cvg_global *global,
		 LLVMValueRef init)
{
	struct parts work = {0};
	struct part first = {init, 0};

	global->init = cvg_arena_alloc(&decoder->program->arena,
				       global->bytes ? global->bytes : 1, 1);
	cvg_push(&work, first);
	while (work.n) {
		struct part p = work.at[--work.n];

		put_part(decoder, global, &work, p);
	}
	free(work.at);
}

void cvg_dec_globals_fill(struct cvg_decoder *decoder)
{
	for (uint32_t i = 0; i < decoder->program->nglobals; i++) {
		struct cvg_global *global = &decoder->program->globals[i];
		LLVMValueRef v = decoder->in->globals.at[i];
		LLVMValueRef init = LLVMGetInitializer(v);

		if (global->space != CVG_SPACE_GLOBAL ||
		    global->bytes > UINT32_MAX)
			continue;
		if (!init)
			gap(decoder, v,
			    "no value; link a library that defines it");
		else if (!LLVMIsUndef(init))
			fill(decoder, global, init);
	}
}
