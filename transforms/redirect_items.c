/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The thread's numbers by OpenCL's and ROCm's names, for which no library was
 * linked. The call of a global id is kept, because only it knows the offset
 * that the launch may give to all ids; added to it is how far the thread whose
 * work is done is from the thread itself.
 *
 * Example (tests/ir/redirect.ll, @by_name; %6 is the block's size, %8 the
 * thread's own number, %redirected the entry):
 *
 *   before  %g = call i64 @_Z13get_global_idj(i32 0)
 *           %p = getelementptr i32, ptr addrspace(1) %out, i64 %g
 *           %t = call i64 @_Z12get_local_idj(i32 0)
 *           store i64 %t, ptr addrspace(1) %p
 *   after   %11 = urem i32 %redirected, %6
 *           %12 = zext i32 %redirected to i64
 *           %13 = zext i32 %8 to i64
 *           %14 = sub i64 %12, %13
 *           %g = call i64 @_Z13get_global_idj(i32 0)
 *           %15 = add i64 %g, %14
 *           %p = getelementptr i32, ptr addrspace(1) %out, i64 %15
 *           %16 = zext i32 %11 to i64
 *           store i64 %16, ptr addrspace(1) %p
 */
#include "redirect_builder.h"

#include "reconverge/builtin.h"
#include "reconverge/items.h"

#include <string.h>

/* ---- calls ------------------------------------------------------------- */

static bool is_size_type(LLVMTypeRef type)
{
	return LLVMGetTypeKind(type) == LLVMIntegerTypeKind &&
	       (LLVMGetIntTypeWidth(type) == 32 ||
		LLVMGetIntTypeWidth(type) == 64);
}

/* The name of a function without a body that is called there, or NULL. */
static const char *bodiless(LLVMValueRef v)
{
	LLVMValueRef callee;
	size_t n;

	if (!LLVMIsACallInst(v))
		return NULL;
	callee = LLVMGetCalledValue(v);
	if (!LLVMIsAFunction(callee) || !LLVMIsDeclaration(callee))
		return NULL;
	return LLVMGetValueName2(callee, &n);
}

bool cvg_redirect_item(LLVMValueRef v, struct cvg_item_at *out)
{
	const char *name = bodiless(v);
	LLVMValueRef axis;

	*out = (struct cvg_item_at){.call = v, .axis = CVG_NONE};
	if (name)
		out->item = cvg_item_of(name);
	if (!out->item || !is_size_type(LLVMTypeOf(v)) ||
	    LLVMGetNumArgOperands(v) != !cvg_item_is_linear(out->item))
		return false;
	if (cvg_item_is_linear(out->item))
		return true;
	axis = LLVMGetOperand(v, 0);
	if (!is_size_type(LLVMTypeOf(axis)))
		return false;
	if (LLVMIsAConstantInt(axis))
		out->axis = LLVMConstIntGetZExtValue(axis) < 3
				    ? (uint32_t)LLVMConstIntGetZExtValue(axis)
				    : 3;
	return true;
}

bool cvg_redirect_of_launch(LLVMValueRef v)
{
	const char *name = bodiless(v);
	struct cvg_builtin_name is;

	return name && cvg_builtin_find(name, &is) && !cvg_item_of(name) &&
	       cvg_builtin_row(is.row)->price == CVG_PRICE_SREG;
}

/* ---- what the calls need ----------------------------------------------- */

/* Does the call ask along dimension d, or may it? */

static bool has_axis(const struct redirector *redir,
		     const struct cvg_item_at *at, uint32_t d)
{
	return d < redir->dims && (at->axis == d || at->axis == CVG_NONE);
}

void cvg_redirect_items_want(const struct redirector *redir,
			     const struct cvg_items *items, bool want[2][3])
{
	for (size_t i = 0; i < items->n; i++) {
		const struct cvg_item_at *at = &items->at[i];
		bool both = at->item == CVG_ITEM_GLOBAL_LINEAR ||
			    (at->item == CVG_ITEM_GLOBAL && redir->dims > 1);

		if (!LLVMGetFirstUse(at->call))
			continue;
		for (uint32_t d = 0; d < 3; d++) {
			if (!has_axis(redir, at, d))
				continue;
			want[0][d] |= both || at->item == CVG_ITEM_THREAD;
			want[1][d] |= both || at->item == CVG_ITEM_BLOCK;
		}
	}
}

/* Build the distance to the other thread along d. */
static void need_delta(struct redirector *redir, uint32_t d)
{
	LLVMValueRef from, to;

	if (redir->delta[d])
		return;
	to = LLVMBuildZExt(redir->builder, cvg_redirect_whole(redir, d),
			   redir->i64, "");
	from = LLVMBuildZExt(redir->builder, cvg_redirect_own(redir, d),
			     redir->i64, "");
	redir->delta[d] = LLVMBuildSub(redir->builder, to, from, "");
}

void cvg_redirect_items_prepare(struct redirector *redir,
				const struct cvg_items *items)
{
	for (size_t i = 0; i < items->n; i++) {
		const struct cvg_item_at *at = &items->at[i];

		if (!LLVMGetFirstUse(at->call) || at->axis == 3)
			continue;
		if (!redir->nthreads)
			cvg_redirect_sizes(redir);
		for (uint32_t d = 0; at->item == CVG_ITEM_GLOBAL && d < 3; d++)
			if (has_axis(redir, at, d))
				need_delta(redir, d);
	}
}

/* ---- replacing them ---------------------------------------------------- */

static LLVMValueRef to_type(struct redirector *redir, LLVMValueRef v,
			    LLVMTypeRef type)
{
	unsigned is = LLVMGetIntTypeWidth(LLVMTypeOf(v));
	unsigned want = LLVMGetIntTypeWidth(type);

	if (is == want)
		return v;
	return is < want ? LLVMBuildZExt(redir->builder, v, type, "")
			 : LLVMBuildTrunc(redir->builder, v, type, "");
}

/* of[axis of the call], all of one type; 0 along an axis that does not
 * exist. */
static LLVMValueRef choose(struct redirector *redir,
			   const struct cvg_item_at *at, LLVMValueRef *of)
{
	LLVMValueRef v, axis = LLVMGetOperand(at->call, 0);

	if (at->axis != CVG_NONE)
		return of[at->axis];
	v = LLVMConstNull(LLVMTypeOf(of[0]));
	for (uint32_t d = redir->dims; d-- > 0;) {
		LLVMValueRef k = LLVMConstInt(LLVMTypeOf(axis), d, false);

		k = LLVMBuildICmp(redir->builder, LLVMIntEQ, axis, k, "");
		v = LLVMBuildSelect(redir->builder, k, of[d], v, "");
	}
	return v;
}

static void replace_global(struct redirector *redir,
			   const struct cvg_item_at *at)
{
	LLVMTypeRef type = LLVMTypeOf(at->call);
	LLVMValueRef v;

	LLVMPositionBuilderBefore(redir->builder,
				  LLVMGetNextInstruction(at->call));
	v = to_type(redir, choose(redir, at, redir->delta), type);
	v = LLVMBuildAdd(redir->builder, at->call, v, "");
	LLVMReplaceAllUsesWith(at->call, v);
	LLVMSetOperand(v, 0, at->call);
}

static void replace_item(struct redirector *redir, const struct cvg_item_at *at)
{
	LLVMValueRef v;

	LLVMPositionBuilderBefore(redir->builder, at->call);
	if (cvg_item_is_linear(at->item))
		v = cvg_redirect_linear(redir,
					at->item == CVG_ITEM_GLOBAL_LINEAR);
	else
		v = choose(redir, at, redir->part[at->item == CVG_ITEM_BLOCK]);
	v = to_type(redir, v, LLVMTypeOf(at->call));
	LLVMReplaceAllUsesWith(at->call, v);
}

void cvg_redirect_items(struct redirector *redir, const struct cvg_items *items)
{
	for (size_t i = 0; i < items->n; i++) {
		const struct cvg_item_at *at = &items->at[i];

		if (at->axis == 3)
			continue;
		LLVMSetCurrentDebugLocation2(
			redir->builder, LLVMInstructionGetDebugLoc(at->call));
		if (LLVMGetFirstUse(at->call) && at->item == CVG_ITEM_GLOBAL) {
			replace_global(redir, at);
			continue;
		}
		if (LLVMGetFirstUse(at->call))
			replace_item(redir, at);
		LLVMInstructionEraseFromParent(at->call);
	}
}
