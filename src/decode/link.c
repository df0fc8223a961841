/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Linking a device library into a module: only what the module calls, and
 * what that calls. First in a child, then here, as a file is loaded.
 *
 * In the library everything the module does not ask for becomes internal, so
 * that LLVM's linker moves it only if something moved needs it. What the
 * module itself defines wins over the library's. Of bitcode only those bodies
 * are read that are wanted: a library has thousands.
 *
 * ROCm's libraries ask by constants named __oclc_ how to compute; those come
 * in files of their own. One that is missing gets what the compiler's driver
 * would take without options; linked later, the file still wins.
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

struct link {
	struct cvg_module *m;
	const struct cvg_input *in;
};

/* ---- constants of ROCm's libraries ------------------------------------ */

static const char oclc[] = "__oclc_";

static bool is_oclc(LLVMValueRef v)
{
	size_t n;

	return !strncmp(LLVMGetValueName2(v, &n), oclc, sizeof oclc - 1);
}

/* A definition made by define_constants, not by a file. */
static bool is_default(LLVMValueRef v)
{
	return LLVMIsAGlobalVariable(v) && is_oclc(v) &&
	       LLVMGetLinkage(v) == LLVMWeakAnyLinkage;
}

/* "gfx90a" is 9010: major, then minor and stepping in hexadecimal digits. */
static uint64_t isa_version(const char *cpu)
{
	size_t n = strlen(cpu);
	unsigned long major, tail;

	if (strncmp(cpu, "gfx", 3) || n < 6 || n > 7)
		return 9000; /* a generic cpu: the oldest with what gfx9 has */
	tail = strtoul(cpu + n - 2, NULL, 16);
	major = n == 6 ? strtoul((char[]){cpu[3], '\0'}, NULL, 10)
		       : strtoul((char[]){cpu[3], cpu[4], '\0'}, NULL, 10);
	return major * 1000 + (tail >> 4) * 100 + (tail & 15);
}

/* The number that the module flag `name` has, or `none`. */
static uint64_t module_flag(const struct cvg_module *m, const char *name,
			    uint64_t none)
{
	LLVMMetadataRef md = LLVMGetModuleFlag(m->llvm, name, strlen(name));
	LLVMValueRef v, number;

	if (!md)
		return none;
	v = LLVMMetadataAsValue(m->context, md);
	if (LLVMGetMDNodeNumOperands(v) != 1)
		return none;
	LLVMGetMDNodeOperands(v, &number);
	return LLVMIsAConstantInt(number) ? LLVMConstIntGetZExtValue(number)
					  : none;
}

/* Lanes of a warp as the module's first function with a body has them. */
static uint32_t warp_of(const struct cvg_module *m)
{
	return m->nfns > 0 ? cvg_target_warp(m, m->fns[0].value) : 64;
}

/* What the compiler's driver takes without options; false: unknown name. */
static bool default_of(const struct cvg_module *m, const char *name,
		       uint64_t *out)
{
	static const struct {
		const char *name;
		uint64_t value;
	} fixed[] = {
		{"finite_only_opt", 0},
		{"unsafe_math_opt", 0},
		{"daz_opt", 0},
		{"correctly_rounded_sqrt32", 1},
	};

	for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++)
		if (!strcmp(name, fixed[i].name)) {
			*out = fixed[i].value;
			return true;
		}
	if (!strcmp(name, "wavefrontsize64"))
		*out = warp_of(m) == 64;
	else if (!strcmp(name, "ISA_version"))
		*out = isa_version(m->cpu);
	else if (!strcmp(name, "ABI_version"))
		*out = module_flag(m, "amdhsa_code_object_version", 500);
	else
		return false;
	return true;
}

/* Define those that are asked for and that no file has defined so far. */
static void define_constants(struct cvg_module *m)
{
	for (LLVMValueRef v = LLVMGetFirstGlobal(m->llvm); v;
	     v = LLVMGetNextGlobal(v)) {
		LLVMTypeRef type = LLVMGlobalGetValueType(v);
		uint64_t value;
		size_t n;

		if (!LLVMIsDeclaration(v) || !is_oclc(v) ||
		    LLVMGetTypeKind(type) != LLVMIntegerTypeKind ||
		    !default_of(m, LLVMGetValueName2(v, &n) + sizeof oclc - 1,
				&value))
			continue;
		LLVMSetInitializer(v, LLVMConstInt(type, value, false));
		LLVMSetLinkage(v, LLVMWeakAnyLinkage);
	}
}

/* ---- the library ------------------------------------------------------ */

/* The triple up to its first '-'; libraries differ in the rest. */
static bool fits(const struct cvg_module *m, LLVMModuleRef library,
		 struct cvg_err *err)
{
	const char *triple = LLVMGetTarget(library);
	size_t n = strcspn(m->triple, "-");

	if (*triple &&
	    (strcspn(triple, "-") != n || strncmp(triple, m->triple, n) != 0))
		return cvg_fail(err, "is for '%s', the module for '%s'", triple,
				m->triple);
	LLVMSetTarget(library, m->triple);
	LLVMSetDataLayout(library, LLVMGetDataLayoutStr(m->llvm));
	return true;
}

/* How the library's definition `v` may go into the module. Calls that have a
 * meaning of their own here (printf, malloc) keep it: what libraries do for
 * them needs a host that answers. */
static LLVMLinkage linkage_in(const struct cvg_module *m, LLVMValueRef v)
{
	size_t n;
	const char *name = LLVMGetValueName2(v, &n), *rest;
	LLVMValueRef own = LLVMGetNamedFunction(m->llvm, name);

	if (cvg_intrin_find(name, &rest))
		return LLVMInternalLinkage;
	if (!own)
		own = LLVMGetNamedGlobal(m->llvm, name);
	if (!own)
		return LLVMInternalLinkage;
	return LLVMIsDeclaration(own) || is_default(own) ? LLVMExternalLinkage
							 : LLVMWeakAnyLinkage;
}

static void prepare_value(const struct cvg_module *m, LLVMValueRef v)
{
	LLVMLinkage now = LLVMGetLinkage(v);

	if (LLVMIsDeclaration(v) || now == LLVMInternalLinkage ||
	    now == LLVMPrivateLinkage || now == LLVMAppendingLinkage)
		return;
	/* A hidden or protected symbol cannot be internal. */
	LLVMSetVisibility(v, LLVMDefaultVisibility);
	LLVMSetLinkage(v, linkage_in(m, v));
}

static void prepare(const struct cvg_module *m, LLVMModuleRef library)
{
	LLVMValueRef v;

	for (v = LLVMGetFirstFunction(library); v; v = LLVMGetNextFunction(v))
		prepare_value(m, v);
	for (v = LLVMGetFirstGlobal(library); v; v = LLVMGetNextGlobal(v))
		prepare_value(m, v);
	for (v = LLVMGetFirstGlobalAlias(library); v;
	     v = LLVMGetNextGlobalAlias(v))
		prepare_value(m, v);
}

/* ---- linking ---------------------------------------------------------- */

static bool link_in(struct link *l, struct cvg_err *err)
{
	struct cvg_module *m = l->m;
	LLVMModuleRef library = cvg_input_open(l->in, m->context, err);

	if (!library)
		return false;
	if (!fits(m, library, err)) {
		LLVMDisposeModule(library);
		return false;
	}
	prepare(m, library);
	cvg_str_clear(&m->complaint);
	if (LLVMLinkModules2(m->llvm, library)) /* frees the library */
		return cvg_fail(err, "%s",
				m->complaint.n ? m->complaint.at
					       : "cannot be linked");
	if (m->target == CVG_AMDGPU)
		define_constants(m);
	cvg_live_rescan(m);
	return true;
}

/* In the child: whatever could go wrong goes wrong here. */
static bool try_link(void *context, struct cvg_str *out, struct cvg_err *err)
{
	struct link *l = context;

	(void)out;
	return link_in(l, err) && cvg_module_verify(l->m, err);
}

bool cvg_module_link(struct cvg_module *m, const char *path,
		     struct cvg_err *err)
{
	struct cvg_input in;
	struct link l = {m, &in};
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
