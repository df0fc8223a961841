/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Facts about built-in functions of OpenCL by their names: see opencl.c. */
#ifndef RECONVERGE_IR_OPENCL_H
#define RECONVERGE_IR_OPENCL_H

#include "live.h"

/* True if the module is OpenCL C as a front end writes it. */
bool cvg_opencl_module(const struct cvg_module *module);

/* True if the function, which has no body, is known as a built-in one that each
 * work-item calls for itself, so that it is not convergent. */
bool cvg_opencl_alone(const struct cvg_module *module, LLVMValueRef fn);

/* True if calls of the function become samplers of numbers. */
bool cvg_opencl_makes_sampler(LLVMValueRef fn);

/* True if the function, which has no body, is known as a built-in one that only
 * computes from its arguments, or reads an image or a sampler, and ends without a fault
 * whatever numbers they are. `writes`: its attributes do not say that it writes no memory. */
bool cvg_opencl_total(const struct cvg_module *module, LLVMValueRef fn,
		      bool writes);

/* True if that argument of a call of the function may be an image or a
 * sampler. */
bool cvg_opencl_handle(const struct cvg_module *module, LLVMValueRef fn,
		       LLVMValueRef arg);

/* True if `name` is the mangled name of a function that cvg_opencl_alone
 * trusts; *handles tells whether it takes images or samplers. Declared for
 * tests. */
bool cvg_opencl_name(const char *name, bool *handles);

#endif
