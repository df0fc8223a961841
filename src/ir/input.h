/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A file of IR as bytes, and the module LLVM makes of it. */
#ifndef RECONVERGE_IR_INPUT_H
#define RECONVERGE_IR_INPUT_H

#include <llvm-c/Core.h>

#include "reconverge/base.h"

struct cvg_input {
	const char *path; /* as the user gave it */
	const char *name; /* how LLVM calls the buffer: without folders */
	char *data;	  /* NUL-terminated, owned */
	size_t n;
};

/* Read `path` ("-": standard input). Free with cvg_input_done. */
bool cvg_input_read(struct cvg_input *in, const char *path,
		    struct cvg_err *err);
void cvg_input_done(struct cvg_input *in);

/* The module, or NULL and the first complaint, with its place in `err`. */
LLVMModuleRef cvg_input_parse(const struct cvg_input *in,
			      LLVMContextRef context, struct cvg_err *err);
/* The same, but bodies of bitcode are read when something asks for them:
 * `in` must live as long. */
LLVMModuleRef cvg_input_open(const struct cvg_input *in, LLVMContextRef context,
			     struct cvg_err *err);

/* Say `why` with the file's name and the place in it. */
bool cvg_input_fail(const struct cvg_input *in, const struct cvg_err *why,
		    struct cvg_err *err);

#endif
