/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What a round of each loop costs: the cost table, weighted by how often a
 * block runs. That is measured if a simulation was; else it is estimated in one
 * sweep, by branch weights or even shares: what enters a loop leaves it over the
 * edges to the loop around it. Within one loop only the ratio of its blocks
 * matters; loops beside each other, and one in another, count as often as they
 * are guessed to go round (guess.h).
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

#include <stdlib.h>

#define LEAST 1e-6 /* of any block: ratios stay finite */

struct shares {
	const struct cvg_fn *fn;
	const struct cvg_loops *loops;
	const struct cvg_order *order;
	double *freq;	 /* [nblocks] runs, if each loop went round once */
	uint32_t *exits; /* [loops] edges out to the loop around it */
	double *rounds;	 /* [loops] of it and of those around it, multiplied */
};

/* What an edge is to the innermost loop that it starts in. */
enum way {
	WAY_BACK, /* to a block that comes no later in the order */
	WAY_ON,	  /* it stays in the loop, or was in none */
	WAY_OUT,  /* to the loop right around it, or out of all loops */
	WAY_FAR,  /* farther out */
};

static enum way way_of(const struct shares *shares, uint32_t from, uint32_t to)
{
	uint32_t loop = shares->loops->innermost[from], outer;

	if (shares->order->place[to] <= shares->order->place[from])
		return WAY_BACK;
	if (loop == CVG_NONE || cvg_loop_has(shares->loops, loop, to))
		return WAY_ON;
	outer = shares->loops->loop[loop].parent;
	return outer == CVG_NONE || cvg_loop_has(shares->loops, outer, to)
		       ? WAY_OUT
		       : WAY_FAR;
}

static double weight_at(const struct shares *shares, uint32_t edge)
{
	return (double)shares->fn->succ_weight[edge];
}

/* Share the runs of block b among the blocks that it leads to. What leaves a
 * loop is what entered it, in equal shares over its ways out. */
static void pass_on(struct shares *shares, uint32_t b)
{
	const struct cvg_block *block = &shares->fn->blocks[b];
	uint32_t loop = shares->loops->innermost[b], on = 0;
	double total = 0;

	for (uint32_t k = 0; k < block->nsuccs; k++) {
		uint32_t edge = block->succs_at + k;

		if (way_of(shares, b, shares->fn->succs[edge]) != WAY_ON)
			continue;
		on++;
		total += weight_at(shares, edge);
	}
	for (uint32_t k = 0; k < block->nsuccs; k++) {
		uint32_t edge = block->succs_at + k,
			 to = shares->fn->succs[edge];
		double share = total > 0 ? weight_at(shares, edge) / total
					 : 1.0 / (on ? on : 1);
		enum way way = way_of(shares, b, to);

		if (way == WAY_ON)
			shares->freq[to] += shares->freq[b] * share;
		else if (way == WAY_OUT)
			shares->freq[to] +=
				shares->freq[shares->loops->loop[loop].header] /
				shares->exits[loop];
	}
}

static void estimate(struct shares *shares)
{
	for (uint32_t k = 0; k < shares->order->n; k++) {
		uint32_t b = shares->order->block[k];

		cvg_foreach_succ (shares->fn, b, s)
			if (way_of(shares, b, *s) == WAY_OUT)
				shares->exits[shares->loops->innermost[b]]++;
	}
	shares->freq[0] = 1;
	for (uint32_t k = 0; k < shares->order->n; k++) {
		uint32_t b = shares->order->block[k];

		if (shares->freq[b] < LEAST)
			shares->freq[b] = LEAST;
		pass_on(shares, b);
	}
}

static void guess_rounds(struct shares *shares, struct cvg_ana *ana)
{
	const struct cvg_cycles *cycles = cvg_ana_cycles(ana);
	struct cvg_guess guess;

	cvg_guess_init(&guess, ana);
	for (uint32_t loop = 0; loop < shares->loops->n; loop++) {
		const struct cvg_loop *it = &shares->loops->loop[loop];
		uint32_t cycle = cycles->innermost[it->header];

		/* An irreducible cycle may be around it, or share its header. */
		shares->rounds[loop] =
			cycle == CVG_NONE ? 1 : guess.rounds[cycle];
		if (it->parent != CVG_NONE)
			shares->rounds[loop] *= shares->rounds[it->parent];
		if (shares->rounds[loop] > CVG_GUESS_MOST)
			shares->rounds[loop] = CVG_GUESS_MOST;
	}
	cvg_guess_done(&guess);
}

/* Times a warp runs the block: measured if its loop was. */
static double runs_of(const struct shares *shares,
		      const struct cvg_profile *profile, uint32_t b)
{
	uint32_t header =
		shares->loops->loop[shares->loops->innermost[b]].header;
	const struct cvg_profile_block *of_loop =
		cvg_profile_at(profile, shares->fn, header);
	const struct cvg_profile_block *measured =
		cvg_profile_at(profile, shares->fn, b);

	if (!of_loop)
		return shares->freq[b] *
		       shares->rounds[shares->loops->innermost[b]];
	if (measured)
		return (double)measured->warps;
	return (double)of_loop->warps * shares->freq[b] / shares->freq[header];
}

void cvg_flat_costs(struct cvg_ana *ana, const struct cvg_settings *settings,
		    struct flatcost *out)
{
	struct shares shares = {.fn = cvg_ana_fn(ana),
				.loops = cvg_ana_loops(ana),
				.order = cvg_ana_order(ana)};

	shares.freq = cvg_calloc(shares.fn->nblocks, sizeof *shares.freq);
	shares.exits = cvg_calloc(shares.loops->n + 1, sizeof *shares.exits);
	shares.rounds = cvg_calloc(shares.loops->n + 1, sizeof *shares.rounds);
	estimate(&shares);
	guess_rounds(&shares, ana);
	for (uint32_t k = 0; k < shares.order->n; k++) {
		uint32_t b = shares.order->block[k],
			 loop = shares.loops->innermost[b];
		const struct cvg_profile_block *at;

		if (loop == CVG_NONE)
			continue;
		out[loop].own += runs_of(&shares, settings->profile, b) *
				 (double)cvg_cost_block(shares.fn, b);
		if (shares.loops->loop[loop].header != b)
			continue;
		at = cvg_profile_at(settings->profile, shares.fn, b);
		out[loop].runs = runs_of(&shares, settings->profile, b);
		out[loop].lanes = at ? (double)at->lanes : 0;
	}
	free(shares.freq);
	free(shares.rounds);
	free(shares.exits);
}
