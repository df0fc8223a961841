/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * One-armed ifs that follow each other. DARM (CGO 2022) melds the two arms of
 * one branch, so an empty arm leaves it nothing to do; but in `if (p) A; if (q)
 * B`, threads that want B alone wait while others run A. Where A and B are alike,
 * both kinds of threads can run the common code at once:
 *
 *	     E                 E: p or q
 *	   / |                 |  \
 *	  A  |                 |   D: p		round 1: A for threads that want
 *	   \ |                 |  / \		it, B for those that want B alone
 *	     J: q      =>      | A   B'		(melded: no paper has this)
 *	   / |                 |  \ /
 *	  B  |                  \ J: p and q	round 2: B for threads that want
 *	   \ |                   /|		both, and have run A
 *	     X                  B |
 *	                         \|
 *	                          X
 *
 * So every thread still runs A before B. Round 2 goes if no thread can want both,
 * which fuse_apart.c proves; else it is what fusing costs: a warp with threads of
 * all three kinds runs B twice. How many warps have them only a run can tell.
 *
 * What stands between the ifs, at the begin of J, is computed at E already, for
 * D needs q. It moves there if it depends on nothing that A does. Else E gets a
 * copy, whose values only those threads use that do not want A. What has an
 * effect, or what other threads may not run, is a reason to refuse.
 *
 * Whether D's arms meld, and what that brings, the plan of melding says of a
 * draft of the function (fuse_draft.c).
 */
#include "fuse.h"
#include "refuse.h"

#include "reconverge/analysis.h"
#include "reconverge/graph.h"
#include "reconverge/profile.h"
#include "reconverge/rejects.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define CHANGES (CVG_I_WRITES | CVG_I_VOLATILE | CVG_I_ATOMIC | CVG_I_EFFECTS)

/* ---- what spans of the order hold --------------------------------------- */

/* Note how many instructions that change something, and how many places from
 * which a thread may not come out, stand before each place. */
static void count_places(struct fuser *fuser)
{
	const struct cvg_fn *fn = fuser->fn;
	const struct cvg_order *order = fuser->order;

	fuser->changes = cvg_calloc(order->n + 1, sizeof *fuser->changes);
	fuser->halts = cvg_calloc(order->n + 1, sizeof *fuser->halts);
	for (uint32_t k = 0; k < order->n; k++) {
		const struct cvg_block *block = &fn->blocks[order->block[k]];
		uint32_t changes = 0, halts = block->nsuccs == 0;

		for (uint32_t i = 0; i + 1 < block->ninsts; i++)
			changes += (fn->insts[block->inst_at + i].flags &
				    CHANGES) != 0;
		cvg_foreach_succ (fn, order->block[k], succ)
			halts += order->place[*succ] <= k;
		fuser->changes[k + 1] = fuser->changes[k] + changes;
		fuser->halts[k + 1] = fuser->halts[k] + halts;
	}
}

static uint32_t count_in(const struct fuser *fuser, const uint32_t *before,
			 const struct cvg_fuse_if *part)
{
	uint32_t first = fuser->order->place[part->arm[0]];

	return before[first + part->narm] - before[first];
}

/* ---- finding ------------------------------------------------------------ */

/* Is the divergent branch of the block a one-armed if? Then *exit is where it
 * ends. */
static bool find_if(const struct fuser *fuser, uint32_t b,
		    struct cvg_fuse_if *out, uint32_t *exit)
{
	const struct cvg_block *block = &fuser->fn->blocks[b];
	const uint32_t *succs = fuser->fn->succs + block->succs_at;
	struct cvg_span span;
	uint32_t on;

	*exit = fuser->postdom->idom[b];
	if (cvg_block_terminator(fuser->fn, b)->op != CVG_OP_CONDBR ||
	    *exit == CVG_NONE || succs[0] == succs[1] ||
	    (succs[0] != *exit && succs[1] != *exit))
		return false;
	on = succs[0] == *exit;
	if (!cvg_span_of_arm(&fuser->spans, b, succs[on], *exit, &span))
		return false;
	*out = (struct cvg_fuse_if){
		.block = b,
		.on = (enum cvg_arm)on,
		.condition =
			cvg_op_of(fuser->fn, cvg_block_last(fuser->fn, b), 0),
		.arm = fuser->order->block + span.first,
		.narm = span.n};
	return true;
}

/* Does the block follow the if at once: is it entered from the if only? */
static bool follows(const struct fuser *fuser, const struct cvg_fuse_if *first,
		    uint32_t join)
{
	const uint32_t *place = fuser->order->place;
	uint32_t from = place[first->arm[0]];

	cvg_foreach_pred (fuser->fn, join, pred)
		if (*pred != first->block &&
		    (place[*pred] == CVG_NONE || place[*pred] < from ||
		     place[*pred] >= from + first->narm))
			return false;
	return true;
}

static bool find_pair(const struct fuser *fuser, uint32_t entry,
		      struct cvg_fuse *out)
{
	uint32_t join;

	*out = (struct cvg_fuse){
		.culprit = CVG_NONE, .culprit_block = CVG_NONE, .both = 1};
	return fuser->order->place[entry] != CVG_NONE &&
	       find_if(fuser, entry, &out->part[0], &join) && join != entry &&
	       follows(fuser, &out->part[0], join) &&
	       find_if(fuser, join, &out->part[1], &out->exit) &&
	       out->exit != join;
}

/* ---- what forbids it ------------------------------------------------------ */

static bool refuse(struct cvg_fuse *fuse, enum cvg_refusal why, uint32_t block,
		   uint32_t inst)
{
	fuse->refusal = why;
	fuse->culprit_block = block;
	fuse->culprit = inst;
	return false;
}

static bool can_move(const struct fuser *fuser, struct cvg_fuse *fuse,
		     uint32_t inst)
{
	enum cvg_refusal why = cvg_inst_refusal(&fuser->fn->insts[inst],
						CVG_REFUSE_FUSE_CONVERGENT);

	return why == CVG_REFUSE_NONE ||
	       refuse(fuse, why, fuser->fn->insts[inst].block, inst);
}

/* Can threads run the arms with others than before, and can B be copied? */
static bool arms_can_move(const struct fuser *fuser, struct cvg_fuse *fuse)
{
	const struct cvg_fuse_if *second = &fuse->part[1];

	for (int k = 0; k < 2; k++) {
		uint32_t inst = cvg_spans_culprit(
			&fuser->spans, fuse->part[k].arm, fuse->part[k].narm);

		if (inst != CVG_NONE && !can_move(fuser, fuse, inst))
			return false;
	}
	for (uint32_t i = 0; i < second->narm; i++) {
		const struct cvg_block *block =
			&fuser->fn->blocks[second->arm[i]];

		for (uint32_t k = block->inst_at;
		     k < block->inst_at + block->ninsts; k++)
			if (fuser->fn->insts[k].op == CVG_OP_ALLOCA)
				return refuse(fuse, CVG_REFUSE_EXOTIC,
					      second->arm[i], k);
		cvg_foreach_pred (fuser->fn, second->arm[i], pred)
			if (fuser->order->place[*pred] == CVG_NONE)
				return refuse(fuse, CVG_REFUSE_UNREACHABLE,
					      *pred, CVG_NONE);
	}
	return true;
}

/* Is the value made by a phi of J, so that it may depend on A? */
static bool is_phi_of(const struct cvg_fn *fn, uint32_t join, uint32_t value)
{
	uint32_t inst = cvg_value_inst(fn, value);

	return inst != CVG_NONE && fn->insts[inst].op == CVG_OP_PHI &&
	       fn->insts[inst].block == join;
}

/* Does an instruction between the ifs depend on what A does? */
static bool depends(const struct fuser *fuser, const struct cvg_fuse *fuse,
		    uint32_t inst)
{
	const struct cvg_fn *fn = fuser->fn;

	if (fn->insts[inst].flags & CVG_I_READS &&
	    count_in(fuser, fuser->changes, &fuse->part[0]))
		return true;
	for (uint32_t k = 0; k < fn->insts[inst].nops; k++)
		if (is_phi_of(fn, fuse->part[1].block, cvg_op_of(fn, inst, k)))
			return true;
	return false;
}

/*
 * May threads run the instruction at E, whose values those do not use that want
 * A, if they compute it again?
 */
static bool may_run_before(const struct fuser *fuser,
			   const struct cvg_fuse *fuse, uint32_t inst)
{
	const struct cvg_inst *info = &fuser->fn->insts[inst];
	const struct cvg_unasked unasked = {.fn = fuser->fn,
					    .dom = cvg_ana_dom(fuser->ana),
					    .entry = fuse->part[0].block};

	if (info->flags & CHANGES)
		return false;
	if (fuse->stays && info->flags & CVG_I_READS &&
	    count_in(fuser, fuser->changes, &fuse->part[1]))
		return false;
	return fuse->asked || cvg_may_run_unasked(&unasked, inst);
}

/* Can what stands between the ifs be computed at E? Sets `stays` and `asked`. */
static bool join_can_move(const struct fuser *fuser, struct cvg_fuse *fuse)
{
	uint32_t join = fuse->part[1].block, end;
	const struct cvg_block *block = &fuser->fn->blocks[join];
	uint32_t begin = block->inst_at + block->nphis;

	end = cvg_block_last(fuser->fn, join);
	for (uint32_t i = begin; i < end; i++) {
		if (!can_move(fuser, fuse, i))
			return false;
		fuse->stays |= depends(fuser, fuse, i);
	}
	fuse->asked = !fuse->stays &&
		      !count_in(fuser, fuser->changes, &fuse->part[0]) &&
		      !count_in(fuser, fuser->halts, &fuse->part[0]);
	for (uint32_t i = begin; i < end; i++)
		if (!may_run_before(fuser, fuse, i))
			return refuse(fuse, CVG_REFUSE_FUSE_BETWEEN, join, i);
	return true;
}

/* ---- the price ------------------------------------------------------------ */

/* Cycles of the tests and phis that fusing adds, and of what is computed twice. */
static int64_t price_added(const struct fuser *fuser,
			   const struct cvg_fuse *fuse)
{
	const struct cvg_fn *fn = fuser->fn;
	const struct cvg_block *join = &fn->blocks[fuse->part[1].block];
	const struct cvg_block *exit = &fn->blocks[fuse->exit];
	uint32_t bit = fn->values[fuse->part[0].condition].type;
	int64_t test = cvg_cost_select(fn, bit), branch = cvg_cost_branch(fn);
	int64_t cycles = fuse->covers ? 0 : test + branch;

	cycles += fuse->apart ? (int64_t)cvg_cost_jump(fn) - branch : test;
	for (uint32_t k = 0; k < exit->nphis; k++)
		cycles += cvg_cost_phi(fn, fn->insts[exit->inst_at + k].type);
	for (uint32_t k = join->nphis; fuse->stays && k + 1 < join->ninsts; k++)
		cycles += cvg_cost_inst(fn, join->inst_at + k);
	return cycles;
}

static int64_t price_second(const struct fuser *fuser,
			    const struct cvg_fuse *fuse)
{
	uint64_t cycles = 0;

	for (uint32_t i = 0; i < fuse->part[1].narm; i++)
		cycles += cvg_cost_block(fuser->fn, fuse->part[1].arm[i]);
	return (int64_t)cycles;
}

/* What a run counted, or what is assumed without one. */
static void find_shares(const struct fuser *fuser, struct cvg_fuse *fuse)
{
	const struct cvg_profile *profile = fuser->settings->profile;
	uint32_t entry = fuse->part[0].block;
	const struct cvg_profile_block *measured =
		cvg_profile_at(profile, fuser->fn, entry);
	const struct cvg_profile_ifs *ifs =
		cvg_profile_ifs(profile, fuser->fn, entry, fuse->part[1].block);

	fuse->times =
		measured ? (double)measured->warps : fuser->guess.runs[entry];
	fuse->measured = measured && ifs;
	if (!fuse->measured || !measured->warps)
		return;
	fuse->both = (double)ifs->both / (double)measured->warps;
	if (!fuse->apart)
		fuse->again = (double)ifs->again / (double)measured->warps;
}

void cvg_fuse_price(const struct fuser *fuser, struct cvg_fuse *fuse)
{
	int64_t gain = fuse->saved - (fuse->branches < 0 ? fuse->branches : 0);
	int64_t loss = fuse->branches > 0 ? fuse->branches : 0;

	fuse->added = price_added(fuser, fuse);
	fuse->second = fuse->apart ? 0 : price_second(fuser, fuse);
	fuse->net = (int64_t)floor((double)gain * fuse->both -
				   fuse->again * (double)fuse->second) -
		    loss - fuse->selects - fuse->added;
	if (fuse->measured && fuse->times == 0)
		fuse->refusal = CVG_REFUSE_UNREACHED;
	else if (!fuse->apart && !fuse->measured)
		fuse->refusal = CVG_REFUSE_FUSE_UNKNOWN;
	else if (fuse->net <= 0)
		fuse->refusal = CVG_REFUSE_FUSE_PROFIT;
	else if (cvg_is_rejected(fuser->settings->rejects, CVG_REJECT_FUSE,
				 fuser->fn, fuse->part[0].block))
		fuse->refusal = CVG_REFUSE_REJECTED;
}

/* ---- the plan ------------------------------------------------------------- */

static void fuser_init(struct fuser *fuser, struct cvg_ana *ana)
{
	*fuser = (struct fuser){.ana = ana,
				.fn = cvg_ana_fn(ana),
				.order = cvg_ana_order(ana),
				.postdom = cvg_ana_postdom(ana),
				.plan = cvg_calloc(1, sizeof *fuser->plan)};
	fuser->plan->fn = fuser->fn;
	cvg_spans_init(&fuser->spans, ana);
	count_places(fuser);
}

static void fuser_done(struct fuser *fuser)
{
	cvg_spans_done(&fuser->spans);
	free(fuser->changes);
	free(fuser->halts);
}

/* Put all pairs into the plan; with `uniform`, those whose branches diverge. */
static void find_all(struct fuser *fuser, const struct cvg_uniform *uniform)
{
	struct cvg_fuseplan *plan = fuser->plan;
	cvg_vec(struct cvg_fuse) found = {0};
	struct cvg_fuse fuse;

	for (uint32_t b = 0; b < fuser->fn->nblocks; b++) {
		if (!find_pair(fuser, b, &fuse) ||
		    (uniform && (!cvg_bits_has(&uniform->divergent_term, b) ||
				 !cvg_bits_has(&uniform->divergent_term,
					       fuse.part[1].block))))
			continue;
		if (arms_can_move(fuser, &fuse))
			join_can_move(fuser, &fuse);
		cvg_push(&found, fuse);
	}
	plan->n = (uint32_t)found.n;
	plan->at = cvg_arena_array(&plan->arena, struct cvg_fuse, plan->n);
	if (plan->n)
		memcpy(plan->at, found.at, plan->n * sizeof *plan->at);
	free(found.at);
}

struct cvg_fuseplan *cvg_find_ifs(struct cvg_ana *ana)
{
	struct fuser fuser;

	fuser_init(&fuser, ana);
	find_all(&fuser, NULL);
	fuser_done(&fuser);
	return fuser.plan;
}

struct cvg_fuseplan *cvg_plan_fuse(struct cvg_ana *ana,
				   const struct cvg_settings *settings)
{
	struct fuser fuser;

	fuser_init(&fuser, ana);
	fuser.settings = settings;
	find_all(&fuser, cvg_ana_uniform(ana));
	cvg_guess_init(&fuser.guess, ana);
	for (uint32_t i = 0; i < fuser.plan->n; i++) {
		cvg_fuse_apart(fuser.fn, &fuser.plan->at[i]);
		find_shares(&fuser, &fuser.plan->at[i]);
	}
	cvg_fuse_drafts(&fuser);
	cvg_guess_done(&fuser.guess);
	fuser_done(&fuser);
	return fuser.plan;
}

void cvg_fuseplan_free(struct cvg_fuseplan *take_plan)
{
	if (!take_plan)
		return;
	cvg_arena_done(&take_plan->arena);
	free(take_plan);
}

static int by_entry(const void *key, const void *member)
{
	uint32_t entry = *(const uint32_t *)key;
	const struct cvg_fuse *fuse = member;

	return (entry > fuse->part[0].block) - (entry < fuse->part[0].block);
}

const struct cvg_fuse *cvg_fuse_at(const struct cvg_fuseplan *plan,
				   uint32_t entry)
{
	return plan->n ? bsearch(&entry, plan->at, plan->n, sizeof *plan->at,
				 by_entry)
		       : NULL;
}
