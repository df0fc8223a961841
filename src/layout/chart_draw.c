/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Drawing the part of a chart that a window shows. */
#include "chart.h"

#include "reconverge/analysis.h"
#include "reconverge/canvas.h"
#include "reconverge/graph.h"
#include "reconverge/layout.h"

#include <stdlib.h>
#include <string.h>

#define ARROW  0x25BC
#define CURSOR 0x25B6

struct drawing {
	const struct cvg_chart *chart;
	const struct cvg_layout *layout;
	struct cvg_canvas *into;
	const struct cvg_chart_look *look;
};

static int32_t middle_of(const struct cvg_layout_place *p)
{
	return p->x + (int32_t)p->width / 2;
}

/* ---- wires ----------------------------------------------------------- */

static void draw_wire(void *data, const struct cvg_wire *w)
{
	const struct drawing *drawing = data;

	cvg_canvas_line(drawing->into, w->x0, w->y0, w->x1, w->y1,
			w->heavy ? CVG_LINE_DOUBLE : CVG_LINE_SINGLE,
			w->heavy ? CVG_ROLE_DIVERGENT : CVG_ROLE_DIM);
}

/* Make an edge bold. */
static void light_edge(const struct drawing *drawing, uint32_t e,
		       enum cvg_role role)
{
	const struct cvg_route *r = &drawing->layout->route[e];
	const struct cvg_point *p = drawing->layout->point + r->at;

	for (uint32_t i = 0; i + 1 < r->n; i++) {
		int32_t dx = p[i + 1].x - p[i].x, dy = p[i + 1].y - p[i].y;

		cvg_canvas_tint(drawing->into, dx < 0 ? p[i + 1].x : p[i].x,
				dy < 0 ? p[i + 1].y : p[i].y,
				(uint32_t)abs(dx) + 1, (uint32_t)abs(dy) + 1,
				role, CVG_CELL_BOLD);
	}
}

/* Make the edges that leave the box under the cursor bold. */
static void light_edges(const struct drawing *drawing, uint32_t v)
{
	const struct cvg_flow_node *box = &drawing->chart->flow.node[v];

	for (uint32_t e = box->edges_at; e < box->edges_at + box->nedges; e++)
		light_edge(drawing, e,
			   drawing->chart->flow.edge[e].heavy ? CVG_NROLES
							      : CVG_ROLE_TITLE);
}

static void light_taken(const struct drawing *drawing)
{
	const struct cvg_flow_node *box =
		&drawing->chart->flow.node[drawing->look->taken_from];

	for (uint32_t e = box->edges_at; e < box->edges_at + box->nedges; e++)
		if (drawing->chart->flow.edge[e].to == drawing->look->taken_to)
			light_edge(drawing, e, CVG_ROLE_ADDED);
}

/* ---- boxes ----------------------------------------------------------- */

static enum cvg_role frame_role(const struct drawing *drawing, uint32_t v)
{
	const struct cvg_chart_node *node = &drawing->chart->node[v];

	return node->under ? CVG_ROLE_DIVERGENT : CVG_ROLE_DIM;
}

static enum cvg_role text_role(const struct drawing *drawing, uint32_t v)
{
	const struct cvg_chart_look *look = drawing->look;

	if (look->role && look->role[v] != CVG_NROLES)
		return (enum cvg_role)look->role[v];
	return CVG_ROLE_TEXT;
}

/* The frame is double where lanes run apart; that of a folded region has double
 * sides in any case. */
static void draw_frame(const struct drawing *drawing, uint32_t v)
{
	const struct cvg_chart_node *node = &drawing->chart->node[v];
	const struct cvg_layout_place *p = &drawing->layout->place[v];
	int32_t right = p->x + (int32_t)p->width - 1;
	int32_t bottom = p->y + (int32_t)p->height - 1;
	enum cvg_weight w = node->under ? CVG_LINE_DOUBLE : CVG_LINE_SINGLE;
	enum cvg_role role = frame_role(drawing, v);

	cvg_canvas_box(drawing->into, p->x, p->y, p->width, p->height, w, role);
	if (node->region == CVG_NONE)
		return;
	cvg_canvas_line(drawing->into, p->x, p->y, p->x, bottom,
			CVG_LINE_DOUBLE, role);
	cvg_canvas_line(drawing->into, right, p->y, right, bottom,
			CVG_LINE_DOUBLE, role);
}

static enum cvg_weight edge_weight(const struct drawing *drawing, uint32_t e)
{
	return drawing->chart->flow.edge[e].heavy ? CVG_LINE_DOUBLE
						  : CVG_LINE_SINGLE;
}

static enum cvg_role edge_role(const struct drawing *drawing, uint32_t e)
{
	return drawing->chart->flow.edge[e].heavy ? CVG_ROLE_DIVERGENT
						  : CVG_ROLE_DIM;
}

/* A label of one column is in the frame, left of the first port and right of
 * others; a longer one is beside the edge's line, below the box. */
static void draw_label(const struct drawing *drawing, uint32_t v, uint32_t e,
		       int32_t bottom)
{
	const struct cvg_flow_node *box = &drawing->chart->flow.node[v];
	const struct cvg_layout_place *p = &drawing->layout->place[v];
	const char *label = drawing->chart->edge[e].label;
	uint32_t width = drawing->chart->flow.edge[e].label;
	int32_t port = drawing->layout->route[e].port;
	int32_t x = e == box->edges_at && port - 1 > p->x ? port - 1 : port + 1;

	if (!width)
		return;
	if (width > 1)
		cvg_canvas_text(drawing->into, port + 1, bottom + 1, width,
				label, edge_role(drawing, e), 0);
	else if (!cvg_chart_bare(drawing->chart->zoom))
		cvg_canvas_text(drawing->into, x, bottom, 1, label,
				CVG_ROLE_TITLE, 0);
}

/* A node drawn as a dot: a line joins it with its entry and its ports. */
static void draw_stem(const struct drawing *drawing, uint32_t v)
{
	const struct cvg_flow_node *box = &drawing->chart->flow.node[v];
	const struct cvg_layout_place *p = &drawing->layout->place[v];
	bool entered = cvg_layout_entered(drawing->layout, v);
	int32_t x0 = middle_of(p), x1 = x0;
	enum cvg_weight w = drawing->chart->node[v].under ? CVG_LINE_DOUBLE
							  : CVG_LINE_SINGLE;

	if (entered) {
		x0 = p->entry < x0 ? p->entry : x0;
		x1 = p->entry > x1 ? p->entry : x1;
		cvg_canvas_join(drawing->into, p->entry, p->y, CVG_UP, w,
				frame_role(drawing, v));
	}
	for (uint32_t e = box->edges_at; e < box->edges_at + box->nedges; e++) {
		int32_t port = drawing->layout->route[e].port;

		x0 = port < x0 ? port : x0;
		x1 = port > x1 ? port : x1;
		cvg_canvas_join(drawing->into, port, p->y, CVG_DOWN,
				edge_weight(drawing, e), edge_role(drawing, e));
	}
	cvg_canvas_line(drawing->into, x0, p->y, x1, p->y, w,
			frame_role(drawing, v));
}

static void draw_ports(const struct drawing *drawing, uint32_t v)
{
	const struct cvg_flow_node *box = &drawing->chart->flow.node[v];
	const struct cvg_layout_place *p = &drawing->layout->place[v];
	int32_t row_end = p->y + (int32_t)p->height - 1;

	for (uint32_t e = box->edges_at; e < box->edges_at + box->nedges; e++) {
		int32_t port = drawing->layout->route[e].port;

		if (!cvg_chart_bare(drawing->chart->zoom))
			cvg_canvas_join(drawing->into, port, row_end, CVG_DOWN,
					edge_weight(drawing, e),
					frame_role(drawing, v));
		cvg_canvas_join(drawing->into, port, row_end + 1, CVG_UP,
				edge_weight(drawing, e), edge_role(drawing, e));
		if (drawing->chart->edge[e].unstructured)
			cvg_canvas_put(
				drawing->into, port,
				row_end + cvg_chart_bare(drawing->chart->zoom),
				MARK_JUMP, edge_role(drawing, e), 0);
		draw_label(drawing, v, e, row_end);
	}
}

/* Draw the arrow where edges enter the box, as heavy as the wire above it. */
static void draw_entry(const struct drawing *drawing, uint32_t v)
{
	const struct cvg_layout_place *p = &drawing->layout->place[v];
	struct cvg_cell *cell =
		cvg_canvas_at(drawing->into, p->entry, p->y - 1);
	bool heavy = false;

	if (!cvg_layout_entered(drawing->layout, v))
		return;
	for (unsigned k = 0; cell && k < 4; k++)
		heavy |= (cell->line >> 2 * k & 3) == CVG_LINE_DOUBLE;
	cvg_canvas_join(drawing->into, p->entry, p->y - 1, CVG_DOWN,
			heavy ? CVG_LINE_DOUBLE : CVG_LINE_SINGLE,
			heavy ? CVG_ROLE_DIVERGENT : CVG_ROLE_DIM);
	if (!cvg_chart_bare(drawing->chart->zoom))
		cvg_canvas_put(drawing->into, p->entry, p->y, ARROW,
			       heavy ? CVG_ROLE_DIVERGENT : CVG_ROLE_DIM, 0);
}

/* Draw the instructions that the window shows, below the first line. */
static void draw_insts(const struct drawing *drawing, uint32_t v)
{
	const struct cvg_chart_node *node = &drawing->chart->node[v];
	const struct cvg_layout_place *p = &drawing->layout->place[v];
	const struct cvg_fn *fn = cvg_ana_fn(drawing->chart->ana);
	const struct cvg_block *b = &fn->blocks[node->block];
	int32_t y0 = p->y + 1 + (int32_t)node->nlines, i = 0;
	int64_t end = (int64_t)drawing->into->top + drawing->into->height;

	if (drawing->into->top > y0)
		i = drawing->into->top - y0;
	for (; i < (int32_t)b->ninsts && y0 + i < end; i++) {
		uint32_t inst = b->inst_at + (uint32_t)i;

		if (drawing->look->inst)
			drawing->look->inst(drawing->look->data, drawing->into,
					    p->x + 2, y0 + i, p->width - 4,
					    inst);
		else
			cvg_canvas_text(drawing->into, p->x + 2, y0 + i,
					p->width - 4,
					cvg_inst_text(&fn->insts[inst]),
					text_role(drawing, v), 0);
	}
}

static uint32_t columns(const char *s)
{
	return cvg_chart_label_width(s);
}

static void draw_texts(const struct drawing *drawing, uint32_t v)
{
	const struct cvg_chart_node *node = &drawing->chart->node[v];
	const struct cvg_layout_place *p = &drawing->layout->place[v];
	enum cvg_role role = text_role(drawing, v);
	bool bare = cvg_chart_bare(drawing->chart->zoom);

	if (bare) {
		cvg_canvas_text(drawing->into, middle_of(p), p->y, 1,
				node->line[0],
				node->mark == MARK_DIVERGENT ||
						node->mark == MARK_TEMPORAL
					? CVG_ROLE_DIVERGENT
					: role,
				0);
		return;
	}
	for (uint32_t i = 0; i < node->nlines; i++)
		cvg_canvas_text(drawing->into, p->x + 2, p->y + 1 + (int32_t)i,
				p->width - 4, node->line[i], role,
				i ? 0 : CVG_CELL_BOLD);
	if (drawing->chart->zoom == CVG_ZOOM_FULL && node->region == CVG_NONE)
		draw_insts(drawing, v);
}

/* The note at the upper right corner, which hides the arrow of a narrow box. */
static void draw_note(const struct drawing *drawing, uint32_t v)
{
	const struct cvg_layout_place *p = &drawing->layout->place[v];
	const char *note = drawing->look->note ? drawing->look->note[v] : NULL;

	if (note && !cvg_chart_bare(drawing->chart->zoom) &&
	    columns(note) + 2 < p->width)
		cvg_canvas_text(drawing->into,
				p->x + (int32_t)(p->width - 1 - columns(note)),
				p->y, columns(note), note,
				text_role(drawing, v), 0);
}

/* Colour the marks of divergence in the first line. */
static void tint_marks(const struct drawing *drawing, uint32_t v)
{
	const struct cvg_layout_place *p = &drawing->layout->place[v];

	for (int32_t x = p->x; x < p->x + (int32_t)p->width; x++) {
		struct cvg_cell *cell = cvg_canvas_at(
			drawing->into, x,
			p->y + !cvg_chart_bare(drawing->chart->zoom));

		if (cell && !cell->line &&
		    (cell->ch == MARK_DIVERGENT || cell->ch == MARK_TEMPORAL))
			cell->role = CVG_ROLE_DIVERGENT;
	}
}

static void draw_box(void *data, uint32_t v)
{
	const struct drawing *drawing = data;
	const struct cvg_layout_place *p = &drawing->layout->place[v];

	cvg_canvas_fill(drawing->into, p->x, p->y, p->width, p->height,
			text_role(drawing, v), 0);
	if (cvg_chart_bare(drawing->chart->zoom))
		draw_stem(drawing, v);
	else
		draw_frame(drawing, v);
	draw_texts(drawing, v);
	tint_marks(drawing, v);
	draw_ports(drawing, v);
	draw_entry(drawing, v);
	draw_note(drawing, v);
	if (drawing->look->selected != v)
		return;
	if (!cvg_chart_bare(drawing->chart->zoom))
		cvg_canvas_put(drawing->into, p->x + 1, p->y + 1, CURSOR,
			       text_role(drawing, v), 0);
	cvg_canvas_tint(drawing->into, p->x, p->y, p->width, p->height,
			CVG_NROLES, CVG_CELL_REVERSE);
}

/* ---- a frame around a region ----------------------------------------- */

static void draw_region(const struct drawing *drawing)
{
	const struct cvg_regions *rs = cvg_ana_regions(drawing->chart->ana);
	struct cvg_window w = {INT32_MAX, INT32_MAX, INT32_MIN, INT32_MIN};
	uint32_t frame = drawing->look->frame;

	if (frame >= rs->n)
		return;
	for (uint32_t v = 0; v < drawing->chart->n; v++) {
		const struct cvg_layout_place *p = &drawing->layout->place[v];
		int32_t right = p->x + (int32_t)p->width;
		int32_t bottom = p->y + (int32_t)p->height;

		if (!cvg_region_has(rs, frame, drawing->chart->node[v].block))
			continue;
		w.x0 = p->x - 2 < w.x0 ? p->x - 2 : w.x0;
		w.y0 = p->y - 1 < w.y0 ? p->y - 1 : w.y0;
		w.x1 = right + 2 > w.x1 ? right + 2 : w.x1;
		w.y1 = bottom + 1 > w.y1 ? bottom + 1 : w.y1;
	}
	if (w.x0 < w.x1)
		cvg_canvas_box(drawing->into, w.x0, w.y0,
			       (uint32_t)(w.x1 - w.x0), (uint32_t)(w.y1 - w.y0),
			       CVG_LINE_DOTTED, CVG_ROLE_TITLE);
}

void cvg_chart_draw(const struct cvg_chart *chart, struct cvg_canvas *into,
		    const struct cvg_chart_look *look)
{
	struct drawing d = {chart, chart->layout, into, look};
	/* A margin of one cell, because boxes draw the ends of their lines one
	 * cell outside themselves. */
	struct cvg_window w = {into->left - 1, into->top - 1,
			       into->left + (int32_t)into->width + 1,
			       into->top + (int32_t)into->height + 1};

	cvg_layout_visit(chart->layout, &w, draw_wire, NULL, &d);
	if (look->frame != CVG_NONE)
		draw_region(&d);
	if (look->selected != CVG_NONE)
		light_edges(&d, look->selected);
	if (look->taken)
		light_taken(&d);
	cvg_layout_visit(chart->layout, &w, NULL, draw_box, &d);
}
