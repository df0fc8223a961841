/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What the files transforms/flatten*.c share.
 *
 * The outermost loop of a nest is called A, as in the paper. Loops of a nest
 * are numbered from A, which is 0, in the order of their ids, so a loop stands
 * before the loops in it. The number of a loop is also the state of a thread
 * that runs the header of that loop next.
 */
#ifndef CVG_FLATTEN_H
#define CVG_FLATTEN_H

#include "src/ir/surgery.h"

/* The function before any nest of a round is cut. flatten.c owns it. */
struct flat_before {
	struct cvg_fn *fn;
	const struct cvg_loops *loops;
	struct cvg_live_ids ids;
	struct cvg_ptrmap old_of; /* block -> its id in fn */
	bool *live;		  /* [fn->nblocks] a return can be reached */
};

/* An edge that leads to the new latch. */
struct flat_edge {
	uint32_t slot; /* which successor of its block */
	uint32_t code; /* what it means: a state, or nloops + the number of an
			  exit */
};

/* A block with such edges. */
struct flat_pred {
	LLVMBasicBlockRef at;
	uint32_t edges_at, nedges;   /* in flat_flow.edge */
	uint32_t entry_at, nentries; /* in each phi of the latch */
	LLVMValueRef cond;	     /* of a conditional branch or switch; NULL:
					the block ends in a jump */
	LLVMValueRef *label;	     /* [nedges] the case of a switch, NULL: its
				default. Owned; NULL: no switch */
};

/* A loop of the nest. */
struct flat_loop {
	LLVMBasicBlockRef header;
	LLVMBasicBlockRef top; /* where the loop is entered: the block that
				  tests the state if there are loops in it,
				  else the header */
	uint32_t parent;       /* number of the loop around it; A's is 0 */
	uint32_t last;	       /* number of the last loop in it, or its own */
	LLVMValueRef state;    /* the state at top, if top tests it */
};

/* A phi that was at a loop's header. */
struct flat_var {
	LLVMValueRef value; /* the phi that replaces it, at the loop's top */
	LLVMValueRef slot;  /* phi of the new header: what the latch brings */
	LLVMValueRef latch; /* phi of the new latch */
	uint32_t loop;
};

/* The new control flow of a nest. Lists are owned. */
struct flat_flow {
	LLVMBasicBlockRef head, latch; /* of the one loop that is left */
	LLVMBasicBlockRef out; /* where the latch leaves the loop: the block
				  that chooses among exits, or the only exit;
				  NULL: there is no exit */
	LLVMValueRef more;     /* phi of the latch: whether the loop goes on */
	cvg_vec(LLVMBasicBlockRef) exit;  /* where edges led out of the nest */
	struct cvg_ptrmap exit_of;	  /* block -> index into exit */
	cvg_vec(struct flat_edge) edge;	  /* to the latch, by block */
	cvg_vec(struct flat_pred) pred;	  /* of the latch */
	uint32_t nentries;		  /* of a phi of the latch */
	cvg_vec(LLVMBasicBlockRef) outer; /* one for each edge into A from
					     outside */
};

/* One nest while it is flattened. */
struct flat_nest {
	struct cvg_module *module;
	uint32_t function_id; /* the function's place in the module */
	LLVMValueRef function;
	const struct flat_before *before;
	uint32_t first; /* id of A in before->loops */
	uint32_t nloops;
	struct flat_loop *loop; /* [nloops]. Owned */
	LLVMBuilderRef builder; /* Owned */
	struct flat_flow flow;
	cvg_vec(struct flat_var) var; /* Owned */
};

/* Is the block one of the loop's (0: of A's), as the code was before? */
bool cvg_flat_has(const struct flat_nest *nest, uint32_t loop,
		  LLVMBasicBlockRef block);

/* value[k] is wanted over edge k of `pred`: one value for all of its edges,
 * made at its end where they differ. value[k] NULL: nobody wants it over that
 * edge; the result is NULL if that is true of all. */
LLVMValueRef cvg_flat_choose(struct flat_nest *nest,
			     const struct flat_pred *pred,
			     LLVMValueRef const *value);
/* A phi at the start of a block; the caller adds its entries. */
LLVMValueRef cvg_flat_phi(struct flat_nest *nest, LLVMBasicBlockRef block,
			  LLVMTypeRef type, const char *name);
void cvg_flat_add(LLVMValueRef phi, LLVMValueRef value, LLVMBasicBlockRef from);

/* ---- flatten_edges.c -------------------------------------------------- */

/* Make the new blocks and lead the nest's edges to them. */
void cvg_flat_connect(struct flat_nest *nest);
/* End the new blocks, once their phis are there. `way`: the number of the exit
 * to take, if there are several. */
void cvg_flat_tests(struct flat_nest *nest, LLVMValueRef way);
/* The block from which the latch's ways lead to the exits. */
LLVMBasicBlockRef cvg_flat_way_out(const struct flat_nest *nest);
/* The top of the loop around an inner loop: its test leads to the loop's
 * top. */
LLVMBasicBlockRef cvg_flat_test_of(const struct flat_nest *nest, uint32_t loop);
/* How many edges lead from there to the loop's top? */
uint32_t cvg_flat_edges_in(const struct flat_nest *nest, uint32_t loop);

/* ---- flatten_phis.c --------------------------------------------------- */

/* The type of the state. */
LLVMTypeRef cvg_flat_word(const struct flat_nest *nest);
/* Make the state, and move the phis of headers and exits; then the tests. */
void cvg_flat_phis(struct flat_nest *nest);
/* Poison over the edges into A: no thread that comes there wants the phi. */
void cvg_flat_add_poison(const struct flat_nest *nest, LLVMValueRef slot);

/* ---- flatten_values.c ------------------------------------------------- */

/* The function once all nests of a round are cut. flatten.c owns it. */
struct flat_graph {
	struct cvg_fn *fn;
	struct cvg_ana *ana;
	const struct cvg_order *order;
	const struct cvg_dom *dom;
	struct cvg_live_ids ids;
	struct cvg_ptrmap id_of; /* block -> id in fn */

	/* [fn->nblocks] for the nest at hand: the loop whose top or header the
	 * block is, and the number of the exit that it is. All are CVG_NONE
	 * between nests. */
	uint32_t *top_of, *header_of;
	uint32_t *exit_of;

	/* [fn->nblocks] for the value at hand, at the start of the block. */
	bool *wanted; /* some thread that comes there may use the value */
	LLVMValueRef *version; /* what the value is there */
};

/* Repair SSA form for all values of a nest. */
void cvg_flat_values(struct flat_nest *nest, struct flat_graph *graph);

/* A use that the value no longer dominates. */
struct flat_use {
	LLVMValueRef user;
	unsigned operand;
	uint32_t block; /* where it is wanted: the user's block, or the one that
			   a phi has the operand from */
};

/* The search for what one value is at its uses. Lists are owned. */
struct flat_search {
	struct flat_nest *nest;
	struct flat_graph *graph;

	/* The latch's edges by code. */
	uint32_t *pred_at; /* [nloops + exits + 1] into pred_of */
	uint32_t *pred_of; /* index into flow.pred */

	/* The value at hand. */
	LLVMValueRef value;
	uint32_t block;	      /* where it is made */
	uint32_t loop;	      /* innermost loop of the nest around that */
	struct flat_var *var; /* NULL: the value is no header's phi */
	cvg_vec(struct flat_use) uses;

	/* Where it is wanted. */
	struct cvg_u32s found; /* blocks, each once; also the queue */
	struct cvg_u32s codes; /* over the edges to the latch that have these */
	bool *code;	       /* [nloops + exits] is it in `codes`? */
	bool slotted;	       /* from the new header */
	bool leaves;	       /* behind an exit */

	/* The phis made for it. */
	LLVMValueRef slot;    /* of the new header, if slotted */
	LLVMValueRef latch;   /* of the latch, if it leaves or is slotted */
	struct cvg_u32s open; /* blocks whose phis have no entries as yet */
};

/* ---- flatten_versions.c ----------------------------------------------- */

/* The id of a block of the graph. */
uint32_t cvg_flat_id(const struct flat_graph *graph, LLVMBasicBlockRef block);
/* Is there nothing to find for the start of the block: the value itself is
 * there, or no thread comes there? */
bool cvg_flat_is_settled(const struct flat_search *search, uint32_t block);
/* Is the value made in the loop, or in one in it? */
bool cvg_flat_is_made_in(const struct flat_search *search, uint32_t loop);
/* Make the phis that the value needs, and use them. */
void cvg_flat_build(struct flat_search *search);

/* ---- flatten_fold.c --------------------------------------------------- */

/* Erase the nest's phis that can have one value only, and make one phi of those
 * of the new header that agree. */
void cvg_flat_fold(struct flat_nest *nest, struct flat_graph *graph);

#endif
