/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What cycles and loops share: sets of blocks that nest, numbered. */
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
	uint32_t nown; /* blocks in no inner set: first in its row */
};

struct cvg_nest {
	struct cvg_nestrow *row; /* [n] owned; free() */
	uint32_t n;
	uint32_t *blocks;    /* in the arena given */
	uint32_t *innermost; /* [nblocks] in the arena given */
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
 * Edges that cross: into b from predecessors if `inward`, else from b to
 * successors. depth[b] becomes that of the outermost set of b that such an
 * edge crosses, CVG_NONE if there is none; count[c] the blocks whose edges
 * cross the border of set c. Edges from blocks not in `reachable` count only
 * if it is NULL.
 */
void cvg_nest_crossings(const struct cvg_nest *nest, const struct cvg_fn *fn,
			bool inward, const uint32_t *reachable, uint32_t *depth,
			uint32_t *count);

#endif
