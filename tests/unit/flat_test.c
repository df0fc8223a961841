/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Plans of flattening: T_a and T_b are the cost table's over the blocks of the
 * loops, n is what is set, measured or guessed; which nests are chosen, and
 * which are refused.
 */
#include "tests/unit/plan_kit.h"

#include "reconverge/cost.h"
#include "reconverge/flat.h"
#include "reconverge/profile.h"

#include <math.h>

#define assert_near(got, want) assert_true(fabs((got) - (want)) <= 1e-9)

/* A (a, tail), B (b). The bound of B differs between threads. */
#define NEST                                                        \
	THREAD "e -> a\n a: i = phi e:0 tail:i1\n a: x = mul t i\n" \
	       "a -> b\n b: j = phi a:0 b:j1\n b: j1 = add j 1\n"   \
	       "b: d = icmp slt j1 x\n b ? d -> b tail\n"           \
	       "tail: i1 = add i 1\n tail: f = icmp slt i1 n\n"     \
	       "tail ? f -> a out\n out ret\n"

struct nests {
	struct graph g;
	struct cvg_settings settings;
	struct cvg_flatplan *plan;
};

static struct nests nests_of(const char *text, const char *idle)
{
	struct nests t = {.g = graph_of(text)};
	struct cvg_err err;

	cvg_settings_init(&t.settings);
	if (idle && !cvg_settings_set(&t.settings, "idle-lanes", idle, &err))
		fail_msg("%s", err.msg);
	t.plan = cvg_plan_flat(t.g.ana, &t.settings);
	return t;
}

static void nests_done(struct nests *t)
{
	cvg_flatplan_free(t->plan);
	graph_done(&t->g);
}

static double cost(const struct nests *t, const char *block)
{
	return (double)cvg_cost_block(t->g.fn, at(&t->g, block));
}

static void formula(void **state)
{
	struct nests t = nests_of(NEST, NULL);
	const struct cvg_flatnest *it = &t.plan->at[0];

	(void)state;
	assert_int_equal(t.plan->n, 1);
	assert_int_equal(it->refusal, CVG_REFUSE_NONE);
	assert_int_equal(it->ninner, 1);
	assert_int_equal(it->ndivergent, 1);
	assert_near(it->ta, cost(&t, "a") + cost(&t, "tail"));
	assert_near(it->tb, cost(&t, "b"));
	assert_int_equal(it->source, CVG_FLAT_GUESS);
	assert_near(it->lanes, 64);
	assert_near(it->idle, 32);
	assert_near(it->net, it->tb / 2 - it->ta / 2);
	assert_int_equal(it->above, it->net > 0);
	nests_done(&t);
}

/*
 * Of each round: two branches, on the state and at the latch; the state there
 * and back, whether to go on; i; x kept and at b's top; j. Of A's rounds no more:
 * the phi of i.
 */
static void added(void **state)
{
	struct nests t = nests_of(NEST, "16");
	const struct cvg_flatnest *it = &t.plan->at[0];
	double branch = cvg_cost_branch(t.g.fn), word = cvg_cost_word(t.g.fn);

	(void)state;
	assert_near(it->to, 2 * branch + 7 * word);
	assert_near(it->less, word);
	assert_false(it->counted);
	assert_near(it->before, 64 * it->tb);
	assert_near(it->after, 48 * (it->tb + it->ta + it->to - it->less));
	assert_int_equal(it->pays, it->before > it->after);
	nests_done(&t);
}

/* What A's next round takes is made before the nest: nothing is kept. */
static void from_outside(void **state)
{
	struct nests t = nests_of(
		THREAD "e: w = mul t t\n e -> a\n a: i = phi e:0 tail:w\n"
		       "a: y = add i 1\n a: store y @buffer\n a -> b\n"
		       "b: j = phi a:0 b:j1\n b: j1 = add j 1\n"
		       "b: d = icmp slt j1 t\n b ? d -> b tail\n"
		       "tail ? c -> a out\n out ret\n",
		NULL);
	const struct cvg_flatnest *it = &t.plan->at[0];
	double branch = cvg_cost_branch(t.g.fn), word = cvg_cost_word(t.g.fn);

	(void)state;
	assert_int_equal(it->refusal, CVG_REFUSE_NONE);
	/* the state there and back, whether to go on, i, j */
	assert_near(it->to, 2 * branch + 5 * word);
	nests_done(&t);
}

/* A profile that saw rounds: what they cost. */
static void counted(void **state)
{
	struct nests t = nests_of(NEST, NULL);
	const struct cvg_fn *fn = t.g.fn;
	uint32_t block[] = {at(&t.g, "a"), at(&t.g, "b"), at(&t.g, "tail")};
	const uint64_t rounds[] = {12, 40, 13};
	uint64_t *runs = cvg_calloc(fn->nblocks, sizeof *runs);
	uint64_t *edge = cvg_calloc(cvg_fn_nedges(fn), sizeof *edge);
	struct cvg_profile *p;
	const struct cvg_flatnest *it;

	(void)state;
	runs[block[0]] = runs[block[2]] = 10;
	runs[block[1]] = 100;
	p = cvg_profile_new(fn, runs, runs, runs, edge);
	cvg_profile_add_nest(p, fn, 40, block, rounds, 3);
	cvg_profile_sort(p);
	t.settings.profile = p;
	cvg_flatplan_free(t.plan);
	t.plan = cvg_plan_flat(t.g.ana, &t.settings);
	it = &t.plan->at[0];
	assert_true(it->counted);
	assert_near(it->before, 10 * (cost(&t, "a") + cost(&t, "tail")) +
					100 * cost(&t, "b"));
	assert_near(it->after, 12 * (cost(&t, "a") - it->less) +
				       13 * cost(&t, "tail") +
				       40 * (cost(&t, "b") + it->to));
	assert_near(it->gain, it->before - it->after);
	nests_done(&t);
	cvg_profile_free(p);
	free(runs);
	free(edge);
}

/* n on either side of N T_a / (T_a + T_b). */
static void threshold(void **state)
{
	static const char *const idle[] = {"0", "64", "8", "60"};

	(void)state;
	for (size_t k = 0; k < sizeof idle / sizeof *idle; k++) {
		struct nests t = nests_of(NEST, idle[k]);
		const struct cvg_flatnest *it = &t.plan->at[0];
		bool above = it->idle / 64 > it->ta / (it->ta + it->tb);
		bool pays = it->before > it->after;

		assert_int_equal(it->source, CVG_FLAT_SET);
		assert_int_equal(it->above, above);
		assert_int_equal(it->chosen, pays);
		assert_int_equal(pays, k % 2);
		nests_done(&t);
	}
}

/* Half of A's rounds, and of its price, for a block in an arm of two. */
static void arms(void **state)
{
	struct nests t = nests_of(
		THREAD "e -> a\n a: i = phi e:0 tail:i1\n a: x = mul t i\n"
		       "a ? c -> l r\n l: y = mul x x\n l -> b\n"
		       "r: z = sdiv x n\n r -> b\n"
		       "b: j = phi l:0 r:1 b:j1\n b: j1 = add j 1\n"
		       "b: d = icmp slt j1 x\n b ? d -> b tail\n"
		       "tail: i1 = add i 1\n tail: f = icmp slt i1 n\n"
		       "tail ? f -> a out\n out ret\n",
		NULL);

	(void)state;
	assert_near(t.plan->at[0].ta,
		    cost(&t, "a") + cost(&t, "tail") +
			    (cost(&t, "l") + cost(&t, "r")) / 2);
	nests_done(&t);
}

/* 10 rounds of A with 64 lanes, 100 of B with 16: 48 of 64 idle. */
static void measured(void **state)
{
	struct nests t = nests_of(NEST, NULL);
	const struct cvg_fn *fn = t.g.fn;
	uint64_t *warps = cvg_calloc(fn->nblocks, sizeof *warps);
	uint64_t *lanes = cvg_calloc(fn->nblocks, sizeof *lanes);
	uint64_t *split = cvg_calloc(fn->nblocks, sizeof *split);
	uint64_t *edge = cvg_calloc(cvg_fn_nedges(fn), sizeof *edge);
	struct cvg_profile *p;
	const struct cvg_flatnest *it;

	(void)state;
	warps[at(&t.g, "a")] = 10;
	lanes[at(&t.g, "a")] = 640;
	warps[at(&t.g, "b")] = 100;
	lanes[at(&t.g, "b")] = 1600;
	warps[at(&t.g, "tail")] = 20;
	p = cvg_profile_new(fn, warps, lanes, split, edge);
	t.settings.profile = p;
	cvg_flatplan_free(t.plan);
	t.plan = cvg_plan_flat(t.g.ana, &t.settings);
	it = &t.plan->at[0];
	assert_int_equal(it->source, CVG_FLAT_MEASURED);
	assert_near(it->idle, 48);
	assert_near(it->ta, cost(&t, "a") + 2 * cost(&t, "tail"));
	assert_near(it->tb, cost(&t, "b"));
	assert_false(it->counted);
	assert_near(it->gain, 100 * (it->before - it->after) / 64);
	nests_done(&t);
	cvg_profile_free(p);
	free(warps);
	free(lanes);
	free(split);
	free(edge);
}

/* A nest is chosen whole or its parts are, never both. */
static void choice(void **state)
{
	struct nests t = nests_of(
		THREAD "e -> a\n a: i = phi e:0 al:i1\n a -> b\n"
		       "b: j = phi a:0 bl:j1\n b: x = mul t j\n b -> k\n"
		       "k: s = phi b:0 k:s1\n k: s1 = add s 1\n"
		       "k: d = icmp slt s1 x\n k ? d -> k bl\n"
		       "bl: j1 = add j 1\n bl: g = icmp slt j1 t\n"
		       "bl ? g -> b al\n"
		       "al: i1 = add i 1\n al: f = icmp slt i1 n\n"
		       "al ? f -> a out\n out ret\n",
		"64");
	uint32_t chosen = 0;

	(void)state;
	assert_int_equal(t.plan->n, 2);
	assert_int_equal(t.plan->at[0].ninner, 2);
	assert_int_equal(t.plan->at[1].ninner, 1);
	for (uint32_t k = 0; k < t.plan->n; k++) {
		assert_true(t.plan->at[k].pays);
		chosen += t.plan->at[k].chosen;
	}
	assert_int_equal(chosen, 1);
	assert_ptr_equal(cvg_flat_around(t.plan, cvg_ana_loops(t.g.ana), 2),
			 &t.plan->at[1]);
	assert_null(cvg_flat_around(t.plan, cvg_ana_loops(t.g.ana), CVG_NONE));
	nests_done(&t);
}

static void expect_refusal(const char *text, enum cvg_refusal why,
			   const char *block)
{
	struct nests t = nests_of(text, "64");

	assert_int_equal(t.plan->n, 1);
	assert_int_equal(t.plan->at[0].refusal, why);
	assert_false(t.plan->at[0].chosen);
	if (block)
		assert_int_equal(t.plan->at[0].culprit_block, at(&t.g, block));
	nests_done(&t);
}

static void refusals(void **state)
{
	(void)state;
	expect_refusal(THREAD "e -> a\n a: call f convergent\n a -> b\n"
			      "b ? c -> b k\n k ? c -> a out\n out ret\n",
		       CVG_REFUSE_FLAT_CONVERGENT, "a");
	expect_refusal("kernel amdgpu\n arg n m\n e: c = icmp slt n m\n"
		       "e -> a\n a -> b\n b ? c -> b k\n k ? c -> a out\n"
		       "out ret\n",
		       CVG_REFUSE_FLAT_UNIFORM, NULL);
	expect_refusal(THREAD "e -> a\n a: i = phi e:0 r:i1\n a -> b\n"
			      "b: j = phi a:0 b:j1\n b: j1 = add j 1\n"
			      "b: d = icmp slt j1 t\n b ? d -> b k\n"
			      "k: i1 = add i 1\n k ? c -> l r\n"
			      "l ? d -> r out\n r ? d -> l a\n out ret\n",
		       CVG_REFUSE_IRREDUCIBLE, "a");
}

UNIT_TESTS(flat_test)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(formula),	cmocka_unit_test(threshold),
		cmocka_unit_test(arms),		cmocka_unit_test(measured),
		cmocka_unit_test(choice),	cmocka_unit_test(refusals),
		cmocka_unit_test(added),	cmocka_unit_test(counted),
		cmocka_unit_test(from_outside),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
