/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Tail merging, or cross-jumping: which blocks that jump to the same block end in
 * the same instructions (Chen, Li, Gupta, "Code Compaction of Matching Single-Entry
 * Multiple-Exit Regions", SAS 2003, doi.org/10.1007/3-540-44898-5_23). DARM and CFM
 * compare themselves with it in Table I: it merges tails of single blocks only,
 * the blocks stay, and so does the branch that parts their threads.
 *
 * Two instructions are the same if they could be one (cvg_inst.shape) with one
 * operand at most that differs. Such an operand comes in by a phi. Operands that
 * the tails compute themselves, at the same place, do not differ. The bound is the
 * one by which LLVM sinks common instructions (SimplifyCFG).
 *
 * Threads of both blocks run the tail together only if all ways from the branch
 * lead through it (`meets`). Else it is smaller code that a warp runs as often as
 * before, until `linearize` makes the threads meet there.
 *
 * Example: the last two instructions are alike; the product is computed at the
 * same place, so that only the pointers differ.
 *
 *	a: x = load @p		b: y = add t 1		a -> m	b: y = ..., -> m
 *	   s = mul x 7		   u = mul y 7		m: v = phi a:x b:y
 *	   store s @q		   store u @r		   w = phi a:@q b:@r
 *	   -> j			   -> j			   s = mul v 7
 *							   store s @w, -> j
 *
 * The multiplication takes one phi, and the store another.
 */
#include "reconverge/tails.h"

#include "reconverge/analysis.h"
#include "reconverge/cost.h"
#include "reconverge/graph.h"

#include <stdlib.h>

enum {
	MOST_BLOCKS = 16, /* of one join, of which each is compared with each */
};

struct tails {
	const struct cvg_fn *fn;
	const struct cvg_dom *dom;
	const uint32_t *meets; /* see cvg_ana_joins */
	const struct cvg_uniform *uniform;
	cvg_vec(struct cvg_tail) rows;
};

/* The instruction `back` places before the block's end; 1 is the last before the
 * terminator. CVG_NONE: that is a phi, or none. */
static uint32_t inst_at(const struct cvg_fn *fn, uint32_t block, uint32_t back)
{
	const struct cvg_block *b = &fn->blocks[block];

	return back + 1 + b->nphis > b->ninsts
		       ? CVG_NONE
		       : b->inst_at + b->ninsts - 1 - back;
}

/* How far before the end of the block the value is computed; 0: not in the block's
 * tail of n instructions. */
static uint32_t place_of(const struct cvg_fn *fn, uint32_t block, uint32_t n,
			 uint32_t value)
{
	uint32_t inst = cvg_value_inst(fn, value);
	uint32_t last = cvg_block_last(fn, block);

	return inst != CVG_NONE && inst < last && inst + n >= last ? last - inst
								   : 0;
}

/* Is it the same value, or computed at the same place of both tails? */
static bool is_same(const struct cvg_fn *fn, const struct cvg_tail *tail,
		    uint32_t a, uint32_t b)
{
	uint32_t place = place_of(fn, tail->block[0], tail->ninsts, a);

	return a == b || (place && place == place_of(fn, tail->block[1],
						     tail->ninsts, b));
}

/* ---- what is alike --------------------------------------------------- */

/* Count the instructions at the ends that could be one. */
static void match(const struct cvg_fn *fn, struct cvg_tail *tail)
{
	tail->refusal = CVG_REFUSE_TAIL;
	for (;;) {
		uint32_t i = inst_at(fn, tail->block[0], tail->ninsts + 1);
		uint32_t j = inst_at(fn, tail->block[1], tail->ninsts + 1);
		const struct cvg_inst *a, *b;

		if (i == CVG_NONE || j == CVG_NONE)
			return;
		a = &fn->insts[i];
		b = &fn->insts[j];
		if (a->flags & b->flags & CVG_I_CONVERGENT)
			tail->refusal = CVG_REFUSE_CONVERGENT;
		if ((a->flags | b->flags) & (CVG_I_CONVERGENT | CVG_I_TOKEN) ||
		    a->shape == CVG_NONE || a->shape != b->shape ||
		    (a->flags ^ b->flags) & CVG_I_SWAPPED)
			return;
		tail->ninsts++;
	}
}

/* Operands of the instructions at that place that need a phi. */
static uint32_t differing(const struct cvg_fn *fn, const struct cvg_tail *tail,
			  uint32_t back)
{
	uint32_t i = inst_at(fn, tail->block[0], back), n = 0;
	uint32_t j = inst_at(fn, tail->block[1], back);

	for (uint32_t k = 0; k < fn->insts[i].nops; k++)
		n += !is_same(fn, tail, cvg_op_of(fn, i, k),
			      cvg_op_of(fn, j, k));
	return n;
}

/* The value that a phi of the join has for one of the tails. */
static uint32_t brought(const struct cvg_fn *fn, uint32_t phi, uint32_t block)
{
	const struct cvg_inst *in = &fn->insts[phi];

	for (uint32_t k = 0; k < in->nops; k++)
		if (fn->incoming[in->ops_at + k] == block)
			return cvg_op_of(fn, phi, k);
	return CVG_NONE;
}

/* Cut off what computes one of the two values, unless the same place of the other
 * tail computes the other one: no phi can choose between a value of the merged tail
 * and another one. */
static void keep_apart(const struct cvg_fn *fn, struct cvg_tail *tail,
		       uint32_t value_a, uint32_t value_b)
{
	uint32_t a = place_of(fn, tail->block[0], tail->ninsts, value_a);
	uint32_t b = place_of(fn, tail->block[1], tail->ninsts, value_b);

	if (a != b)
		tail->ninsts = (a && (!b || a < b) ? a : b) - 1;
}

/* Do so for the operands of the instructions at that place. */
static void keep_operands_apart(const struct cvg_fn *fn, struct cvg_tail *tail,
				uint32_t back)
{
	uint32_t i = inst_at(fn, tail->block[0], back);
	uint32_t j = inst_at(fn, tail->block[1], back);

	for (uint32_t k = 0; k < fn->insts[i].nops; k++)
		keep_apart(fn, tail, cvg_op_of(fn, i, k), cvg_op_of(fn, j, k));
}

/* Shorten the tail until its instructions are the same. */
static void shorten(const struct cvg_fn *fn, struct cvg_tail *tail)
{
	const struct cvg_block *join = &fn->blocks[tail->join];
	uint32_t before;

	do {
		before = tail->ninsts;
		for (uint32_t k = join->inst_at;
		     k < join->inst_at + join->nphis; k++)
			keep_apart(fn, tail, brought(fn, k, tail->block[0]),
				   brought(fn, k, tail->block[1]));
		for (uint32_t back = 1; back <= tail->ninsts; back++) {
			keep_operands_apart(fn, tail, back);
			if (differing(fn, tail, back) > 1)
				tail->ninsts = back - 1;
		}
	} while (tail->ninsts != before);
	if (tail->ninsts)
		tail->refusal = CVG_REFUSE_NONE;
}

/* ---- price ------------------------------------------------------------ */

static int by_values(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return (x > y) - (x < y);
}

/* Count the phis, one for each pair of values, and their cycles. */
static void price_phis(const struct cvg_fn *fn, struct cvg_tail *tail)
{
	cvg_vec(uint64_t) pairs = {0};

	for (uint32_t back = 1; back <= tail->ninsts; back++) {
		uint32_t i = inst_at(fn, tail->block[0], back);
		uint32_t j = inst_at(fn, tail->block[1], back);

		for (uint32_t k = 0; k < fn->insts[i].nops; k++) {
			uint32_t a = cvg_op_of(fn, i, k);
			uint32_t b = cvg_op_of(fn, j, k);

			if (!is_same(fn, tail, a, b))
				cvg_push(&pairs, (uint64_t)a << 32 | b);
		}
	}
	if (pairs.n)
		qsort(pairs.at, pairs.n, sizeof(*pairs.at), by_values);
	for (size_t k = 0; k < pairs.n; k++) {
		uint32_t value = (uint32_t)(pairs.at[k] >> 32);

		if (k && pairs.at[k] == pairs.at[k - 1])
			continue;
		tail->nphis++;
		tail->added += cvg_cost_phi(fn, fn->values[value].type);
	}
	free(pairs.at);
}

/* Do all ways from the branch to the join lead through the two blocks? */
static bool all_pass(const struct tails *tails, const struct cvg_tail *tail)
{
	if (tails->meets[tail->entry] != tail->join)
		return false;
	cvg_foreach_pred (tails->fn, tail->join, pred)
		if (*pred != tail->block[0] && *pred != tail->block[1] &&
		    cvg_dominates(tails->dom, tail->entry, *pred))
			return false;
	return true;
}

static void price(const struct tails *tails, struct cvg_tail *tail)
{
	tail->added = cvg_cost_jump(tails->fn);
	price_phis(tails->fn, tail);
	tail->meets = all_pass(tails, tail);
	for (uint32_t back = 1; tail->meets && back <= tail->ninsts; back++)
		tail->saved += cvg_cost_inst(
			tails->fn, inst_at(tails->fn, tail->block[0], back));
}

/* ---- the plan --------------------------------------------------------- */

/* Do the threads of the two blocks part at a divergent branch, and meet at the
 * join for the first time? */
static bool part(const struct tails *tails, struct cvg_tail *tail)
{
	uint32_t a = tail->block[0], b = tail->block[1];

	tail->entry = cvg_dom_common(tails->dom, a, b);
	return tail->entry != CVG_NONE && tail->entry != a &&
	       tail->entry != b &&
	       cvg_bits_has(&tails->uniform->divergent_term, tail->entry) &&
	       !cvg_dominates(tails->dom, tail->join, a) &&
	       !cvg_dominates(tails->dom, tail->join, b);
}

/* The blocks that jump to the join, up to MOST_BLOCKS. */
static uint32_t jumpers(const struct tails *tails, uint32_t join,
			uint32_t block[MOST_BLOCKS])
{
	uint32_t n = 0;

	cvg_foreach_pred (tails->fn, join, pred)
		if (n < MOST_BLOCKS && tails->dom->depth[*pred] &&
		    cvg_block_terminator(tails->fn, *pred)->op == CVG_OP_BR)
			block[n++] = *pred;
	return n;
}

static void look_at(struct tails *tails, uint32_t join)
{
	struct cvg_tail best = {.entry = CVG_NONE};
	uint32_t block[MOST_BLOCKS], n = jumpers(tails, join, block);

	for (uint32_t i = 0; i < n; i++)
		for (uint32_t j = i + 1; j < n; j++) {
			struct cvg_tail tail = {.block = {block[i], block[j]},
						.join = join};

			if (!part(tails, &tail))
				continue;
			match(tails->fn, &tail);
			shorten(tails->fn, &tail);
			if (best.entry == CVG_NONE || tail.ninsts > best.ninsts)
				best = tail;
		}
	if (best.entry == CVG_NONE)
		return;
	if (best.refusal == CVG_REFUSE_NONE)
		price(tails, &best);
	cvg_push(&tails->rows, best);
}

struct cvg_tailplan *cvg_plan_tails(struct cvg_ana *ana)
{
	struct cvg_tailplan *plan = cvg_calloc(1, sizeof *plan);
	struct tails tails = {.fn = cvg_ana_fn(ana),
			      .dom = cvg_ana_dom(ana),
			      .meets = cvg_ana_joins(ana),
			      .uniform = cvg_ana_uniform(ana)};

	for (uint32_t b = 0; b < tails.fn->nblocks; b++)
		if (tails.fn->blocks[b].npreds > 1)
			look_at(&tails, b);
	plan->row = tails.rows.at;
	plan->n = (uint32_t)tails.rows.n;
	return plan;
}

void cvg_tailplan_free(struct cvg_tailplan *take_plan)
{
	if (!take_plan)
		return;
	free(take_plan->row);
	free(take_plan);
}
