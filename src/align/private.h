/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Sequence alignment, shared between the files of this folder and its unit
 * test; nobody else includes it.
 */
#ifndef CVG_ALIGN_PRIVATE_H
#define CVG_ALIGN_PRIVATE_H

#include "reconverge/align.h"

/*
 * Scores and prices are kept times this: a value has room for the step that
 * gave it in its two low bits, and the larger of two values is the one to
 * take even where the scores are equal.
 */
#define CVG_ALIGN_SCALE 4

/* An impossible score: far from overflow, far below any real one. */
#define CVG_ALIGN_NEVER (INT64_MIN / 4)

/*
 * Below so many cells a table of steps is kept and the path read from it;
 * above, the rows are halved. The result is the same, only memory differs.
 */
#define CVG_ALIGN_TABLE_CELLS 65536

/*
 * A problem made ready: who may stand in a plain gap asked once, and
 * open_plain at most open_guarded (a plain run may be guarded too, so the
 * cheaper price holds for it anyway). Prices are times CVG_ALIGN_SCALE.
 */
struct cvg_align_task {
	const struct cvg_align_problem *p;
	uint8_t *plain_a; /* [n] owned */
	uint8_t *plain_b; /* [m] owned */
	int64_t extend;
	int64_t open_plain;   /* first element of a run, extend included */
	int64_t open_guarded; /* the same, of an element not plain */
	int64_t guard;	      /* first not plain element of an open run, extend
				 included: what guarding adds */
};

void cvg_align_task_init(struct cvg_align_task *t,
			 const struct cvg_align_problem *p);
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
void cvg_align_within(const struct cvg_align_problem *p,
		      enum cvg_align_method method, uint64_t cells,
		      struct cvg_alignment *out);

#endif
