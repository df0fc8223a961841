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
	LLVMValueRef term; /* the switch */
	LLVMBasicBlockRef
		home;	     /* where the threads run the arms and choose: the
				   block itself, or a new one for some ways */
	LLVMValueRef *test;  /* [ways] made when a phi needs it */
	LLVMValueRef *value; /* [ways] of the phi at hand */
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
			choosing->converter->builder, choosing->term, &of->test,
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

/* The join's entries for the ways become one entry. */
static void choose(struct choosing *choosing)
{
	LLVMBasicBlockRef join = choosing->converter->join;
	LLVMValueRef phi = LLVMGetFirstInstruction(join);
	struct cvg_incomings in = {0};

	for (; cvg_inst_is_phi(phi); phi = LLVMGetNextInstruction(phi)) {
		struct cvg_incoming mine = {.block = choosing->home};
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
	LLVMValueRef loop = cvg_branch_loop(choosing->term);

	for (uint32_t k = 0; k < choosing->row->nways; k++) {
		LLVMValueRef one = cvg_branch_loop(
			LLVMGetBasicBlockTerminator(start_of(choosing, k)));

		if (one && loop && one != loop)
			return NULL;
		loop = one ? one : loop;
	}
	return loop;
}

/* Move the arms to where the threads run them. */
static void move_arms(struct choosing *choosing)
{
	for (uint32_t k = 0; k < choosing->row->nways; k++)
		if (choosing->row->way[k].arm != CVG_NONE)
			cvg_converter_move_up(choosing->converter,
					      start_of(choosing, k));
}

/* Note which blocks the home is made from. */
static void note_origins(const struct choosing *choosing, struct cvg_u32s *uids)
{
	const struct cvg_converter *converter = choosing->converter;

	if (!choosing->row->some)
		cvg_push(uids, cvg_live_block_uid(converter->module,
						  converter->function_id,
						  converter->block));
	for (uint32_t k = 0; k < choosing->row->nways; k++) {
		LLVMBasicBlockRef arm = start_of(choosing, k);

		if (arm != converter->block &&
		    (choosing->row->some || !cvg_block_is_empty(arm)))
			cvg_push(uids, cvg_live_block_uid(
					       converter->module,
					       converter->function_id, arm));
	}
}

/* Make the block in which the threads of some ways meet. */
static void make_home(struct choosing *choosing)
{
	struct cvg_converter *converter = choosing->converter;

	choosing->home = cvg_block_new(converter->join, "meet");
	LLVMPositionBuilderAtEnd(converter->builder, choosing->home);
	LLVMSetCurrentDebugLocation2(
		converter->builder,
		cvg_loc_none(LLVMGetBasicBlockParent(converter->block)));
	converter->branch = LLVMBuildBr(converter->builder, converter->join);
}

/* Lead the ways to their home. The block itself stands for ways without an arm, and may
 * be where another way goes. */
static void lead_home(const struct choosing *choosing)
{
	const struct cvg_converter *converter = choosing->converter;

	for (unsigned k = 0; k < LLVMGetNumSuccessors(choosing->term); k++) {
		LLVMBasicBlockRef to = LLVMGetSuccessor(choosing->term, k);
		bool arm = to != converter->block &&
			   cvg_ptrmap_get(&choosing->way_of, to) != CVG_NONE;

		if (arm || to == converter->join)
			LLVMSetSuccessor(choosing->term, k, choosing->home);
	}
}

/* In place of the switch, jump to the join. */
static void jump(const struct choosing *choosing)
{
	struct cvg_converter *converter = choosing->converter;
	LLVMValueRef loop = loop_of(choosing);

	LLVMPositionBuilderBefore(converter->builder, converter->branch);
	cvg_branch_set_loop(LLVMBuildBr(converter->builder, converter->join),
			    loop);
	LLVMInstructionEraseFromParent(converter->branch);
}

static void delete_arms(const struct choosing *choosing)
{
	const struct cvg_ifconvert *row = choosing->row;

	for (uint32_t k = 0; k < row->nways; k++)
		if (row->way[k].arm != CVG_NONE)
			cvg_block_delete(
				choosing->converter->module,
				choosing->converter->function_id,
				choosing->ids->blocks[row->way[k].arm]);
}

void cvg_converter_switch(struct cvg_converter *converter,
			  const struct cvg_ifconvert *row,
			  const struct cvg_live_ids *ids)
{
	struct choosing choosing = {.converter = converter,
				    .row = row,
				    .ids = ids,
				    .home = converter->block};
	struct cvg_u32s uids = {0};

	choosing.test = cvg_calloc(row->nways, sizeof *choosing.test);
	choosing.value = cvg_calloc(row->nways, sizeof *choosing.value);
	for (uint32_t k = 0; k < row->nways; k++)
		cvg_ptrmap_put(&choosing.way_of, start_of(&choosing, k), k);
	choosing.term = converter->branch =
		LLVMGetBasicBlockTerminator(converter->block);
	note_origins(&choosing, &uids);
	if (row->some)
		make_home(&choosing);
	move_arms(&choosing);
	LLVMPositionBuilderBefore(converter->builder, converter->branch);
	LLVMSetCurrentDebugLocation2(
		converter->builder,
		cvg_loc_none(LLVMGetBasicBlockParent(converter->block)));
	choose(&choosing);
	if (row->some)
		lead_home(&choosing);
	else
		jump(&choosing);
	delete_arms(&choosing);
	if (uids.n > (row->some ? 0u : 1u))
		cvg_live_uid_origin(converter->module, converter->function_id,
				    choosing.home, uids.at, uids.n);
	free(uids.at);
	free(choosing.test);
	free(choosing.value);
	cvg_ptrmap_done(&choosing.way_of);
}
