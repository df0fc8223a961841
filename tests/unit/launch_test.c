/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Launches as words: read, written, and every way to get them wrong. */
#include "launch_kit.h"

#include <jansson.h>

static struct cvg_program *sample(struct kernel *k)
{
	struct cvg_program *p = kernel_init(k);

	add_pointer(k, "values", CVG_K_F32);
	add_pointer(k, "out", CVG_K_I32);
	add_param(k, "n", "i32", CVG_K_I32, 1);
	add_param(k, "grid", "float", CVG_K_F32, 1);
	add_param(k, "", "<4 x float>", CVG_K_F32, 4);
	return p;
}

/* Words in, words out. */
static void becomes(const char *in, const char *out)
{
	struct kernel k;
	struct cvg_launch l = launch_of(sample(&k), in);
	char *text = words_of(&l);

	assert_string_equal(text, out);
	free(text);
	cvg_launch_done(&l);
}

/* ... the value of `values` alone. */
static void value_becomes(const char *in, const char *out)
{
	struct kernel k;
	struct cvg_str word = {0}, text = {0};
	struct cvg_launch l;
	struct cvg_err err = {0};

	cvg_launch_init(&l);
	cvg_str_addf(&word, "values=%s", in);
	if (!cvg_launch_word(&l, sample(&k), word.at, &err))
		fail_msg("%s: %s", in, err.msg);
	assert_int_equal(l.nargs, 1);
	cvg_launch_arg_text(&text, &l.args[0]);
	assert_string_equal(cvg_str_of(&text), out);
	cvg_str_done(&word);
	cvg_str_done(&text);
	cvg_launch_done(&l);
}

static void refused(const char *word, uint32_t column, const char *message)
{
	struct kernel k;
	struct cvg_launch l = launch_of(sample(&k), "grid=3 n=5");
	char *before = words_of(&l), *after;
	struct cvg_err err = {0};

	assert_false(cvg_launch_word(&l, &k.p, word, &err));
	assert_string_equal(err.msg, message);
	assert_int_equal(err.column, column);
	after = words_of(&l);
	assert_string_equal(before, after);
	free(before);
	free(after);
	cvg_launch_done(&l);
}

static void text_refused(const char *text, uint32_t column, const char *message)
{
	struct kernel k;
	struct cvg_launch l;
	struct cvg_err err = {0};

	cvg_launch_init(&l);
	assert_false(cvg_launch_words(&l, sample(&k), text, &err));
	assert_string_equal(err.msg, message);
	assert_int_equal(err.column, column);
	assert_int_equal(l.nargs, 0);
	cvg_launch_done(&l);
}

/* ---- words ----------------------------------------------------------- */

static void dimensions(void **state)
{
	(void)state;
	becomes("", "grid=1 block=1 seed=1");
	becomes("grid=4 block=256", "grid=4 block=256 seed=1");
	becomes("grid=4x2 block=16,16", "grid=4x2 block=16x16 seed=1");
	becomes("grid=4x1x2", "grid=4x1x2 block=1 seed=1");
	becomes("grid=4,2,1 seed=0xff shared=64",
		"grid=4x2 block=1 shared=64 seed=255");
	becomes("seed=18446744073709551615 kernel=@f",
		"kernel=f grid=1 block=1 seed=18446744073709551615");
	refused("grid=0", 6, "a dimension must not be 0");
	refused("grid=4x0", 8, "a dimension must not be 0");
	refused("grid=", 6, "dimension: '' is not a whole number");
	refused("grid=4x", 8, "dimension: '' is not a whole number");
	refused("grid=1x1x1x1", 12, "there are more than three dimensions");
	refused("grid=4.5", 6, "dimension: '4.5' is not a whole number");
	refused("grid=-4", 6, "dimension: '-4' is not a whole number");
	refused("block=2147483648", 7,
		"dimension: the number is larger than 2147483647");
	refused("seed=x", 6, "seed: 'x' is not a whole number");
	refused("seed=18446744073709551616", 6,
		"seed: the number is larger than 18446744073709551615");
	refused("grid=18446744073709551616", 6,
		"dimension: the number is larger than 2147483647");
	refused("seed=inf", 6, "seed: 'inf' is not a whole number");
	refused("shared=1e12", 8,
		"shared: the number is larger than 1073741824");
	refused("kernel=", 8, "kernel: the name is missing");
}

static void names(void **state)
{
	(void)state;
	becomes("%n=2 ", "grid=1 block=1 seed=1 n=2");
	becomes("grid=2 %grid=0.5", "grid=2 block=1 seed=1 %grid=0.5");
	becomes("2=7 arg4=1", "grid=1 block=1 seed=1 2=7 arg4=1");
	refused("m=1", 1,
		"'m' is not a parameter of @kernel, whose parameters are: "
		"values, out, n, grid, 4");
	refused("5=1", 1,
		"'5' is not a parameter of @kernel, whose parameters are: "
		"values, out, n, grid, 4");
	refused("=1", 1, "the name before '=' is missing");
	refused("%=1", 1, "the name before '=' is missing");
	refused("n", 1, "expected NAME=VALUE, not 'n'");
	refused("", 1, "expected NAME=VALUE, not ''");
}

/* The last word about a parameter counts, whatever it calls it. */
static void words_replace(void **state)
{
	struct kernel k;
	struct cvg_launch l = launch_of(sample(&k), "n=1 grid=3");
	char *text;

	(void)state;
	assert_true(cvg_launch_word(&l, &k.p, "2=9", NULL));
	assert_true(cvg_launch_word(&l, &k.p, "grid=4", NULL));
	text = words_of(&l);
	assert_string_equal(text, "grid=4 block=1 seed=1 2=9");
	free(text);
	cvg_launch_done(&l);
}

static void numbers(void **state)
{
	(void)state;
	value_becomes("42", "42");
	value_becomes("-1", "-1");
	value_becomes("+7", "7");
	value_becomes("0x10", "16");
	value_becomes("-0x10", "-16");
	value_becomes("0xffffffffffffffff", "18446744073709551615");
	value_becomes("18446744073709551615", "18446744073709551615");
	value_becomes("-9223372036854775808", "-9223372036854775808");
	value_becomes("00000000000000000000000000007", "7");
	value_becomes("1e3", "1000");
	value_becomes("0.1", "0.1");
	value_becomes(".5", "0.5");
	value_becomes("0x1.8p1", "3");
	value_becomes("-0", "-0.0");
	value_becomes("-0.0", "-0.0");
	value_becomes("1e300", "1e+300");
	value_becomes("18446744073709551616", "1.8446744073709552e+19");
	value_becomes("nan", "nan");
	value_becomes("inf", "inf");
	value_becomes("-inf", "-inf");
	value_becomes("true", "1");
	value_becomes("false", "0");
	value_becomes("null", "null");
	refused("values=", 8, "values: a value is missing");
	refused("values=abc", 8, "values: 'abc' is not a number");
	refused("values=1.5f", 8, "values: '1.5f' is not a number");
	refused("values=0x", 8, "values: '0x' is not a number");
	refused("values=--1", 8, "values: '--1' is not a number");
	refused("values=1 2", 8, "values: '1 2' is not a number");
}

static void lists(void **state)
{
	(void)state;
	value_becomes("{1,2,3}", "{1,2,3}");
	value_becomes("{ 1 , { 2.5 , {nan} } , -3 }", "{1,2.5,nan,-3}");
	value_becomes("{7}", "7");
	value_becomes("{i32 1,f32 2.5}", "{i32 1,f32 2.5}");
	value_becomes("{i32 1}", "{i32 1}");
	value_becomes("{ptr out,ptr %out+16,null}",
		      "{ptr out,ptr out+16,null}");
	refused("values={", 9, "values: a number is missing");
	refused("values={}", 9, "values: a number is missing");
	refused("values={1", 10, "values: ',' or '}' is missing");
	refused("values={1,}", 11, "values: a number is missing");
	refused("values={1}}", 11, "values: unexpected '}' after the value");
	refused("values={i33 1}", 9, "values: 'i33 1' is not a number");
	refused("values={ptr }", 13,
		"values: ptr: the name of a parameter is missing");
	refused("values={ptr out+x}", 17, "values: 'x' is not a number");
	refused("values={ptr out+-1}", 13,
		"values: ptr: the number of bytes must be a whole number from "
		"0 up");
}

static void buffers(void **state)
{
	(void)state;
	value_becomes("f32[4096]:random(-1,1)", "f32[4096]:random(-1,1)");
	value_becomes("i32[64]:iota(0,2)", "i32[64]:iota(0,2)");
	value_becomes("i32[64]:iota(5)", "i32[64]:iota(5,1)");
	value_becomes("i32[64]:iota", "i32[64]:iota");
	value_becomes("i32[64]", "i32[64]:zero");
	value_becomes("i32[64]zero", "i32[64]:zero");
	value_becomes("[64]", "[64]:zero");
	value_becomes("u8[10]:fill(7)", "u8[10]:fill(7)");
	value_becomes("permutation", "permutation");
	value_becomes(":permutation", "permutation");
	value_becomes("bf16:sorted( 0 , 1 )", "bf16:sorted(0,1)");
	value_becomes("random(10)", "random(0,10)");
	value_becomes("f64[4]:values(1,2.5,nan,-inf)",
		      "f64[4]:values(1,2.5,nan,-inf)");
	value_becomes("i32[]:values(1,2)", "i32:values(1,2)");
	value_becomes("u16[8]:file(a b(1).bin)", "u16[8]:file(a b(1).bin)");
	value_becomes("undefined", "undefined");
	value_becomes("same(out,16)", "same(out,16)");
	value_becomes("i32:same(%out)", "i32:same(out)");
	value_becomes("last", "last");
	value_becomes("[9]:last(out)", "[9]:last(out)");
	value_becomes("[threads]", "[threads]:zero");
	value_becomes("[threads*4]", "[threads*4]:zero");
	value_becomes("[threads+1]", "[threads+1]:zero");
	value_becomes("[ threads * 2 + 3 ]", "[threads*2+3]:zero");
	value_becomes("[0]", "[0]:zero");
}

static void buffers_refused(void **state)
{
	static const char none[] =
		"values: '%s' is not a generator: zero, fill, iota, random, "
		"sorted, permutation, values, records, file, undefined, same, "
		"last";
	char text[200];

	(void)state;
	snprintf(text, sizeof text, none, "randm");
	refused("values=i32[4]:randm(0,1)", 15, text);
	snprintf(text, sizeof text, none, "i33");
	refused("values=i33[4]", 8, text);
	refused("values=i32[4]:", 15, "values: a generator is missing");
	refused("values=i32[4", 13, "values: ']' is missing");
	refused("values=i32[x]", 12, "values: 'x' is not a number");
	refused("values=i32[-4]", 12,
		"values: a count must be a whole number from 0 up");
	refused("values=i32[4.5]", 12,
		"values: a count must be a whole number from 0 up");
	refused("values=i32[threads-1]", 19, "values: ']' is missing");
	refused("values=random(1,2,3)", 8,
		"values: random has too many arguments: random[(LOW,HIGH)]");
	refused("values=fill", 8,
		"values: fill has too few arguments: fill(X)");
	refused("values=fill(", 13, "values: a number is missing");
	refused("values=fill(1", 14, "values: ')' is missing");
	refused("values=fill(1)x", 15,
		"values: unexpected 'x' after the value");
	refused("values=zero(1)", 8,
		"values: zero has too many arguments: zero");
	refused("values=random(5,1)", 8,
		"values: random: the range from 5 up to 1 is empty");
	refused("values=random(nan,1)", 8,
		"values: random: the range from nan up to 1 is empty");
	refused("values=file()", 13, "values: the name of the file is missing");
	refused("values=file(x", 14, "values: ')' is missing");
	refused("values=file", 8,
		"values: file has too few arguments: file(PATH)");
	refused("values=same(,1)", 13,
		"values: the name of a parameter is missing");
	refused("values=same(a,-1)", 14,
		"values: same: the number of elements must be a whole number "
		"from 0 up");
	refused("values=values()", 15, "values: a number is missing");
}

static void texts(void **state)
{
	(void)state;
	becomes("  n=1\tout=i32[4]\n", "grid=1 block=1 seed=1 n=1 "
				       "out=i32[4]:zero");
	becomes("'n=1' out=\"file(a b)\"",
		"grid=1 block=1 seed=1 n=1 'out=file(a b)'");
	becomes("out=file(it\\'s)", "grid=1 block=1 seed=1 "
				    "'out=file(it'\\''s)'");
	text_refused("n=1 'out=2", 5, "a quote is not closed");
	text_refused("n=1 grid=2 n=2", 12, "'n' is given twice");
	text_refused("n=1 2=2", 5, "'2' is given twice");
	text_refused("grid=1 grid=1", 8, "'grid' is given twice");
	text_refused("n=1 out=i32[x]", 13, "out: 'x' is not a number");
	text_refused("n=1 o'ut'=i32[x]", 15, "out: 'x' is not a number");
	text_refused("n=1 out=", 9, "out: a value is missing");
}

/* What is written reads back as what was written. */
static void round_trips(void **state)
{
	static const char *const texts[] = {
		"grid=4x2 block=16x16 shared=12 seed=18446744073709551615 "
		"values=f32[threads*2+1]:random(-1,0.1) out=same(values,3) "
		"n=-1 %grid=-0.0 4={1,nan,-inf,1e+300}",
		"kernel=k grid=1 block=1 seed=1 values=[3]:values(1,-2,0x8p60)",
		"grid=1 block=1x1x2 seed=7 values='file(a '\\''b)' out=last "
		"n=18446744073709551615 '4={i8 1,ptr out+4,f64 0.1}'",
		"grid=1 block=1 seed=1 values=u64:sorted(0,"
		"18446744073709551615) out=i32:iota(-1,-2) n=null",
		"grid=1 block=1 seed=1 values=fill(nan) out=last(values)",
		"grid=1 block=1 seed=1 values=[4]:records(i32:random(0,5),"
		"f32[3]:values(1,nan),u8[4]:zero) out=records(u8:iota)",
		"grid=1 block=1 seed=1 '4={ptr f32[threads]:random(-1,1),i32 7,"
		"ptr u8:records(i32:zero,f32:fill(1)),ptr out+8}'",
	};
	struct kernel k;

	(void)state;
	sample(&k);
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		struct cvg_launch l = launch_of(&k.p, texts[i]), again, from;
		char *a = words_of(&l), *b, *c, *json;
		struct cvg_err err = {0};
		json_t *j = cvg_launch_json(&l);

		again = launch_of(&k.p, a);
		b = words_of(&again);
		assert_string_equal(a, b);
		json = json_dumps(j, JSON_INDENT(2));
		if (!cvg_launch_read_text("x", json, strlen(json), &from, &err))
			fail_msg("%s: %s", json, err.msg);
		c = words_of(&from);
		assert_string_equal(a, c);
		json_decref(j);
		free(json);
		free(a);
		free(b);
		free(c);
		cvg_launch_done(&l);
		cvg_launch_done(&again);
		cvg_launch_done(&from);
	}
}

/* ---- copies ---------------------------------------------------------- */

static void copies_are_deep(void **state)
{
	struct kernel k;
	struct cvg_launch l =
		launch_of(sample(&k), "kernel=k values='file(x)' out=last(n) "
				      "4='{ptr out,i32 1}'");
	struct cvg_launch copy;
	char *a = words_of(&l), *b;

	(void)state;
	cvg_launch_copy(&copy, &l);
	cvg_launch_done(&l);
	b = words_of(&copy);
	assert_string_equal(a, b);
	free(a);
	free(b);
	cvg_launch_done(&copy);
	cvg_launch_done(&copy); /* harmless */
}

UNIT_TESTS(launch_test)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(dimensions),
		cmocka_unit_test(names),
		cmocka_unit_test(words_replace),
		cmocka_unit_test(numbers),
		cmocka_unit_test(lists),
		cmocka_unit_test(buffers),
		cmocka_unit_test(buffers_refused),
		cmocka_unit_test(texts),
		cmocka_unit_test(round_trips),
		cmocka_unit_test(copies_are_deep),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
