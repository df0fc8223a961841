/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Random graphs of boxes for tests and measurements of layouts. */
#ifndef TESTS_UNIT_FLOW_KIT_H
#define TESTS_UNIT_FLOW_KIT_H

#include "reconverge/layout.h"

#include <stdlib.h>

/* xorshift, Marsaglia 2003, doi.org/10.18637/jss.v008.i14. */
static inline uint32_t flow_draw(uint32_t *seed, uint32_t below)
{
	*seed ^= *seed << 13;
	*seed ^= *seed >> 17;
	*seed ^= *seed << 5;
	return *seed % below;
}

/* A graph while it is made: edges by the node they leave. */
struct flow_kit {
	uint32_t n;
	struct cvg_u32s *succs; /* [most] */
	uint32_t most;
};

static inline struct flow_kit flow_kit_new(uint32_t most)
{
	return (struct flow_kit){
		.most = most,
		.succs = cvg_calloc(most, sizeof(struct cvg_u32s))};
}

static inline uint32_t flow_node(struct flow_kit *k)
{
	return k->n++;
}

static inline void flow_edge(struct flow_kit *k, uint32_t from, uint32_t to)
{
	cvg_push(&k->succs[from], to);
}

/* The graph, with boxes and labels of random sizes. Frees the kit. */
static inline struct cvg_flow flow_of(struct flow_kit *k, uint32_t seed)
{
	struct cvg_flow f = {.n = k->n};
	struct cvg_flow_node *node;
	struct cvg_flow_edge *edge;
	uint32_t at = 0;

	for (uint32_t v = 0; v < k->n; v++)
		f.nedges += (uint32_t)k->succs[v].n;
	f.node = node = cvg_calloc(f.n + 1, sizeof *node);
	f.edge = edge = cvg_calloc(f.nedges + 1, sizeof *edge);
	seed = seed * 2654435761u + 1;
	for (uint32_t v = 0; v < k->n; v++) {
		bool lettered = flow_draw(&seed, 4) > 0;

		node[v] = (struct cvg_flow_node){
			.edges_at = at,
			.nedges = (uint32_t)k->succs[v].n,
			.width = 3 + flow_draw(&seed, 20),
			.height = 1 + flow_draw(&seed, 5)};
		for (size_t i = 0; i < k->succs[v].n; i++)
			edge[at++] = (struct cvg_flow_edge){
				.to = k->succs[v].at[i],
				.label = lettered ? k->succs[v].n > 1
						  : flow_draw(&seed, 8),
				.heavy = flow_draw(&seed, 3) == 0};
		free(k->succs[v].at);
	}
	free(k->succs);
	return f;
}

static inline void flow_free(struct cvg_flow *f)
{
	free((void *)(uintptr_t)f->node);
	free((void *)(uintptr_t)f->edge);
}

/* Pieces of structured code still to be made: from one node to another. */
struct flow_todo {
	struct flow_kit kit;
	struct cvg_u32s ends; /* two a piece */
	size_t first;	      /* of those not yet made */
};

static inline void flow_piece(struct flow_todo *t, uint32_t a, uint32_t b)
{
	cvg_push(&t->ends, a);
	cvg_push(&t->ends, b);
}

/* n arms from a to x. */
static inline void flow_arms(struct flow_todo *t, uint32_t a, uint32_t x,
			     uint32_t n)
{
	while (n--) {
		uint32_t y = flow_node(&t->kit);

		flow_edge(&t->kit, a, y);
		flow_piece(t, y, x);
	}
}

/* A loop between a and x: a test at its head y, or at its end j. */
static inline void flow_loop(struct flow_todo *t, uint32_t a, uint32_t x,
			     bool at_head)
{
	uint32_t y = flow_node(&t->kit), j = flow_node(&t->kit);

	flow_edge(&t->kit, a, y);
	flow_edge(&t->kit, at_head ? y : j, at_head ? j : y);
	flow_edge(&t->kit, at_head ? y : j, x);
	flow_piece(t, at_head ? j : y, at_head ? y : j);
}

static inline void flow_make(struct flow_todo *t, uint32_t kind, uint32_t a,
			     uint32_t b)
{
	uint32_t x = flow_node(&t->kit);

	switch (kind) {
	case 0: /* a sequence */
		flow_piece(t, a, x);
		break;
	case 1: /* an if without else */
		flow_arms(t, a, x, 1);
		flow_piece(t, a, x);
		break;
	case 2:
	case 3:
		flow_loop(t, a, x, kind == 2);
		break;
	default: /* a switch, an if with else */
		flow_arms(t, a, x, kind == 4 ? 3 : 2);
		break;
	}
	flow_piece(t, x, b);
}

/*
 * Structured code: pieces from one node to another are replaced by an if, a
 * loop, a switch or a sequence until there are about n nodes; `wild` of a
 * hundred pieces get an edge to anywhere as well.
 */
static inline struct cvg_flow flow_structured(uint32_t seed, uint32_t n,
					      uint32_t wild)
{
	struct flow_todo t = {.kit = flow_kit_new(n + 16)};
	uint32_t a, b;

	seed = seed * 2654435761u + 1;
	a = flow_node(&t.kit);
	b = flow_node(&t.kit);
	flow_piece(&t, a, b);
	while (t.first < t.ends.n) {
		uint32_t kind = flow_draw(&seed, 8);

		a = t.ends.at[t.first++];
		b = t.ends.at[t.first++];
		if (flow_draw(&seed, 100) < wild)
			flow_edge(&t.kit, a, 1 + flow_draw(&seed, t.kit.n - 1));
		if (t.kit.n + 8 > n)
			flow_edge(&t.kit, a, b);
		else
			flow_make(&t, kind, a, b);
	}
	free(t.ends.at);
	return flow_of(&t.kit, seed);
}

/* Edges lead to one of the next few nodes, or `far` of a hundred anywhere:
 * irreducible, with self loops, repeated edges, nodes nobody reaches. */
static inline struct cvg_flow flow_random(uint32_t seed, uint32_t n,
					  uint32_t edges, uint32_t far)
{
	struct flow_kit k = flow_kit_new(n);

	seed = seed * 2654435761u + 1;
	for (uint32_t v = 0; v < n; v++)
		flow_node(&k);
	for (uint32_t v = 0; v < n; v++)
		for (uint32_t i = flow_draw(&seed, edges + 1); i-- > 0;) {
			uint32_t to = v + flow_draw(&seed, 5);

			if (to >= n || flow_draw(&seed, 100) < far)
				to = flow_draw(&seed, n);
			flow_edge(&k, v, to);
		}
	return flow_of(&k, seed);
}

/* A loop around a switch of n cases that all go back. */
static inline struct cvg_flow flow_dispatcher(uint32_t seed, uint32_t n)
{
	struct flow_kit k = flow_kit_new(n + 3);

	flow_node(&k);
	flow_node(&k);
	flow_edge(&k, 0, 1);
	for (uint32_t i = 0; i < n; i++) {
		uint32_t v = flow_node(&k);

		flow_edge(&k, 1, v);
		flow_edge(&k, v, 1);
	}
	flow_edge(&k, 1, flow_node(&k));
	return flow_of(&k, seed);
}

#endif
