/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The melded blocks (DARM, Algorithm 2): aligned instructions made one, the
 * others guarded or left for both sides, terminators joined.
 */
#include "melder.h"

#include <stdlib.h>

struct filler {
	struct melder *w;
	const struct cvg_blockpair *bp;
	struct piece *piece;
	struct cvg_u32s gap[2]; /* instruction ids since the last match */
	bool exclusive;		/* threads of one side only come here */
};

static LLVMValueRef handle(const struct filler *p, uint32_t inst)
{
	return p->w->ids->insts[inst];
}

/* Operands that may differ: a call's arguments, else all. */
static unsigned nchoosable(LLVMValueRef inst)
{
	return LLVMIsACallInst(inst) ? LLVMGetNumArgOperands(inst)
				     : (unsigned)LLVMGetNumOperands(inst);
}

/* ---- instructions of both sides -------------------------------------- */

static LLVMValueRef operand_now(const struct filler *p, LLVMValueRef inst,
				unsigned k)
{
	return cvg_melder_now(p->w, LLVMGetOperand(inst, k));
}

static bool should_cross(const struct filler *p, uint32_t a, uint32_t b)
{
	const struct cvg_inst *ia = &p->w->fn->insts[a];
	const struct cvg_inst *ib = &p->w->fn->insts[b];
	LLVMValueRef t0, t1, f0, f1;

	if ((ia->flags ^ ib->flags) & CVG_I_SWAPPED)
		return true;
	if (!(ia->flags & CVG_I_COMMUTATIVE))
		return false;
	t0 = operand_now(p, handle(p, a), 0);
	t1 = operand_now(p, handle(p, a), 1);
	f0 = operand_now(p, handle(p, b), 0);
	f1 = operand_now(p, handle(p, b), 1);
	return (t0 == f1) + (t1 == f0) > (t0 == f0) + (t1 == f1);
}

static void emit_match(struct filler *p, uint32_t a, uint32_t b)
{
	struct melder *w = p->w;
	LLVMValueRef ta = handle(p, a), fb = handle(p, b), made;
	bool crossed = should_cross(p, a, b);
	unsigned n = nchoosable(ta);
	LLVMValueRef *ops = cvg_calloc(n, sizeof *ops);

	for (unsigned k = 0; k < n; k++)
		ops[k] = cvg_melder_pick(
			w, operand_now(p, ta, k),
			operand_now(p, fb, crossed && k < 2 ? 1 - k : k));
	made = cvg_inst_clone(ta, w->b);
	for (unsigned k = 0; k < n; k++)
		LLVMSetOperand(made, k, ops[k]);
	made = cvg_inst_merge(made, ta, fb);
	cvg_melder_made(w, made);
	cvg_melder_stand_in(w, ta, made);
	cvg_melder_stand_in(w, fb, made);
	free(ops);
}

/* ---- instructions of one side ---------------------------------------- */

static void emit_single(struct filler *p, uint32_t inst, bool asked_for)
{
	struct melder *w = p->w;
	LLVMValueRef old = handle(p, inst);
	LLVMValueRef made = cvg_inst_clone(old, w->b);
	unsigned n = (unsigned)LLVMGetNumOperands(made);

	for (unsigned k = 0; k < n; k++) {
		LLVMValueRef v = LLVMGetOperand(made, k);
		LLVMValueRef now = cvg_melder_now(w, v);

		if (now != v)
			LLVMSetOperand(made, k, now);
	}
	if (!asked_for)
		cvg_inst_weaken(made);
	cvg_melder_made(w, made);
	cvg_melder_stand_in(w, old, made);
}

static bool needs_guard(const struct filler *p, int arm)
{
	const struct cvg_u32s *gap = &p->gap[arm];

	if (p->exclusive)
		return false;
	if (p->bp->guard_all)
		return gap->n > 0;
	for (size_t i = 0; i < gap->n; i++)
		if (!(p->w->fn->insts[gap->at[i]].flags & CVG_I_SPECULATABLE))
			return true;
	return false;
}

/* Is an old value used by anything but the instructions of its run? */
static bool leaves_run(LLVMValueRef old, const struct cvg_ptrmap *run)
{
	LLVMUseRef use = LLVMGetFirstUse(old);

	for (; use; use = LLVMGetNextUse(use))
		if (cvg_ptrmap_get(run, LLVMGetUser(use)) == CVG_NONE)
			return true;
	return false;
}

/* Values of a guarded run, seen from behind it. */
static void join_run(struct filler *p, int arm, uint32_t join)
{
	struct melder *w = p->w;
	const struct cvg_u32s *gap = &p->gap[arm];
	struct cvg_ptrmap run = {0};

	for (size_t i = 0; i < gap->n; i++)
		cvg_ptrmap_put(&run, handle(p, gap->at[i]), 1);
	for (size_t i = 0; i < gap->n; i++) {
		LLVMValueRef old = handle(p, gap->at[i]);
		LLVMValueRef v[2];

		if (!leaves_run(old, &run))
			continue;
		v[arm] = cvg_melder_now(w, old);
		v[!arm] = LLVMGetPoison(LLVMTypeOf(old));
		cvg_melder_stand_in(w, old,
				    cvg_melder_join_phi(w, join, v[0], v[1]));
	}
	cvg_ptrmap_done(&run);
}

static LLVMBasicBlockRef emit_guarded(struct filler *p, int arm,
				      LLVMBasicBlockRef then)
{
	struct melder *w = p->w;
	LLVMBasicBlockRef from[2] = {NULL, NULL}, block;

	from[arm] = cvg_melder_old(w, p->bp, arm);
	block = cvg_melder_block(w, "only", from[0], from[1]);
	LLVMPositionBuilderAtEnd(w->b, block);
	for (size_t i = 0; i < p->gap[arm].n; i++)
		emit_single(p, p->gap[arm].at[i], true);
	LLVMSetCurrentDebugLocation2(w->b, cvg_loc_none(w->function));
	LLVMBuildBr(w->b, then);
	return block;
}

/* Do all threads come to the pair's only piece, each once? Then what is said
 * of the branch that they met with before is true of a guard as well. */
static bool runs_once(const struct filler *p)
{
	const struct cvg_meldpair *mp = p->w->mp;

	return mp->nbp == 1 && mp->replica < 0 &&
	       p->w->fn->blocks[p->bp->block[0]].nsuccs == 1;
}

static void emit_guards(struct filler *p, const bool guarded[2])
{
	struct melder *w = p->w;
	LLVMBasicBlockRef head = p->piece->tail, side[2];
	LLVMBasicBlockRef then =
		cvg_melder_block(w, "tail", cvg_melder_old(w, p->bp, 0),
				 cvg_melder_old(w, p->bp, 1));
	uint32_t join = cvg_melder_join(w, then);
	LLVMValueRef br;

	for (int arm = 0; arm < 2; arm++) {
		side[arm] = guarded[arm] ? emit_guarded(p, arm, then) : head;
		cvg_push(&w->joins.at[join].preds[arm], side[arm]);
	}
	LLVMPositionBuilderAtEnd(w->b, head);
	LLVMSetCurrentDebugLocation2(w->b, w->loc);
	br = LLVMBuildCondBr(w->b, w->cond, guarded[0] ? side[0] : then,
			     guarded[1] ? side[1] : then);
	if (runs_once(p))
		cvg_branch_md_set(br, w->told);
	LLVMPositionBuilderAtEnd(w->b, then);
	p->piece->tail = then;
	for (int arm = 0; arm < 2; arm++)
		if (guarded[arm])
			join_run(p, arm, join);
}

static void flush_gaps(struct filler *p)
{
	bool guarded[2] = {needs_guard(p, 0), needs_guard(p, 1)};

	for (int arm = 0; arm < 2; arm++)
		for (size_t i = 0; !guarded[arm] && i < p->gap[arm].n; i++)
			emit_single(p, p->gap[arm].at[i], p->exclusive);
	if (guarded[0] || guarded[1])
		emit_guards(p, guarded);
	p->gap[0].n = p->gap[1].n = 0;
}

/* ---- terminators ----------------------------------------------------- */

static LLVMBasicBlockRef target_of(const struct melder *w,
				   LLVMBasicBlockRef old)
{
	uint32_t k = cvg_ptrmap_get(&w->piece_of, old);

	return k == CVG_NONE ? w->post : w->piece[k].head;
}

/* The value a branch or switch decides by, or NULL. */
static LLVMValueRef decider(LLVMValueRef term)
{
	switch (LLVMGetInstructionOpcode(term)) {
	case LLVMBr:
		return LLVMIsConditional(term) ? LLVMGetCondition(term) : NULL;
	case LLVMSwitch:
		return LLVMGetOperand(term, 0);
	default:
		return NULL;
	}
}

/* A constant for which `term` takes successor k. */
static LLVMValueRef constant_for(LLVMValueRef term, unsigned k)
{
	LLVMTypeRef type = LLVMTypeOf(decider(term));
	unsigned n = LLVMGetNumSuccessors(term);

	if (LLVMGetInstructionOpcode(term) == LLVMBr)
		return LLVMConstInt(type, k == 0, false);
	if (k > 0)
		return cvg_switch_case(term, k);
	/* The default: the least value that is no case; n - 1 are taken. */
	for (unsigned long long x = 0;; x++) {
		LLVMValueRef v = LLVMConstInt(type, x, false);
		bool taken = false;

		for (unsigned i = 1; i < n; i++)
			taken |= cvg_switch_case(term, i) == v;
		if (!taken)
			return v;
	}
}

static LLVMValueRef decide(struct filler *p, LLVMValueRef term,
			   LLVMValueRef other)
{
	struct melder *w = p->w;
	LLVMValueRef v[2], x = cvg_melder_now(w, decider(term));
	int one = cvg_melder_structure(w);

	if (w->mp->replica < 0) {
		v[0] = x;
		v[1] = cvg_melder_now(w, decider(other));
		if (p->bp->inverted && v[0] == v[1]) {
			/* c chooses between x and its negation */
			LLVMSetCurrentDebugLocation2(w->b,
						     cvg_loc_none(w->function));
			x = LLVMBuildICmp(w->b, LLVMIntEQ, w->cond, v[0], "");
			cvg_melder_made(w, x);
			return x;
		}
		if (p->bp->inverted) {
			LLVMSetCurrentDebugLocation2(w->b,
						     cvg_loc_none(w->function));
			v[1] = LLVMBuildNot(w->b, v[1], "");
			cvg_melder_made(w, v[1]);
		}
	} else if (p->bp->forced == CVG_NONE) {
		return x;
	} else {
		v[one] = x;
		v[!one] = constant_for(term, p->bp->forced);
	}
	return cvg_melder_pick(w, v[0], v[1]);
}

/* One end for two: what is said of the branch stays if both say the same of
 * the same successor. */
static void merge_ends(const struct filler *p, LLVMValueRef made,
		       LLVMValueRef term, LLVMValueRef other)
{
	struct cvg_branch_md ours = cvg_branch_md_of(term, false);
	struct cvg_branch_md theirs = cvg_branch_md_of(other, p->bp->inverted);

	cvg_inst_merge(made, term, other);
	if (ours.prof != theirs.prof)
		ours.prof = NULL;
	if (ours.unpredictable != theirs.unpredictable)
		ours.unpredictable = NULL;
	cvg_branch_md_set(made, ours);
}

static void emit_terminator(struct filler *p)
{
	struct melder *w = p->w;
	int one = cvg_melder_structure(w);
	LLVMBasicBlockRef old = cvg_melder_old(w, p->bp, one);
	LLVMValueRef term = LLVMGetBasicBlockTerminator(old), made;
	LLVMValueRef other = NULL, by = NULL;

	if (w->mp->replica < 0)
		other = LLVMGetBasicBlockTerminator(
			cvg_melder_old(w, p->bp, 1));
	if (decider(term))
		by = decide(p, term, other);
	LLVMPositionBuilderAtEnd(w->b, p->piece->tail);
	made = cvg_inst_clone(term, w->b);
	for (unsigned k = 0; k < LLVMGetNumSuccessors(term); k++)
		LLVMSetSuccessor(made, k,
				 target_of(w, LLVMGetSuccessor(term, k)));
	if (by && LLVMGetInstructionOpcode(made) == LLVMBr)
		LLVMSetCondition(made, by);
	else if (by)
		LLVMSetOperand(made, 0, by);
	if (other)
		merge_ends(p, made, term, other);
	else if (p->bp->forced != CVG_NONE)
		cvg_inst_weaken(made); /* its weights are no longer true */
}

/* ---- the pieces ------------------------------------------------------ */

static void age_phis(struct melder *w, LLVMBasicBlockRef head)
{
	LLVMValueRef phi = LLVMGetFirstInstruction(head);

	for (; cvg_inst_is_phi(phi); phi = LLVMGetNextInstruction(phi))
		cvg_melder_made(w, phi);
}

static void fill_piece(struct melder *w, uint32_t k)
{
	struct filler p = {.w = w, .bp = &w->mp->bp[k], .piece = &w->piece[k]};

	p.exclusive = w->mp->replica >= 0 && p.bp->forced == CVG_NONE;
	w->chosen.n = 0;
	cvg_ptrmap_done(&w->chosen_of);
	age_phis(w, p.piece->head);
	LLVMPositionBuilderAtEnd(w->b, p.piece->head);
	for (uint32_t i = 0; i < p.bp->ncolumns; i++) {
		const struct cvg_align_pair *col = &p.bp->column[i];

		if (col->b == CVG_NONE) {
			cvg_push(&p.gap[0], col->a);
		} else if (col->a == CVG_NONE) {
			cvg_push(&p.gap[1], col->b);
		} else {
			flush_gaps(&p);
			emit_match(&p, col->a, col->b);
		}
	}
	flush_gaps(&p);
	emit_terminator(&p);
	free(p.gap[0].at);
	free(p.gap[1].at);
}

void cvg_melder_fill(struct melder *w)
{
	const struct cvg_meldpair *mp = w->mp;

	for (uint32_t k = 0; k < mp->nbp; k++)
		for (int arm = 0; arm < 2; arm++)
			cvg_melder_copy_phis(w, k, arm);
	for (uint32_t k = 0; k < mp->nbp; k++)
		fill_piece(w, k);
	cvg_melder_finish_phis(w);
}
