/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What the files that make the units of a region share: linear_pieces.c finds
 * the structured pieces, linear_order.c and linear_schedule.c order them,
 * linear_units.c makes units of them.
 *
 * Three numberings meet here, which are small numbers all. Each has a type of
 * its own, so that the compiler refuses one where another is meant; the arrays
 * indexed by them are read through the functions below.
 *
 *	piece_id      index of a piece of the region
 *	region_cycle  number of a cycle among those of the region; a plain
 *		      uint32_t is the cycle's id in the function
 *	order_node    what is ordered: a piece, a cycle of the region, or D
 */
#ifndef CVG_PLAN_LINEAR_UNITS_H
#define CVG_PLAN_LINEAR_UNITS_H

#include "linear.h"
#include "reconverge/graph.h"

#include <assert.h>

struct piece_id {
	uint32_t n; /* CVG_NONE: no piece */
};

struct region_cycle {
	uint32_t n;
};

struct order_node {
	uint32_t n;
};

struct order_nodes {
	struct order_node *at;
	size_t n;
	size_t cap;
};

/* A single-entry single-exit region of the function's region tree. */
struct sese {
	uint32_t nblocks;  /* in it and in those inside it */
	bool unstructured; /* an edge of Definition 1 starts right in it */
	/* For the region being linearized; reset before the next one: */
	uint32_t ninside;      /* of its blocks, those in that region */
	bool unfit;	       /* no piece may hold all of it */
	struct piece_id piece; /* that it belongs to as a whole */
};

/* The edges from each region's D into the region. */
struct head_edges {
	uint32_t *first; /* [regions] index into slot */
	uint32_t *n;	 /* [regions] */
	uint32_t *slot;	 /* which successors of D */
};

/* What is kept from region to region while units are made. */
struct unit_scratch {
	struct sese *sese;	 /* [regions of the region tree] */
	struct cvg_u32s touched; /* entries of sese to be reset */
	struct head_edges head_edges;
	struct piece_id *piece_of;	   /* [nblocks]; set for the blocks of
					      the region being linearized */
	struct region_cycle *cycle_number; /* [cycles of the function]; CVG_NONE
					      outside the region */
};

/* A structured piece: an outermost single-entry single-exit region without
 * unstructured edges, or a single block. */
struct piece {
	uint32_t entry;	      /* block */
	struct piece_id next; /* piece that is joined to its end */
	bool joined;	      /* it is itself joined to the end of another */
	uint32_t cycle; /* innermost cycle of the region, by id in the function,
			   with a block outside the piece; CVG_NONE: none */
	uint32_t place; /* of the unit that it becomes */
};

struct order_edge {
	struct order_node from, to;
};

/* The graph that is ordered, see linear_order.c. */
struct order_graph {
	struct cvg_u32s cycles; /* ids in the function, by region_cycle */
	cvg_vec(struct order_edge) edges; /* ascending by from, to */
	uint32_t *edges_at; /* [nodes + 1] first edge from each node */
};

/* The making of one region's units. */
struct packer {
	struct lin_planner *planner;
	const struct linflow *flow;   /* the planner's */
	struct unit_scratch *scratch; /* the planner's */
	uint32_t index;		      /* of the region in the plan */
	struct cvg_linregion *region; /* is being filled in */
	cvg_vec(struct piece) pieces; /* by piece_id */
	struct order_graph graph;
	/* The result of linear_order.c: */
	cvg_vec(struct piece_id) by_place; /* pieces that become units */
	cvg_vec(struct cvg_linloop) loops; /* outer before inner */
};

/* ---- blocks and pieces ----------------------------------------------- */

static inline bool packer_has(const struct packer *packer, uint32_t block)
{
	return block != CVG_NONE &&
	       packer->planner->plan->region_of[block] == packer->index;
}

static inline bool is_same_piece(struct piece_id a, struct piece_id b)
{
	return a.n == b.n;
}

static inline struct piece_id packer_piece_id(const struct packer *packer,
					      uint32_t block)
{
	assert(packer_has(packer, block));
	return packer->scratch->piece_of[block];
}

static inline struct piece *packer_piece(const struct packer *packer,
					 struct piece_id id)
{
	assert(id.n < packer->pieces.n);
	return &packer->pieces.at[id.n];
}

/* ---- cycles ---------------------------------------------------------- */

/* Is this a cycle of the function whose header is in the region? */
static inline bool packer_has_cycle(const struct packer *packer, uint32_t cycle)
{
	return cycle != CVG_NONE &&
	       packer_has(packer, packer->flow->cycles->cycle[cycle].header);
}

/* The only way to a region_cycle. */
static inline struct region_cycle packer_cycle(const struct packer *packer,
					       uint32_t cycle)
{
	struct region_cycle number = packer->scratch->cycle_number[cycle];

	assert(packer_has_cycle(packer, cycle));
	assert(number.n < packer->graph.cycles.n);
	return number;
}

/* The innermost cycle of the region around the block, by id in the function,
 * or CVG_NONE. */
static inline uint32_t packer_cycle_around(const struct packer *packer,
					   uint32_t block)
{
	uint32_t cycle = packer->flow->cycles->innermost[block];

	return packer_has_cycle(packer, cycle) ? cycle : CVG_NONE;
}

/* The cycle of the region around that one, or CVG_NONE. */
static inline uint32_t packer_outer_cycle(const struct packer *packer,
					  uint32_t cycle)
{
	uint32_t outer = packer->flow->cycles->cycle[cycle].parent;

	return packer_has_cycle(packer, outer) ? outer : CVG_NONE;
}

/* ---- nodes ----------------------------------------------------------- */

enum order_kind { ORDER_PIECE, ORDER_CYCLE, ORDER_HEAD };

static inline struct order_node node_of_piece(struct piece_id id)
{
	return (struct order_node){id.n};
}

static inline struct order_node node_of_cycle(const struct packer *packer,
					      struct region_cycle cycle)
{
	return (struct order_node){(uint32_t)packer->pieces.n + cycle.n};
}

static inline struct order_node node_of_head(const struct packer *packer)
{
	return (struct order_node){
		(uint32_t)(packer->pieces.n + packer->graph.cycles.n)};
}

static inline uint32_t packer_nnodes(const struct packer *packer)
{
	return node_of_head(packer).n + 1;
}

static inline enum order_kind kind_of_node(const struct packer *packer,
					   struct order_node node)
{
	if (node.n < packer->pieces.n)
		return ORDER_PIECE;
	return node.n < node_of_head(packer).n ? ORDER_CYCLE : ORDER_HEAD;
}

static inline struct piece_id piece_of_node(const struct packer *packer,
					    struct order_node node)
{
	assert(kind_of_node(packer, node) == ORDER_PIECE);
	return (struct piece_id){node.n};
}

static inline struct region_cycle cycle_of_node(const struct packer *packer,
						struct order_node node)
{
	assert(kind_of_node(packer, node) == ORDER_CYCLE);
	return (struct region_cycle){node.n - (uint32_t)packer->pieces.n};
}

/* Edges from the node: indices [first, end) into graph.edges. */
static inline uint32_t first_edge(const struct packer *packer,
				  struct order_node node)
{
	return packer->graph.edges_at[node.n];
}

static inline uint32_t end_edge(const struct packer *packer,
				struct order_node node)
{
	return packer->graph.edges_at[node.n + 1];
}

static inline struct order_node edge_target(const struct packer *packer,
					    uint32_t edge)
{
	return packer->graph.edges.at[edge].to;
}

/* ---- edges of D into the region -------------------------------------- */

static inline uint32_t packer_nentries(const struct packer *packer)
{
	return packer->scratch->head_edges.n[packer->index];
}

/* Which successor of D the k-th of them leads to. */
static inline uint32_t packer_entry_slot(const struct packer *packer,
					 uint32_t k)
{
	const struct head_edges *edges = &packer->scratch->head_edges;

	return edges->slot[edges->first[packer->index] + k];
}

/* The block that the k-th of them leads to. */
static inline uint32_t packer_entry(const struct packer *packer, uint32_t k)
{
	const struct cvg_fn *fn = packer->flow->fn;
	const struct cvg_block *head = &fn->blocks[packer->region->head];

	return fn->succs[head->succs_at + packer_entry_slot(packer, k)];
}

/* ---- the steps ------------------------------------------------------- */

/* The innermost region of the tree that holds both. */
uint32_t cvg_linear_sese(const struct cvg_regions *tree, uint32_t a,
			 uint32_t b);
/* linear_pieces.c: the pieces, joined where they only follow each other. */
void cvg_linear_pieces(struct packer *packer);
/* linear_order.c: a place for every piece that is joined to no other, and the
 * loops. */
void cvg_linear_order(struct packer *packer);
/* linear_schedule.c: order nodes of one level anew, for interleaving. */
void cvg_linear_schedule(struct packer *packer, struct order_nodes *level);

#endif
