/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Which values the next round of a loop of the chain may want. Where loops are
 * merged, a thread that goes on in the inner loop takes what it computed
 * before that loop round with it: exactly what is alive where the inner loop
 * begins. Asked of the snapshot, which is the code as it was; the walk of each
 * value covers the blocks in which it is alive.
 *
 * Example (`linearize mode=loops` on tests/ir/flatten-queue.ll): A computes
 * "%limit = and i32 %h, 15", and the loop B inside asks "icmp ult i32 %j1,
 * %limit" in each round. Merged, a thread that goes round B comes back through
 * the head of A without running A, so %limit is alive where B begins and is
 * carried:
 *
 *   head: %4 = phi i32 [ poison, %entry ], [ %9, %lin.back ]
 *   B:    %9 = phi i32 [ %limit, %A ], [ %4, %head ]
 */
#include "linearize.h"

#include "reconverge/graph.h"

/* Walk on from a block at whose start the value is alive, once. */
static void look_at(struct linearizer *lin, uint32_t b)
{
	if (lin->loops.seen[b] == lin->loops.stamp)
		return;
	lin->loops.seen[b] = lin->loops.stamp;
	cvg_push(&lin->loops.walk, b);
}

/* The value is alive at the start of each block that uses it. */
static void push_uses(struct linearizer *lin, uint32_t inst)
{
	const struct cvg_inst *in = &lin->fn->insts[inst];
	uint32_t value = cvg_inst_value(lin->fn, inst);

	for (uint32_t k = 0; k < in->nusers; k++) {
		uint32_t id = lin->fn->users[in->users_at + k];
		const struct cvg_inst *user = &lin->fn->insts[id];

		if (user->op != CVG_OP_PHI) {
			look_at(lin, user->block);
			continue;
		}
		for (uint32_t i = 0; i < user->nops; i++)
			if (cvg_op_of(lin->fn, id, i) == value)
				look_at(lin,
					lin->fn->incoming[user->ops_at + i]);
	}
}

/* Does a loop merged into loop k begin at block b? */
static bool begins_inner(const struct linearizer *lin, uint32_t b, uint32_t k)
{
	uint32_t u = lin->plan->unit_of[b];

	return lin->plan->region_of[b] == lin->region_id && u != CVG_NONE &&
	       lin->region->unit[u].entry == b && lin->region->unit[u].again &&
	       lin->loops.merged_of[u] == k && u != lin->region->loop[k].first;
}

uint32_t cvg_lin_carried(struct linearizer *lin, uint32_t inst)
{
	uint32_t at = lin->fn->insts[inst].block;
	uint32_t k = lin->loops.merged_of[lin->plan->unit_of[at]];
	bool found = false;

	if (k == CVG_NONE)
		return CVG_NONE;
	lin->loops.stamp++;
	lin->loops.walk.n = 0;
	lin->loops.seen[at] =
		lin->loops.stamp; /* it is not alive before this block */
	push_uses(lin, inst);
	while (lin->loops.walk.n && !found) {
		uint32_t b = lin->loops.walk.at[--lin->loops.walk.n];

		found = begins_inner(lin, b, k);
		cvg_foreach_pred (lin->fn, b, p)
			look_at(lin, *p);
	}
	return found ? k : CVG_NONE;
}
