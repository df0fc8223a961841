/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The melded blocks (DARM, Algorithm 2): aligned instructions made one, the
 * others guarded or left for both sides, terminators joined.
 *
 * Example (tests/ir/meld-told.ll, @once; the arms t and f of "br i1 %c"):
 *
 *   before  t: %a0 = udiv i32 %tid, 7      f: %b0 = udiv i32 %tid, 9
 *              store i32 3, ptr %q
 *              %a = udiv i32 %a0, 3           %b = udiv i32 %b0, 5
 *   after   t.f:      %0 = select i1 %c, i32 7, i32 9
 *                     %a01 = udiv i32 %tid, %0
 *                     br i1 %c, label %t.only, label %t.f.tail
 *           t.only:   store i32 3, ptr %q
 *                     br label %t.f.tail
 *           t.f.tail: %1 = select i1 %c, i32 3, i32 5
 *                     %a2 = udiv i32 %a01, %1
 *
 * The divisions are aligned; the store stands in a gap, and because it has an
 * effect the gap is guarded.
 */
#include "melder.h"

#include "reconverge/align.h"
#include "reconverge/graph.h"

#include <stdlib.h>

/* A piece while it is filled. */
struct filler {
	struct melder *melder;
	const struct cvg_blockpair *bp;
	struct piece *piece;
	struct cvg_u32s gap[2]; /* instruction ids since the last match */
	bool guarded[2];	/* whether they need a guard */
	bool exclusive;		/* threads of one side only come here */
};

static LLVMValueRef handle(const struct filler *filler, uint32_t inst)
{
	return filler->melder->ids->insts[inst];
}

/* Operands that may differ: a call's arguments, else all. */
static unsigned nchoosable(LLVMValueRef inst)
{
	return LLVMIsACallInst(inst) ? LLVMGetNumArgOperands(inst)
				     : (unsigned)LLVMGetNumOperands(inst);
}

/* ---- instructions of both sides -------------------------------------- */

static LLVMValueRef operand_now(const struct filler *filler, LLVMValueRef inst,
				unsigned k)
{
	return cvg_melder_now(filler->melder, LLVMGetOperand(inst, k));
}

static bool should_cross(const struct filler *filler, uint32_t a, uint32_t b)
{
	const struct cvg_inst *ia = &filler->melder->fn->insts[a];
	const struct cvg_inst *ib = &filler->melder->fn->insts[b];
	LLVMValueRef t0, t1, f0, f1;

	if ((ia->flags ^ ib->flags) & CVG_I_SWAPPED)
		return true;
	if (!(ia->flags & CVG_I_COMMUTATIVE))
		return false;
	t0 = operand_now(filler, handle(filler, a), 0);
	t1 = operand_now(filler, handle(filler, a), 1);
	f0 = operand_now(filler, handle(filler, b), 0);
	f1 = operand_now(filler, handle(filler, b), 1);
	return (t0 == f1) + (t1 == f0) > (t0 == f0) + (t1 == f1);
}

static void emit_match(struct filler *filler, uint32_t a, uint32_t b)
{
	struct melder *melder = filler->melder;
	LLVMValueRef ta = handle(filler, a), fb = handle(filler, b), made;
	bool crossed = should_cross(filler, a, b);
	unsigned n = nchoosable(ta);
	LLVMValueRef *ops = cvg_calloc(n, sizeof *ops);

	for (unsigned k = 0; k < n; k++)
		ops[k] = cvg_melder_pick(
			melder, operand_now(filler, ta, k),
			operand_now(filler, fb, crossed && k < 2 ? 1 - k : k));
	made = cvg_inst_clone(ta, melder->builder);
	for (unsigned k = 0; k < n; k++)
		LLVMSetOperand(made, k, ops[k]);
	made = cvg_inst_merge(made, ta, fb);
	cvg_melder_made(melder, made);
	cvg_melder_stand_in(melder, ta, made);
	cvg_melder_stand_in(melder, fb, made);
	free(ops);
}

/* ---- instructions of one side ---------------------------------------- */

static void emit_single(struct filler *filler, uint32_t inst, bool asked_for)
{
	struct melder *melder = filler->melder;
	LLVMValueRef old = handle(filler, inst);
	LLVMValueRef made = cvg_inst_clone(old, melder->builder);
	unsigned n = (unsigned)LLVMGetNumOperands(made);

	for (unsigned k = 0; k < n; k++) {
		LLVMValueRef v = LLVMGetOperand(made, k);
		LLVMValueRef now = cvg_melder_now(melder, v);

		if (now != v)
			LLVMSetOperand(made, k, now);
	}
	if (!asked_for)
		cvg_inst_weaken(made);
	cvg_melder_made(melder, made);
	cvg_melder_stand_in(melder, old, made);
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
static void join_run(struct filler *filler, int arm, uint32_t join)
{
	struct melder *melder = filler->melder;
	const struct cvg_u32s *gap = &filler->gap[arm];
	struct cvg_ptrmap run = {0};

	for (size_t i = 0; i < gap->n; i++)
		cvg_ptrmap_put(&run, handle(filler, gap->at[i]), 1);
	for (size_t i = 0; i < gap->n; i++) {
		LLVMValueRef old = handle(filler, gap->at[i]);
		LLVMValueRef v[2];

		if (!leaves_run(old, &run))
			continue;
		v[arm] = cvg_melder_now(melder, old);
		v[!arm] = LLVMGetPoison(LLVMTypeOf(old));
		cvg_melder_stand_in(
			melder, old,
			cvg_melder_join_phi(melder, join, v[0], v[1]));
	}
	cvg_ptrmap_done(&run);
}

static LLVMBasicBlockRef emit_guarded(struct filler *filler, int arm,
				      LLVMBasicBlockRef then)
{
	struct melder *melder = filler->melder;
	LLVMBasicBlockRef from[2] = {NULL, NULL}, block;

	from[arm] = cvg_melder_old(melder, filler->bp, arm);
	block = cvg_melder_block(melder, "only", from[0], from[1]);
	LLVMPositionBuilderAtEnd(melder->builder, block);
	for (size_t i = 0; i < filler->gap[arm].n; i++)
		emit_single(filler, filler->gap[arm].at[i], true);
	LLVMSetCurrentDebugLocation2(melder->builder,
				     cvg_loc_none(melder->function));
	LLVMBuildBr(melder->builder, then);
	return block;
}

/* Do all threads come to the pair's only piece, each once? Then what is said
 * of the branch that they met with before is true of a guard as well. */
static bool runs_once(const struct filler *filler)
{
	const struct cvg_meldpair *mp = filler->melder->pair;

	return mp->nbp == 1 && mp->replica < 0 &&
	       filler->melder->fn->blocks[filler->bp->block[0]].nsuccs == 1;
}

static void emit_guards(struct filler *filler, const bool guarded[2])
{
	struct melder *melder = filler->melder;
	LLVMBasicBlockRef head = filler->piece->tail, side[2];
	LLVMBasicBlockRef then = cvg_melder_block(
		melder, "tail", cvg_melder_old(melder, filler->bp, 0),
		cvg_melder_old(melder, filler->bp, 1));
	uint32_t join = cvg_melder_join(melder, then);
	LLVMValueRef br;

	for (int arm = 0; arm < 2; arm++) {
		side[arm] =
			guarded[arm] ? emit_guarded(filler, arm, then) : head;
		cvg_push(&melder->joins.at[join].preds[arm], side[arm]);
	}
	LLVMPositionBuilderAtEnd(melder->builder, head);
	LLVMSetCurrentDebugLocation2(melder->builder, melder->loc);
	br = LLVMBuildCondBr(melder->builder, melder->cond,
			     guarded[0] ? side[0] : then,
			     guarded[1] ? side[1] : then);
	if (runs_once(filler))
		cvg_branch_md_set(br, melder->told);
	LLVMPositionBuilderAtEnd(melder->builder, then);
	filler->piece->tail = then;
	for (int arm = 0; arm < 2; arm++)
		if (guarded[arm])
			join_run(filler, arm, join);
}

static void flush_gaps(struct filler *filler)
{
	const bool *guarded = filler->guarded;

	for (int arm = 0; arm < 2; arm++)
		for (size_t i = 0; !guarded[arm] && i < filler->gap[arm].n; i++)
			emit_single(filler, filler->gap[arm].at[i],
				    filler->exclusive);
	if (guarded[0] || guarded[1])
		emit_guards(filler, guarded);
	filler->gap[0].n = filler->gap[1].n = 0;
	filler->guarded[0] = filler->guarded[1] = false;
}

/* ---- terminators ----------------------------------------------------- */

static LLVMBasicBlockRef target_of(const struct melder *melder,
				   LLVMBasicBlockRef old)
{
	uint32_t k = cvg_ptrmap_get(&melder->piece_of, old);

	return k == CVG_NONE ? melder->post : melder->piece[k].head;
}

/* The value a branch or switch decides by, or NULL. */
static LLVMValueRef decider(LLVMValueRef term)
{
	switch (LLVMGetInstructionOpcode(term)) {
	case LLVMBr:
		return LLVMIsConditional(term) ? LLVMGetCondition(term) : NULL;
	case LLVMSwitch:
		return LLVMGetOperand(term, 0);
	default: /* LLVM's opcodes: a jump, a return, whatever ends a block */
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

static LLVMValueRef decide(struct filler *filler, LLVMValueRef term,
			   LLVMValueRef other)
{
	struct melder *melder = filler->melder;
	LLVMValueRef v[2], x = cvg_melder_now(melder, decider(term));
	int one = cvg_melder_structure(melder);

	if (melder->pair->replica < 0) {
		v[0] = x;
		v[1] = cvg_melder_now(melder, decider(other));
		if (filler->bp->inverted && v[0] == v[1]) {
			/* c chooses between x and its negation */
			LLVMSetCurrentDebugLocation2(
				melder->builder,
				cvg_loc_none(melder->function));
			x = LLVMBuildICmp(melder->builder, LLVMIntEQ,
					  melder->cond, v[0], "");
			cvg_melder_made(melder, x);
			return x;
		}
		if (filler->bp->inverted) {
			LLVMSetCurrentDebugLocation2(
				melder->builder,
				cvg_loc_none(melder->function));
			v[1] = LLVMBuildNot(melder->builder, v[1], "");
			cvg_melder_made(melder, v[1]);
		}
	} else if (filler->bp->forced == CVG_NONE) {
		return x;
	} else {
		v[one] = x;
		v[!one] = constant_for(term, filler->bp->forced);
	}
	return cvg_melder_pick(melder, v[0], v[1]);
}

/* One end for two: what is said of the branch stays if both say the same of
 * the same successor. */
static void merge_ends(const struct filler *filler, LLVMValueRef made,
		       LLVMValueRef term, LLVMValueRef other)
{
	struct cvg_branch_md ours = cvg_branch_md_of(term, false);
	struct cvg_branch_md theirs =
		cvg_branch_md_of(other, filler->bp->inverted);

	cvg_inst_merge(made, term, other);
	if (ours.prof != theirs.prof)
		ours.prof = NULL;
	if (ours.unpredictable != theirs.unpredictable)
		ours.unpredictable = NULL;
	cvg_branch_md_set(made, ours);
}

static void emit_terminator(struct filler *filler)
{
	struct melder *melder = filler->melder;
	int one = cvg_melder_structure(melder);
	LLVMBasicBlockRef old = cvg_melder_old(melder, filler->bp, one);
	LLVMValueRef term = LLVMGetBasicBlockTerminator(old), made;
	LLVMValueRef other = NULL, by = NULL;

	if (melder->pair->replica < 0)
		other = LLVMGetBasicBlockTerminator(
			cvg_melder_old(melder, filler->bp, 1));
	if (decider(term))
		by = decide(filler, term, other);
	LLVMPositionBuilderAtEnd(melder->builder, filler->piece->tail);
	made = cvg_inst_clone(term, melder->builder);
	for (unsigned k = 0; k < LLVMGetNumSuccessors(term); k++)
		LLVMSetSuccessor(made, k,
				 target_of(melder, LLVMGetSuccessor(term, k)));
	if (by && LLVMGetInstructionOpcode(made) == LLVMBr)
		LLVMSetCondition(made, by);
	else if (by)
		LLVMSetOperand(made, 0, by);
	if (other)
		merge_ends(filler, made, term, other);
	else if (filler->bp->forced != CVG_NONE)
		cvg_inst_weaken(made); /* its weights are no longer true */
}

/* ---- the pieces ------------------------------------------------------ */

static void age_phis(struct melder *melder, LLVMBasicBlockRef head)
{
	LLVMValueRef phi = LLVMGetFirstInstruction(head);

	for (; cvg_inst_is_phi(phi); phi = LLVMGetNextInstruction(phi))
		cvg_melder_made(melder, phi);
}

static void fill_piece(struct melder *melder, uint32_t k)
{
	struct filler filler = {.melder = melder,
				.bp = &melder->pair->bp[k],
				.piece = &melder->piece[k]};

	filler.exclusive =
		melder->pair->replica >= 0 && filler.bp->forced == CVG_NONE;
	melder->chosen.n = 0;
	cvg_ptrmap_done(&melder->chosen_of);
	age_phis(melder, filler.piece->head);
	LLVMPositionBuilderAtEnd(melder->builder, filler.piece->head);
	for (uint32_t i = 0; i < filler.bp->ncolumns; i++) {
		const struct cvg_align_pair *col = &filler.bp->column[i];

		if (col->b == CVG_NONE) {
			cvg_push(&filler.gap[0], col->a);
			filler.guarded[0] |= filler.bp->guarded[i];
		} else if (col->a == CVG_NONE) {
			cvg_push(&filler.gap[1], col->b);
			filler.guarded[1] |= filler.bp->guarded[i];
		} else {
			flush_gaps(&filler);
			emit_match(&filler, col->a, col->b);
		}
	}
	flush_gaps(&filler);
	emit_terminator(&filler);
	free(filler.gap[0].at);
	free(filler.gap[1].at);
}

void cvg_melder_fill(struct melder *melder)
{
	const struct cvg_meldpair *mp = melder->pair;

	for (uint32_t k = 0; k < mp->nbp; k++)
		for (int arm = 0; arm < 2; arm++)
			cvg_melder_copy_phis(melder, k, arm);
	for (uint32_t k = 0; k < mp->nbp; k++)
		fill_piece(melder, k);
	cvg_melder_finish_phis(melder);
}
