/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Fusing one-armed ifs: what the files fuse*.c share. */
#ifndef CVG_FUSE_PRIVATE_H
#define CVG_FUSE_PRIVATE_H

#include "src/ir/surgery.h"

struct cvg_fn;
struct cvg_fuse;

/* One fuse while it is carried out; the letters are those of src/plan/fuse.c. */
struct fusing {
	struct cvg_module *module;
	uint32_t function_id;
	const struct cvg_fn *fn;
	const struct cvg_live_ids *ids;
	const struct cvg_fuse *fuse;
	LLVMBuilderRef builder;
	LLVMMetadataRef loc;
	LLVMValueRef condition;	       /* of E's branch */
	LLVMBasicBlockRef entry, join; /* E and J */
	LLVMBasicBlockRef
		exit; /* X, or the block that gathers the ways there */
	LLVMBasicBlockRef apart;      /* D: branches to A or the copy of B */
	LLVMBasicBlockRef *copy;      /* [blocks of B] */
	struct cvg_ptrmap block_of;   /* block of B -> index into copy */
	struct cvg_ptrmap value_of;   /* value -> index into values */
	cvg_vec(LLVMValueRef) values; /* copies */
};

/* Block i of B. */
LLVMBasicBlockRef cvg_fusing_block(const struct fusing *fusing, uint32_t i);
/* The value that stands for v at E and in the copy of B. */
LLVMValueRef cvg_fusing_value(const struct fusing *fusing, LLVMValueRef v);
/* Compute at E what stands at the begin of J. */
void cvg_fusing_compute(struct fusing *fusing);
/* Make the copy of B. Its ways out lead to J, whose phis are not changed. */
void cvg_fusing_copy(struct fusing *fusing);
/* Carry it out, but for the melding. Returns the stable number of the block whose
 * arms are to be melded. */
uint32_t cvg_fusing_carry_out(struct fusing *fusing);

#endif
