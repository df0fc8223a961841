/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* An image in the making: what the files that make it share. */
#ifndef CVG_SIM_IMAGE_IN_H
#define CVG_SIM_IMAGE_IN_H

#include "reconverge/sim.h"
#include "sim/launch/launch_in.h"

struct maker {
	const struct cvg_program *p;
	const struct cvg_ufn *kernel;
	const struct cvg_launch *l;
	const struct cvg_image *last;	    /* may be NULL */
	const struct cvg_launch_arg **args; /* [nparams] NULL: nothing said */
	struct cvg_image *m;
	uint32_t granule;     /* next that is free */
	uint32_t shared_base; /* where dynamic shared memory starts */
	uint32_t shared;      /* end of it so far, from there */
	uint64_t bytes;	      /* of the buffers so far */
	struct cvg_err *err;
};

/* "%x" or "argument 3": how errors call a parameter. Of `text`, 80 bytes. */
const char *cvg_param_label(const struct cvg_ufn *f, uint32_t i, char *text);

/* A buffer of zeros for parameter i (or -1); NULL: too large. */
struct cvg_buffer *cvg_maker_buffer(struct maker *k, int32_t arg,
				    uint64_t bytes);
/* Make the buffer of a parameter that is a pointer, and fill it. */
bool cvg_maker_fill(struct maker *k, uint32_t i);
/* The parameters that are another one's memory. */
bool cvg_maker_aliases(struct maker *k);
/* Values of the slots of parameter i: scalars, lists, addresses; the bytes of
 * a copy. Buffers are made before. */
bool cvg_maker_value(struct maker *k, uint32_t i);

uint64_t cvg_maker_slot(const struct maker *k, uint32_t i, uint32_t slot);
void cvg_maker_set(struct maker *k, uint32_t i, uint32_t slot, uint64_t lo,
		   uint64_t hi);

/* Which elements and how many a buffer has; false: too many. */
bool cvg_maker_shape(struct maker *k, uint32_t i, enum cvg_elem *e,
		     uint64_t *count);

#endif
