/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Shared by the two files that read launch files. */
#ifndef CVG_SIM_LAUNCH_JSON_H
#define CVG_SIM_LAUNCH_JSON_H

#include "sim/launch/launch_in.h"

/* The type of a JSON value in a message: "a list", "a number". */
const char *cvg_json_kind(const struct json_t *j);
/* Read an integer from 0 to `most`. */
bool cvg_json_whole(const struct json_t *j, uint64_t most, uint64_t *out,
		    struct cvg_err *err);
/* Read the value of an argument into *a, which must be empty. `from` is the
 * path of the launch file. The caller frees *a, also if this fails. */
bool cvg_json_arg(struct cvg_launch_arg *arg, const char *from,
		  struct json_t *j, struct cvg_err *err);

#endif
