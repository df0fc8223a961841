/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The control flow of a flattened nest: a new header A_h that tests the
 * state, and a new latch A_l over which all back edges of all loops lead (the
 * paper, figure 5). All ways out lead over the latch as well, so the threads of
 * a warp meet there in every round, whatever each of them does next. An inner
 * loop with loops in it has a test of its own where it is entered, so that
 * threads whose state is deeper in bypass its first block as they bypass A_w.
 *
 * Example (tests/ir/flatten-queue.ll; A is loop 0 with the state false, B loop
 * 1 with the state true):
 *
 *   before  entry: br label %A
 *           A:     br label %B
 *           B:     br i1 %again, label %B, label %tail
 *           tail:  br i1 %more, label %A, label %out
 *   after   entry:      br label %flat.head
 *           flat.head:  br i1 %flat.state, label %B, label %A
 *           A:          br label %B
 *           B:          br i1 %again, label %flat.latch, label %tail
 *           tail:       br label %flat.latch
 *           flat.latch: br i1 %flat.more, label %flat.head, label %out
 *
 * The latch has two preds: B with one edge, of code 1 (state 1), and tail with
 * two, of code 0 (state 0) and 2 (nloops + exit 0). Both of tail's lead to the
 * latch, so its branch becomes a jump, and %more a value of the latch's phis.
 */
#include "flatten.h"

#include "reconverge/analysis.h"
#include "reconverge/graph.h"

#include <stdlib.h>

bool cvg_flat_has(const struct flat_nest *nest, uint32_t loop,
		  LLVMBasicBlockRef block)
{
	uint32_t b = cvg_ptrmap_get(&nest->before->old_of, block);

	return b != CVG_NONE &&
	       cvg_loop_has(nest->before->loops, nest->first + loop, b);
}

LLVMBasicBlockRef cvg_flat_way_out(const struct flat_nest *nest)
{
	return nest->flow.exit.n > 1 ? nest->flow.out : nest->flow.latch;
}

LLVMBasicBlockRef cvg_flat_test_of(const struct flat_nest *nest, uint32_t loop)
{
	return nest->loop[nest->loop[loop].parent].top;
}

/* ---- edges to the latch ---------------------------------------------- */

/* The number of the exit that is that block, a new one if need be. */
static uint32_t exit_number(struct flat_nest *nest, LLVMBasicBlockRef to)
{
	uint32_t k = cvg_ptrmap_get(&nest->flow.exit_of, to);

	if (k != CVG_NONE)
		return k;
	cvg_ptrmap_put(&nest->flow.exit_of, to, (uint32_t)nest->flow.exit.n);
	cvg_push(&nest->flow.exit, to);
	return (uint32_t)nest->flow.exit.n - 1;
}

/* The loop of the nest whose header block b is, or CVG_NONE. */
static uint32_t headed_by(const struct flat_nest *nest, uint32_t b)
{
	uint32_t l = nest->before->loops->innermost[b];

	return nest->before->loops->loop[l].header == b ? l - nest->first
							: CVG_NONE;
}

/*
 * The code of an edge that is to lead to the latch; CVG_NONE: it stays. Edges
 * into code that never returns stay.
 */
static uint32_t code_of(struct flat_nest *nest, uint32_t from, uint32_t to,
			LLVMBasicBlockRef target)
{
	uint32_t l;

	if (!cvg_loop_has(nest->before->loops, nest->first, to))
		return nest->before->live[to]
			       ? nest->nloops + exit_number(nest, target)
			       : CVG_NONE;
	l = headed_by(nest, to);
	if (l != CVG_NONE &&
	    cvg_loop_has(nest->before->loops, nest->first + l, from))
		return l;
	return CVG_NONE;
}

/* Keep the cases by which a switch takes its edges to the latch. */
static void note_labels(struct flat_nest *nest, struct flat_pred *pred,
			LLVMValueRef term)
{
	pred->label = cvg_calloc(pred->nedges, sizeof *pred->label);
	for (uint32_t k = 0; k < pred->nedges; k++) {
		uint32_t slot = nest->flow.edge.at[pred->edges_at + k].slot;

		if (slot)
			pred->label[k] = cvg_switch_case(term, slot);
	}
}

/* List the block's edges to the latch. */
static void note_block(struct flat_nest *nest, uint32_t b)
{
	const struct cvg_block *block = &nest->before->fn->blocks[b];
	struct flat_pred pred = {.at = nest->before->ids.blocks[b],
				 .edges_at = (uint32_t)nest->flow.edge.n};
	LLVMValueRef term = LLVMGetBasicBlockTerminator(pred.at);

	for (uint32_t k = 0; k < block->nsuccs; k++) {
		uint32_t to = nest->before->fn->succs[block->succs_at + k];
		struct flat_edge e = {
			k, code_of(nest, b, to, LLVMGetSuccessor(term, k))};

		if (e.code != CVG_NONE)
			cvg_push(&nest->flow.edge, e);
	}
	pred.nedges = (uint32_t)nest->flow.edge.n - pred.edges_at;
	if (!pred.nedges)
		return;
	if (LLVMGetInstructionOpcode(term) == LLVMSwitch) {
		pred.cond = LLVMGetOperand(term, 0);
		note_labels(nest, &pred, term);
	} else if (LLVMIsConditional(term)) {
		pred.cond = LLVMGetCondition(term);
	}
	pred.entry_at = nest->flow.nentries;
	pred.nentries = pred.nedges == block->nsuccs ? 1 : pred.nedges;
	nest->flow.nentries += pred.nentries;
	cvg_push(&nest->flow.pred, pred);
}

/* List the edges into A from outside. */
static void note_outer(struct flat_nest *nest)
{
	LLVMUseRef use =
		LLVMGetFirstUse(LLVMBasicBlockAsValue(nest->loop[0].header));

	for (; use; use = LLVMGetNextUse(use)) {
		LLVMValueRef term = LLVMGetUser(use);

		if (LLVMIsATerminatorInst(term) &&
		    !cvg_flat_has(nest, 0, LLVMGetInstructionParent(term)))
			cvg_push(&nest->flow.outer,
				 LLVMGetInstructionParent(term));
	}
}

/* ---- blocks ---------------------------------------------------------- */

static LLVMBasicBlockRef new_block(struct flat_nest *nest,
				   LLVMBasicBlockRef before, const char *name)
{
	LLVMBasicBlockRef made = cvg_block_new(before, name);

	cvg_live_block_origin(nest->module, nest->function_id, made, NULL, 0);
	return made;
}

/* A new block behind the last of A's blocks in the function's text. */
static LLVMBasicBlockRef new_behind(struct flat_nest *nest, const char *name)
{
	const struct cvg_loop *a = &nest->before->loops->loop[nest->first];
	LLVMBasicBlockRef made = new_block(nest, nest->loop[0].header, name);
	uint32_t last = 0;

	for (uint32_t k = 0; k < a->nblocks; k++)
		if (nest->before->loops->blocks[a->blocks_at + k] > last)
			last = nest->before->loops->blocks[a->blocks_at + k];
	LLVMMoveBasicBlockAfter(made, nest->before->ids.blocks[last]);
	return made;
}

static void make_blocks(struct flat_nest *nest)
{
	nest->flow.head = new_block(nest, nest->loop[0].header, "flat.head");
	nest->loop[0].top = nest->flow.head;
	for (uint32_t l = 1; l < nest->nloops; l++)
		nest->loop[l].top =
			nest->loop[l].last == l
				? nest->loop[l].header
				: new_block(nest, nest->loop[l].header,
					    "flat.in");
	if (nest->flow.exit.n > 1)
		nest->flow.out = new_behind(nest, "flat.out");
	else if (nest->flow.exit.n)
		nest->flow.out = nest->flow.exit.at[0];
	nest->flow.latch = new_behind(nest, "flat.latch");
}

/* ---- leading edges --------------------------------------------------- */

/* Lead the edges of one pred to the latch. */
static void lead_pred(struct flat_nest *nest, const struct flat_pred *pred)
{
	LLVMValueRef term = LLVMGetBasicBlockTerminator(pred->at);
	LLVMMetadataRef loc = LLVMInstructionGetDebugLoc(term);

	if (pred->nedges == LLVMGetNumSuccessors(term)) {
		LLVMInstructionEraseFromParent(term);
		LLVMPositionBuilderAtEnd(nest->builder, pred->at);
		LLVMSetCurrentDebugLocation2(nest->builder, loc);
		LLVMBuildBr(nest->builder, nest->flow.latch);
		return;
	}
	/* The branch leads back to a header no longer: its loop is gone. */
	cvg_branch_set_loop(term, NULL);
	for (uint32_t k = 0; k < pred->nedges; k++)
		LLVMSetSuccessor(term,
				 nest->flow.edge.at[pred->edges_at + k].slot,
				 nest->flow.latch);
}

/* Lead edges into a loop with loops in it to the loop's test. */
static void lead_inwards(struct flat_nest *nest)
{
	for (uint32_t l = 1; l < nest->nloops; l++) {
		uint32_t b = nest->before->loops->loop[nest->first + l].header;

		if (nest->loop[l].top == nest->loop[l].header)
			continue;
		cvg_foreach_pred (nest->before->fn, b, pred)
			if (!cvg_loop_has(nest->before->loops, nest->first + l,
					  *pred))
				cvg_redirect(nest->before->ids.blocks[*pred],
					     nest->loop[l].header,
					     nest->loop[l].top);
	}
}

/* ---- tests ----------------------------------------------------------- */

uint32_t cvg_flat_edges_in(const struct flat_nest *nest, uint32_t loop)
{
	const struct flat_loop *l = &nest->loop[loop];

	if (l->last == nest->loop[l->parent].last)
		return 1; /* the last loop in its parent: a test's default */
	return l->last - loop + 1;
}

static LLVMValueRef number(const struct flat_nest *nest, uint32_t n)
{
	return LLVMConstInt(cvg_flat_word(nest), n, 0);
}

/* End a loop's top: its state leads to the header or to a loop in the loop. */
static void build_test(struct flat_nest *nest, uint32_t loop)
{
	const struct flat_loop *l = &nest->loop[loop];
	uint32_t kid = loop + 1;
	LLVMValueRef test;

	LLVMPositionBuilderAtEnd(nest->builder, l->top);
	LLVMSetCurrentDebugLocation2(nest->builder,
				     cvg_loc_none(nest->function));
	if (nest->nloops == 2) {
		LLVMBuildCondBr(nest->builder, l->state, nest->loop[1].top,
				l->header);
		return;
	}
	if (nest->loop[kid].last == l->last) {
		test = LLVMBuildICmp(nest->builder, LLVMIntEQ, l->state,
				     number(nest, loop), "");
		LLVMBuildCondBr(nest->builder, test, l->header,
				nest->loop[kid].top);
		return;
	}
	while (nest->loop[kid].last != l->last)
		kid = nest->loop[kid].last + 1;
	test = LLVMBuildSwitch(nest->builder, l->state, nest->loop[kid].top,
			       kid - loop);
	LLVMAddCase(test, number(nest, loop), l->header);
	for (uint32_t at = loop + 1, k = at; k < kid; k++) {
		if (k > nest->loop[at].last)
			at = k;
		LLVMAddCase(test, number(nest, k), nest->loop[at].top);
	}
}

/* End the block that chooses among several exits. */
static void build_out(struct flat_nest *nest, LLVMValueRef way)
{
	LLVMValueRef test;

	LLVMPositionBuilderAtEnd(nest->builder, nest->flow.out);
	LLVMSetCurrentDebugLocation2(nest->builder,
				     cvg_loc_none(nest->function));
	if (nest->flow.exit.n == 2) {
		LLVMBuildCondBr(nest->builder, way, nest->flow.exit.at[1],
				nest->flow.exit.at[0]);
		return;
	}
	test = LLVMBuildSwitch(nest->builder, way, nest->flow.exit.at[0],
			       (unsigned)nest->flow.exit.n - 1);
	for (uint32_t k = 1; k < nest->flow.exit.n; k++)
		LLVMAddCase(test, LLVMConstInt(LLVMTypeOf(way), k, 0),
			    nest->flow.exit.at[k]);
}

void cvg_flat_tests(struct flat_nest *nest, LLVMValueRef way)
{
	for (uint32_t l = 0; l < nest->nloops; l++)
		if (nest->loop[l].last != l)
			build_test(nest, l);
	LLVMPositionBuilderAtEnd(nest->builder, nest->flow.latch);
	LLVMSetCurrentDebugLocation2(nest->builder,
				     cvg_loc_none(nest->function));
	if (nest->flow.exit.n)
		LLVMBuildCondBr(nest->builder, nest->flow.more, nest->flow.head,
				nest->flow.out);
	else
		LLVMBuildBr(nest->builder, nest->flow.head);
	if (nest->flow.exit.n > 1)
		build_out(nest, way);
}

void cvg_flat_connect(struct flat_nest *nest)
{
	const struct cvg_loop *a = &nest->before->loops->loop[nest->first];

	note_outer(nest);
	for (uint32_t k = 0; k < a->nblocks; k++)
		note_block(nest, nest->before->loops->blocks[a->blocks_at + k]);
	make_blocks(nest);
	for (size_t k = 0; k < nest->flow.outer.n; k++)
		cvg_redirect(nest->flow.outer.at[k], nest->loop[0].header,
			     nest->flow.head);
	lead_inwards(nest);
	for (size_t k = 0; k < nest->flow.pred.n; k++)
		lead_pred(nest, &nest->flow.pred.at[k]);
}
