/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Making a chart: its nodes and edges, their texts, and then the layout. */
#include "chart.h"
#include "fold.h"

#include "reconverge/analysis.h"
#include "reconverge/graph.h"
#include "reconverge/layout.h"
#include "reconverge/linear.h"

#include <stdlib.h>
#include <string.h>

#define CASES_WIDTH 12 /* most columns of the label of cases: "1,4,7" */

/* ---- one revision's marks -------------------------------------------- */

static void side_init(struct chart_side *s, struct cvg_ana *ana)
{
	s->ana = ana;
	s->fn = cvg_ana_fn(ana);
	s->uniform = cvg_ana_uniform(ana);
	cvg_under_divergence(ana, &s->under);
	cvg_linear_marks(ana, &s->unstructured);
}

static void side_done(struct chart_side *s)
{
	cvg_bits_done(&s->under);
	cvg_bits_done(&s->unstructured);
}

static uint32_t mark_of(const struct chart_side *s, uint32_t b)
{
	if (cvg_leaves_apart(s->ana, b))
		return MARK_TEMPORAL;
	if (cvg_bits_has(&s->uniform->divergent_term, b))
		return MARK_DIVERGENT;
	return s->fn->blocks[b].nsuccs > 1 ? MARK_UNIFORM : 0;
}

/* The node of a single block, without its texts. */
static struct cvg_chart_node block_node(const struct chart_side *s, uint32_t b)
{
	return (struct cvg_chart_node){
		.block = b,
		.region = CVG_NONE,
		.nblocks = 1,
		.ninsts = s->fn->blocks[b].ninsts,
		.ndivergent = cvg_bits_has(&s->uniform->divergent_term, b),
		.mark = mark_of(s, b),
		.under = cvg_bits_has(&s->under, b),
		.sync = cvg_block_convergent(s->fn, b),
		.irreducible = cvg_enters_irreducible(s->ana, b)};
}

/* May the lanes of a warp leave block b on different edges? */
static bool is_heavy(const struct chart_side *s, uint32_t b)
{
	return cvg_bits_has(&s->under, b) ||
	       cvg_bits_has(&s->uniform->divergent_term, b);
}

/* ---- nodes ----------------------------------------------------------- */

struct maker {
	struct cvg_chart *c;
	const struct cvg_chart_in *in;
	struct chart_side side;
	uint32_t *top; /* [regions] outermost folded region around it, or
			  itself, or CVG_NONE */
	uint32_t *box; /* [regions] node of a folded region */
	struct cvg_region_counts counts;
	struct cvg_flow_node *flow_node;
	struct cvg_flow_edge *flow_edge;
	uint32_t *last; /* [nodes] last edge that leads to it, or CVG_NONE */
};

static void find_folded(struct maker *m)
{
	const struct cvg_regions *rs = cvg_ana_regions(m->in->ana);

	m->top = cvg_alloc((rs->n + 1) * sizeof *m->top);
	m->box = cvg_alloc((rs->n + 1) * sizeof *m->box);
	memset(m->box, 0xFF, (rs->n + 1) * sizeof *m->box);
	for (uint32_t r = 0; r < rs->n; r++) {
		uint32_t up = rs->region[r].parent;

		m->top[r] = up == CVG_NONE ? CVG_NONE : m->top[up];
		if (m->top[r] == CVG_NONE && r && m->in->folded &&
		    cvg_bits_has(m->in->folded, r) &&
		    m->counts.of[r].blocks > 1)
			m->top[r] = r;
	}
}

static struct cvg_chart_node region_node(const struct maker *m, uint32_t r)
{
	const struct cvg_regions *rs = cvg_ana_regions(m->in->ana);
	const struct cvg_region_count *k = &m->counts.of[r];
	uint32_t entry = rs->region[r].entry;

	return (struct cvg_chart_node){
		.block = entry,
		.region = r,
		.nblocks = k->blocks,
		.ninsts = k->insts,
		.ndivergent = k->divergent,
		.mark = k->divergent ? MARK_DIVERGENT : 0,
		.under = cvg_bits_has(&m->side.under, entry),
		.sync = k->sync};
}

static void make_nodes(struct maker *m)
{
	struct cvg_chart *c = m->c;
	const struct cvg_fn *fn = m->side.fn;
	const struct cvg_regions *rs = cvg_ana_regions(m->in->ana);

	c->node_of = cvg_arena_array(&c->arena, uint32_t, fn->nblocks);
	c->node =
		cvg_arena_array(&c->arena, struct cvg_chart_node, fn->nblocks);
	for (uint32_t b = 0; b < fn->nblocks; b++) {
		uint32_t r = rs->innermost[b];
		uint32_t top = r == CVG_NONE ? CVG_NONE : m->top[r];

		if (top == CVG_NONE) {
			c->node_of[b] = c->n;
			c->node[c->n++] = block_node(&m->side, b);
			continue;
		}
		if (m->box[top] == CVG_NONE) {
			m->box[top] = c->n;
			c->node[c->n++] = region_node(m, top);
		}
		c->node_of[b] = m->box[top];
	}
}

/* ---- edges ----------------------------------------------------------- */

/* The label of edge k of block b: when it is taken, and the value to which it
 * sets a guard. In the chart's arena. */
static const char *label_of(struct maker *m, uint32_t b, uint32_t k)
{
	const struct cvg_chart_in *in = m->in;
	const char *label = in->label ? in->label(in->data, b, k) : NULL;

	struct cvg_str s = {0}, guard = {0};

	if (label)
		return cvg_arena_strdup(&m->c->arena, label);
	cvg_str_add(&s, cvg_edge_word(m->side.fn, b, k));
	if (cvg_add_edge_guard(&guard, m->side.fn, b, k))
		cvg_str_addf(&s, "%s%s", s.n ? " " : "", guard.at);
	label = cvg_arena_strdup(&m->c->arena, cvg_str_of(&s));
	cvg_str_done(&s);
	cvg_str_done(&guard);
	return label;
}

/* The one edge of a folded region: all its edges out lead to its exit. */
static void region_edge(struct maker *m, uint32_t v)
{
	struct cvg_chart *c = m->c;
	const struct cvg_regions *rs = cvg_ana_regions(m->in->ana);
	const struct cvg_region *r = &rs->region[c->node[v].region];

	if (r->exit == CVG_NONE)
		return;
	c->edge[c->nedges] =
		(struct cvg_chart_edge){.block = c->node[v].block, .label = ""};
	m->flow_edge[c->nedges++] = (struct cvg_flow_edge){
		.to = c->node_of[r->exit], .heavy = c->node[v].under};
}

/* Put all labels of a node into its frame (1 column), or all below it. */
static void align_labels(struct maker *m, uint32_t v)
{
	uint32_t from = m->flow_node[v].edges_at, to = m->c->nedges;
	uint32_t widest = 0;

	for (uint32_t e = from; e < to; e++)
		if (m->flow_edge[e].label > widest)
			widest = m->flow_edge[e].label;
	for (uint32_t e = from; e < to && widest > 1; e++)
		if (m->flow_edge[e].label == 1)
			m->flow_edge[e].label = 2;
}

/* Add one more case to the label of an edge of the switch to the same node. */
static void join_label(struct maker *m, uint32_t e, const char *label)
{
	struct cvg_chart_edge *edge = &m->c->edge[e];
	struct cvg_str s = {0};

	if (m->flow_edge[e].label >= CASES_WIDTH)
		return;
	cvg_str_addf(&s, "%s,%s", edge->label, label);
	if (cvg_chart_label_width(s.at) > CASES_WIDTH) {
		cvg_str_clear(&s);
		cvg_str_addf(&s, "%s,..", edge->label);
	}
	edge->label = cvg_arena_strdup(&m->c->arena, s.at);
	m->flow_edge[e].label = cvg_chart_label_width(s.at);
	if (strstr(edge->label, ",.."))
		m->flow_edge[e].label = CASES_WIDTH;
	cvg_str_done(&s);
}

static void add_edge(struct maker *m, uint32_t b, uint32_t k, uint32_t to,
		     const char *label)
{
	struct cvg_chart *c = m->c;

	c->edge[c->nedges] = (struct cvg_chart_edge){
		.block = b,
		.k = k,
		.label = cvg_arena_strdup(&c->arena, label),
		.unstructured =
			cvg_bits_has(&m->side.unstructured,
				     m->side.fn->blocks[b].succs_at + k)};
	m->flow_edge[c->nedges++] =
		(struct cvg_flow_edge){.to = to,
				       .label = cvg_chart_label_width(label),
				       .heavy = is_heavy(&m->side, b)};
}

static void block_edges(struct maker *m, uint32_t v)
{
	struct cvg_chart *c = m->c;
	const struct cvg_fn *fn = m->side.fn;
	uint32_t b = c->node[v].block, from = c->nedges;
	bool table = cvg_block_terminator(fn, b)->op == CVG_OP_SWITCH;

	for (uint32_t k = 0; k < fn->blocks[b].nsuccs; k++) {
		const char *label = label_of(m, b, k);
		uint32_t to = c->node_of[fn->succs[fn->blocks[b].succs_at + k]];
		uint32_t had = m->last[to];

		/* Cases that lead to one place are one edge. */
		if (table && had != CVG_NONE && had >= from) {
			join_label(m, had, label);
			continue;
		}
		m->last[to] = c->nedges;
		add_edge(m, b, k, to, label);
	}
	/* Too many for labels: the box lists the cases (cvg_chart_text). */
	if (c->nedges - from > CVG_CHART_FAN)
		for (uint32_t e = from; e < c->nedges; e++)
			m->flow_edge[e].label = 0;
	align_labels(m, v);
}

/* The edge of a folded region is unstructured if an edge of its blocks is. */
static void mark_exits(struct maker *m)
{
	struct cvg_chart *c = m->c;
	const struct cvg_fn *fn = m->side.fn;

	for (uint32_t b = 0; b < fn->nblocks; b++) {
		uint32_t v = c->node_of[b], at = fn->blocks[b].succs_at;

		if (c->node[v].region == CVG_NONE || !m->flow_node[v].nedges)
			continue;
		for (uint32_t k = at; k < at + fn->blocks[b].nsuccs; k++)
			if (cvg_bits_has(&m->side.unstructured, k) &&
			    c->node_of[fn->succs[k]] != v)
				c->edge[m->flow_node[v].edges_at].unstructured =
					true;
	}
}

static void make_edges(struct maker *m)
{
	struct cvg_chart *c = m->c;
	uint32_t most = cvg_fn_nedges(m->side.fn) + c->n + 1;

	c->edge = cvg_arena_array(&c->arena, struct cvg_chart_edge, most);
	m->flow_edge = cvg_arena_array(&c->arena, struct cvg_flow_edge, most);
	m->flow_node =
		cvg_arena_array(&c->arena, struct cvg_flow_node, c->n + 1);
	m->last = cvg_alloc((c->n + 1) * sizeof *m->last);
	memset(m->last, 0xFF, (c->n + 1) * sizeof *m->last);
	for (uint32_t v = 0; v < c->n; v++) {
		m->flow_node[v].edges_at = c->nedges;
		if (c->node[v].region != CVG_NONE)
			region_edge(m, v);
		else
			block_edges(m, v);
		m->flow_node[v].nedges = c->nedges - m->flow_node[v].edges_at;
		cvg_chart_text(c, &m->flow_node[v], v, m->side.fn, m->in);
	}
	mark_exits(m);
}

static void lay_out(struct cvg_chart *c, const struct cvg_chart_in *in)
{
	struct cvg_guide guide;

	if (!in->guide || !in->guide(in->guiding, &c->flow, &guide)) {
		c->layout = cvg_layout_new(&c->flow);
		return;
	}
	c->flow.guide = &guide;
	c->layout = cvg_layout_new(&c->flow);
	c->flow.guide = NULL;
	cvg_guide_done(&guide);
}

struct cvg_chart *cvg_chart_new(const struct cvg_chart_in *in)
{
	struct cvg_chart *c = cvg_calloc(1, sizeof *c);
	struct maker m = {.c = c, .in = in};

	c->ana = in->ana;
	c->zoom = in->zoom;
	side_init(&m.side, in->ana);
	cvg_region_counts_init(&m.counts, in->ana);
	find_folded(&m);
	make_nodes(&m);
	make_edges(&m);
	c->flow = (struct cvg_flow){.n = c->n,
				    .nedges = c->nedges,
				    .node = m.flow_node,
				    .edge = m.flow_edge};
	lay_out(c, in);
	side_done(&m.side);
	cvg_region_counts_done(&m.counts);
	free(m.last);
	free(m.top);
	free(m.box);
	return c;
}

void cvg_chart_free(struct cvg_chart *take_c)
{
	if (!take_c)
		return;
	cvg_layout_free(take_c->layout);
	cvg_arena_done(&take_c->arena);
	free(take_c);
}

enum cvg_zoom cvg_chart_fit(const struct cvg_chart_in *in, uint32_t width,
			    enum cvg_zoom most)
{
	struct cvg_chart_in at = *in;

	for (at.zoom = most; at.zoom > CVG_ZOOM_DOTS; at.zoom--) {
		struct cvg_chart *c = cvg_chart_new(&at);
		bool fits = c->layout->width <= width;

		cvg_chart_free(c);
		if (fits)
			break;
	}
	return at.zoom;
}
