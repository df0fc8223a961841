/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Finds the target of a module. LLVM's code for a target of targets.def is
 * initialised only when a machine for it is first asked for.
 */
#include "target.h"

#include "reconverge/ir.h"
#include "reconverge/target.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "opencl.h"

#define TARGET(id, name) extern const struct cvg_live_target cvg_live_##name;
#include "reconverge/targets.def"
#undef TARGET

static const struct cvg_live_target *const targets[CVG_NTARGETS] = {
#define TARGET(id, name) [CVG_##id] = &cvg_live_##name,
#include "reconverge/targets.def"
#undef TARGET
};

const struct cvg_live_target *cvg_live_target(const struct cvg_module *module)
{
	return cvg_live_target_of(module->target);
}

const struct cvg_live_target *cvg_live_target_of(enum cvg_target target)
{
	return targets[target];
}

static size_t arch_len(const char *triple)
{
	return strcspn(triple, "-");
}

static bool arch_is(const char *triple, const char *arch)
{
	size_t n = arch_len(triple);

	return n == strlen(arch) && !memcmp(triple, arch, n);
}

/* The target of a triple; false: no target has such a triple. */
static bool target_of_triple(const char *triple, enum cvg_target *out)
{
	for (int i = 0; i < CVG_NTARGETS; i++) {
		*out = (enum cvg_target)i;
		if (arch_is(triple, cvg_target_info(*out)->arch))
			return true;
	}
	return false;
}

/* List the targets, as in "amdgcn or nvptx64": by their whole triples, or only
 * by the beginnings of those. */
static void list_targets(struct cvg_str *out, const char *between, bool whole)
{
	for (int i = 0; i < CVG_NTARGETS; i++) {
		const struct cvg_targetinfo *info =
			cvg_target_info((enum cvg_target)i);

		cvg_str_add(out, i ? between : "");
		cvg_str_add(out, whole ? info->triple : info->arch);
	}
}

static bool refuse_triple(const char *triple, struct cvg_err *err)
{
	struct cvg_str known = {0}, hint = {0};

	list_targets(&known, " or ", false);
	if (arch_is(triple, "nvptx"))
		cvg_str_add(&hint, "; compile for nvptx64");
	else if (arch_is(triple, "r600"))
		cvg_str_add(&hint, "; GPUs before GCN are not supported");
	else if (!strncmp(triple, "spir", 4)) {
		cvg_str_add(&hint, "; compile the source for ");
		list_targets(&hint, " or ", false);
	}
	cvg_fail(err, "the module's target is '%s', not %s%s", triple, known.at,
		 hint.n ? hint.at : "");
	cvg_str_done(&known);
	cvg_str_done(&hint);
	return false;
}

static void ask_for_triple(struct cvg_err *err)
{
	struct cvg_str known = {0};

	list_targets(&known, " or ", true);
	cvg_fail(
		err,
		"the module has no target triple; give one with --mtriple (%s)",
		known.at);
	cvg_str_done(&known);
}

/* The triple to use: the one asked for, else the module's own. NULL: there is
 * neither, or they contradict each other, and `err` is filled. */
static const char *choose_triple(const char *own, const char *asked,
				 struct cvg_err *err)
{
	if (!*own && !asked) {
		ask_for_triple(err);
		return NULL;
	}
	if (!*own || !asked)
		return asked ? asked : own;
	if (arch_len(own) == arch_len(asked) &&
	    !memcmp(own, asked, arch_len(own)))
		return asked;
	cvg_fail(err,
		 "the module is for '%s'; --mtriple=%s names another "
		 "architecture",
		 own, asked);
	return NULL;
}

const char *cvg_target_string(LLVMValueRef fn, const char *key, size_t *n)
{
	LLVMAttributeRef a = LLVMGetStringAttributeAtIndex(
		fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, key,
		(unsigned)strlen(key));
	unsigned len = 0;
	const char *s = a ? LLVMGetStringAttributeValue(a, &len) : NULL;

	*n = len;
	return s;
}

/* The cpu on which all functions with a "target-cpu" agree, or NULL; the caller
 * frees it. */
static char *agreed_cpu(const struct cvg_module *module)
{
	struct cvg_str cpu = {0};

	for (uint32_t i = 0; i < module->nfns; i++) {
		size_t n;
		const char *s = cvg_target_string(module->fns[i].value,
						  "target-cpu", &n);

		if (!s || n == 0)
			continue;
		if (!cpu.n)
			cvg_str_addn(&cpu, s, n);
		if (cpu.n == n && !memcmp(cpu.at, s, n))
			continue;
		cvg_str_done(&cpu);
		return NULL;
	}
	return cpu.n ? cvg_str_take(&cpu) : NULL;
}

/*
 * Give the cpu that the user asked for to functions that name another one: the
 * code generator uses the attribute of the function. The function's list of
 * features belongs to the old cpu and is removed.
 */
static void force_cpu(struct cvg_module *module)
{
	static const char cpu_key[] = "target-cpu";
	static const char features_key[] = "target-features";
	LLVMAttributeIndex at = (LLVMAttributeIndex)LLVMAttributeFunctionIndex;
	unsigned ncpu = (unsigned)strlen(module->cpu);

	for (uint32_t i = 0; i < module->nfns; i++) {
		LLVMValueRef fn = module->fns[i].value;
		size_t n;
		const char *s = cvg_target_string(fn, cpu_key, &n);

		if (!s || (n == ncpu && !memcmp(s, module->cpu, n)))
			continue;
		LLVMRemoveStringAttributeAtIndex(fn, at, features_key,
						 sizeof features_key - 1);
		LLVMAddAttributeAtIndex(
			fn, at,
			LLVMCreateStringAttribute(module->context, cpu_key,
						  sizeof cpu_key - 1,
						  module->cpu, ncpu));
	}
}

static bool give_layout(struct cvg_module *module, struct cvg_err *err)
{
	LLVMTargetMachineRef tm;
	LLVMTargetDataRef td;

	if (*LLVMGetDataLayoutStr(module->llvm))
		return true;
	tm = cvg_target_machine(module, err);
	if (!tm)
		return false;
	td = LLVMCreateTargetDataLayout(tm);
	LLVMSetModuleDataLayout(module->llvm, td);
	LLVMDisposeTargetData(td);
	LLVMDisposeTargetMachine(tm);
	return true;
}

bool cvg_target_resolve(struct cvg_module *module,
			const struct cvg_target_options *opt,
			struct cvg_err *err)
{
	const char *asked_cpu = opt ? opt->cpu : NULL;
	const char *triple = choose_triple(LLVMGetTarget(module->llvm),
					   opt ? opt->triple : NULL, err);
	if (!triple)
		return false;
	if (!target_of_triple(triple, &module->target))
		return refuse_triple(triple, err);
	module->opencl =
		cvg_opencl_module(module); /* needs the kinds of functions */
	module->triple = cvg_strdup(triple);
	LLVMSetTarget(module->llvm, module->triple);
	module->costs = opt ? opt->costs : NULL;
	module->cpu = asked_cpu ? cvg_strdup(asked_cpu) : agreed_cpu(module);
	if (!module->cpu)
		module->cpu = cvg_strdup(cvg_target_info(module->target)->cpu);
	if (asked_cpu)
		force_cpu(module);
	return give_layout(module, err);
}

void cvg_module_price(struct cvg_module *module, const struct cvg_costs *costs)
{
	module->costs = costs;
}

bool cvg_module_comparable(const struct cvg_module *module,
			   const struct cvg_module *with, struct cvg_err *err)
{
	if (strcmp(module->triple, with->triple) != 0)
		return cvg_fail(err, "it is for '%s', not for '%s'",
				module->triple, with->triple);
	if (strcmp(module->cpu, with->cpu) != 0)
		return cvg_fail(err,
				"it is for the CPU %s, not for %s; --mcpu=CPU "
				"takes all modules for one",
				module->cpu, with->cpu);
	if (strcmp(LLVMGetDataLayoutStr(module->llvm),
		   LLVMGetDataLayoutStr(with->llvm)) != 0)
		return cvg_fail(err, "its layout of data is another one");
	return true;
}

/* LLVM's list of targets has no lock of its own, and two threads may each have
 * a session. */
static void make_ready(const struct cvg_live_target *target)
{
	static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

	pthread_mutex_lock(&lock);
	target->init();
	pthread_mutex_unlock(&lock);
}

/* The version of PTX that a function asks for, or 0. */
static uint32_t ptx_of(LLVMValueRef fn)
{
	size_t n;
	const char *text = cvg_target_string(fn, "target-features", &n);
	const char *at = text ? memmem(text, n, "+ptx", 4) : NULL;
	uint32_t version = 0;

	for (at = at ? at + 4 : text; at && at < text + n; at++) {
		if (*at < '0' || *at > '9' || version > 999)
			break;
		version = 10 * version + (uint32_t)(*at - '0');
	}
	return version;
}

char *cvg_target_features(const struct cvg_module *module)
{
	uint32_t most = 0;
	struct cvg_str text = {0};

	if (module->features)
		return cvg_strdup(module->features);
	for (LLVMValueRef fn = LLVMGetFirstFunction(module->llvm);
	     fn && module->target == CVG_NVPTX; fn = LLVMGetNextFunction(fn)) {
		uint32_t ptx = ptx_of(fn);

		most = ptx > most ? ptx : most;
	}
	if (most)
		cvg_str_addf(&text, "+ptx%u", most);
	return cvg_str_take(&text);
}

LLVMTargetMachineRef cvg_target_machine(const struct cvg_module *module,
					struct cvg_err *err)
{
	LLVMTargetMachineRef tm;
	LLVMTargetRef target;
	char *why = NULL, *features;

	make_ready(cvg_live_target(module));
	if (LLVMGetTargetFromTriple(module->triple, &target, &why)) {
		cvg_fail(err, "%s", why);
		LLVMDisposeMessage(why);
		return NULL;
	}
	features = cvg_target_features(module);
	tm = LLVMCreateTargetMachine(target, module->triple, module->cpu,
				     features, LLVMCodeGenLevelDefault,
				     LLVMRelocDefault, LLVMCodeModelDefault);
	free(features);
	if (!tm)
		cvg_fail(err, "this LLVM cannot generate code for '%s'",
			 module->triple);
	return tm;
}

bool cvg_target_try(enum cvg_target of, const char *cpu, struct cvg_err *err)
{
	const char *triple = cvg_target_info(of)->triple;
	LLVMTargetMachineRef tm;
	LLVMTargetRef target;
	char *why = NULL;

	make_ready(targets[of]);
	if (LLVMGetTargetFromTriple(triple, &target, &why)) {
		cvg_fail(err, "%s", why);
		LLVMDisposeMessage(why);
		return false;
	}
	tm = LLVMCreateTargetMachine(target, triple, cpu, "",
				     LLVMCodeGenLevelDefault, LLVMRelocDefault,
				     LLVMCodeModelDefault);
	if (tm)
		LLVMDisposeTargetMachine(tm);
	return true;
}

void cvg_llvm_prepare(void)
{
	for (int i = 0; i < CVG_NTARGETS; i++)
		cvg_target_try((enum cvg_target)i,
			       cvg_target_info((enum cvg_target)i)->cpu, NULL);
}

uint32_t cvg_target_warp(const struct cvg_module *module, LLVMValueRef fn)
{
	return cvg_live_target(module)->warp(module, fn);
}
