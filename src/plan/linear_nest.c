/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * How deep divergent branches are nested, and what has to be linearized so
 * that they are not nested deeper than asked (Anantpur, Govindarajan, CC 2014,
 * section 5.3).
 *
 * A spell is a time while threads are apart. A divergent branch opens one that
 * lasts from its block to where its ways meet; a loop that threads leave at
 * different times opens one that lasts as long as threads are in it, and the
 * branches that leave it open none of their own. Spells are a tree, found by a
 * walk along the dominator tree: each block knows the innermost around it.
 *
 * A chain of guards is one level, and a loop of the chain another one around
 * it. So the spell at the last level allowed becomes a chain if anything in it
 * is nested too deep; or, if it holds loops, the spell one level before with
 * all of its loops merged into one. Where one level is asked for and there is
 * a loop, two are left.
 *
 * A branch is one level: it leaves at most two entries on the stack. A switch
 * to more places counts as many levels as it takes to leave its entries.
 *
 * Example: three divergent branches, e around a around d.
 *
 *	  e		spell	 level	deepest inside
 *	 / \		e .. x	 1	3
 *	 a  b		a .. g	 2	3
 *	 |\  \		d .. r	 3	3
 *	 d f  |
 *	/ \ \ |	  depth 3: nothing is too deep.
 *	p q | |	  depth 2: a is at the last level allowed and holds level 3,
 *	\ / | |	  so a becomes a chain: the region a..g of f, d, q, p, r.
 *	 r  | |	  depth 1: e becomes one: the region e..x of all eight blocks.
 *	 |  / /
 *	 g-  /
 *	 |  /
 *	 x-
 *
 * Exact for structured flow; edges of Definition 1 bring regions of their own.
 */
#include "linear.h"

#include "reconverge/graph.h"

#include <stdlib.h>

/* A time while threads are apart. */
struct spell {
	uint32_t block;	  /* of the branch; of a loop: its header */
	uint32_t cycle;	  /* the loop; CVG_NONE: a branch opens the spell */
	uint32_t outer;	  /* index of the spell around it, which is smaller;
			     CVG_NONE: there is none */
	uint32_t level;	  /* levels with those around it; an outermost branch
			     has 1 */
	uint32_t deepest; /* largest level in it, its own included */
	bool has_loops;	  /* it is or holds a loop that a chain would hold */
	bool chosen;	  /* it, or a spell around it, becomes a chain */
};

struct nest {
	struct lin_planner *planner;
	const struct linflow *flow; /* the planner's */
	const struct cvg_uniform *uniform;
	cvg_vec(struct spell) spells; /* outer before inner */
	uint32_t *around; /* [nblocks] innermost spell around the block, by
			     index, or CVG_NONE */
	uint32_t *opened; /* [nblocks] spell that the block's branch opens, or
			     CVG_NONE */
	bool *divides;	  /* [cycles] threads part in the cycle or in one in
			     it, or leave one at different times */
};

static uint32_t level_of(const struct nest *nest, uint32_t spell)
{
	return spell == CVG_NONE ? 0 : nest->spells.at[spell].level;
}

static int by_number(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return (x > y) - (x < y);
}

/* Levels of a block's branch: half of the entries that it may leave on the
 * stack, rounded up. */
static uint32_t weight_of(const struct linflow *flow, uint32_t block)
{
	struct cvg_u32s targets = {0};
	uint32_t n = 0;

	cvg_foreach_succ (flow->fn, block, s)
		if (*s != flow->joins[block])
			cvg_push(&targets, *s);
	if (targets.n)
		qsort(targets.at, targets.n, sizeof *targets.at, by_number);
	for (size_t k = 0; k < targets.n; k++)
		n += !k || targets.at[k] != targets.at[k - 1];
	free(targets.at);
	return n > 2 ? (n + 1) / 2 : 1;
}

/* ---- the spells ------------------------------------------------------ */

static uint32_t open_spell(struct nest *nest, uint32_t block, uint32_t cycle,
			   uint32_t outer)
{
	struct spell spell = {.block = block, .cycle = cycle, .outer = outer};

	spell.level = level_of(nest, outer) + weight_of(nest->flow, block);
	spell.deepest = spell.level;
	spell.has_loops = cycle != CVG_NONE;
	cvg_push(&nest->spells, spell);
	return (uint32_t)nest->spells.n - 1;
}

static bool is_left_apart(const struct nest *nest, uint32_t cycle)
{
	return cvg_bits_has(&nest->uniform->divergent_exit, cycle);
}

/* Does the block's branch leave a loop that is a spell itself? */
static bool leaves_spell(const struct nest *nest, uint32_t block)
{
	const struct cvg_cycles *cycles = nest->flow->cycles;
	uint32_t cycle = cycles->innermost[block];

	if (cycle == CVG_NONE || !is_left_apart(nest, cycle))
		return false;
	cvg_foreach_succ (nest->flow->fn, block, s)
		if (nest->flow->live[*s] && !cvg_cycle_has(cycles, cycle, *s))
			return true;
	return false;
}

/* Out of the spells from `spell` outward, the innermost that still lasts at
 * the block. */
static uint32_t innermost_lasting(const struct nest *nest, uint32_t spell,
				  uint32_t block)
{
	const struct linflow *flow = nest->flow;

	while (spell != CVG_NONE) {
		const struct spell *it = &nest->spells.at[spell];
		bool lasts =
			it->cycle == CVG_NONE
				? flow->joins[it->block] != block
				: cvg_cycle_has(flow->cycles, it->cycle, block);

		if (lasts)
			break;
		spell = it->outer;
	}
	return spell;
}

/* Find the spell around the block, and open those of its loop and branch. The
 * immediate dominator has been visited. */
static void visit(struct nest *nest, uint32_t block)
{
	const struct linflow *flow = nest->flow;
	uint32_t idom = flow->dom->idom[block], spell = CVG_NONE;
	uint32_t cycle = flow->cycles->innermost[block];

	if (idom != CVG_NONE)
		spell = nest->opened[idom] != CVG_NONE ? nest->opened[idom]
						       : nest->around[idom];
	spell = innermost_lasting(nest, spell, block);
	if (cycle != CVG_NONE && flow->cycles->cycle[cycle].header == block &&
	    is_left_apart(nest, cycle))
		spell = open_spell(nest, block, cycle, spell);
	nest->around[block] = spell;
	if (!flow->live[block] ||
	    !cvg_bits_has(&nest->uniform->divergent_term, block))
		return;
	if (cycle != CVG_NONE)
		nest->divides[cycle] = true;
	if (!leaves_spell(nest, block))
		nest->opened[block] = open_spell(nest, block, CVG_NONE, spell);
}

/* Tell each cycle and each spell what is inside it. */
static void sum_up(struct nest *nest)
{
	const struct cvg_cycles *cycles = nest->flow->cycles;

	for (uint32_t c = cycles->n; c-- > 0;) {
		uint32_t parent = cycles->cycle[c].parent;
		uint32_t spell = nest->around[cycles->cycle[c].header];

		if (!nest->divides[c])
			continue;
		if (parent != CVG_NONE)
			nest->divides[parent] = true;
		if (spell != CVG_NONE)
			nest->spells.at[spell].has_loops = true;
	}
	for (size_t k = nest->spells.n; k-- > 0;) {
		const struct spell *inner = &nest->spells.at[k];
		struct spell *outer;

		if (inner->outer == CVG_NONE)
			continue;
		outer = &nest->spells.at[inner->outer];
		if (inner->deepest > outer->deepest)
			outer->deepest = inner->deepest;
		outer->has_loops |= inner->has_loops;
	}
}

/* ---- what becomes a chain -------------------------------------------- */

static void choose(struct nest *nest)
{
	uint32_t most = nest->planner->wishes.depth;

	for (size_t k = 0; k < nest->spells.n; k++) {
		struct spell *spell = &nest->spells.at[k];
		uint32_t around = level_of(nest, spell->outer);

		if (spell->deepest <= most || spell->level < most ||
		    around >= most)
			continue;
		/* A loop of the chain is a level of its own. */
		if (spell->has_loops && around + 2 > most &&
		    spell->outer != CVG_NONE)
			nest->spells.at[spell->outer].chosen = true;
		else
			spell->chosen = true;
	}
}

/* One region must hold the loop: its header, and all edges back to it. */
static void seed_loop(struct nest *nest, const struct spell *spell)
{
	const struct linflow *flow = nest->flow;

	cvg_foreach_pred (flow->fn, spell->block, p)
		if (flow->live[*p] &&
		    cvg_cycle_has(flow->cycles, spell->cycle, *p))
			cvg_linear_pair(nest->planner, spell->block, *p);
}

/* One region must hold all of the branch's ways to where they meet. */
static void seed_branch(struct nest *nest, const struct spell *spell)
{
	const struct linflow *flow = nest->flow;
	uint32_t join = flow->joins[spell->block], first = CVG_NONE;

	cvg_foreach_succ (flow->fn, spell->block, s) {
		if (!flow->live[*s] || *s == join)
			continue;
		if (first == CVG_NONE)
			first = *s;
		cvg_linear_pair(nest->planner, first, *s);
	}
	if (first == CVG_NONE || join == CVG_NONE)
		return;
	/* The region of one arm alone might end before the join. */
	cvg_foreach_pred (flow->fn, join, p)
		if (flow->live[*p] && *p != spell->block &&
		    cvg_dominates(flow->dom, spell->block, *p))
			cvg_linear_pair(nest->planner, first, *p);
}

static void seed_chosen(struct nest *nest)
{
	for (size_t k = 0; k < nest->spells.n; k++) {
		struct spell *spell = &nest->spells.at[k];

		if (!spell->chosen) {
			if (spell->outer != CVG_NONE)
				spell->chosen =
					nest->spells.at[spell->outer].chosen;
		} else if (spell->cycle != CVG_NONE) {
			seed_loop(nest, spell);
		} else {
			seed_branch(nest, spell);
		}
	}
}

/* Does the cycle divide threads, and lie in a spell that becomes a chain? */
static bool is_in_chain(const struct nest *nest, uint32_t cycle)
{
	uint32_t header = nest->flow->cycles->cycle[cycle].header;
	uint32_t spell = nest->around[header];

	return nest->divides[cycle] && spell != CVG_NONE &&
	       nest->spells.at[spell].chosen;
}

/* A chain has one level of loops: merge those that would nest. */
static void merge_loops(struct nest *nest)
{
	const struct cvg_cycles *cycles = nest->flow->cycles;
	enum cycle_fate *fate = nest->planner->fate;

	for (uint32_t c = 0; c < cycles->n; c++) {
		uint32_t parent = cycles->cycle[c].parent;

		if (parent == CVG_NONE || !is_in_chain(nest, c) ||
		    !is_in_chain(nest, parent))
			continue;
		fate[c] = CYCLE_MERGED;
		if (fate[parent] == CYCLE_APART)
			fate[parent] = CYCLE_OUTER;
	}
}

/* [nblocks] levels around each block. */
static uint32_t *levels_around(const struct nest *nest)
{
	uint32_t nblocks = nest->flow->fn->nblocks;
	uint32_t *levels = cvg_alloc(nblocks * sizeof *levels);

	for (uint32_t b = 0; b < nblocks; b++)
		levels[b] = level_of(nest, nest->around[b]);
	return levels;
}

void cvg_linear_nest(struct lin_planner *planner)
{
	const struct linflow *flow = &planner->flow;
	uint32_t nblocks = flow->fn->nblocks;
	struct nest nest = {.planner = planner,
			    .flow = flow,
			    .uniform = cvg_ana_uniform(planner->ana)};

	nest.around = cvg_alloc(nblocks * sizeof *nest.around);
	nest.opened = cvg_alloc(nblocks * sizeof *nest.opened);
	nest.divides = cvg_calloc(flow->cycles->n + 1, sizeof *nest.divides);
	for (uint32_t b = 0; b < nblocks; b++)
		nest.around[b] = nest.opened[b] = CVG_NONE;
	for (uint32_t k = 0; k < flow->order->n; k++)
		visit(&nest, flow->order->block[k]);
	sum_up(&nest);
	choose(&nest);
	seed_chosen(&nest);
	merge_loops(&nest);
	planner->levels_around = levels_around(&nest);
	free(nest.around);
	free(nest.opened);
	free(nest.divides);
	free(nest.spells.at);
}
