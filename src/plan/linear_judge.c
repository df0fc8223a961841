/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Whether a region may be linearized, and what it brings.
 *
 * The gain is an estimate in the machine's terms: a block where ways of a
 * divergent branch meet before its post-dominator runs once for each of
 * them (the paper, section 2.1). Counted over the region in order, back edges
 * left out: a block runs as often as the blocks it is reached from together,
 * but all that a branch splits and joins again before counts as that
 * branch. At a uniform branch the ways are alternatives. With a profile it is
 * not estimated what is known: how often warps ran a block more than D, for
 * each time they ran D; of blocks in loops, that share of their runs.
 */
#include "linear.h"

#include "reconverge/cost.h"
#include "refuse.h"

#include <stdlib.h>

enum { MOST = 1000000 }; /* times; more is as good */

static bool refuse(struct cvg_linregion *r, enum cvg_refusal why,
		   uint32_t block, uint32_t inst)
{
	r->refusal = why;
	r->culprit_block = block;
	r->culprit = inst;
	return false;
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
}

void linear_judge(struct liner *l)
{
	place_dead(l);
	for (uint32_t i = 0; i < l->plan->n; i++)
		judge(l, &l->plan->at[i]);
}

/* ---- how often a block runs ------------------------------------------ */

struct runs {
	struct liner *l;
	struct cvg_linregion *r;
	const struct cvg_uniform *uniform;
	uint32_t *times; /* [nblocks] */
	struct cvg_u32s group;
};

/* The branch that split those who come over p, joined again before b. */
static uint32_t splitter_of(const struct runs *x, uint32_t p, uint32_t b)
{
	const struct linflow *w = &x->l->flow;

	while (p != x->r->head) {
		uint32_t up = w->dom->idom[p];

		if (cvg_dominates(w->dom, b, up) ||
		    !linflow_postdominates(w, b, up))
			break;
		p = up;
	}
	return p;
}

static uint32_t times_of(struct runs *x, uint32_t b)
{
	const struct linflow *w = &x->l->flow;
	uint32_t meet = CVG_NONE;
	uint64_t sum = 0;

	x->group.n = 0;
	cvg_foreach_pred (x->l->fn, b, p) {
		uint32_t s;
		bool known = false;

		if (!w->live[*p] || w->order->place[*p] >= w->order->place[b])
			continue;
		s = splitter_of(x, *p, b);
		for (size_t k = 0; k < x->group.n && !known; k++)
			known = x->group.at[k] == s;
		if (known)
			continue;
		cvg_push(&x->group, s);
		meet = meet == CVG_NONE ? s : cvg_dom_common(w->dom, meet, s);
		if (!cvg_bits_has(&x->uniform->divergent_term, meet) &&
		    x->group.n > 1)
			sum = sum > x->times[s] ? sum : x->times[s];
		else
			sum += x->times[s];
	}
	return sum < MOST ? (uint32_t)sum : MOST;
}

static bool in_inner_loop(const struct liner *l, const struct cvg_linregion *r,
			  uint32_t b)
{
	const struct cvg_cycles *cs = l->flow.cycles;

	return cs->innermost[b] != CVG_NONE &&
	       !cvg_cycle_has(cs, cs->innermost[b], r->head);
}

/* Runs that are saved for each run of D; `times` is what is estimated. */
static double runs_saved(const struct liner *l, const struct cvg_linregion *r,
			 uint32_t b, uint32_t times)
{
	const struct cvg_profile *p = l->settings->profile;
	const struct cvg_profile_block *head =
		cvg_profile_at(p, l->fn, r->head);
	const struct cvg_profile_block *at = cvg_profile_at(p, l->fn, b);
	double runs;

	if (!head || !at || !head->warps)
		return times - 1;
	runs = (double)at->warps / (double)head->warps;
	if (in_inner_loop(l, r, b))
		return runs * (times - 1) / times;
	return runs > 1 ? runs - 1 : 0;
}

void linear_price(struct liner *l, struct cvg_linregion *r)
{
	struct runs x = {.l = l, .r = r, .uniform = cvg_ana_uniform(l->ana)};
	double saved = 0;
	uint32_t type;

	x.times = l->times;
	x.times[r->head] = 1;
	r->worst_block = CVG_NONE;
	r->worst = 1;
	for (uint32_t k = 0; k < r->nblocks; k++) {
		uint32_t b = r->block[k], t = times_of(&x, b);

		x.times[b] = t ? t : 1;
		if (x.times[b] > r->worst) {
			r->worst = x.times[b];
			r->worst_block = b;
		}
		saved += runs_saved(l, r, b, x.times[b]) *
			 (double)cvg_cost_block(l->fn, b);
	}
	r->saved = (int64_t)(saved + 0.5);
	/* Of no value: as wide as a guard value. */
	type = l->fn->insts[cvg_block_last(l->fn, r->head)].type;
	x.times[r->head] = 0;
	for (uint32_t k = 0; k < r->nblocks; k++)
		x.times[r->block[k]] = 0;
	free(x.group.at);
	for (uint32_t k = 0; k < r->nnodes; k++) {
		const struct cvg_linnode *n = &r->node[k];

		if (n->kind == CVG_LIN_UNIT)
			continue;
		if (n->open) {
			r->nopen++;
			r->new_insts++;
			r->price += cvg_cost_select(l->fn, type) +
				    (int64_t)linear_open_price(l, r, n->unit);
			continue;
		}
		r->new_blocks += !n->merged;
		/* A comparison and a branch; the compare costs as a select. */
		r->new_insts += 2;
		r->price +=
			cvg_cost_branch(l->fn) + cvg_cost_select(l->fn, type);
	}
}
