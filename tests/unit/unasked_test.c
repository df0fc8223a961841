/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What threads may run that did not ask for it: the last instruction of an arm,
 * by bounds of its divisor or its address, or by an access at the same pointer.
 * Each row of unasked_rows.h is a rule or a trap.
 */
#include "ir_help.h"
#include "src/plan/unasked.h"
#include "unasked_rows.h"

#include "reconverge/analysis.h"

static struct cvg_module *load_unasked(const struct unasked_row *row)
{
	struct cvg_str text = {0};
	struct cvg_module *m;

	cvg_str_addf(&text,
		     AMD "define amdgpu_kernel void @f(%s) "
			 "!reqd_work_group_size !9 {\n%s"
			 "  br i1 %%c, label %%arm, label %%end\n"
			 "arm:\n%s\n  br label %%end\n"
			 "end:\n  ret void\n}\n"
			 "!9 = !{i32 64, i32 1, i32 1}\n%s",
		     PARAMS, row->before, row->arm, row->more ? row->more : "");
	m = load_text(text.at, NULL);
	cvg_str_done(&text);
	return m;
}

static void test_unasked(void **state)
{
	const struct unasked_row *row = *state;
	struct cvg_module *m = load_unasked(row);
	struct cvg_fn *fn = snap(m, 0);
	struct cvg_ana *ana = cvg_ana_new(fn);
	struct cvg_unasked unasked = {.fn = fn, .dom = cvg_ana_dom(ana)};

	assert_int_equal(
		cvg_may_run_unasked(&unasked, cvg_block_last(fn, 1) - 1),
		row->good);
	cvg_ana_free(ana);
	cvg_fn_free(fn);
	cvg_module_free(m);
}

/* Outside a kernel, a thread that is told so may free the memory. */
static void test_told(void **state)
{
	static const char *const kinds[] = {"amdgpu_kernel ", ""};

	(void)state;
	for (int k = 0; k < 2; k++) {
		struct cvg_str text = {0};
		struct cvg_module *m;
		struct cvg_fn *fn;

		cvg_str_addf(&text,
			     AMD "define %svoid @f(ptr addrspace(1) %%p) {\n"
				 "  fence acquire\n  ret void\n}\n",
			     kinds[k]);
		m = load_text(text.at, NULL);
		fn = snap(m, 0);
		assert_int_equal(fn->frees, k);
		cvg_fn_free(fn);
		cvg_module_free(m);
		cvg_str_done(&text);
	}
}

/* A function that is called runs in blocks of any size, whatever it demands. */
static void test_called(void **state)
{
	static const char *const kinds[] = {"", "amdgpu_kernel "};

	(void)state;
	for (int k = 0; k < 2; k++) {
		struct cvg_str text = {0};
		struct cvg_module *m;
		struct cvg_fn *fn;

		cvg_str_add(&text, AMD TABLE "define ");
		cvg_str_add(&text, kinds[k]);
		cvg_str_add(
			&text,
			"void @f() !reqd_work_group_size !9 {\n"
			"%i = call i32 @llvm.amdgcn.workitem.id.x()\n" AT("%i")
				LOAD3 "\nret void\n}\n"
				      "!9 = !{i32 64, i32 1, i32 1}\n");
		m = load_text(text.at, NULL);
		fn = snap(m, 0);
		assert_int_equal((fn->insts[2].flags & CVG_I_BOUNDED) != 0, k);
		cvg_fn_free(fn);
		cvg_module_free(m);
		cvg_str_done(&text);
	}
}

/* The rules for a value that is not the same for the other threads. */
static void test_apart(void **state)
{
	static const struct unasked_row row = {
		"", "",
		"%a = and i32 %x, 31\n%b = add i32 %a, 1\n"
		"%r = udiv i32 %y, %b",
		true, NULL};
	struct cvg_module *m = load_unasked(&row);
	struct cvg_fn *fn = snap(m, 0);
	struct cvg_ana *ana = cvg_ana_new(fn);
	bool apart[8] = {false};
	struct cvg_unasked unasked = {
		.fn = fn, .dom = cvg_ana_dom(ana), .apart = apart};
	uint32_t last = cvg_block_last(fn, 1) - 1;

	(void)state;
	assert_true(fn->ninsts <= COUNT(apart));
	assert_true(cvg_may_run_unasked(&unasked, last));
	for (uint32_t i = last - 2; i < last; i++) {
		apart[i] = true;
		assert_false(cvg_may_run_unasked(&unasked, last));
		apart[i] = false;
	}
	cvg_ana_free(ana);
	cvg_fn_free(fn);
	cvg_module_free(m);
}

/* A pointer of a loop is another one in each round. */
static void test_rounds(void **state)
{
	static const char text[] = AMD
		"define amdgpu_kernel void @f(ptr addrspace(1) %p, i1 %c) {\n"
		"  br label %loop\n"
		"loop:\n"
		"  %q = phi ptr addrspace(1) [ %p, %0 ], [ %n, %next ]\n"
		"  br i1 %c, label %arm, label %next\n"
		"arm:\n"
		"  %r = load i32, ptr addrspace(1) %q, align 4\n"
		"  br label %next\n"
		"next:\n"
		"  %n = getelementptr i32, ptr addrspace(1) %q, i64 1\n"
		"  %o = load i32, ptr addrspace(1) %q, align 4\n"
		"  br i1 %c, label %loop, label %end\n"
		"end:\n  ret void\n}\n";
	struct cvg_module *m = load_text(text, NULL);
	struct cvg_fn *fn = snap(m, 0);
	struct cvg_ana *ana = cvg_ana_new(fn);
	struct cvg_unasked unasked = {
		.fn = fn, .dom = cvg_ana_dom(ana), .entry = 1};

	(void)state;
	assert_false(cvg_may_run_unasked(&unasked, cvg_block_last(fn, 2) - 1));
	cvg_ana_free(ana);
	cvg_fn_free(fn);
	cvg_module_free(m);
}

UNIT_TESTS(unasked_test)
{
	static struct CMUnitTest tests[COUNT(rows) + 4];
	size_t n = 0;

	for (size_t i = 0; i < COUNT(rows); i++)
		tests[n++] =
			(struct CMUnitTest){rows[i].name, test_unasked, NULL,
					    NULL, (void *)(uintptr_t)&rows[i]};
	tests[n++] = (struct CMUnitTest)cmocka_unit_test(test_told);
	tests[n++] = (struct CMUnitTest)cmocka_unit_test(test_called);
	tests[n++] = (struct CMUnitTest)cmocka_unit_test(test_apart);
	tests[n++] = (struct CMUnitTest)cmocka_unit_test(test_rounds);
	return _cmocka_run_group_tests("unasked", tests, n, NULL, NULL);
}
