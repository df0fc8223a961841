/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The driver's library, and its errors. For the child processes of this
 * folder. */
#ifndef RECONVERGE_GPU_DRIVER_H
#define RECONVERGE_GPU_DRIVER_H

#include "reconverge/gpu.h"

/* What is done with the driver when an error comes. */
enum cvg_gpu_stage {
	CVG_GPU_OPEN,
	CVG_GPU_LOAD,
	CVG_GPU_MEMORY,
	CVG_GPU_LAUNCH,
	CVG_GPU_ANY
};

#define CVG_GPU_NOT_READY 600 /* what a query says of a run that goes on */
#define CVG_GPU_NO_MEMORY 2
#define CVG_GPU_NO_SYMBOL 500

struct cvg_driver {
	enum cvg_gpu_api api;
	int device;
	struct {
#define CALL(member, cuda, hip, args) int(*member) args;
#include "calls.def"
	} call;
};

/* Load the library and find its functions. */
bool cvg_driver_load(struct cvg_driver *out, enum cvg_gpu_api api,
		     struct cvg_err *err);
/* Make the device ready, with a context of its own. */
bool cvg_driver_open(struct cvg_driver *driver, uint32_t ordinal,
		     struct cvg_err *err);
bool cvg_driver_device(const struct cvg_driver *driver, uint32_t ordinal,
		       struct cvg_gpu_device *out, struct cvg_err *err);

/* Was the call answered with 0? Else tell what its answer means. */
bool cvg_driver_ok(const struct cvg_driver *driver, int code,
		   enum cvg_gpu_stage stage, struct cvg_err *err);
/* Can the context not be used after that answer? */
bool cvg_driver_lost(int code);

#endif
