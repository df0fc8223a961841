/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Shared by the files that make an image. */
#ifndef CVG_SIM_IMAGE_IN_H
#define CVG_SIM_IMAGE_IN_H

#include "reconverge/program.h"
#include "reconverge/sim.h"
#include "sim/launch/launch_in.h"

struct maker {
	const struct cvg_program *program;
	const struct cvg_ufn *kernel;
	const struct cvg_launch *launch;
	const struct cvg_image *last;	    /* of the run before, or NULL */
	const struct cvg_launch_arg **args; /* [nparams] NULL: not given */
	struct cvg_image *image;	    /* the image that is made */
	uint32_t granule;     /* the next free granule of addresses */
	uint32_t shared_base; /* address where dynamic shared memory starts */
	uint32_t shared;      /* bytes of it given out so far */
	uint64_t bytes;	      /* sum of the buffers so far */
	struct cvg_err *err;
};

/* The name of a parameter in an error: "%x" or "argument 3". Written to `text`,
 * which has 80 bytes, and returned. */
const char *cvg_param_label(const struct cvg_ufn *ufn, uint32_t i, char *text);

/* Add a buffer of zeros for parameter `arg`, or what else a buffer's `arg` may be. NULL,
 * with an error: too large. */
struct cvg_buffer *cvg_maker_buffer(struct maker *maker, int32_t arg,
				    uint64_t bytes);
/* Make the buffer of a parameter that is a pointer, and fill it. */
bool cvg_maker_fill(struct maker *maker, uint32_t i);
/* Make the buffer of the pointer that is `at` bytes into the struct that parameter i is,
 * and fill it. */
bool cvg_maker_memory(struct maker *maker, uint32_t i, uint64_t at,
		      const struct cvg_launch_arg *arg, uint64_t *address);
/* Resolve the parameters that share another parameter's buffer (`same`). */
bool cvg_maker_aliases(struct maker *maker);
/* Set the slots of parameter i: scalars, lists, addresses, or the bytes of a
 * struct passed by value. All buffers have been made before. */
bool cvg_maker_value(struct maker *maker, uint32_t i);

uint64_t cvg_maker_slot(const struct maker *maker, uint32_t i, uint32_t slot);
void cvg_maker_set(struct maker *maker, uint32_t i, uint32_t slot, uint64_t lo,
		   uint64_t hi);

/* The type and the number of the elements of a buffer; false: too many. */
bool cvg_maker_shape(struct maker *maker, uint32_t i, enum cvg_elem *e,
		     uint64_t *count);

#endif
