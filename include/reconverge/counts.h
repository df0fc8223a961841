/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What can be counted without a run, by name: in the code of a revision, and in
 * the session. */
#ifndef RECONVERGE_COUNTS_H
#define RECONVERGE_COUNTS_H

#include "reconverge/base.h"

struct cvg_ana;
struct cvg_quantity;
struct cvg_score;
struct cvg_session;

enum cvg_count {
#define COUNT(id, name, kind, unit, source, one, many, help) CVG_COUNT_##id,
#include "reconverge/counts.def"
#undef COUNT
	CVG_NCOUNTS
};

const struct cvg_quantity *cvg_count_row(enum cvg_count id);
/* Is the count a member of struct cvg_score? */
bool cvg_count_in_score(enum cvg_count id);
double cvg_count_of_score(enum cvg_count id, const struct cvg_score *score);
/* Set all counts of kind CVG_COUNTED_STATIC to those of the analysed function;
 * the other elements stay. */
void cvg_counts_of_code(struct cvg_ana *ana, double value[CVG_NCOUNTS]);
/* Does the count belong to a revision? The others are of the session as it is
 * now. */
bool cvg_count_has_rev(enum cvg_count id);
/* The count of the function in focus in that revision (CVG_NONE: the current
 * one), or of the session. False: the revision does not have the function. */
bool cvg_count_of(enum cvg_count id, struct cvg_session *session, uint32_t rev,
		  double *out);

/* Append "-14 static cycles, +1 block": what a step changed. False: no such count
 * changed. */
bool cvg_add_score_change(struct cvg_str *out, const struct cvg_score *from,
			  const struct cvg_score *to);

/* The count of that name, n bytes long, or -1. */
int cvg_count_named(const char *name, size_t n);

#endif
