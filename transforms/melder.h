/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Melding one pair of subgraphs: what the files of the meld phase share.
 *
 * What a pair becomes, T and F being the subgraphs, c the condition:
 *
 *	  arms before T and F      what is left before them, or just E
 *	           \ /
 *	           pre             phis for values of those arms
 *	            |
 *	         pieces            one a block pair; guards inside
 *	            |
 *	          post             br c, if something is left behind
 *	           / \
 *	  arms behind T and F      or X at once, with selects
 *
 * A value of the old code has a stand-in in the new code. For threads of the
 * other side a stand-in may be anything: it is only ever looked at through a
 * select or phi that chooses by c, or by instructions that cannot trap.
 */
#ifndef CVG_MELDER_H
#define CVG_MELDER_H

#include "reconverge/plan.h"
#include "src/ir/surgery.h"

/* New code for a block pair: guards may split it. */
struct piece {
	LLVMBasicBlockRef head, tail;
};

/* A place where threads of the two sides arrive over different edges. */
struct join {
	LLVMBasicBlockRef block;
	struct cvg_blockrefs preds[2]; /* by arm. Owned */
	uint32_t age;		       /* on melder.clock */
};

/* A phi at a join and what it is for each side. */
struct joined {
	LLVMValueRef phi;
	uint32_t join; /* index into melder.joins */
	LLVMValueRef side[2];
};

/* A phi of the old code with the one that stands in for it. */
struct phicopy {
	LLVMValueRef old, made;
	bool outside;	    /* it gets something from before the pair... */
	LLVMValueRef entry; /* ...this */
};

/* A select between the sides. */
struct chosen {
	LLVMValueRef side[2], select;
	size_t before; /* an earlier one with the same side[0], or SIZE_MAX */
};

#define MELDER_PRE 0 /* index of the join that is `pre` */

/* One candidate while it is melded, pair by pair. Lists are owned. */
struct melder {
	struct cvg_module *module;
	uint32_t function_id;
	LLVMValueRef function;
	const struct cvg_fn *fn;   /* snapshot that the plan was made from */
	const struct cvg_dom *dom; /* of the snapshot */
	const struct cvg_order *order; /* likewise */
	const struct cvg_u32s *of_uid; /* by uid: block of the snapshot, or
					   CVG_NONE */
	const struct cvg_live_ids *ids;
	const struct cvg_candidate *candidate;
	LLVMBuilderRef builder;
	LLVMValueRef cond;	   /* of the divergent branch */
	LLVMMetadataRef loc;	   /* of that branch, or NULL */
	struct cvg_branch_md told; /* of that branch */
	LLVMBasicBlockRef branch;  /* ends in a branch on cond: E, then the
				      post of the last pair */
	uint32_t first[2];	   /* by arm: first subgraph not yet passed */

	/* The pair at hand; pair_done empties what follows. */
	const struct cvg_meldpair *pair;
	const struct cvg_subgraph *sub[2]; /* by arm */
	LLVMBasicBlockRef pre, post; /* new blocks before and behind the pair */
	struct piece *piece;	     /* [pair->nbp] */
	struct cvg_ptrmap piece_of;  /* old block -> index into piece */
	struct cvg_ptrmap inside[2]; /* by arm: old blocks of the subgraph */
	LLVMBasicBlockRef out[2];    /* by arm: the block that leads into the
					subgraph; the same one if no arm has
					code before */
	struct cvg_u32s exits;	     /* piece index of every edge into post */

	/* Values of the pair at hand. */
	struct cvg_ptrmap standin_of;  /* old value -> index into standin */
	cvg_vec(LLVMValueRef) standin; /* new values, used in their place */
	struct cvg_ptrmap age_of;      /* new value -> clock when it was made; a
				     value without was there before */
	uint32_t clock;		       /* counts the values and joins made */
	cvg_vec(struct join) joins;
	struct cvg_ptrmap joined_of; /* phi -> index into joined */
	cvg_vec(struct joined) joined;
	cvg_vec(struct phicopy) phis;
	cvg_vec(struct chosen) selects; /* all made for this pair */
	cvg_vec(struct chosen) chosen;	/* those of the piece being filled */
	struct cvg_ptrmap chosen_of; /* side[0] -> newest in chosen with it */
};

/* ---- melder.c: values ------------------------------------------------ */

/* The stand-in of an old value, or the value itself. */
LLVMValueRef cvg_melder_now(const struct melder *melder, LLVMValueRef old);
void cvg_melder_stand_in(struct melder *melder, LLVMValueRef old,
			 LLVMValueRef made);
/* Note that a value was made at this point of the new code. */
void cvg_melder_made(struct melder *melder, LLVMValueRef value);
/* t for threads of the true side, f for the others, at the end of the block
 * the builder is in. */
LLVMValueRef cvg_melder_pick(struct melder *melder, LLVMValueRef t,
			     LLVMValueRef f);
/* Pick t or f likewise, but before the terminator of a finished block. */
LLVMValueRef cvg_melder_pick_in(struct melder *melder, LLVMBasicBlockRef block,
				LLVMValueRef t, LLVMValueRef f);
/* A new join; the caller fills its preds. Returns its index. */
uint32_t cvg_melder_join(struct melder *melder, LLVMBasicBlockRef block);
/* A phi at a join: t over the edges of one side, f over the others'. */
LLVMValueRef cvg_melder_join_phi(struct melder *melder, uint32_t join,
				 LLVMValueRef t, LLVMValueRef f);
LLVMBasicBlockRef cvg_melder_block(struct melder *melder, const char *name,
				   LLVMBasicBlockRef from_t,
				   LLVMBasicBlockRef from_f);
/* The old block of an arm in a block pair, or NULL. */
LLVMBasicBlockRef cvg_melder_old(const struct melder *melder,
				 const struct cvg_blockpair *bp, int arm);
/* The arm whose control flow the pieces have. */
int cvg_melder_structure(const struct melder *melder);

/* ---- meld_enter.c ---------------------------------------------------- */

/* Make pre, lead the edges into it, repair values of the arms before. */
void cvg_melder_enter(struct melder *melder);

/* ---- meld_leave.c ---------------------------------------------------- */

/* Make post's phis, lead on, replace the old code and delete it. */
void cvg_melder_leave(struct melder *melder);

/* ---- meld_phis.c ----------------------------------------------------- */

/* Copies of the phis of both arms' block in pair k, entries still missing. */
void cvg_melder_copy_phis(struct melder *melder, uint32_t k, int arm);
/* All pieces are filled: give the copies their entries, join what can be. */
void cvg_melder_finish_phis(struct melder *melder);

/* ---- meld_gaps.c ----------------------------------------------------- */

/* Unmatched subgraphs [melder->first, to): run their blocks for both sides. */
void cvg_melder_speculate(struct melder *melder, const uint32_t to[2]);
/* The rest of both arms is such: go on to X without a branch. */
void cvg_melder_close(struct melder *melder);

/* ---- meld_blocks.c --------------------------------------------------- */

/* Fill the pieces. */
void cvg_melder_fill(struct melder *melder);

#endif
