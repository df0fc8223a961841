/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Formulas by themselves: what is known simplifies them, parts become numbers again,
 * memory gives back what was stored, addresses are sums. */
#include "tests/unit/unit.h"

#include "reconverge/ucodes.h"

#include "src/refine/formula.h"

/* What is known simplifies: a choice, a number, both parts of `and`. */
static void test_known(void **state)
{
	struct cvg_syms s;
	uint32_t c, d, x, y, five;

	(void)state;
	cvg_syms_init(&s);
	c = cvg_sym_var(&s, 1);
	d = cvg_sym_var(&s, 1);
	x = cvg_sym_var(&s, 32);
	y = cvg_sym_var(&s, 32);
	five = cvg_sym_const(&s, 32, 5);
	assert_true(cvg_sym_assume(&s, cvg_sym_and(&s, c, cvg_sym_not(&s, d))));
	assert_int_equal(cvg_sym_now(&s, cvg_sym_if(&s, c, x, y)), x);
	assert_int_equal(cvg_sym_now(&s, cvg_sym_if(&s, d, x, y)), y);
	assert_true(cvg_sym_assume(&s, cvg_sym_eq(&s, x, five)));
	assert_int_equal(cvg_sym_now(&s, cvg_sym_2(&s, CVG_Y_ADD, x, x)),
			 cvg_sym_const(&s, 32, 10));
	assert_false(cvg_sym_assume(&s, d));
	cvg_sym_forget(&s, 0);
	assert_int_equal(cvg_sym_now(&s, x), x);
	cvg_syms_done(&s);
}

/* The parts that a fact shares are noted once, not once for each way to them. */
static void test_shared(void **state)
{
	struct cvg_syms s;
	uint32_t all;

	(void)state;
	cvg_syms_init(&s);
	all = cvg_sym_var(&s, 1);
	for (int i = 0; i < 14; i++)
		all = cvg_sym_or(&s, all,
				 cvg_sym_or(&s, all, cvg_sym_var(&s, 1)));
	cvg_sym_assume_anew(&s, cvg_sym_not(&s, all));
	assert_true(s.learnt.n < 100);
	cvg_syms_done(&s);
}

/* What is learnt of one number does not make others be simplified once more. */
static void test_learnt(void **state)
{
	struct cvg_syms s;
	uint32_t chain, other, last;
	uint64_t before;

	(void)state;
	cvg_syms_init(&s);
	last = cvg_sym_var(&s, 1);
	chain = cvg_sym_var(&s, 32);
	for (int i = 0; i < 1000; i++)
		chain = cvg_sym_2(&s, CVG_Y_MUL, chain,
				  cvg_sym_const(&s, 32, 3));
	chain = cvg_sym_if(&s, last, chain, cvg_sym_const(&s, 32, 7));
	assert_true(cvg_sym_assume(&s, cvg_sym_var(&s, 1)));
	assert_int_equal(cvg_sym_now(&s, chain), chain);
	before = s.anew;
	for (int i = 0; i < 50; i++) {
		other = cvg_sym_var(&s, 1);
		assert_true(cvg_sym_assume(&s, other));
		assert_int_equal(cvg_sym_now(&s, other),
				 cvg_sym_const(&s, 1, 1));
		assert_int_equal(cvg_sym_now(&s, chain), chain);
	}
	assert_in_range(s.anew - before, 0, 5000);
	assert_true(cvg_sym_assume(&s, cvg_sym_not(&s, last)));
	assert_int_equal(cvg_sym_now(&s, chain), cvg_sym_const(&s, 32, 7));
	cvg_syms_done(&s);
}

/* A load finds the store at its address, past those that are surely elsewhere. */
static void test_memory(void **state)
{
	struct cvg_syms s;
	uint32_t m, p, q, value[3], found[3];

	(void)state;
	cvg_syms_init(&s);
	m = cvg_sym_memory(&s);
	p = cvg_sym_var(&s, 64);
	q = cvg_sym_2(&s, CVG_Y_ADD, p, cvg_sym_const(&s, 64, 4));
	for (int i = 0; i < 3; i++)
		value[i] = cvg_sym_var(&s, i == 0 ? 32 : i == 1 ? 1 : 64);
	m = cvg_sym_store(&s, m, p, value);
	cvg_sym_load(&s, m, p, 32, found);
	assert_int_equal(found[0], value[0]);
	assert_int_equal(found[2], value[2]);
	m = cvg_sym_store(&s, m, q, found);
	cvg_sym_load(&s, m, p, 32, found);
	assert_int_equal(found[0], value[0]);
	cvg_sym_load(&s, m, cvg_sym_var(&s, 64), 32, found);
	assert_int_not_equal(found[0], value[0]);
	cvg_sym_load(&s, m, p, 64, found);
	assert_int_not_equal(found[0], value[0]);
	cvg_syms_done(&s);
}

/* A number that is made of its quotient and its rest is that number, and a division
 * by a power of two shifts: at each width, by a divisor that is known or not. */
static void test_parts(void **state)
{
	static const uint32_t widths[] = {8, 32, 64};

	(void)state;
	for (uint32_t i = 0; i < 3 * 4 * 2; i++) {
		const uint64_t by[] = {1, 6, 64, 0};
		uint32_t w = widths[i % 3], to = i / 12 ? w : 64, x, n, q, r;
		struct cvg_syms s;

		cvg_syms_init(&s);
		x = cvg_sym_var(&s, w);
		n = by[i / 3 % 4] ? cvg_sym_const(&s, w, by[i / 3 % 4])
				  : cvg_sym_var(&s, w);
		q = cvg_sym_2(&s, CVG_Y_UDIV, x, n);
		r = cvg_sym_2(&s, CVG_Y_UREM, x, n);
		for (uint64_t k = 0; k < 256; k++) {
			const uint64_t value[2] = {k * 3, k % 7};
			uint64_t d = cvg_sym_value(&s, n, value);
			uint64_t v = cvg_sym_value(&s, x, value);

			if (d)
				assert_int_equal(cvg_sym_value(&s, q, value),
						 v / d);
			assert_int_equal(cvg_sym_value(&s, r, value),
					 d ? v % d : v);
		}
		q = cvg_sym_2(&s, CVG_Y_MUL, cvg_sym_resize(&s, q, to, false),
			      cvg_sym_resize(&s, n, to, false));
		r = cvg_sym_resize(&s, r, to, false);
		assert_int_equal(cvg_sym_2(&s, CVG_Y_ADD, r, q),
				 cvg_sym_resize(&s, x, to, false));
		/* Another number is none of these. */
		r = cvg_sym_2(&s, CVG_Y_UREM, cvg_sym_var(&s, w), n);
		r = cvg_sym_resize(&s, r, to, false);
		assert_true(by[i / 3 % 4] == 1 ||
			    cvg_sym_2(&s, CVG_Y_ADD, r, q) !=
				    cvg_sym_resize(&s, x, to, false));
		cvg_syms_done(&s);
	}
}

/* ADDR, which has no lane function: a + signed b * imm. */
static void test_addresses(void **state)
{
	(void)state;
	for (uint32_t i = 0; i < 500; i++) {
		struct cvg_uop u = {.code = CVG_U_ADDR, .kind = CVG_K_I64};
		struct cvg_formula f = {.uop = &u};
		uint64_t value[2] = {UINT64_C(0x9e3779b97f4a7c15) * i, 0};
		uint32_t bits, left;
		struct cvg_syms syms;

		u.kind2 = (uint8_t)(CVG_K_I8 + i % 4);
		bits = cvg_formula_bits(u.kind2);
		u.width = i & 4 && bits > 8 ? bits - i % 7 : 0;
		bits = u.width ? u.width : bits;
		u.imm = i & 8 ? i : 0 - (uint64_t)i;
		value[1] = value[0] >> i % 8 & UINT64_MAX >> (64 - bits);
		cvg_syms_init(&syms);
		for (uint32_t k = 0; k < 2; k++) {
			f.in[k].v = cvg_sym_var(
				&syms, k ? cvg_formula_bits(u.kind2) : 64);
			f.in[k].p = cvg_sym_const(&syms, 1, 0);
			f.in[k].set = cvg_set_alone(&syms);
		}
		assert_true(cvg_formula_of(&syms, &f));
		left = 64 - bits;
		assert_true(cvg_sym_value(&syms, f.out.v, value) ==
			    value[0] + (uint64_t)((int64_t)(value[1] << left) >>
						  left) *
					       u.imm);
		cvg_syms_done(&syms);
	}
}

UNIT_TESTS(refine_sym_test)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_known),  cmocka_unit_test(test_shared),
		cmocka_unit_test(test_learnt), cmocka_unit_test(test_memory),
		cmocka_unit_test(test_parts),  cmocka_unit_test(test_addresses),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
