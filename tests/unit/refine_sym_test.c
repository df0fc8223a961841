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

/* A formula of n numbers, and of `last`: of more numbers than a word has bits. */
static uint32_t sum_of(struct cvg_syms *s, uint32_t n, uint32_t last)
{
	uint32_t sum = last;

	for (uint32_t i = 0; i < n; i++)
		sum = cvg_sym_2(
			s, CVG_Y_ADD,
			cvg_sym_2(s, CVG_Y_MUL, sum, cvg_sym_const(s, 32, 3)),
			cvg_sym_var(s, 32));
	return sum;
}

/* Facts of which no part is in a formula make it be neither simplified nor gone
 * through once more, whatever numbers they are about; those of which one is do. */
static void test_apart(void **state)
{
	struct cvg_syms s;
	uint32_t facts[50], last, sum, three;
	uint64_t before, looked;

	(void)state;
	cvg_syms_init(&s);
	last = cvg_sym_var(&s, 32);
	for (uint32_t i = 0; i < 50; i++)
		facts[i] = cvg_sym_2(&s, CVG_Y_ULT, last,
				     cvg_sym_const(&s, 32, 100 + 7 * i));
	sum = sum_of(&s, 300, last);
	assert_true(cvg_sym_assume(&s, cvg_sym_var(&s, 1)));
	assert_int_equal(cvg_sym_now(&s, sum), sum);
	before = s.anew;
	looked = s.looked;
	for (int i = 0; i < 50; i++) {
		assert_true(cvg_sym_assume(&s, facts[i]));
		assert_int_equal(cvg_sym_now(&s, sum), sum);
	}
	assert_in_range(s.anew - before, 0, 100);
	assert_in_range(s.looked - looked, 0, 1000);
	three = cvg_sym_const(&s, 32, 3);
	assert_true(cvg_sym_assume(&s, cvg_sym_eq(&s, last, three)));
	assert_true(cvg_sym_now(&s, sum) != sum);
	cvg_syms_done(&s);
}

/* What a formula does not come from may be forgotten, and it is not simplified once
 * more; what it comes from may not. */
static void test_forgotten(void **state)
{
	struct cvg_syms s;
	uint32_t last, sum, first, now;
	uint64_t before;
	size_t n;

	(void)state;
	cvg_syms_init(&s);
	last = cvg_sym_var(&s, 32);
	first = cvg_sym_var(&s, 1);
	sum = cvg_sym_if(&s, first, sum_of(&s, 300, last), last);
	assert_true(cvg_sym_assume(&s, first));
	n = s.learnt.n;
	for (int i = 0; i < 10; i++)
		assert_true(cvg_sym_assume(&s, cvg_sym_var(&s, 1)));
	now = cvg_sym_now(&s, sum);
	assert_true(now != sum);
	before = s.anew;
	cvg_sym_forget(&s, n);
	assert_int_equal(cvg_sym_now(&s, sum), now);
	assert_int_equal(s.anew, before);
	cvg_sym_forget(&s, 0);
	assert_int_equal(cvg_sym_now(&s, sum), sum);
	assert_true(cvg_sym_assume(&s, cvg_sym_not(&s, first)));
	assert_int_equal(cvg_sym_now(&s, sum), last);
	cvg_syms_done(&s);
}

/* The bits of random facts on few variables, and of a formula over them. */
struct story {
	struct cvg_syms s;
	uint32_t var[4], made[200], n, held[40], nheld;
	size_t learnt[40];
	uint64_t rng;
};

static uint32_t draw(struct story *t, uint32_t n)
{
	t->rng = t->rng * UINT64_C(6364136223846793005) + 1442695040888963407u;
	return (uint32_t)(t->rng >> 33) % n;
}

static uint32_t draw_bit(struct story *t)
{
	uint32_t x = t->made[draw(t, t->n)], y = t->made[draw(t, t->n)];

	return draw(t, 3) ? cvg_sym_eq(&t->s, x,
				       cvg_sym_const(&t->s, 8, draw(t, 4)))
			  : cvg_sym_2(&t->s, CVG_Y_ULT, x, y);
}

static void draw_formula(struct story *t)
{
	static const enum cvg_symop ops[] = {CVG_Y_AND, CVG_Y_OR, CVG_Y_XOR,
					     CVG_Y_ADD, CVG_Y_MUL};
	uint32_t x = t->made[draw(t, t->n)], y = t->made[draw(t, t->n)];

	t->made[t->n++] = draw(t, 2) ? cvg_sym_2(&t->s, ops[draw(t, 5)], x, y)
				     : cvg_sym_if(&t->s, draw_bit(t), x, y);
}

/* Wherever all that is held is so, a formula is what it is simplified to. */
static void compare_now(struct story *t, uint32_t s)
{
	uint32_t now = cvg_sym_now(&t->s, s);

	for (uint32_t k = 0; k < 256; k++) {
		uint64_t value[4] = {k & 3, k >> 2 & 3, k >> 4 & 3, k >> 6};
		bool all = true;

		for (uint32_t i = 0; i < t->nheld && all; i++)
			all = cvg_sym_value(&t->s, t->held[i], value);
		if (all)
			assert_int_equal(cvg_sym_value(&t->s, now, value),
					 cvg_sym_value(&t->s, s, value));
	}
}

static void step(struct story *t)
{
	uint32_t bit = draw_bit(t), keep;

	if (t->nheld < 6 && draw(t, 3)) {
		t->learnt[t->nheld] = t->s.learnt.n;
		if (cvg_sym_assume(&t->s, bit))
			t->held[t->nheld++] = bit;
		else
			cvg_sym_forget(&t->s, t->learnt[t->nheld]);
	} else if (t->nheld) {
		keep = draw(t, t->nheld);
		cvg_sym_forget(&t->s, t->learnt[keep]);
		t->nheld = keep;
	}
	for (int i = 0; i < 5; i++)
		compare_now(t, t->made[draw(t, t->n)]);
}

/* Random facts come and go; what is simplified with them holds under them. */
static void test_story(void **state)
{
	(void)state;
	for (uint32_t seed = 1; seed <= 60; seed++) {
		struct story t = {.rng = seed};

		cvg_syms_init(&t.s);
		for (int i = 0; i < 4; i++)
			t.made[t.n++] = t.var[i] = cvg_sym_var(&t.s, 8);
		for (int i = 0; i < 30; i++)
			draw_formula(&t);
		for (int i = 0; i < 60; i++)
			step(&t);
		cvg_syms_done(&t.s);
	}
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
		cmocka_unit_test(test_apart),  cmocka_unit_test(test_forgotten),
		cmocka_unit_test(test_story),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
