/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The parts that a draft is put together from: values, instructions, blocks. */
#include "draft.h"

#include "reconverge/graph.h"

#include <stdlib.h>
#include <string.h>

/* ---- values ------------------------------------------------------------ */

static uint32_t add_value(struct drafter *drafter, struct cvg_value value)
{
	struct added added = {value, CVG_NONE};

	cvg_push(&drafter->added, added);
	return drafter->fn->nvalues + (uint32_t)drafter->added.n - 1;
}

uint32_t cvg_draft_bool(struct drafter *drafter, bool is_true)
{
	return add_value(drafter, (struct cvg_value){
					  .kind = CVG_VALUE_CONST,
					  .type = drafter->bit,
					  .flags = CVG_V_INT64,
					  .bits = is_true,
					  .text = is_true ? "true" : "false"});
}

uint32_t cvg_draft_poison(struct drafter *drafter, uint32_t type)
{
	return add_value(drafter, (struct cvg_value){.kind = CVG_VALUE_UNDEF,
						     .type = type,
						     .flags = CVG_V_POISON,
						     .text = "poison"});
}

uint32_t cvg_draft_result(struct drafter *drafter, uint32_t type)
{
	return add_value(drafter, (struct cvg_value){.kind = CVG_VALUE_INST,
						     .type = type});
}

static struct added *added_at(struct drafter *drafter, uint32_t code)
{
	return &drafter->added.at[code - drafter->fn->nvalues];
}

/* ---- instructions ------------------------------------------------------- */

void cvg_draft_op(struct drafter *drafter, uint32_t code, uint32_t from)
{
	cvg_push(&drafter->ops, code);
	cvg_push(&drafter->incoming, from);
}

void cvg_draft_succ(struct drafter *drafter, uint32_t to, uint32_t value,
		    uint32_t weight)
{
	cvg_push(&drafter->succs, to);
	cvg_push(&drafter->cases, value);
	cvg_push(&drafter->weights, weight);
}

/* Append an instruction, whose operands are added next; its result has the
 * code, or none. */
void cvg_draft_inst(struct drafter *drafter, enum cvg_op op, uint32_t type,
		    uint32_t code)
{
	uint32_t block = (uint32_t)drafter->blocks.n - 1;
	struct cvg_inst made = {.op = op,
				.flags = op == CVG_OP_PHI || op == CVG_OP_XOR
						 ? CVG_I_SPECULATABLE
						 : CVG_I_EFFECTS,
				.block = block,
				.type = type,
				.shape = drafter->shape[op],
				.ops_at = (uint32_t)drafter->ops.n,
				.callee = CVG_NONE,
				.access = CVG_NONE,
				.index = CVG_NONE,
				.spot = CVG_NONE};
	struct cvg_value result = {
		.kind = CVG_VALUE_INST, .type = type, .text = "%"};

	if (code != CVG_NONE)
		added_at(drafter, code)->inst = (uint32_t)drafter->insts.n;
	cvg_push(&drafter->insts, made);
	cvg_push(&drafter->results, result);
	cvg_push(&drafter->old, CVG_NONE);
	drafter->blocks.at[block].ninsts++;
	drafter->blocks.at[block].nphis += op == CVG_OP_PHI;
}

/* Append an instruction like one of the function, without its operands. */
static void append_like(struct drafter *drafter, uint32_t inst)
{
	struct cvg_inst made = drafter->fn->insts[inst];
	uint32_t block = (uint32_t)drafter->blocks.n - 1;

	made.block = block;
	made.ops_at = (uint32_t)drafter->ops.n;
	cvg_push(&drafter->insts, made);
	cvg_push(&drafter->results,
		 drafter->fn->values[cvg_inst_value(drafter->fn, inst)]);
	cvg_push(&drafter->old, inst);
	drafter->blocks.at[block].ninsts++;
	drafter->blocks.at[block].nphis += made.op == CVG_OP_PHI;
}

void cvg_draft_inst_head(struct drafter *drafter, uint32_t inst)
{
	drafter->place[inst] = (uint32_t)drafter->insts.n;
	append_like(drafter, inst);
}

void cvg_draft_clone_head(struct drafter *drafter, uint32_t inst, uint32_t code)
{
	added_at(drafter, code)->inst = (uint32_t)drafter->insts.n;
	append_like(drafter, inst);
}

/* The operands of the last instruction are complete. */
void cvg_draft_end_inst(struct drafter *drafter)
{
	struct cvg_inst *last = &drafter->insts.at[drafter->insts.n - 1];

	last->nops = (uint32_t)drafter->ops.n - last->ops_at;
}

/* ---- blocks -------------------------------------------------------------- */

void cvg_draft_begin(struct drafter *drafter, struct cvg_block block)
{
	block.inst_at = (uint32_t)drafter->insts.n;
	block.succs_at = (uint32_t)drafter->succs.n;
	block.ninsts = block.nphis = 0;
	cvg_push(&drafter->blocks, block);
}

void cvg_draft_end(struct drafter *drafter)
{
	struct cvg_block *last = &drafter->blocks.at[drafter->blocks.n - 1];

	last->nsuccs = (uint32_t)drafter->succs.n - last->succs_at;
}
