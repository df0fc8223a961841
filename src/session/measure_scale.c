/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Larger launches: a kernel has to run long enough to be timed. The grid grows in
 * its first dimension, and so do the buffers whose size is given. A number is
 * taken for a size, and grows too, if it is that of the threads, of those in the
 * first dimension, or of a buffer's elements.
 *
 *	grid=4 block=256 values=i32[1024]:iota n=1024, 8 times as large:
 *	grid=32 block=256 values=i32[8192]:iota n=8192
 */
#include "measuring.h"

#include "reconverge/launch.h"

#include <stdlib.h>

static bool grows(const struct cvg_launch_arg *arg)
{
	return arg->buffer && arg->counted && arg->gen != CVG_GEN_FILE &&
	       arg->gen != CVG_GEN_SAME && arg->gen != CVG_GEN_LAST;
}

static bool is_size(const struct cvg_launch *launch, uint64_t number)
{
	if (number < 2)
		return false;
	if (number == cvg_launch_threads(launch) ||
	    number == (uint64_t)launch->grid[0] * launch->block[0])
		return true;
	for (uint32_t i = 0; i < launch->nargs; i++) {
		const struct cvg_launch_arg *arg = &launch->args[i];

		if (grows(arg) && !arg->per_thread && arg->count == number)
			return true;
	}
	return false;
}

void cvg_measure_scale(struct cvg_launch *launch, uint32_t scale)
{
	bool *size = cvg_calloc(launch->nargs + 1, sizeof *size);

	for (uint32_t i = 0; i < launch->nargs; i++) {
		const struct cvg_launch_arg *arg = &launch->args[i];

		size[i] = !arg->buffer && arg->nvalues == 1 &&
			  arg->values->integer && !arg->values->negative &&
			  !arg->values->pointer && !arg->values->memory &&
			  is_size(launch, arg->values->u);
	}
	for (uint32_t i = 0; i < launch->nargs; i++) {
		struct cvg_launch_arg *arg = &launch->args[i];

		if (grows(arg))
			arg->count *= scale;
		if (!size[i])
			continue;
		arg->values->u *= scale;
		arg->values->f *= scale;
	}
	launch->grid[0] *= scale;
	free(size);
}
