/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The arms of a divergent branch and the single-entry single-exit subgraphs
 * they are chains of (DARM, Definitions 3 and 5).
 *
 * The region is (E, X), X the immediate post-dominator of E. An arm holds what
 * is reachable from one successor without passing X. Its chain is found by
 * walking from post-dominator to post-dominator; where a later block jumps
 * back into a piece, the piece grows until it is closed. Each arm is
 * walked once: linear in its edges.
 */
#include "plan.h"
#include "refuse.h"

#include <stdlib.h>

static void refuse(struct cvg_candidate *c, enum cvg_refusal why,
		   uint32_t block)
{
	c->refusal = why;
	c->culprit_block = block;
}

/* ---- the blocks of an arm -------------------------------------------- */

/* Stamp and append what is reachable from `start` short of `stop`. */
static void reach(struct planner *p, uint32_t start, uint32_t stop,
		  uint32_t stamp, struct cvg_u32s *found)
{
	size_t next = found->n;

	if (p->mark[start] == stamp)
		return;
	p->mark[start] = stamp;
	cvg_push(found, start);
	for (; next < found->n; next++)
		cvg_foreach_succ (p->fn, found->at[next], s) {
			if (*s == stop || p->mark[*s] == stamp)
				continue;
			p->mark[*s] = stamp;
			cvg_push(found, *s);
		}
}

static bool arm_is_closed(struct planner *p, struct cvg_candidate *c,
			  enum cvg_arm arm, const struct cvg_u32s *blocks,
			  uint32_t stamp)
{
	const struct cvg_block *e = &p->fn->blocks[c->entry];
	uint32_t start = p->fn->succs[e->succs_at + arm];

	for (size_t i = 0; i < blocks->n; i++)
		cvg_foreach_pred (p->fn, blocks->at[i], pred) {
			if (p->mark[*pred] == stamp ||
			    p->order->place[*pred] == CVG_NONE)
				continue;
			if (*pred == c->entry && blocks->at[i] == start)
				continue;
			refuse(c, CVG_REFUSE_SIDE_ENTRY, blocks->at[i]);
			return false;
		}
	return true;
}

static uint32_t *keep(struct planner *p, const struct cvg_u32s *v)
{
	uint32_t *at = cvg_arena_array(p->arena, uint32_t, v->n);

	for (size_t i = 0; i < v->n; i++)
		at[i] = v->at[i];
	return at;
}

/* ---- one subgraph ---------------------------------------------------- */

/* A block of the arm that jumps into the piece from outside it and behind. */
static bool is_reentered(const struct planner *p, const struct cvg_u32s *blocks,
			 size_t from, uint32_t stamp)
{
	uint32_t first = p->order->place[blocks->at[0]];

	for (size_t i = from; i < blocks->n; i++)
		cvg_foreach_pred (p->fn, blocks->at[i], pred)
			if (p->mark[*pred] != stamp &&
			    p->order->place[*pred] != CVG_NONE &&
			    p->order->place[*pred] > first)
				return true;
	return false;
}

/* The smallest closed piece that starts at b; returns where it leads. */
static uint32_t grow(struct planner *p, uint32_t b, uint32_t stamp,
		     struct cvg_u32s *blocks)
{
	uint32_t stop = p->postdom->idom[b];
	uint32_t start = b;

	for (;;) {
		reach(p, start, stop, stamp, blocks);
		/* An edge may come back to any of them once more are in. */
		if (stop == CVG_NONE || !is_reentered(p, blocks, 0, stamp))
			return stop;
		start = stop;
		stop = p->postdom->idom[stop];
	}
}

static int by_place(const void *a, const void *b, void *ctx)
{
	const struct planner *p = ctx;
	uint32_t x = p->order->place[*(const uint32_t *)a];
	uint32_t y = p->order->place[*(const uint32_t *)b];

	return (x > y) - (x < y);
}

/* No body, one way on, and entered only from the piece: its exit joint. */
static bool is_joint(const struct planner *p, uint32_t b, uint32_t stamp)
{
	const struct cvg_block *block = &p->fn->blocks[b];

	if (block->ninsts != block->nphis + 1 || block->nsuccs != 1)
		return false;
	cvg_foreach_pred (p->fn, b, pred)
		if (p->mark[*pred] != stamp)
			return false;
	return true;
}

static void judge(const struct planner *p, struct cvg_subgraph *s)
{
	s->refusal = CVG_REFUSE_NONE;
	s->culprit = CVG_NONE;
	for (uint32_t k = 0; k < s->nblocks; k++) {
		const struct cvg_block *b = &p->fn->blocks[s->block[k]];

		for (uint32_t i = 0; i < b->ninsts; i++) {
			uint32_t inst = b->inst_at + i;

			s->refusal = cvg_inst_refusal(&p->fn->insts[inst],
						      CVG_REFUSE_CONVERGENT);
			if (s->refusal == CVG_REFUSE_NONE)
				continue;
			s->culprit = inst;
			return;
		}
	}
}

/*
 * Signatures: a few rounds of hashing each block with its successors, blind
 * to their order, so that mirrored structures look alike.
 */
static void sign(struct planner *p, const struct cvg_subgraph *s,
		 uint32_t stamp)
{
	const struct cvg_fn *fn = p->fn;

	for (uint32_t k = 0; k < s->nblocks; k++)
		p->signature[s->block[k]] = 1;
	for (int round = 0; round < 4; round++)
		for (uint32_t k = s->nblocks; k-- > 0;) {
			uint32_t b = s->block[k];
			uint64_t sum = cvg_block_terminator(fn, b)->op;

			cvg_foreach_succ (fn, b, t) {
				uint64_t x = p->mark[*t] == stamp
						     ? p->signature[*t]
						     : 7;
				x ^= x >> 29;
				x *= UINT64_C(0xbf58476d1ce4e5b9);
				sum += x ^ x >> 32;
			}
			p->signature[b] = sum * 3 + 1;
		}
}

/* Fill s with the piece that starts at b; its `next` is where to go on. */
static void subgraph_at(struct planner *p, uint32_t b, uint32_t exit,
			struct cvg_subgraph *s)
{
	struct cvg_u32s blocks = {0};
	uint32_t stamp = planner_stamp(p);
	uint32_t stop = grow(p, b, stamp, &blocks);

	if (blocks.n)
		qsort_r(blocks.at, blocks.n, sizeof *blocks.at, by_place, p);
	*s = (struct cvg_subgraph){.entry = b, .joint = CVG_NONE};
	s->block = keep(p, &blocks);
	s->nblocks = (uint32_t)blocks.n;
	s->next = stop;
	for (uint32_t k = 0; k < s->nblocks; k++)
		cvg_foreach_succ (p->fn, s->block[k], t)
			s->nexits += *t == stop;
	if (stop != exit && is_joint(p, stop, stamp)) {
		s->joint = stop;
		s->next = p->fn->succs[p->fn->blocks[stop].succs_at];
	}
	judge(p, s);
	sign(p, s, stamp);
	free(blocks.at);
}

bool cvg_subgraph_is_plain(const struct planner *p,
			   const struct cvg_subgraph *s)
{
	return s->nblocks == 1 &&
	       cvg_block_terminator(p->fn, s->entry)->op == CVG_OP_BR;
}

/* ---- the chain of an arm --------------------------------------------- */

static bool is_hollow(const struct planner *p, uint32_t b)
{
	const struct cvg_block *block = &p->fn->blocks[b];

	return block->ninsts == 1 && block->nsuccs == 1 && block->npreds == 1;
}

static void chain_arm(struct planner *p, struct cvg_candidate *c,
		      enum cvg_arm arm, struct cvg_u32s *hollow)
{
	const struct cvg_block *e = &p->fn->blocks[c->entry];
	uint32_t b = p->fn->succs[e->succs_at + arm];
	cvg_vec(struct cvg_subgraph) chain = {0};

	while (b != c->exit) {
		struct cvg_subgraph s;

		if (is_hollow(p, b)) {
			cvg_push(hollow, b);
			b = p->fn->succs[p->fn->blocks[b].succs_at];
			if (chain.n)
				chain.at[chain.n - 1].next = b;
			continue;
		}
		subgraph_at(p, b, c->exit, &s);
		cvg_push(&chain, s);
		b = s.next;
	}
	c->nchain[arm] = (uint32_t)chain.n;
	c->chain[arm] = cvg_arena_array(p->arena, struct cvg_subgraph, chain.n);
	for (size_t i = 0; i < chain.n; i++)
		c->chain[arm][i] = chain.at[i];
	free(chain.at);
}

/* Definition 5, and what melding needs beyond it. */
static bool find_exit(struct planner *p, struct cvg_candidate *c)
{
	const struct cvg_block *e = &p->fn->blocks[c->entry];
	uint32_t t = p->fn->succs[e->succs_at];
	uint32_t f = p->fn->succs[e->succs_at + 1];

	c->exit = p->postdom->idom[c->entry];
	if (t == f)
		refuse(c, CVG_REFUSE_SAME_SUCCESSOR, t);
	else if (c->exit == CVG_NONE)
		refuse(c, CVG_REFUSE_NO_EXIT, CVG_NONE);
	else if (c->exit == t || c->exit == f)
		refuse(c, CVG_REFUSE_NO_ELSE, c->exit);
	else
		return true;
	return false;
}

/* Both arms' blocks; false if a block belongs to both, or one is not closed. */
static bool find_arms(struct planner *p, struct cvg_candidate *c,
		      struct cvg_u32s arm[2])
{
	const struct cvg_block *e = &p->fn->blocks[c->entry];
	uint32_t stamp[2];

	for (uint32_t k = 0; k < 2; k++) {
		stamp[k] = planner_stamp(p);
		reach(p, p->fn->succs[e->succs_at + k], c->exit, stamp[k],
		      &arm[k]);
	}
	for (uint32_t k = 0; k < 2; k++)
		for (size_t i = 0; i < arm[k].n; i++)
			if (arm[k].at[i] == c->entry) {
				refuse(c, CVG_REFUSE_REENTRY, arm[k].at[0]);
				return false;
			}
	for (size_t i = 0; i < arm[0].n; i++)
		if (p->mark[arm[0].at[i]] == stamp[1]) {
			refuse(c, CVG_REFUSE_SHARED, arm[0].at[i]);
			return false;
		}
	return arm_is_closed(p, c, CVG_ARM_TRUE, &arm[0], stamp[0]) &&
	       arm_is_closed(p, c, CVG_ARM_FALSE, &arm[1], stamp[1]);
}

void cvg_arms_find(struct planner *p, struct cvg_candidate *c)
{
	struct cvg_u32s arm[2] = {{0}}, hollow = {0};
	bool ok = find_exit(p, c) && find_arms(p, c, arm);

	for (int k = 0; k < 2; k++) {
		c->arm[k] = keep(p, &arm[k]);
		c->narm[k] = (uint32_t)arm[k].n;
		if (ok)
			chain_arm(p, c, (enum cvg_arm)k, &hollow);
		free(arm[k].at);
	}
	c->hollow = keep(p, &hollow);
	c->nhollow = (uint32_t)hollow.n;
	free(hollow.at);
}
