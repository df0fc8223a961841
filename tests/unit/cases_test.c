/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Arms of divergent switches: which are melded with which, and how their threads
 * are told apart. */
#include "tests/unit/plan_kit.h"

#include "src/plan/cases.h"

/* "a/b c/d": the pairs of arms, best first. */
static void expect_parts(const struct planned *p, const char *block,
			 const char *expected)
{
	const struct cvg_candidate *c = candidate(p, block);
	struct cvg_str s = {0};

	for (uint32_t i = 0; i < c->nparts; i++)
		cvg_str_addf(&s, "%s%s/%s", i ? " " : "",
			     name_of(p, c->part[i].start[0]),
			     name_of(p, c->part[i].start[1]));
	assert_string_equal(s.n ? s.at : "", expected);
	cvg_str_done(&s);
}

/* Two divisions, two products, and an arm that is like no other. */
#define FIVE                                                      \
	THREAD "e switch t -> d a b p q\n"                        \
	       "a: a1 = udiv t n\n a -> x\n"                      \
	       "b: b1 = udiv t m\n b -> x\n"                      \
	       "p: p1 = mul t n\n p: p2 = mul p1 n\n"             \
	       "p: p3 = mul p2 p1\n p: p4 = mul p3 p1\n"          \
	       "p: p5 = mul p4 p1\n p: p6 = mul p5 p1\n"          \
	       "p: p7 = mul p6 p1\n p: p8 = mul p7 p1\n p -> x\n" \
	       "q: q1 = mul t m\n q: q2 = mul q1 m\n"             \
	       "q: q3 = mul q2 q1\n q: q4 = mul q3 q1\n"          \
	       "q: q5 = mul q4 q1\n q: q6 = mul q5 q1\n"          \
	       "q: q7 = mul q6 q1\n q: q8 = mul q7 q1\n q -> x\n" \
	       "d: d1 = xor t n\n d: store d1 @o\n d -> x\n"      \
	       "x: w = phi a:a1 b:b1 p:p8 q:q8 d:t\n"             \
	       "x: store w @o\n x ret\n"

static void pairs(void **state)
{
	struct planned p = plan_of(FIVE);
	const struct cvg_candidate *c = candidate(&p, "e");
	double net = 0;

	(void)state;
	assert_int_equal(c->refusal, CVG_REFUSE_NONE);
	expect_parts(&p, "e", "a/b p/q");
	expect_chain(&p, "e", CVG_ARM_TRUE, "a");
	expect_chain(&p, "e", CVG_ARM_FALSE, "b");
	for (uint32_t i = 0; i < c->nparts; i++)
		net += (double)c->part[i].net * c->part[i].reach;
	assert_int_equal(c->net, (int64_t)net);
	assert_int_equal(c->part[0].test.kind, CVG_CASETEST_RANGE);
	assert_int_equal(c->part[0].test.insts, 1);
	planned_done(&p);
}

/* What was melded and taken back is tried once more, the best pair alone; then the
 * others, until enough was tried. */
static void lost(void **state)
{
	struct planned p = plan_of(FIVE);
	uint32_t e = p.g.fn->blocks[at(&p.g, "e")].uid;
	uint32_t a = p.g.fn->blocks[at(&p.g, "a")].uid;
	uint32_t b = p.g.fn->blocks[at(&p.g, "b")].uid;
	uint32_t triples[] = {e, e, e, e, a, b, e, e, e, e, e, e, e, e, e};
	struct cvg_u32s pairs = {.at = triples, .n = 3};

	(void)state;
	plan_again(&p, &pairs);
	expect_parts(&p, "e", "a/b");
	pairs.n = 6;
	plan_again(&p, &pairs);
	expect_parts(&p, "e", "p/q");
	pairs.n = 15;
	plan_again(&p, &pairs);
	expect_parts(&p, "e", "");
	expect_refused(&p, "e", CVG_REFUSE_LOST, "-");
	planned_done(&p);
}

/* Arms that share a tail meet there, but not if it holds what depends on which
 * threads run it together. */
static void shared_tail(void **state)
{
	struct planned p = plan_of(
		THREAD "e switch t -> x a b\n"
		       "a: a1 = udiv t n\n a: store a1 @o\n a -> s\n"
		       "b: b1 = udiv t m\n b: store b1 @o\n b -> s\n"
		       "s: g = udiv t t\n s: store g @o\n s -> x\n x ret\n");

	(void)state;
	expect_parts(&p, "e", "a/b");
	assert_string_equal(name_of(&p, candidate(&p, "e")->part[0].exit), "s");
	planned_done(&p);
	p = plan_of(THREAD "e switch t -> x a b\n"
			   "a: a1 = udiv t n\n a: store a1 @o\n a -> s\n"
			   "b: b1 = udiv t m\n b: store b1 @o\n b -> s\n"
			   "s: call g convergent\n s -> x\n x ret\n");
	expect_refused(&p, "e", CVG_REFUSE_CONVERGENT, "s");
	planned_done(&p);
}

/* What an arm shares with another one, or leads back to the switch. */
static void no_arms(void **state)
{
	struct planned p =
		plan_of(THREAD "e switch t -> x a b\n"
			       "a: a1 = udiv t n\n a: store a1 @o\n a -> b\n"
			       "b: b1 = udiv t m\n b: store b1 @o\n b -> x\n"
			       "x ret\n");

	(void)state;
	expect_refused(&p, "e", CVG_REFUSE_SWITCH, "-");
	planned_done(&p);
}

/* Arms that never meet are gathered first. */
static void returns(void **state)
{
	struct planned p =
		plan_of(THREAD "e switch t -> a b b\n"
			       "a: a1 = udiv t n\n a: store a1 @o\n a ret\n"
			       "b: b1 = udiv t m\n b: store b1 @o\n b ret\n");

	(void)state;
	expect_parts(&p, "e", "a/b");
	assert_non_null(candidate(&p, "e")->gather);
	planned_done(&p);
}

/* Arms that save nothing when they are melded, and less than nothing apart. */
static void cheap(void **state)
{
	struct planned p = plan_of(
		THREAD "e switch t -> x a b\n"
		       "a: a1 = add t n\n a -> x\n b: b1 = xor t m\n b -> x\n"
		       "x: w = phi e:t a:a1 b:b1\n x: store w @o\n x ret\n");

	(void)state;
	expect_refused(&p, "e", CVG_REFUSE_CHEAP, "-");
	assert_string_equal(cvg_refusal_step(CVG_REFUSE_CHEAP), "ifconvert");
	planned_done(&p);
}

/* A loop around the switch, whose arms lead back to it. */
static void back_to_the_switch(void **state)
{
	struct planned p = plan_of(
		THREAD "e -> h\n"
		       "h: i = phi e:t a:a1 b:b1\n h switch i -> x a b\n"
		       "a: a1 = udiv i n\n a: store a1 @o\n a -> h\n"
		       "b: b1 = udiv i m\n b: store b1 @o\n b -> h\n"
		       "x ret\n");

	(void)state;
	expect_parts(&p, "h", "a/b");
	planned_done(&p);
}

/* ---- tests of two arms -------------------------------------------------- */

/* Is the test true for the value, in as many bits? */
static bool is_true(const struct cvg_casetest *test,
		    const struct cvg_values *tested, uint64_t value,
		    uint64_t ones)
{
	switch (test->kind) {
	case CVG_CASETEST_RANGE:
		return ((value - test->low) & ones) < test->count;
	case CVG_CASETEST_MASK:
		value = (value - test->low) & ones;
		assert_true(value < test->width);
		return test->mask >> value & 1;
	case CVG_CASETEST_EACH:
		for (uint32_t i = 0; i < tested->n; i++)
			if (tested->at[i] == value)
				return true;
		return false;
	}
	return false;
}

static void expect_told_apart(const struct cvg_values set[2], uint64_t ones)
{
	struct cvg_casetest test;

	cvg_casetest_find(set, &test);
	for (uint32_t arm = 0; arm < 2; arm++)
		for (uint32_t i = 0; i < set[arm].n; i++)
			assert_int_equal(is_true(&test, &set[test.arm],
						 set[arm].at[i], ones),
					 arm == test.arm);
	/* All other values are those of the arm with the default. */
	for (uint64_t value = 0; value <= ones && value < 512; value++) {
		bool listed = false;

		for (uint32_t arm = 0; arm < 2; arm++)
			for (uint32_t i = 0; i < set[arm].n; i++)
				listed |= set[arm].at[i] == value;
		if (!listed && (set[0].open || set[1].open))
			assert_false(
				is_true(&test, &set[test.arm], value, ones));
	}
}

/* Random sets of values of 8 and 64 bits, near each other or far apart. */
static void random_sets(void **state)
{
	uint64_t seed = 1;
	uint32_t kinds[3] = {0};

	(void)state;
	for (int round = 0; round < 20000; round++) {
		uint64_t ones = round % 3 ? 255 : UINT64_MAX;
		uint64_t span = round % 5 ? 16 : 90;
		uint64_t base, at[2][90];
		struct cvg_values set[2] = {{.at = at[0]}, {.at = at[1]}};
		struct cvg_casetest test;

		seed = seed * UINT64_C(6364136223846793005) +
		       1442695040888963407;
		base = (seed >> 40) % 4 ? 0 : ones - span;
		for (uint64_t k = 0; k < span; k++) {
			uint64_t bits =
				(seed >> (k % 31 + 5)) ^ k * (seed >> 50);

			if (bits % 3 < 2)
				at[bits % 3][set[bits % 3].n++] = base + k;
		}
		set[0].open = seed >> 60 == 1;
		set[1].open = seed >> 60 == 2;
		if ((!set[0].n && !set[0].open) || (!set[1].n && !set[1].open))
			continue;
		expect_told_apart(set, ones);
		cvg_casetest_find(set, &test);
		kinds[test.kind]++;
	}
	for (int kind = 0; kind < 3; kind++)
		assert_true(kinds[kind] > 0);
}

/* The cheapest test is taken. */
static void cheapest(void **state)
{
	static const struct {
		uint64_t a[4], b[4];
		uint32_t na, nb;
		bool open; /* the default leads to b */
		enum cvg_casetestkind kind;
		uint32_t insts;
	} rows[] = {
		{{3}, {5, 7}, 1, 2, false, CVG_CASETEST_RANGE, 1},
		{{3}, {5, 7}, 1, 2, true, CVG_CASETEST_RANGE, 1},
		{{2, 3}, {7, 8}, 2, 2, false, CVG_CASETEST_RANGE, 1},
		{{2, 3}, {7, 8}, 2, 2, true, CVG_CASETEST_RANGE, 2},
		{{2, 5}, {1, 7}, 2, 2, false, CVG_CASETEST_RANGE, 2},
		{{2, 5}, {1, 7}, 2, 2, true, CVG_CASETEST_EACH, 3},
		{{1, 4, 6}, {2, 5, 7}, 3, 3, false, CVG_CASETEST_MASK, 3},
		{{41, 44, 46}, {42, 45, 47}, 3, 3, false, CVG_CASETEST_MASK, 4},
		{{1, 400, 600},
		 {2, 500, 700},
		 3,
		 3,
		 false,
		 CVG_CASETEST_EACH,
		 5},
	};

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		const struct cvg_values set[2] = {
			{rows[i].a, rows[i].na, false},
			{rows[i].b, rows[i].nb, rows[i].open}};
		struct cvg_casetest test;

		cvg_casetest_find(set, &test);
		assert_int_equal(test.kind, rows[i].kind);
		assert_int_equal(test.insts, rows[i].insts);
	}
}

UNIT_TESTS(cases_test)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(pairs),
		cmocka_unit_test(lost),
		cmocka_unit_test(shared_tail),
		cmocka_unit_test(no_arms),
		cmocka_unit_test(returns),
		cmocka_unit_test(cheap),
		cmocka_unit_test(back_to_the_switch),
		cmocka_unit_test(random_sets),
		cmocka_unit_test(cheapest),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
