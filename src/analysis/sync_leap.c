/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Over which parts of the graph a label may be carried at once: a block and
 * all it dominates, if few blocks follow.
 */
#include "sync_order.h"

#include <stdlib.h>

/*
 * Blocks with a key each, smallest keys first; as many as a leap may name and
 * one more, to tell that there may be too many.
 */
struct firsts {
	uint32_t block[CVG_LEAP + 1];
	uint32_t key[CVG_LEAP + 1];
	uint32_t left[CVG_LEAP + 1]; /* on the way from the subtree's root to
					what leads to the block: depth of the
					outermost cycle left; CVG_NONE: none.
					Of several ways the best */
	uint32_t n;
};

/*
 * Of a dominator subtree. An edge leaves the subtrees below its target's
 * immediate dominator only, so on the way up those targets stay outside
 * longest whose immediate dominators are highest. A block outside a cycle
 * that its immediate dominator is in counts for subtrees from that cycle.
 */
struct below {
	struct firsts targets; /* of edges that leave it; key: depth of the
				  target's immediate dominator */
	struct firsts exits;   /* blocks in it, but its root; key: depth of
				  the outermost cycle left */
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

/* From a subtree whose root is outside the cycles from depth `left` on. */
static void add_firsts(struct firsts *to, const struct firsts *from,
		       uint32_t left)
{
	for (uint32_t k = 0; k < from->n; k++)
		add_first(to, from->block[k], from->key[k],
			  from->left[k] < left ? from->left[k] : left);
}

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
 * Those whose keys are below the limit and that lie on ways inside the cycle
 * of that depth; false: may be too many.
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
