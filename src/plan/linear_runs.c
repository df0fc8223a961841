/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * How often the blocks of a region run, for each time a warp comes to D, and
 * how much of that linearizing saves.
 *
 * An estimate in the machine's terms: a block where ways of a divergent branch
 * meet before its post-dominator runs once for each of them (the paper, section
 * 2.1). Counted over the region in order, back edges left out: a block runs as
 * often as the blocks it is reached from together, but all that a branch splits
 * and joins again before counts as that branch. At a uniform branch the ways
 * are alternatives.
 *
 * In a loop that goes for each round (guess.h says how many), unless the branch
 * stands before the loop and its post-dominator in it: a jump into the loop.
 * Then the ways join in the first round, what is before that is saved once for
 * each time that the loop is entered, and who comes from behind it comes for
 * the next round, linearized or not.
 *
 * A profile says how often warps ran a block more than D: of blocks not in
 * loops that is what is saved, of those in loops their share of it.
 */
#include "linear.h"

#include <stdlib.h>

enum { MOST = 1000000 }; /* times; more is as good */

struct counting {
	struct liner *l;
	struct cvg_linregion *r;
	const struct cvg_uniform *uniform;
	struct cvg_u32s group; /* what split the threads that come to a block */
};

/* The branch that split those who come over p, joined again before b. */
static uint32_t splitter_of(const struct counting *x, uint32_t p, uint32_t b)
{
	const struct linflow *w = &x->l->flow;

	while (p != x->r->head) {
		uint32_t up = w->dom->idom[p];

		if (cvg_dominates(w->dom, b, up) ||
		    !cvg_linflow_postdominates(w, b, up))
			break;
		p = up;
	}
	return p;
}

/* x->group of block b; returns the block that all of it was split in. */
static uint32_t find_group(struct counting *x, uint32_t b)
{
	const struct linflow *w = &x->l->flow;
	uint32_t meet = CVG_NONE;

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
	}
	return meet;
}

/* Do those whom branch s parted join in a loop that b is in and s is not? */
static bool joins_inside(const struct liner *l, uint32_t s, uint32_t b)
{
	const struct cvg_cycles *cs = l->flow.cycles;
	uint32_t c = cs->innermost[b], join = l->flow.joins[s];

	if (join == CVG_NONE)
		return false;
	while (c != CVG_NONE && !cvg_cycle_has(cs, c, join))
		c = cs->cycle[c].parent;
	return c != CVG_NONE && !cvg_cycle_has(cs, c, s);
}

static uint32_t add(uint32_t a, uint32_t b)
{
	return a < MOST - b ? a + b : MOST;
}

/* Out of x->group goes who comes for the next round: from behind the join. */
static void drop_later(struct counting *x, uint32_t join)
{
	uint32_t n = 0;

	for (size_t k = 0; k < x->group.n; k++)
		if (!cvg_dominates(x->l->flow.dom, join, x->group.at[k]))
			x->group.at[n++] = x->group.at[k];
	x->group.n = n;
}

/* All of x->group come to b, one after another. */
static void add_up(const struct counting *x, uint32_t b, bool once,
		   struct linruns *sum)
{
	const struct liner *l = x->l;
	uint32_t more = (uint32_t)x->group.n - 1;

	*sum = (struct linruns){0};
	for (size_t k = 0; k < x->group.n; k++) {
		uint32_t s = x->group.at[k];

		sum->times = add(sum->times, l->runs[s].times);
		sum->each = add(sum->each, l->runs[s].each);
		sum->once += l->runs[s].once *
			     cvg_guess_nested(&l->guess, l->flow.cycles, b, s);
	}
	if (once)
		sum->once += more;
	else
		sum->each = add(sum->each, more);
}

/* One of x->group comes to b: the one that runs most often. */
static void take_most(const struct counting *x, struct linruns *most)
{
	const struct linruns *runs = x->l->runs;

	*most = runs[x->group.at[0]];
	for (size_t k = 1; k < x->group.n; k++)
		if (runs[x->group.at[k]].times > most->times)
			*most = runs[x->group.at[k]];
}

static struct linruns runs_of(struct counting *x, uint32_t b)
{
	uint32_t meet = find_group(x, b);
	struct linruns runs = {.times = 1};
	bool once;

	if (!x->group.n)
		return runs;
	once = joins_inside(x->l, meet, b);
	if (once && x->group.n > 1)
		drop_later(x, x->l->flow.joins[meet]);
	if (x->group.n == 1 || cvg_bits_has(&x->uniform->divergent_term, meet))
		add_up(x, b, once, &runs);
	else if (x->group.n)
		take_most(x, &runs);
	return runs;
}

static const struct cvg_profile_block *measured(const struct liner *l,
						uint32_t b)
{
	return cvg_profile_at(l->settings->profile, l->fn, b);
}

void cvg_linear_runs(struct liner *l, struct cvg_linregion *r)
{
	struct counting x = {
		.l = l, .r = r, .uniform = cvg_ana_uniform(l->ana)};
	const struct cvg_profile_block *head = measured(l, r->head);

	r->measured = head && head->warps;
	r->times = r->measured ? (double)head->warps : l->guess.runs[r->head];
	r->worst_block = CVG_NONE;
	r->worst = 1;
	l->runs[r->head] = (struct linruns){.times = 1};
	for (uint32_t k = 0; k < r->nblocks; k++) {
		uint32_t b = r->block[k];

		l->runs[b] = runs_of(&x, b);
		if (l->runs[b].times > r->worst) {
			r->worst = l->runs[b].times;
			r->worst_block = b;
		}
	}
	free(x.group.at);
}

void cvg_linear_runs_done(struct liner *l, const struct cvg_linregion *r)
{
	l->runs[r->head] = (struct linruns){0};
	for (uint32_t k = 0; k < r->nblocks; k++)
		l->runs[r->block[k]] = (struct linruns){0};
}

static bool in_inner_loop(const struct liner *l, const struct cvg_linregion *r,
			  uint32_t b)
{
	const struct cvg_cycles *cs = l->flow.cycles;

	return cs->innermost[b] != CVG_NONE &&
	       !cvg_cycle_has(cs, cs->innermost[b], r->head);
}

double cvg_linear_rounds(const struct liner *l, const struct cvg_linregion *r,
			 uint32_t b)
{
	const struct cvg_profile_block *at = measured(l, b);
	double runs;

	if (!r->measured || !at)
		return cvg_guess_nested(&l->guess, l->flow.cycles, b, r->head);
	runs = (double)at->warps / r->times - l->runs[b].once;
	return runs > 0 ? runs / (1.0 + l->runs[b].each) : 0;
}

double cvg_linear_saved(const struct liner *l, const struct cvg_linregion *r,
			uint32_t b)
{
	const struct cvg_profile_block *at = measured(l, b);
	double runs, rounds = cvg_linear_rounds(l, r, b);

	if (!r->measured || !at)
		return l->runs[b].once + l->runs[b].each * rounds;
	runs = (double)at->warps / r->times;
	if (in_inner_loop(l, r, b))
		return runs - rounds;
	return runs > 1 ? runs - 1 : 0;
}
