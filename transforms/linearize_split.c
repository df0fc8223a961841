/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Splits blocks that use what they load, so that linearize can put units of the other
 * arm between: src/plan/linear_split.c says where. The first part keeps the number
 * and the name of the block.
 *
 * Example (tests/ir/linearize-split.ll):
 *
 *   before  then: %x = load i32, ptr %p
 *                 %y = add i32 %x, 1
 *                 br label %end
 *   after   then: %x = load i32, ptr %p
 *                 br label %then.use
 *           then.use:
 *                 %y = add i32 %x, 1
 *                 br label %end
 */
#include "linearize.h"

#include "reconverge/graph.h"

#include <stdlib.h>
#include <string.h>

struct splitter {
	struct cvg_module *module;
	uint32_t function_id;
	LLVMBuilderRef builder;
	LLVMBasicBlockRef old, first, last;
	char *name; /* of the block */
};

static LLVMBasicBlockRef new_part(const struct splitter *splitter)
{
	struct cvg_str name = {0};
	LLVMBasicBlockRef made;

	if (splitter->first && *splitter->name)
		cvg_str_addf(&name, "%s.use", splitter->name);
	made = cvg_block_new(splitter->old, cvg_str_of(&name));
	cvg_str_done(&name);
	return made;
}

static void begin_part(struct splitter *splitter, struct cvg_linparts *parts)
{
	LLVMBasicBlockRef made = new_part(splitter);

	cvg_live_block_origin(splitter->module, splitter->function_id, made,
			      &splitter->old, 1);
	LLVMPositionBuilderAtEnd(splitter->builder, splitter->last);
	LLVMSetCurrentDebugLocation2(
		splitter->builder,
		cvg_loc_none(LLVMGetBasicBlockParent(splitter->old)));
	LLVMBuildBr(splitter->builder, made);
	cvg_push(parts, made);
	splitter->last = made;
}

/* Lead the edges into the block to its first part, whose address is now that of the
 * block, and tell what it leads to. */
static void lead_over(const struct splitter *splitter)
{
	LLVMValueRef term = LLVMGetBasicBlockTerminator(splitter->last);

	for (unsigned k = 0; k < LLVMGetNumSuccessors(term); k++)
		cvg_phis_rename_pred(LLVMGetSuccessor(term, k), splitter->old,
				     splitter->last);
	LLVMReplaceAllUsesWith(LLVMBasicBlockAsValue(splitter->old),
			       LLVMBasicBlockAsValue(splitter->first));
}

/* All instructions leave the block, and it is deleted: no debug records stay
 * behind. */
static void split(struct splitter *splitter, const LLVMValueRef *at, size_t n,
		  struct cvg_linparts *parts)
{
	uint32_t uid = cvg_live_block_uid(splitter->module,
					  splitter->function_id, splitter->old);
	LLVMValueRef inst;
	size_t length, k = 0;

	splitter->name = cvg_strdup(LLVMGetValueName2(
		LLVMBasicBlockAsValue(splitter->old), &length));
	splitter->first = NULL;
	splitter->first = splitter->last = new_part(splitter);
	cvg_push(parts, splitter->first);
	while ((inst = LLVMGetFirstInstruction(splitter->old))) {
		if (k < n && inst == at[k]) {
			begin_part(splitter, parts);
			k++;
		}
		LLVMPositionBuilderAtEnd(splitter->builder, splitter->last);
		cvg_inst_move(splitter->module, inst, splitter->builder);
	}
	lead_over(splitter);
	cvg_block_delete(splitter->module, splitter->function_id,
			 splitter->old);
	cvg_live_keep_uid(splitter->module, splitter->function_id,
			  splitter->first, uid);
	LLVMSetValueName2(LLVMBasicBlockAsValue(splitter->first),
			  splitter->name, strlen(splitter->name));
	cvg_push(parts, NULL);
	free(splitter->name);
}

void cvg_lin_split(struct cvg_module *module, uint32_t f,
		   const struct cvg_linplan *plan, const bool *wanted,
		   struct cvg_linparts *out)
{
	struct splitter splitter = {
		.module = module,
		.function_id = f,
		.builder = LLVMCreateBuilderInContext(module->context)};
	struct cvg_live_ids ids;
	size_t end;

	cvg_live_ids_of(module, f, &ids);
	for (size_t k = 0; k < plan->nsplits; k = end) {
		uint32_t block = plan->fn->insts[plan->split[k]].block;
		cvg_vec(LLVMValueRef) at = {0};

		for (end = k; end < plan->nsplits &&
			      plan->fn->insts[plan->split[end]].block == block;
		     end++)
			cvg_push(&at, ids.insts[plan->split[end]]);
		splitter.old = ids.blocks[block];
		if (wanted[block])
			split(&splitter, at.at, at.n, out);
		free(at.at);
	}
	cvg_live_ids_done(&ids);
	LLVMDisposeBuilder(splitter.builder);
}

void cvg_lin_unsplit(struct cvg_module *module, uint32_t f,
		     const struct cvg_linparts *parts)
{
	for (size_t k = parts->n; k-- > 1;)
		if (parts->at[k] && parts->at[k - 1])
			cvg_block_merge(module, f, parts->at[k - 1],
					parts->at[k]);
}
