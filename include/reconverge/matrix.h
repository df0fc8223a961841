/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The alignment matrix of two blocks: made, pooled, and drawn. */
#ifndef RECONVERGE_MATRIX_H
#define RECONVERGE_MATRIX_H

#include "reconverge/align.h"

struct cvg_ana;
struct cvg_dot_ask;
struct cvg_fn;
struct cvg_look;
struct cvg_settings;
struct json_t;

/* The alignment matrix of two blocks, pooled if it does not fit. */
struct cvg_matrix_view {
	struct cvg_ana *ana;
	const struct cvg_settings *settings;
	uint32_t t, f; /* block ids: rows, columns */
};

void cvg_draw_matrix(struct cvg_str *out, const struct cvg_matrix_view *v,
		     const struct cvg_look *look);
/* Draw both blocks side by side, with melded instructions in one line. */
void cvg_draw_columns(struct cvg_str *out, const struct cvg_fn *fn, uint32_t t,
		      uint32_t f, const struct cvg_alignment *al,
		      const struct cvg_look *look);
void cvg_json_matrix(struct json_t *into, const struct cvg_matrix_view *v);
void cvg_dot_matrix(struct cvg_str *out, const struct cvg_dot_ask *ask,
		    const struct cvg_matrix_view *v);
/* The alignment that meld would use. Free with cvg_alignment_done. */
void cvg_matrix_align(const struct cvg_matrix_view *v,
		      struct cvg_alignment *out);
/* The whole matrix with the alignment whose path is in it. */
struct cvg_matrix {
	struct cvg_align_matrix mx; /* the scores of all cells */
	struct cvg_alignment al;    /* the one that meld would use */
};

/* False: the matrix would have more than `most` cells, and *out is unchanged.
 * Free with cvg_matrix_done. */
bool cvg_matrix_make(const struct cvg_matrix_view *v, uint64_t most,
		     struct cvg_matrix *out);
void cvg_matrix_done(struct cvg_matrix *m);

/* A matrix in which k by k cells become one; row 0 and column 0 are not
 * pooled. */
struct cvg_matrix_pool {
	uint32_t rows, cols; /* after pooling, with the zero row and column */
	uint32_t k;	     /* rows, and columns, that become one */
	int64_t *best;	     /* greatest score; INT64_MIN: no legal path */
	bool *on_path;	     /* the alignment's path goes through the cell */
};

/* The number of rows (or columns) that n become when k are pooled. */
uint32_t cvg_matrix_pooled(uint32_t n, uint32_t k);
/* True if `best` is the score of a legal path. */
bool cvg_matrix_legal(int64_t best);
/* Pool with the smallest k, `least` or more, for which the matrix has at most
 * max_rows and max_cols, which must be at least 2. */
void cvg_matrix_pool_init(struct cvg_matrix_pool *p,
			  const struct cvg_align_matrix *mx, uint32_t least,
			  uint32_t max_rows, uint32_t max_cols);
void cvg_matrix_pool_done(struct cvg_matrix_pool *p);

#endif
