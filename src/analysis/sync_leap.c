/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Leaps: where a label that arrives at a block arrives next after all blocks
 * that the block dominates, if these are few places (struct cvg_leap).
 *
 * In a ? x -> b c; b -> d; d ? x -> e f; e -> g; f -> g; c -> g; g ret block b
 * dominates b, d, e and f. A label that arrives at b arrives next at g.
 */
#include "sync_order.h"

#include "reconverge/graph.h"

#include <stdlib.h>

/*
 * The blocks with the smallest keys, ascending: as many as a leap may name, and
 * one more, which shows that there may be too many.
 */
struct firsts {
	uint32_t block[CVG_LEAP + 1];
	uint32_t key[CVG_LEAP + 1];
	uint32_t
		left[CVG_LEAP + 1]; /* depth of the outermost cycle that is left
					on the way down the dominator tree from
					the subtree's root to the edge's source;
					CVG_NONE: none is. Of several ways the
					largest */
	uint32_t n;
};

/*
 * What follows a subtree of the dominator tree. An edge leaves exactly the
 * subtrees below the immediate dominator of its target; so the targets to keep
 * on the way up the tree are those whose immediate dominators are highest. A
 * block that leaves a cycle of its immediate dominator is an exit for the
 * subtrees whose roots are in that cycle.
 */
struct below {
	struct firsts targets; /* of edges that leave it; key: depth of the
				  target's immediate dominator */
	struct firsts exits;   /* blocks in it, except its root, that leave a
				  cycle; key: depth of the outermost one */
};

static void add_first(struct firsts *f, uint32_t block, uint32_t key,
		      uint32_t left)
{
	uint32_t k = 0;

	for (; k < f->n && f->key[k] <= key; k++) {
		if (f->block[k] != block)
			continue;
		if (left > f->left[k])
			f->left[k] = left;
		return;
	}
	if (k > CVG_LEAP)
		return;
	if (f->n <= CVG_LEAP)
		f->n++;
	for (uint32_t j = f->n - 1; j > k; j--) {
		f->block[j] = f->block[j - 1];
		f->key[j] = f->key[j - 1];
		f->left[j] = f->left[j - 1];
	}
	f->block[k] = block;
	f->key[k] = key;
	f->left[k] = left;
}

/* Add the blocks of a child's subtree; `left` is the depth of the outermost
 * cycle left from the parent to the child. */
static void add_firsts(struct firsts *to, const struct firsts *from,
		       uint32_t left)
{
	for (uint32_t k = 0; k < from->n; k++)
		add_first(to, from->block[k], from->key[k],
			  from->left[k] < left ? from->left[k] : left);
}

/* The depth of the outermost cycle around `from` that does not contain `to`, or
 * CVG_NONE. */
static uint32_t depth_left(const struct cvg_cycles *cs, uint32_t from,
			   uint32_t to)
{
	uint32_t depth = CVG_NONE;

	for (uint32_t c = cs->innermost[from];
	     c != CVG_NONE && !cvg_cycle_has(cs, c, to);
	     c = cs->cycle[c].parent)
		depth = cs->cycle[c].depth;
	return depth;
}

static uint32_t *blocks_by_preorder(const struct cvg_fn *fn,
				    const struct cvg_dom *dom)
{
	uint32_t *by = cvg_alloc((fn->nblocks + 1) * sizeof *by);

	for (uint32_t b = 0; b <= fn->nblocks; b++)
		by[b] = CVG_NONE;
	for (uint32_t b = 0; b < fn->nblocks; b++) {
		if (dom->depth[b])
			by[dom->in[b]] = b;
	}
	return by;
}

/*
 * Add to the leap the blocks whose keys are below the limit and whose ways stay
 * inside the cycle of depth `cycle_depth`. False: there may be too many.
 */
static bool name_firsts(struct cvg_leap *leap, const struct firsts *f,
			uint32_t limit, uint32_t cycle_depth)
{
	if (f->n > CVG_LEAP && f->key[CVG_LEAP] < limit)
		return false;
	for (uint32_t k = 0; k < f->n && f->key[k] < limit; k++) {
		if (f->left[k] <= cycle_depth)
			continue;
		if (leap->n == CVG_LEAP)
			return false;
		leap->to[leap->n++] = f->block[k];
	}
	return true;
}

static void name_what_follows(struct cvg_leap *leap, const struct below *t,
			      uint32_t depth, uint32_t cycle_depth)
{
	leap->n = 0;
	if (!name_firsts(leap, &t->targets, depth, cycle_depth) ||
	    !name_firsts(leap, &t->exits, cycle_depth + 1, cycle_depth))
		leap->n = CVG_NONE;
}

struct cvg_leap *cvg_leaps(const struct cvg_fn *fn, const struct cvg_cycles *cs,
			   const struct cvg_dom *dom)
{
	struct cvg_leap *leap = cvg_calloc(fn->nblocks + 1, sizeof *leap);
	struct below *t = cvg_calloc(fn->nblocks + 1, sizeof *t);
	uint32_t *by = blocks_by_preorder(fn, dom);

	for (uint32_t k = fn->nblocks + 1; k-- > 0;) {
		uint32_t b = by[k], up, c, left;

		if (b == CVG_NONE)
			continue;
		cvg_foreach_succ (fn, b, to) {
			uint32_t d = dom->idom[*to];

			add_first(&t[b].targets, *to,
				  d == CVG_NONE ? 0 : dom->depth[d], CVG_NONE);
		}
		c = cs->innermost[b];
		name_what_follows(&leap[b], &t[b], dom->depth[b],
				  c == CVG_NONE ? 0 : cs->cycle[c].depth);
		up = dom->idom[b];
		if (up == CVG_NONE)
			continue;
		left = depth_left(cs, up, b);
		add_firsts(&t[up].targets, &t[b].targets, left);
		add_firsts(&t[up].exits, &t[b].exits, left);
		if (left != CVG_NONE)
			add_first(&t[up].exits, b, left, CVG_NONE);
	}
	free(by);
	free(t);
	return leap;
}
