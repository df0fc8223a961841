/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Panes of the whole screen: their edges, their tabs, what links them. */
#include "screen_kit.h"

#include "reconverge/graph.h"
#include "ui/tui.h"

static struct cvg_pane *pane_in(struct bench *b, enum cvg_slot slot)
{
	for (uint32_t i = 0; i < b->scr.npanes; i++)
		if (b->scr.pane[i].slot == slot)
			return &b->scr.pane[i];
	fail_msg("there is no such pane");
	return NULL;
}

static uint32_t width_of(struct bench *b, enum cvg_slot slot)
{
	return pane_in(b, slot)->width;
}

static void mouse_at(struct bench *b, enum cvg_mouse what, int32_t x, int32_t y)
{
	const struct cvg_key key = {
		.code = CVG_KEY_MOUSE, .what = what, .x = x, .y = y};

	cvg_screen_key(&b->ui, &key);
}

/* Every character is a key. */
static void press_text(struct bench *b, const char *utf8)
{
	uint32_t point;

	for (size_t n = strlen(utf8); n;) {
		size_t len = cvg_utf8_decode(utf8, n, &point);

		press_code(b, point);
		utf8 += len;
		n -= len;
	}
}

/* Panes lie side by side, in no other's cells. */
static void check_panes(const struct cvg_screen *scr)
{
	uint32_t w = scr->canvas.width, h = scr->canvas.height;
	uint8_t *taken = cvg_calloc((size_t)w * h + 1, 1);

	for (uint32_t i = 0; i < scr->npanes; i++) {
		const struct cvg_pane *p = &scr->pane[i];
		uint32_t top = p->y - p->title;

		assert_true(p->width > 0 && p->x + p->width <= w);
		assert_true(p->height > 0 && p->y + p->height <= h - 1);
		for (uint32_t y = top; y < p->y + p->height; y++)
			for (uint32_t x = p->x; x < p->x + p->width; x++)
				assert_int_equal(taken[y * w + x]++, 0);
	}
	free(taken);
}

static void test_panes(void **state)
{
	struct bench *b = open_bench(sample("bitonic_sort"), NULL, 80, 24);

	(void)state;
	for (uint32_t w = 1; w < 240; w += w < 130 ? 1 : 9)
		for (uint32_t h = 1; h < 70; h += h < 35 ? 1 : 5) {
			cvg_screen_resize(&b->scr, &b->ui, w, h);
			check_panes(&b->scr);
			assert_true((b->scr.form == CVG_FORM_TINY) ==
				    (w < 20 || h < 5));
			assert_true(b->scr.form == CVG_FORM_TINY ||
				    cvg_pane_focused(&b->scr));
		}
	close_bench(b);
}

/* Keys and the mouse move edges, which keep their share of the screen. */
static void test_edges(void **state)
{
	struct bench *b = open_bench(sample("bitonic_sort"), NULL, 120, 40);
	uint32_t main = width_of(b, CVG_SLOT_MAIN);
	uint32_t side = width_of(b, CVG_SLOT_SIDE);

	(void)state;
	press(b, "<");
	assert_true(width_of(b, CVG_SLOT_MAIN) < main);
	assert_int_equal(main + side, width_of(b, CVG_SLOT_MAIN) +
					      width_of(b, CVG_SLOT_SIDE));
	press(b, ">");
	assert_int_equal(width_of(b, CVG_SLOT_MAIN), main);
	press(b, "i>");
	assert_true(width_of(b, CVG_SLOT_SIDE) > side);
	side = width_of(b, CVG_SLOT_SIDE);
	cvg_screen_resize(&b->scr, &b->ui, 240, 60);
	assert_in_range(width_of(b, CVG_SLOT_SIDE), 2 * side - 2, 2 * side + 2);
	for (uint32_t i = 0; i < 60; i++)
		press(b, ">");
	assert_true(width_of(b, CVG_SLOT_MAIN) >= 20);

	cvg_screen_resize(&b->scr, &b->ui, 120, 40);
	mouse_at(b, CVG_MOUSE_CLICK, (int32_t)pane_in(b, CVG_SLOT_MAIN)->x - 1,
		 20);
	mouse_at(b, CVG_MOUSE_DRAG, 31, 20);
	assert_int_equal(width_of(b, CVG_SLOT_LEFT), 31);
	mouse_at(b, CVG_MOUSE_CLICK, 3,
		 (int32_t)pane_in(b, CVG_SLOT_LEFT)->y - 1);
	mouse_at(b, CVG_MOUSE_DRAG, 3, 20);
	assert_int_equal(pane_in(b, CVG_SLOT_LEFT)->y, 21);

	cvg_screen_resize(&b->scr, &b->ui, 80, 24);
	press(b, "i");
	side = pane_in(b, CVG_SLOT_SIDE)->height;
	press(b, ">");
	assert_true(pane_in(b, CVG_SLOT_SIDE)->height > side);
	mouse_at(b, CVG_MOUSE_CLICK, 7,
		 (int32_t)pane_in(b, CVG_SLOT_SIDE)->y - 1);
	mouse_at(b, CVG_MOUSE_DRAG, 7, 9);
	assert_int_equal(pane_in(b, CVG_SLOT_SIDE)->y, 10);
	press(b, "F"); /* while the button is held */
	mouse_at(b, CVG_MOUSE_DRAG, 7, 12);
	assert_int_equal(b->scr.npanes, 1);
	close_bench(b);
}

/* A click on a tab opens its view, one on a hint presses its key. */
static void test_clicks(void **state)
{
	struct bench *b = open_bench(sample("bitonic_sort"), NULL, 120, 40);

	(void)state;
	assert_true(shows(b, " ir src code cand why align diff warp"));
	mouse_at(b, CVG_MOUSE_CLICK, 85, 1); /* the title */
	assert_int_equal(pane_in(b, CVG_SLOT_SIDE)->view, CVG_VIEW_ir);
	mouse_at(b, CVG_MOUSE_CLICK, 85, 2);
	assert_int_equal(pane_in(b, CVG_SLOT_SIDE)->view, CVG_VIEW_source);
	mouse_at(b, CVG_MOUSE_CLICK, 95, 2);
	assert_int_equal(pane_in(b, CVG_SLOT_SIDE)->view, CVG_VIEW_candidates);
	assert_true(shows(b, " w why"));
	mouse_at(b, CVG_MOUSE_CLICK, 3, 38);
	assert_int_equal(pane_in(b, CVG_SLOT_SIDE)->view, CVG_VIEW_causes);
	mouse_at(b, CVG_MOUSE_CLICK, 118, 38);
	assert_int_equal(b->scr.front[CVG_SLOT_MAIN], CVG_VIEW_help);
	cvg_screen_resize(&b->scr, &b->ui, 80, 24);
	press(b, "qi");
	assert_true(
		shows(b, " ir source code candidates causes matrix diff warp"));
	close_bench(b);
}

/* The machine code is made when no key comes, and its cursor is that of the
 * IR. */
static void test_linked(void **state)
{
	struct bench *b =
		open_bench(sample("bitonic_sort_debug"), NULL, 120, 40);
	const struct cvg_view *code = cvg_view_of(CVG_VIEW_code);
	void *view;
	uint32_t at;

	(void)state;
	press(b, "X");
	assert_true(shows(b, "The code generator is asked."));
	view = cvg_view_state(&b->ui, CVG_VIEW_code);
	assert_true(code->patience(&b->ui, view) >= 0);
	code->beat(&b->ui, view);
	assert_int_equal(code->patience(&b->ui, view), -1);
	assert_true(shows(b, "s_xor_b64"));
	for (uint32_t i = 0; i < 5 && b->ui.inst == CVG_NONE; i++)
		press(b, "j");
	at = b->ui.inst;
	assert_int_not_equal(at, CVG_NONE);
	press(b, "s");
	assert_true(shows(b, "B5"));
	assert_int_equal(b->ui.inst, at);
	/* the kernel's lines begin without their common indentation */
	assert_true(shows(b, "B5                    if ((tid"));
	press(b, "ik");
	assert_true(shows(b, "\u2022"));
	close_bench(b);
}

/* What the screen does while no key comes, until the warp stops. */
static void let_run(struct bench *b)
{
	const struct cvg_view *warp = cvg_view_of(CVG_VIEW_warp);
	void *view = cvg_view_state(&b->ui, CVG_VIEW_warp);
	uint32_t beats = 0;

	for (; warp->patience(&b->ui, view) >= 0; beats++) {
		warp->beat(&b->ui, view);
		assert_true(beats < 1000);
	}
	assert_true(beats > 0);
}

/* Space lets a warp run until lanes part, or to a breakpoint; the graph shows
 * where its lanes are. */
static void test_playing(void **state)
{
	struct bench *b = open_bench(sample("bitonic_sort"), NULL, 120, 40);
	uint32_t stop;

	(void)state;
	press(b, "p ");
	let_run(b);
	assert_true(shows(b, "stopped: lanes part here"));
	assert_true(shows(b, "lanes of the warp that is played"));
	assert_true(shows(b, "32/64")); /* in its box */
	assert_false(has_text(b, "16 wait"));
	press(b, " ");
	let_run(b);
	assert_true(shows(b, "16 wait"));

	cvg_screen_act(&b->ui, CVG_DO_TOP, 0);
	press(b, "S");
	stop = cvg_block_by_uid(b->ui.fn, 10);
	cvg_ui_go_block(&b->ui, stop);
	press(b, "B ");
	assert_true(shows(b, "stop"));
	let_run(b);
	assert_int_equal(b->ui.block, stop);
	assert_true(shows(b, "stopped: a breakpoint"));
	press(b, "b");
	let_run(b);
	assert_true(shows(b, "step 1 of "));
	cvg_ui_go_block(&b->ui, stop);
	press(b, "B 9"); /* no more */
	let_run(b);
	assert_true(shows(b, "stopped: the last step"));
	close_bench(b);
}

/* Before and after, in step by cycles. */
static void test_beside(void **state)
{
	struct bench *b = open_bench(sample("bitonic_sort"), NULL, 120, 40);

	(void)state;
	press(b, "p V"); /* the run begins, and goes on */
	assert_true(shows(b, "P0 has no revision before it"));
	cvg_ui_command(&b->ui, "meld B5");
	press(b, "pV");
	assert_true(shows(b, "P0, the same warp after as many cycles"));
	cvg_screen_act(&b->ui, CVG_DO_BOTTOM, 0);
	assert_true(shows(b, "step 214 of 214"));
	assert_false(has_text(b, "step 280 of 280")); /* it takes longer */
	press(b, "V");
	assert_false(has_text(b, "as many cycles"));
	close_bench(b);
}

/* The explanation of a branch leads to what it names, and back. */
static void test_why(void **state)
{
	struct bench *b = open_bench(sample("bitonic_sort"), NULL, 120, 40);
	uint32_t at = b->ui.block;

	(void)state;
	press(b, "w");
	assert_true(shows(b, "B5 if.then branches on %cmp9"));
	assert_true(shows(b, "a source of divergence"));
	assert_true(shows(b, "B5 runs if these branches lead to it"));
	press(b, "\r"); /* the definition of the condition */
	assert_true(shows(b, "It has 1 use"));
	assert_int_not_equal(b->ui.inst, CVG_NONE);
	cvg_screen_act(&b->ui, CVG_DO_BOTTOM, 0);
	press(b, "\r"); /* the branch that decides whether its block runs */
	assert_int_equal(b->ui.fn->blocks[b->ui.block].uid, 4);
	assert_true(shows(b, "2 from the start"));
	press(b, "((");
	assert_int_equal(b->ui.block, at);
	press(b, "(");
	assert_true(shows(b, "the walk began here"));
	press(b, "q");
	assert_int_equal(pane_in(b, CVG_SLOT_SIDE)->view, CVG_VIEW_ir);
	assert_int_equal(b->scr.focus, CVG_SLOT_MAIN);
	press(b, "$w"); /* a block without a branch */
	assert_true(shows(b, "B12 for.end39 has no branch"));
	assert_true(shows(b, "B12 runs whenever the function does"));
	close_bench(b);
}

/* The functions of the module, from which one is entered. */
static void test_module(void **state)
{
	char small[1024];
	struct bench *b;

	(void)state;
	snprintf(small, sizeof small, "%s/tests/cmd/small.ll",
		 getenv("srcdir"));
	b = open_bench(small, "diamond", 120, 40);
	press(b, "O");
	assert_true(shows(b, "Module P0, 3 functions"));
	assert_true(shows(b, "* @diamond"));
	press(b, "j\r");
	assert_string_equal(b->ui.fn->name, "loopy");
	assert_int_equal(b->scr.front[CVG_SLOT_MAIN], CVG_VIEW_graph);
	press(b, "O");
	assert_true(shows(b, "gain g"));
	/* one function each time that no key comes */
	for (int i = 0; cvg_view_module.patience(
				&b->ui, b->scr.state[CVG_VIEW_module]) >= 0;
	     i++) {
		assert_true(i < 3 && shows(b, "..."));
		cvg_view_module.beat(&b->ui, b->scr.state[CVG_VIEW_module]);
	}
	assert_true(shows(b, "+72") && shows(b, "+327"));
	press(b, "SS");
	assert_true(shows(b, "by cycles"));
	cvg_screen_act(&b->ui, CVG_DO_TOP, 0);
	press(b, "j\r"); /* below the titles: the one that costs most */
	assert_string_equal(b->ui.fn->name, "diamond");
	close_bench(b);
}

/* Names of views and two revisions, typed. */
static void test_typed_views(void **state)
{
	struct bench *b = open_bench(sample("bitonic_sort"), NULL, 120, 40);

	(void)state;
	press(b, ":candidates\r");
	assert_int_equal(pane_in(b, CVG_SLOT_SIDE)->view, CVG_VIEW_candidates);
	assert_false(b->scr.popup.open);
	press(b, ":source\r");
	assert_int_equal(pane_in(b, CVG_SLOT_SIDE)->view, CVG_VIEW_source);
	cvg_ui_command(&b->ui, "meld B5");
	cvg_ui_command(&b->ui, "cleanup");
	press(b, ":diff P0 P1\r");
	assert_true(shows(b, "Difference P0 to P1, graph"));
	assert_int_equal(b->ui.rev, 1);
	press(b, ":diff P0 P9\r");
	assert_true(shows(b, "P9"));
	assert_int_equal(b->ui.rev, 1);
	close_bench(b);
}

/* The answer of a command is a view: opened by its name or with arguments, its rows
 * lead to blocks, and it is asked again in another revision. */
static void test_answers(void **state)
{
	struct bench *b = open_bench(sample("bitonic_sort"), NULL, 160, 40);

	(void)state;
	press(b, ":model\r");
	assert_int_equal(pane_in(b, CVG_SLOT_MAIN)->view, CVG_VIEW_model);
	assert_false(b->scr.popup.open);
	assert_true(shows(b, "mean squared error"));
	assert_true(shows(b, "Enter ask again"));
	press(b, "/B7\r");
	press(b, "\r");
	assert_int_equal(b->ui.fn->blocks[b->ui.block].uid, 7);
	press(b, ":model train=2\r");
	assert_true(shows(b, "trained on thread block 2"));
	cvg_ui_command(&b->ui, "meld B5");
	assert_true(shows(b, "Model as it was in P0"));
	press(b, "gg\r");
	assert_true(shows(b, "Model P1"));
	press(b, ":bbv\r");
	assert_true(shows(b, "Basic-block vectors P1"));
	assert_true(shows(b, "how often each block runs"));
	press(b, ":coverage\r");
	assert_true(shows(b, "1 of 1 kernel can be simulated"));
	press(b, ":compare\r");
	assert_true(shows(b, "Type :compare ARG FILE"));
	press(b, ":compare values nosuch.bin\r");
	assert_true(shows(b, "nosuch.bin"));
	close_bench(b);
}

/* A word that is nearly one of the screen's is told. */
static void test_near_words(void **state)
{
	struct bench *b = open_bench(sample("bitonic_sort"), NULL, 120, 40);

	(void)state;
	press(b, ":outlin\r");
	assert_true(shows(b, "did you mean 'outline'?"));
	press(b, ":follow-tru\r");
	assert_true(shows(b, "did you mean 'follow-true'?"));
	press(b, ":modle\r");
	assert_true(shows(b, "did you mean 'module'?"));
	press(b, ":set thresold=3\r");
	assert_true(shows(b, "did you mean 'threshold'?"));
	press(b, ":xyzzy\r");
	assert_true(shows(b, "'help' lists all commands"));
	press(b, ":p\r");
	assert_true(shows(b, "ambiguous"));
	close_bench(b);
}

/* Names in any script are shown and found, in boxes whose edges stand in line. */
static void test_scripts(void **state)
{
	static const char source[] =
		"target triple = \"amdgcn-amd-amdhsa\"\n"
		"declare i32 @llvm.amdgcn.workitem.id.x()\n"
		"define amdgpu_kernel void @\"\u6838\u5fc3\"(ptr "
		"addrspace(1) %\"\u5165\u529b\") {\n"
		"\"\u5165\u53e3\":\n"
		"  %\"\u7cf8\" = call i32 @llvm.amdgcn.workitem.id.x()\n"
		"  %\"\u05e9\u05dc\" = icmp ugt i32 %\"\u7cf8\", 5\n"
		"  br i1 %\"\u05e9\u05dc\", label %\"\u5de6\", label "
		"%\"\U0001F680\"\n"
		"\"\u5de6\":\n"
		"  store i32 %\"\u7cf8\", ptr addrspace(1) "
		"%\"\u5165\u529b\"\n"
		"  br label %\"\U0001F680\"\n"
		"\"\U0001F680\":\n"
		"  ret void\n"
		"}\n";
	struct bench *b;

	(void)state;
	if (cvg_utf8_width(0x5b57) != 2)
		SKIP_BECAUSE("the locale has no wide characters");
	assert_true(
		cvg_file_write("scripts.ll", source, sizeof source - 1, NULL));
	b = open_bench("scripts.ll", NULL, 120, 40);
	assert_true(shows(b, "@\u6838\u5fc3"));
	assert_true(shows(b, "B0 \"\u5165\u53e3\" "));
	assert_true(shows(b, "br %\"\u05e9\u05dc\" "));
	assert_true(shows(b, "%\"\u7cf8\" = call i32"));
	assert_true(shows(b, "store i32 %\"\u7cf8\", ptr"));
	assert_false(has_text(b, "\\E5"));
	/* a box as wide as the columns of its name */
	assert_true(shows(b, "\u2551 B1 \"\u5de6\" \u2551"));
	/* B1 leads there */
	press_text(b, "/\U0001F680\rn");
	assert_int_equal(b->ui.fn->blocks[b->ui.block].uid, 2);
	press_text(b, ":why %\"\u05e9\u05dc\"\r");
	assert_true(shows(b, "\u05e9\u05dc"));
	close_bench(b);
}

/* The title of the graph says where the cursor is; g g and G go to the ends; W
 * proposes a name. */
static void test_ways(void **state)
{
	struct bench *b = open_bench(sample("bitonic_sort"), NULL, 120, 40);

	(void)state;
	assert_true(shows(b, "R3 \u203a R4 \u203a B5"));
	press(b, "G");
	assert_int_equal(b->ui.fn->blocks[b->ui.block].uid, 12);
	press(b, "gg");
	assert_false(b->scr.palette.open);
	assert_int_equal(b->ui.block, 0);
	assert_true(shows(b, "B0 entry"));
	/* the alignment has no text of its own to search */
	press(b, "x/if.else\r");
	assert_int_equal(b->ui.fn->blocks[b->ui.block].uid, 5);
	press(b, "W");
	assert_true(shows(b, ":write bitonic_sort.amdgcn.out.ll"));
	close_bench(b);
}

/* The ink of an overlay has a contrast of 4.5:1 with every ground of a heat. */
static void test_ink(void **state)
{
	(void)state;
	assert_int_equal(cvg_paint_ink(221), 16);
	assert_int_equal(cvg_paint_ink(143), 16);
	assert_int_equal(cvg_paint_ink(17), 231);
	assert_int_equal(cvg_paint_ink(24), 231);
	assert_int_equal(cvg_paint_ink(255), 16);
}

UNIT_TESTS(screen_panes_test)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_panes),
		cmocka_unit_test(test_edges),
		cmocka_unit_test(test_clicks),
		cmocka_unit_test(test_linked),
		cmocka_unit_test(test_playing),
		cmocka_unit_test(test_beside),
		cmocka_unit_test(test_why),
		cmocka_unit_test(test_module),
		cmocka_unit_test(test_typed_views),
		cmocka_unit_test(test_answers),
		cmocka_unit_test(test_near_words),
		cmocka_unit_test(test_scripts),
		cmocka_unit_test(test_ways),
		cmocka_unit_test(test_ink),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
