/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Where a melded pair meets the rest: the way in, with phis for values of the
 * arms before it (DARM IV-F, "PreProcess"), and the way out, where threads
 * part again or, if both sides have arrived at X, go on together.
 */
#include "melder.h"

#include <stdlib.h>

/* ---- the way in ------------------------------------------------------ */

/* Old blocks with an edge to `to`: the branch or the piece before. */
static void blocks_before(const struct melder *w, int arm, LLVMBasicBlockRef to,
			  struct cvg_blockrefs *out)
{
	uint32_t at = w->mp->sub[arm];
	const struct cvg_subgraph *s;

	if (at == w->first[arm]) {
		cvg_push(out, w->branch);
		return;
	}
	s = &w->c->chain[arm][at - 1];
	if (s->joint != CVG_NONE) {
		cvg_push(out, w->ids->blocks[s->joint]);
		return;
	}
	for (uint32_t k = 0; k < s->nblocks; k++)
		if (cvg_edges_between(w->ids->blocks[s->block[k]], to))
			cvg_push(out, w->ids->blocks[s->block[k]]);
}

/* One block with one edge into the subgraph: simplification (Def. 4). */
static LLVMBasicBlockRef single_way_in(struct melder *w, int arm)
{
	LLVMBasicBlockRef entry = w->ids->blocks[w->sub[arm]->entry], from;
	struct cvg_blockrefs outs = {0};

	blocks_before(w, arm, entry, &outs);
	from = outs.at[0];
	if (outs.n > 1 || cvg_edges_between(from, entry) > 1) {
		from = cvg_block_gather(entry, outs.at, outs.n, "");
		cvg_live_block_origin(w->m, w->f, from, NULL, 0);
	}
	free(outs.at);
	return from;
}

/* The blocks of the arm that stand before the subgraph, gathered one too. */
static void blocks_passed(const struct melder *w, int arm,
			  struct cvg_blockrefs *out)
{
	for (uint32_t i = w->first[arm]; i < w->mp->sub[arm]; i++) {
		const struct cvg_subgraph *s = &w->c->chain[arm][i];

		for (uint32_t k = 0; k < s->nblocks; k++)
			cvg_push(out, w->ids->blocks[s->block[k]]);
		if (s->joint != CVG_NONE)
			cvg_push(out, w->ids->blocks[s->joint]);
	}
	if (out->n && out->at[out->n - 1] != w->out[arm])
		cvg_push(out, w->out[arm]);
}

/* Values of the arm before that are used behind: through a phi in pre. */
static void repair_values(struct melder *w, int arm)
{
	struct cvg_blockrefs passed = {0};
	struct cvg_ptrmap inside = {0};

	blocks_passed(w, arm, &passed);
	for (size_t k = 0; k < passed.n; k++)
		cvg_ptrmap_put(&inside, passed.at[k], 1);
	for (size_t k = 0; k < passed.n; k++) {
		LLVMValueRef i = LLVMGetFirstInstruction(passed.at[k]);

		for (; i; i = LLVMGetNextInstruction(i)) {
			LLVMValueRef v[2];

			if (!cvg_used_outside(i, &inside))
				continue;
			v[arm] = i;
			v[!arm] = LLVMGetPoison(LLVMTypeOf(i));
			cvg_replace_uses_outside(
				i,
				cvg_melder_join_phi(w, MELDER_PRE, v[0], v[1]),
				&inside);
		}
	}
	cvg_ptrmap_done(&inside);
	free(passed.at);
}

static void lead_in(struct melder *w)
{
	LLVMValueRef term = LLVMGetBasicBlockTerminator(w->branch);

	if (w->out[0] != w->out[1]) {
		for (int arm = 0; arm < 2; arm++)
			cvg_redirect(w->out[arm],
				     w->ids->blocks[w->sub[arm]->entry],
				     w->pre);
		return;
	}
	LLVMInstructionEraseFromParent(term);
	LLVMPositionBuilderAtEnd(w->b, w->branch);
	LLVMSetCurrentDebugLocation2(w->b, w->loc);
	LLVMBuildBr(w->b, w->pre);
}

void cvg_melder_enter(struct melder *w)
{
	uint32_t join;

	for (int arm = 0; arm < 2; arm++)
		w->out[arm] = single_way_in(w, arm);
	w->pre = cvg_melder_block(w, "pre", w->ids->blocks[w->sub[0]->entry],
				  w->ids->blocks[w->sub[1]->entry]);
	LLVMPositionBuilderAtEnd(w->b, w->pre);
	join = cvg_melder_join(w, w->pre);
	for (int arm = 0; arm < 2; arm++)
		cvg_push(&w->joins.at[join].preds[arm], w->out[arm]);
	lead_in(w);
	if (w->out[0] == w->out[1])
		return;
	LLVMPositionBuilderAtEnd(w->b, w->pre);
	repair_values(w, 0);
	repair_values(w, 1);
}

/* ---- replicated blocks ----------------------------------------------- */

/* The piece the replicated arm's threads reach from piece k, or CVG_NONE. */
static uint32_t forced_next(const struct melder *w, uint32_t k)
{
	const struct cvg_blockpair *bp = &w->mp->bp[k];
	LLVMBasicBlockRef old = cvg_melder_old(w, bp, cvg_melder_structure(w));
	LLVMValueRef term = LLVMGetBasicBlockTerminator(old);

	return cvg_ptrmap_get(&w->piece_of, LLVMGetSuccessor(term, bp->forced));
}

/* All edges into a new block, from pieces. */
static void edges_into(const struct melder *w, LLVMBasicBlockRef to,
		       struct cvg_blockrefs *out)
{
	for (uint32_t k = 0; k < w->mp->nbp; k++) {
		unsigned n = cvg_edges_between(w->piece[k].tail, to);

		for (unsigned e = 0; e < n; e++)
			cvg_push(out, w->piece[k].tail);
	}
}

/*
 * v, which is right for threads that come over the edge from `from`, as a
 * value of block `to`: a phi if others come as well.
 */
static LLVMValueRef carry(struct melder *w, LLVMValueRef v,
			  LLVMBasicBlockRef from, LLVMBasicBlockRef to)
{
	struct cvg_blockrefs preds = {0};
	LLVMValueRef phi = v;

	edges_into(w, to, &preds);
	if (preds.n > 1) {
		phi = cvg_phi_new_first(w->b, to, LLVMTypeOf(v),
					cvg_loc_none(w->function), "");
		for (size_t i = 0; i < preds.n; i++) {
			LLVMValueRef in =
				preds.at[i] == from
					? v
					: LLVMGetPoison(LLVMTypeOf(v));
			LLVMAddIncoming(phi, &in, &preds.at[i], 1);
		}
		cvg_melder_made(w, phi);
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
static void carry_out(struct melder *w, uint32_t place)
{
	int arm = w->mp->replica;
	LLVMBasicBlockRef old = cvg_melder_old(w, &w->mp->bp[place], arm);
	LLVMValueRef i = LLVMGetFirstInstruction(old);

	for (; i; i = LLVMGetNextInstruction(i)) {
		LLVMValueRef v = cvg_melder_now(w, i);
		uint32_t k = place, next;

		if (cvg_inst_is_phi(i) || !is_used_elsewhere(i))
			continue;
		for (; k != CVG_NONE; k = next) {
			next = forced_next(w, k);
			v = carry(w, v, w->piece[k].tail,
				  next == CVG_NONE ? w->post
						   : w->piece[next].head);
		}
		cvg_melder_stand_in(w, i, v);
	}
}

static void carry_replica(struct melder *w)
{
	for (uint32_t k = 0; w->mp->replica >= 0 && k < w->mp->nbp; k++)
		if (w->mp->bp[k].block[w->mp->replica] != CVG_NONE)
			carry_out(w, k);
}

/* ---- the way out ----------------------------------------------------- */

/* Every edge from a piece into post, as piece indices. */
static void find_exits(struct melder *w)
{
	for (uint32_t k = 0; k < w->mp->nbp; k++) {
		unsigned n = cvg_edges_between(w->piece[k].tail, w->post);

		for (unsigned e = 0; e < n; e++)
			cvg_push(&w->exits, k);
	}
}

/* The old block of an arm that the threads in piece k leave from. */
static LLVMBasicBlockRef left_from(const struct melder *w, int arm, uint32_t k)
{
	if (arm == w->mp->replica)
		return w->ids->blocks[w->sub[arm]->entry];
	return cvg_melder_old(w, &w->mp->bp[k], arm);
}

/* What an old phi behind the pieces gets from an arm, as a value of post. */
static LLVMValueRef exit_value(struct melder *w, int arm, LLVMValueRef old)
{
	struct cvg_incomings in = {0};
	LLVMValueRef v;
	bool same = true;

	for (size_t i = 0; i < w->exits.n; i++) {
		uint32_t k = w->exits.at[i];
		struct cvg_incoming e = {NULL, w->piece[k].tail};

		e.value = cvg_melder_now(
			w, cvg_phi_value(old, left_from(w, arm, k)));
		same = same && (!in.n || e.value == in.at[0].value);
		cvg_push(&in, e);
	}
	v = in.at[0].value;
	if (!same) {
		v = cvg_phi_new(w->b, w->post, LLVMTypeOf(old),
				LLVMInstructionGetDebugLoc(old), "");
		for (size_t i = 0; i < in.n; i++)
			LLVMAddIncoming(v, &in.at[i].value, &in.at[i].block, 1);
		cvg_melder_made(w, v);
		LLVMPositionBuilderAtEnd(w->b, w->post);
	}
	free(in.at);
	return v;
}

static LLVMBasicBlockRef joint_of(const struct melder *w, int arm)
{
	uint32_t joint = w->sub[arm]->joint;

	return joint == CVG_NONE ? NULL : w->ids->blocks[joint];
}

/* The joint's phis move into post. */
static void leave_joint(struct melder *w, int arm)
{
	LLVMBasicBlockRef joint = joint_of(w, arm);
	LLVMValueRef phi = joint ? LLVMGetFirstInstruction(joint) : NULL;

	for (; cvg_inst_is_phi(phi); phi = LLVMGetNextInstruction(phi))
		cvg_melder_stand_in(w, phi, exit_value(w, arm, phi));
}

/* What a phi of the block behind gets from an arm, as a value of post. */
static LLVMValueRef next_value(struct melder *w, int arm, LLVMValueRef phi)
{
	LLVMBasicBlockRef joint = joint_of(w, arm);

	if (joint)
		return cvg_melder_now(w, cvg_phi_value(phi, joint));
	return exit_value(w, arm, phi);
}

static bool is_old(const struct melder *w, int arm, LLVMBasicBlockRef b)
{
	return cvg_ptrmap_get(&w->inside[arm], b) != CVG_NONE ||
	       b == joint_of(w, arm);
}

/* Give a phi its entry from post in place of those from the old blocks. */
static LLVMValueRef relink(struct melder *w, LLVMValueRef phi,
			   const bool from[2], LLVMValueRef value)
{
	struct cvg_incomings all = {0};
	struct cvg_incoming post = {value, w->post};
	size_t kept = 0;

	cvg_phi_read(phi, &all);
	for (size_t i = 0; i < all.n; i++)
		if (!(from[0] && is_old(w, 0, all.at[i].block)) &&
		    !(from[1] && is_old(w, 1, all.at[i].block)))
			all.at[kept++] = all.at[i];
	all.n = kept;
	cvg_push(&all, post);
	phi = cvg_phi_rebuild(phi, all.at, all.n);
	free(all.at);
	return phi;
}

static void lead_on_apart(struct melder *w, LLVMBasicBlockRef next[2])
{
	LLVMValueRef br;

	for (int arm = 0; arm < 2; arm++) {
		const bool from[2] = {arm == 0, arm == 1};
		LLVMValueRef phi = LLVMGetFirstInstruction(next[arm]);

		for (; cvg_inst_is_phi(phi); phi = LLVMGetNextInstruction(phi))
			phi = relink(w, phi, from, next_value(w, arm, phi));
	}
	LLVMPositionBuilderAtEnd(w->b, w->post);
	LLVMSetCurrentDebugLocation2(w->b, w->loc);
	br = LLVMBuildCondBr(w->b, w->cond, next[0], next[1]);
	cvg_branch_md_set(br, w->told);
}

static void lead_on_together(struct melder *w, LLVMBasicBlockRef next)
{
	static const bool both[2] = {true, true};
	LLVMValueRef phi = LLVMGetFirstInstruction(next);

	for (; cvg_inst_is_phi(phi); phi = LLVMGetNextInstruction(phi)) {
		LLVMValueRef t = next_value(w, 0, phi);
		LLVMValueRef f = next_value(w, 1, phi);

		LLVMPositionBuilderAtEnd(w->b, w->post);
		phi = relink(w, phi, both, cvg_melder_pick(w, t, f));
	}
	LLVMPositionBuilderAtEnd(w->b, w->post);
	LLVMSetCurrentDebugLocation2(w->b, w->loc);
	LLVMBuildBr(w->b, next);
}

/* ---- the old code ---------------------------------------------------- */

static void retire_block(struct melder *w, LLVMBasicBlockRef block)
{
	LLVMValueRef i = LLVMGetFirstInstruction(block);

	for (; i; i = LLVMGetNextInstruction(i)) {
		LLVMValueRef now = cvg_melder_now(w, i);

		if (now != i && LLVMGetFirstUse(i))
			LLVMReplaceAllUsesWith(i, now);
	}
}

static void retire_old(struct melder *w)
{
	struct cvg_blockrefs old = {0};

	for (int arm = 0; arm < 2; arm++) {
		for (uint32_t k = 0; k < w->sub[arm]->nblocks; k++)
			cvg_push(&old, w->ids->blocks[w->sub[arm]->block[k]]);
		if (joint_of(w, arm))
			cvg_push(&old, joint_of(w, arm));
	}
	for (size_t k = 0; k < old.n; k++)
		retire_block(w, old.at[k]);
	cvg_blocks_erase(w->m, w->f, old.at, old.n);
	free(old.at);
}

void cvg_melder_leave(struct melder *w)
{
	LLVMBasicBlockRef next[2];

	for (int arm = 0; arm < 2; arm++)
		next[arm] = w->ids->blocks[w->sub[arm]->next];
	w->chosen.n = 0;
	cvg_ptrmap_done(&w->chosen_of);
	find_exits(w);
	carry_replica(w);
	LLVMPositionBuilderAtEnd(w->b, w->post);
	leave_joint(w, 0);
	leave_joint(w, 1);
	if (next[0] == next[1])
		lead_on_together(w, next[0]);
	else
		lead_on_apart(w, next);
	retire_old(w);
}
