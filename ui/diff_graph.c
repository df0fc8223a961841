/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * A difference as a graph: the blocks and edges of both revisions laid out
 * once, so that what stayed stands where it stood and only frames and lines
 * tell what came and what went.
 */
#include "reconverge/graph.h"
#include "reconverge/layout.h"
#include "reconverge/look.h"
#include "ui/diff.h"

#include <stdlib.h>
#include <string.h>

#define MAX_NAME 20 /* columns of a block's name */
#define STEP	 8  /* columns that a picture is moved sideways */

/* An edge of either revision; edges have the numbers of the flow. */
struct diffedge {
	enum cvg_diffkind kind; /* SAME, ADDED or REMOVED */
	char letter;		/* T or F; 0: neither */
};

struct cvg_diffgraph {
	const struct cvg_diff *diff;
	struct cvg_layout *layout; /* its nodes are d->blocks */
	struct diffedge *edge;
	uint32_t *edges_at;   /* [nblocks + 1] of each node */
	struct cvg_str *text; /* [nblocks] what stands in the box */
	uint32_t at;	      /* node under the cursor */
	/* the block that the screen's cursor was on then */
	uint32_t block;
	int32_t left, top;	/* of the plane, at the pane's corner */
	bool loose;		/* moved away from the cursor */
	uint32_t width, height; /* of the pane */
};

/* ---- making it ------------------------------------------------------- */

/* The node of a block of either revision. */
struct nodes {
	uint32_t *of[2];
};

static struct nodes nodes_of(const struct cvg_diff *diff)
{
	struct nodes n = {{cvg_calloc(diff->a->nblocks + 1, sizeof **n.of),
			   cvg_calloc(diff->b->nblocks + 1, sizeof **n.of)}};

	for (uint32_t i = 0; i < diff->blocks.nblocks; i++) {
		const struct cvg_blockdiff *block = &diff->blocks.blocks[i];

		if (block->a != CVG_NONE)
			n.of[0][block->a] = i;
		if (block->b != CVG_NONE)
			n.of[1][block->b] = i;
	}
	return n;
}

struct making {
	struct cvg_diffgraph *graph;
	struct nodes nodes;
	cvg_vec(struct cvg_flow_edge) edges;
	cvg_vec(struct diffedge) kinds;
};

/* Does that block of that side lead to the node? */
static bool leads_to(const struct making *m, int side, uint32_t block,
		     uint32_t node)
{
	const struct cvg_fn *fn = side ? m->graph->diff->b : m->graph->diff->a;

	if (block == CVG_NONE)
		return false;
	cvg_foreach_succ (fn, block, s) {
		if (m->nodes.of[side][*s] == node)
			return true;
	}
	return false;
}

static char letter_of(const struct cvg_fn *fn, uint32_t block, uint32_t k)
{
	return cvg_block_terminator(fn, block)->op == CVG_OP_CONDBR ? "TF"[k]
								    : 0;
}

/* Add the edges of one revision's block; for the older revision only those that
 * were removed. */
static void add_edges(struct making *m, int side,
		      const struct cvg_blockdiff *block)
{
	const struct cvg_fn *fn = side ? m->graph->diff->b : m->graph->diff->a;
	uint32_t b = side ? block->b : block->a;

	if (b == CVG_NONE)
		return;
	for (uint32_t k = 0; k < fn->blocks[b].nsuccs; k++) {
		uint32_t succ = fn->succs[fn->blocks[b].succs_at + k];
		struct cvg_flow_edge e = {.to = m->nodes.of[side][succ]};
		struct diffedge kind = {CVG_REMOVED, letter_of(fn, b, k)};
		bool both =
			leads_to(m, !side, side ? block->a : block->b, e.to);

		if (!side && both)
			continue;
		if (side)
			kind.kind = both ? CVG_SAME : CVG_ADDED;
		e.label = kind.letter ? 1 : 0;
		cvg_push(&m->edges, e);
		cvg_push(&m->kinds, kind);
	}
}

static char mark_of(enum cvg_diffkind kind)
{
	switch (kind) {
	case CVG_SAME:
		return ' ';
	case CVG_CHANGED:
		return '~';
	case CVG_ADDED:
		return '+';
	case CVG_REMOVED:
		return '-';
	}
	return ' ';
}

/* "~B12 name of B5+B6 ", or without names "~B12 of B5+B6 ". */
static void add_text(struct cvg_str *out, const struct cvg_diff *diff,
		     const struct cvg_blockdiff *block, bool names)
{
	const struct cvg_fn *fn = block->b != CVG_NONE ? diff->b : diff->a;
	uint32_t b = block->b != CVG_NONE ? block->b : block->a;
	const struct cvg_block *bl = &fn->blocks[b];
	const struct cvg_look look = {.glyphs = cvg_glyphs_of(CVG_ASCII)};

	cvg_str_addf(out, "%cB%u ", mark_of(block->kind), bl->uid);
	if (names) {
		cvg_text_clip(out, bl->name, MAX_NAME, &look);
		cvg_str_addc(out, ' ');
	}
	for (uint32_t i = 0; i < bl->norigins && block->kind == CVG_ADDED; i++)
		cvg_str_addf(out, "%sB%u", i ? "+" : "of ",
			     fn->origins[bl->origins_at + i]);
	if (out->at[out->n - 1] != ' ')
		cvg_str_addc(out, ' ');
}

static struct cvg_diffgraph *make(const struct cvg_diff *diff, bool names)
{
	uint32_t n = diff->blocks.nblocks;
	struct cvg_diffgraph *graph = cvg_calloc(1, sizeof *graph);
	struct cvg_flow_node *node = cvg_calloc(n + 1, sizeof *node);
	struct making m = {.graph = graph};
	struct cvg_flow flow = {.n = n, .node = node};

	graph->diff = diff;
	graph->text = cvg_calloc(n + 1, sizeof *graph->text);
	graph->edges_at = cvg_calloc(n + 1, sizeof *graph->edges_at);
	graph->block = CVG_NONE;
	m.nodes = nodes_of(diff);
	for (uint32_t i = 0; i < n; i++) {
		const struct cvg_blockdiff *block = &diff->blocks.blocks[i];

		graph->edges_at[i] = (uint32_t)m.edges.n;
		add_edges(&m, 1, block);
		add_edges(&m, 0, block);
		add_text(&graph->text[i], diff, block, names);
		node[i].edges_at = graph->edges_at[i];
		node[i].nedges = (uint32_t)m.edges.n - graph->edges_at[i];
		node[i].width =
			cvg_text_width(graph->text[i].at, graph->text[i].n) + 2;
		node[i].height = 3;
	}
	graph->edges_at[n] = (uint32_t)m.edges.n;
	graph->edge = m.kinds.at;
	flow.nedges = (uint32_t)m.edges.n;
	flow.edge = m.edges.at;
	graph->layout = cvg_layout_new(&flow);
	free(m.edges.at);
	free(m.nodes.of[0]);
	free(m.nodes.of[1]);
	free(node);
	return graph;
}

void cvg_diffgraph_free(struct cvg_diffgraph *graph)
{
	if (!graph)
		return;
	for (uint32_t i = 0; i < graph->layout->n; i++)
		cvg_str_done(&graph->text[i]);
	cvg_layout_free(graph->layout);
	free(graph->text);
	free(graph->edges_at);
	free(graph->edge);
	free(graph);
}

/* Leave out the names of blocks if they make the picture too wide. */
struct cvg_diffgraph *cvg_diffgraph_new(const struct cvg_diff *diff,
					uint32_t width)
{
	struct cvg_diffgraph *graph = make(diff, true);

	if (graph->layout->width <= width)
		return graph;
	cvg_diffgraph_free(graph);
	return make(diff, false);
}

/* ---- drawing --------------------------------------------------------- */

static enum cvg_role role_of(enum cvg_diffkind kind)
{
	switch (kind) {
	case CVG_SAME:
		return CVG_ROLE_DIM;
	case CVG_CHANGED:
		return CVG_ROLE_TITLE;
	case CVG_ADDED:
		return CVG_ROLE_ADDED;
	case CVG_REMOVED:
		return CVG_ROLE_REMOVED;
	}
	return CVG_ROLE_TEXT;
}

static enum cvg_weight weight_of(enum cvg_diffkind kind)
{
	return kind == CVG_REMOVED ? CVG_LINE_DOTTED : CVG_LINE_SINGLE;
}

static void draw_route(const struct cvg_diffgraph *graph, uint32_t e,
		       struct cvg_canvas *into)
{
	const struct cvg_route *r = &graph->layout->route[e];
	enum cvg_weight weight = weight_of(graph->edge[e].kind);
	enum cvg_role role = role_of(graph->edge[e].kind);

	for (uint32_t i = 1; i < r->n; i++) {
		const struct cvg_point *p =
			&graph->layout->point[r->at + i - 1];

		cvg_canvas_line(into, p[0].x, p[0].y, p[1].x, p[1].y, weight,
				role);
	}
	if (!r->n)
		return;
	cvg_canvas_join(into, graph->layout->point[r->at].x,
			graph->layout->point[r->at].y, CVG_UP, weight, role);
	cvg_canvas_join(into, graph->layout->point[r->at + r->n - 1].x,
			graph->layout->point[r->at + r->n - 1].y, CVG_DOWN,
			weight, role);
}

/* Draw what was removed first, so that what is there lies over it. */
static void draw_routes(const struct cvg_diffgraph *graph,
			struct cvg_canvas *into)
{
	static const enum cvg_diffkind order[] = {CVG_REMOVED, CVG_SAME,
						  CVG_ADDED};

	for (size_t k = 0; k < sizeof order / sizeof *order; k++) {
		for (uint32_t e = 0; e < graph->layout->nedges; e++) {
			if (graph->edge[e].kind == order[k])
				draw_route(graph, e, into);
		}
	}
}

static void draw_ports(const struct cvg_diffgraph *graph, uint32_t node,
		       struct cvg_canvas *into)
{
	const struct cvg_layout_place *place = &graph->layout->place[node];
	int32_t y = place->y + (int32_t)place->height - 1;

	for (uint32_t e = graph->edges_at[node]; e < graph->edges_at[node + 1];
	     e++) {
		const struct cvg_route *r = &graph->layout->route[e];
		enum cvg_role role = role_of(graph->edge[e].kind);

		if (graph->edge[e].letter)
			cvg_canvas_put(into, r->port, y,
				       (uint32_t)graph->edge[e].letter, role,
				       0);
		else
			cvg_canvas_join(into, r->port, y, CVG_DOWN,
					weight_of(graph->edge[e].kind), role);
	}
}

static void draw_box(const struct cvg_diffgraph *graph, const struct cvg_ui *ui,
		     uint32_t node, struct cvg_canvas *into, bool focused)
{
	const struct cvg_layout_place *place = &graph->layout->place[node];
	enum cvg_diffkind kind = graph->diff->blocks.blocks[node].kind;
	enum cvg_role role = role_of(kind);

	cvg_canvas_fill(into, place->x, place->y, place->width, place->height,
			role, 0);
	cvg_canvas_box(into, place->x, place->y, place->width, place->height,
		       weight_of(kind), role);
	cvg_canvas_text(into, place->x + 1, place->y + 1, place->width - 2,
			cvg_str_of(&graph->text[node]), role, 0);
	if (node)
		cvg_canvas_put(into, place->entry, place->y,
			       ui->ascii ? 'v' : 0x25bc, role, 0);
	draw_ports(graph, node, into);
	if (node == graph->at)
		cvg_canvas_tint(into, place->x + 1, place->y + 1,
				place->width - 2, 1, CVG_NROLES,
				focused ? CVG_CELL_REVERSE : CVG_CELL_BOLD);
}

/* Follow the screen's cursor if it has moved since the last time. */
static void follow(struct cvg_diffgraph *graph, const struct cvg_ui *ui)
{
	if (graph->block == ui->block)
		return;
	graph->block = ui->block;
	graph->loose = false;
	for (uint32_t i = 0; i < graph->layout->n; i++) {
		if (graph->diff->blocks.blocks[i].b == ui->block)
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
	const struct cvg_layout_place *place = &graph->layout->place[graph->at];

	if (graph->loose)
		return;
	graph->left = in_sight(graph->left, graph->width, place->x,
			       place->width, graph->layout->width);
	graph->top = in_sight(graph->top, graph->height, place->y,
			      place->height, graph->layout->height);
}

void cvg_diffgraph_draw(struct cvg_diffgraph *graph, struct cvg_ui *ui,
			struct cvg_canvas *into, bool focused)
{
	struct cvg_canvas plane = *into;

	if (!graph->layout->n)
		return;
	graph->width = into->width;
	graph->height = into->height;
	follow(graph, ui);
	settle(graph);
	plane.owned = NULL;
	plane.left = graph->left;
	plane.top = graph->top;
	draw_routes(graph, &plane);
	for (uint32_t i = 0; i < graph->layout->n; i++)
		draw_box(graph, ui, i, &plane, focused);
}

/* ---- keys ------------------------------------------------------------ */

static void go_node(struct cvg_diffgraph *graph, struct cvg_ui *ui,
		    uint32_t node)
{
	if (node == CVG_NONE)
		return;
	graph->at = node;
	graph->loose = false;
	if (graph->diff->blocks.blocks[node].b != CVG_NONE) {
		cvg_ui_go_block(ui, graph->diff->blocks.blocks[node].b);
		graph->block = ui->block;
	}
}

/* Go to the next (by: 1) or previous (-1) block that differs. */
static bool next_change(struct cvg_diffgraph *graph, struct cvg_ui *ui, int by)
{
	uint32_t n = graph->layout->n, at = graph->at;

	for (uint32_t k = 0; k < n; k++) {
		at = (at + (by < 0 ? n - 1 : 1)) % n;
		if (graph->diff->blocks.blocks[at].kind != CVG_SAME) {
			go_node(graph, ui, at);
			return true;
		}
	}
	return false;
}

static bool pan(struct cvg_diffgraph *graph, int32_t dx, int32_t dy)
{
	int32_t right = (int32_t)graph->layout->width - (int32_t)graph->width;
	int32_t bottom =
		(int32_t)graph->layout->height - (int32_t)graph->height;
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
			cvg_layout_near(graph->layout, graph->at,
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
	node = cvg_layout_at(graph->layout, x + graph->left, y + graph->top);
	go_node(graph, ui, node);
	return node != CVG_NONE;
}
