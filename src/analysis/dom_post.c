/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Post-dominators: dominators of the reversed graph, whose root is a virtual
 * exit with an edge to every "root" block. Roots are the blocks without
 * successors and, for code that cannot reach one, a block in each infinite
 * loop, chosen as LLVM's
 * PostDominatorTree chooses it (llvm/Support/GenericDomTreeConstruction.h)
 * because everything built upon the tree depends on it:
 *
 *   for each block not yet reached backward from a root, in order: search
 *   forward from it, later blocks first; the last block discovered becomes a
 *   root, and all that reaches it is reached. Afterwards drop the roots from
 *   which another root can be reached.
 *
 *	a ? x -> b l; b ret; l -> m; m -> l
 *
 * has the roots b and m. m post-dominates l; only the virtual exit
 * post-dominates a, b and m.
 *
 * All blocks are in the tree, unreachable ones too. The joins (see
 * cvg_ana_joins) are the tree of the same search with returns as the only
 * roots: above, the join of a is b. Linear, except for the forward searches,
 * which can meet a block once for each root they find.
 */
#include "dom.h"

#include "reconverge/graph.h"

#include <stdlib.h>

struct finder {
	const struct cvg_fn *fn;
	struct cvg_bits seen;	 /* blocks that reach a root found so far */
	struct cvg_bits forward; /* blocks met by the forward search */
	struct cvg_u32s stack;
	struct cvg_u32s met; /* the same as a list, to clear `forward` */
	struct cvg_u32s roots;
	uint32_t ntrivial; /* roots without successors, first in roots */
};

/* Mark all blocks that reach `root` over unmarked blocks. */
static void mark_backward(struct finder *finder, struct cvg_bits *mark,
			  uint32_t root)
{
	finder->stack.n = 0;
	cvg_push(&finder->stack, root);
	cvg_bits_add(mark, root);
	while (finder->stack.n) {
		uint32_t b = finder->stack.at[--finder->stack.n];

		cvg_foreach_pred (finder->fn, b, p) {
			if (cvg_bits_has(mark, *p))
				continue;
			cvg_bits_add(mark, *p);
			cvg_push(&finder->stack, *p);
		}
	}
}

static int by_number(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a;
	uint32_t y = *(const uint32_t *)b;

	return (x > y) - (x < y);
}

/* Push successors so that the last block in the text comes off first. */
static void push_sorted(struct finder *finder, uint32_t b)
{
	size_t at = finder->stack.n;

	cvg_foreach_succ (finder->fn, b, s)
		cvg_push(&finder->stack, *s);
	if (finder->stack.n - at > 1)
		qsort(finder->stack.at + at, finder->stack.n - at,
		      sizeof *finder->stack.at, by_number);
}

/* The last block discovered by a forward search from b. */
static uint32_t furthest_from(struct finder *finder, uint32_t b)
{
	uint32_t last = b;

	finder->stack.n = 0;
	finder->met.n = 0;
	cvg_push(&finder->stack, b);
	while (finder->stack.n) {
		uint32_t x = finder->stack.at[--finder->stack.n];

		if (cvg_bits_has(&finder->forward, x) ||
		    cvg_bits_has(&finder->seen, x))
			continue;
		cvg_bits_add(&finder->forward, x);
		cvg_push(&finder->met, x);
		last = x;
		push_sorted(finder, x);
	}
	for (size_t i = 0; i < finder->met.n; i++)
		cvg_bits_remove(&finder->forward, finder->met.at[i]);
	return last;
}

static void add_root(struct finder *finder, uint32_t b)
{
	cvg_push(&finder->roots, b);
	mark_backward(finder, &finder->seen, b);
}

/*
 * Drop the roots that reach another one. A root cannot reach one that was found
 * before it, since it would have been reached from that one; so, going from the
 * last to the first, a root stays unless it reaches one behind it.
 */
static void drop_redundant(struct finder *finder)
{
	size_t kept = finder->roots.n;

	cvg_bits_clear_all(&finder->seen);
	for (size_t i = finder->roots.n; i-- > finder->ntrivial;) {
		uint32_t root = finder->roots.at[i];

		if (cvg_bits_has(&finder->seen, root))
			continue;
		mark_backward(finder, &finder->seen, root);
		finder->roots.at[--kept] = root;
	}
	for (size_t i = kept; i < finder->roots.n; i++)
		finder->roots.at[finder->ntrivial + i - kept] =
			finder->roots.at[i];
	finder->roots.n -= kept - finder->ntrivial;
}

static void find_roots(struct finder *finder)
{
	for (uint32_t b = 0; b < finder->fn->nblocks; b++) {
		if (!finder->fn->blocks[b].nsuccs)
			add_root(finder, b);
	}
	finder->ntrivial = (uint32_t)finder->roots.n;
	for (uint32_t b = 0; b < finder->fn->nblocks; b++) {
		if (!cvg_bits_has(&finder->seen, b))
			add_root(finder, furthest_from(finder, b));
	}
	drop_redundant(finder);
}

/* ---- searching backward from the virtual exit ------------------------ */

/* An edge to follow: to `block`, from the node numbered `parent`. */
struct step {
	uint32_t block;
	uint32_t parent;
};

struct search {
	uint32_t n;			   /* nodes found */
	uint32_t *block, *parent, *number; /* as in struct cvg_domgraph */
	cvg_vec(struct step) stack;
};

static void search_from(struct search *s, const struct cvg_fn *fn,
			uint32_t root)
{
	cvg_push(&s->stack, ((struct step){root, 0}));
	while (s->stack.n) {
		struct step at = s->stack.at[--s->stack.n];
		uint32_t n = s->n;

		if (s->number[at.block] != CVG_NONE)
			continue;
		s->number[at.block] = n;
		s->block[n] = at.block;
		s->parent[n] = at.parent;
		s->n++;
		cvg_foreach_pred (fn, at.block, p) {
			if (s->number[*p] == CVG_NONE)
				cvg_push(&s->stack, ((struct step){*p, n}));
		}
	}
}

static void search_all(struct search *s, const struct cvg_fn *fn,
		       const struct cvg_u32s *roots)
{
	s->block = cvg_alloc((fn->nblocks + 1) * sizeof *s->block);
	s->parent = cvg_alloc((fn->nblocks + 1) * sizeof *s->parent);
	s->number = cvg_alloc(fn->nblocks * sizeof *s->number);
	for (uint32_t b = 0; b < fn->nblocks; b++)
		s->number[b] = CVG_NONE;
	s->block[0] = CVG_NONE;
	s->parent[0] = 0;
	s->n = 1;
	for (size_t i = 0; i < roots->n; i++)
		search_from(s, fn, roots->at[i]);
}

/* The immediate dominators of the reversed graph of what reaches the roots. The
 * caller frees *idom and calls search_done. */
static void solve(const struct cvg_fn *fn, const struct cvg_u32s *roots,
		  struct search *s, struct cvg_domgraph *g, uint32_t **idom)
{
	search_all(s, fn, roots);
	*g = (struct cvg_domgraph){.fn = fn,
				   .backward = true,
				   .n = s->n,
				   .block = s->block,
				   .parent = s->parent,
				   .number = s->number};
	*idom = cvg_alloc(g->n * sizeof **idom);
	cvg_dom_solve(g, *idom);
}

static void search_done(struct search *s)
{
	free(s->block);
	free(s->parent);
	free(s->number);
	free(s->stack.at);
}

void cvg_postdom_compute(struct cvg_ana *ana)
{
	struct finder finder = {.fn = ana->fn};
	struct search s = {0};
	struct cvg_domgraph g;
	uint32_t *idom;

	cvg_bits_init(&finder.seen, ana->fn->nblocks);
	cvg_bits_init(&finder.forward, ana->fn->nblocks);
	find_roots(&finder);
	solve(ana->fn, &finder.roots, &s, &g, &idom);
	cvg_dom_fill(&ana->postdom, &ana->arena, &g, idom);
	free(idom);
	search_done(&s);
	cvg_bits_done(&finder.seen);
	cvg_bits_done(&finder.forward);
	free(finder.stack.at);
	free(finder.met.at);
	free(finder.roots.at);
}

/* ---- where lanes meet ------------------------------------------------- */

void cvg_joins_compute(struct cvg_ana *ana)
{
	const struct cvg_fn *fn = ana->fn;
	const uint32_t *postdom = cvg_ana_postdom(ana)->idom;
	struct cvg_u32s roots = {0};
	struct search s = {0};
	struct cvg_domgraph g;
	uint32_t *idom;

	ana->joins = cvg_arena_array(&ana->arena, uint32_t, fn->nblocks);
	for (uint32_t b = 0; b < fn->nblocks; b++) {
		ana->joins[b] = postdom[b];
		if (cvg_block_terminator(fn, b)->op == CVG_OP_RET)
			cvg_push(&roots, b);
	}
	solve(fn, &roots, &s, &g, &idom);
	for (uint32_t n = 1; n < g.n; n++)
		ana->joins[g.block[n]] = g.block[idom[n]];
	free(idom);
	search_done(&s);
	free(roots.at);
}

void cvg_controls(struct cvg_ana *ana, uint32_t b, struct cvg_u32s *out)
{
	const struct cvg_fn *fn = cvg_ana_fn(ana);
	const struct cvg_dom *post = cvg_ana_postdom(ana);

	for (uint32_t c = 0; c < fn->nblocks; c++) {
		bool leads = false;

		if (fn->blocks[c].nsuccs < 2 ||
		    (b != c && cvg_dominates(post, b, c)))
			continue;
		cvg_foreach_succ (fn, c, s)
			leads |= cvg_dominates(post, b, *s);
		if (leads)
			cvg_push(out, c);
	}
}
