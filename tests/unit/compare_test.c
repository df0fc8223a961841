/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Comparing what two runs left: what counts as kept and what does not. */
#include "launch_kit.h"

#include "reconverge/faults.h"

#include <unistd.h>

struct two {
	struct kernel k;
	struct cvg_image *a, *b;
	struct cvg_difference d;
};

/* Two images of a kernel with buffers "x" (f32) and "y" (i32). */
static void two_init(struct two *t)
{
	kernel_init(&t->k);
	add_pointer(&t->k, "x", CVG_K_F32);
	add_pointer(&t->k, "y", CVG_K_I32);
	t->a = image_of(&t->k.p, "x=[4000]:iota y=[3000]:iota");
	t->b = cvg_image_copy(t->a);
}

static void two_done(struct two *t)
{
	cvg_image_free(t->a);
	cvg_image_free(t->b);
}

static void set_float(struct cvg_image *m, uint64_t i, double x)
{
	cvg_elem_store(CVG_ELEM_F32, m->buffers[0].data + 4 * i,
		       cvg_elem_of_double(CVG_ELEM_F32, x));
}

static void set_bits(struct cvg_image *m, uint64_t i, uint32_t bits)
{
	cvg_elem_store(CVG_ELEM_F32, m->buffers[0].data + 4 * i, bits);
}

static void open_up(struct cvg_image *m, uint32_t buffer, uint64_t byte,
		    uint32_t n)
{
	struct cvg_buffer *b = &m->buffers[buffer];

	if (!b->undefined)
		b->undefined = cvg_calloc(b->bytes, 1);
	memset(b->undefined + byte, 1, n);
}

static bool differ(struct two *t, bool loose)
{
	cvg_image_compare(&t->k.p, t->a, t->b, loose, &t->d);
	return t->d.found;
}

static void says(struct two *t, const char *text)
{
	struct cvg_str s = {0};

	cvg_difference_print(&s, &t->d);
	assert_string_equal(cvg_str_of(&s), text);
	cvg_str_done(&s);
}

static void equal_is_equal(void **state)
{
	struct two t;

	(void)state;
	two_init(&t);
	assert_false(differ(&t, false));
	assert_false(differ(&t, true));
	says(&t, "no difference");
	two_done(&t);
}

static void first_is_named(void **state)
{
	struct two t;

	(void)state;
	two_init(&t);
	t.b->buffers[1].data[4 * 2999] ^= 1;
	assert_true(differ(&t, false));
	assert_int_equal(t.d.arg, 1);
	assert_int_equal(t.d.element, 2999);
	assert_int_equal(t.d.count, 1);
	assert_int_equal(t.d.buffers, 1);
	assert_int_equal(t.d.address, (UINT64_C(2) << 32) + 4 * 2999);
	assert_false(t.d.ends_differ);
	says(&t, "y[2999]: 2998, not 2999 (1 of 3000 elements differ)");
	set_float(t.b, 17, -1.5);
	set_float(t.b, 2500, 0);
	set_float(t.b, 3999, 1);
	assert_true(differ(&t, false));
	says(&t, "x[17]: -1.5, not 17 (3 of 4000 elements differ, 2 buffers)");
	two_done(&t);
}

static void floats(void **state)
{
	struct two t;

	(void)state;
	two_init(&t);
	set_bits(t.a, 5, 0x7fc00000);
	set_bits(t.b, 5, 0xffc12345);
	assert_false(differ(&t, false)); /* a NaN is a NaN */
	set_float(t.b, 5, 1);
	assert_true(differ(&t, true));
	says(&t, "x[5]: 1, not nan (1 of 4000 elements differ)");
	set_bits(t.a, 5, 0);
	set_bits(t.b, 5, 0x80000000);
	assert_true(differ(&t, false)); /* zeros have signs */
	says(&t, "x[5]: -0, not 0 (1 of 4000 elements differ)");
	assert_false(differ(&t, true));
	two_done(&t);
}

static void loose_floats(void **state)
{
	struct two t;

	(void)state;
	two_init(&t);
	set_bits(t.b, 3000,
		 16 + (uint32_t)cvg_elem_of_double(CVG_ELEM_F32, 3000));
	assert_true(differ(&t, false));
	assert_false(differ(&t, true));
	set_bits(t.b, 3000,
		 17 + (uint32_t)cvg_elem_of_double(CVG_ELEM_F32, 3000));
	assert_true(differ(&t, true)); /* also more than 3999 * 1e-6 */
	set_float(t.b, 3000, 3000);
	set_float(t.b, 1, 1.0039); /* small beside the greatest */
	assert_false(differ(&t, true));
	set_float(t.b, 1, 1.0041);
	assert_true(differ(&t, true));
	set_float(t.b, 1, 1);
	set_bits(t.a, 7, 0x7f800000);
	set_bits(t.b, 7, 0x7f7fffff); /* the greatest is not infinite */
	assert_true(differ(&t, true));
	set_bits(t.b, 7, 0x7f800000);
	assert_false(differ(&t, true));
	t.b->buffers[1].data[0] ^= 1; /* integers are never loose */
	assert_true(differ(&t, true));
	two_done(&t);
}

static void ulps_across_zero(void **state)
{
	struct two t;

	(void)state;
	two_init(&t);
	memset(t.a->buffers[0].data, 0, t.a->buffers[0].bytes);
	memset(t.b->buffers[0].data, 0, t.b->buffers[0].bytes);
	set_bits(t.a, 0, 8);	      /* 8 least steps above 0 */
	set_bits(t.b, 0, 0x80000008); /* and 8 below */
	assert_false(differ(&t, true));
	set_bits(t.b, 0, 0x80000009);
	assert_true(differ(&t, true));
	two_done(&t);
}

static void what_a_leaves_open(void **state)
{
	struct two t;

	(void)state;
	two_init(&t);
	open_up(t.a, 1, 40, 4);
	t.b->buffers[1].data[40] = 99;
	assert_false(differ(&t, false));
	open_up(t.b, 1, 40, 4); /* or leaves open too */
	assert_false(differ(&t, false));
	open_up(t.b, 1, 44, 1); /* but no more than that */
	assert_true(differ(&t, false));
	says(&t, "y[11]: undefined, not 11 (1 of 3000 elements differ)");
	two_done(&t);
}

/* Of a half-written element the other half counts. */
static void bytes_of_elements(void **state)
{
	struct two t;

	(void)state;
	two_init(&t);
	open_up(t.a, 1, 41, 3);
	t.b->buffers[1].data[41] = t.b->buffers[1].data[43] = 77;
	assert_false(differ(&t, false));
	t.b->buffers[1].data[40] = 77;
	assert_true(differ(&t, false));
	assert_int_equal(t.d.element, 10);
	assert_true(t.d.a_undefined);
	assert_false(t.d.b_undefined);
	two_done(&t);
}

/* The rest of a buffer that is no whole element. */
static void odd_ends(void **state)
{
	struct two t;

	(void)state;
	two_init(&t);
	t.a->buffers[0].bytes = t.b->buffers[0].bytes = 10;
	assert_false(differ(&t, false));
	t.b->buffers[0].data[9] ^= 1;
	assert_true(differ(&t, false));
	assert_int_equal(t.d.count, 1);
	two_done(&t);
}

static void add_variable(struct cvg_image *m, const char *name,
			 uint32_t granule, uint8_t value, bool constant)
{
	struct cvg_buffer b = {.granule = granule, .bytes = 1, .arg = -1};

	b.data = cvg_calloc(1, 1);
	b.data[0] = value;
	b.name = cvg_strdup(name);
	b.elem = CVG_ELEM_U8;
	b.constant = constant;
	m->buffers =
		cvg_realloc(m->buffers, m->nbuffers + 1, sizeof *m->buffers);
	m->buffers[m->nbuffers++] = b;
}

/* By name: a phase may have moved them. */
static void variables(void **state)
{
	struct two t;

	(void)state;
	two_init(&t);
	add_variable(t.a, "p", 0x4000, 1, false);
	add_variable(t.a, "q", 0x4001, 2, false);
	add_variable(t.b, "q", 0x4000, 2, false);
	assert_false(differ(&t, false)); /* p is not there any more */
	add_variable(t.b, "p", 0x4001, 1, false);
	assert_false(differ(&t, false));
	add_variable(t.a, "c", 0x4002, 1, true);
	add_variable(t.b, "c", 0x4002, 2, true);
	assert_false(differ(&t, false));
	t.b->buffers[2].data[0] = 7;
	assert_true(differ(&t, false));
	assert_int_equal(t.d.arg, -1);
	says(&t, "@q[0]: 7, not 2 (1 of 1 elements differ)");
	two_done(&t);
}

/* A struct's copy is the kernel's own; so is what it allocates. */
static void what_is_not_seen(void **state)
{
	struct two t;

	(void)state;
	two_init(&t);
	t.k.params[1].copy_bytes = 12000;
	t.b->buffers[1].data[0] ^= 1;
	assert_false(differ(&t, false));
	add_variable(t.a, "m", 77, 1, false);
	add_variable(t.b, "m", 77, 2, false);
	t.a->buffers[2].arg = t.b->buffers[2].arg = -2;
	assert_false(differ(&t, false));
	two_done(&t);
}

/* ---- how they end ---------------------------------------------------- */

static void ends(void **state)
{
	static const struct {
		enum cvg_faultkind a, b;
		bool found, unconstrained;
	} rows[] = {
		{CVG_F_NONE, CVG_F_OUT_OF_BOUNDS, true, false},
		{CVG_F_NONE, CVG_F_ENDLESS, true, false},
		{CVG_F_NONE, CVG_F_TRAP, true, false},
		{CVG_F_TRAP, CVG_F_TRAP, false, false},
		{CVG_F_TRAP, CVG_F_NONE, true, false},
		{CVG_F_TRAP, CVG_F_ASSERT, true, false},
		{CVG_F_ASSERT, CVG_F_ASSERT, false, false},
		{CVG_F_ASSERT, CVG_F_OUT_OF_BOUNDS, true, false},
		{CVG_F_OUT_OF_BOUNDS, CVG_F_NONE, false, true},
		{CVG_F_POISON_BRANCH, CVG_F_TRAP, false, true},
		{CVG_F_ENDLESS, CVG_F_NONE, false, true},
		{CVG_F_RACE, CVG_F_NULL, false, true},
	};
	struct two t;

	(void)state;
	two_init(&t);
	set_float(t.b, 0, 1); /* memory only counts where both finish */
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct cvg_fault a = {.kind = rows[i].a};
		struct cvg_fault b = {.kind = rows[i].b};

		cvg_run_compare(&t.k.p, &a, t.a, &b, t.b, false, &t.d);
		assert_int_equal(t.d.found, rows[i].found);
		assert_int_equal(t.d.ends_differ, rows[i].found);
		assert_int_equal(t.d.unconstrained, rows[i].unconstrained);
		assert_int_equal(t.d.a_end, rows[i].a);
		assert_int_equal(t.d.b_end, rows[i].b);
	}
	two_done(&t);
}

static void both_finish(void **state)
{
	struct cvg_fault none = {.kind = CVG_F_NONE};
	struct cvg_fault bad = {.kind = CVG_F_NULL};
	struct cvg_fault trap = {.kind = CVG_F_TRAP};
	struct two t;

	(void)state;
	two_init(&t);
	cvg_run_compare(&t.k.p, &none, t.a, &none, t.b, false, &t.d);
	assert_false(t.d.found);
	cvg_run_compare(&t.k.p, &none, t.a, &bad, t.b, false, &t.d);
	says(&t, "ended in \"access through a null pointer\", but should have "
		 "finished");
	cvg_run_compare(&t.k.p, &trap, t.a, &none, t.b, false, &t.d);
	says(&t, "finished, but should have ended in \"the kernel trapped\"");
	set_float(t.b, 0, 1);
	cvg_run_compare(&t.k.p, &none, t.a, &none, t.b, false, &t.d);
	assert_true(t.d.found);
	assert_false(t.d.ends_differ);
	two_done(&t);
}

UNIT_TESTS(compare_test)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(equal_is_equal),
		cmocka_unit_test(first_is_named),
		cmocka_unit_test(floats),
		cmocka_unit_test(loose_floats),
		cmocka_unit_test(ulps_across_zero),
		cmocka_unit_test(what_a_leaves_open),
		cmocka_unit_test(bytes_of_elements),
		cmocka_unit_test(odd_ends),
		cmocka_unit_test(variables),
		cmocka_unit_test(what_is_not_seen),
		cmocka_unit_test(ends),
		cmocka_unit_test(both_finish),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
