/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What redirection builds with, shared by its two files. */
#ifndef CVG_TRANSFORMS_REDIRECT_BUILDER_H
#define CVG_TRANSFORMS_REDIRECT_BUILDER_H

#include "redirect.h"

#include "reconverge/plan.h"
#include "src/ir/param.h"
#include "src/ir/surgery.h"

/* For one function at a time: the kernel, then its callees' twins. */
struct builder {
	struct cvg_module *m;
	const struct cvg_fn *fn; /* the kernel */
	LLVMBuilderRef b;
	LLVMTypeRef i32, i64;
	uint32_t dims;

	LLVMValueRef function;
	LLVMValueRef entry;	 /* of the array, for this thread */
	LLVMValueRef n[2][3];	 /* threads of a block, blocks of the grid */
	LLVMValueRef nthreads;	 /* of a block; NULL: not built yet */
	LLVMValueRef mine[2][3]; /* who it really is */
};

/* Is it a call of that function? */
bool cvg_redirect_calls(LLVMValueRef v, const char *name);
bool cvg_redirect_is_op(LLVMValueRef v, LLVMOpcode op);
/* Is it block * size + thread, along x? */
bool cvg_redirect_is_number(const struct builder *x, LLVMValueRef v);
/* A power of two, and which. */
bool cvg_redirect_log2(LLVMValueRef v, unsigned *log);

#endif
