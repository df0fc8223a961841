/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * REBITS: joins the bits of some scalars, the first one lowest, and cuts them
 * into scalars of another width. A result is poison or undefined if a scalar is
 * that gave it bits.
 *
 * Example: from i32 0x11223344, 0x55667788 to i16: 0x3344, 0x1122, 0x7788,
 * 0x5566.
 */
#include "sim/lanes/lanes_slow.h"

#include "reconverge/ucodes.h"

struct regroup {
	const uint32_t *sources; /* [nsources] refs of the scalars */
	uint32_t nsources, nresults;
	uint32_t from, to; /* bits of one source, of one result */
};

static struct regroup regroup_of(const struct cvg_uop *u,
				 const struct cvg_lx *lx)
{
	const uint32_t *list = lx->lists + u->imm;

	return (struct regroup){
		.sources = list + 1,
		.nsources = list[0],
		.nresults = list[1 + list[0]],
		.from = cvg_lanes_bits(u->kind, u->width),
		.to = cvg_lanes_bits(u->kind2, u->n),
	};
}

/* x shifted up by `by` places, or down if `by` is negative. */
static cvg_u128 moved(cvg_u128 x, int64_t by)
{
	if (by <= -128 || by >= 128)
		return 0;
	return by < 0 ? x >> -by : x << by;
}

/* The first and the last source that give bits to result k. */
static void givers(const struct regroup *g, uint32_t k, uint32_t *first,
		   uint32_t *last)
{
	*first = k * g->to / g->from;
	*last = ((k + 1) * g->to - 1) / g->from;
	if (*last >= g->nsources)
		*last = g->nsources - 1;
}

static void doubt_of(const struct regroup *g, uint32_t k,
		     const struct cvg_uop *u, struct cvg_lx *lx)
{
	struct cvg_doubt sum = {0, 0};
	uint32_t first, last;

	givers(g, k, &first, &last);
	for (uint32_t j = first; j <= last; j++) {
		const struct cvg_doubt *one = lx->doubt_of(lx, g->sources[j]);

		sum.poison |= one->poison;
		sum.undef |= one->undef;
	}
	*lx->result_doubt_of(lx, u, k) = sum;
}

static void result(const struct regroup *g, uint32_t k, void *d,
		   const struct cvg_uop *u, const struct cvg_lx *lx)
{
	const cvg_u128 ones = cvg_lanes_ones(g->to);
	uint32_t first, last;

	givers(g, k, &first, &last);
	cvg_lane_clear(u->kind2, d, lx->nlanes);
	for (uint32_t j = first; j <= last; j++) {
		const void *a = lx->row_of(lx, g->sources[j]);
		const int64_t by = (int64_t)j * g->from - (int64_t)k * g->to;

		for (uint32_t i = 0; i < lx->nlanes; i++) {
			cvg_u128 x = cvg_lane_get(u->kind, a, i);
			cvg_u128 r = cvg_lane_get(u->kind2, d, i);

			r |= moved(x, by) & ones;
			cvg_lane_set(u->kind2, d, i, r);
		}
	}
}

static void rebits(void *d, const void *a, const void *b, const void *c,
		   const struct cvg_uop *u, struct cvg_lx *lx)
{
	const struct regroup g = regroup_of(u, lx);

	(void)d;
	(void)a;
	(void)b;
	(void)c;
	for (uint32_t k = 0; k < g.nresults; k++) {
		result(&g, k, lx->result_of(lx, u, k), u, lx);
		doubt_of(&g, k, u, lx);
	}
}

cvg_lane_fn *cvg_lanes_rebits(const struct cvg_uop *u)
{
	return u->code == CVG_U_REBITS ? rebits : NULL;
}
