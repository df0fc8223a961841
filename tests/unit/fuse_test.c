/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Plans of fusing one-armed ifs: which pairs there are, what forbids them, and
 * what they bring. Prices of gfx9: addition 4, multiplication 16, compare 4,
 * select 4, phi 4, jump 16, branch 28.
 */
#include "tests/unit/plan_kit.h"

#include "reconverge/fuse.h"
#include "reconverge/profile.h"

#include <math.h>

/* A graph and what is planned under settings. */
struct fused {
	struct planned p;
	struct cvg_fuseplan *plan;
};

static struct fused fused_of(const char *text)
{
	struct fused f = {.p = plan_of(text)};

	f.plan = cvg_plan_fuse(f.p.g.ana, &f.p.settings);
	return f;
}

static void fused_done(struct fused *f)
{
	cvg_fuseplan_free(f->plan);
	planned_done(&f->p);
}

static const struct cvg_fuse *fuse_at(const struct fused *f, const char *block)
{
	const struct cvg_fuse *fuse =
		cvg_fuse_at(f->plan, cvg_block_by_name(f->p.g.fn, block));

	assert_non_null(fuse);
	return fuse;
}

static void expect_refusal(const char *text, enum cvg_refusal refusal)
{
	struct fused f = fused_of(text);

	assert_int_equal(fuse_at(&f, "e")->refusal, refusal);
	fused_done(&f);
}

/* `if (t == 1) A; if (t == 2) B`, where both arms have the same operations. */
#define APART                                     \
	"kernel amdgpu\n"                         \
	"arg n m u v\n"                           \
	"e: t = call llvm.amdgcn.workitem.id.x\n" \
	"e: p = icmp eq t 1\n"                    \
	"e ? p -> a j\n"                          \
	"a: a1 = mul t n\n"                       \
	"a: a2 = mul a1 a1\n"                     \
	"a -> j\n"                                \
	"j: x = phi a:a2 e:n\n"

#define SECOND                  \
	"j: q = icmp eq t 2\n"  \
	"j ? q -> b z\n"        \
	"b: b1 = mul t m\n"     \
	"b: b2 = mul b1 b1\n"   \
	"b -> z\n"              \
	"z: y = phi b:b2 j:x\n" \
	"z: store y @out\n"     \
	"z ret\n"

static void apart(void **state)
{
	struct fused f = fused_of(APART SECOND);
	const struct cvg_fuse *fuse = fuse_at(&f, "e");

	(void)state;
	assert_int_equal(f.plan->n, 1);
	assert_int_equal(fuse->refusal, CVG_REFUSE_NONE);
	assert_true(fuse->apart);
	assert_false(fuse->covers);
	assert_false(fuse->stays);
	assert_int_equal(fuse->aligned, 2);
	assert_int_equal(fuse->saved, 32); /* two multiplications */
	/* n or m; x behind the arms; two phis of J have one value then. */
	assert_int_equal(fuse->selects, 4 + 4 - 2 * 4);
	assert_int_equal(fuse->second, 0);
	/* A test and a branch to D come; J's branch becomes a jump; a phi. */
	assert_int_equal(fuse->added, 4 + 28 - (28 - 16) + 4);
	assert_int_equal(fuse->net,
			 32 - fuse->selects - fuse->branches - fuse->added);
	fused_done(&f);
}

/* A third if makes two pairs, which share a block: two drafts. */
static void three_in_a_row(void **state)
{
	struct fused f = fused_of(APART "j: q = icmp eq t 2\n"
					"j ? q -> b k\n"
					"b: b1 = mul t m\n"
					"b: b2 = mul b1 b1\n"
					"b -> k\n"
					"k: y = phi b:b2 j:x\n"
					"k: r = icmp eq t 3\n"
					"k ? r -> d z\n"
					"d: d1 = mul t u\n"
					"d: d2 = mul d1 d1\n"
					"d -> z\n"
					"z: w = phi d:d2 k:y\n"
					"z: store w @out\n"
					"z ret\n");

	(void)state;
	assert_int_equal(f.plan->n, 2);
	assert_true(fuse_at(&f, "e")->apart);
	assert_true(fuse_at(&f, "j")->apart);
	assert_int_equal(fuse_at(&f, "e")->saved, 32);
	assert_int_equal(fuse_at(&f, "j")->saved, 32);
	fused_done(&f);
}

/* What stands between the ifs. */
static void between(void **state)
{
	struct fused f;

	(void)state;
	/* Needs what A made: it is computed before and behind. */
	f = fused_of(APART "j: w = add x 1\n" SECOND);
	assert_true(fuse_at(&f, "e")->stays);
	assert_int_equal(fuse_at(&f, "e")->added,
			 4 + 28 - (28 - 16) + 4 + 4 + 4);
	fused_done(&f);
	f = fused_of(APART "j: w = add t 1\n" SECOND);
	assert_false(fuse_at(&f, "e")->stays);
	assert_true(fuse_at(&f, "e")->asked);
	fused_done(&f);
	expect_refusal(APART "j: store x @out\n" SECOND,
		       CVG_REFUSE_FUSE_BETWEEN);
	expect_refusal(APART "j: w = udiv n x\n" SECOND,
		       CVG_REFUSE_FUSE_BETWEEN);
	expect_refusal(APART "j: w = call f convergent\n" SECOND,
		       CVG_REFUSE_FUSE_CONVERGENT);
	/* All threads divide by u in any case. */
	f = fused_of(APART "j: w = udiv n u\n" SECOND);
	assert_int_not_equal(fuse_at(&f, "e")->refusal,
			     CVG_REFUSE_FUSE_BETWEEN);
	fused_done(&f);
}

/* Is the block the first of two ifs that follow each other? */
static void no_pairs(void **state)
{
	static const char *const texts[] = {
		/* Another block leads to the second branch. */
		"e ? c -> a k\na -> j\nk ? d -> j x\nj ? g -> b x\nb -> x\n"
		"x ret\n",
		/* The first has two arms. */
		"e ? c -> a k\na -> j\nk: w = add n 1\nk -> j\nj ? g -> b x\n"
		"b -> x\nx ret\n",
		/* The second does not diverge. */
		"e ? c -> a j\na -> j\nj ? h -> b x\nb -> x\nx ret\n",
		/* The second leaves a loop. */
		"e ? c -> a j\na -> j\nj ? g -> e2 x\ne2 -> j\nx ret\n",
	};

	(void)state;
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		struct cvg_str text = {0};
		struct fused f;

		cvg_str_add(&text, THREAD "e: d = icmp slt t m\n"
					  "e: g = icmp slt t u\n"
					  "e: h = icmp slt n u\n");
		cvg_str_add(&text, texts[i]);
		f = fused_of(text.at);
		assert_int_equal(f.plan->n, 0);
		fused_done(&f);
		cvg_str_done(&text);
	}
}

/* The shares that a run counted decide. */
static void profiled(void **state)
{
	static const char text[] = THREAD
		"e ? c -> a j\na: a1 = mul t n\na: a2 = mul a1 a1\na -> j\n"
		"j: x = phi a:a2 e:n\nj: q = icmp slt t m\nj ? q -> b z\n"
		"b: b1 = mul t m\nb: b2 = mul b1 b1\nb -> z\n"
		"z: y = phi b:b2 j:x\nz: store y @out\nz ret\n";
	static const uint64_t warps[] = {100, 60, 100, 60, 100};
	static const uint64_t zero[16];
	struct fused f = fused_of(text);
	uint32_t block[2] = {0, 2};
	struct cvg_profile *profile;
	int64_t gain, cost;

	(void)state;
	assert_int_equal(fuse_at(&f, "e")->refusal, CVG_REFUSE_FUSE_UNKNOWN);
	profile = cvg_profile_new(f.p.g.fn, warps, warps, zero, zero);
	cvg_profile_add_ifs(profile, f.p.g.fn, block, 50, 10);
	cvg_profile_sort(profile);
	f.p.settings.profile = profile;
	cvg_fuseplan_free(f.plan);
	f.plan = cvg_plan_fuse(f.p.g.ana, &f.p.settings);
	assert_true(fuse_at(&f, "e")->measured);
	assert_float_equal(fuse_at(&f, "e")->both, 0.5, 1e-9);
	assert_float_equal(fuse_at(&f, "e")->again, 0.1, 1e-9);
	assert_float_equal(fuse_at(&f, "e")->times, 100, 1e-9);
	assert_int_equal(fuse_at(&f, "e")->second, 16 + 16 + 16);
	gain = fuse_at(&f, "e")->saved - fuse_at(&f, "e")->branches;
	cost = fuse_at(&f, "e")->selects + fuse_at(&f, "e")->added;
	assert_true(fuse_at(&f, "e")->branches < 0);
	assert_int_equal(fuse_at(&f, "e")->net,
			 (int64_t)floor((double)gain * 0.5 - 0.1 * 48) - cost);
	f.p.settings.profile = NULL;
	cvg_profile_free(profile);
	fused_done(&f);
}

UNIT_TESTS(fuse_test)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(apart),    cmocka_unit_test(three_in_a_row),
		cmocka_unit_test(between),  cmocka_unit_test(no_pairs),
		cmocka_unit_test(profiled),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
