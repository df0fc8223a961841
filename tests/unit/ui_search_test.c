/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The tree of a search, while it grows and afterwards. */
#include "ui_kit.h"

#include "ui/searched.h"

/* The root, two steps from it, one after each of these, and one that loses. */
static char meld[] = "meld", loops[] = "linearize mode=loops",
	    cleanup[] = "cleanup", both[] = "darm; pass default<O2>",
	    fuse[] = "fuse";
static struct cvg_optimize_code grown[] = {
	{.from = CVG_NONE, .cycles = 2000},
	{.from = 0, .step = meld, .cycles = 1800},
	{.from = 0, .step = loops, .cycles = 2100},
	{.from = 1, .step = cleanup, .cycles = 1790},
	{.from = 2, .step = both, .cycles = 1200},
	{.from = 0, .step = fuse, .cycles = 900},
};

/* The search has found the first n of these. */
static void see(struct kit *k, uint32_t n)
{
	cvg_searched_take(&k->ui, &(struct cvg_optimize_sight){
					  .tries = 10 * n,
					  .kind = CVG_COUNTED_SIMULATED,
					  .code = grown,
					  .ncodes = n,
				  });
}

/* Enter in the empty view searches. */
static void asked_for(void **state)
{
	struct kit *k = *state;

	assert_null(k->ui.searched);
	assert_true(key(k, CVG_VIEW_optimize, CVG_DO_PREVIEW));
	assert_int_not_equal(cvg_session_current(k->ui.session), 0);
	assert_non_null(strstr(cvg_str_of(&k->ui.message),
			       "optimize: simulated cycles 22928 -> "));
}

static void grows(void **state)
{
	struct kit *k = *state;

	assert_view(k, CVG_VIEW_optimize, 60, 4,
		    "No search has run yet: Enter runs one.\n");
	see(k, 3);
	assert_view(k, CVG_VIEW_optimize, 52, 8,
		    "\u25cf where it began                       2000\n"
		    "\u2502 \u25cf meld                               1800  "
		    "-10.0%\n"
		    "\u2502 \u25cb linearize mode=loops               2100   "
		    "+5.0%\n");
	/* What led to the fastest now stands first. */
	see(k, 6);
	assert_view(k, CVG_VIEW_optimize, 52, 8,
		    "\u25cf where it began                       2000\n"
		    "\u2502 \u25cf fuse                                900  "
		    "-55.0%\n"
		    "\u2502 \u25cb linearize mode=loops               2100   "
		    "+5.0%\n"
		    "\u2502 \u2502 \u25cb darm; pass default<O2>           "
		    "1200  -40.0%\n"
		    "\u2502 \u25cb meld                               1800  "
		    "-10.0%\n"
		    "\u2502 \u2502 \u25cb cleanup                          "
		    "1790  -10.5%\n");
}

/* Code that will not be proposed stands last, and is not the best. */
static void loses(void **state)
{
	struct kit *k = *state;

	see(k, 6);
	grown[5].loses = "slower on a launch";
	see(k, 6);
	assert_view(
		k, CVG_VIEW_optimize, 52, 8,
		"\u25cf where it began                       2000\n"
		"\u2502 \u25cf linearize mode=loops               2100   "
		"+5.0%\n"
		"\u2502 \u2502 \u25cf darm; pass default<O2>           1200 "
		" -40.0%\n"
		"\u2502 \u25cb meld                               1800  "
		"-10.0%\n"
		"\u2502 \u2502 \u25cb cleanup                          1790 "
		" -10.5%\n"
		"\u2502 \u25cb fuse (slower on a launch)           900  "
		"-55.0%\n");
	k->ui.ascii = true;
	assert_view(k, CVG_VIEW_optimize, 30, 8,
		    "* where it began\n"
		    "| * linearize mode=l>   +5.0%\n"
		    "| | * darm; pass def>  -40.0%\n"
		    "| o meld               -10.0%\n"
		    "| | o cleanup          -10.5%\n"
		    "| o fuse (slower on >  -55.0%\n");
	grown[5].loses = NULL;
}

/* It stands where the graph stood until the search ends; another begins anew. */
static void takes_turns(void **state)
{
	struct kit *k = *state;

	cvg_ui_show(&k->ui, CVG_VIEW_graph);
	see(k, 2);
	assert_int_equal(k->screen.front[CVG_SLOT_MAIN], CVG_VIEW_optimize);
	cvg_searched_end(&k->ui);
	assert_int_equal(k->screen.front[CVG_SLOT_MAIN], CVG_VIEW_graph);
	cvg_searched_end(&k->ui);
	see(k, 1);
	assert_int_equal(k->ui.searched->codes.n, 1);
	/* Who looks at something else meanwhile goes on looking at that. */
	cvg_ui_show(&k->ui, CVG_VIEW_metrics);
	cvg_searched_end(&k->ui);
	assert_int_equal(k->screen.front[CVG_SLOT_MAIN], CVG_VIEW_metrics);
}

static void of_a_search(void **state)
{
	struct kit *k = *state;

	run(k, "set judge=table");
	run(k, "optimize with=meld,cleanup tries=12 seeds=1");
	assert_true(cvg_session_current(k->ui.session) > 0);
	assert_false(k->screen.front[CVG_SLOT_MAIN] == CVG_VIEW_optimize);
	assert_shows(k, CVG_VIEW_optimize, 52, 8, "\u25cf where it began");
	assert_shows(k, CVG_VIEW_optimize, 52, 8, "\u2502 \u25cf meld");
}

UNIT_TESTS(ui_search_test)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(asked_for, kit_setup,
						kit_teardown),
		cmocka_unit_test_setup_teardown(grows, kit_setup, kit_teardown),
		cmocka_unit_test_setup_teardown(loses, kit_setup, kit_teardown),
		cmocka_unit_test_setup_teardown(takes_turns, kit_setup,
						kit_teardown),
		cmocka_unit_test_setup_teardown(of_a_search, kit_setup,
						kit_teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
