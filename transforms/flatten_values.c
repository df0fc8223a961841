/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * SSA form of a flattened nest. A value of the nest that is used in an inner
 * loop, or behind one, is no longer made on every way there: threads that go
 * round the inner loop bypass it. The value is followed back from its uses,
 * over the latch only in the states in which it is wanted there. Where it
 * arrives as different values, flatten_versions.c makes a phi: at the inner
 * loop's top of the value itself and of what the new header kept of it. In all
 * other states it is poison in the new header, and no thread uses it.
 *
 * The walk of a value covers the blocks in which the value is alive; a value
 * that still dominates its uses costs nothing.
 *
 * Example (tests/ir/flatten-queue.ll): A makes "%limit = and i32 %h, 15", and B
 * uses it in each round, in the state 1 too, in which a thread bypasses A. The
 * search:
 *
 *   used in B, which A does not dominate   found: B
 *   B is a header                          codes: 1, the edge B -> latch
 *   B's end                                found already
 *   B is a top, and A's loop makes %limit  slotted: the new header brings it
 */
#include "flatten.h"

#include "reconverge/analysis.h"
#include "reconverge/graph.h"

#include <assert.h>
#include <stdlib.h>

/* ---- where it is wanted ---------------------------------------------- */

/* The value is wanted at the block's start. */
static void want(struct flat_search *search, uint32_t b)
{
	if (cvg_flat_is_settled(search, b) || search->graph->wanted[b])
		return;
	search->graph->wanted[b] = true;
	cvg_push(&search->found, b);
}

/* The value is wanted at the ends of the blocks that lead to the latch with
 * that code. */
static void want_code(struct flat_search *search, uint32_t code)
{
	if (search->code[code])
		return;
	search->code[code] = true;
	cvg_push(&search->codes, code);
	for (uint32_t k = search->pred_at[code]; k < search->pred_at[code + 1];
	     k++)
		want(search,
		     cvg_flat_id(search->graph,
				 search->nest->flow.pred.at[search->pred_of[k]]
					 .at));
}

/* The value is wanted over the edges from the test of the loop around to a
 * loop's top. */
static void want_dispatched(struct flat_search *search, uint32_t loop)
{
	uint32_t up = search->nest->loop[loop].parent;
	uint32_t top = cvg_flat_id(search->graph, search->nest->loop[up].top);

	if (top == search->block)
		return;
	if (cvg_flat_is_made_in(search, up))
		search->slotted = true;
	else
		want(search, top);
}

/* The value is wanted at a block's start: so it is over all edges there. */
static void want_before(struct flat_search *search, uint32_t b)
{
	const struct flat_graph *graph = search->graph;
	uint32_t top = graph->top_of[b], exit = graph->exit_of[b];
	uint32_t from = CVG_NONE;

	if (graph->header_of[b] != CVG_NONE)
		want_code(search, graph->header_of[b]);
	if (top != CVG_NONE) {
		want_dispatched(search, top);
		from = cvg_flat_id(search->graph,
				   cvg_flat_test_of(search->nest, top));
	} else if (exit != CVG_NONE) {
		search->leaves = true;
		want_code(search, search->nest->nloops + exit);
		from = cvg_flat_id(search->graph,
				   cvg_flat_way_out(search->nest));
	}
	cvg_foreach_pred (graph->fn, b, pred)
		if (*pred != from)
			want(search, *pred);
}

/* List the uses that the value no longer dominates. */
static void find_uses(struct flat_search *search)
{
	LLVMUseRef use = LLVMGetFirstUse(search->value);
	struct cvg_ptrmap seen = {0};

	search->uses.n = 0;
	for (; use; use = LLVMGetNextUse(use)) {
		LLVMValueRef user = LLVMGetUser(use);
		bool phi = cvg_inst_is_phi(user);
		unsigned n = (unsigned)LLVMGetNumOperands(user);

		if (cvg_ptrmap_get(&seen, user) != CVG_NONE)
			continue;
		cvg_ptrmap_put(&seen, user, 1);
		for (unsigned k = 0; k < n; k++) {
			struct flat_use u = {user, k, 0};

			if (LLVMGetOperand(user, k) != search->value)
				continue;
			u.block = cvg_flat_id(
				search->graph,
				phi ? LLVMGetIncomingBlock(user, k)
				    : LLVMGetInstructionParent(user));
			if (!cvg_flat_is_settled(search, u.block))
				cvg_push(&search->uses, u);
		}
	}
	cvg_ptrmap_done(&seen);
}

/* ---- one value ------------------------------------------------------- */

/* Make ready for the next value. */
static void forget(struct flat_search *search)
{
	for (size_t k = 0; k < search->found.n; k++) {
		search->graph->wanted[search->found.at[k]] = false;
		search->graph->version[search->found.at[k]] = NULL;
	}
	for (size_t k = 0; k < search->codes.n; k++)
		search->code[search->codes.at[k]] = false;
	search->found.n = search->codes.n = search->open.n = 0;
	search->slotted = search->leaves = false;
}

/* Repair the uses of one value, which a block makes. */
static void follow(struct flat_search *search, LLVMValueRef value,
		   uint32_t block, uint32_t loop, struct flat_var *var)
{
	search->value = value;
	search->block = block;
	search->loop = loop;
	search->var = var;
	find_uses(search);
	if (!search->uses.n)
		return;
	for (size_t k = 0; k < search->uses.n; k++)
		want(search, search->uses.at[k].block);
	for (size_t k = 0; k < search->found.n; k++)
		want_before(search, search->found.at[k]);
	cvg_flat_build(search);
	forget(search);
}

/* ---- all values of the nest ------------------------------------------ */

/* A value of the nest that is used. */
struct made {
	LLVMValueRef value;
	uint32_t block; /* id in the graph */
	uint32_t loop;	/* of the nest, innermost around the block */
};

struct mades {
	struct made *at;
	size_t n;
	size_t cap;
};

/* List the values that the code had, but for the phis of headers (`vars`). */
static void collect(const struct flat_nest *nest,
		    const struct flat_graph *graph,
		    const struct cvg_ptrmap *vars, struct mades *out)
{
	const struct cvg_loop *a = &nest->before->loops->loop[nest->first];

	for (uint32_t k = 0; k < a->nblocks; k++) {
		uint32_t b = nest->before->loops->blocks[a->blocks_at + k];
		LLVMBasicBlockRef block = nest->before->ids.blocks[b];
		LLVMValueRef inst = LLVMGetFirstInstruction(block);
		struct made m = {.block = cvg_ptrmap_get(&graph->id_of, block),
				 .loop = nest->before->loops->innermost[b] -
					 nest->first};

		for (; inst; inst = LLVMGetNextInstruction(inst)) {
			m.value = inst;
			if (LLVMGetFirstUse(inst) &&
			    cvg_ptrmap_get(vars, inst) == CVG_NONE)
				cvg_push(out, m);
		}
	}
}

/* List the latch's preds by the codes of their edges, with a counting sort. */
static void index_preds(struct flat_search *search)
{
	uint32_t n = search->nest->nloops + (uint32_t)search->nest->flow.exit.n;

	search->code = cvg_calloc(n + 1, sizeof *search->code);
	search->pred_at = cvg_calloc(n + 2, sizeof *search->pred_at);
	search->pred_of = cvg_calloc(search->nest->flow.edge.n + 1,
				     sizeof *search->pred_of);
	for (size_t k = 0; k < search->nest->flow.edge.n; k++)
		search->pred_at[search->nest->flow.edge.at[k].code + 2]++;
	for (uint32_t c = 0; c < n; c++)
		search->pred_at[c + 2] += search->pred_at[c + 1];
	for (uint32_t k = 0; k < search->nest->flow.pred.n; k++) {
		const struct flat_pred *pred = &search->nest->flow.pred.at[k];

		for (uint32_t i = 0; i < pred->nedges; i++) {
			uint32_t c =
				search->nest->flow.edge.at[pred->edges_at + i]
					.code;

			search->pred_of[search->pred_at[c + 1]++] = k;
		}
	}
}

/* Enter the nest's blocks in the graph's tables, or take them out again. */
static void mark(const struct flat_nest *nest, struct flat_graph *graph,
		 bool in)
{
	for (uint32_t l = 1; l < nest->nloops; l++) {
		uint32_t top = cvg_ptrmap_get(&graph->id_of, nest->loop[l].top);
		uint32_t head =
			cvg_ptrmap_get(&graph->id_of, nest->loop[l].header);

		graph->top_of[top] = in ? l : CVG_NONE;
		graph->header_of[head] = in ? l : CVG_NONE;
	}
	for (uint32_t k = 0; k < nest->flow.exit.n; k++)
		graph->exit_of[cvg_ptrmap_get(&graph->id_of,
					      nest->flow.exit.at[k])] =
			in ? k : CVG_NONE;
}

/* Update the exits: a nest cut after this one may have put its new header where
 * an exit of this one led. */
static void find_exits(struct flat_nest *nest)
{
	LLVMValueRef term = LLVMGetBasicBlockTerminator(cvg_flat_way_out(nest));

	for (unsigned k = 0; k < nest->flow.exit.n; k++)
		nest->flow.exit.at[k] =
			LLVMGetSuccessor(term, nest->flow.exit.n == 1	? 1
					       : nest->flow.exit.n == 2 ? 1 - k
									: k);
}

void cvg_flat_values(struct flat_nest *nest, struct flat_graph *graph)
{
	struct flat_search search = {.nest = nest, .graph = graph};
	struct cvg_ptrmap vars = {0};
	struct mades made = {0};

	find_exits(nest);
	index_preds(&search);
	mark(nest, graph, true);
	for (uint32_t k = 0; k < nest->var.n; k++)
		cvg_ptrmap_put(&vars, nest->var.at[k].value, k);
	collect(nest, graph, &vars, &made);
	for (size_t k = 0; k < nest->var.n; k++) {
		struct flat_var *v = &nest->var.at[k];

		follow(&search, v->value,
		       cvg_ptrmap_get(&graph->id_of, nest->loop[v->loop].top),
		       v->loop, v);
	}
	for (size_t k = 0; k < made.n; k++)
		follow(&search, made.at[k].value, made.at[k].block,
		       made.at[k].loop, NULL);
	mark(nest, graph, false);
	cvg_ptrmap_done(&vars);
	free(made.at);
	free(search.uses.at);
	free(search.found.at);
	free(search.codes.at);
	free(search.open.at);
	free(search.code);
	free(search.pred_at);
	free(search.pred_of);
}
