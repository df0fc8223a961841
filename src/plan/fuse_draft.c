/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What melding would bring between the arms of two ifs: the plan of melding looks
 * at a draft of the function, in which the two are the arms of one branch. The
 * second round and its test are not in the draft, for they are nothing to meld:
 * fuse.c adds their price.
 *
 * A draft serves many pairs that have no block in common. Those that have, as one
 * if is part of two pairs, or a pair stands in an arm of another, wait for the next
 * draft; there are at most DRAFTS of them, so that the time stays linear.
 *
 * Example (that of fuse.c; J computes c from its phi v):
 *
 *   before  E: br i1 %p, label %A, label %J
 *           A: br label %J
 *           J: %v = phi i32 [ %a, %A ], [ 0, %E ]
 *              %c = icmp slt i32 %v, %n
 *              br i1 %c, label %B, label %X
 *           B: %b = add i32 %v, 1
 *              br label %X
 *           X: %x = phi i32 [ %b, %B ], [ %v, %J ]
 *   draft   E: %c' = icmp slt i32 0, %n
 *              br i1 %p, label %A, label %B'
 *           A: br label %J
 *           B': %b' = add i32 0, 1
 *              br label %J
 *           J: %v = phi i32 [ %a, %A ], [ 0, %B' ]
 *              %x' = phi i32 [ %a, %A ], [ %b', %B' ]
 *              and on as before
 */
#include "draft.h"
#include "fuse.h"

#include "reconverge/analysis.h"
#include "reconverge/graph.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define DRAFTS 4

struct fusedraft {
	const struct fuser *fuser;
	const struct cvg_fn *fn;
	struct drafter drafter;
	struct cvg_draft draft;
	struct cvg_u32s waiting, which; /* indices into the plan */
	struct cvg_u32s origin; /* by new block: of which it is a copy */
	/* By block: */
	bool *taken;	/* the draft changes it */
	uint32_t *role; /* of which fuse it is E or J, or CVG_NONE */
	uint32_t *copy; /* its copy, or CVG_NONE */
	uint32_t *code; /* [ninsts] the result of an instruction's copy, or
			   CVG_NONE */
};

/* ---- which ------------------------------------------------------------------ */

static bool for_each_block(const struct cvg_fuse *fuse,
			   bool (*visit)(struct fusedraft *d, uint32_t block),
			   struct fusedraft *d)
{
	for (int k = 0; k < 2; k++) {
		if (!visit(d, fuse->part[k].block))
			return false;
		for (uint32_t i = 0; i < fuse->part[k].narm; i++)
			if (!visit(d, fuse->part[k].arm[i]))
				return false;
	}
	return true;
}

static bool is_free(struct fusedraft *d, uint32_t block)
{
	return !d->taken[block];
}

static bool take(struct fusedraft *d, uint32_t block)
{
	d->taken[block] = true;
	return true;
}

/* Choose the pairs of the next draft; the others wait. */
static void choose(struct fusedraft *d)
{
	const struct cvg_fuseplan *plan = d->fuser->plan;
	size_t kept = 0;

	d->which.n = 0;
	memset(d->taken, 0, d->fn->nblocks * sizeof *d->taken);
	for (size_t i = 0; i < d->waiting.n; i++) {
		uint32_t f = d->waiting.at[i];

		if (for_each_block(&plan->at[f], is_free, d)) {
			for_each_block(&plan->at[f], take, d);
			cvg_push(&d->which, f);
		} else {
			d->waiting.at[kept++] = f;
		}
	}
	d->waiting.n = kept;
}

/* ---- values ------------------------------------------------------------------ */

/* The value that a phi of a block gets over the edge from `from`. */
static uint32_t value_over(const struct cvg_fn *fn, uint32_t phi, uint32_t from)
{
	const struct cvg_inst *inst = &fn->insts[phi];
	uint32_t k = inst->ops_at;

	while (fn->incoming[k] != from)
		k++;
	return fn->ops[k];
}

/* What stands for a value over the edge from `from` to J: a phi of J is what it
 * gets there. */
static uint32_t value_at(const struct fusedraft *d, const struct cvg_fuse *fuse,
			 uint32_t value, uint32_t from)
{
	uint32_t inst = cvg_value_inst(d->fn, value);

	if (inst == CVG_NONE || d->fn->insts[inst].op != CVG_OP_PHI ||
	    d->fn->insts[inst].block != fuse->part[1].block)
		return value;
	return value_over(d->fn, inst, from);
}

/* What stands for a value in the copy of B. */
static uint32_t value_in_copy(const struct fusedraft *d,
			      const struct cvg_fuse *fuse, uint32_t value)
{
	uint32_t inst = cvg_value_inst(d->fn, value);

	if (inst != CVG_NONE && d->code[inst] != CVG_NONE)
		return d->code[inst];
	return value_at(d, fuse, value, fuse->part[0].block);
}

static void code_block(struct fusedraft *d, uint32_t b, uint32_t from)
{
	const struct cvg_block *block = &d->fn->blocks[b];

	for (uint32_t i = block->inst_at + from;
	     i < block->inst_at + block->ninsts; i++)
		d->code[i] =
			cvg_draft_result(&d->drafter, d->fn->insts[i].type);
}

/* ---- blocks ------------------------------------------------------------------ */

static void copy_inst(struct fusedraft *d, uint32_t inst)
{
	const struct cvg_inst *old = &d->fn->insts[inst];

	cvg_draft_inst_head(&d->drafter, inst);
	for (uint32_t k = old->ops_at; k < old->ops_at + old->nops; k++)
		cvg_draft_op(&d->drafter, d->fn->ops[k], d->fn->incoming[k]);
}

static uint32_t block_in_copy(const struct fusedraft *d,
			      const struct cvg_fuse *fuse, uint32_t block)
{
	if (block == fuse->part[1].block)
		return fuse->part[0].block;
	return block == CVG_NONE ? CVG_NONE : d->copy[block];
}

static void clone_inst(struct fusedraft *d, const struct cvg_fuse *fuse,
		       uint32_t inst)
{
	const struct cvg_inst *old = &d->fn->insts[inst];
	struct cvg_inst *made;

	cvg_draft_clone_head(&d->drafter, inst, d->code[inst]);
	made = &d->drafter.insts.at[d->drafter.insts.n - 1];
	if (old->callee != CVG_NONE)
		made->callee = value_in_copy(d, fuse, old->callee);
	for (uint32_t k = old->ops_at; k < old->ops_at + old->nops; k++)
		cvg_draft_op(&d->drafter, value_in_copy(d, fuse, d->fn->ops[k]),
			     block_in_copy(d, fuse, d->fn->incoming[k]));
}

/* E: computes what stands at the begin of J, and branches to A or the copy of
 * B. */
static void make_entry(struct fusedraft *d, const struct cvg_fuse *fuse)
{
	const struct cvg_block *block = &d->fn->blocks[fuse->part[0].block];
	const struct cvg_block *join = &d->fn->blocks[fuse->part[1].block];
	uint32_t last = cvg_block_last(d->fn, fuse->part[0].block);

	for (uint32_t i = block->inst_at; i < last; i++)
		copy_inst(d, i);
	for (uint32_t k = join->nphis; k + 1 < join->ninsts; k++)
		if (fuse->stays)
			clone_inst(d, fuse, join->inst_at + k);
		else
			copy_inst(d, join->inst_at + k);
	copy_inst(d, last);
	for (uint32_t k = 0; k < 2; k++)
		cvg_draft_succ(&d->drafter,
			       k == fuse->part[0].on
				       ? d->fn->succs[block->succs_at + k]
				       : d->copy[fuse->part[1].arm[0]],
			       CVG_NONE, 0);
}

/* For each edge from B to X, in order. */
#define each_way_out(d, fuse, b)                                            \
	for (uint32_t i_ = 0; i_ < (fuse)->part[1].narm; i_++)              \
		for (uint32_t b = (fuse)->part[1].arm[i_],                  \
			      e_ = edges_between((d)->fn, b, (fuse)->exit); \
		     e_ > 0; e_--)

static uint32_t edges_between(const struct cvg_fn *fn, uint32_t from,
			      uint32_t to)
{
	uint32_t n = 0;

	cvg_foreach_succ (fn, from, succ)
		n += *succ == to;
	return n;
}

static void make_join_phi(struct fusedraft *d, const struct cvg_fuse *fuse,
			  uint32_t phi)
{
	const struct cvg_inst *old = &d->fn->insts[phi];
	uint32_t entry = fuse->part[0].block;

	cvg_draft_inst_head(&d->drafter, phi);
	for (uint32_t k = old->ops_at; k < old->ops_at + old->nops; k++)
		if (d->fn->incoming[k] != entry)
			cvg_draft_op(&d->drafter, d->fn->ops[k],
				     d->fn->incoming[k]);
	each_way_out(d, fuse, b) cvg_draft_op(
		&d->drafter, value_over(d->fn, phi, entry), d->copy[b]);
	cvg_draft_end_inst(&d->drafter);
}

/* The values that a phi of X gets, as a phi of J. */
static void make_exit_phi(struct fusedraft *d, const struct cvg_fuse *fuse,
			  uint32_t phi)
{
	const struct cvg_fn *fn = d->fn;
	uint32_t type = fn->insts[phi].type, join = fuse->part[1].block;
	uint32_t past = value_over(fn, phi, join);
	uint32_t code = cvg_draft_result(&d->drafter, type);

	cvg_draft_inst(&d->drafter, CVG_OP_PHI, type, code);
	cvg_foreach_pred (fn, join, pred)
		if (*pred != fuse->part[0].block)
			cvg_draft_op(
				&d->drafter,
				value_in_copy(d, fuse,
					      value_at(d, fuse, past, *pred)),
				*pred);
	each_way_out(d, fuse, b) cvg_draft_op(
		&d->drafter, value_in_copy(d, fuse, value_over(fn, phi, b)),
		d->copy[b]);
	cvg_draft_end_inst(&d->drafter);
}

static void end_as_before(struct fusedraft *d, uint32_t b)
{
	const struct cvg_block *block = &d->fn->blocks[b];

	copy_inst(d, cvg_block_last(d->fn, b));
	for (uint32_t k = block->succs_at; k < block->succs_at + block->nsuccs;
	     k++)
		cvg_draft_succ(&d->drafter, d->fn->succs[k],
			       d->fn->succ_case[k], d->fn->succ_weight[k]);
}

static void make_join(struct fusedraft *d, const struct cvg_fuse *fuse)
{
	const struct cvg_block *block = &d->fn->blocks[fuse->part[1].block];
	const struct cvg_block *exit = &d->fn->blocks[fuse->exit];

	for (uint32_t k = 0; k < block->nphis; k++)
		make_join_phi(d, fuse, block->inst_at + k);
	for (uint32_t k = 0; k < exit->nphis; k++)
		make_exit_phi(d, fuse, exit->inst_at + k);
	for (uint32_t k = block->nphis; fuse->stays && k + 1 < block->ninsts;
	     k++)
		copy_inst(d, block->inst_at + k);
	end_as_before(d, fuse->part[1].block);
}

static void make_block(struct fusedraft *d, uint32_t b)
{
	const struct cvg_block *block = &d->fn->blocks[b];
	const struct cvg_fuse *fuse =
		d->role[b] == CVG_NONE ? NULL : &d->fuser->plan->at[d->role[b]];

	cvg_draft_begin(&d->drafter, *block);
	if (fuse && b == fuse->part[0].block) {
		make_entry(d, fuse);
	} else if (fuse) {
		make_join(d, fuse);
	} else {
		for (uint32_t k = 0; k + 1 < block->ninsts; k++)
			copy_inst(d, block->inst_at + k);
		end_as_before(d, b);
	}
	cvg_draft_end(&d->drafter);
}

/* A block of the copy of B, whose ways out lead to J. */
static void make_copy(struct fusedraft *d, const struct cvg_fuse *fuse,
		      uint32_t b)
{
	struct cvg_block block = d->fn->blocks[b];

	for (uint32_t k = block.succs_at; k < block.succs_at + block.nsuccs;
	     k++)
		assert(d->fn->succs[k] == fuse->exit ||
		       d->copy[d->fn->succs[k]] != CVG_NONE);
	block.uid = d->drafter.uid++;
	block.name = "";
	cvg_draft_begin(&d->drafter, block);
	for (uint32_t i = block.inst_at; i < block.inst_at + block.ninsts; i++)
		clone_inst(d, fuse, i);
	for (uint32_t k = block.succs_at; k < block.succs_at + block.nsuccs;
	     k++)
		cvg_draft_succ(&d->drafter,
			       d->fn->succs[k] == fuse->exit
				       ? fuse->part[1].block
				       : d->copy[d->fn->succs[k]],
			       d->fn->succ_case[k], d->fn->succ_weight[k]);
	cvg_draft_end(&d->drafter);
}

/* ---- a draft --------------------------------------------------------------------- */

static uint32_t *filled(uint32_t n)
{
	uint32_t *at = cvg_alloc((n + 1) * sizeof *at);

	memset(at, 0xFF, (n + 1) * sizeof *at);
	return at;
}

/* Number the copies, and note which blocks and values change. */
static void lay_out(struct fusedraft *d)
{
	d->origin.n = 0;
	for (size_t k = 0; k < d->which.n; k++) {
		const struct cvg_fuse *fuse =
			&d->fuser->plan->at[d->which.at[k]];
		const struct cvg_fuse_if *second = &fuse->part[1];

		d->role[fuse->part[0].block] = d->which.at[k];
		d->role[second->block] = d->which.at[k];
		for (uint32_t i = 0; i < second->narm; i++) {
			d->copy[second->arm[i]] =
				d->fn->nblocks + (uint32_t)d->origin.n;
			cvg_push(&d->origin, second->arm[i]);
			code_block(d, second->arm[i], 0);
		}
		if (fuse->stays)
			code_block(d, second->block,
				   d->fn->blocks[second->block].nphis);
	}
}

static void make_draft(struct fusedraft *d)
{
	const struct cvg_fuse *at = d->fuser->plan->at;

	d->draft = (struct cvg_draft){0};
	cvg_drafter_init(&d->drafter, d->fn, &d->draft,
			 at[d->which.at[0]].part[0].block);
	d->role = filled(d->fn->nblocks);
	d->copy = filled(d->fn->nblocks);
	d->code = filled(d->fn->ninsts);
	lay_out(d);
	for (uint32_t b = 0; b < d->fn->nblocks; b++)
		make_block(d, b);
	for (size_t k = 0; k < d->which.n; k++) {
		const struct cvg_fuse *fuse = &at[d->which.at[k]];

		for (uint32_t i = 0; i < fuse->part[1].narm; i++)
			make_copy(d, fuse, fuse->part[1].arm[i]);
	}
	cvg_drafter_finish(&d->drafter);
	cvg_drafter_done(&d->drafter);
	free(d->role);
	free(d->copy);
	free(d->code);
#ifdef CVG_DEBUG
	assert(cvg_fn_check(d->draft.fn, &(struct cvg_err){0}));
#endif
}

/* Take over what melding would bring, or why it cannot. */
static void adopt(const struct fusedraft *d, struct cvg_fuse *fuse,
		  const struct cvg_candidate *found)
{
	uint32_t n = d->fn->nblocks;

	fuse->refusal = found->refusal;
	if (found->culprit != CVG_NONE)
		fuse->culprit = d->draft.old[found->culprit];
	fuse->culprit_block = found->culprit_block;
	if (fuse->culprit_block != CVG_NONE && fuse->culprit_block >= n)
		fuse->culprit_block = d->origin.at[fuse->culprit_block - n];
	fuse->pairs = found->npairs;
	for (uint32_t i = 0; i < found->npairs; i++) {
		const struct cvg_meldpair *pair = &found->pair[i];

		if (pair->mp_s > fuse->mp_s)
			fuse->mp_s = pair->mp_s;
		fuse->aligned += pair->aligned;
		fuse->saved += pair->saved;
		fuse->selects += pair->selects;
		fuse->branches += pair->branches;
	}
	if (fuse->refusal == CVG_REFUSE_NONE)
		cvg_fuse_price(d->fuser, fuse);
}

/* What a run counted concerns the ifs as they are. */
static void plan_draft(struct fusedraft *d)
{
	struct cvg_settings settings = *d->fuser->settings;
	struct cvg_plan plan = {.fn = d->draft.fn};
	struct cvg_ana *ana = cvg_ana_again(d->fuser->ana, d->draft.fn);
	struct planner planner;

	settings.profile = NULL;
	settings.rejects = NULL;
	cvg_planner_init(&planner, &plan, ana, &settings);
	for (size_t k = 0; k < d->which.n; k++) {
		struct cvg_fuse *fuse = &d->fuser->plan->at[d->which.at[k]];
		struct cvg_candidate found;

		cvg_planner_candidate(&planner, fuse->part[0].block, &found);
		adopt(d, fuse, &found);
	}
	cvg_planner_done(&planner);
	cvg_ana_free(ana);
	cvg_arena_done(&plan.arena);
}

void cvg_fuse_drafts(struct fuser *fuser)
{
	struct cvg_fuseplan *plan = fuser->plan;
	struct fusedraft d = {.fuser = fuser, .fn = fuser->fn};

	for (uint32_t i = 0; i < plan->n; i++)
		if (plan->at[i].refusal == CVG_REFUSE_NONE)
			cvg_push(&d.waiting, i);
	d.taken = cvg_calloc(fuser->fn->nblocks + 1, sizeof *d.taken);
	for (int k = 0; k < DRAFTS && d.waiting.n; k++) {
		choose(&d);
		make_draft(&d);
		plan_draft(&d);
		cvg_draft_done(&d.draft);
	}
	for (size_t i = 0; i < d.waiting.n; i++)
		plan->at[d.waiting.at[i]].refusal = CVG_REFUSE_FUSE_CROWDED;
	free(d.taken);
	free(d.waiting.at);
	free(d.which.at);
	free(d.origin.at);
}
