/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Who calls a function: the kernel that a device function runs in. */
#include "live.h"

#include "reconverge/ir.h"

#include <stdlib.h>

#include <llvm-c/Core.h>

/* The function with a body in which `user` is a call of `callee`; CVG_NONE: `user`
 * is something else, or is in a copy of a body. */
static uint32_t caller_of(const struct cvg_module *module, LLVMValueRef user,
			  LLVMValueRef callee)
{
	if (!LLVMIsACallInst(user) || LLVMGetCalledValue(user) != callee)
		return CVG_NONE;
	return cvg_ptrmap_get(
		&module->place,
		LLVMGetBasicBlockParent(LLVMGetInstructionParent(user)));
}

static bool is_kernel(const struct cvg_module *module, uint32_t f)
{
	return cvg_module_function_kind(module, f) == CVG_FN_KERNEL;
}

uint32_t cvg_module_kernel_of(const struct cvg_module *module, uint32_t f)
{
	uint32_t *todo = cvg_calloc(module->nfns, sizeof *todo), n = 0;
	bool *seen = cvg_calloc(module->nfns, sizeof *seen);
	uint32_t kernel = CVG_NONE, kernels = 0;

	seen[f] = true;
	todo[n++] = f;
	while (n) {
		uint32_t at = todo[--n];
		LLVMValueRef callee = module->fns[at].own;

		kernels += is_kernel(module, at);
		kernel = is_kernel(module, at) ? at : kernel;
		for (LLVMUseRef use = LLVMGetFirstUse(callee); use;
		     use = LLVMGetNextUse(use)) {
			uint32_t by =
				caller_of(module, LLVMGetUser(use), callee);

			if (by == CVG_NONE || seen[by])
				continue;
			seen[by] = true;
			todo[n++] = by;
		}
	}
	free(todo);
	free(seen);
	return kernels == 1 ? kernel : CVG_NONE;
}

uint32_t cvg_module_call_sites(const struct cvg_module *module, uint32_t f)
{
	LLVMValueRef callee = module->fns[f].own;
	uint32_t n = 0;

	for (LLVMUseRef use = LLVMGetFirstUse(callee); use;
	     use = LLVMGetNextUse(use))
		n += caller_of(module, LLVMGetUser(use), callee) != CVG_NONE;
	return n;
}
