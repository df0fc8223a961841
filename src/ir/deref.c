/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Pointers from which a load is safe at any place of the function: a constant
 * distance, or one whose bounds are known (bounds.c), into memory whose size is
 * known and that lives as long as the function. A variable may be loaded from outside
 * of its lifetime, too: the value is poison there (LLVM Language Reference, "Object
 * Lifetime"), which only a thread gets that did not ask.
 *
 * Example: "%i = and i32 %tid, 63", "%p = getelementptr i32, ptr addrspace(3)
 * @shared, i32 %i" is at most 252 bytes into an array of 64 integers.
 */
#include "compat.h"
#include "facts.h"

#define MOST_GEPS 64 /* that are looked through */

/* A pointer as a base and a number of bytes to add. */
struct place {
	LLVMValueRef base;
	uint64_t lo, hi; /* bounds of the number */
	uint64_t step;	 /* the number is a multiple of it; 0: it is 0 */
};

/* Add a multiple of the size, or fail. */
static bool add_steps(struct place *place, uint64_t size, struct cvg_bounds n)
{
	uint64_t lo, hi;

	if (__builtin_mul_overflow(size, n.lo, &lo) ||
	    __builtin_mul_overflow(size, n.hi, &hi) ||
	    __builtin_add_overflow(place->lo, lo, &place->lo) ||
	    __builtin_add_overflow(place->hi, hi, &place->hi))
		return false;
	if (hi)
		place->step |= n.lo == n.hi ? hi : size;
	return true;
}

/* The bounds of an index that is not negative and never poison. */
static bool index_bounds(const struct cvg_module *module, LLVMValueRef v,
			 struct cvg_bounds *bounds)
{
	LLVMTypeRef type = LLVMTypeOf(v);
	unsigned width;

	if (LLVMGetTypeKind(type) != LLVMIntegerTypeKind)
		return false;
	width = LLVMGetIntTypeWidth(type);
	if (width > 64)
		return false;
	*bounds = cvg_bounds_of(module, v);
	return bounds->hi < UINT64_C(1) << (width - 1) &&
	       bounds->hi <= INT32_MAX && cvg_always_defined(module, v);
}

static bool step_into(const struct cvg_module *module, LLVMTypeRef *type,
		      struct cvg_bounds index, struct place *place)
{
	uint64_t offset;

	if (LLVMGetTypeKind(*type) == LLVMStructTypeKind) {
		offset = LLVMOffsetOfElement(module->layout, *type,
					     (unsigned)index.lo);
		*type = LLVMStructGetTypeAtIndex(*type, (unsigned)index.lo);
		return add_steps(place, offset, (struct cvg_bounds){1, 1});
	}
	if (LLVMGetTypeKind(*type) != LLVMArrayTypeKind)
		return false;
	*type = LLVMGetElementType(*type);
	return add_steps(place, LLVMABISizeOfType(module->layout, *type),
			 index);
}

/* Add the bytes that a GEP adds to its pointer; false: they are not known, or
 * may be negative. */
static bool add_gep(const struct cvg_module *module, LLVMValueRef gep,
		    struct place *place)
{
	LLVMTypeRef type = LLVMGetGEPSourceElementType(gep);
	unsigned n = (unsigned)LLVMGetNumOperands(gep);

	for (unsigned k = 1; k < n; k++) {
		struct cvg_bounds index;

		if (!cvg_type_sized(type) ||
		    !index_bounds(module, LLVMGetOperand(gep, k), &index))
			return false;
		if (k == 1 ? !add_steps(place,
					LLVMABISizeOfType(module->layout, type),
					index)
			   : !step_into(module, &type, index, place))
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
	struct place p = {.base = pointer};

	/* In unreachable code a GEP may be its own operand: the bound ends
	 * that. */
	for (int steps = 0; steps < MOST_GEPS && is_gep(p.base); steps++) {
		if (LLVMGetTypeKind(LLVMTypeOf(p.base)) !=
			    LLVMPointerTypeKind ||
		    !add_gep(module, p.base, &p))
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

/* The pointer that GEPs add to. */
static LLVMValueRef root_of(LLVMValueRef pointer)
{
	for (int steps = 0; steps < MOST_GEPS && is_gep(pointer); steps++)
		pointer = LLVMGetOperand(pointer, 0);
	return pointer;
}

bool cvg_dereferenceable(const struct cvg_module *module, LLVMValueRef pointer,
			 uint64_t bytes, uint64_t align)
{
	struct extent e = extent_of(module, root_of(pointer));
	struct place p;

	/* Bounds are sought only if they can matter. */
	if (bytes > e.bytes)
		return false;
	p = place_of(module, pointer);
	e = extent_of(module, p.base);
	return bytes <= e.bytes && p.hi <= e.bytes - bytes && align &&
	       align <= e.align && p.step % align == 0;
}
