/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Effects, commutativity and speculation of calls, from the attributes of the
 * call and of the function it names. What is convergent: see convergent.c.
 */
#include <string.h>

#include "compat.h"
#include "convergent.h"
#include "opencl.h"
#include "facts.h"

#include "reconverge/graph.h"

static LLVMValueRef called_function(LLVMValueRef call)
{
	return LLVMIsAFunction(LLVMGetCalledValue(call));
}

/* True if the call or the function it names has the attribute. */
static bool call_is(LLVMValueRef call, unsigned kind)
{
	LLVMValueRef fn = called_function(call);

	return LLVMGetCallSiteEnumAttribute(call, CVG_ATTR_FUNCTION, kind) ||
	       (fn && LLVMGetEnumAttributeAtIndex(fn, CVG_ATTR_FUNCTION, kind));
}

/*
 * The value of attribute memory(...) has two bits for each kind of memory: the
 * lower one for reads, the upper one for writes. The kinds differ between
 * versions of LLVM, so all of them count alike.
 */
static uint32_t memory_flags(uint64_t effects)
{
	return (effects & UINT64_C(0x5555555555555555) ? CVG_I_READS : 0) |
	       (effects & UINT64_C(0xaaaaaaaaaaaaaaaa) ? CVG_I_WRITES : 0);
}

static uint32_t call_memory(const struct cvg_module *module, LLVMValueRef call)
{
	LLVMValueRef fn = called_function(call);
	uint64_t effects = UINT64_MAX;
	LLVMAttributeRef a;

	/* Operand bundles may add effects that no attribute shows. */
	if (!cvg_bundles_plain(call))
		return CVG_I_READS | CVG_I_WRITES;
	a = LLVMGetCallSiteEnumAttribute(call, CVG_ATTR_FUNCTION,
					 module->kinds.memory);
	if (a)
		effects &= LLVMGetEnumAttributeValue(a);
	a = fn ? LLVMGetEnumAttributeAtIndex(fn, CVG_ATTR_FUNCTION,
					     module->kinds.memory)
	       : NULL;
	if (a)
		effects &= LLVMGetEnumAttributeValue(a);
	return memory_flags(effects);
}

static bool asm_has_effect(LLVMValueRef call)
{
	LLVMValueRef callee = LLVMGetCalledValue(call);

	return LLVMIsAInlineAsm(callee) &&
	       LLVMGetInlineAsmHasSideEffects(callee);
}

/* True if it is undefined behaviour, not just poison, that this argument is
 * poison. What the call alone demands is dropped where threads run it that did not
 * ask (cvg_inst_weaken). */
static bool demands_argument(const struct cvg_module *module, LLVMValueRef fn,
			     LLVMAttributeIndex at)
{
	const unsigned kinds[] = {module->kinds.noundef,
				  module->kinds.dereferenceable,
				  module->kinds.dereferenceable_or_null};

	for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
		if (LLVMGetEnumAttributeAtIndex(fn, at, kinds[k]))
			return true;
	return false;
}

static bool call_speculatable(const struct cvg_module *module,
			      LLVMValueRef call)
{
	LLVMValueRef fn = called_function(call);
	unsigned nargs = LLVMGetNumArgOperands(call);

	if (!call_is(call, module->kinds.speculatable) ||
	    !cvg_bundles_plain(call))
		return false;
	for (unsigned i = 1; fn && i <= nargs; i++)
		if (demands_argument(module, fn, i))
			return false;
	return true;
}

static bool is_number(LLVMTypeRef type)
{
	switch (LLVMGetTypeKind(type)) {
	case LLVMVectorTypeKind:
		return is_number(LLVMGetElementType(type));
	case LLVMIntegerTypeKind:
	case LLVMHalfTypeKind:
	case LLVMBFloatTypeKind:
	case LLVMFloatTypeKind:
	case LLVMDoubleTypeKind:
		return true;
	default:
		return false;
	}
}

/* Is the image or sampler a parameter, or made of a number? */
static bool is_given(LLVMValueRef handle)
{
	LLVMValueRef maker =
		LLVMIsACallInst(handle) ? called_function(handle) : NULL;

	return LLVMIsAArgument(handle) || LLVMIsAGlobalValue(handle) ||
	       (maker && cvg_opencl_makes_sampler(maker));
}

/* Does the call or its function forbid some numbers as the argument, or the result, with
 * that index? Front ends do: with -cl-finite-math-only, NaN and infinity. */
static bool forbids_numbers(const struct cvg_module *module, LLVMValueRef call,
			    LLVMAttributeIndex at)
{
	const unsigned kinds[] = {module->kinds.nofpclass, module->kinds.range};
	LLVMValueRef fn = called_function(call);

	for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
		if (LLVMGetCallSiteEnumAttribute(call, at, kinds[k]) ||
		    LLVMGetEnumAttributeAtIndex(fn, at, kinds[k]))
			return true;
	return false;
}

/* May each argument be any number? An image or a sampler has to be one. */
static bool takes_anything(const struct cvg_module *module, LLVMValueRef call)
{
	unsigned n = LLVMGetNumArgOperands(call);

	for (unsigned i = 0; i < n; i++) {
		LLVMValueRef arg = LLVMGetOperand(call, i);

		if (!is_number(LLVMTypeOf(arg)) && !is_given(arg))
			return false;
	}
	for (unsigned i = LLVMAttributeReturnIndex; i <= n; i++)
		if (forbids_numbers(module, call, i))
			return false;
	return true;
}

/* Intrinsics of both targets whose first two arguments may be exchanged. */
static const char *const commutative_intrinsics[] = {
	"llvm.fma",
	"llvm.fmuladd",
	"llvm.minnum",
	"llvm.maxnum",
	"llvm.minimum",
	"llvm.maximum",
	"llvm.minimumnum",
	"llvm.maximumnum",
	"llvm.smin",
	"llvm.smax",
	"llvm.umin",
	"llvm.umax",
	"llvm.sadd.sat",
	"llvm.uadd.sat",
	"llvm.sadd.with.overflow",
	"llvm.uadd.with.overflow",
	"llvm.smul.with.overflow",
	"llvm.umul.with.overflow",
	"llvm.amdgcn.mul.i24",
	"llvm.amdgcn.mul.u24",
	"llvm.amdgcn.mulhi.i24",
	"llvm.amdgcn.mulhi.u24",
	"llvm.amdgcn.fmul.legacy",
	"llvm.nvvm.mulhi.i",
	"llvm.nvvm.mulhi.ui",
	"llvm.nvvm.mulhi.ll",
	"llvm.nvvm.mulhi.ull",
	"llvm.nvvm.mul24.i",
	"llvm.nvvm.mul24.ui",
	"llvm.nvvm.fmin.f",
	"llvm.nvvm.fmax.f",
	"llvm.nvvm.fmin.d",
	"llvm.nvvm.fmax.d",
};

/* An overloaded name is the base, '.' and types: "llvm.smin.i32". */
static bool names_intrinsic(const char *name, size_t n, const char *base)
{
	size_t k = strlen(base);

	return n >= k && !memcmp(name, base, k) && (n == k || name[k] == '.');
}

/* Arguments may be exchanged only if they have the same attributes. */
static bool same_arg_attributes(LLVMValueRef call)
{
	LLVMAttributeRef a[2][8];
	unsigned n = LLVMGetCallSiteAttributeCount(call, 1);

	if (n != LLVMGetCallSiteAttributeCount(call, 2) || n > 8)
		return false;
	LLVMGetCallSiteAttributes(call, 1, a[0]);
	LLVMGetCallSiteAttributes(call, 2, a[1]);
	return !memcmp(a[0], a[1], n * sizeof *a[0]);
}

static bool call_commutative(LLVMValueRef call)
{
	LLVMValueRef fn = called_function(call);
	const char *name;
	size_t n;

	if (!fn || !LLVMGetIntrinsicID(fn))
		return false;
	name = LLVMGetValueName2(fn, &n);
	for (size_t i = 0;
	     i < sizeof commutative_intrinsics / sizeof *commutative_intrinsics;
	     i++)
		if (names_intrinsic(name, n, commutative_intrinsics[i]))
			return same_arg_attributes(call);
	return false;
}

uint32_t cvg_call_facts(const struct cvg_module *module, LLVMValueRef call)
{
	uint32_t flags = call_memory(module, call);
	bool side = asm_has_effect(call);

	if (cvg_call_convergent(module, call))
		flags |= CVG_I_CONVERGENT;
	if (side || flags & CVG_I_WRITES ||
	    !call_is(call, module->kinds.nounwind) ||
	    !call_is(call, module->kinds.willreturn))
		flags |= CVG_I_EFFECTS;
	if (call_speculatable(module, call) &&
	    !(flags & (CVG_I_CONVERGENT | CVG_I_WRITES)))
		flags |= CVG_I_SPECULATABLE;
	if (call_commutative(call))
		flags |= CVG_I_COMMUTATIVE;
	if (called_function(call) && cvg_bundles_plain(call) &&
	    cvg_opencl_total(module, called_function(call),
			     flags & CVG_I_WRITES) &&
	    takes_anything(module, call))
		flags |= CVG_I_TOTAL;
	return flags;
}

bool cvg_call_frees(const struct cvg_module *module, LLVMValueRef call)
{
	LLVMValueRef fn = called_function(call);
	const char *name;
	size_t n;

	if (fn && LLVMGetIntrinsicID(fn)) {
		name = LLVMGetValueName2(fn, &n);
		return names_intrinsic(name, n, "llvm.lifetime.end") ||
		       names_intrinsic(name, n, "llvm.stackrestore");
	}
	return !call_is(call, module->kinds.nofree) &&
	       call_memory(module, call) & CVG_I_WRITES;
}
