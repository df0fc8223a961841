/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Lifetimes of variables (alloca) that are made in the middle of a function.
 * When a phase leads other paths past the alloca, a phi or select chooses the
 * address, but LLVM's verifier wants lifetime markers to name the variable
 * itself. Such a variable then lives as long as the function: all its markers
 * are removed, since an end without its beginning, or a beginning without its
 * end, would have another meaning.
 */
#include "surgery.h"

#include "reconverge/ir.h"

#include <stdlib.h>

struct finder {
	LLVMValueRef function;
	struct cvg_ptrmap seen;
	cvg_vec(LLVMValueRef) found; /* pointers: phis, selects, variables */
	cvg_vec(LLVMValueRef) calls; /* to be erased */
};

static LLVMValueRef pointer_of(LLVMValueRef call)
{
	return LLVMGetOperand(call, LLVMGetNumArgOperands(call) - 1);
}

static void add(struct finder *finder, LLVMValueRef pointer)
{
	if (cvg_ptrmap_get(&finder->seen, pointer) != CVG_NONE)
		return;
	cvg_ptrmap_put(&finder->seen, pointer, 0);
	cvg_push(&finder->found, pointer);
}

static bool is_one_of(LLVMValueRef callee, const LLVMValueRef *intrinsics,
		      size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (intrinsics[i] && callee == intrinsics[i])
			return true;
	return false;
}

/* Find the phis and selects that are arguments of the function's markers. */
static void look(struct finder *finder, const LLVMValueRef *intrinsics,
		 size_t n)
{
	LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(finder->function);

	for (; b; b = LLVMGetNextBasicBlock(b))
		for (LLVMValueRef i = LLVMGetFirstInstruction(b), p; i;
		     i = LLVMGetNextInstruction(i)) {
			if (!LLVMIsACallInst(i) ||
			    !is_one_of(LLVMGetCalledValue(i), intrinsics, n))
				continue;
			p = pointer_of(i);
			if (LLVMIsAPHINode(p) || LLVMIsASelectInst(p))
				add(finder, p);
		}
}

static void look_behind(struct finder *finder, LLVMValueRef p)
{
	if (LLVMIsAPHINode(p))
		for (unsigned k = 0; k < LLVMCountIncoming(p); k++)
			add(finder, LLVMGetIncomingValue(p, k));
	if (LLVMIsASelectInst(p)) {
		add(finder, LLVMGetOperand(p, 1));
		add(finder, LLVMGetOperand(p, 2));
	}
}

static void forget(struct finder *finder, const LLVMValueRef *intrinsics,
		   size_t n)
{
	for (size_t i = 0; i < finder->found.n; i++) {
		LLVMUseRef use = LLVMIsConstant(finder->found.at[i])
					 ? NULL
					 : LLVMGetFirstUse(finder->found.at[i]);

		for (; use; use = LLVMGetNextUse(use)) {
			LLVMValueRef call = LLVMGetUser(use);

			if (LLVMIsACallInst(call) &&
			    is_one_of(LLVMGetCalledValue(call), intrinsics, n))
				cvg_push(&finder->calls, call);
		}
	}
	for (size_t i = 0; i < finder->calls.n; i++)
		LLVMInstructionEraseFromParent(finder->calls.at[i]);
}

/* Erase the phis and selects that only the markers used. */
static void drop_unused(const struct finder *finder)
{
	bool again = true;

	while (again) {
		again = false;
		for (size_t i = 0; i < finder->found.n; i++) {
			LLVMValueRef p = finder->found.at[i];

			if (!p || LLVMGetFirstUse(p) ||
			    !(LLVMIsAPHINode(p) || LLVMIsASelectInst(p)))
				continue;
			LLVMInstructionEraseFromParent(p);
			finder->found.at[i] = NULL;
			again = true;
		}
	}
}

void cvg_module_settle(struct cvg_module *module, uint32_t f)
{
	static const char *const names[] = {
		"llvm.lifetime.start.p0",
		"llvm.lifetime.end.p0",
		"llvm.lifetime.start.p5",
		"llvm.lifetime.end.p5",
	};
	enum { N = sizeof names / sizeof *names };
	struct finder finder = {.function = cvg_live_function(module, f)};
	LLVMValueRef intrinsics[N];
	bool any = false;

	for (size_t i = 0; i < N; i++) {
		intrinsics[i] = LLVMGetNamedFunction(module->llvm, names[i]);
		any |= intrinsics[i] != NULL;
	}
	if (any)
		look(&finder, intrinsics, N);
	for (size_t i = 0; i < finder.found.n; i++)
		look_behind(&finder, finder.found.at[i]);
	forget(&finder, intrinsics, N);
	drop_unused(&finder);
	cvg_ptrmap_done(&finder.seen);
	free(finder.found.at);
	free(finder.calls.at);
}
