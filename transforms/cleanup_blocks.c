/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Cleaning up blocks: empty ones are left out, straight lines become one. */
#include "cleaner.h"
#include "cleanup.h"

#include <stdlib.h>

/* Only branches speak of it: no blockaddress does. */
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

/* Would an edge pred -> next clash with one that is there already? */
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
 * Where the empty block's jump leads back to a loop's header, the edges that
 * take its place do. None of them may say something of a loop already: LLVM
 * would believe that of both loops.
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

static bool forward_empty(struct cleaner *c, LLVMBasicBlockRef block)
{
	LLVMValueRef term = LLVMGetBasicBlockTerminator(block);
	struct cvg_blockrefs preds = {0};
	LLVMBasicBlockRef next;

	if (LLVMGetFirstInstruction(block) != term ||
	    LLVMGetInstructionOpcode(term) != LLVMBr ||
	    LLVMIsConditional(term) ||
	    block == LLVMGetEntryBasicBlock(c->function))
		return false;
	next = LLVMGetSuccessor(term, 0);
	if (next == block || !only_branched_to(block) ||
	    would_clash(block, next))
		return false;
	preds_of(block, &preds);
	if (would_mix_loops(term, &preds)) {
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
	cvg_blocks_erase(c->m, c->f, &block, 1);
	free(preds.at);
	c->done++;
	return true;
}

/* The block that can be appended to this one, or NULL. */
static LLVMBasicBlockRef next_in_line(const struct cleaner *c,
				      LLVMBasicBlockRef block)
{
	LLVMValueRef term = LLVMGetBasicBlockTerminator(block);
	LLVMBasicBlockRef next;

	if (LLVMGetInstructionOpcode(term) != LLVMBr || LLVMIsConditional(term))
		return NULL;
	next = LLVMGetSuccessor(term, 0);
	if (next == block || cvg_block_single_pred(next) != block ||
	    next == LLVMGetEntryBasicBlock(c->function) ||
	    !only_branched_to(next))
		return NULL;
	return next;
}

/* Worth a name of its own: it holds more than a jump. */
static void note_member(struct cleaner *c, LLVMBasicBlockRef block,
			struct cvg_u32s *uids)
{
	if (!cvg_block_is_empty(block) ||
	    cvg_inst_is_phi(LLVMGetFirstInstruction(block)))
		cvg_push(uids, cvg_live_block_uid(c->m, c->f, block));
}

/*
 * Make one block of a straight line. It keeps the number of the only one of
 * them that held something; of several, a new one is made.
 */
static void join_line(struct cleaner *c, LLVMBasicBlockRef first)
{
	LLVMBasicBlockRef next = next_in_line(c, first);
	struct cvg_u32s uids = {0};

	if (!next)
		return;
	note_member(c, first, &uids);
	for (; next; next = next_in_line(c, first)) {
		note_member(c, next, &uids);
		cvg_block_merge(c->m, c->f, first, next);
		c->done++;
	}
	if (uids.n == 1)
		cvg_live_keep_uid(c->m, c->f, first, uids.at[0]);
	else if (uids.n > 1)
		cvg_live_uid_origin(c->m, c->f, first, uids.at, uids.n);
	free(uids.at);
}

void cvg_cleanup_line(struct cvg_module *m, uint32_t f, LLVMBasicBlockRef first)
{
	struct cleaner c = {
		.m = m, .f = f, .function = cvg_live_function(m, f)};

	join_line(&c, first);
}

void cvg_cleaner_tidy_blocks(struct cleaner *c)
{
	LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(c->function), next;

	for (; b; b = next) {
		next = LLVMGetNextBasicBlock(b);
		forward_empty(c, b);
	}
	for (b = LLVMGetFirstBasicBlock(c->function); b;
	     b = LLVMGetNextBasicBlock(b))
		join_line(c, b);
}
