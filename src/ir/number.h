/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Dense ids for a function's blocks, instructions and values, and the operands
 * by id. Snapshots and cvg_live_ids_of both use it, so that an id means the
 * same in both. Time is linear, with two table look-ups for each operand.
 */
#ifndef RECONVERGE_IR_NUMBER_H
#define RECONVERGE_IR_NUMBER_H

#include <llvm-c/Core.h>

#include "ptrmap.h"

struct cvg_numbering {
	cvg_vec(LLVMBasicBlockRef) blocks;
	cvg_vec(LLVMValueRef) insts;
	cvg_vec(LLVMValueRef) values; /* args, insts, then by first use */
	uint32_t nargs;
	struct cvg_u32s inst_at; /* [nblocks + 1] first instruction */
	struct cvg_u32s ops;	 /* value ids */
	struct cvg_u32s ops_at;	 /* [ninsts + 1] into ops */
	struct cvg_u32s callee;	 /* [ninsts] value id or CVG_NONE */
	struct cvg_u32s cases; /* value ids of all switches' cases, in order */
	struct cvg_ptrmap block_id;
	struct cvg_ptrmap value_id;
};

/* Number arguments, blocks and instructions, but no other operands. */
void cvg_numbering_list(struct cvg_numbering *num, LLVMValueRef fn);
void cvg_numbering_init(struct cvg_numbering *num, LLVMValueRef fn);
void cvg_numbering_done(struct cvg_numbering *num);

#endif
