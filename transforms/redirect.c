/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * redirect: every use of the thread id goes through an array, so that threads
 * can be regrouped without touching their data: reference redirection
 * (Liang, Satria, Rupnow, Chen, IEEE TCAD 35(7), 2016,
 * doi.org/10.1109/TCAD.2015.2501303, section III-A).
 *
 * The kernel takes one more argument, `redirect`: an i32 a thread of the grid,
 * the number of the thread whose work it does instead. Numbers count as in
 * bbv.h: thread block by thread block, x fastest, over the dimensions that the
 * kernel asks for; the launch must be flat in the others.
 *
 * Where the kernel computes a global number as block * size + thread, the
 * array's entry takes its place. The numbers of thread and block by themselves
 * are taken apart from the entry.
 *
 * A function that the kernel calls and that asks for the thread gets a twin,
 * which takes the entry as one more argument; so do the functions between it
 * and the kernel. The function itself stays as it is for its other callers.
 *
 * Example (tests/ir/redirect.ll, @known, whose blocks have 64 threads; %g is
 * the global number):
 *
 *   before  %tid = call i32 @llvm.amdgcn.workitem.id.x()
 *           %bid = call i32 @llvm.amdgcn.workgroup.id.x()
 *           %start = shl i32 %bid, 6
 *           %g = or disjoint i32 %start, %tid
 *           %g64 = zext i32 %g to i64
 *           %p = getelementptr i32, ptr addrspace(1) %in, i64 %g64
 *           store i32 %tid, ptr addrspace(1) %p
 *   after   %1 = call i32 @llvm.amdgcn.workitem.id.x()
 *           %2 = call i32 @llvm.amdgcn.workgroup.id.x()
 *           %3 = mul i32 %2, 64
 *           %4 = add i32 %3, %1
 *           %5 = zext i32 %4 to i64
 *           %6 = getelementptr inbounds i32, ptr addrspace(1) %redirect, i64 %5
 *           %redirected = load i32, ptr addrspace(1) %6
 *           %7 = and i32 %redirected, 63
 *           %g64 = zext i32 %redirected to i64
 *           %p = getelementptr i32, ptr addrspace(1) %in, i64 %g64
 *           store i32 %7, ptr addrspace(1) %p
 */
#include "redirect_builder.h"

#include "reconverge/analysis.h"
#include "reconverge/graph.h"
#include "reconverge/target.h"

#include <stdlib.h>
#include <string.h>

struct calls {
	LLVMValueRef *at;
	size_t n, cap;
};

/* The callees that ask for their thread, with their twins. */
struct twins {
	LLVMValueRef *of;   /* [n] the callees. Owned */
	LLVMValueRef *twin; /* [n] Owned */
	uint32_t n;
};

/* ---- what asks for the thread ------------------------------------------ */

/* Instructions of a function, found before anything is built in it. Lists are
 * owned. */
struct found {
	struct calls numbers;	/* block * size + thread, along x */
	struct calls id[2][3];	/* calls of the target's intrinsics, for the
				   thread and the block, by dimension */
	struct cvg_items items; /* calls of OpenCL's and ROCm's functions */
	struct calls calls;	/* of functions that have a twin */
};

/* The index of the function called there, or CVG_NONE. */
static uint32_t callee_of(const struct twins *twins, LLVMValueRef v)
{
	if (!LLVMIsACallInst(v) || !LLVMIsAFunction(LLVMGetCalledValue(v)))
		return CVG_NONE;
	for (uint32_t i = 0; i < twins->n; i++) {
		if (twins->of[i] == LLVMGetCalledValue(v))
			return i;
	}
	return CVG_NONE;
}

static void find_at(const struct redirector *redir, const struct twins *twins,
		    LLVMValueRef v, struct found *out)
{
	const struct cvg_targetinfo *info =
		cvg_target_info(redir->kernel->target);
	struct cvg_item_at item;

	if (redir->dims == 1 && cvg_redirect_is_number(redir, v))
		cvg_push(&out->numbers, v);
	if (callee_of(twins, v) != CVG_NONE)
		cvg_push(&out->calls, v);
	if (cvg_redirect_item(v, &item))
		cvg_push(&out->items, item);
	for (uint32_t k = 0; k < 2; k++) {
		for (uint32_t d = 0; d < redir->dims; d++) {
			if (cvg_redirect_calls(v, info->id[k][d]))
				cvg_push(&out->id[k][d], v);
		}
	}
}

static void find(const struct redirector *redir, const struct twins *twins,
		 struct found *out)
{
	LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(redir->function);

	for (; b; b = LLVMGetNextBasicBlock(b)) {
		LLVMValueRef v = LLVMGetFirstInstruction(b);

		for (; v; v = LLVMGetNextInstruction(v))
			find_at(redir, twins, v, out);
	}
}

static void found_done(struct found *found)
{
	free(found->numbers.at);
	free(found->calls.at);
	free(found->items.at);
	for (uint32_t k = 0; k < 2; k++) {
		for (uint32_t d = 0; d < 3; d++)
			free(found->id[k][d].at);
	}
}

static bool any_used(const struct calls *list)
{
	for (size_t i = 0; i < list->n; i++) {
		if (LLVMGetFirstUse(list->at[i]))
			return true;
	}
	return false;
}

/* ---- carrying it out -------------------------------------------------- */

/* Let the entry itself stand for global numbers along x. */
static void redirect_numbers(struct redirector *redir,
			     const struct found *found)
{
	for (size_t i = 0; i < found->numbers.n; i++) {
		LLVMValueRef v = found->numbers.at[i];

		LLVMReplaceAllUsesWith(v, LLVMBuildZExt(redir->builder,
							redir->entry,
							LLVMTypeOf(v), ""));
		LLVMInstructionEraseFromParent(v);
	}
}

/* Can it be a part of the computation of a global number? */
static bool serves_numbers(LLVMValueRef v)
{
	return cvg_redirect_is_op(v, LLVMMul) ||
	       cvg_redirect_is_op(v, LLVMShl) ||
	       cvg_redirect_is_op(v, LLVMZExt) ||
	       cvg_redirect_is_op(v, LLVMTrunc) || cvg_redirect_of_launch(v);
}

/* Erase what was there only for the global numbers. */
static void sweep(LLVMValueRef function)
{
	bool again = true;

	while (again) {
		LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function);

		again = false;
		for (; b; b = LLVMGetNextBasicBlock(b)) {
			LLVMValueRef v = LLVMGetFirstInstruction(b), next;

			for (; v; v = next) {
				next = LLVMGetNextInstruction(v);
				if (LLVMGetFirstUse(v) || !serves_numbers(v))
					continue;
				LLVMInstructionEraseFromParent(v);
				again = true;
			}
		}
	}
}

/* Erase the calls; `with`, unless NULL, stands for them. */
static void replace_all(const struct calls *list, LLVMValueRef with)
{
	for (size_t i = 0; i < list->n; i++) {
		if (with)
			LLVMReplaceAllUsesWith(list->at[i], with);
		LLVMInstructionEraseFromParent(list->at[i]);
	}
}

/* Redirect the numbers of thread and block by themselves. All parts are built
 * before any old call is erased, because the builder may stand at one. */
static void redirect_ids(struct redirector *redir, const struct found *found)
{
	bool want[2][3] = {{false}};

	cvg_redirect_items_want(redir, &found->items, want);
	for (uint32_t k = 0; k < 2; k++) {
		for (uint32_t d = 0; d < redir->dims; d++) {
			if (!want[k][d] && !any_used(&found->id[k][d]))
				continue;
			if (!redir->nthreads)
				cvg_redirect_sizes(redir);
			redir->part[k][d] = cvg_redirect_part(redir, k, d);
		}
	}
	cvg_redirect_items_prepare(redir, &found->items);
	for (uint32_t k = 0; k < 2; k++) {
		for (uint32_t d = 0; d < redir->dims; d++)
			replace_all(&found->id[k][d], redir->part[k][d]);
	}
	cvg_redirect_items(redir, &found->items);
}

/* Call the twins, with the entry. */
static void redirect_calls(struct redirector *redir, const struct twins *twins,
			   const struct found *found)
{
	for (size_t i = 0; i < found->calls.n; i++) {
		LLVMValueRef call = found->calls.at[i];

		call = cvg_call_add_arg(redir->module, call,
					twins->twin[callee_of(twins, call)],
					redir->entry);
		cvg_redirect_drop_call_promises(redir, call);
	}
}

/* Redirect one function. `array` is the kernel's new parameter; NULL: it is a
 * twin, whose last parameter is the entry. */
static void redirect_in(struct redirector *redir, const struct twins *twins,
			LLVMValueRef function, LLVMValueRef array)
{
	struct found found = {.numbers = {.at = NULL}};

	*redir = (struct redirector){.module = redir->module,
				     .kernel = redir->kernel,
				     .builder = redir->builder,
				     .i32 = redir->i32,
				     .i64 = redir->i64,
				     .dims = redir->dims,
				     .function = function};
	cvg_redirect_drop_promises(redir);
	cvg_redirect_describe(function, array != NULL);
	find(redir, twins, &found);
	cvg_redirect_start(redir);
	if (array)
		cvg_redirect_load(redir, array);
	else
		redir->entry = LLVMGetLastParam(function);
	redirect_numbers(redir, &found);
	sweep(function);
	if (array)
		LLVMPositionBuilderBefore(redir->builder,
					  LLVMGetNextInstruction(redir->entry));
	else
		cvg_redirect_start(redir);
	redirect_ids(redir, &found);
	redirect_calls(redir, twins, &found);
	found_done(&found);
}

/* Make a twin of each callee that asks for its thread. */
static void make_twins(struct cvg_module *module, const struct cvg_reach *reach,
		       LLVMTypeRef type, struct twins *out)
{
	out->of = cvg_calloc(reach->n + 1, sizeof(*out->of));
	out->twin = cvg_calloc(reach->n + 1, sizeof(*out->twin));
	out->n = 0;
	for (size_t i = 1; i < reach->n; i++) {
		if (reach->at[i].asks)
			out->of[out->n++] = cvg_live_function(
				module, reach->at[i].function_id);
	}
	cvg_functions_twin(module, out->of, out->n, type, CVG_REDIRECTED,
			   out->twin);
}

/* Redirect a kernel and its callees; returns the number of twins. */
static uint32_t redirect(struct redirector *redir, uint32_t kernel,
			 const struct cvg_reach *reach)
{
	LLVMTypeRef pointer =
		LLVMPointerTypeInContext(redir->module->context, 1);
	LLVMValueRef array;
	struct twins twins;

	make_twins(redir->module, reach, redir->i32, &twins);
	array = cvg_function_add_param(redir->module, kernel, pointer,
				       CVG_REDIRECT);
	cvg_redirect_mark(LLVMGetParamParent(array));
	redirect_in(redir, &twins, LLVMGetParamParent(array), array);
	for (uint32_t i = 0; i < twins.n; i++)
		redirect_in(redir, &twins, twins.twin[i], NULL);
	free(twins.of);
	free(twins.twin);
	return twins.n;
}

/* Why there is nothing to do. */
static void say_nothing(const struct cvg_reach *reach, bool force,
			struct cvg_phase_out *out)
{
	struct cvg_err why;

	if (cvg_redirect_done(reach->at[0].fn))
		cvg_str_add(&out->report, "the kernel is redirected already\n");
	else if (!cvg_redirect_refuse(reach, force, &why))
		cvg_str_addf(&out->report, "%s\n", why.msg);
	else if (!cvg_redirect_dims(reach))
		cvg_str_add(&out->report, "no thread asks for its number\n");
}

static void run_with(const struct cvg_phase_in *in,
		     const struct cvg_reach *reach, struct cvg_phase_out *out)
{
	struct redirector redir = {
		.module = in->module,
		.kernel = in->fn,
		.i32 = LLVMInt32TypeInContext(in->module->context),
		.i64 = LLVMInt64TypeInContext(in->module->context),
		.dims = cvg_redirect_dims(reach),
	};
	uint32_t ntwins;

	redir.builder = LLVMCreateBuilderInContext(in->module->context);
	ntwins = redirect(&redir, in->function, reach);
	LLVMDisposeBuilder(redir.builder);
	out->changed = true;
	out->count = 1;
	cvg_str_addf(&out->report,
		     "threads take their work from %%" CVG_REDIRECT
		     ", numbered over %u dimension%s\n",
		     redir.dims, redir.dims == 1 ? "" : "s");
	if (ntwins)
		cvg_str_addf(&out->report,
			     "%u function%s that ask%s for the thread %s a "
			     "copy that gets its number as an argument\n",
			     ntwins, ntwins == 1 ? "" : "s",
			     ntwins == 1 ? "s" : "",
			     ntwins == 1 ? "has" : "have");
}

static void run_forced(const struct cvg_phase_in *in, bool force,
		       struct cvg_phase_out *out)
{
	struct cvg_reach reach;

	cvg_reach_init(&reach, in->module, in->function, in->fn);
	say_nothing(&reach, force, out);
	if (!out->report.n)
		run_with(in, &reach, out);
	cvg_reach_done(&reach);
}

static bool run(const struct cvg_phase_in *in, struct cvg_phase_out *out,
		struct cvg_err *err)
{
	(void)err;
	run_forced(in, false, out);
	if (out->changed)
		cvg_str_add(&out->report,
			    "every thread keeps its place, and nothing was "
			    "run: check and simulate see whether threads "
			    "depend on each other\n");
	return true;
}

static bool run_tried(const struct cvg_phase_in *in, struct cvg_phase_out *out,
		      struct cvg_err *err)
{
	(void)err;
	run_forced(in, false, out);
	return true;
}

static bool run_all_the_same(const struct cvg_phase_in *in,
			     struct cvg_phase_out *out, struct cvg_err *err)
{
	(void)err;
	run_forced(in, true, out);
	return true;
}

const struct cvg_phase cvg_phase_redirect = {
	.name = "redirect",
	.nothing = "no thread is redirected",
	.needs = CVG_ANA_NOTHING,
	.keeps = CVG_ANA_NOTHING,
	.adds = true,
	.run = run,
};

const struct cvg_phase cvg_phase_redirect_tried = {
	.name = "redirect",
	.nothing = "no thread is redirected",
	.needs = CVG_ANA_NOTHING,
	.keeps = CVG_ANA_NOTHING,
	.adds = true,
	.run = run_tried,
};

const struct cvg_phase cvg_phase_redirect_forced = {
	.name = "redirect",
	.nothing = "no thread is redirected",
	.needs = CVG_ANA_NOTHING,
	.keeps = CVG_ANA_NOTHING,
	.adds = true,
	.run = run_all_the_same,
};
