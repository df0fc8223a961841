/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Runs another program, such as clang or ptxas, with its files in memory. */
#ifndef RECONVERGE_IR_TOOL_H
#define RECONVERGE_IR_TOOL_H

#include "reconverge/base.h"

/* Owned words, such as those of a command line. */
struct cvg_argv {
	char **at;
	size_t n, cap;
};
void cvg_argv_add(struct cvg_argv *words, const char *word);
void cvg_argv_addf(struct cvg_argv *words, const char *fmt, ...)
	CVG_PRINTF(2, 3);
/* The words with a NULL behind them. */
char *const *cvg_argv_list(struct cvg_argv *words);
void cvg_argv_done(struct cvg_argv *words);

/* One run. The program reads /dev/fd/0, and writes /dev/fd/1 and /dev/fd/2. */
struct cvg_tool {
	char *const *args; /* its name or path, ..., NULL */
	const char
		*tunables;  /* of glibc, if the user has chosen none; or NULL */
	const char *usual;  /* where it is if PATH has none, or NULL */
	const char *folder; /* to run in, or NULL */
	const struct cvg_str *in; /* or NULL */
};

#define CVG_TOOL_MISSING 127 /* the status if there is no such program */

/*
 * Append what the program wrote to *out and *said, and return its exit status;
 * -1: it was killed, or cannot be started. For a child process (child.h): the
 * program ends with the process that calls this.
 */
int cvg_tool_run(const struct cvg_tool *tool, struct cvg_str *out,
		 struct cvg_str *said);

/* Fail because a program of that name ended so: with the first line that it said, of
 * which "ptxas fatal   : WHY" is the form. */
bool cvg_tool_fail(const char *name, int status, const struct cvg_str *said,
		   struct cvg_err *err);

#endif
