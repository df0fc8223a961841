/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* An excerpt while it is made (excerpt.c), and on the way back (apart.c). */
#ifndef RECONVERGE_IR_EXCERPT_H
#define RECONVERGE_IR_EXCERPT_H

#include "live.h"

struct cvg_excerpt {
	struct cvg_module *from;
	LLVMModuleRef to;
	/* What a copy uses for a function or variable that it meets first. */
	LLVMValueRef (*global)(struct cvg_excerpt *excerpt, LLVMValueRef v);
	const struct cvg_excerpt *back;	 /* the excerpt from which code goes
					   back; NULL: it goes there */
	bool for_passes;		 /* debug info and names are copied */
	cvg_vec(LLVMValueRef) old, made; /* functions, variables, constants */
	struct cvg_ptrmap number;	 /* of old, to the index */
	struct cvg_ptrmap of_made;	 /* of made, once all is made */
	cvg_vec(uint32_t) todo;		 /* of these, not filled yet */
	struct cvg_ptrmap plain;	 /* metadata that names nothing */
	bool failed;
};

/* Fill excerpt->to with function f and what it uses, which returns its copy. */
LLVMValueRef cvg_excerpt_fill(struct cvg_excerpt *excerpt, uint32_t f);
/* The copy of code in `to`, a function without blocks; else excerpt->failed. */
void cvg_excerpt_copy(struct cvg_excerpt *excerpt, LLVMValueRef from,
		      LLVMValueRef to);
/* Free all but the module. */
void cvg_excerpt_done(struct cvg_excerpt *excerpt);

#endif
