/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Finding where a function computes its thread's number as block * size +
 * thread, so that the redirected number can stand there whole.
 */
#include "redirect_builder.h"

#include <string.h>

bool cvg_redirect_log2(LLVMValueRef v, unsigned *log)
{
	uint64_t n;

	if (!LLVMIsAConstantInt(v))
		return false;
	n = LLVMConstIntGetZExtValue(v);
	*log = (unsigned)__builtin_ctzll(n | (UINT64_C(1) << 63));
	return n && !(n & (n - 1));
}

bool cvg_redirect_calls(LLVMValueRef v, const char *name)
{
	LLVMValueRef callee;
	size_t n;
	const char *is;

	if (!LLVMIsACallInst(v))
		return false;
	callee = LLVMGetCalledValue(v);
	if (!LLVMIsAFunction(callee))
		return false;
	is = LLVMGetValueName2(callee, &n);
	return n == strlen(name) && !memcmp(is, name, n);
}

/* A load of 16 bits at that offset from what the intrinsic gives. */
static bool loads_at(LLVMValueRef v, const char *base, uint64_t offset)
{
	LLVMValueRef p, index;

	if (!LLVMIsALoadInst(v) || LLVMGetIntTypeWidth(LLVMTypeOf(v)) != 16)
		return false;
	p = LLVMGetOperand(v, 0);
	if (!LLVMIsAGetElementPtrInst(p) || LLVMGetNumOperands(p) != 2)
		return false;
	index = LLVMGetOperand(p, 1);
	return cvg_redirect_calls(LLVMGetOperand(p, 0), base) &&
	       LLVMGetTypeKind(LLVMGetGEPSourceElementType(p)) ==
		       LLVMIntegerTypeKind &&
	       LLVMGetIntTypeWidth(LLVMGetGEPSourceElementType(p)) == 8 &&
	       LLVMIsAConstantInt(index) &&
	       LLVMConstIntGetZExtValue(index) == offset;
}

/* Is it the number of threads of a block, along x? */
static bool is_block_size(const struct builder *x, LLVMValueRef v)
{
	uint32_t want = x->fn->reqd_work_group[0];

	if (want && LLVMIsAConstantInt(v))
		return LLVMConstIntGetZExtValue(v) == want;
	if (x->fn->target == CVG_NVPTX)
		return cvg_redirect_calls(v, "llvm.nvvm.read.ptx.sreg.ntid.x");
	if (!LLVMIsAZExtInst(v))
		return false;
	v = LLVMGetOperand(v, 0);
	return loads_at(v, "llvm.amdgcn.dispatch.ptr", 4) ||
	       loads_at(v, "llvm.amdgcn.implicitarg.ptr", 12);
}

bool cvg_redirect_is_op(LLVMValueRef v, LLVMOpcode op)
{
	return LLVMIsAInstruction(v) && LLVMGetInstructionOpcode(v) == op;
}

/* A left shift by the logarithm of the block's known size. */
static bool shifts_by_size(const struct builder *x, LLVMValueRef v)
{
	LLVMValueRef by = LLVMGetOperand(v, 1);
	unsigned log;

	return x->fn->reqd_work_group[0] &&
	       cvg_redirect_log2(
		       LLVMConstInt(x->i32, x->fn->reqd_work_group[0], false),
		       &log) &&
	       LLVMIsAConstantInt(by) && LLVMConstIntGetZExtValue(by) == log;
}

/* block * size, along x */
static bool is_block_start(const struct builder *x, LLVMValueRef v)
{
	const char *block = cvg_id_names[x->fn->target][1][0];
	LLVMValueRef a, b;

	if (cvg_redirect_is_op(v, LLVMShl))
		return cvg_redirect_calls(LLVMGetOperand(v, 0), block) &&
		       shifts_by_size(x, v);
	if (!cvg_redirect_is_op(v, LLVMMul))
		return false;
	a = LLVMGetOperand(v, 0);
	b = LLVMGetOperand(v, 1);
	return (cvg_redirect_calls(a, block) && is_block_size(x, b)) ||
	       (cvg_redirect_calls(b, block) && is_block_size(x, a));
}

/* block * size + thread; `or` where nothing overlaps */
bool cvg_redirect_is_number(const struct builder *x, LLVMValueRef v)
{
	const char *thread = cvg_id_names[x->fn->target][0][0];
	LLVMValueRef a, b;

	if (!cvg_redirect_is_op(v, LLVMAdd) &&
	    !(cvg_redirect_is_op(v, LLVMOr) && LLVMGetIsDisjoint(v)))
		return false;
	a = LLVMGetOperand(v, 0);
	b = LLVMGetOperand(v, 1);
	return (cvg_redirect_calls(a, thread) && is_block_start(x, b)) ||
	       (cvg_redirect_calls(b, thread) && is_block_start(x, a));
}
