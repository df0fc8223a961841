/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Arms of divergent branches and the subgraphs they are chains of (DARM,
 * Definitions 3 and 5), or why a branch has none; which pairs are chosen.
 */
#include "tests/unit/plan_kit.h"

/* ---- chains ---------------------------------------------------------- */

static void diamond(void **state)
{
	struct planned p = plan_of(THREAD "e ? c -> t f\n"
					  "t: a = mul t n\n t -> x\n"
					  "f: b = mul t m\n f -> x\n"
					  "x: r = phi t:a f:b\n x ret r\n");
	const struct cvg_candidate *c = candidate(&p, "e");

	(void)state;
	assert_int_equal(p.plan->n, 1);
	assert_int_equal(c->exit, at(&p.g, "x"));
	assert_int_equal(c->refusal, CVG_REFUSE_NONE);
	assert_int_equal(c->narm[0], 1);
	assert_int_equal(c->narm[1], 1);
	expect_chain(&p, "e", CVG_ARM_TRUE, "t");
	expect_chain(&p, "e", CVG_ARM_FALSE, "f");
	assert_int_equal(c->chain[0][0].next, c->exit);
	assert_int_equal(c->chain[0][0].nexits, 1);
	planned_done(&p);
}

/* A uniform branch is no candidate at all. */
static void uniform(void **state)
{
	struct planned p = plan_of("kernel amdgpu\n arg n m\n"
				   "e: c = icmp slt n m\n e ? c -> t f\n"
				   "t: a = mul n n\n t -> x\n"
				   "f: b = mul m m\n f -> x\n"
				   "x ret\n");

	(void)state;
	assert_int_equal(p.plan->n, 0);
	assert_null(cvg_plan_at(p.plan, at(&p.g, "e")));
	planned_done(&p);
}

/*
 * An if whose join holds nothing: that is the piece's joint. In the other arm
 * the join has a body and is a piece of its own; X itself never is a joint.
 */
static void joints(void **state)
{
	struct planned p =
		plan_of(THREAD "e ? c -> t f\n"
			       "t: a = icmp slt t m\n t ? a -> t1 t2\n"
			       "t1: a1 = mul t n\n t1 -> t2\n"
			       "t2: a2 = phi t:t t1:a1\n t2 -> x\n"
			       "f: b = icmp slt t u\n f ? b -> f1 f2\n"
			       "f1: b1 = mul t n\n f1 -> f2\n"
			       "f2: b2 = add t 5\n f2 -> f3\n"
			       "f3: b3 = icmp slt t v\n f3 ? b3 -> f4 x\n"
			       "f4: b4 = mul t n\n f4 -> x\n"
			       "x ret\n");
	const struct cvg_candidate *c = candidate(&p, "e");

	(void)state;
	expect_chain(&p, "e", CVG_ARM_TRUE, "t,t1+t2");
	expect_chain(&p, "e", CVG_ARM_FALSE, "f,f1 f2 f3,f4");
	assert_int_equal(c->chain[0][0].nexits, 2);
	assert_int_equal(c->chain[1][0].next, at(&p.g, "f2"));
	assert_int_equal(c->chain[1][2].next, c->exit);
	assert_int_equal(c->narm[0], 3);
	assert_int_equal(c->narm[1], 5);
	planned_done(&p);
}

/* Blocks that hold nothing and join nothing belong to no piece. */
static void hollow_blocks(void **state)
{
	struct planned p = plan_of(THREAD "e ? c -> h f\n"
					  "h -> t\n"
					  "t: a = mul t n\n t -> i\n"
					  "i -> x\n"
					  "f: b = mul t m\n f -> x\n"
					  "x ret\n");
	const struct cvg_candidate *c = candidate(&p, "e");

	(void)state;
	expect_chain(&p, "e", CVG_ARM_TRUE, "t+i");
	assert_int_equal(c->nhollow, 1);
	assert_int_equal(c->hollow[0], at(&p.g, "h"));
	assert_int_equal(c->narm[0], 3);
	planned_done(&p);
}

/* A do-while is one block with an edge to itself; a while has two. */
static void loops(void **state)
{
	struct planned p =
		plan_of(THREAD "e ? c -> t f\n"
			       "t: a = mul t 7\n t -> tl\n"
			       "tl: i = phi t:0 tl:i1\n tl: i1 = add i 1\n"
			       "tl: d = icmp slt i1 n\n tl ? d -> tl te\n"
			       "te: a2 = mul t 6\n te -> x\n"
			       "f: b = mul t 7\n f -> fh\n"
			       "fh: j = phi f:0 fb:j1\n fh: g = icmp slt j n\n"
			       "fh ? g -> fb fe\n"
			       "fb: j1 = add j 1\n fb -> fh\n"
			       "fe: b2 = mul t 6\n fe -> x\n"
			       "x ret\n");

	(void)state;
	expect_chain(&p, "e", CVG_ARM_TRUE, "t tl te");
	expect_chain(&p, "e", CVG_ARM_FALSE, "f fh,fb fe");
	/* {fh, fb} is no span of the order, as fe stands between them. */
	for (uint32_t k = 0; k < 3; k++)
		assert_int_equal(candidate(&p, "e")->chain[1][k].nexits, 1);
	planned_done(&p);
}

/* Loops in each other are one piece, whatever is inside. */
static void nested_loops(void **state)
{
	struct planned p =
		plan_of(THREAD "e ? c -> t f\n"
			       "t: a = mul t 7\n t -> o\n"
			       "o: i = phi t:0 q:i1\n o -> l\n"
			       "l: j = phi o:0 m:j1\n l: d = icmp slt j u\n"
			       "l ? d -> k m\n"
			       "k: z = add j 5\n k -> m\n"
			       "m: j1 = add j 1\n m: h = icmp slt j1 n\n"
			       "m ? h -> l q\n"
			       "q: i1 = add i 1\n q: g = icmp slt i1 m\n"
			       "q ? g -> o w\n"
			       "w: a2 = mul t 6\n w -> x\n"
			       "f: b = mul t 7\n f -> x\n"
			       "x ret\n");

	(void)state;
	expect_chain(&p, "e", CVG_ARM_TRUE, "t o,l,k,m,q w");
	expect_chain(&p, "e", CVG_ARM_FALSE, "f");
	planned_done(&p);
}

/*
 * A later block jumps back into the middle: post-dominators alone would part
 * a from b, but an edge from b comes back to a. The piece grows over both.
 */
static void back_into_a_piece(void **state)
{
	struct planned p =
		plan_of(THREAD "e ? c -> t f\n"
			       "t: s = mul t 7\n t -> a\n"
			       "a: i = phi t:0 b:i1\n a: y = mul i t\n a -> b\n"
			       "b: i1 = add i 1\n b: d = icmp slt i1 n\n"
			       "b ? d -> a w\n"
			       "w: z = mul t 6\n w -> x\n"
			       "f: g = mul t 7\n f -> x\n"
			       "x ret\n");

	(void)state;
	expect_chain(&p, "e", CVG_ARM_TRUE, "t a,b w");
	planned_done(&p);
}

/* ---- refusals (Definition 5) ----------------------------------------- */

static void no_arms(void **state)
{
	static const struct {
		const char *text;
		enum cvg_refusal why;
		const char *culprit;
	} rows[] = {
		{THREAD "e ? c -> t x\n t: a = mul t n\n t -> x\n x ret\n",
		 CVG_REFUSE_NO_ELSE, "x"},
		{THREAD "e ? c -> x t\n t: a = mul t n\n t -> x\n x ret\n",
		 CVG_REFUSE_NO_ELSE, "x"},
		{THREAD "e ? c -> x x\n x ret\n", CVG_REFUSE_SAME_SUCCESSOR,
		 "x"},
		{THREAD "e ? c -> t f\n t unreachable\n f unreachable\n",
		 CVG_REFUSE_NO_EXIT, "-"},
		{THREAD "e ? c -> t f\n t ret\n f ret\n", CVG_REFUSE_NO_EXIT,
		 "-"},
		{THREAD "e ? c -> t x\n"
			"t: a = icmp slt t m\n t ? a -> u x\n"
			"u: call f\n u unreachable\n x ret\n",
		 CVG_REFUSE_NO_ELSE, "x"},
		{THREAD "e switch t -> x a b\n a -> x\n b -> a\n x ret\n",
		 CVG_REFUSE_SWITCH, "-"},
		{THREAD "e ? c -> t f\n"
			"t: a = icmp slt t m\n t switch a -> s x y\n"
			"f: b = icmp slt t u\n f ? b -> s x\n"
			"y: g = mul t t\n y -> x\n"
			"s: d = mul t t\n s -> x\n x ret\n",
		 CVG_REFUSE_SHARED, "s"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct planned p = plan_of(rows[i].text);

		expect_refused(&p, "e", rows[i].why, rows[i].culprit);
		planned_done(&p);
	}
}

/* A way from b ends in a trap, so that the arms of h need not meet, though there is
 * one return only. */
static void trap_in_a_loop(void **state)
{
	struct planned p = plan_of(
		THREAD "e -> h\n h ? c -> a b\n a: d = add t n\n"
		       "a ? c -> h x\n b: call f\n b switch t -> h x y u\n"
		       "y -> x\n u unreachable\n x -> w\n w ret\n");

	(void)state;
	expect_refused(&p, "h", CVG_REFUSE_NO_RETURN, "-");
	planned_done(&p);
}

/* Another way into an arm; an unreachable block is no way in. */
static void side_entry(void **state)
{
	struct planned p =
		plan_of(THREAD "e: w = icmp slt n m\n e ? w -> b t1\n"
			       "b ? c -> t f\n"
			       "t: a = mul t n\n t -> t1\n"
			       "t1: a1 = mul t 7\n t1 -> x\n"
			       "f: g = add t m\n f -> x\n"
			       "x ret\n");

	(void)state;
	expect_refused(&p, "b", CVG_REFUSE_THRESHOLD, "f");
	planned_done(&p);
	p = plan_of(THREAD "e ? c -> t f\n"
			   "dead -> t1\n"
			   "t: a = mul t n\n t -> t1\n"
			   "t1: a1 = mul t 7\n t1 -> x\n"
			   "f: g = mul t m\n f -> x\n"
			   "x ret\n");
	assert_int_equal(candidate(&p, "e")->refusal, CVG_REFUSE_NONE);
	planned_done(&p);
}

/* An arm that leads back to the branch before the arms have met. */
static void reentry(void **state)
{
	struct planned p =
		plan_of(THREAD "e -> b\n"
			       "b: i = phi e:t t:a\n b: d = icmp slt i n\n"
			       "b ? d -> t f\n"
			       "t: a = mul i 7\n t: g = icmp slt a m\n"
			       "t ? g -> b x\n"
			       "f: h = xor i 6\n f -> x\n"
			       "x ret\n");

	(void)state;
	assert_int_equal(candidate(&p, "b")->refusal, CVG_REFUSE_THRESHOLD);
	planned_done(&p);
}

/* A region in a loop is a candidate, though E comes again after X. */
static void region_in_a_loop(void **state)
{
	struct planned p =
		plan_of(THREAD "e -> b\n"
			       "b: i = phi e:t x:i1\n b: d = icmp slt i n\n"
			       "b ? d -> t f\n"
			       "t: a = mul i 7\n t -> x\n"
			       "f: h = mul i 6\n f -> x\n"
			       "x: i1 = phi t:a f:h\n x: g = icmp slt i1 m\n"
			       "x ? g -> b y\n"
			       "y ret\n");

	(void)state;
	assert_int_equal(candidate(&p, "b")->refusal, CVG_REFUSE_NONE);
	assert_int_equal(candidate(&p, "b")->npairs, 1);
	planned_done(&p);
}

/* A convergent operation: the instruction is named, the block its own. */
static void convergent_part(void **state)
{
	struct planned p = plan_of(THREAD "e ? c -> t f\n"
					  "t: a = mul t n\n"
					  "t: call barrier convergent\n"
					  "t -> x\n"
					  "f: b = mul t m\n f -> x\n"
					  "x ret\n");
	const struct cvg_candidate *c = candidate(&p, "e");

	(void)state;
	assert_int_equal(c->refusal, CVG_REFUSE_CONVERGENT);
	assert_int_equal(c->chain[0][0].refusal, CVG_REFUSE_CONVERGENT);
	assert_int_equal(c->chain[1][0].refusal, CVG_REFUSE_NONE);
	assert_int_equal(c->culprit, cvg_block_last(p.g.fn, at(&p.g, "t")) - 1);
	planned_done(&p);
}

/* ---- which pairs, which regions first -------------------------------- */

/* Two pieces an arm, all alike: each can pair with each. */
static const char two_by_two[] =
	THREAD "e ? c -> t f\n"
	       "t: a = icmp slt t m\n t ? a -> t1 t2\n"
	       "t1: a1 = mul t n\n t1 -> t2\n"
	       "t2: a2 = icmp slt t u\n t2 ? a2 -> t3 t4\n"
	       "t3: a3 = mul t n\n t3 -> t4\n"
	       "t4 -> x\n"
	       "f: b = icmp slt t m\n f ? b -> f1 f2\n"
	       "f1: b1 = mul t n\n f1 -> f2\n"
	       "f2: b2 = icmp slt t u\n f2 ? b2 -> f3 f4\n"
	       "f3: b3 = mul t n\n f3 -> f4\n"
	       "f4 -> x\n"
	       "x ret\n";

static void pairing_by_alignment(void **state)
{
	struct planned p = plan_of(two_by_two);
	const struct cvg_candidate *c = candidate(&p, "e");

	(void)state;
	expect_chain(&p, "e", CVG_ARM_TRUE, "t,t1 t2,t3+t4");
	assert_int_equal(c->npairs, 2);
	expect_pair(&p, &c->pair[0], "t/f t1/f1");
	expect_pair(&p, &c->pair[1], "t2/f2 t3/f3");
	assert_int_equal(c->cell[0].state, CVG_PAIR_CHOSEN);
	assert_int_equal(c->cell[1].state, CVG_PAIR_POSSIBLE);
	assert_int_equal(c->cell[2].state, CVG_PAIR_POSSIBLE);
	assert_int_equal(c->cell[3].state, CVG_PAIR_CHOSEN);
	assert_true(c->cell[1].mp_s == c->cell[0].mp_s);
	planned_done(&p);
}

/*
 * CFM: one pair; of four equally good ones the one that dominates most of
 * what remains, the first two. An alignment would have had both.
 */
static void pairing_greedily(void **state)
{
	struct planned p = plan_of(two_by_two);
	const struct cvg_candidate *c;

	(void)state;
	set(&p, "pairing", "greedy");
	plan_again(&p, NULL);
	c = candidate(&p, "e");
	assert_int_equal(c->npairs, 1);
	assert_int_equal(c->pair[0].sub[0], 0);
	assert_int_equal(c->pair[0].sub[1], 0);
	set(&p, "pairing", "alignment");
	set(&p, "mode", "cfm");
	plan_again(&p, NULL);
	assert_int_equal(candidate(&p, "e")->npairs, 1);
	planned_done(&p);
}

/* The greedy choice goes by MP_S before it goes by place. */
static void greedy_prefers_profit(void **state)
{
	struct planned p = plan_of(
		THREAD "e ? c -> t f\n"
		       "t: a = icmp slt t m\n t ? a -> t1 t2\n"
		       "t1: a1 = mul t n\n t1 -> t2\n"
		       "t2: a2 = icmp slt t u\n t2 ? a2 -> t3 t4\n"
		       "t3: a3 = mul t n\n t3: a4 = udiv t n\n t3 -> t4\n"
		       "t4 -> x\n"
		       "f: b = icmp slt t m\n f ? b -> f1 f2\n"
		       "f1: b1 = xor t n\n f1 -> f2\n"
		       "f2: b2 = icmp slt t u\n f2 ? b2 -> f3 f4\n"
		       "f3: b3 = mul t n\n f3: b4 = udiv t n\n f3 -> f4\n"
		       "f4 -> x\n"
		       "x ret\n");

	(void)state;
	set(&p, "pairing", "greedy");
	plan_again(&p, NULL);
	assert_int_equal(candidate(&p, "e")->npairs, 1);
	assert_int_equal(candidate(&p, "e")->pair[0].sub[0], 1);
	assert_int_equal(candidate(&p, "e")->pair[0].sub[1], 1);
	planned_done(&p);
}

/* A pair that was tried and lost is not possible again; others are. */
static void lost_pairs(void **state)
{
	struct planned p = plan_of(two_by_two);
	struct cvg_u32s lost = {0};
	const struct cvg_candidate *c;

	(void)state;
	cvg_push(&lost, p.g.fn->blocks[at(&p.g, "e")].uid);
	cvg_push(&lost, p.g.fn->blocks[at(&p.g, "t")].uid);
	cvg_push(&lost, p.g.fn->blocks[at(&p.g, "f")].uid);
	plan_again(&p, &lost);
	c = candidate(&p, "e");
	assert_int_equal(c->cell[0].refusal, CVG_REFUSE_LOST);
	assert_int_equal(c->cell[0].state, CVG_PAIR_IMPOSSIBLE);
	for (uint32_t i = 0; i < c->npairs; i++)
		assert_true(c->pair[i].sub[0] || c->pair[i].sub[1]);
	free(lost.at);
	planned_done(&p);
}

/* The most profitable first, refused ones last, else as they stand. */
static void by_profit(void **state)
{
	struct planned p = plan_of(THREAD "e ? c -> t x\n t -> x\n"
					  "x ? c -> a b\n"
					  "a: a1 = mul t n\n a -> y\n"
					  "b: b1 = mul t n\n b -> y\n"
					  "y ? c -> g h\n"
					  "g: g1 = udiv t n\n g -> z\n"
					  "h: h1 = udiv t n\n h -> z\n"
					  "z ? c -> i j\n"
					  "i: i1 = mul t n\n i -> w\n"
					  "j: j1 = mul t n\n j -> w\n"
					  "w ret\n");
	static const char *const order[] = {"y", "x", "z", "e"};

	(void)state;
	assert_int_equal(p.plan->n, 4);
	for (uint32_t i = 0; i < 4; i++)
		assert_string_equal(
			name_of(&p, p.plan->at[p.plan->by_profit[i]].entry),
			order[i]);
	planned_done(&p);
}

/* ---- modes ----------------------------------------------------------- */

/* DARM's Table I, each row under each technique: is it melded? */
static void table_of_modes(void **state)
{
	static const char *const modes[] = {"branch-fusion", "cfm", "darm"};
	static const struct {
		const char *text;
		bool melds[3];
	} rows[] = {
		{THREAD "e ? c -> t f\n"
			"t: a = mul t n\n t: a1 = mul a 7\n t -> x\n"
			"f: b = mul t n\n f: b1 = mul b 7\n f -> x\n x ret\n",
		 {true, true, true}},
		{THREAD "e ? c -> t f\n"
			"t: a = mul t n\n t: a1 = xor a 3\n t -> x\n"
			"f: b = mul t m\n f: b1 = or b 3\n f -> x\n x ret\n",
		 {true, true, true}},
		{THREAD "e ? c -> t f\n"
			"t: a = icmp slt t m\n t ? a -> t1 t2\n"
			"t1: a1 = mul t n\n t1 -> t2\n t2 -> x\n"
			"f: b = icmp slt t m\n f ? b -> f1 f2\n"
			"f1: b1 = mul t n\n f1 -> f2\n f2 -> x\n x ret\n",
		 {false, true, true}},
	};

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct planned p = plan_of(rows[i].text);

		for (int m = 0; m < 3; m++) {
			set(&p, "mode", modes[m]);
			plan_again(&p, NULL);
			if ((candidate(&p, "e")->npairs > 0) !=
			    rows[i].melds[m])
				fail_msg("row %zu, %s", i + 1, modes[m]);
		}
		planned_done(&p);
	}
}

UNIT_TESTS(plan_test)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(diamond),
		cmocka_unit_test(uniform),
		cmocka_unit_test(joints),
		cmocka_unit_test(hollow_blocks),
		cmocka_unit_test(loops),
		cmocka_unit_test(nested_loops),
		cmocka_unit_test(back_into_a_piece),
		cmocka_unit_test(no_arms),
		cmocka_unit_test(trap_in_a_loop),
		cmocka_unit_test(side_entry),
		cmocka_unit_test(reentry),
		cmocka_unit_test(region_in_a_loop),
		cmocka_unit_test(convergent_part),
		cmocka_unit_test(pairing_by_alignment),
		cmocka_unit_test(pairing_greedily),
		cmocka_unit_test(greedy_prefers_profit),
		cmocka_unit_test(lost_pairs),
		cmocka_unit_test(by_profit),
		cmocka_unit_test(table_of_modes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
