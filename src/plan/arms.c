/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The arms of a divergent branch and the single-entry single-exit subgraphs
 * they are chains of (DARM, Definitions 3 and 5).
 *
 * The region is (E, X), X the immediate post-dominator of E. An arm holds what
 * is reachable from one successor without passing X. Its chain is found by
 * walking from post-dominator to post-dominator; where a later block jumps
 * back into a piece, the piece grows until it is closed. Arms and pieces that
 * are spans of the reverse postorder are found without a walk (spans.c), so that
 * an arm costs as much as its chain is long. Others are walked once for each
 * branch around them: linear in their edges.
 *
 * Example: e branches to a and p, and both ways meet at x. Block d stores, r
 * is empty.
 *
 *	     e
 *	   /   \
 *	  a	p	true arm   {a, b} -> {d}
 *	  |\	|\	false arm  {p, q}, with the joint r
 *	  | b	| q
 *	  |/	|/
 *	  d	r
 *	   \   /
 *	     x
 *
 * From a the walk goes to its post-dominator d, with b on the way. Nothing
 * jumps back, so {a, b} is the first subgraph; from d it goes to x. From p it
 * goes to r, which has no body and is entered from {p, q} only: r counts as
 * the place where the edges out of {p, q} meet.
 */
#include "plan.h"
#include "refuse.h"

#include <stdlib.h>

static void refuse(struct cvg_candidate *candidate, enum cvg_refusal reason,
		   uint32_t block)
{
	candidate->refusal = reason;
	candidate->culprit_block = block;
}

/* ---- the blocks of an arm -------------------------------------------- */

/* Stamp and append the blocks that are reachable from `start` without passing
 * `stop`, but those stamped before. */
static void reach(struct planner *planner, uint32_t start, uint32_t stop,
		  uint32_t stamp, struct cvg_u32s *found)
{
	size_t next = found->n;

	if (planner->mark[start] == stamp)
		return;
	planner->mark[start] = stamp;
	cvg_push(found, start);
	for (; next < found->n; next++)
		cvg_foreach_succ (planner->fn, found->at[next], succ) {
			if (*succ == stop || planner->mark[*succ] == stamp)
				continue;
			planner->mark[*succ] = stamp;
			cvg_push(found, *succ);
		}
}

/* Is the arm entered from E only? Refuses the candidate if not. */
static bool arm_is_closed(struct planner *planner,
			  struct cvg_candidate *candidate, enum cvg_arm arm,
			  const struct cvg_u32s *blocks, uint32_t stamp)
{
	uint32_t start = candidate->start[arm];

	for (size_t i = 0; i < blocks->n; i++)
		cvg_foreach_pred (planner->fn, blocks->at[i], pred) {
			if (planner->mark[*pred] == stamp ||
			    planner->order->place[*pred] == CVG_NONE)
				continue;
			if (*pred == candidate->entry && blocks->at[i] == start)
				continue;
			refuse(candidate, CVG_REFUSE_SIDE_ENTRY, blocks->at[i]);
			return false;
		}
	return true;
}

/* A copy that lives as long as the plan. */
static uint32_t *keep(struct planner *planner, const struct cvg_u32s *blocks)
{
	uint32_t *at = cvg_arena_array(planner->arena, uint32_t, blocks->n);

	for (size_t i = 0; i < blocks->n; i++)
		at[i] = blocks->at[i];
	return at;
}

/* ---- one subgraph ---------------------------------------------------- */

/* Does a block that is not in the piece, but behind its first block, jump into
 * the piece? */
static bool is_reentered(const struct planner *planner,
			 const struct cvg_u32s *blocks, uint32_t stamp)
{
	uint32_t first = planner->order->place[blocks->at[0]];

	for (size_t i = 0; i < blocks->n; i++)
		cvg_foreach_pred (planner->fn, blocks->at[i], pred)
			if (planner->mark[*pred] != stamp &&
			    planner->order->place[*pred] != CVG_NONE &&
			    planner->order->place[*pred] > first)
				return true;
	return false;
}

/* Append the smallest closed piece that starts at b; returns the block that
 * follows it. */
static uint32_t grow(struct planner *planner, uint32_t b, uint32_t stamp,
		     struct cvg_u32s *blocks)
{
	uint32_t stop = planner->postdom->idom[b];
	uint32_t start = b;

	for (;;) {
		reach(planner, start, stop, stamp, blocks);
		/* Blocks that join the piece may be jumped to as well. */
		if (stop == CVG_NONE || !is_reentered(planner, blocks, stamp))
			return stop;
		start = stop;
		stop = planner->postdom->idom[stop];
	}
}

static int by_place(const void *a, const void *b, void *context)
{
	const struct planner *planner = context;
	uint32_t x = planner->order->place[*(const uint32_t *)a];
	uint32_t y = planner->order->place[*(const uint32_t *)b];

	return (x > y) - (x < y);
}

/*
 * The blocks, which are all that have that stamp, in reverse postorder, for as
 * long as the plan. Most pieces have all places between their first and their
 * last: they are a part of the order itself, so that nested pieces need no lists
 * of their own.
 */
static const uint32_t *in_order(struct planner *planner, uint32_t stamp,
				struct cvg_u32s *blocks)
{
	const struct cvg_order *order = planner->order;
	uint32_t first = UINT32_MAX, last = 0;
	size_t n = 0;

	for (size_t i = 0; i < blocks->n; i++) {
		uint32_t place = order->place[blocks->at[i]];

		first = place < first ? place : first;
		last = place > last ? place : last;
	}
	if (blocks->n && last - first + 1 == blocks->n)
		return order->block + first;
	if (blocks->n && last - first >= 4 * blocks->n) {
		qsort_r(blocks->at, blocks->n, sizeof *blocks->at, by_place,
			planner);
		return keep(planner, blocks);
	}
	for (uint32_t place = first; n < blocks->n; place++)
		if (planner->mark[order->block[place]] == stamp)
			blocks->at[n++] = order->block[place];
	return keep(planner, blocks);
}

/* Is the block in the subgraph? `stamp`: the mark of its blocks; CVG_NONE: they
 * are a span of the order. */
static bool is_in(const struct planner *planner,
		  const struct cvg_subgraph *subgraph, uint32_t b,
		  uint32_t stamp)
{
	const uint32_t *place = planner->order->place;

	if (stamp != CVG_NONE)
		return planner->mark[b] == stamp;
	return place[b] >= place[subgraph->entry] &&
	       place[b] - place[subgraph->entry] < subgraph->nblocks;
}

/* Is the block the joint of the subgraph? It has no body and one way on, and is
 * entered from the subgraph only. */
static bool is_joint(const struct planner *planner,
		     const struct cvg_subgraph *subgraph, uint32_t b,
		     uint32_t stamp)
{
	const struct cvg_block *block = &planner->fn->blocks[b];

	if (block->ninsts != block->nphis + 1 || block->nsuccs != 1)
		return false;
	cvg_foreach_pred (planner->fn, b, pred)
		if (!is_in(planner, subgraph, *pred, stamp))
			return false;
	return true;
}

/* Refuse the subgraph for its first instruction that no plan may move. */
static void judge(struct planner *planner, struct cvg_subgraph *subgraph)
{
	uint32_t culprit = cvg_spans_culprit(&planner->spans, subgraph->block,
					     subgraph->nblocks);

	subgraph->culprit = culprit;
	subgraph->refusal =
		culprit == CVG_NONE
			? CVG_REFUSE_NONE
			: cvg_inst_refusal(&planner->fn->insts[culprit],
					   CVG_REFUSE_CONVERGENT);
}

/*
 * Sign each block by a few rounds of hashing it with its successors. Their
 * order does not count, so that mirrored structures have the same signature.
 */
void cvg_subgraph_sign(struct planner *planner,
		       const struct cvg_candidate *candidate,
		       const struct cvg_subgraph *subgraph, uint32_t stamp)
{
	const struct cvg_fn *fn = planner->fn;

	if (planner->signed_for[subgraph->entry] == candidate->entry + 1)
		return;
	planner->signed_for[subgraph->entry] = candidate->entry + 1;
	for (uint32_t k = 0; k < subgraph->nblocks; k++)
		planner->signature[subgraph->block[k]] = 1;
	for (int round = 0; round < 4; round++)
		for (uint32_t k = subgraph->nblocks; k-- > 0;) {
			uint32_t b = subgraph->block[k];
			uint64_t sum = cvg_block_terminator(fn, b)->op;

			cvg_foreach_succ (fn, b, succ) {
				uint64_t hash =
					planner->mark[*succ] == stamp
						? planner->signature[*succ]
						: 7;
				hash ^= hash >> 29;
				hash *= UINT64_C(0xbf58476d1ce4e5b9);
				sum += hash ^ hash >> 32;
			}
			planner->signature[b] = sum * 3 + 1;
		}
}

/* Walk the subgraph that starts at its entry. */
static void walk_subgraph(struct planner *planner,
			  struct cvg_subgraph *subgraph, uint32_t stamp)
{
	struct cvg_u32s blocks = {0};

	subgraph->next = grow(planner, subgraph->entry, stamp, &blocks);
	subgraph->block = in_order(planner, stamp, &blocks);
	subgraph->nblocks = (uint32_t)blocks.n;
	for (uint32_t k = 0; k < subgraph->nblocks; k++)
		cvg_foreach_succ (planner->fn, subgraph->block[k], succ)
			subgraph->nexits += *succ == subgraph->next;
	free(blocks.at);
}

/* Make the subgraph that starts at b; its `next` is where the chain goes on.
 * `exit`: X. */
static void subgraph_at(struct planner *planner, uint32_t b, uint32_t exit,
			struct cvg_subgraph *subgraph)
{
	uint32_t stamp = CVG_NONE;
	struct cvg_span span;

	*subgraph = (struct cvg_subgraph){.entry = b, .joint = CVG_NONE};
	if (cvg_span_of_piece(&planner->spans, b, exit, &span,
			      &subgraph->nexits)) {
		subgraph->block = planner->order->block + span.first;
		subgraph->nblocks = span.n;
		subgraph->next = planner->postdom->idom[b];
	} else {
		stamp = planner_stamp(planner);
		walk_subgraph(planner, subgraph, stamp);
	}
	if (subgraph->next != exit &&
	    is_joint(planner, subgraph, subgraph->next, stamp)) {
		subgraph->joint = subgraph->next;
		subgraph->next =
			planner->fn->succs[planner->fn->blocks[subgraph->joint]
						   .succs_at];
	}
	judge(planner, subgraph);
}

bool cvg_subgraph_is_plain(const struct planner *planner,
			   const struct cvg_subgraph *subgraph)
{
	return subgraph->nblocks == 1 &&
	       cvg_block_terminator(planner->fn, subgraph->entry)->op ==
		       CVG_OP_BR;
}

/* ---- the chain of an arm --------------------------------------------- */

/* Does the block hold nothing and join nothing? */
static bool is_hollow(const struct planner *planner, uint32_t b)
{
	const struct cvg_block *block = &planner->fn->blocks[b];

	return block->ninsts == 1 && block->nsuccs == 1 && block->npreds == 1;
}

static void chain_arm(struct planner *planner, struct cvg_candidate *candidate,
		      enum cvg_arm arm, struct cvg_u32s *hollow)
{
	uint32_t b = candidate->start[arm];
	cvg_vec(struct cvg_subgraph) chain = {0};

	while (b != candidate->exit) {
		struct cvg_subgraph subgraph;

		if (is_hollow(planner, b)) {
			cvg_push(hollow, b);
			b = planner->fn->succs[planner->fn->blocks[b].succs_at];
			if (chain.n)
				chain.at[chain.n - 1].next = b;
			continue;
		}
		subgraph_at(planner, b, candidate->exit, &subgraph);
		cvg_push(&chain, subgraph);
		b = subgraph.next;
	}
	candidate->nchain[arm] = (uint32_t)chain.n;
	candidate->chain[arm] =
		cvg_arena_array(planner->arena, struct cvg_subgraph, chain.n);
	for (size_t i = 0; i < chain.n; i++)
		candidate->chain[arm][i] = chain.at[i];
	free(chain.at);
}

/* Is there an X (Definition 5)? Refuses the candidate where melding is
 * senseless. Where there is one return, some way ends in a trap or an endless loop. */
static bool has_exit(const struct planner *planner,
		     struct cvg_candidate *candidate)
{
	uint32_t on_true = candidate->start[0];
	uint32_t on_false = candidate->start[1];

	if (on_true == on_false)
		refuse(candidate, CVG_REFUSE_SAME_SUCCESSOR, on_true);
	else if (candidate->exit == CVG_NONE)
		refuse(candidate,
		       planner->nreturns == 1 ? CVG_REFUSE_NO_RETURN
					      : CVG_REFUSE_NO_EXIT,
		       CVG_NONE);
	else if (candidate->exit == on_true || candidate->exit == on_false)
		refuse(candidate, CVG_REFUSE_NO_ELSE, candidate->exit);
	else
		return true;
	return false;
}

/* Walk both arms, whose blocks have their stamp then. Refuses the candidate if a
 * block belongs to both, or an arm is not closed. */
static bool walk_arms(struct planner *planner, struct cvg_candidate *candidate,
		      struct cvg_u32s arm[2], uint32_t stamp[2])
{
	for (uint32_t k = 0; k < 2; k++) {
		stamp[k] = planner_stamp(planner);
		reach(planner, candidate->start[k], candidate->exit, stamp[k],
		      &arm[k]);
	}
	for (uint32_t k = 0; k < 2; k++)
		for (size_t i = 0; i < arm[k].n; i++)
			if (arm[k].at[i] == candidate->entry) {
				refuse(candidate, CVG_REFUSE_REENTRY,
				       arm[k].at[0]);
				return false;
			}
	for (size_t i = 0; i < arm[0].n; i++)
		if (planner->mark[arm[0].at[i]] == stamp[1]) {
			refuse(candidate, CVG_REFUSE_SHARED, arm[0].at[i]);
			return false;
		}
	return arm_is_closed(planner, candidate, CVG_ARM_TRUE, &arm[0],
			     stamp[0]) &&
	       arm_is_closed(planner, candidate, CVG_ARM_FALSE, &arm[1],
			     stamp[1]);
}

/* Find the blocks of arms that are closed spans of the order. */
static bool take_spans(struct planner *planner, struct cvg_candidate *candidate)
{
	struct cvg_span span[2];

	for (uint32_t k = 0; k < 2; k++)
		if (!cvg_span_of_arm(&planner->spans, candidate->entry,
				     candidate->start[k], candidate->exit,
				     &span[k]))
			return false;
	for (int k = 0; k < 2; k++) {
		candidate->arm[k] = planner->order->block + span[k].first;
		candidate->narm[k] = span[k].n;
	}
	return true;
}

/* Find the blocks of both arms; false if the candidate is refused. */
static bool find_arms(struct planner *planner, struct cvg_candidate *candidate)
{
	struct cvg_u32s arm[2] = {{0}};
	uint32_t stamp[2];
	bool ok;

	if (take_spans(planner, candidate))
		return true;
	ok = walk_arms(planner, candidate, arm, stamp);
	for (int k = 0; k < 2; k++) {
		candidate->arm[k] = ok ? in_order(planner, stamp[k], &arm[k])
				       : keep(planner, &arm[k]);
		candidate->narm[k] = (uint32_t)arm[k].n;
		free(arm[k].at);
	}
	return ok;
}

/* Does the block hold a return and nothing else? */
static bool only_returns(const struct cvg_fn *fn, uint32_t block)
{
	const struct cvg_block *b = &fn->blocks[block];

	return b->ninsts == 1 + b->nphis &&
	       cvg_block_terminator(fn, block)->op == CVG_OP_RET;
}

enum cvg_bare cvg_candidate_bare(struct cvg_ana *ana,
				 const struct cvg_candidate *candidate)
{
	const struct cvg_fn *fn = cvg_ana_fn(ana);
	const struct cvg_loops *loops = cvg_ana_loops(ana);
	uint32_t loop = loops->innermost[candidate->entry];

	if (candidate->refusal != CVG_REFUSE_NO_ELSE)
		return CVG_BARE_NOT;
	cvg_foreach_succ (fn, candidate->entry, succ)
		if (loop != CVG_NONE && !cvg_loop_has(loops, loop, *succ))
			return CVG_BARE_EXIT;
	return candidate->exit != CVG_NONE && only_returns(fn, candidate->exit)
		       ? CVG_BARE_GUARD
		       : CVG_BARE_NOT;
}

void cvg_arms_find(struct planner *planner, struct cvg_candidate *candidate)
{
	struct cvg_u32s hollow = {0};

	if (!has_exit(planner, candidate) || !find_arms(planner, candidate))
		return;
	for (int k = 0; k < 2; k++)
		chain_arm(planner, candidate, (enum cvg_arm)k, &hollow);
	candidate->hollow = keep(planner, &hollow);
	candidate->nhollow = (uint32_t)hollow.n;
	free(hollow.at);
}
