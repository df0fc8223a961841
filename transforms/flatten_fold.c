/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Phis of a flattened nest that turn out to be needless: all that arrives is
 * one value that is known there anyway, or poison; or two of the new header
 * keep the same thing in different states.
 */
#include "flatten.h"

#include <stdlib.h>

/* May `v`, which arrives at the block's phis, stand for one of them? */
static bool is_known_at(const struct flat_graph *g, LLVMValueRef v,
			uint32_t block)
{
	uint32_t at;

	if (!LLVMIsAInstruction(v))
		return true;
	at = cvg_ptrmap_get(&g->id_of, LLVMGetInstructionParent(v));
	/* A phi of the block itself would be the next round's. */
	return at != block && cvg_dominates(g->dom, at, block);
}

/* The one thing the phi can be, or NULL. */
static LLVMValueRef only_value(LLVMValueRef phi)
{
	unsigned n = LLVMCountIncoming(phi);
	LLVMValueRef one = NULL;

	for (unsigned k = 0; k < n; k++) {
		LLVMValueRef v = LLVMGetIncomingValue(phi, k);

		if (v == phi || cvg_is_poison(v))
			continue;
		if (one && one != v)
			return NULL;
		one = v;
	}
	return one ? one : LLVMGetPoison(LLVMTypeOf(phi));
}

static bool fold_block(const struct flat_graph *g, LLVMBasicBlockRef block)
{
	uint32_t id = cvg_ptrmap_get(&g->id_of, block);
	LLVMValueRef phi = LLVMGetFirstInstruction(block), next;
	bool changed = false;

	for (; cvg_inst_is_phi(phi); phi = next) {
		LLVMValueRef v = only_value(phi);

		next = LLVMGetNextInstruction(phi);
		if (!v || !is_known_at(g, v, id))
			continue;
		LLVMReplaceAllUsesWith(phi, v);
		LLVMInstructionEraseFromParent(phi);
		changed = true;
	}
	return changed;
}

/* ---- two of the new header ------------------------------------------- */

/* Do they agree wherever both say something? */
static bool agree(LLVMValueRef a, LLVMValueRef b)
{
	unsigned n = LLVMCountIncoming(a);

	if (LLVMTypeOf(a) != LLVMTypeOf(b))
		return false;
	for (unsigned k = 0; k < n; k++) {
		LLVMValueRef x = LLVMGetIncomingValue(a, k);
		LLVMValueRef y = cvg_phi_value(b, LLVMGetIncomingBlock(a, k));

		if (x != y && !cvg_is_poison(x) && !cvg_is_poison(y))
			return false;
	}
	return true;
}

static void merge(LLVMValueRef into, LLVMValueRef phi)
{
	unsigned n = LLVMCountIncoming(into);

	for (unsigned k = 0; k < n; k++)
		if (cvg_is_poison(LLVMGetIncomingValue(into, k)))
			LLVMSetOperand(into, k,
				       cvg_phi_value(phi, LLVMGetIncomingBlock(
								  into, k)));
	LLVMReplaceAllUsesWith(phi, into);
	LLVMInstructionEraseFromParent(phi);
}

/* Phis of the new header that get the same from the latch. */
static bool merge_slots(struct flat_nest *z)
{
	struct cvg_ptrmap by_latch = {0};
	cvg_vec(LLVMValueRef) first = {0};
	LLVMValueRef phi = LLVMGetFirstInstruction(z->head), next;
	bool changed = false;

	for (; cvg_inst_is_phi(phi); phi = next) {
		LLVMValueRef brought = cvg_phi_value(phi, z->latch);
		uint32_t k = cvg_ptrmap_get(&by_latch, brought);

		next = LLVMGetNextInstruction(phi);
		if (LLVMIsConstant(brought))
			continue;
		if (k == CVG_NONE) {
			cvg_ptrmap_put(&by_latch, brought, (uint32_t)first.n);
			cvg_push(&first, phi);
		} else if (agree(first.at[k], phi)) {
			merge(first.at[k], phi);
			changed = true;
		}
	}
	cvg_ptrmap_done(&by_latch);
	free(first.at);
	return changed;
}

void cvg_flat_fold(struct flat_nest *z, struct flat_graph *g)
{
	bool changed = true;

	while (changed) {
		changed = fold_block(g, z->latch);
		changed |= merge_slots(z);
		changed |= fold_block(g, z->head);
		for (uint32_t l = 1; l < z->nloops; l++)
			changed |= fold_block(g, z->loop[l].top);
	}
}
