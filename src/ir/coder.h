/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What the code generator's child is asked, and what it answers. */
#ifndef RECONVERGE_IR_CODER_H
#define RECONVERGE_IR_CODER_H

#include "reconverge/ir.h"

/* The beginning of a question; behind it stands the module as bitcode, two whole
 * questions, or the code that is to be disassembled. */
struct cvg_question {
	char cpu[64];
	uint64_t first; /* bytes of the first of two; 0: it is one */
	enum cvg_target target;
	bool ptxas, disassemble;
};

/* An answer is these strings, each behind its number of bytes: the assembly, the cubin,
 * what ptxas says or why there is none, the cpu that the cubin is for, and the name of the
 * function there. That to two questions is two such answers. */
enum {
	CVG_CODED_ASSEMBLY,
	CVG_CODED_CUBIN,
	CVG_CODED_SAID,
	CVG_CODED_CPU,
	CVG_CODED_NAME,
	CVG_CODED_NPARTS
};

/* In the child: answer what context, a struct cvg_asked, has. */
bool cvg_coder_answer(void *context, struct cvg_str *out, struct cvg_err *err);

#endif
