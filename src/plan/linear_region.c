/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Minimal unstructured regions (Anantpur, Govindarajan, CC 2014, Definition 4
 * and Algorithm 2).
 *
 * The paper iterates over sets of dominated and reachable blocks, for each
 * unstructured edge anew. Here a region grows block by block: a block brings
 * its predecessors but D and its successors but P; D and P move up their trees
 * until they strictly dominate and post-dominate all of the region, and the
 * blocks that they leave behind join it. A region that meets an older one takes
 * it over whole, so that a block is looked at once: near-linear for all edges
 * together. What is left are the outermost regions, which never share a block.
 *
 * Example, a jump into a loop: the edges e -> B5 and B2 -> B3 both enter the
 * irreducible loop of B3, B4 and B5, and are the seeds.
 *
 *	e---+
 *	|   |
 *	B2  |
 *	|   |
 *	B3<-|-+
 *	|\  | |
 *	| B4| |
 *	|/  | |
 *	B5<-+ |
 *	|\    |
 *	|  ---+
 *	B6
 *
 * The first seed e -> B5 brings only B5, as e may turn out to be D: D = e,
 * P = B6. B5 brings its predecessors B3 and B4 (e is D) and its successor B3
 * (B6 is P); B3 brings B2. The region is B2, B3, B4, B5 between e and B6, and
 * the second seed is found in it.
 */
#include "linear.h"

#include "reconverge/graph.h"

#include <stdlib.h>

/* Why a block waits to be taken into the region. */
enum reason {
	REASON_SEED, /* the region must hold it */
	REASON_PRED, /* it leads to a block of the region: skip it if it is D */
	REASON_SUCC, /* a block of the region leads to it: skip it if it is P */
};

struct waiting {
	uint32_t block;
	enum reason reason;
};

/* A region while regions are grown. */
struct grown {
	uint32_t head, exit; /* D and P as far as they are known */
	uint32_t heir;	     /* index of the region that took this one over, or
			  CVG_NONE */
};

struct grower {
	struct lin_planner *planner;
	const struct linflow *flow; /* the planner's */
	uint32_t *owner; /* [nblocks] index into regions, follow the heirs from
			    there; CVG_NONE: in no region */
	cvg_vec(struct grown) regions;
	cvg_vec(struct waiting) queue; /* of the region being grown, the last */
};

/* The region that holds what was region r's; shortens the way there. */
static uint32_t heir_of(struct grower *grower, uint32_t r)
{
	uint32_t root = r;

	if (r == CVG_NONE)
		return r;
	while (grower->regions.at[root].heir != CVG_NONE)
		root = grower->regions.at[root].heir;
	while (r != root) {
		uint32_t next = grower->regions.at[r].heir;

		grower->regions.at[r].heir = root;
		r = next;
	}
	return root;
}

static uint32_t region_of(struct grower *grower, uint32_t block)
{
	return heir_of(grower, grower->owner[block]);
}

static void enqueue(struct grower *grower, uint32_t block, enum reason reason)
{
	struct waiting waiting = {block, reason};

	if (block != CVG_NONE)
		cvg_push(&grower->queue, waiting);
}

/* D moves up one step; the block that it was joins the region. */
static void raise_head(struct grower *grower, struct grown *region)
{
	enqueue(grower, region->head, REASON_PRED);
	region->head = grower->flow->dom->idom[region->head];
}

static void raise_exit(struct grower *grower, struct grown *region)
{
	enqueue(grower, region->exit, REASON_SUCC);
	region->exit = grower->flow->joins[region->exit];
}

/* Move D up until it strictly dominates the block, and P until it strictly
 * post-dominates it. */
static void stretch(struct grower *grower, uint32_t r, uint32_t block)
{
	const struct linflow *flow = grower->flow;
	struct grown *region = &grower->regions.at[r];

	while (region->head == block ||
	       !cvg_dominates(flow->dom, region->head, block))
		raise_head(grower, region);
	while (region->exit != CVG_NONE &&
	       (region->exit == block ||
		!cvg_linflow_postdominates(flow, region->exit, block)))
		raise_exit(grower, region);
}

/* Region r becomes the heir of the older region `old`, whose D and P then
 * either are those of r or are taken into r. */
static void take_over(struct grower *grower, uint32_t r, uint32_t old)
{
	const struct linflow *flow = grower->flow;
	struct grown taken = grower->regions.at[old];
	struct grown *region = &grower->regions.at[r];

	grower->regions.at[old].heir = r;
	while (region->head != taken.head &&
	       !cvg_dominates(flow->dom, region->head, taken.head))
		raise_head(grower, region);
	while (region->exit != taken.exit && region->exit != CVG_NONE &&
	       (taken.exit == CVG_NONE ||
		!cvg_linflow_postdominates(flow, region->exit, taken.exit)))
		raise_exit(grower, region);
	if (region->head != taken.head)
		enqueue(grower, taken.head, REASON_PRED);
	if (region->exit != taken.exit)
		enqueue(grower, taken.exit, REASON_SUCC);
}

static void take_block(struct grower *grower, uint32_t r, uint32_t block)
{
	const struct linflow *flow = grower->flow;
	uint32_t old = region_of(grower, block);

	if (old == r)
		return;
	if (old != CVG_NONE) {
		take_over(grower, r, old);
		return;
	}
	grower->owner[block] = r;
	stretch(grower, r, block);
	cvg_foreach_pred (flow->fn, block, p)
		if (flow->live[*p] && *p != grower->regions.at[r].head)
			enqueue(grower, *p, REASON_PRED);
	cvg_foreach_succ (flow->fn, block, s)
		if (flow->live[*s] && *s != grower->regions.at[r].exit)
			enqueue(grower, *s, REASON_SUCC);
}

/* A waiting block may have become D or P since it was enqueued. */
static bool is_still_wanted(const struct grower *grower, uint32_t r,
			    const struct waiting *waiting)
{
	switch (waiting->reason) {
	case REASON_SEED:
		return true;
	case REASON_PRED:
		return waiting->block != grower->regions.at[r].head;
	case REASON_SUCC:
		return waiting->block != grower->regions.at[r].exit;
	}
	return true;
}

/* Make one region of what waits in the queue and of all that it brings. */
static void grow(struct grower *grower)
{
	uint32_t first = grower->queue.at[0].block;
	uint32_t r = (uint32_t)grower->regions.n;
	struct grown region = {.head = grower->flow->dom->idom[first],
			       .exit = grower->flow->joins[first],
			       .heir = CVG_NONE};

	cvg_push(&grower->regions, region);
	for (size_t i = 0; i < grower->queue.n; i++) {
		struct waiting waiting = grower->queue.at[i];

		if (is_still_wanted(grower, r, &waiting))
			take_block(grower, r, waiting.block);
	}
}

/* Are all blocks of the queue in one region already? */
static bool is_settled(struct grower *grower)
{
	uint32_t r = region_of(grower, grower->queue.at[0].block);

	if (r == CVG_NONE)
		return false;
	for (size_t i = 0; i < grower->queue.n; i++)
		if (region_of(grower, grower->queue.at[i].block) != r)
			return false;
	return true;
}

/* The blocks that the region of an unstructured edge must hold. Where an edge
 * out of a loop leads may be P, and where an edge into one starts may be D. */
static void enqueue_edge(struct grower *grower, const struct seed *edge)
{
	const struct linflow *flow = grower->flow;

	if (edge->left_cycle == CVG_NONE || edge->enters ||
	    !cvg_linflow_postdominates(flow, edge->to, edge->from))
		enqueue(grower, edge->to, REASON_SEED);
	if (edge->left_cycle != CVG_NONE ||
	    !cvg_dominates(flow->dom, edge->from, edge->to))
		enqueue(grower, edge->from, REASON_SEED);
	if (edge->left_cycle != CVG_NONE)
		enqueue(grower, flow->cycles->cycle[edge->left_cycle].header,
			REASON_SEED);
}

static void grow_from(struct grower *grower, const struct seed *seed)
{
	grower->queue.n = 0;
	switch (seed->kind) {
	case SEED_EDGE:
		enqueue_edge(grower, seed);
		break;
	case SEED_PAIR:
		enqueue(grower, seed->from, REASON_SEED);
		enqueue(grower, seed->to, REASON_SEED);
		break;
	}
	if (!is_settled(grower))
		grow(grower);
}

/* ---- the regions, in order ------------------------------------------- */

/* By the places of D in reverse postorder, then of the first blocks: regions
 * may share D, but never a block. */
static int by_head(const void *a, const void *b, void *context)
{
	const struct lin_planner *planner = context;
	const struct cvg_order *order = planner->flow.order;
	const struct cvg_linregion *x = a, *y = b;
	uint32_t p = order->place[x->head], q = order->place[y->head];

	if (p == q) {
		p = order->place[x->block[0]];
		q = order->place[y->block[0]];
	}
	return (p > q) - (p < q);
}

/* Regions that no other took over, with room for their blocks. *index: place
 * in plan->at, by grown region. */
static void make_regions(struct grower *grower, uint32_t *index)
{
	struct cvg_linplan *plan = grower->planner->plan;
	uint32_t n = (uint32_t)grower->regions.n;
	uint32_t *size = cvg_calloc(n + 1, sizeof *size);

	for (uint32_t b = 0; b < grower->flow->fn->nblocks; b++)
		if (grower->owner[b] != CVG_NONE)
			size[region_of(grower, b)]++;
	plan->at = cvg_arena_array(&plan->arena, struct cvg_linregion, n);
	for (uint32_t r = 0; r < n; r++) {
		struct cvg_linregion *region = &plan->at[plan->n];

		if (!size[r])
			continue;
		index[r] = plan->n++;
		region->head = grower->regions.at[r].head;
		region->exit = grower->regions.at[r].exit;
		region->block =
			cvg_arena_array(&plan->arena, uint32_t, size[r]);
	}
	free(size);
}

static void collect(struct grower *grower)
{
	struct cvg_linplan *plan = grower->planner->plan;
	const struct cvg_order *order = grower->flow->order;
	uint32_t *index = cvg_calloc(grower->regions.n + 1, sizeof *index);

	make_regions(grower, index);
	for (uint32_t k = 0; k < order->n; k++) {
		uint32_t b = order->block[k];
		struct cvg_linregion *region;

		if (grower->owner[b] == CVG_NONE)
			continue;
		region = &plan->at[index[region_of(grower, b)]];
		region->block[region->nblocks++] = b;
	}
	free(index);
	qsort_r(plan->at, plan->n, sizeof *plan->at, by_head, grower->planner);
	for (uint32_t r = 0; r < plan->n; r++)
		for (uint32_t k = 0; k < plan->at[r].nblocks; k++)
			plan->region_of[plan->at[r].block[k]] = r;
}

void cvg_linear_regions(struct lin_planner *planner)
{
	const struct linflow *flow = &planner->flow;
	struct grower grower = {.planner = planner, .flow = flow};

	grower.owner = cvg_alloc(flow->fn->nblocks * sizeof *grower.owner);
	for (uint32_t b = 0; b < flow->fn->nblocks; b++)
		grower.owner[b] = CVG_NONE;
	for (size_t i = 0; i < planner->seeds.n; i++)
		grow_from(&grower, &planner->seeds.at[i]);
	collect(&grower);
	free(grower.owner);
	free(grower.regions.at);
	free(grower.queue.at);
}
