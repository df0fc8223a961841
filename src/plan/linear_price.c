/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What linearizing a region brings, for each time a warp comes to D.
 *
 * The gain is an estimate in the machine's terms: a block where ways of a
 * divergent branch meet before its post-dominator runs once for each of
 * them (the paper, section 2.1). Counted over the region in order, back edges
 * left out: a block runs as often as the blocks it is reached from together,
 * but all that a branch splits and joins again before counts as that
 * branch. At a uniform branch the ways are alternatives. With a profile it is
 * not estimated what is known: how often warps ran a block more than D, for
 * each time they ran D; of blocks in loops, that share of their runs. Without,
 * what is in a loop counts as often as the loop is guessed to go round
 * (guess.h), guards and tests of the chain too.
 */
#include "linear.h"

#include "reconverge/cost.h"

#include <stdlib.h>

enum { MOST = 1000000 }; /* times; more is as good */

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

static const struct cvg_profile_block *measured(const struct liner *l,
						uint32_t b)
{
	return cvg_profile_at(l->settings->profile, l->fn, b);
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
	const struct cvg_profile_block *at = measured(l, b);
	double runs;

	if (!r->measured || !at)
		return (times - 1) *
		       cvg_guess_nested(&l->guess, l->flow.cycles, b, r->head);
	runs = (double)at->warps / r->times;
	if (in_inner_loop(l, r, b))
		return runs * (times - 1) / times;
	return runs > 1 ? runs - 1 : 0;
}

/* ---- what the chain costs -------------------------------------------- */

/* The smallest cycle with all of the loop's units that D is not in. */
static uint32_t cycle_of(const struct liner *l, const struct cvg_linregion *r,
			 const struct cvg_linloop *loop)
{
	const struct cvg_cycles *cs = l->flow.cycles;
	uint32_t c = cs->innermost[r->unit[loop->first].entry];

	while (c != CVG_NONE &&
	       !cvg_cycle_has(cs, c, r->unit[loop->end - 1].entry))
		c = cs->cycle[c].parent;
	return c != CVG_NONE && !cvg_cycle_has(cs, c, r->head) ? c : CVG_NONE;
}

/* Rounds of a loop of the chain for each time a warp comes to D. */
static double rounds_of(const struct liner *l, const struct cvg_linregion *r,
			const struct cvg_linloop *loop)
{
	uint32_t c = cycle_of(l, r, loop), b;
	const struct cvg_profile_block *at;

	if (c == CVG_NONE)
		return 1;
	b = l->flow.cycles->cycle[c].header;
	at = measured(l, b);
	if (r->measured && at)
		return (double)at->warps / r->times /
		       (l->times[b] ? l->times[b] : 1);
	return cvg_guess_nested(&l->guess, l->flow.cycles, b, r->head);
}

static double price_of(const struct liner *l, const struct cvg_linregion *r,
		       const struct cvg_linnode *n, uint32_t type)
{
	if (n->open)
		return cvg_cost_select(l->fn, type) +
		       linear_open_price(l, r, n->unit);
	/* A comparison and a branch; the compare costs as a select. */
	return cvg_cost_branch(l->fn) + cvg_cost_select(l->fn, type);
}

/* All nodes but the units; those of a loop stand together, the test that it
 * goes on is the last of them. */
static void price_nodes(struct liner *l, struct cvg_linregion *r)
{
	/* Of no value: as wide as a guard value. */
	uint32_t type = l->fn->insts[cvg_block_last(l->fn, r->head)].type;
	struct cvg_u32s open = {0};
	double *rounds = cvg_calloc(r->nloops + 1, sizeof *rounds);
	double price = 0;
	uint32_t next = 0;

	for (uint32_t k = 0; k < r->nloops; k++)
		rounds[k] = rounds_of(l, r, &r->loop[k]);
	for (uint32_t k = 0; k < r->nnodes; k++) {
		const struct cvg_linnode *n = &r->node[k];

		while (open.n && n->unit >= r->loop[open.at[open.n - 1]].end)
			open.n--;
		while (next < r->nloops && r->loop[next].node <= k)
			cvg_push(&open, next++);
		if (n->kind == CVG_LIN_UNIT)
			continue;
		r->nopen += n->open;
		r->new_blocks += !n->open && !n->merged;
		r->new_insts += n->open ? 1 : 2;
		price += price_of(l, r, n, type) *
			 (open.n ? rounds[open.at[open.n - 1]] : 1);
	}
	r->price = (int64_t)(price < CVG_GUESS_MOST ? price + 0.5
						    : CVG_GUESS_MOST);
	free(rounds);
	free(open.at);
}

/* How often a warp comes to D. */
static void note_times(const struct liner *l, struct cvg_linregion *r)
{
	const struct cvg_profile_block *at = measured(l, r->head);

	r->measured = at && at->warps;
	r->times = r->measured ? (double)at->warps : l->guess.runs[r->head];
}

void linear_price(struct liner *l, struct cvg_linregion *r)
{
	struct runs x = {.l = l, .r = r, .uniform = cvg_ana_uniform(l->ana)};
	double saved = 0;

	note_times(l, r);
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
	r->saved = (int64_t)(saved < CVG_GUESS_MOST ? saved + 0.5
						    : CVG_GUESS_MOST);
	price_nodes(l, r);
	x.times[r->head] = 0;
	for (uint32_t k = 0; k < r->nblocks; k++)
		x.times[r->block[k]] = 0;
	free(x.group.at);
}
