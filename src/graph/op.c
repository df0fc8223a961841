/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The name and the class of each opcode: opcodes.def as arrays. */
#include "reconverge/words.h"

static const char *const names[CVG_NOPS] = {
#define OP(id, text, klass) [CVG_OP_##id] = text,
#include "reconverge/opcodes.def"
#undef OP
};

static const enum cvg_opclass classes[CVG_NOPS] = {
#define OP(id, text, klass) [CVG_OP_##id] = CVG_CLASS_##klass,
#include "reconverge/opcodes.def"
#undef OP
};

const char *cvg_op_name(enum cvg_op op)
{
	return names[op];
}

enum cvg_opclass cvg_op_class(enum cvg_op op)
{
	return classes[op];
}
