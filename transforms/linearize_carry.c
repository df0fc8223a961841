/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Which values the next round of a loop of the chain may want. Where loops are
 * merged, a thread that goes on in the inner loop takes what it computed
 * before that loop round with it: exactly what is alive where the inner loop
 * begins. Asked of the code as it was; each value's walk is its live range.
 */
#include "linearize.h"

static void look_at(struct linearizer *z, uint32_t b)
{
	if (z->seen[b] == z->stamp)
		return;
	z->seen[b] = z->stamp;
	cvg_push(&z->walk, b);
}

static void push_uses(struct linearizer *z, uint32_t inst)
{
	const struct cvg_inst *in = &z->fn->insts[inst];
	uint32_t value = cvg_inst_value(z->fn, inst);

	for (uint32_t k = 0; k < in->nusers; k++) {
		uint32_t id = z->fn->users[in->users_at + k];
		const struct cvg_inst *user = &z->fn->insts[id];

		if (user->op != CVG_OP_PHI) {
			look_at(z, user->block);
			continue;
		}
		for (uint32_t i = 0; i < user->nops; i++)
			if (cvg_op_of(z->fn, id, i) == value)
				look_at(z, z->fn->incoming[user->ops_at + i]);
	}
}

/* Does a loop merged into loop k begin at block b? */
static bool begins_inner(const struct linearizer *z, uint32_t b, uint32_t k)
{
	uint32_t u = z->plan->unit_of[b];

	return z->plan->region_of[b] == z->region && u != CVG_NONE &&
	       z->r->unit[u].entry == b && z->r->unit[u].again &&
	       z->merged_of[u] == k && u != z->r->loop[k].first;
}

uint32_t cvg_lin_carried(struct linearizer *z, uint32_t inst)
{
	uint32_t at = z->fn->insts[inst].block;
	uint32_t k = z->merged_of[z->plan->unit_of[at]];
	bool found = false;

	if (k == CVG_NONE)
		return CVG_NONE;
	z->stamp++;
	z->walk.n = 0;
	z->seen[at] = z->stamp; /* it is not alive before it */
	push_uses(z, inst);
	while (z->walk.n && !found) {
		uint32_t b = z->walk.at[--z->walk.n];

		found = begins_inner(z, b, k);
		cvg_foreach_pred (z->fn, b, p)
			look_at(z, *p);
	}
	return found ? k : CVG_NONE;
}
