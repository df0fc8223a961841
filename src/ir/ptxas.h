/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Runs NVIDIA's assembler of PTX, if it is installed. */
#ifndef RECONVERGE_IR_PTXAS_H
#define RECONVERGE_IR_PTXAS_H

#include "reconverge/base.h"

/*
 * Assemble the PTX for that cpu, with lines: append the cubin to *cubin, and
 * what ptxas says of its registers to *said. False: ptxas is not installed, or
 * refuses, and `err` says which. For a child process (child.h): ptxas ends with
 * the process that calls this.
 */
bool cvg_ptxas(const char *cpu, const struct cvg_str *ptx,
	       struct cvg_str *cubin, struct cvg_str *said,
	       struct cvg_err *err);

#endif
