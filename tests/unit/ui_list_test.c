/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Lists that scroll, and the words of a line of IR. */
#include "ui/list.h"
#include "ui/syntax.h"

#include <locale.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/unit.h"

/* ---- lists ----------------------------------------------------------- */

static struct cvg_list list_of(uint32_t n, uint32_t height)
{
	struct cvg_list l = {.n = 0};

	cvg_list_size(&l, n);
	cvg_list_fit(&l, height);
	return l;
}

static void expect_at(const struct cvg_list *l, uint32_t at, uint32_t top)
{
	assert_int_equal(l->at, at);
	assert_int_equal(l->top, top);
}

static void act(struct cvg_list *l, enum cvg_action a, uint32_t at,
		uint32_t top)
{
	assert_true(cvg_list_act(l, a));
	cvg_list_fit(l, l->height);
	expect_at(l, at, top);
}

static void moves(void **state)
{
	struct cvg_list l = list_of(20, 5);

	(void)state;
	act(&l, CVG_DO_UP, 0, 0);
	act(&l, CVG_DO_DOWN, 1, 0);
	act(&l, CVG_DO_PAGE_DOWN, 5, 1);
	act(&l, CVG_DO_DOWN, 6, 2);
	act(&l, CVG_DO_BOTTOM, 19, 15);
	act(&l, CVG_DO_DOWN, 19, 15);
	act(&l, CVG_DO_PAGE_UP, 15, 15);
	act(&l, CVG_DO_UP, 14, 14);
	act(&l, CVG_DO_CENTER, 14, 12);
	act(&l, CVG_DO_TOP, 0, 0);
	assert_false(cvg_list_act(&l, CVG_DO_WHY));
}

static void jumps_go_to_the_middle(void **state)
{
	struct cvg_list l = list_of(100, 11);

	(void)state;
	cvg_list_go(&l, 50);
	cvg_list_fit(&l, 11);
	expect_at(&l, 50, 45);
	cvg_list_top(&l, 70);
	cvg_list_fit(&l, 11);
	expect_at(&l, 70, 70);
	cvg_list_top(&l, 98);
	cvg_list_fit(&l, 11);
	expect_at(&l, 98, 89);
}

/* Scrolling leaves the cursor where it is until it moves. */
static void scrolls(void **state)
{
	struct cvg_list l = list_of(100, 10);

	(void)state;
	assert_true(cvg_list_mouse(&l, CVG_MOUSE_WHEEL_DOWN, 0));
	cvg_list_fit(&l, 10);
	expect_at(&l, 0, 3);
	act(&l, CVG_DO_DOWN, 1, 0);
	assert_true(cvg_list_mouse(&l, CVG_MOUSE_CLICK, 4));
	expect_at(&l, 4, 0);
	assert_false(cvg_list_mouse(&l, CVG_MOUSE_CLICK, 10));
	assert_false(cvg_list_mouse(&l, CVG_MOUSE_CLICK, -1));
	expect_at(&l, 4, 0);
}

static void shrinks(void **state)
{
	struct cvg_list l = list_of(100, 10);

	(void)state;
	cvg_list_go(&l, 99);
	cvg_list_fit(&l, 10);
	cvg_list_size(&l, 4);
	cvg_list_fit(&l, 10);
	expect_at(&l, 3, 0);
	cvg_list_size(&l, 0);
	cvg_list_fit(&l, 10);
	expect_at(&l, 0, 0);
	assert_false(cvg_list_act(&l, CVG_DO_DOWN));
	assert_false(cvg_list_mouse(&l, CVG_MOUSE_CLICK, 0));
}

/* Whatever is done, the cursor is a line and no space is wasted. */
static void stays_inside(void **state)
{
	struct cvg_list l = list_of(37, 7);
	uint32_t seed = 1;

	(void)state;
	for (uint32_t k = 0; k < 20000; k++) {
		uint32_t r = (seed = seed * 1664525 + 1013904223) >> 16;

		if (r % 7 == 0)
			cvg_list_size(&l, r % 50);
		else if (r % 7 == 1)
			cvg_list_mouse(&l, (enum cvg_mouse)(r / 7 % 5),
				       (int32_t)(r % 12) - 1);
		else if (r % 7 == 2 && l.n)
			cvg_list_go(&l, r % l.n);
		else
			cvg_list_act(&l,
				     (enum cvg_action)(r / 7 % CVG_NACTIONS));
		cvg_list_fit(&l, 1 + r % 9);
		if (!l.n)
			continue;
		assert_true(l.at < l.n);
		assert_true(l.top == 0 || l.top + l.height <= l.n);
		assert_true(l.loose ||
			    (l.at >= l.top && l.at < l.top + l.height));
	}
}

static bool is_seventh(void *ctx, uint32_t line)
{
	(void)ctx;
	return line % 7 == 6;
}

static bool is_none(void *ctx, uint32_t line)
{
	(void)ctx;
	(void)line;
	return false;
}

static void finds_all_round(void **state)
{
	struct cvg_list l = list_of(20, 5);

	(void)state;
	assert_true(cvg_list_find(&l, 1, is_seventh, NULL));
	assert_int_equal(l.at, 6);
	assert_true(cvg_list_find(&l, 1, is_seventh, NULL));
	assert_true(cvg_list_find(&l, 1, is_seventh, NULL));
	assert_int_equal(l.at, 6);
	assert_true(cvg_list_find(&l, -1, is_seventh, NULL));
	assert_int_equal(l.at, 13);
	assert_false(cvg_list_find(&l, 1, is_none, NULL));
	assert_int_equal(l.at, 13);
	assert_true(cvg_text_has("Load %X", "load"));
	assert_false(cvg_text_has("Load %X", "Loa %X"));
	assert_false(cvg_text_has("load %x", "Load"));
}

static void cuts_columns(void **state)
{
	uint32_t n = 2;

	(void)state;
	assert_string_equal(cvg_text_cut("abc", &n), "c");
	assert_int_equal(n, 0);
	n = 3; /* a wide character is cut whole */
	assert_string_equal(cvg_text_cut("\u65e5\u672cx", &n), "x");
	n = 9;
	assert_string_equal(cvg_text_cut("abc", &n), "");
	assert_int_equal(n, 6);
}

/* ---- words of IR ----------------------------------------------------- */

/* "word/role word/role ...", blanks left out. */
static void expect_words(const char *line, const char *expected)
{
	struct cvg_str out = {0};
	struct cvg_irword w;

	for (; cvg_ir_word(line, &w); line += w.n)
		if (*w.at != ' ')
			cvg_str_addf(&out, "%s%.*s/%c", out.n ? " " : "",
				     (int)w.n, w.at, *cvg_role(w.role)->name);
	assert_string_equal(cvg_str_of(&out), expected);
	cvg_str_done(&out);
}

static void words_of_ir(void **state)
{
	(void)state;
	/* t text, k keyword, n name or number, c comment */
	expect_words("%x = add nsw i32 %a, -12",
		     "%x/n =/t add/k nsw/k i32/t %a/n ,/t -12/n");
	expect_words("br i1 %c, label %\"a b\", label %d ; no",
		     "br/k i1/t %c/n ,/t label/t %\"a b\"/n ,/t label/t %d/n "
		     "; no/c");
	expect_words("store <4 x float> zeroinitializer, ptr addrspace(3) @g",
		     "store/k </t 4/n x/t float/t >/t zeroinitializer/n ,/t "
		     "ptr/t addrspace/t (/t 3/n )/t @g/n");
	expect_words("%f = fmul float 1.000000e+02, 0x3FB99999A0000000, !dbg "
		     "!7",
		     "%f/n =/t fmul/k float/t 1.000000e+02/n ,/t "
		     "0x3FB99999A0000000/n ,/t !dbg/c !7/c");
	expect_words("%\"open", "%\"open/n");
	expect_words("", "");
}

static void draws_a_piece(void **state)
{
	struct cvg_canvas c;
	struct cvg_str out = {0};

	(void)state;
	cvg_canvas_init(&c, 12, 2);
	assert_int_equal(cvg_ir_draw(&c, 1, 0, 8, 0, "%x = add i32 1", NULL),
			 8);
	assert_int_equal(cvg_ir_draw(&c, 1, 1, 8, 5, "%x = add i32 1", "%x"),
			 8);
	cvg_canvas_print(&out, &c, false, false);
	assert_string_equal(out.at, " %x = ad\u2026\n add i32\u2026\n");
	cvg_canvas_clear(&c);
	cvg_ir_draw(&c, 0, 0, 12, 0, "%x =i %xy %x", "%x");
	assert_true(cvg_canvas_at(&c, 0, 0)->attr & CVG_CELL_UNDERLINE);
	assert_false(cvg_canvas_at(&c, 7, 0)->attr & CVG_CELL_UNDERLINE);
	assert_true(cvg_canvas_at(&c, 11, 0)->attr & CVG_CELL_UNDERLINE);
	cvg_str_done(&out);
	cvg_canvas_done(&c);
}

UNIT_TESTS(ui_list_test)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(moves),
		cmocka_unit_test(jumps_go_to_the_middle),
		cmocka_unit_test(scrolls),
		cmocka_unit_test(shrinks),
		cmocka_unit_test(stays_inside),
		cmocka_unit_test(finds_all_round),
		cmocka_unit_test(cuts_columns),
		cmocka_unit_test(words_of_ir),
		cmocka_unit_test(draws_a_piece),
	};

	setlocale(LC_ALL, "C.UTF-8");
	return cmocka_run_group_tests(tests, NULL, NULL);
}
