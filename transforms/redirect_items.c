/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The thread's numbers by OpenCL's and ROCm's names, for which no library was
 * linked. A global id keeps its call, for only that knows the offset that the
 * launch may give to all ids: the way from the thread's own number to that of
 * the thread whose work it does is added to it.
 */
#include "redirect_builder.h"

#include "reconverge/builtin.h"

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

/* ---- what they need ---------------------------------------------------- */

static bool has_axis(const struct builder *x, const struct cvg_item_at *at,
		     uint32_t d)
{
	return d < x->dims && (at->axis == d || at->axis == CVG_NONE);
}

void cvg_redirect_items_want(const struct builder *x,
			     const struct cvg_items *items, bool want[2][3])
{
	for (size_t i = 0; i < items->n; i++) {
		const struct cvg_item_at *at = &items->at[i];
		bool both = at->item == CVG_ITEM_GLOBAL_LINEAR ||
			    (at->item == CVG_ITEM_GLOBAL && x->dims > 1);

		if (!LLVMGetFirstUse(at->call))
			continue;
		for (uint32_t d = 0; d < 3; d++) {
			if (!has_axis(x, at, d))
				continue;
			want[0][d] |= both || at->item == CVG_ITEM_THREAD;
			want[1][d] |= both || at->item == CVG_ITEM_BLOCK;
		}
	}
}

static void need_delta(struct builder *x, uint32_t d)
{
	LLVMValueRef from, to;

	if (x->delta[d])
		return;
	to = LLVMBuildZExt(x->b, cvg_redirect_whole(x, d), x->i64, "");
	from = LLVMBuildZExt(x->b, cvg_redirect_own(x, d), x->i64, "");
	x->delta[d] = LLVMBuildSub(x->b, to, from, "");
}

void cvg_redirect_items_prepare(struct builder *x,
				const struct cvg_items *items)
{
	for (size_t i = 0; i < items->n; i++) {
		const struct cvg_item_at *at = &items->at[i];

		if (!LLVMGetFirstUse(at->call) || at->axis == 3)
			continue;
		if (!x->nthreads)
			cvg_redirect_sizes(x);
		for (uint32_t d = 0; at->item == CVG_ITEM_GLOBAL && d < 3; d++)
			if (has_axis(x, at, d))
				need_delta(x, d);
	}
}

/* ---- doing it ---------------------------------------------------------- */

static LLVMValueRef to_type(struct builder *x, LLVMValueRef v, LLVMTypeRef type)
{
	unsigned is = LLVMGetIntTypeWidth(LLVMTypeOf(v));
	unsigned want = LLVMGetIntTypeWidth(type);

	if (is == want)
		return v;
	return is < want ? LLVMBuildZExt(x->b, v, type, "")
			 : LLVMBuildTrunc(x->b, v, type, "");
}

/* of[axis], all of one type; along an axis that there is not, 0. */
static LLVMValueRef choose(struct builder *x, const struct cvg_item_at *at,
			   LLVMValueRef *of)
{
	LLVMValueRef v, axis = LLVMGetOperand(at->call, 0);

	if (at->axis != CVG_NONE)
		return of[at->axis];
	v = LLVMConstNull(LLVMTypeOf(of[0]));
	for (uint32_t d = x->dims; d-- > 0;) {
		LLVMValueRef k = LLVMConstInt(LLVMTypeOf(axis), d, false);

		k = LLVMBuildICmp(x->b, LLVMIntEQ, axis, k, "");
		v = LLVMBuildSelect(x->b, k, of[d], v, "");
	}
	return v;
}

static void replace_global(struct builder *x, const struct cvg_item_at *at)
{
	LLVMTypeRef type = LLVMTypeOf(at->call);
	LLVMValueRef v;

	LLVMPositionBuilderBefore(x->b, LLVMGetNextInstruction(at->call));
	v = to_type(x, choose(x, at, x->delta), type);
	v = LLVMBuildAdd(x->b, at->call, v, "");
	LLVMReplaceAllUsesWith(at->call, v);
	LLVMSetOperand(v, 0, at->call);
}

static void replace_item(struct builder *x, const struct cvg_item_at *at)
{
	LLVMValueRef v;

	LLVMPositionBuilderBefore(x->b, at->call);
	if (cvg_item_is_linear(at->item))
		v = cvg_redirect_linear(x, at->item == CVG_ITEM_GLOBAL_LINEAR);
	else
		v = choose(x, at, x->part[at->item == CVG_ITEM_BLOCK]);
	v = to_type(x, v, LLVMTypeOf(at->call));
	LLVMReplaceAllUsesWith(at->call, v);
}

void cvg_redirect_items(struct builder *x, const struct cvg_items *items)
{
	for (size_t i = 0; i < items->n; i++) {
		const struct cvg_item_at *at = &items->at[i];

		if (at->axis == 3)
			continue;
		LLVMSetCurrentDebugLocation2(
			x->b, LLVMInstructionGetDebugLoc(at->call));
		if (LLVMGetFirstUse(at->call) && at->item == CVG_ITEM_GLOBAL) {
			replace_global(x, at);
			continue;
		}
		if (LLVMGetFirstUse(at->call))
			replace_item(x, at);
		LLVMInstructionEraseFromParent(at->call);
	}
}
