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
	/* of a removed block, the index of the added one that holds most of it,
	 * and the other way round; CVG_NONE: there is none */
	uint32_t with;
};

struct cvg_difftext;

struct cvg_fndiff {
	struct cvg_blockdiff *blocks; /* union: newer order, removed ones after
					 the block that stood before them */
	uint32_t nblocks;
	uint32_t nsame, nchanged, nadded, nremoved; /* blocks of each kind */
	struct cvg_difftext *text; /* owned: for the functions below */
};

/*
 * Match the blocks of two snapshots of one function by their stable numbers, by
 * what they hold, and by what they were made from. A block is the same if its
 * instructions are equal up to the names of values and blocks. Both snapshots
 * must outlive *d. Free with cvg_fndiff_done.
 */
void cvg_fndiff_init(struct cvg_fndiff *diff, const struct cvg_fn *a,
		     const struct cvg_fn *b);
void cvg_fndiff_done(struct cvg_fndiff *diff);

/*
 * Number the blocks of a snapshot that was just made of another compilation of
 * `old`, which is NULL if there is none: a block that both have gets the number
 * from there, any other a number from `next` on. Returns the first one that is
 * free then. Both snapshots need the text of their instructions.
 */
uint32_t cvg_fn_renumber(struct cvg_fn *fn, const struct cvg_fn *old,
			 uint32_t next);

/* A line of two blocks side by side: the instruction of each; CVG_NONE: the
 * line is in the other block only. */
struct cvg_linepair {
	uint32_t a, b; /* instruction ids */
	bool changed;  /* both are there, and they differ */
};

struct cvg_linediff {
	struct cvg_linepair *at; /* the lines of both blocks in order; where
				    only one has a line, lines of a come
				    first */
	uint32_t n;
	bool differ; /* some line is in one block only, or changed */
};

/*
 * Compare block_a of the older snapshot with block_b of the newer one line by
 * line; CVG_NONE stands for an empty block. Other names of the same values are
 * no difference. Free with cvg_linediff_done.
 */
void cvg_linediff_init(struct cvg_linediff *d, const struct cvg_fndiff *of,
		       uint32_t block_a, uint32_t block_b);
void cvg_linediff_done(struct cvg_linediff *d);
/* Append the words that differ in a changed line of the older snapshot to
 * *in_a, of the newer one to *in_b: the first byte and the number of bytes of
 * each, in order. */
void cvg_linediff_words(const struct cvg_fndiff *diff, struct cvg_linepair pair,
			struct cvg_u32s *in_a, struct cvg_u32s *in_b);

#endif
