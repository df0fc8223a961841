/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * How often a warp runs blocks, from how often a thread does: a block runs for each
 * run of its immediate dominator as often as for a thread, but if the dominator
 * ends in a divergent branch, the warp comes to the block in any case: once for each
 * round of the loops that hold the block, and for each end of those that it is behind.
 * A branch that only skips an arm is a guard: it skips it with the chance that the
 * plan of guards assumes.
 *
 * Example: B0 branches to B1 or B2, and both lead to B3. A thread runs B1 and B2
 * 0.5 times. If the branch diverges, a warp runs each once.
 */
#include "guess.h"

#include "reconverge/graph.h"

/* The share of the runs of block d, which ends in a divergent branch, after which a
 * warp runs block b. */
static double share_of(struct cvg_ana *ana, uint32_t d, uint32_t b, double skip)
{
	const struct cvg_fn *fn = cvg_ana_fn(ana);
	const struct cvg_block *block = &fn->blocks[d];
	uint32_t join = cvg_ana_joins(ana)[d];

	for (uint32_t k = 0; k < block->nsuccs; k++)
		if (fn->succs[block->succs_at + k] == join && b != join)
			return 1 - skip;
	return 1;
}

double *cvg_guess_warps(struct cvg_ana *ana, double skip)
{
	const struct cvg_fn *fn = cvg_ana_fn(ana);
	const struct cvg_order *order = cvg_ana_order(ana);
	const struct cvg_cycles *cs = cvg_ana_cycles(ana);
	const struct cvg_uniform *uniform = cvg_ana_uniform(ana);
	const struct cvg_dom *dom = cvg_ana_dom(ana);
	double *warps = cvg_calloc(fn->nblocks, sizeof *warps);
	struct cvg_guess guess;

	cvg_guess_init(&guess, ana);
	for (uint32_t i = 0; i < order->n; i++) {
		uint32_t b = order->block[i], d = dom->idom[b];
		double share = 1;

		if (d == CVG_NONE)
			share = guess.runs[b];
		else if (cvg_bits_has(&uniform->divergent_term, d))
			share = warps[d] * share_of(ana, d, b, skip) *
				cvg_guess_nested(&guess, cs, b, d) /
				cvg_guess_nested(&guess, cs, d, b);
		else if (guess.runs[d] > 0)
			share = warps[d] * guess.runs[b] / guess.runs[d];
		warps[b] = share < CVG_GUESS_MOST ? share : CVG_GUESS_MOST;
	}
	cvg_guess_done(&guess);
	return warps;
}
