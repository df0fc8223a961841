/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Types as text that is the same in every process. */
#ifndef CVG_IR_TYPETEXT_H
#define CVG_IR_TYPETEXT_H

#include <llvm-c/Core.h>

/* "i32", "%struct.pair" without its definition, "%{ i32, i16 }" for a struct
 * that has a definition but no name. The caller frees it. */
char *cvg_type_text(LLVMTypeRef type);

/* Outside a module LLVM names such structs by where they lie in memory:
 * %"type 0x55d0...". In place, all become CVG_UNNAMED_TYPE. */
#define CVG_UNNAMED_TYPE "%\"type\""
void cvg_drop_type_addresses(char *text);

#endif
