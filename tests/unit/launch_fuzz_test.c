/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Launches that a typing mistake made: words and files with bytes changed, cut
 * and copied about, the same ones in every run. Each is refused with one line
 * or becomes a launch that is written and read back the same; none crashes.
 */
#include "launch_kit.h"

#include <jansson.h>

#define ROUNDS 20000
#define MOST   400

/* xorshift64, Marsaglia 2003 */
static uint32_t draw(uint64_t *state, uint32_t below)
{
	*state ^= *state << 13;
	*state ^= *state >> 7;
	*state ^= *state << 17;
	return (uint32_t)((*state >> 32) % below);
}

static const char *const words[] = {
	"grid=4x2 block=16,16,1 shared=64 seed=0xff kernel=@kernel",
	"values=f32[4096]:random(-1,1) out=i32[64]:iota(0,2) n=-1 s=0",
	"values=u8[10]:fill(7) out=i16[threads*4+3]:sorted(0,100) n=7 "
	"s=i32:iota",
	"values=f64[4]:values(1,2.5,nan,-inf) out=same(values,2) n=1e3 s=0",
	"values=last(out) out=undefined n=18446744073709551615 s={i8 1,ptr "
	"out+4}",
	"values=i32[8]:records(i32:random(0,5),f32[3]:values(1,2)) n=7 "
	"s={ptr f32[4]:random,i32 3,ptr u8:records(i16:iota)}",
	"values='file(none)' out=permutation n=0x7fffffff s={f32 .5,{i64 2}}",
};

static const char *const files[] = {
	"{\"grid\": [4, 2], \"block\": \"16x16\", \"seed\": 7, \"args\": "
	"{\"values\": {\"type\": \"f32\", \"count\": 16, \"random\": [-1, 1]},"
	" \"out\": {\"iota\": true}, \"n\": 3, \"s\": [\"i8 1\", \"ptr "
	"out\"]}}",
	"{\"kernel\": \"kernel\", \"shared\": 12, \"comment\": \"x\", "
	"\"args\": [\"i32[8]:fill(2)\", {\"values\": [1, \"nan\", 2.5]}, "
	"null, {\"same\": [\"0\", 1]}]}",
	"{\"args\": {\"values\": {\"count\": 8, \"records\": [\"i32:iota\", "
	"{\"type\": \"f32\", \"count\": 3, \"fill\": 1}]}, \"s\": [\"ptr "
	"i8[4]:zero\", 3]}}",
	("{\"args\": {\"values\": {\"file\": \"none\", \"count\": \"threads\"},"
	 " \"out\": {\"last\": true}, \"n\": 1e3, \"s\": 0}}"),
};

static const char *const pieces[] = {
	"{",
	"}",
	"[",
	"]",
	"(",
	")",
	",",
	":",
	"=",
	"-",
	"%",
	"'",
	"\"",
	"\\",
	"null",
	"nan",
	"inf",
	"threads",
	"ptr ",
	"same(",
	"file(",
	"records(",
	"values",
	"out",
	"99999999999",
	"0x",
	"1e999",
	"i8 ",
	"f16",
	"random",
	"[threads*",
	" ",
	"\t",
	"\n",
	"*",
	"+",
	".",
	"-9223372036854775808",
	"18446744073709551616",
};

/* A text of `sample` with some changes in it. */
static void mutate(char *out, const char *sample, uint64_t *state)
{
	size_t n = strlen(sample);

	memcpy(out, sample, n + 1);
	for (uint32_t times = 1 + draw(state, 4); times > 0; times--) {
		size_t at = draw(state, (uint32_t)n + 1);
		const char *piece =
			pieces[draw(state, sizeof pieces / sizeof *pieces)];
		size_t len = strlen(piece), cut = draw(state, 3) * 3;

		if (cut > n - at)
			cut = n - at;
		if (draw(state, 4) == 0)
			len = 0;
		if (n - cut + len >= MOST)
			continue;
		memmove(out + at + len, out + at + cut, n - at - cut + 1);
		memcpy(out + at, piece, len);
		n += len;
		n -= cut;
	}
}

static void one_line(const struct cvg_err *err)
{
	assert_true(err->msg[0]);
	assert_null(strchr(err->msg, '\n'));
}

static struct cvg_program *sample(struct kernel *k)
{
	struct cvg_program *p = kernel_init(k);
	struct cvg_param *param;

	add_pointer(k, "values", CVG_K_F32);
	add_pointer(k, "out", CVG_K_I32);
	add_param(k, "n", "i32", CVG_K_I32, 1);
	param = add_pointer(k, "s", CVG_NKINDS);
	param->copy_bytes = param->bytes = 24;
	p->kernarg_bytes += 16;
	return p;
}

/* Buffers of a test are small. */
static bool is_small(const struct cvg_launch *l)
{
	uint64_t threads = cvg_launch_threads(l);

	for (uint32_t i = 0; i < l->nargs; i++) {
		if (l->args[i].count > 100000 || l->args[i].per_thread > 100000)
			return false;
	}
	return threads < 4096;
}

static void use(const struct cvg_program *p, const struct cvg_launch *l,
		uint32_t *made)
{
	struct cvg_image *m = NULL, *copy;
	struct cvg_difference d;
	struct cvg_err err = {0};

	if (!is_small(l))
		return;
	if (!cvg_image_new(p, l, &m, &err)) {
		one_line(&err);
		return;
	}
	copy = cvg_image_copy(m);
	cvg_image_compare(p, m, copy, false, &d);
	assert_false(d.found);
	cvg_image_free(copy);
	cvg_image_free(m);
	++*made;
}

/* Both ways of writing it give it again. */
static void reread(const struct cvg_launch *l)
{
	char *text = words_of(l), *again, *json;
	struct cvg_launch back;
	struct cvg_err err = {0};
	json_t *j = cvg_launch_json(l);

	cvg_launch_init(&back);
	if (!cvg_launch_words(&back, NULL, text, &err))
		fail_msg("%s: %u: %s", text, err.column, err.msg);
	again = words_of(&back);
	assert_string_equal(text, again);
	free(again);
	cvg_launch_done(&back);
	json = json_dumps(j, JSON_COMPACT);
	assert_non_null(json);
	if (!cvg_launch_read_text("x", json, strlen(json), &back, &err))
		fail_msg("%s: %s", json, err.msg);
	again = words_of(&back);
	assert_string_equal(text, again);
	free(again);
	free(json);
	json_decref(j);
	free(text);
	cvg_launch_done(&back);
}

static void broken_words(void **context)
{
	uint64_t state = UINT64_C(0x123456789abcdef);
	uint32_t taken = 0, made = 0;
	struct kernel k;

	(void)context;
	sample(&k);
	for (uint32_t i = 0; i < ROUNDS; i++) {
		char text[MOST + 1];
		struct cvg_launch l;
		struct cvg_err err = {0};

		mutate(text, words[i % (sizeof words / sizeof *words)], &state);
		cvg_launch_init(&l);
		if (cvg_launch_words(&l, i % 2 ? &k.p : NULL, text, &err)) {
			taken++;
			reread(&l);
			use(&k.p, &l, &made);
		} else {
			one_line(&err);
			assert_in_range(err.column, 1, strlen(text) + 1);
		}
		cvg_launch_done(&l);
	}
	/* the test tests something */
	assert_in_range(taken, ROUNDS / 50, ROUNDS / 2);
	assert_true(made > 20);
}

static void broken_files(void **context)
{
	uint64_t state = UINT64_C(0xfedcba987654321);
	uint32_t taken = 0, made = 0;
	struct kernel k;

	(void)context;
	sample(&k);
	for (uint32_t i = 0; i < ROUNDS; i++) {
		char text[MOST + 1];
		struct cvg_launch l;
		struct cvg_err err = {0};

		mutate(text, files[i % (sizeof files / sizeof *files)], &state);
		if (!cvg_launch_read_text("f", text, strlen(text), &l, &err)) {
			one_line(&err);
			continue;
		}
		taken++;
		reread(&l);
		use(&k.p, &l, &made);
		cvg_launch_done(&l);
	}
	assert_in_range(taken, ROUNDS / 100, ROUNDS / 2);
	assert_true(made > 20);
}

UNIT_TESTS(launch_fuzz_test)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(broken_words),
		cmocka_unit_test(broken_files),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
