/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The blocks of a draft that were there before: the ways out of arms lead to the
 * head of the gather, and the phis of targets have an entry from its chain. The
 * example is that of draft.c.
 */
#include "draft.h"

#include "reconverge/graph.h"

#include <stdlib.h>
#include <string.h>

static void copy_inst(struct drafter *drafter, uint32_t inst)
{
	const struct cvg_fn *fn = drafter->fn;
	const struct cvg_inst *old = &fn->insts[inst];

	cvg_draft_inst_head(drafter, inst);
	for (uint32_t k = old->ops_at; k < old->ops_at + old->nops; k++)
		cvg_draft_op(drafter, fn->ops[k], fn->incoming[k]);
}

/* ---- blocks -------------------------------------------------------------- */

static const struct cvg_gather *gather_at(const struct drafter *drafter,
					  uint32_t block)
{
	uint32_t g = drafter->source_of[block];

	return g == CVG_NONE ? NULL : drafter->gather[g];
}

/* A phi of a target: one entry from the chain stands for those of its sources. */
static void copy_phi(struct drafter *drafter, uint32_t inst)
{
	const struct cvg_fn *fn = drafter->fn;
	const struct cvg_inst *phi = &fn->insts[inst];
	uint32_t nth = inst - fn->blocks[phi->block].inst_at;

	cvg_draft_inst_head(drafter, inst);
	for (uint32_t k = phi->ops_at; k < phi->ops_at + phi->nops; k++)
		if (!gather_at(drafter, fn->incoming[k]) ||
		    !cvg_draft_leaves(drafter, fn->incoming[k], phi->block))
			cvg_draft_op(drafter, fn->ops[k], fn->incoming[k]);
	for (uint32_t h = drafter->hook_at[phi->block]; h != CVG_NONE;
	     h = drafter->hooks.at[h].next) {
		const struct hook *hook = &drafter->hooks.at[h];
		uint32_t last = drafter->gather[hook->gather]->ntargets - 2;
		uint32_t link = hook->target < last ? hook->target : last;

		cvg_draft_op(drafter, drafter->values.at[hook->values + nth],
			     drafter->draft->head[hook->gather] + link);
	}
	cvg_draft_end_inst(drafter);
}

/* The ways out of the block, as indices into the targets: both[0] on true, or
 * all; returns whether a condition decides between two. */
bool cvg_draft_ways(const struct drafter *drafter, uint32_t block,
		    uint32_t both[2])
{
	const struct cvg_fn *fn = drafter->fn;
	const struct cvg_gather *gather = gather_at(drafter, block);
	uint32_t n = 0, end = cvg_gather_end_of(fn, block);

	both[0] = both[1] = cvg_gather_target(gather, end);
	cvg_foreach_succ (fn, block, succ)
		if (cvg_draft_leaves(drafter, block, *succ) && n < 2)
			both[n++] = cvg_gather_target(gather, *succ);
	if (n == 1)
		both[1] = both[0];
	return both[0] != both[1];
}

/* Copy the terminator of a source; its ways out lead to the head. */
static void copy_source_end(struct drafter *drafter, uint32_t block)
{
	const struct cvg_fn *fn = drafter->fn;
	const struct cvg_block *b = &fn->blocks[block];
	uint32_t head = drafter->draft->head[drafter->source_of[block]];
	bool stays = false;
	uint32_t both[2];

	cvg_foreach_succ (fn, block, succ)
		stays |= !cvg_draft_leaves(drafter, block, *succ);
	if (cvg_draft_ways(drafter, block, both) && both[1] < both[0]) {
		drafter->negated[block] =
			cvg_draft_result(drafter, drafter->bit);
		cvg_draft_inst(drafter, CVG_OP_XOR, drafter->bit,
			       drafter->negated[block]);
		cvg_draft_op(drafter, cvg_draft_operand(fn, block), CVG_NONE);
		cvg_draft_op(drafter, drafter->truth[1], CVG_NONE);
		cvg_draft_end_inst(drafter);
	}
	if (!stays) {
		cvg_draft_inst(drafter, CVG_OP_BR, drafter->nothing, CVG_NONE);
		cvg_draft_succ(drafter, head, CVG_NONE, 0);
		return;
	}
	copy_inst(drafter, cvg_block_last(fn, block));
	for (uint32_t k = b->succs_at; k < b->succs_at + b->nsuccs; k++)
		cvg_draft_succ(drafter,
			       cvg_draft_leaves(drafter, block, fn->succs[k])
				       ? head
				       : fn->succs[k],
			       fn->succ_case[k], fn->succ_weight[k]);
}

void cvg_draft_copy(struct drafter *drafter, uint32_t block)
{
	const struct cvg_fn *fn = drafter->fn;
	const struct cvg_block *b = &fn->blocks[block];
	uint32_t last = cvg_block_last(fn, block);

	cvg_draft_begin(drafter, *b);
	for (uint32_t i = b->inst_at; i < last; i++)
		if (i < b->inst_at + b->nphis)
			copy_phi(drafter, i);
		else
			copy_inst(drafter, i);
	if (gather_at(drafter, block)) {
		copy_source_end(drafter, block);
	} else {
		copy_inst(drafter, last);
		for (uint32_t k = b->succs_at; k < b->succs_at + b->nsuccs; k++)
			cvg_draft_succ(drafter, fn->succs[k], fn->succ_case[k],
				       fn->succ_weight[k]);
	}
	cvg_draft_end(drafter);
}
