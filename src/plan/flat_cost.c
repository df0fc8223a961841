/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What a round of each loop costs: the cost table, weighted by how often a
 * block runs. Measured where a simulation was; else estimated in one sweep:
 * branch weights, or even shares; who enters a loop leaves it over the edges
 * to the loop around it. Within one loop only the ratio of its blocks matters;
 * loops beside each other, and one in another, count as often as they are
 * guessed to go round (guess.h).
 */
#include "flat.h"
#include "guess.h"

#include <stdlib.h>

#define LEAST 1e-6 /* of any block: ratios stay finite */

struct shares {
	const struct cvg_fn *fn;
	const struct cvg_loops *loops;
	const struct cvg_order *order;
	double *freq;	 /* [nblocks] */
	uint32_t *exits; /* [loops] edges out to the loop around it */
	double *rounds;	 /* [loops] of it and of those around it, multiplied */
};

enum way { WAY_BACK, WAY_ON, WAY_OUT, WAY_FAR };

/* What an edge is to the innermost loop it starts in. */
static enum way way_of(const struct shares *x, uint32_t from, uint32_t to)
{
	uint32_t l = x->loops->innermost[from], up;

	if (x->order->place[to] <= x->order->place[from])
		return WAY_BACK;
	if (l == CVG_NONE || cvg_loop_has(x->loops, l, to))
		return WAY_ON;
	up = x->loops->loop[l].parent;
	return up == CVG_NONE || cvg_loop_has(x->loops, up, to) ? WAY_OUT
								: WAY_FAR;
}

static double weight_at(const struct shares *x, uint32_t edge)
{
	return (double)x->fn->succ_weight[edge];
}

/* The share of block b's run that goes on inside the loop over that edge. */
static void pass_on(struct shares *x, uint32_t b)
{
	const struct cvg_block *block = &x->fn->blocks[b];
	uint32_t loop = x->loops->innermost[b], on = 0;
	double total = 0;

	for (uint32_t k = 0; k < block->nsuccs; k++) {
		uint32_t e = block->succs_at + k;

		if (way_of(x, b, x->fn->succs[e]) != WAY_ON)
			continue;
		on++;
		total += weight_at(x, e);
	}
	for (uint32_t k = 0; k < block->nsuccs; k++) {
		uint32_t e = block->succs_at + k, to = x->fn->succs[e];
		double share = total > 0 ? weight_at(x, e) / total
					 : 1.0 / (on ? on : 1);
		enum way way = way_of(x, b, to);

		if (way == WAY_ON)
			x->freq[to] += x->freq[b] * share;
		else if (way == WAY_OUT)
			x->freq[to] += x->freq[x->loops->loop[loop].header] /
				       x->exits[loop];
	}
}

static void estimate(struct shares *x)
{
	for (uint32_t k = 0; k < x->order->n; k++) {
		uint32_t b = x->order->block[k];

		cvg_foreach_succ (x->fn, b, s)
			if (way_of(x, b, *s) == WAY_OUT)
				x->exits[x->loops->innermost[b]]++;
	}
	x->freq[0] = 1;
	for (uint32_t k = 0; k < x->order->n; k++) {
		uint32_t b = x->order->block[k];

		if (x->freq[b] < LEAST)
			x->freq[b] = LEAST;
		pass_on(x, b);
	}
}

static void guess_rounds(struct shares *x, struct cvg_ana *ana)
{
	const struct cvg_cycles *cs = cvg_ana_cycles(ana);
	struct cvg_guess guess;

	cvg_guess_init(&guess, ana);
	for (uint32_t l = 0; l < x->loops->n; l++) {
		const struct cvg_loop *lp = &x->loops->loop[l];
		uint32_t c = cs->innermost[lp->header];

		/* An irreducible cycle may be around it, or share its header. */
		x->rounds[l] = c == CVG_NONE ? 1 : guess.rounds[c];
		if (lp->parent != CVG_NONE)
			x->rounds[l] *= x->rounds[lp->parent];
		if (x->rounds[l] > CVG_GUESS_MOST)
			x->rounds[l] = CVG_GUESS_MOST;
	}
	cvg_guess_done(&guess);
}

/* Times a warp runs the block: measured if its loop was. */
static double runs_of(const struct shares *x, const struct cvg_profile *p,
		      uint32_t b)
{
	uint32_t header = x->loops->loop[x->loops->innermost[b]].header;
	const struct cvg_profile_block *of_loop =
		cvg_profile_at(p, x->fn, header);
	const struct cvg_profile_block *measured = cvg_profile_at(p, x->fn, b);

	if (!of_loop)
		return x->freq[b] * x->rounds[x->loops->innermost[b]];
	if (measured)
		return (double)measured->warps;
	return (double)of_loop->warps * x->freq[b] / x->freq[header];
}

void cvg_flat_costs(struct cvg_ana *ana, const struct cvg_settings *settings,
		    struct flatcost *out)
{
	struct shares x = {.fn = cvg_ana_fn(ana),
			   .loops = cvg_ana_loops(ana),
			   .order = cvg_ana_order(ana)};

	x.freq = cvg_calloc(x.fn->nblocks, sizeof *x.freq);
	x.exits = cvg_calloc(x.loops->n + 1, sizeof *x.exits);
	x.rounds = cvg_calloc(x.loops->n + 1, sizeof *x.rounds);
	estimate(&x);
	guess_rounds(&x, ana);
	for (uint32_t k = 0; k < x.order->n; k++) {
		uint32_t b = x.order->block[k], l = x.loops->innermost[b];
		const struct cvg_profile_block *at;

		if (l == CVG_NONE)
			continue;
		out[l].own += runs_of(&x, settings->profile, b) *
			      (double)cvg_cost_block(x.fn, b);
		if (x.loops->loop[l].header != b)
			continue;
		at = cvg_profile_at(settings->profile, x.fn, b);
		out[l].runs = runs_of(&x, settings->profile, b);
		out[l].lanes = at ? (double)at->lanes : 0;
	}
	free(x.freq);
	free(x.rounds);
	free(x.exits);
}
