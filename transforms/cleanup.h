/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The cleanup phase, for what ends with it. */
#ifndef CVG_CLEANUP_H
#define CVG_CLEANUP_H

#include <stdint.h>

struct cvg_module;

/* Clean a function up; returns the number of changes. */
uint32_t cvg_cleanup(struct cvg_module *module, uint32_t function_id);

#endif
