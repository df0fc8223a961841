/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Loose ends of the chain: see linear_ends.h. */
#include "linear_ends.h"

static void ends_add(struct looses *l, struct ends *e, struct loose x,
		     uint32_t block)
{
	cvg_push(l, x);
	if (!e->first) {
		e->first = (uint32_t)l->n;
		e->block = block;
	} else {
		l->at[e->last - 1].next = (uint32_t)l->n;
		if (e->block != block)
			e->block = CVG_NONE;
	}
	e->last = (uint32_t)l->n;
}

struct ends cvg_ends_of_unit(struct looses *l, uint32_t unit)
{
	const struct cvg_linunit *u = &l->r->unit[unit];
	struct ends e = {.block = CVG_NONE};

	for (uint32_t k = 0; k < u->nedges; k++)
		ends_add(l, &e, (struct loose){.edge = u->edges_at + k},
			 l->r->edge[u->edges_at + k].block);
	return e;
}

struct ends cvg_ends_of_node(struct looses *l, uint32_t node, uint32_t slot)
{
	struct ends e = {.block = CVG_NONE};

	ends_add(l, &e,
		 (struct loose){.edge = CVG_NONE, .node = node, .slot = slot},
		 CVG_NONE);
	return e;
}

void cvg_ends_join(struct looses *l, struct ends *a, struct ends *b)
{
	if (!a->first)
		*a = *b;
	else if (b->first) {
		l->at[a->last - 1].next = b->first;
		a->last = b->last;
		if (a->block != b->block)
			a->block = CVG_NONE;
	}
	*b = (struct ends){.block = CVG_NONE};
}

void cvg_ends_lead(struct looses *l, struct linnodes *nodes, struct ends *e,
		   uint32_t to)
{
	for (uint32_t k = e->first; k; k = l->at[k - 1].next) {
		struct loose *x = &l->at[k - 1];

		if (x->edge != CVG_NONE)
			l->r->edge[x->edge].to = to;
		else
			nodes->at[x->node].to[x->slot] = to;
	}
	*e = (struct ends){.block = CVG_NONE};
}

void cvg_ends_lead_some(struct looses *l, struct ends *e, uint32_t low,
			uint32_t high, uint32_t to)
{
	struct ends rest = {.block = CVG_NONE};
	uint32_t next;

	for (uint32_t k = e->first; k; k = next) {
		struct loose *x = &l->at[k - 1];
		struct cvg_linedge *edge = &l->r->edge[x->edge];

		next = x->next;
		if (edge->value >= low && edge->value < high) {
			edge->to = to;
			continue;
		}
		x->next = 0;
		if (rest.first)
			l->at[rest.last - 1].next = k;
		else
			rest = (struct ends){k, k, edge->block};
		rest.last = k;
	}
	*e = rest;
}
