/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Code that tells whether a switch would lead to a block. */
#ifndef CVG_CASETEST_H
#define CVG_CASETEST_H

#include <llvm-c/Core.h>

struct cvg_casetest;

/* Build the test at the builder's place: an i1 that is true for the values for
 * which the switch `term` leads to `to`. */
LLVMValueRef cvg_casetest_build(LLVMBuilderRef b, LLVMValueRef term,
				const struct cvg_casetest *test,
				LLVMBasicBlockRef to);

#endif
