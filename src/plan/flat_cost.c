/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What a round of each loop costs: the cost table, weighted by how often a warp runs
 * a block. That is measured if a simulation was; else it is guessed (guess.h). In a
 * loop that was measured, a block that was not has its share of the guess.
 *
 * Example, the loops of flat.c: h and l run as often as A goes round, k as often
 * as the inner loop does in all of them. A's own blocks cost 20 + 36 = 56 a
 * round, the inner loop's 40.
 */
#include "flat.h"
#include "guess.h"

#include "reconverge/cost.h"
#include "reconverge/graph.h"
#include "reconverge/profile.h"
#include "reconverge/settings.h"

#define LEAST 1e-6 /* runs of any block: ratios stay finite */

static double guessed(const struct cvg_guess *guess, uint32_t b)
{
	return guess->runs[b] > LEAST ? guess->runs[b] : LEAST;
}

/* Times a warp runs the block: measured if its loop was. */
static double runs_of(const struct cvg_guess *guess, const struct cvg_fn *fn,
		      const struct cvg_profile *profile, uint32_t b,
		      uint32_t header)
{
	const struct cvg_profile_block *of_loop =
		cvg_profile_at(profile, fn, header);
	const struct cvg_profile_block *measured =
		cvg_profile_at(profile, fn, b);

	if (!of_loop)
		return guessed(guess, b);
	if (measured)
		return (double)measured->warps;
	return (double)of_loop->warps * guessed(guess, b) /
	       guessed(guess, header);
}

void cvg_flat_costs(struct cvg_ana *ana, const struct cvg_settings *settings,
		    struct flatcost *out)
{
	const struct cvg_fn *fn = cvg_ana_fn(ana);
	const struct cvg_loops *loops = cvg_ana_loops(ana);
	const struct cvg_order *order = cvg_ana_order(ana);
	struct cvg_guess guess;

	cvg_guess_init(&guess, ana);
	for (uint32_t k = 0; k < order->n; k++) {
		uint32_t b = order->block[k], loop = loops->innermost[b];
		const struct cvg_profile_block *at;
		double runs;

		if (loop == CVG_NONE)
			continue;
		runs = runs_of(&guess, fn, settings->profile, b,
			       loops->loop[loop].header);
		out[loop].own += runs * (double)cvg_cost_block(fn, b);
		if (loops->loop[loop].header != b)
			continue;
		at = cvg_profile_at(settings->profile, fn, b);
		out[loop].runs = runs;
		out[loop].lanes = at ? (double)at->lanes : 0;
	}
	cvg_guess_done(&guess);
}
