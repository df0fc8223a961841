/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What the files of the cleanup phase share, and a part of it for others. */
#ifndef CVG_CLEANER_H
#define CVG_CLEANER_H

#include "src/ir/surgery.h"

struct cleaner {
	struct cvg_module *module;
	uint32_t function_id; /* the function's place in the module */
	LLVMValueRef function;
	uint32_t nchanges; /* made so far */
	uint32_t nlive;	   /* instructions that the last search for dead code
			      left, 0: there was none */
	bool looked;	   /* for convergent operations: */
	bool convergent;   /* there are some */
};

/* x of "xor i1 x, true", or NULL. */
LLVMValueRef cvg_cleaner_negated(LLVMValueRef v);
/* Replace the phis and selects of a block that choose between equals. */
void cvg_cleaner_fold_values(struct cleaner *cleaner, LLVMBasicBlockRef block);
/* Erase instructions that nothing needs, cycles of phis included. */
void cvg_cleaner_drop_dead(struct cleaner *cleaner);
/* Leave empty blocks out, and make one block of a straight line. */
void cvg_cleaner_tidy_blocks(struct cleaner *cleaner);
/* Append to `first` its only successor, as long as that has no other
 * predecessor. */
void cvg_cleanup_line(struct cvg_module *module, uint32_t function_id,
		      LLVMBasicBlockRef first);

#endif
