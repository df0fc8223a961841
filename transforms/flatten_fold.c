/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Phis of a flattened nest that turn out to be needless: nothing but one value
 * that dominates the phi arrives, or poison; or two phis of the new header keep
 * the same value in different states.
 *
 * Example (tests/ir/flatten-queue.ll, A's phi %v and B's phi %w of what both
 * loops compute, %w1):
 *
 *   before  flat.head:  %v = phi i32 [ %tid, %entry ], [ %x, %flat.latch ]
 *                       %z = phi i32 [ poison, %entry ], [ %y, %flat.latch ]
 *           B:          %w = phi i32 [ %h, %A ], [ %z, %flat.head ]
 *           flat.latch: %x = phi i32 [ %w1, %tail ], [ poison, %B ]
 *                       %y = phi i32 [ poison, %tail ], [ %w1, %B ]
 *   after   flat.head:  %v = phi i32 [ %tid, %entry ], [ %w1, %flat.latch ]
 *           B:          %w = phi i32 [ %h, %A ], [ %v, %flat.head ]
 *
 * %w1 dominates the latch and stands for %x and %y; then %v and %z get the same
 * from the latch, and from the entry one of them is poison.
 */
#include "flatten.h"

#include "reconverge/analysis.h"

#include <stdlib.h>

/* May a value that arrives at the block's phis stand for one of them? */
static bool is_known_at(const struct flat_graph *graph, LLVMValueRef v,
			uint32_t block)
{
	uint32_t at;

	if (!LLVMIsAInstruction(v))
		return true;
	at = cvg_ptrmap_get(&graph->id_of, LLVMGetInstructionParent(v));
	/* A phi of the block itself has another value in the next round. */
	return at != block && cvg_dominates(graph->dom, at, block);
}

/* The one value that the phi can have where it is not poison, or NULL. */
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

/* Erase the block's phis that can have one value only. */
static bool fold_block(const struct flat_graph *graph, LLVMBasicBlockRef block)
{
	uint32_t id = cvg_ptrmap_get(&graph->id_of, block);
	LLVMValueRef phi = LLVMGetFirstInstruction(block), next;
	bool changed = false;

	for (; cvg_inst_is_phi(phi); phi = next) {
		LLVMValueRef v = only_value(phi);

		next = LLVMGetNextInstruction(phi);
		if (!v || !is_known_at(graph, v, id))
			continue;
		LLVMReplaceAllUsesWith(phi, v);
		LLVMInstructionEraseFromParent(phi);
		changed = true;
	}
	return changed;
}

/* ---- two phis of the new header -------------------------------------- */

/* Have the phis the same value wherever neither is poison? */
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

/* Let `into` stand for `phi` as well; the two agree. */
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

/* Make one phi of those of the new header that get the same from the latch and
 * agree. */
static bool merge_slots(struct flat_nest *nest)
{
	struct cvg_ptrmap by_latch = {0};
	cvg_vec(LLVMValueRef) first = {0};
	LLVMValueRef phi = LLVMGetFirstInstruction(nest->flow.head), next;
	bool changed = false;

	for (; cvg_inst_is_phi(phi); phi = next) {
		LLVMValueRef brought = cvg_phi_value(phi, nest->flow.latch);
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

void cvg_flat_fold(struct flat_nest *nest, struct flat_graph *graph)
{
	bool changed = true;

	while (changed) {
		changed = fold_block(graph, nest->flow.latch);
		changed |= merge_slots(nest);
		changed |= fold_block(graph, nest->flow.head);
		for (uint32_t l = 1; l < nest->nloops; l++)
			changed |= fold_block(graph, nest->loop[l].top);
	}
}
