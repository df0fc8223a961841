/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Cleaning up values: phis and selects with nothing to choose.
 *
 * Example (tests/ir/cleanup-select.ll; %n on both sides, a constant condition,
 * the condition itself, a choice already made by %c, a side that is poison):
 *
 *   before                                      every use of it becomes
 *   %a = select i1 %c, i32 %n, i32 %n           %n
 *   %b = select i1 true, i32 %tid, i32 %n       %tid
 *   %d = select i1 %c, i1 true, i1 false        %c
 *   %e = select i1 %c, i32 %tid, i32 %n         (dead, for %f skips it)
 *   %f = select i1 %c, i32 %e, i32 7            select i1 %c, i32 %tid, i32 7
 *   %g = select i1 %c, i32 poison, i32 %tid     %tid
 *   %h = select i1 %c, i32 %tid, i32 7          %f
 */
#include "cleaner.h"

#include "reconverge/graph.h"

#include <stdlib.h>

/* ---- values ---------------------------------------------------------- */

LLVMValueRef cvg_cleaner_negated(LLVMValueRef v)
{
	if (!LLVMIsAInstruction(v) || LLVMGetInstructionOpcode(v) != LLVMXor ||
	    !cvg_is_bool(LLVMGetOperand(v, 1), true))
		return NULL;
	return LLVMGetOperand(v, 0);
}

/* The one value that the phi can have where it is not poison, or NULL. */
static LLVMValueRef phi_is(LLVMValueRef phi)
{
	unsigned n = LLVMCountIncoming(phi);
	LLVMValueRef only = NULL;
	bool poison = false;

	for (unsigned k = 0; k < n; k++) {
		LLVMValueRef v = LLVMGetIncomingValue(phi, k);

		if (v == phi)
			continue;
		if (cvg_is_poison(v)) {
			poison = true;
			continue;
		}
		if (only && v != only)
			return NULL;
		only = v;
	}
	if (!only)
		return LLVMGetPoison(LLVMTypeOf(phi));
	/* With poison on another edge, an instruction need not dominate the
	 * phi. */
	if (poison && LLVMIsAInstruction(only))
		return NULL;
	return only;
}

/* A select by `cond` takes v on side `arm`: if v is a select by `cond` too, it
 * is what that select takes there, else v. */
static LLVMValueRef through_select(LLVMValueRef v, LLVMValueRef cond,
				   unsigned arm)
{
	if (!LLVMIsAInstruction(v) ||
	    LLVMGetInstructionOpcode(v) != LLVMSelect ||
	    LLVMGetOperand(v, 0) != cond)
		return v;
	return LLVMGetOperand(v, arm);
}

/* The one value that the select can have, or NULL; its sides skip selects by
 * the same condition. */
static LLVMValueRef select_is(struct cleaner *cleaner, LLVMValueRef select)
{
	LLVMValueRef cond = LLVMGetOperand(select, 0);
	LLVMValueRef t = through_select(LLVMGetOperand(select, 1), cond, 1);
	LLVMValueRef f = through_select(LLVMGetOperand(select, 2), cond, 2);

	if (t != LLVMGetOperand(select, 1) || f != LLVMGetOperand(select, 2)) {
		LLVMSetOperand(select, 1, t);
		LLVMSetOperand(select, 2, f);
		cleaner->nchanges++;
	}
	if (t == f || cvg_is_poison(f))
		return t;
	if (cvg_is_poison(t))
		return f;
	if (cvg_is_bool(cond, true))
		return t;
	if (cvg_is_bool(cond, false))
		return f;
	if (cvg_is_bool(t, 1) && cvg_is_bool(f, 0))
		return cond;
	return NULL;
}

static const LLVMIntPredicate inverse_int[] = {
	[LLVMIntEQ] = LLVMIntNE,   [LLVMIntNE] = LLVMIntEQ,
	[LLVMIntUGT] = LLVMIntULE, [LLVMIntUGE] = LLVMIntULT,
	[LLVMIntULT] = LLVMIntUGE, [LLVMIntULE] = LLVMIntUGT,
	[LLVMIntSGT] = LLVMIntSLE, [LLVMIntSGE] = LLVMIntSLT,
	[LLVMIntSLT] = LLVMIntSGE, [LLVMIntSLE] = LLVMIntSGT,
};

/* For the negation of an integer comparison that has no other use: the opposite
 * comparison, else NULL. */
static LLVMValueRef negation_is(struct cleaner *cleaner, LLVMValueRef inst)
{
	LLVMValueRef x = cvg_cleaner_negated(inst), made;
	LLVMBuilderRef b;

	if (!x || !LLVMIsAICmpInst(x) || LLVMGetNextUse(LLVMGetFirstUse(x)))
		return NULL;
	b = LLVMCreateBuilderInContext(cleaner->module->context);
	LLVMPositionBuilderBefore(b, inst);
	LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(inst));
	made = LLVMBuildICmp(b, inverse_int[LLVMGetICmpPredicate(x)],
			     LLVMGetOperand(x, 0), LLVMGetOperand(x, 1), "");
	LLVMDisposeBuilder(b);
	return made;
}

/* The value that can stand for the instruction, or NULL. */
static LLVMValueRef value_is(struct cleaner *cleaner, LLVMValueRef inst,
			     LLVMOpcode op)
{
	switch (op) {
	case LLVMPHI:
		return phi_is(inst);
	case LLVMSelect:
		return select_is(cleaner, inst);
	case LLVMXor:
		return negation_is(cleaner, inst);
	default: /* LLVM's opcodes: all others are left as they are */
		return NULL;
	}
}

static bool same_phis(LLVMValueRef a, LLVMValueRef b)
{
	unsigned n = LLVMCountIncoming(a);

	if (LLVMTypeOf(a) != LLVMTypeOf(b) || n != LLVMCountIncoming(b))
		return false;
	for (unsigned k = 0; k < n; k++)
		if (cvg_phi_value(b, LLVMGetIncomingBlock(a, k)) !=
		    LLVMGetIncomingValue(a, k))
			return false;
	return true;
}

/* Phis of one block with equal entries: the first serves all. */
static void join_equal_phis(struct cleaner *cleaner, LLVMBasicBlockRef block)
{
	LLVMValueRef phi = LLVMGetFirstInstruction(block), next;
	LLVMBasicBlockRef from;
	struct cvg_ptrmap first = {0};
	cvg_vec(LLVMValueRef) seen = {0};

	if (!cvg_inst_is_phi(phi))
		return;
	from = LLVMGetIncomingBlock(phi, 0);
	for (; cvg_inst_is_phi(phi); phi = next) {
		LLVMValueRef key = cvg_phi_value(phi, from);
		uint32_t k = cvg_ptrmap_get(&first, key);

		next = LLVMGetNextInstruction(phi);
		if (k != CVG_NONE && same_phis(seen.at[k], phi)) {
			LLVMReplaceAllUsesWith(phi, seen.at[k]);
			LLVMInstructionEraseFromParent(phi);
			cleaner->nchanges++;
			continue;
		}
		cvg_ptrmap_put(&first, key, (uint32_t)seen.n);
		cvg_push(&seen, phi);
	}
	cvg_ptrmap_done(&first);
	free(seen.at);
}

/* More phis than this in one block are not compared pair by pair. */
#define FEW_PHIS 64

/* Has q the value of p on every edge on which p is not poison? */
static bool covers(LLVMValueRef q, LLVMValueRef p)
{
	unsigned n = LLVMCountIncoming(p);

	if (LLVMTypeOf(p) != LLVMTypeOf(q) || n != LLVMCountIncoming(q))
		return false;
	for (unsigned k = 0; k < n; k++) {
		LLVMValueRef v = LLVMGetIncomingValue(p, k);

		if (!cvg_is_poison(v) &&
		    cvg_phi_value(q, LLVMGetIncomingBlock(p, k)) != v)
			return false;
	}
	return true;
}

/* Replace each phi by another one of the block that covers it. */
static void join_covered_phis(struct cleaner *cleaner, LLVMBasicBlockRef block)
{
	LLVMValueRef p = LLVMGetFirstInstruction(block), q, next;
	unsigned n = 0;

	for (q = p; cvg_inst_is_phi(q); q = LLVMGetNextInstruction(q))
		n++;
	if (n > FEW_PHIS)
		return;
	for (; cvg_inst_is_phi(p); p = next) {
		next = LLVMGetNextInstruction(p);
		q = LLVMGetFirstInstruction(block);
		while (cvg_inst_is_phi(q) && (q == p || !covers(q, p)))
			q = LLVMGetNextInstruction(q);
		if (!cvg_inst_is_phi(q))
			continue;
		LLVMReplaceAllUsesWith(p, q);
		LLVMInstructionEraseFromParent(p);
		cleaner->nchanges++;
	}
}

static bool same_flags(LLVMValueRef a, LLVMValueRef b)
{
	return !LLVMCanValueUseFastMathFlags(a) ||
	       LLVMGetFastMathFlags(a) == LLVMGetFastMathFlags(b);
}

static bool same_selects(LLVMValueRef a, LLVMValueRef b)
{
	for (unsigned k = 0; k < 3; k++)
		if (LLVMGetOperand(a, k) != LLVMGetOperand(b, k))
			return false;
	return same_flags(a, b);
}

/* For a map: few selects that differ have the same. */
static const void *operands_of(LLVMValueRef select)
{
	uintptr_t all = 0;

	for (unsigned k = 0; k < 3; k++)
		all = all * 31 + (uintptr_t)LLVMGetOperand(select, k);
	return (const void *)all;
}

/* Selects of one block that choose the same: the first serves all. */
static void join_equal_selects(struct cleaner *cleaner, LLVMBasicBlockRef block)
{
	struct cvg_ptrmap last = {0}; /* of operands: the last select */
	cvg_vec(LLVMValueRef) seen = {0};
	struct cvg_u32s before = {0}; /* the select before it */
	LLVMValueRef inst = LLVMGetFirstInstruction(block), next;

	for (; inst; inst = next) {
		const void *key;
		uint32_t k;

		next = LLVMGetNextInstruction(inst);
		if (LLVMGetInstructionOpcode(inst) != LLVMSelect)
			continue;
		key = operands_of(inst);
		k = cvg_ptrmap_get(&last, key);
		cvg_push(&before, k);
		while (k != CVG_NONE && !same_selects(seen.at[k], inst))
			k = before.at[k];
		if (k != CVG_NONE) {
			before.n--;
			LLVMReplaceAllUsesWith(inst, seen.at[k]);
			LLVMInstructionEraseFromParent(inst);
			cleaner->nchanges++;
			continue;
		}
		cvg_ptrmap_put(&last, key, (uint32_t)seen.n);
		cvg_push(&seen, inst);
	}
	cvg_ptrmap_done(&last);
	free(seen.at);
	free(before.at);
}

void cvg_cleaner_fold_values(struct cleaner *cleaner, LLVMBasicBlockRef block)
{
	LLVMValueRef inst = LLVMGetFirstInstruction(block), next;
	uint32_t nselects = 0;

	for (; inst; inst = next) {
		LLVMOpcode op = LLVMGetInstructionOpcode(inst);
		LLVMValueRef v = value_is(cleaner, inst, op);

		next = LLVMGetNextInstruction(inst);
		nselects += op == LLVMSelect && !v;
		if (!v)
			continue;
		LLVMReplaceAllUsesWith(inst, v);
		LLVMInstructionEraseFromParent(inst);
		cleaner->nchanges++;
	}
	if (nselects > 1)
		join_equal_selects(cleaner, block);
	join_equal_phis(cleaner, block);
	join_covered_phis(cleaner, block);
}
