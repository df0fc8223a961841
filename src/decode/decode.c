/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Decodes a kernel of the live module into a program for the simulator:
 * function by function, block by block, instruction by instruction. decode.h
 * describes the two passes.
 */
#include "decode.h"

#include "reconverge/analysis.h"
#include "reconverge/graph.h"
#include "reconverge/ir.h"
#include "reconverge/target.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include <llvm-c/Target.h>

#include "src/ir/compat.h"
#include "decode_int.h"
#include "src/ir/target.h"

/* ---- appending ------------------------------------------------------- */

struct cvg_uop *cvg_dec_emit(struct cvg_decoder *d, enum cvg_ucode code,
			     enum cvg_kind kind)
{
	struct cvg_uop u = {
		.code = (uint16_t)code,
		.kind = (uint8_t)kind,
		.dst = CVG_NONE,
		.a = CVG_NONE,
		.b = CVG_NONE,
		.c = CVG_NONE,
		.inst = d->inst_id,
	};

	cvg_push(&d->uops, u);
	return &d->uops.at[d->uops.n - 1];
}

void cvg_dec_fence(struct cvg_decoder *d, unsigned order, enum cvg_scope scope)
{
	struct cvg_uop *u = cvg_dec_emit(d, CVG_U_NOP, CVG_K_I32);

	u->order = (uint8_t)order;
	u->scope = (uint8_t)scope;
}

struct cvg_uop *cvg_dec_op(struct cvg_decoder *d, enum cvg_ucode code,
			   struct cvg_scalar type, uint32_t dst, uint32_t a,
			   uint32_t b, uint32_t c)
{
	struct cvg_uop *u = cvg_dec_emit(d, code, type.kind);

	u->width = type.width;
	u->dst = dst;
	u->a = a;
	u->b = b;
	u->c = c;
	return u;
}

void cvg_dec_list(struct cvg_decoder *d, uint32_t ref)
{
	cvg_push(&d->lists, ref);
}

uint16_t cvg_dec_float_flags(struct cvg_decoder *d, LLVMValueRef inst,
			     enum cvg_kind kind)
{
	const unsigned loose =
		LLVMFastMathAllowReassoc | LLVMFastMathNoSignedZeros |
		LLVMFastMathAllowReciprocal | LLVMFastMathAllowContract |
		LLVMFastMathApproxFunc;
	unsigned fast = LLVMCanValueUseFastMathFlags(inst)
				? LLVMGetFastMathFlags(inst)
				: 0;
	uint16_t flags = 0;

	if (fast & loose)
		d->p->fast_math = true;
	if (fast & LLVMFastMathNoNaNs)
		flags |= CVG_UF_NNAN;
	if (fast & LLVMFastMathNoInfs)
		flags |= CVG_UF_NINF;
	if (kind == CVG_K_F32 ? d->ftz32 : d->ftz)
		flags |= CVG_UF_FTZ;
	return flags;
}

/* ---- functions ------------------------------------------------------- */

/* Does the function flush denormals? "denormal-fp-math-f32" wins for F32. */
static bool flushes(const struct cvg_fn *fn, const char *key, bool otherwise)
{
	for (uint32_t i = 0; i < fn->nattrs; i++)
		if (!strcmp(fn->attrs[i].key, key))
			return strncmp(fn->attrs[i].value, "preserve-sign",
				       13) == 0 ||
			       strncmp(fn->attrs[i].value, "positive-zero",
				       13) == 0;
	return otherwise;
}

/* Copy the decoded function from the growing arrays into the program's
 * arena. */
static void keep(struct cvg_decoder *d)
{
	struct cvg_arena *arena = &d->p->arena;
	struct cvg_ufn *f = d->f;

	f->nuops = (uint32_t)d->uops.n;
	f->uops = cvg_arena_array(arena, struct cvg_uop, f->nuops);
	if (f->nuops)
		memcpy(f->uops, d->uops.at, f->nuops * sizeof *f->uops);
	f->nlists = (uint32_t)d->lists.n;
	f->lists = cvg_arena_array(arena, uint32_t, f->nlists);
	if (f->nlists)
		memcpy(f->lists, d->lists.at, f->nlists * sizeof *f->lists);
	f->nslots = (uint32_t)d->in->slot_kind.n;
	f->slot_kind = cvg_arena_array(arena, uint8_t, f->nslots);
	if (f->nslots)
		memcpy(f->slot_kind, d->in->slot_kind.at, f->nslots);
	d->uops.n = 0;
	d->lists.n = 0;
}

static void decode_function(struct cvg_decoder *d, uint32_t id)
{
	struct cvg_dec_fn *fn = &d->in->fns.at[id];
	LLVMTypeRef result =
		LLVMGetReturnType(LLVMGlobalGetValueType(fn->value));

	d->f = &d->p->fns[id];
	d->fn = fn->fn;
	d->num = &fn->num;
	d->in->fn = fn;
	d->inst = NULL;
	d->ftz = flushes(d->fn, "denormal-fp-math", false);
	d->ftz32 = flushes(d->fn, "denormal-fp-math-f32", d->ftz);
	d->f->fn = fn->fn;
	fn->fn = NULL; /* owned by the program now */
	d->f->name = d->fn->name;
	d->f->address_taken = fn->address_taken;
	if (cvg_dec_type_ok(d, result))
		d->f->nresults = cvg_dec_layout(d, result)->n;
	cvg_dec_slots_init(d);
	cvg_dec_params(d);
	cvg_dec_blocks(d);
	cvg_dec_edges(d);
	keep(d);
	cvg_dec_slots_done(d);
	d->f = NULL;
}

/* ---- the program ----------------------------------------------------- */

/* LLVM's address spaces, which have the same numbers on both targets. */
enum { SHARED_SPACE = 3, PRIVATE_SPACE = 5 };

static void start(struct cvg_decoder *d, struct cvg_module *m, uint32_t f)
{
	d->m = m;
	d->p = cvg_calloc(1, sizeof *d->p);
	d->in = cvg_calloc(1, sizeof *d->in);
	d->shared_null_ones = cvg_target_info(m->target)->null_is_ones;
	d->p->target = m->target;
	d->p->warp = cvg_target_warp(m, cvg_live_function(m, f));
	d->p->shared64 = cvg_dec_pointer_kind(d, SHARED_SPACE) == CVG_K_I64;
	d->p->private64 = cvg_dec_pointer_kind(d, PRIVATE_SPACE) == CVG_K_I64;
}

static void free_functions(struct cvg_dec_inner *in)
{
	for (size_t i = 0; i < in->fns.n; i++) {
		cvg_ana_free(in->fns.at[i].ana);
		if (in->fns.at[i].fn)
			cvg_fn_free(in->fns.at[i].fn);
		cvg_numbering_done(&in->fns.at[i].num);
	}
	free(in->fns.at);
}

static void finish(struct cvg_decoder *d)
{
	struct cvg_dec_inner *in = d->in;

	free_functions(in);
	for (size_t i = 0; i < in->gaps.n; i++) {
		free(in->gaps.at[i].name);
		free(in->gaps.at[i].why);
		free(in->gaps.at[i].where);
	}
	for (uint32_t k = 0; k < CVG_NKINDS; k++)
		for (uint32_t n = 0; n <= CVG_DEC_RUN; n++)
			free(in->run[k][n].at);
	cvg_ptrmap_done(&in->fn_id);
	cvg_ptrmap_done(&in->module_fn);
	cvg_ptrmap_done(&in->global_id);
	cvg_ptrmap_done(&in->bodiless_id);
	cvg_ptrmap_done(&in->layout_id);
	cvg_ptrmap_done(&in->sized);
	cvg_arena_done(&in->arena);
	free(in->globals.at);
	free(in->bodiless.at);
	free(in->layouts.at);
	free(in->consts.at);
	free(in->const_slot);
	free(in->gaps.at);
	free(in->const_refs.at);
	free(in->slot_kind.at);
	free(in->temps.at);
	free(in->copies.at);
	free(in);
	free(d->uops.at);
	free(d->lists.at);
}

/* The number of a module flag; 0: the module has no such flag. */
static uint32_t module_flag(const struct cvg_decoder *d, const char *key)
{
	LLVMMetadataRef md = LLVMGetModuleFlag(d->m->llvm, key, strlen(key));
	LLVMValueRef v;

	if (!md)
		return 0;
	v = LLVMMetadataAsValue(d->m->context, md);
	if (LLVMGetMDNodeNumOperands(v) == 1)
		LLVMGetMDNodeOperands(v, &v);
	return v && LLVMIsAConstantInt(v)
		       ? (uint32_t)LLVMConstIntGetZExtValue(v)
		       : 0;
}

/* The version of AMD's code objects, which decides the hidden arguments of the
 * kernel. Without a flag it is 5, the default of the supported versions of
 * LLVM. */
static uint32_t code_object(const struct cvg_decoder *d)
{
	uint32_t version = module_flag(d, "amdhsa_code_object_version");

	if (!version)
		version = module_flag(d, "amdgpu_code_object_version");
	return version ? version : 500;
}

static void decode_all(struct cvg_decoder *d, uint32_t f)
{
	struct cvg_program *p = d->p;

	p->code_object = code_object(d);
	cvg_dec_reach(d, f);
	cvg_dec_globals_place(d);
	p->nfns = (uint32_t)d->in->fns.n;
	p->fns = cvg_arena_array(&p->arena, struct cvg_ufn, p->nfns);
	for (uint32_t id = 0; id < p->nfns; id++)
		decode_function(d, id);
	cvg_dec_globals_fill(d);
	p->nconsts = (uint32_t)d->in->consts.n;
	p->consts = cvg_arena_array(&p->arena, struct cvg_const, p->nconsts);
	if (p->nconsts)
		memcpy(p->consts, d->in->consts.at,
		       p->nconsts * sizeof *p->consts);
}

static void check(const struct cvg_program *p)
{
#ifdef CVG_DEBUG
	struct cvg_err err;

	if (!cvg_program_check(p, &err))
		cvg_die("program of %s", err.msg);
#else
	(void)p;
#endif
}

void cvg_module_target_shifts(struct cvg_module *m, bool yes)
{
	m->target_shifts = yes;
}

bool cvg_module_decode(struct cvg_module *m, uint32_t f,
		       struct cvg_program **out, struct cvg_str *uncovered,
		       struct cvg_err *err)
{
	struct cvg_decoder d = {0};
	bool ok;

	assert(f < m->nfns);
	*out = NULL;
	start(&d, m, f);
	decode_all(&d, f);
	ok = d.in->gaps.n == 0 || cvg_dec_complain(&d, uncovered, err);
	if (ok) {
		check(d.p);
		*out = d.p;
	} else {
		cvg_program_free(d.p);
	}
	finish(&d);
	return ok;
}
