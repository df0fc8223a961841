/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The command parser: words, quotes, places of faults, and any bytes at all. */
#include "reconverge/cmd.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/unit.h"

/* Every command of the text as "[word][word]" lines; faults as "!l:c". */
static char *parsed(const char *text, size_t n)
{
	struct cvg_script s;
	struct cvg_line line;
	struct cvg_err err;
	struct cvg_str out = {0};
	enum cvg_parsed p;

	cvg_script_init(&s, "t", text, n);
	while ((p = cvg_parse_next(&s, &line, &err)) != CVG_PARSED_END) {
		if (p == CVG_PARSED_ERROR) {
			cvg_str_addf(&out, "!%u:%u\n", err.line, err.column);
			continue;
		}
		for (uint32_t i = 0; i < line.n; i++)
			cvg_str_addf(&out, "[%s]", line.word[i].text);
		cvg_str_addc(&out, '\n');
		cvg_line_done(&line);
	}
	return cvg_str_take(&out);
}

static void expect_lines(const char *text, const char *wanted)
{
	char *got = parsed(text, strlen(text));

	assert_string_equal(got, wanted);
	free(got);
}

static void words_and_lines(void **state)
{
	(void)state;
	expect_lines("", "");
	expect_lines("\n \t\n# nothing\n", "");
	expect_lines("cfg", "[cfg]\n");
	expect_lines("  show\tB5  \n\nwhy %x", "[show][B5]\n[why][%x]\n");
	expect_lines("cfg # and why\nloops", "[cfg]\n[loops]\n");
	expect_lines("a#b #c", "[a#b]\n");
	expect_lines("a\r\nb\r\n", "[a]\n[b]\n");
}

static void quotes(void **state)
{
	(void)state;
	expect_lines("why '%a b' \"%c d\"", "[why][%a b][%c d]\n");
	expect_lines("why a'b c'd\"e f\"", "[why][ab cde f]\n");
	expect_lines("x '' \"\"", "[x][][]\n");
	expect_lines("x 'a\\b' \"a\\b\\\"\\\\\"", "[x][a\\b][a\\b\"\\]\n");
	expect_lines("x a\\ b \\# \\'", "[x][a b][#][']\n");
	expect_lines("x '#' \"# no\"", "[x][#][# no]\n");
}

static void continued_lines(void **state)
{
	(void)state;
	expect_lines("show \\\n  B5\ncfg", "[show][B5]\n[cfg]\n");
	expect_lines("show \\\r\n  B5", "[show][B5]\n");
	expect_lines("pass \"a,\\\nb\"", "[pass][a,b]\n");
	expect_lines("\\\n\\\ncfg", "[cfg]\n");
}

static void faults_and_going_on(void **state)
{
	(void)state;
	expect_lines("show 'B5\ncfg", "!1:6\n[cfg]\n");
	expect_lines("cfg\nwhy \"x\nloops", "[cfg]\n!2:5\n[loops]\n");
	expect_lines("cfg \\", "!1:5\n");
	expect_lines("a \\\n  'b", "!2:3\n");
}

static void nul_bytes(void **state)
{
	static const char text[] = "cfg\0x\nshow 'a\0b'\nloops";
	char *got = parsed(text, sizeof text - 1);

	(void)state;
	assert_string_equal(got, "!1:4\n!2:8\n[loops]\n");
	free(got);
}

static void keys(void **state)
{
	static const char text[] = "set time-limit=5 mode='darm' 'a=b' a<=b =c";
	static const uint32_t keys_wanted[] = {0, 10, 4, 0, 0, 0};
	struct cvg_script s;
	struct cvg_line line;

	(void)state;
	cvg_script_init(&s, "t", text, sizeof text - 1);
	assert_int_equal(cvg_parse_next(&s, &line, NULL), CVG_PARSED_LINE);
	assert_int_equal(line.n, 6);
	for (uint32_t i = 0; i < line.n; i++)
		assert_int_equal(line.word[i].key, keys_wanted[i]);
	assert_string_equal(line.word[2].text, "mode=darm");
	assert_int_equal(line.word[2].column, 18);
	cvg_line_done(&line);
}

/* What cvg_quote writes is read back as the very word. */
static void quoting_reads_back(void **state)
{
	static const char *const words[] = {
		"",	"cfg", "a b",  "it's", "\"",	   "\\",
		"#x",	"a#b", "a\tb", "''",   "\\\\' \"", "\xff\x80",
		"%\"x", "a=b", "=",    "'",    "x\\",
	};

	(void)state;
	for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
		struct cvg_str quoted = {0}, wanted = {0};

		cvg_str_add(&quoted, "x ");
		cvg_quote(&quoted, words[i]);
		cvg_str_addf(&wanted, "[x][%s]\n", words[i]);
		expect_lines(quoted.at, wanted.at);
		cvg_str_done(&quoted);
		cvg_str_done(&wanted);
	}
}

static uint64_t next_random(uint64_t *state)
{
	*state = *state * 6364136223846793005u + 1442695040888963407u;
	return *state >> 33;
}

/*
 * Any bytes: the parser ends, places lie in the text, words quoted again are
 * the same words.
 */
static void check_any(const char *text, size_t n)
{
	struct cvg_script s;
	struct cvg_line line;
	struct cvg_err err;
	enum cvg_parsed p;
	size_t rounds = 0;

	cvg_script_init(&s, "t", text, n);
	while ((p = cvg_parse_next(&s, &line, &err)) != CVG_PARSED_END) {
		assert_true(++rounds <= n + 1);
		assert_true(s.at <= n);
		if (p == CVG_PARSED_ERROR) {
			assert_true(err.line >= 1 && err.column >= 1);
			assert_true(err.column <= n + 1);
			continue;
		}
		assert_true(line.n > 0);
		for (uint32_t i = 0; i < line.n; i++) {
			assert_true(line.word[i].line <= s.line);
			assert_true(line.word[i].column <= n);
			assert_true(line.word[i].key <
				    strlen(line.word[i].text) + 1);
		}
		cvg_line_done(&line);
	}
	assert_int_equal(s.at, n);
}

static void random_bytes(void **state)
{
	static const char likely[] = " \t\n\r'\"\\#=ab0-\0%";
	uint64_t seed = 1;
	char text[48];

	(void)state;
	for (int round = 0; round < 200000; round++) {
		size_t n = next_random(&seed) % sizeof text;

		for (size_t i = 0; i < n; i++)
			text[i] = next_random(&seed) % 8
					  ? likely[next_random(&seed) %
						   (sizeof likely - 1)]
					  : (char)next_random(&seed);
		check_any(text, n);
	}
}

/* Verbs: exact, shortened, ambiguous, unknown with a near one. */
static void verbs(void **state)
{
	struct cvg_err err;

	(void)state;
	for (uint32_t i = 0; i < cvg_ncommands(); i++) {
		const struct cvg_command *c = cvg_command_at(i);

		assert_ptr_equal(
			cvg_command_find(cvg_command_name(c), false, &err), c);
		assert_true(c->min <= c->max);
		assert_non_null(c->run);
	}
	assert_non_null(cvg_command_find("cand", true, &err));
	assert_null(cvg_command_find("cand", false, &err));
	assert_null(cvg_command_find("s", true, &err));
	assert_non_null(strstr(err.msg, "ambiguous"));
	assert_null(cvg_command_find("scroe", false, &err));
	assert_non_null(strstr(err.msg, "'score'"));
	assert_null(cvg_command_find("", true, &err));
}

/* `function` begins `functions`: the whole word wins. */
static void exact_before_prefix(void **state)
{
	struct cvg_err err;
	const struct cvg_command *c = cvg_command_find("function", true, &err);

	(void)state;
	assert_non_null(c);
	assert_string_equal(cvg_command_name(c), "function");
}

UNIT_TESTS(parse_test)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(words_and_lines),
		cmocka_unit_test(quotes),
		cmocka_unit_test(continued_lines),
		cmocka_unit_test(faults_and_going_on),
		cmocka_unit_test(nul_bytes),
		cmocka_unit_test(keys),
		cmocka_unit_test(quoting_reads_back),
		cmocka_unit_test(random_bytes),
		cmocka_unit_test(verbs),
		cmocka_unit_test(exact_before_prefix),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
