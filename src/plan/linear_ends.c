/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Loose ends of the chain: see linear_ends.h. */
#include "linear_ends.h"

static struct loose_end *end_at(struct loose_ends *ends, uint32_t number)
{
	return &ends->at[number - 1];
}

/* `block`: of which the end is an edge, or CVG_NONE. */
static void append(struct loose_ends *ends, struct end_list *list,
		   struct loose_end end, uint32_t block)
{
	uint32_t number;

	cvg_push(ends, end);
	number = (uint32_t)ends->n;
	if (!list->first) {
		list->first = number;
		list->block = block;
	} else {
		end_at(ends, list->last)->next = number;
		if (list->block != block)
			list->block = CVG_NONE;
	}
	list->last = number;
}

struct end_list cvg_ends_of_unit(struct loose_ends *ends, uint32_t place)
{
	const struct cvg_linregion *region = ends->region;
	const struct cvg_linunit *unit = &region->unit[place];
	struct end_list list = CVG_NO_ENDS;

	for (uint32_t k = 0; k < unit->nedges; k++) {
		uint32_t edge = unit->edges_at + k;
		struct loose_end end = {.kind = END_EDGE, .edge = edge};

		append(ends, &list, end, region->edge[edge].block);
	}
	return list;
}

struct end_list cvg_ends_of_node(struct loose_ends *ends, uint32_t node,
				 uint32_t holds_not)
{
	struct loose_end end = {
		.kind = END_WAY, .node = node, .holds_not = holds_not};
	struct end_list list = CVG_NO_ENDS;

	append(ends, &list, end, CVG_NONE);
	return list;
}

void cvg_ends_join(struct loose_ends *ends, struct end_list *into,
		   struct end_list *from)
{
	if (!into->first) {
		*into = *from;
	} else if (from->first) {
		end_at(ends, into->last)->next = from->first;
		into->last = from->last;
		into->part |= from->part;
		if (into->block != from->block)
			into->block = CVG_NONE;
	}
	*from = CVG_NO_ENDS;
}

void cvg_ends_lead(struct loose_ends *ends, struct linnodes *nodes,
		   struct end_list *list, uint32_t to)
{
	uint32_t next;

	for (uint32_t number = list->first; number; number = next) {
		const struct loose_end *end = end_at(ends, number);

		next = end->next;
		switch (end->kind) {
		case END_EDGE:
			ends->region->edge[end->edge].to = to;
			break;
		case END_WAY:
			nodes->at[end->node].to[end->holds_not] = to;
			break;
		}
	}
	*list = CVG_NO_ENDS;
}

void cvg_ends_lead_some(struct loose_ends *ends, struct end_list *list,
			uint32_t low, uint32_t high, uint32_t to)
{
	struct end_list rest = CVG_NO_ENDS;
	uint32_t next;

	for (uint32_t number = list->first; number; number = next) {
		struct loose_end *end = end_at(ends, number);
		struct cvg_linedge *edge = &ends->region->edge[end->edge];
		struct end_list alone = {number, number, edge->block, true};

		next = end->next;
		if (edge->value >= low && edge->value < high) {
			edge->to = to;
			continue;
		}
		end->next = 0;
		cvg_ends_join(ends, &rest, &alone);
	}
	*list = rest;
}
