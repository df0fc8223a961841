/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The control-flow graph: boxes and lines, folded by regions, at four zooms,
 * with marks, an overlay, rails for the regions around the cursor, a minimap.
 * The box under the cursor stays where it is on the screen when the picture
 * changes around it.
 */
#include "ui/graph.h"
#include "ui/keys.h"
#include "ui/marks.h"
#include "ui/syntax.h"
#include "reconverge/analysis.h"

#include <string.h>

#define RAILS	   4  /* columns at the left */
#define RAILS_FROM 96 /* a pane this wide always shows rails */
#define PAN_X	   8
#define PAN_Y	   4

struct view {
	struct cvg_graph graph;
	int32_t left, top;	/* the window's corner on the plane */
	uint32_t width, height; /* of the window */
	uint32_t off;		/* columns left of the window, for the rails */
	bool placed;		/* the window has a place */
	bool map;		/* the minimap was hidden by hand */
	struct cvg_window map_at; /* in the window, when last drawn */
	int32_t drag_x, drag_y;	  /* where the mouse was last */
	bool dragging;
};

static uint32_t node_at(const struct view *view, const struct cvg_ui *ui)
{
	return view->graph.chart->node_of[ui->block];
}

static const struct cvg_layout_place *place_at(const struct view *view,
					       const struct cvg_ui *ui)
{
	return &view->graph.chart->layout->place[node_at(view, ui)];
}

/* ---- the window ------------------------------------------------------ */

static void settle_window(struct view *view)
{
	const struct cvg_layout *layout = view->graph.chart->layout;

	view->left = cvg_window_settle(view->left, view->width, layout->width);
	view->top = cvg_window_settle(view->top, view->height, layout->height);
	if (view->top < 0)
		view->top = 0; /* the entry stands at the top */
}

static void center(struct view *view, const struct cvg_ui *ui)
{
	const struct cvg_layout_place *place = place_at(view, ui);

	view->left =
		place->x + (int32_t)place->width / 2 - (int32_t)view->width / 2;
	view->top = place->y + (int32_t)place->height / 2 -
		    (int32_t)view->height / 2;
	settle_window(view);
}

static void follow(struct view *view, const struct cvg_ui *ui)
{
	const struct cvg_layout_place *place = place_at(view, ui);

	if (!view->placed || !view->width)
		return;
	view->left = cvg_window_reach(view->left, view->width, place->x,
				      place->width, 2);
	view->top = cvg_window_reach(view->top, view->height, place->y,
				     place->height, 2);
	settle_window(view);
}

/* Move the window so that the box under the cursor stands at (x, y) of it. */
static void pin(struct view *view, const struct cvg_ui *ui, int32_t x,
		int32_t y)
{
	const struct cvg_layout_place *place = place_at(view, ui);

	view->left = place->x + (int32_t)place->width / 2 - x;
	view->top = place->y - y;
	settle_window(view);
	follow(view, ui);
}

static void where(const struct view *view, uint32_t node, int32_t *x,
		  int32_t *y)
{
	const struct cvg_layout_place *place =
		&view->graph.chart->layout->place[node];

	*x = place->x + (int32_t)place->width / 2 - view->left;
	*y = place->y - view->top;
}

static void rebuild(struct view *view, struct cvg_ui *ui)
{
	int32_t x, y;

	where(view, node_at(view, ui), &x, &y);
	cvg_graph_again(&view->graph, ui);
	pin(view, ui, x, y);
}

/* ---- in step with the selection -------------------------------------- */

/* Where the block under the cursor was in the old chart; false: nowhere. */
static bool old_place(const struct view *view, const struct cvg_ui *ui,
		      int32_t *x, int32_t *y)
{
	uint32_t uid = ui->fn->blocks[ui->block].uid, b;

	if (!view->graph.chart || view->graph.fn == ui->fn || !view->placed)
		return false;
	b = cvg_block_by_uid(view->graph.fn, uid);
	if (b == CVG_NONE)
		return false;
	where(view, view->graph.chart->node_of[b], x, y);
	return true;
}

static void update(struct cvg_ui *ui, void *state, unsigned changed)
{
	struct view *view = state;
	bool made = view->graph.fn != ui->fn;
	int32_t x, y;
	bool pinned = old_place(view, ui, &x, &y);

	cvg_graph_make(&view->graph, ui, view->width ? view->width : 80);
	if (made && pinned)
		pin(view, ui, x, y);
	else if (made && view->placed)
		center(view, ui);
	else if (changed & CVG_NEW_BLOCK)
		follow(view, ui);
	if (made)
		return;
	if (changed & (CVG_NEW_RUN | CVG_NEW_SETTINGS))
		/* what folded regions are worth may have changed */
		rebuild(view, ui);
	else if (changed & (CVG_NEW_OVERLAY | CVG_NEW_CHOICE | CVG_NEW_SIZE) ||
		 (changed & CVG_NEW_BLOCK &&
		  ui->overlay == CVG_OVERLAY_DOMINANCE))
		cvg_graph_overlay(&view->graph, ui);
}

/* ---- drawing --------------------------------------------------------- */

static void draw_inst(void *data, struct cvg_canvas *into, int32_t x, int32_t y,
		      uint32_t width, uint32_t inst)
{
	const struct cvg_ui *ui = data;
	const char *lit =
		ui->value == CVG_NONE ? NULL : ui->fn->values[ui->value].text;

	cvg_ir_draw(into, x, y, width, 0, cvg_inst_text(&ui->fn->insts[inst]),
		    lit);
	if (inst == ui->inst)
		cvg_canvas_tint(into, x, y, width, 1, CVG_NROLES,
				CVG_CELL_UNDERLINE);
}

static void draw_rails(const struct view *view, struct cvg_ui *ui,
		       struct cvg_canvas *into)
{
	struct cvg_canvas part =
		cvg_canvas_part(into, 0, 0, RAILS, into->height);

	part.top = view->top;
	cvg_chart_rails(view->graph.chart, &part, node_at(view, ui));
}

static void draw(struct cvg_ui *ui, void *state, struct cvg_canvas *into,
		 bool focused)
{
	struct view *view = state;
	const struct cvg_playing *playing = cvg_ui_playing(ui);
	struct cvg_chart_look look = {.frame = CVG_NONE,
				      .role = view->graph.role,
				      .note = view->graph.note,
				      .inst = draw_inst,
				      .data = ui};
	bool rails = into->width >= RAILS_FROM ||
		     into->width > view->graph.chart->layout->width + RAILS;
	struct cvg_canvas part;

	view->off = rails ? RAILS + 1 : 0;
	part = cvg_canvas_part(into, view->off, 0, into->width - view->off,
			       into->height);
	if (view->width != part.width || view->height != part.height) {
		view->width = part.width;
		view->height = part.height;
		if (view->placed)
			settle_window(view);
		else
			center(view, ui);
		view->placed = true;
		follow(view, ui);
	}
	look.selected = node_at(view, ui);
	if (playing && playing->from != CVG_NONE) {
		look.taken = true;
		look.taken_from = view->graph.chart->node_of[playing->from];
		look.taken_to = view->graph.chart->node_of[playing->block];
	}
	if (focused)
		look.frame = cvg_graph_frame(&view->graph, ui);
	part.left = view->left;
	part.top = view->top;
	part.marks_cuts = false; /* boxes lie beyond the edge */
	cvg_chart_draw(view->graph.chart, &part, &look);
	if (rails)
		draw_rails(view, ui, into);
	view->map_at = (struct cvg_window){0, 0, 0, 0};
	if (!view->map)
		cvg_graph_map(view->graph.chart, &part, &view->map_at);
	cvg_overlay_legend(ui, &part);
}

/* ---- keys ------------------------------------------------------------ */

static bool go_near(struct view *view, struct cvg_ui *ui, enum cvg_dir dir)
{
	const struct cvg_chart *chart = view->graph.chart;
	uint32_t to = cvg_layout_near(chart->layout, node_at(view, ui), dir);

	if (to != CVG_NONE)
		cvg_ui_go_block(ui, chart->node[to].block);
	return true;
}

static bool go_order(struct view *view, struct cvg_ui *ui, uint32_t i)
{
	const struct cvg_chart *chart = view->graph.chart;

	cvg_ui_go_block(ui, chart->node[chart->layout->order[i]].block);
	return true;
}

static bool pan(struct view *view, int32_t dx, int32_t dy)
{
	view->left += dx;
	view->top += dy;
	settle_window(view);
	return true;
}

static bool zoom(struct view *view, struct cvg_ui *ui, int by)
{
	static const char *const name[] = {"dots", "names", "summaries",
					   "full IR"};
	int to = (int)view->graph.zoom + by;

	if (!by)
		to = CVG_ZOOM_SUMMARY;
	if (to < CVG_ZOOM_DOTS || to > CVG_ZOOM_FULL) {
		cvg_ui_say(ui, CVG_ROLE_TEXT, "the zoom ends at %s",
			   name[view->graph.zoom]);
		return true;
	}
	view->graph.zoom = (enum cvg_zoom)to;
	rebuild(view, ui);
	cvg_ui_say(ui, CVG_ROLE_TEXT, "zoom: %s", name[to]);
	return true;
}

static bool fold(struct view *view, struct cvg_ui *ui)
{
	uint32_t r = cvg_fold_toggle(ui->ana, &view->graph.folded, ui->block);

	if (r == CVG_NONE) {
		cvg_ui_say(ui, CVG_ROLE_TEXT,
			   "there is no region of several blocks here");
		return true;
	}
	rebuild(view, ui);
	cvg_ui_say(ui, CVG_ROLE_TEXT, "R%u is %s", r,
		   cvg_bits_has(&view->graph.folded, r) ? "folded" : "open");
	return true;
}

static bool fold_depth(struct view *view, struct cvg_ui *ui, uint32_t depth)
{
	cvg_fold_depth(ui->ana, depth, &view->graph.folded);
	rebuild(view, ui);
	cvg_ui_say(ui, CVG_ROLE_TEXT, "%u boxes", view->graph.chart->n);
	return true;
}

static bool act_window(struct view *view, struct cvg_ui *ui, enum cvg_action a)
{
	int32_t page = view->height > 2 ? (int32_t)view->height - 2 : 1;

	switch (cvg_action_number(a)) {
	case CVG_DO_PAGE_UP:
		return pan(view, 0, -page);
	case CVG_DO_PAGE_DOWN:
		return pan(view, 0, page);
	case CVG_DO_PAN_LEFT:
		return pan(view, -PAN_X, 0);
	case CVG_DO_PAN_RIGHT:
		return pan(view, PAN_X, 0);
	case CVG_DO_PAN_UP:
		return pan(view, 0, -PAN_Y);
	case CVG_DO_PAN_DOWN:
		return pan(view, 0, PAN_Y);
	case CVG_DO_CENTER:
		center(view, ui);
		return true;
	case CVG_DO_MINIMAP:
		view->map = !view->map;
		cvg_ui_say(ui, CVG_ROLE_TEXT, "%s",
			   view->map ? "no minimap"
				     : "minimap, where it covers no block");
		return true;
	default:
		return false;
	}
}

static bool act(struct cvg_ui *ui, void *state, enum cvg_action action,
		uint32_t count)
{
	struct view *view = state;

	switch (cvg_action_number(action)) {
	case CVG_DO_UP:
		return go_near(view, ui, CVG_UP);
	case CVG_DO_DOWN:
		return go_near(view, ui, CVG_DOWN);
	case CVG_DO_LEFT:
		return go_near(view, ui, CVG_LEFT);
	case CVG_DO_RIGHT:
		return go_near(view, ui, CVG_RIGHT);
	case CVG_DO_TOP:
		return go_order(view, ui, 0);
	case CVG_DO_BOTTOM:
		return go_order(view, ui, view->graph.chart->n - 1);
	case CVG_DO_ZOOM_IN:
		return zoom(view, ui, 1);
	case CVG_DO_ZOOM_OUT:
		return zoom(view, ui, -1);
	case CVG_DO_ZOOM_RESET:
		return zoom(view, ui, 0);
	case CVG_DO_FOLD:
		return fold(view, ui);
	case CVG_DO_FOLD_DEPTH:
		return fold_depth(view, ui, count);
	default:
		return act_window(view, ui, action);
	}
}

/* ---- mouse ----------------------------------------------------------- */

/* A click on the minimap, or a drag over it, goes to the place that it shows
 * there. */
static bool on_map(struct view *view, enum cvg_mouse what, int32_t x, int32_t y)
{
	const struct cvg_layout *layout = view->graph.chart->layout;
	const struct cvg_window *map = &view->map_at;

	x -= (int32_t)view->off;
	if ((what != CVG_MOUSE_CLICK && what != CVG_MOUSE_DRAG) ||
	    x < map->x0 || x >= map->x1 || y < map->y0 || y >= map->y1)
		return false;
	view->left = (int32_t)((int64_t)(2 * (x - map->x0) + 1) *
			       layout->width / (2 * (map->x1 - map->x0))) -
		     (int32_t)view->width / 2;
	view->top = (int32_t)((int64_t)(2 * (y - map->y0) + 1) *
			      layout->height / (2 * (map->y1 - map->y0))) -
		    (int32_t)view->height / 2;
	settle_window(view);
	return true;
}

static bool mouse(struct cvg_ui *ui, void *state, enum cvg_mouse what,
		  int32_t x, int32_t y)
{
	struct view *view = state;
	int32_t dx = view->drag_x - x, dy = view->drag_y - y;
	bool dragged = view->dragging && what == CVG_MOUSE_DRAG;
	uint32_t node;

	view->drag_x = x;
	view->drag_y = y;
	if (!dragged && on_map(view, what, x, y))
		return true;
	view->dragging = what == CVG_MOUSE_CLICK || what == CVG_MOUSE_DRAG;
	if (dragged)
		return pan(view, dx, dy);
	if (what == CVG_MOUSE_WHEEL_UP || what == CVG_MOUSE_WHEEL_DOWN)
		return pan(view, 0,
			   what == CVG_MOUSE_WHEEL_UP ? -PAN_Y : PAN_Y);
	node = cvg_layout_at(view->graph.chart->layout,
			     view->left + x - (int32_t)view->off,
			     view->top + y);
	if (node == CVG_NONE || what == CVG_MOUSE_DRAG)
		return false;
	cvg_ui_go_block(ui, view->graph.chart->node[node].block);
	if (what == CVG_MOUSE_DOUBLE)
		fold(view, ui);
	return true;
}

/* ---- telling --------------------------------------------------------- */

static void status(struct cvg_ui *ui, void *state, struct cvg_str *out)
{
	const struct view *view = state;
	uint32_t folded = 0;

	if (!view->graph.chart)
		return;
	for (uint32_t i = 0; i < view->graph.chart->n; i++)
		folded += view->graph.chart->node[i].region != CVG_NONE;
	cvg_str_addf(out, "%u %s", view->graph.chart->n,
		     view->graph.chart->n == 1 ? "box" : "boxes");
	if (folded)
		cvg_str_addf(out, ", %u folded", folded);
	cvg_graph_crumbs(ui, out);
}

static void hint(struct cvg_ui *ui, void *state, struct cvg_str *out)
{
	const struct view *view = state;
	const struct cvg_chart *chart = view->graph.chart;
	bool box = chart && chart->node[node_at(view, ui)].region != CVG_NONE;
	uint32_t nsuccs = ui->fn->blocks[ui->block].nsuccs;

	if (!box && nsuccs)
		cvg_str_add(out, nsuccs > 1 ? "t f follow  " : "t follow  ");
	if (box)
		cvg_str_add(out, "z open  + - zoom");
	else if (cvg_fold_around(ui->ana, ui->block) != CVG_NONE)
		cvg_str_add(out, "z fold  + - zoom  c overlay");
	else
		cvg_str_add(out, "+ - zoom  c overlay");
}

static bool find(struct cvg_ui *ui, void *state, int by)
{
	uint32_t n = ui->fn->nblocks;

	(void)state;
	if (!ui->search.n)
		return false;
	for (uint32_t i = 1; i <= n; i++) {
		uint32_t b = (ui->block + (by > 0 ? i : n - i)) % n;

		if (cvg_block_holds(ui->fn, b, cvg_str_of(&ui->search))) {
			cvg_ui_go_block(ui, b);
			return true;
		}
	}
	return false;
}

static void done(void *state)
{
	cvg_graph_done(&((struct view *)state)->graph);
}

static const struct cvg_viewkey keys[] = {
	{CVG_DO_FOLD,
	 "fold the region around the cursor, or open a folded one"},
	{CVG_DO_FOLD_DEPTH,
	 "fold all regions of the depth typed next; 0 opens all"},
	{CVG_DO_ZOOM_RESET, "show summaries of the blocks"},
	{CVG_DO_TOP, "go to the first box"},
	{CVG_DO_BOTTOM, "go to the last box"},
	{0},
};

const struct cvg_view cvg_view_graph = {
	.about = "the control-flow graph",
	.keys = keys,
	.size = sizeof(struct view),
	.done = done,
	.update = update,
	.draw = draw,
	.act = act,
	.mouse = mouse,
	.status = status,
	.hint = hint,
	.find = find,
};
