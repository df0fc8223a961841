/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Parameters: their slots, and their places in the argument segment. */
#include <stdlib.h>

#include <llvm-c/Target.h>

#include "src/ir/compat.h"
#include "decode_int.h"

#include "reconverge/graph.h"

/* ---- the argument segment -------------------------------------------- */

static LLVMTypeRef copied_type(struct cvg_decoder *d, uint32_t i)
{
	const unsigned kinds[] = {d->m->kinds.byval, d->m->kinds.byref};

	for (size_t k = 0; k < 2; k++) {
		LLVMAttributeRef a = LLVMGetEnumAttributeAtIndex(
			d->in->fn->value, i + 1, kinds[k]);

		if (a)
			return LLVMGetTypeAttributeValue(a);
	}
	return NULL;
}

static uint32_t attribute_align(struct cvg_decoder *d, uint32_t i)
{
	LLVMAttributeRef a = LLVMGetEnumAttributeAtIndex(
		d->in->fn->value, i + 1, d->m->kinds.align);

	return a ? (uint32_t)LLVMGetEnumAttributeValue(a) : 0;
}

/* Set the place of parameter i; *end is the end of the parameters before it,
 * and is moved behind it. */
static void place(struct cvg_decoder *d, uint32_t i, struct cvg_param *p,
		  const struct cvg_layout *l, uint64_t *end)
{
	LLVMTypeRef copied = copied_type(d, i);
	uint64_t align = l->align ? l->align : 1, bytes = l->alloc;

	if (copied && cvg_dec_sized(d, copied)) {
		p->copy_bytes = LLVMABISizeOfType(d->m->layout, copied);
		p->copy_align = attribute_align(d, i);
		if (p->copy_align == 0)
			p->copy_align =
				LLVMABIAlignmentOfType(d->m->layout, copied);
		align = p->copy_align;
		bytes = p->copy_bytes;
	}
	*end = (*end + align - 1) / align * align;
	p->offset = (uint32_t)*end;
	p->bytes = (uint32_t)bytes;
	*end += bytes;
}

static const uint32_t *places_of(struct cvg_decoder *d,
				 const struct cvg_layout *l)
{
	uint32_t *at = cvg_arena_array(&d->p->arena, uint32_t, l->n);

	for (uint32_t k = 0; k < l->n; k++)
		at[k] = (uint32_t)l->at[k].at;
	return at;
}

/* Has the parameter a bit-packed vector? A launch cannot write these. */
static bool any_packed(const struct cvg_layout *l)
{
	for (uint32_t k = 0; k < l->n; k++)
		if (l->at[k].packed)
			return true;
	return false;
}

static void describe(struct cvg_decoder *d, uint32_t i, struct cvg_param *p,
		     uint64_t *end)
{
	LLVMValueRef v = d->num->values.at[i];
	const struct cvg_layout *l = cvg_dec_layout_of(d, v);
	size_t n;
	const char *name = LLVMGetValueName2(v, &n);
	char *type = cvg_dec_type_text(LLVMTypeOf(v));

	p->name = cvg_arena_name(&d->p->arena, name, n);
	p->type = cvg_arena_strdup(&d->p->arena, type);
	p->pointee = CVG_NKINDS;
	p->slot = d->in->slot_at[i];
	p->nslots = l->n;
	if (!l->ok)
		cvg_dec_uncovered(d, type,
				  "the simulator does not have this type");
	if (any_packed(l) && d->fn->kind == CVG_FN_KERNEL)
		cvg_dec_uncovered(
			d, type,
			"a kernel cannot have a parameter of single bits");
	free(type);
	place(d, i, p, l, end);
	if (l->n == 0)
		return;
	p->kind = l->at[0].kind;
	p->scalar_at = places_of(d, l);
	p->pointer = l->at[0].pointer && l->n == 1;
	if (!p->pointer)
		return;
	cvg_dec_space(d, l->at[0].space, &p->space);
	p->read = p->written = true;
	if (d->f == d->p->fns)
		cvg_dec_uses(d, v, p);
}

void cvg_dec_params(struct cvg_decoder *d)
{
	uint64_t end = 0;

	d->f->nparams = d->fn->nargs;
	d->f->params =
		cvg_arena_array(&d->p->arena, struct cvg_param, d->f->nparams);
	for (uint32_t i = 0; i < d->f->nparams; i++)
		describe(d, i, &d->f->params[i], &end);
	if (d->f == d->p->fns)
		d->p->kernarg_bytes = (uint32_t)end;
}
