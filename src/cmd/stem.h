/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What % stands for in the names of files, when commands run in many modules or
 * kernels. */
#ifndef CVG_CMD_STEM_H
#define CVG_CMD_STEM_H

#include "reconverge/base.h"

struct cvg_command;
struct cvg_line;
struct cvg_shell;

/* If the shell has a stem, put it in the place of % in the words that name
 * files. Fails if a file to write would be the same in every module. */
bool cvg_stem_words(const struct cvg_shell *sh, const struct cvg_command *cmd,
		    struct cvg_line *line, struct cvg_err *err);

#endif
