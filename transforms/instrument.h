/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Counters in a module: a program that runs it counts what a profile needs. The
 * counters are one variable, an array of 64-bit words:
 *
 *	word 0	CVG_COUNTERS_MAGIC
 *	word 1	how many words there are
 *	word 2	a hash of the code of the functions that count
 *	word 3	lanes of a warp, W
 *	then, function by function and block by block, in the order of the
 *	snapshots, the words of the blocks that count: enum cvg_count_way
 */
#ifndef TRANSFORMS_INSTRUMENT_H
#define TRANSFORMS_INSTRUMENT_H

#include "reconverge/words.h"

struct cvg_ana;
struct cvg_fn;
struct cvg_fn_counts;
struct cvg_module;

#define CVG_COUNTERS	   "__reconverge_counts"
#define CVG_COUNTERS_MAGIC UINT64_C(0x32544e4347564352) /* "RCVGCNT2" */

enum { CVG_COUNTERS_HEAD = 4 }; /* words before those of the blocks */

/* What a block counts, with W lanes in a warp. */
enum cvg_count_way {
	CVG_COUNT_NOTHING, /* it follows from what others count */
	CVG_COUNT_LANES,   /* W + 1 words: word n, the warps that came with n
			      lanes */
	CVG_COUNT_WAY,	/* its branch splits no warp; W + 1 words for each edge:
			      the warps that took it with n lanes */
	CVG_COUNT_BOTH, /* (W + 1) (W + 1) words: word n (W + 1) + t, the warps
			      that came with n lanes, t of which take the first
			      of both edges */
	CVG_COUNT_EACH, /* 2 (W + 1) words: the warps with n lanes that are not
			      split, then those that are; and then W + 1 words
			      for each edge: those of which t lanes take it */
};

/* A function that counts. */
struct cvg_counted {
	const struct cvg_fn *fn; /* its snapshot */
	struct cvg_ana *ana;	 /* the analyses of that */
	uint8_t *way; /* [nblocks] enum cvg_count_way, by cvg_counters_layout */
	uint64_t at;  /* its first word */
};

/* Lay n functions out: set `way` and `at` of each. Returns how many words there
 * are. */
uint64_t cvg_counters_layout(struct cvg_counted *counted, uint32_t n,
			     uint32_t warp);
/* Free what the layout made. */
void cvg_counters_done(struct cvg_counted *counted, uint32_t n);
/* How many words the block has. */
uint64_t cvg_counters_words(const struct cvg_counted *counted, uint32_t b,
			    uint32_t warp);
/* What word 2 holds. */
uint64_t cvg_counters_hash(const struct cvg_counted *counted, uint32_t n);
/* Read what was counted of a function; *out has its arrays, which are zeros. A row
 * that another leaves no room for is taken as 0: on a device that lets lanes meet
 * elsewhere than the analyses say. */
void cvg_counters_read(const struct cvg_counted *counted, uint32_t warp,
		       const uint64_t *words, struct cvg_fn_counts *out);

/*
 * Make the functions count, which were laid out before as `nwords` words. Fails if a
 * block ends in something else than a branch or a switch, or the module has the
 * variable already; it is spoilt then.
 */
bool cvg_instrument(struct cvg_module *module,
		    const struct cvg_counted *counted, uint32_t n,
		    uint32_t warp, uint64_t nwords, struct cvg_err *err);

#endif
