/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Parameters: their slots, where they lie in the argument segment, and for
 * pointers what the function does with the memory they point to, as far as
 * that can be seen without looking into calls.
 */
#include <stdlib.h>

#include <llvm-c/Target.h>

#include "compat.h"
#include "decode_int.h"

/* ---- what a pointer is used for -------------------------------------- */

struct uses {
	struct cvg_decoder *d;
	cvg_vec(LLVMValueRef) work;
	struct cvg_ptrmap seen;
	uint32_t count[CVG_NKINDS];
	bool read, written;
};

static void count_access(struct uses *u, LLVMTypeRef type)
{
	const struct cvg_layout *l = cvg_dec_layout(u->d, type);

	if (l->ok && l->n)
		u->count[l->at[0].kind]++;
}

static void follow(struct uses *u, LLVMValueRef v)
{
	if (cvg_ptrmap_get(&u->seen, v) != CVG_NONE)
		return;
	cvg_ptrmap_put(&u->seen, v, 0);
	cvg_push(&u->work, v);
}

static void unsure(struct uses *u)
{
	u->read = u->written = true;
}

/* The memory intrinsics say what they do with which operand. */
static void count_call(struct uses *u, LLVMValueRef call, LLVMValueRef v)
{
	LLVMValueRef callee = LLVMGetCalledValue(call);
	size_t n;
	const char *name = LLVMGetValueName2(callee, &n);

	if (!LLVMIsAFunction(callee) || n < 5 || name[0] != 'l' ||
	    name[4] != '.' || !LLVMGetIntrinsicID(callee)) {
		unsure(u);
		return;
	}
	switch (name[5]) {
	case 'l': /* llvm.lifetime.* */
	case 'a': /* llvm.assume */
	case 'd': /* llvm.dbg.* */
		if (!LLVMIsAIntrinsicInst(call))
			unsure(u);
		break;
	default:
		unsure(u);
	}
	(void)v;
}

static void count_use(struct uses *u, LLVMValueRef user, LLVMValueRef v)
{
	switch ((unsigned)LLVMGetInstructionOpcode(user)) {
	case LLVMLoad:
		u->read = true;
		count_access(u, LLVMTypeOf(user));
		break;
	case LLVMStore:
		if (LLVMGetOperand(user, 0) == v)
			unsure(u);
		if (LLVMGetOperand(user, 1) != v)
			break;
		u->written = true;
		count_access(u, LLVMTypeOf(LLVMGetOperand(user, 0)));
		break;
	case LLVMAtomicRMW:
	case LLVMAtomicCmpXchg:
		unsure(u);
		count_access(u, LLVMTypeOf(LLVMGetOperand(user, 1)));
		break;
	case LLVMGetElementPtr:
	case LLVMBitCast:
	case LLVMAddrSpaceCast:
	case LLVMPHI:
	case LLVMSelect:
	case LLVMFreeze:
		follow(u, user);
		break;
	case LLVMICmp:
		break;
	case LLVMCall:
		count_call(u, user, v);
		break;
	default:
		unsure(u);
	}
}

static void find_uses(struct cvg_decoder *d, LLVMValueRef v,
		      struct cvg_param *p)
{
	struct uses u = {.d = d};
	uint32_t best = 0;

	follow(&u, v);
	while (u.work.n) {
		LLVMValueRef at = u.work.at[--u.work.n];

		for (LLVMUseRef use = LLVMGetFirstUse(at); use;
		     use = LLVMGetNextUse(use)) {
			LLVMValueRef user = LLVMGetUser(use);

			if (LLVMIsAInstruction(user))
				count_use(&u, user, at);
		}
	}
	for (uint32_t k = 0; k < CVG_NKINDS; k++)
		if (u.count[k] > best) {
			best = u.count[k];
			p->pointee = (enum cvg_kind)k;
		}
	p->read = u.read;
	p->written = u.written;
	cvg_ptrmap_done(&u.seen);
	free(u.work.at);
}

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

/* Where it lies; `end` is that of the ones before. */
static void place(struct cvg_decoder *d, uint32_t i, struct cvg_param *p,
		  const struct cvg_layout *l, uint64_t *end)
{
	LLVMTypeRef copied = copied_type(d, i);
	uint64_t align = l->align ? l->align : 1, bytes = l->alloc;

	if (copied && LLVMTypeIsSized(copied)) {
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

/* Bits that are packed in memory are not what a launch writes there. */
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

	p->name = cvg_arena_strndup(&d->p->arena, name, n);
	p->type = cvg_arena_strdup(&d->p->arena, type);
	p->pointee = CVG_NKINDS;
	p->slot = d->in->slot_at[i];
	p->nslots = l->n;
	if (!l->ok)
		cvg_dec_uncovered(d, type, "a type the simulator has not");
	if (any_packed(l) && d->fn->kind == CVG_FN_KERNEL)
		cvg_dec_uncovered(d, type, "a kernel's parameter of bits");
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
	find_uses(d, v, p);
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
