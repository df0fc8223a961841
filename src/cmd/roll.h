/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The modules that --list names. */
#ifndef CVG_CMD_ROLL_H
#define CVG_CMD_ROLL_H

#include "reconverge/base.h"

/* A module of the list. */
struct rolled {
	const char *path; /* as the list has it; in the list's text */
	char *stem;	  /* what % stands for; owned by the roll */
	uint32_t line;	  /* of the list, from 1 */
};

struct roll {
	char *text; /* of the list */
	cvg_vec(struct rolled) modules;
	uint32_t before; /* modules that were left out because they are done */
};

/* Read the list `path` ("-": standard input). Fails if it cannot be read, names
 * no module, or names two that have the same stem. Free with cvg_roll_done, also
 * after a failure. */
bool cvg_roll_read(struct roll *roll, const char *path, struct cvg_err *err);
void cvg_roll_done(struct roll *roll);

/* Leave out the modules that the file `path` names; it may be missing. */
bool cvg_roll_leave_out(struct roll *roll, const char *path,
			struct cvg_err *err);
/* The line of a module in that file. */
void cvg_roll_line(struct cvg_str *out, const char *path);

#endif
