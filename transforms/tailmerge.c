/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * tailmerge: what two blocks do last, before they jump to the same block, becomes
 * one block that both jump to. src/plan/tails.c finds such blocks. It is the
 * baseline of DARM's and CFM's Table I.
 *
 * Example (tests/ir/tailmerge.ll, @diamond):
 *
 *   before  t: %a = mul i32 %x, 7		f: %b = mul i32 %y, 7
 *              store i32 %a, ptr %p		   store i32 %b, ptr %q
 *              br label %j			   br label %j
 *   after   t: br label %tail		f: br label %tail
 *           tail: %1 = phi ptr [ %p, %t ], [ %q, %f ]
 *                 %0 = phi i32 [ %x, %t ], [ %y, %f ]
 *                 %a = mul i32 %0, 7
 *                 store i32 %a, ptr %1
 *                 br label %j
 */
#include "meld.h"

#include "reconverge/analysis.h"
#include "reconverge/graph.h"
#include "reconverge/phase.h"
#include "reconverge/rejects.h"
#include "reconverge/settings.h"
#include "reconverge/tails.h"
#include "src/ir/surgery.h"

#include <stdlib.h>

/* A phi that brings one of two values to the merged tail. */
struct brought {
	LLVMValueRef value[2], phi;
	uint32_t next; /* of those with the same value[0]; CVG_NONE: none */
};

struct merger {
	struct cvg_module *module;
	uint32_t function_id;
	LLVMBuilderRef builder;
	LLVMBasicBlockRef block[2], tail;
	struct cvg_ptrmap made; /* instruction of the first tail -> its place */
	cvg_vec(LLVMValueRef) pair; /* two instructions, the copy: a place
					   each, from the first on */
	cvg_vec(struct brought) brought;
	struct cvg_ptrmap first; /* value[0] -> the last brought with it */
};

/* The instruction `n` places before the terminator. */
static LLVMValueRef inst_before_end(LLVMBasicBlockRef block, uint32_t n)
{
	LLVMValueRef inst = LLVMGetBasicBlockTerminator(block);

	while (n--)
		inst = LLVMGetPreviousInstruction(inst);
	return inst;
}

static LLVMValueRef new_phi(struct merger *merger, LLVMValueRef a,
			    LLVMValueRef b)
{
	LLVMValueRef in[2] = {a, b}, phi;

	phi = cvg_phi_new(merger->builder, merger->tail, LLVMTypeOf(a),
			  cvg_loc_none(LLVMGetBasicBlockParent(merger->tail)),
			  "");
	LLVMAddIncoming(phi, in, merger->block, 2);
	return phi;
}

/* What the merged instruction takes where the two take a and b. */
static LLVMValueRef operand(struct merger *merger, LLVMValueRef a,
			    LLVMValueRef b)
{
	uint32_t place = cvg_ptrmap_get(&merger->made, a), at, last;

	if (a == b)
		return a;
	if (place != CVG_NONE && merger->pair.at[place + 1] == b)
		return merger->pair.at[place + 2];
	last = cvg_ptrmap_get(&merger->first, a);
	for (at = last; at != CVG_NONE; at = merger->brought.at[at].next)
		if (merger->brought.at[at].value[1] == b)
			return merger->brought.at[at].phi;
	cvg_ptrmap_put(&merger->first, a, (uint32_t)merger->brought.n);
	cvg_push(&merger->brought,
		 ((struct brought){.value = {a, b},
				   .phi = new_phi(merger, a, b),
				   .next = last}));
	return merger->brought.at[merger->brought.n - 1].phi;
}

/* Make one instruction of two, at the end of the merged tail. */
static void merge(struct merger *merger, LLVMValueRef a, LLVMValueRef b)
{
	LLVMValueRef term = LLVMGetBasicBlockTerminator(merger->tail), one;
	int n = LLVMGetNumOperands(a);

	LLVMPositionBuilderBefore(merger->builder, term);
	one = cvg_inst_clone(a, merger->builder);
	for (int k = 0; k < n; k++) {
		LLVMValueRef x = LLVMGetOperand(a, (unsigned)k);
		LLVMValueRef y = LLVMGetOperand(b, (unsigned)k);

		LLVMSetOperand(one, (unsigned)k, operand(merger, x, y));
	}
	one = cvg_inst_merge(one, a, b);
	cvg_take_name(one, a);
	cvg_ptrmap_put(&merger->made, a, (uint32_t)merger->pair.n);
	cvg_push(&merger->pair, a);
	cvg_push(&merger->pair, b);
	cvg_push(&merger->pair, one);
}

/* Phis of the tail that bring two merged instructions are what these became. */
static void use_merged(struct merger *merger)
{
	LLVMValueRef phi = LLVMGetFirstInstruction(merger->tail), next;

	for (; cvg_inst_is_phi(phi); phi = next) {
		LLVMValueRef a = cvg_phi_value(phi, merger->block[0]);
		uint32_t place = cvg_ptrmap_get(&merger->made, a);

		next = LLVMGetNextInstruction(phi);
		if (place == CVG_NONE)
			continue;
		LLVMReplaceAllUsesWith(phi, merger->pair.at[place + 2]);
		LLVMInstructionEraseFromParent(phi);
	}
}

static void merge_tails(struct merger *merger, const struct cvg_tail *tail,
			const struct cvg_live_ids *ids)
{
	LLVMBasicBlockRef join = ids->blocks[tail->join];
	LLVMValueRef inst[2];

	for (int k = 0; k < 2; k++) {
		merger->block[k] = ids->blocks[tail->block[k]];
		inst[k] = inst_before_end(merger->block[k], tail->ninsts);
	}
	merger->tail = cvg_block_gather(join, merger->block, 2, "tail");
	cvg_live_block_origin(merger->module, merger->function_id, merger->tail,
			      merger->block, 2);
	for (uint32_t n = tail->ninsts; n--;) {
		merge(merger, inst[0], inst[1]);
		for (int k = 0; k < 2; k++)
			inst[k] = LLVMGetNextInstruction(inst[k]);
	}
	use_merged(merger);
	for (size_t at = merger->pair.n; at; at -= 3)
		for (size_t k = 3; k > 1; k--)
			LLVMInstructionEraseFromParent(merger->pair.at[at - k]);
	merger->pair.n = merger->brought.n = 0;
	cvg_ptrmap_done(&merger->made);
	cvg_ptrmap_done(&merger->first);
	merger->made = merger->first = (struct cvg_ptrmap){0};
}

/* ---- the phase -------------------------------------------------------- */

static void report(const struct cvg_fn *fn, const struct cvg_tail *tail,
		   struct cvg_str *out)
{
	cvg_str_addf(out, "B%u: ", fn->blocks[tail->entry].uid);
	if (tail->refusal != CVG_REFUSE_NONE) {
		cvg_str_addf(out, "B%u and B%u: left alone: %s\n",
			     fn->blocks[tail->block[0]].uid,
			     fn->blocks[tail->block[1]].uid,
			     cvg_refusal_text(tail->refusal));
		return;
	}
	cvg_str_addf(out,
		     "merges the tails of B%u and B%u, %u instruction%s, "
		     "%u phi%s, saves %lld cycles, adds %lld%s\n",
		     fn->blocks[tail->block[0]].uid,
		     fn->blocks[tail->block[1]].uid, tail->ninsts,
		     tail->ninsts == 1 ? "" : "s", tail->nphis,
		     tail->nphis == 1 ? "" : "s", (long long)tail->saved,
		     (long long)tail->added,
		     tail->meets ? ""
				 : ": the threads do not meet there, but "
				   "'linearize' may let them");
}

static bool is_rejected(const struct cvg_phase_in *in, uint32_t block)
{
	return cvg_is_rejected(in->settings->rejects, CVG_REJECT_TAILMERGE,
			       in->fn, block);
}

static void carry_out(const struct cvg_phase_in *in,
		      const struct cvg_tailplan *plan, uint32_t only,
		      struct cvg_phase_out *out)
{
	struct merger merger = {.module = in->module,
				.function_id = in->function};
	const struct cvg_witness *w = in->witness;
	struct cvg_live_ids ids;

	cvg_live_ids_list(in->module, in->function, &ids);
	merger.builder = LLVMCreateBuilderInContext(in->module->context);
	for (uint32_t r = 0; r < plan->n; r++) {
		const struct cvg_tail *tail = &plan->row[r];

		if (tail->refusal != CVG_REFUSE_NONE ||
		    (only != CVG_NONE && tail->entry != only) ||
		    is_rejected(in, tail->entry))
			continue;
		if (w && w->tail)
			w->tail(w->context, in->fn, plan, r);
		merge_tails(&merger, tail, &ids);
		report(in->fn, tail, &out->report);
		out->count++;
	}
	LLVMDisposeBuilder(merger.builder);
	free(merger.pair.at);
	free(merger.brought.at);
	cvg_live_ids_done(&ids);
}

static bool run(const struct cvg_phase_in *in, struct cvg_phase_out *out,
		struct cvg_err *err)
{
	uint32_t only = cvg_named_entry(in);
	struct cvg_tailplan *plan;

	if (only != CVG_NONE && is_rejected(in, only))
		return cvg_fail(err, "B%u: %s", in->fn->blocks[only].uid,
				cvg_refusal_text(CVG_REFUSE_REJECTED));
	plan = cvg_plan_tails(in->ana);
	carry_out(in, plan, only, out);
	out->changed = out->count > 0;
	for (uint32_t r = 0; r < plan->n; r++)
		if (plan->row[r].refusal != CVG_REFUSE_NONE &&
		    (only == CVG_NONE || plan->row[r].entry == only))
			report(in->fn, &plan->row[r], &out->report);
	cvg_tailplan_free(plan);
	return true;
}

static bool is_idle(struct cvg_ana *ana, const struct cvg_settings *settings)
{
	struct cvg_tailplan *plan = cvg_plan_tails(ana);
	bool none = plan->n == 0;

	(void)settings;
	cvg_tailplan_free(plan);
	return none;
}

const struct cvg_phase cvg_phase_tailmerge = {
	.name = "tailmerge",
	.nothing = "no two blocks behind a divergent branch have a tail "
		   "worth merging",
	.takes = CVG_TAKES_ANY,
	.idle = is_idle,
	.reads = CVG_READS(DECIDE) | CVG_READS(JUDGE) | CVG_READS(STEPS),
	.needs = CVG_ANA_DOM | CVG_ANA_UNIFORM | CVG_ANA_REGIONS,
	.keeps = CVG_ANA_NOTHING,
	.run = run,
};
