/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The edges of a tile by vectors of 32-bit integers, without steps.
 *
 * A cell needs its neighbours below, on the right and between them. So the
 * cells of one anti-diagonal do not need each other: A. Wozniak, "Using
 * video-oriented instructions to speed up sequence comparison", 1997,
 * doi.org/10.1093/bioinformatics/13.2.145. A tile is cut into strips of LANES
 * rows. Lane k is row k of its strip, and a loop over all lanes does one
 * diagonal. The first rows of a tile may be fewer: then they are the last lanes.
 *
 * Cell j of lane k is on diagonal j + k. The values of all lanes stand in
 * arrays that each diagonal overwrites, except that a match needs the value of
 * two diagonals before. Lanes that have not come to their last cell, or have
 * gone past their first, compute what nobody reads; `floor` keeps that from
 * wrapping.
 */
#include "private.h"

#include "reconverge/clones.h"

#include <stdlib.h>
#include <string.h>

#define LANES 64

/* Real values are above LOWEST, and all prices below -LOWEST. */
#define LOWEST (-(1 << 28))

/* The values of one cell of each lane; those beyond the last lane are the row
 * below the strip. */
struct lanes {
	int32_t match[2][LANES + 1]; /* of odd and of even diagonals */
	int32_t plain_a[LANES + 1];
	int32_t guarded_a[LANES + 1];
	int32_t plain_b[LANES];
	int32_t guarded_b[LANES];
	int32_t best[LANES];  /* largest value of a match so far */
	int32_t may_a[LANES]; /* -1: a[i] may stand in a plain gap; 0: not */
};

struct prices {
	int32_t floor;
	int32_t extend, open_plain, open_guarded, guard;
};

/* The row below what is left of a tile. */
struct line {
	int32_t *match;
	int32_t *plain;
	int32_t *guarded;
};

struct strip {
	const struct cvg_align_task *t;
	const struct cvg_align_tile *tile;
	uint32_t i0, i1; /* its rows */
	struct prices prices;
	struct lanes lanes;
	struct line line; /* [width + 1] */
	int32_t *score;	  /* [(width + LANES) * LANES] by diagonal, lane */
	int32_t *may_b;	  /* [width + 2 * LANES] the last of b comes first */
};

static inline int32_t larger(int32_t x, int32_t y)
{
	return x > y ? x : y;
}

/* One diagonal: the recurrence of cells.h. `match`: of two diagonals before. */
__attribute__((always_inline)) static inline void do_diagonal(
	const struct prices *restrict of, struct lanes *restrict lanes,
	int32_t *restrict match, const int32_t *restrict score,
	const int32_t *restrict may_b)
{
	struct prices p = *of;

	for (uint32_t k = 0; k < LANES; k++) {
		int32_t plain_a = lanes->plain_a[k + 1];
		int32_t guarded_a = lanes->guarded_a[k + 1];
		int32_t plain_b = lanes->plain_b[k];
		int32_t guarded_b = lanes->guarded_b[k];
		int32_t both = match[k + 1] + score[k];
		int32_t a = lanes->may_a[k], b = may_b[k];
		int32_t new_a = ((plain_a - p.open_plain) & a) |
				((guarded_a - p.open_guarded) & ~a);
		int32_t new_b = ((plain_b - p.open_plain) & b) |
				((guarded_b - p.open_guarded) & ~b);
		int32_t no_a, no_b;

		lanes->best[k] = larger(lanes->best[k], both);
		both = larger(both, p.floor);
		no_b = larger(both, new_a);
		no_a = larger(both, new_b);
		plain_a = ((plain_a - p.extend) & a) |
			  ((guarded_a - p.guard) & ~a);
		plain_b = ((plain_b - p.extend) & b) |
			  ((guarded_b - p.guard) & ~b);
		match[k] = larger(no_b, new_b);
		lanes->plain_a[k] = larger(no_a, plain_a);
		lanes->guarded_a[k] = larger(no_a, guarded_a - p.extend);
		lanes->plain_b[k] = larger(no_b, plain_b);
		lanes->guarded_b[k] = larger(no_b, guarded_b - p.extend);
	}
}

static int32_t unscaled(int64_t value)
{
	return (int32_t)(value / CVG_ALIGN_SCALE);
}

static int64_t scaled(int32_t value)
{
	return (int64_t)value * CVG_ALIGN_SCALE;
}

/* Put the edges that touch diagonal d into its values. `width`: of the tile. */
static inline void enter(struct strip *s, uint32_t d, uint32_t pad,
			 uint32_t width)
{
	struct lanes *lanes = &s->lanes;
	int32_t *match = lanes->match[d & 1];

	if (d >= LANES && d - LANES <= width) {
		uint32_t j = d - LANES;

		match[LANES] = s->line.match[j];
		lanes->plain_a[LANES] = s->line.plain[j];
		lanes->guarded_a[LANES] = s->line.guarded[j];
	}
	if (d >= width + pad && d - width < LANES) {
		uint32_t k = d - width;
		const struct cvg_align_edge *right =
			&s->tile->right[s->i0 + (k - pad) - s->tile->i0];

		match[k] = unscaled(right->match);
		lanes->plain_b[k] = unscaled(right->plain);
		lanes->guarded_b[k] = unscaled(right->guarded);
	}
}

/* Keep the cells of diagonal d that are on the left edge and in the first row
 * of the strip. */
static inline void leave(struct strip *s, uint32_t d, uint32_t pad,
			 uint32_t width)
{
	const struct lanes *lanes = &s->lanes;
	const int32_t *match = lanes->match[d & 1];

	if (d < LANES)
		s->tile->left[s->i0 + (d - pad) - s->tile->i0] =
			(struct cvg_align_edge){scaled(match[d]),
						scaled(lanes->plain_b[d]),
						scaled(lanes->guarded_b[d])};
	if (d - pad < width) {
		uint32_t j = d - pad;

		s->line.match[j] = match[pad];
		s->line.plain[j] = lanes->plain_a[pad];
		s->line.guarded[j] = lanes->guarded_a[pad];
	}
}

CVG_CLONES static void sweep(struct strip *s, uint32_t pad, uint32_t width)
{
	uint32_t last = width + LANES - 2; /* the diagonal of the last cell */

	enter(s, last + 2, pad, width);
	for (uint32_t d = last + 1; d-- > pad;) {
		enter(s, d + 1, pad, width);
		do_diagonal(&s->prices, &s->lanes, s->lanes.match[d & 1],
			    s->score + (size_t)d * LANES,
			    s->may_b + (last - d));
		leave(s, d, pad, width);
	}
}

CVG_CLONES static void fill(int32_t *to, size_t n, int32_t value)
{
	for (size_t k = 0; k < n; k++)
		to[k] = value;
}

/* Ask for the scores of the strip, and for its gaps. */
static void ask(struct strip *s, uint32_t pad, uint32_t width)
{
	const struct cvg_align_tile *tile = s->tile;

	fill(s->score, ((size_t)width + LANES) * LANES, CVG_NO_MATCH);
	for (uint32_t k = pad; k < LANES; k++) {
		uint32_t i = s->i0 + (k - pad);

		s->lanes.may_a[k] = -(int32_t)s->t->plain_a[i];
		s->t->p->score(
			s->t->p->ctx, i,
			&(struct cvg_align_row){.from = tile->j0,
						.to = tile->j1,
						.score = s->score +
							 (size_t)k * LANES + k,
						.stride = LANES});
	}
}

static void do_strip(struct strip *s, uint32_t width)
{
	uint32_t pad = LANES - (s->i1 - s->i0);

	memset(s->lanes.match, 0, sizeof(s->lanes.match));
	memset(s->lanes.plain_a, 0, sizeof(s->lanes.plain_a));
	memset(s->lanes.guarded_a, 0, sizeof(s->lanes.guarded_a));
	memset(s->lanes.plain_b, 0, sizeof(s->lanes.plain_b));
	memset(s->lanes.guarded_b, 0, sizeof(s->lanes.guarded_b));
	ask(s, pad, width);
	sweep(s, pad, width);
	/* The cell below the last one of the next strip. */
	s->line.match[width] =
		unscaled(s->tile->right[s->i0 - s->tile->i0].match);
}

static struct prices prices_of(const struct cvg_align_task *t)
{
	return (struct prices){
		.floor = t->local ? 0 : 2 * LOWEST,
		.extend = unscaled(t->extend),
		.open_plain = unscaled(t->open_plain),
		.open_guarded = unscaled(t->open_guarded),
		.guard = unscaled(t->guard),
	};
}

static void strips_of(struct strip *s)
{
	const struct cvg_align_tile *tile = s->tile;
	uint32_t width = tile->j1 - tile->j0;

	for (uint32_t j = 0; j <= width; j++) {
		s->line.match[j] = unscaled(tile->below[j].match);
		s->line.plain[j] = unscaled(tile->below[j].plain);
		s->line.guarded[j] = unscaled(tile->below[j].guarded);
	}
	for (uint32_t j = 0; j < width; j++)
		s->may_b[LANES - 1 + (width - 1 - j)] =
			-(int32_t)s->t->plain_b[tile->j0 + j];
	fill(s->lanes.best, LANES, CVG_NO_MATCH);
	for (s->i1 = tile->i1; s->i1 > tile->i0; s->i1 = s->i0) {
		s->i0 = s->i1 - tile->i0 > LANES ? s->i1 - LANES : tile->i0;
		do_strip(s, width);
	}
	for (uint32_t j = 0; j < width; j++)
		tile->top[j] = (struct cvg_align_edge){
			scaled(s->line.match[j]), scaled(s->line.plain[j]),
			scaled(s->line.guarded[j])};
}

int64_t cvg_align_tile_fast(const struct cvg_align_task *t,
			    const struct cvg_align_tile *tile)
{
	uint32_t width = tile->j1 - tile->j0;
	struct strip *s = cvg_calloc(1, sizeof(*s));
	int32_t *line = cvg_calloc(width + 1, 3 * sizeof(*line)), best;

	s->t = t;
	s->tile = tile;
	s->prices = prices_of(t);
	s->line = (struct line){line, line + width + 1, line + 2 * (width + 1)};
	s->score =
		cvg_calloc(((size_t)width + LANES) * LANES, sizeof(*s->score));
	s->may_b = cvg_calloc((size_t)width + 2 * LANES, sizeof(*s->may_b));
	strips_of(s);
	best = s->lanes.best[0];
	for (uint32_t k = 1; k < LANES; k++)
		best = larger(best, s->lanes.best[k]);
	free(line);
	free(s->score);
	free(s->may_b);
	free(s);
	return scaled(best);
}

bool cvg_align_fits_vectors(const struct cvg_align_task *t)
{
	uint32_t n = t->p->n, m = t->p->m;
	int64_t matches = n < m ? n : m;
	int64_t most = t->p->largest > 0 ? t->p->largest : 0;
	int64_t runs = 2 * (t->open_guarded + t->guard) / CVG_ALIGN_SCALE;
	int64_t gaps = ((int64_t)n + m) * t->extend / CVG_ALIGN_SCALE;

	return matches * most < -LOWEST && runs + gaps < -LOWEST;
}
