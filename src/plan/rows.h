/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Which buffers lie by thread: what the files rows*.c share. */
#ifndef CVG_PLAN_ROWS_H
#define CVG_PLAN_ROWS_H

#include "reconverge/rows.h"
#include "reconverge/target.h"

/*
 * What is known of a value: modulo the size of its type, it is a number in
 * [low, high] plus the sum of step[0][d] times the number of the thread in its
 * block and step[1][d] times the number of the block, along dimension d. For a
 * pointer that is the distance from its base, in bytes.
 */
struct cvg_affine {
	int64_t step[2][3];
	int64_t low, high;
	bool known; /* false: the members above say nothing */
};

/* Bases that are no arguments: the target's launch_base[0] and those after it;
 * MANY: one of several bases, it is not known which. */
enum {
	CVG_BASE_LAUNCH = 0x7ffffff0,
	CVG_BASE_MANY = CVG_BASE_LAUNCH + CVG_LAUNCH_BASES
};

/* Loads whose places are asked for: see cvg_rows_loads. */
struct cvg_rowloads {
	const char *of; /* function */
	const uint32_t *inst;
	uint32_t n;
	struct cvg_row *row; /* [n] */
	uint32_t *arg;	     /* [n] */
	bool seen;	     /* the function was looked at */
};

struct cvg_rowfinder {
	struct cvg_ana *ana;
	const struct cvg_fn *fn;
	const struct cvg_row_launch *launch;
	struct cvg_affine *value; /* [nvalues] */
	uint32_t *base;		  /* [nvalues] of a pointer: an argument of the
				  kernel, one of the above, or CVG_NONE */
	struct cvg_row *rows;	  /* [nargs] the result */
	uint32_t nargs; /* of the kernel; fn may be a function that the
				  kernel calls */
	struct cvg_rowcalls *calls; /* calls that are still to be looked into */
	uint32_t depth;		    /* calls between the kernel and fn */
};

/* ---- rows_number.c ----------------------------------------------------- */

struct cvg_affine cvg_affine_range(int64_t low, int64_t high);
/* A value of which nothing is known. */
struct cvg_affine cvg_affine_unknown(void);
/* a + times * b. */
struct cvg_affine cvg_affine_add(const struct cvg_affine *a,
				 const struct cvg_affine *b, int64_t times);
/* What holds of both: a value that is one or the other. */
struct cvg_affine cvg_affine_join(const struct cvg_affine *a,
				  const struct cvg_affine *b);
/* The least and the greatest number that it is for any thread of the launch;
 * false: not known, or too large for 64 bits. */
bool cvg_affine_bounds(const struct cvg_rowfinder *finder,
		       const struct cvg_affine *a, int64_t *least,
		       int64_t *most);
/* What instruction i computes, by what is known of its operands; not phis. */
struct cvg_affine cvg_row_value(const struct cvg_rowfinder *finder, uint32_t i);

/* ---- rows_loop.c ------------------------------------------------------- */

/* What is known of a phi that a loop counts up or down by the same step in each
 * round, from how many rounds the loop has. */
struct cvg_affine cvg_row_counter(const struct cvg_rowfinder *finder,
				  uint32_t phi);
/* Bytes from one element of a type to the next, as a GEP counts; 0: not known. */
int64_t cvg_row_stride(const struct cvg_fn *fn, uint32_t type);

#endif
