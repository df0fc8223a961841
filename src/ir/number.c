/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Numbering. Operand k of a snapshot's instruction is operand k of LLVM's:
 * those left out (callee, successors, cases of a switch) follow the others.
 */
#include "number.h"

#include <stdlib.h>

#include "compat.h"

/* The number of operands that a snapshot has: all before the first label,
 * without a callee. */
static uint32_t count_operands(LLVMValueRef inst, LLVMOpcode op)
{
	uint32_t n = (uint32_t)LLVMGetNumOperands(inst), k = 0;

	switch (op) {
	case LLVMBr:
		return LLVMIsConditional(inst) ? 1 : 0;
	case LLVMSwitch:
	case LLVMIndirectBr:
		return 1;
	case LLVMCall:
		return n - 1;
	case LLVMInvoke:
	case LLVMCallBr:
		return LLVMGetNumArgOperands(inst);
	case LLVMCatchSwitch:
	case LLVMCatchRet:
	case LLVMCleanupRet:
		while (k < n && !LLVMValueIsBasicBlock(LLVMGetOperand(inst, k)))
			k++;
		return k;
	default:
		return n;
	}
}

static uint32_t value_id(struct cvg_numbering *num, LLVMValueRef v)
{
	uint32_t id = cvg_ptrmap_get(&num->value_id, v);

	if (id != CVG_NONE)
		return id;
	id = (uint32_t)num->values.n;
	cvg_push(&num->values, v);
	cvg_ptrmap_put(&num->value_id, v, id);
	return id;
}

static void number_operands(struct cvg_numbering *num, LLVMValueRef inst)
{
	LLVMOpcode op = LLVMGetInstructionOpcode(inst);
	uint32_t n = count_operands(inst, op), callee = CVG_NONE;

	for (uint32_t k = 0; k < n; k++)
		cvg_push(&num->ops, value_id(num, LLVMGetOperand(inst, k)));
	cvg_push(&num->ops_at, (uint32_t)num->ops.n);
	if (op == LLVMCall || op == LLVMInvoke || op == LLVMCallBr)
		callee = value_id(num, LLVMGetCalledValue(inst));
	cvg_push(&num->callee, callee);
	if (op != LLVMSwitch)
		return;
	n = LLVMGetNumSuccessors(inst);
	for (uint32_t k = 1; k < n; k++)
		cvg_push(&num->cases,
			 value_id(num, cvg_llvm_case_value(inst, k)));
}

void cvg_numbering_list(struct cvg_numbering *num, LLVMValueRef fn)
{
	LLVMBasicBlockRef b;
	LLVMValueRef v;

	*num = (struct cvg_numbering){0};
	for (v = LLVMGetFirstParam(fn); v; v = LLVMGetNextParam(v))
		cvg_push(&num->values, v);
	num->nargs = (uint32_t)num->values.n;
	for (b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b)) {
		cvg_push(&num->blocks, b);
		cvg_push(&num->inst_at, (uint32_t)num->insts.n);
		for (v = LLVMGetFirstInstruction(b); v;
		     v = LLVMGetNextInstruction(v)) {
			cvg_push(&num->insts, v);
			cvg_push(&num->values, v);
		}
	}
	cvg_push(&num->inst_at, (uint32_t)num->insts.n);
	cvg_work(num->insts.n);
}

void cvg_numbering_init(struct cvg_numbering *num, LLVMValueRef fn)
{
	cvg_numbering_list(num, fn);
	cvg_ptrmap_reserve(&num->block_id, (uint32_t)num->blocks.n);
	for (uint32_t b = 0; b < num->blocks.n; b++)
		cvg_ptrmap_put(&num->block_id, num->blocks.at[b], b);
	cvg_ptrmap_reserve(&num->value_id, (uint32_t)num->values.n + 64);
	for (uint32_t v = 0; v < num->values.n; v++)
		cvg_ptrmap_put(&num->value_id, num->values.at[v], v);
	cvg_push(&num->ops_at, 0);
	for (size_t i = 0; i < num->insts.n; i++)
		number_operands(num, num->insts.at[i]);
}

void cvg_numbering_done(struct cvg_numbering *num)
{
	free(num->blocks.at);
	free(num->insts.at);
	free(num->values.at);
	free(num->inst_at.at);
	free(num->ops.at);
	free(num->ops_at.at);
	free(num->callee.at);
	free(num->cases.at);
	cvg_ptrmap_done(&num->block_id);
	cvg_ptrmap_done(&num->value_id);
}
