/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* AMD's GPUs: hooks for what LLVM's modules express in their own way. */
#include "target.h"

#include <stdlib.h>
#include <string.h>

static void init(void)
{
	LLVMInitializeAMDGPUTargetInfo();
	LLVMInitializeAMDGPUTarget();
	LLVMInitializeAMDGPUTargetMC();
	LLVMInitializeAMDGPUAsmPrinter();
	LLVMInitializeAMDGPUAsmParser(); /* for inline assembler */
}

/* 0x90a for "gfx90a", 0x1000 for "gfx10-3-generic"; 0 for other names. */
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

/* Waves have 32 lanes by default from gfx10 on, 64 before. */
static uint32_t warp(const struct cvg_module *module, LLVMValueRef fn)
{
	size_t n;
	const char *features = cvg_target_string(fn, "target-features", &n);

	if (features && memmem(features, n, "+wavefrontsize64", 16))
		return 64;
	if (features && memmem(features, n, "+wavefrontsize32", 16))
		return 32;
	return gfx_number(module->cpu) >= 0x1000 ? 32 : 64;
}

/* From gfx10 on, waves may have either number of lanes; of these, gfx1250 and what
 * came after it have 32 alone. */
static const char *wave(const struct cvg_module *module, uint32_t warp)
{
	unsigned number = gfx_number(module->cpu);

	if (number < 0x1000 || (warp == 64 && number >= 0x1250))
		return NULL;
	return warp == 64 ? "+wavefrontsize64" : "+wavefrontsize32";
}

static enum cvg_fnkind kind(const struct cvg_module *module, LLVMValueRef fn)
{
	(void)module;
	switch (LLVMGetFunctionCallConv(fn)) {
	case CVG_CC_SPIR_KERNEL:
	case CVG_CC_AMDGPU_KERNEL:
		return CVG_FN_KERNEL;
	case CVG_CC_AMDGPU_VS:
	case CVG_CC_AMDGPU_GS:
	case CVG_CC_AMDGPU_PS:
	case CVG_CC_AMDGPU_CS:
	case CVG_CC_AMDGPU_HS:
	case CVG_CC_AMDGPU_LS:
	case CVG_CC_AMDGPU_ES:
	case CVG_CC_AMDGPU_CS_CHAIN:
	case CVG_CC_AMDGPU_CS_CHAIN_PRESERVE:
		return CVG_FN_SHADER;
	}
	return CVG_FN_DEVICE;
}

/* Hidden arguments that nothing reads cost registers, and the host a buffer for each
 * kernel that prints; clang runs that pass, too. */
const struct cvg_live_target cvg_live_amdgpu = {
	.prune = "globaldce,amdgpu-attributor",
	.init = init,
	.warp = warp,
	.wave = wave,
	.kind = kind,
};
