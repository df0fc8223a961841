/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * How long a warp stalls in a region before and after linearization: the
 * benefit of branch interleaving (Anantpur, Govindarajan, CC 2014, section
 * 5.1), which lets units of one arm run while the other waits for its loads.
 *
 * A warp that runs every block of the region is followed by the rules of
 * sim/timing.c: first D and the blocks in reverse postorder, which is how a
 * machine runs one arm after the other; then D and the units in the order of the
 * chain, with its guards. A stall counts as often as its block runs and the
 * result that it waits for is computed; a difference counts only for warps that D
 * splits, if a profile knows their share.
 * What is computed before D is taken to be ready. Linear in the instructions.
 *
 * Example, figure 7 of the paper, with loads that issue in 16 cycles and are ready
 * after 320, and guards of 32. Apart, B3 waits for the load in B2, and B6 for the
 * one in B5, each about 300 cycles. In the order B2, B5, B3, B4, B6, B7 only the
 * first waits, and less, because B5 and the guards run meanwhile.
 */
#include "linear.h"

#include "reconverge/cost.h"
#include "reconverge/graph.h"
#include "reconverge/profile.h"

#include <math.h>

struct walk {
	struct lin_planner *planner;
	const struct cvg_linregion *region;
	uint64_t now;
	uint64_t memory; /* when all accesses have ended */
	double runs;	 /* of the block at hand */
	double stalls;	 /* of all blocks, as often as they occur */
};

/* The operand that is ready last. */
static struct lin_result sources(const struct walk *walk,
				 const struct cvg_inst *inst)
{
	const struct cvg_fn *fn = walk->planner->flow.fn;
	struct lin_result last = {.runs = walk->runs};

	for (uint32_t k = 0; k < inst->nops; k++) {
		uint32_t from = cvg_value_inst(fn, fn->ops[inst->ops_at + k]);

		if (from != CVG_NONE &&
		    walk->planner->result[from].ready > last.ready)
			last = walk->planner->result[from];
	}
	return last;
}

static void wait_until(struct walk *walk, uint64_t ready, double times)
{
	if (ready <= walk->now)
		return;
	walk->stalls += fmin(times, walk->runs) * (double)(ready - walk->now);
	walk->now = ready;
}

static void issue(struct walk *walk, uint32_t id)
{
	const struct cvg_inst *inst = &walk->planner->flow.fn->insts[id];
	struct cvg_pace pace = cvg_cost_pace(walk->planner->flow.fn, id);
	struct lin_result from = sources(walk, inst);
	uint64_t end;

	walk->planner->result[id] = from;
	if (pace.renames)
		return;
	if (inst->op != CVG_OP_PHI)
		wait_until(walk, from.ready, from.runs);
	if (pace.is_fence)
		wait_until(walk, walk->memory, walk->runs);
	end = walk->now + pace.latency;
	walk->now += pace.issue;
	if (pace.is_fence)
		end = walk->now;
	else if (pace.is_memory && end > walk->memory)
		walk->memory = end;
	if (from.ready < end)
		walk->planner->result[id] =
			(struct lin_result){end, walk->runs};
}

/* Run the block. Returns its issue cycles and stalls. */
static uint64_t run_block(struct walk *walk, uint32_t b)
{
	const struct cvg_block *block = &walk->planner->flow.fn->blocks[b];
	uint64_t begin = walk->now;

	walk->runs =
		b == walk->region->head
			? 1
			: cvg_linear_rounds(walk->planner, walk->region, b);
	for (uint32_t i = 0; i < block->ninsts; i++)
		issue(walk, block->inst_at + i);
	return walk->now - begin;
}

static void forget(struct lin_planner *planner, uint32_t b)
{
	const struct cvg_block *block = &planner->flow.fn->blocks[b];

	for (uint32_t i = 0; i < block->ninsts; i++)
		planner->result[block->inst_at + i] = (struct lin_result){0};
}

static void forget_all(struct lin_planner *planner,
		       const struct cvg_linregion *region)
{
	forget(planner, region->head);
	for (uint32_t k = 0; k < region->nblocks; k++)
		forget(planner, region->block[k]);
}

/* The stalls as the code is now. */
static double stalls_before(struct lin_planner *planner,
			    const struct cvg_linregion *region)
{
	struct walk walk = {.planner = planner, .region = region};

	run_block(&walk, region->head);
	for (uint32_t k = 0; k < region->nblocks; k++)
		planner->time[region->block[k]] =
			run_block(&walk, region->block[k]);
	forget_all(planner, region);
	return walk.stalls;
}

/* The stalls of the chain. */
static double stalls_after(struct lin_planner *planner,
			   const struct cvg_linregion *region)
{
	struct walk walk = {.planner = planner, .region = region};

	run_block(&walk, region->head);
	for (uint32_t k = 0; k < region->nnodes; k++) {
		const struct cvg_linnode *node = &region->node[k];
		const struct cvg_linunit *unit = &region->unit[node->unit];

		if (node->kind != CVG_LIN_UNIT) {
			walk.now += (uint64_t)cvg_linear_node_price(
				planner, region, node);
			continue;
		}
		for (uint32_t i = 0; i < unit->nblocks; i++)
			run_block(&walk, unit->block[i]);
	}
	forget_all(planner, region);
	return walk.stalls;
}

/* The share of the warps that D splits. */
static double share_split(const struct lin_planner *planner,
			  const struct cvg_linregion *region)
{
	const struct cvg_profile_block *head = cvg_profile_at(
		planner->settings->profile, planner->flow.fn, region->head);

	return head && head->warps ? (double)head->split / (double)head->warps
				   : 1;
}

double cvg_linear_stalls(struct lin_planner *planner,
			 const struct cvg_linregion *region)
{
	double before = stalls_before(planner, region);

	return share_split(planner, region) *
	       (before - stalls_after(planner, region));
}
