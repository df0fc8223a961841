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
 *	snapshots: for a block that ends in a branch on a condition (W + 1) (W + 1)
 *	words, of which word n (W + 1) + t counts the warps that came with n lanes
 *	of which t take the first edge; for any other block W + 1 words, of which
 *	word n counts the warps that came with n lanes
 */
#ifndef TRANSFORMS_INSTRUMENT_H
#define TRANSFORMS_INSTRUMENT_H

#include "reconverge/words.h"

struct cvg_fn;
struct cvg_fn_counts;
struct cvg_module;

#define CVG_COUNTERS	   "__reconverge_counts"
#define CVG_COUNTERS_MAGIC UINT64_C(0x31544e4347564352) /* "RCVGCNT1" */

enum { CVG_COUNTERS_HEAD = 4 }; /* words before those of the blocks */

/* A function that counts. */
struct cvg_counted {
	const struct cvg_fn *fn; /* its snapshot */
	uint64_t at;		 /* its first word */
};

/* Lay n functions out: set `at` of each. Returns how many words there are. */
uint64_t cvg_counters_layout(struct cvg_counted *counted, uint32_t n,
			     uint32_t warp);
/* What word 2 holds. */
uint64_t cvg_counters_hash(const struct cvg_counted *counted, uint32_t n);
/* Read what was counted of a function; *out has its arrays, which are zeros. */
void cvg_counters_read(const struct cvg_counted *counted, uint32_t warp,
		       const uint64_t *words, struct cvg_fn_counts *out);

/*
 * Make the functions count, which were laid out before. Fails if a block ends in
 * something else than a branch, or the module has the variable already; it is
 * spoilt then.
 */
bool cvg_instrument(struct cvg_module *module,
		    const struct cvg_counted *counted, uint32_t n,
		    uint32_t warp, struct cvg_err *err);

#endif
