/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Units without a guard. A block that has no effect and does not trap can be
 * run by all threads that come by; those that did not want it keep the values
 * that they brought. That saves the branch and two blocks, and costs the unit
 * for the other threads and a select for each phi behind it. Beyond the paper,
 * which guards every unit; LLVM folds such blocks as well (SimplifyCFG,
 * two-entry phis), but not across a chain of guards.
 *
 * Example, figure 1 of linear_chain.c where B5 multiplies t by 3 and a phi of B6
 * takes the product from B5, and t from B4. The guard of B5 is open: B5 is run
 * by all threads that come there, and the phi becomes a select whether the
 * guard value is B5's. If B5 loads a value instead, it is guarded: a load may trap.
 */
#include "linear.h"
#include "unasked.h"

#include "reconverge/cost.h"
#include "reconverge/graph.h"

/* Is the block free of effects and traps, with only a jump or a return at its
 * end? */
static bool is_harmless(const struct lin_planner *planner, uint32_t head,
			uint32_t b)
{
	const struct cvg_fn *fn = planner->flow.fn;
	const struct cvg_unasked unasked = {
		.fn = fn, .dom = planner->flow.dom, .entry = head};
	const struct cvg_block *block = &fn->blocks[b];
	enum cvg_op last = cvg_block_terminator(fn, b)->op;

	if (last != CVG_OP_BR && last != CVG_OP_RET)
		return false;
	for (uint32_t i = block->nphis; i + 1 < block->ninsts; i++)
		if (!cvg_may_run_unasked(&unasked, block->inst_at + i))
			return false;
	return true;
}

/* Cycles of the selects that a block's phis become. */
static uint64_t selects_of_phis(const struct cvg_fn *fn, uint32_t b)
{
	const struct cvg_block *block = &fn->blocks[b];
	uint64_t sum = 0;

	for (uint32_t i = 0; i < block->nphis; i++)
		sum += cvg_cost_select(fn, fn->insts[block->inst_at + i].type);
	return sum;
}

/* Cycles of the select that a return becomes, if it returns a value. */
static uint64_t select_of_return(const struct cvg_fn *fn, uint32_t b)
{
	const struct cvg_inst *ret = cvg_block_terminator(fn, b);

	if (!ret->nops)
		return 0;
	return cvg_cost_select(fn, fn->values[fn->ops[ret->ops_at]].type);
}

double cvg_linear_open_price(const struct lin_planner *planner,
			     const struct cvg_linregion *region, uint32_t place)
{
	const struct cvg_fn *fn = planner->flow.fn;
	const struct cvg_linunit *unit = &region->unit[place];
	const struct cvg_block *block = &fn->blocks[unit->entry];
	uint32_t value = region->edge[unit->edges_at].value;
	uint32_t target = value < region->nunits ? region->unit[value].entry
						 : region->exit;
	uint64_t selects = target == CVG_NONE
				   ? select_of_return(fn, unit->entry)
				   : selects_of_phis(fn, target);
	uint64_t work = 0;

	for (uint32_t i = block->nphis; i + 1 < block->ninsts; i++)
		work += cvg_cost_inst(fn, block->inst_at + i);
	return (double)work * cvg_set_real(planner->settings, CVG_SET_SKIP) +
	       (double)selects;
}

bool cvg_linear_may_open(const struct lin_planner *planner,
			 const struct cvg_linregion *region, uint32_t place)
{
	const struct cvg_fn *fn = planner->flow.fn;
	const struct cvg_linunit *unit = &region->unit[place];

	return planner->wishes.level >= 4 && unit->nblocks == 1 &&
	       unit->nedges == 1 && !unit->again &&
	       is_harmless(planner, region->head, unit->entry) &&
	       cvg_linear_open_price(planner, region, place) <=
		       cvg_cost_branch(fn);
}
