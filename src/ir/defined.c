/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Values that are never poison and never undef, judged by the instructions that
 * compute them: LLVM's isGuaranteedNotToBeUndefOrPoison has no C interface. A
 * loaded value may be either, unless the load has !noundef.
 */
#include "facts.h"

#include "reconverge/target.h"

#include <string.h>

#include "compat.h"

#define DEEP 6 /* steps from a value to operands of its operands */

static bool constant_defined(LLVMValueRef v)
{
	return LLVMIsAConstantInt(v) || LLVMIsAConstantFP(v) ||
	       LLVMIsAConstantPointerNull(v) || LLVMIsAGlobalValue(v);
}

static bool argument_defined(const struct cvg_module *module, LLVMValueRef v)
{
	LLVMValueRef function = LLVMGetParamParent(v);

	for (unsigned k = 0; k < LLVMCountParams(function); k++)
		if (LLVMGetParam(function, k) == v)
			return LLVMGetEnumAttributeAtIndex(
				       function, k + 1,
				       module->kinds.noundef) != NULL;
	return false;
}

/* Calls for ids of threads and blocks and sizes of the grid are defined, and
 * calls whose result is marked noundef. */
static bool call_defined(const struct cvg_module *module, LLVMValueRef v)
{
	LLVMValueRef callee = LLVMGetCalledValue(v);
	size_t n;
	const char *name = LLVMGetValueName2(callee, &n);

	if (LLVMIsAFunction(callee) &&
	    cvg_target_lists(cvg_target_info(module->target)->never_undef,
			     name))
		return true;
	return LLVMGetCallSiteEnumAttribute(v, LLVMAttributeReturnIndex,
					    module->kinds.noundef) != NULL;
}

/* The smaller or larger one of two numbers. */
static bool is_minmax(LLVMValueRef v)
{
	LLVMValueRef callee = LLVMGetCalledValue(v);
	size_t n;

	return LLVMIsAFunction(callee) &&
	       cvg_is_minmax(LLVMGetValueName2(callee, &n));
}

/* A shift by the width or more gives poison. */
static bool shift_defined(const struct cvg_module *module, LLVMValueRef v)
{
	LLVMTypeRef type = LLVMTypeOf(v);

	return LLVMGetTypeKind(type) == LLVMIntegerTypeKind &&
	       cvg_bounds_of(module, LLVMGetOperand(v, 1)).hi <
		       LLVMGetIntTypeWidth(type);
}

/* True if the instruction never gives poison for operands that are not
 * poison. */
static bool adds_none(const struct cvg_module *module, LLVMValueRef v)
{
	switch (LLVMGetInstructionOpcode(v)) {
	case LLVMAdd:
	case LLVMSub:
	case LLVMMul:
	case LLVMTrunc:
		return (!LLVMGetNUW(v) && !LLVMGetNSW(v)) ||
		       cvg_never_wraps(module, v);
	case LLVMShl:
		return shift_defined(module, v) &&
		       ((!LLVMGetNUW(v) && !LLVMGetNSW(v)) ||
			cvg_never_wraps(module, v));
	case LLVMLShr:
	case LLVMAShr:
		return !LLVMGetExact(v) && shift_defined(module, v);
	case LLVMUDiv:
	case LLVMSDiv:
		return !LLVMGetExact(v);
	case LLVMOr:
		return !LLVMGetIsDisjoint(v);
	case LLVMZExt:
		return !LLVMGetNNeg(v) || cvg_never_wraps(module, v);
	case LLVMICmp:
		return !cvg_llvm_samesign(v);
	case LLVMCall:
		return is_minmax(v);
	case LLVMAnd:
	case LLVMXor:
	case LLVMURem:
	case LLVMSRem:
	case LLVMSExt:
		return true;
	case LLVMFCmp:
	case LLVMSelect:
		return !LLVMCanValueUseFastMathFlags(v) ||
		       !(LLVMGetFastMathFlags(v) &
			 (LLVMFastMathNoNaNs | LLVMFastMathNoInfs));
	default:
		return false;
	}
}

static bool defined(const struct cvg_module *module, LLVMValueRef v, int deep)
{
	if (LLVMIsAArgument(v))
		return argument_defined(module, v);
	if (!LLVMIsAInstruction(v))
		return constant_defined(v);
	switch (LLVMGetInstructionOpcode(v)) {
	case LLVMFreeze:
		return true;
	case LLVMCall: /* !noundef is dropped where other threads call it */
		if (!is_minmax(v))
			return call_defined(module, v);
		break;
	case LLVMLoad:
		return LLVMHasMetadata(v) &&
		       LLVMGetMetadata(v, module->kinds.md_noundef);
	default:
		break;
	}
	if (!deep || !adds_none(module, v))
		return false;
	for (int k = 0; k < LLVMGetNumOperands(v); k++)
		if (!defined(module, LLVMGetOperand(v, (unsigned)k), deep - 1))
			return false;
	return true;
}

bool cvg_always_defined(const struct cvg_module *module, LLVMValueRef v)
{
	return defined(module, v, DEEP);
}
