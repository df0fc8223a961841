/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Chooses the regions to fold in a lesson's picture of a long function: regions
 * that the step did not change, the innermost first, until the rest is short
 * enough to read.
 */
#include "lesson.h"

#include "reconverge/analysis.h"
#include "reconverge/diff.h"
#include "reconverge/graph.h"

#include <stdlib.h>

#define READABLE 150 /* boxes; a graph with no more is not folded */

struct folder {
	const struct cvg_fn *fn;
	const struct cvg_regions *rs;
	bool *busy;    /* [regions] a block in it is new or changed */
	uint32_t *top; /* [regions] outermost folded region around it, or
			  CVG_NONE */
};

static void find_busy(struct folder *x, const struct cvg_fndiff *diff)
{
	for (uint32_t i = 0; diff && i < diff->nblocks; i++) {
		const struct cvg_blockdiff *b = &diff->blocks[i];
		uint32_t r;

		if (b->kind == CVG_SAME || b->b == CVG_NONE)
			continue;
		for (r = x->rs->innermost[b->b]; r != CVG_NONE && !x->busy[r];
		     r = x->rs->region[r].parent)
			x->busy[r] = true;
	}
}

static bool is_folded(const struct folder *x, uint32_t r, uint32_t depth)
{
	return x->rs->region[r].depth >= depth && r && !x->busy[r];
}

/* The number of boxes if all regions of that depth or deeper are folded. */
static uint32_t boxes(struct folder *x, uint32_t depth)
{
	uint32_t n = 0;

	for (uint32_t r = 0; r < x->rs->n; r++) {
		uint32_t up = x->rs->region[r].parent;

		x->top[r] = up == CVG_NONE ? CVG_NONE : x->top[up];
		if (x->top[r] != CVG_NONE || !is_folded(x, r, depth))
			continue;
		x->top[r] = r;
		n++;
	}
	for (uint32_t b = 0; b < x->fn->nblocks; b++) {
		uint32_t r = x->rs->innermost[b];

		n += r == CVG_NONE || x->top[r] == CVG_NONE;
	}
	return n;
}

/* The greatest depth from which on folding leaves few enough boxes, or 1. */
static uint32_t enough(struct folder *x)
{
	uint32_t low = 1, high = 1;

	for (uint32_t r = 0; r < x->rs->n; r++)
		if (x->rs->region[r].depth > high)
			high = x->rs->region[r].depth;
	while (low < high) {
		uint32_t mid = low + (high - low + 1) / 2;

		if (boxes(x, mid) <= READABLE)
			low = mid;
		else
			high = mid - 1;
	}
	return low;
}

uint32_t cvg_lesson_fold(const struct step *st, struct cvg_bits *folded)
{
	struct folder x = {.fn = cvg_ana_fn(st->ana),
			   .rs = cvg_ana_regions(st->ana)};
	struct cvg_fndiff d;
	uint32_t n = x.fn->nblocks, depth;

	cvg_bits_init(folded, x.rs->n);
	if (n <= READABLE)
		return n;
	x.busy = cvg_calloc(x.rs->n, sizeof *x.busy);
	x.top = cvg_calloc(x.rs->n, sizeof *x.top);
	if (st->before) {
		cvg_fndiff_init(&d, cvg_ana_fn(st->before), x.fn);
		find_busy(&x, &d);
		cvg_fndiff_done(&d);
	}
	depth = enough(&x);
	n = boxes(&x, depth);
	for (uint32_t r = 0; r < x.rs->n; r++)
		if (is_folded(&x, r, depth))
			cvg_bits_add(folded, r);
	free(x.busy);
	free(x.top);
	return n;
}
