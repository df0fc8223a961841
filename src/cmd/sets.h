/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Acts on a set of functions. */
#ifndef CVG_CMD_SETS_H
#define CVG_CMD_SETS_H

#include "call.h"

/* The pattern of names, as of files, that the word is ("@*", "--all"); NULL: it is
 * no set. */
const char *cvg_set_pattern(const struct cvg_word *word);
/* Run the act in each function of call->set. */
bool cvg_set_run(struct cvg_call *call, struct cvg_err *err);

#endif
