/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What darm asks its judge. */
#include "tests/unit/session_kit.h"

#include "reconverge/phases.h"

/* A judge that agrees to nothing. */
struct refuser {
	uint32_t measured, refused;
	bool gains; /* everything gains */
	bool ends;  /* it says so after the first time */
};

static double measure(void *context)
{
	struct refuser *refuser = context;

	refuser->measured++;
	return refuser->gains ? 1e6 - refuser->measured : 1e6;
}

static bool refuse(void *context, struct cvg_str *why)
{
	struct refuser *refuser = context;

	refuser->refused++;
	cvg_str_add(why, "no");
	return false;
}

static bool has_ended(void *context)
{
	const struct refuser *refuser = context;

	return refuser->ends && refuser->refused > 0;
}

static struct refuser refuser;

static bool run_refused(const struct cvg_phase_in *in,
			struct cvg_phase_out *out, struct cvg_err *err)
{
	const struct cvg_judge judge = {&refuser, measure, refuse, has_ended};
	struct cvg_phase_in own = *in;

	own.judge = &judge;
	return cvg_phase_darm.run(&own, out, err);
}

/* Let the judge refuse all that darm makes of the file; what darm reports. */
static char *try_darm(const char *path, bool gains, bool ends)
{
	struct cvg_session *session = cvg_session_new();
	struct cvg_phase refused = {.name = "refused", .run = run_refused};
	struct cvg_act act = {.count = 0};
	struct cvg_err err = {.msg = ""};

	refuser = (struct refuser){.gains = gains, .ends = ends};
	if (!cvg_session_load(session, path, NULL, &err) ||
	    !cvg_session_act(session, &refused, nothing, NULL, "refused", &act,
			     &err))
		fail_msg("%s", err.msg);
	assert_false(act.changed);
	cvg_session_free(session);
	cvg_str_add(&act.report, "");
	return cvg_str_take(&act.report);
}

/* Once the judge agrees to nothing more, nothing more is made. */
static void test_ends_early(void **state)
{
	struct cvg_str path = {0};

	(void)state;
	cvg_str_addf(&path, "%s/lud_perimeter.amdgcn.ll", getenv("SAMPLES"));
	free(try_darm(path.at, true, false));
	assert_in_range(refuser.refused, 4, 1000);
	free(try_darm(path.at, true, true));
	assert_int_equal(refuser.refused, 1);
	assert_int_equal(refuser.measured, 2);
	cvg_str_done(&path);
}

/* ---- long functions ------------------------------------------------------ */

static void add_arm(struct cvg_str *out, uint32_t region, const char *arm,
		    uint32_t ninsts, uint32_t salt)
{
	cvg_str_addf(out, "%s%u:\n  %%%s%u.0 = mul i32 %%t, %u\n", arm, region,
		     arm, region, 3 + salt);
	for (uint32_t i = 1; i < ninsts; i++)
		cvg_str_addf(out, "  %%%s%u.%u = mul i32 %%%s%u.%u, %u\n", arm,
			     region, i, arm, region, i - 1, 3 + i + salt);
	cvg_str_addf(out, "  br label %%j%u\n", region);
}

/* So many branches behind each other, with two arms of so many instructions. */
static void write_long(const char *path, uint32_t nregions, uint32_t ninsts)
{
	struct cvg_str out = {0};
	FILE *file = fopen(path, "w");

	cvg_str_add(&out, "target triple = \"amdgcn-amd-amdhsa\"\n"
			  "declare i32 @llvm.amdgcn.workitem.id.x()\n"
			  "define amdgpu_kernel void @k(ptr addrspace(1) %p) "
			  "{\nentry:\n  %t = call i32 "
			  "@llvm.amdgcn.workitem.id.x()\n  br label %r0\n");
	for (uint32_t r = 0; r < nregions; r++) {
		cvg_str_addf(
			&out,
			"r%u:\n  %%b%u = and i32 %%t, %u\n  %%c%u = icmp eq "
			"i32 %%b%u, 0\n  br i1 %%c%u, label %%x%u, label "
			"%%y%u\n",
			r, r, 1U << r % 5, r, r, r, r, r);
		add_arm(&out, r, "x", ninsts, 1);
		add_arm(&out, r, "y", ninsts, 2);
		cvg_str_addf(
			&out,
			"j%u:\n  %%v%u = phi i32 [ %%x%u.%u, %%x%u ], [ "
			"%%y%u.%u, %%y%u ]\n  store volatile i32 %%v%u, ptr "
			"addrspace(1) %%p\n  br label %%r%u\n",
			r, r, r, ninsts - 1, r, r, ninsts - 1, r, r, r + 1);
	}
	cvg_str_addf(&out, "r%u:\n  ret void\n}\n", nregions);
	assert_non_null(file);
	fputs(out.at, file);
	fclose(file);
	cvg_str_done(&out);
}

/* What takes many tries in a long function is not tried to the end. */
static void test_gives_up(void **state)
{
	static const char path[] = "darm_test.ll";
	static const char *const said = "8 melds in a row did not pay";
	uint32_t all;
	char *report;

	(void)state;
	write_long(path, 24, 10);
	report = try_darm(path, false, false);
	assert_null(strstr(report, said));
	all = refuser.measured;
	assert_in_range(all, 25, 1000);
	free(report);
	write_long(path, 24, 60);
	report = try_darm(path, false, false);
	assert_non_null(strstr(report, said));
	assert_in_range(refuser.measured, 9, all / 2);
	free(report);
	unlink(path);
}

UNIT_TESTS(darm_test)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_ends_early),
		cmocka_unit_test(test_gives_up),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
