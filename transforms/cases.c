/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Gives two arms of a switch a branch of their own: src/plan/cases.c says which
 * and why. It is the first part of melding them.
 *
 * Example (tests/ir/switch-meld.ll):
 *
 *   before  e: switch i32 %v, label %c [ i32 1, label %a
 *                                        i32 2, label %b ]
 *   after   e: switch i32 %v, label %c [ i32 1, label %e.cases
 *                                        i32 2, label %e.cases ]
 *           e.cases:
 *              %1 = icmp eq i32 %v, 1
 *              br i1 %1, label %a, label %b
 */
#include "casetest.h"
#include "gather.h"

#include "reconverge/graph.h"
#include "reconverge/plan.h"
#include "src/ir/surgery.h"

#include <stdlib.h>

/* A switch while its arms are brought together. */
struct splitter {
	struct cvg_module *module;
	uint32_t function_id;
	const struct cvg_fn *fn;
	const struct cvg_candidate *candidate;
	LLVMBasicBlockRef entry;
	LLVMValueRef term; /* the switch */
	LLVMBuilderRef builder;
};

/* ---- the branch -------------------------------------------------------- */

/* How often the switch leads to the arm, by !prof; 0: not known. */
static uint64_t weight_of(const struct splitter *splitter, uint32_t start)
{
	const struct cvg_fn *fn = splitter->fn;
	const struct cvg_block *b = &fn->blocks[splitter->candidate->entry];
	uint64_t sum = 0;

	for (uint32_t k = b->succs_at; k < b->succs_at + b->nsuccs; k++)
		if (fn->succs[k] == start)
			sum += fn->succ_weight[k];
	return sum;
}

/* The branch is taken to start[first] where the test is true. */
static void weigh(const struct splitter *splitter,
		  const struct cvg_candidate *part, LLVMValueRef branch,
		  uint32_t first)
{
	uint64_t sum[2] = {weight_of(splitter, part->start[first]),
			   weight_of(splitter, part->start[!first])};
	uint32_t weight[2];

	if (!(sum[0] + sum[1]))
		return;
	while ((sum[0] | sum[1]) > UINT32_MAX) {
		sum[0] >>= 1;
		sum[1] >>= 1;
	}
	weight[0] = (uint32_t)sum[0];
	weight[1] = (uint32_t)sum[1];
	cvg_branch_set_weights(branch, weight);
}

/* Lead the switch to `made` where it led to the arm, and `made` to the arm over
 * one edge. */
static void lead_over(const struct splitter *splitter, LLVMBasicBlockRef arm,
		      LLVMBasicBlockRef made)
{
	unsigned edges = cvg_edges_between(splitter->entry, arm);

	for (; edges > 1; edges--)
		cvg_phis_drop_edge(arm, splitter->entry);
	cvg_phis_rename_pred(arm, splitter->entry, made);
	cvg_redirect(splitter->entry, arm, made);
}

static LLVMBasicBlockRef new_block(const struct splitter *splitter,
				   LLVMBasicBlockRef before)
{
	const char *name = LLVMGetBasicBlockName(splitter->entry);
	LLVMBasicBlockRef entry = splitter->entry, made;
	struct cvg_str full = {0};

	if (*name)
		cvg_str_addf(&full, "%s.cases", name);
	made = cvg_block_new(before, cvg_str_of(&full));
	cvg_str_done(&full);
	cvg_live_block_origin(splitter->module, splitter->function_id, made,
			      &entry, 1);
	return made;
}

/* Returns the block in which the two arms are told apart. */
static LLVMBasicBlockRef split(const struct splitter *splitter,
			       const struct cvg_live_ids *ids,
			       const struct cvg_candidate *part)
{
	uint32_t first = part->test.arm;
	LLVMBasicBlockRef arm[2] = {ids->blocks[part->start[first]],
				    ids->blocks[part->start[!first]]};
	LLVMBasicBlockRef made =
		new_block(splitter, ids->blocks[part->start[0]]);
	LLVMValueRef test, branch;

	LLVMPositionBuilderAtEnd(splitter->builder, made);
	LLVMSetCurrentDebugLocation2(
		splitter->builder, LLVMInstructionGetDebugLoc(splitter->term));
	test = cvg_casetest_build(splitter->builder, splitter->term,
				  &part->test, arm[0]);
	branch = LLVMBuildCondBr(splitter->builder, test, arm[0], arm[1]);
	weigh(splitter, part, branch, first);
	for (int k = 0; k < 2; k++)
		lead_over(splitter, arm[k], made);
	return made;
}

/* ---- the switch -------------------------------------------------------- */

/* Does the default lead to nothing but "unreachable"? */
static bool has_no_default(const struct splitter *splitter)
{
	LLVMBasicBlockRef to = LLVMGetSuccessor(splitter->term, 0);

	return LLVMIsAUnreachableInst(LLVMGetFirstInstruction(to)) != NULL;
}

/* If all cases lead to one block, jump there. */
static void fold(const struct splitter *splitter)
{
	unsigned n = LLVMGetNumSuccessors(splitter->term), first;
	LLVMBasicBlockRef to;

	first = n > 1 && has_no_default(splitter) ? 1 : 0;
	to = LLVMGetSuccessor(splitter->term, first);
	for (unsigned k = first + 1; k < n; k++)
		if (LLVMGetSuccessor(splitter->term, k) != to)
			return;
	for (unsigned k = first + 1; k < n; k++)
		cvg_phis_drop_edge(to, splitter->entry);
	LLVMPositionBuilderBefore(splitter->builder, splitter->term);
	LLVMSetCurrentDebugLocation2(
		splitter->builder, LLVMInstructionGetDebugLoc(splitter->term));
	LLVMBuildBr(splitter->builder, to);
	LLVMInstructionEraseFromParent(splitter->term);
}

void cvg_cases_split(struct cvg_module *module, uint32_t f,
		     const struct cvg_fn *fn, const struct cvg_live_ids *ids,
		     const struct cvg_candidate *candidate,
		     struct cvg_u32s *made)
{
	LLVMBasicBlockRef entry = ids->blocks[candidate->entry];
	struct splitter splitter = {
		.module = module,
		.function_id = f,
		.fn = fn,
		.candidate = candidate,
		.entry = entry,
		.term = LLVMGetBasicBlockTerminator(entry),
		.builder = LLVMCreateBuilderInContext(module->context),
	};

	for (uint32_t p = 0; p < candidate->nparts; p++) {
		LLVMBasicBlockRef block =
			split(&splitter, ids, &candidate->part[p]);

		cvg_push(made, cvg_live_block_uid(module, f, block));
	}
	fold(&splitter);
	LLVMDisposeBuilder(splitter.builder);
}
