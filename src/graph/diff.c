/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What changed between two snapshots of one function.
 *
 * Blocks are matched first:
 *
 *   1. by their stable numbers;
 *   2. by what they hold and what is around them: code that two branches of the
 *      history made separately has other numbers in each of them. The hash of a
 *      block's lines is its colour, which is refined by the colours of its
 *      neighbours as in colour refinement (Weisfeiler and Leman);
 *   3. by their label, if both came from one block: a block that took another
 *      one in keeps its label, not its number.
 *
 * Then the lines of matched blocks are paired (linediff.c), and the results of
 * paired lines are one value from there on, whatever their names. A block is the
 * same if its lines are paired and name the same values.
 *
 *	old			new
 *	%1 = add i32 %x, 1	%2 = add i32 %x, 1	%1 is %2
 *	ret i32 %1		ret i32 %2		the block is the same
 */
#include "diff.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* How often a block's colour is refined: blocks differ if anything within that
 * many edges does. */
#define ROUNDS 3
/* Cells for each line of two functions; see find_heirs. */
#define HEIR_CELLS UINT64_C(64)

struct matcher {
	const struct cvg_fn *fn[2];
	struct cvg_difftext *text;
	uint32_t *match[2];  /* [blocks] block of the other, or CVG_NONE */
	uint64_t *holds[2];  /* [blocks] hash of the lines */
	uint64_t *colour[2]; /* [blocks] */
};

static void pair(struct matcher *m, uint32_t a, uint32_t b)
{
	m->match[0][a] = b;
	m->match[1][b] = a;
}

/* ---- by number ------------------------------------------------------- */

/* A block and what it is looked up by. */
struct keyed {
	uint64_t key;
	uint32_t block;
};

static int by_key(const void *x, const void *y)
{
	const struct keyed *a = x, *b = y;

	if (a->key != b->key)
		return a->key < b->key ? -1 : 1;
	return (a->block > b->block) - (a->block < b->block);
}

/*
 * Pair the blocks of both lists that have the same key: the first with the
 * first, and so on. Keeps pairs for which `fits` is false apart.
 */
static void pair_equal(struct matcher *m, struct keyed *a, size_t na,
		       struct keyed *b, size_t nb,
		       bool (*fits)(const struct matcher *, uint32_t, uint32_t))
{
	size_t j = 0;

	qsort(a, na, sizeof *a, by_key);
	qsort(b, nb, sizeof *b, by_key);
	for (size_t i = 0; i < na && j < nb; i++) {
		while (j < nb && b[j].key < a[i].key)
			j++;
		if (j < nb && b[j].key == a[i].key &&
		    (!fits || fits(m, a[i].block, b[j].block))) {
			pair(m, a[i].block, b[j].block);
			j++;
		}
	}
}

static uint64_t uid_key(const struct matcher *m, int side, uint32_t b)
{
	return m->fn[side]->blocks[b].uid;
}

static uint64_t colour_key(const struct matcher *m, int side, uint32_t b)
{
	return m->colour[side][b];
}

static uint64_t holds_key(const struct matcher *m, int side, uint32_t b)
{
	return m->holds[side][b];
}

/* Pair unmatched blocks by their keys. */
static void match_by(struct matcher *m,
		     uint64_t (*key)(const struct matcher *, int, uint32_t),
		     bool (*fits)(const struct matcher *, uint32_t, uint32_t))
{
	struct keyed *list[2];
	size_t n[2] = {0, 0};

	for (int k = 0; k < 2; k++) {
		list[k] = cvg_calloc(m->fn[k]->nblocks + 1, sizeof **list);
		for (uint32_t b = 0; b < m->fn[k]->nblocks; b++)
			if (m->match[k][b] == CVG_NONE)
				list[k][n[k]++] =
					(struct keyed){key(m, k, b), b};
	}
	pair_equal(m, list[0], n[0], list[1], n[1], fits);
	free(list[0]);
	free(list[1]);
}

/* ---- by what they hold ----------------------------------------------- */

static uint64_t mix(uint64_t h, uint64_t x)
{
	h = (h ^ x) * UINT64_C(0x9e3779b97f4a7c15);
	return h ^ (h >> 32);
}

static uint64_t hash_of_lines(const struct matcher *m, int side, uint32_t b)
{
	const struct cvg_block *bl = &m->fn[side]->blocks[b];
	uint64_t h = bl->ninsts;

	for (uint32_t i = 0; i < bl->ninsts; i++)
		h = mix(h, m->text->side[side].line[bl->inst_at + i].shape);
	return h;
}

static void refine(struct matcher *m, int side)
{
	const struct cvg_fn *fn = m->fn[side];
	uint64_t *fresh = cvg_calloc(fn->nblocks + 1, sizeof *fresh);

	for (uint32_t b = 0; b < fn->nblocks; b++) {
		uint64_t before = 0;

		fresh[b] = m->colour[side][b];
		if (m->match[side][b] != CVG_NONE)
			continue;
		cvg_foreach_succ (fn, b, s)
			fresh[b] = mix(fresh[b], m->colour[side][*s]);
		/* In any order: predecessors are listed as blocks stand. */
		cvg_foreach_pred (fn, b, p)
			before += mix(1, m->colour[side][*p]);
		fresh[b] = mix(fresh[b], before);
	}
	free(m->colour[side]);
	m->colour[side] = fresh;
}

/* The colour of a matched block is its place in the older snapshot. */
static void colour_blocks(struct matcher *m)
{
	for (int k = 0; k < 2; k++) {
		for (uint32_t b = 0; b < m->fn[k]->nblocks; b++) {
			uint32_t other = m->match[k][b];

			m->holds[k][b] = hash_of_lines(m, k, b);
			m->colour[k][b] = other == CVG_NONE ? m->holds[k][b]
					  : k		    ? other
							    : b;
		}
		for (int round = 0; round < ROUNDS; round++)
			refine(m, k);
	}
}

/* ---- by label and origin --------------------------------------------- */

static bool has_origin(const struct cvg_fn *fn, uint32_t b, uint32_t uid)
{
	const struct cvg_block *bl = &fn->blocks[b];

	for (uint32_t i = 0; i < bl->norigins; i++)
		if (fn->origins[bl->origins_at + i] == uid)
			return true;
	return bl->uid == uid;
}

/* Was block b of fn made from that block and others? */
static bool is_merge_of(const struct cvg_fn *fn, uint32_t b, uint32_t uid)
{
	return fn->blocks[b].norigins > 1 && has_origin(fn, b, uid);
}

/* Two arms and the block that they were melded into are three blocks, even if it
 * holds what one of them held. */
static bool are_apart(const struct matcher *m, uint32_t a, uint32_t b)
{
	return !is_merge_of(m->fn[1], b, m->fn[0]->blocks[a].uid) &&
	       !is_merge_of(m->fn[0], a, m->fn[1]->blocks[b].uid);
}

/* Both hold more than a branch, which tells them from other blocks. */
static bool says_enough(const struct matcher *m, uint32_t a, uint32_t b)
{
	return m->fn[0]->blocks[a].ninsts > 1 &&
	       m->fn[1]->blocks[b].ninsts > 1 && are_apart(m, a, b);
}

/* Was the one made from the other, or both from one block? */
static bool are_related(const struct matcher *m, uint32_t a, uint32_t b)
{
	const struct cvg_fn *fn = m->fn[1];
	const struct cvg_block *bl = &fn->blocks[b];

	if (has_origin(m->fn[0], a, bl->uid))
		return true;
	if (has_origin(fn, b, m->fn[0]->blocks[a].uid))
		return true;
	for (uint32_t i = 0; i < bl->norigins; i++)
		if (has_origin(m->fn[0], a, fn->origins[bl->origins_at + i]))
			return true;
	return false;
}

static void match_by_label(struct matcher *m)
{
	for (uint32_t b = 0; b < m->fn[1]->nblocks; b++) {
		const char *name = m->fn[1]->blocks[b].name;
		uint32_t a;

		if (m->match[1][b] != CVG_NONE || !*name ||
		    isdigit((unsigned char)*name))
			continue;
		a = cvg_diff_labelled(&m->text->side[0], name);
		if (a != CVG_NONE && m->match[0][a] == CVG_NONE &&
		    are_related(m, a, b))
			pair(m, a, b);
	}
}

static void match_blocks(struct matcher *m)
{
	for (int k = 0; k < 2; k++) {
		size_t n = m->fn[k]->nblocks + 1;

		m->match[k] = cvg_alloc(n * sizeof *m->match[k]);
		memset(m->match[k], 0xFF, n * sizeof *m->match[k]);
		m->holds[k] = cvg_calloc(n, sizeof *m->holds[k]);
		m->colour[k] = cvg_calloc(n, sizeof *m->colour[k]);
	}
	match_by(m, uid_key, NULL);
	colour_blocks(m);
	match_by(m, colour_key, are_apart);
	match_by(m, holds_key, says_enough);
	match_by_label(m);
	for (uint32_t a = 0; a < m->fn[0]->nblocks; a++)
		if (m->match[0][a] != CVG_NONE)
			cvg_diff_twins(
				m->text, cvg_diff_block(m->fn[0], a),
				cvg_diff_block(m->fn[1], m->match[0][a]));
}

/* ---- values ---------------------------------------------------------- */

/* The results of paired lines are one value. Returns true if all lines of both
 * blocks are paired. */
static bool pair_values(struct matcher *m, uint32_t a, uint32_t b)
{
	struct cvg_linepairs pairs = {0};
	bool all;

	cvg_diff_align(m->text, a, b, &pairs);
	for (size_t i = 0; i < pairs.n; i++)
		cvg_diff_twins(m->text, cvg_inst_value(m->fn[0], pairs.at[i].a),
			       cvg_inst_value(m->fn[1], pairs.at[i].b));
	all = pairs.n == m->fn[0]->blocks[a].ninsts &&
	      pairs.n == m->fn[1]->blocks[b].ninsts;
	free(pairs.at);
	return all;
}

/* The lines are paired one to one. */
static bool names_the_same(const struct matcher *m, uint32_t a, uint32_t b)
{
	uint32_t i = m->fn[0]->blocks[a].inst_at;
	uint32_t j = m->fn[1]->blocks[b].inst_at;
	uint32_t n = m->fn[0]->blocks[a].ninsts;

	while (n && cvg_diff_same_line(m->text, i, j)) {
		i++;
		j++;
		n--;
	}
	return n == 0;
}

/* ---- the list -------------------------------------------------------- */

static void add(struct cvg_fndiff *d, enum cvg_diffkind kind, uint32_t a,
		uint32_t b)
{
	d->blocks[d->nblocks++] = (struct cvg_blockdiff){kind, a, b, CVG_NONE};
	d->nsame += kind == CVG_SAME;
	d->nchanged += kind == CVG_CHANGED;
	d->nadded += kind == CVG_ADDED;
	d->nremoved += kind == CVG_REMOVED;
}

/* The removed blocks that follow block `at` of the older snapshot. */
static void add_removed(struct cvg_fndiff *d, const struct matcher *m,
			uint32_t at)
{
	for (; at < m->fn[0]->nblocks && m->match[0][at] == CVG_NONE; at++)
		add(d, CVG_REMOVED, at, CVG_NONE);
}

/* Which matched blocks are the same is found out later. */
static void list_blocks(struct cvg_fndiff *d, const struct matcher *m)
{
	add_removed(d, m, 0);
	for (uint32_t b = 0; b < m->fn[1]->nblocks; b++) {
		uint32_t a = m->match[1][b];

		if (a == CVG_NONE) {
			add(d, CVG_ADDED, CVG_NONE, b);
			continue;
		}
		add(d, CVG_CHANGED, a, b);
		add_removed(d, m, a + 1);
	}
}

static uint32_t max_uid(const struct cvg_fn *fn)
{
	uint32_t max = 0;

	for (uint32_t b = 0; b < fn->nblocks; b++)
		max = fn->blocks[b].uid > max ? fn->blocks[b].uid : max;
	return max;
}

/* For every uid, the index of the longest block of the newer snapshot that was
 * made from it; the caller frees it. */
static uint32_t *longest_from(const struct cvg_fndiff *d,
			      const struct cvg_fn *fn, uint32_t nuids)
{
	uint32_t *from = cvg_alloc((nuids + 1) * sizeof *from);

	memset(from, 0xFF, (nuids + 1) * sizeof *from);
	for (uint32_t i = 0; i < d->nblocks; i++) {
		const struct cvg_block *bl = &fn->blocks[d->blocks[i].b];

		if (d->blocks[i].b == CVG_NONE)
			continue;
		for (uint32_t k = 0; k < bl->norigins; k++) {
			uint32_t uid = fn->origins[bl->origins_at + k];

			if (uid >= nuids)
				continue;
			if (from[uid] == CVG_NONE ||
			    fn->blocks[d->blocks[from[uid]].b].ninsts <
				    bl->ninsts)
				from[uid] = i;
		}
	}
	return from;
}

/*
 * Find for each removed block the block that holds most of it, and pair what
 * is left of it there. Hundreds of blocks may have gone into one: their lines
 * are paired as long as this costs less than HEIR_CELLS cells of tables for each
 * line of the two functions.
 */
static void find_heirs(struct cvg_fndiff *d, struct matcher *m)
{
	uint32_t nuids = max_uid(m->fn[0]) + 1;
	uint32_t *from = longest_from(d, m->fn[1], nuids);
	uint64_t cells =
		HEIR_CELLS * ((uint64_t)m->fn[0]->ninsts + m->fn[1]->ninsts);

	for (uint32_t i = 0; i < d->nblocks; i++) {
		struct cvg_blockdiff *block = &d->blocks[i], *heir;
		uint32_t at;
		uint64_t cost;

		if (block->kind != CVG_REMOVED)
			continue;
		at = from[m->fn[0]->blocks[block->a].uid];
		if (at == CVG_NONE)
			continue;
		heir = &d->blocks[at];
		cost = (uint64_t)m->fn[0]->blocks[block->a].ninsts *
		       m->fn[1]->blocks[heir->b].ninsts;
		if (cost <= cells) {
			pair_values(m, block->a, heir->b);
			cells -= cost;
		}
		if (heir->kind != CVG_ADDED || heir->with != CVG_NONE)
			continue;
		heir->with = i;
		block->with = at;
	}
	free(from);
}

static void compare_blocks(struct cvg_fndiff *d, struct matcher *m)
{
	bool *whole = cvg_calloc(d->nblocks + 1, sizeof *whole);

	for (uint32_t i = 0; i < d->nblocks; i++)
		if (d->blocks[i].kind == CVG_CHANGED)
			whole[i] =
				pair_values(m, d->blocks[i].a, d->blocks[i].b);
	find_heirs(d, m);
	for (uint32_t i = 0; i < d->nblocks; i++) {
		if (!whole[i] ||
		    !names_the_same(m, d->blocks[i].a, d->blocks[i].b))
			continue;
		d->blocks[i].kind = CVG_SAME;
		d->nsame++;
		d->nchanged--;
	}
	free(whole);
}

void cvg_fndiff_init(struct cvg_fndiff *d, const struct cvg_fn *a,
		     const struct cvg_fn *b)
{
	struct matcher m = {.fn = {a, b}, .text = cvg_difftext_new(a, b)};

	*d = (struct cvg_fndiff){.text = m.text};
	d->blocks = cvg_calloc(a->nblocks + b->nblocks, sizeof *d->blocks);
	match_blocks(&m);
	list_blocks(d, &m);
	compare_blocks(d, &m);
	for (int k = 0; k < 2; k++) {
		free(m.match[k]);
		free(m.holds[k]);
		free(m.colour[k]);
	}
}

void cvg_fndiff_done(struct cvg_fndiff *d)
{
	free(d->blocks);
	cvg_difftext_free(d->text);
	*d = (struct cvg_fndiff){0};
}
