/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Arguments that are uniform because all callers pass uniform values, and every
 * reason why they are not. */
#include "reconverge/analysis.h"
#include "reconverge/cmd.h"
#include "reconverge/graph.h"
#include "reconverge/session.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/unit/unit.h"

#define TID "  %t = call i32 @llvm.amdgcn.workitem.id.x()\n"
/* The function whose argument the tests look at. */
#define CALLEE(linkage) "define " linkage "void @f(i32 %x) {\n  ret void\n}\n"
#define NVPTX		"target triple = \"nvptx64-nvidia-cuda\"\n"
#define KERNEL(name, body)                                          \
	"define amdgpu_kernel void @" name "(ptr addrspace(1) %p, " \
	"i32 %n) {\nentry:\n" body "}\n"

static struct cvg_session *load(const char *body)
{
	struct cvg_session *s = cvg_session_new();
	struct cvg_str text = {0};
	struct cvg_err err;

	if (strncmp(body, "target", 6) != 0)
		cvg_str_add(&text,
			    "target triple = \"amdgcn-amd-amdhsa\"\n"
			    "declare i32 @llvm.amdgcn.workitem.id.x()\n");
	cvg_str_add(&text, body);
	assert_true(cvg_file_write("callers_test.ll", text.at, text.n, &err));
	if (!cvg_session_load(s, "callers_test.ll", NULL, &err))
		fail_msg("%s", err.msg);
	cvg_str_done(&text);
	return s;
}

/* The arguments of a function in the current revision: u or D for each. */
static void expect_now(struct cvg_session *s, const char *name,
		       const char *want)
{
	struct cvg_ana *ana = cvg_session_ana(
		s, CVG_NONE, cvg_session_function_named(s, name));
	char said[16] = "";

	for (uint32_t a = 0; a < cvg_ana_fn(ana)->nargs; a++)
		said[a] = cvg_bits_has(&cvg_ana_uniform(ana)->divergent, a)
				  ? 'D'
				  : 'u';
	assert_string_equal(said, want);
}

static void expect(const char *text, const char *name, const char *want)
{
	struct cvg_session *s = load(text);

	expect_now(s, name, want);
	cvg_session_free(s);
}

static void ignore(void *context, enum cvg_stream stream, const char *text,
		   size_t n)
{
	(void)context;
	(void)n;
	if (stream == CVG_FAULT)
		fail_msg("%s", text);
}

/* ---- uniform ------------------------------------------------------------ */

static void test_passed(void **state)
{
	(void)state;
	expect(CALLEE("internal ")
		       KERNEL("k", "  call void @f(i32 %n)\n  ret void\n"),
	       "f", "u");
	expect(CALLEE("private ") KERNEL("k", TID "  call void @f(i32 %t)\n"
						  "  ret void\n"),
	       "f", "D");
	/* Two calls with different values, one behind a divergent branch. */
	expect(CALLEE("internal ") KERNEL(
		       "k", TID "  call void @f(i32 %n)\n"
				"  %c = icmp ult i32 %t, 7\n"
				"  br i1 %c, label %a, label %b\n"
				"a:\n  call void @f(i32 3)\n  br label %b\n"
				"b:\n  ret void\n"),
	       "f", "u");
	/* One caller out of two passes a divergent value. */
	expect(CALLEE("internal ") KERNEL(
		       "k", "  call void @f(i32 %n)\n  ret void\n")
		       KERNEL("l", TID "  call void @f(i32 %t)\n  ret void\n"),
	       "f", "D");
}

/* Each argument by itself, and through several functions. */
static void test_chain(void **state)
{
	static const char text[] =
		"define internal void @h(i32 %a, i32 %b, i32 %c) {\n"
		"  ret void\n}\n"
		"define internal void @g(i32 %a, i32 %b) {\n"
		"  %s = add i32 %a, 1\n  %d = add i32 %b, %a\n"
		"  call void @h(i32 %s, i32 %d, i32 5)\n  ret void\n}\n" KERNEL(
			"k", TID "  call void @g(i32 %n, i32 %t)\n"
				 "  ret void\n");

	(void)state;
	expect(text, "g", "uD");
	expect(text, "h", "uDu");
}

#define LOOP(inside, behind)                                           \
	KERNEL("k", TID "  br label %loop\n"                           \
			"loop:\n  %i = phi i32 [ 0, %entry ], "        \
			"[ %j, %loop ]\n  %j = add i32 %i, 1\n" inside \
			"  %c = icmp ult i32 %j, %t\n"                 \
			"  br i1 %c, label %loop, label %out\n"        \
			"out:\n" behind "  ret void\n")

/* Threads leave the loop in different rounds. */
static void test_temporal(void **state)
{
	(void)state;
	expect(CALLEE("internal ") LOOP("  call void @f(i32 %j)\n", ""), "f",
	       "u");
	expect(CALLEE("internal ") LOOP("", "  call void @f(i32 %j)\n"), "f",
	       "D");
}

/* The body that clang makes of an OpenCL kernel. */
static void test_body(void **state)
{
#define BODY "define void @__clang_ocl_kern_imp_k(i32 %x) {\n  ret void\n}\n"
#define CALL "  call void @__clang_ocl_kern_imp_k(i32 %n)\n  ret void\n"
	(void)state;
	expect(BODY KERNEL("k", CALL), "__clang_ocl_kern_imp_k", "u");
	expect(BODY KERNEL("l", CALL), "__clang_ocl_kern_imp_k", "D");
	/* Another kernel calls k as a function. */
	expect(BODY KERNEL("k", CALL) KERNEL(
		       "l", TID "  call void @__clang_ocl_kern_imp_k(i32 %t)\n"
				"  ret void\n"),
	       "__clang_ocl_kern_imp_k", "D");
}

/* ---- callers that are not known ------------------------------------------ */

static void test_linkage(void **state)
{
	static const char *const open[] = {"", "weak ", "linkonce_odr ",
					   "hidden ", "available_externally "};
	struct cvg_str text = {0};

	(void)state;
	for (size_t i = 0; i < sizeof open / sizeof *open; i++) {
		text.n = 0;
		cvg_str_addf(&text,
			     "define %svoid @f(i32 %%x) {\n"
			     "  ret void\n}\n",
			     open[i]);
		cvg_str_add(&text, KERNEL("k", "  call void @f(i32 %n)\n"
					       "  ret void\n"));
		expect(text.at, "f", "D");
	}
	cvg_str_done(&text);
}

/* Uses of the function other than a call of its own type. */
static void test_address(void **state)
{
	static const char *const other[] = {
		"@g = addrspace(1) global ptr @f\n",
		"@g = internal alias void (i32), ptr @f\n",
		"@llvm.used = appending global [1 x ptr] [ptr @f], "
		"section \"llvm.metadata\"\n",
		"define void @g(ptr addrspace(1) %p) {\n"
		"  store ptr @f, ptr addrspace(1) %p\n  ret void\n}\n",
		"declare void @h(ptr)\n"
		"define void @g() {\n  call void @h(ptr @f)\n"
		"  ret void\n}\n",
		"define i1 @g(ptr %p) {\n  %c = icmp eq ptr %p, @f\n"
		"  ret i1 %c\n}\n",
		"define void @g(i1 %c, ptr %h, i32 %n) {\n"
		"  %s = select i1 %c, ptr @f, ptr %h\n"
		"  call void %s(i32 %n)\n  ret void\n}\n",
		"define void @g() {\n  call void asm sideeffect \"\", "
		"\"s\"(ptr @f)\n  ret void\n}\n",
		"define i32 @g(i32 %n) {\n  %r = call i32 @f(i32 %n)\n"
		"  ret i32 %r\n}\n",
	};
	struct cvg_str text = {0};

	(void)state;
	for (size_t i = 0; i < sizeof other / sizeof *other; i++) {
		text.n = 0;
		cvg_str_add(&text, CALLEE("internal ") KERNEL(
					   "k", "  call void @f(i32 %n)\n"
						"  ret void\n"));
		cvg_str_add(&text, other[i]);
		expect(text.at, "f", "D");
	}
	cvg_str_done(&text);
}

static void test_unused(void **state)
{
	(void)state;
	expect(CALLEE("internal ") KERNEL("k", "  ret void\n"), "f", "D");
}

/* A copy in the memory of each thread has one address only for some. */
static void test_byval(void **state)
{
	(void)state;
	expect(NVPTX "define internal void @f(ptr byval(i32) %x, i32 %y) {\n"
		     "  ret void\n}\n"
		     "define ptx_kernel void @k(ptr %p, i32 %n) {\n"
		     "  call void @f(ptr byval(i32) %p, i32 %n)\n"
		     "  ret void\n}\n",
	       "f", "Du");
}

/* The second call passes on what the first got, plus the thread's number. */
static void test_recursion(void **state)
{
	static const char self[] =
		"define internal void @f(i32 %x) {\n"
		"  %y = udiv i32 %x, 2\n  %c = icmp eq i32 %y, 0\n"
		"  br i1 %c, label %out, label %in\n"
		"in:\n  call void @f(i32 %y)\n  br label %out\n"
		"out:\n  ret void\n}\n" KERNEL(
			"k", "  call void @f(i32 %n)\n  ret void\n");
	static const char two[] =
		"define internal void @f(i32 %x) {\n"
		"  call void @g(i32 %x)\n  ret void\n}\n"
		"define internal void @g(i32 %x) {\n" TID
		"  %y = add i32 %x, %t\n"
		"  call void @f(i32 %y)\n  ret void\n}\n" KERNEL(
			"k", "  call void @f(i32 %n)\n"
			     "  call void @g(i32 %n)\n  ret void\n");

	(void)state;
	expect(self, "f", "D");
	expect(two, "f", "D");
	expect(two, "g", "D");
}

/* On NVPTX, code can call a kernel. */
static void test_kernel_called(void **state)
{
#define F "define internal void @f(i32 %x) {\n  ret void\n}\n"
#define K                                       \
	"define ptx_kernel void @k(i32 %n) {\n" \
	"  call void @f(i32 %n)\n  ret void\n}\n"
	(void)state;
	expect(NVPTX F K, "f", "u");
	expect(NVPTX F K "define void @g(i32 %n) {\n"
			 "  call ptx_kernel void @k(i32 %n)\n  ret void\n}\n",
	       "f", "D");
}

/* ---- revisions ----------------------------------------------------------- */

/*
 * Two calls in the arms of a divergent branch pass 3 and 5. One call, of what a
 * select chooses, passes a divergent value. Going back makes it uniform again.
 */
static void test_revisions(void **state)
{
	struct cvg_session *s = load(
		"define internal void @f(i32 %x, ptr addrspace(1) %p) {\n"
		"  store i32 %x, ptr addrspace(1) %p\n  ret void\n}\n" KERNEL(
			"k", TID "  %c = icmp ult i32 %t, 7\n"
				 "  br i1 %c, label %a, label %b\n"
				 "a:\n  call void @f(i32 3, "
				 "ptr addrspace(1) %p)\n  br label %j\n"
				 "b:\n  call void @f(i32 5, "
				 "ptr addrspace(1) %p)\n  br label %j\n"
				 "j:\n  ret void\n"));
	struct cvg_shell sh = {
		.session = s,
		.host = &(const struct cvg_host){.print = ignore},
		.look = {.glyphs = cvg_glyphs_of(CVG_UNICODE), .width = 80}};

	(void)state;
	expect_now(s, "f", "uu");
	cvg_shell_run_text(&sh, "test", "function k\ndarm\n");
	assert_int_equal(cvg_session_current(s), 1);
	expect_now(s, "f", "Du");
	cvg_shell_run_text(&sh, "test", "undo\n");
	expect_now(s, "f", "uu");
	/* A pipeline begins another module. */
	cvg_shell_run_text(&sh, "test", "redo\npass instcombine\n");
	expect_now(s, "f", "Du");
	cvg_session_free(s);
}

#define DEEP   5
#define ROUNDS 60

/*
 * A chain of calls: each function passes x + y, and in the sides of a divergent
 * branch 3 or 5. As soon as the two calls are one, y diverges in the next
 * function, and x in all behind it.
 */
static void chain(struct cvg_str *out)
{
	for (uint32_t i = 0; i < DEEP; i++) {
		cvg_str_addf(out,
			     "define %s void @f%u(i32 %%x, i32 %%y) {\n%s"
			     "  %%z = add i32 %%x, %%y\n"
			     "  %%c = icmp ult i32 %%t, 7\n",
			     i ? "internal" : "amdgpu_kernel", i, TID);
		if (i + 1 < DEEP)
			cvg_str_addf(out,
				     "  br i1 %%c, label %%a, label %%b\n"
				     "a:\n  call void @f%u(i32 %%z, i32 3)\n"
				     "  br label %%j\n"
				     "b:\n  call void @f%u(i32 %%z, i32 5)\n"
				     "  br label %%j\nj:\n",
				     i + 1, i + 1);
		cvg_str_add(out, "  ret void\n}\n");
	}
}

/* Which arguments of a function diverge in the current revision? */
static uint32_t divergent_in(struct cvg_session *s, uint32_t f)
{
	char name[8] = {'f', (char)('0' + f)};
	struct cvg_ana *ana = cvg_session_ana(
		s, CVG_NONE, cvg_session_function_named(s, name));
	const struct cvg_uniform *uniform = cvg_ana_uniform(ana);

	return (uint32_t)(cvg_bits_has(&uniform->divergent, 0) |
			  cvg_bits_has(&uniform->divergent, 1) << 1);
}

/* By the steps made: bit i says that the calls in function i are one. */
static uint32_t divergent_after(uint32_t steps, uint32_t f)
{
	uint32_t before = (1u << f) - 1;

	return f ? ((steps & before & ~(1u << (f - 1))) != 0) |
			       (steps >> (f - 1) & 1) << 1
		 : 0;
}

/* Random steps and moves; which function is asked for is random, too. */
static void test_moves(void **state)
{
	struct cvg_str text = {0};
	uint32_t steps[ROUNDS + 1] = {0}, random = 1;
	struct cvg_session *s;
	struct cvg_shell sh = {
		.host = &(const struct cvg_host){.print = ignore},
		.look = {.glyphs = cvg_glyphs_of(CVG_UNICODE), .width = 80}};

	(void)state;
	chain(&text);
	s = sh.session = load(text.at);
	cvg_shell_run_text(&sh, "test", "set decide=static\n");
	for (uint32_t i = 0; i < ROUNDS; i++) {
		uint32_t was = steps[cvg_session_current(s)], f;

		random = random * 1664525 + 1013904223;
		f = (random >> 8) % (DEEP - 1);
		cvg_str_clear(&text);
		if (random >> 30 && !(was >> f & 1))
			cvg_str_addf(&text, "function f%u\ndarm\n", f);
		else
			cvg_str_addf(&text, "goto P%u\n",
				     (random >> 12) % cvg_session_nrevs(s));
		cvg_shell_run_text(&sh, "test", text.at);
		if (text.at[0] == 'f')
			steps[cvg_session_current(s)] = was | 1u << f;
		was = steps[cvg_session_current(s)];
		f = (random >> 20) % DEEP;
		assert_int_equal(divergent_in(s, f), divergent_after(was, f));
	}
	assert_true(cvg_session_nrevs(s) > ROUNDS / 4);
	cvg_str_done(&text);
	cvg_session_free(s);
}

static int remove_file(void **state)
{
	(void)state;
	unlink("callers_test.ll");
	return 0;
}

UNIT_TESTS(callers_test)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_passed),
		cmocka_unit_test(test_chain),
		cmocka_unit_test(test_temporal),
		cmocka_unit_test(test_body),
		cmocka_unit_test(test_linkage),
		cmocka_unit_test(test_address),
		cmocka_unit_test(test_unused),
		cmocka_unit_test(test_byval),
		cmocka_unit_test(test_recursion),
		cmocka_unit_test(test_kernel_called),
		cmocka_unit_test(test_revisions),
		cmocka_unit_test(test_moves),
	};

	return cmocka_run_group_tests(tests, NULL, remove_file);
}
