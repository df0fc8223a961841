/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Whether a region may be linearized.
 */
#include "linear.h"

#include "refuse.h"

#include <stdlib.h>

static bool refuse(struct cvg_linregion *r, enum cvg_refusal why,
		   uint32_t block, uint32_t inst)
{
	r->refusal = why;
	r->culprit_block = block;
	r->culprit = inst;
	return false;
}

/* A call that must stand right before its return: returns are led together. */
static bool must_return(const struct liner *l, uint32_t b)
{
	const struct cvg_block *block = &l->fn->blocks[b];
	const struct cvg_inst *call;

	if (block->ninsts < 2 ||
	    cvg_block_terminator(l->fn, b)->op != CVG_OP_RET)
		return false;
	call = &l->fn->insts[block->inst_at + block->ninsts - 2];
	/* Of a call that may be melded it is known that it need not. */
	return call->op == CVG_OP_CALL && call->shape == CVG_NONE;
}

static bool block_is_movable(const struct liner *l, struct cvg_linregion *r,
			     uint32_t b)
{
	const struct cvg_block *block = &l->fn->blocks[b];

	for (uint32_t i = 0; i < block->ninsts; i++) {
		uint32_t inst = block->inst_at + i;
		enum cvg_refusal why = cvg_inst_refusal(
			&l->fn->insts[inst], CVG_REFUSE_LIN_CONVERGENT);

		if (why != CVG_REFUSE_NONE)
			return refuse(r, why, b, inst);
	}
	if (must_return(l, b))
		return refuse(r, CVG_REFUSE_EXOTIC, b,
			      cvg_block_last(l->fn, b) - 1);
	cvg_foreach_pred (l->fn, b, p)
		if (l->flow.order->place[*p] == CVG_NONE)
			return refuse(r, CVG_REFUSE_UNREACHABLE, *p, CVG_NONE);
	return true;
}

static void list_dead(struct liner *l)
{
	struct cvg_linplan *plan = l->plan;

	for (uint32_t r = 0; r < plan->n; r++) {
		plan->at[r].dead = cvg_arena_array(&plan->arena, uint32_t,
						   plan->at[r].ndead);
		plan->at[r].ndead = 0;
	}
	for (uint32_t b = 0; b < l->fn->nblocks; b++)
		if (!l->flow.live[b] && plan->region_of[b] != CVG_NONE) {
			struct cvg_linregion *r = &plan->at[plan->region_of[b]];

			r->dead[r->ndead++] = b;
		}
}

/*
 * Code that only traps: it belongs to the unit that alone leads to it. Where
 * several do, it may not use what the region computes.
 */
static void place_dead(struct liner *l)
{
	struct cvg_linplan *plan = l->plan;

	for (uint32_t k = 0; k < l->flow.order->n; k++) {
		uint32_t b = l->flow.order->block[k];
		uint32_t unit = CVG_NONE, region = CVG_NONE;
		bool first = true, same = true;

		if (l->flow.live[b])
			continue;
		cvg_foreach_pred (l->fn, b, p) {
			if (l->flow.order->place[*p] == CVG_NONE ||
			    l->flow.order->place[*p] >= k)
				continue;
			same &= first || (unit == plan->unit_of[*p] &&
					  region == plan->region_of[*p]);
			unit = plan->unit_of[*p];
			region = plan->region_of[*p];
			first = false;
		}
		plan->unit_of[b] = same ? unit : CVG_NONE;
		plan->region_of[b] = same ? region : CVG_NONE;
		if (same && region != CVG_NONE)
			plan->at[region].ndead++;
	}
	list_dead(l);
}

/* Is the value of block b used in code that only traps, out of its unit? */
static bool traps_agree(const struct liner *l, struct cvg_linregion *r,
			uint32_t b)
{
	const struct cvg_block *block = &l->fn->blocks[b];
	const struct cvg_linplan *plan = l->plan;

	for (uint32_t i = 0; i < block->ninsts; i++) {
		const struct cvg_inst *in = &l->fn->insts[block->inst_at + i];

		for (uint32_t k = 0; k < in->nusers; k++) {
			uint32_t user = l->fn->users[in->users_at + k];
			uint32_t at = l->fn->insts[user].block;

			if (l->flow.live[at] ||
			    l->flow.order->place[at] == CVG_NONE ||
			    (plan->unit_of[at] == plan->unit_of[b] &&
			     plan->region_of[at] == plan->region_of[b]))
				continue;
			return refuse(r, CVG_REFUSE_TRAP_USE, at, user);
		}
	}
	return true;
}

static void count_divergent(struct liner *l, struct cvg_linregion *r)
{
	const struct cvg_uniform *u = cvg_ana_uniform(l->ana);

	r->divergent = cvg_bits_has(&u->divergent_term, r->head);
	for (uint32_t k = 0; k < r->nblocks; k++)
		r->divergent += cvg_bits_has(&u->divergent_term, r->block[k]);
}

static void judge(struct liner *l, struct cvg_linregion *r)
{
	enum cvg_op op = cvg_block_terminator(l->fn, r->head)->op;

	r->culprit = r->culprit_block = CVG_NONE;
	count_divergent(l, r);
	if (op != CVG_OP_BR && op != CVG_OP_CONDBR && op != CVG_OP_SWITCH) {
		refuse(r, CVG_REFUSE_EXOTIC, r->head,
		       cvg_block_last(l->fn, r->head));
		return;
	}
	for (uint32_t k = 0; k < r->nblocks; k++)
		if (!block_is_movable(l, r, r->block[k]) ||
		    !traps_agree(l, r, r->block[k]))
			return;
	if (!r->divergent && !l->whole)
		refuse(r, CVG_REFUSE_UNIFORM, CVG_NONE, CVG_NONE);
	else if (r->price > r->saved &&
		 cvg_set_int(l->settings, CVG_SET_LIN_WHEN) == CVG_LIN_PROFIT)
		refuse(r, CVG_REFUSE_LIN_PROFIT, CVG_NONE, CVG_NONE);
}

void cvg_linear_judge(struct liner *l)
{
	place_dead(l);
	for (uint32_t i = 0; i < l->plan->n; i++)
		judge(l, &l->plan->at[i]);
}
