/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What the judge says of the machine's code before and after a step. */
#include <math.h>

#include "reconverge/session.h"
#include "tests/unit/unit.h"

static void loses(double cycles, double waves, double scratch, const char *text)
{
	struct cvg_mchange change = {
		.known = true,
		.simulated = true,
		.cycles = {1000, cycles},
		.waves = {8, waves},
		.scratch = {16, scratch},
	};
	struct cvg_str said = {0};

	assert_true(cvg_mchange_loses(&change) == (text != NULL));
	if (text) {
		cvg_mchange_text(&said, &change);
		assert_string_equal(cvg_str_of(&said), text);
	}
	cvg_str_done(&said);
}

static void test_losses(void **state)
{
	(void)state;
	loses(900, 8, 16, NULL);
	loses(1000, 9, 0, NULL);
	loses(1000 + 1e-9, NAN, NAN, NULL);
	loses(1234.56, 7, 16,
	      "the machine's code grew from 1000 to 1234.6 cycles of all "
	      "warps, "
	      "by simulated runs");
	loses(900, 7, 16, "the machine's code lets 7 warps run at once, not 8");
	loses(900, 8, 20,
	      "the machine's code needs 20 bytes of private memory a lane, not "
	      "16");
}

/* Of what is not known, nothing is said. */
static void test_unknown(void **state)
{
	struct cvg_mchange change = {.cycles = {1, 2}};

	(void)state;
	assert_false(cvg_mchange_loses(&change));
}

UNIT_TESTS(judge_machine_test)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_losses),
		cmocka_unit_test(test_unknown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
