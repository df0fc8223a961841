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

static void add(struct finder *z, LLVMValueRef pointer)
{
	if (cvg_ptrmap_get(&z->seen, pointer) != CVG_NONE)
		return;
	cvg_ptrmap_put(&z->seen, pointer, 0);
	cvg_push(&z->found, pointer);
}

/* Find the phis and selects that are arguments of calls of the intrinsic. */
static void look_at(struct finder *z, LLVMValueRef intrinsic)
{
	LLVMUseRef use = LLVMGetFirstUse(intrinsic);

	for (; use; use = LLVMGetNextUse(use)) {
		LLVMValueRef call = LLVMGetUser(use), p;

		if (!LLVMIsACallInst(call) ||
		    LLVMGetCalledValue(call) != intrinsic ||
		    LLVMGetBasicBlockParent(LLVMGetInstructionParent(call)) !=
			    z->function)
			continue;
		p = pointer_of(call);
		if (LLVMIsAPHINode(p) || LLVMIsASelectInst(p))
			add(z, p);
	}
}

static void look_behind(struct finder *z, LLVMValueRef p)
{
	if (LLVMIsAPHINode(p))
		for (unsigned k = 0; k < LLVMCountIncoming(p); k++)
			add(z, LLVMGetIncomingValue(p, k));
	if (LLVMIsASelectInst(p)) {
		add(z, LLVMGetOperand(p, 1));
		add(z, LLVMGetOperand(p, 2));
	}
}

static bool is_one_of(LLVMValueRef callee, const LLVMValueRef *intrinsics,
		      size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (intrinsics[i] && callee == intrinsics[i])
			return true;
	return false;
}

static void forget(struct finder *z, const LLVMValueRef *intrinsics, size_t n)
{
	for (size_t i = 0; i < z->found.n; i++) {
		LLVMUseRef use = LLVMIsConstant(z->found.at[i])
					 ? NULL
					 : LLVMGetFirstUse(z->found.at[i]);

		for (; use; use = LLVMGetNextUse(use)) {
			LLVMValueRef call = LLVMGetUser(use);

			if (LLVMIsACallInst(call) &&
			    is_one_of(LLVMGetCalledValue(call), intrinsics, n))
				cvg_push(&z->calls, call);
		}
	}
	for (size_t i = 0; i < z->calls.n; i++)
		LLVMInstructionEraseFromParent(z->calls.at[i]);
}

/* Erase the phis and selects that only the markers used. */
static void drop_unused(const struct finder *z)
{
	bool again = true;

	while (again) {
		again = false;
		for (size_t i = 0; i < z->found.n; i++) {
			LLVMValueRef p = z->found.at[i];

			if (!p || LLVMGetFirstUse(p) ||
			    !(LLVMIsAPHINode(p) || LLVMIsASelectInst(p)))
				continue;
			LLVMInstructionEraseFromParent(p);
			z->found.at[i] = NULL;
			again = true;
		}
	}
}

void cvg_module_settle(struct cvg_module *m, uint32_t f)
{
	static const char *const names[] = {
		"llvm.lifetime.start.p0",
		"llvm.lifetime.end.p0",
		"llvm.lifetime.start.p5",
		"llvm.lifetime.end.p5",
	};
	enum { N = sizeof names / sizeof *names };
	struct finder z = {.function = cvg_live_function(m, f)};
	LLVMValueRef intrinsics[N];

	for (size_t i = 0; i < N; i++) {
		intrinsics[i] = LLVMGetNamedFunction(m->llvm, names[i]);
		if (intrinsics[i])
			look_at(&z, intrinsics[i]);
	}
	for (size_t i = 0; i < z.found.n; i++)
		look_behind(&z, z.found.at[i]);
	forget(&z, intrinsics, N);
	drop_unused(&z);
	cvg_ptrmap_done(&z.seen);
	free(z.found.at);
	free(z.calls.at);
}
