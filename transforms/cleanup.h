/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The cleanup phase, for phases that end with it. */
#ifndef CVG_CLEANUP_H
#define CVG_CLEANUP_H

#include "src/ir/live.h"

/* Clean a function up; returns the number of changes. */
uint32_t cvg_cleanup(struct cvg_module *module, uint32_t function_id);

/* Append to `first` its only successor, as long as that has no other
 * predecessor. */
void cvg_cleanup_line(struct cvg_module *module, uint32_t function_id,
		      LLVMBasicBlockRef first);

#endif
