/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What an arm or a piece of it holds, without a walk over its blocks: branches
 * that stand inside of each other would walk over the innermost blocks once for
 * each of them.
 *
 * An arm that is entered over one edge only and left to X only is a subtree of
 * the dominator tree; a piece of it is what the piece's first block dominates,
 * less what the block behind the piece dominates. Both are a span of the reverse
 * postorder if the places are counted and none is missing. Whether only edges to
 * X leave a subtree is counted as well. With a source numbered in preorder,
 *
 *	edges that leave a subtree = the sum of `leaves` over its numbers,
 *
 * where an edge from a to b counts 1 at a, and -1 at the lowest block above
 * both: at b if b dominates a, else at b's immediate dominator. The edges to X
 * among them are those of X whose sources have numbers of the subtree.
 *
 * Example: e branches to a and p, a to b and c, which both lead to d; d and p
 * lead to x. The subtree of a is {a, b, c, d}. Of its edges a-b and a-c count 1
 * and -1 at a, b-d and c-d 1 at b and c and -1 at a, and d-x 1 at d: one edge
 * leaves, and it leads to x. So a's arm is {a, b, c, d}; its first piece is
 * what a dominates less what d does, {a, b, c}, and its second is {d}.
 */
#include "spans.h"

#include "reconverge/analysis.h"
#include "reconverge/graph.h"
#include "refuse.h"

#include <stdlib.h>

/* Make room for the edges into each block: row b ends at from_at[b + 1] when it
 * is filled. */
static void size_rows(struct cvg_spans *spans)
{
	const struct cvg_order *order = spans->order;
	uint32_t nblocks = spans->fn->nblocks;
	uint32_t *at = cvg_calloc(nblocks + 2, sizeof *at);

	for (uint32_t i = 0; i < order->n; i++)
		cvg_foreach_succ (spans->fn, order->block[i], succ)
			at[*succ + 2]++;
	for (uint32_t b = 2; b < nblocks + 2; b++)
		at[b] += at[b - 1];
	spans->from = cvg_calloc(at[nblocks + 1], sizeof *spans->from);
	spans->from_at = at;
}

/* Note the edges of a block, and add where they leave subtrees. */
static void note_edges(struct cvg_spans *spans, uint32_t b)
{
	const struct cvg_dom *dom = spans->dom;

	cvg_foreach_succ (spans->fn, b, succ) {
		uint32_t top =
			cvg_dominates(dom, *succ, b) ? *succ : dom->idom[*succ];

		spans->from[spans->from_at[*succ + 1]++] = dom->in[b];
		spans->leaves[dom->in[b] + 1]++;
		spans->leaves[dom->in[top] + 1]--;
	}
}

/* The first instruction of the block that no plan may move, or CVG_NONE. */
static uint32_t refused_inst(const struct cvg_fn *fn, uint32_t b)
{
	const struct cvg_block *block = &fn->blocks[b];

	for (uint32_t i = block->inst_at; i < block->inst_at + block->ninsts;
	     i++)
		if (cvg_inst_refusal(&fn->insts[i], CVG_REFUSE_CONVERGENT) !=
		    CVG_REFUSE_NONE)
			return i;
	return CVG_NONE;
}

/* Note the largest place in each subtree, and where the next block with a
 * refused instruction stands. */
static void note_places(struct cvg_spans *spans)
{
	const struct cvg_order *order = spans->order;

	spans->refused[order->n] = CVG_NONE;
	for (uint32_t place = order->n; place-- > 0;) {
		uint32_t b = order->block[place];
		uint32_t above = spans->dom->idom[b];

		spans->refused[place] = refused_inst(spans->fn, b) != CVG_NONE
						? place
						: spans->refused[place + 1];
		if (spans->last[b] < place)
			spans->last[b] = place;
		if (above != CVG_NONE && spans->last[above] < spans->last[b])
			spans->last[above] = spans->last[b];
	}
}

void cvg_spans_init(struct cvg_spans *spans, struct cvg_ana *ana)
{
	const struct cvg_fn *fn = cvg_ana_fn(ana);
	const struct cvg_order *order = cvg_ana_order(ana);
	uint32_t *by_number = cvg_calloc(order->n, sizeof *by_number);

	*spans = (struct cvg_spans){.fn = fn,
				    .order = order,
				    .dom = cvg_ana_dom(ana),
				    .postdom = cvg_ana_postdom(ana)};
	spans->leaves = cvg_calloc(order->n + 1, sizeof *spans->leaves);
	spans->last = cvg_calloc(fn->nblocks, sizeof *spans->last);
	spans->refused = cvg_calloc(order->n + 1, sizeof *spans->refused);
	size_rows(spans);
	for (uint32_t i = 0; i < order->n; i++)
		by_number[spans->dom->in[order->block[i]]] = order->block[i];
	for (uint32_t i = 0; i < order->n; i++)
		note_edges(spans, by_number[i]);
	for (uint32_t i = 0; i < order->n; i++)
		spans->leaves[i + 1] += spans->leaves[i];
	note_places(spans);
	free(by_number);
}

void cvg_spans_done(struct cvg_spans *spans)
{
	free(spans->leaves);
	free(spans->from_at);
	free(spans->from);
	free(spans->last);
	free(spans->refused);
}

/* ---- edges ----------------------------------------------------------- */

/* How many of the edges into block b have a source with a smaller number? */
static uint32_t edges_below(const struct cvg_spans *spans, uint32_t b,
			    uint32_t number)
{
	uint32_t low = spans->from_at[b], high = spans->from_at[b + 1];

	while (low < high) {
		uint32_t middle = low + (high - low) / 2;

		if (spans->from[middle] < number)
			low = middle + 1;
		else
			high = middle;
	}
	return low - spans->from_at[b];
}

/* The edges into block b from what `root` dominates. */
static uint32_t edges_from(const struct cvg_spans *spans, uint32_t root,
			   uint32_t b)
{
	return edges_below(spans, b, spans->dom->out[root] + 1) -
	       edges_below(spans, b, spans->dom->in[root]);
}

/* Do all edges that leave what `root` dominates lead to `exit`? */
static bool is_sealed(const struct cvg_spans *spans, uint32_t root,
		      uint32_t exit)
{
	const struct cvg_dom *dom = spans->dom;

	return !cvg_dominates(dom, root, exit) &&
	       edges_from(spans, root, exit) ==
		       spans->leaves[dom->out[root] + 1] -
			       spans->leaves[dom->in[root]];
}

/* Do the blocks that `root` dominates follow each other in the order? */
static bool is_span(const struct cvg_spans *spans, uint32_t root)
{
	const struct cvg_dom *dom = spans->dom;

	return spans->last[root] - spans->order->place[root] ==
	       dom->out[root] - dom->in[root];
}

/* ---- arms and pieces ------------------------------------------------- */

bool cvg_span_of_arm(const struct cvg_spans *spans, uint32_t entry,
		     uint32_t start, uint32_t exit, struct cvg_span *out)
{
	const struct cvg_dom *dom = spans->dom;

	if (dom->idom[start] != entry || !is_sealed(spans, start, exit) ||
	    !is_span(spans, start))
		return false;
	cvg_foreach_pred (spans->fn, start, pred)
		if (dom->depth[*pred] && *pred != entry &&
		    !cvg_dominates(dom, start, *pred))
			return false;
	out->first = spans->order->place[start];
	out->n = spans->last[start] - out->first + 1;
	return true;
}

/* Is block b jumped to from a block behind it that it does not dominate? */
static bool is_reentered(const struct cvg_spans *spans, uint32_t b)
{
	const uint32_t *place = spans->order->place;

	cvg_foreach_pred (spans->fn, b, pred)
		if (place[*pred] != CVG_NONE && place[*pred] > place[b] &&
		    !cvg_dominates(spans->dom, b, *pred))
			return true;
	return false;
}

bool cvg_span_of_piece(const struct cvg_spans *spans, uint32_t b, uint32_t exit,
		       struct cvg_span *out, uint32_t *nexits)
{
	const uint32_t *place = spans->order->place;
	uint32_t stop = spans->postdom->idom[b];

	if (stop == CVG_NONE || !is_sealed(spans, b, exit) ||
	    !is_span(spans, b) || is_reentered(spans, b))
		return false;
	if (stop == exit) {
		*out = (struct cvg_span){place[b],
					 spans->last[b] - place[b] + 1};
		*nexits = edges_from(spans, b, stop);
		return true;
	}
	if (!cvg_dominates(spans->dom, b, stop) ||
	    !is_sealed(spans, stop, exit) || !is_span(spans, stop) ||
	    spans->last[stop] != spans->last[b])
		return false;
	*out = (struct cvg_span){place[b], place[stop] - place[b]};
	*nexits = edges_from(spans, b, stop) - edges_from(spans, stop, stop);
	return true;
}

/* ---- instructions ---------------------------------------------------- */

uint32_t cvg_spans_culprit(const struct cvg_spans *spans, const uint32_t *block,
			   uint32_t n)
{
	const uint32_t *place = spans->order->place;
	uint32_t k = 0;

	if (!n)
		return CVG_NONE;
	/* The next one may be far behind a span. */
	if (place[block[n - 1]] - place[block[0]] + 1 == n) {
		k = spans->refused[place[block[0]]];
		k = k == CVG_NONE ? n : k - place[block[0]];
	}
	for (; k < n; k++)
		if (spans->refused[place[block[k]]] == place[block[k]])
			return refused_inst(spans->fn, block[k]);
	return CVG_NONE;
}
