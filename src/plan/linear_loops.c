/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The loops of a region and their guard values: see linear_loops.h. */
#include "linear_loops.h"

#include <assert.h>
#include <stdlib.h>

static bool loop_has(const struct loop_nest *nest, uint32_t loop,
		     uint32_t place)
{
	const struct cvg_linloop *it = &nest->region->loop[loop];

	return place >= it->first && place < it->end;
}

void cvg_loop_nest_init(struct loop_nest *nest,
			const struct cvg_linregion *region)
{
	uint32_t nunits = region->nunits, next = 0;
	uint32_t inner = CVG_NONE; /* innermost loop at the place */

	*nest = (struct loop_nest){.region = region};
	nest->headed = cvg_alloc(nunits * sizeof *nest->headed);
	nest->around = cvg_alloc(nunits * sizeof *nest->around);
	nest->outer = cvg_alloc((region->nloops + 1) * sizeof *nest->outer);
	for (uint32_t place = 0; place < nunits; place++) {
		while (inner != CVG_NONE && !loop_has(nest, inner, place))
			inner = nest->outer[inner];
		nest->headed[place] = CVG_NONE;
		if (next < region->nloops &&
		    region->loop[next].first == place) {
			nest->outer[next] = inner;
			nest->headed[place] = next;
			inner = next++;
		}
		assert(next >= region->nloops ||
		       region->loop[next].first > place);
		nest->around[place] = inner;
	}
}

void cvg_loop_nest_done(struct loop_nest *nest)
{
	free(nest->headed);
	free(nest->around);
	free(nest->outer);
	free(nest->scratch.at);
}

uint32_t cvg_loop_nest_start(const struct loop_nest *nest, uint32_t place,
			     uint32_t first)
{
	uint32_t start = place;

	for (uint32_t loop = nest->around[place];
	     loop != CVG_NONE && nest->region->loop[loop].first >= first;
	     loop = nest->outer[loop])
		start = nest->region->loop[loop].first;
	return start;
}

/* The innermost loop that holds both places, or CVG_NONE. */
static uint32_t common_loop(const struct loop_nest *nest, uint32_t a,
			    uint32_t b)
{
	uint32_t loop = nest->around[b];

	while (loop != CVG_NONE && !loop_has(nest, loop, a))
		loop = nest->outer[loop];
	return loop;
}

struct values cvg_values_of_unit(struct loop_nest *nest, uint32_t place)
{
	const struct cvg_linregion *region = nest->region;
	const struct cvg_linunit *unit = &region->unit[place];

	for (uint32_t k = 0; k < unit->nedges; k++)
		cvg_push(&nest->scratch,
			 region->edge[unit->edges_at + k].value);
	return cvg_values_of_list(&nest->scratch);
}

struct values cvg_values_of_loop(struct loop_nest *nest, uint32_t loop)
{
	const struct cvg_linregion *region = nest->region;
	const struct cvg_linloop *it = &region->loop[loop];

	for (uint32_t place = it->first; place < it->end; place++) {
		const struct cvg_linunit *unit = &region->unit[place];

		for (uint32_t k = 0; k < unit->nedges; k++) {
			uint32_t value = region->edge[unit->edges_at + k].value;

			if (!loop_has(nest, loop, value))
				cvg_push(&nest->scratch, value);
		}
	}
	return cvg_values_of_list(&nest->scratch);
}

struct values cvg_values_back(struct loop_nest *nest, uint32_t loop)
{
	const struct cvg_linregion *region = nest->region;
	const struct cvg_linloop *it = &region->loop[loop];

	/* Only ways back of merged loops lead past the header. */
	for (uint32_t place = it->first; place < it->end && it->merged;
	     place++) {
		const struct cvg_linunit *unit = &region->unit[place];

		for (uint32_t k = 0; k < unit->nedges; k++) {
			uint32_t value = region->edge[unit->edges_at + k].value;

			if (value >= it->first && value <= place &&
			    common_loop(nest, place, value) == loop)
				cvg_push(&nest->scratch, value);
		}
	}
	cvg_push(&nest->scratch, it->first);
	return cvg_values_of_list(&nest->scratch);
}
