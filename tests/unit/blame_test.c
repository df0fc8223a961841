/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Which melds are to blame: one meld makes a branch in another block divergent.
 */
#include "ir_help.h"

#include "reconverge/analysis.h"
#include "reconverge/plan.h"
#include "reconverge/settings.h"
#include "transforms/blame.h"
#include "transforms/cleanup.h"
#include "transforms/meld.h"

/* B1 melds with B5, so that %a3 is divergent, and so is the branch of B2, which
 * all threads of that arm took together. */
static const char text[] =
	"target triple = \"amdgcn-amd-amdhsa\"\n"
	"declare i32 @llvm.amdgcn.workitem.id.x()\n"
	"define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %n) {\n"
	"  %t = call i32 @llvm.amdgcn.workitem.id.x()\n"
	"  %g = getelementptr i32, ptr addrspace(1) %p, i32 %t\n"
	"  %c = icmp slt i32 %t, 7\n"
	"  br i1 %c, label %a, label %b\n"
	"a:\n"
	"  %a1 = udiv i32 %n, 3\n"
	"  %a2 = udiv i32 1000, %a1\n"
	"  %a3 = udiv i32 %a2, %n\n"
	"  store i32 %a3, ptr addrspace(1) %g\n"
	"  br label %m\n"
	"m:\n"
	"  %d = icmp eq i32 %a3, 5\n"
	"  br i1 %d, label %m1, label %m2\n"
	"m1:\n"
	"  store i32 9, ptr addrspace(1) %p\n"
	"  br label %m2\n"
	"m2:\n"
	"  store i32 8, ptr addrspace(1) %p\n"
	"  br label %x\n"
	"b:\n"
	"  %b1 = udiv i32 %n, 5\n"
	"  %b2 = udiv i32 1007, %b1\n"
	"  %b3 = udiv i32 %b2, %n\n"
	"  store i32 %b3, ptr addrspace(1) %g\n"
	"  br label %x\n"
	"x:\n"
	"  ret void\n"
	"}\n";

static void a_branch_elsewhere(void **state)
{
	struct cvg_module *module = load_text(text, "gfx906");
	struct cvg_fn *fn = cvg_module_snapshot(module, 0, 0), *made;
	struct cvg_ana *before = cvg_ana_new(fn), *after;
	struct cvg_settings settings;
	struct cvg_plan *plan;
	const uint32_t which[] = {0};

	(void)state;
	cvg_settings_init(&settings);
	plan = cvg_plan_meld(before, &settings);
	assert_int_equal(plan->n, 1);
	assert_int_equal(plan->at[0].refusal, CVG_REFUSE_NONE);
	cvg_meld_all(module, 0, before, plan, which, 1);
	cvg_cleanup(module, 0);
	made = cvg_module_snapshot(module, 0, 0);
	after = cvg_ana_new(made);
	assert_int_equal(cvg_ana_uniform(before)->nbranches, 1);
	assert_int_equal(cvg_ana_uniform(after)->nbranches, 2);
	for (int elsewhere = 0; elsewhere < 2; elsewhere++) {
		struct blame blame;

		cvg_blame_find(&blame, plan, which, 1, elsewhere, before,
			       after);
		assert_int_equal(cvg_is_to_blame(&blame, 0), elsewhere);
		cvg_blame_done(&blame);
	}
	cvg_plan_free(plan);
	cvg_ana_free(after);
	cvg_fn_free(made);
	cvg_ana_free(before);
	cvg_fn_free(fn);
	cvg_module_free(module);
}

UNIT_TESTS(blame_test)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_branch_elsewhere),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
