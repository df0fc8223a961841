/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What linearizing a region brings, for each time that a warp comes to D: a quick
 * estimate, which orders candidates; what it really brings is found by doing it. Only
 * where nothing is run (decide=static), the estimate decides as well, because the
 * counts of code before and after a trial do not show what linearizing is for: a block
 * stands there once, however often a warp comes to it.
 *
 * Saved are the runs of blocks that the chain does without (linear_runs.c), at
 * the price of the block; paid are the guards and tests of the chain, those in
 * a loop as often as it goes round. Stalls that the new order covers
 * (linear_stalls.c) are saved in the cycles of timing=scoreboard only; then the
 * price of a block is its issue cycles and its own stalls.
 *
 * Example, figure 1 of linear_chain.c on amdgcn, where a branch is 28 cycles
 * and a select or comparison 4: B5, which ran three times, runs once, and B3,
 * which ran twice. Level 0 pays four guards of a comparison and a branch, 128.
 * At level 4 one guard is left, 32, and B5, which is empty, is run by all for a
 * select: 36 in all.
 */
#include "linear.h"

#include "reconverge/cost.h"
#include "reconverge/graph.h"

#include <math.h>
#include <stdlib.h>

/* Rounded, and never more than a plan can say. */
static int64_t cycles_of(double cycles)
{
	return llround(fmax(-CVG_GUESS_MOST, fmin(cycles, CVG_GUESS_MOST)));
}

/* ---- what the chain costs -------------------------------------------- */

/* Rounds of a loop of the chain, each time that a warp comes to D. Adds to *price the
 * phis of a merged one. */
static double rounds_of_loop(const struct lin_planner *planner,
			     const struct cvg_linregion *region,
			     const struct cvg_linloop *loop, double *price)
{
	uint32_t header = region->unit[loop->first].entry;
	uint32_t cycle = planner->flow.cycles->innermost[header];
	double rounds;

	if (!loop->merged)
		return cvg_linear_rounds(planner, region, header);
	rounds = cvg_linear_merged_rounds(planner, region, cycle);
	*price += rounds * cvg_linear_merged_carried(planner, cycle);
	return rounds;
}

double cvg_linear_node_price(const struct lin_planner *planner,
			     const struct cvg_linregion *region,
			     const struct cvg_linnode *node)
{
	const struct cvg_fn *fn = planner->flow.fn;
	/* The type of no value is priced as wide as a guard value. */
	uint32_t type = fn->insts[cvg_block_last(fn, region->head)].type;
	/* A comparison costs as much as a select. */
	double compare = cvg_cost_select(fn, type);

	if (node->open)
		return compare +
		       cvg_linear_open_price(planner, region, node->unit);
	return compare + cvg_cost_branch(fn);
}

static void count_node(struct cvg_linregion *region,
		       const struct cvg_linnode *node)
{
	region->nopen += node->open;
	region->new_blocks += !node->open;
}

/* Count and price all nodes but the units. The nodes of a loop stand together,
 * and the test whether it goes on is the last of them. */
static void price_nodes(struct lin_planner *planner,
			struct cvg_linregion *region)
{
	double *rounds = cvg_calloc(region->nloops + 1, sizeof *rounds);
	struct cvg_u32s open = {0}; /* loops around the node, inner last */
	uint32_t next = 0;	    /* loop */
	double price = 0;

	for (uint32_t k = 0; k < region->nloops; k++)
		rounds[k] = rounds_of_loop(planner, region, &region->loop[k],
					   &price);
	for (uint32_t k = 0; k < region->nnodes; k++) {
		const struct cvg_linnode *node = &region->node[k];

		while (open.n &&
		       node->unit >= region->loop[open.at[open.n - 1]].end)
			open.n--;
		while (next < region->nloops && region->loop[next].node <= k)
			cvg_push(&open, next++);
		if (node->kind == CVG_LIN_UNIT)
			continue;
		count_node(region, node);
		price += cvg_linear_node_price(planner, region, node) *
			 (open.n ? rounds[open.at[open.n - 1]] : 1);
	}
	region->price = cycles_of(price);
	free(rounds);
	free(open.at);
}

/* Cycles of one run of the block. */
static double price_of_block(const struct lin_planner *planner, uint32_t block)
{
	return planner->timed ? (double)planner->time[block]
			      : (double)cvg_cost_block(planner->flow.fn, block);
}

void cvg_linear_price(struct lin_planner *planner, struct cvg_linregion *region)
{
	double saved = 0;

	cvg_linear_runs(planner, region);
	region->timed = planner->timed;
	region->covered = cycles_of(cvg_linear_stalls(planner, region));
	for (uint32_t k = 0; k < region->nblocks; k++) {
		uint32_t b = region->block[k];

		saved += cvg_linear_saved(planner, region, b) *
			 price_of_block(planner, b);
	}
	region->saved = cycles_of(saved);
	price_nodes(planner, region);
	cvg_linear_runs_done(planner, region);
}
