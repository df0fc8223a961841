/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Whether a region may be linearized. It is refused if the branch of D is none
 * that can be replaced, if it holds what may not run for other threads
 * (convergent operations and such), a call that must stand right before its
 * return, or an unreachable block that leads into it; if it brings threads together
 * at its end that came to a convergent operation behind it one after the other
 * (behind.c); if code that only traps
 * uses one of its values from elsewhere; if no branch in it diverges; or, where
 * the settings say so, if no warp came to it in a profile, or, with decide=static, if
 * it costs more than it saves: else simulated runs tell what it costs.
 *
 * Code that only traps belongs to the unit that alone leads to it. Example, a
 * short-circuit condition with a trap T behind B4:
 *
 *	e -> B2, B3	B2 -> B3, B5	B3 -> B4, B5
 *	B4 -> B6, T	B5 -> B6
 *
 * T is no block of the region, but of B4's unit: it may use what B4 computes.
 * Were it reached from B3 as well, it would belong to no unit, and no value of
 * the region might be used in it.
 */
#include "linear.h"

#include "reconverge/graph.h"
#include "reconverge/rejects.h"
#include "reconverge/words.h"

#include "behind.h"
#include "refuse.h"

#include <stdlib.h>

/* Returns false. */
static bool refuse(struct cvg_linregion *region, enum cvg_refusal reason,
		   uint32_t block, uint32_t inst)
{
	region->refusal = reason;
	region->culprit_block = block;
	region->culprit = inst;
	return false;
}

/* ---- code that only traps -------------------------------------------- */

static void list_dead(struct lin_planner *planner)
{
	struct cvg_linplan *plan = planner->plan;

	for (uint32_t r = 0; r < plan->n; r++) {
		plan->at[r].dead = cvg_arena_array(&plan->arena, uint32_t,
						   plan->at[r].ndead);
		plan->at[r].ndead = 0;
	}
	for (uint32_t b = 0; b < planner->flow.fn->nblocks; b++) {
		struct cvg_linregion *region;

		if (planner->flow.live[b] || plan->region_of[b] == CVG_NONE)
			continue;
		region = &plan->at[plan->region_of[b]];
		region->dead[region->ndead++] = b;
	}
}

/* Give the block, which only leads to traps, to the unit that alone leads to
 * it. Its predecessors in the order have been given already. */
static void place_dead_block(struct lin_planner *planner, uint32_t block)
{
	const struct cvg_order *order = planner->flow.order;
	struct cvg_linplan *plan = planner->plan;
	uint32_t unit = CVG_NONE, region = CVG_NONE;
	bool first = true, same = true;

	cvg_foreach_pred (planner->flow.fn, block, p) {
		if (order->place[*p] == CVG_NONE ||
		    order->place[*p] >= order->place[block])
			continue;
		same &= first || (unit == plan->unit_of[*p] &&
				  region == plan->region_of[*p]);
		unit = plan->unit_of[*p];
		region = plan->region_of[*p];
		first = false;
	}
	plan->unit_of[block] = same ? unit : CVG_NONE;
	plan->region_of[block] = same ? region : CVG_NONE;
	if (same && region != CVG_NONE)
		plan->at[region].ndead++;
}

static void place_dead(struct lin_planner *planner)
{
	const struct cvg_order *order = planner->flow.order;

	for (uint32_t k = 0; k < order->n; k++)
		if (!planner->flow.live[order->block[k]])
			place_dead_block(planner, order->block[k]);
	list_dead(planner);
}

/* ---- reasons to refuse ----------------------------------------------- */

/* Does the block end with a call that must stand right before its return?
 * Returns of a region are led together. */
static bool has_bound_return(const struct cvg_fn *fn, uint32_t b)
{
	const struct cvg_block *block = &fn->blocks[b];
	const struct cvg_inst *call;

	if (block->ninsts < 2 || cvg_block_terminator(fn, b)->op != CVG_OP_RET)
		return false;
	call = &fn->insts[block->inst_at + block->ninsts - 2];
	/* A call that may be melded is known not to be bound. */
	return call->op == CVG_OP_CALL && call->shape == CVG_NONE;
}

static bool is_movable(const struct lin_planner *planner,
		       struct cvg_linregion *region, uint32_t b)
{
	const struct cvg_fn *fn = planner->flow.fn;
	const struct cvg_block *block = &fn->blocks[b];

	for (uint32_t i = 0; i < block->ninsts; i++) {
		uint32_t inst = block->inst_at + i;
		enum cvg_refusal reason = cvg_inst_refusal(
			&fn->insts[inst], CVG_REFUSE_LIN_CONVERGENT);

		if (reason != CVG_REFUSE_NONE && !cvg_keeps_token(fn, inst) &&
		    !cvg_moves_by_token(fn, planner->flow.dom, inst,
					region->head))
			return refuse(region, reason, b, inst);
	}
	if (has_bound_return(fn, b))
		return refuse(region, CVG_REFUSE_EXOTIC, b,
			      cvg_block_last(fn, b) - 1);
	cvg_foreach_pred (fn, b, p)
		if (planner->flow.order->place[*p] == CVG_NONE)
			return refuse(region, CVG_REFUSE_UNREACHABLE, *p,
				      CVG_NONE);
	return true;
}

/* May the block `user` use a value of the block `b`? Code that only traps may
 * if it belongs to the same unit. */
static bool may_use(const struct lin_planner *planner, uint32_t user,
		    uint32_t b)
{
	const struct cvg_linplan *plan = planner->plan;

	return planner->flow.live[user] ||
	       planner->flow.order->place[user] == CVG_NONE ||
	       (plan->unit_of[user] == plan->unit_of[b] &&
		plan->region_of[user] == plan->region_of[b]);
}

static bool are_uses_allowed(const struct lin_planner *planner,
			     struct cvg_linregion *region, uint32_t b)
{
	const struct cvg_fn *fn = planner->flow.fn;
	const struct cvg_block *block = &fn->blocks[b];

	for (uint32_t i = 0; i < block->ninsts; i++) {
		const struct cvg_inst *inst = &fn->insts[block->inst_at + i];

		for (uint32_t k = 0; k < inst->nusers; k++) {
			uint32_t user = fn->users[inst->users_at + k];
			uint32_t user_block = fn->insts[user].block;

			if (!may_use(planner, user_block, b))
				return refuse(region, CVG_REFUSE_TRAP_USE,
					      user_block, user);
		}
	}
	return true;
}

static bool has_convergent(const struct cvg_fn *fn)
{
	for (uint32_t i = 0; i < fn->ninsts; i++)
		if (fn->insts[i].flags & (CVG_I_CONVERGENT | CVG_I_TOKEN))
			return true;
	return false;
}

/* The ways on which D's threads come to the end of the region. */
static uint32_t count_ways(const struct lin_planner *planner,
			   const struct cvg_linregion *region)
{
	const struct cvg_linplan *plan = planner->plan;
	uint32_t n = 0;

	cvg_foreach_succ (planner->flow.fn, region->head, s)
		n += *s == region->exit ||
		     plan->region_of[*s] == (uint32_t)(region - plan->at);
	return n;
}

/* Where D's threads do not meet at the end of the region, several ways there run
 * what stands between that end and their join one after the other. */
static bool are_same_behind(const struct lin_planner *planner,
			    struct cvg_behind *behind,
			    struct cvg_linregion *region)
{
	uint32_t join = planner->flow.joins[region->head], culprit;

	if (!behind->mark || region->exit == join || region->exit == CVG_NONE ||
	    !cvg_bits_has(&cvg_ana_uniform(planner->ana)->divergent_term,
			  region->head) ||
	    count_ways(planner, region) < 2)
		return true;
	behind->stamp++;
	culprit = cvg_behind_together(behind, region->head, &region->exit, 1,
				      join);
	if (culprit == CVG_NONE && *behind->budget > 0)
		return true;
	return refuse(region, CVG_REFUSE_LIN_CONVERGENT,
		      culprit == CVG_NONE
			      ? region->exit
			      : planner->flow.fn->insts[culprit].block,
		      culprit);
}

static uint32_t count_divergent(const struct lin_planner *planner,
				const struct cvg_linregion *region)
{
	const struct cvg_bits *divergent =
		&cvg_ana_uniform(planner->ana)->divergent_term;
	uint32_t n = cvg_bits_has(divergent, region->head);

	for (uint32_t k = 0; k < region->nblocks; k++)
		n += cvg_bits_has(divergent, region->block[k]);
	return n;
}

static void judge(struct lin_planner *planner, struct cvg_behind *behind,
		  struct cvg_linregion *region)
{
	const struct cvg_fn *fn = planner->flow.fn;
	enum cvg_op op = cvg_block_terminator(fn, region->head)->op;
	bool if_profit = cvg_set_int(planner->settings, CVG_SET_LIN_WHEN) ==
			 CVG_LIN_PROFIT;
	bool by_counts = cvg_set_int(planner->settings, CVG_SET_DECIDE) ==
			 CVG_DECIDE_STATIC;

	region->culprit = region->culprit_block = CVG_NONE;
	region->divergent = count_divergent(planner, region);
	if (op != CVG_OP_BR && op != CVG_OP_CONDBR && op != CVG_OP_SWITCH) {
		refuse(region, CVG_REFUSE_EXOTIC, region->head,
		       cvg_block_last(fn, region->head));
		return;
	}
	for (uint32_t k = 0; k < region->nblocks; k++)
		if (!is_movable(planner, region, region->block[k]) ||
		    !are_uses_allowed(planner, region, region->block[k]))
			return;
	if (!are_same_behind(planner, behind, region))
		return;
	if (!region->divergent && !planner_takes_all(planner))
		refuse(region, CVG_REFUSE_UNIFORM, CVG_NONE, CVG_NONE);
	else if (if_profit && region->measured && region->times == 0)
		refuse(region, CVG_REFUSE_UNREACHED, CVG_NONE, CVG_NONE);
	else if (if_profit && by_counts && cvg_linear_net(region) < 0)
		refuse(region, CVG_REFUSE_LIN_PROFIT, CVG_NONE, CVG_NONE);
	else if (cvg_is_rejected(planner->settings->rejects,
				 CVG_REJECT_LINEARIZE, fn, region->head))
		refuse(region, CVG_REFUSE_REJECTED, CVG_NONE, CVG_NONE);
}

void cvg_linear_judge(struct lin_planner *planner)
{
	const struct cvg_fn *fn = planner->flow.fn;
	int64_t budget = (int64_t)fn->nblocks * 64 + 1024;
	struct cvg_behind behind = {
		.fn = fn, .dom = planner->flow.dom, .budget = &budget};

	if (has_convergent(fn))
		behind.mark = cvg_calloc(fn->nblocks, sizeof *behind.mark);
	place_dead(planner);
	for (uint32_t r = 0; r < planner->plan->n; r++)
		judge(planner, &behind, &planner->plan->at[r]);
	free(behind.mark);
}
