/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The best local segment: T. F. Smith, M. S. Waterman, "Identification of
 * common molecular subsequences", 1981, doi.org/10.1016/0022-2836(81)90087-5,
 * with the states of cells.h and in one backward sweep of linear memory:
 * every value carries the end of the path behind it.
 *
 * Of equally good segments the one that starts first, in a and then in b;
 * from there a match, else the end, else a gap.
 */
#include "cells.h"

#include <stdlib.h>

struct place {
	uint32_t i, j;
};

/* The best of what follows, and where that ends. */
struct tail {
	int64_t score; /* never below 0: one may stop */
	struct place end;
};

/* The three tails of one cell that the row above asks for. */
struct tails {
	struct tail match;
	struct tail plain;
	struct tail guarded;
};

static inline struct tail
tail_of(int64_t match, struct place match_end, int64_t a, struct place a_end,
	int64_t b, struct place b_end, struct place here)
{
	if (match >= 0 && match >= a && match >= b)
		return (struct tail){match, match_end};
	if (a <= 0 && b <= 0)
		return (struct tail){0, here};
	return a >= b ? (struct tail){a, a_end} : (struct tail){b, b_end};
}

/* Turn `row` from row i + 1 into row i, keeping the best segment in `out`. */
static void
sweep_row(const struct cvg_align_task *t, uint32_t i, struct tails *row,
	  struct cvg_align_segment *out)
{
	uint32_t m = t->p->m;
	bool plain_a = t->plain_a[i];
	struct tail stop = {0, {i, m}};
	struct tail diagonal = row[m].match;
	struct tail b_plain = stop, b_guarded = stop;

	row[m] = (struct tails){stop, stop, stop};
	for (uint32_t j = m; j-- > 0;) {
		struct tails *cell = &row[j];
		struct tails below = *cell;
		struct place here = {i, j};
		struct place xm = diagonal.end;
		struct place xa =
			plain_a ? below.plain.end : below.guarded.end;
		struct place xb =
			t->plain_b[j] ? b_plain.end : b_guarded.end;
		struct place xg = b_guarded.end;
		struct offers o;

		o.match = offer_match(t, i, j, diagonal.score);
		offer_a(t, plain_a, below.plain.score, below.guarded.score,
			&o);
		offer_b(t, t->plain_b[j], b_plain.score, b_guarded.score,
			&o);
		cell->match = tail_of(o.match, xm, o.a_new, xa, o.b_new, xb,
				      here);
		cell->plain = tail_of(o.match, xm, o.a_plain, xa, o.b_new,
				      xb, here);
		cell->guarded = tail_of(o.match, xm, o.a_guarded,
					below.guarded.end, o.b_new, xb, here);
		b_plain = tail_of(o.match, xm, o.a_new, xa, o.b_plain, xb,
				  here);
		b_guarded = tail_of(o.match, xm, o.a_new, xa, o.b_guarded,
				    xg, here);
		diagonal = below.match;
		if (o.match >= out->score)
			*out = (struct cvg_align_segment){i, j, xm.i, xm.j,
							  o.match};
	}
}

void
cvg_align_segment_find(const struct cvg_align_task *t,
		       struct cvg_align_segment *out)
{
	uint32_t n = t->p->n, m = t->p->m;
	struct tails *row = cvg_calloc((size_t)m + 1, sizeof(*row));

	*out = (struct cvg_align_segment){0, 0, 0, 0, 0};
	for (uint32_t j = 0; j <= m; j++) {
		struct tail stop = {0, {n, j}};

		row[j] = (struct tails){stop, stop, stop};
	}
	for (uint32_t i = n; i-- > 0;)
		sweep_row(t, i, row, out);
	free(row);
}
