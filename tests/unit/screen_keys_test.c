/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What keys do in the whole screen: hints, steps, leaving. */
#include "screen_kit.h"

#include "reconverge/choices.h"
#include "reconverge/graph.h"
#include "reconverge/prove.h"

#include <unistd.h>

static void assert_hints(struct bench *b, const char *wanted)
{
	struct cvg_str out = {0};

	cvg_screen_text(&b->ui, &out); /* views take up what changed */
	cvg_str_clear(&out);
	cvg_screen_hints(&b->ui, &out);
	assert_string_equal(out.at, wanted);
	cvg_str_done(&out);
}

/* The hints begin with what the keys do to the highlighted block or row. */
static void test_hints(void **state)
{
	struct bench *b = open_bench(sample("pcm"), NULL, 120, 40);

	(void)state;
	press(b, "^");
	assert_hints(b, "t follow  + - zoom  c overlay  "
			"y what can be done  p play a warp");
	press(b, "t"); /* a loop, which can be folded */
	assert_hints(b, "Enter preview flatten B1  a do it, although it costs  "
			"t f follow  z fold  + - zoom  c overlay  "
			"p play a warp");
	press(b, "z");
	assert_hints(b, "Enter preview flatten B1  a do it, although it costs  "
			"z open  + - zoom  p play a warp");
	press(b, "y");
	cvg_screen_act(&b->ui, CVG_DO_BOTTOM, 0);
	assert_hints(b, "Enter list them  p play a warp");
	cvg_screen_act(&b->ui, CVG_DO_UP, 0);
	assert_hints(b, "w why  S sort  x matrix  p play a warp");
	cvg_screen_act(&b->ui, CVG_DO_SHOW_outline, 0);
	cvg_screen_act(&b->ui, CVG_DO_TOP, 0);
	assert_hints(b, "z fold  y what can be done  p play a warp");
	cvg_screen_act(&b->ui, CVG_DO_SHOW_timeline, 0);
	assert_hints(b, "v compare with before  y what can be done  "
			"p play a warp");
	close_bench(b);
}

/* ---- nothing to do ---------------------------------------------------- */

static const char wrapper[] =
	"target triple = \"nvptx64-nvidia-cuda\"\n"
	"define ptx_kernel void @k(ptr %p) {\n"
	"  call void @body(ptr %p)\n  ret void\n}\n"
	"define void @body(ptr %p) noinline {\n"
	"  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()\n"
	"  %c = icmp eq i32 %t, 3\n"
	"  br i1 %c, label %a, label %b\na:\n"
	"  store i32 %t, ptr %p\n  br label %b\nb:\n  ret void\n}\n"
	"define void @alike(ptr %p) {\n  store i32 1, ptr %p\n"
	"  ret void\n}\n"
	"declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()\n";

static struct bench *open_wrapper(const char *function)
{
	struct bench *b;
	struct cvg_err err;

	assert_true(cvg_file_write("wrapper.ll", wrapper, sizeof wrapper - 1,
				   &err));
	b = open_bench("wrapper.ll", function, 120, 40);
	unlink("wrapper.ll");
	return b;
}

static void test_wrapper(void **state)
{
	struct bench *b = open_wrapper("k");

	(void)state;
	press(b, "y");
	assert_true(shows(b, "its code is in @body."));
	assert_true(shows(b, "Enter go to the function with its code"));
	press(b, "a");
	assert_string_equal(b->ui.message.at,
			    "the code of @k is in @body: Enter goes there");
	cvg_screen_act(&b->ui, CVG_DO_PREVIEW, 0);
	assert_string_equal(b->ui.fn->name, "body");
	close_bench(b);
	b = open_wrapper("alike");
	press(b, "ya");
	assert_string_equal(
		b->ui.message.at,
		"nothing splits a warp in @alike: o lists the functions");
	close_bench(b);
}

/* Hints name no key that would find nothing. */
static void test_idle_keys(void **state)
{
	struct bench *b = open_bench(sample("pcm"), NULL, 120, 40);
	struct cvg_str out = {0};

	(void)state;
	press(b, "vV");
	cvg_screen_text(&b->ui, &out);
	assert_null(strstr(out.at, "next block"));
	cvg_str_done(&out);
	press(b, "qMR");
	assert_non_null(strstr(b->ui.message.at, "P0 was run"));
	close_bench(b);
}

static char *printed(struct cvg_session *s)
{
	struct cvg_err err;
	char *text = NULL;

	assert_true(cvg_session_text(s, CVG_NONE, CVG_NONE, &text, &err));
	return text;
}

/* What keys do is recorded with the numbers of blocks, which stay, and the same
 * commands make the same module again. */
static void test_recorded(void **state)
{
	struct bench *b = open_bench(sample("pcm"), NULL, 120, 40);
	struct bench *again = open_bench(sample("pcm"), NULL, 120, 40);
	char *first, *second;

	(void)state;
	press(b, "ya^a");
	assert_true(cvg_session_current(b->sh.session) >= 2);
	for (uint32_t r = 1; r <= cvg_session_current(b->sh.session); r++) {
		const char *command =
			cvg_session_rev(b->sh.session, r)->command;

		assert_memory_equal(command, "meld B", 6);
		assert_true(cvg_ui_command(&again->ui, command));
	}
	first = printed(b->sh.session);
	second = printed(again->sh.session);
	assert_string_equal(first, second);
	free(first);
	free(second);
	close_bench(b);
	close_bench(again);
}

/* The outline's sum is of candidates that can be done together: R7 holds the
 * other two, and brings more than both. */
static void test_sum(void **state)
{
	struct bench *b = open_bench(sample("pcm"), NULL, 120, 40);

	(void)state;
	assert_true(shows(b, "Outline +cycles"));
	assert_true(shows(b, "@pcm           7\u25c6 +360"));
	close_bench(b);
}

static uint32_t count_maps(const struct cvg_str *with,
			   const struct cvg_str *without, uint32_t lines)
{
	const char *a = with->at, *b = without->at;
	uint32_t dots = 0;

	for (uint32_t line = 0; line < lines;) {
		uint32_t p, q;
		size_t n = cvg_utf8_decode(a, strlen(a), &p);
		size_t m = cvg_utf8_decode(b, strlen(b), &q);

		dots += p >= 0x2800 && p < 0x2900;
		/* names of blocks, marks, corners of boxes */
		if (q > ' ' && (q < 0x2500 || q > 0x257F))
			assert_int_equal(p, q);
		line += p == '\n';
		/* blanks at the end of a line are not printed */
		a += p == '\n' && q != '\n' ? 0 : n;
		b += q == '\n' && p != '\n' ? 0 : m;
	}
	return dots;
}

/* The minimap covers no box, wherever the cursor is. */
static void test_map(void **state)
{
	static const uint32_t sizes[][2] = {{80, 24}, {120, 40}, {60, 18}};
	uint32_t dots = 0;

	(void)state;
	for (int i = 0; i < 3; i++) {
		struct bench *b = open_bench(sample("pcm"), NULL, sizes[i][0],
					     sizes[i][1]);

		press(b, "^");
		for (int k = 0; k < 12; k++) {
			struct cvg_str with = {0}, without = {0};

			cvg_screen_text(&b->ui, &with);
			cvg_screen_act(&b->ui, CVG_DO_MINIMAP, 0);
			cvg_screen_text(&b->ui, &without);
			cvg_screen_act(&b->ui, CVG_DO_MINIMAP, 0);
			dots += count_maps(&with, &without, sizes[i][1] - 3);
			cvg_str_done(&with);
			cvg_str_done(&without);
			press(b, k % 3 ? "j" : "L");
		}
		close_bench(b);
	}
	assert_true(dots > 100);
}

/* The same in every list: what is no candidate is not acted on. */
static void test_other_rows(void **state)
{
	struct bench *b = open_bench(sample("pcm"), NULL, 120, 40);

	(void)state;
	cvg_screen_act(&b->ui, CVG_DO_SHOW_outline, 0);
	cvg_screen_act(&b->ui, CVG_DO_TOP, 0);
	press(b, "a");
	assert_true(shows(b, "a function is under the cursor"));
	cvg_screen_act(&b->ui, CVG_DO_SHOW_timeline, 0);
	press(b, "a");
	assert_true(shows(b, "a revision is under the cursor"));
	/* From the graph, a key of the list means the block there. */
	cvg_screen_act(&b->ui, CVG_DO_SHOW_graph, 0);
	press(b, "^r");
	assert_true(shows(b, "no step begins at B0: y lists the steps"));
	assert_int_equal(cvg_session_current(b->sh.session), 0);
	assert_null(cvg_session_rejects(b->sh.session));
	close_bench(b);
}

/* A row of the measured blocks is the block that is meant. */
static void test_measured_row(void **state)
{
	struct bench *b = open_bench(sample("bitonic_sort"), NULL, 132, 43);
	uint32_t block;

	(void)state;
	press(b, "MR");
	block = b->ui.block;
	for (int i = 0; i < 8 && b->ui.block == block; i++) {
		assert_true(shows(b, "Metrics P0"));
		press(b, "jw");
		press_code(b, 27);
	}
	assert_true(b->ui.block != block);
	close_bench(b);
}

/* The machine code is generated when the view is opened, and when it is asked
 * for after a step; not to draw. */
static void test_machine(void **state)
{
	struct bench *b = open_bench(sample("bitonic_sort"), NULL, 120, 40);

	(void)state;
	press(b, "^I");
	assert_true(shows(b, " Machine P0 "));
	assert_true(shows(b, "block  name        IR  machine  vector"));
	assert_true(shows(b, "\u25b6 B0     entry"));
	press(b, "j\r");
	assert_string_equal(b->ui.fn->blocks[b->ui.block].name, "for.cond");
	press(b, ":meld R4\r");
	assert_int_equal(b->ui.rev, 1);
	assert_true(
		shows(b, "Not asked yet: Enter generates the machine code."));
	assert_true(shows(b, "Enter generate the machine code"));
	press(b, "\r");
	assert_true(shows(b, " Machine P1 "));
	assert_true(shows(b, "@bitonic_sort in P1 for gfx906"));
	close_bench(b);
}

/* A preview may guess a launch and make a profile: what is shown of the candidates
 * follows. */
static void test_preview_measures(void **state)
{
	struct bench *b = open_bench(sample("bitonic_sort"), NULL, 132, 43);

	(void)state;
	press(b, "oy\r");
	assert_true(shows(b, "on 1"));
	press(b, "\x1b");
	assert_true(shows(b, "+115 "));
	press(b, "x");
	assert_true(shows(b, "Alignment"));
	close_bench(b);
}

/* Applying a step has one key, which means that in all views. */
static void test_one_meaning(void **state)
{
	struct bench *b = open_bench(sample("bitonic_sort"), NULL, 120, 40);

	(void)state;
	assert_true(cvg_ui_command(&b->ui, "set decide=static"));
	press(b, "p");
	assert_true(shows(b, "R guesses one from the parameters"));
	press(b, "a");
	assert_int_equal(cvg_session_current(b->sh.session), 1);
	assert_null(cvg_session_launch(b->sh.session));
	press(b, "pR");
	assert_non_null(cvg_session_launch(b->sh.session));
	assert_true(shows(b, "step 1 of"));
	assert_int_equal(cvg_session_current(b->sh.session), 1);
	press(b, "{P");
	assert_int_equal(cvg_session_current(b->sh.session), 0);
	close_bench(b);
}

/* ---- leaving --------------------------------------------------------- */

/* Is nothing open, and are the keys where everything begins? */
static bool is_home(const struct cvg_screen *scr)
{
	return scr->focus == cvg_panes_home(scr) && !scr->full &&
	       scr->front[CVG_SLOT_MAIN] == CVG_VIEW_graph &&
	       !(scr->form == CVG_FORM_NARROW && scr->open) &&
	       !(scr->form == CVG_FORM_SMALL && scr->first == CVG_SLOT_MAIN);
}

/* q closes what is open and returns to the graph before it leaves, at every
 * size. */
static void test_close(void **state)
{
	static const char keys[] = "oisyxvMGe?";
	static const uint32_t sizes[][2] = {{132, 43}, {120, 40}, {100, 30},
					    {80, 24},  {50, 14},  {40, 12}};

	(void)state;
	for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
		struct bench *b = open_bench(sample("bitonic_sort"), NULL,
					     sizes[k][0], sizes[k][1]);

		for (const char *key = keys; *key; key++) {
			press_code(b, (unsigned char)*key);
			for (int i = 0; i < 4 && !is_home(&b->scr); i++)
				press(b, "q");
			assert_true(is_home(&b->scr));
			assert_false(b->ui.leave);
		}
		for (int i = 0; i < 4 && !b->ui.leave; i++)
			press(b, "q");
		assert_true(b->ui.leave);
		close_bench(b);
	}
}

static void test_leave(void **state)
{
	struct bench *b = open_bench(sample("bitonic_sort"), NULL, 120, 40);

	(void)state;
	press(b, "\033\033\033");
	assert_false(b->ui.leave);
	press(b, "aq");
	assert_false(b->ui.leave);
	assert_true(shows(b, "P1 has not been written: W writes it, q again "
			     "leaves and keeps the journal"));
	press(b, "jq");
	assert_false(b->ui.leave);
	assert_true(cvg_session_unwritten(b->sh.session));
	cvg_ui_command(&b->ui, "write leave.ll");
	assert_false(cvg_session_unwritten(b->sh.session));
	press(b, "q");
	assert_true(b->ui.leave);
	unlink("leave.ll");
	close_bench(b);
}

/* A comment is shown where its block is, and a key goes there. */
static void test_comments(void **state)
{
	struct bench *b = open_bench(sample("bitonic_sort"), NULL, 120, 40);
	uint32_t b3 = cvg_block_by_uid(b->ui.fn, 3);

	(void)state;
	press(b, "'");
	assert_true(has_text(b, "no block has a comment"));
	assert_true(cvg_ui_command(&b->ui, "note B3 outer loop"));
	assert_true(cvg_ui_command(&b->ui, "note B5"));
	assert_true(has_text(b, "B5 if.then: N"));
	cvg_ui_go_block(&b->ui, b3);
	assert_true(has_text(b, "N outer loop"));
	press(b, "'");
	assert_int_equal(b->ui.fn->blocks[b->ui.block].uid, 5);
	assert_true(has_text(b, "N\u2557")); /* on the edge of its box */
	press(b, "'");
	assert_int_equal(b->ui.block, b3);
	assert_true(cvg_ui_command(&b->ui, "note B5 off"));
	press(b, "'");
	assert_int_equal(b->ui.block, b3);
	close_bench(b);
}

UNIT_TESTS(screen_keys_test)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_hints),
		cmocka_unit_test(test_wrapper),
		cmocka_unit_test(test_idle_keys),
		cmocka_unit_test(test_recorded),
		cmocka_unit_test(test_sum),
		cmocka_unit_test(test_map),
		cmocka_unit_test(test_other_rows),
		cmocka_unit_test(test_measured_row),
		cmocka_unit_test(test_machine),
		cmocka_unit_test(test_preview_measures),
		cmocka_unit_test(test_one_meaning),
		cmocka_unit_test(test_close),
		cmocka_unit_test(test_leave),
		cmocka_unit_test(test_comments),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
