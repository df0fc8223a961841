/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Code that tells whether a switch would lead to a block. */
#include "casetest.h"

#include "reconverge/plan.h"
#include "src/ir/surgery.h"

static LLVMValueRef less(LLVMBuilderRef b, LLVMValueRef value, uint64_t low)
{
	return low ? LLVMBuildSub(b, value,
				  LLVMConstInt(LLVMTypeOf(value), low, false),
				  "")
		   : value;
}

static LLVMValueRef build_range(LLVMBuilderRef b,
				const struct cvg_casetest *test,
				LLVMValueRef value)
{
	LLVMTypeRef type = LLVMTypeOf(value);
	unsigned width = LLVMGetIntTypeWidth(type);

	/* The range may be all values of the type, so that its length is none. */
	if (width < 64 && test->count >> width)
		return LLVMConstInt(
			LLVMInt1TypeInContext(LLVMGetTypeContext(type)), 1,
			false);
	if (test->count == 1)
		return LLVMBuildICmp(b, LLVMIntEQ, value,
				     LLVMConstInt(type, test->low, false), "");
	return LLVMBuildICmp(b, LLVMIntULT, less(b, value, test->low),
			     LLVMConstInt(type, test->count, false), "");
}

static LLVMValueRef build_mask(LLVMBuilderRef b,
			       const struct cvg_casetest *test,
			       LLVMValueRef value)
{
	LLVMContextRef c = LLVMGetTypeContext(LLVMTypeOf(value));
	LLVMTypeRef type = LLVMIntTypeInContext(c, test->width);
	LLVMValueRef bit = less(b, value, test->low);
	unsigned width = LLVMGetIntTypeWidth(LLVMTypeOf(value));

	if (width < test->width)
		bit = LLVMBuildZExt(b, bit, type, "");
	else if (width > test->width)
		bit = LLVMBuildTrunc(b, bit, type, "");
	bit = LLVMBuildLShr(b, LLVMConstInt(type, test->mask, false), bit, "");
	return LLVMBuildTrunc(b, bit, LLVMInt1TypeInContext(c), "");
}

/* Compare with each case that leads to the block. */
static LLVMValueRef build_each(LLVMBuilderRef b, LLVMValueRef term,
			       LLVMBasicBlockRef to)
{
	LLVMValueRef value = LLVMGetOperand(term, 0), any = NULL;

	for (unsigned k = 1; k < LLVMGetNumSuccessors(term); k++) {
		LLVMValueRef is;

		if (LLVMGetSuccessor(term, k) != to)
			continue;
		is = LLVMBuildICmp(b, LLVMIntEQ, value,
				   cvg_switch_case(term, k), "");
		any = any ? LLVMBuildOr(b, any, is, "") : is;
	}
	return any;
}

LLVMValueRef cvg_casetest_build(LLVMBuilderRef b, LLVMValueRef term,
				const struct cvg_casetest *test,
				LLVMBasicBlockRef to)
{
	LLVMValueRef value = LLVMGetOperand(term, 0);

	switch (test->kind) {
	case CVG_CASETEST_RANGE:
		return build_range(b, test, value);
	case CVG_CASETEST_MASK:
		return build_mask(b, test, value);
	case CVG_CASETEST_EACH:
		return build_each(b, term, to);
	}
	return NULL;
}
