/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What is done to one function takes no more work in a module of many: a profile of the
 * first of 100 functions and of the first of 3,200 takes the same, but for one part
 * in fifty. If each run went through all functions of the module once, the second
 * would take a tenth more.
 */
#include "reconverge/base.h"
#include "reconverge/cmd.h"
#include "reconverge/session.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <unistd.h>

#include "tests/unit/unit.h"

static void add_function(struct cvg_str *out, uint32_t i)
{
	cvg_str_addf(out,
		     "define amdgpu_kernel void @f%u(ptr addrspace(1) %%a) {\n"
		     "  %%t = call i32 @llvm.amdgcn.workitem.id.x()\n"
		     "  %%p = getelementptr i32, ptr addrspace(1) %%a, i32 "
		     "%%t\n"
		     "  %%c = icmp ult i32 %%t, 7\n"
		     "  br i1 %%c, label %%l, label %%r\n"
		     "l:\n"
		     "  store i32 %%t, ptr addrspace(1) %%p\n"
		     "  br label %%r\n"
		     "r:\n"
		     "  ret void\n"
		     "}\n",
		     i);
}

static void load(struct cvg_session *session, uint32_t n)
{
	struct cvg_str text = {0};
	struct cvg_err err;

	cvg_str_add(&text, "target triple = \"amdgcn-amd-amdhsa\"\n"
			   "declare i32 @llvm.amdgcn.workitem.id.x()\n");
	for (uint32_t i = 0; i < n; i++)
		add_function(&text, i);
	assert_true(cvg_file_write("many.ll", text.at, text.n, NULL));
	cvg_str_done(&text);
	if (!cvg_session_load(session, "many.ll", NULL, &err))
		fail_msg("%s", err.msg);
	unlink("many.ll");
}

static void hear(void *context, enum cvg_stream stream, const char *text,
		 size_t n)
{
	(void)context;
	(void)n;
	if (stream == CVG_FAULT)
		fail_msg("%s", text);
}

/* The work of a profile of the first of n functions. */
static double work_of_profile(uint32_t n)
{
	const struct cvg_host host = {.print = hear};
	struct cvg_shell sh = {
		.host = &host,
		.look = {.glyphs = cvg_glyphs_of(CVG_UNICODE), .width = 80}};
	uint64_t before, work;

	sh.session = cvg_session_new();
	load(sh.session, n);
	/* What is made once for a module is made now. */
	cvg_shell_run_text(&sh, "many", "function @f1\nprofile\nfunction @f0");
	before = cvg_work_done();
	cvg_shell_run_text(&sh, "many", "profile");
	work = cvg_work_done() - before;
	assert_int_equal(sh.status, 0);
	cvg_session_free(sh.session);
	return (double)work;
}

static void of_one(void **state)
{
	double few = work_of_profile(100), many = work_of_profile(3200);

	(void)state;
	if (many > few * 51 / 50)
		fail_msg("%.0f of 100, %.0f of 3200", few, many);
}

UNIT_TESTS(many_test)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(of_one)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
