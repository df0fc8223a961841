/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Measured counts in prices: which share of the warps runs both arms, how
 * often a guarded run is skipped, and what of it still means something in
 * other code. Prices of gfx9: multiplication 16, branch 28, jump 16, phi 4.
 */
#include "tests/unit/plan_kit.h"

#include "reconverge/profile.h"

#define MAX_BLOCKS 8

/* Counts by block; a condition's block: edges true, false; and split. */
struct counts {
	uint64_t warps[MAX_BLOCKS], lanes[MAX_BLOCKS], split[MAX_BLOCKS];
	uint64_t edge[2 * MAX_BLOCKS];
};

#define DIAMOND                                       \
	"e ? c -> t f\n"                              \
	"t: a = mul t n\n t: a2 = mul a 7\n t -> x\n" \
	"f: b = mul t m\n f: b2 = mul b 6\n f -> x\n" \
	"x: r = phi t:a2 f:b2\n x ret r\n"

/* 10 warps, of which so many are split and so many go to the true side. */
static struct counts diamond_counts(uint64_t split, uint64_t t, uint64_t f)
{
	struct counts c = {.warps = {10, t, f, 10}, .split = {split}};

	c.edge[0] = t;
	c.edge[1] = f;
	return c;
}

static struct cvg_profile *profile_of(const struct planned *p,
				      const struct counts *c)
{
	return cvg_profile_new(p->g.fn, c->warps, c->lanes, c->split, c->edge);
}

static void plan_with(struct planned *p, const struct cvg_profile *profile)
{
	p->settings.profile = profile;
	plan_again(p, NULL);
}

static void share_of_both(void **state)
{
	struct planned p = plan_of(THREAD DIAMOND);
	struct counts some = diamond_counts(5, 10, 5);
	struct counts none = diamond_counts(0, 10, 0);
	int64_t full = candidate(&p, "e")->net;
	struct cvg_profile *profile = profile_of(&p, &some);

	(void)state;
	assert_true(candidate(&p, "e")->both == 1);
	assert_int_equal(candidate(&p, "e")->warps, 0);
	plan_with(&p, profile);
	assert_true(candidate(&p, "e")->both == 0.5);
	assert_int_equal(candidate(&p, "e")->warps, 10);
	assert_true(candidate(&p, "e")->net < full);
	assert_int_equal(candidate(&p, "e")->refusal, CVG_REFUSE_NONE);
	cvg_profile_free(profile);
	/* Never split: nothing to gain. */
	profile = profile_of(&p, &none);
	plan_with(&p, profile);
	assert_int_equal(candidate(&p, "e")->refusal, CVG_REFUSE_PROFIT);
	cvg_profile_free(profile);
	planned_done(&p);
}

/* Counts of two launches add up, and so do those of one condition. */
static void sums(void **state)
{
	struct planned p = plan_of(THREAD DIAMOND);
	struct counts left = diamond_counts(0, 10, 0);
	struct counts both = diamond_counts(5, 10, 5);
	struct cvg_profile *profile = profile_of(&p, &left);
	struct cvg_profile *other = profile_of(&p, &both);
	uint32_t v = p.g.fn->ops[cvg_block_terminator(p.g.fn, 0)->ops_at];

	(void)state;
	assert_int_equal(cvg_profile_extent(profile).reached, 3);
	assert_int_equal(cvg_profile_extent(profile).split, 0);
	cvg_profile_add(profile, other);
	assert_int_equal(cvg_profile_extent(profile).reached, 4);
	assert_int_equal(cvg_profile_extent(profile).blocks, 4);
	assert_int_equal(cvg_profile_extent(profile).branches, 1);
	assert_int_equal(cvg_profile_extent(profile).split, 1);
	plan_with(&p, profile);
	assert_true(candidate(&p, "e")->both == 0.25);
	assert_int_equal(candidate(&p, "e")->warps, 20);
	/* 10 of the first, 5 of the second did not go to the false side. */
	assert_true(cvg_profile_unused(profile, p.g.fn, v, CVG_ARM_FALSE, 9) ==
		    0.75);
	cvg_profile_free(profile);
	cvg_profile_free(other);
	planned_done(&p);
}

/* What no profiled launch reaches is not melded: nothing is known to be saved. */
static void never_run(void **state)
{
	struct planned p = plan_of(THREAD DIAMOND);
	struct counts c = {.warps = {0}};
	struct cvg_profile *profile = profile_of(&p, &c);

	(void)state;
	assert_int_equal(candidate(&p, "e")->refusal, CVG_REFUSE_NONE);
	plan_with(&p, profile);
	assert_int_equal(candidate(&p, "e")->refusal, CVG_REFUSE_UNREACHED);
	assert_int_equal(candidate(&p, "e")->warps, 0);
	cvg_profile_free(profile);
	planned_done(&p);
}

/* The better one alone comes second if the other runs more often. */
static void often_before_well(void **state)
{
	struct planned p =
		plan_of(THREAD "e ? c -> t f\n"
			       "t: a = mul t n\n t: a2 = mul a 7\n t -> x\n"
			       "f: b = mul t m\n f: b2 = mul b 6\n f -> x\n"
			       "x: r = phi t:a2 f:b2\n x: d = icmp slt t m\n"
			       "x ? d -> u v\n"
			       "u: g = mul t n\n u -> y\n"
			       "v: h = mul t m\n v -> y\n"
			       "y: q = phi u:g v:h\n y ret q\n");
	struct counts c = {.warps = {1, 1, 1, 90, 90, 90, 1},
			   .split = {1, 0, 0, 90},
			   .edge = {1, 1, 1, 1, 90, 90}};
	struct cvg_profile *profile = profile_of(&p, &c);

	(void)state;
	assert_int_equal(p.plan->at[p.plan->by_profit[0]].entry, at(&p.g, "e"));
	plan_with(&p, profile);
	assert_int_equal(p.plan->at[p.plan->by_profit[0]].entry, at(&p.g, "x"));
	cvg_profile_free(profile);
	planned_done(&p);
}

/* 10 warps: 5 split, 5 only true; so one half never goes to false. */
static void unused_sides(void **state)
{
	struct planned p = plan_of(THREAD DIAMOND);
	struct counts c = diamond_counts(5, 10, 5);
	struct cvg_profile *profile = profile_of(&p, &c);
	uint32_t v = cvg_value_by_name(p.g.fn, "c");
	uint32_t other = cvg_value_by_name(p.g.fn, "a");

	(void)state;
	assert_true(cvg_profile_unused(profile, p.g.fn, v, CVG_ARM_TRUE, 9) ==
		    0);
	assert_true(cvg_profile_unused(profile, p.g.fn, v, CVG_ARM_FALSE, 9) ==
		    0.5);
	assert_true(cvg_profile_unused(profile, p.g.fn, other, CVG_ARM_TRUE,
				       9) == 9);
	assert_true(cvg_profile_unused(NULL, p.g.fn, v, CVG_ARM_TRUE, 9) == 9);
	cvg_profile_free(profile);
	planned_done(&p);
}

/* Three multiplications and the select that chooses them: 52 cycles. */
static void guards_by_measure(void **state)
{
	const char *text = THREAD "e: a = mul t n\n e: b = mul a n\n"
				  "e: d = mul b n\n"
				  "e: s = select c d t\n e ? c -> u v\n"
				  "u: store s @p\n u -> v\n v ret\n";
	struct planned p = plan_of(text);
	struct counts c = {.warps = {10, 1, 10}, .edge = {1, 9}, .split = {0}};
	struct cvg_profile *profile = profile_of(&p, &c);
	struct cvg_guardplan *plan = cvg_plan_guards(p.g.ana, &p.settings);

	(void)state;
	assert_int_equal(plan->n, 1);
	assert_int_equal(plan->run[0].latency, 52);
	assert_true(plan->run[0].spared == 26);
	cvg_guardplan_free(plan);
	p.settings.profile = profile;
	plan = cvg_plan_guards(p.g.ana, &p.settings);
	assert_true(plan->run[0].spared == 52 * 0.9);
	cvg_guardplan_free(plan);
	cvg_profile_free(profile);
	planned_done(&p);
}

/* In other code: by block number, but only if the branch is the same. */
static void other_code(void **state)
{
	struct planned p = plan_of(THREAD DIAMOND);
	struct planned same = plan_of(THREAD "e: z = add t 1\n" DIAMOND);
	struct planned other = plan_of(THREAD "e: d = icmp slt t m\n"
					      "e ? d -> t f\n"
					      "t -> x\n f -> x\n x ret\n");
	struct counts c = diamond_counts(5, 10, 5);
	struct cvg_profile *profile = profile_of(&p, &c);

	(void)state;
	assert_int_equal(cvg_profile_at(profile, same.g.fn, 0)->warps, 10);
	assert_null(cvg_profile_at(profile, other.g.fn, 0));
	assert_non_null(cvg_profile_at(profile, other.g.fn, 1));
	assert_null(cvg_profile_at(NULL, p.g.fn, 0));
	cvg_profile_free(profile);
	planned_done(&p);
	planned_done(&same);
	planned_done(&other);
}

/* Values without names: known again by how they are computed. */
static void keys(void **state)
{
	struct planned p = plan_of(THREAD "e: 1 = add t n\n"
					  "e: 2 = icmp slt 1 m\n"
					  "e: 3 = icmp slt 1 n\n"
					  "e: store 1 @p\n e ret\n");
	struct planned q = plan_of(THREAD "e: 4 = mul t t\n"
					  "e: 6 = add t n\n"
					  "e: 7 = icmp slt 6 m\n"
					  "e: d = icmp slt 6 m\n"
					  "e: store 4 @p\n e ret\n");
	const struct cvg_fn *f = p.g.fn, *g = q.g.fn;
	uint64_t two = cvg_profile_key(f, cvg_value_by_name(f, "2"));

	(void)state;
	assert_true(two == cvg_profile_key(g, cvg_value_by_name(g, "7")));
	assert_true(two != cvg_profile_key(f, cvg_value_by_name(f, "3")));
	assert_true(two != cvg_profile_key(g, cvg_value_by_name(g, "d")));
	assert_true(cvg_profile_key(f, cvg_value_by_name(f, "c")) ==
		    cvg_profile_key(g, cvg_value_by_name(g, "c")));
	planned_done(&p);
	planned_done(&q);
}

UNIT_TESTS(profile_test)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(share_of_both),
		cmocka_unit_test(sums),
		cmocka_unit_test(never_run),
		cmocka_unit_test(often_before_well),
		cmocka_unit_test(unused_sides),
		cmocka_unit_test(guards_by_measure),
		cmocka_unit_test(other_code),
		cmocka_unit_test(keys),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
