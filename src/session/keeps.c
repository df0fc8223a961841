/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * In debug builds, the analyses that a phase promised to keep are computed
 * again and compared result by result. Results are numbered by block or value,
 * so they can only be kept if blocks and values are the same in number and
 * order.
 */
#include "inside.h"

#include "reconverge/analysis.h"
#include "reconverge/graph.h"

#include <string.h>

static bool same_ids(const uint32_t *a, const uint32_t *b, uint32_t n)
{
	return !n || !memcmp(a, b, n * sizeof *a);
}

static bool same_bits(const struct cvg_bits *a, const struct cvg_bits *b)
{
	if (a->nbits != b->nbits)
		return false;
	for (uint32_t i = 0; i < a->nbits; i++) {
		if (cvg_bits_has(a, i) != cvg_bits_has(b, i))
			return false;
	}
	return true;
}

static bool same_order(struct cvg_ana *a, struct cvg_ana *b)
{
	const struct cvg_order *x = cvg_ana_order(a), *y = cvg_ana_order(b);

	return x->n == y->n && same_ids(x->block, y->block, x->n);
}

static bool same_tree(const struct cvg_dom *x, const struct cvg_dom *y,
		      uint32_t nblocks)
{
	return same_ids(x->idom, y->idom, nblocks) &&
	       same_ids(x->depth, y->depth, nblocks);
}

static bool same_dom(struct cvg_ana *a, struct cvg_ana *b)
{
	return same_tree(cvg_ana_dom(a), cvg_ana_dom(b),
			 cvg_ana_fn(a)->nblocks);
}

static bool same_postdom(struct cvg_ana *a, struct cvg_ana *b)
{
	return same_tree(cvg_ana_postdom(a), cvg_ana_postdom(b),
			 cvg_ana_fn(a)->nblocks);
}

static bool same_joins(struct cvg_ana *a, struct cvg_ana *b)
{
	return same_ids(cvg_ana_joins(a), cvg_ana_joins(b),
			cvg_ana_fn(a)->nblocks);
}

static bool same_cycles(struct cvg_ana *a, struct cvg_ana *b)
{
	const struct cvg_cycles *x = cvg_ana_cycles(a);
	const struct cvg_cycles *y = cvg_ana_cycles(b);
	uint32_t n = cvg_ana_fn(a)->nblocks;

	if (x->n != y->n)
		return false;
	for (uint32_t i = 0; i < x->n; i++) {
		const struct cvg_cycle *c = &x->cycle[i], *d = &y->cycle[i];

		if (c->header != d->header || c->parent != d->parent ||
		    c->reducible != d->reducible ||
		    c->nentries != d->nentries || c->nblocks != d->nblocks)
			return false;
	}
	return same_ids(x->innermost, y->innermost, n) &&
	       same_ids(x->entry_depth, y->entry_depth, n);
}

static bool same_loops(struct cvg_ana *a, struct cvg_ana *b)
{
	const struct cvg_loops *x = cvg_ana_loops(a), *y = cvg_ana_loops(b);
	uint32_t n = cvg_ana_fn(a)->nblocks;

	if (x->n != y->n)
		return false;
	for (uint32_t i = 0; i < x->n; i++) {
		const struct cvg_loop *c = &x->loop[i], *d = &y->loop[i];

		if (c->header != d->header || c->parent != d->parent ||
		    c->nblocks != d->nblocks || c->nlatches != d->nlatches ||
		    c->nexiting != d->nexiting)
			return false;
	}
	return same_ids(x->innermost, y->innermost, n) &&
	       same_ids(x->exit_depth, y->exit_depth, n);
}

static bool same_regions(struct cvg_ana *a, struct cvg_ana *b)
{
	const struct cvg_regions *x = cvg_ana_regions(a);
	const struct cvg_regions *y = cvg_ana_regions(b);

	if (x->n != y->n)
		return false;
	for (uint32_t i = 0; i < x->n; i++) {
		const struct cvg_region *r = &x->region[i], *q = &y->region[i];

		if (r->entry != q->entry || r->exit != q->exit ||
		    r->parent != q->parent || r->simple != q->simple)
			return false;
	}
	return same_ids(x->innermost, y->innermost, cvg_ana_fn(a)->nblocks);
}

static bool same_uniform(struct cvg_ana *a, struct cvg_ana *b)
{
	const struct cvg_uniform *x = cvg_ana_uniform(a);
	const struct cvg_uniform *y = cvg_ana_uniform(b);

	return same_bits(&x->divergent, &y->divergent) &&
	       same_bits(&x->divergent_term, &y->divergent_term) &&
	       same_bits(&x->divergent_exit, &y->divergent_exit) &&
	       same_bits(&x->temporal, &y->temporal);
}

static bool same_live(struct cvg_ana *a, struct cvg_ana *b)
{
	const struct cvg_live *x = cvg_ana_live(a), *y = cvg_ana_live(b);
	uint32_t n = cvg_ana_fn(a)->nblocks;

	return same_ids(x->in_bits, y->in_bits, n) &&
	       same_ids(x->peak_bits, y->peak_bits, n) &&
	       x->registers == y->registers;
}

bool cvg_keeps_check(struct cvg_ana *before, struct cvg_ana *after,
		     uint32_t keeps, struct cvg_err *err)
{
	static const struct {
		const char *name;
		bool (*same)(struct cvg_ana *a, struct cvg_ana *b);
	} row[CVG_NANALYSES] = {
#define ANALYSIS(id, stem, name_, title) \
	[CVG_ANAID_##id] = {.name = name_, .same = same_##stem},
#include "reconverge/analyses.def"
#undef ANALYSIS
	};
	const struct cvg_fn *a = cvg_ana_fn(before), *b = cvg_ana_fn(after);

	if (keeps && a->nblocks != b->nblocks)
		return cvg_fail(err, "the number of blocks changed");
	for (unsigned id = 0; id < CVG_NANALYSES; id++) {
		if ((keeps & (UINT32_C(1) << id)) &&
		    !row[id].same(before, after))
			return cvg_fail(err, "the %s changed", row[id].name);
	}
	return true;
}
