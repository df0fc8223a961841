/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The texts in the boxes of a chart, by zoom:
 *
 *	dots		names		summary			full
 *	(*)		B4 ◆		B4 for.body ◆		%c = icmp ...
 *					6 inst  br %c		br i1 %c, ...
 *
 * A folded region has "R4 ▸ 12 blk 3◆ -9": its id, its blocks, its divergent
 * branches, and the gain of folding it out, if that is known.
 */
#include "chart.h"

#include "reconverge/graph.h"
#include "reconverge/quantity.h"

#include <string.h>

#define NAME_WIDTH  16 /* of a block in a summary */
#define FULL_WIDTH  60
#define TABLE_WIDTH 56 /* of the cases of a switch */

static uint32_t width_of(const char *s)
{
	uint32_t width, point;
	size_t n = strlen(s), plain = 0;

	/* Most names are ASCII, and the widths of all of them are asked for. */
	while (s[plain] >= ' ' && s[plain] < 0x7F)
		plain++;
	width = (uint32_t)plain;
	for (size_t i = plain; i < n;) {
		i += cvg_utf8_decode(s + i, n - i, &point);
		width += cvg_utf8_width(point);
	}
	return width;
}

uint32_t cvg_chart_label_width(const char *label)
{
	return width_of(label);
}

static void add_point(struct cvg_str *s, uint32_t point)
{
	char buf[5];

	cvg_utf8_encode(buf, point);
	cvg_str_add(s, buf);
}

/* Append text cut to a width, an ellipsis last if it was cut. */
static void add_cut(struct cvg_str *s, const char *text, uint32_t most)
{
	bool fits = width_of(text) <= most;
	uint32_t used = 0, point;
	size_t n = strlen(text);

	if (fits) {
		cvg_str_addn(s, text, n);
		return;
	}
	for (size_t i = 0; i < n;) {
		size_t len = cvg_utf8_decode(text + i, n - i, &point);
		uint32_t width = cvg_utf8_width(point);

		if (used + width + 1 > most)
			break;
		cvg_str_addn(s, text + i, len);
		used += width;
		i += len;
	}
	add_point(s, 0x2026);
}

/* Append the terminator and its condition: "br %c", "switch %x", "ret". */
static void add_question(struct cvg_str *s, const struct cvg_fn *fn, uint32_t b)
{
	const struct cvg_inst *t = cvg_block_terminator(fn, b);

	if (t->op == CVG_OP_CONDBR || t->op == CVG_OP_SWITCH) {
		cvg_str_addf(s, "  %s ", cvg_op_name(t->op));
		add_cut(s, fn->values[fn->ops[t->ops_at]].text, NAME_WIDTH - 4);
	} else if (!fn->blocks[b].nsuccs) {
		cvg_str_addf(s, "  %s", cvg_op_name(t->op));
	}
}

static void add_marks(struct cvg_str *s, const struct cvg_chart_node *node)
{
	if (node->mark) {
		cvg_str_addc(s, ' ');
		add_point(s, node->mark);
	}
	if (node->sync)
		cvg_str_add(s, node->under ? " !" : " =");
	if (node->irreducible) {
		cvg_str_addc(s, ' ');
		add_point(s, MARK_JUMP);
	}
}

static void region_line(struct cvg_str *s, const struct cvg_chart_node *node,
			const struct cvg_chart_in *in)
{
	cvg_str_addf(s, "R%u ", node->region);
	add_point(s, MARK_FOLDED);
	if (in->zoom > CVG_ZOOM_NAMES)
		cvg_str_addf(s, " %u blk", node->nblocks);
	if (node->ndivergent) {
		cvg_str_addf(s, " %u", node->ndivergent);
		add_point(s, MARK_DIVERGENT);
	}
	if (node->sync)
		cvg_str_add(s, node->under ? " !" : " =");
	if (in->gain && in->gain[node->region] > 0) {
		cvg_str_add(s, " +");
		cvg_add_scaled(s, in->gain[node->region], 99999);
	}
}

static void dot_line(struct cvg_str *s, const struct cvg_chart_node *node)
{
	uint32_t mark = node->mark ? node->mark : MARK_PLAIN;

	if (node->region != CVG_NONE)
		mark = MARK_FOLDED;
	add_point(s, mark);
}

/* Has the block a label that is not just a number? */
static bool named(const struct cvg_fn *fn, uint32_t b)
{
	const char *name = fn->blocks[b].name;

	return *name && strspn(name, "0123456789") != strlen(name);
}

/* The lines of a block or region, joined by newlines. */
static void lines_of(struct cvg_str *s, const struct cvg_chart_node *node,
		     const struct cvg_fn *fn, const struct cvg_chart_in *in)
{
	uint32_t b = node->block;

	if (in->zoom == CVG_ZOOM_DOTS) {
		dot_line(s, node);
		return;
	}
	if (node->region != CVG_NONE) {
		region_line(s, node, in);
		return;
	}
	cvg_str_addf(s, "B%u", fn->blocks[b].uid);
	/* Where branches are shown, they name blocks by their numbers, too. */
	if (in->zoom >= CVG_ZOOM_SUMMARY &&
	    (named(fn, b) || in->zoom == CVG_ZOOM_FULL)) {
		cvg_str_addc(s, ' ');
		add_cut(s, fn->blocks[b].name, NAME_WIDTH);
	}
	add_marks(s, node);
	if (in->zoom == CVG_ZOOM_SUMMARY) {
		cvg_str_addf(s, "\n%u inst", node->ninsts);
		add_question(s, fn, b);
	}
}

/* Append where each case of a switch leads to, "0 B4  1 B5 ...", in lines of at
 * most TABLE_WIDTH columns. */
static void add_table(struct cvg_str *s, const struct cvg_chart *chart,
		      const struct cvg_flow_node *box, const struct cvg_fn *fn)
{
	uint32_t used = 0;

	for (uint32_t e = box->edges_at; e < box->edges_at + box->nedges; e++) {
		const struct cvg_block *b = &fn->blocks[chart->edge[e].block];
		uint32_t to = fn->succs[b->succs_at + chart->edge[e].k];
		struct cvg_str row = {0};

		cvg_str_addf(&row, "%s B%u", chart->edge[e].label,
			     fn->blocks[to].uid);
		if (used && used + 2 + row.n > TABLE_WIDTH)
			used = 0;
		cvg_str_add(s, used ? "  " : "\n");
		cvg_str_add(s, row.at);
		used += (uint32_t)row.n + 2;
		cvg_str_done(&row);
	}
}

static uint32_t split(struct cvg_chart *chart, struct cvg_chart_node *node,
		      char *text, uint32_t most)
{
	uint32_t width = 0, lines = 1;

	for (const char *at = text; (at = strchr(at, '\n')); at++)
		lines++;
	node->line = cvg_arena_array(&chart->arena, const char *, lines);
	for (char *line = text, *end; line; line = end) {
		uint32_t w;

		end = strchr(line, '\n');
		if (end)
			*end++ = '\0';
		w = width_of(line);
		if (w > width)
			width = w;
		node->line[node->nlines++] = line;
	}
	return width < most ? width : most;
}

/* The columns of the widest of the first line and the instructions. */
static uint32_t full_width(const struct cvg_chart_node *node,
			   const struct cvg_fn *fn, uint32_t width,
			   uint32_t most)
{
	const struct cvg_block *b = &fn->blocks[node->block];

	for (uint32_t i = b->inst_at; i < b->inst_at + b->ninsts; i++) {
		const char *text = fn->insts[i].text;
		uint32_t w = text ? width_of(text) : 12;

		if (w > width)
			width = w;
	}
	return width < most ? width : most;
}

void cvg_chart_text(struct cvg_chart *chart, struct cvg_flow_node *box,
		    uint32_t v, const struct cvg_fn *fn,
		    const struct cvg_chart_in *in)
{
	struct cvg_chart_node *node = &chart->node[v];
	uint32_t most = in->width > 6 ? in->width - 4 : FULL_WIDTH;
	struct cvg_str s = {0};
	uint32_t width;

	lines_of(&s, node, fn, in);
	if (box->nedges > CVG_CHART_FAN && in->zoom == CVG_ZOOM_SUMMARY &&
	    node->region == CVG_NONE)
		add_table(&s, chart, box, fn);
	width = split(chart, node,
		      cvg_arena_strdup(&chart->arena, cvg_str_of(&s)), most);
	cvg_str_done(&s);
	box->height = node->nlines + 2;
	box->width = width + 4;
	if (cvg_chart_bare(in->zoom)) {
		box->height = 1;
		box->width = 3;
	} else if (in->zoom == CVG_ZOOM_FULL && node->region == CVG_NONE) {
		box->height += node->ninsts;
		box->width = full_width(node, fn, width, most) + 4;
	}
}
