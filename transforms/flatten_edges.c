/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The control flow of a flattened nest: a new header A_h that tests the
 * state, a new latch A_l over which all back edges of all loops go (the paper,
 * figure 5), and all ways out too: so the threads of a warp meet there in
 * every round, whatever each of them does next. An inner loop with loops in it
 * has a test of its own where it is entered, so that states deeper in pass
 * by its first block as they pass by A_w.
 */
#include "flatten.h"

#include <stdlib.h>

bool cvg_flat_has(const struct flat_nest *z, uint32_t loop,
		  LLVMBasicBlockRef block)
{
	uint32_t b = cvg_ptrmap_get(z->old_of, block);

	return b != CVG_NONE && cvg_loop_has(z->loops, z->first + loop, b);
}

/* ---- edges to the latch ---------------------------------------------- */

static uint32_t exit_number(struct flat_nest *z, LLVMBasicBlockRef to)
{
	uint32_t k = cvg_ptrmap_get(&z->exit_of, to);

	if (k != CVG_NONE)
		return k;
	cvg_ptrmap_put(&z->exit_of, to, (uint32_t)z->exit.n);
	cvg_push(&z->exit, to);
	return (uint32_t)z->exit.n - 1;
}

/* The loop of the nest whose header that is, or CVG_NONE. */
static uint32_t headed_by(const struct flat_nest *z, uint32_t b)
{
	uint32_t l = z->loops->innermost[b];

	return z->loops->loop[l].header == b ? l - z->first : CVG_NONE;
}

/*
 * What an edge means to the latch, or CVG_NONE: it does not lead there. Edges
 * into code that never returns stay.
 */
static uint32_t code_of(struct flat_nest *z, uint32_t from, uint32_t to,
			LLVMBasicBlockRef target)
{
	uint32_t l;

	if (!cvg_loop_has(z->loops, z->first, to))
		return z->live[to] ? z->nloops + exit_number(z, target)
				   : CVG_NONE;
	l = headed_by(z, to);
	if (l != CVG_NONE && cvg_loop_has(z->loops, z->first + l, from))
		return l;
	return CVG_NONE;
}

static void note_labels(struct flat_nest *z, struct flat_pred *p,
			LLVMValueRef term)
{
	p->label = cvg_calloc(p->nedges, sizeof *p->label);
	for (uint32_t k = 0; k < p->nedges; k++) {
		uint32_t slot = z->edge.at[p->edges_at + k].slot;

		if (slot)
			p->label[k] = cvg_switch_case(term, slot);
	}
}

/* The block's edges to the latch, and those into loops with a test. */
static void note_block(struct flat_nest *z, uint32_t b)
{
	const struct cvg_block *block = &z->fn->blocks[b];
	struct flat_pred p = {.at = z->ids->blocks[b],
			      .edges_at = (uint32_t)z->edge.n};
	LLVMValueRef term = LLVMGetBasicBlockTerminator(p.at);

	for (uint32_t k = 0; k < block->nsuccs; k++) {
		uint32_t to = z->fn->succs[block->succs_at + k];
		struct flat_edge e = {
			k, code_of(z, b, to, LLVMGetSuccessor(term, k))};

		if (e.code != CVG_NONE)
			cvg_push(&z->edge, e);
	}
	p.nedges = (uint32_t)z->edge.n - p.edges_at;
	if (!p.nedges)
		return;
	if (LLVMGetInstructionOpcode(term) == LLVMSwitch) {
		p.cond = LLVMGetOperand(term, 0);
		note_labels(z, &p, term);
	} else if (LLVMIsConditional(term)) {
		p.cond = LLVMGetCondition(term);
	}
	p.entry_at = z->nentries;
	p.nentries = p.nedges == block->nsuccs ? 1 : p.nedges;
	z->nentries += p.nentries;
	cvg_push(&z->pred, p);
}

static void note_outer(struct flat_nest *z)
{
	LLVMUseRef use =
		LLVMGetFirstUse(LLVMBasicBlockAsValue(z->loop[0].header));

	for (; use; use = LLVMGetNextUse(use)) {
		LLVMValueRef term = LLVMGetUser(use);

		if (LLVMIsATerminatorInst(term) &&
		    !cvg_flat_has(z, 0, LLVMGetInstructionParent(term)))
			cvg_push(&z->outer, LLVMGetInstructionParent(term));
	}
}

/* ---- blocks ---------------------------------------------------------- */

static LLVMBasicBlockRef new_block(struct flat_nest *z,
				   LLVMBasicBlockRef before, const char *name)
{
	LLVMBasicBlockRef made = cvg_block_new(before, name);

	cvg_live_block_origin(z->m, z->f, made, NULL, 0);
	return made;
}

/* Behind the last of A's blocks, as the function's text has them. */
static LLVMBasicBlockRef new_behind(struct flat_nest *z, const char *name)
{
	const struct cvg_loop *a = &z->loops->loop[z->first];
	LLVMBasicBlockRef made = new_block(z, z->loop[0].header, name);
	uint32_t last = 0;

	for (uint32_t k = 0; k < a->nblocks; k++)
		if (z->loops->blocks[a->blocks_at + k] > last)
			last = z->loops->blocks[a->blocks_at + k];
	LLVMMoveBasicBlockAfter(made, z->ids->blocks[last]);
	return made;
}

static void make_blocks(struct flat_nest *z)
{
	z->head = new_block(z, z->loop[0].header, "flat.head");
	z->loop[0].top = z->head;
	for (uint32_t l = 1; l < z->nloops; l++)
		z->loop[l].top =
			z->loop[l].last == l
				? z->loop[l].header
				: new_block(z, z->loop[l].header, "flat.in");
	if (z->exit.n > 1)
		z->out = new_behind(z, "flat.out");
	else if (z->exit.n)
		z->out = z->exit.at[0];
	z->latch = new_behind(z, "flat.latch");
}

/* ---- leading edges --------------------------------------------------- */

static void lead_pred(struct flat_nest *z, const struct flat_pred *p)
{
	LLVMValueRef term = LLVMGetBasicBlockTerminator(p->at);
	LLVMMetadataRef loc = LLVMInstructionGetDebugLoc(term);

	if (p->nedges == LLVMGetNumSuccessors(term)) {
		LLVMInstructionEraseFromParent(term);
		LLVMPositionBuilderAtEnd(z->b, p->at);
		LLVMSetCurrentDebugLocation2(z->b, loc);
		LLVMBuildBr(z->b, z->latch);
		return;
	}
	/* What is said of a loop is no longer true of what is left of it. */
	cvg_branch_set_loop(term, NULL);
	for (uint32_t k = 0; k < p->nedges; k++)
		LLVMSetSuccessor(term, z->edge.at[p->edges_at + k].slot,
				 z->latch);
}

/* Edges into a loop with loops in it lead to its test. */
static void lead_inwards(struct flat_nest *z)
{
	for (uint32_t l = 1; l < z->nloops; l++) {
		uint32_t b = z->loops->loop[z->first + l].header;

		if (z->loop[l].top == z->loop[l].header)
			continue;
		cvg_foreach_pred (z->fn, b, p)
			if (!cvg_loop_has(z->loops, z->first + l, *p))
				cvg_redirect(z->ids->blocks[*p],
					     z->loop[l].header, z->loop[l].top);
	}
}

/* ---- tests ----------------------------------------------------------- */

/* How many edges lead from the test of the loop around it to a loop's top. */
uint32_t cvg_flat_edges_in(const struct flat_nest *z, uint32_t loop)
{
	const struct flat_loop *l = &z->loop[loop];

	if (l->last == z->loop[l->parent].last)
		return 1; /* the last one: what is left */
	return l->last - loop + 1;
}

static LLVMValueRef number(const struct flat_nest *z, uint32_t n)
{
	return LLVMConstInt(cvg_flat_word(z), n, 0);
}

/* The state at a loop's top leads to its header or to a loop in it. */
static void build_test(struct flat_nest *z, uint32_t loop)
{
	const struct flat_loop *l = &z->loop[loop];
	uint32_t kid = loop + 1;
	LLVMValueRef test;

	LLVMPositionBuilderAtEnd(z->b, l->top);
	LLVMSetCurrentDebugLocation2(z->b, cvg_loc_none(z->function));
	if (z->nloops == 2) {
		LLVMBuildCondBr(z->b, l->state, z->loop[1].top, l->header);
		return;
	}
	if (z->loop[kid].last == l->last) {
		test = LLVMBuildICmp(z->b, LLVMIntEQ, l->state, number(z, loop),
				     "");
		LLVMBuildCondBr(z->b, test, l->header, z->loop[kid].top);
		return;
	}
	while (z->loop[kid].last != l->last)
		kid = z->loop[kid].last + 1;
	test = LLVMBuildSwitch(z->b, l->state, z->loop[kid].top, kid - loop);
	LLVMAddCase(test, number(z, loop), l->header);
	for (uint32_t at = loop + 1, k = at; k < kid; k++) {
		if (k > z->loop[at].last)
			at = k;
		LLVMAddCase(test, number(z, k), z->loop[at].top);
	}
}

static void build_out(struct flat_nest *z, LLVMValueRef way)
{
	LLVMValueRef test;

	LLVMPositionBuilderAtEnd(z->b, z->out);
	LLVMSetCurrentDebugLocation2(z->b, cvg_loc_none(z->function));
	if (z->exit.n == 2) {
		LLVMBuildCondBr(z->b, way, z->exit.at[1], z->exit.at[0]);
		return;
	}
	test = LLVMBuildSwitch(z->b, way, z->exit.at[0],
			       (unsigned)z->exit.n - 1);
	for (uint32_t k = 1; k < z->exit.n; k++)
		LLVMAddCase(test, LLVMConstInt(LLVMTypeOf(way), k, 0),
			    z->exit.at[k]);
}

void cvg_flat_tests(struct flat_nest *z, LLVMValueRef way)
{
	for (uint32_t l = 0; l < z->nloops; l++)
		if (z->loop[l].last != l)
			build_test(z, l);
	LLVMPositionBuilderAtEnd(z->b, z->latch);
	LLVMSetCurrentDebugLocation2(z->b, cvg_loc_none(z->function));
	if (z->exit.n)
		LLVMBuildCondBr(z->b, z->more, z->head, z->out);
	else
		LLVMBuildBr(z->b, z->head);
	if (z->exit.n > 1)
		build_out(z, way);
}

void cvg_flat_connect(struct flat_nest *z)
{
	const struct cvg_loop *a = &z->loops->loop[z->first];

	note_outer(z);
	for (uint32_t k = 0; k < a->nblocks; k++)
		note_block(z, z->loops->blocks[a->blocks_at + k]);
	make_blocks(z);
	for (size_t k = 0; k < z->outer.n; k++)
		cvg_redirect(z->outer.at[k], z->loop[0].header, z->head);
	lead_inwards(z);
	for (size_t k = 0; k < z->pred.n; k++)
		lead_pred(z, &z->pred.at[k]);
}
