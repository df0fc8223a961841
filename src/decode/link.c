/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Links a device library into a module: only the functions that the module
 * calls, directly or indirectly. Like a file that is loaded, the library is
 * first linked in a child process, then here.
 *
 * All definitions of the library that the module does not use become internal,
 * so that LLVM's linker only moves those that are needed. A definition of the
 * module wins over the library's. Of a bitcode file, only the bodies that are
 * moved are read, because a library has thousands.
 *
 * Libraries read options from constants of certain names. If no file defines
 * such a constant, it gets the value of the compiler's driver without options
 * (define_constants); a file that is linked later still replaces it.
 */
#include <llvm-c/Analysis.h>
#include <llvm-c/Linker.h>

#include <stdlib.h>
#include <string.h>

#include "src/ir/child.h"
#include "src/ir/input.h"
#include "intrin.h"
#include "src/ir/live.h"
#include "src/ir/target.h"
#include "reconverge/ir.h"

struct link {
	struct cvg_module *module;
	const struct cvg_input *in;
};

/* ---- the library ------------------------------------------------------ */

/* Is the library for the module's target? Only the triples' parts before the
 * first '-' are compared, because libraries differ in the rest. */
static bool fits(const struct cvg_module *module, LLVMModuleRef library,
		 struct cvg_err *err)
{
	const char *triple = LLVMGetTarget(library);
	size_t n = strcspn(module->triple, "-");

	if (*triple && (strcspn(triple, "-") != n ||
			strncmp(triple, module->triple, n) != 0))
		return cvg_fail(
			err,
			"the library is for '%s', but the module is for '%s'",
			triple, module->triple);
	LLVMSetTarget(library, module->triple);
	LLVMSetDataLayout(library, LLVMGetDataLayoutStr(module->llvm));
	return true;
}

/* Was v defined by define_constants, not by a file? */
static bool is_default(const struct cvg_module *module, LLVMValueRef v)
{
	const struct cvg_decode_target *target =
		cvg_decode_target(module->target);

	return target->is_default && target->is_default(v);
}

/* The linkage with which the library's definition v goes into the module.
 * Functions that the simulator executes itself (printf, malloc) are not linked,
 * because the library's versions need a host that answers. */
static LLVMLinkage linkage_in(const struct cvg_module *module, LLVMValueRef v)
{
	size_t n;
	const char *name = LLVMGetValueName2(v, &n), *rest;
	LLVMValueRef own = LLVMGetNamedFunction(module->llvm, name);

	if (cvg_intrin_find(name, &rest))
		return LLVMInternalLinkage;
	if (!own)
		own = LLVMGetNamedGlobal(module->llvm, name);
	if (!own)
		return LLVMInternalLinkage;
	return LLVMIsDeclaration(own) || is_default(module, own)
		       ? LLVMExternalLinkage
		       : LLVMWeakAnyLinkage;
}

static void prepare_value(const struct cvg_module *module, LLVMValueRef v)
{
	LLVMLinkage now = LLVMGetLinkage(v);

	if (LLVMIsDeclaration(v) || now == LLVMInternalLinkage ||
	    now == LLVMPrivateLinkage || now == LLVMAppendingLinkage)
		return;
	/* A hidden or protected symbol cannot be internal. */
	LLVMSetVisibility(v, LLVMDefaultVisibility);
	LLVMSetLinkage(v, linkage_in(module, v));
}

static void prepare(const struct cvg_module *module, LLVMModuleRef library)
{
	LLVMValueRef v;

	for (v = LLVMGetFirstFunction(library); v; v = LLVMGetNextFunction(v))
		prepare_value(module, v);
	for (v = LLVMGetFirstGlobal(library); v; v = LLVMGetNextGlobal(v))
		prepare_value(module, v);
	for (v = LLVMGetFirstGlobalAlias(library); v;
	     v = LLVMGetNextGlobalAlias(v))
		prepare_value(module, v);
}

/* ---- linking ---------------------------------------------------------- */

static bool link_in(struct link *l, struct cvg_err *err)
{
	struct cvg_module *module = l->module;
	const struct cvg_decode_target *target =
		cvg_decode_target(module->target);
	LLVMModuleRef library = cvg_input_open(l->in, module->context, err);

	if (!library)
		return false;
	if (!fits(module, library, err)) {
		LLVMDisposeModule(library);
		return false;
	}
	prepare(module, library);
	cvg_str_clear(&module->complaint);
	if (LLVMLinkModules2(module->llvm, library)) /* frees the library */
		return cvg_fail(err, "%s",
				module->complaint.n
					? module->complaint.at
					: "LLVM cannot link the library "
					  "and gives no reason");
	if (target->define_constants)
		target->define_constants(module);
	cvg_live_rescan(module);
	return true;
}

/* Runs in the child process: if linking crashes, it crashes here. */
static bool try_link(void *context, struct cvg_str *out, struct cvg_err *err)
{
	struct link *l = context;

	(void)out;
	return link_in(l, err) && cvg_module_verify(l->module, err);
}

bool cvg_module_link(struct cvg_module *module, const char *path,
		     struct cvg_err *err)
{
	struct cvg_input in;
	struct link l = {module, &in};
	struct cvg_child child = {
		.who = "LLVM's linker",
		.object = " on this file",
		.work = try_link,
		.context = &l,
	};
	struct cvg_err why = {0};
	bool ok;

	if (!cvg_input_read(&in, path, err))
		return false;
	child.seconds = 60 + (unsigned)(in.n >> 19);
	ok = cvg_child_run(&child, NULL, NULL, &why) && link_in(&l, &why);
	if (!ok)
		cvg_input_fail(&in, &why, err);
	cvg_input_done(&in);
	return ok;
}
