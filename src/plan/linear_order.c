/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The order of units (Anantpur, Govindarajan, CC 2014, section 3.2): reverse
 * postorder, loop by loop. Inside a loop, what is nested in it counts as one
 * node, so that every loop's units stand together with the header first. Then
 * the only retreating edges are those to headers, loops nest, and no
 * destination of a back edge has to be moved. An irreducible loop is ordered
 * from the entry that its cycle is named by. Near-linear. Mode interleave
 * orders what is outside loops anew (linear_schedule.c).
 *
 * An edge between pieces is an edge between nodes of the level where the two
 * part: a cycle stands for what is inside it.
 *
 * Example, the jump into a loop of linear_pieces.c, with the pieces B2, S =
 * {B3, B4} and B5, and the cycle C of S and B5, whose header is B3:
 *
 *	e -> B2, e -> B5	D -> B2, D -> C
 *	B2 -> B3		B2 -> C
 *	B3 -> B5, B4 -> B5	S -> B5, twice
 *	B5 -> B3		none: it leads back to the header
 *
 * The outermost level from D in reverse postorder is D, B2, C; that of C from
 * its header's piece is S, B5. So the order is B2, S, B5, and the loop is
 * places 1 and 2.
 */
#include "linear_units.h"

#include "reconverge/graph.h"

#include <stdlib.h>

/* ---- cycles ---------------------------------------------------------- */

static int by_number(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return (x > y) - (x < y);
}

/* List the cycles of the region, and number them by the list. */
static void number_cycles(struct packer *packer)
{
	const struct cvg_cycles *cycles = packer->flow->cycles;
	struct region_cycle *number = packer->scratch->cycle_number;
	struct cvg_u32s *list = &packer->graph.cycles;

	for (uint32_t k = 0; k < packer->region->nblocks; k++)
		for (uint32_t c = cycles->innermost[packer->region->block[k]];
		     packer_has_cycle(packer, c) && number[c].n == CVG_NONE;
		     c = cycles->cycle[c].parent) {
			number[c].n = 0; /* it is in the list */
			cvg_push(list, c);
		}
	if (list->n)
		qsort(list->at, list->n, sizeof *list->at, by_number);
	for (size_t k = 0; k < list->n; k++)
		number[list->at[k]].n = (uint32_t)k;
}

static void forget_cycles(struct packer *packer)
{
	struct cvg_u32s *list = &packer->graph.cycles;

	for (size_t k = 0; k < list->n; k++)
		packer->scratch->cycle_number[list->at[k]].n = CVG_NONE;
	free(list->at);
}

static struct piece_id header_piece(const struct packer *packer, uint32_t cycle)
{
	return packer_piece_id(packer,
			       packer->flow->cycles->cycle[cycle].header);
}

/* How many blocks of each cycle are of the same piece as its header: an array
 * by region_cycle, which the caller frees. */
static uint32_t *count_with_header(const struct packer *packer)
{
	uint32_t *count = cvg_calloc(packer->graph.cycles.n + 1, sizeof *count);

	for (uint32_t k = 0; k < packer->region->nblocks; k++) {
		uint32_t b = packer->region->block[k];
		struct piece_id id = packer_piece_id(packer, b);

		for (uint32_t c = packer_cycle_around(packer, b); c != CVG_NONE;
		     c = packer_outer_cycle(packer, c))
			count[packer_cycle(packer, c).n] +=
				is_same_piece(id, header_piece(packer, c));
	}
	return count;
}

/* Find the innermost cycle around each piece that goes beyond it. */
static void find_piece_cycles(struct packer *packer)
{
	const struct cvg_cycles *cycles = packer->flow->cycles;
	uint32_t *with_header = count_with_header(packer);

	for (uint32_t k = 0; k < packer->region->nblocks; k++) {
		uint32_t b = packer->region->block[k];
		struct piece_id id = packer_piece_id(packer, b);
		uint32_t c = packer_cycle_around(packer, b);

		if (packer_piece(packer, id)->entry != b)
			continue;
		while (c != CVG_NONE &&
		       with_header[packer_cycle(packer, c).n] ==
			       cycles->cycle[c].nblocks &&
		       is_same_piece(header_piece(packer, c), id))
			c = packer_outer_cycle(packer, c);
		packer_piece(packer, id)->cycle = c;
	}
	free(with_header);
}

/* ---- the graph ------------------------------------------------------- */

static uint32_t depth_of(const struct packer *packer, uint32_t cycle)
{
	return cycle == CVG_NONE ? 0 : packer->flow->cycles->cycle[cycle].depth;
}

/* Add the edge from a node that is in the cycle `from_cycle`, or in none, to a
 * piece: between the nodes of the level where the two part. */
static void add_edge(struct packer *packer, struct order_node from,
		     uint32_t from_cycle, struct piece_id to)
{
	struct order_edge edge = {from, node_of_piece(to)};
	uint32_t to_cycle = packer_piece(packer, to)->cycle;

	while (from_cycle != to_cycle) {
		if (from_cycle != CVG_NONE &&
		    depth_of(packer, from_cycle) >=
			    depth_of(packer, to_cycle)) {
			edge.from = node_of_cycle(
				packer, packer_cycle(packer, from_cycle));
			from_cycle = packer_outer_cycle(packer, from_cycle);
		} else {
			edge.to = node_of_cycle(packer,
						packer_cycle(packer, to_cycle));
			to_cycle = packer_outer_cycle(packer, to_cycle);
		}
	}
	if (from_cycle != CVG_NONE &&
	    is_same_piece(header_piece(packer, from_cycle), to))
		return; /* back to the header */
	if (edge.from.n != edge.to.n)
		cvg_push(&packer->graph.edges, edge);
}

static int by_ends(const void *a, const void *b)
{
	const struct order_edge *x = a, *y = b;

	if (x->from.n != y->from.n)
		return x->from.n < y->from.n ? -1 : 1;
	return (x->to.n > y->to.n) - (x->to.n < y->to.n);
}

static void sort_edges(struct packer *packer)
{
	struct order_graph *graph = &packer->graph;
	uint32_t nodes = packer_nnodes(packer), at = 0;

	if (graph->edges.n)
		qsort(graph->edges.at, graph->edges.n, sizeof *graph->edges.at,
		      by_ends);
	graph->edges_at = cvg_calloc(nodes + 1, sizeof *graph->edges_at);
	for (uint32_t node = 0; node <= nodes; node++) {
		while (at < graph->edges.n && graph->edges.at[at].from.n < node)
			at++;
		graph->edges_at[node] = at;
	}
}

static void make_graph(struct packer *packer)
{
	for (uint32_t k = 0; k < packer->region->nblocks; k++) {
		uint32_t b = packer->region->block[k];
		struct piece_id from = packer_piece_id(packer, b);

		cvg_foreach_succ (packer->flow->fn, b, s) {
			struct piece_id to;

			if (!packer_has(packer, *s))
				continue;
			to = packer_piece_id(packer, *s);
			if (!is_same_piece(from, to))
				add_edge(packer, node_of_piece(from),
					 packer_piece(packer, from)->cycle, to);
		}
	}
	for (uint32_t k = 0; k < packer_nentries(packer); k++)
		add_edge(packer, node_of_head(packer), CVG_NONE,
			 packer_piece_id(packer, packer_entry(packer, k)));
	sort_edges(packer);
}

/* ---- order ----------------------------------------------------------- */

struct visit {
	struct order_node node;
	uint32_t next; /* one more than the edge to look at next */
};

/* Append one level from `start` in postorder, later nodes first. */
static void postorder(const struct packer *packer, struct order_node start,
		      bool *seen, struct order_nodes *out)
{
	cvg_vec(struct visit) stack = {0};

	seen[start.n] = true;
	cvg_push(&stack, ((struct visit){start, end_edge(packer, start)}));
	while (stack.n) {
		struct visit *top = &stack.at[stack.n - 1];
		struct order_node to;

		if (top->next == first_edge(packer, top->node)) {
			cvg_push(out, top->node);
			stack.n--;
			continue;
		}
		to = edge_target(packer, --top->next);
		if (seen[to.n])
			continue;
		seen[to.n] = true;
		cvg_push(&stack, ((struct visit){to, end_edge(packer, to)}));
	}
	free(stack.at);
}

/* What is left to be placed. */
struct placing {
	struct order_nodes todo; /* the next one last */
	bool *seen;		 /* [nodes] it is or was in todo */
	uint32_t *loop_of;	 /* by region_cycle: the loop made of the cycle,
			      CVG_NONE before its first unit is placed */
};

static void place_piece(struct packer *packer, struct piece_id id)
{
	packer_piece(packer, id)->place = (uint32_t)packer->by_place.n;
	cvg_push(&packer->by_place, id);
}

/* A cycle comes up twice: before its units, which then are put into todo, and
 * after them. One that is merged into another makes no loop of its own. */
static void place_cycle(struct packer *packer, struct placing *placing,
			struct region_cycle cycle)
{
	uint32_t in_function = packer->graph.cycles.at[cycle.n];
	enum cycle_fate fate = packer->planner->fate[in_function];
	uint32_t *loop_of = &placing->loop_of[cycle.n];
	uint32_t next_place = (uint32_t)packer->by_place.n;

	if (*loop_of != CVG_NONE) {
		packer->loops.at[*loop_of].end = next_place;
		return;
	}
	if (fate != CYCLE_MERGED) {
		struct cvg_linloop loop = {.first = next_place,
					   .merged = fate == CYCLE_OUTER};

		*loop_of = (uint32_t)packer->loops.n;
		cvg_push(&packer->loops, loop);
		cvg_push(&placing->todo, node_of_cycle(packer, cycle));
	}
	postorder(packer, node_of_piece(header_piece(packer, in_function)),
		  placing->seen, &placing->todo);
}

static void place_all(struct packer *packer)
{
	uint32_t ncycles = (uint32_t)packer->graph.cycles.n;
	struct placing placing = {0};

	placing.seen = cvg_calloc(packer_nnodes(packer), sizeof *placing.seen);
	placing.loop_of = cvg_alloc((ncycles + 1) * sizeof *placing.loop_of);
	for (uint32_t c = 0; c < ncycles; c++)
		placing.loop_of[c] = CVG_NONE;
	postorder(packer, node_of_head(packer), placing.seen, &placing.todo);
	if (packer->planner->wishes.mode == CVG_LINEARIZE_INTERLEAVE)
		cvg_linear_schedule(packer, &placing.todo);
	while (placing.todo.n) {
		struct order_node node = placing.todo.at[--placing.todo.n];

		switch (kind_of_node(packer, node)) {
		case ORDER_PIECE:
			place_piece(packer, piece_of_node(packer, node));
			break;
		case ORDER_CYCLE:
			place_cycle(packer, &placing,
				    cycle_of_node(packer, node));
			break;
		case ORDER_HEAD:
			break; /* D has its place behind all units */
		}
	}
	free(placing.todo.at);
	free(placing.seen);
	free(placing.loop_of);
}

void cvg_linear_order(struct packer *packer)
{
	number_cycles(packer);
	find_piece_cycles(packer);
	make_graph(packer);
	place_all(packer);
	forget_cycles(packer);
	free(packer->graph.edges.at);
	free(packer->graph.edges_at);
}
