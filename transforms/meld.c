/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * meld: carries out a plan (src/plan) region by region: DARM (Saumya,
 * Sundararajah, Kulkarni, CGO 2022, doi.org/10.1109/CGO53902.2022.9741285),
 * Algorithm 2. What differs from the paper: phis of the two sides are joined
 * where threads arrive apart, gaps that may not run for everyone are guarded
 * at once, and selects at X take the place of the two blocks that branch
 * there only to keep values apart.
 */
#include "gather.h"
#include "meld.h"
#include "meld_claims.h"
#include "melder.h"

#include "reconverge/analysis.h"
#include "reconverge/graph.h"
#include "reconverge/phase.h"

#include <stdlib.h>
#include <string.h>

/* ---- one pair -------------------------------------------------------- */

static void note_old_blocks(struct melder *melder)
{
	for (int arm = 0; arm < 2; arm++)
		for (uint32_t k = 0; k < melder->sub[arm]->nblocks; k++)
			cvg_ptrmap_put(
				&melder->inside[arm],
				melder->ids->blocks[melder->sub[arm]->block[k]],
				1);
	for (uint32_t k = 0; k < melder->pair->nbp; k++)
		for (int arm = 0; arm < 2; arm++)
			if (cvg_melder_old(melder, &melder->pair->bp[k], arm))
				cvg_ptrmap_put(
					&melder->piece_of,
					cvg_melder_old(melder,
						       &melder->pair->bp[k],
						       arm),
					k);
}

static void make_blocks(struct melder *melder)
{
	melder->piece = cvg_calloc(melder->pair->nbp, sizeof *melder->piece);
	for (uint32_t k = 0; k < melder->pair->nbp; k++) {
		melder->piece[k].head = cvg_melder_block(
			melder, NULL,
			cvg_melder_old(melder, &melder->pair->bp[k], 0),
			cvg_melder_old(melder, &melder->pair->bp[k], 1));
		melder->piece[k].tail = melder->piece[k].head;
	}
	melder->post = cvg_melder_block(
		melder, "post", melder->ids->blocks[melder->sub[0]->entry],
		melder->ids->blocks[melder->sub[1]->entry]);
}

static void pair_done(struct melder *melder)
{
	for (size_t k = 0; k < melder->joins.n; k++) {
		free(melder->joins.at[k].preds[0].at);
		free(melder->joins.at[k].preds[1].at);
	}
	melder->joins.n = melder->joined.n = melder->phis.n =
		melder->standin.n = 0;
	melder->exits.n = melder->chosen.n = melder->selects.n = 0;
	melder->clock = 0;
	cvg_ptrmap_done(&melder->piece_of);
	cvg_ptrmap_done(&melder->inside[0]);
	cvg_ptrmap_done(&melder->inside[1]);
	cvg_ptrmap_done(&melder->standin_of);
	cvg_ptrmap_done(&melder->age_of);
	cvg_ptrmap_done(&melder->joined_of);
	cvg_ptrmap_done(&melder->chosen_of);
	free(melder->piece);
	melder->piece = NULL;
}

static void meld_pair(struct melder *melder, const struct cvg_meldpair *mp)
{
	melder->pair = mp;
	for (int arm = 0; arm < 2; arm++)
		melder->sub[arm] = &melder->candidate->chain[arm][mp->sub[arm]];
	if (mp->speculates)
		cvg_melder_speculate(melder, mp->sub);
	note_old_blocks(melder);
	cvg_melder_enter(melder);
	make_blocks(melder);
	cvg_melder_fill(melder);
	LLVMPositionBuilderAtEnd(melder->builder, melder->pre);
	LLVMSetCurrentDebugLocation2(melder->builder,
				     cvg_loc_none(melder->function));
	LLVMBuildBr(melder->builder, melder->piece[0].head);
	cvg_melder_leave(melder);
	melder->branch = melder->post;
	/* The X of regions in the subgraph before, see CLAIM_JOINED. */
	for (int arm = 0; arm < 2; arm++) {
		melder->first[arm] = mp->sub[arm] + 1;
		melder->ids->blocks[melder->sub[arm]->entry] = melder->out[arm];
	}
	pair_done(melder);
}

/* ---- one region ------------------------------------------------------ */

/* Meld all chosen pairs of a candidate. `base` has what all candidates
 * share. */
static void meld_candidate(const struct melder *base,
			   const struct cvg_candidate *candidate)
{
	LLVMBasicBlockRef entry = base->ids->blocks[candidate->entry];
	LLVMValueRef term = LLVMGetBasicBlockTerminator(entry);
	struct melder melder = *base;

	melder.candidate = candidate;
	melder.builder = LLVMCreateBuilderInContext(melder.module->context);
	melder.cond = LLVMGetCondition(term);
	melder.loc = LLVMInstructionGetDebugLoc(term);
	melder.told = cvg_branch_md_of(term, false);
	melder.branch = entry;
	for (uint32_t k = 0; k < candidate->nhollow; k++)
		cvg_block_elide(melder.module, melder.function_id,
				melder.ids->blocks[candidate->hollow[k]]);
	for (uint32_t k = 0; k < candidate->npairs; k++)
		meld_pair(&melder, &candidate->pair[k]);
	if (candidate->closes) {
		cvg_melder_close(&melder);
		pair_done(&melder); /* closing may have made selects */
	}
	LLVMDisposeBuilder(melder.builder);
	free(melder.exits.at);
	free(melder.standin.at);
	free(melder.joins.at);
	free(melder.joined.at);
	free(melder.phis.at);
	free(melder.chosen.at);
	free(melder.selects.at);
}

/* ---- several regions ------------------------------------------------- */

/* False: all blocks are reachable. */
static bool mark_reachable(const struct cvg_fn *fn, struct cvg_bits *out)
{
	struct cvg_u32s todo = {0};
	uint32_t found = 1;

	cvg_bits_init(out, fn->nblocks);
	cvg_bits_add(out, 0);
	cvg_push(&todo, 0);
	while (todo.n) {
		uint32_t b = todo.at[--todo.n];

		cvg_foreach_succ (fn, b, s) {
			if (cvg_bits_has(out, *s))
				continue;
			cvg_bits_add(out, *s);
			cvg_push(&todo, *s);
			found++;
		}
	}
	free(todo.at);
	return found < fn->nblocks;
}

/* The block leads nowhere any more. */
static void stop_at(struct cvg_module *module, LLVMBasicBlockRef block)
{
	LLVMValueRef term = LLVMGetBasicBlockTerminator(block);
	LLVMBuilderRef b = LLVMCreateBuilderInContext(module->context);
	LLVMMetadataRef loc = LLVMInstructionGetDebugLoc(term);

	for (unsigned k = 0; k < LLVMGetNumSuccessors(term); k++)
		cvg_phis_drop_edge(LLVMGetSuccessor(term, k), block);
	LLVMPositionBuilderBefore(b, term);
	LLVMSetCurrentDebugLocation2(b, loc);
	LLVMBuildUnreachable(b);
	if (LLVMGetFirstUse(term))
		LLVMReplaceAllUsesWith(term, LLVMGetPoison(LLVMTypeOf(term)));
	LLVMInstructionEraseFromParent(term);
	LLVMDisposeBuilder(b);
}

/*
 * An arm has one way in, but for blocks that nobody reaches: blocks of the arm
 * will be deleted, and those must not lead to them. Done before all else, since
 * phis are made anew; the ids of what there is stay the same.
 */
static void cut_off(struct cvg_module *module, uint32_t f,
		    const struct cvg_plan *plan, const uint32_t *which,
		    size_t n)
{
	struct cvg_live_ids ids;
	struct cvg_bits reachable, stopped;
	struct cvg_claims claims = {0};

	if (!mark_reachable(plan->fn, &reachable)) {
		cvg_bits_done(&reachable);
		return;
	}
	cvg_live_ids_list(module, f, &ids);
	cvg_bits_init(&stopped, plan->fn->nblocks);
	for (size_t i = 0; i < n; i++) {
		cvg_claims_of(&plan->at[which[i]], &claims);
		for (size_t k = 0; k < claims.n; k++)
			cvg_foreach_pred (plan->fn, claims.at[k].block, p)
				if (claims.at[k].kind != CVG_CLAIM_EXIT &&
				    !cvg_bits_has(&reachable, *p) &&
				    !cvg_bits_has(&stopped, *p)) {
					stop_at(module, ids.blocks[*p]);
					cvg_bits_add(&stopped, *p);
				}
	}
	free(claims.at);
	cvg_bits_done(&reachable);
	cvg_bits_done(&stopped);
	cvg_live_ids_done(&ids);
}

static int outermost_first(const void *a, const void *b, void *context)
{
	const struct cvg_plan *plan = context;
	const struct cvg_candidate *x = &plan->at[*(const uint32_t *)a];
	const struct cvg_candidate *y = &plan->at[*(const uint32_t *)b];

	return (x->place > y->place) - (x->place < y->place);
}

/* List by uid which block of the snapshot has it, or CVG_NONE. */
static void index_uids(const struct cvg_fn *fn, struct cvg_u32s *out)
{
	for (uint32_t b = 0; b < fn->nblocks; b++) {
		while (out->n <= fn->blocks[b].uid)
			cvg_push(out, CVG_NONE);
		out->at[fn->blocks[b].uid] = b;
	}
}

/*
 * A region around others is melded before them: it looks at blocks of its
 * arms, and the others only at blocks that it leaves as they are.
 */
void cvg_meld_all(struct cvg_module *module, uint32_t f, struct cvg_ana *ana,
		  const struct cvg_plan *plan, const uint32_t *which, size_t n)
{
	uint32_t *order = cvg_calloc(n, sizeof *order);
	struct cvg_u32s of_uid = {0};
	struct cvg_live_ids ids;
	const struct melder base = {
		.module = module,
		.function_id = f,
		.function = cvg_live_function(module, f),
		.fn = plan->fn,
		.dom = cvg_ana_dom(ana),
		.order = cvg_ana_order(ana),
		.of_uid = &of_uid,
		.ids = &ids,
	};

	if (n) {
		memcpy(order, which, n * sizeof *order);
		qsort_r(order, n, sizeof *order, outermost_first,
			(void *)(uintptr_t)plan);
	}
	cut_off(module, f, plan, which, n);
	cvg_live_ids_list(module, f, &ids);
	index_uids(plan->fn, &of_uid);
	for (size_t i = 0; i < n; i++)
		meld_candidate(&base, &plan->at[order[i]]);
	cvg_live_ids_done(&ids);
	free(of_uid.at);
	free(order);
}

/* ---- the phase ------------------------------------------------------- */

uint32_t cvg_named_entry(const struct cvg_phase_in *in)
{
	switch (in->object.kind) {
	case CVG_OBJ_NONE:
		return CVG_NONE;
	case CVG_OBJ_BLOCK:
		return in->object.id;
	case CVG_OBJ_REGION:
		return cvg_ana_regions(in->ana)->region[in->object.id].entry;
	}
	return CVG_NONE;
}

/* Can the region be melded by name? What a profile does not reach can. */
static bool is_possible(const struct cvg_candidate *candidate)
{
	return candidate->refusal == CVG_REFUSE_NONE ||
	       candidate->refusal == CVG_REFUSE_UNREACHED;
}

/* What was asked for: one region, which may be refused, or all that fit. */
static bool choose(const struct cvg_phase_in *in, const struct cvg_plan *plan,
		   struct cvg_u32s *out, struct cvg_err *err)
{
	uint32_t entry = cvg_named_entry(in);
	const struct cvg_candidate *candidate;

	if (entry == CVG_NONE) {
		cvg_meld_choose(plan,
				(enum cvg_order_by)cvg_set_int(in->settings,
							       CVG_SET_ORDER),
				out);
		return true;
	}
	candidate = cvg_plan_at(plan, entry);
	if (!candidate)
		return cvg_fail(err, "B%u does not end in a divergent branch",
				in->fn->blocks[entry].uid);
	if (!is_possible(candidate))
		return cvg_fail(err, "B%u: %s", in->fn->blocks[entry].uid,
				cvg_refusal_text(candidate->refusal));
	cvg_push(out, (uint32_t)(candidate - plan->at));
	return true;
}

static bool run(const struct cvg_phase_in *in, struct cvg_phase_out *out,
		struct cvg_err *err)
{
	const struct cvg_plan *plan = cvg_plan_kept(in->ana, in->settings);
	struct cvg_ready ready;
	struct cvg_u32s which = {0};

	if (!choose(in, plan, &which, err)) {
		free(which.at);
		return false;
	}
	cvg_gather(in, in->ana, plan, which.at, (uint32_t)which.n, NULL,
		   &ready);
	for (size_t i = 0; i < which.n; i++)
		cvg_gather_report(plan, &plan->at[which.at[i]], &out->report);
	for (size_t i = 0; i < ready.which.n; i++) {
		cvg_meld_report(ready.plan, &ready.plan->at[ready.which.at[i]],
				&out->report);
		out->count += ready.plan->at[ready.which.at[i]].npairs;
		if (in->witness && in->witness->meld)
			in->witness->meld(in->witness->context, ready.ana,
					  ready.plan, ready.which.at[i]);
	}
	cvg_meld_all(in->module, in->function, ready.ana, ready.plan,
		     ready.which.at, ready.which.n);
	out->changed = which.n > 0;
	cvg_ready_done(&ready);
	free(which.at);
	return true;
}

static bool is_idle(struct cvg_ana *ana, const struct cvg_settings *settings)
{
	return !cvg_plan_may_meld(ana, settings);
}

const struct cvg_phase cvg_phase_meld = {
	.name = "meld",
	.nothing = "no divergent region is worth melding",
	.takes = CVG_TAKES_ANY,
	.idle = is_idle,
	.reads = CVG_READS(THRESHOLD) | CVG_READS(MODE) | CVG_READS(PAIRING) |
		 CVG_READS(ALIGN) | CVG_READS(ORDER) | CVG_READS(DECIDE) |
		 CVG_READS(JUDGE) | CVG_READS(STEPS),
	.needs = CVG_ANA_DOM | CVG_ANA_POSTDOM | CVG_ANA_UNIFORM |
		 CVG_ANA_REGIONS,
	.keeps = CVG_ANA_NOTHING,
	.run = run,
};
