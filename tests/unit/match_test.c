/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Which subgraphs correspond and how (DARM, Definition 6): isomorphism,
 * straight and with successors exchanged, and the place of a single block in
 * a region that is replicated for it.
 */
#include "tests/unit/plan_kit.h"

/* Threshold 0: whether they correspond, not whether it is enough. */
static struct planned matched(const char *text)
{
	struct planned p = plan_of(text);

	set(&p, "threshold", "0");
	plan_again(&p, NULL);
	return p;
}

static const struct cvg_meldpair *only_pair(const struct planned *p)
{
	const struct cvg_candidate *c = candidate(p, "e");

	if (c->npairs != 1)
		fail_msg("%u pairs: %s", c->npairs,
			 cvg_refusal_text(c->refusal));
	return &c->pair[0];
}

static void expect_no_match(const char *text, enum cvg_refusal why)
{
	struct planned p = matched(text);
	const struct cvg_candidate *c = candidate(&p, "e");

	assert_true(c->nchain[0] > 0 && c->nchain[1] > 0);
	for (uint32_t i = 0; i < c->nchain[0] * c->nchain[1]; i++)
		assert_string_equal(cvg_refusal_text(c->cell[i].refusal),
				    cvg_refusal_text(why));
	planned_done(&p);
}

/* ---- isomorphism ----------------------------------------------------- */

#define X_RET "x ret\n"
#define ARMS  THREAD "e ? c -> t f\n"

/* if-else in a loop, against the same. */
static void loop_with_if_else(void **state)
{
	struct planned p =
		matched(ARMS "t: i = phi e:0 t3:i1\n t: a = icmp slt i m\n"
			     "t ? a -> t1 t2\n"
			     "t1: a1 = mul t n\n t1 -> t3\n"
			     "t2: a2 = xor t n\n t2 -> t3\n"
			     "t3: i1 = add i 1\n t3: d = icmp slt i1 n\n"
			     "t3 ? d -> t x\n"
			     "f: j = phi e:0 f3:j1\n f: b = icmp slt j u\n"
			     "f ? b -> f1 f2\n"
			     "f1: b1 = mul t m\n f1 -> f3\n"
			     "f2: b2 = xor t m\n f2 -> f3\n"
			     "f3: j1 = add j 1\n f3: g = icmp slt j1 n\n"
			     "f3 ? g -> f x\n" X_RET);
	const struct cvg_meldpair *mp = only_pair(&p);

	(void)state;
	assert_int_equal(mp->replica, -1);
	assert_int_equal(mp->nbp, 4);
	expect_pair(&p, mp, "t/f t2/f2 t1/f1 t3/f3");
	planned_done(&p);
}

/* The body on true in one arm, on false in the other. */
static void exchanged(void **state)
{
	struct planned p = matched(ARMS "t: a = icmp slt t m\n"
					"t ? a -> t1 t2\n"
					"t1: a1 = mul t n\n t1 -> t2\n"
					"t2 -> x\n"
					"f: b = icmp slt t u\n"
					"f ? b -> f2 f1\n"
					"f1: b1 = mul t n\n f1 -> f2\n"
					"f2 -> x\n" X_RET);

	(void)state;
	expect_pair(&p, only_pair(&p), "t/f~ t1/f1");
	planned_done(&p);
}

/* Both ways round are isomorphic: the one with more in common is taken. */
static void exchanged_by_content(void **state)
{
	struct planned p = matched(ARMS "t: a = icmp slt t m\n"
					"t ? a -> t1 t2\n"
					"t1: a1 = mul t n\n t1 -> t3\n"
					"t2: a2 = xor t n\n t2 -> t3\n"
					"t3 -> x\n"
					"f: b = icmp slt t u\n"
					"f ? b -> f1 f2\n"
					"f1: b1 = xor t n\n f1 -> f3\n"
					"f2: b2 = mul t n\n f2 -> f3\n"
					"f3 -> x\n" X_RET);
	const struct cvg_meldpair *mp = only_pair(&p);
	uint32_t partner = CVG_NONE;

	(void)state;
	assert_true(mp->bp[0].inverted);
	for (uint32_t i = 0; i < mp->nbp; i++)
		if (mp->bp[i].block[0] == at(&p.g, "t1"))
			partner = mp->bp[i].block[1];
	assert_int_equal(partner, at(&p.g, "f2"));
	planned_done(&p);
}

/* Equal content: straight, not exchanged for nothing. */
static void straight_if_equal(void **state)
{
	struct planned p = matched(ARMS "t: a = icmp slt t m\n"
					"t ? a -> t1 t2\n"
					"t1: a1 = mul t n\n t1 -> t3\n"
					"t2: a2 = mul t m\n t2 -> t3\n"
					"t3 -> x\n"
					"f: b = icmp slt t u\n"
					"f ? b -> f1 f2\n"
					"f1: b1 = mul t n\n f1 -> f3\n"
					"f2: b2 = mul t m\n f2 -> f3\n"
					"f3 -> x\n" X_RET);
	const struct cvg_meldpair *mp = only_pair(&p);

	(void)state;
	for (uint32_t i = 0; i < mp->nbp; i++)
		assert_false(mp->bp[i].inverted);
	planned_done(&p);
}

static void not_isomorphic(void **state)
{
	(void)state;
	/* if against if-else */
	expect_no_match(ARMS "t: a = icmp slt t m\n t ? a -> t1 t2\n"
			     "t1: a1 = mul t n\n t1 -> t2\n t2 -> x\n"
			     "f: b = icmp slt t u\n f ? b -> f1 f2\n"
			     "f1: b1 = mul t n\n f1 -> f3\n"
			     "f2: b2 = mul t n\n f2 -> f3\n"
			     "f3 -> x\n" X_RET,
			CVG_REFUSE_SHAPE);
	/* if against while: two blocks each, two edges out of one only */
	expect_no_match(ARMS "t: a = icmp slt t m\n t ? a -> t1 t2\n"
			     "t1: a1 = mul t n\n t1 -> t2\n t2 -> x\n"
			     "f: i = phi e:0 f1:i1\n f: b = icmp slt i u\n"
			     "f ? b -> f1 f2\n"
			     "f1: i1 = add i 1\n f1 -> f\n"
			     "f2 -> x\n" X_RET,
			CVG_REFUSE_SHAPE);
	/* a branch against a switch of two ways */
	expect_no_match(ARMS "t: a = icmp slt t m\n t ? a -> t1 t2\n"
			     "t1: a1 = mul t n\n t1 -> t2\n t2 -> x\n"
			     "f: b = xor t u\n f switch b -> f2 f1\n"
			     "f1: b1 = mul t n\n f1 -> f2\n"
			     "f2 -> x\n" X_RET,
			CVG_REFUSE_SHAPE);
}

/* Two blocks and a way back each: to the first, or to the second itself. */
static void back_edges_count(void **state)
{
	(void)state;
	expect_no_match(ARMS "t: i = phi e:0 t1:i1\n t: a = icmp slt i m\n"
			     "t ? a -> t1 t2\n"
			     "t1: i1 = add i 1\n t1: d = icmp slt i1 n\n"
			     "t1 ? d -> t t2\n t2 -> x\n"
			     "f: b = icmp slt t m\n f ? b -> f1 f2\n"
			     "f1: j = phi f:0 f1:j1\n f1: j1 = add j 1\n"
			     "f1: g = icmp slt j1 n\n"
			     "f1 ? g -> f1 f2\n f2 -> x\n" X_RET,
			CVG_REFUSE_SHAPE);
}

/* ---- replication ----------------------------------------------------- */

/* What the true arm's threads take at block `name` of the pair's region. */
static uint32_t forced_at(const struct planned *p,
			  const struct cvg_meldpair *mp, const char *name)
{
	uint32_t b = at(&p->g, name);

	for (uint32_t i = 0; i < mp->nbp; i++)
		if (mp->bp[i].block[!mp->replica] == b)
			return mp->bp[i].forced;
	fail_msg("%s is in no pair", name);
	return CVG_NONE;
}

static uint32_t placed_at(const struct cvg_meldpair *mp)
{
	for (uint32_t i = 0; i < mp->nbp; i++)
		if (mp->bp[i].block[mp->replica] != CVG_NONE)
			return mp->bp[i].block[!mp->replica];
	return CVG_NONE;
}

/*
 * f branches to f1 (a multiplication) or f2 (a division), the single block
 * divides: it goes to f2, over f's false edge; f1 is off its path.
 */
static void placed_where_most_is_common(void **state)
{
	struct planned p = matched(ARMS "t: a = udiv t n\n t -> x\n"
					"f: b = icmp slt t u\n"
					"f ? b -> f1 f2\n"
					"f1: b1 = mul t n\n f1 -> f3\n"
					"f2: b2 = udiv t m\n f2 -> f3\n"
					"f3 -> x\n" X_RET);
	const struct cvg_meldpair *mp = only_pair(&p);

	(void)state;
	assert_int_equal(mp->replica, CVG_ARM_TRUE);
	assert_int_equal(placed_at(mp), at(&p.g, "f2"));
	assert_int_equal(forced_at(&p, mp, "f"), 1);
	assert_int_equal(forced_at(&p, mp, "f2"), 0);
	assert_int_equal(forced_at(&p, mp, "f1"), CVG_NONE);
	planned_done(&p);
}

/* f and f1 share a multiplication with the single block, but only that of f1
 * has the same operands. */
static void placed_where_operands_are_equal(void **state)
{
	struct planned p = matched(ARMS "t: a = mul t 7\n t -> x\n"
					"f: b = mul n m\n"
					"f: b1 = icmp slt b u\n"
					"f ? b1 -> f1 x\n"
					"f1: b2 = mul t 7\n f1 -> x\n" X_RET);

	(void)state;
	assert_int_equal(placed_at(only_pair(&p)), at(&p.g, "f1"));
	assert_int_equal(forced_at(&p, only_pair(&p), "f"), 0);
	planned_done(&p);
}

/* A place that shares less, and above the threshold, may bring more. */
static void placed_where_melding_brings_most(void **state)
{
	struct planned p = matched(ARMS "t: a = mul t 7\n t: a1 = xor a u\n"
					"t -> x\n"
					"f: b = mul n m\n f: b1 = xor m n\n"
					"f: b2 = icmp slt b1 b\n"
					"f ? b2 -> f1 x\n"
					"f1: b3 = mul t 7\n f1 -> x\n" X_RET);
	const struct cvg_paircell *cell = &candidate(&p, "e")->cell[0];

	(void)state;
	assert_int_equal(placed_at(only_pair(&p)), at(&p.g, "f1"));
	assert_true(cell->mp_s == only_pair(&p)->mp_s);
	assert_int_equal(cell->terms.common, 16);
	assert_int_equal(cell->terms.latency[0], 16 + 4);
	assert_int_equal(cell->terms.latency[1], 16 + 4 + 4 + 16);
	set(&p, "threshold", "0.3"); /* 16 of 60 is below, 20 of 60 is not */
	plan_again(&p, NULL);
	assert_int_equal(placed_at(only_pair(&p)), at(&p.g, "f"));
	planned_done(&p);
}

/* A block of 4 cycles is not searched for in a region of two divisions. */
static void too_long_to_share_much(void **state)
{
	struct planned p = plan_of(ARMS "t: a = add t n\n t -> x\n"
					"f: b = udiv t u\n"
					"f: b1 = udiv b n\n"
					"f: b2 = icmp slt b1 u\n"
					"f ? b2 -> f1 x\n"
					"f1: b3 = add t n\n f1 -> x\n" X_RET);

	(void)state;
	expect_refused(&p, "e", CVG_REFUSE_THRESHOLD, "f");
	assert_true(candidate(&p, "e")->cell[0].mp_s == 0);
	set(&p, "threshold", "0.01");
	plan_again(&p, NULL);
	assert_true(candidate(&p, "e")->cell[0].mp_s > 0.01);
	planned_done(&p);
}

/* The other arm's block, and an if whose body is passed by. */
static void path_past_an_if(void **state)
{
	struct planned p = matched(ARMS "t: a = udiv t n\n"
					"t: a1 = icmp slt a u\n"
					"t ? a1 -> t1 t2\n"
					"t1: a2 = xor t n\n t1 -> t2\n"
					"t2 -> x\n"
					"f: b = udiv t m\n f -> x\n" X_RET);
	const struct cvg_meldpair *mp = only_pair(&p);

	(void)state;
	assert_int_equal(mp->replica, CVG_ARM_FALSE);
	assert_int_equal(placed_at(mp), at(&p.g, "t"));
	assert_int_equal(forced_at(&p, mp, "t"), 1);
	assert_int_equal(forced_at(&p, mp, "t1"), CVG_NONE);
	planned_done(&p);
}

/*
 * To pass the body of a while loop its head must be passed twice, with two
 * answers: no simple path. Where the block shares something with the head, it
 * is placed there.
 */
static void no_simple_path(void **state)
{
#define WHILE                                                           \
	"f: i = phi e:0 f1:i1\n f: k = mul i 7\n f: b = icmp slt k u\n" \
	"f ? b -> f1 f2\n"                                              \
	"f1: i1 = udiv i n\n f1 -> f\n"                                 \
	"f2 -> x\n"
	struct planned p;

	(void)state;
	expect_no_match(ARMS "t: a = udiv t n\n t -> x\n" WHILE X_RET,
			CVG_REFUSE_REPLICA_PATH);
	p = matched(ARMS "t: a = udiv t n\n t: k1 = mul t 7\n"
			 "t: a1 = icmp slt k1 u\n t -> x\n" WHILE X_RET);
	assert_int_equal(placed_at(only_pair(&p)), at(&p.g, "f"));
	assert_int_equal(forced_at(&p, only_pair(&p), "f"), 1);
	planned_done(&p);
#undef WHILE
}

/* A do-while is passed once: its branch back is not taken. */
static void once_around(void **state)
{
	struct planned p =
		matched(ARMS "t: a = udiv t n\n t -> x\n"
			     "f: i = phi e:0 f:i1\n f: i1 = udiv t m\n"
			     "f: b = icmp slt i1 u\n f ? b -> f f2\n"
			     "f2 -> x\n" X_RET);
	const struct cvg_meldpair *mp = only_pair(&p);

	(void)state;
	assert_int_equal(mp->nbp, 1);
	assert_int_equal(forced_at(&p, mp, "f"), 1);
	planned_done(&p);
}

static void nothing_in_common(void **state)
{
	(void)state;
	expect_no_match(ARMS "t: a = udiv t n\n t -> x\n"
			     "f: b = icmp slt t u\n f ? b -> f1 f2\n"
			     "f1: b1 = mul t n\n f1 -> f2\n"
			     "f2 -> x\n" X_RET,
			CVG_REFUSE_NOTHING_ALIGNS);
}

UNIT_TESTS(match_test)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(loop_with_if_else),
		cmocka_unit_test(exchanged),
		cmocka_unit_test(exchanged_by_content),
		cmocka_unit_test(straight_if_equal),
		cmocka_unit_test(not_isomorphic),
		cmocka_unit_test(back_edges_count),
		cmocka_unit_test(placed_where_most_is_common),
		cmocka_unit_test(placed_where_operands_are_equal),
		cmocka_unit_test(placed_where_melding_brings_most),
		cmocka_unit_test(too_long_to_share_much),
		cmocka_unit_test(path_past_an_if),
		cmocka_unit_test(no_simple_path),
		cmocka_unit_test(once_around),
		cmocka_unit_test(nothing_in_common),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
