/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Prices of pairs, each worked by hand with the table of gfx9: addition,
 * compare, xor 4; multiplication 16; division 160; select 4; phi 4 (a move);
 * jump 16; branch 28; load or store by a flat pointer 320, of which 16 are
 * its issue.
 *
 * net = saved - selects - branches, CFM's FP_I; branches is negative where
 * more go than come.
 */
#include "src/plan/plan.h"
#include "tests/unit/plan_kit.h"

#include "reconverge/align.h"

#include <math.h>

static struct planned priced(const char *text)
{
	struct planned p = plan_of(text);

	set(&p, "threshold", "0");
	plan_again(&p, NULL);
	return p;
}

static const struct cvg_meldpair *pair_at(const struct planned *p, uint32_t i)
{
	const struct cvg_candidate *c = candidate(p, "e");

	if (i >= c->npairs)
		fail_msg("%u pairs: %s", c->npairs,
			 cvg_refusal_text(c->refusal));
	return &c->pair[i];
}

static void expect_price(const struct cvg_meldpair *mp, uint32_t aligned,
			 int64_t saved, int64_t selects, int64_t branches)
{
	assert_int_equal(mp->aligned, aligned);
	assert_int_equal(mp->saved, saved);
	assert_int_equal(mp->selects, selects);
	assert_int_equal(mp->branches, branches);
	assert_int_equal(mp->net, saved - selects - branches);
}

#define ARMS THREAD "e ? c -> t f\n"

/*
 * MP_B: (16 + 4) of 20 + 20 cycles. Saved: both. A select of 7 and 9 comes,
 * X's phi goes; the branch and one of two jumps go: -28 - 16.
 */
static void diamond(void **state)
{
	struct planned p = priced(ARMS "t: a = mul t 7\n t: a1 = add a 1\n"
				       "t -> x\n"
				       "f: b = mul t 6\n f: b1 = add b 1\n"
				       "f -> x\n"
				       "x: r = phi t:a1 f:b1\n x ret r\n");

	(void)state;
	assert_true(pair_at(&p, 0)->mp_s == 0.5);
	assert_true(pair_at(&p, 0)->bp[0].mp_b == 0.5);
	expect_price(pair_at(&p, 0), 2, 20, 4 - 4, -28 - 16);
	assert_int_equal(candidate(&p, "e")->net, 64);
	planned_done(&p);
}

/* Results told apart at X cost a select there, for the phi that goes. */
static void results_differ(void **state)
{
	struct planned p = priced(ARMS "t: a = mul t n\n t -> x\n"
				       "f: b = mul t n\n f -> x\n"
				       "x: r = phi t:a f:b\n"
				       "x: s = phi t:1 f:2\n x ret r\n");

	(void)state;
	/* r: no select, one phi less; s: a select, one phi less */
	expect_price(pair_at(&p, 0), 1, 16, -4 + 4 - 4, -44);
	planned_done(&p);
}

/* An exchange of operands makes two selects none. */
static void commutes(void **state)
{
	struct planned p = priced(ARMS "t: a = mul t n\n t -> x\n"
				       "f: b = mul n t\n f -> x\n x ret\n");

	(void)state;
	expect_price(pair_at(&p, 0), 1, 16, 0, -44);
	planned_done(&p);
	p = priced(ARMS "t: a = udiv t n\n t -> x\n"
			"f: b = udiv n t\n f -> x\n x ret\n");
	expect_price(pair_at(&p, 0), 1, 160, 8, -44);
	planned_done(&p);
}

/*
 * The store is guarded: a branch and a jump, 28 + 16, and nothing that comes
 * out of it. MP_S: 20 of 20 + 340.
 */
static void guarded_store(void **state)
{
	struct planned p = priced(ARMS "t: a = mul t 7\n t: store a @p\n"
				       "t: a1 = add a 1\n t -> x\n"
				       "f: b = mul t 6\n f: b1 = add b 1\n"
				       "f -> x\n"
				       "x: r = phi t:a1 f:b1\n x ret r\n");

	(void)state;
	assert_true(pair_at(&p, 0)->mp_s == 20.0 / 360);
	expect_price(pair_at(&p, 0), 2, 20, 4 - 4, -44 + 44);
	planned_done(&p);
}

/* A guarded load is used behind its guard: a phi more, 28 + 16 + 4. */
static void guarded_value(void **state)
{
	struct planned p = priced(ARMS "t: a = mul t 7\n t: l = load @p\n"
				       "t: a1 = add a l\n t -> x\n"
				       "f: b = mul t 6\n f: b1 = add b 1\n"
				       "f -> x\n"
				       "x: r = phi t:a1 f:b1\n x ret r\n");

	(void)state;
	/* selects: 7 or 9, l or 1; X's phi goes */
	expect_price(pair_at(&p, 0), 2, 20, 4 + 4 - 4, -44 + 48);
	planned_done(&p);
}

/* One branch guards both sides' code of a gap: 28 and a jump for each. */
static void guarded_both(void **state)
{
	struct planned p =
		priced(ARMS "t: a = udiv t n\n t: store t @p\n t -> x\n"
			    "f: b = udiv t n\n f: fence\n f -> x\n x ret\n");

	(void)state;
	expect_price(pair_at(&p, 0), 1, 160, 0, -44 + 28 + 16 + 16);
	planned_done(&p);
}

/* Of two places in memory only the issue is saved; of one place, all. */
static void coalescing(void **state)
{
	struct planned p = priced(ARMS "t: a = load @p\n t -> x\n"
				       "f: b = load @q\n f -> x\n x ret\n");

	(void)state;
	/* a select of two pointers of 64 bits: 8 */
	expect_price(pair_at(&p, 0), 1, 16, 8, -44);
	planned_done(&p);
	p = priced(ARMS "t: a = load @p\n t -> x\n"
			"f: b = load @p\n f -> x\n x ret\n");
	expect_price(pair_at(&p, 0), 1, 320, 0, -44);
	planned_done(&p);
}

/*
 * Two pairs in a row. First: compare and multiplication 20; of two branches
 * (28) and two jumps (16) one each goes; the branch on the condition goes in
 * front, 28, and stands behind, 28. Second: the same, and nothing behind.
 */
static void two_pairs(void **state)
{
	struct planned p =
		priced(ARMS "t: a = icmp slt t m\n t ? a -> t1 t2\n"
			    "t1: a1 = mul t n\n t1 -> t2\n"
			    "t2: a2 = icmp slt t u\n t2 ? a2 -> t3 t4\n"
			    "t3: a3 = mul t n\n t3 -> t4\n t4 -> x\n"
			    "f: b = icmp slt t m\n f ? b -> f1 f2\n"
			    "f1: b1 = mul t n\n f1 -> f2\n"
			    "f2: b2 = icmp slt t u\n f2 ? b2 -> f3 f4\n"
			    "f3: b3 = mul t n\n f3 -> f4\n f4 -> x\n"
			    "x ret\n");

	(void)state;
	expect_price(pair_at(&p, 0), 2, 20, 0, -28 - 16 - 28 + 28);
	expect_price(pair_at(&p, 1), 2, 20, 0, -28 - 16 - 28);
	assert_int_equal(candidate(&p, "e")->net, 64 + 92);
	planned_done(&p);
}

/* Conditions that meld, one way round and the other: one comparison of the
 * melded one with c. */
static void inverted_branch(void **state)
{
	struct planned p = priced(ARMS "t: a = icmp slt t m\n t ? a -> t1 t2\n"
				       "t1: a1 = mul t n\n t1 -> t2\n t2 -> x\n"
				       "f: b = icmp slt t m\n f ? b -> f2 f1\n"
				       "f1: b1 = mul t n\n f1 -> f2\n f2 -> x\n"
				       "x ret\n");

	(void)state;
	assert_true(pair_at(&p, 0)->bp[0].inverted);
	expect_price(pair_at(&p, 0), 2, 20, 4, -28 - 16 - 28);
	planned_done(&p);
}

/*
 * Replication: the division is shared, 160 of 160 + (16 + 4 + 160); a select
 * for its operand and one for the branch that is concretized; the block's
 * jump and the branch go. What else the region has may run for both.
 */
static void replica(void **state)
{
	struct planned p = priced(ARMS "t: a = udiv t n\n t -> x\n"
				       "f: b = mul t 6\n"
				       "f: d = icmp slt b m\n"
				       "f ? d -> f1 f2\n"
				       "f1: b1 = udiv b n\n f1 -> f2\n"
				       "f2 -> x\n x ret\n");

	(void)state;
	assert_true(pair_at(&p, 0)->mp_s == 160.0 / 340);
	expect_price(pair_at(&p, 0), 1, 160, 4 + 4, -16 - 28);
	planned_done(&p);
}

/*
 * An exclusive or (4 and a jump, 20) stands before the pair in one arm: to
 * run it for both is cheaper than the branch and the jump around it, 44.
 */
static void speculated_before(void **state)
{
	struct planned p = priced(ARMS "t: a = udiv t n\n t -> x\n"
				       "f: b = xor t m\n f -> f1\n"
				       "f1: b1 = udiv t n\n f1 -> x\n"
				       "x: r = phi t:a f1:b1\n x ret r\n");

	(void)state;
	assert_int_equal(pair_at(&p, 0)->sub[1], 1);
	assert_true(pair_at(&p, 0)->speculates);
	expect_price(pair_at(&p, 0), 1, 160, -4, -16 - 44);
	planned_done(&p);
}

/* The same behind it: the branch stands behind, then goes with the rest. */
static void speculated_behind(void **state)
{
	struct planned p = priced(ARMS "t: a = udiv t n\n t -> x\n"
				       "f: b = udiv t n\n f -> f1\n"
				       "f1: b1 = xor t m\n f1 -> x\n"
				       "x: r = phi t:a f1:b1\n x ret r\n");

	(void)state;
	assert_int_equal(pair_at(&p, 0)->sub[1], 0);
	assert_true(candidate(&p, "e")->closes);
	/* X: a select for its phi */
	expect_price(pair_at(&p, 0), 1, 160, 4 - 4, -16 - 28 + 28 - 44);
	planned_done(&p);
}

/* What has effects is not run for both, nor is what costs more than 44. */
static void not_speculated(void **state)
{
	struct planned p = priced(ARMS "t: a = udiv t n\n t -> x\n"
				       "f: store t @p\n f -> f1\n"
				       "f1: b1 = udiv t n\n f1 -> x\n x ret\n");

	(void)state;
	assert_int_equal(pair_at(&p, 0)->sub[1], 1);
	assert_false(pair_at(&p, 0)->speculates);
	/* a jump goes; the branch stays where it was */
	expect_price(pair_at(&p, 0), 1, 160, 0, -16);
	planned_done(&p);
	p = priced(ARMS "t: a = udiv t n\n t -> x\n"
			"f: b = mul t m\n f: b2 = mul b b\n f -> f1\n"
			"f1: b1 = udiv t n\n f1 -> x\n x ret\n");
	assert_false(pair_at(&p, 0)->speculates);
	planned_done(&p);
}

/* ---- profile --------------------------------------------------------- */

/*
 * With weights 63:1 a thread goes right with p = 1/64, and of 64 threads
 * both ways happen with 1 - p^64 - (1-p)^64 = 0.635: of the 64 cycles' gain
 * 40 are left.
 */
static void profile(void **state)
{
	struct planned p = priced(ARMS "t: a = mul t 7\n t: a1 = add a 1\n"
				       "t -> x\n"
				       "f: b = mul t 6\n f: b1 = add b 1\n"
				       "f -> x\n"
				       "x: r = phi t:a1 f:b1\n x ret r\n");
	uint32_t *w =
		p.g.fn->succ_weight + p.g.fn->blocks[at(&p.g, "e")].succs_at;
	const struct cvg_candidate *c = candidate(&p, "e");

	(void)state;
	assert_true(c->both == 1);
	w[0] = 63;
	w[1] = 1;
	plan_again(&p, NULL);
	c = candidate(&p, "e");
	assert_true(fabs(c->both - 0.635) < 0.0005);
	assert_int_equal(c->net, 40);
	w[0] = 1;
	w[1] = 10000000;
	plan_again(&p, NULL);
	c = candidate(&p, "e");
	assert_int_equal(c->npairs, 0);
	assert_int_equal(c->refusal, CVG_REFUSE_PROFIT);
	planned_done(&p);
}

/* Exactly at the threshold is enough, above it is not. */
static void threshold(void **state)
{
	struct planned p = priced(ARMS "t: a = mul t n\n t -> x\n"
				       "f: b = mul t n\n f -> x\n x ret\n");

	(void)state;
	set(&p, "threshold", "0.5");
	plan_again(&p, NULL);
	assert_int_equal(candidate(&p, "e")->npairs, 1);
	set(&p, "threshold", "0.51");
	plan_again(&p, NULL);
	assert_int_equal(candidate(&p, "e")->refusal, CVG_REFUSE_THRESHOLD);
	planned_done(&p);
}

/* ---- scores of pairs of instructions --------------------------------- */

/* An operand in that arm, of whose instructions n stand before it. */
static void add_operand(struct cvg_str *s, uint32_t *seed, char arm, uint32_t n)
{
	static const char *const others[] = {"n",      "m", "7", "9",
					     "poison", "t", "t", "7"};

	if (n > 0 && draw(seed, 3) > 0)
		cvg_str_addf(s, " %c%u", arm, draw(seed, n));
	else
		cvg_str_addf(s, " %s", others[draw(seed, 8)]);
}

/* A block of that name with n instructions of few kinds. */
static void add_arm(struct cvg_str *s, uint32_t *seed, char arm, uint32_t n)
{
	static const char *const ops[] = {"add",      "sub",	  "mul",
					  "icmp slt", "icmp sgt", "add"};

	for (uint32_t k = 0; k < n; k++) {
		uint32_t op = draw(seed, 8);

		if (op == 6) {
			cvg_str_addf(s, "%c: %c%u = load @%c\n", arm, arm, k,
				     draw(seed, 2) ? 'p' : 'q');
			continue;
		}
		cvg_str_addf(s, "%c: %c%u = %s", arm, arm, k,
			     op == 7 ? "xor" : ops[op]);
		add_operand(s, seed, arm, k);
		add_operand(s, seed, arm, k);
		cvg_str_addf(s, "\n");
	}
	cvg_str_addf(s, "%c -> x\n", arm);
}

/* The problem that is posed has the scores that the pairs have one by one. */
static void check_scores(struct sides *sides, const uint32_t n[2])
{
	const struct cvg_inst *insts = sides->planner->fn->insts;
	struct cvg_arena arena = {0};
	struct cvg_align_problem problem;
	int32_t *score = cvg_calloc(n[1], sizeof *score);

	cvg_pose(sides, n, &arena, &problem);
	for (uint32_t i = 0; i < n[0]; i++) {
		uint32_t from = i % n[1];
		struct cvg_align_row row = {from, n[1], score, 1};

		for (uint32_t j = 0; j < n[1]; j++)
			score[j] = CVG_NO_MATCH;
		problem.score(problem.ctx, i, &row);
		for (uint32_t j = from; j < n[1]; j++) {
			uint32_t t = sides->body[0][i], f = sides->body[1][j];
			bool alike = insts[t].shape == insts[f].shape &&
				     insts[t].shape != CVG_NONE;
			int32_t alone = alike ? cvg_price_insts(sides, t, f)
					      : CVG_NO_MATCH;

			assert_int_equal(score[j - from], alone);
			assert_true(alone <= problem.largest);
		}
	}
	free(score);
	cvg_arena_done(&arena);
}

static void scores_by_class(void **state)
{
	uint32_t seed = 77;

	(void)state;
	for (uint32_t round = 0; round < 40; round++) {
		uint32_t n[2] = {1 + draw(&seed, 40), 1 + draw(&seed, 40)};
		struct cvg_str text = {0};
		struct planner planner = {0};
		struct sides sides = {.planner = &planner, .stamp = {1, 2}};
		uint32_t body[2][40];
		struct graph g;

		cvg_str_addf(&text, THREAD "e ? c -> a b\n");
		add_arm(&text, &seed, 'a', n[0]);
		add_arm(&text, &seed, 'b', n[1]);
		cvg_str_addf(&text, "x ret\n");
		g = graph_of(text.at);
		planner.fn = g.fn;
		planner.mark = cvg_calloc(g.fn->nblocks, sizeof *planner.mark);
		for (uint32_t arm = 0; arm < 2; arm++) {
			uint32_t b = at(&g, arm ? "b" : "a");

			planner.mark[b] = sides.stamp[arm];
			for (uint32_t k = 0; k < n[arm]; k++)
				body[arm][k] = g.fn->blocks[b].inst_at + k;
			sides.body[arm] = body[arm];
		}
		check_scores(&sides, n);
		free(planner.mark);
		graph_done(&g);
		cvg_str_done(&text);
	}
}

UNIT_TESTS(price_test)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(diamond),
		cmocka_unit_test(results_differ),
		cmocka_unit_test(commutes),
		cmocka_unit_test(guarded_store),
		cmocka_unit_test(guarded_value),
		cmocka_unit_test(guarded_both),
		cmocka_unit_test(coalescing),
		cmocka_unit_test(two_pairs),
		cmocka_unit_test(inverted_branch),
		cmocka_unit_test(replica),
		cmocka_unit_test(speculated_before),
		cmocka_unit_test(speculated_behind),
		cmocka_unit_test(not_speculated),
		cmocka_unit_test(profile),
		cmocka_unit_test(threshold),
		cmocka_unit_test(scores_by_class),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
