/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Linearization, the plan: see include/reconverge/linear.h. */
#include "linear.h"

#include <stdlib.h>

/* Every branch: its successors but the one where its ways meet. */
static void every_branch(struct liner *l)
{
	const struct linflow *w = &l->flow;

	for (uint32_t b = 0; b < l->fn->nblocks; b++) {
		if (!w->live[b] || l->fn->blocks[b].nsuccs < 2)
			continue;
		cvg_foreach_succ (l->fn, b, s) {
			struct linedge e = {b, *s, CVG_NONE, false};

			if (!w->live[*s] || *s == w->joins[b] ||
			    cvg_dominates(w->dom, *s, b))
				continue;
			cvg_push(&l->edges, e);
		}
	}
}

static void choose_edges(struct liner *l)
{
	linear_edges(&l->flow, &l->broken);
	l->plan->nunstructured = (uint32_t)l->broken.n;
	for (size_t i = 0; i < l->broken.n; i++)
		cvg_push(&l->edges, l->broken.at[i]);
	if (l->whole)
		every_branch(l);
}

static void count_edges(struct liner *l)
{
	struct cvg_linplan *plan = l->plan;

	for (size_t i = 0; i < l->broken.n; i++) {
		uint32_t r = plan->region_of[l->broken.at[i].to];

		if (r == CVG_NONE)
			r = plan->region_of[l->broken.at[i].from];
		if (r != CVG_NONE)
			plan->at[r].unstructured++;
	}
}

static void plan_region(struct liner *l, uint32_t region)
{
	struct cvg_linregion *r = &l->plan->at[region];
	struct linloops loops = {0};

	linear_units(l, region, &loops);
	linear_chain(l, r, &loops);
	linear_price(l, r);
	for (uint32_t u = 0; u < r->nunits; u++)
		for (uint32_t k = 0; k < r->unit[u].nedges; k++)
			r->retreating +=
				r->edge[r->unit[u].edges_at + k].value <= u;
	free(loops.at);
}

struct cvg_linplan *cvg_plan_linear(struct cvg_ana *ana,
				    const struct cvg_settings *settings)
{
	struct cvg_linplan *plan = cvg_calloc(1, sizeof *plan);
	const struct cvg_fn *fn = cvg_ana_fn(ana);
	struct liner l = {
		.ana = ana, .fn = fn, .settings = settings, .plan = plan};

	l.level = cvg_set_int(settings, CVG_SET_LIN_OPT);
	l.whole = cvg_set_int(settings, CVG_SET_LINEARIZE) == CVG_LINEARIZE_ALL;
	plan->fn = fn;
	plan->unit_of = cvg_arena_array(&plan->arena, uint32_t, fn->nblocks);
	plan->region_of = cvg_arena_array(&plan->arena, uint32_t, fn->nblocks);
	l.unit_of = cvg_alloc(fn->nblocks * sizeof *l.unit_of);
	for (uint32_t b = 0; b < fn->nblocks; b++)
		l.unit_of[b] = plan->unit_of[b] = plan->region_of[b] = CVG_NONE;
	linflow_init(&l.flow, ana);
	choose_edges(&l);
	linear_regions(&l);
	for (uint32_t r = 0; r < plan->n; r++)
		plan_region(&l, r);
	count_edges(&l);
	linear_judge(&l);
	linflow_done(&l.flow);
	free(l.unit_of);
	free(l.edges.at);
	free(l.broken.at);
	return plan;
}

void cvg_linplan_free(struct cvg_linplan *take_plan)
{
	if (!take_plan)
		return;
	cvg_arena_done(&take_plan->arena);
	free(take_plan);
}
