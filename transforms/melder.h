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
	struct cvg_blockrefs preds[2]; /* by arm */
	uint32_t age;
};

/* A phi at a join and what it is for each side. */
struct joined {
	LLVMValueRef phi;
	uint32_t join;
	LLVMValueRef side[2];
};

/* A phi of the old code with the one that stands in for it. */
struct phicopy {
	LLVMValueRef old, made;
	bool outside; /* `entry` is what it gets from before the pair */
	LLVMValueRef entry;
};

struct chosen {
	LLVMValueRef side[2], select;
	size_t before; /* an earlier one with the same side[0], or SIZE_MAX */
};

#define MELDER_PRE 0 /* index of the join that is `pre` */

struct melder {
	struct cvg_module *m;
	uint32_t f;
	const struct cvg_fn *fn;
	const struct cvg_live_ids *ids;
	const struct cvg_candidate *c;
	LLVMBuilderRef b;
	LLVMValueRef function;
	LLVMValueRef cond;
	LLVMMetadataRef loc;	   /* of the branch on cond, or NULL */
	struct cvg_branch_md told; /* of that branch */
	LLVMBasicBlockRef branch;  /* ends in the branch on cond */
	uint32_t first[2];	   /* first subgraph not yet passed, by arm */

	/* for the pair at hand */
	const struct cvg_meldpair *mp;
	const struct cvg_subgraph *sub[2];
	LLVMBasicBlockRef pre, post;
	struct piece *piece;	     /* [mp->nbp] */
	struct cvg_ptrmap piece_of;  /* old block -> index into piece */
	struct cvg_ptrmap inside[2]; /* old blocks of the subgraphs */
	LLVMBasicBlockRef out[2];    /* the block that leads into each; the same
				      one if no arm has code before */
	struct cvg_u32s exits;	     /* piece index of every edge into post */
	struct cvg_ptrmap standin_of; /* old value -> index into standin */
	cvg_vec(LLVMValueRef) standin;
	struct cvg_ptrmap age_of; /* new value -> when it was made */
	uint32_t clock;
	cvg_vec(struct join) joins;
	struct cvg_ptrmap joined_of; /* phi -> index into joined */
	cvg_vec(struct joined) joined;
	cvg_vec(struct phicopy) phis;
	cvg_vec(struct chosen) selects; /* all made for this pair */
	cvg_vec(struct chosen) chosen;	/* those of the piece being filled */
	struct cvg_ptrmap chosen_of;	/* side[0] -> newest with it */
};

/* ---- melder.c: values ------------------------------------------------ */

/* The stand-in of an old value, or the value itself. */
LLVMValueRef cvg_melder_now(const struct melder *w, LLVMValueRef old);
void cvg_melder_stand_in(struct melder *w, LLVMValueRef old, LLVMValueRef made);
/* Note that a value was made at this point of the new code. */
void cvg_melder_made(struct melder *w, LLVMValueRef value);
/* t for threads of the true side, f for the others, at the end of the block
 * the builder is in. */
LLVMValueRef cvg_melder_pick(struct melder *w, LLVMValueRef t, LLVMValueRef f);
/* The same, before the terminator of a finished block. */
LLVMValueRef cvg_melder_pick_in(struct melder *w, LLVMBasicBlockRef block,
				LLVMValueRef t, LLVMValueRef f);
/* A new join; the caller fills its preds. Returns its index. */
uint32_t cvg_melder_join(struct melder *w, LLVMBasicBlockRef block);
/* A phi at a join: t over the edges of one side, f over the others'. */
LLVMValueRef cvg_melder_join_phi(struct melder *w, uint32_t join,
				 LLVMValueRef t, LLVMValueRef f);
LLVMBasicBlockRef cvg_melder_block(struct melder *w, const char *name,
				   LLVMBasicBlockRef from_t,
				   LLVMBasicBlockRef from_f);
/* The old block of an arm in a block pair, or NULL. */
LLVMBasicBlockRef cvg_melder_old(const struct melder *w,
				 const struct cvg_blockpair *bp, int arm);
/* The arm whose control flow the pieces have. */
int cvg_melder_structure(const struct melder *w);

/* ---- meld_seams.c ---------------------------------------------------- */

/* Make pre, lead the edges into it, repair values of the arms before. */
void cvg_melder_enter(struct melder *w);
/* Make post's phis, lead on, replace the old code and delete it. */
void cvg_melder_leave(struct melder *w);

/* ---- meld_phis.c ----------------------------------------------------- */

/* Copies of the phis of both arms' block in pair k, entries still missing. */
void cvg_melder_copy_phis(struct melder *w, uint32_t k, int arm);
/* All pieces are filled: give the copies their entries, join what can be. */
void cvg_melder_finish_phis(struct melder *w);

/* ---- meld_gaps.c ----------------------------------------------------- */

/* Unmatched subgraphs [w->first, to): run their blocks for both sides. */
void cvg_melder_speculate(struct melder *w, const uint32_t to[2]);
/* The rest of both arms is such: go on to X without a branch. */
void cvg_melder_close(struct melder *w);

/* ---- meld_blocks.c --------------------------------------------------- */

/* Fill the pieces. */
void cvg_melder_fill(struct melder *w);

#endif
