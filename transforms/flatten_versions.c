/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What a value of a flattened nest is at each block in which it is wanted
 * (flatten_values.c): the value itself, what the new header kept of it, or a
 * phi where different ones of these arrive.
 *
 * Example (tests/ir/flatten-queue.ll; A makes %limit and B asks in each round
 * whether "%j1 < %limit", in rounds that bypass A as well):
 *
 *   flat.head:  %1 = phi i32 [ poison, %entry ], [ %x, %flat.latch ]
 *               br i1 %flat.state, label %B, label %A
 *   A:          %limit = and i32 %h, 15
 *   B:          %2 = phi i32 [ %1, %flat.head ], [ %limit, %A ]
 *               %again = icmp ult i32 %j1, %2
 *   flat.latch: %x = phi i32 [ poison, %tail ], [ %2, %B ]
 *
 * %1 is the slot, %2 the version at B, and %x the phi of the latch, which
 * flatten_fold.c replaces by %2.
 */
#include "flatten.h"

#include "reconverge/analysis.h"
#include "reconverge/graph.h"

#include <stdlib.h>

uint32_t cvg_flat_id(const struct flat_graph *graph, LLVMBasicBlockRef block)
{
	return cvg_ptrmap_get(&graph->id_of, block);
}

/*
 * The value of a header's phi is kept in the phi's slot, which is there anyway,
 * so the search has to tell in which states it is wanted, even where the phi
 * dominates its use.
 */
bool cvg_flat_is_settled(const struct flat_search *search, uint32_t b)
{
	if (b == search->block || search->graph->order->place[b] == CVG_NONE)
		return true;
	return !search->var &&
	       cvg_dominates(search->graph->dom, search->block, b);
}

bool cvg_flat_is_made_in(const struct flat_search *search, uint32_t loop)
{
	return loop <= search->loop &&
	       search->loop <= search->nest->loop[loop].last;
}

/* ---- what the value is at a block ------------------------------------ */

/* What the value is at the end of block b. */
static LLVMValueRef version(const struct flat_search *search, uint32_t b)
{
	if (search->graph->order->place[b] == CVG_NONE)
		return LLVMGetPoison(LLVMTypeOf(search->value));
	if (b == search->block ||
	    cvg_dominates(search->graph->dom, search->block, b))
		return search->value;
	return search->graph->version[b];
}

/* What the value is over the edge from `pred` to b; NULL: what it is at b,
 * because the edge leads back. */
static LLVMValueRef arrives(const struct flat_search *search, uint32_t b,
			    uint32_t pred)
{
	const struct flat_graph *graph = search->graph;
	uint32_t top = graph->top_of[b];
	LLVMBasicBlockRef from = graph->ids.blocks[pred];

	if (top != CVG_NONE && from == cvg_flat_test_of(search->nest, top) &&
	    cvg_flat_is_made_in(search, search->nest->loop[top].parent) &&
	    pred != search->block)
		return search->slot;
	if (graph->exit_of[b] != CVG_NONE &&
	    from == cvg_flat_way_out(search->nest))
		return search->latch;
	if (graph->order->place[pred] != CVG_NONE &&
	    graph->order->place[pred] >= graph->order->place[b] &&
	    cvg_dominates(graph->dom, b, pred))
		return NULL;
	return version(search, pred);
}

/* Give the version at b its entries. */
static void fill(struct flat_search *search, LLVMValueRef phi, uint32_t b)
{
	cvg_foreach_pred (search->graph->fn, b, pred) {
		LLVMValueRef v = arrives(search, b, *pred);

		cvg_flat_add(phi, v ? v : phi,
			     search->graph->ids.blocks[*pred]);
	}
}

/* Does an edge lead to b from a block behind it that it does not dominate? Then
 * what arrives is not known when b's turn comes. */
static bool is_tangled(const struct flat_search *search, uint32_t b)
{
	const struct flat_graph *graph = search->graph;

	cvg_foreach_pred (graph->fn, b, pred)
		if (graph->order->place[*pred] != CVG_NONE &&
		    graph->order->place[*pred] >= graph->order->place[b] &&
		    !cvg_dominates(graph->dom, b, *pred))
			return true;
	return false;
}

/* The value at block b: what arrives, or a phi of it. */
static LLVMValueRef join(struct flat_search *search, uint32_t b)
{
	LLVMValueRef one = NULL, phi;
	bool same = true;

	if (is_tangled(search, b)) {
		cvg_push(&search->open, b);
		return cvg_flat_phi(search->nest, search->graph->ids.blocks[b],
				    LLVMTypeOf(search->value), "");
	}
	cvg_foreach_pred (search->graph->fn, b, pred) {
		LLVMValueRef v = arrives(search, b, *pred);

		same &= !v || !one || v == one;
		one = one ? one : v;
	}
	if (same)
		return one;
	phi = cvg_flat_phi(search->nest, search->graph->ids.blocks[b],
			   LLVMTypeOf(search->value), "");
	fill(search, phi, b);
	return phi;
}

/* What the value is over each edge to the latch whose code is a state (if
 * `states`) or an exit (if `exits`); NULL where it is not wanted. */
static void at_latch(const struct flat_search *search, bool states, bool exits,
		     LLVMValueRef *out)
{
	for (size_t k = 0; k < search->nest->flow.pred.n; k++) {
		const struct flat_pred *pred = &search->nest->flow.pred.at[k];

		for (uint32_t i = 0; i < pred->nedges; i++) {
			uint32_t e = pred->edges_at + i;
			uint32_t code = search->nest->flow.edge.at[e].code;

			out[e] = NULL;
			if (search->code[code] &&
			    (code < search->nest->nloops ? states : exits))
				out[e] = version(
					search,
					cvg_flat_id(search->graph, pred->at));
		}
	}
}

/* Make the slot and the latch's phi if they are needed, without entries. */
static void open_phis(struct flat_search *search)
{
	LLVMTypeRef type = LLVMTypeOf(search->value);

	search->slot = search->var ? search->var->slot : NULL;
	if (search->slotted && !search->slot)
		search->slot = cvg_flat_phi(search->nest,
					    search->nest->flow.head, type, "");
	search->latch = NULL;
	if (search->leaves || (search->slotted && !search->var))
		search->latch = cvg_flat_phi(
			search->nest, search->nest->flow.latch, type, "");
}

/* Give the latch's phi its entries. */
static void close_latch(struct flat_search *search)
{
	LLVMValueRef *value =
		cvg_calloc(search->nest->flow.edge.n + 1, sizeof *value);

	at_latch(search, !search->var, true, value);
	for (size_t k = 0; k < search->nest->flow.pred.n; k++) {
		const struct flat_pred *pred = &search->nest->flow.pred.at[k];
		LLVMValueRef v = cvg_flat_choose(search->nest, pred,
						 value + pred->edges_at);

		if (!v)
			v = LLVMGetPoison(LLVMTypeOf(search->value));
		for (uint32_t i = 0; i < pred->nentries; i++)
			cvg_flat_add(search->latch, v, pred->at);
	}
	free(value);
}

/* Let the latch's phi of a variable bring its value in the states that want it,
 * besides what it brings to its own header. */
static void keep_in_var(struct flat_search *search)
{
	LLVMValueRef *value =
		cvg_calloc(search->nest->flow.edge.n + 1, sizeof *value);

	at_latch(search, true, false, value);
	for (size_t k = 0; k < search->nest->flow.pred.n; k++) {
		const struct flat_pred *pred = &search->nest->flow.pred.at[k];
		LLVMValueRef v;

		for (uint32_t i = 0; i < pred->nedges; i++) {
			uint32_t e = pred->edges_at + i;

			if (search->nest->flow.edge.at[e].code ==
			    search->var->loop)
				value[e] = LLVMGetIncomingValue(
					search->var->latch, pred->entry_at);
		}
		v = cvg_flat_choose(search->nest, pred, value + pred->edges_at);
		for (uint32_t i = 0; v && i < pred->nentries; i++)
			LLVMSetOperand(search->var->latch, pred->entry_at + i,
				       v);
	}
	free(value);
}

static int by_place(const void *a, const void *b, void *ctx)
{
	const struct cvg_order *order = ctx;
	uint32_t x = order->place[*(const uint32_t *)a];
	uint32_t y = order->place[*(const uint32_t *)b];

	return (x > y) - (x < y);
}

void cvg_flat_build(struct flat_search *search)
{
	open_phis(search);
	if (search->found.n)
		qsort_r(search->found.at, search->found.n,
			sizeof *search->found.at, by_place,
			(void *)(uintptr_t)search->graph->order);
	for (size_t k = 0; k < search->found.n; k++) {
		uint32_t b = search->found.at[k];

		if (!cvg_dominates(search->graph->dom, search->block, b))
			search->graph->version[b] = join(search, b);
	}
	for (size_t k = 0; k < search->open.n; k++)
		fill(search, search->graph->version[search->open.at[k]],
		     search->open.at[k]);
	if (search->latch)
		close_latch(search);
	if (search->slotted && !search->var) {
		cvg_flat_add_poison(search->nest, search->slot);
		cvg_flat_add(search->slot, search->latch,
			     search->nest->flow.latch);
	}
	if (search->var)
		keep_in_var(search);
	for (size_t k = 0; k < search->uses.n; k++)
		LLVMSetOperand(search->uses.at[k].user,
			       search->uses.at[k].operand,
			       version(search, search->uses.at[k].block));
}
