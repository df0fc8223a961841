/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What every view of a function shows in the same way: the order in which to
 * read its blocks, the marks of blocks, the names of edges.
 */
#ifndef RECONVERGE_MARKS_H
#define RECONVERGE_MARKS_H

#include "reconverge/base.h"

struct cvg_ana;
struct cvg_fn;

/* How much of a block is shown. */
enum cvg_zoom {
	CVG_ZOOM_DOTS,	  /* only its mark */
	CVG_ZOOM_NAMES,	  /* its number, B12, and its mark */
	CVG_ZOOM_SUMMARY, /* also its label, how many instructions it has, and
			     its condition */
	CVG_ZOOM_FULL,	  /* all instructions */
	CVG_NZOOMS
};

/*
 * [nblocks] The blocks in the order in which to read them: reverse postorder,
 * except that every loop and every region is in one piece; unreachable blocks
 * last. The caller frees it.
 */
uint32_t *cvg_reading_order(struct cvg_ana *ana);

/* Blocks that run only after some divergent branch and before its paths
 * meet again. Free with cvg_bits_done. */
void cvg_under_divergence(struct cvg_ana *ana, struct cvg_bits *out);

/* When edge k of block b is taken: "T", "F", "" (always), the value of a case,
 * "default". Borrowed. */
const char *cvg_edge_word(const struct cvg_fn *fn, uint32_t b, uint32_t k);

/*
 * Append the value to which edge k of block b sets a guard of linearization:
 * "guard=3" means that its threads run unit 3 next, "guard=0|3" that some run
 * unit 0 and some unit 3; a guard of one bit has "guard=yes", "guard=no" or a
 * condition. False: the edge sets no guard, and nothing is appended.
 */
bool cvg_add_edge_guard(struct cvg_str *out, const struct cvg_fn *fn,
			uint32_t b, uint32_t k);

/* Is the terminator of b divergent, and has it an edge out of a cycle that its
 * threads leave in different rounds? */
bool cvg_leaves_apart(struct cvg_ana *ana, uint32_t b);

/* Is the block an entry of an irreducible cycle? */
bool cvg_enters_irreducible(struct cvg_ana *ana, uint32_t b);

/* Does the block hold a convergent operation? */
bool cvg_block_convergent(const struct cvg_fn *fn, uint32_t b);

#endif
