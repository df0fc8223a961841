/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Folded regions, as a set of region ids: a folded region is shown as one box,
 * and regions inside it do not show, whether they are in the set or not. The
 * whole function and regions of one block are never folded.
 */
#ifndef RECONVERGE_FOLDING_H
#define RECONVERGE_FOLDING_H

#include "reconverge/base.h"

struct cvg_ana;

/* Make the set such that at most `most` boxes show, if folding can do that.
 * Regions with divergent branches are opened before others, and outer ones
 * before inner ones. Free with cvg_bits_done. */
void cvg_fold_to(struct cvg_ana *ana, uint32_t most, struct cvg_bits *folded);
/* Fold the regions of that depth (1: outermost) and no others; 0: none. */
void cvg_fold_depth(struct cvg_ana *ana, uint32_t depth,
		    struct cvg_bits *folded);
/* The outermost folded region that the block is in, or CVG_NONE. */
uint32_t cvg_fold_of(struct cvg_ana *ana, const struct cvg_bits *folded,
		     uint32_t block);
/* The innermost region of several blocks around the block, or CVG_NONE. */
uint32_t cvg_fold_around(struct cvg_ana *ana, uint32_t block);

/*
 * Fold or open, as one key does it: a block in a folded region opens that
 * region; else the innermost region of several blocks around it is folded.
 * Returns the region, CVG_NONE if there is none.
 */
uint32_t cvg_fold_toggle(struct cvg_ana *ana, struct cvg_bits *folded,
			 uint32_t block);

#endif
