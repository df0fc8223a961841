/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The screen without a terminal: panes, keys, commands, pop-ups. */
#include "screen_kit.h"

#include "reconverge/graph.h"

#include <unistd.h>

static const char *small(void)
{
	static char path[4096];

	snprintf(path, sizeof path, "%s/tests/cmd/small.ll", getenv("srcdir"));
	return path;
}

static const char *prove(void)
{
	static char path[4096];

	snprintf(path, sizeof path, "%s/tests/cmd/prove.ll", getenv("srcdir"));
	return path;
}

/* ---- panes ----------------------------------------------------------- */

static void test_forms(void **state)
{
	struct bench *b = open_bench(small(), "diamond", 120, 30);

	(void)state;
	assert_int_equal(b->scr.npanes, 4);
	cvg_screen_resize(&b->scr, &b->ui, 80, 24);
	assert_int_equal(b->scr.npanes, 2);
	press(b, "o");
	assert_int_equal(b->scr.npanes, 3);
	assert_int_equal(b->scr.focus, CVG_SLOT_LEFT);
	press(b, "o");
	assert_int_equal(b->scr.npanes, 2);
	press(b, "iF");
	assert_int_equal(b->scr.npanes, 1);
	assert_int_equal(b->scr.pane[0].view, CVG_VIEW_ir);
	press(b, "q");
	assert_int_equal(b->scr.npanes, 3);
	cvg_screen_resize(&b->scr, &b->ui, 40, 12);
	assert_int_equal(b->scr.npanes, 2);
	assert_int_equal(b->scr.pane[0].view, CVG_VIEW_outline);
	assert_int_equal(b->scr.pane[1].view, CVG_VIEW_ir);
	cvg_screen_resize(&b->scr, &b->ui, 10, 3);
	assert_int_equal(b->scr.npanes, 0);
	assert_true(shows(b, "reconverge"));
	press(b, "jjoiq\t");
	close_bench(b);
}

/* Where no pane fits, no view has the keys. */
static void test_tiny(void **state)
{
	(void)state;
	for (char key = '!'; key <= '~'; key++) {
		struct bench *b = open_bench(small(), "diamond", 10, 3);
		const char keys[] = {key, '\0'};

		press(b, keys);
		assert_true(shows(b, "reconverge"));
		close_bench(b);
	}
}

static void test_cycle(void **state)
{
	struct bench *b = open_bench(small(), "diamond", 120, 30);
	enum cvg_slot first = b->scr.focus;
	unsigned seen = 0;

	(void)state;
	for (uint32_t i = 0; i < b->scr.npanes; i++) {
		seen |= 1u << b->scr.focus;
		press(b, "\t");
	}
	assert_int_equal(b->scr.focus, first);
	assert_int_equal(seen, 15);
	press_code(b, CVG_KEY_BACK_TAB);
	press(b, "\t");
	assert_int_equal(b->scr.focus, first);
	close_bench(b);
}

/* ---- keys ------------------------------------------------------------ */

static struct cvg_key key_named(const char *name)
{
	char buf[24];

	for (uint32_t code = 1; code <= CVG_KEY_F12; code++) {
		struct cvg_key key = {.code = code};

		if (!strcmp(cvg_key_name(&key, buf, sizeof buf), name))
			return key;
		if (code == 0x7F)
			code = CVG_KEY_UP - 1;
	}
	fail_msg("no key is called %s", name);
	return (struct cvg_key){0};
}

static void test_keys(void **state)
{
	(void)state;
	for (uint32_t i = 0; i < cvg_nkeys(); i++) {
		enum cvg_action a, other;
		const char *name = cvg_key_at(i, &a);
		struct cvg_key key;

		if (!*name)
			continue;
		key = key_named(name);
		assert_int_equal(cvg_key_action(&key), a);
		for (uint32_t k = 0; k < i; k++)
			assert_string_not_equal(cvg_key_at(k, &other), name);
	}
	for (uint32_t a = 0; a < CVG_NACTIONS; a++)
		assert_int_equal(
			cvg_action_by_name(
				cvg_action_info((enum cvg_action)a)->name),
			a);
	assert_string_equal(cvg_action_key(CVG_DO_UNDO), "u");
	assert_string_equal(cvg_action_key(CVG_DO_NTH), "1-9");
	assert_null(cvg_action_key(CVG_DO_LEAVE));
}

/* ---- commands -------------------------------------------------------- */

static void test_command(void **state)
{
	struct bench *b = open_bench(small(), "diamond", 80, 24);
	uint32_t uid = b->ui.fn->blocks[b->ui.block].uid;

	(void)state;
	assert_true(cvg_ui_command(&b->ui, "set steps=fine"));
	assert_true(cvg_ui_command(&b->ui, "meld"));
	assert_int_equal(b->ui.rev, 1);
	assert_ptr_equal(b->ui.fn, cvg_session_fn(b->sh.session, 1, CVG_NONE));
	assert_int_equal(b->ui.fn->blocks[b->ui.block].uid, uid);
	assert_non_null(strstr(b->ui.log.at, "> meld\n"));
	assert_true(shows(b, "P1 meld"));
	assert_int_equal(b->sh.status, CVG_OK);
	assert_false(cvg_ui_command(&b->ui, "nonsense"));
	assert_int_equal(b->ui.message_role, CVG_ROLE_ALERT);
	assert_non_null(strstr(b->ui.log.at, "reconverge: unknown command"));
	assert_int_equal(b->sh.status, CVG_ERROR);
	assert_null(b->sh.host);
	close_bench(b);
}

static void test_ask(void **state)
{
	struct bench *b = open_bench(small(), "diamond", 80, 24);
	struct cvg_str text = {0};

	(void)state;
	assert_true(cvg_ui_ask(&b->ui, "preview meld R1", &text));
	assert_non_null(strstr(text.at, "would do"));
	assert_false(cvg_ui_ask(&b->ui, "show B99", &text));
	assert_int_equal(b->ui.log.n, 0);
	assert_int_equal(b->ui.message.n, 0);
	assert_int_equal(b->sh.status, CVG_OK);
	cvg_str_done(&text);
	close_bench(b);
}

/* On a terminal with colours, too: what is said is drawn in cells. */
static void test_no_escapes(void **state)
{
	struct bench *b = open_bench(small(), "diamond", 80, 24);

	(void)state;
	b->sh.look.color = true;
	assert_true(cvg_ui_command(&b->ui, "candidates"));
	assert_non_null(strstr(b->ui.log.at, "meld"));
	assert_null(strchr(b->ui.log.at, '\033'));
	assert_true(b->sh.look.color);
	close_bench(b);
}

/* What is looked at is what an act works on. */
static void test_act_elsewhere(void **state)
{
	struct bench *b = open_bench(small(), "diamond", 80, 24);

	(void)state;
	cvg_ui_command(&b->ui, "meld");
	cvg_ui_look_at(&b->ui, 0);
	assert_int_equal(b->ui.rev, 0);
	assert_int_equal(cvg_session_current(b->sh.session), 1);
	assert_true(shows(b, "P0 (now P1)"));
	cvg_ui_command(&b->ui, "meld");
	assert_int_equal(cvg_session_current(b->sh.session), 2);
	assert_int_equal(cvg_session_rev(b->sh.session, 2)->parent, 0);
	press(b, "u");
	assert_int_equal(b->ui.rev, 0);
	press_code(b, 'R' & 0x1F);
	assert_int_equal(b->ui.rev, 2);
	close_bench(b);
}

/* ---- the trail ------------------------------------------------------- */

static void test_trail(void **state)
{
	struct bench *b = open_bench(small(), "diamond", 80, 24);

	(void)state;
	cvg_ui_go_block(&b->ui, 0);
	cvg_ui_go_block(&b->ui, 2);
	cvg_ui_go_block(&b->ui, 3);
	press(b, "(");
	assert_int_equal(b->ui.block, 2);
	press(b, "(");
	assert_int_equal(b->ui.block, 0);
	press(b, ")");
	assert_int_equal(b->ui.block, 2);
	cvg_ui_go_block(&b->ui, 1);
	press(b, ")");
	assert_int_equal(b->ui.block, 1);
	press(b, "(");
	assert_int_equal(b->ui.block, 2);
	cvg_ui_go_inst(&b->ui, b->ui.fn->blocks[3].inst_at);
	assert_int_equal(b->ui.block, 3);
	cvg_ui_go_block(&b->ui, 77);
	assert_int_equal(b->ui.block, 3);
	close_bench(b);
}

/* ---- over the panes -------------------------------------------------- */

static void test_popup(void **state)
{
	struct bench *b = open_bench(small(), "diamond", 80, 24);

	(void)state;
	cvg_ui_popup(&b->ui, "title", "one\ntwo\nthree");
	assert_true(shows(b, "three"));
	press(b, "jx");
	assert_true(b->scr.popup.open);
	press(b, "q");
	assert_false(b->scr.popup.open);
	assert_int_equal(b->ui.rev, 0);
	close_bench(b);
}

static void test_preview(void **state)
{
	struct bench *b = open_bench(small(), "diamond", 80, 24);

	(void)state;
	assert_true(cvg_ui_command(&b->ui, "set steps=fine"));
	press(b, "\r");
	assert_true(shows(b, " Preview of meld B0 ───"));
	/* Nothing of the longer title of the graph is left. */
	assert_true(cvg_canvas_at(&b->scr.canvas, 5, 2)->attr &
		    CVG_CELL_REVERSE);
	assert_false(cvg_canvas_at(&b->scr.canvas, 22, 2)->attr &
		     CVG_CELL_REVERSE);
	assert_true(
		shows(b, "the code: -640 static cycles, -1 divergent branch"));
	assert_true(shows(b, "Enter accept  Esc back"));
	assert_true(shows(b, "-B1 then"));
	assert_true(shows(b, "+B5 then.else of B1+B2"));
	assert_int_equal(cvg_session_nrevs(b->sh.session), 1);
	press(b, "JJ"); /* moves the picture */
	assert_true(shows(b, "+B6 then.else.post of B1+B2"));
	cvg_screen_resize(&b->scr, &b->ui, 120, 40);
	assert_true(shows(b, "+B6 then.else.post of B1+B2"));
	press(b, "\033");
	assert_null(b->scr.preview.graph);
	press(b, "\rt"); /* goes back and along the edge */
	assert_null(b->scr.preview.graph);
	assert_string_equal(b->ui.fn->blocks[b->ui.block].name, "then");
	press(b, "^\r\r");
	assert_null(b->scr.preview.graph);
	assert_int_equal(b->ui.rev, 1);
	assert_string_equal(cvg_session_rev(b->sh.session, 1)->command,
			    "meld B0");
	close_bench(b);
}

static void test_palette(void **state)
{
	struct bench *b = open_bench(small(), "diamond", 80, 24);

	(void)state;
	press_code(b, 'P' & 0x1F);
	press(b, "aall");
	assert_true(shows(b, "apply-all"));
	press(b, "\033");
	assert_false(b->scr.palette.open);
	press(b, "gels\r");
	assert_string_equal(b->ui.fn->blocks[b->ui.block].name, "else");
	press(b, "gB3\r");
	assert_int_equal(b->ui.fn->blocks[b->ui.block].uid, 3);
	press(b, "gno such block\r");
	assert_int_equal(b->ui.fn->blocks[b->ui.block].uid, 3);
	press_code(b, 'P' & 0x1F);
	press(b, "loopy\r");
	assert_string_equal(b->ui.fn->name, "loopy");
	press_code(b, 'P' & 0x1F);
	press(b, "show\r");
	assert_int_equal(b->scr.prompt.asking, CVG_ASK_COMMAND);
	assert_true(shows(b, "\n:show\n"));
	press(b, "\033");
	press_code(b, 'P' & 0x1F);
	press(b, "mp_b\r");
	assert_true(b->scr.popup.open);
	assert_true(shows(b, "share of the cycles of two blocks"));
	press(b, "\033");
	press_code(b, 'P' & 0x1F);
	press(b, "where an edge leaves\r");
	assert_true(b->scr.popup.open);
	assert_true(shows(b, "Where an edge leaves: it is unstructured"));
	press(b, "\033");
	press(b, "gB0\r");
	assert_int_equal(b->ui.fn->blocks[b->ui.block].uid, 0);
	close_bench(b);
}

static void test_typed(void **state)
{
	struct bench *b = open_bench(small(), "diamond", 80, 24);
	char *text;
	size_t n;

	(void)state;
	press(b, ":log\r");
	assert_int_equal(b->scr.front[CVG_SLOT_MAIN], CVG_VIEW_log);
	press(b, ":post-dominator\r");
	assert_string_equal(b->ui.fn->blocks[b->ui.block].name, "join");
	press(b, ":screen frame.txt\r");
	assert_true(cvg_file_read("frame.txt", &text, &n, NULL));
	assert_non_null(strstr(text, "@diamond"));
	free(text);
	unlink("frame.txt");
	press(b, ":functions\r");
	assert_true(b->scr.popup.open);
	press(b, "q:q\r");
	assert_true(b->ui.leave);
	close_bench(b);
}

/* ---- while a command runs -------------------------------------------- */

static void test_cancel(void **state)
{
	struct bench *b = open_bench(prove(), "forever", 80, 24);

	(void)state;
	cvg_ui_command(&b->ui, "launch n=1");
	cvg_ui_command(&b->ui, "set operations=1000000000000000");
	b->fake.shown = 0;
	/* Only looking is allowed meanwhile; then enough of it. */
	b->fake.keys = "jo:Au\033";
	assert_false(cvg_ui_command(&b->ui, "simulate"));
	assert_string_equal(b->fake.keys, "");
	assert_true(b->fake.shown > 0);
	assert_string_equal(b->ui.message.at, "interrupted");
	assert_false(b->ui.busy);
	assert_int_equal(b->scr.prompt.asking, CVG_ASK_NOTHING);
	assert_int_equal(cvg_session_nrevs(b->sh.session), 1);
	b->fake.keys = "\033";
	assert_false(cvg_ui_command(&b->ui, "instrument counted.ll"));
	assert_string_equal(b->ui.message.at, "interrupted");
	assert_int_not_equal(access("counted.ll", F_OK), 0);
	b->fake.keys = NULL;
	cvg_ui_command(&b->ui, "launch n=0");
	assert_true(cvg_ui_command(&b->ui, "simulate"));
	close_bench(b);
}

/* Esc ends what forks a child, and what goes round and round. */
static void test_cancel_more(void **state)
{
	static const char *const lines[] = {"pass default<O3>", "darm", "meld",
					    "emit out.s"};
	struct bench *b = open_bench(small(), "diamond", 80, 24);

	(void)state;
	for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
		b->fake.keys = "\033";
		assert_false(cvg_ui_command(&b->ui, lines[i]));
		assert_non_null(strstr(b->ui.message.at, "interrupted"));
		assert_int_equal(cvg_session_nrevs(b->sh.session), 1);
		b->fake.keys = NULL;
	}
	assert_true(cvg_ui_command(&b->ui, "darm"));
	assert_int_equal(b->ui.rev, 1);
	close_bench(b);
}

/* ---- the table of views ---------------------------------------------- */

/* What a row and a descriptor must say. */
static void test_view_members(void **state)
{
	(void)state;
	for (uint32_t i = 0; i < CVG_NVIEWS; i++) {
		enum cvg_viewid id = (enum cvg_viewid)i;
		const struct cvg_viewinfo *info = cvg_view_info(id);
		const struct cvg_view *v = cvg_view_of(id);

		assert_true(*info->title && info->slot < CVG_NSLOTS);
		assert_true(*cvg_action_info(info->opening)->help);
		assert_int_equal(cvg_view_by_name(info->name), id);
		assert_int_equal(cvg_view_opened_by(info->opening), id);
		assert_true(v->about && *v->about);
		assert_true(v->about[strlen(v->about) - 1] != '.');
		assert_true(v->size && v->draw && v->act && v->mouse);
		for (const struct cvg_viewkey *k = v->keys; k && k->help; k++)
			assert_non_null(cvg_action_key(k->action));
	}
}

/* The name brings a view to its place, and so does the key. */
static void test_view_opens(void **state)
{
	(void)state;
	for (uint32_t i = 0; i < CVG_NVIEWS; i++) {
		const struct cvg_viewinfo *info =
			cvg_view_info((enum cvg_viewid)i);
		const char *key = cvg_action_key(info->opening);
		struct bench *b = open_bench(small(), "diamond", 160, 40);

		if (key)
			press(b, key);
		else
			cvg_screen_typed(&b->ui, info->name);
		assert_int_equal(b->scr.focus, info->slot);
		assert_int_equal(b->scr.front[info->slot], i);
		assert_int_equal(b->scr.full, info->traits & CVG_ALONE ? 1 : 0);
		assert_true(has_text(b, info->title));
		close_bench(b);
	}
}

UNIT_TESTS(screen_test)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_view_members),
		cmocka_unit_test(test_view_opens),
		cmocka_unit_test(test_forms),
		cmocka_unit_test(test_tiny),
		cmocka_unit_test(test_cycle),
		cmocka_unit_test(test_keys),
		cmocka_unit_test(test_command),
		cmocka_unit_test(test_ask),
		cmocka_unit_test(test_no_escapes),
		cmocka_unit_test(test_act_elsewhere),
		cmocka_unit_test(test_trail),
		cmocka_unit_test(test_popup),
		cmocka_unit_test(test_preview),
		cmocka_unit_test(test_palette),
		cmocka_unit_test(test_typed),
		cmocka_unit_test(test_cancel),
		cmocka_unit_test(test_cancel_more),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
