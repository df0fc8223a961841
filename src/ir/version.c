/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The version of LLVM, for programs that do not link it. */
#include <llvm/Config/llvm-config.h>

#include "reconverge/ir.h"

const char *cvg_llvm_version(void)
{
	return LLVM_VERSION_STRING;
}
