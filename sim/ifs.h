/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Which threads want the arms of one-armed ifs that follow each other: what the
 * machine calls while a kernel runs. The method is told in ifs.c. */
#ifndef CVG_SIM_IFS_H
#define CVG_SIM_IFS_H

#include "sim/machine.h"

/* Which pairs each function has; made once for a run. */
struct cvg_ifsplan;

/* NULL if there is no pair to follow. `out`, with the pairs of each function of
 * the program, or NULL, must outlive the plan. */
struct cvg_ifsplan *cvg_ifsplan_new(const struct cvg_program *program,
				    struct cvg_nestruns *out);
void cvg_ifsplan_free(struct cvg_ifsplan *take_plan);

/* What one warp remembers. */
struct cvg_ifs;

struct cvg_ifs *cvg_ifs_new(const struct cvg_ifsplan *plan);
void cvg_ifs_free(struct cvg_ifs *take_ifs);
/* The lanes in `mask`, of the active ones, take an edge of the running function:
 * counts in the plan's `out`. */
void cvg_ifs_edge(struct cvg_warp *warp, uint32_t from, uint32_t to,
		  uint64_t mask);

#endif
