/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Where the lanes of a warp go when a block ends: the reconvergence stack.
 *
 * W. Fung, I. Sham, G. Yuan, T. Aamodt, "Dynamic Warp Formation and Scheduling
 * for Efficient GPU Control Flow", MICRO 2007, doi.org/10.1109/MICRO.2007.30,
 * section 2: the stack at immediate post-dominators. The true side runs first.
 *
 * An entry of the stack is a set of lanes, the block that they enter next, and
 * the block where the entry ends. Only the lanes of the top entry run.
 *
 * Example: `entry` sends the odd lanes to a and the even lanes to b, and both
 * jump to `join`. When a block is entered the stack is, top first:
 *
 *     entry   all lanes at entry
 *     a       odd at a until join | even at b until join | all at join
 *     b       even at b until join | all at join
 *     join    all lanes at join
 *
 * tests/unit/sim_flow_test.c runs this kernel and compares the stacks.
 *
 * Nothing here supposes that the flow is structured: a block between a branch
 * and its post-dominator is run once for each entry that comes to it.
 */
#include "sim/ifs.h"
#include "sim/rounds.h"

#include "reconverge/graph.h"

#include <assert.h>
#include <string.h>

/* Lanes that leave a block together. */
struct side {
	uint64_t mask;
	uint32_t target;
};

static struct cvg_entry *top(struct cvg_warp *warp)
{
	return &warp->stack.at[warp->stack.n - 1];
}

/* Remove the entries of the running frame that have arrived at their end, or
 * whose lanes have all returned. True: warp->active has the lanes that run
 * next; false: the frame has no entry left. */
bool cvg_stack_settle(struct cvg_warp *warp)
{
	struct cvg_frame *frame = warp->frame;

	while (warp->stack.n > frame->stack_at) {
		const struct cvg_entry *e = top(warp);

		warp->active = e->mask & warp->alive & ~frame->returned;
		if (warp->active && e->meet) {
			if (cvg_meet_next(warp))
				return true;
			continue;
		}
		if (warp->active && e->block != e->reconv)
			return true;
		warp->stack.n--;
		frame->started = false;
	}
	return false;
}

/* ---- edges ----------------------------------------------------------- */

/* The number of the edge from a block to its k-th successor. */
static uint32_t edge_of(const struct cvg_warp *warp, uint32_t block, uint32_t k)
{
	return warp->code->ufn->fn->blocks[block].succs_at + k;
}

/* Count the edge, make the moves of its target's phis for the lanes in `mask`,
 * and return the target. */
static uint32_t take(struct cvg_warp *warp, uint32_t edge, uint64_t mask)
{
	struct cvg_fn_counts *counts =
		&warp->block->counts.fns[warp->frame->fn];
	const struct cvg_bedge *e = &warp->code->edges[edge];

	if (warp->machine->timed)
		cvg_timing_edge(warp, top(warp)->block, e->target);
	if (warp->rounds)
		cvg_rounds_edge(warp, top(warp)->block, e->target, mask);
	if (warp->ifs)
		cvg_ifs_edge(warp, top(warp)->block, e->target, mask);
	counts->edge_warps[edge]++;
	counts->edge_lanes[edge] += (uint32_t)__builtin_popcountll(mask);
	cvg_warp_moves(warp, e, mask);
	return e->target;
}

/* Push an entry for a side, unless the side is already where it would end. */
static void push_side(struct cvg_warp *warp, const struct side *side,
		      uint32_t reconv)
{
	struct cvg_entry e = {
		.mask = side->mask, .block = side->target, .reconv = reconv};

	if (side->target == reconv)
		return;
	cvg_push(&warp->stack, e);
}

/* The lanes of `block` take several ways: push an entry for each, sides[0] on
 * top so that it runs first. The entry that split now waits at the join. If it
 * ends at the join itself, the sides replace it: so a loop that lanes leave one
 * by one needs no more entries than one that they leave together. */
static void split(struct cvg_warp *warp, uint32_t block,
		  const struct side *sides, uint32_t n)
{
	uint32_t join = warp->code->blocks[block].join;
	struct cvg_counts *counts = &warp->block->counts;

	counts->fns[warp->frame->fn].split[block]++;
	warp->split = true;
	if (top(warp)->reconv == join)
		warp->stack.n--;
	else
		top(warp)->block = join;
	while (n--)
		push_side(warp, &sides[n], join);
	if (warp->stack.n > counts->max_depth)
		counts->max_depth = (uint32_t)warp->stack.n;
}

/* ---- terminators ----------------------------------------------------- */

static bool sure_condition(struct cvg_warp *warp,
			   const struct cvg_bblock *block)
{
	return cvg_sure(warp, cvg_doubt_of(warp, &block->cond),
			CVG_F_POISON_BRANCH, CVG_F_UNDEF_BRANCH, NULL);
}

/* A conditional branch: edge 0 is taken where the condition is true. */
static void leave_branch(struct cvg_warp *warp, uint32_t block)
{
	const struct cvg_bblock *bblock = &warp->code->blocks[block];
	uint64_t active = warp->active, yes;
	struct side side[2];

	if (!sure_condition(warp, bblock))
		return;
	memcpy(&yes, cvg_row(warp, &bblock->cond), sizeof(yes));
	yes &= active;
	if (yes == active || !yes) {
		top(warp)->block =
			take(warp, edge_of(warp, block, yes ? 0 : 1), active);
		return;
	}
	side[0].mask = yes;
	side[0].target = take(warp, edge_of(warp, block, 0), yes);
	side[1].mask = active & ~yes;
	side[1].target = take(warp, edge_of(warp, block, 1), active & ~yes);
	if (side[0].target == side[1].target)
		top(warp)->block = side[0].target;
	else
		split(warp, block, side, 2);
}

/* The edge of a switch for the 128-bit value hi:lo, by binary search; edge 0,
 * the default, if no case has it. */
static uint32_t case_of(const struct cvg_warp *warp,
			const struct cvg_bblock *block, uint64_t lo,
			uint64_t hi)
{
	const struct cvg_case *cases = warp->code->cases + block->case_at;
	uint32_t from = 0, to = block->ncases;

	while (from < to) {
		uint32_t mid = from + (to - from) / 2;

		if (cases[mid].hi < hi ||
		    (cases[mid].hi == hi && cases[mid].lo < lo))
			from = mid + 1;
		else
			to = mid;
	}
	if (from < block->ncases && cases[from].lo == lo &&
	    cases[from].hi == hi)
		return cases[from].edge;
	return 0;
}

/* The edge that a lane takes out of a switch or an indirect branch; CVG_NONE:
 * the address of the indirect branch is none of its targets. */
static uint32_t choice_of(const struct cvg_warp *warp, uint32_t block,
			  const uint8_t *row, enum cvg_kind kind, uint32_t lane)
{
	const struct cvg_bblock *bblock = &warp->code->blocks[block];
	const struct cvg_fn *fn = warp->code->ufn->fn;
	uint64_t lo = cvg_row_get(row, kind, lane), hi = 0;

	if (kind == CVG_K_I128)
		memcpy(&hi, row + (size_t)lane * 16 + 8, 8);
	if (warp->code->ufn->blocks[block].term == CVG_T_SWITCH)
		return case_of(warp, bblock, lo, hi);
	for (uint32_t k = 0; k < fn->blocks[block].nsuccs; k++) {
		if (fn->succs[fn->blocks[block].succs_at + k] + 1 == lo)
			return k;
	}
	return CVG_NONE;
}

/* Add lanes to the side that goes to `target`, a new side if there is none yet.
 * Returns the number of sides. */
static uint32_t add_side(struct side *sides, uint32_t n, uint64_t mask,
			 uint32_t target)
{
	for (uint32_t i = 0; i < n; i++) {
		if (sides[i].target == target) {
			sides[i].mask |= mask;
			return n;
		}
	}
	sides[n] = (struct side){mask, target};
	return n + 1;
}

/* Fill edges[] and masks[] with the edges that are taken and the lanes that take
 * each, ordered by their first lanes. Returns how many edges that are. */
static uint32_t choose(struct cvg_warp *warp, uint32_t block, uint32_t *edges,
		       uint64_t *masks)
{
	const struct cvg_bblock *bblock = &warp->code->blocks[block];
	const uint8_t *row = cvg_row(warp, &bblock->cond);
	enum cvg_kind kind = (enum cvg_kind)warp->code->ufn->blocks[block].kind;
	uint32_t n = 0;

	for (uint64_t rest = warp->active; rest; rest &= rest - 1) {
		uint32_t l = cvg_first_lane(rest), i = 0;
		uint32_t edge = choice_of(warp, block, row, kind, l);

		while (i < n && edges[i] != edge)
			i++;
		if (i == n) {
			edges[n] = edge;
			masks[n++] = 0;
		}
		masks[i] |= UINT64_C(1) << l;
	}
	return n;
}

static void leave_switch(struct cvg_warp *warp, uint32_t block)
{
	uint32_t edges[CVG_MAX_LANES], n, nsides = 0;
	uint64_t masks[CVG_MAX_LANES], active = warp->active;
	struct side sides[CVG_MAX_LANES];

	if (!sure_condition(warp, &warp->code->blocks[block]))
		return;
	n = choose(warp, block, edges, masks);
	for (uint32_t i = 0; i < n; i++) {
		if (edges[i] == CVG_NONE) {
			cvg_warp_fault(warp, CVG_F_UNREACHABLE,
				       cvg_first_lane(masks[i]), NULL);
			return;
		}
	}
	for (uint32_t i = 0; i < n; i++) {
		uint32_t target =
			take(warp, edge_of(warp, block, edges[i]), masks[i]);

		nsides = add_side(sides, nsides, masks[i], target);
	}
	warp->active = active;
	if (nsides == 1)
		top(warp)->block = sides[0].target;
	else
		split(warp, block, sides, nsides);
}

/* Copy the results to the caller's slots for the lanes that return here. Lanes
 * that return from the kernel are no longer alive. */
static void leave_return(struct cvg_warp *warp, const struct cvg_ublock *block)
{
	struct cvg_frame *frame = warp->frame;
	struct cvg_frame *caller = frame - 1;

	if (warp->frames.n == 1) {
		warp->alive &= ~warp->active;
		return;
	}
	for (uint32_t k = 0; k < block->nlist && frame->ret_dst != CVG_NONE;
	     k++) {
		uint32_t ref = warp->code->ufn->lists[block->list_at + k];
		uint32_t slot = frame->ret_dst + k;

		cvg_blend(caller->rows + caller->code->row[slot],
			  cvg_ref_row(warp, ref),
			  (enum cvg_kind)caller->code->ufn->slot_kind[slot],
			  warp->active, cvg_lanes(warp));
		cvg_blend_doubt(&caller->doubt[slot], cvg_ref_doubt(warp, ref),
				warp->active);
	}
	frame->returned |= warp->active;
}

/* The top entry has run its block to the terminator: find where its lanes go. */
void cvg_stack_leave(struct cvg_warp *warp)
{
	uint32_t block = top(warp)->block;
	const struct cvg_ublock *ublock = &warp->code->ufn->blocks[block];

	switch (ublock->term) {
	case CVG_T_JUMP:
		top(warp)->block =
			take(warp, edge_of(warp, block, 0), warp->active);
		break;
	case CVG_T_BRANCH:
		leave_branch(warp, block);
		break;
	case CVG_T_SWITCH:
	case CVG_T_INDIRECT:
		leave_switch(warp, block);
		break;
	case CVG_T_RETURN:
		leave_return(warp, ublock);
		break;
	case CVG_T_UNREACHABLE:
		cvg_warp_fault(warp, CVG_F_UNREACHABLE,
			       cvg_first_lane(warp->active), NULL);
		break;
	}
}
