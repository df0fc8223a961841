/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The history: its tree, its strip, walking it; differences. */
#include "ui_kit.h"

#include "ui/steps.h"

/* P0 - P1 meld - P2 cleanup, and P3 simplify beside P1. */
static void grow_tree(struct kit *k)
{
	run(k, "meld R2");
	run(k, "cleanup");
	run(k, "mark x");
	run(k, "goto P0");
	run(k, "simplify");
}

static void strip(void **state)
{
	struct kit *k = *state;

	assert_view(k, CVG_VIEW_timeline, 40, 1, "▶load 1472 static cycles\n");
	grow_tree(k);
	assert_view(k, CVG_VIEW_timeline, 60, 1,
		    "load┬▶simplify +36 static cycles\n");
	run(k, "goto P1");
	assert_view(k, CVG_VIEW_timeline, 60, 1,
		    "load┬▶meld R2 -652 static cycles┄cleanup -64\n");
	assert_view(k, CVG_VIEW_timeline, 12, 1, "▶meld -652 …\n");
	assert_view(k, CVG_VIEW_timeline, 80, 2,
		    "load┬▶meld R2 -652 static cycles┄cleanup -64\n"
		    "P1 meld R2: 820 static cycles, 0 divergent, 7 blocks\n");
}

static void tree(void **state)
{
	struct kit *k = *state;

	grow_tree(k);
	assert_view(k, CVG_VIEW_timeline, 26, 6,
		    " ○ P0  load       1472\n"
		    " ├─○ P1  meld …   -652\n"
		    " │ ○ P2  clean…    -64\n"
		    "▶● P3  simplify    +36\n");
	assert_view(
		k, CVG_VIEW_timeline, 80, 6,
		" ○ P0  load                                         1472    "
		"1◆     ran 22928\n"
		" ├─○ P1  meld R2                                    -652   "
		"-1◆\n"
		" │ ○ P2  cleanup mark:x                              -64\n"
		"▶● P3  simplify                                      +36\n");
	k->ui.ascii = true;
	cvg_ui_look_at(&k->ui, 1);
	assert_view(k, CVG_VIEW_timeline, 40, 6,
		    " o P0  load               1472    1#\n"
		    ">|-@ P1  meld R2          -652   -1#\n"
		    " | o P2  cleanup mark:x    -64\n"
		    " * P3  simplify            +36\n");
}

/* Keys of the tree: look, go there, compare. */
static void tree_keys(void **state)
{
	struct kit *k = *state;

	grow_tree(k);
	assert_shows(k, CVG_VIEW_timeline, 40, 6, "\u25b6\u25cf P3");
	assert_true(key(k, CVG_VIEW_timeline, CVG_DO_UP));
	assert_true(key(k, CVG_VIEW_timeline, CVG_DO_PREVIEW));
	assert_int_equal(k->ui.rev, 2);
	assert_int_equal(cvg_session_current(k->ui.session), 3);
	assert_shows(k, CVG_VIEW_timeline, 40, 6, "\u25c9 P2");
	assert_true(key(k, CVG_VIEW_timeline, CVG_DO_UP));
	assert_true(key(k, CVG_VIEW_timeline, CVG_DO_SHOW_diff));
	assert_int_equal(k->ui.against, 1);
	assert_true(key(k, CVG_VIEW_timeline, CVG_DO_GO_REV));
	/* Applying is about candidates. */
	assert_true(key(k, CVG_VIEW_timeline, CVG_DO_APPLY));
	assert_int_equal(cvg_session_nrevs(k->ui.session), 4);
	assert_int_equal(cvg_session_current(k->ui.session), 1);
	assert_int_equal(k->ui.rev, 1);
}

static void steps(void **state)
{
	struct kit *k = *state;

	grow_tree(k);
	run(k, "goto P2");
	assert_true(cvg_step_changed(&k->ui, 2));
	assert_true(cvg_ui_step(&k->ui, -1, true));
	assert_int_equal(k->ui.rev, 1);
	assert_true(cvg_ui_step(&k->ui, -1, false));
	assert_int_equal(k->ui.rev, 0);
	assert_false(cvg_ui_step(&k->ui, -1, false));
	assert_true(cvg_ui_step(&k->ui, 1, true));
	assert_int_equal(k->ui.rev, 1);
	/* The branch beside it is another way. */
	cvg_ui_look_at(&k->ui, 3);
	assert_false(cvg_ui_step(&k->ui, 1, false));
	assert_true(cvg_ui_step(&k->ui, -1, false));
	assert_int_equal(k->ui.rev, 0);
}

static void diff_text(void **state)
{
	run(*state, "meld R2");
	assert_view(*state, CVG_VIEW_diff, 60, 30,
		    " P0 to P1  ~1  +3  -2  =3 blocks\n"
		    "▶~ B1 loop\n"
		    "     %i = phi i32 [ 0, %entry ], [ %next, %join ]\n"
		    "   - br i1 %even, label %left, label %right\n"
		    "   + br label %left.right.pre\n"
		    " + B7 left.right from B2+B3; against -B2:\n"
		    "     %a = load i32, ptr addrspace(1) %at, align 4\n"
		    "   + %0 = select i1 %even, i32 7, i32 6\n"
		    "   - %b = mul i32 %a, 7\n"
		    "   + %b = mul i32 %a, %0\n"
		    "     %c = add i32 %b, %i\n"
		    "     store i32 %c, ptr addrspace(1) %at, align 4\n"
		    "   - br label %join\n"
		    "   + br label %left.right.post\n"
		    " - B3 right\n"
		    "   - %d = load i32, ptr addrspace(1) %at, align 4\n"
		    "   - %e = mul i32 %d, 6\n"
		    "   - %f = add i32 %e, %i\n"
		    "   - store i32 %f, ptr addrspace(1) %at, align 4\n"
		    "   - br label %join\n"
		    " + B6 left.right.pre from B2+B3\n"
		    "   + br label %left.right\n"
		    " + B8 left.right.post from B2+B3\n"
		    "   + br label %join\n");
}

/* The revision that was compared with is the one shown now. */
static void diff_itself(void **state)
{
	struct kit *k = *state;

	grow_tree(k);
	k->ui.against = 1;
	run(k, "goto P1");
	assert_view(k, CVG_VIEW_diff, 60, 3, "P1 is compared with itself.\n");
}

/* Both revisions of two branches that were made by the same commands. */
static void tree_equal(void **state)
{
	struct kit *k = *state;

	run(k, "simplify R2");
	run(k, "meld R2");
	run(k, "undo");
	run(k, "meld R2");
	assert_shows(k, CVG_VIEW_timeline, 60, 6, "P3  = P2 meld R2");
	assert_int_equal(cvg_session_rev(k->ui.session, 3)->same_as, 2);
	k->ui.against = 2;
	k->ui.changed |= CVG_NEW_TREE;
	assert_shows(k, CVG_VIEW_diff, 60, 6,
		     "Nothing in this function differs.");
}

static void diff_graph(void **state)
{
	run(*state, "meld R2");
	key(*state, CVG_VIEW_diff, CVG_DO_DIFF_FORM);
	/* Wide enough it names blocks; a frame of dots is gone. */
	assert_shows(*state, CVG_VIEW_diff, 90, 40, "\u2502~B1 loop ");
	assert_shows(*state, CVG_VIEW_diff, 90, 40,
		     "\u2502+B7 left.right of B2+B3");
	assert_shows(*state, CVG_VIEW_diff, 90, 40, "\u2506-B2 left ");
	assert_shows(*state, CVG_VIEW_diff, 60, 40, "\u2502~B1 ");
	assert_shows(*state, CVG_VIEW_diff, 60, 40, "\u2502+B6 of B2+B3 ");
	assert_shows(*state, CVG_VIEW_diff, 60, 40, "\u2506-B3 ");
	assert_shows(*state, CVG_VIEW_diff, 60, 40, "\u2502 B5 ");
	/* From change to change, the screen's cursor with it. */
	cvg_ui_go_block(&((struct kit *)*state)->ui, 0);
	assert_shows(*state, CVG_VIEW_diff, 60, 40, "\u2502 B0 ");
	assert_true(key(*state, CVG_VIEW_diff, CVG_DO_NEXT));
	assert_int_equal(((struct kit *)*state)->ui.block, 1);
	key(*state, CVG_VIEW_diff, CVG_DO_DIFF_FORM);
	assert_view(*state, CVG_VIEW_diff, 60, 40,
		    "in the code           P0      P1  change\n"
		    "blocks           s     6       7      +1  +16.7%\n"
		    "insts            s    20      18      -2  -10.0%\n"
		    "branches         s     2       1      -1  -50.0%\n"
		    "divergent        s     1       0      -1 -100.0%\n"
		    "loads            s     2       1      -1  -50.0%\n"
		    "stores           s     2       1      -1  -50.0%\n"
		    "selects          s     0       1      +1     new\n"
		    "phis             s     1       1\n"
		    "cycles           s  1472     820    -652  -44.3%\n"
		    "peak             s   129     161     +32  +24.8%\n"
		    "registers        s     5       6      +1  +20.0%\n"
		    "unstructured     s     0       0\n"
		    "regions          s     3       2      -1  -33.3%\n"
		    "loops            s     1       1\n");
}

UNIT_TESTS(ui_history_test)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(strip, kit_setup, kit_teardown),
		cmocka_unit_test_setup_teardown(tree, kit_setup, kit_teardown),
		cmocka_unit_test_setup_teardown(tree_keys, kit_setup,
						kit_teardown),
		cmocka_unit_test_setup_teardown(steps, kit_setup, kit_teardown),
		cmocka_unit_test_setup_teardown(diff_text, kit_setup,
						kit_teardown),
		cmocka_unit_test_setup_teardown(diff_itself, kit_setup,
						kit_teardown),
		cmocka_unit_test_setup_teardown(tree_equal, kit_setup,
						kit_teardown),
		cmocka_unit_test_setup_teardown(diff_graph, kit_setup,
						kit_teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
