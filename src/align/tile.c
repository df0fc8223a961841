/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * One tile of the matrix, cell by cell in 64 bits, with the step that each
 * value takes: the plain way. diagonal.c makes the same edges faster where no
 * steps are wanted.
 */
#include "cells.h"

#include <stdlib.h>

/* What a row carries from one cell to the next on its left. */
struct carry {
	int64_t diagonal;	    /* `match` below the cell on the right */
	int64_t b_plain, b_guarded; /* of the cell on the right */
};

/* A local alignment may stop before any step but a match that loses nothing. */
static void may_stop(struct values *v)
{
	for (int s = 0; s < NSTATES; s++)
		v->at[s] = larger(v->at[s], STEP_STOP);
}

/* The steps of all states of a cell, 2 bits each. */
static uint16_t steps_of(const struct values *v)
{
	unsigned bits = 0;

	for (int s = 0; s < NSTATES; s++)
		bits |= (unsigned)step_of(v->at[s]) << 2 * s;
	return (uint16_t)bits;
}

/* Turn `cell` from the one below into this one; returns what a match here is
 * worth. */
static inline int64_t do_cell(const struct cvg_align_task *t, bool plain_a,
			      bool plain_b, int32_t score,
			      struct cvg_align_edge *cell, struct carry *c,
			      uint16_t *steps)
{
	struct offers o;
	struct values v;

	offer_match(score, c->diagonal, &o);
	offer_a(t, plain_a, cell->plain, cell->guarded, &o);
	offer_b(t, plain_b, c->b_plain, c->b_guarded, &o);
	v = best_of(&o);
	if (t->local)
		may_stop(&v);
	if (steps)
		*steps = steps_of(&v);
	c->diagonal = cell->match;
	*cell = (struct cvg_align_edge){score_of(v.at[AT_MATCH]),
					score_of(v.at[AT_PLAIN_A]),
					score_of(v.at[AT_GUARDED_A])};
	c->b_plain = score_of(v.at[AT_PLAIN_B]);
	c->b_guarded = score_of(v.at[AT_GUARDED_B]);
	return score_of(o.match);
}

/* Of equally good starts the first in a, then in b. */
static void improve(struct cvg_align_start *start, int64_t score, uint32_t i,
		    uint32_t j)
{
	if (score < start->score ||
	    (score == start->score &&
	     (i > start->i || (i == start->i && j > start->j))))
		return;
	*start = (struct cvg_align_start){score, i, j};
}

/* Row i of the tile. `top` holds the row below, and gets this one. */
static void do_row(const struct cvg_align_task *t,
		   const struct cvg_align_tile *tile, uint32_t i,
		   int32_t *score, uint16_t *steps,
		   struct cvg_align_start *start)
{
	uint32_t r = i - tile->i0, w = tile->j1 - tile->j0;
	int64_t corner = i + 1 == tile->i1 ? tile->below[w].match
					   : tile->right[r + 1].match;
	struct carry c = {corner, tile->right[r].plain, tile->right[r].guarded};

	cvg_align_scores(t, i, tile->j0, tile->j1, score);
	for (uint32_t k = w; k-- > 0;) {
		int64_t match =
			do_cell(t, t->plain_a[i], t->plain_b[tile->j0 + k],
				score[k], &tile->top[k], &c,
				steps ? &steps[(size_t)r * w + k] : NULL);

		if (start)
			improve(start, match, i, tile->j0 + k);
	}
	tile->left[r] = (struct cvg_align_edge){tile->top[0].match, c.b_plain,
						c.b_guarded};
}

void cvg_align_tile_plain(const struct cvg_align_task *t,
			  const struct cvg_align_tile *tile, uint16_t *steps,
			  struct cvg_align_start *start)
{
	uint32_t w = tile->j1 - tile->j0;
	int32_t *score = cvg_calloc(w, sizeof(*score));

	for (uint32_t k = 0; k < w; k++)
		tile->top[k] = tile->below[k];
	for (uint32_t i = tile->i1; i-- > tile->i0;)
		do_row(t, tile, i, score, steps, start);
	free(score);
}
