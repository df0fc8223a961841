/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A graph while it is written, shared by dot_cfg.c, dot_edges.c,
 * dot_words.c. */
#ifndef CVG_EXPORT_DOT_CFG_H
#define CVG_EXPORT_DOT_CFG_H

#include "dot.h"
#include "src/layout/fold.h"

#include "reconverge/choices.h"
#include "reconverge/diff.h"

/* Marks that occur, for the legend. */
enum cvg_dot_mark {
	CVG_DOT_SPLITS = 1 << 0,
	CVG_DOT_UNIFORM = 1 << 1,
	CVG_DOT_TEMPORAL = 1 << 2,
	CVG_DOT_UNDER = 1 << 3,
	CVG_DOT_SYNC = 1 << 4,
	CVG_DOT_ADDED = 1 << 5,
	CVG_DOT_CHANGED = 1 << 6,
	CVG_DOT_FOLDED = 1 << 7,
	CVG_DOT_BACK = 1 << 8,
	CVG_DOT_GUARD = 1 << 9,
	CVG_DOT_CLUSTER = 1 << 10,
	CVG_DOT_UNSTRUCTURED = 1 << 11,
	CVG_DOT_NET = 1 << 12,
};

struct cvg_dotcfg {
	const struct cvg_dot_ask *ask;
	struct cvg_ana *ana;
	const struct cvg_fn *fn;
	const struct cvg_regions *rs;
	const struct cvg_loops *loops;
	const struct cvg_uniform *uniform;
	struct cvg_bits under;
	struct cvg_bits unstructured; /* in succs[] */
	struct cvg_region_counts counts;
	uint32_t *order, *place; /* [nblocks] reading order and back */
	uint32_t *top; /* [regions] outermost folded region around it, or
			  CVG_NONE */
	enum cvg_diffkind *kind; /* [nblocks] compared with ask->since */
	struct cvg_choices *choices;
	struct cvg_choice_lists lists;
	unsigned seen; /* enum cvg_dot_mark: the marks drawn so far */
};

/* True if the region is drawn as a frame around its blocks. */
bool cvg_dot_framed(const struct cvg_dotcfg *dot, uint32_t region);
/* True if the region begins with the block; false if it is CVG_NONE. */
bool cvg_dot_begins(const struct cvg_dotcfg *dot, uint32_t region,
		    uint32_t block);
/* The folded region that is drawn in place of the block, or CVG_NONE. */
uint32_t cvg_dot_folded(const struct cvg_dotcfg *dot, uint32_t block);

/* Append all edges. */
void cvg_dot_edges(struct cvg_str *out, struct cvg_dotcfg *dot);

/* Append the label of a block, of a folded region, of a frame, or the legend,
 * with < and > around it. */
void cvg_dot_block_label(struct cvg_str *out, struct cvg_dotcfg *dot,
			 uint32_t b);
void cvg_dot_folded_label(struct cvg_str *out, struct cvg_dotcfg *dot,
			  uint32_t region);
void cvg_dot_frame_label(struct cvg_str *out, struct cvg_dotcfg *dot,
			 uint32_t region);
void cvg_dot_legend(struct cvg_str *out, const struct cvg_dotcfg *dot);
/* Append attributes such as , profit=72 for the choices in the list that begins
 * with `first`. */
void cvg_dot_choice_attrs(struct cvg_str *out, const struct cvg_dotcfg *dot,
			  uint32_t first);

#endif
