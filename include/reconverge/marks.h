/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What every view of a function tells in the same way: in which order to read
 * blocks, what is marked on them, how an edge is called.
 */
#ifndef RECONVERGE_MARKS_H
#define RECONVERGE_MARKS_H

#include "reconverge/analysis.h"

/* How much of a block is shown. */
enum cvg_zoom {
	CVG_ZOOM_DOTS,	  /* a mark */
	CVG_ZOOM_NAMES,	  /* B12 and the mark */
	CVG_ZOOM_SUMMARY, /* B12, name, how many instructions, the condition */
	CVG_ZOOM_FULL,	  /* all instructions */
	CVG_NZOOMS
};

/*
 * Blocks for reading from top to bottom: reverse postorder, but every loop
 * and every region in one piece, unreachable blocks last. [nblocks], the
 * caller frees.
 */
uint32_t *cvg_reading_order(struct cvg_ana *ana);

/* Blocks that run only after some divergent branch and before its paths
 * meet again. Free with cvg_bits_done. */
void cvg_under_divergence(struct cvg_ana *ana, struct cvg_bits *out);

/* Which way an edge is taken: "T", "F", "" (always), a case, "default". */
const char *cvg_edge_word(const struct cvg_fn *fn, uint32_t b, uint32_t k);

/*
 * Append what the edge sets a guard of linearization to: "guard=3", the unit
 * that its threads run next, "guard=0|3" if some run one; "guard=yes",
 * "guard=no" or a condition where the guard is one bit. False: it sets none.
 */
bool cvg_add_edge_guard(struct cvg_str *out, const struct cvg_fn *fn,
			uint32_t b, uint32_t k);

/* Is b's terminator divergent and does it leave a cycle that its threads
 * leave at different times? */
bool cvg_leaves_apart(struct cvg_ana *ana, uint32_t b);

/* Is the block an entry of an irreducible cycle? */
bool cvg_enters_irreducible(struct cvg_ana *ana, uint32_t b);

/* Does the block hold a convergent operation? */
bool cvg_block_convergent(const struct cvg_fn *fn, uint32_t b);

#endif
