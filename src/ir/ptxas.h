/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Runs NVIDIA's assembler of PTX and its disassembler, if they are installed. */
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
/*
 * The same of PTX for `cpu` with the function CVG_MCODE_SYMBOL, of which there is a copy
 * with no loop unrolled (rolled.c). *taken is the cpu that was tried last: that one, or if
 * ptxas knows it no more, or its code has another form than that of Volta and later, the
 * oldest one behind it. Without a cubin, *said is why.
 */
void cvg_ptxas_apart(const char *cpu, struct cvg_str *taken,
		     const struct cvg_str *ptx, struct cvg_str *cubin,
		     struct cvg_str *said);
/* The same of two kernels at once, the second of which is called CVG_MCODE_OTHER in the
 * cubin. False: they cannot be assembled together. */
bool cvg_ptxas_both(const char *cpu, struct cvg_str *taken,
		    const struct cvg_str ptx[2], struct cvg_str *cubin,
		    struct cvg_str *said);
/*
 * Append the PTX with a second copy of the function of that name, which is called
 * NAME_rolled and in which no loop may be unrolled (rolled.c). A function without loops
 * gets none.
 */
void cvg_ptx_add_rolled(const struct cvg_str *ptx, const char *name,
			struct cvg_str *out);
/* Append the function of that name, as `other`, to PTX that stands beside it. False: what
 * else there is differs from that. */
bool cvg_ptx_add_other(const struct cvg_str *ptx, const char *name,
		       const struct cvg_str *beside, const char *other,
		       struct cvg_str *out);
/*
 * Disassemble instructions for that cpu: *listing becomes what nvdisasm writes. False: it
 * is not installed, or refuses, and `err` says which. For a child process.
 */
bool cvg_nvdisasm(const char *cpu, const struct cvg_str *code,
		  struct cvg_str *listing, struct cvg_err *err);

#endif
