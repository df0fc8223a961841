/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Copies of code. */
#ifndef RECONVERGE_IR_COPY_H
#define RECONVERGE_IR_COPY_H

#include <llvm-c/Core.h>

#include <stdbool.h>

struct cvg_copying {
	/* What the copy uses for an operand that is not the function's own. */
	LLVMValueRef (*elsewhere)(void *context, LLVMValueRef v);
	/* What it has for metadata attached to an instruction, or NULL for nothing;
	   unset: the same. */
	LLVMMetadataRef (*attached)(void *context, LLVMMetadataRef metadata);
	void *context; /* of both */
	bool named;    /* values and blocks of the copy have names */
	bool records;  /* the copy has the debug records, too */
	bool loses;    /* but for those of which LLVM-C can make no copy */
};

/* Append a copy of the blocks of `from` to `to`, a function without blocks. */
void cvg_code_copy(LLVMValueRef from, LLVMValueRef to,
		   const struct cvg_copying *how);
void cvg_copy_name(LLVMValueRef from, LLVMValueRef to);

#endif
