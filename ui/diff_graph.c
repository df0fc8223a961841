/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * A difference as a graph: the union graph of both revisions, with a cursor,
 * and moved about in its pane.
 */
#include "reconverge/graph.h"
#include "reconverge/union.h"
#include "ui/diff.h"

#include <stdlib.h>

#define STEP 8 /* columns that a picture is moved sideways */

struct cvg_diffgraph {
	struct cvg_union *of;
	uint32_t at; /* node under the cursor */
	/* the block that the screen's cursor was on then */
	uint32_t block;
	int32_t left, top;	/* of the plane, at the pane's corner */
	bool loose;		/* moved away from the cursor */
	uint32_t width, height; /* of the pane */
};

struct cvg_diffgraph *cvg_diffgraph_new(const struct cvg_diff *diff,
					uint32_t width)
{
	struct cvg_diffgraph *graph = cvg_calloc(1, sizeof *graph);

	graph->of = cvg_union_new(diff->a, diff->b, &diff->blocks, width);
	graph->block = CVG_NONE;
	return graph;
}

void cvg_diffgraph_free(struct cvg_diffgraph *graph)
{
	if (!graph)
		return;
	cvg_union_free(graph->of);
	free(graph);
}

/* ---- drawing --------------------------------------------------------- */

/* Follow the screen's cursor if it has moved since the last time. */
static void follow(struct cvg_diffgraph *graph, const struct cvg_ui *ui)
{
	if (graph->block == ui->block)
		return;
	graph->block = ui->block;
	graph->loose = false;
	for (uint32_t i = 0; i < graph->of->n; i++) {
		if (graph->of->node[i].b == ui->block)
			graph->at = i;
	}
}

static int32_t in_sight(int32_t from, uint32_t room, int32_t at, uint32_t size,
			uint32_t whole)
{
	int32_t last = (int32_t)whole - (int32_t)room;

	if (at + (int32_t)size > from + (int32_t)room)
		from = at + (int32_t)size - (int32_t)room + 2;
	if (at < from)
		from = at - 2;
	if (from > last)
		from = last;
	return from < 0 ? 0 : from;
}

static void settle(struct cvg_diffgraph *graph)
{
	const struct cvg_layout_place *place =
		&graph->of->layout->place[graph->at];

	if (graph->loose)
		return;
	graph->left = in_sight(graph->left, graph->width, place->x,
			       place->width, graph->of->layout->width);
	graph->top = in_sight(graph->top, graph->height, place->y,
			      place->height, graph->of->layout->height);
}

void cvg_diffgraph_draw(struct cvg_diffgraph *graph, struct cvg_ui *ui,
			struct cvg_canvas *into, bool focused)
{
	struct cvg_canvas plane = *into;
	const struct cvg_layout_place *place;

	if (!graph->of->n)
		return;
	graph->width = into->width;
	graph->height = into->height;
	follow(graph, ui);
	settle(graph);
	plane.owned = NULL;
	plane.left = graph->left;
	plane.top = graph->top;
	plane.marks_cuts = false; /* boxes lie beyond the edge */
	cvg_union_draw(graph->of, &plane, ui->ascii);
	place = &graph->of->layout->place[graph->at];
	cvg_canvas_tint(&plane, place->x + 1, place->y + 1, place->width - 2, 1,
			CVG_NROLES, focused ? CVG_CELL_REVERSE : CVG_CELL_BOLD);
}

/* ---- keys ------------------------------------------------------------ */

static void go_node(struct cvg_diffgraph *graph, struct cvg_ui *ui,
		    uint32_t node)
{
	if (node == CVG_NONE)
		return;
	graph->at = node;
	graph->loose = false;
	if (graph->of->node[node].b != CVG_NONE) {
		cvg_ui_go_block(ui, graph->of->node[node].b);
		graph->block = ui->block;
	}
}

/* Go to the next (by: 1) or previous (-1) block that differs. */
static bool next_change(struct cvg_diffgraph *graph, struct cvg_ui *ui, int by)
{
	uint32_t n = graph->of->n, at = graph->at;

	for (uint32_t k = 0; k < n; k++) {
		at = (at + (by < 0 ? n - 1 : 1)) % n;
		if (graph->of->node[at].kind != CVG_SAME) {
			go_node(graph, ui, at);
			return true;
		}
	}
	return false;
}

static bool pan(struct cvg_diffgraph *graph, int32_t dx, int32_t dy)
{
	int32_t right =
		(int32_t)graph->of->layout->width - (int32_t)graph->width;
	int32_t bottom =
		(int32_t)graph->of->layout->height - (int32_t)graph->height;
	int32_t x = graph->left + dx, y = graph->top + dy;

	x = x > right ? right : x;
	y = y > bottom ? bottom : y;
	graph->left = x < 0 ? 0 : x;
	graph->top = y < 0 ? 0 : y;
	graph->loose = true;
	return true;
}

bool cvg_diffgraph_act(struct cvg_diffgraph *graph, struct cvg_ui *ui,
		       enum cvg_action action, uint32_t count)
{
	int32_t page = graph->height > 2 ? (int32_t)graph->height - 2 : 1;

	(void)count;
	switch (cvg_action_number(action)) {
	case CVG_DO_UP:
	case CVG_DO_DOWN:
	case CVG_DO_LEFT:
	case CVG_DO_RIGHT:
		go_node(graph, ui,
			cvg_layout_near(graph->of->layout, graph->at,
					action == CVG_DO_UP	 ? CVG_UP
					: action == CVG_DO_DOWN	 ? CVG_DOWN
					: action == CVG_DO_RIGHT ? CVG_RIGHT
								 : CVG_LEFT));
		return true;
	case CVG_DO_NEXT:
		return !ui->search.n && next_change(graph, ui, 1);
	case CVG_DO_PREVIOUS:
		return !ui->search.n && next_change(graph, ui, -1);
	case CVG_DO_PAN_LEFT:
		return pan(graph, -STEP, 0);
	case CVG_DO_PAN_RIGHT:
		return pan(graph, STEP, 0);
	case CVG_DO_PAN_UP:
		return pan(graph, 0, -2);
	case CVG_DO_PAN_DOWN:
		return pan(graph, 0, 2);
	case CVG_DO_PAGE_UP:
		return pan(graph, 0, -page);
	case CVG_DO_PAGE_DOWN:
		return pan(graph, 0, page);
	case CVG_DO_CENTER:
		graph->loose = false;
		return true;
	default:
		return false;
	}
}

bool cvg_diffgraph_mouse(struct cvg_diffgraph *graph, struct cvg_ui *ui,
			 enum cvg_mouse what, int32_t x, int32_t y)
{
	uint32_t node;

	if (what == CVG_MOUSE_WHEEL_UP)
		return pan(graph, 0, -3);
	if (what == CVG_MOUSE_WHEEL_DOWN)
		return pan(graph, 0, 3);
	node = cvg_layout_at(graph->of->layout, x + graph->left,
			     y + graph->top);
	go_node(graph, ui, node);
	return node != CVG_NONE;
}
