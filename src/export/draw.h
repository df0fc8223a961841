/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Functions that the draw_*.c files share. */
#ifndef CVG_EXPORT_DRAW_H
#define CVG_EXPORT_DRAW_H

#include <jansson.h>

#include "reconverge/graph.h"

/* The condition under which successor k is taken, for JSON: "true", "false",
 * "always", "3", "default". */
const char *cvg_edge_when(const struct cvg_fn *fn, uint32_t b, uint32_t k);

#endif
