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

/*
 * Structured code: pieces from one node to another are replaced by an if, a
 * loop, a switch or a sequence until there are about n nodes; `wild` of a
 * hundred pieces get an edge to anywhere instead.
 */
static inline struct cvg_flow flow_structured(uint32_t seed, uint32_t n,
					      uint32_t wild)
{
	struct flow_kit k = flow_kit_new(n + 16);
	struct cvg_u32s todo = {0}; /* pairs: from, to */
	size_t first = 0;
	uint32_t a, b;

	seed = seed * 2654435761u + 1;
	a = flow_node(&k);
	b = flow_node(&k);
	cvg_push(&todo, a);
	cvg_push(&todo, b);
	while (first < todo.n) {
		uint32_t x, y, j, kind = flow_draw(&seed, 8);

		a = todo.at[first++];
		b = todo.at[first++];
		if (flow_draw(&seed, 100) < wild)
			flow_edge(&k, a, 1 + flow_draw(&seed, k.n - 1));
		if (k.n + 8 > n) {
			flow_edge(&k, a, b);
			continue;
		}
		x = flow_node(&k);
		switch (kind) {
		case 0: /* sequence */
			break;
		case 1: /* if without else */
			y = flow_node(&k);
			flow_edge(&k, a, y);
			cvg_push(&todo, y);
			cvg_push(&todo, x);
			break;
		case 2: /* while: y is its header */
			y = flow_node(&k);
			j = flow_node(&k);
			flow_edge(&k, a, y);
			flow_edge(&k, y, j);
			flow_edge(&k, y, x);
			cvg_push(&todo, j);
			cvg_push(&todo, y);
			cvg_push(&todo, x);
			cvg_push(&todo, b);
			continue;
		case 3: /* do while */
			y = flow_node(&k);
			j = flow_node(&k);
			flow_edge(&k, a, y);
			cvg_push(&todo, y);
			cvg_push(&todo, j);
			flow_edge(&k, j, y);
			flow_edge(&k, j, x);
			cvg_push(&todo, x);
			cvg_push(&todo, b);
			continue;
		case 4: /* switch */
			for (uint32_t i = 0; i < 3; i++) {
				y = flow_node(&k);
				flow_edge(&k, a, y);
				cvg_push(&todo, y);
				cvg_push(&todo, x);
			}
			cvg_push(&todo, x);
			cvg_push(&todo, b);
			continue;
		default: /* if and else */
			for (uint32_t i = 0; i < 2; i++) {
				y = flow_node(&k);
				flow_edge(&k, a, y);
				cvg_push(&todo, y);
				cvg_push(&todo, x);
			}
			cvg_push(&todo, x);
			cvg_push(&todo, b);
			continue;
		}
		cvg_push(&todo, a);
		cvg_push(&todo, x);
		cvg_push(&todo, x);
		cvg_push(&todo, b);
	}
	free(todo.at);
	return flow_of(&k, seed);
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
