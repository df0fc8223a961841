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

static void measure(struct maker *m)
{
	const struct cvg_regions *rs = m->rs;

	for (uint32_t b = 0; b < m->fn->nblocks; b++)
		if (rs->innermost[b] != CVG_NONE)
			m->size[rs->innermost[b]]++;
	for (uint32_t r = rs->n; r-- > 1;)
		m->size[rs->region[r].parent] += m->size[r];
	for (uint32_t l = 0; l < m->ls->n; l++)
		m->size[rs->n + l] = m->ls->loop[l].nblocks;
}

/* ---- parents --------------------------------------------------------- */

/* The smallest loop around block b of at least that many blocks, as a set. */
static uint32_t loop_around(const struct maker *m, uint32_t b, uint32_t least)
{
	uint32_t l = m->ls->innermost[b];

	while (l != CVG_NONE && m->ls->loop[l].nblocks < least)
		l = m->ls->loop[l].parent;
	return l == CVG_NONE ? l : m->rs->n + l;
}

/* The same of regions; the whole function is none. */
static uint32_t region_around(const struct maker *m, uint32_t b, uint32_t least)
{
	uint32_t r = m->rs->innermost[b];

	while (r != CVG_NONE && m->size[r] < least)
		r = m->rs->region[r].parent;
	return r ? r : CVG_NONE;
}

/* The inner one of a region and a loop. */
static uint32_t inner(const struct maker *m, uint32_t region, uint32_t loop)
{
	if (region == CVG_NONE || loop == CVG_NONE)
		return region == CVG_NONE ? loop : region;
	return m->size[region] < m->size[loop] ? region : loop;
}

static void find_parents(struct maker *m)
{
	m->parent[0] = CVG_NONE;
	for (uint32_t r = 1; r < m->rs->n; r++) {
		const struct cvg_region *g = &m->rs->region[r];

		m->parent[r] = inner(m, g->parent ? g->parent : CVG_NONE,
				     loop_around(m, g->entry, m->size[r] + 1));
	}
	for (uint32_t l = 0; l < m->ls->n; l++) {
		const struct cvg_loop *lp = &m->ls->loop[l];
		uint32_t up = lp->parent;

		m->parent[m->rs->n + l] =
			inner(m, region_around(m, lp->header, lp->nblocks),
			      up == CVG_NONE ? up : m->rs->n + up);
	}
}

/* ---- lists ----------------------------------------------------------- */

static void append(struct maker *m, uint32_t set, uint32_t item)
{
	uint32_t l = set == CVG_NONE ? m->n : set;

	m->link[item] = CVG_NONE;
	if (m->head[l] == CVG_NONE)
		m->head[l] = item;
	else
		m->link[m->tail[l]] = item;
	m->tail[l] = item;
}

static bool is_region(const struct maker *m, uint32_t set)
{
	return set < m->rs->n;
}

/* A set that its parent, or its only block, speaks for. */
static bool is_hidden(const struct maker *m, uint32_t set)
{
	uint32_t up = m->parent[set];

	if (m->size[set] < 2)
		return true;
	return !is_region(m, set) && up != CVG_NONE && is_region(m, up) &&
	       m->size[up] == m->size[set];
}

static uint32_t shown(const struct maker *m, uint32_t set)
{
	while (set != CVG_NONE && is_hidden(m, set))
		set = m->parent[set];
	return set;
}

/* In reading order a set stands where its first block does. */
static void place(struct maker *m, uint32_t b)
{
	uint32_t set, up;

	set = shown(m, inner(m, region_around(m, b, 1), loop_around(m, b, 1)));
	append(m, set, m->n + b);
	for (; set != CVG_NONE && !m->placed[set]; set = up) {
		m->placed[set] = true;
		up = shown(m, m->parent[set]);
		append(m, up, set);
	}
}

/*
 * The lists hold a set behind the block that first called for it, which may
 * be in another list: within one list the order is that of reading.
 */
static void fill_lists(struct maker *m, struct cvg_ana *ana)
{
	uint32_t *order = cvg_reading_order(ana);

	memset(m->head, 0xFF, (m->n + 1) * sizeof *m->head);
	for (uint32_t i = 0; i < m->fn->nblocks; i++)
		place(m, order[i]);
	free(order);
}

/* ---- nodes ----------------------------------------------------------- */

static struct cvg_regnode node_of_set(const struct maker *m, uint32_t set)
{
	struct cvg_regnode x = {.region = CVG_NONE, .loop = CVG_NONE};

	if (is_region(m, set)) {
		x.region = set;
		x.block = m->rs->region[set].entry;
	} else {
		x.loop = set - m->rs->n;
		x.block = m->ls->loop[x.loop].header;
	}
	return x;
}

static struct cvg_regnode node_of_block(const struct maker *m, uint32_t b)
{
	uint32_t l = m->ls->innermost[b];
	struct cvg_regnode x = {
		.region = CVG_NONE, .loop = CVG_NONE, .block = b, .leaf = true};

	if (l != CVG_NONE && m->ls->loop[l].nblocks == 1)
		x.loop = l;
	return x;
}

/* A loop that its region speaks for lends it its number. */
static void name_loops(const struct maker *m, const uint32_t *node_of,
		       struct cvg_regtree *tree)
{
	for (uint32_t l = 0; l < m->ls->n; l++) {
		uint32_t set = m->rs->n + l;

		if (m->size[set] > 1 && is_hidden(m, set))
			tree->at[node_of[m->parent[set]]].loop = l;
	}
}

/* Preorder: the lists, each in the place of its set; not recursive. */
static void flatten(const struct maker *m, struct cvg_regtree *tree)
{
	struct cvg_u32s items = {0}, above = {0};
	uint32_t *node_of = cvg_calloc(m->n + 1, sizeof *node_of);

	cvg_push(&items, m->head[m->n]);
	cvg_push(&above, CVG_NONE);
	while (items.n) {
		uint32_t item = items.at[items.n - 1];
		uint32_t parent = above.at[items.n - 1];
		struct cvg_regnode x;

		if (item == CVG_NONE) {
			if (parent != CVG_NONE)
				tree->at[parent].end = tree->n;
			items.n--;
			above.n--;
			continue;
		}
		items.at[items.n - 1] = m->link[item];
		x = item < m->n ? node_of_set(m, item)
				: node_of_block(m, item - m->n);
		x.parent = parent;
		x.depth = (uint32_t)items.n - 1;
		x.end = tree->n + 1;
		if (item < m->n) {
			node_of[item] = tree->n;
			cvg_push(&items, m->head[item]);
			cvg_push(&above, tree->n);
		} else {
			tree->of_block[x.block] = tree->n;
		}
		tree->at[tree->n++] = x;
	}
	name_loops(m, node_of, tree);
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
			 const struct cvg_marks *marks,
			 const struct cvg_choices *choices)
{
	const struct cvg_uniform *u = cvg_ana_uniform(ana);

	for (uint32_t i = 0; i < tree->n; i++) {
		struct cvg_regnode *x = &tree->at[i];

		if (!x->leaf)
			continue;
		x->nblocks = 1;
		x->ndivergent = cvg_bits_has(&u->divergent_term, x->block);
		x->ntorn = is_torn(cvg_ana_fn(ana), marks, x->block);
	}
	for (uint32_t k = 0; k < choices->n; k++) {
		const struct cvg_choice *c = &choices->at[k];
		struct cvg_regnode *x = &tree->at[tree->of_block[c->block]];

		if (c->command && c->net > x->net)
			x->net = c->net;
	}
}

static void sum_up(struct cvg_regtree *tree)
{
	for (uint32_t i = tree->n; i-- > 0;) {
		const struct cvg_regnode *x = &tree->at[i];
		struct cvg_regnode *up;

		if (x->parent == CVG_NONE)
			continue;
		up = &tree->at[x->parent];
		up->nblocks += x->nblocks;
		up->ndivergent += x->ndivergent;
		up->ntorn += x->ntorn;
		up->net += x->net;
	}
}

static void find_temporal(struct cvg_regtree *tree, struct cvg_ana *ana)
{
	const struct cvg_cycles *cs = cvg_ana_cycles(ana);
	const struct cvg_loops *ls = cvg_ana_loops(ana);
	const struct cvg_uniform *u = cvg_ana_uniform(ana);
	struct cvg_bits apart; /* headers */

	cvg_bits_init(&apart, cvg_ana_fn(ana)->nblocks);
	for (uint32_t c = 0; c < cs->n; c++)
		if (cvg_bits_has(&u->divergent_exit, c))
			cvg_bits_add(&apart, cs->cycle[c].header);
	for (uint32_t i = 0; i < tree->n; i++) {
		struct cvg_regnode *x = &tree->at[i];

		x->temporal = x->loop != CVG_NONE &&
			      cvg_bits_has(&apart, ls->loop[x->loop].header);
	}
	cvg_bits_done(&apart);
}

void cvg_regtree_init(struct cvg_regtree *tree, struct cvg_ana *ana,
		      const struct cvg_marks *marks,
		      const struct cvg_choices *choices)
{
	const struct cvg_fn *fn = cvg_ana_fn(ana);
	struct maker m = {
		.fn = fn, .rs = cvg_ana_regions(ana), .ls = cvg_ana_loops(ana)};

	m.n = m.rs->n + m.ls->n;
	m.size = cvg_calloc(m.n, sizeof *m.size);
	m.parent = cvg_calloc(m.n, sizeof *m.parent);
	m.head = cvg_calloc(m.n + 1, sizeof *m.head);
	m.tail = cvg_calloc(m.n + 1, sizeof *m.tail);
	m.link = cvg_calloc(m.n + fn->nblocks, sizeof *m.link);
	m.placed = cvg_calloc(m.n, sizeof *m.placed);
	*tree = (struct cvg_regtree){.n = 0};
	tree->at = cvg_calloc(m.n + fn->nblocks, sizeof *tree->at);
	tree->of_block = cvg_calloc(fn->nblocks, sizeof *tree->of_block);
	measure(&m);
	find_parents(&m);
	fill_lists(&m, ana);
	flatten(&m, tree);
	count_blocks(tree, ana, marks, choices);
	sum_up(tree);
	find_temporal(tree, ana);
	free(m.size);
	free(m.parent);
	free(m.head);
	free(m.tail);
	free(m.link);
	free(m.placed);
}

void cvg_regtree_done(struct cvg_regtree *tree)
{
	free(tree->at);
	free(tree->of_block);
	*tree = (struct cvg_regtree){.n = 0};
}
