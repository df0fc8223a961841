/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The cleanup phase, for phases that end with it. */
#ifndef CVG_CLEANUP_H
#define CVG_CLEANUP_H

#include "reconverge/ir.h"

/* Clean function f up; returns the number of changes. */
uint32_t cvg_cleanup(struct cvg_module *m, uint32_t f);

#endif
