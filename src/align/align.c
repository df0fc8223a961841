/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The path of an alignment in linear memory.
 *
 * The matrix is cut into tiles, at most PARTS of them along each side of a
 * long problem. They are filled once, backwards, and only the values on their
 * edges are kept, which takes O(n + m) memory. Then the path is walked from its
 * start: each tile that it enters, at most 2 * PARTS, is filled once more from
 * its edges, now with the step of every cell. D. S. Hirschberg, "A linear space
 * algorithm for computing maximal common subsequences", 1975,
 * doi.org/10.1145/360825.360861, would fill all cells twice.
 *
 * x y z w against x z w, 3 for equal ones, 1 for a gap and 1 for each element
 * in it, in tiles of two by two: 7 in all, y stands alone. The tile of x y and
 * x z is filled with steps, then that of z w and x z, whose one cell the path
 * needs is z with z, then that of z w and w.
 */
#include "cells.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Tiles along a side of a long problem. */
#define PARTS 32

struct aligner {
	const struct cvg_align_task *t;
	bool vectors;		      /* fill tiles by vectors */
	uint32_t high, wide;	      /* cells of a tile */
	uint32_t nrows, ncols;	      /* of tiles */
	struct cvg_align_edge *row;   /* [nrows + 1][m + 1] above each row of
					tiles, and below the last; owned */
	struct cvg_align_edge *col;   /* [ncols + 1][n] left of each column of
					tiles, and right of the last; owned */
	int64_t *best;		      /* [nrows * ncols] largest value of a
					match, if local; owned */
	uint16_t *steps;	      /* of the tile being walked; owned */
	struct cvg_align_start start; /* if local */
	struct cvg_alignment *out;
};

/* ---- edges ------------------------------------------------------------ */

/* Row n, where only elements of b are left. */
static void last_row(const struct cvg_align_task *t, struct cvg_align_edge *row)
{
	int64_t plain = 0, guarded = 0;
	struct offers o;

	row[t->p->m] = (struct cvg_align_edge){0, 0, 0};
	for (uint32_t j = t->p->m; j-- > 0;) {
		offer_b(t, t->plain_b[j], plain, guarded, &o);
		if (t->local)
			o.b_new = o.b_plain = o.b_guarded = 0;
		row[j] = (struct cvg_align_edge){o.b_new, o.b_new, o.b_new};
		plain = o.b_plain;
		guarded = o.b_guarded;
	}
}

/* Column m, where only elements of a are left. */
static void last_column(const struct cvg_align_task *t,
			struct cvg_align_edge *col)
{
	int64_t plain = 0, guarded = 0, all;
	struct offers o;

	for (uint32_t i = t->p->n; i-- > 0;) {
		offer_a(t, t->plain_a[i], plain, guarded, &o);
		all = t->local ? 0 : score_of(o.a_new);
		col[i] = (struct cvg_align_edge){all, all, all};
		plain = t->local ? 0 : score_of(o.a_plain);
		guarded = t->local ? 0 : score_of(o.a_guarded);
	}
}

static struct cvg_align_edge *row_edge(const struct aligner *al, uint32_t r)
{
	return al->row + r * ((size_t)al->t->p->m + 1);
}

static struct cvg_align_edge *col_edge(const struct aligner *al, uint32_t c)
{
	return al->col + c * (size_t)al->t->p->n;
}

static uint32_t lesser(uint32_t x, uint32_t y)
{
	return x < y ? x : y;
}

static struct cvg_align_tile tile_at(const struct aligner *al, uint32_t r,
				     uint32_t c)
{
	uint32_t i0 = r * al->high, j0 = c * al->wide;

	return (struct cvg_align_tile){
		.i0 = i0,
		.j0 = j0,
		.i1 = lesser(i0 + al->high, al->t->p->n),
		.j1 = lesser(j0 + al->wide, al->t->p->m),
		.below = row_edge(al, r + 1) + j0,
		.right = col_edge(al, c + 1) + i0,
		.top = row_edge(al, r) + j0,
		.left = col_edge(al, c) + i0,
	};
}

/* ---- filling ----------------------------------------------------------- */

/* By vectors only the value of the best start is known. The start itself is in
 * the first row of tiles that has it. */
static void find_start(struct aligner *al)
{
	int64_t most = -1;
	uint32_t in = 0;

	for (uint32_t k = al->nrows * al->ncols; k-- > 0;)
		if (al->best[k] >= most) {
			most = al->best[k];
			in = k / al->ncols;
		}
	for (uint32_t c = al->ncols; most >= 0 && c-- > 0;) {
		struct cvg_align_tile tile = tile_at(al, in, c);

		if (al->best[in * al->ncols + c] == most)
			cvg_align_tile_plain(al->t, &tile, NULL, &al->start);
	}
}

static void fill_all(struct aligner *al)
{
	struct cvg_align_start *start = al->t->local ? &al->start : NULL;

	last_row(al->t, row_edge(al, al->nrows));
	last_column(al->t, col_edge(al, al->ncols));
	for (uint32_t r = al->nrows; r-- > 0;) {
		row_edge(al, r)[al->t->p->m] =
			col_edge(al, al->ncols)[r * al->high];
		for (uint32_t c = al->ncols; c-- > 0;) {
			struct cvg_align_tile tile = tile_at(al, r, c);

			if (al->vectors)
				al->best[r * al->ncols + c] =
					cvg_align_tile_fast(al->t, &tile);
			else
				cvg_align_tile_plain(al->t, &tile, al->steps,
						     start);
		}
	}
	if (al->vectors && al->t->local)
		find_start(al);
}

/* ---- the walk ---------------------------------------------------------- */

static void put(struct aligner *al, uint32_t a, uint32_t b)
{
	al->out->pair[al->out->n++] = (struct cvg_align_pair){a, b};
	al->out->nmatches += a != CVG_NONE && b != CVG_NONE;
}

/* Go through the tile that (*i, *j) is in; false if the path ends in it. */
static bool walk_tile(struct aligner *al, uint32_t *i, uint32_t *j,
		      enum state *state)
{
	const struct cvg_align_task *t = al->t;
	struct cvg_align_tile x = tile_at(al, *i / al->high, *j / al->wide);

	if (al->vectors || al->nrows * al->ncols > 1)
		cvg_align_tile_plain(t, &x, al->steps, NULL);
	while (*i < x.i1 && *j < x.j1) {
		size_t at = (size_t)(*i - x.i0) * (x.j1 - x.j0) + (*j - x.j0);
		enum step step = step_of(al->steps[at] >> 2 * *state);
		bool is_plain =
			step == STEP_A ? t->plain_a[*i] : t->plain_b[*j];

		if (step == STEP_STOP)
			return false;
		put(al, step == STEP_B ? CVG_NONE : *i,
		    step == STEP_A ? CVG_NONE : *j);
		*state = state_after(*state, step, is_plain);
		*i += step != STEP_B;
		*j += step != STEP_A;
	}
	return true;
}

static void put_gaps(struct aligner *al, uint32_t i0, uint32_t i1, uint32_t j0,
		     uint32_t j1)
{
	for (uint32_t i = i0; i < i1; i++)
		put(al, i, CVG_NONE);
	for (uint32_t j = j0; j < j1; j++)
		put(al, CVG_NONE, j);
}

static void walk(struct aligner *al)
{
	uint32_t n = al->t->p->n, m = al->t->p->m;
	enum state state = AT_MATCH;
	uint32_t i = 0, j = 0;

	if (al->t->local && al->start.i == CVG_NONE) {
		i = n;
		j = m;
	} else if (al->t->local) {
		i = al->start.i;
		j = al->start.j;
		al->out->score = al->start.score / CVG_ALIGN_SCALE;
	} else {
		al->out->score = row_edge(al, 0)[0].match / CVG_ALIGN_SCALE;
	}
	put_gaps(al, 0, i, 0, j);
	while (i < n && j < m && walk_tile(al, &i, &j, &state)) {
	}
	put_gaps(al, i, n, j, m);
}

/* ---- public ------------------------------------------------------------ */

void cvg_align_scores(const struct cvg_align_task *t, uint32_t i, uint32_t from,
		      uint32_t to, int32_t *out)
{
	for (uint32_t j = from; j < to; j++)
		out[j - from] = CVG_NO_MATCH;
	t->p->score(t->p->ctx, i,
		    &(struct cvg_align_row){from, to, out, .stride = 1});
}

void cvg_align_task_init(struct cvg_align_task *t,
			 const struct cvg_align_problem *problem,
			 enum cvg_align_method method)
{
	int32_t plain = problem->open_plain < problem->open_guarded
				? problem->open_plain
				: problem->open_guarded;

	assert(problem->open_plain >= 0 && problem->open_guarded >= 0 &&
	       problem->extend >= 0);
	t->p = problem;
	t->local = method == CVG_ALIGN_SW;
	t->extend = (int64_t)problem->extend * CVG_ALIGN_SCALE;
	t->open_plain = (int64_t)plain * CVG_ALIGN_SCALE + t->extend;
	t->open_guarded =
		(int64_t)problem->open_guarded * CVG_ALIGN_SCALE + t->extend;
	t->guard = t->open_guarded - t->open_plain + t->extend;
	t->plain_a = cvg_calloc(problem->n, 1);
	t->plain_b = cvg_calloc(problem->m, 1);
	for (uint32_t i = 0; i < problem->n; i++)
		t->plain_a[i] =
			!problem->plain_a || problem->plain_a(problem->ctx, i);
	for (uint32_t j = 0; j < problem->m; j++)
		t->plain_b[j] =
			!problem->plain_b || problem->plain_b(problem->ctx, j);
}

void cvg_align_task_done(struct cvg_align_task *t)
{
	free(t->plain_a);
	free(t->plain_b);
	memset(t, 0, sizeof(*t));
}

/* The side of a tile along a sequence of that length. */
static uint32_t side_of(uint32_t length, uint32_t shortest)
{
	uint32_t part = length / PARTS + 1;

	return lesser(length, part > shortest ? part : shortest);
}

static void align_task(const struct cvg_align_task *t, uint32_t shortest,
		       bool vectors, struct cvg_alignment *out)
{
	uint32_t n = t->p->n, m = t->p->m;
	struct aligner al = {.t = t,
			     .high = side_of(n, shortest),
			     .wide = side_of(m, shortest),
			     .start = {0, CVG_NONE, CVG_NONE},
			     .out = out};

	al.nrows = n ? (n - 1) / al.high + 1 : 0;
	al.ncols = m ? (m - 1) / al.wide + 1 : 0;
	al.vectors = vectors && cvg_align_fits_vectors(t);
	al.row = cvg_calloc(al.nrows + 1, ((size_t)m + 1) * sizeof(*al.row));
	al.col = cvg_calloc(al.ncols + 1, (size_t)n * sizeof(*al.col));
	al.best = cvg_calloc(al.nrows * al.ncols, sizeof(*al.best));
	al.steps = cvg_calloc(al.high, (size_t)al.wide * sizeof(*al.steps));
	fill_all(&al);
	walk(&al);
	free(al.row);
	free(al.col);
	free(al.best);
	free(al.steps);
}

void cvg_align_tiled(const struct cvg_align_problem *problem,
		     enum cvg_align_method method, uint32_t shortest,
		     bool vectors, struct cvg_alignment *out)
{
	struct cvg_align_task t;

	*out = (struct cvg_alignment){0};
	out->pair =
		cvg_calloc((size_t)problem->n + problem->m, sizeof(*out->pair));
	cvg_align_task_init(&t, problem, method);
	align_task(&t, shortest, vectors, out);
	cvg_align_task_done(&t);
}

void cvg_align(const struct cvg_align_problem *problem,
	       enum cvg_align_method method, struct cvg_alignment *out)
{
	/* The steps of a single tile are read at once, so it is filled once. */
	bool single =
		problem->n <= CVG_ALIGN_TILE && problem->m <= CVG_ALIGN_TILE;

	cvg_align_tiled(problem, method, CVG_ALIGN_TILE, !single, out);
}

void cvg_alignment_done(struct cvg_alignment *al)
{
	free(al->pair);
	*al = (struct cvg_alignment){0};
}
