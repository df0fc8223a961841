/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Where threads that part at a branch meet again, and which cycles they leave
 * in different rounds.
 *
 * After Rosemann, Moll, Hack, "An Abstract Interpretation for SPMD Divergence
 * on Reducible Control Flow Graphs", POPL 2021, doi.org/10.1145/3434312,
 * section 5, with the treatment of irreducible cycles and the tie-breaks of
 * LLVM's uniformity analysis, whose answers this file must give. The branch
 * gives each successor the successor itself as its label; a block hands its
 * label on to its successors; and where two different labels arrive, disjoint
 * paths meet: the block is a join, and its label is itself from there on.
 * Blocks are visited in an order (struct cvg_sync_order) in which only headers
 * of cycles come before one of their predecessors. The label that arrives at
 * the header of a reducible cycle is handed to the cycle's exits, not through
 * the cycle: if the branch is in the cycle, this is the label of the threads
 * that stay for another round, and an exit with a different label is reached
 * in different rounds.
 *
 * At a in a ? x -> b c; b -> d; c -> d; d ret: b and c get the labels b and c,
 * both arrive at d, and d is the one join.
 *
 * Added here: where all cycles are reducible, a block that does not dominate
 * the branch hands its label directly to the blocks that follow its dominator
 * subtree, unless they are too many (sync_leap.c), because no block in between
 * can become a join. If few blocks follow, a branch costs constant time.
 */
#include "uniform.h"
#include "sync_order.h"

#include "reconverge/graph.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct cvg_sync {
	const struct cvg_fn *fn;
	const struct cvg_cycles *cs;
	const struct cvg_dom *dom;
	struct cvg_exits exits_of;
	struct cvg_sync_order order;
	struct cvg_leap *leap; /* [nblocks] or NULL: go through every block */
	bool old_floor;	       /* stop where LLVM before 22 stops */

	/* Valid for a block only if `round` says so for this branch. */
	uint32_t *round; /* [nblocks] number of the branch asked about */
	uint32_t *label; /* [nblocks] block id */
	uint32_t now;	 /* number of the branch asked about */
	struct cvg_bits is_join, is_exit; /* the blocks in joins and exits */
	struct cvg_u32s joins, exits;	  /* the answer: see cvg_sync_branch */

	/* Blocks with a new label, by place in the order: a max-heap. */
	uint32_t *heap; /* [nblocks] */
	uint32_t nheap;
	struct cvg_bits fresh; /* the places that are in the heap */
};

/* ---- fresh blocks ------------------------------------------------------- */

static void heap_push(struct cvg_sync *sync, uint32_t place)
{
	uint32_t i;

	if (cvg_bits_has(&sync->fresh, place))
		return;
	cvg_bits_add(&sync->fresh, place);
	for (i = sync->nheap++; i && sync->heap[(i - 1) / 2] < place;
	     i = (i - 1) / 2)
		sync->heap[i] = sync->heap[(i - 1) / 2];
	sync->heap[i] = place;
}

static uint32_t heap_pop(struct cvg_sync *sync)
{
	uint32_t top = sync->heap[0], last = sync->heap[--sync->nheap], i = 0,
		 kid;

	while ((kid = 2 * i + 1) < sync->nheap) {
		if (kid + 1 < sync->nheap &&
		    sync->heap[kid + 1] > sync->heap[kid])
			kid++;
		if (sync->heap[kid] <= last)
			break;
		sync->heap[i] = sync->heap[kid];
		i = kid;
	}
	sync->heap[i] = last;
	cvg_bits_remove(&sync->fresh, top);
	return top;
}

/* ---- labels ------------------------------------------------------------- */

static uint32_t label_of(const struct cvg_sync *sync, uint32_t b)
{
	return sync->round[b] == sync->now ? sync->label[b] : CVG_NONE;
}

/* Append b unless it is in the list. */
static void list(struct cvg_u32s *v, struct cvg_bits *known, uint32_t b)
{
	if (cvg_bits_has(known, b))
		return;
	cvg_bits_add(known, b);
	cvg_push(v, b);
}

/* Give block `to` a label. True: it had a different one, so it is a join. */
static bool hand_on(struct cvg_sync *sync, uint32_t to, uint32_t label)
{
	uint32_t old = label_of(sync, to);

	if (old == label)
		return false;
	if (old != to)
		heap_push(sync, sync->order.place[to]);
	sync->round[to] = sync->now;
	sync->label[to] = old == CVG_NONE ? label : to;
	return old != CVG_NONE;
}

static bool hand_on_edge(struct cvg_sync *sync, uint32_t to, uint32_t label)
{
	if (!hand_on(sync, to, label))
		return false;
	list(&sync->joins, &sync->is_join, to);
	return true;
}

/* Hand the label of the header of a cycle around the branch to an exit. */
static bool hand_on_exit(struct cvg_sync *sync, uint32_t to, uint32_t label)
{
	if (!hand_on(sync, to, label))
		return false;
	list(&sync->exits, &sync->is_exit, to);
	return true;
}

static void label_successors(struct cvg_sync *sync, uint32_t branch)
{
	uint32_t c = sync->cs->innermost[branch];

	cvg_foreach_succ (sync->fn, branch, to) {
		if (c != CVG_NONE && !cvg_cycle_has(sync->cs, c, *to))
			list(&sync->exits, &sync->is_exit, *to);
		hand_on_edge(sync, *to, *to);
	}
}

/*
 * The label of header b goes to the exits of its reducible cycle c. Returns
 * whether that made a join; *lowest becomes the lowest place touched.
 */
static bool leave_cycle(struct cvg_sync *sync, uint32_t c, bool inside,
			uint32_t label, uint32_t *lowest)
{
	uint32_t n;
	const uint32_t *exit = cvg_exits_of(&sync->exits_of, c, &n);
	bool joined = false;

	for (uint32_t k = 0; k < n; k++) {
		joined |= inside ? hand_on_exit(sync, exit[k], label)
				 : hand_on_edge(sync, exit[k], label);
		if (sync->order.place[exit[k]] < *lowest)
			*lowest = sync->order.place[exit[k]];
	}
	return joined;
}

static bool leave_block(struct cvg_sync *sync, uint32_t b, uint32_t label,
			uint32_t *lowest)
{
	bool joined = false;

	cvg_foreach_succ (sync->fn, b, to) {
		joined |= hand_on_edge(sync, *to, label);
		if (sync->order.place[*to] < *lowest)
			*lowest = sync->order.place[*to];
	}
	return joined;
}

/* ---- LLVM 22 ------------------------------------------------------------ */

/*
 * The outermost of the irreducible cycles around b, going outward until the
 * first reducible one, or CVG_NONE. While a fresh label is inside it, threads
 * may not have met even if no other label is fresh.
 */
static uint32_t irreducible_around(const struct cvg_sync *sync, uint32_t b)
{
	uint32_t c = sync->cs->innermost[b];

	if (c == CVG_NONE || sync->cs->cycle[c].reducible)
		return CVG_NONE;
	while (sync->cs->cycle[c].parent != CVG_NONE &&
	       !sync->cs->cycle[sync->cs->cycle[c].parent].reducible)
		c = sync->cs->cycle[c].parent;
	return c;
}

static void visit(struct cvg_sync *sync, uint32_t branch, uint32_t b)
{
	uint32_t label = sync->label[b], c = sync->order.header_of[b];
	uint32_t lowest = CVG_NONE;

	if (c != CVG_NONE) {
		leave_cycle(sync, c, cvg_cycle_has(sync->cs, c, branch), label,
			    &lowest);
		return;
	}
	if (sync->leap && sync->leap[b].n != CVG_NONE &&
	    !cvg_dominates(sync->dom, b, branch)) {
		for (uint32_t k = 0; k < sync->leap[b].n; k++)
			hand_on_edge(sync, sync->leap[b].to[k], label);
		return;
	}
	leave_block(sync, b, label, &lowest);
}

/* Hand labels on until one fresh block is left: there all threads have met. */
static void propagate(struct cvg_sync *sync, uint32_t branch)
{
	uint32_t knot = irreducible_around(sync, branch);

	while (sync->nheap) {
		uint32_t b = sync->order.block[sync->heap[0]];

		if (sync->nheap == 1 &&
		    (knot == CVG_NONE || !cvg_cycle_has(sync->cs, knot, b)))
			break;
		heap_pop(sync);
		if (b != branch)
			visit(sync, branch, b);
	}
	while (sync->nheap)
		heap_pop(sync);
}

/* ---- LLVM before 22 ----------------------------------------------------- */

/*
 * Those versions stop at a floor: a place in the order below which no label had
 * been handed on when labels last differed. That can be too early.
 */
static void propagate_to_floor(struct cvg_sync *sync, uint32_t branch)
{
	uint32_t floor = sync->order.n - 1, floor_label = CVG_NONE;

	cvg_foreach_succ (sync->fn, branch, to) {
		if (sync->order.place[*to] < floor)
			floor = sync->order.place[*to];
	}
	while (sync->nheap && sync->heap[0] >= floor) {
		uint32_t b = sync->order.block[heap_pop(sync)];
		uint32_t label = sync->label[b], lowest = floor;
		uint32_t c = sync->order.header_of[b];
		bool joined;

		if (b == branch)
			continue;
		if (c != CVG_NONE && cvg_cycle_has(sync->cs, c, branch))
			joined = leave_cycle(sync, c, true, label, &lowest);
		else
			joined = leave_block(sync, b, label, &lowest);
		if (!joined && floor_label == label)
			continue;
		floor = lowest;
		if (!joined)
			floor_label = label;
	}
	while (sync->nheap)
		heap_pop(sync);
}

/* ---- one branch --------------------------------------------------------- */

/* An irreducible cycle has no header that every round passes: compare the label
 * of its header with those of its exits when all labels have been handed on. */
static void irreducible_exits(struct cvg_sync *sync, uint32_t branch)
{
	for (uint32_t c = sync->cs->innermost[branch]; c != CVG_NONE;
	     c = sync->cs->cycle[c].parent) {
		uint32_t n, stays;
		const uint32_t *exit;

		if (sync->cs->cycle[c].reducible)
			continue;
		stays = label_of(sync, sync->cs->cycle[c].header);
		exit = cvg_exits_of(&sync->exits_of, c, &n);
		for (uint32_t k = 0; k < n; k++) {
			if (label_of(sync, exit[k]) != stays)
				list(&sync->exits, &sync->is_exit, exit[k]);
		}
	}
}

static void forget(struct cvg_u32s *v, struct cvg_bits *known)
{
	while (v->n)
		cvg_bits_remove(known, v->at[--v->n]);
}

void cvg_sync_branch(struct cvg_sync *sync, uint32_t b,
		     const struct cvg_u32s **joins,
		     const struct cvg_u32s **exits)
{
	forget(&sync->joins, &sync->is_join);
	forget(&sync->exits, &sync->is_exit);
	*joins = &sync->joins;
	*exits = &sync->exits;
	if (sync->fn->blocks[b].nsuccs < 2)
		return;
	sync->now++;
	label_successors(sync, b);
	if (sync->old_floor)
		propagate_to_floor(sync, b);
	else
		propagate(sync, b);
	if (!sync->leap)
		irreducible_exits(sync, b);
}

bool cvg_sync_dominates_exit(const struct cvg_sync *sync, uint32_t c,
			     uint32_t b)
{
	uint32_t n;
	const uint32_t *exit = cvg_exits_of(&sync->exits_of, c, &n);

	for (uint32_t k = 0; k < n; k++) {
		if (cvg_dominates(sync->dom, b, exit[k]))
			return true;
	}
	return false;
}

/* ---- life --------------------------------------------------------------- */

static bool all_reducible(const struct cvg_cycles *cs)
{
	for (uint32_t c = 0; c < cs->n; c++) {
		if (!cs->cycle[c].reducible)
			return false;
	}
	return true;
}

/* Exits must be in LLVM's order only if that can change the answers: if a cycle
 * is irreducible, or LLVM before 22 is followed. */
static void init_exits(struct cvg_sync *sync)
{
	uint32_t n = 0;
	uint32_t *inside;

	if (!all_reducible(sync->cs) || sync->old_floor) {
		inside = cvg_cycle_blocks(sync->fn, sync->cs, &n);
		cvg_exits_init(&sync->exits_of, sync->fn, sync->cs, inside, n);
		free(inside);
		return;
	}
	if (sync->cs->n) {
		const struct cvg_cycle *last =
			&sync->cs->cycle[sync->cs->n - 1];

		while (last->parent != CVG_NONE)
			last = &sync->cs->cycle[last->parent];
		n = last->blocks_at + last->nblocks;
	}
	cvg_exits_init(&sync->exits_of, sync->fn, sync->cs, sync->cs->blocks,
		       n);
}

struct cvg_sync *cvg_sync_new(struct cvg_ana *ana)
{
	struct cvg_sync *sync = cvg_calloc(1, sizeof *sync);
	uint32_t n;

	sync->fn = cvg_ana_fn(ana);
	sync->cs = cvg_ana_cycles(ana);
	sync->dom = cvg_ana_dom(ana);
	n = sync->fn->nblocks;
	sync->old_floor = sync->fn->llvm_major && sync->fn->llvm_major < 22;
	init_exits(sync);
	cvg_sync_order_init(&sync->order, sync->fn, sync->cs, &sync->exits_of);
	if (all_reducible(sync->cs) && !sync->old_floor)
		sync->leap = cvg_leaps(sync->fn, sync->cs, sync->dom);
	sync->round = cvg_calloc(n, sizeof *sync->round);
	sync->label = cvg_alloc(n * sizeof *sync->label);
	sync->heap = cvg_alloc(n * sizeof *sync->heap);
	cvg_bits_init(&sync->fresh, n);
	cvg_bits_init(&sync->is_join, n);
	cvg_bits_init(&sync->is_exit, n);
	return sync;
}

void cvg_sync_free(struct cvg_sync *take_sync)
{
	if (!take_sync)
		return;
	cvg_exits_done(&take_sync->exits_of);
	cvg_sync_order_done(&take_sync->order);
	free(take_sync->leap);
	free(take_sync->round);
	free(take_sync->label);
	free(take_sync->heap);
	cvg_bits_done(&take_sync->fresh);
	cvg_bits_done(&take_sync->is_join);
	cvg_bits_done(&take_sync->is_exit);
	free(take_sync->joins.at);
	free(take_sync->exits.at);
	free(take_sync);
}
