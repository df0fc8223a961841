/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Arms that share blocks, return or lead back: what is gathered, what the code
 * would be then, and what melding would do. */
#include "tests/unit/plan_kit.h"

#include "reconverge/align.h"
#include "reconverge/cost.h"
#include "src/plan/gather.h"

/* "a b > s x": blocks that one arm has, and where the ways lead. */
static void expect_gather(const struct planned *p, const char *block,
			  const char *expected)
{
	const struct cvg_gather *g = candidate(p, block)->gather;
	struct cvg_str s = {0};

	assert_non_null(g);
	for (uint32_t i = 0; i < g->nblocks; i++)
		cvg_str_addf(&s, "%s ", name_of(p, g->block[i]));
	cvg_str_addc(&s, '>');
	for (uint32_t k = 0; k < g->ntargets; k++)
		cvg_str_addf(&s, " %s",
			     g->target[k] == CVG_GATHER_RETURN ? "return"
			     : g->target[k] == CVG_GATHER_TRAP
				     ? "trap"
				     : name_of(p, g->target[k]));
	assert_string_equal(s.at, expected);
	cvg_str_done(&s);
}

#define SHARED                                                            \
	THREAD "e ? c -> t f\n"                                           \
	       "t: a = udiv t n\n t: a1 = icmp slt a m\n t ? a1 -> s x\n" \
	       "f: b = udiv t m\n f: b1 = icmp slt b m\n f ? b1 -> x s\n" \
	       "s: g = phi t:a f:b\n s: d = udiv g u\n s: store d @o\n"   \
	       "s -> x\n"                                                 \
	       "x: w = phi t:n f:m s:d\n x: store w @o\n x ret\n"

/* Two arms with two ways out, the second one's crosswise. */
static void shared_tail(void **state)
{
	struct planned p = plan_of(SHARED);
	const struct cvg_candidate *c = candidate(&p, "e");
	int64_t sum = 0;

	(void)state;
	assert_int_equal(c->refusal, CVG_REFUSE_NONE);
	expect_gather(&p, "e", "t f > s x");
	expect_chain(&p, "e", CVG_ARM_TRUE, "t");
	expect_chain(&p, "e", CVG_ARM_FALSE, "f");
	assert_int_equal(c->npairs, 1);
	expect_pair(&p, &c->pair[0], "t/f");
	/* The division and the compare; the negation is in the draft only. */
	assert_int_equal(c->pair[0].aligned, 2);
	assert_int_equal(c->pair[0].bp[0].ncolumns, 2);
	assert_int_equal(c->pair[0].bp[0].column[1].a,
			 cvg_block_last(p.g.fn, at(&p.g, "t")) - 1);
	for (uint32_t i = 0; i < c->npairs; i++)
		sum += c->pair[i].net;
	assert_int_equal(sum, c->net);
	assert_int_equal(c->exit, at(&p.g, "x"));
	planned_done(&p);
}

/* The draft is a function as any other, and has the blocks of before. */
static void draft(void **state)
{
	struct planned p = plan_of(SHARED);
	const struct cvg_gather *g = candidate(&p, "e")->gather;
	struct cvg_draft made;
	struct cvg_err err;
	struct cvg_ana *ana;
	uint32_t head;

	(void)state;
	cvg_draft_make(p.g.fn, &g, 1, &made);
	if (!cvg_fn_check(made.fn, &err))
		fail_msg("%s", err.msg);
	head = made.head[0];
	assert_int_equal(made.fn->nblocks, p.g.fn->nblocks + 1);
	assert_int_equal(head, p.g.fn->nblocks);
	ana = cvg_ana_new(made.fn);
	assert_int_equal(cvg_ana_postdom(ana)->idom[at(&p.g, "e")], head);
	assert_int_equal(cvg_ana_postdom(ana)->idom[head], at(&p.g, "x"));
	assert_true(cvg_bits_has(&cvg_ana_uniform(ana)->divergent_term, head));
	/* Where to go, what s gets, what x gets. */
	assert_int_equal(made.fn->blocks[head].nphis, 3);
	assert_int_equal(
		made.fn->insts[made.fn->blocks[at(&p.g, "x")].inst_at].nops, 2);
	assert_int_equal(cvg_cost_fn(made.fn) - cvg_cost_fn(p.g.fn),
			 made.price[0]);
	cvg_ana_free(ana);
	cvg_draft_done(&made);
	planned_done(&p);
}

static void expect_meld(const char *text, const char *block, const char *ways)
{
	struct planned p = plan_of(text);

	assert_string_equal(cvg_refusal_text(candidate(&p, block)->refusal),
			    "");
	expect_gather(&p, block, ways);
	planned_done(&p);
}

/* Arms that return, trap, or lead back. */
static void ends(void **state)
{
	(void)state;
	expect_meld(THREAD "e ? c -> t f\n"
			   "t: a = udiv t n\n t: store a @o\n t ret\n"
			   "f: b = udiv t m\n f: store b @o\n f ret\n",
		    "e", "t f > return");
	expect_meld(THREAD "e ? c -> t f\n"
			   "t: a = udiv t n\n t: store a @o\n t ret\n"
			   "f: b = udiv t m\n f: store b @o\n f unreachable\n",
		    "e", "t f > return trap");
	expect_meld(THREAD "e -> h\n"
			   "h: i = phi e:t t:a f:b\n h: d = icmp slt i n\n"
			   "h ? d -> t f\n"
			   "t: a = udiv i m\n t: g = icmp slt a m\n"
			   "t ? g -> h x\n"
			   "f: b = udiv i u\n f: j = icmp slt b m\n"
			   "f ? j -> h x\n"
			   "x ret\n",
		    "h", "t f > h x");
}

/* One arm has nothing of its own. */
static void one_arm(void **state)
{
	struct planned p =
		plan_of(THREAD "e ? c -> t q\n"
			       "t: a = icmp slt t m\n t ? a -> x q\n"
			       "q: d = udiv t v\n q: store d @o\n q -> x\n"
			       "x ret\n");

	(void)state;
	expect_refused(&p, "e", CVG_REFUSE_NONE_OWN, "q");
	planned_done(&p);
}

/* Threads of both arms may not meet at a convergent operation. */
static void convergent_tail(void **state)
{
	struct planned p = plan_of(
		THREAD
		"e ? c -> t f\n"
		"t: a = udiv t n\n t: a1 = icmp slt a m\n t ? a1 -> s x\n"
		"f: b = udiv t m\n f: b1 = icmp slt b m\n f ? b1 -> s x\n"
		"s: call g convergent\n s -> x\n"
		"x: call g convergent\n x ret\n");
	const struct cvg_candidate *c = candidate(&p, "e");

	(void)state;
	expect_refused(&p, "e", CVG_REFUSE_CONVERGENT, "s");
	assert_int_equal(c->culprit, p.g.fn->blocks[at(&p.g, "s")].inst_at);
	assert_null(c->gather);
	planned_done(&p);
}

/* What was gathered and taken back is not offered again. */
static void lost(void **state)
{
	struct planned p = plan_of(SHARED);
	uint32_t e = p.g.fn->blocks[at(&p.g, "e")].uid;
	uint32_t at3[] = {e, e, e};
	struct cvg_u32s pairs = {.at = at3, .n = 3};

	(void)state;
	plan_again(&p, &pairs);
	expect_refused(&p, "e", CVG_REFUSE_SHARED, "s");
	planned_done(&p);
}

/* Gathers that stand in each other's arms have drafts of their own. */
static void nested(void **state)
{
	struct planned p = plan_of(
		THREAD
		"e ? c -> p f\n"
		"p: d = icmp slt t u\n p ? d -> t1 t2\n"
		"t1: a = udiv t n\n t1: a1 = icmp slt a m\n"
		"t1 ? a1 -> s x\n"
		"t2: b = udiv t m\n t2: b1 = icmp slt b m\n"
		"t2 ? b1 -> s x\n"
		"f: g = udiv t v\n f: g1 = icmp slt g m\n f ? g1 -> s x\n"
		"s: h = udiv t t\n s: store h @o\n s -> x\n"
		"x ret\n");

	(void)state;
	expect_gather(&p, "p", "t1 t2 > s x");
	expect_gather(&p, "e", "p t1 t2 f > s x");
	planned_done(&p);
}

/* More targets than a gather has. */
static void many_targets(void **state)
{
	struct planned p =
		plan_of(THREAD "e ? c -> t f\n"
			       "t: a = icmp slt t 1\n t ? a -> s1 ta\n"
			       "ta: a1 = icmp slt t 2\n ta ? a1 -> s2 tb\n"
			       "tb: a2 = icmp slt t 3\n tb ? a2 -> s3 tc\n"
			       "tc: a3 = icmp slt t 4\n tc ? a3 -> s4 td\n"
			       "td: a4 = icmp slt t 5\n td ? a4 -> s5 s6\n"
			       "f: b = icmp slt t 6\n f ? b -> s1 fa\n"
			       "fa: b1 = icmp slt t 7\n fa ? b1 -> s2 fb\n"
			       "fb: b2 = icmp slt t 8\n fb ? b2 -> s3 fc\n"
			       "fc: b3 = icmp slt t 9\n fc ? b3 -> s4 fd\n"
			       "fd: b4 = icmp slt t 10\n fd ? b4 -> s5 s6\n"
			       "s1 -> x\n s2 -> x\n s3 -> x\n s4 -> x\n"
			       "s5 -> x\n s6 -> x\n x ret\n");

	(void)state;
	assert_int_equal(candidate(&p, "e")->refusal, CVG_REFUSE_SHARED);
	assert_null(candidate(&p, "e")->gather);
	planned_done(&p);
}

/* Arms of a switch: those of which the ways can be gathered. The switch's own way
 * to x and an arm that no thread takes are none. */
static void switches(void **state)
{
	struct planned p = plan_of(
		THREAD
		"e switch t -> x t f w s never\n"
		"t: a = udiv t n\n t: a1 = icmp slt a m\n t ? a1 -> s x\n"
		"f: b = udiv t m\n f: b1 = icmp slt b m\n f ? b1 -> x s\n"
		"w: i = icmp slt t m\n w ? i -> w x\n"
		"never unreachable\n"
		"s: g = phi e:t t:a f:b\n s: d = udiv g u\n s: store d @o\n"
		"s -> x\n"
		"x ret\n");
	const struct cvg_candidate *c = candidate(&p, "e");

	(void)state;
	assert_string_equal(cvg_refusal_text(c->refusal), "");
	expect_gather(&p, "e", "t f w > s x");
	assert_int_equal(c->nparts, 1);
	assert_int_equal(c->part[0].start[0], at(&p.g, "t"));
	assert_int_equal(c->part[0].start[1], at(&p.g, "f"));
	/* The block where they meet is not there yet. */
	assert_int_equal(c->part[0].exit, c->exit);
	expect_pair(&p, &c->part[0].pair[0], "t/f");
	assert_int_equal(c->part[0].pair[0].aligned, 2);
	planned_done(&p);
}

UNIT_TESTS(gather_test)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(shared_tail),
		cmocka_unit_test(draft),
		cmocka_unit_test(ends),
		cmocka_unit_test(one_arm),
		cmocka_unit_test(convergent_tail),
		cmocka_unit_test(lost),
		cmocka_unit_test(nested),
		cmocka_unit_test(many_targets),
		cmocka_unit_test(switches),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
