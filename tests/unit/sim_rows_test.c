/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Rows of every kind, filled and blended, against the same lane by lane. */
#include "sim/machine.h"
#include "tests/unit/lanes_kit.h"

static const uint64_t masks[] = {
	0,
	1,
	UINT64_C(1) << 63,
	UINT32_MAX,
	UINT64_C(0xaaaaaaaa55555555),
	UINT64_C(0x8000000180000001),
	~UINT64_C(0x0000800000100000),
	UINT64_MAX,
};

static void check_blend(enum cvg_kind kind, uint64_t mask, uint32_t lanes)
{
	struct row to, from, old;

	for (size_t i = 0; i < sizeof(to.at); i++) {
		to.at[i] = (uint8_t)kit_random();
		from.at[i] = (uint8_t)kit_random();
	}
	old = to;
	cvg_blend(to.at, from.at, kind, mask, lanes);
	for (uint32_t l = 0; l < lanes; l++) {
		const struct row *then = mask >> l & 1 ? &from : &old;

		assert_true(kit_get(kind, &to, l) == kit_get(kind, then, l));
	}
	if (kind != CVG_K_BIT) /* nothing is written behind the row */
		assert_memory_equal(to.at + cvg_kind_row(kind, lanes),
				    old.at + cvg_kind_row(kind, lanes),
				    sizeof(to.at) - cvg_kind_row(kind, lanes));
}

static void test_blend(void **state)
{
	(void)state;
	for (uint32_t kind = 0; kind < CVG_NKINDS; kind++) {
		for (size_t i = 0; i < sizeof(masks) / sizeof(masks[0]); i++) {
			check_blend((enum cvg_kind)kind, masks[i], 64);
			check_blend((enum cvg_kind)kind, masks[i], 32);
		}
	}
}

static void test_fill(void **state)
{
	const uint64_t v[2] = {UINT64_C(0x8182838485868789),
			       UINT64_C(0x0123456789abcdef)};
	const cvg_u128 all = (cvg_u128)v[1] << 64 | v[0];

	(void)state;
	for (uint32_t kind = 0; kind < CVG_NKINDS; kind++) {
		const uint32_t bits = cvg_lanes_bits(kind, 0);
		struct row row = {0};

		cvg_fill_row(row.at, (enum cvg_kind)kind, v, 64);
		for (uint32_t l = 0; l < 64; l++)
			assert_true(kit_get(kind, &row, l) ==
				    (all & ~(cvg_u128)0 >> (128 - bits)));
	}
}

UNIT_TESTS(sim_rows_test)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_blend),
		cmocka_unit_test(test_fill),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
