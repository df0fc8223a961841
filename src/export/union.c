/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The union graph of two snapshots of a function, and its form on cells. */
#include "reconverge/union.h"

#include "reconverge/graph.h"
#include "reconverge/look.h"

#include <stdlib.h>

#define MAX_NAME 20 /* columns of a block's name */

/* As the legend of a drawing explains. */
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

const char *cvg_diff_word(enum cvg_diffkind kind)
{
	switch (kind) {
	case CVG_SAME:
		return "same";
	case CVG_CHANGED:
		return "changed";
	case CVG_ADDED:
		return "added";
	case CVG_REMOVED:
		return "removed";
	}
	return "?";
}

/* ---- making it ------------------------------------------------------- */

struct making {
	const struct cvg_fn *fn[2]; /* older, newer */
	uint32_t *node_of[2];	    /* the node of a block of either */
	const struct cvg_fndiff *diff;
	cvg_vec(struct cvg_union_edge) edges;
};

static void find_nodes(struct making *m)
{
	for (int side = 0; side < 2; side++)
		m->node_of[side] = cvg_calloc(m->fn[side]->nblocks + 1,
					      sizeof *m->node_of[side]);
	for (uint32_t i = 0; i < m->diff->nblocks; i++) {
		const struct cvg_blockdiff *block = &m->diff->blocks[i];

		if (block->a != CVG_NONE)
			m->node_of[0][block->a] = i;
		if (block->b != CVG_NONE)
			m->node_of[1][block->b] = i;
	}
}

/* Does that block of that side lead to the node? */
static bool leads_to(const struct making *m, int side, uint32_t block,
		     uint32_t node)
{
	if (block == CVG_NONE)
		return false;
	cvg_foreach_succ (m->fn[side], block, s) {
		if (m->node_of[side][*s] == node)
			return true;
	}
	return false;
}

static char letter_of(const struct cvg_fn *fn, uint32_t block, uint32_t k)
{
	return cvg_block_terminator(fn, block)->op == CVG_OP_CONDBR ? "TF"[k]
								    : '\0';
}

/* Add the edges of one snapshot's block; for the older snapshot only those that
 * were removed. */
static void add_edges(struct making *m, int side,
		      const struct cvg_blockdiff *block)
{
	const struct cvg_fn *fn = m->fn[side];
	uint32_t b = side ? block->b : block->a;

	if (b == CVG_NONE)
		return;
	for (uint32_t k = 0; k < fn->blocks[b].nsuccs; k++) {
		uint32_t succ = fn->succs[fn->blocks[b].succs_at + k];
		struct cvg_union_edge e = {.kind = CVG_REMOVED,
					   .to = m->node_of[side][succ],
					   .letter = letter_of(fn, b, k)};
		bool both =
			leads_to(m, !side, side ? block->a : block->b, e.to);

		if (!side && both)
			continue;
		if (side)
			e.kind = both ? CVG_SAME : CVG_ADDED;
		cvg_push(&m->edges, e);
	}
}

/* "~B12 name of B5+B6 ", or without names "~B12 of B5+B6 ". */
static void add_text(struct cvg_str *out, const struct making *m,
		     const struct cvg_blockdiff *block, bool names)
{
	const struct cvg_fn *fn = m->fn[block->b != CVG_NONE];
	uint32_t b = block->b != CVG_NONE ? block->b : block->a;
	const struct cvg_block *bl = &fn->blocks[b];
	const struct cvg_look look = {.glyphs = cvg_glyphs_of(CVG_UNICODE)};

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

static void add_node(struct cvg_union *graph, struct making *m, uint32_t i,
		     bool names)
{
	const struct cvg_blockdiff *block = &m->diff->blocks[i];
	struct cvg_union_node *node = &graph->node[i];
	bool newer = block->b != CVG_NONE;

	node->kind = block->kind;
	node->b = block->b;
	node->uid = m->fn[newer]->blocks[newer ? block->b : block->a].uid;
	node->edges_at = (uint32_t)m->edges.n;
	add_edges(m, 1, block);
	add_edges(m, 0, block);
	add_text(&node->text, m, block, names);
}

static void lay_out(struct cvg_union *graph)
{
	struct cvg_flow_node *node = cvg_calloc(graph->n + 1, sizeof *node);
	struct cvg_flow_edge *edge =
		cvg_calloc(graph->nedges + 1, sizeof *edge);
	struct cvg_flow flow = {.n = graph->n,
				.nedges = graph->nedges,
				.node = node,
				.edge = edge};

	for (uint32_t i = 0; i < graph->n; i++) {
		const struct cvg_str *text = &graph->node[i].text;

		node[i].edges_at = graph->node[i].edges_at;
		node[i].nedges = graph->node[i + 1].edges_at - node[i].edges_at;
		node[i].width = cvg_text_width(text->at, text->n) + 2;
		node[i].height = 3;
	}
	for (uint32_t e = 0; e < graph->nedges; e++) {
		edge[e].to = graph->edge[e].to;
		edge[e].label = graph->edge[e].letter ? 1 : 0;
	}
	graph->layout = cvg_layout_new(&flow);
	free(node);
	free(edge);
}

static struct cvg_union *make(struct making *m, bool names)
{
	struct cvg_union *graph = cvg_calloc(1, sizeof *graph);

	m->edges.n = 0;
	m->edges.at = NULL;
	m->edges.cap = 0;
	graph->n = m->diff->nblocks;
	graph->node = cvg_calloc(graph->n + 1, sizeof *graph->node);
	for (uint32_t i = 0; i < graph->n; i++)
		add_node(graph, m, i, names);
	graph->nedges = (uint32_t)m->edges.n;
	graph->node[graph->n].edges_at = graph->nedges;
	graph->edge = m->edges.at;
	lay_out(graph);
	return graph;
}

struct cvg_union *cvg_union_new(const struct cvg_fn *a, const struct cvg_fn *b,
				const struct cvg_fndiff *diff, uint32_t width)
{
	struct making m = {.fn = {a, b}, .diff = diff};
	struct cvg_union *graph;

	find_nodes(&m);
	graph = make(&m, true);
	if (graph->layout->width > width) {
		cvg_union_free(graph);
		graph = make(&m, false);
	}
	free(m.node_of[0]);
	free(m.node_of[1]);
	return graph;
}

void cvg_union_free(struct cvg_union *graph)
{
	if (!graph)
		return;
	for (uint32_t i = 0; i < graph->n; i++)
		cvg_str_done(&graph->node[i].text);
	cvg_layout_free(graph->layout);
	free(graph->node);
	free(graph->edge);
	free(graph);
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

static void draw_route(const struct cvg_union *graph, uint32_t e,
		       struct cvg_canvas *into)
{
	const struct cvg_route *r = &graph->layout->route[e];
	const struct cvg_point *point = &graph->layout->point[r->at];
	enum cvg_weight weight = weight_of(graph->edge[e].kind);
	enum cvg_role role = role_of(graph->edge[e].kind);

	for (uint32_t i = 1; i < r->n; i++)
		cvg_canvas_line(into, point[i - 1].x, point[i - 1].y,
				point[i].x, point[i].y, weight, role);
	if (!r->n)
		return;
	cvg_canvas_join(into, point[0].x, point[0].y, CVG_UP, weight, role);
	cvg_canvas_join(into, point[r->n - 1].x, point[r->n - 1].y, CVG_DOWN,
			weight, role);
}

/* Draw what was removed first, so that what is there lies over it. */
static void draw_routes(const struct cvg_union *graph, struct cvg_canvas *into)
{
	static const enum cvg_diffkind order[] = {CVG_REMOVED, CVG_SAME,
						  CVG_ADDED};

	for (size_t k = 0; k < sizeof order / sizeof *order; k++) {
		for (uint32_t e = 0; e < graph->nedges; e++) {
			if (graph->edge[e].kind == order[k])
				draw_route(graph, e, into);
		}
	}
}

static void draw_ports(const struct cvg_union *graph, uint32_t node,
		       struct cvg_canvas *into)
{
	const struct cvg_layout_place *place = &graph->layout->place[node];
	int32_t y = place->y + (int32_t)place->height - 1;

	for (uint32_t e = graph->node[node].edges_at;
	     e < graph->node[node + 1].edges_at; e++) {
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

static void draw_box(const struct cvg_union *graph, uint32_t node,
		     struct cvg_canvas *into, bool ascii)
{
	const struct cvg_layout_place *place = &graph->layout->place[node];
	enum cvg_diffkind kind = graph->node[node].kind;
	enum cvg_role role = role_of(kind);

	cvg_canvas_fill(into, place->x, place->y, place->width, place->height,
			role, 0);
	cvg_canvas_box(into, place->x, place->y, place->width, place->height,
		       weight_of(kind), role);
	cvg_canvas_text(into, place->x + 1, place->y + 1, place->width - 2,
			cvg_str_of(&graph->node[node].text), role, 0);
	if (node)
		cvg_canvas_put(into, place->entry, place->y,
			       ascii ? 'v' : 0x25bc, role, 0);
	draw_ports(graph, node, into);
}

void cvg_union_draw(const struct cvg_union *graph, struct cvg_canvas *into,
		    bool ascii)
{
	draw_routes(graph, into);
	for (uint32_t i = 0; i < graph->n; i++)
		draw_box(graph, i, into, ascii);
}
