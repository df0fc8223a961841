/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Copies of code: what was taken and put back prints the same, to the last
 * letter, in every function of the samples and of code with all that a copy may
 * trip over.
 */
#include "ir_help.h"

#include "src/ir/live.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

/* ---- all of a module -------------------------------------------------- */

/* Function f is the same after its code went through the shelf, and a copy in
 * work has the same snapshot. Returns true if it can be copied. */
static bool comes_back(struct cvg_module *m, uint32_t f)
{
	char *before = cvg_module_text(m), *after;
	struct cvg_body *body = cvg_body_take(m, f), *kept;
	struct cvg_fn *was, *is;
	struct cvg_err err;

	if (!body) {
		free(before);
		return false;
	}
	was = cvg_module_snapshot(m, f, 0);
	cvg_body_open(m, f, body);
	cvg_module_adopt_uids(m, f, was, was->nblocks);
	is = cvg_module_snapshot(m, f, 0);
	assert_true(was->fingerprint == is->fingerprint);
	assert_int_equal(was->kind, is->kind);
	assert_int_equal(was->warp, is->warp);
	if (!cvg_body_verify(m, f, &err))
		fail_msg("%s", err.msg);
	kept = cvg_body_keep(m, f);
	assert_non_null(kept);
	cvg_body_free(body);
	cvg_body_put(m, f, kept);
	after = cvg_module_text(m);
	assert_string_equal(before, after);
	if (!cvg_module_verify_function(m, f, &err))
		fail_msg("%s", err.msg);
	cvg_body_free(kept);
	cvg_fn_free(was);
	cvg_fn_free(is);
	free(before);
	free(after);
	return true;
}

/* Returns the number of functions that came back; *stay counts the others. */
static uint32_t all_come_back(struct cvg_module *m, uint32_t *stay)
{
	uint32_t back = 0;
	struct cvg_err err;

	for (uint32_t f = 0; f < cvg_module_nfunctions(m); f++) {
		if (comes_back(m, f))
			back++;
		else
			++*stay;
	}
	if (!cvg_module_verify(m, &err))
		fail_msg("%s", err.msg);
	return back;
}

static void samples(void **state)
{
	const char *folder = getenv("SAMPLES");
	uint32_t back = 0, stay = 0;
	struct dirent *e;
	DIR *d;

	(void)state;
	if (!folder)
		SKIP_BECAUSE("SAMPLES is not set");
	d = opendir(folder);
	assert_non_null(d);
	while ((e = readdir(d))) {
		size_t n = strlen(e->d_name);
		struct cvg_str path = {0};
		struct cvg_module *m;
		struct cvg_err err;

		if (n < 3 || strcmp(e->d_name + n - 3, ".ll") != 0)
			continue;
		cvg_str_addf(&path, "%s/%s", folder, e->d_name);
		if (!cvg_module_load(path.at, NULL, &m, &err))
			fail_msg("%s", err.msg);
		back += all_come_back(m, &stay);
		cvg_module_free(m);
		cvg_str_done(&path);
	}
	closedir(d);
	assert_true(back > 50);
	if (cvg_llvm_major() >= 22) /* before, debug info stays as well */
		assert_int_equal(stay, 0);
}

/* ---- what a copy may trip over ----------------------------------------- */

static const char hard[] = AMD
	"@table = internal addrspace(4) constant [2 x i32] [i32 1, i32 2]\n"
	"declare void @llvm.assume(i1)\n"
	"declare i32 @outside(i32) #0\n"
	"define i32 @callee(i32 %x) #0 {\n  ret i32 %x\n}\n"
	"define i32 @itself(i32 %n) {\n"
	"  %c = icmp eq i32 %n, 0\n"
	"  br i1 %c, label %done, label %more, !prof !0\n"
	"more:\n"
	"  %less = sub nuw i32 %n, 1\n"
	"  %r = call i32 @itself(i32 %less)\n"
	"  br label %done\n"
	"done:\n"
	"  %v = phi i32 [ 7, %0 ], [ %r, %more ]\n"
	"  ret i32 %v\n}\n"
	"define amdgpu_kernel void @k(ptr addrspace(1) %p, float %f, i32 %n) "
	"{\n"
	"entry:\n"
	"  %big = icmp ugt i32 %n, 9\n"
	"  call void @llvm.assume(i1 true) [ \"align\"(ptr addrspace(1) %p, "
	"i64 "
	"16) ]\n"
	"  switch i32 %n, label %last [\n"
	"    i32 1, label %a\n    i32 2, label %b\n    i32 3, label %a\n  ]\n"
	"a:\n"
	"  %fa = phi fast float [ %f, %entry ], [ %f, %entry ], [ %fb, %b ]\n"
	"  %unused = call fast float @llvm.fabs.f32(float %fa)\n"
	"  call void @llvm.experimental.noalias.scope.decl(metadata !5)\n"
	"  %i = call i32 @callee(i32 %n), !range !1\n"
	"  %o = call i32 @outside(i32 %i) #1\n"
	"  %l = load i32, ptr addrspace(4) getelementptr inbounds (i8, ptr "
	"addrspace(4) @table, i64 4), align 4, !invariant.load !2\n"
	"  %1 = add nsw i32 %l, %o\n"
	"  %2 = atomicrmw add ptr addrspace(1) %p, i32 %1 syncscope(\"agent\") "
	"monotonic\n"
	"  br i1 %big, label %b, label %last\n"
	"b:\n"
	"  %fb = phi float [ %f, %entry ], [ %fa, %a ]\n"
	"  br i1 %big, label %a, label %last, !llvm.loop !3\n"
	"last:\n"
	"  %end = phi i32 [ 0, %entry ], [ %2, %a ], [ 1, %b ]\n"
	"  store i32 %end, ptr addrspace(1) %p, align 8, !nontemporal !4\n"
	"  ret void\n}\n"
	"declare float @llvm.fabs.f32(float)\n"
	"declare void @llvm.experimental.noalias.scope.decl(metadata)\n"
	"attributes #0 = { convergent nounwind }\n"
	"attributes #1 = { convergent }\n"
	"!0 = !{!\"branch_weights\", i32 3, i32 5}\n"
	"!1 = !{i32 0, i32 100}\n!2 = !{}\n!3 = distinct !{!3}\n!4 = !{i32 "
	"1}\n!5 = !{!6}\n!6 = distinct !{!6, !7, !\"k: %p\"}\n"
	"!7 = distinct !{!7, !\"k\"}\n";

static void hard_code(void **state)
{
	struct cvg_module *m = load_text(hard, NULL);
	uint32_t stay = 0;

	(void)state;
	assert_int_equal(all_come_back(m, &stay), 3);
	assert_int_equal(stay, 0);
	cvg_module_free(m);
}

/* An operand that is a tuple is known by what is in it, not by its number or
 * address, which differ between copies. */
static void tuples(void **state)
{
	struct cvg_module *m = load_text(
		AMD "define void @f() {\n"
		    "  call void @llvm.experimental.noalias.scope.decl("
		    "metadata !0)\n"
		    "  ret void\n}\n"
		    "declare void @llvm.experimental.noalias.scope.decl("
		    "metadata)\n"
		    "!0 = !{!1}\n"
		    "!1 = distinct !{!1, !2, !\"f: %p\"}\n"
		    "!2 = distinct !{!2, !\"f\"}\n",
		NULL);
	struct cvg_fn *fn = snap(m, 0);

	(void)state;
	assert_string_equal(fn->values[cvg_op_of(fn, 0, 0)].text,
			    "!{!{..., !{..., f}, f: %p}}");
	cvg_fn_free(fn);
	cvg_module_free(m);
}

/* Names that a function once had leave no trace in a copy that is opened. */
static void names_start_anew(void **state)
{
	struct cvg_module *m = load_text(hard, NULL);
	uint32_t f = cvg_module_function_named(m, "k");
	struct cvg_body *body = cvg_body_take(m, f);
	char *name[2];

	(void)state;
	for (int round = 0; round < 2; round++) {
		LLVMBasicBlockRef b;

		cvg_body_open(m, f, body);
		for (int k = 0; k < 3; k++)
			b = LLVMAppendBasicBlockInContext(
				m->context, cvg_live_function(m, f), "last");
		name[round] = cvg_strdup(LLVMGetBasicBlockName(b));
		cvg_body_close(m, f);
	}
	assert_string_equal(name[0], name[1]);
	free(name[0]);
	free(name[1]);
	cvg_body_free(body);
	cvg_module_free(m);
}

static const char stays[] =
	AMD "@place = internal addrspace(1) global i64 0\n"
	    "define void @f() {\n  ret void\n}\n"
	    "define i64 @address() {\n"
	    "  %p = select i1 true, i64 ptrtoint (ptr @f to i64), i64 0\n"
	    "  ret i64 %p\n}\n"
	    "@table = internal addrspace(4) constant ptr blockaddress(@jump, "
	    "%b)\n"
	    "define void @jump() {\n"
	    "  br label %b\nb:\n"
	    "  ret void\n}\n"
	    "define ptr @label() {\n"
	    "  br label %b\nb:\n"
	    "  ret ptr blockaddress(@label, %b)\n}\n";

static void some_stay(void **state)
{
	struct cvg_module *m = load_text(stays, NULL);
	uint32_t stay = 0;

	(void)state;
	assert_int_equal(all_come_back(m, &stay), 1);
	assert_int_equal(stay, 3);
	cvg_module_free(m);
}

UNIT_TESTS(ir_body_test)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(samples),   cmocka_unit_test(hard_code),
		cmocka_unit_test(tuples),    cmocka_unit_test(names_start_anew),
		cmocka_unit_test(some_stay),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
