/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Linearization, the plan: see include/reconverge/linear.h. */
#include "linear.h"

#include <stdlib.h>

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

	cvg_linear_units(l, region);
	cvg_linear_chain(l, r);
	cvg_linear_price(l, r);
	for (uint32_t u = 0; u < r->nunits; u++)
		for (uint32_t k = 0; k < r->unit[u].nedges; k++)
			r->retreating +=
				r->edge[r->unit[u].edges_at + k].value <= u;
}

/* Those given, as if they were unstructured, and those that are. */
static void these_edges(struct liner *l, const struct cvg_u32s *pairs)
{
	cvg_linear_edges(&l->flow, &l->broken);
	l->plan->nunstructured = (uint32_t)l->broken.n;
	for (size_t i = 0; i < pairs->n; i += 2) {
		struct linedge e = {.from = pairs->at[i],
				    .to = pairs->at[i + 1],
				    .loop = CVG_NONE};

		cvg_push(&l->edges, e);
		cvg_push(&l->broken, e);
	}
}

/* `pairs`: (block, successor); NULL: by the mode. */
static struct cvg_linplan *make_plan(struct cvg_ana *ana,
				     const struct cvg_settings *settings,
				     const struct cvg_u32s *pairs)
{
	struct cvg_linplan *plan = cvg_calloc(1, sizeof *plan);
	const struct cvg_fn *fn = cvg_ana_fn(ana);
	struct liner l = {
		.ana = ana, .fn = fn, .settings = settings, .plan = plan};

	l.level = cvg_set_int(settings, CVG_SET_LIN_OPT);
	l.mode = (enum cvg_linearize)cvg_set_int(settings, CVG_SET_LINEARIZE);
	l.whole = l.mode == CVG_LINEARIZE_ALL;
	l.depth = CVG_NONE;
	if (l.mode == CVG_LINEARIZE_DEPTH)
		l.depth = (uint32_t)cvg_set_int(settings, CVG_SET_LIN_DEPTH);
	plan->fn = fn;
	plan->unit_of = cvg_arena_array(&plan->arena, uint32_t, fn->nblocks);
	plan->region_of = cvg_arena_array(&plan->arena, uint32_t, fn->nblocks);
	l.unit_of = cvg_alloc(fn->nblocks * sizeof *l.unit_of);
	for (uint32_t b = 0; b < fn->nblocks; b++)
		l.unit_of[b] = plan->unit_of[b] = plan->region_of[b] = CVG_NONE;
	cvg_linflow_init(&l.flow, ana);
	l.mix = cvg_calloc(l.flow.cycles->n + 1, sizeof *l.mix);
	if (pairs)
		these_edges(&l, pairs);
	else
		cvg_linear_modes(&l);
	cvg_linear_regions(&l);
	cvg_linear_parts_init(&l);
	l.cycle_at = cvg_alloc((l.flow.cycles->n + 1) * sizeof *l.cycle_at);
	for (uint32_t c = 0; c < l.flow.cycles->n; c++)
		l.cycle_at[c] = CVG_NONE;
	cvg_guess_init(&l.guess, ana);
	l.runs = cvg_calloc(fn->nblocks, sizeof *l.runs);
	for (uint32_t r = 0; r < plan->n; r++)
		plan_region(&l, r);
	cvg_linear_parts_done(&l);
	free(l.runs);
	cvg_guess_done(&l.guess);
	free(l.cycle_at);
	count_edges(&l);
	cvg_linear_judge(&l);
	cvg_linflow_done(&l.flow);
	free(l.unit_of);
	free(l.mix);
	free(l.level_at);
	free(l.edges.at);
	free(l.broken.at);
	return plan;
}

struct cvg_linplan *cvg_plan_linear(struct cvg_ana *ana,
				    const struct cvg_settings *settings)
{
	return make_plan(ana, settings, NULL);
}

struct cvg_linplan *cvg_plan_linear_edges(struct cvg_ana *ana,
					  const struct cvg_u32s *edges)
{
	struct cvg_settings plain;

	cvg_settings_init(&plain);
	return make_plan(ana, &plain, edges);
}

const char *cvg_linear_source(const struct cvg_linregion *r)
{
	return r->measured ? "profile" : "guessed";
}

void cvg_linplan_free(struct cvg_linplan *take_plan)
{
	if (!take_plan)
		return;
	cvg_arena_done(&take_plan->arena);
	free(take_plan);
}
