/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Steps of a session: what the runner makes of phases, right and wrong ones,
 * and of LLVM pipelines.
 */
#include "tests/unit/session_kit.h"
#include "src/session/inside.h"
#include "reconverge/graph.h"

/* ---- phases ---------------------------------------------------------- */

static bool run_nothing(const struct cvg_phase_in *in,
			struct cvg_phase_out *out, struct cvg_err *err)
{
	(void)in;
	(void)out;
	(void)err;
	return true;
}

static bool run_fail(const struct cvg_phase_in *in, struct cvg_phase_out *out,
		     struct cvg_err *err)
{
	grow(in);
	out->changed = true;
	cvg_str_add(&out->report, "half done\n");
	return cvg_fail(err, "gave up");
}

static bool run_break(const struct cvg_phase_in *in, struct cvg_phase_out *out,
		      struct cvg_err *err)
{
	LLVMValueRef fn = cvg_live_function(in->module, in->function);
	LLVMBasicBlockRef last = LLVMGetLastBasicBlock(fn);

	(void)err;
	LLVMInstructionEraseFromParent(LLVMGetBasicBlockTerminator(last));
	out->changed = true;
	return true;
}

static bool run_lie(const struct cvg_phase_in *in, struct cvg_phase_out *out,
		    struct cvg_err *err)
{
	(void)out;
	(void)err;
	grow(in);
	return true;
}

static const struct cvg_phase rests = {
	.name = "rest",
	.nothing = "nothing to rest on",
	.run = run_nothing,
};
static const struct cvg_phase fails = {.name = "fail", .run = run_fail};
static const struct cvg_phase breaks = {.name = "break", .run = run_break};
static const struct cvg_phase lies = {.name = "lie", .run = run_lie};

#ifdef CVG_DEBUG
static const bool checking = true;
#else
static const bool checking = false;
#endif

/* ---- helpers --------------------------------------------------------- */

static void refused(struct cvg_session *s, const struct cvg_phase *phase,
		    const char *message)
{
	struct cvg_act a;
	struct cvg_err err;

	assert_false(cvg_session_act(s, phase, nothing, NULL, "x", &a, &err));
	assert_non_null(strstr(err.msg, message));
}

/* Run a phase that changes nothing, as it says. */
static struct cvg_act act_on(struct cvg_session *s,
			     const struct cvg_phase *phase)
{
	struct cvg_act a;

	assert_true(cvg_session_act(s, phase, nothing, NULL, "x", &a, NULL));
	cvg_str_done(&a.report);
	return a;
}

/* ---- the runner ------------------------------------------------------ */

static void an_act_adds_a_revision(void **state)
{
	struct cvg_session *s = *state;
	struct cvg_act a;
	const struct cvg_rev *p1;

	assert_true(
		cvg_session_act(s, &grows, nothing, NULL, "grow it", &a, NULL));
	assert_true(a.changed);
	assert_int_equal(a.rev, 1);
	assert_int_equal(a.count, 1);
	assert_string_equal(a.report.at, "4 blocks grew\n");
	cvg_str_done(&a.report);
	p1 = cvg_session_rev(s, 1);
	assert_int_equal(p1->parent, 0);
	assert_string_equal(p1->command, "grow it");
	assert_string_equal(p1->report, "4 blocks grew\n");
	assert_int_equal(p1->function, 2);
	assert_int_equal(p1->count, 1);
	assert_int_equal(p1->score.blocks, 5);
	assert_int_equal(p1->before.blocks, 4);
	assert_int_equal(cvg_session_rev(s, 0)->newest_child, 1);
	assert_int_equal(cvg_session_current(s), 1);
	assert_true(p1 == cvg_session_rev(s, CVG_NONE));
}

/* What a revision changed is told of one function, whatever the parent's. */
static void scores_are_of_one_function(void **state)
{
	struct cvg_session *s = *state;
	const struct cvg_rev *r;

	act(s, &grows);
	assert_true(cvg_session_focus(s, "plain", NULL));
	r = cvg_session_rev(s, act(s, &grows));
	assert_string_equal(r->function_name, "plain");
	assert_int_equal(r->before.blocks, 3);
	assert_int_equal(r->score.blocks, 4);
	r = cvg_session_rev(s, 0);
	assert_memory_equal(&r->before, &r->score, sizeof r->score);
}

static void nothing_done_adds_none(void **state)
{
	struct cvg_session *s = *state;
	struct cvg_act a;

	assert_true(
		cvg_session_act(s, &rests, nothing, NULL, "rest", &a, NULL));
	assert_false(a.changed);
	assert_int_equal(a.rev, 0);
	assert_int_equal(a.report.n, 0);
	cvg_str_done(&a.report);
	assert_int_equal(cvg_session_nrevs(s), 1);
}

/* Whatever goes wrong in a phase, the next one sees the parent untouched. */
static void faults_leave_the_parent(void **state)
{
	struct cvg_session *s = *state;
	char *before, *after;

	act(s, &grows);
	before = text_of(s, CVG_NONE);
	refused(s, &fails, "gave up");
	refused(s, &breaks,
		"break made an invalid module, which was discarded: ");
	if (checking)
		refused(s, &lies, "lie changed @forks but reported no change");
	else
		assert_false(act_on(s, &lies).changed);
	assert_int_equal(cvg_session_nrevs(s), 2);
	assert_int_equal(cvg_session_current(s), 1);
	after = text_of(s, CVG_NONE);
	assert_string_equal(before, after);
	free(before);
	free(after);
	assert_uids(s, act(s, &grows), "0 1 2 3 4 5");
}

/* Sees the revision that a trial makes. */
static void look(void *context)
{
	struct cvg_session *s = context;

	assert_int_equal(cvg_session_current(s), 1);
	assert_string_equal(cvg_session_rev(s, 1)->command, "grow it");
	assert_int_equal(cvg_session_fn(s, 1, CVG_NONE)->nblocks, 5);
}

static void a_trial_leaves_all_as_it_is(void **state)
{
	struct cvg_session *s = *state;
	struct cvg_onlooker onlooker = {look, s};
	struct cvg_act a;
	struct cvg_err err;
	char *before = text_of(s, 0), *after;

	for (int i = 0; i < 2; i++) {
		assert_true(cvg_session_try(s, &grows, nothing, NULL, "grow it",
					    &onlooker, &a, NULL));
		assert_true(a.changed);
		assert_string_equal(a.report.at, "4 blocks grew\n");
		assert_int_equal(a.before.blocks, 4);
		assert_int_equal(a.score.blocks, 5);
		assert_int_equal(a.rev, 0);
		cvg_str_done(&a.report);
	}
	assert_false(
		cvg_session_try(s, &fails, nothing, NULL, "x", NULL, &a, &err));
	assert_string_equal(err.msg, "gave up");
	assert_int_equal(cvg_session_nrevs(s), 1);
	assert_int_equal(cvg_session_rev(s, 0)->newest_child, CVG_NONE);
	after = text_of(s, 0);
	assert_string_equal(before, after);
	free(before);
	free(after);
	assert_uids(s, act(s, &grows), "0 1 2 3 4");
}

/* ---- promises -------------------------------------------------------- */

static const char diamond[] = "kernel amdgpu\n"
			      "entry: t = call llvm.amdgcn.workitem.id.x\n"
			      "entry: c = icmp t t\n"
			      "entry ? c -> a b\n"
			      "a -> join\n"
			      "b -> join\n"
			      "join ret\n";
/* As many blocks, one behind the other. */
static const char chain[] = "kernel amdgpu\n"
			    "entry: t = call llvm.amdgcn.workitem.id.x\n"
			    "entry: c = icmp t t\n"
			    "entry -> a\n"
			    "a -> b\n"
			    "b -> join\n"
			    "join ret\n";
static const char loop[] = "kernel amdgpu\n"
			   "entry: t = call llvm.amdgcn.workitem.id.x\n"
			   "entry: c = icmp t t\n"
			   "entry -> a\n"
			   "a -> b\n"
			   "b ? c -> a join\n"
			   "join ret\n";

static void kept(const char *before, const char *after, uint32_t keeps,
		 const char *message)
{
	struct cvg_fn *a, *b;
	struct cvg_ana *x, *y;
	struct cvg_err err;
	bool ok;

	assert_true(cvg_fn_parse(before, &a, &err));
	assert_true(cvg_fn_parse(after, &b, &err));
	x = cvg_ana_new(a);
	y = cvg_ana_new(b);
	ok = cvg_keeps_check(x, y, keeps, &err);
	assert_true(ok == !message);
	if (message)
		assert_string_equal(err.msg, message);
	cvg_ana_free(x);
	cvg_ana_free(y);
	cvg_fn_free(a);
	cvg_fn_free(b);
}

/* Debug builds hold a phase to what it said it keeps. */
static void what_is_kept(void **state)
{
	const uint32_t all = (UINT32_C(1) << CVG_NANALYSES) - 1;

	(void)state;
	kept(diamond, diamond, all, NULL);
	kept(loop, loop, all, NULL);
	kept(diamond, chain, 0, NULL);
	kept(diamond, chain, CVG_ANA_CYCLES | CVG_ANA_LOOPS, NULL);
	kept(diamond, chain, CVG_ANA_DOM, "the dominators changed");
	kept(diamond, chain, CVG_ANA_POSTDOM, "the post-dominators changed");
	kept(diamond, chain, CVG_ANA_JOINS, "the joins changed");
	kept(diamond, chain, CVG_ANA_REGIONS, "the regions changed");
	kept(diamond, chain, CVG_ANA_UNIFORM, "the uniformity changed");
	kept(chain, loop, CVG_ANA_DOM | CVG_ANA_ORDER, NULL);
	kept(chain, loop, CVG_ANA_CYCLES, "the cycles changed");
	kept(chain, loop, CVG_ANA_LOOPS, "the loops changed");
	kept(chain, loop, CVG_ANA_LIVE, "the liveness changed");
	kept("a -> b\nb ret\n", "a ret\n", CVG_ANA_ORDER,
	     "the number of blocks changed");
}

/* ---- pipelines ------------------------------------------------------- */

static void a_pipeline_is_a_step(void **state)
{
	struct cvg_session *s = *state;
	struct cvg_act a;
	struct cvg_err err;

	if (!cvg_session_pass(s, "instcombine", "pass instcombine", &a, &err))
		fail_msg("%s", err.msg);
	assert_true(a.changed);
	assert_int_equal(a.rev, 1);
	assert_non_null(strstr(a.report.at,
			       "@inner: blocks 1 -> 1, instructions 3 -> 2\n"));
	cvg_str_done(&a.report);
	assert_string_equal(cvg_session_rev(s, 1)->function_name, "forks");
	assert_uids(s, 1, "0 1 2 3");
	assert_int_equal(cvg_session_fn(s, 0, 0)->ninsts, 3);
	assert_int_equal(cvg_session_fn(s, 1, 0)->ninsts, 2);
}

static void a_pipeline_may_do_nothing(void **state)
{
	struct cvg_session *s = *state;
	struct cvg_act a;

	assert_true(cvg_session_pass(s, "verify", "x", &a, NULL));
	assert_false(a.changed);
	assert_int_equal(a.rev, 0);
	assert_int_equal(a.report.n, 0);
	cvg_str_done(&a.report);
	assert_int_equal(cvg_session_nrevs(s), 1);
	assert_uids(s, act(s, &grows), "0 1 2 3 4");
}

static void a_bad_pipeline_changes_nothing(void **state)
{
	struct cvg_session *s = *state;
	struct cvg_act a;
	struct cvg_err err;

	assert_false(cvg_session_pass(s, "no-such-pass", "x", &a, &err));
	assert_int_equal(cvg_session_nrevs(s), 1);
	assert_uids(s, act(s, &grows), "0 1 2 3 4");
}

static void a_pipeline_may_remove_functions(void **state)
{
	struct cvg_session *s = *state;
	struct cvg_act a;
	struct cvg_err err;

	assert_true(cvg_session_focus(s, "inner", NULL));
	if (!cvg_session_pass(s, "cgscc(inline),globaldce", "x", &a, &err))
		fail_msg("%s", err.msg);
	assert_non_null(strstr(a.report.at, "@inner: removed\n"));
	cvg_str_done(&a.report);
	assert_int_equal(cvg_session_nfunctions(s), 2);
	assert_string_equal(cvg_session_function_name(s, 1), "forks");
	assert_int_equal(cvg_session_function(s), 1);
	assert_string_equal(cvg_session_rev(s, 1)->function_name, "forks");
	assert_string_equal(cvg_session_fn(s, 0, 1)->name, "forks");
	assert_true(cvg_session_fn(s, 0, 0) == cvg_session_fn(s, 1, 0));
	assert_uids(s, act(s, &grows), "0 1 2 3 4");
	/* Back where there are three, the focus is the same function. */
	assert_true(cvg_session_goto(s, 0, NULL));
	assert_int_equal(cvg_session_nfunctions(s), 3);
	assert_int_equal(cvg_session_function(s), 2);
	assert_string_equal(cvg_session_fn(s, 2, CVG_NONE)->name, "forks");
	assert_null(cvg_session_fn(s, 1, 0));
	assert_null(cvg_session_ana(s, 1, 0));
	assert_uids(s, act(s, &grows), "0 1 2 3 5");
	/* A focus that is not there moves to the default. */
	assert_true(cvg_session_focus(s, "inner", NULL));
	assert_true(cvg_session_goto(s, 1, NULL));
	assert_int_equal(cvg_session_function(s), 1);
}

UNIT_TESTS(steps_test)
{
	const struct CMUnitTest tests[] = {
		TEST(an_act_adds_a_revision),
		TEST(scores_are_of_one_function),
		TEST(nothing_done_adds_none),
		TEST(faults_leave_the_parent),
		TEST(a_trial_leaves_all_as_it_is),
		cmocka_unit_test(what_is_kept),
		TEST(a_pipeline_is_a_step),
		TEST(a_pipeline_may_do_nothing),
		TEST(a_bad_pipeline_changes_nothing),
		TEST(a_pipeline_may_remove_functions),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
