/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Whether a kernel's threads can be redirected, asked before it is done. */
#ifndef CVG_TRANSFORMS_REDIRECT_H
#define CVG_TRANSFORMS_REDIRECT_H

#include "reconverge/graph.h"

#define CVG_REDIRECT "redirect" /* the kernel's new parameter */

/* Intrinsics by enum cvg_target: of the thread in its block, of the block; by
 * dimension. */
extern const char *const cvg_id_names[2][2][3];

/* May its threads change places? False: the reason, and where. */
bool cvg_redirect_refuse(const struct cvg_fn *fn, struct cvg_err *err);
/* Is it redirected already? */
bool cvg_redirect_done(const struct cvg_fn *fn);
/* Dimensions it asks for its number in; 0: none. */
uint32_t cvg_redirect_dims(const struct cvg_fn *fn);

#endif
