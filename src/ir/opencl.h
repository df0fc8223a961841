/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What is known of a function by its name alone: see opencl.c. */
#ifndef RECONVERGE_IR_OPENCL_H
#define RECONVERGE_IR_OPENCL_H

#include "live.h"

/* Is the module OpenCL C as a front end left it? */
bool cvg_opencl_module(const struct cvg_module *m);

/* Is the function, declared only, one that a work-item calls for itself,
 * whoever else does? False: not known. */
bool cvg_opencl_alone(const struct cvg_module *m, LLVMValueRef fn);

/* May that argument of it be an image or a sampler? */
bool cvg_opencl_handle(const struct cvg_module *m, LLVMValueRef fn,
		       LLVMValueRef arg);

/* Is that the mangled name of a function that cvg_opencl_alone believes?
 * *handles: does it take images or samplers? Declared for tests. */
bool cvg_opencl_name(const char *name, bool *handles);

#endif
