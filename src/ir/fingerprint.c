/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The fingerprint: one number for the code of a function. It is the same after
 * the code was written and read back, in another process, with other names, and
 * with or without debug locations. It is therefore a hash of ids, texts of
 * constants and numbers, never of addresses.
 */
#include <stdlib.h>
#include <string.h>

#include "compat.h"
#include "facts.h"
#include "snapshot.h"

uint64_t cvg_hash_text(const char *text, size_t n)
{
	uint64_t h = UINT64_C(0xcbf29ce484222325);

	for (size_t i = 0; i < n; i++)
		h = (h ^ (unsigned char)text[i]) * UINT64_C(0x100000001b3);
	return cvg_mix(h, n);
}

static void hash_values(struct cvg_snap *snap)
{
	const struct cvg_fn *fn = snap->fn;

	for (uint32_t v = 0; v < fn->nvalues; v++) {
		const struct cvg_value *val = &fn->values[v];
		uint64_t h = snap->type_hash.at[val->type];

		if (v < fn->nargs + fn->ninsts)
			h = cvg_mix(h, v);
		else if (val->kind == CVG_VALUE_BLOCK)
			h = cvg_mix(h, 1);
		else
			h = cvg_mix(
				h, cvg_hash_text(val->text, strlen(val->text)));
		cvg_push(&snap->value_hash, h);
	}
}

/* ---- facts that are not in the snapshot ------------------------------ */

static uint64_t wrap_flags(LLVMValueRef inst, LLVMOpcode op)
{
	switch (op) {
	case LLVMAdd:
	case LLVMSub:
	case LLVMMul:
	case LLVMShl:
	case LLVMTrunc:
		return 1 + (uint64_t)LLVMGetNUW(inst) * 2 +
		       (uint64_t)LLVMGetNSW(inst) * 4;
	case LLVMUDiv:
	case LLVMSDiv:
	case LLVMLShr:
	case LLVMAShr:
		return 1 + (uint64_t)LLVMGetExact(inst) * 2;
	case LLVMOr:
		return 1 + (uint64_t)LLVMGetIsDisjoint(inst) * 2;
	case LLVMZExt:
	case LLVMUIToFP:
		return 1 + (uint64_t)LLVMGetNNeg(inst) * 2;
	case LLVMGetElementPtr:
		return LLVMGEPGetNoWrapFlags(inst);
	default:
		return 0;
	}
}

static uint64_t hash_indices(LLVMValueRef inst, LLVMOpcode op, uint64_t h)
{
	unsigned n;

	if (op == LLVMShuffleVector) {
		n = LLVMGetNumMaskElements(inst);
		for (unsigned k = 0; k < n; k++)
			h = cvg_mix(h, (uint64_t)LLVMGetMaskValue(inst, k));
	} else if (op == LLVMExtractValue || op == LLVMInsertValue) {
		n = LLVMGetNumIndices(inst);
		for (unsigned k = 0; k < n; k++)
			h = cvg_mix(h, LLVMGetIndices(inst)[k]);
	}
	return h;
}

static uint64_t hash_access(LLVMValueRef inst, LLVMOpcode op, uint64_t h)
{
	if (op == LLVMLoad || op == LLVMStore || op == LLVMAlloca ||
	    op == LLVMAtomicRMW || op == LLVMAtomicCmpXchg)
		h = cvg_mix(h, LLVMGetAlignment(inst));
	if (op == LLVMAtomicCmpXchg) {
		h = cvg_mix(h, (uint64_t)LLVMGetWeak(inst));
		h = cvg_mix(h, (uint64_t)LLVMGetCmpXchgFailureOrdering(inst));
	}
	return cvg_mix(h, (uint64_t)cvg_ordering_of(inst, op));
}

static uint64_t hash_attribute(struct cvg_snap *snap, LLVMAttributeRef a)
{
	unsigned nkey, nvalue;
	const char *text;
	uint64_t h;

	if (LLVMIsStringAttribute(a)) {
		text = LLVMGetStringAttributeKind(a, &nkey);
		h = cvg_hash_text(text, nkey);
		text = LLVMGetStringAttributeValue(a, &nvalue);
		return cvg_mix(h, cvg_hash_text(text, nvalue));
	}
	h = LLVMGetEnumAttributeKind(a);
	if (LLVMIsTypeAttribute(a))
		return cvg_mix(h, snap->type_hash.at[cvg_snap_type(
					  snap, LLVMGetTypeAttributeValue(a))]);
	if (LLVMIsEnumAttribute(a))
		return cvg_mix(h, LLVMGetEnumAttributeValue(a));
	return h; /* of a range, for example, only the kind counts */
}

static uint64_t hash_attributes(struct cvg_snap *snap, LLVMValueRef call,
				LLVMAttributeIndex at, uint64_t h)
{
	unsigned n = LLVMGetCallSiteAttributeCount(call, at);
	LLVMAttributeRef *list;

	if (n == 0)
		return h;
	list = cvg_calloc(n, sizeof *list);
	LLVMGetCallSiteAttributes(call, at, list);
	h = cvg_mix(h, at);
	for (unsigned i = 0; i < n; i++)
		h = cvg_mix(h, hash_attribute(snap, list[i]));
	free(list);
	return h;
}

static uint64_t hash_call(struct cvg_snap *snap, LLVMValueRef call, uint64_t h)
{
	unsigned n = LLVMGetNumArgOperands(call);
	LLVMValueRef callee = LLVMGetCalledValue(call);

	if (LLVMIsAInlineAsm(callee)) {
		size_t len;
		const char *text = LLVMGetInlineAsmAsmString(callee, &len);

		h = cvg_mix(h, cvg_hash_text(text, len));
	}
	if (LLVMIsACallInst(call))
		h = cvg_mix(h, (uint64_t)LLVMGetTailCallKind(call));
	h = cvg_mix(h, LLVMGetInstructionCallConv(call));
	h = hash_attributes(snap, call, CVG_ATTR_FUNCTION, h);
	for (unsigned k = 0; k <= n; k++)
		h = hash_attributes(snap, call, k, h);
	return h;
}

/* ---- the whole function ---------------------------------------------- */

static uint64_t hash_inst(struct cvg_snap *snap, uint32_t i, uint64_t h)
{
	const struct cvg_fn *fn = snap->fn;
	const struct cvg_inst *in = &fn->insts[i];
	LLVMValueRef inst = snap->num.insts.at[i];
	LLVMOpcode op = LLVMGetInstructionOpcode(inst);

	h = cvg_mix(h, (uint64_t)in->op << 32 | in->predicate);
	h = cvg_mix(h, snap->type_hash.at[in->type]);
	h = cvg_mix(h, in->flags);
	h = cvg_mix(h, wrap_flags(inst, op));
	if (in->flags & CVG_I_FASTMATH)
		h = cvg_mix(h, LLVMGetFastMathFlags(inst));
	if (in->access != CVG_NONE)
		h = cvg_mix(h, snap->type_hash.at[in->access]);
	if (in->flags & (CVG_I_READS | CVG_I_WRITES) || op == LLVMAlloca)
		h = hash_access(inst, op, h);
	h = hash_indices(inst, op, h);
	for (uint32_t k = 0; k < in->nops; k++) {
		h = cvg_mix(h, snap->value_hash.at[fn->ops[in->ops_at + k]]);
		h = cvg_mix(h, fn->incoming[in->ops_at + k]);
	}
	if (in->callee != CVG_NONE)
		h = hash_call(snap, inst,
			      cvg_mix(h, snap->value_hash.at[in->callee]));
	return h;
}

static uint64_t hash_edges(const struct cvg_snap *snap,
			   const struct cvg_block *b, uint64_t h)
{
	const struct cvg_fn *fn = snap->fn;

	for (uint32_t e = b->succs_at; e < b->succs_at + b->nsuccs; e++) {
		h = cvg_mix(h, fn->succs[e]);
		h = cvg_mix(h, fn->succ_weight[e]);
		if (fn->succ_case[e] != CVG_NONE)
			h = cvg_mix(h, snap->value_hash.at[fn->succ_case[e]]);
	}
	return h;
}

uint64_t cvg_snap_fingerprint(struct cvg_snap *snap)
{
	const struct cvg_fn *fn = snap->fn;
	uint64_t h = cvg_mix(fn->nargs, (uint64_t)fn->kind);

	hash_values(snap);
	for (uint32_t v = 0; v < fn->nargs; v++)
		h = cvg_mix(h, snap->value_hash.at[v] ^ fn->values[v].flags);
	for (uint32_t a = 0; a < fn->nattrs; a++) {
		h = cvg_mix(h, cvg_hash_text(fn->attrs[a].key,
					     strlen(fn->attrs[a].key)));
		h = cvg_mix(h, cvg_hash_text(fn->attrs[a].value,
					     strlen(fn->attrs[a].value)));
	}
	for (uint32_t b = 0; b < fn->nblocks; b++) {
		const struct cvg_block *block = &fn->blocks[b];

		for (uint32_t k = 0; k < block->ninsts; k++)
			h = hash_inst(snap, block->inst_at + k, h);
		h = hash_edges(snap, block, cvg_mix(h, b));
	}
	return h;
}
