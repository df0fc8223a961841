/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * A draft: what parse.c has read of a graph text, from which parse_build.c
 * makes the snapshot. Blocks and values are numbered as they are first named.
 */
#ifndef RECONVERGE_GRAPH_PARSE_H
#define RECONVERGE_GRAPH_PARSE_H

#include "names.h"

#include "reconverge/graph.h"

/* A piece of the text; not NUL-terminated. */
struct word {
	const char *at;
	size_t n;
};

struct draft_op {
	struct word value;
	uint32_t block; /* of a phi: where the operand comes from; else
			   CVG_NONE */
};

struct draft_inst {
	enum cvg_op op;
	uint32_t block;
	uint32_t predicate;
	uint32_t result; /* number of its name in draft.values, or CVG_NONE */
	uint32_t ops_at, nops;	       /* into draft.ops */
	uint32_t targets_at, ntargets; /* of a terminator: into draft.targets */
	struct word callee;	       /* n is 0: not a call */
	bool convergent;
	uint32_t line; /* of the text, 1-based */
};

struct draft_arg {
	uint32_t name; /* its number in draft.values */
	bool inreg;
};

struct draft {
	enum cvg_target target;
	enum cvg_fnkind kind;
	struct word name; /* of the function */
	struct cvg_names blocks;
	struct cvg_names values; /* arguments and results */
	struct cvg_u32s defined; /* by number of a value's name: argument
				    number, or argument count + number in
				    insts, or CVG_NONE */
	cvg_vec(struct draft_arg) args;
	cvg_vec(struct draft_inst) insts;
	cvg_vec(struct draft_op) ops;
	struct cvg_u32s targets; /* blocks */
	struct cvg_u32s ended;	 /* by block: 1 once it has a terminator */
};

/* Build the snapshot, for the caller to free; false, and *out NULL, if a name
 * is not defined or a phi does not fit. */
bool cvg_draft_build(const struct draft *draft, struct cvg_fn **out,
		     struct cvg_err *err);

/* The flags (enum cvg_instflag) of an instruction, without CVG_I_SWAPPED. */
uint32_t cvg_draft_flags(const struct draft_inst *in);

/* The predicate by which a compare counts in shapes: "greater" becomes "less"
 * and sets CVG_I_SWAPPED, others stay. Numbers are LLVM's. */
uint32_t cvg_draft_predicate(uint32_t predicate, uint32_t *flags);

/* Fill in the text of every instruction. All else but preds and users must be
 * filled in. */
void cvg_draft_print(struct cvg_fn *fn);

#endif
