/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Where a melded pair meets what stands behind it: in `post`, threads part again
 * or, if both sides have arrived at X, go on together.
 *
 * Example: in that of meld_enter.c, both sides go on to x. The phi %r there gets
 * %a3 from t2.f.post, which stands for %a as well as for %b, and post needs no
 * branch on %c.
 */
#include "melder.h"

#include <stdlib.h>

/* ---- replicated blocks ----------------------------------------------- */

/* The piece the replicated arm's threads reach from piece k, or CVG_NONE. */
static uint32_t forced_next(const struct melder *melder, uint32_t k)
{
	const struct cvg_blockpair *bp = &melder->pair->bp[k];
	LLVMBasicBlockRef old =
		cvg_melder_old(melder, bp, cvg_melder_structure(melder));
	LLVMValueRef term = LLVMGetBasicBlockTerminator(old);

	return cvg_ptrmap_get(&melder->piece_of,
			      LLVMGetSuccessor(term, bp->forced));
}

/* Append the block that each edge from a piece into the new block comes
 * from. */
static void edges_into(const struct melder *melder, LLVMBasicBlockRef to,
		       struct cvg_blockrefs *out)
{
	for (uint32_t k = 0; k < melder->pair->nbp; k++) {
		unsigned n = cvg_edges_between(melder->piece[k].tail, to);

		for (unsigned e = 0; e < n; e++)
			cvg_push(out, melder->piece[k].tail);
	}
}

/*
 * v, which is right for threads that come over the edge from `from`, as a
 * value of block `to`: a phi if others come as well.
 */
static LLVMValueRef carry(struct melder *melder, LLVMValueRef v,
			  LLVMBasicBlockRef from, LLVMBasicBlockRef to)
{
	struct cvg_blockrefs preds = {0};
	LLVMValueRef phi = v;

	edges_into(melder, to, &preds);
	if (preds.n > 1) {
		phi = cvg_phi_new_first(melder->builder, to, LLVMTypeOf(v),
					cvg_loc_none(melder->function), "");
		for (size_t i = 0; i < preds.n; i++) {
			LLVMValueRef in =
				preds.at[i] == from
					? v
					: LLVMGetPoison(LLVMTypeOf(v));
			LLVMAddIncoming(phi, &in, &preds.at[i], 1);
		}
		cvg_melder_made(melder, phi);
	}
	free(preds.at);
	return phi;
}

static bool is_used_elsewhere(LLVMValueRef inst)
{
	LLVMBasicBlockRef here = LLVMGetInstructionParent(inst);
	LLVMUseRef use = LLVMGetFirstUse(inst);

	for (; use; use = LLVMGetNextUse(use))
		if (LLVMGetInstructionParent(LLVMGetUser(use)) != here)
			return true;
	return false;
}

/*
 * Values of a block placed into a replica, brought to post along the path of
 * their threads (DARM IV-C: phis at the dominance frontier).
 */
static void carry_out(struct melder *melder, uint32_t place)
{
	int arm = melder->pair->replica;
	LLVMBasicBlockRef old =
		cvg_melder_old(melder, &melder->pair->bp[place], arm);
	LLVMValueRef i = LLVMGetFirstInstruction(old);

	for (; i; i = LLVMGetNextInstruction(i)) {
		LLVMValueRef v = cvg_melder_now(melder, i);
		uint32_t k = place, next;

		if (cvg_inst_is_phi(i) || !is_used_elsewhere(i))
			continue;
		for (; k != CVG_NONE; k = next) {
			next = forced_next(melder, k);
			v = carry(melder, v, melder->piece[k].tail,
				  next == CVG_NONE ? melder->post
						   : melder->piece[next].head);
		}
		cvg_melder_stand_in(melder, i, v);
	}
}

static void carry_replica(struct melder *melder)
{
	for (uint32_t k = 0;
	     melder->pair->replica >= 0 && k < melder->pair->nbp; k++)
		if (melder->pair->bp[k].block[melder->pair->replica] !=
		    CVG_NONE)
			carry_out(melder, k);
}

/* ---- the way out ----------------------------------------------------- */

/* List every edge from a piece into post, as the piece's index. */
static void find_exits(struct melder *melder)
{
	for (uint32_t k = 0; k < melder->pair->nbp; k++) {
		unsigned n =
			cvg_edges_between(melder->piece[k].tail, melder->post);

		for (unsigned e = 0; e < n; e++)
			cvg_push(&melder->exits, k);
	}
}

/* The old block of an arm that the threads in piece k leave from. */
static LLVMBasicBlockRef left_from(const struct melder *melder, int arm,
				   uint32_t k)
{
	if (arm == melder->pair->replica)
		return melder->ids->blocks[melder->sub[arm]->entry];
	return cvg_melder_old(melder, &melder->pair->bp[k], arm);
}

/* What an old phi behind the pieces gets from an arm, as a value of post. */
static LLVMValueRef exit_value(struct melder *melder, int arm, LLVMValueRef old)
{
	struct cvg_incomings in = {0};
	LLVMValueRef v;
	bool same = true;

	for (size_t i = 0; i < melder->exits.n; i++) {
		uint32_t k = melder->exits.at[i];
		struct cvg_incoming e = {NULL, melder->piece[k].tail};

		e.value = cvg_melder_now(
			melder, cvg_phi_value(old, left_from(melder, arm, k)));
		same = same && (!in.n || e.value == in.at[0].value);
		cvg_push(&in, e);
	}
	v = in.at[0].value;
	if (!same) {
		v = cvg_phi_new(melder->builder, melder->post, LLVMTypeOf(old),
				LLVMInstructionGetDebugLoc(old), "");
		for (size_t i = 0; i < in.n; i++)
			LLVMAddIncoming(v, &in.at[i].value, &in.at[i].block, 1);
		cvg_melder_made(melder, v);
		LLVMPositionBuilderAtEnd(melder->builder, melder->post);
	}
	free(in.at);
	return v;
}

static LLVMBasicBlockRef joint_of(const struct melder *melder, int arm)
{
	uint32_t joint = melder->sub[arm]->joint;

	return joint == CVG_NONE ? NULL : melder->ids->blocks[joint];
}

/* Let values of post stand for the phis of the joint. */
static void leave_joint(struct melder *melder, int arm)
{
	LLVMBasicBlockRef joint = joint_of(melder, arm);
	LLVMValueRef phi = joint ? LLVMGetFirstInstruction(joint) : NULL;

	for (; cvg_inst_is_phi(phi); phi = LLVMGetNextInstruction(phi))
		cvg_melder_stand_in(melder, phi, exit_value(melder, arm, phi));
}

/* What a phi of the block behind gets from an arm, as a value of post. */
static LLVMValueRef next_value(struct melder *melder, int arm, LLVMValueRef phi)
{
	LLVMBasicBlockRef joint = joint_of(melder, arm);

	if (joint)
		return cvg_melder_now(melder, cvg_phi_value(phi, joint));
	return exit_value(melder, arm, phi);
}

/* Is the block one of the melded subgraph of that arm, or its joint? */
static bool is_old(const struct melder *melder, int arm, LLVMBasicBlockRef b)
{
	return cvg_ptrmap_get(&melder->inside[arm], b) != CVG_NONE ||
	       b == joint_of(melder, arm);
}

/* Give a phi its entry from post in place of those from the old blocks. */
static LLVMValueRef relink(struct melder *melder, LLVMValueRef phi,
			   const bool from[2], LLVMValueRef value)
{
	struct cvg_incomings all = {0};
	struct cvg_incoming post = {value, melder->post};
	size_t kept = 0;

	cvg_phi_read(phi, &all);
	for (size_t i = 0; i < all.n; i++)
		if (!(from[0] && is_old(melder, 0, all.at[i].block)) &&
		    !(from[1] && is_old(melder, 1, all.at[i].block)))
			all.at[kept++] = all.at[i];
	all.n = kept;
	cvg_push(&all, post);
	phi = cvg_phi_rebuild(phi, all.at, all.n);
	free(all.at);
	return phi;
}

/* Branch in post to what is next for each side. */
static void lead_on_apart(struct melder *melder, LLVMBasicBlockRef next[2])
{
	LLVMValueRef br;

	for (int arm = 0; arm < 2; arm++) {
		const bool from[2] = {arm == 0, arm == 1};
		LLVMValueRef phi = LLVMGetFirstInstruction(next[arm]);

		for (; cvg_inst_is_phi(phi); phi = LLVMGetNextInstruction(phi))
			phi = relink(melder, phi, from,
				     next_value(melder, arm, phi));
	}
	LLVMPositionBuilderAtEnd(melder->builder, melder->post);
	LLVMSetCurrentDebugLocation2(melder->builder, melder->loc);
	br = LLVMBuildCondBr(melder->builder, melder->cond, next[0], next[1]);
	cvg_branch_md_set(br, melder->told);
}

/* Both sides go on to X: jump there, and choose what its phis get. */
static void lead_on_together(struct melder *melder, LLVMBasicBlockRef next)
{
	static const bool both[2] = {true, true};
	LLVMValueRef phi = LLVMGetFirstInstruction(next);

	for (; cvg_inst_is_phi(phi); phi = LLVMGetNextInstruction(phi)) {
		LLVMValueRef t = next_value(melder, 0, phi);
		LLVMValueRef f = next_value(melder, 1, phi);

		LLVMPositionBuilderAtEnd(melder->builder, melder->post);
		phi = relink(melder, phi, both, cvg_melder_pick(melder, t, f));
	}
	LLVMPositionBuilderAtEnd(melder->builder, melder->post);
	LLVMSetCurrentDebugLocation2(melder->builder, melder->loc);
	LLVMBuildBr(melder->builder, next);
}

/* ---- the old code ---------------------------------------------------- */

/* Let the stand-ins of a block's values take their uses. */
static void retire_block(struct melder *melder, LLVMBasicBlockRef block)
{
	LLVMValueRef i = LLVMGetFirstInstruction(block);

	for (; i; i = LLVMGetNextInstruction(i)) {
		LLVMValueRef now = cvg_melder_now(melder, i);

		if (now != i && LLVMGetFirstUse(i))
			LLVMReplaceAllUsesWith(i, now);
	}
}

static void retire_old(struct melder *melder)
{
	struct cvg_blockrefs old = {0};

	for (int arm = 0; arm < 2; arm++) {
		for (uint32_t k = 0; k < melder->sub[arm]->nblocks; k++)
			cvg_push(&old,
				 melder->ids
					 ->blocks[melder->sub[arm]->block[k]]);
		if (joint_of(melder, arm))
			cvg_push(&old, joint_of(melder, arm));
	}
	for (size_t k = 0; k < old.n; k++)
		retire_block(melder, old.at[k]);
	cvg_blocks_erase(melder->module, melder->function_id, old.at, old.n);
	free(old.at);
}

void cvg_melder_leave(struct melder *melder)
{
	LLVMBasicBlockRef next[2];

	for (int arm = 0; arm < 2; arm++)
		next[arm] = melder->ids->blocks[melder->sub[arm]->next];
	melder->chosen.n = 0;
	cvg_ptrmap_done(&melder->chosen_of);
	find_exits(melder);
	carry_replica(melder);
	LLVMPositionBuilderAtEnd(melder->builder, melder->post);
	leave_joint(melder, 0);
	leave_joint(melder, 1);
	if (next[0] == next[1])
		lead_on_together(melder, next[0]);
	else
		lead_on_apart(melder, next);
	retire_old(melder);
}
