/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * If-conversion of a switch: src/plan/ifswitch.c says where and gives the
 * example.
 */
#include "casetest.h"
#include "ifconvert.h"

#include "reconverge/plan.h"
#include "src/ir/surgery.h"

#include <stdlib.h>

/* A switch while it is converted. */
struct choosing {
	struct cvg_converter *converter;
	const struct cvg_ifconvert *row;
	const struct cvg_live_ids *ids;
	LLVMValueRef *test;	  /* [ways] made when a phi needs it */
	LLVMValueRef *value;	  /* [ways] of the phi at hand */
	struct cvg_ptrmap way_of; /* block where the edge to the join starts */
};

/* Where the way's edge to the join starts. */
static LLVMBasicBlockRef start_of(const struct choosing *choosing, uint32_t way)
{
	uint32_t arm = choosing->row->way[way].arm;

	return arm == CVG_NONE ? choosing->converter->block
			       : choosing->ids->blocks[arm];
}

static LLVMValueRef test_of(struct choosing *choosing, uint32_t way)
{
	const struct cvg_ifway *of = &choosing->row->way[way];

	if (!choosing->test[way])
		choosing->test[way] = cvg_casetest_build(
			choosing->converter->builder,
			choosing->converter->branch, &of->test,
			choosing->ids->blocks[of->to]);
	return choosing->test[way];
}

/* The value of the phi at hand for the threads of all ways. */
static LLVMValueRef chosen(struct choosing *choosing)
{
	LLVMValueRef first = choosing->value[0], sum = first;

	for (uint32_t k = 1; k < choosing->row->nways; k++) {
		LLVMValueRef v = choosing->value[k];

		if (v == first || cvg_is_poison(v))
			continue;
		sum = cvg_is_poison(sum)
			      ? v
			      : LLVMBuildSelect(choosing->converter->builder,
						test_of(choosing, k), v, sum,
						"");
	}
	return sum;
}

/* The join's entries for all ways become one entry for the block. */
static void choose(struct choosing *choosing)
{
	LLVMBasicBlockRef join = choosing->converter->join;
	LLVMValueRef phi = LLVMGetFirstInstruction(join);
	struct cvg_incomings in = {0};

	for (; cvg_inst_is_phi(phi); phi = LLVMGetNextInstruction(phi)) {
		struct cvg_incoming mine = {.block =
						    choosing->converter->block};
		size_t kept = 0;

		in.n = 0;
		cvg_phi_read(phi, &in);
		for (size_t k = 0; k < in.n; k++) {
			uint32_t way = cvg_ptrmap_get(&choosing->way_of,
						      in.at[k].block);

			if (way == CVG_NONE)
				in.at[kept++] = in.at[k];
			else
				choosing->value[way] = in.at[k].value;
		}
		in.n = kept;
		mine.value = chosen(choosing);
		cvg_push(&in, mine);
		phi = cvg_phi_rebuild(phi, in.at, in.n);
	}
	free(in.at);
}

/* What all branches of the ways that say something say of a loop, or NULL. */
static LLVMValueRef loop_of(const struct choosing *choosing)
{
	LLVMValueRef loop = cvg_branch_loop(choosing->converter->branch);

	for (uint32_t k = 0; k < choosing->row->nways; k++) {
		LLVMValueRef one = cvg_branch_loop(
			LLVMGetBasicBlockTerminator(start_of(choosing, k)));

		if (one && loop && one != loop)
			return NULL;
		loop = one ? one : loop;
	}
	return loop;
}

/* Move the arms up, and note which blocks the block is made from. */
static void move_arms(struct choosing *choosing, struct cvg_u32s *uids)
{
	struct cvg_converter *converter = choosing->converter;

	cvg_push(uids,
		 cvg_live_block_uid(converter->module, converter->function_id,
				    converter->block));
	for (uint32_t k = 0; k < choosing->row->nways; k++) {
		LLVMBasicBlockRef arm = start_of(choosing, k);

		if (arm == converter->block)
			continue;
		if (!cvg_block_is_empty(arm))
			cvg_push(uids, cvg_live_block_uid(
					       converter->module,
					       converter->function_id, arm));
		cvg_converter_move_up(converter, arm);
	}
}

void cvg_converter_switch(struct cvg_converter *converter,
			  const struct cvg_ifconvert *row,
			  const struct cvg_live_ids *ids)
{
	struct choosing choosing = {
		.converter = converter, .row = row, .ids = ids};
	struct cvg_u32s uids = {0};
	LLVMValueRef loop, made;

	choosing.test = cvg_calloc(row->nways, sizeof *choosing.test);
	choosing.value = cvg_calloc(row->nways, sizeof *choosing.value);
	for (uint32_t k = 0; k < row->nways; k++)
		cvg_ptrmap_put(&choosing.way_of, start_of(&choosing, k), k);
	converter->branch = LLVMGetBasicBlockTerminator(converter->block);
	move_arms(&choosing, &uids);
	LLVMPositionBuilderBefore(converter->builder, converter->branch);
	LLVMSetCurrentDebugLocation2(
		converter->builder,
		cvg_loc_none(LLVMGetBasicBlockParent(converter->block)));
	choose(&choosing);
	loop = loop_of(&choosing);
	LLVMPositionBuilderBefore(converter->builder, converter->branch);
	made = LLVMBuildBr(converter->builder, converter->join);
	cvg_branch_set_loop(made, loop);
	LLVMInstructionEraseFromParent(converter->branch);
	for (uint32_t k = 0; k < row->nways; k++)
		if (row->way[k].arm != CVG_NONE)
			cvg_block_delete(converter->module,
					 converter->function_id,
					 ids->blocks[row->way[k].arm]);
	if (uids.n > 1)
		cvg_live_uid_origin(converter->module, converter->function_id,
				    converter->block, uids.at, uids.n);
	free(uids.at);
	free(choosing.test);
	free(choosing.value);
	cvg_ptrmap_done(&choosing.way_of);
}
