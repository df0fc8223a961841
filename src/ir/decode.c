/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * From a kernel of the live module to a program for the simulator: function
 * after function, block after block, instruction after instruction.
 */
#include "decode.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include <llvm-c/Target.h>

#include "compat.h"
#include "decode_int.h"
#include "target.h"

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

/* ---- gaps ------------------------------------------------------------ */

static char *place_text(const struct cvg_decoder *d)
{
	struct cvg_str s = {0};
	const struct cvg_inst *in;

	if (!d->f)
		return cvg_strdup("");
	cvg_str_addf(&s, "@%s", d->fn->name);
	if (d->inst) {
		in = &d->fn->insts[d->inst_id];
		cvg_str_addf(&s, ", %%%s", d->fn->blocks[in->block].name);
		if (in->line && in->file != CVG_NONE)
			cvg_str_addf(&s, ", %s:%u", d->fn->files[in->file],
				     in->line);
	}
	return cvg_str_take(&s);
}

void cvg_dec_uncovered(struct cvg_decoder *d, const char *name, const char *why)
{
	struct cvg_gap gap = {.count = 1};

	for (size_t i = 0; i < d->in->gaps.n; i++) {
		struct cvg_gap *g = &d->in->gaps.at[i];

		if (strcmp(g->name, name) != 0 || strcmp(g->why, why) != 0)
			continue;
		g->count++;
		return;
	}
	gap.name = cvg_strdup(name);
	gap.why = cvg_strdup(why);
	gap.where = place_text(d);
	cvg_push(&d->in->gaps, gap);
}

static void uncovered_op(struct cvg_decoder *d)
{
	static const char why[] = "no simulation of this instruction";

	switch (LLVMGetInstructionOpcode(d->inst)) {
	case LLVMVAArg:
		cvg_dec_uncovered(d, "va_arg", why);
		break;
	case LLVMInvoke:
		cvg_dec_uncovered(d, "invoke", why);
		break;
	case LLVMCallBr:
		cvg_dec_uncovered(d, "callbr", why);
		break;
	default:
		cvg_dec_uncovered(d, cvg_op_name(d->fn->insts[d->inst_id].op),
				  why);
	}
}

/* ---- instructions ---------------------------------------------------- */

/* False, and a gap: a type that cannot be in slots. */
static bool type_ok(struct cvg_decoder *d, LLVMTypeRef type)
{
	char *text;

	if (cvg_dec_layout(d, type)->ok)
		return true;
	text = cvg_dec_type_text(type);
	cvg_dec_uncovered(d, text, "a type the simulator has not");
	free(text);
	return false;
}

static bool types_ok(struct cvg_decoder *d)
{
	uint32_t i = d->inst_id;
	const uint32_t *at = d->num->ops_at.at;

	if (!type_ok(d, LLVMTypeOf(d->inst)))
		return false;
	for (uint32_t k = at[i]; k < at[i + 1]; k++)
		if (!type_ok(d,
			     LLVMTypeOf(d->num->values.at[d->num->ops.at[k]])))
			return false;
	return true;
}

static void decode_inst(struct cvg_decoder *d)
{
	LLVMOpcode op = LLVMGetInstructionOpcode(d->inst);

	switch ((unsigned)op) {
	case LLVMFNeg:
	case LLVMAdd:
	case LLVMFAdd:
	case LLVMSub:
	case LLVMFSub:
	case LLVMMul:
	case LLVMFMul:
	case LLVMUDiv:
	case LLVMSDiv:
	case LLVMFDiv:
	case LLVMURem:
	case LLVMSRem:
	case LLVMFRem:
	case LLVMShl:
	case LLVMLShr:
	case LLVMAShr:
	case LLVMAnd:
	case LLVMOr:
	case LLVMXor:
		cvg_dec_arith(d, op);
		break;
	case LLVMTrunc:
	case LLVMZExt:
	case LLVMSExt:
	case LLVMFPToUI:
	case LLVMFPToSI:
	case LLVMUIToFP:
	case LLVMSIToFP:
	case LLVMFPTrunc:
	case LLVMFPExt:
	case LLVMPtrToInt:
	case CVG_LLVM_PTRTOADDR:
	case LLVMIntToPtr:
	case LLVMBitCast:
	case LLVMAddrSpaceCast:
		cvg_dec_convert(d, op);
		break;
	case LLVMICmp:
		cvg_dec_icmp(d);
		break;
	case LLVMFCmp:
		cvg_dec_fcmp(d);
		break;
	case LLVMSelect:
		cvg_dec_select(d);
		break;
	case LLVMFreeze:
		cvg_dec_freeze(d);
		break;
	case LLVMExtractElement:
		cvg_dec_extract_element(d);
		break;
	case LLVMInsertElement:
		cvg_dec_insert_element(d);
		break;
	case LLVMShuffleVector:
		cvg_dec_shuffle(d);
		break;
	case LLVMExtractValue:
		cvg_dec_extract_value(d);
		break;
	case LLVMInsertValue:
		cvg_dec_insert_value(d);
		break;
	case LLVMAlloca:
		cvg_dec_alloca(d);
		break;
	case LLVMLoad:
		cvg_dec_load_inst(d);
		break;
	case LLVMStore:
		cvg_dec_store_inst(d);
		break;
	case LLVMGetElementPtr:
		cvg_dec_gep(d);
		break;
	case LLVMAtomicRMW:
		cvg_dec_rmw(d);
		break;
	case LLVMAtomicCmpXchg:
		cvg_dec_cmpxchg(d);
		break;
	case LLVMFence:
		cvg_dec_emit(d, CVG_U_NOP, CVG_K_BIT);
		break;
	case LLVMCall:
		cvg_dec_call(d);
		break;
	default:
		uncovered_op(d);
	}
}

/* ---- ends of blocks -------------------------------------------------- */

static void decode_return(struct cvg_decoder *d, struct cvg_ublock *b)
{
	LLVMValueRef v;

	b->term = CVG_T_RETURN;
	b->list_at = (uint32_t)d->lists.n;
	if (LLVMGetNumOperands(d->inst) == 0)
		return;
	v = LLVMGetOperand(d->inst, 0);
	b->nlist = cvg_dec_layout_of(d, v)->n;
	for (uint32_t k = 0; k < b->nlist; k++)
		cvg_dec_list(d, cvg_dec_ref(d, v, k));
}

static void decode_switch(struct cvg_decoder *d, struct cvg_ublock *b)
{
	const struct cvg_block *block = &d->fn->blocks[d->block];
	LLVMValueRef v = LLVMGetOperand(d->inst, 0);

	b->term = CVG_T_SWITCH;
	b->ref = cvg_dec_ref(d, v, 0);
	b->kind = cvg_dec_scalar(d, v, 0).kind;
	for (uint32_t k = 1; k < block->nsuccs; k++)
		d->f->edges[block->succs_at + k].case_ref =
			cvg_dec_ref(d, cvg_llvm_case_value(d->inst, k), 0);
}

static void decode_end(struct cvg_decoder *d, struct cvg_ublock *b)
{
	switch (LLVMGetInstructionOpcode(d->inst)) {
	case LLVMRet:
		decode_return(d, b);
		break;
	case LLVMBr:
		b->term =
			LLVMIsConditional(d->inst) ? CVG_T_BRANCH : CVG_T_JUMP;
		if (b->term == CVG_T_BRANCH)
			b->ref = cvg_dec_ref(d, LLVMGetCondition(d->inst), 0);
		break;
	case LLVMSwitch:
		decode_switch(d, b);
		break;
	case LLVMIndirectBr:
		b->term = CVG_T_INDIRECT;
		b->ref = cvg_dec_ref(d, LLVMGetOperand(d->inst, 0), 0);
		break;
	case LLVMUnreachable:
		b->term = CVG_T_UNREACHABLE;
		break;
	default:
		b->term = CVG_T_UNREACHABLE;
		uncovered_op(d);
	}
}

/* ---- blocks ---------------------------------------------------------- */

static void decode_block(struct cvg_decoder *d, uint32_t b)
{
	const struct cvg_block *block = &d->fn->blocks[b];
	struct cvg_ublock *ub = &d->f->blocks[b];
	uint32_t end = block->inst_at + block->ninsts;

	d->block = b;
	if (b == 0)
		cvg_dec_copies(d);
	for (uint32_t i = 0; i < block->nphis; i++) {
		d->inst_id = block->inst_at + i;
		d->inst = d->num->insts.at[d->inst_id];
		type_ok(d, LLVMTypeOf(d->inst));
	}
	for (uint32_t i = block->inst_at + block->nphis; i < end; i++) {
		size_t from = d->uops.n;

		d->inst = d->num->insts.at[i];
		d->inst_id = i;
		cvg_dec_inst_begin(d);
		if (!types_ok(d))
			ub->term = CVG_T_UNREACHABLE;
		else if (i + 1 == end)
			decode_end(d, ub);
		else
			decode_inst(d);
		cvg_dec_inst_end(d, from);
	}
	d->inst = NULL;
}

static void decode_blocks(struct cvg_decoder *d)
{
	const struct cvg_order *order = cvg_ana_order(d->in->fn->ana);
	uint32_t nedges = cvg_fn_nedges(d->fn);

	d->f->blocks = cvg_arena_array(&d->p->arena, struct cvg_ublock,
				       d->fn->nblocks);
	d->f->edges = cvg_arena_array(&d->p->arena, struct cvg_uedge, nedges);
	for (uint32_t e = 0; e < nedges; e++)
		d->f->edges[e].case_ref = CVG_NONE;
	for (uint32_t b = 0; b < d->fn->nblocks; b++) {
		const struct cvg_block *block = &d->fn->blocks[b];
		struct cvg_ublock *ub = &d->f->blocks[b];

		ub->uop_at = (uint32_t)d->uops.n;
		ub->ref = CVG_NONE;
		ub->term = CVG_T_UNREACHABLE;
		ub->inst = block->inst_at + block->ninsts - 1;
		if (order->place[b] != CVG_NONE)
			decode_block(d, b);
		ub->nuops = (uint32_t)d->uops.n - ub->uop_at;
	}
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

/* What was made, out of the growing arrays into the program. */
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
	fn->fn = NULL; /* the program's now */
	d->f->name = d->fn->name;
	d->f->address_taken = fn->address_taken;
	if (type_ok(d, result))
		d->f->nresults = cvg_dec_layout(d, result)->n;
	cvg_dec_slots_init(d);
	cvg_dec_params(d);
	decode_blocks(d);
	cvg_dec_edges(d);
	keep(d);
	cvg_dec_slots_done(d);
	d->f = NULL;
}

/* ---- the program ----------------------------------------------------- */

/* LLVM's address spaces that both targets give the same number. */
enum { SHARED_SPACE = 3, PRIVATE_SPACE = 5 };

static void start(struct cvg_decoder *d, struct cvg_module *m, uint32_t f)
{
	d->m = m;
	d->p = cvg_calloc(1, sizeof *d->p);
	d->in = cvg_calloc(1, sizeof *d->in);
	d->shared_null_ones = m->target == CVG_AMDGPU;
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

static void decode_all(struct cvg_decoder *d, uint32_t f)
{
	struct cvg_program *p = d->p;

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

static bool complain(struct cvg_decoder *d, struct cvg_str *uncovered,
		     struct cvg_err *err)
{
	const struct cvg_gap *g = d->in->gaps.at;
	size_t n = d->in->gaps.n;

	for (size_t i = 0; uncovered && i < n; i++) {
		cvg_str_addf(uncovered, "%s: %s", g[i].name, g[i].why);
		if (g[i].count > 1)
			cvg_str_addf(uncovered, " (%u times, first in %s)",
				     g[i].count, g[i].where);
		else if (g[i].where[0])
			cvg_str_addf(uncovered, " (in %s)", g[i].where);
		cvg_str_addc(uncovered, '\n');
	}
	if (n == 1)
		return cvg_fail(err, "cannot be simulated: %s: %s", g->name,
				g->why);
	return cvg_fail(err, "cannot be simulated: %s: %s; and %zu more such",
			g->name, g->why, n - 1);
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
	ok = d.in->gaps.n == 0 || complain(&d, uncovered, err);
	if (ok)
		*out = d.p;
	else
		cvg_program_free(d.p);
	finish(&d);
	return ok;
}
