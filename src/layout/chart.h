/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Declarations for the chart*.c files. */
#ifndef CVG_LAYOUT_CHART_H
#define CVG_LAYOUT_CHART_H

#include "reconverge/chart.h"

/* Characters of marks. */
#define MARK_DIVERGENT 0x25C6
#define MARK_UNIFORM   0x25C7
#define MARK_TEMPORAL  0x25C8
#define MARK_FOLDED    0x25B8
#define MARK_JUMP      0x25CE /* an unstructured edge */
#define MARK_PLAIN     0x25CF /* a dot for a block without a branch */

/* A switch to more boxes than this lists its cases in its box. */
#define CVG_CHART_FAN 12

/* Borrowed from the analyses of one revision while a chart is made. */
struct chart_side {
	struct cvg_ana *ana;
	const struct cvg_fn *fn;
	const struct cvg_uniform *uniform;
	struct cvg_bits under;	      /* see cvg_under_divergence */
	struct cvg_bits unstructured; /* edges, by index into succs[] */
};

/* Give node v its texts and its box in flow->node[v]; the edges are known. */
void cvg_chart_text(struct cvg_chart *chart, struct cvg_flow_node *box,
		    uint32_t v, const struct cvg_fn *fn,
		    const struct cvg_chart_in *in);
/* Columns that a label takes in a layout. */
uint32_t cvg_chart_label_width(const char *label);

/* Does the zoom draw boxes without frames? */
static inline bool cvg_chart_bare(enum cvg_zoom zoom)
{
	return zoom == CVG_ZOOM_DOTS;
}

#endif
