/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A chain while it is made: see linear_strand.h. */
#include "linear_strand.h"

#include "reconverge/graph.h"

#include <assert.h>
#include <stdlib.h>

/* Does D lead elsewhere than into the region, too? Thousands of regions may
 * share D; they follow each other. */
static bool has_other_ways(struct lin_planner *planner,
			   const struct cvg_linregion *region)
{
	const struct linflow *flow = &planner->flow;

	if (!planner->counted.ways || planner->counted.head != region->head) {
		planner->counted.head = region->head;
		planner->counted.ways = 0;
		cvg_foreach_succ (flow->fn, region->head, s)
			planner->counted.ways += flow->live[*s];
	}
	return planner->counted.ways > region->unit[region->nunits].nedges;
}

void cvg_strand_init(struct strand *strand, struct lin_planner *planner,
		     struct cvg_linregion *region)
{
	uint32_t head = region->nunits; /* D's place, behind all units */

	*strand = (struct strand){.planner = planner,
				  .region = region,
				  .level = planner->wishes.level,
				  .ends = {.region = region}};
	cvg_loop_nest_init(&strand->nest, region);
	strand->now.values = cvg_values_of_unit(&strand->nest, head);
	strand->now.ends = cvg_ends_of_unit(&strand->ends, head);
	strand->now.ends.part = has_other_ways(planner, region);
}

void cvg_strand_done(struct strand *strand)
{
	cvg_loop_nest_done(&strand->nest);
	cvg_values_done(&strand->now.values);
	free(strand->ends.at);
	free(strand->nodes.at);
}

/* A node for the unit at that place; if it is a test, one for its value. */
static uint32_t add_node(struct strand *strand, enum cvg_linkind kind,
			 uint32_t place)
{
	struct cvg_linnode node = {.kind = kind,
				   .unit = place,
				   .low = place,
				   .high = place + 1,
				   .to = {CVG_LIN_EXIT, CVG_LIN_EXIT}};

	cvg_push(&strand->nodes, node);
	return (uint32_t)strand->nodes.n - 1;
}

void cvg_strand_lead(struct strand *strand, uint32_t node)
{
	cvg_ends_lead(&strand->ends, &strand->nodes, &strand->now.ends, node);
}

void cvg_strand_run(struct strand *strand, uint32_t place)
{
	cvg_strand_lead(strand, add_node(strand, CVG_LIN_UNIT, place));
	cvg_values_done(&strand->now.values);
	strand->now.values = cvg_values_of_unit(&strand->nest, place);
	strand->now.ends = cvg_ends_of_unit(&strand->ends, place);
}

void cvg_strand_join(struct strand *strand, struct flow *flow)
{
	cvg_values_join(&strand->now.values, &flow->values);
	cvg_ends_join(&strand->ends, &strand->now.ends, &flow->ends);
}

/*
 * At level 3 a test stands only at the end of a block that has no other ways
 * on. D may have some, and so may a unit that is a loop. At level 4 a block may
 * have them if all of its ways meet at the same place, which post-dominates it
 * then. Else the place where this test's ways meet would be a split join.
 */
bool cvg_strand_can_merge(const struct strand *strand, bool last)
{
	uint32_t block = strand->now.ends.block, n = 0;

	if (block == CVG_NONE || strand->level < 3)
		return false;
	if (strand->level >= 4)
		return last || !strand->now.ends.part;
	for (uint32_t number = strand->now.ends.first; number;
	     number = strand->ends.at[number - 1].next)
		n++;
	return strand->planner->flow.fn->blocks[block].nsuccs == n;
}

/* Make the node of a test. `now` and *other have the values of either side;
 * the ends are still all in *other. */
static void add_test(struct strand *strand, const struct test *test,
		     struct flow *other)
{
	uint32_t node = add_node(strand, test->kind, test->low);
	struct cvg_linnode *it = &strand->nodes.at[node];

	it->high = test->high;
	cvg_values_test(it, &strand->now.values, &other->values);
	cvg_ends_lead(&strand->ends, &strand->nodes, &other->ends, node);
	other->ends = cvg_ends_of_node(&strand->ends, node, 1);
	if (test->holds != CVG_NONE)
		it->to[0] = test->holds;
	else
		strand->now.ends = cvg_ends_of_node(&strand->ends, node, 0);
}

void cvg_strand_split(struct strand *strand, const struct test *test,
		      struct flow *other)
{
	bool merge =
		test->may_merge && cvg_strand_can_merge(strand, test->last);
	uint32_t next = (uint32_t)strand->nodes.n;

	*other = strand->now;
	strand->now = (struct flow){.ends = CVG_NO_ENDS};
	cvg_values_split(&other->values, test->low, test->high,
			 &strand->now.values);
	assert(values_n(&strand->now.values));
	if (merge) /* the block's own branch tests */
		cvg_ends_lead_some(
			&strand->ends, &other->ends, test->low, test->high,
			test->holds == CVG_NONE ? next : test->holds);
	else
		add_test(strand, test, other);
}
