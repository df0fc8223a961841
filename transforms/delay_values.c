/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The values of blocks that were copied: each use gets the copy that comes there, by phis
 * where several come (Braun, Buchwald, Hack, Leißa, Mallon, Zwinkau, "Simple and
 * Efficient Construction of Static Single Assignment Form", CC 2013, section 2). Edges are
 * followed back from a use to the blocks that compute the value; phis that bring only
 * one value are taken out again.
 */
#include "delay.h"

#include "reconverge/delay.h"

#include <stdlib.h>

/* The flow graph as it is now. */
struct graph {
	cvg_vec(LLVMBasicBlockRef) block;
	struct cvg_ptrmap index_of;
	uint32_t *preds_at; /* [n + 1] into preds: one for each edge */
	uint32_t *preds;
};

/* One value and its copies. */
struct variable {
	struct delaying *delaying;
	const struct graph *graph;
	const LLVMValueRef *copy; /* [rounds + 1] */
	uint32_t id;		  /* stamp */
	uint32_t *seen;		  /* [n] the variable that `in` is of */
	LLVMValueRef *in;	  /* [n] its value at the block's begin */
	struct cvg_u32s open;	  /* blocks whose phis have no entries yet */
	cvg_vec(LLVMValueRef) phi;
};

/* ---- the graph --------------------------------------------------------------- */

static void graph_init(struct graph *graph, LLVMValueRef function)
{
	LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function);
	struct cvg_u32s edge = {0};
	uint32_t *at;

	*graph = (struct graph){.preds = NULL};
	for (; b; b = LLVMGetNextBasicBlock(b)) {
		cvg_ptrmap_put(&graph->index_of, b, (uint32_t)graph->block.n);
		cvg_push(&graph->block, b);
	}
	graph->preds_at =
		cvg_calloc(graph->block.n + 2, sizeof *graph->preds_at);
	for (uint32_t i = 0; i < graph->block.n; i++) {
		LLVMValueRef term =
			LLVMGetBasicBlockTerminator(graph->block.at[i]);

		for (unsigned k = 0; k < LLVMGetNumSuccessors(term); k++) {
			cvg_push(&edge, i);
			cvg_push(&edge,
				 cvg_ptrmap_get(&graph->index_of,
						LLVMGetSuccessor(term, k)));
			graph->preds_at[edge.at[edge.n - 1] + 2]++;
		}
	}
	for (uint32_t i = 2; i < graph->block.n + 2; i++)
		graph->preds_at[i] += graph->preds_at[i - 1];
	graph->preds = cvg_calloc(edge.n / 2 + 1, sizeof *graph->preds);
	at = graph->preds_at + 1;
	for (size_t e = 0; e < edge.n; e += 2)
		graph->preds[at[edge.at[e + 1]]++] = edge.at[e];
	free(edge.at);
}

static void graph_done(struct graph *graph)
{
	cvg_ptrmap_done(&graph->index_of);
	free(graph->block.at);
	free(graph->preds_at);
	free(graph->preds);
}

/* ---- one variable -------------------------------------------------------------- */

/* What the block computes of it, or NULL. */
static LLVMValueRef made_in(const struct variable *variable, uint32_t block)
{
	for (uint32_t c = 0; c <= variable->delaying->row->rounds; c++)
		if (LLVMGetInstructionParent(variable->copy[c]) ==
		    variable->graph->block.at[block])
			return variable->copy[c];
	return NULL;
}

static LLVMValueRef poison(const struct variable *variable)
{
	return LLVMGetPoison(LLVMTypeOf(variable->copy[0]));
}

static LLVMValueRef new_phi(struct variable *variable, uint32_t block)
{
	LLVMValueRef made = cvg_phi_new_first(
		variable->delaying->builder, variable->graph->block.at[block],
		LLVMTypeOf(variable->copy[0]),
		LLVMInstructionGetDebugLoc(variable->copy[0]), "");

	cvg_push(&variable->open, block);
	cvg_push(&variable->phi, made);
	return made;
}

/* Its value where control enters the block. A ring of blocks that never run has no
 * beginning; nobody asks what comes out of it. */
static LLVMValueRef value_in(struct variable *variable, uint32_t block)
{
	const struct graph *graph = variable->graph;
	uint32_t first = block, n = 0, steps = 0;
	LLVMValueRef value = NULL;

	while (!value && variable->seen[block] != variable->id) {
		n = graph->preds_at[block + 1] - graph->preds_at[block];
		if (n != 1)
			break;
		block = graph->preds[graph->preds_at[block]];
		value = ++steps > graph->block.n ? poison(variable)
						 : made_in(variable, block);
	}
	if (!value && variable->seen[block] == variable->id)
		value = variable->in[block];
	else if (!value) {
		value = n ? new_phi(variable, block) : poison(variable);
		variable->seen[block] = variable->id;
		variable->in[block] = value;
	}
	variable->seen[first] = variable->id;
	variable->in[first] = value;
	return value;
}

static LLVMValueRef value_out(struct variable *variable, uint32_t block)
{
	LLVMValueRef made = made_in(variable, block);

	return made ? made : value_in(variable, block);
}

static void fill_phis(struct variable *variable)
{
	const struct graph *graph = variable->graph;

	for (size_t i = 0; i < variable->open.n; i++) {
		uint32_t b = variable->open.at[i];

		for (uint32_t k = graph->preds_at[b];
		     k < graph->preds_at[b + 1]; k++) {
			LLVMValueRef value =
				value_out(variable, graph->preds[k]);

			LLVMAddIncoming(variable->phi.at[i], &value,
					&graph->block.at[graph->preds[k]], 1);
		}
	}
}

/* The only value that the phi brings, or NULL. */
static LLVMValueRef only_value(LLVMValueRef phi)
{
	LLVMValueRef only = NULL;

	for (unsigned k = 0; k < LLVMCountIncoming(phi); k++) {
		LLVMValueRef value = LLVMGetIncomingValue(phi, k);

		if (value == phi || value == only)
			continue;
		if (only)
			return NULL;
		only = value;
	}
	return only;
}

static void drop_needless(struct variable *variable)
{
	bool again = true;

	while (again) {
		again = false;
		for (size_t i = 0; i < variable->phi.n; i++) {
			LLVMValueRef phi = variable->phi.at[i];
			LLVMValueRef only = phi ? only_value(phi) : NULL;

			if (!only)
				continue;
			LLVMReplaceAllUsesWith(phi, only);
			LLVMInstructionEraseFromParent(phi);
			variable->phi.at[i] = NULL;
			again = true;
		}
	}
}

/* ---- uses ---------------------------------------------------------------------- */

static uint32_t index_of(const struct variable *variable,
			 LLVMBasicBlockRef block)
{
	return cvg_ptrmap_get(&variable->graph->index_of, block);
}

/* Let the user have what comes to it in place of the original. */
static void mend(struct variable *variable, LLVMValueRef user)
{
	LLVMBasicBlockRef block = LLVMGetInstructionParent(user);
	bool is_phi = cvg_inst_is_phi(user);

	for (unsigned k = 0; k < (unsigned)LLVMGetNumOperands(user); k++) {
		LLVMValueRef now;

		if (LLVMGetOperand(user, k) != variable->copy[0])
			continue;
		now = value_out(variable,
				index_of(variable,
					 is_phi ? LLVMGetIncomingBlock(user, k)
						: block));
		if (now != variable->copy[0])
			LLVMSetOperand(user, k, now);
	}
}

static void mend_uses(struct variable *variable)
{
	cvg_vec(LLVMValueRef) user = {0};
	LLVMUseRef use = LLVMGetFirstUse(variable->copy[0]);

	for (; use; use = LLVMGetNextUse(use))
		cvg_push(&user, LLVMGetUser(use));
	variable->open.n = variable->phi.n = 0;
	for (size_t i = 0; i < user.n; i++)
		mend(variable, user.at[i]);
	fill_phis(variable);
	drop_needless(variable);
	free(user.at);
}

void cvg_delaying_values(struct delaying *delaying)
{
	const uint32_t copies = delaying->row->rounds + 1;
	struct graph graph;
	struct variable variable = {.delaying = delaying, .graph = &graph};

	graph_init(&graph,
		   cvg_live_function(delaying->module, delaying->function_id));
	variable.seen = cvg_calloc(graph.block.n, sizeof *variable.seen);
	variable.in = cvg_calloc(graph.block.n, sizeof *variable.in);
	for (size_t i = 0; i < delaying->value.n; i += copies) {
		variable.copy = delaying->value.at + i;
		variable.id++;
		if (LLVMGetFirstUse(variable.copy[0]))
			mend_uses(&variable);
	}
	free(variable.seen);
	free(variable.in);
	free(variable.open.at);
	free(variable.phi.at);
	graph_done(&graph);
}
