/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The union graph of two snapshots of a function: the blocks and edges of both,
 * laid out once, so that what stayed stands where it stood and only frames and
 * lines tell what came and what went. It borrows nothing from the snapshots.
 */
#ifndef RECONVERGE_UNION_H
#define RECONVERGE_UNION_H

#include "reconverge/diff.h"
#include "reconverge/layout.h"

struct cvg_union_node {
	enum cvg_diffkind kind;
	uint32_t b;	     /* the block in the newer snapshot, or CVG_NONE */
	uint32_t uid;	     /* its stable number; of a removed block the one
				it had */
	uint32_t edges_at;   /* the edges begin there */
	struct cvg_str text; /* what stands in the box */
};

struct cvg_union_edge {
	enum cvg_diffkind kind; /* SAME, ADDED or REMOVED */
	uint32_t to;		/* node */
	char letter;		/* T or F; 0: neither */
};

struct cvg_union {
	uint32_t n, nedges;
	struct cvg_union_node *node; /* [n + 1]; the last only ends the edges */
	struct cvg_union_edge *edge; /* [nedges] */
	struct cvg_layout *layout;   /* of these nodes and edges */
};

/* Make the union graph, in boxes that leave out the names of blocks if they
 * would make it wider than `width`. Free it with cvg_union_free. */
struct cvg_union *cvg_union_new(const struct cvg_fn *a, const struct cvg_fn *b,
				const struct cvg_fndiff *diff, uint32_t width);
void cvg_union_free(struct cvg_union *take_graph);
/* Draw it on a canvas, at (0, 0) of the plane. */
void cvg_union_draw(const struct cvg_union *graph, struct cvg_canvas *into,
		    bool ascii);

/* "added", "removed", "changed", "same" */
const char *cvg_diff_word(enum cvg_diffkind kind);

#endif
