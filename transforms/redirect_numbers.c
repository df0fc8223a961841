/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Finding where a function computes its thread's number as block * size +
 * thread, so that the array's entry can stand for the whole of it.
 *
 * Example (tests/ir/redirect.ll, @known, whose blocks have 64 threads, and
 * @size, where memory says how many). %g is the number in both:
 *
 *   @known  %start = shl i32 %bid, 6
 *           %g = or disjoint i32 %start, %tid
 *   @size   %d = call ptr addrspace(4) @llvm.amdgcn.implicitarg.ptr()
 *           %q = getelementptr inbounds i8, ptr addrspace(4) %d, i64 12
 *           %s = load i16, ptr addrspace(4) %q
 *           %s32 = zext i16 %s to i32
 *           %start = mul i32 %s32, %bid
 *           %g = add i32 %tid, %start
 */
#include "redirect_builder.h"

#include "reconverge/builtin.h"
#include "reconverge/graph.h"
#include "reconverge/items.h"
#include "reconverge/target.h"

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

/* Does v load that field, along x, from the memory that a call of `base`
 * gives? */
static bool loads(LLVMValueRef v, const char *base,
		  const struct cvg_launch_field *field)
{
	LLVMValueRef p, index;

	if (!LLVMIsALoadInst(v) ||
	    LLVMGetIntTypeWidth(LLVMTypeOf(v)) != field->bits)
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
	       LLVMConstIntGetZExtValue(index) == field->from;
}

/* The value without casts that the numbers of a launch survive. */
static LLVMValueRef bare(LLVMValueRef v)
{
	while ((cvg_redirect_is_op(v, LLVMZExt) ||
		cvg_redirect_is_op(v, LLVMTrunc)) &&
	       LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMIntegerTypeKind &&
	       LLVMGetIntTypeWidth(LLVMTypeOf(v)) >= 32)
		v = LLVMGetOperand(v, 0);
	return v;
}

/* Is it the number of the thread (0) or block (1) along x, by the target's name
 * or OpenCL's? */
static bool is_id(const struct redirector *redir, LLVMValueRef v,
		  uint32_t which)
{
	struct cvg_item_at is;

	if (cvg_redirect_calls(
		    v, cvg_target_info(redir->kernel->target)->id[which][0]))
		return true;
	return cvg_redirect_item(v, &is) && is.axis == 0 &&
	       is.item == (which ? CVG_ITEM_BLOCK : CVG_ITEM_THREAD);
}

/* Is it the number of threads of a block along x, by OpenCL's name? */
static bool is_size_by_name(LLVMValueRef v)
{
	struct cvg_builtin_name is;
	LLVMValueRef axis;
	size_t n;

	if (!cvg_redirect_of_launch(v) || LLVMGetNumArgOperands(v) != 1 ||
	    !cvg_builtin_find(LLVMGetValueName2(LLVMGetCalledValue(v), &n),
			      &is))
		return false;
	axis = LLVMGetOperand(v, 0);
	return !strcmp(cvg_builtin_row(is.row)->name, "get_local_size") &&
	       LLVMIsAConstantInt(axis) && LLVMIsNull(axis);
}

/* Is it the number of threads of a block, along x? */
static bool is_block_size(const struct redirector *redir, LLVMValueRef v)
{
	const struct cvg_targetinfo *info =
		cvg_target_info(redir->kernel->target);
	uint32_t want = redir->kernel->reqd_work_group[0];

	if (want && LLVMIsAConstantInt(v))
		return LLVMConstIntGetZExtValue(v) == want;
	if (is_size_by_name(v))
		return true;
	if (info->size[0][0] && cvg_redirect_calls(v, info->size[0][0]))
		return true;
	for (uint32_t i = 0; i < info->nlaunch_fields; i++) {
		const struct cvg_launch_field *field = &info->launch_fields[i];

		if (field->what == CVG_LAUNCH_BLOCK_SIZE &&
		    loads(v, info->launch_base[field->base], field))
			return true;
	}
	return false;
}

bool cvg_redirect_is_op(LLVMValueRef v, LLVMOpcode op)
{
	return LLVMIsAInstruction(v) && LLVMGetInstructionOpcode(v) == op;
}

/* Does it shift left by the logarithm of the block's known size? */
static bool shifts_by_size(const struct redirector *redir, LLVMValueRef v)
{
	LLVMValueRef by = LLVMGetOperand(v, 1);
	unsigned log;

	return redir->kernel->reqd_work_group[0] &&
	       cvg_redirect_log2(LLVMConstInt(redir->i32,
					      redir->kernel->reqd_work_group[0],
					      false),
				 &log) &&
	       LLVMIsAConstantInt(by) && LLVMConstIntGetZExtValue(by) == log;
}

/* Is it block * size, along x? */
static bool is_block_start(const struct redirector *redir, LLVMValueRef v)
{
	LLVMValueRef a, b;

	if (cvg_redirect_is_op(v, LLVMShl))
		return is_id(redir, bare(LLVMGetOperand(v, 0)), 1) &&
		       shifts_by_size(redir, v);
	if (!cvg_redirect_is_op(v, LLVMMul))
		return false;
	a = bare(LLVMGetOperand(v, 0));
	b = bare(LLVMGetOperand(v, 1));
	return (is_id(redir, a, 1) && is_block_size(redir, b)) ||
	       (is_id(redir, b, 1) && is_block_size(redir, a));
}

/* block * size + thread, or `or disjoint` of the two */
bool cvg_redirect_is_number(const struct redirector *redir, LLVMValueRef v)
{
	LLVMValueRef a, b;

	if (!cvg_redirect_is_op(v, LLVMAdd) &&
	    !(cvg_redirect_is_op(v, LLVMOr) && LLVMGetIsDisjoint(v)))
		return false;
	a = bare(LLVMGetOperand(v, 0));
	b = bare(LLVMGetOperand(v, 1));
	return (is_id(redir, a, 0) && is_block_start(redir, b)) ||
	       (is_id(redir, b, 0) && is_block_start(redir, a));
}
