/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What the files of the cleanup phase share. */
#ifndef CVG_CLEANER_H
#define CVG_CLEANER_H

#include "src/ir/surgery.h"

struct cleaner {
	struct cvg_module *m;
	uint32_t f;
	LLVMValueRef function;
	uint32_t done; /* changes made */
};

/* x of "xor i1 x, true", or NULL. */
LLVMValueRef cvg_cleaner_negated(LLVMValueRef v);
/* Phis and selects that choose between equals, in one block. */
void cvg_cleaner_fold_values(struct cleaner *c, LLVMBasicBlockRef block);
/* Instructions, cycles of phis included, that nothing needs. */
void cvg_cleaner_drop_dead(struct cleaner *c);
/* Empty blocks and straight lines. */
void cvg_cleaner_tidy_blocks(struct cleaner *c);

#endif
