/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Two blocks compared line by line: a longest common subsequence of the shapes
 * of their lines, by the usual table of O(nm) cells, in which a line that is
 * equal with its names counts more than one that is equal without them. The
 * common beginning of both blocks needs no table. Long blocks are cut first, at
 * lines that stand once in each of them (the patience diff): the longest list of
 * such lines that are in the same order in both is kept, and what is between two
 * of them has a table of its own.
 *
 * Blocks "a b c" and "a c d" give the lines a a, b -, c c, - d. Cut at a and c,
 * the pieces are "b" and nothing, then nothing and "d".
 */
#include "diff.h"

#include <stdlib.h>

/* The most cells of one table; in larger pieces all lines count as different. */
#define MAX_CELLS 4000000

/* The cells up to which a table is made at once. */
#define FEW_CELLS 65536

/* What two lines are worth that are equal with their names. */
#define EXACT 4

/* The lines of one block. */
struct lines {
	const struct cvg_diffline *at;
	const struct cvg_inst *inst;
	uint32_t first, n; /* ids first .. first + n - 1 of its instructions */
};

static struct lines lines_of(const struct cvg_diffside *side, uint32_t block)
{
	struct lines l = {0};

	if (block == CVG_NONE)
		return l;
	l.first = side->fn->blocks[block].inst_at;
	l.n = side->fn->blocks[block].ninsts;
	l.at = side->line + l.first;
	l.inst = side->fn->insts + l.first;
	return l;
}

static bool has_shape(const struct cvg_diffline *x,
		      const struct cvg_diffline *y)
{
	return x->shape == y->shape && x->nrefs == y->nrefs;
}

/* What pairing line i of a with line j of b is worth; 0: they cannot be paired.
 * Of two lines of different shape the one may have become the other if both are
 * the same operation, and their results have one name or both are the last. */
static uint32_t worth(const struct lines side[2], uint32_t i, uint32_t j)
{
	const struct cvg_diffline *x = &side[0].at[i], *y = &side[1].at[j];
	bool named = x->result && x->result == y->result;

	if (x->exact == y->exact && has_shape(x, y))
		return EXACT;
	if (has_shape(x, y))
		return named ? 3 : 2;
	if (side[0].inst[i].op != side[1].inst[j].op)
		return 0;
	return named ? 2 : i + 1 == side[0].n && j + 1 == side[1].n;
}

static void add(struct cvg_linepairs *out, const struct lines side[2],
		uint32_t i, uint32_t j)
{
	struct cvg_linepair p = {.a = side[0].first + i,
				 .b = side[1].first + j};

	cvg_push(out, p);
}

/* True if each line has the shape of the line at the same place. */
static bool are_parallel(const struct lines side[2])
{
	for (uint32_t i = 0; i < side[0].n && i < side[1].n; i++)
		if (!has_shape(&side[0].at[i], &side[1].at[i]))
			return false;
	return side[0].n == side[1].n;
}

/* Lines i0 .. i1 - 1 of the one block and j0 .. j1 - 1 of the other. */
struct box {
	uint32_t i0, i1, j0, j1;
};

static uint64_t cells_of(struct box x)
{
	return (uint64_t)(x.i1 - x.i0) * (x.j1 - x.j0);
}

/* The best worth of pairing a[i..) with b[j..) of the box, for all i and j. The
 * caller frees it. */
static uint32_t *best_worths(const struct lines side[2], struct box x)
{
	uint32_t na = x.i1 - x.i0, nb = x.j1 - x.j0;
	size_t w = (size_t)nb + 1;
	uint32_t *best = cvg_calloc((na + 1) * w, sizeof *best);

	for (uint32_t i = na; i-- > 0;) {
		for (uint32_t j = nb; j-- > 0;) {
			uint32_t most = best[(i + 1) * w + j];
			uint32_t here = worth(side, x.i0 + i, x.j0 + j);

			if (best[i * w + j + 1] > most)
				most = best[i * w + j + 1];
			if (here && here + best[(i + 1) * w + j + 1] > most)
				most = here + best[(i + 1) * w + j + 1];
			best[i * w + j] = most;
		}
	}
	return best;
}

/* Pair the lines of the box by walking through the table. */
static void align_by_table(struct cvg_linepairs *out,
			   const struct lines side[2], struct box x)
{
	uint32_t *best = best_worths(side, x);
	size_t w = (size_t)(x.j1 - x.j0) + 1;
	uint32_t i = x.i0, j = x.j0;

	while (i < x.i1 && j < x.j1) {
		const uint32_t *at = best + (i - x.i0) * w + (j - x.j0);
		uint32_t here = worth(side, i, j);

		if (here && *at == here + at[w + 1])
			add(out, side, i++, j++);
		else if (at[w] >= at[1])
			i++;
		else
			j++;
	}
	free(best);
}

/* ---- anchors ----------------------------------------------------------- */

/* A line of either block. */
struct entry {
	uint64_t exact;
	uint32_t side, at;
};

static int by_exact(const void *a, const void *b)
{
	const struct entry *x = a, *y = b;

	if (x->exact != y->exact)
		return x->exact < y->exact ? -1 : 1;
	return x->side < y->side ? -1 : x->side > y->side;
}

/* For each line of the box in a, the line of b that is its only equal, if it is
 * the only one as well; else CVG_NONE. The caller frees it. */
static uint32_t *partners(const struct lines side[2], struct box x)
{
	uint32_t na = x.i1 - x.i0, nb = x.j1 - x.j0, n = 0;
	struct entry *list = cvg_alloc(((size_t)na + nb) * sizeof *list);
	uint32_t *partner = cvg_alloc((na + 1) * sizeof *partner);

	for (uint32_t i = 0; i < na; i++) {
		partner[i] = CVG_NONE;
		list[n++] = (struct entry){side[0].at[x.i0 + i].exact, 0, i};
	}
	for (uint32_t j = 0; j < nb; j++)
		list[n++] = (struct entry){side[1].at[x.j0 + j].exact, 1, j};
	qsort(list, n, sizeof *list, by_exact);
	for (uint32_t k = 0, end; k < n; k = end) {
		end = k + 1;
		while (end < n && list[end].exact == list[k].exact)
			end++;
		if (end == k + 2 && !list[k].side && list[k + 1].side &&
		    worth(side, x.i0 + list[k].at, x.j0 + list[k + 1].at) ==
			    EXACT)
			partner[list[k].at] = list[k + 1].at;
	}
	free(list);
	return partner;
}

/*
 * Leave those partners that are in the same order in both, as many as can be: a
 * longest increasing subsequence. tail[k] is the line that ends the list of
 * k + 1 partners whose last is the smallest.
 */
static void keep_in_order(uint32_t *partner, uint32_t n)
{
	uint32_t *tail = cvg_alloc((n + 1) * sizeof *tail), ntails = 0;
	uint32_t *before = cvg_alloc((n + 1) * sizeof *before), last;

	for (uint32_t i = 0; i < n; i++) {
		uint32_t low = 0, high = ntails;

		if (partner[i] == CVG_NONE)
			continue;
		while (low < high) {
			uint32_t mid = (low + high) / 2;

			if (partner[tail[mid]] < partner[i])
				low = mid + 1;
			else
				high = mid;
		}
		before[i] = low ? tail[low - 1] : CVG_NONE;
		tail[low] = i;
		ntails += low == ntails;
	}
	last = ntails ? tail[ntails - 1] : CVG_NONE;
	for (uint32_t i = n; i-- > 0;) {
		if (i == last)
			last = before[i];
		else
			partner[i] = CVG_NONE;
	}
	free(tail);
	free(before);
}

static void align_box(struct cvg_linepairs *out, const struct lines side[2],
		      struct box all)
{
	struct box piece = all;
	uint32_t *partner;

	if (cells_of(all) <= FEW_CELLS) {
		align_by_table(out, side, all);
		return;
	}
	partner = partners(side, all);
	keep_in_order(partner, all.i1 - all.i0);
	for (uint32_t i = all.i0; i <= all.i1; i++) {
		uint32_t k = i - all.i0;
		bool ends = i == all.i1;

		if (!ends && partner[k] == CVG_NONE)
			continue;
		piece.i1 = i;
		piece.j1 = ends ? all.j1 : all.j0 + partner[k];
		if (cells_of(piece) <= MAX_CELLS)
			align_by_table(out, side, piece);
		if (!ends)
			add(out, side, i, piece.j1);
		piece.i0 = i + 1;
		piece.j0 = piece.j1 + 1;
	}
	free(partner);
}

void cvg_diff_align(const struct cvg_difftext *t, uint32_t block_a,
		    uint32_t block_b, struct cvg_linepairs *out)
{
	struct lines side[2] = {lines_of(&t->side[0], block_a),
				lines_of(&t->side[1], block_b)};
	uint32_t na = side[0].n, nb = side[1].n, i = 0;
	bool parallel = are_parallel(side);

	while (i < na && i < nb && (parallel || worth(side, i, i) == EXACT)) {
		add(out, side, i, i);
		i++;
	}
	align_box(out, side, (struct box){i, na, i, nb});
}

/* ---- the lines of both ----------------------------------------------- */

/* Lines i .. to - 1 of a, then lines j .. until - 1 of b, which have no
 * partner. */
static void add_alone(struct cvg_linediff *d, uint32_t i, uint32_t to,
		      uint32_t j, uint32_t until)
{
	d->differ |= i < to || j < until;
	for (; i < to; i++)
		d->at[d->n++] = (struct cvg_linepair){.a = i, .b = CVG_NONE};
	for (; j < until; j++)
		d->at[d->n++] = (struct cvg_linepair){.a = CVG_NONE, .b = j};
}

void cvg_linediff_init(struct cvg_linediff *d, const struct cvg_fndiff *of,
		       uint32_t block_a, uint32_t block_b)
{
	struct lines side[2] = {lines_of(&of->text->side[0], block_a),
				lines_of(&of->text->side[1], block_b)};
	uint32_t i = side[0].first, j = side[1].first;
	struct cvg_linepairs pairs = {0};

	*d = (struct cvg_linediff){.n = 0};
	d->at = cvg_calloc(side[0].n + side[1].n + 1, sizeof *d->at);
	cvg_diff_align(of->text, block_a, block_b, &pairs);
	for (size_t k = 0; k < pairs.n; k++) {
		struct cvg_linepair p = pairs.at[k];

		p.changed = !cvg_diff_same_line(of->text, p.a, p.b);
		add_alone(d, i, p.a, j, p.b);
		d->differ |= p.changed;
		d->at[d->n++] = p;
		i = p.a + 1;
		j = p.b + 1;
	}
	add_alone(d, i, side[0].first + side[0].n, j,
		  side[1].first + side[1].n);
	free(pairs.at);
}

void cvg_linediff_done(struct cvg_linediff *d)
{
	free(d->at);
	*d = (struct cvg_linediff){.n = 0};
}
