/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What passes on a module (pass.c) and on one function (apart.c) share. */
#ifndef RECONVERGE_IR_PASSES_H
#define RECONVERGE_IR_PASSES_H

#include "live.h"

/* Run the pipeline on `llvm`, which is `module` or is of its context. */
bool cvg_passes_run(struct cvg_module *module, LLVMModuleRef llvm,
		    const char *pipeline, struct cvg_err *err);

/* The blocks of a function before passes, with their numbers and labels. */
struct cvg_numbered {
	struct cvg_fn *fn;
	uint32_t next_uid;
};

struct cvg_numbered cvg_numbered_take(struct cvg_module *module, uint32_t f);
/* Number the blocks after the passes: all as they were if the code did not change,
 * else those that have their labels still. */
void cvg_numbered_restore(struct cvg_module *module, uint32_t f,
			  const struct cvg_numbered *was);
void cvg_numbered_done(struct cvg_numbered *was);

#endif
