/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Excerpts: what is in the module of one function, and what has none. */
#include "ir_help.h"

#include "src/ir/live.h"

#include <dirent.h>
#include <llvm-c/Analysis.h>
#include <stdlib.h>
#include <string.h>

/* Is the module valid? It is freed. */
static bool is_valid(LLVMModuleRef take_module)
{
	char *msg = NULL;
	bool ok = !LLVMVerifyModule(take_module, LLVMReturnStatusAction, &msg);

	LLVMDisposeMessage(msg);
	LLVMDisposeModule(take_module);
	return ok;
}

/* The excerpt of the function, printed; NULL: it has none. */
static char *excerpt_of(const char *text, const char *function)
{
	struct cvg_module *m = load_text(text, NULL);
	char *before = cvg_module_text(m), *after, *printed = NULL;
	LLVMValueRef made =
		cvg_excerpt_take(m, cvg_module_function_named(m, function));

	if (made) {
		char *all = LLVMPrintModuleToString(LLVMGetGlobalParent(made));

		printed = cvg_strdup(all);
		LLVMDisposeMessage(all);
		assert_true(is_valid(LLVMGetGlobalParent(made)));
	}
	after = cvg_module_text(m);
	assert_string_equal(before, after);
	free(before);
	free(after);
	cvg_module_free(m);
	return printed;
}

static const char rich[] =
	AMD "@used = internal addrspace(1) constant [2 x i32] [i32 5, i32 6], "
	    "align 8\n"
	    "@holder = internal addrspace(1) constant { ptr, i64 } { ptr "
	    "@through, i64 ptrtoint (ptr addrspace(1) getelementptr inbounds "
	    "(i8, ptr addrspace(1) @used, i64 4) to i64) }\n"
	    "@unused = internal addrspace(1) global i32 1\n"
	    "define internal void @through() {\n  ret void\n}\n"
	    "define void @calls_itself(i32 %n) {\n"
	    "  call void @calls_itself(i32 %n)\n  ret void\n}\n"
	    "define internal i32 @twice(i32 %n) noinline {\n"
	    "  %r = mul i32 %n, 2\n  ret i32 %r\n}\n"
	    "define amdgpu_kernel void @k(ptr addrspace(1) %p) "
	    "!reqd_work_group_size !0 {\n"
	    "entry:\n"
	    "  %x = load i32, ptr addrspace(1) getelementptr (i8, ptr "
	    "addrspace(1) @holder, i64 8), !range !1\n"
	    "  %y = call i32 @twice(i32 %x)\n"
	    "  store i32 %y, ptr addrspace(1) %p\n"
	    "  ret void\n}\n"
	    "!llvm.module.flags = !{!2}\n"
	    "!0 = !{i32 64, i32 1, i32 1}\n!1 = !{i32 0, i32 9}\n"
	    "!2 = !{i32 1, !\"wchar_size\", i32 4}\n";

static void has_what_is_used(void **state)
{
	static const char *const in[] = {
		"@used = internal addrspace(1) constant [2 x i32] [i32 5, i32 "
		"6], align 8",
		"@holder = internal addrspace(1) constant { ptr, i64 } { ptr "
		"@through, i64 ptrtoint (ptr addrspace(1) getelementptr "
		"inbounds (i8, ptr addrspace(1) @used, i64 4) to i64) }",
		"define internal void @through()",
		"define internal i32 @twice(i32 %0) #",
		"define amdgpu_kernel void @k(ptr addrspace(1) %0) "
		"!reqd_work_group_size !",
		"@holder, i64 8), align 4, !range !",
		"!{i32 1, !\"wchar_size\", i32 4}",
	};
	char *text = excerpt_of(rich, "k");

	(void)state;
	assert_non_null(text);
	for (size_t i = 0; i < COUNT(in); i++)
		if (!strstr(text, in[i]))
			fail_msg("not '%s' in %s", in[i], text);
	assert_null(strstr(text, "@unused"));
	assert_null(strstr(text, "@calls_itself"));
	free(text);
	text = excerpt_of(rich, "calls_itself");
	assert_non_null(strstr(text, "call void @calls_itself"));
	assert_null(strstr(text, "@k("));
	free(text);
}

/* What cannot be copied with LLVM-C, or says things of functions from outside. */
static void some_have_none(void **state)
{
	static const char *const texts[] = {
		AMD "define internal void @f() {\n  ret void\n}\n"
		    "@other = internal alias void (), ptr @f\n"
		    "define void @k() {\n  call void @other()\n"
		    "  ret void\n}\n",
		AMD "module asm \"nothing\"\n"
		    "define void @k() {\n  ret void\n}\n",
	};

	(void)state;
	for (size_t i = 0; i < COUNT(texts); i++)
		assert_null(excerpt_of(texts[i], "k"));
}

/* The work of an excerpt from a module with n other functions. */
static uint64_t work_among(uint32_t n)
{
	struct cvg_str text = {0};
	struct cvg_module *m;
	uint64_t before;
	LLVMValueRef made;

	cvg_str_add(&text, rich);
	for (uint32_t i = 0; i < n; i++)
		cvg_str_addf(&text, "define void @f%u() {\n  ret void\n}\n", i);
	m = load_text(text.at, NULL);
	cvg_str_done(&text);
	before = cvg_work_done();
	made = cvg_excerpt_take(m, cvg_module_function_named(m, "k"));
	before = cvg_work_done() - before;
	assert_non_null(made);
	LLVMDisposeModule(LLVMGetGlobalParent(made));
	cvg_module_free(m);
	return before;
}

static void costs_what_it_has(void **state)
{
	(void)state;
	assert_true(work_among(1) > 0);
	assert_int_equal(work_among(1), work_among(500));
}

/* Every function of a sample has a valid excerpt. */
static void samples(void **state)
{
	const char *folder = getenv("SAMPLES");
	DIR *d = opendir(folder);
	uint32_t n = 0;

	(void)state;
	assert_non_null(d);
	for (struct dirent *e; (e = readdir(d)) != NULL;) {
		struct cvg_module *m;
		char path[4096];
		struct cvg_err err;

		if (!strstr(e->d_name, ".amdgcn.ll") ||
		    strstr(e->d_name, "debug"))
			continue;
		snprintf(path, sizeof path, "%s/%s", folder, e->d_name);
		if (!cvg_module_load(path, NULL, &m, &err))
			fail_msg("%s", err.msg);
		for (uint32_t f = 0; f < cvg_module_nfunctions(m); f++, n++) {
			LLVMValueRef made = cvg_excerpt_take(m, f);

			assert_non_null(made);
			assert_true(is_valid(LLVMGetGlobalParent(made)));
		}
		cvg_module_free(m);
	}
	closedir(d);
	assert_true(n > 20);
}

/* ---- passes on one function --------------------------------------------- */

/* @g is not inlined; what it does not read today, callers still pass. @seen and @lds
 * are read elsewhere. */
static const char shared[] =
	AMD "@seen = internal addrspace(1) global i32 0\n"
	    "@lds = internal addrspace(3) global [64 x i32] poison\n"
	    "define internal i32 @f(i32 %a) {\n"
	    "  %r = mul i32 %a, 3\n  ret i32 %r\n}\n"
	    "define internal i32 @g(i32 %a, i32 %unread) noinline {\n"
	    "  %r = add i32 %a, 0\n  ret i32 %r\n}\n"
	    "define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %n) {\n"
	    "entry:\n"
	    "  %x = call i32 @f(i32 %n)\n"
	    "  %y = call i32 @g(i32 %x, i32 %n)\n"
	    "  store i32 %y, ptr addrspace(1) @seen\n"
	    "  store i32 %y, ptr addrspace(3) getelementptr (i8, ptr "
	    "addrspace(3) @lds, i32 4)\n"
	    "  %c = icmp sgt i32 %x, %n\n"
	    "  br i1 %c, label %then, label %end\n"
	    "then:\n  br label %end\n"
	    "end:\n"
	    "  %m = phi i32 [ %x, %entry ], [ %n, %then ]\n"
	    "  store i32 %m, ptr addrspace(1) %p\n"
	    "  ret void\n}\n"
	    "define i32 @chosen(i32 %n) {\n"
	    "  switch i32 %n, label %d [ i32 0, label %a i32 1, label %b "
	    "i32 2, label %c i32 3, label %e ]\n"
	    "a:\n  br label %d\nb:\n  br label %d\nc:\n  br label %d\n"
	    "e:\n  br label %d\nd:\n"
	    "  %r = phi i32 [5, %a], [77, %b], [1, %c], [0, %0], [22, %e]\n"
	    "  ret i32 %r\n}\n";

/* Run the pipeline on one function; the module's text then, or NULL. */
static char *passed(const char *text, const char *function,
		    const char *pipeline, struct cvg_err *err)
{
	struct cvg_module *m = load_text(text, NULL);
	uint32_t f = cvg_module_function_named(m, function);
	struct cvg_body *body = cvg_body_take(m, f);
	char *after = NULL;

	cvg_body_open(m, f, body);
	if (cvg_module_pass_alone(m, f, pipeline, false, 60, err)) {
		assert_true(cvg_body_verify(m, f, err));
		after = cvg_module_text(m);
	}
	cvg_body_close(m, f);
	cvg_body_free(body);
	cvg_shelf_clear(m);
	assert_true(cvg_module_verify(m, err));
	cvg_module_free(m);
	return after;
}

static void a_pass_changes_one_function(void **state)
{
	static const char *const in[] = {
		"  %r = add i32 %a, 0\n", /* of @g, which passes would mend */
		"define internal i32 @f(i32 %a)",
		" = mul i32 %n, 3\n",
		"call i32 @g(i32 %",
		", i32 %n)\n",
		"store i32 %y, ptr addrspace(1) @seen",
		"ptr addrspace(3) @lds, i32 4)",
		"call i32 @llvm.smin.i32(",
		"@lds = internal",
		"@seen = internal",
	};
	struct cvg_err err;
	char *text = passed(
		shared, "k",
		"default<O2>,deadargelim,ipsccp,globalopt,globaldce", &err);

	(void)state;
	assert_non_null(text);
	for (size_t i = 0; i < COUNT(in); i++)
		if (!strstr(text, in[i]))
			fail_msg("not '%s' in %s", in[i], text);
	free(text);
}

static void what_is_more_than_code_is_refused(void **state)
{
	struct cvg_err err;

	(void)state;
	assert_null(passed(shared, "k", "print<domtree>", &err));
	assert_non_null(strstr(err.msg, "passes that print"));
	assert_null(passed(shared, "k", "no-such-pass", &err));
	assert_non_null(strstr(err.msg, "unknown pass name"));
	assert_null(passed(shared, "chosen",
			   "simplifycfg<switch-to-lookup>,"
			   "reg2mem,module(hotcoldsplit)",
			   &err));
}

UNIT_TESTS(ir_excerpt_test)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(has_what_is_used),
		cmocka_unit_test(some_have_none),
		cmocka_unit_test(costs_what_it_has),
		cmocka_unit_test(samples),
		cmocka_unit_test(a_pass_changes_one_function),
		cmocka_unit_test(what_is_more_than_code_is_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
