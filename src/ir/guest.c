/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Guests: modules in the context of a host's module, of which they are copies.
 * LLVM copies a module within a context in a fourth of the time that it takes to
 * write bitcode and to read it in another one. While a guest lives, the host
 * does nothing with the context, which keeps the names of values meanwhile. Its handler
 * of diagnostics stays the host's: what hears of LLVM's passes on a guest is the user.
 * Nor could a handler be put back as it was, for LLVM does not tell whether it is to
 * hear of remarks that nobody asked for. So a guest is for work without passes.
 */
#include "live.h"

#include <stdlib.h>

struct cvg_host {
	bool drops_names; /* of values, as clang has it */
	bool has_module;  /* the guest was given to it */
};

struct cvg_module *cvg_guest_new(LLVMModuleRef llvm)
{
	LLVMContextRef context = LLVMGetModuleContext(llvm);
	struct cvg_host *host = cvg_calloc(1, sizeof *host);
	struct cvg_module *module;

	host->drops_names = LLVMContextShouldDiscardValueNames(context);
	LLVMContextSetDiscardValueNames(context, false);
	module = cvg_live_new(context, LLVMCloneModule(llvm));
	module->host = host;
	return module;
}

static void drop_name(LLVMValueRef v)
{
	LLVMSetValueName2(v, "", 0);
}

static void drop_names_in(LLVMValueRef function)
{
	LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function);
	LLVMValueRef v = LLVMGetFirstParam(function);

	for (; v; v = LLVMGetNextParam(v))
		drop_name(v);
	for (; b; b = LLVMGetNextBasicBlock(b)) {
		drop_name(LLVMBasicBlockAsValue(b));
		v = LLVMGetFirstInstruction(b);
		for (; v; v = LLVMGetNextInstruction(v))
			drop_name(v);
	}
}

LLVMModuleRef cvg_guest_give(struct cvg_module *module)
{
	LLVMValueRef f = LLVMGetFirstFunction(module->llvm);

	for (; f && module->host->drops_names; f = LLVMGetNextFunction(f))
		drop_names_in(f);
	module->host->has_module = true;
	return module->llvm;
}

void cvg_guest_leave(struct cvg_module *module)
{
	struct cvg_host *host = module->host;

	if (!host->has_module)
		LLVMDisposeModule(module->llvm);
	LLVMContextSetDiscardValueNames(module->context, host->drops_names);
	free(host);
}
