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
 */
#include "reconverge/plan.h"

#include <stdlib.h>

#define EVERYONE (UINT32_MAX - 1) /* needed by all; CVG_NONE: by nobody yet */

struct demand {
	uint32_t condition; /* value id, EVERYONE or CVG_NONE */
	uint32_t arm;
};

struct finder {
	const struct cvg_fn *fn;
	const struct cvg_dom *dom;
	const struct cvg_settings *settings;
	struct cvg_guardplan *plan;
	struct demand *of; /* [ninsts] */
	uint32_t *held;	   /* [ninsts] 1 + run number while held back */
	cvg_vec(struct cvg_guardrun) runs;
	/* what is held back now */
	struct cvg_u32s list[2];
	uint32_t condition;
	uint32_t number;
	bool loads;
};

/* ---- demand ---------------------------------------------------------- */

/* Do all paths to block `at` take that edge of block `from`'s branch? */
static bool only_through(const struct finder *g, uint32_t from, uint32_t edge,
			 uint32_t at)
{
	const struct cvg_block *b = &g->fn->blocks[from];
	uint32_t s = g->fn->succs[b->succs_at + edge];

	return g->fn->blocks[s].npreds == 1 && cvg_dominates(g->dom, s, at);
}

static struct demand demand_elsewhere(const struct finder *g, uint32_t block,
				      uint32_t at)
{
	const struct cvg_inst *term = cvg_block_terminator(g->fn, block);

	if (term->op == CVG_OP_CONDBR)
		for (uint32_t arm = 0; arm < 2; arm++)
			if (only_through(g, block, arm, at))
				return (struct demand){g->fn->ops[term->ops_at],
						       arm};
	return (struct demand){EVERYONE, 0};
}

/* A vector of conditions chooses by element: no branch can. */
static bool is_scalar(const struct finder *g, uint32_t condition)
{
	uint32_t type = g->fn->values[condition].type;

	return g->fn->types[type].kind == CVG_TYPE_INT;
}

/* What user `u` needs value v for. */
static struct demand demand_of_user(const struct finder *g, uint32_t v,
				    uint32_t block, uint32_t u)
{
	const struct cvg_inst *user = &g->fn->insts[u];
	bool t, f;

	if (user->op == CVG_OP_PHI)
		return (struct demand){EVERYONE, 0};
	if (user->op == CVG_OP_SELECT && cvg_op_of(g->fn, u, 0) != v &&
	    is_scalar(g, cvg_op_of(g->fn, u, 0))) {
		t = cvg_op_of(g->fn, u, 1) == v;
		f = cvg_op_of(g->fn, u, 2) == v;
		if (t != f)
			return (struct demand){cvg_op_of(g->fn, u, 0), f};
	}
	if (user->block != block)
		return demand_elsewhere(g, block, user->block);
	return g->of[u];
}

static bool may_be_held(const struct cvg_inst *in)
{
	return in->flags & CVG_I_SPECULATABLE && in->op != CVG_OP_PHI &&
	       cvg_op_class(in->op) != CVG_CLASS_CONTROL;
}

static struct demand demand_on(const struct finder *g, uint32_t inst)
{
	const struct cvg_inst *in = &g->fn->insts[inst];
	struct demand all = {CVG_NONE, 0};

	if (!may_be_held(in))
		return (struct demand){EVERYONE, 0};
	for (uint32_t k = 0; k < in->nusers; k++) {
		struct demand d = demand_of_user(
			g, cvg_inst_value(g->fn, inst), in->block,
			g->fn->users[in->users_at + k]);

		if (all.condition == CVG_NONE)
			all = d;
		else if (d.condition != all.condition || d.arm != all.arm)
			all.condition = EVERYONE;
		if (all.condition == EVERYONE)
			break;
	}
	return all;
}

/* ---- runs ------------------------------------------------------------ */

static uint64_t latency_of(const struct finder *g, const struct cvg_u32s *list)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < list->n; i++)
		sum += cvg_cost_inst(g->fn, list->at[i]);
	return sum;
}

/* Phis for values used outside their side of the run; selects on the
 * condition that they replace pay for themselves. */
static uint64_t price_phis(const struct finder *g, const struct cvg_u32s *list,
			   uint32_t arm)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < list->n; i++) {
		const struct cvg_inst *in = &g->fn->insts[list->at[i]];
		bool leaves = false;

		for (uint32_t k = 0; k < in->nusers && !leaves; k++) {
			uint32_t u = g->fn->users[in->users_at + k];

			leaves = g->held[u] != g->number || g->of[u].arm != arm;
		}
		if (leaves)
			sum += cvg_cost_phi(g->fn, in->type);
	}
	return sum;
}

static bool is_worth_it(const struct finder *g, const struct cvg_guardrun *run)
{
	switch ((enum cvg_unpredicate)cvg_set_int(g->settings,
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
static double skipped(const struct finder *g, uint32_t condition,
		      enum cvg_arm arm)
{
	return cvg_profile_unused(g->settings->profile, g->fn, condition, arm,
				  cvg_set_real(g->settings, CVG_SET_SKIP));
}

/* Is the condition made before the run, wherever that is? */
static bool is_known_before(const struct finder *g, uint32_t condition,
			    uint32_t block, uint32_t before)
{
	uint32_t inst = cvg_value_inst(g->fn, condition);

	if (inst == CVG_NONE)
		return true;
	if (g->fn->insts[inst].block != block)
		return cvg_dominates(g->dom, g->fn->insts[inst].block, block);
	return inst < before && g->held[inst] != g->number;
}

/* Have all threads that come here branched on the condition before? */
static bool is_taken(const struct finder *g, uint32_t condition, uint32_t block)
{
	const struct cvg_fn *fn = g->fn;

	for (uint32_t k = fn->value_users_at[condition];
	     k < fn->value_users_at[condition + 1]; k++) {
		const struct cvg_inst *user = &fn->insts[fn->users[k]];

		if (user->op == CVG_OP_CONDBR && user->block != block &&
		    cvg_dominates(g->dom, user->block, block))
			return true;
	}
	return false;
}

static void place_run(struct finder *g, uint32_t block, uint32_t before)
{
	struct cvg_guardrun run = {
		.block = block, .before = before, .condition = g->condition};

	if (g->list[0].n + g->list[1].n == 0)
		return;
	for (uint32_t arm = 0; arm < 2; arm++) {
		struct cvg_u32s *list = &g->list[arm];
		uint64_t latency = latency_of(g, list);

		run.ninst[arm] = (uint32_t)list->n;
		run.inst[arm] =
			cvg_arena_array(&g->plan->arena, uint32_t, list->n);
		for (size_t i = 0; i < list->n; i++)
			run.inst[arm][i] = list->at[i];
		run.latency += latency;
		run.spared += (double)latency *
			      skipped(g, run.condition, (enum cvg_arm)arm);
		run.price += price_phis(g, list, arm);
		if (list->n)
			run.price += cvg_cost_jump(g->fn);
	}
	run.price += cvg_cost_branch(g->fn);
	run.taken = is_taken(g, run.condition, block);
	if (is_known_before(g, g->condition, block, before)) {
		run.chosen = is_worth_it(g, &run);
		g->plan->nchosen += run.chosen;
		cvg_push(&g->runs, run);
	}
	g->list[0].n = g->list[1].n = 0;
	g->loads = false;
	g->number++;
}

static bool uses_held(const struct finder *g, uint32_t inst)
{
	const struct cvg_inst *in = &g->fn->insts[inst];

	for (uint32_t k = 0; k < in->nops; k++) {
		uint32_t op = cvg_value_inst(g->fn, cvg_op_of(g->fn, inst, k));

		if (op != CVG_NONE && g->held[op] == g->number)
			return true;
	}
	return false;
}

/* Does it use what is held for the other side? A held select on c may. */
static bool uses_other_side(const struct finder *g, uint32_t inst, uint32_t arm)
{
	const struct cvg_inst *in = &g->fn->insts[inst];

	for (uint32_t k = 0; k < in->nops; k++) {
		uint32_t op = cvg_value_inst(g->fn, cvg_op_of(g->fn, inst, k));

		if (op != CVG_NONE && g->held[op] == g->number &&
		    g->of[op].arm != arm)
			return true;
	}
	return false;
}

static void read_inst(struct finder *g, uint32_t block, uint32_t inst)
{
	const struct cvg_inst *in = &g->fn->insts[inst];
	struct demand d = g->of[inst];
	bool held = d.condition != CVG_NONE && d.condition != EVERYONE;

	if (held) {
		if (g->condition != d.condition ||
		    uses_other_side(g, inst, d.arm))
			place_run(g, block, inst);
		g->condition = d.condition;
		g->held[inst] = g->number;
		g->loads |= (in->flags & CVG_I_READS) != 0;
		cvg_push(&g->list[d.arm], inst);
		return;
	}
	if (uses_held(g, inst) || (g->loads && in->flags & CVG_I_WRITES))
		place_run(g, block, inst);
}

static void read_block(struct finder *g, uint32_t block)
{
	const struct cvg_block *b = &g->fn->blocks[block];

	for (uint32_t i = b->ninsts; i-- > 0;)
		g->of[b->inst_at + i] = demand_on(g, b->inst_at + i);
	g->condition = CVG_NONE;
	for (uint32_t i = b->nphis; i + 1 < b->ninsts; i++)
		read_inst(g, block, b->inst_at + i);
	place_run(g, block, cvg_block_last(g->fn, block));
}

struct cvg_guardplan *cvg_plan_guards(struct cvg_ana *ana,
				      const struct cvg_settings *settings)
{
	struct cvg_guardplan *plan = cvg_calloc(1, sizeof *plan);
	struct finder g = {.fn = cvg_ana_fn(ana),
			   .dom = cvg_ana_dom(ana),
			   .settings = settings,
			   .plan = plan,
			   .number = 1};

	g.of = cvg_calloc(g.fn->ninsts, sizeof *g.of);
	g.held = cvg_calloc(g.fn->ninsts, sizeof *g.held);
	for (uint32_t b = 0; b < g.fn->nblocks; b++)
		if (g.dom->depth[b])
			read_block(&g, b);
	plan->n = (uint32_t)g.runs.n;
	plan->run =
		cvg_arena_array(&plan->arena, struct cvg_guardrun, g.runs.n);
	for (size_t i = 0; i < g.runs.n; i++)
		plan->run[i] = g.runs.at[i];
	free(g.of);
	free(g.held);
	free(g.list[0].at);
	free(g.list[1].at);
	free(g.runs.at);
	return plan;
}

void cvg_guardplan_free(struct cvg_guardplan *take_plan)
{
	if (!take_plan)
		return;
	cvg_arena_done(&take_plan->arena);
	free(take_plan);
}
