/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Parameters: their slots, and their places in the argument segment. */
#include <stdlib.h>
#include <string.h>

#include <llvm-c/DebugInfo.h>
#include <llvm-c/Target.h>

#include "src/ir/compat.h"
#include "decode_int.h"

#include "reconverge/graph.h"

/* ---- the argument segment -------------------------------------------- */

static LLVMTypeRef copied_type(struct cvg_decoder *decoder, uint32_t i,
			       bool *by_value)
{
	const unsigned kinds[] = {decoder->module->kinds.byval,
				  decoder->module->kinds.byref};

	for (size_t k = 0; k < 2; k++) {
		LLVMAttributeRef a = LLVMGetEnumAttributeAtIndex(
			decoder->in->fn->value, i + 1, kinds[k]);

		*by_value = k == 0;
		if (a)
			return LLVMGetTypeAttributeValue(a);
	}
	return NULL;
}

static uint32_t attribute_align(struct cvg_decoder *decoder, uint32_t i)
{
	LLVMAttributeRef a = LLVMGetEnumAttributeAtIndex(
		decoder->in->fn->value, i + 1, decoder->module->kinds.align);

	return a ? (uint32_t)LLVMGetEnumAttributeValue(a) : 0;
}

/* Set the place of parameter i; *end is the end of the parameters before it,
 * and is moved behind it. */
static void place(struct cvg_decoder *decoder, uint32_t i,
		  struct cvg_param *param, const struct cvg_layout *layout,
		  uint64_t *end)
{
	bool by_value;
	LLVMTypeRef copied = copied_type(decoder, i, &by_value);
	uint64_t align = layout->align ? layout->align : 1,
		 bytes = layout->alloc;

	if (copied && cvg_dec_sized(decoder, copied)) {
		uint32_t own =
			LLVMABIAlignmentOfType(decoder->module->layout, copied);

		param->copy_bytes =
			LLVMABISizeOfType(decoder->module->layout, copied);
		/* An attribute may lower that of a reference alone. */
		param->copy_align = attribute_align(decoder, i);
		if (param->copy_align == 0 ||
		    (by_value && param->copy_align < own))
			param->copy_align = own;
		align = param->copy_align;
		bytes = param->copy_bytes;
	}
	*end = (*end + align - 1) / align * align;
	param->offset = (uint32_t)*end;
	param->bytes = (uint32_t)bytes;
	*end += bytes;
}

static const uint32_t *places_of(struct cvg_decoder *decoder,
				 const struct cvg_layout *layout)
{
	uint32_t *at =
		cvg_arena_array(&decoder->program->arena, uint32_t, layout->n);

	for (uint32_t k = 0; k < layout->n; k++)
		at[k] = (uint32_t)layout->at[k].at;
	return at;
}

/* Has the parameter a bit-packed vector? A launch cannot write these. */
static bool any_packed(const struct cvg_layout *layout)
{
	for (uint32_t k = 0; k < layout->n; k++)
		if (layout->at[k].packed)
			return true;
	return false;
}

static uint32_t noperands(LLVMValueRef node)
{
	return node && LLVMIsAMDNode(node)
		       ? (uint32_t)LLVMGetMDNodeNumOperands(node)
		       : 0;
}

/* Operand i of a metadata node; NULL: there is none. */
static LLVMValueRef operand(LLVMValueRef node, uint32_t i)
{
	uint32_t n = noperands(node);
	LLVMValueRef *all, one;

	if (i >= n)
		return NULL;
	all = cvg_calloc(n, sizeof *all);
	LLVMGetMDNodeOperands(node, all);
	one = all[i];
	free(all);
	return one;
}

/* Call parameter i what the source calls it, unless another has that name in the
 * module. */
static void set_source(struct cvg_decoder *decoder, uint32_t i,
		       const char *text, size_t n)
{
	struct cvg_param *params = decoder->ufn->params;
	const char *name = cvg_arena_name(&decoder->program->arena, text, n);

	for (uint32_t k = 0; k < decoder->ufn->nparams; k++)
		if (k != i && !strcmp(params[k].name, name))
			return;
	params[i].source = name;
}

/* Parameters whose type clang changed for the ABI have its mark behind their name. */
static void name_without_mark(struct cvg_decoder *decoder)
{
	static const char mark[] = ".coerce";

	for (uint32_t i = 0; i < decoder->ufn->nparams; i++) {
		const char *name = decoder->ufn->params[i].name;
		size_t n = strlen(name), m = sizeof mark - 1;

		if (n > m && !strcmp(name + n - m, mark))
			set_source(decoder, i, name, n - m);
	}
}

/* The variables that a function keeps begin with its parameters, of which its type
 * tells how many there are. Set those of the n places of `out` that it keeps. */
static void kept_params(LLVMContextRef context, LLVMValueRef function,
			LLVMMetadataRef *out, uint32_t n)
{
	enum { TYPE = 4, VARIABLES = 7 }; /* operands */
	LLVMValueRef node =
		LLVMMetadataAsValue(context, LLVMGetSubprogram(function));
	LLVMValueRef type = operand(node, TYPE);
	/* LLVM 21 put others before this operand, the last. */
	LLVMValueRef types = operand(type, noperands(type) - 1);
	LLVMValueRef kept = operand(node, VARIABLES);

	if (noperands(types) != n + 1 || noperands(kept) < n)
		return;
	for (uint32_t i = 0; i < n; i++)
		out[i] = LLVMValueAsMetadata(operand(kept, i));
}

static void name_by_variable(struct cvg_decoder *decoder, uint32_t i,
			     LLVMValueRef variable)
{
	enum { NAME = 1 }; /* operand */
	LLVMValueRef name = operand(variable, NAME);
	unsigned length = 0;
	const char *text = name && LLVMIsAMDString(name)
				   ? LLVMGetMDString(name, &length)
				   : NULL;

	if (text && length)
		set_source(decoder, i, text, length);
}

/* The source's names of the kernel's parameters, if debug information has them.
 * Launches are not guessed by these names, so that debug information changes no
 * decision. */
static void name_by_source(struct cvg_decoder *decoder)
{
	LLVMContextRef context = LLVMGetModuleContext(decoder->module->llvm);
	uint32_t n = decoder->ufn->nparams;
	LLVMValueRef of =
		n ? LLVMGetParamParent(decoder->num->values.at[0]) : NULL;
	LLVMMetadataRef *variable;

	if (!of || !LLVMGetSubprogram(of))
		return;
	variable = cvg_calloc(n, sizeof *variable);
	kept_params(context, of, variable, n);
	if (!variable[0])
		cvg_declared_params(of, variable, n);
	for (uint32_t i = 0; i < n; i++)
		if (variable[i])
			name_by_variable(
				decoder, i,
				LLVMMetadataAsValue(context, variable[i]));
	free(variable);
}

static void describe(struct cvg_decoder *decoder, uint32_t i,
		     struct cvg_param *param, uint64_t *end)
{
	LLVMValueRef v = decoder->num->values.at[i];
	const struct cvg_layout *layout = cvg_dec_layout_of(decoder, v);
	size_t n;
	const char *name = LLVMGetValueName2(v, &n);
	char *type = cvg_dec_type_text(LLVMTypeOf(v));

	param->name = cvg_arena_name(&decoder->program->arena, name, n);
	param->type = cvg_arena_strdup(&decoder->program->arena, type);
	param->pointee = CVG_NKINDS;
	param->slot = decoder->in->slot_at[i];
	param->nslots = layout->n;
	if (!layout->ok)
		cvg_dec_uncovered(decoder, type,
				  "the simulator does not have this type");
	if (any_packed(layout) && decoder->fn->kind == CVG_FN_KERNEL)
		cvg_dec_uncovered(
			decoder, type,
			"a kernel cannot have a parameter of single bits");
	free(type);
	place(decoder, i, param, layout, end);
	if (layout->n == 0)
		return;
	param->kind = layout->at[0].kind;
	param->scalar_at = places_of(decoder, layout);
	param->pointer = layout->at[0].pointer && layout->n == 1;
	if (!param->pointer)
		return;
	cvg_dec_space(decoder, layout->at[0].space, &param->space);
	param->read = param->written = true;
	if (decoder->ufn == decoder->program->fns)
		cvg_dec_uses(decoder, v, param);
}

void cvg_dec_params(struct cvg_decoder *decoder)
{
	uint64_t end = 0;

	decoder->ufn->nparams = decoder->fn->nargs;
	decoder->ufn->params =
		cvg_arena_array(&decoder->program->arena, struct cvg_param,
				decoder->ufn->nparams);
	for (uint32_t i = 0; i < decoder->ufn->nparams; i++)
		describe(decoder, i, &decoder->ufn->params[i], &end);
	if (decoder->ufn != decoder->program->fns)
		return;
	decoder->program->kernarg_bytes = (uint32_t)end;
	name_without_mark(decoder);
	name_by_source(decoder);
}
