/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Between reading graph text and building the snapshot: a draft. */
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
	uint32_t block; /* a phi's, else CVG_NONE */
};

struct draft_inst {
	enum cvg_op op;
	uint32_t block;
	uint32_t predicate;
	uint32_t result; /* in names of values, CVG_NONE */
	uint32_t ops_at, nops;
	uint32_t targets_at, ntargets; /* of a terminator */
	struct word callee;	       /* n is 0: no call */
	bool convergent;
	uint32_t line; /* in the text */
};

struct draft_arg {
	uint32_t name;
	bool inreg;
};

struct draft {
	enum cvg_target target;
	enum cvg_fnkind kind;
	struct word name; /* of the function */
	struct cvg_names blocks;
	struct cvg_names values; /* arguments and results */
	struct cvg_u32s defined; /* by value name: argument number, or
				    argument count + number in insts, or
				    CVG_NONE */
	cvg_vec(struct draft_arg) args;
	cvg_vec(struct draft_inst) insts;
	cvg_vec(struct draft_op) ops;
	struct cvg_u32s targets;
	struct cvg_u32s ended; /* by block: 1 once it has a terminator */
};

/* Build the snapshot; false if a name is not defined or a phi does not fit. */
bool cvg_draft_build(const struct draft *d, struct cvg_fn **out,
		     struct cvg_err *err);

/* enum cvg_instflag of an instruction, all but CVG_I_SWAPPED. */
uint32_t cvg_draft_flags(const struct draft_inst *in);

/* A compare's predicate that asks for less, not more; sets CVG_I_SWAPPED. */
uint32_t cvg_draft_predicate(uint32_t predicate, uint32_t *flags);

/* Fill in the text of every instruction; the rest is filled but not finished. */
void cvg_draft_print(struct cvg_fn *fn);

#endif
