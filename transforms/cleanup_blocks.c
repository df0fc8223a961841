/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Cleaning up blocks: empty ones are left out, a straight line becomes one.
 *
 * Example (tests/ir/cleanup-blocks.ll; a and b are empty, and a1, a2 are a
 * line):
 *
 *   before  entry: br i1 %c, label %a, label %b
 *           a:     br label %a1
 *           a1:    store i32 1, ptr addrspace(1) %p
 *                  br label %a2
 *           a2:    store i32 3, ptr addrspace(1) %p
 *                  br label %x
 *           b:     br label %x
 *   after   entry: br i1 %c, label %a1, label %x
 *           a1:    store i32 1, ptr addrspace(1) %p
 *                  store i32 3, ptr addrspace(1) %p
 *                  br label %x
 *
 * An empty block stays if a switch would have two edges in its place that lead to one
 * block before all ways of the switch meet, and the function has a convergent operation:
 * threads would come there together that did not before.
 */
#include "cleaner.h"

#include "src/ir/convergent.h"

#include <stdlib.h>

/* Are terminators the block's only users? A blockaddress is none. */
static bool only_branched_to(LLVMBasicBlockRef block)
{
	LLVMUseRef use = LLVMGetFirstUse(LLVMBasicBlockAsValue(block));

	for (; use; use = LLVMGetNextUse(use))
		if (!LLVMIsATerminatorInst(LLVMGetUser(use)))
			return false;
	return true;
}

static void preds_of(LLVMBasicBlockRef block, struct cvg_blockrefs *out)
{
	LLVMUseRef use = LLVMGetFirstUse(LLVMBasicBlockAsValue(block));

	for (; use; use = LLVMGetNextUse(use))
		cvg_push(out, LLVMGetInstructionParent(LLVMGetUser(use)));
}

/* Entries of next's phis for `block` become entries for its predecessors. */
static void spread_entries(LLVMBasicBlockRef next, LLVMBasicBlockRef block)
{
	LLVMValueRef phi = LLVMGetFirstInstruction(next);
	struct cvg_blockrefs preds = {0};
	struct cvg_incomings in = {0};

	preds_of(block, &preds);
	for (; cvg_inst_is_phi(phi); phi = LLVMGetNextInstruction(phi)) {
		struct cvg_incoming mine = {cvg_phi_value(phi, block), block};
		size_t kept = 0;

		in.n = 0;
		cvg_phi_read(phi, &in);
		for (size_t k = 0; k < in.n; k++)
			if (in.at[k].block != block)
				in.at[kept++] = in.at[k];
		in.n = kept;
		for (size_t k = 0; k < preds.n; k++) {
			mine.block = preds.at[k];
			cvg_push(&in, mine);
		}
		phi = cvg_phi_rebuild(phi, in.at, in.n);
	}
	free(preds.at);
	free(in.at);
}

/* Has a predecessor of the block an edge to `next` already, where `next` has
 * phis? Two edges from one block would need one value, and these have two. */
static bool would_clash(LLVMBasicBlockRef block, LLVMBasicBlockRef next)
{
	struct cvg_blockrefs preds = {0};
	bool clash = false;

	if (!cvg_inst_is_phi(LLVMGetFirstInstruction(next)))
		return false;
	preds_of(block, &preds);
	for (size_t k = 0; k < preds.n && !clash; k++)
		clash = cvg_edges_between(preds.at[k], next) > 0;
	free(preds.at);
	return clash;
}

/*
 * Would a terminator say something of two loops? Where the empty block's jump
 * leads back to a loop's header, the edges that take its place do so, and their
 * terminators get the jump's metadata. A terminator that has metadata of
 * another loop cannot take it: LLVM would believe it of both loops.
 */
static bool would_mix_loops(LLVMValueRef jump,
			    const struct cvg_blockrefs *preds)
{
	LLVMValueRef loop = cvg_branch_loop(jump);

	for (size_t k = 0; loop && k < preds->n; k++) {
		LLVMValueRef told = cvg_branch_loop(
			LLVMGetBasicBlockTerminator(preds->at[k]));

		if (told && told != loop)
			return true;
	}
	return false;
}

static bool find_convergent(const struct cleaner *cleaner)
{
	LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(cleaner->function);

	for (; b; b = LLVMGetNextBasicBlock(b)) {
		LLVMValueRef inst = LLVMGetFirstInstruction(b);

		for (; inst; inst = LLVMGetNextInstruction(inst))
			if ((LLVMIsACallInst(inst) ||
			     LLVMIsAInvokeInst(inst)) &&
			    cvg_call_convergent(cleaner->module, inst))
				return true;
	}
	return false;
}

/* Does the function have a convergent operation? Cleaning up makes none. */
static bool has_convergent(struct cleaner *cleaner)
{
	if (!cleaner->looked)
		cleaner->convergent = find_convergent(cleaner);
	cleaner->looked = true;
	return cleaner->convergent;
}

/* Do all ways of the switch lead to `next`, at once or over one block? */
static bool all_meet(LLVMValueRef term, LLVMBasicBlockRef next)
{
	for (unsigned k = 0; k < LLVMGetNumSuccessors(term); k++) {
		LLVMBasicBlockRef to = LLVMGetSuccessor(term, k);
		LLVMValueRef end = LLVMGetBasicBlockTerminator(to);

		if (to != next && (LLVMGetNumSuccessors(end) != 1 ||
				   LLVMGetSuccessor(end, 0) != next))
			return false;
	}
	return true;
}

/* Would threads that a switch parted come to `next` together, of which a convergent
 * operation may tell? */
static bool would_bring_together(struct cleaner *cleaner,
				 const struct cvg_blockrefs *preds,
				 LLVMBasicBlockRef next)
{
	for (size_t k = 0; k < preds->n; k++) {
		LLVMValueRef term = LLVMGetBasicBlockTerminator(preds->at[k]);

		if (LLVMGetNumSuccessors(term) > 2 &&
		    cvg_edges_between(preds->at[k], next) > 0 &&
		    has_convergent(cleaner) && !all_meet(term, next))
			return true;
	}
	return false;
}

/* Lead the edges into a block that only jumps to where it jumps. */
static bool forward_empty(struct cleaner *cleaner, LLVMBasicBlockRef block)
{
	LLVMValueRef term = LLVMGetBasicBlockTerminator(block);
	struct cvg_blockrefs preds = {0};
	LLVMBasicBlockRef next;

	if (LLVMGetFirstInstruction(block) != term ||
	    LLVMGetInstructionOpcode(term) != LLVMBr ||
	    LLVMIsConditional(term) ||
	    block == LLVMGetEntryBasicBlock(cleaner->function))
		return false;
	next = LLVMGetSuccessor(term, 0);
	if (next == block || !only_branched_to(block) ||
	    would_clash(block, next))
		return false;
	preds_of(block, &preds);
	if (would_mix_loops(term, &preds) ||
	    would_bring_together(cleaner, &preds, next)) {
		free(preds.at);
		return false;
	}
	spread_entries(next, block);
	for (size_t k = 0; k < preds.n; k++) {
		if (cvg_branch_loop(term))
			cvg_branch_set_loop(
				LLVMGetBasicBlockTerminator(preds.at[k]),
				cvg_branch_loop(term));
		cvg_redirect(preds.at[k], block, next);
	}
	cvg_blocks_erase(cleaner->module, cleaner->function_id, &block, 1);
	free(preds.at);
	cleaner->nchanges++;
	return true;
}

/* The block that can be appended to this one, or NULL. */
static LLVMBasicBlockRef next_in_line(const struct cleaner *cleaner,
				      LLVMBasicBlockRef block)
{
	LLVMValueRef term = LLVMGetBasicBlockTerminator(block);
	LLVMBasicBlockRef next;

	if (LLVMGetInstructionOpcode(term) != LLVMBr || LLVMIsConditional(term))
		return NULL;
	next = LLVMGetSuccessor(term, 0);
	if (next == block || cvg_block_single_pred(next) != block ||
	    next == LLVMGetEntryBasicBlock(cleaner->function) ||
	    !only_branched_to(next))
		return NULL;
	return next;
}

/* Append the block's number if the block holds more than a jump. */
static void note_member(struct cleaner *cleaner, LLVMBasicBlockRef block,
			struct cvg_u32s *uids)
{
	if (!cvg_block_is_empty(block) ||
	    cvg_inst_is_phi(LLVMGetFirstInstruction(block)))
		cvg_push(uids, cvg_live_block_uid(cleaner->module,
						  cleaner->function_id, block));
}

/*
 * Make one block of a straight line. If only one of its blocks held more than a
 * jump, the block keeps that one's number; else it gets a new number whose
 * origins are all that did.
 */
static void join_line(struct cleaner *cleaner, LLVMBasicBlockRef first)
{
	LLVMBasicBlockRef next = next_in_line(cleaner, first);
	struct cvg_u32s uids = {0};

	if (!next)
		return;
	note_member(cleaner, first, &uids);
	for (; next; next = next_in_line(cleaner, first)) {
		note_member(cleaner, next, &uids);
		cvg_block_merge(cleaner->module, cleaner->function_id, first,
				next);
		cleaner->nchanges++;
	}
	if (uids.n == 1)
		cvg_live_keep_uid(cleaner->module, cleaner->function_id, first,
				  uids.at[0]);
	else if (uids.n > 1)
		cvg_live_uid_origin(cleaner->module, cleaner->function_id,
				    first, uids.at, uids.n);
	free(uids.at);
}

void cvg_cleanup_line(struct cvg_module *module, uint32_t function_id,
		      LLVMBasicBlockRef first)
{
	struct cleaner cleaner = {
		.module = module,
		.function_id = function_id,
		.function = cvg_live_function(module, function_id)};

	join_line(&cleaner, first);
}

void cvg_cleaner_tidy_blocks(struct cleaner *cleaner)
{
	LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(cleaner->function), next;

	for (; b; b = next) {
		next = LLVMGetNextBasicBlock(b);
		forward_empty(cleaner, b);
	}
	for (b = LLVMGetFirstBasicBlock(cleaner->function); b;
	     b = LLVMGetNextBasicBlock(b))
		join_line(cleaner, b);
}
