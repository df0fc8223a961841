/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Targets: amdgcn and nvptx64. Only these two are initialised in LLVM, and
 * only when something asks for a machine.
 */
#include "target.h"

#include <stdlib.h>
#include <string.h>

#include "opencl.h"

struct target_row {
	enum cvg_target target;
	const char *arch; /* the triple up to its first '-' */
	const char *cpu;  /* if neither the user nor the module names one */
	void (*init)(void);
};

static void init_amdgpu(void)
{
	LLVMInitializeAMDGPUTargetInfo();
	LLVMInitializeAMDGPUTarget();
	LLVMInitializeAMDGPUTargetMC();
	LLVMInitializeAMDGPUAsmPrinter();
	LLVMInitializeAMDGPUAsmParser(); /* for inline assembler */
}

static void init_nvptx(void)
{
	LLVMInitializeNVPTXTargetInfo();
	LLVMInitializeNVPTXTarget();
	LLVMInitializeNVPTXTargetMC();
	LLVMInitializeNVPTXAsmPrinter();
}

static const struct target_row targets[] = {
	{CVG_AMDGPU, "amdgcn", "gfx906", init_amdgpu},
	{CVG_NVPTX, "nvptx64", "sm_70", init_nvptx},
};

#define NTARGETS (sizeof targets / sizeof *targets)

static size_t arch_len(const char *triple)
{
	return strcspn(triple, "-");
}

static bool arch_is(const char *triple, const char *arch)
{
	size_t n = arch_len(triple);

	return n == strlen(arch) && !memcmp(triple, arch, n);
}

static const struct target_row *row_of_triple(const char *triple)
{
	for (size_t i = 0; i < NTARGETS; i++)
		if (arch_is(triple, targets[i].arch))
			return &targets[i];
	return NULL;
}

static bool refuse_triple(const char *triple, struct cvg_err *err)
{
	const char *hint = "";

	if (arch_is(triple, "nvptx"))
		hint = "; compile for nvptx64";
	else if (arch_is(triple, "r600"))
		hint = "; GPUs before GCN are not supported";
	else if (!strncmp(triple, "spirv", 5) || !strncmp(triple, "spir", 4))
		hint = "; compile the source for amdgcn or nvptx64";
	return cvg_fail(err, "target '%s' is neither amdgcn nor nvptx64%s",
			triple, hint);
}

/* The triple to go by, or NULL with `err` filled. */
static const char *choose_triple(const char *own, const char *asked,
				 struct cvg_err *err)
{
	if (!*own && !asked) {
		cvg_fail(err, "the module has no target triple: name one with "
			      "--mtriple (amdgcn-amd-amdhsa or "
			      "nvptx64-nvidia-cuda)");
		return NULL;
	}
	if (!*own || !asked)
		return asked ? asked : own;
	if (arch_len(own) == arch_len(asked) &&
	    !memcmp(own, asked, arch_len(own)))
		return asked;
	cvg_fail(err,
		 "the module is for '%s': --mtriple=%s cannot change "
		 "that",
		 own, asked);
	return NULL;
}

static const char *fn_string(LLVMValueRef fn, const char *key, size_t *n)
{
	LLVMAttributeRef a = LLVMGetStringAttributeAtIndex(
		fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, key,
		(unsigned)strlen(key));
	unsigned len = 0;
	const char *s = a ? LLVMGetStringAttributeValue(a, &len) : NULL;

	*n = len;
	return s;
}

/* The cpu all functions that name one agree on, or NULL; caller frees. */
static char *agreed_cpu(const struct cvg_module *m)
{
	struct cvg_str cpu = {0};

	for (uint32_t i = 0; i < m->nfns; i++) {
		size_t n;
		const char *s = fn_string(m->fns[i].value, "target-cpu", &n);

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
 * The user asked for another cpu than the code names: the code generator
 * listens to the function, so the function has to say the same. Its feature
 * list belongs to the old cpu and goes.
 */
static void force_cpu(struct cvg_module *m)
{
	static const char cpu_key[] = "target-cpu";
	static const char features_key[] = "target-features";
	LLVMAttributeIndex at = (LLVMAttributeIndex)LLVMAttributeFunctionIndex;
	unsigned ncpu = (unsigned)strlen(m->cpu);

	for (uint32_t i = 0; i < m->nfns; i++) {
		LLVMValueRef fn = m->fns[i].value;
		size_t n;
		const char *s = fn_string(fn, cpu_key, &n);

		if (!s || (n == ncpu && !memcmp(s, m->cpu, n)))
			continue;
		LLVMRemoveStringAttributeAtIndex(fn, at, features_key,
						 sizeof features_key - 1);
		LLVMAddAttributeAtIndex(
			fn, at,
			LLVMCreateStringAttribute(m->context, cpu_key,
						  sizeof cpu_key - 1, m->cpu,
						  ncpu));
	}
}

static bool give_layout(struct cvg_module *m, struct cvg_err *err)
{
	LLVMTargetMachineRef tm;
	LLVMTargetDataRef td;

	if (*LLVMGetDataLayoutStr(m->llvm))
		return true;
	tm = cvg_target_machine(m, err);
	if (!tm)
		return false;
	td = LLVMCreateTargetDataLayout(tm);
	LLVMSetModuleDataLayout(m->llvm, td);
	LLVMDisposeTargetData(td);
	LLVMDisposeTargetMachine(tm);
	return true;
}

bool cvg_target_resolve(struct cvg_module *m,
			const struct cvg_target_options *opt,
			struct cvg_err *err)
{
	const char *asked_cpu = opt ? opt->cpu : NULL;
	const char *triple = choose_triple(LLVMGetTarget(m->llvm),
					   opt ? opt->triple : NULL, err);
	const struct target_row *row;

	if (!triple)
		return false;
	row = row_of_triple(triple);
	if (!row)
		return refuse_triple(triple, err);
	m->target = row->target;
	m->opencl = cvg_opencl_module(m); /* which are kernels is known now */
	m->triple = cvg_strdup(triple);
	LLVMSetTarget(m->llvm, m->triple);
	m->cpu = asked_cpu ? cvg_strdup(asked_cpu) : agreed_cpu(m);
	if (!m->cpu)
		m->cpu = cvg_strdup(row->cpu);
	if (asked_cpu)
		force_cpu(m);
	return give_layout(m, err);
}

LLVMTargetMachineRef cvg_target_machine(const struct cvg_module *m,
					struct cvg_err *err)
{
	LLVMTargetMachineRef tm;
	LLVMTargetRef target;
	char *why = NULL;

	row_of_triple(m->triple)->init();
	if (LLVMGetTargetFromTriple(m->triple, &target, &why)) {
		cvg_fail(err, "%s", why);
		LLVMDisposeMessage(why);
		return NULL;
	}
	tm = LLVMCreateTargetMachine(target, m->triple, m->cpu, "",
				     LLVMCodeGenLevelDefault, LLVMRelocDefault,
				     LLVMCodeModelDefault);
	if (!tm)
		cvg_fail(err, "LLVM has no machine for '%s'", m->triple);
	return tm;
}

/* "gfx90a" is 0x90a, "gfx10-3-generic" 0x1000; 0 if it is no such name. */
static unsigned gfx_number(const char *cpu)
{
	char *end;
	unsigned long n;

	if (strncmp(cpu, "gfx", 3))
		return 0;
	n = strtoul(cpu + 3, &end, 16);
	if (*end == '-')
		n <<= 8;
	return (unsigned)n;
}

uint32_t cvg_target_warp(const struct cvg_module *m, LLVMValueRef fn)
{
	size_t n;
	const char *features = fn_string(fn, "target-features", &n);

	if (m->target == CVG_NVPTX)
		return 32;
	if (features && memmem(features, n, "+wavefrontsize64", 16))
		return 64;
	if (features && memmem(features, n, "+wavefrontsize32", 16))
		return 32;
	/* Waves of 32 are the default from gfx10 on. */
	return gfx_number(m->cpu) >= 0x1000 ? 32 : 64;
}
