/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Dead code: instructions that may die and that no instruction needs which must
 * stay. What nothing uses is erased first, and then what only that used. Only
 * circles of phis are left after that:
 *
 *	a:  %i = phi i32 [ 0, %entry ], [ %j, %a ]
 *	    %j = add i32 %i, 1
 *
 * A few steps from each phi to its users show for nearly all phis that one leads
 * to an instruction that must stay. If they do not for a phi, all instructions
 * that are needed are marked.
 */
#include "cleaner.h"

#include "src/ir/facts.h"

#include <stdlib.h>

struct values {
	LLVMValueRef *at;
	size_t n, cap;
};

static bool may_die(const struct cleaner *cleaner, LLVMValueRef inst)
{
	return !LLVMIsATerminatorInst(inst) &&
	       !cvg_has_effects(cleaner->module, inst,
				LLVMGetInstructionOpcode(inst));
}

/* ---- what nothing uses ------------------------------------------------- */

static void push_unused(const struct cleaner *cleaner, LLVMValueRef inst,
			struct values *todo)
{
	if (!LLVMGetFirstUse(inst) && may_die(cleaner, inst))
		cvg_push(todo, inst);
}

/* Erase an instruction, and push those that nothing else used. */
static void erase(struct cleaner *cleaner, LLVMValueRef inst,
		  struct values *todo)
{
	unsigned n = (unsigned)LLVMGetNumOperands(inst);

	for (unsigned k = 0; k < n; k++) {
		LLVMValueRef op = LLVMGetOperand(inst, k);

		if (!LLVMIsAInstruction(op))
			continue;
		LLVMSetOperand(inst, k, LLVMGetPoison(LLVMTypeOf(op)));
		push_unused(cleaner, op, todo);
	}
	LLVMReplaceAllUsesWith(inst, LLVMGetPoison(LLVMTypeOf(inst)));
	LLVMInstructionEraseFromParent(inst);
	cleaner->nchanges++;
}

static void drop_unused(struct cleaner *cleaner)
{
	LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(cleaner->function);
	struct values todo = {0};

	for (; b; b = LLVMGetNextBasicBlock(b))
		for (LLVMValueRef i = LLVMGetFirstInstruction(b); i;
		     i = LLVMGetNextInstruction(i))
			push_unused(cleaner, i, &todo);
	while (todo.n)
		erase(cleaner, todo.at[--todo.n], &todo);
	free(todo.at);
}

/* ---- circles of phis ---------------------------------------------------- */

#define FEW 64 /* values that are followed for one phi */

static bool has(const LLVMValueRef *at, uint32_t n, LLVMValueRef v)
{
	while (n > 0 && at[n - 1] != v)
		n--;
	return n > 0;
}

/* Does following the phi to a few users, and these to theirs, end at an
 * instruction that must stay, or at a phi that is known to be needed? */
static bool leads_out(const struct cleaner *cleaner, LLVMValueRef phi,
		      const struct cvg_ptrmap *needed)
{
	LLVMValueRef at[FEW] = {phi};
	uint32_t n = 1;

	for (uint32_t i = 0; i < n; i++) {
		LLVMUseRef use = LLVMGetFirstUse(at[i]);

		for (; use && n < FEW; use = LLVMGetNextUse(use)) {
			LLVMValueRef user = LLVMGetUser(use);

			if (!may_die(cleaner, user) ||
			    cvg_ptrmap_get(needed, user) != CVG_NONE)
				return true;
			if (!has(at, n, user))
				at[n++] = user;
		}
	}
	return false;
}

/* Is it unknown of some phi whether it is needed? Users mostly stand behind what
 * they use, so that the last blocks are looked at first. */
static bool has_doubt(const struct cleaner *cleaner)
{
	LLVMBasicBlockRef b = LLVMGetLastBasicBlock(cleaner->function);
	struct cvg_ptrmap needed = {0};
	bool doubt = false;

	for (; b && !doubt; b = LLVMGetPreviousBasicBlock(b)) {
		LLVMValueRef phi = LLVMGetFirstInstruction(b);

		for (; !doubt && cvg_inst_is_phi(phi);
		     phi = LLVMGetNextInstruction(phi)) {
			doubt = !leads_out(cleaner, phi, &needed);
			cvg_ptrmap_put(&needed, phi, 1);
		}
	}
	cvg_ptrmap_done(&needed);
	return doubt;
}

/* Mark what must stay, then all operands of what is marked; erase the rest. */
static void drop_unmarked(struct cleaner *cleaner)
{
	struct cvg_ptrmap live = {0};
	struct values todo = {0};
	LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(cleaner->function);
	LLVMValueRef i, next;

	cvg_ptrmap_reserve(&live, cleaner->nlive);
	for (; b; b = LLVMGetNextBasicBlock(b))
		for (i = LLVMGetFirstInstruction(b); i;
		     i = LLVMGetNextInstruction(i))
			if (!may_die(cleaner, i)) {
				cvg_ptrmap_put(&live, i, 1);
				cvg_push(&todo, i);
			}
	while (todo.n) {
		i = todo.at[--todo.n];
		for (int k = 0; k < LLVMGetNumOperands(i); k++) {
			LLVMValueRef op = LLVMGetOperand(i, (unsigned)k);

			if (!LLVMIsAInstruction(op) ||
			    cvg_ptrmap_get(&live, op) != CVG_NONE)
				continue;
			cvg_ptrmap_put(&live, op, 1);
			cvg_push(&todo, op);
		}
	}
	for (b = LLVMGetFirstBasicBlock(cleaner->function); b;
	     b = LLVMGetNextBasicBlock(b))
		for (i = LLVMGetFirstInstruction(b); i; i = next) {
			next = LLVMGetNextInstruction(i);
			if (cvg_ptrmap_get(&live, i) != CVG_NONE)
				continue;
			LLVMReplaceAllUsesWith(i, LLVMGetPoison(LLVMTypeOf(i)));
			LLVMInstructionEraseFromParent(i);
			cleaner->nchanges++;
		}
	cleaner->nlive = live.n;
	cvg_ptrmap_done(&live);
	free(todo.at);
}

void cvg_cleaner_drop_dead(struct cleaner *cleaner)
{
	drop_unused(cleaner);
	if (has_doubt(cleaner))
		drop_unmarked(cleaner);
}
