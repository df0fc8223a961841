/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A large function is drawn before its text and its choices are known. */
#include "reconverge/graph.h"

#include "tests/unit/screen_kit.h"

#define PATH	 "screen_large.ll"
#define DIAMONDS 400

/* Divergent diamonds in a row, of three blocks each; the arms of the last one are
 * those that are worth most. */
static void write_module(void)
{
	struct cvg_str s = {0};
	struct cvg_err err;

	cvg_str_add(&s,
		    "target triple = \"amdgcn-amd-amdhsa\"\n"
		    "declare i32 @llvm.amdgcn.workitem.id.x()\n"
		    "define amdgpu_kernel void @many(ptr addrspace(1) %p) {\n"
		    "entry:\n"
		    "  %t = call i32 @llvm.amdgcn.workitem.id.x()\n"
		    "  %at = getelementptr i32, ptr addrspace(1) %p, i32 %t\n"
		    "  br label %b0\n");
	for (int i = 0; i < DIAMONDS; i++) {
		cvg_str_addf(&s,
			     "b%d:\n  %%c%d = icmp ugt i32 %%t, %d\n"
			     "  br i1 %%c%d, label %%l%d, label %%r%d\n",
			     i, i, i, i, i, i);
		for (int arm = 0; arm < 2; arm++) {
			char side = arm ? 'r' : 'l';

			cvg_str_addf(&s, "%c%d:\n", side, i);
			for (int k = 0; k < (i == DIAMONDS - 1 ? 3 : 1); k++)
				cvg_str_addf(&s,
					     "  %%%c%dx%d = mul i32 %%t, %d\n"
					     "  store i32 %%%c%dx%d, ptr "
					     "addrspace(1) %%at\n",
					     side, i, k, 3 + arm, side, i, k);
			cvg_str_addf(&s, "  br label %%b%d\n", i + 1);
		}
	}
	cvg_str_addf(&s, "b%d:\n  ret void\n}\n", DIAMONDS);
	if (!cvg_file_write(PATH, s.at, s.n, &err))
		fail_msg("%s", err.msg);
	cvg_str_done(&s);
}

static void test_hasty(void **state)
{
	struct bench *whole, *b;
	struct cvg_str frame = {0}, expected = {0};

	(void)state;
	write_module();
	whole = open_bench(PATH, NULL, 132, 43);
	cvg_screen_text(&whole->ui, &expected);
	assert_false(whole->ui.hasty);
	b = open_bench_by(cvg_ui_begin, PATH, NULL, 132, 43);
	assert_true(b->ui.hasty);
	assert_true(shows(b, "Graph") && shows(b, "@many"));
	assert_null(b->ui.fn->insts[0].text);
	assert_null(b->ui.choices);
	cvg_screen_settle(&b->ui);
	cvg_screen_text(&b->ui, &frame);
	assert_string_equal(cvg_str_of(&frame), cvg_str_of(&expected));
	assert_non_null(b->ui.fn->insts[0].text);
	assert_int_equal(b->ui.block, whole->ui.block);
	/* the trail begins there */
	assert_int_equal(b->ui.trail.n, 1);
	close_bench(b);
	close_bench(whole);
	cvg_str_done(&frame);
	cvg_str_done(&expected);
}

/* A small one is drawn with all that is known. */
static void test_small(void **state)
{
	struct bench *b = open_bench_by(cvg_ui_begin, sample("bitonic_sort"),
					NULL, 132, 43);

	(void)state;
	assert_false(b->ui.hasty);
	assert_non_null(b->ui.fn->insts[0].text);
	assert_true(shows(b, "+"));
	assert_non_null(b->ui.choices);
	close_bench(b);
}

UNIT_TESTS(screen_large_test)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_hasty),
		cmocka_unit_test(test_small),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
