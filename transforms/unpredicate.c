/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * unpredicate: guards runs of instructions that only one side needs (DARM
 * IV-E). src/plan/guards.c decides which; here a block is taken apart into
 * pieces: what stands before a run, the run's one or two sides, what
 * comes after. A select on the condition becomes a phi where they meet.
 *
 * A select may have a condition that is poison for threads that do not use
 * what it chooses; a branch may not. So the branch is on the frozen condition,
 * unless it is known never to be poison, or there was a branch on it before.
 */
#include "unpredicate.h"

#include "reconverge/phase.h"
#include "reconverge/plan.h"
#include "src/ir/facts.h"
#include "src/ir/surgery.h"

#include <stdlib.h>

struct splitter {
	struct cvg_module *m;
	uint32_t f;
	const struct cvg_fn *fn;
	struct cvg_live_ids *ids; /* kept true while blocks are split */
	const struct cvg_guardplan *plan;
	LLVMBuilderRef b;
	LLVMValueRef function;
	LLVMBasicBlockRef old, head, tail; /* of the block at hand */
	uint32_t block;			   /* its id */
	bool *held;			   /* [ninsts] in a chosen run */
	bool *gone;		 /* [ninsts] select that became a phi */
	uint32_t *run_at;	 /* [ninsts] 1 + chosen run placed before it */
	LLVMValueRef *frozen;	 /* [nvalues] conditions, in this block */
	struct cvg_u32s thawing; /* those that are not NULL */
};

static LLVMBasicBlockRef piece_of(struct splitter *s)
{
	LLVMBasicBlockRef made =
		cvg_block_new(s->old, LLVMGetBasicBlockName(s->old));

	cvg_live_block_origin(s->m, s->f, made, &s->old, 1);
	return made;
}

static void jump(struct splitter *s, LLVMBasicBlockRef from,
		 LLVMBasicBlockRef to)
{
	LLVMPositionBuilderAtEnd(s->b, from);
	LLVMSetCurrentDebugLocation2(s->b, cvg_loc_none(s->function));
	LLVMBuildBr(s->b, to);
}

/* ---- values that leave a run ----------------------------------------- */

struct meeting {
	const struct cvg_guardrun *run;
	LLVMBasicBlockRef from[2]; /* by arm: the edge threads arrive over */
	LLVMBasicBlockRef at;
	LLVMValueRef cond;
};

static LLVMValueRef meet(struct splitter *s, const struct meeting *mt,
			 LLVMValueRef t, LLVMValueRef f, LLVMMetadataRef loc)
{
	LLVMBasicBlockRef from[2] = {mt->from[0], mt->from[1]};
	LLVMValueRef phi = cvg_phi_new(s->b, mt->at, LLVMTypeOf(t), loc, "");

	LLVMAddIncoming(phi, &t, &from[0], 1);
	LLVMAddIncoming(phi, &f, &from[1], 1);
	return phi;
}

/* Is snapshot value v there before the run, or made by that side of it? */
static bool is_there(const struct splitter *s, const struct cvg_guardrun *run,
		     uint32_t v, uint32_t arm)
{
	uint32_t inst = cvg_value_inst(s->fn, v);

	if (inst == CVG_NONE || s->fn->insts[inst].block != s->block)
		return true;
	for (uint32_t i = 0; i < run->ninst[arm]; i++)
		if (run->inst[arm][i] == inst)
			return true;
	for (uint32_t i = 0; i < run->ninst[!arm]; i++)
		if (run->inst[!arm][i] == inst)
			return false;
	return inst < run->before;
}

/* select on the run's condition of a value that leaves it: a phi. */
static void select_to_phi(struct splitter *s, const struct meeting *mt,
			  uint32_t user)
{
	const struct cvg_inst *in = &s->fn->insts[user];
	LLVMValueRef select = s->ids->insts[user], phi;

	if (in->op != CVG_OP_SELECT || in->block != s->block ||
	    cvg_op_of(s->fn, user, 0) != mt->run->condition || s->held[user] ||
	    !LLVMGetFirstUse(select) ||
	    !is_there(s, mt->run, cvg_op_of(s->fn, user, 1), 0) ||
	    !is_there(s, mt->run, cvg_op_of(s->fn, user, 2), 1))
		return;
	phi = meet(s, mt, LLVMGetOperand(select, 1), LLVMGetOperand(select, 2),
		   LLVMInstructionGetDebugLoc(select));
	LLVMReplaceAllUsesWith(select, phi);
	s->ids->values[cvg_inst_value(s->fn, user)] = phi;
	/* The select is erased when its turn comes; till then it uses nothing. */
	LLVMSetOperand(select, 1, LLVMGetPoison(LLVMTypeOf(select)));
	LLVMSetOperand(select, 2, LLVMGetPoison(LLVMTypeOf(select)));
	s->gone[user] = true;
}

static void let_out(struct splitter *s, const struct meeting *mt, uint32_t arm,
		    uint32_t inst)
{
	const struct cvg_inst *in = &s->fn->insts[inst];
	LLVMValueRef v[2], value = s->ids->insts[inst];
	struct cvg_ptrmap inside = {0};

	for (uint32_t k = 0; k < in->nusers; k++)
		select_to_phi(s, mt, s->fn->users[in->users_at + k]);
	cvg_ptrmap_put(&inside, mt->from[arm], 1);
	cvg_ptrmap_put(&inside, mt->at, 1); /* phis just made, checked below */
	v[arm] = value;
	v[!arm] = LLVMGetPoison(LLVMTypeOf(value));
	if (cvg_used_outside(value, &inside)) {
		LLVMValueRef phi =
			meet(s, mt, v[0], v[1], cvg_loc_none(s->function));

		cvg_replace_uses_outside(value, phi, &inside);
		/* A later run may have it for its condition. */
		s->ids->values[cvg_inst_value(s->fn, inst)] = phi;
	}
	cvg_ptrmap_done(&inside);
}

/* ---- one run --------------------------------------------------------- */

static LLVMBasicBlockRef fill_side(struct splitter *s,
				   const struct cvg_guardrun *run, uint32_t arm,
				   LLVMBasicBlockRef then)
{
	LLVMBasicBlockRef side;

	if (run->ninst[arm] == 0)
		return NULL;
	side = piece_of(s);
	LLVMPositionBuilderAtEnd(s->b, side);
	for (uint32_t i = 0; i < run->ninst[arm]; i++)
		cvg_inst_move(s->m, s->ids->insts[run->inst[arm][i]], s->b);
	jump(s, side, then);
	return side;
}

/* What the run's branch is on; at the end of what stands before it. */
static LLVMValueRef condition_of(struct splitter *s,
				 const struct cvg_guardrun *run)
{
	LLVMValueRef cond = s->ids->values[run->condition];
	LLVMValueRef *frozen = &s->frozen[run->condition];

	if (run->taken || cvg_always_defined(s->m, cond))
		return cond;
	if (!*frozen) {
		LLVMPositionBuilderAtEnd(s->b, s->tail);
		LLVMSetCurrentDebugLocation2(s->b, cvg_loc_none(s->function));
		*frozen = LLVMBuildFreeze(s->b, cond, "");
		cvg_push(&s->thawing, run->condition);
	}
	return *frozen;
}

static void place_run(struct splitter *s, const struct cvg_guardrun *run)
{
	LLVMBasicBlockRef then = piece_of(s), side[2];
	struct meeting mt = {
		.run = run, .at = then, .cond = condition_of(s, run)};

	LLVMMoveBasicBlockBefore(then, s->old);
	for (uint32_t arm = 0; arm < 2; arm++) {
		side[arm] = fill_side(s, run, arm, then);
		if (side[arm])
			LLVMMoveBasicBlockBefore(side[arm], then);
		mt.from[arm] = side[arm] ? side[arm] : s->tail;
	}
	LLVMPositionBuilderAtEnd(s->b, s->tail);
	LLVMSetCurrentDebugLocation2(s->b, cvg_loc_none(s->function));
	LLVMBuildCondBr(s->b, mt.cond, side[0] ? side[0] : then,
			side[1] ? side[1] : then);
	s->tail = then;
	for (uint32_t arm = 0; arm < 2; arm++)
		for (uint32_t i = 0; i < run->ninst[arm]; i++)
			let_out(s, &mt, arm, run->inst[arm][i]);
}

/* ---- one block ------------------------------------------------------- */

static void lead_into(struct splitter *s)
{
	struct cvg_blockrefs preds = {0};
	LLVMUseRef use = LLVMGetFirstUse(LLVMBasicBlockAsValue(s->old));

	for (; use; use = LLVMGetNextUse(use))
		cvg_push(&preds, LLVMGetInstructionParent(LLVMGetUser(use)));
	for (size_t k = 0; k < preds.n; k++)
		cvg_redirect(preds.at[k], s->old, s->head);
	free(preds.at);
}

static void move_on(struct splitter *s, LLVMValueRef inst)
{
	bool alloca = LLVMGetInstructionOpcode(inst) == LLVMAlloca;
	LLVMValueRef first = LLVMGetFirstInstruction(s->head);

	/* Static allocas stay in the entry block. */
	if (alloca && s->head != s->tail && first)
		LLVMPositionBuilderBefore(s->b, first);
	else
		LLVMPositionBuilderAtEnd(s->b, s->tail);
	cvg_inst_move(s->m, inst, s->b);
}

/* Phis of a block were rebuilt: the k-th is still the k-th. */
static void find_phis_again(struct splitter *s, uint32_t block)
{
	const struct cvg_block *b = &s->fn->blocks[block];
	LLVMValueRef phi = LLVMGetFirstInstruction(s->ids->blocks[block]);

	for (uint32_t k = 0; k < b->nphis; k++) {
		uint32_t inst = b->inst_at + k;

		s->ids->insts[inst] = phi;
		s->ids->values[cvg_inst_value(s->fn, inst)] = phi;
		phi = LLVMGetNextInstruction(phi);
	}
}

static void split_block(struct splitter *s, uint32_t block)
{
	const struct cvg_block *b = &s->fn->blocks[block];
	LLVMValueRef term, phi;

	s->block = block;
	while (s->thawing.n)
		s->frozen[s->thawing.at[--s->thawing.n]] = NULL;
	s->old = s->ids->blocks[block];
	term = LLVMGetBasicBlockTerminator(s->old);
	s->head = s->tail = piece_of(s);
	/* Phis by walking: those of the snapshot may have been rebuilt. */
	while (cvg_inst_is_phi(phi = LLVMGetFirstInstruction(s->old)))
		move_on(s, phi);
	for (uint32_t i = b->nphis; i < b->ninsts; i++) {
		uint32_t inst = b->inst_at + i;

		if (s->run_at[inst])
			place_run(s, &s->plan->run[s->run_at[inst] - 1]);
		if (s->gone[inst])
			LLVMInstructionEraseFromParent(s->ids->insts[inst]);
		else if (!s->held[inst])
			move_on(s, s->ids->insts[inst]);
	}
	lead_into(s);
	s->ids->blocks[block] = s->head;
	for (unsigned k = 0; k < LLVMGetNumSuccessors(term); k++)
		cvg_phis_rename_pred(LLVMGetSuccessor(term, k), s->old,
				     s->tail);
	cvg_foreach_succ (s->fn, block, t)
		find_phis_again(s, *t);
	cvg_block_delete(s->m, s->f, s->old);
}

uint32_t cvg_unpredicate(struct cvg_module *m, uint32_t f,
			 const struct cvg_fn *fn,
			 const struct cvg_guardplan *plan, uint32_t only)
{
	struct splitter s = {.m = m, .f = f, .fn = fn, .plan = plan};
	struct cvg_live_ids ids;
	uint32_t done = 0, last = CVG_NONE;

	cvg_live_ids_of(m, f, &ids);
	s.ids = &ids;
	s.b = LLVMCreateBuilderInContext(m->context);
	s.function = cvg_live_function(m, f);
	s.held = cvg_calloc(fn->ninsts, sizeof *s.held);
	s.gone = cvg_calloc(fn->ninsts, sizeof *s.gone);
	s.run_at = cvg_calloc(fn->ninsts, sizeof *s.run_at);
	s.frozen = cvg_calloc(fn->nvalues, sizeof *s.frozen);
	for (uint32_t r = 0; r < plan->n; r++) {
		const struct cvg_guardrun *run = &plan->run[r];

		if (!run->chosen || (only != CVG_NONE && run->block != only))
			continue;
		s.run_at[run->before] = r + 1;
		for (int arm = 0; arm < 2; arm++)
			for (uint32_t i = 0; i < run->ninst[arm]; i++)
				s.held[run->inst[arm][i]] = true;
		done++;
	}
	for (uint32_t r = 0; r < plan->n; r++) {
		const struct cvg_guardrun *run = &plan->run[r];

		if (!s.run_at[run->before] || run->block == last)
			continue;
		last = run->block;
		split_block(&s, last);
	}
	LLVMDisposeBuilder(s.b);
	cvg_live_ids_done(&ids);
	free(s.held);
	free(s.gone);
	free(s.run_at);
	free(s.frozen);
	free(s.thawing.at);
	return done;
}

/* ---- the phase ------------------------------------------------------- */

static uint32_t block_of(const struct cvg_phase_in *in)
{
	switch (in->object.kind) {
	case CVG_OBJ_NONE:
		return CVG_NONE;
	case CVG_OBJ_BLOCK:
		return in->object.id;
	case CVG_OBJ_REGION:
		return cvg_ana_regions(in->ana)->region[in->object.id].entry;
	}
	return CVG_NONE;
}

static void report(const struct cvg_phase_in *in,
		   const struct cvg_guardplan *plan, uint32_t only,
		   struct cvg_phase_out *out)
{
	for (uint32_t r = 0; r < plan->n; r++) {
		const struct cvg_guardrun *run = &plan->run[r];

		if (only != CVG_NONE && run->block != only)
			continue;
		cvg_str_addf(&out->report,
			     "B%u: %s %u + %u instructions on %s, "
			     "%llu cycles, guard %llu",
			     in->fn->blocks[run->block].uid,
			     run->chosen ? "guards" : "leaves", run->ninst[0],
			     run->ninst[1], in->fn->values[run->condition].text,
			     (unsigned long long)run->latency,
			     (unsigned long long)run->price);
		if (in->settings->profile)
			cvg_str_addf(&out->report, ", skipped %.1f%%",
				     run->latency ? 100 * run->spared /
							    (double)run->latency
						  : 0);
		cvg_str_addc(&out->report, '\n');
	}
}

static bool preview(const struct cvg_phase_in *in, struct cvg_phase_out *out,
		    struct cvg_err *err)
{
	struct cvg_guardplan *plan = cvg_plan_guards(in->ana, in->settings);

	(void)err;
	report(in, plan, block_of(in), out);
	out->count = plan->nchosen;
	cvg_guardplan_free(plan);
	return true;
}

static bool run(const struct cvg_phase_in *in, struct cvg_phase_out *out,
		struct cvg_err *err)
{
	struct cvg_guardplan *plan = cvg_plan_guards(in->ana, in->settings);

	(void)err;
	out->count = cvg_unpredicate(in->module, in->function, in->fn, plan,
				     block_of(in));
	out->changed = out->count > 0;
	if (out->changed)
		report(in, plan, block_of(in), out);
	cvg_guardplan_free(plan);
	return true;
}

const struct cvg_phase cvg_phase_unpredicate = {
	.name = "unpredicate",
	.title = "guard what only one side needs",
	.nothing = "no run of one-sided instructions is worth a guard",
	.takes = CVG_TAKES_ANY,
	.reads = CVG_READS(UNPREDICATE) | CVG_READS(SKIP),
	.needs = CVG_ANA_DOM | CVG_ANA_REGIONS,
	.keeps = CVG_ANA_NOTHING,
	.preview = preview,
	.run = run,
};
