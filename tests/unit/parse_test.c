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
	expect_lines("\xef\xbb\xbf"
		     "cfg\n",
		     "[cfg]\n");
	expect_lines("\xef\xbb\xbf", "");
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

static void any_byte(void **state)
{
	(void)state;
	expect_lines("x $'a\\nb' c$'\\x1b\\'\\\\'d", "[x][a\nb][c\033'\\d]\n");
	expect_lines("x $'' $a $ \"$'\" '$'", "[x][][$a][$][$'][$]\n");
	expect_lines("x out=$'\\t\\r\\xFf'", "[x][out=\t\r\xff]\n");
	expect_lines("x $'a\ncfg", "!1:3\n[cfg]\n");
	expect_lines("x $'ab\\q'\ncfg", "!1:7\n[cfg]\n");
	expect_lines("x $'\\x00'", "!1:5\n");
	expect_lines("x $'\\x1'", "!1:5\n");
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

/* Every byte of the text is visible, and the text is UTF-8. */
static void assert_visible(const char *text)
{
	size_t n = strlen(text);

	for (size_t i = 0; i < n;) {
		uint32_t point;

		i += cvg_utf8_decode(text + i, n - i, &point);
		assert_true(cvg_utf8_visible(point));
	}
}

/* What cvg_quote writes is read back as the very word. */
static void quoting_reads_back(void **state)
{
	static const char *const words[] = {
		"",	"cfg",		"a b",	    "it's",
		"\"",	"\\",		"#x",	    "a#b",
		"a\tb", "''",		"\\\\' \"", "\xff\x80",
		"%\"x", "a=b",		"=",	    "'",
		"x\\",	"a\nwrite b\n", "\n",	    "$'",
		"$",	"a\r",		"\033[m",   "\x7f\xc2\x9b\xc3\xa9",
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

/* Random words and keys: what cvg_quote_word writes for any parsed line is read
 * back with the same texts and keys, and is one visible line. */
static void check_again(const struct cvg_line *line)
{
	struct cvg_script script;
	struct cvg_line again;
	struct cvg_str text = {0};

	for (uint32_t i = 0; i < line->n; i++) {
		cvg_str_add(&text, i ? " " : "");
		cvg_quote_word(&text, &line->word[i]);
	}
	assert_visible(text.at);
	cvg_script_init(&script, "t", text.at, text.n);
	assert_int_equal(cvg_parse_next(&script, &again, NULL),
			 CVG_PARSED_LINE);
	assert_int_equal(again.n, line->n);
	for (uint32_t i = 0; i < line->n; i++) {
		assert_string_equal(again.word[i].text, line->word[i].text);
		assert_int_equal(again.word[i].key, line->word[i].key);
	}
	cvg_line_done(&again);
	cvg_str_done(&text);
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
		check_again(&line);
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
	static const char likely[] = " \t\n\r'\"\\#=ab0-\0%$xn";
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

static void random_words(void **state)
{
	static const char likely[] = " \n'\"\\#=$ax\t\033\xc2\x9b\xc3\xa9";
	uint64_t seed = 7;

	(void)state;
	for (int round = 0; round < 200000; round++) {
		char text[24];
		size_t n = next_random(&seed) % sizeof text;
		uint32_t key = 0;
		struct cvg_word word = {.text = text};
		struct cvg_line line = {.word = &word, .n = 1};

		for (size_t i = 0; i < n; i++) {
			char c = next_random(&seed) % 4
					 ? likely[next_random(&seed) %
						  (sizeof likely - 1)]
					 : (char)(next_random(&seed) % 255 + 1);

			text[i] = c;
		}
		text[n ? n - 1 : 0] = '\0';
		while ((text[key] >= 'a' && text[key] <= 'z') ||
		       (key && text[key] >= '0' && text[key] <= '9'))
			key++;
		word.key = text[key] == '=' && round % 2 ? key : 0;
		check_again(&line);
	}
}

/* Names in LLVM's form are visible and give the bytes back. */
static void random_names(void **state)
{
	static const char likely[] = "a\\\"0F\n\x9b\xc2";
	uint64_t seed = 9;

	(void)state;
	for (int round = 0; round < 50000; round++) {
		char name[24], *text, *back;
		size_t n = next_random(&seed) % (sizeof name - 1);

		for (size_t i = 0; i < n; i++)
			name[i] = likely[next_random(&seed) %
					 (sizeof likely - 1)];
		name[n] = '\0';
		text = cvg_name_text(name, n);
		assert_visible(text);
		assert_null(strchr(text, '"'));
		back = cvg_name_bytes(text);
		assert_string_equal(back, name);
		free(text);
		free(back);
	}
}

/* Verbs: exact, shortened, ambiguous, unknown with a near one. */
static void verbs(void **state)
{
	struct cvg_err err;

	(void)state;
	for (uint32_t i = 0; i < cvg_ncommands(); i++) {
		const struct cvg_command *c = cvg_command_at(i);

		assert_ptr_equal(cvg_command_find(c->name, false, &err), c);
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
	assert_string_equal(c->name, "function");
}

UNIT_TESTS(parse_test)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(words_and_lines),
		cmocka_unit_test(quotes),
		cmocka_unit_test(any_byte),
		cmocka_unit_test(continued_lines),
		cmocka_unit_test(faults_and_going_on),
		cmocka_unit_test(nul_bytes),
		cmocka_unit_test(keys),
		cmocka_unit_test(quoting_reads_back),
		cmocka_unit_test(random_bytes),
		cmocka_unit_test(random_words),
		cmocka_unit_test(random_names),
		cmocka_unit_test(verbs),
		cmocka_unit_test(exact_before_prefix),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
