/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * If-conversion: which divergent branches cost more than the code behind them
 * (Allen, Kennedy, Porterfield, Warren, "Conversion of Control Dependence to Data
 * Dependence", POPL 1983). All threads run that code then, and selects choose.
 * What is found in place of a switch is in ifswitch.c.
 *
 * Two forms are looked for. `block` ends in the branch:
 *
 *	block   -> arm, arm		block	-> arm, other
 *	arm     -> join			arm	-> next, other
 *	arm     -> join
 *
 * On the left, the arms jump to the same block, and one of them may be missing.
 * On the right, two branches ask two questions (`a && b`), and become one branch
 * on both answers. The threads that come to `other` over both edges run it together
 * then: no convergent operation may stand there before all threads meet.
 *
 * An arm has one edge in, no phis, and only instructions that any thread may run
 * (unasked.h), or calls of functions that end whatever their arguments are, such as
 * OpenCL's `pow` and `read_imagef`. A load at an address that is not known to be safe
 * loads at another one for the threads that did not ask, which they have accessed before:
 * `x = *p` becomes `x = *(c ? p : q)`.
 *
 * Example, on amdgcn (branch 28 cycles, jump 16, select 4, add 4; half of the
 * warps skip an arm if no profile says otherwise):
 *
 *	b:	br c, t, j		b:	x1 = add x 1
 *	t:	x1 = add x 1			p = select c x1 0
 *		br j				br j
 *	j:	p = phi b:0 t:x1
 *
 * The left side costs 28 + (4 + 16) / 2 + 4 = 42 cycles, the right one 4 + 4.
 *
 * Where one arm is expensive or has effects and the other is cheap, a third form remains:
 * all threads run the cheap arm, and the branch leads around the other one only. That
 * asks that both meet again: the arm that is left falls through to the join, so that
 * warps that ran both save a jump. `darm` leaves such arms, and loads at two addresses, to
 * the phase. Example, y <= 0.04 ? y / 12.92 : pow(y, 2.4): the product costs 4 cycles, and
 * the jump 16.
 */
#include "reconverge/analysis.h"
#include "reconverge/cost.h"
#include "reconverge/graph.h"
#include "reconverge/plan.h"
#include "reconverge/profile.h"
#include "reconverge/rejects.h"
#include "reconverge/settings.h"
#include "behind.h"
#include "ifconvert.h"
#include "unasked.h"

#include <stdlib.h>
#include <string.h>

/* ---- form ------------------------------------------------------------ */

bool cvg_if_is_arm(const struct cvg_iffinder *finder, uint32_t block,
		   uint32_t arm)
{
	const struct cvg_fn *fn = finder->fn;
	const struct cvg_block *b = &fn->blocks[arm];
	const struct cvg_unasked unasked = {
		.fn = fn, .dom = finder->dom, .entry = block};

	cvg_foreach_pred (fn, arm, pred)
		if (*pred != block)
			return false;
	if (b->nphis || (finder->taken && finder->taken[arm]))
		return false;
	for (uint32_t i = 0; i + 1 < b->ninsts; i++)
		if (!cvg_may_run_unasked(&unasked, b->inst_at + i) &&
		    !(fn->insts[b->inst_at + i].flags & CVG_I_TOTAL))
			return false;
	return true;
}

/* Can all threads run the instruction, a load perhaps from another address? */
static bool may_run(struct cvg_iffinder *finder,
		    const struct cvg_unasked *unasked, uint32_t inst)
{
	const struct cvg_fn *fn = finder->fn;
	uint32_t pointer;

	if (cvg_may_run_unasked(unasked, inst) ||
	    fn->insts[inst].flags & CVG_I_TOTAL)
		return true;
	pointer = finder->wide ? cvg_unasked_pointer(unasked, inst) : CVG_NONE;
	if (pointer == CVG_NONE)
		return false;
	if (!finder->instead) {
		finder->instead = cvg_calloc(fn->ninsts, sizeof(uint32_t));
		memset(finder->instead, 0xff, fn->ninsts * sizeof(uint32_t));
	}
	finder->instead[inst] = pointer;
	return true;
}

/* The same for a branch of two edges that lead to different blocks: its condition can
 * choose an address. */
static bool is_arm(struct cvg_iffinder *finder, uint32_t block, uint32_t arm)
{
	const struct cvg_fn *fn = finder->fn;
	const struct cvg_block *b = &fn->blocks[arm];
	const struct cvg_unasked unasked = {
		.fn = fn, .dom = finder->dom, .entry = block};

	if (b->npreds != 1 || b->nphis || (finder->taken && finder->taken[arm]))
		return false;
	for (uint32_t i = 0; i + 1 < b->ninsts; i++)
		if (!may_run(finder, &unasked, b->inst_at + i))
			return false;
	return true;
}

static bool jumps(const struct cvg_iffinder *finder, uint32_t block)
{
	return cvg_block_terminator(finder->fn, block)->op == CVG_OP_BR;
}

static uint32_t successor(const struct cvg_iffinder *finder, uint32_t block,
			  uint32_t k)
{
	return finder->fn->succs[finder->fn->blocks[block].succs_at + k];
}

/* The left form; *row has the block. A join has several edges in, and so is no
 * arm. */
static bool finds_arms(struct cvg_iffinder *finder, struct cvg_ifconvert *row)
{
	uint32_t join[2];

	for (uint32_t k = 0; k < 2; k++) {
		uint32_t s = successor(finder, row->block, k);
		bool moves = jumps(finder, s) && is_arm(finder, row->block, s);

		row->arm[k] = moves ? s : CVG_NONE;
		join[k] = moves ? successor(finder, s, 0) : s;
	}
	row->join = join[0];
	return join[0] == join[1] &&
	       (row->arm[0] != CVG_NONE || row->arm[1] != CVG_NONE) &&
	       join[0] != row->arm[0] && join[0] != row->arm[1];
}

static void look_for_convergent(struct cvg_iffinder *finder)
{
	const struct cvg_fn *fn = finder->fn;

	finder->mark = cvg_calloc(fn->nblocks, sizeof *finder->mark);
	finder->budget = (int64_t)fn->nblocks * 64 + 1024;
	for (uint32_t i = 0; i < fn->ninsts && !finder->convergent; i++)
		finder->convergent =
			fn->insts[i].flags & (CVG_I_CONVERGENT | CVG_I_TOKEN);
}

bool cvg_if_may_meet(struct cvg_iffinder *finder, uint32_t block,
		     uint32_t other)
{
	struct cvg_behind behind = {.fn = finder->fn,
				    .dom = finder->dom,
				    .budget = &finder->budget};

	if (!finder->mark)
		look_for_convergent(finder);
	behind.mark = finder->mark;
	behind.stamp = ++finder->stamp;
	return !finder->convergent ||
	       (cvg_behind_together(&behind, block, &other, 1,
				    finder->postdom->idom[block]) == CVG_NONE &&
		finder->budget > 0);
}

/* The right form. */
static bool finds_question(struct cvg_iffinder *finder,
			   struct cvg_ifconvert *row)
{
	for (uint32_t k = 0; k < 2; k++) {
		uint32_t arm = successor(finder, row->block, k);
		uint32_t other = successor(finder, row->block, !k), t, f;

		if (cvg_block_terminator(finder->fn, arm)->op !=
			    CVG_OP_CONDBR ||
		    arm == other || !is_arm(finder, row->block, arm))
			continue;
		t = successor(finder, arm, 0);
		f = successor(finder, arm, 1);
		if (t == f || (t != other && f != other) ||
		    !cvg_if_may_meet(finder, row->block, other))
			continue;
		row->arm[k] = arm;
		row->arm[!k] = CVG_NONE;
		row->join = other;
		row->asks = true;
		return true;
	}
	return false;
}

/* ---- price ----------------------------------------------------------- */

uint64_t cvg_if_work(const struct cvg_fn *fn, uint32_t block)
{
	uint64_t sum = 0;

	for (uint32_t i = 0; i + 1 < fn->blocks[block].ninsts; i++)
		sum += cvg_cost_inst(fn, fn->blocks[block].inst_at + i);
	return sum;
}

/* Cycles of the selects that choose addresses in the arm. */
static uint64_t selects_in(const struct cvg_iffinder *finder, uint32_t arm)
{
	const struct cvg_fn *fn = finder->fn;
	uint64_t sum = 0;

	for (uint32_t i = 0; finder->instead && i < fn->blocks[arm].ninsts;
	     i++) {
		uint32_t to = finder->instead[fn->blocks[arm].inst_at + i];

		if (to != CVG_NONE)
			sum += cvg_cost_select(fn, fn->values[to].type);
	}
	return sum;
}

/* The value that the phi has for the threads of edge k of the row's block. */
static uint32_t brought(const struct cvg_fn *fn, uint32_t phi,
			const struct cvg_ifconvert *row, uint32_t k)
{
	const struct cvg_inst *in = &fn->insts[phi];
	uint32_t from = row->arm[k] == CVG_NONE ? row->block : row->arm[k];

	for (uint32_t i = 0; i < in->nops; i++)
		if (fn->incoming[in->ops_at + i] == from)
			return cvg_op_of(fn, phi, i);
	return CVG_NONE;
}

/* Cycles of the selects for the join's phis, less the phis that they replace. */
static int64_t price_join(const struct cvg_fn *fn,
			  const struct cvg_ifconvert *row)
{
	const struct cvg_block *join = &fn->blocks[row->join];
	int64_t sum = 0;

	for (uint32_t i = 0; i < join->nphis; i++) {
		uint32_t phi = join->inst_at + i, type = fn->insts[phi].type;

		if (brought(fn, phi, row, 0) != brought(fn, phi, row, 1))
			sum += cvg_cost_select(fn, type);
		if (join->npreds == 2)
			sum -= cvg_cost_phi(fn, type);
	}
	return sum;
}

static void price(const struct cvg_iffinder *finder, struct cvg_ifconvert *row)
{
	const struct cvg_fn *fn = finder->fn;
	const struct cvg_inst *term = cvg_block_terminator(fn, row->block);
	double then = 0, now = cvg_cost_branch(fn);

	for (uint32_t k = 0; k < 2; k++) {
		double skipped, work;

		if (row->arm[k] == CVG_NONE)
			continue;
		skipped = cvg_profile_unused(
			finder->settings->profile, fn, fn->ops[term->ops_at],
			(enum cvg_arm)k,
			cvg_set_real(finder->settings, CVG_SET_SKIP));
		work = (double)cvg_if_work(fn, row->arm[k]);
		row->ninsts += fn->blocks[row->arm[k]].ninsts - 1;
		now += (1 - skipped) * (work + (row->asks ? cvg_cost_branch(fn)
							  : cvg_cost_jump(fn)));
		then += work + (double)selects_in(finder, row->arm[k]);
	}
	then += (double)price_join(fn, row);
	if (row->asks)
		then += cvg_cost_branch(fn) +
			cvg_cost_select(fn,
					fn->values[fn->ops[term->ops_at]].type);
	row->gain = now - then;
}

/* ---- half ------------------------------------------------------------ */

/* The third form, and what it gains; *row has the block. */
static bool finds_half(struct cvg_iffinder *finder, struct cvg_ifconvert *row)
{
	const struct cvg_fn *fn = finder->fn;
	const struct cvg_inst *term = cvg_block_terminator(fn, row->block);

	uint32_t join = finder->postdom->idom[row->block];

	for (uint32_t k = 0; k < 2; k++) {
		uint32_t arm = successor(finder, row->block, k);
		double skipped, gain;

		if (!jumps(finder, arm) || fn->blocks[arm].ninsts == 1 ||
		    successor(finder, arm, 0) != join ||
		    successor(finder, row->block, !k) == join ||
		    !is_arm(finder, row->block, arm))
			continue;
		skipped = cvg_profile_unused(
			finder->settings->profile, fn, fn->ops[term->ops_at],
			(enum cvg_arm)k,
			cvg_set_real(finder->settings, CVG_SET_SKIP));
		gain = (1 - skipped) * (double)cvg_cost_jump(fn) -
		       skipped * (double)cvg_if_work(fn, arm) -
		       (double)selects_in(finder, arm);
		if (gain <= row->gain)
			continue;
		*row = (struct cvg_ifconvert){
			.block = row->block,
			.arm = {k ? CVG_NONE : arm, k ? arm : CVG_NONE},
			.join = join,
			.half = true,
			.ninsts = fn->blocks[arm].ninsts - 1,
			.gain = gain,
		};
	}
	return row->half;
}

/* ---- the plan -------------------------------------------------------- */

static void take(struct cvg_iffinder *finder, const struct cvg_ifconvert *row)
{
	finder->taken[row->block] = true;
	for (uint32_t k = 0; k < 2 && !row->nways; k++)
		if (row->arm[k] != CVG_NONE)
			finder->taken[row->arm[k]] = true;
	for (uint32_t k = 0; k < row->nways; k++)
		if (row->way[k].arm != CVG_NONE)
			finder->taken[row->way[k].arm] = true;
	cvg_push(&finder->rows, *row);
}

static void look_at(struct cvg_iffinder *finder, uint32_t block)
{
	enum cvg_op op = cvg_block_terminator(finder->fn, block)->op;
	struct cvg_ifconvert row = {.block = block};

	if (finder->taken[block] ||
	    cvg_is_rejected(finder->settings->rejects, CVG_REJECT_IFCONVERT,
			    finder->fn, block))
		return;
	if (op == CVG_OP_SWITCH && cvg_if_switch(finder, &row))
		take(finder, &row);
	if (op != CVG_OP_CONDBR)
		return;
	if (finds_arms(finder, &row) || finds_question(finder, &row))
		price(finder, &row);
	if (row.gain < 0)
		row.gain = 0;
	if ((finder->wide && finds_half(finder, &row)) || row.gain > 0)
		take(finder, &row);
}

struct cvg_ifplan *cvg_plan_ifconvert(struct cvg_ana *ana,
				      const struct cvg_settings *settings,
				      bool wide)
{
	struct cvg_ifplan *plan = cvg_calloc(1, sizeof *plan);
	const struct cvg_uniform *uniform = cvg_ana_uniform(ana);
	struct cvg_iffinder finder = {.fn = cvg_ana_fn(ana),
				      .dom = cvg_ana_dom(ana),
				      .postdom = cvg_ana_postdom(ana),
				      .cycles = cvg_ana_cycles(ana),
				      .wide = wide,
				      .settings = settings};

	finder.taken = cvg_calloc(finder.fn->nblocks, sizeof *finder.taken);
	/* The innermost come last in the function, and first here. */
	for (uint32_t b = finder.fn->nblocks; b-- > 0;)
		if (finder.dom->depth[b] &&
		    cvg_bits_has(&uniform->divergent_term, b))
			look_at(&finder, b);
	plan->row = finder.rows.at;
	plan->n = (uint32_t)finder.rows.n;
	plan->fn = finder.fn;
	plan->instead = finder.instead;
	free(finder.taken);
	free(finder.mark);
	return plan;
}

void cvg_ifplan_free(struct cvg_ifplan *take_plan)
{
	if (!take_plan)
		return;
	for (uint32_t r = 0; r < take_plan->n; r++)
		free(take_plan->row[r].way);
	free(take_plan->row);
	free(take_plan->instead);
	free(take_plan);
}
