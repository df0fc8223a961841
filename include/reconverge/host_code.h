/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The run time part of regrouping as a C file for the host: section VI-B of the
 * paper that bbv.h names inserts such a function before the call of the kernel.
 *
 * The file is C99, and as well C++, as CUDA and HIP compile host code. Its one
 * function reads the inputs from the host's copies of the buffers, predicts the
 * vectors by the model, and fills the array that a redirected kernel takes, byte
 * for byte as `regroup from=` does.
 */
#ifndef RECONVERGE_HOST_CODE_H
#define RECONVERGE_HOST_CODE_H

#include "reconverge/regroup.h"

/* Could the file be written in C? All algorithms and types of inputs cannot. */
bool cvg_host_can(const struct cvg_regroup_ask *ask, struct cvg_err *err);
/* Can the file be written? C lacks some types of inputs, and the texts one of the
 * algorithms. */
bool cvg_host_can(const struct cvg_regroup_ask *ask, struct cvg_err *err);
/* If so, append the file to *out. `kernel` has the names of the arguments;
 * `regrouped` is what came of ask->model and ask->foreseen. */
void cvg_host_code(struct cvg_str *out, const struct cvg_fn *kernel,
		   const struct cvg_regroup_ask *ask,
		   const struct cvg_regrouped *regrouped);

#endif
