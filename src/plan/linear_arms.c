/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Arms of divergent branches, which take turns in mode interleave (Anantpur,
 * Govindarajan, CC 2014, section 5.1): which blocks they hold, and which branches a
 * region is grown around. The paper looks at two arms; a switch has more.
 *
 * Example (figure 7): the arms of e hold B2 to B7. B2 branches to two arms of its own,
 * B3 and B4, and so does B5. All of them meet at B8, which is in no arm.
 */
#include "linear.h"

#include "reconverge/graph.h"

#include <stdlib.h>

/* Does the block begin an arm of the branch, which can return? */
static bool is_arm(const struct linflow *flow, uint32_t branch, uint32_t succ)
{
	return flow->live[succ] && succ != flow->joins[branch] &&
	       flow->dom->idom[succ] == branch;
}

static bool has_arms(const struct linflow *flow, struct cvg_ana *ana,
		     uint32_t branch)
{
	const struct cvg_bits *divergent =
		&cvg_ana_uniform(ana)->divergent_term;
	uint32_t first = CVG_NONE, others = 0;
	enum cvg_op op = cvg_block_terminator(flow->fn, branch)->op;

	if (!flow->live[branch] || !cvg_bits_has(divergent, branch) ||
	    (op != CVG_OP_CONDBR && op != CVG_OP_SWITCH))
		return false;
	cvg_foreach_succ (flow->fn, branch, s) {
		if (!is_arm(flow, branch, *s)) {
			if (op == CVG_OP_CONDBR)
				return false;
		} else if (first == CVG_NONE) {
			first = *s;
		} else {
			others += *s != first;
		}
	}
	return others > 0;
}

uint32_t *cvg_linear_arms(const struct linflow *flow, struct cvg_ana *ana)
{
	const struct cvg_fn *fn = flow->fn;
	uint32_t *arms_of = cvg_alloc(fn->nblocks * sizeof *arms_of);

	for (uint32_t b = 0; b < fn->nblocks; b++)
		arms_of[b] = CVG_NONE;
	for (uint32_t k = 0; k < flow->order->n; k++) {
		uint32_t b = flow->order->block[k], up = flow->dom->idom[b];

		if (!k || !flow->live[b])
			continue;
		arms_of[b] = has_arms(flow, ana, up) ? up : arms_of[up];
		while (arms_of[b] != CVG_NONE && b == flow->joins[arms_of[b]])
			arms_of[b] = arms_of[arms_of[b]];
	}
	return arms_of;
}

bool cvg_linear_in_arm(const struct linflow *flow, const uint32_t *arms_of,
		       uint32_t block)
{
	const uint32_t *innermost = flow->cycles->innermost;

	return arms_of[block] != CVG_NONE &&
	       innermost[block] == innermost[arms_of[block]];
}

/* ---- seeds ----------------------------------------------------------------- */

/* Does the block load a value that another block uses? */
static bool loads_ahead(const struct cvg_fn *fn, uint32_t b)
{
	const struct cvg_block *block = &fn->blocks[b];

	for (uint32_t i = 0; i < block->ninsts; i++) {
		const struct cvg_inst *inst = &fn->insts[block->inst_at + i];

		if (inst->op != CVG_OP_LOAD)
			continue;
		for (uint32_t k = 0; k < inst->nusers; k++) {
			uint32_t user = fn->users[inst->users_at + k];

			if (fn->insts[user].block != b)
				return true;
		}
	}
	return false;
}

/* Mark the branches with a block in an arm that loads ahead: without `deep` only one
 * that begins an arm. */
static bool *find_wanted(const struct linflow *flow, const uint32_t *arms_of,
			 bool deep)
{
	bool *wanted = cvg_calloc(flow->fn->nblocks, sizeof *wanted);

	for (uint32_t k = flow->order->n; k-- > 0;) {
		uint32_t b = flow->order->block[k], branch = arms_of[b];

		if (branch == CVG_NONE)
			continue;
		if (deep && cvg_linear_in_arm(flow, arms_of, b))
			wanted[branch] |= wanted[b] || loads_ahead(flow->fn, b);
		else if (!deep && is_arm(flow, branch, b))
			wanted[branch] |= loads_ahead(flow->fn, b);
	}
	return wanted;
}

/* One region must hold all arms. */
static void add_arms(struct lin_planner *planner, uint32_t branch)
{
	uint32_t first = CVG_NONE;

	cvg_foreach_succ (planner->flow.fn, branch, s) {
		if (!is_arm(&planner->flow, branch, *s))
			continue;
		if (first == CVG_NONE)
			first = *s;
		else if (*s != first)
			cvg_linear_pair(planner, first, *s);
	}
}

void cvg_linear_interleaved(struct lin_planner *planner)
{
	const struct linflow *flow = &planner->flow;
	uint32_t *arms_of = cvg_linear_arms(flow, planner->ana);
	bool *wanted = find_wanted(flow, arms_of,
				   planner->plan->reach == CVG_REACH_ARMS);

	for (uint32_t k = 0; k < flow->order->n; k++)
		if (wanted[flow->order->block[k]])
			add_arms(planner, flow->order->block[k]);
	free(wanted);
	free(arms_of);
}
