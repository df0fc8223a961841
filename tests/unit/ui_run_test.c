/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The views of metrics and of a warp that is played. */
#include "ui_kit.h"

#include "reconverge/graph.h"

/* Two warps; odd and even lanes part in every round of the loop. */
#define LAUNCH "launch grid=1 block=128 p=i32[128]:iota n=4"

static void metrics_before(void **state)
{
	assert_view(*state, CVG_VIEW_metrics, 60, 8,
		    "This revision has not been run yet.\n"
		    "There is no launch: R guesses one from the kernel's\n"
		    "parameters and runs it.\n"
		    ":launch grid=16 block=64 ARG=... says on what; :help\n"
		    "launches tells how.\n");
	assert_view(*state, CVG_VIEW_warp, 60, 8,
		    "There is no launch yet.\n"
		    "R guesses one from the parameters, Space runs it,\n"
		    ":launch grid=16 block=64 ARG=... sets one.\n");
	/* One key guesses a launch, and it plays. */
	assert_true(key(*state, CVG_VIEW_warp, CVG_DO_RUN));
	assert_shows(*state, CVG_VIEW_warp, 60, 8, "step 1 of ");
}

static void metrics(void **state)
{
	struct kit *k = *state;

	run(k, LAUNCH);
	assert_true(key(k, CVG_VIEW_metrics, CVG_DO_RUN));
	assert_view(k, CVG_VIEW_metrics, 80, 24,
		    "▶The run                       P0                         "
		    "                     ┃\n"
		    " warp-cycles           r    11464                         "
		    "                     ┃\n"
		    " slowest-warp          r     5732                         "
		    "                     ┃\n"
		    " utilization           r    67.2%                         "
		    "                     ┃\n"
		    " alu-utilization       r    70.4%                         "
		    "                     ┃\n"
		    " warp-branches         r       16                         "
		    "                     ┃\n"
		    " split-branches        r        8                         "
		    "                     ┃\n"
		    " split-warps           r        2                         "
		    "                     ┃\n"
		    " stack-depth           r        3                         "
		    "                     ┃\n"
		    " global-transactions   r      128                         "
		    "                     ┃\n"
		    "                                                          "
		    "                     ┃\n"
		    " Hottest blocks           cycles   all                    "
		    "lanes                ┃\n"
		    " B2   left                  5408   47% ████████········   "
		    "  50%                ┃\n"
		    " B3   right                 5408   47% ████████········   "
		    "  50%                ┃\n"
		    " B4   join                   288    3% ················   "
		    " 100%                ┃\n"
		    " B1   loop                   256    2% ················   "
		    " 100%                ┃\n"
		    " B0   entry                   72    1% ················   "
		    " 100%\n"
		    " B5   end                     32    0% ················   "
		    " 100%\n"
		    "\n"
		    " Branches that split warps times\n"
		    " B1   loop                     8  100% ████████████████\n"
		    "\n"
		    " All else                      P0\n"
		    " threads               r      128\n");
	/* The cursor goes from block to block, and the graph's with it. */
	assert_true(key(k, CVG_VIEW_metrics, CVG_DO_DOWN));
	assert_true(key(k, CVG_VIEW_metrics, CVG_DO_PREVIEW));
	assert_string_equal(k->ui.fn->blocks[k->ui.block].name, "left");
}

/* Beside what the loaded one needed; the history tells it too. */
static void metrics_compared(void **state)
{
	struct kit *k = *state;

	run(k, LAUNCH);
	run(k, "meld R2");
	assert_shows(k, CVG_VIEW_metrics, 60, 8, "not been run yet");
	assert_true(key(k, CVG_VIEW_metrics, CVG_DO_RUN));
	assert_view(
		k, CVG_VIEW_metrics, 60, 30,
		"▶The run                       P0         P1  change       ┃\n"
		" warp-cycles           r    11464       6248  -45.5%       ┃\n"
		" slowest-warp          r     5732       3124  -45.5%       ┃\n"
		" utilization           r    67.2%     100.0%   +32.8       ┃\n"
		" alu-utilization       r    70.4%     100.0%   +29.6       ┃\n"
		" warp-branches         r       16          8  -50.0%       ┃\n"
		" split-branches        r        8          0 -100.0%       ┃\n"
		" split-warps           r        2          0 -100.0%       ┃\n"
		" stack-depth           r        3          0 -100.0%       ┃\n"
		" global-transactions   r      128         64  -50.0%       ┃\n"
		"                                                           ┃\n"
		" Hottest blocks           cycles   all   lanes             ┃\n"
		" B7   left.right            5440   87%    100%             ┃\n"
		" B4   join                   288    5%    100%             ┃\n"
		" B1   loop                   160    3%    100%             ┃\n"
		" B6   left.right.pre         128    2%    100%             ┃\n"
		" B8   left.right.po…         128    2%    100%             ┃\n"
		" B0   entry                   72    1%    100%             ┃\n"
		" B5   end                     32    1%    100%             ┃\n"
		"                                                           ┃\n"
		" Branches that split warps: none did                       ┃\n"
		"                                                           ┃\n"
		" All else                      P0         P1  change       ┃\n"
		" threads               r      128        128               ┃\n"
		" warps                 r        2          2               ┃\n"
		" warp-insts            r      122        106  -13.1%\n"
		" lane-insts            r     5248       6784  +29.3%\n"
		" global-insts          r       32         16  -50.0%\n"
		" control-insts         r       36         44  +22.2%\n"
		" int-insts             r       40         24  -40.0%\n");
	assert_view(
		k, CVG_VIEW_timeline, 60, 3,
		" ○ P0  load                     1472    1◆     ran 11464\n"
		"▶● P1  meld R2                  -652   -1◆      ran 6248\n");
}

/* Threads by kind; with room for both, before and after. */
static void groups(void **state)
{
	struct kit *k = *state;

	assert_view(k, CVG_VIEW_groups, 60, 8,
		    "The threads have not been counted here yet.\n"
		    "R runs the kernel and shows them,\n"
		    "Enter also shows the order that regrouping would give "
		    "them.\n");
	run(k, LAUNCH);
	assert_true(key(k, CVG_VIEW_groups, CVG_DO_RUN));
	assert_view(k, CVG_VIEW_groups, 100, 9,
		    "         as they are                                      "
		    "                kinds   cycles\n"
		    "         2 of 2 warps diverge                             "
		    "                         11464\n"
		    "▶    0:0 "
		    "ABABABABABABABABABABABABABABABABABABABABABABABABABABABABAB"
		    "ABABAB     2     5732\n"
		    "     0:1 "
		    "ABABABABABABABABABABABABABABABABABABABABABABABABABABABABAB"
		    "ABABAB     2     5732\n"
		    "\n"
		    "\n"
		    "\n"
		    "A 64 threads, 3028                    lower case: several "
		    "letters in a cell\n"
		    "B 64 threads, 3028\n");
	assert_true(key(k, CVG_VIEW_groups, CVG_DO_PREVIEW));
	assert_view(
		k, CVG_VIEW_groups, 120, 9,
		"         as they are                      kinds   cycles "
		"greedy-max                       kinds   cycles\n"
		"         2 of 2 warps diverge                      11464 "
		"0 of 2 warps diverge                       6056\n"
		"▶    0:0 aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa     2     5732 "
		"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA     1     3028\n"
		"     0:1 aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa     2     5732 "
		"BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB     1     3028\n"
		"\n"
		"\n"
		"\n"
		"\n"
		"A 64 threads, 3028                    B 64 threads, 3028  "
		"                  lower case: several letters in a cell\n");
	assert_true(key(k, CVG_VIEW_groups, CVG_DO_RIGHT));
	assert_true(key(k, CVG_VIEW_groups, CVG_DO_ZOOM_OUT));
	assert_view(k, CVG_VIEW_groups, 60, 9,
		    "         greedy-max                       split   cycles\n"
		    "         0 of 2 warps diverge                       6056\n"
		    "▶    0:0 AAAAAAAAAAAAAAAABBBBBBBBBBBBBBBB     0     6056\n"
		    "\n"
		    "\n"
		    "\n"
		    "A 64 threads, 3028\n"
		    "B 64 threads, 3028\n"
		    "lower case: several letters in a cell\n");
}

static void play(void **state)
{
	struct kit *k = *state;

	run(k, LAUNCH);
	assert_true(key(k, CVG_VIEW_warp, CVG_DO_PLAY));
	assert_view(k, CVG_VIEW_warp, 80, 16,
		    "step 1 of 18  cycle 0  block 0 of 1, warp 0 of 2\n"
		    "B0 entry  64 of 64 lanes\n"
		    "lanes "
		    "██████████████████████████████████████████████████████████"
		    "██████\n"
		    ">1 64 lanes run, till end\n"
		    "\n"
		    "\n"
		    "        ◆   ◆   ◆   ◆\n"
		    " 0-15 ██▒▒██▒▒██▒▒██▒▒██\n"
		    "16-31 ██▒▒██▒▒██▒▒██▒▒██\n"
		    "32-47 ██▒▒██▒▒██▒▒██▒▒██\n"
		    "48-63 ██▒▒██▒▒██▒▒██▒▒██\n"
		    "      ▲\n");
	assert_true(key(k, CVG_VIEW_warp, CVG_DO_NEXT));
	assert_view(k, CVG_VIEW_warp, 80, 16,
		    "step 3 of 18  cycle 68  block 0 of 1, warp 0 of 2\n"
		    "B2 left  32 of 64 lanes\n"
		    "lanes "
		    "2█2█2█2█2█2█2█2█2█2█2█2█2█2█2█2█2█2█2█2█2█2█2█2█2█2█2█2█2█"
		    "2█2█2█\n"
		    ">3 32 lanes run, till B4 join\n"
		    " 2 32 lanes wait, then B3 right, till B4 join\n"
		    " 1 64 lanes wait, then B4 join, till end\n"
		    "        ◆   ◆   ◆   ◆\n"
		    " 0-15 ██▒▒██▒▒██▒▒██▒▒██\n"
		    "16-31 ██▒▒██▒▒██▒▒██▒▒██\n"
		    "32-47 ██▒▒██▒▒██▒▒██▒▒██\n"
		    "48-63 ██▒▒██▒▒██▒▒██▒▒██\n"
		    "        ▲\n");
}

/* The graph's cursor goes with the warp, and from warp to warp. */
static void play_moves(void **state)
{
	struct kit *k = *state;

	run(k, LAUNCH);
	assert_true(key(k, CVG_VIEW_warp, CVG_DO_PLAY));
	assert_true(key(k, CVG_VIEW_warp, CVG_DO_NEXT));
	assert_string_equal(k->ui.fn->blocks[k->ui.block].name, "left");
	assert_true(key(k, CVG_VIEW_warp, CVG_DO_RIGHT));
	assert_string_equal(k->ui.fn->blocks[k->ui.block].name, "right");
	assert_true(key(k, CVG_VIEW_warp, CVG_DO_PREVIOUS));
	assert_true(key(k, CVG_VIEW_warp, CVG_DO_LEFT));
	assert_string_equal(k->ui.fn->blocks[k->ui.block].name, "loop");
	assert_true(key(k, CVG_VIEW_warp, CVG_DO_DOWN));
	assert_shows(k, CVG_VIEW_warp, 80, 16, "warp 1 of 2");
	assert_true(key(k, CVG_VIEW_warp, CVG_DO_DOWN));
	assert_shows(k, CVG_VIEW_warp, 80, 16, "warp 1 of 2");
	assert_true(key(k, CVG_VIEW_warp, CVG_DO_BOTTOM));
	assert_shows(k, CVG_VIEW_warp, 80, 16, "step 18 of 18");
	assert_view(k, CVG_VIEW_warp, 20, 9,
		    "step 18 of 18  cycl…\n"
		    "B5 end  64 of 64 la…\n"
		    "lanes ████████\n"
		    "    8 ████████\n"
		    "   16 ████████\n"
		    "   24 ████████\n"
		    "   32 ████████\n"
		    "   40 ████████\n"
		    "   48 ████████\n");
}

static void play_anew(void **state)
{
	struct kit *k = *state;

	run(k, LAUNCH);
	assert_true(key(k, CVG_VIEW_warp, CVG_DO_PLAY));
	assert_true(key(k, CVG_VIEW_warp, CVG_DO_DOWN));
	assert_true(key(k, CVG_VIEW_warp, CVG_DO_BOTTOM));
	/* Melded there is nothing to part for. */
	run(k, "meld R2");
	assert_shows(k, CVG_VIEW_warp, 80, 16, "not been played");
	assert_true(key(k, CVG_VIEW_warp, CVG_DO_PLAY));
	assert_view(k, CVG_VIEW_warp, 80, 16,
		    "step 18 of 22  cycle 2360  block 0 of 1, warp 1 of 2\n"
		    "B6 left.right.pre  64 of 64 lanes\n"
		    "lanes "
		    "██████████████████████████████████████████████████████████"
		    "██████\n"
		    ">1 64 lanes run, till end\n"
		    "\n"
		    " 0-7  ██████████████████████\n"
		    " 8-15 ██████████████████████\n"
		    "16-23 ██████████████████████\n"
		    "24-31 ██████████████████████\n"
		    "32-39 ██████████████████████\n"
		    "40-47 ██████████████████████\n"
		    "48-55 ██████████████████████\n"
		    "56-63 ██████████████████████\n"
		    "                       ▲\n");
	/* Another launch is another play. */
	run(k, "launch n=5");
	assert_shows(k, CVG_VIEW_warp, 80, 16, "not been played");
	run(k, "launch n=4");
	assert_shows(k, CVG_VIEW_warp, 80, 16, "step 18 of 22");
}

UNIT_TESTS(ui_run_test)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(metrics_before, kit_setup,
						kit_teardown),
		cmocka_unit_test_setup_teardown(metrics, kit_setup,
						kit_teardown),
		cmocka_unit_test_setup_teardown(metrics_compared, kit_setup,
						kit_teardown),
		cmocka_unit_test_setup_teardown(groups, kit_setup,
						kit_teardown),
		cmocka_unit_test_setup_teardown(play, kit_setup, kit_teardown),
		cmocka_unit_test_setup_teardown(play_moves, kit_setup,
						kit_teardown),
		cmocka_unit_test_setup_teardown(play_anew, kit_setup,
						kit_teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
