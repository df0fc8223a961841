/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A file of IR as bytes, and the module that LLVM parses from it. */
#ifndef RECONVERGE_IR_INPUT_H
#define RECONVERGE_IR_INPUT_H

#include <llvm-c/Core.h>

#include "reconverge/base.h"

struct cvg_input {
	const char *path; /* as the user gave it */
	const char *name; /* of LLVM's buffer: the path without folders */
	char *data;	  /* NUL-terminated, owned */
	size_t n;
};

/* Read `path` ("-": standard input). Free with cvg_input_done. */
bool cvg_input_read(struct cvg_input *in, const char *path,
		    struct cvg_err *err);
/* A copy of bytes in memory, which messages call `name`. Free it likewise. */
bool cvg_input_take(struct cvg_input *in, const char *name, const void *bytes,
		    size_t n, struct cvg_err *err);
void cvg_input_done(struct cvg_input *in);

/* Parse the module. NULL: `err` has the first complaint and its place. */
LLVMModuleRef cvg_input_parse(const struct cvg_input *in,
			      LLVMContextRef context, struct cvg_err *err);
/* Parse the module, but read the functions' bodies of a bitcode file only when
 * they are asked for: `in` must live as long as the module. */
LLVMModuleRef cvg_input_open(const struct cvg_input *in, LLVMContextRef context,
			     struct cvg_err *err);

/* Fail with the message of `why` behind the file's name and the place. */
bool cvg_input_fail(const struct cvg_input *in, const struct cvg_err *why,
		    struct cvg_err *err);

#endif
