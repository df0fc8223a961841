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

/*
 * A problem of at most so many cells gets a table of steps, from which the path
 * is read; in a larger one the rows are halved. The result is the same.
 */
#define CVG_ALIGN_TABLE_CELLS 65536

/*
 * A problem made ready: each element has been asked once whether it may stand
 * in a plain gap, and open_plain is at most open_guarded (a plain run may be
 * guarded, too, so that the lower price holds for it anyway). Prices are
 * multiplied by CVG_ALIGN_SCALE.
 */
struct cvg_align_task {
	const struct cvg_align_problem *p;
	uint8_t *plain_a; /* [n] owned */
	uint8_t *plain_b; /* [m] owned */
	int64_t extend;
	int64_t open_plain;   /* first element of a run, extend included */
	int64_t open_guarded; /* the same, of an element not plain */
	int64_t guard;	      /* first element not plain of an open run: what
				 guarding the run adds, extend included */
};

void cvg_align_task_init(struct cvg_align_task *t,
			 const struct cvg_align_problem *problem);
void cvg_align_task_done(struct cvg_align_task *t);

/* The part of both sequences that a local alignment covers. */
struct cvg_align_segment {
	uint32_t i0, j0; /* its first column matches a[i0] with b[j0] */
	uint32_t i1, j1; /* past its last column, a match too */
	int64_t score;	 /* not scaled; i0 == i1: nothing is worth matching */
};

/* O(nm) time, O(m) memory. */
void cvg_align_segment_find(const struct cvg_align_task *t,
			    struct cvg_align_segment *out);

/* cvg_align with another number for CVG_ALIGN_TABLE_CELLS, so that tests meet
 * both ways of filling the table on short sequences. */
void cvg_align_within(const struct cvg_align_problem *problem,
		      enum cvg_align_method method, uint64_t cells,
		      struct cvg_alignment *out);

#endif
