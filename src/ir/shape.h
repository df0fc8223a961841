/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Instructions may be melded into one if their shapes are equal. A shape is the
 * interned key of an instruction: words, some of them pointers that LLVM keeps
 * unique. Ids are given in the order of the instructions, so they do not depend
 * on addresses.
 */
#ifndef RECONVERGE_IR_SHAPE_H
#define RECONVERGE_IR_SHAPE_H

#include "live.h"

struct cvg_shape_slot {
	uint64_t hash;
	uint32_t at; /* into words[] */
	uint32_t n;  /* words of the key; 0: free */
};

struct cvg_shapes {
	const struct cvg_module *module;
	cvg_vec(uint64_t) key;		      /* of the present instruction */
	cvg_vec(uint64_t) words;	      /* all keys so far */
	cvg_vec(struct cvg_shape_slot) shape; /* [id] */
	struct cvg_u32s table; /* open addressing: id + 1, or 0 */
};

void cvg_shapes_init(struct cvg_shapes *s, const struct cvg_module *module);
void cvg_shapes_done(struct cvg_shapes *s);

/*
 * The shape of an instruction, or CVG_NONE if it melds with no other. `scope`
 * is a number for its synchronization scope. May add CVG_I_SWAPPED to *flags.
 */
uint32_t cvg_shape_of(struct cvg_shapes *s, LLVMValueRef inst, LLVMOpcode op,
		      uint64_t scope, uint32_t *flags);

#endif
