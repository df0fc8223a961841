/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Places in buffers by thread: what the files of it share. */
#ifndef CVG_PLAN_ROWS_H
#define CVG_PLAN_ROWS_H

#include "reconverge/items.h"
#include "reconverge/rows.h"

/*
 * What is known of a value: up to the bits that its type has, it is the sum
 * of step times number and something in [low, high]; of a pointer, the bytes
 * from `base`.
 */
struct cvg_affine {
	int64_t step[2][3];
	int64_t low, high;
	bool known;
};

/* Bases that are no arguments: the target's launch_base[0] and those after it,
 * and one of several. */
enum {
	CVG_BASE_LAUNCH = 0x7ffffff0,
	CVG_BASE_MANY = CVG_BASE_LAUNCH + CVG_LAUNCH_BASES
};

struct cvg_rowfinder {
	struct cvg_ana *ana;
	const struct cvg_fn *fn;
	const struct cvg_row_launch *launch;
	struct cvg_affine *value; /* [nvalues] */
	uint32_t *base;		  /* [nvalues] of a pointer: an argument, one of
				  the above, or CVG_NONE */
	struct cvg_row *rows;	  /* [nargs] what is found */
	uint32_t nargs;		  /* of the kernel; fn may be a function that it
				  calls */
	struct cvg_rowcalls *calls; /* still to be looked into */
	uint32_t depth;		    /* calls around this one */
};

/* ---- rows_number.c ----------------------------------------------------- */

struct cvg_affine cvg_affine_range(int64_t low, int64_t high);
/* Of something that is not known but for its size. */
struct cvg_affine cvg_affine_unknown(void);
struct cvg_affine cvg_affine_add(const struct cvg_affine *a,
				 const struct cvg_affine *b, int64_t times);
struct cvg_affine cvg_affine_join(const struct cvg_affine *a,
				  const struct cvg_affine *b);
/* The least and the most that it is in the launch. */
bool cvg_affine_bounds(const struct cvg_rowfinder *finder,
		       const struct cvg_affine *a, int64_t *least,
		       int64_t *most);
/* What instruction i computes, by what is known of its operands; not phis. */
struct cvg_affine cvg_row_value(const struct cvg_rowfinder *finder, uint32_t i);

/* ---- rows_loop.c ------------------------------------------------------- */

/* A phi that a loop counts up or down by the same each time. */
struct cvg_affine cvg_row_counter(const struct cvg_rowfinder *finder,
				  uint32_t phi);
/* Bytes from one element to the next of what a GEP indexes; 0: not known. */
int64_t cvg_row_stride(const struct cvg_fn *fn, uint32_t type);

#endif
