/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Arms and pieces that are spans of the reverse postorder. */
#ifndef CVG_PLAN_SPANS_H
#define CVG_PLAN_SPANS_H

#include "reconverge/base.h"

struct cvg_ana;
struct cvg_dom;
struct cvg_fn;
struct cvg_order;

struct cvg_spans {
	const struct cvg_fn *fn;
	const struct cvg_order *order;
	const struct cvg_dom *dom, *postdom;
	uint32_t *leaves;  /* [n + 1] by preorder number in the dominator tree:
			      sums over all numbers before, see spans.c */
	uint32_t *from_at; /* [nblocks + 1] into from[] */
	uint32_t *from;	   /* the edges into a block: the numbers of their
			      sources, ascending */
	uint32_t *last;	   /* [nblocks] largest place that it dominates */
	uint32_t *refused; /* [n + 1] by place: the first place from there on
			      whose block holds an instruction that no plan may
			      move, or CVG_NONE */
};

/* n blocks in reverse postorder, from that place on. */
struct cvg_span {
	uint32_t first;
	uint32_t n;
};

void cvg_spans_init(struct cvg_spans *spans, struct cvg_ana *ana);
void cvg_spans_done(struct cvg_spans *spans);

/* The arm from `start` to `exit` of the branch that ends `entry`, if it is
 * closed and a span; false: it must be walked. */
bool cvg_span_of_arm(const struct cvg_spans *spans, uint32_t entry,
		     uint32_t start, uint32_t exit, struct cvg_span *out);

/* The piece that starts at b and ends at its post-dominator, in an arm that ends
 * at `exit`, if it is closed and a span. *nexits: edges out of it. */
bool cvg_span_of_piece(const struct cvg_spans *spans, uint32_t b, uint32_t exit,
		       struct cvg_span *out, uint32_t *nexits);

/* The first instruction in these blocks that no plan may move, or CVG_NONE. */
uint32_t cvg_spans_culprit(const struct cvg_spans *spans, const uint32_t *block,
			   uint32_t n);

#endif
