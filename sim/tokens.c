/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Convergence tokens: which lanes of a warp run an operation together.
 *
 * LLVM, "Convergence And Uniformity: Convergent Operations"
 * (ConvergentOperations.rst), section "Dynamic Instances and Convergence Tokens":
 * threads that make a token together run each operation with that token
 * together, on whatever ways they come there, and nobody else runs it with them.
 * The heart of a loop makes a new token in each round; threads make it together if
 * they had the outer token together and are in the same round.
 *
 * A token is a number in each lane. Lanes with the same number have the same token.
 * Before an operation with a token stands MEET. There lanes wait in their entry of
 * the reconvergence stack for the lanes with the same token that may still come:
 * those that are in a block from which a way leads here without passing where
 * the token is made. Meanwhile other entries run. When no lane can come any more, an
 * entry for those that wait with that token is pushed, which runs the one
 * instruction and ends. Then the entries that waited go on, each by itself, to their
 * post-dominators.
 *
 * Example, LLVM's loop with a way out that does something first; lane 0 leaves in
 * round 1, lane 1 in round 2:
 *
 *	head:	%h = heart of the loop
 *		br i1 %leave, label %exit, label %head
 *	exit:	%r = ballot with %h
 *
 * exit is the post-dominator of the branch: both lanes come there in one entry, with
 * different tokens. The ballot is run twice, for one lane each.
 * tests/unit/sim_tokens_test.c runs this and others.
 *
 * LLVM's rules for tokens see to it that waiting ends. If no entry can run all the same,
 * those that wait on top no longer wait. The counts have a block as often as
 * entries run it: an instruction that several entries run together is counted for each.
 */
#include "sim/machine.h"

#include <stdlib.h>
#include <string.h>

#include "reconverge/base.h"
#include "reconverge/graph.h"

/* The blocks from which a way leads to a MEET that does not pass the block where its
 * token is made. */
struct reach {
	const struct cvg_uop *meet;
	uint8_t *from; /* [blocks] owned */
};

struct cvg_meets {
	cvg_vec(struct reach) at;
};

static struct cvg_entry *top(struct cvg_warp *warp)
{
	return &warp->stack.at[warp->stack.n - 1];
}

/* The lanes of an entry that are still in the running function. */
static uint64_t lanes_of(const struct cvg_warp *warp, const struct cvg_entry *e)
{
	return e->mask & warp->alive & ~warp->frame->returned;
}

/* The lanes of an entry that wait. */
static uint64_t waiting(const struct cvg_warp *warp, const struct cvg_entry *e)
{
	return e->meet ? lanes_of(warp, e) & ~e->met : 0;
}

/* The MEET at which an entry's lanes wait. */
static const struct cvg_bound *meet_of(const struct cvg_warp *warp,
				       const struct cvg_entry *e)
{
	return warp->code->ops + warp->code->blocks[e->block].op_at + e->meet -
	       1;
}

/* The lanes of `mask` that have lane `like`'s token of a MEET. */
static uint64_t same_token(const struct cvg_warp *warp,
			   const struct cvg_bound *meet, uint32_t like,
			   uint64_t mask)
{
	const uint8_t *row = cvg_row(warp, &meet->a);
	uint64_t token = cvg_row_get(row, CVG_K_I64, like), same = 0;

	for (uint64_t rest = mask; rest; rest &= rest - 1) {
		uint32_t l = cvg_first_lane(rest);

		if (cvg_row_get(row, CVG_K_I64, l) == token)
			same |= UINT64_C(1) << l;
	}
	return same;
}

/* ---- who may still come ------------------------------------------------ */

static uint32_t block_of(const struct cvg_warp *warp, uint64_t inst)
{
	return warp->code->ufn->fn->insts[inst].block;
}

/* Mark the blocks from which a way leads to the MEET, backwards from it. */
static uint8_t *find_ways(const struct cvg_warp *warp,
			  const struct cvg_uop *meet)
{
	const struct cvg_fn *fn = warp->code->ufn->fn;
	uint32_t maker = block_of(warp, meet->imm);
	uint32_t here = block_of(warp, meet->inst);
	uint8_t *from = cvg_calloc(fn->nblocks, 1);
	struct cvg_u32s work = {0};

	if (here != maker) {
		from[here] = 1;
		cvg_push(&work, here);
	}
	while (work.n) {
		uint32_t b = work.at[--work.n];

		for (uint32_t k = 0; k < fn->blocks[b].npreds; k++) {
			uint32_t pred = fn->preds[fn->blocks[b].preds_at + k];

			if (pred == maker || from[pred])
				continue;
			from[pred] = 1;
			cvg_push(&work, pred);
		}
	}
	free(work.at);
	return from;
}

/* The same, found once for each block of threads that runs. */
static const uint8_t *ways_to(const struct cvg_warp *warp,
			      const struct cvg_uop *meet)
{
	struct cvg_meets *meets = warp->block->meets;
	struct reach reach = {meet, NULL};

	if (!meets)
		meets = warp->block->meets = cvg_calloc(1, sizeof *meets);
	for (size_t i = 0; i < meets->at.n; i++)
		if (meets->at.at[i].meet == meet)
			return meets->at.at[i].from;
	reach.from = find_ways(warp, meet);
	cvg_push(&meets->at, reach);
	return reach.from;
}

void cvg_meets_free(struct cvg_meets *take_meets)
{
	if (!take_meets)
		return;
	for (size_t i = 0; i < take_meets->at.n; i++)
		free(take_meets->at.at[i].from);
	free(take_meets->at.at);
	free(take_meets);
}

/* Can the lanes of an entry come to a MEET with the token that they have? */
static bool may_come(const struct cvg_warp *warp, const struct cvg_entry *e,
		     const struct cvg_uop *meet)
{
	const struct cvg_fn *fn = warp->code->ufn->fn;
	const uint8_t *from = ways_to(warp, meet);
	const struct cvg_uop *at;

	if (!e->meet)
		return from[e->block];
	at = meet_of(warp, e)->uop;
	if (e->block == block_of(warp, meet->imm) && at->inst < meet->imm)
		return false;
	if (e->block == block_of(warp, meet->inst))
		return at->inst < meet->inst;
	cvg_foreach_succ (fn, e->block, s)
		if (from[*s])
			return true;
	return false;
}

/* Does the set of lanes, which are at a MEET and have lane `like`'s token, lack
 * one that may still come, or that waits at the MEET already? */
static bool lacks(const struct cvg_warp *warp, const struct cvg_bound *meet,
		  uint32_t like, uint64_t set)
{
	uint64_t rest = warp->full & ~set;

	for (size_t i = warp->stack.n; i-- > warp->frame->stack_at;) {
		const struct cvg_entry *e = &warp->stack.at[i];
		uint64_t mine = lanes_of(warp, e) & rest;

		rest &= ~mine;
		if (e->meet && meet_of(warp, e)->uop == meet->uop)
			mine &= ~e->met;
		else if (mine && !may_come(warp, e, meet->uop))
			continue;
		if (same_token(warp, meet, like, mine))
			return true;
	}
	return false;
}

/* ---- meeting ------------------------------------------------------------ */

/* Where the instruction of the MEET before operation `at` of the block ends. */
static uint32_t end_of(const struct cvg_warp *warp, uint32_t block, uint32_t at)
{
	const struct cvg_bblock *bblock = &warp->code->blocks[block];
	const struct cvg_bound *ops = warp->code->ops + bblock->op_at;
	uint32_t inst = ops[at - 1].uop->inst;

	while (at < bblock->nops && ops[at].uop->inst == inst)
		at++;
	return at;
}

/* Push an entry for lanes that wait where entry i waits. */
static void meet(struct cvg_warp *warp, size_t i, uint64_t set)
{
	const struct cvg_entry *at = &warp->stack.at[i];
	struct cvg_entry e = {.mask = set,
			      .block = at->block,
			      .reconv = CVG_NONE,
			      .until = end_of(warp, at->block, at->meet)};

	warp->frame->op = at->meet;
	warp->frame->timed = at->timed;
	warp->frame->started = true;
	warp->active = set;
	cvg_push(&warp->stack, e);
}

/* The lanes that wait where entry i waits and have lane `like`'s token. */
static uint64_t gather(const struct cvg_warp *warp, size_t i, uint32_t like)
{
	const struct cvg_bound *meet = meet_of(warp, &warp->stack.at[i]);
	uint64_t set = 0;

	for (size_t k = warp->frame->stack_at; k < warp->stack.n; k++) {
		const struct cvg_entry *e = &warp->stack.at[k];

		if (e->meet && meet_of(warp, e) == meet)
			set |= same_token(warp, meet, like, waiting(warp, e));
	}
	return set;
}

/* Let the lanes of one token meet that wait for nobody any more. */
static bool meet_complete(struct cvg_warp *warp)
{
	for (size_t i = warp->stack.n; i-- > warp->frame->stack_at;) {
		const struct cvg_entry *e = &warp->stack.at[i];
		uint64_t rest = waiting(warp, e);

		while (rest) {
			uint32_t like = cvg_first_lane(rest);
			uint64_t set = gather(warp, i, like);

			if (!lacks(warp, meet_of(warp, e), like, set)) {
				meet(warp, i, set);
				return true;
			}
			rest &= ~set;
		}
	}
	return false;
}

/* Bring to the top the first entry that does not wait, and of whose lanes none is
 * in an entry above it. */
static bool raise_another(struct cvg_warp *warp)
{
	uint64_t above = 0;

	for (size_t i = warp->stack.n; i-- > warp->frame->stack_at;) {
		struct cvg_entry e = warp->stack.at[i];
		uint64_t lanes = lanes_of(warp, &e);

		if (lanes && !e.meet && !(lanes & above)) {
			memmove(&warp->stack.at[i], &warp->stack.at[i + 1],
				(warp->stack.n - i - 1) * sizeof e);
			*top(warp) = e;
			warp->frame->started = false;
			return true;
		}
		above |= lanes;
	}
	return false;
}

bool cvg_meet_next(struct cvg_warp *warp)
{
	struct cvg_entry *e = top(warp);
	uint64_t rest = waiting(warp, e);

	if (!rest) {
		warp->active = lanes_of(warp, e);
		warp->frame->op = end_of(warp, e->block, e->meet);
		warp->frame->timed = e->timed;
		warp->frame->started = true;
		e->meet = 0;
		return true;
	}
	if (meet_complete(warp))
		return true;
	if (raise_another(warp))
		return false;
	meet(warp, warp->stack.n - 1,
	     gather(warp, warp->stack.n - 1, cvg_first_lane(rest)));
	return true;
}

bool cvg_meet_end(struct cvg_warp *warp)
{
	struct cvg_entry ended = *top(warp);

	if (!ended.until)
		return false;
	warp->stack.n--;
	for (size_t i = warp->frame->stack_at; i < warp->stack.n; i++) {
		struct cvg_entry *e = &warp->stack.at[i];

		if (e->meet && e->block == ended.block &&
		    end_of(warp, e->block, e->meet) == ended.until)
			e->met |= ended.mask;
	}
	return true;
}

/* ---- operations ----------------------------------------------------------- */

CVG_MACHINE_OP(meet)
{
	struct cvg_entry *e = top(warp);
	uint32_t like = cvg_first_lane(warp->active);
	uint64_t same = same_token(warp, op, like, warp->active);

	if (same == warp->active && !lacks(warp, op, like, same))
		return true;
	e->meet = warp->frame->op;
	e->met = 0;
	e->timed = warp->frame->timed;
	return false;
}

/* A number for round k of a loop's heart is a hash of that of round k - 1, and for
 * the first one of the outer token: it has 64 bits, so that two are equal by
 * chance in no run that ends. */
static uint64_t next_number(const struct cvg_bound *op, uint64_t outer,
			    uint64_t last, uint64_t last_outer)
{
	if (last_outer == outer)
		return cvg_hash64(last + 1);
	return cvg_hash64(outer ^ cvg_hash64((uint64_t)op->uop->inst + 1));
}

CVG_MACHINE_OP(token)
{
	uint8_t *to = cvg_result(warp, op);
	const uint8_t *outer = cvg_row(warp, &op->a);
	const uint8_t *last = cvg_row(warp, &op->b);
	const uint8_t *last_outer = cvg_row(warp, &op->c);
	uint64_t made = cvg_hash64(++warp->tokens);

	for (uint32_t l = 0; l < cvg_lanes(warp); l++) {
		if (op->uop->a != CVG_NONE)
			made = next_number(
				op, cvg_row_get(outer, CVG_K_I64, l),
				cvg_row_get(last, CVG_K_I64, l),
				cvg_row_get(last_outer, CVG_K_I64, l));
		cvg_row_set(to, CVG_K_I64, l, made);
	}
	cvg_result_end(warp, op, 0, 0);
	return true;
}
