/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Nested sets of blocks, numbered: common to cycles and loops. */
#ifndef RECONVERGE_ANALYSIS_NEST_H
#define RECONVERGE_ANALYSIS_NEST_H

#include "ana.h"

/* One set. Fields as in struct cvg_cycle. */
struct cvg_nestrow {
	uint32_t header;
	uint32_t parent;
	uint32_t last;
	uint32_t depth;
	uint32_t blocks_at;
	uint32_t nblocks;
	uint32_t nown; /* blocks in no inner set; they are first in the row */
};

struct cvg_nest {
	struct cvg_nestrow *row; /* [n] owned; free() */
	uint32_t n;
	uint32_t *blocks;    /* rows of the sets; in the caller's arena */
	uint32_t *innermost; /* [nblocks] set or CVG_NONE; likewise */
};

/*
 * Number the sets and lay out their blocks. `heads` are their headers;
 * over[b] is the header of the innermost set around b that is not b's own,
 * or CVG_NONE.
 */
void cvg_nest_init(struct cvg_nest *nest, uint32_t nblocks,
		   const struct cvg_bits *heads, const uint32_t *over,
		   struct cvg_arena *arena);
void cvg_nest_done(struct cvg_nest *nest);

/*
 * Which blocks have an edge over the border of a set they are in: an edge from
 * a predecessor if `inward`, else one to a successor. depth[b] becomes that
 * of the outermost set around b that such an edge crosses, CVG_NONE if there is
 * none; count[c], which must be 0 before, the number of blocks of set c with an
 * edge over its border. If `reachable` is not NULL, edges from blocks b with
 * reachable[b] == CVG_NONE are ignored.
 */
void cvg_nest_crossings(const struct cvg_nest *nest, const struct cvg_fn *fn,
			bool inward, const uint32_t *reachable, uint32_t *depth,
			uint32_t *count);

#endif
