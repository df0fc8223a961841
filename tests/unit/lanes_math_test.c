/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Functions of floats that are computed for many lanes at once: every level gives
 * libm's double, rounded to float. */
#include <math.h>

#include "tests/unit/lanes_kit.h"

#include "reconverge/ucodes.h"

#define STEP 65521 /* a prime number: every STEP-th float is tried */

static double exp10_of(double x)
{
	return pow(10, x);
}

static const struct {
	uint16_t n;
	double (*fn)(double);
} rows[] = {
	{CVG_M_SIN, sin},   {CVG_M_COS, cos},	     {CVG_M_EXP, exp},
	{CVG_M_EXP2, exp2}, {CVG_M_EXP10, exp10_of}, {CVG_M_LOG, log},
	{CVG_M_LOG2, log2}, {CVG_M_LOG10, log10},
};

#define NROWS (sizeof rows / sizeof *rows)

static void expect(double (*fn)(double), const struct call *k, uint32_t lane,
		   enum cvg_lanes_level level)
{
	const uint32_t a = (uint32_t)kit_get(CVG_K_F32, &k->a, lane);
	const uint32_t d = (uint32_t)kit_get(CVG_K_F32, &k->d, lane);
	const double exact = fn((double)cvg_float32(a));
	const uint32_t want =
		isnan(exact) ? UINT32_C(0x7fc00000) : cvg_bits32((float)exact);

	if (d != want) {
		kit_name(&k->u, level);
		fail_msg("%a gives %a instead of %a", (double)cvg_float32(a),
			 (double)cvg_float32(d), (double)cvg_float32(want));
	}
}

/* The function `row` of the 32 floats in k->a, on every level. */
static void try_all(struct call *k, uint32_t row)
{
	k->u = (struct cvg_uop){
		.code = CVG_U_MATH1, .kind = CVG_K_F32, .n = rows[row].n};
	k->lx.nlanes = 32;
	k->lx.active = UINT32_MAX;
	kit_foreach_level(level)
	{
		kit_call(level, k, CVG_K_F32);
		for (uint32_t l = 0; l < 32; l++)
			expect(rows[row].fn, k, l, level);
	}
}

static void test_floats(void **state)
{
	struct call k = {.lx = {0}};

	(void)state;
	for (uint32_t row = 0; row < NROWS; row++) {
		for (uint64_t x = 0; x < UINT32_MAX; x += 32 * STEP) {
			for (uint32_t l = 0; l < 32; l++)
				kit_set(CVG_K_F32, &k.a, l,
					(uint32_t)(x + l * STEP));
			try_all(&k, row);
		}
	}
}

/* Numbers next to a value at which the result is 0, 1, infinite or changes its
 * sign. */
static void test_near(void **state)
{
	struct call k = {.lx = {0}};

	(void)state;
	for (uint32_t row = 0; row < NROWS; row++) {
		for (int at = -150; at < 150; at++) {
			const float angle = (float)(at * at * at * M_PI_2);
			const float power = ldexpf(1, at);

			for (uint32_t l = 0; l < 16; l++) {
				kit_set(CVG_K_F32, &k.a, l,
					cvg_bits32(angle) + l - 8);
				kit_set(CVG_K_F32, &k.a, 16 + l,
					cvg_bits32(l % 2 ? (float)at + power
							 : power) +
						l - 8);
			}
			try_all(&k, row);
		}
	}
}

UNIT_TESTS(lanes_math_test)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_floats),
		cmocka_unit_test(test_near),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
