/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The enumerations that code of every part names: operations, targets, kinds
 * of functions and of output. A header that needs no more of a snapshot than
 * these includes this in place of graph.h.
 */
#ifndef RECONVERGE_WORDS_H
#define RECONVERGE_WORDS_H

#include "reconverge/base.h"

/* ---- operations ------------------------------------------------------ */

enum cvg_op {
#define OP(id, text, klass) CVG_OP_##id,
#include "reconverge/opcodes.def"
#undef OP
	CVG_NOPS
};

enum cvg_opclass {
	CVG_CLASS_CONTROL,
	CVG_CLASS_PHI,
	CVG_CLASS_INT,
	CVG_CLASS_INTDIV,
	CVG_CLASS_FLOAT,
	CVG_CLASS_FLOATDIV,
	CVG_CLASS_COMPARE,
	CVG_CLASS_SELECT,
	CVG_CLASS_MOVE,
	CVG_CLASS_CONVERT,
	CVG_CLASS_ADDRESS,
	CVG_CLASS_MEMORY,
	CVG_CLASS_SYNC,
	CVG_CLASS_CALL,
};

const char *cvg_op_name(enum cvg_op op);
enum cvg_opclass cvg_op_class(enum cvg_op op);

/* ---- targets --------------------------------------------------------- */

enum cvg_target {
#define TARGET(id, name) CVG_##id,
#include "reconverge/targets.def"
#undef TARGET
	CVG_NTARGETS
};

/* The target to analyse and emit for; NULL: the one that the module names. And
 * how a source file is compiled for it. All is borrowed. */
struct cvg_target_options {
	const char *triple;	       /* --mtriple */
	const char *cpu;	       /* --mcpu; default gfx906 / sm_70 */
	const struct cvg_costs *costs; /* what snapshots of it are priced by;
					  NULL: costs.def */
	const char *const *flags;      /* for clang */
	size_t nflags;
	const char
		*database; /* compile_commands.json, or its folder; NULL: look
				 for one above the file */
	struct cvg_str
		*said; /* gets what is said while a file is made IR of, or
				 NULL */
	struct cvg_str
		*known_cpus; /* this process may die of a file that LLVM cannot
				read, and notes here the CPUs that LLVM knows;
				NULL: it must not die */
};

/* ---- functions ------------------------------------------------------- */

enum cvg_fnkind {
	CVG_FN_KERNEL,
	CVG_FN_DEVICE, /* an ordinary function called from a kernel */
	CVG_FN_SHADER, /* amdgpu_ps and the like: an argument is the same for
			  all threads only if it is inreg */
};

/* The sides of a two-way branch. */
enum cvg_arm { CVG_ARM_TRUE, CVG_ARM_FALSE };

/* Which loops LLVM's passes may unroll. */
enum cvg_unroll {
	CVG_UNROLL_HINTED, /* as the front end said */
	CVG_UNROLL_ANY,	   /* also those that it said not to unroll */
	CVG_UNROLL_FULL /* all, and wholly if the number of rounds is known */
};

/* ---- output ---------------------------------------------------------- */

enum cvg_emit { CVG_EMIT_LL, CVG_EMIT_BC, CVG_EMIT_ASM, CVG_EMIT_OBJ };

#endif
