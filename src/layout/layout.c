/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A layout from its steps: see private.h. */
#include "private.h"

#include <stdlib.h>

static void work_init(struct work *w, const struct cvg_flow *f)
{
	size_t n = (size_t)f->n + 1, m = (size_t)f->nedges + 1;

	*w = (struct work){.flow = f};
	w->from = cvg_calloc(m, sizeof *w->from);
	w->back = cvg_calloc(m, sizeof *w->back);
	w->rank = cvg_calloc(n, sizeof *w->rank);
	w->bar = cvg_calloc(m, sizeof *w->bar);
	w->back_bar = cvg_calloc(n, sizeof *w->back_bar);
	w->width = cvg_calloc(n, sizeof *w->width);
	w->entry = cvg_calloc(n, sizeof *w->entry);
	w->port = cvg_calloc(m, sizeof *w->port);
	w->joins = cvg_calloc(m, sizeof *w->joins);
	w->edge_level = cvg_calloc(m, sizeof *w->edge_level);
	for (uint32_t v = 0; v < f->n; v++)
		for (uint32_t k = 0; k < f->node[v].nedges; k++)
			w->from[f->node[v].edges_at + k] = v;
}

/* Allocate what depends on the number of rows and units. */
static void work_grow(struct work *w)
{
	size_t gaps = (size_t)w->nrows + 1, units = (size_t)w->nunits + 1;

	w->bar_group = cvg_calloc(units, sizeof *w->bar_group);
	w->bar_level = cvg_calloc(units, sizeof *w->bar_level);
	w->gap_levels = cvg_calloc(gaps, sizeof *w->gap_levels);
	w->gap_label = cvg_calloc(gaps, sizeof *w->gap_label);
	w->gap_y = cvg_calloc(gaps, sizeof *w->gap_y);
}

static void work_done(struct work *w)
{
	void *all[] = {w->from,	      w->back,	    w->rank,	  w->item,
		       w->unit,	      w->bar,	    w->back_bar,  w->order,
		       w->start_at,   w->start,	    w->end_at,	  w->end,
		       w->link,	      w->up_at,	    w->up,	  w->down_at,
		       w->down,	      w->pair.at,   w->width,	  w->entry,
		       w->port,	      w->pin,	    w->group,	  w->joins,
		       w->edge_level, w->bar_group, w->bar_level, w->gap_levels,
		       w->gap_label,  w->gap_y};

	for (size_t i = 0; i < sizeof all / sizeof *all; i++)
		free(all[i]);
}

struct cvg_layout *cvg_layout_new(const struct cvg_flow *flow)
{
	struct cvg_layout *l = cvg_calloc(1, sizeof *l);
	struct work w;

	work_init(&w, flow);
	if (flow->guide)
		cvg_lay_guided(&w);
	else
		cvg_lay_rank(&w);
	cvg_lay_units(&w);
	work_grow(&w);
	cvg_lay_columns(&w);
	cvg_lay_ports(&w);
	cvg_lay_gaps(&w);
	l->n = flow->n;
	l->nedges = flow->nedges;
	l->nrows = w.nrows;
	l->place = cvg_arena_array(&l->arena, struct cvg_place, l->n + 1);
	l->route = cvg_arena_array(&l->arena, struct cvg_route, l->nedges + 1);
	l->row = cvg_arena_array(&l->arena, struct cvg_row, l->nrows + 1);
	l->order = cvg_arena_array(&l->arena, uint32_t, l->n + 1);
	cvg_lay_routes(&w, l);
	work_done(&w);
	cvg_lay_index(l);
	return l;
}

void cvg_layout_free(struct cvg_layout *take_l)
{
	if (!take_l)
		return;
	cvg_arena_done(&take_l->arena);
	free(take_l);
}
