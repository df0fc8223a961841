/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The functions that call a function, if all are known. They are known if
 * nothing outside the module can name the function, and if the module uses it
 * only as the callee of calls:
 *
 *   - the function has internal or private linkage; or it is named
 *     __clang_ocl_kern_imp_X, and X is a kernel of the module. clang reserves
 *     that name for the body of the OpenCL kernel X. Other modules could call
 *     it only if their source calls the kernel X as a function without having
 *     it, and programs are not written so.
 *   - each use is a call that has the function's own type. An address that is
 *     stored, compared or passed on, an alias, a table and an invoke are others.
 *   - no caller is a kernel that is itself called: such a kernel has arguments
 *     of two kinds.
 */
#include "reconverge/ir.h"

#include <stdlib.h>
#include <string.h>

#include "facts.h"
#include "live.h"

#define BODY "__clang_ocl_kern_imp_"

static uint32_t place_of(const struct cvg_module *module, LLVMValueRef fn)
{
	return cvg_ptrmap_get(&module->place, fn);
}

static bool is_kernel(const struct cvg_module *module, uint32_t f)
{
	return f != CVG_NONE &&
	       cvg_module_function_kind(module, f) == CVG_FN_KERNEL;
}

bool cvg_only_launched(const struct cvg_module *module, LLVMValueRef fn)
{
	uint32_t f = place_of(module, fn);

	for (uint32_t g = 0; f == CVG_NONE && g < module->nfns; g++)
		if (module->fns[g].value == fn)
			f = g;
	return is_kernel(module, f) && !LLVMGetFirstUse(module->fns[f].own);
}

/* Is the function the body of an OpenCL kernel that the module has, too? */
static bool is_body(const struct cvg_module *module, LLVMValueRef fn)
{
	size_t n;
	const char *name = LLVMGetValueName2(fn, &n);
	LLVMValueRef kernel;

	if (strlen(name) != n || strncmp(name, BODY, strlen(BODY)) != 0)
		return false;
	kernel = LLVMGetNamedFunction(module->llvm, name + strlen(BODY));
	return kernel && is_kernel(module, place_of(module, kernel));
}

static bool is_local(LLVMValueRef fn)
{
	LLVMLinkage linkage = LLVMGetLinkage(fn);

	return linkage == LLVMInternalLinkage || linkage == LLVMPrivateLinkage;
}

/* Is the user a call of fn that does not also pass fn on? */
static bool only_calls(LLVMValueRef user, LLVMValueRef fn)
{
	unsigned n;

	if (!LLVMIsACallInst(user) || LLVMGetCalledValue(user) != fn ||
	    LLVMGetCalledFunctionType(user) != LLVMGlobalGetValueType(fn))
		return false;
	n = (unsigned)LLVMGetNumOperands(user) - 1; /* the last is the callee */
	for (unsigned k = 0; k < n; k++)
		if (LLVMGetOperand(user, k) == fn)
			return false;
	return true;
}

static bool is_called(LLVMValueRef fn)
{
	for (LLVMUseRef u = LLVMGetFirstUse(fn); u; u = LLVMGetNextUse(u)) {
		LLVMValueRef user = LLVMGetUser(u);

		if (LLVMIsACallInst(user) && LLVMGetCalledValue(user) == fn)
			return true;
	}
	return false;
}

static bool add_caller(const struct cvg_module *module, LLVMValueRef fn,
		       struct cvg_u32s *out)
{
	uint32_t f = place_of(module, fn);

	if (f == CVG_NONE)
		return false;
	if (out->n && out->at[out->n - 1] == f)
		return true;
	cvg_push(out, f);
	return !is_kernel(module, f) || !is_called(fn);
}

static int by_place(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return (x > y) - (x < y);
}

/* Sort the places, and keep each once. */
static void make_set(struct cvg_u32s *places)
{
	size_t n = 0;

	if (places->n)
		qsort(places->at, places->n, sizeof *places->at, by_place);
	for (size_t k = 0; k < places->n; k++)
		if (!n || places->at[n - 1] != places->at[k])
			places->at[n++] = places->at[k];
	places->n = n;
}

bool cvg_module_known_callers(const struct cvg_module *module, uint32_t f,
			      struct cvg_u32s *out)
{
	LLVMValueRef fn = module->fns[f].own;
	LLVMUseRef u = LLVMGetFirstUse(fn);

	out->n = 0;
	if (is_kernel(module, f) || !(is_local(fn) || is_body(module, fn)))
		return false;
	for (; u; u = LLVMGetNextUse(u)) {
		LLVMValueRef user = LLVMGetUser(u);

		cvg_work(1);
		if (!only_calls(user, fn) ||
		    !add_caller(module,
				LLVMGetBasicBlockParent(
					LLVMGetInstructionParent(user)),
				out))
			return false;
	}
	make_set(out);
	return out->n > 0;
}

/* Where ptxas makes the machine's code, it puts such a function into the kernel, and tells
 * the registers of kernels alone. */
bool cvg_is_kernel_body(const struct cvg_module *module, uint32_t f)
{
	LLVMTypeRef type = LLVMGlobalGetValueType(module->fns[f].own);
	struct cvg_u32s callers = {0};
	bool is =
		!LLVMIsFunctionVarArg(type) &&
		LLVMGetTypeKind(LLVMGetReturnType(type)) == LLVMVoidTypeKind &&
		cvg_module_known_callers(module, f, &callers);

	for (size_t i = 0; is && i < callers.n; i++)
		is = is_kernel(module, callers.at[i]) &&
		     LLVMCountBasicBlocks(module->fns[callers.at[i]].own) == 1;
	free(callers.at);
	return is;
}
