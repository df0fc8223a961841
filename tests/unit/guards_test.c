/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Runs of instructions that unpredication can guard (DARM IV-E): which
 * instructions only one side needs, how they form runs, what a guard costs.
 * Prices of gfx9: addition 4, multiplication 16, phi 4, jump 16, branch 28.
 */
#include "tests/unit/plan_kit.h"

/* A graph and the runs found under settings. */
struct guarded {
	struct planned p;
	struct cvg_guardplan *plan;
};

static struct guarded guards_of(const char *text, const char *unpredicate,
				const char *skip)
{
	struct guarded g = {.p = plan_of(text)};

	set(&g.p, "unpredicate", unpredicate);
	set(&g.p, "skip", skip);
	g.plan = cvg_plan_guards(g.p.g.ana, &g.p.settings);
	return g;
}

static void guarded_done(struct guarded *g)
{
	cvg_guardplan_free(g->plan);
	planned_done(&g->p);
}

static void add_values(struct cvg_str *s, const struct guarded *g,
		       const uint32_t *inst, uint32_t n)
{
	const struct cvg_fn *fn = g->p.g.fn;

	for (uint32_t i = 0; i < n; i++)
		cvg_str_addf(s, "%s%s", i ? " " : "",
			     fn->values[cvg_inst_value(fn, inst[i])].text);
}

/* "condition: true's instructions | false's", the runs apart by ';'. */
static void expect_runs(const struct guarded *g, const char *expected)
{
	const struct cvg_fn *fn = g->p.g.fn;
	struct cvg_str s = {0};

	for (uint32_t r = 0; r < g->plan->n; r++) {
		const struct cvg_guardrun *run = &g->plan->run[r];

		cvg_str_addf(&s, "%s%s: ", r ? "; " : "",
			     fn->values[run->condition].text);
		add_values(&s, g, run->inst[0], run->ninst[0]);
		cvg_str_add(&s, " | ");
		add_values(&s, g, run->inst[1], run->ninst[1]);
	}
	assert_string_equal(s.n ? s.at : "", expected);
	cvg_str_done(&s);
}

static const char one_side[] = THREAD "e: a = mul t n\n e: b = add a 5\n"
				      "e: s = select c b t\n"
				      "e: store s @p\n e ret\n";

/*
 * a and b are for threads of the true side alone. Guarding them takes a
 * branch, a jump, a phi for b: 28 + 16 + 4; they cost 16 + 4.
 */
static void one_sided_run(void **state)
{
	struct guarded g = guards_of(one_side, "always", "0.5");
	const struct cvg_guardrun *run = &g.plan->run[0];

	(void)state;
	expect_runs(&g, "%c: %a %b | ");
	assert_int_equal(run->latency, 20);
	assert_int_equal(run->price, 48);
	assert_int_equal(run->before,
			 cvg_value_by_name(g.p.g.fn, "s") - g.p.g.fn->nargs);
	assert_true(run->chosen);
	guarded_done(&g);
}

/* always, never, and by profit: skip x latency against the price. */
static void chosen_by_setting(void **state)
{
	static const struct {
		const char *unpredicate, *skip;
		bool small, large; /* 20 and 112 cycles against 48 */
	} rows[] = {
		{"always", "0.5", true, true},	 {"never", "1", false, false},
		{"profit", "0.5", false, true},	 /* 10, 56 */
		{"profit", "1", false, true},	 /* 20, 112 */
		{"profit", "0.4", false, false}, /* 8, 44.8 */
	};
	const char large[] = THREAD "e: a = mul t n\n e: a1 = mul a n\n"
				    "e: a2 = mul a1 n\n e: a3 = mul a2 n\n"
				    "e: a4 = mul a3 n\n e: a5 = mul a4 n\n"
				    "e: a6 = mul a5 n\n"
				    "e: s = select c a6 t\n"
				    "e: store s @p\n e ret\n";

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct guarded g =
			guards_of(one_side, rows[i].unpredicate, rows[i].skip);

		assert_int_equal(g.plan->n, 1);
		assert_true(g.plan->run[0].chosen == rows[i].small);
		guarded_done(&g);
		g = guards_of(large, rows[i].unpredicate, rows[i].skip);
		assert_int_equal(g.plan->n, 1);
		assert_int_equal(g.plan->run[0].latency, 112);
		assert_true(g.plan->run[0].chosen == rows[i].large);
		guarded_done(&g);
	}
}

/* Both sides' at once: one branch, two jumps, two phis: 28 + 32 + 8. */
static void both_sides(void **state)
{
	struct guarded g = guards_of(THREAD "e: a = mul t n\n e: b = mul t m\n"
					    "e: a1 = add a 1\n"
					    "e: s = select c a1 b\n"
					    "e: store s @p\n e ret\n",
				     "always", "0.5");

	(void)state;
	expect_runs(&g, "%c: %a %a1 | %b");
	assert_int_equal(g.plan->run[0].latency, 36);
	assert_int_equal(g.plan->run[0].price, 68);
	guarded_done(&g);
}

/* What everyone looks at is nobody's: stored, in a phi, in a condition. */
static void for_everyone(void **state)
{
	static const char *const texts[] = {
		THREAD "e: a = mul t n\n e: s = select c a t\n"
		       "e: store s @p\n e: store a @q\n e ret\n",
		THREAD "e: a = mul t n\n e: s = select c a t\n"
		       "e: store s @p\n e -> x\n x: r = phi e:a\n"
		       "x ret r\n",
		THREAD "e: a = icmp slt t m\n e: s = select a t n\n"
		       "e: store s @p\n e ret\n",
		THREAD "e: a = mul t n\n e: s = select c a a\n"
		       "e: store s @p\n e ret\n",
		THREAD "e: a = mul t n\n e: s = select c a t\n"
		       "e: z = select c t a\n"
		       "e: store s @p\n e: store z @p\n e ret\n",
		THREAD "e: a = load @q\n e: s = select c a t\n"
		       "e: store s @p\n e ret\n",
		THREAD "e: a = udiv t n\n e: s = select c a t\n"
		       "e: store s @p\n e ret\n",
	};

	(void)state;
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		struct guarded g = guards_of(texts[i], "always", "1");

		expect_runs(&g, "");
		guarded_done(&g);
	}
}

/* Needed behind one edge of the block's own branch only. */
static void behind_an_edge(void **state)
{
	struct guarded g = guards_of(THREAD "e: a = mul t n\n e: b = mul t m\n"
					    "e ? c -> y z\n"
					    "y: store b @p\n y -> x\n"
					    "z: store a @p\n z -> x\n"
					    "x ret\n",
				     "always", "0.5");

	(void)state;
	expect_runs(&g, "%c: %b | %a");
	guarded_done(&g);
	/* x is behind both */
	g = guards_of(THREAD "e: a = mul t n\n e ? c -> y x\n"
			     "y -> x\n x: store a @p\n x ret\n",
		      "always", "0.5");
	expect_runs(&g, "");
	guarded_done(&g);
}

/* Two conditions: a run ends where the other one's begins. */
static void two_conditions(void **state)
{
	struct guarded g =
		guards_of(THREAD "e: d = icmp slt t m\n"
				 "e: a = mul t n\n e: b = mul t m\n"
				 "e: s = select c a t\n e: z = select d t b\n"
				 "e: store s @p\n e: store z @p\n e ret\n",
			  "always", "0.5");

	(void)state;
	expect_runs(&g, "%c: %a | ; %d:  | %b");
	guarded_done(&g);
}

/* The condition is made after the run: the run is placed behind it. */
static void condition_comes_later(void **state)
{
	struct guarded g = guards_of(THREAD "e: a = mul t n\n"
					    "e: d = icmp slt t m\n"
					    "e: s = select d a t\n"
					    "e: store s @p\n e ret\n",
				     "always", "0.5");

	(void)state;
	expect_runs(&g, "%d: %a | ");
	assert_true(g.plan->run[0].before + g.p.g.fn->nargs ==
		    cvg_value_by_name(g.p.g.fn, "s"));
	guarded_done(&g);
}

/* A block that is never reached has no runs. */
static void unreachable(void **state)
{
	struct guarded g = guards_of(THREAD "e ret\n"
					    "d: a = mul t n\n"
					    "d: s = select c a t\n"
					    "d: store s @p\n d ret\n",
				     "always", "0.5");

	(void)state;
	assert_int_equal(g.plan->n, 0);
	guarded_done(&g);
}

UNIT_TESTS(guards_test)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(one_sided_run),
		cmocka_unit_test(chosen_by_setting),
		cmocka_unit_test(both_sides),
		cmocka_unit_test(for_everyone),
		cmocka_unit_test(behind_an_edge),
		cmocka_unit_test(two_conditions),
		cmocka_unit_test(condition_comes_later),
		cmocka_unit_test(unreachable),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
