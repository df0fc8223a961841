/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * REBITS on lanes: bits of some scalars cut into others.
 */
#include "tests/unit/big_kit.h"
#include "tests/unit/lanes_kit.h"

#include "reconverge/ucodes.h"

static struct cvg_doubt doubt(void)
{
	const uint64_t poison = kit_random() & kit_random();

	return (struct cvg_doubt){poison, kit_random() & kit_random()};
}

struct regrouping {
	struct row in[32], out[32];
	struct cvg_doubt in_doubt[32], out_doubt[32];
};

static const void *row_of(const struct cvg_lx *lx, uint32_t ref)
{
	return ((struct regrouping *)lx->machine)->in[ref].at;
}

static const struct cvg_doubt *doubt_of(const struct cvg_lx *lx, uint32_t ref)
{
	return &((struct regrouping *)lx->machine)->in_doubt[ref];
}

static void *result_of(const struct cvg_lx *lx, const struct cvg_uop *u,
		       uint32_t k)
{
	(void)u;
	return ((struct regrouping *)lx->machine)->out[k].at;
}

static struct cvg_doubt *result_doubt_of(const struct cvg_lx *lx,
					 const struct cvg_uop *u, uint32_t k)
{
	(void)u;
	return &((struct regrouping *)lx->machine)->out_doubt[k];
}

/* Bit `at` of all sources together, and of the results, is the same. */
static void check_regrouped(const struct regrouping *g, const struct cvg_uop *u,
			    uint32_t total)
{
	const uint32_t from = cvg_lanes_bits(u->kind, u->width);
	const uint32_t to = cvg_lanes_bits(u->kind2, u->n);

	for (uint32_t lane = 0; lane < 64; lane++)
		for (uint32_t at = 0; at < total; at++) {
			u128 x = kit_get(u->kind, &g->in[at / from], lane);
			u128 r = kit_get(u->kind2, &g->out[at / to], lane);
			const struct cvg_doubt *dx = &g->in_doubt[at / from];
			const struct cvg_doubt *dr = &g->out_doubt[at / to];

			assert_true((x >> at % from & 1) == (r >> at % to & 1));
			if (dx->poison >> lane & 1)
				assert_true(dr->poison >> lane & 1);
			if (dx->undef >> lane & 1)
				assert_true(dr->undef >> lane & 1);
		}
}

static void regroup(struct regrouping *g, uint32_t from_kind, uint32_t width,
		    uint32_t nsources, uint32_t to_kind, uint32_t n)
{
	const uint32_t total = nsources * cvg_lanes_bits(from_kind, width);
	uint32_t list[40] = {7, nsources};
	struct cvg_uop u = {.code = CVG_U_REBITS,
			    .kind = (uint8_t)from_kind,
			    .width = width,
			    .kind2 = (uint8_t)to_kind,
			    .n = (uint16_t)n,
			    .imm = 1};
	struct cvg_lx lx = {.nlanes = 64,
			    .active = UINT64_MAX,
			    .lists = list,
			    .row_of = row_of,
			    .doubt_of = doubt_of,
			    .result_of = result_of,
			    .result_doubt_of = result_doubt_of,
			    .machine = g};
	uint64_t doubts = 0;

	for (uint32_t j = 0; j < nsources; j++) {
		list[2 + j] = j;
		g->in_doubt[j] = doubt();
		for (uint32_t i = 0; i < 64; i++)
			kit_set(from_kind, &g->in[j], i,
				kit_edge(cvg_lanes_bits(from_kind, width)));
	}
	list[2 + nsources] = total / cvg_lanes_bits(to_kind, n);
	memset(g->out_doubt, 0, sizeof g->out_doubt);
	cvg_lane_fn_at(CVG_LANES_BASE, &u)(NULL, NULL, NULL, NULL, &u, &lx);
	check_regrouped(g, &u, total);
	/* nothing that was clean throughout is in doubt */
	for (uint32_t j = 0; j < nsources; j++)
		doubts |= g->in_doubt[j].poison;
	for (uint32_t j = 0; j < list[2 + nsources]; j++)
		assert_true(!(g->out_doubt[j].poison & ~doubts));
}

static void test_rebits(void **state)
{
	struct regrouping at = {0}, *g = &at;

	(void)state;
	regroup(g, CVG_K_I8, 0, 4, CVG_K_I32, 0);
	regroup(g, CVG_K_F16, 0, 2, CVG_K_I32, 0);
	regroup(g, CVG_K_I32, 0, 1, CVG_K_F16, 0);
	regroup(g, CVG_K_I64, 0, 1, CVG_K_I32, 0);
	regroup(g, CVG_K_F32, 0, 4, CVG_K_I64, 0);
	regroup(g, CVG_K_I128, 0, 1, CVG_K_F64, 0);
	regroup(g, CVG_K_I32, 0, 4, CVG_K_I128, 0);
	regroup(g, CVG_K_BIT, 0, 32, CVG_K_I32, 0);
	regroup(g, CVG_K_I32, 0, 1, CVG_K_BIT, 0);
	regroup(g, CVG_K_I8, 0, 3, CVG_K_I32, 24);
	regroup(g, CVG_K_I16, 12, 2, CVG_K_I8, 0);
	regroup(g, CVG_K_I8, 0, 3, CVG_K_I16, 12);
	regroup(g, CVG_K_I64, 0, 3, CVG_K_I128, 96);
}

UNIT_TESTS(lanes_rebits_test)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_rebits),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
