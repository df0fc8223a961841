/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The alignment of two blocks alone, beside that of a plan. */
#include "tests/unit/plan_kit.h"

#include "reconverge/align.h"

/* What `align` shows of two blocks is what melding their subgraphs aligns: the
 * sum of a is aligned with that of b, which meets a, wherever it stands. */
static void shown(void **state)
{
	static const char *const sums[] = {
		"f1: b0 = add t n\nf1: b1 = add b n\n",
		"f1: b1 = add b n\nf1: b0 = add t n\n",
	};
	char text[400];

	(void)state;
	for (uint32_t i = 0; i < 2; i++) {
		struct cvg_arena arena = {0};
		struct cvg_align_problem problem;
		struct cvg_alignment al;
		const struct cvg_blockpair *bp;
		struct planned p;

		snprintf(text, sizeof text,
			 THREAD
			 "e ? c -> t f\nt: a = mul t n\nt: w = icmp slt t m\n"
			 "t ? w -> t1 t2\nt1: a1 = add a n\n"
			 "t1 -> t2\nt2 -> x\n"
			 "f: b = mul t n\nf: z = icmp slt t m\n"
			 "f ? z -> f1 f2\n%sf1 -> f2\nf2 -> x\nx ret\n",
			 sums[i]);
		p = plan_of(text);
		set(&p, "threshold", "0");
		plan_again(&p, NULL);
		assert_int_equal(candidate(&p, "e")->npairs, 1);
		bp = &candidate(&p, "e")->pair[0].bp[1];
		cvg_plan_block_problem(p.g.ana, &p.settings, bp->block[0],
				       bp->block[1], &arena, &problem);
		cvg_align(&problem, CVG_ALIGN_NW, &al);
		assert_int_equal(al.n, bp->ncolumns);
		for (uint32_t k = 0; k < al.n; k++) {
			assert_true((al.pair[k].a == CVG_NONE) ==
				    (bp->column[k].a == CVG_NONE));
			assert_true((al.pair[k].b == CVG_NONE) ==
				    (bp->column[k].b == CVG_NONE));
		}
		cvg_alignment_done(&al);
		cvg_arena_done(&arena);
		planned_done(&p);
	}
}

UNIT_TESTS(two_blocks_test)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(shown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
