/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The list of candidates: its rows, their numbers, and what keys do to them. */
#include "screen_kit.h"

#include "reconverge/choices.h"

/* The row that is highlighted is the one that keys act on, also when the cursor
 * of the graph stands where nothing can be done. */
static void test_highlighted_row(void **state)
{
	struct bench *b = open_bench(sample("pcm"), NULL, 120, 40);

	(void)state;
	press(b, "^y");
	assert_true(shows(b, "\u25b6 meld      R7 (B12)"));
	assert_int_equal(b->ui.choice, CVG_NONE);
	assert_true(
		shows(b, "Enter preview meld B12  a do it  r reject  S sort"));
	press(b, "a");
	assert_int_equal(cvg_session_current(b->sh.session), 1);
	assert_string_equal(cvg_session_rev(b->sh.session, 1)->command,
			    "meld B12");
	/* The same of reject. */
	press(b, "u^yr");
	assert_true(shows(b, "\u25b6-meld      R7 (B12)"));
	assert_true(shows(b, "2 of 10 pay, 1 rejected"));
	close_bench(b);
}

/* Branches that never have anything to meld are one line, which a key unfolds. */
static void test_folded(void **state)
{
	struct bench *b = open_bench(sample("pcm"), NULL, 120, 40);

	(void)state;
	press(b, "y");
	assert_true(shows(b, "  1 loop exit (B5)"));
	assert_false(has_text(b, "R2 (B3)"));
	cvg_screen_act(&b->ui, CVG_DO_BOTTOM, 0);
	press(b, "\r");
	assert_false(has_text(b, "1 loop exit"));
	assert_true(shows(b, "meld      B5"));
	press(b, "z");
	assert_true(shows(b, "1 loop exit"));
	close_bench(b);
}

/* What the list shows of a step is an estimate until the step is tried, which no
 * key is needed for; a preview, and the step, say the same. */
static void test_tried(void **state)
{
	struct bench *b = open_bench(sample("bitonic_sort"), NULL, 132, 43);

	(void)state;
	press(b, "y");
	assert_true(shows(b, "1 of 5 pay, 0 tried..."));
	assert_true(shows(b, "~+276 g"));
	while (cvg_ui_can_try(&b->ui))
		cvg_ui_try(&b->ui);
	assert_true(shows(b, "1 of 5 pay, 1 tried "));
	assert_true(shows(b, "+72480 r"));
	assert_true(shows(b, "tried: simulated cycles 691704 ->"));
	press(b, "\r");
	assert_true(shows(b, " Preview of meld B5 "));
	assert_true(shows(b, "simulated cycles 691704 -> 619224"));
	press(b, "\r");
	assert_true(shows(b, "P1: meld B5: simulated cycles 691704 -> 619224"));
	close_bench(b);
}

/* A key ends a trial, and is not lost. */
static void test_trial_yields(void **state)
{
	struct bench *b = open_bench(sample("pcm"), NULL, 120, 40);
	struct cvg_key key;

	(void)state;
	press(b, "y");
	b->fake.keys = "w";
	cvg_ui_try(&b->ui);
	assert_true(cvg_ui_can_try(&b->ui));
	assert_true(cvg_screen_read(&b->scr, &key, 0));
	assert_int_equal(key.code, 'w');
	assert_false(cvg_screen_read(&b->scr, &key, 0));
	close_bench(b);
}

/* The best stand first; a key changes that, by a command. */
static void test_sorted(void **state)
{
	struct bench *b = open_bench(sample("srad"), NULL, 120, 40);
	const struct cvg_choices *c = cvg_ui_choices(&b->ui);

	(void)state;
	for (uint32_t i = 1; i < c->n && c->at[i].command; i++)
		assert_true(c->at[i - 1].net >= c->at[i].net);
	press(b, "yS");
	assert_true(shows(b, "sort=order"));
	press(b, "S");
	assert_true(shows(b, "sort=kind"));
	press(b, "S");
	assert_true(shows(b, "sort=net"));
	close_bench(b);
}

/* A step that costs more than it saves is asked for twice, in a row. */
static void test_costly(void **state)
{
	struct bench *b = open_bench(sample("lin_jump_out"), NULL, 120, 40);

	(void)state;
	assert_true(shows(b, "a do it, although it costs"));
	press(b, "a");
	assert_int_equal(cvg_session_current(b->sh.session), 0);
	assert_true(shows(b,
			  "would cost 326 guessed cycles more than it saves: a "
			  "again does it"));
	assert_int_equal(b->ui.message_role, CVG_ROLE_ALERT);
	press(b, "w");
	press_code(b, 27);
	press(b, "a");
	assert_int_equal(cvg_session_current(b->sh.session), 0);
	press(b, "a");
	assert_int_equal(cvg_session_current(b->sh.session), 1);
	close_bench(b);
}

/* A step that costs is done when it is accepted twice. */
static void test_costly_preview(void **state)
{
	struct bench *b = open_bench(sample("lin_jump_out"), NULL, 120, 40);

	(void)state;
	press(b, "\r");
	assert_true(shows(b, "Preview of"));
	press(b, "\r");
	assert_true(shows(b, "Preview of"));
	assert_true(shows(b, "more than it saves: Enter again does "
			     "it"));
	press(b, "J\r");
	assert_int_equal(b->ui.rev, 0);
	press(b, "\r");
	assert_int_equal(b->ui.rev, 1);
	close_bench(b);
}

UNIT_TESTS(screen_candidates_test)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_highlighted_row),
		cmocka_unit_test(test_folded),
		cmocka_unit_test(test_tried),
		cmocka_unit_test(test_trial_yields),
		cmocka_unit_test(test_sorted),
		cmocka_unit_test(test_costly),
		cmocka_unit_test(test_costly_preview),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
