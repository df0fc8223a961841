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
 *
 * Example (tests/ir/unpredicate-freeze.ll, @maybe, `set unpredicate=always`;
 * %d may be poison):
 *
 *   before  %a = mul i64 %u, %u
 *           %a2 = trunc i64 %a to i32
 *           %s = select i1 %d, i32 %a2, i32 7
 *           store volatile i32 %n, ptr addrspace(1) %p
 *   after     %1 = freeze i1 %d
 *             br i1 %1, label %2, label %3
 *           2:
 *             %a = mul i64 %u, %u
 *             %a2 = trunc i64 %a to i32
 *             br label %3
 *           3:
 *             %4 = phi i32 [ %a2, %2 ], [ 7, %0 ]
 *             store volatile i32 %n, ptr addrspace(1) %p
 */
#include "meld.h"
#include "unpredicate.h"

#include "reconverge/analysis.h"
#include "reconverge/graph.h"
#include "reconverge/phase.h"
#include "reconverge/plan.h"
#include "reconverge/settings.h"
#include "src/ir/facts.h"
#include "src/ir/surgery.h"

#include <stdlib.h>

struct splitter {
	struct cvg_module *module;
	uint32_t function_id;
	const struct cvg_fn *fn;  /* snapshot that the plan was made from */
	struct cvg_live_ids *ids; /* kept true while blocks are split */
	const struct cvg_guardplan *plan;
	LLVMBuilderRef builder;
	LLVMValueRef function;
	LLVMBasicBlockRef old, head, tail; /* of the block at hand */
	uint32_t block;			   /* its id */
	bool *held;			   /* [ninsts] in a chosen run */
	bool *gone;		 /* [ninsts] select that became a phi */
	uint32_t *run_at;	 /* [ninsts] 1 + chosen run placed before it */
	LLVMValueRef *frozen;	 /* [nvalues] conditions, in this block */
	struct cvg_u32s thawing; /* those that are not NULL */
};

/* The first piece of the block at hand, which keeps its number. */
static LLVMBasicBlockRef first_piece(struct splitter *splitter)
{
	LLVMBasicBlockRef made = cvg_block_new(
		splitter->old, LLVMGetBasicBlockName(splitter->old));

	cvg_live_keep_uid(splitter->module, splitter->function_id, made,
			  cvg_live_block_uid(splitter->module,
					     splitter->function_id,
					     splitter->old));
	return made;
}

/* Another piece of the block at hand, named "block.part". */
static LLVMBasicBlockRef piece_of(struct splitter *splitter, const char *part)
{
	const char *old = LLVMGetBasicBlockName(splitter->old);
	struct cvg_str name = {0};
	LLVMBasicBlockRef made;

	if (*old)
		cvg_str_addf(&name, "%s.%s", old, part);
	made = cvg_block_new(splitter->old, cvg_str_of(&name));
	cvg_str_done(&name);
	cvg_live_block_origin(splitter->module, splitter->function_id, made,
			      &splitter->old, 1);
	return made;
}

static void jump(struct splitter *splitter, LLVMBasicBlockRef from,
		 LLVMBasicBlockRef to)
{
	LLVMPositionBuilderAtEnd(splitter->builder, from);
	LLVMSetCurrentDebugLocation2(splitter->builder,
				     cvg_loc_none(splitter->function));
	LLVMBuildBr(splitter->builder, to);
}

/* ---- values that leave a run ----------------------------------------- */

/* Where the threads of a run's sides meet again. */
struct meeting {
	const struct cvg_guardrun *run;
	LLVMBasicBlockRef from[2]; /* by arm: the edge threads arrive over */
	LLVMBasicBlockRef at;	   /* the piece behind the run */
	LLVMValueRef cond;	   /* what the run's branch is on */
};

/* A phi: t over the edge of the true side, f over the other. */
static LLVMValueRef meet(struct splitter *splitter, const struct meeting *mt,
			 LLVMValueRef t, LLVMValueRef f, LLVMMetadataRef loc)
{
	LLVMBasicBlockRef from[2] = {mt->from[0], mt->from[1]};
	LLVMValueRef phi =
		cvg_phi_new(splitter->builder, mt->at, LLVMTypeOf(t), loc, "");

	LLVMAddIncoming(phi, &t, &from[0], 1);
	LLVMAddIncoming(phi, &f, &from[1], 1);
	return phi;
}

/* Is value v (of the snapshot) known before the run, or made by that side of
 * it? */
static bool is_there(const struct splitter *splitter,
		     const struct cvg_guardrun *run, uint32_t v, uint32_t arm)
{
	uint32_t inst = cvg_value_inst(splitter->fn, v);

	if (inst == CVG_NONE ||
	    splitter->fn->insts[inst].block != splitter->block)
		return true;
	for (uint32_t i = 0; i < run->ninst[arm]; i++)
		if (run->inst[arm][i] == inst)
			return true;
	for (uint32_t i = 0; i < run->ninst[!arm]; i++)
		if (run->inst[!arm][i] == inst)
			return false;
	return inst < run->before;
}

/* Replace `user` by a phi if it is a select on the run's condition whose
 * operands are known where the threads meet. */
static void select_to_phi(struct splitter *splitter, const struct meeting *mt,
			  uint32_t user)
{
	const struct cvg_inst *in = &splitter->fn->insts[user];
	LLVMValueRef select = splitter->ids->insts[user], phi;

	if (in->op != CVG_OP_SELECT || in->block != splitter->block ||
	    cvg_op_of(splitter->fn, user, 0) != mt->run->condition ||
	    splitter->held[user] || !LLVMGetFirstUse(select) ||
	    !is_there(splitter, mt->run, cvg_op_of(splitter->fn, user, 1), 0) ||
	    !is_there(splitter, mt->run, cvg_op_of(splitter->fn, user, 2), 1))
		return;
	phi = meet(splitter, mt, LLVMGetOperand(select, 1),
		   LLVMGetOperand(select, 2),
		   LLVMInstructionGetDebugLoc(select));
	LLVMReplaceAllUsesWith(select, phi);
	splitter->ids->values[cvg_inst_value(splitter->fn, user)] = phi;
	/* split_block erases the select; until then it must use nothing. */
	LLVMSetOperand(select, 1, LLVMGetPoison(LLVMTypeOf(select)));
	LLVMSetOperand(select, 2, LLVMGetPoison(LLVMTypeOf(select)));
	splitter->gone[user] = true;
}

static bool is_one_of_two(const void *context, LLVMBasicBlockRef block)
{
	const LLVMBasicBlockRef *two = context;

	return block == two[0] || block == two[1];
}

/* Repair the uses behind the run of a value that one of its sides makes. */
static void let_out(struct splitter *splitter, const struct meeting *mt,
		    uint32_t arm, uint32_t inst)
{
	const struct cvg_inst *in = &splitter->fn->insts[inst];
	LLVMValueRef v[2], value = splitter->ids->insts[inst];
	/* The phis just made in mt->at are checked below. */
	const LLVMBasicBlockRef two[2] = {mt->from[arm], mt->at};
	const struct cvg_blockset inside = {is_one_of_two, two};

	for (uint32_t k = 0; k < in->nusers; k++)
		select_to_phi(splitter, mt,
			      splitter->fn->users[in->users_at + k]);
	v[arm] = value;
	v[!arm] = LLVMGetPoison(LLVMTypeOf(value));
	if (cvg_used_outside(value, &inside)) {
		LLVMValueRef phi = meet(splitter, mt, v[0], v[1],
					cvg_loc_none(splitter->function));

		cvg_replace_uses_outside(value, phi, &inside);
		/* A later run may have it for its condition. */
		splitter->ids->values[cvg_inst_value(splitter->fn, inst)] = phi;
	}
}

/* ---- one run --------------------------------------------------------- */

/* A new block with the run's instructions of one side; NULL: it has none. */
static LLVMBasicBlockRef fill_side(struct splitter *splitter,
				   const struct cvg_guardrun *run, uint32_t arm,
				   LLVMBasicBlockRef then)
{
	LLVMBasicBlockRef side;

	if (run->ninst[arm] == 0)
		return NULL;
	side = piece_of(splitter, "gap");
	LLVMPositionBuilderAtEnd(splitter->builder, side);
	for (uint32_t i = 0; i < run->ninst[arm]; i++)
		cvg_inst_move(splitter->module,
			      splitter->ids->insts[run->inst[arm][i]],
			      splitter->builder);
	jump(splitter, side, then);
	return side;
}

/* What the run's branch is on: the condition, or a freeze of it, which is made
 * before the run. */
static LLVMValueRef condition_of(struct splitter *splitter,
				 const struct cvg_guardrun *run)
{
	LLVMValueRef cond = splitter->ids->values[run->condition];
	LLVMValueRef *frozen = &splitter->frozen[run->condition];

	if (run->taken || cvg_always_defined(splitter->module, cond))
		return cond;
	if (!*frozen) {
		LLVMPositionBuilderAtEnd(splitter->builder, splitter->tail);
		LLVMSetCurrentDebugLocation2(splitter->builder,
					     cvg_loc_none(splitter->function));
		*frozen = LLVMBuildFreeze(splitter->builder, cond, "");
		cvg_push(&splitter->thawing, run->condition);
	}
	return *frozen;
}

/* Take a run out of the block: a branch, its sides, and a piece behind them. */
static void place_run(struct splitter *splitter, const struct cvg_guardrun *run)
{
	LLVMBasicBlockRef then = piece_of(splitter, "tail"), side[2];
	struct meeting mt = {
		.run = run, .at = then, .cond = condition_of(splitter, run)};

	LLVMMoveBasicBlockBefore(then, splitter->old);
	for (uint32_t arm = 0; arm < 2; arm++) {
		side[arm] = fill_side(splitter, run, arm, then);
		if (side[arm])
			LLVMMoveBasicBlockBefore(side[arm], then);
		mt.from[arm] = side[arm] ? side[arm] : splitter->tail;
	}
	LLVMPositionBuilderAtEnd(splitter->builder, splitter->tail);
	LLVMSetCurrentDebugLocation2(splitter->builder,
				     cvg_loc_none(splitter->function));
	LLVMBuildCondBr(splitter->builder, mt.cond, side[0] ? side[0] : then,
			side[1] ? side[1] : then);
	splitter->tail = then;
	for (uint32_t arm = 0; arm < 2; arm++)
		for (uint32_t i = 0; i < run->ninst[arm]; i++)
			let_out(splitter, &mt, arm, run->inst[arm][i]);
}

/* ---- one block ------------------------------------------------------- */

/* Lead the edges into the old block to the first piece, whose address is now what
 * that of the block was. */
static void lead_into(struct splitter *splitter)
{
	LLVMReplaceAllUsesWith(LLVMBasicBlockAsValue(splitter->old),
			       LLVMBasicBlockAsValue(splitter->head));
}

/* Move an instruction to the end of the last piece. */
static void move_on(struct splitter *splitter, LLVMValueRef inst)
{
	bool alloca = LLVMGetInstructionOpcode(inst) == LLVMAlloca;
	LLVMValueRef first = LLVMGetFirstInstruction(splitter->head);

	/* Static allocas stay in the entry block. */
	if (alloca && splitter->head != splitter->tail && first)
		LLVMPositionBuilderBefore(splitter->builder, first);
	else
		LLVMPositionBuilderAtEnd(splitter->builder, splitter->tail);
	cvg_inst_move(splitter->module, inst, splitter->builder);
}

/* Update the handles of a block's phis after they were rebuilt: their order is
 * the same. */
static void find_phis_again(struct splitter *splitter, uint32_t block)
{
	const struct cvg_block *b = &splitter->fn->blocks[block];
	LLVMValueRef phi =
		LLVMGetFirstInstruction(splitter->ids->blocks[block]);

	for (uint32_t k = 0; k < b->nphis; k++) {
		uint32_t inst = b->inst_at + k;

		splitter->ids->insts[inst] = phi;
		splitter->ids->values[cvg_inst_value(splitter->fn, inst)] = phi;
		phi = LLVMGetNextInstruction(phi);
	}
}

/* Replace a block by its pieces. */
static void split_block(struct splitter *splitter, uint32_t block)
{
	const struct cvg_block *b = &splitter->fn->blocks[block];
	LLVMValueRef term, phi;

	splitter->block = block;
	while (splitter->thawing.n)
		splitter->frozen[splitter->thawing.at[--splitter->thawing.n]] =
			NULL;
	splitter->old = splitter->ids->blocks[block];
	term = LLVMGetBasicBlockTerminator(splitter->old);
	splitter->head = splitter->tail = first_piece(splitter);
	/* Phis by walking: those of the snapshot may have been rebuilt. */
	while (cvg_inst_is_phi(phi = LLVMGetFirstInstruction(splitter->old)))
		move_on(splitter, phi);
	for (uint32_t i = b->nphis; i < b->ninsts; i++) {
		uint32_t inst = b->inst_at + i;

		if (splitter->run_at[inst])
			place_run(splitter,
				  &splitter->plan
					   ->run[splitter->run_at[inst] - 1]);
		if (splitter->gone[inst])
			LLVMInstructionEraseFromParent(
				splitter->ids->insts[inst]);
		else if (!splitter->held[inst])
			move_on(splitter, splitter->ids->insts[inst]);
	}
	lead_into(splitter);
	splitter->ids->blocks[block] = splitter->head;
	for (unsigned k = 0; k < LLVMGetNumSuccessors(term); k++)
		cvg_phis_rename_pred(LLVMGetSuccessor(term, k), splitter->old,
				     splitter->tail);
	cvg_foreach_succ (splitter->fn, block, t)
		find_phis_again(splitter, *t);
	cvg_block_delete(splitter->module, splitter->function_id,
			 splitter->old);
}

uint32_t cvg_unpredicate(struct cvg_module *module, uint32_t function_id,
			 const struct cvg_fn *fn,
			 const struct cvg_guardplan *plan, uint32_t only)
{
	struct splitter splitter = {.module = module,
				    .function_id = function_id,
				    .fn = fn,
				    .plan = plan};
	struct cvg_live_ids ids;
	uint32_t done = 0, last = CVG_NONE;

	cvg_live_ids_of(module, function_id, &ids);
	splitter.ids = &ids;
	splitter.builder = LLVMCreateBuilderInContext(module->context);
	splitter.function = cvg_live_function(module, function_id);
	splitter.held = cvg_calloc(fn->ninsts, sizeof *splitter.held);
	splitter.gone = cvg_calloc(fn->ninsts, sizeof *splitter.gone);
	splitter.run_at = cvg_calloc(fn->ninsts, sizeof *splitter.run_at);
	splitter.frozen = cvg_calloc(fn->nvalues, sizeof *splitter.frozen);
	for (uint32_t r = 0; r < plan->n; r++) {
		const struct cvg_guardrun *run = &plan->run[r];

		if (!run->chosen || (only != CVG_NONE && run->block != only))
			continue;
		splitter.run_at[run->before] = r + 1;
		for (int arm = 0; arm < 2; arm++)
			for (uint32_t i = 0; i < run->ninst[arm]; i++)
				splitter.held[run->inst[arm][i]] = true;
		done++;
	}
	for (uint32_t r = 0; r < plan->n; r++) {
		const struct cvg_guardrun *run = &plan->run[r];

		if (!splitter.run_at[run->before] || run->block == last)
			continue;
		last = run->block;
		split_block(&splitter, last);
	}
	LLVMDisposeBuilder(splitter.builder);
	cvg_live_ids_done(&ids);
	free(splitter.held);
	free(splitter.gone);
	free(splitter.run_at);
	free(splitter.frozen);
	free(splitter.thawing.at);
	return done;
}

/* ---- the phase ------------------------------------------------------- */

static void show(const struct cvg_phase_in *in,
		 const struct cvg_guardplan *plan, uint32_t only)
{
	const struct cvg_witness *w = in->witness;

	for (uint32_t r = 0; w && w->guard && r < plan->n; r++)
		if (plan->run[r].chosen &&
		    (only == CVG_NONE || plan->run[r].block == only))
			w->guard(w->context, in->fn, plan, r);
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

static bool run(const struct cvg_phase_in *in, struct cvg_phase_out *out,
		struct cvg_err *err)
{
	struct cvg_guardplan *plan = cvg_plan_guards(in->ana, in->settings);
	uint32_t only = cvg_named_entry(in);

	(void)err;
	show(in, plan, only);
	out->count =
		cvg_unpredicate(in->module, in->function, in->fn, plan, only);
	out->changed = out->count > 0;
	report(in, plan, only, out);
	cvg_guardplan_free(plan);
	return true;
}

/* Without runs there is nothing. What a guard spares may change with a profile. */
static bool is_idle(struct cvg_ana *ana, const struct cvg_settings *settings)
{
	struct cvg_guardplan *plan = cvg_plan_guards(ana, settings);
	bool none = plan->n == 0;

	cvg_guardplan_free(plan);
	return none;
}

const struct cvg_phase cvg_phase_unpredicate = {
	.name = "unpredicate",
	.nothing = "no run of one-sided instructions is worth a guard",
	.takes = CVG_TAKES_ANY,
	.idle = is_idle,
	.reads = CVG_READS(UNPREDICATE) | CVG_READS(SKIP) | CVG_READS(DECIDE) |
		 CVG_READS(JUDGE) | CVG_READS(STEPS),
	.needs = CVG_ANA_DOM | CVG_ANA_REGIONS,
	.keeps = CVG_ANA_NOTHING,
	.run = run,
};
