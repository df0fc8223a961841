/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Sessions: loading, the focus, the tree of revisions, stable block numbers. */
#include "tests/unit/session_kit.h"

#include "reconverge/graph.h"
#include "reconverge/plan.h"
#include "reconverge/settings.h"

/* ---- loading and focus ----------------------------------------------- */

static void loads_with_focus_on_divergence(void **state)
{
	struct cvg_session *s = *state;
	const struct cvg_rev *p0 = cvg_session_rev(s, 0);

	assert_true(cvg_session_loaded(s));
	assert_string_equal(cvg_session_path(s), "session_test.ll");
	assert_string_equal(cvg_session_triple(s), "amdgcn-amd-amdhsa");
	assert_string_equal(cvg_session_cpu(s), "gfx906");
	assert_int_equal(cvg_session_nfunctions(s), 3);
	for (uint32_t f = 0; f < 3; f++) {
		struct cvg_score counts, same;
		const struct cvg_fn *fn = cvg_session_score_of(s, f, &counts);

		/* of some instructions: kilobytes, not hundreds of them */
		assert_true(fn->arena.held <= 8192);
		assert_ptr_equal(cvg_session_fn(s, CVG_NONE, f), fn);
		cvg_score_of(cvg_session_ana(s, CVG_NONE, f), &same);
		assert_int_equal(counts.cycles, same.cycles);
		assert_int_equal(counts.peak, same.peak);
		assert_int_equal(counts.divergent, same.divergent);
	}
	assert_int_equal(cvg_session_function(s), 2);
	assert_string_equal(cvg_session_function_name(s, 2), "forks");
	assert_int_equal(cvg_session_nrevs(s), 1);
	assert_int_equal(p0->id, 0);
	assert_int_equal(p0->parent, CVG_NONE);
	assert_int_equal(p0->newest_child, CVG_NONE);
	assert_string_equal(p0->command, "load");
	assert_string_equal(p0->function_name, "forks");
	assert_int_equal(p0->score.blocks, 4);
	assert_int_equal(p0->score.divergent, 1);
	assert_null(p0->mark);
}

static void failed_load_keeps_what_was(void **state)
{
	struct cvg_session *s = *state;
	struct cvg_err err;

	act(s, &grows);
	write_source("bad.ll", "define nonsense");
	assert_false(cvg_session_load(s, "bad.ll", NULL, &err));
	unlink("bad.ll");
	assert_string_equal(cvg_session_path(s), "session_test.ll");
	assert_int_equal(cvg_session_nrevs(s), 2);
	assert_true(cvg_session_load(s, "session_test.ll", NULL, &err));
	assert_int_equal(cvg_session_nrevs(s), 1);
}

static void focus_by_name(void **state)
{
	struct cvg_session *s = *state;
	struct cvg_err err;

	assert_true(cvg_session_focus(s, "@plain", &err));
	assert_int_equal(cvg_session_function(s), 1);
	assert_true(cvg_session_focus(s, "inner", &err));
	assert_int_equal(cvg_session_function(s), 0);
	assert_false(cvg_session_focus(s, "@plian", &err));
	assert_string_equal(err.msg,
			    "no function @plian; did you mean @plain?");
	assert_false(cvg_session_focus(s, "qqqqqqqq", &err));
	assert_string_equal(err.msg, "no function @qqqqqqqq");
	assert_false(cvg_session_focus(s, "", &err));
	assert_int_equal(cvg_session_function(s), 0);
}

static void nothing_loaded(void **state)
{
	struct cvg_session *s = cvg_session_new();
	struct cvg_act a;
	struct cvg_err err;
	uint32_t rev;

	(void)state;
	assert_false(cvg_session_loaded(s));
	assert_int_equal(cvg_session_nfunctions(s), 0);
	assert_int_equal(cvg_session_nrevs(s), 0);
	assert_false(cvg_session_act(s, &grows, nothing, NULL, "x", &a, &err));
	assert_false(
		cvg_session_try(s, &grows, nothing, NULL, "x", NULL, &a, &err));
	assert_false(cvg_session_pass(s, "dce", "x", &a, &err));
	assert_false(cvg_session_undo(s, 1, &err));
	assert_false(cvg_session_redo(s, 1, &err));
	assert_false(cvg_session_goto(s, 0, &err));
	assert_false(cvg_session_mark(s, "x", &err));
	assert_false(cvg_session_find_rev(s, "P0", &rev, &err));
	assert_false(cvg_session_focus(s, "x", &err));
	assert_false(cvg_session_write(s, "x.ll", CVG_EMIT_LL, &err));
	assert_false(cvg_journal_start(s, &err));
	assert_string_equal(err.msg, "no module is loaded");
	cvg_session_free(s);
}

/* ---- time ------------------------------------------------------------ */

static void undo_and_redo(void **state)
{
	struct cvg_session *s = *state;
	struct cvg_err err;

	assert_false(cvg_session_undo(s, 1, &err));
	assert_string_equal(err.msg,
			    "nothing to undo: P0 is the module as loaded");
	act(s, &grows);
	act(s, &grows);
	assert_false(cvg_session_undo(s, 3, &err));
	assert_string_equal(err.msg,
			    "cannot undo 3 steps: P2 has only 2 before it");
	assert_int_equal(cvg_session_current(s), 2);
	assert_true(cvg_session_undo(s, 2, &err));
	assert_int_equal(cvg_session_current(s), 0);
	assert_int_equal(cvg_session_fn(s, CVG_NONE, CVG_NONE)->nblocks, 4);
	assert_false(cvg_session_redo(s, 3, &err));
	assert_string_equal(err.msg,
			    "cannot redo 3 steps: P0 has only 2 after it");
	assert_true(cvg_session_redo(s, 1, &err));
	assert_true(cvg_session_redo(s, 1, &err));
	assert_int_equal(cvg_session_current(s), 2);
	assert_int_equal(cvg_session_fn(s, CVG_NONE, CVG_NONE)->nblocks, 6);
	assert_false(cvg_session_redo(s, 1, &err));
	assert_string_equal(err.msg,
			    "nothing to redo: no revision was made from P2");
}

static void redo_takes_the_newest_branch(void **state)
{
	struct cvg_session *s = *state;
	struct cvg_err err;

	act(s, &grows);
	assert_true(cvg_session_undo(s, 1, &err));
	assert_int_equal(act(s, &grows), 2);
	assert_int_equal(cvg_session_rev(s, 2)->parent, 0);
	assert_true(cvg_session_goto(s, 1, &err));
	assert_true(cvg_session_undo(s, 1, &err));
	assert_true(cvg_session_redo(s, 1, &err));
	assert_int_equal(cvg_session_current(s), 2);
	assert_false(cvg_session_goto(s, 3, &err));
	assert_string_equal(err.msg, "no revision P3: the last one is P2");
	assert_int_equal(cvg_session_current(s), 2);
}

/* No number is given twice, on no branch; equal blocks keep theirs. */
static void uids_over_the_tree(void **state)
{
	struct cvg_session *s = *state;
	const struct cvg_fn *fn;

	act(s, &grows);
	act(s, &grows);
	assert_true(cvg_session_undo(s, 2, NULL));
	act(s, &grows);
	assert_true(cvg_session_goto(s, 1, NULL));
	act(s, &grows);
	assert_uids(s, 0, "0 1 2 3");
	assert_uids(s, 1, "0 1 2 3 4");
	assert_uids(s, 2, "0 1 2 3 4 5");
	assert_uids(s, 3, "0 1 2 3 6");
	assert_uids(s, 4, "0 1 2 3 4 7");
	fn = cvg_session_fn(s, 4, CVG_NONE);
	assert_int_equal(fn->blocks[5].norigins, 1);
	assert_int_equal(fn->origins[fn->blocks[5].origins_at], 4);
	assert_int_equal(fn->blocks[4].norigins, 1);
	assert_int_equal(fn->origins[fn->blocks[4].origins_at], 3);
}

static void marks(void **state)
{
	struct cvg_session *s = *state;
	struct cvg_err err;
	uint32_t rev = 99;

	assert_false(cvg_session_find_rev(s, "mark:a", &rev, &err));
	assert_string_equal(err.msg, "no mark 'a': no revision is marked");
	assert_true(cvg_session_mark(s, "start", &err));
	act(s, &grows);
	assert_true(cvg_session_mark(s, "a", &err));
	assert_true(cvg_session_find_rev(s, "mark:start", &rev, &err));
	assert_int_equal(rev, 0);
	assert_true(cvg_session_find_rev(s, "mark:a", &rev, &err));
	assert_int_equal(rev, 1);
	assert_false(cvg_session_find_rev(s, "mark:b", &rev, &err));
	assert_string_equal(err.msg, "no mark 'b': the marks are start, a");
	assert_true(cvg_session_mark(s, "start", &err));
	assert_null(cvg_session_rev(s, 0)->mark);
	assert_string_equal(cvg_session_rev(s, 1)->mark, "start");
	assert_true(cvg_session_mark(s, cvg_session_rev(s, 1)->mark, &err));
	assert_string_equal(cvg_session_rev(s, 1)->mark, "start");
	assert_false(cvg_session_mark(s, "", &err));
	assert_false(cvg_session_mark(s, "two words", &err));
}

static void revisions_by_text(void **state)
{
	static const char *const bad[] = {"",	"P",   "Q1",	      "P1x",
					  "-1", "P-1", "P4294967296", "mark",
					  "P 1"};
	struct cvg_session *s = *state;
	struct cvg_err err;
	uint32_t rev;

	assert_false(cvg_session_find_rev(s, "P1", &rev, &err));
	assert_string_equal(err.msg, "no revision P1: there is only P0");
	act(s, &grows);
	assert_true(cvg_session_find_rev(s, "P1", &rev, &err));
	assert_int_equal(rev, 1);
	assert_true(cvg_session_find_rev(s, "0", &rev, &err));
	assert_int_equal(rev, 0);
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
		assert_false(cvg_session_find_rev(s, bad[i], &rev, &err));
}

/* ---- looking back ---------------------------------------------------- */

/* A function nobody looked at while it was current is seen as it was. */
static void old_revisions_stay_viewable(void **state)
{
	struct cvg_session *s = *state;
	const struct cvg_fn *plain;

	act(s, &grows);
	assert_true(cvg_session_focus(s, "plain", NULL));
	act(s, &grows);
	plain = cvg_session_fn(s, 1, CVG_NONE);
	assert_int_equal(plain->nblocks, 3);
	assert_true(cvg_session_fn(s, 0, 1) == plain); /* shared */
	assert_int_equal(cvg_session_fn(s, 2, 1)->nblocks, 4);
	assert_int_equal(cvg_session_fn(s, 0, 0)->nblocks, 1);
	assert_true(cvg_session_fn(s, 2, 0) == cvg_session_fn(s, 0, 0));
	assert_true(cvg_session_fn(s, 2, 2) == cvg_session_fn(s, 1, 2));
	assert_true(cvg_ana_fn(cvg_session_ana(s, 0, 2)) ==
		    cvg_session_fn(s, 0, 2));
	assert_true(cvg_session_ana(s, 0, 2) == cvg_session_ana(s, 0, 2));
}

static void texts_of_revisions(void **state)
{
	struct cvg_session *s = *state;
	char *text;

	act(s, &grows);
	assert_true(cvg_session_text(s, 0, 2, &text, NULL));
	assert_null(strstr(text, "grown"));
	assert_non_null(strstr(text, "@forks"));
	assert_null(strstr(text, "@plain"));
	free(text);
	assert_true(cvg_session_text(s, 1, 2, &text, NULL));
	assert_non_null(strstr(text, "grown"));
	free(text);
	text = text_of(s, CVG_NONE);
	assert_non_null(strstr(text, "@plain"));
	free(text);
}

/* The way to a revision does not show in what is made of it. */
static void same_command_same_bytes(void **state)
{
	struct cvg_session *s = *state;
	char *a, *b, *there, *again;
	size_t na, nb;

	assert_true(cvg_session_write(s, "a.bc", CVG_EMIT_BC, NULL));
	act(s, &grows);
	act(s, &grows);
	assert_true(cvg_session_write(s, "a.bc", CVG_EMIT_BC, NULL));
	there = text_of(s, CVG_NONE);
	assert_true(cvg_session_goto(s, 0, NULL));
	assert_true(cvg_session_goto(s, 1, NULL));
	act(s, &grows);
	assert_true(cvg_session_write(s, "b.bc", CVG_EMIT_BC, NULL));
	again = text_of(s, CVG_NONE);
	assert_string_equal(there, again);
	assert_true(cvg_file_read("a.bc", &a, &na, NULL));
	assert_true(cvg_file_read("b.bc", &b, &nb, NULL));
	assert_int_equal(na, nb);
	assert_memory_equal(a, b, na);
	free(a);
	free(b);
	free(there);
	free(again);
	unlink("a.bc");
	unlink("b.bc");
}

static const struct cvg_plan *plan_under(struct cvg_session *s,
					 const char *name, const char *value)
{
	assert_true(
		cvg_settings_set(cvg_session_settings(s), name, value, NULL));
	return cvg_session_plan(s);
}

static void plan_is_kept(void **state)
{
	static const char *const thresholds[] = {"0.1", "0.3", "0.4"};
	struct cvg_session *s = *state;
	const struct cvg_plan *plan = cvg_session_plan(s);
	const struct cvg_plan *other;

	assert_int_equal(plan->n, 1);
	assert_true(plan->fn == cvg_session_fn(s, CVG_NONE, CVG_NONE));
	assert_true(cvg_session_plan(s) == plan);
	act(s, &grows);
	assert_true(cvg_session_plan(s)->fn != plan->fn);
	assert_true(cvg_session_undo(s, 1, NULL));
	assert_true(cvg_session_plan(s) == plan);
	other = plan_under(s, "mode", "cfm");
	assert_true(other != plan);
	assert_true(other->fn == cvg_session_fn(s, CVG_NONE, CVG_NONE));
	assert_true(plan_under(s, "order", "program") == other);
	assert_true(plan_under(s, "mode", "darm") == plan);
	/* Four are kept: plan was used, other is the oldest and goes. */
	for (uint32_t k = 0; k < 3; k++)
		assert_true(plan_under(s, "threshold", thresholds[k]) != plan);
	assert_true(plan_under(s, "threshold", "0.2") == plan);
	assert_int_equal(plan_under(s, "mode", "cfm")->n, 1);
	assert_true(cvg_session_plan(s)->fn == plan->fn);
}

UNIT_TESTS(session_test)
{
	const struct CMUnitTest tests[] = {
		TEST(loads_with_focus_on_divergence),
		TEST(failed_load_keeps_what_was),
		TEST(focus_by_name),
		cmocka_unit_test(nothing_loaded),
		TEST(undo_and_redo),
		TEST(redo_takes_the_newest_branch),
		TEST(uids_over_the_tree),
		TEST(marks),
		TEST(revisions_by_text),
		TEST(old_revisions_stay_viewable),
		TEST(texts_of_revisions),
		TEST(same_command_same_bytes),
		TEST(plan_is_kept),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
