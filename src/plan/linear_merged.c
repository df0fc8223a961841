/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * How often the blocks of merged loops run (Anantpur, Govindarajan, CC 2014,
 * section 5.2): threads that leave an inner loop go on with the next round of
 * the outer one while others go round the inner loop, so that lanes which would
 * be idle work.
 *
 * A profile counts these rounds while the loops are still apart
 * (sim/rounds.c). Without one, half of the lanes are taken to be idle in the
 * inner loops, as flattening does (reconverge/flat.h): the merged loop has half
 * of the inner loops' rounds, and the outer loop's own blocks run in each.
 *
 * Each round pays for phis: what a thread computed before the inner loop has one
 * in the header of the merged loop and one where the inner loop begins, and each
 * phi of the inner loop one more. They are counted by the bits that are alive
 * there, 32 to a move. Without them the estimate is twice what a run shows: of the
 * sample lin_loop_merge they leave 3200 cycles of 5888 on amdgcn, and 2848 are gained.
 *
 * Example: two rounds of an outer loop, whose inner loop has 10 rounds for even
 * threads and 15 for odd ones, and the other way round the second time. Apart, a
 * warp runs the inner loop 30 times; merged, 25 times, because no thread needs
 * more. The guess says 15 for these trip counts.
 */
#include "linear.h"

#include "reconverge/cost.h"
#include "reconverge/graph.h"
#include "reconverge/profile.h"

#include <math.h>

#define WORKING 0.5 /* share of the lanes in inner loops, as guessed */

/* The outermost of the cycles that are merged with this one; CVG_NONE: it stays
 * apart. */
static uint32_t root_of(const struct lin_planner *planner, uint32_t cycle)
{
	if (cycle == CVG_NONE || planner->fate[cycle] == CYCLE_APART)
		return CVG_NONE;
	while (planner->fate[cycle] == CYCLE_MERGED)
		cycle = planner->flow.cycles->cycle[cycle].parent;
	return cycle;
}

void cvg_linear_merged_init(struct lin_planner *planner)
{
	const struct cvg_cycles *cycles = planner->flow.cycles;

	planner->merged = cvg_calloc(cycles->n + 1, sizeof *planner->merged);
	for (uint32_t c = 0; c < cycles->n; c++) {
		uint32_t root = root_of(planner, c);

		if (planner->fate[c] == CYCLE_MERGED)
			planner->merged[root] +=
				WORKING * planner->guess.rounds[root] *
				cvg_guess_nested(&planner->guess, cycles,
						 cycles->cycle[c].header,
						 cycles->cycle[root].header);
	}
}

/* A count of the merged loop in the measured runs, or NAN. `block`: runs of that
 * block; CVG_NONE: rounds. */
static double measured(const struct lin_planner *planner,
		       const struct cvg_linregion *region, uint32_t root,
		       uint32_t block)
{
	const struct cvg_fn *fn = planner->flow.fn;
	uint32_t header = planner->flow.cycles->cycle[root].header;
	uint64_t runs = cvg_profile_round(planner->settings->profile, fn,
					  header, block);

	return runs == UINT64_MAX || region->times <= 0
		       ? NAN
		       : (double)runs / region->times;
}

double cvg_linear_merged_rounds(const struct lin_planner *planner,
				const struct cvg_linregion *region,
				uint32_t cycle)
{
	const struct cvg_cycles *cycles = planner->flow.cycles;
	uint32_t root = root_of(planner, cycle);
	double rounds = NAN;

	if (root != CVG_NONE && region->measured)
		rounds = measured(planner, region, root, CVG_NONE);
	else if (root != CVG_NONE && planner->guess.rounds[root] > 0)
		rounds = planner->merged[root] *
			 cvg_guess_nested(&planner->guess, cycles,
					  cycles->cycle[root].header,
					  region->head) /
			 planner->guess.rounds[root];
	return isnan(rounds) ? cvg_linear_rounds(planner, region,
						 cycles->cycle[cycle].header)
			     : rounds;
}

double cvg_linear_merged_runs(const struct lin_planner *planner,
			      const struct cvg_linregion *region,
			      uint32_t block)
{
	const struct cvg_cycles *cycles = planner->flow.cycles;
	uint32_t cycle = cycles->innermost[block];
	uint32_t root = root_of(planner, cycle);

	if (root == CVG_NONE)
		return NAN;
	if (region->measured)
		return measured(planner, region, root, block);
	if (cycle == root)
		return cvg_linear_merged_rounds(planner, region, root);
	return WORKING *
	       cvg_guess_nested(&planner->guess, cycles, block, region->head);
}

/* 32-bit words of the phis of a block. */
static double words_of_phis(const struct cvg_fn *fn, uint32_t b)
{
	double price = 0;

	for (uint32_t i = 0; i < fn->blocks[b].nphis; i++)
		price += cvg_cost_inst(fn, fn->blocks[b].inst_at + i);
	return price / cvg_cost_word(fn);
}

double cvg_linear_merged_carried(const struct lin_planner *planner,
				 uint32_t cycle)
{
	const struct cvg_fn *fn = planner->flow.fn;
	const struct cvg_cycles *cycles = planner->flow.cycles;
	const uint32_t *bits = cvg_ana_live(planner->ana)->in_bits;
	uint32_t root = root_of(planner, cycle), outer;
	double words = 0;

	if (root == CVG_NONE)
		return 0;
	outer = bits[cycles->cycle[root].header];
	for (uint32_t c = root + 1; c < cycles->n; c++) {
		uint32_t header = cycles->cycle[c].header;

		if (planner->fate[c] != CYCLE_MERGED ||
		    root_of(planner, c) != root)
			continue;
		words += words_of_phis(fn, header);
		if (bits[header] > outer)
			words += 2 * (double)(bits[header] - outer) / 32;
	}
	return words * cvg_cost_word(fn);
}
