/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * ifconvert: all threads run the code of both sides of a branch, and selects
 * choose between the results. src/plan/ifconvert.c decides where that pays. It is
 * the third choice beside melding an instruction and guarding it (CFM, section
 * IV-D), for code that has no partner.
 *
 * A value that is poison for the threads that did not ask for it is not chosen for
 * them; and the answer to a second question is asked for in a select, not in an
 * `and`, for the same reason. What the moved code promised of its values, such as
 * that a loaded pointer is dereferenceable, was promised for some threads only,
 * and is removed.
 *
 * Example (tests/ir/ifconvert.ll, @question: the sum is stored if both
 * comparisons hold):
 *
 *   before  entry:  br i1 %c, label %second, label %x
 *           second: %y = add i32 %n, %tid
 *                   %d = icmp slt i32 %y, 9
 *                   br i1 %d, label %work, label %x
 *           x:      %r = phi i32 [ 0, %entry ], [ %y, %second ], [ 1, %work ]
 *   after   entry:  %y = add i32 %n, %tid
 *                   %d = icmp slt i32 %y, 9
 *                   %0 = select i1 %c, i32 %y, i32 0
 *                   %1 = select i1 %c, i1 %d, i1 false
 *                   br i1 %1, label %work, label %x
 *           x:      %r = phi i32 [ 1, %work ], [ %0, %entry ]
 */
#include "ifconvert.h"
#include "cleanup.h"
#include "meld.h"

#include "reconverge/analysis.h"
#include "reconverge/graph.h"
#include "reconverge/ir.h"
#include "reconverge/phase.h"
#include "reconverge/plan.h"
#include "reconverge/rejects.h"
#include "reconverge/settings.h"
#include "src/ir/facts.h"
#include "src/ir/surgery.h"

#include <stdlib.h>

/* Is it an image or a sampler that the host passes, or that a call makes? */
static bool is_handle(const struct cvg_converter *converter, LLVMValueRef arg)
{
	return LLVMGetTypeKind(LLVMTypeOf(arg)) == LLVMPointerTypeKind &&
	       (!LLVMIsAArgument(arg) ||
		cvg_module_function_kind(converter->module,
					 converter->function_id) ==
			CVG_FN_KERNEL);
}

/* A function without a body may rely on what it is given: threads that did not
 * ask for the call give it no poison. The builder stands where the call goes. */
static void freeze_arguments(struct cvg_converter *converter, LLVMValueRef inst)
{
	LLVMValueRef callee;

	if (!LLVMIsACallInst(inst))
		return;
	callee = LLVMGetCalledValue(inst);
	if (!LLVMIsAFunction(callee) || !LLVMIsDeclaration(callee) ||
	    LLVMGetIntrinsicID(callee))
		return;
	for (unsigned k = 0; k < LLVMGetNumArgOperands(inst); k++) {
		LLVMValueRef arg = LLVMGetOperand(inst, k);

		if (!is_handle(converter, arg) &&
		    !cvg_always_defined(converter->module, arg))
			LLVMSetOperand(
				inst, k,
				LLVMBuildFreeze(converter->builder, arg, ""));
	}
}

void cvg_converter_move_up(struct cvg_converter *converter,
			   LLVMBasicBlockRef arm)
{
	LLVMValueRef end = LLVMGetBasicBlockTerminator(arm), inst;

	LLVMPositionBuilderBefore(converter->builder, converter->branch);
	LLVMSetCurrentDebugLocation2(
		converter->builder,
		cvg_loc_none(LLVMGetBasicBlockParent(converter->block)));
	while ((inst = LLVMGetFirstInstruction(arm)) != end) {
		freeze_arguments(converter, inst);
		cvg_inst_weaken(inst);
		cvg_inst_move(converter->module, inst, converter->builder);
	}
}

/* Loads of the arm on that side of the branch, at addresses that are safe for its
 * threads only, load elsewhere for the others. */
static void choose_addresses(struct cvg_converter *converter,
			     const struct cvg_ifplan *plan,
			     const struct cvg_live_ids *ids, uint32_t first,
			     uint32_t n, int side)
{
	LLVMValueRef branch = LLVMGetBasicBlockTerminator(converter->block);

	LLVMSetCurrentDebugLocation2(
		converter->builder,
		cvg_loc_none(LLVMGetBasicBlockParent(converter->block)));
	for (uint32_t i = first; plan->instead && i < first + n; i++) {
		LLVMValueRef load = ids->insts[i], wanted, other;

		if (plan->instead[i] == CVG_NONE)
			continue;
		wanted = LLVMGetOperand(load, 0);
		other = ids->values[plan->instead[i]];
		LLVMPositionBuilderBefore(converter->builder, load);
		LLVMSetOperand(load, 0,
			       LLVMBuildSelect(converter->builder,
					       LLVMGetCondition(branch),
					       side ? other : wanted,
					       side ? wanted : other, ""));
	}
}

/* What the threads of both sides bring to a phi of the join. */
static LLVMValueRef chosen(struct cvg_converter *converter, LLVMValueRef phi)
{
	LLVMValueRef t = cvg_phi_value(phi, converter->from[0]);
	LLVMValueRef f = cvg_phi_value(phi, converter->from[1]);

	if (t == f || cvg_is_poison(f))
		return t;
	if (cvg_is_poison(t))
		return f;
	return LLVMBuildSelect(converter->builder, converter->condition, t, f,
			       "");
}

/* The join's two entries for the sides become one entry for the block. */
static void choose(struct cvg_converter *converter)
{
	LLVMValueRef phi = LLVMGetFirstInstruction(converter->join);
	struct cvg_incomings in = {0};

	for (; cvg_inst_is_phi(phi); phi = LLVMGetNextInstruction(phi)) {
		struct cvg_incoming mine = {.block = converter->block};
		size_t kept = 0;

		mine.value = chosen(converter, phi);
		in.n = 0;
		cvg_phi_read(phi, &in);
		for (size_t k = 0; k < in.n; k++)
			if (in.at[k].block != converter->from[0] &&
			    in.at[k].block != converter->from[1])
				in.at[kept++] = in.at[k];
		in.n = kept;
		cvg_push(&in, mine);
		phi = cvg_phi_rebuild(phi, in.at, in.n);
	}
	free(in.at);
}

/* Set the !llvm.loop of the branch that takes the place of two. */
static void keep_loop(LLVMValueRef made, LLVMValueRef a, LLVMValueRef b)
{
	LLVMValueRef one = cvg_branch_loop(a), two = cvg_branch_loop(b);

	if (!one || !two || one == two)
		cvg_branch_set_loop(made, one ? one : two);
}

/* One branch asks whether the threads of edge `edge` of the block go on to the
 * arm's successor that is not the join. */
static LLVMValueRef ask_both(struct cvg_converter *converter, uint32_t edge)
{
	LLVMValueRef end = LLVMGetBasicBlockTerminator(converter->arm[edge]);
	LLVMValueRef d = LLVMGetCondition(end), both, made;
	LLVMBasicBlockRef to[2] = {LLVMGetSuccessor(end, 0),
				   LLVMGetSuccessor(end, 1)};
	LLVMTypeRef bit = LLVMTypeOf(d);
	/* For threads of the other edge: the answer that leads to the join. */
	LLVMValueRef other = LLVMConstInt(bit, to[0] == converter->join, 0);

	both = LLVMBuildSelect(converter->builder, converter->condition,
			       edge == 0 ? d : other, edge == 0 ? other : d,
			       "");
	made = LLVMBuildCondBr(converter->builder, both, to[0], to[1]);
	for (int k = 0; k < 2; k++)
		if (to[k] != converter->join)
			cvg_phis_rename_pred(to[k], converter->arm[edge],
					     converter->block);
	cvg_branch_join_weights(made, converter->branch, end, edge);
	return made;
}

static void convert(struct cvg_converter *converter,
		    const struct cvg_ifconvert *row)
{
	struct cvg_u32s uids = {0};
	LLVMValueRef made, end = NULL;

	converter->branch = LLVMGetBasicBlockTerminator(converter->block);
	converter->condition = LLVMGetCondition(converter->branch);
	cvg_push(&uids,
		 cvg_live_block_uid(converter->module, converter->function_id,
				    converter->block));
	for (int k = 0; k < 2; k++) {
		LLVMBasicBlockRef arm = converter->arm[k];

		converter->from[k] = arm ? arm : converter->block;
		if (!arm)
			continue;
		end = LLVMGetBasicBlockTerminator(arm);
		if (!cvg_block_is_empty(arm))
			cvg_push(&uids, cvg_live_block_uid(
						converter->module,
						converter->function_id, arm));
		cvg_converter_move_up(converter, arm);
	}
	LLVMPositionBuilderBefore(converter->builder, converter->branch);
	LLVMSetCurrentDebugLocation2(
		converter->builder,
		cvg_loc_none(LLVMGetBasicBlockParent(converter->block)));
	choose(converter);
	LLVMPositionBuilderBefore(converter->builder, converter->branch);
	made = row->asks ? ask_both(converter, row->arm[0] == CVG_NONE)
			 : LLVMBuildBr(converter->builder, converter->join);
	keep_loop(made, converter->branch, end);
	LLVMInstructionEraseFromParent(converter->branch);
	for (int k = 0; k < 2; k++)
		if (converter->arm[k])
			cvg_block_delete(converter->module,
					 converter->function_id,
					 converter->arm[k]);
	if (uids.n > 1)
		cvg_live_uid_origin(converter->module, converter->function_id,
				    converter->block, uids.at, uids.n);
	free(uids.at);
}

/* All threads run the one arm, and the branch leads past it. */
static void convert_half(struct cvg_converter *converter, uint32_t edge)
{
	LLVMBasicBlockRef arm = converter->arm[edge];
	LLVMValueRef branch = LLVMGetBasicBlockTerminator(converter->block);
	LLVMValueRef end = LLVMGetBasicBlockTerminator(arm);
	uint32_t uids[2] = {cvg_live_block_uid(converter->module,
					       converter->function_id,
					       converter->block),
			    cvg_live_block_uid(converter->module,
					       converter->function_id, arm)};

	converter->branch = branch;
	cvg_converter_move_up(converter, arm);
	cvg_phis_rename_pred(converter->join, arm, converter->block);
	keep_loop(branch, branch, end);
	LLVMSetSuccessor(branch, edge, converter->join);
	cvg_block_delete(converter->module, converter->function_id, arm);
	cvg_live_uid_origin(converter->module, converter->function_id,
			    converter->block, uids, 2);
}

static bool is_meant(const struct cvg_ifconvert *row, uint32_t only)
{
	return only == CVG_NONE || row->block == only;
}

uint32_t cvg_ifconvert(struct cvg_module *module, uint32_t function_id,
		       const struct cvg_ifplan *plan, uint32_t only)
{
	struct cvg_converter converter = {.module = module,
					  .function_id = function_id};
	const struct cvg_fn *fn = plan->fn;
	struct cvg_live_ids ids;
	uint32_t done = 0;

	cvg_live_ids_of(module, function_id, &ids);
	converter.builder = LLVMCreateBuilderInContext(module->context);
	for (uint32_t r = 0; r < plan->n; r++) {
		const struct cvg_ifconvert *row = &plan->row[r];

		if (!is_meant(row, only))
			continue;
		converter.block = ids.blocks[row->block];
		converter.join = ids.blocks[row->join];
		done++;
		if (row->nways) {
			cvg_converter_switch(&converter, row, &ids);
			continue;
		}
		for (int k = 0; k < 2; k++) {
			converter.arm[k] = row->arm[k] == CVG_NONE
						   ? NULL
						   : ids.blocks[row->arm[k]];
			if (converter.arm[k])
				choose_addresses(
					&converter, plan, &ids,
					fn->blocks[row->arm[k]].inst_at,
					fn->blocks[row->arm[k]].ninsts, k);
		}
		if (row->half)
			convert_half(&converter, row->arm[0] == CVG_NONE);
		else
			convert(&converter, row);
	}
	LLVMDisposeBuilder(converter.builder);
	cvg_live_ids_done(&ids);
	return done;
}

static void report_some(const struct cvg_fn *fn,
			const struct cvg_ifconvert *row, struct cvg_str *report)
{
	cvg_str_addf(report,
		     "B%u: threads of %u ways meet before B%u, %u "
		     "instruction%s, expected gain %.0f cycles\n",
		     fn->blocks[row->block].uid, row->nways,
		     fn->blocks[row->join].uid, row->ninsts,
		     row->ninsts == 1 ? "" : "s", row->gain);
}

void cvg_ifconvert_report(const struct cvg_fn *fn,
			  const struct cvg_ifplan *plan, uint32_t only,
			  struct cvg_str *report)
{
	for (uint32_t r = 0; r < plan->n; r++) {
		const struct cvg_ifconvert *row = &plan->row[r];
		const char *word = "";

		if (!is_meant(row, only))
			continue;
		if (row->some) {
			report_some(fn, row, report);
			continue;
		}
		cvg_str_addf(report, "B%u: runs ", fn->blocks[row->block].uid);
		for (uint32_t k = 0; k < (row->nways ? row->nways : 2); k++) {
			uint32_t arm =
				row->nways ? row->way[k].arm : row->arm[k];

			if (arm == CVG_NONE)
				continue;
			cvg_str_addf(report, "%sB%u", word,
				     fn->blocks[arm].uid);
			word = " and ";
		}
		cvg_str_addf(report,
			     " with all threads, %u instruction%s, expected "
			     "gain %.0f cycles\n",
			     row->ninsts, row->ninsts == 1 ? "" : "s",
			     row->gain);
	}
}

/* ---- the phase ------------------------------------------------------- */

static bool run(const struct cvg_phase_in *in, struct cvg_phase_out *out,
		struct cvg_err *err)
{
	uint32_t only = cvg_named_entry(in);
	const struct cvg_witness *witness = in->witness;
	struct cvg_ifplan *plan;

	if (only != CVG_NONE &&
	    cvg_is_rejected(in->settings->rejects, CVG_REJECT_IFCONVERT, in->fn,
			    only))
		return cvg_fail(err, "B%u: %s", in->fn->blocks[only].uid,
				cvg_refusal_text(CVG_REFUSE_REJECTED));
	plan = cvg_plan_ifconvert(in->ana, in->settings, true);
	for (uint32_t i = 0; witness && witness->ifconvert && i < plan->n; i++)
		if (is_meant(&plan->row[i], only))
			witness->ifconvert(witness->context, plan, i);
	out->count = cvg_ifconvert(in->module, in->function, plan, only);
	out->changed = out->count > 0;
	cvg_ifconvert_report(in->fn, plan, only, &out->report);
	cvg_ifplan_free(plan);
	return true;
}

/* Branches that split no warp are left alone. */
static bool is_idle(struct cvg_ana *ana, const struct cvg_settings *settings)
{
	(void)settings;
	return !cvg_ana_uniform(ana)->nbranches;
}

const struct cvg_phase cvg_phase_ifconvert = {
	.name = "ifconvert",
	.nothing = "no branch costs more than running both of its sides",
	.takes = CVG_TAKES_ANY,
	.idle = is_idle,
	.reads = CVG_READS(SKIP) | CVG_READS(DECIDE) | CVG_READS(JUDGE) |
		 CVG_READS(STEPS),
	.needs = CVG_ANA_DOM | CVG_ANA_POSTDOM | CVG_ANA_UNIFORM |
		 CVG_ANA_REGIONS | CVG_ANA_CYCLES,
	.keeps = CVG_ANA_NOTHING,
	.run = run,
};
