/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Unstructured edges. An edge i -> j is unstructured if (Anantpur, Govindarajan,
 * CC 2014, Definition 1)
 *
 *	1. i has several successors and j several predecessors, and neither of
 *	   the two dominates or post-dominates the other; or
 *	2. it enters a loop, and j does not dominate all blocks of the loop; or
 *	3. it leaves a loop, and i does not post-dominate all of its blocks.
 *
 * "Based on the prior works [...] and our extensive study of unstructured CFGs
 * [...], we claim that the 3 conditions cover all possible cases of
 * unstructuredness", section 3.2 says. A block on the edge refutes this, because
 * the edges before and behind that block meet none of the three conditions. So
 * an edge is unstructured, too, if
 *
 *	4. j is a split join (linear_joins.c), and none of i and j dominates the
 *	   other.
 *
 * The first condition does not ask whether threads part at all, and the fourth
 * does; where they do, it holds for every edge of the first.
 *
 * The paper's figure 1, a short-circuit condition, has three by the first
 * rule (B4 -> B6 is none: B6 post-dominates B4). The loop beside it has three
 * by the third rule, as B2, B3 and B4 do not post-dominate each other.
 *
 *	  e		B3 -> B5	e		B2 -> B5
 *	  |\		B2 -> B5	|		B3 -> B6
 *	  | B2		B2 -> B3	B2<--+		B4 -> B5
 *	  |/ |				|\   |
 *	  B3 |				| B3-|--+
 *	  |\ |				| |  |  |
 *	  B4 B5				| B4-+  |
 *	  |  |				|/      |
 *	  B6-+				B5----->B6
 *
 * "Dominates (post-dominates) all blocks of a loop" is asked of the smallest
 * and the largest preorder number of the loop's blocks, so that each edge costs
 * the loops that it enters and leaves. Loops are cycles, reducible or not: a
 * reducible cycle is only entered at its header, which dominates all of it; of
 * an irreducible one no entry does.
 */
#include "linear.h"

#include "reconverge/graph.h"

#include <stdlib.h>

/* ---- the graph without what only traps ------------------------------- */

static void find_live(struct linflow *flow)
{
	struct cvg_u32s stack = {0};

	for (uint32_t k = 0; k < flow->order->n; k++) {
		uint32_t b = flow->order->block[k];

		if (cvg_block_terminator(flow->fn, b)->op != CVG_OP_RET)
			continue;
		flow->live[b] = true;
		cvg_push(&stack, b);
	}
	while (stack.n) {
		uint32_t b = stack.at[--stack.n];

		cvg_foreach_pred (flow->fn, b, p) {
			if (flow->live[*p] ||
			    flow->order->place[*p] == CVG_NONE)
				continue;
			flow->live[*p] = true;
			cvg_push(&stack, *p);
		}
	}
	free(stack.at);
}

/* Number the tree of joins: list the children of each block, then walk. */
static void number_joins(struct linflow *flow)
{
	uint32_t nblocks = flow->fn->nblocks, clock = 0;
	/* Lists of children hold block + 1, 0 ends them. The children of the
	 * function's end are listed at [nblocks]. */
	uint32_t *first = cvg_calloc(nblocks + 1, sizeof *first);
	uint32_t *next = cvg_calloc(nblocks + 1, sizeof *next);
	struct cvg_u32s stack = {0};

	for (uint32_t b = nblocks; b-- > 0;) {
		uint32_t join = flow->joins[b];

		if (!flow->live[b])
			continue;
		if (join == CVG_NONE)
			join = nblocks;
		next[b] = first[join];
		first[join] = b + 1;
	}
	cvg_push(&stack, nblocks);
	while (stack.n) {
		uint32_t b = stack.at[stack.n - 1], child = first[b];

		if (child) {
			first[b] = next[child - 1];
			flow->join_first[child - 1] = clock++;
			cvg_push(&stack, child - 1);
			continue;
		}
		stack.n--;
		if (b < nblocks)
			flow->join_last[b] = clock - 1;
	}
	free(stack.at);
	free(first);
	free(next);
}

static void widen(struct linflow *flow, uint32_t cycle, uint32_t low,
		  uint32_t high)
{
	if (low < flow->cycle_low[cycle])
		flow->cycle_low[cycle] = low;
	if (high > flow->cycle_high[cycle])
		flow->cycle_high[cycle] = high;
}

static void bound_cycles(struct linflow *flow)
{
	const struct cvg_cycles *cycles = flow->cycles;

	for (uint32_t c = 0; c < cycles->n; c++) {
		flow->cycle_low[c] = CVG_NONE;
		flow->cycle_high[c] = 0;
	}
	for (uint32_t b = 0; b < flow->fn->nblocks; b++) {
		uint32_t c = cycles->innermost[b], number = flow->join_first[b];

		if (c != CVG_NONE && flow->live[b])
			widen(flow, c, number, number);
	}
	/* A cycle's number is smaller than those of the cycles in it. */
	for (uint32_t c = cycles->n; c-- > 0;) {
		uint32_t parent = cycles->cycle[c].parent;

		if (parent != CVG_NONE)
			widen(flow, parent, flow->cycle_low[c],
			      flow->cycle_high[c]);
	}
}

void cvg_linflow_init(struct linflow *flow, struct cvg_ana *ana)
{
	uint32_t nblocks, ncycles;

	flow->fn = cvg_ana_fn(ana);
	flow->order = cvg_ana_order(ana);
	flow->dom = cvg_ana_dom(ana);
	flow->cycles = cvg_ana_cycles(ana);
	flow->joins = cvg_ana_joins(ana);
	nblocks = flow->fn->nblocks;
	ncycles = flow->cycles->n;
	flow->live = cvg_calloc(nblocks, sizeof *flow->live);
	flow->join_first = cvg_calloc(nblocks, sizeof *flow->join_first);
	flow->join_last = cvg_calloc(nblocks, sizeof *flow->join_last);
	flow->cycle_low = cvg_calloc(ncycles + 1, sizeof *flow->cycle_low);
	flow->cycle_high = cvg_calloc(ncycles + 1, sizeof *flow->cycle_high);
	find_live(flow);
	number_joins(flow);
	bound_cycles(flow);
	cvg_linear_joins(flow, ana);
}

void cvg_linflow_done(struct linflow *flow)
{
	free(flow->live);
	free(flow->join_first);
	free(flow->join_last);
	free(flow->cycle_low);
	free(flow->cycle_high);
	cvg_bits_done(&flow->split);
}

bool cvg_linflow_postdominates(const struct linflow *flow, uint32_t post,
			       uint32_t block)
{
	return post == CVG_NONE ||
	       (flow->join_first[post] <= flow->join_first[block] &&
		flow->join_first[block] <= flow->join_last[post]);
}

/* ---- the four rules ---------------------------------------------------- */

/* Does the block have two live successors that are not the same block? */
static bool has_several_succs(const struct linflow *flow, uint32_t block)
{
	uint32_t seen = CVG_NONE;

	cvg_foreach_succ (flow->fn, block, s) {
		if (!flow->live[*s] || *s == seen)
			continue;
		if (seen != CVG_NONE)
			return true;
		seen = *s;
	}
	return false;
}

static bool has_several_preds(const struct linflow *flow, uint32_t block)
{
	uint32_t seen = CVG_NONE;

	cvg_foreach_pred (flow->fn, block, p) {
		if (!flow->live[*p] || *p == seen)
			continue;
		if (seen != CVG_NONE)
			return true;
		seen = *p;
	}
	return false;
}

/* The second rule: does the edge enter an irreducible cycle? */
static bool enters_irreducible(const struct linflow *flow, uint32_t from,
			       uint32_t to)
{
	const struct cvg_cycles *cycles = flow->cycles;

	for (uint32_t c = cycles->innermost[to];
	     c != CVG_NONE && !cvg_cycle_has(cycles, c, from);
	     c = cycles->cycle[c].parent)
		if (!cycles->cycle[c].reducible)
			return true;
	return false;
}

/* The third rule: the outermost cycle that the edge leaves and whose blocks
 * `from` does not all post-dominate; CVG_NONE: there is none. */
static uint32_t cycle_left(const struct linflow *flow, uint32_t from,
			   uint32_t to)
{
	const struct cvg_cycles *cycles = flow->cycles;
	uint32_t found = CVG_NONE;

	for (uint32_t c = cycles->innermost[from];
	     c != CVG_NONE && !cvg_cycle_has(cycles, c, to);
	     c = cycles->cycle[c].parent)
		if (flow->cycle_low[c] < flow->join_first[from] ||
		    flow->cycle_high[c] > flow->join_last[from])
			found = c;
	return found;
}

/* Decide by the four rules, and fill in what the last three found. `splits`:
 * the source has several successors. */
static bool is_unstructured(const struct linflow *flow, struct seed *edge,
			    bool splits)
{
	uint32_t from = edge->from, to = edge->to;

	edge->left_cycle = cycle_left(flow, from, to);
	edge->enters = enters_irreducible(flow, from, to);
	if (edge->left_cycle != CVG_NONE || edge->enters)
		return true;
	if (cvg_dominates(flow->dom, from, to) ||
	    cvg_dominates(flow->dom, to, from))
		return false;
	if (splits && has_several_preds(flow, to) &&
	    !cvg_linflow_postdominates(flow, from, to) &&
	    !cvg_linflow_postdominates(flow, to, from))
		return true;
	edge->joins = cvg_bits_has(&flow->split, to) &&
		      flow->order->place[from] < flow->order->place[to];
	return edge->joins;
}

void cvg_linear_edges(const struct linflow *flow, struct seeds *out)
{
	/* [nblocks] the last source, plus one, of an edge to the block */
	uint32_t *seen_from = cvg_calloc(flow->fn->nblocks, sizeof *seen_from);

	for (uint32_t b = 0; b < flow->fn->nblocks; b++) {
		bool splits;

		if (!flow->live[b])
			continue;
		splits = has_several_succs(flow, b);
		cvg_foreach_succ (flow->fn, b, s) {
			struct seed edge = {
				.kind = SEED_EDGE, .from = b, .to = *s};

			if (!flow->live[*s] || seen_from[*s] == b + 1)
				continue;
			seen_from[*s] = b + 1;
			if (is_unstructured(flow, &edge, splits))
				cvg_push(out, edge);
		}
	}
	free(seen_from);
}

void cvg_linear_unstructured(struct cvg_ana *ana, struct cvg_u32s *out)
{
	struct seeds edges = {0};
	struct linflow flow;

	cvg_linflow_init(&flow, ana);
	cvg_linear_edges(&flow, &edges);
	for (size_t i = 0; i < edges.n; i++) {
		cvg_push(out, edges.at[i].from);
		cvg_push(out, edges.at[i].to);
	}
	free(edges.at);
	cvg_linflow_done(&flow);
}

void cvg_linear_marks(struct cvg_ana *ana, struct cvg_bits *out)
{
	const struct cvg_fn *fn = cvg_ana_fn(ana);
	/* [nblocks] the last source, plus one, of an unstructured edge here */
	uint32_t *source = cvg_calloc(fn->nblocks + 1, sizeof *source);
	struct cvg_u32s pairs = {0};

	cvg_bits_init(out, cvg_fn_nedges(fn));
	cvg_linear_unstructured(ana, &pairs);
	for (size_t i = 0, end; i < pairs.n; i = end) {
		uint32_t b = pairs.at[i], at = fn->blocks[b].succs_at;

		for (end = i; end < pairs.n && pairs.at[end] == b; end += 2)
			source[pairs.at[end + 1]] = b + 1;
		for (uint32_t k = 0; k < fn->blocks[b].nsuccs; k++)
			if (source[fn->succs[at + k]] == b + 1)
				cvg_bits_add(out, at + k);
	}
	free(pairs.at);
	free(source);
}
