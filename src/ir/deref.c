/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Pointers from which a load is safe at any place of the function: a constant
 * distance into memory whose size is known and that lives as long as the
 * function.
 */
#include "compat.h"
#include "facts.h"

/* A pointer as a base and a number of bytes to add. */
struct place {
	LLVMValueRef base;
	int64_t offset;
};

static bool step_of_index(const struct cvg_module *module, LLVMTypeRef *type,
			  int64_t index, int64_t *step)
{
	int64_t size;

	if (LLVMGetTypeKind(*type) == LLVMStructTypeKind) {
		*step = (int64_t)LLVMOffsetOfElement(module->layout, *type,
						     (unsigned)index);
		*type = LLVMStructGetTypeAtIndex(*type, (unsigned)index);
		return true;
	}
	if (LLVMGetTypeKind(*type) != LLVMArrayTypeKind)
		return false;
	*type = LLVMGetElementType(*type);
	size = (int64_t)LLVMABISizeOfType(module->layout, *type);
	return !__builtin_mul_overflow(size, index, step);
}

/* The bytes that a GEP adds to its pointer; false: they are no constant. */
static bool gep_offset(const struct cvg_module *module, LLVMValueRef gep,
		       int64_t *offset)
{
	LLVMTypeRef type = LLVMGetGEPSourceElementType(gep);
	unsigned n = (unsigned)LLVMGetNumOperands(gep);

	*offset = 0;
	for (unsigned k = 1; k < n; k++) {
		LLVMValueRef v = LLVMIsAConstantInt(LLVMGetOperand(gep, k));
		int64_t step, index;

		if (!v || LLVMGetIntTypeWidth(LLVMTypeOf(v)) > 64 ||
		    !cvg_type_sized(type))
			return false;
		index = LLVMConstIntGetSExtValue(v);
		if (k == 1) {
			int64_t size;

			size = (int64_t)LLVMABISizeOfType(module->layout, type);
			if (__builtin_mul_overflow(size, index, &step))
				return false;
		} else if (!step_of_index(module, &type, index, &step)) {
			return false;
		}
		if (__builtin_add_overflow(*offset, step, offset))
			return false;
	}
	return true;
}

static bool is_gep(LLVMValueRef v)
{
	return LLVMIsAGetElementPtrInst(v) ||
	       (LLVMIsAConstantExpr(v) &&
		LLVMGetConstOpcode(v) == LLVMGetElementPtr);
}

static struct place place_of(const struct cvg_module *module,
			     LLVMValueRef pointer)
{
	struct place p = {pointer, 0};

	/* In unreachable code a GEP may be its own operand: the bound ends
	 * that. */
	for (int steps = 0; steps < 64 && is_gep(p.base); steps++) {
		int64_t offset;

		if (!gep_offset(module, p.base, &offset) ||
		    __builtin_add_overflow(p.offset, offset, &p.offset))
			return p;
		p.base = LLVMGetOperand(p.base, 0);
	}
	return p;
}

/* Memory that exists as long as the function runs; bytes 0: none known. */
struct extent {
	uint64_t bytes;
	uint64_t align;
};

static struct extent extent_of_alloca(const struct cvg_module *module,
				      LLVMValueRef v)
{
	LLVMTypeRef type = LLVMGetAllocatedType(v);
	LLVMValueRef count = LLVMIsAConstantInt(LLVMGetOperand(v, 0));
	LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(
		LLVMGetBasicBlockParent(LLVMGetInstructionParent(v)));
	struct extent e = {0, 1};

	if (!count || LLVMGetIntTypeWidth(LLVMTypeOf(count)) > 64 ||
	    LLVMGetInstructionParent(v) != entry || !cvg_type_sized(type) ||
	    __builtin_mul_overflow(LLVMABISizeOfType(module->layout, type),
				   LLVMConstIntGetZExtValue(count), &e.bytes))
		return (struct extent){0, 1};
	e.align = LLVMGetAlignment(v);
	return e;
}

static struct extent extent_of_global(const struct cvg_module *module,
				      LLVMValueRef v)
{
	LLVMTypeRef type = LLVMGlobalGetValueType(v);
	struct extent e = {0, 1};

	if (LLVMIsDeclaration(v) || !LLVMTypeIsSized(type) ||
	    LLVMGetLinkage(v) == LLVMExternalWeakLinkage ||
	    LLVMIsThreadLocal(v))
		return e;
	e.bytes = LLVMABISizeOfType(module->layout, type);
	e.align = LLVMGetAlignment(v);
	if (e.align == 0)
		e.align = LLVMABIAlignmentOfType(module->layout, type);
	return e;
}

static uint64_t attr_number(LLVMAttributeRef a)
{
	return a ? LLVMGetEnumAttributeValue(a) : 0;
}

static uint64_t attr_type_size(const struct cvg_module *module,
			       LLVMAttributeRef a)
{
	LLVMTypeRef type = a ? LLVMGetTypeAttributeValue(a) : NULL;

	return type && cvg_type_sized(type)
		       ? LLVMABISizeOfType(module->layout, type)
		       : 0;
}

static struct extent extent_of_arg(const struct cvg_module *module,
				   LLVMValueRef v)
{
	const struct cvg_kinds *kinds = &module->kinds;
	LLVMValueRef fn = LLVMGetParamParent(v);
	struct extent e = {0, 1};
	LLVMAttributeIndex at = 1;
	uint64_t align;

	for (LLVMValueRef p = LLVMGetFirstParam(fn); p != v;
	     p = LLVMGetNextParam(p))
		at++;
	e.bytes = attr_number(
		LLVMGetEnumAttributeAtIndex(fn, at, kinds->dereferenceable));
	if (!e.bytes)
		e.bytes = attr_type_size(module, LLVMGetEnumAttributeAtIndex(
							 fn, at, kinds->byref));
	if (!e.bytes)
		e.bytes = attr_type_size(module, LLVMGetEnumAttributeAtIndex(
							 fn, at, kinds->byval));
	align = attr_number(LLVMGetEnumAttributeAtIndex(fn, at, kinds->align));
	e.align = align ? align : 1;
	return e;
}

/* A call that returns a descriptor of the kernel, whose attributes promise how
 * many bytes it points to. */
static struct extent extent_of_call(const struct cvg_module *module,
				    LLVMValueRef v)
{
	const struct cvg_kinds *kinds = &module->kinds;
	struct extent e = {0, 1};
	uint64_t align;

	if (LLVMGetInstructionOpcode(v) != LLVMCall)
		return e;
	e.bytes = attr_number(LLVMGetCallSiteEnumAttribute(
		v, LLVMAttributeReturnIndex, kinds->dereferenceable));
	align = attr_number(LLVMGetCallSiteEnumAttribute(
		v, LLVMAttributeReturnIndex, kinds->align));
	e.align = align ? align : 1;
	return e;
}

static struct extent extent_of(const struct cvg_module *module,
			       LLVMValueRef base)
{
	if (LLVMIsAAllocaInst(base))
		return extent_of_alloca(module, base);
	if (LLVMIsAGlobalVariable(base))
		return extent_of_global(module, base);
	if (LLVMIsAArgument(base))
		return extent_of_arg(module, base);
	if (LLVMIsAInstruction(base))
		return extent_of_call(module, base);
	return (struct extent){0, 1};
}

bool cvg_dereferenceable(const struct cvg_module *module, LLVMValueRef pointer,
			 uint64_t bytes, uint64_t align)
{
	struct place p = place_of(module, pointer);
	struct extent e = extent_of(module, p.base);

	return p.offset >= 0 && bytes <= e.bytes &&
	       (uint64_t)p.offset <= e.bytes - bytes && align <= e.align &&
	       align && (uint64_t)p.offset % align == 0;
}
