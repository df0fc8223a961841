/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Decodes blocks: their instructions one after the other, and their
 * terminators. */
#include <stdlib.h>
#include <string.h>

#include "src/ir/compat.h"
#include "src/ir/snapshot.h"
#include "decode_int.h"

#include "reconverge/analysis.h"
#include "reconverge/graph.h"

/* ---- instructions ---------------------------------------------------- */

static void uncovered_op(struct cvg_decoder *decoder)
{
	static const char why[] = "this instruction is not simulated";

	switch (LLVMGetInstructionOpcode(decoder->inst)) {
	case LLVMVAArg:
		cvg_dec_uncovered(decoder, "va_arg", why);
		break;
	case LLVMInvoke:
		cvg_dec_uncovered(decoder, "invoke", why);
		break;
	case LLVMCallBr:
		cvg_dec_uncovered(decoder, "callbr", why);
		break;
	default:
		cvg_dec_uncovered(
			decoder,
			cvg_op_name(decoder->fn->insts[decoder->inst_id].op),
			why);
	}
}

bool cvg_dec_type_ok(struct cvg_decoder *decoder, LLVMTypeRef type)
{
	char *text;

	if (cvg_dec_layout(decoder, type)->ok)
		return true;
	text = cvg_dec_type_text(type);
	cvg_dec_uncovered(decoder, text,
			  "the simulator does not have this type");
	free(text);
	return false;
}

static bool types_ok(struct cvg_decoder *decoder)
{
	uint32_t i = decoder->inst_id;
	const uint32_t *at = decoder->num->ops_at.at;

	if (!cvg_dec_type_ok(decoder, LLVMTypeOf(decoder->inst)))
		return false;
	for (uint32_t k = at[i]; k < at[i + 1]; k++)
		if (!cvg_dec_type_ok(
			    decoder,
			    LLVMTypeOf(decoder->num->values
					       .at[decoder->num->ops.at[k]])))
			return false;
	return true;
}

static void arith(struct cvg_decoder *decoder)
{
	cvg_dec_arith(decoder, LLVMGetInstructionOpcode(decoder->inst));
}

static void convert(struct cvg_decoder *decoder)
{
	cvg_dec_convert(decoder, LLVMGetInstructionOpcode(decoder->inst));
}

static void fence(struct cvg_decoder *decoder)
{
	cvg_dec_fence(decoder, 0, CVG_SCOPE_THREAD);
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

/* What is the same to the simulator, but not to proofs, beside an enum cvg_scope. */
#define SCOPE_THREADS	7u
#define SCOPE_ONE_SPACE 8u  /* it orders accesses of one address space only */
#define SCOPE_CLUSTER	16u /* fewer threads than the device's */

static enum cvg_scope scope_named(const char *name, size_t n)
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

	for (size_t i = 0; i < sizeof named / sizeof *named; i++)
		for (size_t k = 0; k < 2; k++)
			if (strlen(named[i].name[k]) == n &&
			    !strncmp(named[i].name[k], name, n))
				return named[i].scope;
	return CVG_SCOPE_SYSTEM;
}

/* LLVM-C tells the number of a name only, and adds the name to the context when
 * it is asked for it. So each scope is read from the text of one instruction. */
static uint32_t scope_of(struct cvg_decoder *decoder)
{
	uint32_t id = cvg_llvm_sync_scope(decoder->inst);
	struct cvg_u32s *known = &decoder->in->scopes;
	uint32_t found;
	const char *name;
	char *text;
	size_t n;

	if (id < known->n && known->at[id] != CVG_NONE)
		return known->at[id];
	text = LLVMPrintValueToString(decoder->inst);
	name = cvg_line_scope(text, &n);
	found = (uint32_t)scope_named(name, n);
	if (n && memmem(name, n, "one-as", 6))
		found |= SCOPE_ONE_SPACE;
	if (n && !strncmp(name, "cluster", 7))
		found |= SCOPE_CLUSTER;
	LLVMDisposeMessage(text);
	if (id == CVG_NONE)
		return found;
	while (known->n <= id)
		cvg_push(known, CVG_NONE);
	known->at[id] = found;
	return found;
}

/*
 * Tell the operations of an atomic instruction, those from `from` on, what it
 * orders. An atomic function that is called orders all that it may: what it is
 * told by its arguments is not looked at.
 */
static void set_order(struct cvg_decoder *decoder, LLVMOpcode op, size_t from)
{
	bool call = op == LLVMCall;
	unsigned how = call ? 0 : (unsigned)cvg_ordering_of(decoder->inst, op);
	unsigned bits = call ? CVG_ORDER_BOTH : order_bits(how);
	uint32_t scope = CVG_SCOPE_DEVICE;

	if (how)
		scope = scope_of(decoder);
	for (; (bits || how) && from < decoder->uops.n; from++) {
		struct cvg_uop *uop = &decoder->uops.at[from];

		if (!(uop->flags & CVG_UF_ATOMIC) &&
		    (call || uop->code != CVG_U_NOP))
			continue;
		uop->vows |= how << 20 | scope << 24;
		if (!bits)
			continue;
		uop->order = (uint8_t)bits;
		uop->scope = scope & SCOPE_THREADS;
	}
}

/* ---- one instruction ------------------------------------------------- */

static void decode_inst(struct cvg_decoder *decoder)
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
	LLVMOpcode op = LLVMGetInstructionOpcode(decoder->inst);
	size_t from = decoder->uops.n;

	if (op < sizeof by_op / sizeof *by_op && by_op[op])
		by_op[op](decoder);
	else
		uncovered_op(decoder);
	set_order(decoder, op, from);
}

/* ---- terminators ----------------------------------------------------- */

static void decode_return(struct cvg_decoder *decoder, struct cvg_ublock *block)
{
	LLVMValueRef v;

	block->term = CVG_T_RETURN;
	block->list_at = (uint32_t)decoder->lists.n;
	if (LLVMGetNumOperands(decoder->inst) == 0)
		return;
	v = LLVMGetOperand(decoder->inst, 0);
	block->nlist = cvg_dec_layout_of(decoder, v)->n;
	for (uint32_t k = 0; k < block->nlist; k++)
		cvg_dec_list(decoder, cvg_dec_ref(decoder, v, k));
}

static void decode_switch(struct cvg_decoder *decoder,
			  struct cvg_ublock *ublock)
{
	const struct cvg_block *block = &decoder->fn->blocks[decoder->block];
	LLVMValueRef v = LLVMGetOperand(decoder->inst, 0);

	ublock->term = CVG_T_SWITCH;
	ublock->ref = cvg_dec_ref(decoder, v, 0);
	ublock->kind = cvg_dec_scalar(decoder, v, 0).kind;
	for (uint32_t k = 1; k < block->nsuccs; k++)
		decoder->ufn->edges[block->succs_at + k].case_ref = cvg_dec_ref(
			decoder, cvg_llvm_case_value(decoder->inst, k), 0);
}

static void decode_end(struct cvg_decoder *decoder, struct cvg_ublock *block)
{
	switch (LLVMGetInstructionOpcode(decoder->inst)) {
	case LLVMRet:
		decode_return(decoder, block);
		break;
	case LLVMBr:
		block->term = LLVMIsConditional(decoder->inst) ? CVG_T_BRANCH
							       : CVG_T_JUMP;
		if (block->term == CVG_T_BRANCH)
			block->ref = cvg_dec_ref(
				decoder, LLVMGetCondition(decoder->inst), 0);
		break;
	case LLVMSwitch:
		decode_switch(decoder, block);
		break;
	case LLVMIndirectBr:
		block->term = CVG_T_INDIRECT;
		block->ref = cvg_dec_ref(decoder,
					 LLVMGetOperand(decoder->inst, 0), 0);
		block->kind =
			cvg_dec_scalar(decoder,
				       LLVMGetOperand(decoder->inst, 0), 0)
				.kind;
		break;
	case LLVMUnreachable:
		block->term = CVG_T_UNREACHABLE;
		break;
	default:
		block->term = CVG_T_UNREACHABLE;
		uncovered_op(decoder);
	}
}

/* ---- blocks ---------------------------------------------------------- */

static void decode_block(struct cvg_decoder *decoder, uint32_t b)
{
	const struct cvg_block *block = &decoder->fn->blocks[b];
	struct cvg_ublock *ub = &decoder->ufn->blocks[b];
	uint32_t end = block->inst_at + block->ninsts;

	decoder->block = b;
	if (b == 0) {
		cvg_dec_copies(decoder);
		cvg_dec_tokens(decoder);
	}
	for (uint32_t i = 0; i < block->nphis; i++) {
		decoder->inst_id = block->inst_at + i;
		decoder->inst = decoder->num->insts.at[decoder->inst_id];
		cvg_dec_type_ok(decoder, LLVMTypeOf(decoder->inst));
	}
	for (uint32_t i = block->inst_at + block->nphis; i < end; i++) {
		size_t from = decoder->uops.n;

		decoder->inst = decoder->num->insts.at[i];
		decoder->inst_id = i;
		cvg_dec_inst_begin(decoder);
		if (!types_ok(decoder))
			ub->term = CVG_T_UNREACHABLE;
		else if (i + 1 == end)
			decode_end(decoder, ub);
		else
			decode_inst(decoder);
		cvg_dec_inst_end(decoder, from);
	}
	decoder->inst = NULL;
}

void cvg_dec_blocks(struct cvg_decoder *decoder)
{
	const struct cvg_order *order = cvg_ana_order(decoder->in->fn->ana);
	uint32_t nedges = cvg_fn_nedges(decoder->fn);

	decoder->ufn->blocks =
		cvg_arena_array(&decoder->program->arena, struct cvg_ublock,
				decoder->fn->nblocks);
	decoder->ufn->edges = cvg_arena_array(&decoder->program->arena,
					      struct cvg_uedge, nedges);
	for (uint32_t e = 0; e < nedges; e++)
		decoder->ufn->edges[e].case_ref = CVG_NONE;
	for (uint32_t b = 0; b < decoder->fn->nblocks; b++) {
		const struct cvg_block *block = &decoder->fn->blocks[b];
		struct cvg_ublock *ub = &decoder->ufn->blocks[b];

		ub->uop_at = (uint32_t)decoder->uops.n;
		ub->ref = CVG_NONE;
		ub->term = CVG_T_UNREACHABLE;
		ub->inst = block->inst_at + block->ninsts - 1;
		if (order->place[b] != CVG_NONE)
			decode_block(decoder, b);
		ub->nuops = (uint32_t)decoder->uops.n - ub->uop_at;
	}
}
