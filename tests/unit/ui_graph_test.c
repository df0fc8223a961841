/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The graph view: moving, folding, zooming; what stays when code changes. */
#include "ui_kit.h"

#include "reconverge/graph.h"

#include <locale.h>

static void changed(struct kit *k)
{
	free(picture(k, CVG_VIEW_graph, 60, 20, true));
}

static void act(struct kit *k, enum cvg_action a, uint32_t count)
{
	changed(k);
	assert_true(cvg_view_graph.act(&k->ui, state_of(k, CVG_VIEW_graph), a,
				       count));
	changed(k);
}

static void expect_status(struct kit *k, const char *text)
{
	struct cvg_str s = {0};

	changed(k);
	cvg_view_graph.status(&k->ui, state_of(k, CVG_VIEW_graph), &s);
	assert_string_equal(cvg_str_of(&s), text);
	cvg_str_done(&s);
}

static void go(struct kit *k, const char *name)
{
	cvg_ui_go_block(&k->ui, cvg_block_by_name(k->ui.fn, name));
}

static void expect_at(struct kit *k, const char *name)
{
	assert_string_equal(k->ui.fn->blocks[k->ui.block].name, name);
}

/* Where the cursor is in the picture: byte and line. */
static void cursor(struct kit *k, long *x, long *y)
{
	char *text = picture(k, CVG_VIEW_graph, 60, 20, false);
	const char *at = strstr(text, "\u25b6"), *line = text;

	assert_non_null(at);
	*y = 0;
	for (const char *s = text; s < at; s++)
		if (*s == '\n') {
			line = s + 1;
			++*y;
		}
	*x = (long)cvg_text_width(line, (size_t)(at - line));
	free(text);
}

static void moves(void **state)
{
	struct kit *k = *state;

	go(k, "entry");
	act(k, CVG_DO_DOWN, 0);
	expect_at(k, "loop");
	act(k, CVG_DO_DOWN, 0);
	go(k, "left");
	act(k, CVG_DO_RIGHT, 0);
	expect_at(k, "right");
	act(k, CVG_DO_LEFT, 0);
	expect_at(k, "left");
	act(k, CVG_DO_BOTTOM, 0);
	expect_at(k, "end");
	act(k, CVG_DO_UP, 0);
	expect_at(k, "join");
	act(k, CVG_DO_TOP, 0);
	expect_at(k, "entry");
	expect_status(k, "6 boxes  B0");
}

static bool exported(struct kit *k, const char *command, const char *text)
{
	char *file;
	size_t n;
	bool found;

	run(k, command);
	assert_true(cvg_file_read("ui_fold.dot", &file, &n, NULL));
	found = strstr(file, text) != NULL;
	free(file);
	unlink("ui_fold.dot");
	return found;
}

/* Drawn elsewhere, the graph is as folded as here, unless somebody says. */
static void folds_are_exported(void **state)
{
	struct kit *k = *state;

	changed(k);
	assert_false(exported(k, "export ui_fold.dot", "folded=true"));
	go(k, "left");
	act(k, CVG_DO_FOLD, 0);
	assert_true(exported(k, "export ui_fold.dot", "folded=true"));
	assert_false(
		exported(k, "export ui_fold.dot fold=none", "folded=true"));
	act(k, CVG_DO_FOLD, 0);
	assert_false(exported(k, "export ui_fold.dot", "folded=true"));
}

static void folds_stay(void **state)
{
	struct kit *k = *state;

	go(k, "left");
	act(k, CVG_DO_FOLD, 0);
	expect_status(k, "4 boxes, 1 folded  R1 \u203a R2 \u203a B2");
	/* Another step of the function, and back. */
	run(k, "pass instcombine");
	expect_status(k, "4 boxes, 1 folded  R1 \u203a R2 \u203a B2");
	run(k, "undo");
	go(k, "right");
	act(k, CVG_DO_FOLD, 0);
	expect_status(k, "6 boxes  R1 \u203a R2 \u203a B3");
	act(k, CVG_DO_FOLD_DEPTH, 1);
	act(k, CVG_DO_FOLD_DEPTH, 0);
	expect_status(k, "6 boxes  R1 \u203a R2 \u203a B3");
}

static void cursor_stays(void **state)
{
	struct kit *k = *state;
	long x0, y0, x1, y1;

	go(k, "join");
	changed(k);
	cursor(k, &x0, &y0);
	run(k, "meld");
	expect_at(k, "join");
	cursor(k, &x1, &y1);
	assert_int_equal(y0, y1);
	assert_true(labs(x0 - x1) <= 8);
}

static void zooms(void **state)
{
	struct kit *k = *state;
	char *text;

	go(k, "left");
	act(k, CVG_DO_ZOOM_IN, 0);
	act(k, CVG_DO_ZOOM_IN, 0); /* no further */
	text = picture(k, CVG_VIEW_graph, 60, 20, true);
	assert_non_null(strstr(text, "%b = mul i32 %a, 7"));
	free(text);
	for (unsigned i = 0; i < 5; i++)
		act(k, CVG_DO_ZOOM_OUT, 0);
	text = picture(k, CVG_VIEW_graph, 60, 20, true);
	assert_null(strstr(text, "B2"));
	free(text);
	act(k, CVG_DO_ZOOM_RESET, 0);
	text = picture(k, CVG_VIEW_graph, 60, 20, true);
	assert_non_null(strstr(text, "B2 left"));
	free(text);
}

static void clicks(void **state)
{
	struct kit *k = *state;
	long x, y;

	go(k, "right");
	cursor(k, &x, &y);
	go(k, "left");
	changed(k);
	assert_true(cvg_view_graph.mouse(&k->ui, state_of(k, CVG_VIEW_graph),
					 CVG_MOUSE_CLICK, (int32_t)x,
					 (int32_t)y));
	expect_at(k, "right");
	/* Nothing in the corner. */
	assert_false(cvg_view_graph.mouse(&k->ui, state_of(k, CVG_VIEW_graph),
					  CVG_MOUSE_CLICK, 59, 19));
}

static void finds(void **state)
{
	struct kit *k = *state;

	go(k, "entry");
	cvg_str_clear(&k->ui.search);
	cvg_str_add(&k->ui.search, "mul i32 %d, 6");
	assert_true(
		cvg_view_graph.find(&k->ui, state_of(k, CVG_VIEW_graph), 1));
	expect_at(k, "right");
	cvg_str_clear(&k->ui.search);
	cvg_str_add(&k->ui.search, "nowhere");
	assert_false(
		cvg_view_graph.find(&k->ui, state_of(k, CVG_VIEW_graph), 1));
}

UNIT_TESTS(ui_graph_test)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, kit_setup, kit_teardown)
	const struct CMUnitTest tests[] = {
		TEST(moves),	    TEST(folds_stay), TEST(folds_are_exported),
		TEST(cursor_stays), TEST(zooms),      TEST(clicks),
		TEST(finds),
	};

	if (!setlocale(LC_CTYPE, "C.UTF-8"))
		setlocale(LC_CTYPE, "");
	return cmocka_run_group_tests(tests, NULL, NULL);
}
