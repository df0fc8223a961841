/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Loading a file that is no module, or no module of a GPU: the error is one
 * clear line, never a crash. Also the child process that reads such files first.
 */
#include "ir_help.h"

#include <signal.h>

#include "src/ir/child.h"
#include "tests/unit/typed_pointers.h"

#define BODY "define amdgpu_kernel void @k() {\n  ret void\n}\n"

/* Loading must fail, with `what` in its one line. */
static void refused_with(const char *text, size_t n,
			 const struct cvg_target_options *opt, const char *what)
{
	struct cvg_err err = {0};
	struct cvg_module *m = NULL;

	assert_true(cvg_file_write("x.ll", text, n, &err));
	if (cvg_module_load("x.ll", opt, &m, &err))
		fail_msg("loaded, but should say: %s", what);
	assert_null(m);
	if (!strstr(err.msg, what))
		fail_msg("'%s' does not say '%s'", err.msg, what);
	assert_null(strchr(err.msg, '\n'));
	assert_int_equal(strncmp(err.msg, "x.ll:", 5), 0);
	unlink("x.ll");
}

static void refused(const char *text, const char *what)
{
	refused_with(text, strlen(text), NULL, what);
}

/* ---- what is refused ------------------------------------------------- */

static void test_malformed(void **state)
{
	static const char junk[] = "BC\xc0\xde junk that is long enough";

	(void)state;
	refused(AMD "define void @f() {\n  ret i32\n}\n",
		"x.ll:4:1: expected value token");
	refused("hello", "x.ll:1:1: expected top-level entity");
	refused(AMD "define void @f() {\n  %a = add i32 %b, 1\n"
		    "  %b = add i32 1, 1\n  ret void\n}\n",
		"invalid IR: Instruction does not dominate all uses! "
		"(%b = add i32 1, 1");
	refused(AMD "; nothing\n", "the module has no function with a body");
	refused(AMD "declare void @f()\n",
		"the module has no function with a body");
	refused_with("", 0, NULL, "is empty");
	refused_with("\0\0\0\0", 4, NULL, "x.ll");
	refused_with("BC\xc0\xde", 4, NULL, "x.ll");
	refused_with(junk, sizeof junk - 1, NULL, "x.ll");
}

static void test_target(void **state)
{
	struct cvg_target_options none = {.triple = "amdgcn-amd-amdhsa"};
	struct cvg_target_options other = {.triple = "nvptx64-nvidia-cuda"};
	struct cvg_target_options cpu = {.cpu = "gfx9999"};
	struct cvg_err err;
	struct cvg_module *m;

	(void)state;
	refused(BODY, "has no target triple; give one with --mtriple");
	refused("target triple = \"x86_64-linux-gnu\"\n" BODY,
		"target is 'x86_64-linux-gnu', not amdgcn or nvptx64");
	refused("target triple = \"nvptx-nvidia-cuda\"\n" BODY,
		"compile for nvptx64");
	refused("target triple = \"r600--\"\n" BODY, "before GCN");
	refused("target triple = \"spirv64-unknown-unknown\"\n" BODY,
		"compile the source for amdgcn or nvptx64");
	refused_with(AMD BODY, strlen(AMD BODY), &other,
		     "names another architecture");
	refused_with(AMD BODY, strlen(AMD BODY), &cpu, "no CPU 'gfx9999'");
	assert_true(cvg_file_write("t.ll", BODY, strlen(BODY), &err));
	assert_true(cvg_module_load("t.ll", &none, &m, &err));
	assert_string_equal(cvg_module_triple(m), "amdgcn-amd-amdhsa");
	cvg_module_free(m);
	unlink("t.ll");
}

static void test_files(void **state)
{
	struct cvg_err err;
	struct cvg_module *m;

	(void)state;
	assert_false(cvg_module_load("not-there.ll", NULL, &m, &err));
	assert_string_equal(err.msg, "not-there.ll: cannot open: No such file "
				     "or directory");
	assert_false(cvg_module_load(".", NULL, &m, &err));
	assert_string_equal(err.msg, ".: cannot read a directory");
	assert_false(cvg_module_load("/dev/zero", NULL, &m, &err));
	assert_string_equal(err.msg, "/dev/zero: cannot read a device");
}

/* Too large is known before anything is read: the file is one big hole. */
static void test_huge(void **state)
{
	struct cvg_err err;
	struct cvg_module *m;

	(void)state;
	assert_true(cvg_file_write("huge.ll", "", 0, &err));
	assert_int_equal(truncate("huge.ll", (off_t)3 << 30), 0);
	assert_false(cvg_module_load("huge.ll", NULL, &m, &err));
	assert_string_equal(err.msg, "huge.ll: the file is larger than 1024 "
				     "MiB, the limit for a module");
	unlink("huge.ll");
}

/* ---- what is taken --------------------------------------------------- */

static void test_cpu(void **state)
{
	static const char two[] =
		AMD "define void @f() \"target-cpu\"=\"gfx90a\" "
		    "\"target-features\"=\"+dpp\" {\n  ret void\n}\n"
		    "define void @g() \"target-cpu\"=\"%s\" {\n"
		    "  ret void\n}\n";
	static const struct {
		const char *second, *asked, *cpu;
		uint32_t warp;
	} row[] = {
		{"gfx90a", NULL, "gfx90a", 64},
		{"gfx1030", NULL, "gfx906", 64},
		{"gfx90a", "gfx1100", "gfx1100", 32},
		{"gfx90a", "gfx10-3-generic", "gfx10-3-generic", 32},
		{"gfx90a", "fiji", "fiji", 64},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(row); i++) {
		struct cvg_str text = {0};
		struct cvg_module *m;
		struct cvg_fn *fn;

		cvg_str_addf(&text, two, row[i].second);
		m = load_text(text.at, row[i].asked);
		fn = snap(m, 0);
		assert_string_equal(cvg_module_cpu(m), row[i].cpu);
		assert_string_equal(fn->cpu, row[i].cpu);
		assert_int_equal(fn->warp, row[i].warp);
		if (row[i].asked) {
			assert_string_equal(cvg_fn_attr(fn, "target-cpu"),
					    row[i].asked);
			assert_null(cvg_fn_attr(fn, "target-features"));
		}
		cvg_fn_free(fn);
		cvg_module_free(m);
		cvg_str_done(&text);
	}
}

/* A suffix says nothing; bitcode is known by its first bytes. */
static void test_content_not_suffix(void **state)
{
	struct cvg_module *m = load_text(AMD BODY, NULL), *again;
	struct cvg_err err;
	char *text = cvg_module_text(m), *back;
	void *bitcode;
	size_t n;

	(void)state;
	cvg_module_bitcode(m, &bitcode, &n);
	assert_true(load_bytes("in.ll", bitcode, n, NULL, &again, &err));
	back = cvg_module_text(again);
	assert_int_equal(cvg_module_nfunctions(again), 1);
	assert_non_null(strstr(back, "@k()"));
	cvg_module_free(again);
	free(back);
	assert_true(
		load_bytes("in.bc", text, strlen(text), NULL, &again, &err));
	cvg_module_free(again);
	cvg_module_free(m);
	free(bitcode);
	free(text);
}

/* What old compilers wrote is brought up to date. */
static void test_typed_pointers(void **state)
{
	struct cvg_module *m;
	struct cvg_err err;
	struct cvg_fn *fn;

	(void)state;
	if (!load_bytes("old.bc", typed_pointers, sizeof typed_pointers, NULL,
			&m, &err))
		fail_msg("%s", err.msg);
	fn = snap(m, CVG_SNAP_TEXT);
	assert_string_equal(fn->insts[1].text,
			    "store i32 7, ptr addrspace(1) %q, align 4");
	assert_int_equal(fn->insts[1].addrspace, 1);
	cvg_fn_free(fn);
	cvg_module_free(m);
}

/* ---- hostile input --------------------------------------------------- */

static const char sample[] =
	AMD "@g = addrspace(1) global [4 x i32] zeroinitializer\n"
	    "define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %n) {\n"
	    "entry:\n  %c = icmp slt i32 %n, 3\n"
	    "  br i1 %c, label %a, label %b\n"
	    "a:\n  store i32 %n, ptr addrspace(1) %p\n  br label %b\n"
	    "b:\n  %r = phi i32 [ 1, %entry ], [ %n, %a ]\n"
	    "  store i32 %r, ptr addrspace(1) @g, !tbaa !0\n  ret void\n}\n"
	    "!0 = !{!1, !1, i64 0}\n!1 = !{!\"int\", !2}\n!2 = !{!\"root\"}\n";

/* Whatever it is: an error in one line, or a module that can be viewed. */
static bool survives(const void *data, size_t n)
{
	struct cvg_err err = {0};
	struct cvg_module *m;

	if (!load_bytes("fuzz", data, n, NULL, &m, &err)) {
		assert_int_equal(strncmp(err.msg, "fuzz:", 5), 0);
		assert_null(strchr(err.msg, '\n'));
		return false;
	}
	cvg_fn_free(snap(m, CVG_SNAP_TEXT));
	cvg_module_free(m);
	return true;
}

static uint32_t random_of(uint32_t *seed, uint32_t n)
{
	*seed = *seed * 1664525u + 1013904223u;
	return (*seed >> 8) % n;
}

static void test_truncated(void **state)
{
	struct cvg_module *m = load_text(sample, NULL);
	void *bitcode;
	size_t n;

	(void)state;
	cvg_module_bitcode(m, &bitcode, &n);
	assert_true(survives(bitcode, n));
	for (size_t i = 0; i < 48; i++)
		assert_false(survives(bitcode, 1 + i * (n - 2) / 48));
	free(bitcode);
	cvg_module_free(m);
}

static void test_random_bytes(void **state)
{
	unsigned char data[256];
	uint32_t seed = 1;

	(void)state;
	for (int round = 0; round < 24; round++) {
		for (size_t i = 0; i < sizeof data; i++)
			data[i] = (unsigned char)random_of(&seed, 256);
		if (round % 2)
			memcpy(data, "BC\xc0\xde", 4);
		assert_false(survives(data, 1 + random_of(&seed, 256)));
	}
}

/* Some bytes changed: most are refused, none may end the program. */
static void damage(const void *good, size_t n, uint32_t seed, int rounds)
{
	unsigned char *data = cvg_alloc(n);

	for (int round = 0; round < rounds; round++) {
		uint32_t hits = 1 + random_of(&seed, 4);

		memcpy(data, good, n);
		while (hits--)
			data[random_of(&seed, (uint32_t)n)] =
				(unsigned char)random_of(&seed, 256);
		survives(data, n);
	}
	free(data);
}

static void test_damaged(void **state)
{
	struct cvg_module *m = load_text(sample, NULL);
	void *bitcode;
	size_t n;

	(void)state;
	cvg_module_bitcode(m, &bitcode, &n);
	damage(bitcode, n, 7, 64);
	damage(sample, sizeof sample - 1, 11, 64);
	free(bitcode);
	cvg_module_free(m);
}

/* ---- the child ------------------------------------------------------- */

static bool work_answers(void *context, struct cvg_str *out,
			 struct cvg_err *err)
{
	size_t n = *(size_t *)context;

	(void)err;
	for (size_t i = 0; i < n; i++)
		cvg_str_addc(out, (char)i);
	fprintf(stderr, "a word");
	printf("not to be seen");
	return true;
}

static bool work_fails(void *context, struct cvg_str *out, struct cvg_err *err)
{
	(void)context;
	(void)out;
	cvg_fail(err, "%s", "no such thing");
	err->line = 3;
	return false;
}

static bool work_crashes(void *context, struct cvg_str *out,
			 struct cvg_err *err)
{
	(void)context;
	(void)out;
	(void)err;
	signal(SIGSEGV, SIG_DFL);
	raise(SIGSEGV);
	return true;
}

static bool work_exits(void *context, struct cvg_str *out, struct cvg_err *err)
{
	(void)context;
	(void)out;
	(void)err;
	/* the addresses are others in each process */
	fprintf(stderr,
		"LLVM ERROR: cannot 0x%llx: 0x1f = x 0x6210000bf9d0\nselect\n",
		0x61000000ULL + (unsigned)getpid());
	_exit(70);
}

static bool work_hangs(void *context, struct cvg_str *out, struct cvg_err *err)
{
	(void)context;
	(void)out;
	(void)err;
	while (pause() < 0)
		continue;
	return true;
}

static bool run_child(cvg_child_work *work, size_t *n, struct cvg_str *out,
		      struct cvg_str *said, struct cvg_err *err)
{
	struct cvg_child child = {.who = "it",
				  .object = " here",
				  .seconds = 20,
				  .work = work,
				  .context = n};

	if (work == work_hangs)
		child.seconds = 1;
	return cvg_child_run(&child, out, said, err);
}

static void test_child_answers(void **state)
{
	struct cvg_str out = {0}, said = {0};
	struct cvg_err err = {0};
	size_t n = 3 << 20; /* many times what a pipe holds */

	(void)state;
	assert_true(run_child(work_answers, &n, &out, &said, &err));
	assert_int_equal(out.n, n);
	assert_int_equal((unsigned char)out.at[n - 1], (n - 1) & 0xff);
	assert_string_equal(said.at, "a word");
	cvg_str_done(&out);
	cvg_str_done(&said);
}

static void test_child_ends_badly(void **state)
{
	struct cvg_err err = {0};

	(void)state;
	assert_false(run_child(work_fails, NULL, NULL, NULL, &err));
	assert_string_equal(err.msg, "no such thing");
	assert_int_equal(err.line, 3);
	assert_false(run_child(work_crashes, NULL, NULL, NULL, &err));
	assert_string_equal(err.msg, "it was killed here by signal 11");
	assert_false(run_child(work_exits, NULL, NULL, NULL, &err));
	assert_string_equal(err.msg, "it died here: cannot ...: 0x1f = x ...");
	assert_false(run_child(work_hangs, NULL, NULL, NULL, &err));
	assert_string_equal(err.msg, "it took more than 1 s here");
}

UNIT_TESTS(ir_load_test)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_malformed),
		cmocka_unit_test(test_target),
		cmocka_unit_test(test_files),
		cmocka_unit_test(test_huge),
		cmocka_unit_test(test_cpu),
		cmocka_unit_test(test_content_not_suffix),
		cmocka_unit_test(test_typed_pointers),
		cmocka_unit_test(test_truncated),
		cmocka_unit_test(test_random_bytes),
		cmocka_unit_test(test_damaged),
		cmocka_unit_test(test_child_answers),
		cmocka_unit_test(test_child_ends_badly),
	};

	return cmocka_run_group_tests_name("ir_load", tests, NULL, NULL);
}
