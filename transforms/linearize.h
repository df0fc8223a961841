/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What the files transforms/linearize*.c share while one region is done.
 *
 * A node is a step of the region's new control flow, as the plan numbers them
 * (struct cvg_linnode): a guard, a test, or a unit. nnodes, one more than the
 * last of them, stands for the exit. A leave is one block's edges out of its
 * unit. A variable is anything that has different values at different places
 * of the new control flow.
 */
#ifndef CVG_LINEARIZE_H
#define CVG_LINEARIZE_H

#include "reconverge/linear.h"
#include "src/ir/surgery.h"

struct cvg_phase_in;

/* An edge of the new control flow into a node or the exit. */
struct lin_in {
	LLVMBasicBlockRef from;
	uint32_t node; /* it comes from: a guard, a test, a unit; CVG_NONE: D */
	uint32_t leave; /* of a unit or D: index of the leave; else CVG_NONE */
	bool holds;	/* it is taken where a guard or test holds */
	bool past;	/* it is taken where an open guard does not hold. Guard
			   and unit are one block, so this is the same edge as
			   the one before it in the list, which is the unit's */
};

struct lin_ins {
	struct lin_in *at;
	size_t n;
	size_t cap;
};

/* One block's edges out of its unit, and how the block ended. */
struct lin_leave {
	uint32_t block;		  /* snapshot id */
	uint32_t node;		  /* of its unit; CVG_NONE: D */
	uint32_t edge_at, nedges; /* into region->edge, and flow.by_to */
	LLVMBasicBlockRef at;
	LLVMValueRef cond;   /* of a conditional branch or switch, or NULL */
	LLVMValueRef result; /* what was returned, or NULL */
	LLVMValueRef *label; /* [nedges] of a switch: the case; NULL: default.
				Owned */
	LLVMMetadataRef loc; /* of the block's end */
	LLVMValueRef next; /* the guard value made for it last, or NULL, ... */
	uint32_t next_to;  /* ... and for which node */
};

enum lin_varkind {
	LIN_VALUE, /* a value used outside its unit */
	LIN_PHI,   /* a phi at the entry of a unit or at the exit */
	LIN_NEXT,  /* the guard value */
	LIN_FLAG,  /* whether a test holds, without a guard value */
};

/* A variable: what it is on each edge follows from these. */
struct lin_var {
	enum lin_varkind kind;
	uint32_t unit;	    /* VALUE: it is computed in; PHI: it stands at the
			       entry of, nunits: at the exit; FLAG: the test's
			       node */
	bool inverted;	    /* FLAG: whether the test does not hold */
	LLVMTypeRef type;   /* of its values */
	LLVMValueRef value; /* VALUE */
	uint32_t carried;   /* VALUE: loop of the chain whose next round may
			       want it, or CVG_NONE */
	struct cvg_incomings given; /* PHI: its entries for edges that go now */
	struct cvg_ptrmap given_of; /* PHI: block -> index into given */
};

/* What an edge says of a variable. */
enum lin_what {
	LIN_SAME,    /* what it was where the edge comes from */
	LIN_POISON,  /* no thread that comes this way ever asks */
	LIN_KNOWN,   /* it is `value` */
	LIN_NEGATED, /* it is not `value`: the negation is still to be made */
	LIN_CHOSEN,  /* the guard value that the edge's leave chooses: still to
			be made */
};

struct lin_said {
	enum lin_what what;
	LLVMValueRef value; /* KNOWN, NEGATED */
};

/* The new control flow, made by cvg_lin_connect. */
struct lin_flow {
	LLVMBasicBlockRef exit;
	bool returns;		  /* the exit is a block made for returns */
	LLVMBasicBlockRef *block; /* [nnodes] of each node; NULL: a test that
				     stands at the end of another block */
	LLVMValueRef *asked;	  /* [nnodes] of an open guard: stands for
				     whether it holds until that is known; else
				     NULL */
	uint32_t *node_of;	  /* [nunits] the unit's node */
	struct lin_ins *in;	  /* [nnodes + 1] edges into each node */
	cvg_vec(struct lin_leave) leave;
	uint32_t *by_to; /* [nedges] edges; those of each leave ascend by where
			    they lead */
};

/* The variable at hand: where it is known, cvg_lin_begin forgets it all. */
struct lin_search {
	const struct lin_var *var;
	LLVMValueRef *known;	/* [nnodes + 1] at the node's start; NULL: not
				   asked for as yet */
	struct cvg_u32s wanted; /* nodes that are not NULL in known */
	struct cvg_u32s queue;	/* nodes to be made known */
	struct cvg_u32s open;	/* nodes with a phi still to be filled */
};

/* Edges into the exit that are not the region's. */
struct lin_outside {
	struct cvg_incomings edges; /* values are NULL */
	bool found;		    /* they were looked for */
	struct cvg_ptrmap made;	    /* then: blocks of nodes */
};

/* Loops of the chain, and the walk of cvg_lin_carried over the snapshot. */
struct lin_loops {
	uint32_t *headed_by; /* [nnodes + 1] loop that begins there, or NONE */
	uint32_t *merged_of; /* [nunits] loop around it that others are merged
				into, or NONE */
	uint32_t *seen;	     /* [nblocks] stamp of the walk that came there;
				NULL: no loop is merged */
	uint32_t stamp;
	struct cvg_u32s walk;
};

/* One region while it is done. Borrows all but what its five parts hold. */
struct linearizer {
	struct cvg_module *module;
	uint32_t function_id;
	LLVMValueRef function;
	const struct cvg_fn *fn; /* snapshot that the plan was made from */
	const struct cvg_live_ids *ids;
	const struct cvg_linplan *plan;
	const struct cvg_linregion *region;
	uint32_t region_id;
	LLVMBuilderRef builder;	 /* owned */
	LLVMTypeRef word;	 /* of guard values */
	struct cvg_ptrmap id_of; /* blocks of the region and what only traps
				    below it -> snapshot id */
	struct lin_flow flow;
	struct lin_search search;
	struct lin_outside outside;
	struct lin_loops loops;
};

/* Is edge k of that list another one of the leave that edge k - 1 is of? */
static inline bool lin_is_again(const struct lin_ins *in, size_t k)
{
	return k && in->at[k].leave != CVG_NONE &&
	       in->at[k].leave == in->at[k - 1].leave &&
	       in->at[k].holds == in->at[k - 1].holds;
}

/* ---- linearize_edges.c: the new control flow ------------------------- */

/* Make blocks for guards and tests, and all edges but those that leave them. */
void cvg_lin_connect(struct linearizer *lin);
/*
 * How many edges of the leave the plan leads to that node (CVG_NONE: to the
 * exit); *first is where they begin in flow.by_to.
 */
uint32_t cvg_lin_edges_to(const struct linearizer *lin,
			  const struct lin_leave *leave, uint32_t node,
			  uint32_t *first);
/* End guards and tests with their branches, once all edges are there. */
void cvg_lin_test(struct linearizer *lin);
/* Fill lin->outside, if that was not done. */
void cvg_lin_find_others(struct linearizer *lin);

/* ---- linearize_values.c: variables ----------------------------------- */

/* From now on this variable is asked for; `var` outlives the asking. */
void cvg_lin_begin(struct linearizer *lin, const struct lin_var *var);
/* What the variable is when control enters a node. */
LLVMValueRef cvg_lin_read(struct linearizer *lin, uint32_t node);
/* What the variable is on each edge into a node: appends one entry for an edge. A
 * value NULL stands for what the variable is at the node already. */
void cvg_lin_read_edges(struct linearizer *lin, uint32_t node,
			struct cvg_incomings *in);

/* ---- linearize_said.c: variables on one edge ------------------------- */

static inline LLVMValueRef lin_poison(const struct linearizer *lin)
{
	return LLVMGetPoison(lin->search.var->type);
}

/* What an edge into the node says of the variable. Nothing is made for it. */
struct lin_said cvg_lin_said(const struct linearizer *lin, uint32_t node,
			     const struct lin_in *edge);
/* The variable as it comes over an edge into the node; where the edge says
 * LIN_SAME, the variable must be known at the edge's source. */
LLVMValueRef cvg_lin_brought(struct linearizer *lin, uint32_t node,
			     const struct lin_in *edge);

/* ---- linearize_flags.c: tests without a guard value ------------------ */

/* Can the test do without a guard value? */
bool cvg_lin_is_flag(struct linearizer *lin, uint32_t test);
/* Should the test be for the opposite, because that saves negations? */
bool cvg_lin_flag_inverted(struct linearizer *lin, uint32_t test);
/* What an edge into the node says of the FLAG at hand. */
struct lin_said cvg_lin_flag_on_edge(const struct linearizer *lin,
				     uint32_t node, const struct lin_in *edge);

/* ---- linearize_open.c: guards that all threads pass ------------------ */

/* Put a placeholder for whether the open guard holds where its unit begins. */
void cvg_lin_ask(struct linearizer *lin, uint32_t node);
/* What the edge `past` brings: `wanted` to threads for which the open guard
 * holds, `other` to the rest. NULL: what the variable is at the edge's target
 * already. */
LLVMValueRef cvg_lin_either(struct linearizer *lin, const struct lin_in *past,
			    LLVMValueRef wanted, LLVMValueRef other);
/* Put what each open guard tests ([nnodes]) in its placeholder's place. */
void cvg_lin_answer(struct linearizer *lin, LLVMValueRef const *test);

/* ---- linearize_carry.c, linearize_merge.c, linearize_region.c -------- */

/* The loop of the chain in whose next round the value of that instruction may
 * be wanted, or CVG_NONE. */
uint32_t cvg_lin_carried(struct linearizer *lin, uint32_t inst);

/* Make one phi of those of a block that never both matter. */
void cvg_lin_merge_phis(struct linearizer *lin);

/* Do all of it. The code is what the plan was made from, but for regions of
 * the same plan that were done before. `ends` gets the blocks that end in
 * another way now, or is NULL. */
void cvg_lin_region(struct cvg_module *module, uint32_t function_id,
		    const struct cvg_live_ids *ids,
		    const struct cvg_linplan *plan, uint32_t region_id,
		    struct cvg_ptrmap *ends);

/* ---- linearize_split.c ------------------------------------------------- */

/* The parts of each block that was split, in order; NULL behind the last of each. */
struct cvg_linparts {
	LLVMBasicBlockRef *at;
	size_t n;
	size_t cap;
};

/* Split the blocks that the plan wants split, as far as they are wanted. */
void cvg_lin_split(struct cvg_module *module, uint32_t f,
		   const struct cvg_linplan *plan, const bool *wanted,
		   struct cvg_linparts *out);
/* Undo that; nothing may have been changed since. */
void cvg_lin_unsplit(struct cvg_module *module, uint32_t f,
		     const struct cvg_linparts *parts);

/* ---- linearize_report.c ------------------------------------------------ */

/* Append a line about a region that is linearized. */
void cvg_lin_report(const struct cvg_fn *fn, const struct cvg_linregion *region,
		    struct cvg_str *out);
/* Append a line about each region that is left alone for its profit. */
void cvg_lin_tell_left_alone(const struct cvg_phase_in *in,
			     const struct cvg_linplan *plan,
			     struct cvg_str *out);

#endif
