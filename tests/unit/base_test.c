/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The base library: errors, arenas, arrays, strings, bit sets, files. */
#include "reconverge/base.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/unit/unit.h"

static void test_errors(void **state)
{
	struct cvg_err err = {.line = 3, .column = 4};
	char longer[2000];

	(void)state;
	assert_false(cvg_fail(NULL, "nobody listens"));
	assert_false(cvg_fail(&err, "%s: %d", "bad", 7));
	assert_string_equal(err.msg, "bad: 7");
	assert_int_equal(err.line, 0);
	assert_int_equal(err.column, 0);
	assert_false(cvg_fail_in(&err, "file %d", 1));
	assert_string_equal(err.msg, "file 1: bad: 7");
	/* What does not fit is cut, not overrun. */
	memset(longer, 'x', sizeof longer - 1);
	longer[sizeof longer - 1] = '\0';
	cvg_fail(&err, "%s", longer);
	assert_int_equal(strlen(err.msg), sizeof err.msg - 1);
	cvg_fail_in(&err, "more");
	assert_int_equal(strncmp(err.msg, "more: xxx", 9), 0);
}

static void test_arena(void **state)
{
	struct cvg_arena a = {0};
	char *text = cvg_arena_strdup(&a, "kept");
	uint64_t *many = cvg_arena_array(&a, uint64_t, 100000);
	char *part = cvg_arena_strndup(&a, "cut here", 3);

	(void)state;
	for (int i = 0; i < 100000; i++)
		assert_true(many[i] == 0);
	memset(many, 0xff, 100000 * sizeof *many);
	for (int i = 0; i < 5000; i++) {
		max_align_t *p = cvg_arena_alloc(&a, 1, 24);

		assert_int_equal((uintptr_t)p % _Alignof(max_align_t), 0);
		assert_true(*(unsigned char *)p == 0);
		memset(p, 0xee, 24);
	}
	assert_string_equal(text, "kept");
	assert_string_equal(part, "cut");
	assert_non_null(cvg_arena_alloc(&a, 0, 8));
	assert_true(a.used >= 800000);
	cvg_arena_done(&a);
	assert_null(a.head);
}

/* A program may have an arena for each of thousands of functions: it holds not
 * much more than what was asked for, at every size. */
static void arenas_are_small(void **state)
{
	static const size_t sizes[] = {1, 24, 700, 1500};

	(void)state;
	for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
		struct cvg_arena a = {0};

		assert_int_equal(a.held, 0);
		while (a.used < 1000000) {
			cvg_arena_alloc(&a, 1, sizes[k]);
			assert_true(a.held >= a.used);
			assert_true(a.held <= 2 * a.used + 8192);
			assert_true(a.held <= a.used + a.used / 8 + 65536);
		}
		cvg_arena_done(&a);
		assert_int_equal(a.held, 0);
	}
}

static void test_array(void **state)
{
	struct cvg_u32s v = {0};

	(void)state;
	for (uint32_t i = 0; i < 1000; i++)
		cvg_push(&v, i * i);
	assert_int_equal(v.n, 1000);
	for (uint32_t i = 0; i < 1000; i++)
		assert_int_equal(v.at[i], i * i);
	free(v.at);
}

static void test_string(void **state)
{
	struct cvg_str s = {0};
	char *taken;

	(void)state;
	assert_string_equal(cvg_str_of(&s), "");
	cvg_str_add(&s, "one");
	cvg_str_addc(&s, ' ');
	cvg_str_addn(&s, "twofold", 3);
	cvg_str_addf(&s, " %d%%", 3);
	assert_string_equal(s.at, "one two 3%");
	assert_int_equal(s.n, 10);
	taken = cvg_str_take(&s);
	assert_string_equal(taken, "one two 3%");
	assert_string_equal(cvg_str_of(&s), "");
	free(taken);
	taken = cvg_str_take(&s);
	assert_string_equal(taken, "");
	free(taken);
	for (int i = 0; i < 1000; i++)
		cvg_str_addf(&s, "%03d", i);
	assert_int_equal(s.n, 3000);
	assert_memory_equal(s.at + 2997, "999", 4);
	cvg_str_clear(&s);
	assert_string_equal(cvg_str_of(&s), "");
	cvg_str_done(&s);
}

static void test_bits(void **state)
{
	struct cvg_bits b;

	(void)state;
	cvg_bits_init(&b, 130);
	assert_int_equal(cvg_bits_count(&b), 0);
	cvg_bits_add(&b, 0);
	cvg_bits_add(&b, 63);
	cvg_bits_add(&b, 64);
	cvg_bits_add(&b, 129);
	cvg_bits_add(&b, 129);
	assert_int_equal(cvg_bits_count(&b), 4);
	assert_true(cvg_bits_has(&b, 64));
	assert_false(cvg_bits_has(&b, 65));
	cvg_bits_remove(&b, 64);
	assert_false(cvg_bits_has(&b, 64));
	assert_true(cvg_bits_has(&b, 63));
	cvg_bits_clear_all(&b);
	assert_int_equal(cvg_bits_count(&b), 0);
	cvg_bits_done(&b);
	cvg_bits_init(&b, 0);
	assert_int_equal(cvg_bits_count(&b), 0);
	cvg_bits_done(&b);
}

/* ---- files, in the folder the test runs in --------------------------- */

static void check_content(const char *path, const char *want, size_t n)
{
	char *data;
	size_t size;
	struct cvg_err err;

	if (!cvg_file_read(path, &data, &size, &err))
		fail_msg("%s", err.msg);
	assert_int_equal(size, n);
	assert_memory_equal(data, want, n);
	assert_int_equal(data[size], 0);
	free(data);
}

static void test_file(void **state)
{
	static const char name[] = "base_test.tmp";
	static const char nul[] = "a\0b\n";
	struct cvg_err err;
	struct stat st;

	(void)state;
	unlink(name);
	assert_true(cvg_file_write(name, "", 0, &err));
	check_content(name, "", 0);
	assert_true(cvg_file_write(name, nul, 4, &err));
	check_content(name, nul, 4);
	/* What is replaced keeps its permissions. */
	assert_int_equal(chmod(name, 0640), 0);
	assert_true(cvg_file_write(name, "new", 3, &err));
	assert_int_equal(stat(name, &st), 0);
	assert_int_equal(st.st_mode & 0777, 0640);
	check_content(name, "new", 3);
	unlink(name);
}

static void test_file_errors(void **state)
{
	struct cvg_err err;
	char *data;
	size_t n;

	(void)state;
	assert_false(cvg_file_read("no/such/file", &data, &n, &err));
	assert_non_null(strstr(err.msg, "no/such/file"));
	assert_false(cvg_file_read(".", &data, &n, &err));
	assert_false(cvg_file_write(".", "x", 1, &err));
	assert_false(cvg_file_write("no/such/folder/x", "x", 1, &err));
	assert_non_null(strstr(err.msg, "no/such/folder/x"));
	assert_false(cvg_file_write("/dev/full", "x", 1, &err));
}

/* A link stays a link; what it leads to is replaced. */
static void test_file_link(void **state)
{
	struct cvg_err err;
	struct stat st;

	(void)state;
	unlink("base_test.a");
	unlink("base_test.b");
	assert_true(cvg_file_write("base_test.a", "old", 3, &err));
	assert_int_equal(symlink("base_test.a", "base_test.b"), 0);
	assert_true(cvg_file_write("base_test.b", "newer", 5, &err));
	assert_int_equal(lstat("base_test.b", &st), 0);
	assert_true(S_ISLNK(st.st_mode));
	check_content("base_test.a", "newer", 5);
	unlink("base_test.a");
	unlink("base_test.b");
}

static void check_visible(const char *text, bool color, const char *expected)
{
	struct cvg_str s = {0};

	cvg_str_addvisible(&s, text, strlen(text), color);
	assert_string_equal(cvg_str_of(&s), expected);
	cvg_str_done(&s);
}

/* What a name may hold, a terminal must not be sent. */
static void test_visible(void **state)
{
	(void)state;
	check_visible("", false, "");
	check_visible("a\tb\nß┌", false, "a\tb\nß┌");
	check_visible("\033]0;title\007x\177\r", false, "?]0;title?x??");
	check_visible("\xFF\xC3\xC2\x9Bm", false, "???m");
	check_visible("\033[1;33m!\033[0m", false, "?[1;33m!?[0m");
	check_visible("\033[1;33m!\033[0m", true, "\033[1;33m!\033[0m");
	check_visible("\033[2J\033[1", true, "?[2J?[1");
}

static void test_nearest(void **state)
{
	static const char *const names[] = {"set", "score", "simulate",
					    "source", "divergence"};
	static const struct {
		const char *word, *near;
	} rows[] = {
		{"score", "score"},
		{"scoer", "score"},
		{"sorce", "source"},
		{"simluate", "simulate"},
		{"simultae!", "simulate"},
		{"st", "set"},
		{"", NULL},
		{"x", NULL},
		{"verge", "divergence"}, /* contained, though far */
		{"ve", NULL},		 /* contained, but too short */
		{"scxyz", NULL},
	};
	char longer[400];

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		const char *near = cvg_nearest(rows[i].word, names, 5);

		assert_string_equal(near ? near : "(none)",
				    rows[i].near ? rows[i].near : "(none)");
	}
	assert_null(cvg_nearest("set", names, 0));
	memset(longer, 's', sizeof longer - 1);
	longer[sizeof longer - 1] = '\0';
	assert_null(cvg_nearest(longer, names, 5));
}

/* Names that LLVM printed; all else stays as it is. */
static void shows_letters(void **state)
{
	static const char *const pairs[][2] = {
		{"%\"\\E5\\85\\A5\" = add", "%\"\u5165\" = add"},
		{"call @\"\\D7\\A9x\"(ptr %\"e\\CC\\81\")",
		 "call @\"\u05e9x\"(ptr %\"e\u0301\")"},
		{"label %\"\\F0\\9F\\9A\\80\"", "label %\"\U0001F680\""},
		/* control characters, a quote, a bad byte, half a letter */
		{"%\"\\0A\\1B\\22\\FF\\E5\\85\"", NULL},
		/* one that turns the direction of what follows */
		{"%\"\\E2\\80\\AE\"", NULL},
		/* a backslash before what looks like a letter */
		{"%\"\\\\E5\\\\85\\\\A5\"", NULL},
		/* no name */
		{"c\"\\E5\\85\\A5\"", NULL},
		{"%a = add i32 %b, 1", NULL},
		{"", NULL},
		{"%\"\\E5", NULL},
	};

	(void)state;
	for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
		char *text = cvg_strdup(pairs[i][0]);

		assert_string_equal(cvg_show_letters(text),
				    pairs[i][pairs[i][1] ? 1 : 0]);
		free(text);
	}
}

UNIT_TESTS(base_test)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_errors),
		cmocka_unit_test(test_nearest),
		cmocka_unit_test(test_arena),
		cmocka_unit_test(arenas_are_small),
		cmocka_unit_test(test_array),
		cmocka_unit_test(test_string),
		cmocka_unit_test(test_visible),
		cmocka_unit_test(test_bits),
		cmocka_unit_test(test_file),
		cmocka_unit_test(test_file_errors),
		cmocka_unit_test(test_file_link),
		cmocka_unit_test(shows_letters),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
