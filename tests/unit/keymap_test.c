/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The user's keys: a file whose lines replace rows of the table of keys. */
#include "screen_kit.h"

#include "ui/keymap.h"

struct map {
	struct cvg_keymap keys;
	struct cvg_str said;
};

static void take(struct map *m, const char *text)
{
	cvg_str_clear(&m->said);
	cvg_keymap_read(&m->keys, "keys", text, strlen(text), &m->said);
}

static void end(struct map *m)
{
	cvg_keymap_done(&m->keys);
	cvg_str_done(&m->said);
}

static enum cvg_action does(const struct map *m, struct cvg_key key)
{
	return cvg_keymap_action(&m->keys, &key);
}

static void check_keys(const struct map *m, enum cvg_action a, const char *want)
{
	struct cvg_str keys = {0};

	cvg_keymap_keys(&m->keys, a, &keys);
	assert_string_equal(cvg_str_of(&keys), want);
	cvg_str_done(&keys);
}

static void test_table(void **state)
{
	struct map m = {.said = {0}};

	(void)state;
	assert_int_equal(does(&m, (struct cvg_key){.code = 'k'}), CVG_DO_UP);
	assert_int_equal(does(&m, (struct cvg_key){.code = '7'}), CVG_DO_NTH);
	check_keys(&m, CVG_DO_UP, "k Up");
	check_keys(&m, CVG_DO_NTH, "1-9");
	check_keys(&m, CVG_DO_LEAVE, "");
	assert_string_equal(cvg_keymap_key(&m.keys, CVG_DO_UP), "k");
	end(&m);
}

static void test_own(void **state)
{
	struct map m = {.said = {0}};

	(void)state;
	take(&m, "# mine\n"
		 "e up   # comment\n"
		 "\n"
		 "  F5\tcheck\r\n"
		 "\\# why\n"
		 "M-k none\n"
		 "C-i leave\n"
		 "\xc3\xa9 pan-up\n"
		 "5 overlay\n"
		 "k none");
	assert_int_equal(m.said.n, 0);
	assert_int_equal(does(&m, (struct cvg_key){.code = 'e'}), CVG_DO_UP);
	assert_int_equal(does(&m, (struct cvg_key){.code = CVG_KEY_F1 + 4}),
			 CVG_DO_CHECK);
	assert_int_equal(does(&m, (struct cvg_key){.code = '#'}), CVG_DO_WHY);
	assert_int_equal(does(&m, (struct cvg_key){.code = 0xe9}),
			 CVG_DO_PAN_UP);
	assert_int_equal(does(&m, (struct cvg_key){.code = '\t'}),
			 CVG_DO_LEAVE);
	assert_int_equal(does(&m, (struct cvg_key){.code = '5'}),
			 CVG_DO_OVERLAY);
	assert_int_equal(does(&m, (struct cvg_key){.code = '6'}), CVG_DO_NTH);
	assert_int_equal(does(&m, (struct cvg_key){.code = 'k'}), CVG_NACTIONS);
	assert_int_equal(does(&m, (struct cvg_key){.code = 'k', .alt = true}),
			 CVG_NACTIONS);
	/* The user's come first, what they took elsewhere is gone there. */
	check_keys(&m, CVG_DO_UP, "e Up");
	check_keys(&m, CVG_DO_CHECK, "F5 C");
	check_keys(&m, CVG_DO_LEAVE, "Tab");
	check_keys(&m, CVG_DO_NEXT_PANE, "");
	check_keys(&m, CVG_DO_SHOW_log, "");
	assert_null(cvg_keymap_key(&m.keys, CVG_DO_SHOW_log));
	end(&m);
}

static void test_last_counts(void **state)
{
	struct map m = {.said = {0}};

	(void)state;
	take(&m, "e up\ne down\nE up\n");
	assert_int_equal(does(&m, (struct cvg_key){.code = 'e'}), CVG_DO_DOWN);
	check_keys(&m, CVG_DO_UP, "E k Up");
	check_keys(&m, CVG_DO_DOWN, "e j Down");
	end(&m);
}

static void test_bad_lines(void **state)
{
	static const struct {
		const char *line, *said;
	} bad[] = {
		{"e", "keys:1: expected a key and an action, as in 'k up'\n"},
		{"e up down",
		 "keys:1: expected a key and an action, as in 'k up'\n"},
		{"Foo up", "keys:1: unknown key 'Foo'\n"},
		{"C-1 up", "keys:1: unknown key 'C-1'\n"},
		{"M- up", "keys:1: unknown key 'M-'\n"},
		{"e nowhere", "keys:1: unknown action 'nowhere'\n"},
		{"Esc up",
		 "keys:1: the meaning of this key cannot be changed: 'Esc'\n"},
		{"C-c up",
		 "keys:1: the meaning of this key cannot be changed: 'C-c'\n"},
		{"e follow-nth",
		 "keys:1: only digits can be given the action 'follow-nth'\n"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		struct map m = {.said = {0}};

		take(&m, bad[i].line);
		assert_string_equal(cvg_str_of(&m.said), bad[i].said);
		assert_int_equal(m.keys.own.n, 0);
		end(&m);
	}
}

/* One bad line takes nothing from the others; and one can always type. */
static void test_nothing_lost(void **state)
{
	struct map m = {.said = {0}};

	(void)state;
	take(&m, "e up\nnonsense\nE down\n: none\n");
	assert_string_equal(
		cvg_str_of(&m.said),
		"keys:2: expected a key and an action, as in 'k up'\nkeys: no "
		"key is left for 'prompt', so ':' keeps this meaning\n");
	check_keys(&m, CVG_DO_UP, "e k Up");
	check_keys(&m, CVG_DO_DOWN, "E j Down");
	check_keys(&m, CVG_DO_PROMPT, ":");
	end(&m);
}

/* The screen goes by them, and its hints and help name them. */
static void test_screen(void **state)
{
	static const char lines[] = "@ why\nw none\nQ help\n? none\n"
				    "= zoom-in\nt none\n";
	char small[4096];
	struct bench *b;
	struct cvg_str said = {0};

	(void)state;
	snprintf(small, sizeof small, "%s/tests/cmd/small.ll",
		 getenv("srcdir"));
	b = open_bench(small, "diamond", 120, 40);
	assert_true(shows(b, "w why"));
	assert_true(shows(b, "t f follow"));
	cvg_keymap_read(b->ui.keymap, "keys", lines, strlen(lines), &said);
	assert_int_equal(said.n, 0);
	assert_true(shows(b, "@ why"));
	assert_true(shows(b, "Q help"));
	assert_true(shows(b, "= - zoom"));
	assert_false(has_text(b, "f follow")); /* what no key does any more */
	press(b, "w");
	assert_int_not_equal(b->scr.front[CVG_SLOT_SIDE], CVG_VIEW_causes);
	press(b, "@");
	assert_int_equal(b->scr.front[CVG_SLOT_SIDE], CVG_VIEW_causes);
	press(b, "q");
	cvg_screen_typed(&b->ui, "show keys");
	assert_true(b->scr.popup.open);
	assert_non_null(strstr(b->scr.popup.text.at, "why              @"));
	close_bench(b);
}

/* Texts name keys in braces: the user's, the prompt's word where there is none;
 * what is no key's name stays, and so does a brace that ends nothing. */
static void test_texts(void **state)
{
	static const char lines[] = "G apply\na none\n} none\n";
	struct cvg_keymap keys = {0};
	struct cvg_ui ui = {.keymap = &keys};
	struct cvg_str out = {0}, said = {0};

	(void)state;
	cvg_ui_keyed(&ui, &out, "{a} goes, {}} and {Enter} too, {/}");
	assert_string_equal(out.at, "a goes, } and Enter too, /");
	cvg_str_clear(&out);
	cvg_keymap_read(&keys, "keys", lines, strlen(lines), &said);
	cvg_ui_keyed(&ui, &out, "{a} goes, {}} goes on, {nokey} {, {");
	assert_string_equal(out.at, "G goes, :revision-on goes on, nokey {, {");
	cvg_str_done(&out);
	cvg_str_done(&said);
	cvg_keymap_done(&keys);
}

UNIT_TESTS(keymap_test)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_table),
		cmocka_unit_test(test_own),
		cmocka_unit_test(test_last_counts),
		cmocka_unit_test(test_bad_lines),
		cmocka_unit_test(test_nothing_lost),
		cmocka_unit_test(test_screen),
		cmocka_unit_test(test_texts),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
