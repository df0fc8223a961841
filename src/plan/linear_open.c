/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Units without a guard: a block that anybody may run, because it has no effect
 * and does not trap, is run by all threads that come by, and those who did not
 * want it take what they brought instead of what it makes. That saves the
 * branch and two blocks, and costs the unit for the others and selects. Beyond
 * the paper, which guards every unit; LLVM folds such blocks as well
 * (SimplifyCFG, two-entry phis), but not across a chain of guards.
 */
#include "linear.h"

#include "reconverge/cost.h"

/* Only a jump or a return behind what is harmless. */
static bool is_harmless(const struct cvg_fn *fn, uint32_t b)
{
	const struct cvg_block *block = &fn->blocks[b];
	enum cvg_op last = cvg_block_terminator(fn, b)->op;

	if (last != CVG_OP_BR && last != CVG_OP_RET)
		return false;
	for (uint32_t i = block->nphis; i + 1 < block->ninsts; i++)
		if (!(fn->insts[block->inst_at + i].flags & CVG_I_SPECULATABLE))
			return false;
	return true;
}

/* Phis of the place behind it become selects. */
static uint64_t selects(const struct liner *l, const struct cvg_linregion *r,
			uint32_t value, uint32_t block)
{
	const struct cvg_fn *fn = l->fn;
	uint32_t at = value < r->nunits ? r->unit[value].entry : r->exit;
	const struct cvg_inst *ret = cvg_block_terminator(fn, block);
	uint64_t sum = 0;

	if (at == CVG_NONE)
		return ret->nops
			       ? cvg_cost_select(
					 fn,
					 fn->values[fn->ops[ret->ops_at]].type)
			       : 0;
	for (uint32_t i = 0; i < fn->blocks[at].nphis; i++)
		sum += cvg_cost_select(
			fn, fn->insts[fn->blocks[at].inst_at + i].type);
	return sum;
}

double cvg_linear_open_price(const struct liner *l,
			     const struct cvg_linregion *r, uint32_t unit)
{
	const struct cvg_linunit *u = &r->unit[unit];
	const struct cvg_block *block = &l->fn->blocks[u->entry];
	uint64_t work = 0;

	for (uint32_t i = block->nphis; i + 1 < block->ninsts; i++)
		work += cvg_cost_inst(l->fn, block->inst_at + i);
	return (double)work * cvg_set_real(l->settings, CVG_SET_SKIP) +
	       (double)selects(l, r, r->edge[u->edges_at].value, u->entry);
}

bool cvg_linear_may_open(const struct liner *l, const struct cvg_linregion *r,
			 uint32_t unit)
{
	const struct cvg_linunit *u = &r->unit[unit];

	return l->level >= 4 && u->nblocks == 1 && u->nedges == 1 &&
	       !u->again && is_harmless(l->fn, u->entry) &&
	       cvg_linear_open_price(l, r, unit) <= cvg_cost_branch(l->fn);
}
