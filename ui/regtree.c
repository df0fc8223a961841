/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * One tree of regions and loops. Two of them are nested or apart, so that of
 * all around a block the next larger one is the parent; a region goes around
 * a loop of the same size. Where code is irreducible that may not hold: the
 * tree is then still one, as parents are always larger.
 */
#include "ui/regtree.h"
#include "reconverge/analysis.h"
#include "reconverge/choices.h"
#include "reconverge/marks.h"

#include "src/export/draw.h"

#include <stdlib.h>
#include <string.h>

/* Sets are regions (by id), then loops (their id plus the regions). */
struct maker {
	const struct cvg_fn *fn;
	const struct cvg_regions *rs;
	const struct cvg_loops *ls;
	uint32_t n;	  /* sets */
	uint32_t *size;	  /* [n] blocks */
	uint32_t *parent; /* [n] set, or CVG_NONE */
	/* Items are sets, then blocks; every set, and as set n the function,
	 * has the list of what stands in it. */
	uint32_t *head, *tail; /* [n + 1] */
	uint32_t *link;	       /* [n + nblocks] */
	bool *placed;	       /* [n] */
};

static void measure(struct maker *maker)
{
	const struct cvg_regions *rs = maker->rs;

	for (uint32_t b = 0; b < maker->fn->nblocks; b++)
		if (rs->innermost[b] != CVG_NONE)
			maker->size[rs->innermost[b]]++;
	for (uint32_t r = rs->n; r-- > 1;)
		maker->size[rs->region[r].parent] += maker->size[r];
	for (uint32_t l = 0; l < maker->ls->n; l++)
		maker->size[rs->n + l] = maker->ls->loop[l].nblocks;
}

/* ---- parents --------------------------------------------------------- */

/* The smallest loop around block b of at least that many blocks, as a set. */
static uint32_t loop_around(const struct maker *maker, uint32_t b,
			    uint32_t least)
{
	uint32_t l = maker->ls->innermost[b];

	while (l != CVG_NONE && maker->ls->loop[l].nblocks < least)
		l = maker->ls->loop[l].parent;
	return l == CVG_NONE ? l : maker->rs->n + l;
}

/* The smallest region around block b of at least that many blocks, as a set;
 * CVG_NONE for the whole function. */
static uint32_t region_around(const struct maker *maker, uint32_t b,
			      uint32_t least)
{
	uint32_t r = maker->rs->innermost[b];

	while (r != CVG_NONE && maker->size[r] < least)
		r = maker->rs->region[r].parent;
	return r ? r : CVG_NONE;
}

/* The inner one of a region and a loop. */
static uint32_t inner(const struct maker *maker, uint32_t region, uint32_t loop)
{
	if (region == CVG_NONE || loop == CVG_NONE)
		return region == CVG_NONE ? loop : region;
	return maker->size[region] < maker->size[loop] ? region : loop;
}

static void find_parents(struct maker *maker)
{
	maker->parent[0] = CVG_NONE;
	for (uint32_t r = 1; r < maker->rs->n; r++) {
		const struct cvg_region *region = &maker->rs->region[r];

		maker->parent[r] = inner(
			maker, region->parent ? region->parent : CVG_NONE,
			loop_around(maker, region->entry, maker->size[r] + 1));
	}
	for (uint32_t l = 0; l < maker->ls->n; l++) {
		const struct cvg_loop *lp = &maker->ls->loop[l];
		uint32_t up = lp->parent;

		maker->parent[maker->rs->n + l] = inner(
			maker, region_around(maker, lp->header, lp->nblocks),
			up == CVG_NONE ? up : maker->rs->n + up);
	}
}

/* ---- lists ----------------------------------------------------------- */

static void append(struct maker *maker, uint32_t set, uint32_t item)
{
	uint32_t l = set == CVG_NONE ? maker->n : set;

	maker->link[item] = CVG_NONE;
	if (maker->head[l] == CVG_NONE)
		maker->head[l] = item;
	else
		maker->link[maker->tail[l]] = item;
	maker->tail[l] = item;
}

static bool is_region(const struct maker *maker, uint32_t set)
{
	return set < maker->rs->n;
}

/* A set that its parent, or its only block, speaks for. */
static bool is_hidden(const struct maker *maker, uint32_t set)
{
	uint32_t up = maker->parent[set];

	if (maker->size[set] < 2)
		return true;
	return !is_region(maker, set) && up != CVG_NONE &&
	       is_region(maker, up) && maker->size[up] == maker->size[set];
}

static uint32_t shown(const struct maker *maker, uint32_t set)
{
	while (set != CVG_NONE && is_hidden(maker, set))
		set = maker->parent[set];
	return set;
}

/* In reading order a set stands where its first block does. */
static void place(struct maker *maker, uint32_t b)
{
	uint32_t set, up;

	set = shown(maker, inner(maker, region_around(maker, b, 1),
				 loop_around(maker, b, 1)));
	append(maker, set, maker->n + b);
	for (; set != CVG_NONE && !maker->placed[set]; set = up) {
		maker->placed[set] = true;
		up = shown(maker, maker->parent[set]);
		append(maker, up, set);
	}
}

/*
 * The lists hold a set behind the block that first called for it, which may
 * be in another list: within one list the order is that of reading.
 */
static void fill_lists(struct maker *maker, struct cvg_ana *ana)
{
	uint32_t *order = cvg_reading_order(ana);

	memset(maker->head, 0xFF, (maker->n + 1) * sizeof *maker->head);
	for (uint32_t i = 0; i < maker->fn->nblocks; i++)
		place(maker, order[i]);
	free(order);
}

/* ---- nodes ----------------------------------------------------------- */

static struct cvg_regnode node_of_set(const struct maker *maker, uint32_t set)
{
	struct cvg_regnode node = {.region = CVG_NONE, .loop = CVG_NONE};

	if (is_region(maker, set)) {
		node.region = set;
		node.block = maker->rs->region[set].entry;
	} else {
		node.loop = set - maker->rs->n;
		node.block = maker->ls->loop[node.loop].header;
	}
	return node;
}

static struct cvg_regnode node_of_block(const struct maker *maker, uint32_t b)
{
	uint32_t l = maker->ls->innermost[b];
	struct cvg_regnode x = {
		.region = CVG_NONE, .loop = CVG_NONE, .block = b, .leaf = true};

	if (l != CVG_NONE && maker->ls->loop[l].nblocks == 1)
		x.loop = l;
	return x;
}

/* A loop that its region speaks for lends it its number. */
static void name_loops(const struct maker *maker, const uint32_t *node_of,
		       struct cvg_regtree *tree)
{
	for (uint32_t l = 0; l < maker->ls->n; l++) {
		uint32_t set = maker->rs->n + l;

		if (maker->size[set] > 1 && is_hidden(maker, set))
			tree->at[node_of[maker->parent[set]]].loop = l;
	}
}

/* Preorder: the lists, each in the place of its set; not recursive. */
static void flatten(const struct maker *maker, struct cvg_regtree *tree)
{
	struct cvg_u32s items = {0}, above = {0};
	uint32_t *node_of = cvg_calloc(maker->n + 1, sizeof *node_of);

	cvg_push(&items, maker->head[maker->n]);
	cvg_push(&above, CVG_NONE);
	while (items.n) {
		uint32_t item = items.at[items.n - 1];
		uint32_t parent = above.at[items.n - 1];
		struct cvg_regnode node;

		if (item == CVG_NONE) {
			if (parent != CVG_NONE)
				tree->at[parent].end = tree->n;
			items.n--;
			above.n--;
			continue;
		}
		items.at[items.n - 1] = maker->link[item];
		node = item < maker->n ? node_of_set(maker, item)
				       : node_of_block(maker, item - maker->n);
		node.parent = parent;
		node.depth = (uint32_t)items.n - 1;
		node.end = tree->n + 1;
		if (item < maker->n) {
			node_of[item] = tree->n;
			cvg_push(&items, maker->head[item]);
			cvg_push(&above, tree->n);
		} else {
			tree->of_block[node.block] = tree->n;
		}
		tree->at[tree->n++] = node;
	}
	name_loops(maker, node_of, tree);
	free(node_of);
	free(items.at);
	free(above.at);
}

/* ---- what is known of each ------------------------------------------- */

static bool is_torn(const struct cvg_fn *fn, const struct cvg_marks *marks,
		    uint32_t b)
{
	return cvg_bits_has(&marks->under, b) && cvg_block_convergent(fn, b);
}

static void count_blocks(struct cvg_regtree *tree, struct cvg_ana *ana,
			 const struct cvg_marks *marks)
{
	const struct cvg_uniform *uniform = cvg_ana_uniform(ana);

	for (uint32_t i = 0; i < tree->n; i++) {
		struct cvg_regnode *node = &tree->at[i];

		if (!node->leaf)
			continue;
		node->nblocks = 1;
		node->ndivergent =
			cvg_bits_has(&uniform->divergent_term, node->block);
		node->ntorn = is_torn(cvg_ana_fn(ana), marks, node->block);
	}
}

/* What each node could gain. One whose choices all lie in one part of it has
 * the gain of that part. */
static void find_net(struct cvg_regtree *tree, struct cvg_ana *ana,
		     const struct cvg_choices *choices)
{
	struct cvg_gains *gains = cvg_gains_new(choices, tree->of_block,
						cvg_ana_fn(ana)->nblocks);
	uint32_t *inside = cvg_calloc(tree->n + 1, sizeof *inside);

	tree->net = cvg_gains_in(gains, 0, tree->n);
	for (uint32_t i = tree->n; i-- > 0;) {
		struct cvg_regnode *node = &tree->at[i];
		uint32_t part = i + 1;
		uint32_t n = cvg_gains_count(gains, i, node->end);

		inside[i] = n;
		while (part < node->end && inside[part] < n)
			part = tree->at[part].end;
		node->net = part < node->end && n
				    ? tree->at[part].net
				    : cvg_gains_in(gains, i, node->end);
	}
	cvg_gains_free(gains);
	free(inside);
}

static void sum_up(struct cvg_regtree *tree)
{
	for (uint32_t i = tree->n; i-- > 0;) {
		const struct cvg_regnode *node = &tree->at[i];
		struct cvg_regnode *up;

		if (node->parent == CVG_NONE)
			continue;
		up = &tree->at[node->parent];
		up->nblocks += node->nblocks;
		up->ndivergent += node->ndivergent;
		up->ntorn += node->ntorn;
	}
}

static void find_temporal(struct cvg_regtree *tree, struct cvg_ana *ana)
{
	const struct cvg_cycles *cs = cvg_ana_cycles(ana);
	const struct cvg_loops *ls = cvg_ana_loops(ana);
	const struct cvg_uniform *uniform = cvg_ana_uniform(ana);
	struct cvg_bits apart; /* headers */

	cvg_bits_init(&apart, cvg_ana_fn(ana)->nblocks);
	for (uint32_t c = 0; c < cs->n; c++)
		if (cvg_bits_has(&uniform->divergent_exit, c))
			cvg_bits_add(&apart, cs->cycle[c].header);
	for (uint32_t i = 0; i < tree->n; i++) {
		struct cvg_regnode *node = &tree->at[i];

		node->temporal =
			node->loop != CVG_NONE &&
			cvg_bits_has(&apart, ls->loop[node->loop].header);
	}
	cvg_bits_done(&apart);
}

void cvg_regtree_init(struct cvg_regtree *tree, struct cvg_ana *ana,
		      const struct cvg_marks *marks,
		      const struct cvg_choices *choices)
{
	const struct cvg_fn *fn = cvg_ana_fn(ana);
	struct maker maker = {
		.fn = fn, .rs = cvg_ana_regions(ana), .ls = cvg_ana_loops(ana)};

	maker.n = maker.rs->n + maker.ls->n;
	maker.size = cvg_calloc(maker.n, sizeof *maker.size);
	maker.parent = cvg_calloc(maker.n, sizeof *maker.parent);
	maker.head = cvg_calloc(maker.n + 1, sizeof *maker.head);
	maker.tail = cvg_calloc(maker.n + 1, sizeof *maker.tail);
	maker.link = cvg_calloc(maker.n + fn->nblocks, sizeof *maker.link);
	maker.placed = cvg_calloc(maker.n, sizeof *maker.placed);
	*tree = (struct cvg_regtree){.n = 0};
	tree->at = cvg_calloc(maker.n + fn->nblocks, sizeof *tree->at);
	tree->of_block = cvg_calloc(fn->nblocks, sizeof *tree->of_block);
	measure(&maker);
	find_parents(&maker);
	fill_lists(&maker, ana);
	flatten(&maker, tree);
	count_blocks(tree, ana, marks);
	sum_up(tree);
	find_net(tree, ana, choices);
	find_temporal(tree, ana);
	free(maker.size);
	free(maker.parent);
	free(maker.head);
	free(maker.tail);
	free(maker.link);
	free(maker.placed);
}

void cvg_regtree_done(struct cvg_regtree *tree)
{
	free(tree->at);
	free(tree->of_block);
	*tree = (struct cvg_regtree){.n = 0};
}
