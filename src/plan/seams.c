/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What melding a pair costs or saves where it meets the rest: the branch
 * before it, the branch or the selects behind it, and unmatched subgraphs
 * that are cheaper to run for both sides than to branch around.
 *
 * Example: a is melded with p (arms.c's example), as the first subgraph of
 * either arm. The branch on the condition before them goes: 28 cycles less on
 * amdgcn. But behind them the true arm goes on to d, and the false one to x: a
 * branch there costs 28. Had both gone to x, each phi of x that has different
 * values from the two would be a select instead.
 */
#include "plan.h"

/* The value that a phi behind the arm's subgraph has from it, or CVG_NONE. */
static uint32_t value_from(const struct sides *sides, int arm,
			   const struct cvg_subgraph *subgraph, uint32_t inst)
{
	const struct cvg_fn *fn = sides->planner->fn;
	const struct cvg_inst *phi = &fn->insts[inst];

	for (uint32_t k = 0; k < phi->nops; k++) {
		uint32_t from = fn->incoming[phi->ops_at + k];

		if (from == subgraph->joint ||
		    sides->planner->mark[from] == sides->stamp[arm])
			return fn->ops[phi->ops_at + k];
	}
	return CVG_NONE;
}

/* Both sides go on to the same block: price its phis that have different values
 * from them. */
static int64_t price_meeting(struct sides *sides, const struct cvg_subgraph *t,
			     const struct cvg_subgraph *f)
{
	const struct cvg_fn *fn = sides->planner->fn;
	const struct cvg_block *target = &fn->blocks[t->next];
	int64_t cost = 0;

	for (uint32_t k = 0; k < target->nphis; k++) {
		uint32_t phi = target->inst_at + k;
		uint32_t value_t = value_from(sides, 0, t, phi);
		uint32_t value_f = value_from(sides, 1, f, phi);

		if (value_t == CVG_NONE || value_f == CVG_NONE)
			continue;
		if (!cvg_operands_meet(sides, value_t, value_f))
			cost += cvg_cost_select(fn, fn->insts[phi].type);
		if (target->npreds == 2)
			cost -= cvg_cost_phi(fn, fn->insts[phi].type);
	}
	return cost;
}

/*
 * May the unmatched subgraphs [from, to) of an arm run for the other side, too?
 * Adds their latency, and the price of the jumps that would go.
 */
static bool is_harmless(const struct planner *planner,
			const struct cvg_candidate *candidate, int arm,
			uint32_t from, uint32_t to, uint64_t *latency,
			int64_t *jumps)
{
	const struct cvg_unasked unasked = {.fn = planner->fn,
					    .dom = planner->unasked.dom,
					    .entry = candidate->entry};

	for (uint32_t k = from; k < to; k++) {
		const struct cvg_subgraph *subgraph = &candidate->chain[arm][k];
		const struct cvg_block *block =
			&planner->fn->blocks[subgraph->entry];

		if (!cvg_subgraph_is_plain(planner, subgraph) ||
		    subgraph->joint != CVG_NONE || block->nphis)
			return false;
		for (uint32_t i = 0; i + 1 < block->ninsts; i++)
			if (!cvg_may_run_unasked(&unasked, block->inst_at + i))
				return false;
		*latency += cvg_cost_block(planner->fn, subgraph->entry);
		*jumps += cvg_cost_jump(planner->fn);
	}
	return true;
}

/*
 * Is it cheaper that all threads run the unmatched subgraphs [from, to) of both
 * arms than to branch around them? *gain: the price of the branch and jumps
 * that go. Branch fusion never does so.
 */
static bool should_speculate(const struct planner *planner,
			     const struct cvg_candidate *candidate,
			     const uint32_t from[2], const uint32_t to[2],
			     int64_t *gain)
{
	uint64_t latency = 0;
	int64_t jumps = 0;

	if (cvg_set_int(planner->settings, CVG_SET_MODE) ==
	    CVG_MODE_BRANCH_FUSION)
		return false;
	for (int arm = 0; arm < 2; arm++)
		if (!is_harmless(planner, candidate, arm, from[arm], to[arm],
				 &latency, &jumps))
			return false;
	*gain = jumps + cvg_cost_branch(planner->fn);
	return latency <= (uint64_t)*gain;
}

void cvg_price_seams(struct planner *planner,
		     const struct cvg_candidate *candidate,
		     struct cvg_meldpair *pair, const uint32_t first[2])
{
	const struct cvg_subgraph *t = &candidate->chain[0][pair->sub[0]];
	const struct cvg_subgraph *f = &candidate->chain[1][pair->sub[1]];
	struct sides sides = {.planner = planner};
	int64_t gain = 0;

	/* The branch on the condition goes if nothing is left before the pair. */
	pair->speculates = false;
	if (pair->sub[0] == first[0] && pair->sub[1] == first[1]) {
		pair->branches -= cvg_cost_branch(planner->fn);
	} else if (should_speculate(planner, candidate, first, pair->sub,
				    &gain)) {
		pair->speculates = true;
		pair->branches -= gain;
	}
	if (t->next != f->next) {
		pair->branches += cvg_cost_branch(planner->fn);
		return;
	}
	cvg_sides_stamp(&sides, candidate, pair);
	cvg_sides_settle(&sides, pair);
	pair->selects += price_meeting(&sides, t, f);
}

/* Price of the selects that the phis of X become if all that is left runs for
 * both sides. */
static int64_t price_closing(const struct planner *planner,
			     const struct cvg_candidate *candidate)
{
	const struct cvg_block *exit = &planner->fn->blocks[candidate->exit];
	int64_t cost = 0;

	for (uint32_t k = 0; k < exit->nphis; k++) {
		uint32_t type = planner->fn->insts[exit->inst_at + k].type;

		cost += cvg_cost_select(planner->fn, type);
		if (exit->npreds == 2)
			cost -= cvg_cost_phi(planner->fn, type);
	}
	return cost;
}

void cvg_price_end(struct planner *planner, struct cvg_candidate *candidate)
{
	struct cvg_meldpair *last;
	uint32_t from[2];
	int64_t gain = 0, cost;

	candidate->closes = false;
	if (candidate->npairs == 0)
		return;
	last = &candidate->pair[candidate->npairs - 1];
	for (int arm = 0; arm < 2; arm++)
		from[arm] = last->sub[arm] + 1;
	if (from[0] == candidate->nchain[0] && from[1] == candidate->nchain[1])
		return;
	cost = price_closing(planner, candidate);
	if (!should_speculate(planner, candidate, from, candidate->nchain,
			      &gain) ||
	    cost > gain)
		return;
	candidate->closes = true;
	last->selects += cost;
	last->branches -= gain;
}
