/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A layout from its steps: see private.h. */
#include "private.h"

#include <stdlib.h>

static void work_init(struct work *work, const struct cvg_flow *f)
{
	size_t n = (size_t)f->n + 1, m = (size_t)f->nedges + 1;

	*work = (struct work){.flow = f};
	work->from = cvg_calloc(m, sizeof *work->from);
	work->back = cvg_calloc(m, sizeof *work->back);
	work->rank = cvg_calloc(n, sizeof *work->rank);
	work->bar = cvg_calloc(m, sizeof *work->bar);
	work->back_bar = cvg_calloc(n, sizeof *work->back_bar);
	work->width = cvg_calloc(n, sizeof *work->width);
	work->entry = cvg_calloc(n, sizeof *work->entry);
	work->port = cvg_calloc(m, sizeof *work->port);
	work->joins = cvg_calloc(m, sizeof *work->joins);
	work->edge_level = cvg_calloc(m, sizeof *work->edge_level);
	for (uint32_t v = 0; v < f->n; v++)
		for (uint32_t k = 0; k < f->node[v].nedges; k++)
			work->from[f->node[v].edges_at + k] = v;
}

/* Allocate what depends on the number of rows and units. */
static void work_grow(struct work *work)
{
	size_t gaps = (size_t)work->nrows + 1, units = (size_t)work->nunits + 1;

	work->bar_group = cvg_calloc(units, sizeof *work->bar_group);
	work->bar_level = cvg_calloc(units, sizeof *work->bar_level);
	work->gap_levels = cvg_calloc(gaps, sizeof *work->gap_levels);
	work->gap_label = cvg_calloc(gaps, sizeof *work->gap_label);
	work->gap_y = cvg_calloc(gaps, sizeof *work->gap_y);
}

static void work_done(struct work *work)
{
	void *all[] = {work->from,	 work->back,	  work->rank,
		       work->item,	 work->unit,	  work->bar,
		       work->back_bar,	 work->order,	  work->start_at,
		       work->start,	 work->end_at,	  work->end,
		       work->link,	 work->up_at,	  work->up,
		       work->down_at,	 work->down,	  work->pair.at,
		       work->width,	 work->entry,	  work->port,
		       work->pin,	 work->group,	  work->joins,
		       work->edge_level, work->bar_group, work->bar_level,
		       work->gap_levels, work->gap_label, work->gap_y};

	for (size_t i = 0; i < sizeof all / sizeof *all; i++)
		free(all[i]);
}

struct cvg_layout *cvg_layout_new(const struct cvg_flow *flow)
{
	struct cvg_layout *layout = cvg_calloc(1, sizeof *layout);
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
	layout->n = flow->n;
	layout->nedges = flow->nedges;
	layout->nrows = w.nrows;
	layout->place = cvg_arena_array(&layout->arena, struct cvg_layout_place,
					layout->n + 1);
	layout->route = cvg_arena_array(&layout->arena, struct cvg_route,
					layout->nedges + 1);
	layout->row = cvg_arena_array(&layout->arena, struct cvg_layout_row,
				      layout->nrows + 1);
	layout->order =
		cvg_arena_array(&layout->arena, uint32_t, layout->n + 1);
	cvg_lay_routes(&w, layout);
	work_done(&w);
	cvg_lay_index(layout);
	return layout;
}

void cvg_layout_free(struct cvg_layout *take_layout)
{
	if (!take_layout)
		return;
	cvg_arena_done(&take_layout->arena);
	free(take_layout);
}
