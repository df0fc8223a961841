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

/* Lanes of a warp of one function on that cpu. */
uint32_t cvg_target_warp(const struct cvg_module *m, LLVMValueRef fn);

#endif
