/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Which of a kernel's buffers lie by thread: all that it reads and writes
 * through a pointer stands in a row of the thread's own, at a place that is
 * affine in the numbers of thread and block. Found by data flow on the
 * kernel, for one launch, whose sizes and scalars stand in for their values.
 */
#ifndef RECONVERGE_ROWS_H
#define RECONVERGE_ROWS_H

#include "reconverge/analysis.h"

struct cvg_row_launch {
	uint32_t size[2][3];   /* threads of a block, blocks of the grid */
	const uint64_t *value; /* [nargs] of a scalar argument */
	const bool *known;     /* [nargs] it is one, of at most 64 bits */
	/* the analyses of a function that it calls, or NULL */
	struct cvg_ana *(*callee)(void *context, const char *name);
	void *context;
};

/* Row of a thread: bytes [low, high) behind step[k][d] times its number, in
 * the block (k = 0) and of the block (1), along d. */
struct cvg_row {
	int64_t step[2][3];
	int64_t low, high;
	const char *why; /* NULL: it is as said; else why it is not known */
	const struct cvg_fn *fn; /* then where, or NULL */
	uint32_t inst;
};

/* out[nargs]. Rows of different threads may still meet. */
void cvg_rows_find(struct cvg_ana *ana, const struct cvg_row_launch *l,
		   struct cvg_row *out);

/* Where the row begins, `low` included, of a thread that is numbered block by
 * block, x fastest. */
int64_t cvg_row_at(const struct cvg_row *row, const struct cvg_row_launch *l,
		   uint64_t thread);

/*
 * Does every thread of the launch have a row of its own within so many bytes?
 * Else why not.
 */
const char *cvg_row_apart(const struct cvg_row *row,
			  const struct cvg_row_launch *l, uint64_t bytes);

#endif
