/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The order in which to read the blocks, and the blocks that run only because
 * a warp was split.
 */
#include "reconverge/analysis.h"
#include "reconverge/graph.h"
#include "reconverge/marks.h"

#include <stdlib.h>
#include <string.h>

/* ---- reading order --------------------------------------------------- */

/*
 * Nested sets (loops, or regions) as lists of items. An item is a block or a
 * set. The list of set k holds the blocks of no inner set, and each child set
 * where the first of its blocks would stand; the list at index n holds the
 * blocks and sets that are in no set.
 *
 * Loop h, b of a -> h; h ? x -> e b; b -> h; e ret: the order a h e b becomes
 * the lists a L e and (L) h b, and from them a h b e.
 */
struct nest {
	uint32_t n; /* sets */
	uint32_t nblocks;
	const uint32_t *innermost; /* [nblocks] set or CVG_NONE */
	uint32_t *parent;	   /* [n] */
	uint32_t *head, *tail;	   /* [n + 1] items; CVG_NONE: empty */
	uint32_t *link;		   /* [nblocks + n] next item */
	bool *placed;		   /* [n] the set is in its parent's list */
};

static uint32_t list_of(const struct nest *ne, uint32_t set)
{
	return set == CVG_NONE ? ne->n : set;
}

/* Append an item to a set's list. Item i is block i, or set i - nblocks. */
static void append(struct nest *ne, uint32_t set, uint32_t item)
{
	uint32_t l = list_of(ne, set);

	ne->link[item] = CVG_NONE;
	if (ne->head[l] == CVG_NONE)
		ne->head[l] = item;
	else
		ne->link[ne->tail[l]] = item;
	ne->tail[l] = item;
}

/* Enter the set, and the sets around it, into their parents' lists, unless that
 * was done when an earlier block of theirs was met. */
static void place_set(struct nest *ne, uint32_t set)
{
	while (set != CVG_NONE && !ne->placed[set]) {
		ne->placed[set] = true;
		append(ne, ne->parent[set], ne->nblocks + set);
		set = ne->parent[set];
	}
}

/* Write the blocks to order[]: the outermost list, with the list of each set in
 * the set's place. Not recursive. */
static uint32_t flatten(const struct nest *ne, uint32_t *order)
{
	struct cvg_u32s stack = {0};
	uint32_t n = 0, item = ne->head[ne->n];

	for (;;) {
		if (item == CVG_NONE) {
			if (!stack.n)
				break;
			item = ne->link[stack.at[--stack.n]];
		} else if (item < ne->nblocks) {
			order[n++] = item;
			item = ne->link[item];
		} else {
			cvg_push(&stack, item);
			item = ne->head[item - ne->nblocks];
		}
	}
	free(stack.at);
	return n;
}

/* Rearrange order[0..n) so that every set is in one piece. */
static void keep_together(struct nest *ne, uint32_t *order, uint32_t n)
{
	ne->head = cvg_alloc((ne->n + 1) * sizeof *ne->head);
	ne->tail = cvg_alloc((ne->n + 1) * sizeof *ne->tail);
	ne->link = cvg_alloc((ne->nblocks + ne->n) * sizeof *ne->link);
	ne->placed = cvg_calloc(ne->n, sizeof *ne->placed);
	memset(ne->head, 0xFF, (ne->n + 1) * sizeof *ne->head);
	for (uint32_t i = 0; i < n; i++) {
		place_set(ne, ne->innermost[order[i]]);
		append(ne, ne->innermost[order[i]], order[i]);
	}
	flatten(ne, order);
	free(ne->head);
	free(ne->tail);
	free(ne->link);
	free(ne->placed);
	free(ne->parent);
}

/*
 * Reverse postorder. Successors are visited from the last to the first, so that
 * the true arm stands before the false one. Returns the number of blocks.
 */
static uint32_t true_side_first(const struct cvg_fn *fn, uint32_t *order)
{
	struct cvg_u32s stack = {0};
	uint32_t *left = cvg_alloc(fn->nblocks * sizeof *left);
	uint32_t at = fn->nblocks, n;

	memset(left, 0xFF, fn->nblocks * sizeof *left);
	cvg_push(&stack, 0);
	left[0] = fn->blocks[0].nsuccs;
	while (stack.n) {
		uint32_t b = stack.at[stack.n - 1], s;

		if (!left[b]) {
			order[--at] = b;
			stack.n--;
			continue;
		}
		s = fn->succs[fn->blocks[b].succs_at + --left[b]];
		if (left[s] == CVG_NONE) {
			left[s] = fn->blocks[s].nsuccs;
			cvg_push(&stack, s);
		}
	}
	n = fn->nblocks - at;
	memmove(order, order + at, n * sizeof *order);
	free(stack.at);
	free(left);
	return n;
}

uint32_t *cvg_reading_order(struct cvg_ana *ana)
{
	const struct cvg_fn *fn = cvg_ana_fn(ana);
	const struct cvg_dom *dom = cvg_ana_dom(ana);
	const struct cvg_loops *ls = cvg_ana_loops(ana);
	const struct cvg_regions *rs = cvg_ana_regions(ana);
	uint32_t *order = cvg_alloc(fn->nblocks * sizeof *order);
	uint32_t n = true_side_first(fn, order);
	struct nest loops = {
		.n = ls->n, .nblocks = fn->nblocks, .innermost = ls->innermost};
	struct nest regions = {
		.n = rs->n, .nblocks = fn->nblocks, .innermost = rs->innermost};

	loops.parent = cvg_alloc(ls->n * sizeof *loops.parent);
	for (uint32_t l = 0; l < ls->n; l++)
		loops.parent[l] = ls->loop[l].parent;
	keep_together(&loops, order, n);
	regions.parent = cvg_alloc(rs->n * sizeof *regions.parent);
	for (uint32_t r = 0; r < rs->n; r++)
		regions.parent[r] = rs->region[r].parent;
	keep_together(&regions, order, n);
	for (uint32_t b = 0; b < fn->nblocks; b++)
		if (!dom->depth[b])
			order[n++] = b;
	return order;
}

/* ---- under divergence ------------------------------------------------ */

struct marker {
	const struct cvg_fn *fn;
	const struct cvg_dom *pd;
	struct cvg_bits *under;
	uint32_t *reach; /* [nblocks] an earlier walk up the post-dominator tree
			    from here went up to this depth; 0: none did */
	struct cvg_u32s
		todo; /* marked blocks whose branches are not followed */
};

/*
 * Mark the blocks that are control-dependent on an edge of a branch into s: s
 * and its post-dominators, as far as they are deeper than the immediate
 * post-dominator of the branch, whose depth is `stop`.
 */
static void walk_up(struct marker *m, uint32_t s, uint32_t stop)
{
	while (s != CVG_NONE && m->pd->depth[s] > stop) {
		if (m->reach[s] && m->reach[s] <= stop + 1)
			return;
		m->reach[s] = stop + 1;
		if (!cvg_bits_has(m->under, s)) {
			cvg_bits_add(m->under, s);
			cvg_push(&m->todo, s);
		}
		s = m->pd->idom[s];
	}
}

static void walk_branch(struct marker *m, uint32_t b)
{
	uint32_t up = m->pd->idom[b];
	uint32_t stop = up == CVG_NONE ? 0 : m->pd->depth[up];

	if (m->fn->blocks[b].nsuccs < 2)
		return;
	cvg_foreach_succ (m->fn, b, s)
		walk_up(m, *s, stop);
}

void cvg_under_divergence(struct cvg_ana *ana, struct cvg_bits *out)
{
	const struct cvg_uniform *u = cvg_ana_uniform(ana);
	struct marker m = {.fn = cvg_ana_fn(ana),
			   .pd = cvg_ana_postdom(ana),
			   .under = out};

	cvg_bits_init(out, m.fn->nblocks);
	m.reach = cvg_calloc(m.fn->nblocks, sizeof *m.reach);
	for (uint32_t b = 0; b < m.fn->nblocks; b++)
		if (cvg_bits_has(&u->divergent_term, b))
			walk_branch(&m, b);
	while (m.todo.n)
		walk_branch(&m, m.todo.at[--m.todo.n]);
	free(m.todo.at);
	free(m.reach);
}
