/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What the files that make the manual pages share. */
#ifndef CVG_MAN_GENDOC_H
#define CVG_MAN_GENDOC_H

#include <stddef.h>

/* Running text: minus signs, carets, backslashes, and no macro at a line's
 * start. */
void cvg_man_put(const char *s);

/* Every view; every key; what views make of some of the keys. */
void cvg_man_views(void);
void cvg_man_keys(void);
void cvg_man_view_keys(void);

/* The names that the simulator knows, a list for each table of them. */
void cvg_man_covered_calls(void);
void cvg_man_covered_llvm(void);
void cvg_man_covered_amdgcn(void);
void cvg_man_covered_nvvm(void);
void cvg_man_covered_opencl(void);
void cvg_man_covered_ocml(void);
void cvg_man_covered_ockl(void);
void cvg_man_covered_nv(void);

#endif
