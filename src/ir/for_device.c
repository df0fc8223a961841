/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Makes a copy of a module fit for one device: for a processor that LLVM knows and
 * the device runs, with as many lanes in a warp as in the session, and with nothing
 * but one kernel and what it needs, all by names that a driver finds.
 */
#include "child.h"
#include "live.h"
#include "target.h"

#include "reconverge/ir.h"
#include "reconverge/target.h"

#include <ctype.h>
#include <llvm-c/Comdat.h>
#include <llvm-c/DebugInfo.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- processors -------------------------------------------------------- */

struct tried {
	enum cvg_target target;
	const char *cpu;
	unsigned from, to; /* numbers of others */
};

/* Make machines: on standard error LLVM tells which processors it does not know. */
static bool try_cpus(void *context, struct cvg_str *out, struct cvg_err *err)
{
	const struct tried *tried = context;
	char other[32];

	(void)out;
	if (!cvg_target_try(tried->target, tried->cpu, err))
		return false;
	for (unsigned n = tried->from; n < tried->to; n++) {
		snprintf(other, sizeof other, "sm_%u", n);
		if (!cvg_target_try(tried->target, other, err))
			return false;
	}
	return true;
}

static bool knows(const struct cvg_str *said, const char *cpu)
{
	char words[96];

	snprintf(words, sizeof words, "'%.32s' is not a recognized processor",
		 cpu);
	return !strstr(cvg_str_of(said), words);
}

static bool ask(struct tried *tried, struct cvg_str *said, struct cvg_err *err)
{
	const struct cvg_child child = {.who = "LLVM",
					.object = "",
					.seconds = 60,
					.work = try_cpus,
					.context = tried};

	return cvg_child_run(&child, NULL, said, err);
}

/* No driver of today runs older devices; and of so many numbers at once LLVM says no
 * more than is heard. */
enum { FIRST_SM = 50, AT_ONCE = 100 };

/* Find the newest that LLVM knows before sm_`number`. */
static bool find_older(struct tried *tried, unsigned number, char *out,
		       size_t n, struct cvg_err *err)
{
	struct cvg_str said = {0};
	bool known = false, ok = true;

	while (ok && !known && number > FIRST_SM) {
		tried->to = number;
		tried->from = number > FIRST_SM + AT_ONCE ? number - AT_ONCE
							  : FIRST_SM;
		cvg_str_clear(&said);
		ok = ask(tried, &said, err);
		while (ok && !known && number > tried->from) {
			snprintf(out, n, "sm_%u", --number);
			known = knows(&said, out);
		}
	}
	cvg_str_done(&said);
	return known;
}

bool cvg_cpu_for_device(enum cvg_target target, const char *cpu, char *out,
			size_t n, struct cvg_err *err)
{
	bool portable = cvg_target_info(target)->no_object != NULL;
	struct tried tried = {.target = target, .cpu = cpu};
	struct cvg_str said = {0};
	bool ok = ask(&tried, &said, err), known = knows(&said, cpu);

	cvg_str_done(&said);
	snprintf(out, n, "%s", cpu);
	if (!ok || known)
		return ok;
	return (portable && !strncmp(cpu, "sm_", 3) &&
		find_older(&tried, (unsigned)strtoul(cpu + 3, NULL, 10), out, n,
			   err)) ||
	       cvg_fail(err, "LLVM %u makes no code for %s: a newer one may",
			cvg_llvm_major(), cpu);
}

/* ---- lanes --------------------------------------------------------------- */

static void add_feature(struct cvg_module *module, LLVMValueRef fn,
			const char *feature)
{
	static const char key[] = "target-features";
	struct cvg_str all = {0};
	size_t n;
	const char *had = cvg_target_string(fn, key, &n);

	if (had && n) {
		cvg_str_addn(&all, had, n);
		cvg_str_addc(&all, ',');
	}
	cvg_str_add(&all, feature);
	LLVMAddAttributeAtIndex(
		fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
		LLVMCreateStringAttribute(module->context, key, sizeof key - 1,
					  all.at, (unsigned)all.n));
	cvg_str_done(&all);
}

bool cvg_module_lanes(struct cvg_module *module, uint32_t warp,
		      struct cvg_err *err)
{
	const struct cvg_live_target *target = cvg_live_target(module);

	for (uint32_t i = 0; i < module->nfns; i++) {
		LLVMValueRef fn = module->fns[i].value;
		uint32_t has = target->warp(module, fn);

		if (has == warp)
			continue;
		if (!target->wave || !target->wave(module, warp))
			return cvg_fail(err,
					"a warp of %s has %u lanes, and one of "
					"this session %u: load the module with "
					"--mcpu=%s",
					module->cpu, has, warp, module->cpu);
		add_feature(module, fn, target->wave(module, warp));
	}
	return true;
}

/* ---- names --------------------------------------------------------------- */

void cvg_device_name(struct cvg_str *out, const char *name)
{
	for (const char *at = name; *at; at++) {
		bool plain =
			isalnum((unsigned char)*at) || *at == '_' || *at == '$';

		if (plain && (at != name || !isdigit((unsigned char)*at)))
			cvg_str_addc(out, *at);
		else
			cvg_str_addf(out, "$%02x", (unsigned char)*at);
	}
}

static void rename_value(LLVMValueRef v)
{
	size_t n;
	const char *name = LLVMGetValueName2(v, &n);
	struct cvg_str made = {0};

	cvg_device_name(&made, name);
	if (n && strcmp(made.at, name) != 0)
		LLVMSetValueName2(v, made.at, made.n);
	cvg_str_done(&made);
}

static bool is_local(LLVMValueRef v)
{
	return LLVMGetLinkage(v) == LLVMInternalLinkage ||
	       LLVMGetLinkage(v) == LLVMPrivateLinkage;
}

/* Is it shared or private memory, which every launch has for itself? */
static bool is_own(const struct cvg_module *module, LLVMValueRef v)
{
	enum cvg_memkind kind =
		cvg_target_memory(cvg_target_info(module->target),
				  LLVMGetPointerAddressSpace(LLVMTypeOf(v)));

	return kind == CVG_MEMORY_SHARED || kind == CVG_MEMORY_PRIVATE;
}

/* A driver finds variables that may change: what they hold is set before a run and
 * compared after it. */
static void show_variables(struct cvg_module *module)
{
	bool amd = module->target == CVG_AMDGPU;

	for (LLVMValueRef v = LLVMGetFirstGlobal(module->llvm); v;
	     v = LLVMGetNextGlobal(v)) {
		size_t n;

		if (LLVMIsDeclaration(v) || LLVMIsGlobalConstant(v) ||
		    is_own(module, v) || !LLVMGetValueName2(v, &n) || !n ||
		    LLVMGetLinkage(v) == LLVMAppendingLinkage)
			continue;
		rename_value(v);
		if (is_local(v))
			LLVMSetLinkage(v, LLVMExternalLinkage);
		LLVMSetVisibility(v, amd ? LLVMProtectedVisibility
					 : LLVMDefaultVisibility);
	}
}

/* ---- one kernel ------------------------------------------------------------ */

static void hide(LLVMValueRef v)
{
	if (LLVMIsDeclaration(v) || LLVMGetLinkage(v) == LLVMAppendingLinkage ||
	    LLVMGetLinkage(v) == LLVMAvailableExternallyLinkage)
		return;
	LLVMSetComdat(v, NULL);
	LLVMSetVisibility(v, LLVMDefaultVisibility);
	LLVMSetLinkage(v, LLVMInternalLinkage);
}

/* Let LLVM drop what the kernel does not need. */
static void hide_others(struct cvg_module *module, LLVMValueRef kernel)
{
	for (LLVMValueRef v = LLVMGetFirstFunction(module->llvm); v;
	     v = LLVMGetNextFunction(v))
		if (v != kernel)
			hide(v);
	for (LLVMValueRef v = LLVMGetFirstGlobal(module->llvm); v;
	     v = LLVMGetNextGlobal(v))
		hide(v);
}

/* What drivers and code generators bring. */
static bool is_brought(const char *name)
{
	static const char *const brought[] = {"vprintf", "malloc",
					      "free",	 "__assertfail",
					      "printf",	 "__nvvm_reflect"};

	for (size_t i = 0; i < sizeof brought / sizeof *brought; i++)
		if (!strcmp(name, brought[i]))
			return true;
	return false;
}

/* The simulator has functions of OpenCL C without a body, and among them those of
 * images, which it keeps in a form of its own. */
static bool refuse_call(const char *name, struct cvg_err *err)
{
	return strstr(name, "image") || strstr(name, "sampler")
		       ? cvg_fail(
				 err,
				 "it uses images (@%.100s), which have another "
				 "form on a device than on the simulator",
				 name)
		       : cvg_fail(err,
				  "it calls @%.100s, which has no body: link "
				  "the library that has it",
				  name);
}

/* Has all that the kernel needs a body, or a value? */
static bool is_complete(const struct cvg_module *module, struct cvg_err *err)
{
	size_t n;

	for (LLVMValueRef v = LLVMGetFirstFunction(module->llvm); v;
	     v = LLVMGetNextFunction(v)) {
		const char *name = LLVMGetValueName2(v, &n);

		if (LLVMIsDeclaration(v) && LLVMGetFirstUse(v) &&
		    !LLVMGetIntrinsicID(v) && !is_brought(name))
			return refuse_call(name, err);
	}
	for (LLVMValueRef v = LLVMGetFirstGlobal(module->llvm); v;
	     v = LLVMGetNextGlobal(v))
		if (LLVMIsDeclaration(v) && LLVMGetFirstUse(v) &&
		    !is_own(module, v))
			return cvg_fail(err,
					"it needs @%.100s, which has no value",
					LLVMGetValueName2(v, &n));
	return true;
}

bool cvg_module_for_device(struct cvg_module *module, const char *kernel,
			   unsigned seconds, struct cvg_err *err)
{
	LLVMValueRef function;

	LLVMStripModuleDebugInfo(module->llvm);
	function = LLVMGetNamedFunction(module->llvm, kernel);
	if (!function || LLVMIsDeclaration(function))
		return cvg_fail(err, "the module has no function @%.100s",
				kernel);
	hide_others(module, function);
	if (!cvg_module_pass(module, cvg_live_target(module)->prune, seconds,
			     err) ||
	    !is_complete(module, err))
		return false;
	show_variables(module);
	rename_value(LLVMGetNamedFunction(module->llvm, kernel));
	return true;
}

/* ---- versions of PTX --------------------------------------------------------- */

/* The newest PTX that a driver takes, of those that LLVM knows from a version on.
 * Source: NVIDIA, "PTX ISA", release notes. */
static const struct {
	uint32_t driver, ptx, llvm;
} versions[] = {
	{13000, 90, 22}, {12090, 88, 21}, {12080, 87, 20}, {12070, 86, 20},
	{12050, 85, 19}, {12040, 84, 19}, {12030, 83, 19}, {12020, 82, 19},
	{12010, 81, 19}, {12000, 80, 19}, {11080, 78, 19}, {11070, 77, 19},
	{11060, 76, 19}, {11050, 75, 19}, {11040, 74, 19}, {11030, 73, 19},
	{11020, 72, 19}, {11010, 71, 19}, {11000, 70, 19}, {10020, 65, 19},
	{10010, 64, 19}, {10000, 63, 19},
};

bool cvg_module_ptx(struct cvg_module *module, uint32_t driver)
{
	size_t i = 0, n = sizeof versions / sizeof *versions;
	struct cvg_str feature = {0};

	while (i < n && (driver < versions[i].driver ||
			 cvg_llvm_major() < versions[i].llvm))
		i++;
	if (i == n)
		return false;
	cvg_str_addf(&feature, "+ptx%u", versions[i].ptx);
	free(module->features);
	module->features = cvg_str_take(&feature);
	return true;
}
