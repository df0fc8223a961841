/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Sheets, the views that are text (log and help), hints, and overlays. */
#include "ui_kit.h"

#include "reconverge/graph.h"
#include "ui/hints.h"
#include "ui/keys.h"
#include "ui/overlay.h"
#include "ui/sheet.h"

/* ---- sheets ---------------------------------------------------------- */

static void write_lines(struct cvg_sheet *s, uint32_t n)
{
	cvg_sheet_begin(s);
	for (uint32_t i = 0; i < n; i++) {
		cvg_sheet_put(s, CVG_ROLE_TEXT, 0, "line %u", i);
		cvg_sheet_right(s, 12, CVG_ROLE_DIM, 0, "%u", i * i);
		cvg_sheet_end(s, i % 3 ? i : CVG_NONE);
	}
}

static char *draw_sheet(struct kit *k, struct cvg_sheet *s, uint32_t width,
			uint32_t height)
{
	struct cvg_canvas c;
	struct cvg_str text = {0};

	cvg_canvas_init(&c, width, height);
	cvg_sheet_draw(&k->ui, s, &c, true);
	cvg_canvas_print(&text, &c, false, false);
	cvg_canvas_done(&c);
	return cvg_str_take(&text);
}

static void assert_sheet(struct kit *k, struct cvg_sheet *s, uint32_t width,
			 uint32_t height, const char *expected)
{
	char *text = draw_sheet(k, s, width, height);

	assert_string_equal(text, expected);
	free(text);
}

static void sheet_moves(void **state)
{
	struct cvg_sheet s = {.pick = true};

	write_lines(&s, 10);
	assert_sheet(*state, &s, 14, 3,
		     "\u25b6line 0     0\u2503\n"
		     " line 1     1\n"
		     " line 2     4\n");
	/* Lines that stand for nothing are passed over. */
	assert_true(cvg_sheet_act(&s, CVG_DO_DOWN));
	assert_int_equal(cvg_sheet_key(&s), 1);
	cvg_sheet_act(&s, CVG_DO_DOWN);
	cvg_sheet_act(&s, CVG_DO_DOWN);
	assert_int_equal(cvg_sheet_key(&s), 4);
	assert_sheet(*state, &s, 14, 3,
		     " line 3     9\u2503\n"
		     "\u25b6line 4    16\n"
		     " line 5    25\n");
	assert_true(cvg_sheet_go(&s, 8));
	assert_false(cvg_sheet_go(&s, 3));
	assert_true(cvg_sheet_find(&s, "LINE 1", 1) == false);
	assert_true(cvg_sheet_find(&s, "line 1", 1));
	assert_int_equal(cvg_sheet_key(&s), 1);
	assert_false(cvg_sheet_act(&s, CVG_DO_WHY));
	assert_true(cvg_sheet_mouse(&s, CVG_MOUSE_CLICK, 1));
	assert_int_equal(cvg_sheet_key(&s), 4);
	assert_false(cvg_sheet_mouse(&s, CVG_MOUSE_CLICK, 90));
	/* Written anew with fewer lines the cursor is on the last. */
	write_lines(&s, 2);
	assert_sheet(*state, &s, 14, 3,
		     " line 0     0\n\u25b6line 1     1\n\n");
	write_lines(&s, 0);
	assert_sheet(*state, &s, 14, 2, "\n\n");
	assert_int_equal(cvg_sheet_key(&s), CVG_NONE);
	cvg_sheet_done(&s);
}

/* What grows at its end stays there, unless one has gone up. */
static void sheet_tail(void **state)
{
	struct cvg_sheet s = {.tail = true};

	write_lines(&s, 9);
	assert_sheet(*state, &s, 8, 2, "line 7\u2026\nline 8\u2026\u2503\n");
	cvg_sheet_act(&s, CVG_DO_UP);
	write_lines(&s, 10);
	assert_sheet(*state, &s, 8, 2, "line 6\u2026\u2503\nline 7\u2026\n");
	cvg_sheet_act(&s, CVG_DO_BOTTOM);
	write_lines(&s, 11);
	assert_sheet(*state, &s, 8, 2, "line 9\u2026\nline 1\u2026\u2503\n");
	cvg_sheet_done(&s);
}

static void sheet_wraps(void **state)
{
	struct cvg_sheet s = {.pick = false};

	cvg_sheet_begin(&s);
	cvg_sheet_put(&s, CVG_ROLE_KEYWORD, 0, "key");
	cvg_sheet_pad(&s, 5);
	cvg_sheet_wrap(&s, CVG_ROLE_TEXT, 0, 16, 5,
		       "words and some more of them averylongwordthatis too");
	assert_sheet(*state, &s, 20, 6,
		     "key  words and\n"
		     "     some more\n"
		     "     of them\n"
		     "     averylongwordt\u2026\n"
		     "     too\n\n");
	cvg_sheet_done(&s);
}

/* ---- log and help ---------------------------------------------------- */

static void log_grows(void **state)
{
	struct kit *k = *state;

	assert_view(k, CVG_VIEW_log, 40, 4, "No command has run yet.\n");
	run(k, "mark x");
	assert_shows(k, CVG_VIEW_log, 40, 4, "> mark x\n");
	assert_false(cvg_ui_command(&k->ui, "undo"));
	assert_shows(k, CVG_VIEW_log, 60, 6, "> undo\nreconverge: ");
	/* Nothing is cut: what does not fit goes on below. */
	assert_shows(k, CVG_VIEW_log, 24, 12,
		     "reconverge: nothing to\n    undo: P0 is the\n"
		     "    module as loaded\n");
	assert_shows(k, CVG_VIEW_log, 60, 6, "> mark x\n");
	cvg_str_add(&k->ui.search, "mark");
	assert_true(cvg_view_log.find(&k->ui, state_of(k, CVG_VIEW_log), 1));
}

static void assert_narrow(const char *text, uint32_t width)
{
	while (*text) {
		size_t n = strcspn(text, "\n");

		if (cvg_text_width(text, n) > width)
			fail_msg("too wide: %.*s", (int)n, text);
		text += n + (text[n] == '\n');
	}
}

static void help_tells(void **state)
{
	struct kit *k = *state;
	char *text;

	k->ui.about = CVG_VIEW_timeline;
	text = picture(k, CVG_VIEW_help, 300, 500, true);
	assert_narrow(text, 79);
	assert_int_equal(strncmp(text, "Keys in the view timeline\n", 26), 0);
	for (uint32_t i = 0; i < CVG_NACTIONS; i++) {
		const struct cvg_actioninfo *a =
			cvg_action_info((enum cvg_action)i);

		if (!strchr(a->help, ' ') || strlen(a->help) > 60)
			continue;
		if (!strstr(text, a->help) &&
		    cvg_action_key((enum cvg_action)i))
			fail_msg("nothing of: %s", a->help);
	}
	for (uint32_t i = 0; i < cvg_ncommands(); i++) {
		if (!strstr(text, cvg_command_at(i)->name))
			fail_msg("nothing of: %s", cvg_command_at(i)->name);
	}
	free(text);
}

/* ---- hints ----------------------------------------------------------- */

static void assert_hints(struct kit *k, const char *expected)
{
	struct cvg_str out = {0}, next = {0};

	cvg_ui_hints_next(&k->ui, &next);
	cvg_ui_hints_here(&k->ui, &out);
	cvg_str_addf(&out, "%s| %s", out.n ? " " : "", cvg_str_of(&next));
	cvg_str_done(&next);
	if (strcmp(cvg_str_of(&out), expected) != 0)
		fail_msg("hints: %s", cvg_str_of(&out));
	cvg_str_done(&out);
}

static void hints_lead(void **state)
{
	struct kit *k = *state;

	assert_hints(k, "w why  Enter preview meld B1  a do it"
			" | p play a warp");
	cvg_ui_go_block(&k->ui, 0);
	assert_hints(k, "| y what can be done  p play a warp");
	run(k, "meld R2");
	assert_hints(k, "| C check it  v before and after  p play a warp  "
			"u undo");
	run(k, "launch grid=1 block=64 p=i32[64]:iota n=4");
	run(k, "check");
	assert_hints(k,
		     "| W write it  v before and after  M what was measured  "
		     "u undo");
	cvg_ui_look_at(&k->ui, 0);
	assert_hints(k, "| v before and after  } later  { earlier");
	run(k, "function plain");
	assert_hints(k, "| C check it  v before and after  p play a warp  u "
			"undo");
}

/* ---- overlays -------------------------------------------------------- */

/* "entry:1/dom loop:4/here ..." */
static void assert_overlay(struct kit *k, enum cvg_overlay which,
			   const char *expected)
{
	struct cvg_overlay_cell *cells = cvg_overlay_of(&k->ui, which);
	struct cvg_str out = {0};

	for (uint32_t b = 0; b < k->ui.fn->nblocks; b++) {
		cvg_str_addf(&out, "%s%s:", b ? " " : "",
			     k->ui.fn->blocks[b].name);
		if (cells[b].heat != CVG_NO_HEAT)
			cvg_str_addf(&out, "%u", cells[b].heat);
		if (*cells[b].text)
			cvg_str_addf(&out, "/%s", cells[b].text);
	}
	if (strcmp(cvg_str_of(&out), expected) != 0)
		fail_msg("overlay: %s", cvg_str_of(&out));
	cvg_str_done(&out);
	free(cells);
}

static void overlays(void **state)
{
	struct kit *k = *state;

	cvg_ui_go_block(&k->ui, cvg_block_by_name(k->ui.fn, "left"));
	assert_overlay(k, CVG_OVERLAY_DIVERGENCE,
		       "entry: loop: left: right: join: end:");
	assert_overlay(k, CVG_OVERLAY_DOMINANCE,
		       "entry:1/dom loop:1/dom left:4/here right: "
		       "join:2/pdom end:2/pdom");
	assert_overlay(k, CVG_OVERLAY_FREQUENCY,
		       "entry:0 loop:1/L1 left:1/L1 right:1/L1 join:1/L1 "
		       "end:0");
	assert_overlay(k, CVG_OVERLAY_PROFIT,
		       "entry: loop:4/+700 left:4 right:4 join: end:");
	run(k, "launch grid=1 block=64 p=i32[64]:iota n=4");
	run(k, "profile");
	assert_overlay(k, CVG_OVERLAY_LANES,
		       "entry:0/0% loop:0/0% left:2/50% right:2/50% "
		       "join:0/0% end:0/0%");
	assert_overlay(k, CVG_OVERLAY_FREQUENCY,
		       "entry:2/1 loop:4/4 left:4/4 right:4/4 join:4/4 "
		       "end:2/1");
}

UNIT_TESTS(ui_text_test)
{
#define TEST(name) \
	cmocka_unit_test_setup_teardown(name, kit_setup, kit_teardown)
	const struct CMUnitTest tests[] = {
		TEST(sheet_moves), TEST(sheet_tail), TEST(sheet_wraps),
		TEST(log_grows),   TEST(help_tells), TEST(hints_lead),
		TEST(overlays),
	};
#undef TEST

	return cmocka_run_group_tests(tests, NULL, NULL);
}
