/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A file of limits for the functions of a module (reconverge-formats(5)). */
#ifndef CVG_CMD_BUDGET_H
#define CVG_CMD_BUDGET_H

#include "reconverge/base.h"

struct cvg_session;

/* An expression of `expect` that has to hold. */
struct cvg_limit {
	char *text;
	uint32_t line; /* of the file */
};

/* The limits of the functions that have this name, or match this pattern. */
struct cvg_allowance {
	char *pattern;
	uint32_t line;
	bool used; /* for the caller */
	cvg_vec(struct cvg_limit) limits;
};

struct cvg_budget {
	cvg_vec(struct cvg_allowance) allowances;
};

/* Read a file; an error has its line. Free with cvg_budget_done, also after a
 * failure. */
bool cvg_budget_read(struct cvg_budget *budget, const char *path,
		     struct cvg_err *err);
void cvg_budget_done(struct cvg_budget *budget);
/* The limits of a function: those of its name, else of the first pattern that
 * matches. NULL: there are none. */
struct cvg_allowance *cvg_budget_of(struct cvg_budget *budget,
				    const char *function);

/* Append a budget that the kernels of the session just keep, and those other
 * functions that diverge. */
void cvg_budget_text(struct cvg_session *session, struct cvg_str *out);

#endif
