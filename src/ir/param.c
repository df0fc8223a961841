/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Adds a parameter to functions, or to copies of functions. */
#include "param.h"

#include "surgery.h"

#include <llvm-c/Comdat.h>

#include <stdlib.h>
#include <string.h>

/*
 * LLVM's index of the attributes of the function itself is UINT_MAX, of its
 * result 0, of its first parameter 1. `place` is that index plus one.
 */
static void copy_attributes(LLVMValueRef to, LLVMValueRef from)
{
	unsigned last = LLVMCountParams(from);

	for (unsigned place = 0; place <= last + 1; place++) {
		LLVMAttributeIndex i = place - 1;
		unsigned n = LLVMGetAttributeCountAtIndex(from, i);
		LLVMAttributeRef *at = cvg_calloc((size_t)n + 1, sizeof(*at));

		LLVMGetAttributesAtIndex(from, i, at);
		for (unsigned k = 0; k < n; k++)
			LLVMAddAttributeAtIndex(to, i, at[k]);
		free(at);
	}
}

void cvg_global_copy_metadata(LLVMValueRef to, LLVMValueRef from)
{
	size_t n;
	LLVMValueMetadataEntry *e = LLVMGlobalCopyAllMetadata(from, &n);

	for (unsigned i = 0; i < n; i++)
		LLVMGlobalSetMetadata(
			to, LLVMValueMetadataEntriesGetKind(e, i),
			LLVMValueMetadataEntriesGetMetadata(e, i));
	LLVMDisposeValueMetadataEntries(e);
}

void cvg_function_copy_facts(LLVMValueRef to, LLVMValueRef from)
{
	LLVMSetFunctionCallConv(to, LLVMGetFunctionCallConv(from));
	copy_attributes(to, from);
	cvg_global_copy_metadata(to, from);
}

void cvg_function_copy_properties(LLVMValueRef to, LLVMValueRef from)
{
	const char *section = LLVMGetSection(from);

	LLVMSetLinkage(to, LLVMGetLinkage(from));
	LLVMSetVisibility(to, LLVMGetVisibility(from));
	LLVMSetUnnamedAddress(to, LLVMGetUnnamedAddress(from));
	LLVMSetAlignment(to, LLVMGetAlignment(from));
	if (section && *section)
		LLVMSetSection(to, section);
	if (LLVMGetGC(from))
		LLVMSetGC(to, LLVMGetGC(from));
	if (LLVMGetComdat(from))
		LLVMSetComdat(to, LLVMGetComdat(from));
	if (LLVMHasPersonalityFn(from))
		LLVMSetPersonalityFn(to, LLVMGetPersonalityFn(from));
	cvg_function_copy_facts(to, from);
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

/* ---- whether it may grow ------------------------------------------------ */

static bool is_list_of_used(LLVMValueRef v)
{
	size_t n;
	const char *name = LLVMGetValueName2(v, &n);

	return !strcmp(name, "llvm.used") ||
	       !strcmp(name, "llvm.compiler.used");
}

/* Name what has the address: the function of an instruction, or a variable or
 * alias itself. */
static bool fail_used(LLVMValueRef f, LLVMValueRef by, struct cvg_err *err)
{
	LLVMValueRef owner = by;
	const char *what = "holds its address";
	size_t n;

	if (LLVMIsAInstruction(by)) {
		owner = LLVMGetBasicBlockParent(LLVMGetInstructionParent(by));
		what = LLVMIsACallInst(by) && LLVMGetCalledValue(by) == f
			       ? "calls it"
			       : "takes its address";
	}
	return cvg_fail(err, "@%s cannot take another parameter: @%.300s %s",
			LLVMGetValueName2(f, &n), LLVMGetValueName2(owner, &n),
			what);
}

/* Is every use of the constant `v`, which has the address of f, harmless? */
static bool uses_allow(LLVMValueRef f, LLVMValueRef v, struct cvg_err *err)
{
	LLVMUseRef use = LLVMGetFirstUse(v);

	for (; use; use = LLVMGetNextUse(use)) {
		LLVMValueRef by = LLVMGetUser(use);

		if (LLVMIsAGlobalVariable(by) && is_list_of_used(by))
			continue;
		if (LLVMIsAInstruction(by) || LLVMIsAGlobalValue(by))
			return fail_used(f, by, err);
		if (!uses_allow(f, by, err))
			return false;
	}
	return true;
}

bool cvg_function_can_grow(const struct cvg_module *module, uint32_t f,
			   struct cvg_err *err)
{
	LLVMValueRef v = cvg_live_function(module, f);

	return uses_allow(v, v, err);
}

/* ---- another parameter --------------------------------------------------- */

LLVMValueRef cvg_function_add_param(struct cvg_module *module, uint32_t f,
				    LLVMTypeRef type, const char *name)
{
	LLVMValueRef from = cvg_live_function(module, f), to, param;

	to = LLVMAddFunction(module->llvm, "", longer_type(from, type));
	cvg_function_copy_properties(to, from);
	move_body(to, from);
	LLVMReplaceAllUsesWith(from, to);
	cvg_take_name(to, from);
	LLVMDeleteFunction(from);
	param = LLVMGetLastParam(to);
	LLVMSetValueName2(param, name, strlen(name));
	cvg_live_rescan(module);
	return param;
}

/* ---- copies ------------------------------------------------------------ */

/*
 * LLVM-C can copy a module but not a function. Every global of the copy is then
 * replaced by the one of this module in the same place, so that a body can move
 * from the copy to this module.
 */
static LLVMModuleRef copy_module(LLVMModuleRef m)
{
	LLVMModuleRef copy = LLVMCloneModule(m);
	LLVMValueRef a, b;

	LLVMStripModuleDebugInfo(copy);
	a = LLVMGetFirstGlobal(m);
	b = LLVMGetFirstGlobal(copy);
	for (; a; a = LLVMGetNextGlobal(a), b = LLVMGetNextGlobal(b))
		LLVMReplaceAllUsesWith(b, a);
	a = LLVMGetFirstGlobalAlias(m);
	b = LLVMGetFirstGlobalAlias(copy);
	for (; a; a = LLVMGetNextGlobalAlias(a), b = LLVMGetNextGlobalAlias(b))
		LLVMReplaceAllUsesWith(b, a);
	a = LLVMGetFirstFunction(m);
	b = LLVMGetFirstFunction(copy);
	for (; a; a = LLVMGetNextFunction(a), b = LLVMGetNextFunction(b))
		LLVMReplaceAllUsesWith(b, a);
	return copy;
}

/* The function of the copy that stands where `f` stands in its module. */
static LLVMValueRef copied(LLVMModuleRef copy, LLVMValueRef f)
{
	LLVMValueRef c = LLVMGetFirstFunction(copy);
	LLVMValueRef at = LLVMGetFirstFunction(LLVMGetGlobalParent(f));

	while (at != f) {
		at = LLVMGetNextFunction(at);
		c = LLVMGetNextFunction(c);
	}
	return c;
}

static LLVMValueRef make_twin(LLVMModuleRef m, LLVMValueRef from,
			      LLVMTypeRef type, const char *param)
{
	struct cvg_str name = {0};
	LLVMValueRef to;
	size_t n;
	const char *is = LLVMGetValueName2(from, &n);

	cvg_str_addn(&name, is, n);
	cvg_str_addf(&name, ".%s", param);
	to = LLVMAddFunction(m, cvg_str_of(&name), longer_type(from, type));
	cvg_str_done(&name);
	cvg_function_copy_properties(to, from);
	LLVMSetComdat(to, NULL);
	LLVMSetVisibility(to, LLVMDefaultVisibility);
	LLVMSetLinkage(to, LLVMInternalLinkage);
	move_body(to, from);
	LLVMSetValueName2(LLVMGetLastParam(to), param, strlen(param));
	return to;
}

void cvg_functions_twin(struct cvg_module *module, const LLVMValueRef *from,
			size_t n, LLVMTypeRef type, const char *name,
			LLVMValueRef *twins)
{
	LLVMModuleRef copy = n ? copy_module(module->llvm) : NULL;

	for (size_t i = 0; i < n; i++)
		twins[i] = copied(copy, from[i]);
	for (size_t i = 0; i < n; i++)
		twins[i] = make_twin(module->llvm, twins[i], type, name);
	if (copy)
		LLVMDisposeModule(copy);
	cvg_live_rescan(module);
}

static void copy_call_attributes(LLVMValueRef to, LLVMValueRef from)
{
	unsigned last = LLVMGetNumArgOperands(from);

	for (unsigned place = 0; place <= last + 1; place++) {
		LLVMAttributeIndex i = place - 1;
		unsigned n = LLVMGetCallSiteAttributeCount(from, i);
		LLVMAttributeRef *at = cvg_calloc((size_t)n + 1, sizeof(*at));

		LLVMGetCallSiteAttributes(from, i, at);
		for (unsigned k = 0; k < n; k++)
			LLVMAddCallSiteAttribute(to, i, at[k]);
		free(at);
	}
}

static void copy_call_metadata(LLVMValueRef to, LLVMValueRef from)
{
	size_t n;
	LLVMValueMetadataEntry *e =
		LLVMInstructionGetAllMetadataOtherThanDebugLoc(from, &n);

	for (unsigned i = 0; i < n; i++)
		LLVMSetMetadata(
			to, LLVMValueMetadataEntriesGetKind(e, i),
			LLVMMetadataAsValue(
				LLVMGetTypeContext(LLVMTypeOf(from)),
				LLVMValueMetadataEntriesGetMetadata(e, i)));
	LLVMDisposeValueMetadataEntries(e);
}

static LLVMValueRef build_call(LLVMBuilderRef b, LLVMValueRef call,
			       LLVMValueRef callee, LLVMValueRef last)
{
	unsigned n = LLVMGetNumArgOperands(call);
	LLVMValueRef *arg = cvg_calloc((size_t)n + 1, sizeof(LLVMValueRef));
	LLVMValueRef made;

	for (unsigned i = 0; i < n; i++)
		arg[i] = LLVMGetOperand(call, i);
	arg[n] = last;
	made = cvg_call_like(b, call, LLVMGlobalGetValueType(callee), callee,
			     arg, n + 1);
	free(arg);
	return made;
}

LLVMValueRef cvg_call_add_arg(struct cvg_module *module, LLVMValueRef call,
			      LLVMValueRef callee, LLVMValueRef arg)
{
	LLVMBuilderRef b = LLVMCreateBuilderInContext(module->context);
	LLVMValueRef made;

	LLVMPositionBuilderBefore(b, call);
	made = build_call(b, call, callee, arg);
	LLVMSetInstructionCallConv(made, LLVMGetInstructionCallConv(call));
	LLVMInstructionSetDebugLoc(made, LLVMInstructionGetDebugLoc(call));
	if (LLVMGetTailCallKind(call) != LLVMTailCallKindMustTail)
		LLVMSetTailCallKind(made, LLVMGetTailCallKind(call));
	if (LLVMCanValueUseFastMathFlags(call))
		LLVMSetFastMathFlags(made, LLVMGetFastMathFlags(call));
	copy_call_attributes(made, call);
	copy_call_metadata(made, call);
	if (LLVMGetTypeKind(LLVMTypeOf(call)) != LLVMVoidTypeKind) {
		LLVMReplaceAllUsesWith(call, made);
		cvg_take_name(made, call);
	}
	LLVMInstructionEraseFromParent(call);
	LLVMDisposeBuilder(b);
	return made;
}
