/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * How often the blocks of a region run, for each time a warp comes to D, and
 * how much of that linearizing saves.
 *
 * An estimate in the machine's terms: a block where ways of a divergent branch
 * meet before its post-dominator runs once for each of them (Anantpur,
 * Govindarajan, CC 2014, section 2.1). Counted over the region in order, edges
 * back left out: a block runs as often as the blocks it is reached from
 * together, but all that a branch splits and joins again before counts as that
 * branch. At a uniform branch the ways are alternatives.
 *
 * In a loop that holds for each round (guess.h says how many there are), unless
 * the branch stands before the loop and its post-dominator in it: a jump into
 * the loop. Then the ways join in the first round, what is before that is saved
 * once for each time that the loop is entered, and threads that come from
 * behind the join come for the next round, linearized or not.
 *
 * A profile says how often warps ran a block more than D: of blocks outside
 * loops that is what is saved, of those in loops their share of it.
 *
 * Example, figure 1:
 *
 *	  e	  B2 is reached from e alone and runs once. B3 is reached from e
 *	  |\	  and B2 and runs 1 + 1 times. B4 is reached from B3 alone: B3
 *	  | B2	  splits what comes to it, so B4 runs as often, 2 times. B5 is
 *	  |/ |	  reached from B2 and B3 and runs 1 + 2 times: two runs of B5,
 *	  B3 |	  one of B3 and one of B4 are saved.
 *	  |\ |
 *	  B4 B5
 *	  |  |
 *	  B6-+
 */
#include "linear.h"

#include "reconverge/graph.h"
#include "reconverge/profile.h"

#include <math.h>
#include <stdlib.h>

enum { MOST_TIMES = 1000000 }; /* more is as good */

struct counting {
	const struct lin_planner *planner;
	const struct linflow *flow; /* the planner's */
	const struct cvg_linregion *region;
	const struct cvg_uniform *uniform;
	struct block_runs *runs; /* [nblocks] the planner's */
	struct cvg_u32s sources; /* of the block at hand: blocks that split
				    what comes to it */
};

/* ---- what comes to a block ------------------------------------------- */

/* The block that split what comes to `block` over its predecessor `pred`: of
 * the blocks that dominate the predecessor, the highest one whose ways all
 * meet at `block` or before. */
static uint32_t source_of(const struct counting *counting, uint32_t pred,
			  uint32_t block)
{
	const struct linflow *flow = counting->flow;
	uint32_t source = pred;

	while (source != counting->region->head) {
		uint32_t up = flow->dom->idom[source];

		if (cvg_dominates(flow->dom, block, up) ||
		    !cvg_linflow_postdominates(flow, block, up))
			break;
		source = up;
	}
	return source;
}

/* Add to the list, each once. */
static bool add_source(struct cvg_u32s *sources, uint32_t source)
{
	for (size_t k = 0; k < sources->n; k++)
		if (sources->at[k] == source)
			return false;
	cvg_push(sources, source);
	return true;
}

/* Fill in the sources of a block; returns the block at which all of them
 * parted, CVG_NONE if there are none. */
static uint32_t find_sources(struct counting *counting, uint32_t block)
{
	const struct linflow *flow = counting->flow;
	uint32_t parted = CVG_NONE;

	counting->sources.n = 0;
	cvg_foreach_pred (flow->fn, block, p) {
		uint32_t source;

		if (!flow->live[*p] ||
		    flow->order->place[*p] >= flow->order->place[block])
			continue;
		source = source_of(counting, *p, block);
		if (!add_source(&counting->sources, source))
			continue;
		parted = parted == CVG_NONE
				 ? source
				 : cvg_dom_common(flow->dom, parted, source);
	}
	return parted;
}

/* Does what the branch of `source` parted join in a loop that `block` is in
 * and `source` is not? */
static bool joins_inside(const struct linflow *flow, uint32_t source,
			 uint32_t block)
{
	const struct cvg_cycles *cycles = flow->cycles;
	uint32_t c = cycles->innermost[block], join = flow->joins[source];

	if (join == CVG_NONE)
		return false;
	while (c != CVG_NONE && !cvg_cycle_has(cycles, c, join))
		c = cycles->cycle[c].parent;
	return c != CVG_NONE && !cvg_cycle_has(cycles, c, source);
}

/* Drop the sources behind the join: threads from there come for the next
 * round. */
static void drop_next_round(struct counting *counting, uint32_t join)
{
	struct cvg_u32s *sources = &counting->sources;
	size_t n = 0;

	for (size_t k = 0; k < sources->n; k++)
		if (!cvg_dominates(counting->flow->dom, join, sources->at[k]))
			sources->at[n++] = sources->at[k];
	sources->n = n;
}

/* ---- runs ------------------------------------------------------------ */

static uint32_t add_times(uint32_t a, uint32_t b)
{
	return a < MOST_TIMES - b ? a + b : MOST_TIMES;
}

/* All sources come to the block, one after another. `once`: their ways join
 * in the first round of a loop. */
static struct block_runs sum_of_runs(const struct counting *counting,
				     uint32_t block, bool once)
{
	const struct cvg_u32s *sources = &counting->sources;
	uint32_t more = (uint32_t)sources->n - 1;
	struct block_runs sum = {0};

	for (size_t k = 0; k < sources->n; k++) {
		uint32_t source = sources->at[k];
		const struct block_runs *runs = &counting->runs[source];

		sum.times = add_times(sum.times, runs->times);
		sum.each = add_times(sum.each, runs->each);
		sum.once +=
			runs->once * cvg_guess_nested(&counting->planner->guess,
						      counting->flow->cycles,
						      block, source);
	}
	if (once)
		sum.once += more;
	else
		sum.each = add_times(sum.each, more);
	return sum;
}

/* One of the sources comes to the block: count the one that runs most. */
static struct block_runs most_of_runs(const struct counting *counting)
{
	const struct cvg_u32s *sources = &counting->sources;
	struct block_runs most = counting->runs[sources->at[0]];

	for (size_t k = 1; k < sources->n; k++)
		if (counting->runs[sources->at[k]].times > most.times)
			most = counting->runs[sources->at[k]];
	return most;
}

static struct block_runs runs_of(struct counting *counting, uint32_t block)
{
	const struct linflow *flow = counting->flow;
	struct cvg_u32s *sources = &counting->sources;
	uint32_t parted = find_sources(counting, block);
	struct block_runs one = {.times = 1};
	bool once;

	if (!sources->n)
		return one;
	once = joins_inside(flow, parted, block);
	if (once && sources->n > 1)
		drop_next_round(counting, flow->joins[parted]);
	if (!sources->n)
		return one;
	if (sources->n == 1 ||
	    cvg_bits_has(&counting->uniform->divergent_term, parted))
		return sum_of_runs(counting, block, once);
	return most_of_runs(counting);
}

static const struct cvg_profile_block *measured(
	const struct lin_planner *planner, uint32_t block)
{
	return cvg_profile_at(planner->settings->profile, planner->flow.fn,
			      block);
}

void cvg_linear_runs(struct lin_planner *planner, struct cvg_linregion *region)
{
	struct counting counting = {.planner = planner,
				    .flow = &planner->flow,
				    .region = region,
				    .uniform = cvg_ana_uniform(planner->ana),
				    .runs = planner->runs};
	const struct cvg_profile_block *head = measured(planner, region->head);

	region->measured = head != NULL;
	region->times = region->measured ? (double)head->warps
					 : planner->guess.runs[region->head];
	region->worst_block = CVG_NONE;
	region->worst = 1;
	planner->runs[region->head] = (struct block_runs){.times = 1};
	for (uint32_t k = 0; k < region->nblocks; k++) {
		uint32_t b = region->block[k];

		planner->runs[b] = runs_of(&counting, b);
		if (planner->runs[b].times > region->worst) {
			region->worst = planner->runs[b].times;
			region->worst_block = b;
		}
	}
	free(counting.sources.at);
}

void cvg_linear_runs_done(struct lin_planner *planner,
			  const struct cvg_linregion *region)
{
	planner->runs[region->head] = (struct block_runs){0};
	for (uint32_t k = 0; k < region->nblocks; k++)
		planner->runs[region->block[k]] = (struct block_runs){0};
}

/* ---- what is saved --------------------------------------------------- */

/* Is the block in a loop that D is not in? */
static bool is_in_inner_loop(const struct cvg_cycles *cycles,
			     const struct cvg_linregion *region, uint32_t block)
{
	uint32_t cycle = cycles->innermost[block];

	return cycle != CVG_NONE && !cvg_cycle_has(cycles, cycle, region->head);
}

double cvg_linear_rounds(const struct lin_planner *planner,
			 const struct cvg_linregion *region, uint32_t block)
{
	const struct cvg_profile_block *profile = measured(planner, block);
	const struct block_runs *counted = &planner->runs[block];
	double runs = cvg_linear_merged_runs(planner, region, block);

	if (region->measured && region->times == 0)
		return 0;
	if (!isnan(runs))
		return runs;
	if (!region->measured || !profile)
		return cvg_guess_nested(&planner->guess, planner->flow.cycles,
					block, region->head);
	runs = (double)profile->warps / region->times - counted->once;
	return runs > 0 ? runs / (1.0 + counted->each) : 0;
}

double cvg_linear_saved(const struct lin_planner *planner,
			const struct cvg_linregion *region, uint32_t block)
{
	const struct cvg_profile_block *profile = measured(planner, block);
	const struct block_runs *counted = &planner->runs[block];
	double rounds = cvg_linear_rounds(planner, region, block), runs;

	if (region->measured && region->times == 0)
		return 0;
	if (!region->measured || !profile)
		return counted->once +
		       (1 + counted->each) *
			       cvg_guess_nested(&planner->guess,
						planner->flow.cycles, block,
						region->head) -
		       rounds;
	runs = (double)profile->warps / region->times;
	if (is_in_inner_loop(planner->flow.cycles, region, block))
		return runs - rounds;
	return runs > 1 ? runs - 1 : 0;
}
