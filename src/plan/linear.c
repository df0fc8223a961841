/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Linearization, the plan: see include/reconverge/linear.h. */
#include "linear.h"

#include "reconverge/graph.h"

#include <stdlib.h>

/* Charge each edge of Definition 1 to the region that holds its target, or
 * else its source. */
static void count_unstructured(struct lin_planner *planner)
{
	struct cvg_linplan *plan = planner->plan;

	for (size_t i = 0; i < planner->unstructured.n; i++) {
		const struct seed *edge = &planner->unstructured.at[i];
		uint32_t region = plan->region_of[edge->to];

		if (region == CVG_NONE)
			region = plan->region_of[edge->from];
		if (region != CVG_NONE)
			plan->at[region].unstructured++;
	}
}

static void plan_region(struct lin_planner *planner, uint32_t index)
{
	struct cvg_linregion *region = &planner->plan->at[index];

	cvg_linear_units(planner, index);
	cvg_linear_chain(planner, region);
	cvg_linear_price(planner, region);
}

/* Regions are grown from the pairs (block, successor) given. They count as
 * unstructured edges of their regions, beside those of Definition 1. */
static void take_edges(struct lin_planner *planner,
		       const struct cvg_u32s *edges)
{
	cvg_linear_edges(&planner->flow, &planner->unstructured);
	planner->plan->nunstructured = (uint32_t)planner->unstructured.n;
	for (size_t i = 0; i < edges->n; i += 2) {
		struct seed seed = {.kind = SEED_EDGE,
				    .from = edges->at[i],
				    .to = edges->at[i + 1],
				    .left_cycle = CVG_NONE};

		cvg_push(&planner->seeds, seed);
		cvg_push(&planner->unstructured, seed);
	}
}

static struct cvg_linplan *new_plan(const struct cvg_fn *fn)
{
	struct cvg_linplan *plan = cvg_calloc(1, sizeof *plan);

	plan->fn = fn;
	plan->unit_of = cvg_arena_array(&plan->arena, uint32_t, fn->nblocks);
	plan->region_of = cvg_arena_array(&plan->arena, uint32_t, fn->nblocks);
	for (uint32_t b = 0; b < fn->nblocks; b++)
		plan->unit_of[b] = plan->region_of[b] = CVG_NONE;
	return plan;
}

static struct lin_wishes wishes_of(const struct cvg_settings *settings)
{
	struct lin_wishes wishes = {
		.mode = (enum cvg_linearize)cvg_set_int(settings,
							CVG_SET_LINEARIZE),
		.level = (int)cvg_set_int(settings, CVG_SET_LIN_OPT),
		.depth = CVG_NONE,
	};

	if (wishes.mode == CVG_LINEARIZE_DEPTH)
		wishes.depth =
			(uint32_t)cvg_set_int(settings, CVG_SET_LIN_DEPTH);
	return wishes;
}

static void planner_done(struct lin_planner *planner)
{
	cvg_linflow_done(&planner->flow);
	cvg_guess_done(&planner->guess);
	free(planner->runs);
	free(planner->result);
	free(planner->time);
	free(planner->merged);
	free(planner->fate);
	free(planner->levels_around);
	free(planner->seeds.at);
	free(planner->unstructured.at);
}

/* `edges`: grow regions from these pairs (block, successor); NULL: the mode
 * says from what. */
static struct cvg_linplan *make_plan(struct cvg_ana *ana,
				     const struct cvg_settings *settings,
				     enum cvg_reach reach,
				     const struct cvg_u32s *edges)
{
	const struct cvg_fn *fn = cvg_ana_fn(ana);
	struct lin_planner planner = {
		.ana = ana,
		.settings = settings,
		.wishes = wishes_of(settings),
		.timed = cvg_set_int(settings, CVG_SET_TIMING) ==
			 CVG_TIMING_SCOREBOARD,
		.plan = new_plan(fn)};

	planner.plan->reach = reach;
	planner.plan->flags = planner.wishes.level >= 4;
	cvg_linflow_init(&planner.flow, ana);
	planner.fate =
		cvg_calloc(planner.flow.cycles->n + 1, sizeof *planner.fate);
	if (edges)
		take_edges(&planner, edges);
	else
		cvg_linear_modes(&planner);
	cvg_linear_regions(&planner);
	cvg_guess_init(&planner.guess, ana);
	cvg_linear_merged_init(&planner);
	planner.runs = cvg_calloc(fn->nblocks, sizeof *planner.runs);
	planner.result = cvg_calloc(fn->ninsts + 1, sizeof *planner.result);
	planner.time = cvg_calloc(fn->nblocks, sizeof *planner.time);
	cvg_linear_units_init(&planner);
	for (uint32_t r = 0; r < planner.plan->n; r++)
		plan_region(&planner, r);
	cvg_linear_units_done(&planner);
	count_unstructured(&planner);
	cvg_linear_judge(&planner);
	planner_done(&planner);
	return planner.plan;
}

struct cvg_linplan *cvg_plan_linear(struct cvg_ana *ana,
				    const struct cvg_settings *settings)
{
	if (cvg_set_int(settings, CVG_SET_LINEARIZE) ==
	    CVG_LINEARIZE_INTERLEAVE)
		return cvg_linear_split_plan(ana, settings);
	return make_plan(ana, settings, CVG_REACH_HEADS, NULL);
}

struct cvg_linplan *cvg_plan_linear_split(struct cvg_ana *ana,
					  const struct cvg_settings *settings,
					  enum cvg_reach reach)
{
	return make_plan(ana, settings, reach, NULL);
}

struct cvg_linplan *cvg_plan_linear_edges(struct cvg_ana *ana,
					  const struct cvg_u32s *edges)
{
	struct cvg_settings plain;

	cvg_settings_init(&plain);
	return make_plan(ana, &plain, CVG_REACH_HEADS, edges);
}

int64_t cvg_linear_net(const struct cvg_linregion *region)
{
	return region->saved + (region->timed ? region->covered : 0) -
	       region->price;
}

void cvg_linear_add_covered(struct cvg_str *out,
			    const struct cvg_linregion *region,
			    const char *before)
{
	if (region->covered > 0)
		cvg_str_addf(out, "%s%s %lld cycles of stalls%s", before,
			     region->timed ? "covers" : "would cover",
			     (long long)region->covered,
			     region->timed ? "" : " with timing=scoreboard");
}

const char *cvg_linear_source(const struct cvg_linregion *region)
{
	if (!region->measured)
		return "guessed";
	return region->times > 0 ? "profile" : "never reached";
}

void cvg_linplan_free(struct cvg_linplan *take_plan)
{
	if (!take_plan)
		return;
	cvg_arena_done(&take_plan->arena);
	free(take_plan);
}
