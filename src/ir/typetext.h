/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Types as text, the same in every process. */
#ifndef CVG_IR_TYPETEXT_H
#define CVG_IR_TYPETEXT_H

#include <llvm-c/Core.h>

/* "i32", "%struct.pair" without its definition, "%{ i32, i16 }" for a struct
 * that has a definition but no name. The caller frees it. */
char *cvg_type_text(LLVMTypeRef type);

/* Outside of a module LLVM names a struct without a name by its address:
 * %"type 0x55d0...". Replace all such names in `text` by CVG_UNNAMED_TYPE. */
#define CVG_UNNAMED_TYPE "%\"type\""
void cvg_drop_type_addresses(char *text);

#endif
