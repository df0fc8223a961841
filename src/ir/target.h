/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The GPU that a module is for, and LLVM's target machine for it. */
#ifndef RECONVERGE_IR_TARGET_H
#define RECONVERGE_IR_TARGET_H

#include <llvm-c/TargetMachine.h>

#include "live.h"

/*
 * Decide triple, target and cpu from the options and the module, and write them
 * into `m` and its LLVM module, which gets the target's data layout if it has
 * none. Fails if the triple is missing, unknown or not the module's; does not
 * check the cpu.
 */
bool cvg_target_resolve(struct cvg_module *module,
			const struct cvg_target_options *opt,
			struct cvg_err *err);

/*
 * A target machine for the module's triple and cpu; the caller disposes it. The
 * target is initialised on first use. If LLVM does not know the cpu, it reports
 * that only on standard error.
 */
LLVMTargetMachineRef cvg_target_machine(const struct cvg_module *module,
					struct cvg_err *err);
/* What the module asks of its target; the caller owns the text, which may be empty. LLVM
 * takes the version of PTX from its options and not from the functions, where front ends
 * note it: without it, the code of a newer instruction has a version with which ptxas does
 * not take it. */
char *cvg_target_features(const struct cvg_module *module);

/* Make a machine and drop it. Standard error tells if LLVM does not know the cpu. */
bool cvg_target_try(enum cvg_target of, const char *cpu, struct cvg_err *err);

/* ---- the hooks of a target ------------------------------------------- */

/* Calling conventions by LLVM's fixed numbers; its C header lacks some. */
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

/* The hooks of a target, at the end of its live_<target>.c. */
struct cvg_live_target {
	const char *prune;  /* passes that drop what a kernel does not need */
	void (*init)(void); /* registers the target in LLVM; may be repeated */
	uint32_t (*warp)(const struct cvg_module *m, LLVMValueRef fn);
	/* The feature by which functions have warps of so many lanes; NULL: the
	 * cpu has no such warps. */
	const char *(*wave)(const struct cvg_module *m, uint32_t warp);
	enum cvg_fnkind (*kind)(const struct cvg_module *m, LLVMValueRef fn);
	/* Make machine code of the target's assembly: see ptxas.h. NULL: the
	 * assembly is that of a machine. */
	bool (*assemble)(const char *cpu, const struct cvg_str *text,
			 struct cvg_str *binary, struct cvg_str *said,
			 struct cvg_err *err);
	/* The same of one function, to be counted. */
	void (*assemble_apart)(const char *cpu, struct cvg_str *taken,
			       const struct cvg_str *text,
			       struct cvg_str *binary, struct cvg_str *said);
	/* The same of two; false: not at once. */
	bool (*assemble_both)(const char *cpu, struct cvg_str *taken,
			      const struct cvg_str text[2],
			      struct cvg_str *binary, struct cvg_str *said);
	/* List the instructions of what it made. */
	bool (*disassemble)(const char *cpu, const struct cvg_str *code,
			    struct cvg_str *listing, struct cvg_err *err);
	/* The block size in threads that the kernel demands, if it has no
	 * reqd_work_group_size metadata; `snapshot` has its attributes. NULL:
	 * the target knows no other place for the size. */
	void (*work_group)(const struct cvg_module *m, LLVMValueRef fn,
			   const struct cvg_fn *snapshot, uint32_t *size);
};

const struct cvg_live_target *cvg_live_target(const struct cvg_module *module);
const struct cvg_live_target *cvg_live_target_of(enum cvg_target target);

/* The value of a function's string attribute, *n bytes, or NULL. */
const char *cvg_target_string(LLVMValueRef fn, const char *key, size_t *n);

/* The lanes of a warp that runs the function on the module's cpu. */
uint32_t cvg_target_warp(const struct cvg_module *module, LLVMValueRef fn);

#endif
