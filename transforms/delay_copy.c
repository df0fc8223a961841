/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The copies of the rounds that threads go on while others wait, and the edges between
 * them. A copy of D leads to the expensive side, and to the copy of the way that follows.
 *
 * Example: two rounds, where `light` begins the way and H is the header:
 *
 *	D -> light'' .. H'' .. D'' -> light' .. H' .. D' -> light .. H .. D
 */
#include "delay.h"

#include "reconverge/delay.h"
#include "reconverge/graph.h"

#include <stdlib.h>

static LLVMBasicBlockRef original(const struct delaying *delaying, uint32_t b)
{
	return delaying->ids->blocks[b];
}

static void make_blocks(struct delaying *delaying)
{
	const struct cvg_delay *row = delaying->row;
	uint32_t n = row->nway + row->ntop;

	delaying->nblocks = n;
	delaying->block =
		cvg_calloc((row->rounds + 1) * n, sizeof *delaying->block);
	for (uint32_t i = 0; i < n; i++) {
		delaying->block[i] = original(
			delaying,
			i < row->nway ? row->way[i] : row->top[i - row->nway]);
		cvg_ptrmap_put(&delaying->block_of, delaying->block[i], i);
	}
	for (uint32_t c = row->rounds; c > 0; c--)
		for (uint32_t i = 0; i < n; i++) {
			LLVMBasicBlockRef of = delaying->block[i], made;

			made = cvg_block_new(original(delaying, row->wait),
					     LLVMGetBasicBlockName(of));
			cvg_live_block_origin(delaying->module,
					      delaying->function_id, made, &of,
					      1);
			delaying->block[c * n + i] = made;
		}
}

static LLVMValueRef copy_of(struct delaying *delaying, uint32_t copy,
			    uint32_t i, LLVMValueRef inst)
{
	LLVMBasicBlockRef block = delaying_block(delaying, copy, i);

	LLVMPositionBuilderAtEnd(delaying->builder, block);
	if (!cvg_inst_is_phi(inst)) {
		LLVMValueRef made = cvg_inst_clone(inst, delaying->builder);

		cvg_inst_forget_scopes(made);
		return made;
	}
	return cvg_phi_new(delaying->builder, block, LLVMTypeOf(inst),
			   LLVMInstructionGetDebugLoc(inst),
			   LLVMGetValueName(inst));
}

static void copy_block(struct delaying *delaying, uint32_t i)
{
	LLVMValueRef inst = LLVMGetFirstInstruction(delaying->block[i]);
	const uint32_t rounds = delaying->row->rounds;

	for (; inst; inst = LLVMGetNextInstruction(inst)) {
		cvg_ptrmap_put(&delaying->value_of, inst,
			       (uint32_t)(delaying->value.n / (rounds + 1)));
		cvg_push(&delaying->value, inst);
		for (uint32_t c = 1; c <= rounds; c++) {
			LLVMValueRef made = copy_of(delaying, c, i, inst);

			if (cvg_inst_is_phi(inst) &&
			    LLVMCanValueUseFastMathFlags(inst))
				LLVMSetFastMathFlags(
					made, LLVMGetFastMathFlags(inst));
			cvg_push(&delaying->value, made);
		}
	}
}

/* ---- edges ----------------------------------------------------------------- */

/* The last copy of D, which leads to the old way. */
static LLVMBasicBlockRef last_copy(const struct delaying *delaying)
{
	LLVMBasicBlockRef d = original(delaying, delaying->row->block);

	return delaying_block(delaying, 1,
			      cvg_ptrmap_get(&delaying->block_of, d));
}

/* Is it the edge of D, or of a copy, to the way? */
static bool leads_light(const struct delaying *delaying, uint32_t from,
			LLVMBasicBlockRef to)
{
	return delaying->block[from] ==
		       original(delaying, delaying->row->block) &&
	       to == original(delaying, delaying->row->light);
}

/* Where the edge of copy `copy` of block `from` to the block leads, and in *to_copy which
 * copy that is. */
static LLVMBasicBlockRef target(const struct delaying *delaying, uint32_t copy,
				uint32_t from, LLVMBasicBlockRef to,
				uint32_t *to_copy)
{
	const struct cvg_delay *row = delaying->row;
	uint32_t i = cvg_ptrmap_get(&delaying->block_of, to);
	bool on_top = i != CVG_NONE && i >= row->nway;

	*to_copy = copy;
	if (leads_light(delaying, from, to))
		*to_copy = copy - 1;
	else if (i == CVG_NONE || (from >= row->nway && !on_top) ||
		 (from >= row->nway && to == original(delaying, row->header)))
		*to_copy = 0;
	return *to_copy ? delaying_block(delaying, *to_copy, i) : to;
}

/* Let the phis of copy `to_copy` of the block have what those of the original have for
 * edges from `was`, for one edge from `from`. */
static void add_entries(const struct delaying *delaying, LLVMBasicBlockRef to,
			uint32_t to_copy, LLVMBasicBlockRef was,
			LLVMBasicBlockRef from)
{
	LLVMValueRef phi = LLVMGetFirstInstruction(to);

	for (; cvg_inst_is_phi(phi); phi = LLVMGetNextInstruction(phi)) {
		LLVMValueRef value = cvg_phi_value(phi, was), into = phi;

		if (to_copy)
			into = delaying->value
				       .at[cvg_ptrmap_get(&delaying->value_of,
							  phi) *
						   (delaying->row->rounds + 1) +
					   to_copy];
		LLVMAddIncoming(into, &value, &from, 1);
	}
}

static void lead_on(struct delaying *delaying, uint32_t copy, uint32_t from)
{
	LLVMBasicBlockRef made = delaying_block(delaying, copy, from);
	LLVMBasicBlockRef header = original(delaying, delaying->row->header);
	LLVMValueRef term = LLVMGetBasicBlockTerminator(made);

	for (unsigned k = 0; k < LLVMGetNumSuccessors(term); k++) {
		LLVMBasicBlockRef to = LLVMGetSuccessor(term, k);
		bool light = leads_light(delaying, from, to);
		uint32_t to_copy;
		LLVMBasicBlockRef now =
			target(delaying, copy, from, to, &to_copy);

		if (to == header && now != header)
			cvg_branch_set_loop(term, NULL);
		/* The entry of the last copy of D is there already. */
		if (!light || to_copy)
			add_entries(delaying, to, to_copy,
				    light ? last_copy(delaying)
					  : delaying->block[from],
				    made);
		LLVMSetSuccessor(term, k, now);
	}
}

/* D leads to the first copy of the way, or of the header, where the way is empty. */
static void enter(struct delaying *delaying)
{
	const struct cvg_delay *row = delaying->row;
	LLVMBasicBlockRef d = original(delaying, row->block);
	LLVMBasicBlockRef light = original(delaying, row->light);
	LLVMValueRef term = LLVMGetBasicBlockTerminator(d);

	add_entries(delaying, light, row->rounds, last_copy(delaying), d);
	cvg_redirect(
		d, light,
		delaying_block(delaying, row->rounds,
			       cvg_ptrmap_get(&delaying->block_of, light)));
	if (row->light == row->header)
		cvg_branch_set_loop(term, NULL);
}

void cvg_delaying_copy(struct delaying *delaying)
{
	const struct cvg_delay *row = delaying->row;
	LLVMBasicBlockRef d = original(delaying, row->block);

	make_blocks(delaying);
	/* This makes phis anew: it comes before they are listed. */
	cvg_phis_rename_pred(original(delaying, row->light), d,
			     last_copy(delaying));
	for (uint32_t i = 0; i < delaying->nblocks; i++)
		copy_block(delaying, i);
	for (uint32_t c = 1; c <= row->rounds; c++)
		for (uint32_t i = 0; i < delaying->nblocks; i++)
			lead_on(delaying, c, i);
	enter(delaying);
}
