/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The cleanup phase, for phases that end with it. */
#ifndef CVG_CLEANUP_H
#define CVG_CLEANUP_H

#include "src/ir/live.h"

/* Clean function f up; returns the number of changes. */
uint32_t cvg_cleanup(struct cvg_module *m, uint32_t f);

/* Append what alone follows the block and follows nothing else to it. */
void cvg_cleanup_line(struct cvg_module *m, uint32_t f,
		      LLVMBasicBlockRef first);

#endif
