/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What the files transforms/flatten*.c share. Loops of a nest are counted
 * from A, which is 0, in the order of their ids: the number of a loop is also
 * the state in which its header is what runs next.
 */
#ifndef CVG_FLATTEN_H
#define CVG_FLATTEN_H

#include "reconverge/flat.h"
#include "src/ir/surgery.h"

/* An edge that leads to the new latch. */
struct flat_edge {
	uint32_t slot; /* which successor of its block */
	uint32_t code; /* a state, or nloops + the number of an exit */
};

/* A block with such edges. */
struct flat_pred {
	LLVMBasicBlockRef at;
	uint32_t edges_at, nedges;
	uint32_t entry_at, nentries; /* in phis of the latch */
	LLVMValueRef cond;   /* of a conditional branch or switch, or NULL */
	LLVMValueRef *label; /* [nedges] of a switch: the case; NULL: default */
};

struct flat_loop {
	LLVMBasicBlockRef header;
	/* Where it is entered: the block that tests the state if there are
	 * loops in it, else its header. */
	LLVMBasicBlockRef top;
	uint32_t parent;    /* loop */
	uint32_t last;	    /* loop: the last one in it */
	LLVMValueRef state; /* at top, if top tests it */
};

/* A phi that was at a loop's header. */
struct flat_var {
	LLVMValueRef value; /* as the loop knows it, at its top */
	LLVMValueRef slot;  /* phi of the new header: what is brought back */
	LLVMValueRef latch; /* phi of the new latch */
	uint32_t loop;
};

struct flat_nest {
	struct cvg_module *m;
	uint32_t f;
	const struct cvg_fn *fn; /* before */
	const struct cvg_loops *loops;
	const struct cvg_live_ids *ids;
	const struct cvg_ptrmap *old_of; /* block -> its id in fn */
	const bool *live; /* [fn->nblocks] a return can be reached */
	uint32_t first;	  /* loop id of A in fn */
	uint32_t nloops;
	struct flat_loop *loop;
	LLVMBuilderRef b;
	LLVMValueRef function;
	LLVMBasicBlockRef head, latch;
	LLVMBasicBlockRef out; /* chooses among exits, or the only one; NULL:
				  there is none */
	LLVMValueRef more;     /* phi: whether the loop goes on */
	cvg_vec(LLVMBasicBlockRef) exit;
	struct cvg_ptrmap exit_of; /* block -> number */
	cvg_vec(struct flat_edge) edge;
	cvg_vec(struct flat_pred) pred;
	cvg_vec(LLVMBasicBlockRef) outer; /* into A, one an edge */
	uint32_t nentries;		  /* of a phi of the latch */
	cvg_vec(struct flat_var) var;
};

/* Does the block belong to the loop (0: to A)? As the code was before. */
bool cvg_flat_has(const struct flat_nest *z, uint32_t loop,
		  LLVMBasicBlockRef block);

/* The one value of a pred's edges, made at its end where they differ; NULL
 * stands for "does not matter". */
LLVMValueRef cvg_flat_choose(struct flat_nest *z, const struct flat_pred *p,
			     LLVMValueRef const *value);
/* A phi at the start of a block; entries are to be added. */
LLVMValueRef cvg_flat_phi(struct flat_nest *z, LLVMBasicBlockRef block,
			  LLVMTypeRef type, const char *name);
void cvg_flat_add(LLVMValueRef phi, LLVMValueRef value, LLVMBasicBlockRef from);

/* flatten_edges.c: the new edges, then the tests once the phis are there. */
void cvg_flat_connect(struct flat_nest *z);
void cvg_flat_tests(struct flat_nest *z, LLVMValueRef way);
uint32_t cvg_flat_edges_in(const struct flat_nest *z, uint32_t loop);

/* flatten_phis.c: phis of loops' headers and of exits, the state; the tests
 * with them. */
LLVMTypeRef cvg_flat_word(const struct flat_nest *z);
void cvg_flat_phis(struct flat_nest *z);

/* The function with all its nests cut, values not yet where they are used. */
struct flat_graph {
	struct cvg_fn *fn;
	struct cvg_ana *ana;
	const struct cvg_order *order;
	const struct cvg_dom *dom;
	struct cvg_live_ids ids;
	struct cvg_ptrmap id_of; /* block -> id in fn */
	/* [nblocks], all CVG_NONE between nests */
	uint32_t *top_of, *header_of; /* loop */
	uint32_t *exit_of;
	/* Of the value at hand. */
	bool *wanted;	       /* [nblocks] at the block's start */
	LLVMValueRef *version; /* [nblocks] there */
};

/* flatten_values.c */
void cvg_flat_values(struct flat_nest *z, struct flat_graph *g);
/* flatten_fold.c: phis that say nothing go, equal ones become one. */
void cvg_flat_fold(struct flat_nest *z, struct flat_graph *g);

#endif
