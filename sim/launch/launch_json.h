/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What the two files that read launch files share. */
#ifndef CVG_SIM_LAUNCH_JSON_H
#define CVG_SIM_LAUNCH_JSON_H

#include "sim/launch/launch_in.h"

/* "a list", "a number": for messages. */
const char *cvg_json_kind(const struct json_t *j);
/* A whole number from 0 to `most`. */
bool cvg_json_whole(const struct json_t *j, uint64_t most, uint64_t *out,
		    struct cvg_err *err);
/* An argument's value into *a, which is empty before; `from` is the launch
 * file's path. If it fails *a holds what is to be freed. */
bool cvg_json_arg(struct cvg_launch_arg *a, const char *from, struct json_t *j,
		  struct cvg_err *err);

#endif
