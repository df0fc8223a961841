/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Choosing the regions that are folded. */
#include "reconverge/analysis.h"
#include "reconverge/folding.h"
#include "reconverge/graph.h"
#include "reconverge/marks.h"

#include <stdlib.h>

#include "fold.h"

/* ---- what regions hold ----------------------------------------------- */

void cvg_region_counts_init(struct cvg_region_counts *rc, struct cvg_ana *ana)
{
	const struct cvg_fn *fn = cvg_ana_fn(ana);
	const struct cvg_regions *rs = cvg_ana_regions(ana);
	const struct cvg_uniform *u = cvg_ana_uniform(ana);

	rc->of = cvg_calloc(rs->n + 1, sizeof *rc->of);
	for (uint32_t b = 0; b < fn->nblocks; b++) {
		uint32_t r = rs->innermost[b];

		if (r == CVG_NONE)
			continue;
		rc->of[r].own++;
		rc->of[r].blocks++;
		rc->of[r].insts += fn->blocks[b].ninsts;
		rc->of[r].divergent += cvg_bits_has(&u->divergent_term, b);
		rc->of[r].sync |= cvg_block_convergent(fn, b);
	}
	for (uint32_t r = rs->n; r-- > 1;) {
		struct cvg_region_count *up = &rc->of[rs->region[r].parent];

		up->kids++;
		up->blocks += rc->of[r].blocks;
		up->insts += rc->of[r].insts;
		up->divergent += rc->of[r].divergent;
		up->sync |= rc->of[r].sync;
	}
}

void cvg_region_counts_done(struct cvg_region_counts *rc)
{
	free(rc->of);
}

/* ---- by size --------------------------------------------------------- */

/* Region ids, the outer ones first. The caller frees. */
static uint32_t *by_depth(const struct cvg_regions *rs)
{
	uint32_t *order = cvg_alloc((rs->n + 1) * sizeof *order);
	uint32_t *at = cvg_calloc((size_t)rs->n + 2, sizeof *at);

	for (uint32_t r = 0; r < rs->n; r++)
		at[rs->region[r].depth + 1]++;
	for (uint32_t d = 0; d < rs->n; d++)
		at[d + 1] += at[d];
	for (uint32_t r = 0; r < rs->n; r++)
		order[at[rs->region[r].depth]++] = r;
	free(at);
	return order;
}

/* Open folded regions, outer ones first, as long as there are at most `most`
 * boxes: only those with divergent branches in them, or only those without. */
static void open_some(const struct cvg_regions *rs,
		      const struct cvg_region_counts *rc, const uint32_t *order,
		      bool divergent, uint32_t most, uint32_t *boxes,
		      struct cvg_bits *folded)
{
	for (uint32_t i = 1; i < rs->n; i++) {
		uint32_t r = order[i];
		uint32_t up = rs->region[r].parent;
		uint32_t more = rc->of[r].own + rc->of[r].kids - 1;

		if (!cvg_bits_has(folded, r) || cvg_bits_has(folded, up) ||
		    !rc->of[r].divergent == divergent)
			continue;
		if (*boxes + more > most)
			continue;
		cvg_bits_remove(folded, r);
		*boxes += more;
	}
}

void cvg_fold_to(struct cvg_ana *ana, uint32_t most, struct cvg_bits *folded)
{
	const struct cvg_regions *rs = cvg_ana_regions(ana);
	struct cvg_region_counts rc;
	uint32_t *order = by_depth(rs);
	uint32_t boxes;

	cvg_bits_init(folded, rs->n);
	if (cvg_ana_fn(ana)->nblocks > most) {
		cvg_region_counts_init(&rc, ana);
		for (uint32_t r = 1; r < rs->n; r++)
			if (rc.of[r].blocks > 1)
				cvg_bits_add(folded, r);
		/* Unreachable blocks are in no region: each is a box. */
		boxes = cvg_ana_fn(ana)->nblocks - rc.of[0].blocks +
			rc.of[0].own + rc.of[0].kids;
		open_some(rs, &rc, order, true, most, &boxes, folded);
		open_some(rs, &rc, order, false, most, &boxes, folded);
		cvg_region_counts_done(&rc);
	}
	free(order);
}

/* ---- by hand --------------------------------------------------------- */

/* Has the region more than one block? */
static bool several(struct cvg_ana *ana, uint32_t r)
{
	const struct cvg_fn *fn = cvg_ana_fn(ana);
	const struct cvg_regions *rs = cvg_ana_regions(ana);
	const struct cvg_region *re = &rs->region[r];

	/* One block: its edges lead to the exit, or to itself. */
	cvg_foreach_succ (fn, re->entry, s)
		if (*s != re->exit && *s != re->entry)
			return true;
	return false;
}

void cvg_fold_depth(struct cvg_ana *ana, uint32_t depth,
		    struct cvg_bits *folded)
{
	const struct cvg_regions *rs = cvg_ana_regions(ana);

	cvg_bits_clear_all(folded);
	for (uint32_t r = 1; depth && r < rs->n; r++)
		if (rs->region[r].depth == depth && several(ana, r))
			cvg_bits_add(folded, r);
}

uint32_t cvg_fold_of(struct cvg_ana *ana, const struct cvg_bits *folded,
		     uint32_t block)
{
	const struct cvg_regions *rs = cvg_ana_regions(ana);
	uint32_t found = CVG_NONE;

	for (uint32_t r = rs->innermost[block]; r != CVG_NONE && r;
	     r = rs->region[r].parent)
		if (cvg_bits_has(folded, r))
			found = r;
	return found;
}

uint32_t cvg_fold_around(struct cvg_ana *ana, uint32_t block)
{
	const struct cvg_regions *rs = cvg_ana_regions(ana);
	uint32_t r = rs->innermost[block];

	while (r != CVG_NONE && r && !several(ana, r))
		r = rs->region[r].parent;
	return r ? r : CVG_NONE;
}

uint32_t cvg_fold_toggle(struct cvg_ana *ana, struct cvg_bits *folded,
			 uint32_t block)
{
	uint32_t r = cvg_fold_of(ana, folded, block);

	if (r != CVG_NONE) {
		cvg_bits_remove(folded, r);
		return r;
	}
	r = cvg_fold_around(ana, block);
	if (r != CVG_NONE)
		cvg_bits_add(folded, r);
	return r;
}
