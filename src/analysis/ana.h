/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The inside of an analysis set: the results that the cvg_<stem>_compute
 * functions fill, and the arena that owns them. For this folder only.
 */
#ifndef RECONVERGE_ANALYSIS_ANA_H
#define RECONVERGE_ANALYSIS_ANA_H

#include "reconverge/analysis.h"

/*
 * The depth-first search that gave the order, successors visited in order.
 * Dominators need its preorder and tree.
 */
struct cvg_dfs {
	uint32_t n;	  /* blocks found */
	uint32_t *block;  /* [n] by preorder number */
	uint32_t *parent; /* [n] preorder number of the tree parent; 0 for 0 */
	uint32_t *number; /* [nblocks] preorder number; CVG_NONE: not found */
};

struct cvg_ana {
	const struct cvg_fn *fn; /* borrowed; outlives the set */
	struct cvg_arena arena;	 /* owns every result below */
	struct cvg_bits passed;	 /* [nargs] see cvg_ana_called */
	uint32_t done;		 /* enum cvg_anabit: results that are valid */
	uint32_t running;	 /* enum cvg_anabit: being computed, to catch
				    an analysis that asks for itself */
	void *beside;		 /* see cvg_ana_beside */
	void (*free_beside)(void *);
	struct cvg_order order;
	struct cvg_dfs dfs; /* computed with the order */
	struct cvg_dom dom;
	struct cvg_dom postdom;
	uint32_t *joins;
	struct cvg_cycles cycles;
	struct cvg_loops loops;
	struct cvg_regions regions;
	struct cvg_uniform uniform;
	struct cvg_live live;
};

/*
 * Each function fills its own result, once, and gets other analyses through the
 * public cvg_ana_* functions. Results are allocated in ana->arena; scratch
 * memory is not, since it would live as long as the snapshot.
 */
#define ANALYSIS(id, stem, name, title) \
	void cvg_##stem##_compute(struct cvg_ana *ana);
#include "reconverge/analyses.def"
#undef ANALYSIS

/* A bit set whose memory is in the arena of `ana`: never call cvg_bits_done. */
void cvg_ana_bits_init(struct cvg_ana *ana, struct cvg_bits *b, uint32_t nbits);

#endif
