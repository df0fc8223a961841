/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The copy of the second arm that threads run which do not want the first, and
 * the copy of what stands between the two ifs. In both, a phi of J is what
 * threads bring that come from E directly.
 *
 * Example: `if (q) { B: %b = add i32 %v, 1 }`, where %v is the phi of J
 * [ %a, %A ], [ %u, %E ], gets the copy `B1: %b1 = add i32 %u, 1`.
 */
#include "fuse.h"

#include "reconverge/fuse.h"
#include "reconverge/graph.h"

#include <stdlib.h>

LLVMBasicBlockRef cvg_fusing_block(const struct fusing *fusing, uint32_t i)
{
	return fusing->ids->blocks[fusing->fuse->part[1].arm[i]];
}

static bool is_phi_of(LLVMValueRef v, LLVMBasicBlockRef block)
{
	return LLVMIsAPHINode(v) && LLVMGetInstructionParent(v) == block;
}

LLVMValueRef cvg_fusing_value(const struct fusing *fusing, LLVMValueRef v)
{
	uint32_t i = cvg_ptrmap_get(&fusing->value_of, v);

	if (i != CVG_NONE)
		return fusing->values.at[i];
	return is_phi_of(v, fusing->join) ? cvg_phi_value(v, fusing->entry) : v;
}

static void note_copy(struct fusing *fusing, LLVMValueRef of, LLVMValueRef made)
{
	cvg_ptrmap_put(&fusing->value_of, of, (uint32_t)fusing->values.n);
	cvg_push(&fusing->values, made);
}

static void set_operands(const struct fusing *fusing, LLVMValueRef copy)
{
	unsigned n = (unsigned)LLVMGetNumOperands(copy);

	for (unsigned k = 0; k < n; k++) {
		LLVMValueRef old = LLVMGetOperand(copy, k);
		LLVMValueRef now = cvg_fusing_value(fusing, old);

		if (now != old)
			LLVMSetOperand(copy, k, now);
	}
}

void cvg_fusing_compute(struct fusing *fusing)
{
	LLVMValueRef inst = LLVMGetFirstInstruction(fusing->join), made;

	while (cvg_inst_is_phi(inst))
		inst = LLVMGetNextInstruction(inst);
	for (; !LLVMIsATerminatorInst(inst);
	     inst = LLVMGetNextInstruction(inst)) {
		LLVMPositionBuilderBefore(
			fusing->builder,
			LLVMGetBasicBlockTerminator(fusing->entry));
		made = cvg_inst_clone(inst, fusing->builder);
		set_operands(fusing, made);
		if (!fusing->fuse->asked)
			cvg_inst_weaken(made);
		note_copy(fusing, inst, made);
	}
}

/* ---- blocks ----------------------------------------------------------------- */

static LLVMBasicBlockRef block_in_copy(const struct fusing *fusing,
				       LLVMBasicBlockRef block)
{
	uint32_t i = cvg_ptrmap_get(&fusing->block_of, block);

	if (i != CVG_NONE)
		return fusing->copy[i];
	return block == fusing->join ? fusing->apart : fusing->join;
}

static void make_blocks(struct fusing *fusing)
{
	uint32_t n = fusing->fuse->part[1].narm;

	fusing->copy = cvg_calloc(n, sizeof *fusing->copy);
	for (uint32_t i = 0; i < n; i++) {
		LLVMBasicBlockRef of = cvg_fusing_block(fusing, i);

		fusing->copy[i] =
			cvg_block_new(fusing->join, LLVMGetBasicBlockName(of));
		cvg_ptrmap_put(&fusing->block_of, of, i);
		cvg_live_block_origin(fusing->module, fusing->function_id,
				      fusing->copy[i], &of, 1);
	}
}

static void copy_block(struct fusing *fusing, uint32_t i)
{
	LLVMValueRef inst =
		LLVMGetFirstInstruction(cvg_fusing_block(fusing, i));

	for (; inst; inst = LLVMGetNextInstruction(inst)) {
		LLVMValueRef made;

		LLVMPositionBuilderAtEnd(fusing->builder, fusing->copy[i]);
		if (cvg_inst_is_phi(inst))
			made = cvg_phi_new(fusing->builder, fusing->copy[i],
					   LLVMTypeOf(inst),
					   LLVMInstructionGetDebugLoc(inst),
					   LLVMGetValueName(inst));
		else
			made = cvg_inst_clone(inst, fusing->builder);
		note_copy(fusing, inst, made);
	}
}

static void fill_phi(const struct fusing *fusing, LLVMValueRef of,
		     LLVMValueRef made)
{
	struct cvg_incomings in = {0};

	cvg_phi_read(of, &in);
	for (size_t k = 0; k < in.n; k++) {
		LLVMValueRef value = cvg_fusing_value(fusing, in.at[k].value);
		LLVMBasicBlockRef from = block_in_copy(fusing, in.at[k].block);

		LLVMAddIncoming(made, &value, &from, 1);
	}
	if (LLVMCanValueUseFastMathFlags(of))
		LLVMSetFastMathFlags(made, LLVMGetFastMathFlags(of));
	free(in.at);
}

static void fill_block(struct fusing *fusing, uint32_t i)
{
	LLVMValueRef inst =
		LLVMGetFirstInstruction(cvg_fusing_block(fusing, i));

	for (; inst; inst = LLVMGetNextInstruction(inst)) {
		LLVMValueRef made = cvg_fusing_value(fusing, inst);

		if (cvg_inst_is_phi(inst)) {
			fill_phi(fusing, inst, made);
			continue;
		}
		if (LLVMIsATerminatorInst(inst))
			for (unsigned k = 0; k < LLVMGetNumSuccessors(inst);
			     k++)
				LLVMSetSuccessor(
					made, k,
					block_in_copy(
						fusing,
						LLVMGetSuccessor(inst, k)));
		set_operands(fusing, made);
	}
}

void cvg_fusing_copy(struct fusing *fusing)
{
	make_blocks(fusing);
	for (uint32_t i = 0; i < fusing->fuse->part[1].narm; i++)
		copy_block(fusing, i);
	for (uint32_t i = 0; i < fusing->fuse->part[1].narm; i++)
		fill_block(fusing, i);
}
