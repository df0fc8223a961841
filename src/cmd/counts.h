/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The counts that `expect` knows, and the other names it may meet. */
#ifndef CVG_CMD_COUNTS_H
#define CVG_CMD_COUNTS_H

#include "reconverge/cmd.h"

enum count {
	COUNT_BLOCKS,
	COUNT_INSTS,
	COUNT_BRANCHES,
	COUNT_DIVERGENT,
	COUNT_LOADS,
	COUNT_STORES,
	COUNT_SELECTS,
	COUNT_PHIS,
	COUNT_CYCLES,
	COUNT_PEAK,
	COUNT_REGISTERS,
	COUNT_UNSTRUCTURED,
	COUNT_REGIONS,
	COUNT_LOOPS,
	COUNT_CHECKED,
	NREVCOUNTS, /* those before have a value in every revision */
	COUNT_MELDABLE = NREVCOUNTS,
	COUNT_CANDIDATES,
	COUNT_REVISIONS,
	COUNT_REVISION,
	COUNT_FUNCTIONS,
	NCOUNTS
};

/* Of the analysed function; id < NREVCOUNTS, not COUNT_CHECKED. */
double cvg_count_in_rev(struct cvg_ana *ana, enum count id);
/* Seeds with which that revision was found to agree; 0: not checked, or it
 * differs. */
double cvg_count_checked(const struct cvg_session *s, uint32_t rev);
/* Of the session as it is; the other ids. */
double cvg_count_now(struct cvg_session *s, enum count id);

/* The index of a name of n bytes, or -1. */
int cvg_count_named(const char *name, size_t n);
int cvg_setting_named(const char *name, size_t n);
/* Is it one of the words of some setting? */
bool cvg_is_choice(const char *name, size_t n);

#endif
