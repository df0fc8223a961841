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
	struct cvg_chart *chart;
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

static void find_folded(struct maker *maker)
{
	const struct cvg_regions *rs = cvg_ana_regions(maker->in->ana);

	maker->top = cvg_alloc((rs->n + 1) * sizeof *maker->top);
	maker->box = cvg_alloc((rs->n + 1) * sizeof *maker->box);
	memset(maker->box, 0xFF, (rs->n + 1) * sizeof *maker->box);
	for (uint32_t r = 0; r < rs->n; r++) {
		uint32_t up = rs->region[r].parent;

		maker->top[r] = up == CVG_NONE ? CVG_NONE : maker->top[up];
		if (maker->top[r] == CVG_NONE && r && maker->in->folded &&
		    cvg_bits_has(maker->in->folded, r) &&
		    maker->counts.of[r].blocks > 1)
			maker->top[r] = r;
	}
}

static struct cvg_chart_node region_node(const struct maker *maker, uint32_t r)
{
	const struct cvg_regions *rs = cvg_ana_regions(maker->in->ana);
	const struct cvg_region_count *k = &maker->counts.of[r];
	uint32_t entry = rs->region[r].entry;

	return (struct cvg_chart_node){
		.block = entry,
		.region = r,
		.nblocks = k->blocks,
		.ninsts = k->insts,
		.ndivergent = k->divergent,
		.mark = k->divergent ? MARK_DIVERGENT : 0,
		.under = cvg_bits_has(&maker->side.under, entry),
		.sync = k->sync};
}

static void make_nodes(struct maker *maker)
{
	struct cvg_chart *chart = maker->chart;
	const struct cvg_fn *fn = maker->side.fn;
	const struct cvg_regions *rs = cvg_ana_regions(maker->in->ana);

	chart->node_of = cvg_arena_array(&chart->arena, uint32_t, fn->nblocks);
	chart->node = cvg_arena_array(&chart->arena, struct cvg_chart_node,
				      fn->nblocks);
	for (uint32_t b = 0; b < fn->nblocks; b++) {
		uint32_t r = rs->innermost[b];
		uint32_t top = r == CVG_NONE ? CVG_NONE : maker->top[r];

		if (top == CVG_NONE) {
			chart->node_of[b] = chart->n;
			chart->node[chart->n++] = block_node(&maker->side, b);
			continue;
		}
		if (maker->box[top] == CVG_NONE) {
			maker->box[top] = chart->n;
			chart->node[chart->n++] = region_node(maker, top);
		}
		chart->node_of[b] = maker->box[top];
	}
}

/* ---- edges ----------------------------------------------------------- */

/* The label of edge k of block b: when it is taken, and the value to which it
 * sets a guard. In the chart's arena. */
static const char *label_of(struct maker *maker, uint32_t b, uint32_t k)
{
	const struct cvg_chart_in *in = maker->in;
	const char *label = in->label ? in->label(in->data, b, k) : NULL;

	struct cvg_str s = {0}, guard = {0};

	if (label)
		return cvg_arena_strdup(&maker->chart->arena, label);
	cvg_str_add(&s, cvg_edge_word(maker->side.fn, b, k));
	if (cvg_add_edge_guard(&guard, maker->side.fn, b, k))
		cvg_str_addf(&s, "%s%s", s.n ? " " : "", guard.at);
	label = cvg_arena_strdup(&maker->chart->arena, cvg_str_of(&s));
	cvg_str_done(&s);
	cvg_str_done(&guard);
	return label;
}

/* The one edge of a folded region: all its edges out lead to its exit. */
static void region_edge(struct maker *maker, uint32_t v)
{
	struct cvg_chart *chart = maker->chart;
	const struct cvg_regions *rs = cvg_ana_regions(maker->in->ana);
	const struct cvg_region *r = &rs->region[chart->node[v].region];

	if (r->exit == CVG_NONE)
		return;
	chart->edge[chart->nedges] = (struct cvg_chart_edge){
		.block = chart->node[v].block, .label = ""};
	maker->flow_edge[chart->nedges++] = (struct cvg_flow_edge){
		.to = chart->node_of[r->exit], .heavy = chart->node[v].under};
}

/* Put all labels of a node into its frame (1 column), or all below it. */
static void align_labels(struct maker *maker, uint32_t v)
{
	uint32_t from = maker->flow_node[v].edges_at, to = maker->chart->nedges;
	uint32_t widest = 0;

	for (uint32_t e = from; e < to; e++)
		if (maker->flow_edge[e].label > widest)
			widest = maker->flow_edge[e].label;
	for (uint32_t e = from; e < to && widest > 1; e++)
		if (maker->flow_edge[e].label == 1)
			maker->flow_edge[e].label = 2;
}

/* Add one more case to the label of an edge of the switch to the same node. */
static void join_label(struct maker *maker, uint32_t e, const char *label)
{
	struct cvg_chart_edge *edge = &maker->chart->edge[e];
	struct cvg_str s = {0};

	if (maker->flow_edge[e].label >= CASES_WIDTH)
		return;
	cvg_str_addf(&s, "%s,%s", edge->label, label);
	if (cvg_chart_label_width(s.at) > CASES_WIDTH) {
		cvg_str_clear(&s);
		cvg_str_addf(&s, "%s,..", edge->label);
	}
	edge->label = cvg_arena_strdup(&maker->chart->arena, s.at);
	maker->flow_edge[e].label = cvg_chart_label_width(s.at);
	if (strstr(edge->label, ",.."))
		maker->flow_edge[e].label = CASES_WIDTH;
	cvg_str_done(&s);
}

static void add_edge(struct maker *maker, uint32_t b, uint32_t k, uint32_t to,
		     const char *label)
{
	struct cvg_chart *chart = maker->chart;

	chart->edge[chart->nedges] = (struct cvg_chart_edge){
		.block = b,
		.k = k,
		.label = cvg_arena_strdup(&chart->arena, label),
		.unstructured =
			cvg_bits_has(&maker->side.unstructured,
				     maker->side.fn->blocks[b].succs_at + k)};
	maker->flow_edge[chart->nedges++] =
		(struct cvg_flow_edge){.to = to,
				       .label = cvg_chart_label_width(label),
				       .heavy = is_heavy(&maker->side, b)};
}

static void block_edges(struct maker *maker, uint32_t v)
{
	struct cvg_chart *chart = maker->chart;
	const struct cvg_fn *fn = maker->side.fn;
	uint32_t b = chart->node[v].block, from = chart->nedges;
	bool table = cvg_block_terminator(fn, b)->op == CVG_OP_SWITCH;

	for (uint32_t k = 0; k < fn->blocks[b].nsuccs; k++) {
		const char *label = label_of(maker, b, k);
		uint32_t to =
			chart->node_of[fn->succs[fn->blocks[b].succs_at + k]];
		uint32_t had = maker->last[to];

		/* Cases that lead to one place are one edge. */
		if (table && had != CVG_NONE && had >= from) {
			join_label(maker, had, label);
			continue;
		}
		maker->last[to] = chart->nedges;
		add_edge(maker, b, k, to, label);
	}
	/* Too many for labels: the box lists the cases (cvg_chart_text). */
	if (chart->nedges - from > CVG_CHART_FAN)
		for (uint32_t e = from; e < chart->nedges; e++)
			maker->flow_edge[e].label = 0;
	align_labels(maker, v);
}

/* The edge of a folded region is unstructured if an edge of its blocks is. */
static void mark_exits(struct maker *maker)
{
	struct cvg_chart *chart = maker->chart;
	const struct cvg_fn *fn = maker->side.fn;

	for (uint32_t b = 0; b < fn->nblocks; b++) {
		uint32_t v = chart->node_of[b], at = fn->blocks[b].succs_at;

		if (chart->node[v].region == CVG_NONE ||
		    !maker->flow_node[v].nedges)
			continue;
		for (uint32_t k = at; k < at + fn->blocks[b].nsuccs; k++)
			if (cvg_bits_has(&maker->side.unstructured, k) &&
			    chart->node_of[fn->succs[k]] != v)
				chart->edge[maker->flow_node[v].edges_at]
					.unstructured = true;
	}
}

static void make_edges(struct maker *maker)
{
	struct cvg_chart *chart = maker->chart;
	uint32_t most = cvg_fn_nedges(maker->side.fn) + chart->n + 1;

	chart->edge =
		cvg_arena_array(&chart->arena, struct cvg_chart_edge, most);
	maker->flow_edge =
		cvg_arena_array(&chart->arena, struct cvg_flow_edge, most);
	maker->flow_node = cvg_arena_array(&chart->arena, struct cvg_flow_node,
					   chart->n + 1);
	maker->last = cvg_alloc((chart->n + 1) * sizeof *maker->last);
	memset(maker->last, 0xFF, (chart->n + 1) * sizeof *maker->last);
	for (uint32_t v = 0; v < chart->n; v++) {
		maker->flow_node[v].edges_at = chart->nedges;
		if (chart->node[v].region != CVG_NONE)
			region_edge(maker, v);
		else
			block_edges(maker, v);
		maker->flow_node[v].nedges =
			chart->nedges - maker->flow_node[v].edges_at;
		cvg_chart_text(chart, &maker->flow_node[v], v, maker->side.fn,
			       maker->in);
	}
	mark_exits(maker);
}

static void lay_out(struct cvg_chart *chart, const struct cvg_chart_in *in)
{
	struct cvg_guide guide;

	if (!in->guide || !in->guide(in->guiding, &chart->flow, &guide)) {
		chart->layout = cvg_layout_new(&chart->flow);
		return;
	}
	chart->flow.guide = &guide;
	chart->layout = cvg_layout_new(&chart->flow);
	chart->flow.guide = NULL;
	cvg_guide_done(&guide);
}

struct cvg_chart *cvg_chart_new(const struct cvg_chart_in *in)
{
	struct cvg_chart *chart = cvg_calloc(1, sizeof *chart);
	struct maker maker = {.chart = chart, .in = in};

	chart->ana = in->ana;
	chart->zoom = in->zoom;
	side_init(&maker.side, in->ana);
	cvg_region_counts_init(&maker.counts, in->ana);
	find_folded(&maker);
	make_nodes(&maker);
	make_edges(&maker);
	chart->flow = (struct cvg_flow){.n = chart->n,
					.nedges = chart->nedges,
					.node = maker.flow_node,
					.edge = maker.flow_edge};
	lay_out(chart, in);
	side_done(&maker.side);
	cvg_region_counts_done(&maker.counts);
	free(maker.last);
	free(maker.top);
	free(maker.box);
	return chart;
}

void cvg_chart_free(struct cvg_chart *take_chart)
{
	if (!take_chart)
		return;
	cvg_layout_free(take_chart->layout);
	cvg_arena_done(&take_chart->arena);
	free(take_chart);
}

enum cvg_zoom cvg_chart_fit(const struct cvg_chart_in *in, uint32_t width,
			    enum cvg_zoom most)
{
	struct cvg_chart_in at = *in;

	for (at.zoom = most; at.zoom > CVG_ZOOM_DOTS; at.zoom--) {
		struct cvg_chart *chart = cvg_chart_new(&at);
		bool fits = chart->layout->width <= width;

		cvg_chart_free(chart);
		if (fits)
			break;
	}
	return at.zoom;
}
