/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Which instructions are one-sided, and how they group into runs that one
 * branch can guard: the decision behind unpredication (DARM IV-E).
 *
 * An instruction is one-sided for (c, arm) if every use of it is: the arm's
 * operand of a select on c; a one-sided instruction of the same block and
 * kind; or a use in blocks that only that edge of the block's own branch on c
 * leads to. Nothing needs to be remembered from melding for that, so it
 * also serves code that came predicated.
 *
 * Runs: a block is read in order; one-sided instructions are held back until
 * something needs them (then they are placed there, all that are held). They
 * have no effects, so holding them back is safe as long as no load is held
 * over a write. One backward and one forward walk: linear.
 *
 * Example, in one block with the condition c:
 *
 *	a = mul t 7	used by b only		one-sided: c, true
 *	b = mul a a	used by s only		one-sided: c, true
 *	s = select c b t			wanted by all
 *	store s
 *
 * Backward, b is wanted by the select's true operand, and so is a. Forward, a
 * and b are held back until s needs b: one run of the two, placed before s. On
 * amdgcn it has a latency of 32, half of which is spared if no profile says
 * otherwise; a branch, a jump and a phi cost 28 + 16 + 4. It is not guarded.
 */
#include "reconverge/analysis.h"
#include "reconverge/cost.h"
#include "reconverge/graph.h"
#include "reconverge/plan.h"
#include "reconverge/profile.h"
#include "reconverge/rejects.h"
#include "reconverge/settings.h"

#include <stdlib.h>

enum wanted {
	WANTED_BY_NONE, /* no use has been seen */
	WANTED_BY_SIDE, /* only threads on one side of a condition */
	WANTED_BY_ALL,	/* or by threads on several sides */
};

/* Which threads want a value. */
struct demand {
	enum wanted wanted;
	uint32_t condition; /* WANTED_BY_SIDE: value id, */
	uint32_t arm;	    /* and side of it */
};

static const struct demand demand_of_all = {.wanted = WANTED_BY_ALL};

struct finder {
	const struct cvg_fn *fn;
	const struct cvg_dom *dom;
	const struct cvg_settings *settings;
	struct cvg_guardplan *plan;
	struct demand *demands; /* [ninsts] set for the block at hand */
	uint32_t *held; /* [ninsts] run that the instruction was held back for,
			   0: none */
	cvg_vec(struct cvg_guardrun) runs;
	/* What is held back now: */
	uint32_t run_number;	 /* from 1 */
	struct cvg_u32s list[2]; /* instructions, by arm */
	uint32_t condition;	 /* value id, that they are held for */
	bool loads;		 /* one of them reads memory */
};

/* ---- demand ---------------------------------------------------------- */

/* Do all paths to the block `at` take that edge of the block `from`? */
static bool only_through(const struct finder *finder, uint32_t from,
			 uint32_t edge, uint32_t at)
{
	const struct cvg_block *b = &finder->fn->blocks[from];
	uint32_t s = finder->fn->succs[b->succs_at + edge];

	return finder->fn->blocks[s].npreds == 1 &&
	       cvg_dominates(finder->dom, s, at);
}

/* Which threads of `block` get to the block `at`? */
static struct demand demand_elsewhere(const struct finder *finder,
				      uint32_t block, uint32_t at)
{
	const struct cvg_inst *term = cvg_block_terminator(finder->fn, block);

	if (term->op == CVG_OP_CONDBR)
		for (uint32_t arm = 0; arm < 2; arm++)
			if (only_through(finder, block, arm, at))
				return (struct demand){
					WANTED_BY_SIDE,
					finder->fn->ops[term->ops_at], arm};
	return demand_of_all;
}

/* A vector of conditions chooses by element, as no branch can. */
static bool is_scalar(const struct finder *finder, uint32_t condition)
{
	uint32_t type = finder->fn->values[condition].type;

	return finder->fn->types[type].kind == CVG_TYPE_INT;
}

/* Which threads does an instruction want the value for? `block`: that makes
 * the value. */
static struct demand demand_of_user(const struct finder *finder, uint32_t value,
				    uint32_t block, uint32_t user_id)
{
	const struct cvg_inst *user = &finder->fn->insts[user_id];
	bool t, f;

	if (user->op == CVG_OP_PHI)
		return demand_of_all;
	if (user->op == CVG_OP_SELECT &&
	    cvg_op_of(finder->fn, user_id, 0) != value &&
	    is_scalar(finder, cvg_op_of(finder->fn, user_id, 0))) {
		t = cvg_op_of(finder->fn, user_id, 1) == value;
		f = cvg_op_of(finder->fn, user_id, 2) == value;
		if (t != f)
			return (struct demand){
				WANTED_BY_SIDE,
				cvg_op_of(finder->fn, user_id, 0), f};
	}
	if (user->block != block)
		return demand_elsewhere(finder, block, user->block);
	return finder->demands[user_id];
}

static bool is_same_demand(const struct demand *a, const struct demand *b)
{
	return a->wanted == b->wanted && a->condition == b->condition &&
	       a->arm == b->arm;
}

static bool may_be_held(const struct cvg_inst *info)
{
	return info->flags & (CVG_I_SPECULATABLE | CVG_I_BOUNDED) &&
	       info->op != CVG_OP_PHI &&
	       cvg_op_class(info->op) != CVG_CLASS_CONTROL;
}

/* Which threads want what the instruction makes? */
static struct demand demand_on(const struct finder *finder, uint32_t inst)
{
	const struct cvg_inst *info = &finder->fn->insts[inst];
	struct demand all = {.wanted = WANTED_BY_NONE};

	if (!may_be_held(info))
		return demand_of_all;
	for (uint32_t k = 0; k < info->nusers; k++) {
		struct demand demand = demand_of_user(
			finder, cvg_inst_value(finder->fn, inst), info->block,
			finder->fn->users[info->users_at + k]);

		if (all.wanted == WANTED_BY_NONE)
			all = demand;
		else if (!is_same_demand(&demand, &all))
			all = demand_of_all;
		if (all.wanted == WANTED_BY_ALL)
			break;
	}
	return all;
}

/* ---- runs ------------------------------------------------------------ */

static uint64_t latency_of(const struct finder *finder,
			   const struct cvg_u32s *list)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < list->n; i++)
		sum += cvg_cost_inst(finder->fn, list->at[i]);
	return sum;
}

/* Price of phis for values that are used outside their side of the run. A phi
 * that replaces a select on the condition costs what that saves. */
static uint64_t price_phis(const struct finder *finder,
			   const struct cvg_u32s *list, uint32_t arm)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < list->n; i++) {
		const struct cvg_inst *info = &finder->fn->insts[list->at[i]];
		bool leaves = false;

		for (uint32_t k = 0; k < info->nusers && !leaves; k++) {
			uint32_t user = finder->fn->users[info->users_at + k];

			leaves = finder->held[user] != finder->run_number ||
				 finder->demands[user].arm != arm;
		}
		if (leaves)
			sum += cvg_cost_phi(finder->fn, info->type);
	}
	return sum;
}

static bool is_worth_it(const struct finder *finder,
			const struct cvg_guardrun *run)
{
	switch ((enum cvg_unpredicate)cvg_set_int(finder->settings,
						  CVG_SET_UNPREDICATE)) {
	case CVG_UNPREDICATE_ALWAYS:
		return true;
	case CVG_UNPREDICATE_NEVER:
		return false;
	case CVG_UNPREDICATE_PROFIT:
		break;
	}
	return run->spared > (double)run->price;
}

/* The chance that no thread of a warp needs that side's instructions. */
static double skipped(const struct finder *finder, uint32_t condition,
		      enum cvg_arm arm)
{
	return cvg_profile_unused(finder->settings->profile, finder->fn,
				  condition, arm,
				  cvg_set_real(finder->settings, CVG_SET_SKIP));
}

/* Is the condition made before the run, in this block or another? */
static bool is_known_before(const struct finder *finder, uint32_t condition,
			    uint32_t block, uint32_t before)
{
	uint32_t inst = cvg_value_inst(finder->fn, condition);

	if (inst == CVG_NONE)
		return true;
	if (finder->fn->insts[inst].block != block)
		return cvg_dominates(finder->dom, finder->fn->insts[inst].block,
				     block);
	return inst < before && finder->held[inst] != finder->run_number;
}

/* Have all threads that come here branched on the condition before? */
static bool is_taken(const struct finder *finder, uint32_t condition,
		     uint32_t block)
{
	const struct cvg_fn *fn = finder->fn;

	for (uint32_t k = fn->value_users_at[condition];
	     k < fn->value_users_at[condition + 1]; k++) {
		const struct cvg_inst *user = &fn->insts[fn->users[k]];

		if (user->op == CVG_OP_CONDBR && user->block != block &&
		    cvg_dominates(finder->dom, user->block, block))
			return true;
	}
	return false;
}

/* What is held back becomes a run that stands before that instruction. */
static void place_run(struct finder *finder, uint32_t block, uint32_t before)
{
	struct cvg_guardrun run = {.block = block,
				   .before = before,
				   .condition = finder->condition};

	if (finder->list[0].n + finder->list[1].n == 0)
		return;
	for (uint32_t arm = 0; arm < 2; arm++) {
		struct cvg_u32s *list = &finder->list[arm];
		uint64_t latency = latency_of(finder, list);

		run.ninst[arm] = (uint32_t)list->n;
		run.inst[arm] = cvg_arena_array(&finder->plan->arena, uint32_t,
						list->n);
		for (size_t i = 0; i < list->n; i++)
			run.inst[arm][i] = list->at[i];
		run.latency += latency;
		run.spared += (double)latency *
			      skipped(finder, run.condition, (enum cvg_arm)arm);
		run.price += price_phis(finder, list, arm);
		if (list->n)
			run.price += cvg_cost_jump(finder->fn);
	}
	run.price += cvg_cost_branch(finder->fn);
	run.taken = is_taken(finder, run.condition, block);
	if (is_known_before(finder, finder->condition, block, before)) {
		run.chosen = is_worth_it(finder, &run) &&
			     !cvg_is_rejected(finder->settings->rejects,
					      CVG_REJECT_UNPREDICATE,
					      finder->fn, block);
		cvg_push(&finder->runs, run);
	}
	finder->list[0].n = finder->list[1].n = 0;
	finder->loads = false;
	finder->run_number++;
}

static bool uses_held(const struct finder *finder, uint32_t inst)
{
	const struct cvg_inst *info = &finder->fn->insts[inst];

	for (uint32_t k = 0; k < info->nops; k++) {
		uint32_t operand = cvg_value_inst(
			finder->fn, cvg_op_of(finder->fn, inst, k));

		if (operand != CVG_NONE &&
		    finder->held[operand] == finder->run_number)
			return true;
	}
	return false;
}

/* Does the instruction use one that is held for the other side? A select on the
 * condition that is held itself may. */
static bool uses_other_side(const struct finder *finder, uint32_t inst,
			    uint32_t arm)
{
	const struct cvg_inst *info = &finder->fn->insts[inst];

	for (uint32_t k = 0; k < info->nops; k++) {
		uint32_t operand = cvg_value_inst(
			finder->fn, cvg_op_of(finder->fn, inst, k));

		if (operand != CVG_NONE &&
		    finder->held[operand] == finder->run_number &&
		    finder->demands[operand].arm != arm)
			return true;
	}
	return false;
}

/* Hold the instruction back, or place the run that it needs. */
static void read_inst(struct finder *finder, uint32_t block, uint32_t inst)
{
	const struct cvg_inst *info = &finder->fn->insts[inst];
	struct demand demand = finder->demands[inst];
	bool held = demand.wanted == WANTED_BY_SIDE;

	if (held) {
		if (finder->condition != demand.condition ||
		    uses_other_side(finder, inst, demand.arm))
			place_run(finder, block, inst);
		finder->condition = demand.condition;
		finder->held[inst] = finder->run_number;
		finder->loads |= (info->flags & CVG_I_READS) != 0;
		cvg_push(&finder->list[demand.arm], inst);
		return;
	}
	if (uses_held(finder, inst) ||
	    (finder->loads && info->flags & CVG_I_WRITES))
		place_run(finder, block, inst);
}

static void read_block(struct finder *finder, uint32_t block)
{
	const struct cvg_block *b = &finder->fn->blocks[block];

	for (uint32_t i = b->ninsts; i-- > 0;)
		finder->demands[b->inst_at + i] =
			demand_on(finder, b->inst_at + i);
	finder->condition = CVG_NONE;
	for (uint32_t i = b->nphis; i + 1 < b->ninsts; i++)
		read_inst(finder, block, b->inst_at + i);
	place_run(finder, block, cvg_block_last(finder->fn, block));
}

struct cvg_guardplan *cvg_plan_guards(struct cvg_ana *ana,
				      const struct cvg_settings *settings)
{
	struct cvg_guardplan *plan = cvg_calloc(1, sizeof *plan);
	struct finder finder = {.fn = cvg_ana_fn(ana),
				.dom = cvg_ana_dom(ana),
				.settings = settings,
				.plan = plan,
				.run_number = 1};

	finder.demands = cvg_calloc(finder.fn->ninsts, sizeof *finder.demands);
	finder.held = cvg_calloc(finder.fn->ninsts, sizeof *finder.held);
	for (uint32_t b = 0; b < finder.fn->nblocks; b++)
		if (finder.dom->depth[b])
			read_block(&finder, b);
	plan->n = (uint32_t)finder.runs.n;
	plan->run = cvg_arena_array(&plan->arena, struct cvg_guardrun,
				    finder.runs.n);
	for (size_t i = 0; i < finder.runs.n; i++)
		plan->run[i] = finder.runs.at[i];
	free(finder.demands);
	free(finder.held);
	free(finder.list[0].at);
	free(finder.list[1].at);
	free(finder.runs.at);
	return plan;
}

void cvg_guardplan_blocks(const struct cvg_fn *fn,
			  const struct cvg_guardplan *plan,
			  struct cvg_u32s *uids)
{
	uint32_t last = CVG_NONE;

	for (uint32_t r = 0; r < plan->n; r++)
		if (plan->run[r].chosen && plan->run[r].block != last) {
			last = plan->run[r].block;
			cvg_push(uids, fn->blocks[last].uid);
		}
}

void cvg_guardplan_free(struct cvg_guardplan *take_plan)
{
	if (!take_plan)
		return;
	cvg_arena_done(&take_plan->arena);
	free(take_plan);
}
