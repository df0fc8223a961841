/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Charts: folding, what stands in boxes, pictures of small functions. */
#include "cfg_kit.h"

#include "reconverge/canvas.h"
#include "reconverge/chart.h"
#include "reconverge/folding.h"
#include "reconverge/layout.h"

#include <locale.h>
#include <string.h>

static const char two_branches[] = "kernel amdgpu f\n"
				   "arg n\n"
				   "entry: t = call llvm.amdgcn.workitem.id.x\n"
				   "entry: c = icmp slt t n\n"
				   "entry: u = icmp slt n 4\n"
				   "entry ? c -> left right\n"
				   "left: store t @buffer\n"
				   "left -> join\n"
				   "right: call bar convergent\n"
				   "right -> join\n"
				   "join ? u -> even odd\n"
				   "even -> out\n"
				   "odd -> out\n"
				   "out ret\n";

static char *picture(const struct cvg_chart *c, uint32_t selected,
		     uint32_t frame, const char *const *notes)
{
	const struct cvg_chart_look look = {
		.selected = selected, .frame = frame, .note = notes};
	struct cvg_str s = {0};
	struct cvg_canvas canvas;

	cvg_canvas_init(&canvas, c->layout->width + 4, c->layout->height + 2);
	canvas.left = -2;
	canvas.top = -1;
	cvg_chart_draw(c, &canvas, &look);
	cvg_canvas_print(&s, &canvas, false, false);
	cvg_canvas_done(&canvas);
	return cvg_str_take(&s);
}

static void expect(struct graph *g, enum cvg_zoom zoom,
		   const struct cvg_bits *folded, const char *text)
{
	struct cvg_chart *c = cvg_chart_new(&(struct cvg_chart_in){
		.ana = g->ana, .zoom = zoom, .folded = folded});
	char *got = picture(c, CVG_NONE, CVG_NONE, NULL);

	assert_string_equal(got, text);
	free(got);
	cvg_chart_free(c);
}

static uint32_t region_at(struct graph *g, const char *name)
{
	return cvg_ana_regions(g->ana)->innermost[at(g, name)];
}

static void zooms(void **state)
{
	struct graph g = graph_of(two_branches);

	(void)state;
	expect(&g, CVG_ZOOM_NAMES, NULL,
	       "\n"
	       "      ┌─────────┐\n"
	       "      │ B0 ◆    │\n"
	       "      └─T╥────╥F┘\n"
	       "     ╔═══╝    ║\n"
	       "  ╔══▼══╗  ╔══▼════╗\n"
	       "  ║ B1  ║  ║ B2 !  ║\n"
	       "  ╚════╦╝  ╚╦══════╝\n"
	       "       ╚═══╦╝\n"
	       "      ┌────▼────┐\n"
	       "      │ B3 ◇    │\n"
	       "      └─T┬────┬F┘\n"
	       "     ┌───┘    │\n"
	       "  ┌──▼──┐   ┌─▼───┐\n"
	       "  │ B4  │   │ B5  │\n"
	       "  └────┬┘   └┬────┘\n"
	       "       └───┬─┘\n"
	       "        ┌──▼──┐\n"
	       "        │ B6  │\n"
	       "        └─────┘\n"
	       "\n");
	graph_done(&g);
}

/* A ring where an unstructured edge leaves, and in what it enters. */
static void rings(void **state)
{
	struct graph g = graph_of("arg c\ne ? c -> B3 B2\nB2 -> B3\n"
				  "B3 ? c -> B2 B4\nB4 ret\n");

	(void)state;
	expect(&g, CVG_ZOOM_NAMES, NULL,
	       "\n"
	       "    ┌─────────┐\n"
	       "    │ B0 ◇    │\n"
	       "    └─T◎──◎F──┘\n"
	       "   ┌───┘  │\n"
	       "   │    ┌─┴────┐\n"
	       "   │    │  ┌───▼───┐\n"
	       "   │    │  │ B2 ◎  │\n"
	       "   │    │  └───┬───┘\n"
	       "   └────┼──────┤\n"
	       "        │ ┌────▼────┐\n"
	       "        │ │ B1 ◇ ◎  │\n"
	       "        │ └─T┬─┬F───┘\n"
	       "        └────┘ │\n"
	       "            ┌──▼──┐\n"
	       "            │ B3  │\n"
	       "            └─────┘\n"
	       "\n");
	expect(&g, CVG_ZOOM_DOTS, NULL,
	       "\n"
	       "       ┌─◇┐\n"
	       "   ┌───◎  ◎\n"
	       "   │    ┌─┴────┐\n"
	       "   │    │      ●\n"
	       "   └────┼──────┤\n"
	       "        │    ┌─◇\n"
	       "        └────┘ │\n"
	       "               ●\n"
	       "\n");
	graph_done(&g);
}

static void dots(void **state)
{
	struct graph g = graph_of(two_branches);

	(void)state;
	expect(&g, CVG_ZOOM_DOTS, NULL,
	       "\n"
	       "         ╓─◆──╖\n"
	       "     ╔═══╝    ║\n"
	       "     ●═╗     ╔╩●\n"
	       "       ╚═══╦═╝\n"
	       "         ┌─◇──┐\n"
	       "     ┌───┘    │\n"
	       "     ●─┐     ┌┴●\n"
	       "       └───┬─┘\n"
	       "           ●\n"
	       "\n");
	graph_done(&g);
}

static void full_text(void **state)
{
	struct graph g = graph_of("kernel amdgpu f\n"
				  "entry: t = call llvm.amdgcn.workitem.id.x\n"
				  "entry: store t @buffer\n"
				  "entry -> out\n"
				  "out ret\n");

	(void)state;
	expect(&g, CVG_ZOOM_FULL, NULL,
	       "\n"
	       "  ┌─────────────────────────────────────────────┐\n"
	       "  │ B0 entry                                    │\n"
	       "  │ %t = call i32 @llvm.amdgcn.workitem.id.x()  │\n"
	       "  │ store i32 %t, ptr @buffer                   │\n"
	       "  │ br label %out                               │\n"
	       "  └──────────────────────┬──────────────────────┘\n"
	       "                         │\n"
	       "                   ┌─────▼─────┐\n"
	       "                   │ B1 out    │\n"
	       "                   │ ret void  │\n"
	       "                   └───────────┘\n"
	       "\n");
	graph_done(&g);
}

/* A label that is a number is shown where branches name it. */
static void numbers(void **state)
{
	struct graph g = graph_of("kernel amdgpu f\n"
				  "0 -> 4\n"
				  "4 ret\n");

	(void)state;
	expect(&g, CVG_ZOOM_FULL, NULL,
	       "\n"
	       "  ┌─────────────┐\n"
	       "  │ B0 0        │\n"
	       "  │ br label %4 │\n"
	       "  └──────┬──────┘\n"
	       "         │\n"
	       "   ┌─────▼─────┐\n"
	       "   │ B1 4      │\n"
	       "   │ ret void  │\n"
	       "   └───────────┘\n"
	       "\n");
	graph_done(&g);
}

/* The arrow into a box does not hide a letter of its note. */
static void whole_notes(void **state)
{
	struct graph g = graph_of("kernel amdgpu f\n"
				  "a -> b\n"
				  "b ret\n");
	struct cvg_chart *c = cvg_chart_new(
		&(struct cvg_chart_in){.ana = g.ana, .zoom = CVG_ZOOM_SUMMARY});
	const char *const notes[] = {"", "whole box"};
	char *got = picture(c, CVG_NONE, CVG_NONE, notes);

	(void)state;
	assert_non_null(strstr(got, "whole box"));
	free(got);
	cvg_chart_free(c);
	graph_done(&g);
}

static void folds(void **state)
{
	struct graph g = graph_of(two_branches);
	struct cvg_bits folded;
	uint32_t first = region_at(&g, "left"), second = region_at(&g, "even");
	struct cvg_chart *c;

	(void)state;
	assert_int_not_equal(first, second);
	/* All of it fits. */
	cvg_fold_to(g.ana, 8, &folded);
	assert_int_equal(cvg_bits_count(&folded), 0);
	cvg_bits_done(&folded);
	/* Where the divergence is stays open. */
	cvg_fold_to(g.ana, 5, &folded);
	assert_false(cvg_bits_has(&folded, first));
	assert_true(cvg_bits_has(&folded, second));
	expect(&g, CVG_ZOOM_SUMMARY, &folded,
	       "\n"
	       "       ┌───────────────┐\n"
	       "       │ B0 entry ◆    │\n"
	       "       │ 4 inst  br %c │\n"
	       "       └T╥───────────╥F┘\n"
	       "         ║           ║\n"
	       "  ╔══════▼══╗   ╔════▼════════╗\n"
	       "  ║ B1 left ║   ║ B2 right !  ║\n"
	       "  ║ 2 inst  ║   ║ 2 inst      ║\n"
	       "  ╚════════╦╝   ╚╦════════════╝\n"
	       "           ╚═══╦═╝\n"
	       "        ╓──────▼──────╖\n"
	       "        ║ R2 ▸ 3 blk  ║\n"
	       "        ╙──────┬──────╜\n"
	       "               │\n"
	       "        ┌──────▼──────┐\n"
	       "        │ B6 out      │\n"
	       "        │ 1 inst  ret │\n"
	       "        └─────────────┘\n"
	       "\n");
	c = cvg_chart_new(&(struct cvg_chart_in){
		.ana = g.ana, .zoom = CVG_ZOOM_NAMES, .folded = &folded});
	assert_int_equal(c->n, 5);
	assert_int_equal(c->node_of[at(&g, "even")],
			 c->node_of[at(&g, "join")]);
	cvg_chart_free(c);
	assert_int_equal(cvg_fold_of(g.ana, &folded, at(&g, "odd")), second);
	assert_int_equal(cvg_fold_of(g.ana, &folded, at(&g, "left")), CVG_NONE);
	/* A key opens what is folded and folds what is open. */
	assert_int_equal(cvg_fold_toggle(g.ana, &folded, at(&g, "odd")),
			 second);
	assert_int_equal(cvg_bits_count(&folded), 0);
	assert_int_equal(cvg_fold_toggle(g.ana, &folded, at(&g, "left")),
			 first);
	assert_true(cvg_bits_has(&folded, first));
	assert_int_equal(cvg_fold_toggle(g.ana, &folded, at(&g, "out")),
			 CVG_NONE);
	cvg_fold_depth(g.ana, 1, &folded);
	assert_true(cvg_bits_has(&folded, first));
	assert_true(cvg_bits_has(&folded, second));
	cvg_fold_depth(g.ana, 0, &folded);
	assert_int_equal(cvg_bits_count(&folded), 0);
	cvg_bits_done(&folded);
	graph_done(&g);
}

/* Every block is in one box; boxes are whole regions or single blocks; edges
 * between boxes are those of the function. */
static void check_chart(struct graph *g, const struct cvg_bits *folded)
{
	const struct cvg_regions *rs = cvg_ana_regions(g->ana);
	struct cvg_chart *c = cvg_chart_new(&(struct cvg_chart_in){
		.ana = g->ana, .zoom = CVG_ZOOM_NAMES, .folded = folded});
	uint32_t *blocks = cvg_calloc(c->n + 1, sizeof *blocks);

	assert_int_equal(c->node_of[0], 0);
	for (uint32_t b = 0; b < g->fn->nblocks; b++) {
		const struct cvg_chart_node *node = &c->node[c->node_of[b]];
		uint32_t in = cvg_fold_of(g->ana, folded, b);
		uint32_t v = c->node_of[b], left = v;

		blocks[v]++;
		assert_int_equal(node->region, in);
		if (in == CVG_NONE)
			assert_int_equal(node->block, b);
		cvg_foreach_succ (g->fn, b, s) {
			uint32_t to = c->node_of[*s], found = to == left;

			for (uint32_t k = 0; k < c->flow.node[v].nedges; k++)
				found |= c->flow.edge[c->flow.node[v].edges_at +
						      k]
						 .to == to;
			assert_true(found);
		}
	}
	for (uint32_t v = 0; v < c->n; v++) {
		assert_int_equal(blocks[v], c->node[v].nblocks);
		if (c->node[v].region != CVG_NONE)
			assert_int_equal(rs->region[c->node[v].region].entry,
					 c->node[v].block);
	}
	free(blocks);
	cvg_chart_free(c);
}

static void random_folds(void **state)
{
	(void)state;
	for (uint32_t i = 1; i <= 400; i++) {
		struct graph g = random_graph(i, 1 + i % 80, 7 + i % 4);
		uint32_t most = 1 + i % 50, boxes;
		struct cvg_bits folded;
		struct cvg_chart *c;

		cvg_fold_to(g.ana, most, &folded);
		check_chart(&g, &folded);
		c = cvg_chart_new(&(struct cvg_chart_in){.ana = g.ana,
							 .folded = &folded});
		boxes = c->n;
		cvg_chart_free(c);
		/* More only if not even folding everything is enough. */
		cvg_fold_depth(g.ana, 1, &folded);
		c = cvg_chart_new(&(struct cvg_chart_in){.ana = g.ana,
							 .folded = &folded});
		assert_true(boxes <= (c->n > most ? c->n : most));
		cvg_chart_free(c);
		for (uint32_t k = 0; k < 5; k++)
			cvg_fold_toggle(g.ana, &folded,
					(i * 7 + k * 13) % g.fn->nblocks);
		for (uint32_t b = 0; b < g.fn->nblocks; b++)
			if (cvg_ana_order(g.ana)->place[b] == CVG_NONE)
				assert_int_equal(cvg_fold_of(g.ana, &folded, b),
						 CVG_NONE);
		check_chart(&g, &folded);
		cvg_bits_done(&folded);
		graph_done(&g);
	}
}

static void cursor_and_frame(void **state)
{
	struct graph g = graph_of(two_branches);
	struct cvg_chart *c = cvg_chart_new(
		&(struct cvg_chart_in){.ana = g.ana, .zoom = CVG_ZOOM_NAMES});
	char *got = picture(c, c->node_of[at(&g, "left")],
			    region_at(&g, "left"), NULL);

	(void)state;
	assert_string_equal(got, "┌┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┐\n"
				 "┆     ┌─────────┐    ┆\n"
				 "┆     │ B0 ◆    │    ┆\n"
				 "┆     └─T╥────╥F┘    ┆\n"
				 "┆    ╔═══╝    ║      ┆\n"
				 "┆ ╔══▼══╗  ╔══▼════╗ ┆\n"
				 "┆ ║▶B1  ║  ║ B2 !  ║ ┆\n"
				 "┆ ╚════╦╝  ╚╦══════╝ ┆\n"
				 "└┄┄┄┄┄┄╩═══╦╩┄┄┄┄┄┄┄┄┘\n"
				 "      ┌────▼────┐\n"
				 "      │ B3 ◇    │\n"
				 "      └─T┬────┬F┘\n"
				 "     ┌───┘    │\n"
				 "  ┌──▼──┐   ┌─▼───┐\n"
				 "  │ B4  │   │ B5  │\n"
				 "  └────┬┘   └┬────┘\n"
				 "       └───┬─┘\n"
				 "        ┌──▼──┐\n"
				 "        │ B6  │\n"
				 "        └─────┘\n"
				 "\n");
	free(got);
	cvg_chart_free(c);
	graph_done(&g);
}

static void map_and_rails(void **state)
{
	struct graph g = graph_of(two_branches);
	struct cvg_chart *c = cvg_chart_new(
		&(struct cvg_chart_in){.ana = g.ana, .zoom = CVG_ZOOM_SUMMARY});
	struct cvg_window seen = {0, 0, 10, 10};
	struct cvg_str s = {0};
	struct cvg_canvas canvas;

	(void)state;
	cvg_canvas_init(&canvas, 8, 6);
	cvg_chart_minimap(c, &canvas, &seen);
	cvg_canvas_print(&s, &canvas, false, false);
	assert_string_equal(s.at, "⣤⣿⣿⢻⣿⣿⣤⣤\n"
				  "⠉⣿⣿⣾⣿⣿⠉⠉\n"
				  "⠸⢿⣿⣇⣿⣿⠿⠇\n"
				  " ⠘⠛⠛⠛⠛\n"
				  "\n"
				  "\n");
	cvg_canvas_done(&canvas);
	cvg_str_clear(&s);
	cvg_canvas_init(&canvas, 2, c->layout->height);
	cvg_chart_rails(c, &canvas, c->node_of[at(&g, "left")]);
	cvg_canvas_print(&s, &canvas, false, false);
	assert_string_equal(s.at, " R\n"
				  " 1\n"
				  " │\n"
				  " │\n"
				  " │\n"
				  " │\n"
				  " │\n"
				  " │\n"
				  " │\n"
				  "\n"
				  "\n"
				  "\n"
				  "\n"
				  "\n"
				  "\n"
				  "\n"
				  "\n"
				  "\n"
				  "\n"
				  "\n"
				  "\n"
				  "\n"
				  "\n"
				  "\n");
	cvg_canvas_done(&canvas);
	cvg_str_done(&s);
	cvg_chart_free(c);
	graph_done(&g);
}

UNIT_TESTS(chart_test)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(zooms),
		cmocka_unit_test(rings),
		cmocka_unit_test(dots),
		cmocka_unit_test(full_text),
		cmocka_unit_test(numbers),
		cmocka_unit_test(whole_notes),
		cmocka_unit_test(folds),
		cmocka_unit_test(random_folds),
		cmocka_unit_test(cursor_and_frame),
		cmocka_unit_test(map_and_rails),
	};

	if (!setlocale(LC_CTYPE, "C.UTF-8"))
		setlocale(LC_CTYPE, "");
	return cmocka_run_group_tests(tests, NULL, NULL);
}
