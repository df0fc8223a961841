/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Functions that libm lacks: their results are put into the inverse functions,
 * which libm has. */
#include <math.h>

#include "tests/unit/lanes_kit.h"

#include "reconverge/ucodes.h"

/* What f64 gives for one lane. */
static double one_of(uint16_t code, uint16_t n, double x, double y)
{
	struct call k = {.u = {.code = code, .kind = CVG_K_F64, .n = n}};
	uint64_t bits;
	double r;

	k.lx.nlanes = 32;
	k.lx.active = 1;
	memcpy(&bits, &x, sizeof bits);
	kit_set(CVG_K_F64, &k.a, 0, bits);
	memcpy(&bits, &y, sizeof bits);
	kit_set(CVG_K_F64, &k.b, 0, bits);
	kit_call(CVG_LANES_BASE, &k, CVG_K_F64);
	bits = (uint64_t)kit_get(CVG_K_F64, &k.d, 0);
	memcpy(&r, &bits, sizeof r);
	return r;
}

static void assert_near(double x, double y)
{
	if (!(fabs(x - y) <= 4 * 0x1p-52 * fabs(y)))
		fail_msg("%a instead of %a", x, y);
}

static void test_inverses(void **state)
{
	(void)state;
	for (double y = -0.9375; y < 1; y += 0.0625) {
		assert_near(erf(one_of(CVG_U_MATH1, CVG_M_ERFINV, y, 0)), y);
		assert_near(erfc(one_of(CVG_U_MATH1, CVG_M_ERFCINV, 1 - y, 0)),
			    1 - y);
	}
	for (int e = -300; e < 0; e += 7)
		if (fabs(erfc(one_of(CVG_U_MATH1, CVG_M_ERFCINV, ldexp(1, e),
				     0)) /
				 ldexp(1, e) -
			 1) > 1e-12)
			fail_msg("erfcinv of 2 to %d", e);
	assert_true(isinf(one_of(CVG_U_MATH1, CVG_M_ERFINV, 1, 0)));
	assert_true(isnan(one_of(CVG_U_MATH1, CVG_M_ERFINV, 2, 0)));
	for (double n = -5; n <= 5; n++) {
		double r = one_of(CVG_U_MATH2, CVG_M_ROOTN, 7, n);

		if (n == 0)
			assert_true(isnan(r));
		else
			assert_near(pow(r, n), 7);
	}
	assert_near(one_of(CVG_U_MATH2, CVG_M_ROOTN, -27, 3), -3);
	assert_true(isnan(one_of(CVG_U_MATH2, CVG_M_ROOTN, -27, 2)));
}

UNIT_TESTS(lanes_special_test)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_inverses),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
