/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Modules written: every format, both targets, and what cannot be emitted. */
#include "ir_help.h"

#define BODY                                                       \
	"define void @k(ptr addrspace(1) %p, i32 %n) {\n"          \
	"entry:\n  %c = icmp slt i32 %n, 3\n"                      \
	"  br i1 %c, label %a, label %b\n"                         \
	"a:\n  store i32 %n, ptr addrspace(1) %p\n  br label %b\n" \
	"b:\n  ret void\n}\n"

static char *slurp(const char *path, size_t *n)
{
	struct cvg_err err;
	char *data;

	if (!cvg_file_read(path, &data, n, &err))
		fail_msg("%s", err.msg);
	unlink(path);
	return data;
}

static void test_suffixes(void **state)
{
	static const struct {
		const char *path;
		bool known;
		enum cvg_emit kind;
	} row[] = {
		{"a.ll", true, CVG_EMIT_LL},
		{"b/a.bc", true, CVG_EMIT_BC},
		{"a.s", true, CVG_EMIT_ASM},
		{"a.ptx", true, CVG_EMIT_ASM},
		{"a.o", true, CVG_EMIT_OBJ},
		{"a.c", false, 0},
		{"ll", false, 0},
		{"", false, 0},
		{"a.ll.txt", false, 0},
	};
	enum cvg_emit kind;

	(void)state;
	for (size_t i = 0; i < COUNT(row); i++) {
		assert_int_equal(cvg_emit_of_path(row[i].path, &kind),
				 row[i].known);
		if (row[i].known)
			assert_int_equal(kind, row[i].kind);
	}
}

/* What is written as text or bitcode loads again as the same module. */
static void test_ir_round_trip(void **state)
{
	static const char *const path[] = {"out.ll", "out.bc"};
	struct cvg_module *m = load_text(AMD BODY, NULL);
	char *text = cvg_module_text(m);
	struct cvg_err err;

	(void)state;
	for (size_t i = 0; i < COUNT(path); i++) {
		struct cvg_module *back;
		enum cvg_emit kind;
		char *again;

		assert_true(cvg_emit_of_path(path[i], &kind));
		assert_true(cvg_module_write(m, path[i], kind, 60, &err));
		assert_true(cvg_module_load(path[i], NULL, &back, &err));
		again = cvg_module_text(back);
		assert_string_equal(again, text);
		free(again);
		cvg_module_free(back);
		unlink(path[i]);
	}
	free(text);
	cvg_module_free(m);
}

static void test_assembler(void **state)
{
	static const struct {
		const char *text, *cpu, *says;
	} row[] = {
		{AMD BODY, "gfx906", "-gfx906\""},
		{AMD BODY, "gfx90a", "-gfx90a\""},
		{AMD BODY, "gfx1100", "-gfx1100\""},
		{NV BODY, "sm_70", ".target sm_70"},
		{NV BODY, "sm_90", ".target sm_90"},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(row); i++) {
		struct cvg_module *m = load_text(row[i].text, row[i].cpu);
		struct cvg_err err;
		char *before = cvg_module_text(m), *after, *s;
		size_t n;

		if (!cvg_module_write(m, "out.s", CVG_EMIT_ASM, 60, &err))
			fail_msg("%s", err.msg);
		s = slurp("out.s", &n);
		if (!strstr(s, row[i].says))
			fail_msg("no %s in %s", row[i].says, s);
		free(s);
		after = cvg_module_text(m); /* codegen works on a copy */
		assert_string_equal(before, after);
		free(before);
		free(after);
		cvg_module_free(m);
	}
}

static void test_object(void **state)
{
	struct cvg_module *amd = load_text(AMD BODY, "gfx90a");
	struct cvg_module *nv = load_text(NV BODY, NULL);
	struct cvg_err err;
	char *s;
	size_t n;

	(void)state;
	assert_true(cvg_module_write(amd, "out.o", CVG_EMIT_OBJ, 60, &err));
	s = slurp("out.o", &n);
	assert_in_range(n, 64, 1 << 20);
	assert_memory_equal(s, "\177ELF", 4);
	free(s);
	assert_false(cvg_module_write(nv, "out.o", CVG_EMIT_OBJ, 60, &err));
	assert_non_null(strstr(err.msg, "NVPTX has no object files"));
	assert_int_equal(access("out.o", F_OK), -1);
	cvg_module_free(amd);
	cvg_module_free(nv);
}

/* The generator's own words; a file that was there stays as it was. */
static void test_cannot_emit(void **state)
{
	static const char text[] =
		AMD "define void @k() {\n"
		    "  call void asm sideeffect \"no_such_op v0\", \"\"()\n"
		    "  ret void\n}\n";
	struct cvg_module *m = load_text(text, "gfx906");
	struct cvg_err err;
	char *s;
	size_t n;

	(void)state;
	assert_true(cvg_file_write("out.o", "old", 3, &err));
	assert_false(cvg_module_write(m, "out.o", CVG_EMIT_OBJ, 60, &err));
	assert_int_equal(
		strncmp(err.msg,
			"out.o: cannot generate code for gfx906: ", 31),
		0);
	assert_non_null(strstr(err.msg, "invalid instruction"));
	assert_null(strchr(err.msg, '\n'));
	s = slurp("out.o", &n);
	assert_string_equal(s, "old");
	free(s);
	cvg_module_free(m);
}

/* A layout of another LLVM, or none, does not matter to the generator. */
static void test_layout(void **state)
{
	struct cvg_module *m = load_text(
		"target datalayout = \"e-i64:64-v16:16\"\n" NV BODY, NULL);
	struct cvg_module *none = load_text(AMD BODY, NULL);
	struct cvg_err err;
	char *text = cvg_module_text(none);

	(void)state;
	if (!cvg_module_write(m, "out.ptx", CVG_EMIT_ASM, 60, &err))
		fail_msg("%s", err.msg);
	unlink("out.ptx");
	assert_non_null(strstr(text, "target datalayout = \"e-"));
	free(text);
	cvg_module_free(m);
	cvg_module_free(none);
}

static void test_function_text(void **state)
{
	struct cvg_module *m = load_text(AMD BODY "declare void @d()\n", NULL);
	char *text = cvg_module_function_text(m, 0);

	(void)state;
	assert_int_equal(strncmp(text, "define void @k(", 15), 0);
	assert_null(strstr(text, "declare"));
	free(text);
	cvg_module_free(m);
}

/* The predecessors of a block are listed as in the text of the module, in
 * whatever order its branches were made. */
static void test_function_in_module(void **state)
{
	struct cvg_module *m =
		load_text(AMD "declare void @d()\n"
			      "define void @k(i32 %n) {\n"
			      "entry:\n  %c = icmp slt i32 %n, 3\n"
			      "  br i1 %c, label %a, label %b\n"
			      "a:\n  call void @d()\n  br label %b\n"
			      "b:\n  ret void\n"
			      "  uselistorder label %b, { 1, 0 }\n}\n",
			  NULL);
	char *whole = cvg_module_text(m);
	char *text = cvg_module_function_text(m, 0);

	(void)state;
	assert_non_null(strstr(text, "; preds = "));
	if (!strstr(whole, text))
		fail_msg("%s\nis not in\n%s", text, whole);
	free(whole);
	free(text);
	cvg_module_free(m);
}

UNIT_TESTS(ir_write_test)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_suffixes),
		cmocka_unit_test(test_ir_round_trip),
		cmocka_unit_test(test_assembler),
		cmocka_unit_test(test_object),
		cmocka_unit_test(test_cannot_emit),
		cmocka_unit_test(test_layout),
		cmocka_unit_test(test_function_text),
		cmocka_unit_test(test_function_in_module),
	};

	return cmocka_run_group_tests_name("ir_write", tests, NULL, NULL);
}
