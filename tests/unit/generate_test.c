/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Generators: the data they put into buffers, and the words they refuse. */
#include "launch_kit.h"

#include <math.h>

static uint64_t at(const struct cvg_image *m, uint64_t i)
{
	const struct cvg_buffer *b = cvg_image_arg(m, 0);
	uint32_t bytes = cvg_elem_bytes(b->elem);

	assert_true((i + 1) * bytes <= b->bytes);
	return cvg_elem_load(b->elem, b->data + i * bytes);
}

static double number_at(const struct cvg_image *m, uint64_t i)
{
	return cvg_elem_to_double(cvg_image_arg(m, 0)->elem, at(m, i));
}

static void plain_generators(void **state)
{
	(void)state;
	holds("i32[3]", "b: i32[3] 0 0 0");
	holds("[3]:fill(-7)", "b: i32[3] -7 -7 -7");
	holds("u8[2]:fill(255)", "b: u8[2] 255 255");
	holds("i8[2]:fill(255)", "b: i8[2] -1 -1");
	holds("u8[2]:fill(-1)", "b: u8[2] 255 255");
	holds("i32[4]:iota", "b: i32[4] 0 1 2 3");
	holds("i32[4]:iota(5,-3)", "b: i32[4] 5 2 -1 -4");
	holds("u8[4]:iota(254)", "b: u8[4] 254 255 0 1");
	holds("f32[4]:iota(1,0.5)", "b: f32[4] 1 1.5 2 2.5");
	holds("f64[5]:values(0.1,nan,-inf,-0)",
	      "b: f64[5] 0.1 nan -inf -0 0.1");
	holds("f32[1]:fill(0.1)", "b: f32[1] 0.1");
	holds("f16[3]:values(0.1,65504,1e9)", "b: f16[3] 0.0999756 65504 inf");
	holds("i64:values(-9223372036854775808,18446744073709551615)",
	      "b: i64[2] -9223372036854775808 -1");
	holds("u64:values(18446744073709551615)",
	      "b: u64[1] 18446744073709551615");
	holds("undefined", "b: i32[1] ?");
	holds("[0]", "b: i32[0]");
	holds("[10]:iota", "b: i32[10] 0 1 2 3 4 5 6 7 ...");
}

/* Each field goes on where it was in the record before; the last record may be cut. */
static void records(void **state)
{
	(void)state;
	holds("i32[6]:records(i32:iota,i32[2]:values(5,6,7))",
	      "b: i32[6] 0 5 6 1 7 5");
	holds("u8[8]:records(u8:fill(1),u16:iota(256,2))",
	      "b: u8[8] 1 0 1 1 2 1 1 4");
	holds("f32[4]:records(i32:fill(1065353216),f32:fill(2))",
	      "b: f32[4] 1 2 1 2");
	/* Two random fields do not have the same numbers. */
	holds("i32[4]:records(i32:random(0,100),i32:random(0,100))",
	      "b: i32[4] 38 31 21 24");
}

/* These never change: a launch that somebody wrote down stays the same. */
static void random_is_for_ever(void **state)
{
	(void)state;
	holds("i32[4]:random(0,100)", "b: i32[4] 69 97 42 80");
	holds("f32[4]:random(-1,1)",
	      "b: f32[4] 0.38702428 0.94353366 -0.14686237 0.6124146");
	holds("u64[2]:random",
	      "b: u64[2] 12793040940332582595 17925934194126948328");
	holds("i32[6]:permutation", "b: i32[6] 0 4 1 3 2 5");
}

static void random_in_range(void **state)
{
	static const struct {
		const char *words;
		double lo, hi;
	} rows[] = {
		{"i32[5000]:random(0,100)", 0, 100},
		{"i32[5000]:random(-3,4)", -3, 4},
		{"i8[5000]:random(-128,128)", -128, 128},
		{"u8[5000]:random(250,256)", 250, 256},
		{"f32[5000]:random(-1,1)", -1, 1},
		{"f32[5000]:random", 0, 1},
		{"f16[5000]:random(0.1,0.2)", 0.1, 0.2},
		{"bf16[5000]:random(0,1)", 0, 1},
		{"f64[5000]:random(-1e300,1e300)", -1e300, 1e300},
		{"f32[5000]:random(1,1.0000002)", 1, 1.0000002},
	};
	struct kernel k;

	(void)state;
	for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
		struct cvg_image *m = filled(&k, rows[r].words);
		double low = INFINITY, high = -INFINITY;

		for (uint64_t i = 0; i < 5000; i++) {
			low = fmin(low, number_at(m, i));
			high = fmax(high, number_at(m, i));
		}
		assert_true(low >= rows[r].lo);
		assert_true(high < rows[r].hi);
		/* and it reaches both ends */
		assert_true(low <= rows[r].lo * 0.95 + rows[r].hi * 0.05);
		if (strncmp(rows[r].words, "f32[5000]:random(1,", 19) != 0)
			assert_true(high >=
				    rows[r].lo * 0.25 + rows[r].hi * 0.75);
		cvg_image_free(m);
	}
}

/* Every value of a small range comes, about as often. */
static void random_is_even(void **state)
{
	struct kernel k;
	struct cvg_image *m = filled(&k, "u8[16000]:random(0,16)");
	uint32_t seen[16] = {0};
	uint64_t ones[64] = {0};

	(void)state;
	for (uint64_t i = 0; i < 16000; i++)
		seen[at(m, i)]++;
	for (int i = 0; i < 16; i++)
		assert_in_range(seen[i], 850, 1150);
	cvg_image_free(m);
	m = filled(&k, "u64[4000]:random");
	for (uint64_t i = 0; i < 4000; i++) {
		for (int b = 0; b < 64; b++)
			ones[b] += at(m, i) >> b & 1;
	}
	for (int b = 0; b < 64; b++)
		assert_in_range(ones[b], 1800, 2200);
	cvg_image_free(m);
}

/* All bits of the mantissa are drawn. */
static void floats_are_full(void **state)
{
	struct kernel k;
	struct cvg_image *m = filled(&k, "f64[1000]:random");
	uint64_t any = 0, all = UINT64_MAX;

	(void)state;
	for (uint64_t i = 0; i < 1000; i++) {
		if (number_at(m, i) < 0.5)
			continue;
		any |= at(m, i);
		all &= at(m, i);
	}
	assert_int_equal(any & ((UINT64_C(1) << 52) - 1),
			 (UINT64_C(1) << 52) - 1);
	assert_int_equal(all & ((UINT64_C(1) << 52) - 1), 0);
	cvg_image_free(m);
}

/* A longer buffer begins like a shorter one; other seeds and places differ. */
static void random_depends(void **state)
{
	struct kernel k;
	struct cvg_image *a, *b, *c;
	uint32_t same = 0;

	(void)state;
	kernel_init(&k);
	add_pointer(&k, "a", CVG_K_I32);
	add_pointer(&k, "b", CVG_K_I32);
	a = image_of(&k.p, "a=[100]:random b=[100]:random");
	b = image_of(&k.p, "a=[500]:random b=[100]:random");
	c = image_of(&k.p, "a=[100]:random b=[100]:random seed=2");
	assert_memory_equal(a->buffers[0].data, b->buffers[0].data, 400);
	assert_memory_equal(a->buffers[1].data, b->buffers[1].data, 400);
	for (uint64_t i = 0; i < 100; i++) {
		same += at(a, i) == at(c, i);
		same += at(a, i) ==
			cvg_elem_load(CVG_ELEM_I32, a->buffers[1].data + 4 * i);
	}
	assert_int_equal(same, 0);
	cvg_image_free(a);
	cvg_image_free(b);
	cvg_image_free(c);
}

/* How many of 400 random elements are equal to an earlier one of the buffer. */
static uint32_t repeated(const char *launch)
{
	struct kernel k;
	struct cvg_image *m = filled(&k, launch);
	uint32_t n = 0;

	for (uint64_t i = 0; i < 400; i++) {
		bool found = false;

		for (uint64_t j = 0; j < i && !found; j++)
			found = at(m, i) == at(m, j);
		n += found;
	}
	cvg_image_free(m);
	return n;
}

/* Every fourth seed has equal elements, whatever the type and the range. */
static void some_repeat(void **state)
{
	(void)state;
	assert_int_equal(repeated("i64[400]:random seed=1"), 0);
	assert_int_equal(repeated("i64[400]:random seed=4"), 0);
	assert_in_range(repeated("i64[400]:random seed=3"), 60, 140);
	assert_in_range(repeated("i64[400]:sorted seed=3"), 60, 140);
	assert_in_range(repeated("f64[400]:random(-1,1) seed=7"), 60, 140);
}

/* With such a seed, buffers of one range have some elements in common. */
static void some_are_shared(void **state)
{
	struct kernel k;
	struct cvg_image *m;
	uint32_t same = 0;

	(void)state;
	kernel_init(&k);
	add_pointer(&k, "a", CVG_K_I32);
	add_pointer(&k, "b", CVG_K_I32);
	m = image_of(&k.p, "a=[400]:random b=[400]:random seed=3");
	for (uint64_t i = 0; i < 400; i++)
		same += at(m, i) ==
			cvg_elem_load(CVG_ELEM_I32, m->buffers[1].data + 4 * i);
	assert_in_range(same, 5, 80);
	cvg_image_free(m);
}

static void permutation_is_one(void **state)
{
	struct kernel k;
	struct cvg_image *m = filled(&k, "u16[1000]:permutation");
	bool seen[1000] = {false};
	uint32_t moved = 0;

	(void)state;
	for (uint64_t i = 0; i < 1000; i++) {
		assert_in_range(at(m, i), 0, 999);
		assert_false(seen[at(m, i)]);
		seen[at(m, i)] = true;
		moved += at(m, i) != i;
	}
	assert_true(moved > 900);
	cvg_image_free(m);
}

static void sorted_is_sorted(void **state)
{
	static const char *const words[] = {
		"i32[3000]:sorted(-50,50)", "f32[3000]:sorted(-1,1)",
		"u8[3000]:sorted",	    "i64[3000]:sorted",
		"f16[3000]:sorted(-5,5)",   "u64[3000]:sorted",
		"i8[3000]:sorted",
	};
	struct kernel k;

	(void)state;
	for (size_t w = 0; w < sizeof words / sizeof *words; w++) {
		struct cvg_image *m = filled(&k, words[w]);

		for (uint64_t i = 1; i < 3000; i++)
			assert_true(number_at(m, i - 1) <= number_at(m, i));
		assert_true(number_at(m, 0) < number_at(m, 2999));
		cvg_image_free(m);
	}
}

/* Sorted is what random is, in order. */
static void sorted_is_random(void **state)
{
	struct kernel k;
	struct cvg_image *a = filled(&k, "i16[500]:random"), *b;
	double sum = 0;

	(void)state;
	for (uint64_t i = 0; i < 500; i++)
		sum += number_at(a, i);
	b = filled(&k, "i16[500]:sorted");
	for (uint64_t i = 0; i < 500; i++)
		sum -= number_at(b, i);
	assert_true(sum == 0);
	cvg_image_free(a);
	cvg_image_free(b);
}

static void generators_refused(void **state)
{
	struct kernel k;
	struct cvg_program *p = kernel_init(&k);

	(void)state;
	add_pointer(&k, "b", CVG_K_I32);
	image_refused(p, "b=u8[4]:fill(256)",
		      "b: 256 is not a value of type u8");
	image_refused(p, "b=i8[4]:fill(-129)",
		      "b: -129 is not a value of type i8");
	image_refused(p, "b=i32[4]:fill(0.5)",
		      "b: 0.5 is not a value of type i32");
	image_refused(p, "b=i32[4]:values(1,nan)",
		      "b: nan is not a value of type i32");
	image_refused(p, "b=i32[4]:iota(0,0.5)",
		      "b: 0.5 is not a value of type i32");
	image_refused(p, "b=i32[4]:random(5,5)",
		      "b: 'i32[4]:random(5,5)': the range is empty, or its "
		      "ends do not fit the type of the elements");
	image_refused(p, "b=u8[4]:random(0,257)",
		      "b: 'u8[4]:random(0,257)': the range is empty, or its "
		      "ends do not fit the type of the elements");
	image_refused(p, "b=f32[4]:random(0,inf)",
		      "b: 'f32[4]:random(0,inf)': the range is empty, or its "
		      "ends do not fit the type of the elements");
	image_refused(
		p, "b=i32[1073741824]",
		"b: i32[1073741824]: a buffer has at most 2^32 - 1 bytes");
	image_refused(p, "b=i32[18446744073709551615]",
		      "b: i32[18446744073709551615]: a buffer has at most 2^32 "
		      "- 1 bytes");
	image_refused(p,
		      "b=i32[threads*18446744073709551615+7] grid=7 block=64",
		      "b: i32[18446744073709551615]: a buffer has at most 2^32 "
		      "- 1 bytes");
	image_refused(p, "b=last", "b: last: no run came before this one");
	image_refused(
		p, "b=same(b)",
		"b: same: the parameters refer to each other in a circle");
}

UNIT_TESTS(generate_test)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(plain_generators),
		cmocka_unit_test(records),
		cmocka_unit_test(random_is_for_ever),
		cmocka_unit_test(random_in_range),
		cmocka_unit_test(random_is_even),
		cmocka_unit_test(floats_are_full),
		cmocka_unit_test(random_depends),
		cmocka_unit_test(some_repeat),
		cmocka_unit_test(some_are_shared),
		cmocka_unit_test(permutation_is_one),
		cmocka_unit_test(sorted_is_sorted),
		cmocka_unit_test(sorted_is_random),
		cmocka_unit_test(generators_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
