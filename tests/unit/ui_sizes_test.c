/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Every view at every size, on modules of every kind, after keys and clicks
 * at random: nothing is drawn outside of the pane, no wide character is cut.
 */
#include "ui_kit.h"

#include "reconverge/graph.h"

#include <locale.h>

#define HEAD                                                          \
	"target triple = \"amdgcn-amd-amdhsa\"\n"                     \
	"declare i32 @llvm.amdgcn.workitem.id.x()\n"                  \
	"declare void @llvm.amdgcn.s.barrier()\n"                     \
	"define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %n) {" \
	"\nentry:\n"                                                  \
	"  %t = call i32 @llvm.amdgcn.workitem.id.x()\n"

/* Names that take two columns a character, and long ones. */
static const char wide[] =
	HEAD "  %\"\u65e5\u672c\u8a9e\" = icmp ult i32 %t, 7\n"
	     "  br i1 %\"\u65e5\u672c\u8a9e\", label %\"\u5de6\u5de6\u5de6\", "
	     "label %\"\u53f3 with a name that is much longer than any pane\"\n"
	     "\"\u5de6\u5de6\u5de6\":\n"
	     "  %\"\u03b1\" = mul i32 %t, 3\n"
	     "  store i32 %\"\u03b1\", ptr addrspace(1) %p\n"
	     "  br label %\"e\\0Ad\"\n"
	     "\"\u53f3 with a name that is much longer than any pane\":\n"
	     "  %b = mul i32 %t, 5\n"
	     "  store i32 %b, ptr addrspace(1) %p\n"
	     "  br label %\"e\\0Ad\"\n"
	     "\"e\\0Ad\":\n"
	     "  ret void\n"
	     "}\n";

/* Loops in loops, a switch, a barrier under divergence, a loop of one block,
 * blocks that nobody reaches, two ways into a loop. */
static const char odd[] =
	HEAD "  %c = icmp ult i32 %t, 7\n"
	     "  br label %outer\n"
	     "outer:\n"
	     "  %i = phi i32 [ 0, %entry ], [ %i1, %latch ]\n"
	     "  br label %inner\n"
	     "inner:\n"
	     "  %j = phi i32 [ 0, %outer ], [ %j1, %inner ]\n"
	     "  %j1 = add i32 %j, 1\n"
	     "  %jc = icmp ult i32 %j1, %t\n"
	     "  br i1 %jc, label %inner, label %sw\n"
	     "sw:\n"
	     "  switch i32 %t, label %latch [ i32 1, label %one\n"
	     "    i32 2, label %two ]\n"
	     "one:\n"
	     "  call void @llvm.amdgcn.s.barrier()\n"
	     "  br label %latch\n"
	     "two:\n"
	     "  br i1 %c, label %a, label %b\n"
	     "a:\n"
	     "  %ac = icmp eq i32 %n, %i\n"
	     "  br i1 %ac, label %b, label %latch\n"
	     "b:\n"
	     "  %bc = icmp ne i32 %n, %t\n"
	     "  br i1 %bc, label %a, label %latch\n"
	     "latch:\n"
	     "  %i1 = add i32 %i, 1\n"
	     "  %ic = icmp ult i32 %i1, %n\n"
	     "  br i1 %ic, label %outer, label %done\n"
	     "done:\n"
	     "  ret void\n"
	     "nobody:\n"
	     "  br label %nobody\n"
	     "}\n";

/* What a key at random does; not those that run or leave. */
static const enum cvg_action pressed[] = {
	CVG_DO_UP,	 CVG_DO_DOWN,	   CVG_DO_LEFT,	      CVG_DO_RIGHT,
	CVG_DO_PAGE_UP,	 CVG_DO_PAGE_DOWN, CVG_DO_TOP,	      CVG_DO_BOTTOM,
	CVG_DO_PAN_LEFT, CVG_DO_PAN_DOWN,  CVG_DO_PAN_UP,     CVG_DO_PAN_RIGHT,
	CVG_DO_CENTER,	 CVG_DO_ZOOM_IN,   CVG_DO_ZOOM_OUT,   CVG_DO_ZOOM_RESET,
	CVG_DO_FOLD,	 CVG_DO_LIGHT,	   CVG_DO_FOLD_DEPTH, CVG_DO_NTH,
	CVG_DO_REJECT,	 CVG_DO_CLOSE,
};

static uint32_t any(uint32_t *seed, uint32_t n)
{
	*seed = *seed * 1664525 + 1013904223;
	return (*seed >> 8) % n;
}

/* No half of a wide character without the other. */
static void expect_whole(const struct cvg_canvas *c)
{
	for (uint32_t y = 0; y < c->height; y++) {
		const struct cvg_cell *row = c->cell + y * c->stride;

		for (uint32_t x = 0; x < c->width; x++) {
			bool tail = row[x].ch == CVG_CELL_TAIL;
			bool next = x + 1 < c->width &&
				    row[x + 1].ch == CVG_CELL_TAIL;

			assert_false(tail && !x);
			assert_false(tail && next);
			if (!tail && row[x].ch && !row[x].line)
				assert_int_equal(cvg_utf8_width(row[x].ch) > 1,
						 next);
		}
	}
}

/* Draw into the middle of a larger canvas, all of it '@' before. */
static void draw_inside(struct kit *k, enum cvg_viewid id, uint32_t w,
			uint32_t h, bool focused)
{
	struct cvg_canvas all, part;

	cvg_canvas_init(&all, w + 4, h + 4);
	for (int32_t y = 0; y < (int32_t)h + 4; y++)
		for (int32_t x = 0; x < (int32_t)w + 4; x++)
			cvg_canvas_put(&all, x, y, '@', CVG_ROLE_ALERT, 0);
	part = cvg_canvas_part(&all, 2, 2, w, h);
	cvg_canvas_clear(&part);
	cvg_view_of(id)->draw(&k->ui, state_of(k, id), &part, focused);
	expect_whole(&part);
	for (int32_t y = 0; y < (int32_t)h + 4; y++)
		for (int32_t x = 0; x < (int32_t)w + 4; x++)
			if (x < 2 || y < 2 || x >= (int32_t)w + 2 ||
			    y >= (int32_t)h + 2)
				assert_int_equal(cvg_canvas_at(&all, x, y)->ch,
						 '@');
	cvg_canvas_done(&all);
}

static void at_random(struct kit *k, enum cvg_viewid id, uint32_t *seed)
{
	const struct cvg_view *v = cvg_view_of(id);
	void *state = state_of(k, id);

	switch (any(seed, 8)) {
	case 0:
		v->mouse(&k->ui, state, (enum cvg_mouse)any(seed, 5),
			 (int32_t)any(seed, 60) - 2,
			 (int32_t)any(seed, 30) - 2);
		break;
	case 1:
		cvg_ui_go_block(&k->ui, any(seed, k->ui.fn->nblocks));
		break;
	case 2:
		cvg_ui_go_inst(&k->ui, any(seed, k->ui.fn->ninsts));
		break;
	case 3:
		if (v->find)
			v->find(&k->ui, state, any(seed, 2) ? 1 : -1);
		break;
	default:
		v->act(&k->ui, state,
		       pressed[any(seed, sizeof pressed / sizeof *pressed)],
		       any(seed, 4));
		break;
	}
}

static void every_size(void **state)
{
	struct kit *k = *state;
	struct cvg_str said = {0};
	uint32_t seed = 7;

	cvg_str_add(&k->ui.search, "b");
	for (uint32_t i = 0; i < CVG_NVIEWS; i++) {
		enum cvg_viewid id = (enum cvg_viewid)i;
		const struct cvg_view *v = cvg_view_of(id);

		for (uint32_t n = 0; n < unit_rounds(700); n++) {
			static const uint32_t sizes[][2] = {
				{1, 1}, {5, 3}, {80, 24}, {40, 12}, {0, 0}};
			const uint32_t *s = sizes[any(&seed, 5)];
			uint32_t w = s[0] ? s[0] : 1 + any(&seed, 130);
			uint32_t h = s[1] ? s[1] : 1 + any(&seed, 45);

			k->ui.ascii = any(&seed, 4) == 0;
			at_random(k, id, &seed);
			draw_inside(k, id, w, h, any(&seed, 2));
			if (v->status)
				v->status(&k->ui, state_of(k, id), &said);
			if (v->hint)
				v->hint(&k->ui, state_of(k, id), &said);
			cvg_str_clear(&said);
		}
	}
	cvg_str_done(&said);
}

/* The same, over steps that change the module under the views. */
static void over_steps(void **state)
{
	struct kit *k = *state;
	static const char *const lines[] = {"meld R2",
					    "simplify",
					    "undo",
					    "set threshold=0.9",
					    "linearize when=always",
					    "function plain",
					    "function work",
					    "goto P0",
					    "set mode=branch-fusion"};
	uint32_t seed = 11;

	for (size_t l = 0; l < sizeof lines / sizeof *lines; l++) {
		run(k, lines[l]);
		for (uint32_t i = 0; i < CVG_NVIEWS; i++)
			for (uint32_t n = 0; n < 20; n++) {
				enum cvg_viewid id = (enum cvg_viewid)i;

				at_random(k, id, &seed);
				draw_inside(k, id, 1 + any(&seed, 100),
					    1 + any(&seed, 40), true);
			}
	}
}

static int setup_wide(void **state)
{
	return kit_open(state, wide);
}

static int setup_odd(void **state)
{
	return kit_open(state, odd);
}

UNIT_TESTS(ui_sizes_test)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(every_size, kit_setup,
						kit_teardown),
		{"every_size_of_wide", every_size, setup_wide, kit_teardown,
		 NULL},
		{"every_size_of_odd", every_size, setup_odd, kit_teardown,
		 NULL},
		cmocka_unit_test_setup_teardown(over_steps, kit_setup,
						kit_teardown),
	};

	setlocale(LC_ALL, "C.UTF-8");
	return cmocka_run_group_tests(tests, NULL, NULL);
}
