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

static void find_widths(struct work *w)
{
	for (uint32_t v = 0; v < w->flow->n; v++) {
		const struct cvg_flow_node *n = &w->flow->node[v];
		uint32_t room = 4; /* frame and letters at both ends */

		for (uint32_t k = 0; k < n->nedges; k++)
			room += port_room(&w->flow->edge[n->edges_at + k]);
		w->width[v] = (n->width > room ? n->width : room) | 1;
	}
}

/* ---- bars ------------------------------------------------------------ */

static uint32_t new_unit(struct work *w, struct unit u)
{
	u.at = w->nunits;
	w->unit[w->nunits] = u;
	return w->nunits++;
}

static bool is_long(const struct work *w, uint32_t e)
{
	return w->rank[w->flow->edge[e].to] > w->rank[w->from[e]] + 1;
}

/* Give edge e a bar: the last unit in the order if that leads to the same node,
 * else a new one. */
static void add_forward(struct work *w, uint32_t e, uint32_t *last)
{
	const struct cvg_flow_edge *edge = &w->flow->edge[e];
	uint32_t top = w->rank[w->from[e]] + 1;

	if (*last == CVG_NONE || w->unit[*last].to != edge->to ||
	    w->unit[*last].back) {
		*last = new_unit(w,
				 (struct unit){.top = top,
					       .bottom = w->rank[edge->to] - 1,
					       .to = edge->to});
		w->order[w->unit[*last].at = w->norder++] = *last;
	}
	if (w->unit[*last].top > top)
		w->unit[*last].top = top;
	w->unit[*last].heavy |= edge->heavy;
	w->bar[e] = *last;
}

static void add_back(struct work *w, uint32_t v)
{
	uint32_t u = new_unit(w, (struct unit){.top = w->rank[v],
					       .bottom = w->rank[v],
					       .half = 1,
					       .to = v,
					       .back = true});

	w->order[w->unit[u].at = w->norder++] = u;
	w->back_bar[v] = u;
}

static void make_units(struct work *w)
{
	uint32_t last = CVG_NONE; /* unit in the order */

	for (uint32_t v = 0; v < w->flow->n; v++)
		new_unit(w, (struct unit){.top = w->rank[v],
					  .bottom = w->rank[v],
					  .half = w->width[v] / 2,
					  .to = v});
	for (uint32_t i = 0; i < w->nitems; i++) {
		uint32_t id = w->item[i].id;

		switch (w->item[i].kind) {
		case ITEM_NODE:
			w->order[w->unit[id].at = w->norder++] = id;
			last = CVG_NONE;
			break;
		case ITEM_EDGE:
			if (is_long(w, id))
				add_forward(w, id, &last);
			break;
		case ITEM_BACK:
			add_back(w, id);
			last = CVG_NONE;
			break;
		}
	}
	for (uint32_t e = 0; e < w->flow->nedges; e++) {
		struct unit *bar;

		if (!w->back[e])
			continue;
		w->bar[e] = w->back_bar[w->flow->edge[e].to];
		bar = &w->unit[w->bar[e]];
		if (bar->bottom < w->rank[w->from[e]])
			bar->bottom = w->rank[w->from[e]];
		bar->heavy |= w->flow->edge[e].heavy;
	}
}

/* Units by the row they begin or end in, from left to right. */
static void sort_by_row(const struct work *w, bool bottom, uint32_t *at,
			uint32_t *list)
{
	for (uint32_t i = 0; i < w->nunits; i++)
		at[bottom ? w->unit[i].bottom : w->unit[i].top]++;
	cvg_lay_starts(at, w->nrows);
	for (uint32_t i = 0; i < w->nunits; i++) {
		const struct unit *u = &w->unit[w->order[i]];

		list[at[bottom ? u->bottom : u->top]++] = w->order[i];
	}
	memmove(at + 1, at, w->nrows * sizeof *at);
	at[0] = 0;
}

/* ---- links ----------------------------------------------------------- */

static void add_link(struct work *w, uint32_t upper, uint32_t lower)
{
	w->link[w->nlinks++] = (struct link){upper, lower, false};
}

static void make_links(struct work *w)
{
	const struct cvg_flow *f = w->flow;

	for (uint32_t e = 0; e < f->nedges; e++) {
		uint32_t bar = w->bar[e];

		if (w->back[e])
			continue;
		if (bar == CVG_NONE)
			add_link(w, w->from[e], f->edge[e].to);
		else if (w->unit[bar].top == w->rank[w->from[e]] + 1)
			add_link(w, w->from[e], bar);
	}
	for (uint32_t u = f->n; u < w->nunits; u++)
		if (!w->unit[u].back)
			add_link(w, u, w->unit[u].to);
}

/*
 * List the links of each unit at one end, sorted by the units at the other end
 * from left to right: a radix sort by the other ends, then by this end.
 */
static void sort_links(const struct work *w, bool by_lower, uint32_t *at,
		       uint32_t *list)
{
	uint32_t *count = cvg_calloc(w->nunits + 1, sizeof *count);
	uint32_t *sorted = cvg_alloc((w->nlinks + 1) * sizeof *sorted);

	for (uint32_t i = 0; i < w->nlinks; i++) {
		const struct link *l = &w->link[i];

		count[w->unit[by_lower ? l->upper : l->lower].at]++;
		at[by_lower ? l->lower : l->upper]++;
	}
	cvg_lay_starts(count, w->nunits);
	for (uint32_t i = 0; i < w->nlinks; i++) {
		const struct link *l = &w->link[i];

		sorted[count[w->unit[by_lower ? l->upper : l->lower].at]++] = i;
	}
	cvg_lay_starts(at, w->nunits);
	for (uint32_t i = 0; i < w->nlinks; i++) {
		const struct link *l = &w->link[sorted[i]];

		list[at[by_lower ? l->lower : l->upper]++] = sorted[i];
	}
	memmove(at + 1, at, w->nunits * sizeof *at);
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

static void find_crossed(struct work *w)
{
	uint32_t *tree = cvg_calloc((size_t)w->nunits + 1, sizeof *tree);

	/* In gap r pass the units that began above row r and end in it or
	 * below. */
	for (uint32_t r = 1; r < w->nrows; r++) {
		for (uint32_t i = w->start_at[r - 1]; i < w->start_at[r]; i++)
			passing_add(tree, w->nunits, w->unit[w->start[i]].at,
				    1);
		for (uint32_t i = w->end_at[r - 1]; i < w->end_at[r]; i++)
			passing_add(tree, w->nunits, w->unit[w->end[i]].at,
				    UINT32_MAX);
		for (uint32_t i = w->start_at[r]; i < w->start_at[r + 1]; i++) {
			uint32_t v = w->start[i];

			for (uint32_t k = w->up_at[v]; k < w->up_at[v + 1];
			     k++) {
				struct link *l = &w->link[w->up[k]];
				uint32_t a = w->unit[l->upper].at;
				uint32_t b = w->unit[l->lower].at;

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
static uint32_t blank(const struct work *w, uint32_t a, uint32_t b)
{
	return a < w->flow->n && b < w->flow->n ? 2 : 1;
}

static void add_pair(struct work *w, uint32_t a, uint32_t b)
{
	uint32_t apart = w->unit[a].half + w->unit[b].half + 1 + blank(w, a, b);

	/* All middles are odd. */
	cvg_push(&w->pair,
		 ((struct pair){a, b, (int32_t)(apart + (apart & 1))}));
}

static void lay_down(struct work *w, struct cover *c, uint32_t u)
{
	uint32_t top = w->unit[u].top, after = w->unit[u].bottom + 1;
	uint32_t last = CVG_NONE;

	cut(c, top);
	if (after < w->nrows)
		cut(c, after);
	for (uint32_t p = top; p < after; p = c->end[p]) {
		if (c->unit[p] != CVG_NONE && c->unit[p] != last)
			add_pair(w, c->unit[p], u);
		last = c->unit[p];
		if (p != top)
			cvg_bits_remove(&c->begins, p);
	}
	c->unit[top] = u;
	c->end[top] = after;
}

static void find_pairs(struct work *w)
{
	struct cover c;

	if (!w->nrows)
		return;
	cvg_bits_init(&c.begins, w->nrows);
	c.unit = cvg_alloc(w->nrows * sizeof *c.unit);
	c.end = cvg_alloc(w->nrows * sizeof *c.end);
	cvg_bits_add(&c.begins, 0);
	c.unit[0] = CVG_NONE;
	c.end[0] = w->nrows;
	for (uint32_t i = 0; i < w->nunits; i++)
		lay_down(w, &c, w->order[i]);
	cvg_bits_done(&c.begins);
	free(c.unit);
	free(c.end);
}

void cvg_lay_units(struct work *w)
{
	uint32_t n = w->flow->n, m = w->flow->nedges;
	size_t most = (size_t)n * 2 + m + 1;

	w->unit = cvg_alloc(most * sizeof *w->unit);
	w->order = cvg_alloc(most * sizeof *w->order);
	memset(w->bar, 0xFF, (m + 1) * sizeof *w->bar);
	memset(w->back_bar, 0xFF, (n + 1) * sizeof *w->back_bar);
	find_widths(w);
	make_units(w);
	assert(w->norder == w->nunits);
	w->start_at = cvg_calloc(w->nrows + 1, sizeof *w->start_at);
	w->end_at = cvg_calloc(w->nrows + 1, sizeof *w->end_at);
	w->start = cvg_alloc(most * sizeof *w->start);
	w->end = cvg_alloc(most * sizeof *w->end);
	sort_by_row(w, false, w->start_at, w->start);
	sort_by_row(w, true, w->end_at, w->end);
	w->link = cvg_alloc((most + m) * sizeof *w->link);
	make_links(w);
	w->up_at = cvg_calloc(w->nunits + 1, sizeof *w->up_at);
	w->down_at = cvg_calloc(w->nunits + 1, sizeof *w->down_at);
	w->up = cvg_alloc((w->nlinks + 1) * sizeof *w->up);
	w->down = cvg_alloc((w->nlinks + 1) * sizeof *w->down);
	sort_links(w, true, w->up_at, w->up);
	sort_links(w, false, w->down_at, w->down);
	find_crossed(w);
	find_pairs(w);
}
