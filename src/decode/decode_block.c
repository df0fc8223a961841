/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Decodes blocks: their instructions one after the other, and their
 * terminators. */
#include <stdlib.h>

#include "src/ir/compat.h"
#include "decode_int.h"

#include "reconverge/analysis.h"
#include "reconverge/graph.h"

/* ---- instructions ---------------------------------------------------- */

static void uncovered_op(struct cvg_decoder *d)
{
	static const char why[] = "this instruction is not simulated";

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

bool cvg_dec_type_ok(struct cvg_decoder *d, LLVMTypeRef type)
{
	char *text;

	if (cvg_dec_layout(d, type)->ok)
		return true;
	text = cvg_dec_type_text(type);
	cvg_dec_uncovered(d, text, "the simulator does not have this type");
	free(text);
	return false;
}

static bool types_ok(struct cvg_decoder *d)
{
	uint32_t i = d->inst_id;
	const uint32_t *at = d->num->ops_at.at;

	if (!cvg_dec_type_ok(d, LLVMTypeOf(d->inst)))
		return false;
	for (uint32_t k = at[i]; k < at[i + 1]; k++)
		if (!cvg_dec_type_ok(
			    d,
			    LLVMTypeOf(d->num->values.at[d->num->ops.at[k]])))
			return false;
	return true;
}

static void arith(struct cvg_decoder *d)
{
	cvg_dec_arith(d, LLVMGetInstructionOpcode(d->inst));
}

static void convert(struct cvg_decoder *d)
{
	cvg_dec_convert(d, LLVMGetInstructionOpcode(d->inst));
}

static void fence(struct cvg_decoder *d)
{
	cvg_dec_fence(d, 0, CVG_SCOPE_THREAD);
}

/* ---- orderings ------------------------------------------------------- */

static unsigned order_bits(LLVMAtomicOrdering ordering)
{
	switch (ordering) {
	case LLVMAtomicOrderingNotAtomic:
	case LLVMAtomicOrderingUnordered:
	case LLVMAtomicOrderingMonotonic:
		break;
	case LLVMAtomicOrderingAcquire:
		return CVG_ORDER_ACQUIRE;
	case LLVMAtomicOrderingRelease:
		return CVG_ORDER_RELEASE;
	case LLVMAtomicOrderingAcquireRelease:
		return CVG_ORDER_BOTH;
	case LLVMAtomicOrderingSequentiallyConsistent:
		return CVG_ORDER_BOTH | CVG_ORDER_SEQ;
	}
	return 0;
}

static enum cvg_scope scope_of(LLVMValueRef inst)
{
	static const struct {
		const char *name[2];
		enum cvg_scope scope;
	} named[] = {
		{{"singlethread", "singlethread-one-as"}, CVG_SCOPE_THREAD},
		{{"wavefront", "wavefront-one-as"}, CVG_SCOPE_WARP},
		{{"workgroup", "workgroup-one-as"}, CVG_SCOPE_BLOCK},
		{{"block", "block"}, CVG_SCOPE_BLOCK},
		{{"cluster", "cluster-one-as"}, CVG_SCOPE_DEVICE},
		{{"agent", "agent-one-as"}, CVG_SCOPE_DEVICE},
		{{"device", "device"}, CVG_SCOPE_DEVICE},
	};
	char *text =
		CVG_LLVM_HIDES_SCOPES ? LLVMPrintValueToString(inst) : NULL;
	enum cvg_scope found = CVG_SCOPE_SYSTEM;

	for (size_t i = 0; i < sizeof named / sizeof *named; i++) {
		if (cvg_llvm_is_scope(inst, named[i].name[0], text) ||
		    cvg_llvm_is_scope(inst, named[i].name[1], text))
			found = named[i].scope;
	}
	LLVMDisposeMessage(text);
	return found;
}

/*
 * Tell the operations of an atomic instruction, those from `from` on, what it
 * orders. An atomic function that is called orders all that it may: what it is
 * told by its arguments is not looked at.
 */
static void set_order(struct cvg_decoder *d, LLVMOpcode op, size_t from)
{
	bool call = op == LLVMCall;
	unsigned bits = call ? CVG_ORDER_BOTH
			     : order_bits(cvg_ordering_of(d->inst, op));
	enum cvg_scope scope = CVG_SCOPE_DEVICE;

	if (bits && !call)
		scope = scope_of(d->inst);
	for (; bits && from < d->uops.n; from++) {
		struct cvg_uop *u = &d->uops.at[from];

		if (!(u->flags & CVG_UF_ATOMIC) &&
		    (call || u->code != CVG_U_NOP))
			continue;
		u->order = (uint8_t)bits;
		u->scope = (uint8_t)scope;
	}
}

/* ---- one instruction ------------------------------------------------- */

static void decode_inst(struct cvg_decoder *d)
{
	static void (*const by_op[])(struct cvg_decoder *) = {
		[LLVMFNeg] = arith,
		[LLVMAdd] = arith,
		[LLVMFAdd] = arith,
		[LLVMSub] = arith,
		[LLVMFSub] = arith,
		[LLVMMul] = arith,
		[LLVMFMul] = arith,
		[LLVMUDiv] = arith,
		[LLVMSDiv] = arith,
		[LLVMFDiv] = arith,
		[LLVMURem] = arith,
		[LLVMSRem] = arith,
		[LLVMFRem] = arith,
		[LLVMShl] = arith,
		[LLVMLShr] = arith,
		[LLVMAShr] = arith,
		[LLVMAnd] = arith,
		[LLVMOr] = arith,
		[LLVMXor] = arith,
		[LLVMTrunc] = convert,
		[LLVMZExt] = convert,
		[LLVMSExt] = convert,
		[LLVMFPToUI] = convert,
		[LLVMFPToSI] = convert,
		[LLVMUIToFP] = convert,
		[LLVMSIToFP] = convert,
		[LLVMFPTrunc] = convert,
		[LLVMFPExt] = convert,
		[LLVMPtrToInt] = convert,
		[CVG_LLVM_PTRTOADDR] = convert,
		[LLVMIntToPtr] = convert,
		[LLVMBitCast] = convert,
		[LLVMAddrSpaceCast] = convert,
		[LLVMICmp] = cvg_dec_icmp,
		[LLVMFCmp] = cvg_dec_fcmp,
		[LLVMSelect] = cvg_dec_select,
		[LLVMFreeze] = cvg_dec_freeze,
		[LLVMExtractElement] = cvg_dec_extract_element,
		[LLVMInsertElement] = cvg_dec_insert_element,
		[LLVMShuffleVector] = cvg_dec_shuffle,
		[LLVMExtractValue] = cvg_dec_extract_value,
		[LLVMInsertValue] = cvg_dec_insert_value,
		[LLVMAlloca] = cvg_dec_alloca,
		[LLVMLoad] = cvg_dec_load_inst,
		[LLVMStore] = cvg_dec_store_inst,
		[LLVMGetElementPtr] = cvg_dec_gep,
		[LLVMAtomicRMW] = cvg_dec_rmw,
		[LLVMAtomicCmpXchg] = cvg_dec_cmpxchg,
		[LLVMFence] = fence,
		[LLVMCall] = cvg_dec_call,
	};
	LLVMOpcode op = LLVMGetInstructionOpcode(d->inst);
	size_t from = d->uops.n;

	if (op < sizeof by_op / sizeof *by_op && by_op[op])
		by_op[op](d);
	else
		uncovered_op(d);
	set_order(d, op, from);
}

/* ---- terminators ----------------------------------------------------- */

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
		b->kind = cvg_dec_scalar(d, LLVMGetOperand(d->inst, 0), 0).kind;
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
		cvg_dec_type_ok(d, LLVMTypeOf(d->inst));
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

void cvg_dec_blocks(struct cvg_decoder *d)
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
