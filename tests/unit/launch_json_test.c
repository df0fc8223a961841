/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Launch files: every form, and every way to get it wrong. */
#include "launch_kit.h"

#include <unistd.h>

static void json_becomes(const char *json, const char *words)
{
	struct cvg_launch l;
	struct cvg_err err = {0};
	char *text;

	if (!cvg_launch_read_text("a/b.json", json, strlen(json), &l, &err))
		fail_msg("%s: %s", json, err.msg);
	text = words_of(&l);
	assert_string_equal(text, words);
	assert_string_equal(l.from, "a/b.json");
	free(text);
	cvg_launch_done(&l);
}

static void json_refused(const char *json, const char *message)
{
	struct cvg_launch l;
	struct cvg_err err = {0};

	if (cvg_launch_read_text("f.json", json, strlen(json), &l, &err))
		fail_msg("%s: accepted", json);
	assert_string_equal(err.msg, message);
	assert_int_equal(err.line, 0);
	assert_int_equal(err.column, 0);
}

static void arg_refused(const char *arg, const char *message)
{
	char json[200], text[400];

	snprintf(json, sizeof json, "{\"args\": {\"v\": %s}}", arg);
	snprintf(text, sizeof text, "f.json: args: v: %s", message);
	json_refused(json, text);
}

static void json_forms(void **state)
{
	(void)state;
	json_becomes("{}", "grid=1 block=1 seed=1");
	json_becomes("{\"kernel\": \"@f\", \"grid\": 4, \"block\": [16, 16],"
		     " \"shared\": 8, \"seed\": \"0xff\", \"comment\": \"x\"}",
		     "kernel=f grid=4 block=16x16 shared=8 seed=255");
	json_becomes("{\"grid\": [4,1,1], \"block\": \"8x8x4\"}",
		     "grid=4 block=8x8x4 seed=1");
	json_becomes("{\"args\": [1, true, null, \"nan\", [1, [2, \"i8 3\"]]]}",
		     "grid=1 block=1 seed=1 0=1 1=1 2=null 3=nan "
		     "'4={1,2,i8 3}'");
	json_becomes("{\"args\": {\"%v\": \"f32[4]:fill(1)\", \"w\": {}}}",
		     "grid=1 block=1 seed=1 v=f32[4]:fill(1) w=zero");
	json_becomes("{\"args\": {\"a\": {\"type\": \"i32\", \"count\": 4, "
		     "\"random\": [0, 100]}, "
		     "\"b\": {\"count\": \"threads*2\", \"zero\": true}, "
		     "\"c\": {\"iota\": true}, \"d\": {\"iota\": [0, 2]}, "
		     "\"e\": {\"fill\": \"inf\"}, \"f\": {\"last\": true}, "
		     "\"g\": {\"last\": \"a\"}, \"h\": {\"same\": [\"a\", 3]},"
		     "\"i\": {\"same\": \"%a\"}, \"j\": {\"values\": [1, 2]}, "
		     "\"k\": {\"undefined\": true}, \"l\": {\"random\": 9}}}",
		     "grid=1 block=1 seed=1 a=i32[4]:random(0,100) "
		     "b=[threads*2]:zero c=iota d=iota(0,2) e=fill(inf) f=last "
		     "g=last(a) h=same(a,3) i=same(a) j=values(1,2) "
		     "k=undefined l=random(0,9)");
	json_becomes(
		"{\"args\": {\"a\": {\"count\": 8, \"records\": [{\"type\": "
		"\"i32\", \"random\": [0, 5]}, \"f32[7]:fill(1)\"]}}}",
		"grid=1 block=1 seed=1 "
		"a=[8]:records(i32:random(0,5),f32[7]:fill(1))");
}

/* A file is found from the folder of the one that names it. */
static void json_paths(void **state)
{
	(void)state;
	json_becomes("{\"args\": {\"v\": {\"file\": \"x.bin\"}, "
		     "\"w\": {\"file\": \"/x.bin\"}, \"x\": \"file(y)\"}}",
		     "grid=1 block=1 seed=1 v=file(a/x.bin) w=file(/x.bin) "
		     "x=file(a/y)");
}

static void json_errors(void **state)
{
	(void)state;
	json_refused("{\"grid\": 1,}",
		     "f.json:1:13: string or '}' expected near '}'");
	json_refused("{\n\"grid\": 1\n\"block\": 2}",
		     "f.json:3:8: '}' expected near '\"block\"'");
	json_refused("{\"grid\": 1, \"grid\": 2}",
		     "f.json:1:19: duplicate object key near '\"grid\"'");
	json_refused("[]", "f.json: expected an object, found a list");
	json_refused("{\"gird\": 1}",
		     "f.json: gird: a launch has no such member; it has "
		     "kernel, grid, block, shared, seed, args, comment");
	json_refused("{\"grid\": 0}",
		     "f.json: grid: a dimension must not be 0");
	json_refused(
		"{\"grid\": [1,2,3,4]}",
		"f.json: grid: expected a list of one, two or three numbers");
	json_refused(
		"{\"grid\": []}",
		"f.json: grid: expected a list of one, two or three numbers");
	json_refused("{\"grid\": {}}",
		     "f.json: grid: expected a number, found an object");
	json_refused("{\"grid\": \"4xx\"}",
		     "f.json: grid: dimension: '' is not a whole number");
	json_refused("{\"block\": 2.5}",
		     "f.json: block: expected a whole number from 0 up");
	json_refused("{\"shared\": -1}",
		     "f.json: shared: expected a whole number from 0 up");
	json_refused("{\"seed\": null}",
		     "f.json: seed: expected a whole number from 0 up");
	json_refused("{\"kernel\": 1}",
		     "f.json: kernel: expected the name of a kernel");
	json_refused("{\"comment\": 1}", "f.json: comment: expected a string");
	json_refused("{\"args\": 1}",
		     "f.json: args: expected an object or a list, found a "
		     "number");
	json_refused("{\"args\": []}",
		     "f.json: args: the list is empty; leave \"args\" out to "
		     "have the arguments guessed");
	json_refused("{\"grid\": true}",
		     "f.json: grid: expected a number, found true or false");
	json_refused("{\"block\": [1, false]}",
		     "f.json: block: expected a number, found true or false");
	json_refused("{\"seed\": true}",
		     "f.json: seed: expected a number, found true or false");
	json_refused("{\"shared\": false}",
		     "f.json: shared: expected a number, found true or false");
	json_refused("{\"args\": {\"a\": {\"count\": true}}}",
		     "f.json: args: a: count: expected a number, found true "
		     "or false");
	json_refused("{\"args\": {\"a\": {\"iota\": false}}}",
		     "f.json: args: a: iota: expected a number, found true or "
		     "false");
	json_refused("{\"args\": {\"a\": {\"random\": [0, true]}}}",
		     "f.json: args: a: random: expected a number, found true "
		     "or false");
	json_refused("{\"args\": {\"\": 1}}",
		     "f.json: args: the argument's name is empty");
	json_refused("{\"args\": {\"a\": 1, \"%a\": 2}}",
		     "f.json: args: a is given twice");
}

static void json_arg_errors(void **state)
{
	(void)state;
	arg_refused("\"i33[4]:zero\"",
		    "\"i33[4]:zero\": 'i33' is not a generator: zero, fill, "
		    "iota, random, sorted, permutation, values, records, file, "
		    "undefined, same, last");
	arg_refused("{\"records\": []}",
		    "records: expected a list of one or more fields");
	arg_refused("{\"records\": [\"i32\", {\"zero\": true}]}",
		    "records: field 1: a field of records begins with a type, "
		    "as in i32:random(0,4)");
	arg_refused("{\"records\": [\"i32:last\"]}",
		    "records: field 0: a field of records cannot be made by "
		    "'last'");
	arg_refused("{\"typ\": \"i32\"}",
		    "typ: expected a generator, \"type\" or \"count\"");
	arg_refused("{\"type\": \"i33\"}",
		    "type: \"i33\" is not a type; types are i8, u8, ..., f64");
	arg_refused("{\"type\": 3}", "type: expected a type, found a number");
	arg_refused("{\"count\": -1}",
		    "count: expected a whole number from 0 up");
	arg_refused("{\"count\": \"threads/2\"}",
		    "count: a count must be a number or threads*N+N");
	arg_refused("{\"zero\": true, \"fill\": 1}",
		    "fill: there are two generators; the other is \"zero\"");
	arg_refused("{\"fill\": []}",
		    "fill: fill has too few arguments: fill(X)");
	arg_refused("{\"fill\": [1, 2]}",
		    "fill: fill has too many arguments: fill(X)");
	arg_refused("{\"random\": [1, \"x\"]}",
		    "random: \"x\" is not a number");
	arg_refused("{\"random\": [1, 0]}",
		    "random: random: the range from 1 up to 0 is empty");
	arg_refused("{\"file\": 1}", "file: expected the name of a file");
	arg_refused("{\"same\": true}",
		    "same: expected the name of a parameter");
	arg_refused("{\"same\": [\"a\", -1]}",
		    "same: expected a whole number from 0 up");
	arg_refused("{\"values\": []}",
		    "values: expected a list of one or more numbers");
	arg_refused("{\"values\": [1, [2]]}",
		    "values: item 1: expected a number, found a list");
	arg_refused("[]", "the list is empty");
	arg_refused("[1, {}]", "item 1: expected a number, found an object");
	arg_refused("[1, \"i32 x\"]", "item 1: 'x' is not a number");
}

static void json_files(void **state)
{
	static const char json[] = "{\"grid\": 4}";
	struct cvg_launch l;
	struct cvg_err err;

	(void)state;
	assert_true(cvg_file_write("l.json", json, sizeof json - 1, NULL));
	assert_true(cvg_launch_read("l.json", &l, &err));
	assert_int_equal(l.grid[0], 4);
	cvg_launch_done(&l);
	unlink("l.json");
	assert_false(cvg_launch_read("l.json", &l, &err));
	assert_string_equal(err.msg,
			    "l.json: cannot open: No such file or directory");
}

UNIT_TESTS(launch_json_test)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(json_forms),
		cmocka_unit_test(json_paths),
		cmocka_unit_test(json_errors),
		cmocka_unit_test(json_arg_errors),
		cmocka_unit_test(json_files),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
