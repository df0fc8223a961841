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

struct cvg_uop *cvg_dec_emit(struct cvg_decoder *decoder, enum cvg_ucode code,
			     enum cvg_kind kind)
{
	struct cvg_uop u = {
		.code = (uint16_t)code,
		.kind = (uint8_t)kind,
		.dst = CVG_NONE,
		.a = CVG_NONE,
		.b = CVG_NONE,
		.c = CVG_NONE,
		.inst = decoder->inst_id,
	};

	if (u.inst != CVG_NONE && decoder->vows_of != u.inst) {
		decoder->vows_of = u.inst;
		decoder->vows = cvg_dec_vows(decoder->num->insts.at[u.inst],
					     &decoder->noundef);
	}
	u.vows = u.inst == CVG_NONE ? 0 : decoder->vows;
	u.noundef = u.inst == CVG_NONE ? 0 : decoder->noundef;
	cvg_push(&decoder->uops, u);
	return &decoder->uops.at[decoder->uops.n - 1];
}

void cvg_dec_fence(struct cvg_decoder *decoder, unsigned order,
		   enum cvg_scope scope)
{
	struct cvg_uop *uop = cvg_dec_emit(decoder, CVG_U_NOP, CVG_K_I32);

	uop->order = (uint8_t)order;
	uop->scope = (uint8_t)scope;
}

struct cvg_uop *cvg_dec_op(struct cvg_decoder *decoder, enum cvg_ucode code,
			   struct cvg_scalar type, uint32_t dst, uint32_t a,
			   uint32_t b, uint32_t c)
{
	struct cvg_uop *uop = cvg_dec_emit(decoder, code, type.kind);

	uop->width = type.width;
	uop->dst = dst;
	uop->a = a;
	uop->b = b;
	uop->c = c;
	return uop;
}

void cvg_dec_list(struct cvg_decoder *decoder, uint32_t ref)
{
	cvg_push(&decoder->lists, ref);
}

uint16_t cvg_dec_float_flags(struct cvg_decoder *decoder, LLVMValueRef inst,
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
		decoder->program->fast_math = true;
	if (fast & LLVMFastMathNoNaNs)
		flags |= CVG_UF_NNAN;
	if (fast & LLVMFastMathNoInfs)
		flags |= CVG_UF_NINF;
	if (kind == CVG_K_F32 ? decoder->ftz32 : decoder->ftz)
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
static void keep(struct cvg_decoder *decoder)
{
	struct cvg_arena *arena = &decoder->program->arena;
	struct cvg_ufn *ufn = decoder->ufn;

	ufn->nuops = (uint32_t)decoder->uops.n;
	ufn->uops = cvg_arena_array(arena, struct cvg_uop, ufn->nuops);
	if (ufn->nuops)
		memcpy(ufn->uops, decoder->uops.at,
		       ufn->nuops * sizeof *ufn->uops);
	ufn->nlists = (uint32_t)decoder->lists.n;
	ufn->lists = cvg_arena_array(arena, uint32_t, ufn->nlists);
	if (ufn->nlists)
		memcpy(ufn->lists, decoder->lists.at,
		       ufn->nlists * sizeof *ufn->lists);
	ufn->nslots = (uint32_t)decoder->in->slot_kind.n;
	ufn->slot_kind = cvg_arena_array(arena, uint8_t, ufn->nslots);
	if (ufn->nslots)
		memcpy(ufn->slot_kind, decoder->in->slot_kind.at, ufn->nslots);
	decoder->uops.n = 0;
	decoder->lists.n = 0;
}

static void decode_function(struct cvg_decoder *decoder, uint32_t id)
{
	struct cvg_dec_fn *fn = &decoder->in->fns.at[id];
	LLVMTypeRef result =
		LLVMGetReturnType(LLVMGlobalGetValueType(fn->value));

	decoder->ufn = &decoder->program->fns[id];
	decoder->fn = fn->fn;
	decoder->num = &fn->num;
	decoder->in->fn = fn;
	decoder->inst = NULL;
	decoder->vows_of = CVG_NONE;
	decoder->ftz = flushes(decoder->fn, "denormal-fp-math", false);
	decoder->ftz32 =
		flushes(decoder->fn, "denormal-fp-math-f32", decoder->ftz);
	decoder->ufn->fn = fn->fn;
	fn->fn = NULL; /* owned by the program now */
	decoder->ufn->name = decoder->fn->name;
	decoder->ufn->address_taken = fn->address_taken;
	if (cvg_dec_type_ok(decoder, result))
		decoder->ufn->nresults = cvg_dec_layout(decoder, result)->n;
	cvg_dec_slots_init(decoder);
	cvg_dec_params(decoder);
	cvg_dec_blocks(decoder);
	cvg_dec_edges(decoder);
	cvg_dec_fn_vows(decoder, fn->value);
	keep(decoder);
	cvg_dec_slots_done(decoder);
	decoder->ufn = NULL;
}

/* ---- the program ----------------------------------------------------- */

/* LLVM's address spaces, which have the same numbers on both targets. */
enum { SHARED_SPACE = 3, PRIVATE_SPACE = 5 };

static void start(struct cvg_decoder *decoder, struct cvg_module *module,
		  uint32_t f)
{
	decoder->module = module;
	decoder->program = cvg_calloc(1, sizeof *decoder->program);
	decoder->in = cvg_calloc(1, sizeof *decoder->in);
	decoder->shared_null_ones =
		cvg_target_info(module->target)->null_is_ones;
	decoder->program->target = module->target;
	decoder->program->warp =
		cvg_target_warp(module, cvg_live_function(module, f));
	decoder->program->shared64 =
		cvg_dec_pointer_kind(decoder, SHARED_SPACE) == CVG_K_I64;
	decoder->program->private64 =
		cvg_dec_pointer_kind(decoder, PRIVATE_SPACE) == CVG_K_I64;
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

static void finish(struct cvg_decoder *decoder)
{
	struct cvg_dec_inner *in = decoder->in;

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
	free(in->scopes.at);
	free(in->const_refs.at);
	free(in->slot_kind.at);
	free(in->temps.at);
	free(in->copies.at);
	free(in);
	free(decoder->uops.at);
	free(decoder->lists.at);
}

/* The number of a module flag; 0: the module has no such flag. */
static uint32_t module_flag(const struct cvg_decoder *decoder, const char *key)
{
	LLVMMetadataRef md =
		LLVMGetModuleFlag(decoder->module->llvm, key, strlen(key));
	LLVMValueRef v;

	if (!md)
		return 0;
	v = LLVMMetadataAsValue(decoder->module->context, md);
	if (LLVMGetMDNodeNumOperands(v) == 1)
		LLVMGetMDNodeOperands(v, &v);
	return v && LLVMIsAConstantInt(v)
		       ? (uint32_t)LLVMConstIntGetZExtValue(v)
		       : 0;
}

/* The version of AMD's code objects, which decides the hidden arguments of the
 * kernel. Without a flag it is 5, whose arguments are those of 6, the default of
 * LLVM from 20 on. */
static uint32_t code_object(const struct cvg_decoder *decoder)
{
	uint32_t version = module_flag(decoder, "amdhsa_code_object_version");

	if (!version)
		version = module_flag(decoder, "amdgpu_code_object_version");
	return version ? version : 500;
}

static void decode_all(struct cvg_decoder *decoder, uint32_t f)
{
	struct cvg_program *program = decoder->program;

	program->code_object = code_object(decoder);
	cvg_dec_reach(decoder, f);
	cvg_dec_globals_place(decoder);
	program->nfns = (uint32_t)decoder->in->fns.n;
	program->fns =
		cvg_arena_array(&program->arena, struct cvg_ufn, program->nfns);
	for (uint32_t id = 0; id < program->nfns; id++)
		decode_function(decoder, id);
	cvg_dec_globals_fill(decoder);
	program->nconsts = (uint32_t)decoder->in->consts.n;
	program->consts = cvg_arena_array(&program->arena, struct cvg_const,
					  program->nconsts);
	if (program->nconsts)
		memcpy(program->consts, decoder->in->consts.at,
		       program->nconsts * sizeof *program->consts);
}

static void check(const struct cvg_program *program)
{
#ifdef CVG_DEBUG
	struct cvg_err err;

	if (!cvg_program_check(program, &err))
		cvg_die("program of %s", err.msg);
#else
	(void)program;
#endif
}

void cvg_module_target_shifts(struct cvg_module *module, bool yes)
{
	module->target_shifts = yes;
}

void cvg_module_wraps(struct cvg_module *module, bool yes)
{
	module->wraps = yes;
}

bool cvg_module_decode(struct cvg_module *module, uint32_t f,
		       struct cvg_program **out, struct cvg_str *uncovered,
		       struct cvg_err *err)
{
	struct cvg_decoder decoder = {0};
	bool ok;

	assert(f < module->nfns);
	*out = NULL;
	start(&decoder, module, f);
	decode_all(&decoder, f);
	ok = decoder.in->gaps.n == 0 ||
	     cvg_dec_complain(&decoder, uncovered, err);
	if (ok) {
		check(decoder.program);
		*out = decoder.program;
	} else {
		cvg_program_free(decoder.program);
	}
	finish(&decoder);
	return ok;
}
