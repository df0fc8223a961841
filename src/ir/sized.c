/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Types whose size is a number. LLVM ends the process when it is asked for the
 * size of a type that holds a scalable vector, so callers check this first.
 */
#include "facts.h"

static bool struct_sized(LLVMTypeRef type)
{
	unsigned n = LLVMCountStructElementTypes(type);

	for (unsigned k = 0; k < n; k++)
		if (!cvg_type_sized(LLVMStructGetTypeAtIndex(type, k)))
			return false;
	return true;
}

bool cvg_type_sized(LLVMTypeRef type)
{
	if (!LLVMTypeIsSized(type))
		return false;
	switch (LLVMGetTypeKind(type)) {
	case LLVMScalableVectorTypeKind:
		return false;
	case LLVMArrayTypeKind:
		return cvg_type_sized(LLVMGetElementType(type));
	case LLVMStructTypeKind:
		return struct_sized(type);
	default:
		return true;
	}
}
