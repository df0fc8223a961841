/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Which of a kernel's buffers lie by thread. A buffer does if all that a thread
 * reads and writes of it stands in a row of the thread's own, and if the row's
 * place is affine in the numbers of thread and block. This is found by data flow
 * on the kernel for one launch: the launch's sizes and scalar arguments are taken
 * as constants. src/plan/rows_number.c has an example.
 */
#ifndef RECONVERGE_ROWS_H
#define RECONVERGE_ROWS_H

#include "reconverge/base.h"

struct cvg_ana;
struct cvg_fn;

/* What is asked of a launch. Everything is borrowed. */
struct cvg_row_launch {
	uint32_t size[2][3];   /* [0] threads of a block, [1] blocks of the
				  grid, by dimension */
	const uint64_t *value; /* [nargs] the number, if `known` */
	const bool *known;     /* [nargs] it is a scalar of at most 64 bits */
	/* The analyses of a function that the kernel calls; NULL: none. */
	struct cvg_ana *(*callee)(void *context, const char *name);
	void *context; /* for `callee` */
};

/*
 * The row of a thread: the bytes [low, high) from the place that is the sum of
 * step[0][d] times the number of the thread in its block along dimension d and
 * step[1][d] times the number of the block along d. In bytes.
 */
struct cvg_row {
	int64_t step[2][3]; /* bytes for one more thread, one more block */
	int64_t low, high;  /* bytes from that place */
	const char *why;    /* NULL: the buffer lies by thread; else why that is
			    not known */
	const struct cvg_fn *fn; /* then where that was found, or NULL */
	uint32_t inst;		 /* of fn */
};

/* Fill out[nargs], a row for each argument of the kernel. Rows of different
 * threads may still overlap: see cvg_row_apart. */
void cvg_rows_find(struct cvg_ana *ana, const struct cvg_row_launch *l,
		   struct cvg_row *out);

/*
 * Where each thread finds what n load instructions of function `of` read, which is
 * the kernel or a function that it calls: fill out[n], the bytes of each load as a
 * row of its own, and arg[n], the argument of the kernel that points to them.
 */
void cvg_rows_loads(struct cvg_ana *ana, const struct cvg_row_launch *l,
		    const char *of, const uint32_t *load, uint32_t n,
		    struct cvg_row *out, uint32_t *arg);

/* Where a thread's row begins, `low` included, in bytes from the buffer's start.
 * Threads are numbered block by block, x fastest. */
int64_t cvg_row_at(const struct cvg_row *row, const struct cvg_row_launch *l,
		   uint64_t thread);

/*
 * Has every thread of the launch a row of its own within a buffer of `bytes`?
 * NULL: yes; else why not, a constant text.
 */
const char *cvg_row_apart(const struct cvg_row *row,
			  const struct cvg_row_launch *l, uint64_t bytes);

#endif
