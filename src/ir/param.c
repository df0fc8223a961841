/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A function that takes one more argument. */
#include "param.h"

#include "surgery.h"

#include <llvm-c/Comdat.h>

#include <stdlib.h>
#include <string.h>

static void copy_attributes(LLVMValueRef to, LLVMValueRef from)
{
	/* of the function, of what it returns, of its parameters */
	for (LLVMAttributeIndex i = LLVMAttributeFunctionIndex;
	     i + 1 <= LLVMCountParams(from) + 1; i++) {
		unsigned n = LLVMGetAttributeCountAtIndex(from, i);
		LLVMAttributeRef *at = cvg_calloc((size_t)n + 1, sizeof(*at));

		LLVMGetAttributesAtIndex(from, i, at);
		for (unsigned k = 0; k < n; k++)
			LLVMAddAttributeAtIndex(to, i, at[k]);
		free(at);
	}
}

static void copy_metadata(LLVMValueRef to, LLVMValueRef from)
{
	size_t n;
	LLVMValueMetadataEntry *e = LLVMGlobalCopyAllMetadata(from, &n);

	for (unsigned i = 0; i < n; i++)
		LLVMGlobalSetMetadata(
			to, LLVMValueMetadataEntriesGetKind(e, i),
			LLVMValueMetadataEntriesGetMetadata(e, i));
	LLVMDisposeValueMetadataEntries(e);
}

static void copy_properties(LLVMValueRef to, LLVMValueRef from)
{
	const char *section = LLVMGetSection(from);

	LLVMSetLinkage(to, LLVMGetLinkage(from));
	LLVMSetVisibility(to, LLVMGetVisibility(from));
	LLVMSetUnnamedAddress(to, LLVMGetUnnamedAddress(from));
	LLVMSetFunctionCallConv(to, LLVMGetFunctionCallConv(from));
	LLVMSetAlignment(to, LLVMGetAlignment(from));
	if (section && *section)
		LLVMSetSection(to, section);
	if (LLVMGetGC(from))
		LLVMSetGC(to, LLVMGetGC(from));
	if (LLVMGetComdat(from))
		LLVMSetComdat(to, LLVMGetComdat(from));
	if (LLVMHasPersonalityFn(from))
		LLVMSetPersonalityFn(to, LLVMGetPersonalityFn(from));
	copy_attributes(to, from);
	copy_metadata(to, from);
}

static LLVMTypeRef longer_type(LLVMValueRef fn, LLVMTypeRef last)
{
	LLVMTypeRef type = LLVMGlobalGetValueType(fn), longer;
	unsigned n = LLVMCountParamTypes(type);
	LLVMTypeRef *param = cvg_calloc((size_t)n + 1, sizeof(LLVMTypeRef));

	LLVMGetParamTypes(type, param);
	param[n] = last;
	longer = LLVMFunctionType(LLVMGetReturnType(type), param, n + 1,
				  LLVMIsFunctionVarArg(type));
	free(param);
	return longer;
}

static void move_body(LLVMValueRef to, LLVMValueRef from)
{
	LLVMBasicBlockRef b;

	while ((b = LLVMGetFirstBasicBlock(from))) {
		LLVMRemoveBasicBlockFromParent(b);
		LLVMAppendExistingBasicBlock(to, b);
	}
	for (unsigned i = 0; i < LLVMCountParams(from); i++) {
		LLVMReplaceAllUsesWith(LLVMGetParam(from, i),
				       LLVMGetParam(to, i));
		cvg_take_name(LLVMGetParam(to, i), LLVMGetParam(from, i));
	}
}

LLVMValueRef cvg_function_add_param(struct cvg_module *m, uint32_t f,
				    LLVMTypeRef type, const char *name)
{
	LLVMValueRef from = cvg_live_function(m, f), to, param;

	to = LLVMAddFunction(m->llvm, "", longer_type(from, type));
	copy_properties(to, from);
	move_body(to, from);
	LLVMReplaceAllUsesWith(from, to);
	cvg_take_name(to, from);
	LLVMDeleteFunction(from);
	param = LLVMGetLastParam(to);
	LLVMSetValueName2(param, name, strlen(name));
	cvg_live_rescan(m);
	return param;
}
