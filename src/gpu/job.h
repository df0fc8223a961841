/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The codes of a job on the device, in the child process. */
#ifndef RECONVERGE_GPU_JOB_H
#define RECONVERGE_GPU_JOB_H

#include "driver.h"

/* A buffer on the device. */
struct cvg_gpu_place {
	uint64_t address; /* 0: the driver does not know the variable */
	uint64_t
		pristine; /* a copy of what it starts with; 0: none is needed */
};

/* A code that is ready to run. */
struct cvg_gpu_ready {
	const struct cvg_gpu_code *code; /* NULL: it is left out */
	void *module, *function;
	bool refused;		     /* the driver does not take the image */
	bool portable;		     /* it has taken the portable one */
	struct cvg_gpu_place *place; /* [nbuffers] */
	uint8_t *args;
};

/* Load the code, unless that of `same` is it (NULL: none is), and make its memory.
 * False: `err` tells why, and *code the driver's error. */
bool cvg_gpu_prepare(const struct cvg_driver *driver,
		     const struct cvg_gpu_code *from,
		     const struct cvg_gpu_ready *same,
		     struct cvg_gpu_ready *out, int *code, struct cvg_err *err);
/* Give all that the kernel changes the contents that it starts with. */
int cvg_gpu_reset(const struct cvg_driver *driver,
		  const struct cvg_gpu_ready *ready);
/* Read back what a run left. */
int cvg_gpu_read(const struct cvg_driver *driver,
		 const struct cvg_gpu_ready *ready, uint8_t **left);

#endif
