/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What linearizing a region brings, for each time a warp comes to D.
 *
 * saved are the runs of blocks that the chain does without (linear_runs.c), at
 * their price; paid are guards and tests of the chain, those in a loop as often
 * as it goes round.
 */
#include "linear.h"

#include "reconverge/cost.h"

#include <stdlib.h>

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
	uint32_t c = cycle_of(l, r, loop);

	if (c == CVG_NONE)
		return 1;
	return cvg_linear_rounds(l, r, l->flow.cycles->cycle[c].header);
}

static double price_of(const struct liner *l, const struct cvg_linregion *r,
		       const struct cvg_linnode *n, uint32_t type)
{
	if (n->open)
		return cvg_cost_select(l->fn, type) +
		       cvg_linear_open_price(l, r, n->unit);
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

void cvg_linear_price(struct liner *l, struct cvg_linregion *r)
{
	double saved = 0;

	cvg_linear_runs(l, r);
	for (uint32_t k = 0; k < r->nblocks; k++)
		saved += cvg_linear_saved(l, r, r->block[k]) *
			 (double)cvg_cost_block(l->fn, r->block[k]);
	r->saved = (int64_t)(saved < CVG_GUESS_MOST ? saved + 0.5
						    : CVG_GUESS_MOST);
	price_nodes(l, r);
	cvg_linear_runs_done(l, r);
}
