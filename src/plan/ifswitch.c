/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * If-conversion of a switch: all threads run the arms, and a chain of selects
 * chooses. Each way of the switch but the first has a test (casetest.c), which all
 * phis of the join share. The first way is that of the default, or else the one
 * whose test would be the longest; its values are what no test finds.
 *
 * The switch costs a compare and a branch for each case by the cost table, and
 * each arm a jump. So a switch pays even with hundreds of cases, if the arms have
 * few instructions.
 *
 * Example: 0: a; 1: b = funnel shift by 8; 2: c = by 16; default: never.
 *
 *	b:	switch v, [0: j] [1: t] [2: u]	  b: t1 = fshl x y 8
 *	t:	t1 = fshl x y 8			     u1 = fshl x y 16
 *	u:	u1 = fshl x y 16		     p1 = select v == 1, t1, x
 *	j:	p = phi b:x t:t1 u:u1		     p = select v == 2, u1, p1
 *
 * Where only some ways lead to a block, their threads come to it one way after the
 * other, if all threads meet later still. LLVM makes that of cases that end alike, even
 * of those that differ by a constant. These ways then lead to a new block, in which the
 * threads meet and run their arms:
 *
 *	b:	switch v, [0: x] [1: t] [2: j]	  b: switch v, [0: x] [1: m] [2: m]
 *	t:	jump j				  m: p = select v == 1, 5, 3
 *	j:	p = phi t:5 b:3			  j: ...
 *	x:	...				  x: ...
 */
#include "cases.h"
#include "ifconvert.h"

#include "reconverge/analysis.h"
#include "reconverge/cost.h"
#include "reconverge/graph.h"
#include "reconverge/profile.h"
#include "reconverge/settings.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- form ------------------------------------------------------------- */

/* A way that no thread takes. */
static bool is_never(const struct cvg_fn *fn, uint32_t to)
{
	return fn->blocks[to].ninsts == 1 &&
	       cvg_block_terminator(fn, to)->op == CVG_OP_UNREACHABLE;
}

/* Where the arm jumps to; CVG_NONE: the block is no arm. */
static uint32_t beyond(const struct cvg_iffinder *finder, uint32_t block,
		       uint32_t arm)
{
	const struct cvg_fn *fn = finder->fn;

	if (cvg_block_terminator(fn, arm)->op != CVG_OP_BR ||
	    !cvg_if_is_arm(finder, block, arm))
		return CVG_NONE;
	return fn->succs[fn->blocks[arm].succs_at];
}

/* Where the threads of the way are behind its arm, if it has one. */
static uint32_t end_of(const struct cvg_iffinder *finder, uint32_t block,
		       uint32_t to)
{
	uint32_t next = beyond(finder, block, to);

	return next == CVG_NONE ? to : next;
}

/* The block where all ways meet, or CVG_NONE. */
static uint32_t join_of(const struct cvg_iffinder *finder, uint32_t block,
			const struct cvg_ways *ways)
{
	uint32_t join = CVG_NONE;

	for (uint32_t i = 0; i < ways->n; i++) {
		uint32_t next;

		if (is_never(finder->fn, ways->at[i].to))
			continue;
		next = end_of(finder, block, ways->at[i].to);
		if (join != CVG_NONE && join != next)
			return CVG_NONE;
		join = next;
	}
	return join == block ? CVG_NONE : join;
}

/* The block to which most ways lead, before all threads meet, and where those of
 * several ways may go on together; or CVG_NONE. */
static uint32_t early_join(struct cvg_iffinder *finder, uint32_t block,
			   const struct cvg_ways *ways)
{
	uint32_t *count = cvg_calloc(finder->fn->nblocks, sizeof *count);
	uint32_t join = CVG_NONE, most = 1;

	for (uint32_t i = 0; i < ways->n; i++) {
		uint32_t next = end_of(finder, block, ways->at[i].to);

		if (++count[next] <= most ||
		    next == finder->postdom->idom[block] ||
		    cvg_dominates(finder->dom, next, block))
			continue;
		most = count[next];
		join = next;
	}
	free(count);
	return join != CVG_NONE && cvg_if_may_meet(finder, block, join)
		       ? join
		       : CVG_NONE;
}

/* Move the way to the front that needs no test, and find the tests of the
 * others. These stay in the order of the blocks. */
static void find_tests(struct cvg_ifconvert *row, const struct cvg_ways *ways)
{
	uint32_t first = 0;

	for (uint32_t i = 0, n = 0; i < ways->n; i++) {
		struct cvg_values set[2] = {ways->at[i].values, {.open = true}};

		if (n == row->nways || row->way[n].to != ways->at[i].to)
			continue;
		if (set[0].open)
			row->way[n].test.insts = UINT32_MAX;
		else
			cvg_casetest_find(set, &row->way[n].test);
		if (row->way[n].test.insts > row->way[first].test.insts)
			first = n;
		n++;
	}
	if (row->nways) {
		struct cvg_ifway way = row->way[first];

		memmove(row->way + 1, row->way, first * sizeof way);
		row->way[0] = way;
	}
}

static void find_ways(const struct cvg_iffinder *finder,
		      struct cvg_ifconvert *row, const struct cvg_ways *ways)
{
	row->way = cvg_calloc(ways->n, sizeof *row->way);
	for (uint32_t i = 0; row->join != CVG_NONE && i < ways->n; i++) {
		uint32_t to = ways->at[i].to;

		if (is_never(finder->fn, to) ||
		    end_of(finder, row->block, to) != row->join)
			continue;
		row->way[row->nways++] = (struct cvg_ifway){
			.to = to, .arm = to == row->join ? CVG_NONE : to};
	}
	find_tests(row, ways);
}

/* ---- price ------------------------------------------------------------ */

static int by_block(const void *key, const void *member)
{
	uint32_t to = *(const uint32_t *)key;
	const struct cvg_ifway *way = member;

	return (to > way->to) - (to < way->to);
}

/* The way whose edge to the join starts in the block, or CVG_NONE. */
static uint32_t way_from(const struct cvg_ifconvert *row, uint32_t from)
{
	uint32_t to = from == row->block ? row->join : from;
	const struct cvg_ifway *way;

	if (row->way[0].to == to)
		return 0;
	way = bsearch(&to, row->way + 1, row->nways - 1, sizeof *way, by_block);
	return way ? (uint32_t)(way - row->way) : CVG_NONE;
}

/* Cycles of the selects for a phi of the join; value[] is scratch. */
static int64_t price_phi(const struct cvg_fn *fn,
			 const struct cvg_ifconvert *row, uint32_t phi,
			 uint32_t *value)
{
	const struct cvg_inst *in = &fn->insts[phi];
	int64_t sum = 0;

	for (uint32_t i = in->ops_at; i < in->ops_at + in->nops; i++) {
		uint32_t way = way_from(row, fn->incoming[i]);

		if (way != CVG_NONE)
			value[way] = fn->ops[i];
	}
	for (uint32_t k = 1; k < row->nways; k++)
		if (value[k] != value[0])
			sum += cvg_cost_select(fn, in->type);
	return sum;
}

/* Does another block lead to the join, too? */
static bool stays_a_join(const struct cvg_fn *fn,
			 const struct cvg_ifconvert *row)
{
	uint32_t edges = 0;

	cvg_foreach_pred (fn, row->join, pred)
		edges += *pred == row->block;
	for (uint32_t k = 0; k < row->nways; k++)
		edges += row->way[k].arm != CVG_NONE;
	return edges < fn->blocks[row->join].npreds;
}

/* Cycles of the selects for the join's phis, less the phis that they replace. */
static int64_t price_join(const struct cvg_fn *fn,
			  const struct cvg_ifconvert *row)
{
	const struct cvg_block *join = &fn->blocks[row->join];
	uint32_t *value = cvg_calloc(row->nways, sizeof *value);
	bool stays = stays_a_join(fn, row);
	int64_t sum = 0;

	for (uint32_t i = 0; i < join->nphis; i++) {
		uint32_t phi = join->inst_at + i;

		sum += price_phi(fn, row, phi, value);
		if (!stays)
			sum -= cvg_cost_phi(fn, fn->insts[phi].type);
	}
	free(value);
	return sum;
}

#define MOST_GUESSED 4.0 /* ways of which a warp may take several */

/* The share of warps at the block of the row that run the arm. Without a profile it
 * is the guess for an if, but of many ways a warp is guessed to take few. */
static double share_of(const struct cvg_iffinder *finder,
		       const struct cvg_ifconvert *row, uint32_t arm)
{
	const struct cvg_profile *profile = finder->settings->profile;
	const struct cvg_profile_block *of =
		cvg_profile_at(profile, finder->fn, row->block);
	const struct cvg_profile_block *runs =
		cvg_profile_at(profile, finder->fn, arm);

	if (of && of->warps && runs)
		return fmin(1, (double)runs->warps / (double)of->warps);
	return (1 - cvg_set_real(finder->settings, CVG_SET_SKIP)) *
	       fmin(1, MOST_GUESSED / row->nways);
}

/* Cycles of the tests, and of the arms if all threads run them. */
static double chosen_cycles(const struct cvg_fn *fn,
			    const struct cvg_ifconvert *row)
{
	uint32_t last = cvg_block_last(fn, row->block);
	uint32_t type = fn->values[cvg_op_of(fn, last, 0)].type;
	double sum = (double)price_join(fn, row);

	for (uint32_t k = 0; k < row->nways; k++) {
		if (k)
			sum += (double)row->way[k].test.insts *
			       cvg_cost_select(fn, type);
		if (row->way[k].arm != CVG_NONE)
			sum += (double)cvg_if_work(fn, row->way[k].arm);
	}
	return sum;
}

/* Fill in the instructions of the arms. Returns their cycles as they are now. */
static double arm_cycles(const struct cvg_iffinder *finder,
			 struct cvg_ifconvert *row)
{
	const struct cvg_fn *fn = finder->fn;
	double sum = 0;

	for (uint32_t k = 0; k < row->nways; k++) {
		uint32_t arm = row->way[k].arm;

		if (arm == CVG_NONE)
			continue;
		row->ninsts += fn->blocks[arm].ninsts - 1;
		sum += share_of(finder, row, arm) *
		       ((double)cvg_if_work(fn, arm) + cvg_cost_jump(fn));
	}
	return sum;
}

/* How often a warp runs the join of some ways for each time that it comes to the
 * switch. In a loop around both, threads that parted come back to the switch apart, so
 * that runs tell too little. */
static double runs_of_join(const struct cvg_iffinder *finder,
			   const struct cvg_ifconvert *row)
{
	const struct cvg_profile *profile = finder->settings->profile;
	const struct cvg_profile_block *of =
		cvg_profile_at(profile, finder->fn, row->block);
	const struct cvg_profile_block *join =
		cvg_profile_at(profile, finder->fn, row->join);
	uint32_t cycle = finder->cycles->innermost[row->block];
	double guess = (1 - cvg_set_real(finder->settings, CVG_SET_SKIP)) *
		       fmin(row->nways, MOST_GUESSED);
	double runs;

	if (!of || !of->warps || !join)
		return guess;
	runs = (double)join->warps / (double)of->warps;
	return cycle != CVG_NONE &&
			       cvg_cycle_has(finder->cycles, cycle, row->join)
		       ? fmax(runs, guess)
		       : runs;
}

static void price(const struct cvg_iffinder *finder, struct cvg_ifconvert *row)
{
	const struct cvg_fn *fn = finder->fn;
	double then = chosen_cycles(fn, row), now = arm_cycles(finder, row);

	if (row->some) {
		double runs = runs_of_join(finder, row), once = fmin(1, runs);

		then = once * (then + cvg_cost_jump(fn));
		now += (runs - once) * (double)cvg_cost_block(fn, row->join);
	} else {
		now += cvg_cost_inst(fn, cvg_block_last(fn, row->block));
	}
	row->gain = now - then;
}

/* Fill in the row for ways that meet at its join. False: that does not pay. */
static bool pays(const struct cvg_iffinder *finder, struct cvg_ifconvert *row,
		 const struct cvg_ways *ways)
{
	find_ways(finder, row, ways);
	if (row->nways > 1)
		price(finder, row);
	if (row->nways > 1 && row->gain > 0)
		return true;
	free(row->way);
	*row = (struct cvg_ifconvert){.block = row->block};
	return false;
}

bool cvg_if_switch(struct cvg_iffinder *finder, struct cvg_ifconvert *row)
{
	struct cvg_ways ways;
	bool found = cvg_ways_find(finder->fn, row->block, &ways), all = false;

	if (found) {
		row->join = join_of(finder, row->block, &ways);
		all = row->join != CVG_NONE;
	}
	if (found && !all && finder->postdom) {
		row->join = early_join(finder, row->block, &ways);
		row->some = true;
	}
	found = found && row->join != CVG_NONE && pays(finder, row, &ways);
	cvg_ways_done(&ways);
	return found;
}
