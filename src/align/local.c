/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The best local segment: T. F. Smith, M. S. Waterman, "Identification of
 * common molecular subsequences", 1981, doi.org/10.1016/0022-2836(81)90087-5,
 * with the states of cells.h and in one backward sweep of linear memory:
 * every value carries the end of the path behind it.
 *
 * Of equally good segments, the one is taken that starts first in a, then in b;
 * from there on a match is preferred to the end, and the end to a gap.
 *
 * p x y q against x y r, prices as in align.c: the segment is x y against x y
 * and scores 6; p, q and r become gaps that cost nothing.
 */
#include "cells.h"

#include <stdlib.h>

/* The best score of what follows, and where that ends. */
struct tail {
	int64_t score; /* never below 0: one may stop */
	uint64_t end;  /* i << 32 | j */
};

/* The three tails of one cell that the row above asks for. */
struct tails {
	struct tail match;
	struct tail plain;
	struct tail guarded;
};

/* What a row carries from one cell to the next on its left. */
struct carry {
	struct tail diagonal;
	struct tail b_plain, b_guarded;
};

static inline uint64_t place(uint32_t i, uint32_t j)
{
	return (uint64_t)i << 32 | j;
}

static inline struct tail tail_of(int64_t value, const uint64_t by_step[4])
{
	int64_t best = larger(value, STEP_STOP);

	return (struct tail){score_of(best), by_step[step_of(best)]};
}

/* One cell; returns what a match there is worth. */
static inline int64_t sweep_cell(const struct cvg_align_task *t, uint32_t i,
				 uint32_t j, struct tails *cell,
				 struct carry *c)
{
	bool plain_a = t->plain_a[i], plain_b = t->plain_b[j];
	struct tails below = *cell;
	uint64_t here = place(i, j), xm = c->diagonal.end;
	uint64_t xa = plain_a ? below.plain.end : below.guarded.end;
	uint64_t xb = plain_b ? c->b_plain.end : c->b_guarded.end;
	/* by enum step */
	uint64_t by_step[4] = {xb, xa, here, xm};
	uint64_t guarded_a[4] = {xb, below.guarded.end, here, xm};
	uint64_t guarded_b[4] = {c->b_guarded.end, xa, here, xm};
	struct offers o;
	struct values v;

	offer_match(t, i, j, c->diagonal.score, &o);
	offer_a(t, plain_a, below.plain.score, below.guarded.score, &o);
	offer_b(t, plain_b, c->b_plain.score, c->b_guarded.score, &o);
	v = best_of(&o);
	cell->match = tail_of(v.at[AT_MATCH], by_step);
	cell->plain = tail_of(v.at[AT_PLAIN_A], by_step);
	cell->guarded = tail_of(v.at[AT_GUARDED_A], guarded_a);
	c->b_plain = tail_of(v.at[AT_PLAIN_B], by_step);
	c->b_guarded = tail_of(v.at[AT_GUARDED_B], guarded_b);
	c->diagonal = below.match;
	return score_of(o.match);
}

/* Turn `row` from row i + 1 into row i, keeping the best segment in `out`. */
static void sweep_row(const struct cvg_align_task *t, uint32_t i,
		      struct tails *row, struct cvg_align_segment *out)
{
	uint32_t m = t->p->m;
	struct tail stop = {0, place(i, m)};
	struct carry c = {row[m].match, stop, stop};
	int64_t best = out->score * CVG_ALIGN_SCALE;

	row[m] = (struct tails){stop, stop, stop};
	for (uint32_t j = m; j-- > 0;) {
		uint64_t end = c.diagonal.end;
		int64_t match = sweep_cell(t, i, j, &row[j], &c);

		if (match < best)
			continue;
		best = match;
		*out = (struct cvg_align_segment){i, j, (uint32_t)(end >> 32),
						  (uint32_t)end,
						  best / CVG_ALIGN_SCALE};
	}
}

void cvg_align_segment_find(const struct cvg_align_task *t,
			    struct cvg_align_segment *out)
{
	uint32_t n = t->p->n, m = t->p->m;
	struct tails *row = cvg_calloc((size_t)m + 1, sizeof(*row));

	*out = (struct cvg_align_segment){0, 0, 0, 0, 0};
	for (uint32_t j = 0; j <= m; j++) {
		struct tail stop = {0, place(n, j)};

		row[j] = (struct tails){stop, stop, stop};
	}
	for (uint32_t i = n; i-- > 0;)
		sweep_row(t, i, row, out);
	free(row);
}
