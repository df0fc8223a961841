/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Every action in every view: it does something that is seen, or says why not. */
#include "reconverge/graph.h"

#include "tests/unit/screen_kit.h"

/* Actions that take no part: they leave, or their work takes long and other tests
 * do it. */
static bool is_left_out(enum cvg_action a)
{
	switch (cvg_action_number(a)) {
	case CVG_DO_APPLY_ALL:
	case CVG_DO_CHECK:
	case CVG_DO_RUN:
	case CVG_DO_SHOW_code:
	case CVG_DO_SHOW_machine:
		return true;
	default:
		return false;
	}
}

/* Actions that may change nothing and say nothing: the cursor or the picture stands
 * at an end already. */
static bool may_be_silent(enum cvg_action a, enum cvg_viewid v)
{
	switch (cvg_action_number(a)) {
	case CVG_DO_UP:
	case CVG_DO_DOWN:
	case CVG_DO_LEFT:
	case CVG_DO_RIGHT:
	case CVG_DO_PAGE_UP:
	case CVG_DO_PAGE_DOWN:
	case CVG_DO_TOP:
	case CVG_DO_BOTTOM:
	case CVG_DO_PAN_LEFT:
	case CVG_DO_PAN_DOWN:
	case CVG_DO_PAN_UP:
	case CVG_DO_PAN_RIGHT:
	case CVG_DO_CENTER:
		return true;
	/* the cursor of the graph moves, which is not in sight */
	case CVG_DO_FALSE:
	case CVG_DO_IDOM:
		return v != CVG_VIEW_graph && v != CVG_VIEW_ir;
	/* these are seen elsewhere than in the frame */
	case CVG_DO_REDRAW:
	case CVG_DO_LEAVE:
	case CVG_DO_CLOSE:
		return true;
	/* there is one pane */
	case CVG_DO_NEXT_PANE:
	case CVG_DO_PREV_PANE:
		return true;
	/* Enter goes to the revision shown, which is the current one */
	case CVG_DO_PREVIEW:
	case CVG_DO_PACE:
		return v == CVG_VIEW_timeline || v == CVG_VIEW_warp ||
		       v == CVG_VIEW_causes;
	/* the pane says that no revision comes before this one */
	case CVG_DO_DIFF_FORM:
		return v == CVG_VIEW_diff;
	/* the view that the action opens is open, or asks for a run */
	case CVG_DO_WHY:
		return v == CVG_VIEW_causes;
	case CVG_DO_PLAY:
		return v == CVG_VIEW_warp;
	default:
		return false;
	}
}

static const char *small(void)
{
	static char path[1024];

	snprintf(path, sizeof path, "%s/tests/cmd/small.ll", getenv("srcdir"));
	return path;
}

/* Close what lies over the panes. */
static void close_all(struct bench *b)
{
	for (int i = 0;
	     i < 4 && (b->scr.popup.open || b->scr.palette.open ||
		       b->scr.preview.graph || b->scr.prompt.asking ||
		       b->scr.pending != CVG_NACTIONS);
	     i++)
		press_code(b, CVG_KEY_ESC);
}

static void frame_of(struct bench *b, struct cvg_str *out)
{
	cvg_str_clear(out);
	cvg_screen_text(&b->ui, out);
}

static unsigned try_all(struct bench *b, enum cvg_viewid v, unsigned first,
			unsigned step)
{
	struct cvg_str before = {0}, after = {0};
	unsigned silent = 0;

	for (unsigned a = first; a < CVG_NACTIONS; a += step) {
		if (is_left_out((enum cvg_action)a))
			continue;
		close_all(b);
		cvg_ui_show(&b->ui, v);
		cvg_str_clear(&b->ui.message);
		frame_of(b, &before);
		cvg_screen_act(&b->ui, (enum cvg_action)a, 1);
		frame_of(b, &after);
		b->ui.leave = false;
		if (!strcmp(cvg_str_of(&before), cvg_str_of(&after)) &&
		    !may_be_silent((enum cvg_action)a, v)) {
			print_message("%s in %s\n%s",
				      cvg_action_info((enum cvg_action)a)->name,
				      cvg_view_info(v)->name, after.at);
			silent++;
		}
		assert_true(b->ui.block < b->ui.fn->nblocks);
	}
	cvg_str_done(&before);
	cvg_str_done(&after);
	return silent;
}

static void test_every(void **state)
{
	static const uint32_t size[][2] = {{80, 24}, {120, 40}, {200, 60}};

	unsigned silent = 0;

	(void)state;
	for (unsigned v = 0; v < CVG_NVIEWS; v++)
		for (unsigned i = 0; i < 3; i++) {
			struct bench *b = open_bench(small(), NULL, size[i][0],
						     size[i][1]);

			silent +=
				try_all(b, (enum cvg_viewid)v, (i + v) % 3, 3);
			close_bench(b);
		}
	assert_int_equal(silent, 0);
}

UNIT_TESTS(screen_every_test)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_every),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
