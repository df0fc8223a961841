/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The new blocks of a draft: the chain of a gather, and the blocks where threads
 * end. The example is that of draft.c: block J.
 */
#include "draft.h"

#include "reconverge/graph.h"

#include <stdlib.h>
#include <string.h>

/* ---- the new blocks ------------------------------------------------------ */

/* For each edge from a source to the head, in order. */
#define each_way(drafter, g, from)                                    \
	for (uint32_t w_ = 0; w_ < (drafter)->gather[g]->nfrom; w_++) \
		for (uint32_t from = (drafter)->gather[g]->from[w_],  \
			      e_ = edges_to_head(drafter, from);      \
		     e_ > 0; e_--)

static uint32_t edges_to_head(const struct drafter *drafter, uint32_t from)
{
	uint32_t n = 0, stays = 0;

	cvg_foreach_succ (drafter->fn, from, succ) {
		n += cvg_draft_leaves(drafter, from, *succ);
		stays += !cvg_draft_leaves(drafter, from, *succ);
	}
	return stays ? n : 1;
}

/* Whether threads of the source go to target k, if they go to none before. */
static uint32_t goes_to(const struct drafter *drafter, uint32_t from,
			uint32_t k)
{
	uint32_t both[2];

	if (!cvg_draft_ways(drafter, from, both) ||
	    (k != both[0] && k != both[1]))
		return drafter->truth[k == both[0] || k == both[1]];
	if (k == both[0] && both[0] < both[1])
		return cvg_draft_operand(drafter->fn, from);
	if (k == both[1] && both[1] < both[0])
		return drafter->negated[from];
	return drafter->truth[1];
}

/* The value that a phi of a block gets over the edge from `from`; CVG_NONE:
 * there is no such edge. */
static uint32_t value_over(const struct cvg_fn *fn, uint32_t phi, uint32_t from)
{
	const struct cvg_inst *p = &fn->insts[phi];

	for (uint32_t k = p->ops_at; k < p->ops_at + p->nops; k++)
		if (fn->incoming[k] == from)
			return fn->ops[k];
	return CVG_NONE;
}

/* The one value that the target's phi gets from all sources, if it is there at
 * the head too; or CVG_NONE. */
uint32_t cvg_draft_only_value(const struct drafter *drafter, uint32_t g,
			      uint32_t phi)
{
	const struct cvg_gather *gather = drafter->gather[g];
	uint32_t only = CVG_NONE, inst;

	for (uint32_t i = 0; i < gather->nfrom; i++) {
		uint32_t v = value_over(drafter->fn, phi, gather->from[i]);

		if (v == CVG_NONE || v == only)
			continue;
		if (only != CVG_NONE)
			return CVG_NONE;
		only = v;
	}
	inst = cvg_value_inst(drafter->fn, only);
	if (only != CVG_NONE && inst != CVG_NONE &&
	    drafter->inside_of[drafter->fn->insts[inst].block] == g)
		return CVG_NONE;
	return only;
}

static void add_value_phi(struct drafter *drafter, uint32_t g, uint32_t phi,
			  uint32_t code)
{
	uint32_t type = drafter->fn->insts[phi].type;
	uint32_t poison = cvg_draft_poison(drafter, type);

	cvg_draft_inst(drafter, CVG_OP_PHI, type, code);
	each_way(drafter, g, from)
	{
		uint32_t v = value_over(drafter->fn, phi, from);

		cvg_draft_op(drafter, v == CVG_NONE ? poison : v, from);
	}
	cvg_draft_end_inst(drafter);
}

/* The phis of the head for those of its targets. */
static void add_value_phis(struct drafter *drafter, uint32_t g)
{
	for (uint32_t h = 0; h < drafter->hooks.n; h++) {
		struct hook hook = drafter->hooks.at[h];
		const struct cvg_block *to;

		if (hook.gather != g)
			continue;
		to = &drafter->fn
			      ->blocks[drafter->gather[g]->target[hook.target]];
		for (uint32_t k = 0; k < to->nphis; k++) {
			uint32_t code = drafter->values.at[hook.values + k];

			if (code >= drafter->fn->nvalues)
				add_value_phi(drafter, g, to->inst_at + k,
					      code);
		}
	}
}

/* What the function returns, as a phi of the head; CVG_NONE: nothing. */
static uint32_t add_result_phi(struct drafter *drafter, uint32_t g)
{
	const struct cvg_fn *fn = drafter->fn;
	uint32_t type = CVG_NONE, code, poison;

	each_way(drafter, g,
		 from) if (cvg_gather_end_of(fn, from) == CVG_GATHER_RETURN &&
			   cvg_block_terminator(fn, from)->nops) type =
		fn->values[cvg_draft_operand(fn, from)].type;
	if (type == CVG_NONE)
		return CVG_NONE;
	code = cvg_draft_result(drafter, type);
	poison = cvg_draft_poison(drafter, type);
	cvg_draft_inst(drafter, CVG_OP_PHI, type, code);
	each_way(drafter, g, from)
		cvg_draft_op(drafter,
			     cvg_gather_end_of(fn, from) == CVG_GATHER_RETURN
				     ? cvg_draft_operand(fn, from)
				     : poison,
			     from);
	cvg_draft_end_inst(drafter);
	return code;
}

static void add_return(struct drafter *drafter, uint32_t value)
{
	cvg_draft_inst(drafter, CVG_OP_RET, drafter->nothing, CVG_NONE);
	if (value != CVG_NONE)
		cvg_draft_op(drafter, value, CVG_NONE);
	cvg_draft_end_inst(drafter);
}

/* The block of the draft that a target is. */
static uint32_t block_of(const struct drafter *drafter, uint32_t g, uint32_t k)
{
	const struct cvg_gather *gather = drafter->gather[g];
	bool returns =
		cvg_gather_target(gather, CVG_GATHER_RETURN) < gather->ntargets;

	if (gather->target[k] == CVG_GATHER_RETURN)
		return drafter->tail[g];
	if (gather->target[k] == CVG_GATHER_TRAP)
		return drafter->tail[g] + returns;
	return gather->target[k];
}

static void begin_new(struct drafter *drafter)
{
	cvg_draft_begin(drafter,
			(struct cvg_block){.uid = drafter->uid++, .name = ""});
}

void cvg_draft_chain(struct drafter *drafter, uint32_t g)
{
	const struct cvg_gather *gather = drafter->gather[g];
	uint32_t goes[CVG_GATHER_MOST] = {0}, result;

	begin_new(drafter);
	for (uint32_t k = 0; k + 1 < gather->ntargets; k++) {
		goes[k] = cvg_draft_result(drafter, drafter->bit);
		cvg_draft_inst(drafter, CVG_OP_PHI, drafter->bit, goes[k]);
		each_way(drafter, g, from)
			cvg_draft_op(drafter, goes_to(drafter, from, k), from);
		cvg_draft_end_inst(drafter);
	}
	add_value_phis(drafter, g);
	result = add_result_phi(drafter, g);
	if (gather->ntargets == 1)
		add_return(drafter, result);
	for (uint32_t k = 0; k + 1 < gather->ntargets; k++) {
		uint32_t next = (uint32_t)drafter->blocks.n;

		if (k + 2 == gather->ntargets)
			next = block_of(drafter, g, k + 1);
		cvg_draft_inst(drafter, CVG_OP_CONDBR, drafter->nothing,
			       CVG_NONE);
		cvg_draft_op(drafter, goes[k], CVG_NONE);
		cvg_draft_end_inst(drafter);
		cvg_draft_succ(drafter, block_of(drafter, g, k), CVG_NONE, 0);
		cvg_draft_succ(drafter, next, CVG_NONE, 0);
		cvg_draft_end(drafter);
		if (k + 2 < gather->ntargets)
			begin_new(drafter);
	}
	if (gather->ntargets == 1)
		cvg_draft_end(drafter);
	for (uint32_t k = 0; gather->ntargets > 1 && k < gather->ntargets;
	     k++) {
		if (gather->target[k] < CVG_GATHER_RETURN)
			continue;
		begin_new(drafter);
		if (gather->target[k] == CVG_GATHER_RETURN)
			add_return(drafter, result);
		else
			cvg_draft_inst(drafter, CVG_OP_UNREACHABLE,
				       drafter->nothing, CVG_NONE);
		cvg_draft_end(drafter);
	}
}
