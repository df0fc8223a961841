/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * How often blocks run, guessed where nothing was measured: see guess.h for the
 * rules and their sources.
 *
 * Example: `in` jumps to a; a branches to b or out; b branches to itself or to
 * `more`, which jumps back to a. Each branch stays in its loop with 31/32.
 *
 *     level of b's cycle    b has mass 1, 31/32 of it comes back: 32 rounds
 *     level of a's cycle    a 1, the node of b's cycle 31/32, more 31/32, and
 *                           31/32 comes back: 32 rounds
 *     the function          in 1, the node of a's cycle 1, out 1
 *     multiplied            in 1, a 32, b 31/32 * 32 * 32 = 992, more 31, out 1
 *
 * `opt -passes='print<block-freq>'` gives the same; tests/unit/guess_test.c
 * compares.
 */
#include "guess.h"

#include "reconverge/graph.h"

#include <stdlib.h>

#define STAYS	31.0   /* weight of staying in a loop; leaving it has 1 */
#define ENDLESS 4096.0 /* rounds of a cycle that is never left, as in LLVM */

/*
 * Each cycle is a level, and so is the function; inner cycles are done before
 * the cycles around them, the function last. The nodes of a level are its own
 * blocks and the cycles directly inside it; without the edges to the header
 * they form an acyclic graph. Every edge belongs to one level: that of the
 * innermost cycle that holds both its ends.
 */
struct levels {
	const struct cvg_fn *fn;
	const struct cvg_cycles *cs;
	const struct cvg_order *order;
	double *share;	/* [edges] part of its block's runs that takes it */
	uint32_t *from; /* [edges] the block that it leaves */
	uint32_t *at;	/* [cycles + 2] where each level begins in edge[]; the
			   function is level `cs->n` */
	uint32_t *edge; /* [edges] sorted by level */
	/* Of nodes: the blocks, then the cycles. */
	double *mass;	 /* runs in one round of the level it is a node of */
	uint32_t *waits; /* edges into it that have not been followed yet */
	uint32_t *first; /* first edge out of it, then next[] */
	uint32_t *next;	 /* [edges] next edge out of the same node, CVG_NONE */
	/* Finished cycles, as a forest whose paths are shortened on the way. */
	uint32_t *up;	/* [cycles] a cycle around it; CVG_NONE: unfinished */
	double *factor; /* [cycles] its rounds in one round of `up` */
	double *rounds; /* [cycles] its rounds each time it is entered */
	struct cvg_u32s ready; /* nodes with waits == 0 */
};

static double at_most(double x, double most)
{
	return x < most ? x : most;
}

/* ---- shares of edges ------------------------------------------------- */

/* [nblocks] the blocks from which a return can be reached; the caller frees. */
static bool *find_live(const struct cvg_fn *fn)
{
	bool *live = cvg_calloc(fn->nblocks, sizeof *live);
	struct cvg_u32s queue = {0};

	for (uint32_t b = 0; b < fn->nblocks; b++)
		if (cvg_block_terminator(fn, b)->op == CVG_OP_RET) {
			live[b] = true;
			cvg_push(&queue, b);
		}
	for (size_t i = 0; i < queue.n; i++)
		cvg_foreach_pred (fn, queue.at[i], p)
			if (!live[*p]) {
				live[*p] = true;
				cvg_push(&queue, *p);
			}
	free(queue.at);
	return live;
}

/* The weight of an edge out of block b without a profile. `any`: b has a
 * successor from which a return can be reached. */
static double weight_of(const struct levels *levels, const bool *live,
			uint32_t b, uint32_t edge, bool any)
{
	uint32_t to = levels->fn->succs[edge], c = levels->cs->innermost[b];

	if (any && !live[to])
		return 0;
	return c == CVG_NONE || cvg_cycle_has(levels->cs, c, to) ? STAYS : 1;
}

/* Fill share[] and from[] for the edges out of block b, by !prof if it says so.
 */
static void share_out(struct levels *levels, const bool *live, uint32_t b)
{
	const struct cvg_block *block = &levels->fn->blocks[b];
	double told = 0, sum = 0;
	bool any = false;

	for (uint32_t k = 0; k < block->nsuccs; k++) {
		uint32_t e = block->succs_at + k;

		levels->from[e] = b;
		told += levels->fn->succ_weight[e];
		any |= live[levels->fn->succs[e]];
	}
	for (uint32_t k = 0; k < block->nsuccs; k++) {
		uint32_t e = block->succs_at + k;

		levels->share[e] = told > 0
					   ? levels->fn->succ_weight[e]
					   : weight_of(levels, live, b, e, any);
		sum += levels->share[e];
	}
	for (uint32_t k = 0; k < block->nsuccs; k++)
		levels->share[block->succs_at + k] /= sum;
}

/* ---- levels ---------------------------------------------------------- */

/* The innermost cycle that holds both blocks; the number of cycles, which is
 * the function's level, if none does. */
static uint32_t level_of(const struct levels *levels, uint32_t from,
			 uint32_t to)
{
	uint32_t c = levels->cs->innermost[to];

	while (c != CVG_NONE && !cvg_cycle_has(levels->cs, c, from))
		c = levels->cs->cycle[c].parent;
	return c == CVG_NONE ? levels->cs->n : c;
}

/* Can block b be reached from the entry? */
static bool runs(const struct levels *levels, uint32_t b)
{
	return levels->order->place[b] != CVG_NONE;
}

/* Fill edge[] and at[] by a counting sort of the edges by level. */
static void sort_edges(struct levels *levels)
{
	uint32_t n = cvg_fn_nedges(levels->fn);
	uint32_t *level = cvg_alloc((n + 1) * sizeof *level);

	for (uint32_t e = 0; e < n; e++) {
		level[e] = CVG_NONE;
		if (!runs(levels, levels->from[e]))
			continue;
		level[e] =
			level_of(levels, levels->from[e], levels->fn->succs[e]);
		levels->at[level[e] + 1]++;
	}
	for (uint32_t c = 0; c <= levels->cs->n; c++)
		levels->at[c + 1] += levels->at[c];
	for (uint32_t e = n; e-- > 0;)
		if (level[e] != CVG_NONE)
			levels->edge[--levels->at[level[e] + 1]] = e;
	/* Each row's end was counted down to its start. */
	for (uint32_t c = 0; c <= levels->cs->n; c++)
		levels->at[c] = levels->at[c + 1];
	levels->at[levels->cs->n + 1] = levels->at[levels->cs->n];
	for (uint32_t e = 0; e < n; e++)
		levels->at[levels->cs->n + 1] += level[e] == levels->cs->n;
	free(level);
}

/* The outermost finished cycle that holds cycle c, which is a node of the
 * current level. *times is multiplied by the rounds of c in one round of it. */
static uint32_t top_of(struct levels *levels, uint32_t c, double *times)
{
	while (levels->up[c] != CVG_NONE) {
		uint32_t up = levels->up[c];

		if (levels->up[up] != CVG_NONE) {
			levels->factor[c] =
				at_most(levels->factor[c] * levels->factor[up],
					CVG_GUESS_MOST);
			levels->up[c] = levels->up[up];
		}
		*times = at_most(*times * levels->factor[c], CVG_GUESS_MOST);
		c = levels->up[c];
	}
	return c;
}

/* The node of a level that block b is, or is in; *times as in top_of. */
static uint32_t node_of(struct levels *levels, uint32_t level, uint32_t b,
			double *times)
{
	uint32_t c = levels->cs->innermost[b];

	if ((c == CVG_NONE ? levels->cs->n : c) == level)
		return b;
	return levels->fn->nblocks + top_of(levels, c, times);
}

/* The runs of edge e, which leaves `node`, in one round of the level. */
static double mass_over(struct levels *levels, uint32_t node, uint32_t e)
{
	uint32_t b = levels->from[e], c = node - levels->fn->nblocks;
	double times = 1;

	if (node < levels->fn->nblocks)
		return levels->mass[b] * levels->share[e];
	if (levels->mass[b] <= 0 || levels->mass[node] <= 0)
		return 0;
	top_of(levels, levels->cs->innermost[b], &times);
	times *= levels->mass[b] * levels->share[e] * levels->rounds[c];
	/* A thread that enters a cycle leaves it at most once. */
	return at_most(times, 1) * levels->mass[node];
}

/* Make the lists of edges out of the level's nodes, and count those into them.
 */
static void link_edges(struct levels *levels, uint32_t level, uint32_t header)
{
	for (uint32_t k = levels->at[level]; k < levels->at[level + 1]; k++) {
		uint32_t e = levels->edge[k];
		double times = 1;
		uint32_t from = node_of(levels, level, levels->from[e], &times);

		levels->next[e] = levels->first[from];
		levels->first[from] = e;
		if (levels->fn->succs[e] != header)
			levels->waits[node_of(levels, level,
					      levels->fn->succs[e], &times)]++;
	}
}

/* Spread a mass of 1 from the header over one round of the level, in topological
 * order. Returns the mass that comes back to the header. */
static double do_level(struct levels *levels, uint32_t level, uint32_t header)
{
	double back = 0;

	link_edges(levels, level, header);
	levels->mass[header] = 1;
	levels->ready.n = 0;
	cvg_push(&levels->ready, header);
	while (levels->ready.n) {
		uint32_t node = levels->ready.at[--levels->ready.n];

		for (uint32_t e = levels->first[node]; e != CVG_NONE;
		     e = levels->next[e]) {
			uint32_t to = levels->fn->succs[e], into;
			double times = 1, over = mass_over(levels, node, e);

			if (to == header) {
				back += over;
				continue;
			}
			into = node_of(levels, level, to, &times);
			levels->mass[into] += over;
			if (!--levels->waits[into])
				cvg_push(&levels->ready, into);
		}
	}
	return back;
}

/* All levels, inner ones first: ids of cycles ascend from outer to inner. */
static void do_cycles(struct levels *levels)
{
	uint32_t nblocks = levels->fn->nblocks, last = levels->cs->n;

	for (uint32_t c = levels->cs->n; c-- > 0;) {
		double back = do_level(levels, c, levels->cs->cycle[c].header);

		levels->rounds[c] =
			back < 1 - 1 / ENDLESS ? 1 / (1 - back) : ENDLESS;
		/* Hang the cycles directly inside it, whose ids follow. */
		for (uint32_t k = c + 1; k <= levels->cs->cycle[c].last;
		     k = levels->cs->cycle[k].last + 1) {
			levels->up[k] = c;
			levels->factor[k] = at_most(levels->mass[nblocks + k] *
							    levels->rounds[k],
						    CVG_GUESS_MOST);
		}
	}
	do_level(levels, last, 0);
}

/* ---- from rounds to runs --------------------------------------------- */

/* From masses in one round of a level to runs in one run of the function. */
static void multiply(const struct levels *levels, struct cvg_guess *g)
{
	/* Rounds of each cycle in one run of the function. */
	double *in = cvg_calloc(levels->cs->n + 1, sizeof *in);

	for (uint32_t c = 0; c < levels->cs->n; c++) {
		uint32_t up = levels->cs->cycle[c].parent;

		in[c] = levels->mass[levels->fn->nblocks + c] *
			levels->rounds[c];
		if (up != CVG_NONE)
			in[c] *= in[up];
		in[c] = at_most(in[c], CVG_GUESS_MOST);
		g->rounds[c] = levels->rounds[c];
	}
	for (uint32_t b = 0; b < levels->fn->nblocks; b++) {
		uint32_t c = levels->cs->innermost[b];

		g->runs[b] = levels->mass[b] * (c == CVG_NONE ? 1 : in[c]);
	}
	free(in);
}

void cvg_guess_init(struct cvg_guess *g, struct cvg_ana *ana)
{
	const struct cvg_fn *fn = cvg_ana_fn(ana);
	struct levels levels = {.fn = fn,
				.cs = cvg_ana_cycles(ana),
				.order = cvg_ana_order(ana)};
	size_t edges = (size_t)cvg_fn_nedges(fn) + 1,
	       ncycles = levels.cs->n + 2;
	size_t nodes = (size_t)fn->nblocks + levels.cs->n + 1;
	bool *live = find_live(fn);

	levels.share = cvg_calloc(edges, sizeof *levels.share);
	levels.from = cvg_calloc(edges, sizeof *levels.from);
	levels.at = cvg_calloc(ncycles + 1, sizeof *levels.at);
	levels.edge = cvg_calloc(edges, sizeof *levels.edge);
	levels.next = cvg_calloc(edges, sizeof *levels.next);
	levels.mass = cvg_calloc(nodes, sizeof *levels.mass);
	levels.waits = cvg_calloc(nodes, sizeof *levels.waits);
	levels.first = cvg_alloc(nodes * sizeof *levels.first);
	levels.up = cvg_alloc(ncycles * sizeof *levels.up);
	levels.factor = cvg_calloc(ncycles, sizeof *levels.factor);
	levels.rounds = cvg_calloc(ncycles, sizeof *levels.rounds);
	for (size_t k = 0; k < nodes; k++)
		levels.first[k] = CVG_NONE;
	for (size_t k = 0; k < ncycles; k++)
		levels.up[k] = CVG_NONE;
	for (uint32_t b = 0; b < fn->nblocks; b++)
		share_out(&levels, live, b);
	sort_edges(&levels);
	do_cycles(&levels);
	g->runs = cvg_calloc(fn->nblocks, sizeof *g->runs);
	g->rounds = cvg_calloc(levels.cs->n + 1, sizeof *g->rounds);
	multiply(&levels, g);
	free(live);
	free(levels.share);
	free(levels.from);
	free(levels.at);
	free(levels.edge);
	free(levels.next);
	free(levels.mass);
	free(levels.waits);
	free(levels.first);
	free(levels.up);
	free(levels.factor);
	free(levels.rounds);
	free(levels.ready.at);
}

void cvg_guess_done(struct cvg_guess *g)
{
	free(g->runs);
	free(g->rounds);
}

double cvg_guess_nested(const struct cvg_guess *g, const struct cvg_cycles *cs,
			uint32_t b, uint32_t d)
{
	uint32_t c = cs->innermost[b];
	double times = 1;

	for (; c != CVG_NONE && !cvg_cycle_has(cs, c, d);
	     c = cs->cycle[c].parent)
		times = at_most(times * g->rounds[c], CVG_GUESS_MOST);
	return times;
}
