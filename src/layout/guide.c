/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Rows and an order that were found elsewhere (struct cvg_guide), in place of
 * those of rank.c. Row numbers are made dense, an edge that does not lead to a
 * later row leads back, and from left to right items stand by their x. The
 * other steps of a layout accept any rows and any order.
 */
#include "private.h"

#include <stdlib.h>
#include <string.h>

void cvg_guide_init(struct cvg_guide *g, const struct cvg_flow *flow)
{
	g->row = cvg_calloc((size_t)flow->n + 1, sizeof *g->row);
	g->x = cvg_calloc((size_t)flow->n + 1, sizeof *g->x);
	g->edge_x = cvg_calloc((size_t)flow->nedges + 1, sizeof *g->edge_x);
}

void cvg_guide_done(struct cvg_guide *g)
{
	free(g->row);
	free(g->x);
	free(g->edge_x);
	*g = (struct cvg_guide){.row = NULL};
}

/* ---- rows ------------------------------------------------------------ */

static int by_number(const void *a, const void *b)
{
	uint32_t p = *(const uint32_t *)a, q = *(const uint32_t *)b;

	return (p > q) - (p < q);
}

/* Number the rows that are used from 0, in order. */
static void take_rows(struct work *work, const struct cvg_guide *g)
{
	uint32_t n = work->flow->n;
	uint32_t *used = cvg_alloc(((size_t)n + 1) * sizeof *used);

	memcpy(used, g->row, n * sizeof *used);
	if (n)
		qsort(used, n, sizeof *used, by_number);
	for (uint32_t i = 0; i < n; i++)
		if (!i || used[i] != used[work->nrows - 1])
			used[work->nrows++] = used[i];
	for (uint32_t v = 0; v < n; v++) {
		const uint32_t *at = bsearch(&g->row[v], used, work->nrows,
					     sizeof *used, by_number);

		work->rank[v] = (uint32_t)(at - used);
	}
	free(used);
}

/* ---- the order ------------------------------------------------------- */

struct placed {
	double x;
	struct item item;
};

/* Compare by x, then by kind, then by id. */
static int by_x(const void *a, const void *b)
{
	const struct placed *p = a, *q = b;

	if (p->x != q->x)
		return p->x < q->x ? -1 : 1;
	if (p->item.kind != q->item.kind)
		return p->item.kind < q->item.kind ? -1 : 1;
	return (p->item.id > q->item.id) - (p->item.id < q->item.id);
}

/* One item for all edges that lead back to a node, at the x of the longest. */
static uint32_t place_back(const struct work *work, const struct cvg_guide *g,
			   struct placed *out)
{
	uint32_t *longest =
		cvg_alloc(((size_t)work->flow->n + 1) * sizeof *longest);
	uint32_t n = 0;

	memset(longest, 0xFF, ((size_t)work->flow->n + 1) * sizeof *longest);
	for (uint32_t e = 0; e < work->flow->nedges; e++) {
		uint32_t *l = &longest[work->flow->edge[e].to];

		if (work->back[e] &&
		    (*l == CVG_NONE ||
		     work->rank[work->from[*l]] < work->rank[work->from[e]]))
			*l = e;
	}
	for (uint32_t v = 0; v < work->flow->n; v++)
		if (longest[v] != CVG_NONE)
			out[n++] = (struct placed){g->edge_x[longest[v]],
						   {ITEM_BACK, v}};
	free(longest);
	return n;
}

void cvg_lay_guided(struct work *work)
{
	const struct cvg_flow *f = work->flow;
	const struct cvg_guide *g = f->guide;
	size_t most = (size_t)f->n * 2 + f->nedges + 1;
	struct placed *all = cvg_alloc(most * sizeof *all);
	uint32_t n = 0;

	take_rows(work, g);
	for (uint32_t v = 0; v < f->n; v++)
		all[n++] = (struct placed){g->x[v], {ITEM_NODE, v}};
	for (uint32_t e = 0; e < f->nedges; e++) {
		work->back[e] =
			work->rank[f->edge[e].to] <= work->rank[work->from[e]];
		if (!work->back[e])
			all[n++] =
				(struct placed){g->edge_x[e], {ITEM_EDGE, e}};
	}
	n += place_back(work, g, all + n);
	qsort(all, n, sizeof *all, by_x);
	work->item = cvg_alloc(most * sizeof *work->item);
	for (uint32_t i = 0; i < n; i++)
		work->item[work->nitems++] = all[i].item;
	free(all);
}
