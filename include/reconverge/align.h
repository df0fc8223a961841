/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Sequence alignment with affine gaps, for anything that has a length and a
 * score: instructions of two blocks, subgraphs of two arms. Knows no graph.
 *
 * O(nm) time and O(n + m) memory; the whole matrix is built only by
 * cvg_align_matrix.
 *
 * There are two kinds of gap runs. A plain run has only elements that may stay
 * unguarded and costs open_plain once; a guarded run may hold any element and
 * costs open_guarded once (the two branches around it). extend is paid by
 * every element of a run of either kind. With open_plain equal to
 * open_guarded this is the textbook affine gap.
 *
 * Adjacent runs of a and of b are two runs.
 *
 * Ties are broken so that equal inputs give equal paths everywhere. Read the
 * columns from the left: of the best alignments the one is taken whose first
 * column that differs is a match rather than a gap in the first sequence,
 * and that rather than a gap in the second. CVG_ALIGN_SW takes, of equally
 * good parts, the one that starts first in a, then in b, then goes on by the
 * same rule, and ends before a gap that gains nothing but not before a match
 * that loses nothing.
 */
#ifndef RECONVERGE_ALIGN_H
#define RECONVERGE_ALIGN_H

#include "reconverge/base.h"

#define CVG_NO_MATCH (INT32_MIN / 2) /* these two can never be aligned */

enum cvg_align_method {
	CVG_ALIGN_NW, /* Needleman-Wunsch: end to end */
	CVG_ALIGN_SW, /* Smith-Waterman: the best-scoring part; the elements
			 before and after it become gaps that cost nothing,
			 those of a first */
};

/* The scores of one element of a with elements from .. to - 1 of b. */
struct cvg_align_row {
	uint32_t from, to;
	int32_t *score; /* of b[j] in score[(j - from) * stride] */
	size_t stride;
};

struct cvg_align_problem {
	uint32_t n, m; /* lengths of sequence a and sequence b */
	/*
	 * Write the score of aligning a[i] with each b[j] of the row that can
	 * be aligned with it; the others hold CVG_NO_MATCH already. Called for
	 * few cells more than once; must write the same each time.
	 */
	void (*score)(void *ctx, uint32_t i, const struct cvg_align_row *row);
	int32_t largest; /* no score is above this */
	/* May a[i] / b[j] stand in a plain gap? NULL: all may. */
	bool (*plain_a)(void *ctx, uint32_t i);
	bool (*plain_b)(void *ctx, uint32_t j);
	void *ctx;				  /* of the three functions */
	int32_t open_plain, open_guarded, extend; /* costs, >= 0 */
};

/* One column of an alignment; a gap has CVG_NONE on the other side. */
struct cvg_align_pair {
	uint32_t a; /* index into sequence a, or CVG_NONE */
	uint32_t b; /* index into sequence b, or CVG_NONE */
};

struct cvg_alignment {
	struct cvg_align_pair *pair; /* in order; every element of both
					sequences occurs exactly once */
	uint32_t n;		     /* pairs */
	uint32_t nmatches;	     /* pairs without a gap */
	int64_t score; /* of the pairs, less the costs of the gaps */
};

/* Free with cvg_alignment_done. */
void cvg_align(const struct cvg_align_problem *problem,
	       enum cvg_align_method method, struct cvg_alignment *out);
void cvg_alignment_done(struct cvg_alignment *al);

/* What a matrix view shows of one cell. */
struct cvg_align_cell {
	int64_t best;  /* best score of the prefixes a[0..i), b[0..j) */
	int64_t match; /* best if a[i-1] is aligned with b[j-1]; INT64_MIN: that
			  is impossible, here and below */
	int64_t gap_a; /* best if a[i-1] stands alone last */
	int64_t gap_b; /* best if b[j-1] stands alone last */
	bool on_path;  /* the alignment goes through the cell */
};

struct cvg_align_matrix {
	uint32_t rows, cols;	     /* n + 1, m + 1 */
	struct cvg_align_cell *cell; /* rows * cols, by rows */
};

/*
 * The whole matrix with the path of `al` marked, which `method` made: from
 * corner to corner, or (CVG_ALIGN_SW) from the first match to the last.
 * The score of `al` is `best` in the last corner, or the largest `best`.
 * O(nm) memory.
 */
void cvg_align_matrix(const struct cvg_align_problem *problem,
		      enum cvg_align_method method,
		      const struct cvg_alignment *al,
		      struct cvg_align_matrix *out);
void cvg_align_matrix_done(struct cvg_align_matrix *mx);

#endif
