/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * `set layout=dot`: graphs on character cells with the rows and the order of
 * nodes that Graphviz's dot finds. The worker gets boxes of the right sizes and
 * answers in Graphviz's format "plain". Edges are then routed on cells as in
 * the program's own layout.
 */
#include "reconverge/export.h"
#include "reconverge/layout.h"
#include "reconverge/settings.h"

#include "worker.h"

#include <stdlib.h>
#include <string.h>

#define SAMPLES 8 /* points computed for each piece of a spline */

/* ---- asking ---------------------------------------------------------- */

/* Append a length in inches: a cell is a tenth of an inch wide, and twice as
 * high. */
static void add_tenths(struct cvg_str *out, const char *key, uint32_t n)
{
	cvg_str_addf(out, "%s=%u.%u", key, n / 10, n % 10);
}

static void write_flow(struct cvg_str *out, const struct cvg_flow *f)
{
	cvg_str_add(out, "digraph g {\n"
			 "graph [ordering=out, nodesep=0.2, ranksep=0.4];\n"
			 "node [shape=box, fixedsize=true, label=\"\"];\n"
			 "{ rank=source; 0; }\n");
	for (uint32_t v = 0; v < f->n; v++) {
		cvg_str_addf(out, "%u [", v);
		add_tenths(out, "width", f->node[v].width);
		add_tenths(out, ", height", 2 * f->node[v].height);
		cvg_str_add(out, "];\n");
		for (uint32_t k = 0; k < f->node[v].nedges; k++)
			cvg_str_addf(out, "%u -> %u;\n", v,
				     f->edge[f->node[v].edges_at + k].to);
	}
	cvg_str_add(out, "}\n");
}

/* ---- reading --------------------------------------------------------- */

struct reader {
	const struct cvg_flow *flow;
	struct cvg_guide *out;
	const char *at;
	bool *node_seen, *edge_seen;
	double *y; /* [n] in inches, upward */
};

static bool next_number(struct reader *reader, double *out)
{
	char *end;

	*out = strtod(reader->at, &end);
	if (end == reader->at || !(*out > -1e9 && *out < 1e9))
		return false;
	reader->at = end;
	return true;
}

static bool next_node(struct reader *reader, uint32_t *out)
{
	double v;

	if (!next_number(reader, &v) || !(v >= 0 && v < reader->flow->n))
		return false;
	*out = (uint32_t)v;
	return true;
}

/* Read a line "node NAME X Y ...". */
static bool read_node(struct reader *reader)
{
	uint32_t v;

	if (!next_node(reader, &v) || reader->node_seen[v])
		return false;
	reader->node_seen[v] = true;
	return next_number(reader, &reader->out->x[v]) &&
	       next_number(reader, &reader->y[v]);
}

struct spot {
	double x, y;
};

static struct spot bezier(const struct spot *p, double t)
{
	double s = 1 - t;
	double a = s * s * s, b = 3 * s * s * t, c = 3 * s * t * t,
	       d = t * t * t;

	return (struct spot){a * p[0].x + b * p[1].x + c * p[2].x + d * p[3].x,
			     a * p[0].y + b * p[1].y + c * p[2].y + d * p[3].y};
}

/* The mean x of a spline of 3k + 1 points, weighted by the height that it runs
 * through. */
static double usual_x(const struct spot *p, size_t n)
{
	double sum = 0, weight = 0;

	for (size_t i = 0; i + 3 < n; i += 3) {
		struct spot from = p[i];

		for (int k = 1; k <= SAMPLES; k++) {
			struct spot to = bezier(p + i, (double)k / SAMPLES);
			double dy =
				to.y > from.y ? to.y - from.y : from.y - to.y;

			sum += dy * (from.x + to.x) / 2;
			weight += dy;
			from = to;
		}
	}
	return weight > 0 ? sum / weight : p[0].x;
}

/* An edge between the two nodes that was not read yet. Which of several edges
 * is taken does not matter. */
static uint32_t edge_of(struct reader *reader, uint32_t from, uint32_t to)
{
	const struct cvg_flow_node *node = &reader->flow->node[from];

	for (uint32_t e = node->edges_at; e < node->edges_at + node->nedges;
	     e++)
		if (!reader->edge_seen[e] && reader->flow->edge[e].to == to)
			return e;
	return CVG_NONE;
}

/* Read a line "edge FROM TO N X1 Y1 ... XN YN ...". */
static bool read_edge(struct reader *reader)
{
	cvg_vec(struct spot) p = {0};
	uint32_t from, to, e;
	struct spot s;
	double n;
	bool ok = next_node(reader, &from) && next_node(reader, &to) &&
		  next_number(reader, &n) && n >= 1;

	for (double i = 0; ok && i < n; i++) {
		ok = next_number(reader, &s.x) && next_number(reader, &s.y);
		if (ok)
			cvg_push(&p, s);
	}
	e = ok ? edge_of(reader, from, to) : CVG_NONE;
	if (e != CVG_NONE) {
		reader->edge_seen[e] = true;
		reader->out->edge_x[e] = usual_x(p.at, p.n);
	}
	free(p.at);
	return e != CVG_NONE;
}

static bool read_line(struct reader *reader)
{
	if (!strncmp(reader->at, "node ", 5)) {
		reader->at += 5;
		return read_node(reader);
	}
	if (!strncmp(reader->at, "edge ", 5)) {
		reader->at += 5;
		return read_edge(reader);
	}
	return true;
}

static bool all_seen(const struct reader *reader)
{
	for (uint32_t v = 0; v < reader->flow->n; v++)
		if (!reader->node_seen[v])
			return false;
	for (uint32_t e = 0; e < reader->flow->nedges; e++)
		if (!reader->edge_seen[e])
			return false;
	return true;
}

/* Number the rows from the top; the nodes of a row have the same y. */
static void set_rows(struct reader *reader)
{
	double top = -1e9;

	for (uint32_t v = 0; v < reader->flow->n; v++)
		if (reader->y[v] > top)
			top = reader->y[v];
	for (uint32_t v = 0; v < reader->flow->n; v++) {
		double row = (top - reader->y[v]) * 50 + 0.5;

		reader->out->row[v] = row < 4e9 ? (uint32_t)row : UINT32_MAX;
	}
}

static bool read_plain(struct reader *reader, const char *text)
{
	const char *line = text;
	bool ok = true;

	while (ok && *line) {
		reader->at = line;
		ok = read_line(reader);
		line += strcspn(line, "\n");
		line += *line == '\n';
	}
	ok = ok && all_seen(reader);
	if (ok)
		set_rows(reader);
	return ok;
}

/* ---- the guide ------------------------------------------------------- */

/* Rows and order as Graphviz's dot finds them. Free with cvg_guide_done. */
static bool dot_guide(const struct cvg_flow *flow, unsigned seconds,
		      const struct cvg_ticker *ticker, struct cvg_guide *out,
		      struct cvg_err *err)
{
	struct cvg_str dot = {0}, plain = {0};
	struct reader r = {.flow = flow, .out = out};
	struct cvg_err why = {.msg = ""};
	bool ok;

	cvg_guide_init(out, flow);
	r.node_seen = cvg_calloc((size_t)flow->n + 1, sizeof *r.node_seen);
	r.edge_seen = cvg_calloc((size_t)flow->nedges + 1, sizeof *r.edge_seen);
	r.y = cvg_calloc((size_t)flow->n + 1, sizeof *r.y);
	write_flow(&dot, flow);
	ok = cvg_graphviz("plain", &dot, seconds, ticker, &plain, &why);
	if (ok && !read_plain(&r, cvg_str_of(&plain)))
		ok = cvg_fail(&why, "Graphviz's layout of this graph is not "
				    "whole");
	if (!ok) {
		cvg_fail(err, "%s; 'set layout=rows' does without it", why.msg);
		cvg_guide_done(out);
	}
	cvg_str_done(&dot);
	cvg_str_done(&plain);
	free(r.node_seen);
	free(r.edge_seen);
	free(r.y);
	return ok;
}

bool cvg_chart_guide(void *guiding, const struct cvg_flow *flow,
		     struct cvg_guide *out)
{
	struct cvg_guiding *g = guiding;
	int limit = cvg_set_int(g->settings, CVG_SET_TIME_LIMIT);

	if (g->failed ||
	    cvg_set_int(g->settings, CVG_SET_LAYOUT) != CVG_LAYOUT_DOT)
		return false;
	if (g->seconds && limit > (int)g->seconds)
		limit = (int)g->seconds;
	g->failed = !dot_guide(flow, (unsigned)limit, g->ticker, out, &g->err);
	return !g->failed;
}
