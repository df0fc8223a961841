/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What differs between two snapshots of a function, by blocks and by lines. */
#ifndef RECONVERGE_DIFF_H
#define RECONVERGE_DIFF_H

#include "reconverge/base.h"

struct cvg_fn;

enum cvg_diffkind { CVG_SAME, CVG_CHANGED, CVG_ADDED, CVG_REMOVED };

struct cvg_blockdiff {
	enum cvg_diffkind kind;
	uint32_t a; /* block in the older snapshot, or CVG_NONE */
	uint32_t b; /* block in the newer one, or CVG_NONE */
};

struct cvg_fndiff {
	struct cvg_blockdiff *blocks; /* union: newer order, removed ones after
					 the block that stood before them */
	uint32_t nblocks;
	uint32_t nsame, nchanged, nadded, nremoved;
};

/*
 * Compare by stable uid. A block is the same if its instructions are equal up
 * to the numbering of unnamed values. Free with cvg_fndiff_done.
 */
void cvg_fndiff_init(struct cvg_fndiff *d, const struct cvg_fn *a,
		     const struct cvg_fn *b);
void cvg_fndiff_done(struct cvg_fndiff *d);

/* A line of two blocks side by side: the instruction of each; CVG_NONE: the
 * line is in the other block only. */
struct cvg_linepair {
	uint32_t a, b;
};

struct cvg_linediff {
	struct cvg_linepair *at; /* the lines of both blocks in order; where
				    they differ, lines of a come first */
	uint32_t n;
	bool differ; /* some line is in one block only */
};

/*
 * Compare block_a of a with block_b of b line by line; CVG_NONE stands for an
 * empty block. The numbers of unnamed values count only if nothing else
 * differs. Free with cvg_linediff_done.
 */
void cvg_linediff_init(struct cvg_linediff *d, const struct cvg_fn *a,
		       uint32_t block_a, const struct cvg_fn *b,
		       uint32_t block_b);
void cvg_linediff_done(struct cvg_linediff *d);

#endif
