/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Unstructured edges (Anantpur, Govindarajan, CC 2014, Definition 1).
 *
 * "B dominates (post-dominates) all blocks of a loop" is asked of the smallest
 * and the largest preorder number of the loop's blocks, so that each edge
 * costs the loops it enters and leaves. Loops are cycles, reducible or not:
 * of a reducible one only the header can be entered, and it dominates all
 * others; of an irreducible one no entry does.
 */
#include "linear.h"

#include <stdlib.h>

/* ---- the graph without what only traps ------------------------------- */

static void find_live(struct linflow *w)
{
	struct cvg_u32s stack = {0};

	for (uint32_t k = 0; k < w->order->n; k++) {
		uint32_t b = w->order->block[k];

		if (cvg_block_terminator(w->fn, b)->op != CVG_OP_RET)
			continue;
		w->live[b] = true;
		cvg_push(&stack, b);
	}
	while (stack.n) {
		uint32_t b = stack.at[--stack.n];

		cvg_foreach_pred (w->fn, b, p) {
			if (w->live[*p] || w->order->place[*p] == CVG_NONE)
				continue;
			w->live[*p] = true;
			cvg_push(&stack, *p);
		}
	}
	free(stack.at);
}

/* Number the tree of joins: children in lists, then one walk. */
static void number_joins(struct linflow *w)
{
	uint32_t n = w->fn->nblocks, clock = 0;
	uint32_t *first = cvg_calloc(n + 1, sizeof *first);
	uint32_t *next = cvg_calloc(n + 1, sizeof *next);
	struct cvg_u32s stack = {0};

	/* Lists hold block + 1; the virtual exit's children hang at n. */
	for (uint32_t b = n; b-- > 0;) {
		uint32_t p = w->joins[b] == CVG_NONE ? n : w->joins[b];

		if (!w->live[b])
			continue;
		next[b] = first[p];
		first[p] = b + 1;
	}
	cvg_push(&stack, n);
	while (stack.n) {
		uint32_t b = stack.at[stack.n - 1], kid = first[b];

		if (kid) {
			first[b] = next[kid - 1];
			w->in[kid - 1] = clock++;
			cvg_push(&stack, kid - 1);
			continue;
		}
		stack.n--;
		if (b < n)
			w->out[b] = clock - 1;
	}
	free(stack.at);
	free(first);
	free(next);
}

static void bound_cycles(struct linflow *w)
{
	const struct cvg_cycles *cs = w->cycles;

	for (uint32_t c = cs->n; c-- > 0;) {
		w->low[c] = CVG_NONE;
		w->high[c] = 0;
	}
	for (uint32_t b = 0; b < w->fn->nblocks; b++) {
		uint32_t c = cs->innermost[b];

		if (c == CVG_NONE || !w->live[b])
			continue;
		if (w->in[b] < w->low[c])
			w->low[c] = w->in[b];
		if (w->in[b] > w->high[c])
			w->high[c] = w->in[b];
	}
	/* Children after parents: fold from the end. */
	for (uint32_t c = cs->n; c-- > 0;) {
		uint32_t p = cs->cycle[c].parent;

		if (p == CVG_NONE)
			continue;
		if (w->low[c] < w->low[p])
			w->low[p] = w->low[c];
		if (w->high[c] > w->high[p])
			w->high[p] = w->high[c];
	}
}

void cvg_linflow_init(struct linflow *w, struct cvg_ana *ana)
{
	uint32_t n;

	w->fn = cvg_ana_fn(ana);
	w->order = cvg_ana_order(ana);
	w->dom = cvg_ana_dom(ana);
	w->cycles = cvg_ana_cycles(ana);
	w->joins = cvg_ana_joins(ana);
	n = w->fn->nblocks;
	w->live = cvg_calloc(n, sizeof *w->live);
	w->in = cvg_calloc(n, sizeof *w->in);
	w->out = cvg_calloc(n, sizeof *w->out);
	w->low = cvg_calloc(w->cycles->n + 1, sizeof *w->low);
	w->high = cvg_calloc(w->cycles->n + 1, sizeof *w->high);
	find_live(w);
	number_joins(w);
	bound_cycles(w);
}

void cvg_linflow_done(struct linflow *w)
{
	free(w->live);
	free(w->in);
	free(w->out);
	free(w->low);
	free(w->high);
}

bool cvg_linflow_postdominates(const struct linflow *w, uint32_t p, uint32_t b)
{
	return p == CVG_NONE || (w->in[p] <= w->in[b] && w->in[b] <= w->out[p]);
}

/* ---- Definition 1 ---------------------------------------------------- */

static bool several_succs(const struct linflow *w, uint32_t b)
{
	uint32_t one = CVG_NONE;

	cvg_foreach_succ (w->fn, b, s) {
		if (!w->live[*s] || *s == one)
			continue;
		if (one != CVG_NONE)
			return true;
		one = *s;
	}
	return false;
}

static bool several_preds(const struct linflow *w, uint32_t b)
{
	uint32_t one = CVG_NONE;

	cvg_foreach_pred (w->fn, b, p) {
		if (!w->live[*p] || *p == one)
			continue;
		if (one != CVG_NONE)
			return true;
		one = *p;
	}
	return false;
}

/* The second condition: an irreducible loop. */
static bool enters(const struct linflow *w, uint32_t from, uint32_t to)
{
	const struct cvg_cycles *cs = w->cycles;

	for (uint32_t c = cs->innermost[to];
	     c != CVG_NONE && !cvg_cycle_has(cs, c, from);
	     c = cs->cycle[c].parent)
		if (!cs->cycle[c].reducible)
			return true;
	return false;
}

/* The third: the outermost loop it leaves though others still go on. */
static uint32_t left(const struct linflow *w, uint32_t from, uint32_t to)
{
	const struct cvg_cycles *cs = w->cycles;
	uint32_t found = CVG_NONE;

	for (uint32_t c = cs->innermost[from];
	     c != CVG_NONE && !cvg_cycle_has(cs, c, to);
	     c = cs->cycle[c].parent)
		if (w->low[c] < w->in[from] || w->high[c] > w->out[from])
			found = c;
	return found;
}

/* Fills in e->loop and e->enters. */
static bool is_unstructured(const struct linflow *w, struct linedge *e,
			    bool splits)
{
	uint32_t from = e->from, to = e->to;

	e->loop = left(w, from, to);
	e->enters = enters(w, from, to);
	if (e->loop != CVG_NONE || e->enters)
		return true;
	return splits && several_preds(w, to) &&
	       !cvg_dominates(w->dom, from, to) &&
	       !cvg_dominates(w->dom, to, from) &&
	       !cvg_linflow_postdominates(w, from, to) &&
	       !cvg_linflow_postdominates(w, to, from);
}

void cvg_linear_edges(const struct linflow *w, struct linedges *out)
{
	uint32_t *seen = cvg_calloc(w->fn->nblocks, sizeof *seen);

	for (uint32_t b = 0; b < w->fn->nblocks; b++) {
		bool splits;

		if (!w->live[b])
			continue;
		splits = several_succs(w, b);
		cvg_foreach_succ (w->fn, b, s) {
			struct linedge e = {.from = b, .to = *s};

			if (!w->live[*s] || seen[*s] == b + 1)
				continue;
			seen[*s] = b + 1;
			if (is_unstructured(w, &e, splits))
				cvg_push(out, e);
		}
	}
	free(seen);
}

void cvg_linear_unstructured(struct cvg_ana *ana, struct cvg_u32s *out)
{
	struct linedges edges = {0};
	struct linflow w;

	cvg_linflow_init(&w, ana);
	cvg_linear_edges(&w, &edges);
	for (size_t i = 0; i < edges.n; i++) {
		cvg_push(out, edges.at[i].from);
		cvg_push(out, edges.at[i].to);
	}
	free(edges.at);
	cvg_linflow_done(&w);
}

void cvg_linear_marks(struct cvg_ana *ana, struct cvg_bits *out)
{
	const struct cvg_fn *fn = cvg_ana_fn(ana);
	/* The block, and one, from which an edge to here is unstructured. */
	uint32_t *mark = cvg_calloc(fn->nblocks + 1, sizeof *mark);
	struct cvg_u32s pair = {0};

	cvg_bits_init(out, cvg_fn_nedges(fn));
	cvg_linear_unstructured(ana, &pair);
	for (size_t i = 0, end; i < pair.n; i = end) {
		uint32_t b = pair.at[i], at = fn->blocks[b].succs_at;

		for (end = i; end < pair.n && pair.at[end] == b; end += 2)
			mark[pair.at[end + 1]] = b + 1;
		for (uint32_t k = 0; k < fn->blocks[b].nsuccs; k++)
			if (mark[fn->succs[at + k]] == b + 1)
				cvg_bits_add(out, at + k);
	}
	free(pair.at);
	free(mark);
}
