/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Sequence alignment: for the files of this folder and its unit test only. */
#ifndef CVG_ALIGN_PRIVATE_H
#define CVG_ALIGN_PRIVATE_H

#include "reconverge/align.h"

/*
 * Scores and prices are multiplied by this, so that the two low bits of a value
 * have room for the step that gave it. The larger of two values is then the
 * preferred one even where the scores are equal.
 */
#define CVG_ALIGN_SCALE 4

/* An impossible score: far from overflow, far below any real one. */
#define CVG_ALIGN_NEVER (INT64_MIN / 4)

/* The shortest side of a tile, if the sequence is as long. */
#define CVG_ALIGN_TILE 256

/*
 * A problem made ready: each element has been asked once whether it may stand
 * in a plain gap, and open_plain is at most open_guarded (a plain run may be
 * guarded, too, so that the lower price holds for it anyway). Prices are
 * multiplied by CVG_ALIGN_SCALE.
 */
struct cvg_align_task {
	const struct cvg_align_problem *p;
	bool local;	  /* CVG_ALIGN_SW: the columns may end anywhere */
	uint8_t *plain_a; /* [n] owned */
	uint8_t *plain_b; /* [m] owned */
	int64_t extend;
	int64_t open_plain;   /* first element of a run, extend included */
	int64_t open_guarded; /* the same, of an element not plain */
	int64_t guard;	      /* first element not plain of an open run: what
				 guarding the run adds, extend included */
};

void cvg_align_task_init(struct cvg_align_task *t,
			 const struct cvg_align_problem *problem,
			 enum cvg_align_method method);
void cvg_align_task_done(struct cvg_align_task *t);

/* The scores of a[i] with b[from..to), CVG_NO_MATCH where there is none. */
void cvg_align_scores(const struct cvg_align_task *t, uint32_t i, uint32_t from,
		      uint32_t to, int32_t *out);

/*
 * The values of a cell that its neighbours ask for, scaled, without steps: of a
 * cell in the row below, those of runs of a; of one in the column on the right,
 * those of runs of b.
 */
struct cvg_align_edge {
	int64_t match;
	int64_t plain;
	int64_t guarded;
};

/* The cells (i0..i1, j0..j1) of the matrix, and the values around them. */
struct cvg_align_tile {
	uint32_t i0, j0;
	uint32_t i1, j1;
	const struct cvg_align_edge *below; /* [j1 - j0 + 1] row i1 */
	const struct cvg_align_edge *right; /* [i1 - i0] column j1 */
	struct cvg_align_edge *top;	    /* [j1 - j0] made: row i0 */
	struct cvg_align_edge *left;	    /* [i1 - i0] made: column j0 */
};

/* The best match that a local alignment may start with. */
struct cvg_align_start {
	int64_t score; /* of all from there on, scaled */
	uint32_t i, j; /* CVG_NONE: nothing is worth matching */
};

/*
 * Make the top and left edges of a tile, and improve `start` (NULL: none is
 * wanted). `steps`, if not NULL, gets the steps of each cell, by rows, 2 bits
 * for each state.
 */
void cvg_align_tile_plain(const struct cvg_align_task *t,
			  const struct cvg_align_tile *tile, uint16_t *steps,
			  struct cvg_align_start *start);

/*
 * The same edges by vectors of 32-bit integers (diagonal.c). Returns the
 * largest value of a match, scaled. Only if the values of the problem fit.
 */
bool cvg_align_fits_vectors(const struct cvg_align_task *t);
int64_t cvg_align_tile_fast(const struct cvg_align_task *t,
			    const struct cvg_align_tile *tile);

/* cvg_align with another number for CVG_ALIGN_TILE, and without vectors if so
 * told: tests compare the ways. */
void cvg_align_tiled(const struct cvg_align_problem *problem,
		     enum cvg_align_method method, uint32_t shortest,
		     bool vectors, struct cvg_alignment *out);

#endif
