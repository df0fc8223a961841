/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Profiles on guessed launches: which other launches are found, and the kernel
 * that runs for a function. */
#include "tests/unit/session_kit.h"

#include "reconverge/prove.h"
#include "reconverge/settings.h"

static struct cvg_profiling profile(struct cvg_session *s, const char *function)
{
	struct cvg_profiling made;
	struct cvg_fault left;
	struct cvg_err err;
	bool guessed;

	assert_true(cvg_session_focus(s, function, &err));
	assert_true(cvg_session_need_launch(s, &guessed, &left, &err));
	assert_true(cvg_session_profile(s, false, &made, &err));
	return made;
}

static struct cvg_profile_extent extent(const struct cvg_session *s)
{
	struct cvg_profile_extent extent;

	assert_true(cvg_session_profile_extent(s, cvg_session_function(s),
					       &extent));
	return extent;
}

/* The number that launch i of the profile gives to parameter n. */
static uint64_t n_of(const struct cvg_session *s, uint32_t i)
{
	const struct cvg_launch *l = cvg_session_profile_launch(s, i);

	for (uint32_t k = 0; k < l->nargs; k++) {
		if (!strcmp(l->args[k].name, "n"))
			return l->args[k].values[0].u;
	}
	fail_msg("launch %u has no n", i);
	return 0;
}

/* @plain stores only if n is 0, which is not what is guessed. */
static void finds_a_block(void **state)
{
	struct cvg_session *s = *state;
	struct cvg_profiling made = profile(s, "plain");

	assert_int_equal(made.launches, 2);
	assert_true(n_of(s, 0) != 0);
	assert_true(n_of(s, 1) == 0);
	assert_null(cvg_session_profile_launch(s, 2));
	assert_int_equal(extent(s).blocks, 3);
	assert_int_equal(extent(s).reached, 3);
	assert_int_equal(extent(s).branches, 1);
	assert_int_equal(extent(s).split, 0);
}

/* What the user said stays as it is. */
static void keeps_what_was_said(void **state)
{
	struct cvg_session *s = *state;
	struct cvg_launch launch;
	struct cvg_fault left;
	struct cvg_err err;

	assert_true(cvg_session_focus(s, "plain", &err));
	cvg_launch_init(&launch);
	assert_true(cvg_launch_word(
		&launch, cvg_session_program(s, CVG_NONE, &err), "n=5", &err));
	assert_true(cvg_session_set_launch(s, &launch, &left, &err));
	for (uint32_t i = 0; i < profile(s, "plain").launches; i++)
		assert_true(n_of(s, i) == 5);
	assert_int_equal(extent(s).reached, 2);
}

/* Where the guess shows everything, nothing else is run. */
static void stops_when_all_is_seen(void **state)
{
	struct cvg_session *s = *state;

	assert_int_equal(profile(s, "forks").launches, 1);
	assert_int_equal(extent(s).reached, 4);
	assert_int_equal(extent(s).split, 1);
}

/* @inner has no launch of its own: @forks, which alone calls it, runs. */
static void runs_the_kernel(void **state)
{
	struct cvg_session *s = *state;
	struct cvg_profiling made = profile(s, "inner");

	assert_string_equal(made.run.function, "forks");
	assert_int_equal(extent(s).reached, 1);
	assert_int_equal(cvg_session_call_sites(s, cvg_session_function(s)), 1);
	assert_int_equal(cvg_session_unprofile(s), 2);
	assert_null(cvg_session_profile_launch(s, 0));
}

/* ---- what cannot be profiled -------------------------------------------- */

/* Two phases in a row run the loop, which never ends, once. Its branch splits warps, so
 * that ifconvert looks at it. */
static const char endless[] =
	"target triple = \"amdgcn-amd-amdhsa\"\n"
	"declare i32 @llvm.amdgcn.workitem.id.x()\n"
	"define amdgpu_kernel void @k(ptr addrspace(1) %p) {\n"
	"entry:\n"
	"  %t = call i32 @llvm.amdgcn.workitem.id.x()\n"
	"  %c = icmp eq i32 %t, 0\n"
	"  br label %loop\n"
	"loop:\n"
	"  br i1 %c, label %one, label %loop\n"
	"one:\n"
	"  store volatile i32 0, ptr addrspace(1) %p\n"
	"  br label %loop\n"
	"}\n";

/* Making the memory of a run is much work beside that of a phase that does nothing. */
static uint64_t work_of_ifconvert(struct cvg_session *s)
{
	uint64_t before = cvg_work_done();

	act(s, cvg_phase_by_name("ifconvert"));
	return cvg_work_done() - before;
}

static void knows_that_it_failed(void **state)
{
	struct cvg_session *s = *state;
	struct cvg_err err;
	uint64_t known;

	write_source("session_test.ll", endless);
	assert_true(cvg_session_load(s, "session_test.ll", NULL, &err));
	act(s, cvg_phase_by_name("ifconvert"));
	known = work_of_ifconvert(s);
	assert_true(cvg_settings_set(cvg_session_settings(s), "workers", "2",
				     NULL));
	assert_true(work_of_ifconvert(s) > 3 * known);
	assert_true(work_of_ifconvert(s) < 2 * known);
}

UNIT_TESTS(search_test)
{
	const struct CMUnitTest tests[] = {
		TEST(finds_a_block),	      TEST(keeps_what_was_said),
		TEST(stops_when_all_is_seen), TEST(runs_the_kernel),
		TEST(knows_that_it_failed),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
