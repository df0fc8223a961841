/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Runs LLVM's passes on one function: on an excerpt of the module, from which the
 * function's code goes back. The rest of the module stays as it is, at the cost of
 * the function and not of the module.
 *
 * What passes know of an excerpt must be true of the module. So nothing in it is
 * local, and no pass believes to see all uses of a variable or all calls of a
 * function. Other functions may be inlined, but are linkonce_odr, which lets no pass
 * rely on anything else in their code: a caller may not leave out an argument that
 * the code of today does not read. Code that uses what a pass made beside the
 * function, such as a table, has no place in the module and is not taken.
 *
 * Debug records that LLVM-C cannot make are lost on the way.
 *
 * The passes run twice: in a child first, which may crash or hang, and then here,
 * where the copies share the metadata of the module, as debug info must.
 */
#include "child.h"
#include "copy.h"
#include "excerpt.h"
#include "passes.h"
#include "surgery.h"

#include "reconverge/ir.h"

#include <llvm-c/Comdat.h>
#include <stdlib.h>
#include <string.h>

/* ---- what passes may see ---------------------------------------------- */

static bool is_local(LLVMValueRef global)
{
	LLVMLinkage linkage = LLVMGetLinkage(global);

	return linkage == LLVMInternalLinkage || linkage == LLVMPrivateLinkage;
}

static void open_function(LLVMValueRef function, bool is_the_one)
{
	LLVMLinkage linkage = LLVMGetLinkage(function);

	LLVMSetComdat(function, NULL);
	if (is_the_one)
		LLVMSetLinkage(function, LLVMExternalLinkage);
	else if (is_local(function) || linkage == LLVMExternalLinkage)
		LLVMSetLinkage(function, LLVMLinkOnceODRLinkage);
}

static void open_all(LLVMModuleRef llvm, LLVMValueRef function)
{
	LLVMValueRef v;

	for (v = LLVMGetFirstFunction(llvm); v; v = LLVMGetNextFunction(v))
		if (!LLVMIsDeclaration(v))
			open_function(v, v == function);
	for (v = LLVMGetFirstGlobal(llvm); v; v = LLVMGetNextGlobal(v))
		if (is_local(v))
			LLVMSetLinkage(v, LLVMExternalLinkage);
}

static void copy_units(struct cvg_excerpt *excerpt)
{
	static const char units[] = "llvm.dbg.cu";
	LLVMModuleRef from = excerpt->from->llvm;
	unsigned n = LLVMGetNamedMetadataNumOperands(from, units);
	LLVMValueRef *unit = cvg_calloc((size_t)n + 1, sizeof *unit);

	LLVMGetNamedMetadataOperands(from, units, unit);
	for (unsigned i = 0; i < n; i++)
		LLVMAddNamedMetadataOperand(excerpt->to, units, unit[i]);
	free(unit);
}

/* ---- and back ----------------------------------------------------------- */

static LLVMValueRef intrinsic_of(LLVMModuleRef llvm, LLVMValueRef v)
{
	size_t n;
	const char *name = LLVMGetValueName2(v, &n);
	LLVMValueRef own = LLVMGetNamedFunction(llvm, name);

	return own ? own
		   : LLVMAddFunction(llvm, name, LLVMGlobalGetValueType(v));
}

/* Does a variable begin with what it began with in the module? Variables in a
 * constant are not looked into. */
static bool begins_alike(struct cvg_excerpt *excerpt, LLVMValueRef own,
			 LLVMValueRef v)
{
	LLVMValueRef was = LLVMGetInitializer(own), is = LLVMGetInitializer(v);
	uint32_t at =
		was ? cvg_ptrmap_get(&excerpt->back->number, was) : CVG_NONE;

	return is == (at == CVG_NONE ? was : excerpt->back->made.at[at]);
}

/* What the module has for a function or variable of the excerpt. What a pass has put
 * in its place is another one, even at the same address. */
static LLVMValueRef own_of(struct cvg_excerpt *excerpt, LLVMValueRef v)
{
	const struct cvg_excerpt *back = excerpt->back;
	uint32_t at = cvg_ptrmap_get(&back->of_made, v);
	LLVMValueRef own = at == CVG_NONE ? NULL : back->old.at[at];

	if (LLVMIsAFunction(v) && LLVMGetIntrinsicID(v))
		own = intrinsic_of(excerpt->from->llvm, v);
	if (!own || LLVMGetValueKind(own) != LLVMGetValueKind(v) ||
	    LLVMTypeOf(own) != LLVMTypeOf(v) ||
	    LLVMGlobalGetValueType(own) != LLVMGlobalGetValueType(v) ||
	    (LLVMIsAGlobalVariable(v) && !begins_alike(excerpt, own, v))) {
		excerpt->failed = true;
		return v;
	}
	cvg_ptrmap_put(&excerpt->number, v, (uint32_t)excerpt->old.n);
	cvg_push(&excerpt->old, v);
	cvg_push(&excerpt->made, own);
	return own;
}

/* Does the function still stand in the excerpt, with code? */
static bool is_there(LLVMModuleRef llvm, LLVMValueRef function)
{
	LLVMValueRef v = LLVMGetFirstFunction(llvm);

	while (v && v != function)
		v = LLVMGetNextFunction(v);
	return v && !LLVMIsDeclaration(v);
}

/* Give the work on function f the code of the excerpt's function. */
static bool give_back(struct cvg_module *module, uint32_t f,
		      const struct cvg_excerpt *from, LLVMValueRef function,
		      enum cvg_unroll unroll, struct cvg_err *err)
{
	struct cvg_excerpt way = {.from = module,
				  .to = module->llvm,
				  .global = own_of,
				  .back = from,
				  .for_passes = true};
	/* A function of its own: the work is still whole if this fails. */
	LLVMValueRef made =
		LLVMAddFunction(from->to, "", LLVMGlobalGetValueType(function));

	way.failed = !is_there(from->to, function);
	if (!way.failed) {
		cvg_unroll_forget(function, unroll);
		cvg_excerpt_copy(&way, function, made);
	}
	if (!way.failed)
		cvg_body_take_over(module, f, made);
	LLVMDeleteFunction(made);
	cvg_excerpt_done(&way);
	return !way.failed ||
	       cvg_fail(err, "it makes more than code of the function, or code "
			     "that cannot be copied");
}

/* ---- running ------------------------------------------------------------ */

static bool at_once;

void cvg_passes_at_once(void)
{
	at_once = true;
}

struct job {
	struct cvg_module *module;
	LLVMModuleRef llvm;
	const char *pipeline;
};

static bool rehearse(void *context, struct cvg_str *out, struct cvg_err *err)
{
	struct job *job = context;

	(void)out;
	return cvg_passes_run(job->module, job->llvm, job->pipeline, err);
}

static bool run(struct job *job, unsigned seconds, struct cvg_err *err)
{
	struct cvg_child child = {.who = "LLVM",
				  .object = " in this pipeline",
				  .seconds = seconds,
				  .work = rehearse,
				  .context = job,
				  .ticker = job->module->ticker};
	struct cvg_str said = {0};
	bool ok = at_once || cvg_child_run(&child, NULL, &said, err);

	if (ok && said.n)
		ok = cvg_fail(err, "passes that print run on the module only");
	cvg_str_done(&said);
	return ok && cvg_passes_run(job->module, job->llvm, job->pipeline, err);
}

bool cvg_module_pass_alone(struct cvg_module *module, uint32_t f,
			   const char *pipeline, enum cvg_unroll unroll,
			   unsigned seconds, struct cvg_err *err)
{
	struct cvg_excerpt excerpt = {.from = module, .for_passes = true};
	LLVMValueRef function = cvg_excerpt_fill(&excerpt, f);
	struct job job = {module, excerpt.to, pipeline};
	struct cvg_numbered was;
	bool ok = function != NULL;

	if (ok) {
		open_all(excerpt.to, function);
		copy_units(&excerpt);
		cvg_unroll_hint(function, unroll);
		for (uint32_t i = 0; i < excerpt.made.n; i++)
			cvg_ptrmap_put(&excerpt.of_made, excerpt.made.at[i], i);
		was = cvg_numbered_take(module, f);
		ok = run(&job, seconds, err) &&
		     give_back(module, f, &excerpt, function, unroll, err);
		if (ok)
			cvg_numbered_restore(module, f, &was);
		cvg_numbered_done(&was);
	} else {
		cvg_fail(err, "the function cannot be copied out of its "
			      "module; scope=module runs on all of it");
	}
	LLVMDisposeModule(excerpt.to);
	cvg_excerpt_done(&excerpt);
	return ok || cvg_fail_in(err, "pass '%s'", pipeline);
}
