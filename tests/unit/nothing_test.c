/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Phases that can do nothing look at the code, and neither copy it nor run it: the
 * work is counted (cvg_work), and held against that of loading.
 */
#include "reconverge/base.h"
#include "reconverge/cmd.h"
#include "reconverge/session.h"

#include <unistd.h>

#include "tests/unit/unit.h"

#define BRANCHES 400

/* Branches in a row that all threads take together. */
static void write_module(const char *path)
{
	struct cvg_str text = {0};

	cvg_str_add(&text, "target triple = \"amdgcn-amd-amdhsa\"\n"
			   "define amdgpu_kernel void @k(ptr addrspace(1) %p, "
			   "i32 %x) {\n"
			   "  br label %d0\n");
	for (unsigned i = 0; i < BRANCHES; i++)
		cvg_str_addf(&text,
			     "d%u:\n"
			     "  %%c%u = icmp sgt i32 %%x, %u\n"
			     "  br i1 %%c%u, label %%t%u, label %%d%u\n"
			     "t%u:\n"
			     "  %%m%u = mul i32 %%x, %u\n"
			     "  %%a%u = add i32 %%m%u, %u\n"
			     "  store i32 %%a%u, ptr addrspace(1) %%p\n"
			     "  br label %%d%u\n",
			     i, i, i, i, i, i + 1, i, i, i % 7 + 3, i, i, i, i,
			     i + 1);
	cvg_str_addf(&text, "d%u:\n  ret void\n}\n", BRANCHES);
	assert_true(cvg_file_write(path, text.at, text.n, NULL));
	cvg_str_done(&text);
}

static void hear(void *context, enum cvg_stream stream, const char *text,
		 size_t n)
{
	(void)context;
	(void)n;
	if (stream == CVG_FAULT)
		fail_msg("%s", text);
}

#ifdef CVG_DEBUG
static const bool checking = true; /* that it does nothing, by doing it */
#else
static const bool checking = false;
#endif

/* Of these, planning takes linearize most, 0.4 times the work of loading; to copy and
 * run the function takes at least as much again. */
static void looks_and_leaves(void **state)
{
	static const char path[] = "nothing.ll";
	static const char *const phases[] = {
		"darm", "meld",	       "linearize", "flatten",
		"fuse", "unpredicate", "tailmerge", "ifconvert"};
	const struct cvg_host host = {.print = hear};
	struct cvg_shell sh = {
		.host = &host,
		.look = {.glyphs = cvg_glyphs_of(CVG_UNICODE), .width = 80}};
	uint64_t before = cvg_work_done(), loading;
	struct cvg_err err;

	(void)state;
	write_module(path);
	sh.session = cvg_session_new();
	if (!cvg_session_load(sh.session, path, NULL, &err))
		fail_msg("%s", err.msg);
	unlink(path);
	loading = cvg_work_done() - before;
	for (size_t i = 0; i < sizeof phases / sizeof *phases; i++) {
		uint64_t work = cvg_work_done();

		cvg_shell_run_text(&sh, "nothing", phases[i]);
		work = cvg_work_done() - work;
		if (!checking && work > loading / 2)
			fail_msg("%s: %llu, and loading %llu", phases[i],
				 (unsigned long long)work,
				 (unsigned long long)loading);
	}
	cvg_session_free(sh.session);
}

UNIT_TESTS(nothing_test)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(looks_and_leaves),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
