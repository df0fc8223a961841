/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The functions without a body of OpenCL and ROCm by which a kernel asks for
 * its thread's number, such as get_global_id. The intrinsics of a target that
 * do the same are in reconverge/target.h.
 */
#ifndef RECONVERGE_ITEMS_H
#define RECONVERGE_ITEMS_H

#include "reconverge/base.h"

struct cvg_fn;

/* The number that such a function returns. */
enum cvg_item {
	CVG_ITEM_NONE,
	CVG_ITEM_THREAD,	/* of the thread in its block, along one axis */
	CVG_ITEM_BLOCK,		/* of the block in the grid, along one axis */
	CVG_ITEM_GLOBAL,	/* of the thread in the grid, along one axis */
	CVG_ITEM_THREAD_LINEAR, /* of the thread in its block, all axes */
	CVG_ITEM_GLOBAL_LINEAR, /* of the thread in the grid, all axes */
};

static inline bool cvg_item_is_linear(enum cvg_item item)
{
	return item >= CVG_ITEM_THREAD_LINEAR;
}

/* The number that the function of that name returns; CVG_ITEM_NONE: it returns
 * something else. */
enum cvg_item cvg_item_of(const char *callee);
/*
 * What instruction `inst` returns if it is a well-formed call of such a
 * function without a body; else CVG_ITEM_NONE. *axis becomes the constant axis
 * it asks for, 0 to 2; 3 if the constant is no axis; CVG_NONE if the axis is
 * no constant or the item is linear.
 */
enum cvg_item cvg_item_called(const struct cvg_fn *fn, uint32_t inst,
			      uint32_t *axis);
/* How many dimensions the call shows the kernel to use: its axis + 1, or 3 if
 * the axis is no constant; 0 for any other instruction. */
uint32_t cvg_item_dims(const struct cvg_fn *fn, uint32_t inst);

#endif
