/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Canonical regions as LLVM's RegionInfo finds them (llvm/Analysis/
 * RegionInfo.h states what a region is; the idea goes back to Johnson,
 * Pearson, Pingali, "The Program Structure Tree", PLDI 1994,
 * doi.org/10.1145/178243.178258).
 *
 * For each entry, dominated blocks first, the post-dominators of the entry are
 * tried as exits, walking up the tree. Where a walk meets a block at which
 * regions start already, it goes on from the exit of the largest of them
 * ("shortcut"), because a region over both would be their concatenation, which
 * is not canonical.
 *
 * a ? x -> b c; b -> d; c -> d; d ret has the regions 0, the whole function,
 * and 1, (a, d). (b, d) is trivial: b only goes on to d.
 *
 * The answers are LLVM's; two things are done faster. Let e be the entry, x the
 * exit, and "below" mean in the subtree of the dominator tree.
 *
 * (1) LLVM's test compares dominance frontiers, which can be quadratic. The
 * same test by struct cvg_frontier:
 *   if x is below e: every edge that leaves the subtree of e starts below x,
 *     and every edge that leaves the subtree of x goes to e or leaves the
 *     subtree of e as well (its height is at most 2 depth(e));
 *   else: every edge that leaves the subtree of e goes to x.
 * (2) Post-dominators of e that are below e are met in the order of the
 * dominator tree. Therefore, once an edge that leaves the subtree of e starts
 * outside the subtree of an exit, no exit further up can do; and an exit whose
 * subtree has a leaving edge that stays below e is unfit for every later entry
 * as well, since those are above e, and is jumped over from then on. Together
 * the walks are almost linear.
 */
#include "frontier.h"

#include "reconverge/graph.h"

#include <stdlib.h>

struct finder {
	struct cvg_ana *ana;
	const struct cvg_fn *fn;
	const struct cvg_dom *dom, *pdom;
	struct cvg_frontier front;
	uint32_t *shortcut; /* [nblocks] exit of the largest region that starts
			       here, CVG_NONE: none does */
	uint32_t *jump;	    /* [nblocks] next exit to try after an unfit one */
	uint32_t *smallest; /* [nblocks] smallest region that starts here, or
			       CVG_NONE */
	uint32_t *largest;  /* [nblocks] largest region that starts here */
	struct cvg_bits unfit;		  /* blocks that are unfit as exits */
	cvg_vec(struct cvg_region) found; /* 0: the whole function; only entry,
					     exit, parent are filled */
};

/* The next exit to try after b. */
static uint32_t next_exit(const struct finder *finder, uint32_t b)
{
	uint32_t from =
		finder->shortcut[b] == CVG_NONE ? b : finder->shortcut[b];

	return finder->pdom->idom[from];
}

/* The first exit from x upward that is not known to be unfit below e. */
static uint32_t next_fit(struct finder *finder, uint32_t e, uint32_t x)
{
	while (x != CVG_NONE && cvg_bits_has(&finder->unfit, x) &&
	       cvg_dominates(finder->dom, e, x)) {
		uint32_t to = finder->jump[x];

		if (to != CVG_NONE && cvg_bits_has(&finder->unfit, to) &&
		    cvg_dominates(finder->dom, e, to))
			finder->jump[x] = finder->jump[to];
		x = to;
	}
	return x;
}

/* Is the region one block that only goes on to the exit? */
static bool is_trivial(const struct finder *finder, uint32_t e, uint32_t x)
{
	const struct cvg_block *block = &finder->fn->blocks[e];

	return block->nsuccs == 1 && finder->fn->succs[block->succs_at] == x;
}

static void add_region(struct finder *finder, uint32_t e, uint32_t x)
{
	uint32_t id = (uint32_t)finder->found.n;
	struct cvg_region r = {.entry = e, .exit = x, .parent = CVG_NONE};

	if (is_trivial(finder, e, x))
		return;
	cvg_push(&finder->found, r);
	if (finder->smallest[e] == CVG_NONE)
		finder->smallest[e] = id;
	else
		finder->found.at[finder->largest[e]].parent = id;
	finder->largest[e] = id;
}

/* Does every edge that leaves the subtree of e start in the subtree of x? */
static bool leaves_below(const struct finder *finder, uint32_t e, uint32_t x)
{
	return !finder->front.any[e] ||
	       (finder->dom->in[x] <= finder->front.first[e] &&
		finder->front.last[e] <= finder->dom->out[x]);
}

/* Does every edge that leaves the subtree of e go to x? */
static bool leaves_to(const struct finder *finder, uint32_t e, uint32_t x)
{
	return !finder->front.any[e] ||
	       (finder->front.low[e] == x && finder->front.high[e] == x);
}

/* Find all regions that start at e, the smallest first. */
static void find_at(struct finder *finder, uint32_t e)
{
	uint32_t last = e;
	uint32_t x;

	for (x = next_fit(finder, e, next_exit(finder, e));
	     x != CVG_NONE && cvg_dominates(finder->dom, e, x);
	     x = next_fit(finder, e, next_exit(finder, x))) {
		if (!leaves_below(finder, e, x)) {
			x = CVG_NONE;
			break;
		}
		if (finder->front.height[x] <= 2 * finder->dom->depth[e]) {
			add_region(finder, e, x);
			last = x;
		} else {
			cvg_bits_add(&finder->unfit, x);
			finder->jump[x] = next_exit(finder, x);
		}
	}
	if (x != CVG_NONE && leaves_to(finder, e, x)) {
		add_region(finder, e, x);
		last = x;
	}
	if (last != e)
		finder->shortcut[e] = finder->shortcut[last] == CVG_NONE
					      ? last
					      : finder->shortcut[last];
}

/*
 * The blocks of the dominator tree, parents before children, the last child
 * first; read backward, a postorder. The caller frees it.
 */
static uint32_t *dom_preorder(const struct finder *finder, uint32_t *n)
{
	uint32_t *order = cvg_alloc(finder->fn->nblocks * sizeof *order);
	uint32_t *stack = cvg_alloc(finder->fn->nblocks * sizeof *stack);
	uint32_t depth = 0;

	*n = 0;
	stack[depth++] = 0;
	while (depth) {
		uint32_t b = stack[--depth];

		order[(*n)++] = b;
		for (uint32_t k = finder->dom->kids_at[b];
		     k < finder->dom->kids_at[b + 1]; k++)
			stack[depth++] = finder->dom->kids[k];
	}
	free(stack);
	return order;
}

/* ---- the tree -------------------------------------------------------- */

/* Find the parent of the largest region of each entry, and the innermost region
 * of each block. */
static void hang_regions(struct finder *finder, const uint32_t *order,
			 uint32_t n, uint32_t *innermost)
{
	for (uint32_t i = 0; i < n; i++) {
		uint32_t b = order[i];
		uint32_t r = i ? innermost[finder->dom->idom[b]] : 0;

		while (finder->found.at[r].exit == b)
			r = finder->found.at[r].parent;
		innermost[b] = r;
		if (finder->smallest[b] == CVG_NONE)
			continue;
		finder->found.at[finder->largest[b]].parent = r;
		innermost[b] = finder->smallest[b];
	}
}

/* Link the children of each region, in the order of their entries. */
static void link_children(const struct finder *finder, uint32_t *first,
			  uint32_t *next)
{
	for (size_t r = 0; r < finder->found.n; r++)
		first[r] = CVG_NONE;
	for (uint32_t b = finder->fn->nblocks; b-- > 0;) {
		uint32_t r = finder->smallest[b];

		while (r != CVG_NONE) {
			uint32_t up = finder->found.at[r].parent;

			next[r] = first[up];
			first[up] = r;
			if (r == finder->largest[b])
				break;
			r = up;
		}
	}
}

/* Copy the regions to rs in preorder; id[] maps indices of found[] to ids. */
static void number_regions(const struct finder *finder, struct cvg_regions *rs,
			   uint32_t *id)
{
	size_t n = finder->found.n;
	uint32_t *first = cvg_alloc(n * sizeof *first);
	uint32_t *next = cvg_alloc(n * sizeof *next);
	uint32_t r = 0;

	link_children(finder, first, next);
	next[0] = CVG_NONE;
	while (r != CVG_NONE) {
		struct cvg_region *out = &rs->region[rs->n];

		*out = finder->found.at[r];
		if (r) {
			out->parent = id[out->parent];
			out->depth = rs->region[out->parent].depth + 1;
		}
		out->last = rs->n;
		id[r] = rs->n++;
		if (first[r] != CVG_NONE) {
			r = first[r];
			continue;
		}
		while (r && next[r] == CVG_NONE)
			r = finder->found.at[r].parent;
		r = next[r];
	}
	free(first);
	free(next);
	for (uint32_t i = rs->n; i-- > 1;) {
		struct cvg_region *up = &rs->region[rs->region[i].parent];

		if (up->last < rs->region[i].last)
			up->last = rs->region[i].last;
	}
}

/* ---- simple or not --------------------------------------------------- */

/* The reachable predecessors of every block: their preorder numbers in the
 * dominator tree, ascending. */
struct sorted_preds {
	uint32_t *at; /* [nblocks + 1] into number[] */
	uint32_t *number;
};

static void sort_preds(struct sorted_preds *s, const struct cvg_fn *fn,
		       const struct cvg_dom *dom)
{
	uint32_t *block = cvg_alloc(fn->nblocks * sizeof *block);
	uint32_t n = 0;

	s->at = cvg_calloc(fn->nblocks + 2, sizeof *s->at);
	s->number = cvg_alloc(cvg_fn_nedges(fn) * sizeof *s->number);
	for (uint32_t b = 0; b < fn->nblocks; b++) {
		if (!dom->depth[b])
			continue;
		block[dom->in[b]] = b;
		n++;
		cvg_foreach_succ (fn, b, to)
			s->at[*to + 2]++;
	}
	for (uint32_t b = 2; b < fn->nblocks + 2; b++)
		s->at[b] += s->at[b - 1];
	for (uint32_t i = 0; i < n; i++) {
		cvg_foreach_succ (fn, block[i], to)
			s->number[s->at[*to + 1]++] = i;
	}
	free(block);
}

/* How many of number[at .. end) are below `limit`? */
static uint32_t count_below(const uint32_t *number, uint32_t at, uint32_t end,
			    uint32_t limit)
{
	uint32_t low = at;

	while (low < end) {
		uint32_t mid = low + (end - low) / 2;

		if (number[mid] < limit)
			low = mid + 1;
		else
			end = mid;
	}
	return low - at;
}

/* How many edges into block `to` start in the subtree of `top`? */
static uint32_t edges_from(const struct sorted_preds *s,
			   const struct cvg_dom *dom, uint32_t top, uint32_t to)
{
	uint32_t at = s->at[to], end = s->at[to + 1];

	return count_below(s->number, at, end, dom->out[top] + 1) -
	       count_below(s->number, at, end, dom->in[top]);
}

/* Does one edge enter the region (e, x) and one leave it? */
static bool is_simple(const struct finder *finder, const struct sorted_preds *s,
		      uint32_t e, uint32_t x)
{
	uint32_t in =
		s->at[e + 1] - s->at[e] - edges_from(s, finder->dom, e, e);
	uint32_t out = edges_from(s, finder->dom, e, x);

	if (cvg_dominates(finder->dom, e, x)) {
		in += edges_from(s, finder->dom, x, e);
		out -= edges_from(s, finder->dom, x, x);
	}
	return in == 1 && out == 1;
}

static void mark_simple(const struct finder *finder, struct cvg_regions *rs)
{
	struct sorted_preds s;

	sort_preds(&s, finder->fn, finder->dom);
	for (uint32_t r = 1; r < rs->n; r++) {
		struct cvg_region *region = &rs->region[r];

		region->simple =
			is_simple(finder, &s, region->entry, region->exit);
	}
	free(s.at);
	free(s.number);
}

/* ---- all together ---------------------------------------------------- */

static void finder_init(struct finder *finder, struct cvg_ana *ana,
			struct cvg_arena *scratch)
{
	uint32_t n = ana->fn->nblocks;
	struct cvg_region all = {0, CVG_NONE, CVG_NONE, 0, 0, false};

	*finder = (struct finder){.ana = ana, .fn = ana->fn};
	finder->dom = cvg_ana_dom(ana);
	finder->pdom = cvg_ana_postdom(ana);
	cvg_frontier_init(&finder->front, ana, scratch);
	finder->shortcut = cvg_arena_array(scratch, uint32_t, n);
	finder->jump = cvg_arena_array(scratch, uint32_t, n);
	finder->smallest = cvg_arena_array(scratch, uint32_t, n);
	finder->largest = cvg_arena_array(scratch, uint32_t, n);
	for (uint32_t b = 0; b < n; b++)
		finder->shortcut[b] = finder->smallest[b] = CVG_NONE;
	cvg_bits_init(&finder->unfit, n);
	cvg_push(&finder->found, all);
}

static void make_tree(struct finder *finder, const uint32_t *order, uint32_t n)
{
	struct cvg_regions *rs = &finder->ana->regions;
	uint32_t nblocks = finder->fn->nblocks;
	uint32_t *innermost =
		cvg_arena_array(&finder->ana->arena, uint32_t, nblocks);
	uint32_t *id = cvg_alloc(finder->found.n * sizeof *id);

	for (uint32_t b = 0; b < nblocks; b++)
		innermost[b] = CVG_NONE;
	hang_regions(finder, order, n, innermost);
	rs->region = cvg_arena_array(&finder->ana->arena, struct cvg_region,
				     finder->found.n);
	number_regions(finder, rs, id);
	for (uint32_t b = 0; b < nblocks; b++) {
		if (innermost[b] != CVG_NONE)
			innermost[b] = id[innermost[b]];
	}
	rs->innermost = innermost;
	free(id);
}

void cvg_regions_compute(struct cvg_ana *ana)
{
	struct cvg_arena scratch = {0};
	struct finder f;
	uint32_t *order;
	uint32_t n;

	finder_init(&f, ana, &scratch);
	order = dom_preorder(&f, &n);
	for (uint32_t i = n; i-- > 0;)
		find_at(&f, order[i]);
	make_tree(&f, order, n);
	mark_simple(&f, &ana->regions);
	free(order);
	free(f.found.at);
	cvg_bits_done(&f.unfit);
	cvg_arena_done(&scratch);
}
