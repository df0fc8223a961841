/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Which GPU a module is for, and LLVM's machine for it. */
#ifndef RECONVERGE_IR_TARGET_H
#define RECONVERGE_IR_TARGET_H

#include <llvm-c/TargetMachine.h>

#include "live.h"

/*
 * Decide triple, target and cpu from the options and the module and write
 * them into both; give the module the target's data layout if it has none.
 * Says what is wrong with a triple; a cpu is not checked here.
 */
bool cvg_target_resolve(struct cvg_module *m,
			const struct cvg_target_options *opt,
			struct cvg_err *err);

/*
 * A target machine of the module's triple and cpu; the caller disposes it.
 * The target is initialised on first use. LLVM says on standard error, and
 * only there, if it does not know the cpu.
 */
LLVMTargetMachineRef cvg_target_machine(const struct cvg_module *m,
					struct cvg_err *err);

/* ---- what a target has for itself ------------------------------------ */

/* Calling conventions by LLVM's fixed numbers; the C header lacks some. */
enum cvg_callconv {
	CVG_CC_PTX_KERNEL = 71,
	CVG_CC_SPIR_KERNEL = 76,
	CVG_CC_AMDGPU_VS = 87,
	CVG_CC_AMDGPU_GS = 88,
	CVG_CC_AMDGPU_PS = 89,
	CVG_CC_AMDGPU_CS = 90,
	CVG_CC_AMDGPU_KERNEL = 91,
	CVG_CC_AMDGPU_HS = 93,
	CVG_CC_AMDGPU_LS = 95,
	CVG_CC_AMDGPU_ES = 96,
	CVG_CC_AMDGPU_CS_CHAIN = 104,
	CVG_CC_AMDGPU_CS_CHAIN_PRESERVE = 105,
};

/* A target's live_<target>.c ends in one. */
struct cvg_live_target {
	void (*init)(void); /* tells LLVM of the target; may be called again */
	uint32_t (*warp)(const struct cvg_module *m, LLVMValueRef fn);
	enum cvg_fnkind (*kind)(const struct cvg_module *m, LLVMValueRef fn);
	/* The size of a block that the kernel demands, where reqd_work_group
	 * metadata does not say it; `snapshot` has its attributes. NULL: the
	 * target has no other place for it. */
	void (*work_group)(const struct cvg_module *m, LLVMValueRef fn,
			   const struct cvg_fn *snapshot, uint32_t *size);
};

const struct cvg_live_target *cvg_live_target(const struct cvg_module *m);

/* A function's string attribute of n bytes, or NULL. */
const char *cvg_target_string(LLVMValueRef fn, const char *key, size_t *n);

/* Lanes of a warp of one function on that cpu. */
uint32_t cvg_target_warp(const struct cvg_module *m, LLVMValueRef fn);

#endif
