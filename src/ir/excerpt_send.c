/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What the code generator is sent of a module: one function, and what it uses. */
#include "reconverge/ir.h"

#include <llvm-c/BitWriter.h>

#include <string.h>

#include "facts.h"
#include "live.h"
#include "target.h"

#include "reconverge/mcode.h"

static bool is_unused(LLVMValueRef global)
{
	return !LLVMGetFirstUse(global);
}

/* Delete the functions and variables that nothing uses. True: some were. */
static bool sweep(LLVMModuleRef llvm, LLVMValueRef keep)
{
	bool swept = false;
	LLVMValueRef v, next;

	for (v = LLVMGetFirstFunction(llvm); v; v = next) {
		next = LLVMGetNextFunction(v);
		if (v == keep || !is_unused(v))
			continue;
		LLVMDeleteFunction(v);
		swept = true;
	}
	for (v = LLVMGetFirstGlobal(llvm); v; v = next) {
		next = LLVMGetNextGlobal(v);
		if (!is_unused(v))
			continue;
		LLVMDeleteGlobal(v);
		swept = true;
	}
	return swept;
}

/* The function at place `at` among those with a body. */
static LLVMValueRef function_at(LLVMModuleRef llvm, uint32_t at)
{
	LLVMValueRef v = LLVMGetFirstFunction(llvm);

	for (; v; v = LLVMGetNextFunction(v))
		if (!LLVMIsDeclaration(v) && at-- == 0)
			break;
	return v;
}

/* The child knows the function by this name. */
static void give_name(LLVMValueRef function)
{
	LLVMSetValueName2(function, CVG_MCODE_SYMBOL, strlen(CVG_MCODE_SYMBOL));
	LLVMSetLinkage(function, LLVMExternalLinkage);
	LLVMSetVisibility(function, LLVMDefaultVisibility);
}

/* A copy of the module in which only function f and what it uses is left; the copy
 * of the function. */
static LLVMValueRef reduce(struct cvg_module *module, uint32_t f)
{
	static const char *const lists[] = {"llvm.used", "llvm.compiler.used"};
	LLVMModuleRef copy = LLVMCloneModule(module->llvm);
	LLVMValueRef keep = function_at(copy, f);

	cvg_live_work(module);
	for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
		LLVMValueRef list = LLVMGetNamedGlobal(copy, lists[i]);

		if (list)
			LLVMDeleteGlobal(list);
	}
	while (sweep(copy, keep))
		continue;
	return keep;
}

static uint64_t instructions_of(LLVMModuleRef llvm)
{
	LLVMBasicBlockRef b;
	LLVMValueRef v, i;
	uint64_t n = 0;

	for (v = LLVMGetFirstFunction(llvm); v; v = LLVMGetNextFunction(v))
		for (b = LLVMGetFirstBasicBlock(v); b;
		     b = LLVMGetNextBasicBlock(b))
			for (i = LLVMGetFirstInstruction(b); i;
			     i = LLVMGetNextInstruction(i))
				n++;
	return n;
}

uint64_t cvg_excerpt_send(struct cvg_module *module, uint32_t f,
			  struct cvg_str *out)
{
	uint64_t n;
	LLVMValueRef keep = cvg_excerpt_take(module, f);
	LLVMModuleRef copy;
	LLVMMemoryBufferRef bytes;

	if (!keep)
		keep = reduce(module, f);
	copy = LLVMGetGlobalParent(keep);
	give_name(keep);
	if (cvg_live_target(module)->assemble && cvg_is_kernel_body(module, f))
		LLVMSetFunctionCallConv(keep, CVG_CC_PTX_KERNEL);
	n = instructions_of(copy);
	bytes = LLVMWriteBitcodeToMemoryBuffer(copy);
	cvg_str_addn(out, LLVMGetBufferStart(bytes), LLVMGetBufferSize(bytes));
	LLVMDisposeMemoryBuffer(bytes);
	LLVMDisposeModule(copy);
	return n;
}
