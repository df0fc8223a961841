/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Canvases: the text that drawings become. */
#include "reconverge/canvas.h"

#include <locale.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "tests/unit/unit.h"

static void expect_print(const struct cvg_canvas *c, bool ascii, bool color,
			 const char *text)
{
	struct cvg_str s = {0};

	cvg_canvas_print(&s, c, ascii, color);
	assert_string_equal(cvg_str_of(&s), text);
	cvg_str_done(&s);
}

static void expect(const struct cvg_canvas *c, const char *text)
{
	expect_print(c, false, false, text);
}

static void lines_join(void **state)
{
	struct cvg_canvas c;

	(void)state;
	cvg_canvas_init(&c, 9, 5);
	cvg_canvas_box(&c, 0, 0, 9, 5, CVG_LINE_SINGLE, CVG_ROLE_DIM);
	cvg_canvas_line(&c, 4, 0, 4, 4, CVG_LINE_SINGLE, CVG_ROLE_DIM);
	cvg_canvas_line(&c, 8, 2, 0, 2, CVG_LINE_DOUBLE, CVG_ROLE_DIVERGENT);
	expect(&c, "┌───┬───┐\n"
		   "│   │   │\n"
		   "╞═══╪═══╡\n"
		   "│   │   │\n"
		   "└───┴───┘\n");
	assert_int_equal(cvg_canvas_at(&c, 4, 2)->role, CVG_ROLE_DIVERGENT);
	cvg_canvas_line(&c, 4, 0, 4, 4, CVG_LINE_SINGLE, CVG_ROLE_DIM);
	assert_int_equal(cvg_canvas_at(&c, 4, 2)->role, CVG_ROLE_DIVERGENT);
	expect_print(&c, true, false,
		     "+---+---+\n"
		     "|   |   |\n"
		     "+===+===+\n"
		     "|   |   |\n"
		     "+---+---+\n");
	cvg_canvas_done(&c);
}

static void weights_show(void **state)
{
	struct cvg_canvas c;

	(void)state;
	cvg_canvas_init(&c, 8, 4);
	cvg_canvas_box(&c, 0, 0, 4, 3, CVG_LINE_DOUBLE, CVG_ROLE_DIM);
	cvg_canvas_box(&c, 4, 0, 4, 3, CVG_LINE_DOTTED, CVG_ROLE_DIM);
	cvg_canvas_join(&c, 1, 0, CVG_UP, CVG_LINE_SINGLE, CVG_ROLE_DIM);
	cvg_canvas_join(&c, 1, 2, CVG_DOWN, CVG_LINE_SINGLE, CVG_ROLE_DIM);
	cvg_canvas_join(&c, 1, 3, CVG_UP, CVG_LINE_SINGLE, CVG_ROLE_DIM);
	expect(&c, "╔╧═╗┌┄┄┐\n"
		   "║  ║┆  ┆\n"
		   "╚╤═╝└┄┄┘\n"
		   " ╵\n");
	expect_print(&c, true, false,
		     "++=++..+\n"
		     "H  H:  :\n"
		     "++=++..+\n"
		     " |\n");
	cvg_canvas_done(&c);
}

static void text_is_cut(void **state)
{
	struct cvg_canvas c;

	(void)state;
	cvg_canvas_init(&c, 8, 3);
	assert_int_equal(
		cvg_canvas_text(&c, 0, 0, 4, "abcdef", CVG_ROLE_TEXT, 0), 4);
	assert_int_equal(
		cvg_canvas_text(&c, -2, 1, 6, "abcdef", CVG_ROLE_TEXT, 0), 6);
	assert_int_equal(cvg_canvas_printf(&c, 6, 2, 9, CVG_ROLE_TEXT, 0,
					   "%d\t\x01\xff|", 1),
			 5);
	expect(&c, "abcd\ncdef\n      1\n");
	c.left = 5;
	cvg_canvas_clear(&c);
	cvg_canvas_text(&c, 5, 2, 9, "1\t\x01\xff|", CVG_ROLE_TEXT, 0);
	expect(&c, "\n\n1 ??|\n");
	cvg_canvas_done(&c);
}

static void wide_characters(void **state)
{
	struct cvg_canvas c;

	(void)state;
	cvg_canvas_init(&c, 6, 2);
	if (cvg_utf8_width(0x5b57) != 2)
		SKIP_BECAUSE("the locale C.UTF-8 is missing");
	assert_int_equal(
		cvg_canvas_text(&c, 0, 0, 5, "字字字", CVG_ROLE_TEXT, 0), 4);
	cvg_canvas_text(&c, -1, 1, 9, "字字e\xcc\x81字", CVG_ROLE_TEXT, 0);
	expect(&c, "字字\n?字e字\n");
	cvg_canvas_text(&c, 1, 0, 1, "x", CVG_ROLE_TEXT, 0);
	cvg_canvas_line(&c, 2, 0, 2, 1, CVG_LINE_SINGLE, CVG_ROLE_TEXT);
	expect(&c, " x╷\n? ╵e字\n");
	assert_int_equal(cvg_canvas_at(&c, 1, 1)->ch, 0);
	cvg_canvas_done(&c);
}

static void a_window(void **state)
{
	struct cvg_canvas c, part;

	(void)state;
	cvg_canvas_init(&c, 5, 3);
	c.left = 1000000;
	c.top = -7;
	cvg_canvas_line(&c, INT32_MIN, -6, INT32_MAX, -6, CVG_LINE_SINGLE,
			CVG_ROLE_TEXT);
	cvg_canvas_line(&c, 1000002, INT32_MIN, 1000002, INT32_MAX,
			CVG_LINE_SINGLE, CVG_ROLE_TEXT);
	cvg_canvas_line(&c, 3, -5, 4, -5, CVG_LINE_SINGLE, CVG_ROLE_TEXT);
	expect(&c, "  │\n──┼──\n  │\n");
	part = cvg_canvas_part(&c, 1, 1, 99, 1);
	assert_int_equal(part.width, 4);
	cvg_canvas_fill(&part, -3, -3, 5, 9, CVG_ROLE_DIM, 0);
	expect(&part, "  ──\n");
	expect(&c, "  │\n─  ──\n  │\n");
	part = cvg_canvas_part(&c, 5, 0, 1, 1);
	assert_int_equal(part.width, 0);
	cvg_canvas_put(&part, 0, 0, 'x', CVG_ROLE_TEXT, 0);
	cvg_canvas_done(&c);
}

static void colors(void **state)
{
	struct cvg_canvas c;

	(void)state;
	cvg_canvas_init(&c, 6, 2);
	cvg_canvas_text(&c, 0, 0, 6, "ab", CVG_ROLE_TEXT, 0);
	cvg_canvas_text(&c, 2, 0, 6, "cd", CVG_ROLE_DIVERGENT, 0);
	cvg_canvas_put(&c, 4, 0, 0x25c6, CVG_ROLE_TEXT, CVG_CELL_UNDERLINE);
	cvg_canvas_tint(&c, 0, 1, 2, 1, CVG_ROLE_SELECTED, 0);
	expect_print(&c, false, true,
		     "ab\033[0;1;38;5;166mcd\033[0;4m◆\033[0m\n"
		     "\033[0;7m  \033[0m\n");
	expect_print(&c, true, false, "abcd#\n\n");
	cvg_canvas_done(&c);
}

static void roles_have_names(void **state)
{
	(void)state;
	for (unsigned r = 0; r < CVG_NROLES; r++)
		assert_true(*cvg_role((enum cvg_role)r)->name);
	assert_string_equal(cvg_role(CVG_ROLE_HEAT4)->name, "heat4");
}

UNIT_TESTS(canvas_test)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lines_join),
		cmocka_unit_test(weights_show),
		cmocka_unit_test(text_is_cut),
		cmocka_unit_test(wide_characters),
		cmocka_unit_test(a_window),
		cmocka_unit_test(colors),
		cmocka_unit_test(roles_have_names),
	};

	if (!setlocale(LC_CTYPE, "C.UTF-8"))
		setlocale(LC_CTYPE, "");
	return cmocka_run_group_tests(tests, NULL, NULL);
}
