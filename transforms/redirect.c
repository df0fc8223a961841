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
 * array's entry is just that. Thread and block number by themselves are
 * taken apart from it.
 *
 * A function that the kernel calls and that asks for the thread gets a twin,
 * which takes the entry as one more argument; so do those between it and the
 * kernel. The function itself stays as it is for whoever else calls it.
 */
#include "redirect_builder.h"

#include <stdlib.h>
#include <string.h>

struct calls_of {
	LLVMValueRef *at;
	size_t n, cap;
};

/* Functions that ask for their thread, and who does their work. */
struct twins {
	LLVMValueRef *of, *twin;
	uint32_t n;
};

/* ---- what asks --------------------------------------------------------- */

/* Instructions of a function, found before anything was built in it. */
struct found {
	struct calls_of numbers; /* block * size + thread, along x */
	struct calls_of id[2][3];
	struct cvg_items items; /* that by name */
	struct calls_of calls;	/* of functions that have a twin */
};

/* The index of the function called there, or CVG_NONE. */
static uint32_t callee_of(const struct twins *t, LLVMValueRef v)
{
	if (!LLVMIsACallInst(v) || !LLVMIsAFunction(LLVMGetCalledValue(v)))
		return CVG_NONE;
	for (uint32_t i = 0; i < t->n; i++) {
		if (t->of[i] == LLVMGetCalledValue(v))
			return i;
	}
	return CVG_NONE;
}

static void find_at(const struct builder *x, const struct twins *t,
		    LLVMValueRef v, struct found *out)
{
	const struct cvg_targetinfo *info = cvg_target_info(x->fn->target);
	struct cvg_item_at item;

	if (x->dims == 1 && cvg_redirect_is_number(x, v))
		cvg_push(&out->numbers, v);
	if (callee_of(t, v) != CVG_NONE)
		cvg_push(&out->calls, v);
	if (cvg_redirect_item(v, &item))
		cvg_push(&out->items, item);
	for (uint32_t k = 0; k < 2; k++) {
		for (uint32_t d = 0; d < x->dims; d++) {
			if (cvg_redirect_calls(v, info->id[k][d]))
				cvg_push(&out->id[k][d], v);
		}
	}
}

static void find(const struct builder *x, const struct twins *t,
		 struct found *out)
{
	LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(x->function);

	for (; b; b = LLVMGetNextBasicBlock(b)) {
		LLVMValueRef v = LLVMGetFirstInstruction(b);

		for (; v; v = LLVMGetNextInstruction(v))
			find_at(x, t, v, out);
	}
}

static void found_done(struct found *f)
{
	free(f->numbers.at);
	free(f->calls.at);
	free(f->items.at);
	for (uint32_t k = 0; k < 2; k++) {
		for (uint32_t d = 0; d < 3; d++)
			free(f->id[k][d].at);
	}
}

static bool any_used(const struct calls_of *list)
{
	for (size_t i = 0; i < list->n; i++) {
		if (LLVMGetFirstUse(list->at[i]))
			return true;
	}
	return false;
}

/* ---- carrying it out -------------------------------------------------- */

/* Whole numbers along x are the entry itself. */
static void redirect_numbers(struct builder *x, const struct found *f)
{
	for (size_t i = 0; i < f->numbers.n; i++) {
		LLVMValueRef v = f->numbers.at[i];

		LLVMReplaceAllUsesWith(
			v, LLVMBuildZExt(x->b, x->entry, LLVMTypeOf(v), ""));
		LLVMInstructionEraseFromParent(v);
	}
}

static bool serves_numbers(LLVMValueRef v)
{
	return cvg_redirect_is_op(v, LLVMMul) ||
	       cvg_redirect_is_op(v, LLVMShl) ||
	       cvg_redirect_is_op(v, LLVMZExt) ||
	       cvg_redirect_is_op(v, LLVMTrunc) || cvg_redirect_of_launch(v);
}

/* What was only for the numbers. */
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

static void replace_all(const struct calls_of *list, LLVMValueRef with)
{
	for (size_t i = 0; i < list->n; i++) {
		if (with)
			LLVMReplaceAllUsesWith(list->at[i], with);
		LLVMInstructionEraseFromParent(list->at[i]);
	}
}

/* Thread and block by themselves. All parts stand together, and before any
 * call of old goes, which the builder may be at. */
static void redirect_ids(struct builder *x, const struct found *f)
{
	bool want[2][3] = {{false}};

	cvg_redirect_items_want(x, &f->items, want);
	for (uint32_t k = 0; k < 2; k++) {
		for (uint32_t d = 0; d < x->dims; d++) {
			if (!want[k][d] && !any_used(&f->id[k][d]))
				continue;
			if (!x->nthreads)
				cvg_redirect_sizes(x);
			x->part[k][d] = cvg_redirect_part(x, k, d);
		}
	}
	cvg_redirect_items_prepare(x, &f->items);
	for (uint32_t k = 0; k < 2; k++) {
		for (uint32_t d = 0; d < x->dims; d++)
			replace_all(&f->id[k][d], x->part[k][d]);
	}
	cvg_redirect_items(x, &f->items);
}

static void redirect_calls(struct builder *x, const struct twins *t,
			   const struct found *f)
{
	for (size_t i = 0; i < f->calls.n; i++) {
		LLVMValueRef call = f->calls.at[i];

		cvg_call_add_arg(x->m, call, t->twin[callee_of(t, call)],
				 x->entry);
	}
}

/* What says that a function never asks for these, which it now does. */
static void drop_promises(const struct cvg_targetinfo *info,
			  LLVMValueRef function)
{
	for (const char *const *name = info->no_ids; *name; name++)
		LLVMRemoveStringAttributeAtIndex(
			function, (unsigned)LLVMAttributeFunctionIndex, *name,
			(unsigned)strlen(*name));
}

/* `array`: the kernel's; NULL: in a twin, whose last parameter is the entry. */
static void redirect_in(struct builder *x, const struct twins *t,
			LLVMValueRef function, LLVMValueRef array)
{
	struct found f = {.numbers = {.at = NULL}};

	*x = (struct builder){.m = x->m,
			      .fn = x->fn,
			      .b = x->b,
			      .i32 = x->i32,
			      .i64 = x->i64,
			      .dims = x->dims,
			      .function = function};
	drop_promises(cvg_target_info(x->fn->target), function);
	find(x, t, &f);
	cvg_redirect_start(x);
	if (array)
		cvg_redirect_load(x, array);
	else
		x->entry = LLVMGetLastParam(function);
	redirect_numbers(x, &f);
	sweep(function);
	if (array)
		LLVMPositionBuilderBefore(x->b,
					  LLVMGetNextInstruction(x->entry));
	else
		cvg_redirect_start(x);
	redirect_ids(x, &f);
	redirect_calls(x, t, &f);
	found_done(&f);
}

/* Of the callees that ask for their thread. */
static void make_twins(struct cvg_module *m, const struct cvg_reach *r,
		       LLVMTypeRef type, struct twins *out)
{
	out->of = cvg_calloc(r->n + 1, sizeof(*out->of));
	out->twin = cvg_calloc(r->n + 1, sizeof(*out->twin));
	out->n = 0;
	for (size_t i = 1; i < r->n; i++) {
		if (r->at[i].asks)
			out->of[out->n++] = cvg_live_function(m, r->at[i].f);
	}
	cvg_functions_twin(m, out->of, out->n, type, CVG_REDIRECTED, out->twin);
}

static uint32_t redirect(struct builder *x, uint32_t kernel,
			 const struct cvg_reach *r)
{
	LLVMTypeRef pointer = LLVMPointerTypeInContext(x->m->context, 1);
	LLVMValueRef array;
	struct twins t;

	make_twins(x->m, r, x->i32, &t);
	array = cvg_function_add_param(x->m, kernel, pointer, CVG_REDIRECT);
	redirect_in(x, &t, LLVMGetParamParent(array), array);
	for (uint32_t i = 0; i < t.n; i++)
		redirect_in(x, &t, t.twin[i], NULL);
	free(t.of);
	free(t.twin);
	return t.n;
}

/* Why there is nothing to do. */
static void say_nothing(const struct cvg_reach *r, bool force,
			struct cvg_phase_out *out)
{
	struct cvg_err why;

	if (cvg_redirect_done(r->at[0].fn))
		cvg_str_add(&out->report, "it is redirected already\n");
	else if (!cvg_redirect_refuse(r, force, &why))
		cvg_str_addf(&out->report, "%s\n", why.msg);
	else if (!cvg_redirect_dims(r))
		cvg_str_add(&out->report, "no thread asks for its number\n");
}

static void run_with(const struct cvg_phase_in *in, const struct cvg_reach *r,
		     struct cvg_phase_out *out)
{
	struct builder x = {
		.m = in->module,
		.fn = in->fn,
		.i32 = LLVMInt32TypeInContext(in->module->context),
		.i64 = LLVMInt64TypeInContext(in->module->context),
		.dims = cvg_redirect_dims(r),
	};
	uint32_t ntwins;

	x.b = LLVMCreateBuilderInContext(in->module->context);
	ntwins = redirect(&x, in->function, r);
	LLVMDisposeBuilder(x.b);
	out->changed = true;
	out->count = 1;
	cvg_str_addf(&out->report,
		     "threads take their work from %%" CVG_REDIRECT
		     ", numbered over %u dimension%s\n",
		     x.dims, x.dims == 1 ? "" : "s");
	if (ntwins)
		cvg_str_addf(&out->report,
			     "%u function%s that ask%s for the thread %s a "
			     "twin that is told\n",
			     ntwins, ntwins == 1 ? "" : "s",
			     ntwins == 1 ? "s" : "",
			     ntwins == 1 ? "has" : "have");
}

static void run_forced(const struct cvg_phase_in *in, bool force,
		       struct cvg_phase_out *out)
{
	struct cvg_reach r;

	cvg_reach_init(&r, in->module, in->function, in->fn);
	say_nothing(&r, force, out);
	if (!out->report.n)
		run_with(in, &r, out);
	cvg_reach_done(&r);
}

static bool run(const struct cvg_phase_in *in, struct cvg_phase_out *out,
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
	.title = "let an array say which thread's work each thread does",
	.nothing = "no thread is redirected",
	.needs = CVG_ANA_NOTHING,
	.keeps = CVG_ANA_NOTHING,
	.adds = true,
	.run = run,
};

const struct cvg_phase cvg_phase_redirect_forced = {
	.name = "redirect",
	.title = "redirect even if threads can observe their own numbers",
	.nothing = "no thread is redirected",
	.needs = CVG_ANA_NOTHING,
	.keeps = CVG_ANA_NOTHING,
	.adds = true,
	.run = run_all_the_same,
};
