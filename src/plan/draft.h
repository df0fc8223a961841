/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The making of a draft: what the files draft*.c share. */
#ifndef CVG_PLAN_DRAFT_H
#define CVG_PLAN_DRAFT_H

#include "gather.h"

#include "reconverge/graph.h"

/*
 * While a draft is made, values have codes: those of the function as it is have
 * their ids, and value k of `added` has the number of those plus k.
 */
struct added {
	struct cvg_value value;
	uint32_t inst; /* in the draft; CVG_NONE: a constant */
};

/* An edge of the chain of a gather to a phi's block. */
struct hook {
	uint32_t gather, target; /* index of the gather, and in its targets */
	uint32_t values;	 /* index into drafter.values: one a phi */
	uint32_t next;		 /* of the same block, or CVG_NONE */
};

struct drafter {
	const struct cvg_fn *fn;
	const struct cvg_gather *const *gather;
	uint32_t n;
	struct cvg_draft *draft;
	uint32_t *source_of; /* [nblocks] gather whose ways out begin there */
	uint32_t *inside_of; /* [nblocks] gather that has it in an arm */
	uint32_t *hook_at;   /* [nblocks] first hook, or CVG_NONE */
	uint32_t *negated;   /* [nblocks] code of "not" its condition */
	uint32_t
		*tail; /* [gathers] block for returns, the next one for traps */
	uint32_t *place; /* [ninsts] where the instruction is in the draft */
	cvg_vec(struct hook) hooks;
	struct cvg_u32s values; /* codes */
	cvg_vec(struct added) added;
	uint32_t bit, nothing;	  /* type ids: i1, and that of a branch */
	uint32_t uid;		  /* of the next new block */
	uint32_t truth[2];	  /* codes of false and true */
	uint32_t shape[CVG_NOPS]; /* of the operations that are added */
	/* The draft's arrays. */
	cvg_vec(struct cvg_inst) insts;
	cvg_vec(struct cvg_value) results;
	cvg_vec(struct cvg_block) blocks;
	struct cvg_u32s ops, incoming, succs, cases, weights, old;
};

/* Is the edge from a source of a gather a way out? */
static inline bool cvg_draft_leaves(const struct drafter *drafter,
				    uint32_t from, uint32_t to)
{
	return drafter->inside_of[to] != drafter->source_of[from];
}

/* What the block branches on, or returns. */
static inline uint32_t cvg_draft_operand(const struct cvg_fn *fn,
					 uint32_t block)
{
	return cvg_op_of(fn, cvg_block_last(fn, block), 0);
}

/* ---- draft.c ------------------------------------------------------------ */

/* Begin a draft; the block ends in a branch or a switch. */
void cvg_drafter_init(struct drafter *drafter, const struct cvg_fn *fn,
		      struct cvg_draft *draft, uint32_t entry);
/* Make the draft's function of all that was appended. */
void cvg_drafter_finish(struct drafter *drafter);
void cvg_drafter_done(struct drafter *drafter);

/* ---- draft_parts.c ----------------------------------------------------- */

/* New values; return their codes. */
uint32_t cvg_draft_bool(struct drafter *drafter, bool is_true);
uint32_t cvg_draft_poison(struct drafter *drafter, uint32_t type);
uint32_t cvg_draft_result(struct drafter *drafter, uint32_t type);

/* Append a block, whose instructions and successors follow. */
void cvg_draft_begin(struct drafter *drafter, struct cvg_block block);
void cvg_draft_end(struct drafter *drafter);
/* Append an instruction, whose operands follow; its result has the code, or
 * none. */
void cvg_draft_inst(struct drafter *drafter, enum cvg_op op, uint32_t type,
		    uint32_t code);
/* The same for an instruction of the function as it is. */
void cvg_draft_inst_head(struct drafter *drafter, uint32_t inst);
/* The same for a copy of one, whose result has the code. */
void cvg_draft_clone_head(struct drafter *drafter, uint32_t inst,
			  uint32_t code);
void cvg_draft_op(struct drafter *drafter, uint32_t code, uint32_t from);
void cvg_draft_end_inst(struct drafter *drafter);
void cvg_draft_succ(struct drafter *drafter, uint32_t to, uint32_t value,
		    uint32_t weight);

/* ---- draft_copy.c ------------------------------------------------------ */

/* Append a block of the function as it is, with its ways out changed. */
void cvg_draft_copy(struct drafter *drafter, uint32_t block);
/* The ways out of a source, as indices into the targets: on true and on false,
 * or twice the same. Returns whether a condition decides between two. */
bool cvg_draft_ways(const struct drafter *drafter, uint32_t block,
		    uint32_t both[2]);

/* ---- draft_chain.c ----------------------------------------------------- */

/* Append the new blocks of a gather. */
void cvg_draft_chain(struct drafter *drafter, uint32_t g);
/* The one value that the target's phi gets from all sources, if it is there at
 * the head too; or CVG_NONE. */
uint32_t cvg_draft_only_value(const struct drafter *drafter, uint32_t g,
			      uint32_t phi);

#endif
