/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Phis, edges and blocks. */
#include "compat.h"
#include "surgery.h"

#include <stdlib.h>
#include <string.h>

/* ---- looking --------------------------------------------------------- */

static LLVMContextRef block_context(LLVMBasicBlockRef block)
{
	return LLVMGetTypeContext(LLVMTypeOf(LLVMBasicBlockAsValue(block)));
}

bool cvg_inst_is_phi(LLVMValueRef inst)
{
	return inst && LLVMGetInstructionOpcode(inst) == LLVMPHI;
}

bool cvg_block_is_empty(LLVMBasicBlockRef block)
{
	LLVMValueRef inst = LLVMGetFirstInstruction(block);

	while (cvg_inst_is_phi(inst))
		inst = LLVMGetNextInstruction(inst);
	return inst && LLVMIsATerminatorInst(inst);
}

unsigned cvg_edges_between(LLVMBasicBlockRef from, LLVMBasicBlockRef to)
{
	LLVMValueRef term = LLVMGetBasicBlockTerminator(from);
	unsigned n = 0;

	for (unsigned k = 0; k < LLVMGetNumSuccessors(term); k++)
		n += LLVMGetSuccessor(term, k) == to;
	return n;
}

LLVMBasicBlockRef cvg_block_single_pred(LLVMBasicBlockRef block)
{
	LLVMUseRef use = LLVMGetFirstUse(LLVMBasicBlockAsValue(block));
	LLVMBasicBlockRef pred = NULL;

	for (; use; use = LLVMGetNextUse(use)) {
		if (!LLVMIsATerminatorInst(LLVMGetUser(use)))
			continue;
		if (pred)
			return NULL;
		pred = LLVMGetInstructionParent(LLVMGetUser(use));
	}
	return pred;
}

bool cvg_is_bool(LLVMValueRef v, bool value)
{
	return LLVMIsAConstantInt(v) &&
	       LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMIntegerTypeKind &&
	       LLVMGetIntTypeWidth(LLVMTypeOf(v)) == 1 &&
	       (LLVMConstIntGetZExtValue(v) != 0) == value;
}

bool cvg_is_poison(LLVMValueRef v)
{
	return LLVMIsPoison(v);
}

LLVMValueRef cvg_switch_case(LLVMValueRef inst, unsigned k)
{
	return cvg_llvm_case_value(inst, k);
}

/* ---- phis ------------------------------------------------------------ */

/* Make a phi before instruction `next`, or at the end of the block if that is
 * NULL. */
static LLVMValueRef phi_before(LLVMBuilderRef b, LLVMBasicBlockRef block,
			       LLVMValueRef next, LLVMTypeRef type,
			       LLVMMetadataRef loc, const char *name)
{
	if (next)
		LLVMPositionBuilderBeforeInstrAndDbgRecords(b, next);
	else
		LLVMPositionBuilderAtEnd(b, block);
	LLVMSetCurrentDebugLocation2(b, loc);
	return LLVMBuildPhi(b, type, name);
}

LLVMValueRef cvg_phi_new(LLVMBuilderRef b, LLVMBasicBlockRef block,
			 LLVMTypeRef type, LLVMMetadataRef loc,
			 const char *name)
{
	LLVMValueRef next = LLVMGetFirstInstruction(block);

	while (cvg_inst_is_phi(next))
		next = LLVMGetNextInstruction(next);
	return phi_before(b, block, next, type, loc, name);
}

LLVMValueRef cvg_phi_new_first(LLVMBuilderRef b, LLVMBasicBlockRef block,
			       LLVMTypeRef type, LLVMMetadataRef loc,
			       const char *name)
{
	return phi_before(b, block, LLVMGetFirstInstruction(block), type, loc,
			  name);
}

void cvg_phi_read(LLVMValueRef phi, struct cvg_incomings *out)
{
	unsigned n = LLVMCountIncoming(phi);

	for (unsigned k = 0; k < n; k++) {
		struct cvg_incoming in = {LLVMGetIncomingValue(phi, k),
					  LLVMGetIncomingBlock(phi, k)};
		cvg_push(out, in);
	}
}

LLVMValueRef cvg_phi_value(LLVMValueRef phi, LLVMBasicBlockRef from)
{
	unsigned n = LLVMCountIncoming(phi);

	for (unsigned k = 0; k < n; k++)
		if (LLVMGetIncomingBlock(phi, k) == from)
			return LLVMGetIncomingValue(phi, k);
	return NULL;
}

void cvg_take_name(LLVMValueRef to, LLVMValueRef from)
{
	size_t n;
	char *name = cvg_strdup(LLVMGetValueName2(from, &n));

	if (n) {
		LLVMSetValueName2(from, "", 0);
		LLVMSetValueName2(to, name, n);
	}
	free(name);
}

LLVMValueRef cvg_phi_rebuild(LLVMValueRef phi, const struct cvg_incoming *in,
			     size_t n)
{
	LLVMBuilderRef b =
		LLVMCreateBuilderInContext(LLVMGetTypeContext(LLVMTypeOf(phi)));
	LLVMMetadataRef loc = LLVMInstructionGetDebugLoc(phi);
	LLVMValueRef made;

	LLVMPositionBuilderBefore(b, phi);
	LLVMSetCurrentDebugLocation2(b, loc);
	made = LLVMBuildPhi(b, LLVMTypeOf(phi), "");
	for (size_t k = 0; k < n; k++) {
		LLVMValueRef value = in[k].value == phi ? made : in[k].value;
		LLVMBasicBlockRef block = in[k].block;

		LLVMAddIncoming(made, &value, &block, 1);
	}
	if (LLVMCanValueUseFastMathFlags(phi))
		LLVMSetFastMathFlags(made, LLVMGetFastMathFlags(phi));
	cvg_take_name(made, phi);
	LLVMReplaceAllUsesWith(phi, made);
	LLVMInstructionEraseFromParent(phi);
	LLVMDisposeBuilder(b);
	return made;
}

/* Rebuild every phi of a block from the entries that edit() leaves. */
static void edit_phis(LLVMBasicBlockRef block,
		      void (*edit)(struct cvg_incomings *in, void *ctx),
		      void *ctx)
{
	LLVMValueRef phi = LLVMGetFirstInstruction(block);
	struct cvg_incomings in = {0};

	while (cvg_inst_is_phi(phi)) {
		in.n = 0;
		cvg_phi_read(phi, &in);
		edit(&in, ctx);
		phi = LLVMGetNextInstruction(cvg_phi_rebuild(phi, in.at, in.n));
	}
	free(in.at);
}

struct rename {
	LLVMBasicBlockRef from, to;
};

static void edit_rename(struct cvg_incomings *in, void *ctx)
{
	const struct rename *r = ctx;

	for (size_t k = 0; k < in->n; k++)
		if (in->at[k].block == r->from)
			in->at[k].block = r->to;
}

void cvg_phis_rename_pred(LLVMBasicBlockRef block, LLVMBasicBlockRef from,
			  LLVMBasicBlockRef to)
{
	struct rename r = {from, to};

	edit_phis(block, edit_rename, &r);
}

static void edit_drop(struct cvg_incomings *in, void *ctx)
{
	LLVMBasicBlockRef from = ctx;

	for (size_t k = 0; k < in->n; k++)
		if (in->at[k].block == from) {
			memmove(&in->at[k], &in->at[k + 1],
				(in->n - k - 1) * sizeof *in->at);
			in->n--;
			return;
		}
}

void cvg_phis_drop_edge(LLVMBasicBlockRef block, LLVMBasicBlockRef from)
{
	edit_phis(block, edit_drop, from);
}

/* ---- edges and blocks ------------------------------------------------ */

void cvg_redirect(LLVMBasicBlockRef from, LLVMBasicBlockRef old,
		  LLVMBasicBlockRef to)
{
	LLVMValueRef term = LLVMGetBasicBlockTerminator(from);

	for (unsigned k = 0; k < LLVMGetNumSuccessors(term); k++)
		if (LLVMGetSuccessor(term, k) == old)
			LLVMSetSuccessor(term, k, to);
}

LLVMBasicBlockRef cvg_block_new(LLVMBasicBlockRef before, const char *name)
{
	return LLVMInsertBasicBlockInContext(block_context(before), before,
					     name);
}

static bool is_among(LLVMBasicBlockRef b, const LLVMBasicBlockRef *set,
		     size_t n)
{
	for (size_t k = 0; k < n; k++)
		if (set[k] == b)
			return true;
	return false;
}

/* The value that all entries have, so that no phi is needed; else NULL. */
static LLVMValueRef common_value(const struct cvg_incomings *in)
{
	for (size_t k = 1; k < in->n; k++)
		if (in->at[k].value != in->at[0].value)
			return NULL;
	return in->at[0].value;
}

static void gather_phi(LLVMValueRef *phi, LLVMBasicBlockRef made,
		       const LLVMBasicBlockRef *preds, size_t n,
		       LLVMBuilderRef b)
{
	struct cvg_incomings all = {0}, in = {0}, out = {0};
	struct cvg_incoming joined = {NULL, made};

	cvg_phi_read(*phi, &all);
	for (size_t k = 0; k < all.n; k++)
		if (is_among(all.at[k].block, preds, n))
			cvg_push(&in, all.at[k]);
		else
			cvg_push(&out, all.at[k]);
	joined.value = common_value(&in);
	if (!joined.value) {
		joined.value = LLVMBuildPhi(b, LLVMTypeOf(*phi), "");
		for (size_t k = 0; k < in.n; k++)
			LLVMAddIncoming(joined.value, &in.at[k].value,
					&in.at[k].block, 1);
	}
	cvg_push(&out, joined);
	*phi = cvg_phi_rebuild(*phi, out.at, out.n);
	free(all.at);
	free(in.at);
	free(out.at);
}

/*
 * The !llvm.loop that all jumps from `preds` have, or NULL. It moves to the
 * edge that replaces theirs and is removed from them. A conditional branch
 * keeps its own, which may belong to its other edge.
 */
static LLVMValueRef take_loop(const LLVMBasicBlockRef *preds, size_t n)
{
	LLVMValueRef loop = NULL;

	for (size_t k = 0; k < n; k++) {
		LLVMValueRef term = LLVMGetBasicBlockTerminator(preds[k]);
		LLVMValueRef told = cvg_branch_loop(term);

		if (LLVMGetNumSuccessors(term) != 1 || !told ||
		    (loop && told != loop))
			return NULL;
		loop = told;
	}
	for (size_t k = 0; k < n; k++)
		cvg_branch_set_loop(LLVMGetBasicBlockTerminator(preds[k]),
				    NULL);
	return loop;
}

LLVMBasicBlockRef cvg_block_gather(LLVMBasicBlockRef block,
				   const LLVMBasicBlockRef *preds, size_t n,
				   const char *name)
{
	LLVMValueRef loop = take_loop(preds, n);
	LLVMBasicBlockRef made = cvg_block_new(block, name);
	LLVMBuilderRef b = LLVMCreateBuilderInContext(block_context(made));
	LLVMValueRef phi = LLVMGetFirstInstruction(block);

	LLVMPositionBuilderAtEnd(b, made);
	LLVMSetCurrentDebugLocation2(
		b, cvg_loc_none(LLVMGetBasicBlockParent(block)));
	while (cvg_inst_is_phi(phi)) {
		gather_phi(&phi, made, preds, n, b);
		phi = LLVMGetNextInstruction(phi);
	}
	for (size_t k = 0; k < n; k++)
		cvg_redirect(preds[k], block, made);
	LLVMPositionBuilderAtEnd(b, made);
	cvg_branch_set_loop(LLVMBuildBr(b, block), loop);
	LLVMDisposeBuilder(b);
	return made;
}

void cvg_block_elide(struct cvg_module *module, uint32_t f,
		     LLVMBasicBlockRef block)
{
	LLVMBasicBlockRef pred = cvg_block_single_pred(block);
	LLVMValueRef jump = LLVMGetBasicBlockTerminator(block);
	LLVMBasicBlockRef next = LLVMGetSuccessor(jump, 0);
	LLVMValueRef term = LLVMGetBasicBlockTerminator(pred);

	if (!cvg_branch_loop(term))
		cvg_branch_set_loop(term, cvg_branch_loop(jump));
	cvg_phis_rename_pred(next, block, pred);
	cvg_redirect(pred, block, next);
	cvg_blocks_erase(module, f, &block, 1);
}

/* Replace phis with one entry by its value. */
static void fold_trivial_phis(LLVMBasicBlockRef block)
{
	LLVMValueRef phi = LLVMGetFirstInstruction(block);

	while (cvg_inst_is_phi(phi)) {
		LLVMValueRef next = LLVMGetNextInstruction(phi);
		LLVMValueRef v = LLVMGetIncomingValue(phi, 0);

		if (v == phi)
			v = LLVMGetPoison(LLVMTypeOf(phi));
		LLVMReplaceAllUsesWith(phi, v);
		LLVMInstructionEraseFromParent(phi);
		phi = next;
	}
}

void cvg_block_delete(struct cvg_module *module, uint32_t f,
		      LLVMBasicBlockRef block)
{
	LLVMBuilderRef b;

	/* LLVM leaks the debug records of a block without instructions: add
	 * an instruction that owns them. */
	if (!LLVMGetBasicBlockTerminator(block)) {
		b = LLVMCreateBuilderInContext(block_context(block));
		LLVMPositionBuilderAtEnd(b, block);
		LLVMSetCurrentDebugLocation2(
			b, cvg_loc_none(LLVMGetBasicBlockParent(block)));
		LLVMBuildUnreachable(b);
		LLVMDisposeBuilder(b);
	}
	cvg_live_block_gone(module, f, block);
	LLVMDeleteBasicBlock(block);
}

void cvg_block_merge(struct cvg_module *module, uint32_t f,
		     LLVMBasicBlockRef first, LLVMBasicBlockRef second)
{
	LLVMBuilderRef b = LLVMCreateBuilderInContext(block_context(first));
	LLVMValueRef term, inst;

	fold_trivial_phis(second);
	LLVMInstructionEraseFromParent(LLVMGetBasicBlockTerminator(first));
	term = LLVMGetBasicBlockTerminator(second);
	for (unsigned k = 0; k < LLVMGetNumSuccessors(term); k++)
		cvg_phis_rename_pred(LLVMGetSuccessor(term, k), second, first);
	LLVMPositionBuilderAtEnd(b, first);
	while ((inst = LLVMGetFirstInstruction(second)))
		cvg_inst_move(module, inst, b);
	LLVMDisposeBuilder(b);
	cvg_block_delete(module, f, second);
}

void cvg_blocks_erase(struct cvg_module *module, uint32_t f,
		      const LLVMBasicBlockRef *blocks, size_t n)
{
	for (size_t k = 0; k < n; k++) {
		LLVMValueRef i = LLVMGetFirstInstruction(blocks[k]);

		for (; i; i = LLVMGetNextInstruction(i))
			if (LLVMGetFirstUse(i))
				LLVMReplaceAllUsesWith(
					i, LLVMGetPoison(LLVMTypeOf(i)));
	}
	for (size_t k = 0; k < n; k++) {
		LLVMValueRef term = LLVMGetBasicBlockTerminator(blocks[k]);

		if (term)
			LLVMInstructionEraseFromParent(term);
	}
	for (size_t k = 0; k < n; k++)
		cvg_block_delete(module, f, blocks[k]);
}

/* ---- uses ------------------------------------------------------------ */

/* The block where operand k of `user` is used; for a phi, the incoming
 * block. */
static LLVMBasicBlockRef place_of_use(LLVMValueRef user, unsigned k)
{
	if (cvg_inst_is_phi(user))
		return LLVMGetIncomingBlock(user, k);
	return LLVMGetInstructionParent(user);
}

bool cvg_used_outside(LLVMValueRef v, const struct cvg_blockset *inside)
{
	LLVMUseRef use = LLVMGetFirstUse(v);

	for (; use; use = LLVMGetNextUse(use)) {
		LLVMValueRef user = LLVMGetUser(use);
		unsigned n = (unsigned)LLVMGetNumOperands(user);

		for (unsigned k = 0; k < n; k++)
			if (LLVMGetOperand(user, k) == v &&
			    !inside->has(inside->context,
					 place_of_use(user, k)))
				return true;
	}
	return false;
}

void cvg_replace_uses_outside(LLVMValueRef from, LLVMValueRef to,
			      const struct cvg_blockset *inside)
{
	LLVMUseRef use = LLVMGetFirstUse(from);
	cvg_vec(LLVMValueRef) users = {0};

	for (; use; use = LLVMGetNextUse(use))
		cvg_push(&users, LLVMGetUser(use));
	for (size_t i = 0; i < users.n; i++) {
		unsigned n = (unsigned)LLVMGetNumOperands(users.at[i]);

		if (users.at[i] == to)
			continue;
		for (unsigned k = 0; k < n; k++)
			if (LLVMGetOperand(users.at[i], k) == from &&
			    !inside->has(inside->context,
					 place_of_use(users.at[i], k)))
				LLVMSetOperand(users.at[i], k, to);
	}
	free(users.at);
}
