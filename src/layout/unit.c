/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The units that take columns: nodes, and bars for edges that pass at least one
 * row. Edges to the same node whose bars would be neighbours share one bar, and
 * so do all edges that lead back to a node.
 *
 * Neighbours are found by laying the units down from left to right on the rows
 * they cover: the units that a new unit covers up are its left neighbours. Of
 * the pieces it meets, a new unit leaves at most two visible, so the number of
 * pairs is linear in that of units.
 *
 * In the graph of private.h the units are A, the bar of A -> C, B and C, in
 * this order. The bar and B cover row 1: they are the only neighbours.
 */
#include "private.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* ---- ports need room ------------------------------------------------- */

/* The columns between the middles of two ports, with room for the label of the
 * first. It is at least 3, since a line below may take a column. */
static uint32_t port_room(const struct cvg_flow_edge *e)
{
	return e->label > 1 ? e->label + 2 : 3;
}

static void find_widths(struct work *work)
{
	for (uint32_t v = 0; v < work->flow->n; v++) {
		const struct cvg_flow_node *n = &work->flow->node[v];
		uint32_t room = 4; /* frame and letters at both ends */

		for (uint32_t k = 0; k < n->nedges; k++)
			room += port_room(&work->flow->edge[n->edges_at + k]);
		work->width[v] = (n->width > room ? n->width : room) | 1;
	}
}

/* ---- bars ------------------------------------------------------------ */

static uint32_t new_unit(struct work *work, struct unit u)
{
	u.at = work->nunits;
	work->unit[work->nunits] = u;
	return work->nunits++;
}

static bool is_long(const struct work *work, uint32_t e)
{
	return work->rank[work->flow->edge[e].to] >
	       work->rank[work->from[e]] + 1;
}

/* Give edge e a bar: the last unit in the order if that leads to the same node,
 * else a new one. */
static void add_forward(struct work *work, uint32_t e, uint32_t *last)
{
	const struct cvg_flow_edge *edge = &work->flow->edge[e];
	uint32_t top = work->rank[work->from[e]] + 1;

	if (*last == CVG_NONE || work->unit[*last].to != edge->to ||
	    work->unit[*last].back) {
		*last = new_unit(
			work, (struct unit){.top = top,
					    .bottom = work->rank[edge->to] - 1,
					    .to = edge->to});
		work->order[work->unit[*last].at = work->norder++] = *last;
	}
	if (work->unit[*last].top > top)
		work->unit[*last].top = top;
	work->unit[*last].heavy |= edge->heavy;
	work->bar[e] = *last;
}

static void add_back(struct work *work, uint32_t v)
{
	uint32_t u = new_unit(work, (struct unit){.top = work->rank[v],
						  .bottom = work->rank[v],
						  .half = 1,
						  .to = v,
						  .back = true});

	work->order[work->unit[u].at = work->norder++] = u;
	work->back_bar[v] = u;
}

static void make_units(struct work *work)
{
	uint32_t last = CVG_NONE; /* unit in the order */

	for (uint32_t v = 0; v < work->flow->n; v++)
		new_unit(work, (struct unit){.top = work->rank[v],
					     .bottom = work->rank[v],
					     .half = work->width[v] / 2,
					     .to = v});
	for (uint32_t i = 0; i < work->nitems; i++) {
		uint32_t id = work->item[i].id;

		switch (work->item[i].kind) {
		case ITEM_NODE:
			work->order[work->unit[id].at = work->norder++] = id;
			last = CVG_NONE;
			break;
		case ITEM_EDGE:
			if (is_long(work, id))
				add_forward(work, id, &last);
			break;
		case ITEM_BACK:
			add_back(work, id);
			last = CVG_NONE;
			break;
		}
	}
	for (uint32_t e = 0; e < work->flow->nedges; e++) {
		struct unit *bar;

		if (!work->back[e])
			continue;
		work->bar[e] = work->back_bar[work->flow->edge[e].to];
		bar = &work->unit[work->bar[e]];
		if (bar->bottom < work->rank[work->from[e]])
			bar->bottom = work->rank[work->from[e]];
		bar->heavy |= work->flow->edge[e].heavy;
	}
}

/* Units by the row they begin or end in, from left to right. */
static void sort_by_row(const struct work *work, bool bottom, uint32_t *at,
			uint32_t *list)
{
	for (uint32_t i = 0; i < work->nunits; i++)
		at[bottom ? work->unit[i].bottom : work->unit[i].top]++;
	cvg_lay_starts(at, work->nrows);
	for (uint32_t i = 0; i < work->nunits; i++) {
		const struct unit *u = &work->unit[work->order[i]];

		list[at[bottom ? u->bottom : u->top]++] = work->order[i];
	}
	memmove(at + 1, at, work->nrows * sizeof *at);
	at[0] = 0;
}

/* ---- links ----------------------------------------------------------- */

static void add_link(struct work *work, uint32_t upper, uint32_t lower)
{
	work->link[work->nlinks++] = (struct link){upper, lower, false};
}

static void make_links(struct work *work)
{
	const struct cvg_flow *f = work->flow;

	for (uint32_t e = 0; e < f->nedges; e++) {
		uint32_t bar = work->bar[e];

		if (work->back[e])
			continue;
		if (bar == CVG_NONE)
			add_link(work, work->from[e], f->edge[e].to);
		else if (work->unit[bar].top == work->rank[work->from[e]] + 1)
			add_link(work, work->from[e], bar);
	}
	for (uint32_t u = f->n; u < work->nunits; u++)
		if (!work->unit[u].back)
			add_link(work, u, work->unit[u].to);
}

/*
 * List the links of each unit at one end, sorted by the units at the other end
 * from left to right: a radix sort by the other ends, then by this end.
 */
static void sort_links(const struct work *work, bool by_lower, uint32_t *at,
		       uint32_t *list)
{
	uint32_t *count = cvg_calloc(work->nunits + 1, sizeof *count);
	uint32_t *sorted = cvg_alloc((work->nlinks + 1) * sizeof *sorted);

	for (uint32_t i = 0; i < work->nlinks; i++) {
		const struct link *l = &work->link[i];

		count[work->unit[by_lower ? l->upper : l->lower].at]++;
		at[by_lower ? l->lower : l->upper]++;
	}
	cvg_lay_starts(count, work->nunits);
	for (uint32_t i = 0; i < work->nlinks; i++) {
		const struct link *l = &work->link[i];

		sorted[count[work->unit[by_lower ? l->upper : l->lower].at]++] =
			i;
	}
	cvg_lay_starts(at, work->nunits);
	for (uint32_t i = 0; i < work->nlinks; i++) {
		const struct link *l = &work->link[sorted[i]];

		list[at[by_lower ? l->lower : l->upper]++] = sorted[i];
	}
	memmove(at + 1, at, work->nunits * sizeof *at);
	at[0] = 0;
	free(count);
	free(sorted);
}

/* ---- which links cross a bar ----------------------------------------- */

/* A Fenwick tree over places in the order: units that pass the current gap. */
static void passing_add(uint32_t *tree, uint32_t n, uint32_t at, uint32_t by)
{
	for (uint32_t i = at + 1; i <= n; i += i & -i)
		tree[i] += by;
}

static uint32_t passing_below(const uint32_t *tree, uint32_t at)
{
	uint32_t sum = 0;

	for (uint32_t i = at; i; i -= i & -i)
		sum += tree[i];
	return sum;
}

static void find_crossed(struct work *work)
{
	uint32_t *tree = cvg_calloc((size_t)work->nunits + 1, sizeof *tree);

	/* In gap r pass the units that began above row r and end in it or
	 * below. */
	for (uint32_t r = 1; r < work->nrows; r++) {
		for (uint32_t i = work->start_at[r - 1]; i < work->start_at[r];
		     i++)
			passing_add(tree, work->nunits,
				    work->unit[work->start[i]].at, 1);
		for (uint32_t i = work->end_at[r - 1]; i < work->end_at[r]; i++)
			passing_add(tree, work->nunits,
				    work->unit[work->end[i]].at, UINT32_MAX);
		for (uint32_t i = work->start_at[r]; i < work->start_at[r + 1];
		     i++) {
			uint32_t v = work->start[i];

			for (uint32_t k = work->up_at[v];
			     k < work->up_at[v + 1]; k++) {
				struct link *l = &work->link[work->up[k]];
				uint32_t a = work->unit[l->upper].at;
				uint32_t b = work->unit[l->lower].at;

				l->crossed = passing_below(tree, a) !=
					     passing_below(tree, b);
			}
		}
	}
	free(tree);
}

/* ---- neighbours ------------------------------------------------------ */

/*
 * The rows divided into pieces, each of which is covered by one unit or none.
 * unit[] and end[] are valid at the first row of a piece.
 */
struct cover {
	struct cvg_bits begins; /* rows at which a piece begins */
	uint32_t *unit;		/* [nrows] or CVG_NONE */
	uint32_t *end;		/* [nrows] first row after it */
};

/* The first row of the piece that has a row. */
static uint32_t piece_of(const struct cover *c, uint32_t row)
{
	uint32_t k = row >> 6;
	uint64_t word = c->begins.w[k] & (~UINT64_C(0) >> (63 - (row & 63)));

	while (!word)
		word = c->begins.w[--k];
	return k << 6 | (63 - (uint32_t)__builtin_clzll(word));
}

/* Make a piece begin at a row. */
static void cut(struct cover *c, uint32_t row)
{
	uint32_t p = piece_of(c, row);

	if (p == row)
		return;
	cvg_bits_add(&c->begins, row);
	c->unit[row] = c->unit[p];
	c->end[row] = c->end[p];
	c->end[p] = row;
}

/* The blank columns between two units: two between boxes, else one. */
static uint32_t blank(const struct work *work, uint32_t a, uint32_t b)
{
	return a < work->flow->n && b < work->flow->n ? 2 : 1;
}

static void add_pair(struct work *work, uint32_t a, uint32_t b)
{
	uint32_t apart =
		work->unit[a].half + work->unit[b].half + 1 + blank(work, a, b);

	/* All middles are odd. */
	cvg_push(&work->pair,
		 ((struct pair){a, b, (int32_t)(apart + (apart & 1))}));
}

static void lay_down(struct work *work, struct cover *c, uint32_t u)
{
	uint32_t top = work->unit[u].top, after = work->unit[u].bottom + 1;
	uint32_t last = CVG_NONE;

	cut(c, top);
	if (after < work->nrows)
		cut(c, after);
	for (uint32_t p = top; p < after; p = c->end[p]) {
		if (c->unit[p] != CVG_NONE && c->unit[p] != last)
			add_pair(work, c->unit[p], u);
		last = c->unit[p];
		if (p != top)
			cvg_bits_remove(&c->begins, p);
	}
	c->unit[top] = u;
	c->end[top] = after;
}

static void find_pairs(struct work *work)
{
	struct cover c;

	if (!work->nrows)
		return;
	cvg_bits_init(&c.begins, work->nrows);
	c.unit = cvg_alloc(work->nrows * sizeof *c.unit);
	c.end = cvg_alloc(work->nrows * sizeof *c.end);
	cvg_bits_add(&c.begins, 0);
	c.unit[0] = CVG_NONE;
	c.end[0] = work->nrows;
	for (uint32_t i = 0; i < work->nunits; i++)
		lay_down(work, &c, work->order[i]);
	cvg_bits_done(&c.begins);
	free(c.unit);
	free(c.end);
}

void cvg_lay_units(struct work *work)
{
	uint32_t n = work->flow->n, m = work->flow->nedges;
	size_t most = (size_t)n * 2 + m + 1;

	work->unit = cvg_alloc(most * sizeof *work->unit);
	work->order = cvg_alloc(most * sizeof *work->order);
	memset(work->bar, 0xFF, (m + 1) * sizeof *work->bar);
	memset(work->back_bar, 0xFF, (n + 1) * sizeof *work->back_bar);
	find_widths(work);
	make_units(work);
	assert(work->norder == work->nunits);
	work->start_at = cvg_calloc(work->nrows + 1, sizeof *work->start_at);
	work->end_at = cvg_calloc(work->nrows + 1, sizeof *work->end_at);
	work->start = cvg_alloc(most * sizeof *work->start);
	work->end = cvg_alloc(most * sizeof *work->end);
	sort_by_row(work, false, work->start_at, work->start);
	sort_by_row(work, true, work->end_at, work->end);
	work->link = cvg_alloc((most + m) * sizeof *work->link);
	make_links(work);
	work->up_at = cvg_calloc(work->nunits + 1, sizeof *work->up_at);
	work->down_at = cvg_calloc(work->nunits + 1, sizeof *work->down_at);
	work->up = cvg_alloc((work->nlinks + 1) * sizeof *work->up);
	work->down = cvg_alloc((work->nlinks + 1) * sizeof *work->down);
	sort_links(work, true, work->up_at, work->up);
	sort_links(work, false, work->down_at, work->down);
	find_crossed(work);
	find_pairs(work);
}
