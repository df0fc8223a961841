/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The union graph of two revisions of the function in focus, on character cells
 * and as DOT. What was removed is dashed, what is new has round corners or thick
 * lines, and a mark stands before each block that is not the same.
 */
#include "dot.h"
#include "draw.h"

#include "reconverge/export.h"
#include "reconverge/look.h"
#include "reconverge/notes.h"
#include "reconverge/session.h"
#include "reconverge/union.h"

#define MOST_CELLS 4000000 /* of a picture in text */

static struct cvg_union *union_of(const struct cvg_dot_ask *ask, uint32_t width)
{
	const struct cvg_fn *a =
		cvg_session_fn(ask->session, ask->since, CVG_NONE);
	const struct cvg_fn *b =
		cvg_session_fn(ask->session, ask->rev, CVG_NONE);
	struct cvg_fndiff diff;
	struct cvg_union *graph;

	cvg_fndiff_init(&diff, a, b);
	graph = cvg_union_new(a, b, &diff, width);
	cvg_fndiff_done(&diff);
	return graph;
}

/* ---- text ------------------------------------------------------------ */

void cvg_draw_diff(struct cvg_str *out, const struct cvg_dot_ask *ask,
		   const struct cvg_look *look)
{
	bool ascii = look->glyphs == cvg_glyphs_of(CVG_ASCII);
	struct cvg_union *graph = union_of(ask, look->width);
	uint32_t width = graph->layout->width, height = graph->layout->height;
	struct cvg_canvas canvas;

	if ((uint64_t)width * height > MOST_CELLS) {
		cvg_str_addf(out,
			     "the graph of %u columns and %u lines is left "
			     "out\n",
			     width, height);
	} else {
		cvg_canvas_init(&canvas, width, height);
		cvg_union_draw(graph, &canvas, ascii);
		cvg_canvas_print(out, &canvas, ascii, false);
		cvg_canvas_done(&canvas);
		cvg_str_add(out, "+ added  - removed  ~ changed\n");
	}
	cvg_union_free(graph);
}

/* ---- DOT ------------------------------------------------------------- */

static const char *node_style(enum cvg_diffkind kind)
{
	switch (kind) {
	case CVG_SAME:
		return "";
	case CVG_CHANGED:
		return ", shape=note, fillcolor=\"#f7ecd0\"";
	case CVG_ADDED:
		return ", style=\"rounded,filled\", fillcolor=\"#dcefdc\"";
	case CVG_REMOVED:
		return ", style=\"dashed,filled\", fillcolor=\"#f6e0e0\"";
	}
	return "";
}

static const char *edge_style(enum cvg_diffkind kind)
{
	switch (kind) {
	case CVG_SAME:
	case CVG_CHANGED:
		return "";
	case CVG_ADDED:
		return ", penwidth=2.5, color=\"#2e7d32\"";
	case CVG_REMOVED:
		return ", style=dashed, color=\"#a33a3a\"";
	}
	return "";
}

static void dot_node(struct cvg_str *out, const struct cvg_dot_ask *ask,
		     const struct cvg_union_node *node)
{
	const struct cvg_fn *fn =
		cvg_session_fn(ask->session, ask->rev, CVG_NONE);
	bool noted = node->b != CVG_NONE &&
		     cvg_session_note_of(ask->session, fn, node->b);

	cvg_str_addf(out, "\tB%u [label=<", node->uid);
	cvg_dot_text(out, cvg_str_of(&node->text));
	if (noted) {
		cvg_str_add(out, "<br align=\"left\"/>");
		cvg_dot_note(out, ask->session, fn, node->b);
	}
	cvg_str_addc(out, '>');
	if (noted)
		cvg_dot_note_attr(out, ask->session, fn, node->b);
	cvg_str_addf(out, ", step=%s%s];\n", cvg_diff_word(node->kind),
		     node_style(node->kind));
}

static void dot_edge(struct cvg_str *out, const struct cvg_union *graph,
		     uint32_t from, const struct cvg_union_edge *edge)
{
	cvg_str_addf(out, "\tB%u -> B%u [", graph->node[from].uid,
		     graph->node[edge->to].uid);
	if (edge->letter)
		cvg_str_addf(out, "label=\" %c \", ", edge->letter);
	cvg_str_addf(out, "step=%s%s];\n", cvg_diff_word(edge->kind),
		     edge_style(edge->kind));
}

void cvg_dot_diff(struct cvg_str *out, const struct cvg_dot_ask *ask)
{
	struct cvg_dot_head head = {
		.session = ask->session,
		.rev = ask->rev,
		.since = ask->since,
		.picture = "diff",
		.remark = "+ added, - removed (dashed), ~ changed",
		.function = true,
		.caption = ask->caption};
	struct cvg_union *graph = union_of(ask, UINT32_MAX);

	cvg_dot_open(out, &head);
	for (uint32_t i = 0; i < graph->n; i++)
		dot_node(out, ask, &graph->node[i]);
	for (uint32_t i = 0; i < graph->n; i++)
		for (uint32_t e = graph->node[i].edges_at;
		     e < graph->node[i + 1].edges_at; e++)
			dot_edge(out, graph, i, &graph->edge[e]);
	cvg_str_add(out, "}\n");
	cvg_union_free(graph);
}
