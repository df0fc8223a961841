/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Delaying: where threads that come to a expensive side of a branch in a loop wait for a
 * few rounds in which the others go on, so that more of them run it together (iteration
 * delaying: Han, Abdelrahman, "Reducing Branch Divergence in GPU Programs", GPGPU-4,
 * 2011, doi.org/10.1145/1964179.1964184). The paper asks all threads in each round what
 * most of them want. Here the rounds that others go on are copied in front of the side
 * that waits, so nothing is asked, and each thread runs what it ran before.
 *
 * D ends in the branch. `way` leads from its cheap side back to the header of the loop,
 * `top` from there to D. Both are copied once for each round; the copies of D lead to
 * the same expensive side, and the last one to the old cheap side. Then the region of D is
 * linearized, so that threads from all copies meet before the expensive side.
 *
 *	H <------.		H <---------------.
 *	|        |		|                 |
 *	D ---.   |		D ------.         |
 *	|    |   |		| way'  |         |
 *	way  |   |		| H'    |         |
 *	|    |   |		| D' ---|         |
 *	|   dear |		| way   |         |
 *	|    |   |		|      dear       |
 *	'----'---'		'-------'---------'
 *
 * Estimate: a thread wants the expensive side in a share p of its rounds, and a warp runs it in
 * a share q. With k copies, a thread that waits loses k / 2 rounds in the mean, so the
 * rounds grow by the factor 1 + p k / 2, and the expensive side runs once for k + 1 of them.
 * Example: a ray that hits matter in one of 14 steps: p = 0.07, q = 0.97, a step takes 490
 * cycles, the expensive side 478. A step costs 490 + 0.97 * 478 = 954 cycles, and with k = 3
 * 1.1 * (490 + 478 / 4) = 670, and what joins the threads.
 */
#include "reconverge/delay.h"

#include "reconverge/analysis.h"
#include "reconverge/cost.h"
#include "reconverge/graph.h"
#include "reconverge/profile.h"
#include "reconverge/rejects.h"
#include "reconverge/settings.h"
#include "refuse.h"

#include <stdlib.h>

enum {
	PHIS = 4, /* values that are brought to where the threads meet: guessed */
};

struct finder {
	const struct cvg_fn *fn;
	const struct cvg_loops *loops;
	const struct cvg_settings *settings;
	struct cvg_delayplan *plan;
	struct cvg_bits way, top, dear; /* blocks of the row at hand */
	struct cvg_u32s stack;
	cvg_vec(struct cvg_delay) rows;
};

/* ---- the blocks ---------------------------------------------------------- */

static void visit(struct finder *finder, struct cvg_bits *set, uint32_t block)
{
	if (cvg_bits_has(set, block))
		return;
	cvg_bits_add(set, block);
	cvg_push(&finder->stack, block);
}

/* Add what can be reached from the block in the loop without its header, and is not in
 * `without`. Returns whether an edge leads to the header. */
static bool add_reached(struct finder *finder, const struct cvg_delay *row,
			uint32_t from, struct cvg_bits *set,
			const struct cvg_bits *without)
{
	bool back = from == row->header;

	if (!back && cvg_loop_has(finder->loops, row->loop, from) &&
	    !(without && cvg_bits_has(without, from)))
		visit(finder, set, from);
	while (finder->stack.n) {
		uint32_t b = finder->stack.at[--finder->stack.n];

		cvg_foreach_succ (finder->fn, b, succ) {
			back |= *succ == row->header;
			if (*succ != row->header &&
			    cvg_loop_has(finder->loops, row->loop, *succ) &&
			    !(without && cvg_bits_has(without, *succ)))
				visit(finder, set, *succ);
		}
	}
	return back;
}

/* Add what reaches D in the loop without an edge to the header. */
static void add_top(struct finder *finder, const struct cvg_delay *row)
{
	visit(finder, &finder->top, row->block);
	while (finder->stack.n) {
		uint32_t b = finder->stack.at[--finder->stack.n];

		if (b == row->header)
			continue;
		cvg_foreach_pred (finder->fn, b, pred)
			if (cvg_loop_has(finder->loops, row->loop, *pred))
				visit(finder, &finder->top, *pred);
	}
}

static uint32_t *list(struct finder *finder, const struct cvg_delay *row,
		      const struct cvg_bits *set, uint32_t *n)
{
	const struct cvg_loop *loop = &finder->loops->loop[row->loop];
	const uint32_t *blocks = finder->loops->blocks + loop->blocks_at;
	uint32_t *out =
		cvg_arena_array(&finder->plan->arena, uint32_t, loop->nblocks);

	*n = 0;
	for (uint32_t i = 0; i < loop->nblocks; i++)
		if (cvg_bits_has(set, blocks[i]))
			out[(*n)++] = blocks[i];
	return out;
}

static void clear(struct finder *finder, const struct cvg_delay *row)
{
	const struct cvg_loop *loop = &finder->loops->loop[row->loop];

	for (uint32_t i = 0; i < loop->nblocks; i++) {
		uint32_t b = finder->loops->blocks[loop->blocks_at + i];

		cvg_bits_remove(&finder->way, b);
		cvg_bits_remove(&finder->top, b);
		cvg_bits_remove(&finder->dear, b);
	}
}

/* ---- cycles -------------------------------------------------------------- */

/* Cycles of all warps in the blocks of the loop that are in the set. */
static double cycles_in(const struct finder *finder,
			const struct cvg_delay *row, const struct cvg_bits *set)
{
	const struct cvg_loop *loop = &finder->loops->loop[row->loop];
	double sum = 0;

	for (uint32_t i = 0; i < loop->nblocks; i++) {
		uint32_t b = finder->loops->blocks[loop->blocks_at + i];
		const struct cvg_profile_block *at = cvg_profile_at(
			finder->settings->profile, finder->fn, b);

		if (cvg_bits_has(set, b))
			sum += (double)cvg_cost_block(finder->fn, b) *
			       (at ? (double)at->warps : 1);
	}
	return sum;
}

/* What the best number of rounds, or the one that is set, saves. */
static void price(const struct finder *finder, struct cvg_delay *row)
{
	const struct cvg_fn *fn = finder->fn;
	const struct cvg_profile *profile = finder->settings->profile;
	const struct cvg_profile_block *d =
		cvg_profile_at(profile, fn, row->block);
	const struct cvg_profile_block *wait =
		cvg_profile_at(profile, fn, row->wait);
	uint32_t set =
		(uint32_t)cvg_set_int(finder->settings, CVG_SET_DELAY_ROUNDS);
	double round, dear, p, join;

	row->rounds = set ? set : 1;
	if (!d || !wait || !d->warps || !wait->warps)
		return;
	row->measured = true;
	row->times = (double)d->warps;
	round = cycles_in(finder, row, &finder->way) +
		cycles_in(finder, row, &finder->top);
	dear = cycles_in(finder, row, &finder->dear);
	p = (double)wait->lanes / (double)d->lanes;
	join = row->times *
	       (2 * cvg_cost_branch(fn) + PHIS * cvg_cost_phi(fn, 0));
	for (uint32_t k = set ? set : 1; k <= (set ? set : CVG_DELAY_MOST);
	     k++) {
		double longer = 1 + p * k / 2, share = longer / (k + 1);
		double once = dear * row->times / (double)wait->warps;
		double runs = share * once < dear ? share * once : dear;
		double net =
			round + dear - longer * round - runs - share * join;

		if (k == (set ? set : 1) || net > row->net) {
			row->net = net;
			row->rounds = k;
		}
	}
}

/* ---- refusals ------------------------------------------------------------ */

static void refuse(struct cvg_delay *row, enum cvg_refusal refusal,
		   uint32_t culprit)
{
	if (row->refusal == CVG_REFUSE_NONE) {
		row->refusal = refusal;
		row->culprit = culprit;
	}
}

/* Nothing in the loop may depend on which threads run it together, and what it holds must
 * be such that it can be copied. */
static void judge_block(const struct finder *finder, struct cvg_delay *row,
			uint32_t block)
{
	const struct cvg_fn *fn = finder->fn;
	const struct cvg_block *b = &fn->blocks[block];

	for (uint32_t i = b->inst_at; i < b->inst_at + b->ninsts; i++) {
		enum cvg_refusal refusal = cvg_inst_refusal(
			&fn->insts[i], CVG_REFUSE_DELAY_CONVERGENT);

		if (fn->insts[i].op == CVG_OP_ALLOCA)
			refusal = CVG_REFUSE_EXOTIC;
		if (refusal != CVG_REFUSE_NONE)
			refuse(row, refusal, i);
	}
}

static void judge(const struct finder *finder, struct cvg_delay *row)
{
	const struct cvg_loop *loop = &finder->loops->loop[row->loop];

	if (cvg_is_rejected(finder->settings->rejects, CVG_REJECT_DELAY,
			    finder->fn, row->block))
		refuse(row, CVG_REFUSE_REJECTED, CVG_NONE);
	for (uint32_t i = 0; i < loop->nblocks; i++)
		judge_block(finder, row,
			    finder->loops->blocks[loop->blocks_at + i]);
	if (finder->settings->profile && !row->measured)
		refuse(row, CVG_REFUSE_UNREACHED, CVG_NONE);
	else if (!row->measured)
		refuse(row, CVG_REFUSE_DELAY_UNKNOWN, CVG_NONE);
	else if (row->net <= 0)
		refuse(row, CVG_REFUSE_DELAY_PROFIT, CVG_NONE);
}

/* ---- the plan ------------------------------------------------------------- */

/* Find the blocks if threads wait for successor k. False: that is no form of it. */
static bool finds(struct finder *finder, struct cvg_delay *row, uint32_t k)
{
	const uint32_t *succ =
		finder->fn->succs + finder->fn->blocks[row->block].succs_at;

	row->wait = succ[k];
	row->light = succ[!k];
	clear(finder, row);
	add_top(finder, row);
	if (!add_reached(finder, row, row->light, &finder->way, NULL))
		return false;
	add_reached(finder, row, row->wait, &finder->dear, &finder->way);
	return !cvg_bits_has(&finder->way, row->block) &&
	       cvg_bits_has(&finder->dear, row->wait) &&
	       !cvg_bits_has(&finder->top, row->wait);
}

/* Threads wait for the side that takes more cycles. */
static void look_at(struct finder *finder, uint32_t block)
{
	const uint32_t *succ =
		finder->fn->succs + finder->fn->blocks[block].succs_at;
	struct cvg_delay row = {.block = block, .culprit = CVG_NONE};
	uint32_t best = CVG_NONE;
	double most = 0;

	row.loop = finder->loops->innermost[block];
	if (row.loop == CVG_NONE || succ[0] == succ[1])
		return;
	row.header = finder->loops->loop[row.loop].header;
	for (uint32_t k = 0; k < 2; k++) {
		double cycles = finds(finder, &row, k)
					? cycles_in(finder, &row, &finder->dear)
					: 0;

		if (cycles > most) {
			most = cycles;
			best = k;
		}
	}
	if (best == CVG_NONE || !finds(finder, &row, best))
		return;
	row.way = list(finder, &row, &finder->way, &row.nway);
	row.top = list(finder, &row, &finder->top, &row.ntop);
	price(finder, &row);
	judge(finder, &row);
	cvg_push(&finder->rows, row);
}

struct cvg_delayplan *cvg_plan_delays(struct cvg_ana *ana,
				      const struct cvg_settings *settings)
{
	struct cvg_delayplan *plan = cvg_calloc(1, sizeof *plan);
	const struct cvg_bits *divergent =
		&cvg_ana_uniform(ana)->divergent_term;
	struct finder finder = {.fn = cvg_ana_fn(ana),
				.loops = cvg_ana_loops(ana),
				.settings = settings,
				.plan = plan};

	cvg_bits_init(&finder.way, finder.fn->nblocks);
	cvg_bits_init(&finder.top, finder.fn->nblocks);
	cvg_bits_init(&finder.dear, finder.fn->nblocks);
	for (uint32_t b = 0; b < finder.fn->nblocks; b++)
		if (cvg_bits_has(divergent, b) &&
		    cvg_block_terminator(finder.fn, b)->op == CVG_OP_CONDBR)
			look_at(&finder, b);
	cvg_bits_done(&finder.way);
	cvg_bits_done(&finder.top);
	cvg_bits_done(&finder.dear);
	free(finder.stack.at);
	plan->row = finder.rows.at;
	plan->n = (uint32_t)finder.rows.n;
	return plan;
}

bool cvg_delay_is_possible(const struct cvg_delay *row)
{
	return row->refusal == CVG_REFUSE_NONE ||
	       row->refusal == CVG_REFUSE_UNREACHED ||
	       row->refusal == CVG_REFUSE_DELAY_UNKNOWN ||
	       row->refusal == CVG_REFUSE_DELAY_PROFIT;
}

void cvg_delayplan_free(struct cvg_delayplan *take_plan)
{
	if (!take_plan)
		return;
	free(take_plan->row);
	cvg_arena_done(&take_plan->arena);
	free(take_plan);
}
