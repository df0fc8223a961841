/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Delaying the expensive side of a branch in a loop: what the files delay*.c share. */
#ifndef CVG_DELAY_PRIVATE_H
#define CVG_DELAY_PRIVATE_H

#include "src/ir/surgery.h"

struct cvg_delay;

/* One delay while it is carried out. Copy 0 of a block or value is the original, copy 1
 * the last that a thread comes to, the highest the first. */
struct delaying {
	struct cvg_module *module;
	uint32_t function_id;
	const struct cvg_live_ids *ids;
	const struct cvg_delay *row;
	LLVMBuilderRef builder;
	uint32_t nblocks;	    /* that are copied: the way, then the top */
	LLVMBasicBlockRef *block;   /* [(rounds + 1) * nblocks] */
	struct cvg_ptrmap block_of; /* original block -> its index */
	struct cvg_ptrmap value_of; /* original instruction -> its index */
	cvg_vec(LLVMValueRef) value; /* rounds + 1 for each original */
};

static inline LLVMBasicBlockRef delaying_block(const struct delaying *delaying,
					       uint32_t copy, uint32_t i)
{
	return delaying->block[copy * delaying->nblocks + i];
}

/* Copy the rounds. The copies use the originals' values. */
void cvg_delaying_copy(struct delaying *delaying);
/* Give each use of a value that has copies the one that comes there. */
void cvg_delaying_values(struct delaying *delaying);

#endif
