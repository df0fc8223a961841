/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What the files transforms/linearize*.c share while one region is done. */
#ifndef CVG_LINEARIZE_H
#define CVG_LINEARIZE_H

#include "reconverge/linear.h"
#include "src/ir/surgery.h"

/* An edge of the new control flow into a node or the exit. */
struct lin_in {
	LLVMBasicBlockRef from;
	uint32_t node; /* it comes from: a guard, a test, a unit; CVG_NONE: D */
	uint32_t leave; /* of a unit or D: the way out taken; else CVG_NONE */
	bool holds;	/* from a guard or test that held */
	bool past; /* from an open guard that did not: the same edge as the one
		      before it in the list, which is the unit's */
};

struct lin_ins {
	struct lin_in *at;
	size_t n;
	size_t cap;
};

/* One block's edges out of its unit: its end as it was. */
struct lin_leave {
	uint32_t block;		  /* snapshot id */
	uint32_t node;		  /* of its unit; CVG_NONE: D */
	uint32_t edge_at, nedges; /* into region->edge, and by_to */
	LLVMBasicBlockRef at;
	LLVMValueRef cond;   /* of a conditional branch or switch, or NULL */
	LLVMValueRef result; /* what was returned, or NULL */
	LLVMValueRef *label; /* [nedges] of a switch: the case; NULL: default */
	LLVMMetadataRef loc;
};

/*
 * One thing that is known by different values at different places: a value
 * used outside its unit, a phi at the entry of a unit or the exit, the guard
 * value, whether a test holds.
 */
enum lin_varkind { LIN_VALUE, LIN_PHI, LIN_NEXT, LIN_FLAG };

struct lin_var {
	enum lin_varkind kind;
	uint32_t unit; /* it is computed in, or is the phi of; nunits: exit;
			  FLAG: the test's node */
	bool inverted; /* FLAG: whether it does not hold */
	LLVMTypeRef type;
	LLVMValueRef value; /* VALUE */
	uint32_t carried; /* VALUE: loop of the chain whose next round may want
			     it, or CVG_NONE */
	/* PHI: what it was given, by the block it came from. */
	struct cvg_incomings given;
	struct cvg_ptrmap given_of; /* block -> its place there */
};

struct linearizer {
	struct cvg_module *m;
	uint32_t f;
	const struct cvg_fn *fn;
	const struct cvg_live_ids *ids;
	const struct cvg_linplan *plan;
	const struct cvg_linregion *r;
	uint32_t region;
	LLVMBuilderRef b;
	LLVMValueRef function;
	LLVMTypeRef word; /* of guard values */
	LLVMBasicBlockRef exit;
	bool returns;		  /* the exit is a block made for returns */
	LLVMBasicBlockRef *block; /* [nnodes] NULL: merged */
	LLVMValueRef *asked; /* [nnodes] of an open guard: stands for whether it
				holds until that is known; or NULL */
	uint32_t *node_of;   /* [nunits] */
	struct lin_ins *in;  /* [nnodes + 1], the exit's last */
	cvg_vec(struct lin_leave) leave;
	struct cvg_ptrmap numbered;  /* users with many operands */
	struct cvg_ptrmap number_of; /* their uses -> which operand */
	uint32_t *by_to; /* edges, of each leave ascending by where they lead */
	struct cvg_ptrmap id_of; /* blocks of the region and what traps below
				    it -> snapshot id */
	struct cvg_incomings others; /* edges into the exit from elsewhere, once
					they were asked for */
	bool others_known;
	struct cvg_ptrmap made; /* then: blocks of nodes */
	/* The variable at hand. */
	const struct lin_var *var;
	LLVMValueRef *known; /* [nnodes + 1] at the node's start, or NULL */
	struct cvg_u32s touched, queue;
	struct cvg_u32s open; /* nodes with a phi still to be filled */
	uint32_t *head_of;    /* [nnodes + 1] loop that begins there, or NONE */
	uint32_t *merged_of;  /* [nunits] loop that others are merged into
				    around it, or NONE */
	uint32_t *seen, stamp; /* [nblocks] for cvg_lin_carried */
	struct cvg_u32s walk;
};

/* How many edges of the leave the plan leads to that node (CVG_NONE: the
 * exit); *first is where they stand in by_to, ascending. */
uint32_t cvg_lin_edges_to(const struct linearizer *z, const struct lin_leave *l,
			  uint32_t node, uint32_t *first);
/* Is edge k of that list another one of the way out that k - 1 is of? */
static inline bool lin_is_again(const struct lin_ins *in, size_t k)
{
	return k && in->at[k].leave != CVG_NONE &&
	       in->at[k].leave == in->at[k - 1].leave &&
	       in->at[k].holds == in->at[k - 1].holds;
}

/* What the variable is when control enters a node; nnodes: the exit. */
void cvg_lin_begin(struct linearizer *z, const struct lin_var *var);
LLVMValueRef cvg_lin_read(struct linearizer *z, uint32_t node);
/* The same by edges, one entry each. */
void cvg_lin_read_edges(struct linearizer *z, uint32_t node,
			struct cvg_incomings *in);

/* The guard value that leaves there for `node`, made at the end of its block. */
LLVMValueRef cvg_lin_next(struct linearizer *z, const struct lin_leave *l,
			  uint32_t node);

/* The loop of the chain in whose next round the value of that instruction may
 * be wanted, or CVG_NONE. */
uint32_t cvg_lin_carried(struct linearizer *z, uint32_t inst);
/* A test's condition on a guard value, made where the builder stands. */
LLVMValueRef cvg_lin_condition(struct linearizer *z,
			       const struct cvg_linnode *n, LLVMValueRef at);

/* linearize_flags.c: whether a test can do without a guard value, and should
 * ask the opposite; what the FLAG at hand is on an edge, NULL: as where it
 * comes from. */
bool cvg_lin_is_flag(struct linearizer *z, uint32_t test);
bool cvg_lin_flag_inverted(struct linearizer *z, uint32_t test);
bool cvg_lin_flag_is_open(const struct linearizer *z, uint32_t node,
			  const struct lin_in *e);
LLVMValueRef cvg_lin_said_flag(struct linearizer *z, uint32_t node,
			       const struct lin_in *e);

/* linearize_open.c: what is asked of open guards, where the unit begins; what
 * one of two values on its edge is; and the answers, at last. */
void cvg_lin_ask(struct linearizer *z, uint32_t node);
LLVMValueRef cvg_lin_either(struct linearizer *z, const struct lin_in *past,
			    LLVMValueRef wanted, LLVMValueRef other);
void cvg_lin_answer(struct linearizer *z, LLVMValueRef const *test);

/* linearize_merge.c: phis of a block that never both matter become one. */
void cvg_lin_merge_phis(struct linearizer *z);

/* linearize_edges.c: blocks for guards; all edges of the new control flow. */
void cvg_lin_connect(struct linearizer *z);
/* z->others, if they are not known yet. */
void cvg_lin_find_others(struct linearizer *z);
/* The guards' and tests' ends, once all edges are there. */
void cvg_lin_test(struct linearizer *z);

/* linearize_region.c: all of it. The code is what the plan was made from, but
 * for regions of the same plan. `ends`: gets the blocks that end in another
 * way now, or NULL. */
void cvg_lin_region(struct cvg_module *m, uint32_t f,
		    const struct cvg_live_ids *ids,
		    const struct cvg_linplan *plan, uint32_t region,
		    struct cvg_ptrmap *ends);

#endif
